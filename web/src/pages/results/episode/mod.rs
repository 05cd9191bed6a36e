//! The page of one episode: head, timeline by planner round, steps, what the planner said, why it failed, and a drawing of
//! every state. It shows what it is given; where episodes come from and what the address looks like is the shell's business.

mod cells;
mod drawing;
mod failure;
mod floor;
mod head;
mod home;
mod pair;
mod pictures;
mod planner;
mod step;
mod steps;
mod tabletop;
mod timeline;

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use stepguard_embodied::show::EpisodeShow;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::bridge::replay::Replayer;
use crate::state::episode::{Place, Proof, Spot, Track};
use crate::state::episode_replay::Replay;
use crate::state::episode_words::name;
use crate::state::shared::Shared;
use crate::state::words::count;
use crate::ui::card::Card;
use crate::ui::hooks::{takes_keys, use_keys, use_media};
use crate::ui::icon::icon;
use crate::ui::live::Live;

use drawing::Now;
use head::Head;
use pair::{Pair, Run};
use step::{Player, StepCard, Tab, spoken};
use steps::Steps;
use timeline::{Extra, Timeline};

/// What the shell knows of an episode beside the episode itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct About {
    /// What kind of result it is, in words: `Stepguard simulator`, `Imported run`.
    pub kind: AttrValue,
    /// The way from the page Results to here, each with its address; the last one, the episode itself, has none.
    pub crumbs: Vec<(AttrValue, Option<AttrValue>)>,
    /// The agent or model, in words.
    pub agent: AttrValue,
    /// The episode before this one in the list: its short name and its address.
    pub previous: Option<(AttrValue, AttrValue)>,
    /// The episode behind this one in the list.
    pub next: Option<(AttrValue, AttrValue)>,
    /// Other runs that have this episode: the agent or model, and the address that shows both side by side.
    pub others: Vec<(AttrValue, AttrValue)>,
    /// Whether it can be run again here: one of our simulators' episodes.
    pub replays: bool,
}

/// The same episode of another run.
#[derive(Debug, Clone, PartialEq)]
pub struct Other {
    /// The episode.
    pub show: Shared<EpisodeShow>,
    /// The agent or model, in words.
    pub agent: AttrValue,
    /// The address of that episode alone.
    pub address: AttrValue,
    /// The address of this episode alone, without the comparison.
    pub alone: AttrValue,
}

/// A picture that is wanted: its file, and where its address is to be told; `None` when it cannot be had.
#[derive(Clone, PartialEq)]
pub struct WantedPicture {
    /// The file, as [`stepguard_report::results::PictureView::file`] names it.
    pub file: AttrValue,
    /// Is told an address that the browser can load, such as that of an object.
    pub found: Callback<Option<AttrValue>>,
}

/// What the page is given.
#[derive(Properties, Clone, PartialEq)]
pub struct EpisodePageProps {
    /// The episode.
    pub show: Shared<EpisodeShow>,
    /// What the shell knows of it.
    pub about: Shared<About>,
    /// What is chosen: the part STEP of the address as it is there; empty when nothing is.
    pub at: AttrValue,
    /// Something else was chosen: the new part STEP. The shell puts it in place of the present one, in the same entry of the
    /// history.
    pub on_at: Callback<AttrValue>,
    /// The text that was searched for; its places are marked.
    #[prop_or_default]
    pub search: AttrValue,
    /// Another run of the same episode, shown beside it.
    #[prop_or_default]
    pub other: Option<Other>,
    /// Pictures of imported episodes are asked for here when their step is looked at.
    #[prop_or_default]
    pub on_picture: Option<Callback<WantedPicture>>,
    /// Laid out for a phone.
    pub phone: bool,
}

/// Which of two episodes something belongs to; identifiers are made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// There is only one, or it is the first.
    First,
    /// The other run's.
    Second,
}

impl Side {
    fn step(self) -> &'static str {
        match self {
            Self::First => "episode-step",
            Self::Second => "episode-step-other",
        }
    }
}

/// How a replay stands.
#[derive(Debug, Clone, PartialEq)]
enum Replaying {
    /// Nobody has asked.
    No,
    /// It runs.
    Running,
    /// It is done.
    Done(Shared<Replay>),
    /// It could not be done.
    Failed(String),
}

/// How long a step is shown while the episode is played, in milliseconds; longer where motion is not wanted.
const PACE: u32 = 900;
const CALM: u32 = 1800;

