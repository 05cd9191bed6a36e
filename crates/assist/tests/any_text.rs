//! Whatever the texts and wherever the cursor: an answer comes, its places lie in the text, and it is always the same.

use proptest::prelude::*;
use stepguard_assist::view::{Position, Which};
use stepguard_assist::{Texts, complete, hover, signature, tokens};

const DOMAIN: &str = "(define (domain d) (:requirements :typing) (:types a - b b - a c)\n(:constants k - c)\n\
    (:predicates (p ?x - a ?y) (q)) ; note\n(:functions (f ?x) - number) (:derived (q) (exists (?z - c) (p ?z ?z)))\n\
    (:action go :parameters (?x - a ?y - (either a c)) :precondition (and (p ?x ?y) (or (not (q)) (= ?x k)))\n\
    :effect (when (q) (forall (?w) (and (not (p ?w ?w)) (increase (f ?w) 2)))))\n\
    (:durative-action slow :parameters () :duration (= ?duration 3) :condition (over all (q)) :effect (at end (q)))\n\
    (:constraints (always (forall (?x - a) (sometime-after (q) (p ?x k))))))";
const PROBLEM: &str = "(define (problem x) (:domain d) (:objects m n - a o) (:init (p m n) (= (f m) 2) (at 3 (q)))\n\
    (:goal (and (q) (preference w (p m k)))) (:metric minimize (+ (is-violated w) (f m))))";
const PLANS: [&str; 5] = [
    "(go m n)\n; c\n(go n m)",
    "1. go(m, n)\n2. go n m",
    "[{\"action\": \"go\", \"object\": [\"m\", \"n\"]}]",
    "0.5: (slow) [3]",
    "{\"GO\": [\"m\", \"n\"]}\nwords \u{1f600} \u{fc}",
];

/// Texts that look like ours, with pieces missing, doubled and out of place.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("("),
        Just(")"),
        Just(" "),
        Just("\n"),
        Just("\r\n"),
        Just("- "),
        Just("?x "),
        Just("?"),
        Just(";"),
        Just("define"),
        Just("(domain"),
        Just("(:action go "),
        Just(":parameters ("),
        Just(":precondition "),
        Just(":effect "),
        Just("(and "),
        Just("(forall (?z - a) "),
        Just("(p "),
        Just("(:init "),
        Just("(= (f m) 2)"),
        Just("\u{1f600}"),
        Just("\u{a0}"),
        Just("\u{fc}"),
        Just("\""),
        Just("'"),
        Just("["),
        Just("{\"go\":"),
        Just("0.5: "),
        Just("either "),
        Just("(at start "),
        Just(":"),
        Just("1."),
        Just("go"),
        Just("\t"),
        Just("\u{0}"),
        Just("\u{2028}"),
        Just(";@rule r "),
        Just("class="),
        Just("why=\""),
    ];
    let made = prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat());
    let cut = (0..4_usize, 0..2000_usize, 0..400_usize, ".{0,6}").prop_map(|(which, from, length, new)| {
        let whole = [DOMAIN, PROBLEM, PLANS[0], PLANS[2]][which];
        let boundary = |at: usize| (0..=at.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap_or(0);
        let (from, to) = (boundary(from % (whole.len() + 1)), boundary(from % (whole.len() + 1) + length));
        format!("{}{new}{}", &whole[..from], &whole[to..])
    });
    prop_oneof![made, cut, ".{0,80}"]
}

/// The length of each line, in UTF-16 units.
fn lines_of(text: &str) -> Vec<usize> {
    let mut lines: Vec<usize> = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(['\n', '\r']) {
        lines.push(rest[..end].encode_utf16().count());
        let long = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = &rest[end + long..];
    }
    lines.push(rest.encode_utf16().count());
    lines
}

fn fits(lines: &[usize], place: Position) -> bool {
    place.line >= 1
        && place.column >= 1
        && lines.get(place.line as usize - 1).is_some_and(|units| place.column as usize <= units + 1)
}

fn ask(texts: Texts<'_>, place: Position) {
    for (which, text) in [(Which::Domain, texts.domain), (Which::Problem, texts.problem), (Which::Plan, texts.plan)] {
        let text = text.unwrap_or("");
        let lines = lines_of(text);
        let coloured = tokens(texts, which);
        assert_eq!(coloured.len() % 4, 0);
        let (mut line, mut column) = (1, 1);
        for token in coloured.chunks(4) {
            column = if token[0] == 0 { column + token[1] } else { 1 + token[1] };
            line += token[0];
            assert!(token[2] > 0 && token[3] <= 13, "{token:?}");
            assert!(fits(&lines, Position { line, column: column + token[2] }), "{token:?} in {text:?}");
        }
        if let Some(answer) = hover(texts, which, place) {
            assert!(fits(&lines, answer.start) && fits(&lines, answer.end) && answer.start < answer.end, "{answer:?}");
            assert!(!answer.parts.is_empty() && answer.parts.iter().all(|part| !part.text.is_empty()), "{answer:?}");
            assert_eq!(hover(texts, which, place).as_ref(), Some(&answer));
        }
        if let Some(answer) = complete(texts, which, place) {
            assert!(fits(&lines, answer.start), "{answer:?}");
            assert!(answer.items.iter().all(|item| !item.label.is_empty()), "{answer:?}");
            assert!(answer.items.iter().enumerate().all(|(rank, item)| item.rank as usize == rank));
            assert_eq!(complete(texts, which, place), Some(answer));
        }
        if let Some(answer) = signature(texts, which, place) {
            assert!(fits(&lines, answer.start), "{answer:?}");
            assert!(answer.active as usize <= answer.parameters.len(), "{answer:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_texts_and_places(domain in text(), problem in text(), plan in text(), line in 0..12_u32, column in 0..90_u32) {
        let texts = Texts { domain: Some(&domain), problem: Some(&problem), plan: Some(&plan) };
        ask(texts, Position { line, column });
    }
}

#[test]
fn every_place_of_whole_texts() {
    for plan in PLANS {
        let texts = Texts { domain: Some(DOMAIN), problem: Some(PROBLEM), plan: Some(plan) };
        for line in 1..12 {
            for column in 1..120 {
                ask(texts, Position { line, column });
            }
        }
    }
}

#[test]
fn extreme_places_and_texts() {
    let deep = "(".repeat(100_000);
    let long = format!("(define (domain d) (:action a :precondition (and {})))", "(p ?x) ".repeat(20_000));
    for text in ["", "\n", "\r", ")", &deep, &long] {
        let texts = Texts { domain: Some(text), problem: Some(text), plan: Some(&text[..text.len().min(5000)]) };
        for place in [(0, 0), (1, 1), (1, 50_000), (u32::MAX, u32::MAX), (1, u32::MAX)] {
            ask(texts, Position { line: place.0, column: place.1 });
        }
    }
}
