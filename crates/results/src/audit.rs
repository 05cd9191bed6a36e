//! The audit of published figures: means computed again from their rows, rates that no whole number of tasks gives, parts
//! that do not add up. It marks and shows the arithmetic; it corrects nothing.
//!
//! A printed number stands for everything that rounds to it, so each comparison allows half a unit of the last digit. Where
//! every cell of a row is a share of a known number of tasks, the counts behind them are known exactly, and the mean is
//! compared with what those counts give as well as with the mean of the printed cells: a paper may have done either.

use crate::environment::{Environment, Subset};
use crate::published::{Figure, Published, measure};
use std::collections::BTreeSet;
use stepguard_report::results::{AuditKind, AuditMark, MeansView};

/// Far below any printed digit, far above the error of a sum of doubles.
const TINY: f64 = 1e-9;

/// A row's means and what is to be said about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Means {
    /// As stated.
    pub stated: f64,
    /// The plain mean, from counts where they are known, else from printed cells.
    pub plain: f64,
    /// The mean weighted by tasks, likewise.
    pub weighted: f64,
    /// Whether the stated mean is the plain one.
    pub is_plain: bool,
    /// Whether the stated mean is the weighted one.
    pub is_weighted: bool,
    /// Whether the printed cells can stand for values whose mean rounds to the stated one.
    pub within_rounding: bool,
    /// Whether `plain` and `weighted` come from counts.
    pub from_counts: bool,
    /// Subsets, tasks, printed cells.
    cells: Vec<(Subset, u32, String)>,
}

impl Means {
    /// For the page.
    #[must_use]
    pub fn view(&self) -> MeansView {
        let stated_is = match (self.is_plain, self.is_weighted) {
            (true, true) => "both",
            (true, false) => "plain",
            (false, true) => "weighted",
            (false, false) => "neither",
        };
        MeansView { stated: self.stated, plain: self.plain, weighted: self.weighted, stated_is: stated_is.to_owned() }
    }
}

/// Half a unit of the last printed digit.
fn half_unit(printed: &str) -> f64 {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    let mut half = 0.5;
    for _ in 0..digits {
        half /= 10.0;
    }
    half
}

/// The number of successes of `n` that a printed rate stands for; `None` when there is none.
#[must_use]
pub fn successes(printed: &str, n: u32) -> Option<u32> {
    let rate: f64 = printed.parse().ok()?;
    let half = half_unit(printed) + TINY;
    let (k, _) = around(rate, n);
    [k, k.saturating_add(1)].into_iter().find(|k| *k <= n && (percent(*k, n) - rate).abs() <= half)
}

fn percent(k: u32, n: u32) -> f64 {
    100.0 * f64::from(k) / f64::from(n)
}

/// The counts of successes next below and next above a rate.
fn around(rate: f64, n: u32) -> (u32, u32) {
    let below = (0..=n).take_while(|k| percent(*k, n) <= rate + TINY).last().unwrap_or(0);
    (below, (below + 1).min(n))
}

