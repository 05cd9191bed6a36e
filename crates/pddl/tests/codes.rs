//! Every code's example gives its code, and the mended example does not.

mod common;

use common::{apply, parse};
use stepguard_pddl::codes;

/// Codes whose example cannot be written down in full; they are tested where they are made.
const TOO_LONG: [&str; 2] = ["P0105", "P0106"];

fn codes_of(text: &str) -> Vec<(&'static str, bool, String)> {
    let (parsed, _) = parse(text);
    parsed.diagnostics.iter().map(|d| (d.code, d.is_error(), d.message.clone())).collect()
}

#[test]
fn every_example_shows_its_code() {
    let mut wrong = Vec::new();
    for entry in codes::ENTRIES {
        if TOO_LONG.contains(&entry.code) {
            continue;
        }
        let found = codes_of(entry.wrong);
        if found.iter().all(|(code, ..)| *code != entry.code) {
            wrong.push(format!("{}: its example gives {found:?}", entry.code));
        }
        if found.iter().any(|(code, error, _)| *error && *code != entry.code) {
            wrong.push(format!("{}: its example has other errors: {found:?}", entry.code));
        }
        let mended = codes_of(entry.right);
        if mended.iter().any(|(code, error, _)| *error || *code == entry.code) {
            wrong.push(format!("{}: its mended example gives {mended:?}", entry.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn codes_are_in_order_and_unique() {
    let all: Vec<&str> = codes::ENTRIES.iter().map(|entry| entry.code).collect();
    let mut sorted = all.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(all, sorted);
}

#[test]
fn what_is_too_much_is_counted() {
    let deep = format!("(define (domain d) (:predicates {}{}))", "(".repeat(300), ")".repeat(300));
    assert!(codes_of(&deep).iter().any(|(code, ..)| *code == "P0105"));
    let many = format!("(define (problem p) (:domain d) (:init {}) (:goal (a)))", "(or (a) (b)) ".repeat(1000));
    let found = codes_of(&many);
    assert_eq!(
        found.last().map(|(code, _, message)| (*code, message.as_str())),
        Some(("P0106", "600 more problems are not shown"))
    );
}

#[test]
fn every_fix_mends_its_problem() {
    for entry in codes::ENTRIES {
        let (parsed, _) = parse(entry.wrong);
        for diagnostic in &parsed.diagnostics {
            let Some(fix) = &diagnostic.fix else { continue };
            let mended = apply(entry.wrong, fix);
            let left = codes_of(&mended);
            assert!(
                left.iter().all(|(code, _, message)| *code != diagnostic.code || *message != diagnostic.message),
                "{}: {} does not mend it:\n{mended}\n{left:?}",
                diagnostic.code,
                fix.title
            );
        }
    }
}
