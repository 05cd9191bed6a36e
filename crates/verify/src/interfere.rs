//! Which steps may happen at the same moment (Fox & Long 2003, definition 12): none may write what the other reads, add
//! what the other deletes, or assign what the other writes; increases of one fluent commute.

use crate::effects::Effects;
use crate::world::{Arguments, Environment, FluentId, World};
use stepguard_task::{Action, AtomTable, Change, Expr, FactId, Formula, FormulaKind, PredicateId, Term};

/// What a step reads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reads {
    facts: Vec<FactId>,
    fluents: Vec<FluentId>,
    /// Derived atoms that are read: they stand for all that their rules read.
    derived: AtomTable,
}

impl<'t> World<'t> {
    /// Everything that precondition, effect conditions and effect values of the step read. Call it after the effects of
    /// all steps of the happening are known, so that every written fact has its number.
    pub(crate) fn reads(&mut self, action: &'t Action, env: &Environment) -> Reads {
        let mut reads = Reads::default();
        let mut env = env.clone();
        self.read_formula(&action.precondition, &mut env, &mut reads);
        for effect in &action.effects {
            self.each_binding(&effect.variables, &mut env, &mut |world, env| {
                if let Some(condition) = &effect.condition {
                    world.read_formula(condition, env, &mut reads);
                    // An effect that does not fire reads nothing more.
                    if !world.eval(condition, env).is_true() {
                        return true;
                    }
                }
                match &effect.change {
                    Change::Add(_, terms) | Change::Delete(_, terms) => world.read_terms(terms, env, &mut reads),
                    Change::Number(_, _, terms, value) => {
                        world.read_terms(terms, env, &mut reads);
                        world.read_expr(value, env, &mut reads);
                    }
                    Change::Object(_, terms, value) => {
                        world.read_terms(terms, env, &mut reads);
                        if let Some(value) = value {
                            world.read_term(value, env, &mut reads);
                        }
                    }
                }
                true
            });
        }
        self.read_rules(&mut reads);
        reads
    }

    fn read_formula(&mut self, formula: &'t Formula, env: &mut Environment, reads: &mut Reads) {
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                for part in parts {
                    self.read_formula(part, env, reads);
                }
            }
            FormulaKind::Not(inner) => self.read_formula(inner, env, reads),
            // Advice is no condition: it does not order steps.
            FormulaKind::Preference(..) => {}
            FormulaKind::Imply(left, right) => {
                self.read_formula(left, env, reads);
                self.read_formula(right, env, reads);
            }
            FormulaKind::Forall(variables, body) | FormulaKind::Exists(variables, body) => {
                self.each_binding(variables, env, &mut |world, env| {
                    world.read_formula(body, env, reads);
                    true
                });
            }
            FormulaKind::Atom(predicate, terms) => {
                self.read_terms(terms, env, reads);
                let Some(arguments) = self.arguments(terms, env) else { return };
                if self.task.predicates[predicate.index()].derived {
                    reads.derived.intern(*predicate, &arguments);
                } else if let Some(fact) = self.facts.lookup(*predicate, &arguments) {
                    reads.facts.push(fact);
                }
            }
            FormulaKind::Same(left, right) => {
                self.read_term(left, env, reads);
                self.read_term(right, env, reads);
            }
            FormulaKind::Compare(_, left, right) => {
                self.read_expr(left, env, reads);
                self.read_expr(right, env, reads);
            }
        }
    }

    /// What the rules of the derived atoms read, directly or through other derived atoms, which join the list meanwhile.
    fn read_rules(&mut self, reads: &mut Reads) {
        let task = self.task;
        let mut next = 0;
        while next < reads.derived.len() && self.spend(1) {
            let fact = FactId(u32::try_from(next).expect("the work budget keeps the list far below 2^32 atoms"));
            let (predicate, arguments) = reads.derived.atom(fact);
            let arguments = Arguments::from_slice(arguments);
            for rule in task.derived.iter().filter(|rule| rule.predicate == predicate) {
                if rule.parameters.iter().zip(&arguments).all(|(p, object)| task.fits(*object, p.ty)) {
                    self.read_formula(&rule.body, &mut Environment::new(&arguments, rule.slots), reads);
                }
            }
            next += 1;
        }
    }

    fn read_terms(&self, terms: &[Term], env: &Environment, reads: &mut Reads) {
        for term in terms {
            self.read_term(term, env, reads);
        }
    }

    fn read_term(&self, term: &Term, env: &Environment, reads: &mut Reads) {
        if let Term::Fluent(function, terms) = term {
            self.read_terms(terms, env, reads);
            self.read_fluent(function.0, terms, env, reads);
        }
    }

    fn read_expr(&self, expr: &Expr, env: &Environment, reads: &mut Reads) {
        match expr {
            Expr::Fluent(function, terms) => {
                self.read_terms(terms, env, reads);
                self.read_fluent(function.0, terms, env, reads);
            }
            Expr::Op(_, operands) => {
                for operand in operands {
                    self.read_expr(operand, env, reads);
                }
            }
            Expr::Number(_) | Expr::IsViolated(_) | Expr::TotalTime | Expr::Duration | Expr::Elapsed => {}
        }
    }

    fn read_fluent(&self, function: u32, terms: &[Term], env: &Environment, reads: &mut Reads) {
        if let Some(arguments) = self.arguments(terms, env)
            && let Some(fluent) = self.fluents.lookup(PredicateId(function), &arguments)
        {
            reads.fluents.push(FluentId(fluent.0));
        }
    }

    /// Whether two steps of one happening interfere.
    pub(crate) fn interfere(&self, a: (&Reads, &Effects), b: (&Reads, &Effects)) -> bool {
        let disturbs = |reads: &Reads, effects: &Effects| {
            effects.adds.iter().chain(&effects.deletes).any(|fact| reads.facts.contains(fact))
                || effects.values.iter().any(|(fluent, _)| reads.fluents.contains(fluent))
        };
        let clash = |a: &Effects, b: &Effects| a.adds.iter().any(|fact| b.deletes.contains(fact));
        let both_write = a.1.values.iter().any(|(fluent, _)| {
            b.1.values.iter().any(|(other, _)| other == fluent)
                && !(a.1.additive.contains(fluent) && b.1.additive.contains(fluent))
        });
        disturbs(a.0, b.1) || disturbs(b.0, a.1) || clash(a.1, b.1) || clash(b.1, a.1) || both_write
    }
}
