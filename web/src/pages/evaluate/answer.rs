//! One answer: what the model said with what was taken and passed over, the verdict, what was missing, and for a plan the
//! way into the Check page.

use std::rc::Rc;

use stepguard_report::suite::Solvable;
use stepguard_report::{
    AnswerResult, CountsView, GoalResult, Interface, PlannerFigures, RefusalResult, SequencingResult, TransitionResult,
};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::Page;
use super::answers::state_word;
use super::charts::category_word;
use super::overview::{label_word, said};
use super::runs::mark;
use crate::bridge::scorer::{Detail, Progress};
use crate::state::evaluate::{Address, View, grouped, module_name, pieces, score_words};
use crate::state::shared::Shared;
use crate::state::suite::{Facet as Axis, class_icon, title};
use crate::ui::hooks::go_to;
use crate::ui::icon::icon;
use crate::ui::parts::{button, steps};

/// What an answer is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct AnswerProps {
    pub(super) page: Page,
    pub(super) index: u32,
}

/// The answer.
#[component]
pub(super) fn Answer(props: &AnswerProps) -> Html {
    let AnswerProps { page, index } = props;
    let detail = use_state(|| None::<Result<Shared<Detail>, String>>);
    let run = page.run().map(|run| run.progress.run);
    // An address may name an answer of a run that is still being scored: it is asked for when it is there.
    let there = page.run().is_some_and(|run| *index < run.progress.answers);
    {
        let (detail, scorer) = (detail.setter(), page.scorer().clone());
        use_effect_with((run, *index, there), move |(run, index, there)| {
            if let (Some(run), true) = (*run, *there) {
                let index = *index;
                spawn_local(async move {
                    detail.set(Some(match scorer.answer(run, index).await {
                        Ok(Some(told)) => Ok(Shared::new(told)),
                        Ok(None) => Err("the run is closed".to_owned()),
                        Err(failure) => Err(failure.to_string()),
                    }));
                });
            }
        });
    }
    let loaded = matches!(&*detail, Some(Ok(_)));
    {
        let last = Rc::clone(&page.last);
        use_effect_with((*index, loaded), move |(index, loaded)| {
            last.set(Some(*index));
            if *loaded {
                go_to("answer-title");
            }
        });
    }
    let back = Address { answer: None, ..(*page.address).clone() };
    let to = |index: u32| Address { answer: Some(index), ..(*page.address).clone() }.fragment();
    let answers = page.run().map_or(0, |run| run.progress.answers);
    html! {
        <div class="answer-detail">
            <nav class="answer-nav" aria-label="Around this answer">
                <a class="button compact" href={back.fragment()}>{ icon("left") }{ "All answers" }</a>
                <span class="grow"></span>
                if *index > 0 { <a class="button compact" href={to(index - 1)}>{ "Previous in the run" }</a> }
                if index + 1 < answers { <a class="button compact" href={to(index + 1)}>{ "Next in the run" }</a> }
            </nav>
            { match &*detail {
                _ if !there => missing(page, *index),
                None => html! { <p class="waiting mute" role="status">{ "Loading the answer…" }</p> },
                Some(Err(why)) => html! { <p class="waiting" role="alert">{ format!("The answer could not be had: {why}.") }</p> },
                Some(Ok(detail)) => draw(page, *index, detail),
            } }
        </div>
    }
}

/// In place of an answer that is not scored, or that no line of the run gives.
fn missing(page: &Page, index: u32) -> Html {
    let Some(Progress { name, answers, finished, .. }) = page.run().map(|run| &run.progress) else {
        return html! { <p class="waiting mute" role="status">{ "The run of this answer is not open." }</p> };
    };
    let (number, answers) = (grouped(u64::from(index) + 1), grouped((*answers).into()));
    let words = if *finished {
        format!("There is no answer {number}: {name} has {answers}.")
    } else {
        format!("Answer {number} is shown as soon as it is scored; {name} is being scored.")
    };
    html! { <p class="waiting mute" role="status">{ words }</p> }
}

