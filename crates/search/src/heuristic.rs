//! Estimates of what is left to do: the FF heuristic for finding plans, LM-cut for finding cheapest ones. Both also tell dead
//! ends: states from which not even the relaxation reaches the goal.

use crate::ground::{GroundTask, OperatorId, State};
use crate::queue::Queue;
use crate::relaxed::{NONE, Relaxed};
use crate::value::ValueTable;

/// Larger than any cost.
pub(crate) const INFINITE: u64 = u64::MAX / 4;

/// The FF heuristic (Hoffmann & Nebel 2001): the length of a plan for the relaxation, its supporters chosen by the additive
/// heuristic. Every step counts one.
#[derive(Debug)]
pub(crate) struct Ff<'r> {
    relaxed: &'r Relaxed,
    missing: Vec<u32>,
    sums: Vec<u32>,
    costs: Vec<u32>,
    supporter: Vec<u32>,
    queue: Queue,
    marked: Vec<u32>,
    mark: u32,
    in_plan: Vec<u32>,
    stack: Vec<u32>,
    needs: Vec<u32>,
    base: Vec<u32>,
}

const FAR: u32 = u32::MAX / 4;

impl<'r> Ff<'r> {
    pub(crate) fn new(relaxed: &'r Relaxed, operators: usize) -> Self {
        let count = relaxed.operators();
        let needs = (0..count as u32).map(|operator| relaxed.needs.get(operator).len() as u32).collect();
        let base = relaxed.parent.iter().map(|parent| u32::from(*parent != NONE)).collect();
        Self {
            relaxed,
            missing: vec![0; count],
            sums: vec![0; count],
            costs: vec![FAR; relaxed.props],
            supporter: vec![NONE; relaxed.props],
            queue: Queue::default(),
            marked: vec![0; relaxed.props],
            mark: 0,
            in_plan: vec![0; operators],
            stack: Vec::new(),
            needs,
            base,
        }
    }

    /// The length of a relaxed plan, and those of its steps that can run now; `None`: a dead end.
    pub(crate) fn evaluate(
        &mut self,
        task: &GroundTask<'_>,
        state: &State,
        values: &ValueTable,
        preferred: &mut Vec<OperatorId>,
    ) -> Option<u32> {
        preferred.clear();
        self.missing.copy_from_slice(&self.needs);
        self.sums.copy_from_slice(&self.base);
        self.costs.fill(FAR);
        self.queue.clear();
        let (costs, queue, supporter) = (&mut self.costs, &mut self.queue, &mut self.supporter);
        self.relaxed.true_in(task, state, values, &mut |prop| {
            if costs[prop as usize] != 0 {
                costs[prop as usize] = 0;
                supporter[prop as usize] = NONE;
                queue.push(0, prop);
            }
        });
        while let Some((cost, prop)) = self.queue.pop() {
            if u64::from(self.costs[prop as usize]) < cost {
                continue;
            }
            if prop == self.relaxed.goal {
                break;
            }
            let cost = cost as u32;
            for operator in self.relaxed.needed_by.get(prop) {
                let index = *operator as usize;
                self.missing[index] -= 1;
                self.sums[index] = (self.sums[index] + cost).min(FAR - 1);
                if self.missing[index] > 0 {
                    continue;
                }
                let sum = self.sums[index];
                for given in self.relaxed.gives.get(*operator) {
                    if self.costs[*given as usize] > sum {
                        self.costs[*given as usize] = sum;
                        self.supporter[*given as usize] = *operator;
                        self.queue.push(u64::from(sum), *given);
                    }
                }
            }
        }
        if self.costs[self.relaxed.goal as usize] == FAR {
            return None;
        }
        self.mark += 1;
        let mut length = 0;
        self.stack.push(self.relaxed.goal);
        while let Some(prop) = self.stack.pop() {
            if self.marked[prop as usize] == self.mark {
                continue;
            }
            self.marked[prop as usize] = self.mark;
            let operator = self.supporter[prop as usize];
            if operator == NONE {
                continue;
            }
            self.stack.extend_from_slice(self.relaxed.needs.get(operator));
            if let Some(parent) = self.relaxed.parent_of(operator)
                && self.in_plan[parent.index()] != self.mark
            {
                self.in_plan[parent.index()] = self.mark;
                length += 1;
                if task.is_applicable(parent, state, values) {
                    preferred.push(parent);
                }
            }
        }
        preferred.sort_unstable();
        Some(length)
    }
}

