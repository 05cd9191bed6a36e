//! A home as VirtualHome's evaluators see it: numbered things with properties, states and relations between them.
//!
//! Knows what is the case, not what actions do.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A relation between two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// On top of.
    On,
    /// Inside of.
    Inside,
    /// Between rooms.
    Between,
    /// Close to.
    Close,
    /// Facing.
    Facing,
    /// Holds in the right hand.
    HoldsRight,
    /// Holds in the left hand.
    HoldsLeft,
    /// Sits on.
    Sitting,
}

impl Relation {
    /// Every relation.
    pub const ALL: [Self; 8] = [
        Self::On,
        Self::Inside,
        Self::Between,
        Self::Close,
        Self::Facing,
        Self::HoldsRight,
        Self::HoldsLeft,
        Self::Sitting,
    ];

    /// Its name in scene graphs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::On => "ON",
            Self::Inside => "INSIDE",
            Self::Between => "BETWEEN",
            Self::Close => "CLOSE",
            Self::Facing => "FACING",
            Self::HoldsRight => "HOLDS_RH",
            Self::HoldsLeft => "HOLDS_LH",
            Self::Sitting => "SITTING",
        }
    }

    /// Its name in the formulas of subgoals.
    #[must_use]
    pub const fn formula_name(self) -> &'static str {
        match self {
            Self::On => "ONTOP",
            Self::Close => "NEXT_TO",
            other => other.name(),
        }
    }

    /// The relation of a name in scene graphs.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.name() == name)
    }
}

/// A thing, a room or the character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// What it is called; several things may share a name.
    pub class: String,
    /// Whether it is a room.
    pub room: bool,
    /// What it is good for, such as `GRABBABLE`.
    pub properties: BTreeSet<String>,
}

/// What never changes in a scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Home {
    /// Everything, by number.
    pub things: BTreeMap<u64, Thing>,
    /// The numbers in the order of the scene graph.
    pub order: Vec<u64>,
}

impl Home {
    /// The thing with a number.
    #[must_use]
    pub fn thing(&self, id: u64) -> Option<&Thing> {
        self.things.get(&id)
    }

    /// Whether a thing has a property.
    #[must_use]
    pub fn has(&self, id: u64, property: &str) -> bool {
        self.thing(id).is_some_and(|thing| thing.properties.contains(property))
    }

    /// What a thing is called.
    #[must_use]
    pub fn class(&self, id: u64) -> &str {
        self.thing(id).map_or("", |thing| thing.class.as_str())
    }

    /// Whether it is a room.
    #[must_use]
    pub fn is_room(&self, id: u64) -> bool {
        self.thing(id).is_some_and(|thing| thing.room)
    }

    /// The one who acts: the first character.
    #[must_use]
    pub fn character(&self) -> Option<u64> {
        self.things.iter().find(|(_, thing)| thing.class == "character").map(|(id, _)| *id)
    }
}

/// A scene at a moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scene {
    /// The states of things, such as `OPEN`.
    pub states: BTreeSet<(u64, String)>,
    /// The relations that hold.
    pub edges: BTreeSet<(u64, Relation, u64)>,
    /// Where things that were grabbed came from, and how they lay there.
    pub grabbed: BTreeMap<u64, (u64, Relation)>,
}

impl Scene {
    /// Whether a relation holds.
    #[must_use]
    pub fn holds(&self, from: u64, relation: Relation, to: u64) -> bool {
        self.edges.contains(&(from, relation, to))
    }

    /// Whether a thing is in a state.
    #[must_use]
    pub fn is(&self, id: u64, state: &str) -> bool {
        self.states.contains(&(id, state.to_owned()))
    }

    /// What a thing stands in a relation to, by number.
    pub fn from(&self, from: u64, relation: Relation) -> impl Iterator<Item = u64> {
        self.edges.range((from, relation, 0)..=(from, relation, u64::MAX)).map(|(_, _, to)| *to)
    }

    /// What stands in a relation to a thing, by number.
    pub fn to(&self, relation: Relation, to: u64) -> impl Iterator<Item = u64> {
        self.edges.iter().filter(move |(_, of, target)| *of == relation && *target == to).map(|(from, _, _)| *from)
    }

    /// Adds a relation, both ways when asked.
    pub fn relate(&mut self, from: u64, relation: Relation, to: u64, both: bool) {
        self.edges.insert((from, relation, to));
        if both {
            self.edges.insert((to, relation, from));
        }
    }

    /// Removes all relations of these kinds that start or end at a thing.
    pub fn isolate(&mut self, id: u64, relations: &[Relation]) {
        self.edges.retain(|(from, relation, to)| !relations.contains(relation) || (*from != id && *to != id));
    }

    /// Puts a thing into one state and takes it out of another.
    pub fn turn(&mut self, id: u64, out_of: &str, into: &str) {
        self.states.remove(&(id, out_of.to_owned()));
        self.states.insert((id, into.to_owned()));
    }

    /// What a hand holds.
    pub fn held(&self, by: u64) -> impl Iterator<Item = u64> {
        self.from(by, Relation::HoldsLeft).chain(self.from(by, Relation::HoldsRight))
    }
}

