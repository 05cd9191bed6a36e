//! Published figures: read from a pack, found by id, filtered, sorted, compared, written as CSV. Facts only: what is wrong
//! with them is for [`crate::audit`], how they are laid out in tables for [`crate::view`].

use crate::environment::{Environment, Subset, slug};
use serde::Deserialize;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The pack that goes with this crate. A page fetches it as a file instead.
pub const SHIPPED: &str = include_str!("../published/embodiedbench.json");

/// Something measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Its id.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Whether more is better.
    pub more_is_better: Option<bool>,
    /// Whether a part of the agent was changed for it.
    pub ablation: bool,
    /// Whether a figure is a share of tasks solved, so that it is a multiple of one in the number of tasks.
    pub is_rate: bool,
}

const fn measured(id: &'static str, name: &'static str, unit: &'static str, more_is_better: Option<bool>) -> Measure {
    Measure { id, name, unit, more_is_better, ablation: false, is_rate: false }
}

const fn ablation(id: &'static str, name: &'static str) -> Measure {
    Measure { id, name, unit: "percent", more_is_better: Some(true), ablation: true, is_rate: true }
}

/// All measures, in the order of pages.
pub const MEASURES: [Measure; 14] = [
    Measure { is_rate: true, ..measured("success", "Task success", "percent", Some(true)) },
    measured("progress", "Goal conditions met", "percent", Some(true)),
    measured("steps", "Steps", "steps", None),
    measured("planner-calls", "Planner calls", "calls", None),
    measured("format-errors", "Unreadable plans", "errors per episode", Some(false)),
    measured("error-share", "Share of failures", "percent", None),
    ablation("chat-history", "Chat history"),
    ablation("detection-box", "Detection boxes"),
    ablation("resolution", "Resolution of views"),
    ablation("multi-step", "Views of earlier steps"),
    ablation("multi-view", "Several views"),
    ablation("visual-icl", "Examples with pictures"),
    Measure { is_rate: false, ..ablation("examples", "Number of examples") },
    Measure {
        unit: "points",
        is_rate: false,
        more_is_better: Some(false),
        ..ablation("feedback-drop", "Loss without feedback")
    },
];

/// A measure by its id.
#[must_use]
pub fn measure(id: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.id == id)
}

/// Where figures are published.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its id.
    pub id: String,
    /// What and where it is.
    pub title: String,
    /// How figures were got from it.
    pub how: String,
    /// An address.
    pub link: String,
}

/// A model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Its id in links.
    pub id: String,
    /// Its name as printed.
    pub name: String,
    /// Its family.
    pub family: String,
}

/// One figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its id.
    pub id: String,
    /// Its model, a place in [`Published::models`].
    pub model: usize,
    /// The environment.
    pub environment: Environment,
    /// The subset's id, or `mean`, `all`, `failures`.
    pub subset: String,
    /// The measure's id.
    pub measure: &'static str,
    /// The setting, or the class of errors.
    pub setting: Option<String>,
    /// The value.
    pub value: f64,
    /// As printed.
    pub printed: String,
    /// Its source, a place in [`Published::sources`].
    pub source: usize,
}

impl Figure {
    /// Whether it is published as an approximation.
    #[must_use]
    pub fn is_approximate(&self) -> bool {
        self.printed.starts_with('~')
    }

    /// Tasks behind it, where that is known.
    #[must_use]
    pub fn tasks(&self) -> Option<u32> {
        Subset::from_name(&self.subset).and_then(|subset| self.environment.tasks(subset))
    }
}

/// All published figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// Sources.
    pub sources: Vec<Source>,
    /// Models, in the order of the paper.
    pub models: Vec<Model>,
    /// Figures, in the order of the pack.
    pub figures: Vec<Figure>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pack {
    #[expect(dead_code, reason = "for those who open the file")]
    about: String,
    sources: Vec<Source>,
    models: Vec<PackModel>,
    tables: Vec<PackTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackModel {
    name: String,
    family: String,
}

/// Columns are subsets under one setting, or settings of one subset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackTable {
    source: String,
    measure: String,
    environment: String,
    subset: Option<String>,
    setting: Option<String>,
    subsets: Option<Vec<String>>,
    settings: Option<Vec<String>>,
    rows: Vec<Vec<Option<String>>>,
}

