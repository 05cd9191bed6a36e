//! Predicted action definitions: `(:action ...)` texts in a JSON string, in a fence, or bare. Reading PDDL is the PDDL
//! reader's work; here the text is found and what the reader mends is listed.

use super::loose::{Clean, clean, content, source};
use super::{Aside, AsideKind, Reading, offset};
use std::collections::BTreeMap;
use stepguard_pddl::ast::Action;
use stepguard_plan::json::{self, Node, Value};
use stepguard_text::{Interner, Severity, Span, TextId};

/// Action definitions with the names in them.
#[derive(Debug, Clone)]
pub struct PredictedActions {
    /// The definitions, one for each name, in the order of the text.
    pub actions: Vec<Action>,
    /// The text they were read from; their places are places in it.
    pub text: String,
    names: Interner,
}

impl PredictedActions {
    /// The interner of the names in the definitions.
    #[must_use]
    pub const fn names(&self) -> &Interner {
        &self.names
    }

    /// An action's name as written, without signs that do not belong to names.
    #[must_use]
    pub fn name(&self, action: &Action) -> &str {
        self.names.spelling(action.name.symbol).trim_matches(|c| matches!(c, ':' | '*' | ',' | '"' | '\''))
    }
}

/// What stands around the definitions, so that the reader sees a domain.
const OPEN: &str = "(define (domain answer)\n";

/// The mark of a definition.
const ACTION: &str = ":action";

/// Codes that concern the domain around the definitions, which is not the model's.
const OF_THE_DOMAIN: [&str; 2] = ["P0801", "P0802"];

/// A piece of an answer: a JSON string's content, or the text from an offset on.
enum Piece<'a> {
    Text(&'a json::Text),
    Raw(usize),
}

/// Reads action definitions.
#[must_use]
pub fn actions(raw: &str) -> Reading<PredictedActions> {
    let mut clean = clean(raw);
    clean.blank_all("**", &AsideKind::Emphasis);
    clean.text = small_marks(clean.text);
    let count = count(&clean.text);
    if count == 0 {
        clean.list_beside(&[]);
        return Reading::new(None, Vec::new(), clean.asides);
    }
    let values = clean.values();
    let mut strings = Vec::new();
    for read in &values {
        collect(&clean, &read.node, &mut strings);
    }
    // Only when the strings hold every definition was the quoting understood.
    let in_strings: usize = strings.iter().map(|text| self::count(&content(&clean.text, text))).sum();
    let mut text = String::from(OPEN);
    let mut pieces = Vec::new();
    let mut places = Vec::new();
    let mut asides = Vec::new();
    if in_strings == count {
        for string in strings {
            pieces.push((text.len(), Piece::Text(string)));
            places.push(super::span(string.inner));
            text.push_str(&content(&clean.text, string));
            text.push('\n');
        }
        let before = clean.asides.len();
        for read in &values {
            clean.list_tolerances(read);
        }
        asides = clean.asides.split_off(before);
    } else {
        let first = clean.text.find(ACTION).unwrap_or(0);
        let start = clean.text[..first].rfind('(').unwrap_or(first);
        let end = clean.text.rfind(')').map_or(clean.text.len(), |at| at + 1).max(first + ACTION.len());
        pieces.push((text.len(), Piece::Raw(start)));
        places.push(super::span((start, end)));
        asides.push(Aside { span: Span::new(offset(start), offset(end)), kind: AsideKind::BareText });
        text.push_str(&clean.text[start..end]);
    }
    text.push_str("\n)");
    clean.asides.extend(asides);
    let back = |at: u32| {
        let at = at as usize;
        let piece = pieces.partition_point(|(start, _)| *start <= at).checked_sub(1);
        piece.and_then(|index| pieces.get(index)).map_or(0, |(start, piece)| {
            offset(match piece {
                Piece::Text(text) => source(text, at - start),
                Piece::Raw(raw) => (raw + at - start).min(clean.text.len()),
            })
        })
    };
    let mut mended = Vec::new();
    let predicted = parse(text, &mut mended);
    let mended =
        mended.into_iter().map(|(span, kind)| Aside { span: Span::new(back(span.start), back(span.end)), kind });
    let mended: Vec<Aside> = mended.collect();
    clean.asides.extend(mended);
    clean.list_beside(&places);
    let taken = (!predicted.actions.is_empty()).then_some(predicted);
    Reading::new(taken, places, clean.asides)
}

/// Definitions that are not a model's, such as those of a suite.
#[must_use]
pub fn gold_actions(text: &str) -> PredictedActions {
    parse(format!("{OPEN}{text}\n)"), &mut Vec::new())
}

fn count(text: &str) -> usize {
    text.matches(ACTION).count()
}

/// The text with every mark of a definition in small letters.
fn small_marks(mut text: String) -> String {
    let lower = text.to_ascii_lowercase();
    for (at, mark) in lower.match_indices(ACTION) {
        text.replace_range(at..at + mark.len(), mark);
    }
    text
}

/// Every string that holds a definition.
fn collect<'n>(clean: &Clean, node: &'n Node, strings: &mut Vec<&'n json::Text>) {
    match &node.value {
        Value::Text(text) => {
            if content(&clean.text, text).contains(ACTION) {
                strings.push(text);
            }
        }
        Value::List(list) => list.iter().for_each(|node| collect(clean, node, strings)),
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            collect(clean, key, strings);
            collect(clean, value, strings);
        }),
        Value::Word | Value::Group => {}
    }
}

