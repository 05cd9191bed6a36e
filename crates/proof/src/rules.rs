//! The hard rules' memory in a state: its layout, which writers follow too, and how it goes on from state to state.
//!
//! Time in a plan without time stamps is the number of the state, the initial state's being 0.

use crate::certificate::bits_for;
use crate::ground::environment;
use crate::rejection::{Checked, Rejection};
use smallvec::SmallVec;
use stepguard_task::{ObjectId, RuleFormula, Task, TrajectoryOp, Variable};
use stepguard_text::Number;

/// Instances that the rules of one task may have together.
const MAX_INSTANCES: usize = 100_000;
/// The largest bound in time that a clock or counter goes up to.
const MAX_TIME: u64 = 1 << 40;

/// Bits of the rule memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The first bit, counted from the start of the rule memory.
    pub offset: u32,
    /// Number of bits, at most 48.
    pub width: u32,
}

/// An instance of a hard rule: one operator with objects for the variables around it.
#[derive(Debug, Clone)]
pub struct RuleInstance<'t> {
    /// Its rule's position in the task.
    pub rule: usize,
    /// The operator.
    pub operator: &'t TrajectoryOp,
    /// The objects by slot; unbound where a quantifier inside the operator binds.
    pub objects: SmallVec<[ObjectId; 8]>,
    /// Where its memory is; `None`: it needs none.
    pub memory: Option<Field>,
    /// For `always-within` the largest number of states that may pass since the one that asked, else 0.
    pub patience: u64,
}

/// The memory of a task's hard rules.
///
/// Instances stand in the order of the rules, of the conjuncts inside a rule, and of the objects of each variable, the
/// first variable changing slowest; what stands under a preference is passed over. First comes the clock, if an instance
/// of `within`, `hold-during` or `hold-after` exists: the number of the state, or [`RuleLayout::clock_limit`] where it is
/// larger. Then each instance in order has:
///
/// | operator | memory |
/// |---|---|
/// | `always`, `at-end`, `hold-during`, `hold-after` | none |
/// | `sometime` | 1 bit: the condition held |
/// | `within` | 1 bit: the condition held in time |
/// | `sometime-before` | 1 bit: the second condition held |
/// | `sometime-after` | 1 bit: the first condition held, and the second did not since |
/// | `at-most-once` | 2 bits: the condition held (lower bit); it holds in this state (higher bit) |
/// | `always-within` | a number: 0, or, when the first condition held and the second did not since, 1 + states that passed |
///
/// Each state's memory takes that state into account.
#[derive(Debug, Clone)]
pub struct RuleLayout<'t> {
    /// All instances in order.
    pub instances: Vec<RuleInstance<'t>>,
    /// Where the number of the state is.
    pub clock: Option<Field>,
    /// The number beyond which states are not told apart: the largest bound of the rules that read the clock, rounded up,
    /// and one more.
    pub clock_limit: u64,
    /// Bits of the whole memory.
    pub bits: u32,
}

/// The smallest whole number that is not below; 0 for negative ones.
fn whole_up(number: &Number) -> Checked<u64> {
    let floor = number.floor();
    let up = if *number == floor { floor } else { floor.add(&Number::one()) };
    if up.is_negative() {
        return Ok(0);
    }
    let value = up.to_string().parse::<u64>().ok().filter(|value| *value <= MAX_TIME);
    value.ok_or_else(|| Rejection::Unsupported(format!("a rule's bound of {number} steps")))
}

fn whole_down(number: &Number) -> Checked<u64> {
    whole_up(&number.floor())
}

impl<'t> RuleLayout<'t> {
    /// The layout for a task.
    ///
    /// # Errors
    /// When there are more than 100,000 instances, or a bound in time is beyond all reason.
    pub fn of(task: &'t Task) -> Result<Self, Rejection> {
        let mut layout = Self { instances: Vec::new(), clock: None, clock_limit: 0, bits: 0 };
        for (index, rule) in task.rules.iter().enumerate() {
            let mut env = environment(&[], rule.slots);
            layout.add(task, index, &rule.formula, &mut env)?;
        }
        let mut timed = false;
        for instance in &layout.instances {
            let bound = match instance.operator {
                TrajectoryOp::Within(limit, _) | TrajectoryOp::HoldAfter(limit, _) => whole_up(limit)?,
                TrajectoryOp::HoldDuring(from, to, _) => whole_up(from)?.max(whole_up(to)?),
                _ => continue,
            };
            timed = true;
            layout.clock_limit = layout.clock_limit.max(bound + 1);
        }
        if timed {
            layout.clock = Some(Field { offset: 0, width: bits_for(layout.clock_limit) });
            layout.bits = bits_for(layout.clock_limit);
        }
        for instance in &mut layout.instances {
            let width = match instance.operator {
                TrajectoryOp::Always(_)
                | TrajectoryOp::AtEnd(_)
                | TrajectoryOp::HoldDuring(..)
                | TrajectoryOp::HoldAfter(..) => continue,
                TrajectoryOp::Sometime(_)
                | TrajectoryOp::Within(..)
                | TrajectoryOp::SometimeBefore(..)
                | TrajectoryOp::SometimeAfter(..) => 1,
                TrajectoryOp::AtMostOnce(_) => 2,
                TrajectoryOp::AlwaysWithin(limit, ..) => {
                    instance.patience = whole_down(limit)?;
                    bits_for(instance.patience + 1)
                }
            };
            instance.memory = Some(Field { offset: layout.bits, width });
            layout.bits += width;
        }
        Ok(layout)
    }

