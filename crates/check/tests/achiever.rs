//! A missing-step finding names the shortest chain of steps that would let its step run, and only then.

use stepguard_check::{Options, Report, check};
use stepguard_report::Category;

const DOMAIN: &str = "(define (domain tea) (:requirements :strips :negative-preconditions)
  (:predicates (at-sink) (full) (hot) (plugged) (poured) (stuck))
  (:action go :parameters () :precondition (not (at-sink)) :effect (at-sink))
  (:action fill :parameters () :precondition (at-sink) :effect (full))
  (:action plug :parameters () :precondition () :effect (plugged))
  (:action boil :parameters () :precondition (and (full) (plugged)) :effect (hot))
  (:action pour :parameters () :precondition (hot) :effect (poured))
  (:action shake :parameters () :precondition (stuck) :effect (poured)))";
const PROBLEM: &str = "(define (problem cup) (:domain tea) (:init) (:goal (poured)))";

fn report(plan: &str, options: &Options) -> Report {
    check(Some(DOMAIN.as_bytes()), Some(PROBLEM.as_bytes()), Some(plan.as_bytes()), options)
}

#[test]
fn the_chain_starts_in_the_state_before_the_step() {
    let report = report("(go)\n(pour)\n", &Options::default());
    let finding = report.findings.first().expect("the plan fails");
    assert_eq!((finding.category, finding.step), (Category::MissingStep, Some(2)));
    // `go` was taken; what is left takes three steps, in one of several orders.
    assert_eq!(finding.achievers.len(), 3, "{:?}", finding.achievers);
    assert_eq!(finding.achievers.last().map(String::as_str), Some("(boil)"));
    assert!(
        finding.help.starts_with("Insert (") && finding.help.contains("(boil) before this step"),
        "{}",
        finding.help
    );
    // Inserted, they mend the plan.
    let mended = format!("(go)\n{}\n(pour)\n", finding.achievers.join("\n"));
    assert!(self::report(&mended, &Options::default()).succeeds, "{mended}");
}

#[test]
fn no_chain_is_named_where_none_is_wanted() {
    // What can never hold is no missing step; a later step of the plan is named instead of a chain.
    for plan in ["(shake)\n", "(go)\n(boil)\n(fill)\n(plug)\n"] {
        let report = report(plan, &Options::default());
        let finding = report.findings.first().expect("the plan fails");
        assert_ne!(finding.category, Category::MissingStep, "{plan}");
        assert!(finding.achievers.is_empty(), "{plan}");
    }
    // Without a budget for it the message is the plain one.
    let mut options = Options::default();
    options.budgets.achiever = 0;
    let report = report("(pour)\n", &options);
    let finding = report.findings.first().expect("the plan fails");
    assert_eq!(finding.category, Category::MissingStep);
    assert!(finding.achievers.is_empty() && finding.help.contains("makes (hot) true"), "{}", finding.help);
}

#[test]
fn only_the_first_finding_has_a_chain() {
    let report = report("(boil)\n(pour)\n", &Options::default());
    let with: Vec<bool> = report.findings.iter().map(|finding| !finding.achievers.is_empty()).collect();
    assert_eq!(with.iter().position(|has| *has), Some(0), "{with:?}");
    assert_eq!(with.iter().filter(|has| **has).count(), 1, "{with:?}");
}
