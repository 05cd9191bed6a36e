//! The questions that a reader can put to the planner: a plan, the shortest one, one that ignores the rules, a proof that
//! there is none, how many there are. A dialog shows how the search goes and what came of it; a plan is put into the editor
//! on request only.

use stepguard_report::planner::{CountReport, PlannerResult, ProofView, SolveReport};
use yew::prelude::*;

use super::asking::use_answer;
use super::for_checker;
use super::repair::draw_proof;
use crate::bridge::planner::{Answer, Asker, Planner, Request};
use crate::state::answers::{self, Question};
use crate::state::repair::one_per_line;
use crate::state::session::Texts;
use crate::state::words;
use crate::ui::dialog::Dialog;
use crate::ui::icon::icon;
use crate::ui::labels::marked;
use crate::ui::menu::{Item, Menu};
use crate::ui::parts::{button, names, note, searching, steps};

/// The menu in the header.
pub(super) fn menu(on_ask: &Callback<Question>) -> Html {
    let items = Question::ALL
        .into_iter()
        .map(|question| Item {
            title: question.title().into(),
            lesson: question.lesson().into(),
            labels: Html::default(),
            value: question.title().into(),
        })
        .collect();
    let on_choose = on_ask.reform(|title: AttrValue| {
        Question::ALL.into_iter().find(|question| *question.title() == *title).unwrap_or(Question::Any)
    });
    html! { <Menu id="solve" title="Solve" groups={vec![("Ask the planner".into(), items)]} {on_choose} /> }
}

/// The same questions as a list of buttons, where there is no header to hold a menu.
pub(super) fn list(on_ask: &Callback<Question>) -> Html {
    html! {
        <ul class="questions">
            { for Question::ALL.into_iter().map(|question| {
                let onclick = on_ask.reform(move |_: MouseEvent| question);
                html! { <li><button type="button" class="button" {onclick}>{ question.title() }</button><span class="small mute">{ question.lesson() }</span></li> }
            }) }
        </ul>
    }
}

/// What the dialog is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct SolveProps {
    pub(super) question: Question,
    pub(super) texts: Texts,
    pub(super) planner: Planner,
    /// Nothing can be changed here.
    pub(super) on_close: Callback<()>,
    /// A plan is to be put into the editor, with words for what it is.
    pub(super) on_use: Callback<(String, String)>,
}

/// The dialog.
#[component]
pub(super) fn SolveDialog(props: &SolveProps) -> Html {
    // The budget in states; `None`: the planner's own.
    let nodes = use_state_eq(|| None::<u64>);
    let request = Request {
        call: props.question.call(),
        texts: for_checker(&props.texts),
        options: props.question.options(*nodes),
    };
    let asked = use_answer(&props.planner, Asker::Reader, Some(request));
    let more = |expanded: u64| {
        let nodes = nodes.clone();
        let larger = expanded.max(1).saturating_mul(10);
        let onclick = Callback::from(move |_: MouseEvent| nodes.set(Some(larger)));
        actions(button("button", "Search ten times as long", false, onclick))
    };
    let body = match asked.answer() {
        None => searching("Searching…", asked.searching.flatten(), &asked.on_cancel),
        Some(Err(failure)) => html! {
            <>
                <p>{ answers::failure(failure) }</p>
                { actions(button("button", "Try again", false, asked.on_again.reform(|_: MouseEvent| ()))) }
            </>
        },
        Some(Ok(Answer::Solved(report))) => solved(props, report, &more),
        Some(Ok(Answer::Counted(report))) => counted(report, &more),
        Some(Ok(_)) => Html::default(),
    };
    html! {
        <Dialog id="solution" title={props.question.title()} on_close={props.on_close.clone()}>
            { note(props.question.lesson().to_owned()) }
            <div class="answer" aria-live="polite" aria-busy={asked.answer().is_none().to_string()}>{ body }</div>
        </Dialog>
    }
}

fn actions(button: Html) -> Html {
    html! { <div class="dialog-actions">{ button }</div> }
}

/// How the search came out, by icon and word.
fn result(result: PlannerResult, best: Option<&'static str>) -> Html {
    let (tone, name, word) = match result {
        PlannerResult::Plan => ("good", "check", best.unwrap_or("Plan found")),
        PlannerResult::Count => ("good", "check", "Counted"),
        PlannerResult::Unsolvable => ("bad", "cross", "There is none"),
        PlannerResult::Budget => ("warn", "stop", "Out of budget"),
        PlannerResult::Unsupported => ("warn", "unknown", "Not supported"),
        PlannerResult::Unreadable => ("warn", "warning", "Unreadable"),
    };
    html! { <span class={classes!("badge", tone)}>{ icon(name) }{ word }</span> }
}

