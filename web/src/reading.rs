//! Reads JSON into the page's types: reports, answers of the checker, what editors say, what was stored. A general
//! deserialiser writes a parser for every type, which is more than the whole page may weigh; this one reads every text
//! into the same small tree and picks fields out of it. Numbers are whole here: the report keeps rationals as strings.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use stepguard_report::view::{
    About, Category, ConditionKind, ConditionView, Diagnostic, Edit, EventView, FindingView, Fix, GoalView,
    HappeningView, Ignored, Initial, Limits, LiteralLabel, MetricView, ObjectView, Outcome, Part, PlanView, Position,
    PreferenceView, Related, Report, RuleStatus, RuleView, Safety, Severity, Source, StepStatus, StepView, Text,
    WhyNot,
};

/// JSON as a tree. Strings without escapes borrow from the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(&'a str),
    /// A string.
    String(Cow<'a, str>),
    /// A list.
    List(Vec<Value<'a>>),
    /// An object, in the order of the text.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

/// Why a text could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It is no JSON; the byte at which that shows.
    Syntax(usize),
    /// Lists and objects nest deeper than [`DEPTH`].
    TooDeep,
    /// A field is absent.
    Missing(&'static str),
    /// Something else was expected.
    Expected(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(at) => write!(f, "no JSON at byte {at}"),
            Self::TooDeep => write!(f, "nested too deep"),
            Self::Missing(name) => write!(f, "{name} is missing"),
            Self::Expected(what) => write!(f, "expected {what}"),
        }
    }
}

impl std::error::Error for Fault {}

/// How deep lists and objects may nest. Conditions nest at most as deep as the reader of PDDL allows, with two levels of
/// JSON for each.
pub const DEPTH: usize = 600;

/// Reads a text.
///
/// # Errors
/// When it is no JSON, or not of that type.
pub fn read<T: Read>(json: &str) -> Result<T, Fault> {
    T::read(parse(json)?)
}

/// Reads a text into a tree.
///
/// # Errors
/// When it is no JSON, or nests too deep.
pub fn parse(json: &str) -> Result<Value<'_>, Fault> {
    let mut parser = Parser { text: json, at: 0 };
    let value = parser.value(0)?;
    parser.space();
    if parser.at == json.len() { Ok(value) } else { Err(Fault::Syntax(parser.at)) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn fault<T>(&self) -> Result<T, Fault> {
        Err(Fault::Syntax(self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            self.fault()
        }
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Result<Value<'a>, Fault> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(value)
        } else {
            self.fault()
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value<'a>, Fault> {
        if depth > DEPTH {
            return Err(Fault::TooDeep);
        }
        self.space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => Ok(Value::String(self.string()?)),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(b'-' | b'0'..=b'9') => {
                let from = self.at;
                while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
                    self.at += 1;
                }
                Ok(Value::Number(&self.text[from..self.at]))
            }
            _ => self.fault(),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value<'a>, Fault> {
        let mut items = Vec::new();
        self.at += 1;
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                _ => {
                    self.expect(b']')?;
                    return Ok(Value::List(items));
                }
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value<'a>, Fault> {
        let mut fields = Vec::new();
        self.at += 1;
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(fields));
        }
        loop {
            self.space();
            let name = self.string()?;
            self.space();
            self.expect(b':')?;
            fields.push((name, self.value(depth + 1)?));
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                _ => {
                    self.expect(b'}')?;
                    return Ok(Value::Object(fields));
                }
            }
        }
    }

    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        self.expect(b'"')?;
        let from = self.at;
        while !matches!(self.peek(), None | Some(b'"' | b'\\')) {
            self.at += 1;
        }
        if self.peek() == Some(b'"') {
            let text = &self.text[from..self.at];
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        let mut text = self.text[from..self.at].to_owned();
        loop {
            match self.peek() {
                None => return self.fault(),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(text));
                }
                Some(b'\\') => {
                    self.at += 1;
                    let escape = self.peek();
                    self.at += 1;
                    text.push(match escape {
                        Some(b'n') => '\n',
                        Some(b't') => '\t',
                        Some(b'r') => '\r',
                        Some(b'b') => '\u{8}',
                        Some(b'f') => '\u{c}',
                        Some(plain @ (b'"' | b'\\' | b'/')) => plain as char,
                        Some(b'u') => self.unicode()?,
                        _ => return self.fault(),
                    });
                }
                Some(_) => {
                    let from = self.at;
                    while !matches!(self.peek(), None | Some(b'"' | b'\\')) {
                        self.at += 1;
                    }
                    text.push_str(&self.text[from..self.at]);
                }
            }
        }
    }

    /// The character of `\uXXXX`, or of two of them that make a pair; half a pair reads as the replacement character.
    fn unicode(&mut self) -> Result<char, Fault> {
        let first = self.hex()?;
        if (0xd800..0xdc00).contains(&first) && self.text.as_bytes()[self.at..].starts_with(b"\\u") {
            let back = self.at;
            self.at += 2;
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = back;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| (byte as char).to_digit(16));
            let Some(digit) = digit else { return self.fault() };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}

