//! One episode as the page shows it: what is chosen and how the address says it, the columns of the timeline with their
//! rounds, what each cell says, which steps and phrases prove the class of error, and how two runs of one task differ.

use std::ops::Range;

use stepguard_embodied::show::{EpisodeShow, StateShow};
use stepguard_report::results::{AttemptView, EpisodeStep, RecordKind, RoundView};

/// What of an episode is chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spot {
    /// Which attempt, from 0; `None` for the one that counts, the last.
    pub attempt: Option<usize>,
    /// Which place in it.
    pub place: Place,
}

/// A place in an attempt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Place {
    /// Nothing was chosen.
    #[default]
    Nowhere,
    /// A step, from 1; 0 is the start.
    Step(u32),
    /// The line of a round, from 1, that is no step: its plan was empty or could not be read.
    Round(u32),
}

impl Spot {
    /// Reads the part STEP of an address: `10`, `r5`, `a1-10`. What cannot be read chooses nothing.
    pub fn parse(text: &str) -> Self {
        let (attempt, rest) = match text.strip_prefix('a').and_then(|rest| rest.split_once('-')) {
            Some((number, rest)) => match number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
                Some(attempt) => (Some(attempt), rest),
                None => return Self::default(),
            },
            None => (None, text),
        };
        let place = match rest.strip_prefix('r') {
            Some(round) => round.parse().ok().map(Place::Round),
            None => rest.parse().ok().map(Place::Step),
        };
        Self { attempt, place: place.unwrap_or_default() }
    }

    /// Writes it as a part of an address.
    pub fn text(self) -> String {
        let place = match self.place {
            Place::Nowhere => String::new(),
            Place::Step(step) => step.to_string(),
            Place::Round(round) => format!("r{round}"),
        };
        match self.attempt {
            Some(attempt) => format!("a{}-{place}", attempt + 1),
            None => place,
        }
    }
}

/// A column of the timeline: the start, or a line of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its round, from 0; the start has that of the first one.
    pub round: usize,
    /// Its place among the lines of the round; `None` for the start.
    pub line: Option<usize>,
    /// The number of the step; `None` for a line that is no step, 0 for the start.
    pub step: Option<u32>,
    /// How many steps have been taken then: which state is shown.
    pub state: usize,
}

/// An attempt laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Which attempt, from 0.
    pub attempt: usize,
    /// How many attempts there are.
    pub attempts: usize,
    /// The start, then every line.
    pub columns: Vec<Column>,
    /// The columns of each round; empty for a round of which no line is on record.
    pub rounds: Vec<Range<usize>>,
}

impl Track {
    /// Lays out an attempt: the one that is chosen, or the last.
    pub fn new(show: &EpisodeShow, attempt: Option<usize>) -> Self {
        let attempts = show.view.attempts.len();
        let last = attempts.saturating_sub(1);
        let attempt = attempt.unwrap_or(last).min(last);
        let mut columns = vec![Column { round: 0, line: None, step: Some(0), state: 0 }];
        let mut rounds = Vec::new();
        let mut steps = 0;
        for (number, round) in rounds_of(show, attempt).iter().enumerate() {
            let first = columns.len();
            for (line, step) in round.steps.iter().enumerate() {
                let is_step = step.kind == RecordKind::Step;
                steps += u32::from(is_step);
                columns.push(Column {
                    round: number,
                    line: Some(line),
                    step: is_step.then_some(steps),
                    state: steps as usize,
                });
            }
            rounds.push(first..columns.len());
        }
        Self { attempt, attempts, columns, rounds }
    }

    /// The last column.
    pub fn last(&self) -> usize {
        self.columns.len() - 1
    }

    /// How many steps were taken.
    pub fn steps(&self) -> usize {
        self.columns.last().map_or(0, |column| column.state)
    }

    /// The column that a place means; where nothing is chosen, the first that is worth a look: the first evidence, else the
    /// last step.
    pub fn column(&self, place: Place, proof: &Proof) -> usize {
        match place {
            Place::Step(step) => self.of_step(step).unwrap_or(self.last()),
            Place::Round(round) => self.of_round(round.saturating_sub(1) as usize).unwrap_or(self.last()),
            Place::Nowhere => (1..=self.last()).find(|&column| proof.has(self, column)).unwrap_or(self.last()),
        }
    }

