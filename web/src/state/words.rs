//! The page's own words: names of categories, and the verdict's lines in each of its fixed forms. What a report says in
//! sentences is shown as it is.

use stepguard_report::view::{
    Category, Diagnostic, FindingView, Outcome, Report, RuleStatus, Safety, Severity, Source, Text,
};

use super::session::{Kind, Phase, Session, Texts, Trouble};

/// All categories, in the taxonomy's order.
pub const CATEGORIES: [Category; 6] = [
    Category::Grammar,
    Category::Affordance,
    Category::WrongTemporalOrder,
    Category::MissingStep,
    Category::AdditionalStep,
    Category::UnmetGoal,
];

/// The category's name where there is room.
pub fn long(category: Category) -> &'static str {
    match category {
        Category::Grammar => "Grammar",
        Category::Affordance => "Affordance",
        Category::WrongTemporalOrder => "Wrong temporal order",
        Category::MissingStep => "Missing step",
        Category::AdditionalStep => "Additional step",
        Category::UnmetGoal => "Unmet goal",
    }
}

/// The category's name beside its icon.
pub fn short(category: Category) -> &'static str {
    stepguard_report::words::category(category)
}

/// The category in one word, for a cell of the strip.
pub fn one(category: Category) -> &'static str {
    match category {
        Category::Grammar => "grammar",
        Category::Affordance => "affordance",
        Category::WrongTemporalOrder => "order",
        Category::MissingStep => "missing",
        Category::AdditionalStep => "extra",
        Category::UnmetGoal => "goal",
    }
}

/// The category's name in the report and in style sheets.
pub fn key(category: Category) -> &'static str {
    match category {
        Category::Grammar => "grammar",
        Category::Affordance => "affordance",
        Category::WrongTemporalOrder => "wrong-temporal-order",
        Category::MissingStep => "missing-step",
        Category::AdditionalStep => "additional-step",
        Category::UnmetGoal => "unmet-goal",
    }
}

/// What the category means, in a line.
pub fn meaning(category: Category) -> &'static str {
    match category {
        Category::Grammar => "The step is not an action of this domain.",
        Category::Affordance => "This object can never be used that way.",
        Category::WrongTemporalOrder => "What the step needs was true before, or comes too late.",
        Category::MissingStep => "Nothing in the plan provides what the step needs.",
        Category::AdditionalStep => "The step changes nothing.",
        Category::UnmetGoal => "The plan ends and the goal is false.",
    }
}

/// A finding's kind as words: `undone-earlier` is `undone earlier`.
pub fn kind(finding: &FindingView) -> String {
    super::facts::plain(&finding.kind)
}

/// What a text is called.
pub fn text_name(text: Text) -> &'static str {
    match text {
        Text::Domain => "Domain",
        Text::Problem => "Scenario",
        Text::Plan => "Plan",
        Text::Pasted => "Pasted text",
    }
}

/// How loud a line is, and its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// All is well.
    Good,
    /// Something failed.
    Bad,
    /// A rule is broken.
    Hazard,
    /// No answer, and somebody has to do something.
    Warn,
    /// No answer yet.
    Mute,
}

impl Tone {
    /// The style sheet's name for it.
    pub fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Hazard => "hazard",
            Self::Warn => "warn",
            Self::Mute => "mute",
        }
    }
}

/// One line of the verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its badge's colour.
    pub tone: Tone,
    /// Its badge's word.
    pub badge: &'static str,
    /// The category that goes before the sentence.
    pub category: Option<Category>,
    /// The sentence.
    pub sentence: String,
    /// How many more there are of the kind.
    pub more: usize,
    /// Where a click on the sentence leads.
    pub place: Option<Source>,
}

impl Line {
    fn new(tone: Tone, badge: &'static str, sentence: impl Into<String>) -> Self {
        Self { tone, badge, category: None, sentence: sentence.into(), more: 0, place: None }
    }
}

