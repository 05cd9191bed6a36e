//! Ways in: examples, links, files, drops, pastes, and what the last visit left. Sorting texts by content is the
//! checker's; here its answer is put into the session, and said, so that it can be undone.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use serde::Serialize;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, File, HtmlInputElement};
use yew::prelude::*;

use super::gallery::fetch_example;
use crate::bridge::editor::Pasted;
use crate::bridge::worker::{Client, Sorted, Unsorted};
use crate::bridge::{files, share, store, suite};
use crate::reading::read_struct;
use crate::state::examples::Gallery;
use crate::state::route::Which;
use crate::state::session::{Action, Cause, Kind, Session, Texts};
use crate::state::shared::Shared;
use crate::state::suite::title;
use crate::state::words;

/// The ways in, as callbacks.
#[derive(Clone, PartialEq)]
pub(super) struct Opening {
    /// An example was chosen.
    pub(super) on_example: Callback<Rc<str>>,
    /// The reader wants to pick files.
    pub(super) on_pick: Callback<()>,
    /// Files came.
    pub(super) on_files: Callback<Vec<File>>,
    /// A text was pasted into an editor.
    pub(super) on_paste: Callback<(Kind, Pasted)>,
    /// The field that files are picked with.
    input: NodeRef,
}

/// Everything that puts texts into the session.
#[hook]
pub(super) fn use_opening(
    session: &UseReducerHandle<Session>,
    client: &Client,
    gallery: Option<Shared<Gallery>>,
) -> Opening {
    let dispatcher = session.dispatcher();
    let input = use_node_ref();
    // What the address names that is open already, so that it is not opened twice.
    let opened = use_mut_ref(|| None::<String>);
    {
        let (dispatcher, opened, gallery) = (dispatcher.clone(), Rc::clone(&opened), gallery.clone());
        use_effect_with(
            (
                session.route.example.clone(),
                session.route.case.clone(),
                session.route.scenario.clone(),
                gallery.is_some(),
            ),
            move |(example, case, scenario, _)| {
                if let Some(code) = case.clone() {
                    if opened.borrow().as_deref() != Some(&code) {
                        *opened.borrow_mut() = Some(code.clone());
                        spawn_local(async move {
                            match share::decode(&code).await {
                                Ok(shared) => {
                                    let texts = Texts {
                                        domain: shared.texts.domain.unwrap_or_default(),
                                        problem: shared.texts.problem.unwrap_or_default(),
                                        plan: shared.texts.plan,
                                    };
                                    dispatcher.dispatch(Action::Replace(texts, Cause::Link));
                                    if let Some(step) = shared.step {
                                        dispatcher.dispatch(Action::Suggest(step));
                                    }
                                }
                                Err(error) => {
                                    dispatcher.dispatch(Action::Say(format!("The link could not be opened: {error}.")))
                                }
                            }
                        });
                    }
                } else if let Some((id, which)) = scenario {
                    open_scenario(id, *which, &dispatcher, &opened);
                } else if let Some(id) = example.clone() {
                    if let Some(gallery) = gallery
                        && opened.borrow().as_deref() != Some(&id)
                    {
                        open_example(&id, &gallery, &dispatcher, &opened);
                    }
                } else {
                    *opened.borrow_mut() = None;
                }
            },
        );
    }
    let on_example = use_callback((dispatcher.clone(), gallery), {
        let opened = Rc::clone(&opened);
        move |id: Rc<str>, (dispatcher, gallery)| {
            if let Some(gallery) = gallery {
                open_example(&id, gallery, dispatcher, &opened);
            }
        }
    });
    let on_pick = use_callback(input.clone(), |(), input| {
        if let Some(field) = input.cast::<HtmlInputElement>() {
            field.click();
        }
    });
    let on_files = use_callback(
        (dispatcher.clone(), client.clone(), session.texts.clone()),
        |list: Vec<File>, (dispatcher, client, texts)| {
            let (dispatcher, client, texts) = (dispatcher.clone(), client.clone(), texts.clone());
            spawn_local(async move {
                let opened = files::read(list).await;
                let mut problems = opened.problems;
                if opened.texts.is_empty() {
                    problems.insert(0, "No text was found".to_owned());
                    dispatcher.dispatch(Action::Say(sentence(&problems)));
                    return;
                }
                match client.sort(&opened.texts).await {
                    Ok(sorted) => place(&dispatcher, &texts, sorted, "Opened", problems),
                    Err(failure) => {
                        dispatcher.dispatch(Action::Say(format!("The files could not be sorted: {failure}.")))
                    }
                }
            });
        },
    );
    let on_paste = use_callback(
        (dispatcher, client.clone(), session.texts.clone()),
        |(kind, pasted): (Kind, Pasted), (dispatcher, client, texts)| {
            // Only a paste that is the whole text may be moved: what was there before stays where it was.
            if pasted.inserted.trim().is_empty() || pasted.inserted.trim() != pasted.text.trim() {
                return;
            }
            let (dispatcher, client) = (dispatcher.clone(), client.clone());
            let before = texts.with(kind, &pasted.text);
            spawn_local(async move {
                let name = format!("pasted {}", kind.key());
                let Ok(sorted) = client.sort(&[Unsorted { name, text: pasted.text }]).await else { return };
                let found: Vec<Kind> =
                    Kind::ALL.into_iter().filter(|&each| sorted_text(&sorted, each).is_some()).collect();
                if found.is_empty() || found == [kind] {
                    return;
                }
                // The pasted text leaves the box that it was pasted into, unless part of it belongs there.
                let mut base = before;
                match kind {
                    Kind::Domain => base.domain = "".into(),
                    Kind::Problem => base.problem = "".into(),
                    Kind::Plan => base.plan = None,
                }
                place(&dispatcher, &base, sorted, "Sorted by content:", Vec::new());
            });
        },
    );
    Opening { on_example, on_pick, on_files, on_paste, input }
}

