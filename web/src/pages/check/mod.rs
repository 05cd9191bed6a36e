//! The Check page: three texts and the verdict on them. Wires the session to the checker, the editors, files, links and
//! the browser's storage; what the pieces look like is theirs.

mod asking;
mod first;
mod gallery;
mod keys;
mod opening;
mod repair;
mod share;
mod solve;
mod space;
mod state_panel;
mod step_panel;
mod success;
mod texts;

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use stepguard_report::view::{Fix, Outcome, Source, Text};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::bridge::planner::Planner;
use crate::bridge::worker::{self, Client, Failure};
use crate::state::answers::Question;
use crate::state::edits;
use crate::state::route::{Page, Side};
use crate::state::session::{Action, Cause, Kind, Phase, Session, Texts, Trouble, Verdict};
use crate::state::shared::Shared;
use crate::state::strip::Zoom;
use crate::state::words::{self, Banner};
use crate::ui::banner;
use crate::ui::card::Card;
use crate::ui::frame::Header;
use crate::ui::hooks::{go_to, mark, now, use_properties};
use crate::ui::icon::icon;
use crate::ui::live::Live;
use crate::ui::problems;
use crate::ui::strip::{StripView, usual_zoom, zooms};

use gallery::use_gallery;
use keys::use_page_keys;
use opening::{DropArea, use_opening, use_storage};
use repair::{Repair, use_repair};
use share::ShareDialog;
use solve::SolveDialog;
use space::Space;
use state_panel::StatePanel;
use success::{Break, Shorter};
use texts::{Sizes, TextColumn, use_sizes};

/// How long typing must pause before a check begins, in milliseconds.
const DEBOUNCE: u32 = 120;

/// How long a check may take before the banner shows that it runs.
const PATIENCE: u32 = 250;

/// What the page is given.
#[derive(Properties, Clone, PartialEq)]
pub struct CheckProps {
    /// The session.
    pub session: UseReducerHandle<Session>,
    /// The checker.
    pub client: Client,
    /// Laid out for a phone.
    pub phone: bool,
    /// Whether the page is the one that is shown. Hidden it keeps its editors, its scroll position and its choice.
    pub shown: bool,
    /// Another page was chosen.
    pub on_page: Callback<Page>,
}

/// A dialog that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Share,
    Keys,
    Solve(Question),
}

/// The texts as the checker takes them: what is absent is not there.
fn for_checker(texts: &Texts) -> worker::Texts {
    let present = |kind: Kind| (!texts.is_absent(kind)).then(|| texts.get(kind));
    worker::Texts { domain: present(Kind::Domain), problem: present(Kind::Problem), plan: present(Kind::Plan) }
}

/// Checks the texts whenever they have changed and typing has paused.
#[hook]
fn use_checking(session: &UseReducerHandle<Session>, client: &Client) {
    let dispatcher = session.dispatcher();
    {
        let (client, dispatcher) = (client.clone(), dispatcher.clone());
        use_effect_with((), move |()| {
            let listener = dispatcher;
            client.on_progress(Some(Callback::from(move |done| listener.dispatch(Action::Running(Some(done))))));
            move || client.on_progress(None)
        });
    }
    let texts = session.texts.clone();
    let waiting = session.phase == Phase::Waiting;
    let delay = if session.at_once { 0 } else { DEBOUNCE };
    let client = client.clone();
    use_effect_with(session.revision, move |revision| {
        let revision = *revision;
        let timer = waiting.then(|| {
            Timeout::new(delay, move || {
                mark("stepguard:check-start");
                let began = now();
                spawn_local(async move {
                    let slow = {
                        let dispatcher = dispatcher.clone();
                        Timeout::new(PATIENCE, move || dispatcher.dispatch(Action::Running(None)))
                    };
                    let answer = client.check(&for_checker(&texts), "").await;
                    drop(slow);
                    dispatcher.dispatch(match answer {
                        Ok(checked) => {
                            let verdict = Verdict::new(checked.report, checked.json, texts, now() - began);
                            Action::Answer(revision, Shared::new(verdict))
                        }
                        Err(Failure::Superseded) => return,
                        Err(Failure::Cancelled) => Action::Fail(revision, Trouble::Cancelled),
                        Err(Failure::Unavailable(why)) => Action::Fail(revision, Trouble::NoChecker(why)),
                        Err(Failure::Crashed(why) | Failure::Unreadable(why)) => {
                            Action::Fail(revision, Trouble::Crashed(why))
                        }
                    });
                });
            })
        });
        move || drop(timer)
    });
    // Effects run after the page is drawn, so this is the moment at which the verdict can be seen.
    use_effect_with(session.last().cloned(), |verdict| {
        if verdict.is_some() {
            mark("stepguard:verdict");
        }
    });
}

