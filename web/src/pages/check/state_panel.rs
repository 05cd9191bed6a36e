//! The state before or after the chosen step, as a picture and as a table.

use std::rc::Rc;

use stepguard_report::view::StepStatus;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::bridge::site::fetch_hints;
use crate::state::picture::{Hints, hazard_facts, picture};
use crate::state::route::Side;
use crate::state::session::Verdict;
use crate::state::shared::Shared;
use crate::state::words;
use crate::ui::card::Card;
use crate::ui::icon::icon;
use crate::ui::picture;
use crate::ui::state_table::StateTable;

/// What the panel is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct StateProps {
    pub(super) verdict: Shared<Verdict>,
    pub(super) step: u32,
    pub(super) side: Side,
    pub(super) phone: bool,
    pub(super) pins: Rc<[Rc<str>]>,
    pub(super) on_side: Callback<Side>,
    pub(super) on_pin: Callback<Rc<str>>,
}

/// The panel.
#[component]
pub(super) fn StatePanel(props: &StateProps) -> Html {
    let changes_only = use_state_eq(|| false);
    let filter = use_state_eq(AttrValue::default);
    let hints = use_state_eq(Hints::default);
    let report = &props.verdict.report;
    {
        let hints = hints.setter();
        use_effect_with(report.about.domain.clone(), move |domain| {
            hints.set(Hints::default());
            if let Some(domain) = domain.clone() {
                spawn_local(async move {
                    if let Some(found) = fetch_hints(&domain).await {
                        hints.set(found);
                    }
                });
            }
        });
    }
    let step = (props.step as usize).checked_sub(1).and_then(|index| report.steps.get(index));
    let ran = step.is_none_or(|step| step.status == StepStatus::Ran);
    let state = match (step, props.side) {
        (None, _) => 0,
        (Some(step), Side::Before) => step.state.saturating_sub(1),
        (Some(step), Side::After) => step.state,
    };
    let scored = step.is_none_or(|step| !step.after_first_failure);
    let hazards: Rc<[Rc<str>]> = use_memo((props.verdict.clone(), state, scored), |(verdict, state, scored)| {
        if *scored { hazard_facts(&verdict.report, *state) } else { Vec::new() }
    })
    .as_slice()
    .into();
    let drawing = use_memo((props.verdict.clone(), state, (*hints).clone()), |(verdict, state, hints)| {
        picture(&verdict.report, &verdict.history, *state, hints)
    });
    let changes = props.verdict.history.changes(state);
    let where_it_is = match (step, props.side) {
        (None, _) => "the start".to_owned(),
        (Some(step), Side::Before) if !ran => format!("before step {}, which did not run", step.index),
        (Some(step), Side::Before) => format!("before step {}", step.index),
        (Some(step), Side::After) if step.index as usize == report.steps.len() => {
            format!("after step {}, the last", step.index)
        }
        (Some(step), Side::After) => format!("after step {}", step.index),
    };
    let remark = if scored { where_it_is } else { format!("{where_it_is}, not scored") };
    let digest = format!("{} changed", words::count(changes, "fact"));
    let side_button = |side: Side, name: &'static str| {
        let unavailable = step.is_none() || (side == Side::After && !ran);
        let onclick = props.on_side.reform(move |_: MouseEvent| side);
        let onclick = (!unavailable).then_some(onclick);
        let reason = match step {
            None => Some("the start has no step before it".to_owned()),
            Some(step) if !ran && side == Side::After => {
                Some(format!("step {} did not run, so there is no state after it", step.index))
            }
            _ => None,
        };
        html! {
            <button type="button" aria-pressed={(step.is_some() && props.side == side).to_string()} aria-disabled={unavailable.then_some("true")}
                aria-label={reason.as_ref().map(|reason| format!("{name}: {reason}"))} title={reason} {onclick}>{ name }</button>
        }
    };
    let toggle = {
        let changes_only = changes_only.clone();
        Callback::from(move |_: Event| changes_only.set(!*changes_only))
    };
    let oninput = {
        let filter = filter.setter();
        Callback::from(move |event: InputEvent| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                filter.set(field.value().into());
            }
        })
    };
    let controls = html! {
        <>
            <div class="segments" role="group" aria-label="Which state">
                { side_button(Side::Before, "Before") }
                { side_button(Side::After, "After") }
            </div>
            <label class="option"><input type="checkbox" checked={*changes_only} onchange={toggle} />{ "Changes only" }</label>
            <label class="filter">{ icon("search") }<span class="hidden-visually">{ "Filter facts and objects" }</span>
                <input type="text" placeholder="Filter facts" autocomplete="off" spellcheck="false" value={&*filter} {oninput} /></label>
        </>
    };
    html! {
        <Card id="state" title={format!("State {state}")} remark={html! { <span class="small mute">{ remark }</span> }} {controls} {digest} phone={props.phone} begins_open={false}>
            if !ran {
                if let Some(step) = step {
                    <p class="small mute">{ format!("Step {} did not run, so there is no state after it: the run goes on from state {state}.", step.index) }</p>
                }
            }
            <div class="pair">
                <div>{ picture::draw(&drawing) }</div>
                <div>
                    <StateTable verdict={props.verdict.clone()} {state} changes_only={*changes_only} filter={(*filter).clone()} pins={Rc::clone(&props.pins)} {hazards} on_pin={props.on_pin.clone()} />
                    <p class="tiny mute">{ "Click a fact to give it a row in the strip." }</p>
                </div>
            </div>
        </Card>
    }
}
