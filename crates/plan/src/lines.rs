//! Texts line by line: list marks, fences, prose, JSON inside prose, the same plan written twice. Decides which lines
//! are the plan; what a line says is read by [`crate::phrase`], what JSON says by [`crate::shapes`].
//!
//! The rules: a line is step-like when it has a list mark, stands wholly in parentheses, is `name(args)`, or starts with
//! an action's name. Only a step-like line that cannot be read is an unreadable step; all others are ignored, and listed.
//! Where a plan is written twice, in words and then in parentheses, with other text between, the parentheses count.

use crate::fragment::{Fragment, is_blank, trim};
use crate::json::{self, Node, Tolerated, Value};
use crate::marks::{self, Kind};
use crate::phrase::{self, Form, Mode};
use crate::plan::{Notation, Unreadable};
use crate::sink::{Parsed, ParsedKind, Sink};
use std::collections::BTreeMap;
use stepguard_text::{Span, order};

/// A text read line by line.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) steps: Vec<Parsed>,
    pub(crate) notation: Option<Notation>,
    /// What is no part of the plan.
    pub(crate) beside: Vec<Span>,
    pub(crate) comments: Vec<Span>,
    pub(crate) marks: Vec<Span>,
    /// Places whose remaining bytes are signs of the notation.
    pub(crate) structured: Vec<Span>,
    pub(crate) remarks: Vec<Remark>,
}

/// Something to say about a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Remark {
    /// A Markdown fence.
    Fence(Span),
    /// JSON that is none by the letter.
    Tolerated(Span, Tolerated),
    /// Repeated keys are steps.
    RepeatedKeys(Span),
    /// The plan stands there twice; this is the part that does not count.
    Twice(Span),
    /// Steps of several fences were joined.
    Joined(Span, usize),
    /// A domain or problem stands in the plan.
    Definition(Span),
    /// A parenthesis too many.
    Stray(Span),
    /// A start of an action that never ends.
    StartWithoutEnd(Span),
}

/// The mark of a line, as far as runs of lines depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marked {
    No,
    Bullet,
    Number(u64),
    Time,
}

/// What a group of steps is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Signs,
    Json,
    Words,
}

/// Steps that belong together: of one line or one JSON value.
#[derive(Debug)]
struct Entry {
    steps: Vec<Parsed>,
    place: Span,
    beside: Vec<Span>,
    comments: Vec<Span>,
    marked: Marked,
    class: Class,
    fence: Option<usize>,
    /// Other text or a fence stands between this entry and the one before.
    separated: bool,
    /// A blank line does.
    blank: bool,
    notation: Option<Notation>,
    remarks: Vec<Remark>,
}

impl Entry {
    fn resolved(&self) -> usize {
        self.steps.iter().filter(|step| step.resolved).count()
    }
}

/// Reads a range of a fragment.
pub(crate) fn collect(sink: &mut Sink<'_>, fragment: &Fragment<'_>, range: (usize, usize), depth: usize) -> Outcome {
    let mut reader = Reader {
        sink,
        fragment,
        end: range.1,
        depth,
        at: range.0,
        fence: None,
        fences: 0,
        talk: talk(fragment.text, range),
        separated: false,
        blank: false,
        entries: Vec::new(),
        other: Outcome::default(),
        budget: (range.1 - range.0).saturating_mul(4) + 10_000,
        words: Vec::new(),
        open: Vec::new(),
        start: range.0,
        limit: None,
    };
    reader.run();
    for (_, index) in std::mem::take(&mut reader.open) {
        let place = reader.entries[index].place;
        reader.entries[index].remarks.push(Remark::StartWithoutEnd(place));
    }
    let entries = std::mem::take(&mut reader.entries);
    let words = std::mem::take(&mut reader.words);
    let mut outcome = std::mem::take(&mut reader.other);
    let entries =
        if entries.is_empty() && reader.sink.names.is_unknown() { reader.bare(words, &mut outcome) } else { entries };
    choose(reader.sink, entries, outcome)
}

