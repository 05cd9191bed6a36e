//! The relaxed fixpoint, layer by layer: facts that can be true or false, numbers that can be reached.
//!
//! A layer holds everything that needs at most so many rounds of operators; derived facts show in the layer of what they
//! follow from. Everything only grows, so the work can stop after any layer and go on later.

use crate::cond::{Arg, Cond, Head, Num};
use crate::facts::{FALSE, FALSE_QUEUED, Facts, INITIAL, TRUE, TRUE_QUEUED};
use crate::join::{Fuel, Join, Known, Objects, Start, UNBOUND, values};
use crate::model::{Change, Effect, Model, Operator};
use crate::relaxation::Budget;
use crate::rules::{Consequence, Program, Rule};
use crate::scope::Scope;
use crate::values::Values;
use crate::world::{Key, Narrowed, Numbers, World};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use stepguard_task::{AssignOp, FactId, FunctionId, ObjectId, Task};
use stepguard_text::{Number, order};

/// Where the work stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Another layer may bring something new.
    Running,
    /// Nothing new can come.
    Finished,
    /// The budget ran out.
    Stopped,
}

/// A binding that fits its rule's patterns but not yet the rest.
#[derive(Debug)]
struct Parked {
    rule: usize,
    binding: Box<[u32]>,
    /// How often it was filed: what it waited for before counts no longer.
    turn: u32,
}

/// A parked binding and the turn in which it was filed.
type Filed = (usize, u32);

/// An operator's run that changes numbers.
#[derive(Debug)]
struct Run {
    operator: usize,
    fact: FactId,
}

/// How an effect acts on a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Action {
    Assign,
    Add,
    Scale,
}

/// What a run does to one number.
#[derive(Debug)]
struct Step {
    function: FunctionId,
    arguments: Box<[ObjectId]>,
    action: Action,
    amount: Values,
    /// The values it can have when the effect happens, if there is only one effect on it.
    before: Option<Values>,
    /// Among all numbers those that it can have when the effect happens; only asked once it is an interval.
    limit: Option<Values>,
}

/// New values of a number.
#[derive(Debug)]
struct Update {
    function: FunctionId,
    arguments: Box<[ObjectId]>,
    values: Values,
    /// For increases: the amount, and the values among all numbers for which the operator can run.
    pace: Option<(Values, Values)>,
}

/// The relaxed state.
#[derive(Debug)]
pub(crate) struct Engine<'t> {
    task: &'t Task,
    model: Arc<Model>,
    program: Program,
    facts: Facts,
    numbers: Numbers,
    most_cells: usize,
    cells: usize,
    fuel: Fuel,
    status: Status,
    layer: u32,
    /// Facts to be seen in this layer and in the next.
    current: Vec<(FactId, bool)>,
    next: Vec<(FactId, bool)>,
    parked: Vec<Parked>,
    waiting: FxHashMap<(FactId, bool), Vec<Filed>>,
    /// By numeric fluent: bindings that wait for new values, and runs that read it.
    number_waiting: Vec<Vec<Filed>>,
    number_readers: Vec<Vec<usize>>,
    /// Parked bindings that are tested in every layer.
    waiting_layers: Vec<Filed>,
    woken: Vec<Filed>,
    /// Operators that can run, first layer first.
    runs: Vec<FactId>,
    number_runs: Vec<Run>,
    /// Runs to be looked at in the next round, and those that are looked at in every one.
    number_open: Vec<usize>,
    number_always: Vec<usize>,
    /// Derived facts that hold in every state, as far as is known now.
    certain: Option<Facts>,
    /// The layer in which a derived fact was first seen not to be certain; not listed: 0.
    uncertain: FxHashMap<(Head, Box<[ObjectId]>), u32>,
    /// Something changed since certain facts were derived, or since bindings were tested that wait for a layer.
    stale: bool,
    join: Join,
}

/// Assigned and scaled numbers may grow so often before they count as unbounded.
const MOST_JUMPS: u32 = 24;

