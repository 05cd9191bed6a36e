//! The rules of the official evaluator of action sequences on VirtualHome (Embodied Agent Interface), rebuilt from what it
//! does, so that published figures can be reproduced. Its faults are part of it and are named where they stand.

use super::Stage;
use super::act::{Actor, Trouble, Wanted, arity};
use super::python::Json;
use super::scene::Scene;
use std::fmt::Write as _;
use std::rc::Rc;

/// Actions that the evaluator takes from an answer, with the number of objects. The prompt offers `PLUGIN`, `PLUGOUT` and
/// `RELEASE` as well; here they are hallucinations.
const VALID: [(&str, usize); 42] = [
    ("DRINK", 1),
    ("EAT", 1),
    ("CUT", 1),
    ("TOUCH", 1),
    ("LOOKAT", 1),
    ("LOOKAT_SHORT", 1),
    ("LOOKAT_MEDIUM", 1),
    ("LOOKAT_LONG", 1),
    ("WATCH", 1),
    ("READ", 1),
    ("TYPE", 1),
    ("PUSH", 1),
    ("PULL", 1),
    ("MOVE", 1),
    ("SQUEEZE", 1),
    ("SLEEP", 0),
    ("WAKEUP", 0),
    ("RINSE", 1),
    ("SCRUB", 1),
    ("WASH", 1),
    ("GRAB", 1),
    ("SWITCHOFF", 1),
    ("SWITCHON", 1),
    ("CLOSE", 1),
    ("FIND", 1),
    ("WALK", 1),
    ("OPEN", 1),
    ("POINTAT", 1),
    ("PUTBACK", 2),
    ("PUTIN", 2),
    ("PUTOBJBACK", 1),
    ("RUN", 1),
    ("SIT", 1),
    ("STANDUP", 0),
    ("TURNTO", 1),
    ("WIPE", 1),
    ("PUTON", 1),
    ("PUTOFF", 1),
    ("GREET", 1),
    ("DROP", 1),
    ("LIE", 1),
    ("POUR", 2),
];

/// Names of actions that the evaluator knows in plans.
pub(crate) fn is_valid_action(name: &str) -> bool {
    arity_in_plans(name).is_some()
}

/// How many objects an action takes in plans; `None` where the evaluator does not know it.
pub(crate) fn arity_in_plans(name: &str) -> Option<usize> {
    VALID.iter().find(|(known, _)| *known == name).map(|(_, arity)| *arity)
}

/// The evaluator's kinds of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorKind {
    /// The answer is no JSON, or empty.
    Parsing,
    /// It names an action or an object that is not there.
    Hallucination,
    /// An action has too few or too many objects.
    Parameter,
    /// What a step misses held in an earlier state.
    WrongOrder,
    /// What a step misses held never before.
    MissingStep,
    /// The object is not made for the step.
    Affordance,
    /// The step is not needed; it is skipped.
    AdditionalStep,
    /// The evaluator itself ends with an error.
    EvaluatorFails,
}

impl ErrorKind {
    /// The evaluator's name for it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Parsing => "parsing error",
            Self::Hallucination => "hallucination error",
            Self::Parameter => "parameter error",
            Self::WrongOrder => "wrong_temporal_order",
            Self::MissingStep => "missing_step",
            Self::Affordance => "affordance_error",
            Self::AdditionalStep => "additional_step",
            Self::EvaluatorFails => "evaluator fails",
        }
    }
}

/// What the evaluator finds in an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    /// Every step ran, or was skipped as additional.
    pub executable: bool,
    /// Why not.
    pub error: Option<ErrorKind>,
    /// The step at which it ended.
    pub error_step: Option<String>,
    /// The goals hold, whether or not the plan could be executed.
    pub goal_reached: bool,
    /// Goals that hold: states, relations, actions. At most one relation is counted.
    pub met: [u64; 3],
    /// Steps that ran; `None` where nothing was executed.
    pub steps_run: Option<u64>,
    /// Steps skipped as additional.
    pub additional: u64,
    /// The plan is, word for word, the reference: executable by definition, and never counted as successful.
    pub is_reference: bool,
    /// The plan as the evaluator reads it.
    pub plan: Vec<String>,
    /// The answer has steps that the evaluator's JSON reader loses, because their keys are repeated.
    pub steps_lost: u64,
    /// The answer is JSON without a step. The evaluator counts that as a parsing error once, and what is no JSON twice.
    pub is_empty: bool,
    /// Which of the two orders of required actions the evaluator takes decides over the goal.
    pub order_matters: bool,
}

impl Label {
    fn error(kind: ErrorKind) -> Self {
        Self { error: Some(kind), ..Self::default() }
    }
}

/// Labels an answer. `written` is the number of steps that stand in it.
pub fn label(stage: &Stage, raw: &str, written: u64) -> Label {
    let body = raw.strip_prefix("```json").unwrap_or(raw);
    let body = body.trim().replace('\n', "").replace('\'', "\"");
    let steps = match Json::read(&body) {
        Some(Json::Object(members)) if !members.is_empty() => members,
        Some(Json::List(list)) if !list.is_empty() => return Label::error(ErrorKind::EvaluatorFails),
        found => return Label { is_empty: found.is_some(), ..Label::error(ErrorKind::Parsing) },
    };
    let lost = written.saturating_sub(steps.len() as u64);
    let mut label = match plan(stage, steps) {
        Ok(steps) => execute(stage, &steps),
        Err(kind) => Label::error(kind),
    };
    label.steps_lost = lost;
    label
}

