//! Why an episode failed, as far as its record decides. Seven classes have a rule each; a rule names the lines that prove it.
//! Everything else, above all what an agent saw wrongly, needs a person, and is said to.
//!
//! A record can show several mistakes. The first rule that holds gives the class, the others are named beside it. The order
//! goes from what stands in the record word by word (numbers and names that disagree, an agent that stops) over patterns of
//! feedback to comparisons of words; where an earlier rule holds, a later one is often its consequence.
//!
//! Of episodes of a simulator more is known than their record tells: what would have solved the task, and what was never seen
//! ([`Knowledge`]). Rules that need it decide nothing without it.

use crate::environment::{Environment, Subset};
use crate::record::{Attempt, Episode, Kind, Round, Step};
use std::collections::BTreeSet;

/// A class of errors that a record can decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The number of a planned action is that of another action than its name says.
    ActionIdMismatch,
    /// The agent stopped although the task was not done.
    WrongTermination,
    /// It repeats what the environment has refused.
    Reflection,
    /// It does not go and look where it has not been.
    InsufficientExploration,
    /// A step that makes another possible is never taken.
    MissingStep,
    /// Its plans are full of actions that are not possible or not there.
    InvalidAction,
    /// It does something possible with the wrong object or at the wrong place.
    InaccurateAction,
}

impl Class {
    /// All of them, in the order in which their rules are asked.
    pub const ALL: [Self; 7] = [
        Self::ActionIdMismatch,
        Self::WrongTermination,
        Self::Reflection,
        Self::InsufficientExploration,
        Self::MissingStep,
        Self::InvalidAction,
        Self::InaccurateAction,
    ];

    /// Its name in links and files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::ActionIdMismatch => "action-id-mismatch",
            Self::WrongTermination => "wrong-termination",
            Self::Reflection => "reflection",
            Self::InsufficientExploration => "insufficient-exploration",
            Self::MissingStep => "missing-step",
            Self::InvalidAction => "invalid-action",
            Self::InaccurateAction => "inaccurate-action",
        }
    }

    /// Its group.
    #[must_use]
    pub const fn group(self) -> &'static str {
        match self {
            Self::WrongTermination | Self::Reflection | Self::InsufficientExploration => "reasoning",
            _ => "planning",
        }
    }
}

/// A line that proves something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Its round, from 0.
    pub round: Option<usize>,
    /// Its place among the steps, from 1.
    pub step: Option<usize>,
    /// The words of the record.
    pub text: String,
}

/// What the rules say of a failed episode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The class; `None` when a person is needed.
    pub class: Option<Class>,
    /// What was seen, in words.
    pub why: String,
    /// The lines that prove it.
    pub evidence: Vec<Evidence>,
    /// Other classes whose rules hold.
    pub also: Vec<Class>,
}

/// What a simulator knows of an episode besides its record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// For each round, the actions that solve the task from where the round began; none where no way is known.
    pub solutions: Vec<Vec<String>>,
    /// What the task needs and the agent never saw.
    pub unseen: Vec<String>,
    /// For each step, whether it brought the agent to where it had not been, or something into view for the first time.
    pub news: Vec<bool>,
}

/// Invalid actions after which the two high-level environments end an episode.
const INVALID_LIMIT: usize = 10;

/// As often must an action fail in the same way, one time after the other, before it counts as ignoring feedback.
const REPEATS: usize = 3;

/// Grip closings further than this from everything the planner names are off: bins of one centimetre.
const REACH: i64 = 4;

/// Judges a failed episode; `None` for a success and where there is no result.
#[must_use]
pub fn judge(episode: &Episode, environment: Environment, subset: Option<Subset>) -> Option<Verdict> {
    judge_knowing(episode, environment, subset, None)
}

