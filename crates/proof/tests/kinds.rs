//! Small tasks without a plan, and what each kind of evidence says of them; and the same for tasks that have one after
//! all, by a hair's breadth.

mod support;

use stepguard_proof::{Evidence, Rejection};
use support::cases::{By, impossible, possible, texts};
use support::{Found, Prover, certificate, h2, relaxed, verdict};

#[test]
fn every_kind_proves_what_it_can() {
    for (name, source, by) in impossible() {
        let texts = texts(&source);
        let prover = Prover::new(&texts);
        let (nodes, broken) = prover.exhaust(5000).nothing().expect(name);
        let exhausted = prover.exhausted(&nodes, &broken);
        let result = verdict(&texts.task, &certificate(&texts.task, Evidence::Exhausted(exhausted)));
        assert!(result.is_ok(), "{name}: {result:?}");
        let (frame, relaxation) = relaxed(&texts.task);
        let (_, invariant) = h2(&texts.task, &frame);
        let weakest = match (&relaxation, &invariant) {
            (Ok(_), Ok(_)) => By::Relaxation,
            (Err(Rejection::Success(_)), Ok(_)) => By::Invariant,
            (Err(Rejection::Success(_)), Err(Rejection::Success(_))) => By::Exhaustion,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(weakest, by, "{name}: {relaxation:?} {invariant:?}");
    }
}

#[test]
fn nothing_is_proved_of_what_is_possible() {
    for (name, source) in possible() {
        let texts = texts(&source);
        let prover = Prover::new(&texts);
        let Found::Plan(nodes, last) = prover.exhaust(5000) else { panic!("{name}: there is no plan") };
        let (frame, relaxation) = relaxed(&texts.task);
        let (_, invariant) = h2(&texts.task, &frame);
        for result in [relaxation, invariant] {
            assert!(matches!(result, Err(Rejection::Success(_))), "{name}: {result:?}");
        }
        let all = prover.exhausted(&nodes, &[]);
        let result = verdict(&texts.task, &certificate(&texts.task, Evidence::Exhausted(all)));
        assert!(result.is_err(), "{name}: {result:?}");
        let before: Vec<_> = nodes[..last].to_vec();
        let without = prover.exhausted(&before, &nodes.iter().map(|node| node.state.clone()).collect::<Vec<_>>());
        for dead_ends in [false, true] {
            let mut without = without.clone();
            without.dead_ends = dead_ends;
            let result = verdict(&texts.task, &certificate(&texts.task, Evidence::Exhausted(without)));
            assert!(result.is_err(), "{name}: {result:?}");
        }
    }
}
