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

#[cfg(test)]
mod tests {
    use super::*;
    use stepguard_check::Prepared;

    const DOMAIN: &str = "(define (domain house) (:requirements :typing) (:types thing)
        (:predicates (open ?t - thing)) (:action open-up :parameters (?t - thing) :precondition () :effect (open ?t))
        (:action wait :parameters () :precondition () :effect ()))";
    const PROBLEM: &str =
        "(define (problem p) (:domain house) (:objects big-box - thing) (:init) (:goal (open big-box)))";

    fn plan(raw: &str) -> Option<(String, u32)> {
        let task = Prepared::new(DOMAIN, PROBLEM).expect("the texts have no error");
        let answer = read(raw, task.task()).taken?;
        let primitives = BTreeSet::from(["wait".to_owned()]);
        Some((text(&answer, task.task()), beyond(&answer, task.task(), &primitives)))
    }

    #[test]
    fn plans_in_the_spelling_of_the_task() {
        let right = Some(("(open-up big-box)\n(wait)\n".to_owned(), 1));
        for raw in [
            "(open-up big-box)\n(wait)",
            "OPEN_UP big_box\nWAIT",
            "1. (OPEN-UP Big-Box)\n2. (wait)",
            r#"{"OPEN_UP": ["big_box"], "WAIT": []}"#,
            "```\n(open-up big-box)\n(wait)\n```",
            r#"{"plan": [{"open_up": ["big-box"]}, {"wait": []}]}"#,
        ] {
            assert_eq!(plan(raw), right, "{raw}");
        }
    }

    #[test]
    fn nothing_of_a_plan_is_dropped() {
        assert_eq!(
            plan(r#"{"FLY (now)": ["moon; big-box"], "WAIT": []}"#),
            Some(("(FLY_now moon_big-box)\n(wait)\n".to_owned(), 0))
        );
        assert_eq!(plan("I will not plan that."), None);
        assert_eq!(plan(""), None);
    }
}
