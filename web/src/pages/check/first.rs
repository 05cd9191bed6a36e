//! The first visit: what this is in two sentences, three examples, a place to drop files, and the six kinds of mistake.

use std::rc::Rc;

use stepguard_report::view::{Outcome, Safety};
use yew::prelude::*;

use crate::bridge::worker::Client;
use crate::state::examples::{Example, Gallery};
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
    // The checker is not fetched before somebody shows an interest.
    let warm_up = {
        let client = props.client.clone();
        Callback::from(move |()| client.warm_up())
    };
    let cards = props.gallery.as_ref().map(|gallery| {
        gallery
            .cards
            .iter()
            .filter_map(|id| gallery.get(id))
            .map(|example| {
                let id: Rc<str> = example.id.as_str().into();
                let onclick = props.on_open.reform(move |_: MouseEvent| Rc::clone(&id));
                let onpointerenter = warm_up.reform(|_: PointerEvent| ());
                let onfocus = warm_up.reform(|_: FocusEvent| ());
                html! {
                    <button type="button" class="example" {onclick} {onpointerenter} {onfocus}>
                        <span class="title">{ &example.title }</span>
                        { mini(&example.marks) }
                        <span class="small mute">{ &example.lesson }</span>
                        <span class="labels">{ verdict(example) }</span>
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
fn verdict(example: &Example) -> Html {
    html! {
        <>
            if let Some(primary) = example.category { { category(primary) } }
            if example.outcome == Outcome::Valid && example.safety == Safety::Safe {
                <span class="category good">{ icon("check") }{ "Valid and safe" }</span>
            } else if example.outcome == Outcome::Valid {
                <span class="category good">{ icon("check") }{ "Valid" }</span>
            }
            if example.safety == Safety::Unsafe { { " " }{ safety("Unsafe") } }
        </>
    }
}

/// A strip without names.
fn mini(marks: &str) -> Html {
    let steps = marks.len();
    let each = 1000.0 / steps.max(1) as f64;
    let gap = if steps > 60 { 0.5 } else { each.min(8.0) / 2.0 };
    html! {
        <svg class="mini" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">
            { for marks.bytes().enumerate().map(|(at, mark)| {
                let class = match mark {
                    b'x' => "failed",
                    b'b' => "broken",
                    b'o' => "ran",
                    b's' => "skipped",
                    _ => "other",
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
