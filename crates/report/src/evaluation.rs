//! The view types of an evaluation: a run of raw answers over the household suite, all modules together, and two runs
//! compared.
//!
//! Nothing here computes anything. Shares are percentages, rounded to four decimals. Ids of modules, metrics, axes and
//! labels are stable; names and sentences are for people.

use crate::score::{AnswerStatus, AsideView, DifferenceView, Ends, RateView};
use crate::suite::Solvable;
use crate::view::Category;
use serde::{Deserialize, Serialize};

/// A run over the household suite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RunReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The suite.
    pub suite: String,
    /// What the run is called.
    pub run: String,
    /// What the run says of itself; empty where it says nothing.
    pub about: String,
    /// Where it was stopped before its end; `null` of a whole run.
    pub stopped: Option<Stopped>,
    /// What tasks without an answer count as, in modules that the run answers at all.
    pub absent: Absent,
    /// Tasks of the suite.
    pub tasks: u64,
    /// Families that they belong to: what bootstraps draw.
    pub families: u64,
    /// Lines of the run that are not empty, without the one that says what the run is.
    pub lines: u64,
    /// Lines that are answers and count.
    pub scored: u64,
    /// Every other line, with the reason.
    pub faults: Vec<LineFault>,
    /// The modules that the run answers, sequencing once for each vocabulary that was prompted.
    pub modules: Vec<ModuleReport>,
    /// Which plans the vocabulary of the prompt makes impossible; only of runs with plans.
    pub interface: Option<InterfaceReport>,
    /// Every answer that counts, in the order of the run.
    pub answers: Vec<RunAnswer>,
    /// What counts and how, one sentence each.
    pub rules: Vec<String>,
    /// One plain sentence about the result.
    pub summary: String,
}

/// Where a run was stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Stopped {
    /// The last answer that counts, from 1; 0: none does.
    pub answer: u64,
    /// Lines, or tasks, that were scored.
    pub done: u64,
    /// All of them.
    pub of: u64,
    /// Tasks are counted, not lines: the answers are made while they are scored.
    pub tasks: bool,
}

/// What a task without an answer counts as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// A wrong answer.
    #[default]
    Wrong,
    /// It is left out, and the figures are those of the tasks that were answered.
    LeftOut,
}

/// A vocabulary of actions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Interface {
    /// The primitive actions only.
    Primitives,
    /// All actions of the domain.
    #[default]
    Full,
}

/// A line of a run that does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LineFault {
    /// Its number, from 1.
    pub line: u64,
    /// What kind of fault.
    pub kind: LineFaultKind,
    /// The id it names, if any.
    pub id: Option<String>,
    /// What is wrong with it.
    pub reason: String,
}

/// Why a line does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LineFaultKind {
    /// It is no JSON object, or has no id, no module or no output.
    NoAnswer,
    /// The suite has no such task.
    UnknownId,
    /// There is no such module, or no such vocabulary.
    UnknownModule,
    /// The module does not ask this task: there is no plan for a command to be refused.
    NotAsked,
    /// A second answer to the same question: the first counts.
    Second,
}

/// A module's figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ModuleReport {
    /// `refusal`, `goal`, `transition` or `sequencing`.
    pub module: String,
    /// The vocabulary of the prompt; only of sequencing.
    pub interface: Option<Interface>,
    /// For people.
    pub name: String,
    /// Tasks that count.
    pub tasks: u64,
    /// Families that they belong to.
    pub families: u64,
    /// Tasks of the module that have an answer.
    pub answered: RateView,
    /// Of those that count, tasks whose answer cannot be read.
    pub unreadable: RateView,
    /// Tasks of the module without an answer.
    pub absent: Vec<String>,
    /// All figures, the main one first.
    pub metrics: Vec<ScoreMetric>,
    /// The main figures by hazard class, victim, timing, mitigation and intent.
    pub breakdowns: Vec<BreakdownView>,
    /// What was said to what; only of refusal.
    pub confusion: Option<ConfusionView>,
    /// One plain sentence about the result.
    pub summary: String,
}

/// How a figure is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum MetricKind {
    /// `k` of `n`, with a Wilson interval.
    Rate,
    /// Pooled F1 over `n` tasks, with a bootstrap interval drawn by family.
    F1,
    /// A mean over `n` tasks, with a bootstrap interval drawn by family.
    Mean,
    /// The mean of two rates; its interval is made of their two Wilson intervals.
    Balanced,
}

/// A figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ScoreMetric {
    /// Stable id, unique in its module, such as `balanced-accuracy`.
    pub id: String,
    /// What it is shown with, such as `primary category`.
    pub group: String,
    /// For people.
    pub name: String,
    /// What it says, one sentence.
    pub about: String,
    /// How it is made.
    pub kind: MetricKind,
    /// It is the module's main figure.
    pub main: bool,
    /// Its value, in percent; `null` without cases.
    pub value: Option<f64>,
    /// Cases in which it happened; only of rates.
    pub k: Option<i64>,
    /// All cases.
    pub n: i64,
    /// Its 95 % interval.
    pub interval: Option<Ends>,
    /// What was counted; only of F1.
    pub counts: Option<CountsView>,
}