/// What stands beside the lines.
#[derive(Debug, Clone, PartialEq)]
pub enum Beside {
    /// Nothing.
    Nothing,
    /// The verdict is that of the texts as they are.
    Current,
    /// The texts have changed since; if one of them cannot be read, where and why.
    Stale(Option<(Source, String)>),
    /// Checking takes longer than a moment; how far it is, if known, from 0 to 1.
    Running(Option<f64>),
}

/// The verdict's banner.
#[derive(Debug, Clone, PartialEq)]
pub struct Banner {
    /// The colour of its edge.
    pub tone: Tone,
    /// Outcome first, then safety.
    pub lines: Vec<Line>,
    /// What stands beside them.
    pub beside: Beside,
}

impl Banner {
    /// The banner for a session.
    pub fn of(session: &Session) -> Self {
        if let Phase::Failed(trouble) = &session.phase {
            return Self::trouble(trouble);
        }
        let current = session.is_current();
        let stale = || {
            let last = session.last().filter(|_| current)?;
            let first = errors(&last.report).find(|diagnostic| diagnostic.text != Text::Plan)?;
            let place = Source { text: first.text, start: first.start, end: first.end };
            Some((place, format!("{}, line {}: {}", text_name(first.text), first.start.line, first.message)))
        };
        let beside = match &session.phase {
            Phase::Running(progress) => Beside::Running(*progress),
            _ if current && (session.run.is_none() || session.run_is_current()) => Beside::Current,
            _ => Beside::Stale(stale()),
        };
        // A run stays in sight while a newer text cannot be read; without one the newest answer speaks.
        match session.run.as_ref().or_else(|| session.last()) {
            Some(verdict) => Self { beside, ..Self::of_report(&verdict.report, &session.texts) },
            None => {
                let beside = if matches!(beside, Beside::Running(_)) { beside } else { Beside::Nothing };
                Self {
                    tone: Tone::Mute,
                    lines: vec![
                        Line::new(Tone::Mute, "Reading", "The texts are being read and the plan is being run."),
                        Line::new(Tone::Mute, "Safety", "Judged together with the run."),
                    ],
                    beside,
                }
            }
        }
    }

    fn trouble(trouble: &Trouble) -> Self {
        let line = match trouble {
            Trouble::NoChecker(why) => Line::new(
                Tone::Warn,
                "No checker",
                format!(
                    "The checker could not start: {why}. It needs WebAssembly; use a current browser, allow WebAssembly for this site, or run the command stepguard check."
                ),
            ),
            Trouble::Crashed(why) => Line::new(
                Tone::Warn,
                "Checker stopped",
                format!(
                    "The checker stopped: {why}. Your texts are safe. Change a text or press Ctrl+Enter to try again."
                ),
            ),
            Trouble::Cancelled => Line::new(
                Tone::Warn,
                "Cancelled",
                "You stopped this check. Change a text or press Ctrl+Enter to check again.",
            ),
        };
        let safety = Line::new(Tone::Mute, "Safety unknown", "Without a run nothing can be said about safety.");
        Self { tone: Tone::Warn, lines: vec![line, safety], beside: Beside::Nothing }
    }

