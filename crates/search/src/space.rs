//! All reachable states of a small task, to be drawn: the steps between them, which of them a safe plan can pass, and how
//! far each is from the goal.

use crate::condition::Fact;
use crate::count::distances;
use crate::ground::{GroundBudget, GroundTask, Obstacle, OperatorId, State};
use crate::registry::StateId;
use crate::search::{Budget, Space, Watch};
use stepguard_task::{ActionId, FactId, ObjectId, Task};

/// The states of a task.
#[derive(Debug)]
pub struct StateSpace<'t> {
    /// The task without its rules: what its operators are called.
    pub ground: GroundTask<'t>,
    /// False: there are more states than the limit, and none is listed.
    pub complete: bool,
    /// The states in the order of their distance from the initial one, which is the first.
    pub states: Vec<Reached>,
    /// Steps: from, by, to.
    pub edges: Vec<(u32, OperatorId, u32)>,
    /// The states that the given plan visits, as far as it runs.
    pub path: Vec<u32>,
}

impl<'t> StateSpace<'t> {
    /// More states than the limit: none is listed.
    fn too_large(ground: GroundTask<'t>) -> Self {
        Self { ground, complete: false, states: Vec::new(), edges: Vec::new(), path: Vec::new() }
    }
}

/// A reachable state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// Steps from the initial state.
    pub depth: u32,
    /// Facts and values that hold here and not at the start.
    pub added: Vec<String>,
    /// Facts and values that hold at the start and not here.
    pub deleted: Vec<String>,
    /// The goal holds, whatever rules demand.
    pub goal: bool,
    /// A hard rule is broken on every way here.
    pub broken: bool,
    /// Fewest steps to the end of a plan that succeeds, over safe states.
    pub to_goal: Option<u32>,
}

/// Lists the reachable states, if there are at most `limit`.
///
/// # Errors
/// When the task cannot be searched.
pub fn state_space<'t>(
    task: &'t Task,
    plan: &[(ActionId, Vec<ObjectId>)],
    limit: u32,
    watch: Watch<'_>,
) -> Result<StateSpace<'t>, Obstacle> {
    let ground = GroundTask::new(task, false, &GroundBudget::default())?;
    let safe = GroundTask::new(task, true, &GroundBudget::default())?;
    let mut space = Space::new(&ground, Budget { nodes: u64::from(limit), ..Budget::default() });
    let Some((depths, links, goals)) = explore(&mut space, limit as usize, watch) else {
        return Ok(StateSpace::too_large(ground));
    };

    // States of the safe task are those of the plain one with what rules remember; several can be one state here.
    let mut broken = vec![true; depths.len()];
    let mut to_goal = vec![None; depths.len()];
    if !safe.initial_broken() {
        let most = (limit as usize).saturating_mul(16);
        let mut with_rules = Space::new(&safe, Budget { nodes: most as u64, ..Budget::default() });
        let Some((_, links, ends)) = explore(&mut with_rules, most, watch) else {
            return Ok(StateSpace::too_large(ground));
        };
        let projection = Projection::new(&safe, &ground);
        for (index, distance) in distances(&links, &ends).into_iter().enumerate() {
            with_rules.load(StateId(index as u32));
            let state = projection.apply(&safe, &ground, &with_rules.state, &with_rules.values, &mut space);
            let Some(id) = space.registry.find(&ground, &state) else { continue };
            broken[id.index()] = false;
            if distance != u32::MAX {
                let known: &mut Option<u32> = &mut to_goal[id.index()];
                *known = Some(known.map_or(distance, |before| before.min(distance)));
            }
        }
    }

    let path = follow(&ground, &mut space, plan);
    let start = ground.initial().clone();
    let mut states = Vec::with_capacity(depths.len());
    for (index, depth) in depths.iter().enumerate() {
        space.load(StateId(index as u32));
        let (added, deleted) = difference(&ground, &start, &space.state, &space.values);
        states.push(Reached {
            depth: *depth,
            added,
            deleted,
            goal: goals.binary_search(&(index as u32)).is_ok(),
            broken: broken[index],
            to_goal: to_goal[index],
        });
    }
    let edges = (0..)
        .zip(&links)
        .flat_map(|(from, out): (u32, &Vec<_>)| out.iter().map(move |(operator, to)| (from, *operator, *to)))
        .collect();
    Ok(StateSpace { ground, complete: true, states, edges, path })
}

