//! The project's cases: what they expect of domain and problem, and the statements of meaning about them.

use crate::support::{self, Checked, line_of};
use serde_json::Value;
use std::path::Path;
use stepguard_text::{Diagnostic, Severity, TextId};

/// Reads the texts of a case.
fn texts(folder: &Path) -> Checked {
    let pasted = support::read(&folder.join("pasted.txt"));
    if pasted.is_empty() {
        let (domain, problem) =
            (support::read(&folder.join("domain.pddl")), support::read(&folder.join("problem.pddl")));
        support::check(&domain, &problem)
    } else {
        support::check_one(&pasted)
    }
}

fn text_name(id: TextId) -> &'static str {
    match id {
        TextId::Domain => "domain",
        TextId::Problem => "problem",
        TextId::Plan => "plan",
        TextId::Pasted => "pasted",
    }
}

#[test]
fn cases_get_the_diagnostics_they_expect() {
    let mut faults = String::new();
    let folders = support::folders(&support::project("cases"));
    assert_eq!(folders.len(), 87);
    for folder in folders {
        let expected: Value =
            serde_json::from_slice(&std::fs::read(folder.join("expected.json")).expect("every case has one"))
                .expect("it is JSON");
        let checked = texts(&folder);
        let all: Vec<_> = checked.reader.iter().chain(&checked.own).collect();
        let mut allowed: Vec<usize> = Vec::new();
        let wanted = expected["diagnostics"].as_array().into_iter().flatten();
        // Which text a definition belongs in is for the check to say, which knows both.
        let of_texts =
            |wanted: &&Value| wanted["about"].as_str().is_some_and(|about| about.contains("it belongs in the"));
        for wanted in wanted.filter(|wanted| wanted["text"] != "plan").filter(|wanted| !of_texts(wanted)) {
            let mut lines = vec![wanted["line"].as_u64()];
            lines.extend(wanted["or_lines"].as_array().into_iter().flatten().map(Value::as_u64));
            let error = wanted["severity"] == "error";
            let suggest = wanted["suggest"].as_str().unwrap_or("");
            let hits = |d: &Diagnostic| {
                let text = checked.text(d.place.text);
                // What is missing from the requirements may be said once for all.
                let line = suggest.starts_with(':') || lines.contains(&Some(line_of(text, d.place.span) as u64));
                let suggests = d.message.contains(suggest)
                    || d.help.contains(suggest)
                    || d.fix.as_ref().is_some_and(|fix| support::mend(text, fix).contains(suggest));
                text_name(d.place.text) == wanted["text"] && line && error == d.is_error() && suggests
            };
            let found = (0..all.len()).filter(|index| hits(all[*index])).min_by_key(|index| allowed.contains(index));
            match found {
                Some(found) => allowed.push(found),
                None => faults += &format!("{}: missing {wanted}\n{}\n", folder.display(), checked.listing()),
            }
        }
        for (index, d) in all.iter().enumerate().filter(|(_, d)| d.severity == Severity::Error) {
            if !allowed.contains(&index) {
                faults += &format!("{}: not expected: {}\n", folder.display(), checked.line(d));
            }
        }
        let accepts = |text: &str| expected["accepts"][text] == Value::Bool(true);
        if accepts("domain") && accepts("problem") && checked.task.is_none() {
            faults += &format!("{}: no task\n{}\n", folder.display(), checked.listing());
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// The verdicts: `E` is an error in domain or problem, everything else can be executed.
#[test]
fn statements_of_meaning_get_the_verdicts_they_expect() {
    let folder = support::project("semantics/cases");
    let table = std::fs::read_to_string(support::project("semantics/verdicts.tsv")).expect("the table is there");
    let mut faults = String::new();
    let mut count = 0;
    for row in table.lines().skip(1) {
        let mut columns = row.split('\t');
        let (Some(number), Some(name), Some(verdict)) = (columns.next(), columns.next(), columns.next()) else {
            continue;
        };
        count += 1;
        let number: u32 = number.parse().expect("rows are numbered");
        let checked = texts(&folder.join(format!("{number:03}-{name}")));
        // Decided by hand: a contradictory initial state is an error, the other questions are lints.
        let error = verdict == "E" || number == 31;
        if error == checked.errors().is_empty() || error == checked.task.is_some() {
            faults += &format!("{number} {name}: verdict {verdict}\n{}\n", checked.listing());
        }
        let temporal = checked.task.as_ref().is_some_and(|task| !task.unsupported.is_empty());
        // Cases 99 to 118 need time.
        if temporal != (number >= 99) {
            faults += &format!("{number} {name}: called unsupported: {temporal}\n");
        }
        let lint = match number {
            21 => Some("M0310"),
            44 => Some("M0401"),
            74 => Some("M0406"),
            _ => None,
        };
        if let Some(code) = lint
            && !checked.has(code)
        {
            faults += &format!("{number} {name}: no {code}\n{}\n", checked.listing());
        }
    }
    assert_eq!(count, 118);
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn probes_are_read() {
    let mut faults = String::new();
    let folders = support::folders(&support::project("semantics/probes"));
    assert_eq!(folders.len(), 50);
    for folder in folders {
        let checked = texts(&folder);
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or("");
        // A type is no predicate; everything else is well formed.
        let error = name.starts_with("36-");
        if error == checked.task.is_some() || (error && !checked.has("M0108")) {
            faults += &format!("{name}\n{}\n", checked.listing());
        }
        if name.starts_with("37-") && !checked.has("M0406") {
            faults += &format!("{name}: no M0406\n{}\n", checked.listing());
        }
        if error {
            let fix = checked.own.iter().find(|d| d.code == "M0108").and_then(|d| d.fix.clone());
            let edits: Vec<_> = fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.new.as_str()).collect();
            assert_eq!(edits, ["?x - t1", "(and)"]);
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
