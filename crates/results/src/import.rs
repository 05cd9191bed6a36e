//! Run folders to [`crate::record`]: a list of names with sizes, and the bytes of those files that are asked for. Pictures are
//! never asked for. What cannot be read is listed with file and line; every file given is read, indexed or listed as left
//! out. The order in which files come does not matter.
//!
//! Whoever has the files decides how they are read: all at once ([`import()`]), or one by one as they arrive ([`Importer`]).

pub mod answer;
mod file;
mod place;

use crate::environment::{Environment, Subset, slug};
use crate::record::{
    Answer, Attempt, Episode, Import, Kind, Outcome, Picture, Problem, Round, Run, Step, SubsetRun, Summary,
};
use file::{Line, Said};
use place::{Place, What};
use std::collections::{BTreeMap, BTreeSet};

/// Text files larger than this are not read: the largest of a real run have a few megabytes.
pub const LARGEST: u64 = 256 * 1024 * 1024;

/// A file's place, and what was in it.
struct Entry {
    path: String,
    size: u64,
    place: Place,
    content: Content,
}

enum Content {
    /// Not asked for, or not yet given.
    Nothing,
    Config(Vec<(String, String)>),
    Steps(Vec<Line>),
    Result(Box<(Outcome, Option<String>)>),
    Planner(Vec<Round>),
    Summary(Vec<(String, Option<f64>, bool)>),
}

/// Reads run folders file by file.
pub struct Importer {
    entries: Vec<Entry>,
    wanted: Vec<usize>,
    problems: Vec<Problem>,
    notes: Vec<Problem>,
}

/// Reads files that can be read at once.
pub fn import(
    files: impl IntoIterator<Item = (String, u64)>,
    mut read: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> Import {
    let mut importer = Importer::new(files);
    for index in importer.wanted().to_vec() {
        match read(importer.path(index)) {
            Ok(bytes) => importer.give(index, &bytes),
            Err(why) => importer.refuse(index, &why),
        }
    }
    importer.finish()
}

impl Importer {
    /// Names with sizes. Two files of the same name cannot be; the second is left out.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = (String, u64)>) -> Self {
        let mut entries: Vec<Entry> = files
            .into_iter()
            .map(|(path, size)| Entry {
                place: place::place(&place::tidy(&path)),
                path,
                size,
                content: Content::Nothing,
            })
            .collect();
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        let mut problems = Vec::new();
        for entry in &entries {
            if reads(&entry.place.what) && entry.size > LARGEST {
                problems.push(Problem {
                    file: entry.path.clone(),
                    line: None,
                    message: format!("{} bytes are more than is read of one file", entry.size),
                });
            }
        }
        let wanted = entries.iter().enumerate();
        let wanted = wanted.filter(|(_, entry)| reads(&entry.place.what) && entry.size <= LARGEST);
        let wanted = wanted.map(|(index, _)| index).collect();
        Self { wanted, entries, problems, notes: Vec::new() }
    }

    /// The files whose bytes are needed, by their number.
    #[must_use]
    pub fn wanted(&self) -> &[usize] {
        &self.wanted
    }

    /// A file's path, as it was given; empty for a number that there is not.
    #[must_use]
    pub fn path(&self, index: usize) -> &str {
        self.entries.get(index).map_or("", |entry| entry.path.as_str())
    }

    /// The bytes of a file.
    pub fn give(&mut self, index: usize, bytes: &[u8]) {
        let Some(entry) = self.entries.get_mut(index) else { return };
        let mut said = Said::new(&entry.path);
        let text = file::text(bytes, &mut said);
        let content = match entry.place.what {
            What::Config => Content::Config(file::config(&text, &mut said)),
            What::Steps { .. } => Content::Steps(file::lines(&text, &mut said)),
            What::Result { .. } => {
                file::outcome(&text, &mut said).map_or(Content::Nothing, |found| Content::Result(Box::new(found)))
            }
            What::Planner { .. } => Content::Planner(file::planner(&text, &mut said)),
            What::Summary => file::summary(&text, &mut said).map_or(Content::Nothing, Content::Summary),
            What::Picture { .. } | What::Ignored(_) => Content::Nothing,
        };
        let Said { problems, notes, .. } = said;
        entry.content = content;
        self.problems.extend(problems);
        self.notes.extend(notes);
    }

    /// A file that cannot be had.
    pub fn refuse(&mut self, index: usize, why: &str) {
        if let Some(entry) = self.entries.get(index) {
            let message = format!("the file cannot be read: {why}");
            self.problems.push(Problem { file: entry.path.clone(), line: None, message });
        }
    }

    /// Puts together what was given.
    #[must_use]
    pub fn finish(self) -> Import {
        let Self { entries, problems, notes, .. } = self;
        let mut out = Import { files: entries.len(), problems, notes, ..Import::default() };
        let mut folders: BTreeMap<(String, String), Folder> = BTreeMap::new();
        for entry in entries {
            if let What::Ignored(reason) = entry.place.what {
                out.ignored.push((entry.path, reason.to_owned()));
                continue;
            }
            out.pictures += usize::from(matches!(entry.place.what, What::Picture { .. }));
            let key = (entry.place.run.clone(), entry.place.subset.clone());
            folders.entry(key).or_default().entries.push(entry);
        }
        let mut runs: BTreeMap<String, Vec<(String, Folder)>> = BTreeMap::new();
        for ((run, subset), folder) in folders {
            runs.entry(run).or_default().push((subset, folder));
        }
        for (folder, subsets) in runs {
            assemble_run(folder, subsets, &mut out);
        }
        out.runs.sort_by(|a, b| (a.environment, &a.folder).cmp(&(b.environment, &b.folder)));
        unique_ids(&mut out.runs);
        // By file and line, whatever the order of arrival.
        out.problems.sort();
        out.notes.sort();
        out.ignored.sort();
        out
    }
}

