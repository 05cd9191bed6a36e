//! The drawing of a home: the room that is looked at with its furniture and everything in it, and a small plan of the whole
//! home. Where there is no room for a drawing it gives way to nested boxes that say the same.

use yew::prelude::*;

use stepguard_embodied::scene::HomeStage;
use stepguard_embodied::show::StateShow;

use super::drawing::{Now, seen_step};
use crate::state::colours::{colour, lit};
use crate::state::episode_home::{At, Home, NESTED, Placed, WALL, Word, layout, text_width, word_icon};
use crate::ui::hooks::{decimal, use_width};
use crate::ui::icon::icon;

/// What the drawing is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct HomeProps {
    pub(super) now: Now,
}

/// Below this width in pixels boxes are nested instead.
const DRAWN: f64 = 430.0;

/// Which rooms are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// The one that the agent is in.
    Follow,
    /// This one.
    Room(usize),
    /// All of them.
    All,
}

/// The drawing.
#[component]
pub(super) fn HomeView(props: &HomeProps) -> Html {
    let look = use_state_eq(|| Look::Follow);
    let frame = use_node_ref();
    let width = use_width(frame.clone());
    let now = &props.now;
    let Some((stage, state)) = now.home() else { return Html::default() };
    let home = Home { stage, cells: &state.cells, before: now.before().map(|state| state.cells.as_slice()) };
    let agents = home.room().or_else(|| last_room(stage, now.states())).unwrap_or(0);
    let room = match *look {
        Look::Follow => Some(agents),
        Look::Room(room) => Some(room),
        Look::All => None,
    };
    let target = Target::of(now);
    let choose = |to: Look, words: String, pressed: bool| {
        let look = look.setter();
        let onclick = Callback::from(move |_: MouseEvent| look.set(to));
        html! { <button type="button" class="room-tab" aria-pressed={pressed.to_string()} {onclick}>{ words }</button> }
    };
    let body = match room {
        Some(room) if width >= DRAWN => draw(&home, room, width, now, &target),
        Some(room) => html! { <div class="rooms">{ boxes_of_room(&home, room, &target) }{ hand(&home) }</div> },
        None => html! {
            <div class="rooms several">
                { for (0..stage.rooms.len()).map(|room| boxes_of_room(&home, room, &target)) }
                { hand(&home) }
            </div>
        },
    };
    html! {
        <div class="home-view" ref={frame}>
            if width > 0.0 { { body } }
            <div class="home-foot">
                <div class="room-tabs" role="group" aria-label="Which room is shown">
                    { choose(Look::Follow, "Where the agent is".to_owned(), *look == Look::Follow) }
                    { for stage.rooms.iter().enumerate().map(|(at, each)| {
                        choose(Look::Room(at), each.name.clone(), *look == Look::Room(at))
                    }) }
                    { choose(Look::All, "All rooms".to_owned(), *look == Look::All) }
                </div>
                { small_plan(&home, room, agents, now.states()) }
            </div>
        </div>
    }
}

/// The last room in which the agent was somewhere.
fn last_room(stage: &HomeStage, states: &[StateShow]) -> Option<usize> {
    states.iter().rev().find_map(|state| Home { stage, cells: &state.cells, before: None }.room())
}

/// What an action that failed was about, by name.
struct Target(Vec<String>);

impl Target {
    fn of(now: &Now) -> Self {
        let failed = now.line().filter(|line| line.ran == Some(false));
        Self(failed.map_or_else(Vec::new, |line| {
            let text = format!("{} {}", line.name, line.feedback.as_deref().unwrap_or_default());
            text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).map(str::to_lowercase).collect()
        }))
    }

    /// Names with a number are in the text as they are; others word by word.
    fn is(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        !self.0.is_empty() && name.split(' ').all(|word| self.0.iter().any(|of| of == word))
    }
}

fn words(words: &[Word]) -> String {
    words.iter().map(|word| word.word.as_str()).collect::<Vec<_>>().join(", ")
}

/// A thing in a box: its words, and how it is drawn.
struct Chip {
    text: String,
    colour: Option<String>,
    class: Classes,
}

/// What the colour of a thing takes.
const SWATCH: f64 = 14.0;

impl Chip {
    fn width(&self) -> f64 {
        text_width(&self.text, CHIP) + 12.0 + if self.colour.is_some() { SWATCH } else { 0.0 }
    }
}

/// A box grows wider than this only for a single thing.
const ACROSS: f64 = 190.0;

