//! Finding plans: greedily, cheapest, or by looking at everything. All three say the same four things: a plan, none exists, the
//! budget ran out, and how far they came.

use crate::ground::{GroundTask, OperatorId, Refusal, State};
use crate::heuristic::{Ff, LmCut};
use crate::registry::{Registry, StateId};
use crate::relaxed::Relaxed;
use crate::value::ValueTable;
use std::collections::{BTreeMap, VecDeque};

/// What a search may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// States whose successors are looked at.
    pub nodes: u64,
    /// About so many bytes.
    pub bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { nodes: 20_000_000, bytes: 768 << 20 }
    }
}

/// How a search came out.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What was found.
    pub found: Found,
    /// States whose successors were looked at.
    pub expanded: u64,
    /// States that an estimate was computed for.
    pub evaluated: u64,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A plan and its cost; `optimal`: no plan is cheaper.
    Plan {
        /// The steps.
        steps: Vec<OperatorId>,
        /// What they cost together.
        cost: u64,
        /// No plan is cheaper.
        optimal: bool,
    },
    /// Everything that can be reached was looked at, and there is no plan.
    Exhausted(Closed, ValueTable),
    /// The budget ran out. No plan is cheaper than this.
    Budget {
        /// Lower bound on the cost of any plan.
        at_least: u64,
    },
}

/// All states from which the goal is not already out of reach in the relaxation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Closed {
    /// The states, packed, [`GroundTask::packed_words`] words each.
    pub packed: Vec<u64>,
    /// Some successors were left out because the relaxation shows that no plan goes on from them.
    pub dead_ends: bool,
    /// The initial state breaks a rule, or the relaxation reaches no goal from it.
    pub at_once: bool,
}

impl Closed {
    /// Number of states.
    #[must_use]
    pub fn len(&self, task: &GroundTask<'_>) -> usize {
        self.packed.len() / task.packed_words()
    }
}

/// Is told now and then how much of the budget is spent, from 0 to 1; says whether to go on.
pub type Watch<'w> = &'w mut dyn FnMut(f64) -> bool;

/// Expansions between two calls of the watcher.
const WATCHED: u64 = 256;

/// States that may be evaluated for each that may be expanded.
const DEAD_ENDS: u64 = 100;

/// What a search is made of.
pub(crate) struct Space<'g, 't> {
    pub(crate) task: &'g GroundTask<'t>,
    pub(crate) values: ValueTable,
    pub(crate) registry: Registry,
    pub(crate) state: State,
    pub(crate) next: State,
    pub(crate) applicable: Vec<OperatorId>,
    pub(crate) expanded: u64,
    pub(crate) evaluated: u64,
    pub(crate) budget: Budget,
    /// A number grew too long: what follows was not looked at.
    pub(crate) cut_off: bool,
}

impl<'g, 't> Space<'g, 't> {
    pub(crate) fn new(task: &'g GroundTask<'t>, budget: Budget) -> Self {
        let mut registry = Registry::new(task);
        registry.insert(task, task.initial(), None);
        Self {
            task,
            values: task.initial_values(),
            registry,
            state: task.initial().clone(),
            next: task.initial().clone(),
            applicable: Vec::new(),
            expanded: 0,
            evaluated: 0,
            budget,
            cut_off: false,
        }
    }

    /// Makes `id` the current state.
    pub(crate) fn load(&mut self, id: StateId) {
        self.registry.unpack(self.task, id, &self.values, &mut self.state);
    }

    /// The state after a step of the current one, in `next`; false when there is none.
    pub(crate) fn step(&mut self, operator: OperatorId) -> bool {
        self.attempt(operator).is_ok()
    }

    /// The same, with the reason why there is none.
    fn attempt(&mut self, operator: OperatorId) -> Result<(), Refusal> {
        let attempt = self.task.apply(operator, &self.state, &mut self.values, &mut self.next);
        self.cut_off |= attempt == Err(Refusal::TooLong);
        attempt
    }

