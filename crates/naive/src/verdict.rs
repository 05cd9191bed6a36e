//! The verdict: runs the plan, goes on leniently behind the first failure, then labels what went wrong.

use crate::conditions::Literal;
use crate::effects::{Change, Fault};
use crate::interference::Touch;
use crate::plan::{Call, Step, in_order, same_name};
use crate::relaxed::{Reachable, Relaxed};
use crate::rules::{RuleResult, Run};
use crate::world::{State, Substitution, World};
use num_rational::BigRational;
use std::collections::BTreeMap;
use stepguard_pddl::ast::{Action, Domain, Problem};
use stepguard_text::Interner;

/// The six categories; the order is that of precedence among a step's literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of the taxonomy")]
pub enum Category {
    Grammar,
    Affordance,
    WrongTemporalOrder,
    MissingStep,
    AdditionalStep,
    UnmetGoal,
}

/// Whether the plan runs and reaches the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Outcome {
    Valid,
    Invalid,
}

/// How a step went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Status {
    Ran,
    Failed,
    Skipped,
}

/// One failing literal with its own label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The literal with its objects put in.
    pub literal: String,
    /// Its category.
    pub category: Category,
    /// Its kind.
    pub kind: &'static str,
    /// Earlier states in which it held.
    pub held_in: Vec<usize>,
    /// The step that last made it false.
    pub deleted_by: Option<usize>,
    /// The first later step that makes it true.
    pub established_by: Option<usize>,
    /// Whether it can become true at all.
    pub achievable: bool,
}

/// One problem of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its category.
    pub category: Category,
    /// Its kind.
    pub kind: &'static str,
    /// The step, from 1; for an unmet goal the step that undid it.
    pub step: Option<usize>,
    /// The steps it interferes with.
    pub other_steps: Vec<usize>,
    /// Every failing literal.
    pub labels: Vec<Label>,
    /// Whether it comes from behind the first failure.
    pub after_first_failure: bool,
    /// Whether it ends the scored run.
    pub fatal: bool,
}

/// How one step went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepResult {
    /// How it went.
    pub status: Status,
    /// Number of the state before it.
    pub before: usize,
    /// Whether its precondition holds there; `None`: undefined, or the step cannot be read.
    pub precondition: Option<bool>,
}

/// A goal literal that is not as it should be, or the whole goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Valid or not.
    pub outcome: Outcome,
    /// No hard rule is violated.
    pub safe: bool,
    /// Valid and safe.
    pub succeeds: bool,
    /// The primary category.
    pub primary: Option<Category>,
    /// All findings, by step, unmet goals last.
    pub findings: Vec<Finding>,
    /// How the steps went.
    pub steps: Vec<StepResult>,
    /// All states, those of the lenient pass included.
    pub states: Vec<State>,
    /// The last state of the scored run.
    pub last_scored: usize,
    /// The hard rules.
    pub rules: Vec<RuleResult>,
    /// How often each named preference is violated.
    pub preferences: BTreeMap<String, u32>,
    /// The metric's value.
    pub metric: Option<BigRational>,
    /// The goal in the last state of all.
    pub goal: Option<bool>,
}

