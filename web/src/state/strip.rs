//! The strip's rows, columns and cells. Column k is step k and the state after it, column 0 is the start. Cells are
//! computed when they are asked for, so that a plan of thousands of steps costs only what is in view.

use std::rc::Rc;

use stepguard_report::view::{FindingView, Report, RuleStatus, StepStatus, StepView};

use super::facts::Atom;
use super::history::{History, within};
use super::words;

/// What a row is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// How the steps went.
    Status,
    /// A literal of the goal, by its place in the report.
    Goal(usize),
    /// A safety rule, by its place in the report.
    Rule(usize),
    /// A fact that the reader pinned.
    Pinned(Rc<str>),
}

/// What a cell says. Every kind has its own look, symbol and word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The fact holds, the rule is kept, or the step ran.
    Holds,
    /// The fact does not hold.
    Not,
    /// The fact held in the state before and no longer does.
    Undone,
    /// The rule can still be kept or broken.
    Pending,
    /// The rule is broken.
    Broken,
    /// The step failed.
    Fails,
    /// The step was skipped, or changed nothing.
    Skips,
    /// There is nothing to say here: the start has no status, rules are not judged after a failure.
    Nothing,
}

impl Kind {
    /// The style sheet's name for it.
    pub fn class(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Not => "not",
            Self::Undone => "undone",
            Self::Pending => "pending",
            Self::Broken => "broken",
            Self::Fails => "fails",
            Self::Skips => "skips",
            Self::Nothing => "nothing",
        }
    }
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub kind: Kind,
    /// It lies behind the first failure.
    pub unscored: bool,
    /// What stands in a wide cell.
    pub full: String,
    /// What stands in a narrow one.
    pub symbol: &'static str,
    /// What is spoken, without row and column.
    pub spoken: String,
}

/// Rows, columns and cells of one report.
#[derive(Debug, Clone, Copy)]
pub struct Strip<'a> {
    report: &'a Report,
    history: &'a History,
}

impl<'a> Strip<'a> {
    /// The strip of a report and its states.
    pub fn new(report: &'a Report, history: &'a History) -> Self {
        Self { report, history }
    }

    /// Number of columns, the start included.
    pub fn columns(&self) -> usize {
        self.report.steps.len() + 1
    }

    /// All rows.
    pub fn rows(&self, pinned: &[Rc<str>]) -> Vec<Row> {
        let mut rows = vec![Row::Status];
        rows.extend((0..self.report.goal.len()).map(Row::Goal));
        rows.extend((0..self.report.rules.len()).map(Row::Rule));
        rows.extend(pinned.iter().map(|fact| Row::Pinned(Rc::clone(fact))));
        rows
    }

    /// A row's name.
    pub fn name(&self, row: &Row) -> String {
        match row {
            Row::Status => "status".to_owned(),
            Row::Goal(index) => self.report.goal.get(*index).map(|goal| goal.literal.clone()).unwrap_or_default(),
            Row::Rule(index) => self.report.rules.get(*index).map(|rule| rule.name.clone()).unwrap_or_default(),
            Row::Pinned(fact) => fact.to_string(),
        }
    }

