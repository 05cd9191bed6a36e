//! The planner's commands on competition instances and on the cases, the examples and small tasks of our own.

mod support;

use std::path::{Path, PathBuf};
use stepguard_check::planner::{PlannerOptions, check_certificate, count, prove, repair, solve, states};
use stepguard_report::{PlannerResult, ProofKind, RepairResult, SolveReport};

fn ours(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(path)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.is_dir())
        .collect();
    all.sort();
    all
}

fn on() -> impl FnMut(f64) -> bool {
    |_| true
}

/// The planning instances, when the data is at hand.
fn instances() -> Vec<(String, Vec<u8>, Vec<u8>)> {
    let Some(path) = support::data("planning/instances") else { return Vec::new() };
    folders(&path)
        .into_iter()
        .map(|path| {
            let name = path.file_name().expect("it has one").to_string_lossy().into_owned();
            let read = |file: &str| std::fs::read(path.join(file)).expect("every instance has it");
            (name, read("domain.pddl"), read("problem.pddl"))
        })
        .collect()
}

#[test]
fn any_plan_for_all_solvable_instances() {
    for (name, domain, problem) in instances().into_iter().filter(|(name, ..)| !name.ends_with("unsolvable")) {
        let report = solve(Some(&domain), Some(&problem), &PlannerOptions::default(), &mut on());
        assert_eq!(report.result, PlannerResult::Plan, "{name}: {}", report.why);
        let plan = report.plan.expect("it has a plan").join("\n");
        let checked = stepguard_check::check(
            Some(&domain),
            Some(&problem),
            Some(plan.as_bytes()),
            &stepguard_check::Options::default(),
        );
        assert!(checked.succeeds, "{name}: {}", checked.summary);
    }
}

/// Costs of cheapest plans; blocks-10-0 is left out, whose cheapest plan no planner of the table found either.
#[test]
fn cheapest_plans() {
    let costs = [
        ("01-gripper-04", "29"),
        ("03-logistics00-6-0", "25"),
        ("04-depot-2", "15"),
        ("05-driverlog-7", "13"),
        ("06-rovers-5", "22"),
        ("07-miconic-fulladl-6-0", "17"),
        ("08-psr-middle-3", "5"),
        ("09-sokoban-opt08-1", "11"),
        ("10-hanoi-8", "255"),
        ("12-visitall-11", "24"),
    ];
    let options = PlannerOptions { optimal: true, ..PlannerOptions::default() };
    for (name, domain, problem) in instances() {
        let Some((_, cost)) = costs.iter().find(|(instance, _)| *instance == name) else { continue };
        let report = solve(Some(&domain), Some(&problem), &options, &mut on());
        assert_eq!(report.cost.as_deref(), Some(*cost), "{name}: {}", report.why);
        assert!(report.optimal, "{name}");
    }
}

#[test]
fn mystery_is_unsolvable_and_the_certificate_says_so() {
    for (name, domain, problem) in instances().into_iter().filter(|(name, ..)| name.ends_with("unsolvable")) {
        let (report, certificate) = prove(Some(&domain), Some(&problem), &PlannerOptions::default(), &mut on());
        assert_eq!(report.result, PlannerResult::Unsolvable, "{name}: {}", report.why);
        let proof = report.proof.expect("it has a proof");
        assert!(proof.checked && proof.bytes <= 64 << 20, "{name}: {proof:?}");
        assert!(certificate.is_some());
    }
}

const KITCHEN: &str = "(define (domain kitchen) (:requirements :typing :negative-preconditions :constraints)
    (:types item) (:predicates (plugged ?i - item) (wet ?i - item) (clean ?i - item))
    (:action unplug :parameters (?i - item) :precondition (plugged ?i) :effect (not (plugged ?i)))
    (:action plug-in :parameters (?i - item) :precondition (not (plugged ?i)) :effect (plugged ?i))
    (:action wipe :parameters (?i - item) :precondition (not (clean ?i)) :effect (and (clean ?i) (wet ?i)))
    (:action dry :parameters (?i - item) :precondition (wet ?i) :effect (not (wet ?i))))";

fn toaster(goal: &str, rules: &str) -> String {
    format!(
        "(define (problem p) (:domain kitchen) (:objects toaster - item) (:init (plugged toaster)) (:goal {goal}) {rules})"
    )
}

const SHOCK: &str = "(:constraints (and
    ;@rule wet-and-live class=SHOCK
    (always (not (and (plugged toaster) (wet toaster))))))";

fn solved(problem: &str, options: &PlannerOptions) -> SolveReport {
    solve(Some(KITCHEN.as_bytes()), Some(problem.as_bytes()), options, &mut on())
}