/// The things of a box in lines, and how wide the widest line is.
fn flow(chips: &[Chip]) -> (Vec<&[Chip]>, f64) {
    let (mut lines, mut widest) = (Vec::new(), 0.0_f64);
    let mut from = 0;
    while from < chips.len() {
        let mut wide = chips[from].width();
        let mut to = from + 1;
        while to < chips.len() && wide + 5.0 + chips[to].width() <= ACROSS {
            wide += 5.0 + chips[to].width();
            to += 1;
        }
        lines.push(&chips[from..to]);
        widest = widest.max(wide);
        from = to;
    }
    (lines, widest)
}

/// Things listed in one box of a drawing.
const LISTED: usize = 8;

fn chips(home: &Home<'_>, fixture: usize, target: &Target) -> Vec<Chip> {
    let inside = home.contents(At::Fixture(fixture));
    let mut chips: Vec<Chip> = inside
        .iter()
        .take(if inside.len() > LISTED { LISTED - 1 } else { LISTED })
        .map(|&(thing, holder)| {
            let name = &home.stage.things[thing].name;
            let seen = home.thing_seen(thing);
            let mut states = words(&home.thing_words(thing));
            if let Some(holder) = holder {
                let holder = &home.stage.things[holder].name;
                states = if states.is_empty() { format!("in {holder}") } else { format!("{states}, in {holder}") };
            }
            let text = match (seen, states.is_empty()) {
                (false, _) => format!("{name}, unseen"),
                (true, true) => name.clone(),
                (true, false) => format!("{name}, {states}"),
            };
            let mark = if target.is(name) {
                "target"
            } else if home.thing_changed(thing) {
                "changed"
            } else {
                ""
            };
            Chip {
                text,
                colour: home.stage.things[thing].colour.as_deref().map(|word| lit(colour(word), 1.0)),
                class: classes!("d-chip", mark, (!seen).then_some("unseen")),
            }
        })
        .collect();
    if inside.len() > LISTED {
        chips.push(Chip {
            text: format!("and {} more", inside.len() - chips.len()),
            colour: None,
            class: classes!("d-chip", "more"),
        });
    }
    chips
}

/// Size of a name, of its states, of a thing's line.
const NAME: f64 = 13.0;
const STATE: f64 = 12.0;
const CHIP: f64 = 12.0;

fn draw(home: &Home<'_>, room: usize, width: f64, now: &Now, target: &Target) -> Html {
    let width = width.min(720.0);
    let Some(of) = home.stage.rooms.get(room) else { return Html::default() };
    struct Box {
        fixture: usize,
        states: Vec<Word>,
        chips: Vec<Chip>,
    }
    let boxes: Vec<Box> = home
        .of_room(room)
        .map(|fixture| Box { fixture, states: home.fixture_words(fixture), chips: chips(home, fixture, target) })
        .collect();
    let sizes: Vec<_> = boxes
        .iter()
        .map(|one| {
            let fixture = &home.stage.fixtures[one.fixture];
            let mut wide = text_width(&fixture.name, NAME);
            let mut tall = 26.0;
            if !one.states.is_empty() {
                wide = wide.max(text_width(&words(&one.states), STATE) + 18.0);
                tall += 17.0;
            }
            let (lines, across) = flow(&one.chips);
            wide = wide.max(across);
            tall += 25.0 * lines.len() as f64;
            (one.fixture, fixture.area, (wide + 18.0, tall + 6.0))
        })
        .collect();
    let (placed, floor) = layout(of.area, &sizes, width);
    let height = floor + 34.0;
    let centre = (width / 2.0, floor / 2.0);
    let corner = |fixture: usize| placed.iter().find(|one| one.fixture == fixture).map(|one| corner_of(one, centre));
    let path = paths(home, now.states(), &corner);
    let agent = home.agent().and_then(corner);
    let began = now.states().first().and_then(|state| Home { cells: &state.cells, ..*home }.agent()).and_then(corner);
    let held = held_words(home);
    html! {
        <svg class="drawing home" viewBox={format!("0 0 {} {}", decimal(width), decimal(height))} role="img" aria-label={home.spoken()}>
            <rect class="d-room" x="1" y="1" width={decimal(width - 2.0)} height={decimal(height - 2.0)} rx="8" />
            { for path.iter().map(|points| html! { <polyline class="d-path" points={points.clone()} /> }) }
            { for began.map(|(x, y)| html! { <circle class="d-start" cx={decimal(x)} cy={decimal(y)} r="5"><title>{ "start" }</title></circle> }) }
            { for placed.iter().filter_map(|at| {
                let one = boxes.iter().find(|one| one.fixture == at.fixture)?;
                Some(box_of(home, at, &one.states, &one.chips, target))
            }) }
            { for agent.map(|(x, y)| html! {
                <g class="d-agent">
                    <circle cx={decimal(x)} cy={decimal(y)} r="11" />
                    <g transform={format!("translate({} {}) scale(.95)", decimal(x - 7.6), decimal(y - 7.6))}><path d="M4 6h8v6.5H4zM8 6V3.2M6.300 8.600v.6M9.700 8.600v.6M6.500 11h3" /></g>
                </g>
            }) }
            <text class="d-room-name" x={decimal(WALL + 2.0)} y={decimal(height - 14.0)} font-size="13">{ &of.name }</text>
            { match &held {
                Some(words) => {
                    let wide = text_width(words, 13.0) + 22.0;
                    let x = width - WALL - wide;
                    let class = if home.held().is_some_and(|held| home.thing_changed(held)) { "d-hand changed" } else { "d-hand" };
                    html! { <>
                        <rect {class} x={decimal(x)} y={decimal(height - 34.0)} width={decimal(wide)} height="26" rx="5" />
                        <text class="d-name" x={decimal(x + 10.0)} y={decimal(height - 16.5)} font-size="13">{ words }</text>
                    </> }
                }
                None => html! { <text class="d-state" text-anchor="end" x={decimal(width - WALL - 2.0)} y={decimal(height - 14.0)} font-size="13">{ "hand empty" }</text> },
            } }
        </svg>
    }
}

