//! The ground task: operators, rules and goal over packed states.
//!
//! A state is a row of words: the bits of base facts, then of rule memory (so that a rule's demands are facts like others),
//! then the values of variables. Whether a step is allowed includes what the hard rules say: a step that breaks one for good
//! has no successor. Which states to look at, and in which order, is the searches' business.

use crate::condition::{Condition, Fact, Variable, View};
use crate::cost::Costs;
use crate::derived::Derived;
use crate::instantiate::{Assignment, Env, GroundEffect, Instantiator, TooMany};
use crate::rules::{Memory, Rules};
use crate::value::{Value, ValueId, ValueTable};
use stepguard_reach::{Answer, Budget as ReachBudget, Operator as Source, Relaxation, ground};
use stepguard_task::{ActionId, AtomTable, FactId, FunctionId, ObjectId, PredicateId, Task};
use stepguard_text::Number;

/// A ground operator's number, in the order of the task's actions, then of their arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperatorId(pub u32);

impl OperatorId {
    /// As an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a task cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// A feature that the planner does not know.
    Unsupported(String),
    /// Grounding would take more than its budget.
    TooLarge,
}

/// What a task may be grounded to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroundBudget {
    /// Facts and operators of the delete relaxation.
    pub facts: usize,
    /// Candidates that are looked at.
    pub steps: u64,
    /// Instances of quantifiers and effects.
    pub instances: u64,
}

impl Default for GroundBudget {
    fn default() -> Self {
        Self { facts: 2_000_000, steps: 100_000_000, instances: 100_000_000 }
    }
}

/// Some bits of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mask {
    word: u32,
    care: u64,
    value: u64,
}

/// A fact that changes under a condition.
#[derive(Debug, Clone)]
pub(crate) struct FactEffect {
    pub(crate) condition: Condition,
    pub(crate) fact: Fact,
    pub(crate) add: bool,
}

/// A ground action.
#[derive(Debug, Clone)]
pub struct Operator {
    /// The action.
    pub action: ActionId,
    /// Its arguments.
    pub arguments: Box<[ObjectId]>,
    /// What it costs; 1 when plans are compared by their length.
    pub cost: u64,
    /// Literals of the precondition, in source order.
    pub(crate) literals: Box<[(Fact, bool)]>,
    /// The rest of the precondition.
    pub(crate) rest: Option<Box<Condition>>,
    needs: Box<[Mask]>,
    /// Facts that it always adds.
    pub(crate) adds: Box<[Fact]>,
    /// Facts that it always deletes and does not always add.
    pub(crate) deletes: Box<[Fact]>,
    writes: Box<[Mask]>,
    pub(crate) conditional: Box<[FactEffect]>,
    pub(crate) assignments: Box<[(Condition, Variable, Assignment)]>,
    fails: Option<Box<Condition>>,
    /// Rules look at what it changes.
    watched: bool,
    /// It may change what rules of derived predicates read.
    pub(crate) moves_derived: bool,
}

impl Operator {
    /// Whether rules look at what it changes.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }

    /// When it cannot run although its precondition holds.
    pub(crate) fn fails(&self) -> Option<&Condition> {
        self.fails.as_deref()
    }
}

/// A task, ground.
#[derive(Debug)]
pub struct GroundTask<'t> {
    /// The task.
    pub task: &'t Task,
    /// The operators that can run in the relaxation.
    pub operators: Vec<Operator>,
    /// When a plan may end: the goal, and what the hard rules demand at the end.
    pub goal: Condition,
    /// How plans are compared.
    pub costs: Costs,
    pub(crate) fluents: AtomTable,
    pub(crate) variables: AtomTable,
    pub(crate) derived: Derived,
    pub(crate) rules: Rules,
    pub(crate) base_facts: usize,
    pub(crate) memory_bits: usize,
    initial: State,
    initial_values: ValueTable,
    /// Breaking a hard rule already by being there.
    pub(crate) initial_broken: bool,
    generator: Generator,
    lookup: AtomTable,
}

/// An unpacked state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Base facts and rule memory, then derived facts from a new word on.
    pub(crate) bits: Vec<u64>,
    pub(crate) variables: Vec<ValueId>,
    pub(crate) steps: u32,
}

