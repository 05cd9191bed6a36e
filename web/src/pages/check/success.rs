//! A plan that succeeds: whether it is a shortest one, what safety costs, and deliberate mistakes to see what each kind
//! looks like. Every mistake on offer was checked before it is shown; none is promised. The planner is asked in the
//! background with a small budget, and what it could not find out is said.

use std::rc::Rc;

use stepguard_report::planner::{PlannerResult, SolveReport};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::asking::{Asked, use_answer};
use super::solve::figure;
use super::{Alive, for_checker};
use crate::bridge::planner::{Answer, Asker, Call, Planner, Request};
use crate::bridge::worker::Client;
use crate::state::answers::{Comparison, Measure};
use crate::state::mutate::{Label, Mistake, mistakes};
use crate::state::repair::one_per_line;
use crate::state::session::{Kind, Verdict};
use crate::state::shared::Shared;
use crate::state::words;
use crate::ui::card::Card;
use crate::ui::labels::{category, safety};
use crate::ui::parts::{button, note};

/// What the view is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct BreakProps {
    pub(super) verdict: Shared<Verdict>,
    /// It is about the texts as they are.
    pub(super) current: bool,
    pub(super) client: Client,
    pub(super) phone: bool,
    pub(super) on_mistake: Callback<Mistake>,
}

/// The most mistakes that are tried.
const TRIES: usize = 90;

/// Plans longer than this are not spoiled in the background: each try would cost a whole check.
const LONGEST: usize = 200;

/// The view.
#[component]
pub(super) fn Break(props: &BreakProps) -> Html {
    let found = use_state(Vec::<(Label, Mistake)>::new);
    let done = use_state_eq(|| false);
    {
        let (client, found, done) = (props.client.clone(), found.setter(), done.setter());
        use_effect_with(props.verdict.clone(), move |verdict| {
            let alive: Alive = Rc::new(true.into());
            found.set(Vec::new());
            done.set(verdict.report.steps.len() > LONGEST);
            if verdict.report.steps.len() <= LONGEST {
                let (alive, verdict) = (Rc::clone(&alive), verdict.clone());
                spawn_local(async move {
                    let mut known: Vec<(Label, Mistake)> = Vec::new();
                    for mistake in mistakes(&verdict.report, &verdict.texts.get(Kind::Plan), TRIES) {
                        let texts = verdict.texts.with(Kind::Plan, &mistake.plan);
                        if !*alive.borrow() {
                            return;
                        }
                        // A check of the reader's own comes first and ends this.
                        let Ok(checked) = client.check(&for_checker(&texts), "").await else { return };
                        if !*alive.borrow() {
                            return;
                        }
                        if let Some(label) = Label::of(&checked.report)
                            && known.iter().all(|(present, _)| *present != label)
                        {
                            known.push((label, mistake));
                            found.set(known.clone());
                            if known.len() == Label::COUNT {
                                break;
                            }
                        }
                    }
                    done.set(true);
                });
            }
            move || *alive.borrow_mut() = false
        });
    }
    let report = &props.verdict.report;
    html! {
        <Card id="break" title="Break it on purpose" remark={stale(props.current)} phone={props.phone} digest="see what each mistake looks like">
            <p class="small mute">{ "See what each kind of mistake looks like. Undo brings your plan back." }</p>
            if report.steps.len() > LONGEST {
                <p class="small mute">{ "This plan is too long to try mistakes on in the background." }</p>
            }
            <ul class="breaks" aria-busy={(!*done).to_string()}>
                { for found.iter().map(|(label, mistake)| {
                    let shown = match label {
                        Label::Category(each) => category(*each),
                        Label::Unsafe => safety("Unsafe"),
                    };
                    let chosen = mistake.clone();
                    let onclick = props.on_mistake.reform(move |_: MouseEvent| chosen.clone());
                    html! { <li><button type="button" class="button compact" disabled={!props.current} {onclick}>{ &mistake.words }</button><span>{ shown }</span></li> }
                }) }
            </ul>
            if *done && report.steps.len() <= LONGEST {
                <p class="tiny mute">{ if found.is_empty() { "No single edit that was tried breaks this plan.".to_owned() } else { format!("{} of {} kinds can be shown by one edit of this plan.", words::count(found.len(), "label"), Label::COUNT) } }</p>
            }
        </Card>
    }
}

