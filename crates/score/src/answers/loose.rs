//! What all readers share: signs of conversations and of Markdown blanked out, the JSON values of a text found, the text
//! beside them listed.

use super::{Aside, AsideKind, offset, span, tolerances};
use std::borrow::Cow;
use stepguard_plan::json::{self, Node, Read, Value};
use stepguard_text::Span;

/// Signs with which models end a turn.
const ENDS: [&str; 20] = [
    "<|eot_id|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end|>",
    "<|eos|>",
    "<end_of_turn>",
    "</s>",
    "<s>",
    "<answer>",
    "</answer>",
    "<final_answer>",
    "</final_answer>",
    "<plan>",
    "</plan>",
    "<output>",
    "</output>",
    "<solution>",
    "</solution>",
    "<|begin_of_text|>",
];

/// Tags between which models think aloud.
const THINKING: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>")];

/// Lines with which our prompts go on: behind them a model answers questions that it made up.
const GOES_ON: [&str; 2] = ["\n### Example ", "\n### Your turn"];

/// Words behind a fence that name what the block holds.
const LANGUAGES: [&str; 10] = ["json", "json5", "jsonc", "pddl", "lisp", "python", "text", "txt", "plaintext", "plain"];

/// More values than this are not looked at.
const MOST_VALUES: usize = 10_000;

/// How often the whole text is read at most, in search of values.
const MOST_READINGS: usize = 64;

/// A raw answer with everything that is no content replaced by blanks of the same length, so that places stay places.
pub(super) struct Clean {
    pub(super) text: String,
    pub(super) asides: Vec<Aside>,
}

/// Blanks out signs that end a turn, and fences.
pub(super) fn clean(raw: &str) -> Clean {
    let mut clean = Clean { text: raw.to_owned(), asides: Vec::new() };
    let (start, end) = said(raw);
    if start > 0 {
        clean.blank(&[(0, start)], &AsideKind::Thinking);
    }
    if end < raw.len() {
        let kind = if GOES_ON.iter().any(|line| raw[end..].starts_with(line)) {
            AsideKind::GoesOn
        } else {
            AsideKind::Thinking
        };
        clean.blank(&[(end, raw.len())], &kind);
    }
    for sign in ENDS {
        clean.blank_all(sign, &AsideKind::EndOfTurn);
    }
    let mut fences = Vec::new();
    for (at, fence) in clean.text.match_indices("```") {
        let behind = at + fence.len();
        let language = clean.text[behind..].split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let known = LANGUAGES.contains(&language.to_ascii_lowercase().as_str());
        fences.push((at, behind + if known { language.len() } else { 0 }));
    }
    clean.blank(&fences, &AsideKind::Fence);
    clean
}

/// The part of an answer that is said: behind what was thought aloud, and before the model goes on with the prompt.
pub(crate) fn said(raw: &str) -> (usize, usize) {
    let behind = |(_, close): &(&str, &str)| raw.rfind(close).map(|at| at + close.len());
    let start = THINKING.iter().filter_map(behind).max().unwrap_or(0);
    // The answer was cut off while it was thought about.
    let thought = THINKING.iter().filter_map(|(open, _)| raw[start..].find(open)).map(|at| start + at);
    // A heading at the very beginning belongs to the answer.
    let first = raw.len() - raw[start..].trim_start().len();
    let goes_on = GOES_ON.iter().filter_map(|line| raw[first..].find(line)).map(|at| first + at);
    (start, thought.chain(goes_on).min().unwrap_or(raw.len()))
}

impl Clean {
    /// Replaces ranges by blanks of the same length.
    fn blank(&mut self, ranges: &[(usize, usize)], kind: &AsideKind) {
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        for (start, end) in ranges {
            bytes[*start..*end].fill(b' ');
            self.asides.push(Aside { span: span((*start, *end)), kind: kind.clone() });
        }
        self.text = String::from_utf8(bytes).expect("the ranges are whole characters");
    }

    /// Replaces every occurrence of `sign` by blanks.
    pub(super) fn blank_all(&mut self, sign: &str, kind: &AsideKind) {
        let places: Vec<(usize, usize)> =
            self.text.match_indices(sign).map(|(at, sign)| (at, at + sign.len())).collect();
        if !places.is_empty() {
            self.blank(&places, kind);
        }
    }