/// An object's fields, taken out one by one.
pub struct Fields<'a> {
    fields: Vec<(Cow<'a, str>, Value<'a>)>,
    /// Fields mostly come in the order in which they are asked for.
    next: usize,
}

impl<'a> Value<'a> {
    /// The fields of an object.
    ///
    /// # Errors
    /// When it is none.
    pub fn fields(self) -> Result<Fields<'a>, Fault> {
        match self {
            Self::Object(fields) => Ok(Fields { fields, next: 0 }),
            _ => Err(Fault::Expected("an object")),
        }
    }
}

impl<'a> Fields<'a> {
    fn find(&mut self, name: &str) -> Option<Value<'a>> {
        let count = self.fields.len();
        for step in 0..count {
            let at = (self.next + step) % count;
            if self.fields[at].0 == name {
                self.next = at + 1;
                return Some(std::mem::replace(&mut self.fields[at].1, Value::Null));
            }
        }
        None
    }

    /// The field of that name.
    ///
    /// # Errors
    /// When it is absent and must not be, or is of another type.
    pub fn take<T: Read>(&mut self, name: &'static str) -> Result<T, Fault> {
        match self.find(name) {
            Some(value) => T::read(value),
            None => T::absent().ok_or(Fault::Missing(name)),
        }
    }
}

/// What can be read.
pub trait Read: Sized {
    /// Reads it out of a tree.
    ///
    /// # Errors
    /// When the tree holds something else.
    fn read(value: Value<'_>) -> Result<Self, Fault>;

    /// What stands for an absent field; `None`: the field must be there.
    fn absent() -> Option<Self> {
        None
    }
}

impl Read for bool {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::Bool(value) => Ok(value),
            _ => Err(Fault::Expected("true or false")),
        }
    }
}

impl Read for u32 {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::Number(text) => text.parse().map_err(|_| Fault::Expected("a whole number")),
            _ => Err(Fault::Expected("a whole number")),
        }
    }
}

impl Read for u64 {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::Number(text) => text.parse().map_err(|_| Fault::Expected("a whole number")),
            _ => Err(Fault::Expected("a whole number")),
        }
    }
}

impl Read for String {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::String(text) => Ok(text.into_owned()),
            _ => Err(Fault::Expected("a string")),
        }
    }
}

impl Read for Rc<str> {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        String::read(value).map(Into::into)
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::Null => Ok(None),
            value => T::read(value).map(Some),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::List(items) => items.into_iter().map(T::read).collect(),
            _ => Err(Fault::Expected("a list")),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}

/// An object whose names are data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Map(pub Vec<(String, String)>);

