//! Published figures: tables of models by subsets with the audit in them, ablations, shares of errors, models side by side.
//! Every figure is a fact of its source; what the audit finds stands beside it, and nothing is corrected.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use stepguard_report::results::{
    AblationView, AuditKind, AuditMark, ErrorShares, ModelComparison, PublishedCell, PublishedReport, PublishedRow,
    PublishedTable,
};

use super::ask::{drawn, use_answer};
use super::facets::{self, Facet};
use super::table::{save, sort_head};
use super::{Page, PageProps};
use crate::state::evaluate::{points, quoted};
use crate::state::results::{
    Address, Kind, TABLES, class, environment, family, plain, shade, subset, unit, whole_range,
};
use crate::state::shared::Shared;
use crate::ui::hooks::decimal;
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// The four environments, in the order of the paper.
const ENVIRONMENTS: [&str; 4] = ["alfred", "habitat", "navigation", "manipulation"];

/// What the filters of published figures are called.
const FACETS: [Facet; 4] = [
    Facet { key: "family", name: "Family", word: |value| family(value).to_owned() },
    Facet { key: "subset", name: "Subset", word: |value| subset(value).to_owned() },
    Facet { key: "model", name: "Model", word: |value| value.to_owned() },
    Facet { key: "source", name: "Source", word: |value| value.replace('-', " ") },
];

/// The environment that is shown where one is.
fn chosen_environment(address: &Address) -> &'static str {
    let wanted = address.values("env").first().map_or("", String::as_str);
    ENVIRONMENTS.into_iter().find(|known| *known == wanted).unwrap_or(ENVIRONMENTS[0])
}

/// What is shown in tables: key, name, measures.
fn chosen_table(address: &Address) -> (&'static str, &'static str, &'static [&'static str]) {
    let wanted = address.values("measure").first().map_or("", String::as_str);
    TABLES.into_iter().find(|(key, ..)| *key == wanted).unwrap_or(TABLES[0])
}

/// What the worker is asked for the view.
fn question(address: &Address) -> String {
    match address.view.as_str() {
        "" => address.figures(Some(chosen_environment(address)), chosen_table(address).2),
        "errors" => address.figures(None, &["error-share"]),
        "ablations" => address.figures(
            None,
            &[
                "chat-history",
                "detection-box",
                "resolution",
                "multi-step",
                "multi-view",
                "visual-icl",
                "examples",
                "feedback-drop",
            ],
        ),
        _ => address.figures(None, &[]),
    }
}

/// The figures.
#[component]
pub(super) fn Published(props: &PageProps) -> Html {
    let page = &props.page;
    let address = &page.address;
    let question = question(address);
    let report = use_answer(&page.viewer, question.clone(), |viewer, question: String| async move {
        viewer.published(&question).await
    });
    {
        // Who comes back finds the tables where they were.
        let there = matches!(report, Some(Ok(_)));
        let on_drawn = page.on_drawn.clone();
        use_effect_with((there, on_drawn), |(there, on_drawn)| {
            if *there {
                on_drawn.emit(());
            }
        });
    }
    if address.view == "models" {
        return html! { <Models page={page.clone()} /> };
    }
    drawn(&report, |report| {
        let body = match address.view.as_str() {
            "ablations" => ablations(report),
            "errors" => errors(report),
            "audit" => audit(page, report),
            _ => html! { <Tables page={page.clone()} report={report.clone()} /> },
        };
        let names: Vec<(String, String)> =
            report.models.iter().map(|model| (model.id.clone(), model.name.clone())).collect();
        let csv = {
            let question = question.clone();
            save(page, "CSV of what is shown", "embodiedbench-published.csv", move |viewer| {
                let question = question.clone();
                async move { viewer.save_published(&question).await }
            })
        };
        html! {
            <div class="suite-columns">
                <facets::Facets page={page.clone()} count={facets::chosen(address)}>
                    { only_marked(page) }
                    { facets::draw(page, &FACETS, &report.facets, &names) }
                </facets::Facets>
                <section id="outcomes-found" class="outcomes-body" tabindex="-1" aria-label="Published figures">
                    <div class="results-bar">
                        <facets::Search page={page.clone()} label="Search models and figures" />
                        { csv }
                        <span class="results-count" role="status">{ &report.summary }</span>
                    </div>
                    { facets::tags(page, &FACETS, &names) }
                    { body }
                    { sources(report) }
                </section>
            </div>
        }
    })
}

