//! Texts that went through a mill: nothing panics, a task comes only without errors, and it is always sound.

use crate::{sound, support};
use proptest::prelude::*;
use std::path::Path;
use stepguard_task::codes::ENTRIES;
use stepguard_text::{Interner, TextId};

/// Texts to start from: the fixtures and the examples of the explanations, with a few that use everything at once.
fn seeds() -> Vec<String> {
    let mut seeds: Vec<String> = ENTRIES
        .iter()
        .flat_map(|entry| [entry.wrong, entry.right])
        .filter(|t| !t.is_empty())
        .map(str::to_owned)
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut paths: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    seeds.extend(paths.iter().map(|path| support::read(path)));
    for case in support::folders(&support::project("semantics/cases")) {
        seeds.push(support::read(&case.join("domain.pddl")) + &support::read(&case.join("problem.pddl")));
    }
    seeds
}

/// Words, parentheses and blanks.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() || matches!(c, '(' | ')') {
            if start < at {
                pieces.push(&text[start..at]);
            }
            pieces.push(&text[at..at + c.len_utf8()]);
            start = at + c.len_utf8();
        }
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

/// What is done to the pieces: kind, where, where else.
type Edit = (u8, prop::sample::Index, prop::sample::Index);

fn mutate(text: &str, edits: &[Edit]) -> String {
    const WORDS: &[&str] = &[
        "object",
        "number",
        "total-cost",
        "total-time",
        "undefined",
        "?duration",
        "#t",
        "either",
        "-",
        "=",
        "not",
        "0",
        "(and)",
        "(or)",
        "preference",
        "always",
        "forall",
        "(?x - object)",
        "increase",
    ];
    let mut pieces: Vec<&str> = pieces(text);
    for (kind, here, there) in edits {
        if pieces.is_empty() {
            break;
        }
        let (here, there) = (here.index(pieces.len()), there.index(pieces.len()));
        match kind % 6 {
            0 => drop(pieces.remove(here)),
            1 => pieces.insert(here, pieces[there]),
            2 => pieces.swap(here, there),
            3 => pieces[here] = pieces[there],
            4 => pieces[here] = WORDS[there % WORDS.len()],
            _ => {
                // A stretch of the text once more somewhere else.
                let stretch: Vec<&str> = pieces[there..(there + 12).min(pieces.len())].to_vec();
                for (offset, piece) in stretch.into_iter().enumerate() {
                    pieces.insert(here + offset, piece);
                }
            }
        }
    }
    pieces.concat()
}

fn examine(text: &str) {
    let checked = support::check_one(text);
    if let Some(task) = &checked.task {
        assert!(checked.own.iter().all(|d| !d.is_error()), "{}", checked.listing());
        sound::assert_sound(task);
    } else if checked.complete {
        assert!(!checked.errors().is_empty(), "no task, and no word why:\n{text}\n{}", checked.listing());
    }
    for d in &checked.own {
        assert!(!d.message.is_empty());
        assert!(text.get(d.place.span.start as usize..d.place.span.end as usize).is_some());
        if let Some(fix) = &d.fix {
            assert!(fix.edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{fix:?}");
            support::mend(text, fix);
        }
    }
    // The same again, and each definition alone.
    let again = support::check_one(text);
    assert_eq!(checked.own, again.own);
    let mut names = Interner::new();
    let parsed = stepguard_pddl::parse(text, TextId::Pasted, &mut names);
    for domain in &parsed.definitions.domains {
        names = stepguard_task::check_domain(domain, names).1;
    }
    for problem in &parsed.definitions.problems {
        names = stepguard_task::check_problem(problem, names).1;
    }
}

#[test]
fn seeds_are_examined() {
    let seeds = seeds();
    assert!(seeds.len() > 200);
    seeds.iter().for_each(|seed| examine(seed));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_texts_never_panic(
        seed in any::<prop::sample::Index>(),
        edits in prop::collection::vec(any::<Edit>(), 1..8),
    ) {
        use std::sync::OnceLock;
        static SEEDS: OnceLock<Vec<String>> = OnceLock::new();
        let seeds = SEEDS.get_or_init(seeds);
        examine(&mutate(&seeds[seed.index(seeds.len())], &edits));
    }
}
