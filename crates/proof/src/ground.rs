//! Grounding: a task's formulas and actions with objects put in, against a certificate's frame.
//!
//! Facts and fluents outside of the frame are claimed never to change, so conditions take them at their initial value;
//! effects on them get numbers behind those of the frame, so that a check can see whether one of them would change.
//! Variables are bound one by one, and a part of a condition is evaluated as soon as its last variable is bound.

use crate::certificate::Frame;
use crate::logic::{Cond, Derivation, Expr, Truth, Value, size_cost};
use crate::rejection::{Budget, Checked, Fuel, Rejection};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;
use stepguard_task::{
    ActionId, AssignOp, AtomTable, Change, Effect, FactId, FormulaKind, FunctionId, ObjectId, PredicateId, RuleFormula,
    Slot, Task, Term, UNBOUND, Variable,
};
use stepguard_task::{Formula, TrajectoryOp};
use stepguard_text::Number;

/// Bytes that an atom or fluent with a number takes, roughly.
const ATOM_BYTES: u64 = 96;
/// Bytes of a step and of each of its effects without its conditions, prepared forms included.
const STEP_BYTES: u64 = 512;
const EFFECT_BYTES: u64 = 160;

/// What is known of a fluent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// In the frame: it may change.
    Tracked,
    /// Claimed to keep its initial value.
    Frozen,
    /// Nothing reads its value, so it may change without being tracked.
    Unread,
}

/// A ground effect.
#[derive(Debug, Clone)]
pub(crate) struct GroundEffect {
    /// It fires when this is true.
    pub(crate) condition: Cond,
    pub(crate) change: GroundChange,
}

#[derive(Debug, Clone)]
pub(crate) enum GroundChange {
    Add(u32),
    Delete(u32),
    Number(AssignOp, u32, Expr),
    Object(u32, Option<ObjectId>),
    /// An argument or value has no object: the step cannot run.
    Fault,
}

/// A ground step.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) action: ActionId,
    pub(crate) arguments: SmallVec<[ObjectId; 6]>,
    /// All of these hold.
    pub(crate) precondition: Vec<Cond>,
    pub(crate) effects: Vec<GroundEffect>,
}

/// What cases over an object fluent's value are made of.
trait Branch: Sized {
    /// The fluent has no value.
    fn undefined() -> Self;
    /// One for each value of a fluent that may change.
    fn case(fluent: u32, branches: Vec<(ObjectId, Self)>) -> Self;
}

impl Branch for Cond {
    fn undefined() -> Self {
        Self::Const(Truth::Undefined)
    }

    fn case(fluent: u32, branches: Vec<(ObjectId, Self)>) -> Self {
        if branches.iter().all(|(_, inner)| inner.is(Truth::Undefined)) {
            return Self::Const(Truth::Undefined);
        }
        Self::Case(fluent, branches)
    }
}

impl Branch for Expr {
    fn undefined() -> Self {
        Self::Undefined
    }

    fn case(fluent: u32, branches: Vec<(ObjectId, Self)>) -> Self {
        Self::Case(fluent, branches)
    }
}

impl Branch for Vec<GroundEffect> {
    fn undefined() -> Self {
        vec![GroundEffect { condition: Cond::TRUE, change: GroundChange::Fault }]
    }

    fn case(fluent: u32, branches: Vec<(ObjectId, Self)>) -> Self {
        let guard = |value, condition| Cond::all(vec![Cond::Is(fluent, value, true), condition]);
        let mut effects = vec![GroundEffect { condition: guard(None, Cond::TRUE), change: GroundChange::Fault }];
        for (object, inner) in branches {
            effects.extend(inner.into_iter().map(|effect| GroundEffect {
                condition: guard(Some(object), effect.condition),
                change: effect.change,
            }));
        }
        effects
    }
}

type Env = SmallVec<[ObjectId; 8]>;

/// What an instance of quantified variables has to make true, or false.
type Parts<'f> = Vec<(&'f Formula, bool)>;

/// What is done with an instance; false ends the search.
type Found<'c, 't> = &'c mut dyn FnMut(&mut Grounder<'t>, Vec<Cond>, &mut Env) -> Checked<bool>;

/// What is done with an object.
type With<'c, 't, T> = &'c mut dyn FnMut(&mut Grounder<'t>, ObjectId) -> Checked<T>;

/// What is done with objects.
type WithAll<'c, 't, T> = &'c mut dyn FnMut(&mut Grounder<'t>, &[ObjectId]) -> Checked<T>;

