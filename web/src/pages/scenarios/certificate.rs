//! The certificate: six points with what they claim and what was found, and the same computed again here on request.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::again::again;
use super::focus_quietly;
use crate::bridge::brief::Brief;
use crate::bridge::suite::Family;
use crate::bridge::worker::Failure;
use crate::state::scenario::{Again, counted_points, points};
use crate::state::shared::Shared;
use crate::ui::card::Card;
use crate::ui::hooks::{decimal, now};
use crate::ui::icon::icon;
use crate::ui::labels::marked;
use crate::ui::parts::{button, searching};

/// What the certificate is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct CertificateProps {
    pub(super) family: Shared<Family>,
    /// Place of the scenario in its family.
    pub(super) at: usize,
    pub(super) checker: Brief,
    pub(super) phone: bool,
}

/// How far the second computation is.
#[derive(Debug, Clone, PartialEq)]
enum Stage {
    NotAsked,
    Running(f64),
    /// With the milliseconds it took.
    Done(Vec<Again>, f64),
    Failed(String),
}

/// The certificate.
#[component]
pub(super) fn Certificate(props: &CertificateProps) -> Html {
    let stage = use_state_eq(|| Stage::NotAsked);
    // Counts the runs: whoever is not the newest stops, and so does the newest when the page goes.
    let run = use_memo((), |()| Rc::new(Cell::new(0_u32)));
    {
        let (run, checker) = (Rc::clone(&run), props.checker.clone());
        use_effect_with((), move |()| {
            move || {
                run.set(run.get() + 1);
                checker.cancel();
            }
        });
    }
    // One button takes the place of the other, and the focus with it.
    use_effect_with(matches!(*stage, Stage::Running(_)), {
        let asked = run.get() > 0;
        move |_| {
            let lost = gloo::utils::document().active_element().is_none_or(|element| element.tag_name() == "BODY");
            if asked && lost {
                focus_quietly("#certificate .card-head .button");
            }
        }
    });
    let scenario = &props.family.family.scenarios[props.at];
    let certificate = &scenario.certificate;
    let ask = {
        let (stage, run, props) = (stage.setter(), Rc::clone(&run), props.clone());
        Callback::from(move |_: MouseEvent| {
            run.set(run.get() + 1);
            let (stage, run, props, own) = (stage.clone(), Rc::clone(&run), props.clone(), run.get());
            stage.set(Stage::Running(0.0));
            spawn_local(async move {
                let began = now();
                let progress = |done: f64| {
                    let current = run.get() == own;
                    if current {
                        stage.set(Stage::Running(done));
                    }
                    current
                };
                let answer = again(&props.checker, &props.family, props.at, &progress).await;
                if run.get() == own {
                    stage.set(match answer {
                        Ok(points) => Stage::Done(points, now() - began),
                        Err(Failure::Cancelled) => Stage::NotAsked,
                        Err(failure) => Stage::Failed(failure.to_string()),
                    });
                }
            });
        })
    };
    let cancel = {
        let (stage, run, checker) = (stage.setter(), Rc::clone(&run), props.checker.clone());
        Callback::from(move |()| {
            run.set(run.get() + 1);
            checker.cancel();
            stage.set(Stage::NotAsked);
        })
    };
    let anew: &[Again] = match &*stage {
        Stage::Done(points, _) => points,
        _ => &[],
    };
    let (holds, apply) = counted_points(scenario);
    let controls = match &*stage {
        Stage::Running(done) => searching("", Some(*done), &cancel),
        _ => button("button compact", "Check again here", false, ask),
    };
    let said = match &*stage {
        Stage::NotAsked => None,
        Stage::Running(_) => {
            Some(html! { <span class="mute">{ "Computing all six points anew, in this browser…" }</span> })
        }
        Stage::Failed(why) => {
            Some(html! { <span class="bad">{ format!("It could not be computed here: {why}.") }</span> })
        }
        Stage::Done(points, took) => {
            let same = points.iter().filter(|point| point.same).count();
            let (tone, name) = if same == points.len() { ("good", "check") } else { ("bad", "cross") };
            Some(html! {
                <span class={tone}>{ icon(name) }{ format!(
                    " Computed here in {} s: {same} of {} points say what is on record.", decimal(took / 1000.0), points.len()
                ) }</span>
            })
        }
    };
    html! {
        <Card id="certificate" title="Certificate" phone={props.phone} begins_open={false} {controls}
            remark={html! { <span class={classes!("small", if certificate.certified { "good" } else { "bad" })}>{ format!("{holds} of {apply} points hold") }</span> }}>
            <p class="small again-line" role="status">{ said.unwrap_or_default() }</p>
            <ol class="points">
                { for points(scenario).into_iter().map(|words| {
                    let point = certificate.points.iter().find(|point| point.number == words.number);
                    let holds = point.is_some_and(|point| point.holds);
                    let idle = holds && !words.applies;
                    let (tone, name, said) = match (idle, holds) {
                        (true, _) => ("mute", "info", "does not apply"),
                        (_, true) => ("good", "check", "holds"),
                        _ => ("bad", "cross", "does not hold"),
                    };
                    let fresh = anew.iter().find(|again| again.number == words.number);
                    html! {
                        <li>
                            <span class={tone}>{ icon(name) }<span class="hidden-visually">{ said }</span></span>
                            <div>
                                <h3>{ format!("{}. {}", words.number, words.title) }if idle { <span class="tag">{ said }</span> }</h3>
                                if holds {
                                    <p>{ marked(&words.words) }</p>
                                } else {
                                    { for point.iter().flat_map(|point| &point.faults).map(|fault| html! { <p class="bad">{ fault }</p> }) }
                                }
                                if let Some(fresh) = fresh {
                                    <p class={classes!("fresh", if fresh.same { "good" } else { "bad" })}>
                                        { icon(if fresh.same { "check" } else { "cross" }) }
                                        { if fresh.same { " here the same: " } else { " here otherwise: " } }
                                        <span class="ink">{ marked(&fresh.words) }</span>
                                    </p>
                                }
                            </div>
                        </li>
                    }
                }) }
            </ol>
        </Card>
    }
}
