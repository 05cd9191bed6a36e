//! Texts that nest as deeply as they may, on a stack as small as a browser's.

mod support;

use std::fmt::Write as _;
use stepguard_proof::{Evidence, Frame, Rejection};
use support::{certificate, read, verdict};

fn nested(depth: usize, open: impl Fn(usize) -> String, core: &str) -> String {
    let mut text = String::new();
    for level in 0..depth {
        text.push_str(&open(level));
    }
    text.push_str(core);
    text.push_str(&")".repeat(depth));
    text
}

#[test]
fn deep_conditions_fit_on_a_small_stack() {
    let depth = 180;
    let mut conditions = vec![
        nested(depth, |level| format!("({} (?v{level}) ", if level % 2 == 0 { "forall" } else { "exists" }), "(p a)"),
        nested(depth, |_| "(not ".to_owned(), "(p a)"),
        nested(depth, |level| format!("({} (p b) ", ["and", "or", "imply"][level % 3]), "(p a)"),
        format!("(p {})", nested(depth, |_| "(f ".to_owned(), "a")),
        format!("(< 0 {})", nested(depth, |_| "(+ 1 ".to_owned(), "(n)")),
    ];
    let mut all = "(and".to_owned();
    for condition in &conditions[..2] {
        let _ = write!(all, " {condition}");
    }
    conditions.push(all + ")");
    for condition in conditions {
        let domain = format!(
            "(define (domain house) (:requirements :adl :fluents :object-fluents :derived-predicates :constraints)
              (:constants a b) (:predicates (p ?x) (q) (d)) (:functions (n) - number (f ?x) - object)
              (:derived (d) {condition})
              (:action act :parameters (?x) :precondition {condition}
                :effect (and (when {condition} (q)) (p ?x) (assign (f ?x) b) (increase (n) 1))))"
        );
        let problem = format!(
            "(define (problem evening) (:domain house) (:init (= (n) 0) (= (f a) a)) (:goal (and (d) {condition} (q)))
              (:constraints (always (not (and (q) {condition})))))"
        );
        let run = move || {
            let texts = read(&domain, &problem).expect("the texts are in order");
            let words = support::Words::new(&texts.task);
            // Nothing may change, and everything may: then nothing can be left out of conditions.
            for frame in [Frame::default(), words.all()] {
                let width = stepguard_proof::StateLayout::new(frame.facts.len(), frame.fluents.len(), 1, 0).bytes();
                let exhausted = stepguard_proof::Exhausted {
                    frame: frame.clone(),
                    values: vec![stepguard_proof::Value::Undefined],
                    states: stepguard_proof::States::new(width),
                    dead_ends: true,
                };
                let invariant = stepguard_proof::Invariant { frame: frame.clone(), ..Default::default() };
                for evidence in [Evidence::Relaxed(frame), Evidence::H2(invariant), Evidence::Exhausted(exhausted)] {
                    let result = verdict(&texts.task, &certificate(&texts.task, evidence));
                    assert!(!matches!(result, Err(Rejection::Malformed(_))), "{result:?}");
                }
            }
        };
        std::thread::Builder::new()
            .stack_size(1 << 20)
            .spawn(run)
            .expect("a thread can be started")
            .join()
            .expect("it does not fail");
    }
}
