//! What can be and what can never be, feature by feature, on small tasks.

use crate::support::{Asked, predicate, task};
use stepguard_reach::{Answer, Budget, Relaxation};
use stepguard_task::FormulaKind;

#[test]
fn static_facts_and_types_decide_without_search() {
    let task = task(
        "(define (domain kitchen) (:requirements :typing :negative-preconditions)
           (:types thing place - object fridge - place)
           (:predicates (graspable ?t - thing) (in ?t - thing ?p - place) (open ?f - fridge) (held ?t - thing))
           (:action grasp :parameters (?t - thing ?p - place)
             :precondition (and (graspable ?t) (in ?t ?p)) :effect (and (held ?t) (not (in ?t ?p))))
           (:action put :parameters (?t - thing ?f - fridge)
             :precondition (and (held ?t) (open ?f)) :effect (and (in ?t ?f) (not (held ?t)))))",
        "(define (problem p) (:domain kitchen)
           (:objects cup stove - thing table - place cold warm - fridge)
           (:init (graspable cup) (in cup table) (in stove table) (open cold))
           (:goal (in cup cold)))",
    );
    let mut asked = Asked::new(&task);
    asked.check(
        &["(held cup)", "(in cup cold)", "(in cup table)", "(not (in cup table))", "(not (held stove))", "(open cold)"],
        &[
            "(held stove)",
            "(in cup warm)",
            "(in stove cold)",
            "(not (in stove table))",
            "(not (open cold))",
            "(open warm)",
        ],
    );
    assert_eq!(asked.layer("(in cup table)"), Some(0));
    assert_eq!(asked.layer("(held cup)"), Some(1));
    assert_eq!(asked.layer("(in cup cold)"), Some(2));
    assert_eq!(asked.layer("(not (held cup))"), Some(0));
    assert_eq!(asked.layer("(held stove)"), None);
    // A thing in a fridge can be grasped from there as well: two ways in all.
    assert_eq!(asked.achievers("(held cup)", 9), ["grasp cup table @0", "grasp cup cold @2"]);
    assert_eq!(asked.achievers("(held cup)", 1), ["grasp cup table @0"]);
    assert_eq!(asked.achievers("(not (in cup table))", 9), ["grasp cup table @0"]);
    assert_eq!(asked.achievers("(held stove)", 9), [""; 0]);
}

#[test]
fn negative_conditions_have_a_reachability_of_their_own() {
    let task = task(
        "(define (domain lamp) (:requirements :negative-preconditions)
           (:predicates (on) (broken) (dark) (welded) (loose))
           (:action switch-off :parameters () :precondition (on) :effect (not (on)))
           (:action see :parameters () :precondition (not (on)) :effect (dark))
           (:action unscrew :parameters () :precondition (not (welded)) :effect (loose))
           (:action break :parameters () :precondition (loose) :effect (broken)))",
        "(define (problem p) (:domain lamp) (:init (on) (welded)) (:goal (dark)))",
    );
    let mut asked = Asked::new(&task);
    asked.check(&["(dark)", "(not (on))", "(on)"], &["(loose)", "(broken)", "(not (welded))"]);
    assert_eq!(asked.layer("(not (on))"), Some(1));
    assert_eq!(asked.layer("(dark)"), Some(2));
}

const ADL: &str = "(define (domain adl) (:requirements :adl)
   (:types lamp room)
   (:predicates (lit ?l - lamp) (in ?l - lamp ?r - room) (power) (fuse) (all-lit) (bright ?r - room) (spare) (swapped))
   (:action restore :parameters () :precondition (or (spare) (exists (?l - lamp) (and (lit ?l) (fuse)))) :effect (power))
   (:action flood :parameters (?r - room) :precondition (power)
     :effect (forall (?l - lamp) (when (in ?l ?r) (lit ?l))))
   (:action look :parameters (?r - room) :precondition (forall (?l - lamp) (imply (in ?l ?r) (lit ?l))) :effect (bright ?r))
   (:action rejoice :parameters () :precondition (forall (?l - lamp) (lit ?l)) :effect (all-lit))
   (:action swap :parameters (?a ?b - lamp)
     :precondition (and (not (= ?a ?b)) (not (lit ?a)) (or (and (lit ?b) (power)) (fuse))) :effect (swapped)))";

