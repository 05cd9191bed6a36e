//! Steps as written to actions and objects of a vocabulary: which names are meant, which of the grammar's faults a step
//! has (the first of them counts), and what may have been meant instead. Nothing is ever filled in.

use crate::codes;
use crate::plan::{Arguments, Name, PlanText, RawStep, RawStepKind, Unreadable};
use crate::vocabulary::Names;
use stepguard_text::{Diagnostic, Place, TextId};

/// What is wrong with a step, in the order in which faults count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It cannot be read as an action.
    UnreadableLine(Unreadable),
    /// No action has this name.
    UnknownAction {
        /// Where the name stands.
        name: Name,
        /// Actions that may be meant, the nearest first.
        near: Vec<u32>,
    },
    /// An argument is no object.
    UnknownObject {
        /// Which argument, from 0.
        argument: usize,
        /// Where it stands.
        name: Name,
        /// Objects that may be meant, the nearest first; one of a fitting type is to be preferred.
        near: Vec<u32>,
        /// The action, which is known.
        action: u32,
    },
    /// Too many or too few arguments.
    WrongArity {
        /// The action.
        action: u32,
        /// How many it takes.
        takes: usize,
        /// How many are given.
        given: usize,
    },
}

impl Fault {
    /// The kind of finding, as reports name it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::UnreadableLine(_) => "unreadable-line",
            Self::UnknownAction { .. } => "unknown-action",
            Self::UnknownObject { .. } => "unknown-object",
            Self::WrongArity { .. } => "wrong-arity",
        }
    }
}

/// Resolves a step: the action, with its objects appended to `objects`. On a fault `objects` stays as it was.
///
/// # Errors
/// The first fault of the step.
pub fn resolve(
    text: &str,
    plan: &PlanText,
    step: &RawStep,
    names: &Names<'_>,
    objects: &mut Vec<u32>,
) -> Result<u32, Fault> {
    let (name, arguments) = match &step.kind {
        RawStepKind::Action { name, arguments } => (*name, *arguments),
        RawStepKind::Unreadable(reason) => return Err(Fault::UnreadableLine(*reason)),
    };
    let shown = plan.name(text, name);
    let Some(action) = names.action(shown) else {
        return Err(Fault::UnknownAction { name, near: names.near_actions(shown) });
    };
    let before = objects.len();
    match arguments_of(text, plan, arguments, names, objects) {
        Ok(()) => {}
        Err((argument, name)) => {
            objects.truncate(before);
            if again(text, plan, arguments, names, action, objects) {
                return Ok(action);
            }
            let near = names.near_objects(plan.name(text, name));
            return Err(Fault::UnknownObject { argument, name, near, action });
        }
    }
    let (takes, given) = (names.vocabulary().arity(action), objects.len() - before);
    if takes != given {
        objects.truncate(before);
        return Err(Fault::WrongArity { action, takes, given });
    }
    Ok(action)
}

fn arguments_of(
    text: &str,
    plan: &PlanText,
    arguments: Arguments,
    names: &Names<'_>,
    objects: &mut Vec<u32>,
) -> Result<(), (usize, Name)> {
    for (index, name) in plan.arguments_of(arguments).iter().enumerate() {
        match names.object(plan.name(text, *name)) {
            Some(object) => objects.push(object),
            None => return Err((index, *name)),
        }
    }
    Ok(())
}

/// Words that stand apart and are one name together: `(put mug living room)`. Counts only when every word finds its
/// place and the number of arguments is right.
fn again(
    text: &str,
    plan: &PlanText,
    arguments: Arguments,
    names: &Names<'_>,
    action: u32,
    objects: &mut Vec<u32>,
) -> bool {
    let list = plan.arguments_of(arguments);
    let (most, takes) = (names.longest().1, names.vocabulary().arity(action));
    if most < 2 || list.len() <= takes || list.iter().any(|name| name.decoded != 0) {
        return false;
    }
    let before = objects.len();
    let mut at = 0;
    while at < list.len() {
        let found = (1..=most.min(list.len() - at)).rev().find_map(|length| {
            let words = list[at].span.to(list[at + length - 1].span).slice(text);
            if words.contains([',', '(', ')', '\n']) {
                return None;
            }
            names.object(words).map(|object| (length, object))
        });
        let Some((length, object)) = found else { break };
        objects.push(object);
        at += length;
    }
    if at == list.len() && objects.len() - before == takes {
        return true;
    }
    objects.truncate(before);
    false
}

