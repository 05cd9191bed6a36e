//! What the tests of this crate share.

use std::path::{Path, PathBuf};
use stepguard_pddl::ast::{Domain, Problem};
use stepguard_text::{Interner, TextId};

/// The project's `tests` folder.
pub fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

/// The names of the folders in `folder`, sorted.
pub fn folders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let entry = entry.expect("a folder can be listed");
            entry.path().is_dir().then(|| entry.file_name().to_string_lossy().into_owned())
        })
        .collect();
    names.sort();
    names
}

/// The domain and the problem of two texts.
pub fn read(domain: &str, problem: &str) -> (Interner, Domain, Problem) {
    let mut names = Interner::new();
    let mut domains = stepguard_pddl::parse(domain, TextId::Domain, &mut names).definitions;
    let mut problems = stepguard_pddl::parse(problem, TextId::Problem, &mut names).definitions;
    // One text may hold both.
    domains.domains.append(&mut problems.domains);
    problems.problems.append(&mut domains.problems);
    let domain = domains.domains.into_iter().next().expect("there is a domain");
    let problem = problems.problems.into_iter().next().expect("there is a problem");
    (names, domain, problem)
}