#[test]
fn quantifiers_conditions_and_choices() {
    let powered = task(
        ADL,
        "(define (problem p) (:domain adl) (:objects l1 l2 l3 - lamp kitchen hall attic - room)
           (:init (spare) (in l1 kitchen) (in l2 hall)) (:goal (all-lit)))",
    );
    let mut asked = Asked::new(&powered);
    asked.check(
        &["(power)", "(lit l1)", "(lit l2)", "(bright kitchen)", "(bright hall)", "(bright attic)", "(swapped)"],
        &["(lit l3)", "(all-lit)"],
    );
    assert_eq!(asked.layer("(bright attic)"), Some(1));
    assert_eq!(asked.layer("(bright hall)"), Some(3));
    assert_eq!(asked.achievers("(lit l1)", 9), ["flood kitchen @1"]);
    assert_eq!(asked.layer("(swapped)"), Some(3));

    let dead = task(
        ADL,
        "(define (problem p) (:domain adl) (:objects l1 - lamp hall - room) (:init (fuse) (in l1 hall)) (:goal (power)))",
    );
    Asked::new(&dead).check(&["(not (power))"], &["(power)", "(lit l1)", "(bright hall)", "(swapped)"]);
}

#[test]
fn a_number_that_grows_without_limit_and_one_that_cannot() {
    let domain = "(define (domain locker) (:requirements :numeric-fluents)
       (:predicates (opened) (rich) (exact) (third) (fast))
       (:functions (coins) (debt) (speed))
       (:action find :parameters () :precondition () :effect (increase (coins) 5))
       (:action lose :parameters () :precondition (>= (debt) 1) :effect (decrease (debt) 1))
       (:action open :parameters () :precondition (>= (coins) 1000000) :effect (opened))
       (:action borrow :parameters () :precondition (>= (debt) 3) :effect (rich))
       (:action even :parameters () :precondition (= (coins) 7) :effect (exact))
       (:action gain :parameters () :precondition (< (speed) 100) :effect (increase (speed) 2))
       (:action fly :parameters () :precondition (>= (speed) 101) :effect (fast))
       (:action trick :parameters () :precondition (< (debt) 0) :effect (third)))";
    let task = task(
        domain,
        "(define (problem p) (:domain locker) (:init (= (coins) 0) (= (debt) 2) (= (speed) 0)) (:goal (opened)))",
    );
    let mut asked = Asked::new(&task);
    // Exact while values are few; a guard bounds what it guards.
    asked.check(&["(opened)"], &["(rich)", "(third)", "(fast)"]);
}

#[test]
fn undefined_numbers_satisfy_nothing_until_assigned() {
    let task = task(
        "(define (domain oven) (:requirements :numeric-fluents :negative-preconditions :conditional-effects)
           (:predicates (hot) (cold) (knob) (set) (warm) (baked))
           (:functions (heat) (price) (timer))
           (:action check :parameters () :precondition (> (heat) 5) :effect (hot))
           (:action feel :parameters () :precondition (not (> (heat) 5)) :effect (cold))
           (:action more :parameters () :precondition () :effect (and (warm) (increase (price) 1)))
           (:action start :parameters () :precondition (knob) :effect (assign (timer) 3))
           (:action bake :parameters () :precondition (= (timer) 3) :effect (baked)))",
        "(define (problem p) (:domain oven) (:init (knob)) (:goal (hot)))",
    );
    let mut asked = Asked::new(&task);
    // To increase what has no value is no effect: the action cannot run.
    asked.check(&["(baked)"], &["(hot)", "(cold)", "(warm)"]);
    assert_eq!(asked.layer("(baked)"), Some(2));
}

#[test]
fn effects_on_one_number_add_up_in_one_step() {
    let task = task(
        "(define (domain pump) (:requirements :numeric-fluents :conditional-effects :typing)
           (:types valve) (:predicates (open ?v - valve) (full) (over))
           (:functions (level))
           (:action pump :parameters () :precondition (<= (level) 0)
             :effect (forall (?v - valve) (when (open ?v) (increase (level) 1))))
           (:action note :parameters () :precondition (= (level) 3) :effect (full))
           (:action alarm :parameters () :precondition (> (level) 3) :effect (over)))",
        "(define (problem p) (:domain pump) (:objects a b c d - valve) (:init (open a) (open b) (open c) (= (level) 0))
           (:goal (full)))",
    );
    Asked::new(&task).check(&["(full)"], &["(over)"]);
}

