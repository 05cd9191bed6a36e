//! Counting plans exactly: shortest ones, longer ones that visit no state twice, and shortest ones when the order of
//! independent steps does not matter.
//!
//! A state here is a state of the world with what the rules remember of the way to it.

use crate::ground::{GroundTask, OperatorId};
use crate::heuristic::LmCut;
use crate::independence::Independence;
use crate::registry::StateId;
use crate::relaxed::Relaxed;
use crate::search::{Budget, Closed, Found, Measure, Space, Watch, optimal};
use crate::value::ValueTable;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as TreeEntry;
use std::collections::hash_map::Entry;

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Steps of a shortest plan.
    pub length: u32,
    /// Number of shortest plans.
    pub shortest: BigUint,
    /// For every length from the shortest on, the number of plans of at most that length that visit no state twice. Ends
    /// early where the budget ran out.
    pub up_to: Vec<(u32, BigUint)>,
    /// Number of shortest plans that differ in more than the order of independent steps; `None`: the budget ran out.
    pub modulo_order: Option<BigUint>,
    /// The first plans, shortest first, then in the order of their operators.
    pub first: Vec<Vec<OperatorId>>,
}

/// How a count came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// Plans were counted.
    Counts(Box<Counts>),
    /// There is none.
    Unsolvable(Closed, ValueTable),
    /// The budget ran out; no plan is shorter than this.
    Budget {
        /// Lower bound on the length of any plan.
        at_least: u64,
    },
}

/// Most bytes of one table, about.
const MOST_BYTES: usize = 192 << 20;

/// Steps that are looked at before no more plans are listed.
const MOST_LOOKS: u32 = 5_000_000;

/// Steps between entries that all tables of one count may take together.
const MOST_WORK: u64 = 100_000_000;

/// What tables may cost.
struct Purse {
    work: u64,
    /// What the table that is being filled takes.
    bytes: usize,
}

impl Purse {
    /// A step between entries, `bytes` for a new one; `None`: it cannot be paid.
    fn pay(&mut self, bytes: usize) -> Option<()> {
        self.work = self.work.checked_sub(1)?;
        self.bytes += bytes;
        (self.bytes <= MOST_BYTES).then_some(())
    }

    /// The next table: the one that was filled is read from now on, the one before is gone.
    fn turn(&mut self) {
        self.bytes = 0;
    }
}

/// What an entry takes beside its key: the number, a place in the table, what allocation adds.
const ENTRY: usize = 96;

/// What to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counting {
    /// How much longer than a shortest plan those are that are counted too.
    pub extra: u32,
    /// So many plans are listed.
    pub listed: usize,
    /// Longer plans are listed behind the shortest, where there is room.
    pub longer: bool,
    /// Spaces of so many states are looked through whole; in larger ones every state is estimated.
    pub whole: u64,
}

impl Default for Counting {
    fn default() -> Self {
        Self { extra: 2, listed: 10, longer: false, whole: 300_000 }
    }
}

/// Counts the plans of a task, shortest ones and longer ones, and lists the first. Also tells how many states were looked at.
#[must_use]
pub fn count(task: &GroundTask<'_>, counting: Counting, budget: Budget, watch: Watch<'_>) -> (Counted, u64) {
    let Counting { extra, whole, .. } = counting;
    // Small spaces are looked through whole: that is quicker than estimating how far every state is from the goal.
    let small = Budget { nodes: budget.nodes.min(whole), ..budget };
    if !task.initial_broken()
        && let Some((graph, expanded)) = Graph::explore(task, Reach::Beyond(extra), small, watch)
        && graph.to_goal[0] != NEVER
        && let Some(counts) = graph.counts(task, graph.to_goal[0], counting)
    {
        return (Counted::Counts(Box::new(counts)), expanded);
    }
    let best = optimal(task, Measure::Steps, budget, watch);
    let mut expanded = best.expanded;
    let length = match best.found {
        Found::Plan { steps, optimal: true, .. } => steps.len() as u32,
        // There may be a shorter one through states that were not looked at.
        Found::Plan { .. } => return (Counted::Budget { at_least: 0 }, expanded),
        Found::Exhausted(closed, values) => return (Counted::Unsolvable(closed, values), expanded),
        Found::Budget { at_least } => return (Counted::Budget { at_least }, expanded),
    };
    let left = Budget { nodes: budget.nodes.saturating_sub(expanded).max(1000), ..budget };
    // More than the shortest may be out of reach of the budget; the shortest are tried alone then.
    for extra in [extra, 0] {
        let Some((graph, looked)) = Graph::explore(task, Reach::Within(length + extra), left, watch) else { continue };
        expanded += looked;
        let Some(counts) = graph.counts(task, length, Counting { extra, ..counting }) else { break };
        return (Counted::Counts(Box::new(counts)), expanded);
    }
    (Counted::Budget { at_least: u64::from(length) }, expanded)
}

