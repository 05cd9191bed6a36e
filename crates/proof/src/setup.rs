//! What every kind of check starts from: ground steps, goal and rules of a task in a frame, without the steps that no
//! successful plan takes because an `always` rule is broken right after them.

use crate::certificate::Frame;
use crate::ground::{Class, GroundChange, GroundEffect, Grounder, Step, formulas_of};
use crate::logic::{Cloud, Cond, Derivation, Expr, State, Truth, Value, bit, set_bit, words_for};
use crate::rejection::{Budget, Checked};
use crate::rules::{Next, RuleLayout};
use rustc_hash::{FxHashMap, FxHashSet};
use stepguard_task::{AssignOp, Task, TrajectoryOp};
use stepguard_text::Number;

/// The longest disjunction that is kept of an `always` rule.
const MAX_CLAUSE: usize = 8;

/// The conditions of a rule's instance.
#[derive(Debug, Clone)]
pub(crate) struct Watch {
    pub(crate) condition: Cond,
    pub(crate) trigger: Cond,
}

/// Disjunctions of facts, one of which holds in every state of a plan that succeeds.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    pub(crate) list: Vec<Vec<(u32, bool)>>,
    by_fact: FxHashMap<u32, Vec<usize>>,
    units: FxHashSet<(u32, bool)>,
}

pub(crate) struct Setup<'t> {
    pub(crate) grounder: Grounder<'t>,
    pub(crate) layout: RuleLayout<'t>,
    pub(crate) steps: Vec<Step>,
    pub(crate) goal: Cond,
    /// One for every instance of the layout.
    pub(crate) watches: Vec<Watch>,
    pub(crate) derivation: Derivation,
    pub(crate) clauses: Clauses,
    /// Steps that were left out.
    pub(crate) doomed: u64,
}

impl Clauses {
    /// Takes from a condition that always holds what is a disjunction of facts.
    fn add(&mut self, cond: Cond) {
        for part in cond.into_conjuncts() {
            let facts = |parts: &[Cond]| -> Option<Vec<(u32, bool)>> {
                parts
                    .iter()
                    .map(|part| match part {
                        Cond::Fact(fact, want) => Some((*fact, *want)),
                        _ => None,
                    })
                    .collect()
            };
            let clause = match &part {
                Cond::Fact(..) => facts(std::slice::from_ref(&part)),
                Cond::Or(parts) if parts.len() <= MAX_CLAUSE => facts(parts),
                _ => None,
            };
            let Some(clause) = clause else { continue };
            if let [unit] = clause[..] {
                self.units.insert(unit);
            }
            for (fact, _) in &clause {
                self.by_fact.entry(*fact).or_default().push(self.list.len());
            }
            self.list.push(clause);
        }
    }

    /// Whether no successful plan ever makes the fact so.
    pub(crate) fn forbids(&self, fact: u32, value: bool) -> bool {
        self.units.contains(&(fact, !value))
    }
}

