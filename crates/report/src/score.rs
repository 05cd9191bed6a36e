//! The view types of `score`: a module's figures on a run of raw answers, and every answer's part in them.
//!
//! Nothing here computes anything. Shares are percentages, rounded to four decimals.

use serde::{Deserialize, Serialize};

/// What `score` gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ScoreReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The suite.
    pub suite: String,
    /// The module: `goal`, `transition`.
    pub module: String,
    /// Whose rules: `corrected` or `official`.
    pub profile: String,
    /// Pooled F1 over everything that was counted, in percent.
    pub f1: Option<f64>,
    /// Its 95 % bootstrap interval, drawn by family.
    pub f1_interval: Option<Ends>,
    /// Where rules leave something to chance: the figures at the ends of the range over seeds. `f1` is the lower end.
    pub f1_over_seeds: Option<SeedRange>,
    /// The mean of F1 over tasks, in percent; only of goal interpretation.
    pub f1_macro: Option<f64>,
    /// Tasks of the suite.
    pub tasks: u64,
    /// Families that tasks belong to: what the bootstrap draws.
    pub families: u64,
    /// Tasks whose answer was read.
    pub read: RateView,
    /// Tasks whose answer cannot be read.
    pub unreadable: RateView,
    /// Tasks without an answer in the run.
    pub unanswered: RateView,
    /// Precision, recall and F1, of everything first, then by part.
    pub figures: Vec<FigureView>,
    /// Rates beside them.
    pub rates: Vec<RateView>,
    /// Lines of the run that are no answers.
    pub faults: Vec<RunFault>,
    /// Ids in the run that the suite does not have.
    pub not_in_suite: Vec<String>,
    /// Every task, in the order of the suite; in the official profile those with an answer.
    pub answers: Vec<AnswerView>,
    /// What the profile does differently from the other one.
    pub rules: Vec<String>,
    /// One plain sentence about the result.
    pub summary: String,
}

/// The ends of an interval, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Ends {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A figure over several seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SeedRange {
    /// How many seeds.
    pub seeds: u64,
    /// The lowest value, in percent.
    pub low: f64,
    /// The highest value, in percent.
    pub high: f64,
}

/// A rate with its number of cases and its 95 % Wilson interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RateView {
    /// What it is a rate of.
    pub name: String,
    /// Cases in which it happened.
    pub k: i64,
    /// All cases.
    pub n: i64,
    /// The share, in percent; `null` without cases.
    pub percent: Option<f64>,
    /// Its interval.
    pub interval: Option<Ends>,
}

/// Precision, recall and F1 of a part of what was counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FigureView {
    /// The part: `all`, `precondition`, `effect`, `state`, `relation`, `action`.
    pub part: String,
    /// The class of predicates; `null` for all of them.
    pub class: Option<String>,
    /// Predicted and in the gold.
    pub true_positives: i64,
    /// Predicted and not in the gold.
    pub false_positives: i64,
    /// In the gold and not predicted.
    pub false_negatives: i64,
    /// Share of the predicted that is right.
    pub precision: RateView,
    /// Share of the gold that was predicted.
    pub recall: RateView,
    /// Pooled F1, in percent.
    pub f1: Option<f64>,
    /// Its 95 % bootstrap interval, drawn by family.
    pub f1_interval: Option<Ends>,
}

/// A line of a run that is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RunFault {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// How an answer was received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum AnswerStatus {
    /// It was read.
    Read,
    /// Nothing in it could be read.
    Unreadable,
    /// The run has none.
    Unanswered,
}

/// One answer's part in the figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AnswerView {
    /// The task.
    pub id: String,
    /// Its family.
    pub family: String,
    /// How the answer was received.
    pub status: AnswerStatus,
    /// Predicted and in the gold.
    pub true_positives: i64,
    /// Predicted and not in the gold.
    pub false_positives: i64,
    /// In the gold and not predicted.
    pub false_negatives: i64,
    /// Actions asked for and not defined.
    pub omitted: Vec<String>,
    /// Actions defined and not asked for.
    pub invented: Vec<String>,
    /// What gold has and the answer has not.
    pub missing: Vec<String>,
    /// What the answer has and gold has not.
    pub extra: Vec<String>,
    /// What the reader passed over or mended.
    pub asides: Vec<AsideView>,
}

/// A part of an answer that was passed over or mended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AsideView {
    /// First byte in the raw answer.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
    /// What it is: a stable id.
    pub kind: String,
    /// The same for people.
    pub message: String,
}

/// Two runs compared on the tasks that both have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ComparisonView {
    /// The suite.
    pub suite: String,
    /// The module.
    pub module: String,
    /// Whose rules.
    pub profile: String,
    /// Tasks that both reports have.
    pub n: u64,
    /// Tasks that only one of them has; they do not count.
    pub left_out: Vec<String>,
    /// Pooled F1 (paired bootstrap by family).
    pub f1: DifferenceView,
    /// Answers without any mistake (McNemar's test).
    pub flawless: DifferenceView,
}

/// The difference of a figure between two runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct DifferenceView {
    /// The figure of the first run, in percent.
    pub first: Option<f64>,
    /// The figure of the second run, in percent.
    pub second: Option<f64>,
    /// Second minus first, in points.
    pub difference: Option<f64>,
    /// Its 95 % interval, in points.
    pub interval: Option<Ends>,
    /// The p-value of the test.
    pub p: Option<f64>,
    /// The same with Holm's correction over all comparisons made together.
    pub p_corrected: Option<f64>,
    /// `no difference shown` where the interval holds 0, else which run is better.
    pub words: String,
}