/// How far the state space is explored.
#[derive(Clone, Copy)]
enum Reach {
    /// What a plan of at most so many steps can pass, by an estimate for every state.
    Within(u32),
    /// Everything up to so many steps beyond the nearest goal state.
    Beyond(u32),
}

/// The part of the state space that plans up to a length can pass.
struct Graph {
    /// Steps by state, in the order of the operators.
    edges: Vec<Vec<(OperatorId, u32)>>,
    /// Fewest steps to a goal state.
    to_goal: Vec<u32>,
}

/// No goal state can be reached.
const NEVER: u32 = u32::MAX;

impl Graph {
    /// Everything that plans may visit, as far as `reach` says; `None`: the budget ran out.
    fn explore(task: &GroundTask<'_>, reach: Reach, budget: Budget, watch: Watch<'_>) -> Option<(Self, u64)> {
        let mut space = Space::new(task, budget);
        let relaxed = Relaxed::new(task);
        let mut bound = match reach {
            Reach::Within(_) => Some(LmCut::new(&relaxed, vec![1; task.operators.len()])),
            Reach::Beyond(_) => None,
        };
        let mut length = match reach {
            Reach::Within(length) => length,
            Reach::Beyond(_) => u32::MAX,
        };
        let mut depth: Vec<u32> = vec![0];
        let mut near: Vec<bool> = vec![true];
        let mut goals: Vec<u32> = Vec::new();
        let mut edges: Vec<Vec<(OperatorId, u32)>> = Vec::new();
        let mut links = 0;
        let mut index = 0;
        while index < space.registry.len() {
            let here = depth[index];
            let mut out = Vec::new();
            if near[index] {
                space.load(StateId(index as u32));
                if task.is_goal(&space.state, &space.values) {
                    goals.push(index as u32);
                    if let Reach::Beyond(extra) = reach {
                        length = length.min(here.saturating_add(extra));
                    }
                }
                if here < length {
                    if !space.go_on(links * 8 + depth.len() * 32, watch) {
                        return None;
                    }
                    space.expanded += 1;
                    let mut applicable = std::mem::take(&mut space.applicable);
                    task.applicable(&space.state, &space.values, &mut applicable);
                    for operator in &applicable {
                        if !space.step(*operator) {
                            continue;
                        }
                        let (next, new) = space.registry.insert(task, &space.next, None);
                        if space.is_full() {
                            return None;
                        }
                        if new {
                            depth.push(here + 1);
                            near.push(bound.as_mut().is_none_or(|bound| {
                                bound
                                    .evaluate(task, &space.next, &space.values, &[])
                                    .is_some_and(|left| u64::from(here) + 1 + left <= u64::from(length))
                            }));
                        }
                        if near[next.index()] {
                            out.push((*operator, next.0));
                        }
                    }
                    space.applicable = applicable;
                }
            }
            links += out.len();
            edges.push(out);
            index += 1;
        }
        if space.cut_off {
            return None;
        }
        let to_goal = distances(&edges, &goals);
        Some((Self { edges, to_goal }, space.expanded))
    }

    /// All counts; `None`: not even the shortest plans could be counted.
    fn counts(&self, task: &GroundTask<'_>, length: u32, counting: Counting) -> Option<Counts> {
        let Counting { extra, listed, longer, .. } = counting;
        let mut purse = Purse { work: MOST_WORK, bytes: 0 };
        let shortest = self.walks(length, 0, &mut purse)?;
        let mut sum = shortest.clone();
        let mut up_to = vec![(length, sum.clone())];
        for more in 1..=extra {
            let Some(walks) = self.walks(length + more, more, &mut purse) else { break };
            sum += walks;
            up_to.push((length + more, sum.clone()));
        }
        let modulo_order = self.modulo_order(task, length, &mut Purse { work: MOST_WORK, bytes: 0 });
        let mut first = self.first(length, listed);
        for (more, _) in up_to.iter().skip(1).filter(|_| longer) {
            first.extend(self.first(*more, listed - first.len()));
        }
        Some(Counts { length, shortest, up_to, modulo_order, first })
    }

    /// Number of plans of exactly `length` steps whose last `window` states and the next always differ. A plan that is at
    /// most `window` steps longer than a shortest one visits no state twice exactly when that holds: without the loop it
    /// would be shorter than the shortest.
    fn walks(&self, length: u32, window: u32, purse: &mut Purse) -> Option<BigUint> {
        type Window = SmallVec<[u32; 4]>;
        let mut layer: FxHashMap<Window, BigUint> = FxHashMap::default();
        layer.insert(SmallVec::from_slice(&[0]), BigUint::one());
        for step in 0..length {
            let left = length - step - 1;
            purse.turn();
            let mut next: FxHashMap<Window, BigUint> = FxHashMap::default();
            #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
            for (states, ways) in &layer {
                let last = *states.last()?;
                for (_, to) in &self.edges[last as usize] {
                    // Longer windows are dearer to copy and to look up.
                    purse.work = purse.work.checked_sub(1 + 2 * u64::from(window))?;
                    let distance = self.to_goal[*to as usize];
                    if distance == NEVER || distance > left || window > 0 && states.contains(to) {
                        continue;
                    }
                    let mut moved = states.clone();
                    moved.push(*to);
                    let keep = window.max(1) as usize;
                    if moved.len() > keep {
                        moved.remove(0);
                    }
                    let bytes = ENTRY + 4 * moved.len();
                    match next.entry(moved) {
                        Entry::Occupied(mut known) => *known.get_mut() += ways,
                        Entry::Vacant(new) => {
                            purse.pay(bytes)?;
                            new.insert(ways.clone());
                        }
                    }
                }
            }
            layer = next;
        }
        let mut sum = BigUint::zero();
        #[expect(clippy::iter_over_hash_type, reason = "a sum does not depend on the order")]
        for (states, ways) in &layer {
            if states.last().is_some_and(|last| self.to_goal[*last as usize] == 0) {
                sum += ways;
            }
        }
        Some(sum)
    }

