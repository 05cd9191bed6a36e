//! Figures that others have published, beside one's own run: marked as published, with their source, their n and what is
//! known to be wrong with them. They are of other tasks: nothing is compared.

use stepguard_report::Interface;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::charts::csv;
use super::runs::{letter, mark};
use super::{Page, PageProps};
use crate::bridge::site::fetch_text;
use crate::reading::{self, read_struct};
use crate::state::evaluate::{Table, percent, range};
use crate::state::published::{FIGURES, Figure};
use crate::state::shared::Shared;
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// A table of the Embodied Agent Interface.
#[derive(Debug, Clone, PartialEq)]
struct Eai {
    source: String,
    notes: Vec<String>,
    tables: Vec<EaiTable>,
}

/// Models and their figures.
#[derive(Debug, Clone, PartialEq)]
struct EaiTable {
    module: String,
    dataset: String,
    note: String,
    columns: Vec<String>,
    rows: Vec<EaiRow>,
}

/// A model and its figures, as they were published.
#[derive(Debug, Clone, PartialEq)]
struct EaiRow {
    model: String,
    values: Vec<String>,
}

read_struct!(Eai { source, notes, tables });
read_struct!(EaiTable { module, dataset, note, columns, rows });
read_struct!(EaiRow { model, values });

/// Where the table lies, seen from the page.
const EAI: &str = "static/published/eai.json";

/// The figures.
#[component]
pub(super) fn Published(props: &PageProps) -> Html {
    let page = &props.page;
    let eai = use_state(|| None::<Result<Shared<Eai>, String>>);
    let loading = use_state_eq(|| false);
    let load = {
        let (eai, loading) = (eai.setter(), loading.clone());
        Callback::from(move |_: MouseEvent| {
            loading.set(true);
            let (eai, loading) = (eai.clone(), loading.setter());
            spawn_local(async move {
                let read = fetch_text(EAI)
                    .await
                    .and_then(|text| reading::read::<Eai>(&text).map_err(|error| error.to_string()));
                eai.set(Some(read.map(Shared::new)));
                loading.set(false);
            });
        })
    };
    html! {
        <div class="published">
            <section class="card open" aria-labelledby="safel-heading">
                <div class="card-head"><h2 id="safel-heading">{ "SAFEL" }</h2><span class="badge mute">{ icon("file") }{ "published" }</span>
                    <span class="small mute">{ "arXiv 2505.19933, its own scenarios and models" }</span><span class="grow"></span>{ csv(safel_table()) }</div>
                <div class="card-body">
                    <p>{ "These figures are of other tasks than yours: they say how the module is reported elsewhere, not who is better." }</p>
                    <div class="scroll-x" tabindex="0" role="group" aria-label="Published figures of SAFEL">
                        <table class="table whiskers">
                            <thead><tr><th scope="col">{ "Figure" }</th><th scope="col" class="number">{ "Published" }</th><th scope="col" class="number">{ "n" }</th>
                                { for page.state.runs.iter().enumerate().map(|(place, run)| html! { <th scope="col" class="number">{ mark(place) }{ " " }{ &run.progress.name }</th> }) }
                                <th scope="col">{ "Source, and what is known of it" }</th></tr></thead>
                            <tbody>{ for FIGURES.iter().map(|figure| row(page, figure)) }</tbody>
                        </table>
                    </div>
                </div>
            </section>
            <section class="card open" aria-labelledby="eai-heading">
                <div class="card-head"><h2 id="eai-heading">{ "Embodied Agent Interface" }</h2><span class="badge mute">{ icon("file") }{ "published" }</span>
                    <span class="small mute">{ "BEHAVIOR and VirtualHome, 18 models" }</span></div>
                <div class="card-body">
                    { match &*eai {
                        None => html! { <p>{ "Tables of its project site, for the modules that it shares with this page. " }{ button("button", "Show the tables", *loading, load) }</p> },
                        Some(Err(why)) => html! { <p role="alert">{ format!("The tables could not be loaded: {why}.") }</p> },
                        Some(Ok(eai)) => html! { <>
                            <p class="small mute">{ &eai.source }</p>
                            <ul class="plain-list small">{ for eai.notes.iter().map(|note| html! { <li>{ note }</li> }) }</ul>
                            { for eai.tables.iter().map(eai_table) }
                        </> },
                    } }
                </div>
            </section>
        </div>
    }
}

fn safel_table() -> Table {
    let mut table = Table::new("safel-published", &["figure", "value", "unit", "n", "source", "note"]);
    for figure in &FIGURES {
        table.rows.push(vec![
            figure.name.to_owned(),
            figure.value.to_owned(),
            figure.unit.to_owned(),
            figure.n.map_or_else(String::new, |n| n.to_string()),
            figure.source.to_owned(),
            figure.note.to_owned(),
        ]);
    }
    table
}

fn row(page: &Page, figure: &Figure) -> Html {
    let n = match figure.n {
        Some(n) => n.to_string(),
        None if figure.unit == "count" => "\u{2013}".to_owned(),
        None => "not said".to_owned(),
    };
    let unit = if figure.unit == "percent" { "\u{202f}%" } else { "" };
    html! {
        <tr>
            <th scope="row">{ figure.name }</th>
            <td class="number nowrap" data-label="published">{ format!("{}{unit}", figure.value) }</td>
            <td class="number nowrap" data-label="n">{ n }</td>
            { for page.state.runs.iter().enumerate().map(|(place, run)| {
                let report = run.report.as_ref();
                let own = report.zip(figure.beside).and_then(|(report, (module, metric))| {
                    let found = report.modules.iter().find(|each| each.module == module && each.interface != Some(Interface::Primitives))?;
                    found.metrics.iter().find(|each| each.id == metric)
                });
                html! { <td class="number" data-label={letter(place)}>if let Some(own) = own { { percent(own.value) }<small>{ format!("{}; n = {}", range(own.interval), own.n) }</small> } else { { "\u{2013}" } }</td> }
            }) }
            <td class="small">{ figure.source }if !figure.note.is_empty() { <span class="published-note">{ icon("warning") }{ figure.note }</span> }</td>
        </tr>
    }
}

fn eai_table(table: &EaiTable) -> Html {
    let mut head = vec!["model"];
    head.extend(table.columns.iter().map(String::as_str));
    let mut file = Table::new(&format!("eai-{}-{}", table.module, table.dataset).replace(' ', "-"), &head);
    for row in &table.rows {
        file.rows.push(std::iter::once(row.model.clone()).chain(row.values.iter().cloned()).collect());
    }
    let name = format!("{}, {}", table.module, table.dataset);
    html! {
        <details class="eai">
            <summary>{ &name }</summary>
            <p class="small">{ csv(file) }if !table.note.is_empty() { <span class="published-note">{ icon("warning") }{ &table.note }</span> }</p>
            <div class="scroll-x" tabindex="0" role="group" aria-label={name.clone()}>
                <table class="table whiskers">
                    <thead><tr><th scope="col">{ "Model" }</th>{ for table.columns.iter().map(|column| html! { <th scope="col" class="number">{ column }</th> }) }</tr></thead>
                    <tbody>{ for table.rows.iter().map(|row| html! {
                        <tr><th scope="row">{ &row.model }</th>{ for row.values.iter().map(|value| html! { <td class="number">{ value }</td> }) }</tr>
                    }) }</tbody>
                </table>
            </div>
        </details>
    }
}
