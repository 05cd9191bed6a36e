//! Two runs on the same episodes: per subset and over all, how often each succeeds where the other fails, and whether that
//! shows a difference. Tests come from `stepguard-score`; p-values are corrected over the rows of one comparison.

use crate::lists::name_of;
use serde::Serialize;
use std::collections::BTreeMap;
use stepguard_report::results::{EpisodeLine, ImportedRun};
use stepguard_report::score::Ends;
use stepguard_score::stats::{Paired, holm, mcnemar};

/// At most so many episodes on which the runs differ are listed for each side.
const LISTED: usize = 200;

/// Two runs compared.
#[derive(Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The environment.
    pub environment: String,
    /// The first run's name.
    pub first: String,
    /// The second run's name.
    pub second: String,
    /// Over all episodes, then subset by subset.
    pub rows: Vec<Row>,
    /// Episodes that only one of them has, or that are unfinished in one: they count in nothing.
    pub left_out: usize,
    /// Episodes that only the first solves.
    pub first_only: Vec<Differs>,
    /// Episodes that only the second solves.
    pub second_only: Vec<Differs>,
    /// One plain sentence.
    pub summary: String,
}

/// One subset, or all.
#[derive(Debug, PartialEq, Serialize)]
pub struct Row {
    /// The subset; `all` for all episodes.
    pub subset: String,
    /// Episodes of both runs.
    pub n: u64,
    /// Solved by both.
    pub both: u64,
    /// Solved by the first only.
    pub first_only: u64,
    /// Solved by the second only.
    pub second_only: u64,
    /// Solved by neither.
    pub neither: u64,
    /// Rate of the second less rate of the first, in points.
    pub difference: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<Ends>,
    /// McNemar's p.
    pub p: Option<f64>,
    /// The same, corrected by Holm's method over the rows.
    pub p_corrected: Option<f64>,
    /// Which is better, in words.
    pub words: String,
}

/// An episode on which the runs differ.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Differs {
    /// Its id in the first run.
    pub first: String,
    /// Its id in the second run.
    pub second: String,
    /// The instruction.
    pub instruction: Option<String>,
}

/// Compares two runs.
///
/// # Errors
/// They are of different environments.
pub fn compare(first: &ImportedRun, second: &ImportedRun) -> Result<Comparison, String> {
    if first.environment != second.environment {
        return Err("runs of different environments have no episodes in common".to_owned());
    }
    let key = |line: &EpisodeLine| (line.subset.clone(), line.number);
    let others: BTreeMap<(String, u64), &EpisodeLine> = second.episodes.iter().map(|line| (key(line), line)).collect();
    let mut pairs: Vec<(&EpisodeLine, &EpisodeLine, bool, bool)> = Vec::new();
    for line in &first.episodes {
        if let Some(other) = others.get(&key(line))
            && let (Some(a), Some(b)) = (line.success, other.success)
        {
            pairs.push((line, other, a, b));
        }
    }
    let paired = |subset: Option<&str>| -> Paired {
        let here = pairs.iter().filter(|(line, ..)| subset.is_none_or(|subset| line.subset == subset));
        here.map(|(.., a, b)| (*a, *b)).collect()
    };
    let mut rows = vec![row("all", paired(None))];
    // One subset says the same as all of them.
    if first.subsets.len() > 1 {
        rows.extend(
            first.subsets.iter().map(|subset| row(&subset.id, paired(Some(&subset.id)))).filter(|row| row.n > 0),
        );
    }
    let tested: Vec<f64> = rows.iter().filter_map(|row| row.p).collect();
    let mut corrected = holm(&tested).into_iter();
    for row in rows.iter_mut().filter(|row| row.p.is_some()) {
        row.p_corrected = corrected.next().map(digits);
        row.p = row.p.map(digits);
        row.words = said(row.p_corrected, row.difference).to_owned();
    }
    let differing = |wanted: (bool, bool)| -> Vec<Differs> {
        let those = pairs.iter().filter(|(.., a, b)| (*a, *b) == wanted).take(LISTED);
        let differs = |line: &EpisodeLine, other: &EpisodeLine| Differs {
            first: line.id.clone(),
            second: other.id.clone(),
            instruction: line.instruction.clone(),
        };
        those.map(|(line, other, ..)| differs(line, other)).collect()
    };
    let left_out = first.episodes.len() + second.episodes.len() - 2 * pairs.len();
    Ok(Comparison {
        environment: first.environment.clone(),
        first: name_of(first),
        second: name_of(second),
        left_out,
        first_only: differing((true, false)),
        second_only: differing((false, true)),
        summary: summary(&rows[0], left_out),
        rows,
    })
}

fn row(subset: &str, paired: Paired) -> Row {
    let points = |share: f64| (share * 1e6).round() / 1e4;
    let found = mcnemar(paired);
    Row {
        subset: subset.to_owned(),
        n: paired.both + paired.first_only + paired.second_only + paired.neither,
        both: paired.both,
        first_only: paired.first_only,
        second_only: paired.second_only,
        neither: paired.neither,
        difference: found.map(|found| points(found.difference)),
        interval: found.map(|found| Ends { low: points(found.interval.low), high: points(found.interval.high) }),
        p: found.map(|found| found.p),
        p_corrected: None,
        words: "nothing to compare".to_owned(),
    }
}

fn digits(p: f64) -> f64 {
    (p * 1e6).round() / 1e6
}

fn said(p: Option<f64>, difference: Option<f64>) -> &'static str {
    match (p, difference) {
        (Some(p), Some(difference)) if p < 0.05 && difference > 0.0 => "the second run is better",
        (Some(p), Some(difference)) if p < 0.05 && difference < 0.0 => "the first run is better",
        _ => "no difference shown",
    }
}

fn summary(all: &Row, left_out: usize) -> String {
    let plural = |n: u64| if n == 1 { "1 episode".to_owned() } else { format!("{n} episodes") };
    let mut said = if all.n == 0 {
        "The two runs have no finished episode in common".to_owned()
    } else {
        format!(
            "On {} that both have, {} by the first run only and {} by the second only: {}",
            plural(all.n),
            solved(all.first_only),
            solved(all.second_only),
            all.words
        )
    };
    if left_out > 0 {
        said.push_str(&format!("; {left_out} that only one of them has or has finished are left out"));
    }
    said.push('.');
    said
}

fn solved(n: u64) -> String {
    if n == 1 { "1 is solved".to_owned() } else { format!("{n} are solved") }
}
