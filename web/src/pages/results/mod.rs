//! The Results page: what embodied agents do in four environments. Three kinds of results that are never mixed: episodes of
//! our own simulators, figures that others have published, runs that the reader brings. Reading and counting is the worker's;
//! what is chosen stands in the address, which this page reads and writes itself.

mod ask;
mod compare;
pub mod episode;
mod facets;
mod import;
mod open;
mod published;
mod runs;
mod table;
mod truth;

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};
use yew::prelude::*;

use crate::bridge::address::use_place;
use crate::bridge::viewer::Viewer;
use crate::state::results::{Address, Kind};
use crate::ui::hooks::{PHONE, use_media};
use crate::ui::icon::icon;

/// The element that holds the page and scrolls on wide screens.
const AREA: &str = "outcomes";

/// What every part of the page is given.
#[derive(Clone, PartialEq)]
struct Page {
    viewer: Viewer,
    address: Rc<Address>,
    /// Puts another address in place of the present one.
    replace: Callback<String>,
    /// How imports stand.
    imports: UseReducerHandle<import::Imports>,
    /// What was asked for is drawn: the page goes to where it was left.
    on_drawn: Callback<()>,
    /// The episode that was opened last.
    last: open::Last,
    phone: bool,
}

impl Page {
    /// Puts another address in place of the present one when something is clicked.
    fn to(&self, address: &Address) -> Callback<MouseEvent> {
        let fragment = address.fragment();
        self.replace.reform(move |_: MouseEvent| fragment.clone())
    }
}

/// What a part of the page is given.
#[derive(Properties, Clone, PartialEq)]
struct PageProps {
    page: Page,
}

/// The page.
#[component]
pub fn Results() -> Html {
    let (place, replace) = use_place();
    let phone = use_media(PHONE);
    let viewer = use_memo((), |()| Viewer::default());
    let last = use_mut_ref(Rc::<Address>::default);
    let now = Address::parse(&place.fragment);
    let shown = now.is_some();
    if let Some(address) = now
        && **last.borrow() != address
    {
        *last.borrow_mut() = Rc::new(address);
    }
    let address = Rc::clone(&last.borrow());
    let imports = use_reducer(import::Imports::default);
    let opened = use_mut_ref(|| None::<String>);
    let on_drawn = use_left(place.entry.to_bits(), shown);
    let page = Page {
        viewer: (*viewer).clone(),
        address: Rc::clone(&address),
        replace,
        imports,
        on_drawn,
        last: opened,
        phone,
    };
    use_effect_with((shown, title(&address)), |(shown, title)| {
        if *shown {
            gloo::utils::document().set_title(title);
        }
    });
    if !shown {
        return Html::default();
    }
    html! {
        <main id={AREA} class="suite outcomes" tabindex="-1">
            if address.episode.is_none() {
                <div class="suite-head">
                    <h1 id="outcomes-title" tabindex="-1">{ "Results of embodied agents" }</h1>
                </div>
                { kinds(&page) }
                { views(&page) }
            }
            { content(&page) }
        </main>
    }
}

fn title(address: &Address) -> String {
    match &address.episode {
        Some((run, subset, number)) => format!("{run}, {subset} {number} · Results · Stepguard"),
        None => format!("{} · Results · Stepguard", address.kind.name()),
    }
}

/// The three kinds, as links. Each says what it is.
fn kinds(page: &Page) -> Html {
    html! {
        <nav class="kinds" aria-label="Kind of results">
            { for Kind::ALL.into_iter().map(|kind| html! {
                <a href={Address::of(kind).fragment()} aria-current={(kind == page.address.kind).then_some("page")}>
                    <b>{ icon(kind.icon()) }{ kind.name() }</b>
                    <span class="small mute">{ about(kind) }</span>
                </a>
            }) }
        </nav>
    }
}

fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::Simulator => "Baseline agents in our own four environments, replayable here",
        Kind::Published => "EmbodiedBench paper: 26 models, 1,142 figures, audited",
        Kind::Imported => "Your own run folders; they stay in this browser",
    }
}

/// The views of the kind, as links.
fn views(page: &Page) -> Html {
    html! {
        <nav class="views" aria-label="Views">
            { for page.address.kind.views().iter().map(|(key, name)| html! {
                <a href={page.address.in_view(key).fragment()} aria-current={(page.address.view == *key).then_some("page")}>{ *name }</a>
            }) }
        </nav>
    }
}

fn content(page: &Page) -> Html {
    match page.address.kind {
        Kind::Published => html! { <published::Published page={page.clone()} /> },
        _ if page.address.episode.is_some() => html! { <open::Open page={page.clone()} /> },
        kind => html! { <runs::Runs key={kind.key()} page={page.clone()} /> },
    }
}

fn area() -> Option<HtmlElement> {
    gloo::utils::document().get_element_by_id(AREA)?.dyn_into().ok()
}

/// Keeps where the reader was for every entry of the browser's history. The callback goes there once what was asked for is
/// drawn; an entry that is new begins at the top.
#[hook]
fn use_left(entry: u64, shown: bool) -> Callback<()> {
    let left = use_mut_ref(HashMap::<u64, (i32, f64)>::new);
    // While nothing is drawn yet the browser scrolls to the top by itself: that is nobody's wish.
    let settled = use_memo((entry, shown), |_| Cell::new(false));
    {
        let (left, settled) = (Rc::clone(&left), Rc::clone(&settled));
        use_effect_with((entry, shown), move |(entry, shown)| {
            let entry = *entry;
            let listener = shown.then(|| {
                let options = EventListenerOptions::run_in_capture_phase();
                EventListener::new_with_options(&gloo::utils::window(), "scroll", options, move |_| {
                    if settled.get() {
                        let window = gloo::utils::window().scroll_y().unwrap_or_default();
                        left.borrow_mut().insert(entry, (area().map_or(0, |area| area.scroll_top()), window));
                    }
                })
            });
            move || drop(listener)
        });
    }
    use_callback((entry, settled), move |(), (entry, settled)| {
        if settled.replace(true) {
            return;
        }
        let (inner, window) = left.borrow().get(entry).copied().unwrap_or_default();
        if let Some(area) = area() {
            area.set_scroll_top(inner);
        }
        gloo::utils::window().scroll_to_with_x_and_y(0.0, window);
    })
}

/// Moves the focus to what was found: the button that had it is gone.
fn focus_found() {
    focus_on("outcomes-found");
}

/// Moves the focus to an element, and nothing else.
fn focus_on(id: &str) {
    let element = gloo::utils::document().get_element_by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        // What cannot take the focus leaves it where it is.
        drop(element.focus_with_options(&options));
    }
}
