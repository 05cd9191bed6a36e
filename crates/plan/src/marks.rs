//! List marks and time stamps at the beginning of a line: `1.`, `(2)`, `Step 3:`, `- `, `0.5:`.

use crate::fragment::{is_blank, trim};
use stepguard_text::Number;

/// What kind of mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `-`, `*`, `•`, `a)`.
    Bullet,
    /// `1.`, `Step 2:`; a number of several parts counts with its last.
    Number(u64),
    /// `0.5:`.
    Time(Number),
}

/// A mark at the beginning of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) kind: Kind,
    /// Where what is marked begins.
    pub(crate) content: usize,
}

const BULLETS: [char; 20] =
    ['-', '*', '+', '•', '–', '—', '·', '‣', '◦', '▪', '○', '●', '■', '✓', '✔', '✅', '→', '➔', '➤', '▶'];

/// Words before a number that make it a step's number.
const STEP_WORDS: [&str; 6] = ["step", "action", "move", "schritt", "task", "instruction"];

fn skip(text: &str, at: usize, end: usize) -> usize {
    trim(text, at, end).0
}

/// Digits at `at`: the offset behind them.
fn digits(text: &str, at: usize, end: usize) -> usize {
    at + text.as_bytes()[at..end].iter().take_while(|b| b.is_ascii_digit()).count()
}

/// A time stamp: a number, a colon, and then something that says that this is no list (`(`, `start`, a decimal point).
fn time(text: &str, start: usize, end: usize) -> Option<Mark> {
    let bytes = &text.as_bytes()[..end];
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let whole = digits(text, first, end);
    let (number, decimal) = if bytes.get(whole) == Some(&b'.') && whole < end {
        let fraction = digits(text, whole + 1, end);
        (fraction, fraction > whole + 1)
    } else {
        (whole, false)
    };
    if number == first {
        return None;
    }
    let colon = skip(text, number, end);
    if colon >= end || bytes[colon] != b':' {
        return None;
    }
    let content = skip(text, colon + 1, end);
    let rest = &text[content..end];
    let part = |word: &str| {
        crate::notes::starts_with(rest, word) && rest[word.len()..].trim_start_matches(is_blank).starts_with('(')
    };
    if !(rest.starts_with('(') || decimal || part("start") || part("end")) || content >= end {
        return None;
    }
    Some(Mark { kind: Kind::Time(Number::parse(&text[start..number])?), content })
}

/// `12.`, `12)`, `(12)`, `[12]`, `12:`, `12 -`, `1.2.`, `Step 12:`, `#3`, and a number right before a parenthesis.
fn number(text: &str, start: usize, end: usize) -> Option<Mark> {
    let bytes = &text.as_bytes()[..end];
    let mut at = start;
    let mut word = false;
    if let Some(found) = STEP_WORDS.iter().find(|word| crate::notes::starts_with(&text[start..end], word)) {
        let behind = start + found.len();
        at = skip(text, behind, end);
        if bytes.get(at) == Some(&b'#') && at < end {
            at += 1;
        }
        if at >= end || !bytes[at].is_ascii_digit() {
            return None;
        }
        // `move 3` may well be an action; `step 3` is none.
        word = *found == "step";
    }
    let open = match bytes.get(at) {
        Some(b'(') => Some(b')'),
        Some(b'[') => Some(b']'),
        Some(b'#') => Some(b'#'),
        _ => None,
    };
    let first = at + usize::from(open.is_some());
    let mut last = digits(text, first, end);
    if last == first {
        return None;
    }
    let mut value = &text[first..last];
    // `1.2.`
    while !word && bytes.get(last) == Some(&b'.') && last < end {
        let next = digits(text, last + 1, end);
        if next == last + 1 {
            break;
        }
        value = &text[last + 1..next];
        last = next;
    }
    let value = value.parse().ok()?;
    let mark = |content: usize| Some(Mark { kind: Kind::Number(value), content: skip(text, content, end) });
    let rest = &text[last..end];
    match open {
        Some(b'#') => return rest.starts_with(is_blank).then(|| mark(last)).flatten(),
        Some(close) => {
            let closed = bytes.get(last) == Some(&close) && last < end;
            let blank = closed && text[last + 1..end].starts_with(is_blank);
            return blank.then(|| mark(last + 1)).flatten();
        }
        None => {}
    }
    // The keycap signs of chats: a digit and two marks.
    if let Some(behind) = rest.strip_prefix("\u{fe0f}\u{20e3}") {
        return mark(end - behind.len());
    }
    let sign = rest.chars().next();
    match sign {
        Some('.' | ')' | ':') => {
            let behind = &rest[1..];
            // `1.5` is a number, `1.open` hardly a list.
            let free = behind.starts_with(|c: char| is_blank(c) || matches!(c, '(' | '*' | '`' | '"' | '\'' | '['))
                || behind.is_empty();
            free.then(|| mark(last + 1)).flatten()
        }
        Some(_) => {
            let behind = skip(text, last, end);
            let rest = &text[behind..end];
            if behind > last
                && (rest.starts_with("- ")
                    || rest.starts_with("– ")
                    || rest.starts_with("— ")
                    || rest.starts_with(": ")
                    || rest.starts_with(":\t"))
            {
                let dash = rest.chars().next().map_or(0, char::len_utf8);
                return mark(behind + dash);
            }
            // `1 (open fridge)`
            (rest.starts_with('(') || (word && behind > last)).then(|| mark(behind)).flatten()
        }
        None => word.then(|| mark(last)).flatten(),
    }
}

