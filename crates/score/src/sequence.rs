//! Action sequencing on foreign suites: plans as models write them, executed and labelled.
//!
//! The official profile executes VirtualHome plans in scene graphs, as the suite's own evaluator does (see [`official`]).

pub mod act;
pub(crate) mod behavior;
pub mod corrected;
pub(crate) mod engine;
pub mod official;
pub(crate) mod python;
pub mod report;
pub mod scene;
pub mod view;
pub(crate) mod words;

use crate::answers::{self, Aside, StepsAnswer};
use crate::run::{Run, json_lines, text_field};
use crate::transition::Status;
use corrected::{Setting, Written};
use engine::Engine;
use scene::{Home, Relation, Scene};
use serde_json::Value;
use std::collections::BTreeMap;
use stepguard_check::{Judgement, Prepared};
use stepguard_report::Category;
pub use words::World;

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

impl Stage {
    /// Whether the scene has a thing of this name, with or without its number: `soap`, `soap_1002`.
    fn names(&self, name: &str, test: impl Fn(&scene::Thing) -> bool) -> bool {
        let name = answers::same_name(name).replace('.', "_");
        self.home.things.iter().any(|(id, thing)| {
            let class = answers::same_name(&thing.class);
            test(thing) && (name == class || name == format!("{class}_{id}"))
        })
    }

    /// The scene and the goal in PDDL, for the domain that is ours.
    #[must_use]
    pub fn problem(&self) -> String {
        scene::problem(&self.home, &self.scene, &self.goal.states, &self.goal.relations)
    }
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The family of suites.
    pub world: World,
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
        world: World,
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
        Ok(Self { world, tasks: tasks?, domain: domain.to_owned() })
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

/// What the checker finds in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The plan in the actions of the domain.
    pub written: Written,
    /// The checker's verdict on it.
    pub judgement: Judgement,
    /// Demanded actions that happened, in their order, and all of them.
    pub actions: (u64, u64),
}

impl Judged {
    /// The goal holds in the end, and all demanded actions happened in their order.
    #[must_use]
    pub const fn goal_reached(&self) -> bool {
        self.judgement.goal_reached && self.actions.0 == self.actions.1
    }

    /// Every step ran, no rule was broken and the goal is reached.
    #[must_use]
    pub const fn succeeds(&self) -> bool {
        self.judgement.succeeds() && self.actions.0 == self.actions.1
    }

    /// The primary category; a demanded action that did not happen is an unmet goal.
    #[must_use]
    pub const fn primary(&self) -> Option<Category> {
        match self.judgement.primary {
            None | Some(Category::AdditionalStep) if self.judgement.executable && self.actions.0 < self.actions.1 => {
                Some(Category::UnmetGoal)
            }
            primary => primary,
        }
    }
}

/// The score of one answer, by both profiles.
#[derive(Debug, Clone)]
pub struct TaskScore {
    /// The task.
    pub id: String,
    /// Its family.
    pub family: String,
    /// How the answer was received by our reader.
    pub status: Status,
    /// Steps that stand in the answer.
    pub steps: u64,
    /// The official label; `None` where the official evaluator does not count the task or there is no answer. On BEHAVIOR as
    /// far as it can be had without the simulator.
    pub official: Option<official::Label>,
    /// Our verdict: in the scene where the suite has one, otherwise in the suite's own PDDL. `None` where there is no answer
    /// that can be read.
    pub judged: Option<Judged>,
    /// The verdict in the suite's own PDDL, where that is not the one above.
    pub in_suite_domain: Option<Judged>,
    /// Why there is none where there should be one.
    pub not_in_suite_domain: Option<String>,
    /// Nothing to check the task with, or something that cannot be read: why.
    pub unchecked: Option<String>,
    /// What was mended in the suite's own problem.
    pub mended: Vec<String>,
    /// What the reader passed over or mended.
    pub asides: Vec<Aside>,
}

/// Scores a run: one score for every task of the suite, in its order.
#[must_use]
pub fn score(suite: &Suite, run: &Run) -> Vec<TaskScore> {
    suite.tasks.iter().map(|task| of_task(suite, task, run.answers.get(&task.id))).collect()
}

