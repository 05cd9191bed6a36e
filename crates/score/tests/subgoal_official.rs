//! The official profile of subgoal decomposition against the labels that the official evaluator gives on the same answers.

mod support;

use std::collections::BTreeMap;
use stepguard_score::sequence::{Stage, World};
use stepguard_score::subgoal::official;
use stepguard_score::{Module, Run};
use support::{data, files, read, suite};

#[test]
fn labels_of_the_official_evaluator() {
    let Some(root) = data() else { return };
    let suite = suite(&root, World::VirtualHome);
    let root = root.join("virtualhome");
    let stages: BTreeMap<String, &Stage> =
        suite.tasks.iter().filter_map(|task| Some((format!("scene_1_{}", task.id), task.stage.as_ref()?))).collect();
    let (mut equal, mut all, mut by_chance) = (0, 0, 0);
    let mut apart = Vec::new();
    for path in files(&root.join("subgoal_decomposition")) {
        let model = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let run = Run::read(&read(&path), Module::Subgoal);
        let labels = read(&root.join("subgoal_decomposition_official_labels").join(format!("{model}.jsonl")));
        let labels: BTreeMap<String, String> = labels
            .lines()
            .map(|line| {
                let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let field = |name: &str| value[name].as_str().expect("a text").to_owned();
                (field("id"), field("class"))
            })
            .collect();
        // The labels come of one stream of chance a model, in the order of its answers.
        let mut chance = official::Chance::new(0);
        for id in &run.order {
            let ours = official::label(stages[id], &run.answers[id], &mut chance);
            all += 1;
            if ours.class.id() == labels[id] {
                equal += 1;
            } else {
                by_chance += usize::from(ours.by_chance > 0);
                apart.push(format!("{model} {id}: {} instead of {}", ours.class.id(), labels[id]));
            }
        }
    }
    println!("{equal} of {all} labels are equal\n{}", apart.join("\n"));
    assert_eq!(all, 2028);
    // Bar: 95 %. What differs is drawn by chance.
    assert!(equal >= 2025, "{equal}: {apart:?}");
    assert_eq!(by_chance, apart.len(), "{apart:?}");
}