    fn of_step(&self, step: u32) -> Option<usize> {
        self.columns.iter().position(|column| column.step == Some(step))
    }

    /// The column to be shown of a round: its line that is no step, else its first line.
    fn of_round(&self, round: usize) -> Option<usize> {
        let columns = self.rounds.get(round)?.clone();
        columns.clone().find(|&column| self.columns[column].step.is_none()).or_else(|| columns.clone().next())
    }

    /// The place of a column, for the address.
    pub fn spot(&self, column: usize) -> Spot {
        let column = self.columns[column.min(self.last())];
        let place = match column.step {
            Some(step) => Place::Step(step),
            None => Place::Round(column.round as u32 + 1),
        };
        Spot { attempt: (self.attempt + 1 != self.attempts).then_some(self.attempt), place }
    }

    /// The first column of the round before or behind that of a column; the start lies before the first round.
    pub fn neighbour(&self, column: usize, forward: bool) -> usize {
        let begins: Vec<usize> =
            self.rounds.iter().filter(|round| !round.is_empty()).map(|round| round.start).collect();
        if forward {
            begins.into_iter().find(|begin| *begin > column).unwrap_or(self.last())
        } else {
            begins.into_iter().rev().find(|begin| *begin < column).unwrap_or(0)
        }
    }

    /// The round that a column belongs to, for the planner's panel: the start has the round that begins with it.
    pub fn round<'a>(&self, show: &'a EpisodeShow, column: usize) -> Option<(usize, &'a RoundView)> {
        let number = self.columns.get(column)?.round;
        rounds_of(show, self.attempt).get(number).map(|round| (number, round))
    }

    /// The line of a column.
    pub fn line<'a>(&self, show: &'a EpisodeShow, column: usize) -> Option<&'a EpisodeStep> {
        let at = self.columns.get(column)?;
        rounds_of(show, self.attempt).get(at.round)?.steps.get(at.line?)
    }

    /// The state behind a column; only the attempt that counts has states.
    pub fn state<'a>(&self, show: &'a EpisodeShow, column: usize) -> Option<&'a StateShow> {
        let scene = show.scene.as_ref().filter(|_| self.attempt + 1 == self.attempts)?;
        scene.states.get(self.columns.get(column)?.state)
    }

    /// The state before the step of a column; `None` at the start and for lines that are no steps.
    pub fn before<'a>(&self, show: &'a EpisodeShow, column: usize) -> Option<&'a StateShow> {
        let at = self.columns.get(column)?;
        let before = at.step.filter(|step| *step > 0)? as usize - 1;
        show.scene.as_ref().filter(|_| self.attempt + 1 == self.attempts)?.states.get(before)
    }

    /// The states up to a column, the first one included.
    pub fn states<'a>(&self, show: &'a EpisodeShow, column: usize) -> &'a [StateShow] {
        let (Some(scene), Some(at)) = (&show.scene, self.columns.get(column)) else { return &[] };
        if self.attempt + 1 == self.attempts { &scene.states[..(at.state + 1).min(scene.states.len())] } else { &[] }
    }
}

/// The rounds of an attempt.
pub fn rounds_of(show: &EpisodeShow, attempt: usize) -> &[RoundView] {
    show.view.attempts.get(attempt).map_or(&[], |AttemptView { rounds }| rounds)
}

/// How a round ended, in words.
pub fn round_end(round: &RoundView, is_last: bool, show: &EpisodeShow) -> String {
    let ran = round.steps.iter().filter(|step| step.kind == RecordKind::Step).count();
    let Some(last) = round.steps.last() else { return "nothing ran".to_owned() };
    match last.kind {
        RecordKind::UnreadablePlan => return "no plan could be read".to_owned(),
        RecordKind::EmptyPlan => return "empty plan".to_owned(),
        RecordKind::Step => {}
    }
    if last.solved == Some(true) {
        return "solved".to_owned();
    }
    let planned = round.actions.len().max(ran);
    if last.ran == Some(false) && ran < planned {
        return "stopped: invalid".to_owned();
    }
    let good = round.steps.iter().filter(|step| step.kind == RecordKind::Step && step.ran != Some(false)).count();
    match (good, planned) {
        (0, _) => "invalid".to_owned(),
        (1, 1) => "ran".to_owned(),
        (good, planned) if good == planned => format!("all {good} ran"),
        _ if is_last && ran < planned && show.view.line.success == Some(false) => {
            format!("{good} of {planned} ran, the end")
        }
        (good, planned) => format!("{good} of {planned} ran"),
    }
}

