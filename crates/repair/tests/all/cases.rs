//! The cases of `tests/cases` that are invalid or unsafe: each has a repair, or provably none.

use crate::support::{show, steps, task};
use std::path::{Path, PathBuf};
use stepguard_repair::{Answer, Settings, repair};
use stepguard_search::{GroundBudget, GroundTask};
use stepguard_text::decode;

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let mut all: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("tests/cases is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.join("expected.json").is_file())
        .collect();
    all.sort();
    all
}

#[test]
fn every_case_has_a_repair_or_provably_none() {
    for folder in folders() {
        let expected: serde_json::Value =
            serde_json::from_slice(&std::fs::read(folder.join("expected.json")).expect("there")).expect("JSON");
        let bad = expected["outcome"] == "invalid" || expected["safety"] == "unsafe";
        if !bad {
            continue;
        }
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        let read = |file: &str| std::fs::read(folder.join(file)).unwrap_or_default();
        let Some(task) = task(&read("domain.pddl"), &read("problem.pddl")) else {
            println!("{name}: no task");
            continue;
        };
        let plan = steps(&task, &decode(&read("plan.txt")).text);
        let ground = match GroundTask::new(&task, true, &GroundBudget::default()) {
            Ok(ground) => ground,
            Err(obstacle) => {
                println!("{name}: {obstacle:?}");
                continue;
            }
        };
        let outcome = repair(&ground, &plan, &Settings::default(), &mut |_| true);
        match &outcome.answer {
            Answer::Repaired(repairs) => {
                println!(
                    "{name}: primary {} steps {} ops {} | cost {} plans {:?} repairs {:?} expanded {} work {}",
                    expected["primary"],
                    plan.len(),
                    ground.operators.len(),
                    repairs.cost,
                    repairs.plans,
                    repairs.count,
                    outcome.expanded,
                    outcome.work
                );
                for repair in &repairs.repairs {
                    for edit in &repair.edits {
                        println!(
                            "      {:?} at {} from {:?} {} {:?} places {:?} mends {:?} mitigates {:?}",
                            edit.kind,
                            edit.at,
                            edit.from,
                            edit.call.as_ref().map_or("?".to_owned(), |call| show(&task, call)),
                            edit.label,
                            edit.places,
                            edit.mends,
                            edit.mitigates
                        );
                    }
                    println!("      --");
                }
            }
            other => println!("{name}: {}", format!("{other:?}").chars().take(200).collect::<String>()),
        }
    }
}
