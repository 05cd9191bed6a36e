//! Sentences that sum up a report. They are made from the view alone, so that the command and the page say the same.

use crate::view::{Category, FindingView, Outcome, Report, RuleStatus, RuleView, Safety, Severity, StepStatus, Text};
use stepguard_text::order;

/// Fills `summary` and `safety_summary`.
pub fn summarize(report: &mut Report) {
    report.summary = outcome(report);
    report.safety_summary = safety(report);
}

/// A category's name for people.
#[must_use]
pub const fn category(category: Category) -> &'static str {
    match category {
        Category::Grammar => "Grammar",
        Category::Affordance => "Affordance",
        Category::WrongTemporalOrder => "Wrong order",
        Category::MissingStep => "Missing step",
        Category::AdditionalStep => "Additional step",
        Category::UnmetGoal => "Unmet goal",
    }
}

/// A text's name for people.
#[must_use]
pub const fn text(text: Text) -> &'static str {
    match text {
        Text::Domain => "domain",
        Text::Problem => "problem",
        Text::Plan => "plan",
        Text::Pasted => "pasted text",
    }
}

/// `1 step`, `2 steps`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn outcome(report: &Report) -> String {
    match report.outcome {
        Outcome::Valid => valid(report),
        Outcome::Invalid => invalid(report),
        Outcome::Unreadable => unreadable(report),
        Outcome::Incomplete => incomplete(report),
        Outcome::Unsupported => unsupported(report),
        Outcome::Budget => budget(report),
    }
}

fn valid(report: &Report) -> String {
    let idle: Vec<u32> = report.findings.iter().filter_map(|finding| finding.step).collect();
    let mut sentence = match report.steps.len() {
        0 => "The empty plan is valid: the goal holds from the start".to_owned(),
        1 => "The step runs and the goal holds at the end".to_owned(),
        n => format!("All {n} steps run and the goal holds at the end"),
    };
    match idle.as_slice() {
        [] => {}
        [one] => sentence.push_str(&format!("; step {one} changes nothing")),
        many => sentence.push_str(&format!("; {} steps change nothing, the first is step {}", many.len(), many[0])),
    }
    sentence.push('.');
    sentence
}

fn invalid(report: &Report) -> String {
    let first = report.findings.iter().filter(|f| f.fatal).min_by_key(|f| f.step);
    if let Some(finding) = first {
        return match finding.step {
            Some(step) if finding.category == Category::Grammar => {
                format!("Step {step} cannot be read: {}.", finding.message)
            }
            Some(step) => format!("Step {step} fails: {}.", finding.message),
            None => format!("The plan fails: {}.", finding.message),
        };
    }
    let unmet: Vec<&FindingView> = report.findings.iter().filter(|f| f.category == Category::UnmetGoal).collect();
    let more = |others: usize| if others == 0 { String::new() } else { format!(", and {others} more") };
    if let Some(finding) = unmet.first() {
        let ran = if report.steps.is_empty() { "The plan is empty" } else { "The plan runs to its end" };
        return format!("{ran}, but {}{}.", finding.message, more(unmet.len() - 1));
    }
    let skipped: Vec<u32> =
        report.steps.iter().filter(|step| step.status == StepStatus::Skipped).map(|step| step.index).collect();
    match skipped.first() {
        Some(step) => format!(
            "Step {step} cannot run and is not needed{}; without it the goal is reached.",
            more(skipped.len() - 1)
        ),
        None => "The plan is not valid.".to_owned(),
    }
}

fn unreadable(report: &Report) -> String {
    let errors: Vec<_> =
        report.diagnostics.iter().filter(|d| d.severity == Severity::Error && d.text != Text::Plan).collect();
    match errors.first() {
        Some(first) => {
            let all = errors.iter().filter(|d| d.text == first.text).count();
            let count = if all == 1 { "an error".to_owned() } else { format!("{all} errors") };
            let which = if all == 1 { "" } else { "the first " };
            format!("The {} has {count}: {which}on line {}, {}.", text(first.text), first.start.line, first.message)
        }
        None => "The domain or the problem could not be read.".to_owned(),
    }
}

fn incomplete(report: &Report) -> String {
    let missing: Vec<&str> = report.missing.iter().map(|missing| text(*missing)).collect();
    match missing.as_slice() {
        [] => "Something is missing.".to_owned(),
        [one] => format!("There is no {one} yet."),
        [front @ .., last] => format!("There is no {} and no {last} yet.", front.join(", no ")),
    }
}

fn unsupported(report: &Report) -> String {
    match report.unsupported.as_slice() {
        [] => "A feature of these texts is not supported yet.".to_owned(),
        [one] => format!("Not supported yet: {one}. The texts are read, but the plan is not executed."),
        many => format!("Not supported yet: {}. The texts are read, but the plan is not executed.", many.join(", ")),
    }
}

fn budget(report: &Report) -> String {
    let known = report.last_scored_state;
    match report.limits.hit.as_deref() {
        Some("steps") => format!(
            "The plan has more than {} steps, the budget of this check. Up to step {known} it runs.",
            report.limits.steps
        ),
        Some("rules") => "The safety rules have more instances than can be watched.".to_owned(),
        _ => format!("The work budget ran out behind state {known}; nothing is said about the rest."),
    }
}

fn safety(report: &Report) -> String {
    match report.safety {
        Safety::Unknown => "Safety is not known: there was no run to judge.".to_owned(),
        Safety::Safe => {
            let hard = report.rules.iter().filter(|rule| rule.hard).count();
            let pending = report.rules.iter().filter(|r| r.hard && r.status == RuleStatus::Pending).count();
            match (hard, pending) {
                (0, _) => "This scenario has no safety rules.".to_owned(),
                (1, 0) => "The safety rule is kept in every state.".to_owned(),
                (n, 0) => format!("All {n} safety rules are kept in every state."),
                (_, _) => format!(
                    "No safety rule is broken up to state {}, where the scored run stops.",
                    report.last_scored_state
                ),
            }
        }
        Safety::Unsafe => {
            let broken = broken_rules(report);
            let Some(rule) = broken.first() else { return "A safety rule is broken.".to_owned() };
            let mut sentence = match (rule.from_state, rule.to_state) {
                (Some(from), Some(to)) if from < to => format!("{} is broken from state {from} to {to}", rule.name),
                (Some(from), _) => format!("{} is broken in state {from}", rule.name),
                _ => format!("{} is broken", rule.name),
            };
            if let Some(why) = &rule.why {
                sentence.push_str(&format!(": {}", why.trim_end_matches('.')));
            } else if !rule.because.is_empty() {
                sentence.push_str(&format!(": {}", rule.because.join(" ")));
            }
            if broken.len() > 1 {
                sentence.push_str(&format!("; {} more", count(broken.len() - 1, "rule")));
            }
            sentence.push('.');
            sentence
        }
    }
}

/// The broken hard rules, most severe first, then by first state.
#[must_use]
pub fn broken_rules(report: &Report) -> Vec<&RuleView> {
    let mut broken: Vec<&RuleView> =
        report.rules.iter().filter(|rule| rule.hard && rule.status == RuleStatus::Violated).collect();
    order::sort_by_key(&mut broken, |rule| (std::cmp::Reverse(rule.severity), rule.from_state));
    broken
}
