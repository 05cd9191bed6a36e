//! The names a plan may use, as the reader of a plan sees them: positions in two lists, nothing of what they mean.
//! Whoever has the definitions implements [`Vocabulary`]; [`Names`] adds the tolerant look-up.

use crate::near::Comparisons;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The names of a domain and a problem. An empty vocabulary is allowed: then only the notation of a plan is read.
pub trait Vocabulary {
    /// Number of actions.
    fn actions(&self) -> u32;
    /// Name of an action, as declared.
    fn action_name(&self, action: u32) -> &str;
    /// Number of parameters of an action.
    fn arity(&self, action: u32) -> usize;
    /// The action of that name, ignoring case.
    fn find_action(&self, name: &str) -> Option<u32>;
    /// Number of objects, constants included.
    fn objects(&self) -> u32;
    /// Name of an object, as declared.
    fn object_name(&self, object: u32) -> &str;
    /// The object of that name, ignoring case.
    fn find_object(&self, name: &str) -> Option<u32>;

    /// Whether nothing is known, so that no name can be called wrong.
    fn is_unknown(&self) -> bool {
        self.actions() == 0 && self.objects() == 0
    }
}

/// A vocabulary without a name.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unknown;

impl Vocabulary for Unknown {
    fn actions(&self) -> u32 {
        0
    }
    fn action_name(&self, _: u32) -> &str {
        ""
    }
    fn arity(&self, _: u32) -> usize {
        0
    }
    fn find_action(&self, _: &str) -> Option<u32> {
        None
    }
    fn objects(&self) -> u32 {
        0
    }
    fn object_name(&self, _: u32) -> &str {
        ""
    }
    fn find_object(&self, _: &str) -> Option<u32> {
        None
    }
}

/// A vocabulary that owns its names: for tests, and for plans that come with names only.
#[derive(Debug, Clone, Default)]
pub struct NameList {
    actions: Vec<(String, usize)>,
    objects: Vec<String>,
    by_action: BTreeMap<String, u32>,
    by_object: BTreeMap<String, u32>,
}

impl NameList {
    /// From actions with their number of parameters, and objects. Of names that are equal but for case the first counts.
    pub fn new<A: Into<String>, O: Into<String>>(
        actions: impl IntoIterator<Item = (A, usize)>,
        objects: impl IntoIterator<Item = O>,
    ) -> Self {
        let actions: Vec<_> = actions.into_iter().map(|(name, arity)| (name.into(), arity)).collect();
        let objects: Vec<String> = objects.into_iter().map(Into::into).collect();
        let mut list = Self::default();
        for (index, (name, _)) in (0..).zip(&actions) {
            list.by_action.entry(name.to_lowercase()).or_insert(index);
        }
        for (index, name) in (0..).zip(&objects) {
            list.by_object.entry(name.to_lowercase()).or_insert(index);
        }
        Self { actions, objects, ..list }
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Vocabulary for NameList {
    fn actions(&self) -> u32 {
        count(self.actions.len())
    }
    fn action_name(&self, action: u32) -> &str {
        self.actions.get(action as usize).map_or("", |(name, _)| name)
    }
    fn arity(&self, action: u32) -> usize {
        self.actions.get(action as usize).map_or(0, |(_, arity)| *arity)
    }
    fn find_action(&self, name: &str) -> Option<u32> {
        self.by_action.get(&name.to_lowercase()).copied()
    }
    fn objects(&self) -> u32 {
        count(self.objects.len())
    }
    fn object_name(&self, object: u32) -> &str {
        self.objects.get(object as usize).map_or("", |name| name)
    }
    fn find_object(&self, name: &str) -> Option<u32> {
        self.by_object.get(&name.to_lowercase()).copied()
    }
}

/// Loose form of a name: lower case, and every run of `-`, `_` and blanks one `_`.
pub(crate) fn loosen(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut gap = false;
    for c in name.trim().chars() {
        if c == '-' || c == '_' || c.is_whitespace() {
            gap = true;
        } else {
            if gap {
                out.push('_');
                gap = false;
            }
            if c.is_ascii() {
                out.push(c.to_ascii_lowercase());
            } else {
                out.extend(c.to_lowercase());
            }
        }
    }
    if gap {
        out.push('_');
    }
    out
}

/// Whether the loose form of a name can differ from its lower case. Where it cannot, the strict look-up has said all.
fn has_gap(name: &str) -> bool {
    name.contains(|c: char| c == '-' || c == '_' || c.is_whitespace())
}

/// Names by loose form; a form that two names share stands for neither.
type Loose = BTreeMap<String, Option<u32>>;

/// Look-up of names as people and models write them: exactly, else ignoring case, else with `-`, `_` and blank taken
/// as equal. The tables of the loose forms are built when a name is first not found by the strict ones.
pub struct Names<'v> {
    vocabulary: &'v dyn Vocabulary,
    actions: OnceCell<Loose>,
    objects: OnceCell<Loose>,
    /// Most words an action's or an object's name has: bounds the search for names of several words.
    longest: OnceCell<(usize, usize)>,
    pub(crate) comparisons: Comparisons,
}

impl std::fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Names")
            .field("actions", &self.vocabulary.actions())
            .field("objects", &self.vocabulary.objects())
            .finish_non_exhaustive()
    }
}

