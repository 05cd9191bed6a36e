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
