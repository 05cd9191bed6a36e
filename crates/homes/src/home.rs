//! Homes from their sources: rooms, fixtures and things, with every mistake of a source said in words. Knows no task.

use crate::vocabulary::{FixtureClass, ThingClass, Works, class_of, vocabulary};
use serde::Deserialize;
use std::collections::BTreeMap;
use stepguard_embodied::scene::{Area, Room};

/// A home.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Home {
    /// The name of its file, without ending.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// The fixture where the agent is unless a task says otherwise.
    pub(crate) start: usize,
    /// Rooms.
    pub(crate) rooms: Vec<Room>,
    /// Fixtures.
    pub(crate) fixtures: Vec<Fixture>,
    /// Things, in the order of the source.
    pub(crate) things: Vec<Thing>,
}

/// A fixture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fixture {
    pub(crate) name: String,
    pub(crate) class: &'static str,
    pub(crate) is: &'static FixtureClass,
    pub(crate) room: usize,
    pub(crate) area: Area,
    pub(crate) colour: Option<String>,
    pub(crate) look: Option<String>,
    /// The basin below a faucet.
    pub(crate) over: Option<usize>,
    pub(crate) open: bool,
    pub(crate) on: bool,
}

/// A thing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Thing {
    pub(crate) name: String,
    pub(crate) class: &'static str,
    pub(crate) is: &'static ThingClass,
    /// A fixture, or a vessel.
    pub(crate) at: At,
    pub(crate) colour: Option<String>,
    pub(crate) look: Option<String>,
    pub(crate) dirty: bool,
}

/// Where something is at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    /// A fixture.
    Fixture(usize),
    /// A vessel, which is a thing.
    Vessel(usize),
}

