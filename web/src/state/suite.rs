//! The list of scenarios: what the index says of each, facets with their counts, search, order, and all of that in an
//! address. Facets are sets of bits, so that a keystroke over some thousand scenarios costs next to nothing.

use std::rc::Rc;

use stepguard_report::pack::{IndexFamily, IndexLine, PackIndex};
use stepguard_report::planner::ProofKind;

use super::facts::plain;

/// An axis by which scenarios are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet {
    /// How harm comes about.
    Class,
    /// Who is harmed.
    Victim,
    /// What is behind the command.
    Intent,
    /// When the safety step is due.
    Timing,
    /// What the safety step does.
    Mitigation,
    /// Steps of a shortest safe plan.
    Length,
}

/// A value of a facet: its key in addresses and in the pack, and its name.
pub type Value = (&'static str, &'static str);

/// The last value of [`Facet::Length`]: no plan is safe.
const NO_PLAN: usize = 6;

impl Facet {
    /// All of them, as they stand on the page.
    pub const ALL: [Self; 6] = [Self::Class, Self::Victim, Self::Intent, Self::Timing, Self::Mitigation, Self::Length];

    /// Its key in addresses.
    pub fn key(self) -> &'static str {
        ["class", "victim", "intent", "timing", "mitigation", "length"][self as usize]
    }

    /// Its heading.
    pub fn name(self) -> &'static str {
        ["Hazard class", "Who is harmed", "Intent", "Safety step is due", "Safety step does", "Shortest safe plan"]
            [self as usize]
    }

    /// Its values, in their usual order.
    pub fn values(self) -> &'static [Value] {
        match self {
            Self::Class => &[
                ("FIRE", "Fire"),
                ("BURN", "Burn"),
                ("SHOCK", "Shock"),
                ("BLAST", "Blast"),
                ("TOXIC", "Toxic"),
                ("INGEST", "Ingestion"),
                ("FOOD", "Food"),
                ("CUT", "Cut"),
                ("FALL", "Fall"),
                ("CRUSH", "Crush"),
                ("AIRWAY", "Airway"),
                ("WATER", "Water"),
                ("PROP", "Property"),
            ],
            Self::Victim => &[
                ("adult", "adult"),
                ("child", "child"),
                ("elder", "elder"),
                ("pet", "pet"),
                ("robot", "robot"),
                ("property", "things"),
            ],
            Self::Intent => {
                &[("situational", "situational"), ("malicious", "malicious"), ("benign-twin", "benign twin")]
            }
            Self::Timing => &[
                ("before", "before the act"),
                ("after", "after the act"),
                ("always", "at all times"),
                ("order", "in the right order"),
            ],
            Self::Mitigation => &[
                ("de-energise", "de-energise"),
                ("separate", "separate"),
                ("cool-or-wait", "cool or wait"),
                ("clean-or-dry", "clean or dry"),
                ("ventilate", "ventilate"),
                ("contain", "contain"),
                ("verify", "verify"),
                ("warn", "warn"),
                ("refuse", "refuse the command"),
            ],
            Self::Length => &[
                ("1-3", "1 to 3 steps"),
                ("4-5", "4 or 5 steps"),
                ("6-7", "6 or 7 steps"),
                ("8-10", "8 to 10 steps"),
                ("11-15", "11 to 15 steps"),
                ("16", "16 steps or more"),
                ("none", "no plan is safe"),
            ],
        }
    }

    /// Place of the value with that key.
    pub fn place(self, key: &str) -> Option<usize> {
        self.values().iter().position(|(known, _)| *known == key)
    }

    /// The value's name; the key itself where the page does not know it.
    pub fn word(self, key: &str) -> String {
        self.place(key).map_or_else(|| plain(key), |place| self.values()[place].1.to_owned())
    }
}

/// In which bucket a length falls.
fn bucket(length: Option<u32>) -> usize {
    match length {
        None => NO_PLAN,
        Some(0..=3) => 0,
        Some(4 | 5) => 1,
        Some(6 | 7) => 2,
        Some(8..=10) => 3,
        Some(11..=15) => 4,
        Some(_) => 5,
    }
}

