//! Output of planners: a plan among other lines. A log is known by the lines its planner always prints; only lines of
//! its own form are steps, whatever else looks like one. Where a log holds several plans, the last counts: planners that
//! go on searching print better and better ones.

use crate::clean::duration;
use crate::fragment::{Fragment, span, trim};
use crate::notes;
use crate::phrase::{self, Form, Mode};
use crate::plan::{Name, Notation};
use crate::sink::{Parsed, ParsedKind, Sink};
use stepguard_text::{Number, Span};

/// What was found besides the steps.
#[derive(Debug)]
pub(crate) struct Log {
    pub(crate) notation: Notation,
    /// The line that announces the plan.
    pub(crate) heading: Span,
    pub(crate) steps: Vec<Parsed>,
    pub(crate) marks: Vec<Span>,
    pub(crate) comments: Vec<Span>,
    /// Number of the first step, where steps are numbered.
    pub(crate) first_number: Option<u64>,
    /// How many plans the log holds.
    pub(crate) plans: usize,
}

/// The planner whose heading a line is.
fn heading(line: &str) -> Option<Notation> {
    let has = |needle: &str| {
        line.len() >= needle.len()
            && line.as_bytes().windows(needle.len()).any(|w| w.eq_ignore_ascii_case(needle.as_bytes()))
    };
    let content = line.trim_start_matches([';', ' ', '\t']);
    if has("found legal plan as follows") || (has("ff: ") && has("the empty plan solves it")) {
        Some(Notation::FfLog)
    } else if notes::starts_with(content, "plan computed:") {
        Some(Notation::LpgLog)
    } else if content.eq_ignore_ascii_case("found plan:") {
        Some(Notation::EnhspLog)
    } else if has("solution found!") {
        Some(Notation::FastDownwardLog)
    } else if notes::is_plan_heading(line) || (line.starts_with(';') && notes::starts_with(content, "solution found")) {
        Some(Notation::PopfLog)
    } else {
        None
    }
}

struct Reading<'s, 't> {
    sink: &'s mut Sink<'t>,
    log: Log,
    /// The plan has ended: what follows is about it.
    ended: bool,
}

/// Reads a log; `None` when the text is none.
pub(crate) fn read(sink: &mut Sink<'_>) -> Option<Log> {
    let text = sink.text;
    let lines = || {
        let mut at = 0;
        text.split_inclusive('\n').map(move |line| {
            let range = trim(text, at, at + line.len());
            at += line.len();
            range
        })
    };
    let (notation, place) = lines().find_map(|(start, end)| {
        let line = &text[start..end];
        let notation = heading(line).or_else(|| {
            // A piece of a log: its first step line is heading enough. FF aligns its numbers; `Step 1: ...` is a list.
            if ff_step(line).is_some() && line.starts_with("step  ") {
                Some(Notation::FfLog)
            } else if madagascar(line).is_some() {
                Some(Notation::MadagascarLog)
            } else {
                None
            }
        })?;
        Some((notation, span(start, end)))
    })?;
    let mut reading = Reading {
        log: Log {
            notation,
            heading: place,
            steps: Vec::new(),
            marks: Vec::new(),
            comments: Vec::new(),
            first_number: None,
            plans: 0,
        },
        ended: false,
        sink,
    };
    let headless = heading(place.slice(text)).is_none();
    if headless {
        reading.log.plans = 1;
    }
    for (start, end) in lines().filter(|(start, end)| start < end) {
        reading.line(start, end, headless);
    }
    let log = reading.log;
    let says_empty = |line: &str| {
        let line = line.to_ascii_lowercase();
        (line.contains("ff: ") && line.contains("empty plan solves it")) || line.contains("plan length: 0 step")
    };
    if log.steps.is_empty() && !lines().any(|(start, end)| says_empty(&text[start..end])) {
        return None;
    }
    Some(log)
}

impl Reading<'_, '_> {
    fn line(&mut self, start: usize, end: usize, headless: bool) {
        let text = self.sink.text;
        let line = &text[start..end];
        let place = span(start, end);
        if heading(line) == Some(self.log.notation) && !headless {
            if self.log.plans == 0 || !self.log.steps.is_empty() {
                self.log.plans += 1;
                self.log.steps.clear();
                self.log.heading = place;
                self.log.first_number = None;
            }
            self.ended = false;
            self.log.marks.push(place);
            return;
        }
        if line.starts_with(';') {
            self.log.comments.push(place);
            notes::in_comment(text, place, &mut self.sink.plan.notes);
            return;
        }
        if notes::in_line(text, place, &mut self.sink.plan.notes) {
            self.log.marks.push(place);
            self.ended = true;
            return;
        }
        if self.log.plans == 0 || self.ended {
            return;
        }
        let found = match self.log.notation {
            Notation::FfLog => self.ff(start, end),
            Notation::FastDownwardLog => self.fast_downward(start, end),
            Notation::MadagascarLog => self.madagascar(start, end),
            _ => self.timed(start, end),
        };
        if !found {
            if notes::starts_with(line, "time: (action)") {
                self.log.marks.push(place);
            } else if !self.log.steps.is_empty() && self.log.notation == Notation::FfLog {
                self.ended = true;
            }
        }
    }

