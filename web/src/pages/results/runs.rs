//! Runs by subsets, and below them the episodes of what was chosen. The same for simulated and imported runs; which of the two
//! it is stands above, and they never share a table.

use stepguard_report::results::{ImportReport, ImportedRun};
use stepguard_report::score::Ends;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::ask::{drawn, use_answer};
use super::facets::{self, Facet};
use super::table::{save, sort_head};
use super::{Page, PageProps, compare, import, truth};
use crate::bridge::viewer::{Found, Row};
use crate::state::evaluate::grouped;
use crate::state::results::{Address, Kind, PAGE, class, environment, plain, shade, subset, whole_range};
use crate::state::shared::Shared;
use crate::ui::hooks::decimal;
use crate::ui::icon::icon;
use crate::ui::parts::{button, searching};

/// The subsets in the order of tables; others come behind them.
const SUBSETS: [&str; 6] = ["base", "common", "complex", "spatial", "visual", "long"];

/// What a run is called: model and experiment, else its folder or id.
pub(super) fn name_of(run: &ImportedRun) -> String {
    match (&run.model, &run.experiment) {
        (Some(model), _) => model.clone(),
        (None, Some(only)) => only.clone(),
        (None, None) if !run.folder.is_empty() => run.folder.clone(),
        (None, None) => run.id.clone(),
    }
}

/// What is said of a run below its name.
fn note_of(run: &ImportedRun) -> &str {
    match (&run.model, &run.experiment) {
        (Some(_), Some(experiment)) => experiment,
        _ => &run.id,
    }
}

/// The filters of episodes.
fn list_facets(kind: Kind) -> [Facet; 5] {
    let environments: fn(&str) -> String = match kind {
        Kind::Simulator => |value| environment(Kind::Simulator, value).to_owned(),
        _ => |value| environment(Kind::Imported, value).to_owned(),
    };
    [
        Facet { key: "env", name: "Environment", word: environments },
        Facet { key: "outcome", name: "Outcome", word: class },
        Facet { key: "class", name: "Error class", word: class },
        Facet { key: "subset", name: "Subset", word: |value| subset(value).to_owned() },
        Facet {
            key: "run",
            name: if matches!(kind, Kind::Simulator) { "Agent" } else { "Run" },
            word: |value| value.to_owned(),
        },
    ]
}

/// Runs of a kind.
#[component]
pub(super) fn Runs(props: &PageProps) -> Html {
    let page = &props.page;
    let address = &page.address;
    let question = (address.kind.key(), page.imports.changes);
    let report = use_answer(&page.viewer, question, |viewer, (kind, _)| async move { viewer.runs(kind).await });
    drawn(&report, |report| {
        if report.runs.is_empty() {
            return match address.kind {
                Kind::Imported if address.view != "files" || report.files == 0 => import::first(page),
                Kind::Imported => import::files(page, report),
                _ => none(report),
            };
        }
        match address.view.as_str() {
            "runs" => html! { <compare::Compare page={page.clone()} report={report.clone()} /> },
            "truth" => html! { <truth::Truth page={page.clone()} /> },
            "ablations" => html! { <truth::Ablations page={page.clone()} /> },
            "files" => import::files(page, report),
            _ => html! { <Episodes page={page.clone()} report={report.clone()} /> },
        }
    })
}

/// No simulated runs are here.
fn none(report: &ImportReport) -> Html {
    html! {
        <div class="waiting">
            if report.problems.is_empty() {
                <p>{ "This site holds no simulated episodes." }</p>
            }
            { for report.problems.iter().map(|problem| html! { <p class="results-alert bad" role="alert">{ icon("cross") }<span>{ format!("The simulated episodes could not be loaded: {}. Load the page again.", problem.message) }</span></p> }) }
        </div>
    }
}

/// What the parts that show runs are given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct RunsProps {
    pub(super) page: Page,
    pub(super) report: Shared<ImportReport>,
}