/// The environment that a folder of a run names, as in `eb_nav`.
#[must_use]
pub fn environment_of(folder: &str) -> Option<Environment> {
    place::environment_of(folder)
}

fn reads(what: &What) -> bool {
    !matches!(what, What::Picture { .. } | What::Ignored(_))
}

/// The files of one subset.
#[derive(Default)]
struct Folder {
    entries: Vec<Entry>,
}

impl Folder {
    /// The environment that its files look like, with the reason.
    fn looks_like(&self) -> Option<(Environment, &'static str)> {
        let any = |test: &dyn Fn(&Entry) -> bool| self.entries.iter().any(test);
        if any(&|e| matches!(e.place.what, What::Planner { .. } | What::Result { bare: true, .. })) {
            return Some((Environment::Manipulation, "of its planner texts or results"));
        }
        let habitat = |e: &Entry| match &e.content {
            Content::Steps(lines) => lines.iter().any(|line| line.habitat),
            Content::Result(result) => result.0.subgoal_reward.is_some(),
            _ => false,
        };
        if any(&habitat) {
            return Some((Environment::Habitat, "of its subgoal rewards"));
        }
        let measures = |e: &Entry| match &e.content {
            Content::Steps(lines) => lines.iter().any(|line| line.step.distance.is_some()),
            _ => false,
        };
        if any(&measures) || any(&|e| matches!(e.place.what, What::Steps { last: None, .. })) {
            return Some((Environment::Navigation, "of its distances or step files"));
        }
        let steps = |e: &Entry| matches!(e.place.what, What::Steps { .. } | What::Result { .. });
        any(&steps).then_some((Environment::Alfred, "nothing in it belongs to another one"))
    }
}

