//! The runs that are open: opened, scored piece by piece, stopped, closed, compared.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use super::Page;
use crate::bridge::download;
use crate::bridge::scorer::{About, Added, Progress, Scorer};
use crate::bridge::worker::Failure;
use crate::state::evaluate::{Address, View, grouped};
use crate::state::shared::Shared;
use crate::ui::hooks::decimal;
use crate::ui::icon::icon;
use crate::ui::parts::button;
use stepguard_report::{RunComparison, RunReport};

/// So many runs are open at once.
const MOST: usize = 2;

/// So many names of an address are tried.
const NAMED: usize = 8;

/// A run that is open.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Open {
    pub(super) progress: Progress,
    pub(super) report: Option<Shared<RunReport>>,
    /// It needs nobody's file: its name is enough to open it again.
    pub(super) reference: bool,
}

/// The runs that an address can name: those before the first that came from elsewhere, since places count.
pub(super) fn named<'r>(runs: impl Iterator<Item = &'r Open>) -> Vec<String> {
    runs.take_while(|run| run.reference).map(|run| run.progress.name.clone()).collect()
}

/// Everything that the page knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct State {
    pub(super) about: Option<About>,
    pub(super) runs: Vec<Open>,
    pub(super) comparison: Option<Shared<RunComparison>>,
    /// What could not be opened, and why.
    pub(super) problems: Vec<String>,
    /// Why nothing can be scored.
    pub(super) trouble: Option<String>,
    /// Tasks without an answer are left out.
    pub(super) answered_only: bool,
    /// A file is being read.
    pub(super) opening: bool,
}

/// What happens to it.
pub(super) enum Act {
    About(About),
    Opening(bool),
    /// Runs, and whether they are reference runs.
    Added(Added, bool),
    Told(Progress),
    Report(u32, Box<RunReport>),
    Compared(RunComparison),
    Closed(u32),
    AnsweredOnly(bool),
    Trouble(String),
    Dismiss,
}

impl Reducible for State {
    type Action = Act;

    fn reduce(self: Rc<Self>, act: Act) -> Rc<Self> {
        let mut next = (*self).clone();
        match act {
            Act::About(about) => {
                next.about = Some(about);
                next.trouble = None;
            }
            Act::Opening(opening) => next.opening = opening,
            Act::Added(added, reference) => {
                next.opening = false;
                // Of a link that names several runs every one that there is not is told.
                if !reference {
                    next.problems.clear();
                }
                next.problems.extend(added.problems);
                for progress in added.runs {
                    next.runs.push(Open { progress, report: None, reference });
                }
                next.comparison = None;
            }
            Act::Told(progress) => {
                if let Some(run) = next.runs.iter_mut().find(|run| run.progress.run == progress.run) {
                    run.progress = progress;
                }
            }
            Act::Report(number, report) => {
                if let Some(run) = next.runs.iter_mut().find(|run| run.progress.run == number) {
                    run.report = Some(Shared::new(*report));
                }
            }
            Act::Compared(comparison) => next.comparison = Some(Shared::new(comparison)),
            Act::Closed(number) => {
                next.runs.retain(|run| run.progress.run != number);
                next.comparison = None;
            }
            Act::AnsweredOnly(only) => next.answered_only = only,
            Act::Trouble(why) => {
                next = Self { about: next.about, trouble: Some(why), ..Self::default() };
            }
            Act::Dismiss => {
                next.problems.clear();
                next.trouble = None;
            }
        }
        Rc::new(next)
    }
}

/// What can be done with runs.
#[derive(Clone, PartialEq)]
pub(super) struct Runs {
    pub(super) scorer: Scorer,
    pub(super) dispatcher: UseReducerDispatcher<State>,
}

impl Runs {
    fn fail(&self, failure: &Failure) {
        self.dispatcher.dispatch(Act::Trouble(match failure {
            Failure::Unavailable(why) => format!("The scorer could not be started ({why}). Load the page again."),
            other => format!("Scoring stopped unexpectedly: {other}. Open the run again."),
        }));
    }

