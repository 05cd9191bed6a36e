//! The smallest repair of a plan that does not succeed. It is looked for as soon as the verdict is drawn, without anybody
//! asking; the panel shows it as a difference to the plan, the verdict names its label beside that of the rules.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use stepguard_report::planner::{EditView, ProofView, RepairReport, RepairResult, RepairView};
use stepguard_report::view::{Outcome, Report};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::solve::UNKNOWN;
use super::{Alive, for_checker};
use crate::bridge::planner::{Asker, Planner};
use crate::bridge::worker::Failure;
use crate::state::answers;
use crate::state::repair::{Row, mark, one_per_line, rewrite, rows, spans};
use crate::state::session::{Action, Cause, Kind, Session, Texts, Verdict};
use crate::state::shared::Shared;
use crate::state::words;
use crate::ui::card::Card;
use crate::ui::hooks::go_to;
use crate::ui::icon::icon;
use crate::ui::labels::{category, marked};
use crate::ui::parts::{button, names, note, searching};

/// How long the page waits after the verdict, in milliseconds, so that it is painted first.
const AFTER: u32 = 20;

/// What is said while the search goes on.
const LOOKING: &str = "Looking for the smallest repair…";

/// What came of a search.
enum Found {
    /// The planner's answer.
    Answer(Box<RepairReport>),
    /// There is none.
    Nothing(Failure),
}

/// What is known about the repair of the plan in sight.
#[derive(Clone, PartialEq)]
pub(super) struct Repair {
    /// What was found, and about which verdict.
    found: Option<(Shared<Verdict>, Shared<Found>)>,
    /// A search goes on; how far it is, if known.
    searching: Option<Option<f64>>,
    /// Whether what was found is about the texts as they are.
    current: bool,
    /// Which of the listed repairs is shown.
    chosen: usize,
    /// The last thing that was done to the texts was to apply a repair.
    applied: bool,
    on_choose: Callback<usize>,
    on_apply: Callback<()>,
    on_again: Callback<()>,
    on_cancel: Callback<()>,
    on_undo: Callback<()>,
}

/// Whether a plan was run and does not succeed.
fn fails(report: &Report) -> bool {
    !report.succeeds && matches!(report.outcome, Outcome::Valid | Outcome::Invalid)
}

/// Whether two sets of texts are those of one case: at most one of them was edited since.
fn same_case(one: &Texts, other: &Texts) -> bool {
    Kind::ALL.into_iter().filter(|&kind| one.get(kind) != other.get(kind)).count() <= 1
}

