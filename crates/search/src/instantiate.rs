//! Formulas, expressions and effects with objects for their variables, evaluated as far as they never change.
//!
//! Which facts can change is known before (the delete relaxation says so); here nothing is decided about reachability.

use crate::condition::{Comparison, Condition, Expression, Fact, Variable};
use crate::value::Value;
use stepguard_reach::Grounding;
use stepguard_task::{
    ArithmeticOp, AtomTable, Change, Effect, Expr, Formula, FormulaKind, FunctionId, ObjectId, PredicateId, Slot, Task,
    Term, UNBOUND, Variable as TaskVariable,
};
use stepguard_text::Number;

/// The budget for instances ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMany;

/// Objects by slot.
#[derive(Debug, Clone)]
pub(crate) struct Env(Vec<ObjectId>);

impl Env {
    pub(crate) fn new(arguments: &[ObjectId], slots: usize) -> Self {
        let mut env = arguments.to_vec();
        env.resize(slots.max(arguments.len()), UNBOUND);
        Self(env)
    }

    fn get(&self, slot: Slot) -> Option<ObjectId> {
        self.0.get(slot.index()).copied().filter(|object| *object != UNBOUND)
    }

    pub(crate) fn set(&mut self, slot: Slot, object: ObjectId) {
        self.0[slot.index()] = object;
    }
}

/// A ground effect.
#[derive(Debug, Clone)]
pub(crate) enum GroundEffect {
    /// The fact turns true (or false) when the condition holds.
    Fact(Condition, Fact, bool),
    /// The variable changes when the condition holds.
    Assign(Condition, Variable, Assignment),
    /// The step cannot run when the condition holds: an argument has no object.
    Fails(Condition),
}

/// How a variable changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Assignment {
    /// It gets this number.
    Set(Expression),
    /// The number is added.
    Increase(Expression),
    /// The number is taken away.
    Decrease(Expression),
    /// It is multiplied.
    ScaleUp(Expression),
    /// It is divided.
    ScaleDown(Expression),
    /// It gets this object, or none.
    Object(Option<ObjectId>),
}

/// Values of object fluents that an instance depends on.
type Guards = Vec<(Variable, ObjectId)>;

/// Guards that an instance depends on, and its arguments.
type Expansion = (Guards, Vec<ObjectId>);

/// Makes ground things.
pub(crate) struct Instantiator<'t> {
    task: &'t Task,
    /// Base facts that change; the number is the [`Fact`].
    pub(crate) fluents: AtomTable,
    /// Facts that always hold.
    constants: AtomTable,
    /// Derived facts that can be true.
    pub(crate) derived: AtomTable,
    /// The [`Fact`] of the first derived fact.
    pub(crate) derived_from: u32,
    init: AtomTable,
    init_values: AtomTable,
    initial_values: Vec<Value>,
    /// Fluents that change, by number of [`Variable`].
    pub(crate) variables: AtomTable,
    /// Instances that may still be looked at.
    work: u64,
    /// Parts of conditions that may still be made: they stay in memory, those of quantifiers with many objects above all.
    parts: u64,
}

/// Most parts of conditions; with what heuristics make of them each takes about 80 bytes.
const MOST_PARTS: u64 = 16_000_000;

impl<'t> Instantiator<'t> {
    pub(crate) fn new(task: &'t Task, grounding: &Grounding, work: u64) -> Self {
        let table = |atoms: &stepguard_task::AtomList| {
            let mut table = AtomTable::with_capacity(atoms.len());
            for (predicate, arguments) in atoms.iter() {
                table.intern(predicate, arguments);
            }
            table
        };
        let mut init_values = AtomTable::default();
        let mut initial_values: Vec<Value> = Vec::new();
        let numbers = task.init_numbers.iter().map(|(key, number)| (key, Value::Number(number.clone())));
        let objects = task.init_objects.iter().map(|(key, object)| (key, Value::Object(*object)));
        for (key, value) in numbers.chain(objects) {
            let (id, new) = init_values.intern(PredicateId(key.function.0), &key.arguments);
            if new {
                initial_values.push(value);
            } else {
                initial_values[id.index()] = value;
            }
        }
        // An uninitialised total cost starts at 0 (semantics, statement 54).
        if let Some(cost) = task.total_cost
            && init_values.intern(PredicateId(cost.0), &[]).1
        {
            initial_values.push(Value::Number(Number::zero()));
        }
        Self {
            task,
            fluents: table(&grounding.fluents),
            constants: table(&grounding.constants),
            derived: table(&grounding.derived),
            derived_from: 0,
            init: table(&task.init),
            init_values,
            initial_values,
            variables: AtomTable::default(),
            work,
            parts: MOST_PARTS,
        }
    }

