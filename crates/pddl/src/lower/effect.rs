//! Effects.

use super::Lower;
use super::condition::{At, Head};
use super::term::looks_numeric;
use crate::ast::{AssignOp, Atom, CompareOp, Condition, ConditionKind, Effect, EffectKind, Term, Typed};
use crate::codes;
use crate::requirements::Feature;
use crate::tree::NodeId;
use stepguard_text::Symbol;

impl<'a> Lower<'a> {
    /// An effect; `timed`: of a durative action, outside of `at start` and `at end`.
    pub(super) fn read_effect(&mut self, id: NodeId, timed: bool) -> Effect {
        let node = self.node(id);
        let span = node.span();
        let kind = if node.is_list() { self.read_effect_list(id, timed) } else { self.read_bare_effect(id, timed) };
        Effect { kind, span }
    }

    /// Several effects.
    pub(super) fn read_effects(&mut self, items: impl Iterator<Item = NodeId> + Clone, timed: bool) -> Vec<Effect> {
        let mut out = Vec::with_capacity(items.clone().count());
        for item in items {
            let effect = self.read_effect(item, timed);
            out.push(effect);
        }
        out
    }

    fn read_effect_list(&mut self, id: NodeId, timed: bool) -> EffectKind {
        let Some(first) = self.children(id).next() else { return EffectKind::And(Vec::new()) };
        if !self.is_word(first) {
            self.report_missing_and(id);
            return EffectKind::And(self.read_effects(self.children(id), timed));
        }
        let word = self.word(first);
        match Head::of(word) {
            Head::Other => self.read_effect_atom(id, first, timed),
            Head::And => EffectKind::And(self.read_effects(self.arguments(id), timed)),
            Head::Not => self.read_delete(id, timed),
            Head::Forall => {
                self.uses(Feature::ConditionalEffects, self.span(id));
                let Some((variables, body)) = self.read_quantifier(id) else { return EffectKind::Error };
                EffectKind::Forall(variables, Box::new(self.read_effect(body, timed)))
            }
            Head::When => self.read_when(id, timed),
            Head::At | Head::Over if self.time_spec(id).is_some() => self.read_timed_effect(id, timed),
            Head::Assign(op) if self.assigns(id) => self.read_assignment(id, op, timed),
            Head::Compare(CompareOp::Equal) if self.arguments(id).count() == 2 => {
                self.report_equals(id);
                self.read_assignment(id, AssignOp::Assign, timed)
            }
            Head::Chance if self.has_list_argument(id) => {
                self.report_chance(id);
                EffectKind::Error
            }
            Head::Or | Head::Imply | Head::Exists | Head::Preference | Head::Trajectory(_)
                if self.has_list_argument(id) =>
            {
                self.report_condition_in_effect(id);
                EffectKind::Error
            }
            Head::Compare(_) => {
                self.report_condition_in_effect(id);
                EffectKind::Error
            }
            _ => self.read_effect_atom(id, first, timed),
        }
    }

    fn read_effect_atom(&mut self, id: NodeId, first: NodeId, timed: bool) -> EffectKind {
        let word = self.word(first);
        if self.has_list_argument(id)
            && let Some(operator) = self.meant_operator(id, word)
        {
            return self.read_misspelt_effect(id, first, operator, timed);
        }
        if word.starts_with(['?', ':']) || matches!(word, "+" | "-" | "*" | "/") {
            self.report_no_effect(id);
            return EffectKind::Error;
        }
        self.refuse_untimed_effect(id, timed);
        EffectKind::Add(self.read_atom(id, first))
    }

