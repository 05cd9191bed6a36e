//! `stepguard score`: a run of raw answers against a suite, two runs compared, and runs that need no model. Reads the files
//! and puts figures into words; scoring is the work of `stepguard-score`.

use crate::arguments::Format;
use crate::{exit, plans, print, read};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use stepguard_report::suite::{Book, Certificate, Safe, Solvable};
use stepguard_report::{
    Absent, ComparisonView, DifferenceView, Ends, MetricKind, RateView, RunComparison, RunReport, ScoreReport,
};
use stepguard_score::files;
use stepguard_score::reference::{self, Reference};
use stepguard_score::sequence::report::{self, PlansReport};
use stepguard_score::suite::Suite;
use stepguard_score::{Module, Profile, Run, Scorer, compare, export, goal, transition, versus, view};

/// What the options say.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) suite: Option<String>,
    pub(crate) module: Option<String>,
    pub(crate) profile: Profile,
    pub(crate) document: Option<Document>,
    pub(crate) answered_only: bool,
    pub(crate) nodes: Option<u64>,
}

/// A run's report as a file for others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Document {
    Html,
    Figures,
    Answers,
}

impl Document {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "html" => Some(Self::Html),
            "csv" => Some(Self::Figures),
            "csv-answers" => Some(Self::Answers),
            _ => None,
        }
    }
}

/// What is asked.
pub(crate) enum Ask {
    /// A run over the household suite.
    Household { run: String, options: stepguard_score::Options, document: Option<Document> },
    /// A run over a foreign suite.
    Foreign { suite: Foreign, run: String },
    /// Two runs over the household suite.
    Compare { runs: [String; 2], options: stepguard_score::Options },
    /// Two runs over a foreign suite.
    CompareForeign { suite: Foreign, runs: [String; 2] },
    /// A run that needs no model.
    Reference(Reference),
}

/// A foreign suite's module, and whose rules count.
pub(crate) struct Foreign {
    suite: String,
    folder: PathBuf,
    module: Module,
    profile: Profile,
    /// States that the planner may look at for an answer.
    nodes: u64,
}

/// Foreign suites: the name, and the folder that holds one where several lie side by side.
const SUITES: [(&str, &str); 2] = [("eai-behavior", "behavior"), ("eai-virtualhome", "virtualhome")];

/// The name of our own.
pub(crate) const HOUSEHOLD: &str = "household";

/// Reads options and words; the error is a sentence for the user.
pub(crate) fn parse(options: Options, words: &[String]) -> Result<Ask, String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["reference", rest @ ..] = words.as_slice() {
        let [name] = rest else { return Err("score reference takes the name of one run".to_owned()) };
        return match Reference::from_name(name) {
            Some(reference) if options.document.is_none() => Ok(Ask::Reference(reference)),
            Some(_) => Err("score reference prints the lines of a run".to_owned()),
            None => {
                let names: Vec<String> = Reference::ALL.into_iter().map(Reference::name).collect();
                Err(format!("there is no reference run {name}; there are {}", names.join(", ")))
            }
        };
    }
    let compared = match words.as_slice() {
        ["compare", first, second] => Some([(*first).to_owned(), (*second).to_owned()]),
        ["compare", ..] => return Err("score compare takes two files of answers".to_owned()),
        _ => None,
    };
    let run = match words.as_slice() {
        _ if compared.is_some() => String::new(),
        [run] => (*run).to_owned(),
        _ => return Err("score takes one file of answers, or compare with two, or reference with a name".to_owned()),
    };
    let document = options.document;
    if compared.is_some() && document.is_some() {
        return Err("score compare answers as text or json".to_owned());
    }
    match options.suite.as_deref() {
        None | Some(HOUSEHOLD) => {
            if options.module.is_some() || options.profile == Profile::Official {
                return Err(
                    "--module and --profile go with --suite eai-behavior=FOLDER or eai-virtualhome=FOLDER; all \
                            modules of the household suite are scored together"
                        .to_owned(),
                );
            }
            let name = |path: &str| {
                Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
            };
            let defaults = stepguard_score::Options::default();
            let household = stepguard_score::Options {
                run: name(&run),
                absent: if options.answered_only { Absent::LeftOut } else { Absent::Wrong },
                nodes: options.nodes.unwrap_or(defaults.nodes),
            };
            Ok(match compared {
                Some(runs) => Ask::Compare { runs, options: household },
                None => Ask::Household { run, options: household, document },
            })
        }
        Some(_) if document.is_some() => Err("html and csv are for runs over the household suite".to_owned()),
        Some(_) => {
            let suite = foreign(&options)?;
            Ok(match compared {
                Some(runs) => Ask::CompareForeign { suite, runs },
                None => Ask::Foreign { suite, run },
            })
        }
    }
}

