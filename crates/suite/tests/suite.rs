//! The shipped suite: every family compiles without a word, and every certificate holds.

use std::fmt::Write as _;
use stepguard_suite::{Effort, certify, compile, families, shipped};

#[test]
fn every_family_compiles() {
    let compiled = compile(&families());
    let told: String = compiled.problems.iter().fold(String::new(), |mut all, problem| {
        let _ = writeln!(all, "{problem}");
        all
    });
    assert!(told.is_empty(), "{told}");
    assert!(!compiled.scenarios.is_empty());
}

#[test]
fn every_scenario_is_certified_in_all_points() {
    let scenarios = shipped().expect("the other test says what is wrong");
    let mut told = String::new();
    for scenario in &scenarios {
        let certificate = certify(scenario, Effort::default());
        for point in certificate.points.iter().filter(|point| !point.holds) {
            let _ = writeln!(told, "{}: {}. {}: {:#?}", scenario.id, point.number, point.claim, point.faults);
        }
        assert_eq!(certificate.certified, certificate.points.iter().all(|point| point.holds));
    }
    assert!(told.is_empty(), "{told}");
}