/// The matrix and the list.
#[component]
fn Episodes(props: &RunsProps) -> Html {
    let RunsProps { page, report } = props;
    let address = &page.address;
    let deepened = use_state_eq(|| 0_u32);
    let on_deepened = use_callback(deepened.clone(), |(), deepened| deepened.set(**deepened + 1));
    let question = (address.kind.key(), address.episodes(), page.imports.changes + *deepened);
    let found = use_answer(&page.viewer, question, |viewer, (kind, query, _): (&str, String, u32)| async move {
        viewer.episodes(kind, &query).await
    });
    let names: Vec<(String, String)> =
        report.runs.iter().map(|run| (run.id.clone(), full_name(address.kind, run))).collect();
    {
        // Who comes back from an episode finds the list where it was.
        let there = matches!(found, Some(Ok(_)));
        let on_drawn = page.on_drawn.clone();
        use_effect_with((there, on_drawn), |(there, on_drawn)| {
            if *there {
                on_drawn.emit(());
            }
        });
    }
    let facets = list_facets(address.kind);
    let views = match &found {
        Some(Ok(found)) => found.facets.clone(),
        _ => Vec::new(),
    };
    html! {
        <>
            if address.kind == Kind::Imported { { import::told(page) } { import::open_runs(page, report) } }
            <div class="suite-columns">
                <facets::Facets page={page.clone()} count={facets::chosen(address)}>
                    { facets::draw(page, &facets[..4], &views, &names) }
                    <Span page={page.clone()} name="Steps" invalid={false} />
                    <Span page={page.clone()} name="Invalid actions" invalid={true} />
                    { facets::draw(page, &facets[4..], &views, &names) }
                    <p class="small mute">{ "Counts are of the selection without that filter's own choice." }</p>
                </facets::Facets>
                <div class="outcomes-body">
                    <Matrix page={page.clone()} report={report.clone()} />
                    <section id="outcomes-found" class="card open" tabindex="-1" aria-labelledby="outcomes-episodes">
                        <div class="card-head found-head">
                            <h2 id="outcomes-episodes">{ "Episodes" }</h2>
                            <span class="small mute" role="status">{ match &found { Some(Ok(found)) => format!("{} of {}", grouped(found.total.into()), grouped(found.all.into())), _ => "Looking\u{2026}".to_owned() } }</span>
                            <span class="grow"></span>
                            { download(page, "csv") }{ download(page, "json") }
                        </div>
                        <div class="card-body outcomes-body">
                            <div class="results-bar">
                                <facets::Search page={page.clone()} label={if address.kind == Kind::Imported { "Search instructions and what planners said" } else { "Search instructions" }} />
                                if report.runs.len() > 1 { <a class="button compact" href={compare_link(page).fragment()}>{ "Compare two runs" }</a> }
                            </div>
                            { facets::tags(page, &facets, &names) }
                            if let Some(Ok(found)) = &found { if found.unsearched > 0 || *deepened > 0 {
                                <Deepen page={page.clone()} unsearched={found.unsearched} on_done={on_deepened} />
                            } }
                            { drawn(&found, |found| list(page, found)) }
                        </div>
                    </section>
                </div>
            </div>
        </>
    }
}

/// A run's name where runs of all environments stand side by side. Runs that people bring may be of one model.
fn full_name(kind: Kind, run: &ImportedRun) -> String {
    let own = match kind {
        Kind::Imported => format!("{}, {}", name_of(run), note_of(run)),
        _ => name_of(run),
    };
    format!("{own} \u{b7} {}", environment(kind, &run.environment))
}

/// The comparison that the choice suggests.
fn compare_link(page: &Page) -> Address {
    let chosen = page.address.values("run");
    let with = if chosen.len() >= 2 { chosen[..2].to_vec() } else { chosen.to_vec() };
    Address { with, view: "runs".to_owned(), ..Address::of(page.address.kind) }
}

