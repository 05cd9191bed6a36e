//! The run: happening by happening, scored until the first fatal step, lenient afterwards (a step that cannot run is
//! skipped, so that later mistakes show as well).

use crate::effects::{EffectError, Effects};
use crate::eval::{Truth, calculate};
use crate::explain::{Explanations, NodeId};
use crate::interfere::Reads;
use crate::monitor::Monitors;
use crate::trace::{Failure, Happening, StepOutcome, StepTrace, Trace};
use crate::world::{Delta, Environment, FluentId, UNBOUND, Value, World};
use smallvec::SmallVec;
use stepguard_task::{Action, ActionId, Change, Expr, Formula, FormulaKind, ObjectId, Task};
use stepguard_text::{Number, Symbol};

/// A step of the plan, read and resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanStep {
    /// The action and its arguments, as many as it has parameters; `None`: the step could not be read.
    pub action: Option<(ActionId, SmallVec<[ObjectId; 6]>)>,
    /// Time stamp. Steps must come in order of time; those with the same stamp happen together.
    pub time: Option<Number>,
}

/// What a run may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// Steps that are executed.
    pub steps: usize,
    /// Quantifier instances and derived atoms that are evaluated, all in all.
    pub nodes: u64,
}

/// The smallest distance in time of two steps that interfere, when none is chosen.
#[must_use]
pub fn default_epsilon() -> Number {
    Number::one().div(&Number::from(1000)).unwrap_or_else(Number::zero)
}

impl Default for Budgets {
    fn default() -> Self {
        Self { steps: 100_000, nodes: 200_000_000 }
    }
}

/// Runs a plan. Steps of different times that interfere must be at least `epsilon` apart.
#[must_use]
pub fn run<'t>(task: &'t Task, plan: &[PlanStep], budgets: &Budgets, epsilon: &Number) -> Trace<'t> {
    run_watched(task, plan, budgets, epsilon, &mut |_| {})
}

/// What comparing two steps of one moment costs: about as much as so many instances of a quantifier.
const PAIR: u64 = 8;

/// Steps between two calls of the watcher.
const WATCHED: usize = 256;

/// The same; `watch` is told now and then how many steps have been passed.
#[must_use]
pub fn run_watched<'t>(
    task: &'t Task,
    plan: &[PlanStep],
    budgets: &Budgets,
    epsilon: &Number,
    watch: &mut dyn FnMut(usize),
) -> Trace<'t> {
    let mut runner = Runner::new(task, budgets, epsilon);
    runner.steps.reserve(plan.len());
    runner.happenings.reserve(plan.len());
    let mut start = 0;
    let mut next = WATCHED;
    while start < plan.len() {
        if start >= next {
            watch(start);
            next = start + WATCHED;
        }
        let mut end = start + 1;
        if let Some(time) = &plan[start].time {
            while plan.get(end).is_some_and(|step| step.time.as_ref() == Some(time)) {
                end += 1;
            }
        }
        if end > budgets.steps {
            runner.hit = Some("steps");
        } else if runner.world.exhausted() {
            runner.hit = Some("nodes");
        }
        runner.happening(plan, start..end);
        start = end;
    }
    runner.finish()
}

struct Runner<'t> {
    task: &'t Task,
    world: World<'t>,
    monitors: Monitors<'t>,
    explanations: Explanations<'t>,
    steps: Vec<StepTrace>,
    happenings: Vec<Happening>,
    scored: bool,
    last_scored: u32,
    preference_violations: Vec<u32>,
    /// Actions whose precondition holds a preference.
    advised: Vec<bool>,
    /// `total-cost`, when no condition and no goal reads it (decision A10).
    unread_cost: Option<FluentId>,
    epsilon: Number,
    /// Steps of the last happenings that are closer than the epsilon to the next one: time, step, what it reads and does.
    near: Vec<(Number, usize, Reads, Effects)>,
    hit: Option<&'static str>,
}

