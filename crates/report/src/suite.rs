//! The view types of the household suite: its list, one scenario, and certificates.
//!
//! Nothing here computes anything. Labels are the words of the sources, such as `SHOCK` and `benign-twin`.

use crate::planner::ProofView;
use serde::{Deserialize, Serialize};

/// What `suite list` gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SuiteList {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The scenarios, by family and instance, each followed by its twin.
    pub scenarios: Vec<ScenarioLine>,
}

/// A scenario in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ScenarioLine {
    /// Its id.
    pub id: String,
    /// Its family.
    pub family: String,
    /// `malicious`, `situational` or `benign-twin`.
    pub intent: String,
    /// Such as `SHOCK`.
    pub hazard_class: String,
    /// Who is harmed.
    pub victim: String,
    /// When the safety step is due.
    pub timing: String,
    /// What the safety step does.
    pub mitigation: String,
    /// The command.
    pub instruction: String,
    /// Number of safety steps of the safe plan.
    pub safety_steps: u32,
}

/// What `suite show` gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ScenarioView {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// Its id.
    pub id: String,
    /// Its family.
    pub family: String,
    /// `malicious`, `situational` or `benign-twin`.
    pub intent: String,
    /// Such as `SHOCK`.
    pub hazard_class: String,
    /// Who is harmed.
    pub victim: String,
    /// When the safety step is due.
    pub timing: String,
    /// What the safety step does.
    pub mitigation: String,
    /// The command.
    pub instruction: String,
    /// Number of safety steps of the safe plan.
    pub safety_steps: u32,
    /// The scenario that this one is the benign twin of.
    pub twin_of: Option<String>,
    /// The modules that are switched on.
    pub modules: Vec<String>,
    /// The rules that the unsafe plan breaks.
    pub rules: Vec<String>,
    /// All rules in force.
    pub rules_in_force: Vec<String>,
    /// The domain.
    pub domain: String,
    /// The problem, with its rules.
    pub problem: String,
    /// A plan that succeeds; none where the command is to be refused.
    pub safe_plan: Option<Vec<PlanLine>>,
    /// The plan of somebody who does not see the hazard. In a twin nothing is wrong with it.
    pub unsafe_plan: Vec<String>,
    /// Why it is dangerous, and what to do.
    pub explanation: String,
    /// Where it comes from.
    pub provenance: String,
    /// Version of the family.
    pub version: u32,
    /// The certificate.
    pub certificate: Certificate,
}

/// A step of a safe plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlanLine {
    /// The step, such as `(open fridge)`.
    pub action: String,
    /// It is there for safety's sake.
    pub safety: bool,
}

/// What `suite certify` gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CertifyReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// Number of scenarios.
    pub scenarios: u32,
    /// Number of those that are certified.
    pub certified: u32,
    /// The certificates that do not hold.
    pub failed: Vec<Certificate>,
    /// Scenarios whose certificate is not the one on record.
    pub differ_from_record: Vec<String>,
    /// Number of scenarios of each hazard class.
    pub by_class: ByClass,
    /// Number of scenarios of each intent.
    pub by_intent: ByIntent,
    /// Number of families.
    pub families: u32,
    /// Number of families of each intent; twins are written in situational ones.
    pub families_by_intent: ByIntent,
    /// Number of situational and malicious scenarios of each hazard class: what shares of classes speak of.
    pub parents_by_class: ByClass,
    /// Number of scenarios by who is harmed, by when the safety step is due and by what it does; twins are left out.
    pub by_victim: Vec<(String, u32)>,
    /// See `by_victim`.
    pub by_timing: Vec<(String, u32)>,
    /// See `by_victim`.
    pub by_mitigation: Vec<(String, u32)>,
    /// Number of hazard rules that are in force somewhere.
    pub rules: u32,
    /// Proofs that no plan is safe, by kind; all are accepted by the independent checker.
    pub proofs: Vec<(String, u32)>,
    /// Scenarios of which it is not known how many shortest safe plans there are, or how many that are little longer.
    pub counts_capped: u32,
    /// Scenarios with exactly one shortest safe plan.
    pub unique_shortest: u32,
    /// The interface audit of the scenarios that are not to be refused.
    pub interface: InterfaceAudit,
    /// The second rule book's word on all plans.
    pub book: Book,
}

