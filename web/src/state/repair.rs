//! A repair beside the plan it mends: which step of the one is which step of the other, the rows of the difference, and the
//! plan's text with the repair written into it, in the notation that is there. What a repair means is the planner's word.

use stepguard_report::planner::{EditKind, EditView, RepairView};
use stepguard_report::view::Report;

use super::facts::parts;

/// One row of the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// A step that stays: its number in the repaired plan.
    Kept(u32),
    /// A step that comes in, arrives or becomes another: its number in the repaired plan, and the edit's index.
    Here(u32, usize),
    /// A step that goes for good, or goes elsewhere: the edit's index.
    Gone(usize),
    /// That many steps stay, and are not shown one by one.
    Folded(usize),
}

/// A step of the repaired plan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Slot {
    /// The step of the given plan that it was, from 1.
    from: Option<u32>,
    /// Whether that step is at its old place among those that stay.
    anchored: bool,
    /// The edit that made it; `None`: it stays as it is.
    edit: Option<usize>,
}

/// Every step of the repaired plan with where it came from; `None` when the edits do not lead from one to the other.
fn align(steps: usize, repair: &RepairView) -> Option<Vec<Slot>> {
    let mut slots = vec![Slot::default(); repair.plan.len()];
    let mut touched = vec![false; steps];
    for (index, edit) in repair.edits.iter().enumerate() {
        if let Some(from) = edit.from {
            *touched.get_mut((from as usize).checked_sub(1)?)? = true;
        }
        if edit.kind != EditKind::Delete {
            let slot = slots.get_mut((edit.at as usize).checked_sub(1)?)?;
            slot.from = edit.from.or(slot.from);
            // A step that is moved and changed has two edits; the change says more.
            let first = slot.edit.is_none();
            slot.anchored = (first || slot.anchored) && edit.kind == EditKind::Change;
            if first || edit.kind == EditKind::Change {
                slot.edit = Some(index);
            }
        }
    }
    let mut kept = (1..).zip(&touched).filter(|(_, touched)| !**touched).map(|(number, _)| number);
    let mut last = 0;
    for slot in &mut slots {
        if slot.edit.is_none() {
            slot.from = Some(kept.next()?);
            slot.anchored = true;
        }
        if slot.anchored {
            let from = slot.from?;
            if from <= last {
                return None;
            }
            last = from;
        }
    }
    kept.next().is_none().then_some(slots)
}

/// How many steps that stay are shown on either side of an edit.
const AROUND: usize = 2;

/// The difference as rows; long runs of steps that stay are folded unless all are wanted. `None` when the edits do not
/// lead from the one plan to the other.
pub fn rows(repair: &RepairView, all: bool) -> Option<Vec<Row>> {
    // What was there before follows from the edits.
    let number = |kind: EditKind| repair.edits.iter().filter(|edit| edit.kind == kind).count();
    let steps = (repair.plan.len() + number(EditKind::Delete)).checked_sub(number(EditKind::Insert))?;
    let slots = align(steps, repair)?;
    let gone = |from: u32| {
        repair
            .edits
            .iter()
            .position(|edit| edit.from == Some(from) && matches!(edit.kind, EditKind::Delete | EditKind::Move))
    };
    let mut rows = Vec::new();
    let mut next = 1;
    for (number, slot) in (1..).zip(&slots) {
        // What is gone stands where it stood: behind the step that was before it.
        while let Some(index) = gone(next) {
            rows.push(Row::Gone(index));
            next += 1;
        }
        rows.push(slot.edit.map_or(Row::Kept(number), |edit| Row::Here(number, edit)));
        if slot.anchored {
            next = slot.from.unwrap_or(next) + 1;
        }
    }
    while let Some(index) = gone(next) {
        rows.push(Row::Gone(index));
        next += 1;
    }
    Some(if all { rows } else { fold(&rows) })
}

fn fold(rows: &[Row]) -> Vec<Row> {
    let near = |at: usize| {
        let from = at.saturating_sub(AROUND);
        rows[from..(at + AROUND + 1).min(rows.len())].iter().any(|row| !matches!(row, Row::Kept(_)))
    };
    let mut folded = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let run = (at..rows.len()).take_while(|&at| !near(at)).count();
        // A fold takes a row itself.
        if run > 1 {
            folded.push(Row::Folded(run));
            at += run;
        } else {
            folded.push(rows[at]);
            at += 1;
        }
    }
    folded
}

