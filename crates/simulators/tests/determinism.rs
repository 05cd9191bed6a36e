//! Random episodes, held to the hashes that were written with the pack: on another machine, another build, another day they are
//! the same. The browser tests hold the WebAssembly module to the same file.

use std::collections::BTreeMap;
use stepguard_results::environment::Environment;
use stepguard_simulators::determinism::{digest, hashes};

/// As many are written of each environment.
const WRITTEN: usize = 200;

fn written() -> BTreeMap<String, Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/packs/episodes/hashes.json");
    let json = std::fs::read_to_string(path).expect("hashes are there; stepguard results precompute writes them");
    serde_json::from_str(&json).expect("lists by environment")
}

/// The first of them, as they come out now.
fn hold(environment: Environment, count: u32) {
    let written = written();
    let written = written.get(environment.id()).expect("every environment has hashes");
    assert_eq!(written.len(), WRITTEN);
    let now = hashes(environment, 0, count);
    for (number, (written, now)) in written.iter().zip(&now).enumerate() {
        assert_eq!(now, written, "random episode {number} of {}", environment.id());
    }
    assert_eq!(digest(&written[..now.len()]), digest(&now));
}

#[test]
fn household_episodes() {
    hold(Environment::Alfred, 200);
}

#[test]
fn rearrangement_episodes() {
    hold(Environment::Habitat, 200);
}

#[test]
fn navigation_episodes() {
    hold(Environment::Navigation, 200);
}

/// Bodies take longer than plans: fewer of them here, all of them in the browser.
#[test]
fn manipulation_episodes() {
    hold(Environment::Manipulation, 24);
}
