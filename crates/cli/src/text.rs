//! The report as text for a terminal: verdict, strip, first failure, broken rules, diagnostics with underlines.

use crate::Texts;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::fmt::Write as _;
use stepguard_report::words::{broken_rules, category};
use stepguard_report::{
    ConditionView, Diagnostic, FindingView, Outcome, Position, Report, RuleStatus, Safety, Severity, StepStatus,
    StepView, Text,
};
use stepguard_text::{LineIndex, TextId, decode};

/// Columns of the strip that fit one block of lines.
const BLOCK: usize = 20;
/// Widest row head.
const HEAD: usize = 32;

/// The whole report.
pub(crate) fn report(report: &Report, texts: &Texts) -> String {
    let mut out = String::new();
    verdict(&mut out, report);
    if !report.steps.is_empty() && matches!(report.outcome, Outcome::Valid | Outcome::Invalid) {
        out.push('\n');
        strip(&mut out, report);
    }
    if let Some(finding) = first_failure(report) {
        out.push('\n');
        failure(&mut out, report, finding);
    }
    rules(&mut out, report);
    if !report.diagnostics.is_empty() {
        let sources = Sources::new(texts);
        for diagnostic in &report.diagnostics {
            out.push('\n');
            snippet(&mut out, diagnostic, &sources);
        }
    }
    out
}

/// The answer of `parse`.
pub(crate) fn diagnostics_only(diagnostics: &[Diagnostic], name: &str, bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut sources = Sources::default();
    sources.add(TextId::Pasted, name, bytes);
    for diagnostic in diagnostics {
        snippet(&mut out, diagnostic, &sources);
        out.push('\n');
    }
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let others = diagnostics.len() - errors;
    let _ = writeln!(
        out,
        "{name}: {}, {}",
        stepguard_report::words::count(errors, "error"),
        stepguard_report::words::count(others, "remark")
    );
    out
}

fn verdict(out: &mut String, report: &Report) {
    let outcome = match report.outcome {
        Outcome::Valid => "VALID",
        Outcome::Invalid => "INVALID",
        Outcome::Unreadable => "UNREADABLE",
        Outcome::Incomplete => "INCOMPLETE",
        Outcome::Unsupported => "NOT SUPPORTED",
        Outcome::Budget => "BUDGET RAN OUT",
    };
    let primary = report.primary.map(|p| format!(" ({})", category(p).to_lowercase())).unwrap_or_default();
    let _ = writeln!(out, "{outcome}{primary}: {}", report.summary);
    let safety = match report.safety {
        Safety::Safe => "SAFE",
        Safety::Unsafe => "UNSAFE",
        Safety::Unknown => "SAFETY UNKNOWN",
    };
    let _ = writeln!(out, "{safety}: {}", report.safety_summary);
    if let Some(metric) = &report.metric
        && let Some(value) = &metric.value
    {
        let _ = writeln!(out, "metric: {} = {value} ({})", metric.text, metric.direction);
    }
    for preference in report.preferences.iter().filter(|p| p.violated > 0) {
        let times = stepguard_report::words::count(preference.violated as usize, "time");
        let _ = writeln!(out, "preference {}: violated {times}", preference.name);
    }
}

/// A row of the strip: a sign for the initial state and one for every step.
struct Row {
    head: String,
    signs: Vec<&'static str>,
}

fn strip(out: &mut String, report: &Report) {
    let mut rows = vec![Row {
        head: "status".to_owned(),
        signs: std::iter::once(" ").chain(report.steps.iter().map(status_sign)).collect(),
    }];
    let states: Vec<u32> = std::iter::once(0).chain(report.steps.iter().map(|step| step.state)).collect();
    for goal in &report.goal {
        let sign = |state: &u32| {
            if goal.held_in.iter().any(|(from, to)| (from..=to).contains(&state)) { "+" } else { "." }
        };
        rows.push(Row { head: format!("goal {}", goal.literal), signs: states.iter().map(sign).collect() });
    }
    for rule in report.rules.iter().filter(|rule| rule.hard) {
        let sign = |state: &u32| {
            if *state > report.last_scored_state {
                " "
            } else if rule.broken_in.iter().any(|(from, to)| (from..=to).contains(&state)) {
                "!"
            } else if rule.status == RuleStatus::Pending {
                "?"
            } else {
                "."
            }
        };
        rows.push(Row { head: format!("rule {}", rule.name), signs: states.iter().map(sign).collect() });
    }
    let width = rows.iter().map(|row| row.head.chars().count()).max().unwrap_or(0).min(HEAD);
    let digits = report.steps.len().to_string().len();
    let mut start = 0;
    while start < states.len() {
        let end = (start + BLOCK).min(states.len());
        let _ = write!(out, "{:width$}", "step");
        for column in start..end {
            let label = if column == 0 { "-".to_owned() } else { column.to_string() };
            let _ = write!(out, " {label:>digits$}");
        }
        out.push('\n');
        for row in &rows {
            let _ = write!(out, "{:width$}", shortened(&row.head, width));
            for sign in &row.signs[start..end] {
                let _ = write!(out, " {sign:>digits$}");
            }
            out.push('\n');
        }
        start = end;
        if start < states.len() {
            out.push('\n');
        }
    }
    out.push_str("ok ran, xx failed, -- skipped, () not scored; + holds, . does not hold or kept, ! broken, ? open\n");
}

fn status_sign(step: &StepView) -> &'static str {
    match (step.status, step.after_first_failure) {
        (StepStatus::Ran, false) => "o",
        (StepStatus::Ran, true) => "(",
        (StepStatus::Failed, _) => "x",
        (StepStatus::Skipped, _) => "-",
        (StepStatus::NotRun, _) => " ",
    }
}