/// Looks for the repair of the plan in sight.
#[hook]
pub(super) fn use_repair(session: &UseReducerHandle<Session>, planner: &Planner) -> Repair {
    let found = use_state_eq(|| None::<(Shared<Verdict>, Shared<Found>)>);
    let searching = use_state_eq(|| None::<Option<f64>>);
    let chosen = use_state_eq(|| 0_usize);
    let again = use_state_eq(|| 0_u32);
    let applied = use_state_eq(|| None::<Texts>);
    let run = session.run.as_ref().filter(|_| session.run_is_current()).cloned();
    let wanted = run.clone().filter(|verdict| fails(&verdict.report));
    {
        let (planner, found, searching, chosen) = (planner.clone(), found.clone(), searching.setter(), chosen.setter());
        use_effect_with((run, session.run.is_none(), *again), move |(run, nothing, _)| {
            let alive: Alive = Rc::new(true.into());
            let pending: Alive = Rc::new(false.into());
            let wanted = run.clone().filter(|verdict| fails(&verdict.report));
            let foreign = |about: &Verdict| run.as_ref().is_some_and(|run| !same_case(&run.texts, &about.texts));
            if *nothing || run.is_some() && wanted.is_none() || found.as_ref().is_some_and(|(about, _)| foreign(about))
            {
                found.set(None);
            }
            searching.set(wanted.is_some().then_some(None));
            let timer = wanted.map(|verdict| {
                let (planner, alive, pending) = (planner.clone(), Rc::clone(&alive), Rc::clone(&pending));
                Timeout::new(AFTER, move || {
                    *pending.borrow_mut() = true;
                    let progress = searching.clone();
                    planner.on_progress(Asker::Page, Some(Callback::from(move |done| progress.set(Some(Some(done))))));
                    spawn_local(async move {
                        let answer = planner.repair(&for_checker(&verdict.texts), "").await;
                        *pending.borrow_mut() = false;
                        if !*alive.borrow() || answer == Err(Failure::Superseded) {
                            return;
                        }
                        planner.on_progress(Asker::Page, None);
                        let answer = answer.map_or_else(Found::Nothing, |report| Found::Answer(Box::new(report)));
                        found.set(Some((verdict, Shared::new(answer))));
                        chosen.set(0);
                        searching.set(None);
                    });
                })
            });
            move || {
                drop(timer);
                *alive.borrow_mut() = false;
                if *pending.borrow() {
                    planner.cancel(Asker::Page);
                }
            }
        });
    }
    let on_apply = {
        let (session, planner, found, applied) = (session.clone(), planner.clone(), (*found).clone(), applied.setter());
        let chosen = *chosen;
        Callback::from(move |()| {
            let Some((verdict, found)) = found.clone() else { return };
            let (session, planner, applied) = (session.clone(), planner.clone(), applied.clone());
            spawn_local(async move {
                let Found::Answer(report) = &*found else { return };
                let Some(repair) = shown(report, chosen) else { return };
                let texts = written(&verdict, &repair, &planner).await;
                let words = format!("Repair applied: {}.", words::count(repair.edits.len(), "edit"));
                applied.set(Some(texts.clone()));
                session.dispatch(Action::Replace(texts, Cause::Command(words)));
                go_to("verdict");
            });
        })
    };
    let on_undo = {
        let dispatcher = session.dispatcher();
        Callback::from(move |()| {
            dispatcher.dispatch(Action::Undo);
            go_to("verdict");
        })
    };
    Repair {
        current: wanted.is_some() && found.as_ref().map(|(about, _)| about) == wanted.as_ref(),
        found: (*found).clone(),
        searching: *searching,
        chosen: *chosen,
        applied: !session.undo.is_empty() && applied.as_ref() == Some(&session.texts),
        on_choose: use_callback((), {
            let chosen = chosen.setter();
            move |at, ()| chosen.set(at)
        }),
        on_apply,
        on_again: {
            let again = again.clone();
            Callback::from(move |()| again.set(again.wrapping_add(1)))
        },
        on_cancel: use_callback(planner.clone(), |(), planner| planner.cancel(Asker::Page)),
        on_undo,
    }
}

/// The texts with the repair in them: in the plan's own notation where the checker agrees, else one step per line.
async fn written(verdict: &Verdict, repair: &RepairView, planner: &Planner) -> Texts {
    if let Some(plan) = rewrite(&verdict.report, &verdict.texts.get(Kind::Plan), repair) {
        let texts = verdict.texts.with(Kind::Plan, &plan);
        let checked = planner.check(&for_checker(&texts)).await;
        let as_meant =
            checked.is_ok_and(|checked| checked.report.succeeds && checked.report.steps.len() == repair.plan.len());
        if as_meant {
            return texts;
        }
    }
    verdict.texts.with(Kind::Plan, &one_per_line(&repair.plan))
}

/// The repair at that place of the list; the first one stands also by itself.
fn shown(report: &RepairReport, chosen: usize) -> Option<RepairView> {
    let first = || RepairView { edits: report.edits.clone(), plan: report.plan.clone() };
    (report.result == RepairResult::Repair).then(|| report.repairs.get(chosen).cloned().unwrap_or_else(first))
}

impl Repair {
    fn answer(&self) -> Option<&RepairReport> {
        match self.found.as_ref().map(|(_, found)| &**found) {
            Some(Found::Answer(report)) => Some(report),
            _ => None,
        }
    }

    /// The result in a sentence, for the verdict and for those who listen.
    fn sentence(&self) -> String {
        match self.found.as_ref().map(|(_, found)| &**found) {
            Some(Found::Answer(report)) => report.why.clone(),
            Some(Found::Nothing(failure)) => answers::failure(failure),
            None => LOOKING.to_owned(),
        }
    }

