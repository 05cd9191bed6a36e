//! One episode: agent and simulator take turns by the rules of the four environments, and everything is recorded.
//!
//! A plan runs until the task is solved, a step is invalid (in manipulation an invalid step does not end the plan), or the
//! limit is reached; then the agent is asked again. An answer that is no JSON counts as an invalid action and asks again; a
//! number out of range cuts the plan there; an empty plan ends the episode. Ten invalid actions end an episode of the two
//! high-level environments (specification: embodied tasks; EmbodiedBench, arXiv 2502.09560).

use crate::agent::{Agent, Past, Question, Settings};
use crate::world::{Act, Turn, Tutor};
use stepguard_results::environment::Environment;
use stepguard_results::import::answer;
use stepguard_results::record::{Answer, Attempt, Episode, Kind, Outcome, Planned, Round, Step};

/// Invalid actions after which an episode of a high-level environment ends.
const INVALID_LIMIT: u32 = 10;

/// Unreadable answers in a row after which an episode ends anywhere: an agent that only ever talks would never end.
const UNREADABLE_LIMIT: u32 = 10;

/// An episode with its states.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// Rounds, steps and result, in the form in which imported runs are kept.
    pub episode: Episode,
    /// The goal conditions, in words.
    pub conditions: Vec<String>,
    /// The states: the first before any step, then one after each step that was taken (lines without a step have none).
    pub states: Vec<State>,
}

/// A state of an episode.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The cells of its drawing.
    pub cells: Vec<i32>,
    /// Which conditions hold.
    pub met: Vec<bool>,
    /// Metres to the target.
    pub distance: Option<f64>,
    /// The hash of the exact state.
    pub hash: u64,
}

impl State {
    fn of(world: &dyn Tutor) -> Self {
        Self { cells: world.cells(), met: world.met(), distance: world.distance(), hash: world.hash() }
    }
}

const fn high_level(environment: Environment) -> bool {
    matches!(environment, Environment::Alfred | Environment::Habitat)
}

/// Runs an episode from the simulator's present state to its end.
pub fn run(world: &mut dyn Tutor, agent: &mut dyn Agent, settings: Settings) -> Recording {
    let mut run = Running::new(world, settings);
    while !run.over {
        run.round(world, agent);
    }
    run.finish(world)
}

struct Running {
    settings: Settings,
    environment: Environment,
    limit: u32,
    rounds: Vec<Round>,
    states: Vec<State>,
    past: Vec<Past>,
    steps: u32,
    invalid: u32,
    unreadable_in_a_row: u32,
    over: bool,
}

impl Running {
    fn new(world: &dyn Tutor, settings: Settings) -> Self {
        let environment = world.task().environment;
        Self {
            settings,
            environment,
            limit: environment.step_limit(),
            rounds: Vec::new(),
            states: vec![State::of(world)],
            past: Vec::new(),
            steps: 0,
            invalid: 0,
            unreadable_in_a_row: 0,
            over: world.solved(),
        }
    }

    fn round(&mut self, world: &mut dyn Tutor, agent: &mut dyn Agent) {
        let observation = world.observe();
        let from = self.settings.history.map_or(0, |history| self.past.len().saturating_sub(history));
        let question = Question {
            round: self.rounds.len(),
            instruction: world.instruction(),
            observation: &observation,
            menu: world.menu(),
            history: &self.past[from..],
            left: self.limit - self.steps,
        };
        let raw = agent.answer(&question, world);
        let answer = answer::read(&raw);
        self.rounds.push(Round { raw, answer: answer.clone(), steps: Vec::new() });
        match answer {
            None => self.unreadable(),
            Some(answer) if answer.actions.is_empty() => self.empty(),
            Some(answer) => self.plan(world, &answer),
        }
    }

    /// An answer that is no plan: it counts as an invalid action, and the agent is asked again.
    fn unreadable(&mut self) {
        self.unreadable_in_a_row += 1;
        self.line(Kind::UnreadablePlan);
        self.invalid();
        self.over |= self.unreadable_in_a_row >= UNREADABLE_LIMIT;
    }

    fn empty(&mut self) {
        self.line(Kind::EmptyPlan);
        self.over = true;
    }

    /// A line of the record that is no step.
    fn line(&mut self, kind: Kind) {
        let step = line(kind);
        self.past.push(Past { act: None, name: String::new(), feedback: step.feedback.clone(), ran: Some(false) });
        if let Some(round) = self.rounds.last_mut() {
            round.steps.push(step);
        }
    }

    fn invalid(&mut self) {
        self.invalid += 1;
        self.over |= high_level(self.environment) && self.invalid >= INVALID_LIMIT;
    }

