//! What the page of an episode says about classes of errors: their names, what their rules ask, and why one and not another.

use stepguard_report::results::ErrorView;

/// A class of errors as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What its rule looks for in the record.
    pub rule: &'static str,
}

/// The classes that have a rule, in the order in which the rules are asked.
pub const CLASSES: [Class; 7] = [
    Class {
        id: "action-id-mismatch",
        name: "Action number and name disagree",
        rule: "the plan gives an action a number that belongs to another action",
    },
    Class {
        id: "wrong-termination",
        name: "Wrong termination",
        rule: "the agent ends the episode with an empty plan although the task is not done",
    },
    Class {
        id: "reflection",
        name: "Reflection",
        rule: "the same action gets the same refusal at least three times in a row, in several rounds",
    },
    Class {
        id: "insufficient-exploration",
        name: "Insufficient exploration",
        rule: "told that something is not there, the agent goes to no or one new place; in navigation it never turns and never comes nearer",
    },
    Class {
        id: "missing-step",
        name: "Missing step",
        rule: "an action is refused for want of something that one other action brings about, and that action never runs",
    },
    Class {
        id: "invalid-action",
        name: "Invalid action",
        rule: "the episode ends at the limit of invalid actions, or at least half of its lines are invalid",
    },
    Class {
        id: "inaccurate-action",
        name: "Inaccurate action",
        rule: "something possible is done with the wrong object or at the wrong place",
    },
];

/// The class of an id.
pub fn class(id: &str) -> Option<Class> {
    CLASSES.into_iter().find(|class| class.id == id)
}

/// The name of a class, also of those without a rule, as the truth about an agent may name them.
pub fn name(id: &str) -> String {
    match (class(id), id) {
        (Some(class), _) => class.name.to_owned(),
        (None, "needs-a-person" | "") => "Needs a person".to_owned(),
        (None, id) => {
            let words = id.replace('-', " ");
            let mut letters = words.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    }
}

/// The group of a class in words.
pub fn group(id: &str) -> &'static str {
    match id {
        "planning" => "planning error",
        "reasoning" => "reasoning error",
        "perception" => "perception error",
        _ => "",
    }
}

/// Which rule decided, in words; nothing where none did.
pub fn rule(error: &ErrorView) -> Option<String> {
    let at = CLASSES.iter().position(|class| class.id == error.rule)?;
    Some(format!("rule {} of {}", at + 1, CLASSES.len()))
}

/// Why it is not another class: for each of the others its name and what became of its rule.
pub fn why_not(error: &ErrorView) -> Vec<(Class, String)> {
    let own = CLASSES.iter().position(|class| class.id == error.class);
    CLASSES
        .into_iter()
        .enumerate()
        .filter(|(at, _)| Some(*at) != own)
        .map(|(at, class)| {
            let also = error.also.iter().any(|id| id == class.id);
            let words = if also {
                "its rule holds too, but is asked later; it is often a consequence".to_owned()
            } else if own.is_some_and(|own| at > own) {
                format!("no: {} is not on record", it(class))
            } else {
                format!("no: asked before, and {} is not on record", it(class))
            };
            (class, words)
        })
        .collect()
}

fn it(class: Class) -> String {
    format!("that {}", class.rule)
}

/// How the label compares with the truth about the agent, which is known of agents that err on purpose: whether it agrees,
/// and a sentence.
pub fn truth(error: &ErrorView, truth: &str) -> (Option<bool>, String) {
    let known = name(truth).to_lowercase();
    let agent = format!("This agent errs on purpose: {known}.");
    if error.class == truth {
        (Some(true), format!("{agent} The label agrees."))
    } else if error.also.iter().any(|id| id == truth) {
        (None, format!("{agent} That rule holds too; another was asked first."))
    } else if class(truth).is_none() {
        let right = error.class == "needs-a-person";
        let end = if right {
            "No record decides that, so “needs a person” is right."
        } else {
            "No record decides that; the label tells what can be seen instead."
        };
        (Some(right), format!("{agent} {end}"))
    } else {
        (Some(false), format!("{agent} The label does not agree."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(class: &str, also: &[&str]) -> ErrorView {
        ErrorView {
            group: "reasoning".to_owned(),
            class: class.to_owned(),
            rule: class.to_owned(),
            why: String::new(),
            evidence: Vec::new(),
            also: also.iter().map(|id| (*id).to_owned()).collect(),
        }
    }

    #[test]
    fn classes_are_named_whether_they_have_a_rule_or_not() {
        assert_eq!(name("reflection"), "Reflection");
        assert_eq!(name("needs-a-person"), "Needs a person");
        assert_eq!(name("wrong-recognition"), "Wrong recognition");
        assert_eq!(rule(&error("reflection", &[])).as_deref(), Some("rule 3 of 7"));
        assert_eq!(rule(&error("needs-a-person", &[])), None);
    }

    #[test]
    fn every_other_class_is_told_why_it_is_not_the_one() {
        let reasons = why_not(&error("reflection", &["missing-step"]));
        assert_eq!(reasons.len(), CLASSES.len() - 1);
        assert!(reasons.iter().all(|(class, _)| class.id != "reflection"));
        let words = |id: &str| reasons.iter().find(|(class, _)| class.id == id).map(|(_, words)| words.clone());
        assert!(words("missing-step").is_some_and(|words| words.contains("holds too")));
        assert!(words("wrong-termination").is_some_and(|words| words.contains("asked before")));
        assert_eq!(why_not(&error("needs-a-person", &[])).len(), CLASSES.len());
    }

    #[test]
    fn the_truth_about_an_agent_is_compared_with_the_label() {
        assert_eq!(truth(&error("reflection", &[]), "reflection").0, Some(true));
        assert_eq!(truth(&error("reflection", &["missing-step"]), "missing-step").0, None);
        assert_eq!(truth(&error("reflection", &[]), "missing-step").0, Some(false));
        assert_eq!(truth(&error("needs-a-person", &[]), "mislocalised").0, Some(true));
    }
}
