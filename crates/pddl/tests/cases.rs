//! The cases of the project: what their `expected.json` says about domains and problems, as far as it shows without
//! resolving names.

use serde_json::Value;
use std::path::{Path, PathBuf};
use stepguard_pddl::parse;
use stepguard_text::{Diagnostic, Interner, LineIndex, TextId, decode};

/// Expectations that need names to be resolved, or that are about plans: case and text, with the lines.
const LEFT_TO_OTHERS: [(&str, &str, &[u64]); 15] = [
    ("09", "domain", &[10]),
    ("03", "domain", &[5]),
    ("05", "problem", &[4]),
    ("19", "problem", &[4, 7]),
    ("21", "domain", &[6]),
    ("31", "domain", &[5]),
    ("33", "problem", &[2, 4, 6, 8, 9, 10, 11]),
    ("34", "pasted", &[30]),
    ("35", "domain", &[4, 13, 14, 20]),
    ("35", "problem", &[8, 9]),
    ("51", "problem", &[5]),
    ("52", "domain", &[7]),
    ("53", "problem", &[6]),
    ("54", "domain", &[4]),
    ("29", "domain", &[3]),
];

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the cases are part of the project")
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.join("expected.json").is_file())
        .collect();
    cases.sort();
    assert_eq!(cases.len(), 87);
    cases
}

/// Every text of a case that may hold definitions, with its name.
fn texts(case: &Path) -> Vec<(&'static str, TextId, String)> {
    [
        ("domain", TextId::Domain, "domain.pddl"),
        ("problem", TextId::Problem, "problem.pddl"),
        ("pasted", TextId::Pasted, "pasted.txt"),
    ]
    .into_iter()
    .filter_map(|(name, id, file)| Some((name, id, decode(&std::fs::read(case.join(file)).ok()?).text)))
    .collect()
}

#[test]
fn every_case_gives_its_diagnostics() {
    let mut wrong = Vec::new();
    for case in cases() {
        let folder = case.file_name().expect("a case has a name").to_string_lossy().into_owned();
        let expected: Value = serde_json::from_slice(&std::fs::read(case.join("expected.json")).expect("it is there"))
            .expect("it is JSON");
        let listed = expected["diagnostics"].as_array().expect("a list");
        for (name, id, text) in texts(&case) {
            let parsed = parse(&text, id, &mut Interner::new());
            let lines = LineIndex::new(&text);
            let line = |d: &Diagnostic| u64::from(lines.position(d.place.span.start).line);
            let left = LEFT_TO_OTHERS.iter().filter(|(case, text, _)| folder.starts_with(case) && *text == name);
            let left: Vec<u64> = left.flat_map(|(.., lines)| lines.iter().copied()).collect();
            let wanted: Vec<&Value> = listed.iter().filter(|d| d["text"] == name).collect();
            let mut used = vec![false; parsed.diagnostics.len()];
            for want in &wanted {
                let mut places: Vec<u64> = want["line"].as_u64().into_iter().collect();
                places.extend(want["or_lines"].as_array().into_iter().flatten().filter_map(Value::as_u64));
                let is_error = want["severity"] == "error";
                let found = parsed.diagnostics.iter().enumerate().position(|(index, d)| {
                    let on_line = places.contains(&line(d))
                        || d.related
                            .iter()
                            .any(|r| places.contains(&u64::from(lines.position(r.place.span.start).line)));
                    let named = want["suggest"].as_str().is_none_or(|suggest| {
                        let fix = d.fix.as_ref().map(|fix| {
                            let edits: String = fix.edits.iter().map(|edit| edit.new.clone()).collect();
                            format!("{} {edits}", fix.title)
                        });
                        d.message.contains(suggest) || fix.is_some_and(|fix| fix.contains(suggest))
                    });
                    (!is_error || !used[index]) && on_line && named && d.is_error() == is_error
                });
                match found {
                    Some(index) => used[index] = true,
                    None if left.contains(&want["line"].as_u64().unwrap_or(0)) => {}
                    None => wrong.push(format!("{folder} {name}: missing {want}")),
                }
            }
            for (diagnostic, used) in parsed.diagnostics.iter().zip(used) {
                if diagnostic.is_error() && !used {
                    wrong.push(format!(
                        "{folder} {name}:{}: not expected: {} {}",
                        line(diagnostic),
                        diagnostic.code,
                        diagnostic.message
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
