//! The shipped examples: what is repaired, how it is labelled beside the rule label, and mutations of safe plans.

use crate::support::{show, steps, task};
use std::path::{Path, PathBuf};
use stepguard_repair::{Answer, Settings, repair};
use stepguard_search::{GroundBudget, GroundTask};

pub(crate) fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/examples");
    let mut all: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("static/examples is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.join("domain.pddl").is_file())
        .collect();
    all.sort();
    all
}

#[test]
fn show_examples() {
    for folder in folders() {
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        let read = |file: &str| std::fs::read(folder.join(file)).unwrap_or_default();
        let task = task(&read("domain.pddl"), &read("problem.pddl")).expect("an example is right");
        let plan = steps(&task, &String::from_utf8(read("plan.txt")).expect("UTF-8"));
        let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is supported");
        let started = std::time::Instant::now();
        let outcome = repair(&ground, &plan, &Settings::default(), &mut |_| true);
        println!("{name}: {} steps {} ops {:?}", plan.len(), ground.operators.len(), started.elapsed());
        match &outcome.answer {
            Answer::Repaired(repairs) => {
                println!(
                    "   cost {} plans {:?} repairs {:?} expanded {} work {}",
                    repairs.cost, repairs.plans, repairs.count, outcome.expanded, outcome.work
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
            other => println!("   {}", format!("{other:?}").chars().take(100).collect::<String>()),
        }
    }
}