/// Cells: a fact's entry and each of its arguments.
const CELLS_PER_FACT: usize = 12;

impl<'t> Engine<'t> {
    pub(crate) fn new(task: &'t Task, model: Arc<Model>, scope: &Scope, budget: Budget) -> Self {
        let program = Program::new(task, &model, scope);
        let capacity = task.init.len().max(64);
        let facts = Facts::new(task.objects.len(), &program.indexed, capacity);
        let mut engine = Self {
            task,
            facts,
            numbers: Numbers::default(),
            most_cells: budget.facts.saturating_mul(CELLS_PER_FACT).min(1 << 30),
            cells: 0,
            fuel: Fuel::new(budget.steps),
            status: Status::Running,
            layer: 0,
            current: Vec::new(),
            next: Vec::new(),
            parked: Vec::new(),
            waiting: FxHashMap::default(),
            number_waiting: Vec::new(),
            number_readers: Vec::new(),
            waiting_layers: Vec::new(),
            woken: Vec::new(),
            runs: Vec::new(),
            number_runs: Vec::new(),
            number_open: Vec::new(),
            number_always: Vec::new(),
            certain: None,
            uncertain: FxHashMap::default(),
            stale: true,
            join: Join::default(),
            program,
            model,
        };
        engine.start(scope);
        engine
    }

    pub(crate) fn status(&self) -> Status {
        self.status
    }

    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// Operators that can run, as facts, first layer first.
    pub(crate) fn runs(&self) -> &[FactId] {
        &self.runs
    }

    /// The relaxed world as it is now; tests in it use `fuel`.
    pub(crate) fn world<'a>(&'a self, fuel: &'a Fuel) -> World<'a> {
        World {
            task: self.task,
            heads: self.model.heads,
            program: &self.program,
            facts: &self.facts,
            numbers: &self.numbers,
            certain: self.certain.as_ref(),
            fuel,
        }
    }

    /// The first layer in which the fact can be true (or false), if it can.
    pub(crate) fn layer_of(&self, head: Head, arguments: &[ObjectId], positive: bool) -> Option<u32> {
        let fact = self.facts.lookup(head, arguments);
        if positive || !self.program.derived[head.index()] {
            let Some(fact) = fact else { return (!positive).then_some(0) };
            let marks = self.facts.marks(fact);
            return match positive {
                true if marks & TRUE == 0 => None,
                false if marks & INITIAL == 0 => Some(0),
                false if marks & FALSE == 0 => None,
                _ => Some(self.facts.layer(fact, positive)),
            };
        }
        let certain = self.certain.as_ref()?;
        if certain.marks_of(head, arguments) & TRUE != 0 {
            return None;
        }
        Some(self.uncertain.get(&(head, Box::from(arguments))).copied().unwrap_or(0))
    }

    /// All bindings of `rule` whose output has the arguments `fixed`, for explanations.
    pub(crate) fn bindings(&self, rule: &Rule, fixed: &[ObjectId], fuel: &Fuel) -> Vec<u32> {
        let mut join = Join::default();
        let mut found = Vec::new();
        let on = Known { task: self.task, facts: &self.facts, initial: &self.facts, fuel };
        join.run(rule, Start::Output(fixed), on, |_| false, &mut found);
        let world = self.world(fuel);
        let width = rule.width();
        let mut kept = Vec::with_capacity(found.len());
        for binding in found.chunks_exact_mut(width) {
            if rule.rest.iter().all(|c| world.can(c, binding, &rule.types)) {
                kept.extend_from_slice(binding);
            }
        }
        kept
    }

