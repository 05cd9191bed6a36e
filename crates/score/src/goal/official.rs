//! The rules of the official evaluator (Embodied Agent Interface) for goal interpretation, rebuilt from what it does:
//!
//! - an answer that is no exact JSON is left out, with everything that was to be predicted;
//! - goals that name an unknown object are left out; goals without a field count neither for nor against;
//! - every name stands for one object: of several with that name, the one its hash table of names happens to end with. That
//!   depends on the seed of the interpreter, so figures are ranges over seeds;
//! - a gold action is met as often as an answer names it with other words.

use super::{Status, Task, TaskScore};
use crate::counts::Counts;
use crate::stats::Resampler;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The seeds over which the figures of this profile range. What a seed draws is ours: any draw is one that some seed of the
/// official evaluator's interpreter may give.
pub const SEEDS: std::ops::Range<u64> = 0..10;

/// Scores one answer, with names drawn by `seed`.
#[must_use]
pub fn score(task: &Task, raw: &str, seed: u64) -> TaskScore {
    let Some(Value::Object(answer)) = json(raw) else { return TaskScore::new(task, Status::Unreadable) };
    let mut score = TaskScore::new(task, Status::Read);
    let objects = objects(task, seed);
    let list = |name: &str| distinct(answer.get(name));

    let gold: BTreeSet<(u64, &str, &str)> =
        task.states.iter().map(|goal| (goal.id, goal.name.as_str(), goal.state.as_str())).collect();
    for goal in list("node goals") {
        let (Some(name), Some(state)) = (goal.get("name"), goal.get("state")) else { continue };
        let Some((name, id)) = name.as_str().and_then(|name| Some((name, *objects.get(name)?))) else {
            score.unknown_objects += 1;
            continue;
        };
        let right = state.as_str().is_some_and(|state| gold.contains(&(id, name, state)));
        count(&mut score, 0, right, goal);
    }
    score.counts[0].false_negatives = length(gold.len()) - score.counts[0].true_positives;

    let gold: BTreeSet<(u64, &str, u64)> =
        task.relations.iter().map(|goal| (goal.from.1, goal.relation.as_str(), goal.to.1)).collect();
    for goal in list("edge goals") {
        let (Some(from), Some(to), Some(relation)) = (goal.get("from_name"), goal.get("to_name"), goal.get("relation"))
        else {
            continue;
        };
        let object = |name: &Value| name.as_str().and_then(|name| objects.get(name).copied());
        let (Some(from), Some(to)) = (object(from), object(to)) else {
            score.unknown_objects += 1;
            continue;
        };
        let right = relation.as_str().is_some_and(|relation| gold.contains(&(from, relation, to)));
        count(&mut score, 1, right, goal);
    }
    score.counts[1].false_negatives = length(gold.len()) - score.counts[1].true_positives;

    let gold: BTreeSet<String> = task.actions.iter().map(|names| names.to_uppercase()).collect();
    for goal in list("action goals") {
        let Some(name) = goal.get("action").and_then(Value::as_str).map(str::to_uppercase) else { continue };
        let right = gold.iter().any(|names| names.split('|').any(|one| one == name));
        count(&mut score, 2, right, goal);
    }
    let distinct: BTreeSet<&String> = task.actions.iter().collect();
    score.counts[2].false_negatives = length(distinct.len()) - score.counts[2].true_positives;
    score
}

fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn count(score: &mut TaskScore, kind: usize, right: bool, goal: &Value) {
    score.counts[kind] += Counts::new(i64::from(right), i64::from(!right), 0);
    if !right {
        score.extra.push(goal.to_string());
    }
}

fn json(raw: &str) -> Option<Value> {
    let text = raw.replace("<|eot_id|>", "");
    let text = match text.strip_prefix("```json") {
        Some(rest) => rest.trim_matches('`'),
        None => &text,
    };
    serde_json::from_str(&text.trim().replace('\n', "").replace('\'', "\"")).ok()
}

/// The elements of a list, equal ones once; empty ones not at all.
fn distinct(list: Option<&Value>) -> Vec<&Value> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let elements = list.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    // Objects are written with their keys in order, so equal ones are written alike.
    elements.iter().filter(|element| seen.insert(sorted(element).to_string())).collect()
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let ordered: BTreeMap<&String, Value> = members.iter().map(|(key, value)| (key, sorted(value))).collect();
            Value::Object(ordered.into_iter().map(|(key, value)| (key.clone(), value)).collect())
        }
        other => other.clone(),
    }
}

/// One object for every name.
fn objects(task: &Task, seed: u64) -> BTreeMap<&str, u64> {
    let mut by_name: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (name, id) in &task.objects {
        by_name.entry(name).or_default().push(*id);
    }
    // Another stream for every task: FNV-1a of its id.
    let hash = task
        .id
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut resampler = Resampler::new(hash.wrapping_add(seed));
    by_name
        .into_iter()
        .filter_map(|(name, ids)| {
            let drawn = resampler.below(u32::try_from(ids.len()).unwrap_or(u32::MAX));
            ids.get(drawn as usize).map(|id| (name, *id))
        })
        .collect()
}
