//! Texts from elsewhere: benchmarks, and domains that were published with answers of language models. Reading them gives
//! no error; they are found by the environment variable `STEPGUARD_DATA` and are no part of this project.

mod common;

use common::{data, files, read};
use stepguard_pddl::parse;
use stepguard_text::{Interner, LineIndex, TextId};

/// Reads every file of `folders`; the errors as lines.
fn errors(folders: &[&str]) -> Option<(usize, Vec<String>)> {
    let data = data()?;
    let files: Vec<_> = folders.iter().flat_map(|folder| files(&data.join(folder), &["pddl"])).collect();
    let mut out = Vec::new();
    for file in &files {
        let text = read(file);
        let parsed = parse(&text, TextId::Pasted, &mut Interner::new());
        assert_eq!(parsed.definitions.domains.len() + parsed.definitions.problems.len(), 1, "{}", file.display());
        let lines = LineIndex::new(&text);
        for diagnostic in &parsed.diagnostics {
            if diagnostic.is_error() {
                let at = lines.position(diagnostic.place.span.start);
                out.push(format!(
                    "{}:{}:{}: {} {}",
                    file.display(),
                    at.line,
                    at.column,
                    diagnostic.code,
                    diagnostic.message
                ));
            }
        }
    }
    Some((files.len(), out))
}

#[test]
fn benchmarks_are_read_without_error() {
    let Some((count, errors)) = errors(&["conformance", "perf", "planning", "semantics"]) else { return };
    assert!(count > 500, "only {count} files");
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn published_domains_are_read_without_error() {
    let Some((count, errors)) = errors(&["llm-outputs"]) else { return };
    assert!(count > 400, "only {count} files");
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// Every string in a line of JSON, however deep.
fn strings(value: &serde_json::Value, out: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => out.push(text.clone()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| strings(item, out)),
        serde_json::Value::Object(fields) => fields.values().for_each(|field| strings(field, out)),
        _ => {}
    }
}

#[test]
fn raw_answers_of_models_are_read() {
    let Some(data) = data() else { return };
    let mut count = 0;
    for file in files(&data.join("llm-outputs"), &["jsonl"]) {
        for line in read(&file).lines() {
            let Ok(value) = serde_json::from_str(line) else { continue };
            let mut texts = Vec::new();
            strings(&value, &mut texts);
            for text in texts.iter().filter(|text| text.contains('(')) {
                common::check_lossless(text);
                let parsed = parse(text, TextId::Domain, &mut Interner::new());
                for diagnostic in &parsed.diagnostics {
                    let span = diagnostic.place.span;
                    assert!(text.get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?} in {text:?}");
                }
                // The same answer as a part of a domain.
                let domain = format!("(define (domain d)\n{text}\n)");
                let parsed = parse(&domain, TextId::Domain, &mut Interner::new());
                assert!(!parsed.definitions.domains.is_empty());
                count += 1;
            }
        }
    }
    assert!(count > 1000, "only {count} answers");
}
