//! Figures of imported runs: rates with intervals, means, the two averages that are never mixed up, and the run's own summary
//! against what its episodes give. Counts; it knows nothing of why episodes fail.

use crate::record::{Episode, Outcome, Run, SubsetRun, Summary};
use crate::view::{interval, mean, percent, rounded, square};
use stepguard_report::results::{MeanView, RunMeans, SummaryAgreement, SummaryCheck};
use stepguard_report::score::{Ends, RateView};
use stepguard_score::stats::wilson;

/// Episodes that have a result which says whether the task was solved.
pub fn finished(subset: &SubsetRun) -> impl Iterator<Item = (&Episode, &Outcome, bool)> {
    subset.episodes.iter().filter_map(|episode| {
        let outcome = episode.outcome.as_ref()?;
        Some((episode, outcome, outcome.success()?))
    })
}

/// Solved tasks and all of them.
#[must_use]
pub fn solved(subset: &SubsetRun) -> (u64, u64) {
    finished(subset).fold((0, 0), |(k, n), (.., solved)| (k + u64::from(solved), n + 1))
}

/// A rate with its interval.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of episodes are small")]
pub fn rate(name: &str, k: u64, n: u64) -> RateView {
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    RateView {
        name: name.to_owned(),
        k: whole(k),
        n: whole(n),
        percent: (n > 0).then(|| percent(k as f64 / n as f64)),
        interval: interval(k, n),
    }
}

/// Invalid actions: as stated, else as counted in the steps.
#[must_use]
pub fn invalid_actions(episode: &Episode) -> Option<f64> {
    let stated = episode.outcome.as_ref().and_then(|outcome| outcome.num_invalid_actions);
    stated.or_else(|| {
        let attempt = episode.attempts.last()?;
        let failed = attempt.steps().filter(|(_, step)| step.ran == Some(false)).count();
        u32::try_from(failed).ok().map(f64::from)
    })
}

type Getter = fn(&Episode) -> Option<f64>;

/// What is averaged, and how it is got from an episode.
const FIGURES: [(&str, Getter); 7] = [
    ("progress", |episode| Some(episode.outcome.as_ref()?.task_progress? * 100.0)),
    ("steps", |episode| episode.outcome.as_ref()?.num_steps),
    ("planner-calls", |episode| episode.outcome.as_ref()?.planner_steps),
    ("invalid-actions", invalid_actions),
    ("format-errors", |episode| Some(episode.outcome.as_ref()?.planner_output_error?.max(0.0))),
    ("empty-plans", |episode| episode.outcome.as_ref().map(|outcome| f64::from(u8::from(outcome.ended_empty())))),
    ("seconds", |episode| episode.outcome.as_ref()?.episode_elapsed_seconds),
];

/// The means of a subset; those that no episode records are left out.
#[must_use]
pub fn figures(subset: &SubsetRun) -> Vec<MeanView> {
    FIGURES
        .iter()
        .filter_map(|(name, get)| {
            let values: Vec<f64> = finished(subset).filter_map(|(episode, ..)| get(episode)).collect();
            (!values.is_empty()).then(|| MeanView {
                name: (*name).to_owned(),
                n: u32::try_from(values.len()).unwrap_or(u32::MAX),
                mean: mean(values.into_iter()),
            })
        })
        .collect()
}

/// Both averages of a run.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of episodes are small")]
pub fn means(run: &Run) -> RunMeans {
    let counts: Vec<(u64, u64)> = run.subsets.iter().map(solved).filter(|(_, n)| *n > 0).collect();
    let (k, n) = counts.iter().fold((0, 0), |(k, n), (more_k, more_n)| (k + more_k, n + more_n));
    let subsets = u32::try_from(counts.len()).unwrap_or(u32::MAX);
    let over =
        (subsets > 0).then(|| counts.iter().map(|(k, n)| *k as f64 / *n as f64).sum::<f64>() / f64::from(subsets));
    let equal = counts.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let each: Vec<Vec<MeanView>> = run.subsets.iter().map(figures).collect();
    let figures = FIGURES.iter().filter_map(|(name, _)| {
        let of = || each.iter().flatten().filter(|figure| figure.name == *name);
        let count = of().count();
        (count > 0).then(|| MeanView {
            name: (*name).to_owned(),
            n: u32::try_from(count).unwrap_or(u32::MAX),
            mean: mean(of().filter_map(|figure| figure.mean)),
        })
    });
    RunMeans {
        over_subsets: over.map(percent),
        over_subsets_interval: if equal { interval(k, n) } else { over.and_then(|over| joined(over, &counts)) },
        subsets,
        over_episodes: rate("success", k, n),
        figures: figures.collect(),
    }
}

