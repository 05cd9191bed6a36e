//! What a task holds: the parts that no diagnostic shows.

use crate::support;
use stepguard_task::{Change, Expr, FormulaKind, Task, Term};
use stepguard_text::Number;

fn task(text: &str) -> Task {
    let checked = support::check_one(text);
    let listing = checked.listing();
    checked.task.expect(&listing)
}

fn members(task: &Task, ty: &str) -> Vec<String> {
    let symbol = task.names.lookup(ty).expect("the type has a name");
    let index = task
        .type_exprs
        .iter()
        .position(|expr| expr.types.len() == 1 && task.types[expr.types[0].index()].name == symbol)
        .expect("the type is used");
    task.type_exprs[index].members.iter().map(|object| task.object_name(*object).to_owned()).collect()
}

#[test]
fn types_have_the_members_of_their_subtypes() {
    let task = task(
        "(define (domain d) (:requirements :typing)
           (:types cup plate - dish dish - thing cup - toy hammer - (either tool toy) rag)
           (:constants c1 - cup loose)
           (:predicates (a ?x - dish) (b ?x - toy) (c ?x - thing) (e ?x - tool) (f ?x) (g ?x - (either rag plate)) (h ?x - cup)))
         (define (problem p) (:domain d)
           (:objects p1 - plate h1 - hammer t1 - toy r1 - rag both - (either rag toy)) (:init) (:goal (f loose)))",
    );
    assert_eq!(members(&task, "dish"), ["c1", "p1"]);
    assert_eq!(members(&task, "toy"), ["c1", "h1", "t1", "both"]);
    assert_eq!(members(&task, "thing"), ["c1", "p1"]);
    assert_eq!(members(&task, "tool"), ["h1"]);
    assert_eq!(members(&task, "object"), ["c1", "loose", "p1", "h1", "t1", "r1", "both"]);
    let either = task.type_exprs.iter().find(|expr| {
        expr.types.len() == 2 && expr.types.iter().any(|ty| task.name(task.types[ty.index()].name) == "plate")
    });
    let either: Vec<_> = either.expect("it is used").members.iter().map(|object| task.object_name(*object)).collect();
    assert_eq!(either, ["p1", "r1", "both"]);
    assert_eq!(task.objects.iter().filter(|object| object.constant).count(), 2);
}

#[test]
fn what_never_changes_is_static() {
    let task = task(
        "(define (domain d) (:requirements :adl :derived-predicates :numeric-fluents :durative-actions :timed-initial-literals)
           (:predicates (never) (added) (deleted) (rule) (inner ?x) (timed) (durative)) (:functions (fixed) (moves) (timed-value))
           (:derived (rule) (never))
           (:action a :parameters () :effect (and (added) (not (deleted)) (increase (moves) (fixed)) (forall (?x) (when (never) (inner ?x)))))
           (:durative-action b :parameters () :duration (= ?duration 1) :condition (at start (never)) :effect (at end (durative))))
         (define (problem p) (:domain d) (:objects o)
           (:init (= (fixed) 1) (= (moves) 0) (at 9 (not (timed))) (at 3 (= (timed-value) 2))) (:goal (rule)))",
    );
    let statics: Vec<_> =
        task.predicates.iter().filter(|predicate| predicate.is_static).map(|p| task.name(p.name)).collect();
    assert_eq!(statics, ["never"]);
    let statics: Vec<_> = task.functions.iter().filter(|f| f.is_static).map(|f| task.name(f.name)).collect();
    assert_eq!(statics, ["fixed"]);
    let times: Vec<_> = task.timed_literals.iter().map(|literal| literal.time.to_string()).collect();
    assert_eq!(times, ["3", "9"]);
    let unsupported: Vec<_> = task.unsupported.iter().map(|(name, _)| *name).collect();
    assert_eq!(unsupported, ["durative-actions", "timed-initial-literals"]);
}

