//! The simulators in a worker of their own, fetched when an episode is replayed for the first time.

use std::rc::Rc;

use js_sys::Array;
use stepguard_embodied::show::EpisodeShow;

use super::worker::{Failure, Lane, read};
use crate::reading::read_struct;

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

/// What the worker answers; it says more, which the page computes itself.
struct Answer {
    show: EpisodeShow,
}

read_struct!(Answer { show });

impl Replayer {
    /// Runs an episode of a simulator again and gives what came of it.
    pub async fn replay(&self, show: &EpisodeShow) -> Result<EpisodeShow, Failure> {
        let asked = question(show).to_string();
        let told = Lane::call(&self.0, "replay", Array::of1(&asked.into()), true).await?;
        read::<Answer>(&told).map(|answer| answer.show)
    }
}

/// Which episode is meant. The id of a run is its environment and its agent.
fn question(show: &EpisodeShow) -> serde_json::Value {
    let view = &show.view;
    let agent = view.run.strip_prefix(&view.environment).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&view.run);
    serde_json::json!({
        "environment": view.environment,
        "subset": view.line.subset,
        "number": view.line.number,
        "agent": agent,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_names_task_and_agent() {
        let mut show = crate::state::episode::fixtures::episode();
        show.view.run = stepguard_embodied::pack::run_id("alfred", "wrong-termination");
        let asked = question(&show);
        assert_eq!(asked["agent"], "wrong-termination");
        assert_eq!(
            (&asked["environment"], &asked["subset"], &asked["number"]),
            (&"alfred".into(), &"base".into(), &1.into())
        );
    }
}
