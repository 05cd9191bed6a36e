//! Raw answers of models, read: forgiving in form, strict in meaning, and nothing passed over silently.
//!
//! Every reader gives a [`Reading`]: what was taken and from where, and for everything else an [`Aside`] that says what it
//! is and why it does not count. Places are places in the raw answer. What an answer means, and whether it is right, is
//! for others.

mod actions;
mod decision;
mod goals;
mod literals;
mod loose;
mod steps;

pub(crate) use actions::same_name;
pub use actions::{PredictedActions, actions, gold_actions};
pub use decision::decision;
pub use goals::{GoalAnswer, RelationGoal, StateGoal, goals};
pub(crate) use literals::other;
pub use literals::{Literal, LiteralsAnswer, literals};
pub(crate) use loose::said;
pub use steps::{Step, StepsAnswer, SubgoalsAnswer, steps, subgoals};

use stepguard_plan::json::Tolerated;
use stepguard_text::{Span, order};

/// An answer, read.
#[derive(Debug, Clone)]
pub struct Reading<T> {
    /// What the answer says; `None` when nothing that could be the answer was found.
    pub taken: Option<T>,
    /// Where that stands.
    pub places: Vec<Span>,
    /// What was passed over or mended, in text order.
    pub asides: Vec<Aside>,
}

impl<T> Reading<T> {
    fn new(taken: Option<T>, mut places: Vec<Span>, mut asides: Vec<Aside>) -> Self {
        order::sort(&mut places);
        asides.sort_by(|a, b| (a.span, a.kind.id()).cmp(&(b.span, b.kind.id())));
        asides.dedup();
        Self { taken, places, asides }
    }
}

/// A part of an answer that was passed over or mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: AsideKind,
}

/// What was passed over or mended, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AsideKind {
    /// A tag around an answer, or a sign that ends a turn of a conversation.
    EndOfTurn,
    /// A fence of Markdown.
    Fence,
    /// Thinking aloud, in its own tags.
    Thinking,
    /// The model goes on with the prompt: another example, another task.
    GoesOn,
    /// Text beside the answer.
    Beside,
    /// Something shaped like an answer that another one later in the text replaces.
    Replaced,
    /// Signs of emphasis.
    Emphasis,
    /// PDDL where a JSON string was asked for.
    BareText,
    /// A value that is not quite JSON; the names of the tolerances.
    Loose(Vec<&'static str>),
    /// The text ends inside a value: what is there was read.
    Truncated,
    /// A key stands more than once; all are kept, in order.
    RepeatedKeys,
    /// An element that cannot be read; it counts against the answer.
    Unreadable,
    /// A key that has no meaning here.
    UnknownKey,
    /// What the PDDL reader mended or refused: code and message.
    Pddl(&'static str, String),
    /// An action is defined again: the last definition counts.
    Redefined(String),
    /// What the plan reader has to say: code and message.
    Plan(&'static str, String),
}

impl AsideKind {
    /// Stable id, as reports carry it.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::EndOfTurn => "end-of-turn",
            Self::Fence => "fence",
            Self::Thinking => "thinking",
            Self::GoesOn => "goes-on",
            Self::Beside => "beside",
            Self::Replaced => "replaced",
            Self::Emphasis => "emphasis",
            Self::BareText => "bare-text",
            Self::Loose(_) => "loose-json",
            Self::Truncated => "truncated",
            Self::RepeatedKeys => "repeated-keys",
            Self::Unreadable => "unreadable",
            Self::UnknownKey => "unknown-key",
            Self::Pddl(..) => "pddl",
            Self::Redefined(_) => "redefined",
            Self::Plan(..) => "plan",
        }
    }

    /// For people, one sentence without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::EndOfTurn => "a tag, or a sign that ends a turn; it is no part of the answer".to_owned(),
            Self::Thinking => "thinking aloud; it is no part of the answer".to_owned(),
            Self::GoesOn => "here the model goes on with the prompt; it is no part of the answer".to_owned(),
            Self::Fence => "a fence of Markdown; what stands between fences is read".to_owned(),
            Self::Beside => "text beside the answer".to_owned(),
            Self::Replaced => "an answer that a later one replaces".to_owned(),
            Self::Emphasis => "signs of emphasis, read as blanks".to_owned(),
            Self::BareText => {
                "the definitions stand in the text itself, not in a JSON string; they were read".to_owned()
            }
            Self::Loose(what) => format!("{}; read as meant", what.join(", ")),
            Self::Truncated => "the text ends inside a value; what is there was read".to_owned(),
            Self::RepeatedKeys => "keys stand more than once; all are kept, in the order of the text".to_owned(),
            Self::Unreadable => "this element cannot be read; it counts as a wrong prediction".to_owned(),
            Self::UnknownKey => "this key means nothing here".to_owned(),
            Self::Pddl(code, message) | Self::Plan(code, message) => format!("{code}: {message}"),
            Self::Redefined(name) => format!("{name} is defined again later; the last definition counts"),
        }
    }
}

/// What a value's tolerances are called.
fn tolerances(found: &Tolerated) -> Vec<&'static str> {
    [
        (found.single_quotes, "single quotes"),
        (found.python, "Python notation"),
        (found.comments, "comments"),
        (found.trailing_comma, "a trailing comma"),
        (found.missing_comma, "a missing comma"),
        (found.bare_words, "words without quotes"),
        (found.raw_newline, "line ends inside strings"),
        (found.brackets, "brackets that do not match"),
        (found.too_deep, "values nested too deeply"),
    ]
    .into_iter()
    .filter_map(|(is, name)| is.then_some(name))
    .collect()
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn span((start, end): (usize, usize)) -> Span {
    Span::new(offset(start), offset(end))
}
