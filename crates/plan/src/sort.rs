//! A pasted text that holds several things: which parts are the domain, the problem, the plan, and which are talk.
//! Looks at content only; what the parts mean is read by others.

use crate::fragment::{is_blank, span, trim};
use crate::plan::{Notation, RawStepKind};
use crate::vocabulary::{NameList, Unknown, Vocabulary};
use stepguard_text::{Span, TextId};

/// What a part of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A domain definition.
    Domain,
    /// A problem definition.
    Problem,
    /// A plan, with the words around its steps.
    Plan,
    /// Headings, fences, talk.
    Prose,
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub span: Span,
}

/// The parts of one text, in order. Every byte that is not blank lies in one of them.
#[must_use]
pub fn sort(text: &str) -> Vec<Segment> {
    sort_all(&[text]).pop().unwrap_or_default()
}

/// The parts of several texts that belong together: the names of the definitions in one help to know the plan in another.
#[must_use]
pub fn sort_all(texts: &[&str]) -> Vec<Vec<Segment>> {
    let definitions: Vec<Vec<Segment>> = texts.iter().map(|text| definitions(text)).collect();
    let names = names(texts, &definitions);
    let mut sorted: Vec<Vec<Segment>> =
        texts.iter().zip(&definitions).map(|(text, found)| with_gaps(text, found, &names)).collect();
    // A text of its own beside definitions was meant as something: where no plan was found it is the plan.
    let is = |kind: Kind| sorted.iter().flatten().any(|segment| segment.kind == kind);
    if texts.len() > 1 && !is(Kind::Plan) && (is(Kind::Domain) || is(Kind::Problem)) {
        let whole = |segments: &Vec<Segment>| !segments.is_empty() && segments.iter().all(|s| s.kind == Kind::Prose);
        if let Some(segments) = sorted.iter_mut().find(|segments| whole(segments)) {
            let all = segments.iter().map(|segment| segment.span).reduce(Span::to);
            *segments = all.map(|span| Segment { kind: Kind::Plan, span }).into_iter().collect();
        }
    }
    sorted
}

/// `text` with everything outside the parts of `kind` replaced by blanks; lines and offsets stay as they are.
#[must_use]
pub fn mask(text: &str, segments: &[Segment], kind: Kind) -> String {
    let mut out = String::with_capacity(text.len());
    let blank = |piece: &str, out: &mut String| {
        out.extend(piece.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }));
    };
    let mut at = 0;
    for segment in segments.iter().filter(|segment| segment.kind == kind) {
        let (start, end) = (segment.span.start as usize, segment.span.end as usize);
        let (Some(before), Some(part)) = (text.get(at..start), text.get(start..end)) else { continue };
        blank(before, &mut out);
        out.push_str(part);
        at = end;
    }
    blank(text.get(at..).unwrap_or(""), &mut out);
    out
}

/// Whether a definition begins at the beginning of `text`.
pub(crate) fn starts_definition(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('(') else { return false };
    let rest = rest.trim_start_matches(is_blank);
    crate::notes::starts_with(rest, "define") && rest[6..].starts_with(|c: char| is_blank(c) || matches!(c, '(' | ';'))
}

/// The next definition at or after `from`, outside comments.
fn next_definition(text: &str, from: usize, end: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text[at..end].find(['(', ';']) {
        let found = at + found;
        if text[found..].starts_with(';') {
            at = text[found..end].find('\n').map_or(end, |newline| found + newline);
        } else if starts_definition(&text[found..end]) {
            return Some(found);
        } else {
            at = found + 1;
        }
    }
    None
}

/// The extent of the definition that begins at `start`: to its closing parenthesis, with sections and stray parentheses
/// right behind it (a parenthesis too many or too early); an unclosed one ends at the next definition, fence, or where
/// its sections are followed by something else.
pub(crate) fn definition_at(text: &str, start: usize, end: usize) -> (usize, usize) {
    let limit = next_definition(text, start + 1, end).unwrap_or(end);
    let limit = fence(text, start, limit).unwrap_or(limit);
    let bytes = text.as_bytes();
    let last_section = text[start..limit].rfind("(:").map_or(start, |at| start + at);
    let mut depth = 0_usize;
    let mut at = start;
    let mut closed = start;
    // Only blanks since the line began.
    let mut fresh = false;
    while at < limit {
        // Past the last section a line at the level of sections that is none belongs to something else.
        let foreign = depth == 1 && fresh && at > last_section;
        match bytes[at] {
            b';' => {
                at = text[at..limit].find('\n').map_or(limit, |newline| at + newline);
                continue;
            }
            // Behind the definition only its sections go on.
            b'(' if depth == 0 && closed > start && bytes.get(at + 1) != Some(&b':') => break,
            b'(' if foreign && !starts_inner(&text[at..limit]) => {
                closed = at;
                break;
            }
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    closed = at + 1;
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            _ if depth == 0 && closed > start => break,
            _ if foreign => {
                closed = at;
                break;
            }
            _ => {}
        }
        fresh = bytes[at] == b'\n' || (fresh && bytes[at].is_ascii_whitespace());
        at += 1;
    }
    let stop = if at >= limit && depth > 0 { limit } else { closed.max(start + 1) };
    let stop = (start..=stop).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(start);
    (start, trim(text, start, stop).1.max(start))
}

