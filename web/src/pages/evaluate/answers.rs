//! The list of answers: of ten thousand only a page of fifty is asked for and drawn. Facets count what choosing them would
//! give; what is chosen stands as tags that take it away.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::overview::label_word;
use super::runs::mark;
use super::{Page, PageProps};
use crate::bridge::scorer::{Found, Row};
use crate::state::evaluate::{Address, Facet, PAGE, grouped, module_name, score_words};
use crate::state::shared::Shared;
use crate::state::suite::{Facet as Axis, class_icon};
use crate::ui::hooks::go_to;
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// How long typing must pause before answers are looked for, in milliseconds.
const DEBOUNCE: u32 = 150;

/// The list.
#[component]
pub(super) fn Answers(props: &PageProps) -> Html {
    let page = &props.page;
    let found = use_state(|| None::<Shared<Found>>);
    let typed = use_state_eq(|| page.address.words.clone());
    let waiting = use_mut_ref(|| None::<Timeout>);
    let asked = use_mut_ref(|| 0_u32);
    let Some(run) = page.run().cloned() else { return Html::default() };
    let query = page.address.query(page.other());
    {
        let (found, scorer, asked) = (found.setter(), page.scorer().clone(), Rc::clone(&asked));
        let number = run.progress.run;
        // While a run is scored its list grows: it is asked for again as often as the progress is told.
        use_effect_with((number, query, run.progress.answers), move |(number, query, _)| {
            let (number, query) = (*number, query.clone());
            *asked.borrow_mut() += 1;
            let own = *asked.borrow();
            spawn_local(async move {
                if let Ok(Some(answer)) = scorer.answers(number, &query).await
                    && *asked.borrow() == own
                {
                    found.set(Some(Shared::new(answer)));
                }
            });
        });
    }
    {
        // Who comes back from an answer finds it where it was.
        let last = Rc::clone(&page.last);
        use_effect_with(found.is_some(), move |there| {
            if let (true, Some(index)) = (*there, last.take()) {
                go_to(&format!("answer-{index}"));
            }
        });
    }
    {
        let typed = typed.setter();
        use_effect_with(page.address.words.clone(), move |words| typed.set(words.clone()));
    }
    let oninput = {
        let (typed, waiting) = (typed.clone(), Rc::clone(&waiting));
        let (replace, address) = (page.replace.clone(), Rc::clone(&page.address));
        Callback::from(move |event: InputEvent| {
            let Some(field) = event.target_dyn_into::<HtmlInputElement>() else { return };
            let words = field.value();
            typed.set(words.clone());
            let (replace, address) = (replace.clone(), Rc::clone(&address));
            *waiting.borrow_mut() = Some(Timeout::new(DEBOUNCE, move || {
                replace.emit(Address { words, page: 0, ..(*address).clone() }.fragment());
            }));
        })
    };
    let several = page.state.runs.len() > 1;
    html! {
        <div class="answers">
            if several {
                <div class="segments" role="group" aria-label="Run">
                    { for page.state.runs.iter().enumerate().map(|(place, each)| {
                        let (replace, address) = (page.replace.clone(), Address { second: place == 1, page: 0, ..(*page.address).clone() });
                        let onclick = Callback::from(move |_: MouseEvent| replace.emit(address.fragment()));
                        html! { <button type="button" aria-pressed={(each.progress.run == run.progress.run).to_string()} {onclick}>{ mark(place) }{ " " }{ &each.progress.name }</button> }
                    }) }
                </div>
            }
            <div class="results-bar">
                <label class="filter search">{ icon("search") }<span class="hidden-visually">{ "Search ids, commands, verdicts and the answers themselves" }</span>
                    <input type="search" placeholder="Search commands and answers" autocomplete="off" spellcheck="false" value={(*typed).clone()} {oninput} /></label>
                if let Some(found) = &*found { { for Facet::ALL.into_iter().map(|facet| choice(page, facet, found, several)) } }
            </div>
            { tags(page) }
            { match &*found {
                None => html! { <p class="waiting mute" role="status">{ "Looking…" }</p> },
                Some(found) => list(page, found, several),
            } }
        </div>
    }
}

/// A value of a facet, for people.
fn word(facet: Facet, value: &str) -> String {
    match facet {
        Facet::Module => module_name(value).to_owned(),
        Facet::State if value == "differs" => "differs from the other run".to_owned(),
        Facet::Class => Axis::Class.word(value),
        Facet::Intent => Axis::Intent.word(value),
        Facet::Label => super::overview::said(value).replace('-', " "),
        Facet::State => value.to_owned(),
    }
}

