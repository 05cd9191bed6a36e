//! Formulas as text.

use crate::support::{self, Checked};
use stepguard_task::{Bindings, Formula, FormulaKind, ObjectId, Task, UNBOUND};
use stepguard_text::{Place, Span, TextId};

const TEXT: &str = "
(define (domain Kitchen)
  (:requirements :adl :numeric-fluents :object-fluents :constraints :preferences :derived-predicates)
  (:types food tool - thing room)
  (:constants Knife - tool)
  (:predicates (in ?x - thing ?r - room) (Fresh ?f - food) (rain))
  (:functions (weight ?x - thing) - number (place ?x - thing) - room (total-cost) - number)
  (:constraints (forall (?f - food ?a) (preference keep (always (Fresh ?f)))))
  (:action Cut
    :parameters (?f ?g - food ?r - room ?o)
    :precondition (and (FRESH ?f) (not (or (rain) (= ?f ?g))) (imply (rain) (in Knife ?r))
      (forall (?x ?y - thing ?z - (either food room) ?u ?v) (exists (?f - food) (and (in ?x ?r) (Fresh ?f))))
      (preference p (rain)) (preference (rain))
      (= (place ?f) ?r) (in ?f (place ?g)) (>= (weight ?f) (- (+ 1 0.50 (weight Knife)) (* 2 (/ 1 4)))) (< (- 3) -2))
    :effect (and (not (in ?f ?r)) (increase (weight ?f) (weight ?g)) (assign (place ?f) undefined) (assign (place ?g) ?r)
      (forall (?x - thing) (when (and (in ?x ?r) (rain)) (scale-down (weight ?x) 2)))))
)
(define (problem p) (:domain kitchen)
  (:objects Apple pear - food hall - room)
  (:init (= (total-cost) 0))
  (:goal (and))
  (:constraints (and (at end (rain)) (sometime (rain)) (within 5.5 (rain)) (at-most-once (rain)) (hold-after 3 (rain))
    (sometime-after (rain) (Fresh apple)) (sometime-before (rain) (Fresh apple)) (always-within 4 (rain) (Fresh apple))
    (hold-during 1 2 (rain)) (forall (?x - food) (and (always (Fresh ?x)) (sometime (rain))))))
  (:metric minimize (+ (* 2 (is-violated keep)) total-time (total-cost))))
";

fn task() -> Task {
    let checked = support::check_one(TEXT);
    let listing = checked.listing();
    checked.task.unwrap_or_else(|| panic_with(&listing))
}

fn panic_with(listing: &str) -> Task {
    unreachable!("the text is well formed: {listing}")
}

#[test]
fn formulas_are_written_as_declared() {
    let task = task();
    let action = &task.actions[0];
    let text = |bindings: Bindings<'_>| {
        let mut out = String::new();
        task.write_formula(&mut out, &action.precondition, bindings);
        out
    };
    assert_eq!(
        text(Bindings::named(&action.parameters)),
        "(and (Fresh ?f) (not (or (rain) (= ?f ?g))) (imply (rain) (in Knife ?r)) \
         (forall (?x ?y - thing ?z - (either food room) ?u ?v) (exists (?f - food) (and (in ?x ?r) (Fresh ?f)))) \
         (preference p (rain)) (preference (rain)) \
         (= (place ?f) ?r) (in ?f (place ?g)) (>= (weight ?f) (- (+ 1 0.5 (weight Knife)) (* 2 (/ 1 4)))) (< (- 3) -2))"
    );
    // Bound parameters are written as objects; what a quantifier binds stays a variable, whatever its slot holds.
    let (apple, hall) = (ObjectId(1), ObjectId(3));
    let mut objects = vec![apple; action.slots];
    objects[1] = UNBOUND;
    objects[2] = hall;
    assert_eq!(
        text(Bindings { objects: &objects, variables: &action.parameters }),
        "(and (Fresh Apple) (not (or (rain) (= Apple ?g))) (imply (rain) (in Knife hall)) \
         (forall (?x ?y - thing ?z - (either food room) ?u ?v) (exists (?f - food) (and (in ?x hall) (Fresh ?f)))) \
         (preference p (rain)) (preference (rain)) \
         (= (place Apple) hall) (in Apple (place ?g)) \
         (>= (weight Apple) (- (+ 1 0.5 (weight Knife)) (* 2 (/ 1 4)))) (< (- 3) -2))"
    );
}