impl Published {
    /// Reads a pack.
    ///
    /// # Errors
    /// A sentence, when the text is no pack or names what it does not define.
    pub fn read(text: &str) -> Result<Self, String> {
        let pack: Pack = serde_json::from_str(text).map_err(|error| format!("the pack cannot be read: {error}"))?;
        let models: Vec<Model> =
            pack.models.into_iter().map(|m| Model { id: slug(&m.name), name: m.name, family: m.family }).collect();
        let mut figures = Vec::new();
        for table in pack.tables {
            let place = |what: &str, name: &str| format!("the pack has no {what} {name}");
            let source = pack.sources.iter().position(|source| source.id == table.source);
            let source = source.ok_or_else(|| place("source", &table.source))?;
            let measure = measure(&table.measure).ok_or_else(|| place("measure", &table.measure))?;
            let environment = Environment::from_name(&table.environment);
            let environment = environment.ok_or_else(|| place("environment", &table.environment))?;
            let columns: Vec<(String, Option<String>)> = match (table.subsets, table.settings, table.subset) {
                (Some(subsets), None, None) => {
                    subsets.into_iter().map(|subset| (subset, table.setting.clone())).collect()
                }
                (None, Some(settings), Some(subset)) if table.setting.is_none() => {
                    settings.into_iter().map(|setting| (subset.clone(), Some(setting))).collect()
                }
                _ => return Err(format!("a table of {} has neither subsets nor settings, or both", measure.id)),
            };
            for row in table.rows {
                let Some((Some(name), cells)) = row.split_first() else {
                    return Err(format!("a row of {} names no model", measure.id));
                };
                let model = models.iter().position(|model| model.name == *name).ok_or_else(|| place("model", name))?;
                if cells.len() != columns.len() {
                    return Err(format!("the row of {name} has {} cells for {} columns", cells.len(), columns.len()));
                }
                for ((subset, setting), cell) in columns.iter().zip(cells) {
                    let Some(printed) = cell else { continue };
                    let value = printed.trim_start_matches('~').parse::<f64>().ok().filter(|value| value.is_finite());
                    let value = value.ok_or_else(|| format!("{printed} is no number"))?;
                    let setting_id = setting.as_ref().map(|setting| format!(".{}", setting.replace('/', "-")));
                    figures.push(Figure {
                        id: format!(
                            "{}.{}{}.{}.{subset}",
                            environment.id(),
                            measure.id,
                            setting_id.unwrap_or_default(),
                            models[model].id
                        ),
                        model,
                        environment,
                        subset: subset.clone(),
                        measure: measure.id,
                        setting: setting.clone(),
                        value,
                        printed: printed.clone(),
                        source,
                    });
                }
            }
        }
        let ids: BTreeSet<&str> = figures.iter().map(|figure| figure.id.as_str()).collect();
        if ids.len() != figures.len() {
            return Err("two figures of the pack have the same id".to_owned());
        }
        Ok(Self { sources: pack.sources, models, figures })
    }

    /// The pack of this crate.
    #[must_use]
    pub fn shipped() -> Self {
        Self::read(SHIPPED).expect("a test reads the pack that is built in")
    }

    /// A figure by its id.
    #[must_use]
    pub fn figure(&self, id: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.id == id)
    }

    /// The figure of a model in a cell.
    #[must_use]
    pub fn cell(
        &self,
        model: usize,
        environment: Environment,
        measure: &str,
        setting: Option<&str>,
        subset: &str,
    ) -> Option<&Figure> {
        self.figures.iter().find(|figure| {
            figure.model == model
                && figure.environment == environment
                && figure.measure == measure
                && figure.setting.as_deref() == setting
                && figure.subset == subset
        })
    }

    /// The figures that a query lets through, in the order of the pack. `marked` says which figures the audit marked.
    #[must_use]
    pub fn select<'a>(&'a self, query: &Query, marked: &BTreeSet<String>) -> Vec<&'a Figure> {
        self.figures.iter().filter(|figure| self.passes(figure, query, marked, None)).collect()
    }

    /// How often each value of each filter occurs among what the other filters let through.
    #[must_use]
    pub fn facets(&self, query: &Query, marked: &BTreeSet<String>) -> Vec<(Facet, Vec<(String, u32)>)> {
        Facet::ALL
            .into_iter()
            .map(|facet| {
                let mut values: Vec<(String, u32)> = self.values(facet).into_iter().map(|value| (value, 0)).collect();
                for figure in self.figures.iter().filter(|figure| self.passes(figure, query, marked, Some(facet))) {
                    let value = self.value(figure, facet);
                    if let Some((_, count)) = values.iter_mut().find(|(known, _)| *known == value) {
                        *count += 1;
                    }
                }
                (facet, values)
            })
            .collect()
    }

    /// The values that a filter can have, in the order of pages.
    fn values(&self, facet: Facet) -> Vec<String> {
        let all = self.figures.iter().map(|figure| self.value(figure, facet));
        let known: Vec<String> = match facet {
            Facet::Environment => Environment::ALL.map(|e| e.id().to_owned()).to_vec(),
            Facet::Measure => MEASURES.map(|m| m.id.to_owned()).to_vec(),
            Facet::Model => self.models.iter().map(|m| m.id.clone()).collect(),
            Facet::Subset => {
                let others = ["mean", "all", "failures"].map(str::to_owned);
                Subset::ALL.iter().map(|s| s.id().to_owned()).chain(others).collect()
            }
            Facet::Family | Facet::Source => Vec::new(),
        };
        let mut values = known;
        for value in all {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    fn value(&self, figure: &Figure, facet: Facet) -> String {
        match facet {
            Facet::Environment => figure.environment.id().to_owned(),
            Facet::Measure => figure.measure.to_owned(),
            Facet::Model => self.models[figure.model].id.clone(),
            Facet::Subset => figure.subset.clone(),
            Facet::Family => self.models[figure.model].family.clone(),
            Facet::Source => self.sources[figure.source].id.clone(),
        }
    }

    fn passes(&self, figure: &Figure, query: &Query, marked: &BTreeSet<String>, but: Option<Facet>) -> bool {
        Facet::ALL.into_iter().filter(|facet| Some(*facet) != but).all(|facet| {
            let chosen = query.chosen(facet);
            chosen.is_empty() || chosen.contains(&self.value(figure, facet))
        }) && (!query.marked || marked.contains(&figure.id))
            && (query.text.is_empty() || {
                let text = query.text.to_lowercase();
                let model = &self.models[figure.model];
                [model.name.as_str(), &figure.id, figure.setting.as_deref().unwrap_or_default()]
                    .iter()
                    .any(|field| field.to_lowercase().contains(&text))
            })
    }
}

/// Something figures can be filtered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Facet {
    /// The environment.
    Environment,
    /// What is measured.
    Measure,
    /// The subset.
    Subset,
    /// The model's family.
    Family,
    /// The model.
    Model,
    /// The source.
    Source,
}

