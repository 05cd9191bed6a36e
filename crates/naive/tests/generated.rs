//! The generator and the plain evaluator against each other: what is generated is varied and well-formed, and what can
//! be reached is never called unreachable.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeMap;
use stepguard_naive::generate::{read, sketch};
use stepguard_naive::relaxed::{Reachable, Relaxed};
use stepguard_naive::{Oracle, World, judge_with};

#[test]
fn samples_show_everything() {
    let mut runner = TestRunner::deterministic();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..1000 {
        let sample = sketch().new_tree(&mut runner).expect("a sketch").current().sample();
        let (names, domain, problem) = read(&sample.domain, &sample.problem).expect("it is written to be read");
        let world = World::new(&names, &domain, &problem).expect("it has strata");
        let verdict = judge_with(&world, &sample.steps, &Oracle::Relaxed(Relaxed::explore(&world)));
        let mut count = |what: String| *seen.entry(what).or_default() += 1;
        count(format!("{:?}", verdict.outcome));
        count(format!("safe: {}", verdict.safe));
        for finding in &verdict.findings {
            count(format!("{:?}/{}", finding.category, finding.kind));
        }
        for rule in verdict.rules.iter().filter(|rule| rule.violated_at.is_some()) {
            count(format!("violated: {}", rule.operator));
        }
    }
    println!("{seen:#?}");
    let expected = [
        "Valid",
        "Invalid",
        "safe: true",
        "safe: false",
        "Grammar/unknown-action",
        "Grammar/unknown-object",
        "Grammar/wrong-arity",
        "Affordance/wrong-type",
        "Affordance/lacks-property",
        "Affordance/conflicting-effects",
        "Affordance/division-by-zero",
        "WrongTemporalOrder/undone-earlier",
        "WrongTemporalOrder/comes-too-late",
        "WrongTemporalOrder/interferes",
        "MissingStep/never-established",
        "MissingStep/undefined-value",
        "AdditionalStep/no-effect",
        "AdditionalStep/already-done",
        "UnmetGoal/never-achieved",
        "UnmetGoal/undone",
        "violated: always",
        "violated: sometime",
        "violated: within",
        "violated: sometime-after",
        "violated: sometime-before",
        "violated: always-within",
        "violated: hold-during",
        "violated: hold-after",
        "violated: at-end",
    ];
    for what in expected {
        assert!(seen.contains_key(what), "no sample shows {what}: {seen:#?}");
    }
    assert!(seen["Valid"] >= 100, "{seen:#?}");
}

#[test]
fn what_is_reached_is_never_unreachable() {
    let mut runner = TestRunner::new(Config { cases: 256, failure_persistence: None, ..Config::default() });
    runner
        .run(&sketch(), |sketch| {
            let sample = sketch.sample();
            let (names, domain, problem) = read(&sample.domain, &sample.problem).expect("it is written to be read");
            let world = World::new(&names, &domain, &problem).expect("it has strata");
            let Some(reachable) = Reachable::explore(&world, 200) else { return Ok(()) };
            let relaxed = Relaxed::explore(&world);
            for state in reachable.states() {
                for fact in state.facts.iter().chain(&state.derived) {
                    proptest::prop_assert!(relaxed.can_be_true.contains(fact), "{fact}\n{}", sample.domain);
                }
            }
            let exact = judge_with(&world, &sample.steps, &Oracle::Exact(reachable));
            let loose = judge_with(&world, &sample.steps, &Oracle::Relaxed(relaxed));
            for (exact, loose) in exact.findings.iter().zip(&loose.findings) {
                for (exact, loose) in exact.labels.iter().zip(&loose.labels) {
                    if exact.literal == loose.literal {
                        proptest::prop_assert!(loose.achievable || !exact.achievable, "{exact:?} {loose:?}");
                    }
                }
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
