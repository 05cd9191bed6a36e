//! Quantifiers: a search for an instance that makes a list of conditions true.
//!
//! A `forall` is the search for a falsifying instance. With several variables a condition is tested as soon as its last
//! variable is bound, so that `(forall (?x ?y) (imply (on ?x ?y) ...))` does not try every pair.

use crate::eval::Truth;
use crate::world::{Environment, UNBOUND, World};
use smallvec::SmallVec;
use stepguard_task::{Expr, Formula, FormulaKind, Slot, Term, Variable};

/// What an instance has to make true.
pub(crate) struct Instances<'t> {
    pub(crate) variables: &'t [Variable],
    /// Formula, wanted truth, and the number of variables after whose binding it can be tested.
    conditions: SmallVec<[(&'t Formula, bool, usize); 4]>,
}

impl<'t> Instances<'t> {
    /// Instances for which `body` is true.
    pub(crate) fn satisfying(variables: &'t [Variable], body: &'t Formula) -> Self {
        let mut instances = Self { variables, conditions: SmallVec::new() };
        instances.want(body, true);
        instances
    }

    /// Instances for which `body` is false.
    pub(crate) fn falsifying(variables: &'t [Variable], body: &'t Formula) -> Self {
        let mut instances = Self { variables, conditions: SmallVec::new() };
        instances.want(body, false);
        instances
    }

    /// Splits what is a conjunction into its parts.
    fn want(&mut self, formula: &'t Formula, truth: bool) {
        match (&formula.kind, truth) {
            (FormulaKind::And(parts), true) | (FormulaKind::Or(parts), false) => {
                for part in parts {
                    self.want(part, truth);
                }
            }
            (FormulaKind::Imply(left, right), false) => {
                self.want(left, true);
                self.want(right, false);
            }
            (FormulaKind::Not(inner), _) => self.want(inner, !truth),
            _ => {
                let level = if self.variables.len() > 1 {
                    last_bound(formula, self.variables).map_or(0, |index| index + 1)
                } else {
                    self.variables.len()
                };
                self.conditions.push((formula, truth, level));
            }
        }
    }
}

/// Position of the last of `variables` that occurs in `formula`.
fn last_bound(formula: &Formula, variables: &[Variable]) -> Option<usize> {
    let mut last = None;
    visit_slots(formula, &mut |slot| {
        let found = variables.iter().position(|variable| variable.slot == slot);
        last = last.max(found);
    });
    last
}

/// Calls `visit` with every slot that occurs in a term of `formula`.
pub(crate) fn visit_slots(formula: &Formula, visit: &mut impl FnMut(Slot)) {
    match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            for part in parts {
                visit_slots(part, visit);
            }
        }
        FormulaKind::Not(inner)
        | FormulaKind::Forall(_, inner)
        | FormulaKind::Exists(_, inner)
        | FormulaKind::Preference(_, inner) => visit_slots(inner, visit),
        FormulaKind::Imply(left, right) => {
            visit_slots(left, visit);
            visit_slots(right, visit);
        }
        FormulaKind::Atom(_, terms) => visit_terms(terms, visit),
        FormulaKind::Same(left, right) => {
            visit_term(left, visit);
            visit_term(right, visit);
        }
        FormulaKind::Compare(_, left, right) => {
            visit_expr(left, visit);
            visit_expr(right, visit);
        }
    }
}

fn visit_terms(terms: &[Term], visit: &mut impl FnMut(Slot)) {
    for term in terms {
        visit_term(term, visit);
    }
}

fn visit_term(term: &Term, visit: &mut impl FnMut(Slot)) {
    match term {
        Term::Object(_) => {}
        Term::Slot(slot) => visit(*slot),
        Term::Fluent(_, terms) => visit_terms(terms, visit),
    }
}

