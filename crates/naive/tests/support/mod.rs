//! What the tests of this crate share.

#![expect(dead_code, unreachable_pub, reason = "every test has its own copy and uses a part of it")]

pub mod agree;
pub mod transform;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stepguard_naive::generate::{Sample, sketch};
use stepguard_pddl::ast::{Domain, Problem};
use stepguard_text::{Interner, TextId};

/// The project's `tests` folder.
pub fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

/// The names of the folders in `folder`, sorted.
pub fn folders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder of tests is there");
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

/// Tries a property on many sketches without stopping: for every kind of failure (its first line without digits) how
/// often it came, and its shortest case.
pub fn survey(samples: u32, property: impl Fn(&Sample) -> Result<(), TestCaseError>) -> String {
    let mut runner = TestRunner::new_with_rng(Config::default(), rng());
    let mut kinds: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for _ in 0..variable("STEPGUARD_SAMPLES").and_then(|n| u32::try_from(n).ok()).unwrap_or(samples) {
        let sample = sketch().new_tree(&mut runner).expect("strategies give sketches").current().sample();
        let start = std::time::Instant::now();
        let result = property(&sample);
        if start.elapsed().as_secs() > 0 {
            println!("slow: {:?} {}{}{}", start.elapsed(), sample.domain, sample.problem, sample.plan);
        }
        let Err(TestCaseError::Fail(reason)) = result else { continue };
        let text = reason.message().to_owned();
        let kind = text.lines().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit()).collect();
        let (count, shortest) = kinds.entry(kind).or_insert_with(|| (0, text.clone()));
        *count += 1;
        if text.len() < shortest.len() {
            *shortest = text;
        }
    }
    let each = kinds.iter().map(|(kind, (count, shortest))| format!("=== {count} x {kind}\n{shortest}\n"));
    each.collect()
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// Random numbers that are the same every time unless `STEPGUARD_SEED` says otherwise.
fn rng() -> TestRng {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&variable("STEPGUARD_SEED").unwrap_or(1).to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &seed)
}

/// Runs a property on generated sketches. The same ones every time, unless the environment says otherwise:
/// `STEPGUARD_SEED` chooses others, `STEPGUARD_SAMPLES` how many.
#[expect(clippy::panic, reason = "a test says what is wrong by failing")]
pub fn run(samples: u32, property: impl Fn(&Sample) -> Result<(), TestCaseError>) {
    let cases = variable("STEPGUARD_SAMPLES").and_then(|n| u32::try_from(n).ok()).unwrap_or(samples);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, rng());
    match runner.run(&sketch(), |sketch| property(&sketch.sample())) {
        Ok(()) => {}
        // The texts are in the reason; the sketch behind them says nothing to people.
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(error) => panic!("{error}"),
    }
}
