//! The checker against the plain evaluator, on generated domains, problems and plans.

mod support;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use stepguard_naive::generate::{Sample, read};
use stepguard_naive::relaxed::{Reachable, Relaxed};
use stepguard_naive::{Oracle, World, judge_with};
use stepguard_report::Report;

/// So many reachable states are searched for the truth about numbers.
const MOST_STATES: usize = 100;

fn check(sample: &Sample) -> Report {
    stepguard_check::check(
        Some(sample.domain.as_bytes()),
        Some(sample.problem.as_bytes()),
        Some(sample.plan.as_bytes()),
        &stepguard_check::Options::default(),
    )
}

/// What the report says against what the plain evaluator says. Relaxed numbers may be followed more or less closely, so
/// where numbers decide what is achievable, the truth (all reachable states) is as right as the plain relaxation.
fn compare(sample: &Sample) -> Result<(), TestCaseError> {
    let report = check(sample);
    let text = || format!("{}\n{}\n{}", sample.domain, sample.problem, sample.plan);
    let errors: Vec<_> = report
        .diagnostics
        .iter()
        .filter(|d| d.severity == stepguard_report::Severity::Error && d.text != stepguard_report::Text::Plan)
        .collect();
    prop_assert!(errors.is_empty(), "{errors:#?}\n{}", text());
    let (names, domain, problem) = read(&sample.domain, &sample.problem).expect("it is written to be read");
    let world = World::new(&names, &domain, &problem).expect("it has strata");
    let relaxed = judge_with(&world, &sample.steps, &Oracle::Relaxed(Relaxed::explore(&world)));
    let Err(first) = support::agree::agree(&report, &relaxed, &world, true) else { return Ok(()) };
    let other = if domain.functions.is_empty() {
        None
    } else {
        match Reachable::explore(&world, MOST_STATES) {
            Some(reachable) => Some((judge_with(&world, &sample.steps, &Oracle::Exact(reachable)), true)),
            // Too many states for the truth: all but the labels is compared.
            None => Some((relaxed, false)),
        }
    };
    if let Some((other, labels)) = other
        && support::agree::agree(&report, &other, &world, labels).is_ok()
    {
        return Ok(());
    }
    Err(TestCaseError::fail(format!("{first}\n{}", text())))
}

#[test]
fn the_checker_agrees_with_the_plain_evaluator() {
    support::run(512, compare);
}

#[test]
#[ignore = "a tool: prints every kind of disagreement with its shortest case"]
fn survey() {
    println!("{}", support::survey(2000, compare));
}
