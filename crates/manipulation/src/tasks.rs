//! The tasks: instructions, scenes and goals, read from one file a subset. Knows how the files are written.
//!
//! A task is a block of lines: the instruction, the scene, the goals, and for some a line that says what makes a thing the
//! one that is meant, which only the tests read.

use crate::goal::Goal;
use crate::layout::Layout;
use stepguard_embodied::chance::Chance;
use stepguard_embodied::world::TaskId;
use stepguard_results::environment::{Environment, Subset};

/// A task as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Written {
    /// What the agent is asked for.
    pub(crate) instruction: &'static str,
    /// What lies where.
    pub(crate) scene: &'static str,
    /// What is to be done.
    pub(crate) goals: &'static str,
    /// What makes the things meant the only ones that can be.
    pub(crate) only: Option<&'static str>,
}

const fn file(subset: Subset) -> &'static str {
    match subset {
        Subset::Base => include_str!("../tasks/base.txt"),
        Subset::Common => include_str!("../tasks/common.txt"),
        Subset::Complex => include_str!("../tasks/complex.txt"),
        Subset::Spatial => include_str!("../tasks/spatial.txt"),
        Subset::Visual => include_str!("../tasks/visual.txt"),
        Subset::Long => "",
    }
}

/// The tasks of a subset.
pub(crate) fn written(subset: Subset) -> impl Iterator<Item = Written> {
    file(subset).split("\n\n").filter_map(|block| {
        let mut lines = block.lines().map(str::trim).filter(|line| !line.is_empty());
        Some(Written { instruction: lines.next()?, scene: lines.next()?, goals: lines.next()?, only: lines.next() })
    })
}

/// A task of this environment; `None` for others.
pub(crate) fn task(id: TaskId) -> Option<Written> {
    if id.environment != Environment::Manipulation {
        return None;
    }
    written(id.subset).nth(usize::try_from(id.number).ok()?)
}

/// The scene and the goals of a task; what is wrong with them otherwise.
pub(crate) fn read(id: TaskId, written: Written) -> Result<(Layout, Vec<Goal>), String> {
    let mut chance = Chance::of(&["manipulation", id.subset.id(), &id.number.to_string(), "scene"]);
    let layout = Layout::read(written.scene, &mut chance)?;
    let goals = Goal::read(written.goals, &layout)?;
    Ok((layout, goals))
}
