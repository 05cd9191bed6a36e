//! What is known of simulated runs because their agents make known mistakes: computed classes of errors against the truth, and
//! what changes when a switch of the agents is turned.

use stepguard_embodied::pack::{Ablation, Confusion};
use yew::prelude::*;

use super::PageProps;
use super::ask::{drawn, use_answer};
use crate::bridge::viewer::Simulated;
use crate::state::evaluate::grouped;
use crate::state::results::{Address, Kind, class, environment, plain, shade, whole_range};
use crate::ui::hooks::decimal;
use crate::ui::icon::icon;

/// The classes against the truth.
#[component]
pub(super) fn Truth(props: &PageProps) -> Html {
    let page = &props.page;
    let told = use_answer(&page.viewer, (), |viewer, ()| async move { viewer.simulated().await });
    let address = &page.address;
    drawn(&told, |told| {
        let Some(told) = &**told else {
            return html! { <p class="waiting">{ "The simulated episodes could not be loaded." }</p> };
        };
        let wanted = address.values("env").first().map(String::as_str);
        let shown = told
            .confusions
            .iter()
            .find(|each| each.environment.as_deref() == wanted)
            .or_else(|| told.confusions.first());
        html! {
            <section id="outcomes-found" class="outcomes-body" tabindex="-1" aria-label="Classes of errors against the truth">
                <p class="audit-about">{ "Each degraded oracle makes one known kind of mistake. From the record alone, without knowing the agent, every failed episode gets a class, or is left to a person where no rule decides. This is how often the two agree." }</p>
                <div class="segments" role="group" aria-label="Environment">
                    { for told.confusions.iter().map(|each| {
                        let (id, name) = match &each.environment { Some(id) => (vec![id.as_str()], environment(Kind::Simulator, id)), None => (Vec::new(), "All environments") };
                        let pressed = shown.is_some_and(|shown| shown.environment == each.environment);
                        html! { <button type="button" aria-pressed={pressed.to_string()} onclick={page.to(&address.with_only("env", &id))}>{ name }</button> }
                    }) }
                </div>
                { match shown { Some(confusion) => confusion_table(told, confusion), None => html! { <p class="waiting">{ "No agent with a known mistake has failed episodes here." }</p> } } }
            </section>
        }
    })
}

fn confusion_table(told: &Simulated, confusion: &Confusion) -> Html {
    let agents = |ids: &[String]| -> String {
        let names = ids.iter().map(|id| {
            told.agents.iter().find(|agent| agent.id == *id).map_or(id.as_str(), |agent| agent.name.as_str())
        });
        names.collect::<Vec<_>>().join(", ")
    };
    let rate = |percent: Option<f64>, interval, k: i64, n: i64| html! { <td class="number">{ percent.map_or_else(|| "\u{2013}".to_owned(), decimal) }<small>{ format!("{k} of {n}; {}", whole_range(interval)) }</small></td> };
    html! {
        <section class="card open" aria-labelledby="outcomes-confusion">
            <div class="card-head"><h2 id="outcomes-confusion">{ "Mistake made on purpose, and class computed" }</h2><span class="badge mute">{ icon("steps") }{ "Stepguard simulator" }</span></div>
            <div class="card-body flush">
                <div class="scroll-x" tabindex="0" role="group" aria-label="Confusion matrix of classes of errors">
                    <table class="matrix">
                        <thead><tr><th scope="col" class="model-head">{ "Truth" }</th><th scope="col">{ "Failed" }<small>{ "of episodes" }</small></th>
                            { for confusion.labels.iter().map(|label| html! { <th scope="col" class="turned">{ class(label) }</th> }) }
                            <th scope="col" class="turned">{ "Recall, percent" }</th><th scope="col" class="turned">{ "Precision, percent" }</th><th scope="col" class="turned">{ "Needs a person, percent" }</th></tr></thead>
                        <tbody>{ for confusion.rows.iter().map(|row| html! {
                            <tr key={row.truth.clone()}>
                                <th scope="row"><span class="row-name">{ class(&row.truth) }</span><small>{ agents(&row.agents) }</small></th>
                                <td class="avg"><b>{ grouped(row.failed.into()) }</b><small>{ format!("of {}", grouped(row.episodes.into())) }</small></td>
                                { for confusion.labels.iter().zip(&row.counts).map(|(label, count)| {
                                    let share = if row.failed == 0 { 0.0 } else { f64::from(*count) * 100.0 / f64::from(row.failed) };
                                    let right = *label == row.truth;
                                    html! { <td class={classes!(format!("shade-{}", shade(share)), right.then_some("chosen"))}><b>{ grouped((*count).into()) }</b>if *count > 0 { <small>{ format!("{}\u{202f}%", decimal(share)) }</small> }</td> }
                                }) }
                                { rate(row.recall.percent, row.recall.interval, row.recall.k, row.recall.n) }
                                { rate(row.precision.percent, row.precision.interval, row.precision.k, row.precision.n) }
                                { rate(row.open.percent, row.open.interval, row.open.k, row.open.n) }
                            </tr>
                        }) }</tbody>
                    </table>
                </div>
                <p class="small mute">{ "Framed: the class is the mistake. Mislocalising leaves no record that decides, so \u{201c}needs a person\u{201d} is right for it. An agent that makes one mistake can fail by another as well." }</p>
            </div>
        </section>
    }
}

