//! What ran, round by round: the steps with the answers to those that failed, and the rounds that became no step.

use std::rc::Rc;

use stepguard_embodied::show::EpisodeShow;
use stepguard_report::results::{EpisodeStep, RecordKind};
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::state::episode::{Proof, Track, round_end, rounds_of};
use crate::state::shared::Shared;
use crate::ui::icon::icon;

/// What the list is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct StepsProps {
    pub(super) show: Shared<EpisodeShow>,
    pub(super) track: Rc<Track>,
    pub(super) proof: Rc<Proof>,
    pub(super) column: usize,
    pub(super) on_column: Callback<usize>,
}

/// The list.
#[component]
pub(super) fn Steps(props: &StepsProps) -> Html {
    let StepsProps { show, track, proof, column, .. } = props;
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with(*column, move |_| keep_in_sight(&list));
    }
    let rounds = rounds_of(show, track.attempt);
    let onclick = {
        let on_column = props.on_column.clone();
        Callback::from(move |event: MouseEvent| {
            let button =
                event.target_dyn_into::<Element>().and_then(|element| element.closest("[data-col]").ok().flatten());
            let column = button.and_then(|button| button.get_attribute("data-col")).and_then(|text| text.parse().ok());
            if let Some(column) = column {
                on_column.emit(column);
            }
        })
    };
    if rounds.is_empty() {
        return html! { <p class="mute">{ "No step of this episode is on record, only its result." }</p> };
    }
    html! {
        <div class="rounds" ref={list} role="region" tabindex="0" aria-label="Steps by planner round" {onclick}>
            { for rounds.iter().enumerate().map(|(number, round)| {
                let columns = track.rounds.get(number).cloned().unwrap_or(0..0);
                html! {
                    <section class="round" key={number}>
                        <h3>{ format!("Round {}", number + 1) }<span class="grow"></span><span class="mute">{ round_end(round, number + 1 == rounds.len(), show) }</span></h3>
                        <ol>{ for columns.zip(&round.steps).map(|(at, step)| line(track, step, at, at == *column, proof.has(track, at))) }</ol>
                    </section>
                }
            }) }
        </div>
    }
}

fn line(track: &Track, step: &EpisodeStep, at: usize, chosen: bool, proves: bool) -> Html {
    let number = match track.columns[at].step {
        Some(step) => step.to_string(),
        None => "\u{2013}".to_owned(),
    };
    let (class, name, word) = match (step.kind, step.ran) {
        (RecordKind::Step, Some(true)) => ("good", "check", "ran"),
        (RecordKind::Step, None) => ("mute", "unknown", "not on record whether it ran"),
        _ => ("bad", "cross", "invalid"),
    };
    let words = match step.kind {
        RecordKind::Step => step.name.as_str(),
        RecordKind::UnreadablePlan => "the answer could not be read",
        RecordKind::EmptyPlan => "empty plan, the episode ends",
    };
    let feedback = step.feedback.as_deref().filter(|_| step.kind == RecordKind::Step && step.ran != Some(true));
    html! {
        <li class={classes!(chosen.then_some("chosen"), proves.then_some("proves"))} key={at}>
            <button type="button" data-col={at.to_string()} aria-current={chosen.then_some("step")}>
                <span class="number">{ number }</span>
                <span class={class}>{ icon(name) }<span class="hidden-visually">{ word }{ ": " }</span></span>
                <span class="what">{ words }if proves { { " " }<span class="proof-mark">{ "evidence" }</span> }</span>
                if let Some(feedback) = feedback { <span class="feedback">{ feedback }</span> }
            </button>
        </li>
    }
}

/// Scrolls the list, and nothing else, so that the chosen step can be seen.
fn keep_in_sight(list: &NodeRef) {
    let Some(list) = list.cast::<HtmlElement>() else { return };
    let Ok(Some(chosen)) = list.query_selector(".chosen") else { return };
    let (frame, line) = (list.get_bounding_client_rect(), chosen.get_bounding_client_rect());
    let by = if line.top() < frame.top() + 34.0 {
        line.top() - frame.top() - 34.0
    } else if line.bottom() > frame.bottom() {
        line.bottom() - frame.bottom() + 8.0
    } else {
        return;
    };
    #[expect(clippy::cast_possible_truncation, reason = "a distance on a page in pixels")]
    list.set_scroll_top(list.scroll_top() + by as i32);
}