impl Facet {
    /// All of them, in the order of pages.
    pub const ALL: [Self; 6] =
        [Self::Environment, Self::Measure, Self::Subset, Self::Family, Self::Model, Self::Source];

    /// Its name in links.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Environment => "env",
            Self::Measure => "measure",
            Self::Subset => "subset",
            Self::Family => "family",
            Self::Model => "model",
            Self::Source => "source",
        }
    }
}

/// A selection of figures. It has a text form, so that a link can hold it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// Chosen values by filter, in the order of [`Facet::ALL`]; none means all.
    chosen: [BTreeSet<String>; 6],
    /// A text that the model's name, the setting or the id holds.
    pub text: String,
    /// Only what the audit marked.
    pub marked: bool,
}

impl Query {
    /// The values chosen in a filter; none means all.
    #[must_use]
    pub fn chosen(&self, facet: Facet) -> &BTreeSet<String> {
        &self.chosen[facet as usize]
    }

    /// Chooses a value. Environments and models may be given by their printed names, subsets by any name in use.
    pub fn choose(&mut self, facet: Facet, value: &str) {
        let value = match facet {
            Facet::Environment => Environment::from_name(value).map(|environment| environment.id().to_owned()),
            Facet::Subset => Subset::from_name(value).map(|subset| subset.id().to_owned()),
            Facet::Model => Some(slug(value)),
            Facet::Measure | Facet::Family | Facet::Source => None,
        }
        .unwrap_or_else(|| value.to_owned());
        self.chosen[facet as usize].insert(value);
    }

    /// Takes a value back.
    pub fn remove(&mut self, facet: Facet, value: &str) {
        self.chosen[facet as usize].remove(value);
    }

    /// The text form: `env=alfred&model=gpt-4o&marked`. Values of one filter are joined by commas; what is not a letter, a
    /// digit or one of `-._/` is escaped as in addresses.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for facet in Facet::ALL {
            let values: Vec<String> = self.chosen(facet).iter().map(|value| escape(value)).collect();
            if !values.is_empty() {
                parts.push(format!("{}={}", facet.id(), values.join(",")));
            }
        }
        if !self.text.is_empty() {
            parts.push(format!("text={}", escape(&self.text)));
        }
        if self.marked {
            parts.push("marked".to_owned());
        }
        parts.join("&")
    }

    /// Reads the text form. What it does not know it leaves out: a link of a later version still opens.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut query = Self::default();
        for part in text.split('&') {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            if let Some(facet) = Facet::ALL.into_iter().find(|facet| facet.id() == key) {
                let values = value.split(',').map(unescape).filter(|value| !value.is_empty());
                query.chosen[facet as usize].extend(values);
            } else if key == "text" {
                query.text = unescape(value);
            } else if key == "marked" {
                query.marked = true;
            }
        }
        query
    }
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("a String takes everything");
        }
    }
    out
}

fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
        match code.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The order of two cells of a column: by value, what is missing last whichever way it goes.
