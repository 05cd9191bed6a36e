//! The picture of a state: rooms, furniture and containers as nested boxes, read from binary predicates whose names say
//! that one thing is in, on or at another, or that an agent holds something. A hint file per domain may name more of them
//! and choose words and icons. Where nothing is nested, a graph of the binary facts takes its place.

use std::collections::HashMap;
use std::rc::Rc;

use stepguard_report::view::Report;

use super::facts::{Atom, plain};
use super::history::{History, Mark, within};
use crate::reading::{Map, read_struct};

/// What a hint file says about a domain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// Binary predicates whose first argument is inside of the second.
    pub inside: Vec<String>,
    /// Binary predicates whose first argument contains, holds or carries the second.
    pub holds: Vec<String>,
    /// Predicates that are left out of the picture.
    pub hide: Vec<String>,
    /// Types whose objects act.
    pub agents: Vec<String>,
    /// Names for objects, types and predicates.
    pub names: Map,
    /// Icons for objects, types and unary predicates.
    pub icons: Map,
}

read_struct!(Hints { inside, holds, hide, agents, names, icons });

/// A thing in the picture, with the things inside of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Thing {
    /// The object's own name.
    pub object: String,
    /// The name that is shown.
    pub name: String,
    /// An icon for what it is.
    pub icon: Option<String>,
    /// How it lies in the thing around it, such as `on` or `holds`.
    pub how: String,
    /// It acts.
    pub agent: bool,
    /// Unary facts, as icon and word.
    pub states: Vec<State>,
    /// A broken rule is about it.
    pub hazard: bool,
    /// Something about it has changed.
    pub changed: bool,
    /// What is in, on or at it.
    pub inside: Vec<Thing>,
}

/// A unary fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Its icon.
    pub icon: Option<String>,
    /// In words.
    pub word: String,
    /// It turned true in this state.
    pub added: bool,
}

/// A binary fact of the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Place of the first argument among the nodes.
    pub from: usize,
    /// Place of the second.
    pub to: usize,
    /// In words.
    pub word: String,
}

/// The picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// Nested boxes, and the objects that lie nowhere.
    Boxes {
        /// The outermost things.
        placed: Vec<Thing>,
        /// The objects that are in, on or at nothing and have nothing in them.
        loose: Vec<Thing>,
    },
    /// Objects and the binary facts between them.
    Graph {
        /// The objects, as things without nesting.
        nodes: Vec<Thing>,
        /// The facts.
        links: Vec<Link>,
    },
    /// Too many objects, or nothing to draw; the sentence says which.
    None(&'static str),
}

/// More objects than this make a picture that nobody can read.
const MOST_BOXES: usize = 160;
const MOST_NODES: usize = 24;

/// How a predicate nests its arguments: which of them is inside, and how strongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nesting {
    /// The first is at the second.
    At,
    /// The first is on the second.
    On,
    /// The first is in the second.
    In,
    /// The second is in or carried by the first.
    Holds,
}

fn nesting(predicate: &str, hints: &Hints) -> Option<Nesting> {
    let says = |list: &[String]| list.iter().any(|name| name.eq_ignore_ascii_case(predicate));
    if says(&hints.hide) {
        return None;
    }
    if says(&hints.holds) {
        return Some(Nesting::Holds);
    }
    if says(&hints.inside) {
        return Some(Nesting::In);
    }
    let lower = predicate.to_ascii_lowercase();
    let tokens: Vec<&str> = lower.split(['-', '_']).filter(|token| !token.is_empty()).collect();
    if tokens.iter().any(|token| OTHERWISE.contains(token)) {
        return None;
    }
    let first = match *tokens.first()? {
        "holding" | "holds" | "hold" | "carrying" | "carries" | "carry" | "grasping" | "contains" | "has"
        | "grasped" => Some(Nesting::Holds),
        "loaded" | "stored" | "contained" | "within" => Some(Nesting::In),
        "mounted" | "attached" | "stacked" => Some(Nesting::On),
        "located" | "location" | "loc" | "lies" | "stands" | "sits" | "parked" | "placed" | "position" => {
            Some(Nesting::At)
        }
        token => preposition(token),
    };
    // `robot-in`, `parcel-at`: the preposition may also come last.
    first.or_else(|| preposition(tokens.last()?))
}

