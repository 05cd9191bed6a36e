//! JSON as it is found in the wild, with places: single quotes, comments, trailing and missing commas, repeated keys
//! (kept, in order), raw newlines in strings, Python's `None`, `True` and tuples, words without quotes, texts cut off.
//! Reads what is there and says what was tolerated; knows nothing of plans.

use crate::fragment::is_blank;
use stepguard_text::order;

/// Values nested deeper than this are not read.
const DEEPEST: usize = 64;

/// What was found that is not JSON.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one tolerance, named in a message")]
pub struct Tolerated {
    /// Strings in single quotes.
    pub single_quotes: bool,
    /// `None`, `True`, tuples or sets.
    pub python: bool,
    /// Comments.
    pub comments: bool,
    /// A comma before a closing bracket.
    pub trailing_comma: bool,
    /// No comma between two values.
    pub missing_comma: bool,
    /// Words without quotes.
    pub bare_words: bool,
    /// A line end inside a string.
    pub raw_newline: bool,
    /// Brackets that do not match, or a sign that has no place.
    pub brackets: bool,
    /// The text ends inside a value.
    pub truncated: bool,
    /// Nested deeper than is read.
    pub too_deep: bool,
}

/// A string: where its content stands, and what it says when that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Between the quotes.
    pub inner: (usize, usize),
    /// Text with escapes undone, and its offset table: (offset there, offset in the text) at the beginning
    /// and behind every escape.
    pub decoded: Option<(String, Vec<(usize, usize)>)>,
}

/// A value and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// From its first byte to behind its last.
    pub range: (usize, usize),
    /// What it is.
    pub value: Value,
}

impl Node {
    /// Whether it holds anything that only JSON has, and not words in brackets (`[PLAN]`, `[t=0.1s, 9 KB]`).
    #[must_use]
    pub fn is_structured(&self) -> bool {
        match &self.value {
            Value::Object(members) => {
                members.is_empty()
                    || members.iter().any(|(key, value)| matches!(key.value, Value::Text(_)) || value.is_structured())
            }
            Value::List(list) => list.iter().any(Self::is_structured),
            Value::Text(_) => true,
            Value::Word | Value::Group => false,
        }
    }
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A string.
    Text(Text),
    /// A number, `true`, `null`, or any other word without quotes.
    Word,
    /// `(a b)` without quotes.
    Group,
    /// A list, a tuple or a set.
    List(Vec<Node>),
    /// Members in order, repeated keys included.
    Object(Vec<(Node, Node)>),
}

/// A value, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The value.
    pub node: Node,
    /// Where reading ended.
    pub end: usize,
    /// What was found that is not JSON.
    pub tolerated: Tolerated,
    /// The comments.
    pub comments: Vec<(usize, usize)>,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    depth: usize,
    lists: usize,
    objects: usize,
    tolerated: Tolerated,
    comments: Vec<(usize, usize)>,
}