#[test]
fn derived_facts_in_both_directions() {
    let task = task(
        "(define (domain net) (:requirements :derived-predicates :negative-preconditions :typing :existential-preconditions)
           (:types node)
           (:predicates (wire ?a ?b - node) (cut ?a ?b - node) (joined ?a ?b - node) (safe ?n - node) (source ?n - node)
             (live ?n - node) (cutter) (touched ?n - node) (ghost ?n - node) (seen))
           (:derived (joined ?a ?b - node) (and (wire ?a ?b) (not (cut ?a ?b))))
           (:derived (joined ?a ?b - node) (exists (?m - node) (and (joined ?a ?m) (joined ?m ?b))))
           (:derived (live ?n - node) (or (source ?n) (exists (?s - node) (and (source ?s) (joined ?s ?n)))))
           (:derived (ghost ?n - node) (ghost ?n))
           (:action cut-wire :parameters (?a ?b - node) :precondition (and (cutter) (wire ?a ?b) (touched ?a)) :effect (cut ?a ?b))
           (:action touch :parameters (?n - node) :precondition (not (live ?n)) :effect (touched ?n))
           (:action meet :parameters (?n - node) :precondition (ghost ?n) :effect (seen)))",
        "(define (problem p) (:domain net) (:objects s a b c - node)
           (:init (source s) (wire s a) (wire a b) (wire c b) (cutter)) (:goal (touched a)))",
    );
    let mut asked = Asked::new(&task);
    // c is not live from the start, so its wire can be cut, and that is all that can change.
    asked.check(
        &[
            "(live b)",
            "(touched c)",
            "(cut c b)",
            "(not (live c))",
            "(not (joined c b))",
            "(joined s b)",
            "(not (ghost a))",
        ],
        &[
            "(not (live s))",
            "(not (live a))",
            "(not (live b))",
            "(touched a)",
            "(cut s a)",
            "(live c)",
            "(ghost a)",
            "(seen)",
        ],
    );
    assert_eq!(asked.layer("(not (live c))"), Some(0));
    assert_eq!(asked.layer("(not (joined c b))"), Some(2));
    assert_eq!(asked.achievers("(cut c b)", 9), ["cut-wire c b @1"]);
}

#[test]
fn achievers_of_a_derived_fact_are_those_of_its_supports() {
    let task = task(
        "(define (domain d) (:requirements :derived-predicates :typing) (:types seat)
           (:predicates (tarp ?s - seat) (swept ?s - seat) (ready ?s - seat) (fine ?s - seat))
           (:derived (ready ?s - seat) (and (tarp ?s) (swept ?s)))
           (:derived (fine ?s - seat) (ready ?s))
           (:action spread :parameters (?s - seat) :precondition (swept ?s) :effect (tarp ?s))
           (:action sweep :parameters (?s - seat) :precondition () :effect (swept ?s)))",
        "(define (problem p) (:domain d) (:objects bench swing - seat) (:init) (:goal (fine bench)))",
    );
    let mut asked = Asked::new(&task);
    assert_eq!(asked.layer("(fine bench)"), Some(2));
    assert_eq!(asked.achievers("(fine bench)", 9), ["sweep bench @0", "spread bench @1"]);
}