/// The steps and phrases that prove the class of error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// Steps, from 1.
    pub steps: Vec<u32>,
    /// Rounds, from 1, of which a phrase or a line without a step proves something, each with the words.
    pub phrases: Vec<(u32, String)>,
}

impl Proof {
    /// What the verdict on an episode names.
    pub fn new(show: &EpisodeShow) -> Self {
        let mut proof = Self::default();
        for evidence in show.view.line.error.iter().flat_map(|error| &error.evidence) {
            match (evidence.step, evidence.round) {
                (Some(step), _) => proof.steps.push(step),
                (None, Some(round)) => proof.phrases.push((round, evidence.text.clone())),
                (None, None) => {}
            }
        }
        proof.steps.sort_unstable();
        proof.steps.dedup();
        proof
    }

    /// Whether the line of a column is evidence. It is about the attempt that counts.
    pub fn has(&self, track: &Track, column: usize) -> bool {
        if track.attempt + 1 != track.attempts {
            return false;
        }
        match track.columns.get(column) {
            Some(Column { step: Some(step), .. }) => *step > 0 && self.steps.binary_search(step).is_ok(),
            Some(Column { step: None, round, .. }) => self.phrases.iter().any(|(of, _)| *of as usize == round + 1),
            None => false,
        }
    }

    /// The phrases of a round, from 0.
    pub fn of_round(&self, round: usize) -> Vec<&str> {
        self.phrases.iter().filter(|(of, _)| *of as usize == round + 1).map(|(_, words)| words.as_str()).collect()
    }

    /// The steps, runs of neighbours put together.
    pub fn runs(&self) -> Vec<Range<u32>> {
        let mut runs: Vec<Range<u32>> = Vec::new();
        for &step in &self.steps {
            match runs.last_mut() {
                Some(run) if run.end == step => run.end = step + 1,
                _ => runs.push(step..step + 1),
            }
        }
        runs
    }
}

/// A row of the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// What was done.
    Action,
    /// A goal condition.
    Condition(usize),
    /// Metres to the target.
    Distance,
    /// The share of conditions that are met, where the conditions themselves are not on record.
    Progress,
    /// How many conditions are met.
    Met,
}

/// The rows that an attempt has.
pub fn rows(show: &EpisodeShow, track: &Track) -> Vec<Row> {
    let mut rows = vec![Row::Action];
    let has_states = track.state(show, 0).is_some();
    let conditions = show.scene.as_ref().filter(|_| has_states).map_or(0, |scene| scene.conditions.len());
    rows.extend((0..conditions).map(Row::Condition));
    let lines = || (1..=track.last()).filter_map(|column| track.line(show, column));
    if lines().any(|line| line.distance.is_some()) {
        rows.push(Row::Distance);
    }
    if conditions > 0 {
        rows.push(Row::Met);
    } else if lines().any(|line| line.progress.is_some()) {
        rows.push(Row::Progress);
    }
    rows
}

/// What a cell of the timeline says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its class in the style sheet.
    pub class: &'static str,
    /// What stands in it.
    pub text: String,
    /// What it says aloud.
    pub spoken: String,
}

fn cell(class: &'static str, text: impl Into<String>, spoken: impl Into<String>) -> Cell {
    Cell { class, text: text.into(), spoken: spoken.into() }
}

