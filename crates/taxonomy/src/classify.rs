//! From a trace to findings: the procedure of the taxonomy, step by step.

use crate::failing::{Achievability, failing};
use crate::finding::{Finding, Labelled};
use crate::grammar::{self, GrammarFault};
use crate::kind::{Category, Kind};
use crate::words::Words;
use crate::{additional_step, affordance, missing_step, unmet_goal, wrong_order};
use std::rc::Rc;
use stepguard_reach::{Answer, Budget, Relaxation};
use stepguard_task::{Formula, FormulaKind, Task};
use stepguard_verify::{EffectError, Environment, Failure, Literal, LiteralHistory, StepOutcome, Trace, Truth};

/// Failed steps that are asked whether a later failure follows from them.
const MAX_CAUSES: usize = 20;
/// Instances of a quantified goal that get a row of their own.
const MAX_GOAL_ROWS: usize = 60;
/// States that all findings together list as those in which a literal held. Beyond, each lists [`FEW_STATES`].
const LISTED_STATES: usize = 1_000_000;
/// The last of the states in which a literal held, where there are too many to list them all.
const FEW_STATES: usize = 8;

/// How to classify.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Facts that the delete relaxation may reach.
    pub facts: usize,
    /// Whose labels.
    pub profile: Profile,
}

/// Whose labels failing literals get. The Embodied Agent Interface (NeurIPS 2024) has two evaluators that differ from
/// the taxonomy and from each other; their labels are given so that published numbers can be reproduced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Profile {
    /// The taxonomy: literal by literal, earlier states and later steps.
    #[default]
    Stepguard,
    /// Wrong order only when the whole precondition held in one earlier state.
    EaiBehavior,
    /// Wrong order when a literal held in an earlier state; later steps are not looked at.
    EaiVirtualhome,
}

impl Default for Settings {
    fn default() -> Self {
        Self { facts: 200_000, profile: Profile::Stepguard }
    }
}

/// What the taxonomy says of a plan.
#[derive(Debug, Clone)]
pub struct Classified<'t> {
    /// All findings: by step, unmet goals last.
    pub findings: Vec<Finding<'t>>,
    /// The primary category.
    pub primary: Option<Category>,
    /// The goal's literals with their histories.
    pub goal: Vec<GoalLiteral<'t>>,
}

/// A row of the goal: a literal, or a condition that is looked at as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct GoalLiteral<'t> {
    /// The literal.
    pub literal: Literal<'t>,
    /// Its text.
    pub text: String,
    /// When it held, lenient pass included.
    pub history: Rc<LiteralHistory>,
    /// Its truth in the last scored state.
    pub holds: Option<bool>,
    /// The step, from 0, that undid it; only when it does not hold.
    pub undone_by: Option<usize>,
}

/// Classifies every problem of a run. `faults` has an entry for every step that could not be read. Explaining takes from the
/// run's budget; when that runs out, the trace says so and there are no findings.
pub fn classify<'t>(
    task: &'t Task,
    trace: &mut Trace<'t>,
    faults: &[Option<GrammarFault>],
    settings: &Settings,
) -> Classified<'t> {
    let oracle = Oracle { task, facts: settings.facts, relaxation: None };
    let mut classifier = Classifier { task, profile: settings.profile, oracle, listable: LISTED_STATES };
    let mut findings = classifier.step_findings(trace, faults);
    let goal = classifier.goal_rows(trace);
    if trace.complete {
        findings.extend(classifier.unmet_goals(trace));
    }
    if trace.world().exhausted() {
        // What was found is cut off at any place: to show it would be to say that there is nothing else.
        trace.hit = Some("nodes");
        return Classified { findings: Vec::new(), primary: None, goal: Vec::new() };
    }
    let primary = primary(trace, &findings);
    Classified { findings, primary, goal }
}

