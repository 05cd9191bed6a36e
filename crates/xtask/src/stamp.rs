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

    /// All files below a folder, by name and content.
    pub(crate) fn folder(mut self, folder: &Path) -> Outcome<Self> {
        for relative in files_below(folder)? {
            self = self.file(&folder.join(relative))?;
        }
        Ok(self)
    }
}

/// Does the step unless it was done from the same inputs before and its results are still there.
/// Gives whether it was done.
pub(crate) fn unless_done(
    workspace: &Workspace,
    step: &str,
    inputs: Inputs,
    results: &[PathBuf],
    work: impl FnOnce() -> Outcome,
) -> Outcome<bool> {
    let stamp = workspace.scratch("stamps").join(step);
    let digest = format!("{:016x}", inputs.hasher.finish());
    let done = std::fs::read_to_string(&stamp).is_ok_and(|before| before == digest);
    if done && results.iter().all(|result| result.exists()) {
        return Ok(false);
    }
    // The stamp goes first: a step that stops half-way has not been done.
    if stamp.exists() {
        write(&stamp, "")?;
    }
    work()?;
    write(&stamp, digest)?;
    Ok(true)
}
