//! The view types: the one JSON shape that the command prints and the page reads.
//!
//! Nothing here computes anything. Field order is the order of the JSON. New fields may be added under the same
//! [`SCHEMA`]; the meaning of a field never changes under it.

use serde::{Deserialize, Serialize};

/// The version of the shape. Raised only when a field's meaning changes.
pub const SCHEMA: u32 = 1;

/// What `check` gives: the whole verdict on one domain, problem and plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Report {
    /// The version of this shape.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Name and version of the tool, such as `stepguard 0.1.0`.
    pub tool: String,
    /// Whether the plan runs and reaches the goal, or why there is no such answer.
    pub outcome: Outcome,
    /// Whether a hard safety rule was broken.
    pub safety: Safety,
    /// Valid and safe.
    pub succeeds: bool,
    /// Category of the first fatal finding, else of an unmet goal, else of a skipped step.
    pub primary: Option<Category>,
    /// One plain sentence about the outcome.
    pub summary: String,
    /// One plain sentence about safety.
    pub safety_summary: String,
    /// Texts that a verdict would need and that are absent.
    pub missing: Vec<Text>,
    /// Features that are read but not executed.
    pub unsupported: Vec<String>,
    /// What the texts are called and how much they hold.
    pub about: About,
    /// How the plan text was read.
    pub plan: PlanView,
    /// Every problem of every text, in the order domain, problem, plan, pasted, then by place.
    pub diagnostics: Vec<Diagnostic>,
    /// Constants and objects in source order.
    pub objects: Vec<ObjectView>,
    /// State 0.
    pub initial: Initial,
    /// One per state after the initial one, in order of time.
    pub happenings: Vec<HappeningView>,
    /// One per step of the plan, in order.
    pub steps: Vec<StepView>,
    /// The last state that counts: states after it come from the lenient pass.
    pub last_scored_state: u32,
    /// Every problem found in the plan.
    pub findings: Vec<FindingView>,
    /// The goal's literals.
    pub goal: Vec<GoalView>,
    /// The safety rules, hard ones and preferences.
    pub rules: Vec<RuleView>,
    /// Every named preference with the number of times it is violated.
    pub preferences: Vec<PreferenceView>,
    /// The metric's value over the scored run.
    pub metric: Option<MetricView>,
    /// The budgets and which of them ran out.
    pub limits: Limits,
    /// Milliseconds by phase, as decimals; only on request, so that reports compare as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<Vec<(String, String)>>,
}

/// Whether the plan runs and reaches the goal, or why there is no such answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Every step ran and the goal holds.
    Valid,
    /// A step could not run, or the goal does not hold.
    Invalid,
    /// The domain or the problem has an error.
    Unreadable,
    /// A text is absent.
    Incomplete,
    /// A feature is read but not executed.
    Unsupported,
    /// A budget ran out.
    Budget,
}

/// Whether a hard safety rule was broken on a state that the scored run visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// No hard rule was violated.
    Safe,
    /// At least one was.
    Unsafe,
    /// There was no run to judge.
    Unknown,
}

/// The six categories of the taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// The step cannot be read as an action of this domain.
    Grammar,
    /// The object can never be used that way.
    Affordance,
    /// The right facts at the wrong time.
    WrongTemporalOrder,
    /// Nothing in the plan achieves what the step needs.
    MissingStep,
    /// The step changes nothing.
    AdditionalStep,
    /// The plan ended and the goal is false.
    UnmetGoal,
}

/// What the texts are called and how much they hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct About {
    /// The domain's name.
    pub domain: Option<String>,
    /// The problem's name.
    pub problem: Option<String>,
    /// Number of actions of the domain.
    pub actions: u32,
    /// Names and signatures of the actions, in source order, such as `(open ?d - door)`.
    pub signatures: Vec<String>,
}

/// How the plan text was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlanView {
    /// Name of the notation found; `null` without a plan.
    pub notation: Option<String>,
    /// Text that is no step.
    pub ignored: Vec<Ignored>,
}

/// A stretch of the plan text that is no step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Ignored {
    /// First character.
    pub start: Position,
    /// Behind the last character.
    pub end: Position,
    /// The text itself.
    pub text: String,
}

/// 1-based line, 1-based column in UTF-16 units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in UTF-16 units.
    pub column: u32,
}

/// Which of the texts a place is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Text {
    /// The domain text.
    Domain,
    /// The problem text.
    Problem,
    /// The plan text.
    Plan,
    /// One text that holds several.
    Pasted,
}

/// A place in one of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Source {
    /// Which text.
    pub text: Text,
    /// First character.
    pub start: Position,
    /// Behind the last character.
    pub end: Position,
}

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The text cannot be used as it is.
    Error,
    /// Read all the same; probably not what was meant.
    Warning,
    /// A remark.
    Info,
}