#[test]
fn rules_are_grouped_into_layers() {
    let task = task(
        "(define (domain d) (:requirements :adl :derived-predicates)
           (:predicates (top) (even ?x) (odd ?x) (base ?x) (next ?x ?y))
           (:derived (top) (forall (?x) (not (even ?x))))
           (:derived (even ?x) (exists (?y) (and (next ?y ?x) (odd ?y))))
           (:derived (odd ?x) (exists (?y) (and (next ?y ?x) (even ?y))))
           (:derived (even ?x) (base ?x)))
         (define (problem p) (:domain d) (:objects o) (:init (base o)) (:goal (top)))",
    );
    let heads: Vec<Vec<_>> = task
        .layers
        .iter()
        .map(|layer| {
            task.derived[layer.clone()]
                .iter()
                .map(|rule| task.name(task.predicates[rule.predicate.index()].name))
                .collect()
        })
        .collect();
    assert_eq!(heads, [vec!["even", "odd", "even"], vec!["top"]]);
    assert_eq!(task.derived[0].slots, 2);
}

#[test]
fn an_untyped_head_takes_the_declared_types() {
    let task = task(
        "(define (domain d) (:requirements :adl :derived-predicates) (:types block)
           (:predicates (on ?a ?b - block) (above ?a ?b - block))
           (:derived (above ?x ?y) (on ?x ?y)))
         (define (problem p) (:domain d) (:objects a - block other) (:init (on a a)) (:goal (above a a)))",
    );
    let declared: Vec<_> = task.predicates[1].parameters.iter().map(|(_, ty)| *ty).collect();
    let head: Vec<_> = task.derived[0].parameters.iter().map(|variable| variable.ty).collect();
    assert_eq!(head, declared);
    assert_eq!(task.members(head[0]).len(), 1);
}

#[test]
fn the_initial_state_is_a_set() {
    let task = task(
        "(define (domain d) (:requirements :typing :action-costs :numeric-fluents :object-fluents :negative-preconditions)
           (:predicates (p ?x) (q)) (:functions (total-cost) - number (f ?x) - number (place ?x) - object (lost) - object)
           (:action a :parameters () :effect (increase (total-cost) 1)))
         (define (problem p) (:domain d) (:objects a b)
           (:init (p b) (p a) (not (q)) (p b) (= (f a) (- 0.5)) (= (place a) b) (= (lost) undefined)) (:goal (q))
           (:metric minimize (total-cost)))",
    );
    let facts: Vec<_> = task
        .init
        .iter()
        .map(|(predicate, arguments)| {
            let mut out = String::new();
            task.write_atom(&mut out, predicate, arguments);
            out
        })
        .collect();
    assert_eq!(facts, ["(p b)", "(p a)"]);
    let numbers: Vec<_> = task
        .init_numbers
        .iter()
        .map(|(key, value)| {
            let mut out = String::new();
            task.write_fluent(&mut out, key.function, &key.arguments);
            format!("{out} {value}")
        })
        .collect();
    assert_eq!(numbers, ["(f a) -0.5", "(total-cost) 0"]);
    assert_eq!(task.init_objects.len(), 1);
    assert_eq!(task.total_cost, Some(stepguard_task::FunctionId(0)));
}

#[test]
fn variables_shadow_and_slots_are_their_own() {
    let task = task(
        "(define (domain d) (:requirements :adl) (:types t) (:predicates (p ?x))
           (:action a :parameters (?x ?y)
             :precondition (and (p ?x) (forall (?x) (exists (?x - t) (p ?x))) (exists (?x) (p ?x)) (p ?x))
             :effect (and (p ?y) (forall (?y) (when (p ?y) (forall (?z) (when (p ?z) (not (p ?y)))))))))
         (define (problem p) (:domain d) (:objects o - t) (:init) (:goal (forall (?g) (p ?g))))",
    );
    let action = &task.actions[0];
    let mut slots = Vec::new();
    atoms(&action.precondition.kind, &mut slots);
    assert_eq!(slots, [0, 3, 4, 0]);
    assert_eq!(action.slots, 7);
    let delete = &action.effects[1];
    assert_eq!(delete.variables.iter().map(|v| v.slot.0).collect::<Vec<_>>(), [5, 6]);
    assert!(matches!(&delete.change, Change::Delete(_, terms) if matches!(terms[0], Term::Slot(slot) if slot.0 == 5)));
    assert!(matches!(&delete.condition, Some(f) if matches!(&f.kind, FormulaKind::And(parts) if parts.len() == 2)));
    assert_eq!(task.goal_slots, 1);
}