    /// About how many bytes the states and their values take.
    fn bytes(&self) -> usize {
        self.registry.len() * self.registry.bytes_per_state() + self.values.bytes()
    }

    /// Whether states and values alone are more than the budget. One state can have more successors than there is room
    /// for, so that this is asked between them.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes() > self.budget.bytes
    }

    /// Whether there is budget left, with `more` bytes beside the states; tells the watcher.
    pub(crate) fn go_on(&mut self, more: usize, watch: &mut dyn FnMut(f64) -> bool) -> bool {
        let bytes = self.bytes() + more;
        if self.expanded >= self.budget.nodes || bytes > self.budget.bytes {
            return false;
        }
        if !self.expanded.is_multiple_of(WATCHED) {
            return true;
        }
        #[expect(clippy::cast_precision_loss, reason = "a share, for a progress bar")]
        let share = (self.expanded as f64 / self.budget.nodes as f64).max(bytes as f64 / self.budget.bytes as f64);
        watch(share)
    }

    /// The same where a state turned out to be a dead end: those are not expanded, but evaluated.
    fn goes_on_among_dead_ends(&self, more: usize, watch: &mut dyn FnMut(f64) -> bool) -> bool {
        if self.bytes() + more > self.budget.bytes || self.evaluated / DEAD_ENDS >= self.budget.nodes {
            return false;
        }
        #[expect(clippy::cast_precision_loss, reason = "a share, for a progress bar")]
        let share = self.expanded as f64 / self.budget.nodes as f64;
        !self.evaluated.is_multiple_of(WATCHED) || watch(share)
    }

    pub(crate) fn outcome(&self, found: Found) -> Outcome {
        Outcome { found, expanded: self.expanded, evaluated: self.evaluated }
    }

    pub(crate) fn cost(&self, plan: &[OperatorId]) -> u64 {
        plan.iter().map(|operator| self.task.operators[operator.index()].cost).sum()
    }

    /// There is no plan: everything was looked at. `dead`: states that were registered and found to be dead ends.
    pub(crate) fn nothing(&self, dead: &[bool], at_least: u64) -> Found {
        if self.cut_off {
            return Found::Budget { at_least };
        }
        let mut closed = Closed { packed: Vec::new(), dead_ends: dead.contains(&true), at_once: false };
        for index in (0..self.registry.len()).filter(|index| !dead.get(*index).copied().unwrap_or(false)) {
            closed.packed.extend_from_slice(self.registry.packed(StateId(index as u32)));
        }
        Found::Exhausted(closed, self.values.clone())
    }

    pub(crate) fn at_once(&self) -> Found {
        let closed = Closed { packed: Vec::new(), dead_ends: false, at_once: true };
        Found::Exhausted(closed, self.values.clone())
    }
}

/// How much sooner preferred steps are tried after progress.
const BOOST: i64 = 1000;