/// The first fatal finding's category; else unmet goal; else additional step, if a step was skipped (decision A5).
fn primary(trace: &Trace<'_>, findings: &[Finding<'_>]) -> Option<Category> {
    let fatal = findings.iter().filter(|finding| finding.kind.is_fatal()).min_by_key(|finding| finding.step);
    if let Some(finding) = fatal {
        return Some(finding.category());
    }
    if findings.iter().any(|finding| finding.category() == Category::UnmetGoal) {
        return Some(Category::UnmetGoal);
    }
    let skipped = trace.steps.iter().any(|step| step.outcome == StepOutcome::AlreadyDone);
    skipped.then_some(Category::AdditionalStep)
}

struct Oracle<'t> {
    task: &'t Task,
    facts: usize,
    /// Computed when a precondition first failed.
    relaxation: Option<Relaxation<'t>>,
}

impl<'t> Achievability<'t> for Oracle<'t> {
    fn achievable(&mut self, literal: &Literal<'t>) -> Option<bool> {
        let (task, facts) = (self.task, self.facts);
        let relaxation =
            self.relaxation.get_or_insert_with(|| Relaxation::new(task, Budget { facts, ..Budget::default() }));
        match relaxation.literal(literal.formula, literal.env.as_slice(), literal.positive) {
            Answer::Achievable => Some(true),
            Answer::Unachievable => Some(false),
            Answer::Unknown => None,
        }
    }
}

struct Classifier<'t> {
    task: &'t Task,
    profile: Profile,
    oracle: Oracle<'t>,
    /// States that may still be listed.
    listable: usize,
}

/// A failed step and the literals it failed on, before they are labelled.
struct Failed<'t> {
    step: usize,
    literals: Vec<(Literal<'t>, Option<bool>, Special)>,
}

/// What a failing comparison is beside false.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    None,
    Undefined,
    DivisionByZero,
}