/// The page.
#[component]
pub fn EpisodePage(props: &EpisodePageProps) -> Html {
    let EpisodePageProps { show, about, phone, other, .. } = props;
    let spot = Spot::parse(&props.at);
    let proof = use_memo(show.clone(), |show| Proof::new(show));
    let track = use_memo((show.clone(), spot.attempt), |(show, attempt)| Track::new(show, *attempt));
    let second = use_memo(other.clone(), |other| {
        other.as_ref().map(|other| Run {
            show: other.show.clone(),
            track: Rc::new(Track::new(&other.show, None)),
            proof: Rc::new(Proof::new(&other.show)),
            agent: other.agent.clone(),
            address: other.address.clone(),
        })
    });
    let column = track.column(spot.place, &proof);
    let playing = use_state_eq(|| false);
    let tab = use_state_eq(Tab::default);
    let calm = use_media("(prefers-reduced-motion: reduce)");
    let replayer = use_memo((), |()| Replayer::default());
    let replays = use_state(|| None::<(Shared<EpisodeShow>, Replaying)>);
    // What was replayed is of one episode; another one begins anew.
    let replaying = match &*replays {
        Some((of, replaying)) if of == show => replaying.clone(),
        _ => Replaying::No,
    };

    // Two runs are walked step by step, one run line by line.
    let (at, last) = match &*second {
        Some(second) => {
            let last = track.steps().max(second.track.steps());
            let at = match spot.place {
                Place::Step(step) => (step as usize).min(last),
                place => track.columns[pair::column(&track, place)].state,
            };
            (at, last)
        }
        None => (column, track.last()),
    };
    let in_pair = second.is_some();
    let on_place = {
        let (on_at, attempt) = (props.on_at.clone(), spot.attempt);
        Callback::from(move |place: Place| on_at.emit(Spot { attempt, place }.text().into()))
    };
    let go = {
        let (on_place, track) = (on_place.clone(), Rc::clone(&track));
        Callback::from(move |to: usize| {
            on_place.emit(if in_pair { Place::Step(to as u32) } else { track.spot(to).place });
        })
    };
    // Whoever chooses a step does not want the next one to come by itself.
    let on_column = {
        let (go, playing) = (go.clone(), playing.setter());
        Callback::from(move |to: usize| {
            playing.set(false);
            go.emit(to);
        })
    };
    let on_play = {
        let (go, playing) = (go.clone(), playing.clone());
        Callback::from(move |()| {
            if !*playing && at == last {
                go.emit(0);
            }
            playing.set(!*playing);
        })
    };
    {
        let (go, setter) = (go.clone(), playing.setter());
        use_effect_with((*playing, at, last, calm), move |(playing, at, last, calm)| {
            let (at, last) = (*at, *last);
            if *playing && at == last {
                setter.set(false);
            }
            let timer =
                (*playing && at < last).then(|| Timeout::new(if *calm { CALM } else { PACE }, move || go.emit(at + 1)));
            move || drop(timer)
        });
    }
    {
        let (on_column, on_play, track) = (on_column.clone(), on_play.clone(), Rc::clone(&track));
        use_keys(Callback::from(move |event: KeyboardEvent| {
            let command = match key(&event) {
                Some(command) => command,
                None => return,
            };
            match command {
                Key::Play => on_play.emit(()),
                Key::Step(forward) => {
                    on_column.emit(if forward { (at + 1).min(last) } else { at.saturating_sub(1) });
                }
                Key::Round(forward) => {
                    let from = if in_pair { pair::column(&track, Place::Step(at as u32)) } else { at };
                    let to = track.neighbour(from, forward);
                    on_column.emit(if in_pair { track.columns[to].state } else { to });
                }
                Key::End(forward) => on_column.emit(if forward { last } else { 0 }),
            }
            event.prevent_default();
            event.stop_propagation();
        }));
    }
    let on_replay = {
        let (replays, replayer, show) = (replays.setter(), Rc::clone(&replayer), show.clone());
        Callback::from(move |()| {
            let (replays, replayer, show) = (replays.clone(), Rc::clone(&replayer), show.clone());
            replays.set(Some((show.clone(), Replaying::Running)));
            spawn_local(async move {
                let end = match replayer.replay(&show).await {
                    Ok(again) => Replaying::Done(Shared::new(Replay::new(&show, &again))),
                    Err(failure) => Replaying::Failed(failure.to_string()),
                };
                replays.set(Some((show, end)));
            });
        })
    };

    let alone = other.as_ref().map(|other| other.alone.clone());
    let head = html! { <Head show={show.clone()} about={about.clone()} track={Rc::clone(&track)} replaying={replaying.clone()} {on_replay} {alone} /> };
    if let Some(second) = (*second).clone() {
        let first = Run {
            show: show.clone(),
            track: Rc::clone(&track),
            proof: Rc::clone(&proof),
            agent: about.agent.clone(),
            address: other.as_ref().map(|other| other.alone.clone()).unwrap_or_default(),
        };
        let on_place = on_place.reform(|place: Place| place);
        return html! {
            <div class="episode">
                { head }
                <Pair {first} {second} place={spot.place} {on_place} playing={*playing} {on_play} search={props.search.clone()}
                    on_picture={props.on_picture.clone()} phone={*phone} />
            </div>
        };
    }

    let now = Now { show: show.clone(), track: Rc::clone(&track), column };
    let player = Player {
        at: column,
        last: track.last(),
        playing: *playing,
        figures: (
            track.columns[column].step.map_or_else(|| "\u{2013}".to_owned(), |step| step.to_string()),
            track.steps(),
        ),
        words: spoken(&now),
        on_at: on_column.clone(),
        on_play,
    };
    let extra = Rc::new(match &replaying {
        Replaying::Done(replay) => vec![Extra { name: "replay", cells: replay.cells(&track) }],
        _ => Vec::new(),
    });
    let on_tab = {
        let tab = tab.setter();
        Callback::from(move |next| tab.set(next))
    };
    let size = format!("{}, {}", count(track.rounds.len(), "round"), count(track.steps(), "step"));
    let words = AttrValue::from(spoken(&now));
    html! {
        <div class="episode">
            { head }
            { attempts(&track, &props.on_at) }
            { difference(&replaying, &on_column, &track) }
            <div class="episode-columns">
                <Card id="episode-timeline" title="Timeline" class={classes!("timeline-card")} phone={*phone} digest={size.clone()}
                    remark={html! { <span class="small mute">{ "by planner round" }</span> }} controls={keys()}>
                    <Timeline show={show.clone()} track={Rc::clone(&track)} proof={Rc::clone(&proof)} {column} on_column={on_column.clone()} {extra} />
                </Card>
                <Card id="episode-steps" title="Steps" class={classes!("steps-card")} phone={*phone} begins_open={false} digest={words.clone()}
                    remark={html! { <span class="small mute">{ size }</span> }}>
                    <Steps show={show.clone()} track={Rc::clone(&track)} proof={Rc::clone(&proof)} {column} on_column={on_column.clone()} />
                </Card>
                <StepCard side={Side::First} {now} tab={*tab} {on_tab} on_picture={props.on_picture.clone()} phone={*phone} player={player.draw()} />
                <div class="side">
                    { planner_card(props, &track, &proof, column) }
                    { failure_card(props, &track, &proof, &on_column) }
                </div>
            </div>
            <Live {words} settled={!*playing} />
        </div>
    }
}

