//! What several tests need: the third-party data where there is any, and the Embodied Agent Interface's suites from it.

#![allow(dead_code, unused_imports, unused_macros, reason = "every test is a crate of its own and uses a part of this")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stepguard_score::sequence::{Suite, World};

/// The folder of models' outputs; without it the test says that it is skipped.
pub(crate) fn data() -> Option<PathBuf> {
    match std::env::var_os("STEPGUARD_DATA") {
        Some(root) => Some(PathBuf::from(root).join("llm-outputs")),
        None => {
            println!("skipped: STEPGUARD_DATA is not set");
            None
        }
    }
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file of the data")
}

/// The files of a folder, in order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// A suite with its problems, and with its scenes where it has them.
pub(crate) fn suite(root: &Path, world: World) -> Suite {
    let root = root.join(if world == World::Behavior { "behavior" } else { "virtualhome" });
    let problems: BTreeMap<String, String> = files(&root.join("problems"))
        .iter()
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), read(path)))
        .collect();
    let stages = (world != World::Behavior).then(|| read(&root.join("action_sequence_tasks.jsonl")));
    let (tasks, domain) = (read(&root.join("tasks.jsonl")), read(&root.join("domain.pddl")));
    Suite::read(world, &tasks, &domain, problems, stages.as_deref()).expect("a suite")
}

/// What the official evaluator gives: figure by name, in percent.
pub(crate) fn published(root: &Path, module: &str, model: &str) -> BTreeMap<String, f64> {
    read(&root.join("official_scores.csv"))
        .lines()
        .filter_map(|line| {
            let fields: Vec<&str> = line.splitn(6, ',').collect();
            let [of, _, by, metric, value, _] = fields.as_slice() else { return None };
            (*of == module && *by == model).then(|| ((*metric).to_owned(), value.parse().expect("a number")))
        })
        .collect()
}

/// A test for each of the six models, which run side by side.
macro_rules! each_model {
    ($run:ident) => {
        each_model!($run: claude_3_opus "claude-3-opus-20240229", gemini_1_5_pro "gemini-1.5-pro-preview-0409",
            gpt_3_5_turbo "gpt-3.5-turbo-0125", gpt_4o "gpt-4o-2024-05-13", llama_3_8b "llama-3-8b-chat",
            mixtral_8x22b "mixtral-8x22b-instruct-v0.1");
    };
    ($run:ident: $($test:ident $model:literal),*) => {
        $(#[test]
        fn $test() {
            $run($model);
        })*
    };
}
pub(crate) use each_model;