/// How a step stands in the state before it.
enum Reading<'w> {
    Grammar(&'static str),
    WrongType,
    Call(&'w Action, Substitution),
}

/// Why a step did not run.
enum Failure<'w> {
    Grammar(&'static str),
    WrongType,
    Precondition(Vec<Literal<'w>>),
    /// The worst.
    Effects(Fault),
    Interferes(Vec<usize>),
}

struct Record<'w> {
    before: usize,
    precondition: Option<bool>,
    failure: Option<Failure<'w>>,
    skipped: bool,
    /// What it did, if it ran.
    change: Option<Change>,
}

/// Who says what can ever come true.
#[derive(Debug, Clone)]
pub enum Oracle {
    /// Delete relaxation: the taxonomy's definition, which sees too much possible rather than too little.
    Relaxed(Relaxed),
    /// Every reachable state: the truth.
    Exact(Reachable),
}

impl Oracle {
    fn can_hold(&self, world: &World<'_>, literal: &Literal<'_>) -> bool {
        match self {
            Self::Relaxed(relaxed) => world.can_hold(literal, relaxed),
            Self::Exact(reachable) => reachable.can_hold(world, literal),
        }
    }
}

/// Judges a plan. `None` when derived predicates cannot be put into strata.
#[must_use]
pub fn judge(names: &Interner, domain: &Domain, problem: &Problem, plan: &[Step]) -> Option<Verdict> {
    let world = World::new(names, domain, problem)?;
    let oracle = Oracle::Relaxed(Relaxed::explore(&world));
    Some(judge_with(&world, plan, &oracle))
}

/// Judges a plan; `oracle` tells what is achievable.
#[must_use]
pub fn judge_with(world: &World<'_>, plan: &[Step], oracle: &Oracle) -> Verdict {
    Judge::new(world, in_order(plan.to_vec()), oracle).verdict()
}

struct Judge<'w, 'a> {
    world: &'w World<'a>,
    steps: Vec<Step>,
    happenings: Vec<Vec<usize>>,
    oracle: &'w Oracle,
    states: Vec<State>,
    times: Vec<BigRational>,
    records: Vec<Record<'w>>,
}

impl<'w> Judge<'w, '_> {
    fn new<'a>(world: &'w World<'a>, steps: Vec<Step>, oracle: &'w Oracle) -> Judge<'w, 'a> {
        let mut happenings: Vec<Vec<usize>> = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            match happenings.last_mut() {
                Some(last) if step.time.is_some() && steps[last[0]].time == step.time => last.push(number),
                _ => happenings.push(vec![number]),
            }
        }
        Judge {
            world,
            steps,
            happenings,
            oracle,
            states: vec![world.initial()],
            times: vec![BigRational::from_integer(0.into())],
            records: Vec::new(),
        }
    }

    fn verdict(mut self) -> Verdict {
        for happening in self.happenings.clone() {
            self.happen(&happening);
        }
        let first_fatal = self.records.iter().position(|record| record.failure.is_some());
        let last_scored = first_fatal.map_or(self.states.len() - 1, |step| self.records[step].before);
        let run = Run {
            states: &self.states[..=last_scored],
            times: &self.times[..=last_scored],
            complete: first_fatal.is_none(),
        };

        let mut findings: Vec<Finding> = (0..self.steps.len()).filter_map(|step| self.finding(step)).collect();
        for finding in &mut findings {
            finding.after_first_failure = finding.step > first_fatal.map(|step| step + 1) && first_fatal.is_some();
        }
        let last = &self.states[self.states.len() - 1];
        let goal = match &self.world.problem.goal {
            Some(goal) => self.world.truth(goal, last, &Substitution::new()),
            None => Some(true),
        };
        if first_fatal.is_none() {
            findings.extend(self.unmet_goals());
        }
        let skipped = self.records.iter().any(|record| record.skipped);
        let valid = first_fatal.is_none() && !skipped && goal == Some(true);
        let primary = match findings.iter().find(|finding| finding.fatal) {
            Some(fatal) => Some(fatal.category),
            None if findings.iter().any(|finding| finding.category == Category::UnmetGoal) => Some(Category::UnmetGoal),
            None if !valid => Some(Category::AdditionalStep),
            None => None,
        };
        let rules = self.world.rules(run);
        let safe = rules.iter().all(|rule| rule.violated_at.is_none());

        let mut preferences = BTreeMap::new();
        let mut ran = 0;
        for (step, record) in self.records.iter().enumerate() {
            // Of a moment in which a step fails nothing counts.
            let scored = record.before < last_scored;
            if let (true, Some(_), Reading::Call(action, binding)) =
                (scored, &record.change, self.read(&self.steps[step]))
            {
                ran += 1;
                if let Some(precondition) = &action.precondition {
                    let before = &self.states[record.before];
                    self.world.condition_preferences(precondition, before, &binding, &mut preferences);
                }
            }
        }
        self.world.preferences(run, &mut preferences);
        let metric = self.world.metric(run, ran, &preferences);
        let steps = self.records.iter().map(|record| StepResult {
            status: match (&record.failure, record.skipped) {
                (Some(_), _) => Status::Failed,
                (None, true) => Status::Skipped,
                (None, false) => Status::Ran,
            },
            before: record.before,
            precondition: record.precondition,
        });
        Verdict {
            outcome: if valid { Outcome::Valid } else { Outcome::Invalid },
            safe,
            succeeds: valid && safe,
            primary,
            findings,
            steps: steps.collect(),
            last_scored,
            rules,
            preferences,
            metric,
            goal,
            states: self.states,
        }
    }

    /// Finds the action and the objects of a step.
    fn read(&self, step: &Step) -> Reading<'w> {
        let Some(Call { action: name, arguments }) = &step.call else { return Reading::Grammar("unreadable-line") };
        let world = self.world;
        let spelled = |action: &&Action| world.word(action.name.symbol) == name.to_lowercase();
        let similar = |action: &&Action| same_name(&world.word(action.name.symbol), name);
        let actions = &world.domain.actions;
        let Some(action) = actions.iter().find(spelled).or_else(|| actions.iter().find(similar)) else {
            return Reading::Grammar("unknown-action");
        };
        let mut objects = Vec::new();
        for argument in arguments {
            let spelled = world.objects.iter().find(|(object, _)| *object == argument.to_lowercase());
            match spelled.or_else(|| world.objects.iter().find(|(object, _)| same_name(object, argument))) {
                Some((object, _)) => objects.push(object.clone()),
                None => return Reading::Grammar("unknown-object"),
            }
        }
        if objects.len() != action.parameters.len() {
            return Reading::Grammar("wrong-arity");
        }
        if !action.parameters.iter().zip(&objects).all(|(parameter, object)| world.fits(object, &parameter.ty)) {
            return Reading::WrongType;
        }
        let names = action.parameters.iter().map(|parameter| world.word(parameter.name.symbol));
        Reading::Call(action, names.zip(objects).collect())
    }

    /// Carries out all steps of one moment.
    fn happen(&mut self, happening: &[usize]) {
        let world = self.world;
        let before = self.states.len() - 1;
        let state = self.states[before].clone();
        let mut running: Vec<(usize, Touch)> = Vec::new();
        let mut together = Change::default();
        for &number in happening {
            let mut record = Record { before, precondition: None, failure: None, skipped: false, change: None };
            match self.read(&self.steps[number]) {
                Reading::Grammar(kind) => record.failure = Some(Failure::Grammar(kind)),
                Reading::WrongType => record.failure = Some(Failure::WrongType),
                Reading::Call(action, binding) => {
                    let change = world.change(action.effect.as_ref(), &state, &binding);
                    let precondition = action.precondition.as_ref();
                    record.precondition = precondition.map_or(Some(true), |p| world.truth(p, &state, &binding));
                    let touch = world.touch(action, &binding, &state, &change);
                    let clashes = running.iter().filter(|(_, other)| touch.interferes(other));
                    let clashes: Vec<usize> = clashes.map(|(other, _)| other + 1).collect();
                    if let (Some(precondition), false) = (precondition, record.precondition == Some(true)) {
                        if world.already_done(&change, &state) {
                            record.skipped = true;
                        } else {
                            let literals = world
                                .failing(precondition, true, &state, &binding, &|l| self.oracle.can_hold(world, l));
                            record.failure = Some(Failure::Precondition(literals));
                        }
                    } else if let Some(fault) = change.faults.first() {
                        record.failure = Some(Failure::Effects(fault.clone()));
                    } else if !clashes.is_empty() {
                        record.failure = Some(Failure::Interferes(clashes));
                    } else {
                        together.adds.extend(change.adds.iter().cloned());
                        together.deletes.extend(change.deletes.iter().cloned());
                        together.assigns.extend(change.assigns.iter().cloned());
                        record.change = Some(change);
                        running.push((number, touch));
                    }
                }
            }
            self.records.push(record);
        }
        self.states.push(world.apply(&state, &mut together));
        let moment = self.steps[happening[0]].time.clone();
        self.times.push(moment.unwrap_or_else(|| BigRational::from_integer((self.states.len() - 1).into())));
    }

    /// What there is to say about a step.
    fn finding(&self, step: usize) -> Option<Finding> {
        let record = &self.records[step];
        let simple = |category, kind, fatal| Finding {
            category,
            kind,
            step: Some(step + 1),
            other_steps: Vec::new(),
            labels: Vec::new(),
            after_first_failure: false,
            fatal,
        };
        let finding = match &record.failure {
            None if record.skipped => simple(Category::AdditionalStep, "already-done", false),
            None => {
                let before = &self.states[record.before];
                let after = self.world.apply(before, &mut record.change.clone()?);
                if !self.world.same_state(before, &after) {
                    return None;
                }
                simple(Category::AdditionalStep, "no-effect", false)
            }
            Some(Failure::Grammar(kind)) => simple(Category::Grammar, kind, true),
            Some(Failure::WrongType) => simple(Category::Affordance, "wrong-type", true),
            Some(Failure::Effects(fault)) => {
                let (category, kind) = fault_label(fault);
                simple(category, kind, true)
            }
            Some(Failure::Interferes(others)) => {
                Finding { other_steps: others.clone(), ..simple(Category::WrongTemporalOrder, "interferes", true) }
            }
            Some(Failure::Precondition(literals)) => {
                let labels: Vec<Label> = literals.iter().map(|literal| self.label(literal, record.before)).collect();
                let worst = labels.iter().min_by_key(|label| label.category)?;
                Finding { labels: labels.clone(), ..simple(worst.category, worst.kind, true) }
            }
        };
        Some(finding)
    }

    /// The label of a literal that is not as it is wanted in state `before`.
    fn label(&self, literal: &Literal<'_>, before: usize) -> Label {
        let world = self.world;
        let holds = |state: usize| world.literal_holds(literal, &self.states[state]);
        let by_zero = world.divides_by_zero(literal, &self.states[before]);
        let undefined = world.truth(literal.condition, &self.states[before], &literal.binding).is_none();
        let achievable = self.oracle.can_hold(world, literal);
        let held_in: Vec<usize> = (0..before).filter(|&state| holds(state)).collect();
        let undone = (1..=before).rev().find(|&state| holds(state - 1) && !holds(state));
        let established = (before + 1..self.states.len()).find(|&state| !holds(state - 1) && holds(state));
        let (category, kind) = if by_zero {
            (Category::Affordance, "division-by-zero")
        } else if !achievable {
            (Category::Affordance, "lacks-property")
        } else if !held_in.is_empty() {
            (Category::WrongTemporalOrder, "undone-earlier")
        } else if established.is_some() {
            (Category::WrongTemporalOrder, "comes-too-late")
        } else if undefined {
            (Category::MissingStep, "undefined-value")
        } else {
            (Category::MissingStep, "never-established")
        };
        Label {
            literal: literal.text.clone(),
            category,
            kind,
            held_in,
            deleted_by: undone.and_then(|state| self.who(literal, state, false)),
            established_by: established.and_then(|state| self.who(literal, state, true)),
            achievable,
        }
    }

    /// The step of the happening before `state` that made the literal `now`.
    fn who(&self, literal: &Literal<'_>, state: usize, now: bool) -> Option<usize> {
        let before = &self.states[state - 1];
        let ran: Vec<_> = self.happenings[state - 1]
            .iter()
            .filter_map(|&step| self.records[step].change.clone().map(|change| (step + 1, change)))
            .collect();
        let alone = ran.iter().find(|(_, change)| {
            self.world.literal_holds(literal, &self.world.apply(before, &mut change.clone())) == now
        });
        alone.or(ran.first()).map(|(step, _)| *step)
    }

    fn unmet_goals(&self) -> Vec<Finding> {
        let Some(goal) = &self.world.problem.goal else { return Vec::new() };
        let last = self.states.len() - 1;
        let none = Substitution::new();
        let literals =
            self.world.failing(goal, true, &self.states[last], &none, &|l| self.oracle.can_hold(self.world, l));
        literals
            .iter()
            .map(|literal| {
                let label = self.label(literal, last);
                Finding {
                    category: Category::UnmetGoal,
                    kind: if label.held_in.is_empty() { "never-achieved" } else { "undone" },
                    step: label.deleted_by,
                    other_steps: Vec::new(),
                    labels: vec![label],
                    after_first_failure: false,
                    fatal: false,
                }
            })
            .collect()
    }
}

fn fault_label(fault: &Fault) -> (Category, &'static str) {
    match fault {
        Fault::DivisionByZero => (Category::Affordance, "division-by-zero"),
        Fault::Conflict(_) => (Category::Affordance, "conflicting-effects"),
        Fault::Undefined => (Category::MissingStep, "undefined-value"),
    }
}
