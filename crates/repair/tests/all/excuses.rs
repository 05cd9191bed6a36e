//! Excuses of tasks that no plan solves: their plans succeed, and no smaller or other change was missed.

use crate::brute::succeeds;
use crate::cases::folders;
use crate::support::{show, steps, task};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;
use stepguard_naive::generate::sketch;
use stepguard_repair::{Call, Excuse, ExcuseSettings, Fact, excuses};
use stepguard_search::{Budget, Found, GroundBudget, GroundTask, greedy};
use stepguard_task::{AtomList, FormulaKind, ObjectId, PredicateId, Task, Term};
use stepguard_text::decode;

/// The task in which the facts hold that did not, and the other way round.
fn flipped(task: &Task, facts: &[&Fact]) -> Task {
    let mut flipped = task.clone();
    let mut init = AtomList::default();
    let is =
        |fact: &&&Fact, predicate, arguments: &[ObjectId]| fact.predicate == predicate && *fact.arguments == *arguments;
    for (predicate, arguments) in task.init.iter() {
        if !facts.iter().any(|fact| is(&fact, predicate, arguments)) {
            init.push(predicate, arguments);
        }
    }
    for fact in facts {
        if !task.init.iter().any(|(predicate, arguments)| is(&fact, predicate, arguments)) {
            init.push(fact.predicate, &fact.arguments);
        }
    }
    flipped.init = init;
    flipped
}

/// Whether a plan succeeds in the task; `None`: not known.
fn solvable(task: &Task) -> Option<bool> {
    let ground = GroundTask::new(task, true, &GroundBudget::default()).ok()?;
    match greedy(&ground, Budget { nodes: 3_000, ..Budget::default() }, &mut |_| true).found {
        Found::Plan { .. } => Some(true),
        Found::Exhausted(..) => Some(false),
        Found::Budget { .. } => None,
    }
}

/// Every base fact of the task.
fn facts(task: &Task) -> Vec<Fact> {
    let mut all = Vec::new();
    for (index, predicate) in task.predicates.iter().enumerate().filter(|(_, predicate)| !predicate.derived) {
        let mut rows: Vec<Vec<ObjectId>> = vec![Vec::new()];
        for (_, ty) in &predicate.parameters {
            let extend = |row: &Vec<ObjectId>| {
                let row = row.clone();
                task.members(*ty).iter().map(move |object| [row.as_slice(), &[*object]].concat())
            };
            rows = rows.iter().flat_map(extend).collect();
        }
        let predicate = PredicateId::new(index);
        all.extend(rows.into_iter().map(|row| Fact { predicate, arguments: row.into() }));
    }
    all
}

