//! Real domains and problems: well formed ones give a task, and what is an error is a real one.

use crate::{sound, support};
use std::collections::BTreeMap;
use stepguard_text::Severity;

/// Errors in published texts that are real: here types are used as predicates.
const REAL: &[(&str, &str)] = &[("128-inval-problem-3-d3", "M0108")];
/// Problems whose goal says of water what the domain declares for characters only.
const WRONG_GOAL: &[&str] = &["562_1.pddl", "750_2.pddl"];

#[test]
fn published_benchmarks_are_well_formed() {
    let Some(data) = support::data("published_benchmarks_are_well_formed") else { return };
    let manifest = std::fs::read_to_string(data.join("conformance/manifest.jsonl")).expect("the manifest is there");
    let mut pairs: Vec<(String, String)> = Vec::new();
    for line in manifest.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        let pair = (row["domain"].as_str().unwrap_or("").to_owned(), row["problem"].as_str().unwrap_or("").to_owned());
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    assert!(pairs.len() > 100);
    let mut faults = String::new();
    let mut lints: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for (domain, problem) in pairs {
        let folder = data.join("conformance");
        let checked = support::check(&support::read(&folder.join(&domain)), &support::read(&folder.join(&problem)));
        for d in checked.own.iter().filter(|d| d.severity != Severity::Error) {
            let entry = lints.entry(d.code.to_owned()).or_default();
            entry.0 += 1;
            if entry.1.is_empty() {
                entry.1 = format!("{problem}: {}", checked.line(d));
            }
        }
        if let Some(task) = &checked.task {
            sound::assert_sound(task);
        }
        let real = REAL.iter().find(|(name, _)| domain.starts_with(name)).map(|(_, code)| *code);
        let errors: Vec<_> =
            checked.reader.iter().chain(&checked.own).filter(|d| d.is_error() && Some(d.code) != real).collect();
        if !errors.is_empty() || (real.is_none() && checked.task.is_none()) {
            faults += &format!("{domain} {problem}:\n");
            for d in errors.iter().take(6) {
                faults += &format!("  {}\n", checked.line(d));
            }
        }
    }
    for (code, (count, first)) in lints {
        println!("{code} {count} times, first {first}");
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn household_problems_are_well_formed_but_one() {
    let Some(data) = support::data("household_problems_are_well_formed_but_one") else { return };
    let mut faults = String::new();
    let mut undeclared = 0;
    for set in ["behavior", "virtualhome"] {
        let folder = data.join("llm-outputs").join(set);
        let domain = support::read(&folder.join("domain.pddl"));
        assert!(!domain.is_empty());
        let mut problems = Vec::new();
        collect(&folder.join("problems"), &mut problems);
        problems.sort();
        assert!(problems.len() >= 100);
        for problem in problems {
            let checked = support::check(&domain, &support::read(&problem));
            let name = problem.file_name().and_then(|name| name.to_str()).unwrap_or("");
            if name.starts_with("cleaning_floors_0_Merom_0_int_1") {
                undeclared += checked.own.iter().filter(|d| d.code == "M0104").count();
                assert!(checked.task.is_none());
            } else if WRONG_GOAL.contains(&name) {
                assert!(checked.errors().len() == 1 && checked.has("M0202"), "{name}: {}", checked.listing());
            } else if checked.task.is_none() || !checked.errors().is_empty() {
                faults += &format!("{}\n", problem.display());
                for line in checked.errors().iter().take(5) {
                    faults += &format!("  {line}\n");
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
    // `cleansing_agent_n_01_1` is nowhere declared; it is used three times.
    assert_eq!(undeclared, 3);
}

fn collect(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "pddl") {
            found.push(path);
        }
    }
}