    /// Number of classes of plans of `length` steps, the shortest, in which only the order of independent steps differs:
    /// with sleep sets (Godefroid 1996) exactly one plan of each class is walked.
    fn modulo_order(&self, task: &GroundTask<'_>, length: u32, purse: &mut Purse) -> Option<BigUint> {
        let mut independence = Independence::new(task);
        // Layer by layer from the start: states with the steps that sleep there.
        let mut layer: BTreeMap<(u32, Vec<OperatorId>), BigUint> = BTreeMap::new();
        layer.insert((0, Vec::new()), BigUint::one());
        for step in 0..length {
            let left = length - step - 1;
            purse.turn();
            let mut next: BTreeMap<(u32, Vec<OperatorId>), BigUint> = BTreeMap::new();
            for ((state, sleep), ways) in &layer {
                let mut passed = sleep.clone();
                for (operator, to) in &self.edges[*state as usize] {
                    purse.pay(0)?;
                    purse.work = purse.work.checked_sub(sleep.len() as u64)?;
                    if self.to_goal[*to as usize] != left || sleep.contains(operator) {
                        continue;
                    }
                    purse.work = purse.work.checked_sub(passed.len() as u64)?;
                    let mut asleep: Vec<OperatorId> =
                        passed.iter().copied().filter(|other| independence.of(*operator, *other)).collect();
                    asleep.sort_unstable();
                    let bytes = ENTRY + 4 * asleep.len();
                    match next.entry((*to, asleep)) {
                        TreeEntry::Occupied(mut known) => *known.get_mut() += ways,
                        TreeEntry::Vacant(new) => {
                            purse.pay(bytes)?;
                            new.insert(ways.clone());
                        }
                    }
                    passed.push(*operator);
                }
            }
            layer = next;
        }
        Some(layer.values().sum())
    }

    /// The first plans of exactly `length` steps that visit no state twice, in the order of their operators.
    fn first(&self, length: u32, listed: usize) -> Vec<Vec<OperatorId>> {
        let mut plans = Vec::new();
        let mut path: Vec<OperatorId> = Vec::new();
        // Position among the steps of each state on the way.
        let mut stack: Vec<(u32, usize)> = vec![(0, 0)];
        let mut looks = 0;
        while let Some((state, position)) = stack.pop() {
            looks += 1;
            if plans.len() == listed || looks > MOST_LOOKS {
                break;
            }
            if path.len() as u32 == length {
                plans.push(path.clone());
                path.pop();
                continue;
            }
            let left = length - path.len() as u32 - 1;
            let fits = |to: u32| {
                self.to_goal[to as usize] <= left && to != state && stack.iter().all(|(passed, _)| *passed != to)
            };
            let next = self.edges[state as usize][position..]
                .iter()
                .position(|(_, to)| fits(*to))
                .map(|offset| position + offset);
            match next {
                Some(found) => {
                    let (operator, to) = self.edges[state as usize][found];
                    stack.push((state, found + 1));
                    stack.push((to, 0));
                    path.push(operator);
                }
                None => {
                    path.pop();
                }
            }
        }
        plans
    }
}

/// Fewest steps from every state to one of `goals`.
pub(crate) fn distances(edges: &[Vec<(OperatorId, u32)>], goals: &[u32]) -> Vec<u32> {
    let mut back: Vec<Vec<u32>> = vec![Vec::new(); edges.len()];
    for (from, out) in (0..).zip(edges) {
        for (_, to) in out {
            back[*to as usize].push(from);
        }
    }
    let mut distance = vec![NEVER; edges.len()];
    let mut layer: Vec<u32> = goals.to_vec();
    for goal in goals {
        distance[*goal as usize] = 0;
    }
    let mut steps = 0;
    while !layer.is_empty() {
        steps += 1;
        let mut next = Vec::new();
        for state in layer {
            for from in &back[state as usize] {
                if distance[*from as usize] == NEVER {
                    distance[*from as usize] = steps;
                    next.push(*from);
                }
            }
        }
        layer = next;
    }
    distance
}
