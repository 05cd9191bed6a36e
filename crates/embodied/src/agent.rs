//! The agent behind a trait: it is asked in words and answers in words. A language model would be one; the baselines of
//! this crate are others, which may ask the simulator's [`Tutor`] as well.

use crate::world::{Act, Tutor};

/// Something that plans.
pub trait Agent {
    /// Its id in links and files.
    fn id(&self) -> &'static str;

    /// The answer to a question: a text that should hold the JSON of `embodied` answers.
    fn answer(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> String;
}

/// What an agent is asked with.
#[derive(Debug)]
pub struct Question<'a> {
    /// The number of the question, from 0.
    pub round: usize,
    /// What is to be done.
    pub instruction: &'a str,
    /// What is seen now.
    pub observation: &'a str,
    /// The actions by number.
    pub menu: &'a [String],
    /// What was done so far, as far as the settings let the agent remember; the oldest first.
    pub history: &'a [Past],
    /// Steps that are left.
    pub left: u32,
}

/// A step of the past, as an agent is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Past {
    /// The action; `None` for an answer that could not be read.
    pub act: Option<Act>,
    /// The action in words.
    pub name: String,
    /// What the environment said; `None` where the settings give no feedback.
    pub feedback: Option<String>,
    /// Whether it ran; `None` where the settings give no feedback.
    pub ran: Option<bool>,
}

/// How an agent is run: the switches of the paper's ablations that mean something without a language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Whether the agent is told what the environment says of its actions.
    pub feedback: bool,
    /// How many steps back it remembers; `None` for all.
    pub history: Option<usize>,
    /// Whether a plan may have more than one step; otherwise only the first one runs.
    pub multi_step: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { feedback: true, history: None, multi_step: true }
    }
}
