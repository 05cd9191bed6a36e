//! What a search cannot find it proves: the independent checker accepts the certificate of every task that is exhausted.

use proptest::prop_assert;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use stepguard_naive::generate::{Sample, sketch};
use stepguard_proof::{Certificate, check};
use stepguard_search::{Budget, Found, GroundBudget, GroundTask, Measure, certify, greedy, optimal, prove_by_pairs};
use stepguard_task::Task;
use stepguard_text::{Interner, TextId};

fn task(domain: &str, problem: &str) -> Task {
    let mut names = Interner::new();
    let domain = stepguard_pddl::parse(domain, TextId::Domain, &mut names).definitions.domains.remove(0);
    let problem = stepguard_pddl::parse(problem, TextId::Problem, &mut names).definitions.problems.remove(0);
    stepguard_task::build(&domain, &problem, names).task.expect("it is well formed")
}

fn prove(sample: &Sample, kinds: &std::cell::RefCell<[usize; 4]>) -> Result<(), TestCaseError> {
    let task = task(&sample.domain, &sample.problem);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is small");
    let budget = Budget { nodes: 400, ..Budget::default() };
    if let Some((certificate, _)) = prove_by_pairs(&ground, budget) {
        kinds.borrow_mut()[1] += 1;
        let solved = matches!(greedy(&ground, budget, &mut |_| true).found, Found::Plan { .. });
        prop_assert!(!solved, "{certificate:?}\n{}\n{}", sample.domain, sample.problem);
    }
    for found in
        [greedy(&ground, budget, &mut |_| true).found, optimal(&ground, Measure::Steps, budget, &mut |_| true).found]
    {
        let Found::Exhausted(closed, values) = found else { continue };
        let fail = |why: String| TestCaseError::fail(format!("{why}\n{}\n{}", sample.domain, sample.problem));
        let proved = certify(&ground, &closed, &values, budget, &mut |_| true);
        let certificate = match proved {
            Ok((certificate, _)) => certificate,
            // The checker's own relaxation may be less sharp, and everything that can be reached too much.
            Err(_) if beyond(&ground, budget) => {
                kinds.borrow_mut()[3] += 1;
                continue;
            }
            Err(why) => return Err(fail(why.to_string())),
        };
        let bytes = certificate.to_bytes().map_err(|why| fail(why.to_string()))?;
        let read = Certificate::from_bytes(&bytes).map_err(|why| fail(why.to_string()))?;
        let summary = check(&task, &read, stepguard_proof::Budget::default()).map_err(|why| fail(why.to_string()))?;
        let kind = ["relaxed", "h2", "exhausted"].iter().position(|kind| *kind == summary.kind).unwrap_or(0);
        kinds.borrow_mut()[kind] += 1;
    }
    Ok(())
}

/// Whether even the plain search through all states runs out of its budget.
fn beyond(ground: &GroundTask<'_>, budget: Budget) -> bool {
    matches!(stepguard_search::exhaust(ground, budget, &mut |_| true).found, Found::Budget { .. })
}

#[test]
fn what_is_exhausted_is_proved() {
    let kinds = std::cell::RefCell::new([0; 4]);
    let mut runner = TestRunner::new(Config { cases: 400, ..Config::default() });
    runner.run(&sketch(), |sketch| prove(&sketch.sample(), &kinds)).unwrap_or_else(|error| unreachable!("{error}"));
    let [relaxed, pairs, exhausted, unproved] = *kinds.borrow();
    println!("{relaxed} relaxed, {pairs} by pairs, {exhausted} exhausted, {unproved} beyond the budget");
    assert!(unproved * 20 <= relaxed + exhausted, "{unproved} without a proof");
    assert!(relaxed >= 20 && exhausted >= 20, "too few proofs were tried: {relaxed} and {exhausted}");
}

/// Two blocks on each other: everything is in reach by itself, the two together are not.
#[test]
fn two_blocks_on_each_other() {
    let domain = "(define (domain blocks) (:predicates (on ?x ?y) (table ?x) (clear ?x))
        (:action stack :parameters (?x ?y)
            :precondition (and (table ?x) (clear ?x) (clear ?y) (not (= ?x ?y)))
            :effect (and (on ?x ?y) (not (table ?x)) (not (clear ?y))))
        (:action unstack :parameters (?x ?y)
            :precondition (and (on ?x ?y) (clear ?x))
            :effect (and (table ?x) (clear ?y) (not (on ?x ?y)))))";
    let problem = "(define (problem p) (:domain blocks) (:objects a b c d e f g h)
        (:init (table a) (table b) (table c) (table d) (table e) (table f) (table g) (table h)
            (clear a) (clear b) (clear c) (clear d) (clear e) (clear f) (clear g) (clear h))
        (:goal (and (on a b) (on b a))))";
    let task = task(domain, problem);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is small");
    let proof = prove_by_pairs(&ground, Budget::default());
    assert_eq!(proof.map(|(_, summary)| summary.kind), Some("h2"));
}
