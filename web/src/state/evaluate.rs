//! The page Evaluate without a browser: its address, numbers as they are shown, tables that can be saved, and a raw answer
//! cut at the places that a reader took or passed over.

use stepguard_report::{AsideView, Category, Ends, Interface, MetricKind, RunReport, TakenView};

use super::suite::{decoded, encoded};

/// What of the evaluation is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum View {
    /// Runs, main figures, charts.
    #[default]
    Overview,
    /// Figures by class, victim, timing, mitigation and intent.
    Labels,
    /// The answers.
    Answers,
    /// Lines that do not count.
    Lines,
    /// Published figures.
    Published,
    /// What models are asked.
    Prompts,
}

impl View {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 6] =
        [Self::Overview, Self::Labels, Self::Answers, Self::Lines, Self::Published, Self::Prompts];

    /// Its key in addresses.
    pub fn key(self) -> &'static str {
        ["overview", "labels", "answers", "lines", "published", "prompts"][self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["Overview", "By label", "Answers", "Lines that do not count", "Published figures", "Prompts"][self as usize]
    }

    /// Whether there is something in it only when a run is open.
    pub fn needs_run(self) -> bool {
        matches!(self, Self::Labels | Self::Answers | Self::Lines)
    }
}

/// A facet of the list of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet {
    /// Module and vocabulary.
    Module,
    /// Right, wrong, unreadable.
    State,
    /// Decision, category, or how much is right.
    Label,
    /// Hazard class.
    Class,
    /// What is behind the command.
    Intent,
}

impl Facet {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Module, Self::State, Self::Label, Self::Class, Self::Intent];

    /// Its key in addresses and queries.
    pub fn key(self) -> &'static str {
        ["module", "state", "label", "class", "intent"][self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["Module", "Result", "Answer", "Hazard class", "Intent"][self as usize]
    }
}

/// How many answers are listed at once.
pub const PAGE: u32 = 50;

/// An address of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    /// What is shown.
    pub view: View,
    /// Reference runs that the address itself names.
    pub runs: Vec<String>,
    /// The second run is meant, not the first.
    pub second: bool,
    /// The chosen value of each facet.
    pub chosen: [String; 5],
    /// Words that are looked for.
    pub words: String,
    /// The page of the list, from 0.
    pub page: u32,
    /// The answer that is open.
    pub answer: Option<u32>,
    /// A scenario whose prompts are shown, or a module whose labels are.
    pub of: String,
}

impl Address {
    /// Reads a fragment; none where it names another page.
    pub fn parse(fragment: &str) -> Option<Self> {
        let fragment = fragment.trim_start_matches('#');
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let path = path.trim_matches('/');
        if path != "evaluate" && !path.starts_with("evaluate/") {
            return None;
        }
        let mut address = Self::default();
        for pair in query.split('&') {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = decoded(value);
            match key {
                "view" => address.view = View::ALL.into_iter().find(|view| view.key() == value).unwrap_or_default(),
                "runs" => {
                    address.runs = value.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
                }
                "run" => address.second = value == "2",
                "q" => address.words = value,
                "page" => address.page = value.parse::<u32>().map_or(0, |page| page.saturating_sub(1)),
                "answer" => address.answer = value.parse().ok(),
                "of" => address.of = value,
                _ => {
                    if let Some(facet) = Facet::ALL.into_iter().find(|facet| facet.key() == key) {
                        address.chosen[facet as usize] = value;
                    }
                }
            }
        }
        Some(address)
    }

    /// The fragment that reads back as this address.
    pub fn fragment(&self) -> String {
        let mut text = "#/evaluate".to_owned();
        let mut separator = '?';
        let mut add = |key: &str, value: &str| {
            if !value.is_empty() {
                text.push(separator);
                separator = '&';
                text.push_str(key);
                text.push('=');
                text.push_str(&encoded(value).replace("%2C", ",").replace("%2F", "/"));
            }
        };
        add("view", if self.view == View::Overview { "" } else { self.view.key() });
        add("runs", &self.runs.join(","));
        add("run", if self.second { "2" } else { "" });
        for facet in Facet::ALL {
            add(facet.key(), &self.chosen[facet as usize]);
        }
        add("q", &self.words);
        if self.page > 0 {
            add("page", &(self.page + 1).to_string());
        }
        if let Some(answer) = self.answer {
            add("answer", &answer.to_string());
        }
        add("of", &self.of);
        text
    }