/// Reads the list or object that begins at `start`; `end` is where it has to end at the latest.
#[must_use]
pub fn read(text: &str, start: usize, end: usize) -> Option<Read> {
    let mut reader = Reader {
        text,
        at: start,
        end,
        depth: 0,
        lists: 0,
        objects: 0,
        tolerated: Tolerated::default(),
        comments: Vec::new(),
    };
    let node = match reader.peek()? {
        '[' | '{' => reader.value(),
        _ => return None,
    };
    Some(Read { node, end: reader.at, tolerated: reader.tolerated, comments: reader.comments })
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Over blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches(is_blank).len();
            self.at += blank;
            let rest = self.rest();
            let length = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
            self.tolerated.comments = true;
            self.comments.push((self.at, self.at + rest[..length].trim_end_matches(is_blank).len()));
            self.at += length;
        }
    }

    /// A value; at the end of the text an empty word.
    fn value(&mut self) -> Node {
        self.skip();
        let start = self.at;
        let value = match self.peek() {
            Some('[') => self.list(']'),
            Some('{') => self.object(),
            Some('(') => self.tuple_or_group(),
            Some(quote) if closing_quote(quote).is_some() => Value::Text(self.string(quote)),
            Some(_) => self.word(),
            None => {
                self.tolerated.truncated = true;
                Value::Word
            }
        };
        Node { range: (start, self.at), value }
    }

    /// Steps over the opening sign; false when that would nest too deeply.
    fn enter(&mut self) -> bool {
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            self.tolerated.too_deep = true;
            // The rest cannot be told apart any more.
            self.at = self.end;
            return false;
        }
        true
    }

    fn list(&mut self, close: char) -> Value {
        let mut elements = Vec::new();
        self.lists += 1;
        if self.enter() {
            let mut comma = true;
            loop {
                self.skip();
                match self.peek() {
                    None => {
                        self.tolerated.truncated = true;
                        break;
                    }
                    Some(c) if c == close => {
                        self.tolerated.trailing_comma |= comma && !elements.is_empty() && close == ']';
                        self.at += 1;
                        break;
                    }
                    Some(',') => {
                        self.at += 1;
                        comma = true;
                    }
                    Some('}') if self.objects > 0 => {
                        self.tolerated.brackets = true;
                        break;
                    }
                    Some('}' | ']' | ':') => {
                        self.tolerated.brackets = true;
                        self.at += 1;
                    }
                    Some(')') if close != ')' => {
                        self.tolerated.brackets = true;
                        self.at += 1;
                    }
                    Some(_) => {
                        self.tolerated.missing_comma |= !comma;
                        comma = false;
                        elements.push(self.value());
                    }
                }
            }
        }
        self.depth -= 1;
        self.lists -= 1;
        Value::List(elements)
    }

    fn object(&mut self) -> Value {
        let mut members: Vec<(Node, Node)> = Vec::new();
        let mut bare: Vec<Node> = Vec::new();
        self.objects += 1;
        if self.enter() {
            let mut comma = true;
            loop {
                self.skip();
                match self.peek() {
                    None => {
                        self.tolerated.truncated = true;
                        break;
                    }
                    Some('}') => {
                        self.tolerated.trailing_comma |= comma && !(members.is_empty() && bare.is_empty());
                        self.at += 1;
                        break;
                    }
                    Some(',') => {
                        self.at += 1;
                        comma = true;
                    }
                    Some(']') if self.lists > 0 => {
                        self.tolerated.brackets = true;
                        break;
                    }
                    Some(']' | ')' | ':') => {
                        self.tolerated.brackets = true;
                        self.at += 1;
                    }
                    Some(_) => {
                        self.tolerated.missing_comma |= !comma;
                        comma = false;
                        let key = self.value();
                        self.skip();
                        if self.peek() == Some(':') {
                            self.at += 1;
                            self.skip();
                            let value = match self.peek() {
                                Some(',' | '}' | ']') => Node { range: (self.at, self.at), value: Value::Word },
                                _ => self.value(),
                            };
                            members.push((key, value));
                        } else {
                            bare.push(key);
                        }
                    }
                }
            }
        }
        self.depth -= 1;
        self.objects -= 1;
        if members.is_empty() && !bare.is_empty() {
            // A set, as Python writes it.
            self.tolerated.python = true;
            return Value::List(bare);
        }
        if !bare.is_empty() {
            // A key without a value: the text was cut off, or a colon is missing.
            self.tolerated.brackets |= !self.tolerated.truncated;
            members.extend(bare.into_iter().map(|key| {
                let end = key.range.1;
                (key, Node { range: (end, end), value: Value::Word })
            }));
            order::sort_by_key(&mut members, |(key, _)| key.range.0);
        }
        Value::Object(members)
    }

    fn tuple_or_group(&mut self) -> Value {
        let inner = self.rest()[1..].trim_start_matches(is_blank);
        if inner.starts_with(|c: char| closing_quote(c).is_some() || matches!(c, '[' | '{' | '(')) {
            self.tolerated.python = true;
            return self.list(')');
        }
        let length = self.balanced(self.at);
        self.at += length;
        Value::Group
    }

    /// Length of the parentheses at `at`, up to the end of the line where they are not closed.
    fn balanced(&mut self, at: usize) -> usize {
        let mut depth = 0_usize;
        for (offset, byte) in self.text.as_bytes()[at..self.end].iter().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' if depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        return offset + 1;
                    }
                }
                b'\n' if depth > 0 => {
                    self.tolerated.truncated = true;
                    return offset;
                }
                _ => {}
            }
        }
        self.tolerated.truncated = true;
        self.end - at
    }

    fn word(&mut self) -> Value {
        let start = self.at;
        while let Some(c) = self.peek() {
            match c {
                ',' | ':' | ']' | '}' | ')' | '\n' | '[' | '{' => break,
                '(' => self.at += self.balanced(self.at).max(1),
                _ => self.at += c.len_utf8(),
            }
        }
        if self.at == start {
            // Never without moving on.
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        let word = self.text[start..self.at].trim_end_matches(is_blank);
        self.at = start + word.len();
        match word {
            "None" | "True" | "False" => self.tolerated.python = true,
            "null" | "true" | "false" => {}
            _ if word.parse::<f64>().is_ok() => {}
            _ => self.tolerated.bare_words = true,
        }
        Value::Word
    }

    fn string(&mut self, quote: char) -> Text {
        let close = closing_quote(quote).unwrap_or(quote);
        self.tolerated.single_quotes |= quote == '\'';
        let start = self.at + quote.len_utf8();
        self.at = start;
        let mut escapes = false;
        let mut raw_newline = None;
        loop {
            let Some(c) = self.peek() else {
                // No quote closes it: it ends with its line.
                self.tolerated.truncated = true;
                if let Some(newline) = raw_newline {
                    self.at = newline;
                }
                break;
            };
            if c == '\\' {
                escapes = true;
                self.at += 1;
                self.at += self.peek().map_or(0, char::len_utf8);
                continue;
            }
            if c == close && self.closes(close) {
                break;
            }
            if c == '\n' && raw_newline.is_none() {
                raw_newline = Some(self.at);
            }
            self.at += c.len_utf8();
        }
        let inner = (start, self.at);
        if self.peek() == Some(close) {
            self.at += close.len_utf8();
        }
        if self.text[inner.0..inner.1].contains('\n') {
            self.tolerated.raw_newline = true;
        }
        let decoded = escapes.then(|| decode(self.text, inner));
        Text { inner, decoded }
    }

    /// Whether the quote here ends its string: what follows belongs to a list or object. Quotes inside sentences do not.
    fn closes(&self, close: char) -> bool {
        let rest = &self.rest()[close.len_utf8()..];
        let behind = rest.trim_start_matches(is_blank);
        match behind.chars().next() {
            None | Some(',' | ':' | ']' | '}' | ')') => true,
            // A missing comma: the next string begins behind a blank.
            Some(c) if closing_quote(c).is_some() => behind.len() < rest.len(),
            Some('#' | '{' | '[') => true,
            Some('/') => behind.starts_with("//") || behind.starts_with("/*"),
            // `"a" "b` and `"a"⏎`: the line ends, the next begins with something else.
            Some(_) => rest[..rest.len() - behind.len()].contains('\n') && close == '"',
        }
    }
}

