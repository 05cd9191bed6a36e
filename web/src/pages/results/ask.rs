//! Asking the worker: an answer for what the address says, the one before it while the next is on its way.

use std::future::Future;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::bridge::viewer::Viewer;
use crate::bridge::worker::Failure;
use crate::state::shared::Shared;
use crate::ui::icon::icon;

/// An answer, or why there is none; `None` before the first one.
pub(super) type Asked<T> = Option<Result<Shared<T>, AttrValue>>;

/// Asks whenever the question changes. An answer that comes too late is not shown.
#[hook]
pub(super) fn use_answer<Q, T, F>(viewer: &Viewer, question: Q, ask: impl Fn(Viewer, Q) -> F + 'static) -> Asked<T>
where
    Q: PartialEq + Clone + 'static,
    T: 'static,
    F: Future<Output = Result<T, Failure>> + 'static,
{
    let asked = use_state(|| None::<Result<Shared<T>, AttrValue>>);
    let newest = use_mut_ref(|| 0_u32);
    {
        let (asked, viewer) = (asked.setter(), viewer.clone());
        use_effect_with(question, move |question| {
            *newest.borrow_mut() += 1;
            let own = *newest.borrow();
            let answer = ask(viewer, question.clone());
            spawn_local(async move {
                let answer = answer.await;
                if *newest.borrow() == own {
                    asked.set(Some(answer.map(Shared::new).map_err(|failure| said(&failure))));
                }
            });
        });
    }
    (*asked).clone()
}

/// Why there is no answer, for people.
pub(super) fn said(failure: &Failure) -> AttrValue {
    match failure {
        Failure::Unavailable(why) => format!("Results could not be started ({why}). Load the page again."),
        other => format!("Something went wrong: {other}. Runs that were imported have to be opened again."),
    }
    .into()
}

/// Draws an answer, or what stands in its place.
pub(super) fn drawn<T>(asked: &Asked<T>, draw: impl FnOnce(&Shared<T>) -> Html) -> Html {
    match asked {
        None => html! { <p class="waiting mute" role="status">{ "Loading…" }</p> },
        Some(Err(why)) => html! { <p class="results-alert bad" role="alert">{ icon("cross") }<span>{ why }</span></p> },
        Some(Ok(answer)) => draw(answer),
    }
}
