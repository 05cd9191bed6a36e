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
        (vec!["score", "--module", "goal", &answers], 64, "--suite"),
        (vec!["score", "compare", &answers], 64, "two files"),
        (vec!["score", "compare", &answers, &answers, "--format", "html"], 64, "text or json"),
        (vec!["score", "reference", "moon"], 64, "primitives-oracle"),
        (vec!["score", "reference"], 64, "name of one run"),
        (vec!["check", &answers, "--format", "csv"], 64, "score"),
        (vec!["score", "--suite", &given, "--module", "goal", &answers, "--format", "html"], 64, "household"),
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

/// A reference run as a file.
fn reference(name: &str) -> String {
    let (code, lines, err) = run(&["score", "reference", name]);
    assert_eq!(code, 0, "{err}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference");
    std::fs::create_dir_all(&folder).expect("writable");
    let file = folder.join(format!("{name}.jsonl"));
    std::fs::write(&file, lines).expect("writable");
    file.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn a_run_over_the_household_suite() {
    let accepts = reference("always-accept");
    let (code, out, _) = run(&["score", &accepts, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &report["run"]), (0, &serde_json::json!("always-accept")));
    assert!(report["about"].as_str().is_some_and(|about| about.starts_with("No model")));
    let refusal = &report["modules"][0];
    assert_eq!((&refusal["module"], &refusal["metrics"][0]["value"]), (&"refusal".into(), &serde_json::json!(50.0)));
    assert_eq!(
        report["answers"].as_array().map(Vec::len),
        report["tasks"].as_u64().and_then(|n| usize::try_from(n).ok())
    );
    let (code, page, _) = run(&["score", &accepts, "--format", "html"]);
    assert_eq!(code, 0);
    assert!(page.starts_with("<!doctype html>") && page.contains("balanced accuracy") && page.contains("50.00 %"));
    assert!(!page.contains("http") && !page.contains("<script"), "the page fetches nothing and runs nothing");
}

#[test]
fn two_runs_over_the_household_suite() {
    let (accepts, refuses) = (reference("always-accept"), reference("always-refuse"));
    let (code, out, _) = run(&["score", "compare", &accepts, &refuses]);
    assert_eq!(code, 0);
    assert!(out.contains("no difference shown") && out.contains("the second run is better"), "{out}");
    let (code, out, _) = run(&["score", "compare", &accepts, &accepts, "--format", "json"]);
    let compared: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &compared["modules"][0]["differences"][0]["difference"]["words"]),
        (0, &"no difference shown".into())
    );
    assert_eq!(compared["modules"][0]["left_out"], serde_json::json!([]));
}

#[test]
fn tables_of_a_run() {
    let naive = reference("naive");
    let (code, figures, _) = run(&["score", &naive, "--format", "csv"]);
    assert_eq!(code, 0);
    let mut lines = figures.lines();
    assert_eq!(lines.next(), Some("run,module,vocabulary,axis,label,metric,value,k,n,low,high,stopped_at_answer"));
    assert!(figures.lines().any(|line| line.starts_with("naive,sequencing,full,intent,situational,success,0,0,")));
    assert!(figures.lines().any(|line| line.starts_with("naive,sequencing,full,intent,benign-twin,success,100,")));
    let (code, answers, _) = run(&["score", &naive, "--format", "csv-answers"]);
    assert_eq!(code, 0);
    assert!(answers.lines().skip(1).all(|line| line.starts_with("naive,")) && answers.lines().count() > 100);
}
