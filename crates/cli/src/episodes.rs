//! `stepguard results precompute` and `replay`: runs the shipped agents on the tasks of the simulators with all processors at
//! hand, writes the pack of their episodes, and holds a pack to what the simulators do now. Threads and files; what an episode
//! is and how it is packed is the work of `stepguard-simulators` and `stepguard-embodied`.

use crate::results::Options;
use crate::{exit, print};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use stepguard_embodied::agent::Settings;
use stepguard_embodied::baselines::Kind;
use stepguard_embodied::chance::Chance;
use stepguard_embodied::pack::{
    Ablation, Absent, Confusion, Given, INDEX, Index, Lines, Part, PartLines, SCHEMA, Scenes, TaskSet, part_name,
    read_index, read_part, read_scenes, write_index, write_part, write_scenes,
};
use stepguard_embodied::world::TaskId;
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::published::Facet;
use stepguard_simulators::{self as simulators, ablations, determinism};

/// Where the pack lies, seen from the root of the project.
const FOLDER: &str = "static/packs/episodes";

/// The hashes of random episodes, beside the pack.
const HASHES: &str = "hashes.json";

/// Random episodes of each environment, and how many are run in one go.
const RANDOM: u32 = 200;
const PIECE: u32 = 20;

/// Differences that are told one by one.
const LISTED: usize = 20;

/// What is asked.
pub(crate) enum Ask {
    /// Run and pack.
    Precompute { chosen: Chosen, jobs: usize, resume: bool },
    /// Run a sample again and compare.
    Check { chosen: Chosen, jobs: usize, seed: String },
    /// Run one episode again and compare.
    Replay { folder: PathBuf, kind: Kind, task: TaskId },
}

/// What is run, and the folder of the pack.
pub(crate) struct Chosen {
    folder: PathBuf,
    environments: Vec<Environment>,
    subsets: Vec<Subset>,
    kinds: Vec<Kind>,
}

impl Chosen {
    fn sets(&self) -> Vec<(Environment, Subset)> {
        let wanted = |(environment, subset): &(Environment, Subset)| {
            (self.environments.is_empty() || self.environments.contains(environment))
                && (self.subsets.is_empty() || self.subsets.contains(subset))
        };
        simulators::sets().filter(wanted).collect()
    }