fn only_marked(page: &Page) -> Html {
    let (replace, address) = (page.replace.clone(), page.address.clone());
    let onchange = Callback::from(move |event: Event| {
        if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
            replace.emit(Address { marked: field.checked(), ..(*address).clone() }.fragment());
        }
    });
    html! {
        <label class="option"><input type="checkbox" checked={page.address.marked} {onchange} />{ "Only what the audit marks" }</label>
    }
}

/// Where figures come from, and what they must not be taken for.
fn sources(report: &PublishedReport) -> Html {
    html! {
        <details class="sources">
            <summary>{ format!("Sources ({})", report.sources.len()) }</summary>
            <ul class="plain-list small">
                { for report.sources.iter().map(|source| html! {
                    <li>{ format!("{} \u{2013} {}. ", source.title, source.how) }<a href={source.link.clone()} rel="noreferrer">{ source.link.trim_start_matches("https://") }</a></li>
                }) }
            </ul>
            <p class="small mute">{ "Figures stand as they are published. They are of other homes and tasks than Stepguard's own simulators and are not compared with them." }</p>
        </details>
    }
}

/// What tables are given.
#[derive(Properties, Clone, PartialEq)]
struct ReportProps {
    page: Page,
    report: Shared<PublishedReport>,
}

/// The tables of one environment.
#[component]
fn Tables(props: &ReportProps) -> Html {
    let (page, report) = (&props.page, &props.report);
    let address = &page.address;
    let open = use_state_eq(|| None::<String>);
    let (now, of) = (chosen_environment(address), chosen_table(address));
    let environments = html! {
        <div class="segments" role="group" aria-label="Environment">
            { for ENVIRONMENTS.into_iter().map(|id| html! {
                <button type="button" aria-pressed={(id == now).to_string()} onclick={page.to(&address.with_only("env", &[id]))}>{ environment(Kind::Published, id) }</button>
            }) }
        </div>
    };
    let onchange = {
        let (replace, address) = (page.replace.clone(), address.clone());
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlSelectElement>() {
                let next = Address { sort: String::new(), ..address.with_only("measure", &[&field.value()]) };
                replace.emit(next.fragment());
            }
        })
    };
    let empty = report.tables.is_empty();
    html! {
        <>
            <div class="results-bar">
                { environments }
                <label class="sort">{ "Figure " }
                    <select class="select" {onchange}>
                        { for TABLES.into_iter().map(|(key, name, _)| html! { <option value={key} selected={key == of.0}>{ name }</option> }) }
                    </select>
                </label>
            </div>
            if empty { <p class="waiting">{ format!("Nothing of this is published for {} with these filters.", environment(Kind::Published, now)) }</p> }
            <div class={classes!("published-tables", report.tables.iter().all(|table| table.columns.len() == 1).then_some("narrow"))}>
                { for report.tables.iter().map(|table| draw_table(page, report, table, &open)) }
            </div>
        </>
    }
}