/// Says so when a newer version of the page has been fetched for the next visit.
#[hook]
fn use_updates(dispatcher: &UseReducerDispatcher<Session>) {
    let dispatcher = dispatcher.clone();
    use_effect_with((), move |()| {
        let words = "A newer version of this page is ready. Load the page again to use it; your texts are kept.";
        let listener = EventListener::new(&gloo::utils::window(), "stepguard:update", move |_| {
            dispatcher.dispatch(Action::Say(words.to_owned()))
        });
        move || drop(listener)
    });
}

/// The page.
#[component]
pub fn Check(props: &CheckProps) -> Html {
    let CheckProps { session, client, phone, shown, on_page } = props;
    let dispatcher = session.dispatcher();
    let embed = session.route.embed;

    use_checking(session, client);
    use_storage(session);
    use_updates(&dispatcher);
    let gallery = use_gallery();
    let opening = use_opening(session, client, gallery.clone());
    let examples = gallery::use_menu(&gallery, &opening.on_example);
    let (sizes, set_sizes) = use_sizes();
    let planner = use_memo((), |()| Planner::default());
    let repair = use_repair(session, &planner);
    let open = use_state_eq(|| Open::Nothing);
    let zoom = use_state_eq(|| None::<Zoom>);
    let section = use_state_eq(|| "verdict");
    let main = use_node_ref();

    let act = |action: fn() -> Action| {
        let dispatcher = dispatcher.clone();
        Callback::from(move |()| dispatcher.dispatch(action()))
    };
    let on_choose =
        use_callback(dispatcher.clone(), |step: u32, dispatcher| dispatcher.dispatch(Action::Choose(step, None)));
    let on_side = use_callback((dispatcher.clone(), session.step()), |side: Side, (dispatcher, step)| {
        dispatcher.dispatch(Action::Choose(*step, Some(side)));
    });
    let on_pin = use_callback(dispatcher.clone(), |fact: Rc<str>, dispatcher| dispatcher.dispatch(Action::Pin(fact)));
    let on_place =
        use_callback(dispatcher.clone(), |source: Source, dispatcher| dispatcher.dispatch(Action::Reveal(source)));
    let on_fix =
        use_callback((dispatcher.clone(), session.texts.clone()), |(text, fix): (Text, Fix), (dispatcher, texts)| {
            let kind = Kind::of(text);
            if let Some(mended) = edits::apply(&texts.get(kind), &fix.edits) {
                let words = format!("{}: {}.", words::text_name(text), fix.title.trim_end_matches('.'));
                dispatcher.dispatch(Action::Replace(texts.with(kind, &mended), Cause::Command(words)));
            }
        });
    let on_zoom = use_callback(zoom.setter(), |each: Zoom, zoom| zoom.set(Some(each)));
    let on_cancel = use_callback(client.clone(), |(), client| client.cancel());
    let on_mistake = use_callback(
        (dispatcher.clone(), session.texts.clone()),
        |mistake: crate::state::mutate::Mistake, (dispatcher, texts)| {
            let words = format!("{}. Undo brings your plan back.", mistake.words);
            dispatcher.dispatch(Action::Replace(texts.with(Kind::Plan, &mistake.plan), Cause::Command(words)));
            go_to("verdict");
        },
    );
    let share = use_callback(open.setter(), |_: MouseEvent, open| open.set(Open::Share));
    let on_ask = use_callback(open.setter(), |question: Question, open| open.set(Open::Solve(question)));
    let on_use = use_callback(
        (dispatcher.clone(), session.texts.clone(), open.setter()),
        |(plan, words): (String, String), (dispatcher, texts, open)| {
            open.set(Open::Nothing);
            dispatcher.dispatch(Action::Replace(texts.with(Kind::Plan, &plan), Cause::Command(words)));
            // A dialog that closes gives the focus back first.
            Timeout::new(0, || go_to("verdict")).forget();
        },
    );
    let close = use_callback(open.setter(), |(), open| open.set(Open::Nothing));
    let help = use_callback(open.setter(), |(), open| open.set(Open::Keys));

    let steps = session.run.as_ref().map_or(0, |verdict| verdict.report.steps.len() as u32);
    use_page_keys(dispatcher.clone(), session.step(), steps, help.clone(), *shown && *open == Open::Nothing);
    use_properties(main.clone(), vec![("--left", sizes.left.map_or_else(String::new, |left| format!("{left}px")))]);

    let step = session.step();
    let side = session.side();
    let blank = session.texts.is_blank();
    let current = session.is_current();
    let banner = Banner::of(session);
    let spoken = banner.spoken();

    let problem_list = session.last().filter(|_| !blank).map(|verdict| {
        problems::draw(&problems::Problems {
            report: &verdict.report,
            current,
            read_only: embed,
            on_place: &on_place,
            on_step: &on_choose,
            on_fix: &on_fix,
        })
    });
    let can_solve = !session.texts.is_absent(Kind::Domain) && !session.texts.is_absent(Kind::Problem);
    let choose_step = on_choose.clone();
    let right = match session.run.as_ref() {
        _ if blank => html! {
            <first::First gallery={gallery.clone()} client={client.clone()} on_open={opening.on_example.clone()} on_files={opening.on_pick.clone()} />
        },
        verdict => {
            let texts = &session.texts;
            let took = session.last().map(|verdict| verdict.took);
            let buttons = html! {
                <>
                        if embed {
                            <a class="button compact" href={format!("#/check?step={step}")} target="_blank" rel="noopener" onclick={opening::open_outside()}>{ "Open in Stepguard" }</a>
                        } else if verdict.is_some_and(|verdict| verdict.report.succeeds) && session.run_is_current() {
                            <button type="button" class="button primary" onclick={share.clone()}>{ "Share" }</button>
                        }
                        if let (Some(verdict), false) = (verdict, embed) { { repair.buttons(&verdict.report) } }
                </>
            };
            let extra = verdict.map(|verdict| repair.line(&verdict.report)).unwrap_or_default();
            html! {
                <>
                    { banner::draw(banner::Verdict { banner: &banner, took, on_place: &on_place, on_cancel: &on_cancel, extra, buttons }) }
                    if let Some(verdict) = verdict {
                        { run_panels(&RunView {
                            verdict, step, side, phone: *phone, embed, current: session.run_is_current(),
                            zoom: zoom.unwrap_or_else(|| usual_zoom(verdict.report.steps.len())),
                            session, client, repair: &repair, planner: &planner, on_use: &on_use,
                            on_choose: &choose_step, on_side: &on_side, on_pin: &on_pin, on_place: &on_place, on_zoom: &on_zoom, on_mistake: &on_mistake,
                        }) }
                    } else if words::missing(texts).is_some() {
                        { missing_card(texts, *phone) }
                        if can_solve {
                            <Card id="solve" title="No plan yet? Ask the planner" phone={*phone}>{ solve::list(&on_ask) }</Card>
                        }
                    } else if session.is_current() && !*phone {
                        <Card id="mend" title="What to mend first" phone={*phone}>{ problem_list.clone().unwrap_or_default() }</Card>
                    }
                    if *phone && !embed && can_solve && verdict.is_some() {
                        <Card id="solve" title="Ask the planner" phone={true} begins_open={false} digest="a plan, the shortest, a proof, how many">{ solve::list(&on_ask) }</Card>
                    }
                    if embed { { embedded_texts(texts, *phone) } }
                </>
            }
        }
    };

    let problem_count = session.last().filter(|_| !blank).map_or(0, |verdict| problems::count(&verdict.report));

    let tools = html! {
        <>
            { examples }
            if !phone && can_solve { { solve::menu(&on_ask) } }
            <button type="button" class="button wide-only" onclick={opening.on_pick.reform(|_: MouseEvent| ())}>{ "Open" }</button>
            <button type="button" class="button" onclick={share.clone()} disabled={blank}>{ "Share" }</button>
        </>
    };
    // One line says what is open and what became of the reader's own texts.
    let kept = session.aside.is_some() && !embed;
    let notice = (session.notice.is_some() || kept).then(|| {
        let (undo, dismiss, back) = (act(|| Action::Undo), act(|| Action::Dismiss), act(|| Action::BackToWork));
        let told = session.notice.as_ref();
        html! {
            <div class="notice" role="status">
                <span>
                    { told.map(|notice| notice.words.clone()).unwrap_or_default() }
                    if kept { if told.is_some() { { " " } } { "Your own texts are kept." } }
                </span>
                if let Some((address, words)) = told.and_then(|notice| notice.offer) { <a class="button compact" href={address}>{ words }</a> }
                if told.is_some_and(|notice| notice.undo) && session.undo_differs() {
                    <button type="button" class="button compact" onclick={undo.reform(|_: MouseEvent| ())}>{ icon("undo") }{ "Undo" }</button>
                }
                if kept {
                    <button type="button" class="button compact" onclick={back.reform(|_: MouseEvent| ())}>{ icon("undo") }{ "Back to your work" }</button>
                }
                if told.is_some() {
                    <button type="button" class="button compact quiet" onclick={dismiss.reform(|_: MouseEvent| ())}>{ "Dismiss" }</button>
                }
            </div>
        }
    });

    let left = (!embed).then(|| {
        html! {
            <TextColumn key="left" session={session.clone()} client={client.clone()} phone={*phone} sizes={sizes.clone()} on_sizes={set_sizes.clone()}
                problems={problem_list.clone().unwrap_or_default()} {problem_count} on_paste={opening.on_paste.clone()} on_help={help.clone()} on_pick={opening.on_pick.clone()} on_place={on_place.clone()} />
        }
    });
    let right = html! { <div key="right" class="right" id="results">{ right }</div> };
    let split = (!embed && !*phone).then(|| {
        let (sizes, set_sizes) = (sizes.clone(), set_sizes.clone());
        let on_size = Callback::from(move |left| set_sizes.emit(Sizes { left, ..(*sizes).clone() }));
        html! {
            <crate::ui::handle::Handle key="split" axis={crate::ui::handle::Axis::Columns} label="Width of the texts" controls="texts" grows={true} least={280} most={1100} {on_size} />
        }
    });
    // On phones the verdict comes first, on wide screens the texts; the order in the page is the order for the keyboard.
    let columns = if *phone {
        vec![right, left.unwrap_or_default()]
    } else {
        [left, split, Some(right)].into_iter().flatten().collect()
    };

    html! {
        <div class={classes!("page", (!shown).then_some("away"))} hidden={!shown}>
            if !embed {
                <Header page={Page::Check} {tools} on_page={on_page.clone()} />
                { notice }
            }
            <main class="check" ref={main} aria-label="Check a plan">
                if !blank { <h1 class="hidden-visually">{ "Check a plan" }</h1> }
                { for columns }
            </main>
            if *phone && !blank && !embed {
                { bottom_bar(step, &section) }
            }
            <Live words={spoken} settled={current && !blank} />
            <Live words={repair.spoken()} settled={repair.settled() && current} />
            <DropArea opening={opening.clone()} />
            if *open == Open::Share && *shown {
                <ShareDialog texts={session.texts.clone()} verdict={session.last().filter(|_| current).cloned()} step={session.route.step} on_close={close.clone()} />
            }
            if *open == Open::Keys && *shown {
                { keys::dialog(close.clone()) }
            }
            if let (Open::Solve(question), true) = (*open, *shown) {
                <SolveDialog {question} texts={session.texts.clone()} planner={(*planner).clone()} on_close={close} on_use={on_use.clone()} />
            }
        </div>
    }
}