/// Finds a plan fast: greedy best-first search that evaluates a state only when it is taken up, with the FF heuristic and
/// its preferred steps in a second list (as Richter & Helmert 2009 describe it). The plan need not be a cheap one.
#[must_use]
pub fn greedy(task: &GroundTask<'_>, budget: Budget, watch: Watch<'_>) -> Outcome {
    let mut space = Space::new(task, budget);
    if task.initial_broken {
        return space.outcome(space.at_once());
    }
    let relaxed = Relaxed::new(task);
    let mut ff = Ff::new(&relaxed, task.operators.len());
    let mut preferred = Vec::new();
    let mut all = Open::default();
    let mut chosen = Open::default();
    let mut dead: Vec<bool> = Vec::new();
    let mut best = u32::MAX;
    let mut current = Some(StateId(0));
    loop {
        if let Some(id) = current.take() {
            space.evaluated += 1;
            dead.resize(space.registry.len(), false);
            match ff.evaluate(task, &space.state, &space.values, &mut preferred) {
                None => {
                    dead[id.index()] = true;
                    // Dead ends can be many more than the states that have successors.
                    if !space.goes_on_among_dead_ends(16 * (all.len + chosen.len), watch) {
                        return space.outcome(Found::Budget { at_least: 0 });
                    }
                }
                Some(_) if task.is_goal(&space.state, &space.values) => {
                    let steps = space.registry.plan(id);
                    let cost = space.cost(&steps);
                    return space.outcome(Found::Plan { steps, cost, optimal: false });
                }
                Some(estimate) => {
                    if !space.go_on(16 * (all.len + chosen.len), watch) {
                        return space.outcome(Found::Budget { at_least: 0 });
                    }
                    space.expanded += 1;
                    if estimate < best {
                        best = estimate;
                        if space.registry.len() > 1 {
                            chosen.turn -= BOOST;
                        }
                    }
                    let mut applicable = std::mem::take(&mut space.applicable);
                    task.applicable(&space.state, &space.values, &mut applicable);
                    for operator in &applicable {
                        if preferred.binary_search(operator).is_ok() {
                            chosen.push(estimate, id, *operator);
                        }
                        all.push(estimate, id, *operator);
                    }
                    space.applicable = applicable;
                }
            }
        }
        let from_chosen = chosen.len > 0 && (all.len == 0 || chosen.turn <= all.turn);
        let open = if from_chosen { &mut chosen } else { &mut all };
        let Some((parent, operator)) = open.pop() else { break };
        space.load(parent);
        if !space.step(operator) {
            continue;
        }
        let (id, new) = space.registry.insert(task, &space.next, Some((parent, operator)));
        if new {
            std::mem::swap(&mut space.state, &mut space.next);
            current = Some(id);
        }
    }
    if dead.first() == Some(&true) {
        return space.outcome(space.at_once());
    }
    space.outcome(space.nothing(&dead, 0))
}

/// Steps to be tried, by the estimate of the state they start from, first come first served.
#[derive(Default)]
struct Open {
    entries: BTreeMap<u32, VecDeque<(StateId, OperatorId)>>,
    len: usize,
    /// The list with the smaller number is next.
    turn: i64,
}

impl Open {
    fn push(&mut self, estimate: u32, state: StateId, operator: OperatorId) {
        self.entries.entry(estimate).or_default().push_back((state, operator));
        self.len += 1;
    }

    fn pop(&mut self) -> Option<(StateId, OperatorId)> {
        let mut first = self.entries.first_entry()?;
        let entry = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        self.len -= 1;
        self.turn += 1;
        entry
    }
}

/// Looks at every state that can be reached, without any estimate, nearest first; finds a shortest plan, or that there is
/// none. A proof from it needs no argument about dead ends.
#[must_use]
pub fn exhaust(task: &GroundTask<'_>, budget: Budget, watch: Watch<'_>) -> Outcome {
    let mut space = Space::new(task, budget);
    if task.initial_broken {
        return space.outcome(space.at_once());
    }
    let mut depths: Vec<u32> = vec![0];
    let mut index = 0;
    while index < space.registry.len() {
        let id = StateId(index as u32);
        space.load(id);
        if task.is_goal(&space.state, &space.values) {
            let steps = space.registry.plan(id);
            let cost = space.cost(&steps);
            return space.outcome(Found::Plan { steps, cost, optimal: false });
        }
        if !space.go_on(depths.len() * 4, watch) {
            return space.outcome(Found::Budget { at_least: u64::from(depths[index]) });
        }
        space.expanded += 1;
        let mut applicable = std::mem::take(&mut space.applicable);
        task.applicable(&space.state, &space.values, &mut applicable);
        for operator in &applicable {
            if space.step(*operator) && space.registry.insert(task, &space.next, Some((id, *operator))).1 {
                depths.push(depths[index] + 1);
            }
            if space.is_full() {
                return space.outcome(Found::Budget { at_least: u64::from(depths[index]) });
            }
        }
        space.applicable = applicable;
        index += 1;
    }
    space.outcome(space.nothing(&[], 0))
}

