//! The states of a run, rebuilt from the start and what every step changed. Kept per fact instead of per state, so that
//! any state of a long plan is there at once and a plan of thousands of steps costs no more than its changes.

use std::collections::HashMap;
use std::rc::Rc;

use stepguard_report::view::Report;

/// A fact and the states at which its truth changes.
#[derive(Debug)]
struct FactHistory {
    text: Rc<str>,
    /// State and the truth from there on, in order of states.
    changes: Vec<(u32, bool)>,
}

/// A fluent and the states at which its value changes.
#[derive(Debug)]
struct FluentHistory {
    text: Rc<str>,
    changes: Vec<(u32, Rc<str>)>,
}

/// How a fact stands in a state, seen against the state before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It held before and holds.
    Kept,
    /// It turned true here.
    Added,
    /// It turned false here.
    Deleted,
}

/// A fluent's value in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The fluent, such as `(fuel van)`.
    pub text: Rc<str>,
    /// Its value.
    pub value: Rc<str>,
    /// The value before, when it changed here.
    pub before: Option<Rc<str>>,
}

/// All states of a run.
#[derive(Debug)]
pub struct History {
    facts: Vec<FactHistory>,
    index: HashMap<Rc<str>, usize>,
    fluents: Vec<FluentHistory>,
    last: u32,
}

impl History {
    /// Rebuilds the states of a report's run.
    pub fn of(report: &Report) -> Self {
        let mut history = Self { facts: Vec::new(), index: HashMap::new(), fluents: Vec::new(), last: 0 };
        for fact in report.initial.facts.iter().chain(&report.initial.derived) {
            history.set(fact, 0, true);
        }
        let mut fluents: HashMap<Rc<str>, usize> = HashMap::new();
        let mut assign = |list: &mut Vec<FluentHistory>, text: &str, state: u32, value: &str| {
            let index = *fluents.entry(text.into()).or_insert_with_key(|key| {
                list.push(FluentHistory { text: Rc::clone(key), changes: Vec::new() });
                list.len() - 1
            });
            list[index].changes.push((state, value.into()));
        };
        for (text, value) in &report.initial.fluents {
            assign(&mut history.fluents, text, 0, value);
        }
        for step in &report.steps {
            history.last = history.last.max(step.state);
            for fact in step.deleted.iter().chain(&step.derived_deleted) {
                history.set(fact, step.state, false);
            }
            for fact in step.added.iter().chain(&step.derived_added) {
                history.set(fact, step.state, true);
            }
            for (text, _, value) in &step.changed {
                assign(&mut history.fluents, text, step.state, value);
            }
        }
        history
    }

    fn set(&mut self, fact: &str, state: u32, holds: bool) {
        let index = match self.index.get(fact) {
            Some(&index) => index,
            None => {
                let text: Rc<str> = fact.into();
                self.index.insert(Rc::clone(&text), self.facts.len());
                self.facts.push(FactHistory { text, changes: Vec::new() });
                self.facts.len() - 1
            }
        };
        let changes = &mut self.facts[index].changes;
        match changes.last_mut() {
            Some(last) if last.0 == state => last.1 = holds,
            Some(last) if last.1 == holds => {}
            _ => changes.push((state, holds)),
        }
    }

    /// Number of the last state.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// Whether a fact holds in a state; a fact that is never mentioned never holds.
    pub fn holds(&self, fact: &str, state: u32) -> bool {
        self.index.get(fact).is_some_and(|&index| holds_at(&self.facts[index].changes, state))
    }

    /// The true facts of a state and those that were deleted in it, with their marks: first those of the start in source
    /// order, then in the order in which they came up.
    pub fn facts(&self, state: u32) -> Vec<(Rc<str>, Mark)> {
        let before = state.checked_sub(1);
        self.facts
            .iter()
            .filter_map(|fact| {
                let now = holds_at(&fact.changes, state);
                let then = before.map_or(now, |before| holds_at(&fact.changes, before));
                let mark = match (then, now) {
                    (true, true) => Mark::Kept,
                    (false, true) => Mark::Added,
                    (true, false) => Mark::Deleted,
                    (false, false) => return None,
                };
                Some((Rc::clone(&fact.text), mark))
            })
            .collect()
    }

    /// Every fact that is ever true, in the same order.
    pub fn all_facts(&self) -> impl Iterator<Item = &Rc<str>> {
        self.facts.iter().map(|fact| &fact.text)
    }