    /// A word where an effect should stand.
    #[cold]
    fn read_bare_effect(&mut self, id: NodeId, timed: bool) -> EffectKind {
        if !self.is_word(id) {
            return EffectKind::Error;
        }
        let (word, span) = (self.word(id), self.span(id));
        if word.is_empty() {
            self.report_unusual(id);
            return EffectKind::Error;
        }
        if word.starts_with(['?', ':']) || looks_numeric(word) || word == "-" {
            self.report_no_effect(id);
            return EffectKind::Error;
        }
        if !matches!(Head::of(word), Head::Other | Head::At | Head::Over) {
            self.push(
                self.error(codes::BARE_OPERATOR, span, format!("{word} stands outside of its parentheses"))
                    .help(format!("The operator is the first word inside: ({word} ...).")),
            );
            return EffectKind::Error;
        }
        self.refuse_untimed_effect(id, timed);
        let name = self.read_name(id);
        self.push(
            self.warning(codes::BARE_ATOM, span, format!("{word} stands without parentheses; read as ({word})"))
                .help("An effect without arguments still has its parentheses.")
                .replace(format!("Write ({word})"), span, format!("({word})")),
        );
        EffectKind::Add(Atom { name, arguments: Vec::new(), span })
    }

    fn read_delete(&mut self, id: NodeId, timed: bool) -> EffectKind {
        let mut arguments = self.arguments(id);
        if let Some(first) = arguments.next()
            && self.is_word(first)
            && Head::of(self.word(first)) == Head::Other
            && !self.word(first).starts_with(['?', ':'])
            && self.arguments(id).all(|argument| self.is_word(argument))
        {
            self.refuse_untimed_effect(id, timed);
            return EffectKind::Delete(self.read_flat_negation(id, first));
        }
        let Some([inner]) = self.expect_parts(id) else { return EffectKind::Error };
        if self.time_spec(inner).is_some() {
            // `(not (at start (p)))`: the other way round is meant.
            self.report_not_of_time(id);
            return EffectKind::Error;
        }
        let first = self.children(inner).next();
        let atom = match first {
            Some(first) if self.is_list(inner) && self.is_word(first) => {
                let word = self.word(first);
                match Head::of(word) {
                    Head::Other | Head::At | Head::Over => !word.starts_with(['?', ':']),
                    Head::Compare(_) => false,
                    Head::And | Head::Or | Head::Not | Head::Imply | Head::Forall | Head::Exists => {
                        self.arguments(inner).next().is_some() && !self.has_list_argument(inner)
                    }
                    // Words that are operators elsewhere may name predicates.
                    _ => !self.has_list_argument(inner),
                }
                .then_some(first)
            }
            _ => None,
        };
        let Some(first) = atom else {
            self.report_not_of_no_atom(id, inner);
            return EffectKind::Error;
        };
        self.refuse_untimed_effect(id, timed);
        EffectKind::Delete(self.read_atom(inner, first))
    }

    fn read_when(&mut self, id: NodeId, timed: bool) -> EffectKind {
        let span = self.span(id);
        self.uses(Feature::ConditionalEffects, span);
        let Some([condition, effect]) = self.expect_parts(id) else { return EffectKind::Error };
        let condition = self.read_condition(condition, if timed { At::Durative } else { At::State });
        let effect = self.read_effect(effect, timed);
        if !holds_when(&effect) {
            return EffectKind::When(condition, Box::new(effect));
        }
        let mut variables = Vec::new();
        collect_variables(&condition, &mut variables);
        if captures(&effect, &variables) {
            self.push(
                self.error(
                    codes::NESTED_WHEN,
                    span,
                    "a forall inside this when uses a variable of its condition again",
                )
                .help("Give the inner variable another name."),
            );
            return EffectKind::Error;
        }
        let size = condition_size(&condition).saturating_mul(effect_size(&effect));
        self.flattened = self.flattened.saturating_add(size);
        if self.flattened > MAX_FLATTENED {
            self.push(
                self.error(codes::NESTED_WHEN, span, "these nested whens are too large to be joined")
                    .help("Write one (when (and ...) ...) for each of the inner effects."),
            );
            return EffectKind::Error;
        }
        // All conditions of an effect are asked of the state before the step, so nested ones may be joined.
        self.push(
            self.warning(codes::NESTED_WHEN, span, "when inside when; read as one when with both conditions")
                .help("PDDL does not nest when. Write (when (and a b) ...) instead; both conditions are asked of the state before the step."),
        );
        flatten(&condition, effect).kind
    }

