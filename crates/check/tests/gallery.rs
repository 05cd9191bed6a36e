//! Every example of the gallery, checked: its verdict is what the index promises, and its texts have no warning.

use serde_json::Value;
use std::path::{Path, PathBuf};
use stepguard_check::{Options, check};
use stepguard_report::{RuleStatus, Text};

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
