//! Requirement keys: which there are, what they imply, and which a text needs.
//!
//! What a text needs shows in its form alone (a `not` in a precondition, a typed list), so that no names have to be
//! resolved here.

use crate::ast::{Domain, Problem, Requirement};
use stepguard_text::{Diagnostic, Interner, Span, order};

/// A feature of PDDL that has to be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Types.
    Typing,
    /// `(not (p))` in a condition.
    NegativePreconditions,
    /// `or`, `imply`, `not` of more than an atom.
    DisjunctivePreconditions,
    /// `=` between objects.
    Equality,
    /// `exists`.
    ExistentialPreconditions,
    /// `forall` in a condition.
    UniversalPreconditions,
    /// `when` and `forall` in an effect.
    ConditionalEffects,
    /// Functions that give numbers.
    NumericFluents,
    /// Functions that give objects.
    ObjectFluents,
    /// `(:durative-action ...)`.
    DurativeActions,
    /// Durations given by `<=` and `>=`.
    DurationInequalities,
    /// `#t`.
    ContinuousEffects,
    /// `(:derived ...)`.
    DerivedPredicates,
    /// `(at 5 (p))` in `:init`.
    TimedInitialLiterals,
    /// `preference`.
    Preferences,
    /// `(:constraints ...)`.
    Constraints,
    /// `total-cost` and nothing else in numbers.
    ActionCosts,
}

use Feature::{
    ActionCosts, ConditionalEffects, Constraints, ContinuousEffects, DerivedPredicates, DisjunctivePreconditions,
    DurationInequalities, DurativeActions, Equality, ExistentialPreconditions, NegativePreconditions, NumericFluents,
    ObjectFluents, Preferences, TimedInitialLiterals, Typing, UniversalPreconditions,
};

/// Every feature, in the order in which PDDL's definitions list them.
pub const FEATURES: [(Feature, &str); 17] = [
    (Typing, "typing"),
    (NegativePreconditions, "negative-preconditions"),
    (DisjunctivePreconditions, "disjunctive-preconditions"),
    (Equality, "equality"),
    (ExistentialPreconditions, "existential-preconditions"),
    (UniversalPreconditions, "universal-preconditions"),
    (ConditionalEffects, "conditional-effects"),
    (NumericFluents, "numeric-fluents"),
    (ObjectFluents, "object-fluents"),
    (DurativeActions, "durative-actions"),
    (DurationInequalities, "duration-inequalities"),
    (ContinuousEffects, "continuous-effects"),
    (DerivedPredicates, "derived-predicates"),
    (TimedInitialLiterals, "timed-initial-literals"),
    (Preferences, "preferences"),
    (Constraints, "constraints"),
    (ActionCosts, "action-costs"),
];

/// Keys that stand for others, or for nothing that changes how a text is read.
const OTHER_KEYS: [(&str, &[Feature]); 17] = [
    ("strips", &[]),
    (
        "adl",
        &[
            Typing,
            NegativePreconditions,
            DisjunctivePreconditions,
            Equality,
            ExistentialPreconditions,
            UniversalPreconditions,
            ConditionalEffects,
        ],
    ),
    ("quantified-preconditions", &[ExistentialPreconditions, UniversalPreconditions]),
    ("fluents", &[NumericFluents, ObjectFluents, ActionCosts]),
    (
        "ucpop",
        &[
            Typing,
            NegativePreconditions,
            DisjunctivePreconditions,
            Equality,
            ExistentialPreconditions,
            UniversalPreconditions,
            ConditionalEffects,
            DerivedPredicates,
        ],
    ),
    ("domain-axioms", &[DerivedPredicates]),
    ("subgoal-through-axioms", &[DerivedPredicates]),
    ("expression-evaluation", &[NumericFluents]),
    ("safety-constraints", &[]),
    ("action-expansions", &[]),
    ("foreach-expansions", &[]),
    ("dag-expansions", &[]),
    ("open-world", &[]),
    ("true-negation", &[]),
    ("time", &[NumericFluents, DurativeActions, ContinuousEffects]),
    ("processes", &[NumericFluents]),
    ("events", &[NumericFluents]),
];

/// What a known key allows; `None` for an unknown one. `key` in lower case, without its colon.
#[must_use]
pub fn allows(key: &str) -> Option<&'static [Feature]> {
    if let Some((_, features)) = OTHER_KEYS.iter().find(|(name, _)| *name == key) {
        return Some(features);
    }
    let index = FEATURES.iter().position(|(_, name)| *name == key)?;
    Some(match FEATURES[index].0 {
        Typing => &[Typing],
        NegativePreconditions => &[NegativePreconditions],
        DisjunctivePreconditions => &[DisjunctivePreconditions],
        Equality => &[Equality],
        ExistentialPreconditions => &[ExistentialPreconditions],
        UniversalPreconditions => &[UniversalPreconditions],
        ConditionalEffects => &[ConditionalEffects],
        NumericFluents => &[NumericFluents, ActionCosts],
        ObjectFluents => &[ObjectFluents],
        DurativeActions => &[DurativeActions],
        DurationInequalities => &[DurationInequalities, DurativeActions],
        ContinuousEffects => &[ContinuousEffects, DurativeActions, NumericFluents],
        DerivedPredicates => &[DerivedPredicates],
        TimedInitialLiterals => &[TimedInitialLiterals, DurativeActions],
        Preferences => &[Preferences],
        Constraints => &[Constraints],
        ActionCosts => &[ActionCosts],
    })
}

