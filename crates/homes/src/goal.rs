//! Goal conditions and changes of the first state: the small language of task sources, read against a scene, as formulas of
//! PDDL and as words.
//!
//! A condition is a subject and what is wanted of it, joined with `and`: `Mug_1 clean and in any Cabinet`, `any Apple/Pear
//! sliced`, `every Cup on DiningTable`, `2 Book in Bookcase`, `Faucet_1 off`.

use crate::scene::{Entity, Place, Scene, State, bit};
use crate::vocabulary::class_of;
use std::fmt::Write as _;

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    /// In words.
    pub(crate) text: String,
    /// Who it is about.
    pub(crate) who: Vec<Entity>,
    /// How many of them; `None`: all.
    pub(crate) need: Option<usize>,
    /// What is wanted of each.
    pub(crate) wants: Vec<Want>,
}

/// What is wanted of one entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Want {
    /// To be at one of these fixtures or in one of these vessels.
    In(Vec<Entity>),
    /// To have this state, or not.
    Bit(u16, bool),
    /// To be in the hand.
    Held,
}

/// The words for states: bit, and whether it is set.
const WORDS: [(&str, u16, bool); 11] = [
    ("open", bit::OPEN, true),
    ("closed", bit::OPEN, false),
    ("on", bit::ON, true),
    ("off", bit::ON, false),
    ("sliced", bit::SLICED, true),
    ("whole", bit::SLICED, false),
    ("dirty", bit::DIRTY, true),
    ("clean", bit::DIRTY, false),
    ("hot", bit::HOT, true),
    ("cold", bit::COLD, true),
    ("filled", bit::FILLED, true),
];

/// A name as written: instances or classes, with slashes between.
struct Names {
    all: Vec<Entity>,
}

impl Want {
    /// Whether it holds of an entity.
    pub(crate) fn holds(&self, scene: &Scene, state: &State, entity: Entity) -> bool {
        match self {
            Self::Held => !scene.is_fixture(entity) && state.place(scene, entity) == Place::Hand,
            Self::Bit(bits, set) => state.has(entity, *bits) == *set,
            Self::In(places) => {
                let direct = state.place(scene, entity);
                let fixture = state.fixture_of(scene, entity);
                places.iter().any(|place| direct == Place::Vessel(*place) || fixture == Some(*place))
            }
        }
    }
}

impl Condition {
    /// How many of the subjects have everything that is wanted.
    pub(crate) fn having(&self, scene: &Scene, state: &State) -> usize {
        self.who.iter().filter(|entity| self.wants.iter().all(|want| want.holds(scene, state, **entity))).count()
    }

    /// Whether it holds.
    pub(crate) fn holds(&self, scene: &Scene, state: &State) -> bool {
        self.having(scene, state) >= self.need.unwrap_or(self.who.len())
    }

    /// As a formula of PDDL.
    pub(crate) fn pddl(&self, scene: &Scene) -> String {
        let each: Vec<String> = self
            .who
            .iter()
            .map(|entity| all(self.wants.iter().map(|want| want.pddl(scene, *entity)).collect(), "and"))
            .collect();
        match self.need {
            None => all(each, "and"),
            Some(need) => {
                let mut chosen = Vec::new();
                choose(&each, need, 0, &mut Vec::new(), &mut chosen);
                all(chosen, "or")
            }
        }
    }
}

fn choose(each: &[String], need: usize, from: usize, taken: &mut Vec<usize>, out: &mut Vec<String>) {
    if taken.len() == need {
        out.push(all(taken.iter().map(|index| each[*index].clone()).collect(), "and"));
        return;
    }
    for index in from..each.len() {
        taken.push(index);
        choose(each, need, index + 1, taken, out);
        taken.pop();
    }
}

fn all(mut parts: Vec<String>, word: &str) -> String {
    match parts.len() {
        1 => parts.remove(0),
        _ => format!("({word} {})", parts.join(" ")),
    }
}

impl Want {
    fn pddl(&self, scene: &Scene, entity: Entity) -> String {
        let name = scene.name(entity);
        match self {
            Self::Held => format!("(held {name})"),
            Self::Bit(bits, set) => {
                let (predicate, turned) = match *bits {
                    bit::OPEN => ("closed", true),
                    bit::ON => ("running", false),
                    bit::SLICED => ("sliced", false),
                    bit::DIRTY => ("dirty", false),
                    bit::HOT => ("hot", false),
                    bit::COLD => ("cold", false),
                    _ => ("filled", false),
                };
                if *set == turned { format!("(not ({predicate} {name}))") } else { format!("({predicate} {name})") }
            }
            Self::In(places) => {
                let mut out = Vec::new();
                for place in places {
                    let at = scene.name(*place);
                    if !scene.is_fixture(*place) {
                        out.push(format!("(inside {name} {at})"));
                        continue;
                    }
                    out.push(format!("(on {name} {at})"));
                    if !scene.rearranges() && !scene.vessel(entity) {
                        let mut within = String::new();
                        let _ = write!(within, "(exists (?c - thing) (and (inside {name} ?c) (on ?c {at})))");
                        out.push(within);
                    }
                }
                all(out, "or")
            }
        }
    }
}