/// Why a step has no successor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The precondition does not hold, or an effect has no value.
    NotApplicable,
    /// A hard rule is broken for good.
    BreaksRule,
    /// A number grew beyond what is searched.
    TooLong,
}

/// Longest numerator and denominator together, in bits, of a number in a state: squaring one at every step would otherwise
/// fill the memory.
const MOST_BITS: u64 = 4096;

impl<'t> GroundTask<'t> {
    /// Grounds `task`. `with_rules`: hard trajectory rules are part of it.
    ///
    /// # Errors
    /// When it has features that are not supported, or is too large.
    pub fn new(task: &'t Task, with_rules: bool, budget: &GroundBudget) -> Result<Self, Obstacle> {
        if let Some((feature, _)) = task.unsupported.first() {
            return Err(Obstacle::Unsupported((*feature).to_owned()));
        }
        if !task.durative_actions.is_empty() {
            return Err(Obstacle::Unsupported("durative actions".to_owned()));
        }
        if !task.timed_literals.is_empty() {
            return Err(Obstacle::Unsupported("timed initial literals".to_owned()));
        }
        let grounding = ground(task, ReachBudget { facts: budget.facts, steps: budget.steps });
        if !grounding.complete {
            return Err(Obstacle::TooLarge);
        }
        Self::build(task, &grounding, with_rules, budget).map_err(|TooMany| Obstacle::TooLarge)
    }

    fn build(
        task: &'t Task,
        grounding: &stepguard_reach::Grounding,
        with_rules: bool,
        budget: &GroundBudget,
    ) -> Result<Self, TooMany> {
        let mut instances = Instantiator::new(task, grounding, budget.instances);
        let mut order: Vec<(ActionId, &[ObjectId])> = grounding
            .operators()
            .filter_map(|operator| match operator.operator {
                Source::Action(action) => Some((action, operator.arguments)),
                Source::DurativeStart(_) | Source::DurativeEnd(_) | Source::Timed(_) => None,
            })
            .collect();
        order.sort_unstable();

        // Memory bits come after the facts, and their number depends on the rules' instances only.
        let rule_instances = if with_rules { Rules::instances(task)? } else { Vec::new() };
        let memory = Memory::of(&rule_instances);
        let base_facts = instances.fluents.len();
        let base_words = (base_facts + memory.bits).div_ceil(64);
        instances.derived_from = u32::try_from(base_words * 64).map_err(|_| TooMany)?;

        let mut goal = instances.condition(&task.goal, true, &mut Env::new(&[], task.goal_slots))?;
        let rules = Rules::new(&mut instances, rule_instances, &memory, base_facts)?;
        goal = Condition::all([goal, rules.at_end()]);
        let derived = Derived::new(task, &mut instances, base_words)?;
        let mut costs = Costs::new(task, &mut instances)?;

        let mut drafts: Vec<Draft> = Vec::with_capacity(order.len());
        for (action, arguments) in order {
            if let Some(draft) = draft(task, &mut instances, action, arguments, &costs)? {
                drafts.push(draft);
            }
        }
        let amounts = costs.settle(drafts.iter_mut().map(|draft| draft.cost.take()));

        let mut values = ValueTable::default();
        let mut variables = Vec::with_capacity(instances.variables.len());
        for index in 0..instances.variables.len() {
            let (head, arguments) = instances.variables.atom(FactId(index as u32));
            variables.push(values.intern(instances.initial_value(FunctionId(head.0), arguments)));
        }
        let operators: Vec<Operator> =
            drafts.into_iter().zip(amounts).map(|(draft, cost)| draft.finish(cost, &rules, &derived)).collect();
        let mut lookup = AtomTable::with_capacity(operators.len());
        for operator in &operators {
            // Each is new, for the relaxation lists an operator once: its number in the table is its own.
            lookup.intern(PredicateId(operator.action.0), &operator.arguments);
        }
        let generator = Generator::new(&operators, base_words * 64);
        let total_words = base_words + derived.words();
        let mut ground = Self {
            task,
            operators,
            goal,
            costs,
            fluents: instances.fluents,
            variables: instances.variables,
            derived,
            rules,
            base_facts,
            memory_bits: memory.bits,
            initial: State { bits: vec![0; total_words], variables, steps: 0 },
            initial_values: values,
            initial_broken: false,
            generator,
            lookup,
        };
        ground.start();
        Ok(ground)
    }

