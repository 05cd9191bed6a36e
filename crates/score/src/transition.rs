//! Transition modelling: predicted action definitions against gold.
//!
//! The corrected profile compares multisets of literals in normal form (see [`normal`]); what is omitted or cannot be read
//! counts against the model. The official profile follows the rules of the official evaluator (see [`official`]).

pub mod normal;
pub mod official;
pub mod planner;

use crate::answers::{self, Aside};
use crate::counts::Counts;
use crate::run::{Profile, Run, json_lines, text_field};
use normal::{Literal, Normal};
use std::collections::{BTreeMap, BTreeSet};

/// A part of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// The precondition.
    Precondition,
    /// The effect, conditions of conditional effects included.
    Effect,
}

/// The class of predicates that the suite does not know.
pub const UNKNOWN_CLASS: &str = "unknown";

/// A gold action as its suite writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldAction {
    /// Its name.
    pub name: String,
    /// Its parameters, in parentheses.
    pub parameters: String,
    /// Its precondition.
    pub precondition: String,
    /// Its effect.
    pub effect: String,
}

/// A task: some of the domain's actions are to be defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its id.
    pub id: String,
    /// Tasks of one family resemble each other.
    pub family: String,
    /// The actions to be defined.
    pub actions: Vec<String>,
}

/// Tasks and gold.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The tasks, in the order of the suite.
    pub tasks: Vec<Task>,
    /// The gold actions by name.
    pub gold: BTreeMap<String, GoldAction>,
    /// The class of every predicate.
    pub classes: BTreeMap<String, String>,
    normal: BTreeMap<String, Normal>,
}

impl Suite {
    /// Reads a suite of its three texts: `tasks.jsonl`, `gold_actions.jsonl`, `predicates_category.json`.
    ///
    /// # Errors
    /// When a text is not of that form, or a task names an action without gold.
    pub fn read(tasks: &str, gold_actions: &str, categories: &str) -> Result<Self, String> {
        let classes: BTreeMap<String, String> =
            serde_json::from_str(categories).map_err(|error| format!("predicates_category.json: {error}"))?;
        let mut suite = Self { tasks: Vec::new(), gold: BTreeMap::new(), classes, normal: BTreeMap::new() };
        for line in json_lines(gold_actions, "gold_actions.jsonl")? {
            let field = |name: &str| text_field(&line, name, "gold_actions.jsonl");
            let gold = GoldAction {
                name: field("action_name")?,
                parameters: field("action_parameters")?,
                precondition: field("action_preconditions")?,
                effect: field("action_effects")?,
            };
            let text = format!(
                "(:action {} :parameters {} :precondition {} :effect {})",
                gold.name, gold.parameters, gold.precondition, gold.effect
            );
            let read = answers::gold_actions(&text);
            let normal = match read.actions.as_slice() {
                [action] => Normal::of(action, &read),
                _ => return Err(format!("gold_actions.jsonl: {} cannot be read", gold.name)),
            };
            suite.normal.insert(gold.name.clone(), normal);
            suite.gold.insert(gold.name.clone(), gold);
        }
        for line in json_lines(tasks, "tasks.jsonl")? {
            if line.get("in_transition_set").and_then(serde_json::Value::as_bool) == Some(false) {
                continue;
            }
            let id = text_field(&line, "id", "tasks.jsonl")?;
            let family = line.get("task").and_then(serde_json::Value::as_str).unwrap_or(&id).to_owned();
            let actions: Vec<String> = line
                .get("actions")
                .and_then(serde_json::Value::as_array)
                .map(|names| names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
                .unwrap_or_default();
            if let Some(name) = actions.iter().find(|name| !suite.gold.contains_key(*name)) {
                return Err(format!("tasks.jsonl: {id} asks for {name}, which has no gold"));
            }
            suite.tasks.push(Task { id, family, actions });
        }
        Ok(suite)
    }

    fn class(&self, predicate: &str) -> &str {
        self.classes.get(predicate).map_or(UNKNOWN_CLASS, String::as_str)
    }
}

/// How an answer was received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It was read.
    Read,
    /// Nothing in it could be read.
    Unreadable,
    /// The run has no answer to this task.
    Unanswered,
}

