//! What the baseline agents say. Short: a plan is a list already, and what is worth saying is what the agent believes.

use crate::agent::Question;
use crate::chance::Chance;
use crate::world::{Act, Tutor};
use stepguard_results::environment::Environment;
use stepguard_results::record::Planned;

pub(super) const GOES_ON: &str = "I go on with my plan.";
pub(super) const AT_A_LOSS: &str = "I know nothing better than to try this.";
pub(super) const LOOKS_ON: &str = "I have not seen all that I need, so I look further.";
pub(super) const NEAREST: &str = "This is the nearest thing that looks useful.";
pub(super) const ANYTHING: &str = "Anything may help.";
pub(super) const SHOULD_DO: &str = "The rest of my plan should do.";
pub(super) const SOMETHING_ELSE: &str = "It should be done by now; I try again what I did before.";
pub(super) const ALL_DONE: &str = "Everything that was asked for is done, so I stop.";
pub(super) const NOTHING_TO_DO: &str = "There is nothing to be done.";
pub(super) const SURE: &str = "I am sure of my plan.";
pub(super) const STILL_LOOKING: &str = "I have not found it yet. It must be somewhere here, so I look here again.";

/// What is said first when the last step was refused.
pub(super) fn after(question: &Question<'_>, reasoning: &str) -> String {
    match question.history.last() {
        Some(last) if last.ran == Some(false) && last.act.is_some() => {
            format!("\u{201c}{}\u{201d} was refused. {reasoning}", last.name)
        }
        Some(last) if last.ran == Some(false) => format!("My last answer was not understood. {reasoning}"),
        _ => reasoning.to_owned(),
    }
}

pub(super) fn knows(steps: usize) -> String {
    match steps {
        1 => "I know where everything is; one step is left.".to_owned(),
        _ => format!("I know where everything is; {steps} steps are left."),
    }
}

pub(super) fn enough(steps: usize) -> String {
    match steps {
        1 => "This one step is all that it takes.".to_owned(),
        _ => format!("These {steps} steps are all that it takes."),
    }
}

pub(super) fn must_work(name: &str) -> String {
    format!("\u{201c}{name}\u{201d} is right, so I do it.")
}

/// A step is left out and not missed.
pub(super) fn straight(tutor: &dyn Tutor, plan: &[Act], left_out: Option<usize>) -> String {
    let Some(at) = left_out else { return SHOULD_DO.to_owned() };
    let name = |place: Option<usize>| place.and_then(|place| plan.get(place)).map(|act| tutor.name(*act));
    match (name(at.checked_sub(1)), name(at.checked_add(1))) {
        (Some(before), Some(next)) => {
            format!(
                "From \u{201c}{before}\u{201d} I go straight on to \u{201c}{next}\u{201d}; nothing is needed in between."
            )
        }
        (None, Some(next)) => format!("I begin with \u{201c}{next}\u{201d}; nothing has to be done before."),
        (Some(before), None) => format!("With \u{201c}{before}\u{201d} it is done."),
        (None, None) => SHOULD_DO.to_owned(),
    }
}

pub(super) fn wants(tutor: &dyn Tutor, act: Option<Act>) -> String {
    match act {
        Some(act) => format!("Next I want to do this: \u{201c}{}\u{201d}.", tutor.name(act)),
        None => SURE.to_owned(),
    }
}

/// An action that is on no menu.
pub(super) fn made_up(tutor: &dyn Tutor, chance: &mut Chance) -> Planned {
    let menu = tutor.menu();
    let verbs = ["wipe", "lift", "check", "wait for", "push", "unlock"];
    let verb = chance.pick(&verbs).copied().unwrap_or("wait for");
    let object = chance.pick(menu).and_then(|name| object(name)).unwrap_or_else(|| "thing".to_owned());
    let id = i64::try_from(menu.len() + chance.below(40)).ok();
    Planned { id, name: format!("{verb} the {object}"), pose: Vec::new() }
}

/// The last word of an action's name.
fn object(name: &str) -> Option<String> {
    name.rsplit(' ').next().filter(|word| !word.is_empty()).map(str::to_owned)
}

/// What is meant, where the plan does something else.
pub(super) fn means(tutor: &dyn Tutor, plan: &[Act], spoilt: &[Act]) -> String {
    match tutor.task().environment {
        Environment::Navigation => format!("What I am to go to is {}.", way(plan)),
        Environment::Manipulation => {
            let other = plan.iter().zip(spoilt).find(|(right, wrong)| right != wrong).map(|(right, _)| *right);
            match other.or_else(|| plan.first().copied()) {
                Some(Act::Pose([x, y, z, ..])) => format!("What I need is at [{x}, {y}, {z}]."),
                _ => SURE.to_owned(),
            }
        }
        Environment::Alfred | Environment::Habitat => {
            let other = plan.iter().find(|act| !spoilt.contains(act));
            match other {
                Some(act) => format!("What I need is this: \u{201c}{}\u{201d}.", tutor.name(*act)),
                None => SURE.to_owned(),
            }
        }
    }
}