    /// What kind of row it is, in a word.
    pub fn row_kind(&self, row: &Row) -> &'static str {
        match row {
            Row::Status => "",
            Row::Goal(_) => "goal",
            Row::Rule(index) if self.report.rules.get(*index).is_some_and(|rule| !rule.hard) => "advice",
            Row::Rule(_) => "safety rule",
            Row::Pinned(_) => "pinned fact",
        }
    }

    fn step(&self, column: usize) -> Option<&'a StepView> {
        column.checked_sub(1).and_then(|index| self.report.steps.get(index))
    }

    /// The state that a column shows.
    pub fn state(&self, column: usize) -> u32 {
        self.step(column).map_or(0, |step| step.state)
    }

    /// Whether a column lies behind the first failure.
    pub fn unscored(&self, column: usize) -> bool {
        self.step(column).is_some_and(|step| step.after_first_failure)
    }

    /// The first column that is not scored, if any.
    pub fn first_unscored(&self) -> Option<usize> {
        self.report.steps.iter().position(|step| step.after_first_failure).map(|index| index + 1)
    }

    /// The name of a column's action.
    pub fn action(&self, column: usize) -> &'a str {
        self.step(column).map_or("start", |step| action_name(&step.action))
    }

    /// A column in spoken words.
    pub fn spoken_column(&self, column: usize) -> String {
        if column == 0 { "start".to_owned() } else { format!("step {column} {}", self.action(column)) }
    }

    /// One cell.
    pub fn cell(&self, row: &Row, column: usize) -> Cell {
        let mut cell = match row {
            Row::Status => self.status(column),
            Row::Goal(index) => match self.report.goal.get(*index) {
                Some(goal) => self.fact(column, |state| within(&goal.held_in, state)),
                None => nothing(),
            },
            Row::Rule(index) => self.rule(*index, column),
            Row::Pinned(fact) => {
                let atom = Atom::parse(fact);
                let negated = atom.negated.then(|| super::facts::parts(fact).get(1).copied().unwrap_or_default());
                match negated {
                    Some(inner) => self.fact(column, |state| !self.history.holds(inner, state)),
                    None => self.fact(column, |state| self.history.holds(fact, state)),
                }
            }
        };
        cell.unscored = self.unscored(column);
        if cell.unscored && !cell.spoken.contains("not scored") {
            cell.spoken.push_str(", not scored");
        }
        cell
    }

    fn fact(&self, column: usize, holds: impl Fn(u32) -> bool) -> Cell {
        let now = holds(self.state(column));
        let before = column.checked_sub(1).is_some_and(|before| holds(self.state(before)));
        match (before, now) {
            (_, true) => cell(Kind::Holds, "✓", "✓", "holds"),
            (true, false) => cell(Kind::Undone, "undone", "↓", "undone here"),
            (false, false) => cell(Kind::Not, "·", "·", "does not hold"),
        }
    }

    fn rule(&self, index: usize, column: usize) -> Cell {
        let Some(rule) = self.report.rules.get(index) else { return nothing() };
        if self.unscored(column) {
            return cell(Kind::Nothing, "–", "–", "not scored");
        }
        // The state after a step that could not run is the one before it.
        let state = self.state(column).min(self.report.last_scored_state);
        if let Some(&(from, _)) = rule.broken_in.iter().find(|&&(from, to)| from <= state && state <= to) {
            let first = from == state && self.state(column.saturating_sub(1)) != state || column == 0;
            return if first {
                cell(Kind::Broken, "⚠ begins", "⚠", "broken, begins here")
            } else {
                cell(Kind::Broken, "⚠ broken", "⚠", "broken")
            };
        }
        // Rules of the `always` kind are kept so far in every state; the others are decided by a later state.
        let at_once = matches!(rule.operator.as_str(), "always" | "at-most-once" | "sometime-before" | "hold-during");
        let decided = rule.status != RuleStatus::Pending && state >= self.report.last_scored_state;
        match rule.status {
            _ if at_once => cell(Kind::Holds, "kept", "✓", "kept so far"),
            RuleStatus::Kept if decided => cell(Kind::Holds, "kept", "✓", "kept"),
            RuleStatus::Violated if decided => cell(Kind::Broken, "⚠ broken", "⚠", "broken"),
            _ => cell(Kind::Pending, "pending", "…", "pending: a later state decides"),
        }
    }

    fn status(&self, column: usize) -> Cell {
        let Some(step) = self.step(column) else {
            return cell(Kind::Nothing, "state 0", "–", "state 0, no step yet");
        };
        let finding = self.finding(step);
        match step.status {
            StepStatus::Ran => match finding {
                Some(finding) if !finding.fatal => {
                    let mut cell = cell(Kind::Skips, "no effect", "=", "ran and changed nothing");
                    cell.spoken = format!("ran: {}", words::long(finding.category));
                    cell
                }
                _ if step.after_first_failure => cell(Kind::Holds, "would run", "✓", "would run"),
                _ => cell(Kind::Holds, "ran", "✓", "ran"),
            },
            StepStatus::Failed => {
                let mut cell = cell(Kind::Fails, "✗ fails", "✗", "failed");
                if let Some(finding) = finding {
                    match finding.follows_from {
                        Some(origin) => {
                            cell.full = format!("✗ after {origin}");
                            cell.spoken = format!("failed, follows from step {origin}");
                        }
                        None => {
                            cell.full = format!("✗ {}", words::one(finding.category));
                            cell.spoken = format!("failed: {}", words::long(finding.category));
                        }
                    }
                }
                cell
            }
            StepStatus::Skipped => cell(Kind::Skips, "skipped", "=", "skipped: its effects held already"),
            StepStatus::NotRun => cell(Kind::Nothing, "not run", "–", "not run"),
        }
    }

    /// The finding that gives a step its label.
    pub fn finding(&self, step: &StepView) -> Option<&'a FindingView> {
        step_finding(self.report, step)
    }
}