fn sorted_text(sorted: &Sorted, kind: Kind) -> Option<&str> {
    match kind {
        Kind::Domain => sorted.domain.as_deref(),
        Kind::Problem => sorted.problem.as_deref(),
        Kind::Plan => sorted.plan.as_deref(),
    }
}

/// Puts sorted texts into the session and says what went where. Texts that did not come stay as they are.
fn place(
    dispatcher: &UseReducerDispatcher<Session>,
    texts: &Texts,
    sorted: Sorted,
    verb: &str,
    mut problems: Vec<String>,
) {
    let mut next = texts.clone();
    let mut names = Vec::new();
    for kind in Kind::ALL {
        if let Some(text) = sorted_text(&sorted, kind) {
            next = next.with(kind, text);
            names.push(words::text_name(kind.text()).to_ascii_lowercase());
        }
    }
    problems.extend(sorted.notes);
    let list = match names.as_slice() {
        [] => "nothing that is a domain, a scenario or a plan".to_owned(),
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        more => more.join(", "),
    };
    problems.insert(0, format!("{verb} {list}"));
    let said = sentence(&problems);
    dispatcher.dispatch(if names.is_empty() { Action::Say(said) } else { Action::Replace(next, Cause::Own(said)) });
}

fn sentence(parts: &[String]) -> String {
    parts.iter().map(|part| format!("{}.", part.trim_end_matches('.'))).collect::<Vec<_>>().join(" ")
}

fn open_example(
    id: &str,
    gallery: &Shared<Gallery>,
    dispatcher: &UseReducerDispatcher<Session>,
    opened: &Rc<RefCell<Option<String>>>,
) {
    let Some(example) = gallery.get(id).cloned() else {
        dispatcher.dispatch(Action::Say(format!("There is no example \u{201c}{id}\u{201d} here.")));
        return;
    };
    *opened.borrow_mut() = Some(example.id.clone());
    let dispatcher = dispatcher.clone();
    let opened = Rc::clone(opened);
    spawn_local(async move {
        match fetch_example(&example).await {
            Ok(texts) => {
                // A later choice may have come while this one was on its way.
                if opened.borrow().as_deref() == Some(&example.id) {
                    dispatcher.dispatch(Action::Replace(texts, Cause::Example(example.id, example.title)));
                }
            }
            Err(why) => {
                *opened.borrow_mut() = None;
                dispatcher.dispatch(Action::Say(format!("The example could not be opened: {why}.")));
            }
        }
    });
}

fn open_scenario(
    id: &str,
    which: Which,
    dispatcher: &UseReducerDispatcher<Session>,
    opened: &Rc<RefCell<Option<String>>>,
) {
    let name = format!("{id} {}", which.key());
    if opened.borrow().as_deref() == Some(&name) {
        return;
    }
    *opened.borrow_mut() = Some(name.clone());
    let (id, dispatcher, opened) = (id.to_owned(), dispatcher.clone(), Rc::clone(opened));
    spawn_local(async move {
        match suite::texts(&id, which).await {
            Ok(Some(texts)) => {
                if opened.borrow().as_deref() == Some(&name) {
                    let title = title(&id);
                    dispatcher.dispatch(Action::Replace(texts, Cause::Scenario(id, which, title)));
                }
            }
            // The address names it still: it is not asked for again until another one is named.
            Ok(None) => dispatcher.dispatch(Action::Offer(
                format!("There is no scenario \u{201c}{id}\u{201d} in the household suite."),
                ("#/scenarios", "See all scenarios"),
            )),
            Err(why) => {
                *opened.borrow_mut() = None;
                dispatcher.dispatch(Action::Say(format!("The scenario could not be opened: {why}.")));
            }
        }
    });
}

