//! Actions and their effects.

use super::formula::{Head, Preferences};
use super::types::ANY;
use super::{Owner, Resolver, codes};
use crate::model::{Action, Change, DurativeAction, Effect, Expr, Formula, FormulaKind, Variable};
use stepguard_pddl::ast::{self, AssignOp, CompareOp, ConditionKind, EffectKind, TimeSpec};
use stepguard_text::{Diagnostic, Place, Span};

/// How many parts of conditions and variables flattened effects may repeat.
const MAX_COPIED: usize = 4_000_000;

/// What encloses an effect.
struct Enclosing {
    variables: Vec<Variable>,
    conditions: Vec<(Formula, usize)>,
    time: Option<TimeSpec>,
}

impl Resolver {
    pub(crate) fn action(&mut self, action: &ast::Action) {
        self.begin(Owner::Action(action.name.symbol));
        self.repeated_names(&action.parameters, Some(action.name), true);
        let parameters = self.bind_parameters(&action.parameters);
        let precondition = match &action.precondition {
            Some(condition) => self.condition(condition),
            None => {
                Formula { kind: FormulaKind::And(Vec::new()), place: self.place(Span::point(action.name.span.end)) }
            }
        };
        let effects = self.effects(action.effect.as_ref());
        self.unbind(0);
        self.settle_type_tests(&action.parameters);
        self.unused_parameters(&action.parameters, action.name);
        self.actions.push(Action {
            name: action.name.symbol,
            parameters,
            slots: self.next_slot,
            precondition,
            effects: effects.into_iter().map(|(_, effect)| effect).collect(),
            place: self.place(action.span),
            name_place: self.place(action.name.span),
        });
    }

    pub(crate) fn durative_action(&mut self, action: &ast::DurativeAction) {
        self.begin(Owner::Action(action.name.symbol));
        self.at.durative = true;
        self.not_executed(
            codes::DURATIVE,
            "durative-actions",
            action.name.span,
            "durative actions are read and checked, but not executed yet",
        );
        self.repeated_names(&action.parameters, Some(action.name), true);
        let parameters = self.bind_parameters(&action.parameters);
        let mut duration = Vec::new();
        if let Some(condition) = &action.duration {
            self.duration(condition, None, &mut duration);
        }
        let mut conditions = Vec::new();
        if let Some(condition) = &action.condition {
            self.timed_conditions(condition, None, &mut conditions);
        }
        let effects = self.effects(action.effect.as_ref());
        self.at.durative = false;
        self.unbind(0);
        self.settle_type_tests(&action.parameters);
        self.unused_parameters(&action.parameters, action.name);
        self.durative_actions.push(DurativeAction {
            name: action.name.symbol,
            parameters,
            slots: self.next_slot,
            duration,
            conditions,
            effects: effects.into_iter().map(|(time, effect)| (time.unwrap_or(TimeSpec::End), effect)).collect(),
            place: self.place(action.span),
            name_place: self.place(action.name.span),
        });
    }

    /// Parameters that neither condition nor effect speaks of. Where something is wrong, that may be why.
    fn unused_parameters(&mut self, parameters: &[ast::Typed], action: ast::Name) {
        if self.broken {
            return;
        }
        for (slot, parameter) in parameters.iter().enumerate() {
            if self.used.contains(slot) || !self.findings.wants(codes::UNUSED_PARAMETER, Some(action.symbol)) {
                continue;
            }
            let message =
                format!("{} does nothing with ?{}", self.name(action.symbol), self.name(parameter.name.symbol));
            self.findings.add(
                Diagnostic::info(codes::UNUSED_PARAMETER, self.place(parameter.name.span), message).help(
                    "Every step must name an object for it all the same. Was a condition or an effect forgotten?",
                ),
            );
        }
    }

    /// Notes a feature that is read but not executed.
    pub(crate) fn not_executed(&mut self, code: &'static str, feature: &'static str, span: Span, message: &str) {
        if self.unsupported.iter().any(|(name, _)| *name == feature) {
            return;
        }
        let place = self.place(span);
        self.unsupported.push((feature, place));
        self.findings
            .add(Diagnostic::warning(code, place, message).help(
                "There is no verdict on plans here: what can be said without running the plan is still checked.",
            ));
    }

