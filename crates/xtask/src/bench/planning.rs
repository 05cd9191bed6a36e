//! The planner on competition instances, beside Fast Downward's figures, and in the browser. Fast Downward's are read from
//! the data folder; anybody can measure them again with the PyPI package up-fast-downward.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use serde::Deserialize;

use super::percentile;
use crate::dist;
use crate::setup;
use crate::shell;
use crate::shell::{During, Outcome, Workspace, announced, failure, output, say};

/// The most seconds that a cheapest plan or a proof may take.
const SECONDS: f64 = 30.0;

/// The most milliseconds that any plan may take in the browser: an instance, an example (95th percentile).
const INSTANCE_LIMIT: f64 = 2000.0;
const EXAMPLE_LIMIT: f64 = 50.0;

/// Fast Downward's best run of some configurations.
#[derive(Default, Clone, Copy)]
struct Other {
    wall: Option<f64>,
    search: Option<f64>,
}

/// What the command says; the rest is not read.
#[derive(Deserialize)]
struct Answer {
    result: String,
    cost: Option<String>,
    expanded: u64,
    timings: Vec<(String, String)>,
}

/// Any plan and a cheapest plan for every instance, process start to end.
pub(super) fn native(workspace: &Workspace) -> Outcome<bool> {
    let Some(data) = std::env::var_os("STEPGUARD_DATA").map(PathBuf::from) else {
        say("Planning: skipped, because STEPGUARD_DATA is not set");
        return Ok(true);
    };
    announced("Building the command as it is released", || {
        shell::run(&mut workspace.cargo(&["build", "--quiet", "--release", "--package", "stepguard-cli"]))
    })?;
    let folder = data.join("planning");
    let table = std::fs::read_to_string(folder.join("fast-downward.tsv")).during(|| "read the table".to_owned())?;
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder.join("instances"))
        .during(|| "list the instances".to_owned())?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_dir())
        .collect();
    names.sort();
    let mut held = true;
    say("Any plan: process start to end, and Fast Downward's best of lama-first and gbfs-ff");
    let any = others(&table, &["lama-first", "gbfs-ff"]);
    held &= each(workspace, &names, &["solve"], &any, true)?;
    say("A cheapest plan: process start to end, and Fast Downward's best of astar-lmcut and astar-blind");
    let best = others(&table, &["astar-lmcut", "astar-blind"]);
    held &= each(workspace, &names, &["solve", "--optimal"], &best, false)?;
    Ok(held)
}

/// Fast Downward's best times by instance.
fn others(table: &str, configurations: &[&str]) -> BTreeMap<String, Other> {
    let mut all: BTreeMap<String, Other> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [instance, configuration, status, wall, _, search, ..] = cells.as_slice() else { continue };
        if !configurations.contains(configuration) || !matches!(*status, "solved" | "unsolvable") {
            continue;
        }
        let known = all.entry((*instance).to_owned()).or_default();
        let least = |old: Option<f64>, new: &str| match (old, new.parse::<f64>().ok()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        known.wall = least(known.wall, wall);
        known.search = least(known.search, search);
    }
    all
}

fn each(
    workspace: &Workspace,
    folders: &[PathBuf],
    arguments: &[&str],
    others: &BTreeMap<String, Other>,
    must_be_faster: bool,
) -> Outcome<bool> {
    println!(
        "  {:<28} {:>10} {:>5} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "instance", "result", "cost", "expanded", "all", "search", "FD all", "FD search"
    );
    let mut held = true;
    for folder in folders {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let unsolvable = name.ends_with("unsolvable");
        if arguments.contains(&"--optimal") && (unsolvable || name.contains("blocks-10-0")) {
            // The one has no plan; of the other nobody in the table found a cheapest one.
            continue;
        }
        let (seconds, answer) = timed(workspace, folder, arguments)?;
        let other = others.get(&name).copied().unwrap_or_default();
        let expected = if unsolvable { "unsolvable" } else { "plan" };
        let late = seconds > SECONDS || must_be_faster && !unsolvable && other.wall.is_some_and(|wall| wall <= seconds);
        let right = answer.result == expected;
        let cell = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3} s"));
        let search = answer.timings.iter().find(|(phase, _)| phase == "search");
        let search = search.and_then(|(_, time)| time.parse::<f64>().ok()).map(|time| time / 1000.0);
        let verdict = if late || !right { "  MISSED" } else { "" };
        println!(
            "  {name:<28} {:>10} {:>5} {:>9} {:>9} {:>9} {:>9} {:>9}{verdict}",
            answer.result,
            answer.cost.as_deref().unwrap_or("-"),
            answer.expanded,
            cell(Some(seconds)),
            cell(search),
            cell(other.wall),
            cell(other.search)
        );
        held &= right && !late;
    }
    Ok(held)
}

fn timed(workspace: &Workspace, folder: &Path, arguments: &[&str]) -> Outcome<(f64, Answer)> {
    let mut command = workspace.program(workspace.target.join("release/stepguard"), "");
    command
        .args(arguments)
        .args(["domain.pddl", "problem.pddl"].map(|file| folder.join(file)))
        .args(["--format", "json", "--timings"])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let began = Instant::now();
    let result = command.output().during(|| "start the command".to_owned())?;
    let seconds = began.elapsed().as_secs_f64();
    let answer = serde_json::from_slice(&result.stdout).during(|| "read the answer".to_owned())?;
    Ok((seconds, answer))
}

/// A question that was measured in the browser.
#[derive(Deserialize)]
struct Measured {
    what: String,
    name: String,
    milliseconds: f64,
}

/// The planner in a worker in Chromium.
pub(super) fn in_page(workspace: &Workspace) -> Outcome<bool> {
    setup::npm(workspace, "tests/browser")?;
    dist::build(workspace)?;
    say("The planner in a worker, in Chromium");
    let own = std::env::current_exe().during(|| "find this program".to_owned())?;
    let mut node = workspace.program("node", "tests/browser");
    let json = output(node.arg("planning.mjs").env("STEPGUARD_XTASK", own))?;
    let all: Vec<Measured> = serde_json::from_str(&json).during(|| "read what was measured".to_owned())?;
    let mut held = true;
    for measured in all.iter().filter(|measured| measured.what == "instance") {
        let late = measured.milliseconds > INSTANCE_LIMIT;
        let verdict = if late { "  MISSED" } else { "" };
        println!("  {:<40} {:>8.1} ms{verdict}", measured.name, measured.milliseconds);
        held &= !late;
    }
    if !all.iter().any(|measured| measured.what == "instance") {
        say("Planning instances: skipped, because STEPGUARD_DATA is not set");
    }
    for what in ["solve", "repair"] {
        let mut times: Vec<f64> = all.iter().filter(|m| m.what == what).map(|m| m.milliseconds).collect();
        if times.is_empty() {
            return Err(failure!("the gallery has no examples to measure"));
        }
        times.sort_by(f64::total_cmp);
        let high = percentile(&times, 95);
        let late = high > EXAMPLE_LIMIT;
        let verdict = if late { "  MISSED" } else { "" };
        println!(
            "  {what:<6} of {} examples: 95th percentile {high:.1} ms, largest {:.1} ms, at most {EXAMPLE_LIMIT:.0} ms{verdict}",
            times.len(),
            percentile(&times, 100)
        );
        held &= !late;
    }
    Ok(held)
}