/// The words of a text of this language, among them the names.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '/'])
}

/// Reads a condition.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(scene: &Scene, text: &str) -> Result<Condition, String> {
    let mut words = text.split_whitespace().peekable();
    let first = *words.peek().ok_or("an empty condition")?;
    let (need, quantified) = match first {
        "any" => (Some(1), true),
        "every" => (None, true),
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            (Some(number.parse::<usize>().map_err(|error| error.to_string())?), true)
        }
        _ => (Some(1), false),
    };
    if quantified {
        words.next();
    }
    let subject = words.next().ok_or("no subject")?;
    let who = names(scene, subject, quantified)?.all;
    if need.is_some_and(|need| need == 0 || need > who.len()) {
        return Err(format!("there are {} {subject}", who.len()));
    }
    if need.is_some_and(|need| need > 1) && who.len() > 8 {
        return Err(format!("{subject}: a number is for at most eight candidates"));
    }
    let mut wants = Vec::new();
    loop {
        let word = words.next().ok_or_else(|| format!("nothing is wanted of {subject}"))?;
        let joined = words.peek().is_none_or(|next| *next == "and");
        let want = match word {
            "held" => Want::Held,
            "in" | "on" if !(word == "on" && joined) => place(scene, &mut words)?,
            _ => {
                let known = WORDS.iter().find(|(known, ..)| *known == word);
                let (_, bits, set) = known.ok_or_else(|| {
                    let list: Vec<&str> = WORDS.iter().map(|(word, ..)| *word).collect();
                    format!("`{word}` is no state; states are {}, held, in X, on X", list.join(", "))
                })?;
                Want::Bit(*bits, *set)
            }
        };
        for entity in &who {
            possible(scene, *entity, &want)?;
        }
        wants.push(want);
        match words.next() {
            None => break,
            Some("and") => {}
            Some(other) => return Err(format!("`and` or the end is expected, not `{other}`")),
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Condition { text, who, need, wants })
}

fn place<'a>(scene: &Scene, words: &mut impl Iterator<Item = &'a str>) -> Result<Want, String> {
    let first = words.next().ok_or("in what?")?;
    let (name, quantified) = if first == "any" { (words.next().ok_or("in any what?")?, true) } else { (first, false) };
    Ok(Want::In(names(scene, name, quantified)?.all))
}

/// The entities that a name stands for.
fn names(scene: &Scene, text: &str, classes: bool) -> Result<Names, String> {
    let mut all = Vec::new();
    for name in text.split('/') {
        let before = all.len();
        let exact = scene.entity(name);
        if classes {
            all.extend((0..scene.entities()).filter(|entity| scene.class(*entity) == name));
            if all.len() == before && exact.is_some() {
                return Err(format!(
                    "`{name}` is one instance; `any` and `every` want a class such as {}",
                    class_of(name).0
                ));
            }
        } else {
            all.extend(exact);
            if exact.is_none() && (0..scene.entities()).any(|entity| scene.class(entity) == name) {
                return Err(format!(
                    "there are several {name}: write `any {name}`, `every {name}` or one of the names"
                ));
            }
        }
        if all.len() == before {
            return Err(format!("there is no {name} in {}", scene.home.id));
        }
    }
    Ok(Names { all })
}

/// Whether this can be wanted of an entity at all.
fn possible(scene: &Scene, entity: Entity, want: &Want) -> Result<(), String> {
    let name = scene.name(entity);
    let thing = scene.thing(entity);
    let can = match want {
        Want::Held => thing.is_some(),
        Want::In(places) => {
            if thing.is_none() {
                return Err(format!("{name} is a fixture and stays where it is"));
            }
            match places.iter().find(|place| scene.takes(**place, entity)) {
                Some(_) => true,
                None => {
                    let place = places.first().map_or("that", |place| scene.name(*place));
                    return Err(format!("{place} does not take {name} (see vocabulary.toml)"));
                }
            }
        }
        Want::Bit(bits, _) => match *bits {
            bit::OPEN => scene.opens(entity),
            _ if scene.rearranges() => return Err(format!("{name}: in rearrangement the states are open and closed")),
            bit::ON => scene.switch(entity),
            bit::SLICED => thing.is_some_and(|is| is.slices),
            bit::DIRTY => thing.is_some_and(|is| is.soils()),
            bit::FILLED => thing.is_some_and(|is| is.fills),
            _ => thing.is_some_and(|is| is.warms()),
        },
    };
    if can { Ok(()) } else { Err(format!("{name} cannot be that (see vocabulary.toml)")) }
}
