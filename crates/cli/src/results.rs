//! `stepguard results`: what is published of embodied agents, and run folders that people have. Walks folders and puts figures
//! into words; everything else is the work of `stepguard-results`.

use crate::arguments::Format;
use crate::score::Document;
use crate::{episodes, exit, print};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use stepguard_report::results::{
    EpisodeView, ImportProblem, ImportReport, ImportedRun, ImportedSubset, MeanView, ModelComparison, PublishedReport,
    PublishedTable, RecordKind, SearchReport, SummaryAgreement,
};
use stepguard_report::{Ends, RateView};
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::published::{Facet, Published, csv};
use stepguard_results::record::Import;
use stepguard_results::{audit, import, imported, search, view};

/// Hits that a search lists at most.
const HITS: usize = 200;

/// Lines of problems that a text lists; JSON has all of them.
const LISTED: usize = 40;

/// What the options say.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) chosen: Vec<(Facet, String)>,
    pub(crate) marked: bool,
    pub(crate) search: Option<String>,
    pub(crate) document: Option<Document>,
    /// Of `precompute` and `replay`: the folder of the pack.
    pub(crate) out: Option<String>,
    pub(crate) agent: Option<String>,
    pub(crate) jobs: Option<usize>,
    pub(crate) sample: Option<String>,
    pub(crate) resume: bool,
    pub(crate) check: bool,
}

impl Options {
    /// Whether something is said that goes with episodes of the simulators only.
    const fn own(&self) -> bool {
        self.out.is_some()
            || self.agent.is_some()
            || self.jobs.is_some()
            || self.sample.is_some()
            || self.resume
            || self.check
    }
}

/// What is asked.
pub(crate) enum Ask {
    /// Published figures.
    Published { chosen: Vec<(Facet, String)>, marked: bool, csv: bool },
    /// Published models side by side.
    Compare { models: Vec<String>, environments: Vec<Environment>, measure: String },
    /// Run folders.
    Import { folder: String, csv: bool },
    /// One episode of them.
    Episode { folder: String, id: String },
    /// A text in what planners said.
    Search { folder: String, text: String },
    /// Episodes of the simulators.
    Episodes(episodes::Ask),
}

/// The filter that an option names.
pub(crate) fn facet(option: &str) -> Facet {
    Facet::ALL.into_iter().find(|facet| facet.id() == option).unwrap_or(Facet::Environment)
}