fn foreign(options: &Options) -> Result<Foreign, String> {
    let suite = options.suite.as_deref().unwrap_or_default();
    let (name, folder) = suite.split_once('=').unwrap_or((suite, ""));
    let Some((name, inside)) = SUITES.iter().find(|(known, _)| *known == name) else {
        return Err(format!(
            "there is no suite {name} to score; it is household, eai-behavior=FOLDER or eai-virtualhome=FOLDER"
        ));
    };
    if folder.is_empty() {
        return Err(format!("--suite {name} takes the folder of its data, such as {name}=data/{inside}"));
    }
    let named =
        options.module.as_deref().ok_or("--suite goes with --module goal, transition, sequencing or subgoal")?;
    let module = match Module::from_name(named) {
        Some(module) if module != Module::Refusal => module,
        _ => {
            return Err(format!("there is no module {named} to score; it is goal, transition, sequencing or subgoal"));
        }
    };
    let folder = PathBuf::from(folder);
    // The folder of several suites may be given as well as that of one.
    let folder = if folder.join("tasks.jsonl").is_file() { folder } else { folder.join(inside) };
    let nodes = options.nodes.unwrap_or(stepguard_score::Options::default().nodes);
    Ok(Foreign { suite: (*name).to_owned(), folder, module, profile: options.profile, nodes })
}

/// Answers; the number is the exit code.
pub(crate) fn run(ask: &Ask, format: Format) -> Result<u8, String> {
    match ask {
        Ask::Household { run, options, document } => {
            let report = household_run(&household()?, run, options)?;
            match (document, format) {
                (Some(Document::Html), _) => print(export::html(&report))?,
                (Some(Document::Figures), _) => print(export::figures_csv(&report))?,
                (Some(Document::Answers), _) => print(export::answers_csv(&report))?,
                (None, Format::Json) => print(json(&report))?,
                (None, Format::Text) => print(run_words(&report))?,
            }
        }
        Ask::Foreign { suite, run } if matches!(suite.module, Module::Sequencing | Module::Subgoal) => {
            let report = suite.plans(run)?;
            match format {
                Format::Json => print(json(&report))?,
                Format::Text => print(plans::words(&report))?,
            }
        }
        Ask::Foreign { suite, run } => {
            let report = suite.score(run)?;
            match format {
                Format::Json => print(view::to_json(&report))?,
                Format::Text => print(words(&report))?,
            }
        }
        Ask::Compare { runs, options } => {
            let suite = household()?;
            let [first, second] = runs;
            let named = |path: &str| stepguard_score::Options { run: path.to_owned(), ..options.clone() };
            let first = household_run(&suite, first, &named(first))?;
            let second = household_run(&suite, second, &named(second))?;
            let compared = versus::compare(&first, &second)?;
            match format {
                Format::Json => print(json(&compared))?,
                Format::Text => print(comparison_words(&compared))?,
            }
        }
        Ask::CompareForeign { suite, runs: [first, second] }
            if matches!(suite.module, Module::Sequencing | Module::Subgoal) =>
        {
            let compared = report::compare(&suite.plans(first)?, &suite.plans(second)?)?;
            match format {
                Format::Json => print(json(&compared))?,
                Format::Text => print(plans::compared(&compared))?,
            }
        }
        Ask::CompareForeign { suite, runs: [first, second] } => {
            let (one, other) = (suite.score(first)?, suite.score(second)?);
            let compared = compare::compare(&[(&one, &other)])?;
            match format {
                Format::Json => print(json(&compared))?,
                Format::Text => print(compared.iter().map(foreign_words).collect::<String>())?,
            }
        }
        Ask::Reference(reference) => {
            let mut lines = reference::run(&household()?, *reference).join("\n");
            lines.push('\n');
            print(lines)?;
        }
    }
    Ok(exit::SUCCEEDS)
}

fn json<T: serde::Serialize>(view: &T) -> String {
    serde_json::to_string(view).expect("views hold nothing that JSON cannot say")
}

/// The shipped suite. What certificates say of a scenario counts while they are about its present texts; of others the
/// planner is asked while a run is scored.
fn household() -> Result<Suite, String> {
    let scenarios = stepguard_suite::shipped().map_err(|problems| {
        problems.iter().fold("the suite has mistakes:".to_owned(), |all, problem| format!("{all}\n{problem}"))
    })?;
    let records = stepguard_suite::shipped_records()?;
    let certificates = scenarios.iter().map(|scenario| {
        let record = records.iter().find(|record| record.id == scenario.id);
        match record.filter(|record| record.texts == stepguard_suite::texts_hash(scenario)) {
            Some(record) => record.certificate(),
            None => Certificate {
                id: scenario.id.clone(),
                certified: false,
                points: Vec::new(),
                safe: Safe::default(),
                primitives_only: Solvable::Unknown,
                full_vocabulary: Solvable::Unknown,
                proof: None,
                book: Book::default(),
            },
        }
    });
    let packed = stepguard_suite::pack(&scenarios, certificates.collect());
    stepguard_score::suite::from_pack(HOUSEHOLD, &packed.domains, &packed.families)
}