    /// `(= ?duration e)`, `(<= ?duration e)`, also several and with `at start` or `at end`.
    fn duration(
        &mut self,
        condition: &ast::Condition,
        time: Option<TimeSpec>,
        out: &mut Vec<(TimeSpec, CompareOp, Expr)>,
    ) {
        match &condition.kind {
            ConditionKind::And(parts) => {
                for part in parts {
                    self.duration(part, time, out);
                }
            }
            ConditionKind::Timed(time, body) => self.duration(body, Some(*time), out),
            ConditionKind::Compare(op, left, right) => {
                let turned = match op {
                    CompareOp::Less => CompareOp::Greater,
                    CompareOp::LessEqual => CompareOp::GreaterEqual,
                    CompareOp::Equal => CompareOp::Equal,
                    CompareOp::GreaterEqual => CompareOp::LessEqual,
                    CompareOp::Greater => CompareOp::Less,
                };
                let (left, right) = (self.expr(left), self.expr(right));
                match (left, right) {
                    (Some(Expr::Duration), Some(value)) => out.push((time.unwrap_or(TimeSpec::Start), *op, value)),
                    (Some(value), Some(Expr::Duration)) => out.push((time.unwrap_or(TimeSpec::Start), turned, value)),
                    (Some(_), Some(_)) => self.no_duration(condition.span),
                    _ => {}
                }
            }
            ConditionKind::Error => self.broken = true,
            _ => {
                // Reported by the reader.
                self.broken = true;
                self.formula(condition, Preferences::Not);
            }
        }
    }

    fn no_duration(&mut self, span: Span) {
        self.misplaced(
            codes::DURATION,
            span,
            "this does not say how long the action takes",
            ":duration compares ?duration with a number, such as (= ?duration 5) or (and (>= ?duration 2) (<= ?duration 4)).",
        );
    }

    /// A durative action's condition, part by part.
    fn timed_conditions(
        &mut self,
        condition: &ast::Condition,
        time: Option<TimeSpec>,
        out: &mut Vec<(TimeSpec, Formula)>,
    ) {
        let place = self.place(condition.span);
        match &condition.kind {
            ConditionKind::And(parts) if time.is_none() => {
                for part in parts {
                    self.timed_conditions(part, None, out);
                }
            }
            ConditionKind::Timed(time, body) => {
                let body = self.formula(body, Preferences::Allowed);
                out.push((*time, body));
            }
            ConditionKind::Forall(variables, body) => {
                let mark = self.mark();
                let variables = self.quantified(variables);
                let mut inner = Vec::new();
                self.timed_conditions(body, time, &mut inner);
                self.unbind(mark);
                out.extend(inner.into_iter().map(|(time, body)| {
                    (time, Formula { kind: FormulaKind::Forall(variables.clone(), Box::new(body)), place })
                }));
            }
            ConditionKind::Preference(name, body) if matches!(body.kind, ConditionKind::Timed(..)) => {
                let id = self.new_preference(name.map(|name| name.symbol), condition.span);
                let mut inner = Vec::new();
                self.timed_conditions(body, time, &mut inner);
                out.extend(
                    inner.into_iter().map(|(time, body)| {
                        (time, Formula { kind: FormulaKind::Preference(id, Box::new(body)), place })
                    }),
                );
            }
            ConditionKind::Error => self.broken = true,
            _ => {
                // Reported by the reader.
                self.broken = true;
                self.formula(condition, Preferences::Allowed);
            }
        }
    }

    /// Effects, flattened; in a durative action with their times.
    fn effects(&mut self, effect: Option<&ast::Effect>) -> Vec<(Option<TimeSpec>, Effect)> {
        let mut out = Vec::new();
        if let Some(effect) = effect {
            let mut enclosing = Enclosing { variables: Vec::new(), conditions: Vec::new(), time: None };
            self.effect(effect, &mut enclosing, &mut out);
            self.opposite_effects(&out);
        }
        out
    }

