//! Files of answers: JSON lines, one answer each. A line that cannot be read is listed, never passed over.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A module of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Module {
    /// Command refusal.
    Refusal,
    /// Goal interpretation.
    Goal,
    /// Transition modelling.
    Transition,
    /// Action sequencing.
    Sequencing,
    /// Subgoal decomposition.
    Subgoal,
}

impl Module {
    /// Every module.
    pub const ALL: [Self; 5] = [Self::Refusal, Self::Goal, Self::Transition, Self::Sequencing, Self::Subgoal];

    /// Stable id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Refusal => "refusal",
            Self::Goal => "goal",
            Self::Transition => "transition",
            Self::Sequencing => "sequencing",
            Self::Subgoal => "subgoal",
        }
    }

    /// The module of a name, also of the names in foreign suites, in capitals or small letters, with hyphens, underscores or
    /// spaces.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let plain: String =
            name.trim().chars().map(|c| if matches!(c, '-' | ' ') { '_' } else { c.to_ascii_lowercase() }).collect();
        match plain.as_str() {
            "refusal" | "command_refusal" => Some(Self::Refusal),
            "goal" | "goal_interpretation" => Some(Self::Goal),
            "transition" | "transition_modeling" | "transition_modelling" => Some(Self::Transition),
            "sequencing" | "action_sequence" | "action_sequencing" => Some(Self::Sequencing),
            "subgoal" | "subgoal_decomposition" => Some(Self::Subgoal),
            _ => None,
        }
    }
}

/// Whose rules count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Profile {
    /// Ours: what cannot be read counts against the model, what differs in form only is equal.
    #[default]
    Corrected,
    /// The official evaluator's, faults included.
    Official,
}

impl Profile {
    /// Stable id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Corrected => "corrected",
            Self::Official => "official",
        }
    }
}

/// The answers of a run to one module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// The raw answers by the id of the task.
    pub answers: BTreeMap<String, String>,
    /// The ids in the order of the lines.
    pub order: Vec<String>,
    /// Lines that are no answers, with their numbers from 1 and the reason.
    pub faults: Vec<(usize, String)>,
    /// Lines that answer other modules.
    pub of_other_modules: usize,
}

impl Run {
    /// Reads a file of answers: `{"id": ..., "module": ..., "output": ...}`. A line without `module` belongs to `module`;
    /// `identifier` and `llm_output` stand for `id` and `output`, as the files of foreign suites have it.
    #[must_use]
    pub fn read(text: &str, module: Module) -> Self {
        let mut run = Self::default();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            match answer(line, module) {
                Ok(Some((id, output))) => match run.answers.entry(id) {
                    Entry::Occupied(first) => {
                        run.faults.push((index + 1, format!("a second answer to {}: the first counts", first.key())));
                    }
                    Entry::Vacant(place) => {
                        run.order.push(place.key().clone());
                        place.insert(output);
                    }
                },
                Ok(None) => run.of_other_modules += 1,
                Err(reason) => run.faults.push((index + 1, reason)),
            }
        }
        run
    }
}

fn answer(line: &str, module: Module) -> Result<Option<(String, String)>, String> {
    let value = object(line)?;
    if let Some(name) = value.get("module").and_then(serde_json::Value::as_str) {
        match Module::from_name(name) {
            Some(named) if named == module => {}
            Some(_) => return Ok(None),
            None => return Err(no_module(name)),
        }
    }
    let id = match ["id", "identifier"].iter().find_map(|name| value.get(*name)) {
        Some(serde_json::Value::String(id)) => id.clone(),
        Some(serde_json::Value::Number(id)) => id.to_string(),
        _ => return Err(NO_ID.to_owned()),
    };
    match said(&value) {
        Some(output) => Ok(Some((id, output))),
        None => Err(NO_OUTPUT.to_owned()),
    }
}

/// What is said of a line that names no task.
pub(crate) const NO_ID: &str = "it does not say which task it answers; add \"id\" with the task's id";

/// What is said of a line without an answer.
pub(crate) const NO_OUTPUT: &str = "what the model said is not there; add \"output\" with its raw text, \"\" where it said \
                                    nothing";

/// What is said of a module that there is not.
pub(crate) fn no_module(name: &str) -> String {
    let known = ["refusal", "goal", "transition", "sequencing"];
    let near = stepguard_text::suggest::suggest(&name.to_ascii_lowercase(), known);
    let hint = near.map_or_else(String::new, |near| format!(" Did you mean {near}?"));
    format!("there is no module \u{201c}{name}\u{201d}; modules are refusal, goal, transition and sequencing.{hint}")
}

