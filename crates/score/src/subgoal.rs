//! Subgoal decomposition on foreign suites: goals broken into formulas that are to be reached one after the other.
//!
//! The official profile expands them as the suite's own evaluator does (see [`official`]), the corrected one by the actions
//! of the domain (see [`corrected`]).

pub mod corrected;
pub mod formula;
pub mod official;
pub mod view;

use crate::answers::{self, Aside, SubgoalsAnswer};
use crate::run::Run;
use crate::sequence::engine::Engine;
use crate::sequence::{Suite, Task, World, prepare, scene, words};
use crate::transition::Status;
use corrected::{Expanded, Failure};
use official::Chance;
use std::collections::BTreeMap;
use stepguard_check::{Judgement, Prepared};
use stepguard_report::Category;

/// What the ids of subgoal answers begin with.
const SCENE: &str = "scene_1_";

/// What the checker finds in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The decomposition in the actions of the domain.
    pub expanded: Expanded,
    /// The checker's verdict on it; where a subgoal cannot be expanded, on the steps up to there.
    pub judgement: Judgement,
    /// Demanded actions that happened, in their order, and all of them.
    pub actions: (u64, u64),
}

impl Judged {
    /// Every subgoal was expanded, and the steps run.
    #[must_use]
    pub const fn is_executable(&self) -> bool {
        self.expanded.failure.is_none() && self.judgement.executable
    }

    /// It is executable, the goal holds in the end, and all demanded actions happened in their order.
    #[must_use]
    pub const fn succeeds(&self) -> bool {
        self.expanded.failure.is_none() && self.judgement.succeeds() && self.actions.0 == self.actions.1
    }

    /// The primary category: of the first subgoal that cannot be expanded, otherwise of the plan.
    #[must_use]
    pub fn primary(&self) -> Option<Category> {
        match &self.expanded.failure {
            Some((_, Failure::Unreadable(_))) => Some(Category::Grammar),
            Some((_, Failure::NoAchiever(_))) => Some(Category::Affordance),
            Some((_, Failure::NotTogether)) => Some(Category::WrongTemporalOrder),
            Some((_, Failure::CannotRun(_))) => match self.judgement.primary {
                // The step that cannot run is the last, and the checker names its mistake.
                Some(primary) if primary != Category::UnmetGoal => Some(primary),
                _ => Some(Category::MissingStep),
            },
            None if self.judgement.executable && self.actions.0 < self.actions.1 => self
                .judgement
                .primary
                .filter(|primary| *primary != Category::AdditionalStep)
                .or(Some(Category::UnmetGoal)),
            None => self.judgement.primary,
        }
    }
}

/// The score of one answer, by both profiles.
#[derive(Debug, Clone)]
pub struct TaskScore {
    /// The task.
    pub id: String,
    /// The id under which the run has the answer.
    pub run_id: String,
    /// Its family.
    pub family: String,
    /// How the answer was received by our reader.
    pub status: Status,
    /// Subgoals that stand in the answer.
    pub subgoals: Vec<String>,
    /// Elements of the answer's list that are no texts.
    pub unreadable: u64,
    /// The official label; `None` where the suite has no scene or there is no answer.
    pub official: Option<official::Label>,
    /// Whether it succeeds by the official rules for every seed, where they leave something to chance; `None` where not.
    pub by_chance: Option<(u64, u64)>,
    /// Our verdict; `None` where there is no answer that can be read.
    pub judged: Option<Judged>,
    /// Nothing to check the task with, or something that cannot be read: why.
    pub unchecked: Option<String>,
    /// What was mended in the suite's own problem.
    pub mended: Vec<String>,
    /// What the reader passed over or mended.
    pub asides: Vec<Aside>,
}