/// Judges a failed episode of which more may be known than its record.
#[must_use]
pub fn judge_knowing(
    episode: &Episode,
    environment: Environment,
    subset: Option<Subset>,
    knowledge: Option<&Knowledge>,
) -> Option<Verdict> {
    if episode.outcome.as_ref()?.success()? {
        return None;
    }
    let empty = Attempt::default();
    let case = Case {
        episode,
        environment,
        subset,
        lines: lines(episode.attempts.last().unwrap_or(&empty)),
        rounds: episode.attempts.last().map(|attempt| attempt.rounds.as_slice()).unwrap_or_default(),
    };
    let found = match knowledge {
        Some(knowledge) => case.known(knowledge),
        None => Class::ALL.into_iter().filter_map(|class| Some((class, case.rule(class)?))).collect(),
    };
    let mut found: std::vec::IntoIter<(Class, Found)> = found.into_iter();
    let Some((class, (why, evidence))) = found.next() else {
        let why = if case.lines.is_empty() {
            "There is no record of its steps."
        } else {
            "No rule decides from the record; what the agent saw may be wrong."
        };
        return Some(Verdict { class: None, why: why.to_owned(), evidence: Vec::new(), also: Vec::new() });
    };
    Some(Verdict { class: Some(class), why, evidence, also: found.map(|(class, ..)| class).collect() })
}

/// A line of the last attempt: its round, its place among the steps, the step.
struct LineOf<'a> {
    round: usize,
    place: Option<usize>,
    step: &'a Step,
}

fn lines(attempt: &Attempt) -> Vec<LineOf<'_>> {
    let mut place = 0;
    attempt
        .steps()
        .map(|(round, step)| {
            let is_step = step.kind == Kind::Step;
            place += usize::from(is_step);
            LineOf { round, place: is_step.then_some(place), step }
        })
        .collect()
}

impl LineOf<'_> {
    fn evidence(&self) -> Evidence {
        let text = match &self.step.feedback {
            Some(feedback) => format!("{}: {feedback}", self.step.name),
            None => self.step.name.clone(),
        };
        Evidence { round: Some(self.round), step: self.place, text }
    }

    fn failed(&self) -> bool {
        self.step.kind == Kind::Step && self.step.ran == Some(false)
    }

    fn feedback(&self) -> String {
        self.step.feedback.as_deref().unwrap_or_default().to_lowercase()
    }
}

struct Case<'a> {
    episode: &'a Episode,
    environment: Environment,
    subset: Option<Subset>,
    lines: Vec<LineOf<'a>>,
    rounds: &'a [Round],
}

/// What a rule saw, and the lines that prove it.
type Found = (String, Vec<Evidence>);

type Proof = Option<Found>;