/// A cell.
pub fn cell_of(show: &EpisodeShow, track: &Track, row: Row, column: usize) -> Cell {
    let line = track.line(show, column);
    match row {
        Row::Action => match line {
            None => cell("", "", "before the first step"),
            Some(line) => match (line.kind, line.ran) {
                (RecordKind::UnreadablePlan, _) => cell("fails", "?", "no step: the plan could not be read"),
                (RecordKind::EmptyPlan, _) => cell("fails", "\u{2205}", "no step: the plan was empty"),
                (RecordKind::Step, Some(false)) => cell("fails", "\u{2717}", format!("{}, invalid", line.name)),
                (RecordKind::Step, Some(true)) => cell("holds", "", format!("{}, ran", line.name)),
                (RecordKind::Step, None) => cell("", "", format!("{}, not on record whether it ran", line.name)),
            },
        },
        Row::Condition(condition) => match met(show, track, column, condition) {
            Some(true) => cell("holds", "", "holds"),
            Some(false) if column > 0 && met(show, track, column - 1, condition) == Some(true) => {
                cell("undone", "", "undone here, no longer holds")
            }
            Some(false) => cell("", "", "does not hold"),
            None => cell("", "", "not on record"),
        },
        Row::Distance => {
            let distance = track.state(show, column).and_then(|state| state.distance);
            match distance.or_else(|| line.and_then(|line| line.distance)) {
                Some(metres) => cell("", one(metres), format!("{} metres to the target", one(metres))),
                None => cell("", "", "not on record"),
            }
        }
        Row::Progress => match line.and_then(|line| line.progress) {
            Some(share) => {
                cell(shade(share / 100.0), whole(share), format!("{} percent of the conditions met", whole(share)))
            }
            None => cell("", "", "not on record"),
        },
        Row::Met => match track.state(show, column) {
            Some(state) => {
                let (met, of) = (count(state), state.met.len());
                cell(shade(met as f64 / of.max(1) as f64), met.to_string(), format!("{met} of {of} met"))
            }
            None => cell("", "", "not on record"),
        },
    }
}

fn met(show: &EpisodeShow, track: &Track, column: usize, condition: usize) -> Option<bool> {
    track.state(show, column)?.met.get(condition).copied()
}

/// How many conditions hold.
pub fn count(state: &StateShow) -> usize {
    state.met.iter().filter(|met| **met).count()
}

fn shade(share: f64) -> &'static str {
    if share >= 1.0 {
        "met-all"
    } else if share >= 0.66 {
        "met-most"
    } else if share >= 0.33 {
        "met-some"
    } else {
        "met-few"
    }
}

/// A figure with one decimal place. Written by whole numbers, as everywhere on the page.
pub fn one(value: f64) -> String {
    placed(value, 1)
}

/// A figure with two decimal places.
pub fn two(value: f64) -> String {
    placed(value, 2)
}

fn whole(value: f64) -> String {
    placed(value, 0)
}

fn placed(value: f64, places: u32) -> String {
    let scale = 10_i64.pow(places);
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "figures of a page; it saturates")]
    let number = (value * scale as f64).round() as i64;
    let sign = if number < 0 { "\u{2212}" } else { "" };
    let (before, behind) = (number.unsigned_abs() / scale.unsigned_abs(), number.unsigned_abs() % scale.unsigned_abs());
    if places == 0 {
        format!("{sign}{before}")
    } else {
        format!("{sign}{before}.{behind:0width$}", width = places as usize)
    }
}

/// The name of a row.
pub fn row_name(show: &EpisodeShow, row: Row) -> String {
    match row {
        Row::Action => "action".to_owned(),
        Row::Condition(condition) => {
            show.scene.as_ref().and_then(|scene| scene.conditions.get(condition)).cloned().unwrap_or_default()
        }
        Row::Distance => "to the target, m".to_owned(),
        Row::Progress => "met, %".to_owned(),
        Row::Met => format!("met, of {}", show.scene.as_ref().map_or(0, |scene| scene.conditions.len())),
    }
}

/// A column in words.
pub fn column_name(track: &Track, column: usize) -> String {
    match track.columns.get(column) {
        Some(Column { step: Some(0), .. }) => "start".to_owned(),
        Some(Column { step: Some(step), .. }) => format!("step {step}"),
        Some(Column { round, .. }) => format!("round {}, no step", round + 1),
        None => String::new(),
    }
}

/// What a step changed in the conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effect {
    /// Conditions that hold since this step.
    pub gained: Vec<usize>,
    /// Conditions that no longer hold.
    pub lost: Vec<usize>,
    /// Whether anything that is drawn changed.
    pub moved: bool,
}

/// The effect of the step of a column; `None` where there are no states or no step.
pub fn effect(show: &EpisodeShow, track: &Track, column: usize) -> Option<Effect> {
    let (before, after) = (track.before(show, column)?, track.state(show, column)?);
    let mut effect = Effect { moved: before.cells != after.cells || before.hash != after.hash, ..Effect::default() };
    for (condition, (was, is)) in before.met.iter().zip(&after.met).enumerate() {
        match (was, is) {
            (false, true) => effect.gained.push(condition),
            (true, false) => effect.lost.push(condition),
            _ => {}
        }
    }
    Some(effect)
}