/// A step that can run.
struct Ready<'t> {
    index: usize,
    action: &'t Action,
    env: Environment,
    effects: Effects,
}

/// The steps of one happening that can run: nearly always one.
type Steps<'t> = SmallVec<[Ready<'t>; 1]>;

impl<'t> Runner<'t> {
    fn new(task: &'t Task, budgets: &Budgets, epsilon: &Number) -> Self {
        let mut world = World::new(task, budgets.nodes);
        let unread_cost =
            task.total_cost.filter(|_| !cost_is_read(task)).map(|function| world.fluent_id(function, &[]));
        let mut monitors = Monitors::new(task);
        let hit = monitors.too_many.then_some("rules");
        monitors.observe(&mut world, 0, &Number::zero(), None);
        Self {
            task,
            world,
            monitors,
            explanations: Explanations::default(),
            steps: Vec::new(),
            happenings: Vec::new(),
            scored: true,
            last_scored: 0,
            preference_violations: vec![0; task.preferences.len()],
            advised: task.actions.iter().map(|action| has_preference(&action.precondition)).collect(),
            unread_cost,
            epsilon: epsilon.clone(),
            near: Vec::new(),
            hit,
        }
    }

    fn happening(&mut self, plan: &[PlanStep], range: std::ops::Range<usize>) {
        let state = u32::try_from(self.happenings.len() + 1).expect("a plan's text is below 4 GiB");
        let time = plan[range.start].time.clone().unwrap_or_else(|| Number::from(i64::from(state)));
        let mut ready = Steps::new();
        for index in range.clone() {
            let (outcome, precondition) = if self.hit.is_some() {
                (StepOutcome::NotRun, None)
            } else {
                self.try_step(&plan[index], index, &mut ready)
            };
            let action = plan[index].action.as_ref().map(|(action, arguments)| {
                (*action, Environment::new(arguments, self.task.actions[action.index()].slots))
            });
            self.steps.push(StepTrace {
                action,
                state,
                scored: self.scored,
                outcome,
                precondition,
                delta: Delta::default(),
            });
        }
        if ready.len() > 1 {
            self.drop_interfering(&mut ready);
        }
        let timed = plan[range.start].time.is_some();
        if timed {
            self.drop_too_close(&mut ready, &time);
        }
        let fatal = self.steps[range.clone()].iter().position(StepTrace::is_fatal);
        if let Some(first) = fatal {
            for step in &mut self.steps[range.start + first + 1..range.end] {
                step.scored = false;
            }
        }
        let scored = self.scored && fatal.is_none() && self.hit.is_none();
        if scored {
            for step in &ready {
                if self.advised.get(self.action_index(step)).copied().unwrap_or(false) {
                    let mut env = step.env.clone();
                    self.count_preferences(&step.action.precondition, &mut env);
                }
            }
        }
        let mut whole = Delta::default();
        let together = ready.len() > 1;
        let watched = self.monitors.any();
        for Ready { index, effects, .. } in ready {
            let delta = if together { self.delta_after(&effects, &whole) } else { self.world.delta(&effects) };
            self.world.apply(&delta);
            let counts = |fluent: FluentId| Some(fluent) != self.unread_cost;
            // What an earlier step of the same moment does as well is an effect of both: all read the state before it.
            let shared = effects.adds.iter().any(|fact| whole.added.contains(fact))
                || effects.deletes.iter().any(|fact| whole.deleted.contains(fact));
            let no_effect = !shared
                && delta.added.is_empty()
                && delta.deleted.is_empty()
                && !delta.changed.iter().any(|(fluent, ..)| counts(*fluent));
            self.steps[index].outcome = StepOutcome::Ran { no_effect };
            if scored && watched || together {
                whole.added.extend_from_slice(&delta.added);
                whole.deleted.extend_from_slice(&delta.deleted);
                whole.changed.extend_from_slice(&delta.changed);
            }
            self.steps[index].delta = delta;
        }
        if scored {
            self.last_scored = state;
            self.monitors.observe(&mut self.world, state, &time, Some(&whole));
        }
        self.scored = scored;
        self.happenings.push(Happening { time, steps: range });
    }