/// The corner of a box where the agent stands: the one nearest to the middle of the room.
fn corner_of(one: &Placed, centre: (f64, f64)) -> (f64, f64) {
    let (x, y) = one.middle();
    let x = if x < centre.0 { one.x + one.w } else { one.x };
    let y = if y < centre.1 { one.y + one.h } else { one.y };
    (x, y)
}

fn held_words(home: &Home<'_>) -> Option<String> {
    let held = home.held()?;
    let mut states = words(&home.thing_words(held));
    let inside: Vec<&str> =
        home.contents(At::Thing(held)).iter().map(|(thing, _)| home.stage.things[*thing].name.as_str()).collect();
    if !inside.is_empty() {
        let comma = if states.is_empty() { "" } else { ", " };
        states.push_str(&format!("{comma}with {}", inside.join(", ")));
    }
    let name = &home.stage.things[held].name;
    Some(if states.is_empty() { format!("agent holds {name}") } else { format!("agent holds {name}, {states}") })
}

/// The way of the agent through this room: a line for each stay.
fn paths(home: &Home<'_>, states: &[StateShow], corner: &impl Fn(usize) -> Option<(f64, f64)>) -> Vec<String> {
    let mut lines: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
    let mut last = None;
    for state in states {
        let at = Home { cells: &state.cells, ..*home }.agent();
        if at == last {
            continue;
        }
        last = at;
        match at.and_then(corner) {
            Some(point) => lines.last_mut().into_iter().for_each(|line| line.push(point)),
            None => lines.push(Vec::new()),
        }
    }
    let text = |line: &Vec<(f64, f64)>| {
        line.iter().map(|(x, y)| format!("{},{}", decimal(*x), decimal(*y))).collect::<Vec<_>>().join(" ")
    };
    lines.iter().filter(|line| line.len() > 1).map(text).collect()
}