    /// Learns what is scored, and opens the reference runs of the address.
    /// Gives back which names are those of runs; `None` where nothing works.
    pub(super) async fn start(&self, named: &[String]) -> Option<Vec<bool>> {
        match self.scorer.about().await {
            Ok(about) => self.dispatcher.dispatch(Act::About(about)),
            Err(failure) => {
                self.fail(&failure);
                return None;
            }
        }
        let mut are_runs: Vec<bool> = Vec::new();
        for name in named.iter().take(NAMED) {
            if are_runs.iter().filter(|is_run| **is_run).count() == MOST {
                break;
            }
            match self.scorer.add_reference(name).await {
                Ok(added) => {
                    are_runs.push(!added.runs.is_empty());
                    self.added(added, true).await;
                }
                Err(failure) => {
                    self.fail(&failure);
                    return None;
                }
            }
        }
        Some(are_runs)
    }

    /// Scores what was added, and tells how far it is.
    async fn added(&self, added: Added, reference: bool) {
        let numbers: Vec<u32> = added.runs.iter().map(|run| run.run).collect();
        self.dispatcher.dispatch(Act::Added(added, reference));
        for number in numbers {
            if let Err(failure) = self.score(number).await {
                return self.fail(&failure);
            }
        }
    }

    async fn score(&self, number: u32) -> Result<(), Failure> {
        loop {
            let progress = self.scorer.feed(number).await?;
            let finished = progress.finished;
            self.dispatcher.dispatch(Act::Told(progress));
            if finished {
                break;
            }
        }
        let report = self.scorer.figures(number, false).await?;
        self.dispatcher.dispatch(Act::Report(number, Box::new(report)));
        Ok(())
    }

    /// Opens files, as many as there is room for.
    pub(super) fn open(&self, files: Vec<File>, open: &[Open]) {
        let (this, room) = (self.clone(), MOST.saturating_sub(open.len()));
        spawn_local(async move {
            this.dispatcher.dispatch(Act::Opening(true));
            let mut all = Added { runs: Vec::new(), problems: Vec::new() };
            for file in &files {
                match this.scorer.add(file).await {
                    Ok(added) => {
                        all.runs.extend(added.runs);
                        all.problems.extend(added.problems);
                    }
                    Err(failure) => return this.fail(&failure),
                }
            }
            for run in all.runs.drain(room.min(all.runs.len())..).collect::<Vec<_>>() {
                all.problems.push(format!("{} was left out: two runs can be open at once. Close one first.", run.name));
                drop(this.scorer.close(run.run).await);
            }
            this.added(all, false).await;
        });
    }

    /// Scores one answer and opens it. Why it does not count is given back, and then nothing is opened.
    pub(super) async fn paste(&self, line: &str, second: bool) -> Option<String> {
        match self.scorer.add_answer(line).await {
            Ok(Added { runs, problems }) if runs.is_empty() => return Some(problems.join("; ")),
            Ok(added) => {
                self.added(added, false).await;
                let address = Address { view: View::Answers, second, answer: Some(0), ..Address::default() };
                // An entry of the history of its own, so Back leads to the runs.
                drop(gloo::utils::window().location().set_hash(&address.fragment()));
            }
            Err(failure) => self.fail(&failure),
        }
        None
    }

    pub(super) fn reference(&self, name: String) {
        let this = self.clone();
        spawn_local(async move {
            match this.scorer.add_reference(&name).await {
                Ok(added) => this.added(added, true).await,
                Err(failure) => this.fail(&failure),
            }
        });
    }

    fn stop(&self, number: u32) {
        let this = self.clone();
        spawn_local(async move {
            match this.scorer.stop(number).await {
                Ok(progress) => this.dispatcher.dispatch(Act::Told(progress)),
                Err(failure) => this.fail(&failure),
            }
        });
    }

    fn close(&self, number: u32) {
        let this = self.clone();
        this.dispatcher.dispatch(Act::Closed(number));
        spawn_local(async move {
            if let Err(failure) = this.scorer.close(number).await {
                this.fail(&failure);
            }
        });
    }