/// The means of the row that a stated mean belongs to; `None` when the figure is no mean or a subset is missing.
#[must_use]
pub fn means(published: &Published, mean: &Figure) -> Option<Means> {
    if mean.subset != "mean" {
        return None;
    }
    let row: Vec<(Subset, u32, &Figure)> = mean
        .environment
        .subsets()
        .iter()
        .map(|(subset, n)| {
            let setting = mean.setting.as_deref();
            let cell = published.cell(mean.model, mean.environment, mean.measure, setting, subset.id())?;
            Some((*subset, *n, cell))
        })
        .collect::<Option<_>>()?;
    let is_rate = measure(mean.measure).is_some_and(|measure| measure.is_rate);
    let printed: Vec<(f64, u32)> = row.iter().map(|(_, n, cell)| (cell.value, *n)).collect();
    let exact: Option<Vec<(f64, u32)>> = is_rate
        .then(|| row.iter().map(|(_, n, cell)| Some((percent(successes(&cell.printed, *n)?, *n), *n))).collect())
        .flatten();
    let used = exact.as_ref().unwrap_or(&printed);
    let (plain, weighted) = (plain_mean(used), weighted_mean(used));
    let half = half_unit(&mean.printed);
    let is = |mean_of: fn(&[(f64, u32)]) -> f64| {
        [Some(&printed), exact.as_ref()]
            .into_iter()
            .flatten()
            .any(|cells| (mean_of(cells) - mean.value).abs() <= half + TINY)
    };
    let slack: Vec<(f64, u32)> = row.iter().map(|(_, n, cell)| (half_unit(&cell.printed), *n)).collect();
    let usual: fn(&[(f64, u32)]) -> f64 = if mean.environment.averages_by_task() { weighted_mean } else { plain_mean };
    Some(Means {
        stated: mean.value,
        plain,
        weighted,
        is_plain: is(plain_mean),
        is_weighted: is(weighted_mean),
        within_rounding: (usual(&printed) - mean.value).abs() <= half + usual(&slack) + TINY,
        from_counts: exact.is_some(),
        cells: row.iter().map(|(subset, n, cell)| (*subset, *n, cell.printed.clone())).collect(),
    })
}

fn plain_mean(cells: &[(f64, u32)]) -> f64 {
    let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
    cells.iter().map(|(value, _)| value).sum::<f64>() / f64::from(count.max(1))
}

fn weighted_mean(cells: &[(f64, u32)]) -> f64 {
    let tasks: u32 = cells.iter().map(|(_, n)| n).sum();
    cells.iter().map(|(value, n)| value * f64::from(*n)).sum::<f64>() / f64::from(tasks.max(1))
}

/// Everything the audit finds, in the order of the pack.
#[must_use]
pub fn audit(published: &Published) -> Vec<AuditMark> {
    let mut marks = Vec::new();
    for figure in &published.figures {
        marks.extend(mean_mark(published, figure));
        marks.extend(rate_mark(published, figure));
        marks.extend(parts_mark(published, figure));
    }
    marks
}

/// The ids of marked figures.
#[must_use]
pub fn marked(marks: &[AuditMark]) -> BTreeSet<String> {
    marks.iter().map(|mark| mark.figure.clone()).collect()
}

fn mark(published: &Published, figure: &Figure, kind: AuditKind, why: String) -> AuditMark {
    let suffix = match kind {
        AuditKind::MeanDiffers => "mean-differs",
        AuditKind::PlainMean => "plain-mean",
        AuditKind::MeanRounded => "mean-rounded",
        AuditKind::ImpossibleRate => "impossible-rate",
        AuditKind::PartsDiffer => "parts-differ",
    };
    AuditMark {
        id: format!("{}!{suffix}", figure.id),
        kind,
        figure: figure.id.clone(),
        model: published.models[figure.model].name.clone(),
        environment: figure.environment.id().to_owned(),
        measure: figure.measure.to_owned(),
        subset: figure.subset.clone(),
        stated: figure.value,
        computed: None,
        possible: Vec::new(),
        why,
    }
}

fn mean_mark(published: &Published, figure: &Figure) -> Option<AuditMark> {
    let means = means(published, figure)?;
    let by_task = figure.environment.averages_by_task();
    let (kind, usual) = match (by_task, means.is_plain, means.is_weighted) {
        (true, _, true) | (false, true, _) => return None,
        (true, true, false) => (AuditKind::PlainMean, means.weighted),
        (true, false, false) => (AuditKind::MeanDiffers, means.weighted),
        (false, false, _) => (AuditKind::MeanDiffers, means.plain),
    };
    let kind = if kind == AuditKind::MeanDiffers && means.within_rounding { AuditKind::MeanRounded } else { kind };
    let sum = sum_in_words(&means.cells, by_task);
    let basis = if means.from_counts { "by the counts of successes behind the cells" } else { "by the printed cells" };
    let printed = &figure.printed;
    let why = match kind {
        AuditKind::PlainMean => format!(
            "Stated {printed} is the plain mean of the subsets ({:.2}); the other rows state the mean weighted by tasks, \
             which is {:.2} here: {sum}.",
            means.plain, means.weighted
        ),
        AuditKind::MeanRounded => format!(
            "Stated {printed}; {basis} it is {usual:.2}, which does not round to it. The printed cells alone, rounded as \
             they are, would allow it: {sum}."
        ),
        _ => format!("Stated {printed}; {basis} it is {usual:.2}: {sum}."),
    };
    Some(AuditMark { computed: Some(usual), ..mark(published, figure, kind, why) })
}

