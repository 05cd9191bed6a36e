//! Grounding: exactly the instances that static facts and reachability leave, and never |O|^k work on the way.

use crate::support::{read, spelled, task};
use std::path::{Path, PathBuf};
use stepguard_reach::{Budget, ground};

#[test]
fn static_and_unreachable_conditions_leave_no_instance() {
    let task = task(
        "(define (domain roads) (:requirements :typing :negative-preconditions :equality)
           (:types truck place)
           (:predicates (at ?t - truck ?p - place) (road ?a ?b - place) (closed ?p - place) (bridge ?p - place) (built))
           (:action drive :parameters (?t - truck ?a ?b - place)
             :precondition (and (at ?t ?a) (road ?a ?b) (not (closed ?b)) (not (= ?a ?b)))
             :effect (and (at ?t ?b) (not (at ?t ?a))))
           (:action build :parameters (?p - place) :precondition (and (bridge ?p) (closed ?p)) :effect (not (closed ?p))))",
        "(define (problem p) (:domain roads) (:objects t - truck a b c d e - place)
           (:init (at t a) (road a b) (road b c) (road c d) (road d a) (road e a) (road a a) (closed c) (closed d) (bridge c))
           (:goal (at t c)))",
    );
    let grounding = ground(&task, Budget::default());
    let operators: Vec<String> = grounding.operators().map(|o| format!("{} @{}", spelled(&task, o), o.layer)).collect();
    assert_eq!(operators, ["drive t a b @0", "build c @0", "drive t b c @1"]);
    assert!(grounding.complete && !grounding.is_empty() && grounding.len() == 3);
    let names = |list: &stepguard_task::AtomList| -> Vec<String> {
        let spell = |(p, a): (stepguard_task::PredicateId, &[stepguard_task::ObjectId])| {
            let mut text = task.name(task.predicates[p.index()].name).to_owned();
            a.iter().for_each(|o| text.push_str(&format!(" {}", task.object_name(*o))));
            text
        };
        list.iter().map(spell).collect()
    };
    assert_eq!(names(&grounding.fluents), ["at t a", "closed c", "at t b", "at t c"]);
    assert_eq!(
        names(&grounding.constants),
        ["road a b", "road b c", "road c d", "road d a", "road e a", "road a a", "closed d", "bridge c"]
    );
    assert!(grounding.derived.is_empty());
}

#[test]
fn joins_follow_the_facts_not_the_objects() {
    // Twelve parameters over 200 objects: 200^12 bindings by types, 189 by facts.
    let mut parameters = String::new();
    let mut chain = String::new();
    for n in 0..12 {
        parameters.push_str(&format!(" ?x{n}"));
        if n > 0 {
            // Written from the far end, so that text order is the worst order.
            chain.insert_str(0, &format!(" (next ?x{} ?x{n})", n - 1));
        }
    }
    let domain = format!(
        "(define (domain chain) (:predicates (next ?a ?b) (start ?a) (done ?a ?b))
           (:action go :parameters ({parameters}) :precondition (and {chain} (start ?x0)) :effect (done ?x0 ?x11)))"
    );
    let mut init = String::new();
    let mut objects = String::new();
    for n in 0..200 {
        objects.push_str(&format!(" o{n}"));
        init.push_str(&format!(" (start o{n})"));
        if n > 0 {
            init.push_str(&format!(" (next o{} o{n})", n - 1));
        }
    }
    let problem =
        format!("(define (problem p) (:domain chain) (:objects {objects}) (:init {init}) (:goal (done o0 o11)))");
    let task = task(&domain, &problem);
    let grounding = ground(&task, Budget { steps: 20_000, ..Budget::default() });
    assert!(grounding.complete);
    assert_eq!(grounding.len(), 189);
}

#[test]
fn one_witness_is_enough_for_an_existential() {
    // 60 * 60 * 60 ways to see that the only action can run.
    let mut init = String::new();
    let mut objects = String::new();
    for n in 0..60 {
        objects.push_str(&format!(" o{n}"));
        init.push_str(&format!(" (p o{n}) (q o{n}) (r o{n})"));
    }
    let task = task(
        "(define (domain d) (:requirements :existential-preconditions :disjunctive-preconditions)
           (:predicates (p ?a) (q ?a) (r ?a) (done ?a))
           (:action go :parameters (?a) :precondition (exists (?x ?y ?z) (and (p ?x) (q ?y) (r ?z))) :effect (done ?a)))",
        &format!("(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal (done o1)))"),
    );
    let grounding = ground(&task, Budget { steps: 3_000, ..Budget::default() });
    assert!(grounding.complete);
    assert_eq!(grounding.len(), 60);
}

/// Folders that hold a domain and a problem, below the folder of data that the environment names.
fn instances() -> Option<Vec<PathBuf>> {
    let Some(data) = std::env::var_os("STEPGUARD_DATA") else {
        eprintln!("skipped: STEPGUARD_DATA is not set");
        return None;
    };
    let mut folders = Vec::new();
    for part in ["conformance", "planning/instances", "perf"] {
        let Ok(entries) = std::fs::read_dir(Path::new(&data).join(part)) else { continue };
        folders.extend(entries.flatten().map(|e| e.path()).filter(|p| p.join("domain.pddl").is_file()));
    }
    folders.sort();
    assert!(!folders.is_empty(), "no instances in STEPGUARD_DATA");
    Some(folders)
}

#[test]
fn competition_instances_are_grounded_within_the_budget() {
    let Some(folders) = instances() else { return };
    let mut grounded = 0;
    for folder in folders {
        let text = |name: &str| std::fs::read(folder.join(name)).map(|b| String::from_utf8_lossy(&b).into_owned());
        let (Ok(domain), Ok(problem)) = (text("domain.pddl"), text("problem.pddl")) else { continue };
        // What cannot be read is for the reader's own tests.
        let Ok(task) = read(&domain, &problem) else { continue };
        let grounding = ground(&task, Budget::default());
        assert!(grounding.complete, "{}", folder.display());
        grounded += 1;
    }
    eprintln!("{grounded} instances grounded");
    assert!(grounded > 50);
}
