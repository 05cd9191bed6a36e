//! Repairs on generated tasks: whatever is repaired succeeds, costs and counts are those of trying everything.

use crate::brute::{Brute, edited, instances, succeeds};
use crate::support::{steps, task};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::Cell;
use stepguard_naive::Step as NaiveStep;
use stepguard_naive::generate::{Sample, plan_text, sketch};
use stepguard_repair::{Answer, Call, Edit, EditKind, Settings, Step, Weights, repair};
use stepguard_search::{GroundBudget, GroundTask};

/// The plan of a sample without its time stamps.
pub(crate) fn untimed(sample: &Sample) -> String {
    let steps: Vec<NaiveStep> = sample.steps.iter().map(|step| NaiveStep { time: None, ..step.clone() }).collect();
    plan_text(&steps)
}

#[derive(Default)]
struct Seen {
    nothing: Cell<u32>,
    repaired: Cell<u32>,
    counted: Cell<u32>,
    impossible: Cell<u32>,
    limit: Cell<u32>,
    hurried: Cell<u32>,
}

fn more(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}

/// Plans with two edits that are tried for one task.
const MOST: usize = 6_000;

fn compare(sample: &Sample, seen: &Seen) -> Result<(), TestCaseError> {
    let task = task(sample.domain.as_bytes(), sample.problem.as_bytes()).expect("a sketch is well formed");
    let plan = steps(&task, &untimed(sample));
    let text = || format!("{}\n{}\n{}", sample.domain, sample.problem, untimed(sample));
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is small");
    let settings = Settings { work: 300_000, plans: 3_000, ..Settings::default() };
    let outcome = repair(&ground, &plan, &settings, &mut |_| true);
    prop_assert_eq!(&outcome, &repair(&ground, &plan, &settings, &mut |_| true), "the same question");
    let calls: Vec<Option<&Call>> = plan
        .iter()
        .map(|step| match step {
            Step::Read(call) => Some(call),
            Step::Unread { .. } => None,
        })
        .collect();
    let good = succeeds(&task, &calls);
    prop_assert_eq!(outcome.answer == Answer::NothingToDo, good, "{}", text());
    if good {
        more(&seen.nothing);
        return Ok(());
    }
    if instances(&task).len() > 120 {
        return Ok(());
    }
    let tried = Brute::new(&task, &plan).try_all(MOST);
    // With little work there is a bound, and often some repair all the same.
    for work in [400, 2_000] {
        let hurried = repair(&ground, &plan, &Settings { work, ..settings }, &mut |_| true);
        if let Answer::Limit { at_least, any: Some((cost, repair)), .. } = &hurried.answer {
            more(&seen.hurried);
            prop_assert!(cost > at_least, "{}", text());
            prop_assert!(tried.cost.is_none_or(|least| least >= *at_least && least <= *cost), "{}", text());
            prop_assert!(succeeds(&task, &repair.plan.iter().map(Some).collect::<Vec<_>>()), "{}", text());
            prop_assert_eq!(repair.edits.len() as u32, *cost);
            prop_assert_eq!(edited(&plan, &repair.edits), Some(repair.plan.clone()), "{:?}\n{}", repair, text());
        }
    }
    match &outcome.answer {
        Answer::Repaired(repairs) => {
            more(&seen.repaired);
            for repair in &repairs.repairs {
                let calls: Vec<Option<&Call>> = repair.plan.iter().map(Some).collect();
                prop_assert!(succeeds(&task, &calls), "{}", text());
                prop_assert_eq!(repair.edits.len() as u32, repairs.cost);
                prop_assert_eq!(edited(&plan, &repair.edits), Some(repair.plan.clone()), "{:?}\n{}", repair, text());
                for edit in &repair.edits {
                    prop_assert!(edit.places.contains(&edit.at));
                    prop_assert!(edit.mends.is_some(), "{:?}\n{}", edit, text());
                }
            }
            match tried.cost {
                Some(cost) => {
                    prop_assert_eq!(repairs.cost, cost, "{}", text());
                    if repairs.plans.is_some() && tried.plans > 0 {
                        more(&seen.counted);
                        prop_assert_eq!(repairs.plans, Some(tried.plans), "plans\n{}", text());
                        prop_assert_eq!(repairs.count, Some(tried.repairs), "repairs\n{}", text());
                    }
                }
                None => prop_assert!(repairs.cost > tried.up_to, "{}", text()),
            }
        }
        Answer::None(_) => {
            more(&seen.impossible);
            prop_assert_eq!(tried.cost, None, "{}", text());
        }
        Answer::Limit { at_least, .. } => {
            more(&seen.limit);
            prop_assert!(tried.cost.is_none_or(|cost| cost >= *at_least), "{}", text());
        }
        Answer::NothingToDo | Answer::Disagreement(_) => {
            prop_assert!(false, "{:?}\n{}", &outcome.answer, text());
        }
    }
    Ok(())
}

