//! The WebAssembly module behind the page Results: JSON text in, JSON text out. Published figures, runs that people import,
//! and episodes of Stepguard's own simulators; each kind is kept apart from the others. What is read and counted is done by
//! `stepguard-results`; here runs are taken in file by file and kept, and lists are cut to what is looked at. What a message
//! looks like on its way is said in `static/viewer-worker.js`.

pub mod compare;
pub mod desk;
pub mod lists;
pub mod zip;

use desk::{Desk, Kind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a caller did wrong, in words; it comes out as a JavaScript error. What a reader did wrong is part of an answer.
type Answer = Result<String, String>;

/// Panics name their place in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Everything that is shown.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Viewing {
    desk: Desk,
}

#[wasm_bindgen]
impl Viewing {
    /// With the published figures and nothing else.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Published figures that a query lets through, in its text form: tables, ablations, shares of errors, audit, filters.
    ///
    /// # Errors
    /// Never.
    pub fn published(&self, query: &str) -> Answer {
        json(&self.desk.published(query))
    }

    /// Models side by side: `models` is a JSON list of their ids, the first of them the one that others are measured by.
    /// `null` where a model is not known or fewer than two are given: addresses name models, whatever is published.
    ///
    /// # Errors
    /// It is no such list.
    pub fn compare_models(&self, environment: &str, measure: &str, models: &str) -> Answer {
        let models: Vec<String> = from_json(models)?;
        json(&self.desk.compare_models(environment, measure, &models).ok())
    }

    /// Published figures that a query lets through, as CSV.
    #[must_use]
    pub fn published_csv(&self, query: &str) -> String {
        self.desk.published_csv(query)
    }

    /// Begins an import: the names of all files and their sizes. Gives how many of them have to be read.
    ///
    /// # Errors
    /// There are not as many sizes as names.
    pub fn look(&mut self, paths: Vec<String>, sizes: Vec<f64>) -> Result<usize, String> {
        self.desk.look(paths, &sizes)
    }

    /// The name of a file that has to be read, by its place among those.
    #[must_use]
    pub fn wanted(&self, place: usize) -> Option<String> {
        self.desk.wanted(place)
    }

    /// The bytes of a file that has to be read.
    pub fn give(&mut self, place: usize, bytes: &[u8]) {
        self.desk.give(place, bytes);
    }

    /// A file that cannot be had.
    pub fn refuse(&mut self, place: usize, why: &str) {
        self.desk.refuse(place, why);
    }

    /// Puts the import together; what was imported before stays. Gives what came of it.
    ///
    /// # Errors
    /// Nothing is being imported.
    pub fn finish(&mut self) -> Answer {
        json(&self.desk.finish()?)
    }

    /// Leaves an import that has begun.
    pub fn leave(&mut self) {
        self.desk.leave();
    }

    /// Closes a run that was imported.
    pub fn close(&mut self, run: &str) {
        self.desk.close(run);
    }

    /// The runs of a kind with their figures, without their episodes.
    ///
    /// # Errors
    /// There is no such kind.
    pub fn runs(&self, kind: &str) -> Answer {
        json(&self.desk.runs(Kind::named(kind)?))
    }

    /// Episodes that a query finds, those of them that are wanted in full, and how often each value of each filter occurs.
    ///
    /// # Errors
    /// There is no such kind, or it is no query.
    pub fn episodes(&mut self, kind: &str, query: &str) -> Answer {
        json(&self.desk.episodes(Kind::named(kind)?, &from_json(query)?))
    }

    /// One episode, and its neighbours in the list that a query gives; `null` where there is no such episode: addresses name
    /// episodes, whatever is open.
    ///
    /// # Errors
    /// There is no such kind, or it is no query.
    pub fn episode(&mut self, kind: &str, id: &str, query: &str) -> Answer {
        json(&self.desk.episode(Kind::named(kind)?, id, &from_json(query)?))
    }

    /// Takes the index of the pack of simulated episodes.
    pub fn take_index(&mut self, bytes: &[u8]) {
        self.desk.take_index(Ok(bytes));
    }

    /// The index cannot be had; its runs then say why there are none.
    pub fn refuse_index(&mut self, why: &str) {
        self.desk.take_index(Err(why));
    }

    /// The files of the pack that a simulated episode needs and that are not here yet.
    #[must_use]
    pub fn missing(&self, id: &str) -> Vec<String> {
        self.desk.missing(id)
    }

    /// Takes a file of the pack.
    ///
    /// # Errors
    /// It is damaged, or none of the pack.
    pub fn take(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.desk.take(name, bytes)
    }

    /// The parts of the pack in which what agents said is still to be searched for the text of a query.
    ///
    /// # Errors
    /// It is no query.
    pub fn unsearched(&self, query: &str) -> Result<Vec<String>, String> {
        Ok(self.desk.unsearched(&from_json(query)?))
    }

    /// Files that have to be taken before a part can be searched.
    #[must_use]
    pub fn missing_of(&self, part: &str) -> Vec<String> {
        self.desk.missing_of(part)
    }

    /// Searches what the agent of a part said.
    pub fn search_part(&mut self, part: &str) {
        self.desk.search_part(part);
    }

    /// Agents, ablations, and computed classes against the truth; `null` before the index is here.
    ///
    /// # Errors
    /// Never.
    pub fn simulated(&self) -> Answer {
        json(&self.desk.simulated())
    }

    /// Two runs of one environment, on the episodes that both have; `null` where there are no two such runs.
    ///
    /// # Errors
    /// There is no such kind.
    pub fn compare_runs(&self, kind: &str, first: &str, second: &str) -> Answer {
        json(&self.desk.compare_runs(Kind::named(kind)?, first, second).ok())
    }

    /// Episodes that a query finds, as a file: `csv` or `json`.
    ///
    /// # Errors
    /// There is no such kind or form, or it is no query.
    pub fn document(&mut self, kind: &str, query: &str, form: &str) -> Answer {
        self.desk.document(Kind::named(kind)?, &from_json(query)?, form)
    }
}

fn json<T: Serialize>(value: &T) -> Answer {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

fn from_json<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}