impl<'t> Classifier<'t> {
    fn step_findings(&mut self, trace: &mut Trace<'t>, faults: &[Option<GrammarFault>]) -> Vec<Finding<'t>> {
        // First every failing literal in its own state, then all histories in one sweep.
        let mut failed = Vec::new();
        for step in 0..trace.steps.len() {
            if trace.steps[step].outcome == StepOutcome::Failed(Failure::Precondition) {
                failed.push(self.failing_literals(trace, step));
            }
        }
        let literals: Vec<Literal<'t>> =
            failed.iter().flat_map(|f| f.literals.iter().map(|(literal, ..)| literal.clone())).collect();
        let mut histories = trace.histories(&literals).into_iter();
        let mut failed = failed.into_iter().peekable();

        let mut findings = Vec::new();
        let first_fatal = trace.steps.iter().position(stepguard_verify::StepTrace::is_fatal);
        for step in 0..trace.steps.len() {
            let outcome = trace.steps[step].outcome.clone();
            let finding = match outcome {
                StepOutcome::Ran { no_effect: false } | StepOutcome::NotRun => None,
                StepOutcome::Ran { no_effect: true } => Some(Finding::new(Kind::NoEffect, Some(step))),
                StepOutcome::AlreadyDone => Some(Finding::new(Kind::AlreadyDone, Some(step))),
                StepOutcome::Unreadable => faults.get(step).and_then(Option::as_ref).map(|f| grammar::finding(f, step)),
                StepOutcome::Failed(Failure::WrongType(position)) => {
                    Some(affordance::wrong_type(self.task, trace, step, position))
                }
                StepOutcome::Failed(Failure::Effects(error)) => Some(effect_finding(&error, step)),
                StepOutcome::Failed(Failure::Interferes(other)) => {
                    Some(Finding { other_step: Some(other), ..Finding::new(Kind::Interferes, Some(step)) })
                }
                StepOutcome::Failed(Failure::TooClose(other)) => {
                    Some(Finding { other_step: Some(other), ..Finding::new(Kind::TooClose, Some(step)) })
                }
                StepOutcome::Failed(Failure::Precondition) => failed.next_if(|f| f.step == step).map(|f| {
                    let mut labelled: Vec<Labelled<'t>> = f
                        .literals
                        .into_iter()
                        .map(|(literal, achievable, special)| {
                            let history = histories.next().unwrap_or_default();
                            self.label(trace, step, literal, achievable, special, &history)
                        })
                        .collect();
                    self.apply_profile(trace, step, &mut labelled);
                    from_literals(labelled, step)
                }),
            };
            if let Some(mut finding) = finding {
                finding.after_first_failure = first_fatal.is_some_and(|first| step > first);
                if finding.after_first_failure && finding.category() != Category::AdditionalStep {
                    finding.follows_from = cause(trace, &finding, step);
                }
                findings.push(finding);
            }
        }
        for finding in &mut findings {
            self.word(trace, finding);
        }
        findings
    }

    fn failing_literals(&mut self, trace: &mut Trace<'t>, step: usize) -> Failed<'t> {
        let state = trace.steps[step].state - 1;
        let Some((action, env)) = trace.steps[step].action.clone() else {
            return Failed { step, literals: Vec::new() };
        };
        let world = trace.visit(state);
        let precondition = &self.task.actions[action.index()].precondition;
        let literals = failing(world, &mut self.oracle, precondition, &mut env.clone());
        let literals = literals
            .into_iter()
            .map(|literal| {
                let special = special(trace, state, &literal);
                let achievable = self.oracle.achievable(&literal);
                (literal, achievable, special)
            })
            .collect();
        Failed { step, literals }
    }

    /// The label of one failing literal: affordance, else wrong order, else missing.
    fn label(
        &mut self,
        trace: &Trace<'t>,
        step: usize,
        literal: Literal<'t>,
        achievable: Option<bool>,
        special: Special,
        history: &LiteralHistory,
    ) -> Labelled<'t> {
        let state = trace.steps[step].state - 1;
        let held_in = self.held_in(history, state);
        let deleted_by = history.ended(state).map(|end| responsible(trace, end, &literal, false));
        let established_by = history.begins_after(state).map(|begin| responsible(trace, begin, &literal, true));
        let kind = if special == Special::DivisionByZero {
            Kind::DivisionByZero
        } else if achievable == Some(false) {
            Kind::LacksProperty
        } else if !held_in.is_empty() {
            Kind::UndoneEarlier
        } else if established_by.is_some() {
            Kind::ComesTooLate
        } else if special == Special::Undefined {
            Kind::UndefinedValue
        } else {
            Kind::NeverEstablished
        };
        let text = Words { task: self.task }.literal(&literal);
        Labelled { literal, text, kind, achievable, held_in, deleted_by, established_by }
    }

    /// The states before `state` in which a literal held, as far as there is room to list them.
    fn held_in(&mut self, history: &LiteralHistory, state: u32) -> Vec<u32> {
        let states = history.before(state, self.listable.max(FEW_STATES));
        self.listable = self.listable.saturating_sub(states.len());
        states
    }

    /// Changes the labels to those of another evaluator. Affordance and additional steps are the same in all of them.
    fn apply_profile(&self, trace: &mut Trace<'t>, step: usize, literals: &mut [Labelled<'t>]) {
        let held_as_a_whole = match self.profile {
            Profile::Stepguard => return,
            Profile::EaiVirtualhome => None,
            Profile::EaiBehavior => {
                let state = trace.steps[step].state - 1;
                let whole = trace.steps[step].action.clone().map(|(action, env)| Literal {
                    formula: &self.task.actions[action.index()].precondition,
                    env,
                    positive: true,
                });
                let histories = trace.histories(whole.as_slice());
                Some(histories.iter().any(|history| history.held_before(state)))
            }
        };
        for literal in literals {
            if let Kind::UndoneEarlier | Kind::ComesTooLate | Kind::NeverEstablished = literal.kind {
                let held = held_as_a_whole.unwrap_or(!literal.held_in.is_empty());
                literal.kind = if held { Kind::UndoneEarlier } else { Kind::NeverEstablished };
            }
        }
    }