    /// Makes all reports again with another choice of what absent answers count as.
    fn count_absent(&self, only: bool, runs: &[Open]) {
        let this = self.clone();
        let numbers: Vec<u32> = runs.iter().map(|run| run.progress.run).collect();
        this.dispatcher.dispatch(Act::AnsweredOnly(only));
        spawn_local(async move {
            for number in numbers {
                match this.scorer.figures(number, only).await {
                    Ok(report) => this.dispatcher.dispatch(Act::Report(number, Box::new(report))),
                    Err(failure) => return this.fail(&failure),
                }
            }
        });
    }

    pub(super) fn compare(&self, first: u32, second: u32) {
        let this = self.clone();
        spawn_local(async move {
            match this.scorer.compare(first, second).await {
                Ok(comparison) => this.dispatcher.dispatch(Act::Compared(comparison)),
                Err(failure) => this.fail(&failure),
            }
        });
    }

    /// Saves a comparison as a file.
    pub(super) fn save_comparison(&self, first: &Progress, second: &Progress, kind: &'static str) {
        let (this, numbers) = (self.clone(), (first.run, second.run));
        let media_type = match kind {
            "html" => "text/html",
            "json" => "application/json",
            _ => "text/csv",
        };
        let name = format!("{}-and-{}.{kind}", file_name(&first.name), file_name(&second.name));
        spawn_local(async move {
            match this.scorer.save_comparison(numbers.0, numbers.1, kind, media_type).await {
                Ok(address) => this.saved(&name, &address),
                Err(failure) => this.fail(&failure),
            }
        });
    }

    fn saved(&self, name: &str, address: &str) {
        if let Err(why) = download::save_from(name, address) {
            self.dispatcher.dispatch(Act::Trouble(format!("{name} could not be saved ({why}).")));
        }
    }

    /// Saves a run's report as a file.
    pub(super) fn save(&self, run: &Progress, kind: &'static str) {
        let (this, number) = (self.clone(), run.run);
        let (ending, media_type) = match kind {
            "html" => ("html", "text/html"),
            "json" => ("json", "application/json"),
            "csv" => ("figures.csv", "text/csv"),
            "csv-answers" => ("answers.csv", "text/csv"),
            _ => ("jsonl", "application/x-ndjson"),
        };
        let name = format!("{}.{ending}", file_name(&run.name));
        spawn_local(async move {
            match this.scorer.save(number, kind, media_type).await {
                Ok(address) => this.saved(&name, &address),
                Err(failure) => this.fail(&failure),
            }
        });
    }
}

/// A name that every system takes for a file.
pub(super) fn file_name(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    if plain.trim_matches(['-', '.']).is_empty() { "run".to_owned() } else { plain }
}

/// The letter that stands for a run beside its name.
pub(super) fn letter(place: usize) -> &'static str {
    if place == 0 { "A" } else { "B" }
}

/// The id of a run's heading.
pub(super) fn title_id(number: u32) -> String {
    format!("run-title-{number}")
}

/// The mark of a run: letter and shape, as in the charts.
pub(super) fn mark(place: usize) -> Html {
    html! { <span class={if place == 0 { "run-mark first" } else { "run-mark second" }} aria-hidden="true">{ letter(place) }</span> }
}

/// The runs that are open.
pub(super) fn bar(page: &Page) -> Html {
    let runs = &page.state.runs;
    if runs.is_empty() {
        return Html::default();
    }
    let absent = runs.iter().filter(|run| !run.progress.leaves_out).any(|run| {
        run.report
            .as_ref()
            .is_some_and(|report| report.modules.iter().any(|module| module.answered.k < module.answered.n))
    });
    let toggle = {
        let (this, open, only) = (page.runs.clone(), runs.clone(), page.state.answered_only);
        Callback::from(move |_: Event| this.count_absent(!only, &open))
    };
    html! {
        <section class="runs" aria-label="Runs">
            { for runs.iter().enumerate().map(|(place, run)| one(page, place, run)) }
            if absent {
                <label class="option"><input type="checkbox" checked={page.state.answered_only} onchange={toggle} />
                    { "Leave out tasks without an answer (else they count as wrong)" }</label>
            }
            if runs.len() < MOST && page.address.view == View::Overview && runs[0].progress.finished {
                <super::input::Another page={page.clone()} />
            }
        </section>
    }
}