/// What the panels about a run are drawn from.
struct RunView<'a> {
    verdict: &'a Shared<Verdict>,
    step: u32,
    side: Side,
    zoom: Zoom,
    phone: bool,
    embed: bool,
    current: bool,
    session: &'a Session,
    client: &'a Client,
    repair: &'a Repair,
    planner: &'a Planner,
    on_use: &'a Callback<(String, String)>,
    on_choose: &'a Callback<u32>,
    on_side: &'a Callback<Side>,
    on_pin: &'a Callback<Rc<str>>,
    on_place: &'a Callback<Source>,
    on_zoom: &'a Callback<Zoom>,
    on_mistake: &'a Callback<crate::state::mutate::Mistake>,
}

fn run_panels(view: &RunView<'_>) -> Html {
    let report = &view.verdict.report;
    let steps = report.steps.len();
    let rows = 1 + report.goal.len() + report.rules.len() + view.session.pins.len();
    let remark = format!("{}, {}", words::count(steps, "step"), words::count(rows, "row"));
    let succeeds = report.succeeds && report.outcome == Outcome::Valid;
    html! {
        <>
            <Card id="strip" title="Strip" phone={view.phone} remark={html! { <span class="small mute">{ remark.clone() }</span> }} digest={remark}
                controls={html! { <><span class="tiny mute wide-only"><span class="key">{ "←" }</span>{ " " }<span class="key">{ "→" }</span>{ " choose a step" }</span>{ zooms(view.zoom, view.on_zoom) }</> }}>
                <StripView verdict={view.verdict.clone()} step={view.step} zoom={view.zoom} pins={Rc::clone(&view.session.pins)} on_choose={view.on_choose.clone()} on_pin={view.on_pin.clone()} />
            </Card>
            { step_panel::draw(&step_panel::StepPanel { verdict: view.verdict, step: view.step, phone: view.phone, on_step: view.on_choose, on_place: view.on_place }) }
            { repair::panel(view.repair, report, view.phone, view.embed) }
            if succeeds && !view.embed {
                <div class="pair">
                    <Shorter verdict={view.verdict.clone()} current={view.current} planner={view.planner.clone()} phone={view.phone} on_use={view.on_use.clone()} />
                    <Break verdict={view.verdict.clone()} current={view.current} client={view.client.clone()} phone={view.phone} on_mistake={view.on_mistake.clone()} />
                </div>
            }
            <StatePanel verdict={view.verdict.clone()} step={view.step} side={view.side} phone={view.phone} pins={Rc::clone(&view.session.pins)}
                on_side={view.on_side.clone()} on_pin={view.on_pin.clone()} />
            if !view.embed {
                <Space verdict={view.verdict.clone()} current={view.current} planner={view.planner.clone()} phone={view.phone} />
            }
        </>
    }
}

