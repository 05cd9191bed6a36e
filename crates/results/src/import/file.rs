//! One file of a run: bytes to what it holds, and what in it could not be read.

use super::answer;
use crate::literal::{self, Record, Value};
use crate::record::{Kind, Outcome, Problem, Round, Step};

/// Collects what is to be said about one file.
pub(super) struct Said<'a> {
    pub(super) file: &'a str,
    pub(super) problems: Vec<Problem>,
    pub(super) notes: Vec<Problem>,
}

impl<'a> Said<'a> {
    pub(super) fn new(file: &'a str) -> Self {
        Self { file, problems: Vec::new(), notes: Vec::new() }
    }

    fn at(&self, line: Option<u32>, message: String) -> Problem {
        Problem { file: self.file.to_owned(), line, message }
    }

    pub(super) fn problem(&mut self, line: Option<u32>, message: impl Into<String>) {
        let problem = self.at(line, message.into());
        self.problems.push(problem);
    }

    pub(super) fn note(&mut self, line: Option<u32>, message: impl Into<String>) {
        let note = self.at(line, message.into());
        self.notes.push(note);
    }
}

/// Bytes as text; bytes that are no UTF-8 are replaced and named.
pub(super) fn text(bytes: &[u8], said: &mut Said<'_>) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(error) => {
            let line = line_at(bytes, error.valid_up_to());
            said.problem(Some(line), "a byte here is no UTF-8; such bytes are shown as replacement characters");
            String::from_utf8_lossy(bytes).into_owned()
        }
    }
}

fn line_at(bytes: &[u8], at: usize) -> u32 {
    let lines = bytes[..at.min(bytes.len())].iter().filter(|byte| **byte == b'\n').count();
    u32::try_from(lines + 1).unwrap_or(u32::MAX)
}

/// The one object that a file should be.
pub(super) fn object(text: &str, said: &mut Said<'_>) -> Option<Vec<(String, Value)>> {
    match literal::whole(text) {
        Ok(Value::Object(entries)) => Some(entries),
        Ok(_) => {
            said.problem(None, "the file should hold one object and holds another value");
            None
        }
        Err(fault) if text.trim().is_empty() => {
            drop(fault);
            said.problem(None, "the file is empty");
            None
        }
        Err(fault) => {
            said.problem(Some(line_at(text.as_bytes(), fault.at)), format!("not readable: {}", fault.message));
            None
        }
    }
}

/// A number by its key; another type is a problem, NaN is noted by key.
fn number(
    entries: &Value,
    key: &str,
    not_finite: &mut Vec<String>,
    said: &mut Said<'_>,
    line: Option<u32>,
) -> Option<f64> {
    let value = entries.get(key)?;
    if value.is_not_finite() {
        not_finite.push(key.to_owned());
        return None;
    }
    match value {
        Value::Null => None,
        Value::List(list) if list.is_empty() => None,
        Value::Text(text) if text.trim().parse::<f64>().is_ok_and(f64::is_finite) => text.trim().parse().ok(),
        other => {
            let number = other.number();
            if number.is_none() {
                said.problem(line, format!("{key} should be a number and is {}", short(&other.show())));
            }
            number
        }
    }
}

/// A text cut for a message.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}\u{2026}", &text[..at]),
        None => text.to_owned(),
    }
}

