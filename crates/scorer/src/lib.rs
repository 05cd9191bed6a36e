//! The WebAssembly module behind the page Evaluate: JSON text in, JSON text out. Apart from the checker's module, because
//! whoever checks a plan needs none of it. Everything it offers is done by `stepguard-score` and `stepguard-prompts`; here
//! runs are opened, fed bit by bit and kept, and lists are cut to what is looked at. What a message looks like on its way
//! is said in `static/scorer-worker.js`.

pub mod desk;
pub mod lists;

use desk::Desk;
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

/// The suite and the runs that were opened.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Scoring {
    desk: Desk,
}

#[wasm_bindgen]
impl Scoring {
    /// Takes the suite, as `scoring.json` of the packed suite.
    ///
    /// # Errors
    /// It is no such file.
    #[wasm_bindgen(constructor)]
    pub fn new(pack: &str) -> Result<Scoring, String> {
        Ok(Self { desk: Desk::open(pack)? })
    }

    /// What is scored.
    ///
    /// # Errors
    /// Never.
    pub fn about(&self) -> Answer {
        json(&self.desk.about())
    }

    /// Opens a file of answers, or a zip file with such files.
    ///
    /// # Errors
    /// Never.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Answer {
        json(&self.desk.add(name, bytes))
    }

    /// Makes a run of one answer: `{"id", "module", "vocabulary", "output"}`. One that does not count makes none.
    ///
    /// # Errors
    /// It is no such object.
    pub fn add_answer(&mut self, answer: &str) -> Answer {
        json(&self.desk.add_answer(&from_json(answer)?))
    }

    /// Begins a reference run of that name. One that is none makes no run, but a problem.
    ///
    /// # Errors
    /// Never.
    pub fn add_reference(&mut self, name: &str) -> Answer {
        json(&self.desk.add_reference(name))
    }

    /// Scores the next lines of a run.
    ///
    /// # Errors
    /// There is no such run.
    pub fn feed(&mut self, run: usize, lines: usize) -> Answer {
        json(&self.desk.feed(run, lines)?)
    }

    /// Whether a run has lines that are not scored yet.
    #[must_use]
    pub fn has_more(&self, run: usize) -> bool {
        self.desk.has_more(run)
    }

    /// Leaves the rest of a run unscored.
    ///
    /// # Errors
    /// There is no such run.
    pub fn stop(&mut self, run: usize) -> Answer {
        json(&self.desk.stop(run)?)
    }

    /// Closes a run.
    ///
    /// # Errors
    /// Never.
    pub fn close(&mut self, run: usize) -> Answer {
        self.desk.close(run);
        Ok("null".to_owned())
    }

    /// The report of a run, without its answers. `answered_only`: tasks without an answer are left out, else they are wrong.
    ///
    /// # Errors
    /// There is no such run.
    pub fn figures(&mut self, run: usize, answered_only: bool) -> Answer {
        json(self.desk.figures(run, answered_only)?)
    }

    /// Answers of a run that a query finds; `null` where there is no such run: a list may be asked for while its run is closed.
    ///
    /// # Errors
    /// It is no query.
    pub fn answers(&self, run: usize, query: &str) -> Answer {
        json(&self.desk.answers(run, &from_json(query)?).ok())
    }

    /// All about one answer; `null` where there is no such run or answer: addresses name answers, whatever is open.
    ///
    /// # Errors
    /// Never.
    pub fn answer(&self, run: usize, index: usize) -> Answer {
        json(&self.desk.answer(run, index).ok())
    }

    /// The case of a plan as the Check page takes it out of an address.
    ///
    /// # Errors
    /// There is no such plan.
    pub fn case(&self, run: usize, index: usize) -> Answer {
        self.desk.case(run, index)
    }

    /// Two runs compared.
    ///
    /// # Errors
    /// There is no such run.
    pub fn compare(&mut self, first: usize, second: usize) -> Answer {
        json(self.desk.compare(first, second)?)
    }

    /// A run's report as a file: `json`, `html`, `csv`, `csv-answers`, or `run`: its lines.
    ///
    /// # Errors
    /// There is no such run, or no such file.
    pub fn document(&mut self, run: usize, kind: &str) -> Answer {
        self.desk.document(run, kind)
    }

    /// A comparison of two runs as a file: `json`, `html` or `csv`.
    ///
    /// # Errors
    /// There is no such run, or no such file.
    pub fn comparison_document(&mut self, first: usize, second: usize, kind: &str) -> Answer {
        self.desk.comparison_document(first, second, kind)
    }

    /// Scenarios whose id or command holds these words, the first few of them.
    ///
    /// # Errors
    /// Never.
    pub fn find(&self, words: &str) -> Answer {
        json(&self.desk.find(words))
    }

    /// The prompts of a scenario.
    ///
    /// # Errors
    /// There is no such scenario.
    pub fn prompts(&self, id: &str) -> Answer {
        json(&self.desk.prompts(id)?)
    }

    /// About how many bytes all prompts to a question take, such as `goal`; to all questions where it is empty.
    ///
    /// # Errors
    /// Never.
    pub fn prompt_bytes(&self, only: &str) -> Answer {
        json(&self.desk.prompt_bytes(only))
    }

    /// The prompts of some scenarios from a place in the suite on, a line of JSON each. `only`: those of one question, such as
    /// `goal` or `sequencing-full`; all where it is empty.
    #[must_use]
    pub fn prompt_lines(&self, from: usize, count: usize, only: &str) -> String {
        self.desk.prompt_lines(from, count, only)
    }
}

fn json<T: Serialize>(value: &T) -> Answer {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

fn from_json<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}