/// Depths, steps by state, goal states.
type Explored = (Vec<u32>, Vec<Vec<(OperatorId, u32)>>, Vec<u32>);

/// Registers everything reachable; `None`: more than `limit` states.
fn explore(space: &mut Space<'_, '_>, limit: usize, watch: Watch<'_>) -> Option<Explored> {
    let task = space.task;
    let mut depths: Vec<u32> = vec![0];
    let mut edges = Vec::new();
    let mut goals = Vec::new();
    let mut index = 0;
    while index < space.registry.len() {
        space.load(StateId(index as u32));
        if task.is_goal(&space.state, &space.values) {
            goals.push(index as u32);
        }
        if space.registry.len() > limit || !space.go_on(0, watch) {
            return None;
        }
        space.expanded += 1;
        let mut out = Vec::new();
        let mut applicable = std::mem::take(&mut space.applicable);
        task.applicable(&space.state, &space.values, &mut applicable);
        for operator in &applicable {
            if !space.step(*operator) {
                continue;
            }
            let (next, new) = space.registry.insert(task, &space.next, None);
            if new {
                depths.push(depths[index] + 1);
            }
            if space.registry.len() > limit {
                return None;
            }
            out.push((*operator, next.0));
        }
        space.applicable = applicable;
        edges.push(out);
        index += 1;
    }
    (!space.cut_off && space.registry.len() <= limit).then_some((depths, edges, goals))
}

/// The states that a plan visits, up to the first step that cannot run.
fn follow(ground: &GroundTask<'_>, space: &mut Space<'_, '_>, plan: &[(ActionId, Vec<ObjectId>)]) -> Vec<u32> {
    let mut path = Vec::new();
    if plan.is_empty() {
        return path;
    }
    path.push(0);
    space.load(StateId(0));
    for (action, arguments) in plan {
        let Some(operator) = ground.operator(*action, arguments) else { break };
        if !ground.is_applicable(operator, &space.state, &space.values) || !space.step(operator) {
            break;
        }
        let Some(id) = space.registry.find(ground, &space.next) else { break };
        path.push(id.0);
        std::mem::swap(&mut space.state, &mut space.next);
    }
    path
}

/// How states with rule memory look without: facts have the same numbers, variables may not.
struct Projection {
    variables: Vec<Option<usize>>,
}

impl Projection {
    fn new(from: &GroundTask<'_>, to: &GroundTask<'_>) -> Self {
        let variables = (0..to.variables.len())
            .map(|index| {
                let (head, arguments) = to.variables.atom(FactId(index as u32));
                from.variables.lookup(head, arguments).map(|id| id.index())
            })
            .collect();
        Self { variables }
    }

    fn apply(
        &self,
        from: &GroundTask<'_>,
        to: &GroundTask<'_>,
        state: &State,
        values: &crate::value::ValueTable,
        space: &mut Space<'_, '_>,
    ) -> State {
        let mut plain = to.initial().clone();
        plain.bits.fill(0);
        for index in 0..from.base_facts {
            let fact = Fact(index as u32);
            if fact.is_in(&state.bits) {
                fact.set(&mut plain.bits, true);
            }
        }
        for (index, source) in self.variables.iter().enumerate() {
            if let Some(source) = source {
                plain.variables[index] = space.values.intern(values.get(state.variables[*source]).clone());
            }
        }
        plain
    }
}

/// What holds in `state` and not at the `start`, and the other way round.
fn difference(
    ground: &GroundTask<'_>,
    start: &State,
    state: &State,
    values: &crate::value::ValueTable,
) -> (Vec<String>, Vec<String>) {
    let (mut added, mut deleted) = (Vec::new(), Vec::new());
    for index in 0..ground.base_facts {
        let fact = Fact(index as u32);
        let (before, now) = (fact.is_in(&start.bits), fact.is_in(&state.bits));
        if before != now {
            if now { &mut added } else { &mut deleted }.push(ground.fact_text(fact));
        }
    }
    for (index, (before, now)) in start.variables.iter().zip(&state.variables).enumerate() {
        if before != now {
            added.push(ground.value_text(index, values.get(*now)));
            deleted.push(ground.value_text(index, values.get(*before)));
        }
    }
    (added, deleted)
}
