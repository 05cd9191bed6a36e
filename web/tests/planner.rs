//! The planner's lanes in a real browser, against a script that keeps to the worker's messages.
#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Array;
use stepguard_web::bridge::planner::{Answer, Asker, Call, Planner, Request};
use stepguard_web::bridge::worker::{Failure, Texts};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Blob, Url};
use yew::Callback;

wasm_bindgen_test_configure!(run_in_browser);

/// A worker that takes as many milliseconds as the domain says, and answers with the arguments it was given as the reason.
const SCRIPT: &str = r#"
postMessage({ ready: 'test' });
onmessage = ({ data: { id, call, args } }) => {
  postMessage({ id, progress: 0.5 });
  const end = Date.now() + Number(args[0]);
  while (Date.now() < end) {}
  const common = { schema: 1, tool: 't', expanded: 1, why: [call, ...args].join(' '), unsupported: [] };
  const plan = { result: 'plan', plan: [], cost: '0', cost_unit: 'steps', lower_bound: null, optimal: false, safe: true };
  const states = { complete: false, limit: 1, states: [], edges: [], path: [] };
  postMessage({ id, ok: JSON.stringify({ ...common, ...(call === 'states' ? states : plan) }) });
};"#;

fn planner() -> Planner {
    let blob = Blob::new_with_str_sequence(&Array::of1(&SCRIPT.into())).expect("a blob of text");
    Planner::with_script(&Url::create_object_url_with_blob(&blob).expect("an address for it"))
}

/// A question that takes that many milliseconds.
fn taking(call: Call, milliseconds: u32) -> Request {
    let texts =
        Texts { domain: Some(milliseconds.to_string().into()), problem: Some("p".into()), plan: Some("plan".into()) };
    Request { call, texts, options: "{}".to_owned() }
}

fn why(answer: Result<Answer, Failure>) -> Result<String, Failure> {
    answer.map(|answer| match answer {
        Answer::Solved(report) => report.why,
        Answer::States(report) => report.why,
        other => format!("{other:?}"),
    })
}

async fn pause(milliseconds: u32) {
    let (done, waited) = futures_channel::oneshot::channel();
    gloo::timers::callback::Timeout::new(milliseconds, move || done.send(()).unwrap_or_default()).forget();
    waited.await.unwrap_or_default();
}

#[wasm_bindgen_test]
async fn a_question_has_the_texts_that_it_needs() {
    let planner = planner();
    let seen = Rc::new(RefCell::new(Vec::new()));
    planner.on_progress(
        Asker::Reader,
        Some(Callback::from({
            let seen = Rc::clone(&seen);
            move |done: f64| seen.borrow_mut().push(done)
        })),
    );
    let ask = async |call| why(planner.ask(Asker::Reader, &taking(call, 0)).await);
    assert_eq!(ask(Call::Solve).await.as_deref(), Ok("solve 0 p {}"));
    assert_eq!(ask(Call::Prove).await.as_deref(), Ok("prove 0 p {}"));
    assert_eq!(ask(Call::States).await.as_deref(), Ok("states 0 p plan {}"));
    assert_eq!(*seen.borrow(), [0.5, 0.5, 0.5]);
}

#[wasm_bindgen_test]
async fn askers_do_not_wait_for_each_other() {
    let planner = planner();
    let started = js_sys::Date::now();
    let long = {
        let planner = planner.clone();
        let (told, answer) = futures_channel::oneshot::channel();
        wasm_bindgen_futures::spawn_local(async move {
            drop(told.send(planner.ask(Asker::Page, &taking(Call::Solve, 800)).await));
        });
        answer
    };
    assert!(planner.ask(Asker::Reader, &taking(Call::Solve, 0)).await.is_ok());
    assert!(planner.ask(Asker::Map, &taking(Call::States, 0)).await.is_ok());
    assert!(js_sys::Date::now() - started < 700.0, "after {}", js_sys::Date::now() - started);
    assert!(long.await.is_ok_and(|answer| answer.is_ok()));
}

#[wasm_bindgen_test]
async fn a_newer_question_supersedes_and_a_cancelled_one_says_so() {
    let planner = planner();
    let ask = |milliseconds| {
        let planner = planner.clone();
        let (told, answer) = futures_channel::oneshot::channel();
        wasm_bindgen_futures::spawn_local(async move {
            drop(told.send(planner.ask(Asker::Page, &taking(Call::Solve, milliseconds)).await));
        });
        answer
    };
    let older = ask(20_000);
    pause(60).await;
    let newer = ask(0);
    assert_eq!(older.await.map(why), Ok(Err(Failure::Superseded)));
    assert!(newer.await.is_ok_and(|answer| answer.is_ok()));
    let long = ask(20_000);
    pause(60).await;
    planner.cancel(Asker::Page);
    assert_eq!(long.await.map(why), Ok(Err(Failure::Cancelled)));
    assert!(ask(0).await.is_ok_and(|answer| answer.is_ok()), "the next question has a worker again");
}