    /// The same without the names that are no runs' names, where some are and some are not: what is left of the link works,
    /// and who was the second run may be the first then.
    pub fn without_unknown(&self, named: &[String], are_runs: &[bool]) -> Option<Self> {
        if are_runs.iter().all(|is_run| *is_run) || !are_runs.contains(&true) || self.runs != named {
            return None;
        }
        let known = named.iter().zip(are_runs).filter(|(_, is_run)| **is_run).map(|(name, _)| name.clone()).collect();
        let second = self.second && are_runs.first() == Some(&true);
        Some(Self { runs: known, second, ..self.clone() })
    }

    /// The same runs in another view.
    pub fn in_view(&self, view: View) -> Self {
        Self { view, runs: self.runs.clone(), second: self.second, ..Self::default() }
    }

    /// The answers with that value of a facet.
    pub fn with(&self, facet: Facet, value: &str) -> Self {
        let mut next = Self { view: View::Answers, page: 0, answer: None, ..self.clone() };
        next.chosen[facet as usize] = value.to_owned();
        next
    }

    /// What the list of answers is asked for, as a JSON object.
    pub fn query(&self, other: Option<u32>) -> String {
        let mut fields: Vec<String> = Facet::ALL
            .iter()
            .map(|facet| format!("\"{}\":{}", facet.key(), quoted(&self.chosen[*facet as usize])))
            .collect();
        fields.push(format!("\"words\":{}", quoted(&self.words)));
        if let Some(other) = other {
            fields.push(format!("\"other\":{other}"));
        }
        fields.push(format!("\"from\":{},\"count\":{PAGE}", self.page.saturating_mul(PAGE)));
        format!("{{{}}}", fields.join(","))
    }
}

/// A JSON string.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Share of a hundred with one decimal.
pub fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "\u{2013}".to_owned(), |value| format!("{}\u{202f}%", crate::ui::hooks::decimal(value)))
}

/// An interval without its unit.
pub fn range(interval: Option<Ends>) -> String {
    use crate::ui::hooks::decimal;
    interval.map_or_else(|| "\u{2013}".to_owned(), |ends| format!("{} to {}", decimal(ends.low), decimal(ends.high)))
}

/// A difference in points, with its sign.
pub fn points(value: f64) -> String {
    let text = crate::ui::hooks::decimal(value);
    match text.strip_prefix('-') {
        Some(less) => format!("\u{2212}{less}"),
        None if text == "0.0" => text,
        None => format!("+{text}"),
    }
}

/// A number for people: groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A p-value.
pub fn p_value(p: Option<f64>) -> String {
    match p {
        None => "\u{2013}".to_owned(),
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        Some(p) => {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1")]
            let thousandths = (p * 1000.0).round() as u32;
            format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
        }
    }
}

/// A whole number for people that may lie below 0.
pub fn whole(number: i64) -> String {
    let sign = if number < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}

/// What a figure is made of: `n` and how many of them.
pub fn cases(kind: MetricKind, k: Option<i64>, n: i64) -> String {
    match (kind, k) {
        (MetricKind::Rate, Some(k)) => format!("{} of {}", whole(k), whole(n)),
        _ => whole(n),
    }
}

/// A size of a file for people: `about` is left to the sentence.
pub fn file_size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        1_000_000..10_000_000 => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
        _ => format!("{} MB", grouped(bytes / 1_000_000)),
    }
}

/// What a run's name is in tables that are saved: one that was stopped says so.
pub fn run_name(report: &RunReport) -> String {
    match report.stopped {
        Some(stopped) => format!("{} (stopped at answer {})", report.run, stopped.answer),
        None => report.run.clone(),
    }
}

/// What is said of an answer's share of what could be had.
pub fn score_words(module: &str, score: f64) -> String {
    let share = percent(Some(score));
    match module {
        _ if module.starts_with("sequencing") => format!("goal progress {share}"),
        "goal" | "transition" => format!("F1 {share}"),
        _ => share,
    }
}

/// A module's id with its vocabulary, as lists have it.
pub fn module_key(module: &str, interface: Option<Interface>) -> String {
    match interface {
        Some(Interface::Full) => format!("{module}-full"),
        Some(Interface::Primitives) => format!("{module}-primitives"),
        None => module.to_owned(),
    }
}

