//! The ground task and the searches against the verifier, on generated tasks: the verifier grounds nothing and remembers the
//! whole run, so the two have little in common.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use smallvec::SmallVec;
use stepguard_naive::generate::{Sample, sketch};
use stepguard_search::{Budget, Found, GroundBudget, GroundTask, Measure, OperatorId, greedy, optimal};
use stepguard_task::{ActionId, ObjectId, Task};
use stepguard_text::{Interner, TextId};
use stepguard_verify::{Budgets, PlanStep, RuleStatus, StepOutcome, default_epsilon, run};

type Step = (ActionId, SmallVec<[ObjectId; 6]>);

fn task(domain: &str, problem: &str) -> Task {
    let mut names = Interner::new();
    let domain = stepguard_pddl::parse(domain, TextId::Domain, &mut names).definitions.domains.remove(0);
    let problem = stepguard_pddl::parse(problem, TextId::Problem, &mut names).definitions.problems.remove(0);
    stepguard_task::build(&domain, &problem, names).task.expect("it is well formed")
}

/// Every instance of every action whose arguments fit.
fn instances(task: &Task) -> Vec<Step> {
    let mut all = Vec::new();
    for (index, action) in task.actions.iter().enumerate() {
        let mut rows: Vec<SmallVec<[ObjectId; 6]>> = vec![SmallVec::new()];
        for parameter in &action.parameters {
            rows = rows
                .iter()
                .flat_map(|row| {
                    task.members(parameter.ty).iter().map(|object| {
                        let mut row = row.clone();
                        row.push(*object);
                        row
                    })
                })
                .collect();
        }
        all.extend(rows.into_iter().map(|row| (ActionId::new(index), row)));
    }
    all
}

/// What the verifier says of a sequence of steps.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
struct Judgement {
    /// Every step ran and no hard rule is broken for good.
    goes_on: bool,
    /// It succeeds as a plan.
    succeeds: bool,
}

fn judge(task: &Task, steps: &[Step]) -> Judgement {
    let mut plan: Vec<PlanStep> =
        steps.iter().map(|step| PlanStep { action: Some(step.clone()), time: None }).collect();
    let whole = run(task, &plan, &Budgets::default(), &default_epsilon());
    let ran = whole.steps.iter().all(|step| matches!(step.outcome, StepOutcome::Ran { .. }));
    let hard = |status: RuleStatus, trace: &stepguard_verify::Trace<'_>| {
        task.rules.iter().zip(&trace.rules).filter(|(rule, _)| rule.hard).any(|(_, outcome)| outcome.status == status)
    };
    let broken = hard(RuleStatus::Violated, &whole);
    let succeeds = ran && whole.goal_holds == Some(true) && !broken;
    // A step that cannot be read keeps the run from ending, so only what is broken for good counts.
    plan.push(PlanStep { action: None, time: None });
    let begun = run(task, &plan, &Budgets::default(), &default_epsilon());
    Judgement { goes_on: ran && !hard(RuleStatus::Violated, &begun), succeeds }
}

