//! What an action needs and does, in the light form: which action of the domain it is and with which arguments, or why it
//! cannot run, for feedback; and what it changes, for planning ahead. The verifier executes the domain itself, and a test
//! holds this to it.

use crate::scene::{Command, Entity, Place, Scene, State, bit};
use crate::vocabulary::Works;

/// An action of the domain and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) action: &'static str,
    pub(crate) arguments: Vec<Entity>,
}

/// Why an action cannot run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is in no open place.
    Hidden(Entity, Entity),
    /// It is not where the agent is.
    NotNear(Entity),
    /// It is here, behind a door that is shut.
    Inside(Entity, Entity),
    /// It is in a vessel that is in the hand.
    InHeld(Entity, Entity),
    /// The hand is full.
    Holding(Entity),
    /// It is in the hand already.
    Held(Entity),
    /// The hand is empty.
    HandEmpty,
    /// Where it should be put is closed.
    Shut(Entity),
    /// That is no receptacle.
    NoReceptacle(Entity),
    /// That does not take this.
    Unfit(Entity, Entity),
    AlreadyOpen(Entity),
    AlreadyClosed(Entity),
    AlreadyOn(Entity),
    AlreadyOff(Entity),
    /// It works and cannot be opened.
    Running(Entity),
    /// It works only when it is closed.
    MustClose(Entity),
    /// It works only when it is open.
    MustOpen(Entity),
    /// It lies in something and has to be taken out.
    InVessel(Entity, Entity),
    NoKnife,
    AlreadySliced(Entity),
}

/// What an action is in this state, or why it cannot run.
pub(crate) fn check(scene: &Scene, state: &State, command: Command) -> Result<Call, Refusal> {
    let call = |action, arguments: &[Entity]| Ok(Call { action, arguments: arguments.to_vec() });
    let light = scene.rearranges();
    match command {
        Command::Find(fixture) if scene.is_fixture(fixture) => {
            call(if light { "navigate" } else { "find-fixture" }, &[fixture])
        }
        Command::Find(thing) => find(scene, state, thing),
        Command::PickUp(thing) => {
            if let Some(held) = state.held(scene) {
                return Err(if held == thing { Refusal::Held(thing) } else { Refusal::Holding(held) });
            }
            let here = near(scene, state, thing)?;
            match here {
                Place::Vessel(vessel) => call("pick-out", &[thing, vessel, state.at]),
                _ => call(if light { "pick" } else { "pick-up" }, &[thing, state.at]),
            }
        }
        Command::PutDown => {
            let Some(held) = state.held(scene) else { return Err(Refusal::HandEmpty) };
            let target = state.facing;
            if scene.fixture(target).is_some_and(|is| is.holds.is_none()) {
                return Err(Refusal::NoReceptacle(target));
            }
            if state.closed(scene, target) {
                return Err(Refusal::Shut(target));
            }
            if !scene.takes(target, held) {
                return Err(Refusal::Unfit(target, held));
            }
            if scene.is_fixture(target) {
                return call(if light { "place" } else { "put-down" }, &[held, target]);
            }
            if state.closed(scene, state.at) {
                return Err(Refusal::Shut(state.at));
            }
            call("put-into", &[held, target, state.at])
        }
        Command::Open(entity) => {
            direct(scene, state, entity)?;
            if !state.closed(scene, entity) {
                return Err(Refusal::AlreadyOpen(entity));
            }
            if scene.is_fixture(entity) && state.has(entity, bit::ON) {
                return Err(Refusal::Running(entity));
            }
            two(scene, state, entity, "open", "open-thing")
        }
        Command::Close(entity) => {
            direct(scene, state, entity)?;
            if state.closed(scene, entity) {
                return Err(Refusal::AlreadyClosed(entity));
            }
            two(scene, state, entity, "close", "close-thing")
        }
        Command::TurnOn(entity) => {
            direct(scene, state, entity)?;
            if state.has(entity, bit::ON) {
                return Err(Refusal::AlreadyOn(entity));
            }
            let fixture = scene.is_fixture(entity);
            if fixture && state.has(entity, bit::OPEN) {
                return Err(Refusal::MustClose(entity));
            }
            if !fixture && state.closed(scene, entity) {
                return Err(Refusal::MustOpen(entity));
            }
            two(scene, state, entity, "turn-on", "turn-on-thing")
        }
        Command::TurnOff(entity) => {
            direct(scene, state, entity)?;
            if !state.has(entity, bit::ON) {
                return Err(Refusal::AlreadyOff(entity));
            }
            two(scene, state, entity, "turn-off", "turn-off-thing")
        }
        Command::Slice(thing) => {
            direct(scene, state, thing)?;
            if state.has(thing, bit::SLICED) {
                return Err(Refusal::AlreadySliced(thing));
            }
            let knife = state.held(scene).filter(|held| scene.thing(*held).is_some_and(|is| is.cuts));
            let Some(knife) = knife else { return Err(Refusal::NoKnife) };
            call("slice", &[thing, knife, state.at])
        }
    }
}