fn closing_quote(quote: char) -> Option<char> {
    match quote {
        '"' | '\'' => Some(quote),
        '“' => Some('”'),
        '‘' => Some('’'),
        _ => None,
    }
}

/// Escapes undone, with the table of offsets.
fn decode(text: &str, (start, end): (usize, usize)) -> (String, Vec<(usize, usize)>) {
    let mut out = String::with_capacity(end - start);
    let mut table = vec![(0, start)];
    let mut at = start;
    while at < end {
        let rest = &text[at..end];
        let Some(sign) = rest.find('\\') else {
            out.push_str(rest);
            break;
        };
        out.push_str(&rest[..sign]);
        at += sign;
        table.push((out.len(), at));
        let escape = text[at + 1..end].chars().next();
        let mut length = 1 + escape.map_or(0, char::len_utf8);
        match escape {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('b' | 'f') => out.push(' '),
            Some('u') => {
                let (c, digits) = unicode(&text[at + 2..end]);
                out.push(c);
                length += digits;
            }
            Some(c) => out.push(c),
            None => out.push('\\'),
        }
        at += length;
        table.push((out.len(), at));
    }
    (out, table)
}

/// The character of `XXXX` or of a pair `XXXX\uXXXX`, and the length of that.
fn unicode(rest: &str) -> (char, usize) {
    let unit = |from: usize| rest.get(from..from + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(first) = unit(0) else { return ('\u{fffd}', 0) };
    if (0xd800..0xdc00).contains(&first)
        && rest.get(4..6) == Some("\\u")
        && let Some(second @ 0xdc00..=0xdfff) = unit(6)
    {
        let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return (char::from_u32(code).unwrap_or('\u{fffd}'), 10);
    }
    (char::from_u32(first).unwrap_or('\u{fffd}'), 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value in a canonical form.
    fn show(text: &str, node: &Node) -> String {
        match &node.value {
            Value::Text(string) => match &string.decoded {
                Some((decoded, _)) => format!("{decoded:?}"),
                None => format!("{:?}", &text[string.inner.0..string.inner.1]),
            },
            Value::Word | Value::Group => format!("<{}>", &text[node.range.0..node.range.1]),
            Value::List(list) => format!("[{}]", list.iter().map(|n| show(text, n)).collect::<Vec<_>>().join(" ")),
            Value::Object(members) => {
                let shown = members.iter().map(|(k, v)| format!("{}:{}", show(text, k), show(text, v)));
                format!("{{{}}}", shown.collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn shown(text: &str) -> (String, Tolerated) {
        let read = read(text, 0, text.len()).expect("a value");
        (show(text, &read.node), read.tolerated)
    }

    #[test]
    fn what_is_there_is_read() {
        for (text, value) in [
            (r#"{"a": [1, true, null], "a": "x\ny"}"#, r#"{"a":[<1> <true> <null>] "a":"x\ny"}"#),
            ("{'W': ['a'], 'W': ('b', None),}", r#"{"W":["a"] "W":["b" <None>]}"#),
            ("[\"a\" # c\n, \"b\" // d\n /* e */]", r#"["a" "b"]"#),
            ("[\"a\" \"b\"\n\"c\"]", r#"["a" "b" "c"]"#),
            (r#"["say "hi" now", 'the cat's bowl']"#, r#"["say \"hi\" now" "the cat's bowl"]"#),
            ("[walk cat, (a b), f(x, y)]", "[<walk cat> <(a b)> <f(x, y)>]"),
            ("{\"a\": [\"b\", \"c", r#"{"a":["b" "c"]}"#),
            ("{\"a\": ", r#"{"a":<>}"#),
            ("[{\"a\": 1]", r#"[{"a":<1>}]"#),
            ("{\"a\": [1}", r#"{"a":[<1>]}"#),
            (r#"["\u00fc\ud83d\ude00"]"#, r#"["ü😀"]"#),
            ("{'a', 'b'}", r#"["a" "b"]"#),
            ("[\"a\nb\"]", r#"["a\nb"]"#),
            ("[]", "[]"),
        ] {
            assert_eq!(shown(text).0, value, "{text}");
        }
    }

    #[test]
    fn tolerances_are_named() {
        assert!(shown("['a']").1.single_quotes);
        assert!(shown("[\"a\",]").1.trailing_comma);
        assert!(shown("[\"a\"").1.truncated);
        assert!(shown("[None]").1.python);
        assert!(shown("[\"a\" # b\n]").1.comments);
        assert_eq!(shown(r#"[{"a": [1, 2.5e3, "x"]}]"#).1, Tolerated::default());
        assert!(shown(&"[".repeat(100_000)).1.too_deep);
        assert!(shown(&"{\"a\":".repeat(100_000)).1.too_deep);
    }

    #[test]
    fn escapes_lead_back_to_their_place() {
        let text = r#"["a\nb"]"#;
        let read = read(text, 0, text.len()).expect("a value");
        let Value::List(list) = &read.node.value else { unreachable!("a list was read") };
        let Value::Text(string) = &list[0].value else { unreachable!("a string was read") };
        let (decoded, table) = string.decoded.as_ref().expect("has an escape");
        let fragment = crate::fragment::Fragment { text: decoded, origin: crate::fragment::Origin::Table(table) };
        assert_eq!(fragment.span(2, 3).slice(text), "b");
    }
}
