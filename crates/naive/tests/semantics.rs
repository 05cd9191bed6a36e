//! The plain evaluator against the statements of meaning: untimed cases and probes. What makes a text unreadable is the
//! reader's to find, so those rows are left to it.

mod support;

use std::path::Path;
use stepguard_naive::{Outcome, judge, plan};

/// Rows whose domain or problem has an error that only a reader finds.
const UNREADABLE: [u32; 10] = [31, 39, 40, 41, 42, 43, 49, 50, 72, 0];

/// The right answers of the probes, by number: valid, invalid, or an error of domain or problem.
const PROBES: &str = "VVVVVVVVVIIIIIVIVVIVVVVIVIVVIVIIVIVEVVVVVV";

#[test]
fn cases() {
    let folder = support::tests().join("semantics");
    let table = std::fs::read_to_string(folder.join("verdicts.tsv")).expect("the table of verdicts is there");
    let mut judged = 0;
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let number: u32 = columns[0].parse().expect("the first column is a number");
        if number > 98 || UNREADABLE.contains(&number) {
            continue;
        }
        let name = format!("{number:03}-{}", columns[1]);
        let expected = if columns[2] == "?" { "V" } else { columns[2] };
        let metric = columns.get(6).filter(|metric| !metric.is_empty());
        check(&folder.join("cases").join(&name), "plan", expected, metric.copied());
        judged += 1;
    }
    assert_eq!(judged, 89);
}

#[test]
fn probes() {
    let folder = support::tests().join("semantics/probes");
    let mut judged = 0;
    for name in support::folders(&folder) {
        let number: usize = name[..2].parse().expect("probes are numbered");
        if number <= 42 && &PROBES[number - 1..number] != "E" && number != 41 {
            check(&folder.join(&name), "plan.txt", &PROBES[number - 1..number], None);
            judged += 1;
        }
    }
    assert_eq!(judged, 40);
}

fn check(folder: &Path, plan: &str, expected: &str, metric: Option<&str>) {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a case has its texts");
    let (names, domain, problem) = support::read(&read("domain.pddl"), &read("problem.pddl"));
    let steps = plan::read(&read(plan)).expect("a plain plan");
    let got = match judge(&names, &domain, &problem, &steps) {
        None => "E",
        Some(verdict) if verdict.succeeds => "V",
        Some(_) => "I",
    };
    assert_eq!(got, expected, "{}", folder.display());
    if let (Some(metric), Some(verdict)) = (metric, judge(&names, &domain, &problem, &steps))
        && verdict.outcome == Outcome::Valid
        && verdict.safe
    {
        assert_eq!(verdict.metric, plan::number(metric), "metric of {}", folder.display());
    }
}
