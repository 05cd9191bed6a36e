//! Lists of episodes, cut to what is looked at: filters with counts, sorted, with the words that a search found.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stepguard_report::results::{EpisodeLine, FacetView, ImportReport, ImportedRun, SearchHit};
use stepguard_results::episodes::{EpisodeFacet, EpisodeQuery, Range, SortBy, facets, select, sort};

/// Which episodes are wanted. What is empty does not matter.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Query {
    /// Environments.
    pub env: Vec<String>,
    /// Runs.
    pub run: Vec<String>,
    /// Subsets.
    pub subset: Vec<String>,
    /// `success`, `failed`, `unfinished`.
    pub outcome: Vec<String>,
    /// Classes of errors.
    pub class: Vec<String>,
    /// Steps, from and to.
    pub steps: (Option<f64>, Option<f64>),
    /// Invalid actions, from and to.
    pub invalid: (Option<f64>, Option<f64>),
    /// A text in the instruction, the id, or what the planner said.
    pub words: String,
    /// Such as `steps`.
    pub sort: String,
    /// From large to small.
    pub descending: bool,
    /// The first one wanted.
    pub from: usize,
    /// How many at most.
    pub count: usize,
}

/// Episodes that a query finds.
#[derive(Debug, Serialize)]
pub struct Found {
    /// How many there are.
    pub total: usize,
    /// How many there are without any filter.
    pub all: usize,
    /// Those that were wanted.
    pub rows: Vec<Row>,
    /// Filters and how often each value occurs, the filter itself left out.
    pub facets: Vec<FacetView>,
    /// Files of the pack in which what agents said was not searched yet; 0 where nothing is looked for.
    pub unsearched: usize,
}

/// One episode in brief.
#[derive(Debug, Serialize)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its run.
    pub run: String,
    /// The run's name.
    pub name: String,
    /// Its environment.
    pub environment: String,
    /// Its subset.
    pub subset: String,
    /// Its number.
    pub number: u64,
    /// The instruction.
    pub instruction: Option<String>,
    /// Whether it succeeded.
    pub success: Option<bool>,
    /// Share of goal conditions met, in percent.
    pub progress: Option<f64>,
    /// Steps.
    pub steps: Option<f64>,
    /// Invalid actions.
    pub invalid: Option<f64>,
    /// Rounds.
    pub rounds: u32,
    /// Pictures.
    pub pictures: u32,
    /// The class of errors.
    pub class: Option<String>,
    /// Where the words were found in what the planner said.
    pub hit: Option<SearchHit>,
}

/// What a run is called: model and experiment, else its folder or id. The agents of simulated runs, which have no folder, are
/// called by their names alone.
#[must_use]
pub fn name_of(run: &ImportedRun) -> String {
    match (&run.model, &run.experiment) {
        (Some(model), Some(_)) if run.folder.is_empty() => model.clone(),
        (Some(model), Some(experiment)) => format!("{model}, {experiment}"),
        (Some(only), None) | (None, Some(only)) => only.clone(),
        (None, None) if !run.folder.is_empty() => run.folder.clone(),
        (None, None) => run.id.clone(),
    }
}

impl Query {
    /// The same for the filters of `stepguard-results`. `said`: where the words are in what planners said.
    pub(crate) fn filters(&self, said: Option<&BTreeMap<String, SearchHit>>) -> EpisodeQuery {
        let range = |(from, to): (Option<f64>, Option<f64>)| Range { from, to };
        let mut query = EpisodeQuery::default();
        query.steps = range(self.steps);
        query.invalid = range(self.invalid);
        self.words.trim().clone_into(&mut query.text);
        query.said = said.map(|said| said.keys().cloned().collect()).unwrap_or_default();
        let chosen = [&self.env, &self.run, &self.subset, &self.outcome, &self.class];
        for (facet, values) in EpisodeFacet::ALL.into_iter().zip(chosen) {
            for value in values.iter().filter(|value| !query.chosen(facet).contains(*value)).collect::<Vec<_>>() {
                query.toggle(facet, value);
            }
        }
        query
    }

    fn sorted_by(&self) -> Option<SortBy> {
        Some(match self.sort.as_str() {
            "episode" => SortBy::Id,
            "instruction" => SortBy::Instruction,
            "outcome" => SortBy::Success,
            "progress" => SortBy::Progress,
            "class" => SortBy::Class,
            "steps" => SortBy::Steps,
            "invalid" => SortBy::InvalidActions,
            "rounds" => SortBy::PlannerCalls,
            _ => return None,
        })
    }

    /// The episodes in the order of the list.
    pub(crate) fn list<'a>(&self, report: &'a ImportReport, filters: &'a EpisodeQuery) -> Vec<&'a EpisodeLine> {
        let mut lines: Vec<&EpisodeLine> = select(report, filters).collect();
        if let Some(by) = self.sorted_by() {
            sort(&mut lines, by, self.descending);
        }
        lines
    }
}

/// The run of an episode: a run's id is what its episodes' ids begin with.
pub(crate) fn run_of<'a>(report: &'a ImportReport, line: &EpisodeLine) -> Option<&'a ImportedRun> {
    report.runs.iter().find(|run| line.id.strip_prefix(run.id.as_str()).is_some_and(|rest| rest.starts_with('/')))
}

/// Episodes that a query finds.
pub(crate) fn find(report: &ImportReport, query: &Query, said: Option<&BTreeMap<String, SearchHit>>) -> Found {
    let filters = query.filters(said);
    let lines = query.list(report, &filters);
    let rows = lines.iter().skip(query.from).take(query.count).filter_map(|line| {
        let run = run_of(report, line)?;
        Some(Row {
            id: line.id.clone(),
            run: run.id.clone(),
            name: name_of(run),
            environment: run.environment.clone(),
            subset: line.subset.clone(),
            number: line.number,
            instruction: line.instruction.clone(),
            success: line.success,
            progress: line.progress,
            steps: line.steps,
            invalid: line.invalid_actions,
            rounds: line.rounds,
            pictures: line.pictures,
            class: line.error.as_ref().map(|error| error.class.clone()),
            hit: said.and_then(|said| said.get(&line.id)).cloned(),
        })
    });
    Found {
        rows: rows.collect(),
        total: lines.len(),
        all: report.runs.iter().map(|run| run.episodes.len()).sum(),
        facets: facets(report, &filters),
        unsearched: 0,
    }
}
