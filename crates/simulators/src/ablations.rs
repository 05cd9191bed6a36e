//! Switches of the agents and what they change: those ablations of EmbodiedBench that mean something without a language model.
//! Each is a table of settings for one agent in one environment, over every few tasks of all subsets.

use crate::{episode_of, sets, tasks};
use stepguard_embodied::agent::Settings;
use stepguard_embodied::baselines::{Baseline, Kind};
use stepguard_embodied::pack::{Ablation, AblationPoint};
use stepguard_embodied::world::TaskId;
use stepguard_results::environment::Environment;
use stepguard_results::metrics::rate;

/// Every so many tasks are run.
const EVERY: usize = 4;

/// A switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Switch {
    /// Whether the agent is told what became of its steps.
    Feedback,
    /// How far back it remembers.
    History,
    /// Whether a plan may have several steps.
    MultiStep,
    /// How often what it sees is wrong.
    Noise,
}

/// An ablation that can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The environment.
    pub environment: Environment,
    /// The agent.
    pub kind: Kind,
    /// What is changed.
    pub switch: Switch,
}

/// All of them.
#[must_use]
pub fn plans() -> Vec<Plan> {
    let mut plans = Vec::new();
    for environment in Environment::ALL {
        let plan = |kind: Kind, switch: Switch| Plan { environment, kind, switch };
        if Kind::MissingStep.absent(environment).is_none() {
            plans.push(plan(Kind::MissingStep, Switch::Feedback));
        }
        plans.push(plan(Kind::PartialView, Switch::Feedback));
        plans.push(plan(Kind::Greedy, Switch::History));
        plans.push(plan(Kind::PartialView, Switch::MultiStep));
        plans.push(plan(Kind::Oracle, Switch::Noise));
    }
    plans
}

impl Switch {
    /// Its id and name.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Feedback => ("feedback", "Feedback of the environment"),
            Self::History => ("history", "Steps remembered"),
            Self::MultiStep => ("multi-step", "Plans of several steps"),
            Self::Noise => ("noise", "Wrong views"),
        }
    }

    fn settings(self) -> Vec<(&'static str, Settings, usize)> {
        let usual = Settings::default();
        match self {
            Self::Feedback => vec![("on", usual, 0), ("off", Settings { feedback: false, ..usual }, 0)],
            Self::History => vec![
                ("none", Settings { history: Some(0), ..usual }, 0),
                ("1", Settings { history: Some(1), ..usual }, 0),
                ("3", Settings { history: Some(3), ..usual }, 0),
                ("all", usual, 0),
            ],
            Self::MultiStep => vec![("on", usual, 0), ("off", Settings { multi_step: false, ..usual }, 0)],
            Self::Noise => {
                vec![
                    ("none", usual, 0),
                    ("10 %", usual, 10),
                    ("25 %", usual, 25),
                    ("50 %", usual, 50),
                    ("75 %", usual, 75),
                ]
            }
        }
    }
}

impl Plan {
    /// Runs it.
    #[must_use]
    pub fn run(self) -> Ablation {
        let here = sets().filter(|(environment, _)| *environment == self.environment);
        let all: Vec<TaskId> =
            here.flat_map(|(environment, subset)| tasks(environment, subset)).step_by(EVERY).collect();
        let (id, name) = self.switch.words();
        let (agent, who) = match self.kind {
            Kind::MissingStep => ("slips-once".to_owned(), "leaves out a step in its first plan"),
            kind => (kind.id().to_owned(), ""),
        };
        let tasks = format!("{} tasks, every {EVERY}th of each subset", all.len());
        Ablation {
            id: id.to_owned(),
            name: name.to_owned(),
            environment: self.environment.id().to_owned(),
            agent,
            tasks: if who.is_empty() { tasks } else { format!("{tasks}; the agent {who} and heeds what it is told") },
            points: self
                .switch
                .settings()
                .into_iter()
                .map(|(setting, settings, noise)| self.point(&all, setting, settings, noise))
                .collect(),
        }
    }

    fn point(self, all: &[TaskId], setting: &str, settings: Settings, noise: usize) -> AblationPoint {
        let (mut solved, mut n) = (0_u64, 0_u64);
        let (mut steps, mut rounds, mut invalid) = (0.0, 0.0, 0.0);
        for task in all {
            let mut agent = Baseline::new(self.kind, *task).noise(noise);
            if self.kind == Kind::MissingStep {
                agent = agent.once();
            }
            let Some(outcome) = episode_of(*task, agent, settings).and_then(|recording| recording.episode.outcome)
            else {
                continue;
            };
            n += 1;
            solved += u64::from(outcome.success() == Some(true));
            steps += outcome.num_steps.unwrap_or(0.0);
            rounds += outcome.planner_steps.unwrap_or(0.0);
            invalid += outcome.num_invalid_actions.unwrap_or(0.0);
        }
        let count = u32::try_from(n).map_or(f64::INFINITY, f64::from).max(1.0);
        let mean = |sum: f64| (sum / count * 100.0).round() / 100.0;
        AblationPoint {
            setting: setting.to_owned(),
            success: rate("success", solved, n),
            steps: mean(steps),
            rounds: mean(rounds),
            invalid: mean(invalid),
        }
    }
}