impl Case<'_> {
    fn rule(&self, class: Class) -> Proof {
        match class {
            Class::ActionIdMismatch => self.id_mismatch(),
            Class::WrongTermination => self.wrong_termination(),
            Class::Reflection => self.reflection(),
            Class::InsufficientExploration => self.exploration(),
            Class::MissingStep => self.missing_step(),
            Class::InvalidAction => self.invalid_action(),
            Class::InaccurateAction => self.inaccurate_action(),
        }
    }

    /// What the environment calls the action that ran, against the name beside the same number in the plan.
    fn id_mismatch(&self) -> Proof {
        let mut proof = Vec::new();
        for (number, round) in self.rounds.iter().enumerate() {
            let planned = round.answer.as_ref().map(|answer| answer.actions.as_slice()).unwrap_or_default();
            let ran = round.steps.iter().filter(|step| step.kind == Kind::Step);
            for (step, planned) in ran.zip(planned) {
                let same_id = step.action.is_some() && step.action == planned.id;
                if same_id && !same_action(&step.name, &planned.name) {
                    let place =
                        self.lines.iter().find(|line| std::ptr::eq(line.step, step)).and_then(|line| line.place);
                    let id = planned.id.unwrap_or_default();
                    proof.push(Evidence {
                        round: Some(number),
                        step: place,
                        text: format!("{id} \u{201c}{}\u{201d}; {id} is \u{201c}{}\u{201d}", planned.name, step.name),
                    });
                }
            }
        }
        let first = proof.first()?;
        Some((format!("The plan gives an action the number of another one: {}.", first.text), proof))
    }

    /// An empty plan ends the episode, and the task is not solved.
    fn wrong_termination(&self) -> Proof {
        let line = self.lines.iter().rev().find(|line| line.step.kind == Kind::EmptyPlan);
        let empty_last = line.filter(|line| self.lines.last().is_some_and(|last| std::ptr::eq(last.step, line.step)));
        let stated = self.episode.outcome.as_ref().is_some_and(|outcome| outcome.ended_empty());
        if empty_last.is_none() && !stated {
            return None;
        }
        let round = empty_last.map(|line| line.round).or_else(|| self.rounds.len().checked_sub(1));
        let said = round.and_then(|round| self.rounds.get(round)).and_then(|round| round.answer.as_ref());
        let said = said.and_then(|answer| answer.reasoning.clone()).unwrap_or_else(|| "empty plan".to_owned());
        let proof = vec![Evidence { round, step: None, text: said }];
        Some(("The agent ended the episode with an empty plan; the task was not done.".to_owned(), proof))
    }

    /// The same action with the same feedback, failing several times in a row, across rounds.
    fn reflection(&self) -> Proof {
        let steps: Vec<&LineOf<'_>> = self.lines.iter().filter(|line| line.step.kind == Kind::Step).collect();
        let mut proof: Vec<Evidence> = Vec::new();
        let mut longest = 0;
        let mut start = 0;
        while start < steps.len() {
            let same = |line: &&&LineOf<'_>| {
                line.failed()
                    && line.step.action == steps[start].step.action
                    && line.step.name == steps[start].step.name
                    && line.step.feedback == steps[start].step.feedback
            };
            let run: Vec<&&LineOf<'_>> = steps[start..].iter().take_while(|line| same(line)).collect();
            let rounds: BTreeSet<usize> = run.iter().map(|line| line.round).collect();
            // Within one round nothing was said back yet.
            if rounds.len() >= REPEATS {
                longest = longest.max(run.len());
                proof.extend(run.iter().map(|line| line.evidence()));
            }
            start += run.len().max(1);
        }
        let first = proof.first()?.text.clone();
        Some((format!("The same action got the same answer {longest} times in a row: {first}."), proof))
    }

    /// Told that something is not there, it goes to no place where it has not been before, although steps are left or used.
    fn exploration(&self) -> Proof {
        if self.environment == Environment::Manipulation {
            return None;
        }
        if self.environment == Environment::Navigation {
            return self.blocked_or_blind();
        }
        let missed: Vec<usize> = self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, l)| l.failed() && not_found(&l.feedback()))
            .map(|(i, _)| i)
            .collect();
        let (first, last) = (*missed.first()?, *missed.last()?);
        if missed.len() < 2 {
            return None;
        }
        let place = |line: &LineOf<'_>| {
            (line.step.kind == Kind::Step && line.step.ran != Some(false)).then(|| goes_to(&line.step.name)).flatten()
        };
        let before: BTreeSet<String> = self.lines[..first].iter().filter_map(place).collect();
        let new: BTreeSet<String> =
            self.lines[first..].iter().filter_map(place).filter(|place| !before.contains(place)).collect();
        // One more place than before is hardly a search; two are.
        if new.len() > 1 {
            return None;
        }
        let proof = vec![self.lines[first].evidence(), self.lines[last].evidence()];
        let why = format!(
            "{} times something was not there, and afterwards it went to {} that it had not seen before.",
            missed.len(),
            if new.is_empty() { "no place".to_owned() } else { "one place".to_owned() }
        );
        Some((why, proof))
    }

    /// Navigation: the whole episode without a turn, and never nearer than at the start.
    fn blocked_or_blind(&self) -> Proof {
        let steps: Vec<&LineOf<'_>> = self.lines.iter().filter(|line| line.step.kind == Kind::Step).collect();
        let limit = usize::try_from(self.environment.step_limit()).unwrap_or(usize::MAX);
        let turned = steps.iter().any(|line| {
            let name = line.step.name.to_lowercase();
            name.contains("rotat") || name.contains("turn") || name.contains("tilt") || name.contains("look")
        });
        let (first, last) = (steps.first()?, steps.last()?);
        let nearest = steps.iter().filter_map(|line| line.step.distance).fold(f64::INFINITY, f64::min);
        if steps.len() < limit || turned || nearest < first.step.distance? - 1e-9 {
            return None;
        }
        let why = "It used all steps, never turned or looked elsewhere, and never came nearer.".to_owned();
        Some((why, vec![first.evidence(), last.evidence()]))
    }

    /// An action was refused for want of something that one other action brings about, and that action never ran.
    fn missing_step(&self) -> Proof {
        for line in self.lines.iter().filter(|line| line.failed()) {
            let feedback = line.feedback();
            let Some((need, words)) = needs(&feedback) else { continue };
            let later = self.lines.iter().any(|other| {
                other.step.kind == Kind::Step
                    && other.step.ran != Some(false)
                    && words.iter().any(|word| begins_with(&other.step.name, word))
            });
            if !later {
                let why = format!("{need}; no step of the episode does that.");
                return Some((why, vec![line.evidence()]));
            }
        }
        None
    }

    /// The episode ended at the limit of invalid actions, or at least half of its lines are invalid.
    fn invalid_action(&self) -> Proof {
        let bad: Vec<&LineOf<'_>> =
            self.lines.iter().filter(|line| line.failed() || line.step.kind == Kind::UnreadablePlan).collect();
        let stated = self.episode.outcome.as_ref().and_then(|outcome| outcome.num_invalid_actions).unwrap_or(0.0);
        let limit = u32::try_from(INVALID_LIMIT).map_or(f64::INFINITY, f64::from);
        let high = matches!(self.environment, Environment::Alfred | Environment::Habitat);
        let at_limit = high && (bad.len() >= INVALID_LIMIT || stated >= limit);
        let half = bad.len() >= 2 && bad.len() * 2 >= self.lines.len();
        if !at_limit && !half {
            return None;
        }
        let why = if at_limit {
            format!("The episode ended after {} invalid actions.", bad.len().max(INVALID_LIMIT))
        } else {
            format!("{} of {} lines are invalid actions.", bad.len(), self.lines.len())
        };
        Some((why, bad.iter().map(|line| line.evidence()).collect()))
    }

    fn inaccurate_action(&self) -> Proof {
        match self.environment {
            Environment::Manipulation => self.inaccurate_pose(),
            Environment::Alfred | Environment::Habitat => self.wrong_object(),
            Environment::Navigation => None,
        }
    }

    /// The gripper closes away from every position that the planner itself names.
    fn inaccurate_pose(&self) -> Proof {
        for (number, round) in self.rounds.iter().enumerate() {
            let Some(answer) = &round.answer else { continue };
            let words = [&answer.sees, &answer.reasoning].into_iter().flatten().map(String::as_str);
            let places: Vec<[i64; 3]> = words.flat_map(positions).collect();
            if places.is_empty() {
                continue;
            }
            let mut open = true;
            for (planned, step) in answer.actions.iter().zip(&round.steps) {
                let [x, y, .., grip] = planned.pose.as_slice() else { continue };
                let closes = open && *grip == 0;
                open = *grip != 0;
                let near = |place: &[i64; 3]| (place[0] - x).abs() <= REACH && (place[1] - y).abs() <= REACH;
                if closes && !places.iter().any(near) {
                    let place =
                        self.lines.iter().find(|line| std::ptr::eq(line.step, step)).and_then(|line| line.place);
                    let nearest = places.iter().min_by_key(|place| (place[0] - x).abs() + (place[1] - y).abs());
                    let nearest = nearest.map_or_else(String::new, |place| format!("{place:?}"));
                    let why = format!(
                        "The gripper closes at {}, more than {REACH} cm from every position that the planner names (the \
                         nearest is {nearest}).",
                        planned.name
                    );
                    let proof = Evidence { round: Some(number), step: place, text: planned.name.clone() };
                    return Some((why, vec![proof]));
                }
            }
        }
        None
    }

    /// It picks up something that the instruction does not name, and never what it names. Only where instructions call
    /// things by their names.
    fn wrong_object(&self) -> Proof {
        if !matches!(self.subset, Some(Subset::Base | Subset::Spatial | Subset::Long)) {
            return None;
        }
        let instruction: BTreeSet<String> = tokens(self.episode.instruction.as_deref()?).into_iter().collect();
        let names = |object: &[String]| object.iter().any(|word| instruction.contains(word));
        let taken: Vec<(&LineOf<'_>, Vec<String>)> = self
            .lines
            .iter()
            .filter(|line| line.step.kind == Kind::Step && line.step.ran == Some(true))
            .filter_map(|line| Some((line, object_of(&line.step.name, &["pick up", "pick"])?)))
            .collect();
        // What the agent met under a name that the instruction uses.
        let met = self
            .lines
            .iter()
            .find(|line| object_of(&line.step.name, &["find", "pick up", "pick"]).is_some_and(|object| names(&object)));
        let (wrong, _) = taken.iter().find(|(_, object)| !names(object))?;
        if taken.iter().any(|(_, object)| names(object)) {
            return None;
        }
        let mut proof = vec![wrong.evidence()];
        proof.extend(met.map(LineOf::evidence));
        let why = format!(
            "\u{201c}{}\u{201d} takes what the instruction does not name, and nothing that it names was taken.",
            wrong.step.name
        );
        Some((why, proof))
    }
}

