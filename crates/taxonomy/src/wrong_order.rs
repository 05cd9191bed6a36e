//! Wrong temporal order: the right facts at the wrong time.

use crate::finding::Finding;
use crate::kind::{Category, Kind};
use crate::words::{CategoryText, Words, states};
use stepguard_verify::Trace;

pub(crate) const TEXT: CategoryText = CategoryText {
    category: Category::WrongTemporalOrder,
    title: "Wrong order",
    short: "was true before, or comes too late",
    long: "What the step needs is part of this plan, at the wrong time: it held in an earlier state and a step undid it, or \
           a later step makes it true. The steps are there; moving one of them would do. Two steps of the same moment that \
           disturb each other belong here as well.",
    example: "(pour kettle mug) before (open kettle): the lid is opened one step too late.",
};

pub(crate) fn word(words: &Words<'_>, trace: &Trace<'_>, finding: &mut Finding<'_>) {
    let Some(step) = finding.step else { return };
    let verb = words.verb(trace, step);
    if let Kind::Interferes | Kind::TooClose = finding.kind {
        let other = finding.other_step.map(|other| words.step(trace, other)).unwrap_or_default();
        if finding.kind == Kind::Interferes {
            finding.message = format!("{verb} happens at the same time as {other}, and the two disturb each other");
            finding.help =
                "Of two steps at one moment none may change what the other reads, nor undo what it does. Give \
                            them different times."
                    .to_owned();
        } else {
            finding.message =
                format!("{verb} comes too soon after {other}: the two disturb each other and need a distance in time");
            finding.help = "Steps that read or change the same facts must be at least epsilon apart. Move this step a \
                            little later, or choose a smaller epsilon."
                .to_owned();
        }
        finding.why_not = vec![(
            Category::MissingStep,
            "both steps could run one after the other; only the moment is wrong".to_owned(),
        )];
        return;
    }
    let Some(labelled) = finding.main_literal() else { return };
    let text = labelled.text.clone();
    let deleted = labelled.deleted_by.map(|by| words.step(trace, by));
    let established = labelled.established_by.map(|by| words.step(trace, by));
    let held = states(&labelled.held_in);
    let achievable = labelled.achievable;
    match (finding.kind, deleted, established) {
        (Kind::UndoneEarlier, Some(by), again) => {
            finding.message = format!("{verb} needs {text}, which held until {by} undid it");
            finding.help = match &again {
                Some(again) => {
                    format!("It held in {held}, and {again} makes it true again, too late: move one of these steps.")
                }
                None => format!("It held in {held}. Move this step before {by}, or restore the fact in between."),
            };
            finding.why_not = vec![(
                Category::MissingStep,
                format!("the fact was there ({held}); what went wrong is when it was undone"),
            )];
        }
        (_, _, Some(by)) => {
            finding.message = format!("{verb} needs {text}, which {by} makes true: too late");
            finding.help = format!("Move {by} in front of this step.");
            finding.why_not = vec![(
                Category::MissingStep,
                "the plan itself establishes it later; moving that step is enough, nothing new is needed".to_owned(),
            )];
        }
        (_, _, None) => {}
    }
    if achievable == Some(true) {
        finding.why_not.push((Category::Affordance, format!("{text} can become true, so the object can be used so")));
    }
}