/// What is believed, and is not so.
pub(super) fn believes(tutor: &dyn Tutor, spoilt: &[Act], question: &Question<'_>) -> String {
    match tutor.task().environment {
        Environment::Navigation => format!("I see what I am to go to {}.", way(spoilt)),
        Environment::Manipulation => {
            let closes = spoilt.iter().find(|act| matches!(act, Act::Pose([.., 0])));
            match closes.or_else(|| spoilt.first()) {
                Some(Act::Pose([x, y, z, ..])) => format!("I see what I need at [{x}, {y}, {z}]."),
                _ => SURE.to_owned(),
            }
        }
        Environment::Alfred | Environment::Habitat => {
            let names: Vec<String> = spoilt.iter().map(|act| tutor.name(*act)).collect();
            let taken = names.iter().position(|name| takes(name));
            let place = taken.and_then(|taken| names[..taken].iter().rfind(|name| goes(name)));
            match (taken.map(|taken| &names[taken]), place) {
                (Some(taken), Some(place)) => {
                    format!("I see what I need there: first \u{201c}{place}\u{201d}, then \u{201c}{taken}\u{201d}.")
                }
                _ => format!("I see where it is, {} steps from the end.", question.left),
            }
        }
    }
}

/// Whether an action goes somewhere.
pub(super) fn goes(name: &str) -> bool {
    let name = name.to_lowercase();
    ["find ", "navigate to ", "go to "].iter().any(|verb| name.starts_with(verb))
}

/// Whether an action only looks: it goes somewhere or opens something.
pub(super) fn looks(name: &str) -> bool {
    goes(name) || name.to_lowercase().starts_with("open ")
}

/// Whether an action takes something.
pub(super) fn takes(name: &str) -> bool {
    name.to_lowercase().starts_with("pick ")
}

/// Whether an action is about this thing.
pub(super) fn names(name: &str, thing: &str) -> bool {
    name.strip_suffix(thing).is_some_and(|before| before.ends_with(' '))
}

/// Where a way leads, from where one stands and looks.
fn way(plan: &[Act]) -> String {
    // Ahead and to the right, in quarters of a metre; turns are quarters to the right.
    let (mut ahead, mut right, mut turn) = (0_i32, 0_i32, 0_i32);
    for act in plan {
        let (forward, side) = match act {
            Act::Id(0) => (1, 0),
            Act::Id(1) => (-1, 0),
            Act::Id(2) => (0, 1),
            Act::Id(3) => (0, -1),
            Act::Id(4) => {
                turn = (turn + 1) % 4;
                continue;
            }
            Act::Id(5) => {
                turn = (turn + 3) % 4;
                continue;
            }
            _ => continue,
        };
        let (forward, side) = match turn {
            0 => (forward, side),
            1 => (-side, forward),
            2 => (-forward, -side),
            _ => (side, -forward),
        };
        ahead += forward;
        right += side;
    }
    let metres = |quarters: i32| format!("{}.{:02} m", quarters.abs() / 4, quarters.abs() % 4 * 25);
    let ahead = (ahead != 0).then(|| format!("{} {}", metres(ahead), if ahead > 0 { "ahead" } else { "behind me" }));
    let right = (right != 0).then(|| format!("{} to the {}", metres(right), if right > 0 { "right" } else { "left" }));
    match (ahead, right) {
        (Some(ahead), Some(right)) => format!("about {ahead} and {right}"),
        (Some(one), None) | (None, Some(one)) => format!("about {one}"),
        (None, None) => "right here".to_owned(),
    }
}

/// What an agent says that it sees: the words of the observation that matter most.
pub(super) fn sees(environment: Environment, observation: &str) -> String {
    let first = observation.lines().next().unwrap_or_default();
    match environment {
        Environment::Navigation => {
            let mut sentences = observation.split_inclusive(". ").map(str::trim);
            let begins = sentences.next().unwrap_or_default();
            match sentences.last() {
                Some(last) => format!("{begins} {last}"),
                None => begins.to_owned(),
            }
        }
        _ => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(ids: &[usize]) -> Vec<Act> {
        ids.iter().map(|id| Act::Id(*id)).collect()
    }

    #[test]
    fn ways_are_told_as_seen_from_the_start() {
        assert_eq!(way(&plan(&[0, 0, 0, 2])), "about 0.75 m ahead and 0.25 m to the right");
        assert_eq!(way(&plan(&[4, 0, 0, 0, 0])), "about 1.00 m to the right");
        assert_eq!(way(&plan(&[5, 0, 3])), "about 0.25 m behind me and 0.25 m to the left");
        assert_eq!(way(&plan(&[4, 4, 0])), "about 0.25 m behind me");
        assert_eq!(way(&plan(&[0, 1, 6, 7])), "right here");
    }

    #[test]
    fn names_of_things_are_whole() {
        assert!(names("pick up the Mug_1", "Mug_1"));
        assert!(!names("pick up the BigMug_1", "Mug_1"));
        assert!(
            takes("pick up the Mug_1") && goes("find Sink") && looks("open the Fridge") && !looks("close the Fridge")
        );
    }

    #[test]
    fn what_is_seen_is_short() {
        let text = "You stand in the hall. Near you: a lamp. What you are to go to is not in view.";
        assert_eq!(sees(Environment::Navigation, text), "You stand in the hall. What you are to go to is not in view.");
        assert_eq!(sees(Environment::Alfred, "You are here.\nAnd more."), "You are here.");
    }
}