/// `(36 + 30 + 36) / 3`, or with weights `(48 x 10.4 + 36 x 14.6) / 84`.
fn sum_in_words(cells: &[(Subset, u32, String)], by_task: bool) -> String {
    let terms: Vec<String> = cells
        .iter()
        .map(|(_, n, printed)| if by_task { format!("{n} \u{d7} {printed}") } else { printed.clone() })
        .collect();
    let tasks: u32 = cells.iter().map(|(_, n, _)| n).sum();
    let of = if by_task { tasks.to_string() } else { cells.len().to_string() };
    format!("({}) / {of}", terms.join(" + "))
}

fn rate_mark(published: &Published, figure: &Figure) -> Option<AuditMark> {
    let n = figure.tasks().filter(|_| measure(figure.measure).is_some_and(|measure| measure.is_rate))?;
    if successes(&figure.printed, n).is_some() {
        return None;
    }
    let (below, above) = around(figure.value, n);
    let read_by_eye = published.sources[figure.source].how == "read by eye";
    let why = format!(
        "{} is no share of {n} tasks: {below} of {n} is {:.2}, {above} of {n} is {:.2}.{}",
        figure.printed,
        percent(below, n),
        percent(above, n),
        if read_by_eye { " The figure was read off a bar by eye." } else { "" }
    );
    Some(AuditMark {
        possible: vec![percent(below, n), percent(above, n)],
        ..mark(published, figure, AuditKind::ImpossibleRate, why)
    })
}

/// A whole (`perception`) against its parts (`perception/hallucination`).
fn parts_mark(published: &Published, figure: &Figure) -> Option<AuditMark> {
    let parts = parts(published, figure);
    if parts.is_empty() {
        return None;
    }
    let sum: f64 = parts.iter().map(|part| part.value).sum();
    let slack: f64 = parts.iter().map(|part| half_unit(&part.printed)).sum::<f64>() + half_unit(&figure.printed);
    if (sum - figure.value).abs() <= slack + TINY {
        return None;
    }
    let terms: Vec<&str> = parts.iter().map(|part| part.printed.as_str()).collect();
    let why = format!(
        "Stated {}; its parts add up to {sum}: {}. Rounding explains {slack} at most.",
        figure.printed,
        terms.join(" + ")
    );
    Some(AuditMark { computed: Some(sum), ..mark(published, figure, AuditKind::PartsDiffer, why) })
}

/// The parts of a share of errors.
#[must_use]
pub fn parts<'a>(published: &'a Published, whole: &Figure) -> Vec<&'a Figure> {
    let Some(group) = whole.setting.as_deref().filter(|setting| !setting.contains('/')) else { return Vec::new() };
    if whole.measure != "error-share" {
        return Vec::new();
    }
    let same = |figure: &&Figure| {
        figure.model == whole.model
            && figure.environment == whole.environment
            && figure.measure == whole.measure
            && figure.setting.as_deref().and_then(|setting| setting.split_once('/')).is_some_and(|(of, _)| of == group)
    };
    published.figures.iter().filter(same).collect()
}

