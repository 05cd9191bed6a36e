//! The search for cheapest repairs: over product states (facts, values, rule memory), positions in the given plan, and moves
//! that are half done.
//!
//! A node is a state, the number of given steps that were passed, and what is pending: later steps that were already taken
//! (they are passed for nothing when their turn comes), and steps that were put off (they are taken for nothing, somewhere
//! later; none may be left at the end). From a node the next given step is kept for nothing when it can run, or deleted, put
//! off or changed; a step is inserted; a later one is pulled forward. A move is paid with its first half.
//!
//! The search deepens: all nodes on paths of at most `bound` are looked at before `bound` grows, so the first goal that is
//! found ends a cheapest repair, and going on to the end of that round finds all of them. A node is left out of a round when
//! its cost and a lower bound on what is left exceed the round's. Two bounds are used, whichever is greater:
//!
//! * LM-cut from the node's state, in which the given steps that are left, and those put off, cost nothing, and every other
//!   operator costs what an insertion or a change costs, whichever is less. It is never too much: whatever completes the
//!   repair is a sequence of operators from the state to a goal state. Each of them is a given step kept, pulled forward or
//!   placed, which the bound has for nothing, or it comes in by an insertion or a change, which costs at least what the bound
//!   takes for it. So the sequence is a plan of the bound's task whose cost is at most what the edits cost, and LM-cut is never
//!   more than the cost of a cheapest plan.
//! * Of the given steps that are left, those that can never run (unreadable, of a wrong type, unreachable) must be deleted or
//!   changed, one edit each. Those of them that can become nothing else must be deleted, which brings in no operator, so that
//!   what this costs comes on top of either bound.
//!
//! A node with no cost left is only entered when the given steps that are left run through to a goal; what they need is
//! known from carrying their conditions backwards, so most of these nodes are refused by a comparison of a few words.

use crate::edit::{EditKind, Step, Weights};
use crate::given::Given;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stepguard_search::{
    GroundTask, LmCut, OperatorId, Refusal, Registry, Relaxed, State, StateId, Value, ValueId, ValueTable,
};

/// What leads from one node to another, in the order in which repairs are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Arc {
    /// The next given step is taken as it is.
    Keep,
    /// The next given step was pulled forward before: it is passed.
    Skip,
    /// A step that was put off is taken.
    Place(OperatorId),
    /// A later step is taken now.
    Pull(u32),
    /// The next given step is put off.
    PutOff,
    /// The next given step is taken out.
    Delete,
    /// A step comes in.
    Insert(OperatorId),
    /// The next given step becomes another one.
    Change(OperatorId),
}

/// A node's number.
pub(crate) type NodeId = u32;

/// A node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) state: StateId,
    /// Given steps that were passed.
    pub(crate) position: u32,
    /// What is pending.
    pub(crate) pending: u32,
    /// Cost of the cheapest path in this round; [`FAR`]: none yet.
    pub(crate) cost: u32,
    /// Lower bound on what is left; [`UNKNOWN`], or [`FAR`]: nothing leads to the goal.
    left: u32,
}

/// More than any repair costs.
pub(crate) const FAR: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX - 1;

/// What is pending, in one form for all orders.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Pending {
    /// Later steps that were already taken, by position, sorted.
    pulled: Vec<u32>,
    /// Steps that were put off, sorted; equal ones as often as there are.
    owed: Vec<OperatorId>,
}

/// Pending sets, each once; 0 is the empty one.
struct Sets {
    all: Vec<Pending>,
    index: FxHashMap<Pending, u32>,
    bytes: usize,
}

impl Sets {
    fn new() -> Self {
        let mut sets = Self { all: Vec::new(), index: FxHashMap::default(), bytes: 0 };
        sets.intern(Pending::default());
        sets
    }

    fn intern(&mut self, set: Pending) -> u32 {
        if let Some(known) = self.index.get(&set) {
            return *known;
        }
        let id = u32::try_from(self.all.len()).expect("the budget in bytes keeps sets below 2^32");
        self.bytes += 2 * (64 + 4 * (set.pulled.len() + set.owed.len()));
        self.all.push(set.clone());
        self.index.insert(set, id);
        id
    }

