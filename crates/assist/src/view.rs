//! The shapes of the answers, as JSON carries them to an editor. Nothing here computes anything.

use serde::{Deserialize, Serialize};

/// Which of the three texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// The domain.
    Domain,
    /// The problem.
    Problem,
    /// The plan.
    Plan,
}

impl Which {
    /// From its name in lower case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "domain" => Some(Self::Domain),
            "problem" => Some(Self::Problem),
            "plan" => Some(Self::Plan),
            _ => None,
        }
    }
}

/// 1-based line, 1-based column in UTF-16 units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in UTF-16 units.
    pub column: u32,
}

/// A place in one of the texts, with a word about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Which text.
    pub text: Which,
    /// What is there.
    pub message: String,
    /// First character.
    pub start: Position,
    /// Behind the last character.
    pub end: Position,
}

/// A paragraph of a hover text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// PDDL, to be shown as it stands, line breaks included; else prose.
    pub code: bool,
    /// The text.
    pub text: String,
}

/// What there is to say about a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hover {
    /// The word's first character.
    pub start: Position,
    /// Behind its last character.
    pub end: Position,
    /// The paragraphs.
    pub parts: Vec<Part>,
    /// Where it is declared, when that is another place.
    pub declared: Option<Target>,
}

/// What may be put in at a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completions {
    /// Where the word begins that the chosen item replaces; it ends at the cursor.
    pub start: Position,
    /// Part of that word is there already.
    pub typed: bool,
    /// The items, likeliest first.
    pub items: Vec<Item>,
}

/// One thing that may be put in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// What the list shows and what typing is compared with.
    pub label: String,
    /// What it is.
    pub kind: ItemKind,
    /// A few words behind the label, such as a signature's parameters.
    pub detail: Option<String>,
    /// A sentence beside the list.
    pub info: Option<String>,
    /// What is put in when it is not the label.
    pub insert: Option<String>,
    /// Where the cursor goes, in UTF-16 units behind the start of what is put in; `None`: behind its end.
    pub cursor: Option<u32>,
    /// Its place in the order, from 0.
    pub rank: u32,
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// A word of PDDL.
    Keyword,
    /// A section or slot, such as `:effect`.
    Section,
    /// A requirement key.
    Requirement,
    /// A type.
    Type,
    /// A predicate.
    Predicate,
    /// A function.
    Function,
    /// An action.
    Action,
    /// A variable in scope.
    Variable,
    /// An object or constant.
    Object,
    /// A name of something else: a domain, a preference.
    Name,
}

/// The signature of what is being written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Where the list that is being written begins.
    pub start: Position,
    /// Action, predicate or function.
    pub name: String,
    /// Its parameters, such as `?d - door`.
    pub parameters: Vec<String>,
    /// The parameter at the cursor, from 0; as many as there are parameters where there is one too many.
    pub active: u32,
}

/// What a word of a text is, as editors colour it. The numbers are part of the shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum TokenKind {
    /// A comment.
    Comment = 0,
    /// A word of PDDL, such as `and`.
    Keyword = 1,
    /// A section or slot, such as `:action`.
    Section = 2,
    /// A requirement key.
    Requirement = 3,
    /// A type.
    Type = 4,
    /// A predicate.
    Predicate = 5,
    /// A function.
    Function = 6,
    /// An action.
    Action = 7,
    /// A variable.
    Variable = 8,
    /// An object or constant.
    Object = 9,
    /// A number.
    Number = 10,
    /// The name of a domain, a problem, a preference.
    Name = 11,
    /// Text that is passed over.
    Ignored = 12,
    /// A word that has no meaning where it stands.
    Unknown = 13,
}

/// A text whose kind is not known yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsorted {
    /// Where it came from, such as a file's name; empty for a pasted text.
    #[serde(default)]
    pub name: String,
    /// The text.
    pub text: String,
}

/// Texts sorted by their content.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sorted {
    /// The domain found.
    pub domain: Option<String>,
    /// The problem found.
    pub problem: Option<String>,
    /// The plan found.
    pub plan: Option<String>,
    /// A sentence for each thing that was left out.
    pub notes: Vec<String>,
}
