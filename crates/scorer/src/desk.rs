//! The suite and the runs that are open: what the module's functions do, without a browser.

use crate::lists::{self, Detail, Found, Listed, Query};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stepguard_prompts::{Prompt, Prompter, Question, Subject};
use stepguard_report::pack::{PackFamily, PackScenario, PackScoring};
use stepguard_report::{Absent, AnswerResult, AnswerStatus, Interface, RunAnswer, RunComparison, RunReport, Stopped};
use stepguard_score::files::{self, Lines};
use stepguard_score::reference::{Maker, Reference};
use stepguard_score::scorer::stopped_words;
use stepguard_score::suite::{Suite, from_pack};
use stepguard_score::{Line, Options, Scorer, export, versus};

/// What the suite is called.
const SUITE: &str = "household";

/// The suite and the runs.
#[derive(Debug)]
pub struct Desk {
    pack: PackScoring,
    suite: Suite,
    by_id: BTreeMap<String, usize>,
    prompter: Prompter,
    runs: Vec<Option<Run>>,
    /// The last comparison with its two runs: looking at it, and saving it in several forms, takes one computation.
    compared: Option<([usize; 2], RunComparison)>,
}

/// A run that is open.
#[derive(Debug)]
struct Run {
    scorer: Scorer,
    lines: Lines,
    /// The line that is scored next.
    next: usize,
    /// What makes the lines of a reference run.
    maker: Option<Maker>,
    right: u64,
    unreadable: u64,
    by_question: BTreeMap<(&'static str, String), usize>,
    /// Tasks without an answer are left out, whatever else is chosen: nothing is known of them.
    leaves_out: bool,
    /// The report without answers, and what absent answers count as in it.
    figures: Option<RunReport>,
}

/// What is scored.
#[derive(Debug, Serialize)]
pub struct About {
    /// Name and version of the tool that packed the suite.
    pub tool: String,
    /// Number of scenarios.
    pub scenarios: usize,
    /// Number of families.
    pub families: usize,
    /// The reference runs: name, and what each is.
    pub references: Vec<(String, &'static str)>,
}

/// A run as it stands.
#[derive(Debug, Serialize)]
pub struct Progress {
    /// Its number.
    pub run: usize,
    /// What it is called.
    pub name: String,
    /// What it says of itself.
    pub about: String,
    /// Lines or tasks done.
    pub done: usize,
    /// All of them.
    pub of: usize,
    /// Nothing is left to be scored.
    pub finished: bool,
    /// Answers that count so far.
    pub answers: usize,
    /// Those with which nothing is wrong.
    pub right: u64,
    /// Those that cannot be read.
    pub unreadable: u64,
    /// Lines that do not count.
    pub faults: usize,
    /// Where it was stopped, in words.
    pub stopped: Option<String>,
    /// Tasks without an answer are left out, whatever else is chosen.
    pub leaves_out: bool,
}

/// What became of a file.
#[derive(Debug, Serialize)]
pub struct Added {
    /// The runs in it.
    pub runs: Vec<Progress>,
    /// One sentence for each thing that is no run.
    pub problems: Vec<String>,
}

/// One answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pasted {
    /// The task.
    pub id: String,
    /// The module.
    pub module: String,
    /// The vocabulary that was prompted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary: Option<String>,
    /// What the model said.
    pub output: String,
}

/// A scenario in brief.
#[derive(Debug, Serialize)]
pub struct Hit<'a> {
    /// Its id.
    pub id: &'a str,
    /// The command.
    pub say: &'a str,
    /// What is behind the command.
    pub intent: &'static str,
}

/// How many scenarios are looked at to tell how large a file of prompts will be.
const SAMPLED: usize = 80;

/// How many scenarios a search gives.
const HITS: usize = 12;

impl Desk {
    /// With the suite in this file.
    ///
    /// # Errors
    /// It is no such file.
    pub fn open(json: &str) -> Result<Self, String> {
        let pack: PackScoring = serde_json::from_str(json).map_err(|error| format!("no packed suite: {error}"))?;
        let suite = from_pack(SUITE, &pack.domains, &pack.families)?;
        let by_id = suite.tasks.iter().enumerate().map(|(index, task)| (task.id.clone(), index)).collect();
        let prompter = Prompter::new(&scenarios(&pack, &pack.examples).collect::<Vec<_>>());
        Ok(Self { pack, suite, by_id, prompter, runs: Vec::new(), compared: None })
    }

