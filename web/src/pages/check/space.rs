//! The map of states of a small task: every reachable state as a mark, with the plan's path, goals and broken rules, and
//! the same as a table. It is made when its card is opened.

use stepguard_report::planner::{SpaceState, StatesReport};
use web_sys::Element;
use yew::prelude::*;

use super::asking::use_answer;
use super::for_checker;
use crate::bridge::planner::{Answer, Asker, Call, Planner, Request};
use crate::state::answers;
use crate::state::session::Verdict;
use crate::state::shared::Shared;
use crate::state::space::Layout;
use crate::state::words;
use crate::ui::card::Card;
use crate::ui::hooks::use_properties;
use crate::ui::icon::icon;
use crate::ui::labels::marked;
use crate::ui::parts::{self, button};

/// The most states that are drawn.
const LIMIT: u32 = 2000;

/// The rows of the table that are shown at first.
const FIRST: usize = 100;

/// What the card is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct SpaceProps {
    /// The verdict in sight.
    pub(super) verdict: Shared<Verdict>,
    /// It is about the texts as they are.
    pub(super) current: bool,
    pub(super) planner: Planner,
    pub(super) phone: bool,
}

/// The states with their places.
struct Drawn {
    report: StatesReport,
    layout: Layout,
}

/// The card.
#[component]
pub(super) fn Space(props: &SpaceProps) -> Html {
    let open = use_state_eq(|| false);
    let request = (*open && props.current).then(|| Request {
        call: Call::States,
        texts: for_checker(&props.verdict.texts),
        options: format!("{{\"limit\":{LIMIT}}}"),
    });
    let asked = use_answer(&props.planner, Asker::Map, request);
    let drawn = use_memo(asked.found.clone().map(|(_, found)| found), |found| match found.as_deref() {
        Some(Ok(Answer::States(report))) => {
            Some(Shared::new(Drawn { report: report.clone(), layout: Layout::of(report) }))
        }
        _ => None,
    });
    let on_toggle = use_callback(open.setter(), |now: bool, open| open.set(now));
    let stale = drawn.is_some() && !asked.is_current();
    let remark = html! {
        <>
            if let Some(found) = &*drawn { <span class="small mute">{ words::count(found.report.states.len(), "state") }</span> }
            { super::success::stale(!stale) }
        </>
    };
    html! {
        <Card id="space" title="Map of states" phone={props.phone} closes={true} {on_toggle} {remark} digest="every state that steps can lead to, in a small task">
            if let Some(progress) = asked.searching {
                if drawn.is_none() || progress.is_some() { { parts::searching("Looking for all reachable states…", progress, &asked.on_cancel) } }
            }
            if let Some(Err(failure)) = asked.last() {
                <p>{ answers::failure(failure) }</p>
                { button("button compact", "Try again", false, asked.on_again.reform(|_: MouseEvent| ())) }
            } else if let Some(drawn) = &*drawn {
                <Map drawn={drawn.clone()} />
            }
        </Card>
    }
}

/// What the map is given.
#[derive(Properties, Clone, PartialEq)]
struct MapProps {
    drawn: Shared<Drawn>,
}