/// The finding that gives a step its label: the first fatal one, else the first.
pub fn step_finding<'a>(report: &'a Report, step: &StepView) -> Option<&'a FindingView> {
    let all = || step.findings.iter().filter_map(|&index| report.findings.get(index as usize));
    all().find(|finding| finding.fatal).or_else(|| all().next())
}

/// The action's name out of a ground action or the text of an unreadable step.
pub fn action_name(action: &str) -> &str {
    let name = Atom::parse(action).name;
    name.split_whitespace().next().unwrap_or(name)
}

fn cell(kind: Kind, full: &str, symbol: &'static str, spoken: &str) -> Cell {
    Cell { kind, unscored: false, full: full.to_owned(), symbol, spoken: spoken.to_owned() }
}

fn nothing() -> Cell {
    cell(Kind::Nothing, "–", "–", "nothing")
}

/// How much of every column is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zoom {
    /// All columns in the width there is.
    Fit,
    /// Names around the chosen step, the others thin.
    Focus,
    /// Every column with its name.
    Names,
}

/// How a column is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// With its name.
    Wide,
    /// With a symbol.
    Mid,
    /// A bar.
    Thin,
}

impl Width {
    /// The style sheet's name for it.
    pub fn class(self) -> &'static str {
        match self {
            Self::Wide => "col-wide",
            Self::Mid => "col-mid",
            Self::Thin => "col-thin",
        }
    }
}

/// Where every column lies. All columns but the stretch with names are equally wide, so that no sum is ever needed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    /// Number of columns.
    pub columns: usize,
    /// How the columns outside of the stretch are drawn.
    pub base: Width,
    /// Their width in pixels.
    pub base_width: f64,
    /// The first and the last column with names.
    pub named: (usize, usize),
    /// Whether the stretch exists.
    pub has_named: bool,
    /// The width of a column with a name.
    pub named_width: f64,
}

const NAME: f64 = 79.0;
/// A column as wide as this bears its name.
const WITH_NAME: f64 = 62.0;
const NARROW_NAME: f64 = 70.0;
const SYMBOL: f64 = 24.0;
const BAR: f64 = 10.0;

impl Layout {
    /// Lays `columns` out in `room` pixels.
    pub fn new(zoom: Zoom, columns: usize, chosen: usize, room: f64) -> Self {
        let count = columns.max(1) as f64;
        let chosen = chosen.min(columns.saturating_sub(1));
        // On a phone a name is cut a little, so that more steps fit beside it.
        let name = if room < 420.0 { NARROW_NAME } else { NAME };
        let mut layout = Self {
            columns,
            base: Width::Wide,
            base_width: name,
            named: (chosen, chosen),
            has_named: false,
            named_width: name,
        };
        match zoom {
            Zoom::Names => {}
            Zoom::Fit => {
                let each = (room / count).floor();
                if each >= WITH_NAME {
                    layout.base_width = each.min(110.0);
                } else {
                    // The chosen step keeps its name, the others share what is left: less than each had.
                    let others = ((room - name) / (count - 1.0).max(1.0)).floor();
                    layout.has_named = true;
                    layout.base_width = others.max(4.0);
                    layout.base = if layout.base_width >= 16.0 { Width::Mid } else { Width::Thin };
                }
            }
            Zoom::Focus => {
                let thin = if room < 420.0 && count <= 14.0 { SYMBOL } else { BAR };
                layout.base = if thin > BAR { Width::Mid } else { Width::Thin };
                layout.base_width = thin;
                layout.has_named = true;
                let reach = if room > 700.0 {
                    2
                } else if room > 420.0 {
                    1
                } else {
                    0
                };
                layout.named = (chosen.saturating_sub(reach), (chosen + reach).min(columns.saturating_sub(1)));
            }
        }
        layout
    }

    /// How a column is drawn.
    pub fn width_of(&self, column: usize) -> Width {
        if self.is_named(column) { Width::Wide } else { self.base }
    }

