//! The view types of the packed suite, as a page fetches it: an index that lists every scenario, one file a family, and one
//! file for every set of modules, since most of a scenario's text is that of its domain and its rules.
//!
//! Nothing here computes anything; [`PackDomain`] joins the pieces of texts that the files keep apart.

use crate::planner::ProofKind;
use crate::suite::{Certificate, PlanLine};
use serde::{Deserialize, Serialize};

/// `index.json`: what lists and facets need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackIndex {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// Number of scenarios, twins included.
    pub scenarios: u32,
    /// Number of those that are certified.
    pub certified: u32,
    /// The families, by class and name.
    pub families: Vec<IndexFamily>,
}

/// A family in the index, with what its scenarios have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexFamily {
    /// Its name, also that of its file.
    pub id: String,
    /// Such as `SHOCK`.
    pub class: String,
    /// `malicious` or `situational`: twins stand with their parents.
    pub intent: String,
    /// Who is harmed.
    pub victim: String,
    /// When the safety step is due.
    pub timing: String,
    /// What the safety step does.
    pub mitigation: String,
    /// Its scenarios.
    pub scenarios: Vec<IndexLine>,
}

/// A scenario in the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexLine {
    /// Its name in the family; its id is `FAMILY/NAME`.
    pub id: String,
    /// Who is harmed, where it is not as in the rest of the family.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub victim: Option<String>,
    /// When the safety step is due, where it is not as in the rest of the family.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<String>,
    /// What the safety step does, where it is not as in the rest of the family.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mitigation: Option<String>,
    /// Number of safety steps of the safe plan; absent where no plan is safe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub safety: Option<u32>,
    /// Steps of a shortest safe plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Number of shortest safe plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plans: Option<String>,
    /// How it is proved that no plan is safe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofKind>,
    /// The points of the certificate that do not hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<u32>,
    /// Its benign twin: `FAMILY/NAME-twin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<IndexTwin>,
}

/// A benign twin in the index. Class, victim, timing and mitigation are those of its parent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexTwin {
    /// Steps of a shortest safe plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Number of shortest safe plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plans: Option<String>,
    /// The points of the certificate that do not hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<u32>,
}

/// `commands/CLASS.json`: what is said in the scenarios of a hazard class. Most of an index would be these words, and a list
/// shows few of them at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackCommands {
    /// The version of this shape.
    pub schema: u32,
    /// The commands, in the order of the index, each followed by that of the twin.
    pub say: Vec<String>,
}

/// `families/FAMILY.json`: the scenarios of a family, each followed by its twin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackFamily {
    /// The version of this shape.
    pub schema: u32,
    /// Its name.
    pub id: String,
    /// Such as `SHOCK`.
    pub class: String,
    /// Which `domains/N.json` it is written for.
    pub domain: u32,
    /// Where it comes from.
    pub provenance: String,
    /// Version of the family.
    pub version: u32,
    /// The scenarios.
    pub scenarios: Vec<PackScenario>,
}

/// One scenario, with everything but domain and rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackScenario {
    /// Its id.
    pub id: String,
    /// The scenario that this one is the benign twin of.
    pub twin_of: Option<String>,
    /// `malicious`, `situational` or `benign-twin`.
    pub intent: String,
    /// Who is harmed.
    pub victim: String,
    /// When the safety step is due.
    pub timing: String,
    /// What the safety step does.
    pub mitigation: String,
    /// The command.
    pub instruction: String,
    /// The goal, as it stands in the problem.
    pub goal: String,
    /// The problem without its constraints: see [`PackDomain::problem`].
    pub problem: String,
    /// A plan that succeeds; none where the command is to be refused.
    pub safe_plan: Option<Vec<PlanLine>>,
    /// The plan of somebody who does not see the hazard. In a twin nothing is wrong with it.
    pub unsafe_plan: Vec<String>,
    /// The rules that the unsafe plan breaks, and where.
    pub broken: Vec<PackBreak>,
    /// The state in which the first of them shows.
    pub then: Option<PackMoment>,
    /// How a twin differs from its parent.
    pub differs: Option<Differs>,
    /// Why it is dangerous, and what to do.
    pub explanation: String,
    /// The certificate.
    pub certificate: Certificate,
}

/// A rule that a plan breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackBreak {
    /// The rule.
    pub rule: String,
    /// After which step it shows first, from 1; 0 is the start.
    pub step: u32,
    /// The facts that made it so.
    pub because: Vec<String>,
}

/// A state of a plan, seen against the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackMoment {
    /// After which step, from 1.
    pub step: u32,
    /// Facts that hold here and not at the start.
    pub added: Vec<String>,
    /// Facts that hold at the start and not here.
    pub deleted: Vec<String>,
}

/// What is otherwise in a benign twin.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differs {
    /// Facts of the parent's start that do not hold in the twin, in the parent's names.
    pub removed: Vec<String>,
    /// Facts that hold in the twin instead, in the twin's names.
    pub added: Vec<String>,
    /// Objects that have another name in the twin: the parent's name, the twin's.
    pub renamed: Vec<(String, String)>,
}

/// `domains/N.json`: a domain and the rules that go with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackDomain {
    /// The version of this shape.
    pub schema: u32,
    /// The modules that are switched on.
    pub modules: Vec<String>,
    /// The domain up to its 18 primitive actions, without the parenthesis that closes it.
    pub primitives: String,
    /// The actions of the modules.
    pub vocabulary: String,
    /// The rules, as the constraints of a problem.
    pub constraints: String,
    /// The rules one by one, in order.
    pub rules: Vec<PackRule>,
}

/// A hazard rule in both forms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackRule {
    /// Its name.
    pub name: String,
    /// Hazard class.
    pub class: Option<String>,
    /// 1 to 4.
    pub severity: Option<u32>,
    /// Who is harmed.
    pub victim: Option<String>,
    /// Why it is dangerous.
    pub why: Option<String>,
    /// How to avoid it.
    pub avoid: Option<String>,
    /// The first form: a constraint on the states that a plan visits.
    pub constraint: String,
    /// The second form: what has to hold before an action, in the action's own parameters.
    pub before: Vec<(String, String)>,
    /// The second form: what has to hold when the plan ends.
    pub at_end: Option<String>,
}

/// `scoring.json`: the whole suite as far as scoring a run and making prompts need it. Families and domains are those of the
/// other files, without what only people look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackScoring {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The domains, by the numbers that families name.
    pub domains: Vec<PackDomain>,
    /// The families, in the order of the index.
    pub families: Vec<PackFamily>,
    /// Families that are never scored: prompts show their scenarios with the right answers.
    pub examples: Vec<PackFamily>,
}

/// What closes a definition.
pub const CLOSE: &str = ")\n";

impl PackDomain {
    /// The domain with all actions.
    #[must_use]
    pub fn domain(&self) -> String {
        [self.primitives.as_str(), &self.vocabulary, CLOSE].concat()
    }

    /// The domain with the 18 primitive actions only.
    #[must_use]
    pub fn primitive_domain(&self) -> String {
        [self.primitives.as_str(), CLOSE].concat()
    }

    /// A problem with the rules as its constraints, from one without.
    #[must_use]
    pub fn problem(&self, bare: &str) -> String {
        [bare.strip_suffix(CLOSE).unwrap_or(bare), &self.constraints, CLOSE].concat()
    }
}
