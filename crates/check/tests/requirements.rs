//! What a problem needs and its domain does not ask for: said once, where it is mended.

use stepguard_check::{Options, Report, check};
use stepguard_report::{Diagnostic, Outcome, Severity, Text};

const DOMAIN: &str =
    "(define (domain d)\n  (:requirements :strips)\n  (:predicates (p) (q))\n  (:action go :effect (p)))";

fn report(domain: &str, problem: &str) -> Report {
    check(Some(domain.as_bytes()), Some(problem.as_bytes()), Some(b"(go)"), &Options::default())
}

fn lints(report: &Report) -> Vec<&Diagnostic> {
    report.diagnostics.iter().filter(|diagnostic| diagnostic.code == "P0802").collect()
}

fn problem(goal: &str) -> String {
    format!("(define (problem x) (:domain d)\n  (:init)\n  (:goal {goal}))")
}

/// The text with the fix applied; fixes are on one line here.
fn mended(text: &str, diagnostic: &Diagnostic) -> String {
    let edit = &diagnostic.fix.as_ref().expect("it can be mended").edits[0];
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let line = &mut lines[edit.start.line as usize - 1];
    line.replace_range(edit.start.column as usize - 1..edit.end.column as usize - 1, &edit.new);
    lines.join("\n")
}

#[test]
fn is_a_warning_in_the_domain_and_the_plan_is_judged() {
    let text = problem("(and (p) (not (q)) (or (p) (q)))");
    let found = report(DOMAIN, &text);
    assert_eq!(found.outcome, Outcome::Valid);
    assert_eq!(lints(&found).len(), 1, "{:?}", found.diagnostics);
    let lint = lints(&found)[0];
    assert_eq!((lint.severity, lint.text, lint.start.line), (Severity::Warning, Text::Domain, 2));
    let missing =
        ":negative-preconditions :disjunctive-preconditions are missing from :requirements: the problem uses them";
    assert_eq!(lint.message, missing);
    let places: Vec<_> = lint.related.iter().map(|related| (related.text, related.start.line)).collect();
    assert_eq!(places, [(Text::Problem, 3), (Text::Problem, 3)]);
    let domain = mended(DOMAIN, lint);
    assert!(domain.contains("(:requirements :strips :negative-preconditions :disjunctive-preconditions)"), "{domain}");
    assert!(lints(&report(&domain, &text)).is_empty());
}

#[test]
fn stands_at_the_name_where_there_is_no_section() {
    let domain = DOMAIN.replace("\n  (:requirements :strips)", "");
    let text = problem("(not (q))");
    let found = report(&domain, &text);
    let lint = lints(&found).first().copied().cloned().expect("a lint");
    assert_eq!((lint.text, lint.start.line, lint.start.column), (Text::Domain, 1, 17));
    assert!(lints(&report(&mended(&domain, &lint), &text)).is_empty());
}

#[test]
fn is_not_said_twice_nor_where_it_is_asked_for() {
    // The domain lacks it for itself as well.
    let domain = DOMAIN.replace("(:action go", "(:action go :precondition (not (q))");
    let found = report(&domain, &problem("(not (q))"));
    assert_eq!(lints(&found).len(), 1);
    assert_eq!(lints(&found)[0].start.line, 4);
    // The problem asks for it itself.
    let text = problem("(not (q))").replace("(:domain d)", "(:domain d) (:requirements :negative-preconditions)");
    assert!(lints(&report(DOMAIN, &text)).is_empty());
    assert!(lints(&report(DOMAIN, &problem("(p)"))).is_empty());
}

#[test]
fn is_found_in_one_text_that_holds_both() {
    let text = format!("{DOMAIN}\n{}\n(go)", problem("(not (q))"));
    let found = stepguard_check::check_pasted(text.as_bytes(), &Options::default());
    assert_eq!(lints(&found).len(), 1, "{:?}", found.diagnostics);
    let lint = lints(&found)[0];
    assert_eq!((lint.text, lint.start.line), (Text::Pasted, 2));
    assert!(mended(&text, lint).contains("(:requirements :strips :negative-preconditions)"));
}
