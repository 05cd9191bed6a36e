//! From the cheapest paths of the search to repairs: which plans they lead to, which of them are one repair, and in which
//! order they are listed.
//!
//! A path is a plan with an explanation: which of its steps are kept, moved, changed or inserted, and which given steps are
//! deleted. The *content* of an explanation is the multiset of its edits without the places: what is inserted, which step (or
//! one equal to it) is deleted or moved, what becomes of which step. Two explanations with the same content, and two
//! explanations of one plan by edits of the same kinds ("a goes behind b", "b goes before a"), are one repair.
//!
//! A change must be needed: where the plan succeeds without the changed step as well, taking it out is the repair, which costs
//! no more and brings in nothing. (Else any harmless step would do, and there are many.)
//!
//! Of the explanations that are one repair, the one that is shown moves steps as little as possible, then inserts them as
//! late as possible: right before the step that needs them. Repairs are listed by their kinds: reading an unreadable step
//! first, then what leaves the leanest plan (deleting, moving, changing, inserting: where a step could be taken out or changed
//! instead of putting one in, the plan with the insertion would hold a step that it does not need); then by the first place in
//! the given plan that they touch.

use crate::edit::{EditKind, Step};
use crate::given::Given;
use crate::graph::{Arc, Edge, FAR, Graph, NodeId};
use crate::runner::Runner;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use stepguard_search::OperatorId;

/// An edit as the search knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RawEdit {
    pub(crate) kind: EditKind,
    /// Place in the repaired plan; of a deleted step, before which one it stood.
    pub(crate) at: u32,
    /// Given step.
    pub(crate) from: Option<u32>,
    /// The step that comes in or stays.
    pub(crate) operator: Option<OperatorId>,
}

/// A plan with an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Explained {
    pub(crate) plan: Vec<OperatorId>,
    /// Which given step each step of the plan is, when it stays where it was given, changed or not.
    pub(crate) kept: Vec<Option<u32>>,
    pub(crate) edits: Vec<RawEdit>,
}

/// What was found.
pub(crate) struct Listed {
    /// One for each repair, in the order in which they are listed.
    pub(crate) repairs: Vec<Explained>,
    /// Different plans.
    pub(crate) plans: u64,
    /// Everything was walked through.
    pub(crate) complete: bool,
}

/// Paths that are walked for every plan that may be counted.
const PATHS_PER_PLAN: usize = 16;
/// Arcs that are walked for every plan that may be counted.
const ARCS_PER_PLAN: usize = 1024;

/// Steps that are carried out for paths, all in all.
const CARRIED: usize = 5_000_000;

/// What an edit is apart from its place: kind, given step (or the first one that is equal), operator.
type Content = Vec<(EditKind, u32, u32)>;

const NOTHING: u32 = u32::MAX;

/// Collects the repairs that the cheapest paths of a graph are.
pub(crate) fn list(graph: &Graph<'_, '_, '_>, most: usize) -> Listed {
    let most = most.max(1);
    let arcs = arcs_to_goals(graph);
    let mut collector = Collector {
        graph,
        runner: Runner::new(graph.task),
        most,
        plans: BTreeMap::new(),
        paths: 0,
        carried: 0,
        complete: true,
        found: Vec::new(),
        contents: FxHashMap::default(),
        passed_over: None,
        parents: Vec::new(),
    };
    collector.walk(&arcs);
    collector.finish()
}

/// By node, the arcs of cheapest paths that go on from it to a goal; sorted.
fn arcs_to_goals(graph: &Graph<'_, '_, '_>) -> Vec<Vec<(Arc, NodeId)>> {
    let mut edges: Vec<Edge> = graph.edges.clone();
    edges.sort_unstable();
    edges.dedup();
    let weight = |arc: Arc| graph.weight(arc);
    let tight = |(to, from, arc): &Edge| {
        let (to, from) = (graph.nodes[*to as usize].cost, graph.nodes[*from as usize].cost);
        from != FAR && from + weight(*arc) == to
    };
    edges.retain(tight);
    let mut out: Vec<Vec<(Arc, NodeId)>> = vec![Vec::new(); graph.nodes.len()];
    let mut alive = vec![false; graph.nodes.len()];
    let mut stack: Vec<NodeId> = Vec::new();
    for goal in &graph.goals {
        if graph.nodes[*goal as usize].cost == graph.bound && !alive[*goal as usize] {
            alive[*goal as usize] = true;
            stack.push(*goal);
        }
    }
    while let Some(node) = stack.pop() {
        let first = edges.partition_point(|(to, ..)| *to < node);
        for (_, from, arc) in edges[first..].iter().take_while(|(to, ..)| *to == node) {
            out[*from as usize].push((*arc, node));
            if !alive[*from as usize] {
                alive[*from as usize] = true;
                stack.push(*from);
            }
        }
    }
    for arcs in &mut out {
        arcs.sort_unstable();
    }
    out
}