    fn start(&mut self, scope: &Scope) {
        let task = self.task;
        let mut objects = Objects::new();
        for (predicate, arguments) in task.init.iter() {
            let head = crate::cond::Heads::predicate(predicate);
            if scope.has(head, true) || scope.has(head, false) {
                self.initial(head, arguments);
            }
        }
        for (key, value) in &task.init_objects {
            let head = self.model.heads.function(key.function);
            if scope.has(head, true) {
                objects.clear();
                objects.extend_from_slice(&key.arguments);
                objects.push(*value);
                self.initial(head, &objects);
            }
        }
        for (key, value) in &task.init_numbers {
            if self.program.numbers_read[key.function.index()] {
                self.numbers.start(key.function, &key.arguments, value.clone());
            }
        }
        if let Some(cost) = task.total_cost
            && task.functions[cost.index()].parameters.is_empty()
            && self.numbers.lookup(cost, &[]).is_none()
        {
            // Left out, it counts as nothing.
            self.numbers.start(cost, &[], Number::zero());
        }
        let mut found = Vec::new();
        for rule in 0..self.program.rules.len() {
            found.clear();
            self.find(rule, Start::Empty, &mut found);
            self.take(rule, &mut found);
        }
        self.settle();
    }

    fn initial(&mut self, head: Head, arguments: &[ObjectId]) {
        let fact = self.intern(head, arguments);
        if self.facts.mark(fact, INITIAL | TRUE_QUEUED) {
            self.facts.set_layer(fact, true, 0);
            self.facts.show(fact);
        }
    }

    fn intern(&mut self, head: Head, arguments: &[ObjectId]) -> FactId {
        let before = self.facts.len();
        let fact = self.facts.intern(head, arguments);
        if self.facts.len() > before {
            self.cells += arguments.len() + 1;
        }
        fact
    }

    fn spent(&self) -> bool {
        self.fuel.is_empty() || self.cells > self.most_cells
    }

    /// Goes on to the next layer.
    pub(crate) fn advance(&mut self) {
        if self.status != Status::Running {
            return;
        }
        let grown = self.grow_numbers();
        if self.next.is_empty() && grown.is_empty() {
            self.status = if self.spent() { Status::Stopped } else { Status::Finished };
            return;
        }
        self.layer += 1;
        self.current = std::mem::take(&mut self.next);
        for fluent in grown {
            self.stale = true;
            self.woken.append(&mut self.number_waiting[fluent]);
            self.number_open.extend_from_slice(&self.number_readers[fluent]);
        }
        self.settle();
    }

    /// Draws all conclusions within the layer.
    fn settle(&mut self) {
        let mut found = Vec::new();
        loop {
            let mut at = 0;
            while at < self.current.len() && !self.spent() {
                let (fact, positive) = self.current[at];
                at += 1;
                self.see(fact, positive, &mut found);
            }
            self.current.drain(..at);
            if self.spent() {
                return self.stop();
            }
            if !self.woken.is_empty() {
                for parked in std::mem::take(&mut self.woken) {
                    self.retry(parked);
                }
                continue;
            }
            if !self.current.is_empty() {
                continue;
            }
            if !self.stale {
                return;
            }
            self.stale = false;
            self.derive_certain();
            for parked in std::mem::take(&mut self.waiting_layers) {
                self.retry(parked);
            }
        }
    }

    /// The budget is spent: what waits to be seen can be true all the same.
    fn stop(&mut self) {
        self.status = Status::Stopped;
        for (fact, positive) in std::mem::take(&mut self.current).into_iter().chain(std::mem::take(&mut self.next)) {
            self.facts.mark(fact, if positive { TRUE } else { FALSE });
        }
    }

    fn see(&mut self, fact: FactId, positive: bool, found: &mut Vec<u32>) {
        self.stale = true;
        if let Some(mut waiting) = self.waiting.remove(&(fact, positive)) {
            self.woken.append(&mut waiting);
        }
        if !positive {
            self.facts.mark(fact, FALSE);
            return;
        }
        self.facts.show(fact);
        let head = self.facts.atom(fact).0.index();
        for index in 0..self.program.triggers[head].len() {
            let (rule, pattern) = self.program.triggers[head][index];
            found.clear();
            self.find(rule, Start::Fact(pattern, fact), found);
            self.take(rule, found);
        }
    }

