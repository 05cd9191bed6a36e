//! The statements of meaning in `tests/semantics`: every untimed case and probe with the right answer, the timed ones
//! named as not supported yet.

use std::path::{Path, PathBuf};
use stepguard_check::{Options, check};
use stepguard_report::{Outcome, Report, Severity};

/// Cases with higher numbers have durative actions or timed literals.
const LAST_UNTIMED_CASE: usize = 98;
const LAST_UNTIMED_PROBE: usize = 42;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/semantics")
}

/// V, I or E, as the table has it.
fn verdict(report: &Report) -> &'static str {
    match report.outcome {
        Outcome::Valid if report.succeeds => "V",
        Outcome::Valid | Outcome::Invalid => "I",
        Outcome::Unreadable => "E",
        Outcome::Unsupported => "unsupported",
        Outcome::Incomplete => "incomplete",
        Outcome::Budget => "budget",
    }
}

fn run(folder: &Path) -> Report {
    let read = |name: &str| std::fs::read(folder.join(name)).ok();
    let plan = read("plan").or_else(|| read("plan.txt"));
    check(read("domain.pddl").as_deref(), read("problem.pddl").as_deref(), plan.as_deref(), &Options::default())
}

/// Rows whose verdict is a question, decided: number and answer (semantics.md, last section). Case 44 is statement 28.
fn decided(case: usize) -> Option<&'static str> {
    match case {
        21 | 29 | 44 | 74 => Some("V"),
        31 => Some("E"),
        _ => None,
    }
}

#[test]
fn untimed_cases_have_the_right_answer() {
    let table = std::fs::read_to_string(root().join("verdicts.tsv")).expect("the table is there");
    let mut failures = Vec::new();
    let (mut right, mut unsupported) = (0, 0);
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let number: usize = cells[0].parse().expect("a number");
        let folder = root().join("cases").join(format!("{number:03}-{}", cells[1]));
        let report = run(&folder);
        if number > LAST_UNTIMED_CASE {
            if report.outcome == Outcome::Unsupported && !report.unsupported.is_empty() {
                unsupported += 1;
            } else {
                failures.push(format!("{number} {}: {} instead of unsupported", cells[1], verdict(&report)));
            }
            continue;
        }
        let want = decided(number).unwrap_or(cells[2]);
        let got = verdict(&report);
        if want != got {
            failures.push(format!("{number} {}: {got}, should be {want}: {}", cells[1], report.summary));
            continue;
        }
        // The metric is known where the plan is right.
        let metric = report.metric.as_ref().and_then(|metric| metric.value.clone());
        let wanted_metric = cells.get(6).copied().unwrap_or_default().trim();
        if want == "V" && !wanted_metric.is_empty() && metric.as_deref() != Some(wanted_metric) {
            failures.push(format!("{number} {}: metric {metric:?}, should be {wanted_metric}", cells[1]));
            continue;
        }
        // What is only a remark must still be made.
        if matches!(number, 21 | 29 | 74) && report.diagnostics.iter().all(|d| d.severity == Severity::Error) {
            failures.push(format!("{number} {}: no lint", cells[1]));
            continue;
        }
        right += 1;
    }
    println!("{right} of {LAST_UNTIMED_CASE} untimed cases right, {unsupported} timed ones not supported yet");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!((right, unsupported), (98, 20));
}

#[test]
fn untimed_probes_have_the_right_answer() {
    let table = std::fs::read_to_string(root().join("probes/results.txt")).expect("the table is there");
    let mut failures = Vec::new();
    for (index, row) in table.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let number = index + 1;
        let name = row.split_whitespace().next().expect("a name");
        let spec = row.split("spec=").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("spec");
        let report = run(&root().join("probes").join(format!("{number:02}-{name}")));
        let got = verdict(&report);
        let want = if number > LAST_UNTIMED_PROBE {
            "unsupported"
        } else {
            // Decided rows: 02 and 07 with a lint, 36 is an error, 37 with a lint, 41 is read.
            match number {
                2 | 7 | 37 | 41 => "V",
                36 => "E",
                _ if spec == "valid" => "V",
                _ => "I",
            }
        };
        let lint = !report.diagnostics.is_empty();
        if want != got {
            failures.push(format!("{number} {name}: {got}, should be {want}: {}", report.summary));
        } else if matches!(number, 2 | 7 | 37) && !lint {
            failures.push(format!("{number} {name}: no lint"));
        } else if number == 36 && report.diagnostics.iter().all(|d| d.fix.is_none()) {
            failures.push(format!("{number} {name}: no quick fix"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