impl Home {
    /// The fixture where a thing is at first, in a vessel or not.
    pub(crate) fn fixture_of(&self, thing: usize) -> usize {
        let mut at = self.things[thing].at;
        // Vessels are not in vessels, so this is one step.
        if let At::Vessel(vessel) = at {
            at = self.things[vessel].at;
        }
        match at {
            At::Fixture(fixture) => fixture,
            At::Vessel(_) => self.start,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HomeSource {
    name: String,
    start: String,
    rooms: Vec<RoomSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomSource {
    name: String,
    area: [i32; 4],
    fixtures: Vec<FixtureSource>,
    #[serde(default)]
    things: Vec<ThingSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FixtureSource {
    name: String,
    area: [i32; 4],
    colour: Option<String>,
    look: Option<String>,
    over: Option<String>,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    on: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThingSource {
    name: String,
    at: String,
    colour: Option<String>,
    look: Option<String>,
    #[serde(default)]
    dirty: bool,
}

/// Reads a home.
///
/// # Errors
/// Everything that is wrong with it, one mistake a line.
pub(crate) fn read(id: &str, source: &str) -> Result<Home, Vec<String>> {
    let source: HomeSource = toml::from_str(source).map_err(|error| vec![error.to_string()])?;
    let mut reader = Reader { wrong: Vec::new(), places: BTreeMap::new() };
    let home = reader.home(id, &source);
    if reader.wrong.is_empty() { Ok(home) } else { Err(reader.wrong) }
}

struct Reader {
    wrong: Vec<String>,
    /// Fixtures and things by name, as a place where something can be.
    places: BTreeMap<String, At>,
}

impl Reader {
    fn home(&mut self, id: &str, source: &HomeSource) -> Home {
        let area = |[x, y, w, h]: [i32; 4]| Area { x, y, w, h };
        let rooms: Vec<Room> =
            source.rooms.iter().map(|room| Room { name: room.name.clone(), area: area(room.area) }).collect();
        if rooms.len() < 4 {
            self.wrong.push(format!("it has {} rooms; a home has at least four", rooms.len()));
        }
        for (index, room) in rooms.iter().enumerate() {
            if room.area.w <= 0 || room.area.h <= 0 {
                self.wrong.push(format!("the {} has no size", room.name));
            }
            for other in &rooms[..index] {
                if room.area.overlaps(other.area) {
                    self.wrong.push(format!("the {} and the {} overlap", room.name, other.name));
                }
                if room.name == other.name {
                    self.wrong.push(format!("two rooms are called {}", room.name));
                }
            }
        }
        let mut fixtures = Vec::new();
        for (room, place) in source.rooms.iter().enumerate() {
            for fixture in &place.fixtures {
                if let Some(fixture) = self.fixture(fixture, room, &rooms[room], &fixtures) {
                    self.places.insert(fixture.name.clone(), At::Fixture(fixtures.len()));
                    fixtures.push(fixture);
                }
            }
        }
        self.faucets(source, &mut fixtures);
        let sources: Vec<&ThingSource> = source.rooms.iter().flat_map(|room| &room.things).collect();
        for (index, thing) in sources.iter().enumerate() {
            if self.places.insert(thing.name.clone(), At::Vessel(index)).is_some() {
                self.wrong.push(format!("there are two {}", thing.name));
            }
        }
        let things: Vec<Thing> = sources.iter().filter_map(|thing| self.thing(thing)).collect();
        if things.len() == sources.len() {
            for thing in &things {
                self.room_for(thing, &fixtures, &things);
            }
        }
        let names: Vec<&str> = fixtures
            .iter()
            .map(|fixture| fixture.name.as_str())
            .chain(sources.iter().map(|thing| thing.name.as_str()))
            .collect();
        self.numbers(&names);
        let start = match self.places.get(&source.start) {
            Some(At::Fixture(start)) => *start,
            _ => {
                self.wrong.push(format!("start: there is no fixture {}", source.start));
                0
            }
        };
        Home { id: id.to_owned(), name: source.name.clone(), start, rooms, fixtures, things }
    }

    fn fixture(&mut self, source: &FixtureSource, room: usize, place: &Room, others: &[Fixture]) -> Option<Fixture> {
        let name = &source.name;
        let Some((class, is)) = vocabulary().fixtures.get_key_value(class_of(name).0) else {
            self.wrong.push(format!("{name}: there is no such class of fixtures in vocabulary.toml"));
            return None;
        };
        let [x, y, w, h] = source.area;
        let area = Area { x: x + place.area.x, y: y + place.area.y, w, h };
        if w <= 0 || h <= 0 {
            self.wrong.push(format!("{name} has no size"));
        }
        if !area.is_within(place.area) {
            self.wrong
                .push(format!("{name} is not inside the {} (its area is relative to the room's corner)", place.name));
        }
        for other in others {
            if other.room == room && other.area.overlaps(area) {
                self.wrong.push(format!("{name} and {} overlap in the {}", other.name, place.name));
            }
        }
        if self.places.contains_key(name) {
            self.wrong.push(format!("there are two {name}"));
        }
        if (source.open && !is.opens) || (source.on && !is.switch) {
            self.wrong.push(format!("{name} cannot be open or on"));
        }
        Some(Fixture {
            name: name.clone(),
            class,
            is,
            room,
            area,
            colour: source.colour.clone(),
            look: source.look.clone(),
            over: None,
            open: source.open,
            on: source.on,
        })
    }

    fn faucets(&mut self, source: &HomeSource, fixtures: &mut [Fixture]) {
        let sources = source.rooms.iter().flat_map(|room| &room.fixtures);
        for source in sources {
            let Some(At::Fixture(index)) = self.places.get(&source.name).copied() else { continue };
            let rinses = fixtures[index].is.works == Some(Works::Rinses);
            let below = match source.over.as_ref().map(|name| (name, self.places.get(name))) {
                Some((_, Some(At::Fixture(below)))) => Some(*below),
                Some((name, _)) => {
                    self.wrong.push(format!("{} is over {name}, which is not there", source.name));
                    continue;
                }
                None => None,
            };
            if rinses != below.is_some() {
                self.wrong.push(format!("{}: a faucet, and nothing else, has `over` with its basin", source.name));
            }
            fixtures[index].over = below;
        }
    }

    fn thing(&mut self, source: &ThingSource) -> Option<Thing> {
        let name = &source.name;
        let Some((class, is)) = vocabulary().things.get_key_value(class_of(name).0) else {
            self.wrong.push(format!("{name}: there is no such class of things in vocabulary.toml"));
            return None;
        };
        let Some(at) = self.places.get(&source.at).copied() else {
            self.wrong.push(format!("{name} is at {}, which is not there", source.at));
            return None;
        };
        if source.dirty && !is.soils() {
            self.wrong.push(format!("{name} cannot be dirty"));
        }
        Some(Thing {
            name: name.clone(),
            class,
            is,
            at,
            colour: source.colour.clone(),
            look: source.look.clone(),
            dirty: source.dirty,
        })
    }

    fn room_for(&mut self, thing: &Thing, fixtures: &[Fixture], things: &[Thing]) {
        if let Err(why) = fits(&thing.name, thing.is, thing.at, fixtures, things) {
            self.wrong.push(why);
        }
    }

    /// A class with one instance has no number; several are numbered from 1.
    fn numbers(&mut self, names: &[&str]) {
        let mut classes: BTreeMap<&str, Vec<Option<u32>>> = BTreeMap::new();
        for name in names {
            let (class, number) = class_of(name);
            classes.entry(class).or_default().push(number);
        }
        for (class, mut numbers) in classes {
            numbers.sort_unstable();
            let right = match numbers.as_slice() {
                [one] => one.is_none(),
                several => several.iter().zip(1..).all(|(number, place)| *number == Some(place)),
            };
            if !right {
                self.wrong.push(format!(
                    "{class}: one instance has no number, several are numbered {class}_1, {class}_2, ..."
                ));
            }
        }
    }
}

/// Whether a thing can be there.
///
/// # Errors
/// Why not.
pub(crate) fn fits(name: &str, is: &ThingClass, at: At, fixtures: &[Fixture], things: &[Thing]) -> Result<(), String> {
    match at {
        At::Fixture(index) => {
            let fixture = &fixtures[index];
            if fixture.is.holds.is_none() {
                return Err(format!("{name} is at {}, which holds nothing", fixture.name));
            }
            if fixture.is.takes.as_ref().is_some_and(|kinds| !kinds.contains(&is.kind)) {
                return Err(format!("{} does not take {name}, which is of kind {}", fixture.name, is.kind));
            }
        }
        At::Vessel(index) => {
            let vessel = &things[index];
            let Some(kinds) = &vessel.is.vessel else {
                return Err(format!("{name} is at {}, which is no vessel", vessel.name));
            };
            if is.vessel.is_some() {
                return Err(format!("{name} is a vessel and cannot be in another one"));
            }
            if !kinds.contains(&is.kind) {
                return Err(format!("{} does not take {name}, which is of kind {}", vessel.name, is.kind));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mistake_of_a_home_is_said() {
        let source = r#"
name = "Ruin"
start = "Throne"
[[rooms]]
name = "kitchen"
area = [0, 0, 200, 200]
fixtures = [
  { name = "Fridge", area = [0, 0, 70, 70], on = true },
  { name = "CounterTop", area = [60, 0, 70, 70] },
  { name = "Faucet", area = [150, 150, 60, 60] },
  { name = "Cabinet_2", area = [150, 0, 10, 10] },
  { name = "Altar", area = [150, 20, 10, 10] },
]
things = [
  { name = "Book", at = "Fridge", dirty = true },
  { name = "Mug", at = "Attic" },
  { name = "Bowl", at = "Plate" },
  { name = "Plate", at = "CounterTop" },
  { name = "Plate", at = "CounterTop" },
]
[[rooms]]
name = "hall"
area = [100, 0, 200, 200]
fixtures = []
"#;
        let wrong = read("ruin", source).expect_err("it is wrong in every way").join("\n");
        for part in [
            "2 rooms",
            "the hall and the kitchen overlap",
            "CounterTop and Fridge overlap",
            "Faucet is not inside",
            "Fridge cannot be open or on",
            "a faucet, and nothing else",
            "Altar: there is no such class",
            "Book cannot be dirty",
            "Mug is at Attic",
            "there are two Plate",
            "Cabinet: one instance has no number",
            "no fixture Throne",
        ] {
            assert!(wrong.contains(part), "{part} is not in\n{wrong}");
        }
        assert!(read("nothing", "name = 3").is_err());
    }
}