/// A result file.
pub(super) fn outcome(text: &str, said: &mut Said<'_>) -> Option<(Outcome, Option<String>)> {
    let entries = Value::Object(object(text, said)?);
    let mut not_finite = Vec::new();
    let mut get = |key: &str, said: &mut Said<'_>| number(&entries, key, &mut not_finite, said, None);
    let mut outcome = Outcome {
        task_success: get("task_success", said),
        task_progress: get("task_progress", said),
        subgoal_reward: get("subgoal_reward", said),
        num_steps: get("num_steps", said),
        planner_steps: get("planner_steps", said),
        planner_output_error: get("planner_output_error", said),
        num_invalid_actions: get("num_invalid_actions", said),
        num_invalid_action_ratio: get("num_invalid_action_ratio", said),
        empty_plan: get("empty_plan", said),
        episode_elapsed_seconds: get("episode_elapsed_seconds", said),
        avg_reward: get("avg_reward", said),
        ..Outcome::default()
    };
    match entries.get("reward") {
        Some(Value::List(list)) => {
            for (index, value) in list.iter().enumerate() {
                match value.number() {
                    Some(reward) => outcome.rewards.push(reward),
                    None if value.is_not_finite() => {
                        not_finite.push(format!("reward[{index}]"));
                        outcome.rewards.push(0.0);
                    }
                    None => {
                        said.problem(
                            None,
                            format!("reward {index} should be a number and is {}", short(&value.show())),
                        );
                        outcome.rewards.push(0.0);
                    }
                }
            }
        }
        _ => outcome.reward = number(&entries, "reward", &mut not_finite, said, None),
    }
    match entries.get("action_success") {
        Some(Value::List(list)) => {
            outcome.action_success = list.iter().map(|value| value.number().map(|ran| ran > 0.0)).collect();
        }
        Some(other) => outcome.action_success = vec![other.number().map(|ran| ran > 0.0)],
        None => {}
    }
    if outcome.task_success.is_none() {
        said.problem(None, "it does not say whether the task was solved (task_success)");
    }
    outcome.not_finite = not_finite;
    let instruction = entries.get("instruction").or_else(|| entries.get("lang_goal")).and_then(Value::text);
    let instruction = instruction.map(str::to_owned);
    if let Value::Object(list) = &entries {
        outcome.entries = list.iter().map(|(key, value)| (key.clone(), value.show())).collect();
    }
    Some((outcome, instruction))
}

/// A line of a step file: the step, what the planner said, and what came before it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) step: Step,
    /// The planner's answer; `None` where it is that of the line before. Every step of a round repeats it in its file, and
    /// thousands of copies are not kept.
    pub(super) raw: Option<String>,
    pub(super) blank_before: bool,
    pub(super) instruction: Option<String>,
    /// A key that only one environment writes.
    pub(super) habitat: bool,
}

/// A step file.
pub(super) fn lines(text: &str, said: &mut Said<'_>) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    // The line that holds the last answer.
    let mut holder: Option<usize> = None;
    for record in literal::records(text) {
        let line = Some(record.line);
        match record.value {
            Err(message) => said.problem(line, format!("not readable: {message}")),
            Ok(value @ Value::Object(_)) => {
                let Some(mut read) = step(&value, record.line, record.blank_before > 0, said) else { continue };
                let before = holder.and_then(|holder| out[holder].raw.as_ref());
                if before.is_some() && before == read.raw.as_ref() {
                    read.raw = None;
                } else {
                    holder = Some(out.len());
                }
                out.push(read);
            }
            Ok(_) => said.problem(line, "a record should be an object and is another value"),
        }
    }
    out
}

