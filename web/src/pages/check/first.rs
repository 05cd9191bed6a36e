//! The first visit: what this is in two sentences, three examples, a place to drop files, and the six kinds of mistake.

use std::rc::Rc;

use stepguard_report::view::{Outcome, Report, StepStatus};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::gallery::{fetch_example, labels};
use super::{Alive, for_checker};
use crate::bridge::worker::Client;
use crate::state::examples::Gallery;
use crate::state::history::within;
use crate::state::shared::Shared;
use crate::state::words::{self, CATEGORIES};
use crate::ui::hooks::decimal;
use crate::ui::icon::icon;
use crate::ui::labels::{category, safety};

/// What the first visit is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct FirstProps {
    pub(super) gallery: Option<Shared<Gallery>>,
    pub(super) client: Client,
    pub(super) on_open: Callback<Rc<str>>,
    pub(super) on_files: Callback<()>,
}

/// The first visit.
#[component]
pub(super) fn First(props: &FirstProps) -> Html {
    // The strips on the cards are what the checker says now, so they can never disagree with it.
    let reports = use_state(Vec::<(String, Rc<Report>)>::new);
    {
        let (client, reports) = (props.client.clone(), reports.clone());
        use_effect_with(props.gallery.clone(), move |gallery| {
            let alive: Alive = Rc::new(true.into());
            if let Some(gallery) = gallery.clone() {
                let alive = Rc::clone(&alive);
                spawn_local(async move {
                    let mut known = Vec::new();
                    for id in &gallery.cards {
                        let Some(example) = gallery.get(id) else { continue };
                        let Ok(texts) = fetch_example(example).await else { continue };
                        if !*alive.borrow() {
                            return;
                        }
                        let Ok(checked) = client.check(&for_checker(&texts), "").await else { return };
                        if !*alive.borrow() {
                            return;
                        }
                        known.push((id.clone(), checked.report));
                        reports.set(known.clone());
                    }
                });
            }
            move || *alive.borrow_mut() = false
        });
    }
    let cards = props.gallery.as_ref().map(|gallery| {
        gallery
            .cards
            .iter()
            .filter_map(|id| gallery.get(id))
            .map(|example| {
                let report = reports.iter().find(|(id, _)| *id == example.id).map(|(_, report)| Rc::clone(report));
                let id: Rc<str> = example.id.as_str().into();
                let onclick = props.on_open.reform(move |_: MouseEvent| Rc::clone(&id));
                html! {
                    <button type="button" class="example" {onclick}>
                        <span class="title">{ &example.title }</span>
                        { mini(report.as_deref()) }
                        <span class="small mute">{ &example.lesson }</span>
                        <span class="labels">{ report.as_deref().map_or_else(|| labels(example), verdict) }</span>
                        <span class="go">{ "Open this example →" }</span>
                    </button>
                }
            })
            .collect::<Html>()
    });
    let open_files = props.on_files.reform(|_: MouseEvent| ());
    let more =
        props.gallery.as_ref().map(|gallery| format!("All {} examples are in the menu above.", gallery.examples.len()));
    html! {
        <div class="hero" id="verdict" tabindex="-1">
            <div>
                <h1>{ "Where does a plan go wrong, and is it safe?" }</h1>
                <p class="lead">{ "Paste a PDDL domain, a scenario and a plan. Stepguard runs the plan step by step, shows every state, names the first mistake as one of six kinds, and finds every broken safety rule." }</p>
            </div>
            <section aria-labelledby="examples-heading">
                <h2 id="examples-heading">{ "Start with an example" }</h2>
                <div class="examples">{ cards }</div>
                if let Some(more) = more { <p class="small mute">{ more }</p> }
            </section>
            <div class="drop">
                <button type="button" class="button primary" onclick={open_files}>{ "Open files…" }</button>
                <div class="drop-text">
                    { "or drop them anywhere, in any order, also as a zip. Text you paste is sorted into the right box." }<br />
                    <span class="private">{ icon("lock") }{ "Nothing leaves your browser" }</span>
                </div>
            </div>
            <section aria-labelledby="six-heading">
                <h2 id="six-heading">{ "The six kinds of mistake" }</h2>
                <ul class="six">
                    { for CATEGORIES.into_iter().map(|each| html! { <li>{ category(each) }<span class="mute">{ words::meaning(each) }</span></li> }) }
                </ul>
            </section>
        </div>
    }
}

/// What the checker says about a card, in marks.
fn verdict(report: &Report) -> Html {
    html! {
        <>
            if let Some(primary) = report.primary { { category(primary) } }
            if report.outcome == Outcome::Valid && report.succeeds {
                <span class="category good">{ icon("check") }{ "Valid and safe" }</span>
            } else if report.outcome == Outcome::Valid {
                <span class="category good">{ icon("check") }{ "Valid" }</span>
            }
            if report.safety == stepguard_report::view::Safety::Unsafe { { " " }{ safety("Unsafe") } }
        </>
    }
}

/// A strip without names; empty until the checker has answered.
fn mini(report: Option<&Report>) -> Html {
    let steps = report.map_or(&[][..], |report| &report.steps);
    let each = 1000.0 / steps.len().max(1) as f64;
    let gap = if steps.len() > 60 { 0.5 } else { each.min(8.0) / 2.0 };
    html! {
        <svg class="mini" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">
            { for steps.iter().enumerate().map(|(at, step)| {
                let broken = report.is_some_and(|report| !step.after_first_failure && report.rules.iter().any(|rule| rule.hard && within(&rule.broken_in, step.state)));
                let class = match step.status {
                    StepStatus::Failed if !step.after_first_failure => "failed",
                    _ if step.after_first_failure => "other",
                    _ if broken => "broken",
                    StepStatus::Ran => "ran",
                    StepStatus::Skipped => "skipped",
                    StepStatus::Failed | StepStatus::NotRun => "other",
                };
                let (x, width) = (decimal(at as f64 * each), decimal((each - gap).max(0.5)));
                html! {
                    <>
                        <rect {class} x={x.clone()} y="0.5" width={width.clone()} height="15" />
                        if class == "ran" { <rect class="ran-line" {x} y="13" {width} height="3" /> }
                    </>
                }
            }) }
        </svg>
    }
}
