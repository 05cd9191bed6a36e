//! Scores as the report's view types: figures with their numbers of cases and intervals, and a sentence that sums up.

use crate::answers::Aside;
use crate::counts::Counts;
use crate::run::{Module, Profile, Run};
use crate::stats::{Interval, f1_interval, wilson};
use crate::transition::{Section, Status};
use crate::{goal, transition};
use std::collections::{BTreeMap, BTreeSet};
use stepguard_report::suite::Solvable;
use stepguard_report::{
    AnswerStatus, AnswerView, AsideView, Ends, FigureView, PlannerFigures, RateView, RunFault, ScoreReport, SeedRange,
};

/// The version of the report's shape.
const SCHEMA: u32 = 1;

/// What is the same in the reports of all modules.
struct Frame<'a> {
    tool: &'a str,
    suite: &'a str,
    module: Module,
    profile: Profile,
    run: &'a Run,
}

/// An answer's part in a module's figures.
struct Part<'a> {
    id: &'a str,
    family: &'a str,
    status: Status,
    total: Counts,
}

/// The report of transition modelling. `tool` and `name` go into the report: the tool's version, the suite's name.
#[must_use]
pub fn transition(tool: &str, name: &str, suite: &transition::Suite, run: &Run, profile: Profile) -> ScoreReport {
    let scores = transition::score(suite, run, profile);
    let frame = Frame { tool, suite: name, module: Module::Transition, profile, run };
    let ids: BTreeSet<&str> = suite.tasks.iter().map(|task| task.id.as_str()).collect();
    let parts: Vec<Part<'_>> = scores
        .iter()
        .map(|score| Part { id: &score.id, family: &score.family, status: score.status, total: score.total(None) })
        .collect();
    let mut report = frame.report(&ids, &parts);

    let classes: BTreeSet<&String> =
        scores.iter().flat_map(|score| score.counts.keys().map(|(_, class)| class)).collect();
    let sections = [("all", None), ("precondition", Some(Section::Precondition)), ("effect", Some(Section::Effect))];
    for (part, section) in sections {
        for class in std::iter::once(None).chain(classes.iter().copied().map(Some)) {
            let counts = scores.iter().map(|score| {
                let of_class = score.counts.iter().filter(|((of, name), _)| {
                    section.is_none_or(|section| section == *of) && class.is_none_or(|class| class == name)
                });
                (score.family.as_str(), of_class.map(|(_, counts)| *counts).sum())
            });
            report.figures.push(figure(part, class.cloned(), counts));
        }
    }
    let asked: usize = suite
        .tasks
        .iter()
        .filter(|task| profile == Profile::Corrected || run.answers.contains_key(&task.id))
        .map(|task| task.actions.len())
        .sum();
    let omitted: usize = scores.iter().map(|score| score.omitted.len()).sum();
    report.rates.push(rate("actions omitted", length(omitted), length(asked)));
    let invented: usize = scores.iter().map(|score| score.invented.len()).sum();
    let defined = asked.saturating_sub(omitted) + invented;
    report.rates.push(rate("defined actions that were not asked for", length(invented), length(defined)));
    if profile == Profile::Official {
        let given_up: u64 = scores.iter().map(|score| score.given_up).sum();
        let compared = asked.saturating_sub(omitted) * 2;
        let given_up = i64::try_from(given_up).unwrap_or(i64::MAX);
        report.rates.push(rate("comparisons given up", given_up, length(compared)));
    }
    for (view, score) in report.answers.iter_mut().zip(&scores) {
        view.omitted.clone_from(&score.omitted);
        view.invented.clone_from(&score.invented);
        let line = |(action, literal): &(String, String)| format!("{action}: {literal}");
        view.missing = score.missing.iter().map(line).collect();
        view.extra = score.extra.iter().map(line).collect();
        view.asides = asides(&score.asides);
    }
    report.rules = match profile {
        Profile::Corrected => vec![
            "Texts that differ only in names of parameters and variables, in nesting or in order are equal.",
            "An omitted action, an unreadable answer and an absent one count as false negatives.",
            "Literals of actions that were not asked for, and parts that cannot be read, count as false positives.",
            "Every literal counts, as often as it stands there.",
        ],
        Profile::Official => vec![
            "Parameters under other names match nothing; a single literal does not match itself inside an (and).",
            "Omitted and invented actions cost nothing; answers without one exact form cost nothing.",
            "Predicates are counted, each once a list, not literals; one may be matched and unmatched at once.",
            "Names of actions end at a hyphen; unknown predicates are dropped.",
        ],
    }
    .into_iter()
    .map(str::to_owned)
    .collect();
    report
}