/// Numbers as words: `2, 4 to 6`.
pub fn spans(numbers: &[u32]) -> String {
    let mut words = String::new();
    let mut at = 0;
    while let Some(&first) = numbers.get(at) {
        let run = (first..).zip(&numbers[at..]).take_while(|(expected, number)| expected == *number).count();
        let last = numbers[at + run - 1];
        if !words.is_empty() {
            words.push_str(", ");
        }
        words.push_str(&first.to_string());
        match run {
            1 => {}
            2 => words.push_str(&format!(", {last}")),
            _ => words.push_str(&format!(" to {last}")),
        }
        at += run;
    }
    words
}

/// A plan with one step per line.
pub fn one_per_line(plan: &[String]) -> String {
    let mut text = plan.join("\n");
    text.push('\n');
    text
}

/// How steps are written: what stands before the name, between it and the arguments, between these, and behind them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Style {
    before: &'static str,
    /// Of the line itself where name and arguments stand apart, as in objects of JSON.
    after_name: String,
    between: &'static str,
    behind: &'static str,
    /// Whether a step without arguments is written with its brackets.
    empty: bool,
}

/// Names and arguments side by side: `(move a b)`, `move(a, b)`, `move(a,b)`, `move a b`.
const STYLES: [(&str, &str, &str, &str); 4] =
    [("(", " ", " ", ")"), ("", "(", ", ", ")"), ("", "(", ",", ")"), ("", " ", " ", "")];

/// What may stand between arguments that stand apart from the name.
const SEPARATORS: [&str; 5] = [", ", "\", \"", "', '", ",", " "];

impl Style {
    fn write(&self, action: &str) -> String {
        let words = parts(action);
        let (name, arguments) = words.split_first().map_or(("", &[][..]), |(name, rest)| (*name, rest));
        let arguments = arguments.join(self.between);
        let after_name = if arguments.is_empty() && !self.empty { "" } else { &self.after_name };
        format!("{}{name}{after_name}{arguments}{}", self.before, self.behind)
    }
}

/// A line of the plan with one step in it.
#[derive(Debug, Clone)]
struct Line {
    /// What stands before the step: indentation, a number, a bullet.
    head: String,
    /// The step, as it is written.
    body: String,
    /// What stands behind it.
    tail: String,
    /// How it is written; `None` when the step could not be read.
    style: Option<Style>,
}

/// Where a name or a step stands by itself, whatever its case: not as a part of another name.
fn find(line: &str, wanted: &str) -> Option<usize> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '(' | '<');
    if wanted.is_empty() {
        return None;
    }
    let lower = line.to_ascii_lowercase();
    let alone = |at: &usize| !line[..*at].ends_with(inside) && !line[at + wanted.len()..].starts_with(inside);
    lower.match_indices(&wanted.to_ascii_lowercase()).map(|(at, _)| at).find(alone)
}

impl Line {
    fn of(line: &str, action: &str) -> Self {
        let split = |at: usize, end: usize, style: Style| {
            let [head, body, tail] = [&line[..at], &line[at..end], &line[end..]].map(str::to_owned);
            Self { head, body, tail, style: Some(style) }
        };
        // A step that cannot be read is given as it is written, not as an action.
        if action.starts_with('(') {
            for (before, after_name, between, behind) in STYLES {
                let style =
                    Style { before, after_name: after_name.to_owned(), between, behind, empty: after_name == "(" };
                let wanted = style.write(action);
                if let Some(at) = find(line, &wanted) {
                    return split(at, at + wanted.len(), style);
                }
            }
            if let Some((name, arguments)) = parts(action).split_first()
                && let Some(at) = find(line, name)
            {
                let from = at + name.len();
                for between in SEPARATORS.into_iter().filter(|_| !arguments.is_empty()) {
                    let wanted = arguments.join(between);
                    if let Some(start) = find(&line[from..], &wanted) {
                        let after_name = line[from..from + start].to_owned();
                        // One argument does not show what stands between two; a list has it also behind the name.
                        let same = SEPARATORS.into_iter().find(|each| arguments.len() == 1 && *each == after_name);
                        let between = same.unwrap_or(between);
                        let style = Style { before: "", after_name, between, behind: "", empty: false };
                        return split(at, from + start + wanted.len(), style);
                    }
                }
            }
        }
        // What cannot be read may still be an item of a list.
        let word = line.find(|c: char| !c.is_alphabetic() && !c.is_whitespace()).unwrap_or(line.len());
        let start = if plain(&line[..word]) { word } else { line.len() - line.trim_start().len() };
        let digits = line[start..].bytes().take_while(u8::is_ascii_digit).count();
        let marks = line[start + digits..].bytes().take_while(|byte| b".):-*\t ".contains(byte)).count();
        let head = if digits > 0 && marks == 0 { 0 } else { start + digits + marks };
        let end = line.trim_end();
        let end = end.strip_suffix(',').unwrap_or(end).len().max(head);
        let [head, body, tail] = [&line[..head], &line[head..end], &line[end..]].map(str::to_owned);
        Self { head, body, tail, style: None }
    }

