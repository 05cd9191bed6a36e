//! Action sequencing on foreign suites: plans as models write them, executed and labelled.
//!
//! The official profile executes VirtualHome plans in scene graphs, as the suite's own evaluator does (see [`official`]).

pub mod act;
pub mod official;
pub(crate) mod python;
pub mod scene;

use crate::run::{json_lines, text_field};
use scene::{Home, Relation, Scene};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a scene has to become.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goal {
    /// States of things.
    pub states: Vec<(u64, String)>,
    /// Relations between things.
    pub relations: Vec<(u64, Relation, u64)>,
    /// Actions that have to happen, in this order; `A|B` is either.
    pub actions: Vec<String>,
}

impl Goal {
    /// How many states, relations and actions are demanded.
    #[must_use]
    pub fn numbers(&self) -> [u64; 3] {
        [self.states.len() as u64, self.relations.len() as u64, self.actions.len() as u64]
    }
}

/// What the evaluators of VirtualHome know of a task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stage {
    /// What is there.
    pub home: Home,
    /// How it is at first.
    pub scene: Scene,
    /// What is to be achieved.
    pub goal: Goal,
    /// The number that each name of the prompt stands for: of several things of one name, the last.
    pub names: BTreeMap<String, u64>,
    /// The reference program, step by step.
    pub reference: Vec<String>,
    /// Whether the official evaluator counts the task: its own reference has to pass, which no task with several
    /// relations does.
    pub counted: bool,
    /// The goal as a formula over time.
    pub formula: Option<String>,
}

/// A task: a plan is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its id.
    pub id: String,
    /// Tasks of one family resemble each other.
    pub family: String,
    /// The problem in PDDL, where the suite has one.
    pub problem: Option<String>,
    /// The scene graph, where the suite has one.
    pub stage: Option<Stage>,
}

/// Tasks and what they are checked with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suite {
    /// The tasks, in the order of the suite.
    pub tasks: Vec<Task>,
    /// The domain in PDDL.
    pub domain: String,
}

impl Suite {
    /// Reads a suite of its texts: `tasks.jsonl`, `domain.pddl`, the files of `problems/` by the id of the task, and
    /// `action_sequence_tasks.jsonl` where the suite has it.
    ///
    /// # Errors
    /// When a text is not of that form.
    pub fn read(
        tasks: &str,
        domain: &str,
        mut problems: BTreeMap<String, String>,
        stages: Option<&str>,
    ) -> Result<Self, String> {
        const FILE: &str = "action_sequence_tasks.jsonl";
        let mut staged = BTreeMap::new();
        for line in json_lines(stages.unwrap_or_default(), FILE)? {
            let id = text_field(&line, "id", FILE)?;
            let stage = stage(&line).ok_or_else(|| format!("{FILE}: the scene of {id} cannot be read"))?;
            staged.insert(id, stage);
        }
        let tasks: Result<Vec<Task>, String> = json_lines(tasks, "tasks.jsonl")?
            .iter()
            .map(|line| {
                let id = text_field(line, "id", "tasks.jsonl")?;
                let family = line.get("task").and_then(Value::as_str).unwrap_or(&id).to_owned();
                Ok(Task { family, problem: problems.remove(&id), stage: staged.remove(&id), id })
            })
            .collect();
        Ok(Self { tasks: tasks?, domain: domain.to_owned() })
    }
}

fn stage(line: &Value) -> Option<Stage> {
    let (home, scene) = scene::read(line.get("init")?)?;
    let goal = line.get("goal")?;
    let list = |value: &Value, name: &str| value.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let number = |value: &Value, name: &str| value.get(name).and_then(Value::as_u64);
    let mut wanted = Goal::default();
    for state in list(goal, "nodes") {
        let state = (number(&state, "id")?, text(&state, "state")?);
        if !wanted.states.contains(&state) {
            wanted.states.push(state);
        }
    }
    for edge in list(goal, "edges") {
        let relation = Relation::from_name(&text(&edge, "relation_type")?)?;
        let edge = (number(&edge, "from_id")?, relation, number(&edge, "to_id")?);
        if !wanted.relations.contains(&edge) {
            wanted.relations.push(edge);
        }
    }
    for action in list(goal, "actions") {
        let action = action.as_str()?.to_owned();
        if !wanted.actions.contains(&action) {
            wanted.actions.push(action);
        }
    }
    let names: Option<BTreeMap<String, u64>> =
        line.get("name_to_id")?.as_object()?.iter().map(|(name, id)| Some((name.clone(), id.as_u64()?))).collect();
    let reference: Option<Vec<String>> =
        list(line, "gold_program").iter().map(|step| step.as_str().map(str::to_owned)).collect();
    Some(Stage {
        home,
        scene,
        goal: wanted,
        names: names?,
        reference: reference?,
        counted: line.get("official_gold_ok").and_then(Value::as_bool).unwrap_or(false),
        formula: text(line, "tl_goal"),
    })
}