/// Whether the goal asks for the fact by name, and some step could change it.
fn states_goal(task: &Task, fact: &Fact) -> bool {
    let mut open = vec![&task.goal];
    while let Some(formula) = open.pop() {
        match &formula.kind {
            FormulaKind::And(parts) => open.extend(parts),
            FormulaKind::Atom(predicate, terms) if *predicate == fact.predicate => {
                let same = terms.iter().zip(&fact.arguments).all(|(term, object)| *term == Term::Object(*object));
                if same && !task.predicates[predicate.index()].is_static {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// The excuse's plan succeeds in the changed task.
fn holds(task: &Task, excuse: &Excuse) -> bool {
    let facts: Vec<&Fact> = excuse.add.iter().chain(&excuse.remove).collect();
    let plan: Vec<Option<&Call>> = excuse.plan.iter().map(Some).collect();
    let changed = flipped(task, &facts);
    let added =
        excuse.add.iter().all(|fact| !task.init.iter().any(|(p, a)| p == fact.predicate && *a == *fact.arguments));
    added && !succeeds(task, &plan) && succeeds(&changed, &plan)
}

fn text(task: &Task, facts: &[Fact]) -> String {
    let mut out = String::new();
    for fact in facts {
        out.push('(');
        out.push_str(task.name(task.predicates[fact.predicate.index()].name));
        for object in &fact.arguments {
            out.push(' ');
            out.push_str(task.object_name(*object));
        }
        out.push(')');
    }
    out
}

/// Single facts whose change makes a plan possible: those found, and those that trying every fact finds.
fn singles(task: &Task, found: &[Excuse]) -> Option<(BTreeSet<Fact>, BTreeSet<Fact>)> {
    let mut tried = BTreeSet::new();
    for fact in facts(task) {
        let present = task.init.iter().any(|(p, a)| p == fact.predicate && *a == *fact.arguments);
        if solvable(&flipped(task, &[&fact]))? && (present || !states_goal(task, &fact)) {
            tried.insert(fact);
        }
    }
    let found = found.iter().filter(|excuse| excuse.add.len() + excuse.remove.len() == 1);
    Some((found.flat_map(|excuse| excuse.add.iter().chain(&excuse.remove)).cloned().collect(), tried))
}

#[test]
fn cases_without_a_plan_have_excuses() {
    let mut seen = 0;
    for folder in folders() {
        let read = |file: &str| std::fs::read(folder.join(file)).unwrap_or_default();
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        let Some(task) = task(&read("domain.pddl"), &read("problem.pddl")) else { continue };
        if solvable(&task) != Some(false) {
            continue;
        }
        seen += 1;
        let plan = steps(&task, &decode(&read("plan.txt")).text);
        let result = excuses(&task, &plan, &ExcuseSettings::default(), &mut |_| true);
        println!("{name}: {} excuses{}", result.found.len(), if result.complete { "" } else { " and perhaps others" });
        for excuse in &result.found {
            let plan: Vec<String> = excuse.plan.iter().map(|call| show(&task, call)).collect();
            println!("   add {} remove {}: {}", text(&task, &excuse.add), text(&task, &excuse.remove), plan.join(" "));
            assert!(holds(&task, excuse), "{name}");
        }
        let all =
            excuses(&task, &[], &ExcuseSettings { listed: 1000, size: 1, ..ExcuseSettings::default() }, &mut |_| true);
        let (found, tried) = singles(&task, &all.found).expect("the cases are small");
        assert_eq!(found, tried, "{name}");
    }
    assert!(seen >= 9, "{seen}");
}

#[test]
fn no_excuse_of_one_fact_is_missed() {
    let (seen, excused, two) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config { cases: 250, ..Config::default() });
    let compare = |sketch: stepguard_naive::generate::Sketch| {
        let sample = sketch.sample();
        let task = task(sample.domain.as_bytes(), sample.problem.as_bytes()).expect("a sketch is well formed");
        if solvable(&task) != Some(false) || facts(&task).len() > 60 {
            return Ok(());
        }
        let settings = ExcuseSettings { listed: 1000, size: 1, ..ExcuseSettings::default() };
        let result = excuses(&task, &[], &settings, &mut |_| true);
        let Some((found, tried)) = singles(&task, &result.found) else { return Ok(()) };
        seen.set(seen.get() + 1);
        for excuse in &result.found {
            if !holds(&task, excuse) {
                return Err(TestCaseError::fail(format!("{excuse:?}\n{}\n{}", sample.domain, sample.problem)));
            }
        }
        if result.complete && found != tried {
            let text = format!("{found:?}\n{tried:?}\n{}\n{}", sample.domain, sample.problem);
            return Err(TestCaseError::fail(text));
        }
        if !found.is_empty() {
            excused.set(excused.get() + 1);
            return Ok(());
        }
        let pairs = excuses(&task, &[], &ExcuseSettings::default(), &mut |_| true);
        for excuse in &pairs.found {
            if excuse.add.len() + excuse.remove.len() != 2 || !holds(&task, excuse) {
                return Err(TestCaseError::fail(format!("{excuse:?}\n{}\n{}", sample.domain, sample.problem)));
            }
        }
        two.set(two.get() + u32::from(!pairs.found.is_empty()));
        Ok(())
    };
    runner.run(&sketch(), compare).unwrap_or_else(|error| unreachable!("{error}"));
    println!("{} without a plan, {} excused by one fact, {} by two", seen.get(), excused.get(), two.get());
    assert!(excused.get() > 5);
}
