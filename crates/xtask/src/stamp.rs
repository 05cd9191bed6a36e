//! Remembers what a step was done from, so that it is skipped while nothing of that has changed.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use crate::shell::{Outcome, Workspace, files_below, read, write};

/// Everything one step depends on, reduced to a number.
#[derive(Default)]
pub(crate) struct Inputs {
    hasher: FxHasher,
}

impl Inputs {
    /// A name for exactly these inputs.
    pub(crate) fn digest(&self) -> String {
        format!("{:016x}", self.hasher.finish())
    }

    /// A setting the step depends on.
    pub(crate) fn setting(mut self, value: impl Hash) -> Self {
        value.hash(&mut self.hasher);
        self
    }

    /// A file the step reads, by content.
    pub(crate) fn file(mut self, path: &Path) -> Outcome<Self> {
        path.hash(&mut self.hasher);
        read(path)?.hash(&mut self.hasher);
        Ok(self)
    }

    /// All files below a folder, by their names in it and their content.
    pub(crate) fn folder(mut self, folder: &Path) -> Outcome<Self> {
        for relative in files_below(folder)? {
            relative.hash(&mut self.hasher);
            read(&folder.join(relative))?.hash(&mut self.hasher);
        }
        Ok(self)
    }
}

/// Whether the step was done from the same inputs and its results are still there.
pub(crate) fn is_done(workspace: &Workspace, step: &str, inputs: &Inputs, results: &[PathBuf]) -> bool {
    let before = std::fs::read_to_string(stamp(workspace, step));
    before.is_ok_and(|before| before == inputs.digest()) && results.iter().all(|result| result.exists())
}

/// Does the step unless it is done.
pub(crate) fn unless_done(
    workspace: &Workspace,
    step: &str,
    inputs: &Inputs,
    results: &[PathBuf],
    work: impl FnOnce() -> Outcome,
) -> Outcome {
    if is_done(workspace, step, inputs, results) {
        return Ok(());
    }
    let stamp = stamp(workspace, step);
    // The stamp is emptied first: a step that stops half-way has not been done.
    write(&stamp, "")?;
    work()?;
    write(&stamp, inputs.digest())
}

fn stamp(workspace: &Workspace, step: &str) -> PathBuf {
    workspace.scratch("stamps").join(step)
}
