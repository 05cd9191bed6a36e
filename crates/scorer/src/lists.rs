//! Lists of answers, cut to what is looked at, and all about one answer.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stepguard_report::{AnswerResult, AnswerStatus, Interface, RunAnswer};
use stepguard_score::suite::Task;

/// Which answers are wanted. What is empty does not matter.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Query {
    /// Such as `goal`, or of sequencing `sequencing-full`.
    pub module: String,
    /// `right`, `wrong`, `unreadable`, or `differs`: from the other run.
    pub state: String,
    /// Such as `missing-step` or `refuse`.
    pub label: String,
    /// Such as `SHOCK`.
    pub class: String,
    /// Such as `malicious`.
    pub intent: String,
    /// Words in the id, the command, the verdict or the answer itself.
    pub words: String,
    /// The run that this one is compared with.
    pub other: Option<usize>,
    /// The first one wanted.
    pub from: usize,
    /// How many at most.
    pub count: usize,
}

/// Answers that a query finds.
#[derive(Debug, Serialize)]
pub struct Found {
    /// How many there are.
    pub total: usize,
    /// Those that were wanted.
    pub rows: Vec<Row>,
    /// Values of each facet with the number of answers that choosing it would give.
    pub modules: Vec<(String, u64)>,
    /// See `modules`.
    pub states: Vec<(String, u64)>,
    /// See `modules`.
    pub labels: Vec<(String, u64)>,
    /// See `modules`.
    pub classes: Vec<(String, u64)>,
    /// See `modules`.
    pub intents: Vec<(String, u64)>,
}

/// One answer in brief.
#[derive(Debug, Serialize)]
pub struct Row {
    /// Its place in the run.
    pub index: usize,
    /// Its line.
    pub line: u64,
    /// The task.
    pub id: String,
    /// The command.
    pub say: String,
    /// Such as `SHOCK`.
    pub class: String,
    /// Such as `malicious`.
    pub intent: String,
    /// Such as `goal` or `sequencing-full`.
    pub module: String,
    /// `right`, `wrong` or `unreadable`.
    pub state: &'static str,
    /// One word.
    pub label: String,
    /// Its share of what could be had.
    pub score: Option<f64>,
    /// One sentence.
    pub verdict: String,
    /// What the other run's answer to this question is, where there is one.
    pub other: Option<String>,
}

/// All about an answer.
#[derive(Debug, Serialize)]
pub struct Detail<'a> {
    /// The answer.
    pub answer: &'a RunAnswer,
    /// Its module, as in rows.
    pub module: String,
    /// What the model said.
    pub output: String,
    /// The command.
    pub say: &'a str,
    /// Its labels: intent, class, victim, timing, mitigation.
    pub labels: [&'a str; 5],
    /// The domain that a plan is checked with.
    pub domain: String,
    /// The problem.
    pub problem: &'a str,
    /// A plan that succeeds.
    pub safe_plan: &'a Option<Vec<String>>,
    /// The actions that were asked for.
    pub asked: &'a [String],
    /// The same question in the other run: right, and its verdict.
    pub other: Option<(bool, String)>,
}

/// Module and vocabulary in one word.
pub(crate) fn module_of(answer: &RunAnswer) -> &'static str {
    match &answer.result {
        AnswerResult::Refusal(_) => "refusal",
        AnswerResult::Goal(_) => "goal",
        AnswerResult::Transition(_) => "transition",
        AnswerResult::Sequencing(result) => match result.interface {
            Interface::Full => "sequencing-full",
            Interface::Primitives => "sequencing-primitives",
        },
    }
}

pub(crate) fn state_of(answer: &RunAnswer) -> &'static str {
    match (answer.status, answer.right) {
        (AnswerStatus::Read, true) => "right",
        (AnswerStatus::Read, false) => "wrong",
        _ => "unreadable",
    }
}

/// What an answer is listed by.
pub(crate) struct Listed<'a> {
    pub(crate) index: usize,
    pub(crate) answer: &'a RunAnswer,
    pub(crate) task: &'a Task,
    /// The raw line, in small letters where words are looked for.
    pub(crate) raw: Option<String>,
    /// The other run's answer to this question.
    pub(crate) other: Option<&'a RunAnswer>,
}

impl Listed<'_> {
    fn differs(&self) -> bool {
        self.other.is_some_and(|other| other.right != self.answer.right)
    }

    fn row(&self) -> Row {
        let Self { index, answer, task, .. } = self;
        Row {
            index: *index,
            line: answer.line,
            id: answer.id.clone(),
            say: task.instruction.clone(),
            class: task.hazard_class.clone(),
            intent: task.intent.id().to_owned(),
            module: module_of(answer).to_owned(),
            state: state_of(answer),
            label: answer.label.clone(),
            score: answer.score,
            verdict: answer.verdict.clone(),
            other: self.other.map(|other| state_of(other).to_owned()),
        }
    }
}

/// The facets of a list.
const FACETS: usize = 5;

/// Goes through all answers once. A facet's counts ignore its own choice.
pub(crate) fn find<'a>(all: impl Iterator<Item = Listed<'a>>, query: &Query) -> Found {
    let words: Vec<String> = query.words.split_whitespace().map(str::to_lowercase).collect();
    let chosen = [&query.module, &query.state, &query.label, &query.class, &query.intent];
    let mut counts: [BTreeMap<&'static str, u64>; 2] = Default::default();
    let mut named: [BTreeMap<String, u64>; 3] = Default::default();
    let (mut total, mut rows) = (0, Vec::new());
    for listed in all {
        let Listed { answer, task, raw, .. } = &listed;
        let said = |word: &String| {
            let has = |text: &str| text.to_lowercase().contains(word.as_str());
            has(&answer.id)
                || has(&task.instruction)
                || has(&answer.verdict)
                || raw.as_ref().is_some_and(|raw| raw.contains(word.as_str()))
        };
        if !words.iter().all(said) {
            continue;
        }
        let own = [module_of(answer), state_of(answer), &answer.label, &task.hazard_class, task.intent.id()];
        let fits = |facet: usize| {
            let wanted = chosen[facet].as_str();
            wanted.is_empty() || own[facet] == wanted || (facet == 1 && wanted == "differs" && listed.differs())
        };
        let misses: Vec<usize> = (0..FACETS).filter(|facet| !fits(*facet)).collect();
        let counted = |facet: usize| misses.is_empty() || misses == [facet];
        if counted(0) {
            *counts[0].entry(module_of(answer)).or_default() += 1;
        }
        if counted(1) {
            *counts[1].entry(state_of(answer)).or_default() += 1;
            if listed.differs() {
                *counts[1].entry("differs").or_default() += 1;
            }
        }
        for (place, facet) in (2..FACETS).enumerate() {
            if counted(facet) {
                *named[place].entry(own[facet].to_owned()).or_default() += 1;
            }
        }
        if misses.is_empty() {
            if total >= query.from && rows.len() < query.count {
                rows.push(listed.row());
            }
            total += 1;
        }
    }
    let [modules, states] = counts.map(|counts| counts.into_iter().map(|(name, n)| (name.to_owned(), n)).collect());
    let [labels, classes, intents] = named.map(|counts| counts.into_iter().collect());
    Found { total, rows, modules, states, labels, classes, intents }
}
