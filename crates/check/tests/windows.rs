//! `hold-during` speaks of the states of its window, which has its beginning and not its end; an empty one demands nothing.

use stepguard_check::{Options, check};
use stepguard_report::{RuleStatus, Safety};

/// The status of the rule for a run in which `(on)` holds in the states 0 and 1 and in no later one.
fn status(rule: &str) -> (RuleStatus, Safety) {
    let domain = "(define (domain d) (:requirements :strips :constraints) (:predicates (on) (p))
        (:action wait :effect (p)) (:action stop :effect (not (on))))";
    let problem = format!("(define (problem x) (:domain d) (:init (on)) (:goal (p)) (:constraints {rule}))");
    let plan = "(wait)\n(stop)\n(wait)\n(wait)";
    let report = check(Some(domain.as_bytes()), Some(problem.as_bytes()), Some(plan.as_bytes()), &Options::default());
    (report.rules[0].status, report.safety)
}

#[test]
fn an_empty_window_demands_nothing() {
    for empty in ["3 3", "3 2", "3 0", "2.5 2.5", "9 9", "9 4"] {
        assert_eq!(status(&format!("(hold-during {empty} (on))")), (RuleStatus::Kept, Safety::Safe), "{empty}");
    }
}

#[test]
fn a_window_has_its_beginning_and_not_its_end() {
    for (window, kept) in
        [("0 2", true), ("0 2.5", false), ("1.5 2", true), ("2 3", false), ("1 9", false), ("7 9", false)]
    {
        let expected = if kept { RuleStatus::Kept } else { RuleStatus::Violated };
        assert_eq!(status(&format!("(hold-during {window} (on))")).0, expected, "{window}");
    }
}
