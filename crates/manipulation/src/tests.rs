//! All tasks together: each is solved by its own planner's episode, and the same steps always lead to the same states.

use crate::{instruction, start};
use std::time::Instant;
use stepguard_embodied::world::{Sight, TaskId, Tutor as _, World as _};
use stepguard_results::environment::Environment;

fn all() -> Vec<TaskId> {
    let subsets = Environment::Manipulation.subsets().iter();
    subsets
        .flat_map(|(subset, n)| {
            (0..*n).map(|number| TaskId { environment: Environment::Manipulation, subset: *subset, number })
        })
        .collect()
}

#[test]
fn every_task_is_solved_by_its_plan() {
    let mut unsolved = Vec::new();
    for id in all().into_iter().filter(|id| instruction(*id).is_some()) {
        let begun = Instant::now();
        let Some(mut world) = start(id) else {
            unsolved.push(format!(
                "{id:?} does not start: {:?}",
                crate::tasks::task(id).map(|task| crate::tasks::read(id, task).err())
            ));
            continue;
        };
        let started = begun.elapsed();
        let plan = world.solve(Sight::All);
        let planned = begun.elapsed();
        let mut told = String::new();
        for act in &plan {
            let now = Instant::now();
            let turn = world.act(*act);
            told.push_str(&format!("  {} {} {:?}\n", world.name(*act), turn.feedback, now.elapsed()));
        }
        println!(
            "{} {}: {} steps, start {started:?}, plan {:?}, {} ticks",
            id.subset.id(),
            id.number,
            plan.len(),
            planned - started,
            world.bench.physics.ticks
        );
        if !world.solved() || plan.len() > 15 {
            unsolved.push(format!(
                "{} {}: {}\n{told}{}{:?}",
                id.subset.id(),
                id.number,
                world.instruction(),
                world.observe(),
                world.met()
            ));
        }
    }
    assert!(unsolved.is_empty(), "{} tasks:\n{}", unsolved.len(), unsolved.join("\n"));
}
