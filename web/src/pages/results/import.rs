//! The ways in for run folders: dropped, chosen as a folder or as files, in a zip file. Files are read piece by piece in the
//! worker; it can be stopped at any time. What could not be read is listed with file and line.

use std::rc::Rc;

use stepguard_report::results::{ImportReport, SummaryAgreement};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, File, HtmlInputElement};
use yew::prelude::*;

use super::{Page, PageProps};
use crate::bridge::folders;
use crate::bridge::viewer::{Imported, Reading, Viewer};
use crate::bridge::worker::Failure;
use crate::state::evaluate::grouped;
use crate::state::results::{Kind, environment, plain, subset};
use crate::ui::hooks::{decimal, use_dragged_over};
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// How imports stand.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Imports {
    /// How far the import is that goes on.
    pub(super) reading: Option<Reading>,
    /// Files are being listed.
    pub(super) listing: bool,
    /// What came of the last one.
    pub(super) told: Option<Rc<Imported>>,
    /// What could not be opened at all.
    pub(super) problems: Vec<String>,
    /// It was stopped by the reader.
    pub(super) stopped: bool,
    /// Counts what changed, so that lists are asked for again.
    pub(super) changes: u32,
}

/// What happens to them.
pub(super) enum Act {
    Listing,
    Reading(Reading),
    Done(Imported, Vec<String>),
    Stopped,
    Failed(String),
    Closed,
    Dismiss,
}

impl Reducible for Imports {
    type Action = Act;

    fn reduce(self: Rc<Self>, act: Act) -> Rc<Self> {
        let mut next = (*self).clone();
        match act {
            Act::Listing => next = Self { listing: true, changes: next.changes, ..Self::default() },
            Act::Reading(reading) => {
                next.listing = false;
                next.reading = Some(reading);
            }
            Act::Done(told, problems) => {
                next = Self { told: Some(Rc::new(told)), problems, changes: next.changes + 1, ..Self::default() };
            }
            Act::Stopped => next = Self { stopped: true, changes: next.changes, ..Self::default() },
            Act::Failed(why) => next = Self { problems: vec![why], changes: next.changes + 1, ..Self::default() },
            Act::Closed => next = Self { changes: next.changes + 1, ..Self::default() },
            Act::Dismiss => {
                next.problems.clear();
                next.told = None;
                next.stopped = false;
            }
        }
        Rc::new(next)
    }
}

/// Imports files: lists them, reads them piece by piece, puts them together.
fn open(
    viewer: Viewer,
    imports: UseReducerHandle<Imports>,
    stop: Rc<std::cell::Cell<bool>>,
    files: Vec<(String, File)>,
) {
    if files.is_empty() {
        return;
    }
    stop.set(false);
    spawn_local(async move {
        let done = async {
            let mut reading = viewer.look(&files).await?;
            loop {
                if stop.get() {
                    viewer.leave().await?;
                    return Ok(None);
                }
                imports.dispatch(Act::Reading(reading.clone()));
                if reading.done >= reading.of {
                    break;
                }
                reading = viewer.read().await?;
            }
            Ok::<_, Failure>(Some((viewer.finish().await?, reading.problems)))
        };
        imports.dispatch(match done.await {
            Ok(Some((told, problems))) => Act::Done(told, problems),
            Ok(None) => Act::Stopped,
            Err(failure) => Act::Failed(super::ask::said(&failure).to_string()),
        });
    });
}

