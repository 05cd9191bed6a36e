//! A recording in short: what a menu, a plan or the state before already says is left out, and words are numbers.

use super::{PackError, SceneOf, hash_of, hexadecimal};
use crate::answers;
use crate::episode::{self, Recording, State};
use crate::world::{Act, Turn};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stepguard_report::results::ErrorView;
use stepguard_results::environment::Environment;
use stepguard_results::import::answer;
use stepguard_results::record::{Answer, Attempt, Episode, Kind, Planned, Round, Step};

/// Texts by number, in the order in which they came.
#[derive(Default)]
pub(super) struct Words {
    pub(super) list: Vec<String>,
    known: BTreeMap<String, usize>,
}

impl Words {
    fn number(&mut self, word: &str) -> usize {
        if let Some(number) = self.known.get(word) {
            return *number;
        }
        let number = self.list.len();
        self.list.push(word.to_owned());
        self.known.insert(word.to_owned(), number);
        number
    }
}

fn word(words: &[String], number: usize) -> Result<String, PackError> {
    words.get(number).cloned().ok_or_else(|| PackError::new("a text is missing"))
}

/// A number to the last bit: ten-thousandths where those say it exactly, else its bits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Number {
    Parts(i64),
    Bits(String),
}

/// Parts of one.
const PARTS: f64 = 10_000.0;

impl Number {
    pub(super) fn of(value: f64) -> Self {
        let parts = (value * PARTS).round();
        // Whole numbers of that size are exact in both forms.
        if parts.abs() < 1e15 && (parts / PARTS).to_bits() == value.to_bits() {
            #[expect(clippy::cast_possible_truncation, reason = "whole and below 10^15")]
            return Self::Parts(parts as i64);
        }
        Self::Bits(hexadecimal(value.to_bits()))
    }

    pub(super) fn value(&self) -> Result<f64, PackError> {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "a damaged number may be off; written ones are exact")]
            Self::Parts(parts) => Ok(*parts as f64 / PARTS),
            Self::Bits(bits) => hash_of(bits).map(f64::from_bits),
        }
    }
}

/// One episode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Coded {
    #[serde(rename = "n")]
    pub(super) number: u32,
    #[serde(rename = "r")]
    rounds: Vec<CodedRound>,
    /// A digit a step: 1 it ran, 2 the task was solved, 3 both.
    #[serde(rename = "o")]
    outcomes: String,
    /// What the environment said, by number.
    #[serde(rename = "f")]
    feedback: Vec<usize>,
    #[serde(rename = "w")]
    rewards: Vec<Number>,
    /// Names of steps that are not those of the menu.
    #[serde(rename = "t", default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<Option<usize>>,
    /// A row a step: pairs of a distance from the cell before and a difference.
    #[serde(rename = "c")]
    cells: Vec<Vec<i32>>,
    /// A row a step: conditions that changed.
    #[serde(rename = "m")]
    met: Vec<Vec<usize>>,
    #[serde(rename = "d", default, skip_serializing_if = "Vec::is_empty")]
    distances: Vec<Option<Number>>,
    /// The hashes one after the other.
    #[serde(rename = "h")]
    hashes: String,
    /// Whether the task counts as solved in the end, where the last step does not say so.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
    #[serde(rename = "e", default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<ErrorView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct CodedRound {
    /// Steps of it that were taken.
    #[serde(rename = "k")]
    steps: usize,
    /// The answer as it stands, where it is not one that [`answers::write`] writes.
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    raw: Option<usize>,
    #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
    sees: Option<usize>,
    #[serde(rename = "y", default, skip_serializing_if = "Option::is_none")]
    reasoning: Option<usize>,
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    plan: Option<CodedPlan>,
    #[serde(rename = "a", default, skip_serializing_if = "Vec::is_empty")]
    actions: Vec<CodedAction>,
}

/// The plan in words: `true` where it is [`answers::plan_in_words`] of the actions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum CodedPlan {
    Usual(bool),
    Word(usize),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum CodedAction {
    /// An action under its name in the menu.
    Id(i64),
    /// A pose.
    Pose([i64; 7]),
    /// An action under another name.
    Named(i64, usize),
}

fn menu_name(scene: &SceneOf, id: i64) -> Option<&str> {
    usize::try_from(id).ok().and_then(|id| scene.menu.get(id)).map(String::as_str)
}

fn pose_name(pose: &[i64]) -> String {
    format!("{pose:?}")
}

