//! The report of action sequencing and of subgoal decomposition: both profiles side by side, every answer with both
//! verdicts, and the reason for every difference. Shapes, and what both modules put into them; nothing here judges.

use crate::compare::{digits, view};
use crate::counts::ratio;
use crate::stats::{Paired, holm, mcnemar};
use crate::transition::Status;
use crate::view::rate;
use crate::{Module, Profile, Run};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use stepguard_report::{AnswerStatus, AsideView, Category, DifferenceView, RateView, RunFault};

/// The version of the report's shape.
const SCHEMA: u32 = 1;

/// A module's figures on a run of plans.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlansReport {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The suite.
    pub suite: String,
    /// The module: `sequencing` or `subgoal`.
    pub module: String,
    /// Whose rules the summary goes by.
    pub profile: String,
    /// Tasks of the suite.
    pub tasks: u64,
    /// Families that tasks belong to.
    pub families: u64,
    /// Tasks whose answer was read.
    pub read: RateView,
    /// Tasks whose answer cannot be read; each counts as a plan that fails.
    pub unreadable: RateView,
    /// Tasks without an answer in the run; in the corrected profile each counts as a plan that fails.
    pub unanswered: RateView,
    /// Steps, or subgoals, that the answers have.
    pub steps: u64,
    /// Figures of both profiles, side by side.
    pub figures: Vec<PairView>,
    /// Corrected: the share of answers with each primary category, unreadable ones under `grammar`.
    pub primary: Vec<RateView>,
    /// Corrected: the share of answers with at least one finding of each category.
    pub findings: Vec<RateView>,
    /// The same plans by the suite's own PDDL, where the corrected profile has a scene to check them in.
    pub in_suite_domain: Vec<RateView>,
    /// Why the profiles differ, with the number of answers; the most frequent first.
    pub differences: Vec<DifferenceCount>,
    /// Lines of the run that are no answers.
    pub faults: Vec<RunFault>,
    /// Ids in the run that the suite does not have.
    pub not_in_suite: Vec<String>,
    /// Tasks that cannot be checked, with the reason; they count in no figure of the corrected profile.
    pub unchecked: Vec<UncheckedView>,
    /// Tasks that the suite's own PDDL cannot check, with the reason; they are left out there.
    pub not_in_suite_domain: Vec<UncheckedView>,
    /// Tasks whose problem was mended, and how.
    pub mended: Vec<UncheckedView>,
    /// Every task, in the order of the suite.
    pub answers: Vec<PlanAnswer>,
    /// What each profile counts and how.
    pub rules: Vec<String>,
    /// What a reader of the figures has to know about the suite.
    pub notes: Vec<String>,
    /// One plain sentence about the result.
    pub summary: String,
}

/// A figure of both profiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PairView {
    /// What it is.
    pub name: String,
    /// By the official rules; `null` where these have no such figure.
    pub official: Option<RateView>,
    /// By ours.
    pub corrected: Option<RateView>,
}

/// A reason for differences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceCount {
    /// A stable id.
    pub id: String,
    /// The reason.
    pub reason: String,
    /// Answers on which the profiles differ for this reason first of all.
    pub answers: u64,
}

/// A task about which something has to be said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UncheckedView {
    /// The task.
    pub id: String,
    /// Why.
    pub reason: String,
}

/// A verdict on a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictView {
    /// It got to its end.
    pub executable: bool,
    /// The goal is reached.
    pub goal_reached: bool,
    /// It counts as successful.
    pub succeeds: bool,
    /// The label: the official kind of error, or the primary category.
    pub label: Option<String>,
    /// The step at which it ended, or the subgoal that cannot be expanded.
    pub failed: Option<String>,
    /// What is wrong, in words.
    pub message: String,
    /// Goal literals and demanded actions that are met.
    pub met: u64,
    /// All of them.
    pub asked: u64,
}

/// One answer, by both profiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanAnswer {
    /// The task.
    pub id: String,
    /// Its family.
    pub family: String,
    /// How the answer was received by our reader.
    pub status: AnswerStatus,
    /// Steps, or subgoals, in the answer.
    pub steps: u64,
    /// By the official rules; `null` where these leave the task out.
    pub official: Option<VerdictView>,
    /// By ours; `null` where the task cannot be checked.
    pub corrected: Option<VerdictView>,
    /// The plan as it was checked, one step a line, in the domain's actions.
    pub plan: String,
    /// Why the two verdicts differ, the id of the reason; `null` where they agree.
    pub reason: Option<String>,
    /// More about that reason.
    pub detail: String,
    /// What the reader passed over or mended.
    pub asides: Vec<AsideView>,
}