fn of_task(suite: &Suite, task: &Task, answer: Option<&String>) -> TaskScore {
    let offered = words::offered(suite.world);
    let names: Vec<&str> = task.stage.iter().flat_map(|stage| stage.names.keys()).map(String::as_str).collect();
    let vocabulary = stepguard_plan::NameList::new(offered, names);
    let reading = answer.map(|raw| answers::steps(raw, &vocabulary));
    let (status, taken, asides) = match reading {
        None => (Status::Unanswered, None, Vec::new()),
        Some(reading) if reading.taken.is_none() => (Status::Unreadable, None, reading.asides),
        Some(reading) => (Status::Read, reading.taken, reading.asides),
    };
    let steps = taken.as_ref().map_or(0, |answer| answer.steps.len() as u64);
    let official = match (&task.stage, answer) {
        (Some(stage), Some(raw)) if stage.counted => Some(official::label(stage, raw, steps)),
        _ => None,
    };
    let mut score = TaskScore {
        id: task.id.clone(),
        family: task.family.clone(),
        status,
        steps,
        official,
        judged: None,
        in_suite_domain: None,
        not_in_suite_domain: None,
        unchecked: None,
        mended: Vec::new(),
        asides,
    };
    let Some(taken) = taken else { return score };
    let mut mended = Vec::new();
    let mut verdict = |world, texts: Option<(&str, &str)>| -> Result<Judged, String> {
        let (domain, problem) = texts.ok_or("the suite has nothing to check it with")?;
        judge(world, task, &prepare(domain, problem, &mut mended)?, &taken)
    };
    let own = task.problem.as_deref().map(|problem| (suite.domain.as_str(), problem));
    let judged = match &task.stage {
        Some(stage) => {
            match verdict(suite.world, own) {
                Ok(judged) => score.in_suite_domain = Some(judged),
                Err(reason) => score.not_in_suite_domain = Some(reason),
            }
            verdict(World::Home, Some((scene::DOMAIN, &stage.problem())))
        }
        None => verdict(suite.world, own),
    };
    match judged {
        Ok(judged) => score.judged = Some(judged),
        Err(reason) => score.unchecked = Some(reason),
    }
    if let (World::Behavior, Some((domain, problem)), Some(raw)) = (suite.world, own, answer) {
        let mut mended = problem.to_owned();
        if let Ok(prepared) = prepare_in_place(domain, &mut mended, &mut Vec::new()) {
            score.official = behavior::label(&prepared, domain, &mended, raw, steps);
        }
    }
    score.mended = mended;
    score
}

/// How many objects of a problem are declared for it at most.
const MOST_MENDED: usize = 20;

/// A task, ready for many plans. Objects that the problem uses and does not declare are declared, and listed: the type is the
/// one that the name begins with, where the domain has it.
pub(crate) fn prepare(domain: &str, problem: &str, mended: &mut Vec<String>) -> Result<Prepared, String> {
    prepare_in_place(domain, &mut problem.to_owned(), mended)
}

/// The same; the problem is mended in place.
fn prepare_in_place(domain: &str, problem: &mut String, mended: &mut Vec<String>) -> Result<Prepared, String> {
    for _ in 0..MOST_MENDED {
        let reason = match Prepared::new(domain, problem) {
            Ok(prepared) => return Ok(prepared),
            Err(reason) => reason,
        };
        let undeclared = reason.strip_prefix("M0104: object ").and_then(|rest| rest.strip_suffix(" is not declared"));
        let (Some(name), Some(at)) = (undeclared, problem.find("(:objects")) else { return Err(reason) };
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let is_type = domain.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).any(|word| word == stem);
        let ty = if is_type { stem } else { "object" };
        problem.insert_str(at + "(:objects".len(), &format!(" {name} - {ty}"));
        mended.push(format!("{name} is used and not declared: taken as a {ty}"));
    }
    Err("more objects are not declared than can be mended".to_owned())
}

fn judge(world: World, task: &Task, prepared: &Prepared, answer: &StepsAnswer) -> Result<Judged, String> {
    let mut engine = Engine::new(prepared)?;
    let setting = Setting {
        world,
        is_room: &|name| task.stage.as_ref().is_some_and(|stage| stage.names(name, |thing| thing.room)),
        in_scene: &|name| task.stage.as_ref().is_some_and(|stage| stage.names(name, |_| true)),
    };
    let written = corrected::write(&mut engine, prepared, &setting, answer);
    let judgement = prepared.judge(&written.text);
    let demanded = task.stage.as_ref().map(|stage| stage.goal.actions.as_slice()).unwrap_or_default();
    let met = words::met_in_order(world, demanded, &written.done);
    Ok(Judged { actions: (met as u64, demanded.len() as u64), written, judgement })
}
