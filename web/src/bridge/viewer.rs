//! Results in a worker of their own, as async functions, started when the page Results is opened: published figures, imported
//! runs, simulated runs. The worker keeps them; the page asks for what it shows. An import goes in pieces, so other questions
//! get their turn and it can be stopped.

use std::rc::Rc;

use js_sys::Array;

use stepguard_embodied::pack::{Ablation, AblationPoint, Absent, AgentNote, Confusion, ConfusionRow};
use stepguard_embodied::scene::{
    Area, Body, Fixture, FloorObject, FloorStage, HomeStage, Part, Room, Shape, Stage, TableStage, Thing,
};
use stepguard_embodied::show::{EpisodeShow, SceneShow, StateShow};
use stepguard_report::results::{
    AblationView, AttemptView, AuditKind, AuditMark, ClassCount, ColumnView, ComparedRow, ConfigEntry, EnvironmentView,
    EpisodeLine, EpisodeStep, EpisodeView, ErrorGroup, ErrorPart, ErrorShares, ErrorView, EvidenceView, FacetValue,
    FacetView, FamilyRow, IgnoredFile, ImportProblem, ImportReport, ImportedRun, ImportedSubset, MeanView, MeansView,
    MeasureView, ModelComparison, ModelView, PictureView, PlannedAction, PointView, PublishedCell, PublishedReport,
    PublishedRow, PublishedSource, PublishedTable, RecordKind, RoundView, RunMeans, SearchHit, SeriesView,
    SummaryAgreement, SummaryCheck,
};
use stepguard_report::score::Ends;
use wasm_bindgen::JsValue;
use web_sys::File;

use super::worker::{Failure, Lane};
use crate::reading::{Fault, Read, Value, read_enum, read_struct};

/// Where the worker's script lies, seen from the page.
const SCRIPT: &str = "static/viewer-worker.js";

impl Read for i32 {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::Number(text) => text.parse().map_err(|_| Fault::Expected("a whole number")),
            _ => Err(Fault::Expected("a whole number")),
        }
    }
}

impl Read for usize {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        u32::read(value).map(|number| number as Self)
    }
}

impl<const N: usize> Read for [i32; N] {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        Vec::read(value)?.try_into().map_err(|_| Fault::Expected("a list of another length"))
    }
}

/// How far an import is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// Files that were read.
    pub done: u32,
    /// Files that have to be read.
    pub of: u32,
    /// All files that were given.
    pub files: u32,
    /// A sentence for each that cannot be opened at all.
    pub problems: Vec<String>,
}

/// What came of an import.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The runs that it added.
    pub runs: Vec<String>,
    /// Their episodes.
    pub episodes: u32,
    /// One plain sentence.
    pub summary: String,
    /// Something could not be read, or a summary differs from its episodes.
    pub flawed: bool,
}

/// Episodes that a query finds.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// How many there are.
    pub total: u32,
    /// How many there are without any filter.
    pub all: u32,
    /// Those that were wanted.
    pub rows: Vec<Row>,
    /// Filters with the number of episodes that choosing a value would give.
    pub facets: Vec<FacetView>,
    /// Files of the pack in which what agents said was not searched yet.
    pub unsearched: u32,
}

/// How far the search in what agents said is.
#[derive(Debug, Clone, PartialEq)]
pub struct Deepened {
    /// Files that are still to be searched.
    pub left: u32,
    /// What could not be loaded.
    pub problems: Vec<String>,
}

/// One episode in brief.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its run.
    pub run: String,
    /// The run's name.
    pub name: String,
    /// Its environment.
    pub environment: String,
    /// Its subset.
    pub subset: String,
    /// Its number.
    pub number: u64,
    /// The instruction.
    pub instruction: Option<String>,
    /// Whether it succeeded.
    pub success: Option<bool>,
    /// Share of goal conditions met, in percent.
    pub progress: Option<f64>,
    /// Steps.
    pub steps: Option<f64>,
    /// Invalid actions.
    pub invalid: Option<f64>,
    /// Rounds.
    pub rounds: u32,
    /// Pictures.
    pub pictures: u32,
    /// The class of errors.
    pub class: Option<String>,
    /// Where the words were found in what the planner said.
    pub hit: Option<SearchHit>,
}

/// What is known of simulated runs beside the runs themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulated {
    /// The agents.
    pub agents: Vec<AgentNote>,
    /// Agents that are not run in an environment, and why.
    pub absent: Vec<Absent>,
    /// What changes when a switch of the agents is turned.
    pub ablations: Vec<Ablation>,
    /// Computed classes against the truth: over all environments, then one by one.
    pub confusions: Vec<Confusion>,
    /// All tasks.
    pub tasks: u32,
}

