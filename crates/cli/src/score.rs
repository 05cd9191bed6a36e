//! `stepguard score`: a run of raw answers against a suite. Reads the files and puts figures into words; scoring is the
//! work of `stepguard-score`.

use crate::arguments::Format;
use crate::{exit, print, read};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use stepguard_report::{Ends, RateView, ScoreReport};
use stepguard_score::{Module, Profile, Run, goal, transition, view};

/// What the options say.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) suite: Option<String>,
    pub(crate) module: Option<String>,
    pub(crate) profile: Profile,
}

/// What is asked.
pub(crate) struct Ask {
    suite: String,
    folder: PathBuf,
    module: Module,
    profile: Profile,
    run: String,
}

/// Foreign suites: the name, and the folder that holds one where several lie side by side.
const SUITES: [(&str, &str); 2] = [("eai-behavior", "behavior"), ("eai-virtualhome", "virtualhome")];

/// Reads options and words; the error is a sentence for the user.
pub(crate) fn parse(options: Options, words: &[String]) -> Result<Ask, String> {
    let [run] = words else { return Err("score takes one file of answers".to_owned()) };
    let suite = options.suite.ok_or("score takes --suite eai-behavior=FOLDER or --suite eai-virtualhome=FOLDER")?;
    let (name, folder) = suite.split_once('=').unwrap_or((&suite, ""));
    let Some((name, inside)) = SUITES.iter().find(|(known, _)| *known == name) else {
        return Err(format!("there is no suite {name} to score; it is eai-behavior=FOLDER or eai-virtualhome=FOLDER"));
    };
    if folder.is_empty() {
        return Err(format!("--suite {name} takes the folder of its data, such as {name}=data/{inside}"));
    }
    let named = options.module.ok_or("score takes --module goal or --module transition")?;
    let module = match Module::from_name(&named) {
        Some(module @ (Module::Goal | Module::Transition)) => module,
        _ => return Err(format!("there is no module {named} to score; it is goal or transition")),
    };
    let folder = PathBuf::from(folder);
    // The folder of several suites may be given as well as that of one.
    let folder = if folder.join("tasks.jsonl").is_file() { folder } else { folder.join(inside) };
    Ok(Ask { suite: (*name).to_owned(), folder, module, profile: options.profile, run: run.clone() })
}

/// Answers; the number is the exit code.
pub(crate) fn run(ask: &Ask, format: Format) -> Result<u8, String> {
    let file = |name: &str| text(&ask.folder.join(name));
    let answers = |module| -> Result<Run, String> {
        let text = String::from_utf8(read(&ask.run)?).map_err(|_| format!("{} is no UTF-8", ask.run))?;
        Ok(Run::read(&text, module))
    };
    let report = match ask.module {
        Module::Goal => {
            let suite = goal::Suite::read(
                &file("goal_interpretation_gold.jsonl")?,
                &file("predicates_category.json")?,
                &file("relation_types.json")?,
                &file("action_space.json")?,
            )?;
            view::goal(stepguard_check::TOOL, &ask.suite, &suite, &answers(ask.module)?, ask.profile)
        }
        _ => {
            let suite = transition::Suite::read(
                &file("tasks.jsonl")?,
                &file("gold_actions.jsonl")?,
                &file("predicates_category.json")?,
            )?;
            view::transition(stepguard_check::TOOL, &ask.suite, &suite, &answers(ask.module)?, ask.profile)
        }
    };
    match format {
        Format::Json => print(view::to_json(&report))?,
        Format::Text => print(words(&report))?,
    }
    Ok(exit::SUCCEEDS)
}

fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn words(report: &ScoreReport) -> String {
    let mut out = format!("{} {}, {} profile\n{}\n", report.suite, report.module, report.profile, report.summary);
    if let Some(range) = report.f1_over_seeds {
        let _ = writeln!(out, "Over {} seeds F1 is {:.2} to {:.2} %.", range.seeds, range.low, range.high);
    }
    if let Some(mean) = report.f1_macro {
        let _ = writeln!(out, "The mean of F1 over tasks is {mean:.2} %.");
    }
    let _ = writeln!(out, "\n{:<40} {:>24} {:>24} {:>24}", "", "precision", "recall", "F1");
    for figure in &report.figures {
        let name = match &figure.class {
            Some(class) => format!("{}, {class}", figure.part),
            None => figure.part.clone(),
        };
        let f1 = share(figure.f1, figure.f1_interval);
        let (precision, recall) = (rate(&figure.precision), rate(&figure.recall));
        let _ = writeln!(out, "{name:<40} {precision:>24} {recall:>24} {f1:>24}");
    }
    out.push('\n');
    for view in [&report.read, &report.unreadable, &report.unanswered].into_iter().chain(&report.rates) {
        let _ = writeln!(out, "{}: {} of {}, {}", view.name, view.k, view.n, rate(view));
    }
    for rule in &report.rules {
        let _ = writeln!(out, "- {rule}");
    }
    for fault in &report.faults {
        let _ = writeln!(out, "line {}: {}", fault.line, fault.reason);
    }
    if !report.not_in_suite.is_empty() {
        let _ = writeln!(out, "not in the suite: {}", report.not_in_suite.join(", "));
    }
    out
}

fn rate(view: &RateView) -> String {
    share(view.percent, view.interval)
}

/// `93.42 % [91.20, 95.07]`.
fn share(value: Option<f64>, interval: Option<Ends>) -> String {
    match (value, interval) {
        (Some(value), Some(ends)) => format!("{value:.2} % [{:.2}, {:.2}]", ends.low, ends.high),
        (Some(value), None) => format!("{value:.2} %"),
        (None, _) => "-".to_owned(),
    }
}