/// Reads a scene graph: `{"nodes": [{"id", "class", "category", "properties", "states"}], "edges": [[from, relation, to]]}`.
pub(crate) fn read(graph: &Value) -> Option<(Home, Scene)> {
    let words = |node: &Value, name: &str| -> Option<BTreeSet<String>> {
        node.get(name)?.as_array()?.iter().map(|word| word.as_str().map(str::to_uppercase)).collect()
    };
    let (mut home, mut scene) = (Home::default(), Scene::default());
    for node in graph.get("nodes")?.as_array()? {
        let id = node.get("id")?.as_u64()?;
        let class = node.get("class")?.as_str()?.to_owned();
        let room = node.get("category").and_then(Value::as_str) == Some("Rooms");
        scene.states.extend(words(node, "states")?.into_iter().map(|state| (id, state)));
        home.order.push(id);
        home.things.insert(id, Thing { class, room, properties: words(node, "properties")? });
    }
    for edge in graph.get("edges")?.as_array()? {
        let relation = Relation::from_name(edge.get(1)?.as_str()?)?;
        let (from, to) = (edge.get(0)?.as_u64()?, edge.get(2)?.as_u64()?);
        if home.things.contains_key(&from) && home.things.contains_key(&to) {
            scene.relate(from, relation, to, false);
        }
    }
    Some((home, scene))
}

/// The domain of scenes.
pub(crate) const DOMAIN: &str = include_str!("home.pddl");

/// Names that a thing is good for something in spite of what its properties say, and other things that hang on the name.
const BY_NAME: [(&str, &[&str]); 7] = [
    ("grabbable", &["water", "child"]),
    ("can-open", &["desk", "window"]),
    ("recipient", &["hands_both", "sponge", "face"]),
    ("movable", &["button", "chair", "curtain"]),
    ("pours-away", &["water"]),
    ("computer", &["computer"]),
    ("seat-for-one", &["chair", "toilet"]),
];

/// A scene and its goal as a problem of [`DOMAIN`]. Things are called by name and number.
pub(crate) fn problem(
    home: &Home,
    scene: &Scene,
    states: &[(u64, String)],
    relations: &[(u64, Relation, u64)],
) -> String {
    let name = |id: &u64| format!("{}_{id}", word(home.class(*id)));
    let mut objects = String::new();
    let mut init = String::new();
    for id in &home.order {
        let Some(thing) = home.thing(*id) else { continue };
        let ty = match (thing.room, thing.class.as_str()) {
            (true, _) => "room",
            (false, "character") => "character",
            _ => "thing",
        };
        let _ = writeln!(objects, "    {} - {ty}", name(id));
        if thing.room {
            let _ = writeln!(init, "    (is-room {})", name(id));
        }
        let mut good_for: BTreeSet<String> = thing.properties.iter().map(|property| word(property)).collect();
        good_for.extend(
            BY_NAME.iter().filter(|(_, names)| names.contains(&thing.class.as_str())).map(|(p, _)| (*p).to_owned()),
        );
        if thing.class.contains("knife") {
            good_for.insert("knife".to_owned());
        }
        if thing.class == "keyboard" || thing.properties.contains("HAS_SWITCH") {
            good_for.insert("typable".to_owned());
        }
        if super::act::SQUEEZABLE.contains(&thing.class.as_str()) || thing.properties.contains("CLOTHES") {
            good_for.insert("squeezable".to_owned());
        }
        for property in good_for.iter().filter(|property| PROPERTIES.contains(&property.as_str())) {
            let _ = writeln!(init, "    ({property} {})", name(id));
        }
    }
    let state = |(id, state): &(u64, String)| format!("({} {})", word(state), name(id));
    let edge =
        |(from, relation, to): &(u64, Relation, u64)| format!("({} {} {})", predicate(*relation), name(from), name(to));
    for fact in scene
        .states
        .iter()
        .filter(|(_, state)| STATES.contains(&state.as_str()))
        .map(state)
        .chain(scene.edges.iter().map(edge))
    {
        let _ = writeln!(init, "    {fact}");
    }
    let goal: Vec<String> = states.iter().map(state).chain(relations.iter().map(edge)).collect();
    format!(
        "(define (problem scene)\n  (:domain home)\n  (:objects\n{objects}  )\n  (:init\n{init}  )\n  (:goal (and {})))\n",
        goal.join(" ")
    )
}

/// States that scenes know.
const STATES: [&str; 10] =
    ["CLOSED", "OPEN", "ON", "OFF", "SITTING", "DIRTY", "CLEAN", "LYING", "PLUGGED_IN", "PLUGGED_OUT"];

/// What things are good for, as far as an action asks for it.
const PROPERTIES: [&str; 23] = [
    "grabbable",
    "sittable",
    "lieable",
    "drinkable",
    "eatable",
    "recipient",
    "cuttable",
    "pourable",
    "can-open",
    "has-switch",
    "has-plug",
    "readable",
    "lookable",
    "clothes",
    "person",
    "body-part",
    "movable",
    "squeezable",
    "typable",
    "pours-away",
    "knife",
    "computer",
    "seat-for-one",
];

/// A relation's name in the domain of scenes.
pub(crate) const fn predicate(relation: Relation) -> &'static str {
    match relation {
        Relation::On => "ontop",
        Relation::Inside => "inside",
        Relation::Between => "between",
        Relation::Close => "close-to",
        Relation::Facing => "facing",
        Relation::HoldsRight => "holds-rh",
        Relation::HoldsLeft => "holds-lh",
        Relation::Sitting => "sits-on",
    }
}

/// A name as PDDL has it: small letters, a hyphen between words of one of our names.
fn word(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let small = plain.to_lowercase();
    let hyphens = small.replace('_', "-");
    if PROPERTIES.contains(&hyphens.as_str()) || matches!(hyphens.as_str(), "plugged-in" | "plugged-out") {
        hyphens
    } else {
        small
    }
}
