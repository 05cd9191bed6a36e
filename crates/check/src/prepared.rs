//! Domain and problem read once, for many plans: what a verdict comes to without the report, and the planner's word.
//!
//! For those who judge thousands of plans. Every answer here is the one that [`crate::check()`] and [`crate::planner`] give.

use crate::{Check, Options, planner, steps, view};
use stepguard_report::Category;
use stepguard_task::{Formula, Task};
use stepguard_text::{Diagnostic, TextId};
use stepguard_verify::{Environment, RuleStatus, StepOutcome, Truth};

/// A task, built of its texts.
#[derive(Debug, Clone)]
pub struct Prepared {
    task: Task,
}

/// What a verdict comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Steps of the plan.
    pub steps: u32,
    /// The run got to its end: every step ran, or had nothing left to do.
    pub executable: bool,
    /// It got to its end and the goal holds there.
    pub goal_reached: bool,
    /// Every step ran and the goal holds.
    pub valid: bool,
    /// No hard rule is broken on a state that the scored run visits.
    pub safe: bool,
    /// The primary category.
    pub primary: Option<Category>,
    /// Every category with at least one finding, in order.
    pub categories: Vec<Category>,
    /// The first fatal step, from 1.
    pub failed_step: Option<u32>,
    /// The literal that fails there.
    pub failed_literal: Option<String>,
    /// What the first finding that counts says.
    pub message: String,
    /// Goal literals that hold where the scored run ends.
    pub goal_satisfied: u32,
    /// All goal literals.
    pub goal_literals: u32,
    /// The hard rules broken, in the order of the problem.
    pub broken_rules: Vec<String>,
    /// For each of these rules the step with which it is first broken, from 1; 0: from the start.
    pub broken_at: Vec<u32>,
    /// The budget ran out: nothing else is known.
    pub out_of_budget: bool,
}

impl Judgement {
    /// Valid and safe.
    #[must_use]
    pub const fn succeeds(&self) -> bool {
        self.valid && self.safe
    }
}

/// What a search for a plan gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Planned {
    /// A plan.
    Plan(Vec<String>),
    /// There is none.
    None,
    /// Not decided: why.
    Unknown(String),
}

impl Prepared {
    /// The task of two texts.
    ///
    /// # Errors
    /// What is wrong with them first.
    pub fn new(domain: &str, problem: &str) -> Result<Self, String> {
        let options = Options::default();
        let mut check = Check::new(&options);
        let chosen = check.load(Some(domain.as_bytes()), Some(problem.as_bytes()), None);
        match check.task(&chosen) {
            Some(task) => match task.unsupported.first() {
                Some((feature, _)) => Err(format!("not supported: {feature}")),
                None => Ok(Self { task }),
            },
            None => Err(check
                .diagnostics
                .iter()
                .find(|diagnostic| diagnostic.is_error())
                .map_or_else(|| "a definition is missing".to_owned(), said)),
        }
    }

    /// The task.
    #[must_use]
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// The same with those actions only whose name is kept.
    #[must_use]
    pub fn with_actions(&self, keep: impl Fn(&str) -> bool) -> Self {
        let mut task = self.task.clone();
        let kept: Vec<bool> = task.actions.iter().map(|action| keep(task.name(action.name))).collect();
        let mut kept = kept.into_iter();
        task.actions.retain(|_| kept.next().unwrap_or(false));
        Self { task }
    }

    /// The same with another goal.
    #[must_use]
    pub fn with_goal(&self, goal: Formula, slots: usize) -> Self {
        Self { task: Task { goal, goal_slots: slots, ..self.task.clone() } }
    }