/// The map, what there is to say about the state pointed at, and the table.
#[component]
fn Map(props: &MapProps) -> Html {
    let report = &props.drawn.report;
    let layout = &props.drawn.layout;
    let chosen = use_state_eq(|| 0_usize);
    let table = use_state_eq(|| false);
    let all = use_state_eq(|| false);
    let node = use_node_ref();
    use_properties(
        node.clone(),
        vec![("--map-width", format!("{}px", layout.width)), ("--map-height", format!("{}px", layout.height))],
    );
    let on_choose = use_callback(chosen.setter(), |state: usize, chosen| chosen.set(state));
    if !report.complete || report.states.is_empty() {
        return html! {
            <>
                <p>{ marked(&report.why) }</p>
            </>
        };
    }
    let at = (*chosen).min(report.states.len() - 1);
    let onkeydown = {
        let (drawn, on_choose) = (props.drawn.clone(), on_choose.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.alt_key() || event.ctrl_key() || event.meta_key() {
                return;
            }
            if let Some(target) = drawn.layout.neighbour(at, &event.key()) {
                event.prevent_default();
                on_choose.emit(target);
            }
        })
    };
    let onpointerover = {
        let on_choose = on_choose.clone();
        Callback::from(move |event: PointerEvent| {
            let state = event.target_dyn_into::<Element>().and_then(|mark| mark.get_attribute("data-state"));
            if let Some(state) = state.and_then(|state| state.parse().ok()) {
                on_choose.emit(state);
            }
        })
    };
    let (x, y) = layout.places[at];
    let own_edges: String = report
        .edges
        .iter()
        .filter(|(from, to, _)| *from as usize == at || *to as usize == at)
        .map(|(from, to, _)| line(layout, *from, *to))
        .collect();
    let show_table = {
        let table = table.clone();
        Callback::from(move |_: MouseEvent| table.set(!*table))
    };
    let goals = report.states.iter().filter(|state| state.goal).count();
    let broken = report.states.iter().filter(|state| state.broken).count();
    let label = format!(
        "Map of {}: {} of them goals, {} with a broken rule. Arrow keys choose a state; the table below says the same.",
        words::count(report.states.len(), "state"),
        goals,
        broken
    );
    html! {
        <>
            <p class="small">{ marked(&report.why) }</p>
            <div class="map-pair">
                <div class="map-scroll" ref={node} tabindex="0" role="group" data-arrows="" aria-label={label} {onkeydown} {onpointerover}>
                    <svg class="map" viewBox={format!("0 0 {} {}", layout.width, layout.height)} aria-hidden="true">
                        <path class="own" d={own_edges} />
                        <circle class="chosen" cx={x.to_string()} cy={y.to_string()} r={(layout.half + 4).to_string()} />
                        <Marks drawn={props.drawn.clone()} />
                    </svg>
                </div>
                <div class="map-state" aria-live="polite">{ state(report, at, &on_choose) }</div>
            </div>
            { legend() }
            <button type="button" class="button compact" aria-expanded={table.to_string()} aria-controls="space-table" onclick={show_table}>{ if *table { "Hide the table" } else { "The same as a table" } }</button>
            <div id="space-table" hidden={!*table}>
                if *table { { rows(report, &all, &on_choose) } }
            </div>
        </>
    }
}

/// An edge as a part of a path.
fn line(layout: &Layout, from: u32, to: u32) -> String {
    match (layout.places.get(from as usize), layout.places.get(to as usize)) {
        (Some((a, b)), Some((c, d))) => format!("M{a} {b}L{c} {d}"),
        _ => String::new(),
    }
}

/// Everything of the drawing that stays as it is while states are pointed at.
#[component]
fn Marks(props: &MapProps) -> Html {
    let (report, layout) = (&props.drawn.report, &props.drawn.layout);
    let edges: String = report.edges.iter().map(|(from, to, _)| line(layout, *from, *to)).collect();
    let path: String = report.path.windows(2).map(|pair| line(layout, pair[0], pair[1])).collect();
    let half = layout.half as i32;
    let mark = |at: usize, state: &SpaceState| {
        let (x, y) = layout.places[at];
        let (x, y) = (x as i32, y as i32);
        let on_path = report.path.contains(&(at as u32));
        let shape = if state.goal {
            let size = half + 1;
            format!("M{x} {}l{size} {size}l-{size} {size}l-{size} -{size}z", y - size)
        } else {
            let size = half - 1;
            format!("M{} {y}a{size} {size} 0 1 0 {} 0a{size} {size} 0 1 0 -{} 0z", x - size, 2 * size, 2 * size)
        };
        // A rule that is broken is a square around the mark; the start has a second ring.
        let outline = if state.broken {
            let (size, side) = (half + 2, 2 * half + 4);
            Some(("broken", format!("M{} {}h{side}v{side}h-{side}z", x - size, y - size)))
        } else if at == 0 {
            let (size, side) = (half + 2, 2 * half + 4);
            Some(("start", format!("M{} {y}a{size} {size} 0 1 0 {side} 0a{size} {size} 0 1 0 -{side} 0z", x - size)))
        } else {
            None
        };
        let state_name = at.to_string();
        html! {
            <>
                if let Some((class, d)) = outline { <path {class} {d} data-state={state_name.clone()} /> }
                <path class={classes!("mark", state.goal.then_some("goal"), on_path.then_some("on-path"))} d={shape} data-state={state_name} />
            </>
        }
    };
    html! {
        <>
            { for layout.columns.iter().enumerate().map(|(depth, x)| html! { <text x={x.to_string()} y="13">{ if depth == 0 { "start".to_owned() } else { depth.to_string() } }</text> }) }
            <path class="edges" d={edges} />
            <path class="path" d={path} />
            { for report.states.iter().enumerate().map(|(at, state)| mark(at, state)) }
        </>
    }
}

fn legend() -> Html {
    let entry = |draw: Html, words: &'static str| html! { <span><svg class="map" viewBox="0 0 16 16" aria-hidden="true">{ draw }</svg>{ words }</span> };
    let circle = |class: &'static str| html! { <circle {class} cx="8" cy="8" r="4.5" /> };
    html! {
        <div class="strip-legend map-legend">
            { entry(html! { <>{ circle("mark") }<circle class="start" cx="8" cy="8" r="7" /></> }, "start") }
            { entry(html! { <><path class="path" d="M0 8h16" />{ circle("mark on-path") }</> }, "on the plan’s path") }
            { entry(html! { <path class="mark goal" d="M8 2l6 6l-6 6l-6 -6z" /> }, "goal") }
            { entry(html! { <>{ circle("mark") }<path class="broken" d="M1 1h14v14h-14z" /></> }, "rule broken") }
            { entry(html! { <circle class="chosen" cx="8" cy="8" r="6" /> }, "the state described") }
        </div>
    }
}

