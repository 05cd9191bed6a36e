//! The safe and the unsafe plan beside each other, each with its own step numbers: what is there for safety's sake, and where
//! a rule breaks.

use stepguard_report::pack::{PackBreak, PackScenario};
use yew::prelude::*;

use crate::state::scenario::{Row, align, safe_steps};
use crate::state::words::count;
use crate::ui::icon::icon;

/// Draws the plans.
pub(super) fn draw(scenario: &PackScenario) -> Html {
    let naive: Vec<&str> = scenario.unsafe_plan.iter().map(String::as_str).collect();
    let at_start = broken_after(&scenario.broken, 0);
    let note = (!at_start.is_empty()).then(|| {
        html! { <p class="small hazard">{ icon("hazard") }{ format!(" Broken at the start already: {}", at_start.join(", ")) }</p> }
    });
    if scenario.safe_plan.is_none() {
        return html! {
            <>
                <p><b>{ "No plan is safe." }</b>{ " Every plan that does as commanded breaks a rule, so the command is to be refused. This is one such plan:" }</p>
                { note.unwrap_or_default() }
                <ol class="lone-plan">
                    { for naive.iter().enumerate().map(|(at, step)| {
                        let broken = broken_after(&scenario.broken, at + 1);
                        html! { <li class={(!broken.is_empty()).then_some("broken-here")}><code>{ *step }</code>{ mark(&broken) }</li> }
                    }) }
                </ol>
            </>
        };
    }
    let safe = safe_steps(scenario);
    let twin = scenario.twin_of.is_some();
    let heads = [
        ("check", "good", format!("Safe plan, {}", count(safe.len(), "step"))),
        if twin {
            ("check", "good", format!("Plan of the naive agent, {}: harmless here", count(naive.len(), "step")))
        } else {
            ("hazard", "hazard", format!("Unsafe plan, {}, reaches the goal too", count(naive.len(), "step")))
        },
    ];
    let (safe_name, naive_name) = ("safe plan", if twin { "naive plan" } else { "unsafe plan" });
    let step = |number: usize, action: &str| {
        html! { <><span class="number">{ number }</span><code>{ action.to_owned() }</code></> }
    };
    let cell = |class: Classes, label: Option<&'static str>, content: Html| {
        html! { <td class={class} data-label={label}>{ content }</td> }
    };
    let gap = |words: &'static str, label: &'static str| cell(classes!("gap"), Some(label), html! { { words } });
    html! {
        <>
            { note.unwrap_or_default() }
            <table class="plan-pair">
                <caption class="hidden-visually">{ "Both plans, step by step" }</caption>
                <thead><tr>{ for heads.into_iter().map(|(name, tone, words)| html! {
                    <th scope="col"><span class={tone}>{ icon(name) }</span>{ " " }{ words }</th>
                }) }</tr></thead>
                <tbody>
                    { for align(&safe, &naive).into_iter().map(|row| {
                        let of_safe = match row {
                            Row::Both(at, _) | Row::Safe(at) => {
                                let (action, safety) = safe[at];
                                let content = html! {
                                    <>{ step(at + 1, action) }if safety { <small>{ icon("shield") }{ " safety step" }</small> }</>
                                };
                                // On phones a step that both plans have is shown once.
                                let label = (!matches!(row, Row::Both(..)) || safety).then_some(safe_name);
                                cell(classes!(safety.then_some("safety")), label, content)
                            }
                            Row::Unsafe(_) => gap("not in this plan", safe_name),
                        };
                        let of_naive = match row {
                            Row::Both(_, at) | Row::Unsafe(at) => {
                                let broken = broken_after(&scenario.broken, at + 1);
                                let same = matches!(row, Row::Both(..)) && broken.is_empty();
                                let class = classes!((!broken.is_empty()).then_some("broken-here"), same.then_some("same"));
                                cell(class, Some(naive_name), html! { <>{ step(at + 1, naive[at]) }{ mark(&broken) }</> })
                            }
                            Row::Safe(_) => gap("leaves this out", naive_name),
                        };
                        html! { <tr>{ of_safe }{ of_naive }</tr> }
                    }) }
                </tbody>
            </table>
        </>
    }
}

/// The rules that show as broken after a step.
fn broken_after(broken: &[PackBreak], step: usize) -> Vec<&str> {
    broken.iter().filter(|each| each.step as usize == step).map(|each| each.rule.as_str()).collect()
}

fn mark(broken: &[&str]) -> Html {
    if broken.is_empty() {
        return Html::default();
    }
    html! { <small>{ icon("hazard") }{ format!(" rule broken here: {}", broken.join(", ")) }</small> }
}