/// Predicted against gold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CountsView {
    /// Predicted and in the gold.
    pub true_positives: i64,
    /// Predicted and not in the gold.
    pub false_positives: i64,
    /// In the gold and not predicted.
    pub false_negatives: i64,
}

/// The main figures by one axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BreakdownView {
    /// `hazard-class`, `victim`, `timing`, `mitigation` or `intent`.
    pub axis: String,
    /// One row a label, in the order of the suite's lists.
    pub rows: Vec<BreakdownRow>,
}

/// The main figures of the tasks with one label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BreakdownRow {
    /// The label, such as `SHOCK`.
    pub label: String,
    /// Tasks that count.
    pub tasks: u64,
    /// Figures; ids are those of the module's metrics.
    pub measures: Vec<Measure>,
}

/// A figure's value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Measure {
    /// The metric.
    pub id: String,
    /// Its value, in percent; `null` without cases.
    pub value: Option<f64>,
    /// Cases in which it happened; only of rates.
    pub k: Option<i64>,
    /// All cases.
    pub n: i64,
    /// Its 95 % interval.
    pub interval: Option<Ends>,
}

/// What was said to commands of each intent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ConfusionView {
    /// What may be said: `refuse`, `accept`, `accept-if-mitigated`, `unreadable`, `absent`.
    pub columns: Vec<String>,
    /// One row an intent.
    pub rows: Vec<ConfusionRow>,
}

/// What was said to commands of one intent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ConfusionRow {
    /// The intent.
    pub intent: String,
    /// What is right: `refuse` or `accept`.
    pub gold: String,
    /// Numbers of answers, in the order of the columns.
    pub cells: Vec<u64>,
}

/// The interface audit: what is due to the vocabulary of a prompt and not to the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct InterfaceReport {
    /// The primitive actions.
    pub primitives: Vec<String>,
    /// Tasks that can be carried out safely with all actions.
    pub tasks: u64,
    /// Of these, tasks that cannot with the primitives only: proved.
    pub impossible: Vec<String>,
    /// Of these, tasks of which it is not known.
    pub undecided: Vec<String>,
    /// The run's plans, scored each way.
    pub rows: Vec<InterfaceRow>,
    /// One plain sentence about the result.
    pub summary: String,
}

/// The run's plans, scored one way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct InterfaceRow {
    /// The vocabulary that was prompted.
    pub prompted: Interface,
    /// The vocabulary that the plans are scored with.
    pub scored: Interface,
    /// Only tasks that can be carried out safely with the primitives.
    pub possible_only: bool,
    /// Tasks that count.
    pub tasks: u64,
    /// `success`, `executable`, `goal-reached`, `safe`.
    pub measures: Vec<Measure>,
}

/// One answer: how it was read and what it scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RunAnswer {
    /// Line in the run, from 1.
    pub line: u64,
    /// The task.
    pub id: String,
    /// Its family.
    pub family: String,
    /// How the answer was received: `read` or `unreadable`.
    pub status: AnswerStatus,
    /// Nothing is wrong with it.
    pub right: bool,
    /// Its share of what could be had, in percent: F1, of plans the share of the goal that is reached; `null` where nothing
    /// was to be had.
    pub score: Option<f64>,
    /// One word: the decision, the primary category of a plan, else `right`, `partly` or `wrong`.
    pub label: String,
    /// One plain sentence.
    pub verdict: String,
    /// The places in the raw answer that were taken.
    pub taken: Vec<TakenView>,
    /// What the reader passed over or mended, and why.
    pub asides: Vec<AsideView>,
    /// The rest, by module.
    pub result: AnswerResult,
}

/// A place in a raw answer that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TakenView {
    /// First byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
}

/// What an answer says and what is wrong with it, by module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "module", rename_all = "kebab-case")]
pub enum AnswerResult {
    /// Command refusal.
    Refusal(RefusalResult),
    /// Goal interpretation.
    Goal(GoalResult),
    /// Transition modelling.
    Transition(TransitionResult),
    /// Action sequencing.
    Sequencing(SequencingResult),
}

/// A decision about a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RefusalResult {
    /// What is right: `refuse` or `accept`.
    pub gold: String,
    /// What was said: `refuse`, `accept`, `accept-if-mitigated`, `unreadable`.
    pub said: String,
    /// The words that decided; empty where nothing did.
    pub because: String,
}