    /// Takes from the budget.
    fn spend(&mut self) -> Result<(), TooMany> {
        self.work = self.work.checked_sub(1).ok_or(TooMany)?;
        Ok(())
    }

    /// Takes a condition's parts from the budget: what it is made of has been taken already. A disjunction's branches
    /// become propositions and operators of the relaxation.
    fn keep(&mut self, condition: &Condition) -> Result<(), TooMany> {
        let parts = match condition {
            Condition::And(_) => 1,
            Condition::Or(branches) => 3 * branches.len() as u64,
            _ => 1,
        };
        self.parts = self.parts.checked_sub(parts).ok_or(TooMany)?;
        Ok(())
    }

    /// The value a fluent has at the start.
    pub(crate) fn initial_value(&self, function: FunctionId, arguments: &[ObjectId]) -> Value {
        self.init_values
            .lookup(PredicateId(function.0), arguments)
            .map_or(Value::Undefined, |id| self.initial_values[id.index()].clone())
    }

    pub(crate) fn variable(&mut self, function: FunctionId, arguments: &[ObjectId]) -> Variable {
        Variable(self.variables.intern(PredicateId(function.0), arguments).0.0)
    }

    fn atom(&self, predicate: PredicateId, arguments: &[ObjectId], positive: bool) -> Condition {
        let declared = &self.task.predicates[predicate.index()];
        if declared.derived {
            return match self.derived.lookup(predicate, arguments) {
                Some(id) => Condition::Fact(Fact(self.derived_from + id.0), positive),
                None => truth(!positive),
            };
        }
        if declared.is_static {
            return truth(self.init.lookup(predicate, arguments).is_some() == positive);
        }
        match self.fluents.lookup(predicate, arguments) {
            Some(id) => Condition::Fact(Fact(id.0), positive),
            None => truth(self.constants.lookup(predicate, arguments).is_some() == positive),
        }
    }

    /// The condition that `formula` (or its negation) comes to; the environment's unbound slots are those of quantifiers
    /// inside of it.
    pub(crate) fn condition(&mut self, formula: &Formula, positive: bool, env: &mut Env) -> Result<Condition, TooMany> {
        self.spend()?;
        let condition = self.ground(formula, positive, env)?;
        self.keep(&condition)?;
        Ok(condition)
    }

    fn ground(&mut self, formula: &Formula, positive: bool, env: &mut Env) -> Result<Condition, TooMany> {
        Ok(match &formula.kind {
            FormulaKind::And(parts) => self.parts(parts, positive, positive, env)?,
            FormulaKind::Or(parts) => self.parts(parts, positive, !positive, env)?,
            FormulaKind::Not(inner) => self.condition(inner, !positive, env)?,
            FormulaKind::Imply(left, right) => {
                let left = self.condition(left, !positive, env)?;
                if (positive && left.is_true()) || (!positive && left.is_false()) {
                    return Ok(left);
                }
                let right = self.condition(right, positive, env)?;
                if positive { Condition::any([left, right]) } else { Condition::all([left, right]) }
            }
            FormulaKind::Forall(variables, body) => self.instances(variables, body, positive, positive, env)?,
            FormulaKind::Exists(variables, body) => self.instances(variables, body, positive, !positive, env)?,
            FormulaKind::Atom(predicate, terms) => {
                let mut branches = Vec::new();
                for (guards, arguments) in self.expansions(terms, env)? {
                    let atom = self.atom(*predicate, &arguments, positive);
                    branches.push(Condition::all(guards_hold(&guards).chain([atom])));
                }
                Condition::any(branches)
            }
            FormulaKind::Same(left, right) => {
                let mut branches = Vec::new();
                for (guards, objects) in self.expansions(&[left.clone(), right.clone()], env)? {
                    if (objects[0] == objects[1]) == positive {
                        branches.push(Condition::all(guards_hold(&guards)));
                    }
                }
                Condition::any(branches)
            }
            FormulaKind::Compare(op, left, right) => {
                let (left, right) = (self.expression(left, env)?, self.expression(right, env)?);
                match (&left, &right) {
                    (Expression::Undefined, _) | (_, Expression::Undefined) => Condition::FALSE,
                    (Expression::Number(a), Expression::Number(b)) => truth(op.holds(a, b) == positive),
                    _ => Condition::Compare(Box::new(Comparison { op: *op, left, right }), positive),
                }
            }
            // Advice demands nothing.
            FormulaKind::Preference(..) => truth(positive),
        })
    }

