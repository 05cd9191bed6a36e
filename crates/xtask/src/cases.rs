//! The command and the page must give the same report, byte for byte: runs every case of `tests/cases` through both.

use crate::shell::{During, Outcome, Workspace, output, run};
use crate::site::{self, Mode};

/// Compares all cases; gives how many there were.
pub(crate) fn compare(workspace: &Workspace) -> Outcome<u64> {
    let site = site::build(workspace, Mode::Release)?;
    run(&mut workspace.cargo(&["build", "--quiet", "--package", "stepguard-cli"]))?;
    let mut node = workspace.program("node", "");
    node.arg("crates/xtask/js/same.mjs")
        .arg(workspace.target.join("debug/stepguard"))
        .arg(site.join("static/core/stepguard_worker.js"))
        .arg("tests/cases");
    let said = output(&mut node)?;
    print!("{said}");
    let count = said.lines().last().and_then(|line| line.split_whitespace().next()).unwrap_or_default();
    count.parse().during(|| "read how many cases were compared".to_owned())
}
