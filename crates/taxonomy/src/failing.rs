//! The failing literals of a condition: a minimal set of leaves whose flip makes it true.
//!
//! For a conjunction all false parts; for a disjunction the branch, of those that can come true at all, with the fewest
//! false literals, ties by source order; for `forall` the falsifying instances; for `exists` the best witness by the same
//! rule (taxonomy, procedure, step 2; decision A11).

use std::collections::BTreeSet;
use stepguard_task::{Formula, FormulaKind, Variable};
use stepguard_verify::{Environment, Literal, World};

/// Answers whether a literal can become true at all.
pub(crate) trait Achievability<'t> {
    /// `None`: unknown, a budget ran out.
    fn achievable(&mut self, literal: &Literal<'t>) -> Option<bool>;
}

/// The failing literals of `formula` in the world's present state, without repetition.
pub(crate) fn failing<'t>(
    world: &mut World<'t>,
    oracle: &mut dyn Achievability<'t>,
    formula: &'t Formula,
    env: &mut Environment,
) -> Vec<Literal<'t>> {
    (Search { world, oracle }).flips(formula, true, env)
}

/// What a failing literal costs: it gets a label, a history and words.
const LITERAL: u64 = 500;

/// Literals without repetition: one counts once, however often and with whatever variables it is written.
#[derive(Default)]
struct Distinct<'t> {
    literals: Vec<Literal<'t>>,
    keys: BTreeSet<String>,
}

impl<'t> Distinct<'t> {
    fn join(&mut self, world: &World<'t>, more: Vec<Literal<'t>>) {
        for literal in more {
            if !world.spend(LITERAL) {
                return;
            }
            if self.keys.insert(literal.key()) {
                self.literals.push(literal);
            }
        }
    }
}

struct Search<'a, 't> {
    world: &'a mut World<'t>,
    oracle: &'a mut dyn Achievability<'t>,
}

/// The best branch so far.
struct Best<'t> {
    literals: Vec<Literal<'t>>,
    possible: bool,
}

impl<'t> Search<'_, 't> {
    /// Literals whose flip gives `formula` the wanted truth; empty when it has it.
    fn flips(&mut self, formula: &'t Formula, wanted: bool, env: &mut Environment) -> Vec<Literal<'t>> {
        if self.world.eval(formula, env).known() == Some(wanted) {
            return Vec::new();
        }
        match (&formula.kind, wanted) {
            (FormulaKind::And(parts), true) | (FormulaKind::Or(parts), false) => {
                let mut literals = Distinct::default();
                for part in parts {
                    let flips = self.flips(part, wanted, env);
                    literals.join(self.world, flips);
                }
                literals.literals
            }
            (FormulaKind::And(parts), false) | (FormulaKind::Or(parts), true) => {
                let mut best = None;
                for part in parts {
                    let branch = self.flips(part, wanted, env);
                    self.keep_better(&mut best, branch);
                }
                self.or_whole(best, formula, wanted, env)
            }
            (FormulaKind::Not(inner), _) => self.flips(inner, !wanted, env),
            (FormulaKind::Imply(left, right), true) => {
                let mut best = None;
                let branch = self.flips(left, false, env);
                self.keep_better(&mut best, branch);
                let branch = self.flips(right, true, env);
                self.keep_better(&mut best, branch);
                self.or_whole(best, formula, wanted, env)
            }
            (FormulaKind::Imply(left, right), false) => {
                let mut literals = Distinct::default();
                let flips = self.flips(left, true, env);
                literals.join(self.world, flips);
                let flips = self.flips(right, false, env);
                literals.join(self.world, flips);
                literals.literals
            }
            (FormulaKind::Forall(variables, body), true) | (FormulaKind::Exists(variables, body), false) => {
                let mut literals = Distinct::default();
                self.each(variables, env, &mut |search, env| {
                    let flips = search.flips(body, wanted, env);
                    literals.join(search.world, flips);
                });
                literals.literals
            }
            (FormulaKind::Forall(variables, body), false) | (FormulaKind::Exists(variables, body), true) => {
                let mut best = None;
                self.each(variables, env, &mut |search, env| {
                    let branch = search.flips(body, wanted, env);
                    search.keep_better(&mut best, branch);
                });
                self.or_whole(best, formula, wanted, env)
            }
            // A preference is true; it can only be asked for under `not`, which the task's reader refuses.
            (
                FormulaKind::Preference(..) | FormulaKind::Atom(..) | FormulaKind::Same(..) | FormulaKind::Compare(..),
                _,
            ) => {
                vec![Literal { formula, env: env.clone(), positive: wanted }]
            }
        }
    }

    /// No branch at all, as in `(or)` or an `exists` over an empty type: the whole formula is the literal.
    fn or_whole(
        &self,
        best: Option<Best<'t>>,
        formula: &'t Formula,
        wanted: bool,
        env: &Environment,
    ) -> Vec<Literal<'t>> {
        match best {
            Some(best) => best.literals,
            None => vec![Literal { formula, env: env.clone(), positive: wanted }],
        }
    }

    /// Keeps the branch with the fewest literals among those that can come true; the earlier on a tie.
    fn keep_better(&mut self, best: &mut Option<Best<'t>>, branch: Vec<Literal<'t>>) {
        let shorter = best.as_ref().is_none_or(|best| branch.len() < best.literals.len());
        let improvable = best.as_ref().is_some_and(|best| !best.possible);
        // Whether a branch is possible is asked only when it could win.
        if !shorter && !improvable {
            return;
        }
        let possible = branch.iter().all(|literal| self.oracle.achievable(literal) != Some(false));
        let wins = match best {
            None => true,
            Some(best) if best.possible == possible => shorter,
            Some(_) => possible,
        };
        if wins {
            *best = Some(Best { literals: branch, possible });
        }
    }

    /// Every binding of `variables`, in order.
    fn each(
        &mut self,
        variables: &'t [Variable],
        env: &mut Environment,
        visit: &mut dyn FnMut(&mut Self, &mut Environment),
    ) {
        let Some((first, rest)) = variables.split_first() else {
            visit(self, env);
            return;
        };
        let task = self.world.task();
        for object in task.members(first.ty) {
            if !self.world.spend(1) {
                break;
            }
            env.set(first.slot, *object);
            self.each(rest, env, visit);
        }
        env.set(first.slot, stepguard_verify::UNBOUND);
    }
}
