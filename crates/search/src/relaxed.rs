//! The delete relaxation of a ground task as one graph that all heuristics read: propositions, and operators that reach
//! propositions from propositions.
//!
//! A proposition is a literal, a leaf that facts cannot express (a comparison, an object fluent's value), or a part of a
//! condition with alternatives. What a number comes to is not followed: any step that changes it may make a comparison true.
//! Everything here errs on the side of the reachable, so what is unreachable is so for certain.

use crate::condition::{Condition, Fact, Variable};
use crate::ground::{GroundTask, OperatorId, State};
use crate::instantiate::Assignment;
use crate::rules::Kind;
use crate::value::ValueTable;
use rustc_hash::FxHashMap;

/// A proposition's number. 0 is always true.
pub(crate) type Prop = u32;

/// Always true.
pub(crate) const TRUE: Prop = 0;

/// There is none.
pub(crate) const NONE: u32 = u32::MAX;

/// A list of lists in two vectors.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn of(lists: &[Vec<u32>]) -> Self {
        let mut all = Self { starts: Vec::with_capacity(lists.len() + 1), items: Vec::new() };
        all.starts.push(0);
        for list in lists {
            all.items.extend_from_slice(list);
            all.starts.push(all.items.len() as u32);
        }
        all
    }

    pub(crate) fn get(&self, index: u32) -> &[u32] {
        let range = self.starts[index as usize] as usize..self.starts[index as usize + 1] as usize;
        &self.items[range]
    }
}

/// The relaxation's graph, which the heuristics read.
#[derive(Debug)]
pub struct Relaxed {
    pub(crate) props: usize,
    /// For every fact the proposition that it is true, and that it is false; [`NONE`] where nobody asks.
    positive: Vec<Prop>,
    negative: Vec<Prop>,
    /// Facts that have a proposition of one kind or the other.
    asked: Vec<Fact>,
    /// Leaves that are evaluated.
    leaves: Vec<(Condition, Prop)>,
    /// Propositions that count as true in every state.
    free: Vec<Prop>,
    /// Preconditions by operator.
    pub(crate) needs: Lists,
    /// Effects by operator.
    pub(crate) gives: Lists,
    /// Operators by precondition.
    pub(crate) needed_by: Lists,
    /// Operators by effect.
    pub(crate) given_by: Lists,
    /// The ground operator behind each; [`NONE`]: an inference that costs nothing.
    pub(crate) parent: Vec<u32>,
    /// The operators of each ground operator.
    pub(crate) children: Lists,
    pub(crate) goal: Prop,
}

/// Leaves that are listed one by one for every step that changes what they read.
const FEW: usize = 16;

#[derive(Default)]
struct Builder {
    positive: Vec<Prop>,
    negative: Vec<Prop>,
    asked: Vec<Fact>,
    leaves: Vec<(Condition, Prop)>,
    free: Vec<Prop>,
    memo: FxHashMap<Condition, Prop>,
    needs: Vec<Vec<Prop>>,
    gives: Vec<Vec<Prop>>,
    parent: Vec<u32>,
    props: u32,
    /// Leaves by variable that they read.
    readers: FxHashMap<Variable, Vec<u32>>,
    /// For variables that many leaves read: that it changed, from which all of them may follow.
    moved: FxHashMap<Variable, Prop>,
    /// Derived facts whose rules, or the absence of these, are still to be put in.
    open: Vec<(usize, bool)>,
}

impl Relaxed {
    /// The graph of a task.
    #[must_use]
    pub fn new(task: &GroundTask<'_>) -> Self {
        let facts = task.initial().bits.len() * 64;
        let mut b =
            Builder { positive: vec![NONE; facts], negative: vec![NONE; facts], props: 1, ..Builder::default() };
        let mut goal_needs = Vec::new();
        b.conjunction(task, &task.goal, &mut goal_needs);
        let goal = b.prop();
        b.push(goal_needs, vec![goal], NONE);
        // Whatever a precondition asks has a proposition before effects are connected to them.
        let mut preconditions = Vec::with_capacity(task.operators.len());
        for operator in &task.operators {
            let mut needs = Vec::new();
            for (fact, positive) in &operator.literals {
                let prop = b.literal(task, *fact, *positive);
                needs.push(prop);
            }
            if let Some(rest) = &operator.rest {
                b.conjunction(task, rest, &mut needs);
            }
            let conditional: Vec<Vec<Prop>> = operator
                .conditional
                .iter()
                .map(|effect| &effect.condition)
                .chain(operator.assignments.iter().map(|(condition, ..)| condition))
                .map(|condition| {
                    let mut more = needs.clone();
                    b.conjunction(task, condition, &mut more);
                    more
                })
                .collect();
            preconditions.push((needs, conditional));
        }
        let memory: Vec<(Vec<Prop>, &crate::rules::Watched)> = task
            .rules
            .watched
            .iter()
            .map(|w| {
                let mut needs = Vec::new();
                b.conjunction(task, &w.condition, &mut needs);
                (needs, w)
            })
            .collect();
        b.derive(task);
        b.list_readers();
        for (needs, w) in memory {
            b.remember(needs, w);
        }
        for (index, (operator, (needs, conditional))) in task.operators.iter().zip(preconditions).enumerate() {
            let parent = index as u32;
            let mut gives = Vec::new();
            for (fact, value) in
                operator.adds.iter().map(|f| (*f, true)).chain(operator.deletes.iter().map(|f| (*f, false)))
            {
                b.given(fact, value, &mut gives);
            }
            b.push(needs, gives, parent);
            let mut conditional = conditional.into_iter();
            for (effect, needs) in operator.conditional.iter().zip(conditional.by_ref()) {
                let mut gives = Vec::new();
                b.given(effect.fact, effect.add, &mut gives);
                b.push(needs, gives, parent);
            }
            for ((_, variable, assignment), needs) in operator.assignments.iter().zip(conditional) {
                let gives = b.assigned(*variable, assignment);
                b.push(needs, gives, parent);
            }
        }
        b.finish(goal, task.operators.len())
    }