#[test]
fn heads_facts_and_effects_are_written() {
    let task = task();
    let action = &task.actions[0];
    let mut out = String::new();
    task.write_signature(&mut out, action);
    assert_eq!(out, "(Cut ?f ?g - food ?r - room ?o)");
    out.clear();
    task.write_step(&mut out, action.name, &[ObjectId(1), ObjectId(2)]);
    task.write_atom(&mut out, stepguard_task::PredicateId(0), &[ObjectId(0), ObjectId(3)]);
    task.write_fluent(&mut out, stepguard_task::FunctionId(0), &[ObjectId(0)]);
    assert_eq!(out, "(Cut Apple pear)(in Knife hall)(weight Knife)");
    let effects: Vec<String> = action
        .effects
        .iter()
        .map(|effect| {
            let mut out = String::new();
            task.write_effect(&mut out, effect, Bindings::named(&action.parameters));
            out
        })
        .collect();
    assert_eq!(
        effects,
        [
            "(not (in ?f ?r))",
            "(increase (weight ?f) (weight ?g))",
            "(assign (place ?f) undefined)",
            "(assign (place ?g) ?r)",
            "(forall (?x - thing) (when (and (in ?x ?r) (rain)) (scale-down (weight ?x) 2)))",
        ]
    );
    let rules: Vec<String> = task
        .rules
        .iter()
        .map(|rule| {
            let mut out = String::new();
            task.write_rule(&mut out, &rule.formula);
            format!("{} {} {out}", rule.operator, if rule.hard { "hard" } else { "soft" })
        })
        .collect();
    assert_eq!(
        rules,
        [
            "always soft (forall (?f - food ?a) (preference keep (always (Fresh ?f))))",
            "at-end hard (at end (rain))",
            "sometime hard (sometime (rain))",
            "within hard (within 5.5 (rain))",
            "at-most-once hard (at-most-once (rain))",
            "hold-after hard (hold-after 3 (rain))",
            "sometime-after hard (sometime-after (rain) (Fresh Apple))",
            "sometime-before hard (sometime-before (rain) (Fresh Apple))",
            "always-within hard (always-within 4 (rain) (Fresh Apple))",
            "hold-during hard (hold-during 1 2 (rain))",
            "always hard (forall (?x - food) (and (always (Fresh ?x)) (sometime (rain))))",
        ]
    );
    assert_eq!(task.rules[0].name.as_deref(), Some("keep"));
    out.clear();
    let metric = task.metric.as_ref().map(|metric| &metric.expression);
    task.write_expr(&mut out, metric.expect("there is a metric"), Bindings::NONE);
    assert_eq!(out, "(+ (* 2 (is-violated keep)) total-time (total-cost))");
}

/// Places taken away, so that formulas of different texts compare.
fn bare(formula: &Formula) -> Formula {
    use FormulaKind as K;
    let kind = match &formula.kind {
        K::And(parts) => K::And(parts.iter().map(bare).collect()),
        K::Or(parts) => K::Or(parts.iter().map(bare).collect()),
        K::Not(part) => K::Not(Box::new(bare(part))),
        K::Imply(a, b) => K::Imply(Box::new(bare(a)), Box::new(bare(b))),
        K::Forall(variables, body) => K::Forall(variables.clone(), Box::new(bare(body))),
        K::Exists(variables, body) => K::Exists(variables.clone(), Box::new(bare(body))),
        K::Preference(preference, body) => K::Preference(*preference, Box::new(bare(body))),
        other => other.clone(),
    };
    Formula { kind, place: Place::new(TextId::Plan, Span::point(0)) }
}