fn table<'a>(names: impl Iterator<Item = &'a str>) -> Loose {
    let mut table = Loose::new();
    for (index, name) in (0..).zip(names) {
        table
            .entry(loosen(name))
            .and_modify(|known| {
                // The same name in another case is one name (the strict look-up finds the first).
                if known.is_some() {
                    *known = None;
                }
            })
            .or_insert(Some(index));
    }
    table
}

impl<'v> Names<'v> {
    /// Looks names up in `vocabulary`.
    #[must_use]
    pub const fn new(vocabulary: &'v dyn Vocabulary) -> Self {
        Self {
            vocabulary,
            actions: OnceCell::new(),
            objects: OnceCell::new(),
            longest: OnceCell::new(),
            comparisons: Comparisons::new(),
        }
    }

    /// The vocabulary behind it.
    #[must_use]
    pub const fn vocabulary(&self) -> &'v dyn Vocabulary {
        self.vocabulary
    }

    /// Whether nothing is known, so that no name can be called wrong.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.vocabulary.is_unknown()
    }

    /// The action that `name` means.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<u32> {
        self.vocabulary.find_action(name).or_else(|| {
            if !has_gap(name) {
                return None;
            }
            let table = self.actions.get_or_init(|| {
                table((0..self.vocabulary.actions()).map(|action| self.vocabulary.action_name(action)))
            });
            table.get(&loosen(name)).copied().flatten()
        })
    }

    /// The object that `name` means.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<u32> {
        self.vocabulary.find_object(name).or_else(|| {
            if !has_gap(name) {
                return None;
            }
            let table = self.objects.get_or_init(|| {
                table((0..self.vocabulary.objects()).map(|object| self.vocabulary.object_name(object)))
            });
            table.get(&loosen(name)).copied().flatten()
        })
    }

    /// Most words of an action's name and of an object's name.
    pub(crate) fn longest(&self) -> (usize, usize) {
        fn words(name: &str) -> usize {
            name.split(['-', '_']).filter(|part| !part.is_empty()).count()
        }
        *self.longest.get_or_init(|| {
            let actions = (0..self.vocabulary.actions()).map(|a| words(self.vocabulary.action_name(a))).max();
            let objects = (0..self.vocabulary.objects()).map(|o| words(self.vocabulary.object_name(o))).max();
            (actions.unwrap_or(1).clamp(1, 12), objects.unwrap_or(1).clamp(1, 12))
        })
    }

    /// Actions whose names are near to `name`, nearest first, at most three.
    #[must_use]
    pub fn near_actions(&self, name: &str) -> Vec<u32> {
        crate::near::nearest(
            &self.comparisons,
            name,
            self.vocabulary.actions(),
            |action| self.vocabulary.action_name(action),
            3,
        )
    }

    /// Objects whose names are near to `name`, nearest first, at most eight, so that a caller who knows types can
    /// prefer one that fits.
    #[must_use]
    pub fn near_objects(&self, name: &str) -> Vec<u32> {
        crate::near::nearest(
            &self.comparisons,
            name,
            self.vocabulary.objects(),
            |object| self.vocabulary.object_name(object),
            8,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_exactly_then_loosely() {
        let list = NameList::new([("pick-up", 1), ("move_a", 0), ("move-a", 0)], ["living_room", "Lamp"]);
        let names = Names::new(&list);
        for name in ["pick-up", "PICK-UP", "pick_up", "Pick up", "pick  up"] {
            assert_eq!(names.action(name), Some(0), "{name}");
        }
        assert_eq!(names.action("pickup"), None);
        assert_eq!(names.action("move-a"), Some(2));
        assert_eq!(names.action("move a"), None, "two names share the form");
        assert_eq!(names.object("Living Room"), Some(0));
        assert_eq!(names.object("lamp"), Some(1));
        assert_eq!(names.longest(), (2, 2));
        assert!(Names::new(&Unknown).is_unknown());
    }
}
