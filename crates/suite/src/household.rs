//! The texts that families are compiled with: the household domain and its modules, as they are compiled in or from
//! elsewhere.

use crate::source::Source;

include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// The household domain: the 18 primitive actions.
pub const DOMAIN: &str = include_str!("../household/domain.pddl");

/// A domain and its modules as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Household {
    /// The domain.
    pub domain: String,
    /// Names and texts of the modules, by name.
    pub modules: Vec<(String, String)>,
}

impl Household {
    /// Those of the shipped suite.
    #[must_use]
    pub fn shipped() -> Self {
        let modules = modules().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        Self { domain: DOMAIN.to_owned(), modules }
    }
}

/// Names and texts of the shipped modules, by name.
pub fn modules() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODULES.iter().map(|(file, text)| (file.strip_suffix(".pddl").unwrap_or(file), *text))
}

/// The shipped families, by file name.
#[must_use]
pub fn families() -> Vec<Source> {
    sources(FAMILIES)
}

/// The families that examples in prompts are taken from; they are no part of the suite.
#[must_use]
pub fn examples() -> Vec<Source> {
    sources(EXAMPLES)
}

fn sources(files: &[(&str, &str)]) -> Vec<Source> {
    files.iter().map(|(file, text)| Source { file: (*file).to_owned(), text: (*text).to_owned() }).collect()
}