fn find(scene: &Scene, state: &State, thing: Entity) -> Result<Call, Refusal> {
    if let Some(shut) = state.hidden_in(scene, thing) {
        return Err(Refusal::Hidden(thing, shut));
    }
    let place = state.place(scene, thing);
    let Some(fixture) = state.fixture_of(scene, thing) else {
        return Err(match place {
            Place::Vessel(vessel) => Refusal::InHeld(thing, vessel),
            _ => Refusal::Held(thing),
        });
    };
    let (action, arguments) = match place {
        Place::Vessel(vessel) => ("find-inside", vec![thing, vessel, fixture]),
        _ if scene.vessel(thing) => ("find-vessel", vec![thing, fixture]),
        _ => ("find-thing", vec![thing, fixture]),
    };
    Ok(Call { action, arguments })
}

/// Where a thing is, when the agent can reach it.
fn near(scene: &Scene, state: &State, thing: Entity) -> Result<Place, Refusal> {
    let place = state.place(scene, thing);
    match state.fixture_of(scene, thing) {
        Some(fixture) if fixture == state.at => {}
        Some(_) => return Err(Refusal::NotNear(thing)),
        None => {
            return Err(match place {
                Place::Vessel(vessel) => Refusal::InHeld(thing, vessel),
                _ => Refusal::Held(thing),
            });
        }
    }
    match state.hidden_in(scene, thing) {
        Some(shut) => Err(Refusal::Inside(thing, shut)),
        None => Ok(place),
    }
}

/// The agent is at a fixture, or where a thing lies that is in no vessel.
fn direct(scene: &Scene, state: &State, entity: Entity) -> Result<(), Refusal> {
    if scene.is_fixture(entity) {
        return if state.at == entity { Ok(()) } else { Err(Refusal::NotNear(entity)) };
    }
    match near(scene, state, entity)? {
        Place::Vessel(vessel) => Err(Refusal::InVessel(entity, vessel)),
        _ => Ok(()),
    }
}

fn two(
    scene: &Scene,
    state: &State,
    entity: Entity,
    fixture: &'static str,
    thing: &'static str,
) -> Result<Call, Refusal> {
    if scene.is_fixture(entity) {
        return Ok(Call { action: fixture, arguments: vec![entity] });
    }
    Ok(Call { action: thing, arguments: vec![entity, state.at] })
}

/// Runs an action in the light form; false when it cannot run.
pub(crate) fn apply(scene: &Scene, state: &mut State, command: Command) -> bool {
    if check(scene, state, command).is_err() {
        return false;
    }
    match command {
        Command::Find(entity) => {
            state.at = state.fixture_of_any(scene, entity);
            let vessel = scene.vessel(entity) && matches!(state.place(scene, entity), Place::Fixture(_));
            state.facing = if vessel { entity } else { state.at };
        }
        Command::PickUp(thing) => {
            state.set_place(scene, thing, Place::Hand);
            if state.facing == thing {
                state.facing = state.at;
            }
        }
        Command::PutDown => {
            if let Some(held) = state.held(scene) {
                let into = state.facing;
                let place = if scene.is_fixture(into) { Place::Fixture(into) } else { Place::Vessel(into) };
                state.set_place(scene, held, place);
                arrives(scene, state, held);
            }
        }
        Command::Open(entity) => state.bits[entity] |= bit::OPEN,
        Command::Close(entity) => {
            state.bits[entity] &= !bit::OPEN;
            if works(scene, entity) == Some(Works::Cools) {
                for thing in contents(scene, state, entity) {
                    cool(scene, state, thing);
                }
            }
        }
        Command::TurnOn(entity) => {
            state.bits[entity] |= bit::ON;
            turned_on(scene, state, entity);
        }
        Command::TurnOff(entity) => state.bits[entity] &= !bit::ON,
        Command::Slice(thing) => state.bits[thing] |= bit::SLICED,
    }
    true
}

