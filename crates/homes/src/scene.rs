//! A scene: a home as one task sees it, the actions by number, and the light form of a state that planning, words and drawings
//! read. The state itself is the verifier's.

use crate::home::Home;
use crate::vocabulary::{FixtureClass, ThingClass};
use std::sync::Arc;
use stepguard_results::environment::Environment;

/// An entity: fixtures come first, then things.
pub(crate) type Entity = usize;

/// State bits; bit 0 is `seen` in drawings and does not belong to the state.
pub(crate) mod bit {
    pub(crate) const OPEN: u16 = 1 << 1;
    pub(crate) const ON: u16 = 1 << 2;
    pub(crate) const SLICED: u16 = 1 << 3;
    pub(crate) const DIRTY: u16 = 1 << 4;
    pub(crate) const HOT: u16 = 1 << 5;
    pub(crate) const COLD: u16 = 1 << 6;
    pub(crate) const FILLED: u16 = 1 << 7;
}

/// The words of the bits, from bit 0.
pub(crate) const STATES: [&str; 8] = ["seen", "open", "on", "sliced", "dirty", "hot", "cold", "filled"];

/// An action as an agent chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Command {
    /// Go to a fixture, or to where a thing is. Rearrangement: navigate to a receptacle.
    Find(Entity),
    PickUp(Entity),
    PutDown,
    Open(Entity),
    Close(Entity),
    TurnOn(Entity),
    TurnOff(Entity),
    Slice(Entity),
}

/// Where a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    Fixture(usize),
    /// In a vessel: the entity of a thing.
    Vessel(Entity),
    Hand,
}

/// A home as one task sees it.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) environment: Environment,
    pub(crate) home: Arc<Home>,
    /// Which fixtures take part: in rearrangement only receptacles, and not all of them.
    pub(crate) plays: Vec<bool>,
    /// Which things of the home are there, by index.
    pub(crate) things: Vec<usize>,
    /// Actions by number.
    pub(crate) commands: Vec<Command>,
    /// The same in words.
    pub(crate) menu: Vec<String>,
}

/// A state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// The fixture at which the agent is.
    pub(crate) at: usize,
    /// That fixture, or a vessel there: what is put down goes to it.
    pub(crate) facing: Entity,
    /// By thing, counted as in the scene.
    pub(crate) places: Vec<Place>,
    /// By entity.
    pub(crate) bits: Vec<u16>,
}

/// Most actions of rearrangement.
pub(crate) const MOST_IDS: usize = 70;

fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}

impl Scene {
    /// A home for a task that names these words.
    pub(crate) fn new(environment: Environment, home: Arc<Home>, words: &[&str]) -> Self {
        let (plays, things) = match environment {
            Environment::Habitat => few(&home, words),
            _ => (vec![true; home.fixtures.len()], (0..home.things.len()).collect()),
        };
        let mut scene = Self { environment, home, plays, things, commands: Vec::new(), menu: Vec::new() };
        scene.commands = if scene.rearranges() { scene.few_commands() } else { scene.all_commands() };
        scene.menu = scene.commands.iter().map(|command| scene.words(*command)).collect();
        scene
    }

    /// Whether this is rearrangement.
    pub(crate) fn rearranges(&self) -> bool {
        self.environment == Environment::Habitat
    }

    /// How many fixtures there are: entities below are fixtures.
    pub(crate) fn fixtures(&self) -> usize {
        self.home.fixtures.len()
    }

    /// How many entities there are.
    pub(crate) fn entities(&self) -> usize {
        self.fixtures() + self.things.len()
    }

    pub(crate) fn is_fixture(&self, entity: Entity) -> bool {
        entity < self.fixtures()
    }

