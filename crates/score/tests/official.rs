//! The official profile against the figures that the official evaluators give on the same answers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stepguard_score::transition::{Section, Suite, Table, TaskScore, score, total};
use stepguard_score::{Counts, Module, Profile, Run};

/// The figures are rounded to four decimals. The bar is 0.1 point; the rules give them exactly.
const ROUNDED: f64 = 0.000_051;

fn data() -> Option<PathBuf> {
    match std::env::var_os("STEPGUARD_DATA") {
        Some(root) => Some(PathBuf::from(root).join("llm-outputs")),
        None => {
            println!("skipped: STEPGUARD_DATA is not set");
            None
        }
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file of the data")
}

/// The figures of a module: by data set and model, then by name. Later sections of the file have names of their own.
fn published(root: &Path, module: &str) -> BTreeMap<(String, String), BTreeMap<String, f64>> {
    let mut figures: BTreeMap<(String, String), BTreeMap<String, f64>> = BTreeMap::new();
    for line in read(&root.join("official_scores.csv")).lines().skip(1) {
        let fields: Vec<&str> = line.splitn(6, ',').collect();
        if let [of, dataset, model, metric, value, _] = fields.as_slice()
            && *of == module
        {
            let key = ((*dataset).to_owned(), (*model).to_owned());
            figures.entry(key).or_default().insert((*metric).to_owned(), value.parse().expect("a number"));
        }
    }
    figures
}

fn models(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder of answers").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let name = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), read(path))).collect()
}

fn percent(value: Option<f64>) -> f64 {
    value.unwrap_or(0.0) * 100.0
}

fn table(scores: &[TaskScore]) -> Table {
    let mut table = Table::new();
    for (key, counts) in scores.iter().flat_map(|score| &score.counts) {
        *table.entry(key.clone()).or_default() += *counts;
    }
    table
}

/// Our value of a figure.
fn ours(table: &Table, scores: &[TaskScore], metric: &str) -> f64 {
    let parts: Vec<&str> = metric.split('.').collect();
    let (counts, what): (Counts, &str) = match parts.as_slice() {
        ["logic_score_parse_failures"] => {
            let given_up: u64 = scores.iter().map(|score| score.given_up).sum();
            return given_up as f64;
        }
        ["overall", section, what] => {
            let section = match *section {
                "precondition" => Some(Section::Precondition),
                "effect" => Some(Section::Effect),
                _ => None,
            };
            (total(table, section), what)
        }
        [class, what] => (table.iter().filter(|((_, of), _)| of == class).map(|(_, counts)| *counts).sum(), what),
        _ => unreachable!("a figure of another form: {metric}"),
    };
    match what {
        "precision" => percent(counts.precision()),
        "recall" => percent(counts.recall()),
        "f1" => percent(counts.f1()),
        "TP" => counts.true_positives as f64,
        "FP" => counts.false_positives as f64,
        "FN" => counts.false_negatives as f64,
        _ => unreachable!("a figure of another form: {metric}"),
    }
}

fn suite(root: &Path) -> Suite {
    Suite::read(
        &read(&root.join("tasks.jsonl")),
        &read(&root.join("gold_actions.jsonl")),
        &read(&root.join("predicates_category.json")),
    )
    .expect("a suite")
}

#[test]
fn transition_modelling_gives_the_official_figures() {
    let Some(root) = data() else { return };
    let figures = published(&root, "transition_modeling");
    let mut compared = 0;
    let mut apart = Vec::new();
    for dataset in ["behavior", "virtualhome"] {
        let suite = suite(&root.join(dataset));
        for (model, answers) in models(&root.join(dataset).join("transition_modeling")) {
            let run = Run::read(&answers, Module::Transition);
            assert!(run.faults.is_empty());
            let scores = score(&suite, &run, Profile::Official);
            let table = table(&scores);
            for (metric, official) in &figures[&(dataset.to_owned(), model.clone())] {
                let found = ours(&table, &scores, metric);
                compared += 1;
                if (found - official).abs() > ROUNDED {
                    apart.push(format!("{dataset} {model} {metric}: {found} instead of {official}"));
                }
            }
        }
    }
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    assert_eq!(compared, 432, "all figures of the six models");
}

#[test]
fn goal_interpretation_gives_the_official_figures() {
    use stepguard_score::goal;
    let Some(root) = data() else { return };
    let folder = root.join("virtualhome");
    let suite = goal::Suite::read(
        &read(&folder.join("goal_interpretation_gold.jsonl")),
        &read(&folder.join("predicates_category.json")),
        &read(&folder.join("relation_types.json")),
        &read(&folder.join("action_space.json")),
    )
    .expect("a suite");
    let figures = published(&root, "goal_interpretation");
    let mut compared = 0;
    let mut apart = Vec::new();
    for (model, answers) in models(&folder.join("goal_interpretation")) {
        let run = Run::read(&answers, Module::Goal);
        // By kind, then all kinds; for every seed.
        let totals: Vec<[Counts; 4]> = goal::official::SEEDS
            .map(|seed| {
                let scores = goal::score(&suite, &run, Profile::Official, seed);
                let mut totals = [Counts::default(); 4];
                for score in &scores {
                    for (total, counts) in totals.iter_mut().zip(score.counts) {
                        *total += counts;
                    }
                    totals[3] += score.total();
                }
                totals
            })
            .collect();
        for (metric, official) in &figures[&("virtualhome".to_owned(), model.clone())] {
            let (of, what) = metric.split_once('_').expect("a kind and a figure");
            let kind = ["node", "edge", "action", "all"].iter().position(|name| *name == of).expect("a kind");
            let values = totals.iter().map(|totals| {
                percent(match what {
                    "precision" => totals[kind].precision(),
                    "recall" => totals[kind].recall(),
                    _ => totals[kind].f1(),
                })
            });
            let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
            compared += 1;
            if *official < low - ROUNDED || *official > high + ROUNDED {
                apart.push(format!("{model} {metric}: {low} to {high} instead of {official}"));
            }
        }
    }
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    assert_eq!(compared, 72, "all figures of the six models");
}
