//! What the drawings of all environments share: the step that is shown with its states, and the choice of a drawing.

use std::rc::Rc;

use stepguard_embodied::scene::{FloorStage, HomeStage, Stage, TableStage};
use stepguard_embodied::show::{EpisodeShow, StateShow};
use stepguard_report::results::EpisodeStep;
use yew::prelude::*;

use super::floor::FloorView;
use super::home::HomeView;
use super::tabletop::TabletopView;
use crate::state::episode::Track;
use crate::state::shared::Shared;
use crate::ui::hooks::decimal;

/// A column of an episode, to be drawn.
#[derive(Clone, PartialEq)]
pub(super) struct Now {
    pub(super) show: Shared<EpisodeShow>,
    pub(super) track: Rc<Track>,
    pub(super) column: usize,
}

impl Now {
    pub(super) fn state(&self) -> Option<&StateShow> {
        self.track.state(&self.show, self.column)
    }

    pub(super) fn before(&self) -> Option<&StateShow> {
        self.track.before(&self.show, self.column)
    }

    /// The states so far.
    pub(super) fn states(&self) -> &[StateShow] {
        self.track.states(&self.show, self.column)
    }

    pub(super) fn line(&self) -> Option<&EpisodeStep> {
        self.track.line(&self.show, self.column)
    }

    pub(super) fn stage(&self) -> Option<&Stage> {
        self.show.scene.as_ref().map(|scene| &scene.stage)
    }

    pub(super) fn home(&self) -> Option<(&HomeStage, &StateShow)> {
        match self.stage()? {
            Stage::Home(stage) => Some((stage, self.state()?)),
            _ => None,
        }
    }

    pub(super) fn floor(&self) -> Option<(&FloorStage, &StateShow)> {
        match self.stage()? {
            Stage::Floor(stage) => Some((stage, self.state()?)),
            _ => None,
        }
    }

    pub(super) fn table(&self) -> Option<(&TableStage, &StateShow)> {
        match self.stage()? {
            Stage::Table(stage) => Some((stage, self.state()?)),
            _ => None,
        }
    }
}

/// The drawing of the state; nothing where there is none.
pub(super) fn drawing(now: &Now) -> Html {
    match now.stage() {
        Some(Stage::Home(_)) => html! { <HomeView now={now.clone()} /> },
        Some(Stage::Floor(_)) => html! { <FloorView now={now.clone()} /> },
        Some(Stage::Table(_)) => html! { <TabletopView now={now.clone()} /> },
        None => Html::default(),
    }
}

/// The word for what has not been seen.
pub(super) fn seen_step(seen: bool) -> Html {
    if seen {
        Html::default()
    } else {
        html! { <span class="nowrap">{ "unseen" }</span> }
    }
}

/// Letters of names in drawings.
pub(super) const NAME: f64 = 12.0;

/// A name in a drawing, on a plain backing: it stays readable on any colour.
pub(super) fn plate((x, y): (f64, f64), (w, h): (f64, f64), name: &str, class: impl Into<Classes>) -> Html {
    html! {
        <g class={classes!("d-label", class.into())}>
            <rect x={decimal(x)} y={decimal(y)} width={decimal(w)} height={decimal(h)} rx="3" />
            <text x={decimal(x + w / 2.0)} y={decimal(y + NAME)} text-anchor="middle" font-size={decimal(NAME)}>{ name }</text>
        </g>
    }
}