fn household_run(suite: &Suite, path: &str, options: &stepguard_score::Options) -> Result<RunReport, String> {
    let (mut texts, problems) = files::open(path, &read(path)?);
    let Some((_, text)) = texts.pop().filter(|_| problems.is_empty()) else { return Err(problems.join("; ")) };
    if !texts.is_empty() {
        return Err(format!("{path} holds several runs: score one after the other, or compare two"));
    }
    let lines = files::Lines::new(text);
    let mut scorer = Scorer::new(suite.clone(), options.clone());
    for line in (0..lines.places.len()).filter_map(|index| lines.get(index)) {
        scorer.answer(line);
    }
    Ok(scorer.report())
}

impl Foreign {
    /// The report of a module that is about plans.
    fn plans(&self, run: &str) -> Result<PlansReport, String> {
        let answers = String::from_utf8(read(run)?).map_err(|_| format!("{run} is no UTF-8"))?;
        let suite = plans::suite(&self.suite, &self.folder)?;
        Ok(plans::report(&self.suite, &suite, self.module, &Run::read(&answers, self.module), self.profile))
    }

    fn score(&self, run: &str) -> Result<ScoreReport, String> {
        let file = |name: &str| text(&self.folder.join(name));
        let answers = |module| -> Result<Run, String> {
            let text = String::from_utf8(read(run)?).map_err(|_| format!("{run} is no UTF-8"))?;
            Ok(Run::read(&text, module))
        };
        match self.module {
            Module::Goal => {
                let suite = goal::Suite::read(
                    &file("goal_interpretation_gold.jsonl")?,
                    &file("predicates_category.json")?,
                    &file("relation_types.json")?,
                    &file("action_space.json")?,
                )?;
                Ok(view::goal(stepguard_check::TOOL, &self.suite, &suite, &answers(self.module)?, self.profile))
            }
            _ => {
                let suite = transition::Suite::read(
                    &file("tasks.jsonl")?,
                    &file("gold_actions.jsonl")?,
                    &file("predicates_category.json")?,
                )?;
                let run = answers(self.module)?;
                let mut report = view::transition(stepguard_check::TOOL, &self.suite, &suite, &run, self.profile);
                self.planner(&suite, &run, &mut report)?;
                Ok(report)
            }
        }
    }
}

pub(crate) fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

impl Foreign {
    /// What the planner makes of the predicted actions, where the suite comes with problems.
    fn planner(&self, suite: &transition::Suite, run: &Run, report: &mut ScoreReport) -> Result<(), String> {
        let domain = self.folder.join("domain.pddl");
        if self.nodes == 0 || !domain.is_file() {
            report.rules.push("The planner was not asked.".to_owned());
            return Ok(());
        }
        let plans = text(&self.folder.join("gold_plans.jsonl"))?;
        let mut problems = transition::planner::Problems::read(&text(&domain)?, &plans)?;
        for task in &suite.tasks {
            problems.add(&task.id, text(&self.folder.join("problems").join(format!("{}.pddl", task.id)))?);
        }
        let (figures, left_out) = problems.figures(suite, run, self.profile, self.nodes);
        view::add_planner(report, &figures, &left_out);
        report.rules.push(format!("The planner looks at up to {} states for an answer.", self.nodes));
        Ok(())
    }
}