/// One episode with its neighbours in the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// The episode; none where its files cannot be had.
    pub show: Option<EpisodeShow>,
    /// Why they cannot be had.
    pub trouble: Option<String>,
    /// The one before it.
    pub previous: Option<String>,
    /// The one after it.
    pub next: Option<String>,
    /// Its place in the list, from 1.
    pub place: Option<u32>,
    /// How many are in the list.
    pub of: u32,
}

/// Two runs compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The environment.
    pub environment: String,
    /// The first run's name.
    pub first: String,
    /// The second run's name.
    pub second: String,
    /// Over all episodes, then subset by subset.
    pub rows: Vec<PairRow>,
    /// Episodes that count in nothing.
    pub left_out: u32,
    /// Episodes that only the first solves.
    pub first_only: Vec<Differs>,
    /// Episodes that only the second solves.
    pub second_only: Vec<Differs>,
    /// One plain sentence.
    pub summary: String,
}

/// A subset of two runs.
#[derive(Debug, Clone, PartialEq)]
pub struct PairRow {
    /// The subset; `all` for all episodes.
    pub subset: String,
    /// Episodes of both.
    pub n: u32,
    /// Solved by both.
    pub both: u32,
    /// Solved by the first only.
    pub first_only: u32,
    /// Solved by the second only.
    pub second_only: u32,
    /// Solved by neither.
    pub neither: u32,
    /// Second less first, in points.
    pub difference: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<Ends>,
    /// McNemar's p.
    pub p: Option<f64>,
    /// The same, corrected.
    pub p_corrected: Option<f64>,
    /// Which is better, in words.
    pub words: String,
}

/// An episode on which two runs differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Differs {
    /// Its id in the first run.
    pub first: String,
    /// Its id in the second run.
    pub second: String,
    /// The instruction.
    pub instruction: Option<String>,
}

read_struct!(Reading { done, of, files, problems });
read_struct!(Imported { runs, episodes, summary, flawed });
read_struct!(Found { total, all, rows, facets, unsearched });
read_struct!(Deepened { left, problems });
read_struct!(Row {
    id,
    run,
    name,
    environment,
    subset,
    number,
    instruction,
    success,
    progress,
    steps,
    invalid,
    rounds,
    pictures,
    class,
    hit,
});
read_struct!(Opened { show, trouble, previous, next, place, of });
read_struct!(Simulated { agents, absent, ablations, confusions, tasks });
read_struct!(AgentNote { id, name, note, truth });
read_struct!(Absent { environment, agent, why });
read_struct!(Ablation { id, name, environment, agent, tasks, points });
read_struct!(AblationPoint { setting, success, steps, rounds, invalid });
read_struct!(Confusion { environment, labels, rows });
read_struct!(ConfusionRow { truth, agents, episodes, failed, counts, recall, precision, open });
read_struct!(Comparison { environment, first, second, rows, left_out, first_only, second_only, summary });
read_struct!(PairRow {
    subset,
    n,
    both,
    first_only,
    second_only,
    neither,
    difference,
    interval,
    p,
    p_corrected,
    words,
});
read_struct!(Differs { first, second, instruction });

// Published.
read_struct!(PublishedReport {
    schema,
    tool,
    sources,
    environments,
    measures,
    models,
    tables,
    ablations,
    errors,
    audit,
    facets,
    summary,
} with { figures: Vec::new() });
read_struct!(PublishedSource { id, title, how, link });
read_struct!(EnvironmentView { id, name, step_limit, averages_by_task, subsets });
read_struct!(ColumnView { id, name, n });
read_struct!(MeasureView { id, name, unit, more_is_better, ablation });
read_struct!(ModelView { id, name, family });
read_struct!(PublishedTable { id, environment, measure, setting, source, columns, rows, families, marked_rows });
read_struct!(PublishedRow { id, model, family, cells, means });
read_struct!(PublishedCell { figure, value, printed, interval, marks });
read_struct!(MeansView { stated, plain, weighted, stated_is });
read_struct!(FamilyRow { family, models, cells });
read_struct!(AblationView { id, measure, name, environment, subset, source, series });
read_struct!(SeriesView { model, points });
read_struct!(PointView { setting, value, printed, figure });
read_struct!(ErrorShares { id, model, environment, source, groups, sum });
read_struct!(ErrorGroup { group, share, figure, parts, parts_sum });
read_struct!(ErrorPart { class, share, figure });
read_enum!(AuditKind {
    MeanDiffers = "mean-differs",
    PlainMean = "plain-mean",
    MeanRounded = "mean-rounded",
    ImpossibleRate = "impossible-rate",
    PartsDiffer = "parts-differ",
});
read_struct!(AuditMark { id, kind, figure, model, environment, measure, subset, stated, computed, possible, why });
read_struct!(FacetView { facet, values });
read_struct!(FacetValue { value, count, chosen });
read_struct!(ModelComparison { environment, measure, models, rows });
read_struct!(ComparedRow { subset, values, differences, shown });