    fn get(&self, id: u32) -> &Pending {
        &self.all[id as usize]
    }

    fn with_pulled(&mut self, id: u32, step: u32) -> u32 {
        let mut set = self.get(id).clone();
        let place = set.pulled.partition_point(|other| *other < step);
        set.pulled.insert(place, step);
        self.intern(set)
    }

    /// Without a step whose turn has come.
    fn passed(&mut self, id: u32, step: u32) -> u32 {
        let mut set = self.get(id).clone();
        set.pulled.retain(|other| *other != step);
        self.intern(set)
    }

    fn with_owed(&mut self, id: u32, operator: OperatorId) -> u32 {
        let mut set = self.get(id).clone();
        let place = set.owed.partition_point(|other| *other < operator);
        set.owed.insert(place, operator);
        self.intern(set)
    }

    fn placed(&mut self, id: u32, operator: OperatorId) -> u32 {
        let mut set = self.get(id).clone();
        if let Ok(place) = set.owed.binary_search(&operator) {
            set.owed.remove(place);
        }
        self.intern(set)
    }
}

/// An edge: to, from, how.
pub(crate) type Edge = (NodeId, NodeId, Arc);

/// How a round came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Round {
    /// Everything within the bound was looked at.
    Done,
    /// Work, bytes or the watcher ended it.
    Stopped,
}

/// What a search may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    pub(crate) work: u64,
    pub(crate) bytes: usize,
    /// What it may become.
    pub(crate) most: u64,
}

/// Work that an estimate counts as, and more for every operator of the task: measured, in steps carried out.
pub(crate) const ESTIMATE: u64 = 64;
pub(crate) const ESTIMATE_PER_OPERATOR: u64 = 3;
/// Computing with a long number takes time that grows with the square of its length: bits, squared, for a unit of work.
const BITS_PER_UNIT: u64 = 256;
/// About what a value takes, beside its bits.
const NUMBER_BYTES: usize = 128;
/// So many given steps can be looked at, without carrying them out, for a unit of work.
const STEPS_PER_UNIT: u64 = 16;
/// How much more what is left counts than what was spent.
const HASTE: u64 = 3;
/// Nodes between two calls of the watcher.
const WATCHED: u64 = 64;

/// Length of a value that is a long number.
fn bits(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number.big_bits(),
        Value::Object(_) | Value::Undefined => 0,
    }
}

/// Work for the long numbers of a state that was just computed.
fn longhand(task: &GroundTask<'_>, state: &State, values: &ValueTable) -> u64 {
    task.view(state, values)
        .variables
        .iter()
        .map(|id| {
            let bits = bits(values.get(*id));
            bits * bits / BITS_PER_UNIT
        })
        .sum()
}

/// The search.
pub(crate) struct Graph<'g, 't, 'p> {
    pub(crate) task: &'g GroundTask<'t>,
    pub(crate) given: Given<'p>,
    pub(crate) weights: Weights,
    estimate: LmCut<'g>,
    values: ValueTable,
    /// Values that were counted, and what they take.
    values_counted: (usize, usize),
    registry: Registry,
    sets: Sets,
    index: FxHashMap<(StateId, u32, u32), NodeId>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    /// Nodes that end a cheapest repair.
    pub(crate) goals: Vec<NodeId>,
    open: BinaryHeap<(Reverse<u64>, u32, Reverse<NodeId>)>,
    /// Cost that the round allows.
    pub(crate) bound: u32,
    /// The least cost beyond the bound that something was left out for.
    next_bound: u32,
    /// A number grew too long: what follows was not looked at.
    pub(crate) cut_off: bool,
    pub(crate) expanded: u64,
    pub(crate) work: u64,
    pub(crate) allowance: Allowance,
    /// Any repair will do.
    hasty: bool,
    /// What a node cost counts when it is to be taken up.
    thrift: bool,
    /// By node, how it was reached most cheaply in this round.
    parents: Vec<(NodeId, Arc)>,
    taken_up: u64,
    /// The watcher wants no more.
    cancelled: bool,
    state: State,
    next: State,
    scratch: [State; 2],
    applicable: Vec<OperatorId>,
    free: Vec<OperatorId>,
}

