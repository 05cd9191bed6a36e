//! `cargo xtask bench`: measures what the project promises about speed and size, prints each figure beside its bar, and
//! fails if one is missed. Instructions are counted, not timed, so that the first table is the same on every run.

mod planning;

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde::Deserialize;

use crate::dist;
use crate::setup;
use crate::shell;
use crate::shell::{During, Outcome, Workspace, announced, failure, in_words, output, say};

/// A plan-checking case, and how many instructions VAL, the reference validator, takes for it.
struct Case {
    folder: &'static str,
    of_val: u64,
}

const CASES: [Case; 4] = [
    Case { folder: "1-small-logistics00", of_val: 6_400_000 },
    Case { folder: "2-long-hanoi11", of_val: 85_300_000 },
    Case { folder: "3-bigstate-visitall60", of_val: 765_000_000 },
    Case { folder: "4-adl-miconic-fulladl", of_val: 120_900_000 },
];

/// The most milliseconds that may pass from the end of the typing pause to the verdict, at the 95th percentile.
const LATENCY_LIMIT: f64 = 16.0;

/// Prints some figures and says whether all of them are within their bars.
type Measure = fn(&Workspace) -> Outcome<bool>;

/// Measures everything, or the parts named.
pub(crate) fn run(workspace: &Workspace, names: &[String]) -> Outcome {
    let parts: [(&str, Measure); 7] = [
        ("instructions", instructions),
        ("planning", planning::native),
        ("page", latency),
        ("planner-page", planning::in_page),
        ("score", scoring),
        ("import", importing),
        ("size", first_load),
    ];
    if let Some(name) = names.iter().find(|name| parts.iter().all(|(part, _)| part != name)) {
        let known = parts.map(|(part, _)| part).join(", ");
        return Err(failure!("there is no part `{name}`; the parts are {known}"));
    }
    setup::debian_programs()?;
    let mut missed = Vec::new();
    for (name, measure) in parts {
        let wanted = names.is_empty() || names.iter().any(|chosen| chosen == name);
        if wanted && !measure(workspace)? {
            missed.push(name);
        }
    }
    if missed.is_empty() { Ok(()) } else { Err(failure!("missed: {}", missed.join(", "))) }
}

/// Instructions of the whole process, from start to end.
fn instructions(workspace: &Workspace) -> Outcome<bool> {
    let Some(data) = std::env::var_os("STEPGUARD_DATA").map(PathBuf::from) else {
        say("Instructions: skipped, because STEPGUARD_DATA is not set");
        return Ok(true);
    };
    announced("Building the command as it is released", || {
        shell::run(&mut workspace.cargo(&["build", "--quiet", "--release", "--package", "stepguard-cli"]))
    })?;
    say("Instructions of `stepguard check --format json`, whole process, counted by callgrind");
    println!("  {:<26} {:>15} {:>15} {:>7}", "case", "instructions", "at most", "of VAL");
    let mut held = true;
    for case in &CASES {
        let counted = count(workspace, &data.join("perf").join(case.folder))?;
        let bar = case.of_val / 2;
        let ratio = percent(counted, case.of_val);
        let verdict = if counted <= bar { "" } else { "  MISSED" };
        println!("  {:<26} {counted:>15} {bar:>15} {ratio:>6.1}%{verdict}", case.folder);
        held &= counted <= bar;
    }
    Ok(held)
}

#[expect(clippy::cast_precision_loss, reason = "a percentage for people")]
fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole as f64
}