    fn parts(&mut self, parts: &[Formula], positive: bool, all: bool, env: &mut Env) -> Result<Condition, TooMany> {
        let mut conditions = Vec::with_capacity(parts.len());
        for part in parts {
            let condition = self.condition(part, positive, env)?;
            if all && condition.is_false() || !all && condition.is_true() {
                return Ok(condition);
            }
            conditions.push(condition);
        }
        Ok(if all { Condition::all(conditions) } else { Condition::any(conditions) })
    }

    fn instances(
        &mut self,
        variables: &[TaskVariable],
        body: &Formula,
        positive: bool,
        all: bool,
        env: &mut Env,
    ) -> Result<Condition, TooMany> {
        let mut conditions = Vec::new();
        let decided = self.each(variables, env, &mut |this, env, left| {
            if left > 0 {
                // What is settled by the variables bound so far needs no instances.
                let settled = this.settled(body, env).map(|value| value == positive);
                return Ok(match settled {
                    Some(value) if value == all => Next::Skip,
                    Some(_) => Next::Stop,
                    None => Next::Go,
                });
            }
            let condition = this.condition(body, positive, env)?;
            if all && condition.is_false() || !all && condition.is_true() {
                return Ok(Next::Stop);
            }
            conditions.push(condition);
            Ok(Next::Go)
        })?;
        if !decided {
            return Ok(truth(!all));
        }
        Ok(if all { Condition::all(conditions) } else { Condition::any(conditions) })
    }

    /// Calls `visit` for every way to bind the first variables, then for every way to bind more, with the number of those
    /// that are left; false when it said to stop.
    fn each(
        &mut self,
        variables: &[TaskVariable],
        env: &mut Env,
        visit: &mut dyn FnMut(&mut Self, &mut Env, usize) -> Result<Next, TooMany>,
    ) -> Result<bool, TooMany> {
        let Some((first, rest)) = variables.split_first() else {
            return Ok(visit(self, env, 0)? != Next::Stop);
        };
        let task = self.task;
        let mut going = true;
        for object in task.members(first.ty) {
            self.spend()?;
            env.set(first.slot, *object);
            let next = if rest.is_empty() { Next::Go } else { visit(self, env, rest.len())? };
            going = match next {
                Next::Go => self.each(rest, env, visit)?,
                Next::Skip => true,
                Next::Stop => false,
            };
            if !going {
                break;
            }
        }
        env.set(first.slot, UNBOUND);
        Ok(going)
    }

    /// The truth of a formula whose variables are bound in part, when what never changes settles it.
    fn settled(&self, formula: &Formula, env: &Env) -> Option<bool> {
        match &formula.kind {
            FormulaKind::And(parts) => self.settled_parts(parts, true, env),
            FormulaKind::Or(parts) => self.settled_parts(parts, false, env),
            FormulaKind::Not(inner) => self.settled(inner, env).map(|value| !value),
            FormulaKind::Imply(left, right) => match (self.settled(left, env), self.settled(right, env)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            },
            FormulaKind::Atom(predicate, terms) => {
                let mut arguments = Vec::with_capacity(terms.len());
                for term in terms {
                    arguments.push(bound(term, env)?);
                }
                let condition = self.atom(*predicate, &arguments, true);
                if condition.is_true() {
                    Some(true)
                } else if condition.is_false() {
                    Some(false)
                } else {
                    None
                }
            }
            FormulaKind::Same(left, right) => Some(bound(left, env)? == bound(right, env)?),
            FormulaKind::Forall(..)
            | FormulaKind::Exists(..)
            | FormulaKind::Compare(..)
            | FormulaKind::Preference(..) => None,
        }
    }