impl<'g, 't, 'p> Graph<'g, 't, 'p> {
    pub(crate) fn new(
        task: &'g GroundTask<'t>,
        relaxed: &'g Relaxed,
        given: Given<'p>,
        weights: Weights,
        allowance: Allowance,
    ) -> Self {
        let brought_in = u64::from(weights.insert.min(weights.change));
        let estimate = LmCut::new(relaxed, vec![brought_in; task.operators.len()]);
        let start = task.initial().clone();
        let mut registry = Registry::new(task);
        let (state, _) = registry.insert(task, &start, None);
        let mut graph = Self {
            task,
            given,
            weights,
            estimate,
            values: task.initial_values(),
            values_counted: (0, 0),
            registry,
            sets: Sets::new(),
            index: FxHashMap::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            goals: Vec::new(),
            open: BinaryHeap::new(),
            bound: 0,
            next_bound: FAR,
            cut_off: false,
            expanded: 0,
            work: 0,
            allowance,
            hasty: false,
            thrift: false,
            parents: Vec::new(),
            taken_up: 0,
            cancelled: false,
            state: start.clone(),
            next: start.clone(),
            scratch: [start.clone(), start],
            applicable: Vec::new(),
            free: Vec::new(),
        };
        graph.node(state, 0, 0);
        graph.bound = graph.left(0).max(weights.least());
        graph
    }

    /// Looks at everything that costs at most the bound. The first round has a lower bound on every repair for its bound.
    pub(crate) fn round(&mut self, watch: &mut dyn FnMut(f64) -> bool) -> Round {
        self.start(false, false);
        while let Some((.., Reverse(id))) = self.open.pop() {
            if !self.go_on(watch) {
                return Round::Stopped;
            }
            self.expand(id);
        }
        if self.work > self.allowance.work { Round::Stopped } else { Round::Done }
    }

    /// Looks for any repair that costs at most the bound: the arcs that lead to it. At first by whatever
    /// leads to the plan's end and completes it there, with `thrift` by what promises to be cheap.
    pub(crate) fn approach(&mut self, thrift: bool, watch: &mut dyn FnMut(f64) -> bool) -> Option<Vec<Arc>> {
        self.start(true, thrift);
        while let Some((Reverse(key), _, Reverse(id))) = self.open.pop() {
            if !self.go_on(watch) {
                return None;
            }
            let node = self.nodes[id as usize];
            if node.left == UNKNOWN {
                self.registry.unpack(self.task, node.state, &self.values, &mut self.state);
                let left = self.left(id);
                if left != FAR && self.key(id, left) > key {
                    self.push(id, left);
                    continue;
                }
            }
            self.expand(id);
            if let Some(goal) = self.goals.first() {
                let mut path = Vec::new();
                let mut at = *goal;
                while at != 0 {
                    let (from, arc) = self.parents[at as usize];
                    path.push(arc);
                    at = from;
                }
                path.reverse();
                return Some(path);
            }
        }
        None
    }

    fn start(&mut self, hasty: bool, thrift: bool) {
        for node in &mut self.nodes {
            node.cost = FAR;
        }
        self.hasty = hasty;
        self.thrift = thrift;
        self.edges.clear();
        self.goals.clear();
        self.open.clear();
        self.next_bound = FAR;
        self.nodes[0].cost = 0;
        self.push(0, 0);
    }

    /// Moves the bound up to the next cost at which there is more to look at; false: there is nothing more.
    pub(crate) fn deepen(&mut self) -> bool {
        if self.next_bound == FAR {
            return false;
        }
        self.bound = self.next_bound;
        true
    }

    fn go_on(&mut self, watch: &mut dyn FnMut(f64) -> bool) -> bool {
        let bytes = self.registry.len() * self.registry.bytes_per_state()
            + self.nodes.len() * (std::mem::size_of::<Node>() + 32)
            + self.edges.len() * std::mem::size_of::<Edge>()
            + self.sets.bytes
            + self.number_bytes();
        if self.cancelled || self.work > self.allowance.work || bytes > self.allowance.bytes {
            return false;
        }
        self.taken_up += 1;
        if self.taken_up % WATCHED != 1 {
            return true;
        }
        #[expect(clippy::cast_precision_loss, reason = "a share, for a progress bar")]
        let share = self.work as f64 / self.allowance.most.max(1) as f64;
        self.cancelled = !watch(share.min(1.0));
        !self.cancelled
    }

