//! The gallery's index.

use stepguard_report::view::{Category, Outcome, Safety};

use crate::reading::read_struct;

/// One example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Its name in addresses.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The sentence it teaches.
    pub lesson: String,
    /// The heading it stands under.
    pub group: String,
    /// The category that the checker gives it.
    pub category: Option<Category>,
    /// The hazard class it is about.
    pub hazard: Option<String>,
    /// What the checker says of its plan. The index holds these answers, so that the first visit need not fetch the
    /// checker to show them; a test compares every one with the checker.
    pub outcome: Outcome,
    /// What the checker says of its safety.
    pub safety: Safety,
    /// A letter for every step: `o` ran, `b` ran while a rule was broken, `s` skipped, `x` failed, `.` not scored.
    pub marks: String,
    /// Where its domain lies, below the gallery's folder.
    pub domain: String,
    /// Where its problem lies.
    pub problem: String,
    /// Where its plan lies.
    pub plan: Option<String>,
}

/// The gallery.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gallery {
    /// All examples, in the order of their groups.
    pub examples: Vec<Example>,
    /// The three of the first visit.
    pub cards: Vec<String>,
}

read_struct!(Example { id, title, lesson, group, category, hazard, outcome, safety, marks, domain, problem, plan });
read_struct!(Gallery { examples, cards });

impl Gallery {
    /// The example of that name.
    pub fn get(&self, id: &str) -> Option<&Example> {
        self.examples.iter().find(|example| example.id == id)
    }

    /// The examples under their headings, both in the order of the index.
    pub fn groups(&self) -> Vec<(&str, Vec<&Example>)> {
        let mut groups: Vec<(&str, Vec<&Example>)> = Vec::new();
        for example in &self.examples {
            match groups.iter_mut().find(|(name, _)| *name == example.group) {
                Some((_, members)) => members.push(example),
                None => groups.push((&example.group, vec![example])),
            }
        }
        groups
    }
}
