//! One episode, opened from a list: fetched from the worker, with its neighbours, the same episode of another run beside it,
//! and the pictures of the step that is looked at.

use std::cell::RefCell;
use std::rc::Rc;

use stepguard_report::results::{ImportReport, ImportedRun};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::ask::{Asked, drawn, use_answer};
use super::episode::{About, EpisodePage, Other, WantedPicture};
use super::runs::name_of;
use super::{PageProps, focus_on};
use crate::bridge::viewer::{Opened, Viewer};
use crate::state::results::{Address, Kind, environment, subset};
use crate::state::shared::Shared;

/// So many pictures stay loaded: those of a step, and of a few before it.
const PICTURES: usize = 16;

/// Addresses of pictures that were given out; the oldest are taken back.
#[derive(Default)]
struct Given(Vec<String>);

impl Given {
    fn give(&mut self, viewer: &Viewer, address: String) {
        self.0.push(address);
        let many = self.0.len().saturating_sub(PICTURES);
        release(viewer, self.0.drain(..many).collect());
    }
}

fn release(viewer: &Viewer, addresses: Vec<String>) {
    for address in addresses {
        let viewer = viewer.clone();
        // Where the worker has ended its addresses have ended too.
        spawn_local(async move { drop(viewer.release(&address).await) });
    }
}

/// Run, subset and number as an id.
fn id_of((run, of, number): &(String, String, String)) -> String {
    format!("{run}/{of}/{number}")
}

/// The episode that the address names.
#[component]
pub(super) fn Open(props: &PageProps) -> Html {
    let page = &props.page;
    let address = &page.address;
    let kind = address.kind;
    let Some(place) = address.episode.clone() else { return Html::default() };
    let id = id_of(&place);
    let query = address.list().episodes();
    let question = (kind.key(), id.clone(), query.clone(), page.imports.changes);
    let opened =
        use_answer(&page.viewer, question, |viewer, (kind, id, query, _): (&str, String, String, u32)| async move {
            viewer.episode(kind, &id, &query).await.map(shared)
        });
    let beside = (!address.beside.is_empty()).then(|| format!("{}/{}/{}", address.beside, place.1, place.2));
    let question = (kind.key(), beside.clone(), query, page.imports.changes);
    let other = use_answer(
        &page.viewer,
        question,
        |viewer, (kind, id, query, _): (&str, Option<String>, String, u32)| async move {
            match id {
                Some(id) => viewer.episode(kind, &id, &query).await.map(shared),
                None => Ok(None),
            }
        },
    );
    let question = (kind.key(), page.imports.changes);
    let report = use_answer(&page.viewer, question, |viewer, (kind, _)| async move { viewer.runs(kind).await });

    let given = use_mut_ref(Given::default);
    {
        // Pictures of an episode are let go when it is left.
        let (given, viewer) = (Rc::clone(&given), page.viewer.clone());
        use_effect_with(id.clone(), move |_| {
            move || {
                let addresses = std::mem::take(&mut given.borrow_mut().0);
                release(&viewer, addresses);
            }
        });
    }
    let on_picture = use_callback(page.viewer.clone(), move |wanted: WantedPicture, viewer| {
        let (viewer, given) = (viewer.clone(), Rc::clone(&given));
        spawn_local(async move {
            let address = viewer.picture(&wanted.file).await.ok().flatten();
            if let Some(address) = &address {
                given.borrow_mut().give(&viewer, address.clone());
            }
            wanted.found.emit(address.map(AttrValue::from));
        });
    });
    let on_at = use_callback((address.clone(), page.replace.clone()), |step: AttrValue, (address, replace)| {
        replace.emit(Address { step: step.to_string(), ..(**address).clone() }.fragment());
    });
    {
        // Whoever opens an episode is led to it, and whoever comes back to the list finds it by its mark.
        let there = matches!((&opened, &report), (Some(Ok(opened)), Some(Ok(_))) if opened.is_some());
        let (last, on_drawn, id) = (Rc::clone(&page.last), page.on_drawn.clone(), id.clone());
        use_effect_with((there, id), move |(there, id)| {
            *last.borrow_mut() = Some(id.clone());
            if *there {
                on_drawn.emit(());
                focus_on("outcomes-episode");
            }
        });
    }
    let about = use_memo((opened.clone(), report.clone(), address.clone()), |(opened, report, address)| {
        let opened = found(opened)?;
        let report = report.as_ref()?.as_ref().ok()?;
        Some(Shared::new(about(address, opened, report)))
    });
    let beside_episode = use_memo((other.clone(), report.clone(), address.clone()), |(other, report, address)| {
        let show = found(other)?.show.clone()?;
        let report = report.as_ref()?.as_ref().ok()?;
        let run = report.runs.iter().find(|run| run.id == show.view.run)?;
        let alone = Address { beside: String::new(), ..(**address).clone() };
        Some(Other {
            agent: name_of(run).into(),
            address: alone.opened(&show.view.line.id).fragment().into(),
            alone: alone.fragment().into(),
            show,
        })
    });
    let back = address.list().fragment();
    drawn(&opened, |opened| {
        let Some(opened) = &**opened else { return gone(page.address.kind, &id, &back) };
        let Some(show) = &opened.show else {
            let why = opened.trouble.clone().unwrap_or_default();
            return html! { <div class="waiting"><p role="alert">{ format!("The episode could not be opened: {why}. Load the page again when the network is there.") }</p><a href={back.clone()}>{ "Back to the list" }</a></div> };
        };
        let Some(about) = &*about else {
            return html! { <p class="waiting mute" role="status">{ "Loading\u{2026}" }</p> };
        };
        html! {
            <div id="outcomes-episode" tabindex="-1" class="outcomes-episode">
                <EpisodePage show={show.clone()} about={about.clone()} at={address.step.clone()} {on_at} search={address.words.clone()}
                    other={(*beside_episode).clone()} on_picture={(kind == Kind::Imported).then(|| on_picture.clone())} phone={page.phone} />
            </div>
        }
    })
}

