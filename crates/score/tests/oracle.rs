//! Answers made of the gold itself: full marks in both profiles, in any form of the same.

use std::path::PathBuf;
use stepguard_score::transition::{self, Suite};
use stepguard_score::{Counts, Module, Profile, Run, goal};

fn data() -> Option<PathBuf> {
    match std::env::var_os("STEPGUARD_DATA") {
        Some(root) => Some(PathBuf::from(root).join("llm-outputs")),
        None => {
            println!("skipped: STEPGUARD_DATA is not set");
            None
        }
    }
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(path).expect("a file of the data")
}

/// Gold actions as a model would write them.
fn written(suite: &Suite, names: &[String], other_names: bool) -> String {
    let actions: Vec<String> = names
        .iter()
        .map(|name| {
            let gold = &suite.gold[name];
            let text = format!(
                "(:action {}\n  :parameters {}\n  :precondition {}\n  :effect {})",
                gold.name, gold.parameters, gold.precondition, gold.effect
            );
            if other_names { text.replace('?', "?my-") } else { text }
        })
        .collect();
    serde_json::json!({ "output": actions.join("\n") }).to_string()
}

#[test]
fn gold_definitions_score_full_marks() {
    let Some(root) = data() else { return };
    for dataset in ["behavior", "virtualhome"] {
        let file = |name: &str| read(root.join(dataset).join(name));
        let suite = Suite::read(&file("tasks.jsonl"), &file("gold_actions.jsonl"), &file("predicates_category.json"))
            .expect("a suite");
        assert_eq!(suite.tasks.len(), if dataset == "behavior" { 100 } else { 296 });
        for (profile, other_names) in
            [(Profile::Corrected, false), (Profile::Corrected, true), (Profile::Official, false)]
        {
            let mut run = Run::read("", Module::Transition);
            for task in &suite.tasks {
                run.answers.insert(task.id.clone(), written(&suite, &task.actions, other_names));
            }
            let total: Counts = transition::score(&suite, &run, profile).iter().map(|score| score.total(None)).sum();
            assert!(total.true_positives > 1_000, "{total:?}");
            assert_eq!((total.false_positives, total.false_negatives), (0, 0), "{dataset} {profile:?} {other_names}");
        }
        // Under the official rules other names for parameters score next to nothing.
        let mut run = Run::read("", Module::Transition);
        for task in &suite.tasks {
            run.answers.insert(task.id.clone(), written(&suite, &task.actions, true));
        }
        let total: Counts =
            transition::score(&suite, &run, Profile::Official).iter().map(|score| score.total(None)).sum();
        assert!(total.f1().is_some_and(|f1| f1 < 0.05), "{dataset} {total:?}");
    }
}

#[test]
fn gold_goals_score_full_marks() {
    let Some(root) = data() else { return };
    let file = |name: &str| read(root.join("virtualhome").join(name));
    let suite = goal::Suite::read(
        &file("goal_interpretation_gold.jsonl"),
        &file("predicates_category.json"),
        &file("relation_types.json"),
        &file("action_space.json"),
    )
    .expect("a suite");
    assert_eq!(suite.tasks.len(), 342);
    let mut run = Run::read("", Module::Goal);
    for task in &suite.tasks {
        let states: Vec<_> =
            task.states.iter().map(|g| serde_json::json!({ "name": g.name, "state": g.state })).collect();
        let relations: Vec<_> = task
            .relations
            .iter()
            .map(|g| serde_json::json!({ "from_name": g.from.0, "relation": g.relation, "to_name": g.to.0 }))
            .collect();
        let actions: Vec<_> = task
            .actions
            .iter()
            .map(|names| serde_json::json!({ "action": names.split('|').next(), "description": "" }))
            .collect();
        let answer = serde_json::json!({ "node goals": states, "edge goals": relations, "action goals": actions });
        run.answers.insert(task.id.clone(), format!("Here you are:\n{answer}<|eot_id|>"));
    }
    let scores = goal::score(&suite, &run, Profile::Corrected, 0);
    for score in &scores {
        let total = score.total();
        assert_eq!(
            (total.false_positives, total.false_negatives),
            (0, 0),
            "{} {:?} {:?}",
            score.id,
            score.missing,
            score.extra
        );
        assert_eq!((score.unknown_objects, score.f1()), (0, 1.0), "{}", score.id);
    }
    // Under the official rules words around the JSON make an answer unreadable, and that costs nothing.
    let official: Counts = goal::score(&suite, &run, Profile::Official, 0).iter().map(goal::TaskScore::total).sum();
    assert!(official.is_empty(), "{official:?}");
}
