//! The overview: a card a module with its main figure, all figures with their intervals, error categories, the confusion
//! matrix of refusal, the interface audit, and two runs compared.

use stepguard_report::{Interface, InterfaceReport, MetricKind, ModuleReport, RunReport, ScoreMetric, Stopped};
use yew::prelude::*;

use super::charts::{Part, Stack, category_part, category_word, csv, scale, whisker};
use super::compare::Compare;
use super::runs::mark;
use super::terms::{self, explain, mains};
use super::{Page, PageProps};
use crate::state::evaluate::{
    Address, CATEGORIES, Facet, Table, View, cases, category, grouped, module_key, percent, plain, range, run_name,
    whole,
};
use crate::state::facts::plain as words_of;
use crate::state::shared::Shared;
use crate::state::words::{key, long};
use crate::ui::icon::{category_icon, icon};

/// A run's letter and its report.
pub(super) type Reported = (usize, Shared<RunReport>);

/// Each run's letter and report, of the runs that have one.
pub(super) fn reports(page: &Page) -> Vec<Reported> {
    let runs = page.state.runs.iter().enumerate();
    runs.filter_map(|(place, run)| Some((place, run.report.clone()?))).collect()
}

/// A mark for every run of these that was stopped, so that no figure of a part is taken for one of the whole.
pub(super) fn stops<'r>(reports: impl IntoIterator<Item = &'r Reported>) -> Html {
    html! {
        <>{ for reports.into_iter().filter_map(|(place, report)| {
            let stopped = report.stopped?;
            Some(html! { <span class="tag stopped">{ icon("warning") }{ mark(*place) }{ format!("stopped at answer {}", grouped(stopped.answer)) }</span> })
        }) }</>
    }
}

/// Where a run was stopped, for a file.
fn stopped_words(stopped: Stopped) -> String {
    let what = if stopped.tasks { "tasks" } else { "lines" };
    format!("stopped at answer {} after {} of {} {what}", stopped.answer, stopped.done, stopped.of)
}

/// The modules that any run answers, in the order of the report.
fn modules(reports: &[Reported]) -> Vec<(String, Option<Interface>, String)> {
    let mut all: Vec<(String, Option<Interface>, String)> = Vec::new();
    for module in reports.iter().flat_map(|(_, report)| &report.modules) {
        if !all.iter().any(|(id, interface, _)| *id == module.module && *interface == module.interface) {
            all.push((module.module.clone(), module.interface, module.name.clone()));
        }
    }
    all
}

/// Each run's report of a module.
fn of_module<'r>(
    reports: &'r [Reported],
    id: &'r str,
    interface: Option<Interface>,
) -> impl Iterator<Item = (usize, &'r ModuleReport)> {
    reports.iter().filter_map(move |(place, report)| {
        let found = report.modules.iter().find(|module| module.module == id && module.interface == interface)?;
        Some((*place, found))
    })
}

/// The overview.
#[component]
pub(super) fn Overview(props: &PageProps) -> Html {
    let page = &props.page;
    let reports = reports(page);
    if reports.is_empty() {
        let scoring = page.state.runs.iter().any(|run| !run.progress.finished);
        return html! {
            <p class="waiting mute" role="status">{ if scoring { "The figures stand here when the run is scored. Answers can be looked at already." } else { "Making the figures…" } }</p>
        };
    }
    let all = modules(&reports);
    html! {
        <div class="figures-all">
            { for reports.iter().map(|(place, report)| html! {
                <p class="summary">{ mark(*place) }<span>{ &report.summary }</span></p>
            }) }
            <ul class="module-cards">{ for all.iter().map(|(id, interface, name)| card(page, &reports, id, *interface, name)) }</ul>
            { explain("What these figures mean", &mains(&reports.iter().flat_map(|(_, report)| &report.modules).collect::<Vec<_>>())) }
            if reports.len() == 2 { <Compare page={page.clone()} /> }
            { categories(page, &reports) }
            { for reports.iter().filter_map(|(place, report)| {
                let module = report.modules.iter().find(|module| module.confusion.is_some())?;
                Some(confusion(page, *place, report, module))
            }) }
            { for all.iter().map(|(id, interface, name)| figures(&reports, id, *interface, name)) }
            { for reports.iter().filter_map(|(place, report)| Some(interface(*place, report, report.interface.as_ref()?))) }
            { rules(&reports) }
        </div>
    }
}