/// Adds what the planner makes of the actions of a run to its report. `left_out`: the tasks whose own texts have an error.
pub fn add_planner(report: &mut ScoreReport, figures: &[(String, PlannerFigures)], left_out: &[String]) {
    let decided = || figures.iter().map(|(_, figures)| figures).filter(|figures| figures.solvable != Solvable::Unknown);
    let count = |of: &dyn Fn(&PlannerFigures) -> bool| length(decided().filter(|figures| of(figures)).count());
    let solvable = count(&|figures| figures.solvable == Solvable::Yes);
    let sound = count(&|figures| figures.sound == Some(true));
    report.rates.push(rate("solvable with the predicted actions", solvable, length(decided().count())));
    report.rates.push(rate("sound: the plan found succeeds with the gold actions", sound, length(decided().count())));
    report.rates.push(rate("sound, where a plan was found", sound, solvable));
    let complete: Vec<bool> = figures.iter().filter_map(|(_, figures)| figures.complete).collect();
    let succeeds = length(complete.iter().filter(|complete| **complete).count());
    report.rates.push(rate(
        "complete: the gold plan succeeds with the predicted actions",
        succeeds,
        length(complete.len()),
    ));
    let undecided = length(figures.len()) - length(decided().count());
    report.rates.push(rate("searches that ended at their budget", undecided, length(figures.len())));
    if !left_out.is_empty() {
        let ids = left_out.join(", ");
        report.rules.push(format!("The planner was not asked about tasks whose own texts have an error: {ids}."));
    }
}

/// The report of goal interpretation.
#[must_use]
pub fn goal(tool: &str, name: &str, suite: &goal::Suite, run: &Run, profile: Profile) -> ScoreReport {
    let pooled = |scores: &[goal::TaskScore]| scores.iter().map(goal::TaskScore::total).sum::<Counts>().f1();
    let mut scores = goal::score(suite, run, profile, goal::official::SEEDS.start);
    let mut over_seeds = None;
    if profile == Profile::Official {
        let mut all: Vec<Vec<goal::TaskScore>> =
            goal::official::SEEDS.map(|seed| goal::score(suite, run, profile, seed)).collect();
        all.sort_by(|a, b| pooled(a).unwrap_or(0.0).total_cmp(&pooled(b).unwrap_or(0.0)));
        let value = |scores: Option<&Vec<goal::TaskScore>>| scores.and_then(|scores| pooled(scores)).map(percent);
        if let (Some(low), Some(high)) = (value(all.first()), value(all.last())) {
            let seeds = goal::official::SEEDS.end - goal::official::SEEDS.start;
            over_seeds = Some(SeedRange { seeds, low, high });
        }
        scores = all.into_iter().next().unwrap_or_default();
    }
    let frame = Frame { tool, suite: name, module: Module::Goal, profile, run };
    let ids: BTreeSet<&str> = suite.tasks.iter().map(|task| task.id.as_str()).collect();
    let parts: Vec<Part<'_>> = scores
        .iter()
        .map(|score| Part { id: &score.id, family: &score.family, status: score.status, total: score.total() })
        .collect();
    let mut report = frame.report(&ids, &parts);
    report.f1_over_seeds = over_seeds;
    if profile == Profile::Corrected && !scores.is_empty() {
        #[expect(clippy::cast_precision_loss, reason = "a number of tasks")]
        let mean = scores.iter().map(goal::TaskScore::f1).sum::<f64>() / scores.len() as f64;
        report.f1_macro = Some(percent(mean));
    }
    report.figures.push(figure("all", None, scores.iter().map(|score| (score.family.as_str(), score.total()))));
    for kind in goal::Kind::ALL {
        let counts = scores.iter().map(|score| (score.family.as_str(), score.counts[kind as usize]));
        report.figures.push(figure(kind.id(), None, counts));
    }
    let sum = |of: fn(&goal::TaskScore) -> u64| i64::try_from(scores.iter().map(of).sum::<u64>()).unwrap_or(i64::MAX);
    let predicted = scores.iter().map(goal::TaskScore::total).sum::<Counts>().predicted();
    let unknown_objects = sum(|score| score.unknown_objects);
    if profile == Profile::Corrected {
        for (index, name) in
            ["safety-relevant states recalled (Su-R)", "safety-relevant relations recalled (Sr-R)"].iter().enumerate()
        {
            let counts: Counts = scores.iter().map(|score| score.safety[index]).sum();
            report.rates.push(rate(name, counts.true_positives, counts.gold()));
        }
        report.rates.push(rate(
            "predicted with an unknown state, relation or action",
            sum(|s| s.unknown_predicates),
            predicted,
        ));
        report.rates.push(rate("predicted with an unknown object", unknown_objects, predicted));
    } else {
        // The official evaluator drops them before it counts.
        report.rates.push(rate("predicted with an unknown object", unknown_objects, predicted + unknown_objects));
    }
    for (view, score) in report.answers.iter_mut().zip(&scores) {
        view.missing.clone_from(&score.missing);
        view.extra.clone_from(&score.extra);
        view.asides = asides(&score.asides);
    }
    report.rules = match profile {
        Profile::Corrected => vec![
            "An unreadable answer and an absent one count as false negatives; unreadable goals as false positives.",
            "Goals are compared by the names of objects, the only thing that answers can say; a goal said twice counts once.",
            "Every gold action is met at most once.",
        ],
        Profile::Official => vec![
            "Answers that are no exact JSON are left out, with all that they should have said.",
            "Of several objects with one name one is meant, by chance: the figures are those of the seed with the lowest F1.",
            "Goals with unknown objects or without a field are dropped; an action said twice in other words is met twice.",
        ],
    }
    .into_iter()
    .map(str::to_owned)
    .collect();
    report
}

