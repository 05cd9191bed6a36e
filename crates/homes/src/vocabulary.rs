//! The words: classes of fixtures and things and what can be done with them, from `vocabulary.toml`. Knows no home.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The shipped vocabulary.
const SOURCE: &str = include_str!("../vocabulary.toml");

/// What an appliance does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Works {
    /// Turned on, it makes hot what is in it.
    Heats,
    /// Once closed, it makes cold what is in it.
    Cools,
    /// Turned on, it cleans and fills what is in the basin below it.
    Rinses,
    /// Turned on, it fills and heats what stands in it.
    Brews,
    /// Turned on, it cleans what is in it.
    Washes,
}

/// How one says that something is at a receptacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holds {
    /// As on a table.
    On,
    /// As in a cabinet.
    In,
}

impl Holds {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::In => "in",
        }
    }
}

/// A class of fixtures.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FixtureClass {
    /// Things can be put there.
    pub(crate) holds: Option<Holds>,
    /// Only these kinds of things; all without it.
    pub(crate) takes: Option<Vec<String>>,
    /// It has a door.
    #[serde(default)]
    pub(crate) opens: bool,
    /// It can be turned on.
    #[serde(default)]
    pub(crate) switch: bool,
    /// What it does.
    pub(crate) works: Option<Works>,
}

/// A class of things.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThingClass {
    /// Its kind.
    pub(crate) kind: String,
    /// Other things of these kinds can be put into it.
    pub(crate) vessel: Option<Vec<String>>,
    /// It can be sliced.
    #[serde(default)]
    pub(crate) slices: bool,
    /// It slices others.
    #[serde(default)]
    pub(crate) cuts: bool,
    /// It can be filled.
    #[serde(default)]
    pub(crate) fills: bool,
    /// It can be opened.
    #[serde(default)]
    pub(crate) opens: bool,
    /// It can be turned on.
    #[serde(default)]
    pub(crate) switch: bool,
}

impl ThingClass {
    /// Whether it gets hot and cold.
    pub(crate) fn warms(&self) -> bool {
        matches!(self.kind.as_str(), "food" | "dish" | "cookware" | "drink")
    }

    /// Whether it can be dirty, so that washing makes sense.
    pub(crate) fn soils(&self) -> bool {
        !matches!(self.kind.as_str(), "paper" | "electronic")
    }
}

/// All words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Vocabulary {
    /// Kinds of things, each with the classes of fixtures in which one looks first.
    pub(crate) kinds: BTreeMap<String, Vec<String>>,
    /// Classes of fixtures.
    pub(crate) fixtures: BTreeMap<String, FixtureClass>,
    /// Classes of things.
    pub(crate) things: BTreeMap<String, ThingClass>,
}

/// The shipped vocabulary.
pub(crate) fn vocabulary() -> &'static Vocabulary {
    static WORDS: OnceLock<Vocabulary> = OnceLock::new();
    WORDS.get_or_init(|| toml::from_str(SOURCE).expect("the shipped vocabulary is read by a test"))
}

/// The class in the name of an instance: `Cabinet` of `Cabinet_2`; the number, if there is one.
pub(crate) fn class_of(name: &str) -> (&str, Option<u32>) {
    match name.rsplit_once('_').and_then(|(class, number)| Some((class, number.parse().ok()?))) {
        Some((class, number)) => (class, Some(number)),
        None => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_names_only_what_it_has() {
        let words = vocabulary();
        for (kind, classes) in &words.kinds {
            for class in classes {
                let fixture = words.fixtures.get(class).expect("a known class");
                let takes = fixture.takes.as_ref().is_none_or(|kinds| kinds.contains(kind));
                assert!(fixture.holds.is_some() && takes, "{kind} is looked for in {class}, which takes none");
            }
        }
        for (class, fixture) in &words.fixtures {
            assert!(!words.things.contains_key(class), "{class} is two classes");
            for kind in fixture.takes.iter().flatten() {
                assert!(words.kinds.contains_key(kind), "{class} takes {kind}");
            }
            assert!(fixture.holds.is_some() || fixture.switch, "{class} is good for nothing");
        }
        for (class, thing) in &words.things {
            assert!(words.kinds.contains_key(&thing.kind), "{class} is of kind {}", thing.kind);
            for kind in thing.vessel.iter().flatten() {
                assert!(words.kinds.contains_key(kind), "{class} takes {kind}");
            }
        }
        assert_eq!(class_of("Cabinet_2"), ("Cabinet", Some(2)));
        assert_eq!(class_of("TVStand"), ("TVStand", None));
    }
}
