//! The page Results without a browser: its address, the words for what is measured and what went wrong, and numbers as they
//! are shown.

use stepguard_report::score::Ends;

use super::evaluate::quoted;
use super::suite::{decoded, encoded};
use crate::ui::hooks::decimal;

/// A kind of results. The kinds never share a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    /// Episodes of our own simulators.
    #[default]
    Simulator,
    /// Figures of the paper.
    Published,
    /// Runs that the reader has brought.
    Imported,
}

impl Kind {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 3] = [Self::Simulator, Self::Published, Self::Imported];

    /// Its name in addresses.
    pub fn key(self) -> &'static str {
        ["simulator", "published", "imported"][self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["Stepguard simulator", "Published figures", "Imported by you"][self as usize]
    }

    /// Its icon.
    pub fn icon(self) -> &'static str {
        ["steps", "file", "person"][self as usize]
    }

    /// The views that it has: key and name, the usual one first.
    pub fn views(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Published => &[
                ("", "Tables"),
                ("ablations", "Ablations"),
                ("errors", "Why failures fail"),
                ("models", "Compare models"),
                ("audit", "Audit"),
            ],
            Self::Simulator => &[
                ("", "Runs and episodes"),
                ("runs", "Compare runs"),
                ("truth", "Classes and truth"),
                ("ablations", "Ablations"),
            ],
            Self::Imported => &[("", "Runs and episodes"), ("runs", "Compare runs"), ("files", "Files and summaries")],
        }
    }
}

/// What can be filtered by several values.
pub const FILTERS: [&str; 9] = ["env", "measure", "family", "model", "source", "run", "subset", "outcome", "class"];

/// How many episodes are listed at once.
pub const PAGE: u32 = 50;

/// An address of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    /// The kind of results.
    pub kind: Kind,
    /// The episode that is open: run, subset, number.
    pub episode: Option<(String, String, String)>,
    /// What is chosen of it.
    pub step: String,
    /// What is shown of the kind; empty for the usual view.
    pub view: String,
    /// The chosen values of each filter, in the order of [`FILTERS`].
    pub chosen: [Vec<String>; 9],
    /// Steps, from and to.
    pub steps: [String; 2],
    /// Invalid actions, from and to.
    pub invalid: [String; 2],
    /// Words that are looked for.
    pub words: String,
    /// Only what the audit marked.
    pub marked: bool,
    /// The column that a table or list is sorted by; empty for its own order.
    pub sort: String,
    /// From large to small.
    pub descending: bool,
    /// The page of the list, from 0.
    pub page: u32,
    /// What is compared.
    pub with: Vec<String>,
    /// Another run whose episode stands beside the one that is open.
    pub beside: String,
}

/// The place of a filter.
fn place(filter: &str) -> Option<usize> {
    FILTERS.iter().position(|known| *known == filter)
}

fn listed(value: &str) -> Vec<String> {
    value.split(',').map(decoded).filter(|value| !value.is_empty()).collect()
}

fn range(value: &str) -> [String; 2] {
    let (from, to) = value.split_once('-').unwrap_or((value, ""));
    [from, to].map(|end| if end.bytes().all(|byte| byte.is_ascii_digit()) { end.to_owned() } else { String::new() })
}

impl Address {
    /// Reads a fragment; none where it names another page.
    pub fn parse(fragment: &str) -> Option<Self> {
        let fragment = fragment.trim_start_matches('#');
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let mut parts = path.trim_matches('/').split('/');
        if parts.next() != Some("results") {
            return None;
        }
        let mut address = Self::default();
        if let Some(kind) = parts.next() {
            address.kind = Kind::ALL.into_iter().find(|known| known.key() == kind).unwrap_or_default();
        }
        let mut next = || parts.next().map(decoded).unwrap_or_default();
        let (run, subset, number, step) = (next(), next(), next(), next());
        for pair in query.split('&') {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            match key {
                "view" => {
                    let known = address.kind.views().iter().any(|(name, _)| *name == value);
                    address.view = if known { value.to_owned() } else { String::new() };
                }
                "steps" => address.steps = range(value),
                "invalid" => address.invalid = range(value),
                "q" => address.words = decoded(value),
                "marked" => address.marked = true,
                "sort" => {
                    address.descending = value.starts_with('-');
                    address.sort = decoded(value.trim_start_matches('-'));
                }
                "page" => address.page = value.parse::<u32>().map_or(0, |page| page.saturating_sub(1)),
                "with" => address.with = listed(value),
                "beside" => address.beside = decoded(value),
                _ => {
                    if let Some(place) = place(key) {
                        address.chosen[place] = listed(value);
                    }
                }
            }
        }
        if address.kind == Kind::Published {
            return Some(address);
        }
        if number.is_empty() {
            // A run, or a subset of it, is a choice in the list of episodes.
            for (filter, value) in [("run", run), ("subset", subset)] {
                if !value.is_empty() && !address.has(filter, &value) {
                    address.toggle(filter, &value);
                }
            }
        } else {
            address.episode = Some((run, subset, number));
            address.step = step;
        }
        Some(address)
    }

