//! The view types of `results`: published figures with their audit, and imported runs of embodied agents.
//!
//! Nothing here computes anything. Rates and shares are percentages. The kinds of results (published, imported, simulated)
//! have reports of their own and never share a table.

use crate::score::{Ends, RateView};
use serde::{Deserialize, Serialize};

/// What `results published` gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PublishedReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// Where figures come from.
    pub sources: Vec<PublishedSource>,
    /// The environments with their subsets.
    pub environments: Vec<EnvironmentView>,
    /// What is measured.
    pub measures: Vec<MeasureView>,
    /// The models, in the order of the paper.
    pub models: Vec<ModelView>,
    /// The figures of the selection.
    pub figures: Vec<PublishedFigure>,
    /// Tables of models by subsets, for the figures of the selection.
    pub tables: Vec<PublishedTable>,
    /// What changes when a part of the agent is changed.
    pub ablations: Vec<AblationView>,
    /// Why the sampled failures failed.
    pub errors: Vec<ErrorShares>,
    /// What the audit found in the selection.
    pub audit: Vec<AuditMark>,
    /// How often each value occurs when the other filters hold.
    pub facets: Vec<FacetView>,
    /// One plain sentence.
    pub summary: String,
}

/// A place where figures are published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PublishedSource {
    /// Its id, such as `table-2`.
    pub id: String,
    /// What and where it is.
    pub title: String,
    /// How figures were got from it: `printed`, `read by eye`, `said in the text`.
    pub how: String,
    /// An address.
    pub link: String,
}

/// An environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EnvironmentView {
    /// Its id, such as `alfred`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Steps after which an episode ends.
    pub step_limit: u32,
    /// Whether the paper's mean over subsets is weighted by tasks.
    pub averages_by_task: bool,
    /// Its subsets.
    pub subsets: Vec<ColumnView>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ColumnView {
    /// Its id, such as `mean`, `base`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Tasks behind a cell, where known.
    pub n: Option<u32>,
}

/// Something measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MeasureView {
    /// Its id, such as `success`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `percent`, `points`, `steps`, `calls` or `errors per episode`.
    pub unit: String,
    /// Whether more is better; `null` where neither is.
    pub more_is_better: Option<bool>,
    /// Whether it belongs to an ablation.
    pub ablation: bool,
}

/// A model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ModelView {
    /// Its id in links.
    pub id: String,
    /// Its name as printed.
    pub name: String,
    /// `proprietary`, `language-only` or `open-weights`.
    pub family: String,
}

/// One published figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PublishedFigure {
    /// Its id, which stays the same: environment, measure, setting, model, subset.
    pub id: String,
    /// The model.
    pub model: String,
    /// Its family.
    pub family: String,
    /// The environment.
    pub environment: String,
    /// The subset; also `mean`, `all`, `failures`.
    pub subset: String,
    /// What is measured.
    pub measure: String,
    /// Under which setting, or of which class of errors.
    pub setting: Option<String>,
    /// The value.
    pub value: f64,
    /// The value as printed.
    pub printed: String,
    /// Whether it is published as an approximation.
    pub approximate: bool,
    /// The id of its source.
    pub source: String,
    /// Ids of what the audit found in it.
    pub marks: Vec<String>,
}

/// A table of models by subsets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PublishedTable {
    /// Its id.
    pub id: String,
    /// The environment.
    pub environment: String,
    /// What is measured.
    pub measure: String,
    /// Under which setting.
    pub setting: Option<String>,
    /// Where it is published.
    pub source: String,
    /// Its columns, the mean first.
    pub columns: Vec<ColumnView>,
    /// A row for each model.
    pub rows: Vec<PublishedRow>,
    /// The mean of the models of each family.
    pub families: Vec<FamilyRow>,
    /// Rows that the audit marked.
    pub marked_rows: u32,
}

/// A model's row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PublishedRow {
    /// Its id, which stays the same.
    pub id: String,
    /// The model.
    pub model: String,
    /// Its family.
    pub family: String,
    /// One a column; `null` where nothing is published.
    pub cells: Vec<Option<PublishedCell>>,
    /// The mean as stated and as computed; `null` where the row has no mean or a subset is missing.
    pub means: Option<MeansView>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PublishedCell {
    /// The figure's id.
    pub figure: String,
    /// Its value.
    pub value: f64,
    /// Its value as printed.
    pub printed: String,
    /// The 95 % Wilson interval, of rates whose count of tasks is known and possible.
    pub interval: Option<Ends>,
    /// Ids of what the audit found in it.
    pub marks: Vec<String>,
}

