//! In which states a literal held. Base facts are looked up in their timelines; anything else is evaluated in every
//! state, all questions in one sweep.

use crate::trace::Trace;
use crate::world::Environment;
use stepguard_task::{Formula, FormulaKind};

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

    /// The states before `state` in which it holds.
    #[must_use]
    pub fn before(&self, state: u32) -> Vec<u32> {
        self.intervals.iter().flat_map(|(from, to)| *from..=*to).take_while(|s| *s < state).collect()
    }

    /// The state, at or before `state`, with which it last turned false.
    #[must_use]
    pub fn ended(&self, state: u32) -> Option<u32> {
        self.intervals.iter().rev().map(|(_, to)| to + 1).find(|end| *end <= state)
    }

    /// The first state after `state` with which it turns true.
    #[must_use]
    pub fn begins_after(&self, state: u32) -> Option<u32> {
        self.intervals.iter().map(|(from, _)| *from).find(|from| *from > state)
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
    /// The histories of `literals` over all states, lenient pass included.
    pub fn histories(&mut self, literals: &[Literal<'t>]) -> Vec<LiteralHistory> {
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
                        && world.eval(literal.formula, &mut literal.env.clone()).known() == Some(literal.positive)
                    {
                        held.push(state);
                    }
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