    fn read_timed_effect(&mut self, id: NodeId, timed: bool) -> EffectKind {
        let (Some(spec), Some(body)) = (self.time_spec(id), self.arguments(id).nth(1)) else {
            return EffectKind::Error;
        };
        if !timed {
            let head = self.head(id).unwrap_or("at");
            let word = self.arguments(id).next().map_or("", |word| self.word(word));
            self.push(
                self.error(codes::STRAY_TIME_SPEC, self.span(id), format!("{head} {word} has no meaning here"))
                    .help("Only effects of a (:durative-action ...) say when they happen, and only once."),
            );
        } else if spec == crate::ast::TimeSpec::All {
            self.push(
                self.error(codes::STRAY_TIME_SPEC, self.span(id), "an effect cannot happen over all")
                    .help("Effects happen (at start ...) or (at end ...); over all is for conditions."),
            );
        }
        EffectKind::Timed(spec, Box::new(self.read_effect(body, false)))
    }

    /// Whether a list that starts with `increase` or its like is one, and not a fact whose predicate has that name.
    fn assigns(&self, id: NodeId) -> bool {
        let mut arguments = self.arguments(id);
        let Some(first) = arguments.next() else { return false };
        if self.is_list(first) {
            return true;
        }
        let numeric = arguments.next().is_some_and(|second| {
            self.is_list(second)
                || looks_numeric(self.word(second))
                || self.word(second).eq_ignore_ascii_case("undefined")
        });
        numeric && arguments.next().is_none() && !self.word(first).starts_with('?')
    }

    fn read_assignment(&mut self, id: NodeId, op: AssignOp, timed: bool) -> EffectKind {
        let Some([fluent, value]) = self.expect_parts(id) else { return EffectKind::Error };
        let span = self.span(id);
        if self.head(id).is_some_and(|head| head.eq_ignore_ascii_case("change")) {
            let head = self.children(id).next().map_or(span, |head| self.span(head));
            self.push(
                self.warning(codes::OLD_ASSIGN, head, "change is the old word for assign")
                    .help("PDDL 1.2 called it change; since PDDL 2.1 it is assign.")
                    .replace("Write assign", head, "assign"),
            );
        }
        let fluent = self.expect_fluent(fluent);
        let value = self.read_term(value);
        self.note_assignment(op, &fluent, &value);
        if timed && !matches!(value, Term::Arithmetic(..) | Term::ElapsedTime(_)) {
            // Only continuous effects, `(increase (f) (* #t 2))`, stand outside of `at start` and `at end`.
            self.refuse_untimed_effect(id, timed);
        }
        EffectKind::Assign(op, fluent, value)
    }

    fn note_assignment(&mut self, op: AssignOp, fluent: &Term, value: &Term) {
        let Term::Fluent(atom) = fluent else { return };
        let cost = self.names.folded(atom.name.symbol) == "total-cost" && atom.arguments.is_empty();
        if cost && op == AssignOp::Increase && matches!(value, Term::Number(..) | Term::Fluent(_) | Term::Name(_)) {
            self.uses(Feature::ActionCosts, atom.span);
        } else if op != AssignOp::Assign || matches!(value, Term::Number(..) | Term::Arithmetic(..)) {
            self.uses(Feature::NumericFluents, atom.span);
        }
    }

    #[cold]
    fn read_misspelt_effect(&mut self, id: NodeId, first: NodeId, operator: &'static str, timed: bool) -> EffectKind {
        let span = self.span(first);
        let word = self.word(first);
        // `(if a b)` and its like mean a conditional effect here.
        let operator = if operator == "imply" { "when" } else { operator };
        self.push(
            self.error(codes::MISSPELT, span, format!("PDDL has no operator {word}; did you mean {operator}?"))
                .help("Read as if it were, so that the rest can be checked.")
                .replace(format!("Write {operator}"), span, operator),
        );
        match Head::of(operator) {
            Head::And => EffectKind::And(self.read_effects(self.arguments(id), timed)),
            Head::Not => self.read_delete(id, timed),
            Head::When => self.read_when(id, timed),
            Head::Forall => match self.read_quantifier(id) {
                Some((variables, body)) => EffectKind::Forall(variables, Box::new(self.read_effect(body, timed))),
                None => EffectKind::Error,
            },
            _ => EffectKind::Error,
        }
    }