/// One problem of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Diagnostic {
    /// Which text.
    pub text: Text,
    /// How bad it is.
    pub severity: Severity,
    /// Stable code, such as `P0101`; `stepguard explain` knows it.
    pub code: String,
    /// Where and what.
    pub message: String,
    /// Why, and what to do; may be empty.
    pub help: String,
    /// First character.
    pub start: Position,
    /// Behind the last character.
    pub end: Position,
    /// Other places that matter.
    pub related: Vec<Related>,
    /// An edit, where the fix is certain or the did-you-mean is near.
    pub fix: Option<Fix>,
}

/// Another place that matters for a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Related {
    /// Which text.
    pub text: Text,
    /// What is there.
    pub message: String,
    /// First character.
    pub start: Position,
    /// Behind the last character.
    pub end: Position,
}

/// A set of edits that mends a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Fix {
    /// What the edits do, as a button's label.
    pub title: String,
    /// Non-overlapping, in text order.
    pub edits: Vec<Edit>,
}

/// One replacement in the diagnostic's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Edit {
    /// First character that goes.
    pub start: Position,
    /// Behind the last character that goes.
    pub end: Position,
    /// What comes in its place.
    pub new: String,
}

/// An object or constant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ObjectView {
    /// Its name as declared.
    pub name: String,
    /// Its declared type (several joined by ` | `); `object` without one.
    #[serde(rename = "type")]
    pub type_name: String,
}

/// State 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Initial {
    /// True facts in source order, without derived ones.
    pub facts: Vec<String>,
    /// Fluents with their values, in source order.
    pub fluents: Vec<(String, String)>,
    /// True derived facts, by name; left out when there are too many to list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<String>,
}

/// What happens at one moment; state `state` is the one after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct HappeningView {
    /// Number of the state after it, from 1.
    pub state: u32,
    /// The moment; the step number in an untimed plan.
    pub time: String,
    /// What happens.
    pub events: Vec<EventView>,
}

/// A step's part in a happening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EventView {
    /// 1-based step; `null` for a timed literal.
    pub step: Option<u32>,
    /// Which part of the step.
    pub part: Part,
}

/// Which part of a step a happening holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// An instantaneous action.
    Whole,
    /// A durative action's start.
    Start,
    /// A durative action's end.
    End,
    /// No step: a timed initial literal.
    TimedLiteral,
}

/// How a step went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum StepStatus {
    /// It ran.
    Ran,
    /// It could not run.
    Failed,
    /// It could not run and was not needed: all its effects held already.
    Skipped,
    /// The run did not get there.
    NotRun,
}

/// One step of the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct StepView {
    /// 1-based.
    pub index: u32,
    /// Time stamp, where the plan has them.
    pub time: Option<String>,
    /// Duration, where the plan has them.
    pub duration: Option<String>,
    /// The ground action, or the text as it stands when it cannot be read.
    pub action: String,
    /// Number of the happening (and state) it belongs to.
    pub state: u32,
    /// Where it stands in the plan.
    pub source: Source,
    /// How it went.
    pub status: StepStatus,
    /// It comes after the first fatal finding, so it is not scored.
    pub after_first_failure: bool,
    /// Its precondition in the state before it; `null` for an unreadable step or one that was not run.
    pub precondition: Option<ConditionView>,
    /// Facts that turned true.
    pub added: Vec<String>,
    /// Facts that turned false.
    pub deleted: Vec<String>,
    /// Fluents that changed: name, old value, new value (`undefined` where there is none).
    pub changed: Vec<(String, String, String)>,
    /// Derived facts that hold after its happening and did not before, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_added: Vec<String>,
    /// Derived facts that held before its happening and do not after, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_deleted: Vec<String>,
    /// Indices into `findings`.
    pub findings: Vec<u32>,
}

/// One node of a condition, evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ConditionView {
    /// `and`, `or`, `not`, `imply`, `forall`, `exists`, `literal`, `comparison`, `equality`, `preference`.
    pub kind: ConditionKind,
    /// The node with its objects put in.
    pub text: String,
    /// `null`: undefined (a number without a value).
    pub holds: Option<bool>,
    /// Where it stands in the domain.
    pub source: Option<Source>,
    /// Its parts. A quantifier lists the instances that decide it (the falsifying ones of a `forall`, the witness or
    /// the best candidate of an `exists`), at most a handful; `omitted` counts the others.
    pub children: Vec<ConditionView>,
    /// Number of instances of a quantifier that are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// The kind of a condition's node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ConditionKind {
    /// All parts hold.
    And,
    /// At least one part holds.
    Or,
    /// The part does not hold.
    Not,
    /// The second holds if the first does.
    Imply,
    /// All instances hold.
    Forall,
    /// One instance holds.
    Exists,
    /// A fact, perhaps negated, perhaps derived.
    Literal,
    /// Two numbers compared.
    Comparison,
    /// Two objects compared.
    Equality,
    /// Advice that never fails.
    Preference,
}

