//! The scorer in a worker of its own, as async functions, started when a run is opened. It keeps the runs; the page asks for
//! what it shows. Long work goes in pieces, so other questions get their turn and anything can be stopped.

use std::rc::Rc;

use stepguard_report::{
    Absent, AnswerResult, AnswerStatus, AsideView, BreakdownRow, BreakdownView, ConfusionRow, ConfusionView,
    CountsView, DifferenceView, Ends, GoalResult, Interface, InterfaceReport, InterfaceRow, LineFault, LineFaultKind,
    Measure, MetricDifference, MetricKind, ModuleComparison, ModuleReport, PlanOutcome, PlannerFigures, RateView,
    RefusalResult, RunAnswer, RunComparison, RunReport, ScoreMetric, SequencingResult, Stopped, TakenView,
    TransitionResult,
};
use wasm_bindgen::JsValue;
use web_sys::File;

use super::worker::{Failure, Lane};
use crate::reading::{Fault, Read, Value, read_enum, read_struct};

/// Where the worker's script lies, seen from the page.
const SCRIPT: &str = "static/scorer-worker.js";

impl Read for f64 {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::Number(text) => text.parse().map_err(|_| Fault::Expected("a number")),
            _ => Err(Fault::Expected("a number")),
        }
    }
}

impl Read for i64 {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        match value {
            Value::Number(text) => text.parse().map_err(|_| Fault::Expected("a whole number")),
            _ => Err(Fault::Expected("a whole number")),
        }
    }
}

/// What is scored.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// Name and version of the tool that packed the suite.
    pub tool: String,
    /// Number of scenarios.
    pub scenarios: u32,
    /// Number of families.
    pub families: u32,
    /// The reference runs: name, and what each is.
    pub references: Vec<(String, String)>,
}

/// A run as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// Its number.
    pub run: u32,
    /// What it is called.
    pub name: String,
    /// What it says of itself.
    pub about: String,
    /// Lines or tasks done.
    pub done: u32,
    /// All of them.
    pub of: u32,
    /// Nothing is left to be scored.
    pub finished: bool,
    /// Answers that count so far.
    pub answers: u32,
    /// Those with which nothing is wrong.
    pub right: u32,
    /// Those that cannot be read.
    pub unreadable: u32,
    /// Lines that do not count.
    pub faults: u32,
    /// Where it was stopped, in words.
    pub stopped: Option<String>,
    /// Tasks without an answer are left out, whatever else is chosen.
    pub leaves_out: bool,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    /// The runs in it.
    pub runs: Vec<Progress>,
    /// One sentence for each thing that is no run.
    pub problems: Vec<String>,
}

/// Answers that a query finds.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// How many there are.
    pub total: u32,
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
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its place in the run.
    pub index: u32,
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
    pub state: String,
    /// One word.
    pub label: String,
    /// Its share of what could be had.
    pub score: Option<f64>,
    /// One sentence.
    pub verdict: String,
    /// What the other run's answer to this question is.
    pub other: Option<String>,
}

/// All about an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Detail {
    /// The answer.
    pub answer: RunAnswer,
    /// Its module, as in rows.
    pub module: String,
    /// What the model said.
    pub output: String,
    /// The command.
    pub say: String,
    /// Its labels: intent, class, victim, timing, mitigation.
    pub labels: Vec<String>,
    /// A plan that succeeds.
    pub safe_plan: Option<Vec<String>>,
    /// The actions that were asked for.
    pub asked: Vec<String>,
    /// The same question in the other run: right, and its verdict.
    pub other: Option<(bool, String)>,
}

/// A scenario in brief.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Its id.
    pub id: String,
    /// The command.
    pub say: String,
    /// What is behind the command.
    pub intent: String,
}

/// What a model is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// The scenario.
    pub id: String,
    /// The module.
    pub module: String,
    /// Of sequencing, which actions the prompt shows.
    pub vocabulary: Option<String>,
    /// The text.
    pub prompt: String,
}

/// A file of prompts that is being made.
#[derive(Debug, Clone, PartialEq)]
pub struct Collected {
    /// Scenarios done.
    pub done: u32,
    /// All of them.
    pub of: u32,
    /// The file's address, when it is complete.
    pub address: Option<String>,
    /// Its bytes so far.
    pub size: u64,
    /// It is packed: not every browser can.
    pub packed: bool,
}

read_struct!(About { tool, scenarios, families, references });
read_struct!(Progress {
    run,
    name,
    about,
    done,
    of,
    finished,
    answers,
    right,
    unreadable,
    faults,
    stopped,
    leaves_out
});
read_struct!(Added { runs, problems });
read_struct!(Found { total, rows, modules, states, labels, classes, intents });
read_struct!(Row { index, line, id, say, class, intent, module, state, label, score, verdict, other });
read_struct!(Detail { answer, module, output, say, labels, safe_plan, asked, other });
read_struct!(Hit { id, say, intent });
read_struct!(Prompt { id, module, vocabulary, prompt });
read_struct!(Collected { done, of, address, size, packed });

