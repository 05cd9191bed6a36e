//! The page's keys and the dialog that lists them.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use crate::state::session::{Action, Session};
use crate::ui::dialog::Dialog;
use crate::ui::hooks::{takes_keys, use_keys};

/// Listens for the page's keys. Single keys work outside of text fields only; Alt with an arrow and Ctrl with Enter work
/// from anywhere.
#[hook]
pub(super) fn use_page_keys(
    dispatcher: UseReducerDispatcher<Session>,
    step: u32,
    steps: u32,
    help: Callback<()>,
    active: bool,
) {
    use_keys(Callback::from(move |event: KeyboardEvent| {
        if !active || event.default_prevented() || event.is_composing() {
            return;
        }
        let key = event.key();
        let command = event.ctrl_key() || event.meta_key();
        if command && !event.alt_key() && key == "Enter" {
            event.prevent_default();
            event.stop_propagation();
            dispatcher.dispatch(Action::Again);
            return;
        }
        let with_alt = event.alt_key() && !command && !event.shift_key();
        let single = !event.alt_key() && !command && !takes_keys(&event);
        let target = match key.as_str() {
            "ArrowLeft" => step.saturating_sub(1),
            "ArrowRight" => (step + 1).min(steps),
            "?" if single => {
                event.prevent_default();
                help.emit(());
                return;
            }
            _ => return,
        };
        if steps > 0 && (with_alt || single && !event.shift_key() && !in_scroller(&event)) {
            event.prevent_default();
            event.stop_propagation();
            dispatcher.dispatch(Action::Choose(target, None));
        }
    }));
}

/// A focused group of buttons keeps its arrows.
fn in_scroller(event: &KeyboardEvent) -> bool {
    event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|element| element.closest("[role=tablist],[role=radiogroup]").ok().flatten().is_some())
}

const KEYS: [(&[&str], &str); 17] = [
    (&["←", "→"], "Choose the step before or after, outside of text fields"),
    (&["Alt+←", "Alt+→"], "Choose a step from anywhere, also while typing"),
    (&["Ctrl+Enter"], "Check at once (⌘ Enter on a Mac)"),
    (&["←", "→", "↑", "↓"], "In the strip: choose step and row"),
    (&["Home", "End"], "In the strip: the start and the last step"),
    (&["Delete"], "In the strip: take a pinned row away"),
    (&["Esc", "Tab"], "Leave a text: Escape, then Tab"),
    (&["Ctrl+Space"], "In a text: complete the word"),
    (&["F8", "Shift+F8"], "In a text: go to the next problem, or the one before"),
    (&["Ctrl+I"], "In a text: what there is to say about this place, and its fixes"),
    (&["Ctrl+."], "In a text: apply the first fix for this place"),
    (&["F12"], "In a text: go to where the word is declared"),
    (&["Ctrl+F"], "In a text: search and replace"),
    (&["↑", "↓", "Enter"], "On a handle between two panes: resize, reset"),
    (&["↑", "↓", "Enter"], "In the menus Examples and Solve: choose"),
    (&["←", "→", "↑", "↓", "Home"], "On the map of states: choose a state"),
    (&["?"], "This list"),
];

/// The list of keys.
pub(super) fn dialog(on_close: Callback<()>) -> Html {
    html! {
        <Dialog id="keys" title="Keys" {on_close}>
            <dl class="keys-list">
                { for KEYS.iter().map(|(keys, words)| html! {
                    <>
                        <dt>{ for keys.iter().map(|key| html! { <><span class="key">{ *key }</span>{ " " }</> }) }</dt>
                        <dd>{ *words }</dd>
                    </>
                }) }
            </dl>
        </Dialog>
    }
}
