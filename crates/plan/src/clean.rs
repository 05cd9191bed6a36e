//! The short way: texts that hold nothing but `(name args)`, time stamps, durations, commas and comments, as planners
//! write plan files. One pass over the bytes, nothing allocated per name. Anything else is left to the other readers:
//! `None` means "not this form", never "wrong".

use crate::fragment::span;
use crate::notes;
use crate::plan::{Arguments, Name, Notation, PlanText, RawStep, RawStepKind};
use stepguard_text::Number;

/// What a byte can be in this form.
const BLANK: u8 = 1;
const NAME: u8 = 2;

const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0x21;
    while byte < 0x7f {
        class[byte] = NAME;
        byte += 1;
    }
    let others = b"()[]{}<>\"'`,;";
    let mut i = 0;
    while i < others.len() {
        class[others[i] as usize] = 0;
        i += 1;
    }
    class[b' ' as usize] = BLANK;
    class[b'\t' as usize] = BLANK;
    class[b'\n' as usize] = BLANK;
    class[b'\r' as usize] = BLANK;
    class
};

fn skip(bytes: &[u8], mut at: usize, class: u8) -> usize {
    while bytes.get(at).is_some_and(|byte| CLASS[*byte as usize] == class) {
        at += 1;
    }
    at
}

fn skip_on_line(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

fn number_end(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')) {
        at += 1;
    }
    at
}

/// Reads a text of this form.
pub(crate) fn read(text: &str) -> Option<PlanText> {
    let bytes = text.as_bytes();
    let mut plan = PlanText::new(Notation::Empty);
    // A line is rarely shorter: saves most of the growing.
    plan.steps.reserve(bytes.len() / 32);
    plan.arguments.reserve(bytes.len() / 12);
    let mut timed = false;
    let mut headings = 0;
    let mut at = 0;
    loop {
        at = skip(bytes, at, BLANK);
        let Some(byte) = bytes.get(at) else { break };
        let start = at;
        let mut time = None;
        match byte {
            b'(' => {}
            b';' => {
                let end = text[at..].find('\n').map_or(bytes.len(), |newline| at + newline);
                let comment = span(at, at + text[at..end].trim_end().len());
                plan.comments.push(comment);
                notes::in_comment(text, comment, &mut plan.notes);
                // Planners that improve their plans print several: which one counts is for the reader of logs.
                headings += usize::from(notes::is_plan_heading(comment.slice(text)));
                if headings > 1 {
                    return None;
                }
                at = end;
                continue;
            }
            b',' if !plan.steps.is_empty() => {
                plan.marks.push(span(at, at + 1));
                at += 1;
                continue;
            }
            b'0'..=b'9' | b'.' | b'-' | b'+' => {
                let end = number_end(bytes, at);
                let colon = skip_on_line(bytes, end);
                if bytes.get(colon) != Some(&b':') {
                    return None;
                }
                time = Some(Number::parse(&text[at..end])?);
                timed = true;
                at = skip_on_line(bytes, colon + 1);
                if bytes.get(at) != Some(&b'(') {
                    return None;
                }
            }
            _ => return None,
        }
        at = skip(bytes, at + 1, BLANK);
        let name = at;
        at = skip(bytes, at, NAME);
        if name == at {
            return None;
        }
        let name = Name::at(span(name, at));
        let first = plan.arguments.len();
        loop {
            at = skip(bytes, at, BLANK);
            let argument = at;
            at = skip(bytes, at, NAME);
            if argument == at {
                break;
            }
            plan.arguments.push(Name::at(span(argument, at)));
        }
        if bytes.get(at) != Some(&b')') {
            return None;
        }
        at += 1;
        let mut end = at;
        let mut duration = None;
        let bracket = skip_on_line(bytes, at);
        if bytes.get(bracket) == Some(&b'[') {
            let (value, behind) = self::duration(text, bracket)?;
            duration = Some(value);
            at = behind;
            end = behind;
        }
        let arguments = Arguments {
            first: crate::fragment::offset(first),
            count: crate::fragment::offset(plan.arguments.len() - first),
        };
        let kind = RawStepKind::Action { name, arguments };
        plan.steps.push(RawStep { span: span(start, end), time, duration, kind });
    }
    plan.notation = match () {
        () if plan.steps.is_empty() => Notation::Empty,
        () if timed => Notation::Timed,
        () if plan.notes.iter().any(|note| note.kind == crate::plan::NoteKind::Cost) => Notation::SasPlan,
        () => Notation::Ipc,
    };
    Some(plan)
}

/// A duration in brackets at `at`: `[5.0]`, `[D:1.00; C:12.50]`; its value and the offset behind it.
pub(crate) fn duration(text: &str, at: usize) -> Option<(Number, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let mut start = skip_on_line(bytes, at + 1);
    if matches!(bytes.get(start), Some(b'D' | b'd')) && bytes.get(start + 1) == Some(&b':') {
        start = skip_on_line(bytes, start + 2);
    }
    let end = number_end(bytes, start);
    let value = Number::parse(&text[start..end])?;
    let behind = skip_on_line(bytes, end);
    match bytes.get(behind)? {
        b']' => Some((value, behind + 1)),
        b';' => {
            let line = text[behind..].find('\n').map_or(bytes.len(), |newline| behind + newline);
            let close = text[behind..line].find(']')?;
            Some((value, behind + close + 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plan_files_are_read() {
        let text = ";;!domain: d\n(move a b)\n( load  c\td ), (wait)\n; cost = 3 (unit cost)\n";
        let plan = read(text).expect("this form");
        assert_eq!(plan.notation, Notation::SasPlan);
        let steps: Vec<&str> = plan.steps.iter().map(|step| step.span.slice(text)).collect();
        assert_eq!(steps, ["(move a b)", "( load  c\td )", "(wait)"]);
        assert_eq!(plan.arguments.iter().map(|a| a.span.slice(text)).collect::<Vec<_>>(), ["a", "b", "c", "d"]);
        assert_eq!(plan.notes.len(), 1);
    }

    #[test]
    fn times_and_durations() {
        let text = "0.5: (wash a) [4.0]\n 10 : (x) [D:1.5; C:2]\n(y) [3]";
        let plan = read(text).expect("this form");
        assert_eq!(plan.notation, Notation::Timed);
        let shown: Vec<_> = plan
            .steps
            .iter()
            .map(|s| (s.time.as_ref().map(ToString::to_string), s.duration.as_ref().map(ToString::to_string)))
            .collect();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(shown, [(some("0.5"), some("4")), (some("10"), some("1.5")), (None, some("3"))]);
    }

    #[test]
    fn everything_else_is_left_to_others() {
        for text in
            ["x", "(a", "(a (b))", "()", "1. (a)", "(a) b", "(a 'b')", "0: a", "(a) [b]", "(a\u{a0}b)", "[(a)]", ",(a)"]
        {
            assert!(read(text).is_none(), "{text}");
        }
        assert_eq!(read("").map(|p| p.notation), Some(Notation::Empty));
    }
}