/// Whether what begins here can stand directly in a definition.
fn starts_inner(text: &str) -> bool {
    let rest = text[1..].trim_start_matches(is_blank);
    rest.starts_with(':') || ["domain", "problem", "define"].iter().any(|word| crate::notes::starts_with(rest, word))
}

fn begins_line(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[line..at].chars().all(is_blank)
}

/// The next fence line behind `from`.
fn fence(text: &str, from: usize, end: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text[at..end].find("```") {
        let found = at + found;
        if begins_line(text, found) {
            return Some(found);
        }
        at = found + text[found..end].find('\n').unwrap_or(end - found);
    }
    None
}

fn definitions(text: &str) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_definition(text, at, text.len()) {
        let (start, end) = definition_at(text, start, text.len());
        let place = span(start, end);
        found.push(Segment { kind: kind(place.slice(text)), span: place });
        at = end.max(start + 1);
    }
    found
}

/// Whether a definition is a domain or a problem: by its first words, else by its sections.
fn kind(definition: &str) -> Kind {
    let lower = definition.to_ascii_lowercase();
    let words = lower.split(|c: char| is_blank(c) || matches!(c, '(' | ')')).filter(|word| !word.is_empty());
    match words.take(3).find_map(|word| match word {
        "domain" => Some(Kind::Domain),
        "problem" => Some(Kind::Problem),
        _ => None,
    }) {
        Some(kind) => kind,
        None if lower.contains("(:init") || lower.contains("(:goal") || lower.contains("(:domain") => Kind::Problem,
        None => Kind::Domain,
    }
}

/// The names that the definitions declare, as far as a look at their text shows.
fn names(texts: &[&str], definitions: &[Vec<Segment>]) -> NameList {
    let mut actions = Vec::new();
    let mut objects = Vec::new();
    for (text, segments) in texts.iter().zip(definitions) {
        for segment in segments {
            let body: String = segment
                .span
                .slice(text)
                .lines()
                .map(|line| line.split(';').next().unwrap_or(""))
                .collect::<Vec<_>>()
                .join("\n");
            let lower = body.to_ascii_lowercase();
            for (at, _) in lower.match_indices("action") {
                // `:action name :parameters (?a ?b)`
                let before = lower[..at].trim_end_matches("durative-");
                if !before.ends_with(':') {
                    continue;
                }
                let rest = &body[at + "action".len()..];
                let Some(name) =
                    rest.split(|c: char| is_blank(c) || matches!(c, '(' | ')')).find(|word| !word.is_empty())
                else {
                    continue;
                };
                let parameters = rest.find('(').map_or("", |open| &rest[open..]);
                let parameters = &parameters[..crate::phrase::closing(parameters, 0, parameters.len()).unwrap_or(0)];
                actions.push((name.to_owned(), parameters.matches('?').count()));
            }
            for section in [":objects", ":constants"] {
                let Some(at) = lower.find(section) else { continue };
                let rest = &body[at + section.len()..];
                let rest = rest.split(')').next().unwrap_or("");
                objects.extend(
                    rest.split(|c: char| is_blank(c) || c == '(')
                        .filter(|word| !word.is_empty() && *word != "-")
                        .map(str::to_owned),
                );
            }
        }
    }
    NameList::new(actions, objects)
}

/// The parts between the definitions.
fn with_gaps(text: &str, definitions: &[Segment], names: &NameList) -> Vec<Segment> {
    let mut out = Vec::new();
    let mut at = 0;
    for definition in definitions {
        gap(text, at, definition.span.start as usize, names, &mut out);
        out.push(*definition);
        at = definition.span.end as usize;
    }
    gap(text, at, text.len(), names, &mut out);
    out
}

fn gap(text: &str, start: usize, end: usize, names: &NameList, out: &mut Vec<Segment>) {
    let (start, end) = trim(text, start, end);
    if start >= end {
        return;
    }
    // A block between fences is one thing, and so is the text between two blocks.
    let mut pieces = Vec::new();
    let mut at = start;
    while let Some(fence) = fence(text, at, end) {
        let line = text[fence..end].find('\n').map_or(end, |newline| fence + newline);
        pieces.push((at, fence, false));
        pieces.push((fence, line, true));
        at = line;
    }
    pieces.push((at, end, false));
    let has_steps: Vec<bool> =
        pieces.iter().map(|(start, end, is_fence)| !is_fence && has_steps(&text[*start..*end], names)).collect();
    for ((start, end, _), has_steps) in pieces.into_iter().zip(has_steps) {
        let (start, end) = trim(text, start, end);
        if start < end {
            let kind = if has_steps { Kind::Plan } else { Kind::Prose };
            out.push(Segment { kind, span: span(start, end) });
        }
    }
}