// Runs.
read_struct!(ImportReport { schema, tool, runs, problems, notes, ignored, files, pictures, summary });
read_struct!(ImportProblem { file, line, message });
read_struct!(IgnoredFile { file, reason });
read_struct!(ImportedRun { id, folder, environment, model, experiment, config, subsets, means, episodes });
read_struct!(ConfigEntry { key, value });
read_struct!(ImportedSubset { id, folder, tasks, episodes, unfinished, missing, success, figures, errors, summary });
read_struct!(MeanView { name, n, mean });
read_struct!(ClassCount { group, class, episodes });
read_enum!(SummaryAgreement {
    Agrees = "agrees",
    Differs = "differs",
    AveragedItself = "averaged-itself",
    NotRecomputed = "not-recomputed",
});
read_struct!(SummaryCheck { file, key, stated, computed, agreement, why });
read_struct!(RunMeans { over_subsets, over_subsets_interval, subsets, over_episodes, figures });
read_struct!(EpisodeLine {
    id,
    subset,
    number,
    instruction,
    success,
    progress,
    steps,
    planner_calls,
    invalid_actions,
    rounds,
    pictures,
    error,
});
read_struct!(ErrorView { group, class, rule, why, evidence, also });
read_struct!(EvidenceView { round, step, text });
read_struct!(SearchHit { episode, round, part, before, hit, after });

// Episodes.
read_struct!(EpisodeShow { schema, view, scene, truth });
read_struct!(EpisodeView { schema, tool, run, environment, line, result, attempts, pictures, files });
read_struct!(AttemptView { rounds });
read_struct!(RoundView { sees, reasoning, plan, actions, readable, raw, steps });
read_struct!(PlannedAction { id, name });
read_enum!(RecordKind { Step = "step", UnreadablePlan = "unreadable-plan", EmptyPlan = "empty-plan" });
read_struct!(EpisodeStep {
    kind,
    place,
    number,
    action,
    name,
    feedback,
    ran,
    solved,
    progress,
    distance,
    reward,
    seconds,
    line,
});
read_struct!(PictureView { file, size, step, view, marked });
read_struct!(SceneShow { stage, conditions, states });
read_struct!(StateShow { cells, met, distance, hash });
read_struct!(Area { x, y, w, h });
read_struct!(HomeStage { name, rooms, fixtures, things, states });
read_struct!(Room { name, area });
read_struct!(Fixture { name, class, room, area, opens });
read_struct!(Thing { name, class, colour });
read_struct!(FloorStage { name, rooms, walls, objects, target, wall_height, eye, radius });
read_struct!(FloorObject { name, colour, area, base, height, round, blocks });
read_struct!(TableStage { table, bodies, marks });
read_struct!(Body { name, colour, parts, moves });
read_struct!(Part { shape, at, turn });

impl Read for Stage {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        let Value::Object(fields) = &value else { return Err(Fault::Expected("an object")) };
        let kind = fields.iter().find(|(name, _)| name == "kind").map(|(_, kind)| kind);
        let Some(Value::String(kind)) = kind else { return Err(Fault::Missing("kind")) };
        match &**kind {
            "home" => HomeStage::read(value).map(Self::Home),
            "floor" => FloorStage::read(value).map(Self::Floor),
            "table" => TableStage::read(value).map(Self::Table),
            _ => Err(Fault::Expected("a stage")),
        }
    }
}

impl Read for Shape {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        let Value::Object(fields) = value else { return Err(Fault::Expected("an object")) };
        let [(name, value)] = <[_; 1]>::try_from(fields).map_err(|_| Fault::Expected("one shape"))?;
        match &*name {
            "box" => Read::read(value).map(Self::Box),
            "cylinder" => Read::read(value).map(Self::Cylinder),
            "prism" => <(i32, Vec<[i32; 2]>)>::read(value).map(|(half, corners)| Self::Prism(half, corners)),
            _ => Err(Fault::Expected("a shape")),
        }
    }
}

