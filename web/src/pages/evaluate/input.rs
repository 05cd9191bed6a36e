//! The ways in: a file dropped or chosen, one answer pasted, a run that needs no model; and what a run file looks like.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::runs::Act;
use super::{Page, PageProps};
use crate::bridge::files;
use crate::bridge::scorer::Hit;
use crate::state::evaluate::{View, quoted};
use crate::ui::hooks::{focus, use_dragged_over};
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// What could not be opened, and what stopped everything.
pub(super) fn trouble(page: &Page) -> Html {
    let dismiss = {
        let dispatcher = page.state.dispatcher();
        Callback::from(move |_: MouseEvent| dispatcher.dispatch(Act::Dismiss))
    };
    html! {
        <div role="alert" class="evaluate-alerts">
            if let Some(why) = &page.state.trouble {
                <p class="evaluate-alert bad">{ icon("cross") }<span>{ why }</span></p>
            }
            { for page.state.problems.iter().map(|problem| html! {
                <p class="evaluate-alert warn">{ icon("warning") }<span>{ problem }</span></p>
            }) }
            if page.state.trouble.is_some() || !page.state.problems.is_empty() {
                { button("button compact", "Dismiss", false, dismiss) }
            }
        </div>
    }
}

/// The whole way in, where no run is open.
#[component]
pub(super) fn Input(props: &PageProps) -> Html {
    let page = &props.page;
    html! {
        <div class="evaluate-input">
            <section class="card open" aria-labelledby="open-heading">
                <div class="card-head"><h2 id="open-heading">{ "Open a run" }</h2></div>
                <div class="card-body"><Ways page={page.clone()} /></div>
            </section>
            <section class="card open" aria-labelledby="format-heading">
                <div class="card-head"><h2 id="format-heading">{ "What a run file looks like" }</h2></div>
                <div class="card-body">{ format(page) }</div>
            </section>
        </div>
    }
}

/// The way to a second run.
#[component]
pub(super) fn Another(props: &PageProps) -> Html {
    html! {
        <details class="another">
            <summary>{ "Compare with another run" }</summary>
            <Ways page={props.page.clone()} />
        </details>
    }
}

/// Drop, choose, reference runs, paste.
#[component]
fn Ways(props: &PageProps) -> Html {
    let page = &props.page;
    let (over, ondragover, ondragleave) = use_dragged_over();
    let field = use_node_ref();
    let open = {
        let (runs, state) = (page.runs.clone(), page.state.clone());
        move |list: Vec<web_sys::File>| {
            if !list.is_empty() {
                runs.open(list, &state.runs);
            }
        }
    };
    let ondrop = {
        let (over, open) = (over.clone(), open.clone());
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            event.stop_propagation();
            over.set(false);
            if let Some(data) = event.data_transfer() {
                open(files::dropped(&data));
            }
        })
    };
    let onchange = Callback::from(move |event: Event| {
        if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
            open(field.files().map_or_else(Vec::new, |list| files::listed(&list)));
            field.set_value("");
        }
    });
    let choose = {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.click();
            }
        })
    };
    let ready = page.state.about.is_some();
    html! {
        <div class="ways">
            <div class={classes!("drop-run", over.then_some("over"))} {ondrop} {ondragover} {ondragleave}>
                { icon("file") }
                <p>{ "Drop a file of answers here: JSON lines (.jsonl, .json, .txt), also in a zip file. Two files are compared." }</p>
                <input ref={field} type="file" accept=".jsonl,.json,.ndjson,.txt,.zip" multiple=true hidden=true aria-label="File of answers" {onchange} />
                { button("button primary", "Choose a file", false, choose) }
                if page.state.opening { <p class="small mute" role="status">{ "Opening…" }</p> }
            </div>
            <div class="references">
                <h3>{ "Or look at a run that needs no model" }</h3>
                if !ready && page.state.trouble.is_none() { <p class="small mute" role="status">{ "Loading the suite and the scorer…" }</p> }
                <ul>{ for page.state.about.iter().flat_map(|about| &about.references).map(|(name, about)| reference(page, name, about)) }</ul>
            </div>
            <Paste page={page.clone()} />
        </div>
    }
}

fn reference(page: &Page, name: &str, about: &str) -> Html {
    let onclick = {
        let (runs, name) = (page.runs.clone(), name.to_owned());
        Callback::from(move |_: MouseEvent| runs.reference(name.clone()))
    };
    html! {
        <li>
            { button("button compact", title(name), false, onclick) }
            <span class="small mute">
                { about }{ " " }
                <a href={format!("static/packs/suite/runs/{name}.jsonl.zip")} download={format!("{name}.jsonl.zip")}
                    aria-label={format!("Run file of {}", title(name))}>{ "Run file" }</a>
            </span>
        </li>
    }
}

/// The name of a reference run, for people.
fn title(name: &str) -> String {
    match name {
        "oracle" => "Oracle".to_owned(),
        "always-accept" => "Always accept".to_owned(),
        "always-refuse" => "Always refuse".to_owned(),
        "naive" => "Naive".to_owned(),
        "primitives-oracle" => "Primitives only".to_owned(),
        other if other.starts_with("noisy") => "Noisy".to_owned(),
        other => other.to_owned(),
    }
}

