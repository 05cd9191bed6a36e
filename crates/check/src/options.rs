//! What a check may be told: the same names as flags of the command and as keys of the façade's JSON.

use serde::{Deserialize, Serialize};
use stepguard_text::Number;

/// Options of a check; every one may be left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Smallest distance of two times that differ (default `0.001`): a decimal or fraction as text.
    pub epsilon: String,
    /// Whose labels: the taxonomy's own, or those of another evaluator.
    pub profile: Profile,
    /// What the check may cost.
    pub budgets: Budgets,
}

/// Whose labels a step gets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The taxonomy of this project.
    #[default]
    Stepguard,
    /// As the Embodied Agent Interface labels BEHAVIOR plans.
    EaiBehavior,
    /// As the Embodied Agent Interface labels VirtualHome plans.
    EaiVirtualhome,
}

/// What a check may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    /// Steps that are executed.
    pub steps: u32,
    /// Facts of the delete relaxation.
    pub facts: u32,
    /// Quantifier instances and derived atoms that are evaluated.
    pub nodes: u64,
    /// States that are looked at to name the steps that a missing-step finding lacks; 0: they are not looked for.
    pub achiever: u64,
}

impl Options {
    /// The epsilon as a number; `None` unless it is one above zero.
    #[must_use]
    pub fn epsilon_value(&self) -> Option<Number> {
        Number::parse(&self.epsilon).filter(|value| *value > Number::zero())
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { epsilon: "0.001".to_owned(), profile: Profile::default(), budgets: Budgets::default() }
    }
}

impl Default for Budgets {
    fn default() -> Self {
        Self { steps: 100_000, facts: 200_000, nodes: 200_000_000, achiever: 2_000 }
    }
}