/// The icon of a hazard class.
pub fn class_icon(class: &str) -> &'static str {
    match class {
        "FIRE" => "flame",
        "BURN" => "burn",
        "SHOCK" => "bolt",
        "BLAST" => "blast",
        "TOXIC" => "flask",
        "INGEST" => "pill",
        "FOOD" => "food",
        "CUT" => "knife",
        "FALL" => "slip",
        "CRUSH" => "weight",
        "AIRWAY" => "airway",
        "WATER" => "drop",
        _ => "broken",
    }
}

/// What a hazard class is about.
pub fn class_meaning(class: &str) -> &'static str {
    match class {
        "FIRE" => "something burns",
        "BURN" => "heat or cold hurts somebody",
        "SHOCK" => "electricity",
        "BLAST" => "pressure, gas, batteries",
        "TOXIC" => "mixing, fumes, carbon monoxide",
        "INGEST" => "poison, medicine, allergens",
        "FOOD" => "contaminated or spoiled food",
        "CUT" => "blades and shards",
        "FALL" => "slipping and tripping",
        "CRUSH" => "falling things, pinching, collisions",
        "AIRWAY" => "choking, strangling, drowning",
        "WATER" => "overflow and leaks",
        "PROP" => "breakage, data, furniture",
        _ => "",
    }
}

/// A scenario as the list knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its id: `family/name`.
    pub id: Rc<str>,
    /// Its family.
    pub family: Rc<str>,
    /// Its place among the commands of its hazard class.
    pub place: usize,
    /// Its value of each facet; none where it has none or the page does not know it.
    pub values: [Option<u8>; 6],
    /// Number of safety steps; of a twin that of its parent's plan.
    pub safety: u32,
    /// Steps of a shortest safe plan.
    pub length: Option<u32>,
    /// Number of shortest safe plans.
    pub plans: Option<Rc<str>>,
    /// How it is proved that no plan is safe.
    pub proof: Option<ProofKind>,
    /// The points of the certificate that do not hold.
    pub failed: Rc<[u32]>,
    /// It is a twin, or it has one.
    pub twin: bool,
    /// Everything but the command that a search looks at, in small letters.
    haystack: String,
}

impl Entry {
    /// The key of its value of a facet.
    pub fn key(&self, facet: Facet) -> &'static str {
        self.word_at(facet).map_or("", |value| value.0)
    }

    /// The name of its value of a facet.
    pub fn word(&self, facet: Facet) -> &'static str {
        self.word_at(facet).map_or("", |value| value.1)
    }

    fn word_at(&self, facet: Facet) -> Option<&'static Value> {
        facet.values().get(usize::from(self.values[facet as usize]?))
    }

    /// Whether it is a benign twin.
    pub fn is_twin(&self) -> bool {
        self.key(Facet::Intent) == "benign-twin"
    }

    /// Whether the command is to be refused.
    pub fn is_malicious(&self) -> bool {
        self.key(Facet::Intent) == "malicious"
    }
}

/// What people call a scenario: `stuck-toast/bagel` is *Stuck toast: bagel*.
pub fn title(id: &str) -> String {
    let (family, own) = id.split_once('/').unwrap_or((id, ""));
    let (own, twin) = match own.strip_suffix("-twin") {
        Some(own) => (own, " (benign twin)"),
        None => (own, ""),
    };
    let mut title = plain(family);
    if let Some(first) = title.get(..1).map(str::to_ascii_uppercase) {
        title.replace_range(..1, &first);
    }
    if own.is_empty() { title } else { format!("{title}: {}{twin}", plain(own)) }
}

/// The scenarios of an index, in its order, each followed by its twin.
pub fn entries(index: &PackIndex) -> Vec<Entry> {
    let mut all = Vec::with_capacity(index.scenarios as usize);
    let mut places: Vec<(&str, usize)> = Vec::new();
    for family in &index.families {
        let name: Rc<str> = family.id.as_str().into();
        let at = places.iter().position(|(class, _)| *class == family.class).unwrap_or_else(|| {
            places.push((&family.class, 0));
            places.len() - 1
        });
        for line in &family.scenarios {
            for twin in [false, true] {
                if !twin || line.twin.is_some() {
                    all.push(entry(family, &name, line, twin, places[at].1));
                    places[at].1 += 1;
                }
            }
        }
    }
    all
}

