//! The checker in its workers, as async functions. Long checks and quick questions of the editors have a worker each, so
//! that colours and hover never wait behind a check. A newer check replaces an older one; a call that crashes or is
//! cancelled takes its worker with it and the next call gets a fresh one. When to check is the page's business.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use futures_channel::oneshot;
use gloo::timers::callback::Timeout;
use js_sys::{Array, Object, Reflect};
use serde::Serialize;
use stepguard_report::view::Report;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use super::reason;
use crate::reading::{self, Read, read_struct};

/// Where the worker's script lies, seen from the page.
pub(super) const SCRIPT: &str = "static/worker.js";

/// How long an outdated check may go on before its worker is ended, in milliseconds. Starting a worker costs about this
/// much, so ending it sooner would gain nothing.
const GRACE_MS: u32 = 150;

/// The three texts of a case. `None`: absent, never touched; an empty plan is a plan without steps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// The domain.
    pub domain: Option<Rc<str>>,
    /// The problem.
    pub problem: Option<Rc<str>>,
    /// The plan.
    pub plan: Option<Rc<str>>,
}

/// A text whose kind is not known yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unsorted {
    /// The file's name, or where the text came from; for messages and as a hint.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Texts sorted by their content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sorted {
    /// The domain found.
    pub domain: Option<String>,
    /// The problem found.
    pub problem: Option<String>,
    /// The plan found.
    pub plan: Option<String>,
    /// One sentence for each thing that is worth saying: a second domain left out, a text that is none of the three.
    pub notes: Vec<String>,
}

read_struct!(Sorted { domain, problem, plan, notes });

/// A report, and the JSON that it came as.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// The report.
    pub report: Rc<Report>,
    /// The same, exactly as the command prints it: for copying and downloads.
    pub json: Rc<str>,
}

/// Why a call gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// [`Client::cancel`] was called.
    Cancelled,
    /// A newer call of the same kind took its place.
    Superseded,
    /// WebAssembly or the worker could not be started: nothing can be checked here.
    Unavailable(String),
    /// The checker stopped in the middle of this call. The next call gets a fresh one.
    Crashed(String),
    /// The answer could not be read: page and checker are of different versions.
    Unreadable(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => write!(f, "cancelled"),
            Self::Superseded => write!(f, "replaced by a newer check"),
            Self::Unavailable(why) => write!(f, "the checker could not be started ({why})"),
            Self::Crashed(why) => write!(f, "the checker stopped unexpectedly ({why})"),
            Self::Unreadable(why) => {
                write!(f, "the checker's answer could not be read ({why}); please load the page again")
            }
        }
    }
}

impl std::error::Error for Failure {}

/// The checker, as pages see it. Clones share the same workers.
#[derive(Clone)]
pub struct Client {
    checks: Rc<Lane>,
    questions: Rc<Lane>,
}

impl PartialEq for Client {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.checks, &other.checks)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

impl Default for Client {
    fn default() -> Self {
        Self::new()
    }
}

impl Client {
    /// A client without workers: each starts with its first call. The checker is the largest part of the page, and a
    /// visitor who only looks does not need it; [`Client::warm_up`] fetches it a moment before it is.
    pub fn new() -> Self {
        Self::with_script(SCRIPT)
    }

    /// The same with workers that run the script at another address, which must keep to the same messages.
    pub fn with_script(address: &str) -> Self {
        Self { checks: Lane::new(address), questions: Lane::new(address) }
    }

    /// Starts the worker for checks, so that the first verdict does not wait for it.
    pub fn warm_up(&self) {
        Lane::warm_up(&self.checks);
    }

    /// Checks a case. A newer call supersedes an older one. `options` is a JSON object; empty for the defaults.
    pub async fn check(&self, texts: &Texts, options: &str) -> Result<Checked, Failure> {
        let args = Array::of4(
            &text_value(texts.domain.as_deref()),
            &text_value(texts.problem.as_deref()),
            &text_value(texts.plan.as_deref()),
            &options.into(),
        );
        checked(Lane::call(&self.checks, "check", args, true).await?)
    }

    /// Sorts texts by content into domain, problem and plan.
    pub async fn sort(&self, texts: &[Unsorted]) -> Result<Sorted, Failure> {
        let args = Array::of1(&json(&texts)?.into());
        read(&Lane::call(&self.questions, "sort", args, false).await?)
    }

    /// Name and version of the checker, such as `stepguard 0.1.0`.
    pub async fn version(&self) -> Result<String, Failure> {
        Lane::call(&self.questions, "version", Array::new(), false).await
    }

    /// Ends the check that runs and those that wait. They fail with [`Failure::Cancelled`].
    pub fn cancel(&self) {
        Lane::cancel(&self.checks);
        Lane::warm_up(&self.checks);
    }

