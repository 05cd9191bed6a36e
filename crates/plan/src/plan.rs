//! What a plan text holds: steps as written, and every other part of the text under its heading.

use stepguard_text::{Diagnostic, Number, Span};

/// How a plan is written. The ids are stable: they stand in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Notation {
    /// Nothing at all, or comments only.
    Empty,
    /// Text in which no step was found.
    Prose,
    /// `(move a b)`, one or several on a line: the form of the planning competitions.
    Ipc,
    /// The same with the cost line of Fast Downward's plan files.
    SasPlan,
    /// `0.5: (move a b) [4.0]`.
    Timed,
    /// `0.5: start (move a b)` and `4.5: end (move a b)`.
    Happenings,
    /// Log of FF and its descendants: `step    0: MOVE A B`.
    FfLog,
    /// Log of LPG: `0.0000: (MOVE A B) [D:1.00; C:1.00]` under a legend.
    LpgLog,
    /// Log of Fast Downward: `move a b (1)`.
    FastDownwardLog,
    /// Log of ENHSP.
    EnhspLog,
    /// Log of POPF, COLIN, OPTIC, TFD: `; Plan found with metric 5.0`.
    PopfLog,
    /// Log of Madagascar: `STEP 0: pick(a,b) pick(c,d)`.
    MadagascarLog,
    /// `1. (move a b)`, `Step 1: move a b`.
    NumberedList,
    /// `- (move a b)`.
    BulletedList,
    /// `| 1 | (move a b) | ... |`: rows of a Markdown table.
    Table,
    /// `move a b`.
    BareWords,
    /// `move(a, b)`.
    FunctionCalls,
    /// `[WALK] <kitchen> (1)`.
    VirtualHomeScript,
    /// `["move a b", "(open b)"]`.
    JsonStrings,
    /// `[{"action": "move", "object": "a, b"}]`.
    JsonObjects,
    /// `[["move", "a", "b"]]`.
    JsonArrays,
    /// `{"MOVE": ["a", "b"], "OPEN": ["b"]}`: keys, also repeated ones, are the ordered steps.
    JsonActionKeys,
    /// `{"executable_plan": [{"action_id": 4, "action_name": "find a pen"}]}`.
    JsonExecutablePlan,
    /// The same shapes as Python writes them: `[{'MOVE': ['a', 'b']}]`, `[('move', 'a')]`.
    Python,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Self; 24] = [
        Self::Empty,
        Self::Prose,
        Self::Ipc,
        Self::SasPlan,
        Self::Timed,
        Self::Happenings,
        Self::FfLog,
        Self::LpgLog,
        Self::FastDownwardLog,
        Self::EnhspLog,
        Self::PopfLog,
        Self::MadagascarLog,
        Self::NumberedList,
        Self::BulletedList,
        Self::Table,
        Self::BareWords,
        Self::FunctionCalls,
        Self::VirtualHomeScript,
        Self::JsonStrings,
        Self::JsonObjects,
        Self::JsonArrays,
        Self::JsonActionKeys,
        Self::JsonExecutablePlan,
        Self::Python,
    ];

    /// Stable id, as reports carry it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Prose => "prose",
            Self::Ipc => "ipc",
            Self::SasPlan => "sas-plan",
            Self::Timed => "timed",
            Self::Happenings => "happenings",
            Self::FfLog => "ff-log",
            Self::LpgLog => "lpg-log",
            Self::FastDownwardLog => "fast-downward-log",
            Self::EnhspLog => "enhsp-log",
            Self::PopfLog => "popf-log",
            Self::MadagascarLog => "madagascar-log",
            Self::NumberedList => "numbered-list",
            Self::BulletedList => "bulleted-list",
            Self::Table => "table",
            Self::BareWords => "bare-words",
            Self::FunctionCalls => "function-calls",
            Self::VirtualHomeScript => "virtualhome-script",
            Self::JsonStrings => "json-strings",
            Self::JsonObjects => "json-objects",
            Self::JsonArrays => "json-arrays",
            Self::JsonActionKeys => "json-action-keys",
            Self::JsonExecutablePlan => "json-executable-plan",
            Self::Python => "python",
        }
    }

    /// For people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Empty => "empty plan",
            Self::Prose => "prose without a step",
            Self::Ipc => "steps in parentheses",
            Self::SasPlan => "plan file of Fast Downward",
            Self::Timed => "steps with time stamps",
            Self::Happenings => "happenings (starts and ends)",
            Self::FfLog => "log of FF",
            Self::LpgLog => "log of LPG",
            Self::FastDownwardLog => "log of Fast Downward",
            Self::EnhspLog => "log of ENHSP",
            Self::PopfLog => "log of a planner of the POPF family",
            Self::MadagascarLog => "log of Madagascar",
            Self::NumberedList => "numbered list",
            Self::BulletedList => "bulleted list",
            Self::Table => "Markdown table",
            Self::BareWords => "lines of words",
            Self::FunctionCalls => "function calls",
            Self::VirtualHomeScript => "VirtualHome script",
            Self::JsonStrings => "JSON list of strings",
            Self::JsonObjects => "JSON list of objects",
            Self::JsonArrays => "JSON list of lists",
            Self::JsonActionKeys => "JSON object with actions as keys",
            Self::JsonExecutablePlan => "executable plan of an agent (JSON)",
            Self::Python => "Python literal",
        }
    }

    /// Whether it is the output of a planner with other lines around the plan.
    #[must_use]
    pub const fn is_log(self) -> bool {
        matches!(
            self,
            Self::FfLog | Self::LpgLog | Self::FastDownwardLog | Self::EnhspLog | Self::PopfLog | Self::MadagascarLog
        )
    }
}