/// Words after which `in`, `on` or `at` mean no place.
const OTHERWISE: [&str; 17] = [
    "reach",
    "reachable",
    "range",
    "sight",
    "view",
    "front",
    "use",
    "order",
    "contact",
    "line",
    "fire",
    "off",
    "need",
    "needs",
    "next",
    "side",
    "hand",
];

fn preposition(token: &str) -> Option<Nesting> {
    match token {
        "in" | "inside" | "aboard" => Some(Nesting::In),
        "on" | "ontop" | "atop" | "onto" | "under" => Some(Nesting::On),
        "at" => Some(Nesting::At),
        _ => None,
    }
}

/// The place that a unary predicate names, such as the basket of `in-basket`, and how things are there.
fn named_place(predicate: &str, hints: &Hints) -> Option<(Nesting, String)> {
    if hints.hide.iter().any(|name| name.eq_ignore_ascii_case(predicate)) {
        return None;
    }
    let (first, place) = predicate.split_once(['-', '_'])?;
    let nesting = preposition(&first.to_ascii_lowercase())?;
    let otherwise = place.split(['-', '_']).any(|token| OTHERWISE.iter().any(|word| word.eq_ignore_ascii_case(token)));
    (!place.is_empty() && !otherwise).then(|| (nesting, place.to_owned()))
}

/// The icon that a unary predicate has without a hint.
pub fn state_icon(predicate: &str) -> Option<&'static str> {
    let lower = predicate.to_ascii_lowercase();
    let tokens: Vec<&str> = lower.split(['-', '_']).collect();
    let has = |words: &[&str]| tokens.iter().any(|token| words.contains(token));
    let icon = if has(&["plugged", "pluggedin", "plug"]) {
        "plug"
    } else if has(&["unlocked", "open", "opened"]) {
        "open"
    } else if has(&["locked", "closed", "shut", "sealed"]) {
        "closed"
    } else if has(&["hot", "burning", "lit", "fire", "boiling", "cooked", "heated"]) {
        "flame"
    } else if has(&["cold", "frozen", "chilled", "cooled"]) {
        "cold"
    } else if has(&["wet", "splashed", "filled", "full", "soaked", "spilled", "flooded"]) {
        "drop"
    } else if has(&["broken", "cracked", "damaged"]) {
        "broken"
    } else if has(&["dirty", "stained", "dusty"]) {
        "dirty"
    } else if has(&["clean", "washed", "cleaned", "dry"]) {
        "clean"
    } else if has(&["toggled", "powered", "running", "active", "switched", "turnedon"])
        || lower == "on"
        || lower == "is-on"
    {
        "power"
    } else if has(&["sliced", "cut", "chopped", "sharp"]) {
        "knife"
    } else if has(&["empty", "free"]) {
        "empty"
    } else {
        return None;
    };
    Some(icon)
}

fn acts(type_name: &str, hints: &Hints) -> bool {
    let names = ["agent", "robot", "human", "person", "character", "worker", "player"];
    let lower = type_name.to_ascii_lowercase();
    names.contains(&lower.as_str()) || hints.agents.iter().any(|name| name.eq_ignore_ascii_case(type_name))
}

struct Draft {
    thing: Thing,
    parent: Option<(Nesting, usize)>,
    has_children: bool,
}

impl Draft {
    fn new(thing: Thing) -> Self {
        Self { thing, parent: None, has_children: false }
    }
}

fn find(index: &HashMap<Rc<str>, usize>, name: &str) -> Option<usize> {
    index.get(name.to_ascii_lowercase().as_str()).copied()
}

/// Puts one thing into another, unless it lies somewhere more closely already.
fn nest(drafts: &mut [Draft], inner: usize, outer: usize, nesting: Nesting, how: &str) {
    if inner != outer && drafts[inner].parent.is_none_or(|(present, _)| present < nesting) {
        drafts[inner].parent = Some((nesting, outer));
        how.clone_into(&mut drafts[inner].thing.how);
    }
}

/// The picture of a state of a run.
pub fn picture(report: &Report, history: &History, state: u32, hints: &Hints) -> Picture {
    let objects = report.objects.iter().map(|object| (object.name.as_str(), object.type_name.as_str()));
    let nests = nests_anywhere(history, hints);
    arranged(objects, &history.facts(state), &hazard_facts(report, state), nests, hints)
}

