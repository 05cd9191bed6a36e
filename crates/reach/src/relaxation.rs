//! Questions to the relaxation: can this ever be true?
//!
//! Decides how much of the task a question needs, and when to stop; the fixpoint itself is the engine's.

use crate::cond::{Arg, Cond, Head, Heads, Literal, Translator};
use crate::engine::{Engine, Status};
use crate::ground::Achiever;
use crate::join::{Fuel, Objects, UNBOUND, values};
use crate::model::{Change, Model};
use crate::rules::Consequence;
use crate::scope::Scope;
use std::sync::Arc;
use stepguard_task::{Formula, ObjectId, PredicateId, Task, TypeExprId};
use stepguard_text::order;

/// How much the relaxation may hold and do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// About so many facts, reachable operators included.
    pub facts: usize,
    /// Candidates looked at in joins and tests.
    pub steps: u64,
}

impl Default for Budget {
    /// Enough for competition instances, and about a second at most.
    fn default() -> Self {
        Self { facts: 1_000_000, steps: 40_000_000 }
    }
}

/// The answer to "can it ever be true?".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// In the relaxation it can; really, perhaps.
    Achievable,
    /// By no sequence of actions.
    Unachievable,
    /// The budget ran out before that was clear.
    Unknown,
}

/// A question, and the looks at the relaxed world it may take once the budget is spent.
const QUESTION_STEPS: u64 = 2_000_000;

/// A fact with its arguments.
type Ground = (Head, Box<[ObjectId]>);

/// Most facts that are looked through for one explanation.
const MOST_SUPPORTS: usize = 64;

/// The delete relaxation of a task from its initial state: what can be true and what can be false, each on its own, when
/// every action may run as often as one likes and nothing that was possible is ever lost. Numbers are sets of values that
/// only grow. Trajectory rules are ignored.
///
/// Nothing is computed before the first question, and then only the part of the task that the question depends on, layer by
/// layer until there is an answer.
#[derive(Debug)]
pub struct Relaxation<'t> {
    task: &'t Task,
    budget: Budget,
    state: Option<State<'t>>,
}

#[derive(Debug)]
struct State<'t> {
    model: Arc<Model>,
    scope: Scope,
    engine: Engine<'t>,
    /// How often a question needed more than what was there.
    widened: u32,
}

impl<'t> Relaxation<'t> {
    /// The relaxation of `task`; cheap until the first question.
    #[must_use]
    pub fn new(task: &'t Task, budget: Budget) -> Self {
        Self { task, budget, state: None }
    }

    /// Can the fact be true (`positive`) or false in some reachable state? Also for derived facts.
    pub fn atom(&mut self, predicate: PredicateId, arguments: &[ObjectId], positive: bool) -> Answer {
        self.ask(&literal(predicate, arguments, positive), &[])
    }

    /// Can the formula be true in some reachable state? `environment` holds the objects of its free slots.
    ///
    /// # Panics
    /// When a free slot has no object.
    pub fn formula(&mut self, formula: &Formula, environment: &[ObjectId]) -> Answer {
        let mut translator = Translator::with_objects(self.task, environment);
        let cond = translator.cond(formula, true);
        self.ask(&cond, &translator.types)
    }

    /// Whether `formula` (`positive`) or its negation can hold, with the objects of `environment` in its slots.
    pub fn literal(&mut self, formula: &Formula, environment: &[ObjectId], positive: bool) -> Answer {
        let mut translator = Translator::with_objects(self.task, environment);
        let cond = translator.cond(formula, positive);
        self.ask(&cond, &translator.types)
    }

    /// The first layer in which the fact can be true (or false): no plan has it earlier than after so many steps. `None`
    /// when it never can, or the budget ran out before it was found.
    pub fn first_layer(&mut self, predicate: PredicateId, arguments: &[ObjectId], positive: bool) -> Option<u32> {
        match self.atom(predicate, arguments, positive) {
            Answer::Achievable => {
                self.state.as_ref()?.engine.layer_of(Heads::predicate(predicate), arguments, positive)
            }
            Answer::Unachievable | Answer::Unknown => None,
        }
    }

    /// Operators that can run in the relaxation and then make the fact true (or false), first layer first, at most `limit`.
    /// For a derived fact: those that add facts it first follows from; for the absence of one: none.
    pub fn achievers(
        &mut self,
        predicate: PredicateId,
        arguments: &[ObjectId],
        positive: bool,
        limit: usize,
    ) -> Vec<Achiever> {
        let cond = literal(predicate, arguments, positive);
        if self.ask(&cond, &[]) != Answer::Achievable {
            return Vec::new();
        }
        let Some(state) = &mut self.state else { return Vec::new() };
        while state.engine.status() == Status::Running {
            state.engine.advance();
        }
        let mut achievers = Vec::new();
        for (head, objects, positive) in state.supports(Heads::predicate(predicate), arguments, positive) {
            if achievers.len() >= limit {
                break;
            }
            state.achievers(head, &objects, positive, limit, &mut achievers);
        }
        order::sort_by_key(&mut achievers, |achiever| achiever.layer);
        achievers
    }

    /// The answer, with as much of the task as it needs.
    fn ask(&mut self, cond: &Cond, types: &[TypeExprId]) -> Answer {
        let state = self.prepared(cond);
        let width = types.len().max(1);
        let mut binding = vec![UNBOUND; width];
        loop {
            let fuel = Fuel::new(QUESTION_STEPS);
            let can = state.engine.world(&fuel).can(cond, &mut binding, types);
            if fuel.is_empty() {
                return Answer::Unknown;
            }
            if can {
                return Answer::Achievable;
            }
            match state.engine.status() {
                Status::Running => state.engine.advance(),
                Status::Finished => return Answer::Unachievable,
                Status::Stopped => return Answer::Unknown,
            }
        }
    }