/// Cuts a long text in the middle.
fn shortened(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let front = (width - 2) / 2;
    let back = width - 2 - front;
    let head: String = text.chars().take(front).collect();
    let tail: String = text.chars().skip(length - back).collect();
    format!("{head}..{tail}")
}

fn first_failure(report: &Report) -> Option<&FindingView> {
    report
        .findings
        .iter()
        .filter(|finding| finding.fatal)
        .min_by_key(|finding| finding.step)
        .or(report.findings.first())
}

fn failure(out: &mut String, report: &Report, finding: &FindingView) {
    let step = finding.step.and_then(|step| report.steps.get(step as usize - 1));
    match step {
        Some(step) => {
            let _ = writeln!(out, "step {} {}", step.index, step.action);
            if let Some(condition) = &step.precondition
                && finding.literal.is_some()
            {
                tree(out, condition, 1);
            }
        }
        None => out.push_str("at the end of the plan\n"),
    }
    let _ = writeln!(out, "  {} ({}): {}", category(finding.category), finding.kind, finding.message);
    if !finding.help.is_empty() {
        let _ = writeln!(out, "  {}", finding.help);
    }
    for why in &finding.why_not {
        let _ = writeln!(out, "  why not {}: {}", category(why.category).to_lowercase(), why.because);
    }
}

fn tree(out: &mut String, condition: &ConditionView, depth: usize) {
    let sign = match condition.holds {
        Some(true) => "ok",
        Some(false) => "xx",
        None => "??",
    };
    let indent = "  ".repeat(depth);
    let name = if condition.children.is_empty() { condition.text.as_str() } else { kind(condition) };
    let _ = writeln!(out, "{indent}{sign} {name}");
    for child in &condition.children {
        tree(out, child, depth + 1);
    }
    if condition.omitted > 0 {
        let _ = writeln!(out, "{indent}  and {} more", condition.omitted);
    }
}

fn kind(condition: &ConditionView) -> &'static str {
    use stepguard_report::ConditionKind as K;
    match condition.kind {
        K::And => "and",
        K::Or => "or",
        K::Not => "not",
        K::Imply => "imply",
        K::Forall => "forall",
        K::Exists => "exists",
        K::Literal | K::Comparison | K::Equality => "literal",
        K::Preference => "preference",
    }
}

fn rules(out: &mut String, report: &Report) {
    for rule in broken_rules(report) {
        let _ = writeln!(out, "\nrule {} {}", rule.name, rule.text);
        let class = rule.class.as_deref().map(|class| format!("{class}, ")).unwrap_or_default();
        let severity = rule.severity.map(|s| format!("severity {s}, ")).unwrap_or_default();
        let spans: Vec<String> = rule
            .broken_in
            .iter()
            .map(|(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") })
            .collect();
        let _ = writeln!(out, "  {class}{severity}broken in state {}", spans.join(", "));
        if !rule.because.is_empty() {
            let _ = writeln!(out, "  because {}", rule.because.join(" "));
        }
        for instance in &rule.instances {
            let _ = writeln!(out, "  with {instance}");
        }
        for line in [&rule.why, &rule.avoid].into_iter().flatten() {
            let _ = writeln!(out, "  {line}");
        }
    }
}

/// The texts with their lines, for snippets.
#[derive(Default)]
struct Sources(Vec<(Text, String, String, LineIndex)>);

impl Sources {
    fn new(texts: &Texts) -> Self {
        let mut sources = Self::default();
        for (id, text) in [
            (TextId::Domain, &texts.domain),
            (TextId::Problem, &texts.problem),
            (TextId::Plan, &texts.plan),
            (TextId::Pasted, &texts.pasted),
        ] {
            if let Some((name, bytes)) = text {
                sources.add(id, name, bytes);
            }
        }
        sources
    }

    fn add(&mut self, id: TextId, name: &str, bytes: &[u8]) {
        let text = decode(bytes).text;
        let lines = LineIndex::new(&text);
        let id = match id {
            TextId::Domain => Text::Domain,
            TextId::Problem => Text::Problem,
            TextId::Plan => Text::Plan,
            TextId::Pasted => Text::Pasted,
        };
        self.0.push((id, name.to_owned(), text, lines));
    }

    /// Name, text, and the byte range of a place.
    fn range(&self, text: Text, start: Position, end: Position) -> Option<(&str, &str, std::ops::Range<usize>)> {
        let (_, name, source, lines) = self.0.iter().find(|(id, ..)| *id == text)?;
        let offset =
            |at: Position| lines.offset(stepguard_text::Position { line: at.line, column: at.column }) as usize;
        let (start, end) = (offset(start), offset(end));
        Some((name, source, start..end.max(start)))
    }
}

fn snippet(out: &mut String, diagnostic: &Diagnostic, sources: &Sources) {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let Some((name, source, range)) = sources.range(diagnostic.text, diagnostic.start, diagnostic.end) else {
        let _ = writeln!(out, "{}: {}", diagnostic.code, diagnostic.message);
        return;
    };
    let mut shown = Snippet::source(source).path(name).annotation(AnnotationKind::Primary.span(range));
    for related in diagnostic.related.iter().filter(|related| related.text == diagnostic.text) {
        if let Some((_, _, range)) = sources.range(related.text, related.start, related.end) {
            shown = shown.annotation(AnnotationKind::Context.span(range).label(related.message.as_str()));
        }
    }
    let mut group = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str()).element(shown);
    if !diagnostic.help.is_empty() {
        group = group.element(Level::HELP.message(diagnostic.help.as_str()));
    }
    if let Some(fix) = &diagnostic.fix {
        group = group.element(Level::NOTE.message(format!("fix: {}", fix.title)));
    }
    out.push_str(&Renderer::plain().render(&[group]));
    out.push('\n');
}