    fn runs(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Whether nothing is left out.
    const fn all(&self) -> bool {
        self.environments.is_empty() && self.subsets.is_empty() && self.kinds.is_empty()
    }
}

/// Reads options and words; the error is a sentence for the user.
pub(crate) fn parse(options: Options, words: &[&str]) -> Result<Ask, String> {
    if options.document.is_some() || options.marked {
        return Err("results precompute and replay answer as text".to_owned());
    }
    let folder = PathBuf::from(options.out.as_deref().unwrap_or(FOLDER));
    let (mut environments, mut subsets) = (Vec::new(), Vec::new());
    for (facet, value) in &options.chosen {
        match facet {
            Facet::Environment => environments
                .push(Environment::from_name(value).ok_or_else(|| format!("there is no environment {value}"))?),
            Facet::Subset => {
                subsets.push(Subset::from_name(value).ok_or_else(|| format!("there is no subset {value}"))?);
            }
            other => return Err(format!("results precompute takes --env and --subset, not --{}", other.id())),
        }
    }
    let agent = |id: &str| {
        let known = || Kind::ALL.map(Kind::id).join(", ");
        Kind::from_id(id).ok_or_else(|| format!("there is no agent {id}; there are {}", known()))
    };
    let kinds = options.agent.as_deref().map(agent).transpose()?.into_iter().collect();
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = options.jobs.unwrap_or_else(cores).max(1);
    match words {
        ["precompute"] if options.check && !options.resume => {
            let chosen = Chosen { folder, environments, subsets, kinds };
            Ok(Ask::Check { chosen, jobs, seed: options.sample.unwrap_or_else(|| "1".to_owned()) })
        }
        ["precompute"] if options.sample.is_none() && !options.check => {
            let chosen = Chosen { folder, environments, subsets, kinds };
            Ok(Ask::Precompute { chosen, jobs, resume: options.resume })
        }
        ["precompute"] => Err("--sample goes with --check, and --check without --resume".to_owned()),
        ["replay", id] => {
            let wrong = || format!("{id} is no episode; one is alfred.oracle/base/7");
            let (run, rest) = id.split_once('/').ok_or_else(wrong)?;
            let (environment, name) = run.split_once('.').ok_or_else(wrong)?;
            let (subset, number) = rest.split_once('/').ok_or_else(wrong)?;
            let environment = Environment::from_name(environment).ok_or_else(wrong)?;
            let subset = Subset::from_name(subset).ok_or_else(wrong)?;
            let number = number.parse().map_err(|_| wrong())?;
            Ok(Ask::Replay { folder, kind: agent(name)?, task: TaskId { environment, subset, number } })
        }
        ["replay", ..] => Err("results replay takes the id of an episode, such as alfred.oracle/base/7".to_owned()),
        _ => Err("results precompute takes options only".to_owned()),
    }
}

/// Answers; the number is the exit code.
pub(crate) fn run(ask: &Ask) -> Result<u8, String> {
    match ask {
        Ask::Precompute { chosen, jobs, resume } => precompute(chosen, *jobs, *resume),
        Ask::Check { chosen, jobs, seed } => check(chosen, *jobs, seed),
        Ask::Replay { folder, kind, task } => replay(folder, *kind, *task),
    }
}

/// Does work with several threads. Results come in the order of the work; the line at the bottom of a terminal says how far
/// it is.
fn spread<W: Sync, R: Send>(what: &str, jobs: usize, work: &[W], run: impl Fn(&W) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(work.len()));
    let started = Instant::now();
    let watched = std::io::stderr().is_terminal();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(work.len()) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = work.get(place) else { break };
                    let result = run(one);
                    if let Ok(mut results) = results.lock() {
                        results.push((place, result));
                    }
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    if watched {
                        eprint!("\r{what}: {done} of {}, {} s ", work.len(), started.elapsed().as_secs());
                        let _ = std::io::stderr().flush();
                    }
                }
            });
        }
    });
    if watched {
        eprintln!();
    }
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

fn precompute(chosen: &Chosen, jobs: usize, resume: bool) -> Result<u8, String> {
    let started = Instant::now();
    let sets = chosen.sets();
    if sets.is_empty() {
        return Err("there is no such subset in that environment".to_owned());
    }
    let folder = &chosen.folder;
    let old = std::fs::read(folder.join(INDEX)).ok().and_then(|bytes| read_index(&bytes).ok()).unwrap_or_default();
    let scenes: Vec<(Scenes, TaskSet)> =
        spread("tasks", jobs, &sets, |(environment, subset)| simulators::scenes(*environment, *subset));
    let mut missing = Vec::new();
    for ((environment, subset), (_, line)) in sets.iter().zip(&scenes) {
        let all = environment.tasks(*subset).unwrap_or(0);
        if line.numbers.len() < all as usize {
            missing.push(format!("{}/{}: {} of {all} tasks", environment.id(), subset.id(), line.numbers.len()));
        }
    }
    let scenes: Vec<(Environment, Subset, Scenes, TaskSet)> = sets
        .iter()
        .zip(scenes)
        .filter(|(_, (_, line))| !line.numbers.is_empty())
        .map(|((environment, subset), (scenes, line))| (*environment, *subset, scenes, line))
        .collect();
    for (.., scenes, line) in &scenes {
        write(&folder.join(&line.file), &write_scenes(scenes))?;
    }
    let parts = parts(chosen, jobs, resume, &scenes)?;
    let ablations = ablations(chosen, jobs, resume, &old, &scenes);
    let index = merged(old, &scenes, parts, ablations);
    let bytes = write_index(&index);
    write(&folder.join(INDEX), &bytes)?;
    hashes(chosen, jobs)?;
    if chosen.all() {
        sweep(folder, &index)?;
    }
    print(summary(&index, folder, bytes.len(), started.elapsed(), &missing))?;
    Ok(if missing.is_empty() { exit::SUCCEEDS } else { exit::DOES_NOT_SUCCEED })
}