/// A reason for which the profiles differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reason {
    pub(crate) id: &'static str,
    pub(crate) words: &'static str,
}

/// What a report is made for.
pub(crate) struct Frame<'a> {
    pub(crate) tool: &'a str,
    pub(crate) suite: &'a str,
    pub(crate) module: Module,
    pub(crate) profile: Profile,
    pub(crate) run: &'a Run,
}

/// What a module knows of one answer.
pub(crate) struct Row {
    pub(crate) answer: PlanAnswer,
    /// Why the profiles differ.
    pub(crate) reason: Option<Reason>,
    /// Corrected: categories with at least one finding.
    pub(crate) categories: Vec<Category>,
    /// The plan succeeds in the suite's own domain, and runs there; `None` where that is not asked.
    pub(crate) in_suite_domain: Option<(bool, bool)>,
    /// Why the task cannot be checked.
    pub(crate) unchecked: Option<String>,
    /// Why the suite's own PDDL cannot check it.
    pub(crate) not_in_suite_domain: Option<String>,
    /// What was mended in the suite's own problem.
    pub(crate) mended: Vec<String>,
    /// The id under which the run has the answer.
    pub(crate) run_id: String,
}

const CATEGORIES: [(Category, &str); 6] = [
    (Category::Grammar, "grammar"),
    (Category::Affordance, "affordance"),
    (Category::WrongTemporalOrder, "wrong-temporal-order"),
    (Category::MissingStep, "missing-step"),
    (Category::AdditionalStep, "additional-step"),
    (Category::UnmetGoal, "unmet-goal"),
];

/// A category's stable id.
pub(crate) fn category(category: Category) -> &'static str {
    CATEGORIES.iter().find(|(known, _)| *known == category).map_or("", |(_, name)| name)
}

pub(crate) const fn status(status: Status) -> AnswerStatus {
    match status {
        Status::Read => AnswerStatus::Read,
        Status::Unreadable => AnswerStatus::Unreadable,
        Status::Unanswered => AnswerStatus::Unanswered,
    }
}

/// A figure that only the official evaluator has.
pub(crate) fn official_only(name: &str, k: i64, n: i64) -> PairView {
    PairView { name: name.to_owned(), official: Some(rate(name, k, n)), corrected: None }
}

/// The official figures of goals by their three kinds (states, relations, actions) and together, of pairs of what is met and
/// what is asked for.
pub(crate) fn goals_met(labels: impl Iterator<Item = ([u64; 3], [u64; 3])>) -> Vec<PairView> {
    let (mut met, mut asked) = ([0_u64; 4], [0_u64; 4]);
    for (one_met, one_asked) in labels {
        for kind in 0..3 {
            (met[kind], asked[kind]) = (met[kind] + one_met[kind], asked[kind] + one_asked[kind]);
            (met[3], asked[3]) = (met[3] + one_met[kind], asked[3] + one_asked[kind]);
        }
    }
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    ["state goals met", "relation goals met", "action goals met", "all goals met"]
        .iter()
        .zip(met.into_iter().zip(asked))
        .map(|(name, (met, asked))| official_only(name, number(met), number(asked)))
        .collect()
}

pub(crate) fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The verdict on an answer that is none: it fails, and asks for nothing that is met.
pub(crate) fn nothing(status: Status, asked: u64) -> VerdictView {
    let message = match status {
        Status::Unanswered => "the run has no answer to this task",
        _ => "nothing in the answer can be read as a plan",
    };
    VerdictView {
        executable: false,
        goal_reached: false,
        succeeds: false,
        label: Some("grammar".to_owned()),
        failed: None,
        message: message.to_owned(),
        met: 0,
        asked,
    }
}