    /// The banner for a report by itself.
    pub fn of_report(report: &Report, texts: &Texts) -> Self {
        let outcome = match report.outcome {
            Outcome::Valid => Line::new(Tone::Good, "Valid", report.summary.clone()),
            Outcome::Invalid => {
                let first = primary(report);
                let counted =
                    report.findings.iter().filter(|finding| finding.follows_from.is_none() && counts(finding)).count();
                Line {
                    category: report.primary,
                    more: counted.saturating_sub(1),
                    place: first.and_then(|finding| finding.source),
                    ..Line::new(Tone::Bad, "Invalid", report.summary.clone())
                }
            }
            Outcome::Unreadable => {
                let first = errors(report).find(|diagnostic| diagnostic.text != Text::Plan);
                let place = first.map(|first| Source { text: first.text, start: first.start, end: first.end });
                Line { place, ..Line::new(Tone::Warn, "Unreadable", report.summary.clone()) }
            }
            Outcome::Unsupported => {
                let place = errors(report).next().map(|d| Source { text: d.text, start: d.start, end: d.end });
                Line { place, ..Line::new(Tone::Warn, "Not supported", report.summary.clone()) }
            }
            Outcome::Incomplete => {
                Line::new(Tone::Mute, "Incomplete", missing(texts).unwrap_or_else(|| report.summary.clone()))
            }
            Outcome::Budget => Line::new(Tone::Warn, "Out of budget", report.summary.clone()),
        };
        let safety = match report.safety {
            Safety::Safe => Line::new(Tone::Good, "Safe", report.safety_summary.clone()),
            Safety::Unsafe => Line {
                place: worst_rule(report).map(|rule| rule.source),
                ..Line::new(Tone::Hazard, "Unsafe", report.safety_summary.clone())
            },
            Safety::Unknown => {
                let sentence = if report.safety_summary.is_empty() {
                    "Without a run nothing can be said about safety.".to_owned()
                } else {
                    report.safety_summary.clone()
                };
                Line::new(Tone::Mute, "Safety unknown", sentence)
            }
        };
        let tone = match (outcome.tone, safety.tone) {
            (Tone::Good, other) => other,
            (tone, _) => tone,
        };
        Self { tone, lines: vec![outcome, safety], beside: Beside::Current }
    }

    /// The banner as one text, for the live region and for copies.
    pub fn spoken(&self) -> String {
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|line| {
                let category = line.category.map(|category| format!("{}. ", long(category))).unwrap_or_default();
                let more = if line.more > 0 { format!(" And {} more.", line.more) } else { String::new() };
                format!("{}: {category}{}{more}", line.badge, line.sentence)
            })
            .collect();
        lines.join(" ")
    }
}

/// The broken hard rule that is worst: highest severity, then earliest.
pub fn worst_rule(report: &Report) -> Option<&stepguard_report::view::RuleView> {
    let broken = report.rules.iter().filter(|rule| rule.hard && rule.status == RuleStatus::Violated);
    broken.min_by_key(|rule| (std::cmp::Reverse(rule.severity), rule.from_state))
}

/// The diagnostics that keep a text from being used.
pub fn errors(report: &Report) -> impl Iterator<Item = &Diagnostic> {
    report.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error)
}

/// Whether a finding is a problem of its own that makes the plan invalid.
fn counts(finding: &FindingView) -> bool {
    finding.fatal || finding.category == Category::UnmetGoal
}

/// The finding that gives the plan its primary category.
pub fn primary(report: &Report) -> Option<&FindingView> {
    let category = report.primary?;
    report
        .findings
        .iter()
        .find(|finding| finding.category == category && finding.fatal && !finding.after_first_failure)
        .or_else(|| report.findings.iter().find(|finding| finding.category == category))
}

/// What is still missing for a verdict, as a sentence.
pub fn missing(texts: &Texts) -> Option<String> {
    let absent: Vec<&str> = Kind::ALL
        .into_iter()
        .filter(|&kind| texts.is_absent(kind))
        .map(|kind| match kind {
            Kind::Domain => "a domain (which actions exist and what they need)",
            Kind::Problem => "a scenario (objects, start, goal and safety rules)",
            Kind::Plan => "a plan (the steps to check)",
        })
        .collect();
    match absent.as_slice() {
        [] => None,
        [one] => Some(format!("Still missing: {one}.")),
        [first, second] => Some(format!("Still missing: {first} and {second}.")),
        more => Some(format!("Still missing: {}.", more.join(", "))),
    }
}

pub use stepguard_report::words::count;

