//! What the page Results looks at: published figures, runs that were imported, simulated runs; and the import that goes on.

use crate::compare::{Comparison, compare};
use crate::lists::{Found, Query, find};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use stepguard_embodied::pack::{
    Ablation, Absent, AgentNote, Confusion, Index, Part, Scenes, read_index, read_part, read_scenes, run_id, show,
};
use stepguard_embodied::show::EpisodeShow;
use stepguard_report::results::{
    ImportProblem, ImportReport, ImportedRun, ModelComparison, ModelView, PublishedReport, SearchHit, SummaryAgreement,
};
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::import::Importer;
use stepguard_results::published::{Published, Query as FigureQuery, csv};
use stepguard_results::record::{Import, Run, SubsetRun};
use stepguard_results::search::search;
use stepguard_results::{audit, imported, view};

/// Name and version, as in every report.
const TOOL: &str = concat!("stepguard ", env!("CARGO_PKG_VERSION"));

/// A kind of results that has episodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Of our own simulators.
    Simulator,
    /// Brought by whoever reads this.
    Imported,
}

impl Kind {
    /// By its name in addresses.
    ///
    /// # Errors
    /// There is no such kind.
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "simulator" => Ok(Self::Simulator),
            "imported" => Ok(Self::Imported),
            other => Err(format!("there are no results of the kind {other}")),
        }
    }
}

/// What came of an import.
#[derive(Debug, Serialize)]
pub struct Imported {
    /// The runs that it added.
    pub runs: Vec<String>,
    /// Their episodes.
    pub episodes: usize,
    /// One plain sentence.
    pub summary: String,
    /// Something could not be read, or a summary differs from its episodes.
    pub flawed: bool,
}

/// What is known of the simulated runs beside the runs themselves.
#[derive(Debug, Serialize)]
pub struct Simulated {
    /// The agents.
    pub agents: Vec<AgentNote>,
    /// Agents that are not run in an environment, and why.
    pub absent: Vec<Absent>,
    /// What changes when a switch of the agents is turned.
    pub ablations: Vec<Ablation>,
    /// Computed classes of errors against the mistakes made on purpose: over all environments, then one by one.
    pub confusions: Vec<Confusion>,
    /// All tasks.
    pub tasks: usize,
}

/// One episode with its neighbours in the list.
#[derive(Debug, Serialize)]
pub struct Opened {
    /// The episode; none where its files cannot be had.
    pub show: Option<EpisodeShow>,
    /// Why they cannot be had.
    pub trouble: Option<String>,
    /// The one before it in the list.
    pub previous: Option<String>,
    /// The one after it.
    pub next: Option<String>,
    /// Its place in the list, from 1.
    pub place: Option<usize>,
    /// How many are in the list.
    pub of: usize,
}

/// Runs with their episodes.
#[derive(Debug)]
struct Collection {
    /// What was read.
    import: Import,
    /// The runs as they are shown, in the order of `import`.
    report: ImportReport,
    /// The last search in what planners said: the text, and the first hit of each episode.
    said: Option<(String, BTreeMap<String, SearchHit>)>,
}

impl Default for Collection {
    fn default() -> Self {
        let import = Import::default();
        Self { report: imported::report(&import, TOOL), import, said: None }
    }
}

