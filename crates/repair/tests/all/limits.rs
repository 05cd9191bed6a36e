//! Budgets, limits and odd plans.

use crate::brute::{edited, succeeds};
use crate::support::{show, steps, task};
use stepguard_repair::{Answer, EditKind, Limit, Outcome, Settings, Step, Weights, repair};
use stepguard_search::{GroundBudget, GroundTask};
use stepguard_task::Task;

const DOMAIN: &str = "(define (domain corridor)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell)
  (:predicates (at ?c - cell) (next ?a ?b - cell) (lit ?c - cell))
  (:action walk :parameters (?a ?b - cell)
    :precondition (and (at ?a) (next ?a ?b)) :effect (and (not (at ?a)) (at ?b)))
  (:action light :parameters (?c - cell) :precondition (and (at ?c) (not (lit ?c))) :effect (lit ?c)))";

/// A corridor to and fro, whose lamps are to be lit, the walker ending at its end.
fn corridor(cells: usize) -> Task {
    let names: Vec<String> = (0..cells).map(|cell| format!("c{cell}")).collect();
    let next: Vec<String> =
        names.windows(2).map(|two| format!("(next {} {}) (next {} {})", two[0], two[1], two[1], two[0])).collect();
    let lit: Vec<String> = names.iter().map(|name| format!("(lit {name})")).collect();
    let problem = format!(
        "(define (problem p) (:domain corridor) (:objects {} - cell) (:init (at c0) {}) (:goal (and {} (at {}))))",
        names.join(" "),
        next.join(" "),
        lit.join(" "),
        names[cells - 1]
    );
    task(DOMAIN.as_bytes(), problem.as_bytes()).expect("it is right")
}

/// Light and walk, to the end.
fn tour(cells: usize) -> Vec<String> {
    let mut plan = Vec::new();
    for cell in 0..cells {
        plan.push(format!("(light c{cell})"));
        if cell + 1 < cells {
            plan.push(format!("(walk c{cell} c{})", cell + 1));
        }
    }
    plan
}

fn ask(task: &Task, plan: &[String], settings: &Settings) -> Outcome {
    let ground = GroundTask::new(task, true, &GroundBudget::default()).expect("it is supported");
    repair(&ground, &steps(task, &plan.join("\n")), settings, &mut |_| true)
}

#[test]
fn an_empty_plan_gets_all_its_steps() {
    let task = corridor(4);
    let outcome = ask(&task, &[], &Settings::default());
    let Answer::Repaired(repairs) = outcome.answer else { unreachable!("{outcome:?}") };
    assert_eq!(repairs.cost, 7);
    assert_eq!((repairs.plans, repairs.count), (Some(1), Some(1)));
    let plan: Vec<String> = repairs.repairs[0].plan.iter().map(|call| show(&task, call)).collect();
    assert_eq!(plan, tour(4));
    assert!(repairs.repairs[0].edits.iter().all(|edit| edit.kind == EditKind::Insert && edit.from.is_none()));
}

#[test]
fn limits_say_what_is_proved() {
    let task = corridor(5);
    let mut plan = tour(5);
    plan.drain(2..5);
    let found = ask(&task, &plan, &Settings::default());
    let Answer::Repaired(repairs) = &found.answer else { unreachable!("{found:?}") };
    assert_eq!(repairs.cost, 3);
    let settings = Settings { max_cost: Some(2), ..Settings::default() };
    assert_eq!(ask(&task, &plan, &settings).answer, Answer::Limit { at_least: 3, which: Limit::MaxCost, any: None });
    // However little may be done, the answer is a bound that holds.
    for work in [0, 1, 10, 100, 300, 1000, 3000, 10_000] {
        for bytes in [0, 10_000, usize::MAX / 4] {
            let outcome = ask(&task, &plan, &Settings { work, bytes, ..Settings::default() });
            match outcome.answer {
                Answer::Repaired(repairs) => assert_eq!(repairs.cost, 3),
                Answer::Limit { at_least, which: Limit::Budget, any } => {
                    assert!(at_least <= 3);
                    if let Some((cost, repair)) = any {
                        assert!(cost > at_least && cost as usize == repair.edits.len());
                        let given = steps(&task, &plan.join("\n"));
                        assert_eq!(edited(&given, &repair.edits).as_ref(), Some(&repair.plan));
                        assert!(succeeds(&task, &repair.plan.iter().map(Some).collect::<Vec<_>>()));
                    }
                }
                other => unreachable!("{other:?}"),
            }
        }
    }
}