    /// Appends the bindings of a rule, all or those that use `fact` for a pattern.
    fn find(&mut self, rule: usize, start: Start<'_>, found: &mut Vec<u32>) {
        let rule = &self.program.rules[rule];
        let facts = &self.facts;
        let known = |binding: &[u32]| {
            let mut objects = Objects::new();
            values(&rule.output.arguments, binding, &mut objects) && follows(facts, rule, &objects)
        };
        let on = Known { task: self.task, facts, initial: facts, fuel: &self.fuel };
        self.join.run(rule, start, on, known, found);
    }

    /// Tests what joins leave of the rule, for every binding found.
    fn take(&mut self, rule: usize, found: &mut [u32]) {
        let width = self.program.rules[rule].width();
        for binding in found.chunks_exact_mut(width) {
            if self.spent() {
                return;
            }
            if self.try_fire(rule, binding) {
                continue;
            }
            let parked = self.parked.len();
            self.parked.push(Parked { rule, binding: Box::from(&*binding), turn: 0 });
            self.cells += width + 1;
            self.wait(parked);
        }
    }

    fn retry(&mut self, (parked, turn): Filed) {
        if self.parked[parked].turn != turn || self.spent() {
            return;
        }
        self.parked[parked].turn += 1;
        let rule = self.parked[parked].rule;
        let mut binding = std::mem::take(&mut self.parked[parked].binding);
        if !self.try_fire(rule, &mut binding) {
            self.parked[parked].binding = binding;
            self.wait(parked);
        }
    }

    fn try_fire(&mut self, rule: usize, binding: &mut [u32]) -> bool {
        let rule = &self.program.rules[rule];
        let mut objects = Objects::new();
        let known = values(&rule.output.arguments, binding, &mut objects) && follows(&self.facts, rule, &objects);
        if known {
            return true;
        }
        let world = self.world(&self.fuel);
        if !rule.rest.iter().all(|c| world.can(c, binding, &rule.types)) {
            return false;
        }
        let (consequence, head, positive) = (rule.consequence, rule.output.head, rule.output.positive);
        self.fire(consequence, head, &objects, positive);
        true
    }

    /// Files a parked binding under what it waits for; drops it when that never comes.
    fn wait(&mut self, parked: usize) {
        let rule = &self.program.rules[self.parked[parked].rule];
        let mut binding = std::mem::take(&mut self.parked[parked].binding);
        let mut keys = Vec::new();
        let world = self.world(&self.fuel);
        let failing = rule.rest.iter().find(|c| !world.can(c, &mut binding, &rule.types));
        let waits = failing.is_some_and(|c| world.waits(c, &mut binding, &rule.types, &mut keys));
        if !waits {
            return;
        }
        let filed = (parked, self.parked[parked].turn);
        self.parked[parked].binding = binding;
        for key in keys {
            match key {
                Key::Fact(head, arguments, positive) => {
                    let fact = self.intern(head, &arguments);
                    self.waiting.entry((fact, positive)).or_default().push(filed);
                }
                Key::Number(function, arguments) => {
                    let fluent = self.intern_number(function, &arguments);
                    self.number_waiting[fluent].push(filed);
                }
                Key::Layer => self.waiting_layers.push(filed),
            }
        }
    }

