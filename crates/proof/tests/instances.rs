//! Well-known instances, where `STEPGUARD_DATA` has them: they have a plan, or no proof that is this simple.

mod support;

use std::path::Path;
use stepguard_proof::Rejection;
use support::{read, relaxed};

#[test]
fn no_relaxation_proves_anything_of_well_known_instances() {
    let Some(data) = std::env::var_os("STEPGUARD_DATA") else {
        println!("skipped: STEPGUARD_DATA is not set");
        return;
    };
    let folder = Path::new(&data).join("planning/instances");
    let entries = std::fs::read_dir(&folder).expect("the instances are there");
    let mut folders: Vec<_> = entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    folders.sort();
    assert!(folders.len() >= 12);
    for folder in folders {
        let text = |file: &str| std::fs::read_to_string(folder.join(file)).expect("texts can be read");
        let texts = read(&text("domain.pddl"), &text("problem.pddl")).expect("the texts are in order");
        let (frame, result) = relaxed(&texts.task);
        println!("{}: {} facts may change", folder.display(), frame.facts.len());
        assert!(matches!(result, Err(Rejection::Success(_))), "{}: {result:?}", folder.display());
    }
}