impl<'t> Setup<'t> {
    pub(crate) fn new(task: &'t Task, frame: &Frame, budget: Budget) -> Checked<Self> {
        let mut grounder = Grounder::new(task, frame, budget)?;
        let layout = RuleLayout::of(task)?;
        let mut clauses = Clauses::default();
        grounder.freeze(false);
        for instance in &layout.instances {
            if let TrajectoryOp::Always(condition) = instance.operator {
                let slots = task.rules[instance.rule].slots;
                clauses.add(grounder.closed(condition, slots, &instance.objects)?);
            }
        }
        grounder.freeze(true);
        let steps = grounder.steps()?;
        let goal = grounder.closed(&task.goal, task.goal_slots, &[])?;
        let mut watches = Vec::with_capacity(layout.instances.len());
        for instance in &layout.instances {
            let slots = task.rules[instance.rule].slots;
            let mut conds = formulas_of(instance.operator);
            let mut next = |grounder: &mut Grounder<'t>| match conds.next() {
                Some(formula) => grounder.closed(formula, slots, &instance.objects),
                None => Ok(Cond::FALSE),
            };
            let condition = next(&mut grounder)?;
            watches.push(Watch { condition, trigger: next(&mut grounder)? });
        }
        let derivation = grounder.derivation()?;
        let mut setup = Self { grounder, layout, steps, goal, watches, derivation, clauses, doomed: 0 };
        setup.drop_doomed()?;
        Ok(setup)
    }

    /// Where the condition of a `sometime-before` is `impossible`, its trigger is excluded: it would need the condition
    /// in an earlier state, and of earlier states everything that is claimed is known. (Of `sometime-after` and
    /// `always-within` the same cannot be said: there the condition may come with or after the trigger, out of a step that
    /// was never looked at because of it.) Gives whether anything new was learnt.
    pub(crate) fn exclude_triggers(&mut self, impossible: &[bool]) -> Checked<bool> {
        let task = self.grounder.task;
        let before = self.clauses.list.len();
        self.grounder.freeze(false);
        for (instance, impossible) in self.layout.instances.iter().zip(impossible) {
            let TrajectoryOp::SometimeBefore(trigger, _) = instance.operator else { continue };
            if *impossible {
                let slots = task.rules[instance.rule].slots;
                let trigger = self.grounder.closed(trigger, slots, &instance.objects)?;
                // Undefined is not triggered, so this says less than "not true"; for facts it is the same.
                self.clauses.add(trigger.negate());
            }
        }
        self.grounder.freeze(true);
        let learnt = self.clauses.list.len() > before;
        if learnt {
            // The trigger may read derived atoms that nothing read so far.
            self.derivation = self.grounder.derivation()?;
            self.drop_doomed()?;
        }
        Ok(learnt)
    }

    fn drop_doomed(&mut self) -> Checked<()> {
        let steps = std::mem::take(&mut self.steps);
        for step in steps {
            if self.is_doomed(&step)? {
                self.doomed += 1;
            } else {
                self.steps.push(step);
            }
        }
        Ok(())
    }

    /// Whether an `always` rule is surely broken in the state after the step.
    fn is_doomed(&mut self, step: &Step) -> Checked<bool> {
        if self.clauses.list.is_empty() {
            return Ok(false);
        }
        for effect in &step.effects {
            let (GroundChange::Add(fact) | GroundChange::Delete(fact)) = effect.change else { continue };
            for clause in self.clauses.by_fact.get(&fact).into_iter().flatten() {
                let clause = &self.clauses.list[*clause];
                self.grounder.fuel.spend((clause.len() * step.effects.len()) as u64)?;
                if clause.iter().all(|(fact, want)| self.fact_after(step, *fact) == Some(!*want)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The fact's truth after the step, where that is sure.
    fn fact_after(&self, step: &Step, fact: u32) -> Option<bool> {
        let (mut add, mut delete, mut maybe_add, mut maybe_delete) = (false, false, false, false);
        for GroundEffect { condition, change } in &step.effects {
            let sure = condition.is(Truth::True);
            match change {
                GroundChange::Add(added) if *added == fact => {
                    maybe_add = true;
                    add |= sure;
                }
                GroundChange::Delete(deleted) if *deleted == fact => {
                    maybe_delete = true;
                    delete |= sure;
                }
                _ => {}
            }
        }
        if add {
            return Some(true);
        }
        if delete && !maybe_add {
            return Some(false);
        }
        let before = if fact as usize >= self.grounder.facts {
            Some(self.grounder.initially[fact as usize])
        } else {
            step.precondition.iter().find_map(|cond| match cond {
                Cond::Fact(known, want) if *known == fact => Some(*want),
                _ => None,
            })
        };
        match before? {
            true if !maybe_delete => Some(true),
            false if !maybe_add => Some(false),
            _ => None,
        }
    }

    /// The initial state. Facts outside of the frame have their initial truth in every state that is looked at.
    pub(crate) fn initial(&mut self) -> Checked<State> {
        let mut facts = vec![0; words_for(self.grounder.atoms.len())];
        for (fact, holds) in (0..).zip(&self.grounder.initially) {
            if *holds {
                set_bit(&mut facts, fact);
            }
        }
        let mut state = State { facts, fluents: self.grounder.values.clone(), derived: Vec::new() };
        state.derive(&self.derivation, &mut self.grounder.fuel)?;
        Ok(state)
    }

    /// The initial state and the rules' memory in it; `None`: it breaks a rule for good.
    pub(crate) fn start(&mut self) -> Checked<Option<(State, Vec<u64>)>> {
        let state = self.initial()?;
        let mut memory = Vec::with_capacity(self.layout.instances.len());
        let fuel = &mut self.grounder.fuel;
        for (instance, watch) in self.layout.instances.iter().zip(&self.watches) {
            let (condition, trigger) = (state.holds(&watch.condition, fuel)?, state.holds(&watch.trigger, fuel)?);
            match instance.observe(0, 0, condition, trigger) {
                Next::Broken => return Ok(None),
                Next::Memory(next) => memory.push(next),
            }
        }
        Ok(Some((state, memory)))
    }

    /// Everything in the frame may be anything that no rule forbids at all times.
    pub(crate) fn open_cloud(&mut self) -> Checked<Cloud> {
        let initial = self.initial()?;
        let mut cloud = self.cloud_of(&initial);
        for fact in 0..u32::try_from(self.grounder.facts).unwrap_or(u32::MAX) {
            if !self.clauses.forbids(fact, true) {
                set_bit(&mut cloud.can_be_true, fact);
            }
            if !self.clauses.forbids(fact, false) {
                set_bit(&mut cloud.can_be_false, fact);
            }
        }
        for fluent in &mut cloud.fluents[..self.grounder.tracked] {
            *fluent = None;
        }
        cloud.derive(&self.derivation, &mut self.grounder.fuel)?;
        Ok(cloud)
    }

    /// Exactly this state; derived atoms are still to be computed.
    pub(crate) fn cloud_of(&self, state: &State) -> Cloud {
        Cloud {
            can_be_true: state.facts.clone(),
            can_be_false: state.facts.iter().map(|word| !word).collect(),
            fluents: state.fluents.iter().cloned().map(Some).collect(),
            may_follow: Vec::new(),
            must_follow: Vec::new(),
        }
    }

    /// Whether an effect that fires surely leaves everything outside of the frame as it is, or makes it what no
    /// successful plan may make it. Nothing is said of facts and fluents of the frame.
    pub(crate) fn stays_in_frame(&self, step: &Step, change: &GroundChange) -> bool {
        let grounder = &self.grounder;
        match change {
            GroundChange::Add(fact) => {
                (*fact as usize) < grounder.facts
                    || grounder.initially[*fact as usize]
                    || self.clauses.forbids(*fact, true)
            }
            GroundChange::Delete(fact) => {
                (*fact as usize) < grounder.facts
                    || !grounder.initially[*fact as usize]
                    || self.clauses.forbids(*fact, false)
                    || step.effects.iter().any(|effect| {
                        effect.condition.is(Truth::True)
                            && matches!(&effect.change, GroundChange::Add(added) if added == fact)
                    })
            }
            GroundChange::Number(op, fluent, value) => match grounder.classes[*fluent as usize] {
                Class::Tracked | Class::Unread => true,
                Class::Frozen => {
                    let Expr::Number(value) = value else { return false };
                    let old = &grounder.values[*fluent as usize];
                    match op {
                        AssignOp::Assign => *old == Value::Number(value.clone()),
                        AssignOp::Increase | AssignOp::Decrease => value.is_zero() || *old == Value::Undefined,
                        AssignOp::ScaleUp | AssignOp::ScaleDown => *value == Number::one() || *old == Value::Undefined,
                    }
                }
            },
            GroundChange::Object(fluent, value) => match grounder.classes[*fluent as usize] {
                Class::Tracked | Class::Unread => true,
                Class::Frozen => {
                    let old = &grounder.values[*fluent as usize];
                    match value {
                        Some(object) => *old == Value::Object(*object),
                        None => *old == Value::Undefined,
                    }
                }
            },
            GroundChange::Fault => true,
        }
    }

    /// What changes outside of the frame, for people.
    pub(crate) fn change_text(&self, change: &GroundChange) -> String {
        match change {
            GroundChange::Add(fact) => {
                format!("{} may turn true, but is not among the facts", self.grounder.fact_text(*fact))
            }
            GroundChange::Delete(fact) => {
                format!("{} may turn false, but is not among the facts", self.grounder.fact_text(*fact))
            }
            GroundChange::Number(_, fluent, _) | GroundChange::Object(fluent, _) => {
                format!("{} may change, but is not among the fluents", self.grounder.fluent_text(*fluent))
            }
            GroundChange::Fault => "its effects cannot be carried out".to_owned(),
        }
    }

    /// Whether no plan can succeed from states in `cloud`, in which nothing more than `cloud` says can come true, given
    /// the memory of the rules (none: nothing has happened yet).
    pub(crate) fn is_hopeless(&mut self, cloud: &Cloud, memory: Option<&[u64]>) -> Checked<bool> {
        let fuel = &mut self.grounder.fuel;
        if !cloud.mask(&self.goal, fuel)?.may_be_true() {
            return Ok(true);
        }
        for (index, (instance, watch)) in self.layout.instances.iter().zip(&self.watches).enumerate() {
            let known = memory.map_or(0, |memory| memory[index]);
            let needed = match instance.operator {
                TrajectoryOp::Always(_) | TrajectoryOp::AtEnd(_) | TrajectoryOp::HoldAfter(..) => true,
                TrajectoryOp::Sometime(_) | TrajectoryOp::Within(..) => known == 0,
                TrajectoryOp::SometimeAfter(..) | TrajectoryOp::AlwaysWithin(..) => known != 0,
                _ => false,
            };
            if needed && !cloud.mask(&watch.condition, fuel)?.may_be_true() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A short list of the facts and values of a state.
    pub(crate) fn state_text(&self, state: &State, memory: &[u64], clock: u64) -> String {
        const SHOWN: usize = 40;
        let mut parts: Vec<String> = Vec::new();
        let facts = u32::try_from(self.grounder.facts).unwrap_or(u32::MAX);
        let holding: Vec<u32> = (0..facts).filter(|fact| bit(&state.facts, *fact)).collect();
        parts.extend(holding.iter().take(SHOWN).map(|fact| self.grounder.fact_text(*fact)));
        if holding.len() > SHOWN {
            parts.push(format!("and {} more facts", holding.len() - SHOWN));
        }
        for (fluent, value) in (0_u32..).zip(&state.fluents[..self.grounder.tracked.min(SHOWN)]) {
            let value = match value {
                Value::Undefined => continue,
                Value::Number(number) => number.to_string(),
                Value::Object(object) => self.grounder.task.object_name(*object).to_owned(),
            };
            parts.push(format!("{} = {value}", self.grounder.fluent_text(fluent)));
        }
        if self.layout.clock.is_some() {
            let later = if clock == self.layout.clock_limit { " or later" } else { "" };
            parts.push(format!("state {clock}{later}"));
        }
        if memory.iter().any(|memory| *memory != 0) {
            let memory: Vec<String> = memory.iter().map(ToString::to_string).collect();
            parts.push(format!("rule memory {}", memory.join(" ")));
        }
        if parts.is_empty() { "no fact of the frame holds".to_owned() } else { parts.join(", ") }
    }
}