/// An episode as the page keeps it.
struct Ready {
    show: Option<Shared<stepguard_embodied::show::EpisodeShow>>,
    trouble: Option<String>,
    previous: Option<String>,
    next: Option<String>,
}

fn shared(opened: Option<Opened>) -> Option<Ready> {
    opened.map(|opened| Ready {
        show: opened.show.map(Shared::new),
        trouble: opened.trouble,
        previous: opened.previous,
        next: opened.next,
    })
}

fn found(asked: &Asked<Option<Ready>>) -> Option<&Ready> {
    asked.as_ref()?.as_ref().ok()?.as_ref()
}

/// The episode is not there.
fn gone(kind: Kind, id: &str, back: &str) -> Html {
    let words = match kind {
        Kind::Imported => format!(
            "The episode {id} is of a run on somebody's own disk, and that run is not open here. Open its folder again, and the link works."
        ),
        _ => format!("There is no episode {id}."),
    };
    html! { <div class="waiting"><p role="alert">{ words }</p><a href={back.to_owned()}>{ "To the list of episodes" }</a></div> }
}

/// Everything around the episode.
fn about(address: &Address, opened: &Ready, report: &ImportReport) -> About {
    let Some((run_id, of, number)) = &address.episode else { return About::default() };
    let run = report.runs.iter().find(|run| run.id == *run_id);
    let agent = run.map_or_else(|| run_id.clone(), name_of);
    let place = run.map_or("", |run| environment(address.kind, &run.environment));
    let list = address.list();
    let named = |id: &Option<String>| -> Option<(AttrValue, AttrValue)> {
        let id = id.as_ref()?;
        let mut parts = id.rsplitn(3, '/');
        let (number, of) = (parts.next()?, parts.next()?);
        Some((format!("{} {number}", subset(of)).into(), address.opened(id).fragment().into()))
    };
    let has = |other: &&ImportedRun| {
        Some(other.environment.as_str()) == run.map(|run| run.environment.as_str())
            && other.id != *run_id
            && other.subsets.iter().any(|each| each.id == *of)
    };
    let others = report.runs.iter().filter(has).map(|other| {
        let beside = Address { beside: other.id.clone(), ..address.clone() };
        (name_of(other).into(), beside.fragment().into())
    });
    About {
        kind: match address.kind {
            Kind::Imported => "Imported run".into(),
            kind => kind.name().into(),
        },
        crumbs: vec![
            (AttrValue::from(address.kind.name()), Some(list.fragment().into())),
            (
                format!("{agent}, {place}").into(),
                Some(Address::of(address.kind).with_only("run", &[run_id]).fragment().into()),
            ),
            (
                subset(of).to_owned().into(),
                Some(
                    Address::of(address.kind).with_only("run", &[run_id]).with_only("subset", &[of]).fragment().into(),
                ),
            ),
            (number.clone().into(), None),
        ],
        agent: agent.into(),
        previous: named(&opened.previous),
        next: named(&opened.next),
        others: others.collect(),
        replays: address.kind == Kind::Simulator,
    }
}

/// The episode that was opened last, so that the list can mark it.
pub(super) type Last = Rc<RefCell<Option<String>>>;