/// A line of a run as an object; else what is wrong with it and what to do, in words for people who do not know JSON well.
pub(crate) fn object(line: &str) -> Result<serde_json::Value, String> {
    match serde_json::from_str(line) {
        Ok(value @ serde_json::Value::Object(_)) => Ok(value),
        Ok(serde_json::Value::Array(_)) => {
            Err("it is a list of JSON; every answer needs a line of its own, without brackets around them".to_owned())
        }
        Ok(_) => Err(format!("it is a single value, not an answer; {SHAPE}")),
        Err(_) if !line.trim_start().starts_with('{') => Err(format!("no JSON: the line is other text; {SHAPE}")),
        Err(error) if error.is_eof() => {
            Err("no JSON: the line breaks off before the answer ends; it has to stand on one \
            line, and line breaks in what the model said are written as \\n"
                .to_owned())
        }
        Err(error) => {
            let mut at = error.column().saturating_sub(1).min(line.len());
            while !line.is_char_boundary(at) {
                at -= 1;
            }
            let place = line[..at].chars().count() + 1;
            let near: String = line[..at].chars().rev().take(24).collect::<Vec<_>>().into_iter().rev().collect();
            Err(format!(
                "no JSON from character {} on, after \u{201c}{near}\u{201d}; quotation marks in what the model said are \
                 written as \\\", and there is a comma between the fields",
                crate::numbers::length(place)
            ))
        }
    }
}

/// What a line looks like.
const SHAPE: &str = "every line is one answer, such as {\"id\": \"…\", \"module\": \"goal\", \"output\": \"…\"}";

/// What the model said in a line of a run; `None` where the line has no answer.
#[must_use]
pub fn output(line: &str) -> Option<String> {
    said(&serde_json::from_str(line).ok()?)
}

fn said(value: &serde_json::Value) -> Option<String> {
    match ["output", "llm_output"].iter().find_map(|name| value.get(*name))? {
        serde_json::Value::String(output) => Some(output.clone()),
        // A model that gave nothing.
        serde_json::Value::Null => Some(String::new()),
        // An answer that was parsed before it was written down.
        other => Some(other.to_string()),
    }
}

/// The lines of a file of JSON lines that belongs to a suite.
pub(crate) fn json_lines(text: &str, file: &str) -> Result<Vec<serde_json::Value>, String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| serde_json::from_str(line).map_err(|error| format!("{file}, line {}: {error}", index + 1)))
        .collect()
}

/// A text field of a line of a suite.
pub(crate) fn text_field(value: &serde_json::Value, name: &str, file: &str) -> Result<String, String> {
    let field = value.get(name).and_then(serde_json::Value::as_str);
    field.map(str::to_owned).ok_or_else(|| format!("{file}: a line has no {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_run() {
        let text = "{\"id\": \"a\", \"module\": \"goal\", \"output\": \"x\"}\n\n\
            {\"identifier\": 7, \"llm_output\": \"y\"}\n{\"id\": \"a\", \"output\": \"z\"}\nnonsense\n\
            {\"id\": \"b\", \"module\": \"subgoal\", \"output\": \"w\"}\n{\"id\": \"c\"}\n{\"id\": \"d\", \"output\": null}\n\
            {\"id\": \"e\", \"output\": {\"x\": 1}}\n{\"id\": \"f\", \"module\": \"sums\", \"output\": \"\"}";
        let run = Run::read(text, Module::Goal);
        let answers: Vec<_> = run.answers.iter().map(|(id, output)| format!("{id}={output}")).collect();
        assert_eq!(answers, ["7=y", "a=x", "d=", "e={\"x\":1}"]);
        assert_eq!(run.order, ["a", "7", "d", "e"]);
        assert_eq!(run.faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4, 5, 7, 10]);
        assert_eq!(run.of_other_modules, 1);
    }

    #[test]
    fn names_of_modules() {
        for module in Module::ALL {
            assert_eq!(Module::from_name(module.id()), Some(module));
        }
        assert_eq!(Module::from_name("transition_modeling"), Some(Module::Transition));
        for name in ["Refusal", "GOAL", " Action-Sequencing ", "Command refusal", "TRANSITION_MODELING"] {
            assert!(Module::from_name(name).is_some(), "{name}");
        }
        assert_eq!(Module::from_name("sums"), None);
    }

    #[test]
    fn what_is_no_answer_is_said_in_plain_words() {
        let said = |line: &str| object(line).expect_err("it is no object");
        for (line, words) in [
            ("Sure, here it is", "the line is other text; every line is one answer"),
            ("[{\"id\": 1}]", "every answer needs a line of its own"),
            ("17", "a single value"),
            ("{\"id\": \"a\", \"output\": \"one", "breaks off before the answer ends"),
            ("{\"id\": \"\u{e4}\", \"output\": \"say \"no\"\"}", "no JSON from character 29 on, after \u{201c}"),
            ("{\"id\": \"a\" \"output\": \"b\"}", "there is a comma between the fields"),
        ] {
            assert!(said(line).contains(words), "{line}: {}", said(line));
        }
        assert!(no_module("Goals").ends_with("Did you mean goal?"), "{}", no_module("Goals"));
        assert!(no_module("sums").ends_with("transition and sequencing."));
    }
}