/// The hashes of random episodes, for builds on other machines to be held to: those of whole environments.
fn hashes(chosen: &Chosen, jobs: usize) -> Result<(), String> {
    if !chosen.subsets.is_empty() || !chosen.kinds.is_empty() {
        return Ok(());
    }
    let path = chosen.folder.join(HASHES);
    let old = std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let mut all: BTreeMap<String, Vec<String>> = old.unwrap_or_default();
    let here = |environment: &Environment| chosen.environments.is_empty() || chosen.environments.contains(environment);
    let work: Vec<(Environment, u32)> = Environment::ALL
        .into_iter()
        .filter(here)
        .flat_map(|environment| (0..RANDOM).step_by(PIECE as usize).map(move |from| (environment, from)))
        .collect();
    let pieces =
        spread("random episodes", jobs, &work, |(environment, from)| determinism::hashes(*environment, *from, PIECE));
    for (environment, _) in &work {
        all.insert(environment.id().to_owned(), Vec::new());
    }
    for ((environment, _), piece) in work.iter().zip(pieces) {
        all.entry(environment.id().to_owned()).or_default().extend(piece);
    }
    let mut json = serde_json::to_string_pretty(&all).map_err(|error| error.to_string())?;
    json.push('\n');
    write(&path, json.as_bytes())
}

/// All parts, each written as soon as it is there.
fn parts(
    chosen: &Chosen,
    jobs: usize,
    resume: bool,
    scenes: &[(Environment, Subset, Scenes, TaskSet)],
) -> Result<Vec<PartLines>, String> {
    let mut work = Vec::new();
    // What takes longest comes first, so that no thread is left alone with it in the end.
    for (environment, subset, scenes, line) in scenes.iter().rev() {
        let kinds = Kind::ALL.into_iter().filter(|kind| chosen.runs(*kind) && kind.absent(*environment).is_none());
        work.extend(kinds.map(|kind| (kind, *environment, *subset, scenes, line.version.as_str())));
    }
    let made = spread("episodes", jobs, &work, |(kind, environment, subset, scenes, version)| {
        let name = part_name(environment.id(), subset.id(), kind.id());
        let path = chosen.folder.join(&name);
        if resume && let Some(lines) = kept(&path, scenes, version) {
            return Ok(Some(Index::part_line(*environment, *subset, kind.id(), lines)));
        }
        let Some(made) = simulators::part(*kind, *environment, *subset, scenes, version) else { return Ok(None) };
        let (part, lines) = made?;
        write(&path, &write_part(&part))?;
        Ok(Some(lines))
    });
    let made: Vec<Option<PartLines>> = made.into_iter().collect::<Result<_, String>>()?;
    Ok(made.into_iter().flatten().collect())
}

/// The lines of a part that is there and of this version.
fn kept(path: &Path, scenes: &Scenes, version: &str) -> Option<Lines> {
    let part = std::fs::read(path).ok().and_then(|bytes| read_part(&bytes).ok())?;
    let whole = part.version == version && part.numbers().eq(scenes.numbers());
    if !whole {
        return None;
    }
    let recordings: Vec<_> = part
        .numbers()
        .map(|number| Some((part.recording(scenes, number).ok()?, part.error(number).ok()?)))
        .collect::<Option<_>>()?;
    Some(Lines::of(recordings.iter().map(|(recording, error)| (recording, error.as_ref()))))
}

