//! The failing literals of a condition: a minimal set of leaves whose flip makes it true.
//!
//! For a conjunction all false parts; for a disjunction the branch, of those that can come true at all, with the fewest
//! false literals, ties by source order; for `forall` the falsifying instances; for `exists` the best witness by the same
//! rule (taxonomy, procedure, step 2; decision A11).

use stepguard_task::{Expr, Formula, FormulaKind, Term, Variable};
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

/// Adds what is not there yet: a literal counts once, however often and with whatever variables it is written.
fn join<'t>(literals: &mut Vec<Literal<'t>>, more: Vec<Literal<'t>>) {
    for literal in more {
        if !literals.iter().any(|known| same_literal(known, &literal)) {
            literals.push(literal);
        }
    }
}

/// Whether two literals say the same of the same objects.
fn same_literal(a: &Literal<'_>, b: &Literal<'_>) -> bool {
    if a.positive != b.positive {
        return false;
    }
    let terms = |x: &[Term], y: &[Term]| same_terms((x, &a.env), (y, &b.env));
    match (&a.formula.kind, &b.formula.kind) {
        (FormulaKind::Atom(p, x), FormulaKind::Atom(q, y)) => p == q && terms(x, y),
        (FormulaKind::Same(l, r), FormulaKind::Same(m, s)) => {
            terms(std::slice::from_ref(l), std::slice::from_ref(m))
                && terms(std::slice::from_ref(r), std::slice::from_ref(s))
        }
        (FormulaKind::Compare(op, l, r), FormulaKind::Compare(other, m, s)) => {
            op == other && same_expr((l, &a.env), (m, &b.env)) && same_expr((r, &a.env), (s, &b.env))
        }
        // `(or)` asked to be true, `(and)` asked to be false: the same wherever it stands.
        (FormulaKind::And(x), FormulaKind::And(y)) | (FormulaKind::Or(x), FormulaKind::Or(y)) => {
            x.is_empty() && y.is_empty() || a == b
        }
        _ => a == b,
    }
}

fn same_terms((x, in_x): (&[Term], &Environment), (y, in_y): (&[Term], &Environment)) -> bool {
    let object = |term: &Term, env: &Environment| match term {
        Term::Object(object) => Some(*object),
        Term::Slot(slot) => Some(env.get(*slot)),
        Term::Fluent(..) => None,
    };
    x.len() == y.len()
        && x.iter().zip(y).all(|(x, y)| match (x, y) {
            (Term::Fluent(f, x), Term::Fluent(g, y)) => f == g && same_terms((x, in_x), (y, in_y)),
            (Term::Fluent(..), _) | (_, Term::Fluent(..)) => false,
            _ => object(x, in_x) == object(y, in_y),
        })
}

fn same_expr((x, in_x): (&Expr, &Environment), (y, in_y): (&Expr, &Environment)) -> bool {
    match (x, y) {
        (Expr::Fluent(f, x), Expr::Fluent(g, y)) => f == g && same_terms((x, in_x), (y, in_y)),
        (Expr::Op(op, x), Expr::Op(other, y)) => {
            op == other && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same_expr((x, in_x), (y, in_y)))
        }
        _ => x == y,
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
                let mut literals = Vec::new();
                for part in parts {
                    join(&mut literals, self.flips(part, wanted, env));
                }
                literals
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
                let mut literals = self.flips(left, true, env);
                join(&mut literals, self.flips(right, false, env));
                literals
            }
            (FormulaKind::Forall(variables, body), true) | (FormulaKind::Exists(variables, body), false) => {
                let mut literals = Vec::new();
                self.each(variables, env, &mut |search, env| {
                    join(&mut literals, search.flips(body, wanted, env));
                });
                literals
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