#[test]
fn however_few_are_counted_one_is_found() {
    let task = corridor(5);
    let mut plan = tour(5);
    plan.remove(2);
    let all = ask(&task, &plan, &Settings::default());
    for (plans, listed) in [(0, 0), (1, 0), (0, 1), (1, 100), (usize::MAX, usize::MAX)] {
        let outcome = ask(&task, &plan, &Settings { plans, listed, ..Settings::default() });
        let (Answer::Repaired(one), Answer::Repaired(whole)) = (&outcome.answer, &all.answer) else {
            unreachable!("{outcome:?}")
        };
        assert_eq!(one.cost, whole.cost);
        assert!(!one.repairs.is_empty());
        assert!(one.count.is_none() || one.count == whole.count);
    }
}

#[test]
fn a_watcher_ends_the_search() {
    let task = corridor(5);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is supported");
    let outcome = repair(&ground, &[], &Settings::default(), &mut |_| false);
    assert!(matches!(outcome.answer, Answer::Limit { which: Limit::Budget, .. }), "{outcome:?}");
    let mut last = 0.0;
    let mut calls = 0;
    let outcome = repair(&ground, &[], &Settings::default(), &mut |share| {
        assert!((0.0..=1.0).contains(&share));
        last = share;
        calls += 1;
        true
    });
    assert!(matches!(outcome.answer, Answer::Repaired(_)));
    assert!(calls > 0 && last >= 0.0);
}

#[test]
fn long_plans_are_repaired() {
    let task = corridor(200);
    let mut plan = tour(200);
    plan.remove(250);
    plan.swap(100, 101);
    let outcome = ask(&task, &plan, &Settings::default());
    let Answer::Repaired(repairs) = &outcome.answer else { unreachable!("{outcome:?}") };
    assert_eq!(repairs.cost, 2);
    let kinds: Vec<EditKind> = repairs.repairs[0].edits.iter().map(|edit| edit.kind).collect();
    assert_eq!(kinds, [EditKind::Move, EditKind::Insert]);
}

#[test]
fn plans_of_nothing_but_rubbish_are_repaired_or_given_up() {
    let task = corridor(3);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is supported");
    let unread = vec![Step::Unread { readings: Vec::new() }; 3];
    let Answer::Repaired(repairs) = repair(&ground, &unread, &Settings::default(), &mut |_| true).answer else {
        unreachable!("a plan exists")
    };
    // Three are taken out, five are put in.
    assert_eq!(repairs.cost, 8);
    let many = vec![Step::Unread { readings: Vec::new() }; 5_000];
    // The bound meets what a plan that is known comes to.
    let outcome = repair(&ground, &many, &Settings { work: 100_000, ..Settings::default() }, &mut |_| true);
    let Answer::Repaired(repairs) = outcome.answer else { unreachable!("a plan exists") };
    assert_eq!((repairs.cost, repairs.plans), (5_005, None));
}

#[test]
fn long_repairs_are_described_within_reason() {
    let task = corridor(60);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is supported");
    let text = tour(60).join("\n");
    let mut given = steps(&task, &text);
    // Every step is followed by 30 lines that nobody can read.
    given = given
        .into_iter()
        .flat_map(|step| std::iter::once(step).chain(vec![Step::Unread { readings: Vec::new() }; 30]))
        .collect();
    let outcome = repair(&ground, &given, &Settings { work: 200_000, ..Settings::default() }, &mut |_| true);
    let (cost, repair) = match outcome.answer {
        Answer::Repaired(mut repairs) => (repairs.cost, repairs.repairs.remove(0)),
        Answer::Limit { any: Some(found), .. } => found,
        _ => unreachable!("a plan is known"),
    };
    assert_eq!(cost, 119 * 30);
    assert_eq!(edited(&given, &repair.edits).as_ref(), Some(&repair.plan));
    assert!(repair.edits.iter().all(|edit| edit.places.contains(&edit.at)));
}

#[test]
fn weights_choose_between_repairs() {
    let task = corridor(3);
    let mut plan = tour(3);
    plan[0] = "(light c1)".to_owned();
    let kinds = |outcome: &Outcome| -> Vec<EditKind> {
        let Answer::Repaired(repairs) = &outcome.answer else { unreachable!("{outcome:?}") };
        repairs.repairs[0].edits.iter().map(|edit| edit.kind).collect()
    };
    let plain = ask(&task, &plan, &Settings::default());
    assert_eq!(kinds(&plain), [EditKind::Change]);
    let weights = Weights { insert: 2, delete: 3, relocate: 4, change: 9 };
    let outcome = ask(&task, &plan, &Settings { weights, ..Settings::default() });
    assert_eq!(kinds(&outcome), [EditKind::Insert, EditKind::Delete]);
    // A weight of 0 counts as 1.
    let weights = Weights { insert: 0, delete: 0, relocate: 0, change: 0 };
    assert_eq!(ask(&task, &plan, &Settings { weights, ..Settings::default() }).answer, plain.answer);
}