    fn fire(&mut self, consequence: Consequence, head: Head, arguments: &[ObjectId], positive: bool) {
        let operator = match consequence {
            Consequence::Derived => return self.queue(head, arguments, positive, false),
            Consequence::Effect => return self.queue(head, arguments, positive, true),
            Consequence::Operator(operator) => operator,
        };
        let fact = self.intern(head, arguments);
        if !self.facts.mark(fact, TRUE_QUEUED) {
            return;
        }
        self.facts.set_layer(fact, true, self.layer);
        self.runs.push(fact);
        if self.program.announced[operator] {
            self.current.push((fact, true));
        } else {
            self.facts.mark(fact, TRUE);
        }
        if !self.program.numeric[operator].is_empty() {
            self.run_on_numbers(operator, fact);
        }
        let model = Arc::clone(&self.model);
        let binding: SmallVec<[u32; 6]> = arguments.iter().map(|o| o.0).collect();
        let mut objects = Objects::new();
        for index in 0..self.program.direct[operator].len() {
            let effect = &model.operators[operator].effects[self.program.direct[operator][index]];
            if let Change::Literal(literal) = &effect.change {
                values(&literal.arguments, &binding, &mut objects);
                self.queue(literal.head, &objects, literal.positive, true);
            }
        }
    }

    /// A fact can be true (or false), in this layer or the next.
    fn queue(&mut self, head: Head, arguments: &[ObjectId], positive: bool, later: bool) {
        let fact = if positive {
            let fact = self.intern(head, arguments);
            if !self.facts.mark(fact, TRUE_QUEUED) {
                return;
            }
            fact
        } else {
            match self.facts.lookup(head, arguments) {
                Some(fact) if self.facts.marks(fact) & INITIAL != 0 && self.facts.mark(fact, FALSE_QUEUED) => fact,
                _ => return,
            }
        };
        self.facts.set_layer(fact, positive, self.layer + u32::from(later));
        if later { &mut self.next } else { &mut self.current }.push((fact, positive));
    }

    /// Derives the facts that hold in every state, given what can be false so far.
    fn derive_certain(&mut self) {
        if self.program.certain.is_empty() {
            if self.certain.is_none() {
                self.certain = Some(Facts::new(self.task.objects.len(), &self.program.indexed, 0));
            }
            return;
        }
        let mut facts = Facts::new(self.task.objects.len(), &self.program.indexed, 64);
        for (fact, marks) in self.facts.iter() {
            let (head, arguments) = self.facts.atom(fact);
            if !self.program.indexed[head.index()] || marks & (INITIAL | FALSE) != INITIAL {
                continue;
            }
            let value = self.model.heads.function_of(head).zip(arguments.split_last());
            if value.is_none_or(|(f, (value, rest))| self.world(&self.fuel).value_for_good(f, rest) == Some(*value)) {
                let copy = facts.intern(head, arguments);
                facts.mark(copy, INITIAL);
                facts.show(copy);
            }
        }
        let mut deriving = Certainty { facts, queue: Vec::new(), open: Vec::new() };
        let mut found = Vec::new();
        let mut join = std::mem::take(&mut self.join);
        for rule in 0..self.program.certain.len() {
            deriving.apply(self, &mut join, rule, Start::Empty, &mut found);
        }
        loop {
            while let Some(fact) = deriving.queue.pop() {
                deriving.facts.show(fact);
                let head = deriving.facts.atom(fact).0.index();
                for (rule, pattern) in &self.program.certain_triggers[head] {
                    deriving.apply(self, &mut join, *rule, Start::Fact(*pattern, fact), &mut found);
                }
            }
            for (rule, mut binding) in std::mem::take(&mut deriving.open) {
                deriving.test(self, rule, &mut binding);
            }
            if deriving.queue.is_empty() {
                break;
            }
        }
        self.join = join;
        if self.spent() {
            return;
        }
        if let Some(before) = &self.certain {
            for (fact, _) in before.iter() {
                let (head, arguments) = before.atom(fact);
                if self.program.derived[head.index()] && deriving.facts.marks_of(head, arguments) & TRUE == 0 {
                    self.uncertain.entry((head, Box::from(arguments))).or_insert(self.layer);
                }
            }
        }
        self.certain = Some(deriving.facts);
    }

    fn intern_number(&mut self, function: FunctionId, arguments: &[ObjectId]) -> usize {
        let fluent = self.numbers.intern(function, arguments);
        if self.number_readers.len() <= fluent {
            self.number_readers.resize(fluent + 1, Vec::new());
            self.number_waiting.resize(fluent + 1, Vec::new());
            self.cells += arguments.len() + 8;
        }
        fluent
    }