    /// The engine with all that `cond` depends on: at first only that, then what several questions need, then everything.
    fn prepared(&mut self, cond: &Cond) -> &mut State<'t> {
        let (model, mut scope, widened) = match self.state.take() {
            Some(state) if state.scope.covers(&state.model, cond) => {
                return self.state.insert(state);
            }
            Some(state) if state.widened > 0 && !state.scope.is_everything() => {
                let scope = Scope::everything(&state.model);
                (state.model, scope, state.widened)
            }
            Some(state) => (state.model, state.scope, state.widened + 1),
            None => {
                let model = Arc::new(Model::new(self.task));
                let scope = Scope::new(&model);
                (model, scope, 0)
            }
        };
        scope.add(&model, cond, false);
        scope.close(&model);
        let engine = Engine::new(self.task, Arc::clone(&model), &scope, self.budget);
        self.state.insert(State { model, scope, engine, widened })
    }
}

fn literal(predicate: PredicateId, arguments: &[ObjectId], positive: bool) -> Cond {
    Cond::Literal(Literal {
        head: Heads::predicate(predicate),
        arguments: arguments.iter().map(|o| Arg::Object(*o)).collect(),
        positive,
    })
}

impl State<'_> {
    /// The facts behind a fact that operators can make true: itself, or those that a derived one first follows from.
    fn supports(&self, head: Head, arguments: &[ObjectId], positive: bool) -> Vec<(Head, Box<[ObjectId]>, bool)> {
        let derived = &self.engine.program().derived;
        if derived[head.index()] && !positive {
            return Vec::new();
        }
        let facts = self.engine.facts();
        let fuel = Fuel::new(QUESTION_STEPS);
        let mut supports: Vec<(Head, Box<[ObjectId]>, bool)> = vec![(head, Box::from(arguments), positive)];
        let mut objects = Objects::new();
        let mut at = 0;
        while at < supports.len().min(MOST_SUPPORTS) {
            let (head, arguments) = (supports[at].0, supports[at].1.clone());
            at += 1;
            if !derived[head.index()] {
                continue;
            }
            // The body whose latest fact is the earliest.
            let mut best: Option<(u32, Vec<Ground>)> = None;
            let rules = self.engine.program().rules.iter();
            for rule in rules.filter(|r| r.consequence == Consequence::Derived && r.output.head == head) {
                let found = self.engine.bindings(rule, &arguments, &fuel);
                for binding in found.chunks_exact(rule.width()) {
                    let mut latest = 0;
                    let mut body = Vec::new();
                    for pattern in &rule.patterns {
                        values(&pattern.arguments, binding, &mut objects);
                        let layer = facts.lookup(pattern.head, &objects).map_or(0, |f| facts.layer(f, true));
                        latest = latest.max(layer);
                        if layer > 0 {
                            body.push((pattern.head, Box::from(&*objects)));
                        }
                    }
                    if best.as_ref().is_none_or(|b| latest < b.0) {
                        best = Some((latest, body));
                    }
                }
            }
            for (head, arguments) in best.into_iter().flat_map(|b| b.1) {
                let support = (head, arguments, true);
                if !supports.contains(&support) {
                    supports.push(support);
                }
            }
        }
        supports.retain(|s| !derived[s.0.index()]);
        supports
    }

    /// Appends the runs that have the fact among their effects.
    fn achievers(&self, head: Head, objects: &[ObjectId], positive: bool, limit: usize, found: &mut Vec<Achiever>) {
        let facts = self.engine.facts();
        let fuel = Fuel::new(QUESTION_STEPS);
        let world = self.engine.world(&fuel);
        for run in self.engine.runs() {
            if found.len() >= limit || !fuel.burn() {
                return;
            }
            let (run_head, arguments) = facts.atom(*run);
            let Some(number) = self.model.heads.operator_of(run_head) else { continue };
            let operator = &self.model.operators[number];
            let gives = operator.effects.iter().any(|effect| {
                let Change::Literal(literal) = &effect.change else { return false };
                if literal.head != head || literal.positive != positive {
                    return false;
                }
                let mut binding = vec![UNBOUND; operator.types.len().max(1)];
                for (place, object) in binding.iter_mut().zip(arguments) {
                    *place = object.0;
                }
                let mut gives = false;
                world.each_instance(&effect.variables, effect.condition.as_ref(), &mut binding, &operator.types, |b| {
                    gives = gives || world.grounds(&literal.arguments, b, &mut |ground| ground == objects);
                });
                gives
            });
            if gives {
                let layer = facts.layer(*run, true);
                let achiever = Achiever { operator: operator.source, arguments: arguments.to_vec(), layer };
                if !found.contains(&achiever) {
                    found.push(achiever);
                }
            }
        }
    }
}

/// The whole fixpoint, for grounding.
pub(crate) fn whole<'t>(task: &'t Task, budget: Budget) -> (Arc<Model>, Engine<'t>) {
    let model = Arc::new(Model::new(task));
    let scope = Scope::everything(&model);
    let mut engine = Engine::new(task, Arc::clone(&model), &scope, budget);
    while engine.status() == Status::Running {
        engine.advance();
    }
    (model, engine)
}
