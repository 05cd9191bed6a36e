//! A question to the planner as a hook: asked when it changes, answered when the answer is there, given up when nobody
//! waits any more. The last answer stays until there is a newer one, with the question that it belongs to.

use gloo::timers::callback::Timeout;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::bridge::planner::{Answer, Asker, Planner, Request};
use crate::bridge::worker::Failure;
use crate::state::shared::Shared;

/// How long the page waits before it asks, in milliseconds, so that what it shows is painted first.
const AFTER: u32 = 20;

/// What came of a question.
pub(super) type Found = Shared<Result<Answer, Failure>>;

/// A question and what is known about it.
#[derive(Clone, PartialEq)]
pub(super) struct Asked {
    /// The last answer and its question.
    pub(super) found: Option<(Request, Found)>,
    /// The question now.
    request: Option<Request>,
    /// It has no answer yet; how far the search is, if known.
    pub(super) searching: Option<Option<f64>>,
    /// Ask once more.
    pub(super) on_again: Callback<()>,
    /// Stop.
    pub(super) on_cancel: Callback<()>,
}

impl Asked {
    /// The last answer, whatever its question was.
    pub(super) fn last(&self) -> Option<&Result<Answer, Failure>> {
        self.found.as_ref().map(|(_, found)| &**found)
    }

    /// Whether the last answer is to the question as it is now.
    pub(super) fn is_current(&self) -> bool {
        self.request.is_some() && self.found.as_ref().map(|(request, _)| request) == self.request.as_ref()
    }

    /// The answer to the question as it is now.
    pub(super) fn answer(&self) -> Option<&Result<Answer, Failure>> {
        self.last().filter(|_| self.is_current())
    }
}

/// Asks a question whenever it is another one, or the same once more.
#[hook]
pub(super) fn use_answer(planner: &Planner, asker: Asker, request: Option<Request>) -> Asked {
    let found = use_state_eq(|| None::<(Request, Found)>);
    let searching = use_state_eq(|| None::<Option<f64>>);
    let tries = use_state_eq(|| 0_u32);
    {
        let (planner, found, searching) = (planner.clone(), found.setter(), searching.setter());
        use_effect_with((request.clone(), *tries), move |(request, _)| {
            let alive = Rc::new(Cell::new(true));
            let pending = Rc::new(Cell::new(false));
            searching.set(request.is_some().then_some(None));
            let timer = request.clone().map(|request| {
                let (planner, alive, pending) = (planner.clone(), Rc::clone(&alive), Rc::clone(&pending));
                Timeout::new(AFTER, move || {
                    pending.set(true);
                    let progress = searching.clone();
                    planner.on_progress(asker, Some(Callback::from(move |done| progress.set(Some(Some(done))))));
                    spawn_local(async move {
                        let answer = planner.ask(asker, &request).await;
                        pending.set(false);
                        if alive.get() && answer != Err(Failure::Superseded) {
                            planner.on_progress(asker, None);
                            found.set(Some((request, Shared::new(answer))));
                            searching.set(None);
                        }
                    });
                })
            });
            move || {
                drop(timer);
                alive.set(false);
                if pending.get() {
                    planner.cancel(asker);
                }
            }
        });
    }
    let last = (*found).clone();
    Asked {
        found: last,
        request,
        searching: *searching,
        on_again: Callback::from(move |()| {
            found.set(None);
            tries.set(tries.wrapping_add(1));
        }),
        on_cancel: use_callback((planner.clone(), asker), |(), (planner, asker)| planner.cancel(*asker)),
    }
}
