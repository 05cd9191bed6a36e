//! A task at work: the verifier's state, what the agent has seen of it, words for it, cells and hashes of it.

use crate::catalogue::compiled;
use crate::goal::Condition;
use crate::observe;
use crate::rules::check;
use crate::scene::{Command, Entity, Place, STATES, Scene, State};
use crate::task::Compiled;
use std::fmt::Write as _;
use stepguard_embodied::chance::Hash;
use stepguard_embodied::scene::{Fixture, HomeStage, Stage, Thing};
use stepguard_embodied::world::{Act, TaskId, Turn, World};
use stepguard_task::{FormulaKind, Task};
use stepguard_verify::{Environment as Slots, StepOutcome, World as Facts};

/// Work that an episode may cost: each of its steps needs about a thousandth of a thousandth of this.
const FUEL: u64 = 2_000_000_000;

/// What the agent knows of the home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// It has seen this entity; nobody else moves things, so it knows where they are.
    pub(crate) seen: Vec<bool>,
    /// It has seen what is in this fixture.
    pub(crate) looked: Vec<bool>,
    /// It was told that this thing is in no open place.
    pub(crate) missed: Vec<bool>,
}

/// A task of household skills or of rearrangement at work.
#[derive(Debug, Clone)]
pub struct HomesWorld<'t> {
    id: TaskId,
    pub(crate) compiled: &'t Compiled,
    facts: Facts<'t>,
    pub(crate) state: State,
    pub(crate) known: Known,
    met: Vec<bool>,
    ran: Vec<String>,
}

/// A task from the start; `None` where there is none.
#[must_use]
pub fn start(task: TaskId) -> Option<HomesWorld<'static>> {
    Some(HomesWorld::new(task, compiled(task)?))
}

/// What a task asks for; no world is built.
#[must_use]
pub fn instruction(task: TaskId) -> Option<&'static str> {
    let number = usize::try_from(task.number).ok()?;
    let source = crate::catalogue::sources(task.environment, task.subset).get(number)?;
    Some(&source.instruction)
}

impl<'t> HomesWorld<'t> {
    pub(crate) fn new(id: TaskId, compiled: &'t Compiled) -> Self {
        let scene = &compiled.scene;
        let facts = Facts::new(&compiled.task, FUEL);
        let state = compiled.numbers.state(scene, &facts);
        let known = Known {
            seen: vec![false; scene.entities()],
            looked: vec![false; scene.fixtures()],
            missed: vec![false; scene.entities()],
        };
        let mut world = Self { id, compiled, facts, state, known, met: Vec::new(), ran: Vec::new() };
        world.after();
        world
    }

    pub(crate) fn scene(&self) -> &'t Scene {
        &self.compiled.scene
    }

    pub(crate) fn goal(&self) -> &'t [Condition] {
        &self.compiled.goal
    }

    /// The problem of PDDL that this task is.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.compiled.problem
    }

    /// The steps that ran so far, as a plan for the problem, one a line.
    #[must_use]
    pub fn plan(&self) -> String {
        self.ran.join("\n")
    }

    /// The facts that are true now, as atoms of PDDL, sorted.
    #[must_use]
    pub fn facts(&self) -> Vec<String> {
        atoms(&self.compiled.task, &self.facts)
    }

    /// What follows of a new state: what is met, what is seen.
    fn after(&mut self) {
        self.state = self.compiled.numbers.state(self.scene(), &self.facts);
        let task = &self.compiled.task;
        let mut slots = Slots::new(&[], task.goal_slots);
        self.met = match &task.goal.kind {
            FormulaKind::And(parts) if parts.len() == self.goal().len() => {
                parts.iter().map(|part| self.facts.eval(part, &mut slots).is_true()).collect()
            }
            _ => vec![self.facts.eval(&task.goal, &mut slots).is_true(); self.goal().len()],
        };
        self.see();
    }

    fn see(&mut self) {
        let scene = self.scene();
        let room = scene.room(self.state.at);
        for fixture in (0..scene.fixtures()).filter(|fixture| scene.room(*fixture) == room) {
            self.known.seen[fixture] = true;
            let near = !scene.rearranges() || fixture == self.state.at;
            if near && !self.state.closed(scene, fixture) {
                self.known.looked[fixture] = true;
                for thing in crate::rules::contents(scene, &self.state, fixture) {
                    if self.state.hidden_in(scene, thing).is_none() {
                        self.known.seen[thing] = true;
                    }
                }
            }
        }
        if let Some(held) = self.state.held(scene) {
            self.known.seen[held] = true;
        }
    }

    /// The action of an act; `None` when it is none of this environment.
    pub(crate) fn command(&self, act: Act) -> Option<Command> {
        match act {
            Act::Id(id) => self.scene().commands.get(id).copied(),
            Act::Pose(_) => None,
        }
    }

    /// Runs an action of the domain on the verifier's state.
    fn execute(&mut self, action: &str, arguments: &[Entity]) -> bool {
        let numbers = &self.compiled.numbers;
        let Some(id) = numbers.action(action) else { return false };
        let objects: Option<Vec<_>> =
            arguments.iter().map(|entity| numbers.objects.get(*entity).copied().flatten()).collect();
        let Some(objects) = objects else { return false };
        if !matches!(self.facts.step(id, &objects), StepOutcome::Ran { .. }) {
            return false;
        }
        let mut line = format!("({action}");
        for entity in arguments {
            let _ = write!(line, " {}", self.scene().name(*entity));
        }
        line.push(')');
        self.ran.push(line);
        true
    }

    fn share(&self) -> f64 {
        let met = self.met.iter().filter(|met| **met).count();
        let number = |n: usize| u32::try_from(n).map_or(0.0, f64::from);
        number(met) / number(self.met.len().max(1))
    }
}