/// A link out of an embed leads to the whole page with the same address, without the embed.
pub(super) fn open_outside() -> Callback<MouseEvent> {
    Callback::from(|event: MouseEvent| {
        event.prevent_default();
        let window = gloo::utils::window();
        let location = window.location();
        let (Ok(hash), Ok(path), Ok(origin)) = (location.hash(), location.pathname(), location.origin()) else {
            return;
        };
        let route = crate::state::route::Route { embed: false, ..crate::state::route::Route::parse(&hash, "") };
        // A browser that blocks the window has told the reader.
        drop(window.open_with_url_and_target(&format!("{origin}{path}{}", route.fragment()), "_blank"));
    })
}

/// What is kept between visits.
#[derive(Serialize)]
struct Kept {
    domain: String,
    problem: String,
    plan: Option<String>,
}

read_struct!(Kept { domain, problem, plan });

const WORK: &str = "work";
const ASIDE: &str = "aside";
const VERSION: u32 = 1;

fn kept(name: &str) -> Option<Texts> {
    let kept: Kept = store::load(name, VERSION)?;
    Some(Texts::new(&kept.domain, &kept.problem, kept.plan.as_deref())).filter(|texts| !texts.is_blank())
}

fn keep(name: &str, texts: &Texts) {
    let kept = Kept {
        domain: texts.domain.to_string(),
        problem: texts.problem.to_string(),
        plan: texts.plan.as_deref().map(str::to_owned),
    };
    if let Err(error) = store::save(name, VERSION, &kept) {
        gloo::console::info!("the texts are not kept for the next visit:", error.to_string());
    }
}

/// Brings back the last visit's texts and keeps this visit's. An embed neither reads nor writes.
#[hook]
pub(super) fn use_storage(session: &UseReducerHandle<Session>) {
    let embed = session.route.embed;
    {
        let dispatcher = session.dispatcher();
        use_effect_with((), move |()| {
            if embed {
                return;
            }
            if let Some(texts) = kept(ASIDE) {
                dispatcher.dispatch(Action::Aside(texts));
            }
            if let Some(texts) = kept(WORK) {
                dispatcher.dispatch(Action::Replace(texts, Cause::Restored));
            }
        });
    }
    let fresh = session.revision == 0;
    use_effect_with((session.texts.clone(), session.own), move |(texts, own)| {
        let texts = texts.clone();
        let timer = (*own && !fresh && !embed).then(|| {
            Timeout::new(400, move || if texts.is_blank() { store::forget(WORK, VERSION) } else { keep(WORK, &texts) })
        });
        move || drop(timer)
    });
    use_effect_with(session.aside.clone(), move |aside| {
        if !fresh && !embed {
            match aside {
                Some(texts) => keep(ASIDE, texts),
                None => store::forget(ASIDE, VERSION),
            }
        }
    });
}

/// What the drop area is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct DropProps {
    pub(super) opening: Opening,
}

/// Takes files that are dropped anywhere, and holds the field that files are picked with.
#[component]
pub(super) fn DropArea(props: &DropProps) -> Html {
    let over = use_state_eq(|| false);
    {
        let over = over.setter();
        use_effect_with(props.opening.on_files.clone(), move |on_files| {
            let window = gloo::utils::window();
            let options = EventListenerOptions::enable_prevent_default();
            let listener = |name: &'static str, act: Box<dyn Fn(&DragEvent)>| {
                EventListener::new_with_options(&window, name, options, move |event| {
                    if let Some(event) = event.dyn_ref::<DragEvent>()
                        && event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
                    {
                        act(event);
                    }
                })
            };
            let on_files = on_files.clone();
            let (enter, leave, end) = (over.clone(), over.clone(), over.clone());
            let listeners = [
                listener(
                    "dragover",
                    Box::new(move |event| {
                        event.prevent_default();
                        enter.set(true);
                    }),
                ),
                listener(
                    "dragleave",
                    Box::new(move |event| {
                        // Only when the pointer leaves the window, not from element to element.
                        if event.related_target().is_none() {
                            leave.set(false);
                        }
                    }),
                ),
                listener(
                    "drop",
                    Box::new(move |event| {
                        event.prevent_default();
                        end.set(false);
                        if let Some(data) = event.data_transfer() {
                            on_files.emit(files::dropped(&data));
                        }
                    }),
                ),
            ];
            move || drop(listeners)
        });
    }
    let onchange = {
        let on_files = props.opening.on_files.clone();
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                if let Some(list) = field.files() {
                    on_files.emit(files::listed(&list));
                }
                // The same files can be picked again.
                field.set_value("");
            }
        })
    };
    html! {
        <>
            <input ref={props.opening.input.clone()} type="file" multiple={true} hidden={true} aria-label="Files to open" {onchange} />
            if *over { <div class="drop-veil">{ "Drop a domain, a scenario and a plan here, or a zip of them" }</div> }
        </>
    }
}