/// The name of a module as lists have it.
pub fn module_name(key: &str) -> &str {
    match key {
        "refusal" => "Command refusal",
        "goal" => "Goal interpretation",
        "transition" => "Transition modelling",
        "sequencing-full" => "Action sequencing, all actions",
        "sequencing-primitives" => "Action sequencing, primitives",
        other => other,
    }
}

/// The category of a label, if it is one.
pub fn category(label: &str) -> Option<Category> {
    CATEGORIES.into_iter().find(|category| super::words::key(*category) == label)
}

/// The six categories.
pub const CATEGORIES: [Category; 6] = [
    Category::Grammar,
    Category::Affordance,
    Category::WrongTemporalOrder,
    Category::MissingStep,
    Category::AdditionalStep,
    Category::UnmetGoal,
];

/// A table that can be shown and saved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// What its file is called.
    pub name: String,
    /// Its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(name: &str, head: &[&str]) -> Self {
        Self { name: name.to_owned(), head: head.iter().map(|word| (*word).to_owned()).collect(), rows: Vec::new() }
    }

    /// As comma-separated values (RFC 4180); what a spreadsheet would take for a formula is given as text.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            for (place, field) in row.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                let number =
                    field.starts_with(['-', '+']) && field[1..].chars().all(|c| c.is_ascii_digit() || c == '.');
                let formula = field.starts_with(['=', '+', '@', '-', '\t', '\r']) && !number;
                if formula || field.contains([',', '"', '\n', '\r']) {
                    out.push('"');
                    if formula {
                        out.push('\'');
                    }
                    out.push_str(&field.replace('"', "\"\""));
                    out.push('"');
                } else {
                    out.push_str(field);
                }
            }
            out.push_str("\r\n");
        }
        out
    }
}

/// A plain number for files: two decimals, nothing where there is none.
pub fn plain(value: Option<f64>) -> String {
    let Some(value) = value else { return String::new() };
    #[expect(clippy::cast_possible_truncation, reason = "a percentage")]
    let hundredths = (value * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100)
}

/// A piece of a raw answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece<'t> {
    /// Its text.
    pub text: &'t str,
    /// It was taken.
    pub taken: bool,
    /// The remarks about it, by their places in the list.
    pub asides: Vec<usize>,
}