/// Predicted goal literals against gold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GoalResult {
    /// Literals about states of one thing.
    pub unary: CountsView,
    /// Literals about relations between things.
    pub relational: CountsView,
    /// Of the gold literals that a rule constrains, states: predicted, and not.
    pub safety_unary: CountsView,
    /// Of the gold literals that a rule constrains, relations: predicted, and not.
    pub safety_relational: CountsView,
    /// Whether predicted and gold goal hold in the same reachable states; `unknown` where these are too many to list.
    pub equivalent: Solvable,
    /// Predicted literals whose predicate the domain does not have.
    pub unknown_predicates: u64,
    /// Predicted literals that name an object which the task does not have.
    pub unknown_objects: u64,
    /// Gold that was not predicted.
    pub missing: Vec<String>,
    /// Predicted and not gold.
    pub extra: Vec<String>,
}

/// Predicted actions against gold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TransitionResult {
    /// Literals of preconditions.
    pub preconditions: CountsView,
    /// Literals of effects and of their conditions.
    pub effects: CountsView,
    /// Actions asked for.
    pub asked: u64,
    /// Actions asked for and not defined.
    pub omitted: Vec<String>,
    /// Actions defined and not asked for.
    pub invented: Vec<String>,
    /// Gold literals that were not predicted, with their action.
    pub missing: Vec<String>,
    /// Predicted literals that are not gold, with their action.
    pub extra: Vec<String>,
    /// What the planner makes of the predicted actions; `null` where it was not asked.
    pub planner: Option<PlannerFigures>,
}

/// What the planner makes of predicted actions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlannerFigures {
    /// Whether a plan exists in the predicted domain.
    pub solvable: Solvable,
    /// Whether that plan succeeds in the gold domain; `null` without a plan.
    pub sound: Option<bool>,
    /// Whether the gold plan succeeds in the predicted domain; `null` without a gold plan.
    pub complete: Option<bool>,
    /// The plan.
    pub plan: Option<Vec<String>>,
    /// Why there is no such domain, or no such plan; empty where there is.
    pub why: String,
}

/// What became of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SequencingResult {
    /// The vocabulary that was prompted.
    pub interface: Interface,
    /// The plan as it is checked, one step a line; steps that cannot be read stand there as they were written.
    pub plan: String,
    /// Its steps.
    pub steps: u32,
    /// The run got to its end: every step ran, or had nothing left to do.
    pub executable: bool,
    /// It got to its end and the goal holds there.
    pub goal_reached: bool,
    /// No hard rule is broken on a state that it visits.
    pub safe: bool,
    /// Every step ran, the goal holds, no rule is broken.
    pub success: bool,
    /// The primary category.
    pub primary: Option<Category>,
    /// Every category with at least one finding.
    pub findings: Vec<Category>,
    /// The first fatal step, from 1.
    pub failed_step: Option<u32>,
    /// Goal literals that hold where the scored run ends.
    pub goal_satisfied: u32,
    /// All goal literals.
    pub goal_literals: u32,
    /// The rules broken, in the order of the problem.
    pub broken_rules: Vec<String>,
    /// Steps whose action is not among the primitives.
    pub beyond_primitives: u32,
    /// The same plan scored with the other vocabulary, where that makes a difference; else `null`.
    pub other_vocabulary: Option<PlanOutcome>,
}

/// The main answers about a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlanOutcome {
    /// The run got to its end.
    pub executable: bool,
    /// It got to its end and the goal holds there.
    pub goal_reached: bool,
    /// No hard rule is broken on a state that it visits.
    pub safe: bool,
    /// Every step ran, the goal holds, no rule is broken.
    pub success: bool,
}

/// Two runs over the household suite, compared on the tasks that both answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RunComparison {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The suite.
    pub suite: String,
    /// What the first run is called.
    pub first: String,
    /// What the second run is called.
    pub second: String,
    /// The modules that both runs answer.
    pub modules: Vec<ModuleComparison>,
    /// What is compared and how, one sentence each.
    pub rules: Vec<String>,
    /// One plain sentence about the result.
    pub summary: String,
}

/// Two runs compared in one module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ModuleComparison {
    /// The module.
    pub module: String,
    /// The vocabulary of the prompt; only of sequencing.
    pub interface: Option<Interface>,
    /// For people.
    pub name: String,
    /// Tasks that both runs answered.
    pub n: u64,
    /// Families that they belong to.
    pub families: u64,
    /// Tasks that only one of them answered; they do not count.
    pub left_out: Vec<String>,
    /// The figures, the main one first.
    pub differences: Vec<MetricDifference>,
}

/// A figure of two runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MetricDifference {
    /// The metric.
    pub id: String,
    /// For people.
    pub name: String,
    /// It is the module's main figure.
    pub main: bool,
    /// `McNemar` or `paired bootstrap`.
    pub test: String,
    /// Cases that both runs have.
    pub n: u64,
    /// The difference.
    pub difference: DifferenceView,
}
