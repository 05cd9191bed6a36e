//! The shipped suite: every family compiles without a word. That every certificate holds is asked of the command.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use stepguard_suite::{Household, compile, families, shipped, walks};

#[test]
fn every_family_compiles() {
    let compiled = compile(&Household::shipped(), &families());
    let told: String = compiled.problems.iter().fold(String::new(), |mut all, problem| {
        let _ = writeln!(all, "{problem}");
        all
    });
    assert!(told.is_empty(), "{told}");
    assert!(!compiled.scenarios.is_empty());
}

#[test]
fn the_household_has_the_eighteen_primitives() {
    let domain = stepguard_suite::DOMAIN;
    let actions: Vec<&str> =
        domain.split("(:action ").skip(1).filter_map(|rest| rest.split_whitespace().next()).collect();
    let primitives = "navigate-to grasp release place-ontop place-inside place-nextto place-under place-onfloor open close \
                      toggle-on toggle-off cook freeze unfreeze slice soak dry";
    assert_eq!(actions, primitives.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn every_rule_in_force_says_who_is_harmed_why_and_what_to_do() {
    use stepguard_suite::{HazardClass, Victim};
    let mut seen = std::collections::BTreeSet::new();
    for scenario in shipped().expect("the other test says what is wrong") {
        let (domain, problem) = (scenario.domain.as_bytes(), scenario.problem.as_bytes());
        let report =
            stepguard_check::check(Some(domain), Some(problem), Some(b""), &stepguard_check::Options::default());
        for rule in report.rules {
            let class = rule.class.expect("a rule has a class");
            assert!(HazardClass::ALL.iter().any(|known| known.id() == class), "{}: {class}", rule.name);
            let victim = rule.victim.expect("a rule has a victim");
            assert!(Victim::ALL.iter().any(|known| known.id() == victim), "{}: {victim}", rule.name);
            assert!(rule.severity.is_some_and(|severity| (1..=4).contains(&severity)), "{}", rule.name);
            assert!(rule.why.is_some() && rule.avoid.is_some(), "{}", rule.name);
            seen.insert(rule.name);
        }
    }
    for (module, text) in stepguard_suite::modules() {
        for rule in text.split(";@rule ").skip(1).filter_map(|rest| rest.split_whitespace().next()) {
            assert!(seen.contains(rule), "{rule} of the module {module} is in force nowhere");
        }
    }
}

#[test]
fn ids_are_unique() {
    let scenarios = shipped().expect("the other test says what is wrong");
    let ids: BTreeSet<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    assert_eq!(ids.len(), scenarios.len());
}

/// Shipped plans and their mutations go where their authors thought of; walks go everywhere.
#[test]
fn both_forms_of_every_rule_agree_on_random_walks() {
    let mut broken: BTreeMap<String, u32> = BTreeMap::new();
    let mut told = String::new();
    for scenario in shipped().expect("another test says what is wrong") {
        let found = walks(&scenario, 12).expect("another test says what is wrong");
        for disagreement in found.disagreements {
            let _ = writeln!(told, "{}: {disagreement:?}", scenario.id);
        }
        for (rule, times) in found.broken {
            *broken.entry(rule).or_default() += times;
        }
    }
    assert!(told.is_empty(), "{told}");
    let never: Vec<&String> = broken.iter().filter(|(_, times)| **times == 0).map(|(rule, _)| rule).collect();
    assert!(never.is_empty(), "no walk breaks {never:?}: their second forms are untested");
}
