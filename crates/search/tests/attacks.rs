//! Cases that once had a wrong answer, or took more than their budget.

use stepguard_search::{
    Budget, Counted, Counting, Found, GroundBudget, GroundTask, Measure, Obstacle, count, exhaust, greedy, optimal,
};
use stepguard_task::Task;
use stepguard_text::{Interner, TextId};

fn task(domain: &str, problem: &str) -> Task {
    let mut names = Interner::new();
    let domain = stepguard_pddl::parse(domain, TextId::Domain, &mut names).definitions.domains.remove(0);
    let problem = stepguard_pddl::parse(problem, TextId::Problem, &mut names).definitions.problems.remove(0);
    stepguard_task::build(&domain, &problem, names).task.expect("it is well formed")
}

fn grounded(task: &Task) -> GroundTask<'_> {
    GroundTask::new(task, true, &GroundBudget::default()).expect("it is small")
}

/// Names with numbers, each as `text` with the number in place of `#`.
fn each(count: usize, text: &str) -> String {
    (0..count).map(|number| text.replace('#', &number.to_string())).collect::<Vec<_>>().join(" ")
}

/// A precondition of many literals says that a fact holds, that it does not, and once more that it does.
#[test]
fn a_contradiction_stays_one_however_often_the_fact_is_named() {
    let many = each(17, "(q#)");
    let domain = format!(
        "(define (domain d) (:predicates {many} (p) (g))
        (:action fill :effect (and (p) {many}))
        (:action empty :precondition (p) :effect (and (not (p)) {}))
        (:action finish :precondition (and {many} (p) (not (p)) (p)) :effect (g)))",
        each(17, "(not (q#))")
    );
    let task = task(&domain, "(define (problem p) (:domain d) (:init) (:goal (g)))");
    let ground = grounded(&task);
    for found in [
        greedy(&ground, Budget::default(), &mut |_| true).found,
        optimal(&ground, Measure::Steps, Budget::default(), &mut |_| true).found,
        exhaust(&ground, Budget::default(), &mut |_| true).found,
    ] {
        assert!(matches!(found, Found::Exhausted(..)), "{found:?}");
    }
}

/// The cheap plan leads through a number that is too long to be searched: the dear one is not called cheapest.
#[test]
fn a_plan_is_not_cheapest_beside_states_that_were_not_looked_at() {
    let domain = format!(
        "(define (domain d) (:requirements :numeric-fluents) (:predicates (g)) (:functions (x) (total-cost))
        (:action square :effect (and (assign (x) (* (x) (x))) (increase (total-cost) 1)))
        (:action dear :effect (and (g) (increase (total-cost) 100)))
        (:action cheap :precondition (> (x) (* {0} {0})) :effect (and (g) (increase (total-cost) 1))))",
        format!("1{}", "0".repeat(630))
    );
    let problem = |goal: &str| {
        format!(
            "(define (problem p) (:domain d) (:init (= (x) 2) (= (total-cost) 0)) (:goal {goal})
            (:metric minimize (total-cost)))"
        )
    };
    let with_plan = task(&domain, &problem("(g)"));
    let ground = grounded(&with_plan);
    let Found::Plan { cost, optimal: best, .. } =
        optimal(&ground, Measure::Cost, Budget::default(), &mut |_| true).found
    else {
        unreachable!("it has plans")
    };
    assert_eq!((cost, best), (100, false));
    // One step is the shortest for certain.
    let Found::Plan { cost, optimal: best, .. } =
        optimal(&ground, Measure::Steps, Budget::default(), &mut |_| true).found
    else {
        unreachable!("it has plans")
    };
    assert_eq!((cost, best), (1, true));
    let without = task(&domain, &problem("(and (g) (< (x) 0))"));
    let ground = grounded(&without);
    let Found::Budget { at_least } = optimal(&ground, Measure::Cost, Budget::default(), &mut |_| true).found else {
        unreachable!("not everything can be looked at")
    };
    assert!(at_least <= 14, "{at_least}");
}

/// Long numbers count as what they take.
#[test]
fn values_are_part_of_the_memory() {
    let domain = "(define (domain d) (:requirements :numeric-fluents) (:predicates (g)) (:functions (x))
        (:action a :effect (assign (x) (+ (* (x) 12345678901234567) 1)))
        (:action b :effect (assign (x) (+ (* (x) 98765432109876543) 5)))
        (:action c :precondition (= (x) 3) :effect (g)))";
    let task = task(domain, "(define (problem p) (:domain d) (:init (= (x) 2)) (:goal (g)))");
    let ground = grounded(&task);
    let budget = Budget { bytes: 1 << 20, ..Budget::default() };
    for outcome in [
        greedy(&ground, budget, &mut |_| true),
        optimal(&ground, Measure::Steps, budget, &mut |_| true),
        exhaust(&ground, budget, &mut |_| true),
    ] {
        assert!(matches!(outcome.found, Found::Budget { .. }), "{:?}", outcome.found);
        assert!(outcome.expanded < 5000, "{}", outcome.expanded);
    }
}

/// Every step could move every rule: 40,000 steps, 40,000 instances that count steps, and as many that read one fact.
#[test]
fn many_rules_and_many_steps() {
    let domain = "(define (domain d) (:requirements :adl :constraints) (:predicates (p ?x ?y) (q ?x) (s))
        (:action a :parameters (?x ?y) :effect (and (p ?x ?y) (s)))
        (:action b :parameters (?x) :effect (q ?x)))";
    let problem = format!(
        "(define (problem x) (:domain d) (:objects {}) (:init) (:goal (p o0 o1))
        (:constraints (and (forall (?x ?y) (always-within 5 (p ?x ?y) (q ?x)))
            (forall (?x ?y) (sometime-before (and (p ?x ?y) (q ?y)) (s))))))",
        each(200, "o#")
    );
    let task = task(domain, &problem);
    let ground = grounded(&task);
    let outcome = greedy(&ground, Budget { nodes: 100, ..Budget::default() }, &mut |_| true);
    let Found::Plan { steps, .. } = outcome.found else { unreachable!("it has plans") };
    assert_eq!(steps.len(), 2);
}

