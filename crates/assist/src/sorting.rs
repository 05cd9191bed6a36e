//! Texts of unknown kinds, sorted into domain, problem and plan. What a stretch of text is, the plan reader tells; here the
//! stretches become texts of their own, and what has no place is named.

use stepguard_plan::sort::{Kind, Segment, sort_all};

use crate::view::{Sorted, Unsorted};

/// Sorts texts by content. Of several of a kind the first is taken and the others are named.
#[must_use]
pub(crate) fn sort(texts: &[Unsorted]) -> Sorted {
    let parts = sort_all(&texts.iter().map(|text| text.text.as_str()).collect::<Vec<_>>());
    let mut sorted = Sorted::default();
    for (text, segments) in texts.iter().zip(&parts) {
        let of = |kind: Kind| segments.iter().filter(move |segment| segment.kind == kind);
        let definitions = of(Kind::Domain).chain(of(Kind::Problem)).count();
        for (kind, what) in [(Kind::Domain, "domain"), (Kind::Problem, "problem")] {
            for segment in of(kind) {
                let alone = definitions == 1 && of(Kind::Plan).next().is_none();
                let found = definition(&text.text, segments, segment, alone);
                let place = if kind == Kind::Domain { &mut sorted.domain } else { &mut sorted.problem };
                keep(place, found, what, text, &mut sorted.notes);
            }
        }
        let steps: Vec<&str> = of(Kind::Plan).map(|segment| segment.span.slice(&text.text)).collect();
        if !steps.is_empty() {
            // The plan reader knows fences and words around the steps, so a text without definitions stays as it is.
            let found = if definitions == 0 { text.text.clone() } else { steps.join("\n") };
            keep(&mut sorted.plan, found, "plan", text, &mut sorted.notes);
        }
        if definitions == 0 && steps.is_empty() {
            let what =
                if text.text.trim().is_empty() { "is empty" } else { "is neither a domain nor a problem nor a plan" };
            sorted.notes.push(format!("{} {what} and was left out.", capital(&name(text))));
        }
    }
    sorted
}

/// The text of a definition. One that stands alone in its text keeps the comments around it.
fn definition(text: &str, segments: &[Segment], segment: &Segment, alone: bool) -> String {
    let comments_only = |other: &Segment| {
        other.span.slice(text).lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with(';'))
    };
    let rest_is_comments = segments.iter().all(|other| other == segment || comments_only(other));
    if alone && rest_is_comments { text.to_owned() } else { segment.span.slice(text).to_owned() }
}

fn keep(place: &mut Option<String>, found: String, what: &str, text: &Unsorted, notes: &mut Vec<String>) {
    if place.is_none() {
        *place = Some(found);
    } else {
        notes.push(format!("A second {what}, in {}, was left out.", name(text)));
    }
}

fn name(text: &Unsorted) -> String {
    if text.name.is_empty() { "the pasted text".to_owned() } else { text.name.clone() }
}

fn capital(words: &str) -> String {
    if words == "the pasted text" { "The pasted text".to_owned() } else { words.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(texts: &[(&str, &str)]) -> Sorted {
        let texts: Vec<Unsorted> =
            texts.iter().map(|(name, text)| Unsorted { name: (*name).to_owned(), text: (*text).to_owned() }).collect();
        sort(&texts)
    }

    const DOMAIN: &str = "; kitchen\n(define (domain k)\n (:predicates (p))\n (:action go :effect (p)))\n";
    const PROBLEM: &str = "(define (problem x) (:domain k) (:init) (:goal (p)))";

    #[test]
    fn files_in_any_order_find_their_places_and_keep_their_comments() {
        let sorted = from(&[("c.txt", "(go)\n"), ("a.pddl", PROBLEM), ("b.pddl", DOMAIN)]);
        assert_eq!(sorted.domain.as_deref(), Some(DOMAIN));
        assert_eq!(sorted.problem.as_deref(), Some(PROBLEM));
        assert_eq!(sorted.plan.as_deref(), Some("(go)\n"));
        assert_eq!(sorted.notes, [""; 0]);
    }

    #[test]
    fn one_text_is_taken_apart() {
        let text = format!("Here you are:\n```pddl\n{DOMAIN}{PROBLEM}\n```\nThe plan:\n(go)\n");
        let sorted = from(&[("", &text)]);
        assert!(sorted.domain.is_some_and(|domain| domain.starts_with("(define (domain") && domain.ends_with("(p)))")));
        assert_eq!(sorted.problem.as_deref(), Some(PROBLEM));
        assert!(sorted.plan.is_some_and(|plan| plan.contains("(go)") && !plan.contains("define")));
    }

    #[test]
    fn what_is_left_out_is_named() {
        let sorted = from(&[("a.pddl", DOMAIN), ("b.pddl", DOMAIN), ("empty.txt", " \n")]);
        assert_eq!(sorted.domain.as_deref(), Some(DOMAIN));
        assert_eq!(sorted.notes, ["A second domain, in b.pddl, was left out.", "empty.txt is empty and was left out."]);
        let sorted = from(&[("", "Good morning.")]);
        assert_eq!(sorted.notes, ["The pasted text is neither a domain nor a problem nor a plan and was left out."]);
        assert_eq!(from(&[]), Sorted::default());
    }
}