    /// Fills the initial state.
    fn start(&mut self) {
        let mut state = self.initial.clone();
        for (predicate, arguments) in self.task.init.iter() {
            if let Some(id) = self.fluents.lookup(predicate, arguments) {
                Fact(id.0).set(&mut state.bits, true);
            }
        }
        self.derived.compute(&mut state, &self.initial_values);
        self.initial_broken = !self.rules.begin(&mut state, &self.initial_values);
        self.initial = state;
    }

    /// A table with the values of the initial state.
    #[must_use]
    pub fn initial_values(&self) -> ValueTable {
        self.initial_values.clone()
    }

    /// The value of a variable at the start.
    pub(crate) fn initial_value(&self, variable: usize) -> &Value {
        self.initial_values.get(self.initial.variables[variable])
    }

    /// The initial state.
    #[must_use]
    pub fn initial(&self) -> &State {
        &self.initial
    }

    /// Whether a hard rule is broken before the first step, for good.
    #[must_use]
    pub fn initial_broken(&self) -> bool {
        self.initial_broken
    }

    /// The operator of an action with these arguments, if it can ever run.
    #[must_use]
    pub fn operator(&self, action: ActionId, arguments: &[ObjectId]) -> Option<OperatorId> {
        self.lookup.lookup(PredicateId(action.0), arguments).map(|id| OperatorId(id.0))
    }

    /// The base fact of an atom, if it ever changes.
    #[must_use]
    pub fn fact(&self, predicate: PredicateId, arguments: &[ObjectId]) -> Option<Fact> {
        self.fluents.lookup(predicate, arguments).map(|id| Fact(id.0))
    }

    /// The step as it is written in a plan: `(open fridge)`.
    #[must_use]
    pub fn step_text(&self, operator: OperatorId) -> String {
        let operator = &self.operators[operator.index()];
        let mut out = String::new();
        self.task.write_step(&mut out, self.task.actions[operator.action.index()].name, &operator.arguments);
        out
    }

    /// A base fact as it is written: `(open fridge)`.
    #[must_use]
    pub fn fact_text(&self, fact: Fact) -> String {
        let (predicate, arguments) = self.fluents.atom(FactId(fact.0));
        let mut out = String::new();
        self.task.write_atom(&mut out, predicate, arguments);
        out
    }

    /// A fluent and its value: `(= (fuel truck) 3)`.
    pub(crate) fn value_text(&self, variable: usize, value: &Value) -> String {
        let (head, arguments) = self.variables.atom(FactId(variable as u32));
        let mut out = "(= ".to_owned();
        self.task.write_fluent(&mut out, FunctionId(head.0), arguments);
        out.push(' ');
        match value {
            Value::Undefined => out.push_str("undefined"),
            Value::Number(number) => out.push_str(&number.text()),
            Value::Object(object) => out.push_str(self.task.object_name(*object)),
        }
        out.push(')');
        out
    }

    /// Conjuncts of the goal that can never hold, not even when nothing that was achieved is ever lost.
    #[must_use]
    pub fn out_of_reach(&self) -> Vec<String> {
        let goal = &self.task.goal;
        let parts = match &goal.kind {
            stepguard_task::FormulaKind::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(goal),
        };
        let mut relaxation = Relaxation::new(self.task, ReachBudget::default());
        let environment = vec![stepguard_task::UNBOUND; self.task.goal_slots];
        parts
            .iter()
            .filter(|part| relaxation.formula(part, &environment) == Answer::Unachievable)
            .map(|part| {
                let mut out = String::new();
                self.task.write_formula(&mut out, part, stepguard_task::Bindings::NONE);
                out
            })
            .collect()
    }

    /// Words of a packed state. A state of no bits still takes one, so that states can be counted.
    #[must_use]
    pub fn packed_words(&self) -> usize {
        (self.base_words() + (self.variables.len() + usize::from(self.rules.clock > 0)).div_ceil(2)).max(1)
    }

    pub(crate) fn base_words(&self) -> usize {
        (self.base_facts + self.memory_bits).div_ceil(64)
    }