    fn refuse_untimed_effect(&mut self, id: NodeId, timed: bool) {
        if timed {
            self.report_untimed_effect(id);
        }
    }

    #[cold]
    fn report_untimed_effect(&mut self, id: NodeId) {
        let span = self.span(id);
        let shown = self.quote(span);
        self.push(
            self.error(codes::NO_TIME_SPEC, span, format!("{shown} does not say when it happens"))
                .help("In a durative action every effect stands in (at start ...) or (at end ...)."),
        );
    }

    #[cold]
    fn report_equals(&mut self, id: NodeId) {
        let head = self.children(id).next().map_or(self.span(id), |head| self.span(head));
        self.push(
            self.warning(codes::OLD_ASSIGN, head, "= in an effect is read as assign")
                .help("= compares; an effect gives a new value with assign.")
                .replace("Write assign", head, "assign"),
        );
    }

    #[cold]
    fn report_condition_in_effect(&mut self, id: NodeId) {
        let word = self.head(id).unwrap_or("or");
        let help = match Head::of(word) {
            Head::Or => {
                "An effect is certain: list what becomes true with and. For a choice write one action for each way."
            }
            Head::Imply => "For \"if a then b happens\" write (when a b).",
            Head::Exists => "An effect must name its objects: make the variable a parameter of the action.",
            Head::Compare(_) => "To change a number write assign, increase or decrease.",
            _ => "Conditions belong in the precondition or the goal.",
        };
        self.push(
            self.error(codes::CONDITION_IN_EFFECT, self.span(id), format!("{word} cannot stand in an effect"))
                .help(help),
        );
    }

    #[cold]
    fn report_no_effect(&mut self, id: NodeId) {
        let span = self.span(id);
        let shown = self.quote(span);
        self.push(
            self.error(codes::NO_EFFECT, span, format!("{shown} is no effect"))
                .help("An effect makes a fact true, as (on ?a ?b), or false, as (not (on ?a ?b)); and, forall, when and increase build larger ones."),
        );
    }

    #[cold]
    fn report_not_of_time(&mut self, id: NodeId) {
        self.push(
            self.error(codes::NO_EFFECT, self.span(id), "not stands outside of the time")
                .help("Write (at start (not (...))) or (at end (not (...)))."),
        );
    }

    #[cold]
    fn report_not_of_no_atom(&mut self, id: NodeId, inner: NodeId) {
        let inner_head = self.head(inner).unwrap_or("").to_ascii_lowercase();
        let help = match inner_head.as_str() {
            "and" => "To delete several facts write (and (not (a)) (not (b))).",
            "not" => "Two nots cancel: write the fact itself.",
            _ => "An effect deletes one fact: (not (fact)).",
        };
        let shown = self.quote(self.span(inner));
        self.push(
            self.error(codes::NO_EFFECT, self.span(id), format!("{shown} is no fact that an effect could delete"))
                .help(help),
        );
    }
}

/// Joining copies the outer condition to every inner effect: no more than this many parts in one text.
const MAX_FLATTENED: usize = 2_000_000;

/// Number of parts of a condition, about.
fn condition_size(condition: &Condition) -> usize {
    match &condition.kind {
        ConditionKind::And(parts) | ConditionKind::Or(parts) => 1 + parts.iter().map(condition_size).sum::<usize>(),
        ConditionKind::Not(inner)
        | ConditionKind::Preference(_, inner)
        | ConditionKind::Timed(_, inner)
        | ConditionKind::Forall(_, inner)
        | ConditionKind::Exists(_, inner) => 1 + condition_size(inner),
        ConditionKind::Imply(left, right) => 1 + condition_size(left) + condition_size(right),
        ConditionKind::Atom(atom) => 1 + atom.arguments.len(),
        ConditionKind::Compare(..) | ConditionKind::Trajectory(_) | ConditionKind::Error => 1,
    }
}

