//! The planner's commands as they are run: what they print, their exit codes, and a certificate from writing to checking.
//! Snapshots show the text as a reader sees it; `INSTA_UPDATE=always` accepts a change that is meant.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Exit code, standard output and standard error.
fn run(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stepguard"))
        .args(words)
        .current_dir(root())
        .output()
        .expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

fn told(words: &[&str]) -> String {
    let (code, out, err) = run(words);
    let err = if err.is_empty() { err } else { format!("--- standard error\n{err}") };
    format!("$ stepguard {}\nexit {code}\n---\n{out}{err}", words.join(" "))
}

/// A file of these tests' own.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("writable");
    path.to_str().expect("a path in UTF-8").to_owned()
}

const FIRE: [&str; 3] = [
    "static/examples/fire-towel/domain.pddl",
    "static/examples/fire-towel/problem.pddl",
    "static/examples/fire-towel/plan.txt",
];

const STUCK: &str = "(define (domain doors) (:requirements :strips :negative-preconditions)
  (:predicates (open ?d) (locked ?d))
  (:action unlock :parameters (?d) :precondition (and (locked ?d) (open ?d)) :effect (not (locked ?d)))
  (:action open-up :parameters (?d) :precondition (not (locked ?d)) :effect (open ?d)))
(define (problem in) (:domain doors) (:objects front) (:init (locked front)) (:goal (open front)))";

#[test]
fn texts_for_people() {
    let [domain, problem, plan] = FIRE;
    insta::assert_snapshot!("solve", told(&["solve", domain, problem]));
    insta::assert_snapshot!("solve-optimal", told(&["solve", domain, problem, "--optimal"]));
    insta::assert_snapshot!("solve-ignoring-rules", told(&["solve", domain, problem, "--optimal", "--ignore-rules"]));
    insta::assert_snapshot!("count", told(&["count", domain, problem]));
    insta::assert_snapshot!("count-list", told(&["count", domain, problem, "--extra", "1", "--list", "4"]));
    insta::assert_snapshot!("repair", told(&["repair", domain, problem, plan]));
    insta::assert_snapshot!(
        "repair-long",
        told(&[
            "repair",
            "static/examples/groceries/domain.pddl",
            "static/examples/groceries/problem.pddl",
            "static/examples/groceries/plan.txt"
        ])
    );
}

#[test]
fn texts_for_programs() {
    let [domain, problem, plan] = FIRE;
    insta::assert_snapshot!("solve-json", told(&["solve", domain, problem, "--format", "json"]));
    insta::assert_snapshot!("count-json", told(&["count", domain, problem, "--format", "json"]));
    insta::assert_snapshot!("repair-json", told(&["repair", domain, problem, plan, "--format", "json"]));
}

#[test]
fn what_is_impossible_is_proved_and_excused() {
    let stuck = file("stuck.pddl", STUCK);
    let plan = file("stuck.txt", "(open-up front)");
    let without_path = |text: String| text.replace(&stuck, "stuck.pddl").replace(&plan, "stuck.txt");
    insta::assert_snapshot!("prove", without_path(told(&["prove", &stuck])));
    insta::assert_snapshot!("repair-impossible", without_path(told(&["repair", &stuck, &plan])));
    let certificate = file("stuck.proof", "");
    let (code, ..) = run(&["prove", &stuck, "--out", &certificate]);
    assert_eq!(code, 0);
    let (code, out, _) = run(&["prove", "--check", &certificate, &stuck]);
    assert!(code == 0 && out.starts_with("Accepted"), "{code} {out}");
    let (code, _, err) = run(&["prove", "--check", &certificate, FIRE[0], FIRE[1]]);
    assert!(code == 1 && err.contains("another task"), "{code} {err}");
    std::fs::write(&certificate, b"no certificate").expect("writable");
    assert_eq!(run(&["prove", "--check", &certificate, &stuck]).0, 1);
}

#[test]
fn exit_codes() {
    let stuck = file("codes.pddl", STUCK);
    let empty = file("codes.txt", "");
    let [domain, problem, plan] = FIRE;
    for (words, wanted) in [
        (&["solve", domain, problem][..], 0),
        (&["solve", &stuck], 1),
        (&["solve", "tests/cases/52-predicate-with-a-typo/domain.pddl", problem], 2),
        (&["solve", domain, problem, "--nodes", "0"], 3),
        (
            &[
                "solve",
                "tests/cases/46-durations-and-instant-steps/domain.pddl",
                "tests/cases/46-durations-and-instant-steps/problem.pddl",
            ],
            4,
        ),
        (&["count", domain, problem, "--extra", "0"], 0),
        (&["count", &stuck], 1),
        (&["prove", domain, problem], 1),
        (&["prove", &stuck], 0),
        (&["repair", domain, problem, plan], 0),
        (&["repair", domain, problem, plan, "--max-cost", "0"], 3),
        (&["repair", domain, problem, plan, "--weights", "2,2,2,2"], 0),
        (&["repair", &stuck, &empty], 1),
        (&["solve"], 64),
        (&["repair", domain], 64),
        (&["repair", domain, problem, plan, "--weights", "1,2"], 64),
        (&["count", domain, problem, plan], 64),
    ] {
        assert_eq!(run(words).0, wanted, "{words:?}");
    }
}

#[test]
fn a_plan_that_is_printed_is_a_plan_file() {
    let (code, plan, _) = run(&["solve", FIRE[0], FIRE[1]]);
    assert_eq!(code, 0);
    let plan = file("printed.txt", &plan);
    assert_eq!(run(&["check", FIRE[0], FIRE[1], &plan]).0, 0);
}