    /// The fragment that reads back as this address.
    pub fn fragment(&self) -> String {
        let mut text = format!("#/results/{}", self.kind.key());
        if let Some((run, subset, number)) = &self.episode {
            for part in [run, subset, number] {
                text.push('/');
                text.push_str(&encoded(part));
            }
            if !self.step.is_empty() {
                text.push('/');
                text.push_str(&encoded(&self.step));
            }
        }
        let query = self.query();
        if query.is_empty() { text } else { format!("{text}?{query}") }
    }

    fn query(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut add = |key: &str, value: String| {
            if !value.is_empty() {
                parts.push(format!("{key}={value}"));
            }
        };
        let joined = |values: &[String]| values.iter().map(|value| encoded(value)).collect::<Vec<_>>().join(",");
        let ends = |[from, to]: &[String; 2]| match (from.is_empty(), to.is_empty()) {
            (true, true) => String::new(),
            _ => format!("{from}-{to}"),
        };
        add("view", self.view.clone());
        for (filter, values) in FILTERS.iter().zip(&self.chosen) {
            add(filter, joined(values));
        }
        add("steps", ends(&self.steps));
        add("invalid", ends(&self.invalid));
        add("q", encoded(&self.words));
        add("sort", if self.sort.is_empty() { String::new() } else { self.sort_text() });
        add("page", if self.page > 0 { (self.page + 1).to_string() } else { String::new() });
        add("with", joined(&self.with));
        add("beside", encoded(&self.beside));
        if self.marked {
            parts.push("marked".to_owned());
        }
        parts.join("&")
    }

    fn sort_text(&self) -> String {
        format!("{}{}", if self.descending { "-" } else { "" }, encoded(&self.sort))
    }

