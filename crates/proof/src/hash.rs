//! The hash that binds a certificate to its task: over everything that decides which plans succeed, in a canonical form.
//!
//! Names count in lower case, since that is how they are compared. Places, comments, metadata of rules, preferences, the
//! metric and the names of domain and problem say nothing about success and are left out. Initial facts and values are
//! sorted; everything that certificates refer to by number (objects, predicates, functions) counts in its order.

use sha2::{Digest, Sha256};
use stepguard_task::{
    Change, Effect, Expr, Formula, FormulaKind, ObjectId, RuleFormula, Task, Term, TrajectoryOp, TypeExprId, Variable,
};
use stepguard_text::{Number, Symbol};

struct Writer<'t> {
    task: &'t Task,
    out: Vec<u8>,
}

/// The hash of everything in a task that decides which plans succeed.
#[must_use]
pub fn task_hash(task: &Task) -> [u8; 32] {
    let mut writer = Writer { task, out: b"stepguard task 1\0".to_vec() };
    writer.task();
    Sha256::digest(&writer.out).into()
}

impl<'t> Writer<'t> {
    fn tag(&mut self, tag: u8) {
        self.out.push(tag);
    }

    fn number(&mut self, number: u64) {
        self.out.extend_from_slice(&number.to_le_bytes());
    }

    fn length(&mut self, length: usize) {
        self.number(length as u64);
    }

    fn text(&mut self, text: &str) {
        self.length(text.len());
        self.out.extend_from_slice(text.as_bytes());
    }

    fn name(&mut self, symbol: Symbol) {
        let task = self.task;
        self.text(task.names.folded(symbol));
    }

