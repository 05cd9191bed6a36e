//! The step that is shown: its drawing or table, the player, and what was done, answered and changed.

use stepguard_report::results::RecordKind;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::WantedPicture;
use super::drawing::{Now, drawing};
use super::pictures::Pictures;
use super::{Side, cells};
use crate::state::episode::{Row, cell_of, column_name, count, effect, one};
use crate::state::words::count as counted;
use crate::ui::card::Card;
use crate::ui::icon::icon;

/// How a state is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Tab {
    #[default]
    Drawing,
    Table,
}

/// What the card is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct StepProps {
    pub(super) side: Side,
    pub(super) now: Now,
    pub(super) tab: Tab,
    pub(super) on_tab: Callback<Tab>,
    pub(super) on_picture: Option<Callback<WantedPicture>>,
    pub(super) phone: bool,
    /// Whose step it is, where there are two.
    #[prop_or_default]
    pub(super) whose: AttrValue,
    /// What plays and scrubs.
    #[prop_or_default]
    pub(super) player: Html,
}

/// The card.
#[component]
pub(super) fn StepCard(props: &StepProps) -> Html {
    let StepProps { side, now, tab, .. } = props;
    let changes_only = use_state_eq(|| false);
    let has_scene = now.state().is_some();
    let title = match now.track.columns.get(now.column).and_then(|column| column.step) {
        Some(0) => "Start".to_owned(),
        Some(step) => format!("Step {step}"),
        None => match now.line().map(|line| line.kind) {
            Some(RecordKind::EmptyPlan) => "Empty plan".to_owned(),
            _ => "No step".to_owned(),
        },
    };
    let title = if props.whose.is_empty() { title } else { format!("{title}, {}", props.whose) };
    let round = now.track.columns.get(now.column).map_or(0, |column| column.round);
    let remark = match (now.column, has_scene) {
        (0, _) => "before the first step".to_owned(),
        (_, true) if now.before().is_none() => format!("round {} \u{b7} the state is as before", round + 1),
        (_, true) => format!("round {} \u{b7} state after the step", round + 1),
        (_, false) => format!("round {}", round + 1),
    };
    let choose = |each: Tab, name: &'static str| {
        let onclick = props.on_tab.reform(move |_: MouseEvent| each);
        html! { <button type="button" aria-pressed={(each == *tab).to_string()} {onclick}>{ name }</button> }
    };
    let controls = has_scene.then(|| {
        html! {
            <div class="segments" role="group" aria-label="How the state is shown">
                { choose(Tab::Drawing, "Drawing") }
                { choose(Tab::Table, "Table") }
            </div>
        }
    });
    let toggle = {
        let changes_only = changes_only.clone();
        Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                changes_only.set(input.checked());
            }
        })
    };
    let body = match (has_scene, tab) {
        (true, Tab::Drawing) => drawing(now),
        (true, Tab::Table) => html! {
            <>
                <label class="option"><input type="checkbox" checked={*changes_only} onchange={toggle} />{ "only what changed in this step" }</label>
                <div class="state-scroll" role="region" tabindex="0" aria-label="The state as a table">{ cells::table(now, *changes_only) }</div>
            </>
        },
        (false, _) => html! { <Pictures now={now.clone()} on_picture={props.on_picture.clone()} /> },
    };
    html! {
        <Card id={side.step()} {title} remark={html! { <span class="small mute">{ remark }</span> }} controls={controls.unwrap_or_default()} phone={props.phone}
            digest={digest(now)} class={classes!("step-card")}>
            { props.player.clone() }
            { body }
            { told(now) }
        </Card>
    }
}

fn digest(now: &Now) -> String {
    now.line().map_or_else(|| "the first state".to_owned(), |line| line.name.clone())
}

/// What is said aloud when another step is shown.
pub(super) fn spoken(now: &Now) -> String {
    format!(
        "{}: {}",
        column_name(&now.track, now.column),
        cell_of(&now.show, &now.track, Row::Action, now.column).spoken
    )
}

