//! The smallest repair of a plan that does not succeed. It is looked for as soon as the verdict is drawn, without anybody
//! asking; the panel shows it as a difference to the plan, the verdict names its label beside that of the rules.

use stepguard_report::planner::{EditView, ProofView, RepairReport, RepairResult, RepairView};
use stepguard_report::view::{Category, Outcome, Report};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::asking::{Asked, Found, use_answer};
use super::for_checker;
use crate::bridge::planner::{Answer, Asker, Call, Planner, Request};
use crate::bridge::worker;
use crate::state::answers;
use crate::state::repair::{Row, mark, one_per_line, rewrite, rows, spans};
use crate::state::session::{Action, Cause, Kind, Session, Texts, Verdict};
use crate::state::words;
use crate::ui::card::Card;
use crate::ui::hooks::go_to;
use crate::ui::icon::icon;
use crate::ui::labels::{category, marked};
use crate::ui::parts::{button, names, note, searching};

/// What is said while the search goes on.
const LOOKING: &str = "Looking for the smallest repair…";

/// What is known about the repair of the plan in sight.
#[derive(Clone, PartialEq)]
pub(super) struct Repair {
    asked: Asked,
    /// Which of the listed repairs is shown.
    chosen: usize,
    /// Steps that stay are shown one by one.
    whole: bool,
    /// The last thing that was done to the texts was to apply a repair.
    applied: bool,
    on_choose: Callback<usize>,
    on_expand: Callback<()>,
    on_apply: Callback<()>,
    on_undo: Callback<()>,
}

/// Whether a plan was run and does not succeed.
fn fails(report: &Report) -> bool {
    !report.succeeds && matches!(report.outcome, Outcome::Valid | Outcome::Invalid)
}

/// Whether two sets of texts are those of one case: at most one of them was edited since.
fn same_case(one: &worker::Texts, other: &worker::Texts) -> bool {
    let differ = [one.domain != other.domain, one.problem != other.problem, one.plan != other.plan];
    differ.into_iter().filter(|differs| *differs).count() <= 1
}