    /// What is scored.
    #[must_use]
    pub fn about(&self) -> About {
        About {
            tool: self.pack.tool.clone(),
            scenarios: self.suite.tasks.len(),
            families: self.pack.families.len(),
            references: Reference::ALL.iter().map(|reference| (reference.name(), reference.about())).collect(),
        }
    }

    fn begin(&mut self, name: &str, lines: Lines, maker: Option<Maker>) -> usize {
        let options = Options { run: name.to_owned(), ..Options::default() };
        let run = Run {
            scorer: Scorer::new(self.suite.clone(), options),
            lines,
            next: 0,
            maker,
            right: 0,
            unreadable: 0,
            by_question: BTreeMap::new(),
            leaves_out: false,
            figures: None,
        };
        // A place that was given back is used again.
        let place = self.runs.iter().position(Option::is_none).unwrap_or(self.runs.len());
        if place == self.runs.len() {
            self.runs.push(None);
        }
        self.runs[place] = Some(run);
        place
    }

    /// Opens a file.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Added {
        let (texts, problems) = files::open(name, bytes);
        let begun: Vec<usize> = texts
            .into_iter()
            .map(|(name, text)| {
                let own = name.rsplit('/').next().unwrap_or(&name);
                let stem = own.rsplit_once('.').map_or(own, |(stem, _)| stem);
                self.begin(if stem.is_empty() { "run" } else { stem }, Lines::new(text), None)
            })
            .collect();
        Added { runs: begun.into_iter().filter_map(|run| self.progress(run).ok()).collect(), problems }
    }

    /// Makes a run of one answer and scores it; all other tasks are left out. Of an answer that does not count there is no
    /// run, but the reason.
    pub fn add_answer(&mut self, answer: &Pasted) -> Added {
        let mut lines = Lines::default();
        lines.push(&serde_json::to_string(answer).unwrap_or_default());
        let number = self.begin("pasted answer", lines, None);
        let mut problems = Vec::new();
        if let Ok(run) = self.run_mut(number) {
            run.leave_out();
            run.step();
            problems.extend(run.scorer.faults().iter().map(|fault| fault.reason.clone()));
        }
        if !problems.is_empty() {
            self.close(number);
        }
        Added { runs: self.progress(number).into_iter().collect(), problems }
    }

    /// Begins a reference run. Names come out of addresses, so one that is none is a problem and no fault of the page's.
    pub fn add_reference(&mut self, name: &str) -> Added {
        let Some(reference) = Reference::from_name(name) else {
            let known = Reference::ALL.map(|reference| reference.name()).join(", ");
            let why = format!("There is no run called \u{201c}{name}\u{201d}. Runs that need no file: {known}.");
            return Added { runs: Vec::new(), problems: vec![why] };
        };
        let maker = Maker::new(&self.suite, reference);
        let run = self.begin(&reference.name(), Lines::default(), Some(maker));
        Added { runs: self.progress(run).into_iter().collect(), problems: Vec::new() }
    }

    fn run(&self, run: usize) -> Result<&Run, String> {
        self.runs.get(run).and_then(Option::as_ref).ok_or_else(|| format!("there is no run {run}"))
    }

    fn run_mut(&mut self, run: usize) -> Result<&mut Run, String> {
        self.runs.get_mut(run).and_then(Option::as_mut).ok_or_else(|| format!("there is no run {run}"))
    }

    fn progress(&self, number: usize) -> Result<Progress, String> {
        let run = self.run(number)?;
        let finished = !run.has_more();
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let (done, of) = match (run.scorer.stopped().filter(|_| finished), &run.maker) {
            (Some(stopped), _) => (count(stopped.done), count(stopped.of)),
            (None, Some(maker)) => (maker.done(), self.suite.tasks.len()),
            (None, None) => (run.next, run.lines.places.len()),
        };
        let (name, about) = run.scorer.called();
        Ok(Progress {
            run: number,
            name: name.to_owned(),
            about: about.to_owned(),
            done,
            of,
            finished,
            answers: run.scorer.answers().len(),
            right: run.right,
            unreadable: run.unreadable,
            faults: run.scorer.faults().len(),
            stopped: run.scorer.stopped().map(stopped_words),
            leaves_out: run.leaves_out,
        })
    }

    /// Whether a run has lines that are not scored yet.
    #[must_use]
    pub fn has_more(&self, run: usize) -> bool {
        self.run(run).is_ok_and(Run::has_more)
    }

    /// Scores about that many of the next lines.
    ///
    /// # Errors
    /// There is no such run.
    pub fn feed(&mut self, number: usize, lines: usize) -> Result<Progress, String> {
        let run = self.run_mut(number)?;
        let goal = run.next + lines;
        while run.next < goal && run.has_more() {
            run.step();
        }
        self.progress(number)
    }

    /// Leaves the rest of a run unscored. Tasks that it does not get to are left out of its figures, and what it says of
    /// itself says where it was stopped, in every file too.
    ///
    /// # Errors
    /// There is no such run.
    pub fn stop(&mut self, number: usize) -> Result<Progress, String> {
        let Progress { name, about, done, of, finished, .. } = self.progress(number)?;
        let run = self.run_mut(number)?;
        if !finished {
            let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
            let answer = count(run.scorer.answers().len());
            let stopped = Stopped { answer, done: count(done), of: count(of), tasks: run.maker.is_some() };
            run.maker = None;
            run.lines.cut(run.next);
            let about = format!("{about} {}.", stopped_words(stopped));
            let header = Header { run: &name, about: about.trim_start(), stopped };
            run.lines.push(&serde_json::to_string(&header).unwrap_or_default());
            run.step();
        }
        self.progress(number)
    }

    /// Closes a run.
    pub fn close(&mut self, number: usize) {
        if let Some(place) = self.runs.get_mut(number) {
            *place = None;
        }
        // The place may be taken by another run.
        self.compared = None;
    }

    /// The report without answers.
    ///
    /// # Errors
    /// There is no such run.
    pub fn figures(&mut self, number: usize, answered_only: bool) -> Result<&RunReport, String> {
        let run = self.run_mut(number)?;
        let absent = if answered_only || run.leaves_out { Absent::LeftOut } else { Absent::Wrong };
        let known = run.figures.take().filter(|known| known.absent == absent);
        let figures = match known {
            Some(known) => known,
            None => {
                run.scorer.count_absent(absent);
                run.scorer.figures()
            }
        };
        Ok(run.figures.insert(figures))
    }

    /// The report with answers, absent ones counted as they were last.
    fn report(&mut self, number: usize) -> Result<RunReport, String> {
        let run = self.run_mut(number)?;
        let mut report = match &run.figures {
            Some(known) => known.clone(),
            None => run.scorer.figures(),
        };
        report.answers = run.scorer.answers().cloned().collect();
        Ok(report)
    }

    /// Answers that a query finds.
    ///
    /// # Errors
    /// There is no such run.
    pub fn answers(&self, number: usize, query: &Query) -> Result<Found, String> {
        let run = self.run(number)?;
        let searched = !query.words.trim().is_empty();
        let other = query.other.and_then(|other| self.run(other).ok());
        let listed = run.scorer.answers().enumerate().filter_map(|(index, answer)| {
            Some(Listed {
                index,
                answer,
                task: self.suite.tasks.get(*self.by_id.get(&answer.id)?)?,
                raw: searched.then(|| run.raw(answer).to_lowercase()),
                other: other.and_then(|other| other.of_question(answer)),
            })
        });
        Ok(lists::find(listed, query))
    }

    /// All about one answer.
    ///
    /// # Errors
    /// There is no such run, or no such answer.
    pub fn answer(&self, number: usize, index: usize) -> Result<Detail<'_>, String> {
        let run = self.run(number)?;
        let answer = run.scorer.answer_at(index).ok_or_else(|| format!("there is no answer {index}"))?;
        let task = self.by_id.get(&answer.id).and_then(|task| self.suite.tasks.get(*task));
        let task = task.ok_or_else(|| format!("there is no task {}", answer.id))?;
        let narrow =
            matches!(&answer.result, AnswerResult::Sequencing(result) if result.interface == Interface::Primitives);
        let domain = self.pack.domains.get(task.domain);
        let domain = domain.map(|domain| if narrow { domain.primitive_domain() } else { domain.domain() });
        let other =
            self.runs.iter().enumerate().filter(|(place, _)| *place != number).find_map(|(_, run)| run.as_ref());
        Ok(Detail {
            answer,
            module: lists::module_of(answer).to_owned(),
            output: run.raw(answer),
            say: &task.instruction,
            labels: [task.intent.id(), &task.hazard_class, &task.victim, &task.timing, &task.mitigation],
            domain: domain.unwrap_or_default(),
            problem: &task.problem,
            safe_plan: &task.safe_plan,
            asked: &task.asked,
            other: other.and_then(|other| other.of_question(answer)).map(|other| (other.right, other.verdict.clone())),
        })
    }

    /// The case of a plan as the Check page takes it out of an address: its domain, its problem and the plan, packed. Written
    /// as that page's own links are: a version, then raw DEFLATE in letters that an address may hold.
    ///
    /// # Errors
    /// There is no such run or answer, or the answer is no plan.
    pub fn case(&self, number: usize, index: usize) -> Result<String, String> {
        let detail = self.answer(number, index)?;
        let AnswerResult::Sequencing(result) = &detail.answer.result else {
            return Err(format!("answer {index} is no plan"));
        };
        let case = Case { d: &detail.domain, p: detail.problem, l: format!("{}\n", result.plan.trim_end()) };
        let json = serde_json::to_string(&case).map_err(|error| error.to_string())?;
        Ok(format!("1{}", letters(&miniz_oxide::deflate::compress_to_vec(json.as_bytes(), 9))))
    }

    /// Two runs compared.
    ///
    /// # Errors
    /// There is no such run.
    pub fn compare(&mut self, first: usize, second: usize) -> Result<&RunComparison, String> {
        let runs = [first, second];
        let open = runs.into_iter().any(|run| self.has_more(run));
        let known = self.compared.take().filter(|(known, _)| *known == runs && !open).map(|(_, comparison)| comparison);
        let comparison = match known {
            Some(known) => known,
            None => versus::compare(&self.report(first)?, &self.report(second)?)?,
        };
        Ok(&self.compared.insert((runs, comparison)).1)
    }

    /// A comparison of two runs as a file.
    ///
    /// # Errors
    /// There is no such run, or no such file.
    pub fn comparison_document(&mut self, first: usize, second: usize, kind: &str) -> Result<String, String> {
        let comparison = self.compare(first, second)?;
        match kind {
            "json" => serde_json::to_string(comparison).map_err(|error| error.to_string()),
            "html" => Ok(export::comparison_html(comparison)),
            "csv" => Ok(export::comparison_csv(comparison)),
            _ => Err(format!("there is no file {kind}")),
        }
    }

    /// A run's report as a file.
    ///
    /// # Errors
    /// There is no such run, or no such file.
    pub fn document(&mut self, number: usize, kind: &str) -> Result<String, String> {
        if kind == "run" {
            return Ok(self.run(number)?.lines.text.clone());
        }
        let report = self.report(number)?;
        match kind {
            "json" => serde_json::to_string(&report).map_err(|error| error.to_string()),
            "html" => Ok(export::html(&report)),
            "csv" => Ok(export::figures_csv(&report)),
            "csv-answers" => Ok(export::answers_csv(&report)),
            _ => Err(format!("there is no file {kind}")),
        }
    }

    /// Scenarios whose id or command holds all of these words.
    #[must_use]
    pub fn find(&self, words: &str) -> Vec<Hit<'_>> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let fits = |text: String| words.iter().all(|word| text.contains(word.as_str()));
        self.suite
            .tasks
            .iter()
            .filter(|task| fits(format!("{} {}", task.id, task.instruction.to_lowercase())))
            .take(HITS)
            .map(|task| Hit { id: &task.id, say: &task.instruction, intent: task.intent.id() })
            .collect()
    }

    /// The prompts of a scenario.
    ///
    /// # Errors
    /// There is no such scenario.
    pub fn prompts(&self, id: &str) -> Result<Vec<Prompt>, String> {
        let subject = scenarios(&self.pack, &self.pack.families).find(|subject| subject.id == id);
        let subject = subject.ok_or_else(|| format!("there is no scenario {id}"))?;
        Ok(Question::ALL
            .into_iter()
            .filter(|question| question.suits(subject.malicious))
            .map(|question| self.prompter.prompt(&subject, question))
            .collect())
    }

    /// About how many bytes all prompts to a question take, or to all where it is empty: those of some dozens of
    /// scenarios, evenly spread, are made and measured.
    #[must_use]
    pub fn prompt_bytes(&self, only: &str) -> u64 {
        let step = self.suite.tasks.len().div_ceil(SAMPLED).max(1);
        // In 64 bits: the browser's machine words have 32, and hundreds of megabytes are multiplied on the way.
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        let (mut bytes, mut sampled) = (0, 0);
        for from in (0..self.suite.tasks.len()).step_by(step) {
            bytes += count(self.prompt_lines(from, 1, only).len());
            sampled += 1;
        }
        bytes * count(self.suite.tasks.len()) / u64::max(sampled, 1)
    }

    /// The prompts of some scenarios, a line of JSON each.
    #[must_use]
    pub fn prompt_lines(&self, from: usize, count: usize, only: &str) -> String {
        let mut out = String::new();
        for subject in scenarios(&self.pack, &self.pack.families).skip(from).take(count) {
            for question in Question::ALL.into_iter().filter(|question| question.suits(subject.malicious)) {
                if only.is_empty() || only == question_name(question) {
                    let prompt = self.prompter.prompt(&subject, question);
                    out.push_str(&serde_json::to_string(&prompt).unwrap_or_default());
                    out.push('\n');
                }
            }
        }
        out
    }
}