/// 10,000 comparisons with one fluent, and 10,000 steps that change it.
#[test]
fn many_comparisons_of_one_fluent() {
    let domain = "(define (domain d) (:requirements :adl :numeric-fluents) (:predicates (g ?x ?y))
        (:functions (n) (m ?x ?y))
        (:action a :parameters (?x ?y) :effect (increase (n) 1))
        (:action b :parameters (?x ?y) :precondition (> (n) (m ?x ?y)) :effect (g ?x ?y)))";
    let numbers: Vec<String> =
        (0..10_000).map(|n| format!("(= (m o{} o{}) {})", n / 100, n % 100, if n == 1 { 2 } else { n + 10 })).collect();
    let problem = format!(
        "(define (problem x) (:domain d) (:objects {}) (:init (= (n) 0) {}) (:goal (g o0 o1)))",
        each(100, "o#"),
        numbers.join(" ")
    );
    let task = task(domain, &problem);
    let ground = grounded(&task);
    let Found::Plan { steps, .. } = greedy(&ground, Budget { nodes: 100, ..Budget::default() }, &mut |_| true).found
    else {
        unreachable!("it has plans")
    };
    assert_eq!(steps.len(), 4);
}

/// What is too large is given up before it fills the memory.
#[test]
fn wide_quantifiers_are_too_large() {
    let domain = "(define (domain d) (:requirements :adl) (:predicates (e ?x ?y) (f ?x ?y))
        (:action a :parameters (?x ?y) :effect (e ?x ?y))
        (:action b :parameters (?x ?y) :effect (f ?x ?y)))";
    let problem = format!(
        "(define (problem x) (:domain d) (:objects {}) (:init)
        (:goal (forall (?a ?b ?c ?d) (or (not (e ?a ?b)) (f ?c ?d)))))",
        each(90, "o#")
    );
    let task = task(domain, &problem);
    let refused = GroundTask::new(&task, true, &GroundBudget::default());
    assert_eq!(refused.err(), Some(Obstacle::TooLarge));
}

/// 20 steps more than a shortest plan: the shortest are counted, and the rest as far as the work goes.
#[test]
fn much_longer_plans_are_counted_as_far_as_the_work_goes() {
    let domain = "(define (domain d) (:requirements :adl) (:predicates (on ?x))
        (:action switch :parameters (?x) :precondition (not (on ?x)) :effect (on ?x))
        (:action off :parameters (?x) :precondition (on ?x) :effect (not (on ?x))))";
    let problem =
        format!("(define (problem x) (:domain d) (:objects {}) (:init) (:goal (forall (?x) (on ?x))))", each(8, "o#"));
    let task = task(domain, &problem);
    let ground = grounded(&task);
    let counting = Counting { extra: 20, listed: 1, ..Counting::default() };
    let (Counted::Counts(counts), _) = count(&ground, counting, Budget::default(), &mut |_| true) else {
        unreachable!("it has plans")
    };
    assert_eq!(counts.shortest.to_string(), "40320");
    assert_eq!(counts.modulo_order.map(|number| number.to_string()).as_deref(), Some("1"));
    assert!(counts.up_to.len() < 21, "{}", counts.up_to.len());
}

/// A bound in time that no plan gets to is no clock: everything can be looked at.
#[test]
fn bounds_beyond_every_plan() {
    for (rule, solvable) in [
        ("(within 2000000000 (g))", true),
        ("(hold-after 2000000000 (k))", false),
        ("(hold-during 2000000000 3000000000 (k))", false),
        ("(hold-during 1 3000000000 (not (k)))", true),
        ("(hold-during 3 3000000000 (k))", false),
    ] {
        let domain = "(define (domain d) (:requirements :adl :constraints) (:predicates (g) (h) (k) (l))
            (:action a :precondition (not (h)) :effect (h))
            (:action b :precondition (h) :effect (not (h)))
            (:action e :precondition (h) :effect (and (k) (not (h))))
            (:action f :precondition (h) :effect (and (g) (not (k)) (not (h)) (l)))
            (:action c :precondition (and (h) (not (l))) :effect (not (k))))";
        let problem = format!(
            "(define (problem p) (:domain d) (:init) (:goal (and (g) (not (k)) (or (h) (l)))) (:constraints {rule}))"
        );
        let task = task(domain, &problem);
        let ground = grounded(&task);
        let found = optimal(&ground, Measure::Steps, Budget { nodes: 1000, ..Budget::default() }, &mut |_| true).found;
        match found {
            Found::Plan { .. } => assert!(solvable, "{rule}"),
            Found::Exhausted(..) => assert!(!solvable, "{rule}"),
            Found::Budget { .. } => unreachable!("{rule}: there are few states"),
        }
    }
}

/// Forty parameters, three objects: more steps than there are atoms in a house.
#[test]
fn many_parameters_are_too_large() {
    let parameters = each(40, "?x#");
    let domain = format!(
        "(define (domain d) (:requirements :adl) (:predicates (p {parameters}))
        (:action a :parameters ({parameters}) :effect (p {parameters})))"
    );
    let problem = format!("(define (problem x) (:domain d) (:objects a b c) (:init) (:goal (p {})))", each(40, "a"));
    let task = task(&domain, &problem);
    let refused = GroundTask::new(&task, true, &GroundBudget::default());
    assert_eq!(refused.err(), Some(Obstacle::TooLarge));
}