impl Frame<'_> {
    /// The report of rows; `official` are figures of the official rules beyond those that every module has, `rules` and
    /// `notes` its words.
    pub(crate) fn report(
        &self,
        rows: Vec<Row>,
        official: Vec<PairView>,
        rules: Vec<String>,
        notes: Vec<String>,
    ) -> PlansReport {
        let tasks = signed(rows.len());
        let checked: Vec<&Row> = rows.iter().filter(|row| row.unchecked.is_none()).collect();
        let n = signed(checked.len());
        let corrected = |test: &dyn Fn(&VerdictView) -> bool| {
            signed(checked.iter().filter(|row| row.answer.corrected.as_ref().is_some_and(test)).count())
        };
        let counted: Vec<&VerdictView> = rows.iter().filter_map(|row| row.answer.official.as_ref()).collect();
        let by_official =
            |test: &dyn Fn(&VerdictView) -> bool| signed(counted.iter().filter(|verdict| test(verdict)).count());
        let official_n = signed(counted.len());
        let pair = |name: &str, test: &dyn Fn(&VerdictView) -> bool| PairView {
            name: name.to_owned(),
            official: (official_n > 0).then(|| rate(name, by_official(test), official_n)),
            corrected: Some(rate(name, corrected(test), n)),
        };
        let sum = |of: &dyn Fn(&VerdictView) -> u64| -> i64 {
            let total: u64 = checked.iter().filter_map(|row| row.answer.corrected.as_ref()).map(of).sum();
            i64::try_from(total).unwrap_or(i64::MAX)
        };
        let mut figures = vec![
            pair("success", &|verdict| verdict.succeeds),
            pair("executable", &|verdict| verdict.executable),
            pair("goal reached", &|verdict| verdict.goal_reached),
            PairView {
                name: "goal literals met".to_owned(),
                official: None,
                corrected: Some(rate("goal literals met", sum(&|verdict| verdict.met), sum(&|verdict| verdict.asked))),
            },
        ];
        figures.extend(official);
        let primary: Vec<RateView> = CATEGORIES
            .iter()
            .map(|(_, name)| rate(name, corrected(&|verdict| verdict.label.as_deref() == Some(name)), n))
            .collect();
        let findings: Vec<RateView> = CATEGORIES
            .iter()
            .map(|(category, name)| {
                let with = checked.iter().filter(|row| row.categories.contains(category)).count();
                rate(name, signed(with), n)
            })
            .collect();
        let own: Vec<(bool, bool)> = rows.iter().filter_map(|row| row.in_suite_domain).collect();
        let in_suite_domain = if own.is_empty() {
            Vec::new()
        } else {
            let all = signed(own.len());
            vec![
                rate("success", signed(own.iter().filter(|(succeeds, _)| *succeeds).count()), all),
                rate("executable", signed(own.iter().filter(|(_, runs)| *runs).count()), all),
            ]
        };
        let mut reasons: BTreeMap<Reason, u64> = BTreeMap::new();
        for reason in rows.iter().filter_map(|row| row.reason) {
            *reasons.entry(reason).or_default() += 1;
        }
        let mut differences: Vec<DifferenceCount> = reasons
            .into_iter()
            .map(|(reason, answers)| DifferenceCount {
                id: reason.id.to_owned(),
                reason: reason.words.to_owned(),
                answers,
            })
            .collect();
        differences.sort_by(|a, b| b.answers.cmp(&a.answers).then_with(|| a.id.cmp(&b.id)));
        let known: BTreeSet<&str> = rows.iter().map(|row| row.run_id.as_str()).collect();
        let of = |status: AnswerStatus| signed(rows.iter().filter(|row| row.answer.status == status).count());
        let families: BTreeSet<&str> = rows.iter().map(|row| row.answer.family.as_str()).collect();
        let headline = match self.profile {
            Profile::Official => figures[0].official.clone(),
            Profile::Corrected => figures[0].corrected.clone(),
        };
        let share = headline.as_ref().and_then(|rate| Some((rate, rate.percent?, rate.interval?)));
        let summary = match share {
            Some((rate, percent, ends)) => format!(
                "{} of {} plans succeed, {percent:.2} % (95 % interval {:.2} to {:.2}): {} answers read, {} unreadable, {} \
                 absent.",
                rate.k,
                rate.n,
                ends.low,
                ends.high,
                of(AnswerStatus::Read),
                of(AnswerStatus::Unreadable),
                of(AnswerStatus::Unanswered)
            ),
            None => "No task of the suite can be scored by these rules.".to_owned(),
        };
        PlansReport {
            schema: SCHEMA,
            tool: self.tool.to_owned(),
            suite: self.suite.to_owned(),
            module: self.module.id().to_owned(),
            profile: self.profile.id().to_owned(),
            tasks: rows.len() as u64,
            families: families.len() as u64,
            read: rate("answers read", of(AnswerStatus::Read), tasks),
            unreadable: rate("answers that cannot be read", of(AnswerStatus::Unreadable), tasks),
            unanswered: rate("tasks without an answer", of(AnswerStatus::Unanswered), tasks),
            steps: rows.iter().map(|row| row.answer.steps).sum(),
            figures,
            primary,
            findings,
            in_suite_domain,
            differences,
            faults: self
                .run
                .faults
                .iter()
                .map(|(line, reason)| RunFault { line: *line as u64, reason: reason.clone() })
                .collect(),
            not_in_suite: self.run.answers.keys().filter(|id| !known.contains(id.as_str())).cloned().collect(),
            unchecked: rows
                .iter()
                .filter_map(|row| Some(UncheckedView { id: row.answer.id.clone(), reason: row.unchecked.clone()? }))
                .collect(),
            not_in_suite_domain: rows
                .iter()
                .filter_map(|row| {
                    Some(UncheckedView { id: row.answer.id.clone(), reason: row.not_in_suite_domain.clone()? })
                })
                .collect(),
            mended: rows
                .iter()
                .flat_map(|row| {
                    row.mended.iter().map(|what| UncheckedView { id: row.answer.id.clone(), reason: what.clone() })
                })
                .collect(),
            answers: rows.into_iter().map(|row| row.answer).collect(),
            rules,
            notes,
            summary,
        }
    }
}