impl Collection {
    /// Searches what planners said for a text, unless that is what was searched for last.
    fn search(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            self.said = None;
        } else if self.said.as_ref().is_none_or(|(known, _)| known != text) {
            let mut found = BTreeMap::new();
            for hit in search(&self.import, text, usize::MAX).hits {
                found.entry(hit.episode.clone()).or_insert(hit);
            }
            self.said = Some((text.to_owned(), found));
        }
    }

    /// What the last search found.
    fn found(&self) -> Option<&BTreeMap<String, SearchHit>> {
        self.said.as_ref().map(|(_, found)| found)
    }

    /// The report without the episodes.
    fn runs(&self) -> ImportReport {
        let report = &self.report;
        ImportReport {
            schema: report.schema,
            tool: report.tool.clone(),
            runs: (report.runs.iter())
                .map(|run| ImportedRun {
                    id: run.id.clone(),
                    folder: run.folder.clone(),
                    environment: run.environment.clone(),
                    model: run.model.clone(),
                    experiment: run.experiment.clone(),
                    config: run.config.clone(),
                    subsets: run.subsets.clone(),
                    means: run.means.clone(),
                    episodes: Vec::new(),
                })
                .collect(),
            problems: report.problems.clone(),
            notes: report.notes.clone(),
            ignored: report.ignored.clone(),
            files: report.files,
            pictures: report.pictures,
            summary: report.summary.clone(),
        }
    }

    /// Adds what was imported. Runs get ids that no run has yet.
    fn add(&mut self, mut more: Import) -> Imported {
        let mut used: BTreeSet<String> = self.import.runs.iter().map(|run| run.id.clone()).collect();
        for run in &mut more.runs {
            let own = run.id.clone();
            let mut number = 2_u64;
            while used.contains(&run.id) {
                run.id = format!("{own}-{number}");
                number += 1;
            }
            used.insert(run.id.clone());
        }
        let report = imported::report(&more, TOOL);
        let told = Imported {
            runs: report.runs.iter().map(|run| run.id.clone()).collect(),
            episodes: report.runs.iter().map(|run| run.episodes.len()).sum(),
            summary: report.summary.clone(),
            flawed: !report.problems.is_empty()
                || (report.runs.iter().flat_map(|run| &run.subsets).flat_map(|subset| &subset.summary)).any(|check| {
                    matches!(check.agreement, SummaryAgreement::Differs | SummaryAgreement::AveragedItself)
                }),
        };
        let (all, shown) = (&mut self.import, &mut self.report);
        all.runs.append(&mut more.runs);
        all.problems.append(&mut more.problems);
        all.notes.append(&mut more.notes);
        all.ignored.append(&mut more.ignored);
        all.files += more.files;
        all.pictures += more.pictures;
        shown.runs.extend(report.runs);
        shown.problems.extend(report.problems);
        shown.notes.extend(report.notes);
        shown.ignored.extend(report.ignored);
        shown.files = shown.files.saturating_add(report.files);
        shown.pictures = shown.pictures.saturating_add(report.pictures);
        shown.summary.clone_from(&told.summary);
        self.said = None;
        told
    }

    /// Closes a run. With the last of them goes what was said of their files.
    fn close(&mut self, id: &str) {
        self.import.runs.retain(|run| run.id != id);
        self.report.runs.retain(|run| run.id != id);
        self.said = None;
        if self.import.runs.is_empty() {
            *self = Self::default();
        }
    }
}

/// So many files of the pack are kept once they were opened: going back and forth reads nothing twice.
const KEPT: usize = 12;

/// The pack of simulated episodes, as far as it was fetched.
#[derive(Debug, Default)]
struct Pack {
    index: Option<Index>,
    scenes: Vec<(String, Scenes)>,
    parts: Vec<(String, Part)>,
    /// Parts in which what agents said was searched for the text that is looked for.
    searched: BTreeSet<String>,
}

/// Puts a file in front of those that are kept.
fn keep<T>(files: &mut Vec<(String, T)>, name: &str, file: T) {
    files.truncate(KEPT - 1);
    files.insert(0, (name.to_owned(), file));
}

/// Run, subset and number of an episode's id.
fn places(id: &str) -> Option<(&str, &str, u32)> {
    let mut parts = id.rsplitn(3, '/');
    let (number, subset, run) = (parts.next()?, parts.next()?, parts.next()?);
    Some((run, subset, number.parse().ok()?))
}

/// Everything that is shown.
pub struct Desk {
    published: Published,
    imported: Collection,
    simulated: Collection,
    pack: Pack,
    importing: Option<Importer>,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            published: Published::shipped(),
            imported: Collection::default(),
            simulated: Collection::default(),
            pack: Pack::default(),
            importing: None,
        }
    }
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("imported", &self.imported.import.runs.len()).finish_non_exhaustive()
    }
}

impl Desk {
    /// The report on a selection of published figures. Its list of figures is left out: each of them stands in a table, an
    /// ablation or a share of errors.
    #[must_use]
    pub fn published(&self, query: &str) -> PublishedReport {
        let mut report = view::published(&self.published, &FigureQuery::from_text(query), TOOL);
        report.figures = Vec::new();
        // A filter has a name for every model, whatever is chosen.
        report.models = (self.published.models.iter())
            .map(|model| ModelView { id: model.id.clone(), name: model.name.clone(), family: model.family.clone() })
            .collect();
        report
    }

