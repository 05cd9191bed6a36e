//! A replay against its record: which steps agree, and of the first that does not both values.

use stepguard_embodied::show::{EpisodeShow, StateShow};

use stepguard_report::results::{EpisodeStep, RecordKind};

use super::episode::{Cell, Track};

/// What a replay showed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Replay {
    /// Whether the state after each step agrees, the first one included; `None` where there is nothing to compare with.
    pub agrees: Vec<Option<bool>>,
    /// The first that does not.
    pub first: Option<Difference>,
}

/// Where a replay leaves its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// After how many steps.
    pub step: usize,
    /// What differs.
    pub what: String,
    /// As recorded.
    pub recorded: String,
    /// As it is here.
    pub here: String,
}

impl Replay {
    /// Compares a replay with the record: every state, and of every step what was done and answered.
    pub fn new(show: &EpisodeShow, again: &EpisodeShow) -> Self {
        let (recorded, replayed) = (states(show), states(again));
        let (lines, lines_here) = (steps(show), steps(again));
        let mut replay = Self::default();
        for step in 0..recorded.len().max(replayed.len()) {
            let difference = match (recorded.get(step), replayed.get(step)) {
                (Some(recorded), Some(here)) => difference(step, recorded, here).or_else(|| {
                    let line = step.checked_sub(1)?;
                    answered(step, lines.get(line)?, lines_here.get(line)?)
                }),
                (Some(_), None) => {
                    Some(told(step, "number of steps", recorded.len() - 1, replayed.len().saturating_sub(1)))
                }
                _ => Some(told(step, "number of steps", recorded.len().saturating_sub(1), replayed.len() - 1)),
            };
            replay.agrees.push(Some(difference.is_none()));
            if replay.first.is_none() {
                replay.first = difference;
            }
        }
        replay
    }

    /// How many steps agree, the start not counted, and of how many.
    pub fn count(&self) -> (usize, usize) {
        let steps = self.agrees.get(1..).unwrap_or_default();
        (steps.iter().filter(|agrees| **agrees == Some(true)).count(), steps.len())
    }

    /// In one sentence.
    pub fn words(&self) -> String {
        match (self.count(), &self.first) {
            (_, Some(first)) if first.step == 0 => "The first state differs from the record".to_owned(),
            (_, Some(first)) => format!("Step {} differs from the record", first.step),
            ((0, 0), None) => "The state agrees with the record".to_owned(),
            ((agree, of), None) => format!("{agree} of {of} steps agree with the record"),
        }
    }

    /// The cells of its row in the timeline.
    pub fn cells(&self, track: &Track) -> Vec<Cell> {
        track
            .columns
            .iter()
            .map(|column| {
                let agrees = column.step.and_then(|_| self.agrees.get(column.state).copied().flatten());
                match agrees {
                    Some(true) => Cell {
                        class: "holds",
                        text: "\u{2713}".to_owned(),
                        spoken: "agrees with the record".to_owned(),
                    },
                    Some(false) => Cell {
                        class: "differs",
                        text: "\u{2260}".to_owned(),
                        spoken: "differs from the record".to_owned(),
                    },
                    None => Cell { spoken: "no step".to_owned(), ..Cell::default() },
                }
            })
            .collect()
    }
}

fn states(show: &EpisodeShow) -> &[StateShow] {
    show.scene.as_ref().map(|scene| scene.states.as_slice()).unwrap_or_default()
}

/// The steps of the attempt that counts.
fn steps(show: &EpisodeShow) -> Vec<&EpisodeStep> {
    let rounds = show.view.attempts.last().map(|attempt| attempt.rounds.as_slice()).unwrap_or_default();
    rounds.iter().flat_map(|round| &round.steps).filter(|step| step.kind == RecordKind::Step).collect()
}

fn answered(step: usize, recorded: &EpisodeStep, here: &EpisodeStep) -> Option<Difference> {
    if recorded.name != here.name {
        return Some(told(step, "action", &recorded.name, &here.name));
    }
    let words = |step: &EpisodeStep| step.feedback.clone().unwrap_or_default();
    (words(recorded) != words(here)).then(|| told(step, "feedback", words(recorded), words(here)))
}

fn told(step: usize, what: &str, recorded: impl ToString, here: impl ToString) -> Difference {
    Difference { step, what: what.to_owned(), recorded: recorded.to_string(), here: here.to_string() }
}

fn difference(step: usize, recorded: &StateShow, here: &StateShow) -> Option<Difference> {
    if recorded.hash != here.hash {
        return Some(told(step, "hash of the exact state", &recorded.hash, &here.hash));
    }
    let cell = recorded.cells.iter().zip(&here.cells).position(|(a, b)| a != b);
    if let Some(cell) = cell {
        return Some(told(step, &format!("cell {cell} of the drawing"), recorded.cells[cell], here.cells[cell]));
    }
    if recorded.cells.len() != here.cells.len() {
        return Some(told(step, "number of cells of the drawing", recorded.cells.len(), here.cells.len()));
    }
    if recorded.met != here.met {
        let met = |state: &StateShow| format!("{} met", super::episode::count(state));
        return Some(told(step, "goal conditions", met(recorded), met(here)));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::episode::fixtures::episode;

    /// A replay of the episode that was changed somehow.
    fn again(change: impl FnOnce(&mut Vec<StateShow>)) -> Replay {
        let mut here = episode();
        if let Some(scene) = &mut here.scene {
            change(&mut scene.states);
        }
        Replay::new(&episode(), &here)
    }

    #[test]
    fn a_replay_agrees_or_tells_where_it_leaves_the_record() {
        let replay = again(|_| ());
        assert_eq!((replay.count(), replay.first.clone()), ((3, 3), None));
        assert_eq!(replay.words(), "3 of 3 steps agree with the record");
        let replay = again(|states| states[2].hash = "0123".to_owned());
        assert_eq!(replay.count(), (2, 3));
        let first = replay.first.clone().expect("a hash differs");
        assert_eq!((first.step, first.recorded.as_str(), first.here.as_str()), (2, "b", "0123"));
        assert_eq!(replay.words(), "Step 2 differs from the record");
        let cells = replay.cells(&Track::new(&episode(), None));
        let classes: Vec<_> = cells.iter().map(|cell| cell.class).collect();
        assert_eq!(classes, ["holds", "holds", "differs", "holds", ""], "an empty plan is no step");
    }

    #[test]
    fn whatever_else_is_other_is_a_difference_too() {
        let here = |replay: Replay| replay.first.map(|first| first.here);
        assert_eq!(here(again(|states| states[1].cells[0] = 77)).as_deref(), Some("77"));
        assert_eq!(here(again(|states| states[3].met = vec![true, true])).as_deref(), Some("2 met"));
        let first = again(|states| states.truncate(2)).first.expect("steps are missing");
        assert_eq!((first.step, first.recorded.as_str(), first.here.as_str()), (2, "3", "1"));
        assert_eq!(again(Vec::clear).first.map(|first| first.step), Some(0));
        let mut other = episode();
        other.view.attempts[1].rounds[0].steps[1].feedback = Some("It is open".to_owned());
        let first = Replay::new(&episode(), &other).first.expect("the feedback differs");
        assert_eq!((first.step, first.what.as_str(), first.recorded.as_str()), (2, "feedback", "Cabinet_2 is closed"));
    }
}
