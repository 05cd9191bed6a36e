//! What an action would do in a state: everything is read from the state before it and happens at once.

use crate::conditions::{Meaning, arithmetic};
use crate::world::{Ground, State, Substitution, Value, World, total_cost};
use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet};
use stepguard_pddl::ast::{
    Action, ArithmeticOp, AssignOp, Atom, Condition, ConditionKind, Effect, EffectKind, Term, Trajectory,
};

/// The effects that fire.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// Facts made true.
    pub adds: BTreeSet<Ground>,
    /// Facts made false; an add of the same fact wins.
    pub deletes: BTreeSet<Ground>,
    /// Assignments with their right-hand sides, `None` for the object fluent's `undefined`.
    pub assigns: Vec<(Ground, AssignOp, Option<Value>)>,
    /// What makes it impossible, worst first.
    pub faults: BTreeSet<Fault>,
}

/// Why effects cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A right-hand side divides by zero, or something is scaled down by zero.
    DivisionByZero,
    /// One fluent gets two values at once.
    Conflict(Ground),
    /// A fluent without a value is read.
    Undefined,
}

impl World<'_> {
    /// What `effect` does in `state`.
    #[must_use]
    pub fn change(&self, effect: Option<&Effect>, state: &State, binding: &Substitution) -> Change {
        let mut change = Change::default();
        if let Some(effect) = effect {
            self.fire(effect, state, binding, &mut change);
        }
        // A trial run: what goes wrong when all of it is carried out.
        self.apply(state, &mut change);
        change
    }

    fn fire(&self, effect: &Effect, state: &State, binding: &Substitution, out: &mut Change) {
        match &effect.kind {
            EffectKind::And(parts) => parts.iter().for_each(|part| self.fire(part, state, binding, out)),
            EffectKind::Forall(variables, part) => {
                self.bindings(variables, binding).iter().for_each(|inner| self.fire(part, state, inner, out));
            }
            EffectKind::When(condition, part) => {
                if self.truth(condition, state, binding) == Some(true) {
                    self.fire(part, state, binding, out);
                }
            }
            EffectKind::Add(atom) => match self.ground(atom, state, binding) {
                Some(fact) => {
                    out.adds.insert(fact);
                }
                None => {
                    out.faults.insert(Fault::Undefined);
                }
            },
            EffectKind::Delete(atom) => match self.ground(atom, state, binding) {
                Some(fact) => {
                    out.deletes.insert(fact);
                }
                None => {
                    out.faults.insert(Fault::Undefined);
                }
            },
            EffectKind::Assign(op, target, value) => {
                let Some(target) = self.target(target, state, binding) else {
                    out.faults.insert(Fault::Undefined);
                    return;
                };
                if self.is_undefined(value) {
                    out.assigns.push((target, *op, None));
                    return;
                }
                match self.meaning(value, state, binding) {
                    Meaning::Value(value) => out.assigns.push((target, *op, Some(value))),
                    Meaning::Undefined => {
                        out.faults.insert(Fault::Undefined);
                    }
                    Meaning::DivisionByZero => {
                        out.faults.insert(Fault::DivisionByZero);
                    }
                }
            }
            EffectKind::Timed(..) | EffectKind::Error => {}
        }
    }

    /// The fluent that an assignment changes.
    #[must_use]
    pub fn target(&self, term: &Term, state: &State, binding: &Substitution) -> Option<Ground> {
        match term {
            Term::Name(name) => Some(Ground(self.word(name.symbol), Vec::new())),
            Term::Fluent(atom) => self.ground(atom, state, binding),
            _ => None,
        }
    }

    /// Whether a right-hand side is the word `undefined`.
    #[must_use]
    pub fn is_undefined(&self, term: &Term) -> bool {
        matches!(term, Term::Name(name) if self.word(name.symbol) == "undefined" && !self.is_object("undefined"))
    }

    /// The state after `change`; faults that show only now are added to it.
    pub fn apply(&self, state: &State, change: &mut Change) -> State {
        let mut after = state.clone();
        for fact in &change.deletes {
            after.facts.remove(fact);
        }
        after.facts.extend(change.adds.iter().cloned());
        let mut by_fluent: BTreeMap<&Ground, Vec<(AssignOp, Option<&Value>)>> = BTreeMap::new();
        for (fluent, op, value) in &change.assigns {
            by_fluent.entry(fluent).or_default().push((*op, value.as_ref()));
        }
        let mut faults = BTreeSet::new();
        for (fluent, assigns) in by_fluent {
            if assigns.iter().any(|(op, value)| *op == AssignOp::ScaleDown && value.is_some_and(is_zero)) {
                faults.insert(Fault::DivisionByZero);
            }
            match combine(state.values.get(fluent), &assigns) {
                Ok(Some(value)) => {
                    after.values.insert(fluent.clone(), value);
                }
                Ok(None) => {
                    after.values.remove(fluent);
                }
                Err(Trouble::Conflict) => {
                    faults.insert(Fault::Conflict(fluent.clone()));
                }
                Err(Trouble::Undefined) => {
                    faults.insert(Fault::Undefined);
                }
                Err(Trouble::DivisionByZero) => {
                    faults.insert(Fault::DivisionByZero);
                }
            }
        }
        change.faults.extend(faults);
        self.derive(&mut after);
        after
    }

    /// Whether all that would fire is so already, literally, and there is something that would.
    #[must_use]
    pub fn already_done(&self, change: &Change, state: &State) -> bool {
        let unread_cost = (!self.reads_total_cost()).then(total_cost);
        let mut only = change.clone();
        only.assigns.retain(|(fluent, _, _)| Some(fluent) != unread_cost.as_ref());
        let after = self.apply(state, &mut only.clone());
        change.faults.is_empty()
            && !(only.adds.is_empty() && only.deletes.is_empty() && only.assigns.is_empty())
            && only.adds.is_subset(&state.facts)
            && only.deletes.is_disjoint(&state.facts)
            && after.values == state.values
    }

    /// Whether two states are the same, an unread `total-cost` apart.
    #[must_use]
    pub fn same_state(&self, left: &State, right: &State) -> bool {
        let strip = |state: &State| {
            let mut state = state.clone();
            if !self.reads_total_cost() {
                state.values.remove(&total_cost());
            }
            state
        };
        strip(left) == strip(right)
    }

    /// Whether a condition, the goal or a constraint reads `total-cost`.
    #[must_use]
    pub fn reads_total_cost(&self) -> bool {
        let domain = self.domain;
        let mut conditions: Vec<&Condition> = Vec::new();
        for Action { precondition, effect, .. } in &domain.actions {
            conditions.extend(precondition);
            effect.iter().for_each(|effect| guards(effect, &mut conditions));
        }
        conditions.extend(domain.derived.iter().map(|rule| &rule.condition));
        conditions.extend(domain.constraints.iter().chain(&self.problem.constraints).chain(&self.problem.goal));
        conditions.into_iter().any(|condition| self.mentions_cost(condition))
    }

    fn mentions_cost(&self, condition: &Condition) -> bool {
        use ConditionKind as K;
        match &condition.kind {
            K::And(parts) | K::Or(parts) => parts.iter().any(|part| self.mentions_cost(part)),
            K::Not(part) | K::Forall(_, part) | K::Exists(_, part) | K::Preference(_, part) | K::Timed(_, part) => {
                self.mentions_cost(part)
            }
            K::Imply(left, right) => self.mentions_cost(left) || self.mentions_cost(right),
            K::Compare(_, left, right) => self.term_mentions_cost(left) || self.term_mentions_cost(right),
            K::Trajectory(trajectory) => parts_of(trajectory).into_iter().any(|part| self.mentions_cost(part)),
            K::Atom(_) | K::Error => false,
        }
    }

    fn term_mentions_cost(&self, term: &Term) -> bool {
        match term {
            Term::Name(name) | Term::Fluent(Atom { name, .. }) => self.word(name.symbol) == "total-cost",
            Term::Arithmetic(_, operands, _) => operands.iter().any(|operand| self.term_mentions_cost(operand)),
            _ => false,
        }
    }
}