    /// Models side by side.
    ///
    /// # Errors
    /// A model or an environment is not known, or fewer than two models are given.
    pub fn compare_models(
        &self,
        environment: &str,
        measure: &str,
        models: &[String],
    ) -> Result<ModelComparison, String> {
        let environment =
            Environment::from_name(environment).ok_or_else(|| format!("there is no environment {environment}"))?;
        let models: Vec<&str> = models.iter().map(String::as_str).collect();
        view::compare(&self.published, environment, measure, &models)
    }

    /// A selection of published figures as CSV.
    #[must_use]
    pub fn published_csv(&self, query: &str) -> String {
        let marks = audit::audit(&self.published);
        let figures = self.published.select(&FigureQuery::from_text(query), &audit::marked(&marks));
        csv(&self.published, &figures, &marks)
    }

    /// Begins an import, in place of one that has begun.
    ///
    /// # Errors
    /// There are not as many sizes as names.
    pub fn look(&mut self, paths: Vec<String>, sizes: &[f64]) -> Result<usize, String> {
        if paths.len() != sizes.len() {
            return Err(format!("{} names and {} sizes", paths.len(), sizes.len()));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of files; it saturates")]
        let sizes = sizes.iter().map(|size| *size as u64);
        let importer = Importer::new(paths.into_iter().zip(sizes));
        let wanted = importer.wanted().len();
        self.importing = Some(importer);
        Ok(wanted)
    }

    /// The name of a file that has to be read, by its place among those.
    #[must_use]
    pub fn wanted(&self, place: usize) -> Option<String> {
        let importer = self.importing.as_ref()?;
        importer.wanted().get(place).map(|index| importer.path(*index).to_owned())
    }

    /// The bytes of a file that has to be read.
    pub fn give(&mut self, place: usize, bytes: &[u8]) {
        if let Some(importer) = &mut self.importing
            && let Some(index) = importer.wanted().get(place).copied()
        {
            importer.give(index, bytes);
        }
    }

    /// A file that cannot be had.
    pub fn refuse(&mut self, place: usize, why: &str) {
        if let Some(importer) = &mut self.importing
            && let Some(index) = importer.wanted().get(place).copied()
        {
            importer.refuse(index, why);
        }
    }

    /// Puts the import together and adds it to what was imported before.
    ///
    /// # Errors
    /// Nothing is being imported.
    pub fn finish(&mut self) -> Result<Imported, String> {
        let importer = self.importing.take().ok_or("nothing is being imported")?;
        Ok(self.imported.add(importer.finish()))
    }

    /// Leaves an import that has begun.
    pub fn leave(&mut self) {
        self.importing = None;
    }

    /// Closes a run that was imported.
    pub fn close(&mut self, run: &str) {
        self.imported.close(run);
    }

    const fn of(&self, kind: Kind) -> &Collection {
        match kind {
            Kind::Simulator => &self.simulated,
            Kind::Imported => &self.imported,
        }
    }

    const fn of_mut(&mut self, kind: Kind) -> &mut Collection {
        match kind {
            Kind::Simulator => &mut self.simulated,
            Kind::Imported => &mut self.imported,
        }
    }

    /// The runs of a kind, without their episodes.
    #[must_use]
    pub fn runs(&self, kind: Kind) -> ImportReport {
        self.of(kind).runs()
    }

    /// Episodes that a query finds.
    pub fn episodes(&mut self, kind: Kind, query: &Query) -> Found {
        self.search(kind, &query.words);
        let unsearched = if kind == Kind::Simulator { self.unsearched(query).len() } else { 0 };
        let collection = self.of(kind);
        Found { unsearched, ..find(&collection.report, query, collection.found()) }
    }

    /// Begins another search where the text is another one. What agents of simulated runs said is searched part by part.
    fn search(&mut self, kind: Kind, words: &str) {
        let known = self.of(kind).said.as_ref().map(|(text, _)| text.clone());
        if kind == Kind::Simulator && known.as_deref() != Some(words.trim()) {
            self.pack.searched.clear();
        }
        self.of_mut(kind).search(words);
    }

    /// The parts of the pack in which what agents said is still to be searched for the text of a query.
    #[must_use]
    pub fn unsearched(&self, query: &Query) -> Vec<String> {
        let Some(index) = self.pack.index.as_ref().filter(|_| !query.words.trim().is_empty()) else {
            return Vec::new();
        };
        let fits = |chosen: &[String], value: &str| chosen.is_empty() || chosen.iter().any(|known| known == value);
        (index.parts.iter())
            .filter(|part| {
                fits(&query.env, &part.environment)
                    && fits(&query.subset, &part.subset)
                    && fits(&query.run, &run_id(&part.environment, &part.agent))
                    && !self.pack.searched.contains(&part.file)
            })
            .map(|part| part.file.clone())
            .collect()
    }

    /// Files that have to be taken before a part can be searched.
    #[must_use]
    pub fn missing_of(&self, part: &str) -> Vec<String> {
        let found = self.pack.index.as_ref().and_then(|index| index.parts.iter().find(|known| known.file == part));
        found.map_or_else(Vec::new, |part| {
            self.missing(&format!("{}/{}/0", run_id(&part.environment, &part.agent), part.subset))
        })
    }

    /// Searches what the agent of a part said. A part whose files are not here counts as searched: its reader is told by whoever
    /// could not get them.
    pub fn search_part(&mut self, name: &str) {
        self.pack.searched.insert(name.to_owned());
        let hits = self.hits_of(name).unwrap_or_default();
        if let Some((_, found)) = &mut self.simulated.said {
            for hit in hits {
                found.entry(hit.episode.clone()).or_insert(hit);
            }
        }
    }

    fn hits_of(&self, name: &str) -> Option<Vec<SearchHit>> {
        let (text, _) = self.simulated.said.as_ref()?;
        let index = self.pack.index.as_ref()?;
        let line = index.parts.iter().find(|part| part.file == name)?;
        let set = index.set(&line.environment, &line.subset)?;
        let (_, scenes) = self.pack.scenes.iter().find(|(known, _)| *known == set.file)?;
        let (_, part) = self.pack.parts.iter().find(|(known, _)| known == name)?;
        let episodes = set.numbers.iter().filter_map(|number| part.recording(scenes, *number).ok());
        let subset = SubsetRun {
            id: line.subset.clone(),
            folder: line.subset.clone(),
            subset: Subset::from_name(&line.subset),
            episodes: episodes.map(|recording| recording.episode).collect(),
            summaries: Vec::new(),
        };
        let run = Run {
            id: run_id(&line.environment, &line.agent),
            folder: String::new(),
            environment: Environment::from_name(&line.environment)?,
            model: None,
            experiment: None,
            config: Vec::new(),
            subsets: vec![subset],
        };
        Some(search(&Import { runs: vec![run], ..Import::default() }, text, usize::MAX).hits)
    }

    /// One episode with its neighbours.
    pub fn episode(&mut self, kind: Kind, id: &str, query: &Query) -> Option<Opened> {
        let found = match kind {
            Kind::Imported => Ok(imported::episode(&self.imported.import, id, TOOL).map(|view| EpisodeShow {
                schema: view::SCHEMA,
                view,
                scene: None,
                truth: None,
            })),
            Kind::Simulator => self.simulated_episode(id),
        };
        let (show, trouble) = match found {
            Ok(show) => (Some(show?), None),
            Err(why) => (None, Some(why)),
        };
        self.search(kind, &query.words);
        let collection = self.of(kind);
        let filters = query.filters(collection.found());
        let list = query.list(&collection.report, &filters);
        let place = list.iter().position(|line| line.id == id);
        let at = |place: Option<usize>| place.and_then(|place| list.get(place)).map(|line| line.id.clone());
        Some(Opened {
            show,
            trouble,
            previous: at(place.and_then(|place| place.checked_sub(1))),
            next: at(place.map(|place| place + 1)),
            place: place.map(|place| place + 1),
            of: list.len(),
        })
    }

    /// Takes the index of the pack of simulated episodes, or why it cannot be had.
    pub fn take_index(&mut self, bytes: Result<&[u8], &str>) {
        let read = bytes.map_err(str::to_owned).and_then(|bytes| read_index(bytes).map_err(|error| error.to_string()));
        match read {
            Ok(index) => {
                self.simulated = Collection { report: index.report(), ..Collection::default() };
                self.pack = Pack { index: Some(index), ..Pack::default() };
            }
            Err(message) => {
                let problem = ImportProblem { file: "index.pack".to_owned(), line: None, message };
                self.simulated.report.problems = vec![problem];
            }
        }
    }

    /// The files of the pack that an episode needs and that are not here yet.
    #[must_use]
    pub fn missing(&self, id: &str) -> Vec<String> {
        let files = || {
            let ((run, subset, _), index) = (places(id)?, self.pack.index.as_ref()?);
            let part = index.part(run, subset)?;
            Some([index.set(&part.environment, subset)?.file.clone(), part.file.clone()])
        };
        let [scenes, part] = files().unwrap_or_default();
        let here = |name: &String| {
            self.pack.scenes.iter().any(|(known, _)| known == name)
                || self.pack.parts.iter().any(|(known, _)| known == name)
        };
        [scenes, part].into_iter().filter(|name| !name.is_empty() && !here(name)).collect()
    }

    /// Takes a file of the pack.
    ///
    /// # Errors
    /// It is damaged, or none of the pack.
    pub fn take(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let index = self.pack.index.as_ref().ok_or("the index is not here")?;
        if index.sets.iter().any(|set| set.file == name) {
            keep(&mut self.pack.scenes, name, read_scenes(bytes).map_err(|error| format!("{name}: {error}"))?);
        } else {
            keep(&mut self.pack.parts, name, read_part(bytes).map_err(|error| format!("{name}: {error}"))?);
        }
        Ok(())
    }

    fn simulated_episode(&self, id: &str) -> Result<Option<EpisodeShow>, String> {
        let Some((run, subset, number)) = places(id) else { return Ok(None) };
        let Some(index) = &self.pack.index else { return Err("the index of the pack is not here".to_owned()) };
        let Some(part) = index.part(run, subset) else { return Ok(None) };
        let Some(set) = index.set(&part.environment, subset) else { return Ok(None) };
        if !set.numbers.contains(&number) {
            return Ok(None);
        }
        let scenes = self.pack.scenes.iter().find(|(name, _)| *name == set.file).map(|(_, scenes)| scenes);
        let episodes = self.pack.parts.iter().find(|(name, _)| *name == part.file).map(|(_, part)| part);
        let (Some(scenes), Some(episodes)) = (scenes, episodes) else {
            return Err(format!("{} or {} could not be loaded", set.file, part.file));
        };
        show(scenes, episodes, number).map(Some).map_err(|error| error.to_string())
    }

    /// What is known of the simulated runs; none before the index is here.
    #[must_use]
    pub fn simulated(&self) -> Option<Simulated> {
        let index = self.pack.index.as_ref()?;
        let environments = Environment::ALL.into_iter().map(Some);
        Some(Simulated {
            agents: index.agents.clone(),
            absent: index.absent.clone(),
            ablations: index.ablations.clone(),
            confusions: std::iter::once(None)
                .chain(environments)
                .map(|environment| index.confusion(environment))
                .filter(|confusion| !confusion.rows.is_empty())
                .collect(),
            tasks: index.sets.iter().map(|set| set.numbers.len()).sum(),
        })
    }

    /// Two runs compared.
    ///
    /// # Errors
    /// There is no such run, or they are of different environments.
    pub fn compare_runs(&self, kind: Kind, first: &str, second: &str) -> Result<Comparison, String> {
        let find = |id: &str| {
            let run = self.of(kind).report.runs.iter().find(|run| run.id == id);
            run.ok_or_else(|| format!("there is no run {id}"))
        };
        compare(find(first)?, find(second)?)
    }

    /// Episodes that a query finds, as CSV or JSON.
    ///
    /// # Errors
    /// There is no such form.
    pub fn document(&mut self, kind: Kind, query: &Query, form: &str) -> Result<String, String> {
        self.search(kind, &query.words);
        let collection = self.of(kind);
        let filters = query.filters(collection.found());
        let ids: BTreeSet<&str> =
            query.list(&collection.report, &filters).into_iter().map(|line| line.id.as_str()).collect();
        let mut chosen = collection.runs();
        for (run, all) in chosen.runs.iter_mut().zip(&collection.report.runs) {
            run.episodes = all.episodes.iter().filter(|line| ids.contains(line.id.as_str())).cloned().collect();
        }
        chosen.runs.retain(|run| !run.episodes.is_empty());
        match form {
            "csv" => Ok(imported::episodes_csv(&chosen)),
            "json" => serde_json::to_string_pretty(&chosen).map_err(|error| error.to_string()),
            other => Err(format!("there is no form {other}")),
        }
    }
}
