//! Well-known planning tasks, far larger than anything in a kitchen: plans with one mistake are repaired at once.
//! They are third-party data, found through `STEPGUARD_DATA`.

use crate::support::task;
use std::path::PathBuf;
use stepguard_repair::{Answer, Call, Settings, Step, repair};
use stepguard_search::{Budget, Found, GroundBudget, GroundTask, greedy};

#[test]
fn mistakes_in_long_plans_are_repaired() {
    let Some(data) = std::env::var_os("STEPGUARD_DATA").map(PathBuf::from) else {
        println!("skipped: STEPGUARD_DATA is not set");
        return;
    };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(data.join("planning/instances"))
        .expect("the instances are there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    folders.sort();
    let mut repaired = 0;
    for folder in folders {
        let read = |file: &str| std::fs::read(folder.join(file)).unwrap_or_default();
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        let task = task(&read("domain.pddl"), &read("problem.pddl")).expect("it is right");
        let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is supported");
        let budget = Budget { nodes: 20_000, ..Budget::default() };
        let Found::Plan { steps, .. } = greedy(&ground, budget, &mut |_| true).found else { continue };
        let plan: Vec<Step> = steps
            .iter()
            .map(|id| {
                let operator = &ground.operators[id.index()];
                Step::Read(Call { action: operator.action, arguments: operator.arguments.clone() })
            })
            .collect();
        let middle = plan.len() / 2;
        let mut mutants = [plan.clone(), plan.clone(), plan.clone(), plan.clone()];
        mutants[0].remove(middle);
        mutants[1].swap(middle, middle + 1);
        mutants[2].insert(middle, plan[middle].clone());
        mutants[3][middle] = Step::Unread { readings: Vec::new() };
        for (mutant, most) in mutants.iter().zip([1, 1, 1, 2]) {
            let outcome = repair(&ground, mutant, &Settings::default(), &mut |_| true);
            match &outcome.answer {
                Answer::NothingToDo => {}
                Answer::Repaired(repairs) => {
                    assert!(repairs.cost <= most, "{name}: {}", repairs.cost);
                    assert!(repairs.count.is_some() && repairs.plans.is_some(), "{name}: not counted");
                    repaired += 1;
                }
                other => unreachable!("{name}: {other:?}"),
            }
        }
        println!("{name}: {} steps, {} operators", plan.len(), ground.operators.len());
    }
    println!("{repaired} repaired");
    assert!(repaired >= 36, "{repaired}");
}