/// What a state is, by icon and word.
fn marks_of(report: &StatesReport, at: usize) -> Html {
    let state = &report.states[at];
    html! {
        <>
            if state.goal { <span class="good strong nowrap">{ icon("goal") }{ " goal" }</span>{ " " } }
            if state.broken { <span class="hazard strong nowrap">{ icon("hazard") }{ " rule broken" }</span>{ " " } }
            if report.path.contains(&(at as u32)) { <span class="strong nowrap">{ icon("steps") }{ " on the plan’s path" }</span> }
        </>
    }
}

fn to_goal(state: &SpaceState) -> String {
    match state.to_goal {
        Some(0) => "the goal holds".to_owned(),
        Some(steps) => words::count(steps as usize, "step"),
        None => "no safe way".to_owned(),
    }
}

fn facts(state: &SpaceState) -> Html {
    if state.added.is_empty() && state.deleted.is_empty() {
        return html! { <span class="mute">{ "as at the start" }</span> };
    }
    html! {
        <span class="chips">
            { for state.added.iter().map(|fact| html! { <span class="chip added"><span class="hidden-visually">{ "holds: " }</span>{ fact }</span> }) }
            { for state.deleted.iter().map(|fact| html! { <span class="chip deleted"><span class="hidden-visually">{ "no longer: " }</span>{ fact }</span> }) }
        </span>
    }
}

/// The most steps that are listed in each direction.
const STEPS: usize = 8;

/// The state pointed at.
fn state(report: &StatesReport, at: usize, on_choose: &Callback<usize>) -> Html {
    let state = &report.states[at];
    let steps = |title: &'static str, leads: bool| {
        let all: Vec<_> = report
            .edges
            .iter()
            .filter(|(from, to, _)| from != to && (if leads { *from } else { *to }) as usize == at)
            .collect();
        html! {
            if !all.is_empty() {
                <h4 class="small mute">{ title }</h4>
                <ul>
                    { for all.iter().take(STEPS).map(|(from, to, action)| {
                        let other = if leads { *to } else { *from } as usize;
                        let onclick = on_choose.reform(move |_: MouseEvent| other);
                        html! { <li><code>{ action }</code>{ " " }<button type="button" class="link-button small" {onclick}>{ format!("state {other}") }</button></li> }
                    }) }
                    if all.len() > STEPS { <li class="small mute">{ format!("and {} more", all.len() - STEPS) }</li> }
                </ul>
            }
        }
    };
    html! {
        <>
            <h3>{ format!("State {at}") }{ " " }<span class="small mute">{ if state.depth == 0 { "the start".to_owned() } else { format!("{} from the start", words::count(state.depth as usize, "step")) } }</span></h3>
            <p class="small">{ marks_of(report, at) }</p>
            <p class="small">{ "To the goal: " }{ to_goal(state) }</p>
            { facts(state) }
            { steps("Leads to", true) }
            { steps("Comes from", false) }
        </>
    }
}

/// The same as a table.
fn rows(report: &StatesReport, all: &UseStateHandle<bool>, on_choose: &Callback<usize>) -> Html {
    let shown = if **all { report.states.len() } else { report.states.len().min(FIRST) };
    let show_all = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(true))
    };
    html! {
        <>
            <div class="map-table" tabindex="0" role="region" aria-label="Table of states">
                <table class="table">
                    <thead><tr>{ for ["State", "Depth", "Against the start", "What it is", "Steps to the goal"].map(|name| html! { <th scope="col">{ name }</th> }) }</tr></thead>
                    <tbody>
                        { for report.states[..shown].iter().enumerate().map(|(at, state)| {
                            let onclick = on_choose.reform(move |_: MouseEvent| at);
                            html! {
                                <tr>
                                    <th scope="row"><button type="button" class="link-button" {onclick} aria-label={format!("State {at}, show it on the map")}>{ at }</button></th>
                                    <td>{ state.depth }</td><td>{ facts(state) }</td><td>{ marks_of(report, at) }</td><td>{ to_goal(state) }</td>
                                </tr>
                            }
                        }) }
                    </tbody>
                </table>
            </div>
            if shown < report.states.len() {
                { button("button compact", format!("Show all {} states", report.states.len()), false, show_all) }
            }
        </>
    }
}
