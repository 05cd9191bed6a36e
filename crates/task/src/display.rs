//! Text of formulas, terms, facts, rules and action heads: one canonical spacing, the declared spelling of names.
//!
//! Everything is appended to a `String` that the caller keeps, without allocations on the way: reports hold thousands of
//! these texts. Variables may be bound: then the object is written in their place.

use crate::ids::{FunctionId, ObjectId, PredicateId, PreferenceId, TypeExprId};
use crate::model::{
    Action, ArithmeticOp, AssignOp, Change, CompareOp, Effect, Expr, Formula, FormulaKind, RuleFormula, Task, Term,
    TrajectoryOp, Variable,
};
use std::fmt::Write;
use stepguard_text::{Number, Symbol};

/// In an environment: the slot is not bound.
pub const UNBOUND: ObjectId = ObjectId(u32::MAX);

/// What the free variables of a formula stand for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bindings<'a> {
    /// By slot; what is missing or [`UNBOUND`] is not bound.
    pub objects: &'a [ObjectId],
    /// The names of the free variables, to be written where they are not bound.
    pub variables: &'a [Variable],
}

impl<'a> Bindings<'a> {
    /// Nothing is bound and nothing is free.
    pub const NONE: Bindings<'static> = Bindings { objects: &[], variables: &[] };

    /// Parameters that stand for themselves.
    #[must_use]
    pub const fn named(variables: &'a [Variable]) -> Self {
        Self { objects: &[], variables }
    }
}

impl<'a> From<&'a [ObjectId]> for Bindings<'a> {
    /// Bound slots, without names for those that are not.
    fn from(objects: &'a [ObjectId]) -> Self {
        Self { objects, variables: &[] }
    }
}

impl<'a, const N: usize> From<&'a [ObjectId; N]> for Bindings<'a> {
    fn from(objects: &'a [ObjectId; N]) -> Self {
        Self { objects, variables: &[] }
    }
}

/// Variables that quantifiers bind around the place at hand, innermost first, and the free ones at the end.
#[derive(Clone, Copy)]
struct Scope<'a> {
    variables: &'a [Variable],
    outer: Option<&'a Scope<'a>>,
    free: Bindings<'a>,
}

impl<'a> Scope<'a> {
    const fn new(free: Bindings<'a>) -> Self {
        Self { variables: &[], outer: None, free }
    }

    const fn inside(&'a self, variables: &'a [Variable]) -> Self {
        Self { variables, outer: Some(self), free: self.free }
    }
}

