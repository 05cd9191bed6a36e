//! `stepguard score` as it is run, on a suite of two tasks that the test writes itself.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Exit code, standard output and standard error.
fn run(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stepguard")).args(words).output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

/// A folder with a suite, and a run; `name` keeps tests apart.
fn suite(name: &str) -> (PathBuf, String) {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let folder = root.join("virtualhome");
    std::fs::create_dir_all(&folder).expect("writable");
    let file = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("writable");
    file(
        "tasks.jsonl",
        "{\"id\": \"a\", \"task\": \"tidy\", \"actions\": [\"open\"]}\n{\"id\": \"b\", \"task\": \"rest\", \"actions\": [\"open\"]}\n",
    );
    file(
        "gold_actions.jsonl",
        "{\"action_name\": \"open\", \"action_parameters\": \"(?o - object)\", \"action_preconditions\": \"(not (open ?o))\", \
         \"action_effects\": \"(open ?o)\"}\n",
    );
    file("predicates_category.json", "{\"open\": \"object_states\"}");
    file("relation_types.json", "{}");
    file("action_space.json", "{\"WASH\": \"wash\"}");
    file(
        "goal_interpretation_gold.jsonl",
        "{\"id\": \"a\", \"task\": \"tidy\", \"objects\": [[\"box\", 1]], \"gold\": {\"node goals\": [{\"name\": \"box\", \"id\": 1, \
         \"state\": \"OPEN\"}], \"edge goals\": [], \"action goals\": []}}\n",
    );
    let answers = root.join("run.jsonl");
    std::fs::write(
        &answers,
        "{\"id\": \"a\", \"module\": \"transition\", \"output\": \"(:action open :parameters (?x - object) :precondition (not (open \
         ?x)) :effect (open ?x))\"}\n{\"id\": \"a\", \"module\": \"goal\", \"output\": \"{'node goals': [{'name': 'box', 'state': \
         'OPEN'}]}\"}\nnonsense\n",
    )
    .expect("writable");
    (root, answers.to_str().expect("a path in UTF-8").to_owned())
}

#[test]
fn figures_as_json_and_as_text() {
    let (root, answers) = suite("figures");
    let given = format!("eai-virtualhome={}", root.join("virtualhome").display());
    let words = ["score", "--suite", &given, "--module", "transition", &answers];
    let (code, out, _) = run(&[&words[..], &["--format", "json"]].concat());
    assert_eq!(code, 0);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    // Half of the tasks have no answer.
    assert_eq!(report["f1"], 66.6667);
    assert_eq!(report["unanswered"]["k"], 1);
    assert_eq!(report["faults"][0]["line"], 3);
    assert_eq!(report["profile"], "corrected");
    let (code, out, _) = run(&[&words[..], &["--profile", "official", "--format", "json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    // The parameter has another name.
    assert_eq!((code, &report["f1"]), (0, &serde_json::json!(0.0)));
    let (code, out, _) = run(&words);
    assert_eq!(code, 0);
    assert!(out.contains("F1 is 66.67 %") && out.contains("line 3: no JSON"), "{out}");

    // The folder of several suites will do as well.
    let given = format!("eai-virtualhome={}", root.display());
    let (code, out, _) = run(&["score", "--suite", &given, "--module", "goal", &answers, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &report["f1"]), (0, &serde_json::json!(100.0)));
}

#[test]
fn what_cannot_be_scored() {
    let (root, answers) = suite("refused");
    let given = format!("eai-behavior={}", root.join("nowhere").display());
    for (words, code, said) in [
        (vec!["score"], 64, "one file of answers"),
        (vec!["score", &answers], 64, "--suite"),
        (vec!["score", "--suite", "eai-behavior", "--module", "goal", &answers], 64, "folder"),
        (vec!["score", "--suite", "moon=x", "--module", "goal", &answers], 64, "no suite moon"),
        (vec!["score", "--suite", &given, &answers], 64, "--module"),
        (vec!["score", "--suite", &given, "--module", "sums", &answers], 64, "no module sums"),
        (vec!["score", "--suite", &given, "--module", "goal", &answers], 2, "cannot read"),
        (vec!["score", "--suite", &given, "--profile", "mine", "--module", "goal", &answers], 64, "no profile mine"),
    ] {
        let (found, _, err) = run(&words);
        assert_eq!(found, code, "{words:?} {err}");
        assert!(err.contains(said), "{words:?} {err}");
    }
}