fn visit_expr(expr: &Expr, visit: &mut impl FnMut(Slot)) {
    match expr {
        Expr::Fluent(_, terms) => visit_terms(terms, visit),
        Expr::Op(_, operands) => {
            for operand in operands {
                visit_expr(operand, visit);
            }
        }
        Expr::Number(_) | Expr::IsViolated(_) | Expr::TotalTime | Expr::Duration | Expr::Elapsed => {}
    }
}

impl<'t> World<'t> {
    /// Whether an instance exists. When it does, the environment holds the first one.
    pub(crate) fn exists(&mut self, instances: &Instances<'t>, env: &mut Environment) -> Truth {
        // Conditions without any of the variables decide alone.
        let start = self.test(instances, 0, env);
        if start == Truth::False {
            return Truth::False;
        }
        let mut undefined = false;
        if self.search(instances, 0, start == Truth::Undefined, &mut undefined, env) {
            Truth::True
        } else if undefined {
            Truth::Undefined
        } else {
            Truth::False
        }
    }

    /// Kleene's conjunction of the conditions that can be tested once `level` variables are bound.
    fn test(&mut self, instances: &Instances<'t>, level: usize, env: &mut Environment) -> Truth {
        let mut result = Truth::True;
        for (formula, wanted, at) in &instances.conditions {
            if *at != level {
                continue;
            }
            let truth = self.eval(formula, env);
            match if *wanted { truth } else { !truth } {
                Truth::False => return Truth::False,
                Truth::Undefined => result = Truth::Undefined,
                Truth::True => {}
            }
        }
        result
    }

    fn search(
        &mut self,
        instances: &Instances<'t>,
        bound: usize,
        doubtful: bool,
        undefined: &mut bool,
        env: &mut Environment,
    ) -> bool {
        let Some(variable) = instances.variables.get(bound) else {
            if doubtful {
                *undefined = true;
            }
            return !doubtful;
        };
        let task = self.task;
        for object in task.members(variable.ty) {
            if !self.spend(1) {
                *undefined = true;
                return false;
            }
            env.set(variable.slot, *object);
            let truth = self.test(instances, bound + 1, env);
            if truth != Truth::False
                && self.search(instances, bound + 1, doubtful || truth == Truth::Undefined, undefined, env)
            {
                return true;
            }
        }
        false
    }

    /// Calls `visit` with the environment of every instance that makes the conditions true (undefined counts as well
    /// when `with_undefined`), in order, until it returns false.
    pub(crate) fn each_instance(
        &mut self,
        instances: &Instances<'t>,
        with_undefined: bool,
        env: &mut Environment,
        visit: &mut dyn FnMut(&mut Self, &mut Environment) -> bool,
    ) {
        let start = self.test(instances, 0, env);
        if start == Truth::True || with_undefined && start == Truth::Undefined {
            self.each_from(instances, 0, with_undefined, env, visit);
            env.unbind(instances.variables);
        }
    }

    fn each_from(
        &mut self,
        instances: &Instances<'t>,
        bound: usize,
        with_undefined: bool,
        env: &mut Environment,
        visit: &mut dyn FnMut(&mut Self, &mut Environment) -> bool,
    ) -> bool {
        let Some(variable) = instances.variables.get(bound) else { return visit(self, env) };
        let task = self.task;
        for object in task.members(variable.ty) {
            if !self.spend(1) {
                return false;
            }
            env.set(variable.slot, *object);
            let truth = self.test(instances, bound + 1, env);
            if (truth == Truth::True || with_undefined && truth == Truth::Undefined)
                && !self.each_from(instances, bound + 1, with_undefined, env, visit)
            {
                return false;
            }
        }
        env.set(variable.slot, UNBOUND);
        true
    }

    /// Calls `visit` with every binding of `variables`, in order, until it returns false.
    pub(crate) fn each_binding(
        &mut self,
        variables: &'t [Variable],
        env: &mut Environment,
        visit: &mut dyn FnMut(&mut Self, &mut Environment) -> bool,
    ) {
        let all = Instances { variables, conditions: SmallVec::new() };
        self.each_from(&all, 0, false, env, visit);
        env.unbind(variables);
    }
}