/// The tables of ablations: those of whole environments only, and where tasks are as they were, the old ones if asked to.
fn ablations(
    chosen: &Chosen,
    jobs: usize,
    resume: bool,
    old: &Index,
    scenes: &[(Environment, Subset, Scenes, TaskSet)],
) -> Vec<Ablation> {
    let here = |environment: Environment| {
        chosen.subsets.is_empty() && chosen.kinds.is_empty() && scenes.iter().any(|(one, ..)| *one == environment)
    };
    let same = |environment: Environment| {
        scenes.iter().filter(|(one, ..)| *one == environment).all(|(.., line)| old.sets.contains(line))
            && old.ablations.iter().any(|ablation| ablation.environment == environment.id())
    };
    let stays = |environment: Environment| !here(environment) || (resume && same(environment));
    let work: Vec<ablations::Plan> =
        ablations::plans().into_iter().filter(|plan| !stays(plan.environment)).rev().collect();
    let mut made = spread("ablations", jobs, &work, |plan| plan.run());
    made.extend(
        old.ablations
            .iter()
            .filter(|ablation| Environment::from_name(&ablation.environment).is_some_and(stays))
            .cloned(),
    );
    let place = |ablation: &Ablation| Environment::from_name(&ablation.environment);
    made.sort_by(|a, b| (place(a), &a.id, &a.agent).cmp(&(place(b), &b.id, &b.agent)));
    made
}

/// The index with what was made now; of the rest what was there and still goes with its tasks.
fn merged(
    old: Index,
    scenes: &[(Environment, Subset, Scenes, TaskSet)],
    parts: Vec<PartLines>,
    ablations: Vec<Ablation>,
) -> Index {
    let mut sets: Vec<TaskSet> = scenes.iter().map(|(.., line)| line.clone()).collect();
    let mut all = parts;
    for set in old.sets {
        let now = sets.iter().find(|line| line.file == set.file);
        let same = now.is_none_or(|line| *line == set);
        let made = |part: &PartLines| all.iter().any(|one| one.file == part.file);
        let belongs = |part: &&PartLines| part.environment == set.environment && part.subset == set.subset;
        let stays: Vec<PartLines> =
            old.parts.iter().filter(belongs).filter(|part| same && !made(part)).cloned().collect();
        all.extend(stays);
        if now.is_none() {
            sets.push(set);
        }
    }
    let place = |environment: &str, subset: &str| (Environment::from_name(environment), Subset::from_name(subset));
    let agent = |id: &str| Kind::ALL.iter().position(|kind| kind.id() == id);
    sets.sort_by_key(|set| place(&set.environment, &set.subset));
    all.sort_by_key(|part| {
        let (environment, subset) = place(&part.environment, &part.subset);
        (environment, agent(&part.agent), subset)
    });
    let absent = Environment::ALL.into_iter().flat_map(|environment| {
        Kind::ALL.into_iter().filter_map(move |kind| {
            let why = kind.absent(environment)?.to_owned();
            Some(Absent { environment: environment.id().to_owned(), agent: kind.id().to_owned(), why })
        })
    });
    Index {
        schema: SCHEMA,
        tool: simulators::TOOL.to_owned(),
        agents: simulators::agents(),
        sets,
        parts: all,
        absent: absent.collect(),
        ablations,
    }
}

/// Takes away files of an earlier pack that the index does not name.
fn sweep(folder: &Path, index: &Index) -> Result<(), String> {
    let named =
        |name: &str| index.sets.iter().any(|set| set.file == name) || index.parts.iter().any(|part| part.file == name);
    for environment in Environment::ALL {
        let Ok(entries) = std::fs::read_dir(folder.join(environment.id())) else { continue };
        for entry in entries {
            let entry = entry.map_err(|error| format!("cannot look into {}: {error}", folder.display()))?;
            let file = entry.file_name().to_string_lossy().into_owned();
            if file.ends_with(".pack") && !named(&format!("{}/{file}", environment.id())) {
                let path = entry.path();
                std::fs::remove_file(&path).map_err(|error| format!("cannot remove {}: {error}", path.display()))?;
            }
        }
    }
    Ok(())
}

/// Writes a file whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(wrong)?;
    }
    let part = path.with_extension("part");
    std::fs::write(&part, bytes).map_err(wrong)?;
    std::fs::rename(&part, path).map_err(wrong)
}

