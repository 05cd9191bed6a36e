//! Places in a text: byte offsets inside, lines and UTF-16 columns at the boundary (see [`crate::lines`]).

/// A half-open range of byte offsets in one (decoded) text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
}

impl Span {
    /// From `start` up to, without, `end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// An empty span at `at`.
    #[must_use]
    pub const fn point(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Number of bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Whether `offset` lies in it.
    #[must_use]
    pub const fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// The bytes of `text` that it covers; empty when it does not fit the text.
    #[must_use]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Which of the texts of a check a place is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TextId {
    /// The domain text.
    Domain,
    /// The problem text.
    Problem,
    /// The plan text.
    Plan,
    /// One text that holds several.
    Pasted,
}

/// A place: a text and a span in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Which text.
    pub text: TextId,
    /// Where in it.
    pub span: Span,
}

impl Place {
    /// `span` in `text`.
    #[must_use]
    pub const fn new(text: TextId, span: Span) -> Self {
        Self { text, span }
    }
}