impl Task {
    /// `(and (open fridge) (not (hot ?x)))`.
    pub fn write_formula<'b>(&self, out: &mut String, formula: &Formula, bindings: impl Into<Bindings<'b>>) {
        self.formula(out, formula, &Scope::new(bindings.into()));
    }

    /// `(open fridge)`.
    pub fn write_atom(&self, out: &mut String, predicate: PredicateId, arguments: &[ObjectId]) {
        self.ground(out, self.predicates[predicate.index()].name, arguments);
    }

    /// `(fuel truck)`.
    pub fn write_fluent(&self, out: &mut String, function: FunctionId, arguments: &[ObjectId]) {
        self.ground(out, self.functions[function.index()].name, arguments);
    }

    /// `(open fridge)`: a step.
    pub fn write_step(&self, out: &mut String, action: Symbol, arguments: &[ObjectId]) {
        self.ground(out, action, arguments);
    }

    /// `(open ?d - door)`: an action's name and parameters.
    pub fn write_signature(&self, out: &mut String, action: &Action) {
        out.push('(');
        out.push_str(self.name(action.name));
        if !action.parameters.is_empty() {
            out.push(' ');
            self.variables(out, &action.parameters);
        }
        out.push(')');
    }

    /// `fridge`, `?x`, `(place-of ?x)`.
    pub fn write_term<'b>(&self, out: &mut String, term: &Term, bindings: impl Into<Bindings<'b>>) {
        self.term(out, term, &Scope::new(bindings.into()));
    }

    /// `(+ (fuel ?t) 3)`.
    pub fn write_expr<'b>(&self, out: &mut String, expr: &Expr, bindings: impl Into<Bindings<'b>>) {
        self.expr(out, expr, &Scope::new(bindings.into()));
    }

    /// `(forall (?x - item) (when (hot ?x) (not (in ?x bag))))`.
    pub fn write_effect<'b>(&self, out: &mut String, effect: &Effect, bindings: impl Into<Bindings<'b>>) {
        let scope = Scope::new(bindings.into());
        let inner = scope.inside(&effect.variables);
        if !effect.variables.is_empty() {
            out.push_str("(forall (");
            self.variables(out, &effect.variables);
            out.push_str(") ");
        }
        if let Some(condition) = &effect.condition {
            out.push_str("(when ");
            self.formula(out, condition, &inner);
            out.push(' ');
        }
        self.change(out, &effect.change, &inner);
        if effect.condition.is_some() {
            out.push(')');
        }
        if !effect.variables.is_empty() {
            out.push(')');
        }
    }

    /// `(not (in ?x bag))`, `(increase (fuel ?t) 3)`.
    pub fn write_change<'b>(&self, out: &mut String, change: &Change, bindings: impl Into<Bindings<'b>>) {
        self.change(out, change, &Scope::new(bindings.into()));
    }

    /// `(always (imply (on stove) (attended stove)))`.
    pub fn write_rule(&self, out: &mut String, rule: &RuleFormula) {
        self.rule(out, rule, &Scope::new(Bindings::NONE));
    }

    /// A rule, or a part of it, with some variables bound.
    pub fn write_rule_formula<'b>(&self, out: &mut String, formula: &RuleFormula, bindings: impl Into<Bindings<'b>>) {
        self.rule(out, formula, &Scope::new(bindings.into()));
    }

    /// A trajectory operator with its conditions.
    pub fn write_operator<'b>(&self, out: &mut String, operator: &TrajectoryOp, bindings: impl Into<Bindings<'b>>) {
        self.operator(out, operator, &Scope::new(bindings.into()));
    }

    /// `truck`, `(either truck boat)`, as a text of its own.
    #[must_use]
    pub fn type_text(&self, ty: TypeExprId) -> String {
        let mut out = String::new();
        self.write_type(&mut out, ty);
        out
    }

    /// `truck`, `(either truck boat)`.
    pub fn write_type(&self, out: &mut String, ty: TypeExprId) {
        match &self.type_exprs[ty.index()].types[..] {
            [one] => out.push_str(self.name(self.types[one.index()].name)),
            several => {
                out.push_str("(either");
                for ty in several {
                    out.push(' ');
                    out.push_str(self.name(self.types[ty.index()].name));
                }
                out.push(')');
            }
        }
    }

    fn ground(&self, out: &mut String, head: Symbol, arguments: &[ObjectId]) {
        out.push('(');
        out.push_str(self.name(head));
        for argument in arguments {
            out.push(' ');
            out.push_str(self.object_name(*argument));
        }
        out.push(')');
    }

    fn formula(&self, out: &mut String, formula: &Formula, scope: &Scope<'_>) {
        match &formula.kind {
            FormulaKind::And(parts) => self.several(out, "and", parts, scope),
            FormulaKind::Or(parts) => self.several(out, "or", parts, scope),
            FormulaKind::Not(part) => {
                out.push_str("(not ");
                self.formula(out, part, scope);
                out.push(')');
            }
            FormulaKind::Imply(a, b) => {
                out.push_str("(imply ");
                self.formula(out, a, scope);
                out.push(' ');
                self.formula(out, b, scope);
                out.push(')');
            }
            FormulaKind::Forall(variables, body) => self.quantified(out, "forall", variables, body, scope),
            FormulaKind::Exists(variables, body) => self.quantified(out, "exists", variables, body, scope),
            FormulaKind::Atom(predicate, terms) => {
                self.lifted(out, self.predicates[predicate.index()].name, terms, scope);
            }
            FormulaKind::Same(a, b) => {
                out.push_str("(= ");
                self.term(out, a, scope);
                out.push(' ');
                self.term(out, b, scope);
                out.push(')');
            }
            FormulaKind::Compare(op, a, b) => {
                out.push('(');
                out.push_str(match op {
                    CompareOp::Less => "<",
                    CompareOp::LessEqual => "<=",
                    CompareOp::Equal => "=",
                    CompareOp::GreaterEqual => ">=",
                    CompareOp::Greater => ">",
                });
                out.push(' ');
                self.expr(out, a, scope);
                out.push(' ');
                self.expr(out, b, scope);
                out.push(')');
            }
            FormulaKind::Preference(preference, body) => {
                self.preference(out, *preference);
                self.formula(out, body, scope);
                out.push(')');
            }
        }
    }

    fn several(&self, out: &mut String, word: &str, parts: &[Formula], scope: &Scope<'_>) {
        out.push('(');
        out.push_str(word);
        for part in parts {
            out.push(' ');
            self.formula(out, part, scope);
        }
        out.push(')');
    }

    fn quantified(&self, out: &mut String, word: &str, variables: &[Variable], body: &Formula, scope: &Scope<'_>) {
        out.push('(');
        out.push_str(word);
        out.push_str(" (");
        self.variables(out, variables);
        out.push_str(") ");
        self.formula(out, body, &scope.inside(variables));
        out.push(')');
    }

    /// `(preference name `, to be closed by the caller.
    fn preference(&self, out: &mut String, preference: PreferenceId) {
        out.push_str("(preference ");
        if let Some(name) = self.preferences[preference.index()].name {
            out.push_str(self.name(name));
            out.push(' ');
        }
    }

    /// A typed list. A type is written once for variables in a row, and not at all when it is `object` throughout.
    fn variables(&self, out: &mut String, variables: &[Variable]) {
        const OBJECT: TypeExprId = TypeExprId(0);
        let last_typed = variables.iter().rposition(|variable| variable.ty != OBJECT);
        for (index, variable) in variables.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            out.push('?');
            out.push_str(self.name(variable.name));
            let ends_run = variables.get(index + 1).is_none_or(|next| next.ty != variable.ty);
            // `object` must be written where a type follows that would be taken for these variables too.
            if ends_run && last_typed.is_some_and(|last| index <= last) {
                out.push_str(" - ");
                self.write_type(out, variable.ty);
            }
        }
    }

    fn lifted(&self, out: &mut String, head: Symbol, terms: &[Term], scope: &Scope<'_>) {
        out.push('(');
        out.push_str(self.name(head));
        for term in terms {
            out.push(' ');
            self.term(out, term, scope);
        }
        out.push(')');
    }

    fn term(&self, out: &mut String, term: &Term, scope: &Scope<'_>) {
        match term {
            Term::Object(object) => out.push_str(self.object_name(*object)),
            Term::Fluent(function, terms) => {
                self.lifted(out, self.functions[function.index()].name, terms, scope);
            }
            Term::Slot(slot) => {
                let mut at = Some(scope);
                while let Some(scope) = at {
                    if let Some(variable) = scope.variables.iter().find(|variable| variable.slot == *slot) {
                        out.push('?');
                        out.push_str(self.name(variable.name));
                        return;
                    }
                    at = scope.outer;
                }
                match scope.free.objects.get(slot.index()) {
                    Some(object) if *object != UNBOUND => out.push_str(self.object_name(*object)),
                    _ => {
                        out.push('?');
                        match scope.free.variables.iter().find(|variable| variable.slot == *slot) {
                            Some(variable) => out.push_str(self.name(variable.name)),
                            None => number(out, slot.0),
                        }
                    }
                }
            }
        }
    }

    fn expr(&self, out: &mut String, expr: &Expr, scope: &Scope<'_>) {
        match expr {
            Expr::Number(value) => write_number(out, value),
            Expr::Fluent(function, terms) => self.lifted(out, self.functions[function.index()].name, terms, scope),
            Expr::Op(op, operands) => {
                out.push('(');
                out.push_str(match op {
                    ArithmeticOp::Add => "+",
                    ArithmeticOp::Subtract => "-",
                    ArithmeticOp::Multiply => "*",
                    ArithmeticOp::Divide => "/",
                });
                for operand in operands {
                    out.push(' ');
                    self.expr(out, operand, scope);
                }
                out.push(')');
            }
            Expr::IsViolated(name) => {
                out.push_str("(is-violated ");
                out.push_str(self.name(*name));
                out.push(')');
            }
            Expr::TotalTime => out.push_str("total-time"),
            Expr::Duration => out.push_str("?duration"),
            Expr::Elapsed => out.push_str("#t"),
        }
    }

    fn change(&self, out: &mut String, change: &Change, scope: &Scope<'_>) {
        match change {
            Change::Add(predicate, terms) => self.lifted(out, self.predicates[predicate.index()].name, terms, scope),
            Change::Delete(predicate, terms) => {
                out.push_str("(not ");
                self.lifted(out, self.predicates[predicate.index()].name, terms, scope);
                out.push(')');
            }
            Change::Number(op, function, terms, value) => {
                out.push_str(match op {
                    AssignOp::Assign => "(assign ",
                    AssignOp::Increase => "(increase ",
                    AssignOp::Decrease => "(decrease ",
                    AssignOp::ScaleUp => "(scale-up ",
                    AssignOp::ScaleDown => "(scale-down ",
                });
                self.lifted(out, self.functions[function.index()].name, terms, scope);
                out.push(' ');
                self.expr(out, value, scope);
                out.push(')');
            }
            Change::Object(function, terms, value) => {
                out.push_str("(assign ");
                self.lifted(out, self.functions[function.index()].name, terms, scope);
                out.push(' ');
                match value {
                    Some(value) => self.term(out, value, scope),
                    None => out.push_str("undefined"),
                }
                out.push(')');
            }
        }
    }

    fn rule(&self, out: &mut String, formula: &RuleFormula, scope: &Scope<'_>) {
        match formula {
            RuleFormula::And(parts) => {
                out.push_str("(and");
                for part in parts {
                    out.push(' ');
                    self.rule(out, part, scope);
                }
                out.push(')');
            }
            RuleFormula::Forall(variables, body) => {
                out.push_str("(forall (");
                self.variables(out, variables);
                out.push_str(") ");
                self.rule(out, body, &scope.inside(variables));
                out.push(')');
            }
            RuleFormula::Preference(preference, body) => {
                self.preference(out, *preference);
                self.rule(out, body, scope);
                out.push(')');
            }
            RuleFormula::Operator(operator, _) => self.operator(out, operator, scope),
        }
    }

    fn operator(&self, out: &mut String, operator: &TrajectoryOp, scope: &Scope<'_>) {
        out.push('(');
        out.push_str(match operator {
            TrajectoryOp::AtEnd(_) => "at end",
            other => other.name(),
        });
        let (times, formulas): ([Option<&Number>; 2], [Option<&Formula>; 2]) = match operator {
            TrajectoryOp::AtEnd(c)
            | TrajectoryOp::Always(c)
            | TrajectoryOp::Sometime(c)
            | TrajectoryOp::AtMostOnce(c) => ([None, None], [Some(c), None]),
            TrajectoryOp::Within(t, c) | TrajectoryOp::HoldAfter(t, c) => ([Some(t), None], [Some(c), None]),
            TrajectoryOp::SometimeAfter(a, b) | TrajectoryOp::SometimeBefore(a, b) => {
                ([None, None], [Some(a), Some(b)])
            }
            TrajectoryOp::AlwaysWithin(t, a, b) => ([Some(t), None], [Some(a), Some(b)]),
            TrajectoryOp::HoldDuring(from, to, c) => ([Some(from), Some(to)], [Some(c), None]),
        };
        for time in times.into_iter().flatten() {
            out.push(' ');
            write_number(out, time);
        }
        for formula in formulas.into_iter().flatten() {
            out.push(' ');
            self.formula(out, formula, scope);
        }
        out.push(')');
    }
}

/// A number as PDDL reads it.
pub fn write_number(out: &mut String, value: &Number) {
    write!(out, "{value}").expect("writing to a String cannot fail");
}

fn number(out: &mut String, value: u32) {
    write!(out, "{value}").expect("writing to a String cannot fail");
}