    /// The usual view of a kind.
    pub fn of(kind: Kind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Another view with the same filters.
    pub fn in_view(&self, view: &str) -> Self {
        Self {
            view: view.to_owned(),
            episode: None,
            step: String::new(),
            page: 0,
            sort: String::new(),
            beside: String::new(),
            ..self.clone()
        }
    }

    /// The values chosen of a filter.
    pub fn values(&self, filter: &str) -> &[String] {
        place(filter).map_or(&[], |place| self.chosen[place].as_slice())
    }

    /// Whether a value is chosen.
    pub fn has(&self, filter: &str, value: &str) -> bool {
        self.values(filter).iter().any(|known| known == value)
    }

    /// Chooses a value, or takes it back.
    pub fn toggle(&mut self, filter: &str, value: &str) {
        if let Some(place) = place(filter) {
            let values = &mut self.chosen[place];
            match values.iter().position(|known| known == value) {
                Some(at) => drop(values.remove(at)),
                None => values.push(value.to_owned()),
            }
        }
        self.page = 0;
    }

    /// The same with a value chosen or taken back.
    pub fn toggled(&self, filter: &str, value: &str) -> Self {
        let mut next = self.clone();
        next.toggle(filter, value);
        next
    }

    /// The same with only these values of a filter.
    pub fn with_only(&self, filter: &str, values: &[&str]) -> Self {
        let mut next = Self { page: 0, ..self.clone() };
        if let Some(place) = place(filter) {
            next.chosen[place] = values.iter().map(|value| (*value).to_owned()).collect();
        }
        next
    }

    /// The same without any filter.
    pub fn cleared(&self) -> Self {
        Self { kind: self.kind, view: self.view.clone(), with: self.with.clone(), ..Self::default() }
    }

    /// Whether something is filtered.
    pub fn is_filtered(&self) -> bool {
        let ends = self.steps.iter().chain(&self.invalid).any(|end| !end.is_empty());
        self.chosen.iter().any(|values| !values.is_empty()) || ends || !self.words.is_empty() || self.marked
    }

    /// The same sorted by a column: the first click puts large figures first, the second small ones, the third the own order.
    pub fn sorted(&self, column: &str, first_descending: bool) -> Self {
        let mut next = Self { page: 0, ..self.clone() };
        if self.sort != column {
            next.sort = column.to_owned();
            next.descending = first_descending;
        } else if self.descending == first_descending {
            next.descending = !first_descending;
        } else {
            next.sort = String::new();
            next.descending = false;
        }
        next
    }

    /// One episode of the list, by its id.
    pub fn opened(&self, id: &str) -> Self {
        let mut parts = id.rsplitn(3, '/');
        let (number, subset, run) = (parts.next(), parts.next(), parts.next());
        let text = |part: Option<&str>| part.unwrap_or_default().to_owned();
        Self {
            episode: Some((text(run), text(subset), text(number))),
            step: String::new(),
            view: String::new(),
            beside: String::new(),
            ..self.clone()
        }
    }

    /// The list that the open episode stands in.
    pub fn list(&self) -> Self {
        Self { episode: None, step: String::new(), beside: String::new(), ..self.clone() }
    }

    /// What the worker is asked for published figures: of one environment or of all, of some measures or of all.
    pub fn figures(&self, environment: Option<&str>, measures: &[&str]) -> String {
        let joined = |values: &[String]| values.iter().map(|value| encoded(value)).collect::<Vec<_>>().join(",");
        let mut parts: Vec<String> = environment.map(|environment| format!("env={environment}")).into_iter().collect();
        if !measures.is_empty() {
            parts.push(format!("measure={}", measures.join(",")));
        }
        for filter in ["subset", "family", "model", "source"] {
            let values = self.values(filter);
            if !values.is_empty() {
                parts.push(format!("{filter}={}", joined(values)));
            }
        }
        if !self.words.is_empty() {
            parts.push(format!("text={}", encoded(&self.words)));
        }
        if self.marked {
            parts.push("marked".to_owned());
        }
        parts.join("&")
    }

    /// What the worker is asked for episodes, as a JSON object.
    pub fn episodes(&self) -> String {
        let list =
            |values: &[String]| format!("[{}]", values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(","));
        let end =
            |end: &String| if end.is_empty() { "null".to_owned() } else { end.trim_start_matches('0').to_owned() };
        let end = |text: &String| Some(end(text)).filter(|text| !text.is_empty()).unwrap_or_else(|| "0".to_owned());
        let mut fields: Vec<String> = ["env", "run", "subset", "outcome", "class"]
            .iter()
            .map(|filter| format!("\"{filter}\":{}", list(self.values(filter))))
            .collect();
        for (name, [from, to]) in [("steps", &self.steps), ("invalid", &self.invalid)] {
            fields.push(format!("\"{name}\":[{},{}]", end(from), end(to)));
        }
        fields.push(format!("\"words\":{}", quoted(&self.words)));
        fields.push(format!("\"sort\":{},\"descending\":{}", quoted(&self.sort), self.descending));
        fields.push(format!("\"from\":{},\"count\":{PAGE}", self.page.saturating_mul(PAGE)));
        format!("{{{}}}", fields.join(","))
    }
}

/// What tables can be shown of: key, name, and the measures behind it.
pub const TABLES: [(&str, &str, &[&str]); 4] = [
    ("success", "Task success", &["success"]),
    ("progress", "Goal conditions met", &["progress"]),
    ("effort", "Steps, planner calls, unreadable plans", &["steps", "planner-calls", "format-errors"]),
    ("chat-history", "Success without chat history", &["chat-history"]),
];

/// What an environment is called beside others: in our own simulators and in runs that people bring it is the kind of tasks,
/// in the paper it is the benchmark's name.
pub fn environment(kind: Kind, id: &str) -> &str {
    match (kind, id) {
        (Kind::Simulator, "alfred") => "Household skills",
        (Kind::Simulator, "habitat") => "Rearrangement",
        (Kind::Simulator, "navigation") => "Navigation",
        (Kind::Simulator, "manipulation") => "Manipulation",
        (_, "alfred") => "EB-ALFRED",
        (_, "habitat") => "EB-Habitat",
        (_, "navigation") => "EB-Navigation",
        (_, "manipulation") => "EB-Manipulation",
        (_, other) => other,
    }
}

/// A subset's name.
pub fn subset(id: &str) -> &str {
    match id {
        "base" => "Base",
        "common" => "Common sense",
        "complex" => "Complex",
        "spatial" => "Spatial",
        "visual" => "Visual",
        "long" => "Long horizon",
        "mean" => "Mean",
        "all" => "All tasks",
        "failures" => "Sampled failures",
        other => other,
    }
}

/// A family's name.
pub fn family(id: &str) -> &str {
    match id {
        "proprietary" => "Proprietary",
        "language-only" => "Language only",
        "open-weights" => "Open weights",
        other => other,
    }
}

/// A class of errors in words: `insufficient-exploration` is `Insufficient exploration`.
pub fn class(id: &str) -> String {
    match id {
        "action-id-mismatch" => "Action id mismatch".to_owned(),
        other => {
            let words = other.replace('-', " ");
            let mut letters = words.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
        }
    }
}

/// A unit behind a number.
pub fn unit(unit: &str) -> &'static str {
    match unit {
        "percent" => "\u{202f}%",
        "points" => " points",
        "steps" => " steps",
        "calls" => " calls",
        "errors per episode" => " per episode",
        _ => "",
    }
}