    fn action_index(&self, step: &Ready<'t>) -> usize {
        self.steps[step.index].action.as_ref().map_or(usize::MAX, |(action, _)| action.index())
    }

    /// Evaluates a step in the state before its happening; a step that can run goes to `ready`.
    fn try_step(&mut self, step: &PlanStep, index: usize, ready: &mut Steps<'t>) -> (StepOutcome, Option<NodeId>) {
        let Some((id, arguments)) = &step.action else { return (StepOutcome::Unreadable, None) };
        let action = &self.task.actions[id.index()];
        let misfit = misfit(self.task, action, arguments);
        let mut env = Environment::new(arguments, action.slots);
        let (node, truth) = self.world.explain(&action.precondition, &mut env, &mut self.explanations);
        if let Some(position) = misfit {
            return (StepOutcome::Failed(Failure::WrongType(position)), Some(node));
        }
        let effects = self.world.effects(action, &mut env);
        if self.world.exhausted() {
            self.hit = Some("nodes");
            return (StepOutcome::NotRun, None);
        }
        let outcome = match (truth, effects) {
            (Truth::True, Ok(effects)) => {
                debug_assert!(env.as_slice()[arguments.len()..].iter().all(|o| *o == UNBOUND));
                ready.push(Ready { index, action, env, effects });
                // What it changed is known once the whole happening is.
                StepOutcome::Ran { no_effect: false }
            }
            (Truth::True, Err(EffectError::Budget)) => StepOutcome::NotRun,
            (Truth::True, Err(error)) => StepOutcome::Failed(Failure::Effects(error)),
            (_, Ok(effects)) if self.world.all_hold(&effects, self.unread_cost) => StepOutcome::AlreadyDone,
            (_, _) => StepOutcome::Failed(Failure::Precondition),
        };
        (outcome, Some(node))
    }

    /// Of two steps that interfere the later one is refused.
    fn drop_interfering(&mut self, ready: &mut Steps<'t>) {
        let reads: Vec<Reads> = ready.iter().map(|step| self.world.reads(step.action, &step.env)).collect();
        let mut kept: Vec<usize> = Vec::new();
        for later in 0..ready.len() {
            // Every pair is looked at: many steps at one time are work like any other.
            if !self.world.spend(PAIR * kept.len() as u64) {
                self.hit = Some("nodes");
                return;
            }
            let clash = kept.iter().copied().find(|earlier| {
                self.world
                    .interfere((&reads[*earlier], &ready[*earlier].effects), (&reads[later], &ready[later].effects))
            });
            match clash {
                Some(earlier) => {
                    let other = ready[earlier].index;
                    self.steps[ready[later].index].outcome = StepOutcome::Failed(Failure::Interferes(other));
                }
                None => kept.push(later),
            }
        }
        let mut index = 0;
        ready.retain(|_| {
            index += 1;
            kept.binary_search(&(index - 1)).is_ok()
        });
    }

    /// A step that interferes with one less than an epsilon before it is refused.
    fn drop_too_close(&mut self, ready: &mut Steps<'t>, time: &Number) {
        self.near.retain(|(before, ..)| time.sub(before) < self.epsilon);
        let mut now = Vec::new();
        ready.retain(|step| {
            if !self.world.spend(PAIR * self.near.len() as u64) {
                self.hit = Some("nodes");
                return true;
            }
            let reads = self.world.reads(step.action, &step.env);
            let clash = self.near.iter().find(|(_, _, other_reads, other_effects)| {
                self.world.interfere((other_reads, other_effects), (&reads, &step.effects))
            });
            match clash {
                Some((_, other, ..)) => {
                    self.steps[step.index].outcome = StepOutcome::Failed(Failure::TooClose(*other));
                    false
                }
                None => {
                    now.push((time.clone(), step.index, reads, step.effects.clone()));
                    true
                }
            }
        });
        self.near.extend(now);
    }