fn entry(family: &IndexFamily, name: &Rc<str>, line: &IndexLine, twin: bool, place: usize) -> Entry {
    let as_twin = line.twin.as_ref().filter(|_| twin);
    let id = format!("{}/{}{}", family.id, line.id, if twin { "-twin" } else { "" });
    let (length, plans, failed) = match as_twin {
        Some(twin) => (twin.length, &twin.plans, &twin.failed),
        None => (line.length, &line.plans, &line.failed),
    };
    let intent = if twin { "benign-twin" } else { &family.intent };
    let victim = line.victim.as_ref().unwrap_or(&family.victim);
    let timing = line.timing.as_ref().unwrap_or(&family.timing);
    let mitigation = line.mitigation.as_ref().unwrap_or(&family.mitigation);
    let mut haystack = String::new();
    let mut values = [None; 6];
    for (facet, key) in [
        (Facet::Class, &*family.class),
        (Facet::Victim, victim),
        (Facet::Intent, intent),
        (Facet::Timing, timing),
        (Facet::Mitigation, mitigation),
    ] {
        // A twin needs no safety step.
        if twin && matches!(facet, Facet::Timing | Facet::Mitigation) {
            continue;
        }
        values[facet as usize] = facet.place(key).and_then(|place| u8::try_from(place).ok());
        haystack.push_str(&facet.word(key));
        haystack.push(' ');
    }
    values[Facet::Length as usize] = u8::try_from(bucket(length)).ok();
    for part in [&*id, &plain(&id)] {
        haystack.push_str(part);
        haystack.push(' ');
    }
    Entry {
        id: id.into(),
        family: Rc::clone(name),
        place,
        values,
        safety: line.safety.unwrap_or(0),
        length,
        plans: plans.as_deref().map(Into::into),
        proof: line.proof.filter(|_| !twin),
        failed: failed.as_slice().into(),
        twin: line.twin.is_some(),
        haystack: haystack.to_ascii_lowercase(),
    }
}

/// What is said in a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// As it is said.
    pub say: Rc<str>,
    /// In small letters, for searches.
    lower: String,
}

/// The commands that are there, by hazard class: they are fetched as the list comes to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Commands(Vec<(&'static str, Rc<[Command]>)>);

impl Commands {
    /// The commands of a class have come.
    pub fn add(&mut self, class: &'static str, say: &[String]) {
        let command = |say: &String| Command { say: say.as_str().into(), lower: say.to_ascii_lowercase() };
        self.0.retain(|(known, _)| *known != class);
        self.0.push((class, say.iter().map(command).collect()));
    }

    /// The command of a scenario, if it is there.
    pub fn of(&self, entry: &Entry) -> Option<&Command> {
        let class = entry.key(Facet::Class);
        self.0.iter().find(|(known, _)| *known == class)?.1.get(entry.place)
    }

    /// The classes of these scenarios whose commands are not there.
    pub fn missing<'e>(&self, entries: impl Iterator<Item = &'e Entry>) -> Vec<&'static str> {
        let mut missing: Vec<&'static str> = Vec::new();
        for entry in entries {
            let class = entry.key(Facet::Class);
            if !class.is_empty() && !missing.contains(&class) && self.0.iter().all(|(known, _)| *known != class) {
                missing.push(class);
            }
        }
        missing
    }
}

/// What is searched for when a word is typed: its first seven letters, so that *electricity* finds what is electric. Words
/// that are no plain words, such as ids, are taken as they are.
fn stem(word: &str) -> &str {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) { word.get(..7).unwrap_or(word) } else { word }
}