fn draw_table(
    page: &Page,
    report: &PublishedReport,
    table: &PublishedTable,
    open: &UseStateHandle<Option<String>>,
) -> Html {
    let measure = report.measures.iter().find(|measure| measure.id == table.measure);
    let (name, its_unit) = measure.map_or(("", ""), |measure| (measure.name.as_str(), measure.unit.as_str()));
    let percent = its_unit == "percent";
    let place = environment(Kind::Published, &table.environment);
    let title = match &table.setting {
        Some(setting) => format!("{place}, {} {setting}", name.to_lowercase()),
        None => format!("{place}, {}", name.to_lowercase()),
    };
    let address = &page.address;
    let mut rows: Vec<&PublishedRow> = table.rows.iter().collect();
    let column = table.columns.iter().position(|column| column.id == address.sort);
    if address.sort == "model" {
        rows.sort_by(|a, b| if address.descending { b.model.cmp(&a.model) } else { a.model.cmp(&b.model) });
    } else if let Some(column) = column {
        let value = |row: &PublishedRow| row.cells.get(column).and_then(|cell| cell.as_ref()).map(|cell| cell.value);
        // What is not published comes last whichever way it goes.
        rows.sort_by(|a, b| match (value(a), value(b)) {
            (Some(a), Some(b)) if address.descending => b.total_cmp(&a),
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
    }
    let ns: Vec<u32> =
        table.columns.iter().filter(|column| column.id != "mean").filter_map(|column| column.n).collect();
    let same = ns.first().filter(|first| ns.iter().all(|n| n == *first));
    let n_words = if percent { same.map(|n| format!("published, n = {n} per cell")) } else { None };
    let head_id = format!("outcomes-table-{}", table.id.replace('.', "-"));
    let better = measure.and_then(|measure| measure.more_is_better);
    let models = page.address.with.len();
    html! {
        <section class="card open" aria-labelledby={head_id.clone()}>
            <div class="card-head">
                <h2 id={head_id.clone()}>{ title.clone() }</h2>
                <span class="badge mute">{ icon("file") }{ n_words.unwrap_or_else(|| "published".to_owned()) }</span>
                if table.marked_rows > 0 { <span class="badge warn">{ icon("info") }{ format!("audit: {} of {} rows marked", table.marked_rows, table.rows.len()) }</span> }
                <span class="grow"></span>
                if models >= 2 { <a class="button compact" href={page.address.in_view("models").fragment()}>{ format!("Compare {models} models") }</a> }
            </div>
            <div class="card-body flush">
                <div class="scroll-x" tabindex="0" role="group" aria-label={title.clone()}>
                    <table class="matrix">
                        <thead><tr>
                            { sort_head(page, "model", html! { "Model" }, "model-head", false) }
                            { for table.columns.iter().map(|column| {
                                let n = if percent { column.n } else { None };
                                let name = html! { <span>{ &column.name }if column.id != "mean" { if let Some(n) = n { <small>{ format!("n = {n}") }</small> } } else { <small>{ its_unit }</small> }</span> };
                                sort_head(page, &column.id, name, "", better != Some(false))
                            }) }
                        </tr></thead>
                        <tbody>{ for rows.iter().map(|row| draw_row(page, report, table, row, percent, open)) }</tbody>
                        if table.families.len() > 1 {
                            <tfoot>{ for table.families.iter().map(|each| html! {
                                <tr><th scope="row"><span class="row-name">{ format!("Mean of {}", family(&each.family).to_lowercase()) }</span><small>{ format!("{} models, computed", each.models) }</small></th>
                                    { for each.cells.iter().map(|cell| html! { <td class="avg">{ cell.map_or_else(|| "\u{2013}".to_owned(), decimal) }</td> }) }
                                </tr>
                            }) }</tfoot>
                        }
                    </table>
                </div>
            </div>
        </section>
    }
}

fn draw_row(
    page: &Page,
    report: &PublishedReport,
    table: &PublishedTable,
    row: &PublishedRow,
    percent: bool,
    open: &UseStateHandle<Option<String>>,
) -> Html {
    let chosen = page.address.with.contains(&row.model);
    let onchange = {
        let (replace, address, model) = (page.replace.clone(), page.address.clone(), row.model.clone());
        Callback::from(move |_: Event| {
            let mut next = (*address).clone();
            match next.with.iter().position(|known| *known == model) {
                Some(at) => drop(next.with.remove(at)),
                None => next.with.push(model.clone()),
            }
            replace.emit(next.fragment());
        })
    };
    let shown: Vec<&AuditMark> = row
        .cells
        .iter()
        .flatten()
        .filter(|cell| open.as_deref() == Some(cell.figure.as_str()))
        .flat_map(|cell| report.audit.iter().filter(|mark| cell.marks.contains(&mark.id)))
        .collect();
    let span = (table.columns.len() + 1).to_string();
    html! {
        <>
            <tr key={row.id.clone()}>
                <th scope="row">
                    <label class="row-pick"><input type="checkbox" checked={chosen} {onchange} aria-label={format!("Compare {}", row.model)} /><span><span class="row-name">{ &row.model }</span><small>{ family(&row.family).to_lowercase() }</small></span></label>
                </th>
                { for table.columns.iter().zip(&row.cells).map(|(column, cell)| draw_cell(report, row, &column.id, cell.as_ref(), percent, open)) }
            </tr>
            if !shown.is_empty() {
                <tr key={format!("why {}", row.id)} class="why-row"><td colspan={span}>
                    { for shown.into_iter().map(|mark| html! { <p>{ icon("info") }{ " " }<b>{ kind_name(mark.kind) }</b>{ ": " }{ &mark.why }</p> }) }
                </td></tr>
            }
        </>
    }
}

fn draw_cell(
    report: &PublishedReport,
    row: &PublishedRow,
    column: &str,
    cell: Option<&PublishedCell>,
    percent: bool,
    open: &UseStateHandle<Option<String>>,
) -> Html {
    let Some(cell) = cell else {
        return html! { <td class="na"><span class="hidden-visually">{ "not published" }</span><span aria-hidden="true">{ "\u{2013}" }</span></td> };
    };
    let is_mean = column == "mean";
    let shading = match (is_mean, percent) {
        (true, _) => "avg".to_owned(),
        (false, true) => format!("shade-{}", shade(cell.value)),
        (false, false) => String::new(),
    };
    let marks: Vec<&AuditMark> = report.audit.iter().filter(|mark| cell.marks.contains(&mark.id)).collect();
    if let Some(first) = marks.first() {
        let expanded = open.as_deref() == Some(cell.figure.as_str());
        let show = {
            let (open, figure) = (open.clone(), cell.figure.clone());
            Callback::from(move |_: FocusEvent| open.set(Some(figure.clone())))
        };
        let toggle = {
            let (open, figure) = (open.clone(), cell.figure.clone());
            Callback::from(move |event: MouseEvent| {
                // The focus has shown it already; a click by a program comes without one.
                event.prevent_default();
                open.set(Some(figure.clone()));
            })
        };
        let close = {
            let open = open.clone();
            Callback::from(move |event: KeyboardEvent| {
                if event.key() == "Escape" {
                    open.set(None);
                }
            })
        };
        return html! {
            <td class={classes!(shading, "audited")}>
                <button type="button" aria-expanded={expanded.to_string()} onfocus={show} onclick={toggle} onkeydown={close}>
                    <span class="hidden-visually">{ format!("{}, {}: ", row.model, subset(column)) }</span><b>{ &cell.printed }</b><small>{ icon("info") }{ short(first) }</small>
                </button>
            </td>
        };
    }
    html! {
        <td class={shading}><b>{ &cell.printed }</b>if cell.interval.is_some() { <small>{ whole_range(cell.interval) }</small> }</td>
    }
}

/// What a mark says in its cell.
fn short(mark: &AuditMark) -> String {
    match (mark.kind, mark.computed, mark.possible.as_slice()) {
        (AuditKind::ImpossibleRate, _, [low, high, ..]) => format!("{} or {}", decimal(*low), decimal(*high)),
        (AuditKind::PlainMean, Some(value), _) => format!("weighted {}", decimal(value)),
        (_, Some(value), _) => format!("computed {}", decimal(value)),
        _ => kind_name(mark.kind).to_owned(),
    }
}

fn kind_name(kind: AuditKind) -> &'static str {
    match kind {
        AuditKind::MeanDiffers => "Mean differs from its row",
        AuditKind::PlainMean => "Plain mean among weighted ones",
        AuditKind::MeanRounded => "Mean off by its last digit",
        AuditKind::ImpossibleRate => "No count of tasks gives this rate",
        AuditKind::PartsDiffer => "Parts do not add up",
    }
}

/// Everything that the audit found.
fn audit(page: &Page, report: &PublishedReport) -> Html {
    if report.audit.is_empty() {
        return html! { <p class="waiting">{ "The audit marks nothing among these figures." }</p> };
    }
    html! {
        <section class="card open" aria-labelledby="outcomes-audit">
            <div class="card-head"><h2 id="outcomes-audit">{ "What the audit finds" }</h2><span class="badge warn">{ icon("info") }{ format!("{} marks", report.audit.len()) }</span></div>
            <div class="card-body">
                <p class="audit-about">{ "Every mean is computed again from its row, every rate is held against its number of tasks, every whole against its parts. Both numbers are shown; none is corrected." }</p>
                <div class="scroll-x" tabindex="0" role="group" aria-label="What the audit finds, as a table">
                    <table class="table">
                        <thead><tr><th scope="col">{ "Model" }</th><th scope="col">{ "Environment" }</th><th scope="col">{ "Cell" }</th><th scope="col" class="number">{ "Stated" }</th><th scope="col" class="number">{ "Computed or possible" }</th><th scope="col">{ "Why it is marked" }</th></tr></thead>
                        <tbody>{ for report.audit.iter().map(|mark| {
                            let table = TABLES.into_iter().find(|(_, _, measures)| measures.contains(&mark.measure.as_str()));
                            let link = table.map(|(key, ..)| Address::of(Kind::Published).with_only("env", &[&mark.environment]).with_only("measure", &[key]).fragment());
                            let values = if mark.possible.is_empty() { mark.computed.map_or_else(String::new, decimal) } else { mark.possible.iter().map(|value| decimal(*value)).collect::<Vec<_>>().join(" or ") };
                            html! {
                                <tr>
                                    <th scope="row">{ &mark.model }</th>
                                    <td>{ match link { Some(link) => html! { <a href={link}>{ environment(Kind::Published, &mark.environment) }</a> }, None => html! { environment(Kind::Published, &mark.environment) } } }</td>
                                    <td>{ format!("{}, {}", measure_name(report, &mark.measure), subset(&mark.subset).to_lowercase()) }</td>
                                    <td class="number">{ plain(mark.stated) }</td><td class="number">{ values }</td>
                                    <td><b>{ kind_name(mark.kind) }</b>{ ". " }{ &mark.why }</td>
                                </tr>
                            }
                        }) }</tbody>
                    </table>
                </div>
                { button("button compact", "Show only marked figures in the tables", false, page.to(&Address { marked: true, ..page.address.in_view("") })) }
            </div>
        </section>
    }
}

fn measure_name<'r>(report: &'r PublishedReport, id: &'r str) -> &'r str {
    report.measures.iter().find(|measure| measure.id == id).map_or(id, |measure| measure.name.as_str())
}

/// Small charts, each of which is a table.
fn ablations(report: &PublishedReport) -> Html {
    if report.ablations.is_empty() {
        return html! { <p class="waiting">{ "No ablation is published with these filters." }</p> };
    }
    html! { <div class="ablations">{ for report.ablations.iter().map(|ablation| draw_ablation(report, ablation)) }</div> }
}

fn draw_ablation(report: &PublishedReport, ablation: &AblationView) -> Html {
    let mut settings: Vec<&str> = Vec::new();
    for point in ablation.series.iter().flat_map(|series| &series.points) {
        if !settings.contains(&point.setting.as_str()) {
            settings.push(&point.setting);
        }
    }
    let its_unit = report
        .measures
        .iter()
        .find(|measure| measure.id == ablation.measure)
        .map_or("", |measure| measure.unit.as_str());
    let all = ablation.series.iter().flat_map(|series| &series.points).map(|point| point.value);
    let top = if its_unit == "percent" { 100.0 } else { (all.fold(0.0, f64::max) / 10.0).ceil().max(1.0) * 10.0 };
    let approximate =
        ablation.series.iter().flat_map(|series| &series.points).any(|point| point.printed.starts_with('~'));
    // Two sources may have the same switch in the same place.
    let source = ablation.source.replace('-', " ");
    let title = format!(
        "{}: {}, {} ({source})",
        ablation.name,
        environment(Kind::Published, &ablation.environment),
        subset(&ablation.subset).to_lowercase()
    );
    let id = format!("outcomes-ablation-{}", ablation.id.replace('.', "-"));
    html! {
        <section class="card open" aria-labelledby={id.clone()}>
            <div class="card-head"><h2 {id}>{ title.clone() }</h2><span class="grow"></span><span class="small mute">{ its_unit.to_owned() }</span></div>
            <div class="card-body">
                <div class="scroll-x" tabindex="0" role="group" aria-label={title}>
                    <table class="table dots">
                        <thead><tr><th scope="col">{ "Model" }</th><td class="chart-column" aria-hidden="true"><span class="scale"><span>{ "0" }</span><span>{ plain(top) }</span></span></td>
                            { for settings.iter().enumerate().map(|(place, setting)| html! { <th scope="col" class="number">{ mark_of(place) }{ " " }{ *setting }</th> }) }</tr></thead>
                        <tbody>{ for ablation.series.iter().map(|series| {
                            let at = |value: f64| decimal((value * 1000.0 / top).min(1000.0));
                            let values: Vec<f64> = series.points.iter().map(|point| point.value).collect();
                            let (low, high) = (values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(0.0, f64::max));
                            html! {
                                <tr><th scope="row">{ &series.model }</th>
                                    <td class="chart-column" aria-hidden="true"><svg class="dot-line" viewBox="0 0 1000 16" preserveAspectRatio="none">
                                        <line class="axis" x1="0" x2="1000" y1="8" y2="8" />
                                        if values.len() > 1 { <line class="span" x1={at(low)} x2={at(high)} y1="8" y2="8" /> }
                                        { for series.points.iter().map(|point| {
                                            let place = settings.iter().position(|setting| *setting == point.setting).unwrap_or(0);
                                            html! { <line class={format!("dot-{}", place.min(2))} x1={at(point.value)} x2={at(point.value)} y1={if place == 2 { "2" } else { "8" }} y2={if place == 2 { "14" } else { "8" }} /> }
                                        }) }
                                    </svg></td>
                                    { for settings.iter().map(|setting| {
                                        let point = series.points.iter().find(|point| point.setting == *setting);
                                        html! { <td class="number">{ point.map_or("\u{2013}", |point| point.printed.as_str()) }</td> }
                                    }) }
                                </tr>
                            }
                        }) }</tbody>
                    </table>
                </div>
                if approximate { <p class="small mute">{ "~ read by eye from a chart of the source" }</p> }
            </div>
        </section>
    }
}

/// The mark of a setting in a chart, for the head of its column.
fn mark_of(place: usize) -> Html {
    html! { <svg class="dot-line dot-key" viewBox="0 0 16 16" aria-hidden="true"><line class={format!("dot-{}", place.min(2))} x1="8" x2="8" y1={if place == 2 { "2" } else { "8" }} y2={if place == 2 { "14" } else { "8" }} /></svg> }
}

/// Why sampled failures failed: stacked bars, each with its table.
fn errors(report: &PublishedReport) -> Html {
    if report.errors.is_empty() {
        return html! { <p class="waiting">{ "No shares of errors are published with these filters." }</p> };
    }
    html! { <div class="ablations">{ for report.errors.iter().map(draw_errors) }</div> }
}

fn draw_errors(shares: &ErrorShares) -> Html {
    let title =
        format!("{}, {}: why sampled failures fail", environment(Kind::Published, &shares.environment), shares.model);
    let id = format!("outcomes-errors-{}", shares.id.replace('.', "-"));
    let words: Vec<String> = shares
        .groups
        .iter()
        .map(|group| format!("{} {}{}", group.group, plain(group.share), unit("percent")))
        .collect();
    let mut from = 0.0;
    let mut bars: Vec<Html> = Vec::new();
    for group in &shares.groups {
        bars.push(html! { <rect class={format!("group-{}", group.group)} x={decimal(from * 10.0)} y="0" width={decimal((group.share * 10.0 - 4.0).max(2.0))} height="20" /> });
        let mut inner = from;
        for part in &group.parts {
            bars.push(html! { <rect class={format!("group-{} part-of", group.group)} x={decimal(inner * 10.0)} y="24" width={decimal((part.share * 10.0 - 4.0).max(2.0))} height="10" /> });
            inner += part.share;
        }
        from += group.share;
    }
    html! {
        <section class="card open" aria-labelledby={id.clone()}>
            <div class="card-head"><h2 {id}>{ title.clone() }</h2><span class="grow"></span><span class="small mute">{ shares.source.replace('-', " ") }</span></div>
            <div class="card-body">
                <div role="img" aria-label={words.join(", ")}><svg class="shares" viewBox="0 0 1000 34" preserveAspectRatio="none" aria-hidden="true">{ for bars }</svg></div>
                <div class="scroll-x" tabindex="0" role="group" aria-label={title}>
                    <table class="table">
                        <thead><tr><th scope="col">{ "Class of error" }</th><th scope="col" class="number">{ "Share of failures, percent" }</th></tr></thead>
                        <tbody>{ for shares.groups.iter().map(|group| html! {
                            <>
                                <tr class="main-row"><th scope="row"><span class={format!("swatch group-{}", group.group)} aria-hidden="true"></span>{ class(&group.group) }</th><td class="number">{ plain(group.share) }</td></tr>
                                { for group.parts.iter().map(|part| html! { <tr><th scope="row" class="inset">{ class(&part.class) }</th><td class="number">{ plain(part.share) }</td></tr> }) }
                            </>
                        }) }
                        <tr><th scope="row" class="mute">{ "Sum of the groups" }</th><td class="number mute">{ plain(shares.sum) }</td></tr></tbody>
                    </table>
                </div>
            </div>
        </section>
    }
}

/// Models side by side.
#[component]
fn Models(props: &PageProps) -> Html {
    let page = &props.page;
    let address = &page.address;
    let (now, table) = (chosen_environment(address), chosen_table(address));
    let measure = table.2[0];
    let all = use_answer(&page.viewer, "measure=success".to_owned(), |viewer, question: String| async move {
        viewer.published(&question).await
    });
    let question = (now, measure, address.with.clone());
    let compared =
        use_answer(&page.viewer, question, |viewer, (environment, measure, with): (&str, &str, Vec<String>)| {
            let models = format!("[{}]", with.iter().map(|model| quoted(model)).collect::<Vec<_>>().join(","));
            async move { viewer.compare_models(environment, measure, &models).await }
        });
    let add = {
        let (replace, address) = (page.replace.clone(), address.clone());
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlSelectElement>() {
                let mut next = (*address).clone();
                next.with.push(field.value());
                field.set_value("");
                replace.emit(next.fragment());
            }
        })
    };
    let pick = {
        let (replace, address) = (page.replace.clone(), address.clone());
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlSelectElement>() {
                replace.emit(address.with_only("measure", &[&field.value()]).fragment());
            }
        })
    };
    drawn(&all, |all| {
        html! {
            <section id="outcomes-found" class="outcomes-body" tabindex="-1" aria-label="Models side by side">
                <div class="results-bar">
                    <div class="segments" role="group" aria-label="Environment">
                        { for ENVIRONMENTS.into_iter().map(|id| html! {
                            <button type="button" aria-pressed={(id == now).to_string()} onclick={page.to(&address.with_only("env", &[id]))}>{ environment(Kind::Published, id) }</button>
                        }) }
                    </div>
                    <label class="sort">{ "Figure " }
                        <select class="select" onchange={pick}>{ for TABLES.into_iter().filter(|(key, ..)| *key != "chat-history").map(|(key, name, measures)| html! {
                            <option value={key} selected={key == table.0}>{ if measures.len() > 1 { "Steps" } else { name } }</option>
                        }) }</select>
                    </label>
                    <label class="sort">{ "Add a model " }
                        <select class="select" onchange={add}>
                            <option value="" selected=true>{ "choose" }</option>
                            { for all.models.iter().filter(|model| !address.with.contains(&model.name)).map(|model| html! { <option value={model.name.clone()}>{ format!("{} ({})", model.name, family(&model.family).to_lowercase()) }</option> }) }
                        </select>
                    </label>
                </div>
                if !address.with.is_empty() {
                    <ul class="tags" aria-label="Models compared">
                        { for address.with.iter().enumerate().map(|(place, model)| {
                            let mut next = (**address).clone();
                            next.with.remove(place);
                            html! { <li><button type="button" class="tag-button" aria-label={format!("Take {model} out of the comparison")} onclick={page.to(&next)}>{ model }{ icon("close") }</button></li> }
                        }) }
                    </ul>
                }
                if address.with.len() < 2 {
                    <p class="waiting">{ "Choose two models or more; each is compared with the first one. Models can also be ticked in the tables." }</p>
                } else {
                    { drawn(&compared, |compared| match &**compared {
                        Some(compared) => side_by_side(compared, if measure == "success" { "percent" } else { "" }),
                        None => html! { <p class="waiting">{ "One of these models is not among the published ones. Take it out and choose another." }</p> },
                    }) }
                }
            </section>
        }
    })
}