    /// Packs a state: derived facts follow from the rest and are left out.
    pub fn pack(&self, state: &State, out: &mut Vec<u64>) {
        out.clear();
        out.extend_from_slice(&state.bits[..self.base_words()]);
        let clock = (self.rules.clock > 0).then_some(state.steps);
        let mut half: Option<u32> = None;
        for word in state.variables.iter().map(|id| id.0).chain(clock) {
            match half.take() {
                None => half = Some(word),
                Some(low) => out.push(u64::from(low) | u64::from(word) << 32),
            }
        }
        if let Some(low) = half {
            out.push(u64::from(low));
        }
        out.resize(self.packed_words(), 0);
    }

    /// Unpacks a state.
    pub fn unpack(&self, packed: &[u64], values: &ValueTable, state: &mut State) {
        self.unpack_base(packed, state);
        self.derived.compute(state, values);
    }

    /// Unpacks a state but for its derived facts, which are all false then.
    pub(crate) fn unpack_base(&self, packed: &[u64], state: &mut State) {
        let words = self.base_words();
        state.bits.clear();
        state.bits.extend_from_slice(&packed[..words]);
        state.bits.resize(words + self.derived.words(), 0);
        state.variables.clear();
        let mut halves = packed[words..].iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]);
        state.variables.extend(halves.by_ref().take(self.variables.len()).map(ValueId));
        state.steps = if self.rules.clock > 0 { halves.next().unwrap_or(0) } else { 0 };
    }

    /// A state as conditions read it.
    #[must_use]
    pub fn view<'a>(&self, state: &'a State, values: &'a ValueTable) -> View<'a> {
        View { bits: &state.bits, variables: &state.variables, values, steps: state.steps }
    }

    /// Whether a plan may end here and succeeds.
    #[must_use]
    pub fn is_goal(&self, state: &State, values: &ValueTable) -> bool {
        self.goal.holds(self.view(state, values))
    }

    /// The operators whose precondition holds, in order.
    pub fn applicable(&self, state: &State, values: &ValueTable, out: &mut Vec<OperatorId>) {
        out.clear();
        self.generator.candidates(&state.bits[..self.base_words()], out);
        out.retain(|id| self.can_run(&self.operators[id.index()], state, values));
        out.sort_unstable();
    }

    /// Whether the precondition of an operator holds.
    #[must_use]
    pub fn is_applicable(&self, operator: OperatorId, state: &State, values: &ValueTable) -> bool {
        self.can_run(&self.operators[operator.index()], state, values)
    }

    fn can_run(&self, operator: &Operator, state: &State, values: &ValueTable) -> bool {
        operator.needs.iter().all(|mask| state.bits[mask.word as usize] & mask.care == mask.value)
            && operator.rest.as_ref().is_none_or(|rest| rest.holds(self.view(state, values)))
    }

    /// Carries out an operator whose precondition holds: `next` becomes the state after it.
    ///
    /// # Errors
    /// When an effect has no value or the step breaks a rule; `next` then means nothing.
    pub fn apply(
        &self,
        operator: OperatorId,
        state: &State,
        values: &mut ValueTable,
        next: &mut State,
    ) -> Result<(), Refusal> {
        let operator = &self.operators[operator.index()];
        next.bits.clone_from(&state.bits);
        next.variables.clone_from(&state.variables);
        next.steps = state.steps;
        if let Some(fails) = &operator.fails
            && fails.holds(self.view(state, values))
        {
            return Err(Refusal::NotApplicable);
        }
        let mut moved = !operator.writes.is_empty();
        let view = self.view(state, values);
        // An add wins over a delete of the same step, whichever of them is conditional.
        let fires = |effect: &&FactEffect| effect.condition.holds(view);
        for effect in operator.conditional.iter().filter(|effect| !effect.add).filter(fires) {
            effect.fact.set(&mut next.bits, false);
            moved = true;
        }
        for mask in &operator.writes {
            let word = &mut next.bits[mask.word as usize];
            *word = *word & !mask.care | mask.value;
        }
        for effect in operator.conditional.iter().filter(|effect| effect.add).filter(fires) {
            effect.fact.set(&mut next.bits, true);
            moved = true;
        }
        if !operator.assignments.is_empty() {
            self.assign(operator, state, values, next)?;
            moved = true;
        }
        if moved && operator.moves_derived {
            self.derived.compute(next, values);
        }
        let kept = !operator.watched || self.rules.advance(state, next, values);
        if kept { Ok(()) } else { Err(Refusal::BreaksRule) }
    }

    /// The new values of variables: effects on one fluent are added up or multiplied, else refused.
    fn assign(
        &self,
        operator: &Operator,
        state: &State,
        values: &mut ValueTable,
        next: &mut State,
    ) -> Result<(), Refusal> {
        enum Combined {
            Set(Value),
            Add(Number),
            Scale(Number),
        }
        let mut pending: Vec<(Variable, Combined)> = Vec::new();
        for (condition, variable, assignment) in &operator.assignments {
            let view = self.view(state, values);
            if !condition.holds(view) {
                continue;
            }
            let number = |e: &crate::condition::Expression| e.value(view).ok_or(Refusal::NotApplicable);
            let change = match assignment {
                Assignment::Set(e) => Combined::Set(Value::Number(number(e)?)),
                Assignment::Increase(e) => Combined::Add(number(e)?),
                Assignment::Decrease(e) => Combined::Add(number(e)?.neg()),
                Assignment::ScaleUp(e) => Combined::Scale(number(e)?),
                Assignment::ScaleDown(e) => {
                    Combined::Scale(Number::one().div(&number(e)?).ok_or(Refusal::NotApplicable)?)
                }
                Assignment::Object(Some(object)) => Combined::Set(Value::Object(*object)),
                Assignment::Object(None) => Combined::Set(Value::Undefined),
            };
            let known = pending.iter_mut().find(|(v, _)| v == variable);
            match (known, change) {
                (None, change) => pending.push((*variable, change)),
                (Some((_, Combined::Add(sum))), Combined::Add(amount)) => *sum = sum.add(&amount),
                (Some((_, Combined::Scale(product))), Combined::Scale(factor)) => *product = product.mul(&factor),
                (Some(_), _) => return Err(Refusal::NotApplicable),
            }
        }
        for (variable, change) in pending {
            let old = values.get(state.variables[variable.index()]);
            let value = match (change, old) {
                (Combined::Set(value), _) => value,
                (Combined::Add(amount), Value::Number(old)) => Value::Number(old.add(&amount)),
                (Combined::Scale(factor), Value::Number(old)) => Value::Number(old.mul(&factor)),
                (Combined::Add(_) | Combined::Scale(_), _) => return Err(Refusal::NotApplicable),
            };
            if let Value::Number(number) = &value
                && number.big_bits() > MOST_BITS
            {
                return Err(Refusal::TooLong);
            }
            next.variables[variable.index()] = values.intern(value);
        }
        Ok(())
    }
}

