//! What a diagnostic's code means, for people who want to know more than its message says.

/// The explanation of one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The code, such as `M0101`.
    pub code: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Why it matters and what to do.
    pub explanation: &'static str,
    /// A text that has the fault, and nothing else that is an error.
    pub wrong: &'static str,
    /// The same text, mended.
    pub right: &'static str,
}