    fn add(
        &mut self,
        task: &'t Task,
        rule: usize,
        formula: &'t RuleFormula,
        env: &mut SmallVec<[ObjectId; 8]>,
    ) -> Checked<()> {
        match formula {
            RuleFormula::And(parts) => {
                for part in parts {
                    self.add(task, rule, part, env)?;
                }
            }
            RuleFormula::Forall(variables, inner) => self.add_instances(task, rule, variables, inner, env)?,
            RuleFormula::Preference(..) => {}
            RuleFormula::Operator(operator, _) => {
                if self.instances.len() >= MAX_INSTANCES {
                    return Err(Rejection::Unsupported(format!("more than {MAX_INSTANCES} instances of rules")));
                }
                self.instances.push(RuleInstance { rule, operator, objects: env.clone(), memory: None, patience: 0 });
            }
        }
        Ok(())
    }

    fn add_instances(
        &mut self,
        task: &'t Task,
        rule: usize,
        variables: &'t [Variable],
        inner: &'t RuleFormula,
        env: &mut SmallVec<[ObjectId; 8]>,
    ) -> Checked<()> {
        let Some((first, rest)) = variables.split_first() else { return self.add(task, rule, inner, env) };
        for object in task.members(first.ty) {
            env[first.slot.index()] = *object;
            self.add_instances(task, rule, rest, inner, env)?;
        }
        env[first.slot.index()] = stepguard_task::UNBOUND;
        Ok(())
    }
}

/// What a rule makes of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Its memory in this state.
    Memory(u64),
    /// It is broken, whatever comes.
    Broken,
}

/// The number of a state as a number to compare with.
fn time(state: u64) -> Number {
    Number::from(i64::try_from(state).unwrap_or(i64::MAX))
}

impl RuleInstance<'_> {
    /// The memory in state number `state` (as far as it is counted), given that before it and what holds in the state.
    /// `before` is 0 for the initial state.
    pub(crate) fn observe(&self, before: u64, state: u64, condition: bool, trigger: bool) -> Next {
        let broken_if = |broken: bool, memory: u64| if broken { Next::Broken } else { Next::Memory(memory) };
        match self.operator {
            TrajectoryOp::Always(_) => broken_if(!condition, 0),
            TrajectoryOp::AtEnd(_) => Next::Memory(0),
            TrajectoryOp::Sometime(_) => Next::Memory(before | u64::from(condition)),
            TrajectoryOp::Within(limit, _) => {
                let in_time = time(state) <= *limit;
                let seen = before | u64::from(condition && in_time);
                broken_if(!in_time && seen == 0, seen)
            }
            TrajectoryOp::AtMostOnce(_) => {
                let (begun, held) = (before & 1, before >> 1 & 1);
                let again = condition && begun == 1 && held == 0;
                broken_if(again, begun | u64::from(condition) | u64::from(condition) << 1)
            }
            TrajectoryOp::SometimeBefore(..) => broken_if(trigger && before == 0, before | u64::from(condition)),
            TrajectoryOp::SometimeAfter(..) => Next::Memory(if condition { 0 } else { before | u64::from(trigger) }),
            TrajectoryOp::AlwaysWithin(limit, ..) => {
                // 1 + states passed up to the state before: as many have passed now.
                if before > 0 && time(before) > *limit {
                    return Next::Broken;
                }
                Next::Memory(match (condition, before) {
                    (true, _) => 0,
                    (false, 0) => u64::from(trigger),
                    (false, waiting) => waiting + 1,
                })
            }
            TrajectoryOp::HoldDuring(from, to, _) => {
                broken_if(from < to && self.is_inside(state, from, Some(to)) && !condition, 0)
            }
            TrajectoryOp::HoldAfter(from, _) => broken_if(self.is_inside(state, from, None) && !condition, 0),
        }
    }

    /// Whether the state, which lasts until the next whole number, is there at a time from `from` to before `to`,
    /// however the plan goes on.
    fn is_inside(&self, state: u64, from: &Number, to: Option<&Number>) -> bool {
        let opens_in_it = time(state) < *from && *from < time(state.saturating_add(1));
        opens_in_it || time(state) >= *from && to.is_none_or(|to| time(state) < *to)
    }

    /// Whether the rule is kept when the plan ends in this state, whose memory is given, and nothing broke it before.
    pub(crate) fn is_kept(&self, memory: u64, state: u64, condition: bool) -> bool {
        match self.operator {
            TrajectoryOp::Always(_) | TrajectoryOp::AtMostOnce(_) | TrajectoryOp::SometimeBefore(..) => true,
            TrajectoryOp::AtEnd(_) => condition,
            TrajectoryOp::Sometime(_) | TrajectoryOp::Within(..) => memory != 0,
            TrajectoryOp::SometimeAfter(..) | TrajectoryOp::AlwaysWithin(..) => memory == 0,
            // The last state lasts for ever, so it is there when the time comes.
            TrajectoryOp::HoldAfter(from, _) => condition || time(state) >= *from,
            TrajectoryOp::HoldDuring(from, to, _) => condition || time(state) >= *from || from >= to,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(text: &str) -> Number {
        Number::parse(text).expect("a number")
    }

    #[test]
    fn bounds_are_rounded() {
        for (text, up, down) in [("2", 2, 2), ("2.1", 3, 2), ("-1.5", 0, 0), ("0", 0, 0), ("0.5", 1, 0)] {
            assert_eq!(whole_up(&n(text)), Ok(up), "{text}");
            assert_eq!(whole_down(&n(text)), Ok(down), "{text}");
        }
        assert!(matches!(whole_up(&n("1e30")), Err(Rejection::Unsupported(_))));
    }
}
