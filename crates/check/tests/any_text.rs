//! Any bytes, and cases with something wrong put into them: a check never panics, always says the same, and writes JSON as
//! `serde_json` does.

use proptest::prelude::*;
use proptest::sample::Index;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use stepguard_check::{Budgets, Options, Report, check, check_json, check_pasted, parse, to_json, to_json_bytes};
use stepguard_report::Outcome;

/// The three texts of a case.
#[derive(Debug, Clone, Default)]
struct Texts([Option<Vec<u8>>; 3]);

impl Texts {
    fn check(&self, options: &Options) -> Report {
        let [domain, problem, plan] = &self.0;
        check(domain.as_deref(), problem.as_deref(), plan.as_deref(), options)
    }
}

/// All cases that bind, with their names.
static CASES: LazyLock<Vec<(String, Texts)>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for group in ["tests/cases", "tests/semantics/cases", "tests/semantics/probes", "static/examples"] {
        let mut folders: Vec<PathBuf> = std::fs::read_dir(root.join(group))
            .expect("the folder is there")
            .map(|entry| entry.expect("readable").path())
            .filter(|path| path.is_dir())
            .collect();
        folders.sort();
        for folder in folders {
            let read = |name: &str| std::fs::read(folder.join(name)).ok();
            let texts = Texts([
                read("domain.pddl").or_else(|| read("pasted.txt")),
                read("problem.pddl"),
                read("plan.txt").or_else(|| read("plan")),
            ]);
            all.push((folder.display().to_string(), texts));
        }
    }
    assert!(all.len() > 250, "only {} cases", all.len());
    all
});

/// Small budgets, so that the texts that happen to ask for much work end soon.
fn options() -> Options {
    Options { budgets: Budgets { steps: 2_000, facts: 5_000, nodes: 200_000, achiever: 200 }, ..Options::default() }
}

/// What must hold of every report.
fn sound(report: &Report) -> Result<(), TestCaseError> {
    let run = matches!(report.outcome, Outcome::Valid | Outcome::Invalid);
    prop_assert!(!report.summary.is_empty() && !report.safety_summary.is_empty());
    prop_assert_eq!(report.outcome == Outcome::Budget, report.limits.hit.is_some());
    prop_assert_eq!(
        report.outcome == Outcome::Incomplete,
        !report.missing.is_empty() && report.outcome != Outcome::Unreadable
    );
    prop_assert!(!report.succeeds || report.outcome == Outcome::Valid);
    prop_assert!(run || report.primary.is_none());
    for (index, step) in (1..).zip(&report.steps) {
        prop_assert_eq!(step.index, index);
        prop_assert!(step.source.start <= step.source.end);
        prop_assert!(step.findings.iter().all(|finding| (*finding as usize) < report.findings.len()));
    }
    for diagnostic in &report.diagnostics {
        prop_assert!(diagnostic.start <= diagnostic.end, "{diagnostic:?}");
        prop_assert!(stepguard_check::explain(&diagnostic.code).is_some(), "{} is not explained", diagnostic.code);
        for edit in diagnostic.fix.iter().flat_map(|fix| &fix.edits) {
            prop_assert!(edit.start <= edit.end, "{diagnostic:?}");
        }
    }
    for finding in &report.findings {
        prop_assert!(!finding.message.is_empty(), "{finding:?}");
        prop_assert!(finding.step.is_none_or(|step| (step as usize) <= report.steps.len() && step > 0));
    }
    Ok(())
}

