//! No text makes the reader panic, lose a byte, or take long.

mod common;

use common::{case_files, check_lossless, parse, read};
use proptest::prelude::*;
use stepguard_pddl::print::print;

/// Reads a text in every way there is.
fn read_all(text: &str) {
    check_lossless(text);
    let (parsed, names) = parse(text);
    for diagnostic in &parsed.diagnostics {
        let span = diagnostic.place.span;
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?} is not in {text:?}");
        if let Some(fix) = &diagnostic.fix {
            common::apply(text, fix);
        }
    }
    assert!(print(&parsed.definitions, &names).len() < text.len() * 100 + 1000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_all(&stepguard_text::decode(&bytes).text);
    }

    #[test]
    fn any_pieces_of_pddl_are_read(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..80)) {
        read_all(&pieces.concat());
    }

    #[test]
    fn cut_and_mutated_cases_are_read(file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), len in 0..12_usize, piece in prop::sample::select(PIECES.to_vec())) {
        let files = case_files();
        let text = read(&files[file.index(files.len())]);
        if text.is_empty() {
            return Ok(());
        }
        let mut at = at.index(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let mut end = (at + len).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        read_all(&text[..at]);
        read_all(&text[at..]);
        read_all(&format!("{}{piece}{}", &text[..at], &text[end..]));
    }
}

const PIECES: [&str; 62] = [
    "(",
    ")",
    " ",
    "\n",
    "(define ",
    "(domain d)",
    "(problem p)",
    "(:domain d)",
    "(:requirements ",
    ":strips",
    "(:types ",
    "(:constants ",
    "(:predicates ",
    "(:functions ",
    "(:action ",
    "(:durative-action ",
    "(:derived ",
    "(:constraints ",
    "(:objects ",
    "(:init ",
    "(:goal ",
    "(:metric minimize ",
    "(:length ",
    "(:process ",
    "(:axiom ",
    ":parameters ",
    ":precondition ",
    ":effect ",
    ":condition ",
    ":duration ",
    ":vars ",
    "(and ",
    "(or ",
    "(not ",
    "(imply ",
    "(forall ",
    "(exists ",
    "(when ",
    "(preference ",
    "(at start ",
    "(at 5 ",
    "(over all ",
    "(always ",
    "(within 5 ",
    "(increase ",
    "(= ",
    "(+ ",
    "?x ",
    "?x?y",
    "- ",
    "a ",
    "b-1 ",
    "'q' ",
    "; c\n",
    ";@rule r why=\"x\n",
    "\u{a0}",
    "（",
    "）",
    ",",
    "5.5 ",
    "(either a b)",
    "-t ",
];

#[test]
fn every_beginning_of_a_text_is_read() {
    let text = read(&case_files()[0]);
    for (at, _) in text.char_indices() {
        read_all(&text[..at]);
    }
}

#[test]
fn deep_texts_fit_a_small_stack() {
    let deep = |open: &str, inner: &str| format!("{}{inner}{}", open.repeat(190), ")".repeat(190));
    let domains = [
        deep("(and ", "(p)"),
        deep("(not ", "(p)"),
        deep("(forall (?x - t) ", "(p ?x)"),
        deep("(imply (p) ", "(p)"),
        deep("(preference n ", "(p)"),
        format!("(< 1 {})", deep("(+ 1 ", "2")),
        deep("(adn (p) ", "(p)"),
        deep("(", "(p)"),
        deep("(p ", "(p)"),
    ];
    let effects =
        [deep("(and ", "(p)"), deep("(forall (?x - t) ", "(p ?x)"), deep("(when (p) ", "(p)"), deep("(not ", "(p)")];
    let mut texts: Vec<String> = domains
        .iter()
        .map(|condition| {
            format!("(define (domain d) (:action a :parameters () :precondition {condition} :effect (p)))")
        })
        .collect();
    texts.extend(
        effects.iter().map(|effect| format!("(define (domain d) (:action a :parameters () :effect {effect}))")),
    );
    texts.push(format!("(define (problem d) (:init {}))", deep("(and ", "(p)")));
    texts.push(format!("(define (problem d) (:init {}))", deep("(at 1 ", "(p)")));
    texts.push("(".repeat(1_000_000));
    texts.push(format!("{}{}", "(and ".repeat(100_000), ")".repeat(100_000)));
    // A page has three times as much, and optimised code needs less.
    let reader = std::thread::Builder::new().stack_size(384 << 10).spawn(move || {
        for text in &texts {
            let (parsed, names) = parse(text);
            assert!(print(&parsed.definitions, &names).len() < 1_000_000);
        }
    });
    reader.expect("a thread can be started").join().expect("the stack is large enough");
}

#[test]
fn large_faulty_texts_take_no_more_than_their_size() {
    let facts = "(at a b) ".repeat(100_000);
    for text in [
        // One line, never closed.
        format!("(define (problem p) (:init {facts}"),
        format!("(define (problem p) (:init (at a {facts}) (:goal (a)))"),
        format!("(define (problem p)\n  (:init\n    (at a\n{}\n  (:goal (a)))", "    (at a b)\n".repeat(100_000)),
        format!("(define (problem p) (:init {})", "(a)) ".repeat(100_000)),
        format!("(define (domain d) {})", "(:action a :effect (and (p) ".repeat(50_000)),
        format!("(define (domain d) {})", "(define (domain d) ".repeat(50_000)),
        "?".repeat(1_000_000),
        "?a".repeat(500_000),
        "define ( ".repeat(200_000),
        format!("(define (domain d) (:constraints (and {})))", ";@rule r\n(always (a))\n".repeat(20_000)),
        format!(
            "(define (domain d) (:action a :parameters () :effect {} (p) {}))",
            "(when (and (p) (p) (p)) (and (when (p) (p)) ".repeat(90),
            "))".repeat(90)
        ),
        format!("(define (domain d) (:requirements {}))", ":x ".repeat(100_000)),
        format!("(define (domain d) (:constraints {} (always (a))))", ";@rule r\n".repeat(100_000)),
        format!("(define (domain d) (:constraints (and {}))", ";@rule r\n)(".repeat(100_000)),
    ] {
        let started = std::time::Instant::now();
        let (parsed, _) = parse(&text);
        assert!(parsed.diagnostics.len() < 1000);
        // Far more than it takes, far less than work that grows with the square would.
        assert!(started.elapsed().as_secs() < 10, "{} took {:?}", &text[..60.min(text.len())], started.elapsed());
    }
}

#[test]
fn a_text_that_is_too_large_is_refused_in_words() {
    let (parsed, _) = parse(&" ".repeat(stepguard_text::MAX_TEXT_BYTES + 1));
    let codes: Vec<_> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, [stepguard_text::codes::TOO_LARGE]);
}