/// One problem found in the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FindingView {
    /// Its category.
    pub category: Category,
    /// The finer kind, such as `undone-earlier`.
    pub kind: String,
    /// The step it belongs to; for an unmet goal the step that undid it.
    pub step: Option<u32>,
    /// Other steps that are part of it (interference).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_steps: Vec<u32>,
    /// Place in the plan text.
    pub source: Option<Source>,
    /// The failing literal.
    pub literal: Option<String>,
    /// Every failing literal of the step with its own label; the finding's is the first by precedence.
    pub literals: Vec<LiteralLabel>,
    /// Earlier states in which the literal held. Where there are too many, the last ones: a report lists about a million
    /// such states in all, and the last eight of every literal in any case.
    pub held_in: Vec<u32>,
    /// The step that made it false.
    pub deleted_by: Option<u32>,
    /// The later step that makes it true.
    pub established_by: Option<u32>,
    /// The shortest chain of steps that would let the step run, where it is the plan's first missing step and a small search
    /// finds one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub achievers: Vec<String>,
    /// An earlier step that could not run and would have made it true: this finding follows from that one.
    pub follows_from: Option<u32>,
    /// From the lenient pass; never changes the primary category.
    pub after_first_failure: bool,
    /// It ends the scored run.
    pub fatal: bool,
    /// In plain words.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Did-you-mean, for grammar.
    pub suggestion: Option<String>,
    /// Why no other category.
    pub why_not: Vec<WhyNot>,
}

/// One failing literal and its own label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LiteralLabel {
    /// The literal.
    pub literal: String,
    /// Its category.
    pub category: Category,
    /// Its kind.
    pub kind: String,
    /// Earlier states in which it held, with the same limit as the finding's.
    pub held_in: Vec<u32>,
    /// The step that made it false.
    pub deleted_by: Option<u32>,
    /// The later step that makes it true.
    pub established_by: Option<u32>,
    /// Whether it can become true at all; `null`: unknown, the fact budget ran out.
    pub achievable: Option<bool>,
}

/// Why a finding is not in another category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct WhyNot {
    /// The other category.
    pub category: Category,
    /// The reason.
    pub because: String,
}

/// One literal of the goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GoalView {
    /// The literal.
    pub literal: String,
    /// Whether it holds in the last state; `null`: undefined.
    pub holds: Option<bool>,
    /// Closed intervals of states (those of the lenient pass included) in which it holds, all of them.
    pub held_in: Vec<(u32, u32)>,
    /// The step that undid it.
    pub undone_by: Option<u32>,
    /// Where it stands in the problem.
    pub source: Option<Source>,
}

/// How a rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum RuleStatus {
    /// It was kept.
    Kept,
    /// It was broken.
    Violated,
    /// The run stopped before it could be judged.
    Pending,
}

/// A trajectory constraint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RuleView {
    /// Its name, or operator and line.
    pub name: String,
    /// The operator: `always`, `sometime`, `at-end`, ...
    pub operator: String,
    /// The constraint.
    pub text: String,
    /// Where it stands.
    pub source: Source,
    /// Hazard class from the comment above it.
    pub class: Option<String>,
    /// 1 to 4.
    pub severity: Option<u32>,
    /// Who is harmed.
    pub victim: Option<String>,
    /// Why it is dangerous.
    pub why: Option<String>,
    /// How to avoid it.
    pub avoid: Option<String>,
    /// False for a preference.
    pub hard: bool,
    /// For a `forall`: the violating instances.
    pub instances: Vec<String>,
    /// How it stands.
    pub status: RuleStatus,
    /// First state at which the violation shows.
    pub from_state: Option<u32>,
    /// Last state of the first violation.
    pub to_state: Option<u32>,
    /// All stretches of scored states in which it is broken.
    pub broken_in: Vec<(u32, u32)>,
    /// The facts that made it so.
    pub because: Vec<String>,
}

/// A named preference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PreferenceView {
    /// Its name.
    pub name: String,
    /// Number of violations.
    pub violated: u32,
}

/// The metric over the scored run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MetricView {
    /// Its expression; `plan length` without a `:metric`.
    pub text: String,
    /// `minimize` or `maximize`.
    pub direction: String,
    /// Its exact value; `null` when it is undefined.
    pub value: Option<String>,
}

/// The budgets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Limits {
    /// Steps that a plan may have.
    pub steps: u32,
    /// Milliseconds: the core has no clock, so `null` unless the caller set one.
    pub ms: Option<u32>,
    /// Which budget ran out.
    pub hit: Option<String>,
}

/// What `parse` gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ParseReport {
    /// The version of this shape.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// Every problem of the text.
    pub diagnostics: Vec<Diagnostic>,
}