    /// A new run that changes numbers: from now on it is looked at when something changes that it reads.
    fn run_on_numbers(&mut self, operator: usize, fact: FactId) {
        let run = self.number_runs.len();
        self.number_runs.push(Run { operator, fact });
        let model = Arc::clone(&self.model);
        let operator = &model.operators[operator];
        let (_, arguments) = self.facts.atom(fact);
        let mut binding: SmallVec<[u32; 16]> = arguments.iter().map(|o| o.0).collect();
        binding.resize(operator.types.len().max(1), UNBOUND);
        let mut reads = Reads { binding: &binding, fluents: Vec::new(), others: false };
        reads.comparisons(&operator.condition);
        for index in &self.program.numeric[self.number_runs[run].operator] {
            let effect = &operator.effects[*index];
            // Whether a condition can hold may change with any fact.
            reads.others |= effect.condition.is_some() || !effect.variables.is_empty();
            if let Change::Number { function, arguments, value, .. } = &effect.change {
                reads.fluent(*function, arguments);
                reads.num(value);
            }
        }
        let Reads { fluents, others, .. } = reads;
        if others {
            self.number_always.push(run);
            return;
        }
        self.number_open.push(run);
        self.cells += fluents.len() + 2;
        for (function, arguments) in fluents {
            let fluent = self.intern_number(function, &arguments);
            self.number_readers[fluent].push(run);
        }
    }

    /// Lets the runs so far change numbers once more; the fluents with new values.
    fn grow_numbers(&mut self) -> Vec<usize> {
        let mut open = std::mem::take(&mut self.number_open);
        open.extend_from_slice(&self.number_always);
        order::sort(&mut open);
        open.dedup();
        let mut updates = Vec::new();
        for run in open {
            self.updates(&self.number_runs[run], &mut updates);
            if self.spent() {
                return Vec::new();
            }
        }
        let mut grown = Vec::new();
        for update in updates {
            let fluent = self.intern_number(update.function, &update.arguments);
            if let Some(values) = self.widened(fluent, &update) {
                self.numbers.values[fluent] = values;
                self.numbers.growths[fluent] += 1;
                grown.push(fluent);
            }
        }
        order::sort(&mut grown);
        grown.dedup();
        grown
    }

    /// The new values of a fluent, if there are any. What can go on for ever is let go at once; what goes on for long is
    /// cut short by a bound that is certainly wide enough.
    fn widened(&self, fluent: usize, update: &Update) -> Option<Values> {
        let old = &self.numbers.values[fluent];
        if old.covers(&update.values) {
            return None;
        }
        let mut new = old.join(&update.values);
        if !new.is_range() && update.pace.is_none() {
            return Some(new);
        }
        // Many runs: fewer rounds. The counts only decide how exact the answer is.
        let patience = u32::try_from((20_000 / self.number_runs.len().max(1)).clamp(4, 200)).unwrap_or(4);
        let growths = self.numbers.growths[fluent];
        for above in [true, false] {
            let end = |values: &Values| if above { values.high().cloned() } else { values.low().cloned() };
            let (Some(was), Some(is)) = (end(old).or_else(|| end(&new)), end(&new)) else { continue };
            let moved = was != is || old.is_empty();
            match &update.pace {
                Some((amount, limit)) => {
                    let step = end(amount);
                    let onward =
                        step.as_ref().is_none_or(|n| if above { n > &Number::zero() } else { n.is_negative() });
                    if !onward {
                        continue;
                    }
                    match (end(limit), step) {
                        (None, _) | (_, None) => new = new.unbounded(above),
                        // A few values stay exact.
                        _ if !new.is_range() => {}
                        _ if moved && growths > 2 * patience => new = new.unbounded(above),
                        (Some(limit), Some(step)) if moved && growths > patience => {
                            new = new.join(&Values::one(limit.add(&step)));
                        }
                        _ => {}
                    }
                }
                None if moved && growths > patience.min(MOST_JUMPS) => new = new.unbounded(above),
                None => {}
            }
        }
        Some(new)
    }

