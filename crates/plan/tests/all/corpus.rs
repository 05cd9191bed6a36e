//! Plans and answers from outside the project: read in full, with the number of steps that is known.
//!
//! They are not part of the project; without `STEPGUARD_DATA` these tests say that they are skipped.

use crate::support;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use stepguard_plan::{NameList, Names, Notation, Unknown, read, resolve, sort};
use stepguard_text::{TextId, decode};

fn text(path: &Path) -> String {
    decode(&fs::read(path).expect("a file of the corpus")).text
}

fn rows(path: &Path) -> Vec<Value> {
    text(path)
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).expect("rows are JSON"))
        .collect()
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of the corpus")
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Every plan of the conformance set has the number of steps its manifest says, and the faults its kind of change made.
#[test]
fn conformance_plans_have_their_steps() {
    let Some(root) = support::data("conformance") else { return };
    let rows = rows(&root.join("manifest.jsonl"));
    assert!(rows.len() > 400);
    let mut wrong = Vec::new();
    for row in &rows {
        let field = |name: &str| row[name].as_str().unwrap_or("");
        let (domain, problem) = (text(&root.join(field("domain"))), text(&root.join(field("problem"))));
        let plan_text = text(&root.join(field("plan")));
        let list = support::names(&[&domain, &problem]);
        let names = Names::new(&list);
        let plan = read(&plan_text, TextId::Plan, &list);
        support::promises(&plan_text, &plan);
        let mut say = |what: String| wrong.push(format!("{}: {what}", field("plan")));
        if plan.steps.len() as u64 != row["n_steps"].as_u64().unwrap_or(u64::MAX) {
            say(format!("{} steps instead of {}", plan.steps.len(), row["n_steps"]));
        }
        let notation = match field("plan_kind") {
            "sequential" if plan.steps.is_empty() => Notation::Empty,
            "sequential" if plan.notes.is_empty() => Notation::Ipc,
            "sequential" => Notation::SasPlan,
            _ => Notation::Timed,
        };
        if plan.notation != notation {
            say(format!("{:?} instead of {notation:?}", plan.notation));
        }
        let faults: Vec<&str> = plan
            .steps
            .iter()
            .filter_map(|step| resolve(&plan_text, &plan, step, &names, &mut Vec::new()).err())
            .map(|fault| fault.kind())
            .collect();
        // The changes were made by a program that takes some names for objects that are none (`rat` of `rat-a`).
        let expected: &[&[&str]] = match field("mutation") {
            "unknown-action" => &[&["unknown-action"]],
            "undeclared-object" => &[&["unknown-object"]],
            "arity-missing" => &[&["wrong-arity"]],
            "arity-extra" => &[&["wrong-arity"], &["unknown-object"]],
            "rename" | "rename-anytype" => &[&[], &["unknown-object"]],
            _ => &[&[]],
        };
        if !expected.contains(&faults.as_slice()) {
            say(format!("faults {faults:?} instead of {expected:?}"));
        }
        if plan.diagnostics.iter().any(stepguard_text::Diagnostic::is_error) {
            say(format!("{:?}", plan.diagnostics));
        }
        let mixed = format!("{domain}\n{problem}\n{plan_text}");
        let kinds: Vec<sort::Kind> =
            sort::sort(&mixed).iter().map(|part| part.kind).filter(|kind| *kind != sort::Kind::Prose).collect();
        let whole = if plan.steps.is_empty() { 2 } else { 3 };
        if kinds != [sort::Kind::Domain, sort::Kind::Problem, sort::Kind::Plan][..whole] {
            say(format!("sorted as {kinds:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// No answer of a language model makes the reader panic, hang or lose text, whatever it was asked for.
#[test]
fn answers_are_read_without_loss() {
    let Some(root) = support::data("llm-outputs") else { return };
    let mut files = Vec::new();
    files_below(&root, &mut files);
    let list =
        support::names(&[&text(&root.join("virtualhome/domain.pddl")), &text(&root.join("behavior/domain.pddl"))]);
    let mut count = 0;
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "jsonl")) {
        for row in rows(file) {
            let Some(answer) = row["llm_output"].as_str() else { continue };
            count += 1;
            for plan in [read(answer, TextId::Plan, &list), read(answer, TextId::Plan, &Unknown)] {
                support::promises(answer, &plan);
            }
            let _ = sort::sort(answer);
        }
    }
    assert!(count > 5_000, "{count} answers only");
}

/// The action sequences are plans: every member is a step, repeated keys included.
#[test]
fn action_sequences_keep_every_step() {
    let Some(root) = support::data("llm-outputs/virtualhome") else { return };
    let space: Value = serde_json::from_str(&text(&root.join("action_space.json"))).expect("the action space is JSON");
    let mut files = Vec::new();
    files_below(&root.join("action_sequence"), &mut files);
    let (mut plans, mut steps, mut empty) = (0, 0, Vec::new());
    for file in &files {
        for row in rows(file) {
            let answer = row["llm_output"].as_str().expect("an answer is a text");
            let list = action_space(&space);
            let plan = read(answer, TextId::Plan, &list);
            // A member of these objects is a quoted name in capitals with a colon behind it.
            let members = answer
                .match_indices([':'])
                .filter(|(at, _)| {
                    let before = answer[..*at].trim_end().trim_end_matches(['"', '\'']);
                    let name =
                        before.len() - before.trim_end_matches(|c: char| c.is_ascii_uppercase() || c == '_').len();
                    name > 1 && before[..before.len() - name].ends_with(['"', '\''])
                })
                .count();
            plans += 1;
            steps += plan.steps.len();
            if plan.steps.len() != members {
                empty.push(format!(
                    "{} {}: {} steps, {members} members ({:?})\n{answer}",
                    file.display(),
                    row["id"],
                    plan.steps.len(),
                    plan.notation
                ));
            }
        }
    }
    assert!(plans > 1_000 && steps > 5_000, "{plans} plans with {steps} steps");
    assert!(empty.is_empty(), "{} of {plans}:\n{}", empty.len(), empty.join("\n\n"));
}

fn action_space(space: &Value) -> NameList {
    let actions: Vec<(String, usize)> = match space {
        Value::Object(map) => map.iter().map(|(name, arity)| (name.clone(), arity_of(arity))).collect(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(|name| (name.to_owned(), 1)).collect(),
        _ => Vec::new(),
    };
    assert!(actions.len() > 20, "{space}");
    NameList::new(actions, ["character"])
}

fn arity_of(value: &Value) -> usize {
    value.as_u64().and_then(|n| usize::try_from(n).ok()).or_else(|| value.as_array().map(Vec::len)).unwrap_or(1)
}