    /// Where the number in the head stands; `Err` when the head is more than a number with its marks.
    fn number(&self) -> Result<Option<(usize, usize)>, ()> {
        let from = self.head.find(|c: char| c.is_ascii_digit());
        let Some(from) = from else { return if plain(&self.head) { Ok(None) } else { Err(()) } };
        let length = self.head[from..].bytes().take_while(u8::is_ascii_digit).count();
        let rest = &self.head[from + length..];
        let single = plain(&self.head[..from]) && plain(rest) && !rest.contains(|c: char| c.is_ascii_digit());
        if single { Ok(Some((from, from + length))) } else { Err(()) }
    }
}

/// Whether a text holds no words but those that lists have before a number.
fn plain(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic())
        .all(|word| word.is_empty() || word.eq_ignore_ascii_case("step") || word.eq_ignore_ascii_case("action"))
}

/// The plan's text with the repair written into it, line by line in the notation that is there; `None` where that is not
/// simple. Whether the result is read as the repaired plan is for the checker to say.
pub fn rewrite(report: &Report, plan: &str, repair: &RepairView) -> Option<String> {
    let slots = align(report.steps.len(), repair)?;
    let mut texts: Vec<&str> = plan.split('\n').collect();
    let returns = texts.iter().any(|line| line.ends_with('\r'));
    for line in &mut texts {
        *line = line.strip_suffix('\r').unwrap_or(line);
    }
    let ending = if returns { "\r\n" } else { "\n" };
    if report.steps.is_empty() {
        let empty = texts.iter().all(|line| line.trim().is_empty() || line.starts_with([';', '#']));
        let gap = if plan.is_empty() || plan.ends_with('\n') { "" } else { ending };
        return empty.then(|| format!("{plan}{gap}{}{ending}", repair.plan.join(ending)));
    }
    let mut place = Vec::new();
    let mut lines = Vec::new();
    for step in &report.steps {
        let at = (step.source.start.line as usize).checked_sub(1)?;
        let alone = step.source.end.line == step.source.start.line && place.last().is_none_or(|&last| last < at);
        if !alone {
            return None;
        }
        lines.push(Line::of(texts.get(at)?, &step.action));
        place.push(at);
    }
    // Numbers count the steps, or there are none, or all are the same as Markdown allows.
    let mut numbers = Vec::new();
    for line in &lines {
        let number = line.number().ok()?;
        numbers.push(number.and_then(|(from, to)| line.head[from..to].parse::<u32>().ok()));
    }
    let first = numbers[0];
    let counted =
        first.is_some_and(|first| (first..).zip(&numbers).all(|(expected, number)| *number == Some(expected)));
    if !counted && numbers.iter().any(|number| *number != first) {
        return None;
    }
    // A comma between the items of a list.
    let comma = |line: &Line| line.tail.trim_end().ends_with(',');
    let (last, others) = lines.split_last()?;
    let commas = !others.is_empty() && others.iter().all(comma) && !comma(last);
    if commas {
        for line in &mut lines {
            line.tail = line.tail.trim_end().trim_end_matches(',').to_owned();
        }
    }

    let mut before: Vec<Vec<String>> = vec![Vec::new(); texts.len() + 1];
    let mut written: Vec<Option<String>> = vec![None; texts.len()];
    let mut removed = vec![false; texts.len()];
    for (step, at) in (1..).zip(&place) {
        removed[*at] = !slots.iter().any(|slot| slot.anchored && slot.from == Some(step));
    }
    // What comes before every step that stays goes to where the first step was.
    let mut target = place[0];
    let mut model = lines.iter().find(|line| line.style.is_some()).cloned();
    if let Some(model) = &mut model {
        model.tail = bare_tail(&model.tail);
    }
    for (number, slot) in (0..).zip(&slots) {
        let own = slot.from.and_then(|from| lines.get((from as usize).checked_sub(1)?));
        let action = repair.plan.get(number as usize)?;
        // A line that cannot be read is written anew, after the model of another.
        let readable = own.filter(|own| own.style.is_some());
        let mut line = readable.or(model.as_ref()).or(own).cloned()?;
        let stays = own.is_some()
            && slot.edit.is_none_or(|edit| repair.edits.get(edit).is_some_and(|edit| edit.kind == EditKind::Move));
        if !stays {
            line.body = line.style.as_ref().map_or_else(|| action.clone(), |style| style.write(action));
        }
        if let Some((from, to)) = line.number().ok()?.filter(|_| counted) {
            line.head.replace_range(from..to, &(first? + number).to_string());
        }
        let separator = if commas && number as usize + 1 < slots.len() { "," } else { "" };
        let text = format!("{}{}{}{separator}", line.head, line.body, line.tail);
        match slot.from.filter(|_| slot.anchored) {
            Some(from) => {
                let at = place[from as usize - 1];
                written[at] = Some(text);
                target = at + 1;
            }
            None => before[target].push(text),
        }
        if readable.is_some() {
            line.tail = bare_tail(&line.tail);
            model = Some(line);
        }
    }
    let mut result: Vec<&str> = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        result.extend(before[at].iter().map(String::as_str));
        if !removed[at] {
            result.push(written[at].as_deref().unwrap_or(text));
        }
    }
    result.extend(before[texts.len()].iter().map(String::as_str));
    Some(result.join(ending))
}

