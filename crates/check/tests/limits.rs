//! Large and hostile inputs come to an end, and say which budget ended them. Each would take minutes or gigabytes if work
//! grew faster than the text; the time allowed here is generous, for slow machines.

use std::fmt::Write as _;
use std::sync::mpsc::channel;
use std::time::Duration;
use stepguard_check::{Budgets, Options, check, check_pasted, to_json};
use stepguard_report::{Outcome, Report, StepStatus};

/// Runs `work` on a thread with the stack of a browser's worker; fails when it is not done in time.
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = channel();
    std::thread::Builder::new()
        .stack_size(1024 * 1024)
        .spawn(move || done.send(work()))
        .expect("a thread can be started");
    wait.recv_timeout(Duration::from_secs(180)).expect("done within three minutes, and without a panic")
}

fn run(domain: &str, problem: &str, plan: &str) -> Report {
    run_with(domain, problem, plan, Options::default())
}

fn run_with(domain: &str, problem: &str, plan: &str, options: Options) -> Report {
    let (domain, problem, plan) = (domain.to_owned(), problem.to_owned(), plan.to_owned());
    in_time(move || {
        let report = check(Some(domain.as_bytes()), Some(problem.as_bytes()), Some(plan.as_bytes()), &options);
        assert!(to_json(&report).len() < 600_000_000, "the report is out of proportion");
        report
    })
}

/// `o0 o1 o2 ...`
fn objects(count: usize) -> String {
    let mut out = String::new();
    for number in 0..count {
        let _ = write!(out, "o{number} ");
    }
    out
}

const KETTLE: &str = "(define (domain k) (:requirements :strips :negative-preconditions)
  (:predicates (on) (ever) (wet))
  (:action switch-on :precondition (not (on)) :effect (and (on) (ever)))
  (:action switch-off :precondition (on) :effect (not (on)))
  (:action pour :precondition (and (on) (ever)) :effect (wet)))";
const KETTLE_TASK: &str = "(define (problem p) (:domain k) (:init) (:goal (ever)))";

#[test]
fn deep_nesting_is_refused_or_read() {
    for open in ["(", "(and ", "(not ", "(forall (?x) ", "[", "{\"a\":", "(when (p) "] {
        let close = if open.starts_with('[') {
            "]"
        } else if open.starts_with('{') {
            "}"
        } else {
            ")"
        };
        let deep = format!("{}(p){}", open.repeat(100_000), close.repeat(100_000));
        for unclosed in [deep.clone(), open.repeat(100_000), close.repeat(100_000)] {
            let domain =
                format!("(define (domain d) (:predicates (p)) (:action a :precondition {unclosed} :effect (p)))");
            let problem = format!("(define (problem q) (:domain d) (:init (p)) (:goal {unclosed}))");
            let whole = "(define (domain d) (:predicates (p)) (:action a :effect (p)))";
            run(&domain, KETTLE_TASK, "(a)");
            run(whole, &problem, "(a)");
            run(whole, "(define (problem q) (:domain d) (:init) (:goal (p)))", &unclosed);
            in_time(move || check_pasted(unclosed.as_bytes(), &Options::default()));
        }
    }
}

#[test]
fn a_plan_beyond_the_step_budget_says_so() {
    let plan = "(switch-on)\n(switch-off)\n".repeat(100_000);
    let report = run(KETTLE, KETTLE_TASK, &plan);
    assert_eq!(report.outcome, Outcome::Budget);
    assert_eq!(report.limits.hit.as_deref(), Some("steps"));
    assert_eq!(report.steps.len(), 200_000);
    assert_eq!(report.steps[99_999].status, StepStatus::Ran);
    assert_eq!(report.steps[100_000].status, StepStatus::NotRun);
    assert!(report.summary.contains("100000"), "{}", report.summary);
    assert!(!report.succeeds);
}

