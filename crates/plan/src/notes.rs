//! Figures that planners write beside their plans: cost, makespan, metric.

use crate::plan::{Note, NoteKind};
use stepguard_text::{Number, Span};

/// Ignoring case, whether `text` starts with `start`, which is lower case.
pub(crate) fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|front| front.eq_ignore_ascii_case(start))
}

/// The kind of figure that a line announces.
fn announced(line: &str) -> Option<NoteKind> {
    const STARTS: [(&str, NoteKind); 9] = [
        ("cost", NoteKind::Cost),
        ("plan cost", NoteKind::Cost),
        ("makespan", NoteKind::Makespan),
        ("plan found with metric", NoteKind::Metric),
        ("metricvalue", NoteKind::Metric),
        ("metric value", NoteKind::Metric),
        ("metric (search)", NoteKind::Metric),
        ("metric", NoteKind::Metric),
        ("total cost", NoteKind::Cost),
    ];
    STARTS
        .iter()
        .find(|(start, _)| {
            starts_with(line, start)
                && line[start.len()..].trim_start().starts_with(|c: char| c == '=' || c == ':' || c.is_ascii_digit())
        })
        .map(|(_, kind)| *kind)
}

/// Adds the figure of a line, if it is one: a word of the kinds above, then `=`, `:` or a blank, then a number.
pub(crate) fn in_line(text: &str, place: Span, notes: &mut Vec<Note>) -> bool {
    let line = place.slice(text);
    let Some(kind) = announced(line) else { return false };
    let Some(first) = line.find(|c: char| c.is_ascii_digit()) else { return false };
    let number: &str = &line[first..];
    let end = number.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(number.len());
    let Some(value) = Number::parse(number[..end].trim_end_matches('.')) else { return false };
    notes.push(Note { span: place, kind, value });
    true
}

/// The same behind the sign of a comment.
pub(crate) fn in_comment(text: &str, comment: Span, notes: &mut Vec<Note>) {
    let content = comment.slice(text);
    let start = content.len() - content.trim_start_matches([';', ' ', '\t']).len();
    let start = comment.start + crate::fragment::offset(start);
    in_line(text, Span::new(start.min(comment.end), comment.end), notes);
}

/// Whether a comment announces a plan, as planners of the POPF family write it.
pub(crate) fn is_plan_heading(comment: &str) -> bool {
    let content = comment.trim_start_matches([';', ' ', '\t']);
    starts_with(content, "plan found with metric")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found() {
        for (text, kind, value) in [
            ("; cost = 3 (unit cost)", NoteKind::Cost, "3"),
            ("; Makespan: 45.003", NoteKind::Makespan, "45.003"),
            (";; Plan found with metric 12.5", NoteKind::Metric, "12.5"),
            ("; MetricValue 7.", NoteKind::Metric, "7"),
        ] {
            let mut notes = Vec::new();
            in_comment(text, crate::fragment::span(0, text.len()), &mut notes);
            assert_eq!(notes.len(), 1, "{text}");
            assert_eq!((notes[0].kind, notes[0].value.to_string()), (kind, value.to_owned()), "{text}");
        }
        let mut notes = Vec::new();
        for text in ["; costs nothing before 3", "; cost of 3", "; 3 steps", ";", "; état"] {
            in_comment(text, crate::fragment::span(0, text.len()), &mut notes);
        }
        assert!(notes.is_empty(), "{notes:?}");
    }
}