/// Action, feedback, effect.
fn told(now: &Now) -> Html {
    let Some(line) = now.line() else {
        let words = if now.track.last() == 0 { "Nothing was done." } else { "Nothing has been done yet." };
        return html! { <p class="mute">{ words }</p> };
    };
    let id = line
        .action
        .filter(|_| line.kind == RecordKind::Step)
        .map(|id| html! { <span class="mute small tabular">{ format!(" id {id}") }</span> });
    let name = match line.kind {
        RecordKind::Step => line.name.as_str(),
        RecordKind::UnreadablePlan => "none: the answer could not be read",
        RecordKind::EmptyPlan => "none: the plan was empty, which ends the episode",
    };
    let (class, mark) = match line.ran {
        Some(true) => ("good", "check"),
        Some(false) => ("bad", "cross"),
        None => ("mute", "unknown"),
    };
    let feedback = line.feedback.as_deref().filter(|words| !words.trim().is_empty()).unwrap_or("none on record");
    html! {
        <dl class="now">
            <dt>{ "Action" }</dt><dd><b>{ name }</b>{ id }</dd>
            <dt>{ "Feedback" }</dt><dd class={if line.ran == Some(false) { "bad" } else { "" }}><span class={class}>{ icon(mark) }</span>{ " " }{ feedback }</dd>
            { for changed(now).map(|words| html! { <><dt>{ "Effect" }</dt><dd>{ words }</dd></> }) }
        </dl>
    }
}

/// What the step changed, in words.
fn changed(now: &Now) -> Option<String> {
    let mut parts = Vec::new();
    let conditions = now.show.scene.as_ref().map(|scene| scene.conditions.as_slice()).unwrap_or_default();
    match effect(&now.show, &now.track, now.column) {
        Some(effect) => {
            let named = |list: &[usize]| {
                list.iter().filter_map(|&at| conditions.get(at)).map(String::as_str).collect::<Vec<_>>().join(", ")
            };
            if !effect.gained.is_empty() {
                parts.push(format!("now holds: {}", named(&effect.gained)));
            }
            if !effect.lost.is_empty() {
                parts.push(format!("no longer holds: {}", named(&effect.lost)));
            }
            if parts.is_empty() {
                parts.push(if effect.moved {
                    "no condition changed".to_owned()
                } else {
                    "none, nothing changed".to_owned()
                });
            }
        }
        None => {
            if let Some(progress) = now.line().and_then(|line| line.progress) {
                parts.push(format!("{} % of the conditions met", one(progress)));
            }
        }
    }
    if let Some(state) = now.state().filter(|state| !state.met.is_empty()) {
        parts.push(format!("{} of {} met", count(state), counted(state.met.len(), "condition")));
    }
    let distance = now.state().and_then(|state| state.distance).or_else(|| now.line()?.distance);
    if let Some(metres) = distance {
        parts.push(format!("{} m to the target", crate::state::episode::two(metres)));
    }
    (!parts.is_empty()).then(|| parts.join(" \u{b7} "))
}

/// What plays and scrubs: back, play, on, and a slider.
pub(super) struct Player {
    /// Where it is and how far it goes.
    pub(super) at: usize,
    pub(super) last: usize,
    pub(super) playing: bool,
    /// The step that it is at and the last one, in figures: lines that are no steps count in neither.
    pub(super) figures: (String, usize),
    /// What the slider says.
    pub(super) words: String,
    pub(super) on_at: Callback<usize>,
    pub(super) on_play: Callback<()>,
}

impl Player {
    /// Draws it.
    pub(super) fn draw(self) -> Html {
        let Self { at, last, playing, figures, words, on_at, on_play } = self;
        let to = |to: usize| on_at.reform(move |_: MouseEvent| to);
        let oninput = on_at.reform(move |event: InputEvent| {
            event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.value().parse().ok()).unwrap_or(at)
        });
        let play = on_play.reform(|_: MouseEvent| ());
        html! {
            <div class="player" role="group" aria-label="Player">
                <button type="button" class="button" aria-label="Previous step" title="Previous step (←)" disabled={at == 0} onclick={to(at.saturating_sub(1))}>{ icon("left") }</button>
                <button type="button" class="button primary" aria-label={if playing { "Pause" } else { "Play" }} title="Play or pause (space)" onclick={play}>
                    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d={if playing { "M5.500 3.500v9M10.500 3.500v9" } else { "M5 3l7.500 5L5 13z" }} /></svg>
                </button>
                <button type="button" class="button" aria-label="Next step" title="Next step (→)" disabled={at == last} onclick={to((at + 1).min(last))}>{ icon("right") }</button>
                <input type="range" min="0" max={last.to_string()} value={at.to_string()} aria-label="Step" aria-valuetext={words} {oninput} />
                <span class="tabular nowrap"><b>{ figures.0 }</b>{ format!(" / {}", figures.1) }</span>
            </div>
        }
    }
}
