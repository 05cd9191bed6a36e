//! The steps of a plan text as steps of the task, with one grammar fault for a step that cannot be read (decision A3).
//! Names are looked up and faults are worded by the reader of plans; here types decide which object to suggest.

use stepguard_plan::{Fault, Names, PlanText, RawStep, Vocabulary};
use stepguard_task::{ActionId, ObjectId, Task};
use stepguard_taxonomy::{GrammarFault, Kind};
use stepguard_text::{Diagnostic, TextId};
use stepguard_verify::PlanStep;

/// The plan, resolved.
#[derive(Default)]
pub(crate) struct Steps {
    /// What is run.
    pub(crate) steps: Vec<PlanStep>,
    /// Why a step could not be read.
    pub(crate) faults: Vec<Option<GrammarFault>>,
    /// A diagnostic for every fault that the reader has not reported itself.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The names of a task.
pub(crate) struct TaskVocabulary<'t> {
    task: &'t Task,
    /// Symbol to action and object, 0 for none, else number + 1.
    by_symbol: Vec<(u32, u32)>,
}

impl<'t> TaskVocabulary<'t> {
    pub(crate) fn new(task: &'t Task) -> Self {
        let mut by_symbol = vec![(0, 0); task.names.len()];
        for (number, action) in (1..).zip(&task.actions) {
            by_symbol[action.name.index()].0 = number;
        }
        for (number, object) in (1..).zip(&task.objects) {
            by_symbol[object.name.index()].1 = number;
        }
        Self { task, by_symbol }
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Vocabulary for TaskVocabulary<'_> {
    fn actions(&self) -> u32 {
        count(self.task.actions.len())
    }
    fn action_name(&self, action: u32) -> &str {
        self.task.name(self.task.actions[action as usize].name)
    }
    fn arity(&self, action: u32) -> usize {
        self.task.actions[action as usize].parameters.len()
    }
    fn find_action(&self, name: &str) -> Option<u32> {
        self.by_symbol[self.task.names.lookup(name)?.index()].0.checked_sub(1)
    }
    fn objects(&self) -> u32 {
        count(self.task.objects.len())
    }
    fn object_name(&self, object: u32) -> &str {
        self.task.object_name(ObjectId(object))
    }
    fn find_object(&self, name: &str) -> Option<u32> {
        self.by_symbol[self.task.names.lookup(name)?.index()].1.checked_sub(1)
    }
}

/// Resolves the steps of `plan`, which was read from `text`.
pub(crate) fn resolve(task: &Task, vocabulary: &TaskVocabulary<'_>, text: &str, id: TextId, plan: &PlanText) -> Steps {
    let names = Names::new(vocabulary);
    // The time is the order only where every step has one.
    let timed = plan.steps.iter().all(|step| step.time.is_some());
    let mut out = Steps::default();
    let mut objects = Vec::new();
    for raw in &plan.steps {
        objects.clear();
        let (action, fault) = match stepguard_plan::resolve(text, plan, raw, &names, &mut objects) {
            Ok(action) => {
                let arguments = objects.iter().map(|object| ObjectId(*object)).collect();
                (Some((ActionId(action), arguments)), None)
            }
            Err(fault) => {
                let prefer = fitting(task, &fault);
                let diagnostic = stepguard_plan::diagnose(id, text, plan, raw, &fault, &names, prefer);
                let grammar = grammar(raw, &fault, diagnostic.as_ref());
                out.diagnostics.extend(diagnostic);
                (None, Some(grammar))
            }
        };
        out.steps.push(PlanStep { action, time: raw.time.clone().filter(|_| timed) });
        out.faults.push(fault);
    }
    out
}

/// The nearest object that may stand in that place.
fn fitting(task: &Task, fault: &Fault) -> Option<u32> {
    let Fault::UnknownObject { argument, near, action, .. } = fault else { return None };
    let parameter = task.actions.get(*action as usize)?.parameters.get(*argument)?;
    near.iter().copied().find(|object| task.fits(ObjectId(*object), parameter.ty))
}

fn grammar(raw: &RawStep, fault: &Fault, diagnostic: Option<&Diagnostic>) -> GrammarFault {
    let kind = match fault {
        Fault::UnreadableLine(_) => Kind::UnreadableLine,
        Fault::UnknownAction { .. } => Kind::UnknownAction,
        Fault::UnknownObject { .. } => Kind::UnknownObject,
        Fault::WrongArity { .. } => Kind::WrongArity,
    };
    let (message, help) = match (fault, diagnostic) {
        (Fault::UnreadableLine(reason), _) => (reason.message().to_owned(), reason.help().to_owned()),
        (_, Some(diagnostic)) => (diagnostic.message.clone(), diagnostic.help.clone()),
        (_, None) => (String::new(), String::new()),
    };
    let suggestion = diagnostic
        .and_then(|diagnostic| diagnostic.fix.as_ref())
        .and_then(|fix| fix.edits.first())
        .map(|edit| edit.new.clone())
        .filter(|new| !new.is_empty());
    GrammarFault { kind, span: diagnostic.map_or(raw.span, |d| d.place.span), message, help, suggestion }
}
