//! Values as Python programs write them: JSON with `NaN`, `Infinity` and raw line breaks in strings, and the notation of
//! `repr` with its single quotes, `True`, `None` and tuples. One reader for both, since files mix them. It reads one value
//! at a time and says where it stopped, so that values written one after the other can be told apart.
//!
//! A JSON library refuses all of this. Depth is bounded, and every byte is looked at once.

use std::fmt::Write as _;

/// How deep values may lie in each other.
const DEPTH: usize = 64;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null` or `None`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number; `NaN` and the infinities are numbers here.
    Number(f64),
    /// A string.
    Text(String),
    /// A list or tuple.
    List(Vec<Value>),
    /// An object or dictionary, in the order of the text. A key may occur twice; the last one counts.
    Object(Vec<(String, Value)>),
    /// What `repr` writes of things that have no notation, such as `<Namespace at 0x7f>`.
    Other(String),
}

/// Why there is no value, and at which byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub at: usize,
}

impl Value {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(entries) => entries.iter().rev().find(|(known, _)| known == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// As a finite number: also a truth value, and a list of just one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) if number.is_finite() => Some(*number),
            Self::Bool(holds) => Some(f64::from(u8::from(*holds))),
            Self::List(list) => match list.as_slice() {
                [only] => only.number(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is `NaN` or an infinity, also as a list of just one.
    #[must_use]
    pub fn is_not_finite(&self) -> bool {
        match self {
            Self::Number(number) => !number.is_finite(),
            Self::List(list) => matches!(list.as_slice(), [only] if only.is_not_finite()),
            _ => false,
        }
    }

    /// As a whole number.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
    pub fn whole(&self) -> Option<i64> {
        self.number().filter(|n| n.fract() == 0.0 && n.abs() < 9.0e15).map(|n| n as i64)
    }

    /// As text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Written out: strings bare, everything else as JSON with the words of Python for what JSON lacks.
    #[must_use]
    pub fn show(&self) -> String {
        match self {
            Self::Text(text) | Self::Other(text) => text.clone(),
            other => {
                let mut out = String::new();
                other.write(&mut out);
                out
            }
        }
    }

    /// As JSON text, as Python's `json` writes it: `NaN` and `Infinity` stand bare.
    pub fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(holds) => out.push_str(if *holds { "true" } else { "false" }),
            Self::Number(number) => write_number(*number, out),
            Self::Text(text) | Self::Other(text) => write_text(text, out),
            Self::List(list) => {
                out.push('[');
                for (index, value) in list.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    value.write(out);
                }
                out.push(']');
            }
            Self::Object(entries) => {
                out.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    write_text(key, out);
                    out.push_str(": ");
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn write_number(number: f64, out: &mut String) {
    let written = if number.is_nan() {
        write!(out, "NaN")
    } else if number.is_infinite() {
        write!(out, "{}Infinity", if number < 0.0 { "-" } else { "" })
    } else {
        // Reads back as the same number, in the fewest digits.
        write!(out, "{number}")
    };
    written.expect("a String takes everything");
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' || c == '\u{7f}' => {
                write!(out, "\\u{:04x}", u32::from(c)).expect("a String takes everything");
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Reads the value at the start of `text` (after white space) and says at which byte it ends.
///
/// # Errors
/// What is wrong, and where.
pub fn value(text: &str) -> Result<(Value, usize), Fault> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    let value = reader.value(0)?;
    Ok((value, reader.at))
}

/// Reads a text that is one value and nothing else.
///
/// # Errors
/// What is wrong, and where.
pub fn whole(text: &str) -> Result<Value, Fault> {
    let (found, end) = value(text)?;
    match text[end..].find(|c: char| !c.is_whitespace()) {
        None => Ok(found),
        Some(more) => Err(Fault { message: "there is more text after the value".to_owned(), at: end + more }),
    }
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn fault<T>(&self, message: &str) -> Result<T, Fault> {
        Err(Fault { message: message.to_owned(), at: self.at })
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        self.space();
        if depth > DEPTH {
            return self.fault("values lie too deep in each other");
        }
        match self.peek() {
            None => self.fault("the text ends where a value should be"),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth, b']'),
            Some(b'(') => self.list(depth, b')'),
            Some(quote @ (b'"' | b'\'')) => Ok(Value::Text(self.string(quote)?)),
            Some(b'<') => {
                let rest = &self.text[self.at..];
                match rest.find(['>', '\n']).filter(|end| rest.as_bytes()[*end] == b'>') {
                    Some(end) => {
                        self.at += end + 1;
                        Ok(Value::Other(rest[..=end].to_owned()))
                    }
                    None => self.fault("no value begins like this"),
                }
            }
            Some(_) => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, Fault> {
        self.at += 1;
        let mut entries = Vec::new();
        loop {
            self.space();
            let key = match self.peek() {
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Value::Object(entries));
                }
                Some(quote @ (b'"' | b'\'')) => self.string(quote)?,
                None => return self.fault("the text ends inside of an object"),
                // Python's dictionaries may have numbers for keys.
                Some(byte) if byte.is_ascii_digit() || byte == b'-' => self.word()?.show(),
                Some(_) => return self.fault("a key should be here"),
            };
            self.space();
            if self.peek() != Some(b':') {
                return self.fault("a colon should be here");
            }
            self.at += 1;
            let value = self.value(depth + 1)?;
            entries.push((key, value));
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {}
                None => return self.fault("the text ends inside of an object"),
                Some(_) => return self.fault("a comma or a closing brace should be here"),
            }
        }
    }

    fn list(&mut self, depth: usize, close: u8) -> Result<Value, Fault> {
        self.at += 1;
        let mut list = Vec::new();
        loop {
            self.space();
            if self.peek() == Some(close) {
                self.at += 1;
                return Ok(Value::List(list));
            }
            list.push(self.value(depth + 1)?);
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => {}
                None => return self.fault("the text ends inside of a list"),
                Some(_) => return self.fault("a comma or the end of the list should be here"),
            }
        }
    }

    fn string(&mut self, quote: u8) -> Result<String, Fault> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let from = self.at;
            while self.peek().is_some_and(|byte| byte != quote && byte != b'\\') {
                self.at += 1;
            }
            // Both ends are at ASCII bytes or at the end, so this is a cut between characters.
            out.push_str(&self.text[from..self.at]);
            match self.peek() {
                None => {
                    self.at = start;
                    return self.fault("the string that begins here does not end");
                }
                Some(b'\\') => self.escape(&mut out),
                Some(_) => {
                    self.at += 1;
                    return Ok(out);
                }
            }
        }
    }

    /// An unknown escape stands for itself, as in Python; half a pair of surrogates becomes the replacement character.
    fn escape(&mut self, out: &mut String) {
        self.at += 1;
        let Some(c) = self.text[self.at..].chars().next() else { return };
        self.at += c.len_utf8();
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            '"' | '\'' | '\\' | '/' => out.push(c),
            'u' | 'x' => {
                let Some(first) = self.hex(if c == 'u' { 4 } else { 2 }) else {
                    out.push('\\');
                    out.push(c);
                    return;
                };
                let mut code = first;
                if (0xD800..0xDC00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u") {
                    let back = self.at;
                    self.at += 2;
                    match self.hex(4) {
                        Some(second) if (0xDC00..0xE000).contains(&second) => {
                            code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                        }
                        _ => self.at = back,
                    }
                }
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let found = self.text.get(self.at..self.at + digits)?;
        if !found.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(found, 16).ok()
    }

    fn word(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte)) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let found = match word {
            "null" | "None" => Some(Value::Null),
            "true" | "True" => Some(Value::Bool(true)),
            "false" | "False" => Some(Value::Bool(false)),
            "NaN" | "nan" | "-nan" | "-NaN" => Some(Value::Number(f64::NAN)),
            "Infinity" | "inf" => Some(Value::Number(f64::INFINITY)),
            "-Infinity" | "-inf" => Some(Value::Number(f64::NEG_INFINITY)),
            _ if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => word.parse().ok().map(Value::Number),
            _ => None,
        };
        match found {
            Some(value) => Ok(value),
            None => {
                self.at = start;
                self.fault(if word.is_empty() { "no value begins like this" } else { "this word is no value" })
            }
        }
    }
}

/// A value in a file, with the line it begins in.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Its line, from 1.
    pub line: u32,
    /// Blank lines that came before it since the last record.
    pub blank_before: u32,
    /// Where it stands in the text.
    pub span: std::ops::Range<usize>,
    /// The value, or why this line is none.
    pub value: Result<Value, String>,
}

/// The values of a file: one a line, several on one, or one over several lines, with blank lines between. A line that begins
/// no value is a fault of its own, and reading goes on with the next line.
///
/// A value that does not end is looked for up to the end of the file. So that a file made of such beginnings does not take
/// the square of its length, the bytes looked at in vain are bounded; beyond that, a value has to end in its line.
#[must_use]
pub fn records(text: &str) -> Vec<Record> {
    let mut out = Vec::new();
    let (mut at, mut line, mut blank) = (0, 1_u32, 0_u32);
    let mut in_vain = 0_usize;
    while at < text.len() {
        let rest = &text[at..];
        let line_end = rest.find('\n').map_or(text.len(), |end| at + end);
        if text[at..line_end].trim().is_empty() {
            blank += 1;
            line += 1;
            at = line_end + 1;
            continue;
        }
        let spread = in_vain <= 4 * text.len() + 65_536;
        let read = value(if spread { rest } else { &text[at..line_end] });
        let (value, end) = match read {
            Ok((value, end)) => (Ok(value), at + end),
            Err(fault) => {
                in_vain += fault_reach(&fault, rest.len());
                (Err(fault.message), line_end)
            }
        };
        out.push(Record { line, blank_before: blank, span: at..end, value });
        let lines = text[at..end].bytes().filter(|byte| *byte == b'\n').count();
        line = line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        blank = 0;
        at = end;
        // The rest of a line that only ends is no blank line.
        let tail = text[at..].find('\n').map_or(text.len(), |tail| at + tail);
        if text[at..tail].trim().is_empty() {
            line += 1;
            at = tail + 1;
        }
    }
    out
}

/// How far a reader may have looked for the end of something: a string that does not end is searched for to the end.
fn fault_reach(fault: &Fault, rest: usize) -> usize {
    if fault.message.contains("does not end") { rest } else { fault.at }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_json_lacks() {
        let value = whole("{\"reward\": NaN, \"high\": [-Infinity]}").expect("read");
        assert!(value.get("reward").is_some_and(Value::is_not_finite));
        assert_eq!(value.get("reward").and_then(Value::number), None);
        assert!(value.get("high").is_some_and(Value::is_not_finite));
        assert_eq!(whole("\"two\nlines\""), Ok(Value::Text("two\nlines".to_owned())));
    }

    #[test]
    fn what_repr_writes() {
        let value =
            whole("{'name': 'it\\'s', 'sets': ('a',), 'on': True, 'none': None, 'env': <Env at 0x7f>, 3: \"q'\"}");
        let value = value.expect("read");
        assert_eq!(value.get("name").and_then(Value::text), Some("it's"));
        assert_eq!(value.get("sets").map(Value::show).as_deref(), Some("[\"a\"]"));
        assert_eq!(value.get("on"), Some(&Value::Bool(true)));
        assert_eq!(value.get("none"), Some(&Value::Null));
        assert_eq!(value.get("env").map(Value::show).as_deref(), Some("<Env at 0x7f>"));
        assert_eq!(value.get("3").and_then(Value::text), Some("q'"));
    }

    #[test]
    fn surrogates_and_odd_escapes() {
        assert_eq!(whole("\"\\ud83d\\ude00 \\ud83d \\q \\u12\""), Ok(Value::Text("😀 \u{fffd} \\q \\u12".to_owned())));
    }

    #[test]
    fn mistakes_say_where() {
        let fault = |text: &str| whole(text).expect_err("no value");
        assert_eq!((fault("{\"a\" 1}").message.as_str(), fault("{\"a\" 1}").at), ("a colon should be here", 5));
        assert_eq!(fault("{\"a\": \"b").message, "the string that begins here does not end");
        assert_eq!(fault("{} x").message, "there is more text after the value");
        assert_eq!(fault("yes").message, "this word is no value");
        assert_eq!(fault(&"[".repeat(1000)).message, "values lie too deep in each other");
    }

    #[test]
    fn records_in_every_shape() {
        let text = "\n\n{\"a\": 1}\n{\"b\": \"x\ny\"} {\"c\": 2}\n{broken\n\n[\n 3\n]\n";
        let found: Vec<(u32, u32, Result<String, String>)> =
            records(text).into_iter().map(|r| (r.line, r.blank_before, r.value.map(|value| value.show()))).collect();
        let shown = |text: &str| Ok(text.to_owned());
        assert_eq!(
            found,
            [
                (3, 2, shown("{\"a\": 1}")),
                (4, 0, shown("{\"b\": \"x\\ny\"}")),
                (5, 0, shown("{\"c\": 2}")),
                (6, 0, Err("a key should be here".to_owned())),
                (8, 1, shown("[3]")),
            ]
        );
    }

    #[test]
    fn beginnings_without_ends_take_no_square_time() {
        let text = "{\"a\": 'x\" }\n".repeat(200_000);
        assert_eq!(records(&text).len(), 200_000);
        let text = "[\"\",\n".repeat(200_000);
        assert!(!records(&text).is_empty());
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i32>().prop_map(|n| Value::Number(f64::from(n))),
            (-1.0e9..1.0e9_f64).prop_map(Value::Number),
            ".{0,12}".prop_map(Value::Text),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
                proptest::collection::vec((".{0,6}", inner), 0..4).prop_map(Value::Object),
            ]
        })
    }

    proptest! {
        #[test]
        fn written_values_read_back(value in values()) {
            let mut text = String::new();
            value.write(&mut text);
            prop_assert_eq!(whole(&text), Ok(value.clone()));
            // And as one of several in a file.
            let file = format!("{text}\n{text}{text}");
            if !matches!(value, Value::Number(_) | Value::Null | Value::Bool(_)) {
                let read: Vec<_> = records(&file).into_iter().map(|record| record.value).collect();
                prop_assert_eq!(read, vec![Ok(value.clone()), Ok(value.clone()), Ok(value)]);
            }
        }

        #[test]
        fn no_text_breaks_the_reader(text in "[\\[\\]{}\"':,\\\\\n a-zA-Z0-9<>\u{e9}.-]{0,200}") {
            let lines = text.lines().count();
            prop_assert!(records(&text).iter().all(|record| record.line as usize <= lines));
            let _ = whole(&text);
        }
    }
}