/// Whether a piece holds a step that may be meant.
fn has_steps(piece: &str, names: &NameList) -> bool {
    if piece.trim_matches(is_blank).is_empty() {
        return false;
    }
    if names.actions() == 0 {
        let plan = crate::read(piece, TextId::Pasted, &Unknown);
        return plan.steps.iter().any(|step| {
            matches!(step.kind, RawStepKind::Action { .. })
                && (step.span.slice(piece).contains('(')
                    || !matches!(plan.notation, Notation::NumberedList | Notation::BulletedList))
        });
    }
    let plan = crate::read(piece, TextId::Pasted, names);
    let all = crate::vocabulary::Names::new(names);
    plan.steps.iter().any(|step| match step.kind {
        RawStepKind::Action { name, .. } => {
            all.action(plan.name(piece, name)).is_some() || step.span.slice(piece).starts_with('(')
        }
        RawStepKind::Unreadable(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(Kind, &str)> {
        sort(text).into_iter().map(|segment| (segment.kind, segment.span.slice(text))).collect()
    }

    #[test]
    fn a_chat_is_sorted() {
        let text = "Domain file:\n```pddl\n(define (domain d)\n (:action go :parameters (?a ?b)))\n```\nProblem:\n```\n(define (problem p) (:domain d) (:objects a b)))\n```\nSo:\n```\n(go a b)\n```\nBye";
        let found = shown(text);
        let kinds: Vec<Kind> = found.iter().map(|(kind, _)| *kind).filter(|kind| *kind != Kind::Prose).collect();
        assert_eq!(kinds, [Kind::Domain, Kind::Problem, Kind::Plan]);
        assert!(found.contains(&(Kind::Plan, "(go a b)")), "{found:?}");
        // The parenthesis too many belongs to the problem, whose reader says so.
        assert!(found.iter().any(|(kind, text)| *kind == Kind::Problem && text.ends_with("b)))")), "{found:?}");
    }

    #[test]
    fn without_fences_too() {
        let text = "(define (domain d) (:action go :parameters (?a)))\n; here\n(define (problem p)\n (:domain d)\n(:objects a)\n)\ngo a\n";
        assert_eq!(
            shown(text),
            [
                (Kind::Domain, "(define (domain d) (:action go :parameters (?a)))"),
                (Kind::Prose, "; here"),
                (Kind::Problem, "(define (problem p)\n (:domain d)\n(:objects a)\n)"),
                (Kind::Plan, "go a"),
            ]
        );
    }

    #[test]
    fn unclosed_definitions_end_somewhere() {
        let text = "(define (domain d)\n(:action go :parameters ()\n(define (problem p)\n(:domain d)\n(:goal (and))\n0: (go)\n";
        assert_eq!(
            shown(text),
            [
                (Kind::Domain, "(define (domain d)\n(:action go :parameters ()"),
                (Kind::Problem, "(define (problem p)\n(:domain d)\n(:goal (and))"),
                (Kind::Plan, "0: (go)"),
            ]
        );
        // Closed too early: the sections behind still belong to it.
        let text = "(define (domain d) (:predicates (p)))\n(:action go)\n)\nThanks";
        assert_eq!(
            shown(text),
            [(Kind::Domain, "(define (domain d) (:predicates (p)))\n(:action go)\n)"), (Kind::Prose, "Thanks")]
        );
    }

    #[test]
    fn texts_are_sorted_together() {
        let texts = ["go a\n", "(define (domain d) (:action go :parameters (?a)))", "(define (problem p) (:domain d))"];
        let kinds: Vec<Vec<Kind>> =
            sort_all(&texts).iter().map(|segments| segments.iter().map(|segment| segment.kind).collect()).collect();
        assert_eq!(kinds, [[Kind::Plan], [Kind::Domain], [Kind::Problem]]);
        let kinds = sort_all(&["I would do nothing.", texts[1]]);
        assert_eq!(kinds[0][0].kind, Kind::Plan);
    }

    #[test]
    fn masking_keeps_places() {
        let text = "é\n(define (domain d))\nx";
        let segments = sort(text);
        let masked = mask(text, &segments, Kind::Domain);
        assert_eq!(masked, "  \n(define (domain d))\n ");
        assert_eq!(masked.len(), text.len());
    }
}