#[test]
fn a_quantifier_bomb_hits_the_work_budget_and_says_so() {
    let domain = "(define (domain b) (:requirements :adl) (:predicates (r ?a ?b ?c ?d ?e ?f) (q))
      (:action a :precondition (forall (?a ?b ?c ?d ?e ?f) (not (r ?a ?b ?c ?d ?e ?f))) :effect (q)))";
    let problem = format!("(define (problem p) (:domain b) (:objects {}) (:init) (:goal (q)))", objects(100));
    let options = Options { budgets: Budgets { nodes: 5_000_000, ..Budgets::default() }, ..Options::default() };
    let report = run_with(domain, &problem, "(a)", options);
    assert_eq!(report.outcome, Outcome::Budget, "{}", report.summary);
    assert_eq!(report.limits.hit.as_deref(), Some("nodes"));
    assert_eq!(report.safety, stepguard_report::Safety::Unknown);
}

#[test]
fn a_bomb_in_the_goal_a_rule_an_effect_or_an_axiom_ends() {
    let quantified = "(forall (?a ?b ?c ?d ?e ?f ?g ?h ?i ?j) (imply (p ?a) (p ?j)))";
    let names = objects(100);
    let options = || Options { budgets: Budgets { nodes: 3_000_000, ..Budgets::default() }, ..Options::default() };
    let domain = |extra: &str, effect: &str| {
        format!(
            "(define (domain b) (:requirements :adl :derived-predicates :constraints) (:predicates (p ?x) (q) \
             (r ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j)) {extra} (:action a :parameters () :effect {effect}))"
        )
    };
    let problem = |goal: &str, rule: &str| {
        format!("(define (problem p) (:domain b) (:objects {names}) (:init (p o1)) (:goal {goal}) {rule})")
    };
    let rule = format!("(:constraints (always {quantified}))");
    let rule_of_many = "(:constraints (forall (?a ?b ?c ?d ?e ?f ?g ?h ?i ?j) (always (imply (p ?a) (p ?j)))))";
    let axiom = "(:derived (r ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j) (or (p ?a) (r ?b ?c ?d ?e ?f ?g ?h ?i ?j ?a)))";
    let wide = "(forall (?a ?b ?c ?d ?e ?f ?g ?h ?i ?j) (r ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j))";
    for (domain, problem) in [
        (domain("", "(q)"), problem(quantified, "")),
        (domain("", "(q)"), problem("(q)", &rule)),
        (domain("", "(q)"), problem("(q)", rule_of_many)),
        (domain("", wide), problem("(q)", "")),
        (domain("", &format!("(when {quantified} (q))")), problem("(q)", "")),
        (domain(axiom, "(q)"), problem("(r o2 o3 o4 o5 o6 o7 o8 o9 o10 o11)", "")),
        (domain("", "(q)"), problem(wide, "")),
    ] {
        let report = run_with(&domain, &problem, "(a)", options());
        assert!(
            matches!(report.outcome, Outcome::Budget | Outcome::Invalid | Outcome::Valid),
            "{:?} {}",
            report.outcome,
            report.summary
        );
    }
}

#[test]
fn many_objects_are_fine() {
    let domain = "(define (domain m) (:requirements :typing :adl) (:types room) (:predicates (dirty ?r - room) (done))
      (:action clean :parameters (?r - room) :precondition (dirty ?r) :effect (not (dirty ?r)))
      (:action finish :precondition (forall (?r - room) (not (dirty ?r))) :effect (done)))";
    let mut init = String::new();
    for number in 0..50_000 {
        let _ = write!(init, "(dirty o{number}) ");
    }
    let problem =
        format!("(define (problem p) (:domain m) (:objects {}- room) (:init {init}) (:goal (done)))", objects(50_000));
    let report = run(domain, &problem, "(clean o7)\n(clean o49999)\n(clean o7)");
    assert_eq!(report.outcome, Outcome::Invalid, "{}", report.summary);
    assert_eq!(report.objects.len(), 50_000);
    // Every instance of the quantifier fails.
    let report = run(domain, &problem, "(clean o7)\n(finish)");
    assert_eq!(report.outcome, Outcome::Invalid, "{}", report.summary);
    assert_eq!(report.findings[0].literals.len(), 49_999);
}