    /// The change a step of a happening brings after `earlier` steps of the same happening: increases add up.
    fn delta_after(&self, effects: &Effects, earlier: &Delta) -> Delta {
        let mut effects = effects.clone();
        for (fluent, value) in &mut effects.values {
            let before = earlier.changed.iter().find(|(changed, ..)| changed == fluent).map(|(_, old, _)| old);
            if let (Some(Value::Number(before)), Value::Number(now), Value::Number(new)) =
                (before, &self.world.values[fluent.index()], &*value)
            {
                *value = Value::Number(now.add(&new.sub(before)));
            }
        }
        self.world.delta(&effects)
    }

    /// Adds one for every instance of a preference in `formula` that does not hold now.
    fn count_preferences(&mut self, formula: &'t Formula, env: &mut Environment) {
        match &formula.kind {
            FormulaKind::And(parts) => {
                for part in parts {
                    self.count_preferences(part, env);
                }
            }
            FormulaKind::Forall(variables, body) if has_preference(body) => {
                let mut bindings = Vec::new();
                self.world.each_binding(variables, env, &mut |_, env| {
                    bindings.push(env.clone());
                    true
                });
                for mut binding in bindings {
                    self.count_preferences(body, &mut binding);
                }
            }
            FormulaKind::Preference(id, inner) => {
                let violated = !self.world.eval(inner, env).is_true();
                self.preference_violations[id.index()] += u32::from(violated);
            }
            _ => {}
        }
    }

    fn finish(mut self) -> Trace<'t> {
        let complete = self.scored && self.hit.is_none();
        let task = self.task;
        let mut goal_holds = None;
        if complete {
            let mut env = Environment::new(&[], task.goal_slots);
            goal_holds = Some(self.world.eval(&task.goal, &mut env).is_true());
            if has_preference(&task.goal) {
                self.count_preferences(&task.goal, &mut env);
            }
        }
        let rules = self.monitors.finish(&mut self.world, self.last_scored, complete);
        for (preference, violated) in rules.iter().flat_map(|rule| &rule.preferences) {
            self.preference_violations[preference.index()] += u32::from(*violated);
        }
        if self.world.exhausted() {
            self.hit = Some("nodes");
        }
        let length = self.steps.iter().filter(|s| matches!(s.outcome, StepOutcome::Ran { .. })).count();
        let end = self.happenings.last().map_or_else(Number::zero, |happening| happening.time.clone());
        let metric = (complete && self.hit.is_none())
            .then(|| match &task.metric {
                None => Some(number_of(length)),
                Some(metric) => {
                    let counts = Counts { violations: &self.preference_violations, end: &end };
                    counts.value(&self.world, &metric.expression)
                }
            })
            .flatten();
        if self.world.exhausted() {
            self.hit = Some("nodes");
        }
        let at = u32::try_from(self.happenings.len()).expect("a plan's text is below 4 GiB");
        Trace {
            world: self.world,
            at,
            happenings: self.happenings,
            steps: self.steps,
            explanations: self.explanations,
            last_scored: self.last_scored,
            complete,
            goal_holds,
            rules,
            preference_violations: self.preference_violations,
            metric,
            hit: self.hit,
            timelines: None,
        }
    }
}

/// The first argument that is not of its parameter's type.
pub(crate) fn misfit(task: &Task, action: &Action, arguments: &[ObjectId]) -> Option<usize> {
    action.parameters.iter().zip(arguments).position(|(parameter, object)| !task.fits(*object, parameter.ty))
}

fn number_of(count: usize) -> Number {
    Number::from(i64::try_from(count).expect("a plan's text is below 4 GiB"))
}

/// What a metric may read beside the last state.
struct Counts<'a> {
    violations: &'a [u32],
    end: &'a Number,
}