/// What of a line's end belongs to the notation: no remark on the step.
fn bare_tail(tail: &str) -> String {
    if tail.contains(char::is_alphanumeric) { String::new() } else { tail.trim_end().to_owned() }
}

/// Whether an edit brings a step in or changes one, takes it away, or moves it: the icon, and the word beside it.
pub fn mark(edit: &EditView, gone: bool) -> (&'static str, &'static str) {
    match edit.kind {
        EditKind::Insert => ("plus", "Insert"),
        EditKind::Delete => ("minus", "Delete"),
        EditKind::Move if gone => ("away", "Moved"),
        EditKind::Move => ("move", "Move"),
        EditKind::Change => ("change", "Change"),
    }
}

#[cfg(test)]
mod tests {
    use stepguard_report::view::{Category, Position, Source, StepView, Text};

    use super::*;
    use crate::state::fixture;

    /// A report about a plan of which every line holds one step, given as line number and action.
    fn report(steps: &[(u32, &str)]) -> Report {
        let mut report = fixture::tea();
        let model = report.steps[0].clone();
        report.steps = (1..)
            .zip(steps)
            .map(|(index, &(line, action))| StepView {
                index,
                action: action.to_owned(),
                source: Source {
                    text: Text::Plan,
                    start: Position { line, column: 1 },
                    end: Position { line, column: 2 },
                },
                ..model.clone()
            })
            .collect();
        report
    }

    fn edit(kind: EditKind, at: u32, from: Option<u32>, action: &str) -> EditView {
        EditView {
            kind,
            at,
            from,
            action: action.to_owned(),
            before: None,
            label: Category::MissingStep,
            meaning: String::new(),
            mitigates: Vec::new(),
            places: vec![at],
        }
    }

    fn repair(plan: &[&str], edits: Vec<EditView>) -> RepairView {
        RepairView { edits, plan: plan.iter().map(ToString::to_string).collect() }
    }

    /// Steps a, b, c, d become x, a, d, c': insert x, delete b, move d before c, change c.
    fn everything() -> RepairView {
        repair(
            &["(x)", "(a)", "(d o)", "(c p)"],
            vec![
                edit(EditKind::Insert, 1, None, "(x)"),
                edit(EditKind::Delete, 3, Some(2), "(b)"),
                edit(EditKind::Move, 3, Some(4), "(d o)"),
                edit(EditKind::Change, 4, Some(3), "(c p)"),
            ],
        )
    }

