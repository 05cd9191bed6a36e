//! The verifier as the judge: whether a plan succeeds, and what goes wrong in one that does not.

use crate::edit::{Call, Step};
use stepguard_task::Task;
use stepguard_verify::{Budgets, PlanStep, RuleStatus, StepOutcome, default_epsilon, run};

/// What the verifier says of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// The first step that did not run.
    pub(crate) stopped_at: Option<usize>,
    /// The steps that run when those that cannot are skipped.
    pub(crate) ran: Vec<usize>,
    /// The goal holds at the end.
    pub(crate) goal: bool,
    /// Hard rules that are broken.
    pub(crate) broken: Vec<usize>,
    /// A budget ran out: nothing is known.
    pub(crate) unknown: bool,
}

impl Judgement {
    /// Every step ran, the goal holds, no hard rule is broken.
    pub(crate) fn succeeds(&self) -> bool {
        !self.unknown && self.stopped_at.is_none() && self.goal && self.broken.is_empty()
    }
}

/// Runs a plan; `None` is a step that could not be read.
pub(crate) fn judge<'p>(task: &Task, steps: impl Iterator<Item = Option<&'p Call>>) -> Judgement {
    let steps: Vec<PlanStep> = steps
        .map(|call| PlanStep {
            action: call.map(|call| (call.action, call.arguments.iter().copied().collect())),
            time: None,
        })
        .collect();
    let trace = run(task, &steps, &Budgets::default(), &default_epsilon());
    let broken = (0..)
        .zip(task.rules.iter().zip(&trace.rules))
        .filter(|(_, (rule, outcome))| rule.hard && outcome.status == RuleStatus::Violated)
        .map(|(index, _)| index)
        .collect();
    let runs = |index: &usize| matches!(trace.steps[*index].outcome, StepOutcome::Ran { .. });
    Judgement {
        stopped_at: (0..trace.steps.len()).find(|index| !runs(index)),
        ran: (0..trace.steps.len()).filter(runs).collect(),
        goal: trace.goal_holds == Some(true),
        broken,
        unknown: trace.hit.is_some(),
    }
}

/// The call of a given step, if it could be read.
pub(crate) fn call(step: &Step) -> Option<&Call> {
    match step {
        Step::Read(call) => Some(call),
        Step::Unread { .. } => None,
    }
}