#[test]
fn safety_costs_steps() {
    let problem = toaster("(and (clean toaster) (plugged toaster))", SHOCK);
    let best = PlannerOptions { optimal: true, ..PlannerOptions::default() };
    let safe = solved(&problem, &best);
    assert_eq!((safe.cost.as_deref(), safe.safe), (Some("4"), true), "{safe:?}");
    let any = solved(&problem, &PlannerOptions { ignore_rules: true, ..best });
    assert_eq!((any.cost.as_deref(), any.safe), (Some("1"), false), "{any:?}");
    assert_eq!(any.why, "A plan of 1 step reaches the goal; none is shorter; it breaks a safety rule.");
    let counts = count(Some(KITCHEN.as_bytes()), Some(problem.as_bytes()), &PlannerOptions::default(), &mut on());
    assert_eq!((counts.optimal_length, counts.optimal_plans.as_deref()), (Some(4), Some("1")), "{counts:?}");
}

#[test]
fn advice_is_reported_and_not_searched_for() {
    let advice = "(:constraints (and (preference keep-it-dry (always (not (wet toaster))))))";
    let report = solved(&toaster("(clean toaster)", advice), &PlannerOptions::default());
    assert_eq!(report.result, PlannerResult::Plan, "{report:?}");
    assert_eq!((report.preferences[0].name.as_str(), report.preferences[0].violated), ("keep-it-dry", 1));
    assert!(report.why.contains("against 1 piece of advice"), "{}", report.why);
}

#[test]
fn four_different_answers() {
    let impossible = toaster("(and (clean toaster) (wet toaster) (plugged toaster))", SHOCK);
    let none = solved(&impossible, &PlannerOptions::default());
    assert_eq!(none.result, PlannerResult::Unsolvable, "{none:?}");
    assert!(none.proof.is_some_and(|proof| proof.checked), "{}", none.why);
    let short = solved(&toaster("(clean toaster)", ""), &PlannerOptions { nodes: 0, ..PlannerOptions::default() });
    assert_eq!(short.result, PlannerResult::Budget, "{short:?}");
    let timed = "(define (domain d) (:requirements :durative-actions) (:predicates (p))
        (:durative-action go :parameters () :duration (= ?duration 1) :condition () :effect (at end (p))))";
    let problem = "(define (problem p) (:domain d) (:init) (:goal (p)))";
    let unsupported = solve(Some(timed.as_bytes()), Some(problem.as_bytes()), &PlannerOptions::default(), &mut on());
    assert_eq!(unsupported.result, PlannerResult::Unsupported, "{unsupported:?}");
    let broken = solve(Some(b"(define"), Some(problem.as_bytes()), &PlannerOptions::default(), &mut on());
    assert_eq!(broken.result, PlannerResult::Unreadable);
    assert!(!broken.diagnostics.is_empty());
}

#[test]
fn a_certificate_is_of_its_task_only() {
    let impossible = toaster("(and (wet toaster) (plugged toaster))", SHOCK);
    let domain = KITCHEN.as_bytes();
    let (report, certificate) = prove(Some(domain), Some(impossible.as_bytes()), &PlannerOptions::default(), &mut on());
    assert_eq!(report.result, PlannerResult::Unsolvable);
    let certificate = certificate.expect("it has one");
    assert!(check_certificate(Some(domain), Some(impossible.as_bytes()), &certificate).is_ok());
    let possible = toaster("(and (wet toaster) (plugged toaster))", "");
    assert!(check_certificate(Some(domain), Some(possible.as_bytes()), &certificate).is_err());
    let mut cut = certificate;
    cut.pop();
    assert!(check_certificate(Some(domain), Some(impossible.as_bytes()), &cut).is_err());
}

#[test]
fn out_of_reach_is_named() {
    let problem = "(define (problem p) (:domain kitchen) (:objects toaster cup - item) (:init (clean cup))
        (:goal (and (plugged toaster) (hot cup))))";
    let domain = KITCHEN.replace("(clean ?i - item))", "(clean ?i - item) (hot ?i - item))");
    let report = solve(Some(domain.as_bytes()), Some(problem.as_bytes()), &PlannerOptions::default(), &mut on());
    let proof = report.proof.expect("it has a proof");
    assert_eq!((proof.kind, proof.out_of_reach), (ProofKind::Relaxed, vec!["(hot cup)".to_owned()]));
    assert!(report.why.contains("(hot cup) can never hold"), "{}", report.why);
}