    fn word(&self, trace: &Trace<'t>, finding: &mut Finding<'t>) {
        let words = Words { task: self.task };
        match finding.category() {
            // Worded where the plan was read.
            Category::Grammar => {}
            Category::Affordance => affordance::word(&words, trace, finding),
            Category::WrongTemporalOrder => wrong_order::word(&words, trace, finding),
            Category::MissingStep => missing_step::word(&words, trace, finding),
            Category::AdditionalStep => additional_step::word(&words, trace, finding),
            Category::UnmetGoal => unmet_goal::word(&words, trace, finding),
        }
    }

    fn goal_rows(&mut self, trace: &mut Trace<'t>) -> Vec<GoalLiteral<'t>> {
        let task = self.task;
        let mut literals = Vec::new();
        let mut env = Environment::new(&[], task.goal_slots);
        rows(task, &task.goal, &mut env, &mut literals);
        let histories = trace.histories(&literals);
        let last = trace.last_scored;
        literals
            .into_iter()
            .zip(histories)
            .map(|(literal, history)| {
                let truth = trace.visit(last).eval(literal.formula, &mut literal.env.clone());
                let holds = if literal.positive { truth } else { !truth }.known();
                let undone_by = match holds {
                    Some(true) => None,
                    _ => history.ended(last).map(|end| responsible(trace, end, &literal, false)),
                };
                let text = Words { task }.literal(&literal);
                GoalLiteral { literal, text, history, holds, undone_by }
            })
            .collect()
    }

    fn unmet_goals(&mut self, trace: &mut Trace<'t>) -> Vec<Finding<'t>> {
        if trace.goal_holds != Some(false) {
            return Vec::new();
        }
        let last = trace.last_scored;
        let task = self.task;
        let mut env = Environment::new(&[], task.goal_slots);
        let literals = failing(trace.visit(last), &mut self.oracle, &task.goal, &mut env);
        let histories = trace.histories(&literals);
        let mut findings = Vec::new();
        for (literal, history) in literals.into_iter().zip(histories) {
            let undone_by = history.ended(last).map(|end| responsible(trace, end, &literal, false));
            let kind = if undone_by.is_some() { Kind::Undone } else { Kind::NeverAchieved };
            let text = Words { task }.literal(&literal);
            let achievable = self.oracle.achievable(&literal);
            let labelled = Labelled {
                literal,
                text,
                kind,
                achievable,
                held_in: self.held_in(&history, last),
                deleted_by: undone_by,
                established_by: None,
            };
            let mut finding = Finding { literals: vec![labelled], ..Finding::new(kind, undone_by) };
            self.word(trace, &mut finding);
            findings.push(finding);
        }
        findings
    }
}

/// The finding of a step with labelled literals: the first category present of affordance, wrong order, missing step.
fn from_literals(literals: Vec<Labelled<'_>>, step: usize) -> Finding<'_> {
    let kind = [Category::Affordance, Category::WrongTemporalOrder]
        .into_iter()
        .find_map(|category| literals.iter().map(|l| l.kind).find(|kind| kind.category() == category))
        .or_else(|| literals.first().map(|l| l.kind))
        .unwrap_or(Kind::NeverEstablished);
    Finding { literals, ..Finding::new(kind, Some(step)) }
}

fn effect_finding<'t>(error: &EffectError, step: usize) -> Finding<'t> {
    let (kind, place) = match error {
        EffectError::DivisionByZero { place } => (Kind::DivisionByZero, Some(*place)),
        EffectError::Undefined { place } => (Kind::UndefinedValue, Some(*place)),
        EffectError::Conflict { second, .. } => (Kind::ConflictingEffects, Some(*second)),
        EffectError::Budget => (Kind::UndefinedValue, None),
    };
    Finding { place, ..Finding::new(kind, Some(step)) }
}

/// Whether a failing comparison is false, undefined, or divides by zero.
fn special<'t>(trace: &mut Trace<'t>, state: u32, literal: &Literal<'t>) -> Special {
    let world = trace.visit(state);
    if world.eval(literal.formula, &mut literal.env.clone()) != Truth::Undefined {
        Special::None
    } else if world.divides_by_zero(literal.formula, &literal.env) {
        Special::DivisionByZero
    } else {
        Special::Undefined
    }
}

/// The step of the happening before `state` that changed the literal: with a fact the one that added or deleted it, else
/// the happening's last step that changed anything.
fn responsible<'t>(trace: &Trace<'t>, state: u32, literal: &Literal<'t>, established: bool) -> usize {
    let steps = trace.happenings[state as usize - 1].steps.clone();
    let turned_true = established == literal.positive;
    if let FormulaKind::Atom(predicate, terms) = &literal.formula.kind
        && let Some(arguments) = terms
            .iter()
            .map(|term| match term {
                stepguard_task::Term::Object(object) => Some(*object),
                stepguard_task::Term::Slot(slot) => Some(literal.env.get(*slot)),
                stepguard_task::Term::Fluent(..) => None,
            })
            .collect::<Option<Vec<_>>>()
        && let Some(fact) = trace.world().fact_id(*predicate, &arguments)
    {
        let found = steps.clone().find(|step| {
            let step = &trace.steps[*step];
            if turned_true { step.added() } else { step.deleted() }.contains(&fact)
        });
        if let Some(step) = found {
            return step;
        }
    }
    let changed = |step: &usize| {
        let step = &trace.steps[*step];
        !step.added().is_empty() || !step.deleted().is_empty() || !step.changed().is_empty()
    };
    steps.clone().rev().find(changed).unwrap_or(steps.start)
}

/// An earlier step that could not run and would have made the finding's literal true.
fn cause<'t>(trace: &mut Trace<'t>, finding: &Finding<'t>, step: usize) -> Option<usize> {
    let literal = finding.main_literal()?.literal.clone();
    let failed: Vec<usize> = (0..step)
        .rev()
        .filter(|earlier| matches!(trace.steps[*earlier].outcome, StepOutcome::Failed(_)))
        .take(MAX_CAUSES)
        .collect();
    let holds = |world: &mut stepguard_verify::World<'t>| {
        world.eval(literal.formula, &mut literal.env.clone()).known() == Some(literal.positive)
    };
    failed.into_iter().find(|earlier| {
        let before = trace.steps[*earlier].state - 1;
        !holds(trace.visit(before)) && trace.if_forced(*earlier, holds).unwrap_or(false)
    })
}

