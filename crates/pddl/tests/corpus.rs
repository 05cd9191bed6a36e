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