/// A module's main figure.
fn card(page: &Page, reports: &[Reported], id: &str, interface: Option<Interface>, name: &str) -> Html {
    let key = module_key(id, interface);
    let link = Address { view: View::Answers, ..page.address.in_view(View::Answers) }.with(Facet::Module, &key);
    html! {
        <li class="module-card" data-module={key.clone()}>
            <h3>{ name }</h3>
            { for of_module(reports, id, interface).map(|(place, module)| {
                let main = module.metrics.iter().find(|metric| metric.main);
                html! {
                    <div class="module-figure">
                        if let Some(metric) = main {
                            <p class="figure-line">
                                if reports.len() > 1 { { mark(place) } }
                                <b>{ percent(metric.value) }</b>
                                <span class="small">{ &metric.name }</span>
                            </p>
                            { whisker(metric.value, metric.interval, 0.0, 100.0, place) }
                            <p class="small mute">{ format!("95 % interval {}; n = {}{}", range(metric.interval), whole(metric.n), of_cases(metric)) }</p>
                        }
                        <p class="small mute">{ format!("{} of {} answered, {} unreadable", whole(module.answered.k), whole(module.answered.n), whole(module.unreadable.k)) }</p>
                        { stops(reports.iter().filter(|(own, _)| *own == place)) }
                    </div>
                }
            }) }
            <p><a class="small" href={link.fragment()}>{ "Its answers" }</a></p>
        </li>
    }
}

fn of_cases(metric: &ScoreMetric) -> String {
    match (metric.kind, metric.k) {
        (MetricKind::Rate, Some(k)) => format!(" ({} of them)", whole(k)),
        _ => String::new(),
    }
}

