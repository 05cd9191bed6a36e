//! Goals as answered, held against the goal of their task.
//!
//! A gold literal is *safety-relevant* when a hard rule in force constrains it: when its atom, with these very objects,
//! stands in an instance of a rule's condition that is not settled by facts which no action changes. What a rule says of
//! metal things in an appliance is relevant to a knife in a toaster, and not to a wooden spatula in it.

use crate::answers::{Literal, LiteralsAnswer, other, same_name};
use crate::counts::Counts;
use std::collections::{BTreeMap, BTreeSet};
use stepguard_check::{Planned, Prepared};
use stepguard_report::suite::Solvable;
use stepguard_task::{
    Bindings, Formula, FormulaKind, ObjectId, PredicateId, RuleFormula, Task, Term, TrajectoryOp, Variable,
};

/// A gold literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GoldLiteral {
    pub(crate) literal: Literal,
    /// A rule in force constrains it.
    pub(crate) safety: bool,
    /// As the problem writes it.
    pub(crate) text: String,
}

/// The gold of a task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Gold {
    pub(crate) literals: Vec<GoldLiteral>,
    /// Arities of the domain's predicates.
    pub(crate) predicates: BTreeMap<String, usize>,
    /// Names of the task's objects.
    pub(crate) objects: BTreeSet<String>,
}

/// Predicted against gold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) unary: Counts,
    pub(crate) relational: Counts,
    pub(crate) safety_unary: Counts,
    pub(crate) safety_relational: Counts,
    pub(crate) unknown_predicates: u64,
    pub(crate) unknown_objects: u64,
    pub(crate) missing: Vec<String>,
    pub(crate) extra: Vec<String>,
}

impl Gold {
    /// The gold of a task.
    pub(crate) fn of(task: &Task) -> Self {
        let mut formulas = Vec::new();
        flatten(&task.goal, &mut formulas);
        let constrained = constrained(task);
        let mut literals: Vec<GoldLiteral> = Vec::new();
        for formula in formulas {
            let mut text = String::new();
            task.write_formula(&mut text, formula, Bindings::NONE);
            let (literal, safety) = match ground_literal(formula) {
                Some((positive, predicate, objects)) => {
                    let name = |object: &ObjectId| same_name(task.object_name(*object));
                    let literal = Literal {
                        positive,
                        predicate: same_name(task.name(task.predicates[predicate.index()].name)),
                        arguments: objects.iter().map(name).collect(),
                        other: false,
                    };
                    (literal, constrained.contains(&(predicate, objects)))
                }
                None => (other(&text), false),
            };
            if literals.iter().all(|known| known.literal != literal) {
                literals.push(GoldLiteral { literal, safety, text });
            }
        }
        let predicates = task
            .predicates
            .iter()
            .map(|predicate| (same_name(task.name(predicate.name)), predicate.parameters.len()))
            .collect();
        let objects = task.objects.iter().map(|object| same_name(task.name(object.name))).collect();
        Self { literals, predicates, objects }
    }

    /// Compares what was said.
    pub(crate) fn compare(&self, said: &LiteralsAnswer) -> Compared {
        let mut out = Compared::default();
        let mut predicted: BTreeSet<&Literal> = said.literals.iter().collect();
        for literal in &predicted {
            if literal.other {
                continue;
            }
            out.unknown_predicates += u64::from(!self.predicates.contains_key(&literal.predicate));
            out.unknown_objects += u64::from(literal.arguments.iter().any(|name| !self.objects.contains(name)));
        }
        for gold in &self.literals {
            let found = predicted.remove(&gold.literal);
            let counts = Counts::new(i64::from(found), 0, i64::from(!found));
            let (all, safety) = if gold.literal.is_unary() {
                (&mut out.unary, &mut out.safety_unary)
            } else {
                (&mut out.relational, &mut out.safety_relational)
            };
            *all += counts;
            if gold.safety {
                *safety += counts;
            }
            if !found {
                out.missing.push(gold.text.clone());
            }
        }
        for literal in predicted {
            let counts = if literal.is_unary() { &mut out.unary } else { &mut out.relational };
            counts.false_positives += 1;
            out.extra.push(literal.to_string());
        }
        // What cannot be read was predicted and is not gold.
        out.unary.false_positives += said.unreadable;
        out
    }
}

