//! What a repair is made of, and what is asked of the search for one.

use stepguard_search::{Closed, ValueTable};
use stepguard_task::{ActionId, ObjectId};
use stepguard_taxonomy::Category;

/// An action with its objects.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Call {
    /// The action.
    pub action: ActionId,
    /// Its objects, as many as it has parameters.
    pub arguments: Box<[ObjectId]>,
}

/// A step of the given plan.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// It could be read; whether it can run, or its objects fit, is another question.
    Read(Call),
    /// It could not be read.
    Unread {
        /// What may be meant, the nearest first (see [`crate::readings()`]); may be empty.
        readings: Vec<Call>,
    },
}

/// What edits cost. 0 counts as 1: an edit that costs nothing could be made without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// To put a step in.
    pub insert: u32,
    /// To take a step out.
    pub delete: u32,
    /// To put a step elsewhere; never more than taking it out and putting it in again.
    pub relocate: u32,
    /// To change one argument or the action's name of a step, or to read an unreadable one.
    pub change: u32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { insert: 1, delete: 1, relocate: 1, change: 1 }
    }
}

impl Weights {
    /// With every weight in the range that a search can add up.
    pub(crate) fn settled(self) -> Self {
        let fit = |weight: u32| weight.clamp(1, 1 << 20);
        let (insert, delete) = (fit(self.insert), fit(self.delete));
        Self { insert, delete, relocate: fit(self.relocate).min(insert + delete), change: fit(self.change) }
    }

    pub(crate) fn least(self) -> u32 {
        self.insert.min(self.delete).min(self.relocate).min(self.change)
    }
}

/// How far to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// What edits cost.
    pub weights: Weights,
    /// Dearer repairs are not looked for.
    pub max_cost: Option<u32>,
    /// Work: about as many steps as are carried out. An estimate of what is left to do counts as several.
    pub work: u64,
    /// About so many bytes.
    pub bytes: usize,
    /// Plans that cheapest repairs lead to are counted up to here.
    pub plans: usize,
    /// Repairs that are listed.
    pub listed: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            weights: Weights::default(),
            max_cost: None,
            work: 20_000_000,
            bytes: 512 << 20,
            plans: 10_000,
            listed: 5,
        }
    }
}

/// How the search for a repair came out.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The answer.
    pub answer: Answer,
    /// Places of the search whose successors were looked at.
    pub expanded: u64,
    /// Work done, in the unit of [`Settings::work`].
    pub work: u64,
}

/// What the search for a repair found.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The plan succeeds as it is.
    NothingToDo,
    /// Cheapest repairs.
    Repaired(Repairs),
    /// No plan succeeds, so none is a repair: proved. The states that were looked at, with what the
    /// numbers in them stand for; without them when it was the search for a repair that came to its end.
    None(Option<(Closed, ValueTable)>),
    /// A limit was met first. No repair is cheaper than `at_least`: proved.
    Limit {
        /// Lower bound on the cost.
        at_least: u32,
        /// Which limit.
        which: Limit,
        /// A repair all the same, with its cost, if one was found on the way: it need not be a cheapest one.
        any: Option<(u32, Repair)>,
    },
    /// The search and the verifier do not agree about a plan, in words: a fault of this program.
    Disagreement(String),
}

/// What ended a search before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Work or bytes.
    Budget,
    /// [`Settings::max_cost`].
    MaxCost,
    /// Numbers grew longer than are searched.
    Numbers,
    /// The given plan is longer than the verifier runs.
    Plan,
}

/// The cheapest repairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Repairs {
    /// What each costs.
    pub cost: u32,
    /// The first ones, one for all that differ only in where a step stands. The first is the suggestion.
    pub repairs: Vec<Repair>,
    /// Number of different plans that cheapest repairs lead to; `None`: not counted to the end.
    pub plans: Option<u64>,
    /// Number of cheapest repairs, those that differ only in where a step stands taken as one; `None`: not counted to
    /// the end.
    pub count: Option<u64>,
}

/// A repair.
#[derive(Debug, Clone, PartialEq)]
pub struct Repair {
    /// Its edits, by their place in the repaired plan.
    pub edits: Vec<Edit>,
    /// The plan as repaired.
    pub plan: Vec<Call>,
}

/// What an edit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EditKind {
    /// A step is put in.
    Insert,
    /// A step is taken out.
    Delete,
    /// A step goes elsewhere.
    Move,
    /// A step's action or one of its arguments is another, or an unreadable step is read.
    Change,
}

/// One edit.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// What it does.
    pub kind: EditKind,
    /// Where the step stands in the repaired plan, from 0; of a deleted step, before which step of the repaired plan it
    /// stood (the plan's length: behind all).
    pub at: usize,
    /// The step of the given plan, from 0; `None` for an insertion.
    pub from: Option<usize>,
    /// The step that comes in or stays; of a deleted step, what it was; `None`: it could not be read.
    pub call: Option<Call>,
    /// Of a change: what stood there; `None` also when that could not be read.
    pub before: Option<Call>,
    /// The edit as a category of the taxonomy.
    pub label: Category,
    /// What goes wrong when just this edit is left out; not looked into for the last of very many edits.
    pub mends: Option<Mended>,
    /// Rules, by number, that the given plan breaks and that the repaired one breaks, too, when this edit is left out (and
    /// whatever cannot run then is skipped).
    pub mitigates: Vec<usize>,
    /// All places where the step could stand just as well, `at` included, in order. For a deleted step: places of equal
    /// steps that could be taken out instead.
    pub places: Vec<usize>,
}

/// What goes wrong without an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mended {
    /// A step of the repaired plan, from 0, could not run.
    Step(usize),
    /// The step concerned, left as it was, could not run itself.
    Itself,
    /// The rule with this number would be broken.
    Rule(usize),
    /// The goal would not hold.
    Goal,
}
