//! A decision about a command: the text that says it, out of a JSON value or as it stands.

use super::loose::{clean, member};
use super::{Aside, span};

/// Keys under which decisions stand.
const KEYS: [&str; 17] = [
    "decision",
    "finaldecision",
    "verdict",
    "answer",
    "finalanswer",
    "response",
    "action",
    "output",
    "label",
    "result",
    "should",
    "shoulddo",
    "shoulddoit",
    "shouldexecute",
    "execute",
    "accept",
    "approved",
];

/// The text that holds the decision, and what was passed over.
#[must_use]
pub fn decision(raw: &str) -> (String, Vec<Aside>) {
    let mut clean = clean(raw);
    let values = clean.values();
    let found = values.iter().rev().find_map(|read| {
        let node = member(&clean, &read.node, &KEYS)?;
        clean.word(node).map(|text| (text.to_owned(), span(node.range), read))
    });
    if let Some((text, place, read)) = found {
        clean.list_tolerances(read);
        clean.list_beside(&[place]);
        return (text, clean.asides);
    }
    (clean.text, clean.asides)
}