    /// Is told how far a long check is, from 0 to 1, at most a few times a second.
    pub fn on_progress(&self, progress: Option<Callback<f64>>) {
        self.checks.on_progress(progress);
    }

    /// A question of an editor: any function of the checker, its answer as it comes.
    pub(crate) async fn ask(&self, call: &'static str, args: Array) -> Result<String, Failure> {
        Lane::call(&self.questions, call, args, false).await
    }
}

pub(super) fn text_value(text: Option<&str>) -> JsValue {
    text.map_or(JsValue::UNDEFINED, JsValue::from_str)
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Unreadable(error.to_string()))
}

pub(super) fn read<T: Read>(json: &str) -> Result<T, Failure> {
    reading::read(json).map_err(|error| Failure::Unreadable(error.to_string()))
}

pub(super) fn checked(json: String) -> Result<Checked, Failure> {
    Ok(Checked { report: Rc::new(read(&json)?), json: json.into() })
}

type Answer = oneshot::Sender<Result<String, Failure>>;

/// A call that waits or runs.
struct Job {
    id: u32,
    call: &'static str,
    args: Array,
    answer: Answer,
}

/// The running worker with its listeners.
struct Running {
    worker: Worker,
    /// It has said that it is ready. Failures before that are failures to start.
    ready: bool,
    _listeners: [Closure<dyn FnMut(JsValue)>; 2],
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// One worker with its queue: one call at a time, so that ending the worker loses only that call.
#[derive(Default)]
pub(super) struct Lane {
    /// Where the worker's script lies.
    script: String,
    worker: RefCell<Option<Running>>,
    waiting: RefCell<VecDeque<Job>>,
    current: RefCell<Option<Job>>,
    started_at: Cell<f64>,
    next_id: Cell<u32>,
    patience: RefCell<Option<Timeout>>,
    progress: RefCell<Option<Callback<f64>>>,
}

impl Lane {
    /// A lane whose worker runs the script at that address, and starts with the first call.
    pub(super) fn new(address: &str) -> Rc<Self> {
        Rc::new(Self { script: address.to_owned(), ..Self::default() })
    }

    /// Makes a call; one that supersedes ends those that run and wait.
    pub(super) async fn call(
        lane: &Rc<Self>,
        call: &'static str,
        args: Array,
        supersedes: bool,
    ) -> Result<String, Failure> {
        let (answer, result) = oneshot::channel();
        let id = lane.next_id.get();
        lane.next_id.set(id.wrapping_add(1));
        if supersedes {
            let outdated: Vec<Job> = lane.waiting.borrow_mut().drain(..).collect();
            for job in outdated {
                finish(job, Err(Failure::Superseded));
            }
        }
        lane.waiting.borrow_mut().push_back(Job { id, call, args, answer });
        let busy = lane.current.borrow().is_some();
        if busy && supersedes {
            // An answer that is nearly there comes sooner than a new worker.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
            let ran_for = (js_sys::Date::now() - lane.started_at.get()) as u32;
            let this = Rc::downgrade(lane);
            let patience = Timeout::new(GRACE_MS.saturating_sub(ran_for), move || {
                if let Some(lane) = this.upgrade() {
                    Lane::end(&lane, Failure::Superseded);
                    Lane::pump(&lane);
                }
            });
            *lane.patience.borrow_mut() = Some(patience);
        }
        Self::pump(lane);
        // The sender is gone only when the lane itself is: nobody is left to be told.
        result.await.unwrap_or(Err(Failure::Cancelled))
    }

    /// Calls with these arguments, after those that wait already, and reads the answer.
    pub(super) async fn ask<T: Read>(lane: &Rc<Self>, name: &'static str, args: &[JsValue]) -> Result<T, Failure> {
        read(&Self::queue(lane, name, args).await?)
    }

    /// Calls with these arguments, after those that wait already, and gives the answer as it came.
    pub(super) async fn queue(lane: &Rc<Self>, name: &'static str, args: &[JsValue]) -> Result<String, Failure> {
        Self::call(lane, name, args.iter().collect(), false).await
    }

    /// Starts the worker before there is a call.
    fn warm_up(lane: &Rc<Self>) {
        if lane.worker.borrow().is_none() {
            // A failure shows again, with a call to tell it to, at the first call.
            if let Ok(running) = Self::start(lane) {
                *lane.worker.borrow_mut() = Some(running);
            }
        }
    }