/// Results, as the page sees them. Clones share the same worker.
#[derive(Clone)]
pub struct Viewer(Rc<Lane>);

impl PartialEq for Viewer {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Default for Viewer {
    fn default() -> Self {
        Self(Lane::new(SCRIPT))
    }
}

impl std::fmt::Debug for Viewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Viewer").finish_non_exhaustive()
    }
}

impl Viewer {
    async fn ask<T: Read>(&self, name: &'static str, args: &[JsValue]) -> Result<T, Failure> {
        Lane::ask(&self.0, name, args).await
    }

    /// Published figures that a query lets through.
    pub async fn published(&self, query: &str) -> Result<PublishedReport, Failure> {
        self.ask("published", &[query.into()]).await
    }

    /// Models side by side, given as a JSON list; none where one is not known.
    pub async fn compare_models(
        &self,
        environment: &str,
        measure: &str,
        models: &str,
    ) -> Result<Option<ModelComparison>, Failure> {
        self.ask("compare_models", &[environment.into(), measure.into(), models.into()]).await
    }

    /// The address of published figures as CSV.
    pub async fn save_published(&self, query: &str) -> Result<String, Failure> {
        Lane::queue(&self.0, "save_published", &[query.into()]).await
    }

    /// Begins an import of files with their paths.
    pub async fn look(&self, files: &[(String, File)]) -> Result<Reading, Failure> {
        let (paths, given) = (Array::new(), Array::new());
        for (path, file) in files {
            paths.push(&path.into());
            given.push(file);
        }
        self.ask("look", &[paths.into(), given.into()]).await
    }

    /// Reads the next files.
    pub async fn read(&self) -> Result<Reading, Failure> {
        self.ask("read", &[]).await
    }

    /// Puts together what was read.
    pub async fn finish(&self) -> Result<Imported, Failure> {
        self.ask("finish", &[]).await
    }

    /// Leaves an import.
    pub async fn leave(&self) -> Result<(), Failure> {
        Lane::queue(&self.0, "leave", &[]).await.map(drop)
    }

    /// Closes an imported run.
    pub async fn close(&self, run: &str) -> Result<(), Failure> {
        Lane::queue(&self.0, "close", &[run.into()]).await.map(drop)
    }

    /// The runs of a kind, without their episodes.
    pub async fn runs(&self, kind: &str) -> Result<ImportReport, Failure> {
        self.ask("runs", &[kind.into()]).await
    }

    /// Episodes that a query, which is a JSON object, finds.
    pub async fn episodes(&self, kind: &str, query: &str) -> Result<Found, Failure> {
        self.ask("episodes", &[kind.into(), query.into()]).await
    }

    /// One episode with its neighbours in the list of a query; none where there is none of that id.
    pub async fn episode(&self, kind: &str, id: &str, query: &str) -> Result<Option<Opened>, Failure> {
        self.ask("episode", &[kind.into(), id.into(), query.into()]).await
    }

    /// Two runs compared; none where there is no such run.
    pub async fn compare_runs(&self, kind: &str, first: &str, second: &str) -> Result<Option<Comparison>, Failure> {
        self.ask("compare_runs", &[kind.into(), first.into(), second.into()]).await
    }

    /// Searches what agents said in the next files of the pack.
    pub async fn deepen(&self, query: &str) -> Result<Deepened, Failure> {
        self.ask("deepen", &[query.into()]).await
    }

    /// Agents, ablations, classes against the truth; none where the pack is not there.
    pub async fn simulated(&self) -> Result<Option<Simulated>, Failure> {
        self.ask("simulated", &[]).await
    }

    /// The address of episodes as a file: `csv` or `json`.
    pub async fn save(&self, kind: &str, query: &str, form: &str) -> Result<String, Failure> {
        Lane::queue(&self.0, "save", &[kind.into(), query.into(), form.into()]).await
    }

    /// The address of a picture that was imported; none where it is not there.
    pub async fn picture(&self, file: &str) -> Result<Option<String>, Failure> {
        self.ask("picture", &[file.into()]).await
    }

    /// Lets go of a picture.
    pub async fn release(&self, address: &str) -> Result<(), Failure> {
        Lane::queue(&self.0, "release", &[address.into()]).await.map(drop)
    }
}
