//! The cases of `tests/cases` that are invalid or unsafe: each has a repair, or provably none.

use crate::brute::{Brute, edited, succeeds};
use crate::support::{steps, task};
use std::path::{Path, PathBuf};
use stepguard_repair::{Answer, Call, Settings, repair};
use stepguard_search::{GroundBudget, GroundTask};
use stepguard_text::decode;

pub(crate) fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let mut all: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("tests/cases is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.join("expected.json").is_file())
        .collect();
    all.sort();
    all
}

/// Cases with a feature that plans are not searched for.
const UNSUPPORTED: [&str; 5] = ["06", "46", "47", "67", "82"];

/// Plans with two edits that are tried in one case.
const MOST: usize = 400_000;

#[test]
fn every_case_has_a_repair_or_provably_none() {
    let (mut repaired, mut impossible, mut exhaustive) = (0, 0, 0);
    for folder in folders() {
        let expected: serde_json::Value =
            serde_json::from_slice(&std::fs::read(folder.join("expected.json")).expect("there")).expect("JSON");
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        let bad = expected["outcome"] == "invalid" || expected["safety"] == "unsafe";
        if !bad || UNSUPPORTED.contains(&&name[..2]) {
            continue;
        }
        let read = |file: &str| std::fs::read(folder.join(file)).unwrap_or_default();
        let task = task(&read("domain.pddl"), &read("problem.pddl")).expect("a case with a verdict has a task");
        let plan = steps(&task, &decode(&read("plan.txt")).text);
        let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is supported");
        let outcome = repair(&ground, &plan, &Settings::default(), &mut |_| true);
        let mut brute = Brute::new(&task, &plan);
        let width = brute.width();
        let tried = brute.try_all(MOST);
        match &outcome.answer {
            Answer::Repaired(repairs) => {
                repaired += 1;
                for repair in &repairs.repairs {
                    let calls: Vec<Option<&Call>> = repair.plan.iter().map(Some).collect();
                    assert!(succeeds(&task, &calls), "{name}: a repaired plan fails");
                    assert_eq!(repair.edits.len() as u32, repairs.cost, "{name}");
                    assert_eq!(edited(&plan, &repair.edits).as_ref(), Some(&repair.plan), "{name}");
                }
                match tried.cost {
                    Some(cost) => {
                        assert_eq!(repairs.cost, cost, "{name}");
                        assert_eq!(repairs.plans, Some(tried.plans), "{name}: plans");
                        assert_eq!(repairs.count, Some(tried.repairs), "{name}: repairs");
                    }
                    None => assert!(repairs.cost > tried.up_to, "{name}"),
                }
                if tried.up_to < 2 && tried.cost.is_none() {
                    println!("{name}: not tried with two edits ({width} plans with one)");
                } else {
                    exhaustive += 1;
                }
                let kinds: Vec<String> =
                    repairs.repairs[0].edits.iter().map(|edit| edit.label.name().to_owned()).collect();
                println!(
                    "{name}: {} | cost {}, {:?} repairs, {:?} plans | {} | {} expanded",
                    expected["primary"].as_str().unwrap_or("unsafe"),
                    repairs.cost,
                    repairs.count.unwrap_or(0),
                    repairs.plans.unwrap_or(0),
                    kinds.join(" "),
                    outcome.expanded
                );
            }
            Answer::None(proof) => {
                impossible += 1;
                assert!(proof.is_some(), "{name}: no states behind the proof");
                assert_eq!(tried.cost, None, "{name}: there is a repair");
                println!("{name}: no plan succeeds");
            }
            other => assert!(matches!(other, Answer::None(_)), "{name}: {other:?}"),
        }
    }
    println!(
        "{repaired} repaired, {exhaustive} of them compared with everything up to two edits; {impossible} impossible"
    );
    assert_eq!((repaired, impossible), (24, 9));
}