fn assemble_run(folder: String, subsets: Vec<(String, Folder)>, out: &mut Import) {
    let named = subsets.iter().flat_map(|(_, folder)| &folder.entries).find_map(|entry| entry.place.environment);
    let guessed = || subsets.iter().find_map(|(_, folder)| folder.looks_like());
    let shown = if folder.is_empty() { "the given files".to_owned() } else { folder.clone() };
    let environment = match (named, guessed()) {
        (Some(environment), _) => environment,
        (None, Some((environment, why))) => {
            out.notes.push(Problem {
                file: shown.clone(),
                line: None,
                message: format!("no folder names the environment; taken for {} because {why}", environment.name()),
            });
            environment
        }
        (None, None) => {
            for entry in subsets.into_iter().flat_map(|(_, folder)| folder.entries) {
                out.ignored.push((entry.path, "nothing beside it says what run it belongs to".to_owned()));
            }
            return;
        }
    };
    let name = subsets.iter().flat_map(|(_, folder)| &folder.entries).next().map(|entry| entry.place.name.clone());
    let name = name.unwrap_or_default();
    let mut run = Run {
        id: format!("{}.{}", environment.id(), slug(&name)).trim_end_matches('.').to_owned(),
        folder,
        environment,
        model: None,
        experiment: None,
        config: Vec::new(),
        subsets: Vec::new(),
    };
    for (subset, folder) in subsets {
        let made = assemble_subset(subset, folder, &mut run, out);
        if !made.episodes.is_empty() || !made.summaries.is_empty() {
            run.subsets.push(made);
        }
    }
    run.subsets.sort_by_key(order);
    let mut used: BTreeSet<String> = BTreeSet::new();
    for subset in &mut run.subsets {
        if used.contains(&subset.id) {
            out.notes.push(Problem {
                file: format!("{shown}/{}", subset.folder),
                line: None,
                message: "another folder of this run is the same subset; both count".to_owned(),
            });
        }
        subset.id = unused(&used, &subset.id, &slug(&subset.folder));
        used.insert(subset.id.clone());
    }
    name_model(&mut run, &name);
    out.runs.push(run);
}

/// The known subsets in the order of tables, then the others by name.
fn order(subset: &SubsetRun) -> (bool, Option<Subset>, String) {
    (subset.subset.is_none(), subset.subset, subset.folder.clone())
}

/// The first of `id`, `other`, `id-2`, `id-3`, ... that is not used yet.
fn unused(used: &BTreeSet<String>, id: &str, other: &str) -> String {
    let numbered = (2..).map(|number: u64| format!("{id}-{number}"));
    let mut names = [id, other].into_iter().filter(|name| !name.is_empty()).map(str::to_owned).chain(numbered);
    names.find(|name| !used.contains(name)).expect("there is no end of numbers")
}

fn unique_ids(runs: &mut [Run]) {
    let mut used = BTreeSet::new();
    for run in runs {
        run.id = unused(&used, &run.id, "");
        used.insert(run.id.clone());
    }
}

/// The model and the experiment: from the configuration, and what the folder's name has left of it.
fn name_model(run: &mut Run, name: &str) {
    let get = |key: &str| {
        let entry = run.config.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone());
        entry.filter(|value| !value.is_empty() && value != "null")
    };
    run.model = get("model_name").or_else(|| get("model"));
    run.experiment = get("exp_name");
    if let Some((model, experiment)) = name.rsplit_once('/') {
        run.model.get_or_insert_with(|| model.to_owned());
        run.experiment.get_or_insert_with(|| experiment.to_owned());
    } else if let (Some(model), None) = (&run.model, &run.experiment) {
        let model = model.rsplit('/').next().unwrap_or(model);
        let rest = name.strip_prefix(model).and_then(|rest| rest.strip_prefix('_'));
        run.experiment = rest.filter(|rest| !rest.is_empty()).map(str::to_owned);
    }
}

/// What belongs to one episode, file by file.
#[derive(Default)]
struct Gathered {
    results: Vec<(String, Outcome, Option<String>)>,
    steps: Vec<(String, Option<u64>, Vec<Line>)>,
    planner: Vec<(String, Vec<Round>)>,
    pictures: Vec<Picture>,
    files: Vec<String>,
}

