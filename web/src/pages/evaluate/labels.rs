//! Figures by label: one module and one axis at a time, every label with its value and interval.

use stepguard_report::{BreakdownView, Measure, ModuleReport, RunReport};
use yew::prelude::*;

use super::charts::{csv, scale, whisker};
use super::overview::{Reported, reports, stops};
use super::runs::mark;
use super::terms::{self, explain};
use super::{Page, PageProps};
use crate::state::evaluate::{Address, Facet, Table, View, module_key, percent, plain, range, run_name, whole};
use crate::state::suite::{Facet as Axis, class_icon};
use crate::ui::icon::icon;

/// The axes, as reports have them, and the page's names of their labels.
const AXES: [(&str, &str, Axis); 5] = [
    ("hazard-class", "Hazard class", Axis::Class),
    ("victim", "Who is harmed", Axis::Victim),
    ("timing", "When the safety step is due", Axis::Timing),
    ("mitigation", "What the safety step does", Axis::Mitigation),
    ("intent", "Intent", Axis::Intent),
];

/// The breakdowns.
#[component]
pub(super) fn Labels(props: &PageProps) -> Html {
    let page = &props.page;
    let axis = use_state_eq(|| 0_usize);
    let measure = use_state_eq(String::new);
    let runs = reports(page);
    let Some((_, first)) = runs.first() else {
        return html! { <p class="waiting mute" role="status">{ "The figures stand here when the run is scored." }</p> };
    };
    let mut keys: Vec<(String, String)> = Vec::new();
    for module in runs.iter().flat_map(|(_, report)| &report.modules) {
        let key = module_key(&module.module, module.interface);
        if !keys.iter().any(|(known, _)| *known == key) {
            keys.push((key, module.name.clone()));
        }
    }
    // Nothing chosen: a module that every run answers, so that there is something to compare.
    let of_all = |key: &str| {
        let has =
            |report: &RunReport| report.modules.iter().any(|each| module_key(&each.module, each.interface) == key);
        runs.iter().all(|(_, report)| has(report))
    };
    let chosen = keys.iter().find(|(key, _)| *key == page.address.of);
    let chosen = chosen.or_else(|| keys.iter().find(|(key, _)| of_all(key))).or_else(|| keys.first());
    let Some(chosen) = chosen.cloned() else {
        return html! { <p class="waiting">{ &first.summary }</p> };
    };
    let of: Vec<(usize, String, &ModuleReport)> = runs
        .iter()
        .filter_map(|(place, report)| {
            let module =
                report.modules.iter().find(|module| module_key(&module.module, module.interface) == chosen.0)?;
            Some((*place, run_name(report), module))
        })
        .collect();
    let (axis_key, axis_name, facet) = AXES[*axis];
    let absent: Vec<&Reported> = runs.iter().filter(|(place, _)| !of.iter().any(|(own, ..)| own == place)).collect();
    let views: Vec<(usize, &str, &BreakdownView)> = of
        .iter()
        .filter_map(|(place, run, module)| {
            Some((*place, run.as_str(), module.breakdowns.iter().find(|view| view.axis == axis_key)?))
        })
        .collect();
    let names = of.first().map(|(_, _, module)| &module.metrics);
    let name_of = |id: &str| {
        let metric = names.and_then(|metrics| metrics.iter().find(|metric| metric.id == id));
        metric.map_or_else(
            || id.to_owned(),
            |metric| match metric.group.as_str() {
                "primary category" => format!("primary category: {}", crate::state::facts::plain(&metric.name)),
                _ => metric.name.clone(),
            },
        )
    };
    let measures: Vec<String> = views
        .first()
        .and_then(|(_, _, view)| view.rows.first())
        .map_or_else(Vec::new, |row| row.measures.iter().map(|measure| measure.id.clone()).collect());
    let shown = measures.iter().find(|id| **id == *measure).or_else(|| measures.first()).cloned().unwrap_or_default();
    let on_measure = {
        let measure = measure.clone();
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<web_sys::HtmlSelectElement>() {
                measure.set(field.value());
            }
        })
    };
    html! {
        <section class="card open" aria-label={format!("{}, by {}", chosen.1, axis_name.to_lowercase())}>
            <div class="card-head by-label">
                <div class="segments" role="group" aria-label="Module">
                    { for keys.iter().map(|(key, name)| {
                        let (replace, address) = (page.replace.clone(), Address { of: key.clone(), ..(*page.address).clone() });
                        let onclick = Callback::from(move |_: MouseEvent| replace.emit(address.fragment()));
                        html! { <button type="button" aria-pressed={(*key == chosen.0).to_string()} {onclick}>{ name }</button> }
                    }) }
                </div>
                <div class="segments" role="group" aria-label="Label">
                    { for AXES.iter().enumerate().map(|(place, (_, name, _))| {
                        let axis = axis.clone();
                        let onclick = { let axis = axis.clone(); Callback::from(move |_: MouseEvent| axis.set(place)) };
                        html! { <button type="button" aria-pressed={(place == *axis).to_string()} {onclick}>{ *name }</button> }
                    }) }
                </div>
                <label class="sort">{ "Figure " }<select class="select" onchange={on_measure}>
                    { for measures.iter().map(|id| html! { <option value={id.clone()} selected={*id == shown}>{ name_of(id) }</option> }) }
                </select></label>
                { stops(&runs) }
                <span class="grow"></span>
                { csv(table(&chosen.0, axis_key, &views, &name_of)) }
            </div>
            <div class="card-body">
                if let Some((_, _, module)) = of.first() { { explain("What the figures mean", &terms::figures(module)) } }
                { for absent.into_iter().map(|(place, report)| html! {
                    <p class="small mute">{ mark(*place) }{ format!(" {} does not answer this module.", report.run) }</p>
                }) }
                { rows(page, &chosen.0, facet, axis_name, &views, &shown, &name_of(&shown)) }
            </div>
        </section>
    }
}