impl State {
    fn fixture_of_any(&self, scene: &Scene, entity: Entity) -> usize {
        if scene.is_fixture(entity) { entity } else { self.fixture_of(scene, entity).unwrap_or(self.at) }
    }

    fn set_place(&mut self, scene: &Scene, thing: Entity, place: Place) {
        self.places[thing - scene.fixtures()] = place;
    }
}

/// What a fixture does to things; in rearrangement appliances are furniture.
fn works(scene: &Scene, entity: Entity) -> Option<Works> {
    scene.fixture(entity).filter(|_| !scene.rearranges()).and_then(|is| is.works)
}

/// What is at a fixture, in vessels too.
pub(crate) fn contents(scene: &Scene, state: &State, fixture: usize) -> Vec<Entity> {
    (scene.fixtures()..scene.entities()).filter(|thing| state.fixture_of(scene, *thing) == Some(fixture)).collect()
}

pub(crate) fn cool(scene: &Scene, state: &mut State, thing: Entity) {
    if scene.thing(thing).is_some_and(|is| is.warms()) {
        state.bits[thing] = state.bits[thing] & !bit::HOT | bit::COLD;
    }
}

fn heat(scene: &Scene, state: &mut State, thing: Entity) {
    if scene.thing(thing).is_some_and(|is| is.warms()) {
        state.bits[thing] = state.bits[thing] & !bit::COLD | bit::HOT;
    }
}

fn fill(scene: &Scene, state: &mut State, thing: Entity) -> bool {
    let fills = scene.thing(thing).is_some_and(|is| is.fills);
    if fills {
        state.bits[thing] |= bit::FILLED;
    }
    fills
}

/// The running faucet over a basin.
pub(crate) fn faucets(scene: &Scene, basin: usize) -> impl Iterator<Item = usize> {
    (0..scene.fixtures()).filter(move |fixture| scene.home.fixtures[*fixture].over == Some(basin))
}

/// What an appliance at work does to a thing that is put there, and to what is in it.
fn arrives(scene: &Scene, state: &mut State, thing: Entity) {
    let Some(fixture) = state.fixture_of(scene, thing) else { return };
    let directly = matches!(state.place(scene, thing), Place::Fixture(_));
    let runs = state.has(fixture, bit::ON);
    let rinsed = faucets(scene, fixture).any(|faucet| state.has(faucet, bit::ON));
    let within: Vec<Entity> = state.inside(scene, thing).collect();
    if runs && works(scene, fixture) == Some(Works::Heats) {
        heat(scene, state, thing);
        for inner in &within {
            heat(scene, state, *inner);
        }
    }
    if directly && runs && works(scene, fixture) == Some(Works::Brews) && fill(scene, state, thing) {
        state.bits[thing] = state.bits[thing] & !bit::COLD | bit::HOT;
    }
    if rinsed {
        state.bits[thing] &= !bit::DIRTY;
        for inner in &within {
            state.bits[*inner] &= !bit::DIRTY;
        }
        if directly {
            fill(scene, state, thing);
        }
    }
}

fn turned_on(scene: &Scene, state: &mut State, entity: Entity) {
    match works(scene, entity) {
        Some(Works::Heats) => {
            for thing in contents(scene, state, entity) {
                heat(scene, state, thing);
            }
        }
        Some(Works::Brews) => {
            for thing in state.on(scene, entity).collect::<Vec<_>>() {
                if fill(scene, state, thing) {
                    state.bits[thing] = state.bits[thing] & !bit::COLD | bit::HOT;
                }
            }
        }
        Some(Works::Washes) => {
            for thing in contents(scene, state, entity) {
                state.bits[thing] &= !bit::DIRTY;
            }
        }
        Some(Works::Rinses) => {
            let Some(basin) = scene.home.fixtures[entity].over else { return };
            for thing in state.on(scene, basin).collect::<Vec<_>>() {
                fill(scene, state, thing);
            }
            for thing in contents(scene, state, basin) {
                state.bits[thing] &= !bit::DIRTY;
            }
        }
        Some(Works::Cools) | None => {}
    }
}
