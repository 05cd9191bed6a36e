//! Plans: a list of steps, each with an optional time stamp; and a small reader for the plainest notation.

use crate::world::parse_exact;
use num_rational::BigRational;

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its time stamp.
    pub time: Option<BigRational>,
    /// What is called; `None`: the line cannot be read.
    pub call: Option<Call>,
}

/// An action's name and objects as the plan spells them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The action.
    pub action: String,
    /// The objects.
    pub arguments: Vec<String>,
}

impl Step {
    /// A step without a time stamp.
    #[must_use]
    pub fn untimed(action: &str, arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Self { time: None, call: Some(Call { action: action.to_owned(), arguments }) }
    }
}

/// The steps in the order in which they run: by time, else as they stand; numbers count in this order.
#[must_use]
pub fn in_order(mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_by(|left, right| match (&left.time, &right.time) {
        (Some(left), Some(right)) => left.cmp(right),
        _ => std::cmp::Ordering::Equal,
    });
    steps
}

/// Reads `(act a b)` and `3: (act a b)`, one a line, `;` starting a comment; `None` where a line is neither.
#[must_use]
pub fn read(text: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let (time, rest) = match line.split_once(':') {
            Some((time, rest)) => (Some(parse_exact(time.trim())?), rest.trim()),
            None => (None, line),
        };
        let inside = rest.strip_prefix('(')?.strip_suffix(')')?;
        let mut words = inside.split_whitespace().map(str::to_owned);
        let call = Call { action: words.next()?, arguments: words.collect() };
        steps.push(Step { time, call: Some(call) });
    }
    Some(in_order(steps))
}

/// Whether two names are the same to a reader of plans: case apart, and with `-` and `_` taken as equal.
#[must_use]
pub fn same_name(left: &str, right: &str) -> bool {
    let plain = |name: &str| name.to_lowercase().replace('_', "-");
    plain(left) == plain(right)
}

/// Reads a number: `7`, `0.5`, `1/3`.
#[must_use]
pub fn number(text: &str) -> Option<BigRational> {
    parse_exact(text.trim())
}