/// All figures of a module.
fn figures(reports: &[Reported], id: &str, interface: Option<Interface>, name: &str) -> Html {
    let sides: Vec<(usize, &ModuleReport)> = of_module(reports, id, interface).collect();
    let Some((_, first)) = sides.first() else { return Html::default() };
    let several = reports.len() > 1;
    let mut table = Table::new(
        &format!("{}-figures", module_key(id, interface)),
        &["run", "group", "figure", "percent", "low", "high", "k", "n"],
    );
    for (place, module) in &sides {
        let run =
            reports.iter().find(|(known, _)| known == place).map_or_else(String::new, |(_, report)| run_name(report));
        for metric in &module.metrics {
            table.rows.push(vec![
                run.clone(),
                metric.group.clone(),
                metric.name.clone(),
                plain(metric.value),
                plain(metric.interval.map(|ends| ends.low)),
                plain(metric.interval.map(|ends| ends.high)),
                metric.k.map_or_else(String::new, |k| k.to_string()),
                metric.n.to_string(),
            ]);
        }
    }
    let mut group = "";
    let rows: Vec<Html> = first
        .metrics
        .iter()
        .map(|metric| {
            let heading = (metric.group != group).then(|| {
                group = &metric.group;
                html! { <tr class="group-row"><th colspan="5" scope="colgroup">{ &metric.group }</th></tr> }
            });
            let values: Vec<(usize, &ScoreMetric)> = sides
                .iter()
                .filter_map(|(place, module)| {
                    Some((*place, module.metrics.iter().find(|other| other.id == metric.id)?))
                })
                .collect();
            html! { <>{ for heading }{ metric_rows(metric, &values, several) }</> }
        })
        .collect();
    html! {
        <section class="card open" aria-label={format!("All figures: {name}")}>
            <div class="card-head"><h2>{ name }</h2><span class="small mute">{ "all figures, with 95 % intervals" }</span>{ stops(reports) }<span class="grow"></span>{ csv(table) }</div>
            <div class="card-body">
                { explain("What the figures mean", &terms::figures(first)) }
                <div class="scroll-x" tabindex="0" role="group" aria-label={format!("Figures of {name}")}>
                    <table class="table whiskers">
                        <thead><tr>
                            <th scope="col">{ "Figure" }</th>
                            <th scope="col" class="chart-column">{ scale(["0", "50", "100 %"]) }<span class="hidden-visually">{ "Chart" }</span></th>
                            <th scope="col" class="number">{ "Value" }</th><th scope="col" class="number">{ "95 % interval" }</th><th scope="col" class="number">{ "n" }</th>
                        </tr></thead>
                        <tbody>{ for rows }</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
}

fn metric_rows(metric: &ScoreMetric, values: &[(usize, &ScoreMetric)], several: bool) -> Html {
    let name = match category(&metric.name) {
        Some(category) => category_word(category),
        None => html! { { &metric.name } },
    };
    html! {
        <>{ for values.iter().enumerate().map(|(row, (place, value))| html! {
            <tr class={classes!(metric.main.then_some("main-row"), (row > 0).then_some("second-row"))}>
                <th scope="row">
                    if row == 0 { { name.clone() } } else { <span class="hidden-visually">{ &metric.name }</span> }
                    if several { { mark(*place) } }
                </th>
                <td class="chart-column">{ whisker(value.value, value.interval, 0.0, 100.0, *place) }</td>
                <td class="number">{ percent(value.value) }</td>
                <td class="number" data-label="95 %">{ range(value.interval) }</td>
                <td class="number" data-label="n">{ counted(value) }</td>
            </tr>
        }) }</>
    }
}

fn counted(metric: &ScoreMetric) -> String {
    match &metric.counts {
        Some(counts) => format!(
            "{} right, {} wrong, {} missed",
            whole(counts.true_positives),
            whole(counts.false_positives),
            whole(counts.false_negatives)
        ),
        None => cases(metric.kind, metric.k, metric.n),
    }
}

/// What became of plans: success, the primary category of each failure, and the rest.
fn categories(page: &Page, reports: &[Reported]) -> Html {
    let all: Vec<(String, Option<Interface>, String)> =
        modules(reports).into_iter().filter(|(id, ..)| id == "sequencing").collect();
    html! {
        <>{ for all.iter().map(|(id, interface, name)| {
            let sides: Vec<(usize, Vec<Part>)> = of_module(reports, id, *interface).map(|(place, module)| (place, parts(module))).collect();
            stacks(page, reports, name, &module_key(id, *interface), &sides)
        }) }</>
    }
}

fn parts(module: &ModuleReport) -> Vec<Part> {
    let k = |id: &str| {
        let metric = module.metrics.iter().find(|metric| metric.id == id);
        metric.and_then(|metric| metric.k).map_or(0, |k| u32::try_from(k).unwrap_or(0))
    };
    let unreadable = u32::try_from(module.unreadable.k).unwrap_or(0);
    let success = k("success");
    let mut parts = vec![Part { class: "good", icon: "check", word: "Success", count: success, label: "success" }];
    let mut known = success + unreadable;
    for category in CATEGORIES {
        let count = k(&format!("primary-{}", key(category)));
        known += count;
        parts.push(category_part(category, count));
    }
    let absent = u32::try_from((module.answered.n - module.answered.k).min(i64::try_from(module.tasks).unwrap_or(0)))
        .unwrap_or(0);
    let absent = if module.tasks < module.answered.n.unsigned_abs() { 0 } else { absent };
    let tasks = u32::try_from(module.tasks).unwrap_or(u32::MAX);
    let unsafe_only = tasks.saturating_sub(known).saturating_sub(absent);
    parts.push(Part {
        class: "hazard",
        icon: "hazard",
        word: "Reaches the goal unsafely",
        count: unsafe_only,
        label: "unsafe",
    });
    parts.push(Part { class: "mute", icon: "unknown", word: "Unreadable", count: unreadable, label: "unreadable" });
    parts.push(Part { class: "none", icon: "empty", word: "No answer", count: absent, label: "" });
    parts
}

fn stacks(page: &Page, reports: &[Reported], name: &str, module: &str, sides: &[(usize, Vec<Part>)]) -> Html {
    let Some((_, first)) = sides.first() else { return Html::default() };
    let total = |parts: &[Part]| parts.iter().map(|part| part.count).sum::<u32>().max(1);
    let share = |count: u32, all: u32| f64::from(count) * 100.0 / f64::from(all);
    let run =
        |place: usize| reports.iter().find(|(known, _)| *known == place).map_or("", |(_, report)| report.run.as_str());
    let saved = |place: usize| {
        reports.iter().find(|(known, _)| *known == place).map_or_else(String::new, |(_, report)| run_name(report))
    };
    let mut table =
        Table::new(&format!("{module}-errors"), &["run", "what became of the plan", "plans", "percent", "n"]);
    for (place, parts) in sides {
        let all = total(parts);
        for part in parts {
            table.rows.push(vec![
                saved(*place),
                part.word.to_owned(),
                part.count.to_string(),
                plain(Some(share(part.count, all))),
                all.to_string(),
            ]);
        }
    }
    html! {
        <section class="card open" aria-label={format!("What became of the plans: {name}")}>
            <div class="card-head"><h2>{ "What became of the plans" }</h2><span class="small mute">{ format!("{name}; a failure counts under its primary category") }</span>{ stops(reports) }<span class="grow"></span>{ csv(table) }</div>
            <div class="card-body">
                { for sides.iter().map(|(place, parts)| {
                    let all = total(parts);
                    let words: Vec<String> = parts.iter().filter(|part| part.count > 0).map(|part| format!("{}: {}", part.word, percent(Some(share(part.count, all))))).collect();
                    html! {
                        <div class="stack-row">{ mark(*place) }<Stack parts={parts.clone()} words={format!("{}: {}", run(*place), words.join(", "))} /></div>
                    }
                }) }
                <div class="scroll-x" tabindex="0" role="group" aria-label="What became of the plans, as a table">
                    <table class="table categories">
                        <thead><tr><th scope="col">{ "Outcome" }</th>
                            { for sides.iter().map(|(place, _)| html! { <th scope="col" class="number">{ mark(*place) }{ " " }{ run(*place) }</th> }) }
                        </tr></thead>
                        <tbody>{ for first.iter().enumerate().map(|(row, part)| html! {
                            <tr><th scope="row"><span class={format!("category part-word-{}", part.class)}>{ icon(part.icon) }{ part.word }</span></th>
                                { for sides.iter().map(|(place, parts)| {
                                    let all = total(parts);
                                    let count = parts[row].count;
                                    let words = format!("{} ({})", grouped(count.into()), percent(Some(share(count, all))));
                                    let link = Address { second: *place == 1, ..page.address.in_view(View::Answers) }.with(Facet::Module, module).with(Facet::Label, part.label);
                                    html! { <td class="number">if count > 0 && !part.label.is_empty() { <a href={link.fragment()}>{ words }</a> } else { { words } }</td> }
                                }) }
                            </tr>
                        }) }</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
}

/// What was said to what.
fn confusion(page: &Page, place: usize, report: &Shared<RunReport>, module: &ModuleReport) -> Html {
    let Some(matrix) = &module.confusion else { return Html::default() };
    let mut head = vec!["intent", "right"];
    head.extend(matrix.columns.iter().map(String::as_str));
    let mut table = Table::new("refusal-confusion", &head);
    for row in &matrix.rows {
        let cells = row.cells.iter().map(u64::to_string);
        table.rows.push([row.intent.clone(), row.gold.clone()].into_iter().chain(cells).collect());
    }
    if let Some(stopped) = report.stopped {
        // A row of its own, since the columns are those of the matrix.
        table.rows.push(vec![stopped_words(stopped)]);
    }
    html! {
        <section class="card open" aria-label={format!("What was said to which commands, {}", report.run)}>
            <div class="card-head"><h2>{ "What was said to which commands" }</h2>{ mark(place) }<span class="small mute">{ &report.run }</span>{ stops([&(place, Shared::clone(report))]) }<span class="grow"></span>{ csv(table) }</div>
            <div class="card-body">
                { explain("What the words mean", &terms::decisions()) }
                <div class="scroll-x" tabindex="0" role="group" aria-label="What was said to which commands, as a table">
                    <table class="table confusion">
                        <thead><tr><th scope="col">{ "Command" }</th>{ for matrix.columns.iter().map(|column| html! { <th scope="col">{ said(column) }</th> }) }</tr></thead>
                        <tbody>{ for matrix.rows.iter().map(|row| {
                            let all = row.cells.iter().sum::<u64>().max(1);
                            html! {
                                <tr><th scope="row">{ words_of(&row.intent) }<small>{ format!("should be {}", if row.gold == "refuse" { "refused" } else { "accepted" }) }</small></th>
                                    { for row.cells.iter().zip(&matrix.columns).map(|(count, column)| {
                                        let right = if row.gold == "refuse" { column == "refuse" } else { column.starts_with("accept") };
                                        #[expect(clippy::cast_precision_loss, reason = "a share for people")]
                                        let share = *count as f64 * 100.0 / all as f64;
                                        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10")]
                                        let shade = (share / 10.0).round() as u32;
                                        let link = Address { second: place == 1, ..page.address.in_view(View::Answers) }.with(Facet::Module, "refusal").with(Facet::Label, column).with(Facet::Intent, &row.intent);
                                        html! {
                                            <td class={format!("shade-{shade}")} data-label={said(column).to_owned()}>
                                                if *count > 0 && column != "absent" { <a href={link.fragment()}><b>{ grouped(*count) }</b></a> } else { <b>{ grouped(*count) }</b> }
                                                <small>{ if right { icon("check") } else { icon("cross") } }{ percent(Some(share)) }<span class="hidden-visually">{ if right { " right" } else { " wrong" } }</span></small>
                                            </td>
                                        }
                                    }) }
                                </tr>
                            }
                        }) }</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
}

/// A column of the confusion matrix.
pub(super) fn said(column: &str) -> &str {
    match column {
        "refuse" => "refuses",
        "accept" => "accepts",
        "accept-if-mitigated" => "accepts with a precaution",
        "absent" => "no answer",
        other => other,
    }
}

/// The interface audit.
fn interface(place: usize, report: &Shared<RunReport>, audit: &InterfaceReport) -> Html {
    let name = |interface: Interface| match interface {
        Interface::Primitives => "primitives only",
        Interface::Full => "all actions",
    };
    let mut table = Table::new(
        "interface-audit",
        &["run", "prompted", "scored with", "tasks", "figure", "percent", "low", "high", "k", "n"],
    );
    for row in &audit.rows {
        for measure in &row.measures {
            table.rows.push(vec![
                run_name(report),
                name(row.prompted).to_owned(),
                name(row.scored).to_owned(),
                if row.possible_only { "possible with the primitives" } else { "all" }.to_owned(),
                measure.id.clone(),
                plain(measure.value),
                plain(measure.interval.map(|ends| ends.low)),
                plain(measure.interval.map(|ends| ends.high)),
                measure.k.map_or_else(String::new, |k| k.to_string()),
                measure.n.to_string(),
            ]);
        }
    }
    html! {
        <section class="card open" aria-label={format!("Interface audit, {}", report.run)}>
            <div class="card-head"><h2>{ "Interface audit" }</h2>{ mark(place) }<span class="small mute">{ "what is due to the vocabulary of the prompt, and not to the model" }</span>{ stops([&(place, Shared::clone(report))]) }<span class="grow"></span>{ csv(table) }</div>
            <div class="card-body">
                { explain("What this audit is", &terms::audit()) }
                <p>{ &audit.summary }</p>
                <div class="scroll-x" tabindex="0" role="group" aria-label="Interface audit, as a table">
                    <table class="table">
                        <thead><tr><th scope="col">{ "Prompted" }</th><th scope="col">{ "Scored with" }</th><th scope="col">{ "Tasks" }</th>
                            { for ["success", "executable", "goal reached", "safe"].map(|word| html! { <th scope="col" class="number">{ word }</th> }) }</tr></thead>
                        <tbody>{ for audit.rows.iter().map(|row| html! {
                            <tr><th scope="row">{ name(row.prompted) }</th><td>{ name(row.scored) }</td>
                                <td>{ format!("{} ({})", grouped(row.tasks), if row.possible_only { "possible with the primitives" } else { "all" }) }</td>
                                { for row.measures.iter().map(|measure| html! { <td class="number">{ percent(measure.value) }<small>{ range(measure.interval) }</small></td> }) }
                            </tr>
                        }) }</tbody>
                    </table>
                </div>
                if !audit.impossible.is_empty() {
                    <details><summary>{ format!("{} tasks that the primitives make impossible (proved)", grouped(audit.impossible.len() as u64)) }</summary>
                        <p class="small chips">{ for audit.impossible.iter().map(|id| html! { <a class="chip" href={format!("#/scenarios/{id}")}>{ id }</a> }) }</p></details>
                }
            </div>
        </section>
    }
}

/// What counts and how.
fn rules(reports: &[Reported]) -> Html {
    let Some((_, report)) = reports.first() else { return Html::default() };
    html! {
        <section class="card open" aria-label="What counts and how">
            <div class="card-head"><h2>{ "What counts and how" }</h2></div>
            <div class="card-body"><ul class="plain-list">{ for report.rules.iter().map(|rule| html! { <li>{ rule }</li> }) }</ul>
                <p class="small mute">{ format!("Suite {}, {}.", report.suite, report.tool) }</p></div>
        </section>
    }
}

/// A category label with its icon, any other label as it is.
pub(super) fn label_word(label: &str) -> Html {
    match category(label) {
        Some(category) => {
            html! { <span class={format!("category cat-{}", key(category))}>{ category_icon(category) }{ long(category) }</span> }
        }
        None => html! { { said(label).replace('-', " ") } },
    }
}
