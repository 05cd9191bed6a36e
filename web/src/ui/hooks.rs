//! Small hooks around the browser: sizes, media queries, custom properties and keys. The content security policy forbids
//! style attributes, so every size that is computed goes through a custom property set here.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, KeyboardEvent, ResizeObserver};
use yew::prelude::*;

/// The width up to which the page is laid out for phones.
pub const PHONE: &str = "(max-width: 900px)";

/// Sets custom properties on an element whenever they change.
#[hook]
pub fn use_properties(node: NodeRef, properties: Vec<(&'static str, String)>) {
    use_effect_with((node, properties), |(node, properties)| {
        if let Some(element) = node.cast::<HtmlElement>() {
            for (name, value) in properties {
                // A property that cannot be set leaves the default, which is readable.
                drop(element.style().set_property(name, value));
            }
        }
    });
}

/// Whether something is dragged over an element, with what the element has to listen for.
#[hook]
pub fn use_dragged_over() -> (UseStateHandle<bool>, Callback<DragEvent>, Callback<DragEvent>) {
    let over = use_state_eq(|| false);
    let (enter, leave) = (over.setter(), over.setter());
    let ondragover = Callback::from(move |event: DragEvent| {
        event.prevent_default();
        enter.set(true);
    });
    (over, ondragover, Callback::from(move |_: DragEvent| leave.set(false)))
}

/// A number with one decimal place, for coordinates. Written by whole numbers: the general way to write fractions weighs
/// as much as a page. (Nor may fractions be clamped: the message of `f64::clamp` writes its bounds.)
pub fn decimal(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "a coordinate on a page")]
    let tenths = (value * 10.0).round() as i32;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
}

/// A whole number of pixels, as a size in a style.
pub fn pixels(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "a size on a page in pixels")]
    let whole = value.round() as i32;
    format!("{whole}px")
}

/// Whether a media query holds, followed as it changes.
#[hook]
pub fn use_media(query: &'static str) -> bool {
    let matches =
        use_state_eq(|| gloo::utils::window().match_media(query).ok().flatten().is_some_and(|list| list.matches()));
    {
        let matches = matches.setter();
        use_effect_with(query, move |query| {
            let listener = gloo::utils::window().match_media(query).ok().flatten().map(|list| {
                let followed = list.clone();
                EventListener::new(&list, "change", move |_| matches.set(followed.matches()))
            });
            move || drop(listener)
        });
    }
    *matches
}

/// The inner width of an element in whole pixels, followed as it changes; 0 before it is drawn.
#[hook]
pub fn use_width(node: NodeRef) -> f64 {
    let width = use_state_eq(|| 0.0);
    {
        let width = width.setter();
        use_effect_with(node, move |node| {
            let mut watched = None;
            if let Some(element) = node.cast::<Element>() {
                width.set(f64::from(element.client_width()));
                let target = element.clone();
                let told = Closure::<dyn FnMut()>::new(move || width.set(f64::from(target.client_width())));
                if let Ok(observer) = ResizeObserver::new(told.as_ref().unchecked_ref()) {
                    observer.observe(&element);
                    watched = Some((observer, told));
                }
            }
            move || {
                if let Some((observer, told)) = watched {
                    observer.disconnect();
                    drop(told);
                }
            }
        });
    }
    *width
}

/// Listens for keys on the whole page, before anything else does.
#[hook]
pub fn use_keys(on_key: Callback<KeyboardEvent>) {
    let newest = use_mut_ref(|| on_key.clone());
    *newest.borrow_mut() = on_key;
    use_effect_with((), move |()| {
        let options = EventListenerOptions::run_in_capture_phase();
        let options = EventListenerOptions { passive: false, ..options };
        let listener = EventListener::new_with_options(&gloo::utils::window(), "keydown", options, move |event| {
            if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
                let on_key = newest.borrow().clone();
                on_key.emit(event.clone());
            }
        });
        move || drop(listener)
    });
}

/// Whether single keys belong to the element in which the event happened: it takes text or has arrows of its own. The
/// code editors live in shadow trees, so the innermost element is asked.
pub fn takes_keys(event: &KeyboardEvent) -> bool {
    let inner = event.composed_path().get(0).dyn_into::<Element>().ok();
    let Some(element) = inner else { return false };
    if element.closest("[contenteditable=true]").ok().flatten().is_some() {
        return true;
    }
    let name = element.tag_name().to_ascii_lowercase();
    matches!(name.as_str(), "input" | "textarea" | "select" | "summary")
        || element.closest("[role=grid],[role=menu],[role=separator],[data-arrows],dialog").ok().flatten().is_some()
}

/// Moves the focus to an element, if it is there.
pub fn focus(node: &NodeRef) {
    if let Some(element) = node.cast::<HtmlElement>() {
        // An element that cannot take the focus leaves it where it is.
        drop(element.focus());
    }
}

/// The element of that identifier scrolled to the top, and the focus on it.
pub fn go_to(id: &str) {
    let element =
        gloo::utils::document().get_element_by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        element.scroll_into_view();
        drop(element.focus());
    }
}

/// Sets a mark on the browser's time line, for measurements.
pub fn mark(name: &str) {
    if let Some(performance) = gloo::utils::window().performance() {
        // A mark that cannot be set is missing in a measurement, nothing else.
        drop(performance.mark(name));
    }
}

/// The browser's clock in milliseconds.
pub fn now() -> f64 {
    gloo::utils::window().performance().map_or(0.0, |performance| performance.now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_plainly() {
        assert_eq!([decimal(0.0), decimal(12.34), decimal(12.35), decimal(-0.26)], ["0.0", "12.3", "12.4", "-0.3"]);
        assert_eq!(pixels(79.6), "80px");
    }
}