    /// The outermost JSON values of the text, in order.
    pub(super) fn values(&self) -> Vec<Read> {
        let mut values = Vec::new();
        let mut at = 0;
        // Brackets that are never closed are read to the end of the text each time, and not for ever.
        let mut work = MOST_READINGS * self.text.len();
        while values.len() < MOST_VALUES
            && work > 0
            && let Some(next) = self.text[at..].find(['{', '['])
        {
            let start = at + next;
            let read = json::read(&self.text, start, self.text.len());
            work = work.saturating_sub(read.as_ref().map_or(1, |read| read.end.saturating_sub(start).max(1)));
            match read {
                Some(read) if read.node.is_structured() => {
                    at = read.end.max(start + 1);
                    values.push(read);
                }
                // Words in brackets.
                _ => at = start + 1,
            }
        }
        values
    }

    /// Lists what lies outside of `places`, without blanks at its ends.
    pub(super) fn list_beside(&mut self, places: &[Span]) {
        let mut at = 0;
        let end = Span::point(offset(self.text.len()));
        for place in places.iter().chain([&end]) {
            let (start, stop) = (at, place.start as usize);
            at = at.max(place.end as usize);
            let Some(piece) = self.text.get(start..stop) else { continue };
            let from = start + piece.len() - piece.trim_start().len();
            let to = start + piece.trim_end().len();
            if from < to {
                self.asides.push(Aside { span: span((from, to)), kind: AsideKind::Beside });
            }
        }
    }

    /// Lists what was tolerated in a value.
    pub(super) fn list_tolerances(&mut self, read: &Read) {
        let place = span((read.node.range.0, read.end));
        let found = tolerances(&read.tolerated);
        if !found.is_empty() {
            self.asides.push(Aside { span: place, kind: AsideKind::Loose(found) });
        }
        if read.tolerated.truncated {
            self.asides.push(Aside { span: place, kind: AsideKind::Truncated });
        }
    }

    /// A string's content, or a word as it stands; `None` of a list or an object.
    pub(super) fn word<'a>(&'a self, node: &'a Node) -> Option<&'a str> {
        match &node.value {
            Value::Text(text) => Some(match &text.decoded {
                Some((decoded, _)) => decoded,
                None => &self.text[text.inner.0..text.inner.1],
            }),
            Value::Word | Value::Group => Some(&self.text[node.range.0..node.range.1]).filter(|word| !word.is_empty()),
            Value::List(_) | Value::Object(_) => None,
        }
    }

    /// A key in lower case without anything but letters and digits: `Node_Goals` is `nodegoals`.
    pub(super) fn key(&self, node: &Node) -> String {
        let word = self.word(node).unwrap_or_default();
        word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    }
}

/// The value of `node` without a wrapper: an object with one member, or with one that bears one of `names`, is its value.
pub(super) fn member<'n>(clean: &Clean, node: &'n Node, names: &[&str]) -> Option<&'n Node> {
    let Value::Object(members) = &node.value else { return None };
    members.iter().find(|(key, _)| names.contains(&clean.key(key).as_str())).map(|(_, value)| value)
}

/// A decoded string, or the text itself where nothing was to be decoded.
pub(super) fn content<'a>(text: &'a str, value: &'a json::Text) -> Cow<'a, str> {
    match &value.decoded {
        Some((decoded, _)) => Cow::Borrowed(decoded),
        None => Cow::Borrowed(&text[value.inner.0..value.inner.1]),
    }
}

/// Where byte `at` of a string's content stands in the text; what lies behind the content, at its end.
pub(super) fn source(value: &json::Text, at: usize) -> usize {
    match &value.decoded {
        None => (value.inner.0 + at).min(value.inner.1),
        Some((_, table)) => {
            let next = table.partition_point(|(here, _)| *here <= at);
            match next.checked_sub(1).and_then(|last| table.get(last)) {
                Some((here, there)) => (there + (at - here)).min(value.inner.1),
                None => value.inner.0,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stay_places() {
        let raw = "ü ```json\n{\"a\": 1}\n```<|eot_id|>";
        let clean = clean(raw);
        assert_eq!(clean.text.len(), raw.len());
        assert_eq!(clean.text.trim_end(), format!("ü {}\n{{\"a\": 1}}", " ".repeat(7)).trim_end());
        assert_eq!(clean.values().len(), 1);
        let kinds: Vec<_> = clean.asides.iter().map(|aside| aside.kind.id()).collect();
        assert_eq!(kinds, ["end-of-turn", "fence", "fence"]);
    }

    #[test]
    fn brackets_around_words_are_no_values() {
        let clean = clean("[note] {\"a\": [1]} and [\"b\"] (c)");
        let found: Vec<_> = clean.values().iter().map(|read| &clean.text[read.node.range.0..read.end]).collect();
        assert_eq!(found, ["{\"a\": [1]}", "[\"b\"]"]);
    }
}