/// Whether a mean over subsets is marked for people as weighted.
#[must_use]
pub fn mean_name(environment: Environment) -> &'static str {
    if environment.averages_by_task() { "Mean, weighted by tasks" } else { "Mean of subsets" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(kind: AuditKind) -> Vec<(String, f64, Option<String>)> {
        let published = Published::shipped();
        audit(&published)
            .into_iter()
            .filter(|mark| mark.kind == kind && mark.measure == "success")
            .map(|mark| (mark.figure, mark.stated, mark.computed.map(|computed| format!("{computed:.1}"))))
            .collect()
    }

    #[test]
    fn means_that_differ() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            found(AuditKind::MeanDiffers),
            [
                ("alfred.success.internvl2-5-38b.mean".to_owned(), 23.3, some("27.3")),
                ("navigation.success.gpt-4o-mini.mean".to_owned(), 32.8, some("32.3")),
                ("manipulation.success.llama-3.2-90b-vision-ins.mean".to_owned(), 14.9, some("14.4")),
            ]
        );
    }

    #[test]
    fn plain_means_among_weighted_ones() {
        let ids: Vec<String> = found(AuditKind::PlainMean).into_iter().map(|(id, ..)| id).collect();
        assert_eq!(
            ids,
            ["internvl3-38b", "internvl3-8b", "ovis2-16b", "gemma-3-27b-it"]
                .map(|model| format!("manipulation.success.{model}.mean"))
        );
    }

    #[test]
    fn a_mean_that_counts_do_not_give() {
        let found = found(AuditKind::MeanRounded);
        let ids: Vec<&str> = found.iter().map(|(id, ..)| id.as_str()).collect();
        assert_eq!(ids, ["navigation.success.gemma-3-27b-it.mean"]);
        assert_eq!(found[0].1, 45.4);
    }

    #[test]
    fn impossible_rates() {
        let ids: Vec<(String, f64)> = found(AuditKind::ImpossibleRate).into_iter().map(|(id, s, _)| (id, s)).collect();
        assert_eq!(
            ids,
            [
                ("navigation.success.llama-3.2-11b-vision-ins.long".to_owned(), 17.0),
                ("navigation.success.qwen2-vl-72b-ins.visual".to_owned(), 16.0),
                ("manipulation.success.llama-3.2-90b-vision-ins.visual".to_owned(), 10.4),
            ]
        );
    }

    #[test]
    fn outside_of_task_success_one_bar_read_by_eye_is_marked() {
        let marks = audit(&Published::shipped());
        let others: Vec<&AuditMark> = marks.iter().filter(|mark| mark.measure != "success").collect();
        let ids: Vec<&str> = others.iter().map(|mark| mark.figure.as_str()).collect();
        assert_eq!(ids, ["navigation.resolution.500x500.claude-3.5-sonnet.base"]);
        assert!(others[0].why.contains("by eye"), "{}", others[0].why);
        assert!(others[0].why.contains("27 of 60 is 45.00, 28 of 60 is 46.67"), "{}", others[0].why);
    }

    #[test]
    fn parts_that_are_not_the_whole() {
        let broken = crate::published::SHIPPED.replacen("[\"GPT-4o\", \"33\"", "[\"GPT-4o\", \"60\"", 1);
        let published = Published::read(&broken).expect("still a pack");
        let marks: Vec<AuditMark> =
            audit(&published).into_iter().filter(|mark| mark.kind == AuditKind::PartsDiffer).collect();
        assert_eq!(marks.len(), 1);
        assert!(marks[0].why.starts_with("Stated 60; its parts add up to 34"), "{}", marks[0].why);
    }

    #[test]
    fn successes_behind_a_rate() {
        assert_eq!(successes("64", 50), Some(32));
        assert_eq!(successes("65", 50), None);
        assert_eq!(successes("61.7", 60), Some(37));
        assert_eq!(successes("17", 60), Some(10));
        assert_eq!(successes("17.0", 60), None);
        assert_eq!(successes("100", 48), Some(48));
        assert_eq!(successes("0", 36), Some(0));
        assert_eq!(successes("~40", 50), None);
        assert_eq!(successes("101", 50), None);
    }
}
