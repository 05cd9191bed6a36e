//! Trajectory constraints watched state by state (Gerevini et al. 2009, section 2.2).
//!
//! A monitor looks again only when the last change touched a predicate or fluent that it reads. An undefined condition
//! is not satisfied. In an untimed plan the number of the state is the time.

use crate::derived::collect_predicates;
use crate::eval::Truth;
use crate::world::{Delta, Environment, World};
use fixedbitset::FixedBitSet;
use stepguard_task::{Formula, FormulaKind, PreferenceId, RuleFormula, Task, TrajectoryOp, Variable};
use stepguard_text::Number;

/// Facts that are named as the reason of a breach.
const REASONS: usize = 8;
/// Instances that the rules of one task may have together.
const MAX_INSTANCES: usize = 100_000;

/// How a rule stands at the end of the scored run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleStatus {
    /// Satisfied by the whole run.
    Kept,
    /// Broken.
    Violated,
    /// The run stopped before it could be judged.
    Pending,
}

/// A violated instance of a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Breach<'t> {
    /// Variables of the enclosing quantifiers.
    pub variables: Vec<Variable>,
    /// Their objects.
    pub env: Environment,
    /// Closed intervals of states in which it is broken; at least one.
    pub states: Vec<(u32, u32)>,
    /// Leaves that made it so, with their truth, at the first of these states.
    pub because: Vec<(&'t Formula, Environment, Truth)>,
}

/// How a rule came out.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleOutcome<'t> {
    /// How it stands.
    pub status: RuleStatus,
    /// The violated instances, in source order.
    pub breaches: Vec<Breach<'t>>,
    /// For every instance of a preference in the rule: which, and whether it is violated.
    pub preferences: Vec<(PreferenceId, bool)>,
}

/// Watches all rules of a task.
pub(crate) struct Monitors<'t> {
    rules: Vec<Watched<'t>>,
    /// Rules with more instances than can be watched.
    pub(crate) too_many: bool,
}

struct Watched<'t> {
    monitors: Vec<Monitor<'t>>,
    /// Instances of preferences; monitors point here.
    preferences: Vec<PreferenceId>,
}

struct Monitor<'t> {
    op: &'t TrajectoryOp,
    variables: Vec<Variable>,
    env: Environment,
    preference: Option<usize>,
    reads: FixedBitSet,
    reads_fluents: bool,
    condition: Truth,
    trigger: Truth,
    state: Progress,
    broken: Vec<(u32, u32)>,
    because: Vec<(&'t Formula, Environment, Truth)>,
}

#[derive(Default)]
struct Progress {
    /// The condition held at least once.
    seen: bool,
    /// The last state ended an episode (at-most-once).
    was_true: bool,
    episodes: u32,
    /// States and times that wait for the condition.
    waiting: Option<(u32, Number)>,
    /// The state that holds at the moment a window opens was judged.
    opened: bool,
    last: Option<(u32, Number, bool)>,
}

impl<'t> Monitors<'t> {
    pub(crate) fn new(task: &'t Task) -> Self {
        let mut all = Self { rules: Vec::new(), too_many: false };
        let mut count = 0;
        for rule in &task.rules {
            let mut watched = Watched { monitors: Vec::new(), preferences: Vec::new() };
            let mut env = Environment::new(&[], rule.slots);
            all.too_many |= !watched.add(task, &rule.formula, &mut Vec::new(), &mut env, None, &mut count);
            all.rules.push(watched);
        }
        all
    }

    /// Whether there is anything to watch.
    pub(crate) fn any(&self) -> bool {
        !self.rules.is_empty()
    }

    /// Looks at state number `state`, reached at `time` by `delta` (none: the initial state).
    pub(crate) fn observe(&mut self, world: &mut World<'t>, state: u32, time: &Number, delta: Option<&Delta>) {
        if self.rules.is_empty() {
            return;
        }
        let mut changed = FixedBitSet::with_capacity(world.task.predicates.len());
        if let Some(delta) = delta {
            for fact in delta.added.iter().chain(&delta.deleted) {
                changed.insert(world.fact(*fact).0.index());
            }
        }
        for monitor in self.rules.iter_mut().flat_map(|rule| &mut rule.monitors) {
            let stale = match delta {
                None => true,
                Some(delta) => {
                    !monitor.reads.is_disjoint(&changed) || monitor.reads_fluents && !delta.changed.is_empty()
                }
            };
            if stale {
                monitor.look(world);
            }
            monitor.advance(world, state, time);
        }
    }

