//! For authors: reads sources of homes and tasks and says exactly what is wrong with them, and how long the oracle needs.

use crate::catalogue::{Homes, read_homes};
use crate::task::{TaskFile, compile};
use crate::world::HomesWorld;
use stepguard_embodied::world::{Sight, TaskId, Tutor as _, World as _};
use stepguard_results::environment::{Environment, Subset};

/// Steps that a task of the subset for long horizons needs at least.
const LONG: usize = 16;

/// Reads sources of tasks against homes.
#[derive(Debug)]
pub struct Proofreader {
    homes: Homes,
}

/// What was found in a file of tasks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// How many tasks there are.
    pub tasks: usize,
    /// One line for each task that is right: its instruction and the oracle's plan.
    pub right: Vec<String>,
    /// What is wrong, each with its task.
    pub wrong: Vec<String>,
}

impl Proofreader {
    /// With these homes: id and source of each.
    #[must_use]
    pub fn new<'a>(homes: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        Self { homes: read_homes(homes) }
    }

    /// The homes' ids, and what is wrong with each.
    pub fn homes(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.homes.iter().map(|(id, home)| (id.as_str(), home.as_ref().err().map_or(&[][..], Vec::as_slice)))
    }

    /// Reads a file of tasks.
    #[must_use]
    pub fn tasks(&self, environment: Environment, subset: Subset, source: &str) -> Report {
        let mut report = Report::default();
        let file: TaskFile = match toml::from_str(source) {
            Ok(file) => file,
            Err(error) => {
                report.wrong.push(error.to_string());
                return report;
            }
        };
        report.tasks = file.tasks.len();
        let most = environment.tasks(subset).unwrap_or(0);
        if report.tasks > usize::try_from(most).unwrap_or(usize::MAX) {
            report.wrong.push(format!("{} tasks; there are to be {most}", report.tasks));
        }
        for (number, task) in (0..).zip(&file.tasks) {
            let which = format!("task {number} \"{}\"", task.instruction);
            let plain = |text: &str| text.trim().to_lowercase();
            if file.tasks[..number].iter().any(|other| plain(&other.instruction) == plain(&task.instruction)) {
                report.wrong.push(format!("{which}: an earlier task has the same instruction"));
            }
            let home = match self.homes.get(&task.home) {
                Some(Ok(home)) => home,
                Some(Err(_)) => {
                    report.wrong.push(format!("{which}: the home {} is wrong itself", task.home));
                    continue;
                }
                None => {
                    report.wrong.push(format!("{which}: there is no home {}", task.home));
                    continue;
                }
            };
            let compiled = match compile(environment, task, home) {
                Ok(compiled) => compiled,
                Err(wrong) => {
                    report.wrong.extend(wrong.iter().map(|wrong| format!("{which}: {wrong}")));
                    continue;
                }
            };
            let id = TaskId { environment, subset, number: u32::try_from(number).unwrap_or(u32::MAX) };
            match prove(HomesWorld::new(id, &compiled)) {
                Ok(steps) => report.right.push(format!(
                    "{number}: {} steps: {}: {}",
                    steps.len(),
                    task.instruction,
                    steps.join(", ")
                )),
                Err(wrong) => report.wrong.push(format!("{which}: {wrong}")),
            }
        }
        report
    }
}

/// The steps by which the oracle solves a task.
fn prove(mut world: HomesWorld<'_>) -> Result<Vec<String>, String> {
    let plan = world.solve(Sight::All);
    if plan.is_empty() {
        return Err("the oracle finds no plan".to_owned());
    }
    let names: Vec<String> = plan.iter().map(|act| world.name(*act)).collect();
    let task = world.task();
    let limit = usize::try_from(task.environment.step_limit()).unwrap_or(usize::MAX);
    if plan.len() > limit {
        return Err(format!("the oracle needs {} steps; the limit is {limit}: {}", plan.len(), names.join(", ")));
    }
    if task.subset == Subset::Long && plan.len() < LONG {
        return Err(format!(
            "the oracle needs {} steps; a long task needs at least {LONG}: {}",
            plan.len(),
            names.join(", ")
        ));
    }
    for (act, name) in plan.iter().zip(&names) {
        let turn = world.act(*act);
        if !turn.ran {
            return Err(format!("the oracle's step \"{name}\" does not run: {}", turn.feedback));
        }
    }
    if !world.solved() {
        return Err(format!("the oracle's plan does not reach the goal: {}", names.join(", ")));
    }
    Ok(names)
}
