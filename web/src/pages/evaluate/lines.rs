//! Every line of a run that does not count, with the reason, and the tasks without an answer.

use stepguard_report::{LineFault, LineFaultKind};
use yew::prelude::*;

use super::Page;
use super::charts::csv;
use super::runs::mark;
use crate::state::evaluate::{Table, grouped};

/// So many lines are drawn; all of them are in the file.
const DRAWN: usize = 200;

const fn kind(kind: LineFaultKind) -> &'static str {
    match kind {
        LineFaultKind::NoAnswer => "no answer",
        LineFaultKind::UnknownId => "unknown task",
        LineFaultKind::UnknownModule => "unknown module",
        LineFaultKind::NotAsked => "not asked",
        LineFaultKind::Second => "second answer",
    }
}

/// The lines.
pub(super) fn draw(page: &Page) -> Html {
    html! { <>{ for page.state.runs.iter().enumerate().map(|(place, run)| match &run.report {
        None => html! { <p class="waiting mute" role="status">{ format!("{} is being scored.", run.progress.name) }</p> },
        Some(report) => html! {
            <section class="card open" aria-label={format!("Lines that do not count, {}", report.run)}>
                <div class="card-head"><h2>{ "Lines that do not count" }</h2>{ mark(place) }<span class="small mute">{ &report.run }</span><span class="grow"></span>{ csv(table(&report.faults)) }</div>
                <div class="card-body">
                    { faults(&report.faults, report.lines) }
                    { for report.modules.iter().filter(|module| !module.absent.is_empty()).map(|module| html! {
                        <details>
                            <summary>{ format!("{}: {} tasks without an answer", module.name, grouped(module.absent.len() as u64)) }</summary>
                            <p class="chips">{ for module.absent.iter().take(DRAWN).map(|id| html! { <a class="chip" href={format!("#/scenarios/{id}")}>{ id }</a> }) }</p>
                            if module.absent.len() > DRAWN { <p class="small mute">{ format!("and {} more; the JSON report lists them all", grouped((module.absent.len() - DRAWN) as u64)) }</p> }
                        </details>
                    }) }
                </div>
            </section>
        },
    }) }</> }
}

fn table(faults: &[LineFault]) -> Table {
    let mut table = Table::new("lines-that-do-not-count", &["line", "kind", "id", "reason"]);
    for fault in faults {
        let id = fault.id.clone().unwrap_or_default();
        table.rows.push(vec![fault.line.to_string(), kind(fault.kind).to_owned(), id, fault.reason.clone()]);
    }
    table
}

fn faults(faults: &[LineFault], lines: u64) -> Html {
    if faults.is_empty() {
        return html! { <p>{ format!("All {} lines count.", grouped(lines)) }</p> };
    }
    html! {
        <>
            <p>{ format!("{} of {} lines do not count.", grouped(faults.len() as u64), grouped(lines)) }</p>
            <div class="scroll-x" tabindex="0" role="group" aria-label="Lines that do not count, as a table">
                <table class="table">
                    <thead><tr><th scope="col" class="number">{ "Line" }</th><th scope="col">{ "What" }</th><th scope="col">{ "Task" }</th><th scope="col">{ "Why" }</th></tr></thead>
                    <tbody>{ for faults.iter().take(DRAWN).map(|fault| html! {
                        <tr><td class="number">{ grouped(fault.line) }</td><th scope="row" class="nowrap">{ kind(fault.kind) }</th><td><code>{ fault.id.clone().unwrap_or_default() }</code></td><td>{ &fault.reason }</td></tr>
                    }) }</tbody>
                </table>
            </div>
            if faults.len() > DRAWN { <p class="small mute">{ format!("and {} more: the CSV file has them all", grouped((faults.len() - DRAWN) as u64)) }</p> }
        </>
    }
}