/// An operator whose cost and rule instances are not settled.
struct Draft {
    action: ActionId,
    arguments: Box<[ObjectId]>,
    cost: crate::cost::Amount,
    precondition: Condition,
    effects: Vec<GroundEffect>,
}

fn draft(
    task: &Task,
    instances: &mut Instantiator<'_>,
    id: ActionId,
    arguments: &[ObjectId],
    costs: &Costs,
) -> Result<Option<Draft>, TooMany> {
    let action = &task.actions[id.index()];
    let mut env = Env::new(arguments, action.slots);
    let precondition = instances.condition(&action.precondition, true, &mut env)?;
    if precondition.is_false() {
        return Ok(None);
    }
    let mut effects = Vec::new();
    for effect in &action.effects {
        instances.effect(effect, &mut env, &mut effects)?;
    }
    let cost = costs.take(instances, &mut effects);
    if effects.iter().any(|e| matches!(e, GroundEffect::Fails(c) if c.is_true())) {
        return Ok(None);
    }
    Ok(Some(Draft { action: id, arguments: arguments.into(), cost, precondition, effects }))
}

impl Draft {
    fn finish(self, cost: u64, rules: &Rules, derived: &Derived) -> Operator {
        let parts = match self.precondition {
            Condition::And(parts) => parts,
            other => vec![other],
        };
        let mut literals = Vec::new();
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Condition::Fact(fact, positive) => literals.push((fact, positive)),
                part => rest.push(part),
            }
        }
        let (mut adds, mut deletes) = (Vec::new(), Vec::new());
        let (mut conditional, mut assignments, mut fails) = (Vec::new(), Vec::new(), Vec::new());
        for effect in self.effects {
            match effect {
                GroundEffect::Fact(condition, fact, true) if condition.is_true() => adds.push(fact),
                GroundEffect::Fact(condition, fact, false) if condition.is_true() => deletes.push(fact),
                GroundEffect::Fact(condition, fact, add) => conditional.push(FactEffect { condition, fact, add }),
                GroundEffect::Assign(condition, variable, assignment) => {
                    assignments.push((condition, variable, assignment));
                }
                GroundEffect::Fails(condition) => fails.push(condition),
            }
        }
        adds.sort_unstable();
        adds.dedup();
        deletes.sort_unstable();
        deletes.dedup();
        deletes.retain(|fact| adds.binary_search(fact).is_err());
        conditional.retain(|effect| adds.binary_search(&effect.fact).is_err());
        let writes = masks(adds.iter().map(|f| (*f, true)).chain(deletes.iter().map(|f| (*f, false))));
        let needs = masks(literals.iter().copied());
        let changed: Vec<Fact> =
            adds.iter().chain(&deletes).copied().chain(conditional.iter().map(|effect| effect.fact)).collect();
        let assigned: Vec<Variable> = assignments.iter().map(|(_, variable, _)| *variable).collect();
        let moves_derived = derived.reads(&changed, &assigned);
        let watched = rules.look_at(&changed, &assigned, moves_derived);
        Operator {
            action: self.action,
            arguments: self.arguments,
            cost,
            literals: literals.into(),
            rest: (!rest.is_empty()).then(|| Box::new(Condition::all(rest))),
            needs,
            adds: adds.into(),
            deletes: deletes.into(),
            writes,
            conditional: conditional.into(),
            assignments: assignments.into(),
            fails: (!fails.is_empty()).then(|| Box::new(Condition::any(fails))),
            watched,
            moves_derived,
        }
    }
}