#[test]
fn object_fluents_are_sets_of_values() {
    let task = task(
        "(define (domain hand) (:requirements :object-fluents :typing :negative-preconditions)
           (:types thing place)
           (:predicates (clean ?t - thing) (sink ?p - place) (done) (moved) (void))
           (:functions (where ?t - thing) - place (twin ?t - thing) - thing)
           (:action carry :parameters (?t - thing ?p - place) :precondition (not (sink (where ?t)))
             :effect (assign (where ?t) ?p))
           (:action wash :parameters (?t - thing) :precondition (sink (where ?t)) :effect (clean (twin ?t)))
           (:action see :parameters (?t - thing) :precondition (not (= (where ?t) shelf)) :effect (moved))
           (:action gape :parameters () :precondition (= (twin glass) glass) :effect (void)))",
        "(define (problem p) (:domain hand) (:objects cup plate glass - thing shelf basin - place)
           (:init (sink basin) (= (where cup) shelf) (= (where glass) basin) (= (twin cup) plate)) (:goal (clean plate)))",
    );
    let domain_constant = Asked::new(&task).answer("(clean plate)");
    assert_eq!(domain_constant, Answer::Achievable);
    let mut asked = Asked::new(&task);
    asked.check(&["(clean plate)", "(moved)"], &["(clean cup)", "(clean glass)", "(void)"]);
    assert_eq!(asked.layer("(clean plate)"), Some(2));
}

#[test]
fn durative_actions_and_timed_events_count_as_well() {
    let task = task(
        "(define (domain shop) (:requirements :durative-actions :timed-initial-literals :typing :numeric-fluents)
           (:types item) (:predicates (open) (have ?i - item) (busy) (wrapped ?i - item) (gold ?i - item) (heavy))
           (:functions (weight))
           (:durative-action buy :parameters (?i - item) :duration (= ?duration 5)
             :condition (and (at start (open)) (over all (busy)))
             :effect (and (at start (busy)) (at end (have ?i)) (at end (increase (weight) ?duration))))
           (:durative-action wrap :parameters (?i - item) :duration (= ?duration 1)
             :condition (and (at start (have ?i)) (at end (gold ?i))) :effect (at end (wrapped ?i)))
           (:durative-action lift :parameters () :duration (= ?duration 1)
             :condition (at start (>= (weight) 10)) :effect (at end (heavy))))",
        "(define (problem p) (:domain shop) (:objects ring pen - item)
           (:init (at 3 (open)) (gold ring) (= (weight) 0)) (:goal (have ring)))",
    );
    let mut asked = Asked::new(&task);
    asked.check(
        &["(busy)", "(have pen)", "(wrapped ring)", "(heavy)", "(open)"],
        &["(wrapped pen)", "(not (gold ring))"],
    );
    assert_eq!(asked.achievers("(open)", 9), ["event 0 @0"]);
    assert_eq!(asked.achievers("(have pen)", 9), ["end buy pen @2"]);
}

#[test]
fn a_spent_budget_says_unknown_and_keeps_its_yes() {
    let mut domain = String::from("(define (domain chain) (:predicates (start)");
    for n in 0..60 {
        domain.push_str(&format!(" (p{n} ?x ?y)"));
    }
    domain.push_str(" (never) (end))");
    for n in 0..59 {
        let next = n + 1;
        domain.push_str(&format!(
            "(:action a{n} :parameters (?x ?y) :precondition (p{n} ?x ?y) :effect (p{next} ?y ?x))"
        ));
    }
    domain.push_str("(:action z :parameters (?x) :precondition (and (never) (p59 ?x ?x)) :effect (end)))");
    let task = task(
        &domain,
        "(define (problem p) (:domain chain) (:objects a b c d) (:init (p0 a b) (p0 c c)) (:goal (end)))",
    );
    let ask = |budget, name: &str, objects: &[&str]| {
        let arguments: Vec<_> = objects.iter().map(|o| crate::support::object(&task, o)).collect();
        Relaxation::new(&task, budget).atom(predicate(&task, name), &arguments, true)
    };
    let all = Budget::default();
    assert_eq!(ask(all, "p59", &["b", "a"]), Answer::Achievable);
    assert_eq!(ask(all, "p59", &["a", "b"]), Answer::Unachievable);
    assert_eq!(ask(all, "end", &[]), Answer::Unachievable);
    for budget in [Budget { facts: 20, ..all }, Budget { steps: 100, ..all }] {
        assert_eq!(ask(budget, "p59", &["b", "a"]), Answer::Unknown);
        assert_eq!(ask(budget, "p59", &["a", "b"]), Answer::Unknown);
        assert_eq!(ask(budget, "p3", &["b", "a"]), Answer::Achievable);
    }
}