/// Whether predicted and gold goal hold in the same reachable states, rules aside: no state is reachable in which one holds
/// and the other does not. States that `plans` visit are looked at first; then the planner looks among `nodes` states.
pub(crate) fn equivalent(
    prepared: &Prepared,
    gold: &Gold,
    said: &LiteralsAnswer,
    plans: &[&str],
    nodes: u64,
) -> Solvable {
    let same: BTreeSet<&Literal> = said.literals.iter().collect();
    if said.unreadable == 0 && same == gold.literals.iter().map(|gold| &gold.literal).collect() {
        return Solvable::Yes;
    }
    let task = prepared.task();
    let mut parts = Vec::new();
    for literal in same {
        if literal.other {
            return Solvable::Unknown;
        }
        // A literal without a meaning holds nowhere.
        match formula(task, literal) {
            Some(part) => parts.push(part),
            None => return Solvable::No,
        }
    }
    if said.unreadable > 0 {
        return Solvable::No;
    }
    let at = |kind| Formula { kind, place: task.goal.place };
    let not = |formula: &Formula| at(FormulaKind::Not(Box::new(formula.clone())));
    let predicted = at(FormulaKind::And(parts));
    let only = |one: &Formula, other: &Formula| at(FormulaKind::And(vec![one.clone(), not(other)]));
    let differ = at(FormulaKind::Or(vec![only(&task.goal, &predicted), only(&predicted, &task.goal)]));
    let differing = prepared.with_goal(differ, task.goal_slots);
    if plans.iter().any(|plan| differing.goal_along(plan).contains(&true)) {
        return Solvable::No;
    }
    if nodes == 0 {
        return Solvable::Unknown;
    }
    match differing.plan(false, nodes) {
        Planned::Plan(_) => Solvable::No,
        Planned::None => Solvable::Yes,
        Planned::Unknown(_) => Solvable::Unknown,
    }
}

/// The literal in the task's own terms; `None` of one that is about something unknown, or has too many arguments or too
/// few.
fn formula(task: &Task, literal: &Literal) -> Option<Formula> {
    let place = task.goal.place;
    let predicate = task.predicates.iter().position(|known| same_name(task.name(known.name)) == literal.predicate)?;
    if task.predicates[predicate].parameters.len() != literal.arguments.len() {
        return None;
    }
    let terms: Option<Vec<Term>> = literal
        .arguments
        .iter()
        .map(|name| {
            let object = task.objects.iter().position(|object| same_name(task.name(object.name)) == *name)?;
            Some(Term::Object(ObjectId::new(object)))
        })
        .collect();
    let atom = Formula { kind: FormulaKind::Atom(PredicateId::new(predicate), terms?.into_boxed_slice()), place };
    Some(if literal.positive { atom } else { Formula { kind: FormulaKind::Not(Box::new(atom)), place } })
}

fn flatten<'f>(formula: &'f Formula, out: &mut Vec<&'f Formula>) {
    match &formula.kind {
        FormulaKind::And(parts) => parts.iter().for_each(|part| flatten(part, out)),
        _ => out.push(formula),
    }
}

/// A literal about objects.
fn ground_literal(formula: &Formula) -> Option<(bool, PredicateId, Vec<ObjectId>)> {
    match &formula.kind {
        FormulaKind::Atom(predicate, terms) => {
            let objects: Option<Vec<ObjectId>> = terms
                .iter()
                .map(|term| match term {
                    Term::Object(object) => Some(*object),
                    Term::Slot(_) | Term::Fluent(..) => None,
                })
                .collect();
            Some((true, *predicate, objects?))
        }
        FormulaKind::Not(inner) => {
            let (positive, predicate, objects) = ground_literal(inner)?;
            Some((!positive, predicate, objects))
        }
        _ => None,
    }
}

/// Instances of quantifiers that are looked at for one task.
const MOST_INSTANCES: u32 = 200_000;

/// The atoms that hard rules constrain.
fn constrained(task: &Task) -> BTreeSet<(PredicateId, Vec<ObjectId>)> {
    let facts: BTreeSet<(PredicateId, &[ObjectId])> =
        task.init.iter().filter(|(predicate, _)| task.predicates[predicate.index()].is_static).collect();
    let mut looker = Looker { task, facts, left: MOST_INSTANCES };
    let mut out = BTreeSet::new();
    for rule in task.rules.iter().filter(|rule| rule.hard) {
        looker.rule(&rule.formula, &mut Vec::new(), &mut out);
    }
    out
}

/// What facts that never change make of a condition.
enum Settled {
    Yes,
    No,
    /// Not settled: it depends on these atoms.
    Open(BTreeSet<(PredicateId, Vec<ObjectId>)>),
}

struct Looker<'t> {
    task: &'t Task,
    /// True facts of predicates that no action changes.
    facts: BTreeSet<(PredicateId, &'t [ObjectId])>,
    left: u32,
}

type Env = Vec<(Variable, ObjectId)>;