/// A step in the one form in which steps are shown: `(name arg arg)` in lower case, with the names of the vocabulary
/// where they are known. `None` for a step that cannot be read.
#[must_use]
pub fn show(text: &str, plan: &PlanText, step: &RawStep, names: &Names<'_>) -> Option<String> {
    let RawStepKind::Action { name, arguments } = &step.kind else { return None };
    let mut objects = Vec::new();
    let mut out = String::from("(");
    if let Ok(action) = resolve(text, plan, step, names, &mut objects) {
        out.push_str(names.vocabulary().action_name(action));
        for object in objects {
            out.push(' ');
            out.push_str(names.vocabulary().object_name(object));
        }
    } else {
        let shown = plan.name(text, *name);
        out.push_str(names.action(shown).map_or(shown, |action| names.vocabulary().action_name(action)));
        for argument in plan.arguments_of(*arguments) {
            let shown = plan.name(text, *argument);
            out.push(' ');
            out.push_str(names.object(shown).map_or(shown, |object| names.vocabulary().object_name(object)));
        }
    }
    out.push(')');
    Some(out.to_lowercase())
}

/// The diagnostic of a fault other than an unreadable line, of which the reader has said it. `prefer` names the object
/// to suggest when the caller knows better than the order of [`Fault::UnknownObject::near`].
#[must_use]
pub fn diagnose(
    id: TextId,
    text: &str,
    plan: &PlanText,
    step: &RawStep,
    fault: &Fault,
    names: &Names<'_>,
    prefer: Option<u32>,
) -> Option<Diagnostic> {
    let vocabulary = names.vocabulary();
    match fault {
        Fault::UnreadableLine(_) => None,
        Fault::UnknownAction { name, near } => {
            let shown = plan.name(text, *name);
            let place = Place::new(id, name.span);
            let mut diagnostic =
                Diagnostic::error(codes::UNKNOWN_ACTION, place, format!("no action `{shown}` in this domain"));
            if ["reach-goal", "reach_goal"].iter().any(|known| known.eq_ignore_ascii_case(shown)) {
                diagnostic = diagnostic
                    .help("Planners add such a step themselves to mark that the goal holds; drop it.")
                    .replace("remove the step", step.span, "");
            } else if let Some(meant) = near.first() {
                let meant = vocabulary.action_name(*meant);
                diagnostic = diagnostic
                    .help(format!("Did you mean `{meant}`?{}", others(near, |action| vocabulary.action_name(action))));
                diagnostic = diagnostic.replace(format!("replace by `{meant}`"), name.span, meant);
            } else {
                let known: Vec<&str> =
                    (0..vocabulary.actions().min(12)).map(|action| vocabulary.action_name(action)).collect();
                let more = if vocabulary.actions() > 12 { " ..." } else { "" };
                diagnostic = diagnostic.help(format!("The domain's actions: {}{more}.", known.join(", ")));
            }
            Some(diagnostic)
        }
        Fault::UnknownObject { name, near, action, .. } => {
            let shown = plan.name(text, *name);
            let place = Place::new(id, name.span);
            let mut message = format!("`{shown}` is not declared");
            if let RawStepKind::Action { arguments, .. } = &step.kind {
                let (takes, given) = (vocabulary.arity(*action), arguments.count as usize);
                match takes.checked_sub(given) {
                    Some(1) => message.push_str(" (and one argument is missing)"),
                    Some(missing @ 2..) => message.push_str(&format!(" (and {missing} arguments are missing)")),
                    None => message.push_str(&format!(" (and there are {} arguments too many)", given - takes)),
                    Some(0) => {}
                }
            }
            let mut diagnostic = Diagnostic::error(codes::UNKNOWN_OBJECT, place, message);
            match prefer.or_else(|| near.first().copied()) {
                Some(meant) => {
                    let mut order = vec![meant];
                    order.extend(near.iter().copied().filter(|other| *other != meant));
                    let meant = vocabulary.object_name(meant);
                    diagnostic = diagnostic
                        .help(format!(
                            "Did you mean `{meant}`?{}",
                            others(&order, |object| vocabulary.object_name(object))
                        ))
                        .replace(format!("replace by `{meant}`"), name.span, meant);
                }
                None => {
                    diagnostic = diagnostic.help(
                        "The problem's `:objects` and the domain's `:constants` hold the names that a plan may use.",
                    );
                }
            }
            Some(diagnostic)
        }
        Fault::WrongArity { action, takes, given } => {
            let shown = vocabulary.action_name(*action);
            let s = if *takes == 1 { "" } else { "s" };
            Some(
                Diagnostic::error(
                    codes::WRONG_ARITY,
                    Place::new(id, step.span),
                    format!("`{shown}` takes {takes} argument{s}, {given} given"),
                )
                .help("Every argument has to be named; what the agent holds or where it stands is never filled in."),
            )
        }
    }
}

/// The other suggestions, at most two.
fn others<'a>(near: &[u32], name: impl Fn(u32) -> &'a str) -> String {
    match near {
        [_, second, third, ..] => format!(" Or `{}`, or `{}`?", name(*second), name(*third)),
        [_, second] => format!(" Or `{}`?", name(*second)),
        _ => String::new(),
    }
}