/// Looks for the repair of the plan in sight.
#[hook]
pub(super) fn use_repair(session: &UseReducerHandle<Session>, planner: &Planner) -> Repair {
    let chosen = use_state_eq(|| None::<(Found, usize)>);
    let whole = use_state_eq(|| None::<Found>);
    let applied = use_state_eq(|| None::<Texts>);
    let wanted = session.run.as_ref().filter(|run| session.run_is_current() && fails(&run.report));
    let request =
        wanted.map(|run| Request { call: Call::Repair, texts: for_checker(&run.texts), options: String::new() });
    let mut asked = use_answer(planner, Asker::Page, request);
    // As the verdict in sight, which stays while a text cannot be read.
    let now = for_checker(session.run.as_ref().map_or(&session.texts, |run| &run.texts));
    asked.found = asked.found.filter(|(request, _)| same_case(&request.texts, &now));
    let found = asked.found.as_ref().map(|(_, found)| found.clone());
    let at = chosen.as_ref().filter(|(of, _)| Some(of) == found.as_ref()).map_or(0, |(_, at)| *at);
    let on_apply = {
        let (dispatcher, planner, applied) = (session.dispatcher(), planner.clone(), applied.setter());
        let (wanted, found) = (wanted.filter(|_| asked.is_current()).cloned(), found.clone());
        Callback::from(move |()| {
            let Some((verdict, repair)) = wanted.clone().zip(found.as_ref().and_then(|found| shown(found, at))) else {
                return;
            };
            let (dispatcher, planner, applied) = (dispatcher.clone(), planner.clone(), applied.clone());
            spawn_local(async move {
                let texts = written(&verdict, &repair, &planner).await;
                let words = format!("Repair applied: {}.", words::count(repair.edits.len(), "edit"));
                applied.set(Some(texts.clone()));
                dispatcher.dispatch(Action::Replace(texts, Cause::Command(words)));
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
        asked,
        chosen: at,
        whole: whole.is_some() && *whole == found,
        on_expand: {
            let found = found.clone();
            Callback::from(move |()| whole.set(found.clone()))
        },
        applied: !session.undo.is_empty() && applied.as_ref() == Some(&session.texts),
        on_choose: Callback::from(move |at| chosen.set(found.clone().map(|found| (found, at)))),
        on_apply,
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

/// Whether a repair was found: a smallest one, or another before the budget ran out.
fn has_repair(report: &RepairReport) -> bool {
    matches!(report.result, RepairResult::Repair | RepairResult::Budget) && !report.edits.is_empty()
}

/// The repair at that place of the list; the first one stands also by itself.
fn shown(found: &Found, chosen: usize) -> Option<RepairView> {
    let Ok(Answer::Repaired(report)) = &**found else { return None };
    let first = || RepairView { edits: report.edits.clone(), plan: report.plan.clone() };
    has_repair(report).then(|| report.repairs.get(chosen).cloned().unwrap_or_else(first))
}

impl Repair {
    fn answer(&self) -> Option<&RepairReport> {
        match self.asked.last() {
            Some(Ok(Answer::Repaired(report))) => Some(report),
            _ => None,
        }
    }

    /// The repair that is shown.
    fn shown(&self) -> Option<RepairView> {
        self.asked.found.as_ref().and_then(|(_, found)| shown(found, self.chosen))
    }

    /// The result in a sentence, for the verdict and for those who listen: what the only edit is, or how many there are.
    fn sentence(&self) -> String {
        match (self.asked.last(), self.answer()) {
            (Some(Err(failure)), _) => answers::failure(failure),
            (_, Some(report)) => match report.edits.as_slice() {
                [only] if report.result == RepairResult::Repair => only.meaning.clone(),
                _ => report.why.clone(),
            },
            _ => LOOKING.to_owned(),
        }
    }

    /// What is to be said once: nothing while the search goes on.
    pub(super) fn spoken(&self) -> String {
        if self.asked.is_current() { format!("Repair: {}", self.sentence()) } else { String::new() }
    }

    /// Whether that can be said.
    pub(super) fn settled(&self) -> bool {
        self.asked.is_current() && self.asked.searching.is_none()
    }

    /// Whether there is anything to show about this verdict.
    fn concerns(&self, report: &Report) -> bool {
        fails(report) && (self.asked.found.is_some() || self.asked.searching.is_some())
    }

    /// The line of the verdict.
    pub(super) fn line(&self, report: &Report) -> Html {
        if !self.concerns(report) {
            return Html::default();
        }
        let answer = self.answer();
        let primary = self.shown().as_ref().and_then(label);
        let badge = match answer.map(|answer| answer.result) {
            _ if answer.is_some_and(has_repair) => "Repair",
            Some(RepairResult::None) => "No repair",
            // The steps would succeed one after the other: their times are wrong, and no edit mends these.
            Some(RepairResult::NothingToDo) => "Times",
            None if self.asked.found.is_none() => "Repair",
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
        let Some(repair) = self.shown().filter(|_| self.concerns(report)) else { return Html::default() };
        let onclick = self.on_apply.reform(|_: MouseEvent| ());
        let words = format!("Apply repair · {}", words::count(repair.edits.len(), "edit"));
        button("button primary", words, !self.asked.is_current(), onclick)
    }
}

/// The panel about the verdict in sight.
pub(super) fn panel(repair: &Repair, report: &Report, phone: bool, read_only: bool) -> Html {
    if !repair.concerns(report) {
        return Html::default();
    }
    let remark = match repair.answer() {
        Some(answer) if answer.result == RepairResult::Repair => format!(
            "smallest: {}, {}",
            words::count(answer.cost.unwrap_or_default() as usize, "edit"),
            answers::how_many(answer)
        ),
        Some(answer) if has_repair(answer) => {
            format!("{}; whether fewer would do is not known", words::count(answer.edits.len(), "edit"))
        }
        _ => String::new(),
    };
    let current = repair.asked.is_current();
    let stale = repair.asked.found.is_some() && !current;
    let busy = stale && repair.asked.searching.flatten().is_some();
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
            if !(busy || read_only || remark.is_empty()) {
                { button("button compact", "Apply repair", !current, repair.on_apply.reform(|_: MouseEvent| ())) }
            }
        </>
    };
    let heading = if stale {
        super::success::stale(false)
    } else {
        html! { <span class="small mute">{ remark }</span> }
    };
    let body = match repair.asked.last() {
        None => search(repair),
        Some(Err(failure)) => html! {
            <>
                <p>{ answers::failure(failure) }</p>
                { button("button compact", "Try again", false, repair.asked.on_again.reform(|_: MouseEvent| ())) }
            </>
        },
        Some(Ok(Answer::Repaired(answer))) => outcome(answer, repair, report),
        Some(Ok(_)) => Html::default(),
    };
    html! {
        <Card id="repair" title="Repair" {phone} remark={heading} {controls} digest={repair.sentence()}>
            { body }
        </Card>
    }
}

/// What shows that a search goes on.
fn search(repair: &Repair) -> Html {
    let Some(progress) = repair.asked.searching else { return Html::default() };
    searching(if repair.asked.found.is_none() { LOOKING } else { "" }, progress, &repair.asked.on_cancel)
}

/// A button that shows another repair.
fn turn(name: &'static str, target: Option<usize>, repair: &Repair) -> Html {
    let onclick = target.map(|target| repair.on_choose.reform(move |_: MouseEvent| target));
    html! { <button type="button" aria-disabled={target.is_none().then_some("true")} {onclick}>{ name }</button> }
}

/// What the planner says.
fn outcome(answer: &RepairReport, repair: &Repair, report: &Report) -> Html {
    match answer.result {
        RepairResult::Repair => match repair.shown() {
            Some(view) => html! {
                <>
                    { difference(&view, answer, repair) }
                    { two_answers(&view, answer, report) }
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
                { note(format!("{} were looked at.", words::count(answer.expanded as usize, "state"))) }
                if let Some(view) = repair.shown() { { difference(&view, answer, repair) } }
            </>
        },
        RepairResult::NothingToDo | RepairResult::Unsupported | RepairResult::Unreadable => {
            html! { <p>{ marked(&answer.why) }</p> }
        }
    }
}

/// The plan as it is and as it would be.
fn difference(view: &RepairView, answer: &RepairReport, repair: &Repair) -> Html {
    let rows = rows(view, repair.whole).unwrap_or_else(|| (0..view.edits.len()).map(Row::Gone).collect());
    html! {
        <ol class="diff" aria-label={format!("The plan with {}", words::count(answer.cost.unwrap_or_default() as usize, "edit"))}>
            { for rows.into_iter().map(|row| match row {
                Row::Kept(number) => html! {
                    <li><span class="number">{ number }</span><span></span><code>{ step(view, number) }</code></li>
                },
                Row::Folded(count) => html! {
                    <li><span class="number"></span><span></span><button type="button" class="link-button small" onclick={repair.on_expand.reform(|_: MouseEvent| ())}>{ format!("… {} unchanged", words::count(count, "step")) }</button></li>
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

/// Why an edit is needed: its meaning without what it is, which its row shows.
fn reason(edit: &EditView) -> String {
    words::sentence(edit.meaning.rsplit_once(": ").map_or(edit.meaning.as_str(), |(_, reason)| reason))
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
                        { category(edit.label) }{ " " }{ marked(&reason(edit)) }
                        { for edit.mitigates.iter().map(|rule| html! { <span class="mends">{ " " }{ icon("shield") }{ "Mends " }<code>{ rule }</code>{ "." }</span> }) }
                        if !elsewhere.is_empty() { <span class="mute">{ format!(" It fits just as well as step {}.", spans(&elsewhere)) }</span> }
                    </p>
                }
            </div>
        </li>
    }
}

/// The label of a repair: that of its first edit.
fn label(view: &RepairView) -> Option<Category> {
    view.edits.first().map(|edit| edit.label)
}

/// The label of the rules beside that of the repair.
fn two_answers(view: &RepairView, answer: &RepairReport, report: &Report) -> Html {
    let Some(primary) = label(view) else { return Html::default() };
    let repaired = html! { <>{ "The smallest repair says: " }{ category(primary) }{ ". " }</> };
    let words = match report.primary {
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
            { note(format!("{}; {checked}.", answers::proof_size(proof))) }
        </div>
    }
}