/// The picture of a state that is told by itself: objects with their types, facts, and those that make it dangerous.
pub fn scene(objects: &[(String, String)], facts: &[(Rc<str>, Mark)], hazards: &[Rc<str>], hints: &Hints) -> Picture {
    let objects = objects.iter().map(|(name, type_name)| (name.as_str(), type_name.as_str()));
    let nests = facts.iter().any(|(fact, _)| nests(fact, hints));
    arranged(objects, facts, hazards, nests, hints)
}

/// Things in their places. `nests`: whether anything is ever in, on or at something, so that boxes are drawn.
fn arranged<'a>(
    objects: impl Iterator<Item = (&'a str, &'a str)>,
    facts: &[(Rc<str>, Mark)],
    hazards: &[Rc<str>],
    nests: bool,
    hints: &Hints,
) -> Picture {
    let mut index: HashMap<Rc<str>, usize> = HashMap::new();
    let mut drafts: Vec<Draft> = Vec::new();
    for (object, type_name) in objects {
        let key: Rc<str> = object.to_ascii_lowercase().into();
        if index.contains_key(&key) {
            continue;
        }
        index.insert(key, drafts.len());
        let shown = |map: &Map| map.get(object).or_else(|| map.get(type_name)).cloned();
        drafts.push(Draft::new(Thing {
            object: object.to_owned(),
            name: hints.names.get(object).cloned().unwrap_or_else(|| object.to_owned()),
            icon: shown(&hints.icons),
            agent: acts(type_name, hints),
            ..Thing::default()
        }));
    }
    for fact in hazards {
        for argument in Atom::parse(fact).arguments {
            if let Some(at) = find(&index, argument) {
                drafts[at].thing.hazard = true;
            }
        }
    }
    let mut links: Vec<Link> = Vec::new();
    for (fact, mark) in facts {
        let atom = Atom::parse(fact);
        let hidden = hints.hide.iter().any(|name| name.eq_ignore_ascii_case(atom.name));
        match atom.arguments.as_slice() {
            [one] if !hidden => {
                let Some(at) = find(&index, one) else { continue };
                drafts[at].thing.changed |= *mark != Mark::Kept;
                if *mark == Mark::Deleted {
                    continue;
                }
                if let Some((nesting, place)) = named_place(atom.name, hints) {
                    let outer = *index.entry(place.to_ascii_lowercase().into()).or_insert_with(|| {
                        let name = hints.names.get(&place).cloned().unwrap_or_else(|| plain(&place));
                        let icon = hints.icons.get(&place).cloned();
                        drafts.push(Draft::new(Thing { name, icon, ..Thing::default() }));
                        drafts.len() - 1
                    });
                    let how = atom.name.split(['-', '_']).next().unwrap_or_default();
                    nest(&mut drafts, at, outer, nesting, how);
                    continue;
                }
                let word = hints.names.get(atom.name).cloned().unwrap_or_else(|| plain(atom.name));
                let icon = hints.icons.get(atom.name).cloned().or_else(|| state_icon(atom.name).map(str::to_owned));
                drafts[at].thing.states.push(State { icon, word, added: *mark == Mark::Added });
            }
            [first, second] => {
                let (Some(first), Some(second)) = (find(&index, first), find(&index, second)) else { continue };
                if *mark == Mark::Deleted || first == second {
                    continue;
                }
                if !hidden {
                    links.push(Link { from: first, to: second, word: plain(atom.name) });
                }
                let Some(nesting) = nesting(atom.name, hints) else { continue };
                let (inner, outer) = if nesting == Nesting::Holds { (second, first) } else { (first, second) };
                let how = hints.names.get(atom.name).cloned().unwrap_or_else(|| plain(atom.name));
                nest(&mut drafts, inner, outer, nesting, &how);
                drafts[inner].thing.changed |= *mark == Mark::Added;
            }
            _ => {}
        }
    }
    break_cycles(&mut drafts);
    for at in 0..drafts.len() {
        if let Some((_, outer)) = drafts[at].parent {
            drafts[outer].has_children = true;
        }
    }
    let nested = drafts.iter().filter(|draft| draft.parent.is_some()).count();
    if nested == 0 && !links.is_empty() && !nests {
        return graph(drafts, links);
    }
    if drafts.len() > MOST_BOXES {
        return Picture::None("There are too many objects for a picture; the table has them all.");
    }
    boxes(drafts)
}

