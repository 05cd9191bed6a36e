//! Third-party texts, reached through `STEPGUARD_DATA` and never copied: verdicts of real domains, problems and plans.
//! Without the variable these tests say that they are skipped.

mod support;

use serde_json::Value;
use stepguard_check::{Options, check};
use stepguard_report::{Outcome, Report, Severity};
use support::data;

fn errors(report: &Report) -> Vec<String> {
    report
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| format!("{:?} {}:{} {} {}", d.text, d.start.line, d.start.column, d.code, d.message))
        .collect()
}

#[test]
fn conformance_verdicts() {
    let Some(root) = data("conformance") else { return };
    let manifest = std::fs::read_to_string(root.join("manifest.jsonl")).expect("readable");
    let options = Options::default();
    let mut failures = Vec::new();
    let (mut judged, mut unsupported) = (0, 0);
    for line in manifest.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON object a line");
        let read = |key: &str| std::fs::read(root.join(row[key].as_str().expect("a path"))).expect("readable");
        let report = check(Some(&read("domain")), Some(&read("problem")), Some(&read("plan")), &options);
        let plan = row["plan"].as_str().unwrap_or_default();
        let timed = row["features"].as_array().is_some_and(|features| {
            features.iter().any(|f| {
                matches!(
                    f.as_str(),
                    Some("durative-actions" | "pddl+" | "continuous-effects" | "timed-initial-literals")
                )
            })
        });
        let error_in_definitions = report.outcome == Outcome::Unreadable;
        if error_in_definitions {
            // Case 128 uses a type as a predicate, which is a real error and has no verdict.
            let real = report.diagnostics.iter().all(|d| d.severity != Severity::Error || d.code == "M0108");
            if real && row["spec_verdict"].is_null() && row["case"] == "128-inval-problem-3-d3" {
                continue;
            }
            failures.push(format!("{plan}: {:?}", errors(&report)));
            continue;
        }
        if timed {
            if report.outcome == Outcome::Unsupported {
                unsupported += 1;
            } else {
                failures.push(format!("{plan}: {:?} instead of unsupported", report.outcome));
            }
            continue;
        }
        let Some(verdict) = row["spec_verdict"].as_str() else { continue };
        judged += 1;
        if report.succeeds != (verdict == "valid") || !matches!(report.outcome, Outcome::Valid | Outcome::Invalid) {
            failures.push(format!(
                "{plan}: {:?} {:?}, should be {verdict}: {} {}",
                report.outcome, report.safety, report.summary, report.safety_summary
            ));
        }
    }
    println!("{judged} verdicts compared, {unsupported} plans named unsupported, {} differences", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(judged >= 312, "only {judged} lines judged");
}

/// Runs the gold plans of one set; gives the number of valid ones and the ids of the others with the reason.
fn gold(set: &str) -> Option<(usize, Vec<(String, String)>)> {
    let root = data("llm-outputs")?.join(set);
    let domain = std::fs::read(root.join("domain.pddl")).expect("readable");
    let plans = std::fs::read_to_string(root.join("gold_plans.jsonl")).expect("readable");
    let (mut valid, mut others) = (0, Vec::new());
    for line in plans.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON object a line");
        let id = row["id"].as_str().expect("an id");
        let Some(steps) = row["plan"].as_array() else { continue };
        let steps: Vec<&str> = steps.iter().filter_map(Value::as_str).collect();
        let problem = std::fs::read(root.join("problems").join(format!("{id}.pddl"))).expect("readable");
        let plan = steps.join("\n");
        let report = check(Some(&domain), Some(&problem), Some(plan.as_bytes()), &Options::default());
        if report.outcome == Outcome::Valid {
            valid += 1;
        } else {
            others.push((id.to_owned(), format!("{:?} {} {:?}", report.outcome, report.summary, errors(&report))));
        }
    }
    Some((valid, others))
}

#[test]
fn behavior_gold_plans_are_valid() {
    let Some((valid, others)) = gold("behavior") else { return };
    println!("{valid} BEHAVIOR gold plans valid; others: {others:#?}");
    assert_eq!(valid, 99);
    assert_eq!(others.len(), 1, "{others:#?}");
    assert!(others[0].0.starts_with("cleaning_floors_0_Merom_"), "{others:#?}");
    assert!(others[0].1.starts_with("Unreadable"), "{others:#?}");
}

#[test]
fn virtualhome_gold_plans_are_valid() {
    let Some((valid, others)) = gold("virtualhome") else { return };
    println!("{valid} VirtualHome gold plans valid; others: {others:#?}");
    assert!(others.is_empty(), "{others:#?}");
    assert_eq!(valid, 296);
}