    fn plan(&mut self, world: &mut dyn Tutor, answer: &Answer) {
        let acts: Vec<Act> = answer.actions.iter().map_while(|planned| self.act(world, planned)).collect();
        if acts.is_empty() {
            self.unreadable();
            return;
        }
        self.unreadable_in_a_row = 0;
        let run = if self.settings.multi_step { acts.len() } else { 1 };
        for act in acts.into_iter().take(run) {
            let ran = self.step(world, act);
            if self.over || (!ran && self.environment != Environment::Manipulation) {
                return;
            }
        }
    }

    /// What a planned action asks for; `None` where its number is out of range or where it is none of this environment.
    fn act(&self, world: &dyn Tutor, planned: &Planned) -> Option<Act> {
        if self.environment == Environment::Manipulation {
            return <[i64; 7]>::try_from(planned.pose.as_slice()).ok().map(Act::Pose);
        }
        let id = usize::try_from(planned.id?).ok()?;
        (id < world.menu().len()).then_some(Act::Id(id))
    }

    /// One step; whether it ran.
    fn step(&mut self, world: &mut dyn Tutor, act: Act) -> bool {
        let name = world.name(act);
        let turn = world.act(act);
        self.steps += 1;
        let state = State::of(world);
        let solved = world.solved();
        let told = self.settings.feedback.then(|| turn.feedback.clone());
        self.past.push(Past {
            act: Some(act),
            name: name.clone(),
            feedback: told,
            ran: self.settings.feedback.then_some(turn.ran),
        });
        let ran = turn.ran;
        let step = step(self.environment, self.steps, act, name, turn, &state, solved);
        if let Some(round) = self.rounds.last_mut() {
            round.steps.push(step);
        }
        self.states.push(state);
        if !ran {
            self.invalid();
        }
        self.over |= solved || self.steps >= self.limit;
        ran
    }

    fn finish(self, world: &dyn Tutor) -> Recording {
        let met = self.states.last().map(|state| state.met.as_slice()).unwrap_or_default();
        let outcome = conclude(self.environment, &self.rounds, met, world.solved());
        let episode = Episode {
            number: u64::from(world.task().number),
            outcome: Some(outcome),
            instruction: Some(world.instruction().to_owned()),
            attempts: vec![Attempt { rounds: self.rounds }],
            ..Episode::default()
        };
        Recording { episode, conditions: world.conditions().to_vec(), states: self.states }
    }
}

/// A line of a record that is no step: the answer could not be read, or the plan is empty.
pub(crate) fn line(kind: Kind) -> Step {
    let (action, feedback) = match kind {
        Kind::EmptyPlan => (-2, "the plan is empty"),
        Kind::UnreadablePlan | Kind::Step => (-1, "the answer could not be read"),
    };
    Step { kind, action: Some(action), feedback: Some(feedback.to_owned()), ..Step::default() }
}

/// A step of a record: the `number`-th, counted from 1.
pub(crate) fn step(
    environment: Environment,
    number: u32,
    act: Act,
    name: String,
    turn: Turn,
    state: &State,
    solved: bool,
) -> Step {
    Step {
        kind: Kind::Step,
        number: Some(u64::from(number)),
        action: match act {
            Act::Id(id) => i64::try_from(id).ok(),
            Act::Pose(_) => None,
        },
        name,
        feedback: Some(turn.feedback),
        ran: Some(turn.ran),
        solved: Some(solved),
        progress: (environment != Environment::Navigation).then(|| share(&state.met)),
        distance: state.distance,
        reward: Some(turn.reward),
        ..Step::default()
    }
}

/// The result of an episode, from what happened in it.
pub(crate) fn conclude(environment: Environment, rounds: &[Round], met: &[bool], solved: bool) -> Outcome {
    let lines = || rounds.iter().flat_map(|round| &round.steps);
    let of = |kind: Kind| count(lines().filter(|line| line.kind == kind).count());
    let action_success: Vec<Option<bool>> =
        lines().filter(|line| line.kind == Kind::Step).map(|line| line.ran).collect();
    let unreadable = of(Kind::UnreadablePlan);
    let invalid = unreadable + count(action_success.iter().filter(|ran| **ran == Some(false)).count());
    let steps = count(action_success.len());
    let rewards: f64 = lines().filter_map(|line| line.reward).sum();
    let any = !action_success.is_empty();
    Outcome {
        task_success: Some(if solved { 1.0 } else { 0.0 }),
        task_progress: (environment != Environment::Navigation).then(|| share(met)),
        num_steps: Some(steps),
        planner_steps: Some(count(rounds.len())),
        planner_output_error: Some(unreadable),
        num_invalid_actions: Some(invalid),
        num_invalid_action_ratio: any.then(|| invalid / steps),
        empty_plan: Some(of(Kind::EmptyPlan)),
        reward: Some(if any { rewards / steps } else { 0.0 }),
        action_success,
        ..Outcome::default()
    }
}

fn count(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::INFINITY, f64::from)
}

/// The share of conditions that hold; all of none.
fn share(met: &[bool]) -> f64 {
    if met.is_empty() {
        return 1.0;
    }
    count(met.iter().filter(|met| **met).count()) / count(met.len())
}