fn assemble_subset(folder: String, files: Folder, run: &mut Run, out: &mut Import) -> SubsetRun {
    let mut made = SubsetRun {
        id: String::new(),
        subset: Subset::from_name(&folder),
        folder,
        episodes: Vec::new(),
        summaries: Vec::new(),
    };
    made.id = made.subset.map_or_else(|| slug(&made.folder), |subset| subset.id().to_owned());
    if made.id.is_empty() {
        made.id = "all".to_owned();
    }
    let mut episodes: BTreeMap<u64, Gathered> = BTreeMap::new();
    for Entry { path, size, place, content } in files.entries {
        match (place.what, content) {
            (What::Config, Content::Config(config)) => merge_config(run, config, &path, out),
            (What::Summary, Content::Summary(entries)) => made.summaries.push(Summary { file: path, entries }),
            (What::Picture { episode, step, view, marked }, _) => {
                episodes.entry(episode).or_default().pictures.push(Picture { file: path, size, step, view, marked });
            }
            (What::Steps { episode, last }, content) => {
                let gathered = episodes.entry(episode).or_default();
                gathered.files.push(path.clone());
                if let Content::Steps(lines) = content {
                    gathered.steps.push((path, last, lines));
                }
            }
            (What::Result { episode, .. }, content) => {
                let gathered = episodes.entry(episode).or_default();
                gathered.files.push(path.clone());
                if let Content::Result(result) = content {
                    let (outcome, instruction) = *result;
                    gathered.results.push((path, outcome, instruction));
                }
            }
            (What::Planner { episode }, content) => {
                let gathered = episodes.entry(episode).or_default();
                gathered.files.push(path.clone());
                if let Content::Planner(rounds) = content {
                    gathered.planner.push((path, rounds));
                }
            }
            // Files that could not be read are among the problems already.
            (What::Config | What::Summary | What::Ignored(_), _) => {}
        }
    }
    made.episodes =
        episodes.into_iter().map(|(number, gathered)| episode(number, gathered, run.environment, out)).collect();
    made
}

/// Every subset has a copy of the configuration; what differs between them is said.
fn merge_config(run: &mut Run, config: Vec<(String, String)>, path: &str, out: &mut Import) {
    for (key, value) in config {
        match run.config.iter().find(|(known, _)| *known == key) {
            None => run.config.push((key, value)),
            Some((_, known)) if *known != value && key != "eval_sets" => out.notes.push(Problem {
                file: path.to_owned(),
                line: None,
                message: format!("{key} is {value} here and {known} elsewhere in the run"),
            }),
            Some(_) => {}
        }
    }
}

fn episode(number: u64, gathered: Gathered, environment: Environment, out: &mut Import) -> Episode {
    let mut note = |file: &str, message: String| {
        out.notes.push(Problem { file: file.to_owned(), line: None, message });
    };
    let mut made = Episode { number, pictures: gathered.pictures, files: gathered.files, ..Episode::default() };
    made.pictures.sort_by(|a, b| (a.step.is_none(), a.step, &a.file).cmp(&(b.step.is_none(), b.step, &b.file)));
    for (path, outcome, instruction) in gathered.results {
        if made.outcome.is_some() {
            note(&path, format!("a second result of episode {number}; the first one counts"));
            continue;
        }
        made.outcome = Some(outcome);
        made.instruction = instruction;
    }
    let steps = made.outcome.as_ref().and_then(|outcome| outcome.num_steps);
    // The file whose name has the number of steps that the result has was written with it; it goes last.
    let mut files = gathered.steps;
    #[expect(clippy::cast_precision_loss, reason = "numbers of steps are small")]
    files.sort_by_key(|(_, last, _)| (steps.is_some() && last.map(|last| last as f64) == steps, *last));
    if files.len() > 1 {
        let names: Vec<&str> = files.iter().map(|(path, ..)| path.as_str()).collect();
        note(names[names.len() - 1], format!("episode {number} has {} step files; this one counts", names.len()));
    }
    for (path, _, lines) in files {
        made.instruction = made.instruction.or_else(|| lines.iter().find_map(|line| line.instruction.clone()));
        let attempts = attempts(lines, environment);
        if attempts.len() > 1 {
            note(
                &path,
                format!("{} attempts in one file, as steps are counted anew; the last one counts", attempts.len()),
            );
        }
        made.attempts.extend(attempts);
    }
    for (path, rounds) in gathered.planner {
        if !made.attempts.is_empty() {
            note(&path, format!("a second planner text of episode {number}; this one counts"));
        }
        let mut attempt = Attempt { rounds };
        let acted = made.outcome.as_ref().map_or(0, |outcome| spread(outcome, &mut attempt));
        if acted > 0 {
            note(&path, format!("{acted} steps of the result are in no plan of this text"));
        }
        made.attempts.push(attempt);
    }
    if made.attempts.is_empty()
        && let Some(outcome) = made.outcome.as_ref().filter(|outcome| !outcome.action_success.is_empty())
    {
        let mut attempt = Attempt::default();
        spread(outcome, &mut attempt);
        made.attempts.push(attempt);
    }
    count_steps(&made, environment, &mut note);
    made
}

