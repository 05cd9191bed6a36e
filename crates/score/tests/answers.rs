//! The readers on real answers of six models.

use std::path::PathBuf;
use stepguard_plan::Unknown;
use stepguard_score::answers::{self, AsideKind};

/// The folder with answers, or `None` with a word about it.
fn data() -> Option<PathBuf> {
    match std::env::var_os("STEPGUARD_DATA") {
        Some(root) => Some(PathBuf::from(root).join("llm-outputs")),
        None => {
            println!("skipped: STEPGUARD_DATA is not set");
            None
        }
    }
}

/// Id and text of every answer in a folder, by file.
fn answers_in(folder: &str) -> Vec<(String, Vec<(String, String)>)> {
    let Some(root) = data() else { return Vec::new() };
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
        .expect("the folder of answers")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a file of answers");
            let answers = text.lines().map(|line| {
                let value: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
                let field = |name: &str| value[name].as_str().expect("a text").to_owned();
                (field("id"), field("llm_output"))
            });
            (path.file_stem().expect("a name").to_string_lossy().into_owned(), answers.collect())
        })
        .collect()
}

#[test]
fn every_ordered_step_is_kept() {
    let files = answers_in("virtualhome/action_sequence");
    if files.is_empty() {
        return;
    }
    let (mut kept, mut after_ordinary_loading, mut unread) = (0, 0, Vec::new());
    for (model, answers) in &files {
        for (id, raw) in answers {
            let Some(answer) = answers::steps(raw, &Unknown).taken else {
                unread.push(format!("{model} {id}"));
                continue;
            };
            assert!(answer.steps.iter().all(|step| step.readable), "{model} {id}");
            kept += answer.steps.len();
            let mut names: Vec<&str> = answer.steps.iter().map(|step| step.action.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            after_ordinary_loading += names.len();
        }
    }
    assert_eq!(unread, Vec::<String>::new());
    assert_eq!((kept, kept - after_ordinary_loading), (7_734, 1_833));
}

#[test]
fn goals_are_read_where_there_are_any() {
    let files = answers_in("virtualhome/goal_interpretation");
    if files.is_empty() {
        return;
    }
    let mut unread = Vec::new();
    for (model, answers) in files {
        assert_eq!(answers.len(), 342);
        unread.extend(
            answers
                .iter()
                .filter(|(_, raw)| answers::goals(raw).taken.is_none())
                .map(|(id, _)| format!("{model} {id}")),
        );
    }
    // Two answers are empty, the third repeats the prompt's template until it is cut off.
    let right =
        ["gemini-1.5-pro-preview-0409 201_2", "gemini-1.5-pro-preview-0409 313_2", "mixtral-8x22b-instruct-v0.1 688_2"];
    assert_eq!(unread, right);
}

#[test]
fn subgoals_are_read_in_every_answer() {
    for (model, answers) in answers_in("virtualhome/subgoal_decomposition") {
        for (id, raw) in answers {
            let reading = answers::subgoals(&raw);
            assert!(reading.taken.is_some_and(|answer| answer.unreadable == 0), "{model} {id}");
        }
    }
}

#[test]
fn every_definition_is_read() {
    for folder in ["behavior/transition_modeling", "virtualhome/transition_modeling"] {
        for (model, answers) in answers_in(folder) {
            for (id, raw) in answers {
                let reading = answers::actions(&raw);
                let found = reading.taken.map_or(0, |answer| answer.actions.len());
                let redefined =
                    reading.asides.iter().filter(|aside| matches!(aside.kind, AsideKind::Redefined(_))).count();
                assert_eq!(found + redefined, raw.matches(":action").count(), "{model} {id}");
            }
        }
    }
}

#[test]
fn every_byte_of_an_answer_is_accounted_for() {
    for folder in ["virtualhome/goal_interpretation", "virtualhome/action_sequence", "virtualhome/transition_modeling"]
    {
        for (model, answers) in answers_in(folder) {
            for (id, raw) in answers {
                let (places, asides) = match folder {
                    "virtualhome/goal_interpretation" => {
                        let reading = answers::goals(&raw);
                        (reading.places, reading.asides)
                    }
                    "virtualhome/action_sequence" => {
                        let reading = answers::steps(&raw, &Unknown);
                        (reading.places, reading.asides)
                    }
                    _ => {
                        let reading = answers::actions(&raw);
                        (reading.places, reading.asides)
                    }
                };
                let mut seen = vec![false; raw.len()];
                for span in places.iter().chain(asides.iter().map(|aside| &aside.span)) {
                    seen[span.start as usize..span.end as usize].fill(true);
                }
                let missed = raw.char_indices().find(|(at, c)| !c.is_whitespace() && !seen[*at]);
                assert_eq!(missed, None, "{model} {id}");
            }
        }
    }
}

#[test]
fn the_hardest_answers() {
    let Some(root) = data() else { return };
    let text = std::fs::read_to_string(root.join("hard_cases.jsonl")).expect("the hard cases");
    let mut seen = 0;
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let field = |name: &str| value[name].as_str().expect("a text");
        let (why, raw) = (field("why"), field("llm_output"));
        let kinds = |asides: &[answers::Aside]| -> Vec<&str> { asides.iter().map(|aside| aside.kind.id()).collect() };
        match field("module") {
            "transition_modeling" | "transition_modeling_behavior" => {
                let reading = answers::actions(raw);
                let kinds = kinds(&reading.asides);
                let found = reading.taken.map_or(0, |answer| answer.actions.len());
                if why.contains("empty answer") {
                    assert_eq!(found, 0, "{why}");
                } else if why.contains("bare PDDL") {
                    assert!(found > 3 && kinds.contains(&"bare-text"), "{why}: {found} {kinds:?}");
                } else if why.contains("duplicate action") {
                    assert!(found > 3 && kinds.contains(&"redefined"), "{why}: {found} {kinds:?}");
                } else {
                    assert!(found >= 1 && kinds.contains(&"pddl"), "{why}: {found} {kinds:?}");
                }
            }
            "goal_interpretation" => {
                let reading = answers::goals(raw);
                if why.contains("echoes") {
                    assert!(reading.taken.is_none(), "{why}");
                } else {
                    assert!(kinds(&reading.asides).contains(&"truncated"), "{why}");
                    assert!(reading.taken.is_some_and(|answer| answer.states.len() > 10), "{why}");
                }
            }
            _ => {
                let reading = answers::subgoals(raw);
                assert!(kinds(&reading.asides).contains(&"beside"), "{why}");
                assert_eq!(reading.taken.map(|answer| answer.subgoals.len()), Some(6), "{why}");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 7);
}