/// A step of a plan: action, names and numbers of its objects.
struct Step {
    action: String,
    objects: Vec<(String, u64)>,
}

impl Step {
    /// As programs of VirtualHome are written: `[GRAB] <soap> (1002)`.
    fn text(&self) -> String {
        let mut out = format!("[{}]", self.action);
        for (name, id) in &self.objects {
            let _ = write!(out, " <{name}> ({id})");
        }
        out
    }
}

fn plan(stage: &Stage, members: Vec<(String, Json)>) -> Result<Vec<Step>, ErrorKind> {
    if members.iter().any(|(action, _)| !is_valid_action(&action.to_uppercase())) {
        return Err(ErrorKind::Hallucination);
    }
    let mut steps = Vec::new();
    for (action, objects) in members {
        let names: Vec<String> = match objects {
            Json::List(list) => list
                .into_iter()
                .map(|object| if let Json::Text(name) = object { Some(name) } else { None })
                .collect::<Option<_>>()
                .ok_or(ErrorKind::Hallucination)?,
            // A text is read letter by letter.
            Json::Text(text) => text.chars().map(String::from).collect(),
            Json::Object(members) => members.into_iter().map(|(key, _)| key).collect(),
            Json::Other => return Err(ErrorKind::EvaluatorFails),
        };
        let objects: Option<Vec<(String, u64)>> =
            names.into_iter().map(|name| stage.names.get(&name).map(|id| (name, *id))).collect();
        steps.push(Step { action, objects: objects.ok_or(ErrorKind::Hallucination)? });
    }
    for step in &steps {
        match arity_in_plans(&step.action) {
            Some(wanted) if wanted == step.objects.len() => {}
            Some(_) => return Err(ErrorKind::Parameter),
            // In small letters the action is known at first and unknown later.
            None => return Err(ErrorKind::EvaluatorFails),
        }
    }
    Ok(steps)
}

/// The kind of a mistake: what is missing may have been there before.
pub(crate) fn kind(trouble: &Trouble, history: &[Rc<Scene>]) -> ErrorKind {
    let held = |wanted: &Wanted| history.iter().any(|scene| wanted.holds(scene));
    match trouble {
        // Several facts are missing only where a character has to stand up: all of them have to have held.
        Trouble::Missing(wanted) if !wanted.is_empty() && wanted.iter().all(held) => ErrorKind::WrongOrder,
        Trouble::Missing(_) => ErrorKind::MissingStep,
        Trouble::Affordance => ErrorKind::Affordance,
        Trouble::Satisfied => ErrorKind::AdditionalStep,
        Trouble::Unnamed | Trouble::Breaks => ErrorKind::EvaluatorFails,
    }
}

fn execute(stage: &Stage, steps: &[Step]) -> Label {
    let plan: Vec<String> = steps.iter().map(Step::text).collect();
    let mut label = Label { executable: true, plan, ..Label::default() };
    if label.plan == stage.reference {
        label.is_reference = true;
        return label;
    }
    let Some(actor) = Actor::new(&stage.home) else { return Label::error(ErrorKind::EvaluatorFails) };
    let mut history = vec![Rc::new(stage.scene.clone())];
    let mut done = Vec::new();
    for (step, text) in steps.iter().zip(&label.plan) {
        let ids: Vec<u64> = step.objects.iter().map(|(_, id)| *id).collect();
        let now = history.last().map_or(&stage.scene, Rc::as_ref);
        let result = if arity(&step.action) == Some(ids.len()) {
            actor.act(now, &step.action, &ids)
        } else {
            Err(Trouble::Breaks)
        };
        match result {
            Ok(next) => {
                history.push(Rc::new(next));
                done.push(text.as_str());
            }
            Err(trouble) => match kind(&trouble, &history) {
                ErrorKind::AdditionalStep => label.additional += 1,
                kind => {
                    label.executable = false;
                    label.error = Some(kind);
                    label.error_step = Some(text.clone());
                    break;
                }
            },
        }
    }
    label.steps_run = Some(done.len() as u64);
    let end = history.last().map_or(&stage.scene, Rc::as_ref);
    let done = done.join(" ");
    goals(stage, end, &done, &mut label);
    label
}

/// Counts the goals that hold. The relations are looked at only up to the first that holds, so a task with several can
/// never succeed; required actions come in an order that a hash decides, of which that of the task is taken here.
fn goals(stage: &Stage, end: &Scene, done: &str, label: &mut Label) {
    let goal = &stage.goal;
    let states = goal.states.iter().filter(|(id, state)| end.is(*id, state)).count() as u64;
    let relations = u64::from(goal.relations.iter().any(|edge| end.edges.contains(edge)));
    let in_order = |actions: &mut dyn Iterator<Item = &String>| -> u64 {
        let mut from = 0;
        let mut met = 0;
        for options in actions {
            let found = options.split('|').find_map(|name| {
                let name = name.to_uppercase().replace(' ', "");
                done[from..].find(&name).map(|at| from + at + name.len())
            });
            let Some(behind) = found else { break };
            from = behind;
            met += 1;
        }
        met
    };
    let actions = in_order(&mut goal.actions.iter());
    label.order_matters = in_order(&mut goal.actions.iter().rev()) != actions;
    label.met = [states, relations, actions];
    label.goal_reached = label.met == goal.numbers();
}