impl Frame<'_> {
    fn report(&self, ids: &BTreeSet<&str>, parts: &[Part<'_>]) -> ScoreReport {
        let total: Counts = parts.iter().map(|part| part.total).sum();
        let interval = f1_interval(&clusters(parts.iter().map(|part| (part.family, part.total))));
        let of = |status: Status| length(parts.iter().filter(|part| part.status == status).count());
        let unanswered = ids.iter().filter(|id| !self.run.answers.contains_key(**id)).count();
        let tasks = length(ids.len());
        let f1 = total.f1().map(percent);
        let families: BTreeSet<&str> = parts.iter().map(|part| part.family).collect();
        let ends = interval.map(ends);
        let range =
            ends.map_or_else(String::new, |ends| format!(" (95 % interval {:.2} to {:.2})", ends.low, ends.high));
        let value = f1.map_or_else(|| "not defined".to_owned(), |f1| format!("{f1:.2} %"));
        ScoreReport {
            schema: SCHEMA,
            tool: self.tool.to_owned(),
            suite: self.suite.to_owned(),
            module: self.module.id().to_owned(),
            profile: self.profile.id().to_owned(),
            f1,
            f1_interval: ends,
            f1_over_seeds: None,
            f1_macro: None,
            tasks: u64::try_from(tasks).unwrap_or(0),
            families: families.len() as u64,
            read: rate("answers read", of(Status::Read), tasks),
            unreadable: rate("answers that cannot be read", of(Status::Unreadable), tasks),
            unanswered: rate("tasks without an answer", length(unanswered), tasks),
            figures: Vec::new(),
            rates: Vec::new(),
            faults: self
                .run
                .faults
                .iter()
                .map(|(line, reason)| RunFault { line: *line as u64, reason: reason.clone() })
                .collect(),
            not_in_suite: self.run.answers.keys().filter(|id| !ids.contains(id.as_str())).cloned().collect(),
            answers: parts
                .iter()
                .map(|part| AnswerView {
                    id: part.id.to_owned(),
                    family: part.family.to_owned(),
                    status: match part.status {
                        Status::Read => AnswerStatus::Read,
                        Status::Unreadable => AnswerStatus::Unreadable,
                        Status::Unanswered => AnswerStatus::Unanswered,
                    },
                    true_positives: part.total.true_positives,
                    false_positives: part.total.false_positives,
                    false_negatives: part.total.false_negatives,
                    omitted: Vec::new(),
                    invented: Vec::new(),
                    missing: Vec::new(),
                    extra: Vec::new(),
                    asides: Vec::new(),
                })
                .collect(),
            rules: Vec::new(),
            summary: format!(
                "F1 is {value}{range} over {tasks} tasks: {} answers read, {} unreadable, {unanswered} absent.",
                of(Status::Read),
                of(Status::Unreadable),
            ),
        }
    }
}

pub(crate) fn clusters<'a>(counts: impl Iterator<Item = (&'a str, Counts)>) -> Vec<Counts> {
    let mut by_family: BTreeMap<&str, Counts> = BTreeMap::new();
    for (family, counts) in counts {
        *by_family.entry(family).or_default() += counts;
    }
    by_family.into_values().collect()
}

