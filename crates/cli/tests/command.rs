//! The command as it is run: what it prints for cases of every kind, its exit codes, and where its texts may come from.
//! Snapshots show the text as a reader sees it; `INSTA_UPDATE=always` accepts a change that is meant.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(words: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stepguard"))
        .args(words)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that is told wrong ends without reading.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("the command ends")
}

/// Exit code, standard output and standard error as one text.
fn told(words: &[&str], input: &[u8]) -> String {
    let Output { status, stdout, stderr } = run(words, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (out, err) = (text(stdout), text(stderr));
    let code = status.code().expect("no signal");
    let err = if err.is_empty() { err } else { format!("--- standard error\n{err}") };
    format!("$ stepguard {}\nexit {code}\n---\n{out}{err}", words.join(" "))
}

fn code(words: &[&str], input: &[u8]) -> i32 {
    run(words, input).status.code().expect("no signal")
}

/// The report of a check.
fn json(words: &[&str], input: &[u8]) -> serde_json::Value {
    serde_json::from_slice(&run(words, input).stdout).expect("a report")
}

/// The files of a folder as they are given to `check`.
fn files(folder: &str) -> Vec<String> {
    ["domain.pddl", "problem.pddl", "plan.txt"]
        .iter()
        .map(|name| format!("{folder}/{name}"))
        .filter(|path| root().join(path).is_file())
        .collect()
}

fn check(folder: &str, flags: &[&str]) -> String {
    let files = files(folder);
    let words: Vec<&str> =
        ["check"].into_iter().chain(files.iter().map(String::as_str)).chain(flags.iter().copied()).collect();
    told(&words, b"")
}

#[test]
fn texts_for_people() {
    for folder in [
        "tests/cases/01-glued-variables",
        "tests/cases/02-nothing-to-do",
        "tests/cases/22-numbered-list-with-prose",
        "tests/cases/40-executable-but-unsafe",
        "tests/cases/46-durations-and-instant-steps",
        "tests/cases/48-starter-file",
        "tests/cases/52-predicate-with-a-typo",
        "tests/cases/57-empty-plan-invalid",
        "tests/cases/70-near-miss-action-name",
        "tests/cases/71-two-steps-swapped",
        "tests/cases/72-already-done",
        "tests/cases/80-promise-still-open-when-it-fails",
        "tests/cases/83-imply-in-a-precondition",
        "static/examples/affordance-type",
        "static/examples/fire-towel",
        "static/examples/goal-undone",
    ] {
        let name = folder.rsplit('/').next().expect("a name");
        insta::assert_snapshot!(format!("text-{name}"), check(folder, &[]));
    }
}

#[test]
fn texts_for_programs() {
    for folder in [
        "tests/cases/71-two-steps-swapped",
        "tests/cases/40-executable-but-unsafe",
        "tests/cases/52-predicate-with-a-typo",
    ] {
        let name = folder.rsplit('/').next().expect("a name");
        insta::assert_snapshot!(format!("json-{name}"), check(folder, &["--format", "json"]));
    }
}

#[test]
fn lines_fit_a_terminal() {
    for folder in ["tests/cases", "static/examples"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("the folder is there") {
            let name = entry.expect("readable").file_name().into_string().expect("a name");
            let told = check(&format!("{folder}/{name}"), &[]);
            // The strip is what is aligned; sentences may be folded by the terminal.
            for line in told.lines().filter(|line| line.starts_with("step  ") || line.starts_with("status ")) {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
            assert!(!told.contains('\u{1b}'), "{name}: colours in a file");
        }
    }
}

#[test]
fn exit_codes() {
    let files = |folder: &str| files(&format!("tests/cases/{folder}"));
    for (folder, wanted) in [
        ("01-glued-variables", 0),
        ("71-two-steps-swapped", 1),
        ("40-executable-but-unsafe", 1),
        ("23-one-line-is-english", 1),
        ("52-predicate-with-a-typo", 2),
        ("46-durations-and-instant-steps", 4),
    ] {
        let files = files(folder);
        let words: Vec<&str> = ["check"].into_iter().chain(files.iter().map(String::as_str)).collect();
        assert_eq!(code(&words, b""), wanted, "{folder}");
    }
    let [domain, problem, plan] = &files("71-two-steps-swapped")[..] else { panic!("three texts") };
    assert_eq!(code(&["check", domain, problem], b""), 2, "no plan");
    assert_eq!(code(&["check", domain], b""), 2, "no problem");
    assert_eq!(code(&["check", domain, problem, "no/such/file"], b""), 2);
    assert_eq!(code(&["check", domain, problem, plan, "--steps", "1"], b""), 3);
    for wrong in [
        &[][..],
        &["chekc"],
        &["check"],
        &["check", domain, problem, plan, plan],
        &["check", "--colour", domain],
        &["check", domain, problem, plan, "--steps", "many"],
        &["check", domain, problem, plan, "--epsilon", "0"],
        &["check", domain, problem, plan, "--format", "xml"],
        &["check", domain, problem, plan, "--profile", "mine"],
        &["check", "-", "-"],
        &["parse"],
        &["parse", domain, problem],
        &["explain"],
        &["explain", "Z0000"],
    ] {
        assert_eq!(code(wrong, b""), 64, "{wrong:?}");
    }
}

#[test]
fn wrong_usage_is_explained() {
    let [domain, problem, plan] = &files("tests/cases/71-two-steps-swapped")[..] else { panic!("three texts") };
    insta::assert_snapshot!("usage-unknown-flag", told(&["check", domain, problem, plan, "--colour"], b""));
    insta::assert_snapshot!(
        "usage-unknown-command",
        told(&["chekc"], b"").lines().take(6).collect::<Vec<_>>().join("\n")
    );
    insta::assert_snapshot!(
        "usage-missing-file",
        told(&["check", domain, problem, "no/such/file"], b"").lines().take(4).collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn help_and_version() {
    assert_eq!(code(&["--help"], b""), 0);
    assert!(told(&["--help"], b"").contains("Exit codes"));
    assert!(told(&["--version"], b"").contains("stepguard "));
}

#[test]
fn standard_input_is_read_for_a_dash() {
    let files = files("tests/cases/71-two-steps-swapped");
    let words = |replaced: usize| -> Vec<&str> {
        let names = files.iter().enumerate().map(|(at, file)| if at == replaced { "-" } else { file.as_str() });
        ["check", "--format", "json"].into_iter().chain(names).collect()
    };
    let wanted = json(&words(usize::MAX), b"");
    for (replaced, file) in files.iter().enumerate() {
        let input = std::fs::read(root().join(file)).expect("readable");
        assert_eq!(json(&words(replaced), &input), wanted);
    }
}

#[test]
fn an_absent_plan_is_not_the_empty_plan() {
    let [domain, problem, _] = &files("tests/cases/71-two-steps-swapped")[..] else { panic!("three texts") };
    let absent = json(&["check", domain, problem, "--format", "json"], b"");
    assert_eq!((&absent["outcome"], &absent["missing"][0]), (&"incomplete".into(), &"plan".into()));
    assert!(absent["plan"]["notation"].is_null());
    let empty = json(&["check", domain, problem, "-", "--format", "json"], b"");
    assert_eq!((&empty["outcome"], &empty["primary"]), (&"invalid".into(), &"unmet-goal".into()));
}

#[test]
fn one_file_may_hold_both_definitions() {
    let folder = "tests/cases/71-two-steps-swapped";
    let [domain, problem, plan] = &files(folder)[..] else { panic!("three texts") };
    let read = |path: &String| std::fs::read_to_string(root().join(path)).expect("readable");
    let both = format!("{}\n{}", read(domain), read(problem));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("both.pddl");
    std::fs::write(&path, &both).expect("writable");
    let path = path.to_str().expect("a path in UTF-8");
    let report = json(&["check", path, path, plan, "--format", "json"], b"");
    assert_eq!(report["primary"], "wrong-temporal-order");
    assert_eq!(report["diagnostics"], serde_json::json!([]));
    // Mixed: definitions and plan in one text, and in any order of files.
    let all = format!("{both}\n{}", read(plan));
    let mixed = json(&["check", "--mixed", "-", "--format", "json"], all.as_bytes());
    assert_eq!(mixed["primary"], "wrong-temporal-order");
    let sorted = json(&["check", "--mixed", plan, problem, domain, "--format", "json"], b"");
    assert_eq!(sorted["primary"], "wrong-temporal-order");
}

#[test]
fn parse_and_explain() {
    insta::assert_snapshot!("parse", told(&["parse", "tests/cases/52-predicate-with-a-typo/domain.pddl"], b""));
    insta::assert_snapshot!("parse-clean", told(&["parse", "static/examples/tea-right/domain.pddl"], b""));
    insta::assert_snapshot!(
        "parse-json",
        told(&["parse", "-", "--format", "json"], b"(define (domain d) (:predicates (p)")
    );
    insta::assert_snapshot!("explain-code", told(&["explain", "p0101"], b""));
    insta::assert_snapshot!("explain-category", told(&["explain", "missing-step"], b""));
    insta::assert_snapshot!("explain-kind", told(&["explain", "undone-earlier"], b""));
    insta::assert_snapshot!("explain-unknown", told(&["explain", "Z0000"], b""));
}

#[test]
fn the_same_bytes_twice() {
    for folder in ["tests/cases/71-two-steps-swapped", "static/examples/fire-towel", "tests/cases/66-derived-recursive"]
    {
        assert_eq!(check(folder, &["--format", "json"]), check(folder, &["--format", "json"]));
    }
    let report = check("static/examples/fire-towel", &["--format", "json"]);
    assert!(!report.contains("timings"));
    assert!(check("static/examples/fire-towel", &["--format", "json", "--timings"]).contains("\"timings\":"));
}

#[test]
fn thousands_of_messages_do_not_flood_a_terminal() {
    let domain = format!(
        "(define (domain d) (:predicates (p)) (:action a :precondition (and {}) :effect (p)))",
        "(nobody)\n".repeat(3000)
    );
    let told = told(&["parse", "-"], domain.as_bytes());
    assert!(told.len() < 60_000, "{} bytes", told.len());
}
