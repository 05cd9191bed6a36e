//! Missing step: what the step needs can be achieved, and nothing in this plan ever achieves it.

use crate::finding::Finding;
use crate::kind::{Category, Kind};
use crate::words::{CategoryText, Words};
use stepguard_verify::Trace;

pub(crate) const TEXT: CategoryText = CategoryText {
    category: Category::MissingStep,
    title: "Missing step",
    short: "nothing in the plan provides it",
    long: "What the step needs could be achieved, but no step of this plan does: it held in no earlier state and no later \
           step that runs makes it true. Something has to be inserted. A number that was never given a value belongs here too.",
    example: "(pour kettle mug) in a plan that never fills the kettle.",
};

pub(crate) fn word(words: &Words<'_>, trace: &Trace<'_>, finding: &mut Finding<'_>) {
    let Some(step) = finding.step else { return };
    let verb = words.verb(trace, step);
    let Some(labelled) = finding.main_literal() else {
        finding.message = format!("{verb} changes or reads a number that was never given a value");
        finding.help = "Give it a value in :init, or insert a step that assigns one.".to_owned();
        finding.why_not =
            vec![(Category::Affordance, "a value that is absent is told apart from one that cannot be".to_owned())];
        return;
    };
    let (text, achievable) = (labelled.text.clone(), labelled.achievable);
    if !labelled.held_in.is_empty() || labelled.established_by.is_some() {
        // Only under another evaluator's profile.
        finding.message = format!("{verb} needs {text}, which does not hold");
        finding.help =
            "The chosen profile counts this as a missing step: the whole precondition held in no earlier state \
                        (BEHAVIOR), or only a later step makes the literal true (VirtualHome)."
                .to_owned();
        finding.why_not = vec![(
            Category::WrongTemporalOrder,
            "the taxonomy's own rule would say wrong order; the profile's evaluator does not look for it".to_owned(),
        )];
        return;
    }
    if finding.kind == Kind::UndefinedValue {
        finding.message = format!("{verb} needs {text}, which reads a number that was never given a value");
        finding.help = "Give it a value in :init, or insert a step that assigns one.".to_owned();
    } else {
        finding.message = format!("{verb} needs {text}, and no step that runs makes it true");
        finding.help = format!("Insert a step before this one that makes {text} true.");
    }
    finding.why_not = vec![
        (
            Category::WrongTemporalOrder,
            "it held in no earlier state, and no later step that runs makes it true".to_owned(),
        ),
        (
            Category::Affordance,
            if achievable == Some(true) {
                format!("{text} can become true, so the object can be used so")
            } else {
                format!("whether {text} can become true at all is not known: the fact budget ran out")
            },
        ),
    ];
}
