//! Imported episodes found, counted by filter and sorted, as a page with facets does it. Works on the view types, so that it
//! can run where the report is.

use crate::imported::NEEDS_A_PERSON;
use crate::published::by_value;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use stepguard_report::results::{EpisodeLine, FacetValue, FacetView, ImportReport, ImportedRun};

/// Something episodes can be filtered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EpisodeFacet {
    /// The environment.
    Environment,
    /// The run.
    Run,
    /// The subset.
    Subset,
    /// `success`, `failed`, `unfinished`.
    Outcome,
    /// The class of errors.
    Class,
}

impl EpisodeFacet {
    /// All of them, in the order of pages.
    pub const ALL: [Self; 5] = [Self::Environment, Self::Run, Self::Subset, Self::Outcome, Self::Class];

    /// Its name in links.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Environment => "env",
            Self::Run => "run",
            Self::Subset => "subset",
            Self::Outcome => "outcome",
            Self::Class => "class",
        }
    }

    /// An episode's value; only failures have a class.
    #[must_use]
    pub fn value<'a>(self, run: &'a ImportedRun, line: &'a EpisodeLine) -> Option<&'a str> {
        match self {
            Self::Environment => Some(&run.environment),
            Self::Run => Some(&run.id),
            Self::Subset => Some(&line.subset),
            Self::Outcome => Some(match line.success {
                Some(true) => "success",
                Some(false) => "failed",
                None => "unfinished",
            }),
            Self::Class => line.error.as_ref().map(|error| error.class.as_str()),
        }
    }
}

/// Both ends belong to it; an end that is missing is open.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Range {
    /// At least.
    pub from: Option<f64>,
    /// At most.
    pub to: Option<f64>,
}

impl Range {
    /// Whether it holds a value. One that is not recorded lies in the open range only.
    #[must_use]
    pub fn holds(self, value: Option<f64>) -> bool {
        match value {
            Some(value) => self.from.is_none_or(|from| value >= from) && self.to.is_none_or(|to| value <= to),
            None => self == Self::default(),
        }
    }
}

/// A selection of episodes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EpisodeQuery {
    /// Chosen values by filter, in the order of [`EpisodeFacet::ALL`]; none means all.
    chosen: [BTreeSet<String>; 5],
    /// Steps.
    pub steps: Range,
    /// Invalid actions.
    pub invalid: Range,
    /// A text that the instruction or the id holds, in any case.
    pub text: String,
    /// Episodes that hold the text elsewhere, such as in what the planner said, by their ids.
    pub said: BTreeSet<String>,
}

impl EpisodeQuery {
    /// The values chosen in a filter.
    #[must_use]
    pub fn chosen(&self, facet: EpisodeFacet) -> &BTreeSet<String> {
        &self.chosen[facet as usize]
    }

    /// Chooses a value, or takes it back when it is chosen.
    pub fn toggle(&mut self, facet: EpisodeFacet, value: &str) {
        let values = &mut self.chosen[facet as usize];
        if !values.remove(value) {
            values.insert(value.to_owned());
        }
    }

    fn passes(&self, run: &ImportedRun, line: &EpisodeLine, but: Option<EpisodeFacet>) -> bool {
        EpisodeFacet::ALL.into_iter().filter(|facet| Some(*facet) != but).all(|facet| {
            let chosen = self.chosen(facet);
            chosen.is_empty() || facet.value(run, line).is_some_and(|value| chosen.contains(value))
        }) && self.steps.holds(line.steps)
            && self.invalid.holds(line.invalid_actions)
            && (self.text.is_empty() || {
                let text = self.text.to_lowercase();
                let holds = |field: &str| field.to_lowercase().contains(&text);
                holds(&line.id) || line.instruction.as_deref().is_some_and(holds) || self.said.contains(&line.id)
            })
    }
}

/// The episodes that a query lets through, in the order of the report.
pub fn select<'a>(report: &'a ImportReport, query: &'a EpisodeQuery) -> impl Iterator<Item = &'a EpisodeLine> {
    report.runs.iter().flat_map(move |run| run.episodes.iter().filter(move |line| query.passes(run, line, None)))
}

/// How often each value of each filter occurs among what the other filters let through.
#[must_use]
pub fn facets(report: &ImportReport, query: &EpisodeQuery) -> Vec<FacetView> {
    EpisodeFacet::ALL
        .into_iter()
        .map(|facet| {
            let mut values: Vec<FacetValue> = Vec::new();
            for run in &report.runs {
                for line in &run.episodes {
                    let Some(value) = facet.value(run, line) else { continue };
                    let place = values.iter().position(|known| known.value == value).unwrap_or_else(|| {
                        values.push(FacetValue {
                            value: value.to_owned(),
                            count: 0,
                            chosen: query.chosen(facet).contains(value),
                        });
                        values.len() - 1
                    });
                    values[place].count += u32::from(query.passes(run, line, Some(facet)));
                }
            }
            if facet == EpisodeFacet::Class {
                // The most frequent first, what nobody has decided last.
                values.sort_by(|a, b| {
                    let open = |value: &FacetValue| value.value == NEEDS_A_PERSON;
                    (open(a), b.count, &a.value).cmp(&(open(b), a.count, &b.value))
                });
            }
            FacetView { facet: facet.id().to_owned(), values }
        })
        .collect()
}

/// What a list of episodes can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortBy {
    /// Run, subset, number.
    Id,
    /// The instruction.
    Instruction,
    /// Success.
    Success,
    /// Goal conditions met.
    Progress,
    /// Steps.
    Steps,
    /// Planner calls.
    PlannerCalls,
    /// Invalid actions.
    InvalidActions,
    /// The class of errors.
    Class,
}