/// Words for looking at names of actions: small letters, numbers of instances and articles left out.
fn tokens(name: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(name.len() + 8);
    let mut before = ' ';
    for c in name.chars() {
        // `ButterKnife` is two words.
        if c.is_uppercase() && before.is_lowercase() {
            spaced.push(' ');
        }
        spaced.push(if c.is_alphanumeric() || c == '.' { c } else { ' ' });
        before = c;
    }
    spaced
        .split_whitespace()
        .map(|word| word.trim_matches('.').to_lowercase())
        .filter(|word| !word.is_empty() && !matches!(word.as_str(), "a" | "an" | "the"))
        .collect()
}

/// Whether two names can mean one action: the same letters, or one has no word that the other lacks.
fn same_action(a: &str, b: &str) -> bool {
    let (a, b) = (tokens(a), tokens(b));
    let within = |some: &[String], others: &[String]| some.iter().all(|word| others.contains(word));
    a.concat() == b.concat() || within(&a, &b) || within(&b, &a)
}

fn begins_with(name: &str, verb: &str) -> bool {
    let (name, verb) = (tokens(name), tokens(verb));
    name.starts_with(&verb)
}

/// The words after a verb.
fn object_of(name: &str, verbs: &[&str]) -> Option<Vec<String>> {
    let words = tokens(name);
    verbs.iter().find_map(|verb| {
        let verb = tokens(verb);
        let rest = words.strip_prefix(verb.as_slice())?;
        (!rest.is_empty()).then(|| rest.to_vec())
    })
}