/// What a key asks for.
enum Key {
    /// Play or pause.
    Play,
    /// One step, forwards or back.
    Step(bool),
    /// To the first step of a round.
    Round(bool),
    /// To the end or the start.
    End(bool),
}

/// What a key asks for. Single keys work outside of text fields; arrows belong to whatever has its own, brackets and space do
/// not, and Alt with an arrow works from anywhere.
fn key(event: &KeyboardEvent) -> Option<Key> {
    if event.default_prevented() || event.is_composing() {
        return None;
    }
    let inner = event.composed_path().get(0).dyn_into::<Element>().ok();
    let closest =
        |selector: &str| inner.as_ref().is_some_and(|element| element.closest(selector).ok().flatten().is_some());
    let slides = inner
        .as_ref()
        .and_then(|element| element.dyn_ref::<HtmlInputElement>())
        .is_some_and(|input| input.type_() == "range");
    let types = (closest("input,textarea,select,[contenteditable=true]") && !slides) || closest("dialog,[role=menu]");
    let command = event.ctrl_key() || event.meta_key();
    // On some keyboards brackets are typed with AltGr, which may come as Ctrl and Alt together.
    let graph = event.get_modifier_state("AltGraph") || (event.ctrl_key() && event.alt_key());
    let plain = !command && !event.alt_key();
    match event.key().as_str() {
        "[" if !types && (plain || graph) => Some(Key::Round(false)),
        "]" if !types && (plain || graph) => Some(Key::Round(true)),
        " " if plain && !types && !event.shift_key() && !closest("button,a,summary,label") => Some(Key::Play),
        name @ ("ArrowLeft" | "ArrowRight") => {
            let from_anywhere = event.alt_key() && !command && !event.shift_key();
            let single = plain && !event.shift_key() && !takes_keys(event) && !closest("[role=tablist],[role=slider]");
            (from_anywhere || single).then_some(Key::Step(name == "ArrowRight"))
        }
        name @ ("Home" | "End") if plain && !event.shift_key() && !takes_keys(event) => Some(Key::End(name == "End")),
        _ => None,
    }
}

