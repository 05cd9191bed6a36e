//! Trajectory constraints and preferences over a sequence of states.
//!
//! State `k` prevails from its time until the next state's time, the last one for ever; a run that stopped early has not
//! ended yet, so only what no continuation can mend counts against it.

use crate::conditions::Meaning;
use crate::world::{State, Substitution, Value, World, exact};
use num_rational::BigRational;
use std::collections::BTreeMap;
use stepguard_pddl::ast::{Condition, ConditionKind as K, Term, TimeSpec, Trajectory};

/// The states of a run with their times.
#[derive(Debug, Clone, Copy)]
pub struct Run<'s> {
    /// The states, the initial one first.
    pub states: &'s [State],
    /// When each begins.
    pub times: &'s [BigRational],
    /// Whether the plan ran to its end.
    pub complete: bool,
}

/// How a hard rule stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleResult {
    /// Its operator, such as `sometime-after`.
    pub operator: &'static str,
    /// The first state at which a violation shows.
    pub violated_at: Option<usize>,
    /// Number of its instances that are violated.
    pub instances: usize,
}

impl World<'_> {
    /// The hard rules, the domain's first, in order.
    #[must_use]
    pub fn rules(&self, run: Run<'_>) -> Vec<RuleResult> {
        let mut conjuncts = Vec::new();
        for section in self.domain.constraints.iter().chain(&self.problem.constraints) {
            split(section, &mut conjuncts);
        }
        let mut results = Vec::new();
        for conjunct in conjuncts {
            // Nothing but preferences: advice, which is counted elsewhere.
            let Some(operator) = operator_of(conjunct) else { continue };
            let (mut trajectories, mut ends) = (Vec::new(), Vec::new());
            self.hard(conjunct, &Substitution::new(), &mut trajectories, &mut ends);
            let broken = trajectories
                .iter()
                .map(|(trajectory, binding)| self.trajectory(trajectory, run, binding))
                .chain(ends.iter().map(|(condition, binding)| self.at_end(condition, run, binding)));
            let broken: Vec<usize> = broken.flatten().collect();
            let violated_at = broken.iter().min().copied();
            results.push(RuleResult { operator, violated_at, instances: broken.len() });
        }
        results
    }

    fn hard<'c>(
        &self,
        condition: &'c Condition,
        binding: &Substitution,
        trajectories: &mut Vec<(&'c Trajectory, Substitution)>,
        ends: &mut Vec<(&'c Condition, Substitution)>,
    ) {
        match &condition.kind {
            K::And(parts) => parts.iter().for_each(|part| self.hard(part, binding, trajectories, ends)),
            K::Forall(variables, part) => {
                for inner in self.bindings(variables, binding) {
                    self.hard(part, &inner, trajectories, ends);
                }
            }
            K::Trajectory(trajectory) => trajectories.push((trajectory, binding.clone())),
            K::Timed(TimeSpec::End, part) => ends.push((part, binding.clone())),
            _ => {}
        }
    }

    fn at_end(&self, condition: &Condition, run: Run<'_>, binding: &Substitution) -> Option<usize> {
        let last = run.states.len() - 1;
        (run.complete && self.truth(condition, &run.states[last], binding) != Some(true)).then_some(last)
    }

    /// The first state at which the violation of an operator shows.
    fn trajectory(&self, trajectory: &Trajectory, run: Run<'_>, binding: &Substitution) -> Option<usize> {
        use Trajectory as T;
        let last = run.states.len() - 1;
        let holds =
            |condition: &Condition, state: usize| self.truth(condition, &run.states[state], binding) == Some(true);
        let time = |state: usize| &run.times[state];
        // When the state after `state` begins, as far as known; `None`: never.
        let until = |state: usize| run.times.get(state + 1);
        match trajectory {
            T::Always(condition) => (0..=last).find(|&k| !holds(condition, k)),
            T::Sometime(condition) => (run.complete && !(0..=last).any(|k| holds(condition, k))).then_some(last),
            T::Within(limit, condition) => {
                let limit = exact(limit);
                let in_time = (0..=last).any(|k| *time(k) <= limit && holds(condition, k));
                let over = run.complete || *time(last) > limit;
                (!in_time && over).then(|| (0..=last).find(|&k| *time(k) > limit).unwrap_or(last))
            }
            T::AtMostOnce(condition) => {
                let begins = |k: usize| holds(condition, k) && (k == 0 || !holds(condition, k - 1));
                (0..=last).filter(|&k| begins(k)).nth(1)
            }
            T::SometimeAfter(trigger, condition) => {
                let in_vain = |k: usize| holds(trigger, k) && !(k..=last).any(|j| holds(condition, j));
                if run.complete { (0..=last).find(|&k| in_vain(k)) } else { None }
            }
            T::SometimeBefore(trigger, condition) => {
                (0..=last).find(|&k| holds(trigger, k) && !(0..k).any(|j| holds(condition, j)))
            }
            T::AlwaysWithin(limit, trigger, condition) => {
                let limit = exact(limit);
                let in_vain = |k: usize| {
                    let deadline = time(k) + &limit;
                    let answered = (k..=last).any(|j| *time(j) <= deadline && holds(condition, j));
                    holds(trigger, k) && !answered && (run.complete || *time(last) > deadline)
                };
                (0..=last).find(|&k| in_vain(k))
            }
            T::HoldDuring(from, to, condition) => {
                let (from, to) = (exact(from), exact(to));
                let reached = |k: usize| until(k).map_or(run.complete || *time(k) >= from, |end| *end > from);
                let concerned = |k: usize| from < to && *time(k) < to && reached(k);
                (0..=last).find(|&k| concerned(k) && !holds(condition, k))
            }
            T::HoldAfter(from, condition) => {
                let from = exact(from);
                let concerned = |k: usize| until(k).map_or(run.complete || *time(k) >= from, |end| *end > from);
                (0..=last).find(|&k| concerned(k) && !holds(condition, k))
            }
        }
    }

    /// How often each named preference is violated: those of constraints and goal once the run is over, those of
    /// preconditions once per application (counted by the caller into `counts`).
    pub fn preferences(&self, run: Run<'_>, counts: &mut BTreeMap<String, u32>) {
        for section in self.domain.constraints.iter().chain(&self.problem.constraints) {
            self.constraint_preferences(section, run, &Substitution::new(), counts);
        }
        if let (Some(goal), Some(state)) = (&self.problem.goal, run.states.last()) {
            self.condition_preferences(goal, state, &Substitution::new(), counts);
        }
    }

    fn constraint_preferences(
        &self,
        condition: &Condition,
        run: Run<'_>,
        binding: &Substitution,
        counts: &mut BTreeMap<String, u32>,
    ) {
        match &condition.kind {
            K::And(parts) => parts.iter().for_each(|part| self.constraint_preferences(part, run, binding, counts)),
            K::Forall(variables, part) => {
                for inner in self.bindings(variables, binding) {
                    self.constraint_preferences(part, run, &inner, counts);
                }
            }
            K::Preference(name, part) => {
                let (mut trajectories, mut ends) = (Vec::new(), Vec::new());
                self.hard(part, binding, &mut trajectories, &mut ends);
                let violated = trajectories.iter().any(|(t, inner)| self.trajectory(t, run, inner).is_some())
                    || ends.iter().any(|(c, inner)| self.at_end(c, run, inner).is_some());
                if let Some(name) = name {
                    *counts.entry(self.word(name.symbol)).or_default() += u32::from(violated);
                }
            }
            _ => {}
        }
    }

    /// Counts the preferences that stand in a goal or precondition and do not hold in `state`.
    pub fn condition_preferences(
        &self,
        condition: &Condition,
        state: &State,
        binding: &Substitution,
        counts: &mut BTreeMap<String, u32>,
    ) {
        match &condition.kind {
            K::And(parts) => parts.iter().for_each(|part| self.condition_preferences(part, state, binding, counts)),
            K::Forall(variables, part) => {
                for inner in self.bindings(variables, binding) {
                    self.condition_preferences(part, state, &inner, counts);
                }
            }
            K::Preference(Some(name), part) => {
                let violated = self.truth(part, state, binding) != Some(true);
                *counts.entry(self.word(name.symbol)).or_default() += u32::from(violated);
            }
            _ => {}
        }
    }

    /// The metric's value; `None` when it is undefined. Without a metric: the number of steps.
    #[must_use]
    pub fn metric(&self, run: Run<'_>, steps: usize, counts: &BTreeMap<String, u32>) -> Option<BigRational> {
        let Some(metric) = &self.problem.metric else { return Some(BigRational::from_integer(steps.into())) };
        self.metric_term(&metric.expression, run, counts)
    }

    fn metric_term(&self, term: &Term, run: Run<'_>, counts: &BTreeMap<String, u32>) -> Option<BigRational> {
        match term {
            Term::IsViolated(name, _) => {
                let count = counts.get(&self.word(name.symbol)).copied().unwrap_or(0);
                Some(BigRational::from_integer(count.into()))
            }
            Term::Arithmetic(op, operands, _) => {
                let operands: Option<Vec<_>> =
                    operands.iter().map(|operand| self.metric_term(operand, run, counts)).collect();
                number(crate::conditions::arithmetic(*op, &operands?))
            }
            Term::Name(name) | Term::Fluent(stepguard_pddl::ast::Atom { name, .. })
                if self.word(name.symbol) == "total-time" && !self.is_function("total-time") =>
            {
                run.times.last().cloned()
            }
            _ => number(self.meaning(term, run.states.last()?, &Substitution::new())),
        }
    }
}