    /// About what the values take; each is looked at once.
    fn number_bytes(&mut self) -> usize {
        while self.values_counted.0 < self.values.len() {
            let id = ValueId(self.values_counted.0 as u32);
            self.values_counted.0 += 1;
            self.values_counted.1 += NUMBER_BYTES + (bits(self.values.get(id)) / 4) as usize;
        }
        self.values_counted.1
    }

    fn node(&mut self, state: StateId, position: u32, pending: u32) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("the budget in bytes keeps nodes below 2^32");
        let known = *self.index.entry((state, position, pending)).or_insert(id);
        if known == id {
            self.nodes.push(Node { state, position, pending, cost: FAR, left: UNKNOWN });
        }
        known
    }

    /// What nodes are taken up by, the least first: the furthest in the given plan, then those with the least left; with
    /// thrift, those with the least cost in all.
    fn key(&self, id: NodeId, left: u32) -> u64 {
        let node = &self.nodes[id as usize];
        if self.thrift {
            HASTE * u64::from(left) + u64::from(node.cost)
        } else {
            u64::from(self.given.len() - node.position) << 32 | u64::from(left)
        }
    }

    /// To be taken up; `left` is a guess where no bound is known.
    fn push(&mut self, id: NodeId, left: u32) {
        let node = self.nodes[id as usize];
        let left = if node.left == UNKNOWN { left } else { node.left };
        self.open.push((Reverse(self.key(id, left)), node.position, Reverse(id)));
    }

    /// A lower bound on what completes the repair from a node whose state is the current one.
    fn left(&mut self, id: NodeId) -> u32 {
        let node = self.nodes[id as usize];
        if node.left != UNKNOWN {
            return node.left;
        }
        self.work += u64::from(self.given.len() - node.position) / STEPS_PER_UNIT;
        let pending = self.sets.get(node.pending);
        self.free.clear();
        self.free.extend_from_slice(&pending.owed);
        for step in node.position..self.given.len() {
            if let Some(operator) = self.given.operators[step as usize]
                && pending.pulled.binary_search(&step).is_err()
            {
                self.free.push(operator);
            }
        }
        self.work += ESTIMATE + self.task.operators.len() as u64 * ESTIMATE_PER_OPERATOR;
        let left = match self.estimate.evaluate(self.task, &self.state, &self.values, &self.free) {
            None => FAR,
            Some(cost) => {
                let cost = u32::try_from(cost).map_or(UNKNOWN - 1, |cost| cost.min(UNKNOWN - 1));
                let (lost, hopeless) = self.given.hopeless[node.position as usize];
                cost.max(hopeless).saturating_add(lost).min(UNKNOWN - 1)
            }
        };
        self.nodes[id as usize].left = left;
        left
    }

    /// Carries out a step of the current state; `next` is the state after it. False: it cannot run, or it changes nothing and
    /// `idle` steps are not wanted.
    fn step(&mut self, operator: OperatorId, idle: bool) -> bool {
        if !self.task.is_applicable(operator, &self.state, &self.values) {
            return false;
        }
        let applied = self.task.apply(operator, &self.state, &mut self.values, &mut self.next);
        self.work += 1 + longhand(self.task, &self.next, &self.values);
        match applied {
            Ok(()) => idle || self.next != self.state,
            Err(Refusal::TooLong) => {
                self.cut_off = true;
                false
            }
            Err(Refusal::NotApplicable | Refusal::BreaksRule) => false,
        }
    }

    fn expand(&mut self, id: NodeId) {
        let node = self.nodes[id as usize];
        self.registry.unpack(self.task, node.state, &self.values, &mut self.state);
        if node.cost < self.bound {
            let left = self.left(id);
            if left == FAR {
                return;
            }
            if node.cost.saturating_add(left) > self.bound {
                self.next_bound = self.next_bound.min(node.cost.saturating_add(left));
                return;
            }
        }
        self.expanded += 1;
        let position = node.position;
        let end = position == self.given.len();
        let owed = self.sets.get(node.pending).owed.clone();
        let pulled = self.sets.get(node.pending).pulled.clone();
        if end && owed.is_empty() && self.task.is_goal(&self.state, &self.values) {
            self.goals.push(id);
            return;
        }
        // Where no cost is left and nothing is owed, the node was entered because the rest runs through.
        let sure = node.cost == self.bound && owed.is_empty();
        if !end {
            if pulled.binary_search(&position).is_ok() {
                let pending = self.sets.passed(node.pending, position);
                // What else could be done here can be done behind it as well.
                self.enter(id, Arc::Skip, 0, false, position + 1, pending, sure);
                return;
            }
            if let Some(operator) = self.given.operators[position as usize]
                && self.step(operator, true)
            {
                self.enter(id, Arc::Keep, 0, true, position + 1, node.pending, sure);
            }
        }
        self.extras(id, &owed, &pulled);
        if end {
            return;
        }
        self.enter(id, Arc::Delete, self.weights.delete, false, position + 1, node.pending, false);
        if let Some(operator) = self.given.operators[position as usize]
            && self.fits(id, self.weights.relocate)
        {
            let pending = self.sets.with_owed(node.pending, operator);
            self.enter(id, Arc::PutOff, self.weights.relocate, false, position + 1, pending, false);
        }
        if self.fits(id, self.weights.change) {
            let last = node.cost + self.weights.change == self.bound && owed.is_empty() && pulled.is_empty();
            // A step as it was meant may change nothing, like any that is kept. To turn another one into such a step is no
            // better than taking it out, unless that costs more.
            let unread = matches!(self.given.steps[position as usize], Step::Unread { .. });
            let idle = unread || self.weights.change < self.weights.delete;
            for operator in self.given.changes(self.task, position).iter() {
                if last && !self.may_finish(*operator, position + 1) {
                    continue;
                }
                if self.step(*operator, idle) {
                    let arc = Arc::Change(*operator);
                    self.enter(id, arc, self.weights.change, true, position + 1, node.pending, false);
                }
            }
        }
    }

    /// What can be done at a node whether or not a given step is next.
    fn extras(&mut self, id: NodeId, owed: &[OperatorId], pulled: &[u32]) {
        let node = self.nodes[id as usize];
        for (index, operator) in owed.iter().enumerate() {
            if (index == 0 || owed[index - 1] != *operator) && self.step(*operator, true) {
                let pending = self.sets.placed(node.pending, *operator);
                self.enter(id, Arc::Place(*operator), 0, true, node.position, pending, false);
            }
        }
        if self.fits(id, self.weights.insert) {
            let last = node.cost + self.weights.insert == self.bound && owed.is_empty() && pulled.is_empty();
            let mut applicable = std::mem::take(&mut self.applicable);
            self.task.applicable(&self.state, &self.values, &mut applicable);
            for operator in &applicable {
                if last && !self.may_finish(*operator, node.position) {
                    continue;
                }
                if self.step(*operator, false) {
                    let arc = Arc::Insert(*operator);
                    self.enter(id, arc, self.weights.insert, true, node.position, node.pending, false);
                }
            }
            self.applicable = applicable;
        }
        if self.fits(id, self.weights.relocate) {
            self.work += u64::from(self.given.len() - node.position) / STEPS_PER_UNIT;
            for step in node.position + 1..self.given.len() {
                if self.work > self.allowance.work {
                    return;
                }
                if let Some(operator) = self.given.operators[step as usize]
                    && pulled.binary_search(&step).is_err()
                    && self.step(operator, true)
                {
                    let pending = self.sets.with_pulled(node.pending, step);
                    self.enter(id, Arc::Pull(step), self.weights.relocate, true, node.position, pending, false);
                }
            }
        }
    }

    /// What an arc costs.
    pub(crate) fn weight(&self, arc: Arc) -> u32 {
        match arc {
            Arc::Keep | Arc::Skip | Arc::Place(_) => 0,
            Arc::Pull(_) | Arc::PutOff => self.weights.relocate,
            Arc::Delete => self.weights.delete,
            Arc::Insert(_) => self.weights.insert,
            Arc::Change(_) => self.weights.change,
        }
    }

    /// What a kind of edit costs.
    pub(crate) fn weight_of(&self, kind: EditKind) -> u32 {
        match kind {
            EditKind::Insert => self.weights.insert,
            EditKind::Delete => self.weights.delete,
            EditKind::Move => self.weights.relocate,
            EditKind::Change => self.weights.change,
        }
    }

    /// Whether an edit of this weight stays within the bound.
    fn fits(&mut self, id: NodeId, weight: u32) -> bool {
        let cost = self.nodes[id as usize].cost + weight;
        if cost > self.bound {
            self.next_bound = self.next_bound.min(cost);
        }
        cost <= self.bound
    }

    /// Whether a step may lead to a state from which the given steps run through, as far as simple facts tell.
    fn may_finish(&mut self, operator: OperatorId, position: u32) -> bool {
        let may = match self.given.needs.get(position as usize) {
            Some(needs) => self.task.may_give(operator, &self.state, needs),
            None => true,
        };
        if !may {
            self.next_bound = self.next_bound.min(self.bound + self.weights.least());
        }
        may
    }

    /// Enters the node that an arc leads to: with the state after a step (`moved`), or the same. `sure`: the given steps that
    /// are left are known to run through.
    #[expect(clippy::too_many_arguments, reason = "an arc with both its ends")]
    fn enter(&mut self, from: NodeId, arc: Arc, weight: u32, moved: bool, position: u32, pending: u32, sure: bool) {
        let cost = self.nodes[from as usize].cost + weight;
        if cost > self.bound {
            self.next_bound = self.next_bound.min(cost);
            return;
        }
        let settled = self.sets.get(pending).owed.is_empty();
        if cost == self.bound && !sure && settled && !self.runs_through(moved, position, pending) {
            self.next_bound = self.next_bound.min(self.bound + self.weights.least());
            return;
        }
        let state =
            if moved { self.registry.insert(self.task, &self.next, None).0 } else { self.nodes[from as usize].state };
        let to = self.node(state, position, pending);
        if self.hasty {
            self.parents.resize(self.nodes.len(), (0, Arc::Keep));
        } else {
            self.edges.push((to, from, arc));
        }
        let known = &mut self.nodes[to as usize];
        if cost < known.cost {
            known.cost = cost;
            if self.hasty {
                self.parents[to as usize] = (from, arc);
            }
            if known.left != FAR {
                let guess = self.nodes[from as usize].left;
                self.push(to, if guess == UNKNOWN { 0 } else { guess });
            }
        }
    }

    /// Whether the given steps from `position` on run as they are and end in a goal. Nothing is owed.
    fn runs_through(&mut self, moved: bool, position: u32, pending: u32) -> bool {
        let pulled = &self.sets.all[pending as usize].pulled;
        let [now, then] = &mut self.scratch;
        now.clone_from(if moved { &self.next } else { &self.state });
        let last_pulled = pulled.last().copied();
        for step in position..self.given.len() {
            // What the rest needs is only known where it is complete.
            if last_pulled.is_none_or(|last| last < step)
                && self.given.needs.get(step as usize).is_some_and(|needs| !needs.hold_in(now))
            {
                return false;
            }
            if pulled.binary_search(&step).is_ok() {
                continue;
            }
            let Some(operator) = self.given.operators[step as usize] else { return false };
            if self.work > self.allowance.work || !self.task.is_applicable(operator, now, &self.values) {
                return false;
            }
            let applied = self.task.apply(operator, now, &mut self.values, then);
            self.work += 1 + longhand(self.task, then, &self.values);
            match applied {
                Ok(()) => std::mem::swap(now, then),
                Err(Refusal::TooLong) => {
                    self.cut_off = true;
                    return false;
                }
                Err(Refusal::NotApplicable | Refusal::BreaksRule) => return false,
            }
        }
        self.task.is_goal(now, &self.values)
    }
}