read_enum!(Absent { Wrong = "wrong", LeftOut = "left-out" });
read_enum!(Interface { Primitives = "primitives", Full = "full" });
read_enum!(LineFaultKind {
    NoAnswer = "no-answer",
    UnknownId = "unknown-id",
    UnknownModule = "unknown-module",
    NotAsked = "not-asked",
    Second = "second",
});
read_enum!(MetricKind { Rate = "rate", F1 = "f1", Mean = "mean", Balanced = "balanced" });
read_enum!(AnswerStatus { Read = "read", Unreadable = "unreadable", Unanswered = "unanswered" });
read_struct!(RunReport {
    schema,
    tool,
    suite,
    run,
    about,
    stopped,
    absent,
    tasks,
    families,
    lines,
    scored,
    faults,
    modules,
    interface,
    answers,
    rules,
    summary,
});
read_struct!(Stopped { answer, done, of, tasks });
read_struct!(LineFault { line, kind, id, reason });
read_struct!(ModuleReport {
    module,
    interface,
    name,
    tasks,
    families,
    answered,
    unreadable,
    absent,
    metrics,
    breakdowns,
    confusion,
    summary,
});
read_struct!(RateView { name, k, n, percent, interval });
read_struct!(Ends { low, high });
read_struct!(ScoreMetric { id, group, name, about, kind, main, value, k, n, interval, counts });
read_struct!(CountsView { true_positives, false_positives, false_negatives });
read_struct!(BreakdownView { axis, rows });
read_struct!(BreakdownRow { label, tasks, measures });
read_struct!(Measure { id, value, k, n, interval });
read_struct!(ConfusionView { columns, rows });
read_struct!(ConfusionRow { intent, gold, cells });
read_struct!(InterfaceReport { primitives, tasks, impossible, undecided, rows, summary });
read_struct!(InterfaceRow { prompted, scored, possible_only, tasks, measures });
read_struct!(RunAnswer { line, id, family, status, right, score, label, verdict, taken, asides, result });
read_struct!(TakenView { start, end });
read_struct!(AsideView { start, end, kind, message });
read_struct!(RefusalResult { gold, said, because });
read_struct!(GoalResult {
    unary,
    relational,
    safety_unary,
    safety_relational,
    equivalent,
    unknown_predicates,
    unknown_objects,
    missing,
    extra,
});
read_struct!(TransitionResult { preconditions, effects, asked, omitted, invented, missing, extra, planner });
read_struct!(PlannerFigures { solvable, sound, complete, plan, why });
read_struct!(SequencingResult {
    interface,
    plan,
    steps,
    executable,
    goal_reached,
    safe,
    success,
    primary,
    findings,
    failed_step,
    goal_satisfied,
    goal_literals,
    broken_rules,
    beyond_primitives,
    other_vocabulary,
});
read_struct!(PlanOutcome { executable, goal_reached, safe, success });
read_struct!(RunComparison { schema, tool, suite, first, second, modules, rules, summary });
read_struct!(ModuleComparison { module, interface, name, n, families, left_out, differences });
read_struct!(MetricDifference { id, name, main, test, n, difference });
read_struct!(DifferenceView { first, second, difference, interval, p, p_corrected, words });

impl Read for AnswerResult {
    fn read(value: Value<'_>) -> Result<Self, Fault> {
        let Value::Object(fields) = &value else { return Err(Fault::Expected("an object")) };
        let module = fields.iter().find(|(name, _)| name == "module").map(|(_, module)| module);
        let Some(Value::String(module)) = module else { return Err(Fault::Missing("module")) };
        match &**module {
            "refusal" => RefusalResult::read(value).map(Self::Refusal),
            "goal" => GoalResult::read(value).map(Self::Goal),
            "transition" => TransitionResult::read(value).map(Self::Transition),
            "sequencing" => SequencingResult::read(value).map(Self::Sequencing),
            _ => Err(Fault::Expected("a module")),
        }
    }
}

/// The scorer, as the page sees it. Clones share the same worker.
#[derive(Clone)]
pub struct Scorer(Rc<Lane>);

impl PartialEq for Scorer {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Default for Scorer {
    fn default() -> Self {
        Self(Lane::new(SCRIPT))
    }
}

impl std::fmt::Debug for Scorer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scorer").finish_non_exhaustive()
    }
}

impl Scorer {
    async fn ask<T: Read>(&self, name: &'static str, args: &[JsValue]) -> Result<T, Failure> {
        Lane::ask(&self.0, name, args).await
    }

