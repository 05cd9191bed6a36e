//! The cases of the project: how every plan text has to be read, and what has to be said about it.

use crate::support;
use serde_json::Value;
use std::fs;
use std::path::Path;
use stepguard_plan::{Names, Unknown, Vocabulary, diagnose, read, resolve, show, sort};
use stepguard_text::{Diagnostic, LineIndex, Severity, TextId, decode};

fn text(folder: &Path, name: &str) -> Option<String> {
    fs::read(folder.join(name)).ok().map(|bytes| decode(&bytes).text)
}

/// Says what is wrong with the answer to a case.
fn check(folder: &Path) -> Vec<String> {
    let expected: Value =
        serde_json::from_slice(&fs::read(folder.join("expected.json")).expect("a case has its answer"))
            .expect("answers are JSON");
    let mut wrong = Vec::new();
    let (domain, problem) = (text(folder, "domain.pddl"), text(folder, "problem.pddl"));
    if let Some(plan_text) = text(folder, "plan.txt") {
        let names = support::names(&[domain.as_deref().unwrap_or(""), problem.as_deref().unwrap_or("")]);
        let readable = expected["accepts"]["domain"] != false && expected["accepts"]["problem"] != false;
        let vocabulary: &dyn Vocabulary = if readable { &names } else { &Unknown };
        wrong.extend(check_plan(&plan_text, vocabulary, &expected));
    }
    wrong
}

fn check_plan(text: &str, vocabulary: &dyn Vocabulary, expected: &Value) -> Vec<String> {
    let names = Names::new(vocabulary);
    let plan = read(text, TextId::Plan, vocabulary);
    support::promises(text, &plan);
    let mut wrong = Vec::new();

    let steps: Vec<Value> =
        plan.steps.iter().map(|step| show(text, &plan, step, &names).map_or(Value::Null, Value::String)).collect();
    let wanted = &expected["plan_steps"];
    if !wanted.is_null() && Value::Array(steps.clone()) != *wanted {
        wrong.push(format!("steps {} instead of {wanted}", Value::Array(steps)));
    }

    let mut diagnostics: Vec<Diagnostic> = plan.diagnostics.clone();
    let mut faults: Vec<(u64, &str)> = Vec::new();
    if !vocabulary.is_unknown() {
        for (number, step) in (1..).zip(&plan.steps) {
            if let Err(fault) = resolve(text, &plan, step, &names, &mut Vec::new()) {
                faults.push((number, fault.kind()));
                diagnostics.extend(diagnose(TextId::Plan, text, &plan, step, &fault, &names, None));
            }
        }
    }
    let empty = Vec::new();
    let grammar: Vec<(u64, &str)> = expected["findings"]
        .as_array()
        .unwrap_or(&empty)
        .iter()
        .filter(|finding| finding["category"] == "grammar")
        .map(|finding| (finding["step"].as_u64().unwrap_or(0), finding["kind"].as_str().unwrap_or("")))
        .collect();
    if faults != grammar {
        wrong.push(format!("faults {faults:?} instead of {grammar:?}"));
    }

    let index = LineIndex::new(text);
    let line = |diagnostic: &Diagnostic| u64::from(index.position(diagnostic.place.span.start).line);
    let listed: Vec<&Value> =
        expected["diagnostics"].as_array().unwrap_or(&empty).iter().filter(|entry| entry["text"] == "plan").collect();
    let lines = |entry: &Value| -> Vec<u64> {
        let more = entry["or_lines"].as_array().unwrap_or(&empty).iter().filter_map(Value::as_u64);
        entry["line"].as_u64().into_iter().chain(more).collect()
    };
    for entry in &listed {
        let is_error = entry["severity"] == "error";
        let found =
            diagnostics.iter().find(|found| found.is_error() == is_error && lines(entry).contains(&line(found)));
        match (found, entry["suggest"].as_str()) {
            (None, _) => wrong.push(format!("nothing said about {entry}")),
            (Some(found), Some(name)) => {
                let offered = found.help.contains(&format!("`{name}`"))
                    && found.fix.iter().flat_map(|fix| &fix.edits).any(|edit| edit.new == name);
                if !offered {
                    wrong.push(format!("{name} is not offered in {found:?}"));
                }
            }
            (Some(_), None) => {}
        }
    }
    for error in diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        if !listed.iter().any(|entry| entry["severity"] == "error" && lines(entry).contains(&line(error))) {
            wrong.push(format!("an error that is none: line {}, {}", line(error), error.message));
        }
    }
    // A clean plan file needs no warning.
    if listed.is_empty()
        && let Some(warning) = diagnostics.iter().find(|found| found.severity == Severity::Warning)
    {
        wrong.push(format!("a warning nobody asked for: line {}, {}", line(warning), warning.message));
    }
    wrong
}

#[test]
fn every_plan_text_is_read_as_expected() {
    let mut folders: Vec<_> = fs::read_dir(support::cases())
        .expect("the cases are part of the project")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    assert_eq!(folders.len(), 87);
    let wrong: Vec<String> = folders
        .iter()
        .flat_map(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            check(folder).into_iter().map(move |wrong| format!("{name}: {wrong}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pasted_texts_are_sorted() {
    use sort::Kind::{Domain, Problem};
    for (case, name, wanted) in [
        ("08-fence-with-two-domains", "pasted.txt", &[(Domain, 4), (Domain, 19)][..]),
        ("09-both-definitions-in-one-file", "domain.pddl", &[(Domain, 1), (Problem, 0)]),
        ("34-two-fences-and-quotes", "pasted.txt", &[(Domain, 4), (Problem, 26)]),
    ] {
        let text = text(&support::cases().join(case), name).expect("the case has the text");
        let index = LineIndex::new(&text);
        let found: Vec<(sort::Kind, u32)> = sort::sort(&text)
            .into_iter()
            .filter(|segment| segment.kind != sort::Kind::Prose)
            .map(|segment| (segment.kind, index.position(segment.span.start).line))
            .collect();
        let kinds = |list: &[(sort::Kind, u32)]| list.iter().map(|(kind, _)| *kind).collect::<Vec<_>>();
        assert_eq!(kinds(&found), kinds(wanted), "{case}: {found:?}");
        for ((_, line), (_, wanted)) in found.iter().zip(wanted) {
            assert!(*wanted == 0 || line == wanted, "{case}: {found:?}");
        }
    }
}