/// The rows of the goal: its conjuncts, instances of a `forall` where they are few.
fn rows<'t>(task: &'t Task, formula: &'t Formula, env: &mut Environment, into: &mut Vec<Literal<'t>>) {
    match &formula.kind {
        FormulaKind::And(parts) => {
            for part in parts {
                rows(task, part, env, into);
            }
        }
        FormulaKind::Not(inner)
            if matches!(inner.kind, FormulaKind::Atom(..) | FormulaKind::Same(..) | FormulaKind::Compare(..)) =>
        {
            into.push(Literal { formula: inner, env: env.clone(), positive: false });
        }
        FormulaKind::Forall(variables, body)
            if variables.iter().map(|v| task.members(v.ty).len()).fold(1, usize::saturating_mul) <= MAX_GOAL_ROWS =>
        {
            instances(task, variables, body, env, into);
        }
        // Advice is shown with the preferences.
        FormulaKind::Preference(..) => {}
        _ => into.push(Literal { formula, env: env.clone(), positive: true }),
    }
}

fn instances<'t>(
    task: &'t Task,
    variables: &'t [stepguard_task::Variable],
    body: &'t Formula,
    env: &mut Environment,
    into: &mut Vec<Literal<'t>>,
) {
    let Some((first, rest)) = variables.split_first() else {
        rows(task, body, env, into);
        return;
    };
    for object in task.members(first.ty) {
        env.set(first.slot, *object);
        instances(task, rest, body, env, into);
    }
    env.set(first.slot, stepguard_verify::UNBOUND);
}