/// Literals as masks, by word.
fn masks(literals: impl Iterator<Item = (Fact, bool)>) -> Box<[Mask]> {
    let mut masks: Vec<Mask> = Vec::new();
    for (fact, positive) in literals {
        let word = fact.0 / 64;
        let bit = 1_u64 << (fact.0 % 64);
        let value = if positive { bit } else { 0 };
        match masks.iter_mut().find(|mask| mask.word == word) {
            // A fact that must be true and false at once: no value fits, so `value` gets a bit that `care` lacks.
            Some(mask) if mask.care & bit != 0 && mask.value & bit != value => {
                mask.care &= !bit;
                mask.value |= bit;
            }
            // It stays so, however often the fact is named again.
            Some(mask) if mask.care & bit == 0 && mask.value & bit != 0 => {}
            Some(mask) => {
                mask.care |= bit;
                mask.value |= value;
            }
            None => masks.push(Mask { word, care: bit, value }),
        }
    }
    masks.into()
}

/// Finds operators that may be applicable: each is listed under one fact that it needs, the one that fewest others need.
#[derive(Debug)]
struct Generator {
    by_fact: Vec<Vec<OperatorId>>,
    always: Vec<OperatorId>,
}

impl Generator {
    fn new(operators: &[Operator], facts: usize) -> Self {
        let mut needed = vec![0_u32; facts];
        let positive = |operator: &Operator| {
            let literals: Vec<Fact> = operator
                .literals
                .iter()
                .filter(|(fact, positive)| *positive && fact.index() < facts)
                .map(|(fact, _)| *fact)
                .collect();
            literals
        };
        for operator in operators {
            for fact in positive(operator) {
                needed[fact.index()] += 1;
            }
        }
        let mut generator = Self { by_fact: vec![Vec::new(); facts], always: Vec::new() };
        for (index, operator) in operators.iter().enumerate() {
            let id = OperatorId(index as u32);
            match positive(operator).into_iter().min_by_key(|fact| (needed[fact.index()], *fact)) {
                Some(fact) => generator.by_fact[fact.index()].push(id),
                None => generator.always.push(id),
            }
        }
        generator
    }

    fn candidates(&self, bits: &[u64], out: &mut Vec<OperatorId>) {
        out.extend_from_slice(&self.always);
        for (word, bits) in bits.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let fact = word * 64 + bits.trailing_zeros() as usize;
                out.extend_from_slice(&self.by_fact[fact]);
                bits &= bits - 1;
            }
        }
    }
}
