//! Tries one instance.
use std::time::Instant;
use stepguard_search::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t0 = Instant::now();
    let mut names = stepguard_text::Interner::new();
    let d = std::fs::read_to_string(&a[2]).expect("d");
    let p = std::fs::read_to_string(&a[3]).expect("p");
    let d = stepguard_pddl::parse(&d, stepguard_text::TextId::Domain, &mut names);
    let p = stepguard_pddl::parse(&p, stepguard_text::TextId::Problem, &mut names);
    let built = stepguard_task::build(&d.definitions.domains[0], &p.definitions.problems[0], names);
    let task = built.task.expect("task");
    let t1 = Instant::now();
    let g = GroundTask::new(&task, true, &GroundBudget::default()).expect("ground");
    let t2 = Instant::now();
    let out = if a[1] == "any" {
        greedy(&g, Budget::default(), &mut |_| true)
    } else {
        optimal(&g, Budget::default(), &mut |_| true)
    };
    let t3 = Instant::now();
    let what = match &out.found {
        Found::Plan { steps, cost, .. } => format!("plan {} cost {}", steps.len(), g.costs.text(*cost)),
        Found::Exhausted(c) => format!(
            "none, {} states x {} words, at once {}",
            c.packed.len() / g.packed_words().max(1),
            g.packed_words(),
            c.at_once
        ),
        Found::Budget { at_least } => format!("budget, at least {at_least}"),
    };
    println!(
        "{} read {:?} ground {:?} ({} ops) search {:?} expanded {} evaluated {}: {what}",
        a[3].rsplit('/').nth(1).unwrap_or(""),
        t1 - t0,
        t2 - t1,
        g.operators.len(),
        t3 - t2,
        out.expanded,
        out.evaluated
    );
}