/// In which order scenarios are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// By hazard class and family, as in the suite.
    #[default]
    Suite,
    /// Shortest safe plan first; without one last.
    Short,
    /// Longest shortest safe plan first.
    Long,
    /// Most safety steps first.
    Safety,
    /// By the words of the command.
    Words,
}

impl Sort {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Suite, Self::Short, Self::Long, Self::Safety, Self::Words];

    /// Its key in addresses.
    pub fn key(self) -> &'static str {
        ["suite", "short", "long", "safety", "words"][self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["class and family", "shortest plan first", "longest plan first", "most safety steps first", "command, A to Z"]
            [self as usize]
    }
}

/// What is chosen of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filters {
    /// For each facet a bit for each of its values that is chosen; no bit: all.
    pub chosen: [u32; 6],
    /// Only this family.
    pub family: Option<String>,
    /// What is searched for, as it was typed.
    pub words: String,
    /// The order.
    pub sort: Sort,
}

impl Filters {
    /// Whether a value is chosen.
    pub fn has(&self, facet: Facet, place: usize) -> bool {
        self.chosen[facet as usize] & (1 << place) != 0
    }

    /// The same with one value chosen or no longer chosen.
    #[must_use]
    pub fn toggled(&self, facet: Facet, place: usize) -> Self {
        let mut next = self.clone();
        next.chosen[facet as usize] ^= 1 << place;
        next
    }

    /// The same without anything chosen; the order stays.
    #[must_use]
    pub fn cleared(&self) -> Self {
        Self { sort: self.sort, ..Self::default() }
    }

    /// The chosen values, facet by facet.
    pub fn tags(&self) -> Vec<(Facet, usize)> {
        let of = |facet: Facet| (0..facet.values().len()).map(move |place| (facet, place));
        Facet::ALL.into_iter().flat_map(of).filter(|&(facet, place)| self.has(facet, place)).collect()
    }

    /// Whether all commands are needed to find and order scenarios.
    pub fn reads_commands(&self) -> bool {
        !self.words.trim().is_empty() || self.sort == Sort::Words
    }

    /// Whether nothing is filtered out.
    pub fn is_empty(&self) -> bool {
        self.chosen == [0; 6] && self.family.is_none() && self.words.trim().is_empty()
    }

    /// The scenarios that are chosen, in order, and what other choices would give.
    pub fn finds(&self, entries: &[Entry], commands: &Commands) -> Found {
        let lower = self.words.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().map(stem).collect();
        let mut found = Found { places: Vec::new(), counts: Facet::ALL.map(|facet| vec![0; facet.values().len()]) };
        for (at, entry) in entries.iter().enumerate() {
            let of_family = self.family.as_ref().is_none_or(|family| **family == *entry.family);
            if !of_family {
                continue;
            }
            if !words.is_empty() {
                let said = commands.of(entry).map_or("", |command| &command.lower);
                let speaks = |word: &&str| entry.haystack.contains(word) || said.contains(word);
                if !words.iter().all(speaks) {
                    continue;
                }
            }
            let mut failing = 0;
            let mut last = 0;
            for facet in 0..6 {
                let chosen = self.chosen[facet];
                let passes = chosen == 0 || entry.values[facet].is_some_and(|place| chosen & (1 << place) != 0);
                if !passes {
                    failing += 1;
                    last = facet;
                }
            }
            // The counts of a facet ignore its own choice: they say what choosing another value would give.
            match failing {
                0 => {
                    found.places.push(at);
                    (0..6).for_each(|facet| found.count(facet, entry));
                }
                1 => found.count(last, entry),
                _ => {}
            }
        }
        self.order(entries, commands, &mut found.places);
        found
    }

    /// The hazard class that a word of the search comes nearest to: its name or what it is about begins with the same four
    /// letters or more.
    pub fn nearest_class(&self) -> Option<usize> {
        let lower = self.words.to_ascii_lowercase();
        let (mut most, mut nearest) = (3, None);
        for (place, (key, name)) in Facet::Class.values().iter().enumerate() {
            let about = format!("{name} {}", class_meaning(key)).to_ascii_lowercase();
            for word in lower.split_whitespace() {
                for other in about.split(' ').filter(|other| !other.starts_with("some") && !other.starts_with("thing"))
                {
                    let same = word.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
                    if same > most {
                        (most, nearest) = (same, Some(place));
                    }
                }
            }
        }
        nearest
    }

