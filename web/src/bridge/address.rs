//! The address, for pages that read and write their own part of it, with a number for each entry of the browser's history:
//! so Back finds a page as it was left.

use std::rc::Rc;

use gloo::events::EventListener;
use wasm_bindgen::JsValue;
use web_sys::History;
use yew::prelude::*;

/// The event with which the page tells that it has changed the address.
pub const CHANGED: &str = "stepguard:address";

/// An entry of the browser's history.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Place {
    /// The fragment of the address.
    pub fragment: Rc<str>,
    /// The entry's number, the same when the reader comes back to it.
    pub entry: f64,
}

fn history() -> Option<History> {
    gloo::utils::window().history().ok()
}

/// Where the reader is. An entry that has no number yet gets one: the time, so that none has two after a reload.
fn here() -> Place {
    let fragment = gloo::utils::window().location().hash().unwrap_or_default().into();
    let known = history().and_then(|history| history.state().ok()).and_then(|state| state.as_f64());
    let entry = known.unwrap_or_else(|| {
        let now = js_sys::Date::now();
        if let Some(history) = history() {
            // Where the browser refuses, coming back to the entry is like coming to it.
            drop(history.replace_state(&JsValue::from(now), ""));
        }
        now
    });
    Place { fragment, entry }
}

/// Follows the address. The callback puts another fragment in place of the present one, in the same entry.
#[hook]
pub fn use_place() -> (Rc<Place>, Callback<String>) {
    let place = use_state_eq(|| Rc::new(here()));
    {
        let place = place.setter();
        use_effect_with((), move |()| {
            let window = gloo::utils::window();
            let listeners = ["hashchange", "popstate", CHANGED].map(|name| {
                let place = place.clone();
                EventListener::new(&window, name, move |_| place.set(Rc::new(here())))
            });
            move || drop(listeners)
        });
    }
    let replace = use_callback(place.setter(), |fragment: String, place| {
        let entry = here().entry;
        if let Some(history) = history() {
            // Browsers refuse when an address changes many times a second; the next change catches up.
            drop(history.replace_state_with_url(&JsValue::from(entry), "", Some(&fragment)));
        }
        place.set(Rc::new(Place { fragment: fragment.into(), entry }));
    });
    ((*place).clone(), replace)
}
