//! Texts to tasks and plans, as the tests need them.

use stepguard_plan::{Fault, NameList, Names, RawStepKind};
use stepguard_repair::{Call, Step, readings, readings_of_line};
use stepguard_task::{ActionId, ObjectId, Task};
use stepguard_text::{Interner, TextId, decode};

/// Readings of an unreadable step that are candidates.
pub(crate) const READINGS: usize = 24;

/// The task of two texts; `None` when they have errors.
pub(crate) fn task(domain: &[u8], problem: &[u8]) -> Option<Task> {
    let mut names = Interner::new();
    let (domain, problem) = (decode(domain).text, decode(problem).text);
    let domain_read = stepguard_pddl::parse(&domain, TextId::Domain, &mut names);
    let problem_read = stepguard_pddl::parse(&problem, TextId::Problem, &mut names);
    let read = [&domain_read, &problem_read];
    let broken = read.iter().any(|read| read.diagnostics.iter().any(stepguard_text::Diagnostic::is_error));
    let mut domains = domain_read.definitions.domains;
    domains.extend(problem_read.definitions.domains);
    let mut problems = problem_read.definitions.problems;
    problems.extend(domain_read.definitions.problems);
    if broken || domains.is_empty() || problems.is_empty() {
        return None;
    }
    stepguard_task::build(&domains[0], &problems[0], names).task
}

/// The names of a task.
pub(crate) fn names(task: &Task) -> NameList {
    NameList::new(
        task.actions.iter().map(|action| (task.name(action.name), action.parameters.len())),
        (0..task.objects.len()).map(|index| task.object_name(ObjectId::new(index))),
    )
}

/// The steps of a plan text.
pub(crate) fn steps(task: &Task, plan: &str) -> Vec<Step> {
    let list = names(task);
    let names = Names::new(&list);
    let read = stepguard_plan::read(plan, TextId::Plan, &list);
    let mut objects = Vec::new();
    read.steps
        .iter()
        .map(|raw| {
            objects.clear();
            match stepguard_plan::resolve(plan, &read, raw, &names, &mut objects) {
                Ok(action) => Step::Read(Call {
                    action: ActionId(action),
                    arguments: objects.iter().map(|object| ObjectId(*object)).collect(),
                }),
                Err(Fault::UnreadableLine(_)) => {
                    Step::Unread { readings: readings_of_line(task, raw.span.slice(plan), READINGS) }
                }
                Err(_) => {
                    let RawStepKind::Action { name, arguments } = &raw.kind else {
                        return Step::Unread { readings: Vec::new() };
                    };
                    let arguments: Vec<&str> =
                        read.arguments_of(*arguments).iter().map(|name| read.name(plan, *name)).collect();
                    Step::Unread { readings: readings(task, read.name(plan, *name), &arguments, READINGS) }
                }
            }
        })
        .collect()
}

/// The name of a step's action.
pub(crate) fn name<'t>(task: &'t Task, call: &Call) -> &'t str {
    task.name(task.actions[call.action.index()].name)
}

/// A step as text.
pub(crate) fn show(task: &Task, call: &Call) -> String {
    let mut out = String::new();
    task.write_step(&mut out, task.actions[call.action.index()].name, &call.arguments);
    out
}