fn step(value: &Value, line: u32, blank_before: bool, said: &mut Said<'_>) -> Option<Line> {
    let at = Some(line);
    let mut not_finite = Vec::new();
    let mut get = |key: &str, said: &mut Said<'_>| number(value, key, &mut not_finite, said, at);
    if !["action_id", "action_description", "env_step", "action"].iter().any(|key| value.get(key).is_some()) {
        said.problem(at, "a record without an action");
        return None;
    }
    let whole = |number: Option<f64>| number.map(Value::Number).as_ref().and_then(Value::whole);
    let action = whole(get("action_id", said));
    let number = whole(get("env_step", said).or_else(|| get("num_steps", said))).and_then(|n| u64::try_from(n).ok());
    let truth = |number: Option<f64>| number.map(|value| value >= 1.0 - 1e-9);
    let ran = truth(get("last_action_success", said));
    let invalid = truth(get("was_prev_action_invalid", said));
    let kind = match action {
        Some(-1) if number.is_none() => Kind::UnreadablePlan,
        Some(-2) if number.is_none() => Kind::EmptyPlan,
        _ => Kind::Step,
    };
    let text = |keys: &[&str]| keys.iter().find_map(|key| value.get(key)).and_then(Value::text).map(str::to_owned);
    let step = Step {
        kind,
        number,
        action,
        name: text(&["action_description", "action"]).unwrap_or_default(),
        feedback: text(&["env_feedback"]),
        ran: ran.or(invalid.map(|invalid| !invalid)),
        solved: truth(get("task_success", said).or_else(|| get("predicate_task_success", said))),
        progress: get("task_progress", said),
        distance: get("distance", said),
        reward: get("reward", said),
        subgoal_reward: get("subgoal_reward", said),
        seconds: get("episode_elapsed_seconds", said),
        line: at,
    };
    if !not_finite.is_empty() {
        said.note(at, format!("not a number: {}", not_finite.join(", ")));
    }
    Some(Line {
        step,
        raw: Some(match value.get("reasoning") {
            None | Some(Value::Null) => String::new(),
            Some(other) => other.show(),
        }),
        blank_before,
        instruction: text(&["instruction", "lang_goal"]),
        habitat: ["lang_goal", "predicate_task_success", "subgoal_reward"].iter().any(|key| value.get(key).is_some()),
    })
}

/// A planner's text: answers one after the other. Lines that are no JSON and follow each other are one broken answer.
pub(super) fn planner(text: &str, said: &mut Said<'_>) -> Vec<Round> {
    let mut out: Vec<Round> = Vec::new();
    let mut broken: Option<std::ops::Range<usize>> = None;
    for Record { line, span, value, .. } in literal::records(text) {
        match value {
            Ok(value) => {
                out.extend(broken.take().map(|span| unreadable(&text[span])));
                let raw = text[span].trim().to_owned();
                // A quoted answer is an answer in a string.
                let answer = match &value {
                    Value::Text(quoted) => answer::read(quoted),
                    other => answer::from_value(other),
                };
                if answer.is_none() {
                    said.problem(Some(line), "an answer should be an object and is another value");
                }
                out.push(Round { raw, answer, steps: Vec::new() });
            }
            Err(message) => match &mut broken {
                Some(before) => before.end = span.end,
                None => {
                    said.problem(Some(line), format!("an answer that is not readable: {message}"));
                    broken = Some(span);
                }
            },
        }
    }
    out.extend(broken.map(|span| unreadable(&text[span])));
    out
}

fn unreadable(raw: &str) -> Round {
    Round { raw: raw.trim().to_owned(), ..Round::default() }
}

/// A configuration: what `repr` or `json` writes of a dictionary, or lines of `key: value`.
pub(super) fn config(text: &str, said: &mut Said<'_>) -> Vec<(String, String)> {
    let trimmed = text.trim();
    let fault = match literal::whole(trimmed) {
        Ok(Value::Object(entries)) => return entries.into_iter().map(|(key, value)| (key, value.show())).collect(),
        Ok(_) => "it is another value".to_owned(),
        Err(fault) => fault.message,
    };
    if trimmed.is_empty() {
        said.problem(None, "the file is empty");
        return Vec::new();
    }
    let pairs: Option<Vec<(String, String)>> = trimmed
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let (key, value) = line.split_once(':').or_else(|| line.split_once('='))?;
            let key = key.trim();
            (!key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-' || c == '.'))
                .then(|| (key.to_owned(), value.trim().to_owned()))
        })
        .collect();
    pairs.unwrap_or_else(|| {
        said.problem(Some(1), format!("not readable as a dictionary ({fault}); it is kept as text"));
        vec![("text".to_owned(), trimmed.to_owned())]
    })
}

/// A summary: every entry, with its number where it is one.
pub(super) fn summary(text: &str, said: &mut Said<'_>) -> Option<Vec<(String, Option<f64>, bool)>> {
    let entries = object(text, said)?;
    Some(entries.into_iter().map(|(key, value)| (key, value.number(), value.is_not_finite())).collect())
}
