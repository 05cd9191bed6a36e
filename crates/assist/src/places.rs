//! Byte offsets, as the readers count, to lines and UTF-16 columns, as editors count, and back: the text crate's index in
//! this crate's own view types.

use stepguard_text::{LineIndex, Span};

use crate::view::Position;

/// The lines of a text.
pub(crate) struct Lines {
    index: LineIndex,
    /// Offsets between a carriage return and its line feed: inside a line's end, where no cursor can be.
    inside_ends: Vec<u32>,
}

/// An offset as spans hold it; longer texts than 4 GiB do not reach this crate.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let inside_ends = text.match_indices("\r\n").map(|(at, _)| offset(at + 1)).collect();
        Self { index: LineIndex::new(text), inside_ends }
    }

    /// The place of an offset; one inside a character counts as the character's begin.
    pub(crate) fn position(&self, at: u32) -> Position {
        let stepguard_text::Position { line, column } = self.index.position(at);
        Position { line, column }
    }

    /// The offset of a place; a place inside a line's end counts as the end of the line.
    pub(crate) fn offset(&self, Position { line, column }: Position) -> u32 {
        let at = self.index.offset(stepguard_text::Position { line, column });
        if self.inside_ends.binary_search(&at).is_ok() { at - 1 } else { at }
    }

    /// Start and end of a span.
    pub(crate) fn range(&self, span: Span) -> (Position, Position) {
        (self.position(span.start), self.position(span.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_inside_a_lines_end_is_the_end_of_the_line() {
        let lines = Lines::new("ab\r\ncd");
        let offset = |line, column| lines.offset(Position { line, column });
        assert_eq!((offset(1, 3), offset(1, 4), offset(1, 5), offset(2, 1)), (2, 2, 4, 4));
    }
}