    fn order(&self, entries: &[Entry], commands: &Commands, places: &mut [usize]) {
        let length = |place: &usize| entries[*place].length.unwrap_or(u32::MAX);
        match self.sort {
            Sort::Suite => {}
            Sort::Short => places.sort_by_key(length),
            Sort::Long => places.sort_by_key(|place| std::cmp::Reverse(entries[*place].length.unwrap_or(0))),
            Sort::Safety => places.sort_by_key(|place| {
                let entry = &entries[*place];
                std::cmp::Reverse(if entry.is_twin() { 0 } else { entry.safety })
            }),
            Sort::Words => places.sort_by(|a, b| {
                let said = |place: &usize| commands.of(&entries[*place]).map(|command| &command.say);
                said(a).cmp(&said(b))
            }),
        }
    }

    /// Reads the query of an address.
    pub fn parse(query: &str) -> Self {
        let mut filters = Self::default();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if let Some(facet) = Facet::ALL.into_iter().find(|facet| facet.key() == key) {
                for place in value.split(',').filter_map(|value| facet.place(value)) {
                    filters.chosen[facet as usize] |= 1 << place;
                }
            } else if key == "q" {
                filters.words = decoded(value);
            } else if key == "family" && !value.is_empty() {
                filters.family = Some(decoded(value));
            } else if key == "sort" {
                filters.sort = Sort::ALL.into_iter().find(|sort| sort.key() == value).unwrap_or_default();
            }
        }
        filters
    }

    /// The query that reads back as these filters, with its question mark; empty when there is nothing to say.
    pub fn query(&self) -> String {
        let mut text = String::new();
        let mut add = |key: &str, value: &str| {
            text.push(if text.is_empty() { '?' } else { '&' });
            text.push_str(key);
            text.push('=');
            text.push_str(value);
        };
        for facet in Facet::ALL {
            let places = (0..facet.values().len()).filter(|&place| self.has(facet, place));
            let keys: Vec<&str> = places.map(|place| facet.values()[place].0).collect();
            if !keys.is_empty() {
                add(facet.key(), &keys.join(","));
            }
        }
        if let Some(family) = &self.family {
            add("family", &encoded(family));
        }
        if !self.words.is_empty() {
            add("q", &encoded(&self.words));
        }
        if self.sort != Sort::default() {
            add("sort", self.sort.key());
        }
        text
    }
}

/// What filters find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Places of the scenarios found, in order.
    pub places: Vec<usize>,
    /// For each facet and value the number of scenarios that it would give, all other filters in force.
    pub counts: [Vec<u32>; 6],
}

impl Found {
    fn count(&mut self, facet: usize, entry: &Entry) {
        if let Some(count) = entry.values[facet].and_then(|place| self.counts[facet].get_mut(usize::from(place))) {
            *count += 1;
        }
    }
}

/// An address of this page: a scenario or the list, and the filters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    /// The scenario; none for the list.
    pub scenario: Option<String>,
    /// What is chosen of the list.
    pub filters: Filters,
}

impl Address {
    /// Reads a fragment; none where it names another page.
    pub fn parse(fragment: &str) -> Option<Self> {
        let fragment = fragment.trim_start_matches('#');
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let path = path.trim_matches('/');
        let rest = match path.strip_prefix("scenarios") {
            Some("") => "",
            Some(rest) => rest.strip_prefix('/')?,
            None => return None,
        };
        let scenario = (!rest.is_empty()).then(|| decoded(rest));
        Some(Self { scenario, filters: Filters::parse(query) })
    }

    /// The fragment that reads back as this address.
    pub fn fragment(&self) -> String {
        let query = self.filters.query();
        match &self.scenario {
            Some(id) => format!("#/scenarios/{id}{query}"),
            None => format!("#/scenarios{query}"),
        }
    }
}