/// A task and a frame, and everything that got a number.
pub(crate) struct Grounder<'t> {
    pub(crate) task: &'t Task,
    pub(crate) fuel: Fuel,
    /// The frame's facts, then others that effects change or safety rules speak of.
    pub(crate) atoms: AtomTable,
    /// Number of the frame's facts.
    pub(crate) facts: usize,
    /// Initial truth by number.
    pub(crate) initially: Vec<bool>,
    init: AtomTable,
    /// Predicates that some effect names.
    changed: FixedBitSet,
    /// The frame's fluents, then others that effects change.
    pub(crate) fluents: AtomTable,
    /// Number of the frame's fluents.
    pub(crate) tracked: usize,
    pub(crate) classes: Vec<Class>,
    pub(crate) values: Vec<Value>,
    initial_fluents: AtomTable,
    initial_values: Vec<Value>,
    /// Functions whose value nothing reads.
    unread: FixedBitSet,
    /// Functions that are changed other than by being given a value.
    adjusted: FixedBitSet,
    /// What an object function may give.
    ranges: Vec<Vec<ObjectId>>,
    derived: AtomTable,
    bodies: Vec<Option<Cond>>,
    /// Conditions take facts outside of the frame at their initial value; else those get numbers too.
    freeze: bool,
    /// Bytes that may be taken, that are kept for good, and that are in use for the condition at hand.
    memory: u64,
    kept: u64,
    live: u64,
}

impl<'t> Grounder<'t> {
    /// Prepares grounding; says no when the task is out of scope or the frame does not fit it.
    pub(crate) fn new(task: &'t Task, frame: &Frame, budget: Budget) -> Checked<Self> {
        if !task.durative_actions.is_empty() {
            return Err(Rejection::Unsupported("durative actions".to_owned()));
        }
        if !task.timed_literals.is_empty() {
            return Err(Rejection::Unsupported("timed initial literals".to_owned()));
        }
        if let Some((feature, _)) = task.unsupported.first() {
            return Err(Rejection::Unsupported((*feature).to_owned()));
        }
        let mut init = AtomTable::with_capacity(task.init.len());
        for (predicate, arguments) in task.init.iter() {
            init.intern(predicate, arguments);
        }
        let mut grounder = Self {
            task,
            fuel: Fuel::new(budget.work),
            atoms: AtomTable::default(),
            facts: 0,
            initially: Vec::new(),
            init,
            changed: FixedBitSet::with_capacity(task.predicates.len()),
            fluents: AtomTable::default(),
            tracked: 0,
            classes: Vec::new(),
            values: Vec::new(),
            initial_fluents: AtomTable::default(),
            initial_values: Vec::new(),
            unread: FixedBitSet::with_capacity(task.functions.len()),
            adjusted: FixedBitSet::with_capacity(task.functions.len()),
            ranges: vec![Vec::new(); task.functions.len()],
            derived: AtomTable::default(),
            bodies: Vec::new(),
            freeze: true,
            memory: budget.memory,
            kept: 0,
            live: 0,
        };
        grounder.initial_fluents();
        grounder.survey();
        grounder.take_frame(frame)?;
        Ok(grounder)
    }

    fn initial_fluents(&mut self) {
        let task = self.task;
        let numbers = task.init_numbers.iter().map(|(key, number)| (key, Value::Number(number.clone())));
        let objects = task.init_objects.iter().map(|(key, object)| (key, Value::Object(*object)));
        for (key, value) in numbers.chain(objects) {
            let (id, new) = self.initial_fluents.intern(PredicateId(key.function.0), &key.arguments);
            if new {
                self.initial_values.push(value);
            } else {
                self.initial_values[id.index()] = value;
            }
        }
        // By the letter an uninitialised total cost has no value; everybody starts it at 0.
        if let Some(cost) = task.total_cost
            && self.initial_fluents.intern(PredicateId(cost.0), &[]).1
        {
            self.initial_values.push(Value::Number(Number::zero()));
        }
    }

    /// What effects change, what nothing reads, and what object functions may give.
    fn survey(&mut self) {
        let task = self.task;
        let mut read = FixedBitSet::with_capacity(task.functions.len());
        for action in &task.actions {
            formula_reads(&action.precondition, &mut read);
            for effect in &action.effects {
                if let Some(condition) = &effect.condition {
                    formula_reads(condition, &mut read);
                }
                match &effect.change {
                    Change::Add(predicate, terms) | Change::Delete(predicate, terms) => {
                        self.changed.insert(predicate.index());
                        terms_read(terms, &mut read);
                    }
                    Change::Number(op, function, terms, value) => {
                        terms_read(terms, &mut read);
                        expr_reads(value, &mut read);
                        if *op != AssignOp::Assign {
                            self.adjusted.insert(function.index());
                        }
                    }
                    Change::Object(_, terms, value) => {
                        terms_read(terms, &mut read);
                        terms_read(value.as_slice(), &mut read);
                    }
                }
            }
        }
        for rule in &task.derived {
            formula_reads(&rule.body, &mut read);
        }
        formula_reads(&task.goal, &mut read);
        for rule in &task.rules {
            rule_reads(&rule.formula, &mut read);
        }
        self.unread.insert_range(..);
        self.unread.difference_with(&read);
        let mut ranges: Vec<FixedBitSet> = task
            .functions
            .iter()
            .map(|function| {
                let mut range = FixedBitSet::with_capacity(task.objects.len());
                if let Some(ty) = function.object {
                    range.extend(task.members(ty).iter().map(|object| object.index()));
                }
                range
            })
            .collect();
        for (key, object) in &task.init_objects {
            ranges[key.function.index()].insert(object.index());
        }
        let mut grown = true;
        while grown {
            grown = false;
            for action in &task.actions {
                for effect in &action.effects {
                    let Change::Object(function, _, Some(value)) = &effect.change else { continue };
                    let mut given = FixedBitSet::with_capacity(task.objects.len());
                    match value {
                        Term::Object(object) => given.insert(object.index()),
                        Term::Slot(slot) => {
                            let variables = action.parameters.iter().chain(&effect.variables);
                            for variable in variables.filter(|variable| variable.slot == *slot) {
                                given.extend(task.members(variable.ty).iter().map(|object| object.index()));
                            }
                        }
                        Term::Fluent(source, _) => given.union_with(&ranges[source.index()]),
                    }
                    if !given.is_subset(&ranges[function.index()]) {
                        ranges[function.index()].union_with(&given);
                        grown = true;
                    }
                }
            }
        }
        self.ranges = ranges.iter().map(|range| range.ones().map(ObjectId::new).collect()).collect();
    }

