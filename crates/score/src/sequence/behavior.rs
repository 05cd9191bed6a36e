//! The rules of the official evaluator of action sequences on BEHAVIOR (Embodied Agent Interface), as far as they can be
//! rebuilt without its simulator: how an answer is read and what counts as a hallucination is the evaluator's; the steps are
//! executed in the suite's own problem and get the labels of the profile `eai-behavior`. No official labels were released to
//! hold this to.

use super::corrected::{self, Setting};
use super::engine::Engine;
use super::official::{ErrorKind, Label};
use super::python::Json;
use super::words::World;
use crate::answers::{Step, StepsAnswer};
use stepguard_check::{Options, Prepared, Profile};
use stepguard_report::{Category, StepStatus};
use stepguard_text::Span;

/// Actions that take two objects.
const OF_TWO: [&str; 2] = ["LEFT_PLACE_NEXTTO_ONTOP", "RIGHT_PLACE_NEXTTO_ONTOP"];

/// Actions of the evaluator.
const ACTIONS: [&str; 31] = [
    "NAVIGATE_TO",
    "LEFT_GRASP",
    "RIGHT_GRASP",
    "LEFT_PLACE_ONTOP",
    "RIGHT_PLACE_ONTOP",
    "LEFT_PLACE_INSIDE",
    "RIGHT_PLACE_INSIDE",
    "RIGHT_RELEASE",
    "LEFT_RELEASE",
    "OPEN",
    "CLOSE",
    "BURN",
    "COOK",
    "CLEAN",
    "FREEZE",
    "UNFREEZE",
    "SLICE",
    "SOAK",
    "DRY",
    "TOGGLE_ON",
    "TOGGLE_OFF",
    "LEFT_PLACE_NEXTTO",
    "RIGHT_PLACE_NEXTTO",
    "LEFT_TRANSFER_CONTENTS_INSIDE",
    "RIGHT_TRANSFER_CONTENTS_INSIDE",
    "LEFT_TRANSFER_CONTENTS_ONTOP",
    "RIGHT_TRANSFER_CONTENTS_ONTOP",
    "LEFT_PLACE_NEXTTO_ONTOP",
    "RIGHT_PLACE_NEXTTO_ONTOP",
    "LEFT_PLACE_UNDER",
    "RIGHT_PLACE_UNDER",
];

/// Labels an answer. `domain` and `problem` are the texts that `prepared` was made of.
pub(crate) fn label(prepared: &Prepared, domain: &str, problem: &str, raw: &str, written: u64) -> Option<Label> {
    let mut engine = Engine::new(prepared).ok()?;
    let steps = match read(raw, &engine) {
        Ok(steps) => steps,
        Err(kind) => return Some(Label { error: Some(kind), ..Label::default() }),
    };
    let lost = written.saturating_sub(steps.len() as u64);
    let setting = Setting { world: World::Behavior, is_room: &|_| false, in_scene: &|_| false };
    let written = corrected::write(&mut engine, prepared, &setting, &StepsAnswer { steps });
    let options = Options { profile: Profile::EaiBehavior, ..Options::default() };
    let report = stepguard_check::check(
        Some(domain.as_bytes()),
        Some(problem.as_bytes()),
        Some(written.text.as_bytes()),
        &options,
    );
    let fatal = report.findings.iter().find(|finding| finding.fatal && !finding.after_first_failure);
    let error = fatal.map(|finding| match finding.category {
        Category::Affordance => ErrorKind::Affordance,
        Category::WrongTemporalOrder => ErrorKind::WrongOrder,
        Category::Grammar => ErrorKind::Hallucination,
        _ => ErrorKind::MissingStep,
    });
    let ran = report.steps.iter().filter(|step| !step.after_first_failure && step.status == StepStatus::Ran).count();
    let additional = report
        .findings
        .iter()
        .filter(|finding| finding.category == Category::AdditionalStep && !finding.after_first_failure)
        .count();
    let met = report.goal.iter().filter(|goal| goal.holds == Some(true)).count() as u64;
    Some(Label {
        executable: error.is_none(),
        error,
        error_step: fatal.and_then(|finding| written.text.lines().nth(finding.step? as usize - 1)).map(str::to_owned),
        goal_reached: met == report.goal.len() as u64,
        met: [met, 0, 0],
        steps_run: Some(ran as u64),
        additional: additional as u64,
        plan: written.text.lines().map(str::to_owned).collect(),
        steps_lost: lost,
        ..Label::default()
    })
}

/// The first list up to the first bracket that closes one; elements without an action and an object are dropped.
fn read(raw: &str, engine: &Engine<'_>) -> Result<Vec<Step>, ErrorKind> {
    let start = raw.find('[').ok_or(ErrorKind::Parsing)?;
    let end = start + raw[start..].find(']').ok_or(ErrorKind::Parsing)?;
    let Some(Json::List(list)) = Json::read(&raw[start..=end].replace('\'', "\"")) else {
        return Err(ErrorKind::Parsing);
    };
    let mut steps = Vec::new();
    for element in &list {
        let (Some(Json::Text(action)), Some(Json::Text(objects))) = (element.get("action"), element.get("object"))
        else {
            continue;
        };
        let arguments: Vec<String> = objects.trim().split(',').map(|name| name.trim().to_owned()).collect();
        let known = ACTIONS.contains(&action.as_str());
        if !known || arguments.iter().any(|name| engine.objects(name).is_empty()) {
            return Err(ErrorKind::Hallucination);
        }
        steps.push(Step { action: action.clone(), arguments, span: Span::new(0, 0), readable: true });
    }
    if steps.is_empty() {
        return Err(ErrorKind::Parsing);
    }
    let fits = |step: &Step| {
        let two = OF_TWO.contains(&step.action.as_str());
        step.arguments.len() == if two { 2 } else { 1 }
    };
    if steps.iter().all(fits) { Ok(steps) } else { Err(ErrorKind::Parameter) }
}
