//! Rules for episodes of a simulator, where it is known what would have solved the task and what was never seen. What an agent
//! says decides between a mistake in what it does and one in what it sees: it acts otherwise than it says, or it acts as it
//! says and what it says is not so. The second needs a person.

use super::{Case, Class, Evidence, Found, INVALID_LIMIT, Knowledge, LineOf, Proof, begins_with, tokens};
use crate::environment::Environment;
use crate::record::{Kind, Planned, Round};
use std::collections::BTreeSet;

/// A plan may lack so many steps of a way to the goal and still be that way with steps left out.
const LEFT_OUT: usize = 2;

/// Steps after which one can speak of somebody who does not look further.
const LONG: usize = 6;

impl Case<'_> {
    /// The rules in their order, those that hold.
    pub(super) fn known(&self, knowledge: &Knowledge) -> Vec<(Class, Found)> {
        let rules: [(Class, &dyn Fn() -> Proof); 7] = [
            (Class::ActionIdMismatch, &|| self.id_mismatch()),
            (Class::InaccurateAction, &|| self.acts_otherwise()),
            (Class::WrongTermination, &|| self.wrong_termination()),
            (Class::Reflection, &|| self.reflection()),
            (Class::InsufficientExploration, &|| self.nothing_new(knowledge)),
            (Class::MissingStep, &|| self.left_out(knowledge)),
            (Class::InvalidAction, &|| self.impossible()),
        ];
        rules.iter().filter_map(|(class, rule)| Some((*class, rule()?))).collect()
    }

    /// The plan to be run does something else than the plan in words.
    fn acts_otherwise(&self) -> Proof {
        let mut proof = Vec::new();
        let mut why = None;
        for (number, round) in self.rounds.iter().enumerate() {
            let Some(answer) = &round.answer else { continue };
            let said = sentences(answer.plan.as_deref().unwrap_or_default());
            if said.is_empty() {
                continue;
            }
            let Some((says, does)) = differs(&said, &answer.actions) else { continue };
            let place = self.place_of(number, round, &does);
            why.get_or_insert_with(|| {
                format!("The plan in words says \u{201c}{says}\u{201d}; what it runs is \u{201c}{does}\u{201d}.")
            });
            proof.push(Evidence { round: Some(number), step: place, text: format!("{does}, for: {says}") });
        }
        Some((why?, proof))
    }

    /// The place of the step of a round that has this name.
    fn place_of(&self, number: usize, round: &Round, name: &str) -> Option<usize> {
        let step = round.steps.iter().find(|step| step.kind == Kind::Step && step.name == name)?;
        self.lines.iter().find(|line| line.round == number && std::ptr::eq(line.step, step))?.place
    }

    fn steps(&self) -> impl Iterator<Item = &LineOf<'_>> {
        self.lines.iter().filter(|line| line.step.kind == Kind::Step)
    }

    /// Something that is needed was never seen, the agent says that it is still looking, and hardly any step showed anything
    /// new.
    fn nothing_new(&self, knowledge: &Knowledge) -> Proof {
        let needed = knowledge.unseen.first()?;
        let steps = self.steps().count();
        // The first steps are new to anybody.
        let later = knowledge.news.get(steps / 3..).unwrap_or_default();
        let new = later.iter().filter(|new| **new).count();
        if steps < LONG || new * 5 > later.len() {
            return None;
        }
        let says = |round: &&(usize, &Round)| {
            let reasoning = round.1.answer.as_ref().and_then(|answer| answer.reasoning.as_deref());
            reasoning.is_some_and(still_looking)
        };
        let rounds: Vec<(usize, &Round)> = self.rounds.iter().enumerate().collect();
        let looking: Vec<&(usize, &Round)> = rounds.iter().filter(says).collect();
        if looking.len() * 2 < rounds.len() {
            return None;
        }
        let (number, round) = looking.last()?;
        let said = round.answer.as_ref().and_then(|answer| answer.reasoning.clone()).unwrap_or_default();
        let mut proof = vec![Evidence { round: Some(*number), step: None, text: said }];
        proof.extend(self.steps().last().map(LineOf::evidence));
        let why = format!(
            "It never saw the {needed}. It says that it is looking, and {new} of its last {} steps showed anything new.",
            later.len()
        );
        Some((why, proof))
    }

    /// Plans are ways to the goal from which steps are missing: ones that were never tried, or there are many such plans.
    fn left_out(&self, knowledge: &Knowledge) -> Proof {
        let tried: BTreeSet<&str> = self.steps().map(|line| line.step.name.as_str()).collect();
        let mut short: Vec<(usize, String, Evidence)> = Vec::new();
        // A plan that is given again says nothing new.
        let mut plans: BTreeSet<Vec<&str>> = BTreeSet::new();
        for (number, round) in self.rounds.iter().enumerate() {
            let (Some(answer), Some(solution)) = (&round.answer, knowledge.solutions.get(number)) else { continue };
            let planned: Vec<&str> = answer.actions.iter().map(|action| action.name.as_str()).collect();
            plans.insert(planned.clone());
            if planned.is_empty() || planned.len() >= solution.len() || solution.len() > planned.len() + LEFT_OUT {
                continue;
            }
            let Some(missing) = missing(&planned, solution) else { continue };
            let never = missing.iter().find(|name| !tried.contains(name.as_str()));
            let Some(first) = never.or(missing.first()) else { continue };
            let text = format!("the plan without \u{201c}{first}\u{201d}: {}", planned.join("; "));
            let proof = Evidence { round: Some(number), step: None, text };
            if let Some(never) = never {
                let mut proof = vec![proof];
                let refused = self.lines.iter().find(|line| line.round >= number && line.failed());
                proof.extend(refused.map(LineOf::evidence));
                let why =
                    format!("With \u{201c}{never}\u{201d} the plan would have done; no step of the episode does that.");
                return Some((why, proof));
            }
            short.push((number, first.clone(), proof));
        }
        if short.len() < 2 || short.len() * 2 < plans.len() {
            return None;
        }
        let (.., first, _) = short.first()?;
        let why = format!(
            "{} of {} different plans would have done with a step more, such as \u{201c}{first}\u{201d}.",
            short.len(),
            plans.len()
        );
        Some((why, short.into_iter().map(|(.., proof)| proof).collect()))
    }

    /// Much of what it wants cannot be done, each time something else.
    fn impossible(&self) -> Proof {
        let bad: Vec<&LineOf<'_>> =
            self.lines.iter().filter(|line| line.failed() || line.step.kind == Kind::UnreadablePlan).collect();
        let what: BTreeSet<String> = bad
            .iter()
            .map(|line| match line.step.kind {
                Kind::UnreadablePlan => self.rounds.get(line.round).map(|round| round.raw.clone()).unwrap_or_default(),
                _ => line.step.name.clone(),
            })
            .collect();
        let high = matches!(self.environment, Environment::Alfred | Environment::Habitat);
        let at_limit = high && bad.len() >= INVALID_LIMIT;
        let many = bad.len() >= 2 && bad.len() * 5 >= self.lines.len() * 2;
        // Who wants the same thing again and again does not plan the impossible: it is sure of something that is not so.
        if !(at_limit || many) || what.len() * 5 < bad.len() * 2 {
            return None;
        }
        let why = format!("{} of {} lines are invalid, {} different ones.", bad.len(), self.lines.len(), what.len());
        Some((why, bad.iter().map(|line| line.evidence()).collect()))
    }
}