fn count(workspace: &Workspace, case: &Path) -> Outcome<u64> {
    let mut valgrind = workspace.program("valgrind", "");
    valgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(workspace.target.join("release/stepguard"))
        .arg("check")
        .args(["domain.pddl", "problem.pddl", "plan.txt"].map(|file| case.join(file)))
        .args(["--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let result = valgrind.output().during(|| format!("start {}", in_words(&valgrind)))?;
    let said = String::from_utf8_lossy(&result.stderr);
    if !result.status.success() {
        return Err(failure!("{} ended with {}:\n{said}", in_words(&valgrind), result.status));
    }
    let line = said.lines().find(|line| line.contains("Collected :"));
    line.and_then(|line| line.split_whitespace().next_back())
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| failure!("valgrind did not say how many instructions there were:\n{said}"))
}

/// One example of the gallery, measured in the browser.
#[derive(Deserialize)]
struct Latency {
    example: String,
    milliseconds: Vec<f64>,
}

/// From the end of the typing pause to the verdict, for every example of the gallery.
fn latency(workspace: &Workspace) -> Outcome<bool> {
    setup::npm(workspace, "tests/browser")?;
    dist::build(workspace)?;
    say("From the end of the typing pause to the verdict, in Chromium");
    let own = std::env::current_exe().during(|| "find this program".to_owned())?;
    let mut node = workspace.program("node", "tests/browser");
    let json = output(node.arg("latency.mjs").env("STEPGUARD_XTASK", own))?;
    let examples: Vec<Latency> = serde_json::from_str(&json).during(|| "read the measured latencies".to_owned())?;
    println!("  {:<40} {:>8} {:>8}", "example", "median", "worst");
    let mut all = Vec::new();
    for example in &examples {
        let mut own = example.milliseconds.clone();
        own.sort_by(f64::total_cmp);
        println!("  {:<40} {:>5.1} ms {:>5.1} ms", example.example, percentile(&own, 50), percentile(&own, 100));
        all.extend(own);
    }
    if all.is_empty() {
        return Err(failure!("the gallery has no examples to measure"));
    }
    all.sort_by(f64::total_cmp);
    let high = percentile(&all, 95);
    let held = high <= LATENCY_LIMIT;
    let verdict = if held { "" } else { "  MISSED" };
    println!("  {} measurements: 95th percentile {high:.1} ms, at most {LATENCY_LIMIT:.0} ms{verdict}", all.len());
    Ok(held)
}

/// The most seconds that a run of ten thousand answers may take in the browser.
const SCORING_LIMIT: f64 = 20.0;

/// A run that was scored in the browser.
#[derive(Deserialize)]
struct Scored {
    answers: u32,
    bytes: u64,
    seconds: f64,
    /// How often the progress bar moved.
    told: u32,
    /// The longest task of the page's own thread in milliseconds; 0 where none takes 50.
    longest: f64,
}

/// From the drop of ten thousand answers to their figures.
fn scoring(workspace: &Workspace) -> Outcome<bool> {
    setup::npm(workspace, "tests/browser")?;
    dist::build(workspace)?;
    say("Ten thousand answers dropped on the page Evaluate, in Chromium");
    let own = std::env::current_exe().during(|| "find this program".to_owned())?;
    let mut node = workspace.program("node", "tests/browser");
    let json = output(node.arg("scoring.mjs").env("STEPGUARD_XTASK", own))?;
    let scored: Scored = serde_json::from_str(&json).during(|| "read what was measured".to_owned())?;
    let held = scored.seconds <= SCORING_LIMIT && scored.answers == 10_000 && scored.told > 1;
    let verdict = if held { "" } else { "  MISSED" };
    println!(
        "  {} answers, {} bytes: {:.1} s of at most {SCORING_LIMIT:.0} s{verdict}; the bar moved {} times, longest task of the \
         page's thread {:.0} ms",
        scored.answers, scored.bytes, scored.seconds, scored.told, scored.longest
    );
    Ok(held)
}

/// The most that importing 1,200 episodes may take in the browser: seconds, and megabytes of memory beyond the open page.
const IMPORT_LIMIT: (f64, f64) = (10.0, 500.0);

/// The most milliseconds that opening an episode may take.
const OPENING_LIMIT: f64 = 300.0;

/// Runs that were imported in the browser.
#[derive(Deserialize)]
struct ImportedRuns {
    episodes: u32,
    files: u32,
    bytes: u64,
    seconds: f64,
    megabytes: f64,
    /// How often the progress bar moved.
    told: u32,
    /// Milliseconds from the click on an episode to its page.
    opened: f64,
}

/// From the choice of a folder with 1,200 episodes to their list.
fn importing(workspace: &Workspace) -> Outcome<bool> {
    setup::npm(workspace, "tests/browser")?;
    dist::build(workspace)?;
    say("A folder of 1,200 episodes imported on the page Results, in Chromium");
    let own = std::env::current_exe().during(|| "find this program".to_owned())?;
    let mut node = workspace.program("node", "tests/browser");
    let json = output(node.arg("importing.mjs").env("STEPGUARD_XTASK", own))?;
    let runs: ImportedRuns = serde_json::from_str(&json).during(|| "read what was measured".to_owned())?;
    let (seconds, megabytes) = IMPORT_LIMIT;
    let held = runs.episodes == 1_200
        && runs.seconds <= seconds
        && runs.megabytes <= megabytes
        && runs.told > 1
        && runs.opened <= OPENING_LIMIT;
    let verdict = if held { "" } else { "  MISSED" };
    println!(
        "  {} episodes in {} files of {} bytes: {:.1} s of at most {seconds:.0} s, {:.0} MB of at most {megabytes:.0} MB, an \
         episode opens in {:.0} ms of at most {OPENING_LIMIT:.0} ms{verdict}; the bar moved {} times",
        runs.episodes, runs.files, runs.bytes, runs.seconds, runs.megabytes, runs.opened, runs.told
    );
    Ok(held)
}

/// The nearest-rank percentile of sorted numbers; 0 of none.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// The size of a first visit; building `dist/` fails by itself if it is too large.
fn first_load(workspace: &Workspace) -> Outcome<bool> {
    let dist = dist::build(workspace)?;
    say(format!("First load: {} bytes in brotli, at most {}", dist.first_load(), dist::FIRST_LOAD_LIMIT));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let numbers: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(percentile(&numbers, 50), 10.0);
        assert_eq!(percentile(&numbers, 95), 19.0);
        assert_eq!(percentile(&numbers, 100), 20.0);
        assert_eq!(percentile(&[], 95), 0.0);
    }
}