fn parse(text: String, mended: &mut Vec<(Span, AsideKind)>) -> PredictedActions {
    let mut names = Interner::new();
    // A domain written out in full needs no other around it.
    let inner = &text[OPEN.len()..];
    let full = inner.contains("(define");
    let (source, shift) = if full { (inner, offset(OPEN.len())) } else { (text.as_str(), 0) };
    let parsed = stepguard_pddl::parse(source, TextId::Domain, &mut names);
    for diagnostic in &parsed.diagnostics {
        if diagnostic.severity != Severity::Info && !OF_THE_DOMAIN.contains(&diagnostic.code) {
            let span = diagnostic.place.span;
            let span = Span::new(span.start + shift, span.end + shift);
            mended.push((span, AsideKind::Pddl(diagnostic.code, diagnostic.message.clone())));
        }
    }
    let defined: Vec<Action> = parsed.definitions.domains.into_iter().flat_map(|domain| domain.actions).collect();
    let mut predicted = PredictedActions { actions: Vec::new(), text: String::new(), names };
    // A model that defines an action twice has corrected itself, and one that only names it again has not.
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    for (index, action) in defined.iter().enumerate() {
        let says = |action: &Action| action.precondition.is_some() || action.effect.is_some();
        let place = last.entry(same_name(predicted.name(action))).or_insert(index);
        if says(action) || defined.get(*place).is_none_or(|earlier| !says(earlier)) {
            *place = index;
        }
    }
    for (index, action) in defined.into_iter().enumerate() {
        let name = predicted.name(&action).to_owned();
        if last.get(&same_name(&name)) == Some(&index) {
            predicted.actions.push(action);
        } else {
            let span = Span::new(action.span.start + shift, action.span.end + shift);
            mended.push((span, AsideKind::Redefined(name)));
        }
    }
    predicted.text = source.to_owned();
    predicted
}

/// Names that differ in case, or in `-` and `_` only, are the same: models are not consistent in either.
pub(crate) fn same_name(name: &str) -> String {
    name.chars().map(|c| if c == '-' { '_' } else { c }).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "(:action open\n  :parameters (?o - object)\n  :precondition (not (open ?o))\n  :effect (open ?o))\n\
        (:action walk-to\n  :parameters (?o - object)\n  :precondition ()\n  :effect (and (near ?o) (not (far ?o))))";

    fn names(raw: &str) -> Vec<String> {
        actions(raw).taken.map_or_else(Vec::new, |found| {
            found
                .actions
                .iter()
                .map(|action| {
                    let parts = [action.precondition.is_some(), action.effect.is_some()];
                    format!("{} {} {parts:?}", found.name(action), action.parameters.len())
                })
                .collect()
        })
    }

    #[test]
    fn forms_of_the_same_answer() {
        let right = names(TWO);
        // `()` demands nothing.
        assert_eq!(right, ["open 1 [true, true]", "walk-to 1 [false, true]"]);
        let escaped = TWO.replace('\n', "\\n");
        for form in [
            format!("{{\"output\": \"{escaped}\"}}"),
            format!("{{\"output\": \"{TWO}\"}}"),
            format!("{{'output': '{TWO}'}}"),
            format!("{{\"output\": \n{TWO}\n}}"),
            format!("```json\n{{\"output\": \"{escaped}\"}}\n```<|eot_id|>"),
            format!("Here are the actions:\n\n```pddl\n{TWO}\n```\nThey are minimal (I think)."),
            format!("(define (domain house)\n{TWO})"),
            TWO.replace("(:action open", "(**:action open:**"),
            TWO.replace("(open ?o))", "(open ?o)"),
            TWO.replace("(open ?o))", "(open ?o)))"),
            TWO.replace("(:action open", "(:action open)"),
            format!("{{\"output\": \"{escaped}"),
        ] {
            assert_eq!(names(&form), right, "{form}");
        }
    }

    #[test]
    fn the_last_definition_counts() {
        let reading = actions(&format!("{TWO}\n(:action OPEN :parameters (?a ?b) :precondition () :effect (open ?a))"));
        let found = reading.taken.expect("actions");
        assert_eq!(found.actions.iter().map(|a| a.parameters.len()).collect::<Vec<_>>(), [1, 2]);
        assert!(reading.asides.iter().any(|aside| aside.kind == AsideKind::Redefined("open".to_owned())));
    }

    #[test]
    fn nothing_to_read() {
        for raw in ["", "\n\n\n", "I would open the fridge.", "{\"output\": \"\"}", "(open fridge)"] {
            assert!(actions(raw).taken.is_none(), "{raw}");
        }
        assert_eq!(actions("I would open it.").asides.len(), 1);
    }

    #[test]
    fn places_lead_back_to_the_answer() {
        let raw = format!("{{\"output\": \"{}\"}}", TWO.replace('\n', "\\n").replace("(near ?o)", "(near ?o"));
        let reading = actions(&raw);
        let mended = reading.asides.iter().find(|aside| matches!(aside.kind, AsideKind::Pddl("P0101", _)));
        let place = mended.expect("a missing parenthesis is reported").span;
        assert!(place.slice(&raw).starts_with('('), "{:?}", place.slice(&raw));
    }
}