/// The sentences of a numbered plan.
fn sentences(plan: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let Some(mut rest) = plan.strip_prefix("1. ") else { return out };
    for number in 2.. {
        let next = format!(" {number}. ");
        let Some(at) = rest.find(&next) else { break };
        out.push(rest[..at].trim_end_matches('.'));
        rest = &rest[at + next.len()..];
    }
    out.push(rest.trim_end_matches('.'));
    out
}

/// What is said and what is done instead, in the first place where they part.
fn differs(said: &[&str], done: &[Planned]) -> Option<(String, String)> {
    if done.iter().any(|action| !action.pose.is_empty()) {
        return poses_differ(said, done);
    }
    let said: Vec<Vec<String>> = said.iter().map(|sentence| tokens(sentence)).collect();
    let does: Vec<Vec<String>> = done.iter().map(|action| tokens(&action.name)).collect();
    if done.is_empty() || said == does {
        return None;
    }
    let same_verb = |a: &[String], b: &[String]| a.first() == b.first();
    let odd = does.iter().position(|action| !said.contains(action));
    let instead = |action: &[String]| said.iter().position(|one| !does.contains(one) && same_verb(one, action));
    let (says, does_at) = match odd {
        Some(place) => (instead(&does[place]).or_else(|| said.iter().position(|one| !does.contains(one))), place),
        None => (None, 0),
    };
    match says {
        Some(says) => Some((said[says].join(" "), done.get(does_at)?.name.clone())),
        // The same words in another order, or more of some: where they part first.
        None => {
            let place = said.iter().zip(&does).position(|(said, does)| said != does)?;
            Some((said.get(place)?.join(" "), done.get(place)?.name.clone()))
        }
    }
}