#[test]
fn a_precondition_of_thousands_of_quantifiers_ends() {
    // Each has a slot of its own, and each of its failing instances is written down with all slots.
    let mut parts = String::new();
    for number in 0..20_000 {
        let _ = write!(parts, "(forall (?v{number}) (p ?v{number})) ");
    }
    let domain = format!(
        "(define (domain q) (:requirements :adl) (:predicates (p ?x))
          (:action a :parameters () :precondition (and {parts}) :effect (and)))"
    );
    let problem = format!("(define (problem p) (:domain q) (:objects {}) (:init) (:goal (and)))", objects(70));
    let report = run(&domain, &problem, "(a)\n(a)");
    assert_eq!(report.outcome, Outcome::Budget, "{}", report.summary);
}

#[test]
fn a_goal_with_many_false_literals_is_listed_in_time() {
    let domain =
        "(define (domain m) (:requirements :adl) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))";
    let problem =
        format!("(define (problem p) (:domain m) (:objects {}) (:init) (:goal (forall (?x) (p ?x))))", objects(30_000));
    let report = run(domain, &problem, "(a o5)");
    assert_eq!(report.findings.len(), 29_999);
    let mut goal = String::new();
    for number in 0..30_000 {
        let _ = write!(goal, "(p o{number}) ");
    }
    let problem =
        format!("(define (problem p) (:domain m) (:objects {}) (:init) (:goal (and {goal})))", objects(30_000));
    let report = run(domain, &problem, "(a o5)");
    assert_eq!(report.findings.len(), 29_999);
}

#[test]
fn thousands_of_failing_steps_do_not_multiply_with_thousands_of_states() {
    // The fact flips for half of the plan, then every step misses it.
    let flips = "(switch-on)\n(switch-off)\n".repeat(25_000);
    let plan = format!("{flips}{}", "(pour)\n".repeat(50_000));
    let report = run(KETTLE, KETTLE_TASK, &plan);
    assert_eq!(report.outcome, Outcome::Invalid);
    assert_eq!(report.findings[0].step, Some(50_001));
    assert_eq!(report.findings.len(), 50_000);
    assert_eq!(report.findings[0].held_in.len(), 25_000);
}

#[test]
fn thousands_of_failing_comparisons_do_not_multiply_with_thousands_of_states() {
    let domain = "(define (domain f) (:requirements :numeric-fluents :derived-predicates) (:predicates (q) (r)) (:functions (fuel))
      (:derived (r) (q))
      (:action burn :precondition (>= (fuel) 1) :effect (decrease (fuel) 1))
      (:action ride :precondition (r) :effect (q)))";
    let problem = "(define (problem p) (:domain f) (:init (= (fuel) 20000)) (:goal (q)))";
    let report = run(domain, problem, &"(burn)\n".repeat(50_000));
    assert_eq!(report.findings.len(), 30_000);
    assert_eq!(report.findings[0].step, Some(20_001));
    let report = run(domain, problem, &"(ride)\n(burn)\n".repeat(30_000));
    assert_eq!(report.findings[0].step, Some(1));
}

#[test]
fn many_steps_at_one_time_end() {
    let domain = "(define (domain t) (:predicates (p ?x) (q ?x)) (:action a :parameters (?x) :precondition (p ?x) :effect (q ?x)))";
    let mut init = String::new();
    let mut plan = String::new();
    for number in 0..50_000 {
        let _ = write!(init, "(p o{number}) ");
        let _ = writeln!(plan, "1: (a o{number})");
    }
    let problem =
        format!("(define (problem p) (:domain t) (:objects {}) (:init {init}) (:goal (q o1)))", objects(50_000));
    let report = run(domain, &problem, &plan);
    assert!(matches!(report.outcome, Outcome::Valid | Outcome::Budget), "{}", report.summary);
    // The same with times that are closer than the epsilon.
    let close = plan.lines().enumerate().fold(String::new(), |mut out, (at, line)| {
        let _ = writeln!(out, "1.{at:06}{}", &line[1..]);
        out
    });
    let options = Options { epsilon: "1".to_owned(), ..Options::default() };
    let report = run_with(domain, &problem, &close, options);
    assert!(matches!(report.outcome, Outcome::Valid | Outcome::Budget), "{}", report.summary);
}