#[must_use]
pub fn by_value(a: Option<f64>, b: Option<f64>, descending: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if descending => b.total_cmp(&a),
        (Some(a), Some(b)) => a.total_cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Figures as CSV, a row each with its source and what the audit says of it.
#[must_use]
pub fn csv(published: &Published, figures: &[&Figure], marks: &[stepguard_report::results::AuditMark]) -> String {
    let mut out = crate::csv::row(&[
        "id",
        "model",
        "family",
        "environment",
        "subset",
        "measure",
        "setting",
        "value",
        "unit",
        "source",
        "audit",
    ]);
    for figure in figures {
        let (model, source) = (&published.models[figure.model], &published.sources[figure.source]);
        let why: Vec<&str> = marks.iter().filter(|m| m.figure == figure.id).map(|m| m.why.as_str()).collect();
        out.push_str(&crate::csv::row(&[
            &figure.id,
            &model.name,
            &model.family,
            figure.environment.name(),
            &figure.subset,
            figure.measure,
            figure.setting.as_deref().unwrap_or_default(),
            &figure.printed,
            measure(figure.measure).map_or("", |measure| measure.unit),
            &source.title,
            &why.join(" "),
        ]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_shipped_pack_is_read() {
        let published = Published::read(SHIPPED).expect("the pack is one");
        assert_eq!(published.figures.len(), 1142);
        let figure = published.figure("alfred.success.gpt-4o.base").expect("it is published");
        assert_eq!((figure.printed.as_str(), figure.tasks()), ("64", Some(50)));
        assert!(published.figures.iter().any(Figure::is_approximate));
    }

    #[test]
    fn a_pack_with_mistakes_says_which() {
        for (from, to, says) in [
            ("\"table-2\", \"measure\"", "\"table-99\", \"measure\"", "no source table-99"),
            ("\"measure\": \"success\"", "\"measure\": \"luck\"", "no measure luck"),
            ("[\"GPT-4o\", \"56.3\"", "[\"GPT-4o\", \"56.3\", \"1\"", "8 cells for 7 columns"),
            ("[\"GPT-4o\", \"56.3\"", "[\"GPT-4o\", \"much\"", "much is no number"),
            ("{\n\"about\"", "{\n\"abut\"", "cannot be read"),
        ] {
            let broken = SHIPPED.replacen(from, to, 1);
            assert_ne!(broken, SHIPPED, "{from} is in the pack");
            let error = Published::read(&broken).expect_err("it has a mistake");
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn filters_and_facets() {
        let published = Published::shipped();
        let none = BTreeSet::new();
        let mut query = Query::default();
        query.choose(Facet::Environment, "EB-ALFRED");
        query.choose(Facet::Measure, "success");
        assert_eq!(published.select(&query, &none).len(), 182);
        query.choose(Facet::Model, "GPT-4o (Lang)");
        assert_eq!(published.select(&query, &none).len(), 7);
        let facets = published.facets(&query, &none);
        let of = |facet: Facet, value: &str| {
            let values = facets.iter().find(|(known, _)| *known == facet).map(|(_, values)| values);
            values.and_then(|values| values.iter().find(|(known, _)| known == value)).map(|(_, count)| *count)
        };
        // A filter's own choice does not count in its counts.
        assert_eq!(of(Facet::Environment, "habitat"), Some(7));
        assert_eq!(of(Facet::Model, "gpt-4o"), Some(7));
        assert_eq!(of(Facet::Subset, "base"), Some(1));
        query.text = "no such thing".to_owned();
        assert!(published.select(&query, &none).is_empty());
    }

    #[test]
    fn missing_cells_come_last_both_ways() {
        let mut cells = [Some(2.0), None, Some(1.0)];
        cells.sort_by(|a, b| by_value(*a, *b, false));
        assert_eq!(cells, [Some(1.0), Some(2.0), None]);
        cells.sort_by(|a, b| by_value(*a, *b, true));
        assert_eq!(cells, [Some(2.0), Some(1.0), None]);
    }

    proptest! {
        #[test]
        fn a_query_survives_its_text(values in proptest::collection::vec((0_usize..6, "[^\\s]{1,8}"), 0..6), text in ".{0,8}", marked: bool) {
            let mut query = Query { text, marked, ..Query::default() };
            for (facet, value) in values {
                query.choose(Facet::ALL[facet], &value);
            }
            for facet in Facet::ALL {
                query.remove(facet, "");
            }
            prop_assert_eq!(Query::from_text(&query.to_text()), query);
        }

        #[test]
        fn no_text_breaks_a_query(text in ".{0,40}") {
            let query = Query::from_text(&text);
            prop_assert_eq!(Query::from_text(&query.to_text()), query);
        }
    }
}