    fn updates(&self, run: &Run, updates: &mut Vec<Update>) {
        let operator = &self.model.operators[run.operator];
        let world = self.world(&self.fuel);
        let (_, arguments) = self.facts.atom(run.fact);
        let mut binding = vec![UNBOUND; operator.types.len().max(1)];
        for (place, object) in binding.iter_mut().zip(arguments) {
            *place = object.0;
        }
        let mut narrowed = Narrowed::new();
        if !world.narrow(&operator.condition, &binding, &mut narrowed) {
            return;
        }
        let mut steps: Vec<Step> = Vec::new();
        let mut places: FxHashMap<(FunctionId, Box<[ObjectId]>, Action), usize> = FxHashMap::default();
        for index in &self.program.numeric[run.operator] {
            let effect = &operator.effects[*index];
            let condition = effect.condition.as_ref();
            world.each_instance(&effect.variables, condition, &mut binding, &operator.types, |binding| {
                self.steps(world, operator, effect, binding, &narrowed, &mut steps, &mut places);
            });
        }
        for step in steps {
            let fluent = self.numbers.lookup(step.function, &step.arguments);
            let known = || {
                let fluent = fluent?;
                let narrow = narrowed.iter().find(|n| n.0 == fluent);
                Some(narrow.map_or(&self.numbers.values[fluent], |n| &n.1).clone())
            };
            let before = step.before.or_else(known).unwrap_or_else(Values::none);
            let values = match step.action {
                Action::Assign => step.amount,
                Action::Add => {
                    let values = before.add(&step.amount);
                    let pace = step.limit.map(|limit| (step.amount, limit));
                    updates.push(Update { function: step.function, arguments: step.arguments, values, pace });
                    continue;
                }
                Action::Scale => before.mul(&step.amount),
            };
            updates.push(Update { function: step.function, arguments: step.arguments, values, pace: None });
        }
    }

    /// What one instance of a numeric effect does, added up with the others of the same run.
    #[expect(clippy::too_many_arguments, reason = "one loop body, named to keep nesting shallow")]
    fn steps(
        &self,
        world: World<'_>,
        operator: &Operator,
        effect: &Effect,
        binding: &[u32],
        narrowed: &Narrowed,
        steps: &mut Vec<Step>,
        places: &mut FxHashMap<(FunctionId, Box<[ObjectId]>, Action), usize>,
    ) {
        let Change::Number { op, function, arguments, value } = &effect.change else { return };
        let mut inner = narrowed.clone();
        if let Some(condition) = &effect.condition
            && !world.narrow(condition, binding, &mut inner)
        {
            return;
        }
        let amount = world.num(value, binding, &inner);
        let one = || Values::one(Number::one());
        let (action, amount, nothing) = match op {
            AssignOp::Assign => (Action::Assign, amount, None),
            AssignOp::Increase => (Action::Add, amount, Some(Values::one(Number::zero()))),
            AssignOp::Decrease => (Action::Add, amount.neg(), Some(Values::one(Number::zero()))),
            AssignOp::ScaleUp => (Action::Scale, amount, Some(one())),
            AssignOp::ScaleDown => (Action::Scale, one().div(&amount), Some(one())),
        };
        if amount.is_empty() {
            return;
        }
        let mut grounds = Vec::new();
        world.grounds(arguments, binding, &mut |objects| {
            grounds.push(Box::from(objects));
            false
        });
        let sure = effect.condition.is_none() && grounds.len() == 1;
        for objects in grounds {
            let amount = match &nothing {
                Some(nothing) if !sure => amount.join(nothing),
                _ => amount.clone(),
            };
            let fluent = self.numbers.lookup(*function, &objects);
            let limit = fluent.filter(|_| action == Action::Add).map(|fluent| {
                let mut anything: Narrowed = vec![(fluent, Values::all())];
                for condition in std::iter::once(&operator.condition).chain(&effect.condition) {
                    world.narrow(condition, binding, &mut anything);
                }
                anything.swap_remove(0).1
            });
            let key = (*function, objects, action);
            if let Some(place) = places.get(&key) {
                let step = &mut steps[*place];
                step.before = None;
                step.limit = step.limit.as_ref().zip(limit.as_ref()).map(|(a, b)| a.join(b));
                step.amount = match action {
                    Action::Assign => step.amount.join(&amount),
                    Action::Add => step.amount.add(&amount),
                    Action::Scale => step.amount.mul(&amount),
                };
                continue;
            }
            let before = fluent.and_then(|fluent| inner.iter().find(|n| n.0 == fluent)).map(|n| n.1.clone());
            places.insert(key.clone(), steps.len());
            steps.push(Step { function: *function, arguments: key.1, action, amount, before, limit });
        }
    }
}