/// A report's fragment as a sentence's beginning: with a capital letter, unless it begins with a name in code.
pub fn sentence(fragment: &str) -> String {
    let mut sentence = fragment.to_owned();
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::state::fixture;
    use crate::state::session::{Action, Verdict};
    use crate::state::shared::Shared;

    fn texts() -> Texts {
        Texts::new("(define (domain d))", "(define (problem p))", Some("(a)"))
    }

    fn answered(session: &Session, report: Report) -> Session {
        let verdict = Shared::new(Verdict::new(Rc::new(report), "{}".into(), texts(), 1.0));
        session.after(Action::Answer(session.revision, verdict))
    }

    fn session() -> Session {
        Session { texts: texts(), phase: Phase::Waiting, ..Session::default() }
    }

    #[test]
    fn a_failing_plan_names_category_and_rule() {
        let banner = Banner::of(&answered(&session(), fixture::tea()));
        assert_eq!(banner.tone, Tone::Bad);
        assert_eq!((banner.lines[0].badge, banner.lines[0].category), ("Invalid", Some(Category::WrongTemporalOrder)));
        assert_eq!(banner.lines[0].more, 0, "what follows from another step is not counted");
        assert_eq!((banner.lines[1].badge, banner.lines[1].tone), ("Unsafe", Tone::Hazard));
        assert_eq!(banner.beside, Beside::Current);
        assert!(banner.spoken().starts_with("Invalid: Wrong temporal order. "));
    }

    #[test]
    fn valid_but_unsafe_is_no_success() {
        let mut report = fixture::tea();
        report.outcome = Outcome::Valid;
        assert_eq!(Banner::of_report(&report, &texts()).tone, Tone::Hazard);
        report.safety = Safety::Safe;
        assert_eq!(Banner::of_report(&report, &texts()).tone, Tone::Good);
    }

    #[test]
    fn the_last_verdict_stays_while_a_new_one_is_made() {
        let checked = answered(&session(), fixture::tea());
        let before = Banner::of(&checked);
        let edited = checked.after(Action::Type(Kind::Plan, "(b)".into()));
        let waiting = Banner::of(&edited);
        assert_eq!((waiting.beside, &waiting.lines), (Beside::Stale(None), &before.lines));
        let running = Banner::of(&edited.after(Action::Running(Some(0.5))));
        assert_eq!((running.beside, &running.lines), (Beside::Running(Some(0.5)), &before.lines));
        let mut unreadable = fixture::tea();
        unreadable.outcome = Outcome::Unreadable;
        let banner = Banner::of(&answered(&edited, unreadable));
        assert_eq!(banner.lines, before.lines, "the layout does not jump");
        match banner.beside {
            Beside::Stale(Some((place, words))) => {
                assert_eq!(place.text, Text::Problem);
                assert!(words.starts_with("Scenario, line 2: "), "{words}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_kind_of_no_answer_has_its_own_words() {
        let mut badges = Vec::new();
        for outcome in [Outcome::Unreadable, Outcome::Unsupported, Outcome::Incomplete, Outcome::Budget] {
            let mut report = fixture::tea();
            report.outcome = outcome;
            report.safety = Safety::Unknown;
            let banner = Banner::of(&answered(&session(), report));
            assert_eq!(banner.lines[1].badge, "Safety unknown");
            badges.push(banner.lines[0].badge);
        }
        for trouble in [Trouble::NoChecker("x".into()), Trouble::Crashed("x".into()), Trouble::Cancelled] {
            let session = session();
            badges.push(Banner::of(&session.after(Action::Fail(session.revision, trouble))).lines[0].badge);
        }
        badges.push(Banner::of(&session()).lines[0].badge);
        let mut unique = badges.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), badges.len(), "{badges:?}");
    }

    #[test]
    fn what_is_missing_is_named() {
        let texts = Texts::new("(define (domain d))", "", None);
        let words = missing(&texts).unwrap_or_default();
        assert!(words.contains("scenario") && words.contains("plan") && !words.contains("domain ("), "{words}");
        let empty_plan = Texts::new("(define (domain d))", "(define (problem p))", Some(""));
        assert_eq!(missing(&empty_plan), None, "an empty plan is a plan");
    }
}
