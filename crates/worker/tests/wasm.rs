//! The module as a browser runs it: the same answers as everywhere, and no text overflows the small stack that WebAssembly
//! has.
#![cfg(target_arch = "wasm32")]

use stepguard_check::Options;
use stepguard_worker::{check, complete, hover, signature, sort, tokens, version};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const DOMAIN: &str = "(define (domain k) (:predicates (p) (q)) (:action go :precondition (q) :effect (p)))";
const PROBLEM: &str = "(define (problem x) (:domain k) (:init (q)) (:goal (p)))";

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[wasm_bindgen_test]
fn the_report_is_the_one_of_the_check() {
    let expected = stepguard_check::check_json(
        Some(DOMAIN.as_bytes()),
        Some(PROBLEM.as_bytes()),
        Some(b"(go)"),
        &Options::default(),
    );
    let report = check(some(DOMAIN), some(PROBLEM), some("(go)"), "").expect("a report");
    assert_eq!(report, expected);
    assert!(report.contains("\"outcome\":\"valid\""), "{report}");
    assert!(version().starts_with("stepguard "));
}

/// Texts that nest as deeply as a text can, in every way.
fn deep() -> Vec<String> {
    let nested = |head: &str, depth: usize| format!("{}(p){}", head.repeat(depth), ")".repeat(depth));
    let mut texts = Vec::new();
    for depth in [150, 195, 20_000] {
        for head in ["(and ", "(not ", "(forall (?x) ", "(imply (p) ", "(", "(when (p) ", "(always "] {
            let body = nested(head, depth);
            texts.push(format!(
                "(define (domain k) (:predicates (p)) (:action go :precondition {body} :effect {body})\n\
                 (:constraints {body}))"
            ));
            texts.push(format!(
                "(define (problem x) (:domain k) (:init {body}) (:goal {body}) (:metric minimize {body}))"
            ));
        }
        texts.push("[".repeat(depth));
        texts.push("{\"plan\": ".repeat(depth));
        texts.push("(".repeat(depth));
    }
    texts
}

#[wasm_bindgen_test]
fn no_text_overflows_the_stack() {
    for text in deep() {
        let text = text.as_str();
        for (domain, problem, plan) in
            [(text, PROBLEM, "(go)"), (DOMAIN, text, "(go)"), (DOMAIN, PROBLEM, text), (text, text, text)]
        {
            let report = check(some(domain), some(problem), some(plan), "").expect("a report");
            assert!(report.starts_with("{\"schema\":1"));
        }
        let column = u32::try_from(text.len() / 2).expect("a short text");
        for which in ["domain", "problem", "plan"] {
            assert!(tokens(text.to_owned(), which, some(text), some(text)).is_ok());
            assert!(hover(some(text), some(text), some(text), which, 1, column).is_ok());
            assert!(complete(some(text), some(text), some(text), which, 1, column).is_ok());
            assert!(signature(some(text), some(text), some(text), which, 1, column).is_ok());
        }
        assert!(sort(&serde_json::json!([{ "text": text }]).to_string()).is_ok());
    }
}