/// Counts by section and predicate class.
pub type Table = BTreeMap<(Section, String), Counts>;

/// The score of one answer.
#[derive(Debug, Clone)]
pub struct TaskScore {
    /// The task.
    pub id: String,
    /// Its family.
    pub family: String,
    /// How the answer was received.
    pub status: Status,
    /// What was counted.
    pub counts: Table,
    /// Actions asked for and not defined.
    pub omitted: Vec<String>,
    /// Actions defined and not asked for.
    pub invented: Vec<String>,
    /// Gold literals that were not predicted: action and literal.
    pub missing: Vec<(String, String)>,
    /// Predicted literals that are not gold: action and literal.
    pub extra: Vec<(String, String)>,
    /// What the reader passed over or mended.
    pub asides: Vec<Aside>,
    /// Comparisons that the official evaluator gives up on; always 0 in the corrected profile.
    pub given_up: u64,
}

impl TaskScore {
    fn new(task: &Task, status: Status) -> Self {
        Self {
            id: task.id.clone(),
            family: task.family.clone(),
            status,
            counts: Table::new(),
            omitted: Vec::new(),
            invented: Vec::new(),
            missing: Vec::new(),
            extra: Vec::new(),
            asides: Vec::new(),
            given_up: 0,
        }
    }

    /// The counts of a section, or of both.
    #[must_use]
    pub fn total(&self, section: Option<Section>) -> Counts {
        total(&self.counts, section)
    }

    fn add(&mut self, section: Section, class: &str, counts: Counts) {
        *self.counts.entry((section, class.to_owned())).or_default() += counts;
    }
}

/// The sum over a table's classes, of one section or of both.
#[must_use]
pub fn total(table: &Table, section: Option<Section>) -> Counts {
    table.iter().filter(|((of, _), _)| section.is_none_or(|section| section == *of)).map(|(_, counts)| *counts).sum()
}

/// Scores a run: one score for every task of the suite, in its order. The official profile leaves out tasks without an
/// answer, as the official evaluator does.
#[must_use]
pub fn score(suite: &Suite, run: &Run, profile: Profile) -> Vec<TaskScore> {
    let tasks = suite.tasks.iter();
    match profile {
        Profile::Corrected => tasks.map(|task| corrected(suite, task, run.answers.get(&task.id))).collect(),
        Profile::Official => {
            tasks.filter_map(|task| Some(official::score(suite, task, run.answers.get(&task.id)?))).collect()
        }
    }
}

fn corrected(suite: &Suite, task: &Task, answer: Option<&String>) -> TaskScore {
    let reading = answer.map(|raw| answers::actions(raw));
    let status = match &reading {
        None => Status::Unanswered,
        Some(reading) if reading.taken.is_none() => Status::Unreadable,
        Some(_) => Status::Read,
    };
    let mut score = TaskScore::new(task, status);
    let mut predicted: BTreeMap<String, (String, Normal)> = BTreeMap::new();
    if let Some(reading) = reading {
        score.asides = reading.asides;
        if let Some(read) = reading.taken {
            for action in &read.actions {
                let name = read.name(action).to_owned();
                predicted.insert(answers::same_name(&name), (name, Normal::of(action, &read)));
            }
        }
    }
    let nothing = Normal::default();
    let asked: BTreeSet<&String> = task.actions.iter().collect();
    for name in asked {
        let gold = suite.normal.get(name).unwrap_or(&nothing);
        match predicted.remove(&answers::same_name(name)) {
            Some((_, normal)) => compare(suite, name, &normal, gold, &mut score),
            None => {
                score.omitted.push(name.clone());
                compare(suite, name, &nothing, gold, &mut score);
            }
        }
    }
    for (_, (name, normal)) in predicted {
        compare(suite, &name, &normal, &nothing, &mut score);
        score.invented.push(name);
    }
    score
}

