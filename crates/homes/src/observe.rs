//! Words for the agent: what it sees, what its actions brought, why they were refused, and the guide to the environment.
//! Says nothing that the agent cannot see.

use crate::rules::Refusal;
use crate::scene::{Command, Entity, STATES, Scene, State, bit};
use crate::vocabulary::Holds;
use crate::world::Known;
use std::fmt::Write as _;

/// What the agent sees now.
pub(crate) fn words(scene: &Scene, state: &State) -> String {
    let room = scene.room(state.at);
    let area = scene.home.rooms[room].area;
    let mut out = String::with_capacity(1024);
    let name = &scene.home.rooms[room].name;
    let _ = write!(
        out,
        "You are in the {name} ({} by {} m), at the {}",
        metres(area.w),
        metres(area.h),
        scene.name(state.at)
    );
    if state.facing != state.at {
        let _ = write!(out, ", facing the {}", scene.name(state.facing));
    }
    out.push_str(". ");
    match state.held(scene) {
        Some(held) => {
            let _ = write!(out, "You hold {}", thing(scene, state, held));
            inner(&mut out, scene, state, held);
            out.push_str(".\n");
        }
        None => out.push_str("Your hand is empty.\n"),
    }
    out.push_str(
        "In this room, with the middle of each in metres to the right and down from the room's upper left corner:\n",
    );
    for fixture in (0..scene.fixtures()).filter(|fixture| scene.room(*fixture) == room) {
        fixture_line(&mut out, scene, state, fixture);
    }
    out
}

fn fixture_line(out: &mut String, scene: &Scene, state: &State, index: usize) {
    let fixture = &scene.home.fixtures[index];
    let corner = scene.home.rooms[fixture.room].area;
    let middle = |at: i32, size: i32, corner: i32| metres(at + size / 2 - corner);
    let _ = write!(
        out,
        "- {} at ({}, {})",
        fixture.name,
        middle(fixture.area.x, fixture.area.w, corner.x),
        middle(fixture.area.y, fixture.area.h, corner.y)
    );
    let mut said: Vec<String> = fixture.colour.iter().chain(&fixture.look).cloned().collect();
    if let Some(basin) = fixture.over {
        said.push(format!("over the {}", scene.name(basin)));
    }
    if fixture.is.opens && scene.plays[index] {
        said.push(if state.closed(scene, index) { "closed".to_owned() } else { "open".to_owned() });
    }
    if fixture.is.switch && !scene.rearranges() {
        said.push(if state.has(index, bit::ON) { "on".to_owned() } else { "off".to_owned() });
    }
    for part in &said {
        let _ = write!(out, ", {part}");
    }
    let shut = state.closed(scene, index);
    let near = !scene.rearranges() || index == state.at;
    if !scene.plays[index] && fixture.is.holds.is_some() {
        out.push_str(", not in use");
    }
    if let Some(holds) = fixture.is.holds.filter(|_| !shut && near && scene.plays[index]) {
        let mut things = state.on(scene, index).peekable();
        let word = if holds == Holds::In { "in" } else { "on" };
        if things.peek().is_none() {
            let _ = write!(out, "; nothing {word} it");
        } else {
            let _ = write!(out, "; {word} it: ");
        }
        let mut first = true;
        for one in things {
            if !first {
                out.push_str(", ");
            }
            first = false;
            out.push_str(&thing(scene, state, one));
            inner(out, scene, state, one);
        }
    }
    out.push('\n');
}

/// What is in a vessel.
fn inner(out: &mut String, scene: &Scene, state: &State, vessel: Entity) {
    if state.closed(scene, vessel) {
        return;
    }
    let within: Vec<String> = state.inside(scene, vessel).map(|one| thing(scene, state, one)).collect();
    if !within.is_empty() {
        let _ = write!(out, " [in it: {}]", within.join(", "));
    }
}

/// A thing with how it looks: "blue Mug_1 (chipped, dirty)".
fn thing(scene: &Scene, state: &State, entity: Entity) -> String {
    let Some(thing) = scene.carried(entity) else { return scene.name(entity).to_owned() };
    let mut out = String::new();
    if let Some(colour) = &thing.colour {
        out.push_str(colour);
        out.push(' ');
    }
    out.push_str(&thing.name);
    let mut said: Vec<&str> = thing.look.iter().map(String::as_str).collect();
    if !scene.rearranges() {
        if thing.is.opens {
            said.push(if state.closed(scene, entity) { "closed" } else { "open" });
        }
        if thing.is.switch {
            said.push(if state.has(entity, bit::ON) { "on" } else { "off" });
        }
        for (place, word) in STATES.iter().enumerate().skip(3) {
            if state.has(entity, 1 << place) {
                said.push(word);
            }
        }
    }
    if !said.is_empty() {
        let _ = write!(out, " ({})", said.join(", "));
    }
    out
}

/// Centimetres as metres with one decimal.
fn metres(cm: i32) -> String {
    let tenths = (cm + 5).div_euclid(10);
    format!("{}.{}", tenths / 10, (tenths % 10).abs())
}

/// What is said of an action that ran.
pub(crate) fn success(scene: &Scene, state: &State, command: Command) -> String {
    let mut out = match command {
        Command::Find(_) => format!("Success: you are at the {}", scene.name(state.at)),
        Command::PickUp(entity) => format!("Success: you hold the {}", scene.name(entity)),
        Command::PutDown => {
            let word = scene.fixture(state.facing).and_then(|is| is.holds).unwrap_or(Holds::In).word();
            format!("Success: it is {word} the {}", scene.name(state.facing))
        }
        Command::Open(entity) => format!("Success: the {} is open", scene.name(entity)),
        Command::Close(entity) => format!("Success: the {} is closed", scene.name(entity)),
        Command::TurnOn(entity) => format!("Success: the {} is on", scene.name(entity)),
        Command::TurnOff(entity) => format!("Success: the {} is off", scene.name(entity)),
        Command::Slice(entity) => format!("Success: the {} is sliced", scene.name(entity)),
    };
    if scene.rearranges() {
        out.push_str(&holding(scene, state));
    }
    out.push('.');
    out
}