    fn settled_parts(&self, parts: &[Formula], all: bool, env: &Env) -> Option<bool> {
        let mut known = true;
        for part in parts {
            match self.settled(part, env) {
                Some(value) if value != all => return Some(!all),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(all)
    }

    /// The objects that terms can stand for, with the values of object fluents that this depends on.
    fn expansions(&mut self, terms: &[Term], env: &Env) -> Result<Vec<Expansion>, TooMany> {
        let mut all: Vec<Expansion> = vec![(Vec::new(), Vec::with_capacity(terms.len()))];
        for term in terms {
            match term {
                Term::Object(object) => all.iter_mut().for_each(|(_, objects)| objects.push(*object)),
                Term::Slot(slot) => {
                    let object = env.get(*slot).unwrap_or(UNBOUND);
                    all.iter_mut().for_each(|(_, objects)| objects.push(object));
                }
                Term::Fluent(function, inner) => {
                    let values = self.fluent_values(*function, inner, env)?;
                    let mut next = Vec::new();
                    for (guards, objects) in &all {
                        for (more, value) in &values {
                            self.spend()?;
                            self.parts = self.parts.checked_sub(1).ok_or(TooMany)?;
                            // One fluent has one value.
                            let fits = |(v, o): &(Variable, ObjectId)| guards.iter().all(|(w, p)| v != w || o == p);
                            if more.iter().all(fits) {
                                let mut guards = guards.clone();
                                guards.extend(more.iter().copied());
                                let mut objects = objects.clone();
                                objects.push(*value);
                                next.push((guards, objects));
                            }
                        }
                    }
                    all = next;
                }
            }
        }
        Ok(all)
    }

    /// The values that an object fluent can have, each with its guards.
    fn fluent_values(
        &mut self,
        function: FunctionId,
        terms: &[Term],
        env: &Env,
    ) -> Result<Vec<(Guards, ObjectId)>, TooMany> {
        let declared = &self.task.functions[function.index()];
        let (is_static, ty) = (declared.is_static, declared.object);
        let task = self.task;
        let mut values = Vec::new();
        for (guards, arguments) in self.expansions(terms, env)? {
            if is_static {
                if let Value::Object(object) = self.initial_value(function, &arguments) {
                    values.push((guards, object));
                }
                continue;
            }
            let variable = self.variable(function, &arguments);
            for object in ty.map_or(&[][..], |ty| task.members(ty)) {
                self.spend()?;
                let mut guards = guards.clone();
                guards.push((variable, *object));
                values.push((guards, *object));
            }
        }
        Ok(values)
    }

    pub(crate) fn expression(&mut self, expr: &Expr, env: &Env) -> Result<Expression, TooMany> {
        self.spend()?;
        Ok(match expr {
            Expr::Number(number) => Expression::Number(number.clone()),
            Expr::Fluent(function, terms) => {
                let is_static = self.task.functions[function.index()].is_static;
                let mut branches = Vec::new();
                for (guards, arguments) in self.expansions(terms, env)? {
                    let expression = if is_static {
                        match self.initial_value(*function, &arguments) {
                            Value::Number(number) => Expression::Number(number),
                            Value::Undefined | Value::Object(_) => Expression::Undefined,
                        }
                    } else {
                        Expression::Variable(self.variable(*function, &arguments))
                    };
                    if guards.is_empty() {
                        return Ok(expression);
                    }
                    branches.push((guards, expression));
                }
                if branches.is_empty() { Expression::Undefined } else { Expression::Choice(branches) }
            }
            Expr::Op(op, operands) => {
                let mut ground = Vec::with_capacity(operands.len());
                for operand in operands {
                    ground.push(self.expression(operand, env)?);
                }
                fold(*op, ground)
            }
            // Violation counts and time are no part of a state.
            Expr::IsViolated(_) | Expr::TotalTime | Expr::Duration | Expr::Elapsed => Expression::Undefined,
        })
    }

    /// The ground effects of one effect.
    pub(crate) fn effect(
        &mut self,
        effect: &Effect,
        env: &mut Env,
        out: &mut Vec<GroundEffect>,
    ) -> Result<(), TooMany> {
        self.each(&effect.variables, env, &mut |this, env, left| {
            if left > 0 {
                let settled = effect.condition.as_ref().and_then(|c| this.settled(c, env));
                return Ok(if settled == Some(false) { Next::Skip } else { Next::Go });
            }
            let condition = match &effect.condition {
                Some(condition) => this.condition(condition, true, env)?,
                None => Condition::TRUE,
            };
            if !condition.is_false() {
                this.change(&effect.change, &condition, env, out)?;
            }
            Ok(Next::Go)
        })?;
        Ok(())
    }

    fn change(
        &mut self,
        change: &Change,
        condition: &Condition,
        env: &Env,
        out: &mut Vec<GroundEffect>,
    ) -> Result<(), TooMany> {
        let terms = match change {
            Change::Add(_, terms)
            | Change::Delete(_, terms)
            | Change::Number(_, _, terms, _)
            | Change::Object(_, terms, _) => terms,
        };
        let expansions = self.expansions(terms, env)?;
        let guarded = terms.iter().any(|term| matches!(term, Term::Fluent(..)));
        if guarded {
            let defined = Condition::any(expansions.iter().map(|(guards, _)| Condition::all(guards_hold(guards))));
            let fails = Condition::all([condition.clone(), Condition::unless(defined)]);
            if !fails.is_false() {
                out.push(GroundEffect::Fails(fails));
            }
        }
        for (guards, arguments) in expansions {
            let condition = Condition::all(std::iter::once(condition.clone()).chain(guards_hold(&guards)));
            if condition.is_false() {
                continue;
            }
            match change {
                Change::Add(predicate, _) | Change::Delete(predicate, _) => {
                    // What is no fluent is never changed: it holds always, or the relaxation says that it never can.
                    if let Some(id) = self.fluents.lookup(*predicate, &arguments) {
                        let add = matches!(change, Change::Add(..));
                        out.push(GroundEffect::Fact(condition, Fact(id.0), add));
                    }
                }
                Change::Number(op, function, _, value) => {
                    use stepguard_task::AssignOp;
                    let value = self.expression(value, env)?;
                    let variable = self.variable(*function, &arguments);
                    let assignment = match op {
                        AssignOp::Assign => Assignment::Set(value),
                        AssignOp::Increase => Assignment::Increase(value),
                        AssignOp::Decrease => Assignment::Decrease(value),
                        AssignOp::ScaleUp => Assignment::ScaleUp(value),
                        AssignOp::ScaleDown => Assignment::ScaleDown(value),
                    };
                    out.push(GroundEffect::Assign(condition, variable, assignment));
                }
                Change::Object(function, _, None) => {
                    let variable = self.variable(*function, &arguments);
                    out.push(GroundEffect::Assign(condition, variable, Assignment::Object(None)));
                }
                Change::Object(function, _, Some(value)) => {
                    let variable = self.variable(*function, &arguments);
                    let values = self.expansions(std::slice::from_ref(value), env)?;
                    if matches!(value, Term::Fluent(..)) {
                        let defined =
                            Condition::any(values.iter().map(|(guards, _)| Condition::all(guards_hold(guards))));
                        let fails = Condition::all([condition.clone(), Condition::unless(defined)]);
                        out.push(GroundEffect::Fails(fails));
                    }
                    for (guards, objects) in values {
                        let condition = Condition::all(std::iter::once(condition.clone()).chain(guards_hold(&guards)));
                        let assignment = Assignment::Object(objects.first().copied());
                        out.push(GroundEffect::Assign(condition, variable, assignment));
                    }
                }
            }
        }
        Ok(())
    }
}

/// How a walk over instances goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// To the instances below, then to the next.
    Go,
    /// To the next.
    Skip,
    /// Nowhere.
    Stop,
}

fn truth(value: bool) -> Condition {
    if value { Condition::TRUE } else { Condition::FALSE }
}

fn guards_hold(guards: &[(Variable, ObjectId)]) -> impl Iterator<Item = Condition> {
    guards.iter().map(|(variable, object)| Condition::Value(*variable, *object, true))
}

/// The object of a term that is an object or a bound variable.
fn bound(term: &Term, env: &Env) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(*object),
        Term::Slot(slot) => env.get(*slot),
        Term::Fluent(..) => None,
    }
}

/// An operator over ground operands, computed where these are numbers.
fn fold(op: ArithmeticOp, operands: Vec<Expression>) -> Expression {
    if operands.contains(&Expression::Undefined) || operands.is_empty() {
        return Expression::Undefined;
    }
    let numbers: Option<Vec<&Number>> = operands.iter().map(Expression::constant).collect();
    match numbers.as_deref() {
        Some([only]) if op == ArithmeticOp::Subtract => Expression::Number(only.neg()),
        Some([first, rest @ ..]) => {
            let value = rest.iter().try_fold((*first).clone(), |left, right| op.apply(&left, right));
            value.map_or(Expression::Undefined, Expression::Number)
        }
        _ => Expression::Op(op, operands),
    }
}