/// The part that a model thought aloud: `<think>...</think>`; without an opening tag from the beginning on.
fn talk(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    let piece = &text[start..end];
    let close = ["</think>", "</thinking>", "</reasoning>"]
        .iter()
        .filter_map(|tag| piece.rfind(tag).map(|at| at + tag.len()))
        .max();
    let Some(close) = close else { return (start, start) };
    let open = ["<think>", "<thinking>", "<reasoning>"].iter().filter_map(|tag| piece.find(tag)).min();
    (start + open.filter(|open| *open < close).unwrap_or(0), start + close)
}

struct Reader<'r, 's, 'f> {
    sink: &'r mut Sink<'s>,
    fragment: &'r Fragment<'f>,
    end: usize,
    depth: usize,
    at: usize,
    /// Sign and length of the open fence, and its number.
    fence: Option<(char, usize, usize)>,
    fences: usize,
    talk: (usize, usize),
    separated: bool,
    blank: bool,
    entries: Vec<Entry>,
    other: Outcome,
    /// Bytes that may still be spent on attempts to read JSON.
    budget: usize,
    /// Lines of words that are no steps, for texts without a vocabulary.
    words: Vec<(usize, usize)>,
    /// Starts of actions that have not ended: what they say, and their entry.
    open: Vec<(String, usize)>,
    /// Where the range begins.
    start: usize,
    /// The next fence, as last looked for: its sign, from where, and where it is.
    limit: Option<(char, usize, usize)>,
}

/// Tags and tokens that models leave around their answers.
const TOKENS: [&str; 14] = [
    "<|eot_id|>",
    "<|im_end|>",
    "<|im_start|>",
    "<|endoftext|>",
    "<|end|>",
    "<|end_of_text|>",
    "</s>",
    "<s>",
    "[PLAN]",
    "[PLAN END]",
    "[/PLAN]",
    "[END]",
    "<plan>",
    "</plan>",
];