/// Rearrangement says with every step what is held and what is open here.
fn holding(scene: &Scene, state: &State) -> String {
    let mut out = match state.held(scene) {
        Some(held) => format!("; held: {}", scene.name(held)),
        None => "; held: nothing".to_owned(),
    };
    if scene.opens(state.at) {
        let word = if state.closed(scene, state.at) { "closed" } else { "open" };
        let _ = write!(out, "; the {} is {word}", scene.name(state.at));
    }
    out
}

/// Why an action was refused. What the agent has not seen is not given away.
pub(crate) fn refusal(scene: &Scene, state: &State, known: &Known, why: Refusal) -> String {
    let name = |entity: Entity| scene.name(entity);
    let seen = |entity: Entity| known.seen.get(entity).copied().unwrap_or(false);
    let mut out = match why {
        Refusal::Hidden(thing, shut) | Refusal::Inside(thing, shut) if seen(thing) => {
            format!("Invalid: the {} is inside the {}, which is closed; open it first", name(thing), name(shut))
        }
        Refusal::Hidden(thing, _) => {
            format!(
                "Invalid: the {} was not found in any open place; it may be inside something that is shut",
                name(thing)
            )
        }
        Refusal::Inside(thing, _) | Refusal::NotNear(thing) if scene.is_fixture(thing) => {
            format!("Invalid: you are not near the {}", name(thing))
        }
        Refusal::NotNear(thing) if seen(thing) => format!("Invalid: you are not near the {}", name(thing)),
        Refusal::Inside(thing, _) | Refusal::NotNear(thing) => {
            format!("Invalid: the {} was not found at the {}", name(thing), name(state.at))
        }
        Refusal::InHeld(thing, vessel) => {
            format!("Invalid: the {} is in the {} in your hand; put that down first", name(thing), name(vessel))
        }
        Refusal::Holding(held) => format!("Invalid: the hand is full: you are already holding the {}", name(held)),
        Refusal::Held(thing) => format!("Invalid: the {} is in your hand", name(thing)),
        Refusal::HandEmpty => "Invalid: the hand is empty; you are not holding anything".to_owned(),
        Refusal::Shut(place) => format!("Invalid: the {} is closed; open it first", name(place)),
        Refusal::NoReceptacle(place) => format!("Invalid: nothing can be put at the {}", name(place)),
        Refusal::Unfit(place, thing) => {
            let word = scene.fixture(place).and_then(|is| is.holds).unwrap_or(Holds::In).word();
            format!("Invalid: the {} cannot be put {word} the {}", name(thing), name(place))
        }
        Refusal::AlreadyOpen(entity) => format!("Invalid: the {} is open already", name(entity)),
        Refusal::AlreadyClosed(entity) => format!("Invalid: the {} is shut already", name(entity)),
        Refusal::AlreadyOn(entity) => format!("Invalid: the {} is on already", name(entity)),
        Refusal::AlreadyOff(entity) => format!("Invalid: the {} is off already", name(entity)),
        Refusal::Running(entity) => format!("Invalid: the {} is at work; turn it off first", name(entity)),
        Refusal::MustClose(entity) => {
            format!("Invalid: the {} works only when it is shut; close it first", name(entity))
        }
        Refusal::MustOpen(entity) => format!("Invalid: the {} is closed; open it first", name(entity)),
        Refusal::InVessel(thing, vessel) => {
            format!("Invalid: the {} is in the {}; take it out first", name(thing), name(vessel))
        }
        Refusal::NoKnife => "Invalid: you are not holding a knife".to_owned(),
        Refusal::AlreadySliced(thing) => format!("Invalid: the {} is sliced already", name(thing)),
    };
    if scene.rearranges() {
        out.push_str(&holding(scene, state));
    }
    out.push('.');
    out
}

/// What is to be known about actions, for a prompt.
pub(crate) fn guide(scene: &Scene) -> String {
    if scene.rearranges() {
        return "You are in a home and rearrange things. You see the furniture of the room where you are and what lies in or on \
                the receptacle where you stand, unless that is closed. Actions: `navigate to` a receptacle; `pick up` a thing \
                that lies there, with an empty hand; `place the object in hand` there; `open` and `close` the receptacle where \
                you stand. What you look for may be in something closed: go there and open it. You have 30 steps; ten invalid \
                actions end the task."
            .to_owned();
    }
    "You are in a home and do household work. You see the room where you are: furniture, and things that lie open. Actions: \
     `find` a thing or a piece of furniture goes there and faces it; it fails when the thing lies in something closed. `pick up` \
     takes what lies where you are, with an empty hand. `put down the object in hand` puts it where you are, or into the vessel \
     that you found last. `open`, `close`, `turn on` and `turn off` work on what is where you are; an appliance with a door works \
     only when it is shut. `slice` needs a knife in the hand. A running faucet cleans and fills what is in the basin below it; \
     a microwave, an oven, a toaster or a stove burner heats, a fridge cools once it is closed, a coffee machine fills and heats, \
     dishwashers and washing machines clean. Find furniture before you use it. You have 30 steps; ten invalid actions end the \
     task."
        .to_owned()
}