    /// What is to be said once: nothing while the search goes on.
    pub(super) fn spoken(&self) -> String {
        if self.current { format!("Repair: {}", self.sentence()) } else { String::new() }
    }

    /// Whether that can be said.
    pub(super) fn settled(&self) -> bool {
        self.current && self.searching.is_none()
    }

    /// Whether there is anything to show about this verdict.
    fn concerns(&self, report: &Report) -> bool {
        fails(report) && (self.found.is_some() || self.searching.is_some())
    }

    /// The line of the verdict.
    pub(super) fn line(&self, report: &Report) -> Html {
        if !self.concerns(report) {
            return Html::default();
        }
        let answer = self.answer();
        let primary = answer.and_then(|answer| answer.primary);
        let badge = match answer.map(|answer| answer.result) {
            Some(RepairResult::Repair) => "Repair",
            Some(RepairResult::None) => "No repair",
            None if self.found.is_none() => "Repair",
            _ => "Repair unknown",
        };
        let other = report.primary.filter(|rules| primary.is_some_and(|primary| primary != *rules));
        html! {
            <>
                <span class="tag mute">{ icon("wand") }{ badge }</span>
                <p class="repair-line">
                    if let Some(each) = primary { { category(each) }{ " " } }
                    { marked(&self.sentence()) }
                    if let Some(other) = other {
                        <span class="small mute">{ " The rules say: " }{ words::long(other).to_ascii_lowercase() }{ ". These are two independent answers." }</span>
                    }
                </p>
            </>
        }
    }

    /// The buttons beside the verdict.
    pub(super) fn buttons(&self, report: &Report) -> Html {
        if self.applied {
            let onclick = self.on_undo.reform(|_: MouseEvent| ());
            return html! { <button type="button" class="button" {onclick}>{ icon("undo") }{ "Undo the repair" }</button> };
        }
        let Some(repair) =
            self.answer().filter(|_| self.concerns(report)).and_then(|answer| shown(answer, self.chosen))
        else {
            return Html::default();
        };
        let onclick = self.on_apply.reform(|_: MouseEvent| ());
        let words = format!("Apply repair · {}", words::count(repair.edits.len(), "edit"));
        button("button primary", words, !self.current, onclick)
    }
}

/// What the panel is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct RepairProps {
    pub(super) repair: Repair,
    /// The verdict in sight.
    pub(super) verdict: Shared<Verdict>,
    pub(super) phone: bool,
    /// Nothing can be changed here.
    pub(super) read_only: bool,
}

/// The panel.
#[component]
pub(super) fn RepairPanel(props: &RepairProps) -> Html {
    let all = use_state_eq(|| None::<Shared<Found>>);
    let repair = &props.repair;
    if !repair.concerns(&props.verdict.report) {
        return Html::default();
    }
    let remark = match repair.answer() {
        Some(answer) if answer.result == RepairResult::Repair => format!(
            "smallest: {}, {}",
            words::count(answer.cost.unwrap_or_default() as usize, "edit"),
            answers::how_many(answer)
        ),
        _ => String::new(),
    };
    let stale = repair.found.is_some() && !repair.current;
    let busy = stale && repair.searching.flatten().is_some();
    let count = repair.answer().map_or(0, |answer| answer.repairs.len());
    let controls = html! {
        <>
            // What goes on takes the place of what cannot be done meanwhile, so that nothing moves.
            if busy {
                { search(repair) }
            } else if count > 1 {
                <div class="segments" role="group" aria-label="Which repair">
                    { turn("Previous", repair.chosen.checked_sub(1), repair) }
                    { turn("Next", Some(repair.chosen + 1).filter(|next| *next < count), repair) }
                </div>
                <span class="small mute" aria-live="polite">{ format!("{} of {count} listed", repair.chosen + 1) }</span>
            }
            if !(busy || props.read_only || remark.is_empty()) {
                { button("button compact", "Apply repair", !repair.current, repair.on_apply.reform(|_: MouseEvent| ())) }
            }
        </>
    };
    let heading = html! {
        <>
            if stale { { super::success::stale(false) } } else { <span class="small mute">{ remark }</span> }
        </>
    };
    let body = match &repair.found {
        None => html! {},
        Some((_, found)) => match &**found {
            Found::Nothing(failure) => {
                let again = repair.on_again.reform(|_: MouseEvent| ());
                html! {
                    <>
                        <p>{ answers::failure(failure) }</p>
                        { button("button compact", "Try again", false, again) }
                    </>
                }
            }
            Found::Answer(answer) => {
                let expand = {
                    let (all, found) = (all.setter(), found.clone());
                    Callback::from(move |_: MouseEvent| all.set(Some(found.clone())))
                };
                outcome(answer, repair, props, all.as_ref() == Some(found), expand)
            }
        },
    };
    html! {
        <Card id="repair" title="Repair" phone={props.phone} remark={heading} {controls} digest={repair.sentence()}>
            if repair.found.is_none() { { search(repair) } }
            { body }
        </Card>
    }
}

