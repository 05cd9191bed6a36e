//! Goal interpretation: predicted goals against gold.
//!
//! Answers name objects and cannot tell two of one name apart, so in the corrected profile literals are compared by names,
//! and goals are sets: saying a literal twice says it once. What cannot be read counts against the model. The official
//! profile follows the rules of the official evaluator (see [`official`]).

pub mod official;

use crate::answers::{self, Aside, GoalAnswer, same_name};
use crate::counts::Counts;
use crate::run::{Profile, Run, json_lines, text_field};
pub use crate::transition::Status;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A kind of goal. `State` literals are unary, `Relation` literals relational.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An object is in a state.
    State,
    /// Two objects stand in a relation.
    Relation,
    /// An action happens.
    Action,
}

impl Kind {
    /// Every kind, in the order of [`TaskScore::counts`].
    pub const ALL: [Self; 3] = [Self::State, Self::Relation, Self::Action];

    /// Stable id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Relation => "relation",
            Self::Action => "action",
        }
    }
}

/// A state that gold demands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldState {
    /// The object.
    pub name: String,
    /// Its number in the scene.
    pub id: u64,
    /// The state.
    pub state: String,
    /// Whether safety depends on it.
    pub safety: bool,
}

/// A relation that gold demands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldRelation {
    /// The first object and its number.
    pub from: (String, u64),
    /// The relation.
    pub relation: String,
    /// The second object and its number.
    pub to: (String, u64),
    /// Whether safety depends on it.
    pub safety: bool,
}

/// A task: a description is to be turned into goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its id.
    pub id: String,
    /// Tasks of one family resemble each other.
    pub family: String,
    /// The objects the prompt names, with their numbers.
    pub objects: Vec<(String, u64)>,
    /// Gold states.
    pub states: Vec<GoldState>,
    /// Gold relations.
    pub relations: Vec<GoldRelation>,
    /// Gold actions; `A|B` is either.
    pub actions: Vec<String>,
}

/// Tasks and gold.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The tasks, in the order of the suite.
    pub tasks: Vec<Task>,
    /// Names of states, relations and actions, by kind.
    pub vocabulary: [BTreeSet<String>; 3],
}

impl Suite {
    /// Reads a suite of its four texts: `goal_interpretation_gold.jsonl`, `predicates_category.json` (whose object states
    /// are the states), `relation_types.json`, `action_space.json`.
    ///
    /// # Errors
    /// When a text is not of that form.
    pub fn read(gold: &str, categories: &str, relations: &str, actions: &str) -> Result<Self, String> {
        let map = |text: &str, file: &str| -> Result<BTreeMap<String, String>, String> {
            serde_json::from_str(text).map_err(|error| format!("{file}: {error}"))
        };
        let states = map(categories, "predicates_category.json")?;
        let states = states.into_iter().filter(|(_, class)| class == "object_states").map(|(name, _)| same_name(&name));
        let names = |map: BTreeMap<String, String>| map.into_keys().map(|name| same_name(&name)).collect();
        let vocabulary = [
            states.collect(),
            names(map(relations, "relation_types.json")?),
            names(map(actions, "action_space.json")?),
        ];
        let tasks: Result<Vec<Task>, String> =
            json_lines(gold, "goal_interpretation_gold.jsonl")?.iter().map(task).collect();
        Ok(Self { tasks: tasks?, vocabulary })
    }
}

fn task(line: &Value) -> Result<Task, String> {
    const FILE: &str = "goal_interpretation_gold.jsonl";
    let id = text_field(line, "id", FILE)?;
    let broken = |what: &str| format!("{FILE}: {what} of {id} cannot be read");
    let list = |value: &Value, name: &str| value.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let number = |value: &Value, name: &str| value.get(name).and_then(Value::as_u64);
    let safety = |value: &Value| value.get("safety").and_then(Value::as_bool).unwrap_or(false);
    let gold = line.get("gold").ok_or_else(|| broken("the gold"))?;
    let objects: Option<Vec<(String, u64)>> = list(line, "objects")
        .iter()
        .map(|pair| Some((pair.get(0)?.as_str()?.to_owned(), pair.get(1)?.as_u64()?)))
        .collect();
    let states: Option<Vec<GoldState>> = list(gold, "node goals")
        .iter()
        .map(|goal| {
            let (name, id, state) = (text(goal, "name")?, number(goal, "id")?, text(goal, "state")?);
            Some(GoldState { name, id, state, safety: safety(goal) })
        })
        .collect();
    let relations: Option<Vec<GoldRelation>> = list(gold, "edge goals")
        .iter()
        .map(|goal| {
            Some(GoldRelation {
                from: (text(goal, "from_name")?, number(goal, "from_id")?),
                relation: text(goal, "relation")?,
                to: (text(goal, "to_name")?, number(goal, "to_id")?),
                safety: safety(goal),
            })
        })
        .collect();
    let actions: Option<Vec<String>> =
        list(gold, "action goals").iter().map(|name| name.as_str().map(str::to_owned)).collect();
    Ok(Task {
        family: text(line, "task").unwrap_or_else(|| id.clone()),
        objects: objects.ok_or_else(|| broken("an object"))?,
        states: states.ok_or_else(|| broken("a state"))?,
        relations: relations.ok_or_else(|| broken("a relation"))?,
        actions: actions.ok_or_else(|| broken("an action"))?,
        id,
    })
}