/// The ends of an interval in whole numbers: a table of intervals is read, not computed with.
pub fn whole_range(interval: Option<Ends>) -> String {
    let whole = |value: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "a percentage")]
        let whole = value.round() as i64;
        whole.to_string()
    };
    interval.map_or_else(|| "\u{2013}".to_owned(), |ends| format!("{} to {}", whole(ends.low), whole(ends.high)))
}

/// A number without digits that say nothing: `12` for 12.0, `12.5` for 12.5.
pub fn plain(value: f64) -> String {
    let text = decimal(value);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// How dark a cell is, from 0 to 10.
pub fn shade(percent: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 10")]
    let step = (percent / 10.0).round() as usize;
    step.min(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_back_as_they_were_written() {
        let mut address = Address {
            kind: Kind::Imported,
            episode: Some(("alfred.gpt-4o-x".to_owned(), "base".to_owned(), "12".to_owned())),
            step: "7".to_owned(),
            steps: ["1".to_owned(), "30".to_owned()],
            invalid: [String::new(), "4".to_owned()],
            words: "the mug, then".to_owned(),
            sort: "steps".to_owned(),
            descending: true,
            page: 3,
            with: vec!["a".to_owned(), "b,c".to_owned()],
            beside: "alfred.other".to_owned(),
            marked: true,
            ..Address::default()
        };
        address.toggle("class", "reflection");
        address.toggle("class", "missing-step");
        address.page = 3;
        assert_eq!(Address::parse(&address.fragment()), Some(address));
        assert_eq!(Address::parse("#/results"), Some(Address::default()));
        assert_eq!(Address::parse("#/resultsx"), None);
        assert_eq!(Address::parse("#/scenarios"), None);
    }

    #[test]
    fn a_run_without_an_episode_is_a_choice_in_the_list() {
        let address = Address::parse("#/results/imported/alfred.m/base").expect("it is of this page");
        assert_eq!(address.episode, None);
        assert!(address.has("run", "alfred.m") && address.has("subset", "base"));
    }

    #[test]
    fn columns_are_sorted_in_turn() {
        let address = Address::of(Kind::Published);
        let first = address.sorted("mean", true);
        assert_eq!((first.sort.as_str(), first.descending), ("mean", true));
        let second = first.sorted("mean", true);
        assert_eq!((second.sort.as_str(), second.descending), ("mean", false));
        assert_eq!(second.sorted("mean", true), address);
    }

    #[test]
    fn what_the_worker_is_asked_is_json() {
        let address = Address::parse("#/results/imported?run=a%22b&steps=007-&invalid=-9&q=x&sort=-steps&page=2");
        let asked = address.expect("it is of this page").episodes();
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&asked).expect("it is JSON"),
            serde_json::json!({
                "env": [], "run": ["a\"b"], "subset": [], "outcome": [], "class": [], "steps": [7, null],
                "invalid": [null, 9], "words": "x", "sort": "steps", "descending": true, "from": 50, "count": 50
            })
        );
    }

    #[test]
    fn figures_are_asked_for_by_one_environment_or_all() {
        let address = Address::parse("#/results/published?family=open-weights,x&subset=base&marked&q=qwen");
        let address = address.expect("it is of this page");
        assert_eq!(
            address.figures(Some("alfred"), &["steps", "planner-calls"]),
            "env=alfred&measure=steps,planner-calls&subset=base&family=open-weights,x&text=qwen&marked"
        );
        assert_eq!(address.figures(None, &[]), "subset=base&family=open-weights,x&text=qwen&marked");
    }
}