    fn list<T>(&mut self, items: &'t [T], mut write: impl FnMut(&mut Self, &'t T)) {
        self.length(items.len());
        for item in items {
            write(self, item);
        }
    }

    fn rational(&mut self, number: &Number) {
        self.text(&number.to_string());
    }

    fn ty(&mut self, ty: TypeExprId) {
        let task = self.task;
        self.list(&task.type_exprs[ty.index()].types, |w, ty| w.number(u64::from(ty.0)));
    }

    fn variable(&mut self, variable: &Variable) {
        self.number(u64::from(variable.slot.0));
        self.ty(variable.ty);
    }

    fn objects(&mut self, objects: &[ObjectId]) {
        self.length(objects.len());
        for object in objects {
            self.number(u64::from(object.0));
        }
    }

    fn task(&mut self) {
        let task = self.task;
        self.list(&task.types, |w, ty| {
            w.name(ty.name);
            w.list(&ty.parents, |w, parent| w.number(u64::from(parent.0)));
        });
        self.list(&task.objects, |w, object| {
            w.name(object.name);
            w.ty(object.ty);
        });
        self.list(&task.predicates, |w, predicate| {
            w.name(predicate.name);
            w.list(&predicate.parameters, |w, (_, ty)| w.ty(*ty));
            w.tag(predicate.derived.into());
        });
        self.list(&task.functions, |w, function| {
            w.name(function.name);
            w.list(&function.parameters, |w, (_, ty)| w.ty(*ty));
            match function.object {
                None => w.tag(0),
                Some(ty) => {
                    w.tag(1);
                    w.ty(ty);
                }
            }
        });
        self.list(&task.actions, |w, action| {
            w.name(action.name);
            w.list(&action.parameters, Self::variable);
            w.formula(&action.precondition);
            w.list(&action.effects, Self::effect);
        });
        self.list(&task.durative_actions, |w, action| {
            w.name(action.name);
            w.list(&action.parameters, Self::variable);
            w.list(&action.duration, |w, (_, _, value)| w.expr(value));
            w.list(&action.conditions, |w, (_, condition)| w.formula(condition));
            w.list(&action.effects, |w, (_, effect)| w.effect(effect));
        });
        self.list(&task.derived, |w, rule| {
            w.number(u64::from(rule.predicate.0));
            w.list(&rule.parameters, Self::variable);
            w.formula(&rule.body);
        });
        let mut facts: Vec<_> = task.init.iter().collect();
        facts.sort_unstable();
        self.length(facts.len());
        for (predicate, arguments) in facts {
            self.number(u64::from(predicate.0));
            self.objects(arguments);
        }
        let mut numbers: Vec<_> = task.init_numbers.iter().collect();
        numbers.sort_unstable();
        self.length(numbers.len());
        for (key, number) in numbers {
            self.number(u64::from(key.function.0));
            self.objects(&key.arguments);
            self.rational(number);
        }
        let mut objects: Vec<_> = task.init_objects.iter().collect();
        objects.sort_unstable();
        self.length(objects.len());
        for (key, object) in objects {
            self.number(u64::from(key.function.0));
            self.objects(&key.arguments);
            self.number(u64::from(object.0));
        }
        self.list(&task.timed_literals, |w, literal| {
            w.rational(&literal.time);
            w.change(&literal.change);
        });
        match task.total_cost {
            None => self.tag(0),
            Some(function) => {
                self.tag(1);
                self.number(u64::from(function.0));
            }
        }
        self.formula(&task.goal);
        self.list(&task.rules, |w, rule| w.rule(&rule.formula));
        self.list(&task.unsupported, |w, (feature, _)| w.text(feature));
    }

    fn rule(&mut self, rule: &'t RuleFormula) {
        match rule {
            RuleFormula::And(parts) => {
                self.tag(0);
                self.list(parts, Self::rule);
            }
            RuleFormula::Forall(variables, inner) => {
                self.tag(1);
                self.list(variables, Self::variable);
                self.rule(inner);
            }
            // Advice: whatever it says, plans succeed without it.
            RuleFormula::Preference(..) => self.tag(2),
            RuleFormula::Operator(op, _) => {
                self.tag(3);
                self.operator(op);
            }
        }
    }

    fn operator(&mut self, op: &'t TrajectoryOp) {
        self.text(op.name());
        match op {
            TrajectoryOp::AtEnd(c)
            | TrajectoryOp::Always(c)
            | TrajectoryOp::Sometime(c)
            | TrajectoryOp::AtMostOnce(c) => {
                self.formula(c);
            }
            TrajectoryOp::Within(limit, c) | TrajectoryOp::HoldAfter(limit, c) => {
                self.rational(limit);
                self.formula(c);
            }
            TrajectoryOp::SometimeAfter(trigger, c) | TrajectoryOp::SometimeBefore(trigger, c) => {
                self.formula(trigger);
                self.formula(c);
            }
            TrajectoryOp::AlwaysWithin(limit, trigger, c) => {
                self.rational(limit);
                self.formula(trigger);
                self.formula(c);
            }
            TrajectoryOp::HoldDuring(from, to, c) => {
                self.rational(from);
                self.rational(to);
                self.formula(c);
            }
        }
    }

    fn formula(&mut self, formula: &'t Formula) {
        match &formula.kind {
            FormulaKind::And(parts) => {
                self.tag(0);
                self.list(parts, Self::formula);
            }
            FormulaKind::Or(parts) => {
                self.tag(1);
                self.list(parts, Self::formula);
            }
            FormulaKind::Not(inner) => {
                self.tag(2);
                self.formula(inner);
            }
            FormulaKind::Imply(left, right) => {
                self.tag(3);
                self.formula(left);
                self.formula(right);
            }
            FormulaKind::Forall(variables, inner) => {
                self.tag(4);
                self.list(variables, Self::variable);
                self.formula(inner);
            }
            FormulaKind::Exists(variables, inner) => {
                self.tag(5);
                self.list(variables, Self::variable);
                self.formula(inner);
            }
            FormulaKind::Atom(predicate, terms) => {
                self.tag(6);
                self.number(u64::from(predicate.0));
                self.list(terms, Self::term);
            }
            FormulaKind::Same(left, right) => {
                self.tag(7);
                self.term(left);
                self.term(right);
            }
            FormulaKind::Compare(op, left, right) => {
                self.tag(8);
                self.tag(*op as u8);
                self.expr(left);
                self.expr(right);
            }
            // It never stands in the way.
            FormulaKind::Preference(..) => self.tag(9),
        }
    }

    fn term(&mut self, term: &'t Term) {
        match term {
            Term::Object(object) => {
                self.tag(0);
                self.number(u64::from(object.0));
            }
            Term::Slot(slot) => {
                self.tag(1);
                self.number(u64::from(slot.0));
            }
            Term::Fluent(function, terms) => {
                self.tag(2);
                self.number(u64::from(function.0));
                self.list(terms, Self::term);
            }
        }
    }

    fn expr(&mut self, expr: &'t Expr) {
        match expr {
            Expr::Number(number) => {
                self.tag(0);
                self.rational(number);
            }
            Expr::Fluent(function, terms) => {
                self.tag(1);
                self.number(u64::from(function.0));
                self.list(terms, Self::term);
            }
            Expr::Op(op, operands) => {
                self.tag(2);
                self.tag(*op as u8);
                self.list(operands, Self::expr);
            }
            Expr::IsViolated(name) => {
                self.tag(3);
                self.name(*name);
            }
            Expr::TotalTime => self.tag(4),
            Expr::Duration => self.tag(5),
            Expr::Elapsed => self.tag(6),
        }
    }

    fn effect(&mut self, effect: &'t Effect) {
        self.list(&effect.variables, Self::variable);
        match &effect.condition {
            None => self.tag(0),
            Some(condition) => {
                self.tag(1);
                self.formula(condition);
            }
        }
        self.change(&effect.change);
    }

    fn change(&mut self, change: &'t Change) {
        match change {
            Change::Add(predicate, terms) => {
                self.tag(0);
                self.number(u64::from(predicate.0));
                self.list(terms, Self::term);
            }
            Change::Delete(predicate, terms) => {
                self.tag(1);
                self.number(u64::from(predicate.0));
                self.list(terms, Self::term);
            }
            Change::Number(op, function, terms, value) => {
                self.tag(2);
                self.tag(*op as u8);
                self.number(u64::from(function.0));
                self.list(terms, Self::term);
                self.expr(value);
            }
            Change::Object(function, terms, value) => {
                self.tag(3);
                self.number(u64::from(function.0));
                self.list(terms, Self::term);
                match value {
                    None => self.tag(0),
                    Some(value) => {
                        self.tag(1);
                        self.term(value);
                    }
                }
            }
        }
    }
}
