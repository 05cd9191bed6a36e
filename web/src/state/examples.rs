//! The gallery's index.

use stepguard_report::view::Category;

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

read_struct!(Example { id, title, lesson, group, category, hazard, domain, problem, plan });
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