fn atoms(kind: &FormulaKind, slots: &mut Vec<u32>) {
    match kind {
        FormulaKind::And(parts) => parts.iter().for_each(|part| atoms(&part.kind, slots)),
        FormulaKind::Forall(_, body) | FormulaKind::Exists(_, body) => atoms(&body.kind, slots),
        FormulaKind::Atom(_, terms) => {
            if let Term::Slot(slot) = &terms[0] {
                slots.push(slot.0);
            }
        }
        _ => {}
    }
}

#[test]
fn rules_carry_what_their_comments_say() {
    let task = task(
        "(define (domain d) (:requirements :constraints :preferences :typing) (:types stove) (:predicates (hot ?s - stove) (on))
           (:constraints (and
             ;@rule stove-left-on class=FIRE severity=3 victim=child why=\"it burns\" avoid=\"switch it off\"
             (forall (?s - stove) (always (hot ?s)))
             (and (sometime (on)) (preference soft (at end (on)))))))
         (define (problem p) (:domain d) (:objects s - stove) (:init) (:goal (and (preference g (on)) (preference (on))))
           (:constraints
             ;@rule alone
             (and (always (on))))
           (:metric maximize (- 10 (is-violated soft))))",
    );
    let names: Vec<_> = task.rules.iter().map(|rule| rule.name.as_deref()).collect();
    assert_eq!(names, [Some("stove-left-on"), None, Some("soft"), Some("alone")]);
    let metadata = &task.rules[0].metadata;
    assert_eq!(
        (metadata.class.as_deref(), metadata.severity, metadata.victim.as_deref()),
        (Some("FIRE"), Some(3), Some("child"))
    );
    assert_eq!((metadata.why.as_deref(), metadata.avoid.as_deref()), (Some("it burns"), Some("switch it off")));
    assert_eq!(task.rules[1].metadata, stepguard_task::RuleMetadata::default());
    assert_eq!(task.rules.iter().map(|rule| rule.hard).collect::<Vec<_>>(), [true, true, false, true]);
    assert_eq!(
        task.rules.iter().map(|rule| rule.operator).collect::<Vec<_>>(),
        ["always", "sometime", "at-end", "always"]
    );
    assert_eq!(task.rules[0].slots, 1);
    let preferences: Vec<_> = task.preferences.iter().map(|p| p.name.map(|name| task.name(name))).collect();
    assert_eq!(preferences, [Some("soft"), Some("g"), None]);
    let metric = task.metric.as_ref().expect("there is one");
    assert!(!metric.minimize);
    assert!(matches!(&metric.expression, Expr::Op(_, parts) if parts[0] == Expr::Number(Number::from(10))));
}

#[test]
fn names_of_different_kinds_do_not_meet() {
    let task = task(
        "(define (domain same) (:requirements :typing :numeric-fluents) (:types same)
           (:predicates (same ?same - same)) (:functions (same ?same - same) - number)
           (:action same :parameters (?same - same) :precondition (and (same ?same) (> (same ?same) 0)) :effect (same same)))
         (define (problem same) (:domain same) (:objects same - same) (:init (= (same same) 1)) (:goal (same same)))",
    );
    assert_eq!((task.types.len(), task.objects.len(), task.predicates.len(), task.functions.len()), (2, 1, 1, 1));
}
