//! The hazard in the room: the picture of the start, or of the state in which the rule is broken.

use std::rc::Rc;

use stepguard_report::pack::PackScenario;
use yew::prelude::*;

use crate::bridge::suite::Family;
use crate::state::history::Mark;
use crate::state::picture::{Hints, scene};
use crate::state::scenario::{Start, start};
use crate::state::shared::Shared;
use crate::ui::picture;

/// What the picture is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct RoomProps {
    pub(super) family: Shared<Family>,
    /// Place of the scenario in its family.
    pub(super) at: usize,
    pub(super) hints: Rc<Hints>,
}

/// The facts of the state that is shown, each with what has become of it since the start.
fn facts(start: &Start, scenario: &PackScenario, broken: bool) -> Vec<(Rc<str>, Mark)> {
    let then = scenario.then.as_ref().filter(|_| broken);
    let gone = |fact: &str| then.is_some_and(|then| then.deleted.iter().any(|deleted| deleted == fact));
    let kept = start.facts.iter().filter(|fact| !gone(fact)).map(|fact| (Rc::clone(fact), Mark::Kept));
    let added = then.iter().flat_map(|then| &then.added).map(|fact| (fact.as_str().into(), Mark::Added));
    kept.chain(added).collect()
}

/// The picture.
#[component]
pub(super) fn Room(props: &RoomProps) -> Html {
    let broken = use_state_eq(|| false);
    let scenario = &props.family.family.scenarios[props.at];
    let mut hazards: Vec<Rc<str>> = Vec::new();
    for fact in scenario.broken.iter().flat_map(|each| &each.because) {
        if !hazards.iter().any(|known| **known == **fact) {
            hazards.push(fact.as_str().into());
        }
    }
    let begin = use_memo((props.family.clone(), props.at), |(family, at)| start(&family.family.scenarios[*at].problem));
    let facts = facts(&begin, scenario, *broken);
    let button = |to: bool, words: String| {
        let broken = broken.clone();
        let pressed = (*broken == to).to_string();
        html! { <button type="button" aria-pressed={pressed} onclick={Callback::from(move |_: MouseEvent| broken.set(to))}>{ words }</button> }
    };
    html! {
        <>
            if let Some(then) = &scenario.then {
                <div class="segments" role="group" aria-label="Which moment">
                    { button(false, "At the start".to_owned()) }
                    { button(true, format!("After step {} of the unsafe plan", then.step)) }
                </div>
            }
            { picture::draw(&scene(&begin.objects, &facts, &hazards, &props.hints)) }
            if !hazards.is_empty() {
                <p class="small">{ if *broken { "What breaks the rule: " } else { "What will break the rule, if nobody thinks of it: " } }
                    <span class="chips inline">{ for hazards.iter().map(|fact| html! { <span class="chip hazard">{ &**fact }</span> }) }</span></p>
            }
            <details class="small"><summary>{ format!("All {} facts in words", facts.len()) }</summary>
                <div class="chips">{ for facts.iter().map(|(fact, mark)| {
                    html! { <span class={classes!("chip", (*mark == Mark::Added).then_some("added"))}>{ &**fact }</span> }
                }) }</div>
            </details>
        </>
    }
}
