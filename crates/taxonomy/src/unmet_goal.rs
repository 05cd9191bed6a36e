//! Unmet goal: the plan ran to its end and the goal is false.

use crate::finding::Finding;
use crate::kind::{Category, Kind};
use crate::words::{CategoryText, Words, states};
use stepguard_verify::Trace;

pub(crate) const TEXT: CategoryText = CategoryText {
    category: Category::UnmetGoal,
    title: "Unmet goal",
    short: "the plan ends and the goal is false",
    long: "Every step could run, and at the end a part of the goal is false: either it never held, or a step undid it. It is \
           judged only when the plan ran to its end; a plan that fails on the way has that failure as its category.",
    example: "The tea is made, and then the cup is emptied again.",
};

pub(crate) fn word(words: &Words<'_>, trace: &Trace<'_>, finding: &mut Finding<'_>) {
    let Some(labelled) = finding.main_literal() else { return };
    let text = labelled.text.clone();
    let held = states(&labelled.held_in);
    let unreachable = labelled.achievable == Some(false);
    match (finding.kind, finding.step) {
        (Kind::Undone, Some(step)) => {
            let by = words.step(trace, step);
            finding.message = format!("the goal {text} held until {by} undid it");
            finding.help = format!("It held in {held}. Leave that step out, move it, or restore the fact after it.");
        }
        _ => {
            finding.message = format!("the goal {text} never held");
            finding.help = if unreachable {
                "No sequence of actions can make it true from this start: the scenario itself may be wrong.".to_owned()
            } else {
                "Add steps that make it true.".to_owned()
            };
        }
    }
    finding.why_not = vec![(
        Category::MissingStep,
        "every step of the plan could run; what is missing shows only at the end".to_owned(),
    )];
}
