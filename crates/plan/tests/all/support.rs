//! What the tests of plan texts share: names taken from definitions, and the promises that hold for every text.

use std::path::PathBuf;
use stepguard_plan::{NameList, PlanText};
use stepguard_text::Span;

/// The folder of the cases.
pub(crate) fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases")
}

/// A folder of third-party data, or `None` after saying that the test is skipped.
pub(crate) fn data(folder: &str) -> Option<PathBuf> {
    match std::env::var_os("STEPGUARD_DATA") {
        Some(root) => Some(PathBuf::from(root).join(folder)),
        None => {
            eprintln!("skipped: STEPGUARD_DATA is not set, {folder} is not read");
            None
        }
    }
}

/// Parentheses and words of a definition, without comments, in lower case.
fn tokens(text: &str) -> Vec<String> {
    let plain: String =
        text.lines().map(|line| line.split(';').next().unwrap_or("")).collect::<Vec<_>>().join("\n").to_lowercase();
    plain.replace('(', " ( ").replace(')', " ) ").replace('?', " ?").split_whitespace().map(str::to_owned).collect()
}

/// The names that definitions declare: actions with their number of parameters, objects and constants.
pub(crate) fn names(texts: &[&str]) -> NameList {
    let (mut actions, mut objects) = (Vec::new(), Vec::new());
    for text in texts {
        let tokens = tokens(text);
        let mut depth = 0_usize;
        let mut section: Option<(usize, bool)> = None;
        for (at, token) in tokens.iter().enumerate() {
            match token.as_str() {
                "(" => depth += 1,
                ")" => {
                    if section.is_some_and(|(open, _)| open == depth) {
                        section = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                ":objects" | ":constants" => section = Some((depth, false)),
                ":action" | ":durative-action" => {
                    let rest = &tokens[at + 1..];
                    let end =
                        rest.iter().position(|token| token.starts_with(":action") || token.starts_with(":durative"));
                    let rest = &rest[..end.unwrap_or(rest.len())];
                    let arity = rest.iter().position(|token| token == ":parameters").map_or(0, |at| {
                        rest[at..]
                            .iter()
                            .take_while(|token| {
                                ![":precondition", ":condition", ":duration", ":effect"].contains(&token.as_str())
                            })
                            .filter(|token| token.starts_with('?'))
                            .count()
                    });
                    actions.push((rest[0].clone(), arity));
                }
                word => {
                    if let Some((open, is_type)) = &mut section {
                        // `(either a b)` is a type.
                        if word == "-" {
                            *is_type = true;
                        } else if *is_type {
                            *is_type = depth > *open;
                        } else if depth == *open {
                            objects.push(word.to_owned());
                        }
                    }
                }
            }
            if token == ")"
                && let Some((open, is_type)) = &mut section
                && depth == *open
            {
                *is_type = false;
            }
        }
    }
    NameList::new(actions, objects)
}

/// All parts of a plan, by their kind.
fn parts(plan: &PlanText) -> Vec<Span> {
    let mut parts: Vec<Span> = plan.steps.iter().map(|step| step.span).collect();
    parts.extend(plan.marks.iter().chain(&plan.comments).chain(&plan.ignored));
    parts.sort_unstable();
    parts
}

/// The promises: spans lie in the text and on characters, lists are ordered, steps do not overlap, names lie in their
/// steps, diagnostics in the text, and every byte that is not blank belongs to something.
pub(crate) fn promises(text: &str, plan: &PlanText) {
    let inside = |span: Span| {
        assert!(
            span.start <= span.end && text.get(span.start as usize..span.end as usize).is_some(),
            "{span:?} is not in the text {text:?}"
        );
    };
    let parts = parts(plan);
    parts.iter().copied().for_each(inside);
    for list in [&plan.marks, &plan.comments, &plan.ignored] {
        assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "not in order: {list:?}");
    }
    let mut steps: Vec<Span> = plan.steps.iter().map(|step| step.span).collect();
    if plan.steps.iter().all(|step| step.time.is_none()) {
        assert!(steps.is_sorted(), "steps are not in the order of the text: {steps:?} {text:?}");
    }
    steps.sort_unstable();
    for pair in steps.windows(2) {
        // Several steps of one JSON string with escapes may share its place.
        assert!(pair[0].end <= pair[1].start || pair[0] == pair[1], "{pair:?} overlap in {text:?}");
    }
    assert!(steps.iter().all(|span| !span.is_empty()), "an empty step in {text:?}");
    for diagnostic in &plan.diagnostics {
        inside(diagnostic.place.span);
        for edit in diagnostic.fix.iter().flat_map(|fix| &fix.edits) {
            inside(edit.span);
        }
    }
    for step in &plan.steps {
        if let stepguard_plan::RawStepKind::Action { name, arguments } = &step.kind {
            for name in std::iter::once(name).chain(plan.arguments_of(*arguments)) {
                inside(name.span);
                assert!(!plan.name(text, *name).is_empty(), "an empty name in {text:?}");
                assert!(
                    step.span.start <= name.span.start && name.span.end <= step.span.end,
                    "{name:?} is outside of {step:?} in {text:?}"
                );
            }
        }
    }
    let mut at = 0;
    for part in parts.into_iter().chain([Span::point(u32::try_from(text.len()).expect("texts of tests are short"))]) {
        if part.start > at {
            let gap = Span::new(at, part.start).slice(text);
            let lost = gap.trim_matches(|c: char| {
                c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}')
            });
            assert!(lost.is_empty(), "{lost:?} is lost in {text:?}");
        }
        at = at.max(part.end);
    }
}