/// One change of a text.
#[derive(Debug, Clone)]
enum Change {
    Cut(Index),
    Flip(Index, u8),
    Remove(Index, usize),
    Repeat(Index, usize),
    Insert(Index, &'static str),
    Swap(usize),
    Absent,
}

/// What people and models leave in texts.
const PIECES: &[&str] = &[
    "(",
    ")",
    "((",
    "))",
    " ",
    "\n",
    ";",
    "?",
    "?x",
    " - ",
    "and",
    "(and",
    "(not ",
    "(forall (?x)",
    "(exists (?y - object)",
    "(when ",
    "(imply ",
    "either",
    ":",
    ":action",
    "(:init",
    "(:goal",
    "(:constraints (always ",
    "(:metric minimize ",
    "(= ",
    "0",
    "-1",
    "1e9",
    "0.001",
    "99999999999999999999",
    "/",
    "total-cost",
    "object",
    "\u{feff}",
    "\u{a0}",
    "\0",
    "é",
    "\u{1F525}",
    "```",
    "1. ",
    "- ",
    "[",
    "{\"",
    "\"",
    "'",
    ",",
    "->",
    "0.000: ",
    "[1.0]",
    "\r",
    "\t",
    "(increase ",
    "#t",
    "?duration",
    "(at start ",
    "(over all ",
    "(at 5 ",
    "preference",
    "(preference p ",
    "is-violated",
    "undefined",
];

fn change() -> impl Strategy<Value = (usize, Change)> {
    let kind = prop_oneof![
        any::<Index>().prop_map(Change::Cut),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Flip(at, byte)),
        (any::<Index>(), 1..60_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        (any::<Index>(), 1..60_usize).prop_map(|(at, length)| Change::Repeat(at, length)),
        (any::<Index>(), prop::sample::select(PIECES)).prop_map(|(at, piece)| Change::Insert(at, piece)),
        (0..3_usize).prop_map(Change::Swap),
        Just(Change::Absent),
    ];
    (0..3_usize, kind)
}

fn changed(mut texts: Texts, changes: &[(usize, Change)]) -> Texts {
    for (which, change) in changes {
        if let Change::Swap(other) = change {
            texts.0.swap(*which, *other);
            continue;
        }
        if matches!(change, Change::Absent) {
            texts.0[*which] = None;
            continue;
        }
        let Some(text) = &mut texts.0[*which] else { continue };
        if text.is_empty() {
            continue;
        }
        match change {
            Change::Cut(at) => text.truncate(at.index(text.len())),
            Change::Flip(at, byte) => {
                let at = at.index(text.len());
                text[at] ^= *byte;
            }
            Change::Remove(at, length) => {
                let at = at.index(text.len());
                text.drain(at..(at + length).min(text.len()));
            }
            Change::Repeat(at, length) => {
                let at = at.index(text.len());
                let piece = text[at..(at + length).min(text.len())].to_vec();
                text.splice(at..at, piece);
            }
            Change::Insert(at, piece) => {
                let at = at.index(text.len());
                text.splice(at..at, piece.bytes());
            }
            Change::Swap(_) | Change::Absent => {}
        }
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_checked(texts in prop::array::uniform3(prop::option::of(prop::collection::vec(any::<u8>(), 0..200)))) {
        sound(&Texts(texts.clone()).check(&options()))?;
        for text in texts.iter().flatten() {
            sound(&check_pasted(text, &options()))?;
            prop_assert_eq!(parse(text), parse(text));
        }
    }

    #[test]
    fn any_words_are_checked(texts in prop::array::uniform3(prop::collection::vec(prop::sample::select(PIECES), 0..60))) {
        let texts = texts.map(|pieces| Some(pieces.concat().into_bytes()));
        sound(&Texts(texts).check(&options()))?;
    }

    #[test]
    fn broken_cases_are_checked(
        case in any::<Index>(),
        changes in prop::collection::vec(change(), 1..5),
    ) {
        let (_, texts) = case.get(&CASES);
        let texts = changed(texts.clone(), &changes);
        sound(&texts.check(&options()))?;
        let all: Vec<u8> = texts.0.iter().flatten().flatten().copied().collect();
        sound(&check_pasted(&all, &options()))?;
    }

    #[test]
    fn texts_of_different_cases_are_checked(domain in any::<Index>(), problem in any::<Index>(), plan in any::<Index>()) {
        let text = |case: &Index, which: usize| case.get(&CASES).1.0[which].clone();
        sound(&Texts([text(&domain, 0), text(&problem, 1), text(&plan, 2)]).check(&options()))?;
    }
}

/// How many texts each property tries; `PROPTEST_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}

#[test]
fn two_checks_give_the_same_bytes() {
    for (name, texts) in CASES.iter() {
        let [domain, problem, plan] = &texts.0;
        let again = || check_json(domain.as_deref(), problem.as_deref(), plan.as_deref(), &Options::default());
        assert_eq!(again(), again(), "{name}");
    }
}

#[test]
fn the_writer_of_json_agrees_with_serde_json() {
    for (name, texts) in CASES.iter() {
        let report = texts.check(&Options::default());
        let wanted = serde_json::to_string(&report).expect("a report is JSON");
        assert_eq!(to_json(&report), wanted, "{name}");
        assert_eq!(to_json_bytes(&report), wanted.into_bytes(), "{name}");
        let [domain, problem, plan] = &texts.0;
        let json = check_json(domain.as_deref(), problem.as_deref(), plan.as_deref(), &Options::default());
        assert_eq!(json, to_json(&report), "{name}");
        // And nothing is lost on the way back.
        assert_eq!(serde_json::from_str::<Report>(&json).expect("a report is read back"), report, "{name}");
    }
}
