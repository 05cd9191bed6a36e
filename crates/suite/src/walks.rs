//! Random walks over everything that can be done, to hold the two rule books against each other where no author thought
//! of going. The walks look random and are the same on every machine.

use crate::scenario::Scenario;
use crate::second;
use crate::steps::Step;
use crate::task;
use std::collections::BTreeMap;
use stepguard_report::suite::Disagreement;
use stepguard_search::{GroundBudget, GroundTask, OperatorId};
use stepguard_task::Task;

/// What walks over a scenario found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walks {
    /// Judgements of one rule on one walk: both forms were asked.
    pub judgements: u32,
    /// How often both forms found each rule in force broken.
    pub broken: BTreeMap<String, u32>,
    /// Where they did not agree.
    pub disagreements: Vec<Disagreement>,
}

/// Walks `rounds` times over a scenario's states: from the start, and from behind some steps of its naive plan.
///
/// # Errors
/// Why the scenario cannot be walked: its texts cannot be read, or it is too large to ground.
pub fn walks(scenario: &Scenario, rounds: usize) -> Result<Walks, String> {
    let (Some(task), _) = task::build(&scenario.domain, &scenario.problem) else {
        return Err("the texts cannot be read".to_owned());
    };
    let ground = GroundTask::new(&task, false, &GroundBudget::default())
        .map_err(|_| "the scenario is too large to ground".to_owned())?;
    let book = second::book(scenario)?;
    let mut numbers = Numbers(2026);
    let mut found = Walks::default();
    for (_, name) in book.iter().zip(scenario.rules_in_force()) {
        found.broken.insert(name.to_owned(), 0);
    }
    for round in 0..rounds {
        let naive = &scenario.naive_plan;
        let start = if round % 2 == 0 { 0 } else { numbers.below(naive.len() + 1) };
        let plan = walk(&task, &ground, naive.get(..start).unwrap_or_default(), 3 + round % 20, &mut numbers);
        for (guarded, (first, second)) in book.iter().zip(second::verdicts(&task, &book, &plan)) {
            found.judgements += 1;
            if first && second {
                *found.broken.entry(guarded.rule.name.clone()).or_default() += 1;
            }
            if first != second {
                found.disagreements.push(Disagreement {
                    rule: guarded.rule.name.clone(),
                    plan: plan.iter().map(ToString::to_string).collect(),
                    constraint: first,
                });
            }
        }
    }
    Ok(found)
}

/// Numbers that look random (a linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound.max(1) as u64).expect("it is below the bound")
    }
}

/// A walk of steps that can run, whatever the rules say, behind the first steps of a plan as far as these run.
fn walk(task: &Task, ground: &GroundTask<'_>, start: &[Step], length: usize, numbers: &mut Numbers) -> Vec<Step> {
    let mut values = ground.initial_values();
    let (mut state, mut next) = (ground.initial().clone(), ground.initial().clone());
    let (mut plan, mut able): (Vec<Step>, Vec<OperatorId>) = (Vec::new(), Vec::new());
    for step in start {
        let resolved = task::resolve(task, step).ok().and_then(|step| step.action);
        let operator = resolved.and_then(|(action, arguments)| ground.operator(action, &arguments));
        let Some(operator) = operator else { break };
        ground.applicable(&state, &values, &mut able);
        if !able.contains(&operator) || ground.apply(operator, &state, &mut values, &mut next).is_err() {
            break;
        }
        std::mem::swap(&mut state, &mut next);
        plan.push(step.clone());
    }
    let end = plan.len() + length;
    while plan.len() < end {
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
