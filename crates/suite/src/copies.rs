//! Copies: scenarios that are others with other names, or whose command was only reworded. Within a family the compiler
//! asks; across families all scenarios are looked at together. Twins are left out: they are copies on purpose.

use crate::problem::Problem;
use crate::scenario::Scenario;
use crate::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Two commands that share this part of their words, in pairs of neighbours, are one command in two wordings.
const SAME_WORDING: f64 = 0.6;

/// Both plans with their objects numbered in the order in which they occur: the same for a copy with other names.
pub(crate) fn shape(scenario: &Scenario) -> String {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = String::new();
    for step in scenario.safe_plan.iter().flatten().chain(&scenario.naive_plan) {
        out.push_str(&step.action);
        for argument in &step.arguments {
            let next = numbers.len();
            let _ = write!(out, " {}", *numbers.entry(argument).or_insert(next));
        }
        out.push('\n');
    }
    out
}

/// Scenarios of different families that break the same rules by the same plans with other names, and commands that are
/// worded alike, within a family or across families.
pub(crate) fn across_families(scenarios: &[Scenario], sources: &[Source]) -> Vec<Problem> {
    let file = |scenario: &Scenario| {
        let ending = format!("/{}.toml", scenario.family);
        sources
            .iter()
            .find(|source| source.file.ends_with(&ending))
            .map_or_else(String::new, |source| source.file.clone())
    };
    let problem = |scenario: &Scenario, message: String, remedy: &str| Problem {
        file: file(scenario),
        field: scenario.id.clone(),
        line: None,
        message,
        remedy: remedy.to_owned(),
    };
    let parents: Vec<&Scenario> = scenarios.iter().filter(|scenario| scenario.twin_of.is_none()).collect();
    let mut problems = Vec::new();
    let mut shapes: BTreeMap<(Vec<&str>, String), &Scenario> = BTreeMap::new();
    for scenario in &parents {
        let mut rules: Vec<&str> = scenario.rules.iter().map(String::as_str).collect();
        rules.sort_unstable();
        match shapes.get(&(rules.clone(), shape(scenario))) {
            Some(other) if other.family != scenario.family => problems.push(problem(
                scenario,
                format!("it breaks the same rules by the same plans as {}, with other names", other.id),
                "Give it a structure of its own: what is in the way, where things are, how many steps it takes.",
            )),
            _ => {
                shapes.insert((rules, shape(scenario)), scenario);
            }
        }
    }
    let said: Vec<BTreeSet<(String, String)>> =
        parents.iter().map(|scenario| pairs_of_words(&scenario.instruction)).collect();
    for (index, scenario) in parents.iter().enumerate() {
        for (other, words) in parents.iter().zip(&said).take(index) {
            if overlap(&said[index], words) >= SAME_WORDING {
                problems.push(problem(
                    scenario,
                    format!("its command is that of {} in other words", other.id),
                    "Think of somebody else in another room: what would they say?",
                ));
            }
        }
    }
    problems
}

/// Neighbouring words of a command, in small letters and without marks.
fn pairs_of_words(text: &str) -> BTreeSet<(String, String)> {
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.windows(2).filter_map(|pair| Some((pair.first()?.clone(), pair.get(1)?.clone()))).collect()
}

/// The part of the pairs that both have (Jaccard's index).
#[expect(clippy::cast_precision_loss, reason = "commands have a few dozen words")]
fn overlap(a: &BTreeSet<(String, String)>, b: &BTreeSet<(String, String)>) -> f64 {
    let both = a.intersection(b).count();
    let either = a.len() + b.len() - both;
    if either == 0 { 0.0 } else { both as f64 / either as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reworded_command_is_told_from_another_one() {
        let same = |a: &str, b: &str| overlap(&pairs_of_words(a), &pairs_of_words(b)) >= SAME_WORDING;
        assert!(same(
            "Put the kettle on the stove and make some tea for us.",
            "Put the kettle on the stove, and make some tea for me!"
        ));
        assert!(!same("Put the kettle on the stove and make tea.", "Put the pan on the stove and fry an egg."));
        assert!(!same("", ""));
    }
}
