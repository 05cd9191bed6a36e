//! The view types of the planner's commands: `solve`, `count`, `prove`, `repair`, and the state space that the page draws.
//!
//! Four different answers are never mixed up: there is a plan, there is none (proved), the budget ran out, a feature is not
//! supported. Nothing here computes anything. Numbers that may outgrow a machine word are strings.

use crate::view::{Category, Diagnostic, PreferenceView};
use serde::{Deserialize, Serialize};

/// How a question to the planner came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PlannerResult {
    /// A plan was found.
    Plan,
    /// Plans were counted.
    Count,
    /// There is no plan: proved.
    Unsolvable,
    /// A budget ran out before there was an answer.
    Budget,
    /// A feature is read but the planner cannot handle it.
    Unsupported,
    /// The domain or the problem has an error or is absent.
    Unreadable,
}

/// What `solve` and `prove` give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SolveReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// How it came out.
    pub result: PlannerResult,
    /// The plan's steps, such as `(open fridge)`; `null` when there is none.
    pub plan: Option<Vec<String>>,
    /// The plan's cost by the metric, or its number of steps.
    pub cost: Option<String>,
    /// What a unit of cost is: `steps`, or the metric's expression.
    pub cost_unit: String,
    /// No plan is cheaper than this, as far as is known.
    pub lower_bound: Option<String>,
    /// The plan is proved to be a cheapest one.
    pub optimal: bool,
    /// The plan keeps every hard safety rule; `false` only when the rules were to be ignored.
    pub safe: bool,
    /// Every named preference with the number of times the plan violates it: advice is reported and not searched for.
    pub preferences: Vec<PreferenceView>,
    /// States whose successors were looked at.
    pub expanded: u64,
    /// Why there is no plan.
    pub proof: Option<ProofView>,
    /// One plain sentence about the result.
    pub why: String,
    /// The feature that is not supported.
    pub unsupported: Vec<String>,
    /// Problems of domain and problem, when these cannot be read.
    pub diagnostics: Vec<Diagnostic>,
    /// Milliseconds by phase, as decimals; only on request, so that reports compare as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<Vec<(String, String)>>,
}

/// How a proof works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ProofKind {
    /// The goal is out of reach even when nothing that was achieved is ever lost.
    Relaxed,
    /// Two things that the goal needs can never be true together.
    H2,
    /// Every reachable state was looked at and none is a goal.
    Exhausted,
}

/// A proof that there is no plan, in brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ProofView {
    /// How it works.
    pub kind: ProofKind,
    /// Facts (relaxed), pairs of facts (h2) or states (exhausted) that the evidence lists.
    pub size: u64,
    /// Bytes of the certificate.
    pub bytes: u64,
    /// The independent checker has accepted the certificate.
    pub checked: bool,
    /// Goal conditions, or pairs of them, that can never hold, where the proof names them.
    pub out_of_reach: Vec<String>,
}

/// What `count` gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CountReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// How it came out.
    pub result: PlannerResult,
    /// Steps of a shortest plan.
    pub optimal_length: Option<u32>,
    /// No plan has fewer steps than this, as far as is known.
    pub lower_bound: Option<String>,
    /// Number of shortest plans.
    pub optimal_plans: Option<String>,
    /// For every length from the shortest on: the length, and the number of plans of at most that length that visit no
    /// state twice. Ends where the budget ran out.
    pub up_to: Vec<(String, String)>,
    /// Number of shortest plans when plans that differ only in the order of independent steps count as one.
    pub modulo_order: Option<String>,
    /// The first few shortest plans, in a fixed order; on request so many plans of all lengths that were counted, shortest
    /// first.
    pub plans: Vec<Vec<String>>,
    /// States whose successors were looked at.
    pub expanded: u64,
    /// Why there is no plan.
    pub proof: Option<ProofView>,
    /// One plain sentence about the result.
    pub why: String,
    /// The feature that is not supported.
    pub unsupported: Vec<String>,
    /// Problems of domain and problem, when these cannot be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// How a search for a repair came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum RepairResult {
    /// A repair was found, and it is one of the cheapest.
    Repair,
    /// No plan succeeds, so none is a repair: proved.
    None,
    /// A budget ran out before there was an answer.
    Budget,
    /// The plan succeeds as it is.
    NothingToDo,
    /// A feature is read but the planner cannot handle it.
    Unsupported,
    /// The domain or the problem has an error, or a text is absent.
    Unreadable,
}