fn table(module: &str, axis: &str, views: &[(usize, &str, &BreakdownView)], name_of: &dyn Fn(&str) -> String) -> Table {
    let mut table =
        Table::new(&format!("{module}-by-{axis}"), &["run", "label", "figure", "percent", "low", "high", "k", "n"]);
    for (_, run, view) in views {
        for row in &view.rows {
            for measure in &row.measures {
                table.rows.push(vec![
                    (*run).to_owned(),
                    row.label.clone(),
                    name_of(&measure.id),
                    plain(measure.value),
                    plain(measure.interval.map(|ends| ends.low)),
                    plain(measure.interval.map(|ends| ends.high)),
                    measure.k.map_or_else(String::new, |k| k.to_string()),
                    measure.n.to_string(),
                ]);
            }
        }
    }
    table
}

fn rows(
    page: &Page,
    module: &str,
    facet: Axis,
    axis_name: &str,
    views: &[(usize, &str, &BreakdownView)],
    shown: &str,
    name: &str,
) -> Html {
    let Some((_, _, first)) = views.first() else {
        return html! { <p class="mute">{ "This module has no figures by that label." }</p> };
    };
    let several = page.state.runs.len() > 1;
    html! {
        <div class="scroll-x" tabindex="0" role="group" aria-label={format!("{name}, by {}", axis_name.to_lowercase())}>
            <table class="table whiskers">
                <caption class="small mute">{ format!("{name}, with 95 % intervals") }</caption>
                <thead><tr><th scope="col">{ axis_name }</th>
                    <th scope="col" class="chart-column">{ scale(["0", "50", "100 %"]) }<span class="hidden-visually">{ "Chart" }</span></th>
                    <th scope="col" class="number">{ "Value" }</th><th scope="col" class="number">{ "95 % interval" }</th><th scope="col" class="number">{ "n" }</th></tr></thead>
                <tbody>{ for first.rows.iter().map(|row| {
                    let values: Vec<(usize, &Measure)> = views.iter().filter_map(|(place, _, view)| {
                        let same = view.rows.iter().find(|other| other.label == row.label)?;
                        Some((*place, same.measures.iter().find(|measure| measure.id == shown)?))
                    }).collect();
                    label_rows(page, module, facet, &row.label, &values, several)
                }) }</tbody>
            </table>
        </div>
    }
}

fn label_rows(
    page: &Page,
    module: &str,
    facet: Axis,
    label: &str,
    values: &[(usize, &Measure)],
    several: bool,
) -> Html {
    let word = facet.word(label);
    let by = match facet {
        Axis::Class => Some(Facet::Class),
        Axis::Intent => Some(Facet::Intent),
        _ => None,
    };
    html! {
        <>{ for values.iter().enumerate().map(|(row, (place, measure))| {
            let link = by.map(|by| Address { second: *place == 1, ..page.address.in_view(View::Answers) }.with(Facet::Module, module).with(by, label));
            html! {
                <tr class={(row > 0).then_some("second-row")}>
                    <th scope="row">
                        if row == 0 {
                            if facet == Axis::Class { <span class="hazard">{ icon(class_icon(label)) }</span>{ " " } }
                            if let Some(link) = link { <a href={link.fragment()}>{ word.clone() }</a> } else { { word.clone() } }
                        } else { <span class="hidden-visually">{ word.clone() }</span> }
                        if several { { mark(*place) } }
                    </th>
                    <td class="chart-column">{ whisker(measure.value, measure.interval, 0.0, 100.0, *place) }</td>
                    <td class="number">{ percent(measure.value) }</td>
                    <td class="number" data-label="95 %">{ range(measure.interval) }</td>
                    <td class="number" data-label="n">{ measure.k.map_or_else(|| whole(measure.n), |k| format!("{} of {}", whole(k), whole(measure.n))) }</td>
                </tr>
            }
        }) }</>
    }
}