    fn effect(&mut self, effect: &ast::Effect, enclosing: &mut Enclosing, out: &mut Vec<(Option<TimeSpec>, Effect)>) {
        let change = match &effect.kind {
            EffectKind::And(parts) => {
                for part in parts {
                    self.effect(part, enclosing, out);
                }
                return;
            }
            EffectKind::Forall(variables, body) => {
                let mark = self.mark();
                let outer = enclosing.variables.len();
                let variables = self.quantified(variables);
                enclosing.variables.extend(variables);
                self.effect(body, enclosing, out);
                enclosing.variables.truncate(outer);
                self.unbind(mark);
                return;
            }
            EffectKind::When(condition, body) => {
                let condition = self.formula(condition, Preferences::Not);
                let size = size(&condition);
                enclosing.conditions.push((condition, size));
                self.effect(body, enclosing, out);
                enclosing.conditions.pop();
                return;
            }
            EffectKind::Timed(time, body) => {
                // Elsewhere the reader has reported it, and so it has `over all`.
                self.broken |= !self.at.durative || *time == TimeSpec::All;
                let outer = enclosing.time.replace(*time);
                self.effect(body, enclosing, out);
                enclosing.time = outer;
                return;
            }
            EffectKind::Add(atom) => self.changed_atom(atom).map(|(predicate, terms)| Change::Add(predicate, terms)),
            EffectKind::Delete(atom) => {
                self.changed_atom(atom).map(|(predicate, terms)| Change::Delete(predicate, terms))
            }
            EffectKind::Assign(op, target, value) => self.assignment(*op, target, value, effect.span),
            EffectKind::Error => {
                self.broken = true;
                return;
            }
        };
        let mut time = enclosing.time;
        if self.at.durative && time.is_none() {
            if matches!(&change, Some(Change::Number(_, _, _, value)) if mentions_elapsed(value)) {
                // A continuous effect goes on all the time.
                time = Some(TimeSpec::All);
            } else {
                // Reported by the reader.
                self.broken = true;
            }
        }
        let Some(change) = change else { return };
        if matches!(&change, Change::Number(_, _, _, value) if mentions_elapsed(value)) {
            self.not_executed(
                codes::CONTINUOUS,
                "continuous-effects",
                effect.span,
                "continuous effects are read and checked, but not executed",
            );
        }
        let copied = enclosing.variables.len() + enclosing.conditions.iter().map(|(_, size)| size).sum::<usize>();
        self.copied = self.copied.saturating_add(copied);
        if self.copied > MAX_COPIED {
            self.too_large(self.place(effect.span), "conditional effects");
            return;
        }
        let condition = match &enclosing.conditions[..] {
            [] => None,
            [(one, _)] => Some(one.clone()),
            [(first, _), .., (last, _)] => Some(Formula {
                kind: FormulaKind::And(enclosing.conditions.iter().map(|(condition, _)| condition.clone()).collect()),
                place: Place::new(first.place.text, first.place.span.to(last.place.span)),
            }),
        };
        let place = self.place(effect.span);
        out.push((time, Effect { variables: enclosing.variables.clone(), condition, change, place }));
    }

    /// The atom of an add or delete effect.
    fn changed_atom(&mut self, atom: &ast::Atom) -> Option<(crate::ids::PredicateId, Box<[crate::model::Term]>)> {
        let (predicate, terms) = self.atom(atom)?;
        if self.predicates[predicate.index()].derived {
            self.broken = true;
            if self.findings.wants(codes::DERIVED_EFFECT, Some(atom.name.symbol)) {
                let message = format!("{} is derived, so no effect can change it", self.name(atom.name.symbol));
                let declared = self.predicates[predicate.index()].place;
                let diagnostic = self
                    .error(codes::DERIVED_EFFECT, atom.span, message)
                    .help("A derived predicate follows from its rules alone. Change what the rules ask for, or use a predicate of another name.")
                    .related(declared, "declared here");
                self.findings.add(diagnostic);
            }
            return None;
        }
        Some((predicate, terms))
    }

