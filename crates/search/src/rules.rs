//! Hard trajectory rules as part of a state: what must be remembered of the states before is a few bits, which conditions and
//! heuristics read like facts.
//!
//! The semantics is that of the verifier's monitors on a plan without time stamps, whose state k holds from moment k on.

use crate::condition::{Condition, Fact, Variable, View};
use crate::ground::State;
use crate::instantiate::{Env, Instantiator, TooMany};
use crate::value::ValueTable;
use rustc_hash::FxHashMap;
use stepguard_task::{ObjectId, RuleFormula, Task, TrajectoryOp, UNBOUND, Variable as TaskVariable};
use stepguard_text::Number;

/// Most instances of rules that are watched.
const MOST_INSTANCES: usize = 100_000;

/// One operator of a rule with objects for its variables.
pub(crate) struct Instance<'t> {
    pub(crate) op: &'t TrajectoryOp,
    pub(crate) env: Vec<ObjectId>,
}

/// What an instance demands; times are whole numbers of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is true in every state.
    Always,
    /// It is true in one state; one bit: it was.
    Sometime,
    /// It is true in the last state.
    AtEnd,
    /// It is true in one state up to this moment; one bit: it was.
    Within(i64),
    /// It is true in one run of states at most; two bits: such a run has begun, it was true in the last state.
    AtMostOnce,
    /// After the trigger it is true; one bit: it is waited for.
    SometimeAfter,
    /// Before the trigger it was true; one bit: it was.
    SometimeBefore,
    /// After the trigger it is true before more than so many steps are over; a counter: 0, or 1 + steps waited.
    AlwaysWithin { limit: u32, bits: u32 },
    /// It is true from one moment to before another.
    Window {
        /// First whole moment at or after the start.
        from: i64,
        /// The start is a whole moment.
        whole: bool,
        /// Last whole moment before the end.
        last: Option<i64>,
    },
}

/// Where each instance keeps its bits.
pub(crate) struct Memory {
    offsets: Vec<usize>,
    kinds: Vec<Kind>,
    pub(crate) bits: usize,
}

/// A watched instance.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) kind: Kind,
    pub(crate) condition: Condition,
    pub(crate) trigger: Condition,
    /// The first bit of its memory.
    pub(crate) memory: Fact,
}

/// The instances of all hard rules.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    pub(crate) watched: Vec<Watched>,
    /// Moments are counted up to this; 0: not at all.
    pub(crate) clock: u32,
    /// Instances that move with every step.
    timed: Vec<u32>,
    /// The others by fact that they read, derived facts included, and by variable.
    by_fact: FxHashMap<Fact, Vec<u32>>,
    by_variable: FxHashMap<Variable, Vec<u32>>,
    /// One of them reads a derived fact.
    reads_derived: bool,
}

