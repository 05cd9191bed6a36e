//! The head of the page: where the episode belongs, what was asked for, how it ended, and what can be done with it.

use stepguard_embodied::show::EpisodeShow;
use stepguard_report::results::EpisodeLine;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{About, Replaying};
use crate::bridge::{clipboard, download};
use crate::state::episode::{Track, count};
use crate::state::shared::Shared;
use crate::state::words::{Tone, count as counted};
use crate::ui::icon::icon;
use crate::ui::labels::badge;
use crate::ui::menu::{Item, Menu};

/// What the head is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct HeadProps {
    pub(super) show: Shared<EpisodeShow>,
    pub(super) about: Shared<About>,
    pub(super) track: std::rc::Rc<Track>,
    pub(super) replaying: Replaying,
    pub(super) on_replay: Callback<()>,
    /// What leads away from the comparison with another run.
    pub(super) alone: Option<AttrValue>,
}

/// Steps after which an episode of an environment ends, by its id in records.
fn limit(environment: &str) -> Option<u32> {
    match environment {
        "alfred" | "habitat" => Some(30),
        "navigation" => Some(20),
        "manipulation" => Some(15),
        _ => None,
    }
}

/// The head.
#[component]
pub(super) fn Head(props: &HeadProps) -> Html {
    let HeadProps { show, about, track, replaying, .. } = props;
    let line = &show.view.line;
    let told = use_state_eq(|| None::<String>);
    let link = {
        let told = told.setter();
        Callback::from(move |_: MouseEvent| {
            let told = told.clone();
            spawn_local(async move {
                let address = gloo::utils::window().location().href().unwrap_or_default();
                told.set(Some(match clipboard::copy(&address).await {
                    Ok(()) => "The link to this step is copied.".to_owned(),
                    Err(why) => format!("It could not be copied: {why}. It is the address of this page."),
                }));
            });
        })
    };
    let save = {
        let (told, show) = (told.setter(), show.clone());
        Callback::from(move |_: MouseEvent| {
            let name = format!("{}.json", show.view.line.id.replace(['/', '\\'], "-"));
            let saved = serde_json::to_vec_pretty(&*show)
                .map_err(|error| error.to_string())
                .and_then(|bytes| download::save(&name, "application/json", &bytes));
            told.set(saved.err().map(|why| format!("It could not be saved: {why}.")));
        })
    };
    let replay = props.on_replay.reform(|_: MouseEvent| ());
    let near = |(name, address): &(AttrValue, AttrValue), forward: bool| {
        let words = if forward { "Next episode" } else { "Previous episode" };
        html! {
            <a class="button" href={address.clone()} title={words}>
                if !forward { { icon("left") } }<span class="hidden-visually">{ words }{ ": " }</span>{ name }if forward { { icon("right") } }
            </a>
        }
    };
    let others = about
        .others
        .iter()
        .map(|(name, address)| Item {
            title: name.clone(),
            lesson: AttrValue::default(),
            labels: Html::default(),
            value: address.clone(),
        })
        .collect::<Vec<_>>();
    let on_other = Callback::from(|address: AttrValue| {
        // Another address is an entry of the history of its own, so Back leads here.
        drop(gloo::utils::window().location().set_hash(&address));
    });
    let title = line.instruction.as_ref().map_or_else(
        || "An episode without an instruction on record".to_owned(),
        |text| format!("\u{201c}{text}\u{201d}"),
    );
    html! {
        <header class="episode-head">
            <div>
                <nav class="crumbs" aria-label="Where this episode belongs">
                    <ol>{ for about.crumbs.iter().enumerate().map(|(at, (words, address))| html! {
                        <li>
                            if at > 0 { <span aria-hidden="true">{ "\u{203a}" }</span> }
                            if let Some(address) = address { <a href={address.clone()}>{ words }</a> } else { <span aria-current={(at + 1 == about.crumbs.len()).then_some("page")}>{ words }</span> }
                        </li>
                    }) }</ol>
                </nav>
                <h1 id="episode-title" tabindex="-1">{ title }</h1>
            </div>
            <div class="episode-actions">
                { for about.previous.iter().map(|near_one| near(near_one, false)) }
                { for about.next.iter().map(|near_one| near(near_one, true)) }
                if let Some(alone) = &props.alone {
                    <a class="button" href={alone.clone()}>{ icon("close") }{ "End the comparison" }</a>
                } else if !others.is_empty() {
                    <Menu id="episode-compare" title="Compare…" groups={vec![(AttrValue::from("The same task, run by"), others)]} on_choose={on_other} />
                }
                <button type="button" class="button" onclick={link}>{ "Link to step" }</button>
                <button type="button" class="button" onclick={save}>{ "Download JSON" }</button>
                if about.replays {
                    <button type="button" class="button primary" disabled={matches!(replaying, Replaying::Running)} onclick={replay}>{ if matches!(replaying, Replaying::Running) { "Replaying…" } else { "Replay here" } }</button>
                }
            </div>
            <div class="episode-meta">
                { outcome(line) }
                if !about.kind.is_empty() { <span class="tag">{ &about.kind }</span> }
                { conditions(show, track) }
                if !about.agent.is_empty() { <span>{ &about.agent }</span> }
                <span class="mute tabular">{ figures(show, track) }</span>
                { agreement(replaying) }
            </div>
            if let Some(told) = &*told { <p class="small" role="status">{ told }</p> }
        </header>
    }
}

