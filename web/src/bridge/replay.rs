//! The simulators in a worker of their own, fetched when an episode is replayed for the first time.

use std::rc::Rc;

use js_sys::Array;
use stepguard_embodied::show::{EpisodeShow, StateShow};

use super::worker::{Failure, Lane};

/// Where the worker's script lies, seen from the page.
const SCRIPT: &str = "static/replay-worker.js";

/// The simulators, as the page sees them.
pub struct Replayer(Rc<Lane>);

impl Default for Replayer {
    fn default() -> Self {
        Self(Lane::new(SCRIPT))
    }
}

impl std::fmt::Debug for Replayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replayer").finish_non_exhaustive()
    }
}

impl Replayer {
    /// Runs an episode again and gives its states.
    pub async fn replay(&self, show: &EpisodeShow) -> Result<Vec<StateShow>, Failure> {
        let wanted = serde_json::json!({ "run": show.view.run, "episode": show.view.line.id }).to_string();
        let told = Lane::call(&self.0, "replay", Array::of1(&wanted.into()), true).await?;
        serde_json::from_str(&told).map_err(|error| Failure::Unreadable(error.to_string()))
    }
}