    fn is_named(&self, column: usize) -> bool {
        self.has_named && self.named.0 <= column && column <= self.named.1
    }

    /// The distance of a column's left edge from the first one's; for `columns` the whole width.
    pub fn left(&self, column: usize) -> f64 {
        let named = if self.has_named { column.clamp(self.named.0, self.named.1 + 1) - self.named.0 } else { 0 };
        (column - named) as f64 * self.base_width + named as f64 * self.named_width
    }

    /// The whole width.
    pub fn total(&self) -> f64 {
        self.left(self.columns)
    }

    /// The columns between two distances, with some more on both sides, as first and one behind the last.
    pub fn window(&self, from: f64, to: f64) -> (usize, usize) {
        let first = self.at(from).saturating_sub(8);
        let last = (self.at(to) + 9).min(self.columns);
        (first.min(last), last)
    }

    /// The column at a distance.
    pub fn at(&self, distance: f64) -> usize {
        let (mut low, mut high) = (0, self.columns);
        while low < high {
            let middle = (low + high) / 2;
            if self.left(middle + 1) <= distance { low = middle + 1 } else { high = middle }
        }
        low.min(self.columns.saturating_sub(1))
    }

    /// Every how many columns a bar bears its number.
    pub fn number_every(&self) -> usize {
        if self.base_width >= 9.0 { 5 } else { 10 }
    }
}

/// A stretch of neighbouring columns that look the same in the overview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The style sheet's name for it.
    pub class: &'static str,
    /// First column.
    pub from: usize,
    /// Last column.
    pub to: usize,
}

/// The steps' status in stretches: every step alone while there are few, neighbours together when there are many.
pub fn stretches(report: &Report, alone: bool) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for step in &report.steps {
        let class = match (step.status, step.after_first_failure) {
            (StepStatus::Failed, false) => "failed",
            (StepStatus::Failed, true) => "unscored-failed",
            (StepStatus::NotRun, _) | (_, true) => "unscored",
            (StepStatus::Skipped, false) => "skipped",
            (StepStatus::Ran, false) => "ran",
        };
        let column = step.index as usize;
        match stretches.last_mut() {
            Some(last) if !alone && last.class == class => last.to = column,
            _ => stretches.push(Stretch { class, from: column, to: column }),
        }
    }
    stretches
}

/// The columns whose states lie in an interval, as first and last.
pub fn columns_of(report: &Report, (from, to): (u32, u32)) -> Option<(usize, usize)> {
    let first = if from == 0 {
        Some(0)
    } else {
        report.steps.iter().position(|step| step.state >= from).map(|index| index + 1)
    }?;
    let last = report.steps.iter().rposition(|step| step.state <= to).map_or(0, |index| index + 1);
    (first <= last).then_some((first, last))
}

/// A place worth going to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jump {
    /// Icon and colour: `failed`, `broken`, `undone`.
    pub kind: &'static str,
    /// What the button says.
    pub text: String,
    /// Where it leads.
    pub column: usize,
}

