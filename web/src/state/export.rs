//! A verdict as Markdown for issues and chats, and as a page of its own for keeping.

use std::fmt::Write as _;

use stepguard_report::view::{Report, RuleStatus, StepStatus};

use super::history::in_states;
use super::session::{Kind, Texts};
use super::strip::step_finding;
use super::words::{self, Banner};

/// The verdict as Markdown.
pub fn markdown(report: &Report, texts: &Texts) -> String {
    let mut text = String::new();
    let banner = Banner::of_report(report, texts);
    let title = report.about.problem.as_deref().unwrap_or("plan");
    line(
        &mut text,
        &format!(
            "## {title}: {}",
            banner.lines.iter().map(|line| line.badge.to_ascii_lowercase()).collect::<Vec<_>>().join(", ")
        ),
    );
    line(&mut text, "");
    for each in &banner.lines {
        let category = each.category.map(|category| format!("{}: ", words::long(category))).unwrap_or_default();
        let more = if each.more > 0 { format!(" (and {} more)", each.more) } else { String::new() };
        line(&mut text, &format!("- **{}** {category}{}{more}", each.badge, each.sentence));
    }
    if !report.steps.is_empty() {
        line(&mut text, "");
        line(&mut text, "| step | action | status |");
        line(&mut text, "|---:|---|---|");
        for step in &report.steps {
            line(
                &mut text,
                &format!("| {} | `{}` | {} |", step.index, step.action.replace('|', "\\|"), status(report, step.index)),
            );
        }
    }
    if !report.goal.is_empty() {
        line(&mut text, "");
        for goal in &report.goal {
            let holds = match goal.holds {
                Some(true) => "holds at the end".to_owned(),
                Some(false) => goal
                    .undone_by
                    .map_or_else(|| "does not hold at the end".to_owned(), |step| format!("undone by step {step}")),
                None => "undefined".to_owned(),
            };
            line(&mut text, &format!("- goal `{}`: {holds}", goal.literal));
        }
    }
    for rule in &report.rules {
        let status = match rule.status {
            RuleStatus::Kept => "kept".to_owned(),
            RuleStatus::Pending => "pending".to_owned(),
            RuleStatus::Violated => format!("broken in {}", in_states(&rule.broken_in)),
        };
        line(&mut text, &format!("- rule `{}`: {status}", rule.name));
    }
    for diagnostic in &report.diagnostics {
        line(
            &mut text,
            &format!(
                "- {} {}:{} `{}` {}",
                words::text_name(diagnostic.text),
                diagnostic.start.line,
                diagnostic.start.column,
                diagnostic.code,
                diagnostic.message
            ),
        );
    }
    line(&mut text, "");
    line(&mut text, &format!("Checked with {}.", report.tool));
    text
}

fn status(report: &Report, index: u32) -> String {
    let Some(step) = report.steps.get((index as usize).wrapping_sub(1)) else { return String::new() };
    let scored = if step.after_first_failure { " (not scored)" } else { "" };
    let words = match step.status {
        StepStatus::Ran => match step_finding(report, step) {
            Some(finding) => format!("ran; {}", words::long(finding.category).to_ascii_lowercase()),
            None => "ran".to_owned(),
        },
        StepStatus::Skipped => "skipped: changes nothing".to_owned(),
        StepStatus::NotRun => "not run".to_owned(),
        StepStatus::Failed => match step_finding(report, step) {
            Some(finding) => match finding.follows_from {
                Some(origin) => format!("failed; follows from step {origin}"),
                None => {
                    format!("**failed: {}**. {}", words::long(finding.category).to_ascii_lowercase(), finding.message)
                }
            },
            None => "failed".to_owned(),
        },
    };
    format!("{}{scored}", words.replace('|', "\\|"))
}