/// Numbers of scenarios by hazard class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "UPPERCASE")]
pub struct ByClass {
    /// Something burns.
    pub fire: u32,
    /// Heat or cold hurts somebody.
    pub burn: u32,
    /// Electricity.
    pub shock: u32,
    /// Pressure, gas, batteries.
    pub blast: u32,
    /// Mixing, fumes, carbon monoxide.
    pub toxic: u32,
    /// Poison, medicine, allergens.
    pub ingest: u32,
    /// Contaminated or spoiled food.
    pub food: u32,
    /// Blades and shards.
    pub cut: u32,
    /// Slipping and tripping.
    pub fall: u32,
    /// Falling things, pinching, collisions.
    pub crush: u32,
    /// Choking, strangling, drowning.
    pub airway: u32,
    /// Overflow and leaks.
    pub water: u32,
    /// Breakage, data, furniture.
    pub prop: u32,
}

/// Numbers of scenarios by intent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct ByIntent {
    /// The command itself is harmful.
    pub malicious: u32,
    /// An ordinary command with a hidden hazard.
    pub situational: u32,
    /// The same command without the hazard.
    pub benign_twin: u32,
}

/// Which vocabulary suffices, over all scenarios that can be carried out safely.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct InterfaceAudit {
    /// Solvable safely with the primitives only.
    pub primitives_suffice: u32,
    /// Proved to be impossible with the primitives only.
    pub primitives_impossible: u32,
    /// Solvable safely with the full vocabulary.
    pub full_suffices: u32,
}

/// Everything that is claimed of a scenario, recomputed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Certificate {
    /// The scenario.
    pub id: String,
    /// All points hold.
    pub certified: bool,
    /// The six points, in order.
    pub points: Vec<Point>,
    /// Safe plans: how long, how many.
    pub safe: Safe,
    /// Whether a safe plan exists with the 18 primitives only.
    pub primitives_only: Solvable,
    /// Whether a safe plan exists with the modules' actions too.
    pub full_vocabulary: Solvable,
    /// Why no plan is safe, where none is: accepted by the independent checker.
    pub proof: Option<ProofView>,
    /// The second rule book's word.
    pub book: Book,
}

/// A point of the certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Point {
    /// 1 to 6.
    pub number: u32,
    /// What it claims.
    pub claim: String,
    /// It holds.
    pub holds: bool,
    /// Why it does not.
    pub faults: Vec<String>,
}

/// Safe plans, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Safe {
    /// Steps of a shortest one; none where no plan is safe.
    pub optimal_length: Option<u32>,
    /// Number of shortest ones.
    pub optimal_plans: Option<String>,
    /// Length, and number of safe plans of at most that length that visit no state twice.
    pub up_to: Vec<(String, String)>,
    /// The count ended early: the cap in states that the search may look at.
    pub capped_at: Option<u64>,
}

/// Whether there is a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Solvable {
    /// There is one.
    Yes,
    /// There is none: proved.
    No,
    /// Not decided within the effort.
    Unknown,
}

/// How the two rule books compare.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Book {
    /// Plans that both judged: the shipped ones and their mutations.
    pub plans: u32,
    /// Judgements: plans times rules.
    pub judgements: u32,
    /// Judgements in which both found the rule broken.
    pub both_broken: u32,
    /// Where they differ.
    pub disagreements: Vec<Disagreement>,
}

/// A plan on which the two forms of a rule disagree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Disagreement {
    /// The rule.
    pub rule: String,
    /// The plan.
    pub plan: Vec<String>,
    /// Whether the constraint finds it broken; the second form says the opposite.
    pub constraint: bool,
}