/// What `repair` gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RepairReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// How it came out.
    pub result: RepairResult,
    /// Cost of the repair: number of edits unless edits have weights. With the result `budget`: of a repair that was found
    /// all the same and need not be a cheapest one; `null` when there is none.
    pub cost: Option<u32>,
    /// No repair is cheaper than this: proved.
    pub at_least: u32,
    /// The edits of the repair, the first of the cheapest ones, by their place in the plan.
    pub edits: Vec<EditView>,
    /// The plan as repaired; empty without a repair.
    pub plan: Vec<String>,
    /// Number of cheapest repairs; repairs that differ only in where a step is put count as one. `null`: not counted to
    /// the end.
    pub minimal_repairs: Option<String>,
    /// Number of different plans that cheapest repairs lead to. `null`: not counted to the end.
    pub minimal_plans: Option<String>,
    /// The first few cheapest repairs, this one included, in a fixed order.
    pub repairs: Vec<RepairView>,
    /// The label of the first edit of the first repair.
    pub primary: Option<Category>,
    /// Changes of the initial state that would make a plan possible, when there is none: the smallest ones.
    pub excuses: Vec<ExcuseView>,
    /// States whose successors were looked at.
    pub expanded: u64,
    /// Why no plan can succeed.
    pub proof: Option<ProofView>,
    /// One plain sentence about the result.
    pub why: String,
    /// The feature that is not supported.
    pub unsupported: Vec<String>,
    /// Problems of domain and problem, when these cannot be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// One repair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RepairView {
    /// Its edits, by their place in the plan.
    pub edits: Vec<EditView>,
    /// The plan as repaired.
    pub plan: Vec<String>,
}

/// What an edit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum EditKind {
    /// A step is put in.
    Insert,
    /// A step is taken out.
    Delete,
    /// A step goes elsewhere.
    Move,
    /// A step's action or one of its arguments is another.
    Change,
}

/// One edit of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EditView {
    /// What it does.
    pub kind: EditKind,
    /// Where the step stands in the repaired plan, from 1; of a deleted step, before which step of the repaired plan it stood.
    pub at: u32,
    /// Which step of the given plan is concerned, from 1; `null` for an insertion.
    pub from: Option<u32>,
    /// The step that comes in or stays, such as `(unplug kettle)`; of a deleted step, what it was.
    pub action: String,
    /// What stood there before a change: the step, or the text that could not be read.
    pub before: Option<String>,
    /// The edit as a category of the taxonomy.
    pub label: Category,
    /// One plain sentence: what the edit is and what it mends.
    pub meaning: String,
    /// Names of safety rules that the plan broke and that this edit mends.
    pub mitigates: Vec<String>,
    /// All places in the repaired plan where the step could stand just as well, `at` included, in order.
    pub places: Vec<u32>,
}

/// A change of the initial state that would make a plan possible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ExcuseView {
    /// Facts that would have to hold at the start.
    pub add: Vec<String>,
    /// Facts that would have to be absent at the start.
    pub remove: Vec<String>,
    /// A plan that then succeeds.
    pub plan: Vec<String>,
}

/// What `states` gives: the reachable states of a small task, to be drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct StatesReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// Whether all reachable states are listed: `false` when there are more than the limit, and then none is listed.
    pub complete: bool,
    /// The limit.
    pub limit: u32,
    /// The states; number 0 is the initial one. By distance from it, then in the order in which they were found.
    pub states: Vec<SpaceState>,
    /// The steps between them: from, to, action. Sorted by from, then in the order of the task's actions.
    pub edges: Vec<(u32, u32, String)>,
    /// The states that the scored run of the plan visits, in order; empty without a plan.
    pub path: Vec<u32>,
    /// One plain sentence about the result.
    pub why: String,
    /// The feature that is not supported.
    pub unsupported: Vec<String>,
}

/// One reachable state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SpaceState {
    /// Steps from the initial state.
    pub depth: u32,
    /// Facts that hold here and not in the initial state.
    pub added: Vec<String>,
    /// Facts that hold in the initial state and not here.
    pub deleted: Vec<String>,
    /// The goal holds.
    pub goal: bool,
    /// A hard safety rule is broken on the way here, whichever way it is, or by this state itself.
    pub broken: bool,
    /// Steps to the nearest goal state over safe states; `null`: none can be reached.
    pub to_goal: Option<u32>,
}
