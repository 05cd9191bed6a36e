//! The texts that are compiled in: domain, modules, families.

use crate::source::Source;

include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// The household domain: the 18 primitive actions.
pub const DOMAIN: &str = include_str!("../household/domain.pddl");

/// Names and texts of the modules, by name.
pub fn modules() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODULES.iter().map(|(file, text)| (file.strip_suffix(".pddl").unwrap_or(file), *text))
}

/// The families, by file name.
#[must_use]
pub fn families() -> Vec<Source> {
    FAMILIES.iter().map(|(file, text)| Source { file: (*file).to_owned(), text: (*text).to_owned() }).collect()
}