#[test]
fn thousands_of_unknown_names_are_named_in_time() {
    let domain = "(define (domain u) (:predicates (p ?x)) (:action move :parameters (?x) :effect (p ?x)))";
    let problem = format!("(define (problem p) (:domain u) (:objects {}) (:init) (:goal (p o1)))", objects(20_000));
    let mut plan = String::new();
    for number in 0..20_000 {
        let _ = writeln!(plan, "(move x{number}y)");
    }
    let report = run(domain, &problem, &plan);
    assert_eq!(report.findings.len(), 20_000);
    let mut verbs = String::new();
    for number in 0..20_000 {
        let _ = writeln!(verbs, "(mvoe{number} o1)");
    }
    assert_eq!(run(domain, &problem, &verbs).findings.len(), 20_000);
    // Undeclared objects in the problem.
    let mut init = String::new();
    for number in 0..20_000 {
        let _ = write!(init, "(p x{number}y) ");
    }
    let problem =
        format!("(define (problem p) (:domain u) (:objects {}) (:init {init}) (:goal (p o1)))", objects(20_000));
    assert_eq!(run(domain, &problem, "").outcome, Outcome::Unreadable);
    // The same object thousands of times, and predicates that nobody declared.
    let problem =
        format!("(define (problem p) (:domain u) (:objects {}) (:init) (:goal (p o1)))", "o1 ".repeat(50_000));
    run(domain, &problem, "");
    let mut predicates = String::new();
    let mut init = String::new();
    for number in 0..10_000 {
        let _ = write!(predicates, "(p{number}) ");
        let _ = write!(init, "(q{number}) ");
    }
    let domain = format!("(define (domain u) (:predicates {predicates}) (:action a :effect (p1)))");
    let problem = format!("(define (problem p) (:domain u) (:init {init}) (:goal (p1)))");
    run(&domain, &problem, "(a)");
}

#[test]
fn prose_of_every_shape_ends() {
    for line in [
        "the the the the. ",
        "1. 1. 1. ",
        "- ",
        "((",
        "```\n",
        "a,",
        "\"",
        "open(",
        "{\"action\":",
        "\u{a0}",
        "1: ",
        "0.001: (a) [1]\n",
    ] {
        let report = run(KETTLE, KETTLE_TASK, &line.repeat(100_000));
        assert_ne!(report.outcome, Outcome::Unreadable, "{line}");
    }
}

#[test]
fn huge_numbers_stay_exact_or_are_refused() {
    let domain = "(define (domain n) (:requirements :numeric-fluents) (:predicates (q)) (:functions (x))
      (:action square :effect (assign (x) (* (x) (x)))) (:action halve :effect (scale-down (x) 3)))";
    let problem = "(define (problem p) (:domain n) (:init (= (x) 7)) (:goal (q)))";
    run(domain, problem, &"(square)\n".repeat(200));
    run(domain, problem, &"(halve)\n".repeat(20_000));
    let long = "9".repeat(200_000);
    run(domain, &format!("(define (problem p) (:domain n) (:init (= (x) {long})) (:goal (q)))"), "(square)");
    run(domain, &format!("(define (problem p) (:domain n) (:init (= (x) 0.{long})) (:goal (q)))"), "(square)");
    run(domain, problem, &format!("{long}: (square)\n0.{long}: (square)"));
    run(domain, problem, "1e999999999: (square)");
}