/// What the line of a run holds that says what it is.
#[derive(Serialize)]
struct Header<'a> {
    run: &'a str,
    about: &'a str,
    stopped: Stopped,
}

/// What stands in a link to a case.
#[derive(Serialize)]
struct Case<'a> {
    d: &'a str,
    p: &'a str,
    l: String,
}

/// Bytes in letters that an address may hold: six bits each, as base64url without its padding.
fn letters(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let all = three.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            out.push(char::from(LETTERS[(all >> (18 - 6 * place)) as usize & 63]));
        }
    }
    out
}

/// Module and vocabulary in one word.
fn question_name(question: Question) -> String {
    match question.vocabulary() {
        Some(vocabulary) => format!("{}-{vocabulary}", question.module()),
        None => question.module().to_owned(),
    }
}

/// Scenarios of families, in order, as prompts need them.
fn scenarios<'p>(pack: &'p PackScoring, families: &'p [PackFamily]) -> impl Iterator<Item = Subject<'p>> {
    let subject = |(family, scenario): (&'p PackFamily, &'p PackScenario)| {
        Some(Subject::of_pack(pack.domains.get(family.domain as usize)?, scenario))
    };
    families.iter().flat_map(|family| family.scenarios.iter().map(move |each| (family, each))).filter_map(subject)
}

