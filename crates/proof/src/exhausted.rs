//! The check of a closed set of states: the initial one is in it, no success is, and no step leads out of it.

use crate::certificate::{Exhausted, StateLayout};
use crate::ground::{Class, GroundChange};
use crate::logic::{Cloud, Cond, State, Truth, Value, bit, set_bit, size_cost, words_for};
use crate::rejection::{Budget, Checked, Rejection, Summary};
use crate::rules::{Field, Next};
use crate::setup::Setup;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use stepguard_task::{AssignOp, Task};
use stepguard_text::Number;

/// The packed states, to be looked up.
struct Set {
    words: usize,
    states: Vec<u64>,
    /// Open addressing, at most half full: 0 is empty, else position + 1.
    slots: Vec<u32>,
}

impl Set {
    fn hash(state: &[u64]) -> usize {
        let mut hash = 0_u64;
        for word in state {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hash ^= hash >> 32;
        usize::try_from(hash & 0xffff_ffff).unwrap_or(0)
    }

    fn get(&self, index: usize) -> &[u64] {
        &self.states[index * self.words..(index + 1) * self.words]
    }

    fn find(&self, state: &[u64]) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = Self::hash(state) & mask;
        loop {
            match self.slots[slot] {
                0 => return Err(slot),
                taken if self.get(taken as usize - 1) == state => return Ok(taken as usize - 1),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn contains(&self, state: &[u64]) -> bool {
        self.find(state).is_ok()
    }
}

fn get_bits(words: &[u64], offset: usize, width: u32) -> u64 {
    if width == 0 {
        return 0;
    }
    let (word, shift) = (offset / 64, (offset % 64) as u32);
    let mut value = words[word] >> shift;
    if shift + width > 64 {
        value |= words[word + 1] << (64 - shift);
    }
    value & (u64::MAX >> (64 - width))
}

fn put_bits(words: &mut [u64], offset: usize, width: u32, value: u64) {
    if width == 0 {
        return;
    }
    let (word, shift) = (offset / 64, (offset % 64) as u32);
    words[word] |= value << shift;
    if shift + width > 64 {
        words[word + 1] |= value >> (64 - shift);
    }
}

/// A step, prepared for many states.
struct Fast {
    /// The precondition's facts: word, mask, value.
    literals: Vec<(usize, u64, u64)>,
    /// The rest of it.
    others: Vec<Cond>,
    /// Unconditional changes of facts: word, bits that turn true, bits that turn false.
    changes: Vec<(usize, u64, u64)>,
    /// Conditional ones: condition, fact, value.
    conditional: Vec<(Cond, u32, bool)>,
    /// Positions of the effects on fluents, and of those that cannot be carried out.
    values: Vec<usize>,
    /// Watched conditions that may come out otherwise after it.
    affected: Vec<usize>,
}

enum Combined {
    Set(Value),
    Add(Number),
    Scale(Number),
}

struct Checker<'t, 'c> {
    setup: Setup<'t>,
    evidence: &'c Exhausted,
    layout: StateLayout,
    positions: FxHashMap<Value, u64>,
    set: Set,
    steps: Vec<Fast>,
    /// Rule instances' conditions and triggers, alternating.
    watched: Vec<Cond>,
    /// Watched conditions read derived atoms.
    watches_derived: bool,
    /// Bits of facts outside of the frame, by word.
    outside: Vec<u64>,
    dead: FxHashSet<Box<[u64]>>,
    memory_left: u64,
    successors: u64,
}

/// A state with the rules' memory and the number of states before it, as far as they are counted.
#[derive(Clone)]
struct Product {
    state: State,
    memory: Vec<u64>,
    clock: u64,
}

pub(crate) fn check(task: &Task, evidence: &Exhausted, budget: Budget) -> Checked<Summary> {
    let setup = Setup::new(task, &evidence.frame, budget)?;
    let mut checker = Checker::new(setup, evidence)?;
    checker.run()
}

impl<'t, 'c> Checker<'t, 'c> {
    fn new(mut setup: Setup<'t>, evidence: &'c Exhausted) -> Checked<Self> {
        let facts = setup.grounder.facts;
        let layout = StateLayout::new(facts, setup.grounder.tracked, evidence.values.len(), setup.layout.bits);
        if evidence.states.width() != layout.bytes() {
            return Err(Rejection::Malformed(format!(
                "its states have {} bytes where {} are needed",
                evidence.states.width(),
                layout.bytes()
            )));
        }
        let mut positions = FxHashMap::default();
        for (position, value) in (0_u64..).zip(&evidence.values) {
            if let Value::Object(object) = value
                && object.index() >= setup.grounder.task.objects.len()
            {
                return Err(Rejection::Malformed(format!("value {position} is no object of the task")));
            }
            if positions.insert(value.clone(), position).is_some() {
                return Err(Rejection::Malformed(format!("value {position} is there twice")));
            }
        }
        let words = words_for(layout.bits()).max(1);
        let count = usize::try_from(evidence.states.len()).map_err(|_| Rejection::Budget("memory"))?;
        let slots = count.saturating_mul(2).max(2).checked_next_power_of_two().unwrap_or(usize::MAX);
        let needed = (count as u64)
            .saturating_mul(words as u64)
            .saturating_mul(8)
            .saturating_add((slots as u64).saturating_mul(4));
        let Some(memory_left) = setup.grounder.memory_left().checked_sub(needed).filter(|_| count < u32::MAX as usize)
        else {
            return Err(Rejection::Budget("memory"));
        };
        let mut set = Set { words, states: Vec::with_capacity(count * words), slots: vec![0; slots] };
        let fuel = &mut setup.grounder.fuel;
        let mut number = 0_u32;
        evidence.states.each(|bytes| {
            fuel.spend(words as u64)?;
            let start = set.states.len();
            for chunk in bytes.chunks(8) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                set.states.push(u64::from_le_bytes(word));
            }
            set.states.resize(start + words, 0);
            let used = layout.bits() % 8;
            if bytes.last().is_some_and(|last| used != 0 && last >> used != 0) {
                return Err(Rejection::Malformed(format!("state {number} has bits behind its end")));
            }
            let state: SmallVec<[u64; 8]> = SmallVec::from_slice(&set.states[start..]);
            // In ascending order, so none is there twice.
            if let Err(slot) = set.find(&state) {
                number += 1;
                set.slots[slot] = number;
            }
            Ok(())
        })?;
        let mut outside = vec![u64::MAX; words_for(setup.grounder.atoms.len())];
        for (word, bits) in outside.iter_mut().enumerate() {
            if facts >= (word + 1) * 64 {
                *bits = 0;
            } else if facts > word * 64 {
                *bits <<= facts - word * 64;
            }
        }
        let watched: Vec<Cond> =
            setup.watches.iter().flat_map(|watch| [watch.condition.clone(), watch.trigger.clone()]).collect();
        let mut checker = Self {
            setup,
            evidence,
            layout,
            positions,
            set,
            steps: Vec::new(),
            watched,
            watches_derived: false,
            outside,
            dead: FxHashSet::default(),
            memory_left,
            successors: 0,
        };
        checker.prepare()?;
        Ok(checker)
    }

    fn prepare(&mut self) -> Checked<()> {
        // Who reads a fact or fluent; conditions with derived atoms are looked at after every step.
        let mut fact_readers: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        let mut fluent_readers: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        let mut always: Vec<usize> = Vec::new();
        for (index, cond) in self.watched.iter().enumerate() {
            cond.leaves(&mut |leaf| match leaf {
                Cond::Fact(fact, _) => fact_readers.entry(*fact).or_default().push(index),
                Cond::Derived(..) => always.push(index),
                Cond::Case(fluent, _) | Cond::Is(fluent, ..) => fluent_readers.entry(*fluent).or_default().push(index),
                Cond::Compare(_, sides, _) => {
                    for side in [&sides.0, &sides.1] {
                        side.fluents(&mut |fluent| fluent_readers.entry(fluent).or_default().push(index));
                    }
                }
                Cond::Const(_) | Cond::And(_) | Cond::Or(_) => {}
            });
        }
        self.watches_derived = !always.is_empty();
        for step in &self.setup.steps {
            let mut fast = Fast {
                literals: Vec::new(),
                others: Vec::new(),
                changes: Vec::new(),
                conditional: Vec::new(),
                values: Vec::new(),
                affected: always.clone(),
            };
            for cond in &step.precondition {
                match cond {
                    Cond::Fact(fact, want) => {
                        let (word, mask) = (*fact as usize / 64, 1_u64 << (fact % 64));
                        let value = if *want { mask } else { 0 };
                        match fast.literals.iter_mut().find(|(known, ..)| *known == word) {
                            Some((_, known, values)) => {
                                *known |= mask;
                                *values |= value;
                            }
                            None => fast.literals.push((word, mask, value)),
                        }
                    }
                    other => fast.others.push(other.clone()),
                }
            }
            for (index, effect) in step.effects.iter().enumerate() {
                let (fact, value) = match &effect.change {
                    GroundChange::Add(fact) => (*fact, true),
                    GroundChange::Delete(fact) => (*fact, false),
                    GroundChange::Number(_, fluent, _) | GroundChange::Object(fluent, _) => {
                        fast.affected.extend(fluent_readers.get(fluent).into_iter().flatten());
                        fast.values.push(index);
                        continue;
                    }
                    GroundChange::Fault => {
                        fast.values.push(index);
                        continue;
                    }
                };
                fast.affected.extend(fact_readers.get(&fact).into_iter().flatten());
                if !effect.condition.is(Truth::True) {
                    fast.conditional.push((effect.condition.clone(), fact, value));
                    continue;
                }
                let (word, mask) = (fact as usize / 64, 1_u64 << (fact % 64));
                let change = match fast.changes.iter_mut().find(|(known, ..)| *known == word) {
                    Some(change) => change,
                    None => {
                        fast.changes.push((word, 0, 0));
                        fast.changes.last_mut().expect("it was just put there")
                    }
                };
                if value {
                    change.1 |= mask;
                } else {
                    change.2 |= mask;
                }
            }
            fast.affected.sort_unstable();
            fast.affected.dedup();
            self.setup.grounder.fuel.spend(fast.affected.len() as u64 + 1)?;
            self.steps.push(fast);
        }
        Ok(())
    }

    fn run(&mut self) -> Checked<Summary> {
        let Some((state, memory)) = self.setup.start()? else { return Ok(self.summary(true)) };
        let start = Product { state, memory, clock: 0 };
        let packed = self.pack(&start);
        if !packed.as_deref().is_some_and(|packed| self.set.contains(packed)) && !self.is_dead_end(&start, packed)? {
            let state = self.setup.state_text(&start.state, &start.memory, start.clock);
            return Err(Rejection::Start(format!("the initial state is not in the set: {state}")));
        }
        let base = start.state;
        let mut product = Product { state: base.clone(), memory: vec![0; self.setup.layout.instances.len()], clock: 0 };
        let mut next = product.clone();
        let mut truths = Vec::with_capacity(self.watched.len());
        let count = self.set.states.len() / self.set.words;
        for index in 0..count {
            self.unpack(index, &base, &mut product)?;
            product.state.derive(&self.setup.derivation, &mut self.setup.grounder.fuel)?;
            truths.clear();
            for cond in &self.watched {
                truths.push(product.state.holds(cond, &mut self.setup.grounder.fuel)?);
            }
            if self.is_broken(&product, &truths) {
                continue;
            }
            self.no_success(&product, &truths)?;
            for step in 0..self.steps.len() {
                if self.is_applicable(step, &product.state)? && self.apply(step, &product, &truths, &mut next)? {
                    self.is_covered(step, &product, &next)?;
                }
            }
        }
        Ok(self.summary(false))
    }

    fn summary(&self, at_start: bool) -> Summary {
        Summary {
            kind: "exhausted",
            facts: self.setup.grounder.facts as u64,
            fluents: self.setup.grounder.tracked as u64,
            steps: self.steps.len() as u64,
            claims: self.evidence.states.len(),
            successors: self.successors,
            dead_ends: self.dead.len() as u64,
            work: self.setup.grounder.fuel.spent(),
            at_start,
        }
    }

    /// Whether the state by itself breaks a rule that needs no memory: then nothing has to be known of it. Writers may
    /// find out one state later that a window was open.
    fn is_broken(&self, product: &Product, truths: &[bool]) -> bool {
        self.setup.layout.instances.iter().zip(truths.chunks(2)).any(|(instance, truths)| {
            instance.memory.is_none() && instance.observe(0, product.clock, truths[0], truths[1]) == Next::Broken
        })
    }

    fn no_success(&mut self, product: &Product, truths: &[bool]) -> Checked<()> {
        let kept = self
            .setup
            .layout
            .instances
            .iter()
            .zip(&product.memory)
            .zip(truths.chunks(2))
            .all(|((instance, memory), truths)| instance.is_kept(*memory, product.clock, truths[0]));
        if kept && product.state.holds(&self.setup.goal, &mut self.setup.grounder.fuel)? {
            let state = self.setup.state_text(&product.state, &product.memory, product.clock);
            return Err(Rejection::Success(format!("the goal and all rules hold in a state of the set: {state}")));
        }
        Ok(())
    }

    fn is_applicable(&mut self, step: usize, state: &State) -> Checked<bool> {
        let fast = &self.steps[step];
        let fuel = &mut self.setup.grounder.fuel;
        fuel.spend(1)?;
        if fast.literals.iter().any(|(word, mask, value)| state.facts[*word] & mask != *value) {
            return Ok(false);
        }
        for cond in &fast.others {
            if !state.holds(cond, fuel)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Computes the successor; false when the step cannot run after all or breaks a rule for good.
    fn apply(&mut self, index: usize, product: &Product, truths: &[bool], next: &mut Product) -> Checked<bool> {
        let fast = &self.steps[index];
        let fuel = &mut self.setup.grounder.fuel;
        fuel.spend((fast.changes.len() + product.memory.len()) as u64 + 2)?;
        next.state.facts.copy_from_slice(&product.state.facts);
        let facts = &mut next.state.facts;
        for (word, _, deleted) in &fast.changes {
            facts[*word] &= !deleted;
        }
        if !fast.conditional.is_empty() {
            // Deletes first: an add wins.
            let mut adds: SmallVec<[u32; 8]> = SmallVec::new();
            for (condition, fact, value) in &fast.conditional {
                if product.state.holds(condition, fuel)? {
                    if *value {
                        adds.push(*fact);
                    } else {
                        facts[*fact as usize / 64] &= !(1 << (fact % 64));
                    }
                }
            }
            for fact in adds {
                set_bit(facts, fact);
            }
        }
        for (word, added, _) in &fast.changes {
            facts[*word] |= added;
        }
        next.state.fluents.clone_from_slice(&product.state.fluents);
        if !fast.values.is_empty() && !self.change_fluents(index, product, next)? {
            return Ok(false);
        }
        if self.leaves_frame(index, product, next)? {
            return Ok(false);
        }
        let fast = &self.steps[index];
        let fuel = &mut self.setup.grounder.fuel;
        if self.watches_derived {
            next.state.derive(&self.setup.derivation, fuel)?;
        }
        next.clock = (product.clock + 1).min(self.setup.layout.clock_limit);
        let mut affected = fast.affected.iter().copied().peekable();
        for (number, instance) in self.setup.layout.instances.iter().enumerate() {
            let mut now = [truths[number * 2], truths[number * 2 + 1]];
            for (at, truth) in (number * 2..).zip(&mut now) {
                if affected.next_if_eq(&at).is_some() {
                    *truth = next.state.holds(&self.watched[at], fuel)?;
                }
            }
            match instance.observe(product.memory[number], next.clock, now[0], now[1]) {
                Next::Broken => return Ok(false),
                Next::Memory(memory) => next.memory[number] = memory,
            }
        }
        Ok(true)
    }

    /// New values of fluents; false when the effects cannot be carried out.
    fn change_fluents(&mut self, index: usize, product: &Product, next: &mut Product) -> Checked<bool> {
        let fuel = &mut self.setup.grounder.fuel;
        let mut pending: SmallVec<[(u32, Combined); 4]> = SmallVec::new();
        let state = &product.state;
        let step = &self.setup.steps[index];
        for effect in self.steps[index].values.iter().map(|at| &step.effects[*at]) {
            if !state.holds(&effect.condition, fuel)? {
                continue;
            }
            let (fluent, change) = match &effect.change {
                GroundChange::Number(op, fluent, amount) => {
                    let Some(amount) = state.number(amount, fuel)? else { return Ok(false) };
                    let change = match op {
                        AssignOp::Assign => Combined::Set(Value::Number(amount)),
                        AssignOp::Increase => Combined::Add(amount),
                        AssignOp::Decrease => Combined::Add(amount.neg()),
                        AssignOp::ScaleUp => Combined::Scale(amount),
                        AssignOp::ScaleDown => match Number::one().div(&amount) {
                            Some(factor) => Combined::Scale(factor),
                            None => return Ok(false),
                        },
                    };
                    (*fluent, change)
                }
                GroundChange::Object(fluent, value) => {
                    (*fluent, Combined::Set(value.map_or(Value::Undefined, Value::Object)))
                }
                GroundChange::Fault => return Ok(false),
                GroundChange::Add(_) | GroundChange::Delete(_) => continue,
            };
            let Some((_, earlier)) = pending.iter_mut().find(|(known, _)| *known == fluent) else {
                pending.push((fluent, change));
                continue;
            };
            match (earlier, change) {
                (Combined::Add(sum), Combined::Add(amount)) => {
                    *sum = sum.add(&amount);
                    fuel.spend(size_cost(sum))?;
                }
                (Combined::Scale(product), Combined::Scale(factor)) => {
                    *product = product.mul(&factor);
                    fuel.spend(size_cost(product))?;
                }
                _ => return Ok(false),
            }
        }
        for (fluent, change) in pending {
            let unread = self.setup.grounder.classes[fluent as usize] == Class::Unread;
            let value = match (change, &state.fluents[fluent as usize]) {
                (Combined::Set(value), _) => value,
                // It has a value, or none of the adjustments could be among the unread ones.
                (Combined::Add(_) | Combined::Scale(_), _) if unread => continue,
                (Combined::Add(amount), Value::Number(old)) => Value::Number(old.add(&amount)),
                (Combined::Scale(factor), Value::Number(old)) => Value::Number(old.mul(&factor)),
                (Combined::Add(_) | Combined::Scale(_), _) => return Ok(false),
            };
            if unread {
                continue;
            }
            if let Value::Number(number) = &value {
                fuel.spend(size_cost(number))?;
            }
            next.state.fluents[fluent as usize] = value;
        }
        Ok(true)
    }

    /// Whether the successor breaks an `always` rule by a fact outside of the frame; anything else that changes there
    /// is against the claim.
    fn leaves_frame(&mut self, index: usize, product: &Product, next: &Product) -> Checked<bool> {
        let changed = |(word, outside): (usize, &u64)| (product.state.facts[word] ^ next.state.facts[word]) & outside;
        let mut why = None;
        for (word, bits) in self.outside.iter().enumerate().map(|entry| (entry.0, changed(entry))) {
            if bits == 0 {
                continue;
            }
            for fact in (0..64).filter(|at| bits >> at & 1 == 1).map(|at| u32::try_from(word * 64 + at).unwrap_or(0)) {
                let value = bit(&next.state.facts, fact);
                if self.setup.clauses.forbids(fact, value) {
                    return Ok(true);
                }
                let how = if value { GroundChange::Add(fact) } else { GroundChange::Delete(fact) };
                why.get_or_insert_with(|| self.setup.change_text(&how));
            }
        }
        let tracked = self.setup.grounder.tracked;
        for fluent in tracked..product.state.fluents.len() {
            if product.state.fluents[fluent] != next.state.fluents[fluent] {
                let fluent = u32::try_from(fluent).unwrap_or(u32::MAX);
                why.get_or_insert_with(|| self.setup.change_text(&GroundChange::Object(fluent, None)));
            }
        }
        match why {
            None => Ok(false),
            Some(why) => Err(self.open(index, product, why)),
        }
    }

    fn open(&self, step: usize, before: &Product, why: String) -> Rejection {
        Rejection::Open {
            step: self.setup.grounder.step_text(&self.setup.steps[step]),
            state: self.setup.state_text(&before.state, &before.memory, before.clock),
            why,
        }
    }

    fn is_covered(&mut self, step: usize, before: &Product, next: &Product) -> Checked<()> {
        self.successors += 1;
        let packed = self.pack(next);
        if packed.as_deref().is_some_and(|packed| self.set.contains(packed)) || self.is_dead_end(next, packed)? {
            return Ok(());
        }
        let state = self.setup.state_text(&next.state, &next.memory, next.clock);
        let what = if self.evidence.dead_ends { "neither in the set nor a dead end" } else { "not in the set" };
        Err(self.open(step, before, format!("the state after it is {what}: {state}")))
    }

    /// The packed state; `None`: one of its values is not among those of the set.
    fn pack(&mut self, product: &Product) -> Option<SmallVec<[u64; 8]>> {
        let mut words: SmallVec<[u64; 8]> = SmallVec::new();
        words.resize(self.set.words, 0);
        let facts = self.setup.grounder.facts;
        for ((word, facts), outside) in
            words.iter_mut().zip(&product.state.facts).zip(&self.outside).take(words_for(facts))
        {
            *word = facts & !outside;
        }
        for (fluent, value) in product.state.fluents[..self.setup.grounder.tracked].iter().enumerate() {
            let position = *self.positions.get(value)?;
            put_bits(&mut words, self.layout.fluent(fluent), self.layout.value_bits(), position);
        }
        let rules = self.layout.rules();
        if let Some(Field { offset, width }) = self.setup.layout.clock {
            put_bits(&mut words, rules + offset as usize, width, product.clock);
        }
        for (instance, memory) in self.setup.layout.instances.iter().zip(&product.memory) {
            if let Some(Field { offset, width }) = instance.memory {
                put_bits(&mut words, rules + offset as usize, width, *memory);
            }
        }
        Some(words)
    }

    fn unpack(&mut self, index: usize, base: &State, into: &mut Product) -> Checked<()> {
        self.setup.grounder.fuel.spend(self.set.words as u64 + 1)?;
        let words = self.set.get(index);
        let facts = self.setup.grounder.facts;
        let kept = base.facts.iter().zip(&self.outside);
        for (index, (into, (base, outside))) in into.state.facts.iter_mut().zip(kept).enumerate() {
            // Behind the frame's facts other things follow in the packed words.
            let packed = if index < words_for(facts) { words[index] & !outside } else { 0 };
            *into = packed | base & outside;
        }
        for fluent in 0..self.setup.grounder.tracked {
            let position = get_bits(words, self.layout.fluent(fluent), self.layout.value_bits());
            let value = usize::try_from(position).ok().and_then(|position| self.evidence.values.get(position));
            let Some(value) = value else {
                return Err(Rejection::Malformed(format!("state {index} has a value that there is not")));
            };
            into.state.fluents[fluent].clone_from(value);
        }
        let rules = self.layout.rules();
        into.clock = match self.setup.layout.clock {
            Some(Field { offset, width }) => get_bits(words, rules + offset as usize, width),
            None => 0,
        };
        for (instance, memory) in self.setup.layout.instances.iter().zip(&mut into.memory) {
            *memory = match instance.memory {
                Some(Field { offset, width }) => get_bits(words, rules + offset as usize, width),
                None => 0,
            };
        }
        Ok(())
    }

    /// Whether success is out of reach from the state even when deletes and values are relaxed.
    fn is_dead_end(&mut self, product: &Product, packed: Option<SmallVec<[u64; 8]>>) -> Checked<bool> {
        if !self.evidence.dead_ends {
            return Ok(false);
        }
        if packed.as_deref().is_some_and(|packed| self.dead.contains(packed)) {
            return Ok(true);
        }
        let mut cloud = self.setup.cloud_of(&product.state);
        if !self.relax(&mut cloud)? || !self.setup.is_hopeless(&cloud, Some(&product.memory))? {
            return Ok(false);
        }
        // Remembering is only there to be quick, so it may stop when memory is short.
        let size = self.set.words as u64 * 8 + 48;
        if let (Some(packed), Some(left)) = (packed, self.memory_left.checked_sub(size)) {
            self.memory_left = left;
            self.dead.insert(packed.into_boxed_slice());
        }
        Ok(true)
    }

    /// Lets everything happen that can, without ever taking anything back; false when something outside of the frame may
    /// change.
    fn relax(&mut self, cloud: &mut Cloud) -> Checked<bool> {
        let mut done = vec![false; self.setup.steps.len()];
        loop {
            cloud.derive(&self.setup.derivation, &mut self.setup.grounder.fuel)?;
            let mut changed = false;
            for (index, step) in self.setup.steps.iter().enumerate() {
                if done[index] {
                    continue;
                }
                let fuel = &mut self.setup.grounder.fuel;
                if !cloud.may_all_hold(&step.precondition, fuel)? {
                    continue;
                }
                let mut complete = true;
                let mut firing: SmallVec<[usize; 8]> = SmallVec::new();
                for (at, effect) in step.effects.iter().enumerate() {
                    if cloud.mask(&effect.condition, fuel)?.may_be_true() {
                        firing.push(at);
                    } else {
                        complete = false;
                    }
                }
                for effect in firing.iter().map(|at| &step.effects[*at]) {
                    if !self.setup.stays_in_frame(step, &effect.change) {
                        return Ok(false);
                    }
                    changed |= match &effect.change {
                        GroundChange::Add(fact) if self.setup.clauses.forbids(*fact, true) => false,
                        GroundChange::Delete(fact) if self.setup.clauses.forbids(*fact, false) => false,
                        GroundChange::Add(fact) if !bit(&cloud.can_be_true, *fact) => {
                            set_bit(&mut cloud.can_be_true, *fact);
                            true
                        }
                        GroundChange::Delete(fact) if !bit(&cloud.can_be_false, *fact) => {
                            set_bit(&mut cloud.can_be_false, *fact);
                            true
                        }
                        GroundChange::Number(_, fluent, _) | GroundChange::Object(fluent, _)
                            if self.setup.grounder.classes[*fluent as usize] == Class::Tracked =>
                        {
                            cloud.fluents[*fluent as usize].take().is_some()
                        }
                        _ => false,
                    };
                }
                done[index] = complete;
            }
            if !changed {
                return Ok(true);
            }
        }
    }
}
