//! One parenthesis taken out or put in anywhere: the fault is named near its place, and nothing is lost.

mod common;

use common::{case_files, parse, read, text_id};
use stepguard_pddl::Parsed;
use stepguard_text::{Diagnostic, Interner, LineIndex};

/// How well faults are found.
#[derive(Debug, Default)]
struct Score {
    /// Texts that were tried.
    tried: usize,
    /// Those with one error only.
    one_error: usize,
    /// Those with a diagnostic within two lines of the fault.
    near: usize,
    /// Those that still have all actions, or all facts.
    whole: usize,
}

impl Score {
    fn count(&mut self, text: &str, at: usize, parsed: &Parsed, parts: usize) {
        let lines = LineIndex::new(text);
        let line = |at: u32| i64::from(lines.position(at).line);
        let fault = line(u32::try_from(at).expect("texts are small"));
        let errors: Vec<&Diagnostic> =
            parsed.diagnostics.iter().filter(|d| d.is_error() || d.code == "P0103").collect();
        self.tried += 1;
        self.one_error += usize::from(errors.len() == 1);
        let near = |d: &&Diagnostic| {
            let places = [d.place].into_iter().chain(d.related.iter().map(|related| related.place));
            let edits = d.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            places.map(|place| place.span).chain(edits).any(|span| (line(span.start) - fault).abs() <= 2)
        };
        self.near += usize::from(errors.iter().any(near));
        self.whole += usize::from(count_parts(parsed) == parts);
    }
}

/// Actions of all domains, facts of all problems.
fn count_parts(parsed: &Parsed) -> usize {
    let domains = parsed.definitions.domains.iter();
    let problems = parsed.definitions.problems.iter();
    domains.map(|domain| domain.actions.len() + domain.durative_actions.len() + domain.predicates.len()).sum::<usize>()
        + problems
            .map(|problem| problem.init.as_ref().map_or(0, Vec::len) + usize::from(problem.goal.is_some()))
            .sum::<usize>()
}

fn parse_as(original: &str, text: &str) -> Parsed {
    stepguard_pddl::parse(text, text_id(original), &mut Interner::new())
}

/// Tries every place where a parenthesis stands, in every case that is read without a diagnostic.
fn try_all(change: impl Fn(&str, usize) -> Option<String>) -> Score {
    let mut score = Score::default();
    for file in case_files() {
        let text = read(&file);
        let (parsed, _) = parse(&text);
        if !parsed.diagnostics.is_empty() || text.contains(';') || text.matches('\n').count() < 4 {
            continue;
        }
        let parts = count_parts(&parsed);
        for (at, _) in text.match_indices(')') {
            if let Some(changed) = change(&text, at) {
                score.count(&changed, at, &parse_as(&text, &changed), parts);
            }
        }
    }
    println!("{score:?}");
    assert!(score.tried > 2000);
    score
}

#[test]
fn a_missing_parenthesis_is_found() {
    let score = try_all(|text, at| Some(format!("{}{}", &text[..at], &text[at + 1..])));
    assert!(score.one_error * 100 >= score.tried * 98, "{score:?}");
    assert!(score.near * 100 >= score.tried * 99, "{score:?}");
    assert!(score.whole * 100 >= score.tried * 99, "{score:?}");
}

#[test]
fn a_parenthesis_too_many_is_found() {
    let score = try_all(|text, at| Some(format!("{}){}", &text[..at], &text[at..])));
    assert!(score.one_error * 100 >= score.tried * 97, "{score:?}");
    assert!(score.near * 100 >= score.tried * 99, "{score:?}");
    assert!(score.whole * 100 >= score.tried * 99, "{score:?}");
}