    fn take_frame(&mut self, frame: &Frame) -> Checked<()> {
        let task = self.task;
        let parts = (frame.facts.len() + frame.fluents.len()) as u64;
        self.fuel.spend(parts)?;
        self.keep(parts * ATOM_BYTES)?;
        let objects = |arguments: &[ObjectId]| arguments.iter().all(|object| object.index() < task.objects.len());
        for (number, atom) in frame.facts.iter().enumerate() {
            let known = task.predicates.get(atom.predicate.index());
            let fits = known.is_some_and(|predicate| {
                !predicate.derived && predicate.parameters.len() == atom.arguments.len() && objects(&atom.arguments)
            });
            if !fits {
                return Err(Rejection::Malformed(format!("fact {number} of the frame is none of the task's")));
            }
            if !self.atoms.intern(atom.predicate, &atom.arguments).1 {
                return Err(Rejection::Malformed(format!("fact {number} of the frame is there twice")));
            }
            self.initially.push(self.init.lookup(atom.predicate, &atom.arguments).is_some());
        }
        self.facts = frame.facts.len();
        for (number, key) in frame.fluents.iter().enumerate() {
            let known = task.functions.get(key.function.index());
            let fits = known
                .is_some_and(|function| function.parameters.len() == key.arguments.len() && objects(&key.arguments));
            if !fits {
                return Err(Rejection::Malformed(format!("fluent {number} of the frame is none of the task's")));
            }
            if !self.fluents.intern(PredicateId(key.function.0), &key.arguments).1 {
                return Err(Rejection::Malformed(format!("fluent {number} of the frame is there twice")));
            }
            self.classes.push(Class::Tracked);
            self.values.push(self.initial_value(key.function, &key.arguments));
        }
        self.tracked = frame.fluents.len();
        Ok(())
    }

    fn initial_value(&self, function: FunctionId, arguments: &[ObjectId]) -> Value {
        let found = self.initial_fluents.lookup(PredicateId(function.0), arguments);
        found.map_or(Value::Undefined, |id| self.initial_values[id.index()].clone())
    }

    /// Whether from now on conditions take facts outside of the frame at their initial value.
    pub(crate) fn freeze(&mut self, freeze: bool) {
        self.freeze = freeze;
    }

    // Names for people.

    pub(crate) fn fact_text(&self, fact: u32) -> String {
        let mut text = String::new();
        let (predicate, arguments) = self.atoms.atom(FactId(fact));
        self.task.write_atom(&mut text, predicate, arguments);
        text
    }

    pub(crate) fn fluent_text(&self, fluent: u32) -> String {
        let mut text = String::new();
        let (function, arguments) = self.fluents.atom(FactId(fluent));
        self.task.write_fluent(&mut text, FunctionId(function.0), arguments);
        text
    }

    pub(crate) fn step_text(&self, step: &Step) -> String {
        let mut text = String::new();
        self.task.write_step(&mut text, self.task.actions[step.action.index()].name, &step.arguments);
        text
    }

    // Atoms and fluents.

    /// Counts bytes that are kept until the check is over.
    pub(crate) fn keep(&mut self, bytes: u64) -> Checked<()> {
        self.kept = self.kept.saturating_add(bytes);
        self.within_memory()
    }

    /// Counts bytes that are in use until the condition at hand is complete.
    fn use_bytes(&mut self, bytes: u64) -> Checked<()> {
        self.live = self.live.saturating_add(bytes);
        self.within_memory()
    }

    fn within_memory(&self) -> Checked<()> {
        if self.kept.saturating_add(self.live) > self.memory { Err(Rejection::Budget("memory")) } else { Ok(()) }
    }

    /// Bytes that are left for other things.
    pub(crate) fn memory_left(&self) -> u64 {
        self.memory.saturating_sub(self.kept)
    }

    fn number_more(&mut self) -> Checked<()> {
        self.fuel.spend(1)?;
        self.keep(ATOM_BYTES)
    }

