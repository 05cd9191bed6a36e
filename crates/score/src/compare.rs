//! Two runs compared on the same tasks: is one better, or is no difference shown? Knows scored reports only.

use crate::counts::Counts;
use crate::stats::{Interval, Paired, f1_difference, holm, mcnemar};
use std::collections::{BTreeMap, BTreeSet};
use stepguard_report::{AnswerStatus, AnswerView, ComparisonView, DifferenceView, Ends, ScoreReport};

/// Compares pairs of reports, each pair of one suite, module and profile; p-values are corrected over all of them.
///
/// # Errors
/// When the reports of a pair are of different suites, modules or profiles.
pub fn compare(pairs: &[(&ScoreReport, &ScoreReport)]) -> Result<Vec<ComparisonView>, String> {
    let compared: Result<Vec<ComparisonView>, String> =
        pairs.iter().map(|(first, second)| pair(first, second)).collect();
    let mut compared = compared?;
    let figures: [fn(&mut ComparisonView) -> &mut DifferenceView; 2] = [f1_of, flawless_of];
    for of in figures {
        let tested: Vec<f64> = compared.iter_mut().filter_map(|view| of(view).p).collect();
        let mut corrected = holm(&tested).into_iter();
        for view in &mut compared {
            let difference = of(view);
            if difference.p.is_some() {
                difference.p_corrected = corrected.next().map(digits);
            }
        }
    }
    for view in &mut compared {
        view.f1.p = view.f1.p.map(digits);
        view.flawless.p = view.flawless.p.map(digits);
    }
    Ok(compared)
}

const fn f1_of(view: &mut ComparisonView) -> &mut DifferenceView {
    &mut view.f1
}

const fn flawless_of(view: &mut ComparisonView) -> &mut DifferenceView {
    &mut view.flawless
}

fn pair(first: &ScoreReport, second: &ScoreReport) -> Result<ComparisonView, String> {
    for (what, one, other) in [
        ("suites", &first.suite, &second.suite),
        ("modules", &first.module, &second.module),
        ("profiles", &first.profile, &second.profile),
    ] {
        if one != other {
            return Err(format!("runs of different {what} cannot be compared: {one} and {other}"));
        }
    }
    let by_id = |report: &ScoreReport| -> BTreeMap<String, AnswerView> {
        report.answers.iter().map(|answer| (answer.id.clone(), answer.clone())).collect()
    };
    let (one, other) = (by_id(first), by_id(second));
    let ids: BTreeSet<&String> = one.keys().filter(|id| other.contains_key(*id)).collect();
    let left_out = one.keys().chain(other.keys()).filter(|id| !ids.contains(id)).cloned().collect();

    let clusters = |answers: &BTreeMap<String, AnswerView>| -> Vec<Counts> {
        let mut by_family: BTreeMap<&str, Counts> = BTreeMap::new();
        // Families are those of the first report, so that both lists have the same.
        for id in &ids {
            if let (Some(of), Some(answer)) = (one.get(*id), answers.get(*id)) {
                *by_family.entry(&of.family).or_default() += counts(answer);
            }
        }
        by_family.into_values().collect()
    };
    let (before, after) = (clusters(&one), clusters(&other));
    let total = |clusters: &[Counts]| clusters.iter().copied().sum::<Counts>().f1();
    let difference = f1_difference(&before, &after);
    let f1 = view(total(&before), total(&after), difference.map(|found| (found.difference, found.interval, found.p)));

    let flawless = |answer: &AnswerView| {
        answer.status == AnswerStatus::Read && answer.false_positives == 0 && answer.false_negatives <= 0
    };
    let paired: Paired =
        ids.iter().filter_map(|id| Some((flawless(one.get(*id)?), flawless(other.get(*id)?)))).collect();
    let share = |k: u64| {
        let n = i64::try_from(ids.len()).unwrap_or(i64::MAX);
        crate::counts::ratio(i64::try_from(k).unwrap_or(i64::MAX), n)
    };
    let flawless = view(
        share(paired.both + paired.first_only),
        share(paired.both + paired.second_only),
        mcnemar(paired).map(|found| (found.difference, found.interval, found.p)),
    );
    Ok(ComparisonView {
        suite: first.suite.clone(),
        module: first.module.clone(),
        profile: first.profile.clone(),
        n: ids.len() as u64,
        left_out,
        f1,
        flawless,
    })
}