    /// The class of a fixture; `None` of things.
    pub(crate) fn fixture(&self, entity: Entity) -> Option<&'static FixtureClass> {
        self.home.fixtures.get(entity).map(|fixture| fixture.is)
    }

    /// The thing behind an entity.
    pub(crate) fn carried(&self, entity: Entity) -> Option<&crate::home::Thing> {
        let thing = *self.things.get(entity.checked_sub(self.fixtures())?)?;
        self.home.things.get(thing)
    }

    /// The class of a thing; `None` of fixtures.
    pub(crate) fn thing(&self, entity: Entity) -> Option<&'static ThingClass> {
        self.carried(entity).map(|thing| thing.is)
    }

    pub(crate) fn name(&self, entity: Entity) -> &str {
        match self.home.fixtures.get(entity) {
            Some(fixture) => &fixture.name,
            None => self.carried(entity).map_or("nothing", |thing| &thing.name),
        }
    }

    pub(crate) fn class(&self, entity: Entity) -> &'static str {
        match self.home.fixtures.get(entity) {
            Some(fixture) => fixture.class,
            None => self.carried(entity).map_or("", |thing| thing.class),
        }
    }

    /// The room of a fixture.
    pub(crate) fn room(&self, fixture: usize) -> usize {
        self.home.fixtures.get(fixture).map_or(0, |fixture| fixture.room)
    }

    pub(crate) fn opens(&self, entity: Entity) -> bool {
        self.fixture(entity).map_or_else(|| self.thing(entity).is_some_and(|is| is.opens), |is| is.opens)
    }

    pub(crate) fn switch(&self, entity: Entity) -> bool {
        self.fixture(entity).map_or_else(|| self.thing(entity).is_some_and(|is| is.switch), |is| is.switch)
    }

    pub(crate) fn vessel(&self, entity: Entity) -> bool {
        self.thing(entity).is_some_and(|is| is.vessel.is_some())
    }

    /// Whether a thing can be put there at all: to a fixture or into a vessel.
    pub(crate) fn takes(&self, place: Entity, thing: Entity) -> bool {
        let Some(is) = self.thing(thing) else { return false };
        if let Some(fixture) = self.fixture(place) {
            return fixture.holds.is_some()
                && self.plays[place]
                && fixture.takes.as_ref().is_none_or(|kinds| kinds.contains(&is.kind));
        }
        let kinds = self.thing(place).and_then(|vessel| vessel.vessel.as_ref());
        place != thing && is.vessel.is_none() && kinds.is_some_and(|kinds| kinds.contains(&is.kind))
    }

    /// The entity of a name.
    pub(crate) fn entity(&self, name: &str) -> Option<Entity> {
        (0..self.entities()).find(|entity| self.name(*entity) == name)
    }

    /// The number of an action.
    pub(crate) fn id(&self, command: Command) -> Option<usize> {
        self.commands.iter().position(|known| *known == command)
    }

    /// An action in words.
    pub(crate) fn words(&self, command: Command) -> String {
        let named = |verb: &str, entity: Entity| format!("{verb} the {}", self.name(entity));
        match command {
            Command::Find(entity) if self.rearranges() => named("navigate to", entity),
            Command::Find(entity) => format!("find {} {}", article(self.name(entity)), self.name(entity)),
            Command::PickUp(entity) => named("pick up", entity),
            Command::PutDown if self.rearranges() => "place the object in hand".to_owned(),
            Command::PutDown => "put down the object in hand".to_owned(),
            Command::Open(entity) => named("open", entity),
            Command::Close(entity) => named("close", entity),
            Command::TurnOn(entity) => named("turn on", entity),
            Command::TurnOff(entity) => named("turn off", entity),
            Command::Slice(entity) => named("slice", entity),
        }
    }

    fn all_commands(&self) -> Vec<Command> {
        let all = 0..self.entities();
        let things = self.fixtures()..self.entities();
        let opens = all.clone().filter(|entity| self.opens(*entity));
        let switches = all.clone().filter(|entity| self.switch(*entity));
        let slices = things.clone().filter(|entity| self.thing(*entity).is_some_and(|is| is.slices));
        all.map(Command::Find)
            .chain(things.map(Command::PickUp))
            .chain([Command::PutDown])
            .chain(opens.clone().map(Command::Open))
            .chain(opens.map(Command::Close))
            .chain(switches.clone().map(Command::TurnOn))
            .chain(switches.map(Command::TurnOff))
            .chain(slices.map(Command::Slice))
            .collect()
    }

    fn few_commands(&self) -> Vec<Command> {
        let plays = (0..self.fixtures()).filter(|entity| self.plays[*entity]);
        let opens = plays.clone().filter(|entity| self.opens(*entity));
        plays
            .map(Command::Find)
            .chain((self.fixtures()..self.entities()).map(Command::PickUp))
            .chain([Command::PutDown])
            .chain(opens.clone().map(Command::Open))
            .chain(opens.map(Command::Close))
            .collect()
    }
}

/// Receptacles that rearrangement can do without, the first ones first.
const DISPENSABLE: [&str; 13] = [
    "GarbageCan",
    "CoffeeMachine",
    "Toaster",
    "Printer",
    "StoveBurner",
    "Dishwasher",
    "Oven",
    "Microwave",
    "Radiator",
    "ToiletTank",
    "Shower",
    "LaundryHamper",
    "WindowSill",
];

/// Things that there should be room for.
const ENOUGH_THINGS: usize = 20;