fn download(page: &Page, form: &'static str) -> Html {
    let (kind, query) = (page.address.kind.key(), page.address.episodes());
    let name = format!("stepguard-{kind}-episodes.{form}");
    save(page, if form == "csv" { "CSV" } else { "JSON" }, &name, move |viewer| {
        let query = query.clone();
        async move { viewer.save(kind, &query, form).await }
    })
}

/// What the search in what agents said is given.
#[derive(Properties, Clone, PartialEq)]
struct DeepenProps {
    page: Page,
    unsearched: u32,
    on_done: Callback<()>,
}

/// Searches what agents said as well: the files of all chosen runs are loaded for it, so it is asked for.
#[component]
fn Deepen(props: &DeepenProps) -> Html {
    let running = use_state_eq(|| None::<(u32, u32)>);
    let problems = use_state_eq(Vec::<String>::new);
    let stop = use_memo((), |()| std::cell::Cell::new(false));
    let start = {
        let (viewer, query, all) = (props.page.viewer.clone(), props.page.address.episodes(), props.unsearched);
        let (running, problems, on_done) = (running.setter(), problems.setter(), props.on_done.clone());
        let stop = std::rc::Rc::clone(&stop);
        Callback::from(move |_: MouseEvent| {
            let (viewer, query, stop) = (viewer.clone(), query.clone(), std::rc::Rc::clone(&stop));
            let (running, problems, on_done) = (running.clone(), problems.clone(), on_done.clone());
            stop.set(false);
            running.set(Some((0, all)));
            wasm_bindgen_futures::spawn_local(async move {
                let mut said = Vec::new();
                while !stop.get() {
                    match viewer.deepen(&query).await {
                        Ok(deepened) => {
                            said.extend(deepened.problems);
                            running.set(Some((all.saturating_sub(deepened.left), all)));
                            if deepened.left == 0 {
                                break;
                            }
                        }
                        Err(failure) => {
                            said.push(super::ask::said(&failure).to_string());
                            break;
                        }
                    }
                }
                running.set(None);
                problems.set(said);
                on_done.emit(());
            });
        })
    };
    html! {
        <div class="deepen">
            { match *running {
                Some((done, all)) => {
                    let cancel = Callback::from(move |()| stop.set(true));
                    searching("Searching what agents said\u{2026}", Some(f64::from(done) / f64::from(all.max(1))), &cancel)
                }
                None if props.unsearched > 0 => html! { <p class="small">{ "Instructions were searched. " }{ button("link-button target", format!("Search what agents said, too: loads {} files", props.unsearched), false, start) }</p> },
                None => Html::default(),
            } }
            { for problems.iter().map(|problem| html! { <p class="small bad" role="alert">{ problem }</p> }) }
        </div>
    }
}

/// What a range is given.
#[derive(Properties, Clone, PartialEq)]
struct SpanProps {
    page: Page,
    name: &'static str,
    invalid: bool,
}

/// A range of numbers, from and to.
#[component]
fn Span(props: &SpanProps) -> Html {
    let address = &props.page.address;
    let ends = if props.invalid { &address.invalid } else { &address.steps };
    let field = |place: usize, words: &str| {
        let (replace, address, invalid) = (props.page.replace.clone(), address.clone(), props.invalid);
        let onchange = Callback::from(move |event: Event| {
            let Some(field) = event.target_dyn_into::<HtmlInputElement>() else { return };
            let digits: String = field.value().chars().filter(char::is_ascii_digit).take(6).collect();
            let mut next = Address { page: 0, ..(*address).clone() };
            let ends = if invalid { &mut next.invalid } else { &mut next.steps };
            ends[place] = digits;
            replace.emit(next.fragment());
        });
        html! { <input class="field" type="number" min="0" inputmode="numeric" aria-label={format!("{}, {words}", props.name)} placeholder={words.to_owned()} value={ends[place].clone()} {onchange} /> }
    };
    html! {
        <fieldset class="facet"><legend>{ props.name }</legend>
            <div class="range">{ field(0, "from") }<span class="small mute">{ "to" }</span>{ field(1, "to") }</div>
        </fieldset>
    }
}

