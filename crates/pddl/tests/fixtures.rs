//! Faulty texts, annotated: below each line stand the diagnostics that it gives, as comments `;^^^ error P0101`. The full
//! messages are in the snapshots. With `UPDATE_FIXTURES` set, the annotations are written anew.

mod common;

use common::{apply, check_lossless, parse};
use std::fmt::Write;
use std::path::Path;
use stepguard_text::{Diagnostic, LineIndex, Severity};

fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

fn is_annotation(line: &str) -> bool {
    line.strip_prefix(';').is_some_and(|rest| {
        let rest = rest.trim_start_matches([' ', '<']);
        rest.starts_with('^') && rest.contains(['P', 'U'])
    })
}

/// Splits a file at its `;;; title` lines; the texts are without annotations.
fn texts(file: &str) -> Vec<(String, String, String)> {
    let mut out: Vec<(String, String, String)> = Vec::new();
    for line in file.lines() {
        if let Some(title) = line.strip_prefix(";;; ") {
            out.push((title.to_owned(), String::new(), String::new()));
        } else if let Some((_, text, annotated)) = out.last_mut() {
            annotated.push_str(line);
            annotated.push('\n');
            if !is_annotation(line) {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    out
}

/// The text with an annotation below each line that a diagnostic starts on.
fn annotate(text: &str, diagnostics: &[Diagnostic]) -> String {
    let index = LineIndex::new(text);
    let mut out = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        out.push_str(line);
        out.push('\n');
        for diagnostic in diagnostics {
            let (start, end) = index.range(diagnostic.place.span);
            if start.line != number {
                continue;
            }
            let last =
                if end.line > number { u32::try_from(line.chars().count()).unwrap_or(0) + 1 } else { end.column };
            let width = last.saturating_sub(start.column).max(1) as usize;
            // The semicolon takes the first column; a mark there is moved by `<`.
            let (blank, mark) = if start.column == 1 { (0, "<") } else { (start.column as usize - 2, "") };
            let marks = "^".repeat(width);
            let more = if end.line > number { "..." } else { "" };
            let (blank, severity, code) = (" ".repeat(blank), severity(diagnostic), diagnostic.code);
            writeln!(out, ";{blank}{mark}{marks}{more} {severity} {code}").expect("strings can be written to");
        }
    }
    out
}

/// Every diagnostic in full.
fn describe(text: &str, diagnostics: &[Diagnostic]) -> String {
    let index = LineIndex::new(text);
    let mut out = String::new();
    for diagnostic in diagnostics {
        let (start, end) = index.range(diagnostic.place.span);
        let (severity, code, message) = (severity(diagnostic), diagnostic.code, &diagnostic.message);
        writeln!(out, "{}:{}-{}:{} {severity} {code} {message}", start.line, start.column, end.line, end.column)
            .expect("strings can be written to");
        writeln!(out, "    help: {}", diagnostic.help).expect("strings can be written to");
        for related in &diagnostic.related {
            let at = index.position(related.place.span.start);
            writeln!(out, "    {}:{}: {}", at.line, at.column, related.message).expect("strings can be written to");
        }
        if let Some(fix) = &diagnostic.fix {
            let fixed = apply(text, fix);
            writeln!(out, "    fix: {}", fix.title).expect("strings can be written to");
            for changed in changed_lines(text, &fixed) {
                writeln!(out, "        {changed}").expect("strings can be written to");
            }
        }
    }
    out
}

/// The lines of `new` that are not in `old` at their place, at most three.
fn changed_lines(old: &str, new: &str) -> Vec<String> {
    let old: Vec<&str> = old.lines().collect();
    let new: Vec<&str> = new.lines().collect();
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let end = new.len() - tail.min(new.len().saturating_sub(same));
    new[same.min(end)..end].iter().take(3).map(|line| line.trim().to_owned()).collect()
}

fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(format!("{name}.pddl"));
    let file = std::fs::read_to_string(&path).expect("the fixture is part of the project");
    let mut updated = String::new();
    let mut described = String::new();
    let mut wrong = Vec::new();
    for (title, text, annotated) in texts(&file) {
        check_lossless(&text);
        let (parsed, _) = parse(&text);
        let expected = annotate(&text, &parsed.diagnostics);
        if expected != annotated {
            wrong.push(format!("{title}: expected\n{annotated}\nfound\n{expected}"));
        }
        write!(updated, ";;; {title}\n{expected}").expect("strings can be written to");
        write!(described, "== {title}\n{}", describe(&text, &parsed.diagnostics)).expect("strings can be written to");
        for diagnostic in &parsed.diagnostics {
            assert!(!diagnostic.message.ends_with('.'), "{}", diagnostic.message);
            assert!(diagnostic.help.is_empty() || diagnostic.help.ends_with(['.', '?']), "{}", diagnostic.help);
            let Some(fix) = &diagnostic.fix else { continue };
            let fixed = apply(&text, fix);
            let left = parse(&fixed).0.diagnostics;
            let errors = |diagnostics: &[Diagnostic]| diagnostics.iter().filter(|d| d.is_error()).count();
            if errors(&left) > errors(&parsed.diagnostics) {
                wrong.push(format!("{title}: the fix {} gives more errors:\n{fixed}\n{left:#?}", fix.title));
            }
            let same = |d: &&Diagnostic| d.code == diagnostic.code && d.message == diagnostic.message;
            let (before, after) = (parsed.diagnostics.iter().filter(same).count(), left.iter().filter(same).count());
            if after >= before && left.len() >= parsed.diagnostics.len() {
                wrong.push(format!("{title}: the fix {} does not mend it:\n{fixed}\n{left:#?}", fix.title));
            }
        }
    }
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, updated).expect("the fixture can be written");
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    insta::assert_snapshot!(name, described);
}

#[test]
fn parentheses() {
    check("parentheses");
}

#[test]
fn definitions() {
    check("definitions");
}

#[test]
fn lists() {
    check("lists");
}

#[test]
fn actions() {
    check("actions");
}

#[test]
fn conditions() {
    check("conditions");
}

#[test]
fn effects() {
    check("effects");
}

#[test]
fn problems() {
    check("problems");
}
