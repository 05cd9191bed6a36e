//! Two runs compared on the questions that both answered: each figure's difference with its interval, the test's p-value and
//! the corrected one, and in words whether a difference is shown.

use stepguard_report::{MetricDifference, ModuleComparison};
use yew::prelude::*;

use super::charts::whisker;
use super::overview::{reports, stops};
use super::runs::mark;
use super::terms::{self, explain};
use super::{Page, PageProps};
use crate::state::evaluate::{Facet, View, grouped, module_key, p_value, percent, points};

/// The comparison.
#[component]
pub(super) fn Compare(props: &PageProps) -> Html {
    let page = &props.page;
    let numbers: Vec<u32> = page.state.runs.iter().map(|run| run.progress.run).collect();
    let ready = page.state.runs.iter().all(|run| run.report.is_some());
    {
        let runs = page.runs.clone();
        use_effect_with((numbers, ready), move |(numbers, ready)| {
            if let ([first, second], true) = (numbers.as_slice(), ready) {
                runs.compare(*first, *second);
            }
        });
    }
    let Some(comparison) = &page.state.comparison else {
        return html! { <p class="waiting mute" role="status">{ "Comparing the runs…" }</p> };
    };
    let differing = page.address.in_view(View::Answers).with(Facet::State, "differs");
    html! {
        <section class="card open comparison" aria-label="Comparison">
            <div class="card-head">
                <h2>{ "Comparison" }</h2>
                <span class="small mute">{ mark(1) }{ format!(" {} minus ", comparison.second) }{ mark(0) }{ format!(" {}, in points, on the questions that both answered", comparison.first) }</span>
                { stops(&reports(page)) }
                <span class="grow"></span>{ saves(page) }
            </div>
            <div class="card-body">
                <p>{ &comparison.summary }</p>
                { explain("What the tests and columns mean", &terms::comparison()) }
                <p><a href={differing.fragment()}>{ "Answers that only one run gets right" }</a></p>
                { for comparison.modules.iter().map(|module| one(page, module)) }
                <ul class="plain-list small mute">{ for comparison.rules.iter().map(|rule| html! { <li>{ rule }</li> }) }</ul>
            </div>
        </section>
    }
}

/// The ways to save the comparison.
fn saves(page: &Page) -> Html {
    const KINDS: [(&str, &str); 3] = [("html", "HTML"), ("json", "JSON"), ("csv", "CSV")];
    let [first, second] = page.state.runs.as_slice() else { return Html::default() };
    let (first, second) = (&first.progress, &second.progress);
    html! {
        <div class="segments" role="group" aria-label="Files of the comparison">
            { for KINDS.into_iter().map(|(kind, name)| {
                let (runs, first, second) = (page.runs.clone(), first.clone(), second.clone());
                let onclick = Callback::from(move |_: MouseEvent| runs.save_comparison(&first, &second, kind));
                html! { <button type="button" {onclick}>{ name }</button> }
            }) }
        </div>
    }
}

fn one(page: &Page, module: &ModuleComparison) -> Html {
    // All figures of a module on one scale: as wide as the widest interval, in steps of ten.
    let reach = module
        .differences
        .iter()
        .flat_map(|figure| {
            let difference = &figure.difference;
            let ends = difference.interval.map(|ends| ends.low.abs().max(ends.high.abs()));
            ends.into_iter().chain(difference.difference.map(f64::abs))
        })
        .fold(5.0_f64, f64::max);
    let reach = ((reach / 10.0).ceil() * 10.0).min(100.0);
    let differing = page
        .address
        .in_view(View::Answers)
        .with(Facet::Module, &module_key(&module.module, module.interface))
        .with(Facet::State, "differs");
    html! {
        <div class="compared">
            <h3>{ &module.name }</h3>
            <p class="small mute">{ format!("n = {}, {} families", grouped(module.n), grouped(module.families)) }
                if !module.left_out.is_empty() { { format!("; {} tasks that only one run answered are left out", grouped(module.left_out.len() as u64)) } }
                { ". " }<a href={differing.fragment()}>{ "Answers that differ" }</a></p>
            <div class="scroll-x" tabindex="0" role="group" aria-label={format!("Comparison: {}", module.name)}>
                <table class="table whiskers">
                    <thead><tr>
                        <th scope="col">{ "Figure" }</th><th scope="col" class="number">{ mark(0) }<span class="hidden-visually">{ "first run" }</span></th>
                        <th scope="col" class="number">{ mark(1) }<span class="hidden-visually">{ "second run" }</span></th>
                        <th scope="col" class="chart-column"><span class="scale" aria-hidden="true"><span>{ points(-reach) }</span><span>{ "0" }</span><span>{ points(reach) }</span></span><span class="hidden-visually">{ "Chart" }</span></th>
                        <th scope="col" class="number">{ "Difference, 95 % interval" }</th>
                        <th scope="col" class="number">{ "p" }</th><th scope="col" class="number">{ "p, Holm" }</th><th scope="col">{ "In words" }</th>
                    </tr></thead>
                    <tbody>{ for module.differences.iter().map(|figure| row(figure, reach)) }</tbody>
                </table>
            </div>
        </div>
    }
}

fn row(figure: &MetricDifference, reach: f64) -> Html {
    let difference = &figure.difference;
    html! {
        <tr class={figure.main.then_some("main-row")}>
            <th scope="row">{ &figure.name }<small>{ format!("{}, n = {}", figure.test, grouped(figure.n)) }</small></th>
            <td class="number" data-label="A">{ percent(difference.first) }</td>
            <td class="number" data-label="B">{ percent(difference.second) }</td>
            <td class="chart-column">{ whisker(difference.difference, difference.interval, -reach, reach, 0) }</td>
            <td class="number" data-label="B minus A">
                { difference.difference.map_or_else(|| "\u{2013}".to_owned(), points) }
                if let Some(ends) = difference.interval { <small>{ format!("{} to {}", points(ends.low), points(ends.high)) }</small> }
            </td>
            <td class="number" data-label="p">{ p_value(difference.p) }</td>
            <td class="number" data-label="p, Holm">{ p_value(difference.p_corrected) }</td>
            <td>{ &difference.words }</td>
        </tr>
    }
}