fn draw(page: &Page, index: u32, detail: &Detail) -> Html {
    let answer = &detail.answer;
    let state = match answer.status {
        stepguard_report::AnswerStatus::Read if answer.right => "right",
        stepguard_report::AnswerStatus::Read => "wrong",
        _ => "unreadable",
    };
    let label = |place: usize, axis: Axis| axis.word(detail.labels.get(place).map_or("", String::as_str));
    let class = detail.labels.get(1).map_or("", String::as_str);
    html! {
        <>
            <div class="detail-head">
                <div>
                    <p class="small mute">{ format!("{}, line {}", module_name(&detail.module), grouped(answer.line)) }</p>
                    <h2 id="answer-title" tabindex="-1">{ title(&answer.id) }</h2>
                    <p class="detail-badges">
                        { state_word(state) }
                        <span class="strong">{ label_word(&answer.label) }</span>
                        if let Some(score) = answer.score.filter(|_| detail.module != "refusal") { <span class="mute">{ score_words(&detail.module, score) }</span> }
                        <span class="category hazard">{ icon(class_icon(class)) }{ label(1, Axis::Class) }</span>
                        <span class="small mute">{ label(0, Axis::Intent) }{ ", " }{ label(2, Axis::Victim) }</span>
                    </p>
                </div>
                <div class="detail-actions">
                    if let AnswerResult::Sequencing(result) = &answer.result {
                        if !result.plan.trim().is_empty() { { open_in_check(page, index) } }
                    }
                    <a class="button" href={format!("#/scenarios/{}", answer.id)}>{ "The scenario" }</a>
                    <a class="button" href={Address { of: answer.id.clone(), ..page.address.in_view(View::Prompts) }.fragment()}>{ "Its prompts" }</a>
                </div>
            </div>
            <blockquote class="say">{ &detail.say }</blockquote>
            <p class="verdict-line">{ &answer.verdict }</p>
            if let Some((right, verdict)) = &detail.other {
                <p class="small">{ mark(usize::from(!page.address.second)) }{ format!(" The other run: {}. {verdict}", if *right { "right" } else { "not right" }) }</p>
            }
            <div class="detail-columns">
                <div>{ raw(detail) }</div>
                <div>{ result(detail) }</div>
            </div>
        </>
    }
}

/// Opens the plan with the scenario's texts on the Check page, which keeps the work that was there.
fn open_in_check(page: &Page, index: u32) -> Html {
    let (scorer, run, dispatcher) =
        (page.scorer().clone(), page.run().map(|run| run.progress.run), page.state.dispatcher());
    let onclick = Callback::from(move |_: MouseEvent| {
        let (scorer, dispatcher) = (scorer.clone(), dispatcher.clone());
        spawn_local(async move {
            let Some(run) = run else { return };
            match scorer.case(run, index).await {
                // Another address: an entry of the history of its own, so Back leads here.
                Ok(code) => drop(gloo::utils::window().location().set_hash(&format!("#/check?c={code}"))),
                Err(failure) => dispatcher.dispatch(super::runs::Act::Trouble(failure.to_string())),
            }
        });
    });
    button("button primary", "Open in Check", false, onclick)
}

/// What the model said.
fn raw(detail: &Detail) -> Html {
    let answer = &detail.answer;
    let cut = pieces(&detail.output, &answer.taken, &answer.asides);
    html! {
        <section class="card open" aria-label="What the model said">
            <div class="card-head"><h3>{ "What the model said" }</h3>
                <span class="small mute raw-key"><span><mark class="taken">{ "taken" }</mark></span><span><span class="passed">{ "passed over or mended" }</span></span></span></div>
            <div class="card-body">
                if detail.output.is_empty() {
                    <p class="mute">{ "Nothing: the answer is empty." }</p>
                } else {
                    <pre class="raw" tabindex="0" aria-label="The raw answer">{ for cut.iter().map(|piece| {
                        let numbers: Vec<String> = piece.asides.iter().map(|place| (place + 1).to_string()).collect();
                        let number = (!numbers.is_empty()).then(|| html! { <sup>{ numbers.join(",") }</sup> });
                        let remarked = number.is_some();
                        if piece.taken { html! { <mark class={classes!("taken", remarked.then_some("mended"))}>{ piece.text }{ for number }</mark> } }
                        else if remarked { html! { <span class="passed">{ piece.text }{ for number }</span> } }
                        else { html! { { piece.text } } }
                    }) }</pre>
                }
                if !answer.asides.is_empty() {
                    <ol class="asides small">{ for answer.asides.iter().map(|aside| html! { <li>{ &aside.message }</li> }) }</ol>
                }
            </div>
        </section>
    }
}