/// A raw answer cut at the places that were taken and passed over. Places that lie within a letter are moved to its start.
pub fn pieces<'t>(text: &'t str, taken: &[TakenView], asides: &[AsideView]) -> Vec<Piece<'t>> {
    let at = |place: u32| {
        let mut place = (place as usize).min(text.len());
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    };
    let mut cuts = vec![0, text.len()];
    cuts.extend(taken.iter().flat_map(|place| [at(place.start), at(place.end)]));
    cuts.extend(asides.iter().flat_map(|place| [at(place.start), at(place.end)]));
    cuts.sort_unstable();
    cuts.dedup();
    cuts.windows(2)
        .map(|cut| {
            let (from, to) = (cut[0], cut[1]);
            let covers = |start: u32, end: u32| at(start) <= from && to <= at(end);
            Piece {
                text: &text[from..to],
                taken: taken.iter().any(|place| covers(place.start, place.end)),
                asides: (0..asides.len()).filter(|place| covers(asides[*place].start, asides[*place].end)).collect(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back_as_it_was_written() {
        let address = Address {
            view: View::Answers,
            runs: vec!["oracle".to_owned(), "noisy-1".to_owned()],
            second: true,
            chosen: ["goal", "wrong", "", "SHOCK", ""].map(str::to_owned),
            words: "a b & c".to_owned(),
            page: 3,
            answer: Some(17),
            of: "stuck-toast/bagel".to_owned(),
        };
        assert_eq!(Address::parse(&address.fragment()), Some(address.clone()));
        assert!(address.fragment().contains("runs=oracle,noisy-1"), "{}", address.fragment());
        assert_eq!(Address::default().fragment(), "#/evaluate");
        assert_eq!(Address::parse("#/evaluate?view=moon"), Some(Address::default()));
        assert_eq!(Address::parse("#/evaluated"), None);
        assert_eq!(address.in_view(View::Lines).chosen, <[String; 5]>::default());
        let with = address.with(Facet::Label, "refuse");
        assert_eq!((with.page, with.answer, with.chosen[2].as_str()), (0, None, "refuse"));
    }

    #[test]
    fn what_a_link_names_and_is_no_run_goes_out_of_it() {
        let named = ["foo", "oracle", "naive"].map(str::to_owned).to_vec();
        let link = Address { runs: named.clone(), second: true, answer: Some(3), ..Address::default() };
        let left = link.without_unknown(&named, &[false, true, true]).expect("one is no run");
        assert_eq!((left.runs.join(","), left.second, left.answer), ("oracle,naive".to_owned(), false, Some(3)));
        let left = link.without_unknown(&named, &[true, false, true]).expect("one is no run");
        assert_eq!((left.runs.join(","), left.second), ("foo,naive".to_owned(), true));
        assert_eq!(link.without_unknown(&named, &[true, true]), None);
        assert_eq!(link.without_unknown(&named, &[false, false, false]), None);
        assert_eq!(link.without_unknown(&named, &[]), None);
        let elsewhere = Address { runs: vec!["naive".to_owned()], ..Address::default() };
        assert_eq!(elsewhere.without_unknown(&named, &[false, true, true]), None);
    }

    #[test]
    fn a_query_is_an_object() {
        let address = Address { words: "say \"no\"".to_owned(), page: 2, ..Address::default() };
        let query: serde_json::Value = serde_json::from_str(&address.query(Some(1))).expect("it is JSON");
        assert_eq!((query["from"].as_u64(), query["other"].as_u64()), (Some(100), Some(1)));
        assert_eq!(query["words"], "say \"no\"");
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(percent(Some(44.75)), "44.8\u{202f}%");
        assert_eq!(percent(None), "\u{2013}");
        assert_eq!(range(Some(Ends { low: 39.95, high: 49.65 })), "40.0 to 49.7");
        assert_eq!([points(-3.25), points(0.0), points(2.0)], ["\u{2212}3.3", "0.0", "+2.0"]);
        assert_eq!([grouped(7), grouped(1234), grouped(1_000_000)], ["7", "1,234", "1,000,000"]);
        assert_eq!([p_value(Some(0.0004)), p_value(Some(0.0416)), p_value(Some(1.0))], ["< 0.001", "0.042", "1.000"]);
        assert_eq!([plain(Some(-0.256)), plain(Some(12.0)), plain(None)], ["-0.26", "12.00", ""]);
        assert_eq!(cases(MetricKind::Rate, Some(3), 4), "3 of 4");
        assert_eq!(cases(MetricKind::Rate, Some(1_200), 1_632), "1,200 of 1,632");
        assert_eq!([cases(MetricKind::F1, None, 4), whole(-1_632)], ["4", "\u{2212}1,632"]);
        let sizes = [7, 52_400, 4_260_000, 105_900_000, 2_105_900_000].map(file_size);
        assert_eq!(sizes, ["7 bytes", "52 kB", "4.2 MB", "105 MB", "2,105 MB"]);
        assert_eq!(score_words("sequencing-full", 100.0), "goal progress 100.0\u{202f}%");
        assert_eq!(score_words("goal", 50.0), "F1 50.0\u{202f}%");
    }

    #[test]
    fn a_table_is_saved_as_text() {
        let mut table = Table::new("t", &["a", "b"]);
        table.rows.push(vec!["x, \"y\"".to_owned(), "-1.5".to_owned()]);
        table.rows.push(vec!["=1+1".to_owned(), "\u{2212}".to_owned()]);
        assert_eq!(table.csv(), "a,b\r\n\"x, \"\"y\"\"\",-1.5\r\n\"'=1+1\",\u{2212}\r\n");
    }

    #[test]
    fn a_raw_answer_is_cut_at_its_places() {
        let taken = [TakenView { start: 6, end: 9 }];
        let aside = |start, end| AsideView { start, end, kind: "k".to_owned(), message: "m".to_owned() };
        // The second remark begins within a letter of two bytes.
        let pieces = pieces("Sure, YES \u{e4}", &taken, &[aside(0, 6), aside(11, 12), aside(0, 6)]);
        let seen: Vec<_> = pieces.iter().map(|piece| (piece.text, piece.taken, piece.asides.clone())).collect();
        assert_eq!(
            seen,
            [
                ("Sure, ", false, vec![0, 2]),
                ("YES", true, Vec::new()),
                (" ", false, Vec::new()),
                ("\u{e4}", false, vec![1])
            ]
        );
        assert!(super::pieces("", &[], &[]).is_empty());
        let far = super::pieces("ab", &[TakenView { start: 1, end: 99 }], &[]);
        assert_eq!(far.iter().filter(|piece| piece.taken).map(|piece| piece.text).collect::<Vec<_>>(), ["b"]);
    }
}