/// Drop and choose, and how far an import is.
#[component]
pub(super) fn Ways(props: &PageProps) -> Html {
    let page = &props.page;
    let (over, ondragover, ondragleave) = use_dragged_over();
    let (files, folder) = (use_node_ref(), use_node_ref());
    let stop = use_mut_ref(|| Rc::new(std::cell::Cell::new(false)));
    let stop = Rc::clone(&stop.borrow());
    let imports = &page.imports;
    let take = {
        let (viewer, imports, stop) = (page.viewer.clone(), imports.clone(), Rc::clone(&stop));
        Callback::from(move |list: Vec<(String, File)>| open(viewer.clone(), imports.clone(), Rc::clone(&stop), list))
    };
    let ondrop = {
        let (over, take, imports) = (over.clone(), take.clone(), imports.clone());
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            event.stop_propagation();
            over.set(false);
            if let Some(data) = event.data_transfer() {
                // The browser forgets what was dropped as soon as the event is over.
                let dropped = folders::dropped(&data);
                let (take, imports) = (take.clone(), imports.clone());
                imports.dispatch(Act::Listing);
                spawn_local(async move {
                    match dropped.files().await {
                        Ok(list) if list.is_empty() => {
                            imports.dispatch(Act::Failed("Nothing that was dropped is a file or a folder.".to_owned()))
                        }
                        Ok(list) => take.emit(list),
                        Err(why) => imports.dispatch(Act::Failed(format!("The folder could not be listed: {why}."))),
                    }
                });
            }
        })
    };
    let onchange = {
        let (take, imports) = (take, imports.clone());
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                let list = field.files().map_or_else(Vec::new, |list| folders::chosen(&list));
                field.set_value("");
                if !list.is_empty() {
                    imports.dispatch(Act::Listing);
                }
                take.emit(list);
            }
        })
    };
    let click = |field: &NodeRef| {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.click();
            }
        })
    };
    let cancel = Callback::from(move |_: MouseEvent| stop.set(true));
    let busy = imports.listing || imports.reading.is_some();
    html! {
        <div class="ways">
            <div class={classes!("drop-run", over.then_some("over"))} {ondrop} {ondragover} {ondragleave}>
                { icon("box") }
                <p>{ "Drop run folders here, or a zip file with them: a whole " }<code>{ "running" }</code>{ " folder, one run, or one subset." }</p>
                <input ref={files.clone()} type="file" multiple=true hidden=true aria-label="Files or zip files of runs" onchange={onchange.clone()} />
                <input ref={folder.clone()} type="file" multiple=true webkitdirectory=true hidden=true aria-label="Folder of runs" {onchange} />
                <div class="drop-choices">
                    { button("button primary", "Choose a folder", busy, click(&folder)) }
                    { button("button", "Choose files or a zip", busy, click(&files)) }
                </div>
                if imports.listing { <p class="small mute" role="status">{ "Listing the files\u{2026}" }</p> }
                if let Some(reading) = &imports.reading {
                    <div class="searching">
                        <span class="small" role="status">{ format!("{} of {} records read, {} files in all", grouped(reading.done.into()), grouped(reading.of.into()), grouped(reading.files.into())) }</span>
                        <progress max="100" value={decimal(f64::from(reading.done) * 100.0 / f64::from(reading.of.max(1)))} aria-label="How far the import is"></progress>
                        { button("button compact", "Cancel", false, cancel) }
                    </div>
                }
            </div>
        </div>
    }
}

/// What came of the last import, and what could not be opened.
pub(super) fn told(page: &Page) -> Html {
    let imports = &page.imports;
    let dismiss = {
        let imports = imports.clone();
        Callback::from(move |_: MouseEvent| imports.dispatch(Act::Dismiss))
    };
    let any = imports.told.is_some() || !imports.problems.is_empty() || imports.stopped;
    html! {
        <div role="status" class="evaluate-alerts">
            if imports.stopped { <p class="evaluate-alert warn">{ icon("stop") }<span>{ "The import was stopped; nothing of it was kept." }</span></p> }
            { for imports.problems.iter().map(|problem| html! { <p class="evaluate-alert bad">{ icon("cross") }<span>{ problem }</span></p> }) }
            if let Some(told) = &imports.told {
                <p class={classes!("evaluate-alert", if told.runs.is_empty() || told.flawed { "warn" } else { "good" })}>{ icon(if told.runs.is_empty() || told.flawed { "warning" } else { "check" }) }<span>{
                    if told.runs.is_empty() { format!("No run was found in these files: {}", told.summary) } else { told.summary.clone() }
                }{ " " }<a href={crate::state::results::Address { view: "files".to_owned(), ..crate::state::results::Address::of(Kind::Imported) }.fragment()}>{ "What was read" }</a></span></p>
            }
            if any { { button("button compact", "Dismiss", false, dismiss) } }
        </div>
    }
}

/// Where nothing is imported yet: the way in, and what is looked for.
pub(super) fn first(page: &Page) -> Html {
    html! {
        <>
            { told(page) }
            <div class="import-grid">
                <section class="card open" aria-labelledby="outcomes-open">
                    <div class="card-head"><h2 id="outcomes-open">{ "Open runs of an EmbodiedBench evaluation" }</h2></div>
                    <div class="card-body"><Ways page={page.clone()} /></div>
                </section>
                <section class="card open" aria-labelledby="outcomes-layout">
                    <div class="card-head"><h2 id="outcomes-layout">{ "What is read" }</h2></div>
                    <div class="card-body">
                        <p>{ "Records of steps, results, configurations and summaries are read here, in this browser. Pictures are only listed: one is loaded when its step is looked at. Whatever cannot be read is listed with file and line, averages are computed again and held against the run's own summary." }</p>
                        <pre class="layout" tabindex="0" aria-label="The folders of a run">{ LAYOUT }</pre>
                        <p class="small mute">{ "The same without a browser: " }<code>{ "stepguard results import FOLDER" }</code></p>
                    </div>
                </section>
            </div>
        </>
    }
}