    fn words(&mut self, range: (usize, usize), place: Span, time: Option<Number>) {
        let text = self.sink.text;
        let mut names = Vec::new();
        let mut at = range.0;
        for word in text[range.0..range.1].split(char::is_whitespace) {
            if !word.is_empty() {
                names.push(Name::at(span(at, at + word.len())));
            }
            // Every white-space character of these logs is one the split removed.
            at += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        }
        let mut names = names.into_iter();
        let Some(name) = names.next() else { return };
        let resolved = self.sink.names.action(name.span.slice(text)).is_some();
        self.log.steps.push(Parsed {
            span: place,
            time,
            duration: None,
            said: ParsedKind::Action { name, arguments: names.collect() },
            form: Form::Words,
            resolved,
            unclosed: false,
        });
    }

    fn ff(&mut self, start: usize, end: usize) -> bool {
        let Some((number, content)) = ff_step(&self.sink.text[start..end]) else { return false };
        self.log.first_number.get_or_insert(number);
        self.words((start + content, end), span(start, end), None);
        true
    }

    /// `move a b (1)`
    fn fast_downward(&mut self, start: usize, end: usize) -> bool {
        let line = &self.sink.text[start..end];
        let Some(open) = line.rfind('(') else { return false };
        let cost = line[open + 1..].strip_suffix(')');
        if cost.and_then(Number::parse).is_none() || line[..open].trim().is_empty() {
            return false;
        }
        let range = trim(self.sink.text, start, start + open);
        if self.sink.text[range.0..range.1].contains([':', ',', '[', ']', '(', ')']) {
            return false;
        }
        self.words(range, span(start, end), None);
        true
    }

    fn madagascar(&mut self, start: usize, end: usize) -> bool {
        let text = self.sink.text;
        let Some(content) = madagascar(&text[start..end]) else { return false };
        let Some(piece) = phrase::read(text, (start + content, end), self.sink.names, Mode::Element) else {
            return false;
        };
        let fragment = Fragment::whole(text);
        self.log.marks.push(span(start, start + content));
        for found in piece.steps {
            let step = self.sink.step(&fragment, found);
            self.log.steps.push(step);
        }
        true
    }

    /// `0.5: (move a b) [1.0]`, with or without its parts.
    fn timed(&mut self, start: usize, end: usize) -> bool {
        let text = self.sink.text;
        let (mut at, mut time) = (start, None);
        if let Some(mark) = crate::marks::read(text, start, end)
            && let crate::marks::Kind::Time(value) = mark.kind
        {
            time = Some(value);
            at = mark.content;
        }
        if !text[at..end].starts_with('(') {
            return false;
        }
        let Some(close) = text[at..end].find(')') else { return false };
        let behind = trim(text, at + close + 1, end);
        let length = match behind {
            (from, to) if from >= to => None,
            (from, to) => match duration(text, from) {
                Some((value, end)) if end == to => Some(value),
                _ => return false,
            },
        };
        let Some(piece) = phrase::read(text, (at, at + close + 1), self.sink.names, Mode::Plain) else { return false };
        let Some(found) = piece.steps.into_iter().next() else { return false };
        let mut step = self.sink.step(&Fragment::whole(text), found);
        step.span = span(start, end);
        step.time = time;
        step.duration = length;
        self.log.steps.push(step);
        true
    }
}

/// `step    0: MOVE A B` and `1: MOVE A B`: the number and where the names begin.
fn ff_step(line: &str) -> Option<(u64, usize)> {
    let rest = if notes::starts_with(line, "step") { &line[4..] } else { line };
    let rest = rest.trim_start();
    let (number, behind) = rest.split_once(':')?;
    let number = number.trim().parse().ok()?;
    let behind = behind.trim();
    let first = behind.split_whitespace().next()?;
    if !first.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'))
        || behind.contains(['(', ')', '[', '"'])
    {
        return None;
    }
    Some((number, line.len() - behind.len()))
}

/// `STEP 0: pick(a,b) pick(c,d)`: where the actions begin.
fn madagascar(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("STEP ")?;
    let (number, actions) = rest.split_once(':')?;
    number.trim().parse::<u64>().ok()?;
    let actions = actions.trim_start();
    (actions.contains('(') && actions.ends_with(')')).then_some(line.len() - actions.len())
}