fn one(page: &Page, place: usize, run: &Open) -> Html {
    let Progress { run: number, name, about, done, of, finished, answers, right, unreadable, faults, stopped, .. } =
        run.progress.clone();
    let share = |part: u32, of: u32| if of == 0 { 0.0 } else { f64::from(part) * 100.0 / f64::from(of) };
    let on_stop = {
        let this = page.runs.clone();
        Callback::from(move |_: MouseEvent| {
            // The button goes with what it stops.
            super::focus_on(&title_id(number));
            this.stop(number);
        })
    };
    let on_close = {
        let (this, replace, address) = (page.runs.clone(), page.replace.clone(), Rc::clone(&page.address));
        let left = named(page.state.runs.iter().filter(|run| run.progress.run != number));
        Callback::from(move |_: MouseEvent| {
            this.close(number);
            // The address no longer names the run that is closed.
            replace.emit(Address { runs: left.clone(), second: false, ..address.in_view(View::Overview) }.fragment());
        })
    };
    let counted = format!(
        "{} {}: {} right ({}\u{202f}%), {} unreadable, {} {}",
        grouped(answers.into()),
        if answers == 1 { "answer" } else { "answers" },
        grouped(right.into()),
        decimal(share(right, answers)),
        grouped(unreadable.into()),
        grouped(faults.into()),
        if faults == 1 { "line that does not count" } else { "lines that do not count" }
    );
    // Beside other views a run is a line; what can be done with it stands in the overview.
    let whole = !finished || page.address.view == View::Overview;
    html! {
        <div class="run" data-run={number.to_string()}>
            <div class="run-head">
                <div class="run-name">
                    { mark(place) }
                    <h2 id={title_id(number)} tabindex="-1">{ &name }</h2>
                    if about.starts_with("No model:") { <span class="tag">{ icon("info") }{ "no model" }</span> }
                    if let Some(stopped) = stopped { <span class="tag stopped">{ icon("warning") }{ stopped }</span> }
                </div>
                if finished && !whole {
                    <span class="small mute">{ format!("{} {}", grouped(answers.into()), if answers == 1 { "answer" } else { "answers" }) }</span>
                } else if finished {
                    { saves(page, run) }
                    <button type="button" class="button compact quiet" aria-label={format!("Close the run {name}")} onclick={on_close}>{ icon("close") }</button>
                } else {
                    { button("button compact", "Stop here", false, on_stop) }
                }
            </div>
            if whole && !about.is_empty() { <p class="small mute">{ about }</p> }
            if !finished {
                <progress max="100" value={decimal(share(done, of))} aria-label={format!("How far the scoring of {name} is")}></progress>
            }
            <p class="small" hidden={!whole}>
                if !finished { { format!("{} of {} scored. ", grouped(done.into()), grouped(of.into())) } }
                { &counted }
            </p>
            // Said once, when there is something to be said.
            <p class="hidden-visually" role="status">if finished { { format!("{name} is scored. {counted}.") } }</p>
        </div>
    }
}

/// The ways to save a run.
fn saves(page: &Page, run: &Open) -> Html {
    const KINDS: [(&str, &str, &str); 5] = [
        ("html", "HTML", "Save the report as one page of HTML"),
        ("json", "JSON", "Save the report with all answers as JSON"),
        ("csv", "CSV", "Save all figures as comma-separated values"),
        ("csv-answers", "Answers CSV", "Save the list of answers as comma-separated values"),
        ("run", "Run", "Save the run itself: its lines of JSON"),
    ];
    html! {
        <div class="segments" role="group" aria-label="Save">
            { for KINDS.into_iter().map(|(kind, name, title)| {
                let (runs, progress) = (page.runs.clone(), run.progress.clone());
                let onclick = Callback::from(move |_: MouseEvent| runs.save(&progress, kind));
                html! { <button type="button" {title} {onclick}>{ name }</button> }
            }) }
        </div>
    }
}