/// Every known key, without colon.
pub fn keys() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|(_, name)| *name).chain(OTHER_KEYS.iter().map(|(name, _)| *name))
}

/// The features that a text uses, each with its first place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    first: [Option<Span>; FEATURES.len()],
}

impl Uses {
    /// Notes a use, unless there is an earlier one.
    pub fn note(&mut self, feature: Feature, span: Span) {
        let slot = &mut self.first[feature as usize];
        if slot.is_none_or(|first| span.start < first.start) {
            *slot = Some(span);
        }
    }

    /// The first place where `feature` is used.
    #[must_use]
    pub const fn first(&self, feature: Feature) -> Option<Span> {
        self.first[feature as usize]
    }

    /// The features that are used and that none of `declared` allows, by key and place, in text order.
    #[must_use]
    pub fn missing<'r>(
        &self,
        declared: impl IntoIterator<Item = &'r Requirement>,
        names: &Interner,
    ) -> Vec<(&'static str, Span)> {
        let mut allowed = [false; FEATURES.len()];
        for requirement in declared {
            for feature in allows(names.folded(requirement.name.symbol)).unwrap_or(&[]) {
                allowed[*feature as usize] = true;
            }
        }
        let mut missing: Vec<_> = FEATURES
            .iter()
            .filter(|(feature, _)| !allowed[*feature as usize])
            .filter_map(|(feature, name)| Some((*name, self.first(*feature)?)))
            .collect();
        order::sort_by_key(&mut missing, |(_, span)| span.start);
        missing
    }
}

/// Where a missing requirement goes in the domain's text, and what to put there.
#[must_use]
pub fn insertion(domain: &Domain, text: &str, missing: &[&str]) -> Option<(Span, String)> {
    let keys = missing.iter().map(|key| format!(" :{key}")).collect::<String>();
    let section = domain.requirements_span?;
    if section.is_empty() {
        return Some((section, format!("\n  (:requirements :strips{keys})")));
    }
    let end = match domain.requirements.last() {
        Some(last) => last.name.span.end,
        None => {
            // Before the closing parenthesis, if it has one.
            let inside = section.slice(text).trim_end_matches([')', '）']);
            section.start + u32::try_from(inside.trim_end().len()).ok()?
        }
    };
    Some((Span::point(end), keys))
}

/// The lint for a problem that uses features which neither it nor its domain asks for. It is found with the domain at
/// hand, so not when the problem is read: the uses are those of [`crate::Parsed`], and what the domain lacks for itself is
/// not said again. It stands in the domain's `text`, where it is mended.
#[must_use]
pub fn missing_in_problem(
    problem: &Problem,
    uses: &Uses,
    domain: &Domain,
    domain_uses: &Uses,
    text: &str,
    names: &Interner,
) -> Option<Diagnostic> {
    let section = domain.requirements_span?;
    let mut missing = uses.missing(domain.requirements.iter().chain(&problem.requirements), names);
    missing.retain(|(key, _)| {
        let feature = FEATURES.iter().find(|(_, name)| name == key);
        feature.is_some_and(|(feature, _)| domain_uses.first(*feature).is_none())
    });
    if missing.is_empty() {
        return None;
    }
    let keys: Vec<&str> = missing.iter().map(|(key, _)| *key).collect();
    let shown = keys.iter().map(|key| format!(":{key}")).collect::<Vec<_>>().join(" ");
    let (verb, them) = if keys.len() == 1 { ("is", "it") } else { ("are", "them") };
    let at = if section.is_empty() { domain.name.map_or(section, |name| name.span) } else { section };
    let message = format!("{shown} {verb} missing from :requirements: the problem uses {them}");
    let mut diagnostic = Diagnostic::warning(crate::codes::MISSING_REQUIREMENT, domain.place(at), message)
        .help(format!("The check goes on as if the domain asked for {them}; planners may refuse the problem."));
    for (key, span) in &missing {
        diagnostic = diagnostic.related(problem.place(*span), format!("needs :{key}"));
    }
    if let Some((span, new)) = insertion(domain, text, &keys) {
        diagnostic = diagnostic.replace(format!("Add {shown}"), span, new);
    }
    Some(diagnostic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_listed_in_their_own_order() {
        for (index, (feature, name)) in FEATURES.iter().enumerate() {
            assert_eq!(*feature as usize, index, "{name}");
            assert!(allows(name).is_some_and(|allowed| allowed.contains(feature)), "{name}");
        }
        assert_eq!(allows("hierarchy"), None);
    }
}