#[test]
fn formulas_are_asked_as_a_whole() {
    let task = task(
        "(define (domain f) (:requirements :adl :numeric-fluents) (:predicates (p ?x) (q ?x) (r ?x)) (:functions (n ?x))
           (:action a :parameters (?x) :precondition (and (p ?x) (or (and (q ?x) (r ?x)) (> (n ?x) 3))) :effect (q ?x))
           (:action b :parameters (?x) :precondition (p ?x) :effect (increase (n ?x) 1)))",
        "(define (problem p) (:domain f) (:objects o u) (:init (p o) (= (n o) 0) (= (n u) 0)) (:goal (q o)))",
    );
    let mut relaxation = Relaxation::new(&task, Budget::default());
    let condition = &task.actions[0].precondition;
    assert_eq!(relaxation.formula(condition, &[crate::support::object(&task, "o")]), Answer::Achievable);
    assert_eq!(relaxation.formula(condition, &[crate::support::object(&task, "u")]), Answer::Unachievable);
    let branches = match &condition.kind {
        FormulaKind::And(parts) => match &parts[1].kind {
            FormulaKind::Or(branches) => branches.as_slice(),
            _ => &[],
        },
        _ => &[],
    };
    assert_eq!(branches.len(), 2);
    assert_eq!(
        relaxation.formula(&branches[0], &[crate::support::object(&task, "o")]),
        Answer::Unachievable,
        "r is static"
    );
    assert_eq!(relaxation.formula(&branches[1], &[crate::support::object(&task, "o")]), Answer::Achievable);
    assert_eq!(relaxation.formula(&task.goal, &[]), Answer::Achievable);
}

/// Domain and problem of a shared case.
fn case(name: &str) -> stepguard_task::Task {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(name);
    let text = |file: &str| std::fs::read_to_string(folder.join(file)).expect("the case is there");
    task(&text("domain.pddl"), &text("problem.pddl"))
}

/// Whether the precondition of an action can be true at all, and whether each of its branches can.
fn precondition(task: &stepguard_task::Task, action: &str, objects: &[&str]) -> (Answer, Vec<Answer>) {
    let action = task.actions.iter().find(|a| task.name(a.name) == action).expect("the action is there");
    let objects: Vec<_> = objects.iter().map(|o| crate::support::object(task, o)).collect();
    let mut relaxation = Relaxation::new(task, Budget::default());
    let whole = relaxation.formula(&action.precondition, &objects);
    let parts = match &action.precondition.kind {
        FormulaKind::Or(parts) => parts.iter().map(|p| relaxation.formula(p, &objects)).collect(),
        _ => Vec::new(),
    };
    (whole, parts)
}

#[test]
fn the_cases_that_hang_on_reachability() {
    use Answer::{Achievable, Unachievable};
    assert_eq!(precondition(&case("73-coins-are-missing"), "pay-and-open", &[]).0, Achievable);
    assert_eq!(precondition(&case("74-coins-can-never-suffice"), "pay-and-open", &[]).0, Unachievable);
    let (whole, branches) = precondition(&case("76-smallest-branch-is-impossible"), "go-in", &[]);
    assert_eq!((whole, branches), (Achievable, vec![Unachievable, Achievable]));
    let rain = case("84-derived-never-possible");
    assert_eq!(precondition(&rain, "cushion", &["bench"]).0, Unachievable);
    assert_eq!(precondition(&rain, "cushion", &["swing"]).0, Achievable);
    // Nobody ceases to be allergic, but anybody can be checked.
    let pills = case("83-imply-in-a-precondition");
    let mut relaxation = Relaxation::new(&pills, Budget::default());
    let hand = pills.actions.iter().find(|a| pills.name(a.name) == "hand-pill").expect("the action is there");
    for person in 0..pills.objects.len() {
        let person = [stepguard_task::ObjectId::new(person)];
        let allergic = pills.init.iter().any(|(_, arguments)| arguments == person);
        let not_allergic = if allergic { Unachievable } else { Achievable };
        assert_eq!(relaxation.atom(predicate(&pills, "allergic"), &person, false), not_allergic);
        assert_eq!(relaxation.formula(&hand.precondition, &person), Achievable);
    }
}