    /// What is scored; starts the worker.
    pub async fn about(&self) -> Result<About, Failure> {
        self.ask("about", &[]).await
    }

    /// Opens a file of answers.
    pub async fn add(&self, file: &File) -> Result<Added, Failure> {
        self.ask("add", &[file.into()]).await
    }

    /// Makes a run of one answer, given as a line of a run.
    pub async fn add_answer(&self, line: &str) -> Result<Added, Failure> {
        self.ask("add_answer", &[line.into()]).await
    }

    /// Begins a reference run. A name that is none makes no run, but a problem.
    pub async fn add_reference(&self, name: &str) -> Result<Added, Failure> {
        self.ask("add_reference", &[name.into()]).await
    }

    /// Scores a piece of a run.
    pub async fn feed(&self, run: u32) -> Result<Progress, Failure> {
        self.ask("feed", &[run.into()]).await
    }

    /// Leaves the rest of a run unscored.
    pub async fn stop(&self, run: u32) -> Result<Progress, Failure> {
        self.ask("stop", &[run.into()]).await
    }

    /// Closes a run.
    pub async fn close(&self, run: u32) -> Result<(), Failure> {
        Lane::queue(&self.0, "close", &[run.into()]).await.map(drop)
    }

    /// The report of a run without its answers.
    pub async fn figures(&self, run: u32, answered_only: bool) -> Result<RunReport, Failure> {
        self.ask("figures", &[run.into(), answered_only.into()]).await
    }

    /// Answers that a query, which is a JSON object, finds; none where there is no such run.
    pub async fn answers(&self, run: u32, query: &str) -> Result<Option<Found>, Failure> {
        self.ask("answers", &[run.into(), query.into()]).await
    }

    /// All about an answer; none where there is no such run or answer.
    pub async fn answer(&self, run: u32, index: u32) -> Result<Option<Detail>, Failure> {
        self.ask("answer", &[run.into(), index.into()]).await
    }

    /// The case of a plan, as the Check page takes it out of an address.
    pub async fn case(&self, run: u32, index: u32) -> Result<String, Failure> {
        Lane::queue(&self.0, "case", &[run.into(), index.into()]).await
    }

    /// Two runs compared.
    pub async fn compare(&self, first: u32, second: u32) -> Result<RunComparison, Failure> {
        self.ask("compare", &[first.into(), second.into()]).await
    }

    /// The address of a run's report as a file.
    pub async fn save(&self, run: u32, kind: &str, media_type: &str) -> Result<String, Failure> {
        Lane::queue(&self.0, "save", &[run.into(), kind.into(), media_type.into()]).await
    }

    /// The address of a comparison as a file.
    pub async fn save_comparison(
        &self,
        first: u32,
        second: u32,
        kind: &str,
        media_type: &str,
    ) -> Result<String, Failure> {
        Lane::queue(&self.0, "save_comparison", &[first.into(), second.into(), kind.into(), media_type.into()]).await
    }

    /// About how many bytes all prompts to a question take, or to all where it is empty.
    pub async fn prompt_bytes(&self, only: &str) -> Result<u64, Failure> {
        self.ask("prompt_bytes", &[only.into()]).await
    }

    /// Scenarios whose id or command holds some words.
    pub async fn find(&self, words: &str) -> Result<Vec<Hit>, Failure> {
        self.ask("find", &[words.into()]).await
    }

    /// The prompts of a scenario.
    pub async fn prompts(&self, id: &str) -> Result<Vec<Prompt>, Failure> {
        self.ask("prompts", &[id.into()]).await
    }

