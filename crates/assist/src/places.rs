//! Byte offsets, as the readers count, to lines and UTF-16 columns, as editors count, and back: the text crate's index in
//! this crate's own view types.

use stepguard_text::{LineIndex, Span};

use crate::view::Position;

/// The lines of a text.
pub(crate) struct Lines(LineIndex);

/// An offset as spans hold it; longer texts than 4 GiB do not reach this crate.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        Self(LineIndex::new(text))
    }

    /// The place of an offset; one inside a character counts as the character's begin.
    pub(crate) fn position(&self, at: u32) -> Position {
        let stepguard_text::Position { line, column } = self.0.position(at);
        Position { line, column }
    }

    /// The offset of a place.
    pub(crate) fn offset(&self, Position { line, column }: Position) -> u32 {
        self.0.offset(stepguard_text::Position { line, column })
    }

    /// Start and end of a span.
    pub(crate) fn range(&self, span: Span) -> (Position, Position) {
        (self.position(span.start), self.position(span.end))
    }
}