/// A row's mean, stated and recomputed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MeansView {
    /// As printed.
    pub stated: f64,
    /// The plain mean of the subsets.
    pub plain: f64,
    /// The mean weighted by tasks.
    pub weighted: f64,
    /// Which of the two the stated one is: `both`, `plain`, `weighted`, `neither`.
    pub stated_is: String,
}

/// The mean of a family's models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FamilyRow {
    /// The family.
    pub family: String,
    /// How many models are in it.
    pub models: u32,
    /// One a column, over the models that have the cell.
    pub cells: Vec<Option<f64>>,
}

/// A part of the agent changed, in one environment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AblationView {
    /// Its id.
    pub id: String,
    /// What is changed: the measure's id.
    pub measure: String,
    /// Its name.
    pub name: String,
    /// The environment.
    pub environment: String,
    /// The subset.
    pub subset: String,
    /// Where it is published.
    pub source: String,
    /// A series for each model.
    pub series: Vec<SeriesView>,
}

/// A model's figures under the settings of an ablation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SeriesView {
    /// The model.
    pub model: String,
    /// Its points, in the order of the settings.
    pub points: Vec<PointView>,
}

/// One setting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PointView {
    /// The setting.
    pub setting: String,
    /// The value.
    pub value: f64,
    /// The value as printed.
    pub printed: String,
    /// The figure's id; it may belong to another table, such as the main one.
    pub figure: String,
}

/// Shares of the classes of errors in one environment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ErrorShares {
    /// Its id.
    pub id: String,
    /// The model.
    pub model: String,
    /// The environment.
    pub environment: String,
    /// Where it is published.
    pub source: String,
    /// Perception, reasoning, planning.
    pub groups: Vec<ErrorGroup>,
    /// The sum of the groups.
    pub sum: f64,
}

/// A group of classes of errors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ErrorGroup {
    /// `perception`, `reasoning`, `planning`.
    pub group: String,
    /// Its share.
    pub share: f64,
    /// The figure's id.
    pub figure: String,
    /// Its classes.
    pub parts: Vec<ErrorPart>,
    /// The sum of the classes.
    pub parts_sum: f64,
}

/// A class of errors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ErrorPart {
    /// The class.
    pub class: String,
    /// Its share.
    pub share: f64,
    /// The figure's id.
    pub figure: String,
}

/// What is wrong with a published figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum AuditKind {
    /// A stated mean that no mean of its row gives, however its cells were rounded.
    MeanDiffers,
    /// A plain mean where the other rows state the mean weighted by tasks.
    PlainMean,
    /// A stated mean that the printed cells allow, but not the counts of successes behind them.
    MeanRounded,
    /// A rate that no whole number of successes gives.
    ImpossibleRate,
    /// Parts whose sum is not the whole, more than rounding explains.
    PartsDiffer,
}

/// One finding of the audit. Nothing is corrected: the published figure stands beside what was computed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AuditMark {
    /// Its id: the figure's, and what is wrong.
    pub id: String,
    /// What is wrong.
    pub kind: AuditKind,
    /// The figure.
    pub figure: String,
    /// The model.
    pub model: String,
    /// The environment.
    pub environment: String,
    /// What is measured.
    pub measure: String,
    /// The subset.
    pub subset: String,
    /// The figure as printed.
    pub stated: f64,
    /// What the row gives: the mean that the environment's rows state, or the sum of the parts.
    pub computed: Option<f64>,
    /// Rates that are possible, the nearest below and above.
    pub possible: Vec<f64>,
    /// The arithmetic, in words.
    pub why: String,
}

/// A filter and how often each of its values occurs, the filter itself left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FacetView {
    /// The filter.
    pub facet: String,
    /// Its values.
    pub values: Vec<FacetValue>,
}

/// A value of a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FacetValue {
    /// The value.
    pub value: String,
    /// How often it occurs.
    pub count: u32,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// Two or more models, subset by subset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ModelComparison {
    /// The environment.
    pub environment: String,
    /// What is measured.
    pub measure: String,
    /// The models compared, the first of them the one that the others are measured by.
    pub models: Vec<String>,
    /// A row for each subset.
    pub rows: Vec<ComparedRow>,
}

/// A subset of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ComparedRow {
    /// The subset.
    pub subset: String,
    /// One a model.
    pub values: Vec<Option<f64>>,
    /// Each value less the first model's; `null` where one is missing.
    pub differences: Vec<Option<f64>>,
    /// Whether the 95 % interval of the difference from the first model leaves out 0 (unpaired, Newcombe); `null` where the
    /// number of tasks is unknown.
    pub shown: Vec<Option<bool>>,
}