/// The facts that break a rule in this state.
pub fn hazard_facts(report: &Report, state: u32) -> Vec<Rc<str>> {
    report
        .rules
        .iter()
        .filter(|rule| rule.hard && within(&rule.broken_in, state))
        .flat_map(|rule| rule.because.iter().map(|fact| fact.as_str().into()))
        .collect()
}

fn nests_anywhere(history: &History, hints: &Hints) -> bool {
    history.all_facts().any(|fact| nests(fact, hints))
}

/// Whether a fact says where something is.
fn nests(fact: &str, hints: &Hints) -> bool {
    let atom = Atom::parse(fact);
    match atom.arguments.len() {
        1 => named_place(atom.name, hints).is_some(),
        2 => nesting(atom.name, hints).is_some(),
        _ => false,
    }
}

/// A thing cannot be inside of itself: the edge that closes a circle is dropped.
fn break_cycles(drafts: &mut [Draft]) {
    for start in 0..drafts.len() {
        let mut at = start;
        for _ in 0..=drafts.len() {
            match drafts[at].parent {
                Some((_, outer)) if outer == start => {
                    drafts[at].parent = None;
                    break;
                }
                Some((_, outer)) => at = outer,
                None => break,
            }
        }
    }
}

fn boxes(drafts: Vec<Draft>) -> Picture {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); drafts.len()];
    let mut roots = Vec::new();
    for (at, draft) in drafts.iter().enumerate() {
        match draft.parent {
            Some((_, outer)) => children[outer].push(at),
            None => roots.push(at),
        }
    }
    let mut things: Vec<Option<Thing>> = drafts.iter().map(|draft| Some(draft.thing.clone())).collect();
    let mut placed = Vec::new();
    let mut loose = Vec::new();
    for root in roots {
        let thing = assemble(root, &children, &mut things);
        if drafts[root].has_children || drafts[root].thing.agent {
            placed.push(thing);
        } else if !thing.states.is_empty() || thing.hazard || thing.changed {
            loose.push(thing);
        }
    }
    Picture::Boxes { placed, loose }
}

/// Puts a thing together from the inside out, without recursion: a chain of boxes may be as long as the object list.
fn assemble(root: usize, children: &[Vec<usize>], things: &mut [Option<Thing>]) -> Thing {
    let mut order = vec![root];
    let mut next = 0;
    while next < order.len() {
        order.extend(&children[order[next]]);
        next += 1;
    }
    for &at in order.iter().rev() {
        let inside: Vec<Thing> = children[at].iter().filter_map(|&child| things[child].take()).collect();
        if let Some(thing) = things[at].as_mut() {
            thing.inside = inside;
        }
    }
    things[root].take().unwrap_or_default()
}