fn result(detail: &Detail) -> Html {
    match &detail.answer.result {
        AnswerResult::Refusal(result) => refusal(result),
        AnswerResult::Goal(result) => goal(result),
        AnswerResult::Transition(result) => transition(detail, result),
        AnswerResult::Sequencing(result) => sequencing(detail, result),
    }
}

fn card(name: &'static str, body: Html) -> Html {
    html! { <section class="card open" aria-label={name}><div class="card-head"><h3>{ name }</h3></div><div class="card-body">{ body }</div></section> }
}

fn facts(rows: Vec<(&'static str, Html)>) -> Html {
    html! { <dl class="facts-of">{ for rows.into_iter().map(|(name, value)| html! { <><dt>{ name }</dt><dd>{ value }</dd></> }) }</dl> }
}

fn text(words: impl Into<String>) -> Html {
    let words: String = words.into();
    html! { { words } }
}

fn refusal(result: &RefusalResult) -> Html {
    let because = if result.because.is_empty() {
        "nothing in it".to_owned()
    } else {
        format!("\u{201c}{}\u{201d}", result.because)
    };
    card(
        "The decision",
        facts(vec![
            ("Said", text(said(&result.said))),
            ("Should be", text(if result.gold == "refuse" { "refused" } else { "accepted" })),
            ("Decided by", text(because)),
        ]),
    )
}

fn counts(rows: &[(&'static str, CountsView)]) -> Html {
    html! {
        <div class="scroll-x" tabindex="0" role="group" aria-label="Counts">
            <table class="table"><thead><tr><th scope="col">{ "Literals" }</th><th scope="col" class="number">{ "right" }</th><th scope="col" class="number">{ "missed" }</th><th scope="col" class="number">{ "wrong" }</th></tr></thead>
                <tbody>{ for rows.iter().map(|(name, counts)| html! {
                    <tr><th scope="row">{ *name }</th><td class="number">{ counts.true_positives }</td><td class="number">{ counts.false_negatives }</td><td class="number">{ counts.false_positives }</td></tr>
                }) }</tbody></table>
        </div>
    }
}

fn chips(name: &'static str, class: &'static str, items: &[String]) -> Html {
    if items.is_empty() {
        return Html::default();
    }
    html! { <div><h4 class="small">{ format!("{name} ({})", items.len()) }</h4><p class="chips">{ for items.iter().map(|item| html! { <code class={classes!("chip", class)}>{ item }</code> }) }</p></div> }
}

fn goal(result: &GoalResult) -> Html {
    let equivalent = match result.equivalent {
        Solvable::Yes => "yes: they hold in the same reachable states",
        Solvable::No => "no",
        Solvable::Unknown => "not decided: there are too many states to list",
    };
    card(
        "Against the goal that is meant",
        html! {
            <>
                { counts(&[
                    ("States of one thing", result.unary),
                    ("Relations between things", result.relational),
                    ("States that a rule constrains", result.safety_unary),
                    ("Relations that a rule constrains", result.safety_relational),
                ]) }
                { facts(vec![("Means the same", text(equivalent))]) }
                { unknown(result) }
                { chips("Missed", "deleted", &result.missing) }
                { chips("Does not belong to it", "added", &result.extra) }
            </>
        },
    )
}

fn unknown(result: &GoalResult) -> Html {
    if result.unknown_predicates == 0 && result.unknown_objects == 0 {
        return Html::default();
    }
    html! { <p class="small warn">{ format!("{} literals use a predicate that the domain does not have, {} an object that is not there.", result.unknown_predicates, result.unknown_objects) }</p> }
}

fn transition(detail: &Detail, result: &TransitionResult) -> Html {
    card(
        "Against the actions as they work",
        html! {
            <>
                <p class="small">{ "Asked for: " }{ for detail.asked.iter().map(|name| html! { <><code>{ name }</code>{ " " }</> }) }</p>
                { counts(&[("Preconditions", result.preconditions), ("Effects", result.effects)]) }
                { chips("Not defined", "deleted", &result.omitted) }
                { chips("Not asked for", "added", &result.invented) }
                { chips("Missed", "deleted", &result.missing) }
                { chips("Does not belong there", "added", &result.extra) }
                { for result.planner.iter().map(planner) }
            </>
        },
    )
}

fn planner(figures: &PlannerFigures) -> Html {
    let answer = |value: Option<bool>| match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not asked",
    };
    let solvable = match figures.solvable {
        Solvable::Yes => "yes",
        Solvable::No => "no",
        Solvable::Unknown => "not decided within the budget",
    };
    html! {
        <>
            <h4 class="small">{ "What the planner makes of them" }</h4>
            { facts(vec![
                ("A plan exists", text(solvable)),
                ("It works as things are", text(answer(figures.sound))),
                ("A right plan works in them", text(answer(figures.complete))),
            ]) }
            if !figures.why.is_empty() { <p class="small mute">{ &figures.why }</p> }
            if let Some(plan) = &figures.plan { { steps(plan) } }
        </>
    }
}

fn sequencing(detail: &Detail, result: &SequencingResult) -> Html {
    let holds = |value: bool| {
        if value {
            html! { <span class="good">{ icon("check") }{ " yes" }</span> }
        } else {
            html! { <span class="bad">{ icon("cross") }{ " no" }</span> }
        }
    };
    let plan: Vec<String> = result.plan.lines().map(str::to_owned).collect();
    let mut rows = vec![
        // What the answer comes to; the rows below say what of it is missing.
        ("Success: valid and safe", holds(result.success)),
        ("Executable", holds(result.executable)),
        (
            "Goal reached",
            html! { <>{ holds(result.goal_reached) }<span class="mute">{ format!(" ({} of {} literals)", result.goal_satisfied, result.goal_literals) }</span></> },
        ),
        ("Safe", holds(result.safe)),
    ];
    if let Some(category) = result.primary {
        rows.push(("Primary category", category_word(category)));
    }
    if let Some(step) = result.failed_step {
        rows.push(("First fatal step", text(step.to_string())));
    }
    rows.push((
        "Prompted with",
        text(match result.interface {
            Interface::Full => "all actions",
            Interface::Primitives => "primitives only",
        }),
    ));
    html! {
        <>
            { card("What became of the plan", html! {
                <>
                    { facts(rows) }
                    if result.findings.len() > 1 { <p class="small detail-badges">{ "All findings: " }{ for result.findings.iter().map(|category| category_word(*category)) }</p> }
                    { chips("Rules broken", "hazard", &result.broken_rules) }
                    if let Some(other) = &result.other_vocabulary {
                        <p class="small mute">{ format!("{} of {} steps use actions beyond the primitives. With the other vocabulary the plan is {}, {}, {}.",
                            result.beyond_primitives, result.steps,
                            if other.executable { "executable" } else { "not executable" },
                            if other.goal_reached { "reaches the goal" } else { "does not reach the goal" },
                            if other.safe { "safe" } else { "unsafe" }) }</p>
                    }
                </>
            }) }
            { card("The plan as it is checked", html! {
                if plan.is_empty() { <p class="mute">{ "No step was read." }</p> } else { { steps(&plan) } }
            }) }
            if let Some(safe) = &detail.safe_plan {
                <details class="card gold"><summary>{ "A plan that succeeds" }</summary><div class="card-body">{ steps(safe) }</div></details>
            }
        </>
    }
}