/// A report as JSON.
#[must_use]
pub fn to_json(report: &PlansReport) -> String {
    serde_json::to_string(report).expect("views hold nothing that JSON cannot say")
}

/// Two runs of plans compared on the tasks that both reports have a verdict on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlansComparison {
    /// The suite.
    pub suite: String,
    /// The module.
    pub module: String,
    /// Whose verdicts.
    pub profile: String,
    /// Tasks with a verdict in both reports.
    pub n: u64,
    /// Tasks with a verdict in only one of them; they do not count.
    pub left_out: Vec<String>,
    /// Plans that succeed (McNemar's test).
    pub success: DifferenceView,
    /// Plans that run.
    pub executable: DifferenceView,
}

/// Compares two reports of one suite, module and profile. The two p-values are corrected together (Holm).
///
/// # Errors
/// When the reports are of different suites, modules or profiles.
pub fn compare(first: &PlansReport, second: &PlansReport) -> Result<PlansComparison, String> {
    for (what, one, other) in [
        ("suites", &first.suite, &second.suite),
        ("modules", &first.module, &second.module),
        ("profiles", &first.profile, &second.profile),
    ] {
        if one != other {
            return Err(format!("runs of different {what} cannot be compared: {one} and {other}"));
        }
    }
    let verdicts = |report: &PlansReport| -> BTreeMap<String, VerdictView> {
        let official = report.profile == Profile::Official.id();
        let verdict = |answer: &PlanAnswer| {
            let verdict = if official { &answer.official } else { &answer.corrected };
            verdict.clone().map(|verdict| (answer.id.clone(), verdict))
        };
        report.answers.iter().filter_map(verdict).collect()
    };
    let (one, other) = (verdicts(first), verdicts(second));
    let both: Vec<(&VerdictView, &VerdictView)> =
        one.iter().filter_map(|(id, verdict)| Some((verdict, other.get(id)?))).collect();
    let mut left_out: Vec<String> = one
        .keys()
        .chain(other.keys())
        .filter(|id| !(one.contains_key(*id) && other.contains_key(*id)))
        .cloned()
        .collect();
    left_out.sort_unstable();
    let difference = |of: fn(&VerdictView) -> bool| {
        let paired: Paired = both.iter().map(|(one, other)| (of(one), of(other))).collect();
        let share = |k: u64| ratio(i64::try_from(k).unwrap_or(i64::MAX), signed(both.len()));
        view(
            share(paired.both + paired.first_only),
            share(paired.both + paired.second_only),
            mcnemar(paired).map(|found| (found.difference, found.interval, found.p)),
        )
    };
    let mut differences = [difference(|verdict| verdict.succeeds), difference(|verdict| verdict.executable)];
    let tested: Vec<f64> = differences.iter().filter_map(|view| view.p).collect();
    let mut corrected = holm(&tested).into_iter();
    for view in &mut differences {
        view.p_corrected = view.p.and_then(|_| corrected.next()).map(digits);
        view.p = view.p.map(digits);
    }
    let [success, executable] = differences;
    Ok(PlansComparison {
        suite: first.suite.clone(),
        module: first.module.clone(),
        profile: first.profile.clone(),
        n: both.len() as u64,
        left_out,
        success,
        executable,
    })
}
