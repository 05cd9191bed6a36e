//! The picture of a state, drawn: nested boxes, or a graph where nothing is nested. Everything in it is also in the table.

use std::f64::consts::TAU;

use yew::prelude::*;

use super::hooks::decimal;
use super::icon::icon;
use crate::state::picture::{Link, Picture, State, Thing};

/// Boxes nested deeper than this are named in their parent's line.
const DEPTH: usize = 6;

/// Draws a picture.
pub fn draw(picture: &Picture) -> Html {
    match picture {
        Picture::None(words) => html! { <p class="mute small">{ *words }</p> },
        Picture::Boxes { placed, loose } => html! {
            <div class="rooms">
                { for placed.iter().map(|thing| box_of(thing, 0)) }
                if !loose.is_empty() {
                    <div class="place loose">
                        <div class="place-name">{ "nowhere in particular" }</div>
                        <div class="place-inner">{ for loose.iter().map(|thing| box_of(thing, 1)) }</div>
                    </div>
                }
                if placed.is_empty() && loose.is_empty() {
                    <p class="none-here">{ "Nothing is anywhere in this state." }</p>
                }
            </div>
        },
        Picture::Graph { nodes, links } => graph(nodes, links),
    }
}

fn marks(thing: &Thing) -> Classes {
    classes!(
        thing.agent.then_some("agent"),
        if thing.hazard { Some("hazard") } else { thing.changed.then_some("changed") }
    )
}

fn name(thing: &Thing) -> Html {
    let own = thing.icon.as_deref().or(thing.agent.then_some("robot"));
    html! {
        <>
            if thing.hazard { { icon("hazard") }<span class="hidden-visually">{ "breaks a rule: " }</span> }
            if let Some(own) = own { { icon(own) } }
            <span>{ &thing.name }</span>
        </>
    }
}

fn states(states: &[State]) -> Html {
    if states.is_empty() {
        return Html::default();
    }
    html! {
        <small>
            { for states.iter().enumerate().map(|(at, state)| html! {
                <>
                    if at > 0 { { ", " } }
                    <span class={classes!("nowrap", state.added.then_some("good strong"))}>
                        if let Some(name) = &state.icon { { icon(name) }{ "\u{a0}" } }
                        if state.added { { "+\u{a0}" } }
                        { &state.word }
                    </span>
                </>
            }) }
        </small>
    }
}

fn box_of(thing: &Thing, depth: usize) -> Html {
    let how = (depth > 0 && !thing.how.is_empty() && thing.how != "in" && thing.how != "at")
        .then(|| html! { <span class="tiny mute">{ &thing.how }</span> });
    if thing.inside.is_empty() && !(thing.agent && depth == 0) {
        return html! {
            <div class={classes!("thing", marks(thing))}>
                <div class="thing-name">{ name(thing) }{ how }</div>
                { states(&thing.states) }
            </div>
        };
    }
    html! {
        <div class={classes!("place", marks(thing))}>
            <div class="place-name">{ name(thing) }{ how }{ states(&thing.states) }</div>
            if depth < DEPTH {
                <div class="place-inner">
                    { for thing.inside.iter().map(|inner| box_of(inner, depth + 1)) }
                    if thing.inside.is_empty() { <span class="none-here">{ "holds nothing" }</span> }
                </div>
            } else {
                <span class="tiny">{ thing.inside.iter().map(|inner| inner.name.as_str()).collect::<Vec<_>>().join(", ") }</span>
            }
        </div>
    }
}

fn graph(nodes: &[Thing], links: &[Link]) -> Html {
    // Sized so that letters keep at least 11 pixels on a narrow phone.
    let radius = 55.0 + 11.0 * nodes.len().saturating_sub(3) as f64 / 2.0;
    let (radius_x, radius_y) = (radius.min(120.0), radius);
    let (middle_x, middle_y) = (170.0, radius_y + 30.0);
    let place = |at: usize| {
        let angle = TAU * at as f64 / nodes.len().max(1) as f64 - TAU / 4.0;
        (middle_x + radius_x * js_sys::Math::cos(angle), middle_y + radius_y * js_sys::Math::sin(angle))
    };
    let said = links
        .iter()
        .filter_map(|link| Some(format!("{} {} {}", nodes.get(link.from)?.name, link.word, nodes.get(link.to)?.name)))
        .collect::<Vec<_>>()
        .join(", ");
    html! {
        <svg class="graph" viewBox={format!("0 0 340 {}", decimal(2.0 * middle_y))} role="img" aria-label={format!("Objects and what links them: {said}")}>
            { for links.iter().map(|link| {
                let ((x1, y1), (x2, y2)) = (place(link.from), place(link.to));
                html! {
                    <>
                        <line class="edge" x1={decimal(x1)} y1={decimal(y1)} x2={decimal(x2)} y2={decimal(y2)} />
                        <text class="link-name" x={decimal((x1 + x2) / 2.0)} y={decimal((y1 + y2) / 2.0)}>{ &link.word }</text>
                    </>
                }
            }) }
            { for nodes.iter().enumerate().map(|(at, node)| {
                let (x, y) = place(at);
                let width = 16.0 + 6.6 * node.name.chars().count().min(18) as f64;
                html! {
                    <>
                        <rect class={classes!("node", marks(node))} x={decimal(x - width / 2.0)} y={decimal(y - 11.0)} width={decimal(width)} height="22" rx="5" />
                        <text x={decimal(x)} y={decimal(y + 4.0)}>{ &node.name }</text>
                    </>
                }
            }) }
        </svg>
    }
}