impl CodedRound {
    fn of(round: &Round, scene: &SceneOf, words: &mut Words) -> Self {
        let steps = round.steps.iter().filter(|step| step.kind == Kind::Step).count();
        let whole = |words: &mut Words| Self {
            steps,
            raw: Some(words.number(&round.raw)),
            sees: None,
            reasoning: None,
            plan: None,
            actions: Vec::new(),
        };
        let Some(answer) = round.answer.as_ref().filter(|answer| answers::write(answer) == round.raw) else {
            return whole(words);
        };
        let mut actions = Vec::with_capacity(answer.actions.len());
        for action in &answer.actions {
            let coded = match (action.id, <[i64; 7]>::try_from(action.pose.as_slice())) {
                (None, Ok(pose)) if action.name == pose_name(&pose) => CodedAction::Pose(pose),
                (Some(id), Err(_)) if action.pose.is_empty() => {
                    if menu_name(scene, id) == Some(action.name.as_str()) {
                        CodedAction::Id(id)
                    } else {
                        CodedAction::Named(id, words.number(&action.name))
                    }
                }
                _ => return whole(words),
            };
            actions.push(coded);
        }
        let usual = answers::plan_in_words(&answer.actions);
        let plan = answer
            .plan
            .as_ref()
            .map(|plan| if *plan == usual { CodedPlan::Usual(true) } else { CodedPlan::Word(words.number(plan)) });
        Self {
            steps,
            raw: None,
            sees: answer.sees.as_deref().map(|text| words.number(text)),
            reasoning: answer.reasoning.as_deref().map(|text| words.number(text)),
            plan,
            actions,
        }
    }

    /// The round without its steps.
    fn round(&self, scene: &SceneOf, words: &[String]) -> Result<Round, PackError> {
        let text = |number: Option<usize>| number.map(|number| word(words, number)).transpose();
        if let Some(raw) = text(self.raw)? {
            return Ok(Round { answer: answer::read(&raw), raw, steps: Vec::new() });
        }
        let action = |action: &CodedAction| {
            Ok(match action {
                CodedAction::Id(id) => {
                    let name = menu_name(scene, *id);
                    let name = name.ok_or_else(|| PackError::new(format!("the menu has no action {id}")))?;
                    Planned { id: Some(*id), name: name.to_owned(), pose: Vec::new() }
                }
                CodedAction::Named(id, name) => Planned { id: Some(*id), name: word(words, *name)?, pose: Vec::new() },
                CodedAction::Pose(pose) => Planned { id: None, name: pose_name(pose), pose: pose.to_vec() },
            })
        };
        let actions: Vec<Planned> = self.actions.iter().map(action).collect::<Result<_, PackError>>()?;
        let plan = match &self.plan {
            None | Some(CodedPlan::Usual(false)) => None,
            Some(CodedPlan::Usual(true)) => Some(answers::plan_in_words(&actions)),
            Some(CodedPlan::Word(number)) => Some(word(words, *number)?),
        };
        let answer = Answer { sees: text(self.sees)?, reasoning: text(self.reasoning)?, plan, actions };
        let raw = answers::write(&answer);
        Ok(Round { answer: answer::read(&raw), raw, steps: Vec::new() })
    }
}

impl Coded {
    pub(super) fn of(
        number: u32,
        recording: &Recording,
        error: Option<ErrorView>,
        scene: &SceneOf,
        words: &mut Words,
    ) -> Self {
        let rounds = recording.episode.attempts.last().map(|attempt| attempt.rounds.as_slice()).unwrap_or_default();
        let mut coded = Self {
            number,
            rounds: rounds.iter().map(|round| CodedRound::of(round, scene, words)).collect(),
            outcomes: String::new(),
            feedback: Vec::new(),
            rewards: Vec::new(),
            names: Vec::new(),
            cells: Vec::new(),
            met: Vec::new(),
            distances: Vec::new(),
            hashes: String::new(),
            solved: None,
            error,
        };
        for round in rounds {
            let planned = round.answer.as_ref().map(|answer| answer.actions.as_slice()).unwrap_or_default();
            let steps = round.steps.iter().filter(|step| step.kind == Kind::Step);
            for (place, step) in steps.enumerate() {
                let digit = u8::from(step.ran == Some(true)) + 2 * u8::from(step.solved == Some(true));
                coded.outcomes.push(char::from(b'0' + digit));
                coded.feedback.push(words.number(step.feedback.as_deref().unwrap_or_default()));
                coded.rewards.push(Number::of(step.reward.unwrap_or_default()));
                let usual = planned.get(place).and_then(|planned| usual_name(planned, scene));
                let other = usual.as_ref() != Some(&step.name);
                coded.names.push(other.then(|| words.number(&step.name)));
            }
        }
        if coded.names.iter().all(Option::is_none) {
            coded.names.clear();
        }
        for pair in recording.states.windows(2) {
            let [before, after] = pair else { continue };
            let mut last = 0_usize;
            let mut row = Vec::new();
            for (place, (old, new)) in before.cells.iter().zip(&after.cells).enumerate() {
                if old != new {
                    row.extend([i32::try_from(place - last).unwrap_or(i32::MAX), new.wrapping_sub(*old)]);
                    last = place;
                }
            }
            coded.cells.push(row);
            let flips = before.met.iter().zip(&after.met).enumerate();
            coded.met.push(flips.filter(|(_, (old, new))| old != new).map(|(place, _)| place).collect());
            coded.distances.push(after.distance.map(Number::of));
            coded.hashes.push_str(&hexadecimal(after.hash));
        }
        if coded.distances.iter().all(Option::is_none) {
            coded.distances.clear();
        }
        let solved = recording.episode.outcome.as_ref().and_then(|outcome| outcome.success()) == Some(true);
        coded.solved = (solved != coded.ends_solved()).then_some(solved);
        coded
    }

