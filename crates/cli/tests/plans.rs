//! `stepguard score` on plans and subgoals of foreign suites.

use std::path::PathBuf;
use std::process::{Command, Output};

fn stepguard(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stepguard")).args(arguments).output().expect("the command runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn data() -> Option<PathBuf> {
    match std::env::var_os("STEPGUARD_DATA") {
        Some(root) => Some(PathBuf::from(root).join("llm-outputs")),
        None => {
            println!("skipped: STEPGUARD_DATA is not set");
            None
        }
    }
}

#[test]
fn both_profiles_side_by_side() {
    let Some(root) = data() else { return };
    let suite = format!("eai-virtualhome={}", root.display());
    for (module, folder, official) in [
        ("sequencing", "action_sequence", "199 of 305, 65.25 %"),
        ("subgoal", "subgoal_decomposition", "289 of 338, 85.50 %"),
    ] {
        let run = root.join("virtualhome").join(folder).join("gpt-4o-2024-05-13.jsonl").display().to_string();
        let asked = ["score", "--suite", &suite, "--module", module, &run];
        let output = stepguard(&asked);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = said(&output);
        assert!(text.contains(official) && text.contains("why the profiles differ"), "{text}");
        if module == "subgoal" {
            continue;
        }
        let json = stepguard(&[&asked[..], &["--format", "json"]].concat());
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
        assert_eq!(json["module"], module);
        assert_eq!(json["figures"][0]["official"]["k"], 199);
    }
}

#[test]
fn what_cannot_be_scored_is_told() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let suite = format!("eai-behavior={folder}");
    let output = stepguard(&["score", "--suite", &suite, "--module", "sequencing", &format!("{folder}/Cargo.toml")]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("problems"), "{output:?}");
    let output = stepguard(&["score", "--suite", &suite, "--module", "refusal", "x"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("sequencing or subgoal"), "{output:?}");
}
