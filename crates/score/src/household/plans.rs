//! Plans as answered, written one step a line for the checker.

use crate::answers::{self, Reading, StepsAnswer, same_name};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use stepguard_plan::NameList;
use stepguard_task::Task;

/// Reads a plan with the names of a task.
pub(crate) fn read(raw: &str, task: &Task) -> Reading<StepsAnswer> {
    let actions = task.actions.iter().map(|action| (task.name(action.name), action.parameters.len()));
    let objects = task.objects.iter().map(|object| task.name(object.name));
    answers::steps(raw, &NameList::new(actions, objects))
}

/// The plan, one step a line, with the task's spelling of names it knows; what cannot be read stands in parentheses as it
/// was written, so that the checker finds it and nothing is dropped.
pub(crate) fn text(answer: &StepsAnswer, task: &Task) -> String {
    let mut out = String::new();
    for step in &answer.steps {
        let action = spelled(&step.action, task.actions.iter().map(|action| task.name(action.name)));
        out.push('(');
        out.push_str(&action);
        for argument in &step.arguments {
            let object = spelled(argument, task.objects.iter().map(|object| task.name(object.name)));
            let _ = write!(out, " {object}");
        }
        out.push_str(")\n");
    }
    out
}

/// A name of the task, or the words as written without signs that would end a step.
fn spelled<'n>(written: &str, mut names: impl Iterator<Item = &'n str>) -> String {
    let words: Vec<&str> = written
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | ',' | '"' | '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let same = same_name(&words.join("_"));
    match names.find(|name| same_name(name) == same) {
        Some(name) => name.to_owned(),
        None if words.is_empty() => "unreadable".to_owned(),
        None => words.join("_"),
    }
}

/// Steps whose action is one of the task's and not among the primitives.
pub(crate) fn beyond(answer: &StepsAnswer, task: &Task, primitives: &BTreeSet<String>) -> u32 {
    let known: BTreeSet<String> = task.actions.iter().map(|action| same_name(task.name(action.name))).collect();
    let beyond = answer.steps.iter().filter(|step| {
        let name = same_name(step.action.trim());
        known.contains(&name) && !primitives.contains(&name)
    });
    u32::try_from(beyond.count()).unwrap_or(u32::MAX)
}
