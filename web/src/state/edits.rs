//! Edits of a report (places by line and UTF-16 column) applied to a text.

use stepguard_report::view::{Edit, Position};

/// The byte offset of a place; places behind a line's or the text's end are moved to that end.
pub fn offset(text: &str, place: Position) -> usize {
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if number == place.line {
            let content = line.strip_suffix('\n').unwrap_or(line);
            let mut units = 1;
            for (at, character) in content.char_indices() {
                if units >= place.column {
                    return start + at;
                }
                units += character.len_utf16() as u32;
            }
            return start + content.len();
        }
        start += line.len();
    }
    text.len()
}

/// The text after the edits; `None` when they overlap or run backwards, which no report should hold.
pub fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut spans: Vec<(usize, usize, &str)> =
        edits.iter().map(|edit| (offset(text, edit.start), offset(text, edit.end), edit.new.as_str())).collect();
    // Mostly in order already; an insertion sort needs no code of its own for every type.
    for end in 1..spans.len() {
        let mut at = end;
        while at > 0 && (spans[at - 1].0, spans[at - 1].1) > (spans[at].0, spans[at].1) {
            spans.swap(at - 1, at);
            at -= 1;
        }
    }
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for (from, to, new) in spans {
        if from < at || to < from {
            return None;
        }
        result.push_str(&text[at..from]);
        result.push_str(new);
        at = to;
    }
    result.push_str(&text[at..]);
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(from: (u32, u32), to: (u32, u32), new: &str) -> Edit {
        let place = |(line, column)| Position { line, column };
        Edit { start: place(from), end: place(to), new: new.to_owned() }
    }

    #[test]
    fn edits_are_applied_by_line_and_utf16_column() {
        let text = "a 😀b\nsecond\n";
        assert_eq!(apply(text, &[edit((1, 5), (1, 6), "c")]).as_deref(), Some("a 😀c\nsecond\n"));
        let both = [edit((2, 1), (2, 7), "2nd"), edit((1, 1), (1, 2), "A")];
        assert_eq!(apply(text, &both).as_deref(), Some("A 😀b\n2nd\n"));
        assert_eq!(apply(text, &[edit((9, 1), (9, 1), "end")]).as_deref(), Some("a 😀b\nsecond\nend"));
    }

    #[test]
    fn edits_that_overlap_change_nothing() {
        assert_eq!(apply("abc", &[edit((1, 1), (1, 3), "x"), edit((1, 2), (1, 4), "y")]), None);
        assert_eq!(apply("abc", &[edit((1, 3), (1, 1), "x")]), None);
    }
}