/// The texts of an embed, to be read only.
fn embedded_texts(texts: &Texts, phone: bool) -> Html {
    html! {
        <Card id="texts" title="Texts" {phone} begins_open={false} digest="domain, scenario and plan">
            { for Kind::ALL.into_iter().filter(|&kind| !texts.is_absent(kind)).map(|kind| html! {
                <details><summary>{ words::text_name(kind.text()) }</summary><pre class="read-only" tabindex="0">{ &*texts.get(kind) }</pre></details>
            }) }
        </Card>
    }
}

/// Which texts are there and which are still missing.
fn missing_card(texts: &Texts, phone: bool) -> Html {
    let line = |kind: Kind, what: &'static str| {
        let there = !texts.is_absent(kind);
        html! {
            <li>
                <span class="strong">{ words::text_name(kind.text()) }</span>
                if there {
                    <span class="good">{ icon("check") }{ " there and read; its problems are listed" }</span>
                } else {
                    <span><b>{ "missing" }</b>{ ": " }{ what }</span>
                }
            </li>
        }
    };
    html! {
        <Card id="missing" title="What a verdict needs" {phone}>
            <ul class="missing-texts">
                { line(Kind::Domain, "which actions exist, what they need and what they change") }
                { line(Kind::Problem, "the objects, the start, the goal and the safety rules") }
                { line(Kind::Plan, "the steps to check, one per line or as a model wrote them") }
            </ul>
            <p class="mute small">{ "The verdict appears as soon as all three are there. One paste or file may hold several of them." }</p>
        </Card>
    }
}

fn bottom_bar(step: u32, section: &UseStateHandle<&'static str>) -> Html {
    let entry = |id: &'static str, name: &'static str, words: String| {
        let section = section.clone();
        let current = *section == id;
        let onclick = Callback::from(move |_: MouseEvent| {
            section.set(id);
            go_to(id);
        });
        html! { <button type="button" aria-current={current.then_some("true")} {onclick}>{ icon(name) }{ words }</button> }
    };
    html! {
        <nav class="thumb" aria-label="On this page">
            { entry("verdict", "goal", "Verdict".to_owned()) }
            { entry("step", "steps", if step == 0 { "Start".to_owned() } else { format!("Step {step}") }) }
            { entry("state", "pin", "State".to_owned()) }
            { entry("texts", "file", "Texts".to_owned()) }
        </nav>
    }
}

/// A cell shared between an effect and what it started, to tell that nobody waits any more.
type Alive = Rc<RefCell<bool>>;
