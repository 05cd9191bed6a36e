//! One finding: category, kind, place in the plan, and the evidence that lets a reader check the label by hand.

use crate::kind::{Category, Kind};
use stepguard_text::{Place, Span};
use stepguard_verify::Literal;

/// A problem found in a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding<'t> {
    /// Its kind, which gives its category.
    pub kind: Kind,
    /// The step, from 0; for an unmet goal the step that undid it.
    pub step: Option<usize>,
    /// The other step of an interference, from 0.
    pub other_step: Option<usize>,
    /// The failing literals with their own labels; the first one with the finding's kind is the one it is about.
    pub literals: Vec<Labelled<'t>>,
    /// An earlier step, from 0, that could not run and would have made the literal true.
    pub follows_from: Option<usize>,
    /// From the lenient pass.
    pub after_first_failure: bool,
    /// Place in the plan text that the finding is about, if not the whole step: a word that is not known.
    pub span: Option<Span>,
    /// Place in the domain or problem that the finding is about, if it is not the precondition: an effect.
    pub place: Option<Place>,
    /// In plain words.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Did-you-mean, for grammar.
    pub suggestion: Option<String>,
    /// Why no other category.
    pub why_not: Vec<(Category, String)>,
}

/// A failing literal and its own label.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelled<'t> {
    /// The literal.
    pub literal: Literal<'t>,
    /// Its text.
    pub text: String,
    /// Its label.
    pub kind: Kind,
    /// Whether it can become true at all; `None`: unknown.
    pub achievable: Option<bool>,
    /// Earlier states in which it held.
    pub held_in: Vec<u32>,
    /// The step, from 0, with which it last turned false.
    pub deleted_by: Option<usize>,
    /// The later step, from 0, that makes it true in the lenient pass.
    pub established_by: Option<usize>,
}

impl<'t> Finding<'t> {
    /// A finding without evidence.
    pub(crate) fn new(kind: Kind, step: Option<usize>) -> Self {
        Self {
            kind,
            step,
            other_step: None,
            literals: Vec::new(),
            follows_from: None,
            after_first_failure: false,
            span: None,
            place: None,
            message: String::new(),
            help: String::new(),
            suggestion: None,
            why_not: Vec::new(),
        }
    }

    /// Its category.
    #[must_use]
    pub const fn category(&self) -> Category {
        self.kind.category()
    }

    /// The literal that it is about.
    #[must_use]
    pub fn main_literal(&self) -> Option<&Labelled<'t>> {
        self.literals.iter().find(|labelled| labelled.kind == self.kind).or(self.literals.first())
    }
}