/// The facts that are true, as atoms of PDDL, sorted.
pub(crate) fn atoms(task: &Task, facts: &Facts<'_>) -> Vec<String> {
    let mut all: Vec<String> = (0..facts.fact_count())
        .filter_map(|fact| u32::try_from(fact).ok().map(stepguard_task::FactId))
        .filter(|fact| facts.fact_holds(*fact))
        .map(|fact| {
            let (predicate, arguments) = facts.fact(fact);
            let mut atom = format!("({}", task.name(task.predicates[predicate.index()].name));
            for object in arguments {
                let _ = write!(atom, " {}", task.object_name(*object));
            }
            atom.push(')');
            atom
        })
        .collect();
    all.sort_unstable();
    all
}

impl World for HomesWorld<'_> {
    fn task(&self) -> TaskId {
        self.id
    }

    fn instruction(&self) -> &str {
        &self.compiled.instruction
    }

    fn menu(&self) -> &[String] {
        &self.scene().menu
    }

    fn guide(&self) -> String {
        observe::guide(self.scene())
    }

    fn observe(&self) -> String {
        observe::words(self.scene(), &self.state)
    }

    fn act(&mut self, act: Act) -> Turn {
        let refused = |feedback: String| Turn { ran: false, feedback, reward: 0.0 };
        let scene = self.scene();
        let Some(command) = self.command(act) else {
            return refused("Invalid: there is no such action.".to_owned());
        };
        let call = match check(scene, &self.state, command) {
            Ok(call) => call,
            Err(why) => {
                if let crate::rules::Refusal::Hidden(thing, _) = why {
                    self.known.missed[thing] = true;
                }
                return refused(observe::refusal(scene, &self.state, &self.known, why));
            }
        };
        let before = self.share();
        if !self.execute(call.action, &call.arguments) {
            return refused("Invalid: that cannot be done now.".to_owned());
        }
        self.after();
        Turn { ran: true, feedback: observe::success(scene, &self.state, command), reward: self.share() - before }
    }

    fn conditions(&self) -> &[String] {
        &self.compiled.conditions
    }

    fn met(&self) -> Vec<bool> {
        self.met.clone()
    }

    fn solved(&self) -> bool {
        self.met.iter().all(|met| *met)
    }

    fn distance(&self) -> Option<f64> {
        None
    }

    fn stage(&self) -> Stage {
        let scene = self.scene();
        let home = &scene.home;
        let fixtures = home.fixtures.iter().map(|fixture| Fixture {
            name: fixture.name.clone(),
            class: fixture.class.to_owned(),
            room: fixture.room,
            area: fixture.area,
            opens: fixture.is.opens,
        });
        let things = scene.things.iter().filter_map(|thing| home.things.get(*thing)).map(|thing| Thing {
            name: thing.name.clone(),
            class: thing.class.to_owned(),
            colour: thing.colour.clone(),
        });
        let words = if scene.rearranges() { &STATES[..2] } else { &STATES[..] };
        Stage::Home(HomeStage {
            name: home.name.clone(),
            rooms: home.rooms.clone(),
            fixtures: fixtures.collect(),
            things: things.collect(),
            states: words.iter().map(|word| (*word).to_owned()).collect(),
        })
    }

    fn cells(&self) -> Vec<i32> {
        let scene = self.scene();
        let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let first = scene.fixtures();
        let bits = |entity: Entity| i32::from(self.state.bits[entity]) | i32::from(self.known.seen[entity]);
        let held = self.state.held(scene).map_or(-1, |held| number(held - first));
        let mut cells = vec![number(self.state.at), held];
        cells.extend((0..first).map(bits));
        for thing in first..scene.entities() {
            cells.push(match self.state.place(scene, thing) {
                Place::Fixture(fixture) => number(fixture),
                // Behind the fixtures come the things: a vessel is a place too.
                Place::Vessel(vessel) => number(vessel),
                Place::Hand => -1,
            });
            cells.push(bits(thing));
        }
        cells
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        let number = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        hash.number(number(self.state.at));
        hash.number(number(self.state.facing));
        for place in &self.state.places {
            let (kind, at) = match place {
                Place::Fixture(fixture) => (0, number(*fixture)),
                Place::Vessel(vessel) => (1, number(*vessel)),
                Place::Hand => (2, 0),
            };
            hash.number(kind);
            hash.number(at);
        }
        for bits in &self.state.bits {
            hash.number(u64::from(*bits));
        }
        for known in [&self.known.seen, &self.known.looked, &self.known.missed] {
            hash.bytes(&known.iter().map(|known| u8::from(*known)).collect::<Vec<u8>>());
        }
        hash.end()
    }
}