/// Sorts; what is not recorded comes last whichever way it goes, and what is equal stays in its order.
pub fn sort(lines: &mut [&EpisodeLine], by: SortBy, descending: bool) {
    let number = |get: fn(&EpisodeLine) -> Option<f64>| {
        move |a: &&EpisodeLine, b: &&EpisodeLine| by_value(get(a), get(b), descending)
    };
    let text = |a: Option<&str>, b: Option<&str>| match (a, b) {
        (Some(a), Some(b)) if descending => b.cmp(a),
        (Some(a), Some(b)) => a.cmp(b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    };
    match by {
        SortBy::Id => lines.sort_by(|a, b| {
            let subset =
                |line: &EpisodeLine| line.id.rsplit_once('/').map_or(String::new(), |(most, _)| most.to_owned());
            let order: Ordering = (subset(a), a.number).cmp(&(subset(b), b.number));
            if descending { order.reverse() } else { order }
        }),
        SortBy::Instruction => lines.sort_by(|a, b| text(a.instruction.as_deref(), b.instruction.as_deref())),
        SortBy::Success => lines.sort_by(number(|line| line.success.map(|solved| f64::from(u8::from(solved))))),
        SortBy::Progress => lines.sort_by(number(|line| line.progress)),
        SortBy::Steps => lines.sort_by(number(|line| line.steps)),
        SortBy::PlannerCalls => lines.sort_by(number(|line| line.planner_calls)),
        SortBy::InvalidActions => lines.sort_by(number(|line| line.invalid_actions)),
        SortBy::Class => lines.sort_by(|a, b| {
            let class = |line: &EpisodeLine| line.error.as_ref().map(|error| error.class.clone());
            text(class(a).as_deref(), class(b).as_deref())
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::import;
    use crate::imported::report;

    fn made() -> ImportReport {
        let results = [
            ("base", 1, "{\"task_success\": 1, \"num_steps\": 9, \"instruction\": \"Fetch the jar.\"}"),
            (
                "base",
                2,
                "{\"task_success\": 0, \"num_steps\": 30, \"empty_plan\": 1, \"instruction\": \"Open the box.\"}",
            ),
            ("base", 10, "{\"task_success\": 0, \"instruction\": \"Close the box.\"}"),
            ("long", 1, "{\"task_success\": 0, \"num_steps\": 12, \"empty_plan\": 1}"),
        ];
        let files = results.map(|(subset, number, text)| {
            (format!("eb_alfred/m_x/{subset}/results/episode_{number}_final_res.json"), text)
        });
        let listed = files.iter().map(|(name, text)| (name.clone(), text.len() as u64));
        report(
            &import(listed, |name| {
                let found = files.iter().find(|(known, _)| known == name);
                found.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| "no such file".to_owned())
            }),
            "test",
        )
    }

    fn ids(lines: &[&EpisodeLine]) -> Vec<String> {
        lines.iter().map(|line| line.id.rsplitn(3, '/').take(2).collect::<Vec<_>>().join(" of ")).collect()
    }

    #[test]
    fn filters_and_their_counts() {
        let report = made();
        let mut query = EpisodeQuery::default();
        query.toggle(EpisodeFacet::Class, "wrong-termination");
        query.toggle(EpisodeFacet::Subset, "base");
        assert_eq!(ids(&select(&report, &query).collect::<Vec<_>>()), ["2 of base"]);
        let facets = facets(&report, &query);
        let counts = |name: &str| {
            let facet = facets.iter().find(|facet| facet.facet == name).expect("there is one");
            facet.values.iter().map(|value| (value.value.clone(), value.count)).collect::<Vec<_>>()
        };
        assert_eq!(counts("subset"), [("base".to_owned(), 1), ("long".to_owned(), 1)]);
        assert_eq!(counts("class"), [("wrong-termination".to_owned(), 1), ("needs-a-person".to_owned(), 1)]);
        assert_eq!(counts("outcome"), [("success".to_owned(), 0), ("failed".to_owned(), 1)]);
        query.toggle(EpisodeFacet::Class, "wrong-termination");
        query.text = "BOX".to_owned();
        assert_eq!(select(&report, &query).count(), 2);
        query.steps.to = Some(30.0);
        assert_eq!(ids(&select(&report, &query).collect::<Vec<_>>()), ["2 of base"], "unknown steps are in no range");
    }

    #[test]
    fn sorting_keeps_what_is_unknown_last() {
        let report = made();
        let query = EpisodeQuery::default();
        let mut lines: Vec<&EpisodeLine> = select(&report, &query).collect();
        sort(&mut lines, SortBy::Steps, true);
        assert_eq!(ids(&lines), ["2 of base", "1 of long", "1 of base", "10 of base"]);
        sort(&mut lines, SortBy::Steps, false);
        assert_eq!(ids(&lines), ["1 of base", "1 of long", "2 of base", "10 of base"]);
        sort(&mut lines, SortBy::Id, false);
        assert_eq!(ids(&lines), ["1 of base", "2 of base", "10 of base", "1 of long"]);
        sort(&mut lines, SortBy::Instruction, false);
        assert_eq!(ids(&lines), ["10 of base", "1 of base", "2 of base", "1 of long"]);
        sort(&mut lines, SortBy::Class, false);
        assert_eq!(ids(&lines)[3], "1 of base");
    }
}