/// A pose that is at no place which the plan in words names.
fn poses_differ(said: &[&str], done: &[Planned]) -> Option<(String, String)> {
    let places: Vec<[i64; 3]> = said.iter().filter_map(|sentence| place(sentence)).collect();
    if places.len() < said.len() {
        return None;
    }
    let first = *places.first()?;
    let off = |place: &[i64; 3], action: &Planned| match action.pose.as_slice() {
        [x, y, z, ..] => [(place[0], x), (place[1], y), (place[2], z)].iter().any(|(a, b)| a.abs_diff(**b) > 1),
        _ => false,
    };
    let (at, action) = done.iter().enumerate().find(|(_, action)| places.iter().all(|place| off(place, action)))?;
    let meant = places.get(at).copied().unwrap_or(first);
    Some((format!("[{}, {}, {}]", meant[0], meant[1], meant[2]), action.name.clone()))
}

/// The first three numbers in square brackets, whether there can be such a place or not.
fn place(sentence: &str) -> Option<[i64; 3]> {
    let inside = sentence.split('[').nth(1)?.split(']').next()?;
    let numbers: Vec<i64> = inside.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
    <[i64; 3]>::try_from(numbers).ok()
}

/// The steps of a way that a plan leaves out; `None` where the plan is not that way with steps left out.
fn missing(planned: &[&str], solution: &[String]) -> Option<Vec<String>> {
    let mut rest = planned.iter().peekable();
    let out: Vec<String> =
        solution.iter().filter(|step| rest.next_if(|next| *next == step).is_none()).cloned().collect();
    let only_goes = |name: &String| ["find", "navigate to", "go to"].iter().any(|verb| begins_with(name, verb));
    (rest.peek().is_none() && !out.iter().all(only_goes)).then_some(out)
}

/// Whether an agent says that it has not found what it needs.
fn still_looking(reasoning: &str) -> bool {
    let text = reasoning.to_lowercase();
    ["not found it", "not seen", "not yet seen", "still looking", "cannot see", "can't see", "look for", "search for"]
        .iter()
        .any(|phrase| text.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<Planned> {
        names.iter().map(|name| Planned { id: Some(1), name: (*name).to_owned(), pose: Vec::new() }).collect()
    }

    #[test]
    fn plans_in_words_are_taken_apart() {
        assert_eq!(sentences("1. Move forward by 0.25. 2. Stop."), ["Move forward by 0.25", "Stop"]);
        assert_eq!(sentences("1. Go."), ["Go"]);
        assert!(sentences("go on").is_empty());
    }

    #[test]
    fn words_and_deeds() {
        let done = named(&["find Shelf_1", "pick up the Plate_1"]);
        assert_eq!(differs(&["Find Shelf_1", "Pick up the Plate_1"], &done), None);
        let (says, does) = differs(&["Find Shelf_1", "Pick up the Mug_1"], &done).expect("another thing");
        assert_eq!((says.as_str(), does.as_str()), ("pick up mug 1", "pick up the Plate_1"));
        let pose = |x: i64| Planned { id: None, name: format!("{x}"), pose: vec![x, 50, 20, 0, 60, 0, 0] };
        let said = ["Move to [40, 50, 20], gripper closed"];
        assert_eq!(differs(&said, &[pose(41)]), None, "within a bin");
        assert!(differs(&said, &[pose(44)]).is_some());
        assert_eq!(differs(&["Move to [140, 50, 20], gripper closed"], &[pose(140)]), None, "out of reach, as it says");
    }

    #[test]
    fn plans_with_steps_left_out() {
        let solution: Vec<String> = ["find A", "open A", "pick up B"].map(str::to_owned).to_vec();
        assert_eq!(missing(&["find A", "pick up B"], &solution), Some(vec!["open A".to_owned()]));
        assert_eq!(missing(&["open A", "pick up B"], &solution), None, "only a way is left out");
        assert_eq!(missing(&["pick up C"], &solution), None);
    }
}