fn number(meaning: Meaning) -> Option<BigRational> {
    match meaning {
        Meaning::Value(Value::Number(number)) => Some(number),
        _ => None,
    }
}

fn split<'c>(condition: &'c Condition, out: &mut Vec<&'c Condition>) {
    match &condition.kind {
        K::And(parts) => parts.iter().for_each(|part| split(part, out)),
        _ => out.push(condition),
    }
}

/// The name of the first operator of a conjunct; `None` when a preference stands above it.
fn operator_of(condition: &Condition) -> Option<&'static str> {
    use Trajectory as T;
    match &condition.kind {
        K::And(parts) => parts.iter().find_map(operator_of),
        K::Forall(_, part) => operator_of(part),
        K::Timed(TimeSpec::End, _) => Some("at-end"),
        K::Trajectory(trajectory) => Some(match trajectory {
            T::Always(_) => "always",
            T::Sometime(_) => "sometime",
            T::Within(..) => "within",
            T::AtMostOnce(_) => "at-most-once",
            T::SometimeAfter(..) => "sometime-after",
            T::SometimeBefore(..) => "sometime-before",
            T::AlwaysWithin(..) => "always-within",
            T::HoldDuring(..) => "hold-during",
            T::HoldAfter(..) => "hold-after",
        }),
        _ => None,
    }
}