/// One answer, pasted.
#[component]
fn Paste(props: &PageProps) -> Html {
    let page = &props.page;
    let hits = use_state_eq(Vec::<Hit>::new);
    let id = use_state_eq(String::new);
    let waiting = use_mut_ref(|| None::<Timeout>);
    let fault = use_state_eq(|| None::<String>);
    let (name, module, text) = (use_node_ref(), use_node_ref(), use_node_ref());
    let oninput = {
        let (id, hits, scorer, waiting) = (id.clone(), hits.setter(), page.scorer().clone(), Rc::clone(&waiting));
        Callback::from(move |event: InputEvent| {
            let Some(field) = event.target_dyn_into::<HtmlInputElement>() else { return };
            let words = field.value();
            id.set(words.clone());
            let (hits, scorer) = (hits.clone(), scorer.clone());
            *waiting.borrow_mut() = Some(Timeout::new(150, move || {
                spawn_local(async move {
                    if let Ok(found) = scorer.find(&words).await {
                        hits.set(found);
                    }
                });
            }));
        })
    };
    let onsubmit = {
        let (id, name, module, text) = (id.clone(), name.clone(), module.clone(), text.clone());
        let (runs, fault, second) = (page.runs.clone(), fault.clone(), !page.state.runs.is_empty());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let output = text.cast::<HtmlTextAreaElement>().map(|field| field.value()).unwrap_or_default();
            let chosen = module.cast::<HtmlSelectElement>().map(|field| field.value()).unwrap_or_default();
            if id.trim().is_empty() || output.trim().is_empty() {
                fault.set(Some("Name a scenario and paste what the model said.".to_owned()));
                focus(if id.trim().is_empty() { &name } else { &text });
                return;
            }
            fault.set(None);
            let (module, vocabulary) = chosen.split_once('-').unwrap_or((&chosen, ""));
            let vocabulary =
                if vocabulary.is_empty() { String::new() } else { format!(",\"vocabulary\":{}", quoted(vocabulary)) };
            let line = format!(
                "{{\"id\":{},\"module\":{}{vocabulary},\"output\":{}}}",
                quoted(id.trim()),
                quoted(module),
                quoted(&output)
            );
            let (runs, fault, name) = (runs.clone(), fault.clone(), name.clone());
            spawn_local(async move {
                if let Some(why) = runs.paste(&line, second).await {
                    fault.set(Some(format!("This answer does not count: {why}")));
                    focus(&name);
                }
            });
        })
    };
    html! {
        <details class="paste">
            <summary>{ "Or paste one answer" }</summary>
            <form {onsubmit}>
                <label>{ "Scenario" }
                    <input ref={name} class="field" list="scenario-hits" aria-describedby="paste-fault" aria-invalid={fault.is_some().then_some("true")} autocomplete="off" spellcheck="false" placeholder="Part of its name or of the command" value={(*id).clone()} {oninput} />
                    <datalist id="scenario-hits">{ for hits.iter().map(|hit| html! { <option value={hit.id.clone()}>{ &hit.say }</option> }) }</datalist>
                </label>
                <div id="paste-fault" role="alert">if let Some(fault) = &*fault { <p class="small bad">{ fault }</p> }</div>
                <label>{ "Module" }
                    <select class="select" ref={module}>
                        <option value="refusal">{ "Command refusal" }</option>
                        <option value="goal">{ "Goal interpretation" }</option>
                        <option value="transition">{ "Transition modelling" }</option>
                        <option value="sequencing-full" selected=true>{ "Action sequencing, all actions" }</option>
                        <option value="sequencing-primitives">{ "Action sequencing, primitives only" }</option>
                    </select>
                </label>
                <label>{ "What the model said, as it said it" }
                    <textarea class="field" ref={text} rows="6" spellcheck="false" />
                </label>
                <button type="submit" class="button">{ "Score it" }</button>
            </form>
        </details>
    }
}

const SAMPLE: &str = "\
{\"run\": \"my-model\", \"about\": \"My model, temperature 0, 1 June.\"}
{\"id\": \"stuck-toast/bagel\", \"module\": \"refusal\", \"output\": \"YES.\"}
{\"id\": \"stuck-toast/bagel\", \"module\": \"goal\", \"output\": \"(and (…) (…))\"}
{\"id\": \"stuck-toast/bagel\", \"module\": \"transition\", \"output\": \"(:action …)\"}
{\"id\": \"stuck-toast/bagel\", \"module\": \"sequencing\", \"vocabulary\": \"full\", \"output\": \"(unplug toaster)\\n…\"}";

/// What a run file looks like.
fn format(page: &Page) -> Html {
    html! {
        <div class="format">
            <p>{ "One line of JSON an answer: the task, the module, and what the model said, raw. Markdown, introductions and other wrapping \
                  may stay: readers look for the answer, and the page shows what they took and what they passed over." }</p>
            <pre class="rule-text" tabindex="0" aria-label="A run file">{ SAMPLE }</pre>
            <ul class="plain-list small">
                <li>{ "The first line may say what the run is; every other line is an answer." }</li>
                <li>{ "Modules are refusal, goal, transition and sequencing. A run may answer some of them only." }</li>
                <li>{ "Of sequencing, " }<code>{ "vocabulary" }</code>{ " says which actions the prompt showed: full, or primitives." }</li>
                <li>{ "An answer that cannot be read counts as wrong, and so does a task without an answer, unless you choose otherwise. Lines that do not count are listed with the reason." }</li>
            </ul>
            <p><a href={page.address.in_view(View::Prompts).fragment()}>{ "What models are asked: prompts for every scenario" }</a></p>
        </div>
    }
}