    fn assignment(&mut self, op: AssignOp, target: &ast::Term, value: &ast::Term, span: Span) -> Option<Change> {
        let bare;
        let atom = match target {
            ast::Term::Fluent(atom) => atom,
            ast::Term::Name(name) => {
                bare = ast::Atom { name: *name, arguments: Vec::new(), span: name.span };
                &bare
            }
            _ => {
                // Reported by the reader.
                self.broken = true;
                return None;
            }
        };
        let Some(function) = self.function(atom, false) else {
            // What the value names is checked all the same.
            match value {
                ast::Term::Name(_) | ast::Term::Error(_) => {}
                ast::Term::Variable(_) => drop(self.term(value, None)),
                _ => drop(self.expr(value)),
            }
            return None;
        };
        let arguments = self.arguments(atom, Some(Head::Function(function)));
        let Some(wanted) = self.functions[function.index()].object else {
            let value = self.expr(value);
            return Some(Change::Number(op, function, arguments?, value?));
        };
        let name = self.name(atom.name.symbol).to_owned();
        if op != AssignOp::Assign {
            self.misplaced(
                codes::ASSIGN_OBJECT,
                span,
                format!("{name} gives an object: it can be assigned, not counted up or down"),
                "Use (assign (f ...) object), or declare the function as - number.",
            );
            return None;
        }
        if let ast::Term::Name(value) = value
            && value.symbol == self.words.undefined
            && self.meanings.object(value.symbol).is_none()
        {
            return Some(Change::Object(function, arguments?, None));
        }
        let (term, ty) = self.term(value, Some(wanted))?;
        self.check_value(&name, value, ty, wanted);
        Some(Change::Object(function, arguments?, Some(term)))
    }

    /// An object given to an object fluent must be of the fluent's type.
    pub(crate) fn check_value(
        &mut self,
        function: &str,
        value: &ast::Term,
        ty: crate::ids::TypeExprId,
        wanted: crate::ids::TypeExprId,
    ) {
        let fits = match value {
            ast::Term::Name(_) => self.fits(ty, wanted),
            _ => self.subtype(ty, wanted) || self.overlap(ty, wanted),
        };
        if fits || ty == ANY {
            return;
        }
        self.broken = true;
        if self.findings.wants(codes::VALUE_TYPE, None) {
            let message = format!(
                "{function} gives {}, but this is {}",
                super::text::with_article(&self.type_text(wanted)),
                super::text::with_article(&self.type_text(ty))
            );
            let diagnostic = self
                .error(codes::VALUE_TYPE, value.span(), message)
                .help("Check the value, or the type behind the function's declaration.");
            self.findings.add(diagnostic);
        }
    }

    /// An action that adds and deletes the same fact: the add wins, which not everybody expects.
    fn opposite_effects(&mut self, effects: &[(Option<TimeSpec>, Effect)]) {
        let plain = |effect: &Effect| effect.variables.is_empty() && effect.condition.is_none();
        let adds: Vec<_> = effects
            .iter()
            .filter_map(|(time, effect)| match &effect.change {
                Change::Add(predicate, terms) if plain(effect) => Some((*time, *predicate, terms, effect.place)),
                _ => None,
            })
            .collect();
        for (time, effect) in effects {
            let Change::Delete(predicate, terms) = &effect.change else { continue };
            if !plain(effect) {
                continue;
            }
            // Lists of effects are short; very long ones are not worth the remark.
            let add = adds.iter().take(64).find(|add| (add.0, add.1, add.2) == (*time, *predicate, terms));
            if let Some((.., added)) = add
                && self.findings.wants(codes::ADD_AND_DELETE, None)
            {
                let name = self.name(self.predicates[predicate.index()].name);
                let message = format!("{name} is added and deleted by the same action: it will be true");
                self.findings.add(
                    Diagnostic::info(codes::ADD_AND_DELETE, effect.place, message)
                        .help("When both happen at once, adding wins, in whatever order they are written.")
                        .related(*added, "added here"),
                );
            }
        }
    }
}

/// Number of parts of a formula.
fn size(formula: &Formula) -> usize {
    1 + match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => parts.iter().map(size).sum(),
        FormulaKind::Not(part) | FormulaKind::Preference(_, part) => size(part),
        FormulaKind::Forall(variables, part) | FormulaKind::Exists(variables, part) => variables.len() + size(part),
        FormulaKind::Imply(a, b) => size(a) + size(b),
        FormulaKind::Atom(_, terms) => terms.len(),
        FormulaKind::Same(..) => 2,
        FormulaKind::Compare(_, a, b) => expr_size(a) + expr_size(b),
    }
}

fn expr_size(expr: &Expr) -> usize {
    1 + match expr {
        Expr::Op(_, operands) => operands.iter().map(expr_size).sum(),
        Expr::Fluent(_, terms) => terms.len(),
        _ => 0,
    }
}

fn mentions_elapsed(expr: &Expr) -> bool {
    match expr {
        Expr::Elapsed => true,
        Expr::Op(_, operands) => operands.iter().any(mentions_elapsed),
        _ => false,
    }
}