#[test]
fn the_states_of_a_small_task() {
    let problem = toaster("(clean toaster)", SHOCK);
    let report = states(
        Some(KITCHEN.as_bytes()),
        Some(problem.as_bytes()),
        Some(b"(wipe toaster)\n(dry toaster)"),
        &PlannerOptions::default(),
        &mut on(),
    );
    assert!(report.complete, "{}", report.why);
    // Plugged or not, and dirty, clean and wet, or clean and dry.
    assert_eq!(report.states.len(), 6, "{report:?}");
    assert_eq!(report.path.len(), 3);
    let broken: Vec<_> = report.states.iter().filter(|state| state.broken).collect();
    assert_eq!(broken.len(), 1, "{broken:?}");
    assert!(broken[0].added.contains(&"(wet toaster)".to_owned()));
    assert_eq!(report.states[0].to_goal, Some(2));
    let small = PlannerOptions { limit: 5, ..PlannerOptions::default() };
    let none = states(Some(KITCHEN.as_bytes()), Some(problem.as_bytes()), None, &small, &mut on());
    assert!(!none.complete && none.states.is_empty(), "{none:?}");
}

#[test]
fn a_repair_names_the_rule_it_mends() {
    let problem = toaster("(clean toaster)", SHOCK);
    let report = repair(
        Some(KITCHEN.as_bytes()),
        Some(problem.as_bytes()),
        Some(b"(wipe toaster)"),
        &PlannerOptions::default(),
        &mut on(),
    );
    assert_eq!((report.result, report.cost), (RepairResult::Repair, Some(1)), "{report:?}");
    assert_eq!(report.plan, ["(unplug toaster)", "(wipe toaster)"]);
    assert_eq!(report.edits[0].mitigates, ["wet-and-live"]);
    assert_eq!(
        report.edits[0].meaning,
        "Put in (unplug toaster) as step 1: without it, the rule wet-and-live is broken."
    );
}

#[test]
fn time_stamps_alone_can_be_wrong() {
    let problem = toaster("(clean toaster)", "");
    let plan = b"0: (unplug toaster)\n1: (wipe toaster)\n1: (dry toaster)";
    let ask = |plan: &[u8]| {
        let (domain, problem) = (Some(KITCHEN.as_bytes()), Some(problem.as_bytes()));
        repair(domain, problem, Some(plan), &PlannerOptions::default(), &mut on())
    };
    let report = ask(plan);
    assert_eq!(report.result, RepairResult::NothingToDo);
    assert!(report.why.starts_with("Only the time stamps are wrong"), "{}", report.why);
    let apart = ask(b"0: (unplug toaster)\n1: (wipe toaster)\n2: (dry toaster)");
    assert!(apart.why.starts_with("The plan succeeds as it is"), "{}", apart.why);
}

#[test]
fn a_repair_that_may_not_be_the_smallest_is_shown_as_such() {
    let read = |file: &str| std::fs::read(ours("static/examples/tea-late").join(file)).expect("it is there");
    let (domain, problem, plan) = (read("domain.pddl"), read("problem.pddl"), read("plan.txt"));
    let options = PlannerOptions { nodes: 20_000, ..PlannerOptions::default() };
    let report = repair(Some(&domain), Some(&problem), Some(&plan), &options, &mut on());
    assert_eq!(report.result, RepairResult::Budget, "{report:?}");
    assert!(!report.edits.is_empty() && report.why.contains("Whether fewer would do"), "{}", report.why);
    let mended = report.plan.join("\n");
    let options = stepguard_check::Options::default();
    assert!(stepguard_check::check(Some(&domain), Some(&problem), Some(mended.as_bytes()), &options).succeeds);
}

/// Every example has a repair, or needs none, and the repaired plan succeeds.
#[test]
fn every_example_can_be_repaired() {
    for folder in folders(&ours("static/examples")) {
        let read = |file: &str| std::fs::read(folder.join(file)).ok();
        let (domain, problem, plan) = (read("domain.pddl"), read("problem.pddl"), read("plan.txt"));
        let name = folder.display().to_string();
        let (domain, problem) = (domain.as_deref(), problem.as_deref());
        let before = stepguard_check::check(domain, problem, plan.as_deref(), &stepguard_check::Options::default());
        let report = repair(domain, problem, plan.as_deref(), &PlannerOptions::default(), &mut on());
        let expected = if before.succeeds { RepairResult::NothingToDo } else { RepairResult::Repair };
        assert_eq!(report.result, expected, "{name}: {}", report.why);
        let mended = report.plan.join("\n");
        let after =
            stepguard_check::check(domain, problem, Some(mended.as_bytes()), &stepguard_check::Options::default());
        assert!(after.succeeds, "{name}: {}", after.summary);
    }
}

