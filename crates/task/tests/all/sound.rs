//! Whether a task keeps what its documentation promises: ids in range, arities right, slots bound where they are used.

use stepguard_task::{Change, Effect, Expr, Formula, FormulaKind, RuleFormula, Slot, Task, Term, TypeExprId, Variable};

/// Checks one definition: which slots are bound while it is walked.
struct Walk<'a> {
    task: &'a Task,
    slots: usize,
    bound: Vec<bool>,
}

/// Panics, saying why, when something is not as it should be.
pub(crate) fn assert_sound(task: &Task) {
    for (index, ty) in task.types.iter().enumerate() {
        assert!(ty.ancestors.contains(index) && ty.ancestors.contains(0));
        for parent in &ty.parents {
            assert!(task.types[parent.index()].ancestors.is_subset(&ty.ancestors));
            assert!(!task.types[parent.index()].ancestors.contains(index), "a circle");
        }
        assert_eq!(ty.parents.is_empty(), index == 0);
    }
    assert_eq!(task.type_exprs[0].types, [stepguard_task::TypeId(0)]);
    for expr in &task.type_exprs {
        let expected: Vec<_> = (0..task.objects.len())
            .filter(|index| {
                let declared = &task.type_exprs[task.objects[*index].ty.index()].types;
                declared
                    .iter()
                    .any(|ty| expr.types.iter().any(|wanted| task.types[ty.index()].ancestors.contains(wanted.index())))
            })
            .map(stepguard_task::ObjectId::new)
            .collect();
        assert_eq!(expr.members, expected);
        assert!(expected.iter().all(|object| expr.contains(*object)));
        assert_eq!(expr.set.count_ones(..), expected.len());
    }
    let constants = task.objects.iter().take_while(|object| object.constant).count();
    assert!(task.objects[constants..].iter().all(|object| !object.constant), "constants come first");
    for action in &task.actions {
        let mut walk = Walk::new(task, action.slots, &action.parameters);
        walk.formula(&action.precondition);
        action.effects.iter().for_each(|effect| walk.effect(effect));
    }
    for action in &task.durative_actions {
        let mut walk = Walk::new(task, action.slots, &action.parameters);
        action.duration.iter().for_each(|(_, _, expr)| walk.expr(expr));
        action.conditions.iter().for_each(|(_, formula)| walk.formula(formula));
        action.effects.iter().for_each(|(_, effect)| walk.effect(effect));
    }
    let mut next = 0;
    for layer in &task.layers {
        assert_eq!(layer.start, next);
        next = layer.end;
        let heads = |range: std::ops::Range<usize>| task.derived[range].iter().map(|rule| rule.predicate);
        for rule in &task.derived[layer.clone()] {
            let mut walk = Walk::new(task, rule.slots, &rule.parameters);
            walk.formula(&rule.body);
            let mut negated = Vec::new();
            let mut used = Vec::new();
            uses(&rule.body, false, &mut used, &mut negated);
            for predicate in used.iter().filter(|predicate| task.predicates[predicate.index()].derived) {
                assert!(
                    heads(0..layer.end).any(|head| head == *predicate)
                        || task.derived.iter().all(|rule| rule.predicate != *predicate)
                );
            }
            assert!(!heads(layer.start..task.derived.len()).any(|head| negated.contains(&head)), "negated too early");
        }
    }
    assert_eq!(next, task.derived.len());
    for (predicate, arguments) in task.init.iter() {
        assert_eq!(task.predicates[predicate.index()].parameters.len(), arguments.len());
        assert!(!task.predicates[predicate.index()].derived);
        assert!(arguments.iter().all(|object| object.index() < task.objects.len()));
    }
    for key in task.init_numbers.iter().map(|(key, _)| key).chain(task.init_objects.iter().map(|(key, _)| key)) {
        assert_eq!(task.functions[key.function.index()].parameters.len(), key.arguments.len());
    }
    assert!(task.timed_literals.windows(2).all(|pair| pair[0].time <= pair[1].time));
    Walk::new(task, task.goal_slots, &[]).formula(&task.goal);
    for rule in &task.rules {
        Walk::new(task, rule.slots, &[]).rule(&rule.formula);
    }
    if let Some(metric) = &task.metric {
        Walk::new(task, 0, &[]).expr(&metric.expression);
    }
}

fn uses(
    formula: &Formula,
    negative: bool,
    used: &mut Vec<stepguard_task::PredicateId>,
    negated: &mut Vec<stepguard_task::PredicateId>,
) {
    match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            parts.iter().for_each(|part| uses(part, negative, used, negated));
        }
        FormulaKind::Not(part) => uses(part, !negative, used, negated),
        FormulaKind::Imply(a, b) => {
            uses(a, !negative, used, negated);
            uses(b, negative, used, negated);
        }
        FormulaKind::Forall(_, part) | FormulaKind::Exists(_, part) | FormulaKind::Preference(_, part) => {
            uses(part, negative, used, negated);
        }
        FormulaKind::Atom(predicate, _) => {
            used.push(*predicate);
            if negative {
                negated.push(*predicate);
            }
        }
        FormulaKind::Same(..) | FormulaKind::Compare(..) => {}
    }
}