impl Counts<'_> {
    fn value(&self, world: &World<'_>, expr: &Expr) -> Option<Number> {
        match expr {
            Expr::IsViolated(name) => Some(Number::from(i64::from(self.violated(world.task, *name)))),
            Expr::TotalTime => Some(self.end.clone()),
            Expr::Op(op, operands) => {
                let value = |operand: &Expr| self.value(world, operand).ok_or(crate::eval::NoNumber::Undefined);
                calculate(*op, operands, value, |number| world.spend_on(number)).ok()
            }
            Expr::Number(_) | Expr::Fluent(..) | Expr::Duration | Expr::Elapsed => {
                world.number(expr, &Environment::new(&[], 0)).ok()
            }
        }
    }

    fn violated(&self, task: &Task, name: Symbol) -> u32 {
        task.preferences.iter().zip(self.violations).filter(|(p, _)| p.name == Some(name)).map(|(_, n)| n).sum()
    }
}

/// Whether a preference stands in `formula`.
fn has_preference(formula: &Formula) -> bool {
    match &formula.kind {
        FormulaKind::Preference(..) => true,
        FormulaKind::And(parts) | FormulaKind::Or(parts) => parts.iter().any(has_preference),
        FormulaKind::Not(inner) | FormulaKind::Forall(_, inner) | FormulaKind::Exists(_, inner) => {
            has_preference(inner)
        }
        FormulaKind::Imply(left, right) => has_preference(left) || has_preference(right),
        FormulaKind::Atom(..) | FormulaKind::Same(..) | FormulaKind::Compare(..) => false,
    }
}

/// Whether a precondition, an effect's condition, a rule of a derived predicate, a constraint or the goal reads
/// `total-cost`.
fn cost_is_read(task: &Task) -> bool {
    let Some(cost) = task.total_cost else { return false };
    let reads = |formula: &Formula| reads_function(formula, cost.0);
    task.actions.iter().any(|action| {
        reads(&action.precondition)
            || action.effects.iter().any(|effect| {
                effect.condition.as_ref().is_some_and(reads)
                    || matches!(&effect.change, Change::Number(_, function, ..) if *function != cost)
                        && matches!(&effect.change, Change::Number(_, _, _, value) if expr_reads(value, cost.0))
            })
    }) || task.derived.iter().any(|rule| reads(&rule.body))
        || reads(&task.goal)
        || task.rules.iter().any(|rule| rule_reads(&rule.formula, cost.0))
}

fn rule_reads(formula: &stepguard_task::RuleFormula, function: u32) -> bool {
    use stepguard_task::RuleFormula as R;
    match formula {
        R::And(parts) => parts.iter().any(|part| rule_reads(part, function)),
        R::Forall(_, inner) | R::Preference(_, inner) => rule_reads(inner, function),
        R::Operator(op, _) => {
            let (condition, trigger) = op.parts();
            reads_function(condition, function) || trigger.is_some_and(|t| reads_function(t, function))
        }
    }
}

fn reads_function(formula: &Formula, function: u32) -> bool {
    match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => parts.iter().any(|part| reads_function(part, function)),
        FormulaKind::Not(inner)
        | FormulaKind::Forall(_, inner)
        | FormulaKind::Exists(_, inner)
        | FormulaKind::Preference(_, inner) => reads_function(inner, function),
        FormulaKind::Imply(left, right) => reads_function(left, function) || reads_function(right, function),
        FormulaKind::Compare(_, left, right) => expr_reads(left, function) || expr_reads(right, function),
        FormulaKind::Atom(..) | FormulaKind::Same(..) => false,
    }
}

fn expr_reads(expr: &Expr, function: u32) -> bool {
    match expr {
        Expr::Fluent(f, _) => f.0 == function,
        Expr::Op(_, operands) => operands.iter().any(|operand| expr_reads(operand, function)),
        Expr::Number(_) | Expr::IsViolated(_) | Expr::TotalTime | Expr::Duration | Expr::Elapsed => false,
    }
}
