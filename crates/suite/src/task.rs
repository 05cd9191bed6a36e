//! Texts to tasks, and plans run on them.

use crate::steps::Step;
use stepguard_task::{ActionId, ObjectId, Task};
use stepguard_text::{Diagnostic, Interner, TextId};
use stepguard_verify::{Budgets, PlanStep, Trace, default_epsilon, run};

/// A task, unless something is wrong, and what there is to say about its texts.
pub(crate) fn build(domain: &str, problem: &str) -> (Option<Task>, Vec<Diagnostic>) {
    let mut names = Interner::new();
    let in_domain = stepguard_pddl::parse(domain, TextId::Domain, &mut names);
    let in_problem = stepguard_pddl::parse(problem, TextId::Problem, &mut names);
    let mut diagnostics = in_domain.diagnostics;
    diagnostics.extend(in_problem.diagnostics);
    let (domain, problem) =
        (in_domain.definitions.domains.into_iter().next(), in_problem.definitions.problems.into_iter().next());
    let (Some(domain), Some(problem)) = (domain, problem) else { return (None, diagnostics) };
    let built = stepguard_task::build(&domain, &problem, names);
    diagnostics.extend(built.diagnostics);
    let broken = diagnostics.iter().any(Diagnostic::is_error);
    (built.task.filter(|_| !broken), diagnostics)
}

/// Why a step is no step of the task.
pub(crate) enum Unknown {
    Action,
    /// Its position, from 0.
    Object(usize),
    /// So many are wanted.
    Arity(usize),
}

/// The step in the task's own numbers.
pub(crate) fn resolve(task: &Task, step: &Step) -> Result<PlanStep, Unknown> {
    let position = |name: &str| task.names.lookup(name);
    let action = position(&step.action)
        .and_then(|name| task.actions.iter().position(|action| action.name == name))
        .ok_or(Unknown::Action)?;
    let wanted = task.actions[action].parameters.len();
    if wanted != step.arguments.len() {
        return Err(Unknown::Arity(wanted));
    }
    let mut objects = Vec::with_capacity(wanted);
    for (index, argument) in step.arguments.iter().enumerate() {
        let object = position(argument).and_then(|name| task.objects.iter().position(|object| object.name == name));
        objects.push(ObjectId::new(object.ok_or(Unknown::Object(index))?));
    }
    Ok(PlanStep { action: Some((ActionId::new(action), objects.into_iter().collect())), time: None })
}

/// Runs a plan; a step that is none of the task's cannot run.
pub(crate) fn run_plan<'t>(task: &'t Task, plan: &[Step]) -> Trace<'t> {
    let steps: Vec<PlanStep> =
        plan.iter().map(|step| resolve(task, step).unwrap_or(PlanStep { action: None, time: None })).collect();
    run(task, &steps, &Budgets::default(), &default_epsilon())
}
