//! `stepguard results` as it is run, on folders that the tests write.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Exit code, standard output and standard error.
fn run(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stepguard")).args(words).output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

/// A folder with files; `name` keeps tests apart.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("results").join(name);
    if root.exists() {
        std::fs::remove_dir_all(&root).expect("it can be made anew");
    }
    for (path, text) in files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        std::fs::write(path, text).expect("writable");
    }
    root
}

const STEPS: &str = "{\"env_step\": 1, \"action_id\": 4, \"action_description\": \"find a Jar\", \"env_feedback\": \"Done.\", \
    \"last_action_success\": 1.0, \"reasoning\": \"{\\\"reasoning_and_reflection\\\": \\\"the jar is near\\\", \
    \\\"executable_plan\\\": [{\\\"action_id\\\": 4, \\\"action_name\\\": \\\"find a Jar\\\"}]}\"}\n\
    {\"last_action_success\": 0.0, \"action_id\": -2, \"action_description\": \"empty plan\", \"reasoning\": \"{}\"}\n";

const RESULT: &str = "{\"task_success\": 0.0, \"num_steps\": 1, \"planner_steps\": 2, \"empty_plan\": 1, \"instruction\": \"Fetch the jar.\"}";

fn whole(summary: &str, name: &str) -> String {
    let files = [
        ("eb_alfred/vlm_try/base/episode_1_step_1.json", STEPS),
        ("eb_alfred/vlm_try/base/results/episode_1_final_res.json", RESULT),
        ("eb_alfred/vlm_try/base/results/episode_2_final_res.json", "{\"task_success\": 1.0, \"num_steps\": 7}"),
        ("eb_alfred/vlm_try/base/results/summary.json", summary),
        ("eb_alfred/vlm_try/base/images/episode_1/episode_1_step_0.png", "no picture"),
    ];
    folder(name, &files).to_string_lossy().into_owned()
}

#[test]
fn a_folder_is_summed_up() {
    let (code, out, err) = run(&["results", "import", &whole("{\"num_steps\": 4.0}", "sound")]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("alfred.vlm-try: model not named, alfred"), "{out}");
    assert!(out.contains("2/50  50.0 % (9.5 to 90.5)"), "{out}");
    assert!(out.contains("base failed because: wrong-termination 1"), "{out}");
    assert!(
        out.ends_with("no summary differs from its episodes. One picture or film was indexed, not opened.\n"),
        "{out}"
    );
}

#[test]
fn exit_codes_tell_what_was_found() {
    let (code, out, _) = run(&["results", "import", &whole("{\"num_steps\": 5.0}", "differs")]);
    assert_eq!(code, 1);
    assert!(out.contains("5 in the summary; the mean of 2 results is 4.0000"), "{out}");
    let (code, out, _) = run(&["results", "import", &whole("{\"num_steps\": ", "broken")]);
    assert_eq!(code, 2);
    assert!(out.contains("summary.json:1: not readable: the text ends where a value should be"), "{out}");
    let empty = folder("empty", &[("notes.md", "nothing")]);
    let (code, out, _) = run(&["results", "import", &empty.to_string_lossy()]);
    assert_eq!(code, 2);
    assert!(out.contains("empty/notes.md: its name is none of a run's files"), "{out}");
    assert_eq!(run(&["results", "import", "/no/such/folder"]).0, 2);
    for wrong in [
        &["results"][..],
        &["results", "import"],
        &["results", "import", "x", "--env", "alfred"],
        &["results", "published", "--search", "x"],
        &["results", "published", "--format", "html"],
        &["results", "compare", "GPT-4o"],
    ] {
        assert_eq!(run(wrong).0, 64, "{wrong:?}");
    }
}

#[test]
fn a_folder_inside_a_run_says_the_same() {
    let root = whole("{}", "inside");
    let all = run(&["results", "import", &root, "--format", "csv"]);
    for inside in ["eb_alfred", "eb_alfred/vlm_try", "eb_alfred/vlm_try/base", "eb_alfred/vlm_try/base/results"] {
        let some = run(&["results", "import", &format!("{root}/{inside}"), "--format", "csv"]);
        let first = |text: &str| text.lines().nth(1).map(|line| line.split(',').next().unwrap_or_default().to_owned());
        assert_eq!(first(&some.1), first(&all.1), "{inside}");
    }
    assert_eq!(all.1.lines().count(), 3, "{}", all.1);
}

#[test]
fn one_episode_and_a_search() {
    let root = whole("{}", "episode");
    let (code, out, _) = run(&["results", "import", &root, "alfred.vlm-try/base/1"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("thinks: the jar is near") && out.contains("  1 find a Jar [ran]") && out.contains("[empty plan]"),
        "{out}"
    );
    let (code, out, _) = run(&["results", "import", &root, "--search", "Jar is"]);
    assert_eq!((code, out.as_str()), (0, "alfred.vlm-try/base/1 round 1 reasoning: the [jar is] near\n1 places\n"));
    let (code, _, err) = run(&["results", "import", &root, "alfred.vlm-try/base/9"]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no episode alfred.vlm-try/base/9"), "{err}");
    let (_, out, _) = run(&["results", "import", &root, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["runs"][0]["episodes"][0]["error"]["class"], "wrong-termination");
}

#[test]
fn published_figures_are_filtered() {
    let (code, out, err) = run(&["results", "published", "--env", "EB-Manipulation", "--measure", "success"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("EB-Manipulation, Task success, percent (table-3)"), "{out}");
    assert!(out.contains("10.4 is no share of 36 tasks: 3 of 36 is 8.33, 4 of 36 is 11.11."), "{out}");
    assert!(out.ends_with("4 plain means among weighted ones, 1 rate that no count of tasks gives.\n"), "{out}");
    let (_, out, _) = run(&["results", "published", "--model", "GPT-4o", "--format", "csv"]);
    assert_eq!(out.lines().count(), 119);
    let (_, out, _) = run(&["results", "published", "--marked", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["figures"].as_array().map(Vec::len), Some(12));
    let (code, _, err) = run(&["results", "published", "--model", "HAL"]);
    assert_eq!(code, 2);
    assert!(err.contains("nothing is published of the model HAL; there are gpt-4o, "), "{err}");
    let (_, out, _) = run(&["results", "compare", "GPT-4o", "Qwen2-VL-7B-Ins", "--env", "alfred"]);
    assert!(out.contains("base     64 | 6 (-58)"), "{out}");
}