/// LM-cut (Helmert & Domshlak 2009): the sum of the costs of disjoint landmarks, found one after the other as cuts between
/// what is free and the goal. Never more than a cheapest plan costs.
///
/// An operator with conditional effects is several here that share one cost: a landmark takes from the cost of the whole, so
/// the sum stays a lower bound.
#[derive(Debug)]
pub struct LmCut<'r> {
    relaxed: &'r Relaxed,
    full: Vec<u64>,
    cost: Vec<u64>,
    missing: Vec<u32>,
    needs: Vec<u32>,
    hmax: Vec<u64>,
    supporter: Vec<u32>,
    supporter_cost: Vec<u64>,
    zone: Vec<u8>,
    queue: Queue,
    stack: Vec<u32>,
    initial: Vec<u32>,
    cut: Vec<u32>,
    parents: Vec<u32>,
}

const OUTSIDE: u8 = 0;
const GOAL_ZONE: u8 = 1;
const BEFORE: u8 = 2;

impl<'r> LmCut<'r> {
    /// `costs`: by ground operator.
    #[must_use]
    pub fn new(relaxed: &'r Relaxed, costs: Vec<u64>) -> Self {
        let count = relaxed.operators();
        let needs = (0..count as u32).map(|operator| relaxed.needs.get(operator).len() as u32).collect();
        Self {
            relaxed,
            cost: costs.clone(),
            full: costs,
            missing: vec![0; count],
            needs,
            hmax: vec![INFINITE; relaxed.props],
            supporter: vec![NONE; count],
            supporter_cost: vec![INFINITE; count],
            zone: vec![OUTSIDE; relaxed.props],
            queue: Queue::default(),
            stack: Vec::new(),
            initial: Vec::new(),
            cut: Vec::new(),
            parents: Vec::new(),
        }
    }

    /// A lower bound on the cost from a state to the goal; `None`: a dead end. `free`: operators that cost nothing now.
    pub fn evaluate(
        &mut self,
        task: &GroundTask<'_>,
        state: &State,
        values: &ValueTable,
        free: &[OperatorId],
    ) -> Option<u64> {
        self.cost.copy_from_slice(&self.full);
        for operator in free {
            self.cost[operator.index()] = 0;
        }
        self.initial.clear();
        let initial = &mut self.initial;
        self.relaxed.true_in(task, state, values, &mut |prop| initial.push(prop));
        self.explore();
        let goal = self.relaxed.goal as usize;
        if self.hmax[goal] == INFINITE {
            return None;
        }
        let mut sum = 0;
        while self.hmax[goal] > 0 {
            self.mark_goal_zone();
            let least = self.find_cut();
            if least == 0 || least == INFINITE {
                // No cut, or a free one: the landmarks found so far still bound the cost.
                break;
            }
            sum += least;
            self.parents.clear();
            for operator in &self.cut {
                let parent = self.relaxed.parent[*operator as usize];
                self.parents.push(parent);
            }
            self.parents.sort_unstable();
            self.parents.dedup();
            for parent in &self.parents {
                self.cost[*parent as usize] -= least;
            }
            self.update();
        }
        Some(sum)
    }

    fn cost_of(&self, operator: u32) -> u64 {
        match self.relaxed.parent[operator as usize] {
            NONE => 0,
            parent => self.cost[parent as usize],
        }
    }

    fn reach(&mut self, prop: u32, cost: u64) {
        if self.hmax[prop as usize] > cost {
            self.hmax[prop as usize] = cost;
            self.queue.push(cost, prop);
        }
    }

    /// The h_max costs of all propositions.
    fn explore(&mut self) {
        self.missing.copy_from_slice(&self.needs);
        self.hmax.fill(INFINITE);
        self.supporter.fill(NONE);
        self.supporter_cost.fill(INFINITE);
        self.queue.clear();
        for index in 0..self.initial.len() {
            self.reach(self.initial[index], 0);
        }
        while let Some((cost, prop)) = self.queue.pop() {
            if self.hmax[prop as usize] < cost {
                continue;
            }
            for operator in self.relaxed.needed_by.get(prop) {
                let index = *operator as usize;
                self.missing[index] -= 1;
                if self.missing[index] > 0 {
                    continue;
                }
                // The precondition that is reached last is the dearest one.
                self.supporter[index] = prop;
                self.supporter_cost[index] = cost;
                let cost = cost + self.cost_of(*operator);
                for given in self.relaxed.gives.get(*operator) {
                    self.reach(*given, cost);
                }
            }
        }
    }

