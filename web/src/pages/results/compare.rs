//! Two runs of one environment on the episodes that both have.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::Page;
use super::ask::{drawn, use_answer};
use super::runs::{RunsProps, name_of};
use crate::bridge::viewer::{Comparison, Differs};
use crate::state::evaluate::{grouped, p_value, points, range};
use crate::state::results::{Address, environment, subset};

/// The comparison.
#[component]
pub(super) fn Compare(props: &RunsProps) -> Html {
    let RunsProps { page, report } = props;
    let address = &page.address;
    let chosen = |place: usize| address.with.get(place).map_or("", String::as_str);
    let (first, second) = (chosen(0).to_owned(), chosen(1).to_owned());
    let question = (address.kind.key(), first.clone(), second.clone(), page.imports.changes);
    let compared = use_answer(
        &page.viewer,
        question,
        |viewer, (kind, first, second, _): (&str, String, String, u32)| async move {
            viewer.compare_runs(kind, &first, &second).await
        },
    );
    let of_first = report.runs.iter().find(|run| run.id == first).map(|run| run.environment.clone());
    let field = |place: usize, label: &'static str| {
        let (replace, address) = (page.replace.clone(), address.clone());
        let onchange = Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlSelectElement>() {
                let mut next = (*address).clone();
                next.with.resize(2, String::new());
                next.with[place] = field.value();
                next.with.retain(|run| !run.is_empty());
                replace.emit(next.fragment());
            }
        });
        let now = chosen(place);
        // The second one can only be of the same environment.
        let fits = |environment: &str| place == 0 || of_first.as_deref().is_none_or(|of| of == environment);
        html! {
            <label class="sort">{ label }{ " " }
                <select class="select" {onchange} disabled={place == 1 && first.is_empty()}>
                    <option value="" selected={now.is_empty()}>{ "choose" }</option>
                    { for report.runs.iter().filter(|run| fits(&run.environment) && (place == 0 || run.id != first)).map(|run| html! {
                        <option value={run.id.clone()} selected={run.id == now}>{ format!("{}, {}", name_of(run), environment(page.address.kind, &run.environment)) }</option>
                    }) }
                </select>
            </label>
        }
    };
    html! {
        <section id="outcomes-found" class="outcomes-body" tabindex="-1" aria-label="Two runs compared">
            <div class="results-bar">{ field(0, "First run") }{ field(1, "Second run") }</div>
            if first.is_empty() || second.is_empty() {
                <p class="waiting">{ "Choose two runs of one environment. They are compared on the episodes that both have: McNemar's test on the pairs, corrected by Holm's method over the rows." }</p>
            } else {
                { drawn(&compared, |compared| match &**compared {
                    Some(compared) => draw(page, compared, &second),
                    None => html! { <p class="waiting">{ "These two cannot be compared: one of them is not open here, or they are of different environments." }</p> },
                }) }
            }
        </section>
    }
}

fn draw(page: &Page, compared: &Comparison, second: &str) -> Html {
    html! {
        <>
            <section class="card open" aria-labelledby="outcomes-compared">
                <div class="card-head"><h2 id="outcomes-compared">{ format!("{} and {}", compared.first, compared.second) }</h2><span class="small mute">{ environment(page.address.kind, &compared.environment) }</span></div>
                <div class="card-body">
                    <p>{ &compared.summary }</p>
                    <div class="scroll-x" tabindex="0" role="group" aria-label="Two runs compared, as a table">
                        <table class="table">
                            <thead><tr><th scope="col">{ "Subset" }</th><th scope="col" class="number">{ "Episodes" }</th><th scope="col" class="number">{ "Both" }</th><th scope="col" class="number">{ "First only" }</th><th scope="col" class="number">{ "Second only" }</th><th scope="col" class="number">{ "Neither" }</th>
                                <th scope="col" class="number">{ "Second less first, points" }</th><th scope="col" class="number">{ "p" }</th><th scope="col" class="number">{ "p, corrected" }</th><th scope="col">{ "In words" }</th></tr></thead>
                            <tbody>{ for compared.rows.iter().map(|row| html! {
                                <tr class={classes!((row.subset == "all").then_some("main-row"))}><th scope="row">{ subset(&row.subset) }</th>
                                    <td class="number">{ grouped(row.n.into()) }</td><td class="number">{ row.both }</td><td class="number">{ row.first_only }</td><td class="number">{ row.second_only }</td><td class="number">{ row.neither }</td>
                                    <td class="number">{ row.difference.map_or_else(|| "\u{2013}".to_owned(), points) }<small>{ range(row.interval) }</small></td>
                                    <td class="number">{ p_value(row.p) }</td><td class="number">{ p_value(row.p_corrected) }</td><td>{ &row.words }</td></tr>
                            }) }</tbody>
                        </table>
                    </div>
                </div>
            </section>
            { differing(page, "outcomes-first-only", format!("Solved by {} only", compared.first), &compared.first_only, second) }
            { differing(page, "outcomes-second-only", format!("Solved by {} only", compared.second), &compared.second_only, second) }
        </>
    }
}

/// Episodes on which the two differ: each opens with both runs side by side.
fn differing(page: &Page, id: &'static str, title: String, episodes: &[Differs], second: &str) -> Html {
    if episodes.is_empty() {
        return Html::default();
    }
    html! {
        <section class="card open" aria-labelledby={id}>
            <div class="card-head"><h2 {id}>{ title }</h2><span class="grow"></span><span class="small mute">{ grouped(episodes.len() as u64) }</span></div>
            <div class="card-body"><ul class="run-list">
                { for episodes.iter().map(|differs| {
                    let address = Address { beside: second.to_owned(), ..Address::of(page.address.kind).opened(&differs.first) };
                    let address = Address { beside: second.to_owned(), ..address };
                    let mut parts = differs.first.rsplitn(3, '/');
                    let (number, of) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
                    html! { <li key={differs.first.clone()}><a href={address.fragment()}>{ format!("{} {number}", subset(of)) }</a><span>{ differs.instruction.as_deref().unwrap_or_default() }</span></li> }
                }) }
            </ul></div>
        </section>
    }
}