/// Number of parts of an effect.
fn effect_size(effect: &Effect) -> usize {
    match &effect.kind {
        EffectKind::And(parts) => 1 + parts.iter().map(effect_size).sum::<usize>(),
        EffectKind::Forall(_, body) | EffectKind::When(_, body) | EffectKind::Timed(_, body) => 1 + effect_size(body),
        _ => 1,
    }
}

/// Whether a `when` stands somewhere in `effect`.
fn holds_when(effect: &Effect) -> bool {
    match &effect.kind {
        EffectKind::When(..) => true,
        EffectKind::And(parts) => parts.iter().any(holds_when),
        EffectKind::Forall(_, body) | EffectKind::Timed(_, body) => holds_when(body),
        _ => false,
    }
}

/// The effect that happens when `condition` holds, without a `when` inside a `when`.
fn flatten(condition: &Condition, effect: Effect) -> Effect {
    if !holds_when(&effect) {
        let span = effect.span;
        return Effect { kind: EffectKind::When(condition.clone(), Box::new(effect)), span };
    }
    let Effect { kind, span } = effect;
    let kind = match kind {
        EffectKind::And(parts) => EffectKind::And(parts.into_iter().map(|part| flatten(condition, part)).collect()),
        EffectKind::Forall(variables, body) => EffectKind::Forall(variables, Box::new(flatten(condition, *body))),
        EffectKind::Timed(spec, body) => EffectKind::Timed(spec, Box::new(flatten(condition, *body))),
        EffectKind::When(inner, body) => {
            let both = Condition {
                span: condition.span.to(inner.span),
                kind: ConditionKind::And(vec![condition.clone(), inner]),
            };
            EffectKind::When(both, body)
        }
        other => other,
    };
    Effect { kind, span }
}

/// Whether a `forall` above a `when` in `effect` binds one of `variables`.
fn captures(effect: &Effect, variables: &[Symbol]) -> bool {
    match &effect.kind {
        EffectKind::And(parts) => parts.iter().any(|part| captures(part, variables)),
        EffectKind::Forall(bound, body) => {
            bound.iter().any(|typed| variables.contains(&typed.name.symbol)) || captures(body, variables)
        }
        EffectKind::Timed(_, body) => captures(body, variables),
        _ => false,
    }
}

/// Every variable in `condition`, bound ones too: renaming one more than needed does no harm.
fn collect_variables(condition: &Condition, out: &mut Vec<Symbol>) {
    fn of_term(term: &Term, out: &mut Vec<Symbol>) {
        match term {
            Term::Variable(name) => out.push(name.symbol),
            Term::Fluent(atom) => atom.arguments.iter().for_each(|argument| of_term(argument, out)),
            Term::Arithmetic(_, operands, _) => operands.iter().for_each(|operand| of_term(operand, out)),
            _ => {}
        }
    }
    let of_variables = |typed: &[Typed], out: &mut Vec<Symbol>| out.extend(typed.iter().map(|t| t.name.symbol));
    match &condition.kind {
        ConditionKind::And(parts) | ConditionKind::Or(parts) => {
            parts.iter().for_each(|part| collect_variables(part, out));
        }
        ConditionKind::Not(inner) | ConditionKind::Preference(_, inner) | ConditionKind::Timed(_, inner) => {
            collect_variables(inner, out);
        }
        ConditionKind::Imply(left, right) => {
            collect_variables(left, out);
            collect_variables(right, out);
        }
        ConditionKind::Forall(typed, inner) | ConditionKind::Exists(typed, inner) => {
            of_variables(typed, out);
            collect_variables(inner, out);
        }
        ConditionKind::Atom(atom) => atom.arguments.iter().for_each(|argument| of_term(argument, out)),
        ConditionKind::Compare(_, left, right) => {
            of_term(left, out);
            of_term(right, out);
        }
        ConditionKind::Trajectory(_) | ConditionKind::Error => {}
    }
}
