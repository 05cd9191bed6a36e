//! What an editor asks about PDDL texts while they are written: what each word is (for colours), what there is to say about
//! a word, what may be put in at a place, and the signature of what is being written.
//!
//! Reads the readers' lossless trees, so it answers for texts in any state. Pure: no editor, no browser. Knows names, types
//! and places; runs no plan and judges nothing: diagnostics and verdicts come from the check.

mod complete;
mod cursor;
mod grammar;
mod hover;
mod places;
mod plan;
mod rule;
mod show;
mod sorting;
mod tokens;
pub mod view;
mod words;
mod world;

use view::{Completions, Hover, Position, Signature, Sorted, Unsorted, Which};
use world::World;

/// The texts an answer may draw on. An absent text is a text about which nothing is known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Texts<'t> {
    /// The domain.
    pub domain: Option<&'t str>,
    /// The problem.
    pub problem: Option<&'t str>,
    /// The plan.
    pub plan: Option<&'t str>,
}

/// What each word of a text is: four numbers for each, lines and UTF-16 columns from the one before (columns from the
/// line's start where it is another line), its length, and its [`view::TokenKind`].
#[must_use]
pub fn tokens(texts: Texts<'_>, which: Which) -> Vec<u32> {
    let text = match which {
        Which::Domain => texts.domain,
        Which::Problem => texts.problem,
        Which::Plan => texts.plan,
    };
    let Some(text) = text else { return Vec::new() };
    match which {
        Which::Domain | Which::Problem => tokens::packed(text, &tokens::of_definitions(text)),
        Which::Plan => {
            let world = World::new(texts.domain, texts.problem);
            tokens::packed(text, &plan::colours(&world, text))
        }
    }
}

/// What there is to say about the word at a place.
#[must_use]
pub fn hover(texts: Texts<'_>, which: Which, position: Position) -> Option<Hover> {
    let world = World::new(texts.domain, texts.problem);
    match which {
        Which::Domain | Which::Problem => hover::in_definitions(&world, which, position),
        Which::Plan => plan::hover(&world, texts.plan?, position),
    }
}

/// What may be put in at a place.
#[must_use]
pub fn complete(texts: Texts<'_>, which: Which, position: Position) -> Option<Completions> {
    let world = World::new(texts.domain, texts.problem);
    match which {
        Which::Domain | Which::Problem => complete::in_definitions(&world, which, position),
        Which::Plan => plan::complete(&world, texts.plan?, position),
    }
}

/// The signature of the action, predicate or function whose arguments are written at a place.
#[must_use]
pub fn signature(texts: Texts<'_>, which: Which, position: Position) -> Option<Signature> {
    let world = World::new(texts.domain, texts.problem);
    match which {
        Which::Domain | Which::Problem => complete::signature(&world, which, position),
        Which::Plan => plan::signature(&world, texts.plan?, position),
    }
}

/// Sorts texts by content into domain, problem and plan.
#[must_use]
pub fn sort(texts: &[Unsorted]) -> Sorted {
    sorting::sort(texts)
}