fn graph(drafts: Vec<Draft>, links: Vec<Link>) -> Picture {
    let mut linked = vec![false; drafts.len()];
    for link in &links {
        linked[link.from] = true;
        linked[link.to] = true;
    }
    let keep: Vec<usize> = (0..drafts.len()).filter(|&at| linked[at]).collect();
    if keep.len() > MOST_NODES {
        return Picture::None("There are too many objects for a picture; the table has them all.");
    }
    let place = |at: usize| keep.binary_search(&at).unwrap_or_default();
    let links =
        links.into_iter().map(|link| Link { from: place(link.from), to: place(link.to), word: link.word }).collect();
    let nodes = keep.iter().map(|&at| drafts[at].thing.clone()).collect();
    Picture::Graph { nodes, links }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::fixture;

    fn boxes_of(report: &Report, state: u32) -> (Vec<Thing>, Vec<Thing>) {
        match picture(report, &History::of(report), state, &Hints::default()) {
            Picture::Boxes { placed, loose } => (placed, loose),
            other => panic!("no boxes: {other:?}"),
        }
    }

    #[test]
    fn things_are_nested_and_the_agent_holds_what_it_holds() {
        let report = fixture::tea();
        let (placed, loose) = boxes_of(&report, 3);
        let counter = placed.iter().find(|thing| thing.object == "counter").expect("the counter holds things");
        let robot = counter.inside.iter().find(|thing| thing.object == "robot").expect("the robot is at the counter");
        assert!(robot.agent);
        assert_eq!(robot.inside[0].object, "kettle");
        assert!(robot.inside[0].changed, "it was filled here");
        assert_eq!(robot.inside[0].states[0].icon.as_deref(), Some("drop"));
        let base = loose.iter().find(|thing| thing.object == "base").expect("the base lies nowhere");
        assert!(base.hazard);
    }

    #[test]
    fn a_state_is_drawn_without_a_run() {
        let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(name, of)| ((*name).to_owned(), (*of).to_owned())).collect()
        };
        let facts = ["(ontop pan hob)", "(hot pan)", "(clean sink)"].map(|fact| (Rc::from(fact), Mark::Kept));
        let objects = owned(&[("pan", "item"), ("hob", "fixture"), ("sink", "fixture"), ("nobody", "being")]);
        match scene(&objects, &facts, &["(hot pan)".into()], &Hints::default()) {
            Picture::Boxes { placed, loose } => {
                let pan = &placed[0].inside[0];
                assert_eq!((placed[0].object.as_str(), pan.object.as_str(), pan.hazard), ("hob", "pan", true));
                assert!(!pan.changed, "nothing has happened yet");
                assert_eq!(loose.len(), 1, "nobody is nowhere and nothing is said of them");
            }
            other => panic!("no boxes: {other:?}"),
        }
    }

    #[test]
    fn in_reach_is_no_place() {
        assert_eq!(nesting("in-reach", &Hints::default()), None);
        assert_eq!(nesting("in-room", &Hints::default()), Some(Nesting::In));
        assert_eq!(nesting("on_top_of", &Hints::default()), Some(Nesting::On));
        assert_eq!(nesting("next-to", &Hints::default()), None);
        assert_eq!(nesting("robot-in", &Hints::default()), Some(Nesting::In));
        assert_eq!(nesting("parcel_at", &Hints::default()), Some(Nesting::At));
        assert_eq!(nesting("link", &Hints::default()), None);
    }

    #[test]
    fn a_hint_names_more_predicates_and_hides_others() {
        let hints = Hints { inside: vec!["belongs".into()], hide: vec!["at".into()], ..Hints::default() };
        assert_eq!(nesting("belongs", &hints), Some(Nesting::In));
        assert_eq!(nesting("at", &hints), None);
    }

    #[test]
    fn a_fact_may_name_the_place_itself() {
        let mut report = fixture::tea();
        report.initial.facts = vec!["(in-sink mug)".into(), "(on-base kettle)".into(), "(in-reach counter)".into()];
        let (placed, loose) = boxes_of(&report, 0);
        let sink = placed.iter().find(|thing| thing.name == "sink").expect("the sink is drawn though it is no object");
        assert_eq!(sink.inside[0].object, "mug");
        let base = placed.iter().find(|thing| thing.object == "base").expect("the base is an object of its own");
        assert_eq!((base.inside[0].object.as_str(), base.inside[0].how.as_str()), ("kettle", "on"));
        assert_eq!(loose[0].states[0].word, "in reach");
    }

    #[test]
    fn circles_do_not_hang() {
        let mut report = fixture::tea();
        report.initial.facts = vec![
            "(in counter mug)".into(),
            "(in mug base)".into(),
            "(in base counter)".into(),
            "(on kettle kettle)".into(),
        ];
        let (placed, _) = boxes_of(&report, 0);
        assert_eq!(placed.iter().filter(|thing| !thing.agent).count(), 1);
    }

    #[test]
    fn without_places_a_graph_is_drawn() {
        let mut report = fixture::tea();
        report.initial.facts = vec!["(linked counter mug)".into()];
        report.steps.clear();
        match picture(&report, &History::of(&report), 0, &Hints::default()) {
            Picture::Graph { nodes, links } => {
                assert_eq!(nodes.len(), 2);
                assert_eq!((links[0].from, links[0].to, links[0].word.as_str()), (0, 1, "linked"));
            }
            other => panic!("no graph: {other:?}"),
        }
    }
}