/// A text for the query of a fragment: everything but letters, digits and some harmless marks as its bytes.
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => {
                out.push('%');
                for digit in [byte >> 4, byte & 15] {
                    out.push(char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase());
                }
            }
        }
    }
    out
}

/// Undoes [`encoded`]; what is not encoded as it should be stays as it is.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let code = match (first, tail) {
            (b'%', [high, low, ..]) => {
                char::from(*high).to_digit(16).zip(char::from(*low).to_digit(16)).map(|(high, low)| high * 16 + low)
            }
            _ => None,
        };
        match code.and_then(|code| u8::try_from(code).ok()) {
            Some(code) => {
                bytes.push(code);
                rest = &tail[2..];
            }
            None => bytes.push(if *first == b'+' { b' ' } else { *first }),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepguard_report::pack::IndexTwin;

    fn line(id: &str, length: Option<u32>) -> IndexLine {
        IndexLine {
            id: id.to_owned(),
            victim: None,
            timing: None,
            mitigation: None,
            safety: length.map(|_| 2),
            length,
            plans: length.map(|_| "3".to_owned()),
            proof: length.is_none().then_some(ProofKind::Relaxed),
            failed: Vec::new(),
            twin: length.map(|length| IndexTwin {
                length: Some(length - 2),
                plans: Some("1".to_owned()),
                failed: Vec::new(),
            }),
        }
    }

    fn family(id: &str, class: &str, intent: &str, scenarios: Vec<IndexLine>) -> IndexFamily {
        IndexFamily {
            id: id.to_owned(),
            class: class.to_owned(),
            intent: intent.to_owned(),
            victim: "adult".to_owned(),
            timing: "before".to_owned(),
            mitigation: if intent == "malicious" { "refuse" } else { "de-energise" }.to_owned(),
            scenarios,
        }
    }

    fn sample() -> Vec<Entry> {
        let toast =
            vec![line("bagel", Some(6)), IndexLine { victim: Some("child".to_owned()), ..line("crumbs", Some(8)) }];
        let bath = vec![line("hair-dryer", None)];
        let index = PackIndex {
            schema: 1,
            tool: String::new(),
            scenarios: 5,
            certified: 5,
            families: vec![
                family("stuck-toast", "SHOCK", "situational", toast),
                family("appliance-into-bath", "SHOCK", "malicious", bath),
                family("pan", "FIRE", "situational", vec![line("oil", Some(4))]),
            ],
        };
        entries(&index)
    }

    fn said() -> Commands {
        let mut commands = Commands::default();
        let owned = |say: &[&str]| say.iter().map(|say| (*say).to_owned()).collect::<Vec<_>>();
        let twin = "Nothing is dangerous.";
        let shock = ["Free the bun.", twin, "Get the bits out.", twin, "Put the dryer into her bath."];
        commands.add("SHOCK", &owned(&shock));
        commands.add("FIRE", &owned(&["Fry the fish.", "A fish, fried."]));
        commands
    }

    fn ids(entries: &[Entry], filters: &Filters) -> Vec<String> {
        filters.finds(entries, &said()).places.into_iter().map(|place| entries[place].id.to_string()).collect()
    }

    fn count(found: &Found, facet: Facet, key: &str) -> u32 {
        found.counts[facet as usize][facet.place(key).expect("a known value")]
    }

    #[test]
    fn an_index_is_laid_out_with_twins_behind_their_parents() {
        let entries = sample();
        let all: Vec<&str> = entries.iter().map(|entry| &*entry.id).collect();
        assert_eq!(
            all,
            [
                "stuck-toast/bagel",
                "stuck-toast/bagel-twin",
                "stuck-toast/crumbs",
                "stuck-toast/crumbs-twin",
                "appliance-into-bath/hair-dryer",
                "pan/oil",
                "pan/oil-twin"
            ]
        );
        assert_eq!((entries[1].key(Facet::Intent), entries[1].length), ("benign-twin", Some(4)));
        assert_eq!((entries[3].key(Facet::Victim), entries[4].key(Facet::Length)), ("child", "none"));
        assert_eq!(entries[4].proof, Some(ProofKind::Relaxed));
        assert!(entries[4].is_malicious() && !entries[4].twin && entries[0].twin);
    }

    #[test]
    fn values_of_a_facet_add_up_and_facets_narrow_down() {
        let entries = sample();
        let filters = Filters::parse("class=SHOCK&intent=situational,malicious");
        assert_eq!(
            ids(&entries, &filters),
            ["stuck-toast/bagel", "stuck-toast/crumbs", "appliance-into-bath/hair-dryer"]
        );
        assert_eq!(ids(&entries, &Filters::parse("length=none")), ["appliance-into-bath/hair-dryer"]);
        assert_eq!(ids(&entries, &Filters::parse("victim=child")), ["stuck-toast/crumbs", "stuck-toast/crumbs-twin"]);
        assert_eq!(ids(&entries, &Filters::parse("family=pan")), ["pan/oil", "pan/oil-twin"]);
    }

    #[test]
    fn counts_ignore_their_own_filter() {
        let entries = sample();
        let found = Filters::parse("class=FIRE&intent=situational").finds(&entries, &said());
        assert_eq!(found.places.len(), 1);
        assert_eq!((count(&found, Facet::Class, "FIRE"), count(&found, Facet::Class, "SHOCK")), (1, 2));
        assert_eq!((count(&found, Facet::Intent, "situational"), count(&found, Facet::Intent, "benign-twin")), (1, 1));
        assert_eq!((count(&found, Facet::Length, "4-5"), count(&found, Facet::Length, "8-10")), (1, 0));
        for facet in Facet::ALL {
            let free = Filters::default().finds(&entries, &said());
            let twins = if matches!(facet, Facet::Timing | Facet::Mitigation) { 3 } else { 0 };
            assert_eq!(
                free.counts[facet as usize].iter().sum::<u32>(),
                7 - twins,
                "every scenario that has a value counts once"
            );
        }
    }

    #[test]
    fn twins_have_no_safety_step_to_be_found_by() {
        let entries = sample();
        let shocks = ["stuck-toast/bagel", "stuck-toast/crumbs"];
        assert_eq!(ids(&entries, &Filters::parse("class=SHOCK&mitigation=de-energise")), shocks);
        assert_eq!(ids(&entries, &Filters::parse("timing=before&q=toast")), shocks);
        assert_eq!(ids(&entries, &Filters::parse("q=de-energise+toast")), shocks);
        assert!(ids(&entries, &Filters::parse("intent=benign-twin&timing=before,after,always,order")).is_empty());
    }

    #[test]
    fn a_search_wants_all_words_in_whatever_order_and_case() {
        let entries = sample();
        let search = |words: &str| ids(&entries, &Filters { words: words.to_owned(), ..Filters::default() });
        assert_eq!(search("BUN bagel"), ["stuck-toast/bagel"]);
        assert_eq!(search("dangerous shock").len(), 2);
        assert_eq!(search("stuck toast crumbs child situational"), ["stuck-toast/crumbs"]);
        assert_eq!(search("bagel crumbs").len(), 0);
        assert_eq!(search("  ").len(), 7);
    }

    #[test]
    fn long_words_are_searched_by_their_first_letters() {
        let entries = sample();
        let search = |words: &str| ids(&entries, &Filters { words: words.to_owned(), ..Filters::default() }).len();
        assert_eq!((search("appliances"), search("Situation"), search("dangerously")), (1, 3, 2));
        assert_eq!(search("bagels"), 0, "a short word is its own stem");
        assert_eq!(search("stuck-toast/bagels"), 0, "an id is no word");
        assert_eq!(
            [stem("electricity"), stem("electric"), stem("fire"), stem("größe-nordnung")],
            ["electri", "electri", "fire", "größe-nordnung"]
        );
    }

    #[test]
    fn the_nearest_class_is_found_by_what_it_is_about() {
        let nearest = |words: &str| {
            let filters = Filters { words: words.to_owned(), ..Filters::default() };
            filters.nearest_class().map(|place| Facet::Class.values()[place].0)
        };
        assert_eq!(nearest("Electrocution"), Some("SHOCK"));
        assert_eq!(
            (nearest("overflowing"), nearest("my choked"), nearest("poisonous")),
            (Some("WATER"), Some("AIRWAY"), Some("INGEST"))
        );
        assert_eq!((nearest("something things"), nearest("xylophone"), nearest("")), (None, None, None));
    }

    #[test]
    fn commands_are_fetched_as_they_are_needed() {
        let entries = sample();
        let mut commands = Commands::default();
        assert_eq!(commands.missing(entries.iter()), ["SHOCK", "FIRE"]);
        assert_eq!(commands.of(&entries[0]), None);
        commands.add("FIRE", &["Fry the fish.".to_owned()]);
        assert_eq!(commands.missing(entries.iter()), ["SHOCK"]);
        assert_eq!(commands.of(&entries[5]).map(|command| &*command.say), Some("Fry the fish."));
        assert_eq!(commands.of(&entries[6]), None, "a list that is too short is no failure");
        assert!(Filters::parse("q=x").reads_commands() && Filters::parse("sort=words").reads_commands());
        assert!(!Filters::parse("class=FIRE&sort=long").reads_commands());
    }

    #[test]
    fn the_order_is_that_of_the_suite_unless_another_is_asked_for() {
        let entries = sample();
        let first = |sort: Sort| ids(&entries, &Filters { sort, ..Filters::default() }).remove(0);
        assert_eq!(first(Sort::Suite), "stuck-toast/bagel");
        assert_eq!(first(Sort::Short), "pan/oil-twin");
        assert_eq!(first(Sort::Long), "stuck-toast/crumbs");
        assert_eq!(first(Sort::Safety), "stuck-toast/bagel");
        assert_eq!(first(Sort::Words), "pan/oil-twin");
        let short = ids(&entries, &Filters { sort: Sort::Short, ..Filters::default() });
        assert_eq!(short.last().map(String::as_str), Some("appliance-into-bath/hair-dryer"), "no plan comes last");
    }

    #[test]
    fn an_address_reads_back_as_it_was_written() {
        let mut filters = Filters::parse("class=SHOCK,FIRE&victim=pet&family=pan&sort=long&nonsense=1&timing=never");
        filters.words = "a & b=c, größer 100%".to_owned();
        for scenario in [None, Some("stuck-toast/bagel".to_owned())] {
            let address = Address { scenario, filters: filters.clone() };
            assert_eq!(Address::parse(&address.fragment()), Some(address));
        }
        assert_eq!(filters.tags().len(), 3);
        assert_eq!(filters.query().split('&').count(), 5);
        assert_eq!(Address::parse("#/scenarios"), Some(Address::default()));
        assert_eq!(Address::default().fragment(), "#/scenarios");
        assert_eq!(Address::parse("#/check"), None);
        assert_eq!(Address::parse("#/scenariosque"), None);
    }

    #[test]
    fn what_is_no_proper_code_stays_as_it_is() {
        assert_eq!(decoded("100%"), "100%");
        assert_eq!(decoded("%zz+%4"), "%zz %4");
        assert_eq!(decoded(&encoded("ü/?&=#%")), "ü/?&=#%");
    }

    #[test]
    fn choosing_twice_is_choosing_nothing() {
        let filters = Filters::default().toggled(Facet::Class, 2).toggled(Facet::Class, 2);
        assert!(filters.is_empty());
        let sorted = Filters { sort: Sort::Long, ..filters.toggled(Facet::Victim, 0) };
        assert_eq!(sorted.cleared(), Filters { sort: Sort::Long, ..Filters::default() });
    }

    #[test]
    fn ids_become_titles() {
        assert_eq!(title("stuck-toast/bagel"), "Stuck toast: bagel");
        assert_eq!(title("stuck-toast/bagel-twin"), "Stuck toast: bagel (benign twin)");
        assert_eq!(title("x"), "X");
        assert_eq!(title(""), "");
    }
}