impl Map {
    /// The value of that name, whatever the case.
    pub fn get(&self, name: &str) -> Option<&String> {
        self.0.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

impl Read for Map {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        let fields = value.fields()?.fields;
        let pairs = fields.into_iter().map(|(name, value)| Ok((name.into_owned(), String::read(value)?)));
        pairs.collect::<Result<_, Fault>>().map(Self)
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

fn items<const N: usize>(value: Value<'_>) -> Result<[Value<'_>; N], Fault> {
    match value {
        Value::List(items) => items.try_into().map_err(|_| Fault::Expected("a list of another length")),
        _ => Err(Fault::Expected("a list")),
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        let [a, b] = items(value)?;
        Ok((A::read(a)?, B::read(b)?))
    }
}

impl<A: Read, B: Read, C: Read> Read for (A, B, C) {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        let [a, b, c] = items(value)?;
        Ok((A::read(a)?, B::read(b)?, C::read(c)?))
    }
}

/// Reads a struct: `read_struct!(Name { field, field as "name", ... })`. A field that is left out does not compile.
macro_rules! read_struct {
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
    ($type:ident { $($field:ident $(as $name:literal)?),* $(,)? } $(with { $($other:ident: $value:expr),* })?) => {
        impl $crate::reading::Read for $type {
            fn read(value: $crate::reading::Value<'_>) -> Result<Self, $crate::reading::Fault> {
                let mut fields = value.fields()?;
                Ok(Self {
                    $($field: fields.take($crate::reading::read_struct!(@name $field $($name)?))?,)*
                    $($($other: $value,)*)?
                })
            }
        }
    };
}
pub(crate) use read_struct;

/// Reads an enumeration of plain names.
macro_rules! read_enum {
    ($type:ident { $($variant:ident = $name:literal),* $(,)? }) => {
        impl $crate::reading::Read for $type {
            fn read(value: $crate::reading::Value<'_>) -> Result<Self, $crate::reading::Fault> {
                if let $crate::reading::Value::String(name) = &value {
                    $(if name == $name { return Ok(Self::$variant); })*
                }
                Err($crate::reading::Fault::Expected(stringify!($type)))
            }
        }
    };
}
pub(crate) use read_enum;

read_enum!(Outcome {
    Valid = "valid",
    Invalid = "invalid",
    Unreadable = "unreadable",
    Incomplete = "incomplete",
    Unsupported = "unsupported",
    Budget = "budget",
});
read_enum!(Safety { Safe = "safe", Unsafe = "unsafe", Unknown = "unknown" });
read_enum!(Category {
    Grammar = "grammar",
    Affordance = "affordance",
    WrongTemporalOrder = "wrong-temporal-order",
    MissingStep = "missing-step",
    AdditionalStep = "additional-step",
    UnmetGoal = "unmet-goal",
});
read_enum!(Text { Domain = "domain", Problem = "problem", Plan = "plan", Pasted = "pasted" });
read_enum!(Severity { Error = "error", Warning = "warning", Info = "info" });
read_enum!(Part { Whole = "whole", Start = "start", End = "end", TimedLiteral = "timed-literal" });
read_enum!(StepStatus { Ran = "ran", Failed = "failed", Skipped = "skipped", NotRun = "not-run" });
read_enum!(RuleStatus { Kept = "kept", Violated = "violated", Pending = "pending" });
read_enum!(ConditionKind {
    And = "and",
    Or = "or",
    Not = "not",
    Imply = "imply",
    Forall = "forall",
    Exists = "exists",
    Literal = "literal",
    Comparison = "comparison",
    Equality = "equality",
    Preference = "preference",
});

read_struct!(Report {
    schema, tool, outcome, safety, succeeds, primary, summary, safety_summary, missing, unsupported, about, plan,
    diagnostics, objects, initial, happenings, steps, last_scored_state, findings, goal, rules, preferences, metric,
    limits,
} with { timings: None });
read_struct!(About { domain, problem, actions, signatures });
read_struct!(PlanView { notation, ignored });
read_struct!(Ignored { start, end, text });
read_struct!(Position { line, column });
read_struct!(Source { text, start, end });
read_struct!(Diagnostic { text, severity, code, message, help, start, end, related, fix });
read_struct!(Related { text, message, start, end });
read_struct!(Fix { title, edits });
read_struct!(Edit { start, end, new });
read_struct!(ObjectView { name, type_name as "type" });
read_struct!(Initial { facts, fluents, derived });
read_struct!(HappeningView { state, time, events });
read_struct!(EventView { step, part });
read_struct!(StepView {
    index,
    time,
    duration,
    action,
    state,
    source,
    status,
    after_first_failure,
    precondition,
    added,
    deleted,
    changed,
    derived_added,
    derived_deleted,
    findings,
});
read_struct!(FindingView {
    category,
    kind,
    step,
    other_steps,
    source,
    literal,
    literals,
    held_in,
    deleted_by,
    established_by,
    achievers,
    follows_from,
    after_first_failure,
    fatal,
    message,
    help,
    suggestion,
    why_not,
});
read_struct!(LiteralLabel { literal, category, kind, held_in, deleted_by, established_by, achievable });
read_struct!(WhyNot { category, because });
read_struct!(GoalView { literal, holds, held_in, undone_by, source });
read_struct!(RuleView {
    name,
    operator,
    text,
    source,
    class,
    severity,
    victim,
    why,
    avoid,
    hard,
    instances,
    status,
    from_state,
    to_state,
    broken_in,
    because,
});
read_struct!(PreferenceView { name, violated });
read_struct!(MetricView { text, direction, value });
read_struct!(Limits { steps, ms, hit });

impl Read for ConditionView {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        let mut fields = value.fields()?;
        Ok(Self {
            kind: fields.take("kind")?,
            text: fields.take("text")?,
            holds: fields.take("holds")?,
            source: fields.take("source")?,
            children: fields.take("children")?,
            // Left out where it is zero.
            omitted: fields.take::<Option<u32>>("omitted")?.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_reads_as_the_general_reader_reads_it() {
        let json = include_str!("state/fixture_tea.json");
        let expected: Report = serde_json::from_str(json).expect("the fixture is a report");
        assert_eq!(read::<Report>(json).as_ref(), Ok(&expected));
        let compact = serde_json::to_string(&expected).expect("reports can be written");
        assert_eq!(read::<Report>(&compact), Ok(expected));
    }

    #[test]
    fn strings_are_unescaped() {
        for text in
            ["", "plain", "\"quoted\" \\ back", "line\nbreak\ttab\r\u{8}\u{c}\u{1}", "é 😀 \u{2028}", "a\\u0041"]
        {
            let json = serde_json::to_string(text).expect("a string can be written");
            assert_eq!(read::<String>(&json).as_deref(), Ok(text), "{json}");
        }
        assert_eq!(read::<String>(r#""\u00e9\ud83d\ude00\/""#).as_deref(), Ok("é😀/"));
        assert_eq!(read::<String>(r#""\ud83dx""#).as_deref(), Ok("\u{fffd}x"));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for json in
            ["", "{", "[1,", "{\"a\"}", "{\"a\":}", "\"open", "\"\\x\"", "\"\\u12\"", "tru", "1 2", "[1,]", "{,}", "é"]
        {
            assert!(parse(json).is_err(), "{json}");
        }
        assert_eq!(parse(&"[".repeat(DEPTH + 2)), Err(Fault::TooDeep));
    }

    #[test]
    fn fields_may_come_in_any_order_and_others_are_passed_over() {
        assert_eq!(read(r#"{"column": 2, "new": [1], "line": 1}"#), Ok(Position { line: 1, column: 2 }));
        assert_eq!(read::<Position>(r#"{"line": 1}"#), Err(Fault::Missing("column")));
        assert_eq!(read::<Position>(r#"{"line": -1, "column": 2}"#), Err(Fault::Expected("a whole number")));
        assert_eq!(read::<Vec<(u32, u32)>>("[[1,2],[3,4]]"), Ok(vec![(1, 2), (3, 4)]));
    }
}