    /// Calls `add` for every proposition that is true in a state.
    pub(crate) fn true_in(
        &self,
        task: &GroundTask<'_>,
        state: &State,
        values: &ValueTable,
        add: &mut impl FnMut(Prop),
    ) {
        add(TRUE);
        for fact in &self.asked {
            let prop = if fact.is_in(&state.bits) { &self.positive } else { &self.negative }[fact.index()];
            if prop != NONE {
                add(prop);
            }
        }
        for prop in &self.free {
            add(*prop);
        }
        if !self.leaves.is_empty() {
            let view = task.view(state, values);
            for (leaf, prop) in &self.leaves {
                if leaf.holds(view) {
                    add(*prop);
                }
            }
        }
    }

    /// Number of operators.
    pub(crate) fn operators(&self) -> usize {
        self.parent.len()
    }

    /// The ground operator behind an operator.
    pub(crate) fn parent_of(&self, operator: u32) -> Option<OperatorId> {
        let parent = self.parent[operator as usize];
        (parent != NONE).then_some(OperatorId(parent))
    }
}

impl Builder {
    fn prop(&mut self) -> Prop {
        self.props += 1;
        self.props - 1
    }

    fn push(&mut self, mut needs: Vec<Prop>, mut gives: Vec<Prop>, parent: u32) {
        needs.sort_unstable();
        needs.dedup();
        if needs.len() > 1 {
            needs.retain(|prop| *prop != TRUE);
        }
        if needs.is_empty() {
            needs.push(TRUE);
        }
        gives.sort_unstable();
        gives.dedup();
        gives.retain(|prop| !needs.contains(prop));
        if gives.is_empty() {
            return;
        }
        self.needs.push(needs);
        self.gives.push(gives);
        self.parent.push(parent);
    }

    fn literal(&mut self, task: &GroundTask<'_>, fact: Fact, positive: bool) -> Prop {
        let known = if positive { self.positive[fact.index()] } else { self.negative[fact.index()] };
        if known != NONE {
            return known;
        }
        let prop = self.prop();
        if self.positive[fact.index()] == NONE && self.negative[fact.index()] == NONE {
            self.asked.push(fact);
        }
        if positive {
            self.positive[fact.index()] = prop;
        } else {
            self.negative[fact.index()] = prop;
        }
        if let Some(number) = task.derived.number(fact) {
            self.open.push((number, positive));
        }
        prop
    }

    /// Appends the propositions that a condition needs all of.
    fn conjunction(&mut self, task: &GroundTask<'_>, condition: &Condition, out: &mut Vec<Prop>) {
        match condition {
            Condition::And(parts) => parts.iter().for_each(|part| self.conjunction(task, part, out)),
            Condition::Fact(fact, positive) => {
                let prop = self.literal(task, *fact, *positive);
                out.push(prop);
            }
            Condition::Or(parts) => {
                if let Some(prop) = self.memo.get(condition) {
                    out.push(*prop);
                    return;
                }
                let prop = self.prop();
                self.memo.insert(condition.clone(), prop);
                for part in parts {
                    let mut needs = Vec::new();
                    self.conjunction(task, part, &mut needs);
                    self.push(needs, vec![prop], NONE);
                }
                out.push(prop);
            }
            // Time passes by itself.
            Condition::Steps(_) => {}
            leaf @ (Condition::Value(..) | Condition::Compare(..) | Condition::Unless(_)) => {
                if let Some(prop) = self.memo.get(leaf) {
                    out.push(*prop);
                    return;
                }
                let prop = self.prop();
                self.memo.insert(leaf.clone(), prop);
                self.leaves.push((leaf.clone(), prop));
                out.push(prop);
            }
        }
    }