/// What plans are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Their cost, as the task says.
    Cost,
    /// Their number of steps.
    Steps,
}

/// Finds a cheapest plan: A* with LM-cut.
#[must_use]
pub fn optimal(task: &GroundTask<'_>, measure: Measure, budget: Budget, watch: Watch<'_>) -> Outcome {
    let mut space = Space::new(task, budget);
    if task.initial_broken {
        return space.outcome(space.at_once());
    }
    let relaxed = Relaxed::new(task);
    let costs: Vec<u64> = match measure {
        Measure::Cost => task.operators.iter().map(|operator| operator.cost).collect(),
        Measure::Steps => vec![1; task.operators.len()],
    };
    let mut lmcut = LmCut::new(&relaxed, costs.clone());
    space.evaluated = 1;
    let Some(estimate) = lmcut.evaluate(task, &space.state, &space.values, &[]) else {
        return space.outcome(space.at_once());
    };
    let mut nodes = vec![Node { cost: 0, estimate, closed: false, dead: false }];
    let mut open: BTreeMap<(u64, u64), Vec<StateId>> = BTreeMap::new();
    open.entry((estimate, estimate)).or_default().push(StateId(0));
    let mut bound = estimate;
    // What a plan costs at least that goes through a state which was not looked at.
    let mut unseen = u64::MAX;
    while let Some(mut first) = open.first_entry() {
        let (total, _) = *first.key();
        let Some(id) = first.get_mut().pop() else {
            first.remove();
            continue;
        };
        let node = nodes[id.index()];
        if node.closed || node.cost + node.estimate != total {
            continue;
        }
        bound = bound.max(total);
        space.load(id);
        if task.is_goal(&space.state, &space.values) {
            let (steps, cost) = (space.registry.plan(id), node.cost);
            return space.outcome(Found::Plan { steps, cost, optimal: cost <= unseen });
        }
        if !space.go_on(nodes.len() * 32, watch) {
            return space.outcome(Found::Budget { at_least: bound.min(unseen) });
        }
        space.expanded += 1;
        nodes[id.index()].closed = true;
        let mut applicable = std::mem::take(&mut space.applicable);
        task.applicable(&space.state, &space.values, &mut applicable);
        for operator in &applicable {
            let cost = node.cost + costs[operator.index()];
            match space.attempt(*operator) {
                Ok(()) => {}
                Err(Refusal::TooLong) => {
                    unseen = unseen.min(cost);
                    continue;
                }
                Err(Refusal::NotApplicable | Refusal::BreaksRule) => continue,
            }
            if space.is_full() {
                return space.outcome(Found::Budget { at_least: bound.min(unseen) });
            }
            let (next, new) = space.registry.insert(task, &space.next, Some((id, *operator)));
            if new {
                space.evaluated += 1;
                let estimate = lmcut.evaluate(task, &space.next, &space.values, &[]);
                nodes.push(Node {
                    cost,
                    estimate: estimate.unwrap_or(0),
                    closed: estimate.is_none(),
                    dead: estimate.is_none(),
                });
                if let Some(estimate) = estimate {
                    open.entry((cost + estimate, estimate)).or_default().push(next);
                }
                continue;
            }
            let known = &mut nodes[next.index()];
            if !known.dead && cost < known.cost {
                // The estimate need not be consistent: a state may be taken up again.
                known.cost = cost;
                known.closed = false;
                open.entry((cost + known.estimate, known.estimate)).or_default().push(next);
                space.registry.reroute(next, (id, *operator));
            }
        }
        space.applicable = applicable;
    }
    let dead: Vec<bool> = nodes.iter().map(|node| node.dead).collect();
    space.outcome(space.nothing(&dead, bound.min(unseen)))
}

#[derive(Clone, Copy)]
struct Node {
    cost: u64,
    estimate: u64,
    closed: bool,
    dead: bool,
}