    /// The same after the costs of the cut's operators went down.
    fn update(&mut self) {
        self.queue.clear();
        for position in 0..self.parents.len() {
            for operator in self.relaxed.children.get(self.parents[position]) {
                if self.supporter[*operator as usize] == NONE {
                    continue;
                }
                let cost = self.supporter_cost[*operator as usize] + self.cost_of(*operator);
                for given in self.relaxed.gives.get(*operator) {
                    self.reach(*given, cost);
                }
            }
        }
        while let Some((cost, prop)) = self.queue.pop() {
            if self.hmax[prop as usize] < cost {
                continue;
            }
            for operator in self.relaxed.needed_by.get(prop) {
                let index = *operator as usize;
                if self.supporter[index] != prop || self.supporter_cost[index] <= cost {
                    continue;
                }
                let needs = self.relaxed.needs.get(*operator);
                let mut dearest = needs[0];
                for need in needs {
                    if self.hmax[*need as usize] > self.hmax[dearest as usize] {
                        dearest = *need;
                    }
                }
                let now = self.hmax[dearest as usize];
                let before = self.supporter_cost[index];
                self.supporter[index] = dearest;
                self.supporter_cost[index] = now;
                if now < before {
                    let cost = now + self.cost_of(*operator);
                    for given in self.relaxed.gives.get(*operator) {
                        self.reach(*given, cost);
                    }
                }
            }
        }
    }

    /// Marks what leads to the goal for nothing, backwards over the dearest preconditions.
    fn mark_goal_zone(&mut self) {
        self.zone.fill(OUTSIDE);
        self.stack.push(self.relaxed.goal);
        self.zone[self.relaxed.goal as usize] = GOAL_ZONE;
        while let Some(prop) = self.stack.pop() {
            for operator in self.relaxed.given_by.get(prop) {
                if self.supporter[*operator as usize] == NONE || self.cost_of(*operator) != 0 {
                    continue;
                }
                let supporter = self.narrowest(*operator);
                self.supporter[*operator as usize] = supporter;
                if self.zone[supporter as usize] == OUTSIDE {
                    self.zone[supporter as usize] = GOAL_ZONE;
                    self.stack.push(supporter);
                }
            }
        }
    }

    /// Of the dearest preconditions of an operator, which are equally good by definition, the one that makes the goal zone
    /// grow least: the smaller the zone, the fewer landmarks of later rounds are spent in this one.
    fn narrowest(&self, operator: u32) -> u32 {
        let chosen = self.supporter[operator as usize];
        let needs = self.relaxed.needs.get(operator);
        if needs.len() == 1 {
            return chosen;
        }
        let dearest = self.supporter_cost[operator as usize];
        let free = |prop: u32| self.relaxed.given_by.get(prop).iter().filter(|o| self.cost_of(**o) == 0).count();
        let growth = |prop: u32| if self.zone[prop as usize] == GOAL_ZONE { 0 } else { 1 + free(prop) };
        needs
            .iter()
            .copied()
            .filter(|need| self.hmax[*need as usize] == dearest)
            .min_by_key(|need| growth(*need))
            .unwrap_or(chosen)
    }

    /// Fills `cut` with the operators that lead into the goal zone from outside; gives the least cost of one.
    fn find_cut(&mut self) -> u64 {
        self.cut.clear();
        let mut least = INFINITE;
        for prop in &self.initial {
            if self.zone[*prop as usize] == OUTSIDE {
                self.zone[*prop as usize] = BEFORE;
                self.stack.push(*prop);
            }
        }
        while let Some(prop) = self.stack.pop() {
            for operator in self.relaxed.needed_by.get(prop) {
                if self.supporter[*operator as usize] != prop {
                    continue;
                }
                let gives = self.relaxed.gives.get(*operator);
                if gives.iter().any(|given| self.zone[*given as usize] == GOAL_ZONE) {
                    self.cut.push(*operator);
                    least = least.min(self.cost_of(*operator));
                    continue;
                }
                for given in gives {
                    if self.zone[*given as usize] == OUTSIDE {
                        self.zone[*given as usize] = BEFORE;
                        self.stack.push(*given);
                    }
                }
            }
        }
        least
    }
}