fn figure<'a>(part: &str, class: Option<String>, counts: impl Iterator<Item = (&'a str, Counts)>) -> FigureView {
    let clusters = clusters(counts);
    let total: Counts = clusters.iter().copied().sum();
    FigureView {
        part: part.to_owned(),
        class,
        true_positives: total.true_positives,
        false_positives: total.false_positives,
        false_negatives: total.false_negatives,
        precision: rate("precision", total.true_positives, total.predicted()),
        recall: rate("recall", total.true_positives, total.gold()),
        f1: total.f1().map(percent),
        f1_interval: f1_interval(&clusters).map(ends),
    }
}

pub(crate) fn rate(name: &str, k: i64, n: i64) -> RateView {
    let interval = match (u64::try_from(k), u64::try_from(n)) {
        (Ok(k), Ok(n)) => wilson(k, n),
        _ => None,
    };
    RateView {
        name: name.to_owned(),
        k,
        n,
        percent: crate::counts::ratio(k, n).map(percent),
        interval: interval.map(ends),
    }
}

fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// A share in percent, with four decimals.
pub(crate) fn percent(share: f64) -> f64 {
    (share * 1e6).round() / 1e4
}

pub(crate) fn ends(interval: Interval) -> Ends {
    Ends { low: percent(interval.low), high: percent(interval.high) }
}

pub(crate) fn asides(asides: &[Aside]) -> Vec<AsideView> {
    asides
        .iter()
        .map(|aside| AsideView {
            start: aside.span.start,
            end: aside.span.end,
            kind: aside.kind.id().to_owned(),
            message: aside.kind.message(),
        })
        .collect()
}

/// A report as JSON.
#[must_use]
pub fn to_json(report: &ScoreReport) -> String {
    serde_json::to_string(report).expect("views hold nothing that JSON cannot say")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLD: &str = r#"{"id": "t", "task": "wash", "objects": [["tub", 1]], "gold": {"node goals": [{"name": "tub", "id": 1, "state": "ON"}], "edge goals": [], "action goals": ["WASH"]}}
{"id": "u", "task": "wash", "objects": [["tub", 1]], "gold": {"node goals": [], "edge goals": [], "action goals": ["WASH"]}}
{"id": "v", "task": "rest", "objects": [], "gold": {"node goals": [], "edge goals": [], "action goals": []}}"#;

    fn report(run: &str, profile: Profile) -> ScoreReport {
        let suite = goal::Suite::read(GOLD, "{\"on\": \"object_states\"}", "{}", "{\"WASH\": \"\"}").expect("a suite");
        goal("stepguard test", "eai", &suite, &Run::read(run, Module::Goal), profile)
    }

    const RUN: &str = r#"{"id": "t", "output": "{'node goals': [{'name': 'tub', 'state': 'ON'}], 'action goals': []}"}
{"id": "u", "output": "I do not know"}
{"id": "x", "output": "{}"}
nonsense"#;

    #[test]
    fn every_figure_has_its_cases() {
        let report = report(RUN, Profile::Corrected);
        assert_eq!((report.f1, report.tasks, report.families), (Some(50.0), 3, 2));
        assert_eq!((report.read.k, report.unreadable.k, report.unanswered.k, report.read.n), (1, 1, 1, 3));
        assert_eq!(report.not_in_suite, ["x"]);
        assert_eq!(report.faults.len(), 1);
        assert_eq!(report.answers.len(), 3);
        assert_eq!(report.answers[1].missing, ["wash"]);
        let all = &report.figures[0];
        assert_eq!((all.true_positives, all.false_positives, all.false_negatives), (1, 0, 2));
        assert_eq!((all.precision.k, all.precision.n, all.recall.n), (1, 1, 3));
        assert!(all.precision.interval.is_some() && all.f1_interval.is_some());
        // F1 of the tasks: 2/3, 0, and nothing where no answer is.
        assert_eq!(report.f1_macro, Some(22.2222));
        assert!(report.summary.contains("1 answers read, 1 unreadable, 1 absent"), "{}", report.summary);
    }

    #[test]
    fn profiles_differ_where_they_say_so() {
        let official = report(RUN, Profile::Official);
        assert_eq!(official.f1, Some(66.6667));
        assert_eq!(official.f1_over_seeds.map(|range| range.seeds), Some(10));
        assert_eq!(official.answers.len(), 2);
        assert!(official.rules.iter().any(|rule| rule.contains("left out")));
    }

    #[test]
    fn the_same_input_gives_the_same_bytes() {
        let json = to_json(&report(RUN, Profile::Corrected));
        assert_eq!(json, to_json(&report(RUN, Profile::Corrected)));
        let back: ScoreReport = serde_json::from_str(&json).expect("JSON");
        assert_eq!(back, report(RUN, Profile::Corrected));
    }
}
