//! A domain without its problem, a problem without its domain: what can be said is said, and no more.

use crate::support;

fn lines(text: &str) -> Vec<String> {
    let checked = support::check_one(text);
    assert!(checked.task.is_none() && !checked.complete);
    checked.own.iter().map(|d| checked.line(d)).collect()
}

#[test]
fn a_domain_alone_is_checked_but_for_its_objects() {
    assert_eq!(
        lines(
            "(define (domain d) (:requirements :typing) (:types tool) (:predicates (have ?t - tool) (done))
  (:action a :parameters (?t - tool)
    :precondition (and (have spanner) (hav ?t) (have ?u) (have t))
    :effect (done)))"
        ),
        [
            "warning M0107 Pasted:3 [spanner] spanner is not among the domain's constants",
            "error M0101 Pasted:3 [hav] predicate hav is not declared",
            "error M0105 Pasted:3 [?u] ?u is not a parameter of a",
            // A parameter of this name makes it plain what was meant.
            "error M0104 Pasted:3 [t] object t is not declared",
        ]
    );
}

#[test]
fn a_problem_alone_is_checked_for_what_needs_no_domain() {
    assert_eq!(
        lines(
            "(define (problem p) (:domain somewhere)
  (:objects a - cup b - cup a - cup c - plate c - bowl)
  (:init (on a b) (on a table) (clear ?x) (not (on a b)) (= (weight a) 1) (= (weight a) 2) (= (weight a) 2) (= (place a) b)
    (on a) (at 5 (on b a)))
  (:goal (and (on a b) (on ?y b) (anything at all) (> (size a) 3) (= (place a) b) (forall (?z - saucer) (on ?z a)) (preference q (on a b))))
  (:constraints (always (on a ?w)))
  (:metric minimize (+ (is-violated q) (is-violated of-the-domain) (total-cost) total-time)))"
        ),
        [
            "warning M0308 Pasted:2 [a] a is declared twice",
            "error M0309 Pasted:2 [c] c is already declared as a plate",
            "error M0105 Pasted:3 [?x] ?x is a variable that nothing binds",
            "error M0402 Pasted:3 [(not (on a b))] (on a b) is said to be true and false",
            "error M0403 Pasted:3 [(= (weight a) 2)] (weight a) is given two different values",
            "error M0403 Pasted:3 [(= (weight a) 2)] (weight a) is given two different values",
            "warning U0202 Pasted:4 [(at 5 (on b a))] timed initial literals are read and checked, but not executed yet",
            "error M0105 Pasted:5 [?y] ?y is a variable that nothing binds",
            "error M0105 Pasted:6 [?w] ?w is a variable that nothing binds",
        ]
    );
}