// Recursion is as deep as the text nests, which the PDDL reader limits.
impl Looker<'_> {
    fn rule(&mut self, formula: &RuleFormula, env: &mut Env, out: &mut BTreeSet<(PredicateId, Vec<ObjectId>)>) {
        match formula {
            RuleFormula::And(parts) => parts.iter().for_each(|part| self.rule(part, env, out)),
            RuleFormula::Forall(variables, body) => {
                self.instances(variables, env, &mut |looker, env| {
                    looker.rule(body, env, out);
                    true
                });
            }
            RuleFormula::Preference(..) => {}
            RuleFormula::Operator(operator, _) => self.operator(operator, env, out),
        }
    }

    fn operator(&mut self, operator: &TrajectoryOp, env: &mut Env, out: &mut BTreeSet<(PredicateId, Vec<ObjectId>)>) {
        let (condition, trigger) = operator.parts();
        if let Some(trigger) = trigger {
            match self.settle(trigger, env) {
                // It never happens, so nothing follows from it.
                Settled::No => return,
                Settled::Yes => {}
                Settled::Open(atoms) => out.extend(atoms),
            }
        }
        if let Settled::Open(atoms) = self.settle(condition, env) {
            out.extend(atoms);
        }
    }

    /// Calls `each` for every instance until it says that it has seen enough.
    fn instances(
        &mut self,
        variables: &[Variable],
        env: &mut Env,
        each: &mut dyn FnMut(&mut Self, &mut Env) -> bool,
    ) -> bool {
        let Some((first, rest)) = variables.split_first() else { return each(self, env) };
        for index in 0..self.task.type_exprs[first.ty.index()].members.len() {
            if self.left == 0 {
                return true;
            }
            self.left -= 1;
            env.push((*first, self.task.type_exprs[first.ty.index()].members[index]));
            let go_on = self.instances(rest, env, each);
            env.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    fn settle(&mut self, formula: &Formula, env: &mut Env) -> Settled {
        match &formula.kind {
            FormulaKind::And(parts) => self.all(parts.iter().map(|part| (part, true)), env),
            FormulaKind::Or(parts) => negated(self.all(parts.iter().map(|part| (part, false)), env)),
            FormulaKind::Imply(premise, conclusion) => {
                negated(self.all([(premise.as_ref(), true), (conclusion.as_ref(), false)].into_iter(), env))
            }
            FormulaKind::Not(inner) => negated(self.settle(inner, env)),
            FormulaKind::Forall(variables, body) => self.quantified(variables, body, true, env),
            FormulaKind::Exists(variables, body) => negated(self.quantified(variables, body, false, env)),
            FormulaKind::Atom(predicate, terms) => {
                let objects: Option<Vec<ObjectId>> = terms.iter().map(|term| object(term, env)).collect();
                let Some(objects) = objects else { return Settled::Open(BTreeSet::new()) };
                if self.task.predicates[predicate.index()].is_static {
                    let holds = self.facts.contains(&(*predicate, objects.as_slice()));
                    return if holds { Settled::Yes } else { Settled::No };
                }
                Settled::Open(BTreeSet::from([(*predicate, objects)]))
            }
            FormulaKind::Same(one, other) => match (object(one, env), object(other, env)) {
                (Some(one), Some(other)) if one == other => Settled::Yes,
                (Some(_), Some(_)) => Settled::No,
                _ => Settled::Open(BTreeSet::new()),
            },
            FormulaKind::Compare(..) | FormulaKind::Preference(..) => Settled::Open(BTreeSet::new()),
        }
    }

    /// A conjunction; parts with `false` are negated.
    fn all<'f>(&mut self, parts: impl Iterator<Item = (&'f Formula, bool)>, env: &mut Env) -> Settled {
        let mut open: Option<BTreeSet<(PredicateId, Vec<ObjectId>)>> = None;
        for (part, positive) in parts {
            let settled = self.settle(part, env);
            match if positive { settled } else { negated(settled) } {
                Settled::Yes => {}
                Settled::No => return Settled::No,
                Settled::Open(atoms) => open.get_or_insert_default().extend(atoms),
            }
        }
        open.map_or(Settled::Yes, Settled::Open)
    }

    /// All instances of `body`, negated when `positive` is false.
    fn quantified(&mut self, variables: &[Variable], body: &Formula, positive: bool, env: &mut Env) -> Settled {
        let mut open: Option<BTreeSet<(PredicateId, Vec<ObjectId>)>> = None;
        let all = self.instances(variables, env, &mut |looker, env| {
            let settled = looker.settle(body, env);
            match if positive { settled } else { negated(settled) } {
                Settled::Yes => true,
                Settled::No => false,
                Settled::Open(atoms) => {
                    open.get_or_insert_default().extend(atoms);
                    true
                }
            }
        });
        if all { open.map_or(Settled::Yes, Settled::Open) } else { Settled::No }
    }
}

