//! Imported runs as the view types of `report`: the list with figures and classes of errors, and one episode in full.

use crate::classes::{Class, Verdict, judge};
use crate::csv;
use crate::metrics::{check_summaries, figures, finished, invalid_actions, means, rate, solved};
use crate::record::{Episode, Import, Kind, Problem, Round, Run, Step, SubsetRun};
use crate::view::{SCHEMA, rounded};
use stepguard_report::results::{
    AttemptView, ClassCount, ConfigEntry, EpisodeLine, EpisodeStep, EpisodeView, ErrorView, EvidenceView, IgnoredFile,
    ImportProblem, ImportReport, ImportedRun, ImportedSubset, PictureView, PlannedAction, RecordKind, RoundView,
    SummaryAgreement,
};

/// The class of episodes whose record does not decide.
pub const NEEDS_A_PERSON: &str = "needs-a-person";

/// The group of those.
pub const OPEN: &str = "open";

/// The report on everything imported.
#[must_use]
pub fn report(import: &Import, tool: &str) -> ImportReport {
    let runs: Vec<ImportedRun> = import.runs.iter().map(run).collect();
    ImportReport {
        schema: SCHEMA,
        tool: tool.to_owned(),
        summary: summary(import, &runs),
        runs,
        problems: import.problems.iter().map(problem).collect(),
        notes: import.notes.iter().map(problem).collect(),
        ignored: import
            .ignored
            .iter()
            .map(|(file, reason)| IgnoredFile { file: file.clone(), reason: reason.clone() })
            .collect(),
        files: count(import.files),
        pictures: count(import.pictures),
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn summary(import: &Import, runs: &[ImportedRun]) -> String {
    let plural = |n: usize, one: &str, more: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {more}") };
    let episodes: usize = runs.iter().map(|run| run.episodes.len()).sum();
    let differing = runs
        .iter()
        .flat_map(|run| &run.subsets)
        .flat_map(|subset| &subset.summary)
        .filter(|check| matches!(check.agreement, SummaryAgreement::Differs | SummaryAgreement::AveragedItself))
        .count();
    format!(
        "{} with {} from {}; {}; {}.",
        plural(runs.len(), "run", "runs"),
        plural(episodes, "episode", "episodes"),
        plural(import.files, "file", "files"),
        match import.problems.len() {
            0 => "everything was read".to_owned(),
            n => format!("{} could not be read", plural(n, "place", "places")),
        },
        match differing {
            0 => "no summary differs from its episodes".to_owned(),
            n => format!(
                "{} from what the episodes give",
                plural(n, "figure of a summary differs", "figures of summaries differ")
            ),
        }
    )
}

fn problem(problem: &Problem) -> ImportProblem {
    ImportProblem { file: problem.file.clone(), line: problem.line, message: problem.message.clone() }
}

fn entries(entries: &[(String, String)]) -> Vec<ConfigEntry> {
    entries.iter().map(|(key, value)| ConfigEntry { key: key.clone(), value: value.clone() }).collect()
}

fn run(run: &Run) -> ImportedRun {
    let lines: Vec<EpisodeLine> = run
        .subsets
        .iter()
        .flat_map(|subset| subset.episodes.iter().map(move |episode| line(run, subset, episode)))
        .collect();
    run_of(run, lines)
}

/// A run whose lines are known already: figures come from the results of its episodes, classes of errors from the lines.
#[must_use]
pub fn run_of(run: &Run, lines: Vec<EpisodeLine>) -> ImportedRun {
    ImportedRun {
        id: run.id.clone(),
        folder: run.folder.clone(),
        environment: run.environment.id().to_owned(),
        model: run.model.clone(),
        experiment: run.experiment.clone(),
        config: entries(&run.config),
        subsets: run.subsets.iter().map(|made| subset(run, made, &lines)).collect(),
        means: means(run),
        episodes: lines,
    }
}

fn subset(run: &Run, subset: &SubsetRun, lines: &[EpisodeLine]) -> ImportedSubset {
    let (k, n) = solved(subset);
    let here = || lines.iter().filter(|line| line.subset == subset.id);
    let errors = || here().filter_map(|line| line.error.as_ref());
    let classes = Class::ALL.iter().map(|class| (class.group(), class.id())).chain([(OPEN, NEEDS_A_PERSON)]);
    let numbers: Vec<u64> = subset.episodes.iter().map(|episode| episode.number).collect();
    ImportedSubset {
        id: subset.id.clone(),
        folder: subset.folder.clone(),
        tasks: subset.subset.and_then(|known| run.environment.tasks(known)),
        episodes: count(finished(subset).count()),
        unfinished: count(subset.episodes.len() - finished(subset).count()),
        missing: missing(&numbers),
        success: rate("success", k, n),
        figures: figures(subset),
        errors: classes
            .map(|(group, class)| ClassCount {
                group: group.to_owned(),
                class: class.to_owned(),
                episodes: count(errors().filter(|error| error.class == class).count()),
            })
            .filter(|count| count.episodes > 0)
            .collect(),
        summary: check_summaries(subset),
    }
}

/// Numbers between the first and the last that are not there; the first hundred of them, as a number may be anything.
fn missing(numbers: &[u64]) -> Vec<u64> {
    numbers.windows(2).flat_map(|pair| (pair[0].saturating_add(1)..pair[1]).take(100)).take(100).collect()
}

/// An episode's id: run, subset, number.
#[must_use]
pub fn episode_id(run: &Run, subset: &SubsetRun, episode: &Episode) -> String {
    format!("{}/{}/{}", run.id, subset.id, episode.number)
}

fn line(run: &Run, subset: &SubsetRun, episode: &Episode) -> EpisodeLine {
    let outcome = episode.outcome.as_ref();
    EpisodeLine {
        id: episode_id(run, subset, episode),
        subset: subset.id.clone(),
        number: episode.number,
        instruction: episode.instruction.clone(),
        success: outcome.and_then(|outcome| outcome.success()),
        progress: outcome.and_then(|outcome| outcome.task_progress).map(|share| rounded(share * 100.0)),
        steps: outcome.and_then(|outcome| outcome.num_steps),
        planner_calls: outcome.and_then(|outcome| outcome.planner_steps),
        invalid_actions: invalid_actions(episode),
        rounds: count(episode.attempts.last().map_or(0, |attempt| attempt.rounds.len())),
        pictures: count(episode.pictures.len()),
        error: judge(episode, run.environment, subset.subset).map(error),
    }
}

/// A verdict as pages show it.
#[must_use]
pub fn error(verdict: Verdict) -> ErrorView {
    let number = |index: Option<usize>| index.map(count);
    ErrorView {
        group: verdict.class.map_or(OPEN, Class::group).to_owned(),
        class: verdict.class.map_or(NEEDS_A_PERSON, Class::id).to_owned(),
        rule: verdict.class.map_or(NEEDS_A_PERSON, Class::id).to_owned(),
        why: verdict.why,
        evidence: verdict
            .evidence
            .into_iter()
            .map(|proof| EvidenceView {
                round: number(proof.round.map(|round| round + 1)),
                step: number(proof.step),
                text: proof.text,
            })
            .collect(),
        also: verdict.also.into_iter().map(|class| class.id().to_owned()).collect(),
    }
}

/// One episode in full, by its id.
#[must_use]
pub fn episode(import: &Import, id: &str, tool: &str) -> Option<EpisodeView> {
    import.runs.iter().find_map(|run| {
        let rest = id.strip_prefix(run.id.as_str())?.strip_prefix('/')?;
        run.subsets.iter().find_map(|subset| {
            let number: u64 = rest.strip_prefix(subset.id.as_str())?.strip_prefix('/')?.parse().ok()?;
            let found = subset.episodes.iter().find(|episode| episode.number == number)?;
            Some(EpisodeView {
                schema: SCHEMA,
                tool: tool.to_owned(),
                run: run.id.clone(),
                environment: run.environment.id().to_owned(),
                line: line(run, subset, found),
                result: found.outcome.as_ref().map(|outcome| entries(&outcome.entries)).unwrap_or_default(),
                attempts: found
                    .attempts
                    .iter()
                    .map(|attempt| AttemptView { rounds: rounds(&attempt.rounds) })
                    .collect(),
                pictures: found
                    .pictures
                    .iter()
                    .map(|picture| PictureView {
                        file: picture.file.clone(),
                        size: picture.size,
                        step: picture.step,
                        view: picture.view.clone(),
                        marked: picture.marked,
                    })
                    .collect(),
                files: found.files.clone(),
            })
        })
    })
}

/// Rounds as pages show them.
#[must_use]
pub fn rounds(rounds: &[Round]) -> Vec<RoundView> {
    let mut place = 0_u32;
    rounds
        .iter()
        .map(|round| {
            let answer = round.answer.as_ref();
            RoundView {
                sees: answer.and_then(|answer| answer.sees.clone()),
                reasoning: answer.and_then(|answer| answer.reasoning.clone()),
                plan: answer.and_then(|answer| answer.plan.clone()),
                actions: answer
                    .map(|answer| answer.actions.as_slice())
                    .unwrap_or_default()
                    .iter()
                    .map(|action| PlannedAction { id: action.id, name: action.name.clone() })
                    .collect(),
                readable: answer.is_some(),
                raw: round.raw.clone(),
                steps: round
                    .steps
                    .iter()
                    .map(|step| {
                        let is_step = step.kind == Kind::Step;
                        place += u32::from(is_step);
                        step_view(step, is_step.then_some(place))
                    })
                    .collect(),
            }
        })
        .collect()
}

fn step_view(step: &Step, place: Option<u32>) -> EpisodeStep {
    EpisodeStep {
        kind: match step.kind {
            Kind::Step => RecordKind::Step,
            Kind::UnreadablePlan => RecordKind::UnreadablePlan,
            Kind::EmptyPlan => RecordKind::EmptyPlan,
        },
        place,
        number: step.number,
        action: step.action,
        name: step.name.clone(),
        feedback: step.feedback.clone(),
        ran: step.ran,
        solved: step.solved,
        progress: step.progress.map(|share| rounded(share * 100.0)),
        distance: step.distance,
        reward: step.reward,
        seconds: step.seconds,
        line: step.line,
    }
}

/// All episodes as CSV.
#[must_use]
pub fn episodes_csv(report: &ImportReport) -> String {
    let mut out = csv::row(&[
        "episode",
        "run",
        "environment",
        "model",
        "subset",
        "number",
        "instruction",
        "success",
        "progress",
        "steps",
        "planner_calls",
        "invalid_actions",
        "error_group",
        "error_class",
    ]);
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    for run in &report.runs {
        for line in &run.episodes {
            let success = line.success.map(|solved| if solved { "1" } else { "0" }).unwrap_or_default();
            let error = line.error.as_ref();
            out.push_str(&csv::row(&[
                &line.id,
                &run.id,
                &run.environment,
                run.model.as_deref().unwrap_or_default(),
                &line.subset,
                &line.number.to_string(),
                line.instruction.as_deref().unwrap_or_default(),
                success,
                &number(line.progress),
                &number(line.steps),
                &number(line.planner_calls),
                &number(line.invalid_actions),
                error.map(|error| error.group.as_str()).unwrap_or_default(),
                error.map(|error| error.class.as_str()).unwrap_or_default(),
            ]));
        }
    }
    out
}
