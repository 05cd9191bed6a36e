//! What a page gets of an episode: the view that imported episodes have too, and for simulated ones the scene with every
//! state. Shapes only; who fills them knows where the episode comes from.

use crate::scene::Stage;
use serde::{Deserialize, Serialize};
use stepguard_report::results::EpisodeView;

/// One episode, ready to be shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EpisodeShow {
    /// The version of this shape.
    pub schema: u32,
    /// Rounds, steps, result and class of error, as for every kind of run.
    pub view: EpisodeView,
    /// The scene and its states; `None` for imported episodes, which have pictures at best.
    pub scene: Option<SceneShow>,
    /// The mistake that this agent makes on purpose, as a class of errors; `None` where there is none or nobody knows.
    pub truth: Option<String>,
}

/// The scene of an episode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SceneShow {
    /// What stays.
    pub stage: Stage,
    /// The goal conditions, in words.
    pub conditions: Vec<String>,
    /// The first state, then the one after each step.
    pub states: Vec<StateShow>,
}

/// A state of an episode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StateShow {
    /// Cells, as the stage defines them.
    pub cells: Vec<i32>,
    /// Which conditions hold.
    pub met: Vec<bool>,
    /// Metres to the target.
    pub distance: Option<f64>,
    /// The hash of the exact state, 16 hexadecimal digits.
    pub hash: String,
}