    fn ends_solved(&self) -> bool {
        self.outcomes.ends_with(['2', '3'])
    }

    pub(super) fn recording(
        &self,
        environment: Environment,
        scene: &SceneOf,
        words: &[String],
    ) -> Result<Recording, PackError> {
        let mut states = vec![scene.first.clone()];
        let mut rounds = Vec::with_capacity(self.rounds.len());
        for coded in &self.rounds {
            let mut round = coded.round(scene, words)?;
            let planned = round.answer.as_ref().map(|answer| answer.actions.clone()).unwrap_or_default();
            if coded.steps > planned.len() {
                return Err(PackError::new("a round has more steps than its plan"));
            }
            for planned in planned.iter().take(coded.steps) {
                let step = self.step(environment, planned, scene, words, &mut states)?;
                round.steps.push(step);
            }
            if coded.steps == 0 {
                let empty = round.answer.as_ref().is_some_and(|answer| answer.actions.is_empty());
                round.steps.push(episode::line(if empty { Kind::EmptyPlan } else { Kind::UnreadablePlan }));
            }
            rounds.push(round);
        }
        if states.len() != self.cells.len() + 1 {
            return Err(PackError::new("an episode has states that belong to no step"));
        }
        let met = states.last().map(|state| state.met.as_slice()).unwrap_or_default();
        let solved = self.solved.unwrap_or_else(|| self.ends_solved());
        let outcome = episode::conclude(environment, &rounds, met, solved);
        Ok(Recording {
            episode: Episode {
                number: u64::from(self.number),
                outcome: Some(outcome),
                instruction: Some(scene.instruction.clone()),
                attempts: vec![Attempt { rounds }],
                ..Episode::default()
            },
            conditions: scene.conditions.clone(),
            states,
        })
    }

    /// The next step: as many as there are states but the first have been taken.
    fn step(
        &self,
        environment: Environment,
        planned: &Planned,
        scene: &SceneOf,
        words: &[String],
        states: &mut Vec<State>,
    ) -> Result<Step, PackError> {
        let short = || PackError::new("an episode has more steps than states");
        let place = states.len() - 1;
        let mut state = states.last().cloned().ok_or_else(short)?;
        let mut cell = 0_usize;
        for pair in self.cells.get(place).ok_or_else(short)?.chunks(2) {
            let [gap, difference] = pair else { return Err(PackError::new("half a change of a cell")) };
            let gap = usize::try_from(*gap).map_err(|_| PackError::new("a change of a cell that is not there"))?;
            cell = cell.saturating_add(gap);
            let value = state.cells.get_mut(cell);
            let value = value.ok_or_else(|| PackError::new("a change of a cell that is not there"))?;
            *value = value.wrapping_add(*difference);
        }
        for condition in self.met.get(place).ok_or_else(short)? {
            let met = state.met.get_mut(*condition);
            let met = met.ok_or_else(|| PackError::new("a change of a condition that is not there"))?;
            *met = !*met;
        }
        let distance = self.distances.get(place).and_then(Option::as_ref);
        state.distance = distance.map(Number::value).transpose()?;
        let digits = place.checked_mul(16).and_then(|from| self.hashes.get(from..from + 16)).ok_or_else(short)?;
        state.hash = hash_of(digits)?;
        let outcome = self.outcomes.as_bytes().get(place).ok_or_else(short)?.wrapping_sub(b'0');
        if outcome > 3 {
            return Err(PackError::new("a step with an outcome that there is not"));
        }
        let feedback = word(words, *self.feedback.get(place).ok_or_else(short)?)?;
        let reward = self.rewards.get(place).ok_or_else(short)?.value()?;
        let name = match self.names.get(place).copied().flatten() {
            Some(number) => word(words, number)?,
            None => usual_name(planned, scene).ok_or_else(|| PackError::new("a step without a name"))?,
        };
        let act = match (<[i64; 7]>::try_from(planned.pose.as_slice()), planned.id) {
            (Ok(pose), _) => Act::Pose(pose),
            (Err(_), Some(id)) => {
                Act::Id(usize::try_from(id).map_err(|_| PackError::new(format!("there is no action {id}")))?)
            }
            (Err(_), None) => return Err(PackError::new("a step without an action")),
        };
        let number = u32::try_from(place + 1).map_err(|_| PackError::new("too many steps"))?;
        let turn = Turn { ran: outcome & 1 != 0, feedback, reward };
        let step = episode::step(environment, number, act, name, turn, &state, outcome & 2 != 0);
        states.push(state);
        Ok(step)
    }
}

/// What a step is called that does what is planned.
fn usual_name(planned: &Planned, scene: &SceneOf) -> Option<String> {
    if planned.pose.is_empty() {
        return menu_name(scene, planned.id?).map(str::to_owned);
    }
    Some(pose_name(&planned.pose))
}
