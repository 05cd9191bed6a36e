//! The questions that a reader can put to the planner: a plan, the shortest one, one that ignores the rules, a proof that
//! there is none, how many there are. A dialog shows how the search goes and what came of it; a plan is put into the editor
//! on request only.

use std::rc::Rc;

use stepguard_report::planner::{CountReport, PlannerResult, ProofView, SolveReport};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::repair::draw_proof;
use super::{Alive, for_checker};
use crate::bridge::planner::{Asker, Planner};
use crate::bridge::worker::Failure;
use crate::state::answers::{self, Question};
use crate::state::repair::one_per_line;
use crate::state::session::Texts;
use crate::state::shared::Shared;
use crate::state::words;
use crate::ui::dialog::Dialog;
use crate::ui::icon::icon;
use crate::ui::labels::marked;
use crate::ui::menu::{Item, Menu};
use crate::ui::parts::{button, names, note, searching, steps};

/// What goes before the names of features that are not supported.
pub(super) const UNKNOWN: &str = "The planner does not know: ";

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

/// What the planner said.
enum Said {
    Solved(SolveReport),
    Counted(CountReport),
    Nothing(Failure),
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
    let said = use_state_eq(|| None::<Shared<Said>>);
    let progress = use_state_eq(|| None::<f64>);
    // The budget in states; `None`: the planner's own.
    let nodes = use_state_eq(|| None::<u64>);
    let tries = use_state_eq(|| 0_u32);
    {
        let (props, said, progress) = (props.clone(), said.setter(), progress.setter());
        use_effect_with((*nodes, *tries), move |(nodes, _)| {
            let alive: Alive = Rc::new(true.into());
            let (planner, question) = (props.planner.clone(), props.question);
            let options = question.options(*nodes);
            said.set(None);
            progress.set(None);
            planner.on_progress(Asker::Reader, Some(Callback::from(move |done| progress.set(Some(done)))));
            let waiting = Rc::clone(&alive);
            spawn_local(async move {
                let texts = for_checker(&props.texts);
                let answer = match question.call() {
                    "count" => props.planner.count(Asker::Reader, &texts, &options).await.map(Said::Counted),
                    call => props.planner.solve(Asker::Reader, call, &texts, &options).await.map(Said::Solved),
                };
                if *waiting.borrow() {
                    *waiting.borrow_mut() = false;
                    said.set(Some(Shared::new(answer.unwrap_or_else(Said::Nothing))));
                }
            });
            move || {
                planner.on_progress(Asker::Reader, None);
                if *alive.borrow() {
                    *alive.borrow_mut() = false;
                    planner.cancel(Asker::Reader);
                }
            }
        });
    }
    let again = {
        let tries = tries.clone();
        Callback::from(move |_: MouseEvent| tries.set(tries.wrapping_add(1)))
    };
    let more = |expanded: u64| {
        let nodes = nodes.clone();
        let larger = expanded.max(1).saturating_mul(10);
        let onclick = Callback::from(move |_: MouseEvent| nodes.set(Some(larger)));
        actions(button("button", "Search ten times as long", false, onclick))
    };
    let body = match said.as_deref() {
        None => {
            let planner = props.planner.clone();
            searching("Searching…", *progress, Rc::new(move || planner.cancel(Asker::Reader)))
        }
        Some(Said::Nothing(failure)) => html! {
            <>
                <p>{ answers::failure(failure) }</p>
                { actions(button("button", "Try again", false, again)) }
            </>
        },
        Some(Said::Solved(report)) => solved(props, report, &more),
        Some(Said::Counted(report)) => counted(report, &more),
    };
    html! {
        <Dialog id="solution" title={props.question.title()} on_close={props.on_close.clone()}>
            { note(props.question.lesson().to_owned()) }
            <div class="answer" aria-live="polite" aria-busy={said.is_none().to_string()}>{ body }</div>
        </Dialog>
    }
}

fn actions(button: Html) -> Html {
    html! { <div class="dialog-actions">{ button }</div> }
}

/// How the search came out, by icon and word.
fn result(result: PlannerResult, optimal: bool) -> Html {
    let (tone, name, word) = match result {
        PlannerResult::Plan if optimal => ("good", "check", "Shortest, proved"),
        PlannerResult::Plan => ("good", "check", "Plan found"),
        PlannerResult::Count => ("good", "check", "Counted"),
        PlannerResult::Unsolvable => ("bad", "cross", "There is none"),
        PlannerResult::Budget => ("warn", "stop", "Out of budget"),
        PlannerResult::Unsupported => ("warn", "unknown", "Not supported"),
        PlannerResult::Unreadable => ("warn", "warning", "Unreadable"),
    };
    html! { <span class={classes!("badge", tone)}>{ icon(name) }{ word }</span> }
}

/// The sentence, and what goes with every answer that is none.
fn heading(sort: PlannerResult, optimal: bool, why: &str, unsupported: &[String], proof: Option<&ProofView>) -> Html {
    html! {
        <>
            <p>{ result(sort, optimal) }{ " " }{ marked(why) }</p>
            { names(UNKNOWN, unsupported) }
            if let Some(proof) = proof { { draw_proof(proof) } }
        </>
    }
}

/// A figure with its name.
pub(super) fn figure(name: &str, value: &str) -> Html {
    html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }
}

fn solved(props: &SolveProps, report: &SolveReport, more: &dyn Fn(u64) -> Html) -> Html {
    let bound = report.lower_bound.as_deref();
    let known = |words: &str| bound.map(|bound| note(format!("{words} {bound} {}.", report.cost_unit)));
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
                    if let Some(cost) = report.cost.as_ref().filter(|_| report.cost_unit != "steps") { { figure(&report.cost_unit, cost) } }
                    { figure("Shortest", if report.optimal { "yes, proved" } else { "not known" }) }
                    { figure("Safety rules", if report.safe { "kept" } else { "ignored" }) }
                    { figure("States looked at", &report.expanded.to_string()) }
                </dl>
                if !report.optimal { { known("No plan is cheaper than") } }
                { steps(plan) }
                { actions(button("button primary", "Use this plan", false, on_use)) }
            </>
        }
    });
    html! {
        <>
            { heading(report.result, report.optimal, &report.why, &report.unsupported, report.proof.as_ref()) }
            { plan }
            if report.result == PlannerResult::Budget {
                { known("Known so far: a plan costs at least") }
                { note(format!("{} were looked at. Running out of budget does not mean that there is no plan.", words::count(report.expanded as usize, "state"))) }
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
            { heading(report.result, false, &report.why, &report.unsupported, report.proof.as_ref()) }
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
                { note(format!("{} were looked at; what is listed is exact.", words::count(report.expanded as usize, "state"))) }
                { more(report.expanded) }
            }
        </>
    }
}