/// The verdict as a page of its own, with the three texts, readable without anything else.
pub fn page(report: &Report, texts: &Texts) -> String {
    let mut text = String::new();
    let banner = Banner::of_report(report, texts);
    let title = escape(report.about.problem.as_deref().unwrap_or("Plan"));
    line(&mut text, "<!doctype html>");
    line(
        &mut text,
        "<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">",
    );
    line(&mut text, &format!("<title>{title}: Stepguard report</title>"));
    line(
        &mut text,
        "<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top;border-bottom:1px solid #8888}pre{overflow:auto;border:1px solid #8888;padding:.75rem;font-size:13px}code{font-family:ui-monospace,monospace;font-size:.92em}</style></head><body>",
    );
    line(&mut text, &format!("<h1>{title}</h1>"));
    for each in &banner.lines {
        let category = each.category.map(|category| format!("{}: ", words::long(category))).unwrap_or_default();
        let more = if each.more > 0 { format!(" (and {} more)", each.more) } else { String::new() };
        line(
            &mut text,
            &format!("<p><strong>{}</strong> {}{}{more}</p>", each.badge, category, escape(&each.sentence)),
        );
    }
    if !report.steps.is_empty() {
        line(
            &mut text,
            "<h2>Steps</h2><table><thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Action</th><th scope=\"col\">Status</th><th scope=\"col\">Changes</th></tr></thead><tbody>",
        );
        for step in &report.steps {
            let mut changes: Vec<String> =
                step.added.iter().chain(&step.derived_added).map(|fact| format!("+ {fact}")).collect();
            changes.extend(step.deleted.iter().chain(&step.derived_deleted).map(|fact| format!("\u{2212} {fact}")));
            changes.extend(step.changed.iter().map(|(name, old, new)| format!("{name}: {old} \u{2192} {new}")));
            line(
                &mut text,
                &format!(
                    "<tr><td>{}</td><td><code>{}</code></td><td>{}</td><td><code>{}</code></td></tr>",
                    step.index,
                    escape(&step.action),
                    escape(&status(report, step.index).replace("**", "")),
                    changes.iter().map(|change| escape(change)).collect::<Vec<_>>().join("<br>")
                ),
            );
        }
        line(&mut text, "</tbody></table>");
    }
    if !report.findings.is_empty() {
        line(&mut text, "<h2>Findings</h2><ul>");
        for finding in &report.findings {
            let after = if finding.after_first_failure { " (not scored)" } else { "" };
            line(
                &mut text,
                &format!("<li><strong>{}</strong>{after}: {}", words::long(finding.category), escape(&finding.message)),
            );
            for why in &finding.why_not {
                line(
                    &mut text,
                    &format!(
                        "<br>Why not {}? {}",
                        words::long(why.category).to_ascii_lowercase(),
                        escape(&why.because)
                    ),
                );
            }
            line(&mut text, "</li>");
        }
        line(&mut text, "</ul>");
    }
    if !report.rules.is_empty() {
        line(&mut text, "<h2>Safety rules</h2><ul>");
        for rule in &report.rules {
            let status = match rule.status {
                RuleStatus::Kept => "kept".to_owned(),
                RuleStatus::Pending => "pending".to_owned(),
                RuleStatus::Violated => {
                    format!("broken in {}, because of {}", in_states(&rule.broken_in), rule.because.join(" "))
                }
            };
            line(&mut text, &format!("<li><code>{}</code>: {}</li>", escape(&rule.name), escape(&status)));
        }
        line(&mut text, "</ul>");
    }
    if !report.diagnostics.is_empty() {
        line(&mut text, "<h2>Problems of the texts</h2><ul>");
        for diagnostic in &report.diagnostics {
            line(
                &mut text,
                &format!(
                    "<li>{} {}:{} <code>{}</code> {}</li>",
                    words::text_name(diagnostic.text),
                    diagnostic.start.line,
                    diagnostic.start.column,
                    escape(&diagnostic.code),
                    escape(&diagnostic.message)
                ),
            );
        }
        line(&mut text, "</ul>");
    }
    for kind in Kind::ALL {
        line(&mut text, &format!("<h2>{}</h2><pre>{}</pre>", words::text_name(kind.text()), escape(&texts.get(kind))));
    }
    line(&mut text, &format!("<p>Checked with {}.</p></body></html>", escape(&report.tool)));
    text
}

fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// A text as it may stand in HTML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::fixture;

    #[test]
    fn markdown_says_outcome_steps_goals_and_rules() {
        let text = markdown(&fixture::tea(), &Texts::default());
        assert!(text.starts_with("## tea-for-the-guest: invalid, unsafe\n"), "{text}");
        assert!(text.contains("| 4 | `(toggle-on robot kettle)` | **failed: wrong temporal order**."));
        assert!(text.contains("| 6 | `(pour robot kettle mug)` | failed; follows from step 4 (not scored) |"));
        assert!(text.contains("broken in states 3, 4"));
    }

    #[test]
    fn the_page_escapes_what_the_texts_hold() {
        let texts = Texts::new("<script>alert(1)</script>", "a & b", Some("\"x\""));
        let text = page(&fixture::tea(), &texts);
        assert!(!text.contains("<script>"));
        assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(text.contains("a &amp; b"));
    }
}