/// The ablations.
#[component]
pub(super) fn Ablations(props: &PageProps) -> Html {
    let page = &props.page;
    let told = use_answer(&page.viewer, (), |viewer, ()| async move { viewer.simulated().await });
    drawn(&told, |told| {
        let Some(told) = &**told else {
            return html! { <p class="waiting">{ "The simulated episodes could not be loaded." }</p> };
        };
        if told.ablations.is_empty() {
            return html! { <p class="waiting">{ "No ablation was run for these episodes." }</p> };
        }
        html! {
            <section id="outcomes-found" class="outcomes-body" tabindex="-1" aria-label="Ablations">
                <p class="audit-about">{ "The same agents on the same tasks with one switch turned. The paper's own ablations stand under " }<a href={Address { view: "ablations".to_owned(), ..Address::of(Kind::Published) }.fragment()}>{ "Published figures" }</a>{ "; the two are not comparable." }</p>
                <div class="ablations">{ for told.ablations.iter().enumerate().map(|(place, ablation)| draw_ablation(told, ablation, place)) }</div>
            </section>
        }
    })
}

fn draw_ablation(told: &Simulated, ablation: &Ablation, place: usize) -> Html {
    let agent = told
        .agents
        .iter()
        .find(|agent| agent.id == ablation.agent)
        .map_or(ablation.agent.as_str(), |agent| agent.name.as_str());
    let title = format!("{}: {}, {agent}", ablation.name, environment(Kind::Simulator, &ablation.environment));
    let id = format!("outcomes-own-ablation-{place}");
    let at = |percent: f64| decimal((percent * 10.0).min(1000.0));
    html! {
        <section class="card open" aria-labelledby={id.clone()}>
            <div class="card-head"><h2 {id}>{ title.clone() }</h2><span class="grow"></span><span class="small mute">{ &ablation.tasks }</span></div>
            <div class="card-body"><div class="scroll-x" tabindex="0" role="group" aria-label={title}>
                <table class="table dots">
                    <thead><tr><th scope="col">{ "Setting" }</th><td class="chart-column" aria-hidden="true"><span class="scale"><span>{ "0" }</span><span>{ "100" }</span></span></td>
                        <th scope="col" class="number">{ "Success, percent" }</th><th scope="col" class="number">{ "Steps" }</th><th scope="col" class="number">{ "Rounds" }</th><th scope="col" class="number">{ "Invalid" }</th></tr></thead>
                    <tbody>{ for ablation.points.iter().map(|point| html! {
                        <tr><th scope="row">{ &point.setting }</th>
                            <td class="chart-column" aria-hidden="true"><svg class="dot-line" viewBox="0 0 1000 16" preserveAspectRatio="none">
                                <line class="axis" x1="0" x2="1000" y1="8" y2="8" />
                                if let Some(ends) = point.success.interval { <line class="span" x1={at(ends.low)} x2={at(ends.high)} y1="8" y2="8" /> }
                                if let Some(percent) = point.success.percent { <line class="dot-0" x1={at(percent)} x2={at(percent)} y1="8" y2="8" /> }
                            </svg></td>
                            <td class="number">{ point.success.percent.map_or_else(|| "\u{2013}".to_owned(), decimal) }<small>{ format!("{} of {}; {}", point.success.k, point.success.n, whole_range(point.success.interval)) }</small></td>
                            <td class="number">{ plain(point.steps) }</td><td class="number">{ plain(point.rounds) }</td><td class="number">{ plain(point.invalid) }</td></tr>
                    }) }</tbody>
                </table>
            </div></div>
        </section>
    }
}