fn box_of(home: &Home<'_>, at: &Placed, states: &[Word], chips: &[Chip], target: &Target) -> Html {
    let fixture = &home.stage.fixtures[at.fixture];
    let seen = home.fixture_seen(at.fixture);
    let mark = if target.is(&fixture.name) {
        "target"
    } else if home.fixture_changed(at.fixture) {
        "changed"
    } else {
        ""
    };
    let mut y = at.y + 18.0;
    let name = html! { <text class="d-name" x={decimal(at.x + 9.0)} y={decimal(y)} font-size={decimal(NAME)}>{ &fixture.name }</text> };
    let line = (!states.is_empty()).then(|| {
        y += 17.0;
        let icon = states.iter().find_map(|word| word_icon(&word.word));
        let shift = if icon.is_some() { 18.0 } else { 0.0 };
        html! { <>
            if let Some(name) = icon { <g class="d-icon" transform={format!("translate({} {}) scale(.8)", decimal(at.x + 9.0), decimal(y - 11.0))}>{ icon_path(name) }</g> }
            <text class="d-state" x={decimal(at.x + 9.0 + shift)} y={decimal(y)} font-size={decimal(STATE)}>
                { for states.iter().enumerate().map(|(at, word)| html! { <>
                    if at > 0 { { ", " } }
                    <tspan class={word.new.then_some("new")}>{ &word.word }</tspan>
                </> }) }
            </text>
        </> }
    });
    let (lines, _) = flow(chips);
    let things: Html = lines
        .into_iter()
        .flat_map(|line| {
            y += 25.0;
            let mut x = at.x + 8.0;
            let y = y;
            line.iter()
                .map(move |chip| {
                    let wide = chip.width();
                    let left = x;
                    x += wide + 5.0;
                    html! { <>
                        <rect class={chip.class.clone()} x={decimal(left)} y={decimal(y - 15.0)} width={decimal(wide)} height="21" rx="4" />
                        if let Some(fill) = &chip.colour {
                            <rect class="d-swatch" fill={fill.clone()} x={decimal(left + 6.0)} y={decimal(y - 9.5)} width="10" height="10" rx="2" />
                        }
                        <text class="d-thing" x={decimal(left + 6.0 + if chip.colour.is_some() { SWATCH } else { 0.0 })} y={decimal(y)} font-size={decimal(CHIP)}>{ &chip.text }</text>
                    </> }
                })
                .collect::<Vec<_>>()
        })
        .collect();
    html! {
        <g>
            <rect class={classes!("d-box", mark, (!seen).then_some("unseen"))} x={decimal(at.x)} y={decimal(at.y)} width={decimal(at.w)} height={decimal(at.h)} rx="4" />
            { name }{ line }{ things }
        </g>
    }
}

/// An icon's path within a drawing.
fn icon_path(name: &str) -> Html {
    let d = match name {
        "open" => "M2 13.5h12M4 13.5V2.5h5M9 2.500l3.500 1.600v9.400L9 13.500z",
        "closed" => "M4 13.500V2.500h8v11zM2 13.500h12M10 8v.6",
        "power" => "M8 1.800v5.700M4.700 4.200a5 5 0 1 0 6.600 0",
        "flame" => {
            "M8 1.800c.6 2.600 3.900 4 3.900 7.600a3.900 3.900 0 0 1-7.800 0c0-1.800 1-2.600 1.600-3.800.6.900.8 1.400 1 2C7.600 5.800 8.200 4 8 1.800z"
        }
        "cold" => "M8 1.800v12.400M2.600 4.900l10.800 6.200M13.400 4.900L2.600 11.100",
        "clean" => "M8 2l1.300 4.700L14 8l-4.700 1.300L8 14l-1.300-4.700L2 8l4.700-1.300z",
        "drop" => "M8 1.800c2.200 3 4.200 5.200 4.200 7.900a4.200 4.200 0 0 1-8.400 0C3.800 7 5.800 4.800 8 1.800z",
        "dirty" => "M4 6.500v.2M7 4v.2M11 5v.2M9 8v.2M5 10.500v.2M12 9.500v.2M8.500 12.500v.2",
        "knife" => "M2.500 13.500L12 4c1.500-1.500 2-2 1.800-2.200S11 2 9.500 3.500L6 7l3 3",
        _ => "M6.500 2.500h4L9.500 6l3 2-2.500 2.500L11.500 13.500",
    };
    html! { <path {d} /> }
}

/// A room as nested boxes.
fn boxes_of_room(home: &Home<'_>, room: usize, target: &Target) -> Html {
    let Some(of) = home.stage.rooms.get(room) else { return Html::default() };
    let here = home.room() == Some(room);
    html! {
        <div class={classes!("place", "room-box", here.then_some("agent"))}>
            <div class="place-name">{ icon("room") }{ &of.name }if here { <span class="tiny">{ "the agent is here" }</span> }</div>
            <div class="place-inner">
                { for home.of_room(room).map(|fixture| fixture_box(home, fixture, target)) }
            </div>
        </div>
    }
}

fn fixture_box(home: &Home<'_>, fixture: usize, target: &Target) -> Html {
    let of = &home.stage.fixtures[fixture];
    let mark = if target.is(&of.name) { Some("refused") } else { home.fixture_changed(fixture).then_some("changed") };
    let agent = home.agent() == Some(fixture);
    let seen = home.fixture_seen(fixture);
    html! {
        <div class={classes!("place", mark, agent.then_some("agent"), (!seen).then_some("unseen"))}>
            <div class="place-name">
                if agent { { icon("robot") }<span class="hidden-visually">{ "the agent is at " }</span> }
                <span class="ink">{ &of.name }</span>{ states_of(&home.fixture_words(fixture), seen) }
            </div>
            { things_of(home, At::Fixture(fixture), target, 0) }
        </div>
    }
}