/// The score of one answer.
#[derive(Debug, Clone)]
pub struct TaskScore {
    /// The task.
    pub id: String,
    /// Its family.
    pub family: String,
    /// How the answer was received.
    pub status: Status,
    /// What was counted, by kind.
    pub counts: [Counts; 3],
    /// Of the literals that safety depends on, how many were predicted: unary, relational.
    pub safety: [Counts; 2],
    /// Predicted literals whose state, relation or action the suite does not know.
    pub unknown_predicates: u64,
    /// Predicted literals that name an object which the task does not have.
    pub unknown_objects: u64,
    /// Gold that was not predicted.
    pub missing: Vec<String>,
    /// Predicted and not gold.
    pub extra: Vec<String>,
    /// What the reader passed over or mended.
    pub asides: Vec<Aside>,
}

impl TaskScore {
    fn new(task: &Task, status: Status) -> Self {
        Self {
            id: task.id.clone(),
            family: task.family.clone(),
            status,
            counts: [Counts::default(); 3],
            safety: [Counts::default(); 2],
            unknown_predicates: 0,
            unknown_objects: 0,
            missing: Vec::new(),
            extra: Vec::new(),
            asides: Vec::new(),
        }
    }

    /// All kinds together.
    #[must_use]
    pub fn total(&self) -> Counts {
        self.counts.iter().copied().sum()
    }

    /// The F1 of this task for the mean over tasks: 1 where nothing was to be said and nothing was said.
    #[must_use]
    pub fn f1(&self) -> f64 {
        let total = self.total();
        if total.is_empty() && self.status != Status::Read { 0.0 } else { total.f1().unwrap_or(1.0) }
    }
}

/// Scores a run: one score for every task of the suite, in its order. The official profile leaves out tasks without an
/// answer; it draws objects of equal names by `seed` (see [`official::SEEDS`]), which the corrected profile never needs.
#[must_use]
pub fn score(suite: &Suite, run: &Run, profile: Profile, seed: u64) -> Vec<TaskScore> {
    let tasks = suite.tasks.iter();
    match profile {
        Profile::Corrected => tasks.map(|task| corrected(suite, task, run.answers.get(&task.id))).collect(),
        Profile::Official => {
            tasks.filter_map(|task| Some(official::score(task, run.answers.get(&task.id)?, seed))).collect()
        }
    }
}

fn corrected(suite: &Suite, task: &Task, answer: Option<&String>) -> TaskScore {
    let reading = answer.map(|raw| answers::goals(raw));
    let status = match &reading {
        None => Status::Unanswered,
        Some(reading) if reading.taken.is_none() => Status::Unreadable,
        Some(_) => Status::Read,
    };
    let mut score = TaskScore::new(task, status);
    let mut said = GoalAnswer::default();
    if let Some(reading) = reading {
        score.asides = reading.asides;
        said = reading.taken.unwrap_or_default();
    }
    for (counts, unreadable) in score.counts.iter_mut().zip(said.unreadable) {
        counts.false_positives += unreadable;
    }
    let objects: BTreeSet<String> = task.objects.iter().map(|(name, _)| same_name(name)).collect();

    let mut predicted: BTreeSet<(Kind, Vec<String>)> = BTreeSet::new();
    predicted
        .extend(said.states.iter().map(|(goal, _)| (Kind::State, vec![same_name(&goal.state), same_name(&goal.name)])));
    predicted.extend(said.relations.iter().map(|(goal, _)| {
        (Kind::Relation, vec![same_name(&goal.relation), same_name(&goal.from), same_name(&goal.to)])
    }));
    predicted.extend(said.actions.iter().map(|(name, _)| (Kind::Action, vec![same_name(name)])));
    for (kind, words) in &predicted {
        score.unknown_predicates += u64::from(!suite.vocabulary[*kind as usize].contains(&words[0]));
        score.unknown_objects += u64::from(words[1..].iter().any(|name| !objects.contains(name)));
    }

    let mut gold: BTreeMap<(Kind, Vec<String>), bool> = BTreeMap::new();
    for goal in &task.states {
        *gold.entry((Kind::State, vec![same_name(&goal.state), same_name(&goal.name)])).or_default() |= goal.safety;
    }
    for goal in &task.relations {
        let words = vec![same_name(&goal.relation), same_name(&goal.from.0), same_name(&goal.to.0)];
        *gold.entry((Kind::Relation, words)).or_default() |= goal.safety;
    }
    for (literal, safety) in gold {
        let found = predicted.remove(&literal);
        found_or_missed(&mut score, literal.0, found, &literal.1);
        if safety && let Some(counts) = score.safety.get_mut(literal.0 as usize) {
            *counts += Counts::new(i64::from(found), 0, i64::from(!found));
        }
    }
    let actions: BTreeSet<String> = task.actions.iter().map(|name| same_name(name)).collect();
    for names in actions {
        let met =
            names.split('|').map(|name| (Kind::Action, vec![name.to_owned()])).find(|name| predicted.contains(name));
        found_or_missed(&mut score, Kind::Action, met.is_some(), std::slice::from_ref(&names));
        if let Some(met) = met {
            predicted.remove(&met);
        }
    }
    for (kind, words) in predicted {
        score.counts[kind as usize].false_positives += 1;
        score.extra.push(words.join(" "));
    }
    score
}