fn keys() -> Html {
    let key = |name: &'static str| html! { <span class="key">{ name }</span> };
    html! {
        <span class="tiny mute wide-only keys-hint">{ key("\u{2190}") }{ key("\u{2192}") }{ " step " }{ key("[") }{ key("]") }{ " round " }{ key("space") }{ " play " }{ key("Home") }{ key("End") }</span>
    }
}

/// The choice between attempts, where a record has several: the last one counts.
fn attempts(track: &Track, on_at: &Callback<AttrValue>) -> Html {
    if track.attempts < 2 {
        return Html::default();
    }
    html! {
        <div class="attempts">
            <span class="small mute">{ "The record holds several attempts; the last one counts." }</span>
            <div class="segments" role="group" aria-label="Attempt">
                { for (0..track.attempts).map(|attempt| {
                    let spot = Spot { attempt: (attempt + 1 != track.attempts).then_some(attempt), place: Place::Nowhere };
                    let onclick = on_at.reform(move |_: MouseEvent| AttrValue::from(spot.text()));
                    html! { <button type="button" aria-pressed={(attempt == track.attempt).to_string()} {onclick}>{ attempt + 1 }</button> }
                }) }
            </div>
        </div>
    }
}

/// Where a replay leaves its record, with both values.
fn difference(replaying: &Replaying, on_column: &Callback<usize>, track: &Rc<Track>) -> Html {
    let Replaying::Done(replay) = replaying else { return Html::default() };
    let Some(first) = &replay.first else { return Html::default() };
    let column = track.column(Place::Step(first.step as u32), &Proof::default());
    let onclick = on_column.reform(move |_: MouseEvent| column);
    html! {
        <div class="notice-card" role="alert">
            <p>{ icon("cross") }{ " The replay leaves the record at " }<button type="button" class="link-button" {onclick}>{ if first.step == 0 { "the start".to_owned() } else { format!("step {}", first.step) } }</button>{ format!(": {}.", first.what) }</p>
            <dl class="now"><dt>{ "Recorded" }</dt><dd><code>{ &first.recorded }</code></dd><dt>{ "Here" }</dt><dd><code>{ &first.here }</code></dd></dl>
        </div>
    }
}

fn planner_card(props: &EpisodePageProps, track: &Track, proof: &Proof, column: usize) -> Html {
    let Some((number, round)) = track.round(&props.show, column) else {
        return html! {
            <Card id="episode-planner" title="Planner" phone={props.phone}><p class="mute">{ "What the planner said is not on record." }</p></Card>
        };
    };
    let asked = match track
        .rounds
        .get(number)
        .and_then(|columns| columns.start.checked_sub(1))
        .and_then(|before| track.columns.get(before))
    {
        Some(before) if before.state > 0 => format!("asked after step {}", before.state),
        _ => "asked at the start".to_owned(),
    };
    let said = round.reasoning.as_deref().or(round.plan.as_deref()).unwrap_or(&round.raw);
    let cut: String = said.chars().take(90).collect();
    let digest = if cut.len() < said.len() {
        format!("\u{201c}{cut}\u{2026}\u{201d}")
    } else {
        format!("\u{201c}{cut}\u{201d}")
    };
    let phrases = if track.attempt + 1 == track.attempts { proof.of_round(number) } else { Vec::new() };
    html! {
        <Card id="episode-planner" title={format!("Planner, round {}", number + 1)} phone={props.phone} begins_open={false} {digest}
            remark={html! { <span class="small mute">{ asked }</span> }}>
            { planner::panel(round, &phrases, &props.search) }
        </Card>
    }
}

fn failure_card(props: &EpisodePageProps, track: &Rc<Track>, proof: &Proof, on_column: &Callback<usize>) -> Html {
    let line = &props.show.view.line;
    match (&line.error, line.success) {
        (Some(error), _) => html! {
            <Card id="episode-failure" title="Why it failed" phone={props.phone} digest={format!("{}: {}", name(&error.class), error.why)}
                remark={html! { <span class="small mute">{ "computed from the record" }</span> }}>
                { failure::body(&props.show, error, track, proof, on_column) }
            </Card>
        },
        (None, Some(false)) => html! {
            <Card id="episode-failure" title="Why it failed" phone={props.phone}><p class="mute">{ "The record does not say enough to tell." }</p></Card>
        },
        _ => Html::default(),
    }
}
