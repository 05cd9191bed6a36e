//! The given plan as the search sees it: which of its steps can ever run, what each may be changed into, and what the rest
//! of the plan needs.

use crate::edit::{Call, Step, Weights};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use stepguard_search::{GroundTask, Needs, OperatorId};
use stepguard_task::ActionId;

/// The given plan.
pub(crate) struct Given<'p> {
    pub(crate) steps: &'p [Step],
    /// The operator of a step that can run in the relaxation.
    pub(crate) operators: Vec<Option<OperatorId>>,
    /// The first step that is equal; an unreadable one is only equal to itself.
    pub(crate) class: Vec<u32>,
    /// What a state needs so that the steps from here on run as they are; empty when there would be too much of it.
    pub(crate) needs: Vec<Needs>,
    /// Cost of the edits that the steps from here on need at the least because they can never run: of those that can become
    /// nothing else, and of the others.
    pub(crate) hopeless: Vec<(u32, u32)>,
    /// By class, made when first asked for.
    changes: Vec<Option<Rc<[OperatorId]>>>,
}

impl<'p> Given<'p> {
    pub(crate) fn new(task: &GroundTask<'_>, steps: &'p [Step], weights: Weights, bytes: usize) -> Self {
        let operator = |call: &Call| task.operator(call.action, &call.arguments);
        let operators: Vec<Option<OperatorId>> = steps
            .iter()
            .map(|step| match step {
                Step::Read(call) => operator(call),
                Step::Unread { .. } => None,
            })
            .collect();
        let mut first: FxHashMap<&Call, u32> = FxHashMap::default();
        let class = (0..)
            .zip(steps)
            .map(|(index, step)| match step {
                Step::Read(call) => *first.entry(call).or_insert(index),
                Step::Unread { .. } => index,
            })
            .collect();
        let words = task.initial().words();
        let mut needs = Vec::new();
        if steps.len().saturating_mul(words * 16) <= bytes / 4 {
            let mut next = Some(task.needs_at_end());
            for index in (0..=steps.len()).rev() {
                let Some(now) = next.take() else { break };
                if index > 0 {
                    next = Some(match operators[index - 1] {
                        Some(operator) => task.needs_before(operator, &now),
                        None => now.impossible(),
                    });
                }
                needs.push(now);
            }
            needs.reverse();
        }
        let mut given = Self { steps, operators, class, needs, hopeless: Vec::new(), changes: vec![None; steps.len()] };
        given.count_hopeless(task, weights);
        given
    }

    fn count_hopeless(&mut self, task: &GroundTask<'_>, weights: Weights) {
        let mut hopeless = vec![(0_u32, 0_u32); self.steps.len() + 1];
        for index in (0..self.len()).rev() {
            let (mut lost, mut others) = hopeless[index as usize + 1];
            if self.operators[index as usize].is_none() {
                if self.changes(task, index).is_empty() {
                    lost = lost.saturating_add(weights.delete);
                } else {
                    others = others.saturating_add(weights.delete.min(weights.change));
                }
            }
            hopeless[index as usize] = (lost, others);
        }
        self.hopeless = hopeless;
    }

    /// Number of steps.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.steps.len()).expect("the verifier's limit on steps is far below 2^32")
    }

    /// What a step may be changed into: the same action with one other object, another action with the same objects, or
    /// a reading of an unreadable one. In order.
    pub(crate) fn changes(&mut self, task: &GroundTask<'_>, index: u32) -> Rc<[OperatorId]> {
        let class = self.class[index as usize] as usize;
        if let Some(known) = &self.changes[class] {
            return Rc::clone(known);
        }
        let mut found: Vec<OperatorId> = Vec::new();
        match &self.steps[class] {
            Step::Unread { readings } => {
                found.extend(readings.iter().filter_map(|call| task.operator(call.action, &call.arguments)));
            }
            Step::Read(Call { action, arguments }) => {
                let parameters = &task.task.actions[action.index()].parameters;
                debug_assert_eq!(parameters.len(), arguments.len());
                let mut changed = arguments.clone();
                for (position, parameter) in parameters.iter().enumerate().take(arguments.len()) {
                    for object in task.task.members(parameter.ty) {
                        if *object != arguments[position] {
                            changed[position] = *object;
                            found.extend(task.operator(*action, &changed));
                        }
                    }
                    changed[position] = arguments[position];
                }
                for (other, declared) in task.task.actions.iter().enumerate() {
                    if declared.parameters.len() == arguments.len() && other != action.index() {
                        found.extend(task.operator(ActionId::new(other), arguments));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let found: Rc<[OperatorId]> = found.into();
        self.changes[class] = Some(Rc::clone(&found));
        found
    }
}
