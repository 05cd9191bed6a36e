//! Large and deep texts: no stack overflows, no quadratic surprises, and a word where something is too much.

use crate::{sound, support};
use stepguard_task::Bindings;

/// Runs in a thread whose stack is smaller than what a page gives to WebAssembly.
fn with_little_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(384 << 10).spawn(work);
    thread.expect("a thread can be started").join().expect("the stack is large enough");
}

#[test]
fn deep_formulas_need_little_stack() {
    with_little_stack(|| {
        let deep = |open: &str, inner: &str, depth: usize| {
            format!(
                "{}{inner}{}",
                open.repeat(depth),
                ")".repeat(open.matches('(').count() * depth - open.matches(')').count() * depth)
            )
        };
        for open in
            ["(and ", "(or (p) ", "(not ", "(imply (p) ", "(forall (?x) ", "(exists (?x - t) ", "(and (or (not "]
        {
            let levels =
                180 / open.trim_end().matches(" (").count().max(1) / if open == "(and (or (not " { 2 } else { 1 };
            let formula = deep(open, "(p)", levels);
            let text = format!(
                "(define (domain d) (:requirements :adl :derived-predicates) (:types t) (:predicates (p) (q)) \
                 (:derived (q) {formula}) (:action a :parameters () :precondition {formula} :effect (when {formula} (p))))\
                 (define (problem p) (:domain d) (:init) (:goal {formula}))"
            );
            let checked = support::check_one(&text);
            let listing = checked.listing();
            let task = checked.task.expect(&listing);
            sound::assert_sound(&task);
            let mut out = String::new();
            task.write_formula(&mut out, &task.goal, Bindings::NONE);
            assert!(out.len() >= formula.len() - 8, "{open}");
        }
        // Terms, arithmetic, effects and constraints.
        let term = deep("(f ", "o", 180);
        let sum = deep("(+ 1 ", "(n)", 180);
        let effect = deep("(forall (?x) (when (p) ", "(p)", 90);
        let rule = deep("(forall (?x) ", "(always (p))", 180);
        let text = format!(
            "(define (domain d) (:requirements :adl :object-fluents :numeric-fluents :constraints) (:constants o) (:predicates (p))\
             (:functions (f ?x) - object (n) - number) (:constraints {rule})\
             (:action a :parameters () :precondition (and (= {term} o) (> {sum} 0)) :effect (and {effect} (assign (n) {sum}))))\
             (define (problem p) (:domain d) (:init) (:goal (p)))"
        );
        let checked = support::check_one(&text);
        let listing = checked.listing();
        sound::assert_sound(&checked.task.expect(&listing));
    });
}

#[test]
fn what_would_be_too_large_is_said() {
    // Every effect in the innermost `when` repeats all conditions.
    let condition = format!("(and {})", "(p) ".repeat(3000));
    let effects = "(p) ".repeat(3000);
    let text = format!(
        "(define (domain d) (:requirements :adl) (:predicates (p)) \
         (:action a :parameters () :effect (when {condition} (and {effects}))))\
         (define (problem p) (:domain d) (:init) (:goal (p)))"
    );
    let checked = support::check_one(&text);
    assert!(checked.task.is_none() && checked.has("M0901"), "{}", checked.listing());
    assert_eq!(checked.own.len(), 1);

    let types: String = (0..10_050).map(|i| format!("t{i} ")).collect();
    let text = format!(
        "(define (domain d) (:requirements :typing) (:types {types}) (:predicates (p)))\
         (define (problem p) (:domain d) (:init) (:goal (p)))"
    );
    let checked = support::check_one(&text);
    assert!(checked.task.is_none() && checked.has("M0901"), "{}", checked.listing());
}

#[test]
fn thousands_of_faults_are_counted() {
    let facts: String = (0..5000).map(|i| format!("(on b{i} c{i}) ")).collect();
    let objects: String = (0..3000).map(|i| format!("obj-{i} ")).collect();
    let text = format!(
        "(define (domain d) (:requirements :strips) (:predicates (on ?a ?b)))\
         (define (problem p) (:domain d) (:objects {objects}) (:init {facts}) (:goal (and {})))",
        "(under x) ".repeat(3000)
    );
    let checked = support::check_one(&text);
    let count = |code: &str| checked.own.iter().filter(|d| d.code == code).count();
    assert_eq!((count("M0104"), count("M0101")), (200, 20));
    let last = checked.own.iter().rfind(|d| d.code == "M0101").expect("there are some");
    assert!(last.help.ends_with("2980 more of this kind are not listed."), "{}", last.help);
}

#[test]
fn chains_and_stars_of_types_are_quick() {
    // 2,000 types, each below the one before, all used, with objects of the lowest one.
    let types: String = (1..2000).map(|i| format!("t{i} - t{} ", i - 1)).collect();
    let predicates: String = (0..2000).map(|i| format!("(p{i} ?x - t{i}) ")).collect();
    let objects: String = (0..500).map(|i| format!("o{i} - t1999 ")).collect();
    let text = format!(
        "(define (domain d) (:requirements :typing) (:types {types}) (:predicates {predicates}))\
         (define (problem p) (:domain d) (:objects {objects}) (:init (p0 o1) (p1999 o2)) (:goal (p7 o3)))"
    );
    let checked = support::check_one(&text);
    let listing = checked.listing();
    let task = checked.task.expect(&listing);
    assert_eq!(task.type_exprs.len(), 2001);
    assert!(task.type_exprs[1..].iter().all(|expr| expr.members.len() == 500));
}