impl Rules {
    /// The instances of a task's hard rules: by rule, then in the order of the objects.
    pub(crate) fn instances(task: &Task) -> Result<Vec<Instance<'_>>, TooMany> {
        let mut all = Vec::new();
        for rule in task.rules.iter().filter(|rule| rule.hard) {
            let mut env = vec![UNBOUND; rule.slots];
            collect(task, &rule.formula, &mut env, &mut all)?;
        }
        Ok(all)
    }

    pub(crate) fn new(
        instantiator: &mut Instantiator<'_>,
        instances: Vec<Instance<'_>>,
        memory: &Memory,
        base_facts: usize,
    ) -> Result<Self, TooMany> {
        let mut rules = Self::default();
        let mut clock: i64 = 0;
        for (index, instance) in instances.into_iter().enumerate() {
            let (condition, trigger) = instance.op.parts();
            let slots = instance.env.len();
            let mut env = Env::new(&instance.env, slots);
            let condition = instantiator.condition(condition, true, &mut env)?;
            let trigger = match trigger {
                Some(trigger) => instantiator.condition(trigger, true, &mut env)?,
                None => Condition::FALSE,
            };
            let kind = memory.kinds[index];
            if matches!(kind, Kind::Within(_) | Kind::Window { .. } | Kind::AlwaysWithin { .. }) {
                rules.timed.push(index as u32);
            }
            // One more than the largest bound: what is later is not told apart. A bound that no plan gets to is not one.
            let bound = |number: &Number| whole(&ceiling(number)).map_or(0, |steps| steps.max(0) + 1);
            let counted = match instance.op {
                TrajectoryOp::Within(limit, _) | TrajectoryOp::HoldAfter(limit, _) => bound(limit),
                TrajectoryOp::HoldDuring(from, to, _) => bound(from).max(bound(to)),
                _ => 0,
            };
            clock = clock.max(counted);
            let offset = u32::try_from(base_facts + memory.offsets[index]).map_err(|_| TooMany)?;
            rules.watched.push(Watched { kind, condition, trigger, memory: Fact(offset) });
        }
        rules.clock = u32::try_from(clock).map_err(|_| TooMany)?;
        rules.list_readers(instantiator.derived_from);
        Ok(rules)
    }

    /// What must hold in the last state of a plan.
    pub(crate) fn at_end(&self) -> Condition {
        Condition::all(self.watched.iter().map(|w| match w.kind {
            Kind::Always | Kind::AtMostOnce | Kind::SometimeBefore => Condition::TRUE,
            Kind::Sometime | Kind::Within(_) => Condition::Fact(w.memory, true),
            Kind::AtEnd => w.condition.clone(),
            Kind::SometimeAfter => Condition::Fact(w.memory, false),
            Kind::AlwaysWithin { bits, .. } => {
                Condition::all((0..bits).map(|bit| Condition::Fact(Fact(w.memory.0 + bit), false)))
            }
            // The last state lasts for ever, so it holds when a later window opens.
            Kind::Window { from, .. } => match u32::try_from(from) {
                Ok(from) if from > 0 => Condition::any([Condition::Steps(from), w.condition.clone()]),
                _ => Condition::TRUE,
            },
        }))
    }

    /// Lists who reads what. A list for every step would be as long as all steps times all instances.
    fn list_readers(&mut self, derived_from: u32) {
        let (by_fact, by_variable) = (&mut self.by_fact, &mut self.by_variable);
        for (index, w) in (0..).zip(&self.watched).filter(|(index, _)| self.timed.binary_search(index).is_err()) {
            for condition in [&w.condition, &w.trigger] {
                condition.reads(
                    &mut |fact, _| {
                        self.reads_derived |= fact.0 >= derived_from;
                        enlist(by_fact.entry(fact).or_default(), index);
                    },
                    &mut |variable| enlist(by_variable.entry(variable).or_default(), index),
                );
            }
        }
    }

    /// Whether an instance looks at a step that changes these.
    pub(crate) fn look_at(&self, facts: &[Fact], variables: &[Variable], derived: bool) -> bool {
        !self.timed.is_empty()
            || self.clock > 0
            || derived && self.reads_derived
            || facts.iter().any(|fact| self.by_fact.contains_key(fact))
            || variables.iter().any(|variable| self.by_variable.contains_key(variable))
    }

    /// The instances that see a difference between two states, in order.
    fn moved(&self, state: &State, next: &State) -> Vec<u32> {
        let mut moved = self.timed.clone();
        for (word, (before, now)) in state.bits.iter().zip(&next.bits).enumerate() {
            let mut changed = before ^ now;
            while changed != 0 {
                let fact = Fact((word * 64) as u32 + changed.trailing_zeros());
                changed &= changed - 1;
                if let Some(readers) = self.by_fact.get(&fact) {
                    moved.extend_from_slice(readers);
                }
            }
        }
        for (variable, (before, now)) in (0..).map(Variable).zip(state.variables.iter().zip(&next.variables)) {
            if before != now
                && let Some(readers) = self.by_variable.get(&variable)
            {
                moved.extend_from_slice(readers);
            }
        }
        moved.sort_unstable();
        moved.dedup();
        moved
    }

    /// Looks at the initial state; false when a rule is broken for good.
    pub(crate) fn begin(&self, state: &mut State, values: &ValueTable) -> bool {
        let mut kept = true;
        for w in &self.watched {
            let view = View { bits: &state.bits, variables: &state.variables, values, steps: 0 };
            let (holds, triggered) = (w.condition.holds(view), w.trigger.holds(view));
            kept &= w.look(holds, triggered, 0, None, &mut state.bits);
        }
        kept
    }

    /// Looks at `next`, the state after `state`; false when a rule is broken for good.
    pub(crate) fn advance(&self, state: &State, next: &mut State, values: &ValueTable) -> bool {
        if self.clock > 0 {
            next.steps = (state.steps + 1).min(self.clock);
        }
        for index in self.moved(state, next) {
            let w = &self.watched[index as usize];
            let view = View { bits: &next.bits, variables: &next.variables, values, steps: next.steps };
            let (holds, triggered) = (w.condition.holds(view), w.trigger.holds(view));
            let before = match w.kind {
                Kind::Window { .. } => {
                    let view = View { bits: &state.bits, variables: &state.variables, values, steps: state.steps };
                    Some(w.condition.holds(view))
                }
                _ => None,
            };
            if !w.look(holds, triggered, i64::from(next.steps), before, &mut next.bits) {
                return false;
            }
        }
        true
    }
}