    /// Sends the next call if none runs.
    fn pump(lane: &Rc<Self>) {
        while lane.current.borrow().is_none() {
            let Some(job) = lane.waiting.borrow_mut().pop_front() else { return };
            // Somebody who no longer waits needs no answer.
            if job.answer.is_canceled() {
                continue;
            }
            match Self::send(lane, &job) {
                Ok(()) => {
                    lane.started_at.set(js_sys::Date::now());
                    *lane.current.borrow_mut() = Some(job);
                }
                Err(failure) => finish(job, Err(failure)),
            }
        }
    }

    fn send(lane: &Rc<Self>, job: &Job) -> Result<(), Failure> {
        if lane.worker.borrow().is_none() {
            let running = Self::start(lane)?;
            *lane.worker.borrow_mut() = Some(running);
        }
        let message = Object::new();
        let fields = [("id", JsValue::from(job.id)), ("call", job.call.into()), ("args", job.args.clone().into())];
        for (name, value) in fields {
            Reflect::set(&message, &name.into(), &value).map_err(|error| Failure::Unavailable(reason(&error)))?;
        }
        match lane.worker.borrow().as_ref() {
            Some(running) => {
                running.worker.post_message(&message).map_err(|error| Failure::Unavailable(reason(&error)))
            }
            None => Err(Failure::Unavailable("no worker".to_owned())),
        }
    }

    fn start(lane: &Rc<Self>) -> Result<Running, Failure> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker =
            Worker::new_with_options(&lane.script, &options).map_err(|error| Failure::Unavailable(reason(&error)))?;
        let this = Rc::downgrade(lane);
        let on_message = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            if let (Some(lane), Some(event)) = (this.upgrade(), event.dyn_ref::<MessageEvent>()) {
                Lane::told(&lane, &event.data());
            }
        });
        let this = Rc::downgrade(lane);
        let on_error = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            if let Some(lane) = this.upgrade() {
                let why = field(&event, "message").as_string().filter(|message| !message.is_empty());
                Lane::broke(&lane, why.unwrap_or_else(|| "its files could not be loaded".to_owned()));
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Running { worker, ready: false, _listeners: [on_message, on_error] })
    }

    /// A message of the worker.
    fn told(lane: &Rc<Self>, message: &JsValue) {
        if !field(message, "ready").is_undefined() {
            if let Some(running) = lane.worker.borrow_mut().as_mut() {
                running.ready = true;
            }
            return;
        }
        let of_current = {
            let current = lane.current.borrow();
            current.as_ref().is_some_and(|job| field(message, "id").as_f64() == Some(f64::from(job.id)))
        };
        if !of_current {
            return;
        }
        if let Some(done) = field(message, "progress").as_f64() {
            let listener = lane.progress.borrow().clone();
            if let Some(listener) = listener {
                listener.emit(done);
            }
        } else if let Some(ok) = field(message, "ok").as_string() {
            lane.patience.borrow_mut().take();
            if let Some(job) = lane.current.borrow_mut().take() {
                finish(job, Ok(ok));
            }
            Self::pump(lane);
        } else {
            Self::broke(lane, field(message, "error").as_string().unwrap_or_else(|| "no answer".to_owned()));
        }
    }

    /// The call that runs failed. After a trap the module's memory is in doubt, so the worker goes.
    fn broke(lane: &Rc<Self>, why: String) {
        let ready = lane.worker.borrow().as_ref().is_some_and(|running| running.ready);
        Self::end(lane, if ready { Failure::Crashed(why) } else { Failure::Unavailable(why) });
        Self::pump(lane);
    }

    /// Ends the worker and the call that runs.
    fn end(lane: &Rc<Self>, failure: Failure) {
        lane.patience.borrow_mut().take();
        lane.worker.borrow_mut().take();
        if let Some(job) = lane.current.borrow_mut().take() {
            finish(job, Err(failure));
        }
    }

    /// Is told how far the call is that runs.
    pub(super) fn on_progress(&self, progress: Option<Callback<f64>>) {
        *self.progress.borrow_mut() = progress;
    }

    /// Ends a worker that has nothing to do, and gives its memory back.
    pub(super) fn rest(&self) {
        if self.current.borrow().is_none() && self.waiting.borrow().is_empty() {
            self.worker.borrow_mut().take();
        }
    }

    /// Ends the calls that run and wait.
    pub(super) fn cancel(lane: &Rc<Self>) {
        let waiting: Vec<Job> = lane.waiting.borrow_mut().drain(..).collect();
        for job in waiting {
            finish(job, Err(Failure::Cancelled));
        }
        if lane.current.borrow().is_some() {
            Self::end(lane, Failure::Cancelled);
        }
    }
}

/// Tells whoever waits for a call; nobody may, and that is fine.
fn finish(job: Job, result: Result<String, Failure>) {
    drop(job.answer.send(result));
}

fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}