/// What `results import` gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ImportReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The runs.
    pub runs: Vec<ImportedRun>,
    /// What could not be read.
    pub problems: Vec<ImportProblem>,
    /// What was read and is odd.
    pub notes: Vec<ImportProblem>,
    /// Files that do not belong to a run, each with the reason.
    pub ignored: Vec<IgnoredFile>,
    /// Files that were given.
    pub files: u32,
    /// Pictures and films among them: indexed, never read.
    pub pictures: u32,
    /// One plain sentence.
    pub summary: String,
}

/// A place in a file where something is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ImportProblem {
    /// The file.
    pub file: String,
    /// The line, from 1; `null` when it is about the whole file.
    pub line: Option<u32>,
    /// What is wrong.
    pub message: String,
}

/// A file that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct IgnoredFile {
    /// Its path.
    pub file: String,
    /// Why.
    pub reason: String,
}

/// A run of one model in one environment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ImportedRun {
    /// Its id in links.
    pub id: String,
    /// Its folder.
    pub folder: String,
    /// The environment.
    pub environment: String,
    /// The model, where a configuration names it.
    pub model: Option<String>,
    /// The experiment, where known.
    pub experiment: Option<String>,
    /// What the configuration says, key by key.
    pub config: Vec<ConfigEntry>,
    /// Its subsets.
    pub subsets: Vec<ImportedSubset>,
    /// Means over all subsets.
    pub means: RunMeans,
    /// Every episode.
    pub episodes: Vec<EpisodeLine>,
}

/// An entry of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ConfigEntry {
    /// The key.
    pub key: String,
    /// The value as text.
    pub value: String,
}

/// Figures of a subset of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ImportedSubset {
    /// Its id: `base`, or the folder's name where that is none of the known.
    pub id: String,
    /// Its folder.
    pub folder: String,
    /// Tasks that the benchmark has in it.
    pub tasks: Option<u32>,
    /// Episodes that have a result.
    pub episodes: u32,
    /// Episodes that have steps and no result: they count in nothing.
    pub unfinished: u32,
    /// Numbers that are missing between the first and the last episode.
    pub missing: Vec<u64>,
    /// Rate of success.
    pub success: RateView,
    /// Means of what episodes record.
    pub figures: Vec<MeanView>,
    /// Failed episodes by class of error.
    pub errors: Vec<ClassCount>,
    /// The run's own summary against what its episodes give.
    pub summary: Vec<SummaryCheck>,
}

/// A mean over episodes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MeanView {
    /// What: `progress`, `steps`, `planner-calls`, `invalid-actions`, `format-errors`, `seconds`.
    pub name: String,
    /// Episodes that record it.
    pub n: u32,
    /// The mean; progress in percent.
    pub mean: Option<f64>,
}

/// Episodes of a class of errors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ClassCount {
    /// The group: `planning`, `reasoning`, `perception`; `open` where a person is needed.
    pub group: String,
    /// The class; `needs-a-person` where records do not decide.
    pub class: String,
    /// How many episodes.
    pub episodes: u32,
}

/// How a line of a summary compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SummaryAgreement {
    /// The episodes give the same.
    Agrees,
    /// They give something else.
    Differs,
    /// The summary is the mean of the episodes and of an earlier summary of its own.
    AveragedItself,
    /// Nothing to compare with.
    NotRecomputed,
}

/// One figure of a run's own summary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SummaryCheck {
    /// The file.
    pub file: String,
    /// The key.
    pub key: String,
    /// What it says; `null` where it says NaN or no number.
    pub stated: Option<f64>,
    /// What the episodes give.
    pub computed: Option<f64>,
    /// How they compare.
    pub agreement: SummaryAgreement,
    /// Why, in words, where they do not agree.
    pub why: String,
}

/// Means over the subsets of a run. The two are never mixed up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RunMeans {
    /// Mean over subsets of the rate of success, as in the paper, in percent.
    pub over_subsets: Option<f64>,
    /// Its 95 % interval: that of the pooled rate where all subsets have as many episodes, else put together from the
    /// subsets' Wilson intervals.
    pub over_subsets_interval: Option<Ends>,
    /// Subsets in it.
    pub subsets: u32,
    /// Rate of success over all episodes.
    pub over_episodes: RateView,
    /// Means over subsets of the other figures.
    pub figures: Vec<MeanView>,
}

/// An episode in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EpisodeLine {
    /// Its id in links: run, subset, number.
    pub id: String,
    /// The subset's id.
    pub subset: String,
    /// Its number.
    pub number: u64,
    /// The instruction.
    pub instruction: Option<String>,
    /// Whether it succeeded; `null` where it has no result.
    pub success: Option<bool>,
    /// Share of goal conditions met, in percent.
    pub progress: Option<f64>,
    /// Steps.
    pub steps: Option<f64>,
    /// Planner calls.
    pub planner_calls: Option<f64>,
    /// Invalid actions.
    pub invalid_actions: Option<f64>,
    /// Rounds that were read.
    pub rounds: u32,
    /// Pictures of it.
    pub pictures: u32,
    /// Why it failed; `null` for a success and where there is no result.
    pub error: Option<ErrorView>,
}