    /// The fluents' values in a state.
    pub fn values(&self, state: u32) -> Vec<Value> {
        self.fluents
            .iter()
            .filter_map(|fluent| {
                let now = fluent.changes.iter().rposition(|change| change.0 <= state)?;
                let (since, value) = &fluent.changes[now];
                let before = if *since == state && state > 0 {
                    now.checked_sub(1)
                        .and_then(|then| fluent.changes.get(then))
                        .map_or_else(|| Some("undefined".into()), |then| Some(Rc::clone(&then.1)))
                } else {
                    None
                };
                Some(Value { text: Rc::clone(&fluent.text), value: Rc::clone(value), before })
            })
            .collect()
    }

    /// Number of facts and values that differ from the state before.
    pub fn changes(&self, state: u32) -> usize {
        self.facts(state).iter().filter(|(_, mark)| *mark != Mark::Kept).count()
            + self.values(state).iter().filter(|value| value.before.is_some()).count()
    }

    /// The closed intervals of states in which a fact holds.
    pub fn intervals(&self, fact: &str) -> Vec<(u32, u32)> {
        let Some(&index) = self.index.get(fact) else { return Vec::new() };
        let mut intervals = Vec::new();
        let mut since = None;
        for &(state, holds) in &self.facts[index].changes {
            match (since, holds) {
                (None, true) => since = Some(state),
                (Some(from), false) => {
                    intervals.push((from, state.saturating_sub(1)));
                    since = None;
                }
                _ => {}
            }
        }
        if let Some(from) = since {
            intervals.push((from, self.last));
        }
        intervals
    }
}

fn holds_at(changes: &[(u32, bool)], state: u32) -> bool {
    let after = changes.partition_point(|change| change.0 <= state);
    after > 0 && changes[after - 1].1
}

/// Whether a state lies in one of the closed intervals.
pub fn within(intervals: &[(u32, u32)], state: u32) -> bool {
    intervals.iter().any(|&(from, to)| from <= state && state <= to)
}

/// Intervals with their noun: `state 3`, `states 0 to 2, 5`.
pub fn in_states(intervals: &[(u32, u32)]) -> String {
    let single = matches!(intervals, [(from, to)] if from == to);
    format!("{} {}", if single { "state" } else { "states" }, intervals_in_words(intervals))
}

/// States in words: `0 to 2, 5`.
pub fn states_in_words(states: &[u32]) -> String {
    let mut intervals: Vec<(u32, u32)> = Vec::new();
    for &state in states {
        match intervals.last_mut() {
            Some(last) if last.1 + 1 == state => last.1 = state,
            _ => intervals.push((state, state)),
        }
    }
    intervals_in_words(&intervals)
}

/// Closed intervals in words: `0 to 2, 5`.
pub fn intervals_in_words(intervals: &[(u32, u32)]) -> String {
    let words: Vec<String> = intervals
        .iter()
        .map(|&(from, to)| match to - from {
            0 => from.to_string(),
            1 => format!("{from}, {to}"),
            _ => format!("{from} to {to}"),
        })
        .collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::fixture;

    #[test]
    fn states_follow_from_the_start_and_the_changes() {
        let report = fixture::tea();
        let history = History::of(&report);
        assert_eq!(history.last(), 6);
        assert!(history.holds("(on-base kettle)", 0));
        assert!(history.holds("(on-base kettle)", 1));
        assert!(!history.holds("(on-base kettle)", 2));
        assert!(history.holds("(on-base kettle)", 5));
        assert_eq!(history.intervals("(on-base kettle)"), [(0, 1), (5, 6)]);
        assert_eq!(history.intervals("(never said)"), []);
        let third = history.facts(3);
        assert!(third.contains(&("(splashed base)".into(), Mark::Added)));
        assert!(third.contains(&("(plugged-in base)".into(), Mark::Kept)));
        let second = history.facts(2);
        assert!(second.contains(&("(on-base kettle)".into(), Mark::Deleted)));
    }

    #[test]
    fn values_tell_what_they_were() {
        let report = fixture::tea();
        let history = History::of(&report);
        assert_eq!(history.values(0)[0].value.as_ref(), "0");
        let value = &history.values(3)[0];
        assert_eq!((value.value.as_ref(), value.before.as_deref()), ("1", Some("0")));
        assert_eq!(history.values(4)[0].before, None);
    }

    #[test]
    fn intervals_read_as_words() {
        assert_eq!(states_in_words(&[0, 1, 2, 5]), "0 to 2, 5");
        assert_eq!(states_in_words(&[4, 5]), "4, 5");
        assert_eq!(states_in_words(&[]), "");
        assert_eq!(in_states(&[(1, 1)]), "state 1");
        assert_eq!(in_states(&[(1, 2)]), "states 1, 2");
    }
}