/// Effects as text: flattened ones share slots where those that are read back do not.
fn effects_text(task: &Task, action: &stepguard_task::Action) -> String {
    let mut out = String::new();
    for effect in &action.effects {
        task.write_effect(&mut out, effect, Bindings::named(&action.parameters));
    }
    out
}

/// A domain with every precondition, effect and derived rule written anew gives the same task.
fn rewritten(checked: &Checked, task: &Task) -> String {
    let mut pieces: Vec<(Span, String)> = Vec::new();
    for action in &task.actions {
        let mut out = String::new();
        task.write_signature(&mut out, action);
        let parameters = out.trim_end_matches(')').split_once(' ').map_or("", |(_, rest)| rest);
        // A type such as `(either a b)` ends in a parenthesis of its own.
        let closing = out.len() - out.trim_end_matches(')').len() - 1;
        let mut text = format!("(:action {} :parameters ({parameters}", task.name(action.name));
        text.push_str(&")".repeat(closing + 1));
        text.push_str(" :precondition ");
        task.write_formula(&mut text, &action.precondition, Bindings::named(&action.parameters));
        text.push_str(" :effect (and");
        for effect in &action.effects {
            text.push(' ');
            task.write_effect(&mut text, effect, Bindings::named(&action.parameters));
        }
        text.push_str("))");
        pieces.push((action.place.span, text));
    }
    for rule in &task.derived {
        let predicate = task.name(task.predicates[rule.predicate.index()].name);
        let mut text = format!("(:derived ({predicate}");
        for parameter in &rule.parameters {
            text.push_str(&format!(" ?{} - ", task.name(parameter.name)));
            task.write_type(&mut text, parameter.ty);
        }
        text.push_str(") ");
        task.write_formula(&mut text, &rule.body, Bindings::named(&rule.parameters));
        text.push(')');
        pieces.push((rule.place.span, text));
    }
    pieces.sort_by_key(|(span, _)| *span);
    let mut out = String::new();
    let mut at = 0;
    for (span, text) in pieces {
        out.push_str(&checked.domain[at..span.start as usize]);
        out.push_str(&text);
        at = span.end as usize;
    }
    out + &checked.domain[at..]
}

fn assert_reads_back(checked: &Checked) {
    let Some(task) = &checked.task else { return };
    let text = rewritten(checked, task);
    let again = support::check_with(&text, &checked.problem, task.names.clone());
    let listing = again.listing();
    let again = again.task.unwrap_or_else(|| panic_with(&format!("{listing}\n{text}")));
    assert_eq!(task.actions.len(), again.actions.len());
    for (a, b) in task.actions.iter().zip(&again.actions) {
        assert_eq!(a.parameters, b.parameters);
        assert_eq!(bare(&a.precondition), bare(&b.precondition), "{}", task.name(a.name));
        assert_eq!(effects_text(task, a), effects_text(&again, b));
    }
    assert_eq!(task.layers, again.layers);
    for (a, b) in task.derived.iter().zip(&again.derived) {
        assert_eq!((a.predicate, &a.parameters, bare(&a.body)), (b.predicate, &b.parameters, bare(&b.body)));
    }
}

#[test]
fn what_is_written_reads_back_the_same() {
    for case in support::folders(&support::project("semantics/cases")) {
        assert_reads_back(&support::check(
            &support::read(&case.join("domain.pddl")),
            &support::read(&case.join("problem.pddl")),
        ));
    }
    for case in support::folders(&support::project("cases")) {
        assert_reads_back(&support::check(
            &support::read(&case.join("domain.pddl")),
            &support::read(&case.join("problem.pddl")),
        ));
    }
    let Some(data) = support::data("what_is_written_reads_back_the_same") else { return };
    for case in support::folders(&data.join("conformance")) {
        assert_reads_back(&support::check(
            &support::read(&case.join("domain.pddl")),
            &support::read(&case.join("problem.pddl")),
        ));
    }
}