/// The interval of a mean of rates from their Wilson intervals: the distances of the ends from the rates, squared, weighted
/// and added (the method of variance estimates recovery of Zou and Donner, 2008).
#[expect(clippy::cast_precision_loss, reason = "counts of episodes are small")]
fn joined(over: f64, counts: &[(u64, u64)]) -> Option<Ends> {
    let weight = 1.0 / counts.len() as f64;
    let (mut below, mut above) = (0.0, 0.0);
    for (k, n) in counts {
        let rate = *k as f64 / *n as f64;
        let ends = wilson(*k, *n)?;
        below += square(weight * (rate - ends.low));
        above += square(weight * (ends.high - rate));
    }
    Some(Ends { low: percent((over - below.sqrt()).max(0.0)), high: percent((over + above.sqrt()).min(1.0)) })
}

/// How far a stated figure may be from a computed one: summaries are printed with all digits, some with three.
fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 + 1e-6 * a.abs().max(b.abs())
}

/// A key of a summary that is the mean of a key of the results.
fn mean_key(key: &str) -> Option<fn(&Outcome) -> Option<f64>> {
    Some(match key {
        "task_success" => |o| o.task_success,
        "task_progress" => |o| o.task_progress,
        "subgoal_reward" => |o| o.subgoal_reward,
        "num_steps" | "avg_steps" | "avg_num_steps" => |o| o.num_steps,
        "planner_steps" | "avg_planner_steps" => |o| o.planner_steps,
        "planner_output_error" => |o| o.planner_output_error,
        "num_invalid_actions" => |o| o.num_invalid_actions,
        "num_invalid_action_ratio" => |o| o.num_invalid_action_ratio,
        "empty_plan" => |o| o.empty_plan,
        "episode_elapsed_seconds" => |o| o.episode_elapsed_seconds,
        "reward" => |o| o.reward,
        "avg_reward" => |o| o.avg_reward,
        _ => return None,
    })
}

/// Every figure of the run's own summaries against its episodes.
#[must_use]
pub fn check_summaries(subset: &SubsetRun) -> Vec<SummaryCheck> {
    subset.summaries.iter().flat_map(|summary| check_summary(summary, subset)).collect()
}

fn check_summary(summary: &Summary, subset: &SubsetRun) -> Vec<SummaryCheck> {
    let outcomes: Vec<&Outcome> = subset.episodes.iter().filter_map(|episode| episode.outcome.as_ref()).collect();
    let itself = averaged_itself(summary, &outcomes);
    summary
        .entries
        .iter()
        .map(|(key, stated, not_finite)| {
            let (computed, agreement, why) = check_entry(key, *stated, *not_finite, &outcomes, itself);
            SummaryCheck {
                file: summary.file.clone(),
                key: key.clone(),
                stated: *stated,
                computed: computed.map(rounded),
                agreement,
                why,
            }
        })
        .collect()
}