/// The places worth going to: the first failure, every broken stretch of a rule, every goal that was undone.
pub fn jumps(report: &Report) -> Vec<Jump> {
    let mut jumps = Vec::new();
    if let Some(step) = report.steps.iter().find(|step| step.status == StepStatus::Failed) {
        jumps.push(Jump {
            kind: "failed",
            text: format!("first failure, step {}", step.index),
            column: step.index as usize,
        });
    }
    for rule in &report.rules {
        for &interval in rule.broken_in.iter().take(4) {
            if let Some((from, to)) = columns_of(report, interval) {
                let text =
                    if from == to { format!("{} {from}", rule.name) } else { format!("{} {from} to {to}", rule.name) };
                jumps.push(Jump { kind: "broken", text, column: from });
            }
        }
    }
    for goal in &report.goal {
        if let Some(step) = goal.undone_by {
            jumps.push(Jump { kind: "undone", text: format!("{} undone {step}", goal.literal), column: step as usize });
        }
    }
    jumps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::fixture;

    #[test]
    fn every_cell_says_one_thing() {
        let report = fixture::tea();
        let history = History::of(&report);
        let strip = Strip::new(&report, &history);
        assert_eq!(strip.columns(), 7);
        let status: Vec<_> = (0..7).map(|column| strip.cell(&Row::Status, column)).collect();
        assert_eq!(status[1].full, "ran");
        assert_eq!((status[4].kind, status[4].full.as_str()), (Kind::Fails, "✗ order"));
        assert_eq!(status[5].full, "would run");
        assert_eq!(status[6].full, "✗ after 4");
        assert!(status[5].unscored && status[5].spoken.contains("not scored"));
        let goal: Vec<_> = (0..7).map(|column| strip.cell(&Row::Goal(1), column).kind).collect();
        assert_eq!(goal, [Kind::Holds, Kind::Holds, Kind::Undone, Kind::Not, Kind::Not, Kind::Holds, Kind::Holds]);
        let rule: Vec<_> = (0..7).map(|column| strip.cell(&Row::Rule(0), column)).collect();
        assert_eq!(rule[2].kind, Kind::Holds);
        assert_eq!(rule[3].full, "⚠ begins");
        assert_eq!(rule[4].full, "⚠ broken");
        assert_eq!((rule[5].kind, rule[5].spoken.as_str()), (Kind::Nothing, "not scored"));
    }

    #[test]
    fn a_pinned_fact_has_its_row_and_so_has_its_negation() {
        let report = fixture::tea();
        let history = History::of(&report);
        let strip = Strip::new(&report, &history);
        assert_eq!(strip.cell(&Row::Pinned("(plugged-in base)".into()), 3).kind, Kind::Holds);
        assert_eq!(strip.cell(&Row::Pinned("(not (plugged-in base))".into()), 3).kind, Kind::Not);
    }

    #[test]
    fn columns_lie_side_by_side() {
        for zoom in [Zoom::Fit, Zoom::Focus, Zoom::Names] {
            for (columns, chosen, room) in [
                (7, 4, 660.0),
                (10, 9, 660.0),
                (11, 3, 660.0),
                (7, 4, 230.0),
                (45, 31, 660.0),
                (2001, 1999, 900.0),
                (1, 0, 100.0),
            ] {
                let layout = Layout::new(zoom, columns, chosen, room);
                for column in 0..columns {
                    let width = layout.left(column + 1) - layout.left(column);
                    assert!(width >= 4.0, "{zoom:?} {columns} {column}: {width}");
                    assert_eq!(layout.at(layout.left(column)), column);
                }
                let (first, last) = layout.window(layout.left(chosen), layout.left(chosen) + 50.0);
                assert!(first <= chosen && chosen < last);
                assert!(!(layout.has_named && layout.base == Width::Wide), "one width for every column with a name");
            }
        }
        assert_eq!(Layout::new(Zoom::Focus, 2001, 900, 660.0).width_of(900), Width::Wide);
        assert_eq!(Layout::new(Zoom::Focus, 2001, 900, 660.0).width_of(100), Width::Thin);
    }

    #[test]
    fn fit_fits() {
        let layout = Layout::new(Zoom::Fit, 45, 31, 900.0);
        assert!(layout.total() <= 900.0, "{}", layout.total());
        for columns in 1..60 {
            let layout = Layout::new(Zoom::Fit, columns, columns / 2, 660.0);
            assert!(layout.total() <= 660.0, "{columns}: {}", layout.total());
        }
        let layout = Layout::new(Zoom::Fit, 7, 2, 660.0);
        assert_eq!(layout.base, Width::Wide);
        assert!(layout.total() <= 660.0);
    }

    #[test]
    fn a_long_plan_shows_only_a_window() {
        let layout = Layout::new(Zoom::Names, 2001, 0, 660.0);
        let (first, last) = layout.window(79.0 * 1000.0, 79.0 * 1000.0 + 660.0);
        assert!(first > 980 && last < 1030);
    }

    #[test]
    fn the_overview_joins_neighbours_of_long_plans() {
        let report = fixture::tea();
        let joined = stretches(&report, false);
        assert_eq!(
            joined.iter().map(|s| (s.class, s.from, s.to)).collect::<Vec<_>>(),
            [("ran", 1, 3), ("failed", 4, 4), ("unscored", 5, 5), ("unscored-failed", 6, 6)]
        );
        assert_eq!(stretches(&report, true).len(), 6);
        let jumps = jumps(&report);
        assert_eq!(jumps[0].column, 4);
        assert_eq!((jumps[1].kind, jumps[1].column), ("broken", 3));
        assert_eq!((jumps[2].kind, jumps[2].column), ("undone", 2));
    }
}
