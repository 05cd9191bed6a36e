//! The second rule book: every rule once more, as what has to hold before a step runs and before the plan ends. It
//! shares nothing with the trajectory constraints but the meaning, so that each checks the other.

use crate::module::Rule;
use crate::scenario::Scenario;
use crate::steps::Step;
use crate::task;
use crate::weave::END;
use stepguard_task::Task;
use stepguard_verify::{RuleStatus, StepOutcome};

/// One rule in its second form: the task whose actions ask for what the rule demands, without any constraint.
pub(crate) struct Guarded<'s> {
    pub(crate) rule: &'s Rule,
    task: Task,
}

/// The second forms of all rules in force; what is wrong when a task cannot be built.
pub(crate) fn book(scenario: &Scenario) -> Result<Vec<Guarded<'_>>, String> {
    scenario
        .parts
        .rules()
        .map(|(_, rule)| {
            let domain = scenario.parts.domain(true, Some(rule)).text;
            match task::build(&domain, &scenario.bare_problem) {
                (Some(task), _) => Ok(Guarded { rule, task }),
                (None, found) => Err(format!(
                    "the second form of {} cannot be read: {}",
                    rule.name,
                    found.iter().find(|d| d.is_error()).map_or("", |d| d.message.as_str())
                )),
            }
        })
        .collect()
}

/// What the two forms say of a plan: for every rule whether the first and whether the second finds it broken.
pub(crate) fn verdicts(task: &Task, book: &[Guarded<'_>], plan: &[Step]) -> Vec<(bool, bool)> {
    let trace = task::run_plan(task, plan);
    let first = trace.rules.iter().map(|outcome| outcome.status == RuleStatus::Violated);
    let mut ended = plan.to_vec();
    ended.push(Step { action: END.to_owned(), arguments: Vec::new(), safety: false, line: 0 });
    let second = book.iter().map(|guarded| {
        let guarded = task::run_plan(&guarded.task, &ended);
        let ran = |outcome: &StepOutcome| matches!(outcome, StepOutcome::Ran { .. });
        let held_up = trace
            .steps
            .iter()
            .zip(&guarded.steps)
            .any(|(free, guarded)| free.scored && ran(&free.outcome) && !ran(&guarded.outcome));
        let not_ended = trace.complete && guarded.steps.last().is_some_and(|end| !ran(&end.outcome));
        held_up || not_ended
    });
    first.zip(second).collect()
}

/// The plan, and the plans that are one small mistake away: a step left out, said twice, or changed for its neighbour.
pub(crate) fn mutations(plan: &[Step]) -> Vec<Vec<Step>> {
    let mut plans = vec![plan.to_vec()];
    for index in 0..plan.len() {
        let mut without = plan.to_vec();
        without.remove(index);
        plans.push(without);
        let mut twice = plan.to_vec();
        twice.insert(index, plan[index].clone());
        plans.push(twice);
        if index + 1 < plan.len() {
            let mut swapped = plan.to_vec();
            swapped.swap(index, index + 1);
            plans.push(swapped);
        }
    }
    plans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;
    use std::collections::BTreeMap;
    use stepguard_search::{GroundBudget, GroundTask, OperatorId};

    /// Numbers that look random and are the same on every machine (a linear congruential generator).
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from((self.0 >> 33) % bound.max(1) as u64).expect("it is below the bound")
        }
    }

    /// A walk of steps that can run, whatever the rules say, behind the first steps of a plan.
    fn walk(task: &Task, ground: &GroundTask<'_>, start: &[Step], length: usize, numbers: &mut Numbers) -> Vec<Step> {
        let mut values = ground.initial_values();
        let (mut state, mut next) = (ground.initial().clone(), ground.initial().clone());
        let (mut plan, mut able): (Vec<Step>, Vec<OperatorId>) = (Vec::new(), Vec::new());
        for step in start {
            let resolved = task::resolve(task, step).ok().expect("a shipped plan is readable");
            let (action, arguments) = resolved.action.expect("it was resolved");
            let operator = ground.operator(action, &arguments).expect("a shipped plan can run");
            ground.apply(operator, &state, &mut values, &mut next).expect("a shipped plan can run");
            std::mem::swap(&mut state, &mut next);
            plan.push(step.clone());
        }
        while plan.len() < start.len() + length {
            ground.applicable(&state, &values, &mut able);
            if able.is_empty() {
                break;
            }
            // Walking about is not what breaks rules: where something else can be done, it is preferred.
            let walking = |id: &OperatorId| {
                task.name(task.actions[ground.operators[id.index()].action.index()].name) == "navigate-to"
            };
            let choices: Vec<OperatorId> = match numbers.below(4) {
                0 => able.clone(),
                _ => able.iter().copied().filter(|id| !walking(id)).collect(),
            };
            let from = if choices.is_empty() { &able } else { &choices };
            let chosen = from[numbers.below(from.len())];
            if ground.apply(chosen, &state, &mut values, &mut next).is_err() {
                break;
            }
            std::mem::swap(&mut state, &mut next);
            let operator = &ground.operators[chosen.index()];
            let object = |id: &stepguard_task::ObjectId| task.name(task.objects[id.index()].name).to_owned();
            plan.push(Step {
                action: task.name(task.actions[operator.action.index()].name).to_owned(),
                arguments: operator.arguments.iter().map(object).collect(),
                safety: false,
                line: 0,
            });
        }
        plan
    }

    /// Shipped plans and their mutations go where their authors thought of; walks go everywhere.
    #[test]
    fn both_forms_of_every_rule_agree_on_random_walks() {
        let mut broken: BTreeMap<String, u32> = BTreeMap::new();
        let mut numbers = Numbers(2026);
        for scenario in shipped().expect("another test says what is wrong") {
            let (task, _) = task::build(&scenario.domain, &scenario.problem);
            let task = task.expect("another test says what is wrong");
            let ground = GroundTask::new(&task, false, &GroundBudget::default()).expect("it is a small task");
            let book = book(&scenario).expect("another test says what is wrong");
            for round in 0..40 {
                let naive = &scenario.naive_plan;
                let start = if round % 2 == 0 { 0 } else { numbers.below(naive.len() + 1) };
                let plan = walk(&task, &ground, &naive[..start], 3 + round % 20, &mut numbers);
                for (guarded, (first, second)) in book.iter().zip(verdicts(&task, &book, &plan)) {
                    let shown = crate::steps::text(&plan);
                    assert_eq!(first, second, "{}: {} after\n{shown}", scenario.id, guarded.rule.name);
                    *broken.entry(guarded.rule.name.clone()).or_default() += u32::from(first);
                }
            }
        }
        let never: Vec<&String> = broken.iter().filter(|(_, times)| **times == 0).map(|(rule, _)| rule).collect();
        assert!(never.is_empty(), "no walk breaks {never:?}: their second forms are untested");
    }
}
