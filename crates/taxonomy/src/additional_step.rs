//! Additional step: the step changes nothing.

use crate::finding::Finding;
use crate::kind::{Category, Kind};
use crate::words::{CategoryText, Words};
use stepguard_verify::Trace;

pub(crate) const TEXT: CategoryText = CategoryText {
    category: Category::AdditionalStep,
    title: "Additional step",
    short: "changes nothing",
    long: "The step changes nothing: all its effects hold already. If it can run, the plan stays valid and the step is only \
           reported. If it cannot run, it is skipped and the check goes on, but the plan is invalid, since a step of it \
           could not run.",
    example: "(open fridge) when the fridge is open already.",
};

pub(crate) fn word(words: &Words<'_>, trace: &Trace<'_>, finding: &mut Finding<'_>) {
    let Some(step) = finding.step else { return };
    let verb = words.verb(trace, step);
    if finding.kind == Kind::AlreadyDone {
        finding.message = format!("{verb} cannot run here and is not needed: all it would do is done already");
        finding.help = "Leave the step out. It is skipped, and the plan is invalid as it stands.".to_owned();
        finding.why_not = vec![(
            Category::MissingStep,
            "its precondition is false, but making it true would gain nothing: every effect holds already".to_owned(),
        )];
    } else {
        finding.message = format!("{verb} runs and changes nothing");
        finding.help = "Leave the step out; the plan reaches the same states without it.".to_owned();
        finding.why_not =
            vec![(Category::MissingStep, "the step could run; only its effects were there before it".to_owned())];
    }
}