fn choice(page: &Page, facet: Facet, found: &Found, several: bool) -> Html {
    let values = match facet {
        Facet::Module => &found.modules,
        Facet::State => &found.states,
        Facet::Label => &found.labels,
        Facet::Class => &found.classes,
        Facet::Intent => &found.intents,
    };
    let chosen = &page.address.chosen[facet as usize];
    let onchange = {
        let (replace, address) = (page.replace.clone(), Rc::clone(&page.address));
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlSelectElement>() {
                replace.emit(address.with(facet, &field.value()).fragment());
            }
        })
    };
    let all: u64 = values.iter().filter(|(value, _)| value != "differs").map(|(_, count)| count).sum();
    // A value that is chosen stays in the list when nothing has it any more.
    let missing = !chosen.is_empty() && !values.iter().any(|(value, _)| value == chosen);
    html! {
        <label class="sort">{ facet.name() }{ " " }
            <select class="select" {onchange}>
                <option value="" selected={chosen.is_empty()}>{ format!("all ({})", grouped(all)) }</option>
                { for values.iter().filter(|(value, _)| several || value != "differs").map(|(value, count)| html! {
                    <option value={value.clone()} selected={value == chosen}>{ format!("{} ({})", word(facet, value), grouped(*count)) }</option>
                }) }
                if missing { <option value={chosen.clone()} selected=true>{ format!("{} (0)", word(facet, chosen)) }</option> }
            </select>
        </label>
    }
}

fn tags(page: &Page) -> Html {
    let chosen: Vec<Facet> =
        Facet::ALL.into_iter().filter(|facet| !page.address.chosen[*facet as usize].is_empty()).collect();
    if chosen.is_empty() {
        return Html::default();
    }
    let to = |address: Address| page.replace.reform(move |_: MouseEvent| address.fragment());
    html! {
        <ul class="tags" aria-label="Active filters">
            { for chosen.into_iter().map(|facet| {
                let name = word(facet, &page.address.chosen[facet as usize]);
                html! { <li><button type="button" class="tag-button" aria-label={format!("Remove the filter {}: {name}", facet.name())} onclick={to(page.address.with(facet, ""))}>{ name }{ icon("close") }</button></li> }
            }) }
            <li>{ button("link-button target", "Clear all", false, to(Address { view: page.address.view, ..page.address.in_view(page.address.view) })) }</li>
        </ul>
    }
}

fn list(page: &Page, found: &Found, several: bool) -> Html {
    let from = page.address.page.saturating_mul(PAGE);
    let last = found.total.saturating_sub(1) / PAGE;
    let words = if found.total == 0 {
        "No answer is like that. Take a filter away, or search for something else.".to_owned()
    } else {
        format!(
            "Answers {} to {} of {}",
            grouped(u64::from(from) + 1),
            grouped(u64::from((from + PAGE).min(found.total))),
            grouped(found.total.into())
        )
    };
    let turn = |name: &'static str, to: u32, off: bool| {
        let (replace, address) = (page.replace.clone(), Address { page: to, ..(*page.address).clone() });
        let onclick = Callback::from(move |_: MouseEvent| replace.emit(address.fragment()));
        button("button compact", name, off, onclick)
    };
    let pager = |label: &'static str| {
        let now = page.address.page;
        html! {
            <nav class="pager" aria-label={label}>
                { turn("First", 0, now == 0) }{ turn("Previous", now.saturating_sub(1), now == 0) }
                <span class="small">{ format!("page {} of {}", grouped(u64::from(now) + 1), grouped(u64::from(last) + 1)) }</span>
                { turn("Next", (now + 1).min(last), now >= last) }{ turn("Last", last, now >= last) }
            </nav>
        }
    };
    html! {
        <>
            <div class="list-head"><p class="small" role="status">{ words }</p>if last > 0 { { pager("Pages of the list") } }</div>
            <ol class="answer-rows" start={(from + 1).to_string()}>{ for found.rows.iter().map(|each| row(page, each, several)) }</ol>
            if last > 0 { { pager("Pages of the list, again") } }
        </>
    }
}

/// Right, wrong or unreadable, with its icon.
pub(super) fn state_word(state: &str) -> Html {
    let (class, name) = match state {
        "right" => ("good", "check"),
        "wrong" => ("bad", "cross"),
        _ => ("warn", "unknown"),
    };
    html! { <span class={classes!("answer-state", class)}>{ icon(name) }{ state }</span> }
}

fn row(page: &Page, row: &Row, several: bool) -> Html {
    let link = Address { answer: Some(row.index), ..(*page.address).clone() };
    html! {
        <li key={row.index} class="answer-row">
            { state_word(&row.state) }
            <div class="answer-what">
                <a id={format!("answer-{}", row.index)} href={link.fragment()}>{ &row.say }</a>
                <p class="small">{ &row.verdict }</p>
                <p class="answer-labels mute">
                    <span>{ module_name(&row.module) }</span>
                    <span class="hazard">{ icon(class_icon(&row.class)) }{ Axis::Class.word(&row.class) }</span>
                    <span>{ Axis::Intent.word(&row.intent) }</span>
                    <span>{ &row.id }</span>
                    <span>{ format!("line {}", grouped(row.line.into())) }</span>
                </p>
            </div>
            <div class="answer-side">
                <span>{ label_word(&row.label) }</span>
                if let Some(score) = row.score.filter(|_| row.module != "refusal") { <span class="small mute">{ score_words(&row.module, score) }</span> }
                if several { <span class="small mute">{ match &row.other { Some(other) => format!("other run: {other}"), None => "other run: none".to_owned() } }</span> }
            </div>
        </li>
    }
}
