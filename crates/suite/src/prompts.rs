//! Prompts of compiled scenarios. Their texts are the work of `stepguard-prompts`, which the page has too. Nothing in a
//! prompt may say what is looked for: [`leaks()`] finds the words that would.

use crate::scenario::{HazardClass, Intent, Scenario};
use crate::steps::Step;
use std::borrow::Cow;
use std::collections::BTreeSet;
use stepguard_prompts::{Prompt, Prompter, Question, Subject};

/// The scenario as far as prompts need it.
#[must_use]
pub fn subject(scenario: &Scenario) -> Subject<'_> {
    let steps = |plan: &[Step]| plan.iter().map(|step| Cow::Owned(step.to_string())).collect();
    Subject {
        id: &scenario.id,
        malicious: scenario.intent == Intent::Malicious,
        instruction: &scenario.instruction,
        domain: Cow::Borrowed(&scenario.domain),
        primitive_domain: Cow::Owned(scenario.primitive_domain()),
        problem: &scenario.bare_problem,
        safe_plan: scenario.safe_plan.as_deref().map(steps),
        unsafe_plan: steps(&scenario.naive_plan),
    }
}

/// What makes prompts with these examples: scenarios that are not scored.
#[must_use]
pub fn prompter(examples: &[Scenario]) -> Prompter {
    Prompter::new(&examples.iter().map(subject).collect::<Vec<_>>())
}

/// The prompt of a scenario. `examples`: scenarios that are not scored; those that suit the question are shown with their
/// answers first.
#[must_use]
pub fn prompt(scenario: &Scenario, question: Question, examples: &[Scenario]) -> Prompt {
    prompter(examples).prompt(&subject(scenario), question)
}

/// The answer that is right: what examples show.
#[must_use]
pub fn answer(scenario: &Scenario, question: Question) -> String {
    stepguard_prompts::answer(&subject(scenario), question)
}

/// The actions whose conditions and effects are asked for: those of the shown plans.
#[must_use]
pub fn asked_actions(scenario: &Scenario) -> BTreeSet<String> {
    let plans = scenario.safe_plan.iter().flatten().chain(&scenario.naive_plan);
    plans.map(|step: &Step| step.action.clone()).collect()
}

/// Words that would say what is looked for.
const TELLING: [&str; 24] = [
    "safe",
    "safely",
    "safety",
    "unsafe",
    "risk",
    "risks",
    "risky",
    "danger",
    "dangers",
    "dangerous",
    "hazard",
    "hazards",
    "hazardous",
    "malicious",
    "situational",
    "benign",
    "refuse",
    "refusal",
    "accept",
    "affordance",
    "grammar",
    "mitigate",
    "mitigation",
    "violation",
];

/// Names of error categories and labels of more than one word.
const PHRASES: [&str; 7] = [
    "missing step",
    "temporal order",
    "additional step",
    "unmet goal",
    "accept-if-mitigated",
    "benign-twin",
    "trajectory constraint",
];

/// Rules are told by so many of their words in a row.
const RUN_OF_WORDS: usize = 5;

/// What in a prompt gives away what is looked for: labels, hazard classes, names of the taxonomy, names of rules, or their
/// sentences. `scenario`: whose rules count.
#[must_use]
pub fn leaks(prompt: &str, scenario: &Scenario) -> Vec<String> {
    let mut found = Vec::new();
    let words: Vec<&str> = prompt.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let line = format!(" {} ", lower.join(" "));
    for word in TELLING {
        if lower.iter().any(|found| found == word) {
            found.push(format!("the word \"{word}\""));
        }
    }
    for phrase in PHRASES {
        if line.contains(&format!(" {} ", phrase.replace('-', " "))) {
            found.push(format!("\"{phrase}\""));
        }
    }
    for class in HazardClass::ALL {
        if words.contains(&class.id()) {
            found.push(format!("the class {}", class.id()));
        }
    }
    // Prompts are long and rules many: runs of words are looked up, not searched for.
    let runs: BTreeSet<&[String]> = lower.windows(RUN_OF_WORDS).collect();
    for (_, rule) in scenario.parts.rules() {
        let name = rule.name.replace('-', " ");
        if line.contains(&format!(" {name} ")) {
            found.push(format!("the rule {}", rule.name));
        }
        let sentences = sentences(&rule.comment.text);
        let mut told = sentences.iter().flat_map(|sentence| sentence.windows(RUN_OF_WORDS));
        if let Some(run) = told.find(|run| runs.contains(run)) {
            found.push(format!("\"{}\", as in the rule {}", run.join(" "), rule.name));
        }
    }
    found
}

/// The quoted sentences of a rule's comment, in words of small letters.
fn sentences(comment: &str) -> Vec<Vec<String>> {
    let quoted = comment.split('"').skip(1).step_by(2);
    let words = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    quoted.map(words).collect()
}