/// A name as written: its place, and where the place does not show it (escapes of a JSON string), its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// Where it stands.
    pub span: Span,
    /// 0 when the text at `span` is the name, else its position in [`PlanText::decoded`], counted from 1.
    pub decoded: u32,
}

impl Name {
    /// The name that stands at `span`.
    #[must_use]
    pub const fn at(span: Span) -> Self {
        Self { span, decoded: 0 }
    }
}

/// Some of the [`PlanText::arguments`], one behind the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Arguments {
    /// Position of the first.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// One step as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawStep {
    /// The whole step in the text.
    pub span: Span,
    /// Its time stamp.
    pub time: Option<Number>,
    /// Its duration.
    pub duration: Option<Number>,
    /// What it says.
    pub kind: RawStepKind,
}

/// What a step says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RawStepKind {
    /// A name with arguments; whether there is such an action is another question.
    Action {
        /// The action's name.
        name: Name,
        /// Its arguments.
        arguments: Arguments,
    },
    /// Stands where a step should stand and cannot be read as one.
    Unreadable(Unreadable),
}

/// Why a step cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unreadable {
    /// Its first words name no action of the domain.
    NoAction,
    /// It starts with an action's name, and goes on in words that are no arguments.
    Sentence,
    /// It asks to repeat other steps.
    Macro,
    /// An action's name stands in quotes inside a sentence.
    Quoted,
    /// Parentheses inside parentheses.
    Nested,
    /// Nothing between the parentheses or quotes.
    Empty,
    /// A parenthesis is not closed.
    Unclosed,
    /// A number, `null` or the like where a step should stand.
    NotAStep,
    /// An object that has no key for the action.
    NoActionKey,
    /// An `end` without a `start`.
    EndWithoutStart,
    /// Nested deeper than the reader goes.
    TooDeep,
}

impl Unreadable {
    /// What is said about it; no full stop.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NoAction => "this line cannot be read as an action: its first words name no action of the domain",
            Self::Sentence => "this line cannot be read as an action: it starts like one and goes on as a sentence",
            Self::Macro => "not an action: write the steps out",
            Self::Quoted => "this line cannot be read as an action: its name stands in quotes inside a sentence",
            Self::Nested => "this step cannot be read: parentheses inside parentheses",
            Self::Empty => "an empty step",
            Self::Unclosed => "this step is not closed",
            Self::NotAStep => "this element is no step",
            Self::NoActionKey => "this object names no action",
            Self::EndWithoutStart => "an end without a start of the same action before it",
            Self::TooDeep => "nested too deeply to be read",
        }
    }

    /// Cause and remedy.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Self::NoAction | Self::Sentence | Self::Quoted => {
                "A step is an action's name and its objects, for instance `(open fridge)`. A step that cannot be read is \
                 not executed."
            }
            Self::Macro => "Every step has to stand in the plan itself; nothing is repeated.",
            Self::Nested => "A step is one pair of parentheses around a name and objects.",
            Self::Empty => "Write the action's name and its objects between the parentheses, or remove the step.",
            Self::Unclosed => "A closing parenthesis is missing, or the text was cut off here.",
            Self::NotAStep => {
                "Every element of the list has to name an action: a string such as \"open fridge\", a list, or an object \
                 with the action and its arguments."
            }
            Self::NoActionKey => {
                "Give the action under a key such as \"action\" and its objects under \"object\" or \"arguments\", or use \
                 the action's name as the key."
            }
            Self::EndWithoutStart => "Happenings come in pairs: `0: start (wash cup)`, `5: end (wash cup)`.",
            Self::TooDeep => "Plans are flat lists; put the steps into one list.",
        }
    }
}

/// What a note is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoteKind {
    /// A cost line.
    Cost,
    /// The time at which everything has ended.
    Makespan,
    /// The value of the metric as the planner counts it.
    Metric,
}

/// A figure that a planner wrote beside its plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Where.
    pub span: Span,
    /// What it is.
    pub kind: NoteKind,
    /// How much.
    pub value: Number,
}

/// A plan text, read. Every byte that is not blank lies in a step or in one of `marks`, `comments` and `ignored`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanText {
    /// How it is written.
    pub notation: Notation,
    /// The steps in their order: that of the text, or of the time stamps where there are any.
    pub steps: Vec<RawStep>,
    /// The arguments of all steps.
    pub arguments: Vec<Name>,
    /// Names that differ from the text at their place.
    pub decoded: Vec<String>,
    /// Signs of the notation: fences, brackets, headings of a log.
    pub marks: Vec<Span>,
    /// Comments.
    pub comments: Vec<Span>,
    /// What is neither: shown to the user as ignored.
    pub ignored: Vec<Span>,
    /// Figures beside the plan.
    pub notes: Vec<Note>,
    /// What there is to say, in text order.
    pub diagnostics: Vec<Diagnostic>,
}

impl PlanText {
    /// Without anything.
    pub(crate) const fn new(notation: Notation) -> Self {
        Self {
            notation,
            steps: Vec::new(),
            arguments: Vec::new(),
            decoded: Vec::new(),
            marks: Vec::new(),
            comments: Vec::new(),
            ignored: Vec::new(),
            notes: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The arguments of a step.
    #[must_use]
    pub fn arguments_of(&self, arguments: Arguments) -> &[Name] {
        let first = arguments.first as usize;
        self.arguments.get(first..first + arguments.count as usize).unwrap_or(&[])
    }

    /// The name itself; `text` is the text the plan was read from.
    #[must_use]
    pub fn name<'a>(&'a self, text: &'a str, name: Name) -> &'a str {
        match name.decoded {
            0 => name.span.slice(text),
            index => self.decoded.get(index as usize - 1).map_or("", String::as_str),
        }
    }
}