impl Run {
    fn has_more(&self) -> bool {
        self.next < self.lines.places.len()
            || self.maker.as_ref().is_some_and(|maker| maker.done() < self.scorer.suite().tasks.len())
    }

    /// Scores the next line.
    fn step(&mut self) {
        if self.next == self.lines.places.len()
            && let Some(maker) = &mut self.maker
        {
            for line in maker.next().unwrap_or_default() {
                self.lines.push(&line);
            }
        }
        let Some(line) = self.lines.get(self.next) else { return };
        let header = match self.scorer.answer(line) {
            Line::Answer(answer) => {
                self.right += u64::from(answer.right);
                self.unreadable += u64::from(answer.status == AnswerStatus::Unreadable);
                let question = (lists::module_of(answer), answer.id.clone());
                let next = self.by_question.len();
                self.by_question.insert(question, next);
                false
            }
            Line::Header => true,
            Line::Blank | Line::Fault(_) => false,
        };
        // Also of a run that was stopped, saved and opened again: what it did not get to is no wrong answer.
        if header && self.scorer.stopped().is_some() {
            self.leave_out();
        }
        self.next += 1;
        self.figures = None;
    }

    /// Tasks without an answer are left out from now on.
    fn leave_out(&mut self) {
        self.leaves_out = true;
        self.scorer.count_absent(Absent::LeftOut);
        self.figures = None;
    }

    /// What the model said.
    fn raw(&self, answer: &RunAnswer) -> String {
        let line = usize::try_from(answer.line).ok().and_then(|line| self.lines.get(line.checked_sub(1)?));
        line.and_then(stepguard_score::run::output).unwrap_or_default()
    }

    /// The answer to the same question.
    fn of_question(&self, answer: &RunAnswer) -> Option<&RunAnswer> {
        let place = self.by_question.get(&(lists::module_of(answer), answer.id.clone()))?;
        self.scorer.answer_at(*place)
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn bytes_in_letters() {
        // RFC 4648, section 10, and the two letters that differ from plain base64.
        for (bytes, wanted) in
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")]
        {
            assert_eq!(letters(bytes.as_bytes()), wanted);
        }
        assert_eq!(letters(&[0xfb, 0xff]), "-_8");
    }
}
