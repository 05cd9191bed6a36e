//! The Scenarios page: the household suite as a list that can be searched and narrowed down, and each scenario with its
//! hazard, its plans and its certificate. What is chosen stands in the address, which this page reads and writes itself.

mod again;
mod certificate;
mod detail;
mod facets;
mod list;
mod plans;
mod room;

use std::collections::HashMap;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, FocusOptions, HtmlElement};
use yew::prelude::*;

use crate::bridge::address::use_place;
use crate::bridge::brief::Brief;
use crate::bridge::site::fetch_hints;
use crate::bridge::suite;
use crate::state::picture::Hints;
use crate::state::shared::Shared;
use crate::state::suite::{Address, Commands, Entry, Filters, entries, title};
use crate::ui::hooks::{PHONE, use_media};

use detail::Detail;
use list::List;

/// The suite, as far as its index tells.
#[derive(Debug)]
struct Suite {
    entries: Vec<Entry>,
    certified: u32,
    families: usize,
}

/// How an entry of the history was left.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Left {
    /// How far the page was scrolled: its own area, and the window.
    scroll: (i32, f64),
    /// How many scenarios were drawn.
    drawn: usize,
}

/// The domain of all scenarios, by which the hints for pictures are found.
const DOMAIN: &str = "household";

/// The element that holds the page and scrolls on wide screens.
const AREA: &str = "scenarios";

fn area() -> Option<HtmlElement> {
    gloo::utils::document().get_element_by_id(AREA)?.dyn_into().ok()
}

/// Moves the focus without scrolling.
fn focus_quietly(selector: &str) {
    let found = gloo::utils::document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element: Element| element.dyn_into::<HtmlElement>().ok()) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        // What cannot take the focus leaves it where it is.
        drop(element.focus_with_options(&options));
    }
}