fn bullet(text: &str, start: usize, end: usize) -> Option<Mark> {
    let rest = &text[start..end];
    let first = rest.chars().next()?;
    if BULLETS.contains(&first) {
        let behind = start + first.len_utf8();
        let next = text[behind..end].chars().next()?;
        if !(is_blank(next) || next == '(' && first != '*') {
            return None;
        }
        let mut content = skip(text, behind, end);
        for sign in ["[ ]", "[x]", "[X]"] {
            if text[content..end].starts_with(sign) {
                content = skip(text, content + 3, end);
            }
        }
        return Some(Mark { kind: Kind::Bullet, content });
    }
    // `a)`, `b.`
    let second = rest[first.len_utf8()..].chars().next()?;
    let third = rest[first.len_utf8() + second.len_utf8()..].chars().next()?;
    (first.is_ascii_alphabetic() && matches!(second, ')' | '.') && is_blank(third))
        .then(|| Mark { kind: Kind::Bullet, content: skip(text, start + 2, end) })
}

/// The mark at `start`, which is no blank. A bullet before a number or time stamp counts as that.
pub(crate) fn read(text: &str, start: usize, end: usize) -> Option<Mark> {
    let mut at = start;
    let mut found = None;
    // Emphasis around the mark or from the mark on: `**1.** open`, `**Step 1: open**`.
    let stars = text[start..end].len() - text[start..end].trim_start_matches('*').len();
    if stars >= 2 && !text[start + stars..end].starts_with(is_blank) {
        let inner = number(text, start + stars, end)?;
        let content =
            end - text[inner.content..end].trim_start_matches(|c: char| c == '*' || c == ':' || is_blank(c)).len();
        return Some(Mark { content, ..inner });
    }
    for _ in 0..2 {
        let mark = time(text, at, end).or_else(|| number(text, at, end)).or_else(|| bullet(text, at, end))?;
        let again = mark.kind == Kind::Bullet;
        at = mark.content;
        found = Some(mark);
        if !again || at >= end {
            break;
        }
        if time(text, at, end).is_none() && number(text, at, end).is_none() {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<(String, &str)> {
        let mark = read(text, 0, text.len())?;
        let kind = match mark.kind {
            Kind::Bullet => "bullet".to_owned(),
            Kind::Number(n) => format!("number {n}"),
            Kind::Time(t) => format!("time {t}"),
        };
        Some((kind, &text[mark.content..]))
    }

    #[test]
    fn marks_are_read() {
        for (text, kind, content) in [
            ("1. (a)", "number 1", "(a)"),
            ("12) a b", "number 12", "a b"),
            ("(3) a b", "number 3", "a b"),
            ("[4] (a)", "number 4", "(a)"),
            ("Step 5: a", "number 5", "a"),
            ("step    0: A B", "number 0", "A B"),
            ("1: A B", "number 1", "A B"),
            ("0: (a)", "time 0", "(a)"),
            ("0.5: a b", "time 0.5", "a b"),
            ("0.001 : (a)", "time 0.001", "(a)"),
            ("7: start (a)", "time 7", "start (a)"),
            ("1 (a)", "number 1", "(a)"),
            ("2 - a", "number 2", "a"),
            ("1.2. a", "number 2", "a"),
            ("#3 a", "number 3", "a"),
            ("**1.** a", "number 1", "a"),
            ("**Step 2:** a", "number 2", "a"),
            ("1\u{fe0f}\u{20e3} a", "number 1", "a"),
            ("- a", "bullet", "a"),
            ("* (a)", "bullet", "(a)"),
            ("• a", "bullet", "a"),
            ("-(a)", "bullet", "(a)"),
            ("- [ ] a", "bullet", "a"),
            ("- 1. a", "number 1", "a"),
            ("* 0.5: (a)", "time 0.5", "(a)"),
            ("a) b", "bullet", "b"),
            ("1.", "number 1", ""),
        ] {
            assert_eq!(shown(text), Some((kind.to_owned(), content)), "{text}");
        }
        for text in [
            "(a b)",
            "a b",
            "**Plan:**",
            "---",
            "0.00 seconds",
            "(v1) is",
            "1shift a",
            "2024 was",
            "*a*",
            "12",
            "Stepping out",
            "[PLAN]",
            "-1",
            "(1)",
            "move 1 2",
            "move 1",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