const LAYOUT: &str = "\
running/eb_alfred/MODEL_NAME/SUBSET/
  config.txt
  episode_1_step_9.json
  images/episode_1/…png
  results/episode_1_final_res.json
  results/summary.json
running/eb_habitat/…   the same
running/eb_nav/…       episode_1.json
running/eb_manipulation/MODEL/NAME/SUBSET/
  results/episode_1_res.json
  results/planner_output_episode_1.txt";

/// The runs that are open, each with a way to close it, and the way to more.
pub(super) fn open_runs(page: &Page, report: &ImportReport) -> Html {
    html! {
        <details class="another">
            <summary>{ format!("Open more, or close one of {} runs", report.runs.len()) }</summary>
            <Ways page={page.clone()} />
            <ul class="run-list">
                { for report.runs.iter().map(|run| {
                    let (viewer, imports, id) = (page.viewer.clone(), page.imports.clone(), run.id.clone());
                    let close = Callback::from(move |_: MouseEvent| {
                        let (viewer, imports, id) = (viewer.clone(), imports.clone(), id.clone());
                        spawn_local(async move {
                            imports.dispatch(match viewer.close(&id).await {
                                Ok(()) => Act::Closed,
                                Err(failure) => Act::Failed(super::ask::said(&failure).to_string()),
                            });
                        });
                    });
                    html! { <li key={run.id.clone()}><b>{ super::runs::name_of(run) }</b><span class="mute">{ environment(Kind::Imported, &run.environment) }</span><code>{ &run.folder }</code>{ button("button compact", "Close", false, close) }</li> }
                }) }
            </ul>
        </details>
    }
}

/// Everything that is to be said of the files: problems, notes, summaries, what was left out.
pub(super) fn files(page: &Page, report: &ImportReport) -> Html {
    let table = |id: &'static str, title: String, problems: &[stepguard_report::results::ImportProblem]| {
        if problems.is_empty() {
            return Html::default();
        }
        html! {
            <section class="card open" aria-labelledby={id}>
                <div class="card-head"><h2 {id}>{ title.clone() }</h2><span class="grow"></span><span class="small mute">{ grouped(problems.len() as u64) }</span></div>
                <div class="card-body"><div class="scroll-x" tabindex="0" role="group" aria-label={title}>
                    <table class="table"><thead><tr><th scope="col">{ "File" }</th><th scope="col" class="number">{ "Line" }</th><th scope="col">{ "What" }</th></tr></thead>
                    <tbody>{ for problems.iter().take(LISTED).map(|problem| html! {
                        <tr><td><code>{ &problem.file }</code></td><td class="number">{ problem.line.map_or_else(String::new, |line| line.to_string()) }</td><td>{ &problem.message }</td></tr>
                    }) }</tbody></table>
                </div>{ more(problems.len()) }</div>
            </section>
        }
    };
    html! {
        <>
            { told(page) }
            <p class="imported-summary">{ format!("{} files, {} of them pictures and films, which are listed and never read.", grouped(report.files.into()), grouped(report.pictures.into())) }</p>
            { table("outcomes-problems", "What could not be read".to_owned(), &report.problems) }
            if report.problems.is_empty() { <p class="good">{ icon("check") }{ " Everything that says something was read." }</p> }
            { summaries(report) }
            { table("outcomes-notes", "What is odd".to_owned(), &report.notes) }
            if !report.ignored.is_empty() {
                <section class="card open" aria-labelledby="outcomes-ignored">
                    <div class="card-head"><h2 id="outcomes-ignored">{ "Files that belong to no run" }</h2><span class="grow"></span><span class="small mute">{ grouped(report.ignored.len() as u64) }</span></div>
                    <div class="card-body"><div class="scroll-x" tabindex="0" role="group" aria-label="Files that belong to no run">
                        <table class="table"><thead><tr><th scope="col">{ "File" }</th><th scope="col">{ "Why" }</th></tr></thead>
                        <tbody>{ for report.ignored.iter().take(LISTED).map(|file| html! { <tr><td><code>{ &file.file }</code></td><td>{ &file.reason }</td></tr> }) }</tbody></table>
                    </div>{ more(report.ignored.len()) }</div>
                </section>
            }
        </>
    }
}

