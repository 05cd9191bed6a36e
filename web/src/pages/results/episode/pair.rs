//! The same task as two runs did it, side by side: two timelines and two drawings in step, and where the runs differ.

use std::rc::Rc;

use stepguard_embodied::show::EpisodeShow;
use yew::prelude::*;

use super::drawing::Now;
use super::planner::panel;
use super::step::{Player, StepCard, Tab};
use super::timeline::{Extra, Timeline};
use super::{Side, WantedPicture};
use crate::state::episode::{Against, Cell, Place, Proof, Track, compare, count};
use crate::state::shared::Shared;
use crate::state::words::{Tone, count as counted};
use crate::ui::labels::badge;

/// One of the runs.
#[derive(Clone, PartialEq)]
pub(super) struct Run {
    pub(super) show: Shared<EpisodeShow>,
    pub(super) track: Rc<Track>,
    pub(super) proof: Rc<Proof>,
    pub(super) agent: AttrValue,
    /// The address of this run's episode alone.
    pub(super) address: AttrValue,
}

/// What the pair is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct PairProps {
    pub(super) first: Run,
    pub(super) second: Run,
    /// What is chosen in both.
    pub(super) place: Place,
    pub(super) on_place: Callback<Place>,
    pub(super) playing: bool,
    pub(super) on_play: Callback<()>,
    pub(super) search: AttrValue,
    pub(super) on_picture: Option<Callback<WantedPicture>>,
    pub(super) phone: bool,
}

/// Where a run stands when so many steps are taken; the last state where it took fewer.
pub(super) fn column(track: &Track, place: Place) -> usize {
    match place {
        Place::Nowhere => 0,
        place => track.column(place, &Proof::default()),
    }
}

/// The pair.
#[component]
pub(super) fn Pair(props: &PairProps) -> Html {
    let PairProps { first, second, place, playing, .. } = props;
    let tab = use_state_eq(Tab::default);
    let against = use_memo((first.clone(), second.clone()), |(first, second)| {
        compare((&first.show, &first.track), (&second.show, &second.track))
    });
    let last = first.track.steps().max(second.track.steps());
    let at = match place {
        Place::Step(step) => (*step as usize).min(last),
        place => first.track.columns[column(&first.track, *place)].state,
    };
    let on_step = props.on_place.reform(|step: usize| Place::Step(step as u32));
    let differing: Vec<usize> = (0..against.len()).filter(|&step| against[step] != Against::Same).collect();
    let here = against.get(at).copied().unwrap_or(Against::Alone);
    let player = Player {
        at,
        last,
        playing: *playing,
        figures: (at.to_string(), last),
        words: format!("step {at} of {last}, {}", here.words()),
        on_at: on_step.clone(),
        on_play: props.on_play.clone(),
    };
    let summary = match differing.first() {
        None => html! { <p>{ "Both runs took the same steps through the same states." }</p> },
        Some(&step) => {
            let onclick = on_step.reform(move |_: MouseEvent| step);
            let next = differing.iter().copied().find(|&step| step > at);
            let words = format!("{} of {} differ, the first is ", differing.len(), counted(against.len(), "state"));
            html! {
                <p>
                    { words }<button type="button" class="link-button" {onclick}>{ if step == 0 { "the start".to_owned() } else { format!("step {step}") } }</button>{ ". " }
                    { format!("Step {at}: {}. ", here.words()) }
                    if let Some(next) = next {
                        <button type="button" class="link-button" onclick={on_step.reform(move |_: MouseEvent| next)}>{ format!("Next: step {next}") }</button>
                    }
                </p>
            }
        }
    };
    html! {
        <>
            <section class="card open pair-bar" aria-label="Both runs">
                <div class="card-body">{ player.draw() }{ summary }</div>
            </section>
            <div class="episode-pair">
                { run(props, first, Side::First, &against, &tab) }
                { run(props, second, Side::Second, &against, &tab) }
            </div>
        </>
    }
}

fn run(props: &PairProps, run: &Run, side: Side, against: &Rc<Vec<Against>>, tab: &UseStateHandle<Tab>) -> Html {
    let Run { show, track, proof, agent, address } = run;
    let at = column(track, props.place);
    let extra = Rc::new(vec![Extra { name: "other run", cells: cells(track, against) }]);
    let on_column = {
        let (track, on_place) = (Rc::clone(track), props.on_place.clone());
        Callback::from(move |column: usize| on_place.emit(track.spot(column).place))
    };
    let on_tab = {
        let tab = tab.setter();
        Callback::from(move |next| tab.set(next))
    };
    let now = Now { show: show.clone(), track: Rc::clone(track), column: at };
    let ended = match props.place {
        Place::Step(step) if step as usize > track.steps() => {
            Some(format!("This run ended after step {}.", track.steps()))
        }
        _ => None,
    };
    let heading = format!("{}-title", side.step());
    let met = track.state(show, track.last()).filter(|state| !state.met.is_empty());
    html! {
        <section class="episode-run" aria-labelledby={heading.clone()}>
            <div class="run-head">
                <h2 id={heading}><a href={address.clone()}>{ agent }</a></h2>
                { match show.view.line.success {
                    Some(true) => badge(Tone::Good, "Solved"),
                    Some(false) => badge(Tone::Bad, "Failed"),
                    None => badge(Tone::Mute, "No result"),
                } }
                if let Some(state) = met { <span class="small">{ format!("{} of {} met", count(state), counted(state.met.len(), "condition")) }</span> }
                <span class="small mute">{ counted(track.steps(), "step") }</span>
            </div>
            <div class="card open"><div class="card-body"><Timeline show={show.clone()} track={Rc::clone(track)} proof={Rc::clone(proof)} column={at} {on_column} {extra} whose={agent.clone()} /></div></div>
            if let Some(ended) = ended { <p class="small mute">{ ended }</p> }
            <StepCard {side} {now} tab={**tab} {on_tab} on_picture={props.on_picture.clone()} phone={false} whose={agent.clone()} />
            { for track.round(show, at).map(|(number, round)| html! {
                <details class="card pair-planner">
                    <summary>{ format!("Planner, round {}", number + 1) }</summary>
                    <div class="card-body">{ panel(round, &proof.of_round(number), &props.search) }</div>
                </details>
            }) }
        </section>
    }
}

/// The row that says how the other run compares.
fn cells(track: &Track, against: &[Against]) -> Vec<Cell> {
    track
        .columns
        .iter()
        .map(|column| match column.step.and_then(|step| against.get(step as usize)) {
            Some(Against::Same) => {
                Cell { class: "holds", text: "=".to_owned(), spoken: Against::Same.words().to_owned() }
            }
            Some(other) => Cell { class: "differs", text: "\u{2260}".to_owned(), spoken: other.words().to_owned() },
            None => Cell { spoken: "no step".to_owned(), ..Cell::default() },
        })
        .collect()
}