/// The matrix of one environment: runs by subsets.
#[component]
fn Matrix(props: &RunsProps) -> Html {
    let RunsProps { page, report } = props;
    let address = &page.address;
    let order = use_state_eq(|| None::<(String, bool)>);
    let there = |id: &str| report.runs.iter().any(|run| run.environment == id);
    let environments: Vec<&str> =
        ["alfred", "habitat", "navigation", "manipulation"].into_iter().filter(|id| there(id)).collect();
    let chosen = address.values("env");
    let of_run = address.values("run").first().and_then(|id| report.runs.iter().find(|run| run.id == *id));
    let now = match chosen {
        [one] if there(one) => one.as_str(),
        _ => of_run.map_or(environments.first().copied().unwrap_or_default(), |run| run.environment.as_str()),
    };
    let mut runs: Vec<&ImportedRun> = report.runs.iter().filter(|run| run.environment == now).collect();
    let mut columns: Vec<&str> = Vec::new();
    for of in runs.iter().flat_map(|run| &run.subsets) {
        if !columns.contains(&of.id.as_str()) {
            columns.push(&of.id);
        }
    }
    columns.sort_by_key(|id| SUBSETS.iter().position(|known| known == id).unwrap_or(SUBSETS.len()));
    let rate = |run: &ImportedRun, column: &str| match column {
        "mean" => run.means.over_subsets,
        column => run.subsets.iter().find(|of| of.id == column).and_then(|of| of.success.percent),
    };
    if let Some((column, descending)) = &*order {
        runs.sort_by(|a, b| match (rate(a, column), rate(b, column)) {
            (Some(a), Some(b)) if *descending => b.total_cmp(&a),
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
    }
    let n_of = |column: &str| -> Option<i64> {
        let mut all =
            runs.iter().filter_map(|run| run.subsets.iter().find(|of| of.id == column)).map(|of| of.success.n);
        let first = all.next()?;
        all.all(|n| n == first).then_some(first)
    };
    let head = |column: &str, name: &str, n: Option<i64>| {
        let sorted = order.as_ref().filter(|(known, _)| known == column).map(|(_, descending)| *descending);
        let next = match sorted {
            None => Some((column.to_owned(), true)),
            Some(true) => Some((column.to_owned(), false)),
            Some(false) => None,
        };
        let onclick = {
            let order = order.setter();
            Callback::from(move |_: MouseEvent| order.set(next.clone()))
        };
        let state = match sorted {
            None => "none",
            Some(true) => "descending",
            Some(false) => "ascending",
        };
        html! {
            <th scope="col" aria-sort={state}><button type="button" class="sort-head" {onclick}><span>{ name }<small>{ n.map_or_else(|| "n differs".to_owned(), |n| format!("n = {n}")) }</small></span>
                if sorted.is_some() { <span class={classes!("sort-mark", state)}>{ icon("chevron") }</span> }</button></th>
        }
    };
    let all_n = {
        let mut all = runs.iter().map(|run| run.means.over_episodes.n);
        let first = all.next();
        first.filter(|first| all.all(|n| n == *first))
    };
    let segments = html! {
        <div class="segments" role="group" aria-label="Environment of the matrix">
            { for environments.iter().map(|id| {
                // A run of another environment is no choice any more.
                let mut next = address.with_only("env", &[id]).with_only("run", &[]);
                next.page = 0;
                html! { <button type="button" aria-pressed={(*id == now).to_string()} onclick={page.to(&next)}>{ environment(address.kind, id) }</button> }
            }) }
        </div>
    };
    html! {
        <section class="card open" aria-labelledby="outcomes-matrix">
            <div class="card-head">
                <h2 id="outcomes-matrix">{ "Success, percent" }</h2><span class="small mute">{ "with 95\u{202f}% Wilson intervals; a cell filters the list" }</span>
                if address.kind == Kind::Simulator { <span class="badge mute">{ icon("steps") }{ "Stepguard simulator" }</span> }
                <span class="grow"></span>{ segments }
            </div>
            <div class="card-body flush">
                <div class="scroll-x" tabindex="0" role="group" aria-label="Success of runs by subset">
                    <table class="matrix">
                        <thead><tr><th scope="col" class="model-head"><span class="hidden-visually">{ if address.kind == Kind::Simulator { "Agent" } else { "Run" } }</span></th>
                            { head("mean", "Mean of subsets", all_n) }
                            { for columns.iter().map(|column| head(column, subset(column), n_of(column))) }</tr></thead>
                        <tbody>{ for runs.iter().map(|run| matrix_row(page, run, &columns)) }</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
}

fn matrix_row(page: &Page, run: &ImportedRun, columns: &[&str]) -> Html {
    let address = &page.address;
    let own = address.values("run") == [run.id.clone()];
    let link = |of: Option<&str>| {
        let chosen = own && address.values("subset") == of.map(|of| vec![of.to_owned()]).unwrap_or_default().as_slice();
        let next = if chosen {
            address.with_only("run", &[]).with_only("subset", &[])
        } else {
            let subsets: Vec<&str> = of.into_iter().collect();
            address.with_only("run", &[&run.id]).with_only("subset", &subsets).with_only("env", &[&run.environment])
        };
        (chosen, page.to(&next))
    };
    let cell = |of: Option<&str>, percent: Option<f64>, interval: Option<Ends>, k: i64, n: i64| {
        let Some(percent) = percent else {
            return html! { <td class="na"><span class="hidden-visually">{ "no episodes" }</span><span aria-hidden="true">{ "\u{2013}" }</span></td> };
        };
        let (chosen, onclick) = link(of);
        let shading = if of.is_some() { format!("shade-{}", shade(percent)) } else { "avg".to_owned() };
        // Whoever hears the cell hears whose it is first, and the counts behind it.
        let whose = format!("{}, {}: ", name_of(run), of.map_or("all subsets", subset));
        html! {
            <td class={classes!(shading, chosen.then_some("chosen"))}><button type="button" aria-pressed={chosen.to_string()} title={format!("{k} of {n}")} {onclick}><span class="hidden-visually">{ whose }</span><b>{ if of.is_some() { plain(percent) } else { decimal(percent) } }</b><small>{ whole_range(interval) }</small><span class="hidden-visually">{ format!(", {k} of {n}") }</span></button></td>
        }
    };
    let all = &run.means.over_episodes;
    html! {
        <tr key={run.id.clone()}>
            <th scope="row"><span class="row-name">{ name_of(run) }</span><small>{ note_of(run) }</small></th>
            { cell(None, run.means.over_subsets, run.means.over_subsets_interval, all.k, all.n) }
            { for columns.iter().map(|column| match run.subsets.iter().find(|of| of.id == *column) {
                Some(of) => cell(Some(column), of.success.percent, of.success.interval, of.success.k, of.success.n),
                None => cell(Some(column), None, None, 0, 0),
            }) }
        </tr>
    }
}

/// The list of episodes, page by page.
fn list(page: &Page, found: &Found) -> Html {
    let address = &page.address;
    if found.total == 0 {
        return html! { <p class="waiting">{ "No episode is like that. Take a filter away, or search for something else." }</p> };
    }
    let last = found.total.saturating_sub(1) / PAGE;
    let turn = |name: &'static str, to: u32, off: bool| {
        button("button compact", name, off, page.to(&Address { page: to, ..(**address).clone() }))
    };
    let pager = |label: &'static str| {
        let now = address.page;
        html! {
            <nav class="pager" aria-label={label}>
                { turn("First", 0, now == 0) }{ turn("Previous", now.saturating_sub(1), now == 0) }
                <span class="small">{ format!("page {} of {}", now + 1, last + 1) }</span>
                { turn("Next", (now + 1).min(last), now >= last) }{ turn("Last", last, now >= last) }
            </nav>
        }
    };
    // What is not recorded at all needs no column.
    let progress = found.rows.iter().any(|row| row.progress.is_some());
    html! {
        <>
            if last > 0 { { pager("Pages of the list") } }
            if address.page > last {
                <p class="waiting">{ "The list has no such page. " }{ button("link-button target", "To the first page", false, page.to(&Address { page: 0, ..(**address).clone() })) }</p>
            } else {
                <div class="scroll-x" tabindex="0" role="group" aria-label="Episodes, as a table">
                    <table class="table episodes">
                        <thead><tr>
                            { sort_head(page, "episode", html! { "Episode" }, "", false) }
                            { sort_head(page, "instruction", html! { "Instruction" }, "", false) }
                            { sort_head(page, "outcome", html! { "Outcome" }, "", true) }
                            if progress { { sort_head(page, "progress", html! { "Conditions met" }, "", true) } }
                            { sort_head(page, "class", html! { "Error class" }, "", false) }
                            { sort_head(page, "steps", html! { "Steps" }, "number", true) }
                            { sort_head(page, "invalid", html! { "Invalid" }, "number", true) }
                            { sort_head(page, "rounds", html! { "Rounds" }, "number", true) }
                        </tr></thead>
                        <tbody>{ for found.rows.iter().map(|row| list_row(page, row, progress)) }</tbody>
                    </table>
                </div>
            }
            if last > 0 { { pager("Pages of the list, again") } }
        </>
    }
}

fn list_row(page: &Page, row: &Row, progress: bool) -> Html {
    let number = |value: Option<f64>| value.map_or_else(|| "\u{2013}".to_owned(), plain);
    let (tone, name, words) = match row.success {
        Some(true) => ("good", "check", "success"),
        Some(false) => ("bad", "cross", "failed"),
        None => ("mute", "unknown", "unfinished"),
    };
    let last = page.last.borrow().as_deref() == Some(row.id.as_str());
    html! {
        <tr key={row.id.clone()} class={classes!(last.then_some("last"))}>
            <th scope="row"><a id={format!("outcomes-episode-{}", row.id)} href={page.address.opened(&row.id).fragment()}>{ format!("{} {}", subset(&row.subset), row.number) }</a><small>{ &row.name }</small></th>
            <td class="says">{ row.instruction.as_deref().unwrap_or("no instruction recorded") }
                if let Some(hit) = &row.hit { <small>{ format!("round {}, {}: \u{2026}", hit.round, part_word(&hit.part)) }{ &hit.before }<mark>{ &hit.hit }</mark>{ &hit.after }{ "\u{2026}" }</small> }
            </td>
            <td><span class={classes!("outcome", tone)}>{ icon(name) }{ words }</span></td>
            if progress {
                <td data-label="conditions">if let Some(share) = row.progress {
                    <span class="meter-cell"><svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width={decimal(share)} height="6" /></svg>{ format!("{}\u{202f}%", plain(share)) }</span>
                } else { { "\u{2013}" } }</td>
            }
            <td>{ row.class.as_deref().map_or_else(String::new, class) }</td>
            <td class="number" data-label="steps">{ number(row.steps) }</td>
            <td class="number" data-label="invalid">{ number(row.invalid) }</td>
            <td class="number" data-label="rounds">{ row.rounds }</td>
        </tr>
    }
}

fn part_word(part: &str) -> &str {
    match part {
        "sees" => "what it sees",
        "plan" => "its plan",
        "raw" => "its answer",
        other => other,
    }
}