struct Collector<'a, 'g, 't, 'p> {
    graph: &'a Graph<'g, 't, 'p>,
    runner: Runner<'g, 't>,
    most: usize,
    /// Plans by their steps, with the kinds of edits of explanations, each with an explanation's number.
    plans: BTreeMap<Vec<OperatorId>, Vec<(Vec<EditKind>, usize)>>,
    paths: usize,
    /// Steps carried out to see whether changes are needed.
    carried: usize,
    complete: bool,
    /// The best explanation of each content, with what it is compared by.
    found: Vec<(Order, Explained)>,
    contents: FxHashMap<Content, usize>,
    /// A repair that changes a step without need: better than none when the walk ends early.
    passed_over: Option<Explained>,
    /// Contents that are one repair point to one of them.
    parents: Vec<usize>,
}

/// What explanations are compared by, the first to be shown being the least.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Order {
    /// How far steps move.
    distance: u64,
    /// Insertions from the plan's end.
    from_end: u64,
    edits: Vec<RawEdit>,
}

impl Collector<'_, '_, '_, '_> {
    /// Walks all paths from the start.
    fn walk(&mut self, arcs: &[Vec<(Arc, NodeId)>]) {
        let mut path: Vec<Arc> = Vec::new();
        // The arcs of each node on the path, and how many of them were taken.
        let mut stack: Vec<(NodeId, usize)> = vec![(0, 0)];
        let mut budget = self.most.saturating_mul(ARCS_PER_PLAN).max(1 << 20);
        while let Some((node, taken)) = stack.last_mut() {
            let Some((arc, next)) = arcs[*node as usize].get(*taken).copied() else {
                stack.pop();
                path.pop();
                continue;
            };
            *taken += 1;
            budget = budget.saturating_sub(1);
            let spent = self.paths >= self.most.saturating_mul(PATHS_PER_PLAN) || self.carried > CARRIED;
            if budget == 0 || spent {
                self.complete = false;
                return;
            }
            // Between two given steps that are taken, those that are passed come first: one order for what makes no
            // difference.
            let passes = matches!(arc, Arc::Delete | Arc::PutOff | Arc::Skip);
            let extra = matches!(path.last(), Some(Arc::Insert(_) | Arc::Pull(_) | Arc::Place(_)));
            if passes && extra {
                continue;
            }
            path.push(arc);
            if arcs[next as usize].is_empty() {
                self.paths += 1;
                let explained = explain(&self.graph.given, &path);
                self.record(explained);
                path.pop();
                if self.plans.len() > self.most {
                    self.complete = false;
                    return;
                }
                continue;
            }
            stack.push((next, 0));
        }
        // A goal at the start would be a plan that succeeds as it is, which is no repair.
    }

    fn record(&mut self, explained: Explained) {
        let given = &self.graph.given;
        // Taking a step out and putting it in again is moving it, which is no dearer.
        let again = |edit: &RawEdit| {
            edit.kind == EditKind::Delete
                && explained.edits.iter().any(|other| {
                    other.kind == EditKind::Insert
                        && edit.from.is_some_and(|from| given.operators[from as usize] == other.operator)
                })
        };
        if explained.edits.iter().any(again) {
            return;
        }
        if self.graph.weights.delete <= self.graph.weights.change && self.has_idle_change(&explained) {
            self.passed_over.get_or_insert(explained);
            return;
        }
        let mut content: Content = explained
            .edits
            .iter()
            .map(|edit| {
                let step = edit.from.unwrap_or(NOTHING);
                let operator = edit.operator.map_or(NOTHING, |operator| operator.0);
                match edit.kind {
                    EditKind::Insert => (edit.kind, NOTHING, operator),
                    EditKind::Delete => (edit.kind, given.class[step as usize], NOTHING),
                    EditKind::Move => (edit.kind, given.class[step as usize], operator),
                    EditKind::Change => (edit.kind, step, operator),
                }
            })
            .collect();
        content.sort_unstable();
        let kinds: Vec<EditKind> = content.iter().map(|(kind, ..)| *kind).collect();
        let order = order(&explained);
        let known = self.contents.len();
        let number = *self.contents.entry(content).or_insert(known);
        let plan = explained.plan.clone();
        if number == known {
            self.parents.push(number);
            self.found.push((order, explained));
        } else if order < self.found[number].0 {
            self.found[number] = (order, explained);
        }
        let explanations = self.plans.entry(plan).or_default();
        match explanations.iter().find(|(other, _)| *other == kinds) {
            Some((_, other)) => {
                let other = *other;
                self.unite(number, other);
            }
            None => explanations.push((kinds, number)),
        }
    }