/// Reads options and words; the error is a sentence for the user.
pub(crate) fn parse(options: Options, words: &[String]) -> Result<Ask, String> {
    let csv = match options.document {
        None => false,
        Some(Document::Figures) => true,
        Some(_) => return Err("results answers as text, json or csv".to_owned()),
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if options.search.is_some() && !matches!(words.as_slice(), ["import", _]) {
        return Err("--search goes with results import DIR".to_owned());
    }
    if let ["precompute" | "replay", ..] = words.as_slice() {
        return episodes::parse(options, &words).map(Ask::Episodes);
    }
    if options.own() {
        return Err("--out, --agent, --jobs, --sample, --resume and --check go with results precompute".to_owned());
    }
    let filtered = !options.chosen.is_empty() || options.marked;
    match words.as_slice() {
        ["published"] => Ok(Ask::Published { chosen: options.chosen, marked: options.marked, csv }),
        ["compare", _, _, ..] if !csv && !options.marked => compare(&options, &words[1..]),
        ["compare", ..] => Err("results compare takes at least two models, and answers as text or json".to_owned()),
        ["import", ..] if filtered => Err("--env, --model and so on go with results published".to_owned()),
        ["import", folder] => Ok(match options.search {
            Some(_) if csv => return Err("--search answers as text or json".to_owned()),
            Some(text) => Ask::Search { folder: (*folder).to_owned(), text },
            None => Ask::Import { folder: (*folder).to_owned(), csv },
        }),
        ["import", _, _] if csv => Err("one episode comes as text or json".to_owned()),
        ["import", folder, id] => Ok(Ask::Episode { folder: (*folder).to_owned(), id: (*id).to_owned() }),
        ["import", ..] => Err("results import takes a folder, and an episode's id if only that is wanted".to_owned()),
        _ => Err("results takes published, compare, import, precompute or replay".to_owned()),
    }
}

fn compare(options: &Options, models: &[&str]) -> Result<Ask, String> {
    let (mut environments, mut measures) = (Vec::new(), Vec::new());
    for (facet, value) in &options.chosen {
        match facet {
            Facet::Environment => environments
                .push(Environment::from_name(value).ok_or_else(|| format!("there is no environment {value}"))?),
            Facet::Measure => measures.push(value.clone()),
            other => return Err(format!("results compare takes --env and --measure, not --{}", other.id())),
        }
    }
    if environments.is_empty() {
        environments = Environment::ALL.to_vec();
    }
    let measure = match measures.as_slice() {
        [] => "success".to_owned(),
        [one] => one.clone(),
        _ => return Err("results compare takes one measure".to_owned()),
    };
    let models = models.iter().map(|model| (*model).to_owned()).collect();
    Ok(Ask::Compare { models, environments, measure })
}

/// Answers; the number is the exit code.
pub(crate) fn run(ask: &Ask, format: Format) -> Result<u8, String> {
    match ask {
        Ask::Published { chosen, marked, csv: as_csv } => {
            let published = Published::shipped();
            let wanted: Vec<(Facet, &str)> = chosen.iter().map(|(facet, value)| (*facet, value.as_str())).collect();
            let mut query = view::query(&published, &wanted)?;
            query.marked = *marked;
            if *as_csv {
                let marks = audit::audit(&published);
                let figures = published.select(&query, &audit::marked(&marks));
                print(csv(&published, &figures, &marks))?;
            } else {
                let report = view::published(&published, &query, stepguard_check::TOOL);
                answer(format, &report, published_words)?;
            }
            Ok(exit::SUCCEEDS)
        }
        Ask::Compare { models, environments, measure } => {
            let published = Published::shipped();
            let names: Vec<&str> = models.iter().map(String::as_str).collect();
            let compared: Vec<ModelComparison> = environments
                .iter()
                .map(|environment| view::compare(&published, *environment, measure, &names))
                .collect::<Result<_, _>>()?;
            answer(format, &compared, |all| all.iter().map(comparison_words).collect())?;
            Ok(exit::SUCCEEDS)
        }
        Ask::Import { folder, csv } => {
            let report = imported::report(&read(folder)?, stepguard_check::TOOL);
            if *csv {
                print(imported::episodes_csv(&report))?;
            } else {
                answer(format, &report, import_words)?;
            }
            Ok(code(&report))
        }
        Ask::Episode { folder, id } => {
            let import = read(folder)?;
            let Some(episode) = imported::episode(&import, id, stepguard_check::TOOL) else {
                return Err(format!("there is no episode {id}; results import {folder} lists them"));
            };
            answer(format, &episode, episode_words)?;
            Ok(exit::SUCCEEDS)
        }
        Ask::Episodes(ask) => episodes::run(ask),
        Ask::Search { folder, text } => {
            let found = search::search(&read(folder)?, text, HITS);
            answer(format, &found, search_words)?;
            Ok(exit::SUCCEEDS)
        }
    }
}

fn answer<T: serde::Serialize>(format: Format, view: &T, words: impl FnOnce(&T) -> String) -> Result<(), String> {
    match format {
        Format::Json => print(serde_json::to_string(view).expect("views hold nothing that JSON cannot say")),
        Format::Text => print(words(view)),
    }
}

fn code(report: &ImportReport) -> u8 {
    let differs = report
        .runs
        .iter()
        .flat_map(|run| &run.subsets)
        .flat_map(|subset| &subset.summary)
        .any(|check| matches!(check.agreement, SummaryAgreement::Differs | SummaryAgreement::AveragedItself));
    if !report.problems.is_empty() || report.runs.is_empty() {
        exit::UNREADABLE
    } else if differs {
        exit::DOES_NOT_SUCCEED
    } else {
        exit::SUCCEEDS
    }
}

/// Imports a folder. Names begin as they do when a folder is dropped on the page: with the folder's own, or further up where
/// that is what says the environment.
fn read(folder: &str) -> Result<Import, String> {
    let root = std::fs::canonicalize(folder).map_err(|error| format!("cannot open {folder}: {error}"))?;
    if !root.is_dir() {
        return Err(format!("{folder} is no folder"));
    }
    let names: Vec<String> = root.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let named = names.iter().rposition(|name| import::environment_of(name).is_some());
    let last = names.len().saturating_sub(1);
    let own = names.last().is_some_and(|name| Subset::from_name(name).is_some() || name == "results");
    let prefix = names[named.unwrap_or(if own { last.saturating_sub(1) } else { last })..].join("/");
    let mut files: BTreeMap<String, (PathBuf, u64)> = BTreeMap::new();
    walk(&root, &prefix, &mut files)?;
    let listed: Vec<(String, u64)> = files.iter().map(|(name, (_, size))| (name.clone(), *size)).collect();
    Ok(import::import(listed, |name| match files.get(name) {
        Some((path, _)) => std::fs::read(path).map_err(|error| error.to_string()),
        None => Err("it is not there".to_owned()),
    }))
}

/// All files below a folder. Links to folders are not followed, as they may lead in circles; they are named on standard error.
fn walk(root: &Path, prefix: &str, files: &mut BTreeMap<String, (PathBuf, u64)>) -> Result<(), String> {
    let mut open = vec![(root.to_owned(), prefix.to_owned())];
    while let Some((folder, prefix)) = open.pop() {
        let failed = |error: std::io::Error| format!("cannot list {}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = format!("{prefix}/{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(failed)?;
            let path = entry.path();
            if kind.is_dir() {
                open.push((path, name));
            } else if kind.is_symlink() && path.is_dir() {
                eprintln!("stepguard: {name} is a link to a folder and is not followed");
            } else {
                let size = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
                files.insert(name, (path, size));
            }
        }
    }
    Ok(())
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a String takes everything");
}

fn published_words(report: &PublishedReport) -> String {
    let mut out = String::new();
    for table in &report.tables {
        table_words(&mut out, table, report);
    }
    if !report.ablations.is_empty() {
        line(&mut out, format_args!("Ablations"));
        for ablation in &report.ablations {
            for series in &ablation.series {
                let points: Vec<String> =
                    series.points.iter().map(|point| format!("{} {}", point.setting, point.printed)).collect();
                line(
                    &mut out,
                    format_args!(
                        "  {}, {}, {}, {}: {} ({})",
                        ablation.name,
                        ablation.environment,
                        ablation.subset,
                        series.model,
                        points.join(", "),
                        ablation.source
                    ),
                );
            }
        }
        out.push('\n');
    }
    for shares in &report.errors {
        line(
            &mut out,
            format_args!("Why {} failed in {}, percent ({})", shares.model, shares.environment, shares.source),
        );
        for group in &shares.groups {
            let parts: Vec<String> = group.parts.iter().map(|part| format!("{} {}", part.class, part.share)).collect();
            line(&mut out, format_args!("  {} {}: {}", group.group, group.share, parts.join(", ")));
        }
        out.push('\n');
    }
    if !report.audit.is_empty() {
        line(&mut out, format_args!("Audit (marked * above; nothing is corrected)"));
        for mark in &report.audit {
            line(
                &mut out,
                format_args!("  {}, {}, {}, {}: {}", mark.model, mark.environment, mark.measure, mark.subset, mark.why),
            );
        }
        out.push('\n');
    }
    let sources: Vec<String> =
        report.sources.iter().map(|source| format!("  {}: {}", source.id, source.title)).collect();
    if !sources.is_empty() {
        line(&mut out, format_args!("Sources\n{}\n", sources.join("\n")));
    }
    line(&mut out, format_args!("{}", report.summary));
    out
}

fn table_words(out: &mut String, table: &PublishedTable, report: &PublishedReport) {
    let environment = report.environments.iter().find(|known| known.id == table.environment);
    let measure = report.measures.iter().find(|known| known.id == table.measure);
    let setting = table.setting.as_ref().map(|setting| format!(" ({setting})")).unwrap_or_default();
    line(
        out,
        format_args!(
            "{}, {}{setting}, {} ({})",
            environment.map_or(table.environment.as_str(), |known| &known.name),
            measure.map_or(table.measure.as_str(), |known| &known.name),
            measure.map_or("", |known| &known.unit),
            table.source
        ),
    );
    let width = table.rows.iter().map(|row| row.model.chars().count()).max().unwrap_or(0).max(8);
    let heads: Vec<String> = table.columns.iter().map(|column| format!("{:>9}", column.id)).collect();
    line(out, format_args!("  {:width$}{}  computed", "", heads.concat()));
    for row in &table.rows {
        let cells: Vec<String> = row
            .cells
            .iter()
            .map(|cell| match cell {
                Some(cell) => format!("{:>8}{}", cell.printed, if cell.marks.is_empty() { ' ' } else { '*' }),
                None => format!("{:>9}", "-"),
            })
            .collect();
        let means = row.means.as_ref().map(|means| {
            let same = (means.plain - means.weighted).abs() < 0.005;
            let weighted = if same { String::new() } else { format!(", weighted {:.2}", means.weighted) };
            format!("  plain {:.2}{weighted}", means.plain)
        });
        line(out, format_args!("  {:width$}{}{}", row.model, cells.concat(), means.unwrap_or_default()));
    }
    out.push('\n');
}

fn comparison_words(compared: &ModelComparison) -> String {
    let mut out = String::new();
    line(&mut out, format_args!("{}, {}: {}", compared.environment, compared.measure, compared.models.join(" | ")));
    for row in &compared.rows {
        let cells: Vec<String> = (0..row.values.len())
            .map(|index| {
                let value = row.values[index].map_or_else(|| "-".to_owned(), |value| value.to_string());
                match (index, row.differences[index], row.shown[index]) {
                    (0, ..) | (_, None, _) => value,
                    (_, Some(difference), shown) => {
                        let shown = match shown {
                            Some(true) => "",
                            Some(false) => ", no difference shown",
                            None => ", no interval",
                        };
                        format!("{value} ({difference:+}{shown})")
                    }
                }
            })
            .collect();
        line(&mut out, format_args!("  {:8} {}", row.subset, cells.join(" | ")));
    }
    out.push('\n');
    out
}

fn import_words(report: &ImportReport) -> String {
    let mut out = String::new();
    for run in &report.runs {
        run_words(&mut out, run);
    }
    places(&mut out, "Could not be read", &report.problems);
    places(&mut out, "Odd", &report.notes);
    let ignored: Vec<ImportProblem> = report
        .ignored
        .iter()
        .map(|file| ImportProblem { file: file.file.clone(), line: None, message: file.reason.clone() })
        .collect();
    places(&mut out, "Left out", &ignored);
    let pictures = match report.pictures {
        0 => String::new(),
        1 => " One picture or film was indexed, not opened.".to_owned(),
        n => format!(" {n} pictures and films were indexed, none opened."),
    };
    line(&mut out, format_args!("{}{pictures}", report.summary));
    out
}

fn places(out: &mut String, head: &str, places: &[ImportProblem]) {
    if places.is_empty() {
        return;
    }
    line(out, format_args!("{head} ({})", places.len()));
    for place in places.iter().take(LISTED) {
        let at = place.line.map(|line| format!(":{line}")).unwrap_or_default();
        line(out, format_args!("  {}{at}: {}", place.file, place.message));
    }
    if places.len() > LISTED {
        line(out, format_args!("  and {} more: --format json lists them", places.len() - LISTED));
    }
    out.push('\n');
}

fn run_words(out: &mut String, run: &ImportedRun) {
    let model = run.model.as_deref().unwrap_or("model not named");
    let experiment = run.experiment.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
    line(out, format_args!("{}: {model}{experiment}, {} ({})", run.id, run.environment, run.folder));
    let figures = ["progress", "steps", "planner-calls", "invalid-actions"];
    let name = |subset: &ImportedSubset| {
        if subset.id == subset.folder || subset.folder.is_empty() {
            subset.id.clone()
        } else {
            format!("{} ({})", subset.id, subset.folder)
        }
    };
    let width = run.subsets.iter().map(|subset| name(subset).chars().count()).max().unwrap_or(0).max(15);
    line(
        out,
        format_args!(
            "  {:width$} {:>9}  {:24} {:>9} {:>7} {:>7} {:>8}",
            "", "episodes", "success", "progress", "steps", "calls", "invalid"
        ),
    );
    for subset in &run.subsets {
        let of = subset.tasks.map(|tasks| format!("/{tasks}")).unwrap_or_default();
        let name = name(subset);
        let episodes = format!("{}{of}", subset.episodes);
        line(
            out,
            format_args!(
                "  {name:width$} {episodes:>9}  {:24} {}",
                rate(&subset.success),
                columns(&subset.figures, &figures)
            ),
        );
    }
    let means = &run.means;
    let percent = means
        .over_subsets
        .map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1} %{}", ends(means.over_subsets_interval)));
    line(
        out,
        format_args!("  {:width$} {:>9}  {percent:24} {}", "mean of subsets", "", columns(&means.figures, &figures)),
    );
    line(out, format_args!("  {:width$} {:>9}  {}", "all episodes", means.over_episodes.n, rate(&means.over_episodes)));
    for subset in &run.subsets {
        let classes: Vec<String> =
            subset.errors.iter().map(|count| format!("{} {}", count.class, count.episodes)).collect();
        if !classes.is_empty() {
            line(out, format_args!("  {} failed because: {}", subset.id, classes.join(", ")));
        }
        if subset.unfinished > 0 {
            line(
                out,
                format_args!("  {}: {} episodes without a result count in nothing", subset.id, subset.unfinished),
            );
        }
        if !subset.missing.is_empty() {
            let numbers: Vec<String> = subset.missing.iter().map(u64::to_string).collect();
            line(out, format_args!("  {}: no files of episodes {}", subset.id, numbers.join(", ")));
        }
        for check in &subset.summary {
            if matches!(check.agreement, SummaryAgreement::Differs | SummaryAgreement::AveragedItself) {
                line(out, format_args!("  {} in {}: {}", check.key, check.file, check.why));
            }
        }
    }
    out.push('\n');
}

fn ends(interval: Option<Ends>) -> String {
    interval.map(|ends| format!(" ({:.1} to {:.1})", ends.low, ends.high)).unwrap_or_default()
}

fn rate(rate: &RateView) -> String {
    rate.percent.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %{}", ends(rate.interval)))
}

fn columns(figures: &[MeanView], names: &[&str]) -> String {
    let cell = |(name, width): (&&str, usize)| {
        let mean = figures.iter().find(|figure| figure.name == **name).and_then(|figure| figure.mean);
        format!("{:>width$}", mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}")))
    };
    names.iter().zip([9, 7, 7, 8]).map(cell).collect::<Vec<_>>().join(" ")
}

fn episode_words(episode: &EpisodeView) -> String {
    let mut out = String::new();
    let head = &episode.line;
    let outcome = match head.success {
        Some(true) => "success",
        Some(false) => "failed",
        None => "no result",
    };
    line(&mut out, format_args!("{}: {outcome}", head.id));
    if let Some(instruction) = &head.instruction {
        line(&mut out, format_args!("  \u{201c}{instruction}\u{201d}"));
    }
    if let Some(error) = &head.error {
        line(&mut out, format_args!("  {} ({}): {}", error.class, error.group, error.why));
        for proof in &error.evidence {
            let at = match (proof.round, proof.step) {
                (_, Some(step)) => format!("step {step}: "),
                (Some(round), None) => format!("round {round}: "),
                (None, None) => String::new(),
            };
            line(&mut out, format_args!("    {at}{}", proof.text));
        }
    }
    let Some((last, earlier)) = episode.attempts.split_last() else { return out };
    if !earlier.is_empty() {
        line(&mut out, format_args!("  {} earlier attempts are not shown here; --format json has them", earlier.len()));
    }
    for (number, round) in (1..).zip(&last.rounds) {
        let state = if round.readable { "" } else { ", not readable" };
        line(&mut out, format_args!("  Round {number}{state}"));
        for (what, said) in [("sees", &round.sees), ("thinks", &round.reasoning), ("plans", &round.plan)] {
            if let Some(said) = said {
                line(&mut out, format_args!("    {what}: {}", said.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
        }
        for step in &round.steps {
            let mark = match (step.kind, step.ran) {
                (RecordKind::UnreadablePlan, _) => "plan not readable",
                (RecordKind::EmptyPlan, _) => "empty plan",
                (_, Some(true)) => "ran",
                (_, Some(false)) => "failed",
                (_, None) => "not said",
            };
            let place = step.place.map_or_else(|| "   ".to_owned(), |place| format!("{place:>3}"));
            let feedback = step.feedback.as_ref().map(|feedback| format!(" \u{2013} {feedback}")).unwrap_or_default();
            line(&mut out, format_args!("    {place} {} [{mark}]{feedback}", step.name));
        }
    }
    out
}

fn search_words(found: &SearchReport) -> String {
    let mut out = String::new();
    let flat = |text: &str| text.replace(['\n', '\r'], " ");
    for hit in &found.hits {
        line(
            &mut out,
            format_args!(
                "{} round {} {}: {}[{}]{}",
                hit.episode,
                hit.round,
                hit.part,
                flat(&hit.before),
                flat(&hit.hit),
                flat(&hit.after)
            ),
        );
    }
    let more = if found.more { ", and there are more" } else { "" };
    line(&mut out, format_args!("{} places{more}", found.hits.len()));
    out
}