/// The receptacles and things of a rearrangement task: what it names and what that needs, and of the rest as much as the
/// numbers of actions allow, from every room alike.
fn few(home: &Home, words: &[&str]) -> (Vec<bool>, Vec<usize>) {
    let named = |name: &str, class: &str| words.iter().any(|word| *word == name || *word == class);
    let needed: Vec<bool> = home.things.iter().map(|thing| named(&thing.name, thing.class)).collect();
    let fixture = |thing: usize| home.fixture_of(thing);
    let mut plays: Vec<bool> = home.fixtures.iter().map(|fixture| fixture.is.holds.is_some()).collect();
    let mut kept: Vec<bool> = home.fixtures.iter().map(|fixture| named(&fixture.name, fixture.class)).collect();
    if let Some(start) = kept.get_mut(home.start) {
        *start = true;
    }
    for thing in (0..home.things.len()).filter(|thing| needed[*thing]) {
        kept[fixture(thing)] = true;
    }
    let cost = |index: usize| 1 + 2 * usize::from(home.fixtures[index].is.opens);
    let mut left = MOST_IDS.saturating_sub(1 + (0..plays.len()).filter(|index| plays[*index]).map(cost).sum::<usize>());
    for class in DISPENSABLE {
        for index in (0..plays.len()).rev() {
            if left < ENOUGH_THINGS && plays[index] && !kept[index] && home.fixtures[index].class == class {
                plays[index] = false;
                left += cost(index);
            }
        }
    }
    let mut rank = vec![0_usize; home.rooms.len()];
    let mut others: Vec<(usize, usize)> = Vec::new();
    for thing in 0..home.things.len() {
        let room = &mut rank[home.fixtures[fixture(thing)].room];
        *room += 1;
        if !needed[thing] && plays[fixture(thing)] {
            others.push((*room, thing));
        }
    }
    others.sort_unstable();
    left = left.saturating_sub(needed.iter().filter(|needed| **needed).count());
    let mut things: Vec<usize> = others.into_iter().take(left).map(|(_, thing)| thing).collect();
    things.extend((0..needed.len()).filter(|thing| needed[*thing]));
    things.sort_unstable();
    (plays, things)
}

impl State {
    pub(crate) fn has(&self, entity: Entity, bits: u16) -> bool {
        self.bits.get(entity).is_some_and(|own| own & bits == bits)
    }

    /// Whether something has a door that is shut.
    pub(crate) fn closed(&self, scene: &Scene, entity: Entity) -> bool {
        scene.opens(entity) && !self.has(entity, bit::OPEN)
    }

    pub(crate) fn place(&self, scene: &Scene, thing: Entity) -> Place {
        thing.checked_sub(scene.fixtures()).and_then(|index| self.places.get(index)).copied().unwrap_or(Place::Hand)
    }

    /// What the agent holds.
    pub(crate) fn held(&self, scene: &Scene) -> Option<Entity> {
        self.places.iter().position(|place| *place == Place::Hand).map(|index| index + scene.fixtures())
    }

    /// The fixture where a thing is, in a vessel or not; `None` in the hand.
    pub(crate) fn fixture_of(&self, scene: &Scene, thing: Entity) -> Option<usize> {
        match self.place(scene, thing) {
            Place::Fixture(fixture) => Some(fixture),
            Place::Vessel(vessel) => match self.place(scene, vessel) {
                Place::Fixture(fixture) => Some(fixture),
                _ => None,
            },
            Place::Hand => None,
        }
    }

    /// The closed thing or fixture in which a thing is; `None` when it is in the open.
    pub(crate) fn hidden_in(&self, scene: &Scene, thing: Entity) -> Option<Entity> {
        let at = self.place(scene, thing);
        if let Place::Vessel(vessel) = at
            && self.closed(scene, vessel)
        {
            return Some(vessel);
        }
        self.fixture_of(scene, thing).filter(|fixture| self.closed(scene, *fixture))
    }

    /// The things that are directly at a fixture.
    pub(crate) fn on(&self, scene: &Scene, fixture: usize) -> impl Iterator<Item = Entity> {
        let first = scene.fixtures();
        self.places
            .iter()
            .enumerate()
            .filter(move |(_, place)| **place == Place::Fixture(fixture))
            .map(move |(index, _)| index + first)
    }

    /// The things that are in a vessel.
    pub(crate) fn inside(&self, scene: &Scene, vessel: Entity) -> impl Iterator<Item = Entity> {
        let first = scene.fixtures();
        self.places
            .iter()
            .enumerate()
            .filter(move |(_, place)| **place == Place::Vessel(vessel))
            .map(move |(index, _)| index + first)
    }
}