/// Appends an instance to a list whose last it may be already.
fn enlist(list: &mut Vec<u32>, index: u32) {
    if list.last() != Some(&index) {
        list.push(index);
    }
}

impl Watched {
    /// One state: whether the condition and the trigger hold at moment `now`, and, for a window, whether the condition held
    /// before. False when the instance is broken for good.
    fn look(&self, holds: bool, triggered: bool, now: i64, before: Option<bool>, bits: &mut [u64]) -> bool {
        let second = Fact(self.memory.0 + 1);
        match self.kind {
            Kind::Always => holds,
            Kind::AtEnd => true,
            Kind::Sometime => {
                if holds {
                    self.memory.set(bits, true);
                }
                true
            }
            Kind::Within(limit) => {
                if now <= limit && holds {
                    self.memory.set(bits, true);
                }
                now <= limit || self.memory.is_in(bits)
            }
            Kind::AtMostOnce => {
                let again = holds && !second.is_in(bits) && self.memory.is_in(bits);
                if holds {
                    self.memory.set(bits, true);
                }
                second.set(bits, holds);
                !again
            }
            Kind::SometimeAfter => {
                if holds {
                    self.memory.set(bits, false);
                } else if triggered {
                    self.memory.set(bits, true);
                }
                true
            }
            Kind::SometimeBefore => {
                let early = triggered && !self.memory.is_in(bits);
                if holds {
                    self.memory.set(bits, true);
                }
                !early
            }
            Kind::AlwaysWithin { limit, bits: width } => {
                let waited = self.counter(width, bits);
                // The counter is one more than the steps waited before this one.
                let late = waited > 0 && waited > limit;
                let waits = if holds {
                    0
                } else if waited > 0 {
                    waited + 1
                } else {
                    u32::from(triggered)
                };
                if late {
                    return false;
                }
                for bit in 0..width {
                    Fact(self.memory.0 + bit).set(bits, waits >> bit & 1 == 1);
                }
                true
            }
            Kind::Window { from, whole, last } => {
                if now >= from {
                    let opens_now = before.is_some() && now == from;
                    if opens_now && !whole && before == Some(false) {
                        return false;
                    }
                    if last.is_none_or(|last| now <= last) && !holds {
                        return false;
                    }
                }
                true
            }
        }
    }

    fn counter(&self, width: u32, bits: &[u64]) -> u32 {
        (0..width).fold(0, |sum, bit| sum | u32::from(Fact(self.memory.0 + bit).is_in(bits)) << bit)
    }
}

