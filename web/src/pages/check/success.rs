//! A plan that succeeds: figures about it, and deliberate mistakes to see what each kind looks like. Every mistake on
//! offer was checked before it is shown; none is promised.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{Alive, for_checker};
use crate::bridge::worker::Client;
use crate::state::mutate::{Label, Mistake, mistakes};
use crate::state::session::{Kind, Verdict};
use crate::state::shared::Shared;
use crate::state::words;
use crate::ui::card::Card;
use crate::ui::labels::{category, safety};

/// What the view is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct BreakProps {
    pub(super) verdict: Shared<Verdict>,
    pub(super) client: Client,
    pub(super) phone: bool,
    pub(super) on_mistake: Callback<Mistake>,
}

/// The most mistakes that are tried.
const TRIES: usize = 90;

/// Plans longer than this are not spoiled in the background: each try would cost a whole check.
const LONGEST: usize = 200;

/// The view.
#[component]
pub(super) fn Break(props: &BreakProps) -> Html {
    let found = use_state(Vec::<(Label, Mistake)>::new);
    let done = use_state_eq(|| false);
    {
        let (client, found, done) = (props.client.clone(), found.setter(), done.setter());
        use_effect_with(props.verdict.clone(), move |verdict| {
            let alive: Alive = Rc::new(true.into());
            found.set(Vec::new());
            done.set(verdict.report.steps.len() > LONGEST);
            if verdict.report.steps.len() <= LONGEST {
                let (alive, verdict) = (Rc::clone(&alive), verdict.clone());
                spawn_local(async move {
                    let mut known: Vec<(Label, Mistake)> = Vec::new();
                    for mistake in mistakes(&verdict.report, &verdict.texts.get(Kind::Plan), TRIES) {
                        let texts = verdict.texts.with(Kind::Plan, &mistake.plan);
                        if !*alive.borrow() {
                            return;
                        }
                        // A check of the reader's own comes first and ends this.
                        let Ok(checked) = client.check(&for_checker(&texts), "").await else { return };
                        if !*alive.borrow() {
                            return;
                        }
                        if let Some(label) = Label::of(&checked.report)
                            && known.iter().all(|(present, _)| *present != label)
                        {
                            known.push((label, mistake));
                            found.set(known.clone());
                            if known.len() == Label::COUNT {
                                break;
                            }
                        }
                    }
                    done.set(true);
                });
            }
            move || *alive.borrow_mut() = false
        });
    }
    let report = &props.verdict.report;
    let figures = html! {
        <dl class="figures">
            <div><dt>{ "Steps" }</dt><dd>{ report.steps.len() }</dd></div>
            <div><dt>{ "Goal literals met" }</dt><dd>{ report.goal.len() }</dd></div>
            <div><dt>{ "Safety rules kept" }</dt><dd>{ report.rules.iter().filter(|rule| rule.hard).count() }</dd></div>
            if let Some(metric) = &report.metric {
                if let Some(value) = &metric.value {
                    <div><dt>{ format!("{} ({})", metric.text, metric.direction) }</dt><dd>{ value }</dd></div>
                }
            }
        </dl>
    };
    html! {
        <Card id="break" title="A plan that succeeds: break it on purpose" phone={props.phone} digest="see what each mistake looks like">
            { figures }
            <p class="small mute">{ "See what each kind of mistake looks like. Undo brings your plan back." }</p>
            if report.steps.len() > LONGEST {
                <p class="small mute">{ "This plan is too long to try mistakes on in the background." }</p>
            }
            <ul class="breaks" aria-busy={(!*done).to_string()}>
                { for found.iter().map(|(label, mistake)| {
                    let shown = match label {
                        Label::Category(each) => category(*each),
                        Label::Unsafe => safety("Unsafe"),
                    };
                    let chosen = mistake.clone();
                    let onclick = props.on_mistake.reform(move |_: MouseEvent| chosen.clone());
                    html! { <li><button type="button" class="button compact" {onclick}>{ &mistake.words }</button><span>{ shown }</span></li> }
                }) }
            </ul>
            if *done && report.steps.len() <= LONGEST {
                <p class="tiny mute">{ if found.is_empty() { "No single edit that was tried breaks this plan.".to_owned() } else { format!("{} of {} kinds can be shown by one edit of this plan.", words::count(found.len(), "label"), Label::COUNT) } }</p>
            }
        </Card>
    }
}
