//! Grammar: the step cannot be read as an action of this domain. The reader of plans finds these; here they get their
//! place among the findings.

use crate::finding::Finding;
use crate::kind::{Category, Kind};
use crate::words::CategoryText;
use stepguard_text::Span;

pub(crate) const TEXT: CategoryText = CategoryText {
    category: Category::Grammar,
    title: "Grammar",
    short: "not an action of this domain",
    long: "The step cannot be read as an action of this domain: no such action, no such object, the wrong number of \
           arguments, or no form of a step at all. Nothing is guessed and nothing is dropped: an unread step counts as a \
           failure, and the nearest known name is offered.",
    example: "(opne fridge): there is no action opne; did you mean open?",
};

/// Why a step could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarFault {
    /// One of the four kinds of grammar.
    pub kind: Kind,
    /// The word or line it is about.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The nearest known name.
    pub suggestion: Option<String>,
}

pub(crate) fn finding<'t>(fault: &GrammarFault, step: usize) -> Finding<'t> {
    let why = "a step that cannot be read is never run, so nothing can be said of its needs and effects";
    Finding {
        span: Some(fault.span),
        message: fault.message.clone(),
        help: fault.help.clone(),
        suggestion: fault.suggestion.clone(),
        why_not: vec![(Category::Affordance, why.to_owned())],
        ..Finding::new(fault.kind, Some(step))
    }
}