fn things_of(home: &Home<'_>, at: At, target: &Target, depth: usize) -> Html {
    let things = home.inside(at);
    if things.is_empty() || depth > NESTED {
        return Html::default();
    }
    html! {
        <div class="place-inner">
            { for things.into_iter().map(|thing| {
                let of = &home.stage.things[thing];
                let mark = if target.is(&of.name) { Some("refused") } else { home.thing_changed(thing).then_some("changed") };
                let seen = home.thing_seen(thing);
                html! {
                    <div class={classes!("thing", mark, (!seen).then_some("unseen"))}>
                        <div class="thing-name">
                            if let Some(word) = &of.colour {
                                <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="d-swatch" x=".5" y=".5" width="9" height="9" rx="2" fill={lit(colour(word), 1.0)} /></svg>
                            }
                            <span>{ &of.name }</span>
                        </div>
                        { states_of(&home.thing_words(thing), seen) }
                        { things_of(home, At::Thing(thing), target, depth + 1) }
                    </div>
                }
            }) }
        </div>
    }
}

fn states_of(words: &[Word], seen: bool) -> Html {
    if words.is_empty() && seen {
        return Html::default();
    }
    html! {
        <small>
            { seen_step(seen) }
            { for words.iter().enumerate().map(|(at, word)| html! { <>
                if at > 0 || !seen { { ", " } }
                <span class={classes!("nowrap", word.new.then_some("good strong"))}>
                    if let Some(name) = word_icon(&word.word) { { icon(name) }{ "\u{a0}" } }{ &word.word }
                </span>
            </> }) }
        </small>
    }
}

fn hand(home: &Home<'_>) -> Html {
    html! {
        <div class="place hand">
            <div class="place-name">{ icon("robot") }{ if home.held().is_none() { "the agent holds nothing" } else { "the agent holds" } }</div>
            { things_of(home, At::Hand, &Target(Vec::new()), 0) }
        </div>
    }
}

/// The whole home, small: rooms, the way of the agent, and where it is.
fn small_plan(home: &Home<'_>, room: Option<usize>, agents: usize, states: &[StateShow]) -> Html {
    let rooms = &home.stage.rooms;
    let left = rooms.iter().map(|room| room.area.x).min().unwrap_or(0);
    let top = rooms.iter().map(|room| room.area.y).min().unwrap_or(0);
    let right = rooms.iter().map(|room| room.area.x.saturating_add(room.area.w)).max().unwrap_or(1);
    let bottom = rooms.iter().map(|room| room.area.y.saturating_add(room.area.h)).max().unwrap_or(1);
    let wide = f64::from(right.saturating_sub(left).max(1));
    let tall = f64::from(bottom.saturating_sub(top).max(1));
    let scale = (132.0 / wide).min(84.0 / tall);
    let at = |x: f64, y: f64| ((x - f64::from(left)) * scale + 2.0, (y - f64::from(top)) * scale + 2.0);
    let middle = |fixture: usize| {
        let area = home.stage.fixtures[fixture].area;
        at(f64::from(area.x) + f64::from(area.w) / 2.0, f64::from(area.y) + f64::from(area.h) / 2.0)
    };
    let mut way: Vec<usize> = states.iter().filter_map(|state| Home { cells: &state.cells, ..*home }.agent()).collect();
    way.dedup();
    let points: Vec<String> =
        way.iter().map(|&fixture| middle(fixture)).map(|(x, y)| format!("{},{}", decimal(x), decimal(y))).collect();
    let name = rooms.get(agents).map_or("no room", |room| room.name.as_str());
    html! {
        <svg class="small-plan" viewBox={format!("0 0 {} {}", decimal(wide * scale + 4.0), decimal(tall * scale + 4.0))} width={decimal(wide * scale + 4.0)} height={decimal(tall * scale + 4.0)}
            role="img" aria-label={format!("{}: {} rooms, the agent is in {name}", home.stage.name, rooms.len())}>
            { for rooms.iter().enumerate().map(|(index, each)| {
                let (x, y) = at(f64::from(each.area.x), f64::from(each.area.y));
                html! { <rect class={if room == Some(index) || room.is_none() { "shown" } else { "" }} x={decimal(x)} y={decimal(y)}
                    width={decimal(f64::from(each.area.w) * scale)} height={decimal(f64::from(each.area.h) * scale)}><title>{ &each.name }</title></rect> }
            }) }
            if points.len() > 1 { <polyline class="d-path" points={points.join(" ")} /> }
            { for home.agent().map(|fixture| { let (x, y) = middle(fixture); html! { <circle cx={decimal(x)} cy={decimal(y)} r="4" /> } }) }
        </svg>
    }
}