/// Compares the literals of one action.
fn compare(suite: &Suite, action: &str, predicted: &Normal, gold: &Normal, score: &mut TaskScore) {
    let compared = multisets(predicted, gold, |predicate| suite.class(predicate));
    for ((section, class), counts) in compared.table {
        score.add(section, &class, counts);
    }
    score.missing.extend(compared.missing.into_iter().map(|literal| (action.to_owned(), literal)));
    score.extra.extend(compared.extra.into_iter().map(|literal| (action.to_owned(), literal)));
}

/// The literals of two actions, compared.
pub(crate) struct Multisets {
    /// What was counted.
    pub(crate) table: Table,
    /// Gold literals that were not predicted, as often as they were not.
    pub(crate) missing: Vec<String>,
    /// Predicted literals that are not gold, as often as they are not.
    pub(crate) extra: Vec<String>,
}

/// Compares the literals of one action as multisets; `class` is that of a predicate.
pub(crate) fn multisets<'c>(predicted: &Normal, gold: &Normal, class: impl Fn(&str) -> &'c str) -> Multisets {
    let mut all: BTreeMap<&Literal, (i64, i64)> = BTreeMap::new();
    for literal in &predicted.literals {
        all.entry(literal).or_default().0 += 1;
    }
    for literal in &gold.literals {
        all.entry(literal).or_default().1 += 1;
    }
    let mut out = Multisets { table: Table::new(), missing: Vec::new(), extra: Vec::new() };
    let mut add = |section: Section, class: &str, counts: Counts| {
        *out.table.entry((section, class.to_owned())).or_default() += counts;
    };
    for (literal, (predicted, gold)) in all {
        let both = predicted.min(gold);
        add(literal.section(), class(&literal.predicate), Counts::new(both, predicted - both, gold - both));
        out.missing.extend((both..gold).map(|_| literal.to_string()));
        out.extra.extend((both..predicted).map(|_| literal.to_string()));
    }
    // What cannot be read was predicted and is not gold.
    for (section, unreadable) in
        [(Section::Precondition, predicted.unreadable[0]), (Section::Effect, predicted.unreadable[1])]
    {
        if unreadable > 0 {
            add(section, UNKNOWN_CLASS, Counts::new(0, unreadable, 0));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Module;

    const TASKS: &str = r#"{"id": "t", "task": "tidy", "actions": ["open", "walk_to"], "in_transition_set": true}
{"id": "u", "task": "tidy", "actions": ["open"], "in_transition_set": false}"#;
    const GOLD: &str = r#"{"action_name": "open", "action_parameters": "(?o - object)", "action_preconditions": "(not (open ?o))", "action_effects": "(open ?o)"}
{"action_name": "walk_to", "action_parameters": "(?a ?o - object)", "action_preconditions": "()", "action_effects": "(and (near ?a ?o) (forall (?x - object) (when (far ?x ?o) (not (near ?a ?x)))))"}"#;
    const CLASSES: &str = r#"{"open": "states", "near": "relations", "far": "relations"}"#;

    fn suite() -> Suite {
        Suite::read(TASKS, GOLD, CLASSES).expect("a suite")
    }

    fn scored(answer: Option<&str>, profile: Profile) -> Vec<TaskScore> {
        let mut run = Run::read("", Module::Transition);
        run.answers.extend(answer.map(|answer| ("t".to_owned(), answer.to_owned())));
        score(&suite(), &run, profile)
    }

    fn counts(answer: &str) -> Counts {
        scored(Some(answer), Profile::Corrected)[0].total(None)
    }

    const OPEN: &str = "(:action open :parameters (?o - object) :precondition (not (open ?o)) :effect (open ?o))";
    const WALK: &str = "(:action walk_to :parameters (?a ?o - object) :precondition () :effect (and (near ?a ?o) \
        (forall (?x - object) (when (far ?x ?o) (not (near ?a ?x))))))";

    #[test]
    fn gold_scores_full_marks_in_any_form() {
        for answer in [
            format!("{OPEN}\n{WALK}"),
            format!("{WALK} {OPEN}").replace("?o", "?thing").replace("?x", "?other"),
            format!("{OPEN} {WALK}").replace("walk_to", "WALK-TO"),
            format!("{OPEN} {WALK}")
                .replace(":precondition (not (open ?o))", ":precondition (and (and (not (open ?o))))"),
        ] {
            assert_eq!(counts(&answer), Counts::new(5, 0, 0), "{answer}");
        }
    }

    #[test]
    fn what_is_omitted_counts_against_the_answer() {
        assert_eq!(counts(OPEN), Counts::new(2, 0, 3));
        assert_eq!(counts(""), Counts::new(0, 0, 5));
        let unanswered = scored(None, Profile::Corrected);
        assert_eq!((unanswered[0].status, unanswered[0].total(None)), (Status::Unanswered, Counts::new(0, 0, 5)));
        assert_eq!(scored(Some("no"), Profile::Corrected)[0].status, Status::Unreadable);
    }

    #[test]
    fn what_is_invented_counts_against_the_answer() {
        let close = OPEN.replace("action open", "action close");
        let score = &scored(Some(&format!("{OPEN} {WALK} {close}")), Profile::Corrected)[0];
        assert_eq!(score.total(None), Counts::new(5, 2, 0));
        assert_eq!(score.invented, ["close"]);
        // Polarity, arguments and context are kept.
        assert_eq!(
            counts(&format!("{} {WALK}", OPEN.replace(":effect (open ?o)", ":effect (not (open ?o))"))),
            Counts::new(4, 1, 1)
        );
        assert_eq!(counts(&format!("{OPEN} {}", WALK.replace("(near ?a ?o)", "(near ?o ?a)"))), Counts::new(4, 1, 1));
        assert_eq!(counts(&format!("{OPEN} {}", WALK.replace("(far ?x ?o)", "(far ?y ?o)"))), Counts::new(4, 1, 1));
        // Twice is once too often: multisets.
        assert_eq!(
            counts(&format!("{OPEN} {}", WALK.replace("(near ?a ?o)", "(near ?a ?o) (near ?a ?o)"))),
            Counts::new(5, 1, 0)
        );
    }

    #[test]
    fn classes_add_up() {
        let score =
            &scored(Some(&format!("{OPEN} {WALK}").replace("(open ?o))", "(open ?o) (ready ?o))")), Profile::Corrected)
                [0];
        let sum: Counts = score.counts.values().copied().sum();
        assert_eq!(sum, score.total(Some(Section::Precondition)) + score.total(Some(Section::Effect)));
        assert_eq!(score.counts.get(&(Section::Effect, UNKNOWN_CLASS.to_owned())), Some(&Counts::new(0, 1, 0)));
    }

    #[test]
    fn the_official_rules_and_their_faults() {
        let renamed = OPEN.replace("?o", "?x");
        let official = |answer: &str| scored(Some(answer), Profile::Official)[0].total(None);
        assert_eq!(official(&format!("{OPEN} {WALK}")), Counts::new(4, 0, 0), "predicates count once a section");
        assert_eq!(official(OPEN), Counts::new(2, 0, 0), "omitted actions cost nothing");
        assert_eq!(official(&renamed), Counts::new(0, 2, 2), "renamed parameters score nothing");
        assert_eq!(official(&OPEN.replace(":effect (open ?o)", ":effect (and (open ?o))")), Counts::new(1, 1, 1));
        assert!(scored(None, Profile::Official).is_empty(), "tasks without an answer are left out");
    }

    #[test]
    fn broken_suites_are_refused() {
        assert!(Suite::read(TASKS, "", CLASSES).is_err());
        assert!(Suite::read("{", GOLD, CLASSES).is_err());
        assert!(Suite::read(TASKS, GOLD, "[]").is_err());
        assert!(Suite::read(TASKS, &GOLD.replace("(open ?o)\"", "\""), CLASSES).is_ok());
    }
}
