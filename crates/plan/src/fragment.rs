//! Pieces of the text, verbatim or with the escapes of a JSON string undone, and the way back to the text's own offsets.

use stepguard_text::Span;

/// An offset as spans hold it. Texts are limited far below 4 GiB before they come here; longer ones would saturate.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A span between two byte offsets.
pub(crate) fn span(start: usize, end: usize) -> Span {
    Span::new(offset(start), offset(end))
}

/// Blanks of plan texts: white space of any script, and the zero-width marks that copying leaves behind.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}')
}

/// Without blanks at both ends: the range inside `text`.
pub(crate) fn trim(text: &str, start: usize, end: usize) -> (usize, usize) {
    let piece = &text[start..end];
    let front = piece.len() - piece.trim_start_matches(is_blank).len();
    let length = piece.trim_matches(is_blank).len();
    (start + front, start + front + length)
}

/// Where the bytes of a fragment come from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// The text itself, from this offset on.
    At(usize),
    /// A decoded string: (offset here, offset in the text) at the beginning and behind every escape.
    Table(&'a [(usize, usize)]),
}

/// A piece of text to be read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fragment<'a> {
    pub(crate) text: &'a str,
    pub(crate) origin: Origin<'a>,
}

impl<'a> Fragment<'a> {
    /// All of a text.
    pub(crate) const fn whole(text: &'a str) -> Self {
        Self { text, origin: Origin::At(0) }
    }

    /// The offset in the text of the byte at `at`.
    pub(crate) fn source(&self, at: usize) -> usize {
        match self.origin {
            Origin::At(start) => start + at,
            Origin::Table(table) => {
                let next = table.partition_point(|(here, _)| *here <= at);
                match next.checked_sub(1).and_then(|last| table.get(last)) {
                    Some((here, there)) => there + (at - here),
                    None => at,
                }
            }
        }
    }

    /// The span in the text of a range here.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        span(self.source(start), self.source(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded_places_lead_back() {
        // `"a\nbü"` with \u00fc: a at 1, \n at 2..4, b at 4, \u00fc at 5..11.
        let table = [(0, 1), (1, 2), (2, 4), (3, 5), (5, 11)];
        let fragment = Fragment { text: "a\nbü", origin: Origin::Table(&table) };
        assert_eq!(fragment.span(0, 1), Span::new(1, 2));
        assert_eq!(fragment.span(2, 3), Span::new(4, 5));
        assert_eq!(fragment.span(3, 5), Span::new(5, 11));
        assert_eq!(trim("  ab\u{a0}\u{feff}", 0, 9), (2, 4));
    }
}
