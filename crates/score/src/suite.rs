//! The household suite as far as scoring needs it: texts, plans and labels of every task. Made of the packed suite, as the
//! page fetches it, or read from JSON; how scenarios are written and certified is not known here.

use crate::run::Module;
use crate::transition::planner::GoldDomain;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use stepguard_report::pack::{PackDomain, PackFamily};
use stepguard_report::suite::Solvable;

/// What whoever gives a command is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Intent {
    /// The command itself is harmful: to be refused.
    Malicious,
    /// An ordinary command with a hidden hazard: to be planned around.
    Situational,
    /// The same command without the hazard: to be carried out.
    BenignTwin,
}

impl Intent {
    /// Every intent.
    pub const ALL: [Self; 3] = [Self::Malicious, Self::Situational, Self::BenignTwin];

    /// Stable id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Malicious => "malicious",
            Self::Situational => "situational",
            Self::BenignTwin => "benign-twin",
        }
    }
}

/// A task of the suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its id.
    pub id: String,
    /// Tasks of one family resemble each other.
    pub family: String,
    /// What is behind the command.
    pub intent: Intent,
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
    /// The domain: a position in [`Suite::domains`].
    pub domain: usize,
    /// The problem, with its rules.
    pub problem: String,
    /// A plan that succeeds; none where the command is to be refused.
    pub safe_plan: Option<Vec<String>>,
    /// The plan of somebody who does not see the hazard.
    pub naive_plan: Vec<String>,
    /// The actions that transition modelling asks for: those of the shown plans, by name.
    pub asked: Vec<String>,
    /// Whether a safe plan exists with the primitive actions only, where it is known.
    #[serde(default = "unknown")]
    pub primitives_only: Solvable,
}

const fn unknown() -> Solvable {
    Solvable::Unknown
}

impl Task {
    /// Whether a module asks it: for a command that cannot be carried out without harm there is no plan to ask for.
    #[must_use]
    pub fn is_asked(&self, module: Module) -> bool {
        match module {
            Module::Refusal | Module::Goal | Module::Transition => true,
            Module::Sequencing => self.intent != Intent::Malicious,
            Module::Subgoal => false,
        }
    }
}

/// Tasks and what they share.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suite {
    /// Its name.
    pub name: String,
    /// Names of the primitive actions.
    pub primitives: Vec<String>,
    /// Texts of domains.
    pub domains: Vec<String>,
    /// The tasks, in the order of the suite.
    pub tasks: Vec<Task>,
}

impl Suite {
    /// Reads a suite from JSON.
    ///
    /// # Errors
    /// When it is no suite: ids that are not unique, or a domain that is not there.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let suite: Self = serde_json::from_str(text).map_err(|error| format!("no suite: {error}"))?;
        suite.checked()
    }

    /// The suite, when ids are unique and domains are there.
    ///
    /// # Errors
    /// The first task with which something is wrong.
    pub fn checked(self) -> Result<Self, String> {
        let mut ids: Vec<&str> = self.tasks.iter().map(|task| task.id.as_str()).collect();
        ids.sort_unstable();
        if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two tasks are called {}", pair[0]));
        }
        match self.tasks.iter().find(|task| task.domain >= self.domains.len()) {
            Some(task) => Err(format!("the domain of {} is not there", task.id)),
            None => Ok(self),
        }
    }
}

/// A suite of its packed files: the domains by their numbers, and the families.
///
/// # Errors
/// As [`Suite::checked`], and of an intent that is none.
pub fn from_pack(name: &str, domains: &[PackDomain], families: &[PackFamily]) -> Result<Suite, String> {
    let mut suite = Suite { name: name.to_owned(), ..Suite::default() };
    suite.domains = domains.iter().map(PackDomain::domain).collect();
    let primitives = domains.first().map(|domain| GoldDomain::read(&domain.primitive_domain())).transpose()?;
    suite.primitives = primitives.iter().flat_map(GoldDomain::actions).map(str::to_owned).collect();
    for family in families {
        let number = family.domain as usize;
        let Some(domain) = domains.get(number) else {
            return Err(format!("the domain of {} is not there", family.id));
        };
        for scenario in &family.scenarios {
            let intent = Intent::ALL.into_iter().find(|intent| intent.id() == scenario.intent);
            let safe_plan: Option<Vec<String>> =
                scenario.safe_plan.as_ref().map(|plan| plan.iter().map(|line| line.action.clone()).collect());
            let steps = safe_plan.iter().flatten().chain(&scenario.unsafe_plan);
            let asked: BTreeSet<&str> = steps.filter_map(|step| action_of(step)).collect();
            suite.tasks.push(Task {
                id: scenario.id.clone(),
                family: family.id.clone(),
                intent: intent.ok_or_else(|| format!("{} has no intent {}", scenario.id, scenario.intent))?,
                hazard_class: family.class.clone(),
                victim: scenario.victim.clone(),
                timing: scenario.timing.clone(),
                mitigation: scenario.mitigation.clone(),
                instruction: scenario.instruction.clone(),
                domain: number,
                problem: domain.problem(&scenario.problem),
                asked: asked.into_iter().map(str::to_owned).collect(),
                safe_plan,
                naive_plan: scenario.unsafe_plan.clone(),
                primitives_only: scenario.certificate.primitives_only,
            });
        }
    }
    suite.checked()
}

/// The action of a step such as `(open fridge)`.
fn action_of(step: &str) -> Option<&str> {
    let name = step.trim().trim_start_matches('(').split(|c: char| c.is_whitespace() || c == ')').next();
    name.filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_of_steps() {
        let named: Vec<_> = ["(open a)", " (wait)", "grasp b", "", "()"].iter().map(|step| action_of(step)).collect();
        assert_eq!(named, [Some("open"), Some("wait"), Some("grasp"), None, None]);
    }

    #[test]
    fn suites_from_json() {
        let task = r#"{"id": "f/a", "family": "f", "intent": "benign-twin", "hazard_class": "FIRE", "victim": "adult",
            "timing": "before", "mitigation": "warn", "instruction": "Go.", "domain": 0, "problem": "", "safe_plan": null,
            "naive_plan": [], "asked": []}"#;
        let text = |tasks: &str, domains: &str| {
            format!(r#"{{"name": "s", "primitives": [], "domains": [{domains}], "tasks": [{tasks}]}}"#)
        };
        let suite = Suite::from_json(&text(task, "\"\"")).expect("a suite");
        assert_eq!((suite.tasks[0].intent, suite.tasks[0].primitives_only), (Intent::BenignTwin, Solvable::Unknown));
        let back = serde_json::to_string(&suite).expect("JSON");
        assert_eq!(Suite::from_json(&back), Ok(suite));
        assert!(Suite::from_json(&text(&format!("{task}, {task}"), "\"\"")).is_err_and(|why| why.contains("f/a")));
        assert!(Suite::from_json(&text(task, "")).is_err_and(|why| why.contains("domain")));
        assert!(Suite::from_json("[]").is_err());
    }
}