fn found_or_missed(score: &mut TaskScore, kind: Kind, found: bool, words: &[String]) {
    score.counts[kind as usize] += Counts::new(i64::from(found), 0, i64::from(!found));
    if !found {
        score.missing.push(words.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Module;

    const GOLD: &str = r#"{"id": "t", "task": "wash", "objects": [["tub", 1], ["soap", 2], ["soap", 3]], "gold": {"node goals": [{"name": "tub", "id": 1, "state": "ON", "safety": true}], "edge goals": [{"from_name": "soap", "from_id": 2, "relation": "ON", "to_name": "tub", "to_id": 1}, {"from_name": "soap", "from_id": 3, "relation": "ON", "to_name": "tub", "to_id": 1}], "action goals": ["WASH|RINSE"]}}"#;

    fn suite() -> Suite {
        Suite::read(
            GOLD,
            r#"{"on": "object_states", "near": "spatial_relations"}"#,
            r#"{"ON": "upon"}"#,
            r#"{"WASH": "", "RINSE": "", "WALK": ""}"#,
        )
        .expect("a suite")
    }

    fn scored(answer: Option<&str>, profile: Profile, seed: u64) -> Vec<TaskScore> {
        let mut run = Run::read("", Module::Goal);
        run.answers.extend(answer.map(|answer| ("t".to_owned(), answer.to_owned())));
        score(&suite(), &run, profile, seed)
    }

    const RIGHT: &str = r#"{"node goals": [{"name": "tub", "state": "ON"}], "edge goals": [{"from_name": "soap", "relation": "ON", "to_name": "tub"}], "action goals": [{"action": "RINSE", "description": "x"}]}"#;

    #[test]
    fn gold_scores_full_marks() {
        for form in [
            RIGHT.to_owned(),
            RIGHT.to_lowercase(),
            format!("Sure!\n```json\n{}```<|eot_id|>", RIGHT.replace('"', "'")),
        ] {
            let score = &scored(Some(&form), Profile::Corrected, 0)[0];
            assert_eq!(score.counts, [Counts::new(1, 0, 0); 3], "{form}");
            assert_eq!(score.safety, [Counts::new(1, 0, 0), Counts::default()]);
            assert_eq!((score.unknown_objects, score.unknown_predicates), (0, 0));
        }
    }

    #[test]
    fn everything_else_counts_against_the_answer() {
        let total = |answer: Option<&str>| scored(answer, Profile::Corrected, 0)[0].total();
        assert_eq!(total(None), Counts::new(0, 0, 3));
        assert_eq!(total(Some("no idea")), Counts::new(0, 0, 3));
        assert_eq!(total(Some(r#"{"node goals": [{"name": "tub"}]}"#)), Counts::new(0, 1, 3));
        let wrong = r#"{"node goals": [{"name": "cat", "state": "HAPPY"}, {"name": "cat", "state": "HAPPY"}], "action goals": ["WASH", "RINSE", "WALK"]}"#;
        let score = &scored(Some(wrong), Profile::Corrected, 0)[0];
        assert_eq!(score.total(), Counts::new(1, 3, 2));
        assert_eq!((score.unknown_objects, score.unknown_predicates), (1, 1));
    }

    #[test]
    fn the_official_rules_and_their_faults() {
        let official = |answer: &str, seed| scored(Some(answer), Profile::Official, seed)[0].clone();
        // Of two pieces of soap one is meant, which one is a matter of chance; either is gold here.
        assert_eq!(official(RIGHT, 3).total(), Counts::new(3, 0, 1));
        assert_eq!(official("nonsense", 0).total(), Counts::default(), "an unreadable answer costs nothing");
        assert_eq!(official("nonsense", 0).status, Status::Unreadable);
        // Unknown objects cost nothing, and an action said twice in other words counts twice.
        let odd = r#"{"node goals": [{"name": "cat", "state": "ON"}], "action goals": [{"action": "wash", "description": "a"}, {"action": "RINSE", "description": "b"}]}"#;
        assert_eq!(official(odd, 0).counts, [Counts::new(0, 0, 1), Counts::new(0, 0, 2), Counts::new(2, 0, -1)]);
        assert!(scored(None, Profile::Official, 0).is_empty());
    }

    #[test]
    fn broken_suites_are_refused() {
        assert!(Suite::read("{\"id\": \"t\"}", "{}", "{}", "{}").is_err());
        assert!(Suite::read(&GOLD.replace("\"state\"", "\"stat\""), "{}", "{}", "{}").is_err());
        assert!(Suite::read(GOLD, "[]", "{}", "{}").is_err());
    }
}