/// What a plan is said to cost is what the checker says that the metric comes to.
#[test]
fn costs_are_values_of_the_metric() {
    let domain = "(define (domain d) (:requirements :strips :numeric-fluents :preferences)
        (:predicates (g) (h)) (:functions (total-cost) (spent) (price))
        (:action a :parameters () :effect (and (g) (increase (total-cost) 5) (increase (spent) 0.5)))
        (:action b :parameters () :effect (and (h) (increase (spent) 0.25) (increase (total-cost) 1))))";
    for (metric, unit, cost, why) in [
        ("minimize (+ 3 (* 2 (total-cost)))", "(+ 3 (* 2 (total-cost)))", "33", "none is cheaper"),
        ("maximize (- 100 (total-cost))", "maximize (- 100 (total-cost))", "85", "with 85 for (- 100 (total-cost))"),
        ("minimize (/ (spent) 3)", "(/ (spent) 3)", "1.5", "none is cheaper"),
        ("minimize (+ (* (price) (total-cost)) (total-time))", "(+ (* (price) (total-cost)) total-time)", "106", ""),
        ("maximize (- (total-time))", "steps", "1", "none is shorter"),
    ] {
        let problem = format!(
            "(define (problem p) (:domain d) (:init (= (total-cost) 10) (= (spent) 4) (= (price) 7)) (:goal (g))
            (:metric {metric}))"
        );
        let options = PlannerOptions { optimal: true, ..PlannerOptions::default() };
        let report = solve(Some(domain.as_bytes()), Some(problem.as_bytes()), &options, &mut on());
        assert!(report.optimal, "{metric}: {report:?}");
        assert_eq!((report.cost_unit.as_str(), report.cost.as_deref()), (unit, Some(cost)), "{}", report.why);
        assert!(report.why.contains(why), "{}", report.why);
        let plan = report.plan.expect("there is one").join("\n");
        let checked = stepguard_check::check(
            Some(domain.as_bytes()),
            Some(problem.as_bytes()),
            Some(plan.as_bytes()),
            &stepguard_check::Options::default(),
        );
        let value = checked.metric.and_then(|metric| metric.value);
        assert!(unit == "steps" || value.as_deref() == Some(cost), "{metric}: {value:?}");
    }
}

/// A cheapest plan with advice in the metric is cheapest but for that, and says so.
#[test]
fn advice_in_the_metric_is_left_out_by_name() {
    let domain = "(define (domain d) (:requirements :strips :numeric-fluents :preferences)
        (:predicates (g) (h)) (:functions (total-cost))
        (:action a :parameters () :effect (and (g) (increase (total-cost) 1)))
        (:action b :parameters () :effect (and (g) (h) (increase (total-cost) 2))))";
    let problem = "(define (problem p) (:domain d) (:init (= (total-cost) 0))
        (:goal (and (g) (preference tidy (h)))) (:metric minimize (+ (total-cost) (* 10 (is-violated tidy)))))";
    let options = PlannerOptions { optimal: true, ..PlannerOptions::default() };
    let report = solve(Some(domain.as_bytes()), Some(problem.as_bytes()), &options, &mut on());
    assert_eq!(report.cost_unit, "(+ (total-cost) (* 10 (is-violated tidy))) (preferences aside)");
    assert_eq!(report.cost.as_deref(), Some("1"), "{report:?}");
}

/// A task that cannot be written out is not one whose search ran out of states.
#[test]
fn what_is_too_large_is_called_so() {
    let domain = "(define (domain d) (:requirements :adl) (:predicates (e ?x ?y) (f ?x ?y))
        (:action a :parameters (?x ?y) :effect (e ?x ?y))
        (:action b :parameters (?x ?y) :effect (f ?x ?y)))";
    let objects: Vec<String> = (0..90).map(|number| format!("o{number}")).collect();
    let problem = format!(
        "(define (problem x) (:domain d) (:objects {}) (:init)
        (:goal (forall (?a ?b ?c ?d) (or (not (e ?a ?b)) (f ?c ?d)))))",
        objects.join(" ")
    );
    let options = PlannerOptions::default();
    let report = solve(Some(domain.as_bytes()), Some(problem.as_bytes()), &options, &mut on());
    assert_eq!(report.result, PlannerResult::Budget);
    assert!(report.why.starts_with("The task is too large for the planner"), "{}", report.why);
}

/// Plans that the search finds can be longer than any that the check of a plan text goes through.
#[test]
fn a_very_long_plan_is_checked_whole() {
    let domain = "(define (domain d) (:requirements :strips :numeric-fluents) (:predicates (g)) (:functions (n))
        (:action more :parameters () :effect (increase (n) 1))
        (:action enough :parameters () :precondition (>= (n) 100000) :effect (g)))";
    let problem = "(define (problem p) (:domain d) (:init (= (n) 0)) (:goal (g)))";
    let report = solve(Some(domain.as_bytes()), Some(problem.as_bytes()), &PlannerOptions::default(), &mut on());
    assert_eq!(report.result, PlannerResult::Plan, "{}", report.why);
    assert_eq!(report.plan.map(|plan| plan.len()), Some(100_001));
}
