//! The official profile of action sequencing against the labels that the official evaluator gives on the same answers.

mod support;

use std::collections::BTreeMap;
use stepguard_score::sequence::{World, official};
use stepguard_score::{Module, Run};
use support::{data, files, read, suite};

#[test]
fn labels_of_the_official_evaluator() {
    let Some(root) = data() else { return };
    let suite = suite(&root, World::VirtualHome);
    let root = root.join("virtualhome");
    let (mut equal, mut all) = (0, 0);
    let mut apart = Vec::new();
    for path in files(&root.join("action_sequence")) {
        let model = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let run = Run::read(&read(&path), Module::Sequencing);
        let labels: BTreeMap<String, serde_json::Value> =
            read(&root.join("action_sequence_official_labels").join(format!("{model}.jsonl")))
                .lines()
                .map(|line| {
                    let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
                    (value["id"].as_str().expect("an id").to_owned(), value)
                })
                .collect();
        for task in &suite.tasks {
            let (Some(answer), Some(stage)) = (run.answers.get(&task.id), &task.stage) else { continue };
            if !stage.counted {
                assert!(!labels.contains_key(&task.id));
                continue;
            }
            let ours = official::label(stage, answer, 0);
            let Some(theirs) = labels.get(&task.id) else {
                assert!(ours.is_reference, "{model} {}", task.id);
                continue;
            };
            all += 1;
            let found = serde_json::json!([
                ours.executable,
                ours.error.map(official::ErrorKind::id),
                ours.goal_reached,
                ours.error_step,
                ours.steps_run,
            ]);
            let wanted = serde_json::json!([
                theirs["executable"],
                theirs["error_type"],
                theirs["goal_ok"],
                theirs["error_action"],
                theirs["steps_executed"],
            ]);
            if found == wanted {
                equal += 1;
            } else {
                apart.push(format!("{model} {}: {found} instead of {wanted}", task.id));
            }
        }
    }
    println!("{equal} of {all}\n{}", apart.join("\n"));
    assert!(equal * 1000 >= all * 999, "{equal} of {all}");
}