const fn counts(answer: &AnswerView) -> Counts {
    Counts::new(answer.true_positives, answer.false_positives, answer.false_negatives)
}

pub(crate) fn view(first: Option<f64>, second: Option<f64>, found: Option<(f64, Interval, f64)>) -> DifferenceView {
    let points = |share: f64| (share * 1e6).round() / 1e4;
    let words = match found {
        Some((_, interval, _)) if interval.low > 0.0 => "the second run is better",
        Some((_, interval, _)) if interval.high < 0.0 => "the first run is better",
        _ => "no difference shown",
    };
    DifferenceView {
        first: first.map(points),
        second: second.map(points),
        difference: found.map(|(difference, ..)| points(difference)),
        interval: found.map(|(_, interval, _)| Ends { low: points(interval.low), high: points(interval.high) }),
        p: found.map(|(.., p)| p),
        p_corrected: None,
        words: words.to_owned(),
    }
}

/// A p-value with six decimals.
pub(crate) fn digits(p: f64) -> f64 {
    (p * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Module, Profile, Run, goal, view};

    /// Twenty tasks of one state goal each.
    fn suite() -> goal::Suite {
        let lines: Vec<String> = (0..20)
            .map(|id| {
                format!(
                    "{{\"id\": \"t{id}\", \"objects\": [[\"a\", 1]], \"gold\": {{\"node goals\": [{{\"name\": \"a\", \"id\": 1, \
                     \"state\": \"ON\"}}]}}}}"
                )
            })
            .collect();
        goal::Suite::read(&lines.join("\n"), "{}", "{}", "{}").expect("a suite")
    }

    /// A run that is right on the tasks below `right`.
    fn report(right: usize, profile: Profile) -> ScoreReport {
        let mut run = Run::read("", Module::Goal);
        for id in 0..20 {
            let state = if id < right { "ON" } else { "OFF" };
            let answer = format!("{{\"node goals\": [{{\"name\": \"a\", \"state\": \"{state}\"}}]}}");
            run.answers.insert(format!("t{id}"), answer);
        }
        view::goal("stepguard test", "eai", &suite(), &run, profile)
    }

    #[test]
    fn a_difference_that_shows() {
        let (weak, strong) = (report(4, Profile::Corrected), report(18, Profile::Corrected));
        let found = &compare(&[(&weak, &strong)]).expect("comparable")[0];
        assert_eq!((found.n, found.f1.first, found.f1.second), (20, Some(20.0), Some(90.0)));
        assert_eq!(
            (found.f1.words.as_str(), found.flawless.words.as_str()),
            ("the second run is better", "the second run is better")
        );
        // Fourteen tasks on which only the second is right: 2 * 2^-14.
        assert_eq!(found.flawless.p, Some(0.000122));
        assert_eq!(found.flawless.difference, Some(70.0));
        let back = &compare(&[(&strong, &weak)]).expect("comparable")[0];
        assert_eq!(back.f1.words, "the first run is better");
    }

    #[test]
    fn a_difference_that_does_not_show() {
        let (one, other) = (report(10, Profile::Corrected), report(11, Profile::Corrected));
        let found = &compare(&[(&one, &other)]).expect("comparable")[0];
        assert_eq!(
            (found.f1.words.as_str(), found.flawless.words.as_str()),
            ("no difference shown", "no difference shown")
        );
        assert_eq!(found.flawless.p, Some(1.0));
    }

    #[test]
    fn several_comparisons_are_corrected() {
        let (weak, strong) = (report(4, Profile::Corrected), report(18, Profile::Corrected));
        let middle = report(11, Profile::Corrected);
        let found = compare(&[(&weak, &strong), (&weak, &middle)]).expect("comparable");
        // 2^-13 and 2^-6: the smaller one counts twice.
        assert_eq!((found[0].flawless.p, found[0].flawless.p_corrected), (Some(0.000122), Some(0.000244)));
        assert_eq!((found[1].flawless.p, found[1].flawless.p_corrected), (Some(0.015625), Some(0.015625)));
    }

    #[test]
    fn only_what_both_have_counts() {
        let first = report(10, Profile::Corrected);
        let mut second = report(12, Profile::Corrected);
        second.answers.truncate(15);
        let found = &compare(&[(&first, &second)]).expect("comparable")[0];
        assert_eq!((found.n, found.left_out.len()), (15, 5));
        assert!(compare(&[(&first, &report(10, Profile::Official))]).is_err());
    }
}