/// So many places are listed; how many more there are is said.
const LISTED: usize = 500;

fn more(all: usize) -> Html {
    if all <= LISTED {
        return Html::default();
    }
    html! { <p class="small mute">{ format!("The first {LISTED} of {}; the JSON download has all of them.", grouped(all as u64)) }</p> }
}

/// Averages as the run's own summary states them, and as its episodes give them.
fn summaries(report: &ImportReport) -> Html {
    let checks = report
        .runs
        .iter()
        .flat_map(|run| run.subsets.iter().flat_map(move |of| of.summary.iter().map(move |check| (run, of, check))));
    let mut checks: Vec<_> = checks.collect();
    // What differs stands first.
    let agrees = |agreement: SummaryAgreement| {
        !matches!(agreement, SummaryAgreement::Differs | SummaryAgreement::AveragedItself)
    };
    checks.sort_by_key(|(.., check)| agrees(check.agreement));
    let missing: Vec<String> = report
        .runs
        .iter()
        .flat_map(|run| run.subsets.iter().map(move |of| (run, of)))
        .filter(|(_, of)| !of.missing.is_empty() || of.unfinished > 0)
        .map(|(run, of)| {
            let mut said = Vec::new();
            if !of.missing.is_empty() {
                let numbers: Vec<String> = of.missing.iter().take(20).map(u64::to_string).collect();
                said.push(format!(
                    "episodes {}{} are missing",
                    numbers.join(", "),
                    if of.missing.len() > 20 { " and more" } else { "" }
                ));
            }
            if of.unfinished > 0 {
                said.push(format!("{} without a result count in nothing", of.unfinished));
            }
            format!("{}, {}: {}", super::runs::name_of(run), subset(&of.id), said.join("; "))
        })
        .collect();
    let number = |value: Option<f64>| {
        value
            .map_or_else(|| "\u{2013}".to_owned(), |value| if value.abs() < 10.0 { three(value) } else { plain(value) })
    };
    html! {
        <>
            if !missing.is_empty() {
                <section class="card open" aria-labelledby="outcomes-missing">
                    <div class="card-head"><h2 id="outcomes-missing">{ "Episodes that are not complete" }</h2></div>
                    <div class="card-body"><ul class="plain-list">{ for missing.into_iter().map(|words| html! { <li>{ words }</li> }) }</ul></div>
                </section>
            }
            if !checks.is_empty() {
                <section class="card open" aria-labelledby="outcomes-summaries">
                    <div class="card-head"><h2 id="outcomes-summaries">{ "The runs' own summaries, computed again" }</h2></div>
                    <div class="card-body"><div class="scroll-x" tabindex="0" role="group" aria-label="The runs' own summaries">
                        <table class="table"><thead><tr><th scope="col">{ "Run" }</th><th scope="col">{ "Subset" }</th><th scope="col">{ "Figure" }</th><th scope="col" class="number">{ "Stated" }</th><th scope="col" class="number">{ "Computed" }</th><th scope="col">{ "Agreement" }</th></tr></thead>
                        <tbody>{ for checks.iter().take(LISTED).map(|(run, of, check)| {
                            let (class, name, words) = match check.agreement {
                                SummaryAgreement::Agrees => ("good", "check", "agrees"),
                                SummaryAgreement::Differs => ("bad", "cross", "differs"),
                                SummaryAgreement::AveragedItself => ("bad", "cross", "averaged itself"),
                                SummaryAgreement::NotRecomputed => ("mute", "unknown", "not computed again"),
                            };
                            html! {
                                <tr><td>{ super::runs::name_of(run) }</td><td>{ subset(&of.id) }</td><td><code>{ &check.key }</code></td>
                                    <td class="number">{ number(check.stated) }</td><td class="number">{ number(check.computed) }</td>
                                    <td><span class={class}>{ icon(name) }{ " " }{ words }</span>if !check.why.is_empty() { <small>{ &check.why }</small> }</td></tr>
                            }
                        }) }</tbody></table>
                    </div>{ more(checks.len()) }</div>
                </section>
            }
        </>
    }
}

/// Three decimals, written by whole numbers.
fn three(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "less than ten")]
    let thousandths = (value.abs() * 1000.0).round() as u64;
    format!("{}{}.{:03}", if value < 0.0 { "-" } else { "" }, thousandths / 1000, thousandths % 1000)
}