    #[test]
    fn rows_stand_where_the_steps_stood() {
        let rows = rows(&everything(), true);
        assert_eq!(
            rows,
            Some(vec![Row::Here(1, 0), Row::Kept(2), Row::Gone(1), Row::Here(3, 2), Row::Here(4, 3), Row::Gone(2),])
        );
    }

    #[test]
    fn edits_that_lead_elsewhere_give_no_rows() {
        for wrong in [
            repair(&["(a)"], vec![edit(EditKind::Delete, 1, Some(3), "(c)")]),
            repair(&[], vec![edit(EditKind::Insert, 1, None, "(c)")]),
            repair(&["(a)", "(b)"], vec![edit(EditKind::Insert, 1, Some(1), "(c)")]),
            repair(&["(a)", "(b)", "(c)"], vec![edit(EditKind::Insert, 9, None, "(c)")]),
            repair(&["(a)", "(b)"], vec![edit(EditKind::Change, 1, Some(2), "(a)")]),
            repair(&["(a)", "(b)"], vec![edit(EditKind::Insert, 0, None, "(a)")]),
        ] {
            assert_eq!(rows(&wrong, true), None, "{wrong:?}");
        }
        assert_eq!(rows(&repair(&[], vec![]), true), Some(vec![]));
    }

    #[test]
    fn long_runs_are_folded() {
        let plan: Vec<String> = (1..=20).map(|number| format!("(s{number})")).collect();
        let view = RepairView { edits: vec![edit(EditKind::Insert, 10, None, "(s10)")], plan };
        let folded = rows(&view, false).unwrap_or_default();
        assert_eq!(folded.first(), Some(&Row::Folded(7)));
        assert_eq!(folded[1..6], [Row::Kept(8), Row::Kept(9), Row::Here(10, 0), Row::Kept(11), Row::Kept(12)]);
        assert_eq!(folded.last(), Some(&Row::Folded(8)));
        assert_eq!(rows(&view, true).map(|rows| rows.len()), Some(20));
    }

    #[test]
    fn numbers_read_as_words() {
        assert_eq!(spans(&[]), "");
        assert_eq!(spans(&[3]), "3");
        assert_eq!(spans(&[1, 2, 4, 5, 6, 9]), "1, 2, 4 to 6, 9");
    }

    #[test]
    fn the_notation_and_the_remarks_stay() {
        let plan = "; tea\r\n(a)\r\n(B)\r\n\r\n  (c o) ; why\r\n(d o)\r\n";
        let report = report(&[(2, "(a)"), (3, "(b)"), (5, "(c o)"), (6, "(d o)")]);
        let written = rewrite(&report, plan, &everything());
        assert_eq!(written.as_deref(), Some("; tea\r\n(x)\r\n(a)\r\n(d o)\r\n\r\n  (c p) ; why\r\n"));
    }

    #[test]
    fn lists_are_numbered_anew() {
        let plan = "My plan:\n```\n1. a\n2. B\n3. c o\n4. d o  # last\n```\nDone.";
        let report = report(&[(3, "(a)"), (4, "(b)"), (5, "(c o)"), (6, "(d o)")]);
        let written = rewrite(&report, plan, &everything());
        assert_eq!(written.as_deref(), Some("My plan:\n```\n1. x\n2. a\n3. d o  # last\n4. c p\n```\nDone."));
    }

    #[test]
    fn an_unreadable_item_is_replaced_in_the_style_of_the_others() {
        let plan = "Step 1: a(o, p)\nStep 2: grab it\n";
        let mut report = report(&[(1, "(a o p)"), (2, "grab it")]);
        let mended = repair(&["(a o p)", "(c o p)"], vec![edit(EditKind::Change, 2, Some(2), "(c o p)")]);
        assert_eq!(rewrite(&report, plan, &mended).as_deref(), Some("Step 1: a(o, p)\nStep 2: c(o, p)\n"));
        report.steps[1].action = String::new();
        assert_eq!(rewrite(&report, "1) a(o,p)\n2) grab it\n", &mended).as_deref(), Some("1) a(o,p)\n2) c(o,p)\n"));
    }

