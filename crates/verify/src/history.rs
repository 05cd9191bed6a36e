//! In which states a literal held. Base facts are looked up in their timelines; anything else is evaluated in every
//! state, all questions in one sweep.

use crate::quantify::visit_slots;
use crate::trace::Trace;
use crate::world::Environment;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;
use stepguard_task::{Expr, Formula, FormulaKind, Term};

/// A leaf (or any formula that is looked at as a whole) with its objects, wanted true or false.
#[derive(Debug, Clone, PartialEq)]
pub struct Literal<'t> {
    /// The formula.
    pub formula: &'t Formula,
    /// The objects in its slots.
    pub env: Environment,
    /// False: its negation is meant.
    pub positive: bool,
}

impl Literal<'_> {
    /// The same for literals that say the same of the same objects, however and wherever they are written. Good for
    /// comparing within one run only.
    #[must_use]
    pub fn key(&self) -> String {
        let mut out = String::new();
        out.push(if self.positive { '+' } else { '-' });
        match &self.formula.kind {
            FormulaKind::Atom(predicate, terms) => {
                // Writing to a string does not fail.
                let _ = write!(out, "p{}", predicate.0);
                self.terms(&mut out, terms);
            }
            FormulaKind::Same(left, right) => {
                out.push('=');
                self.term(&mut out, left);
                self.term(&mut out, right);
            }
            FormulaKind::Compare(op, left, right) => {
                let _ = write!(out, "{op:?}");
                self.expr(&mut out, left);
                self.expr(&mut out, right);
            }
            // `(or)` asked to be true, `(and)` asked to be false: the same wherever it stands.
            FormulaKind::And(parts) if parts.is_empty() => out.push_str("and"),
            FormulaKind::Or(parts) if parts.is_empty() => out.push_str("or"),
            _ => {
                let _ = write!(out, "@{:p}", std::ptr::from_ref(self.formula));
                visit_slots(self.formula, &mut |slot| {
                    let _ = write!(out, ",{}", self.env.get(slot).0);
                });
            }
        }
        out
    }

    fn terms(&self, out: &mut String, terms: &[Term]) {
        out.push('(');
        for term in terms {
            self.term(out, term);
        }
        out.push(')');
    }

    fn term(&self, out: &mut String, term: &Term) {
        let _ = match term {
            Term::Object(object) => write!(out, " {}", object.0),
            Term::Slot(slot) => write!(out, " {}", self.env.get(*slot).0),
            Term::Fluent(function, terms) => {
                let _ = write!(out, " f{}", function.0);
                self.terms(out, terms);
                Ok(())
            }
        };
    }

    fn expr(&self, out: &mut String, expr: &Expr) {
        match expr {
            Expr::Fluent(function, terms) => {
                let _ = write!(out, " f{}", function.0);
                self.terms(out, terms);
            }
            Expr::Op(op, operands) => {
                let _ = write!(out, " {op:?}(");
                for operand in operands {
                    self.expr(out, operand);
                }
                out.push(')');
            }
            Expr::Number(number) => {
                let _ = write!(out, " {number}");
            }
            Expr::IsViolated(_) | Expr::TotalTime | Expr::Duration | Expr::Elapsed => {
                let _ = write!(out, " {expr:?}");
            }
        }
    }
}

/// The closed intervals of states in which a literal holds, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LiteralHistory {
    /// First and last state of each stretch.
    pub intervals: Vec<(u32, u32)>,
}

impl LiteralHistory {
    /// Whether it holds in `state`.
    #[must_use]
    pub fn holds(&self, state: u32) -> bool {
        self.intervals.iter().any(|(from, to)| (*from..=*to).contains(&state))
    }

    /// The states before `state` in which it holds, in order; the last `most` of them where there are more.
    #[must_use]
    pub fn before(&self, state: u32, most: usize) -> Vec<u32> {
        let begun = self.intervals.partition_point(|(from, _)| *from < state);
        let earlier = self.intervals[..begun].iter().rev().flat_map(|(from, to)| (*from..=*to).rev());
        let mut states: Vec<u32> = earlier.skip_while(|s| *s >= state).take(most).collect();
        states.reverse();
        states
    }

    /// Whether it holds in a state before `state`.
    #[must_use]
    pub fn held_before(&self, state: u32) -> bool {
        self.intervals.first().is_some_and(|(from, _)| *from < state)
    }