/// The figures of a run over the household suite.
fn run_words(report: &RunReport) -> String {
    let mut out = format!("{} on {}\n", report.run, report.suite);
    if !report.about.is_empty() {
        let _ = writeln!(out, "{}", report.about);
    }
    for module in &report.modules {
        let _ = writeln!(out, "\n{}", module.summary);
        let mut group = "";
        for metric in &module.metrics {
            if metric.group != group {
                group = &metric.group;
                let _ = writeln!(out, "  {group}");
            }
            let n = match (metric.kind, metric.k, &metric.counts) {
                (MetricKind::Rate, Some(k), _) => format!("{k} of {}", metric.n),
                (_, _, Some(counts)) => format!(
                    "{} right, {} wrong, {} missed",
                    counts.true_positives, counts.false_positives, counts.false_negatives
                ),
                _ => format!("n = {}", metric.n),
            };
            let _ = writeln!(out, "    {:<46} {:>26}  {n}", metric.name, share(metric.value, metric.interval));
        }
        if let Some(matrix) = &module.confusion {
            let _ = write!(out, "  {:<18}", "said to");
            for column in &matrix.columns {
                let _ = write!(out, " {column:>20}");
            }
            out.push('\n');
            for row in &matrix.rows {
                let _ = write!(out, "    {:<16}", row.intent);
                for cell in &row.cells {
                    let _ = write!(out, " {cell:>20}");
                }
                out.push('\n');
            }
        }
        for axis in &module.breakdowns {
            let _ = writeln!(out, "  by {}", axis.axis.replace('-', " "));
            for row in &axis.rows {
                let Some(main) = module.metrics.iter().find(|metric| metric.main) else { continue };
                // Balanced accuracy has no value where all commands are of one intent.
                let shown = row.measures.iter().find(|measure| measure.id == main.id && measure.value.is_some());
                let shown = shown.or_else(|| row.measures.iter().find(|measure| measure.id == "right"));
                let figure = shown.map_or_else(String::new, |measure| {
                    let name = if measure.id == main.id { "" } else { " (right decisions)" };
                    format!("{}{name}", share(measure.value, measure.interval))
                });
                let _ = writeln!(out, "    {:<20} {:>5} tasks  {figure}", row.label, row.tasks);
            }
        }
    }
    if let Some(audit) = &report.interface {
        let _ = writeln!(out, "\nInterface audit: {}", audit.summary);
        for row in &audit.rows {
            let name = |interface| if interface == stepguard_report::Interface::Full { "full" } else { "primitives" };
            let success = row.measures.iter().find(|measure| measure.id == "success");
            let _ = writeln!(
                out,
                "    prompted {:<10} scored with {:<10} {:<24} success {}",
                name(row.prompted),
                name(row.scored),
                if row.possible_only { "possible with primitives" } else { "all tasks" },
                success.map_or_else(String::new, |measure| share(measure.value, measure.interval))
            );
        }
    }
    let _ = writeln!(out, "\n{} of {} lines count", report.scored, report.lines);
    for fault in &report.faults {
        let _ = writeln!(out, "line {}: {}", fault.line, fault.reason);
    }
    for rule in &report.rules {
        let _ = writeln!(out, "- {rule}");
    }
    out
}

fn comparison_words(compared: &RunComparison) -> String {
    let mut out = format!("{} and {} on {}\n{}\n", compared.first, compared.second, compared.suite, compared.summary);
    for module in &compared.modules {
        let _ = writeln!(
            out,
            "\n{}: {} tasks of {} families that both answered; {} left out",
            module.name,
            module.n,
            module.families,
            module.left_out.len()
        );
        for figure in &module.differences {
            let main = if figure.main { "*" } else { " " };
            let _ = writeln!(out, "{main} {:<28} {} ({})", figure.name, difference(&figure.difference), figure.test);
        }
    }
    out.push('\n');
    for rule in &compared.rules {
        let _ = writeln!(out, "- {rule}");
    }
    out
}

fn foreign_words(compared: &ComparisonView) -> String {
    format!(
        "{} {}, {} profile: {} tasks that both answered; {} left out\n  {:<28} {}\n  {:<28} {}\n",
        compared.suite,
        compared.module,
        compared.profile,
        compared.n,
        compared.left_out.len(),
        "F1",
        difference(&compared.f1),
        "answers without a mistake",
        difference(&compared.flawless)
    )
}

/// `61.20 % and 70.30 %: +9.10 points [+2.00, +16.20], p = 0.0123, corrected 0.0369: the second run is better`.
pub(crate) fn difference(view: &DifferenceView) -> String {
    let mut out = format!("{} and {}", share(view.first, None), share(view.second, None));
    if let (Some(points), Some(ends)) = (view.difference, view.interval) {
        let _ = write!(out, ": {points:+.2} points [{:+.2}, {:+.2}]", ends.low, ends.high);
    }
    if let Some(p) = view.p {
        let _ = write!(out, ", p = {p:.4}");
    }
    if let Some(p) = view.p_corrected {
        let _ = write!(out, ", corrected {p:.4}");
    }
    let _ = write!(out, ": {}", view.words);
    out
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
pub(crate) fn share(value: Option<f64>, interval: Option<Ends>) -> String {
    match (value, interval) {
        (Some(value), Some(ends)) => format!("{value:.2} % [{:.2}, {:.2}]", ends.low, ends.high),
        (Some(value), None) => format!("{value:.2} %"),
        (None, _) => "-".to_owned(),
    }
}