/// How a step of one run compares with the same step of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The same action with the same end and, where states are known, the same state.
    Same,
    /// Another action.
    Action,
    /// The same action that ended otherwise.
    Outcome,
    /// The same action from another state to another state.
    State,
    /// Only one of the runs has this step.
    Alone,
}

impl Against {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Same => "the same in both runs",
            Self::Action => "another action",
            Self::Outcome => "the same action, ended otherwise",
            Self::State => "the same action, another state",
            Self::Alone => "only in one run",
        }
    }
}

/// Compares two runs of a task step by step, the start first.
pub fn compare(first: (&EpisodeShow, &Track), second: (&EpisodeShow, &Track)) -> Vec<Against> {
    let columns = |track: &Track| -> Vec<usize> {
        (0..track.columns.len()).filter(|&column| track.columns[column].step.is_some()).collect()
    };
    let (ours, theirs) = (columns(first.1), columns(second.1));
    (0..ours.len().max(theirs.len()))
        .map(|step| {
            let (Some(&our), Some(&their)) = (ours.get(step), theirs.get(step)) else { return Against::Alone };
            let lines = (first.1.line(first.0, our), second.1.line(second.0, their));
            if let (Some(a), Some(b)) = lines {
                if a.name != b.name {
                    return Against::Action;
                }
                if a.ran != b.ran || a.feedback != b.feedback {
                    return Against::Outcome;
                }
            }
            match (first.1.state(first.0, our), second.1.state(second.0, their)) {
                (Some(a), Some(b)) if a.hash != b.hash || a.cells != b.cells => Against::State,
                _ => Against::Same,
            }
        })
        .collect()
}

/// A piece of a text with its marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The words.
    pub text: &'a str,
    /// It proves the class of error.
    pub proof: bool,
    /// It was searched for.
    pub hit: bool,
}

/// Cuts a text where phrases that prove something and hits of a search begin and end. Case does not count.
pub fn marked<'a>(text: &'a str, phrases: &[&str], search: &str) -> Vec<Piece<'a>> {
    let folded = fold(text);
    let proofs: Vec<Range<usize>> = phrases.iter().flat_map(|phrase| find(&folded, phrase)).collect();
    let hits = find(&folded, search);
    let mut cuts: Vec<usize> = proofs.iter().chain(&hits).flat_map(|range| [range.start, range.end]).collect();
    cuts.extend([0, text.len()]);
    cuts.sort_unstable();
    cuts.dedup();
    let within = |ranges: &[Range<usize>], at: usize| ranges.iter().any(|range| range.contains(&at));
    cuts.windows(2)
        .map(|cut| Piece { text: &text[cut[0]..cut[1]], proof: within(&proofs, cut[0]), hit: within(&hits, cut[0]) })
        .collect()
}

/// The small letters of a text, each with where its letter begins and ends.
fn fold(text: &str) -> Vec<(char, usize, usize)> {
    text.char_indices()
        .flat_map(|(at, letter)| letter.to_lowercase().map(move |small| (small, at, at + letter.len_utf8())))
        .collect()
}

fn find(text: &[(char, usize, usize)], words: &str) -> Vec<Range<usize>> {
    let wanted: Vec<char> = words.trim().chars().flat_map(char::to_lowercase).collect();
    let mut found = Vec::new();
    let mut from = 0;
    while !wanted.is_empty() && from + wanted.len() <= text.len() {
        let here = &text[from..from + wanted.len()];
        if here.iter().map(|(letter, ..)| *letter).eq(wanted.iter().copied()) {
            found.push(here[0].1..here[here.len() - 1].2);
            from += wanted.len();
        } else {
            from += 1;
        }
    }
    found
}

/// How many of the planned actions of a round ran, and what became of each: it ran, it was invalid, it was not reached.
pub fn planned(round: &RoundView) -> Vec<(String, Option<bool>)> {
    let mut steps = round.steps.iter().filter(|step| step.kind == RecordKind::Step);
    round
        .actions
        .iter()
        .map(|action| {
            let words = match action.id {
                Some(id) => format!("{id} {}", action.name),
                None => action.name.clone(),
            };
            (words, steps.next().map(|step| step.ran != Some(false)))
        })
        .collect()
}

#[cfg(test)]
pub(crate) mod fixtures;
#[cfg(test)]
mod tests;
