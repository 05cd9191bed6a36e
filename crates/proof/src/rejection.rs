//! What a check answers: a summary, or a reason that a person can follow up; and the budget it keeps.

use std::fmt;

/// What a check may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Units of work: about one evaluated literal or touched machine word each.
    pub work: u64,
    /// Bytes that the unpacked states, or the table of exclusive pairs, may take.
    pub memory: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { work: 60_000_000_000, memory: 1 << 30 }
    }
}

/// What was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// The evidence: `relaxed`, `h2` or `exhausted`.
    pub kind: &'static str,
    /// Facts that may change.
    pub facts: u64,
    /// Fluents that may change.
    pub fluents: u64,
    /// Ground steps that were looked at.
    pub steps: u64,
    /// States of the set, or claims about literals and pairs; 0 for `relaxed`.
    pub claims: u64,
    /// Successors that were looked up, or effects that were tried.
    pub successors: u64,
    /// States outside of the set that were shown to be dead ends.
    pub dead_ends: u64,
    /// Units of work that it took.
    pub work: u64,
    /// The proof is that the initial state breaks a hard rule for good.
    pub at_start: bool,
}

/// Why a certificate proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejection {
    /// It was made for another task.
    OtherTask,
    /// The task has a feature that certificates do not speak of.
    Unsupported(String),
    /// It contradicts the format or the task's declarations.
    Malformed(String),
    /// The budget ran out: `work` or `memory`.
    Budget(&'static str),
    /// What it claims does not hold of the initial state.
    Start(String),
    /// A step leads out of what it claims.
    Open {
        /// The step, as a plan writes it.
        step: String,
        /// What is known of the state before it.
        state: String,
        /// What fails.
        why: String,
    },
    /// Success is not excluded by what it claims.
    Success(String),
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherTask => f.write_str("the certificate was made for another task"),
            Self::Unsupported(feature) => write!(f, "certificates do not speak of {feature}"),
            Self::Malformed(what) => write!(f, "the certificate is malformed: {what}"),
            Self::Budget(what) => write!(f, "the budget of {what} ran out before the check was complete"),
            Self::Start(why) => write!(f, "the claim does not hold initially: {why}"),
            Self::Open { step, state, why } => {
                write!(f, "step {step} leads out of the claim: {why}; before it: {state}")
            }
            Self::Success(how) => write!(f, "success is not excluded: {how}"),
        }
    }
}

impl std::error::Error for Rejection {}

/// The result of everything that may be rejected.
pub(crate) type Checked<T> = Result<T, Rejection>;

/// Work that is left.
#[derive(Debug)]
pub(crate) struct Fuel {
    start: u64,
    left: u64,
}

impl Fuel {
    pub(crate) const fn new(work: u64) -> Self {
        Self { start: work, left: work }
    }

    /// Takes `work` from what is left.
    pub(crate) fn spend(&mut self, work: u64) -> Checked<()> {
        match self.left.checked_sub(work) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(Rejection::Budget("work"))
            }
        }
    }

    pub(crate) const fn spent(&self) -> u64 {
        self.start - self.left
    }
}