/// What is said beside the headings while the texts have changed.
pub(super) fn stale(current: bool) -> Html {
    if current {
        Html::default()
    } else {
        html! { <span class="small strong warn">{ "before your last edit" }</span> }
    }
}

/// What the comparison is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct ShorterProps {
    pub(super) verdict: Shared<Verdict>,
    /// It is about the texts as they are.
    pub(super) current: bool,
    pub(super) planner: Planner,
    pub(super) phone: bool,
    pub(super) on_use: Callback<(String, String)>,
}

/// The most states that are looked at for each question that nobody asked.
const NODES: u32 = 20_000;

/// The plan beside the shortest ones.
#[component]
pub(super) fn Shorter(props: &ShorterProps) -> Html {
    let report = &props.verdict.report;
    let rules = report.rules.iter().filter(|rule| rule.hard).count();
    let texts = for_checker(&props.verdict.texts);
    let request = |call: Call, options: &str| Request {
        call,
        texts: texts.clone(),
        options: format!("{{{options},\"nodes\":{NODES}}}"),
    };
    // One after the other: a newer question would end an older one.
    let safe = use_answer(&props.planner, Asker::Page, Some(request(Call::Solve, "\"optimal\":true")));
    let after = safe.answer().is_some();
    let careless = use_answer(
        &props.planner,
        Asker::Page,
        (after && rules > 0).then(|| request(Call::Solve, "\"optimal\":true,\"ignore_rules\":true")),
    );
    let after = after && (rules == 0 || careless.answer().is_some());
    let proved = solved(&safe).is_some_and(|answer| answer.optimal);
    let number =
        use_answer(&props.planner, Asker::Page, (after && proved).then(|| request(Call::Count, "\"extra\":0")));
    let known = Known {
        safe: solved(&safe),
        careless: solved(&careless),
        number: match number.answer() {
            Some(Ok(Answer::Counted(counted))) if counted.result == PlannerResult::Count => {
                counted.optimal_plans.as_deref()
            }
            _ => None,
        },
        done: after && (!proved || number.answer().is_some()),
    };
    let pending = if known.done { "not known" } else { "searching…" };
    let own = Measure::of_plan(report, known.safe);
    let safe = known.safe.map(Measure::of_answer);
    let careless = known.careless.map(Measure::of_answer);
    let comparison = Comparison::of(&own, safe.as_ref(), careless.as_ref());
    let say = |measure: Option<&Measure>| measure.map_or_else(|| pending.to_owned(), Measure::words);
    let shorter = known.safe.and_then(|answer| answer.plan.as_ref()).filter(|_| comparison.shorter());
    let take = shorter.map(|plan| {
        let text = one_per_line(plan);
        let onclick =
            props.on_use.reform(move |_: MouseEvent| (text.clone(), "The shorter plan is in the editor.".to_owned()));
        button("button", "Use the shorter plan", !props.current, onclick)
    });
    html! {
        <Card id="shorter" title="Could it be shorter?" remark={stale(props.current)} phone={props.phone} digest={comparison.sentence(known.done)}>
            <dl class="figures" aria-busy={(!known.done).to_string()}>
                { figure("Your plan", &own.words()) }
                { figure(if rules > 0 { "Shortest safe plan" } else { "Shortest plan" }, &say(safe.as_ref())) }
                if known.number.is_some() || !known.done { { figure("Plans of that length", known.number.unwrap_or(pending)) } }
                if rules > 0 { { figure("Shortest that ignores the rules", &say(careless.as_ref())) } }
                { figure("Goal literals met", &report.goal.len().to_string()) }
                if rules > 0 { { figure("Safety rules kept", &rules.to_string()) } }
            </dl>
            <p>{ comparison.sentence(known.done) }</p>
            { comparison.price().map(note) }
            { take }
        </Card>
    }
}

/// What the planner has found out so far.
struct Known<'a> {
    safe: Option<&'a SolveReport>,
    careless: Option<&'a SolveReport>,
    number: Option<&'a str>,
    /// No further answer is to be expected.
    done: bool,
}

fn solved(asked: &Asked) -> Option<&SolveReport> {
    match asked.answer() {
        Some(Ok(Answer::Solved(report))) => Some(report),
        _ => None,
    }
}
