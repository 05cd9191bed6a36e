//! A state as a table: the equal of the drawing, with what changed in the step marked.

use stepguard_embodied::scene::Stage;
use yew::prelude::*;

use super::drawing::Now;
use crate::state::episode::two;
use crate::state::episode_floor::{Floor, tilt_words, way_words};
use crate::state::episode_home::{At, Home, Word};
use crate::state::episode_table::{Table, centimetres};

/// A row of the table.
struct Line {
    name: String,
    kind: String,
    chips: Vec<(String, &'static str)>,
}

/// The table.
pub(super) fn table(now: &Now, changes_only: bool) -> Html {
    let mut lines = match now.stage() {
        Some(Stage::Home(_)) => home(now),
        Some(Stage::Floor(_)) => floor(now),
        Some(Stage::Table(_)) => tabletop(now),
        None => Vec::new(),
    };
    lines.extend(conditions(now));
    if changes_only {
        for line in &mut lines {
            line.chips.retain(|(_, class)| !class.is_empty());
        }
        lines.retain(|line| !line.chips.is_empty());
    }
    if lines.is_empty() {
        let words = if changes_only { "Nothing changed in this step." } else { "No state is on record." };
        return html! { <p class="mute">{ words }</p> };
    }
    let said = |class: &str| match class {
        "added" => "new in this step: ",
        "deleted" => "no longer since this step: ",
        "changed" => "changed in this step: ",
        _ => "",
    };
    html! {
        <table class="facts state-table">
            <caption class="hidden-visually">{ "The state, by what is in it" }</caption>
            <thead class="hidden-visually"><tr><th scope="col">{ "What" }</th><th scope="col">{ "State" }</th></tr></thead>
            <tbody>
                { for lines.into_iter().map(|line| html! {
                    <tr>
                        <th scope="row">{ line.name }<span class="type">{ line.kind }</span></th>
                        <td><div class="chips">{ for line.chips.into_iter().map(|(words, class)| html! {
                            <span class={classes!("chip", class)}><span class="hidden-visually">{ said(class) }</span>{ words }</span>
                        }) }</div></td>
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

fn chip(words: impl Into<String>, changed: bool) -> (String, &'static str) {
    (words.into(), if changed { "changed" } else { "" })
}

fn word_chips(words: Vec<Word>) -> impl Iterator<Item = (String, &'static str)> {
    words.into_iter().map(|word| {
        let class = match (word.new, word.word.strip_prefix("not ")) {
            (true, Some(_)) => "deleted",
            (true, None) => "added",
            (false, _) => "",
        };
        let gone = word.word.strip_prefix("not ").map(str::to_owned);
        (gone.unwrap_or(word.word), class)
    })
}

fn home(now: &Now) -> Vec<Line> {
    let Some((stage, state)) = now.home() else { return Vec::new() };
    let home = Home { stage, cells: &state.cells, before: now.before().map(|state| state.cells.as_slice()) };
    let mut lines = Vec::new();
    let at = home.agent().map_or_else(|| "nowhere in particular".to_owned(), |at| stage.fixtures[at].name.clone());
    let held = home.held().map_or_else(|| "nothing".to_owned(), |held| stage.things[held].name.clone());
    let hand_changed = now.before().is_some_and(|before| before.cells.get(1) != state.cells.get(1));
    lines.push(Line {
        name: "agent".to_owned(),
        kind: String::new(),
        chips: vec![chip(format!("at {at}"), home.agent_moved()), chip(format!("holds {held}"), hand_changed)],
    });
    for thing in 0..stage.things.len() {
        let of = &stage.things[thing];
        let from = home.thing_came_from(thing);
        let place = home.thing_at(thing);
        let words = match place {
            At::Hand => "in the agent's hand".to_owned(),
            place => format!("at {}", home.at_words(place)),
        };
        let words = match from {
            Some(from) => format!("{words}, before: {}", home.at_words(from)),
            None => words,
        };
        let mut chips = vec![chip(words, from.is_some())];
        chips.extend(word_chips(home.thing_words(thing)));
        if !home.thing_seen(thing) {
            chips.push(chip("unseen", false));
        }
        let colour = of.colour.as_ref().map(|colour| format!(", {colour}")).unwrap_or_default();
        lines.push(Line { name: of.name.clone(), kind: format!("{}{colour}", of.class), chips });
    }
    for fixture in 0..stage.fixtures.len() {
        let of = &stage.fixtures[fixture];
        let room = stage.rooms.get(of.room).map(|room| room.name.as_str()).unwrap_or_default();
        let mut chips: Vec<_> = word_chips(home.fixture_words(fixture)).collect();
        if !home.fixture_seen(fixture) {
            chips.push(chip("unseen", false));
        }
        let inside = home.inside(At::Fixture(fixture));
        if !inside.is_empty() {
            let names: Vec<&str> = inside.iter().map(|thing| stage.things[*thing].name.as_str()).collect();
            chips.push(chip(format!("holds {}", names.join(", ")), false));
        }
        if chips.is_empty() {
            chips.push(chip("holds nothing", false));
        }
        lines.push(Line { name: of.name.clone(), kind: room.to_owned(), chips });
    }
    lines
}

fn floor(now: &Now) -> Vec<Line> {
    let Some((stage, state)) = now.floor() else { return Vec::new() };
    let floor = Floor { stage, cells: &state.cells, before: now.before().map(|state| state.cells.as_slice()) };
    let at = floor.pose();
    let before = floor.moved().unwrap_or(at);
    let metres = |value: i32| two(f64::from(value) / 100.0);
    let place = format!("{} m right, {} m down", metres(at.x), metres(at.y));
    let mut agent = vec![
        chip(place, (before.x, before.y) != (at.x, at.y)),
        chip(format!("faces {}", way_words(at.heading)), before.heading != at.heading),
        chip(format!("looks {}", tilt_words(at.tilt)), before.tilt != at.tilt),
    ];
    if let Some(room) = floor.room() {
        agent.push(chip(format!("in {room}"), false));
    }
    let mut lines = vec![Line { name: "agent".to_owned(), kind: String::new(), chips: agent }];
    if let Some(distance) = state.distance {
        let was = now.before().and_then(|before| before.distance);
        let changed = was.is_some_and(|was| (was - distance).abs() > 1e-9);
        let words = match was.filter(|_| changed) {
            Some(was) => format!("{} m, before: {} m", two(distance), two(was)),
            None => format!("{} m", two(distance)),
        };
        lines.push(Line {
            name: "distance".to_owned(),
            kind: "to the target".to_owned(),
            chips: vec![chip(words, changed)],
        });
    }
    for (index, object) in stage.objects.iter().enumerate() {
        let mut chips = vec![if floor.seen_now(index) {
            ("seen".to_owned(), "added")
        } else {
            chip(if floor.seen(index) { "seen" } else { "not seen yet" }, false)
        }];
        let middle = (object.area.x + object.area.w / 2, object.area.y + object.area.h / 2);
        chips.push(chip(format!("{} m right, {} m down", metres(middle.0), metres(middle.1)), false));
        if object.blocks {
            chips.push(chip("in the way", false));
        }
        let target = if index == stage.target { "the target, " } else { "" };
        lines.push(Line { name: object.name.clone(), kind: format!("{target}{}", object.colour), chips });
    }
    lines
}

fn tabletop(now: &Now) -> Vec<Line> {
    let Some((stage, state)) = now.table() else { return Vec::new() };
    let table = Table { stage, cells: &state.cells, before: now.before().map(|state| state.cells.as_slice()) };
    let place =
        |at: [f64; 3]| format!("x {}, y {}, z {} cm", centimetres(at[0]), centimetres(at[1]), centimetres(at[2]));
    let gripper = table.gripper();
    let held = table.held().map_or("nothing", |held| stage.bodies[held].name.as_str());
    let hand_changed = now.before().is_some_and(|before| before.cells.get(8) != state.cells.get(8));
    let mut lines = vec![Line {
        name: "gripper".to_owned(),
        kind: String::new(),
        chips: vec![
            chip(place(gripper.at), table.gripper_moved().is_some()),
            chip(format!("open {} cm", centimetres(f64::from(table.opening()))), table.opened_from().is_some()),
            chip(format!("holds {held}"), hand_changed),
        ],
    }];
    for (index, body) in stage.bodies.iter().enumerate() {
        let moved = table.moved(index);
        let words = match moved {
            Some(far) => format!("{}, moved {} cm", place(table.body(index).at), centimetres(far)),
            None => place(table.body(index).at),
        };
        let mut chips = vec![chip(words, moved.is_some())];
        let height = table.height(index);
        if height > 20.0 {
            chips.push(chip(format!("{} cm above the table", centimetres(height)), false));
        }
        if !body.moves {
            chips.push(chip("fixed", false));
        }
        lines.push(Line { name: body.name.clone(), kind: body.colour.clone(), chips });
    }
    if !stage.marks.is_empty() {
        let wiped = (0..stage.marks.len()).filter(|&mark| table.wiped(mark)).count();
        let new = (0..stage.marks.len()).filter(|&mark| table.wiped_now(mark)).count();
        let mut chips = vec![chip(format!("{wiped} of {} wiped away", stage.marks.len()), new > 0)];
        if new > 0 {
            chips.push((format!("{new} in this step"), "added"));
        }
        lines.push(Line { name: "marks".to_owned(), kind: "to be wiped".to_owned(), chips });
    }
    lines
}

/// The goal conditions, as the last rows.
fn conditions(now: &Now) -> Vec<Line> {
    let (Some(scene), Some(state)) = (now.show.scene.as_ref(), now.state()) else { return Vec::new() };
    let before = now.before();
    scene
        .conditions
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let met = state.met.get(index) == Some(&true);
            let was = before.map(|before| before.met.get(index) == Some(&true));
            let class = match (was, met) {
                (Some(false), true) => "added",
                (Some(true), false) => "deleted",
                _ => "",
            };
            let words = match (class, met) {
                ("deleted", _) | (_, true) => "holds",
                _ => "does not hold",
            };
            Line { name: name.clone(), kind: "goal condition".to_owned(), chips: vec![(words.to_owned(), class)] }
        })
        .collect()
}