    /// Puts in how derived facts that somebody asks for follow. A derived fact is absent when no rule gives it; where rules
    /// read each other in a circle, absence is taken as possible.
    fn derive(&mut self, task: &GroundTask<'_>) {
        let mut layer_of = vec![0_usize; task.derived.bodies.len()];
        for (layer, numbers) in task.derived.layers().iter().enumerate() {
            for number in numbers {
                layer_of[*number as usize] = layer;
            }
        }
        while let Some((number, positive)) = self.open.pop() {
            let fact = task.derived.fact(number);
            let body = &task.derived.bodies[number];
            if positive {
                let prop = self.positive[fact.index()];
                let branches = match body {
                    Condition::Or(parts) => parts.as_slice(),
                    other => std::slice::from_ref(other),
                };
                for branch in branches {
                    let mut needs = Vec::new();
                    self.conjunction(task, branch, &mut needs);
                    self.push(needs, vec![prop], NONE);
                }
                continue;
            }
            let prop = self.negative[fact.index()];
            let mut same_layer = false;
            body.reads(
                &mut |read, _| {
                    same_layer |= task.derived.number(read).is_some_and(|other| layer_of[other] == layer_of[number]);
                },
                &mut |_| {},
            );
            if same_layer {
                self.free.push(prop);
                continue;
            }
            let mut needs = Vec::new();
            self.conjunction(task, &Condition::unless(body.clone()), &mut needs);
            self.push(needs, vec![prop], NONE);
        }
    }

    /// How the bits of a rule's memory come about that a plan's end asks for.
    fn remember(&mut self, needs: Vec<Prop>, w: &crate::rules::Watched) {
        let mut gives = Vec::new();
        match w.kind {
            Kind::Sometime | Kind::Within(_) => self.given(w.memory, true, &mut gives),
            Kind::SometimeAfter => self.given(w.memory, false, &mut gives),
            Kind::AlwaysWithin { bits, .. } => {
                for bit in 0..bits {
                    self.given(Fact(w.memory.0 + bit), false, &mut gives);
                }
            }
            Kind::Always | Kind::AtEnd | Kind::AtMostOnce | Kind::SometimeBefore | Kind::Window { .. } => {}
        }
        self.push(needs, gives, NONE);
    }

    fn given(&self, fact: Fact, value: bool, gives: &mut Vec<Prop>) {
        let prop = if value { self.positive[fact.index()] } else { self.negative[fact.index()] };
        if prop != NONE {
            gives.push(prop);
        }
    }

    /// Lists the leaves by what they read. Where they are many, steps give what they follow from instead of them: else all
    /// would be listed for every step.
    fn list_readers(&mut self) {
        for (index, (leaf, _)) in (0..).zip(&self.leaves) {
            leaf.reads(&mut |_, _| {}, &mut |variable| {
                let list: &mut Vec<u32> = self.readers.entry(variable).or_default();
                if list.last() != Some(&index) {
                    list.push(index);
                }
            });
        }
        let mut crowded: Vec<Variable> =
            self.readers.iter().filter(|(_, list)| list.len() > FEW).map(|(variable, _)| *variable).collect();
        crowded.sort_unstable();
        for variable in crowded {
            let prop = self.prop();
            self.moved.insert(variable, prop);
            let gives = self.readers[&variable].iter().map(|index| self.leaves[*index as usize].1).collect();
            self.push(vec![prop], gives, NONE);
        }
    }

    /// The leaves that may turn true when a variable changes.
    fn assigned(&self, variable: Variable, assignment: &Assignment) -> Vec<Prop> {
        if let Some(prop) = self.moved.get(&variable)
            && !matches!(assignment, Assignment::Object(_))
        {
            return vec![*prop];
        }
        let readers = self.readers.get(&variable).map_or(&[][..], Vec::as_slice);
        readers
            .iter()
            .map(|index| &self.leaves[*index as usize])
            .filter(|(leaf, _)| match (leaf, assignment) {
                (Condition::Value(_, object, positive), Assignment::Object(Some(value))) => {
                    (object == value) == *positive
                }
                (Condition::Value(..), Assignment::Object(None)) => false,
                _ => true,
            })
            .map(|(_, prop)| *prop)
            .collect()
    }

    fn finish(self, goal: Prop, parents: usize) -> Relaxed {
        let props = self.props as usize;
        let (mut needed_by, mut given_by) = (vec![Vec::new(); props], vec![Vec::new(); props]);
        let mut children = vec![Vec::new(); parents];
        for (operator, (needs, gives)) in (0..).zip(self.needs.iter().zip(&self.gives)) {
            for prop in needs {
                needed_by[*prop as usize].push(operator);
            }
            for prop in gives {
                given_by[*prop as usize].push(operator);
            }
            if let Some(list) = children.get_mut(self.parent[operator as usize] as usize) {
                list.push(operator);
            }
        }
        Relaxed {
            props,
            positive: self.positive,
            negative: self.negative,
            asked: self.asked,
            leaves: self.leaves,
            free: self.free,
            needs: Lists::of(&self.needs),
            gives: Lists::of(&self.gives),
            needed_by: Lists::of(&needed_by),
            given_by: Lists::of(&given_by),
            parent: self.parent,
            children: Lists::of(&children),
            goal,
        }
    }
}
