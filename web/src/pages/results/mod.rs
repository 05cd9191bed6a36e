//! The Results page: what embodied agents do in four environments. Three kinds of results that are never mixed: episodes of
//! our own simulators, figures that others have published, runs that the reader brings. Reading and counting is the worker's;
//! what is chosen stands in the address, which this page reads and writes itself.

mod ask;
pub mod episode;
mod facets;
mod published;
mod table;

use std::rc::Rc;

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
    let page = Page { viewer: (*viewer).clone(), address: Rc::clone(&address), replace, phone };
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
        Kind::Simulator | Kind::Imported => Html::default(),
    }
}

/// Moves the focus to what was found: the button that had it is gone.
fn focus_found() {
    let element = gloo::utils::document()
        .get_element_by_id("outcomes-found")
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        // What cannot take the focus leaves it where it is.
        drop(element.focus_with_options(&options));
    }
}