fn walk(sample: &Sample, choices: &[usize]) -> Result<(), TestCaseError> {
    let task = task(&sample.domain, &sample.problem);
    let text = || format!("{}\n{}", sample.domain, sample.problem);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is small");
    let all = instances(&task);
    let mut values = ground.initial_values();
    let mut state = ground.initial().clone();
    let mut next = state.clone();
    let mut steps: Vec<Step> = Vec::new();
    let mut applicable = Vec::new();
    let begun = judge(&task, &steps);
    prop_assert_eq!(begun.goes_on, !ground.initial_broken(), "the initial state\n{}", text());
    if !begun.goes_on {
        return Ok(());
    }
    for choice in choices {
        prop_assert_eq!(ground.is_goal(&state, &values), judge(&task, &steps).succeeds, "{:?}\n{}", &steps, text());
        ground.applicable(&state, &values, &mut applicable);
        let mut open: Vec<(OperatorId, Step)> = Vec::new();
        for step in all.iter().take(60) {
            steps.push(step.clone());
            let wanted = judge(&task, &steps).goes_on;
            steps.pop();
            let operator = ground.operator(step.0, &step.1);
            let found = operator.is_some_and(|operator| {
                applicable.binary_search(&operator).is_ok()
                    && ground.apply(operator, &state, &mut values, &mut next).is_ok()
            });
            prop_assert_eq!(
                found,
                wanted,
                "step {} {:?} after {:?}\n{}",
                task.name(task.actions[step.0.index()].name),
                step.1,
                &steps,
                text()
            );
            if let (true, Some(operator)) = (found, operator) {
                open.push((operator, step.clone()));
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        let (operator, step) = open.swap_remove(choice % open.len());
        let applied = ground.apply(operator, &state, &mut values, &mut next);
        prop_assert!(applied.is_ok());
        std::mem::swap(&mut state, &mut next);
        steps.push(step);
        // Packed and unpacked, it is the same.
        let mut packed = Vec::new();
        ground.pack(&state, &mut packed);
        ground.unpack(&packed, &values, &mut next);
        prop_assert_eq!(&next, &state);
    }
    Ok(())
}

#[test]
fn steps_rules_and_goals_are_those_of_the_verifier() {
    let mut runner = TestRunner::new(Config { cases: 400, ..Config::default() });
    let strategy = (sketch(), prop::collection::vec(any::<usize>(), 4));
    runner
        .run(&strategy, |(sketch, choices)| walk(&sketch.sample(), &choices))
        .unwrap_or_else(|error| unreachable!("{error}"));
}

/// The fewest steps of a plan, tried one after the other; `None`: none with at most `limit`.
fn fewest(task: &Task, all: &[Step], limit: usize) -> Option<usize> {
    let mut layer: Vec<Vec<Step>> = vec![Vec::new()];
    for length in 0..=limit {
        if layer.iter().any(|steps| judge(task, steps).succeeds) {
            return Some(length);
        }
        let mut next = Vec::new();
        for steps in layer.iter().filter(|_| length < limit) {
            for step in all {
                let mut longer = steps.clone();
                longer.push(step.clone());
                if judge(task, &longer).goes_on {
                    next.push(longer);
                }
            }
        }
        layer = next;
    }
    None
}

fn solve(sample: &Sample) -> Result<(), TestCaseError> {
    let task = task(&sample.domain, &sample.problem);
    let text = || format!("{}\n{}", sample.domain, sample.problem);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is small");
    let budget = Budget { nodes: 300, ..Budget::default() };
    let any = greedy(&ground, budget, &mut |_| true);
    let best = optimal(&ground, Measure::Steps, budget, &mut |_| true);
    for found in [&any.found, &best.found] {
        if let Found::Plan { steps, .. } = found {
            let steps: Vec<Step> = steps
                .iter()
                .map(|id| {
                    let operator = &ground.operators[id.index()];
                    (operator.action, SmallVec::from_slice(&operator.arguments))
                })
                .collect();
            prop_assert!(judge(&task, &steps).succeeds, "{:?}\n{}", steps, text());
        }
    }
    let solvable = |found: &Found| match found {
        Found::Plan { .. } => Some(true),
        Found::Exhausted(..) => Some(false),
        Found::Budget { .. } => None,
    };
    if let (Some(a), Some(b)) = (solvable(&any.found), solvable(&best.found)) {
        prop_assert_eq!(a, b, "{}", text());
    }
    let all = instances(&task);
    let limit = match all.len() {
        0..=6 => 3,
        7..=40 => 2,
        _ => 1,
    };
    let shortest = fewest(&task, &all, limit);
    match &best.found {
        Found::Plan { cost, .. } if *cost <= limit as u64 => {
            prop_assert_eq!(shortest.map(|length| length as u64), Some(*cost), "{}", text());
        }
        Found::Plan { .. } | Found::Exhausted(..) => prop_assert_eq!(shortest, None, "{}", text()),
        Found::Budget { at_least } => {
            prop_assert!(shortest.is_none_or(|length| length as u64 >= *at_least), "{}", text());
        }
    }
    Ok(())
}

#[test]
fn plans_succeed_and_shortest_plans_are_shortest() {
    let mut runner = TestRunner::new(Config { cases: 400, ..Config::default() });
    runner.run(&sketch(), |sketch| solve(&sketch.sample())).unwrap_or_else(|error| unreachable!("{error}"));
}
