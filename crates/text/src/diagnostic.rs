//! Diagnostics: what is wrong with a text, where, why, and what to do. The place is kept apart from the kind, so that
//! one kind reads the same wherever it occurs.

use crate::span::{Place, Span};

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The text cannot be used as it is.
    Error,
    /// Read all the same; probably not what was meant.
    Warning,
    /// A remark.
    Info,
}

/// One problem of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where.
    pub place: Place,
    /// How bad.
    pub severity: Severity,
    /// Stable code. First letter by reader: `T` bytes and encodings, `P` PDDL's form, `M` meaning (names, types, lints),
    /// `L` plan texts, `U` not supported yet.
    pub code: &'static str,
    /// What, with the user's own names; no full stop.
    pub message: String,
    /// Cause and remedy in a sentence or two; may be empty.
    pub help: String,
    /// Other places that matter.
    pub related: Vec<Related>,
    /// An edit of the same text.
    pub fix: Option<Fix>,
}

/// Another place that matters for a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is there.
    pub message: String,
}

/// Edits of the diagnostic's own text that mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Label of the button.
    pub title: String,
    /// Non-overlapping, in text order.
    pub edits: Vec<Edit>,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub new: String,
}

impl Diagnostic {
    /// A diagnostic of any severity, without help, related places and fix.
    #[must_use]
    pub fn new(severity: Severity, code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { place, severity, code, message: message.into(), help: String::new(), related: Vec::new(), fix: None }
    }

    /// An error.
    #[must_use]
    pub fn error(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, place, message)
    }

    /// A warning.
    #[must_use]
    pub fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, place, message)
    }

    /// A remark.
    #[must_use]
    pub fn info(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, place, message)
    }

    /// With cause and remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// With another place that matters.
    #[must_use]
    pub fn related(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related.push(Related { place, message: message.into() });
        self
    }

    /// With an edit that replaces `span` of the same text by `new`.
    #[must_use]
    pub fn replace(self, title: impl Into<String>, span: Span, new: impl Into<String>) -> Self {
        self.edits(title, vec![Edit { span, new: new.into() }])
    }

    /// With several edits, in text order.
    #[must_use]
    pub fn edits(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fix = Some(Fix { title: title.into(), edits });
        self
    }

    /// Whether it is an error.
    #[must_use]
    pub const fn is_error(&self) -> bool {
        matches!(self.severity, Severity::Error)
    }
}
