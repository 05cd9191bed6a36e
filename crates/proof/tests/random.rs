//! On generated tasks: what is accepted has no plan, and what the plain prover exhausts is accepted.

mod support;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use stepguard_naive::generate::sketch;
use stepguard_proof::{Evidence, Invariant, Literal, Rejection};
use support::{Found, Node, Prover, certificate, h2, read, relaxed, verdict};

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Generated texts; the same ones every time unless `STEPGUARD_SEED` and `STEPGUARD_SAMPLES` say otherwise.
fn samples(count: u64) -> Vec<(String, String)> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("STEPGUARD_SEED").unwrap_or(7).to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..number("STEPGUARD_SAMPLES").unwrap_or(count))
        .map(|_| {
            let sample = sketch().new_tree(&mut runner).expect("strategies give sketches").current().sample();
            (sample.domain, sample.problem)
        })
        .collect()
}

#[test]
fn what_is_exhausted_is_accepted_and_nothing_with_a_plan() {
    let (mut proved, mut plans, mut open, mut ruled) = (0, 0, 0, 0);
    for (domain, problem) in samples(300) {
        let Some(texts) = read(&domain, &problem) else { continue };
        let prover = Prover::new(&texts);
        match prover.exhaust(400) {
            Found::Open => open += 1,
            Found::Nothing(nodes, broken) => {
                let evidence = prover.exhausted(&nodes, &broken);
                let result = verdict(&texts.task, &certificate(&texts.task, Evidence::Exhausted(evidence)));
                assert!(result.is_ok(), "{}\n{domain}{problem}", result.expect_err("it is none"));
                proved += 1;
                ruled += u32::from(texts.task.rules.iter().any(|rule| rule.hard));
            }
            Found::Plan(nodes, last) => {
                plans += 1;
                // The states found so far, and the same without the success: neither is a proof.
                let all = prover.exhausted(&nodes, &[]);
                let without: Vec<_> =
                    nodes.iter().enumerate().filter(|(at, _)| *at != last).map(|(_, node)| node.clone()).collect();
                for evidence in [all, prover.exhausted(&without, &[])] {
                    for dead_ends in [false, true] {
                        let mut evidence = evidence.clone();
                        evidence.dead_ends = dead_ends;
                        let result = verdict(&texts.task, &certificate(&texts.task, Evidence::Exhausted(evidence)));
                        assert!(result.is_err(), "there is a plan\n{domain}{problem}");
                    }
                }
            }
        }
    }
    println!("{proved} proved, {ruled} of them with rules; {plans} with a plan; {open} too large");
    if number("STEPGUARD_SAMPLES").is_none() {
        assert!(proved > 50 && ruled > 30 && plans > 60, "the sample says something");
    }
}

#[test]
fn relaxations_and_invariants_are_accepted_only_without_a_plan() {
    let (mut by_relaxation, mut by_invariant, mut plans, mut neither) = (0, 0, 0, 0);
    let mut checked = 0;
    for (domain, problem) in samples(300) {
        let Some(texts) = read(&domain, &problem) else { continue };
        let (frame, relaxation) = relaxed(&texts.task);
        let (claims, invariant) = if frame.facts.len() <= 14 {
            h2(&texts.task, &frame)
        } else {
            (Invariant::default(), Err(Rejection::Success("not tried".to_owned())))
        };
        let prover = Prover::new(&texts);
        let found = prover.exhaust(300);
        let has_plan = matches!(found, Found::Plan(..));
        // What is claimed of all states on the way of a plan that succeeds is true of those of this one; and of all
        // states where there are no rules.
        let states: Vec<&Node> = match &found {
            Found::Plan(nodes, _) if texts.task.rules.is_empty() => nodes.iter().collect(),
            Found::Nothing(nodes, _) if texts.task.rules.is_empty() => nodes.iter().collect(),
            Found::Plan(nodes, last) => {
                std::iter::successors(Some(&nodes[*last]), |node| node.parent.map(|parent| &nodes[parent])).collect()
            }
            _ => Vec::new(),
        };
        let initial = prover.world.initial();
        for node in states {
            let facts: BTreeSet<_> = node.state.facts.iter().map(|fact| prover.fact(fact)).collect();
            let holds = |literal: Literal| facts.contains(&frame.facts[literal.fact() as usize]) == literal.holds();
            for fact in node.state.facts.symmetric_difference(&initial.facts) {
                assert!(frame.facts.contains(&prover.fact(fact)), "{fact} changes\n{domain}{problem}");
            }
            for claim in &claims.never {
                assert!(!holds(*claim), "{claim:?} holds in {:?}\n{domain}{problem}", node.state.facts);
            }
            for (left, right) in &claims.exclusive {
                let both = holds(*left) && holds(*right);
                assert!(!both, "{left:?} and {right:?} hold in {:?}\n{domain}{problem}", node.state.facts);
            }
            checked += claims.never.len() + claims.exclusive.len();
        }
        plans += u32::from(has_plan);
        for result in [&relaxation, &invariant] {
            assert!(!(has_plan && result.is_ok()), "there is a plan, but {result:?}\n{domain}{problem}");
            assert!(
                matches!(result, Ok(_) | Err(Rejection::Success(_))),
                "a closed claim ends in an answer: {result:?}\n{domain}{problem}"
            );
        }
        by_relaxation += u32::from(relaxation.is_ok());
        by_invariant += u32::from(invariant.is_ok() && relaxation.is_err());
        neither += u32::from(relaxation.is_err() && invariant.is_err() && !has_plan);
        assert!(
            !(relaxation.is_ok() && frame.facts.len() <= 14 && invariant.is_err()),
            "what the relaxation shows the invariant shows: {invariant:?}\n{domain}{problem}"
        );
    }
    println!("{by_relaxation} by relaxation, {by_invariant} more by an invariant, {plans} with a plan, {neither} else");
    println!("{checked} claims compared with states");
    if number("STEPGUARD_SAMPLES").is_none() {
        assert!(by_relaxation > 30 && plans > 50 && checked > 200, "the sample says something");
    }
}