impl Memory {
    pub(crate) fn of(instances: &[Instance<'_>]) -> Self {
        let mut memory = Self { offsets: Vec::new(), kinds: Vec::new(), bits: 0 };
        for instance in instances {
            let kind = kind(instance.op);
            memory.offsets.push(memory.bits);
            memory.bits += match kind {
                Kind::Always | Kind::AtEnd | Kind::Window { .. } => 0,
                Kind::Sometime | Kind::Within(_) | Kind::SometimeAfter | Kind::SometimeBefore => 1,
                Kind::AtMostOnce => 2,
                Kind::AlwaysWithin { bits, .. } => bits as usize,
            };
            memory.kinds.push(kind);
        }
        memory
    }
}

fn kind(op: &TrajectoryOp) -> Kind {
    match op {
        TrajectoryOp::AtEnd(_) => Kind::AtEnd,
        TrajectoryOp::Always(_) => Kind::Always,
        TrajectoryOp::Sometime(_) => Kind::Sometime,
        TrajectoryOp::Within(limit, _) => match whole(&limit.floor()) {
            Some(limit) => Kind::Within(limit),
            // Later than any plan ends.
            None => Kind::Sometime,
        },
        TrajectoryOp::AtMostOnce(_) => Kind::AtMostOnce,
        TrajectoryOp::SometimeAfter(..) => Kind::SometimeAfter,
        TrajectoryOp::SometimeBefore(..) => Kind::SometimeBefore,
        TrajectoryOp::AlwaysWithin(limit, ..) => match whole(&limit.floor()).map(|limit| u32::try_from(limit.max(0))) {
            Some(Ok(limit)) => Kind::AlwaysWithin { limit, bits: 32 - (limit + 1).leading_zeros() },
            _ => Kind::SometimeAfter,
        },
        TrajectoryOp::HoldDuring(from, to, _) => window(from, Some(to)),
        TrajectoryOp::HoldAfter(from, _) => window(from, None),
    }
}

fn window(from: &Number, to: Option<&Number>) -> Kind {
    if to.is_some_and(|to| to <= from) {
        // Nothing lies in it.
        return Kind::Window { from: 0, whole: true, last: Some(-1) };
    }
    match whole(&ceiling(from)) {
        Some(start) => {
            let last = to.and_then(|to| whole(&ceiling(to))).map(|to| to - 1);
            Kind::Window { from: start, whole: from.is_integer(), last }
        }
        // It opens after the end of every plan, when the last state still lasts.
        None => Kind::AtEnd,
    }
}

fn ceiling(number: &Number) -> Number {
    number.neg().floor().neg()
}

/// Steps that are counted at most: no plan that a search finds is longer.
const MOST_STEPS: i64 = 1 << 30;

/// A whole number of steps; `None`: more than any plan has.
fn whole(number: &Number) -> Option<i64> {
    let limit = Number::from(MOST_STEPS);
    if *number >= limit {
        return None;
    }
    if *number < limit.neg() {
        return Some(-1);
    }
    number.as_ratio().map(|(numerator, _)| numerator)
}

fn collect<'t>(
    task: &'t Task,
    formula: &'t RuleFormula,
    env: &mut Vec<ObjectId>,
    out: &mut Vec<Instance<'t>>,
) -> Result<(), TooMany> {
    match formula {
        RuleFormula::And(parts) => parts.iter().try_for_each(|part| collect(task, part, env, out)),
        RuleFormula::Forall(variables, inner) => bind(task, variables, inner, env, out),
        // Advice is not part of what a plan must keep.
        RuleFormula::Preference(..) => Ok(()),
        RuleFormula::Operator(op, _) => {
            if out.len() >= MOST_INSTANCES {
                return Err(TooMany);
            }
            out.push(Instance { op, env: env.clone() });
            Ok(())
        }
    }
}

fn bind<'t>(
    task: &'t Task,
    variables: &[TaskVariable],
    inner: &'t RuleFormula,
    env: &mut Vec<ObjectId>,
    out: &mut Vec<Instance<'t>>,
) -> Result<(), TooMany> {
    let Some((first, rest)) = variables.split_first() else { return collect(task, inner, env, out) };
    for object in task.members(first.ty) {
        env[first.slot.index()] = *object;
        bind(task, rest, inner, env, out)?;
    }
    env[first.slot.index()] = UNBOUND;
    Ok(())
}
