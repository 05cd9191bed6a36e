//! What models are asked: the prompts of a scenario, to be copied, and all prompts as a file.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::PageProps;
use super::runs::Act;
use crate::bridge::scorer::{Collected, Hit, Prompt};
use crate::bridge::{clipboard, download};
use crate::state::evaluate::{Address, file_size, grouped, module_name};
use crate::state::shared::Shared;
use crate::ui::hooks::decimal;
use crate::ui::parts::button;

/// The questions, as the file's choice has them.
const QUESTIONS: [(&str, &str); 6] = [
    ("", "all modules"),
    ("refusal", "command refusal"),
    ("goal", "goal interpretation"),
    ("transition", "transition modelling"),
    ("sequencing-full", "action sequencing, all actions"),
    ("sequencing-primitives", "action sequencing, primitives only"),
];

/// The prompts.
#[component]
pub(super) fn Prompts(props: &PageProps) -> Html {
    let page = &props.page;
    let hits = use_state_eq(Vec::<Hit>::new);
    let prompts = use_state(|| None::<Result<Shared<Vec<Prompt>>, String>>);
    let said = use_state_eq(String::new);
    let done = use_state_eq(|| None::<Collected>);
    let only = use_state_eq(|| QUESTIONS[0].0);
    // How many bytes the file of prompts to a question will have, about.
    let size = use_state_eq(|| None::<u64>);
    // Packed or not, once the reader has chosen; else the one file that is very large is packed.
    let wanted = use_state_eq(|| None::<bool>);
    let packed = wanted.unwrap_or(only.is_empty());
    let saved = use_state_eq(String::new);
    let stopped = use_mut_ref(|| false);
    let waiting = use_mut_ref(|| None::<Timeout>);
    let ready = page.state.about.is_some();
    {
        let (prompts, hits, scorer) = (prompts.setter(), hits.setter(), page.scorer().clone());
        use_effect_with((page.address.of.clone(), ready), move |(id, ready)| {
            if *ready {
                let id = id.clone();
                spawn_local(async move {
                    if id.is_empty() {
                        prompts.set(None);
                    } else {
                        // What is typed is often no id yet: then only the list of those that fit is shown.
                        let found = scorer.find(&id).await.unwrap_or_default();
                        let exact = found.iter().any(|hit| hit.id == id);
                        hits.set(found);
                        prompts.set(match exact {
                            true => {
                                Some(scorer.prompts(&id).await.map(Shared::new).map_err(|failure| failure.to_string()))
                            }
                            false => None,
                        });
                    }
                });
            }
        });
    }
    {
        let (size, scorer) = (size.setter(), page.scorer().clone());
        use_effect_with((*only, ready), move |(only, ready)| {
            size.set(None);
            if *ready {
                let only = *only;
                spawn_local(async move { size.set(scorer.prompt_bytes(only).await.ok()) });
            }
        });
    }
    let oninput = {
        let (replace, address, waiting) = (page.replace.clone(), Rc::clone(&page.address), Rc::clone(&waiting));
        Callback::from(move |event: InputEvent| {
            let Some(field) = event.target_dyn_into::<HtmlInputElement>() else { return };
            let (replace, address, of) = (replace.clone(), Rc::clone(&address), field.value().trim().to_owned());
            *waiting.borrow_mut() = Some(Timeout::new(200, move || {
                replace.emit(Address { of, ..(*address).clone() }.fragment());
            }));
        })
    };
    let all = page.state.about.as_ref().map_or(0, |about| about.scenarios);
    let on_file = {
        let (scorer, chosen, done, stopped) = (page.scorer().clone(), *only, done.setter(), Rc::clone(&stopped));
        let (dispatcher, saved) = (page.state.dispatcher(), saved.setter());
        Callback::from(move |_: MouseEvent| {
            let (scorer, done, stopped, dispatcher, saved) =
                (scorer.clone(), done.clone(), Rc::clone(&stopped), dispatcher.clone(), saved.clone());
            *stopped.borrow_mut() = false;
            saved.set(String::new());
            spawn_local(async move {
                let mut again = true;
                while !*stopped.borrow() {
                    match scorer.collect(chosen, all, again, packed).await {
                        Ok(told) => {
                            if let Some(address) = &told.address {
                                let of = if chosen.is_empty() { String::new() } else { format!("-{chosen}") };
                                let ending = if told.packed { ".gz" } else { "" };
                                let name = format!("prompts{of}.jsonl{ending}");
                                match download::save_from(&name, address) {
                                    Ok(()) => saved.set(format!("Saved {name}, {}.", file_size(told.size))),
                                    Err(why) => {
                                        dispatcher.dispatch(Act::Trouble(format!("{name} could not be saved ({why}).")))
                                    }
                                }
                                break;
                            }
                            done.set(Some(told));
                        }
                        Err(failure) => {
                            dispatcher.dispatch(Act::Trouble(failure.to_string()));
                            break;
                        }
                    }
                    again = false;
                }
                done.set(None);
            });
        })
    };
    let on_only = {
        let only = only.setter();
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlSelectElement>() {
                let value = field.value();
                only.set(QUESTIONS.iter().map(|(key, _)| *key).find(|key| *key == value).unwrap_or_default());
            }
        })
    };
    let on_packed = {
        let wanted = wanted.setter();
        Callback::from(move |_: Event| wanted.set(Some(!packed)))
    };
    let on_stop = {
        let stopped = Rc::clone(&stopped);
        Callback::from(move |_: MouseEvent| *stopped.borrow_mut() = true)
    };
    html! {
        <div class="prompts">
            <section class="card open" aria-labelledby="all-prompts">
                <div class="card-head"><h2 id="all-prompts">{ "All prompts as a file" }</h2></div>
                <div class="card-body">
                    <p>{ "One line of JSON a prompt, with the id, module and vocabulary that its answer's line has to name. The same texts, to the byte, as " }<code>{ "stepguard suite prompts" }</code>{ " prints." }</p>
                    <p class="prompt-file">
                        <label class="sort">{ "Prompts to " }<select class="select" onchange={on_only} disabled={done.is_some()}>{ for QUESTIONS.iter().map(|(key, name)| html! { <option value={*key} selected={key == &*only}>{ *name }</option> }) }</select></label>
                        { button("button", format!("Save the prompts for {} scenarios", grouped(all.into())), !ready || done.is_some(), on_file) }
                        <span class="small">{ match *size {
                            Some(size) => format!("about {}", file_size(size)),
                            None if ready => "measuring…".to_owned(),
                            None => String::new(),
                        } }</span>
                        <label class="option"><input type="checkbox" checked={packed} disabled={done.is_some()} onchange={on_packed} />{ "Packed with gzip: a small part of that size" }</label>
                    </p>
                    <p class="small mute" role="status">{ &*saved }</p>
                    if let Some(Collected { done, of, size, packed, .. }) = &*done {
                        <div class="searching">
                            <span class="small" role="status">{ format!("{} of {} scenarios, {}{}", grouped((*done).into()), grouped((*of).into()), file_size(*size), if *packed { " packed" } else { "" }) }</span>
                            <progress max="100" value={decimal(f64::from(*done) * 100.0 / f64::from((*of).max(1)))} aria-label="How far the file of prompts is"></progress>
                            { button("button compact", "Cancel", false, on_stop) }
                        </div>
                    }
                </div>
            </section>
            <section class="card open" aria-labelledby="one-prompt">
                <div class="card-head"><h2 id="one-prompt">{ "The prompts of a scenario" }</h2></div>
                <div class="card-body">
                    <label class="one-prompt">{ "Scenario" }
                        <input class="field" type="search" autocomplete="off" spellcheck="false" placeholder="Part of its name or of the command" value={page.address.of.clone()} {oninput} /></label>
                    if prompts.is_none() && !page.address.of.is_empty() {
                        <ul class="hits">{ for hits.iter().map(|hit| html! {
                            <li><a href={Address { of: hit.id.clone(), ..(*page.address).clone() }.fragment()}>{ &hit.say }</a><span class="small mute">{ &hit.id }</span></li>
                        }) }</ul>
                        if hits.is_empty() { <p class="small mute">{ "No scenario is like that." }</p> }
                    }
                    if let Some(Err(why)) = &*prompts { <p role="alert">{ why }</p> }
                    <p class="small mute" role="status">{ &*said }</p>
                    if let Some(Ok(list)) = &*prompts {
                        { for list.iter().map(|prompt| one(prompt, &said)) }
                    }
                </div>
            </section>
        </div>
    }
}

fn one(prompt: &Prompt, said: &UseStateHandle<String>) -> Html {
    let key = match &prompt.vocabulary {
        Some(vocabulary) => format!("{}-{vocabulary}", prompt.module),
        None => prompt.module.clone(),
    };
    let name = module_name(&key).to_owned();
    let onclick = {
        let (text, said, name) = (prompt.prompt.clone(), said.setter(), name.clone());
        Callback::from(move |_: MouseEvent| {
            let (text, said, name) = (text.clone(), said.clone(), name.clone());
            spawn_local(async move {
                said.set(match clipboard::copy(&text).await {
                    Ok(()) => format!("Copied: {name}."),
                    Err(why) => format!("It could not be copied ({why}). Select the text instead."),
                });
            });
        })
    };
    html! {
        <details class="one-of-prompts">
            <summary>{ &name }<span class="small mute">{ format!(" {} characters", grouped(prompt.prompt.chars().count() as u64)) }</span></summary>
            { button("button compact", format!("Copy the prompt: {name}"), false, onclick) }
            <pre class="raw" tabindex="0" aria-label={format!("Prompt: {name}")}>{ &prompt.prompt }</pre>
        </details>
    }
}