    /// The state, at or before `state`, with which it last turned false.
    #[must_use]
    pub fn ended(&self, state: u32) -> Option<u32> {
        let over = self.intervals.partition_point(|(_, to)| *to < state);
        over.checked_sub(1).map(|last| self.intervals[last].1 + 1)
    }

    /// The first state after `state` with which it turns true.
    #[must_use]
    pub fn begins_after(&self, state: u32) -> Option<u32> {
        self.intervals.get(self.intervals.partition_point(|(from, _)| *from <= state)).map(|(from, _)| *from)
    }
}

/// Intervals from the states in which something holds, given in order.
#[must_use]
pub fn held_intervals(states: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut intervals: Vec<(u32, u32)> = Vec::new();
    for state in states {
        match intervals.last_mut() {
            Some((_, to)) if *to + 1 == state => *to = state,
            _ => intervals.push((state, state)),
        }
    }
    intervals
}

impl<'t> Trace<'t> {
    /// The histories of `literals` over all states, lenient pass included. Literals that are the same share one: thousands
    /// of steps may fail on one fact that flips thousands of times.
    pub fn histories(&mut self, literals: &[Literal<'t>]) -> Vec<Rc<LiteralHistory>> {
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut distinct: Vec<&Literal<'t>> = Vec::new();
        let which: Vec<usize> = literals
            .iter()
            .map(|literal| {
                *numbers.entry(literal.key()).or_insert_with(|| {
                    distinct.push(literal);
                    distinct.len() - 1
                })
            })
            .collect();
        let histories: Vec<Rc<LiteralHistory>> = self.distinct_histories(&distinct).into_iter().map(Rc::new).collect();
        which.into_iter().map(|number| Rc::clone(&histories[number])).collect()
    }

    fn distinct_histories(&mut self, literals: &[&Literal<'t>]) -> Vec<LiteralHistory> {
        let mut histories: Vec<Option<LiteralHistory>> =
            literals.iter().map(|literal| self.fact_history(literal)).collect();
        if histories.iter().any(Option::is_none) {
            let mut states: Vec<Vec<u32>> = vec![Vec::new(); literals.len()];
            let last = self.last_state();
            // From the end that is nearer: the cursor stands at the end after a run.
            for state in (0..=last).rev() {
                let world = self.visit(state);
                for ((literal, known), held) in literals.iter().zip(&histories).zip(&mut states) {
                    if known.is_none()
                        && world.spend(1)
                        && world.eval(literal.formula, &mut literal.env.clone()).known() == Some(literal.positive)
                    {
                        held.push(state);
                    }
                }
                if world.exhausted() {
                    break;
                }
            }
            for (history, held) in histories.iter_mut().zip(states) {
                if history.is_none() {
                    *history = Some(LiteralHistory { intervals: held_intervals(held.into_iter().rev()) });
                }
            }
        }
        histories.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The history of a base fact without object fluents in it; `None` for anything else.
    fn fact_history(&mut self, literal: &Literal<'t>) -> Option<LiteralHistory> {
        let FormulaKind::Atom(predicate, terms) = &literal.formula.kind else { return None };
        let plain = terms.iter().all(|term| !matches!(term, stepguard_task::Term::Fluent(..)));
        if self.world.task.predicates[predicate.index()].derived || !plain {
            return None;
        }
        let arguments = self.world.arguments(terms, &literal.env)?;
        let last = self.last_state();
        let Some(fact) = self.world.facts.lookup(*predicate, &arguments) else {
            // It never occurred, so it was never true.
            let intervals = if literal.positive { Vec::new() } else { vec![(0, last)] };
            return Some(LiteralHistory { intervals });
        };
        let flips = self.timelines().get(fact.index()).cloned().unwrap_or_default();
        let mut truth = fact.index() < self.world.initial;
        let mut intervals = Vec::new();
        let mut since = 0;
        for flip in flips {
            if truth == literal.positive {
                intervals.push((since, flip - 1));
            }
            truth = !truth;
            since = flip;
        }
        if truth == literal.positive {
            intervals.push((since, last));
        }
        Some(LiteralHistory { intervals })
    }

    /// For every fact the states with which it flips.
    fn timelines(&mut self) -> &[Vec<u32>] {
        if self.timelines.is_none() {
            let mut lines: Vec<Vec<u32>> = vec![Vec::new(); self.world.facts.len()];
            for step in &self.steps {
                for fact in step.delta.added.iter().chain(&step.delta.deleted) {
                    lines[fact.index()].push(step.state);
                }
            }
            self.timelines = Some(lines);
        }
        self.timelines.as_deref().unwrap_or_default()
    }
}