    /// Runs and classifies a plan.
    #[must_use]
    pub fn judge(&self, plan: &str) -> Judgement {
        let task = &self.task;
        let vocabulary = steps::TaskVocabulary::new(task);
        let read = stepguard_plan::read(plan, TextId::Plan, &vocabulary);
        let resolved = steps::resolve(task, &vocabulary, plan, TextId::Plan, &read);
        let mut trace = stepguard_verify::run(
            task,
            &resolved.steps,
            &stepguard_verify::Budgets::default(),
            &stepguard_verify::default_epsilon(),
        );
        let settings = stepguard_taxonomy::Settings::default();
        let classified = stepguard_taxonomy::classify(task, &mut trace, &resolved.faults, &settings);
        let out_of_budget = trace.hit.is_some();
        let executable = trace.complete && !out_of_budget;
        let goal_reached = executable && trace.goal_holds == Some(true);
        let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let ran = trace.steps.iter().all(|step| matches!(step.outcome, StepOutcome::Ran { .. }));
        // Several steps may lead into one state; the first of them stands for it.
        let step_into =
            |state: u32| trace.steps.iter().position(|step| step.state == state).map_or(0, |at| number(at + 1));
        let (broken_rules, broken_at) = task
            .rules
            .iter()
            .zip(&trace.rules)
            .filter(|(rule, outcome)| rule.hard && outcome.status == RuleStatus::Violated)
            .map(|(rule, outcome)| {
                let first = outcome.breaches.iter().filter_map(|breach| breach.states.first()).map(|(from, _)| *from);
                (rule.name.clone().unwrap_or_else(|| rule.operator.to_owned()), first.min())
            })
            .map(|(name, state)| (name, step_into(state.unwrap_or_default())))
            .collect::<(Vec<String>, Vec<u32>)>();
        let mut categories: Vec<Category> =
            classified.findings.iter().map(|finding| view::category(finding.category())).collect();
        categories.sort_unstable();
        categories.dedup();
        let fatal =
            classified.findings.iter().filter(|finding| finding.kind.is_fatal()).min_by_key(|finding| finding.step);
        let first = fatal.or(classified.findings.iter().find(|finding| Some(finding.category()) == classified.primary));
        Judgement {
            steps: number(resolved.steps.len()),
            executable,
            goal_reached,
            valid: goal_reached && ran,
            safe: broken_rules.is_empty() && !out_of_budget,
            primary: classified.primary.map(view::category),
            categories,
            failed_step: fatal.and_then(|finding| finding.step).map(|step| number(step + 1)),
            failed_literal: fatal.and_then(|finding| finding.main_literal()).map(|literal| literal.text.clone()),
            message: first.map(|finding| finding.message.clone()).unwrap_or_default(),
            goal_satisfied: number(classified.goal.iter().filter(|row| row.holds == Some(true)).count()),
            goal_literals: number(classified.goal.len()),
            broken_rules,
            broken_at,
            out_of_budget,
        }
    }

    /// Whether the goal holds in each state of the scored run of a plan, the initial one first.
    #[must_use]
    pub fn goal_along(&self, plan: &str) -> Vec<bool> {
        let task = &self.task;
        let vocabulary = steps::TaskVocabulary::new(task);
        let read = stepguard_plan::read(plan, TextId::Plan, &vocabulary);
        let resolved = steps::resolve(task, &vocabulary, plan, TextId::Plan, &read);
        let budgets = stepguard_verify::Budgets::default();
        let mut trace = stepguard_verify::run(task, &resolved.steps, &budgets, &stepguard_verify::default_epsilon());
        (0..=trace.last_scored)
            .map(|state| {
                let mut env = Environment::new(&[], task.goal_slots);
                trace.visit(state).eval(&task.goal, &mut env) == Truth::True
            })
            .collect()
    }

    /// Looks for a plan among `nodes` states; without the rules every plan counts that reaches the goal.
    #[must_use]
    pub fn plan(&self, with_rules: bool, nodes: u64) -> Planned {
        planner::quick(&self.task, with_rules, nodes)
    }
}

fn said(diagnostic: &Diagnostic) -> String {
    format!("{}: {}", diagnostic.code, diagnostic.message)
}