fn summary(index: &Index, folder: &Path, index_bytes: usize, took: Duration, missing: &[String]) -> String {
    let mut out = String::new();
    let report = index.report();
    for run in &report.runs {
        let rate = &run.means.over_episodes;
        let errors: Vec<String> = {
            let mut counts: Vec<(String, u32)> = Vec::new();
            for count in run.subsets.iter().flat_map(|subset| &subset.errors) {
                match counts.iter_mut().find(|(class, _)| *class == count.class) {
                    Some((_, n)) => *n += count.episodes,
                    None => counts.push((count.class.clone(), count.episodes)),
                }
            }
            counts.into_iter().map(|(class, n)| format!("{class} {n}")).collect()
        };
        let percent = rate.percent.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"));
        line(&mut out, format_args!("{:34} {:>4}/{:<4} {percent:>8}  {}", run.id, rate.k, rate.n, errors.join(", ")));
    }
    for environment in Environment::ALL.into_iter().map(Some).chain([None]) {
        confusion(&mut out, &index.confusion(environment));
    }
    let size: u64 = index
        .sets
        .iter()
        .map(|set| &set.file)
        .chain(index.parts.iter().map(|part| &part.file))
        .filter_map(|file| std::fs::metadata(folder.join(file)).ok())
        .map(|file| file.len())
        .sum();
    let episodes: usize = report.runs.iter().map(|run| run.episodes.len()).sum();
    for line_of in missing {
        line(&mut out, format_args!("missing: {line_of} are there"));
    }
    line(
        &mut out,
        format_args!(
            "{episodes} episodes, {} kB, of which the index has {} kB; {} s",
            (size + index_bytes as u64).div_ceil(1000),
            index_bytes.div_ceil(1000),
            took.as_secs()
        ),
    );
    out
}

fn confusion(out: &mut String, confusion: &Confusion) {
    if confusion.rows.is_empty() {
        return;
    }
    line(out, format_args!("\n{}: truth by label", confusion.environment.as_deref().unwrap_or("all environments")));
    for row in &confusion.rows {
        let named: Vec<String> = confusion
            .labels
            .iter()
            .zip(&row.counts)
            .filter(|(_, n)| **n > 0)
            .map(|(label, n)| format!("{label} {n}"))
            .collect();
        let percent = |rate: &stepguard_report::RateView| {
            rate.percent.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"))
        };
        line(
            out,
            format_args!(
                "  {:26} {:>5} failed, recall {:>7}, precision {:>7}, open {:>7}: {}",
                row.truth,
                row.failed,
                percent(&row.recall),
                percent(&row.precision),
                percent(&row.open),
                named.join(", ")
            ),
        );
    }
}

fn line(out: &mut String, words: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{words}");
}