    /// A fact's number, a new one when it has none.
    fn number_fact(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> Checked<u32> {
        let (id, new) = self.atoms.intern(predicate, arguments);
        if new {
            self.number_more()?;
            self.initially.push(self.init.lookup(predicate, arguments).is_some());
        }
        Ok(id.0)
    }

    /// A fluent's number, a new one when it has none.
    fn number_fluent(&mut self, function: FunctionId, arguments: &[ObjectId]) -> Checked<u32> {
        let (id, new) = self.fluents.intern(PredicateId(function.0), arguments);
        if new {
            self.number_more()?;
            let value = self.initial_value(function, arguments);
            // Without a value an increase cannot run, so that having one matters although nobody reads it.
            let settled = value != Value::Undefined
                || !self.adjusted.contains(function.index())
                || self.task.functions[function.index()].object.is_some();
            let unread = self.unread.contains(function.index()) && settled;
            self.classes.push(if unread { Class::Unread } else { Class::Frozen });
            self.values.push(value);
        }
        Ok(id.0)
    }

    fn atom(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> Checked<Cond> {
        if self.task.predicates[predicate.index()].derived {
            let (id, new) = self.derived.intern(predicate, arguments);
            if new {
                self.number_more()?;
                self.bodies.push(None);
            }
            return Ok(Cond::Derived(id.0, true));
        }
        if self.changed.contains(predicate.index()) {
            match self.atoms.lookup(predicate, arguments) {
                Some(id) if id.index() < self.facts => return Ok(Cond::Fact(id.0, true)),
                _ if !self.freeze => return Ok(Cond::Fact(self.number_fact(predicate, arguments)?, true)),
                _ => {}
            }
        }
        Ok(Cond::Const(self.init.lookup(predicate, arguments).is_some().into()))
    }

    // Terms.

    fn with_term<T: Branch>(&mut self, term: &Term, env: &Env, then: With<'_, 't, T>) -> Checked<T> {
        match term {
            Term::Object(object) => then(self, *object),
            Term::Slot(slot) => then(self, env[slot.index()]),
            Term::Fluent(function, terms) => self.with_terms(terms, env, &mut |me, arguments| {
                let id = me.fluents.lookup(PredicateId(function.0), arguments);
                match id.filter(|id| id.index() < me.tracked) {
                    None => match me.initial_value(*function, arguments) {
                        Value::Object(object) => then(me, object),
                        _ => Ok(T::undefined()),
                    },
                    Some(id) => {
                        let range = me.ranges[function.index()].clone();
                        let mut branches = Vec::with_capacity(range.len());
                        for object in range {
                            me.fuel.spend(1)?;
                            me.use_bytes(Cond::BYTES)?;
                            branches.push((object, then(me, object)?));
                        }
                        Ok(T::case(id.0, branches))
                    }
                }
            }),
        }
    }

    fn with_terms<T: Branch>(&mut self, terms: &[Term], env: &Env, then: WithAll<'_, 't, T>) -> Checked<T> {
        self.with_rest(terms, &SmallVec::new(), env, then)
    }

    fn with_rest<T: Branch>(
        &mut self,
        terms: &[Term],
        known: &SmallVec<[ObjectId; 6]>,
        env: &Env,
        then: WithAll<'_, 't, T>,
    ) -> Checked<T> {
        let mut known = known.clone();
        while let Some(term) = terms.get(known.len()) {
            match term {
                Term::Object(object) => known.push(*object),
                Term::Slot(slot) => known.push(env[slot.index()]),
                Term::Fluent(..) => {
                    return self.with_term(term, env, &mut |me, object| {
                        let mut longer = known.clone();
                        longer.push(object);
                        me.with_rest(terms, &longer, env, then)
                    });
                }
            }
        }
        then(self, &known)
    }

    fn expr(&mut self, expr: &stepguard_task::Expr, env: &Env) -> Checked<Expr> {
        use stepguard_task::Expr as E;
        self.fuel.spend(1)?;
        match expr {
            E::Number(number) => Ok(Expr::Number(number.clone())),
            E::Fluent(function, terms) => self.with_terms(terms, env, &mut |me, arguments| {
                let id = me.fluents.lookup(PredicateId(function.0), arguments);
                Ok(match id.filter(|id| id.index() < me.tracked) {
                    Some(id) => Expr::Fluent(id.0),
                    None => match me.initial_value(*function, arguments) {
                        Value::Number(number) => Expr::Number(number),
                        _ => Expr::Undefined,
                    },
                })
            }),
            E::Op(op, operands) => {
                let operands: Checked<Vec<Expr>> = operands.iter().map(|operand| self.expr(operand, env)).collect();
                let result = Expr::op(*op, operands?);
                if let Expr::Number(number) = &result {
                    self.fuel.spend(size_cost(number))?;
                }
                Ok(result)
            }
            // No part of a state: without a value there.
            E::IsViolated(_) | E::TotalTime | E::Duration | E::Elapsed => Ok(Expr::Undefined),
        }
    }

    // Formulas.

    /// A formula with the environment's objects put in; negated unless `want`.
    pub(crate) fn formula(&mut self, formula: &Formula, want: bool, env: &mut Env) -> Checked<Cond> {
        self.fuel.spend(1)?;
        let plain = match &formula.kind {
            FormulaKind::And(parts) => return self.joined(parts, want, want, env),
            FormulaKind::Or(parts) => return self.joined(parts, want, !want, env),
            FormulaKind::Not(inner) => return self.formula(inner, !want, env),
            FormulaKind::Imply(left, right) => {
                let left = self.formula(left, !want, env)?;
                if left.is(want.into()) {
                    return Ok(left);
                }
                let right = self.formula(right, want, env)?;
                return Ok(if want { Cond::any(vec![left, right]) } else { Cond::all(vec![left, right]) });
            }
            FormulaKind::Exists(variables, body) => self.some(variables, body, true, env)?,
            FormulaKind::Forall(variables, body) => self.some(variables, body, false, env)?.negate(),
            FormulaKind::Preference(..) => Cond::TRUE,
            FormulaKind::Atom(predicate, terms) => {
                self.with_terms(terms, env, &mut |me, arguments| me.atom(*predicate, arguments))?
            }
            FormulaKind::Same(left, right) => {
                let env = &*env;
                self.with_term(left, env, &mut |me, left| {
                    me.with_term(right, env, &mut |_, right| Ok(Cond::Const((left == right).into())))
                })?
            }
            FormulaKind::Compare(op, left, right) => {
                let (left, right) = (self.expr(left, env)?, self.expr(right, env)?);
                match (&left, &right) {
                    (Expr::Undefined, _) | (_, Expr::Undefined) => Cond::Const(Truth::Undefined),
                    (Expr::Number(left), Expr::Number(right)) => {
                        Cond::Const(crate::logic::compare(*op, left, right).into())
                    }
                    _ => Cond::Compare(*op, Box::new((left, right)), true),
                }
            }
        };
        Ok(if want { plain } else { plain.negate() })
    }

    /// The conjunction, or disjunction, of parts, each negated unless `want`.
    fn joined(&mut self, parts: &[Formula], want: bool, conjunction: bool, env: &mut Env) -> Checked<Cond> {
        let mut conds = Vec::with_capacity(parts.len());
        for part in parts {
            let cond = self.formula(part, want, env)?;
            if cond.is((!conjunction).into()) {
                return Ok(cond);
            }
            conds.push(cond);
        }
        Ok(if conjunction { Cond::all(conds) } else { Cond::any(conds) })
    }

    /// Some instance of `body` (negated unless `want`) holds.
    fn some(&mut self, variables: &[Variable], body: &Formula, want: bool, env: &mut Env) -> Checked<Cond> {
        let mut parts = Parts::new();
        split(body, want, &mut parts);
        let mut instances = Vec::new();
        self.instances(variables, &parts, false, env, &mut |me, conj, _| {
            let instance = Cond::all(conj);
            me.use_bytes(instance.bytes())?;
            let decided = instance.is(Truth::True);
            instances.push(instance);
            Ok(!decided)
        })?;
        Ok(Cond::any(instances))
    }

    /// Calls `found` with the conditions of every instance of `variables` in which no part is false, or, with
    /// `strict`, undefined.
    fn instances(
        &mut self,
        variables: &[Variable],
        parts: &Parts<'_>,
        strict: bool,
        env: &mut Env,
        found: Found<'_, 't>,
    ) -> Checked<()> {
        let order = self.order(variables, parts);
        let mut levels: Vec<Parts<'_>> = vec![Vec::new(); variables.len() + 1];
        for (formula, want) in parts {
            let mut level = 0;
            slots_of(formula, &mut |slot| {
                if let Some(at) = order.iter().position(|variable| variable.slot == slot) {
                    level = level.max(at + 1);
                }
            });
            levels[level].push((formula, *want));
        }
        self.descend(&order, &levels, 0, strict, &mut Vec::new(), env, found)?;
        for variable in variables {
            env[variable.slot.index()] = UNBOUND;
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one walk with one cursor; a struct would be used here only")]
    fn descend(
        &mut self,
        order: &[Variable],
        levels: &[Parts<'_>],
        level: usize,
        strict: bool,
        conj: &mut Vec<Cond>,
        env: &mut Env,
        found: Found<'_, 't>,
    ) -> Checked<bool> {
        let (mark, live) = (conj.len(), self.live);
        for (formula, want) in &levels[level] {
            let cond = self.formula(formula, *want, env)?;
            if cond.is(Truth::False) || strict && cond.is(Truth::Undefined) {
                conj.truncate(mark);
                // What was built on the way is gone; what a step keeps was counted for good.
                if strict {
                    self.live = live;
                }
                return Ok(true);
            }
            if !cond.is(Truth::True) {
                conj.push(cond);
            }
        }
        let mut go_on = true;
        match order.get(level) {
            None => go_on = found(self, conj.clone(), env)?,
            Some(variable) => {
                let task = self.task;
                for object in task.members(variable.ty) {
                    self.fuel.spend(1)?;
                    env[variable.slot.index()] = *object;
                    go_on = self.descend(order, levels, level + 1, strict, conj, env, found)?;
                    if !go_on {
                        break;
                    }
                }
            }
        }
        conj.truncate(mark);
        if strict {
            self.live = live;
        }
        Ok(go_on)
    }

    /// The order in which variables are bound: next comes the one that makes most positive atoms ground, then the one
    /// with the fewest objects.
    fn order(&self, variables: &[Variable], parts: &Parts<'_>) -> Vec<Variable> {
        let mut order: Vec<Variable> = Vec::with_capacity(variables.len());
        let mut open: Vec<Variable> = variables.to_vec();
        let atoms: Vec<Vec<Slot>> = parts
            .iter()
            .filter(|(formula, want)| *want && matches!(formula.kind, FormulaKind::Atom(..)))
            .map(|(formula, _)| {
                let mut slots = Vec::new();
                slots_of(formula, &mut |slot| slots.push(slot));
                slots.retain(|slot| variables.iter().any(|variable| variable.slot == *slot));
                slots
            })
            .collect();
        while !open.is_empty() {
            let bound = |slot: &Slot| order.iter().any(|variable| variable.slot == *slot);
            let score = |variable: &Variable| {
                let closes = atoms.iter().filter(|slots| {
                    slots.contains(&variable.slot) && slots.iter().all(|slot| *slot == variable.slot || bound(slot))
                });
                (std::cmp::Reverse(closes.count()), self.task.members(variable.ty).len())
            };
            let best = (0..open.len()).min_by_key(|at| score(&open[*at])).unwrap_or(0);
            let next = open.remove(best);
            order.push(next);
        }
        order
    }

    /// A formula without free variables.
    pub(crate) fn closed(&mut self, formula: &Formula, slots: usize, bound: &[ObjectId]) -> Checked<Cond> {
        let mut env = environment(bound, slots);
        let cond = self.formula(formula, true, &mut env)?;
        self.live = 0;
        self.keep(cond.bytes() * 2)?;
        Ok(cond)
    }

    // Steps.

    /// All steps whose preconditions are not false in the frame.
    pub(crate) fn steps(&mut self) -> Checked<Vec<Step>> {
        let task = self.task;
        let mut steps: Vec<Step> = Vec::new();
        for (index, action) in task.actions.iter().enumerate() {
            let mut parts = Parts::new();
            split(&action.precondition, true, &mut parts);
            let mut env = environment(&[], action.slots);
            self.instances(&action.parameters, &parts, true, &mut env, &mut |me, conj, env| {
                let Cond::Const(truth) = Cond::all(conj.clone()) else {
                    return me.step(index, conj, env, &mut steps);
                };
                if truth == Truth::True { me.step(index, conj, env, &mut steps) } else { Ok(true) }
            })?;
        }
        Ok(steps)
    }

    fn step(&mut self, index: usize, conj: Vec<Cond>, env: &mut Env, steps: &mut Vec<Step>) -> Checked<bool> {
        let task = self.task;
        let action = &task.actions[index];
        let mut effects = Vec::new();
        for effect in &action.effects {
            self.effect(effect, env, &mut effects)?;
        }
        let effects = self.without_costs(effects);
        self.fuel.spend(effects.len() as u64 + 1)?;
        self.keep(STEP_BYTES + conj.iter().map(|cond| cond.bytes() * 2).sum::<u64>())?;
        steps.push(Step {
            action: ActionId::new(index),
            arguments: action.parameters.iter().map(|parameter| env[parameter.slot.index()]).collect(),
            precondition: Cond::all(conj).into_conjuncts(),
            effects,
        });
        Ok(true)
    }

    fn effect(&mut self, effect: &Effect, env: &mut Env, out: &mut Vec<GroundEffect>) -> Checked<()> {
        let mut parts = Parts::new();
        if let Some(condition) = &effect.condition {
            split(condition, true, &mut parts);
        }
        self.instances(&effect.variables, &parts, true, env, &mut |me, conj, env| {
            let condition = Cond::all(conj);
            if condition.is(Truth::False) || condition.is(Truth::Undefined) {
                return Ok(true);
            }
            for change in me.change(&effect.change, env)? {
                let condition = Cond::all(vec![condition.clone(), change.condition]);
                if !condition.is(Truth::False) {
                    me.keep(EFFECT_BYTES + condition.bytes() * 2)?;
                    out.push(GroundEffect { condition, change: change.change });
                }
            }
            Ok(true)
        })
    }

    fn change(&mut self, change: &Change, env: &Env) -> Checked<Vec<GroundEffect>> {
        let single = |change| vec![GroundEffect { condition: Cond::TRUE, change }];
        match change {
            Change::Add(predicate, terms) => self.with_terms(terms, env, &mut |me, arguments| {
                Ok(single(GroundChange::Add(me.number_fact(*predicate, arguments)?)))
            }),
            Change::Delete(predicate, terms) => self.with_terms(terms, env, &mut |me, arguments| {
                Ok(single(GroundChange::Delete(me.number_fact(*predicate, arguments)?)))
            }),
            Change::Number(op, function, terms, value) => {
                let value = self.expr(value, env)?;
                self.with_terms(terms, env, &mut |me, arguments| {
                    Ok(single(match &value {
                        Expr::Undefined => GroundChange::Fault,
                        value => GroundChange::Number(*op, me.number_fluent(*function, arguments)?, value.clone()),
                    }))
                })
            }
            Change::Object(function, terms, value) => self.with_terms(terms, env, &mut |me, arguments| {
                let fluent = me.number_fluent(*function, arguments)?;
                match value {
                    None => Ok(single(GroundChange::Object(fluent, None))),
                    Some(value) => me
                        .with_term(value, env, &mut |_, object| Ok(single(GroundChange::Object(fluent, Some(object))))),
                }
            }),
        }
    }

    /// Leaves out effects on fluents whose value nobody reads, where they can neither fail nor conflict: costs.
    fn without_costs(&self, effects: Vec<GroundEffect>) -> Vec<GroundEffect> {
        #[derive(PartialEq)]
        enum Kind {
            Set,
            Add,
            Scale,
        }
        let harmless = |effect: &GroundEffect| match &effect.change {
            GroundChange::Number(op, fluent, Expr::Number(number))
                if self.classes[*fluent as usize] == Class::Unread =>
            {
                match op {
                    AssignOp::Assign => Some((*fluent, Kind::Set)),
                    AssignOp::Increase | AssignOp::Decrease => Some((*fluent, Kind::Add)),
                    AssignOp::ScaleUp => Some((*fluent, Kind::Scale)),
                    AssignOp::ScaleDown => (!number.is_zero()).then_some((*fluent, Kind::Scale)),
                }
            }
            _ => None,
        };
        let target = |effect: &GroundEffect| match &effect.change {
            GroundChange::Number(_, fluent, _) | GroundChange::Object(fluent, _) => Some(*fluent),
            GroundChange::Add(_) | GroundChange::Delete(_) | GroundChange::Fault => None,
        };
        let drop: Vec<bool> = effects
            .iter()
            .enumerate()
            .map(|(at, effect)| {
                let Some((fluent, kind)) = harmless(effect) else { return false };
                effects
                    .iter()
                    .enumerate()
                    .filter(|(other, e)| *other != at && target(e) == Some(fluent))
                    .all(|(_, other)| kind != Kind::Set && harmless(other).is_some_and(|(_, other)| other == kind))
            })
            .collect();
        let mut at = 0;
        let mut kept = effects;
        kept.retain(|_| {
            at += 1;
            !drop[at - 1]
        });
        kept
    }

    // Derived atoms.

    /// Grounds the rules of all derived atoms that occur, and of those that these need.
    pub(crate) fn derivation(&mut self) -> Checked<Derivation> {
        let task = self.task;
        self.freeze = true;
        let mut layer_of = vec![0; task.predicates.len()];
        for (layer, range) in task.layers.iter().enumerate() {
            for rule in &task.derived[range.clone()] {
                layer_of[rule.predicate.index()] = layer;
            }
        }
        let mut next = 0;
        while next < self.bodies.len() {
            // Grounded in an earlier call.
            if self.bodies[next].is_some() {
                next += 1;
                continue;
            }
            let number = u32::try_from(next).expect("the limit on parts is below 2^32");
            let (predicate, arguments) = {
                let (predicate, arguments) = self.derived.atom(FactId(number));
                (predicate, SmallVec::<[ObjectId; 6]>::from_slice(arguments))
            };
            let mut bodies = Vec::new();
            for rule in &task.derived {
                let fits = rule.predicate == predicate
                    && rule.parameters.iter().zip(&arguments).all(|(p, object)| task.fits(*object, p.ty));
                if fits {
                    let mut env = environment(&[], rule.slots);
                    for (parameter, object) in rule.parameters.iter().zip(&arguments) {
                        env[parameter.slot.index()] = *object;
                    }
                    bodies.push(self.formula(&rule.body, true, &mut env)?);
                }
            }
            let body = Cond::any(bodies);
            self.live = 0;
            self.keep(body.bytes() * 2)?;
            self.bodies[next] = Some(body);
            next += 1;
        }
        let bodies: Vec<Cond> = self.bodies.iter().map(|body| body.clone().unwrap_or(Cond::FALSE)).collect();
        let mut layers = vec![Vec::new(); task.layers.len()];
        let mut readers = vec![Vec::new(); bodies.len()];
        let layer = |atom: u32| layer_of[self.derived.atom(FactId(atom)).0.index()];
        for (number, body) in (0_u32..).zip(&bodies) {
            layers[layer(number)].push(number);
            body.leaves(&mut |leaf| {
                if let Cond::Derived(read, _) = leaf
                    && layer(*read) == layer(number)
                    && readers[*read as usize].last() != Some(&number)
                {
                    readers[*read as usize].push(number);
                }
            });
        }
        Ok(Derivation { bodies, layers, readers })
    }
}

/// The given objects in the first slots, the others unbound.
pub(crate) fn environment(bound: &[ObjectId], slots: usize) -> Env {
    let mut env = Env::from_slice(bound);
    env.resize(slots.max(bound.len()), UNBOUND);
    env
}

/// Splits what is a conjunction into its parts.
fn split<'f>(formula: &'f Formula, want: bool, out: &mut Parts<'f>) {
    match (&formula.kind, want) {
        (FormulaKind::And(parts), true) | (FormulaKind::Or(parts), false) => {
            for part in parts {
                split(part, want, out);
            }
        }
        (FormulaKind::Imply(left, right), false) => {
            split(left, true, out);
            split(right, false, out);
        }
        (FormulaKind::Not(inner), _) => split(inner, !want, out),
        _ => out.push((formula, want)),
    }
}

/// Calls `visit` with every slot in a formula.
fn slots_of(formula: &Formula, visit: &mut dyn FnMut(Slot)) {
    match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            for part in parts {
                slots_of(part, visit);
            }
        }
        FormulaKind::Not(inner)
        | FormulaKind::Forall(_, inner)
        | FormulaKind::Exists(_, inner)
        | FormulaKind::Preference(_, inner) => slots_of(inner, visit),
        FormulaKind::Imply(left, right) => {
            slots_of(left, visit);
            slots_of(right, visit);
        }
        FormulaKind::Atom(_, terms) => term_slots(terms, visit),
        FormulaKind::Same(left, right) => {
            term_slots(std::slice::from_ref(left), visit);
            term_slots(std::slice::from_ref(right), visit);
        }
        FormulaKind::Compare(_, left, right) => {
            expr_slots(left, visit);
            expr_slots(right, visit);
        }
    }
}

fn term_slots(terms: &[Term], visit: &mut dyn FnMut(Slot)) {
    for term in terms {
        match term {
            Term::Object(_) => {}
            Term::Slot(slot) => visit(*slot),
            Term::Fluent(_, inner) => term_slots(inner, visit),
        }
    }
}

fn expr_slots(expr: &stepguard_task::Expr, visit: &mut dyn FnMut(Slot)) {
    use stepguard_task::Expr as E;
    match expr {
        E::Fluent(_, terms) => term_slots(terms, visit),
        E::Op(_, operands) => {
            for operand in operands {
                expr_slots(operand, visit);
            }
        }
        E::Number(_) | E::IsViolated(_) | E::TotalTime | E::Duration | E::Elapsed => {}
    }
}

fn formula_reads(formula: &Formula, read: &mut FixedBitSet) {
    match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            for part in parts {
                formula_reads(part, read);
            }
        }
        FormulaKind::Not(inner) | FormulaKind::Forall(_, inner) | FormulaKind::Exists(_, inner) => {
            formula_reads(inner, read);
        }
        // It is true whatever it reads.
        FormulaKind::Preference(..) => {}
        FormulaKind::Imply(left, right) => {
            formula_reads(left, read);
            formula_reads(right, read);
        }
        FormulaKind::Atom(_, terms) => terms_read(terms, read),
        FormulaKind::Same(left, right) => {
            terms_read(std::slice::from_ref(left), read);
            terms_read(std::slice::from_ref(right), read);
        }
        FormulaKind::Compare(_, left, right) => {
            expr_reads(left, read);
            expr_reads(right, read);
        }
    }
}