    #[test]
    fn lists_of_strings_keep_their_commas() {
        let plan = "[\n  \"a\",\n  \"b\",\n  \"c o\",\n  \"d o\"\n]\n";
        let report = report(&[(2, "(a)"), (3, "(b)"), (4, "(c o)"), (5, "(d o)")]);
        let written = rewrite(&report, plan, &everything());
        assert_eq!(written.as_deref(), Some("[\n  \"x\",\n  \"a\",\n  \"d o\",\n  \"c p\"\n]\n"));
    }

    #[test]
    fn objects_and_lists_of_json_keep_their_shape() {
        let plan = "{\"plan\": [\n  {\"action\": \"c\", \"object\": \"o, p\"},\n  {\"action\": \"fly\", \"object\": \"o\"},\n  {\"action\": \"d\", \"object\": \"o\"}\n]}\n";
        let mended = repair(
            &["(c o p)", "(e p)", "(d o)", "(c p o)"],
            vec![edit(EditKind::Change, 2, Some(2), "(e p)"), edit(EditKind::Insert, 4, None, "(c p o)")],
        );
        assert_eq!(
            rewrite(&report(&[(2, "(c o p)"), (3, "fly o"), (4, "(d o)")]), plan, &mended).as_deref(),
            Some(
                "{\"plan\": [\n  {\"action\": \"c\", \"object\": \"o, p\"},\n  {\"action\": \"e\", \"object\": \"p\"},\n  {\"action\": \"d\", \"object\": \"o\"},\n  {\"action\": \"c\", \"object\": \"p, o\"}\n]}\n"
            )
        );
        let lists = "[\n [\"c\", \"o\", \"p\"],\n [\"fly\"],\n [\"d\", \"o\"]\n]";
        assert_eq!(
            rewrite(&report(&[(2, "(c o p)"), (3, "fly"), (4, "(d o)")]), lists, &mended).as_deref(),
            Some("[\n [\"c\", \"o\", \"p\"],\n [\"e\", \"p\"],\n [\"d\", \"o\"],\n [\"c\", \"p\", \"o\"]\n]")
        );
    }

    #[test]
    fn what_is_not_simple_is_left_alone() {
        let steps = [(1, "(a)"), (2, "(b)"), (3, "(c o)"), (4, "(d o)")];
        for plan in
            ["0.5: (a)\n1.5: (b)\n2.5: (c o)\n3.5: (d o)", "1. a\n3. b\n4. c o\n5. d o", "first (a)\n(b)\n(c o)\n(d o)"]
        {
            assert_eq!(rewrite(&report(&steps), plan, &everything()), None, "{plan}");
        }
        let on_one_line = report(&[(1, "(a)"), (1, "(b)"), (2, "(c o)"), (3, "(d o)")]);
        assert_eq!(rewrite(&on_one_line, "(a) (b)\n(c o)\n(d o)", &everything()), None);
    }

    #[test]
    fn an_empty_plan_is_filled() {
        let filled = repair(
            &["(a)", "(b)"],
            vec![edit(EditKind::Insert, 1, None, "(a)"), edit(EditKind::Insert, 2, None, "(b)")],
        );
        assert_eq!(rewrite(&report(&[]), "", &filled).as_deref(), Some("(a)\n(b)\n"));
        assert_eq!(rewrite(&report(&[]), "; nothing", &filled).as_deref(), Some("; nothing\n(a)\n(b)\n"));
        assert_eq!(rewrite(&report(&[]), "I do not know.", &filled), None);
    }

    #[test]
    fn every_step_may_go() {
        let none = repair(&[], vec![edit(EditKind::Delete, 1, Some(1), "(a)")]);
        assert_eq!(rewrite(&report(&[(2, "(a)")]), "; x\n(a)\n", &none).as_deref(), Some("; x\n"));
        let other =
            repair(&["(x)"], vec![edit(EditKind::Insert, 1, None, "(x)"), edit(EditKind::Delete, 1, Some(1), "(a)")]);
        assert_eq!(rewrite(&report(&[(2, "(a)")]), "; x\n(a)\n", &other).as_deref(), Some("; x\n(x)\n"));
    }
}
