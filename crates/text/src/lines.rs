//! Byte offsets to lines and columns and back. Lines end at LF, CRLF or a lone CR; columns count UTF-16 units from 1,
//! as editors on the web do.

use crate::span::Span;

/// A place as people and editors name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in UTF-16 units, from 1.
    pub column: u32,
}

/// Where the lines of one text start. It keeps no text, and finding a place takes a few steps.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Where each line starts.
    starts: Vec<u32>,
    /// For each block of the text the line that its first byte is on: a place is looked for between two of them.
    blocks: Vec<u32>,
    /// The characters outside of ASCII, in order.
    wide: Vec<Wide>,
    len: u32,
}

#[derive(Debug, Clone, Copy)]
struct Wide {
    /// First byte.
    start: u32,
    /// Bytes that it takes.
    bytes: u8,
    /// How many more bytes than UTF-16 units all characters up to and with this one take.
    excess: u32,
}

/// Blocks have 2^8 bytes.
const BLOCK: u32 = 8;

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl LineIndex {
    /// The lines of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 24 + 1);
        starts.push(0);
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                starts.push(offset(at + 1));
            }
        }
        let blocks = (bytes.len() >> BLOCK) + 2;
        let mut index = Self { starts, blocks: Vec::with_capacity(blocks), wide: Vec::new(), len: offset(bytes.len()) };
        let mut line = 0;
        for block in 0..offset(blocks) {
            let first = block << BLOCK;
            while index.starts.get(line + 1).is_some_and(|start| *start <= first) {
                line += 1;
            }
            index.blocks.push(offset(line));
        }
        if !text.is_ascii() {
            let mut excess = 0;
            for (start, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
                excess += offset(c.len_utf8() - c.len_utf16());
                #[expect(clippy::cast_possible_truncation, reason = "at most four bytes")]
                index.wide.push(Wide { start: offset(start), bytes: c.len_utf8() as u8, excess });
            }
        }
        index
    }

    /// Number of lines; a text that ends with a line end has an empty last one.
    #[must_use]
    pub fn lines(&self) -> u32 {
        offset(self.starts.len())
    }

    /// Index of the line that `at` is on.
    fn line_of(&self, at: u32) -> usize {
        let block = (at >> BLOCK) as usize;
        let from = self.blocks[block] as usize;
        let to = self.blocks[block + 1] as usize + 1;
        from + self.starts[from..to].partition_point(|start| *start <= at) - 1
    }

    /// The start of the character that `at` is in, and how many more bytes than UTF-16 units stand before it.
    fn before(&self, at: u32) -> (u32, u32) {
        let index = self.wide.partition_point(|wide| wide.start < at);
        let Some(last) = index.checked_sub(1).and_then(|last| self.wide.get(last)) else { return (at, 0) };
        if at < last.start + u32::from(last.bytes) {
            let before = index.checked_sub(2).and_then(|before| self.wide.get(before)).map_or(0, |wide| wide.excess);
            return (last.start, before);
        }
        (at, last.excess)
    }

    /// Line and column of a byte offset. Behind the end of the text it is the end; inside a character its start.
    #[must_use]
    pub fn position(&self, at: u32) -> Position {
        let at = at.min(self.len);
        let line = self.line_of(at);
        let start = self.starts[line];
        let units = if self.wide.is_empty() {
            at - start
        } else {
            let (at, excess) = self.before(at);
            let (_, before) = self.before(start);
            (at - start) - (excess - before)
        };
        Position { line: offset(line) + 1, column: units + 1 }
    }

    /// Where a span starts and ends.
    #[must_use]
    pub fn range(&self, span: Span) -> (Position, Position) {
        (self.position(span.start), self.position(span.end))
    }

    /// Byte offset of a line and column. A column behind the end of its line is the start of the next line, a line behind
    /// the last one the end of the text.
    #[must_use]
    pub fn offset(&self, position: Position) -> u32 {
        let Some(line) = position.line.checked_sub(1) else { return 0 };
        let Some(&start) = self.starts.get(line as usize) else { return self.len };
        let end = self.starts.get(line as usize + 1).copied().unwrap_or(self.len);
        let mut units = position.column.saturating_sub(1);
        let mut at = start;
        let first = self.wide.partition_point(|wide| wide.start < start);
        for wide in &self.wide[first..] {
            let plain = wide.start.saturating_sub(at);
            if wide.start >= end || units <= plain {
                break;
            }
            let width = if wide.bytes == 4 { 2 } else { 1 };
            units -= plain;
            at = wide.start;
            if units < width {
                // Between the halves of a pair.
                return at;
            }
            units -= width;
            at += u32::from(wide.bytes);
        }
        at.saturating_add(units).min(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain way: count.
    fn count(text: &str, at: usize) -> Position {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let (mut line, mut column) = (1, 1);
        let mut chars = text.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            if start >= at {
                break;
            }
            let ends = c == '\n' || c == '\r' && chars.peek().is_none_or(|(_, next)| *next != '\n');
            if ends {
                line += 1;
                column = 1;
            } else {
                column += offset(c.len_utf16());
            }
        }
        Position { line, column }
    }

    #[test]
    fn agrees_with_counting() {
        let long = "(at 🍳 küche)\r\n".repeat(100) + &"x".repeat(1000) + "\n\n\n\r\r\r\n" + &"\n".repeat(600);
        for text in ["", "a", "\n", "\r", "\r\n", "a\rb\nc\r\nd", "ä\n🍳b\n\u{a0}", "a\n\n", &long] {
            let index = LineIndex::new(text);
            for at in 0..=text.len() {
                let position = index.position(offset(at));
                assert_eq!(position, count(text, at), "{at} in {text:?}");
                if text.is_char_boundary(at) {
                    assert_eq!(index.offset(position), offset(at), "{position:?} in {text:?}");
                }
            }
            assert_eq!(index.position(u32::MAX), index.position(index.len));
            assert_eq!(index.offset(Position { line: u32::MAX, column: 1 }), index.len);
            assert_eq!(index.offset(Position { line: 0, column: 0 }), 0);
            assert_eq!(index.lines(), count(text, text.len()).line);
        }
    }
}