/// Where an action goes: the words after "find", "navigate to", "go to".
fn goes_to(name: &str) -> Option<String> {
    object_of(name, &["find", "navigate to", "navigate", "go to"]).map(|words| words.join(" "))
}

fn not_found(feedback: &str) -> bool {
    [
        "not found",
        "cannot find",
        "can't find",
        "unable to find",
        "not near",
        "not visible",
        "no such",
        "to find the object",
    ]
    .iter()
    .any(|phrase| feedback.contains(phrase))
}

/// What a refusal says is missing, and the actions that bring it about.
fn needs(feedback: &str) -> Option<(&'static str, &'static [&'static str])> {
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| feedback.contains(phrase));
    if says(&["is closed", "closed receptacle", "must be opened", "not open", "open it first"]) {
        return Some(("Something is closed and has to be opened", &["open"]));
    }
    if says(&["currently holding", "already holding", "hand is full", "hands are full", "hand full"]) {
        return Some(("The hand is full and has to be emptied", &["put", "place", "drop", "throw"]));
    }
    if says(&["not holding", "nothing in hand", "hand is empty", "holds nothing", "hand empty", "not carrying"]) {
        return Some(("The hand is empty and has to take something", &["pick"]));
    }
    if says(&["turned on first", "is not turned on", "is turned off", "not toggled on"]) {
        return Some(("Something is off and has to be turned on", &["turn on"]));
    }
    None
}

/// Triples of numbers in square brackets.
fn positions(text: &str) -> Vec<[i64; 3]> {
    text.split('[')
        .skip(1)
        .filter_map(|rest| {
            let inside = rest.split(']').next()?;
            let numbers: Vec<i64> = inside.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
            match numbers.as_slice() {
                [x, y, z] if [x, y, z].into_iter().all(|n| (0..=100).contains(n)) => Some([*x, *y, *z]),
                _ => None,
            }
        })
        .collect()
}

mod knowing;

#[cfg(test)]
mod tests;