fn check_entry(
    key: &str,
    stated: Option<f64>,
    not_finite: bool,
    outcomes: &[&Outcome],
    itself: Option<usize>,
) -> (Option<f64>, SummaryAgreement, String) {
    use SummaryAgreement::{Agrees, AveragedItself, Differs, NotRecomputed};
    let n = outcomes.len();
    if let Some(get) = mean_key(key) {
        let values: Vec<f64> = outcomes.iter().filter_map(|outcome| get(outcome)).collect();
        let computed = average(&values);
        return match (stated, computed) {
            (None, _) if not_finite => {
                let nan = outcomes.iter().filter(|outcome| outcome.not_finite.iter().any(|bad| bad == key)).count();
                let why = format!("NaN in the summary; {nan} of {n} results have NaN, the mean is of the others");
                (computed, if nan > 0 { Agrees } else { Differs }, why)
            }
            (None, _) => (computed, NotRecomputed, "no number".to_owned()),
            (Some(_), None) => (None, NotRecomputed, "no result records it".to_owned()),
            (Some(stated), Some(computed)) if close(stated, computed) => (Some(computed), Agrees, String::new()),
            (Some(stated), Some(computed)) => match itself {
                Some(earlier) => {
                    let why = format!(
                        "{stated} is the mean of {n} results and of an earlier summary of {earlier} of them; the results \
                         alone give {computed:.4}"
                    );
                    (Some(computed), AveragedItself, why)
                }
                None => {
                    let why = format!("{stated} in the summary; the mean of {} results is {computed:.4}", values.len());
                    (Some(computed), Differs, why)
                }
            },
        };
    }
    let Some(stated) = stated else {
        return (None, NotRecomputed, "no number".to_owned());
    };
    #[expect(clippy::cast_precision_loss, reason = "counts of episodes are small")]
    let count = |test: &dyn Fn(&&&Outcome) -> bool| outcomes.iter().filter(test).count() as f64;
    let solved = count(&|outcome| outcome.success() == Some(true));
    let all = count(&|_| true);
    let errors: f64 = outcomes.iter().filter_map(|outcome| outcome.planner_output_error).map(|e| e.max(0.0)).sum();
    let with_errors = count(&|outcome| outcome.planner_output_error.is_some_and(|errors| errors > 0.0));
    // The first is shown; a share may be written in percent, errors counted once an episode.
    let possible: &[f64] = match key {
        "total_num_tasks" | "num_tasks" | "total_tasks" => &[all],
        "num_success" | "num_successes" => &[solved],
        "success_rate" if all > 0.0 => &[solved / all, 100.0 * solved / all],
        "output_format_error" | "format_errors" => &[errors, with_errors],
        _ => return (None, NotRecomputed, "not known how it is computed".to_owned()),
    };
    if possible.iter().any(|computed| close(*computed, stated)) {
        (possible.first().copied(), Agrees, String::new())
    } else {
        let why = format!("{stated} in the summary; the {n} results give {}", rounded(possible[0]));
        (possible.first().copied(), Differs, why)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of episodes are small")]
fn average(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A summary made from all files of its folder takes in the summary that an earlier, shorter run left there. Then each of its
/// figures is the mean of the results and of the mean of the first few of them, with the same number of those throughout.
/// Returns that number, when every figure that differs from its mean is explained by it.
#[expect(clippy::cast_precision_loss, reason = "counts of episodes are small")]
fn averaged_itself(summary: &Summary, outcomes: &[&Outcome]) -> Option<usize> {
    let mut possible: Option<Vec<usize>> = None;
    for (key, stated, _) in &summary.entries {
        let (Some(stated), Some(get)) = (*stated, mean_key(key)) else { continue };
        // A key that some results lack could be explained by too much.
        let Some(values) = outcomes.iter().map(|outcome| get(outcome)).collect::<Option<Vec<f64>>>() else { continue };
        let n = values.len() as f64;
        let sum: f64 = values.iter().sum();
        if values.is_empty() || close(stated, sum / n) {
            continue;
        }
        let mut first = 0.0;
        let mut explained = Vec::new();
        for (index, value) in values.iter().enumerate() {
            first += value;
            let earlier = first / (index + 1) as f64;
            if index + 1 < values.len() && close(stated, (sum + earlier) / (n + 1.0)) {
                explained.push(index + 1);
            }
        }
        possible = Some(match possible {
            None => explained,
            Some(before) => before.into_iter().filter(|count| explained.contains(count)).collect(),
        });
    }
    possible?.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::{Environment, Subset};

    fn outcome(success: f64, steps: f64) -> Outcome {
        Outcome { task_success: Some(success), num_steps: Some(steps), ..Outcome::default() }
    }

    fn subset(id: &str, outcomes: Vec<Outcome>, entries: &[(&str, f64)]) -> SubsetRun {
        let numbered = (1..).zip(outcomes);
        SubsetRun {
            id: id.to_owned(),
            folder: id.to_owned(),
            subset: Subset::from_name(id),
            episodes: numbered
                .map(|(number, outcome)| Episode { number, outcome: Some(outcome), ..Episode::default() })
                .collect(),
            summaries: vec![Summary {
                file: "summary.json".to_owned(),
                entries: entries.iter().map(|(key, value)| ((*key).to_owned(), Some(*value), false)).collect(),
            }],
        }
    }

    fn run(subsets: Vec<SubsetRun>) -> Run {
        Run {
            id: "alfred.x".to_owned(),
            folder: String::new(),
            environment: Environment::Alfred,
            model: None,
            experiment: None,
            config: Vec::new(),
            subsets,
        }
    }

    #[test]
    fn the_two_means_differ_when_subsets_do() {
        let base = subset("base", vec![outcome(1.0, 4.0), outcome(1.0, 6.0), outcome(1.0, 8.0)], &[]);
        let long = subset("long", vec![outcome(0.0, 30.0)], &[]);
        let means = means(&run(vec![base, long]));
        assert_eq!(means.over_subsets, Some(50.0));
        assert_eq!((means.over_episodes.percent, means.over_episodes.n), (Some(75.0), 4));
        let steps = means.figures.iter().find(|figure| figure.name == "steps").expect("recorded");
        assert_eq!(steps.mean, Some(18.0));
        let ends = means.over_subsets_interval.expect("there are episodes");
        assert!(ends.low > 0.0 && ends.low < 50.0 && ends.high > 50.0 && ends.high < 100.0, "{ends:?}");
    }

    #[test]
    fn equal_subsets_have_the_pooled_interval() {
        let two = || vec![outcome(1.0, 1.0), outcome(0.0, 1.0)];
        let means = means(&run(vec![subset("base", two(), &[]), subset("long", two(), &[])]));
        assert_eq!(means.over_subsets_interval, interval(2, 4));
        assert_eq!(means.over_subsets, means.over_episodes.percent);
    }

    #[test]
    fn no_episodes_no_figures() {
        let means = means(&run(vec![subset("base", Vec::new(), &[])]));
        assert_eq!((means.over_subsets, means.subsets, means.over_subsets_interval), (None, 0, None));
    }

    #[test]
    fn a_summary_that_averaged_itself_is_recognised() {
        let outcomes = vec![outcome(1.0, 10.0), outcome(0.0, 30.0), outcome(1.0, 8.0), outcome(0.0, 25.0)];
        // An earlier run had two episodes: success 0.5, 20 steps.
        let steps = (10.0 + 30.0 + 8.0 + 25.0 + 20.0) / 5.0;
        let checks = check_summaries(&subset("base", outcomes, &[("task_success", 0.5), ("num_steps", steps)]));
        assert_eq!(checks[0].agreement, SummaryAgreement::Agrees);
        assert_eq!(checks[1].agreement, SummaryAgreement::AveragedItself);
        assert_eq!(checks[1].computed, Some(18.25));
        assert!(checks[1].why.contains("earlier summary of 2"), "{}", checks[1].why);
    }

    #[test]
    fn a_summary_that_differs_says_both_numbers() {
        let outcomes = vec![outcome(1.0, 10.0), outcome(0.0, 30.0)];
        let entries = [("num_steps", 21.0), ("success_rate", 50.0), ("num_success", 2.0), ("mood", 1.0)];
        let checks = check_summaries(&subset("base", outcomes, &entries));
        let found: Vec<SummaryAgreement> = checks.iter().map(|check| check.agreement).collect();
        use SummaryAgreement::{Agrees, Differs, NotRecomputed};
        assert_eq!(found, [Differs, Agrees, Differs, NotRecomputed]);
        assert!(checks[0].why.contains("21") && checks[0].why.contains("20.0000"), "{}", checks[0].why);
    }
}