/// Why an episode failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ErrorView {
    /// The group: `planning`, `reasoning`; `open` where a person is needed.
    pub group: String,
    /// The class; `needs-a-person` where records do not decide.
    pub class: String,
    /// The rule that decided.
    pub rule: String,
    /// What the rule saw, in words.
    pub why: String,
    /// Steps and phrases that prove it.
    pub evidence: Vec<EvidenceView>,
    /// Other classes whose rule holds too.
    pub also: Vec<String>,
}

/// A piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EvidenceView {
    /// The round, from 1.
    pub round: Option<u32>,
    /// The step's place in the episode, from 1; lines without a step have none.
    pub step: Option<u32>,
    /// The words of the record.
    pub text: String,
}

/// What `results import DIR EPISODE` gives: one episode with everything read of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EpisodeView {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The run's id.
    pub run: String,
    /// The environment.
    pub environment: String,
    /// What the list says of it.
    pub line: EpisodeLine,
    /// What its result file says, key by key.
    pub result: Vec<ConfigEntry>,
    /// Attempts, the recorded one last: a file may hold several.
    pub attempts: Vec<AttemptView>,
    /// Its pictures by step.
    pub pictures: Vec<PictureView>,
    /// Files it was read from.
    pub files: Vec<String>,
}

/// One attempt at an episode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AttemptView {
    /// Its rounds.
    pub rounds: Vec<RoundView>,
}

/// A round: the planner is asked once, and its plan runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RoundView {
    /// What it sees.
    pub sees: Option<String>,
    /// What it thinks.
    pub reasoning: Option<String>,
    /// The plan in words.
    pub plan: Option<String>,
    /// The plan to be run.
    pub actions: Vec<PlannedAction>,
    /// Whether the answer was read as JSON.
    pub readable: bool,
    /// The answer as recorded.
    pub raw: String,
    /// The steps that ran.
    pub steps: Vec<EpisodeStep>,
}

/// An action of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlannedAction {
    /// Its number.
    pub id: Option<i64>,
    /// Its name, or the numbers of a manipulation.
    pub name: String,
}

/// What a line of a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum RecordKind {
    /// A step.
    Step,
    /// The plan could not be read.
    UnreadablePlan,
    /// The plan was empty.
    EmptyPlan,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EpisodeStep {
    /// What the line is.
    pub kind: RecordKind,
    /// Its place among the steps of the attempt, from 1; `null` for a line that is no step.
    pub place: Option<u32>,
    /// The number it carries.
    pub number: Option<u64>,
    /// The action's number.
    pub action: Option<i64>,
    /// The action in words.
    pub name: String,
    /// What the environment said.
    pub feedback: Option<String>,
    /// Whether it ran.
    pub ran: Option<bool>,
    /// Whether the task was solved after it.
    pub solved: Option<bool>,
    /// Share of goal conditions met after it, in percent.
    pub progress: Option<f64>,
    /// Metres to the target after it.
    pub distance: Option<f64>,
    /// Reward of it.
    pub reward: Option<f64>,
    /// Seconds since the episode began.
    pub seconds: Option<f64>,
    /// The line of the file.
    pub line: Option<u32>,
}

/// A picture or film: its name and size; it is never read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PictureView {
    /// The file.
    pub file: String,
    /// Its size in bytes.
    pub size: u64,
    /// The step, 0 for the first view; `null` for a film.
    pub step: Option<u64>,
    /// The view: `front`, `top`, `wrist`, `head`, `third`; empty where the name says none.
    pub view: String,
    /// Whether boxes or marks are drawn into it.
    pub marked: bool,
}

/// Where a text is found in what planners thought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SearchReport {
    /// The version of this shape.
    pub schema: u32,
    /// What was looked for.
    pub text: String,
    /// Places, by run, subset and episode.
    pub hits: Vec<SearchHit>,
    /// Whether there are more than are listed.
    pub more: bool,
}

/// A place where the text is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SearchHit {
    /// The episode's id.
    pub episode: String,
    /// The round, from 1.
    pub round: u32,
    /// Which part of the answer: `sees`, `reasoning`, `plan`, `raw`.
    pub part: String,
    /// Text before the hit.
    pub before: String,
    /// The hit as it is written there.
    pub hit: String,
    /// Text after it.
    pub after: String,
}