fn terms_read(terms: &[Term], read: &mut FixedBitSet) {
    for term in terms {
        if let Term::Fluent(function, inner) = term {
            read.insert(function.index());
            terms_read(inner, read);
        }
    }
}

fn expr_reads(expr: &stepguard_task::Expr, read: &mut FixedBitSet) {
    use stepguard_task::Expr as E;
    match expr {
        E::Fluent(function, terms) => {
            read.insert(function.index());
            terms_read(terms, read);
        }
        E::Op(_, operands) => {
            for operand in operands {
                expr_reads(operand, read);
            }
        }
        E::Number(_) | E::IsViolated(_) | E::TotalTime | E::Duration | E::Elapsed => {}
    }
}

fn rule_reads(rule: &RuleFormula, read: &mut FixedBitSet) {
    match rule {
        RuleFormula::And(parts) => {
            for part in parts {
                rule_reads(part, read);
            }
        }
        RuleFormula::Forall(_, inner) => rule_reads(inner, read),
        RuleFormula::Preference(..) => {}
        RuleFormula::Operator(op, _) => {
            for formula in formulas_of(op) {
                formula_reads(formula, read);
            }
        }
    }
}

/// The condition of an operator, and its trigger where it has one.
pub(crate) fn formulas_of(op: &TrajectoryOp) -> impl Iterator<Item = &Formula> {
    let (condition, trigger) = op.parts();
    std::iter::once(condition).chain(trigger)
}