fn side_by_side(compared: &ModelComparison, its_unit: &str) -> Html {
    if compared.rows.is_empty() {
        return html! { <p class="waiting">{ "Of these models this figure is not published in this environment." }</p> };
    }
    let shown = |value: Option<f64>| value.map_or_else(|| "\u{2013}".to_owned(), plain);
    html! {
        <section class="card open" aria-labelledby="outcomes-models">
            <div class="card-head"><h2 id="outcomes-models">{ format!("{}, side by side", environment(Kind::Published, &compared.environment)) }</h2><span class="badge mute">{ icon("file") }{ "published" }</span></div>
            <div class="card-body">
                <div class="scroll-x" tabindex="0" role="group" aria-label="Models side by side, as a table">
                    <table class="table">
                        <thead><tr><th scope="col">{ "Subset" }</th>{ for compared.models.iter().map(|model| html! { <th scope="col" class="number">{ model }</th> }) }</tr></thead>
                        <tbody>{ for compared.rows.iter().map(|row| html! {
                            <tr><th scope="row">{ subset(&row.subset) }</th>
                                { for row.values.iter().enumerate().map(|(place, value)| {
                                    let difference = row.differences.get(place).copied().flatten();
                                    let differs = row.shown.get(place).copied().flatten();
                                    html! {
                                        <td class="number">{ shown(*value) }{ if value.is_some() { unit(its_unit) } else { "" } }
                                            if place > 0 { if let Some(difference) = difference {
                                                <small>{ points(difference) }{ match differs { Some(true) => ", differs", Some(false) => ", no difference shown", None => "" } }</small>
                                            } }
                                        </td>
                                    }
                                }) }
                            </tr>
                        }) }</tbody>
                    </table>
                </div>
                <p class="small mute">{ "Small: difference from the first model in points. It \u{201c}differs\u{201d} where the 95\u{202f}% interval of the difference (Newcombe, from both counts) leaves out 0. Which tasks were solved is not published, so no paired test is possible." }</p>
            </div>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_say_both_numbers_in_a_few_words() {
        let mark = |kind, computed, possible: &[f64]| AuditMark {
            id: String::new(),
            kind,
            figure: String::new(),
            model: String::new(),
            environment: String::new(),
            measure: String::new(),
            subset: String::new(),
            stated: 1.0,
            computed,
            possible: possible.to_vec(),
            why: String::new(),
        };
        assert_eq!(short(&mark(AuditKind::MeanDiffers, Some(27.333), &[])), "computed 27.3");
        assert_eq!(short(&mark(AuditKind::ImpossibleRate, None, &[8.3333, 11.1111])), "8.3 or 11.1");
        assert_eq!(short(&mark(AuditKind::PlainMean, Some(20.0), &[])), "weighted 20.0");
    }
}