fn outcome(line: &EpisodeLine) -> Html {
    match line.success {
        Some(true) => badge(Tone::Good, "Solved"),
        Some(false) => badge(Tone::Bad, "Failed"),
        None => badge(Tone::Mute, "No result"),
    }
}

fn conditions(show: &EpisodeShow, track: &Track) -> Html {
    let words = match track.state(show, track.last()) {
        Some(state) if !state.met.is_empty() => {
            Some(format!("{} of {} met", count(state), counted(state.met.len(), "condition")))
        }
        _ => show.view.line.progress.map(|share| format!("{} % of the conditions met", plain(share))),
    };
    html! { { for words.map(|words| html! { <span class="strong">{ words }</span> }) } }
}

fn figures(show: &EpisodeShow, track: &Track) -> String {
    let line = &show.view.line;
    let mut parts = Vec::new();
    let steps = if track.steps() > 0 { Some(track.steps().to_string()) } else { line.steps.map(plain) };
    if let Some(steps) = steps {
        parts.push(match limit(&show.view.environment) {
            Some(limit) => format!("{steps} of {limit} steps"),
            None => format!("{steps} steps"),
        });
    }
    if let Some(invalid) = line.invalid_actions {
        parts.push(format!("{} invalid", plain(invalid)));
    }
    let rounds = if track.rounds.is_empty() { line.rounds as usize } else { track.rounds.len() };
    parts.push(counted(rounds, "round"));
    if track.attempts > 1 {
        parts.push(format!("attempt {} of {}", track.attempt + 1, track.attempts));
    }
    parts.join(" \u{b7} ")
}

/// A number that is whole in all but odd records.
fn plain(value: f64) -> String {
    let text = crate::state::episode::one(value);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn agreement(replaying: &Replaying) -> Html {
    match replaying {
        Replaying::No => Html::default(),
        Replaying::Running => {
            html! { <span class="small mute" role="status">{ "The simulator runs in this page…" }</span> }
        }
        Replaying::Done(replay) => {
            let (class, name) = if replay.first.is_none() { ("good", "check") } else { ("bad", "cross") };
            html! { <span class={classes!("agreement", "small", class)} role="status">{ icon(name) }{ replay.words() }</span> }
        }
        Replaying::Failed(why) => {
            html! { <span class="agreement small bad" role="alert">{ icon("cross") }{ format!("It could not be replayed: {why}.") }</span> }
        }
    }
}