/// The steps of the record against the number in the result.
fn count_steps(episode: &Episode, environment: Environment, note: &mut impl FnMut(&str, String)) {
    let stated = episode.outcome.as_ref().and_then(|outcome| outcome.num_steps);
    let (Some(stated), Some(last)) = (stated, episode.attempts.last()) else { return };
    let read = last.steps().filter(|(_, step)| step.kind == Kind::Step).count();
    let file = episode.files.first().map_or("", String::as_str);
    #[expect(clippy::cast_precision_loss, reason = "numbers of steps are small")]
    if (read as f64 - stated).abs() > 1e-9 && environment != Environment::Manipulation {
        note(file, format!("episode {} has {read} steps on record and {stated} in its result", episode.number));
    }
}

/// Lines to attempts: a step whose number is not above the one before begins a new attempt.
fn attempts(lines: Vec<Line>, environment: Environment) -> Vec<Attempt> {
    let mut groups: Vec<Vec<Line>> = Vec::new();
    let mut before: Option<u64> = None;
    for line in lines {
        let restarts = matches!((line.step.number, before), (Some(now), Some(before)) if now <= before);
        if restarts || groups.is_empty() {
            groups.push(Vec::new());
        }
        before = if restarts { line.step.number } else { line.step.number.or(before) };
        if let Some(group) = groups.last_mut() {
            group.push(line);
        }
    }
    let mut out: Vec<Attempt> = Vec::with_capacity(groups.len());
    for group in groups {
        let answer = out.last().and_then(|attempt| attempt.rounds.last()).map(|round| round.raw.clone());
        out.push(Attempt { rounds: rounds(group, environment, answer.unwrap_or_default()) });
    }
    out
}

/// Steps to rounds. Navigation leaves a blank line between rounds; elsewhere a round ends where the planner's answer changes,
/// after an invalid action, when its plan is used up, and around a line without a step. `answer` is the answer that the first
/// line repeats, where it does.
fn rounds(lines: Vec<Line>, environment: Environment, mut answer: String) -> Vec<Round> {
    let parted = environment == Environment::Navigation && lines.iter().skip(1).any(|line| line.blank_before);
    let mut out: Vec<Round> = Vec::new();
    for line in lines {
        let goes_on = out.last().is_some_and(|round| {
            let last = round.steps.last();
            let plain = line.step.kind == Kind::Step && last.is_some_and(|last| last.kind == Kind::Step);
            if line.raw.is_some() || !plain {
                return false;
            }
            if parted {
                return !line.blank_before;
            }
            let planned = round.answer.as_ref().map_or(0, |answer| answer.actions.len());
            last.is_none_or(|last| last.ran != Some(false)) && (planned == 0 || round.steps.len() < planned)
        });
        match out.last_mut().filter(|_| goes_on) {
            Some(round) => round.steps.push(line.step),
            None => {
                let raw = line.raw.unwrap_or_else(|| match out.last() {
                    Some(round) => round.raw.clone(),
                    None => std::mem::take(&mut answer),
                });
                out.push(Round { answer: answer::read(&raw), raw, steps: vec![line.step] });
            }
        }
    }
    out
}

/// Steps of manipulation from the result: actions run in the order of the plans, and an invalid one stops nothing. Returns how
/// many steps are in no plan; they make a round of their own.
fn spread(outcome: &Outcome, attempt: &mut Attempt) -> usize {
    let mut number = 0_usize;
    let count = outcome.action_success.len();
    let made = |number: usize, name: String| Step {
        number: u64::try_from(number + 1).ok(),
        name,
        ran: outcome.action_success.get(number).copied().flatten(),
        reward: outcome.rewards.get(number).copied(),
        solved: outcome.success().map(|solved| solved && number + 1 == count),
        ..Step::default()
    };
    for round in &mut attempt.rounds {
        let actions = round.answer.as_ref().map(|answer: &Answer| answer.actions.as_slice()).unwrap_or_default();
        for action in actions.iter().take(count - number) {
            round.steps.push(made(number, action.name.clone()));
            number += 1;
        }
    }
    let left = count - number;
    if left > 0 {
        let steps = (number..count).map(|number| made(number, String::new())).collect();
        attempt.rounds.push(Round { steps, ..Round::default() });
    }
    left
}