impl<'f> Reader<'_, '_, 'f> {
    fn text(&self) -> &'f str {
        self.fragment.text
    }

    fn span(&self, (start, end): (usize, usize)) -> Span {
        self.fragment.span(start, end)
    }

    fn run(&mut self) {
        let mut newline = usize::MAX;
        while self.at < self.end {
            // Several things may stand in one long line; its end is looked for once.
            if self.at > newline || newline == usize::MAX {
                newline = self.text()[self.at..self.end].find('\n').map_or(self.end, |at| self.at + at);
            }
            let line = trim(self.text(), self.at, newline);
            let next = (newline + 1).min(self.end);
            if line.0 >= line.1 {
                self.blank = true;
                self.at = next;
                continue;
            }
            self.at = self.line(line, next);
        }
    }

    /// One line that is not blank; the offset at which reading goes on.
    fn line(&mut self, line: (usize, usize), next: usize) -> usize {
        let text = self.text();
        if line.0 >= self.talk.0 && line.0 < self.talk.1 {
            let end = self.talk.1.min(self.end);
            let talk = trim(text, line.0, end);
            self.aside(talk);
            return end;
        }
        if self.fence_line(line) {
            return next;
        }
        let shown = &text[line.0..line.1];
        if shown.starts_with(';') {
            let place = self.span(line);
            self.other.comments.push(place);
            return next;
        }
        let line = self.without_tokens(line);
        if line.0 >= line.1 {
            return next;
        }
        let shown = &text[line.0..line.1];
        if let Some(behind) = self.definition(line) {
            return behind;
        }
        // Markdown's headings, rules and quotes.
        if let Some(content) = shown.strip_prefix("> ") {
            return self.marked(trim(text, line.1 - content.len(), line.1), next);
        }
        if let Some(behind) = self.json(line) {
            return behind;
        }
        self.marked(line, next)
    }

    /// A line that is no part of the plan.
    fn aside(&mut self, range: (usize, usize)) {
        if range.0 < range.1 {
            let place = self.span(range);
            self.other.beside.push(place);
            self.separated = true;
        }
    }

    fn fence_line(&mut self, line: (usize, usize)) -> bool {
        let shown = &self.text()[line.0..line.1];
        let Some(sign) = shown.chars().next().filter(|c| matches!(c, '`' | '~')) else { return false };
        let length = shown.len() - shown.trim_start_matches(sign).len();
        let info = &shown[length..];
        if length < 3 || info.contains(sign) {
            return false;
        }
        match self.fence {
            Some((open, least, _)) if open == sign && length >= least && info.trim().is_empty() => self.fence = None,
            // A fence in a fence of the other kind is text.
            Some((open, ..)) if open != sign => return false,
            // An opening fence where a closing one should stand: the closing one was forgotten.
            _ => {
                let place = self.span(line);
                if self.fence.is_none() || !info.trim().is_empty() {
                    self.fence = Some((sign, length, self.fences));
                    self.fences += 1;
                    self.other.remarks.push(Remark::Fence(place));
                } else {
                    self.fence = None;
                }
            }
        }
        let place = self.span(line);
        self.other.marks.push(place);
        self.separated = true;
        true
    }

    /// Cuts the tokens at both ends off a line.
    fn without_tokens(&mut self, line: (usize, usize)) -> (usize, usize) {
        let text = self.text();
        let (mut start, mut end) = line;
        loop {
            let shown = &text[start..end];
            if let Some(token) = TOKENS.iter().find(|token| shown.starts_with(**token)) {
                let place = self.span((start, start + token.len()));
                self.other.marks.push(place);
                (start, end) = trim(text, start + token.len(), end);
            } else if let Some(token) = TOKENS.iter().find(|token| shown.ends_with(**token)) {
                let place = self.span((end - token.len(), end));
                self.other.marks.push(place);
                (start, end) = trim(text, start, end - token.len());
            } else {
                return (start, end);
            }
        }
    }

    /// A domain or problem in the middle of a plan: all of it is set aside.
    fn definition(&mut self, line: (usize, usize)) -> Option<usize> {
        let shown = &self.text()[line.0..line.1];
        if !crate::sort::starts_definition(shown) {
            return None;
        }
        let (start, end) = crate::sort::definition_at(self.text(), line.0, self.end);
        let place = self.span((start, end));
        self.other.remarks.push(Remark::Definition(place));
        self.other.beside.push(place);
        self.separated = true;
        Some(end)
    }

    /// JSON that begins in this line, at its beginning or behind a label.
    fn json(&mut self, line: (usize, usize)) -> Option<usize> {
        let text = self.text();
        let shown = &text[line.0..line.1];
        let open = line.0 + shown.find(['[', '{'])?;
        let lead = trim(text, line.0, open);
        let before = &text[lead.0..lead.1];
        // `(wash a) [4.0]` and `[WALK] <cat> (1)` are no JSON.
        let at_begin = before.is_empty();
        let inner = text[open + 1..self.end].trim_start_matches(is_blank);
        let likely = inner.starts_with(['"', '\'', '{', '[', '(', ']', '}', '“', '#', '/']);
        let likely = likely || (at_begin && inner.starts_with(|c: char| c.is_alphanumeric()));
        // Behind a list mark a bracket can hold arguments: `- grasp: ["mug"]`.
        let announced = before.ends_with([':', '=']) && marks::read(text, lead.0, line.1).is_none();
        if !likely || !(at_begin || announced) {
            return None;
        }
        // An attempt may run to the end of the text; lists of numbers in a log could each do so.
        let limit = self.json_limit(open);
        let read = json::read(text, open, limit)?;
        let used = read.end - open;
        if used > self.budget {
            return None;
        }
        self.budget -= used;
        // `[WAIT]`, `[WALK] <cat> (1)`, `[PLAN]`: a word in brackets is no list.
        if let Value::List(list) = &read.node.value
            && let [Node { value: Value::Word, range }] = list.as_slice()
            && !text[range.0..range.1].contains(is_blank)
        {
            return None;
        }
        let known = phrase::is_label(before.trim_end_matches(['=', ':']));
        let shape = self.sink.shape(self.fragment, &read.node, known, self.depth);
        let shape = shape.filter(|shape| !shape.steps.is_empty() || shape.announced || self.alone(open, read.end));
        let Some(shape) = shape else {
            // JSON that is no plan is set aside as a whole: its parts must not be taken for steps.
            if read.tolerated.truncated || !read.node.is_structured() {
                return None;
            }
            self.aside(lead);
            self.aside((open, read.end));
            return Some(read.end.max(open + 1));
        };
        if !before.is_empty() {
            if known {
                let place = self.span(lead);
                self.other.marks.push(place);
            } else {
                self.aside(lead);
            }
        }
        let place = self.span((open, read.end));
        let mut notation = shape.notation.unwrap_or(Notation::JsonStrings);
        let mut remarks = Vec::new();
        if (read.tolerated.single_quotes || read.tolerated.python) && notation != Notation::JsonExecutablePlan {
            notation = Notation::Python;
        }
        if read.tolerated != Tolerated::default() {
            remarks.push(Remark::Tolerated(place, read.tolerated));
        }
        if shape.repeated {
            remarks.push(Remark::RepeatedKeys(place));
        }
        let comments = read.comments.iter().map(|range| self.fragment.span(range.0, range.1)).collect();
        self.entry(Entry {
            steps: shape.steps,
            place,
            beside: shape.beside,
            comments,
            marked: Marked::No,
            class: Class::Json,
            fence: self.fence.map(|(_, _, number)| number),
            separated: false,
            blank: false,
            notation: Some(notation),
            remarks,
        });
        Some(read.end.max(open + 1))
    }

    /// Whether nothing but fences stands around a place.
    fn alone(&self, open: usize, end: usize) -> bool {
        let text = self.text();
        let before = trim(text, self.start, open);
        let behind = trim(text, end, self.end);
        (before.0 >= before.1 || text[before.0..before.1].starts_with("```"))
            && (behind.0 >= behind.1 || text[behind.0..behind.1].starts_with("```"))
    }

    /// Where JSON that begins at `open` has to end: at the next fence.
    fn json_limit(&mut self, open: usize) -> usize {
        let text = self.text();
        let sign = self.fence.map_or('`', |(sign, ..)| sign);
        if let Some((known, from, limit)) = self.limit
            && known == sign
            && (from..limit).contains(&open)
        {
            return limit;
        }
        let fence: String = std::iter::repeat_n(sign, 3).collect();
        let mut from = open;
        let mut limit = self.end;
        while let Some(at) = text[from..self.end].find(&fence) {
            let at = from + at;
            let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
            if text[line..at].chars().all(is_blank) {
                limit = at;
                break;
            }
            from = at + text[at..self.end].find('\n').unwrap_or(self.end - at);
        }
        self.limit = Some((sign, open, limit));
        limit
    }

    fn entry(&mut self, mut entry: Entry) {
        entry.separated = std::mem::take(&mut self.separated);
        entry.blank = std::mem::take(&mut self.blank);
        self.entries.push(entry);
    }

    /// A line with or without a list mark.
    fn marked(&mut self, line: (usize, usize), next: usize) -> usize {
        let text = self.text();
        if self.row(line) {
            return next;
        }
        let mark = marks::read(text, line.0, line.1).filter(|_| !self.is_step_as_it_is(line));
        let (marked, mut content, mode) = match &mark {
            None => (Marked::No, line, Mode::Plain),
            Some(mark) => {
                let marked = match mark.kind {
                    Kind::Bullet => Marked::Bullet,
                    Kind::Number(number) => Marked::Number(number),
                    Kind::Time(_) => Marked::Time,
                };
                (marked, (mark.content, line.1), Mode::Marked)
            }
        };
        if content.0 >= content.1 {
            // A mark alone: what it marks stands in the lines below.
            let place = self.span(line);
            self.other.marks.push(place);
            return next;
        }
        let mut part = None;
        if let Some(Kind::Time(_)) = mark.as_ref().map(|mark| &mark.kind) {
            for (word, is_start) in [("start", true), ("end", false)] {
                if crate::notes::starts_with(&text[content.0..content.1], word) {
                    let behind = trim(text, content.0 + word.len(), content.1);
                    if text[behind.0..behind.1].starts_with('(') {
                        part = Some(is_start);
                        content = behind;
                    }
                }
            }
        }
        let names = self.sink.names;
        let Some(piece) = phrase::read(text, content, names, mode) else {
            self.words.push(line);
            self.aside(line);
            return next;
        };
        if let Some(is_start) = part {
            return self.happening(line, &mark, piece, is_start, next);
        }
        let place = self.span(line);
        let single = piece.steps.len() == 1;
        let class = if piece.steps.iter().any(|step| step.form != Form::Words) { Class::Signs } else { Class::Words };
        let mut steps = Vec::with_capacity(piece.steps.len());
        // Words between the mark and the step stay outside of it.
        let lead = piece.steps.first().is_some_and(|found| piece.beside.iter().any(|range| range.0 < found.range.0));
        for found in piece.steps {
            let mut step = self.sink.step(self.fragment, found);
            if let Some(Kind::Time(time)) = mark.as_ref().map(|mark| &mark.kind) {
                step.time = Some(time.clone());
            }
            if single && !lead {
                step.span.start = place.start;
            }
            steps.push(step);
        }
        let beside = piece.beside.iter().map(|range| self.span(*range)).collect();
        let comments = piece.comments.iter().map(|range| self.span(*range)).collect();
        let remarks = piece.strays.iter().map(|range| Remark::Stray(self.span(*range))).collect();
        self.entry(Entry {
            steps,
            place,
            beside,
            comments,
            marked,
            class,
            fence: self.fence.map(|(_, _, number)| number),
            separated: false,
            blank: false,
            notation: None,
            remarks,
        });
        next
    }

    /// Whether a line that seems to begin with a word as its mark (`Step 3`) is a step of an action of that name.
    fn is_step_as_it_is(&self, line: (usize, usize)) -> bool {
        let shown = &self.text()[line.0..line.1];
        if !shown.starts_with(|c: char| c.is_alphabetic()) {
            return false;
        }
        let names = self.sink.names;
        let word = shown.split(is_blank).next().unwrap_or("");
        let complete = |parts: &phrase::Parts| {
            names.action(&self.text()[parts.name.0..parts.name.1]).is_some_and(|action| {
                names.vocabulary().arity(action) == parts.arguments.len()
                    && parts.arguments.iter().all(|range| names.object(&self.text()[range.0..range.1]).is_some())
            })
        };
        names.action(word).is_some()
            && phrase::read(self.text(), line, names, Mode::Plain).is_some_and(|piece| {
                piece.steps.iter().all(|step| matches!(&step.said, phrase::Said::Step(parts) if complete(parts)))
            })
    }

    /// A row of a Markdown table with a step in one of its cells.
    fn row(&mut self, line: (usize, usize)) -> bool {
        let text = self.text();
        if !text[line.0..line.1].starts_with('|') || self.sink.names.is_unknown() {
            return false;
        }
        let names = self.sink.names;
        let mut from = line.0;
        for cell in text[line.0..line.1].split('|') {
            let range = trim(text, from, from + cell.len());
            from += cell.len() + 1;
            let named = |piece: &phrase::Piece| {
                piece.steps.iter().all(|step| match &step.said {
                    phrase::Said::Step(parts) => names.action(&text[parts.name.0..parts.name.1]).is_some(),
                    phrase::Said::Unreadable(_) => false,
                })
            };
            if let Some(piece) = phrase::read(text, range, names, Mode::Plain).filter(named) {
                let place = self.span(line);
                let class =
                    if piece.steps.iter().any(|step| step.form != Form::Words) { Class::Signs } else { Class::Words };
                let beside = piece.beside.iter().map(|range| self.span(*range)).collect();
                let comments = piece.comments.iter().map(|range| self.span(*range)).collect();
                let steps = piece.steps.into_iter().map(|found| self.sink.step(self.fragment, found)).collect();
                self.entry(Entry {
                    steps,
                    place,
                    beside,
                    comments,
                    marked: Marked::Bullet,
                    class,
                    fence: self.fence.map(|(_, _, number)| number),
                    separated: false,
                    blank: false,
                    notation: Some(Notation::Table),
                    remarks: Vec::new(),
                });
                return true;
            }
        }
        false
    }

    /// A start or an end: ends are joined to their starts.
    fn happening(
        &mut self,
        line: (usize, usize),
        mark: &Option<marks::Mark>,
        piece: phrase::Piece,
        is_start: bool,
        next: usize,
    ) -> usize {
        let text = self.text();
        let place = self.span(line);
        let time = match mark.as_ref().map(|mark| &mark.kind) {
            Some(Kind::Time(time)) => Some(time.clone()),
            _ => None,
        };
        // `#1` tells runs of the same action apart that overlap.
        let shown = |range: (usize, usize)| {
            text[range.0..range.1].split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
        };
        let instance = piece.comments.first().map(|range| shown(*range)).unwrap_or_default();
        let key =
            |found: &phrase::Found| format!("{} {instance}", shown(found.range).replace("( ", "(").replace(" )", ")"));
        let Some(found) = piece.steps.into_iter().next() else { return next };
        let key = key(&found);
        let mut step = self.sink.step(self.fragment, found);
        step.span = place;
        step.time = time.clone();
        if is_start {
            self.entry(Entry {
                steps: vec![step],
                place,
                beside: Vec::new(),
                comments: Vec::new(),
                marked: Marked::Time,
                class: Class::Signs,
                fence: self.fence.map(|(_, _, number)| number),
                separated: false,
                blank: false,
                notation: Some(Notation::Happenings),
                remarks: Vec::new(),
            });
            self.open.push((key, self.entries.len() - 1));
            return next;
        }
        let open = self.open.iter().position(|(other, _)| *other == key);
        if let Some(open) = open {
            let (_, index) = self.open.remove(open);
            if let Some(start) = self.entries.get_mut(index).and_then(|entry| entry.steps.first_mut()) {
                start.duration = match (&start.time, &time) {
                    (Some(from), Some(to)) => Some(to.sub(from)),
                    _ => None,
                };
                self.other.marks.push(place);
                return next;
            }
        }
        let mut lost = Sink::unreadable(place, Unreadable::EndWithoutStart);
        lost.time = time;
        lost.form = Form::Parentheses;
        self.entry(Entry {
            steps: vec![lost],
            place,
            beside: Vec::new(),
            comments: Vec::new(),
            marked: Marked::Time,
            class: Class::Signs,
            fence: self.fence.map(|(_, _, number)| number),
            separated: false,
            blank: false,
            notation: Some(Notation::Happenings),
            remarks: Vec::new(),
        });
        next
    }

    /// Without a vocabulary a text of nothing but short lines of names is a plan in bare words.
    fn bare(&mut self, lines: Vec<(usize, usize)>, outcome: &mut Outcome) -> Vec<Entry> {
        let text = self.text();
        let is_names = |line: &(usize, usize)| {
            let mut words =
                text[line.0..line.1].split(|c: char| is_blank(c) || c == ',').filter(|word| !word.is_empty());
            let plain = |word: &str| {
                word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.')) && !word.ends_with('.')
            };
            words.clone().count() <= 12 && words.all(plain)
        };
        // Names of programs rather than words of a sentence: the first words bear a sign, or repeat among the lines.
        let first = |line: &(usize, usize)| text[line.0..line.1].split(is_blank).next().unwrap_or("").to_owned();
        let marked = lines.iter().any(|line| {
            let word = first(line);
            word.contains(['-', '_'])
                || (word.len() > 1 && word.chars().all(|c| c.is_uppercase() || !c.is_alphabetic()))
        });
        let all = lines.len() == outcome.beside.len() && !lines.is_empty() && lines.iter().all(is_names) && marked;
        if !all {
            return Vec::new();
        }
        outcome.beside.clear();
        lines
            .into_iter()
            .filter_map(|line| {
                let piece = phrase::read(text, line, self.sink.names, Mode::Marked)?;
                let place = self.span(line);
                let steps = piece.steps.into_iter().map(|found| self.sink.step(self.fragment, found)).collect();
                Some(Entry {
                    steps,
                    place,
                    beside: Vec::new(),
                    comments: Vec::new(),
                    marked: Marked::No,
                    class: Class::Words,
                    fence: None,
                    separated: false,
                    blank: false,
                    notation: None,
                    remarks: Vec::new(),
                })
            })
            .collect()
    }
}

