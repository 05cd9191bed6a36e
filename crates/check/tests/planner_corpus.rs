//! The planner on third-party tasks whose answers are known, reached through `STEPGUARD_DATA` and never copied: what has a
//! valid plan is never called unsolvable, and the gold plans' tasks are solved. Without the variable these tests say that
//! they are skipped.

mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use stepguard_check::planner::{PlannerOptions, solve};
use stepguard_report::PlannerResult;
use support::data;

/// Enough for nearly all of these tasks.
fn options() -> PlannerOptions {
    PlannerOptions { nodes: 20_000, ..PlannerOptions::default() }
}

#[test]
fn what_has_a_valid_plan_is_not_unsolvable() {
    let Some(root) = data("conformance") else { return };
    let manifest = std::fs::read_to_string(root.join("manifest.jsonl")).expect("readable");
    let mut asked: BTreeMap<(String, String), PlannerResult> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in manifest.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON object a line");
        let path = |key: &str| row[key].as_str().expect("a path").to_owned();
        let key = (path("domain"), path("problem"));
        let result = *asked.entry(key.clone()).or_insert_with(|| {
            let read = |file: &str| std::fs::read(root.join(file)).expect("readable");
            solve(Some(&read(&key.0)), Some(&read(&key.1)), &options(), &mut |_| true).result
        });
        if row["spec_verdict"] == "valid" && result == PlannerResult::Unsolvable {
            wrong.push(path("plan"));
        }
    }
    let solved = asked.values().filter(|result| **result == PlannerResult::Plan).count();
    println!("{solved} of {} tasks solved", asked.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(solved >= 80, "only {solved} tasks solved");
}

/// How many of a set's tasks that have a gold plan are solved, and how many others there are by result.
fn gold(set: &str) -> Option<BTreeMap<String, usize>> {
    let root = data("llm-outputs")?.join(set);
    let domain = std::fs::read(root.join("domain.pddl")).expect("readable");
    let plans = std::fs::read_to_string(root.join("gold_plans.jsonl")).expect("readable");
    let mut results = BTreeMap::new();
    for line in plans.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON object a line");
        if !row["plan"].is_array() {
            continue;
        }
        let id = row["id"].as_str().expect("an id");
        let problem = std::fs::read(root.join("problems").join(format!("{id}.pddl"))).expect("readable");
        let report = solve(Some(&domain), Some(&problem), &options(), &mut |_| true);
        *results.entry(format!("{:?}", report.result)).or_default() += 1;
    }
    println!("{set}: {results:?}");
    Some(results)
}

#[test]
fn behavior_tasks_are_solved() {
    let Some(results) = gold("behavior") else { return };
    assert!(results.get("Plan").is_some_and(|solved| *solved >= 98), "{results:?}");
    assert_eq!(results.get("Unsolvable"), None, "{results:?}");
}

#[test]
fn virtualhome_tasks_are_solved() {
    let Some(results) = gold("virtualhome") else { return };
    assert_eq!(results, BTreeMap::from([("Plan".to_owned(), 296)]));
}
