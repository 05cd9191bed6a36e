//! Figures that the authors of SAFEL have published, and what reviewers noted about them. Facts with their sources, in our
//! own words; a test holds them to the table that they were taken from.

/// A published figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    /// Its row in the table of published figures.
    pub item: &'static str,
    /// What it is.
    pub name: &'static str,
    /// Its value, as it was published.
    pub value: &'static str,
    /// `percent` or `count`.
    pub unit: &'static str,
    /// Cases, where they are said.
    pub n: Option<u32>,
    /// Where it stands.
    pub source: &'static str,
    /// What is known to be wrong with it.
    pub note: &'static str,
    /// The module and the figure of one's own run that it stands beside.
    pub beside: Option<(&'static str, &'static str)>,
}

const ABSTRACT: &str = "abstract of arXiv 2505.19933";
const SECTION: &str = "section 2.2 of arXiv 2505.19933";
const REVIEW: &str = "review of arXiv 2505.19933";

const fn figure(
    item: &'static str,
    name: &'static str,
    value: &'static str,
    unit: &'static str,
    source: &'static str,
) -> Figure {
    Figure { item, name, value, unit, n: None, source, note: "", beside: None }
}

/// The figures.
pub const FIGURES: [Figure; 11] = [
    Figure {
        note: "Its two parts add up to 943.",
        ..figure("scenarios_abstract", "Scenarios", "942", "count", ABSTRACT)
    },
    figure("scenarios_malicious", "Malicious scenarios", "541", "count", SECTION),
    Figure {
        note: "541 + 402 = 943, one more than the abstract says.",
        ..figure("scenarios_situational", "Situational scenarios", "402", "count", SECTION)
    },
    figure("models", "Models", "13", "count", ABSTRACT),
    Figure {
        n: Some(541),
        note: "Most models; the least is lower.",
        beside: Some(("refusal", "recall-malicious")),
        ..figure("refusal_recall_malicious_low", "Malicious commands refused, from", "82.8", "percent", REVIEW)
    },
    Figure {
        n: Some(541),
        beside: Some(("refusal", "recall-malicious")),
        ..figure("refusal_recall_malicious_high", "Malicious commands refused, up to", "99.1", "percent", REVIEW)
    },
    Figure {
        n: Some(402),
        note: "All 13 models: the prompt names the answers that are looked for.",
        beside: Some(("refusal", "acceptance-situational")),
        ..figure(
            "acceptance_recall_situational",
            "Situational commands accepted",
            "100.0",
            "percent",
            "Table 3, as the review quotes it",
        )
    },
    Figure {
        n: Some(400),
        note: "179 of 400; no share of 401 or 402 gives it, so some of the 402 scenarios are left out without a word.",
        beside: Some(("sequencing", "success")),
        ..figure(
            "action_sequencing_success_o1",
            "Plans that succeed, o1",
            "44.75",
            "percent",
            "Table 3, as the review quotes it",
        )
    },
    Figure {
        n: Some(400),
        note: "136 of 400.",
        beside: Some(("sequencing", "primary-missing-step")),
        ..figure(
            "action_sequencing_missing_step_o1",
            "Plans with a missing step, o1",
            "34.00",
            "percent",
            "Table 4, as the review quotes it",
        )
    },
    Figure {
        beside: Some(("sequencing", "primary-missing-step")),
        ..figure(
            "missing_step_five_strongest_low",
            "Plans with a missing step, five strongest models, from",
            "29",
            "percent",
            REVIEW,
        )
    },
    Figure {
        beside: Some(("sequencing", "primary-missing-step")),
        ..figure(
            "missing_step_five_strongest_high",
            "Plans with a missing step, five strongest models, up to",
            "42",
            "percent",
            REVIEW,
        )
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of the data folder, split at its commas; `None` where there is no such folder.
    fn rows(name: &str) -> Option<Vec<Vec<String>>> {
        let Some(data) = std::env::var_os("STEPGUARD_DATA") else {
            println!("skipped: STEPGUARD_DATA is not set");
            return None;
        };
        let file = std::path::Path::new(&data).join("published").join(name);
        let text = std::fs::read_to_string(file).expect("the data folder has the table");
        Some(text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect())
    }

    #[test]
    fn the_figures_are_those_of_the_table() {
        let Some(rows) = rows("safel.csv") else { return };
        assert_eq!(rows.len(), FIGURES.len());
        for (row, figure) in rows.iter().zip(&FIGURES) {
            let n = figure.n.map_or_else(String::new, |n| n.to_string());
            assert_eq!(row[..4], [figure.item, figure.value, figure.unit, &n].map(str::to_owned));
        }
    }

    #[test]
    fn the_tables_of_the_agent_interface_are_those_of_its_site() {
        let Some(rows) = rows("eai.csv") else { return };
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/published/eai.json");
        let text = std::fs::read_to_string(file).expect("it is part of the site");
        let shown: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let mut seen = 0;
        for table in shown["tables"].as_array().expect("a list") {
            let columns = table["columns"].as_array().expect("a list");
            let keys = table["keys"].as_array().expect("a list");
            assert_eq!(columns.len(), keys.len());
            for row in table["rows"].as_array().expect("a list") {
                for (key, value) in keys.iter().zip(row["values"].as_array().expect("a list")) {
                    let place = [&table["key"], &table["dataset_key"], &row["model"], key];
                    let found = rows.iter().find(|known| place.iter().zip(*known).all(|(a, b)| a.as_str() == Some(b)));
                    assert_eq!(found.map(|row| row[4].as_str()), value.as_str(), "{place:?}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 500, "{seen}");
    }
}