fn load(folder: &Path, file: &str) -> Result<Vec<u8>, String> {
    let path = folder.join(file);
    std::fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn check(chosen: &Chosen, jobs: usize, seed: &str) -> Result<u8, String> {
    let started = Instant::now();
    let folder = &chosen.folder;
    let named = |error: stepguard_embodied::pack::PackError, file: &str| format!("{file}: {error}");
    let index = read_index(&load(folder, INDEX)?).map_err(|error| named(error, INDEX))?;
    let mut work: Vec<(Environment, Subset, Kind, &PartLines, &TaskSet)> = Vec::new();
    let sets = chosen.sets();
    for part in &index.parts {
        let set = index.set(&part.environment, &part.subset);
        let known = Environment::from_name(&part.environment).zip(Subset::from_name(&part.subset));
        let (Some(set), Some((environment, subset)), Some(kind)) = (set, known, Kind::from_id(&part.agent)) else {
            return Err(format!("{} belongs to nothing that is known", part.file));
        };
        if sets.contains(&(environment, subset)) && chosen.runs(kind) {
            work.push((environment, subset, kind, part, set));
        }
    }
    let outcomes = spread("episodes", jobs, &work, |(environment, subset, kind, line, set)| {
        let scenes = read_scenes(&load(folder, &set.file)?).map_err(|error| named(error, &set.file))?;
        let part = read_part(&load(folder, &line.file)?).map_err(|error| named(error, &line.file))?;
        let mut chance = Chance::of(&["sample", seed, &line.file]);
        let (mut n, mut faults) = (0_usize, Vec::new());
        for number in part.numbers().filter(|_| chance.percent(10)) {
            n += 1;
            let task = TaskId { environment: *environment, subset: *subset, number };
            if let Err(why) = simulators::check(&scenes, &part, *kind, task) {
                faults.push(format!("{}.{}/{}/{number}: {why}", environment.id(), kind.id(), subset.id()));
            }
        }
        Ok::<_, String>((n, faults))
    });
    let (mut n, mut faults) = (0, Vec::new());
    for outcome in outcomes {
        let (some, wrong) = outcome?;
        n += some;
        faults.extend(wrong);
    }
    let mut out = String::new();
    for fault in faults.iter().take(LISTED) {
        line(&mut out, format_args!("{fault}"));
    }
    let took = started.elapsed().as_secs();
    match faults.len() {
        0 => line(&mut out, format_args!("{n} episodes agree with the pack; {took} s")),
        wrong => line(&mut out, format_args!("{wrong} of {n} episodes differ from the pack; {took} s")),
    }
    print(out)?;
    Ok(if faults.is_empty() { exit::SUCCEEDS } else { exit::DOES_NOT_SUCCEED })
}

fn replay(folder: &Path, kind: Kind, task: TaskId) -> Result<u8, String> {
    let (environment, subset) = (task.environment.id(), task.subset.id());
    if let Some(why) = kind.absent(task.environment) {
        return Err(format!("{} is not run in {environment}: {why}", kind.id()));
    }
    let recording = simulators::episode(task, kind.id(), Settings::default())
        .ok_or_else(|| format!("there is no task {} in {environment}/{subset}", task.number))?;
    let mut out = String::new();
    line(&mut out, format_args!("{}", recording.episode.instruction.as_deref().unwrap_or_default()));
    let rounds = recording.episode.attempts.last().map(|attempt| attempt.rounds.as_slice()).unwrap_or_default();
    let mut states = recording.states.iter().skip(1);
    for (number, round) in (1..).zip(rounds) {
        let said = round.answer.as_ref().and_then(|answer| answer.reasoning.as_deref()).unwrap_or_default();
        line(&mut out, format_args!("Round {number}: {said}"));
        for step in &round.steps {
            let place = step.number.map_or_else(|| "   ".to_owned(), |number| format!("{number:>3}"));
            let mark = if step.ran == Some(true) { "ran" } else { "refused" };
            let hash = if step.number.is_some() { states.next().map_or(0, |state| state.hash) } else { 0 };
            let feedback = step.feedback.as_deref().unwrap_or_default();
            line(&mut out, format_args!("  {place} {} [{mark}] {hash:016x} \u{2013} {feedback}", step.name));
        }
    }
    let files = (
        load(folder, &format!("{environment}/{subset}.pack")),
        load(folder, &part_name(environment, subset, kind.id())),
    );
    let agrees = match files {
        (Ok(scenes), Ok(part)) => {
            let scenes = read_scenes(&scenes).map_err(|error| error.to_string())?;
            let part: Part = read_part(&part).map_err(|error| error.to_string())?;
            let given = part.given(&scenes, task.number).map_err(|error| error.to_string())?;
            match given.differs(&Given::of(&recording)) {
                None => {
                    line(&mut out, format_args!("Agrees with the pack, {} states.", given.hashes.len()));
                    true
                }
                Some(why) => {
                    line(&mut out, format_args!("Differs from the pack: {}.", why.words()));
                    false
                }
            }
        }
        _ => {
            line(&mut out, format_args!("There is no pack in {} to compare it with.", folder.display()));
            true
        }
    };
    print(out)?;
    Ok(if agrees { exit::SUCCEEDS } else { exit::DOES_NOT_SUCCEED })
}