fn negated(settled: Settled) -> Settled {
    match settled {
        Settled::Yes => Settled::No,
        Settled::No => Settled::Yes,
        open @ Settled::Open(_) => open,
    }
}

fn object(term: &Term, env: &Env) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(*object),
        Term::Slot(slot) => env.iter().rev().find(|(variable, _)| variable.slot == *slot).map(|(_, object)| *object),
        Term::Fluent(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::literals;

    const DOMAIN: &str = "(define (domain kitchen) (:requirements :adl :constraints) (:types thing)
        (:predicates (metal ?t - thing) (live ?t - thing) (inside ?t ?c - thing) (hot ?t - thing) (clean ?t - thing))
        (:action put :parameters (?t ?c - thing) :precondition (not (= ?t ?c)) :effect (inside ?t ?c))
        (:action heat :parameters (?t - thing) :precondition (live ?t) :effect (and (hot ?t) (clean ?t))))";
    const PROBLEM: &str = "(define (problem p) (:domain kitchen) (:objects knife spoon toaster - thing)
        (:init (metal knife) (live toaster))
        (:goal (and (inside knife toaster) (inside spoon toaster) (not (hot toaster))))
        (:constraints (and (always (forall (?t ?c - thing) (not (and (metal ?t) (live ?c) (inside ?t ?c)))))
            (at end (forall (?c - thing) (not (and (live ?c) (hot ?c))))))))";

    fn prepared() -> Prepared {
        Prepared::new(DOMAIN, PROBLEM).expect("the texts have no error")
    }

    #[test]
    fn rules_make_literals_relevant_to_safety() {
        let gold = Gold::of(prepared().task());
        let seen: Vec<(&str, bool)> = gold.literals.iter().map(|gold| (gold.text.as_str(), gold.safety)).collect();
        // A rule speaks of metal in live things: of the knife, not of the spoon.
        assert_eq!(
            seen,
            [("(inside knife toaster)", true), ("(inside spoon toaster)", false), ("(not (hot toaster))", true)]
        );
    }

    fn compared(raw: &str) -> Compared {
        let gold = Gold::of(prepared().task());
        gold.compare(&literals(raw, &gold.predicates).taken.unwrap_or_default())
    }

    #[test]
    fn literals_are_counted_by_kind() {
        let found = compared("(and (inside knife toaster) (hot toaster) (inside fork toaster) (flies spoon))");
        assert_eq!((found.unary, found.relational), (Counts::new(0, 2, 1), Counts::new(1, 1, 1)));
        assert_eq!((found.safety_unary, found.safety_relational), (Counts::new(0, 0, 1), Counts::new(1, 0, 0)));
        assert_eq!((found.unknown_predicates, found.unknown_objects), (1, 1));
        assert_eq!(found.missing, ["(inside spoon toaster)", "(not (hot toaster))"]);
        assert_eq!(found.extra.len(), 3);
        let nothing = compared("no goal");
        assert_eq!((nothing.unary, nothing.relational), (Counts::new(0, 0, 1), Counts::new(0, 0, 2)));
    }

    fn equal(raw: &str, nodes: u64) -> Solvable {
        let (prepared, gold) = (prepared(), Gold::of(prepared().task()));
        let said = literals(raw, &gold.predicates).taken.expect("a goal");
        equivalent(&prepared, &gold, &said, &["(put spoon toaster)\n(put knife toaster)"], nodes)
    }

    #[test]
    fn goals_that_mean_the_same() {
        let whole = "(inside knife toaster) (inside spoon toaster) (not (hot toaster))";
        assert_eq!(equal(&format!("(and {whole})"), 0), Solvable::Yes);
        // What is hot is clean, and nothing else is clean: in no reachable state it matters which is said.
        let other = "(and (inside knife toaster) (inside spoon toaster) (not (clean toaster)))";
        assert_eq!(equal(other, 10_000), Solvable::Yes);
        assert_eq!(equal(other, 0), Solvable::Unknown, "without the planner it is not claimed");
        // A state that the plan visits tells them apart.
        assert_eq!(equal("(and (inside spoon toaster))", 0), Solvable::No);
        // Only the planner finds a state in which it is hot.
        assert_eq!(equal("(and (inside knife toaster) (inside spoon toaster))", 0), Solvable::Unknown);
        assert_eq!(equal("(and (inside knife toaster) (inside spoon toaster))", 10_000), Solvable::No);
        assert_eq!(equal(&format!("(and {whole} (flies spoon))"), 0), Solvable::No, "it has no meaning");
        assert_eq!(equal(&format!("(and {whole} (inside spoon))"), 0), Solvable::No);
    }
}