    /// Makes a piece of the file of all prompts to one question, or to all where it is empty, packed if wanted.
    pub async fn collect(&self, only: &str, of: u32, again: bool, packed: bool) -> Result<Collected, Failure> {
        self.ask("collect", &[only.into(), of.into(), again.into(), packed.into()]).await
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;
    use crate::reading;

    /// The page's reader gives what the general one gives.
    fn agrees<T: Read + DeserializeOwned + PartialEq + Debug>(json: &str) {
        let general: T = serde_json::from_str(json).expect("the sample is of that type");
        assert_eq!(reading::read::<T>(json), Ok(general), "{json}");
    }

    const INTERVAL: &str = r#"{"low":39.95,"high":49.65}"#;

    fn rate(name: &str) -> String {
        format!(r#"{{"name":"{name}","k":179,"n":400,"percent":44.75,"interval":{INTERVAL}}}"#)
    }

    #[test]
    fn reports_read_as_they_are_written() {
        let measure = format!(r#"{{"id":"success","value":null,"k":null,"n":0,"interval":{INTERVAL}}}"#);
        let metric = |kind: &str, k: &str, counts: &str| {
            format!(
                r#"{{"id":"f1","group":"all","name":"F1","about":"It.","kind":"{kind}","main":true,"value":12.5,"k":{k},
                "n":8,"interval":null,"counts":{counts}}}"#
            )
        };
        let counts = r#"{"true_positives":1,"false_positives":2,"false_negatives":-3}"#;
        let module = format!(
            r#"{{"module":"sequencing","interface":"primitives","name":"Action sequencing","tasks":3,"families":2,
            "answered":{},"unreadable":{},"absent":["a/b"],"metrics":[{},{},{},{}],
            "breakdowns":[{{"axis":"victim","rows":[{{"label":"child","tasks":1,"measures":[{measure}]}}]}}],
            "confusion":{{"columns":["refuse"],"rows":[{{"intent":"malicious","gold":"refuse","cells":[4]}}]}},"summary":"So."}}"#,
            rate("answered"),
            rate("unreadable"),
            metric("rate", "1", "null"),
            metric("f1", "null", counts),
            metric("mean", "null", "null"),
            metric("balanced", "null", "null"),
        );
        let faults: Vec<String> = ["no-answer", "unknown-id", "unknown-module", "not-asked", "second"]
            .iter()
            .map(|kind| format!(r#"{{"line":7,"kind":"{kind}","id":null,"reason":"It is."}}"#))
            .collect();
        for (absent, stopped) in [("wrong", "null"), ("left-out", r#"{"answer":2,"done":7,"of":12,"tasks":false}"#)] {
            agrees::<RunReport>(&format!(
                r#"{{"schema":1,"tool":"t","suite":"household","run":"r","about":"","stopped":{stopped},"absent":"{absent}","tasks":9,"families":3,
                "lines":12,"scored":7,"faults":[{}],"modules":[{module}],"interface":{{"primitives":["open"],"tasks":4,
                "impossible":["x"],"undecided":[],"rows":[{{"prompted":"full","scored":"primitives","possible_only":true,
                "tasks":2,"measures":[{measure}]}}],"summary":"s"}},"answers":[],"rules":["One."],"summary":"All."}}"#,
                faults.join(",")
            ));
        }
        agrees::<RunComparison>(&format!(
            r#"{{"schema":1,"tool":"t","suite":"s","first":"a","second":"b","modules":[{{"module":"goal","interface":null,
            "name":"Goal","n":5,"families":2,"left_out":["x"],"differences":[{{"id":"f1","name":"F1","main":true,
            "test":"paired bootstrap","n":5,"difference":{{"first":1.5,"second":2.0,"difference":0.5,"interval":{INTERVAL},
            "p":0.0004,"p_corrected":1e-9,"words":"no difference shown"}}}}]}}],"rules":[],"summary":""}}"#
        ));
    }

    #[test]
    fn answers_of_every_module_read_as_they_are_written() {
        let counts = r#"{"true_positives":1,"false_positives":2,"false_negatives":3}"#;
        let results = [
            r#"{"module":"refusal","gold":"refuse","said":"accept","because":"yes"}"#.to_owned(),
            format!(
                r#"{{"module":"goal","unary":{counts},"relational":{counts},"safety_unary":{counts},
                "safety_relational":{counts},"equivalent":"unknown","unknown_predicates":1,"unknown_objects":2,
                "missing":["(p)"],"extra":[]}}"#
            ),
            format!(
                r#"{{"module":"transition","preconditions":{counts},"effects":{counts},"asked":2,"omitted":["a"],"invented":[],
                "missing":[],"extra":["x"],"planner":{{"solvable":"yes","sound":false,"complete":null,"plan":["(a)"],"why":""}}}}"#
            ),
            r#"{"module":"sequencing","interface":"full","plan":"(a)","steps":1,"executable":true,"goal_reached":false,
                "safe":true,"success":false,"primary":"missing-step","findings":["missing-step","unmet-goal"],"failed_step":1,
                "goal_satisfied":0,"goal_literals":2,"broken_rules":["r"],"beyond_primitives":1,
                "other_vocabulary":{"executable":true,"goal_reached":true,"safe":true,"success":true}}"#
                .to_owned(),
        ];
        for result in results {
            agrees::<RunAnswer>(&format!(
                r#"{{"line":3,"id":"a/b","family":"a","status":"read","right":false,"score":33.3333,"label":"wrong",
                "verdict":"No.","taken":[{{"start":0,"end":4}}],"asides":[{{"start":4,"end":9,"kind":"fence","message":"m"}}],
                "result":{result}}}"#
            ));
        }
        assert!(reading::read::<AnswerResult>(r#"{"module":"sums"}"#).is_err());
        assert!(reading::read::<AnswerResult>("{}").is_err());
    }
}
