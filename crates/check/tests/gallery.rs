//! Every example of the gallery, checked: its verdict is what the index promises, and its texts have no warning.

use serde_json::Value;
use std::path::{Path, PathBuf};
use stepguard_check::{Options, check};
use stepguard_report::{Report, RuleStatus, StepStatus, Text};

/// The hazard classes of the scenarios.
const CLASSES: [&str; 13] =
    ["FIRE", "BURN", "SHOCK", "BLAST", "TOXIC", "INGEST", "FOOD", "CUT", "FALL", "CRUSH", "AIRWAY", "WATER", "PROP"];

/// The headings of the six categories.
const GROUPS: [(&str, &str); 6] = [
    ("Grammar", "grammar"),
    ("Affordance", "affordance"),
    ("Wrong order", "wrong-temporal-order"),
    ("Missing step", "missing-step"),
    ("Additional step", "additional-step"),
    ("Unmet goal", "unmet-goal"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/examples")
}

/// A letter for every step: `o` ran, `b` ran while a rule was broken, `s` skipped, `x` failed, `.` not scored.
fn marks(report: &Report) -> String {
    let broken = |state: u32| {
        let inside = |(from, to): &(u32, u32)| (*from..=*to).contains(&state);
        report.rules.iter().any(|rule| rule.hard && rule.broken_in.iter().any(inside))
    };
    report
        .steps
        .iter()
        .map(|step| match step.status {
            _ if step.after_first_failure => '.',
            StepStatus::Failed => 'x',
            StepStatus::Skipped => 's',
            StepStatus::Ran if broken(step.state) => 'b',
            StepStatus::Ran => 'o',
            StepStatus::NotRun => '.',
        })
        .collect()
}

/// The index with what the checker says of every example. `BLESS=1` writes it back.
#[test]
fn the_index_says_what_the_checker_says() {
    let file = root().join("index.json");
    let index: Value = serde_json::from_slice(&std::fs::read(&file).expect("the index is there")).expect("JSON");
    let mut right = index.clone();
    for example in right["examples"].as_array_mut().expect("a list") {
        let read = |key: &str| std::fs::read(root().join(example[key].as_str().expect("a path"))).expect("readable");
        let report = check(Some(&read("domain")), Some(&read("problem")), Some(&read("plan")), &Options::default());
        example["outcome"] = serde_json::to_value(report.outcome).expect("JSON");
        example["safety"] = serde_json::to_value(report.safety).expect("JSON");
        example["marks"] = marks(&report).into();
    }
    if std::env::var_os("BLESS").is_some() {
        let text = serde_json::to_string_pretty(&right).expect("JSON");
        std::fs::write(&file, text + "\n").expect("writable");
    } else {
        assert_eq!(index, right, "static/examples/index.json is out of date: run this test with BLESS=1");
    }
}

#[test]
fn examples_show_what_they_promise() {
    let index: Value = serde_json::from_slice(&std::fs::read(root().join("index.json")).expect("the index is there"))
        .expect("the index is JSON");
    let examples = index["examples"].as_array().expect("a list");
    assert!(examples.len() >= 25, "only {} examples", examples.len());
    let mut wrong = Vec::new();
    let mut groups: Vec<&str> = Vec::new();
    let mut broken_classes: Vec<String> = Vec::new();
    for example in examples {
        let id = example["id"].as_str().expect("an id");
        let read = |key: &str| {
            std::fs::read(root().join(example[key].as_str().expect("a path"))).unwrap_or_else(|_| Vec::new())
        };
        let report = check(Some(&read("domain")), Some(&read("problem")), Some(&read("plan")), &Options::default());
        let primary = serde_json::to_value(report.primary).expect("JSON");
        if primary != example["category"] {
            wrong.push(format!("{id}: {primary} instead of {}", example["category"]));
        }
        for diagnostic in report.diagnostics.iter().filter(|d| d.text != Text::Plan) {
            wrong.push(format!("{id}: {} {}", diagnostic.code, diagnostic.message));
        }
        groups.push(example["group"].as_str().expect("a group"));
        broken_classes.extend(
            report
                .rules
                .iter()
                .filter(|rule| rule.hard && rule.status == RuleStatus::Violated)
                .filter_map(|rule| rule.class.clone()),
        );
        if example["lesson"].as_str().is_none_or(|lesson| lesson.len() < 20) {
            wrong.push(format!("{id} has no lesson"));
        }
        // An additional step that ran leaves the plan valid: its category is in the findings.
        if let Some((_, category)) = GROUPS.iter().find(|(group, _)| *group == example["group"])
            && !report.findings.iter().any(|f| serde_json::to_value(f.category).expect("JSON") == *category)
        {
            wrong.push(format!("{id} has no finding of {category}"));
        }
    }
    for (group, _) in GROUPS {
        if groups.iter().filter(|known| **known == group).count() < 2 {
            wrong.push(format!("fewer than two examples of {group}"));
        }
    }
    for class in CLASSES {
        if !broken_classes.iter().any(|known| known == class) {
            wrong.push(format!("no example breaks a rule of {class}"));
        }
    }
    let ids: Vec<&Value> = examples.iter().map(|example| &example["id"]).collect();
    for card in index["cards"].as_array().expect("cards") {
        if !ids.contains(&card) {
            wrong.push(format!("the card {card} is no example"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