/// What shows that a search goes on.
fn search(repair: &Repair) -> Html {
    let Some(progress) = repair.searching else { return Html::default() };
    let words = if repair.found.is_none() { LOOKING } else { "" };
    let cancel = repair.on_cancel.clone();
    searching(words, progress, Rc::new(move || cancel.emit(())))
}

/// A button that shows another repair.
fn turn(name: &'static str, target: Option<usize>, repair: &Repair) -> Html {
    let onclick = target.map(|target| repair.on_choose.reform(move |_: MouseEvent| target));
    html! { <button type="button" aria-disabled={target.is_none().then_some("true")} {onclick}>{ name }</button> }
}

/// What the planner says.
fn outcome(
    answer: &RepairReport,
    repair: &Repair,
    props: &RepairProps,
    all: bool,
    expand: Callback<MouseEvent>,
) -> Html {
    match answer.result {
        RepairResult::Repair => match shown(answer, repair.chosen) {
            Some(view) => html! {
                <>
                    { difference(&view, answer, repair, all, expand) }
                    { two_answers(answer, props) }
                </>
            },
            None => Html::default(),
        },
        RepairResult::None => html! {
            <>
                <p>{ marked(&answer.why) }</p>
                if let Some(proof) = &answer.proof { { draw_proof(proof) } }
                { excuses(answer) }
            </>
        },
        RepairResult::Budget => html! {
            <>
                <p>{ marked(&answer.why) }</p>
                { note(format!("Known so far: a repair costs at least {}. {} were looked at.", words::count(answer.at_least as usize, "edit"), words::count(answer.expanded as usize, "state"))) }
            </>
        },
        RepairResult::Unsupported => html! {
            <>
                <p>{ marked(&answer.why) }</p>
                { names(UNKNOWN, &answer.unsupported) }
            </>
        },
        RepairResult::NothingToDo | RepairResult::Unreadable => html! { <p>{ marked(&answer.why) }</p> },
    }
}

/// The plan as it is and as it would be.
fn difference(
    view: &RepairView,
    answer: &RepairReport,
    repair: &Repair,
    all: bool,
    expand: Callback<MouseEvent>,
) -> Html {
    let about = repair.found.as_ref().map(|(verdict, _)| verdict.report.steps.len()).unwrap_or_default();
    let rows = rows(about, view, all).unwrap_or_else(|| (0..view.edits.len()).map(Row::Gone).collect());
    html! {
        <ol class="diff" aria-label={format!("The plan with {}", words::count(answer.cost.unwrap_or_default() as usize, "edit"))}>
            { for rows.into_iter().map(|row| match row {
                Row::Kept(number) => html! {
                    <li><span class="number">{ number }</span><span></span><code>{ step(view, number) }</code></li>
                },
                Row::Folded(count) => html! {
                    <li><span class="number"></span><span></span><button type="button" class="link-button small" onclick={expand.clone()}>{ format!("… {} unchanged", words::count(count, "step")) }</button></li>
                },
                Row::Here(number, index) => view.edits.get(index).map(|edit| edit_row(edit, Some(number), step(view, number))).unwrap_or_default(),
                Row::Gone(index) => view.edits.get(index).map(|edit| edit_row(edit, None, &edit.action)).unwrap_or_default(),
            }) }
        </ol>
    }
}