/// Scores a run: one score for every task of the suite, in its order. Tasks without a formula of their goal, of which no
/// subgoals were asked, are left out unless the run answers them.
#[must_use]
pub fn score(suite: &Suite, run: &Run) -> Vec<TaskScore> {
    let by_id: BTreeMap<&str, &Task> = suite.tasks.iter().map(|task| (task.id.as_str(), task)).collect();
    let plain = |id: &str| id.strip_prefix(SCENE).unwrap_or(id).to_owned();
    // Chance goes on from answer to answer, as the official evaluator's does.
    let mut chances: Vec<Chance> = official::SEEDS.map(Chance::new).collect();
    let mut labels: BTreeMap<String, Vec<official::Label>> = BTreeMap::new();
    for id in &run.order {
        let stage = by_id.get(plain(id).as_str()).and_then(|task| task.stage.as_ref());
        if let (Some(stage), Some(raw)) = (stage, run.answers.get(id)) {
            let all = chances.iter_mut().map(|chance| official::label(stage, raw, chance)).collect();
            labels.insert(id.clone(), all);
        }
    }
    suite
        .tasks
        .iter()
        .filter_map(|task| {
            let scened = format!("{SCENE}{}", task.id);
            let run_id = if run.answers.contains_key(&task.id) { task.id.clone() } else { scened };
            let answer = run.answers.get(&run_id);
            let asked = task.stage.as_ref().is_none_or(|stage| stage.formula.is_some());
            (asked || answer.is_some()).then(|| of_task(suite, task, run_id, answer, &mut labels))
        })
        .collect()
}

fn of_task(
    suite: &Suite,
    task: &Task,
    run_id: String,
    answer: Option<&String>,
    labels: &mut BTreeMap<String, Vec<official::Label>>,
) -> TaskScore {
    let reading = answer.map(|raw| answers::subgoals(raw));
    let (status, taken, asides) = match reading {
        None => (Status::Unanswered, None, Vec::new()),
        Some(reading) if reading.taken.is_none() => (Status::Unreadable, None, reading.asides),
        Some(reading) => (Status::Read, reading.taken, reading.asides),
    };
    let labels = labels.remove(&run_id).unwrap_or_default();
    let succeeded = labels.iter().filter(|label| label.class == official::Class::Correct).count() as u64;
    let seeds = labels.len() as u64;
    let differ = succeeded > 0 && succeeded < seeds;
    let mut score = TaskScore {
        id: task.id.clone(),
        run_id,
        family: task.family.clone(),
        status,
        subgoals: Vec::new(),
        unreadable: 0,
        by_chance: differ.then_some((succeeded, seeds)),
        official: labels.into_iter().next(),
        judged: None,
        unchecked: None,
        mended: Vec::new(),
        asides,
    };
    let Some(taken) = taken else { return score };
    score.subgoals = taken.subgoals.iter().map(|(text, _)| text.clone()).collect();
    score.unreadable = taken.unreadable;
    let mut mended = Vec::new();
    let judged = match (&task.stage, &task.problem) {
        (Some(stage), _) => prepare(scene::DOMAIN, &stage.problem(), &mut mended)
            .and_then(|prepared| judge(World::Home, task, &prepared, &taken)),
        (None, Some(problem)) => prepare(&suite.domain, problem, &mut mended)
            .and_then(|prepared| judge(suite.world, task, &prepared, &taken)),
        (None, None) => Err("the suite has nothing to check it with".to_owned()),
    };
    match judged {
        Ok(judged) => score.judged = Some(judged),
        Err(reason) => score.unchecked = Some(reason),
    }
    score.mended = mended;
    score
}

fn judge(world: World, task: &Task, prepared: &Prepared, answer: &SubgoalsAnswer) -> Result<Judged, String> {
    let mut engine = Engine::new(prepared)?;
    let demanded = task.stage.as_ref().map(|stage| stage.goal.actions.as_slice()).unwrap_or_default();
    let met = |done: &[String]| words::met_in_order(world, demanded, done);
    // An element that is no text is a subgoal that cannot be read, and the list's order is not known around it.
    let mut subgoals: Vec<&str> = answer.subgoals.iter().map(|(text, _)| text.as_str()).collect();
    subgoals.extend((0..answer.unreadable).map(|_| ""));
    let expanded = corrected::expand(&mut engine, world, &subgoals, &|engine, state, done| {
        engine.is_goal(state) && met(done) == demanded.len()
    });
    let judgement = prepared.judge(&expanded.text);
    Ok(Judged { actions: (met(&expanded.done) as u64, demanded.len() as u64), expanded, judgement })
}