    /// The outcomes; `complete`: the run reached its end at state `last`.
    pub(crate) fn finish(self, world: &mut World<'t>, last: u32, complete: bool) -> Vec<RuleOutcome<'t>> {
        self.rules
            .into_iter()
            .map(|mut rule| {
                let mut violated = vec![false; rule.preferences.len()];
                let mut breaches = Vec::new();
                for monitor in &mut rule.monitors {
                    if complete {
                        monitor.conclude(world, last);
                    }
                    if monitor.broken.is_empty() {
                        continue;
                    }
                    if let Some(preference) = monitor.preference {
                        violated[preference] = true;
                    }
                    breaches.push(Breach {
                        variables: std::mem::take(&mut monitor.variables),
                        env: monitor.env.clone(),
                        states: std::mem::take(&mut monitor.broken),
                        because: std::mem::take(&mut monitor.because),
                    });
                }
                let status = match (breaches.is_empty(), complete) {
                    (false, _) => RuleStatus::Violated,
                    (true, true) => RuleStatus::Kept,
                    (true, false) => RuleStatus::Pending,
                };
                RuleOutcome { status, breaches, preferences: rule.preferences.into_iter().zip(violated).collect() }
            })
            .collect()
    }
}

impl<'t> Watched<'t> {
    /// Adds the monitors of `formula`; false when there are too many.
    fn add(
        &mut self,
        task: &'t Task,
        formula: &'t RuleFormula,
        variables: &mut Vec<Variable>,
        env: &mut Environment,
        preference: Option<usize>,
        count: &mut usize,
    ) -> bool {
        match formula {
            RuleFormula::And(parts) => parts.iter().all(|part| self.add(task, part, variables, env, preference, count)),
            RuleFormula::Forall(bound, inner) => {
                variables.extend_from_slice(bound);
                let fits = self.instances(task, bound, inner, variables, env, preference, count);
                variables.truncate(variables.len() - bound.len());
                fits
            }
            RuleFormula::Preference(id, inner) => {
                self.preferences.push(*id);
                let preference = Some(self.preferences.len() - 1);
                self.add(task, inner, variables, env, preference, count)
            }
            RuleFormula::Operator(op, _) => {
                *count += 1;
                if *count > MAX_INSTANCES {
                    return false;
                }
                self.monitors.push(Monitor::new(task, op, variables.clone(), env.clone(), preference));
                true
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one walk with one cursor; a struct would be used here only")]
    fn instances(
        &mut self,
        task: &'t Task,
        bound: &[Variable],
        inner: &'t RuleFormula,
        variables: &mut Vec<Variable>,
        env: &mut Environment,
        preference: Option<usize>,
        count: &mut usize,
    ) -> bool {
        let Some((first, rest)) = bound.split_first() else {
            return self.add(task, inner, variables, env, preference, count);
        };
        let fits = task.members(first.ty).iter().all(|object| {
            env.set(first.slot, *object);
            self.instances(task, rest, inner, variables, env, preference, count)
        });
        env.unbind(&[*first]);
        fits
    }
}

impl<'t> Monitor<'t> {
    fn new(
        task: &'t Task,
        op: &'t TrajectoryOp,
        variables: Vec<Variable>,
        env: Environment,
        preference: Option<usize>,
    ) -> Self {
        let mut reads = FixedBitSet::with_capacity(task.predicates.len());
        let mut reads_fluents = false;
        let (condition, trigger) = op.parts();
        for formula in std::iter::once(condition).chain(trigger) {
            collect_predicates(formula, &mut reads);
            reads_fluents |= has_fluents(formula);
        }
        // A derived predicate changes with whatever its rules read: look again after every change.
        if reads.ones().any(|p| task.predicates[p].derived) {
            reads.insert_range(..);
            reads_fluents = true;
        }
        Self {
            op,
            variables,
            env,
            preference,
            reads,
            reads_fluents,
            condition: Truth::Undefined,
            trigger: Truth::Undefined,
            state: Progress::default(),
            broken: Vec::new(),
            because: Vec::new(),
        }
    }

    fn look(&mut self, world: &mut World<'t>) {
        let (condition, trigger) = self.op.parts();
        self.condition = world.eval(condition, &mut self.env);
        if let Some(trigger) = trigger {
            self.trigger = world.eval(trigger, &mut self.env);
        }
    }

    /// Marks states `from` to `to` as broken; the first time, says why.
    fn breaks(&mut self, world: &mut World<'t>, from: u32, to: u32) {
        if self.broken.is_empty() {
            let (condition, trigger) = self.op.parts();
            self.because = match (self.op, trigger) {
                // The trigger is what happened; that the condition did not hold is the rule itself.
                (TrajectoryOp::SometimeBefore(..), Some(trigger)) => world.reasons(trigger, &mut self.env, REASONS),
                _ => world.reasons(condition, &mut self.env, REASONS),
            };
        }
        match self.broken.last_mut() {
            Some((_, last)) if *last + 1 >= from => *last = to,
            _ => self.broken.push((from, to)),
        }
    }

    fn advance(&mut self, world: &mut World<'t>, state: u32, time: &Number) {
        let holds = self.condition.is_true();
        let triggered = self.trigger.is_true();
        match self.op {
            TrajectoryOp::Always(_) => {
                if !holds {
                    self.breaks(world, state, state);
                }
            }
            TrajectoryOp::AtMostOnce(_) => {
                if holds && !self.state.was_true {
                    self.state.episodes += 1;
                }
                if holds && self.state.episodes > 1 {
                    self.breaks(world, state, state);
                }
                self.state.was_true = holds;
            }
            TrajectoryOp::SometimeBefore(..) => {
                if triggered && !self.state.seen {
                    self.breaks(world, state, state);
                }
                self.state.seen |= holds;
            }
            TrajectoryOp::Sometime(_) | TrajectoryOp::AtEnd(_) => self.state.seen |= holds,
            TrajectoryOp::Within(limit, _) => {
                if time <= limit {
                    self.state.seen |= holds;
                } else if !self.state.seen && self.broken.is_empty() {
                    self.breaks(world, state, state);
                }
            }
            TrajectoryOp::SometimeAfter(..) => {
                if holds {
                    self.state.waiting = None;
                } else if triggered && self.state.waiting.is_none() {
                    self.state.waiting = Some((state, time.clone()));
                }
            }
            TrajectoryOp::AlwaysWithin(limit, ..) => {
                // The earliest trigger has the earliest deadline.
                if let Some((asked, since)) = &self.state.waiting
                    && time.sub(since) > *limit
                {
                    let asked = *asked;
                    self.breaks(world, asked, asked);
                    self.state.waiting = None;
                }
                if holds {
                    self.state.waiting = None;
                } else if triggered && self.state.waiting.is_none() {
                    self.state.waiting = Some((state, time.clone()));
                }
            }
            // An empty window demands nothing.
            TrajectoryOp::HoldDuring(from, to, _) if to <= from => {}
            TrajectoryOp::HoldDuring(from, to, _) => self.window(world, state, time, from, Some(to)),
            TrajectoryOp::HoldAfter(from, _) => self.window(world, state, time, from, None),
        }
    }

    /// `hold-during` and `hold-after`: the state that holds when the window opens, and every state entered inside it.
    fn window(&mut self, world: &mut World<'t>, state: u32, time: &Number, from: &Number, to: Option<&Number>) {
        let holds = self.condition.is_true();
        if time >= from && !self.state.opened {
            self.state.opened = true;
            if let Some((before, _, false)) = &self.state.last
                && time > from
            {
                let before = *before;
                self.breaks(world, before, before);
            }
        }
        if time >= from && to.is_none_or(|to| time < to) && !holds {
            self.breaks(world, state, state);
        }
        self.state.last = Some((state, time.clone(), holds));
    }

    /// The run ended at state `last`, which is the world's state.
    fn conclude(&mut self, world: &mut World<'t>, last: u32) {
        let holds = self.condition.is_true();
        match self.op {
            TrajectoryOp::Always(_) | TrajectoryOp::AtMostOnce(_) | TrajectoryOp::SometimeBefore(..) => {}
            TrajectoryOp::Sometime(_) => {
                if !self.state.seen {
                    self.breaks(world, last, last);
                }
            }
            TrajectoryOp::AtEnd(_) => {
                if !holds {
                    self.breaks(world, last, last);
                }
            }
            TrajectoryOp::Within(..) => {
                if !self.state.seen && self.broken.is_empty() {
                    self.breaks(world, last, last);
                }
            }
            TrajectoryOp::SometimeAfter(..) | TrajectoryOp::AlwaysWithin(..) => {
                if let Some((asked, _)) = self.state.waiting.take() {
                    self.breaks(world, asked, last);
                }
            }
            TrajectoryOp::HoldDuring(from, to, _) if to <= from => {}
            TrajectoryOp::HoldDuring(..) | TrajectoryOp::HoldAfter(..) => {
                // The last state lasts for ever, so it holds when a later window opens.
                if !self.state.opened && !holds {
                    self.breaks(world, last, last);
                }
            }
        }
    }
}

/// Whether a formula reads a fluent.
pub(crate) fn has_fluents(formula: &Formula) -> bool {
    match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => parts.iter().any(has_fluents),
        FormulaKind::Not(inner)
        | FormulaKind::Forall(_, inner)
        | FormulaKind::Exists(_, inner)
        | FormulaKind::Preference(_, inner) => has_fluents(inner),
        FormulaKind::Imply(left, right) => has_fluents(left) || has_fluents(right),
        FormulaKind::Atom(_, terms) => terms.iter().any(|t| matches!(t, stepguard_task::Term::Fluent(..))),
        FormulaKind::Same(left, right) => [left, right].iter().any(|t| matches!(t, stepguard_task::Term::Fluent(..))),
        FormulaKind::Compare(..) => true,
    }
}