/// The conditions of the `when`s in an effect.
pub fn guards<'e>(effect: &'e Effect, out: &mut Vec<&'e Condition>) {
    match &effect.kind {
        EffectKind::And(parts) => parts.iter().for_each(|part| guards(part, out)),
        EffectKind::Forall(_, part) | EffectKind::Timed(_, part) => guards(part, out),
        EffectKind::When(condition, part) => {
            out.push(condition);
            guards(part, out);
        }
        EffectKind::Add(_) | EffectKind::Delete(_) | EffectKind::Assign(..) | EffectKind::Error => {}
    }
}

/// The conditions under a trajectory operator.
#[must_use]
pub fn parts_of(trajectory: &Trajectory) -> Vec<&Condition> {
    use Trajectory as T;
    match trajectory {
        T::Always(part)
        | T::Sometime(part)
        | T::Within(_, part)
        | T::AtMostOnce(part)
        | T::HoldDuring(_, _, part)
        | T::HoldAfter(_, part) => vec![part],
        T::SometimeAfter(left, right) | T::SometimeBefore(left, right) | T::AlwaysWithin(_, left, right) => {
            vec![left, right]
        }
    }
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Number(number) if *number == BigRational::from_integer(0.into()))
}

enum Trouble {
    Conflict,
    Undefined,
    DivisionByZero,
}

/// The new value of a fluent: one assignment, a sum of increases and decreases, or a product of scalings.
fn combine(old: Option<&Value>, assigns: &[(AssignOp, Option<&Value>)]) -> Result<Option<Value>, Trouble> {
    if let [(AssignOp::Assign, value)] = assigns {
        return Ok(value.cloned());
    }
    let additive = |op: AssignOp| matches!(op, AssignOp::Increase | AssignOp::Decrease);
    let scaling = |op: AssignOp| matches!(op, AssignOp::ScaleUp | AssignOp::ScaleDown);
    if !assigns.iter().all(|(op, _)| additive(*op)) && !assigns.iter().all(|(op, _)| scaling(*op)) {
        return Err(Trouble::Conflict);
    }
    let Some(Value::Number(old)) = old else { return Err(Trouble::Undefined) };
    let mut new: BigRational = old.clone();
    for (op, value) in assigns {
        let Some(Value::Number(value)) = value else { return Err(Trouble::Undefined) };
        let op = match op {
            AssignOp::Increase => ArithmeticOp::Add,
            AssignOp::Decrease => ArithmeticOp::Subtract,
            AssignOp::ScaleUp => ArithmeticOp::Multiply,
            AssignOp::ScaleDown => ArithmeticOp::Divide,
            AssignOp::Assign => return Err(Trouble::Conflict),
        };
        match arithmetic(op, &[new, value.clone()]) {
            Meaning::Value(Value::Number(number)) => new = number,
            Meaning::DivisionByZero => return Err(Trouble::DivisionByZero),
            _ => return Err(Trouble::Undefined),
        }
    }
    Ok(Some(Value::Number(new)))
}
