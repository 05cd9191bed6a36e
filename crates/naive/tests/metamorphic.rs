//! Changes of the texts that must not change the verdict: other names, another order, another case.

mod support;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::BTreeSet;
use stepguard_naive::generate::Sample;
use stepguard_report::{Category, FindingView, Outcome, Report, Safety};
use support::transform::{change_case, rename, reorder};

/// Every name that generated texts give to something.
const NAMES: [&str; 34] = [
    "house", "evening", "thing", "vessel", "room", "machine", "open", "inside", "clean", "held", "warm", "linked",
    "ready", "fuel", "dirt", "owner", "push", "wash", "carry", "light", "mug", "fridge", "kitchen", "lamp", "robot",
    "x", "y", "z", "tidy", "calm", "v0", "v1", "v2", "w0",
];

fn check(domain: &str, problem: &str, plan: &str) -> Report {
    stepguard_check::check(
        Some(domain.as_bytes()),
        Some(problem.as_bytes()),
        Some(plan.as_bytes()),
        &stepguard_check::Options::default(),
    )
}

/// What a verdict says, names and order of literals apart.
#[derive(Debug, PartialEq)]
struct Gist {
    outcome: Outcome,
    safety: Safety,
    primary: Option<Category>,
    findings: Vec<(Option<u32>, Category, String, bool)>,
    labels: BTreeSet<(Option<u32>, String)>,
    rules: BTreeSet<(String, Option<u32>)>,
    metric: Option<String>,
    preferences: Vec<u32>,
}

fn gist(report: &Report) -> Gist {
    let labels = |finding: &FindingView| {
        let step = finding.step;
        let of = |l: &stepguard_report::LiteralLabel| {
            let evidence = (&l.held_in, l.deleted_by, l.established_by, l.achievable);
            (step, format!("{} {:?} {evidence:?}", l.kind, l.category))
        };
        finding.literals.iter().map(of).collect::<Vec<_>>()
    };
    let mut findings: Vec<_> = report
        .findings
        .iter()
        .map(|finding| {
            // Which of a step's literals comes first depends on their order; its category does not.
            let kind = if finding.literals.len() > 1 { String::new() } else { finding.kind.clone() };
            (finding.step, finding.category, kind, finding.after_first_failure)
        })
        .collect();
    findings.sort();
    Gist {
        outcome: report.outcome,
        safety: report.safety,
        primary: report.primary,
        findings,
        labels: report.findings.iter().flat_map(labels).collect(),
        rules: report.rules.iter().map(|rule| (rule.operator.clone(), rule.from_state)).collect(),
        metric: report.metric.as_ref().and_then(|metric| metric.value.clone()),
        preferences: report.preferences.iter().map(|preference| preference.violated).collect(),
    }
}

fn unchanged(
    sample: &Sample,
    change: impl Fn(&str) -> String,
    plan: impl Fn(&str) -> String,
) -> Result<(), TestCaseError> {
    let before = gist(&check(&sample.domain, &sample.problem, &sample.plan));
    let (domain, problem, plan) = (change(&sample.domain), change(&sample.problem), plan(&sample.plan));
    let after = gist(&check(&domain, &problem, &plan));
    prop_assert!(
        before == after,
        "verdict changed\n{before:#?}\n{after:#?}\n{}{}{}\n{domain}\n{problem}\n{plan}",
        sample.domain,
        sample.problem,
        sample.plan
    );
    Ok(())
}

#[test]
fn names_do_not_matter() {
    support::run(256, |sample| {
        // A misspelt name stays as it is: it is no name of anything.
        unchanged(sample, |text| rename(text, &NAMES), |text| rename(text, &NAMES))
    });
}

#[test]
fn case_does_not_matter() {
    support::run(256, |sample| unchanged(sample, change_case, change_case));
}

#[test]
fn order_does_not_matter() {
    support::run(256, |sample| unchanged(sample, reorder, str::to_owned));
}

#[test]
fn order_is_really_changed() {
    let text = "(define (domain d) (:predicates (p) (q)) (:action a :parameters () :precondition (and (p) (q)) :effect \
                (and (p) (not (q)))) (:action b :parameters () :effect (p)))";
    let expected = "(define (domain d) (:predicates (q) (p)) (:action b :parameters () :effect (p)) (:action a \
                    :parameters () :precondition (and (q) (p)) :effect (and (not (q)) (p))))";
    assert_eq!(reorder(text), expected);
    assert_eq!(rename("(open ?x lid)", &["x", "open"]), "(n7_1-of ?n0_0-of lid)");
    assert_ne!(change_case(text), text);
}