/// Decides which entries are the plan.
fn choose(sink: &Sink<'_>, entries: Vec<Entry>, mut outcome: Outcome) -> Outcome {
    let captions = captions(&entries);
    // Runs: entries that belong together.
    let mut runs: Vec<Vec<Entry>> = Vec::new();
    let mut number = None;
    for (entry, caption) in entries.into_iter().zip(captions) {
        if caption {
            outcome.beside.push(entry.place);
            continue;
        }
        let continues = match (entry.marked, number) {
            (Marked::Number(this), Some(last)) => this > last,
            _ => false,
        };
        let starts = match runs.last().and_then(|run| run.last()) {
            None => true,
            Some(last) => {
                last.fence != entry.fence
                    || (last.class == Class::Json) != (entry.class == Class::Json)
                    || (entry.separated && !continues)
                    || (entry.blank && !continues && kind_of(last.marked) != kind_of(entry.marked))
            }
        };
        if starts {
            number = None;
            runs.push(Vec::new());
        }
        if let Marked::Number(this) = entry.marked {
            number = Some(this);
        }
        if let Some(run) = runs.last_mut() {
            run.push(entry);
        }
    }
    let class = |run: &Vec<Entry>| {
        if run.iter().any(|entry| entry.class == Class::Json) {
            Class::Json
        } else if run.iter().any(|entry| entry.class == Class::Signs) {
            Class::Signs
        } else {
            Class::Words
        }
    };
    let resolved = |run: &Vec<Entry>| run.iter().map(Entry::resolved).sum::<usize>();
    let total = |runs: &[Vec<Entry>], wanted: Class| {
        runs.iter().filter(|run| class(run) == wanted).map(&resolved).sum::<usize>()
    };
    let mut dropped: Vec<Vec<Entry>> = Vec::new();
    let keep = |runs: Vec<Vec<Entry>>, dropped: &mut Vec<Vec<Entry>>, keep: &dyn Fn(&Vec<Entry>) -> bool| {
        let (kept, gone): (Vec<_>, Vec<_>) = runs.into_iter().partition(|run| keep(run));
        dropped.extend(gone);
        kept
    };
    // Fences first: what stands in one is meant, and text around it talks about it.
    let fence_of = |run: &Vec<Entry>| run.first().and_then(|entry| entry.fence);
    // Fences that hold an action of the domain, and whether with a sign.
    let mut meant: BTreeMap<usize, bool> = BTreeMap::new();
    for run in runs.iter().filter(|run| resolved(run) > 0) {
        if let Some(fence) = fence_of(run) {
            *meant.entry(fence).or_default() |= class(run) != Class::Words;
        }
    }
    let signs_outside =
        runs.iter().any(|run| fence_of(run).is_none() && resolved(run) > 0 && class(run) != Class::Words);
    if meant.values().any(|signs| *signs) || (!meant.is_empty() && !signs_outside) {
        runs = keep(runs, &mut dropped, &|run| fence_of(run).is_some_and(|fence| meant.contains_key(&fence)));
    }
    // Then the kind of notation.
    let (signs, values, words) = (total(&runs, Class::Signs), total(&runs, Class::Json), total(&runs, Class::Words));
    if signs > 0 && signs >= values {
        runs = keep(runs, &mut dropped, &|run| class(run) == Class::Signs);
    } else if values > 0 {
        runs = keep(runs, &mut dropped, &|run| class(run) == Class::Json);
    } else if words > 0 {
        runs = keep(runs, &mut dropped, &|run| class(run) == Class::Words);
    }
    // The same plan in several fences, or several times as JSON, is one plan.
    runs = without_repetition(sink, runs, &mut dropped);
    let mut fences: Vec<_> = runs.iter().filter_map(|run| run.first().and_then(|entry| entry.fence)).collect();
    order::sort(&mut fences);
    fences.dedup();
    if fences.len() > 1
        && let Some(first) = runs.first().and_then(|run| run.first())
    {
        outcome.remarks.push(Remark::Joined(first.place, fences.len()));
    }
    order::sort_by_key(&mut dropped, |run| run.first().map(|entry| entry.place));
    if !runs.is_empty()
        && let Some(first) = dropped.iter().flatten().next()
    {
        outcome.remarks.push(Remark::Twice(first.place));
    }
    for entry in dropped.into_iter().flatten() {
        outcome.beside.push(entry.place);
    }
    let kept: Vec<Entry> = runs.into_iter().flatten().collect();
    outcome.notation = notation(&kept);
    for entry in kept {
        outcome.structured.push(entry.place);
        outcome.beside.extend(entry.beside);
        outcome.comments.extend(entry.comments);
        outcome.remarks.extend(entry.remarks);
        outcome.steps.extend(entry.steps);
    }
    outcome
}