/// The page.
#[component]
pub fn Scenarios() -> Html {
    let (place, replace) = use_place();
    let phone = use_media(PHONE);
    let index = use_state(|| None::<Result<Shared<Suite>, String>>);
    let commands = use_state(|| Shared::new(Commands::default()));
    let asked = use_mut_ref(Vec::<&'static str>::new);
    let come = use_mut_ref(Commands::default);
    let on_want = use_callback(commands.setter(), move |wanted: Vec<&'static str>, setter| {
        for class in wanted {
            // A class that could not be fetched is not asked for again and again: its cards show their titles.
            if asked.borrow().contains(&class) {
                continue;
            }
            asked.borrow_mut().push(class);
            let (come, setter) = (Rc::clone(&come), setter.clone());
            spawn_local(async move {
                match suite::commands(class).await {
                    Ok(read) => {
                        come.borrow_mut().add(class, &read.say);
                        setter.set(Shared::new(come.borrow().clone()));
                    }
                    Err(why) => gloo::console::warn!(why),
                }
            });
        }
    });
    let hints = use_state(|| Rc::new(Hints::default()));
    let checker = use_memo((), |()| Brief::default());
    let left = use_mut_ref(HashMap::<u64, Left>::new);
    // While another page is shown this one stays as it was.
    let last = use_mut_ref(Address::default);
    let opened = use_mut_ref(|| None::<Rc<str>>);
    // The first view leaves the focus where the browser puts it.
    let first = use_mut_ref(|| true);
    let take_focus = !*first.borrow();
    let now = Address::parse(&place.fragment);
    let shown = now.is_some();
    if let Some(address) = now {
        *last.borrow_mut() = address;
    }
    let address = last.borrow().clone();
    if let Some(id) = &address.scenario {
        *opened.borrow_mut() = Some(id.as_str().into());
    }
    {
        let (index, hints) = (index.setter(), hints.setter());
        use_effect_with(shown, move |shown| {
            // Once is enough, and no sooner than the page is looked at.
            if *shown {
                spawn_local(async move {
                    index.set(Some(suite::index().await.map(|read| {
                        Shared::new(Suite {
                            entries: entries(&read),
                            certified: read.certified,
                            families: read.families.len(),
                        })
                    })));
                });
                spawn_local(async move {
                    if let Some(found) = fetch_hints(DOMAIN).await {
                        hints.set(Rc::new(found));
                    }
                });
            }
        });
    }
    let key = place.entry.to_bits();
    {
        // Where the reader was is kept for every entry of the history; an entry that is new begins at the top.
        let left = Rc::clone(&left);
        use_effect_with((key, shown), move |(key, shown)| {
            let key = *key;
            let listener = shown.then(|| {
                let options = EventListenerOptions::run_in_capture_phase();
                EventListener::new_with_options(&gloo::utils::window(), "scroll", options, move |_| {
                    let window = gloo::utils::window().scroll_y().unwrap_or_default();
                    let inner = area().map_or(0, |area| area.scroll_top());
                    left.borrow_mut().entry(key).or_default().scroll = (inner, window);
                })
            });
            move || drop(listener)
        });
    }
    let ready = matches!(&*index, Some(Ok(_)));
    {
        let (left, opened) = (Rc::clone(&left), Rc::clone(&opened));
        let scenario = address.scenario.clone();
        let first = Rc::clone(&first);
        use_effect_with((key, shown, ready), move |(key, shown, ready)| {
            if !(*shown && *ready) {
                return;
            }
            let known = left.borrow().get(key).copied();
            let (inner, window) = known.unwrap_or_default().scroll;
            if let Some(area) = area() {
                area.set_scroll_top(inner);
            }
            gloo::utils::window().scroll_to_with_x_and_y(0.0, window);
            if !first.replace(false) && scenario.is_none() {
                match opened.borrow().as_deref() {
                    Some(id) if known.is_some() => focus_quietly(&format!("[data-scenario='{id}'] a")),
                    _ => focus_quietly("#scenarios-title"),
                }
            }
        });
    }
    {
        let words = match &address.scenario {
            Some(id) => format!("{} · Scenarios · Stepguard", title(id)),
            None => "Scenarios · Stepguard".to_owned(),
        };
        use_effect_with((shown, words), |(shown, words)| {
            if *shown {
                gloo::utils::document().set_title(words);
            }
        });
    }
    let on_filters = use_callback((replace, key), {
        let left = Rc::clone(&left);
        move |filters: Filters, (replace, key)| {
            left.borrow_mut().remove(key);
            replace.emit(Address { scenario: None, filters }.fragment());
            if let Some(area) = area() {
                area.set_scroll_top(0);
            }
        }
    });
    let on_drawn = use_callback(key, {
        let left = Rc::clone(&left);
        move |drawn: usize, key| left.borrow_mut().entry(*key).or_default().drawn = drawn
    });
    let drawn = left.borrow().get(&key).map_or(0, |left| left.drawn);
    match &*index {
        None => html! {
            <main id={AREA} class="suite" tabindex="-1"><p class="mute waiting" role="status">{ "Loading the scenarios…" }</p></main>
        },
        Some(Err(why)) => html! {
            <main id={AREA} class="suite" tabindex="-1"><div class="waiting" role="alert">
                <h1>{ "Scenarios" }</h1><p>{ format!("The suite could not be loaded: {why}.") }</p>
            </div></main>
        },
        Some(Ok(suite)) => match address.scenario {
            Some(id) => html! {
                <Detail key={id.clone()} id={AttrValue::from(id.clone())} suite={suite.clone()} commands={(*commands).clone()} {take_focus} filters={address.filters} hints={(*hints).clone()}
                    checker={(*checker).clone()} {phone} />
            },
            None => html! {
                <List key={format!("list-{key}")} suite={suite.clone()} commands={(*commands).clone()} {on_want} filters={address.filters} last={opened.borrow().clone()} {drawn} {on_drawn} {on_filters} {phone} />
            },
        },
    }
}