    /// Whether a step is changed that could be left out as well.
    fn has_idle_change(&mut self, explained: &Explained) -> bool {
        let given = &self.graph.given;
        let read = |from: u32| matches!(given.steps[from as usize], Step::Read(_));
        explained.edits.iter().any(|edit| {
            self.carried += explained.plan.len();
            let mut rest = explained.plan.clone();
            edit.kind == EditKind::Change && edit.from.is_some_and(read) && {
                rest.remove(edit.at as usize);
                self.runner.is_plan(rest.into_iter())
            }
        })
    }

    fn root(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    fn unite(&mut self, left: usize, right: usize) {
        let (left, right) = (self.root(left), self.root(right));
        self.parents[left.max(right)] = left.min(right);
    }

    fn finish(mut self) -> Listed {
        let mut best: BTreeMap<usize, usize> = BTreeMap::new();
        for number in 0..self.found.len() {
            let root = self.root(number);
            let known = best.entry(root).or_insert(number);
            if self.found[number].0 < self.found[*known].0 {
                *known = number;
            }
        }
        let mut repairs: Vec<(Vec<u8>, u32, Order, Explained)> = best
            .into_values()
            .map(|number| {
                let (order, explained) = self.found[number].clone();
                let mut ranks: Vec<u8> = explained.edits.iter().map(|edit| self.rank(edit)).collect();
                ranks.sort_unstable_by(|left, right| right.cmp(left));
                let first = explained.edits.iter().map(|edit| edit.from.unwrap_or(edit.at)).min().unwrap_or(0);
                (ranks, first, order, explained)
            })
            .collect();
        repairs.sort_unstable_by(|left, right| (&left.0, left.1, &left.2).cmp(&(&right.0, right.1, &right.2)));
        if repairs.is_empty()
            && let Some(explained) = self.passed_over.take()
        {
            repairs.push((Vec::new(), 0, order(&explained), explained));
        }
        Listed {
            plans: self.plans.len() as u64,
            complete: self.complete,
            repairs: repairs.into_iter().map(|(.., explained)| explained).collect(),
        }
    }

    /// The least is listed first.
    fn rank(&self, edit: &RawEdit) -> u8 {
        let unread = edit.from.is_some_and(|from| matches!(self.graph.given.steps[from as usize], Step::Unread { .. }));
        match edit.kind {
            EditKind::Change if unread => 0,
            EditKind::Delete => 1,
            EditKind::Move => 2,
            EditKind::Change => 3,
            EditKind::Insert => 4,
        }
    }
}

/// The plan that a path is, and its explanation.
pub(crate) fn explain(given: &Given<'_>, path: &[Arc]) -> Explained {
    let mut explained = Explained { plan: Vec::new(), kept: Vec::new(), edits: Vec::new() };
    let mut position = 0_u32;
    // Steps put off that wait for their place.
    let mut owed: Vec<u32> = Vec::new();
    for arc in path {
        let at = explained.plan.len() as u32;
        let mut kept = None;
        let (kind, from, operator) = match *arc {
            Arc::Keep => {
                kept = Some(position);
                position += 1;
                explained.plan.extend(given.operators[position as usize - 1]);
                explained.kept.push(kept);
                continue;
            }
            Arc::Skip => {
                position += 1;
                continue;
            }
            Arc::PutOff => {
                owed.push(position);
                position += 1;
                continue;
            }
            Arc::Delete => {
                let from = position;
                position += 1;
                explained.edits.push(RawEdit { kind: EditKind::Delete, at, from: Some(from), operator: None });
                continue;
            }
            Arc::Place(operator) => {
                // Of equal steps the one that was put off first.
                let waits = owed.iter().position(|step| given.operators[*step as usize] == Some(operator));
                let from = waits.map(|index| owed.remove(index));
                (EditKind::Move, from, operator)
            }
            Arc::Pull(step) => {
                let Some(operator) = given.operators[step as usize] else { continue };
                (EditKind::Move, Some(step), operator)
            }
            Arc::Insert(operator) => (EditKind::Insert, None, operator),
            Arc::Change(operator) => {
                kept = Some(position);
                position += 1;
                (EditKind::Change, kept, operator)
            }
        };
        explained.plan.push(operator);
        explained.kept.push(kept);
        explained.edits.push(RawEdit { kind, at, from, operator: Some(operator) });
    }
    explained.edits.sort_unstable_by_key(|edit| (edit.at, edit.kind, edit.from, edit.operator));
    explained
}

fn order(explained: &Explained) -> Order {
    let mut distance = 0;
    let mut from_end = 0;
    for edit in &explained.edits {
        match (edit.kind, edit.from) {
            (EditKind::Move, Some(from)) => {
                let crossed = (0_u32..).zip(&explained.kept).filter(|(at, kept)| match kept {
                    Some(kept) => (*kept < from) != (*at < edit.at),
                    None => false,
                });
                distance += crossed.count() as u64;
            }
            (EditKind::Insert, _) => from_end += (explained.plan.len() as u64).saturating_sub(u64::from(edit.at)),
            _ => {}
        }
    }
    Order { distance, from_end, edits: explained.edits.clone() }
}