/// Whether a rule's output is known already.
fn follows(facts: &Facts, rule: &Rule, objects: &[ObjectId]) -> bool {
    let marks = facts.marks_of(rule.output.head, objects);
    if rule.output.positive {
        marks & (TRUE | TRUE_QUEUED) != 0
    } else {
        marks & INITIAL == 0 || marks & (FALSE | FALSE_QUEUED) != 0
    }
}

/// What a run's effects on numbers depend on.
struct Reads<'a> {
    binding: &'a [u32],
    fluents: Vec<(FunctionId, Objects)>,
    /// Also something else than these fluents.
    others: bool,
}

impl Reads<'_> {
    fn fluent(&mut self, function: FunctionId, arguments: &[Arg]) {
        let mut objects = Objects::new();
        if values(arguments, self.binding, &mut objects) {
            self.fluents.push((function, objects));
        } else {
            self.others = true;
        }
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::Fluent(function, arguments) => self.fluent(*function, arguments),
            Num::Op(_, operands) => operands.iter().for_each(|n| self.num(n)),
            Num::Constant(_) | Num::Unknown => {}
        }
    }

    fn comparisons(&mut self, cond: &Cond) {
        match cond {
            Cond::All(parts) => parts.iter().for_each(|p| self.comparisons(p)),
            Cond::Compare(_, a, b, _) => {
                self.num(a);
                self.num(b);
            }
            _ => {}
        }
    }
}

/// The derivation of facts that hold in every state.
struct Certainty {
    facts: Facts,
    queue: Vec<FactId>,
    /// Bindings whose rest did not hold certainly when it was tested last.
    open: Vec<(usize, Box<[u32]>)>,
}

impl Certainty {
    fn apply(&mut self, engine: &Engine<'_>, join: &mut Join, rule: usize, start: Start<'_>, found: &mut Vec<u32>) {
        found.clear();
        let on = Known { task: engine.task, facts: &self.facts, initial: &engine.facts, fuel: &engine.fuel };
        join.run(&engine.program.certain[rule], start, on, |_| false, found);
        for binding in found.chunks_exact_mut(engine.program.certain[rule].width()) {
            self.test(engine, rule, binding);
        }
    }

    fn test(&mut self, engine: &Engine<'_>, number: usize, binding: &mut [u32]) {
        let rule = &engine.program.certain[number];
        let mut objects = Objects::new();
        values(&rule.output.arguments, binding, &mut objects);
        if self.facts.marks_of(rule.output.head, &objects) & (TRUE | TRUE_QUEUED) != 0 {
            return;
        }
        let world = engine.world(&engine.fuel);
        if rule.rest.iter().all(|c| world.must(c, binding, &rule.types, &self.facts)) {
            let fact = self.facts.intern(rule.output.head, &objects);
            self.facts.mark(fact, TRUE_QUEUED);
            self.queue.push(fact);
        } else {
            self.open.push((number, Box::from(&*binding)));
        }
    }
}
