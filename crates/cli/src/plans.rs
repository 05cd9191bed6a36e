//! `stepguard score` on plans and subgoals of foreign suites: reads the suite's files and puts both profiles' figures into
//! words, side by side.

use crate::score::{difference, share};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use stepguard_report::RateView;
use stepguard_score::sequence::report::{PlansComparison, PlansReport};
use stepguard_score::sequence::{self, Suite, World};
use stepguard_score::{Module, Profile, Run, subgoal};

/// The suite in a folder.
pub(crate) fn suite(name: &str, folder: &Path) -> Result<Suite, String> {
    let text = |name: &str| crate::score::text(&folder.join(name));
    let world = if name == "eai-behavior" { World::Behavior } else { World::VirtualHome };
    let place = folder.join("problems");
    let mut problems = BTreeMap::new();
    let entries = std::fs::read_dir(&place).map_err(|error| format!("cannot read {}: {error}", place.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("cannot read {}: {error}", place.display()))?.path();
        if path.extension().is_some_and(|extension| extension == "pddl")
            && let Some(stem) = path.file_stem()
        {
            problems.insert(stem.to_string_lossy().into_owned(), crate::score::text(&path)?);
        }
    }
    let stages = match world {
        World::Behavior => None,
        World::VirtualHome | World::Home => Some(text("action_sequence_tasks.jsonl")?),
    };
    Suite::read(world, &text("tasks.jsonl")?, &text("domain.pddl")?, problems, stages.as_deref())
}

/// The report of a module that is about plans.
pub(crate) fn report(name: &str, suite: &Suite, module: Module, run: &Run, profile: Profile) -> PlansReport {
    match module {
        Module::Subgoal => subgoal::view::report(stepguard_check::TOOL, name, suite, run, profile),
        _ => sequence::view::report(stepguard_check::TOOL, name, suite, run, profile),
    }
}

/// The report for a terminal.
pub(crate) fn words(report: &PlansReport) -> String {
    let mut out = format!("{} {}, {} profile\n{}\n", report.suite, report.module, report.profile, report.summary);
    let _ = writeln!(out, "\n{:<48} {:>38} {:>38}", "", "official", "corrected");
    for figure in &report.figures {
        let side = |rate: &Option<RateView>| rate.as_ref().map_or_else(|| "-".to_owned(), rated);
        let _ = writeln!(out, "{:<48} {:>38} {:>38}", figure.name, side(&figure.official), side(&figure.corrected));
    }
    for (title, rates) in [
        ("corrected, primary category", &report.primary),
        ("corrected, at least one finding", &report.findings),
        ("by the suite's own PDDL", &report.in_suite_domain),
    ] {
        if !rates.is_empty() {
            let _ = writeln!(out, "\n{title}");
        }
        for rate in rates {
            let _ = writeln!(out, "  {:<46} {:>38}", rate.name, rated(rate));
        }
    }
    if !report.differences.is_empty() {
        let _ = writeln!(out, "\nwhy the profiles differ");
    }
    for reason in &report.differences {
        let _ = writeln!(out, "  {:>4} {}: {}", reason.answers, reason.id, reason.reason);
    }
    out.push('\n');
    for view in [&report.read, &report.unreadable, &report.unanswered] {
        let _ = writeln!(out, "{}: {} of {}", view.name, view.k, view.n);
    }
    let _ = writeln!(out, "steps or subgoals in all answers: {}", report.steps);
    for line in report.rules.iter().chain(&report.notes) {
        let _ = writeln!(out, "- {line}");
    }
    for (what, tasks) in [
        ("cannot be checked", &report.unchecked),
        ("left out by the suite's own PDDL", &report.not_in_suite_domain),
        ("mended", &report.mended),
    ] {
        for task in tasks {
            let _ = writeln!(out, "{what}: {}: {}", task.id, task.reason);
        }
    }
    for fault in &report.faults {
        let _ = writeln!(out, "line {}: {}", fault.line, fault.reason);
    }
    if !report.not_in_suite.is_empty() {
        let _ = writeln!(out, "not in the suite: {}", report.not_in_suite.join(", "));
    }
    out
}

/// `199 of 305, 65.25 % [59.74, 70.37]`.
fn rated(rate: &RateView) -> String {
    format!("{} of {}, {}", rate.k, rate.n, share(rate.percent, rate.interval))
}

/// Two runs compared, for a terminal.
pub(crate) fn compared(found: &PlansComparison) -> String {
    format!(
        "{} {}, {} profile: {} tasks with a verdict in both; {} left out\n  {:<28} {}\n  {:<28} {}\n",
        found.suite,
        found.module,
        found.profile,
        found.n,
        found.left_out.len(),
        "success",
        difference(&found.success),
        "executable",
        difference(&found.executable)
    )
}