#[test]
fn costs_and_counts_are_those_of_trying_everything() {
    let seen = Seen::default();
    let mut runner = TestRunner::new(Config { cases: 600, ..Config::default() });
    runner.run(&sketch(), |sketch| compare(&sketch.sample(), &seen)).unwrap_or_else(|error| unreachable!("{error}"));
    println!(
        "{} succeed as they are, {} repaired ({} counted by trying everything), {} impossible, {} met a limit; {} in a hurry",
        seen.nothing.get(),
        seen.repaired.get(),
        seen.counted.get(),
        seen.impossible.get(),
        seen.limit.get(),
        seen.hurried.get()
    );
    assert!(seen.nothing.get() > 0 && seen.counted.get() >= 20 && seen.impossible.get() > 0);
}

/// With other weights: no repair of at most two edits is cheaper, and where one of three cannot be, the cost is the same.
fn weigh(sample: &Sample, weights: [u32; 4], seen: &Cell<u32>) -> Result<(), TestCaseError> {
    let task = task(sample.domain.as_bytes(), sample.problem.as_bytes()).expect("a sketch is well formed");
    let plan = steps(&task, &untimed(sample));
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is small");
    let mut brute = Brute::new(&task, &plan);
    if brute.width() > 80 {
        return Ok(());
    }
    let [insert, delete, relocate, change] = weights;
    let weights = Weights { insert, delete, relocate, change };
    let settings = Settings { work: 300_000, plans: 1_000, weights, ..Settings::default() };
    let outcome = repair(&ground, &plan, &settings, &mut |_| true);
    // Moving never costs more than taking out and putting in.
    let tried = brute.cheapest([insert, delete, relocate.min(insert + delete), change]);
    let text =
        || format!("{weights:?} {outcome:?} {tried:?}\n{}\n{}\n{}", sample.domain, sample.problem, untimed(sample));
    match (&outcome.answer, tried) {
        (Answer::Repaired(repairs), tried) => {
            seen.set(seen.get() + 1);
            let three = 3 * insert.min(delete).min(relocate).min(change);
            if let Some(tried) = tried {
                prop_assert!(repairs.cost <= tried, "{}", text());
                prop_assert!(repairs.cost == tried || repairs.cost >= three, "{}", text());
            } else {
                prop_assert!(repairs.cost >= three, "{}", text());
            }
            for edits in repairs.repairs.iter().map(|repair| &repair.edits) {
                let cost: u32 = edits
                    .iter()
                    .map(|edit| match edit.kind {
                        EditKind::Insert => insert,
                        EditKind::Delete => delete,
                        EditKind::Move => relocate.min(insert + delete),
                        EditKind::Change => change,
                    })
                    .sum();
                prop_assert_eq!(cost, repairs.cost);
                let again = edits.iter().any(|edit| {
                    let twin = |other: &&Edit| other.kind == EditKind::Insert && other.call == edit.call;
                    edit.kind == EditKind::Delete && edit.call.is_some() && edits.iter().any(|other| twin(&other))
                });
                prop_assert!(!again, "{}", text());
            }
        }
        (Answer::NothingToDo, tried) => prop_assert_eq!(tried, Some(0), "{}", text()),
        (Answer::None(_), tried) => prop_assert_eq!(tried, None, "{}", text()),
        (Answer::Limit { at_least, .. }, tried) => {
            prop_assert!(tried.is_none_or(|cost| cost >= *at_least), "{}", text())
        }
        (Answer::Disagreement(_), _) => prop_assert!(false, "{}", text()),
    }
    Ok(())
}

#[test]
fn weights_are_followed() {
    let seen = Cell::new(0);
    let mut runner = TestRunner::new(Config { cases: 250, ..Config::default() });
    let strategy = (sketch(), prop::array::uniform4(1_u32..5));
    runner
        .run(&strategy, |(sketch, weights)| weigh(&sketch.sample(), weights, &seen))
        .unwrap_or_else(|error| unreachable!("{error}"));
    println!("{} repaired with weights", seen.get());
    assert!(seen.get() >= 10);
}
