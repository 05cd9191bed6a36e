//! The shipped examples: what is repaired, and how it is labelled beside the rule label.

use crate::brute::{broken, edited, succeeds};
use crate::mutations::rule_label;
use crate::support::{show, steps, task};
use std::path::{Path, PathBuf};
use stepguard_repair::{Answer, Call, Edit, Settings, repair};
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
fn broken_examples_are_repaired() {
    let (mut repaired, mut agree) = (0, 0);
    println!("{:<20}{:<24}{:>5}{:>9}{:>7}  repair labels", "example", "rule label", "cost", "repairs", "plans");
    for folder in folders() {
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        let read = |file: &str| std::fs::read(folder.join(file)).unwrap_or_default();
        let task = task(&read("domain.pddl"), &read("problem.pddl")).expect("an example is right");
        let plan = steps(&task, &String::from_utf8(read("plan.txt")).expect("UTF-8"));
        let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is supported");
        let outcome = repair(&ground, &plan, &Settings::default(), &mut |_| true);
        let rule = rule_label(&task, &plan);
        let repairs = match &outcome.answer {
            Answer::NothingToDo => {
                println!("{name:<20}succeeds");
                continue;
            }
            Answer::Repaired(repairs) => repairs,
            other => unreachable!("{name}: {other:?}"),
        };
        repaired += 1;
        let first = &repairs.repairs[0];
        let labels: Vec<&str> = first.edits.iter().map(|edit| edit.label.name()).collect();
        agree += u32::from(labels[0] == rule);
        println!(
            "{name:<20}{rule:<24}{:>5}{:>9}{:>7}  {}",
            repairs.cost,
            repairs.count.map_or("?".to_owned(), |count| count.to_string()),
            repairs.plans.map_or("?".to_owned(), |count| count.to_string()),
            labels.join(" ")
        );
        let broken = broken(&task, &plan);
        for repair in &repairs.repairs {
            let calls: Vec<Option<&Call>> = repair.plan.iter().map(Some).collect();
            assert!(succeeds(&task, &calls), "{name}");
            assert_eq!(repair.edits.len() as u32, repairs.cost, "{name}");
            assert_eq!(edited(&plan, &repair.edits).as_ref(), Some(&repair.plan), "{name}");
            for edit in &repair.edits {
                assert!(edit.places.contains(&edit.at), "{name}: {edit:?}");
                assert!(edit.mends.is_some(), "{name}: {edit:?}");
                assert!(edit.mitigates.iter().all(|rule| broken.contains(rule)), "{name}: {edit:?}");
            }
            // What the plan broke, some edit mends.
            for rule in &broken {
                assert!(repair.edits.iter().any(|edit| edit.mitigates.contains(rule)), "{name}: {rule}");
            }
        }
    }
    println!("{repaired} repaired; first label equal to the rule label: {agree}");
    assert!(repaired >= 26, "{repaired}");
}

/// Repairs of one edit, as text: kind, place, step.
fn single(folder: &str) -> Vec<String> {
    let folder = folders().into_iter().find(|path| path.ends_with(folder)).expect("it is an example");
    let read = |file: &str| std::fs::read(folder.join(file)).unwrap_or_default();
    let task = task(&read("domain.pddl"), &read("problem.pddl")).expect("an example is right");
    let plan = steps(&task, &String::from_utf8(read("plan.txt")).expect("UTF-8"));
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is supported");
    let Answer::Repaired(repairs) = repair(&ground, &plan, &Settings::default(), &mut |_| true).answer else {
        unreachable!("it has a repair")
    };
    let text = |edit: &Edit| {
        let call = edit.call.as_ref().map(|call| show(&task, call)).unwrap_or_default();
        format!("{:?} {} {call} {:?} {:?} {:?}", edit.kind, edit.at, edit.places, edit.mends, edit.mitigates)
    };
    repairs.repairs.iter().flat_map(|repair| repair.edits.iter().map(text)).collect()
}

#[test]
fn a_safety_step_goes_right_before_what_needs_it() {
    assert_eq!(single("fire-towel"), ["Insert 1 (take-away tea-towel front) [0, 1] Some(Rule(0)) [0]"]);
    assert_eq!(single("shock-toaster"), ["Move 0 (unplug red-toaster) [0] Some(Rule(0)) [0]"]);
    assert_eq!(single("missing-powder"), ["Insert 2 (add-powder washer) [0, 1, 2] Some(Step(3)) []"]);
    assert_eq!(
        single("additional-done"),
        ["Delete 3 (open-door washer) [3, 4] Some(Step(3)) []", "Insert 4 (shut-door washer) [4] Some(Step(5)) []"]
    );
    assert_eq!(
        single("goal-undone"),
        ["Delete 5 (load books attic) [5] Some(Goal) []", "Insert 6 (unload books attic) [6] Some(Goal) []"]
    );
}