fn kind_of(marked: Marked) -> u8 {
    match marked {
        Marked::No => 0,
        Marked::Bullet => 1,
        Marked::Number(_) => 2,
        Marked::Time => 3,
    }
}

/// Which entries are captions: a marked line of words above the step it describes (`1. Open the fridge:` and below it
/// `(open fridge)`). Only where no marked line is itself a step in parentheses.
fn captions(entries: &[Entry]) -> Vec<bool> {
    let is_marked = |entry: &Entry| !matches!(entry.marked, Marked::No | Marked::Time);
    let any = entries.iter().any(|entry| is_marked(entry) && entry.class != Class::Words);
    (0..entries.len())
        .map(|at| {
            let entry = &entries[at];
            let below = entries.get(at + 1);
            !any && is_marked(entry)
                && entry.class == Class::Words
                && below.is_some_and(|below| {
                    below.marked == Marked::No
                        && below.class == Class::Signs
                        && below.resolved() > 0
                        // Right below, or in a fence of its own.
                        && (!below.separated || (entry.fence.is_none() && below.fence.is_some()))
                })
        })
        .collect()
}

/// Keeps the last of runs that say the same: models repeat a whole answer, first as a draft.
fn without_repetition(sink: &Sink<'_>, runs: Vec<Vec<Entry>>, dropped: &mut Vec<Vec<Entry>>) -> Vec<Vec<Entry>> {
    if runs.len() < 2 || runs.len() > 50 {
        return runs;
    }
    let said = |run: &[Entry]| -> Vec<String> {
        let step = |step: &Parsed| match &step.said {
            ParsedKind::Action { name, arguments } => {
                let all = std::iter::once(name).chain(arguments).map(|name| sink.plan.name(sink.text, *name));
                all.collect::<Vec<_>>().join(" ").to_lowercase()
            }
            ParsedKind::Unreadable(_) => step.span.slice(sink.text).to_lowercase(),
        };
        run.iter().flat_map(|entry| &entry.steps).map(step).collect()
    };
    // Only whole answers are repeated, not single steps.
    let answers: Vec<Option<Vec<String>>> = runs
        .iter()
        .map(|run| {
            let whole = run.first().is_some_and(|entry| entry.fence.is_some() || entry.class == Class::Json);
            whole.then(|| said(run)).filter(|steps| steps.len() > 1)
        })
        .collect();
    let mut kept = Vec::new();
    for (at, run) in runs.into_iter().enumerate() {
        if answers[at].is_some() && answers[at + 1..].contains(&answers[at]) {
            dropped.push(run);
        } else {
            kept.push(run);
        }
    }
    kept
}

fn notation(entries: &[Entry]) -> Option<Notation> {
    let first = entries.iter().find(|entry| !entry.steps.is_empty()).or_else(|| entries.first())?;
    if entries.iter().any(|entry| entry.notation == Some(Notation::Happenings)) {
        return Some(Notation::Happenings);
    }
    if let Some(notation) = first.notation {
        return Some(notation);
    }
    let count = |wanted: u8| entries.iter().filter(|entry| kind_of(entry.marked) == wanted).count();
    if count(3) > 0 {
        return Some(Notation::Timed);
    }
    if count(2) * 2 > entries.len() {
        return Some(Notation::NumberedList);
    }
    if count(1) * 2 > entries.len() {
        return Some(Notation::BulletedList);
    }
    Some(match first.steps.first().map(|step| step.form) {
        Some(Form::Parentheses) | None => Notation::Ipc,
        Some(Form::Call) => Notation::FunctionCalls,
        Some(Form::Script) => Notation::VirtualHomeScript,
        Some(Form::Words) => Notation::BareWords,
    })
}