/// The sentence, and what goes with every answer that is none.
fn heading(sort: PlannerResult, best: Option<&'static str>, why: &str, proof: Option<&ProofView>) -> Html {
    html! {
        <>
            <p>{ result(sort, best) }{ " " }{ marked(why) }</p>
            if let Some(proof) = proof { { draw_proof(proof) } }
        </>
    }
}

/// A figure with its name.
pub(super) fn figure(name: &str, value: &str) -> Html {
    html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }
}

fn solved(props: &SolveProps, report: &SolveReport, more: &dyn Fn(u64) -> Html) -> Html {
    let by_steps = report.cost_unit == "steps";
    let best = report.optimal.then_some(if by_steps { "Shortest, proved" } else { "Cheapest, proved" });
    let bound = report.lower_bound.as_ref().filter(|_| !report.optimal);
    let ignored: Vec<String> =
        report.preferences.iter().filter(|each| each.violated > 0).map(|each| each.name.clone()).collect();
    let plan = report.plan.as_ref().map(|plan| {
        let on_use = {
            let text = one_per_line(plan);
            let words = format!("{}: a plan of {} is in the editor.", props.question.title(), words::count(plan.len(), "step"));
            props.on_use.reform(move |_: MouseEvent| (text.clone(), words.clone()))
        };
        html! {
            <>
                <dl class="figures">
                    { figure("Steps", &plan.len().to_string()) }
                    if let Some(cost) = report.cost.as_ref().filter(|_| !by_steps) { { figure(&report.cost_unit, cost) } }
                    { figure(if by_steps { "Shortest" } else { "Cheapest" }, if report.optimal { "yes, proved" } else { "not known" }) }
                    { figure("Safety rules", if report.safe { "kept" } else { "not kept" }) }
                    { figure("States looked at", &report.expanded.to_string()) }
                </dl>
                { names("Advice that it does not follow: ", &ignored) }
                { bound.map(|bound| note(format!("No plan is cheaper than {bound} {}.", report.cost_unit))) }
                { steps(plan) }
                { actions(button("button primary", "Use this plan", false, on_use)) }
            </>
        }
    });
    html! {
        <>
            { heading(report.result, best, &report.why, report.proof.as_ref()) }
            { plan }
            if report.result == PlannerResult::Budget {
                { note("Running out of budget does not mean that there is no plan.".to_owned()) }
                { more(report.expanded) }
            }
        </>
    }
}

fn counted(report: &CountReport, more: &dyn Fn(u64) -> Html) -> Html {
    let length = report.optimal_length.map(|length| words::count(length as usize, "step"));
    let row = |what: String, number: &str| html! { <tr><th scope="row">{ what }</th><td>{ number }</td></tr> };
    html! {
        <>
            { heading(report.result, None, &report.why, report.proof.as_ref()) }
            if let Some(length) = length {
                <table class="table counts">
                    <caption class="hidden-visually">{ "Number of plans" }</caption>
                    <thead><tr><th scope="col">{ "Plans" }</th><th scope="col">{ "Number" }</th></tr></thead>
                    <tbody>
                        if let Some(number) = &report.optimal_plans { { row(format!("of {length}, the shortest"), number) } }
                        if let Some(number) = &report.modulo_order { { row(format!("of {length}, when the order of independent steps does not count"), number) } }
                        { for report.up_to.iter().map(|(length, number)| row(format!("of at most {length} steps, no state twice"), number)) }
                    </tbody>
                </table>
            }
            if !report.plans.is_empty() {
                <details>
                    <summary>{ if report.plans.len() == 1 { "The shortest plan".to_owned() } else { format!("The first {} of the shortest plans", report.plans.len()) } }</summary>
                    { for report.plans.iter().map(|plan| steps(plan)) }
                </details>
            }
            if report.result == PlannerResult::Budget {
                if let Some(bound) = report.lower_bound.as_ref().filter(|_| report.optimal_length.is_none()) { { note(format!("Known so far: a plan has at least {bound} steps.")) } }
                { more(report.expanded) }
            }
        </>
    }
}