fn step(view: &RepairView, number: u32) -> &str {
    view.plan.get((number as usize).wrapping_sub(1)).map_or("", String::as_str)
}

/// The row of an edit. What a step leaves behind where it was says only where it went.
fn edit_row(edit: &EditView, number: Option<u32>, action: &str) -> Html {
    use stepguard_report::planner::EditKind;
    let gone = number.is_none();
    let left_behind = gone && edit.kind == EditKind::Move;
    let (name, word) = mark(edit, gone);
    let class = match edit.kind {
        EditKind::Insert => "in",
        EditKind::Move if gone => "left-behind",
        _ if gone => "out",
        _ => "other",
    };
    let code = if gone {
        html! { <del>{ action }</del> }
    } else {
        html! { <ins>{ action }</ins> }
    };
    let elsewhere: Vec<u32> = edit.places.iter().copied().filter(|place| *place != edit.at).collect();
    html! {
        <li class={class}>
            <span class="number">{ number }</span>
            <span class="mark">{ icon(name) }{ word }</span>
            <div>
                if let Some(before) = edit.before.as_ref().filter(|_| edit.kind == EditKind::Change) { <code><del>{ before }</del></code>{ " " } }
                <code>{ code }</code>
                if left_behind {
                    <span class="small mute">{ format!(" to step {}", edit.at) }</span>
                } else {
                    <p class="why">
                        { category(edit.label) }{ " " }{ marked(&edit.meaning) }
                        { for edit.mitigates.iter().map(|rule| html! { <span class="mends">{ " " }{ icon("shield") }{ "Mends " }<code>{ rule }</code></span> }) }
                        if !elsewhere.is_empty() { <span class="mute">{ format!(" It fits just as well as step {}.", spans(&elsewhere)) }</span> }
                    </p>
                }
            </div>
        </li>
    }
}

/// The label of the rules beside that of the repair.
fn two_answers(answer: &RepairReport, props: &RepairProps) -> Html {
    let Some(primary) = answer.primary else { return Html::default() };
    let repaired = html! { <>{ "The smallest repair says: " }{ category(primary) }{ ". " }</> };
    let words = match props.verdict.report.primary {
        Some(rules) if rules == primary => {
            html! { <>{ "Rules and smallest repair agree: " }{ category(primary) }{ "." }</> }
        }
        Some(rules) => html! {
            <>
                { "The rules say: " }{ category(rules) }{ ". " }{ repaired }
                { "These are two independent answers: the rules look at how the run went, the repair at what it takes to mend it." }
            </>
        },
        None => html! {
            <>{ "The rules name no mistake: the plan reaches its goal, but not safely. " }{ repaired }</>
        },
    };
    let plans =
        answer.minimal_plans.as_deref().filter(|plans| *plans != "1" && answer.minimal_plans != answer.minimal_repairs);
    html! {
        <p class="small mute">
            { words }
            if let Some(plans) = plans { { format!(" With every place where a step fits, the smallest repairs lead to {plans} different plans.") } }
        </p>
    }
}

fn excuses(answer: &RepairReport) -> Html {
    if answer.excuses.is_empty() {
        return Html::default();
    }
    html! {
        <>
            <p>{ "It would be possible if" }</p>
            <ul class="plain-list">
                { for answer.excuses.iter().map(|each| html! { <li>{ marked(&answers::excuse(each)) }</li> }) }
            </ul>
        </>
    }
}

/// A proof that there is no plan, in words.
pub(super) fn draw_proof(proof: &ProofView) -> Html {
    let checked = if proof.checked { "an independent check of it agrees" } else { "it was not checked independently" };
    html! {
        <div class="proof">
            <p><b>{ answers::proof_name(proof.kind) }</b>{ ". " }{ answers::proof_words(proof.kind) }</p>
            { names("Out of reach: ", &proof.out_of_reach) }
            { note(format!("The proof lists {} in {} bytes; {checked}.", answers::proof_size(proof), proof.bytes)) }
        </div>
    }
}