impl<'a> Walk<'a> {
    fn new(task: &'a Task, slots: usize, parameters: &[Variable]) -> Self {
        let mut walk = Self { task, slots, bound: vec![false; slots] };
        for (index, parameter) in parameters.iter().enumerate() {
            assert_eq!(parameter.slot.index(), index, "parameters come first");
        }
        walk.bind(parameters, true);
        walk
    }

    fn bind(&mut self, variables: &[Variable], bound: bool) {
        for variable in variables {
            assert!(variable.slot.index() < self.slots, "slots are counted");
            assert_ne!(self.bound[variable.slot.index()], bound, "slots are not shared");
            self.bound[variable.slot.index()] = bound;
            self.ty(variable.ty);
        }
    }

    fn ty(&self, ty: TypeExprId) {
        assert!(ty.index() < self.task.type_exprs.len());
    }

    fn slot(&self, slot: Slot) {
        assert!(self.bound[slot.index()], "a slot is bound where it is used");
    }

    fn terms(&self, terms: &[Term], parameters: usize) {
        assert_eq!(terms.len(), parameters);
        for term in terms {
            match term {
                Term::Object(object) => assert!(object.index() < self.task.objects.len()),
                Term::Slot(slot) => self.slot(*slot),
                Term::Fluent(function, terms) => {
                    let function = &self.task.functions[function.index()];
                    assert!(function.object.is_some());
                    self.terms(terms, function.parameters.len());
                }
            }
        }
    }

    fn expr(&self, expr: &Expr) {
        match expr {
            Expr::Fluent(function, terms) => {
                let function = &self.task.functions[function.index()];
                assert!(function.object.is_none());
                self.terms(terms, function.parameters.len());
            }
            Expr::Op(_, operands) => operands.iter().for_each(|operand| self.expr(operand)),
            Expr::IsViolated(name) => assert!(self.task.preferences.iter().any(|p| p.name == Some(*name))),
            Expr::Number(_) | Expr::TotalTime | Expr::Duration | Expr::Elapsed => {}
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => parts.iter().for_each(|part| self.formula(part)),
            FormulaKind::Not(part) => self.formula(part),
            FormulaKind::Imply(a, b) => {
                self.formula(a);
                self.formula(b);
            }
            FormulaKind::Forall(variables, body) | FormulaKind::Exists(variables, body) => {
                self.bind(variables, true);
                self.formula(body);
                self.bind(variables, false);
            }
            FormulaKind::Atom(predicate, terms) => {
                self.terms(terms, self.task.predicates[predicate.index()].parameters.len());
            }
            FormulaKind::Same(a, b) => {
                self.terms(std::slice::from_ref(a), 1);
                self.terms(std::slice::from_ref(b), 1);
            }
            FormulaKind::Compare(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            FormulaKind::Preference(preference, body) => {
                assert!(preference.index() < self.task.preferences.len());
                self.formula(body);
            }
        }
    }

    fn effect(&mut self, effect: &Effect) {
        self.bind(&effect.variables, true);
        if let Some(condition) = &effect.condition {
            self.formula(condition);
        }
        match &effect.change {
            Change::Add(predicate, terms) | Change::Delete(predicate, terms) => {
                let predicate = &self.task.predicates[predicate.index()];
                assert!(!predicate.derived && !predicate.is_static);
                self.terms(terms, predicate.parameters.len());
            }
            Change::Number(_, function, terms, value) => {
                let function = &self.task.functions[function.index()];
                assert!(function.object.is_none() && !function.is_static);
                self.terms(terms, function.parameters.len());
                self.expr(value);
            }
            Change::Object(function, terms, value) => {
                let function = &self.task.functions[function.index()];
                assert!(function.object.is_some() && !function.is_static);
                self.terms(terms, function.parameters.len());
                self.terms(value.as_slice(), usize::from(value.is_some()));
            }
        }
        self.bind(&effect.variables, false);
    }

    fn rule(&mut self, rule: &RuleFormula) {
        match rule {
            RuleFormula::And(parts) => parts.iter().for_each(|part| self.rule(part)),
            RuleFormula::Forall(variables, body) => {
                self.bind(variables, true);
                self.rule(body);
                self.bind(variables, false);
            }
            RuleFormula::Preference(_, body) => self.rule(body),
            RuleFormula::Operator(operator, _) => {
                let (condition, trigger) = operator.parts();
                trigger.into_iter().for_each(|trigger| self.formula(trigger));
                self.formula(condition);
            }
        }
    }
}
