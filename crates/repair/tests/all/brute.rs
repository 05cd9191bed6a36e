//! Repairs by trying: every plan that one or two edits lead to, judged by the verifier alone. Shares nothing with the search.

use std::collections::{BTreeMap, BTreeSet};
use stepguard_repair::{Call, Edit, EditKind, Step};
use stepguard_task::{ActionId, ObjectId, Task};
use stepguard_verify::{Budgets, PlanStep, RuleStatus, StepOutcome, Trace, default_epsilon, run};

fn judge<'t>(task: &'t Task, plan: &[Option<&Call>]) -> Trace<'t> {
    let steps: Vec<PlanStep> = plan
        .iter()
        .map(|call| PlanStep {
            action: call.map(|call| (call.action, call.arguments.iter().copied().collect())),
            time: None,
        })
        .collect();
    run(task, &steps, &Budgets::default(), &default_epsilon())
}

/// Whether every step runs.
pub(crate) fn runs(task: &Task, plan: &[Option<&Call>]) -> bool {
    judge(task, plan).steps.iter().all(|step| matches!(step.outcome, StepOutcome::Ran { .. }))
}

/// Whether a plan succeeds: every step runs, the goal holds, no hard rule is broken.
pub(crate) fn succeeds(task: &Task, plan: &[Option<&Call>]) -> bool {
    let trace = judge(task, plan);
    trace.steps.iter().all(|step| matches!(step.outcome, StepOutcome::Ran { .. }))
        && trace.goal_holds == Some(true)
        && task.rules.iter().zip(&trace.rules).all(|(rule, outcome)| !rule.hard || outcome.status == RuleStatus::Kept)
}

/// The hard rules that a plan breaks, as far as its run goes.
pub(crate) fn broken(task: &Task, plan: &[Step]) -> Vec<usize> {
    let calls: Vec<Option<&Call>> = plan
        .iter()
        .map(|step| match step {
            Step::Read(call) => Some(call),
            Step::Unread { .. } => None,
        })
        .collect();
    let trace = judge(task, &calls);
    let violated = |index: &usize| task.rules[*index].hard && trace.rules[*index].status == RuleStatus::Violated;
    (0..task.rules.len()).filter(violated).collect()
}

/// The given plan with a repair's edits made; `None`: the edits do not fit the plan.
pub(crate) fn edited(given: &[Step], edits: &[Edit]) -> Option<Vec<Call>> {
    let concerned: BTreeSet<usize> = edits.iter().filter_map(|edit| edit.from).collect();
    if concerned.len() != edits.iter().filter(|edit| edit.from.is_some()).count() {
        return None;
    }
    // What is untouched, in its order; then everything that has a place of its own, by place.
    let mut plan: Vec<(Option<usize>, Call)> = Vec::new();
    for (index, step) in given.iter().enumerate().filter(|(index, _)| !concerned.contains(index)) {
        let Step::Read(call) = step else { return None };
        plan.push((Some(index), call.clone()));
    }
    for edit in edits.iter().filter(|edit| edit.kind != EditKind::Delete) {
        let stays = if edit.kind == EditKind::Change { edit.from } else { None };
        if edit.at > plan.len() || edit.kind == EditKind::Move && !is(given, edit) {
            return None;
        }
        plan.insert(edit.at, (stays, edit.call.clone()?));
    }
    // A changed step stands where it stood.
    let places: Vec<usize> = plan.iter().filter_map(|(from, _)| *from).collect();
    places.is_sorted().then(|| plan.into_iter().map(|(_, call)| call).collect())
}

/// A moved step is the one that was given.
fn is(given: &[Step], edit: &Edit) -> bool {
    match (edit.from.map(|from| &given[from]), &edit.call) {
        (Some(Step::Read(call)), Some(other)) => call == other,
        _ => false,
    }
}

/// Every instance of every action whose objects fit.
pub(crate) fn instances(task: &Task) -> Vec<Call> {
    let mut all = Vec::new();
    for (index, action) in task.actions.iter().enumerate() {
        let mut rows: Vec<Vec<ObjectId>> = vec![Vec::new()];
        for parameter in &action.parameters {
            let extend = |row: &Vec<ObjectId>| {
                let row = row.clone();
                task.members(parameter.ty).iter().map(move |object| [row.as_slice(), &[*object]].concat())
            };
            rows = rows.iter().flat_map(extend).collect();
        }
        all.extend(rows.into_iter().map(|row| Call { action: ActionId::new(index), arguments: row.into() }));
    }
    all
}

/// Where a step of an edited plan comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Kept(usize),
    Moved(usize),
    Changed(usize),
    Inserted,
}

/// A plan with edits: its steps (`None`: unreadable), and the given steps that were deleted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Edited {
    steps: Vec<(Option<Call>, Origin)>,
    deleted: Vec<usize>,
}

/// The steps of a plan; `None`: unreadable.
type Plan = Vec<Option<Call>>;

/// An edit without its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Content {
    Insert(Call),
    Delete(Result<Call, usize>),
    Move(Call),
    Change(usize, Call),
}

impl Content {
    fn kind(&self) -> u8 {
        match self {
            Self::Insert(_) => 0,
            Self::Delete(_) => 1,
            Self::Move(_) => 2,
            Self::Change(..) => 3,
        }
    }
}

/// What trying everything gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tried {
    /// The cost of cheapest repairs, if it was found.
    pub(crate) cost: Option<u32>,
    /// All repairs up to this cost were tried.
    pub(crate) up_to: u32,
    /// Different plans, and different repairs.
    pub(crate) plans: u64,
    pub(crate) repairs: u64,
}

pub(crate) struct Brute<'a> {
    task: &'a Task,
    given: &'a [Step],
    instances: Vec<Call>,
    known: BTreeMap<Plan, bool>,
}

impl<'a> Brute<'a> {
    pub(crate) fn new(task: &'a Task, given: &'a [Step]) -> Self {
        Self { task, given, instances: instances(task), known: BTreeMap::new() }
    }

    /// About how many plans one edit leads to.
    pub(crate) fn width(&self) -> usize {
        let changes: usize = (0..self.given.len()).map(|index| self.changes(index).len()).sum();
        (self.given.len() + 1) * (self.instances.len() + self.given.len()) + changes
    }

    fn succeeds(&mut self, plan: Plan) -> bool {
        if plan.iter().any(Option::is_none) {
            return false;
        }
        if let Some(known) = self.known.get(&plan) {
            return *known;
        }
        let calls: Vec<Option<&Call>> = plan.iter().map(Option::as_ref).collect();
        let result = succeeds(self.task, &calls);
        self.known.insert(plan, result);
        result
    }

    fn changes(&self, index: usize) -> Vec<Call> {
        match &self.given[index] {
            Step::Unread { readings } => readings.clone(),
            Step::Read(call) => {
                let near = |other: &&Call| {
                    let differ = call.arguments.iter().zip(&other.arguments).filter(|(a, b)| a != b).count();
                    let same_length = call.arguments.len() == other.arguments.len();
                    same_length
                        && (differ == 1 && call.action == other.action || differ == 0 && call.action != other.action)
                };
                self.instances.iter().filter(near).cloned().collect()
            }
        }
    }

    /// Everything that one more edit leads to.
    fn edit(&self, plan: &Edited) -> Vec<Edited> {
        let mut all = Vec::new();
        for place in 0..=plan.steps.len() {
            for call in &self.instances {
                let mut next = plan.clone();
                next.steps.insert(place, (Some(call.clone()), Origin::Inserted));
                all.push(next);
            }
        }
        for (place, (call, origin)) in plan.steps.iter().enumerate() {
            let Origin::Kept(from) = origin else { continue };
            let mut next = plan.clone();
            next.steps.remove(place);
            next.deleted.push(*from);
            next.deleted.sort_unstable();
            all.push(next);
            for changed in self.changes(*from) {
                let mut next = plan.clone();
                next.steps[place] = (Some(changed), Origin::Changed(*from));
                all.push(next);
            }
            if call.is_some() {
                for other in (0..plan.steps.len()).filter(|other| *other != place) {
                    let mut next = plan.clone();
                    next.steps.remove(place);
                    next.steps.insert(other, (call.clone(), Origin::Moved(*from)));
                    all.push(next);
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn calls(plan: &Edited) -> Plan {
        plan.steps.iter().map(|(call, _)| call.clone()).collect()
    }

    fn content(&self, plan: &Edited) -> Vec<Content> {
        let read = |index: usize| match &self.given[index] {
            Step::Read(call) => Ok(call.clone()),
            Step::Unread { .. } => Err(index),
        };
        let mut all: Vec<Content> = plan.deleted.iter().map(|index| Content::Delete(read(*index))).collect();
        for (call, origin) in &plan.steps {
            let Some(call) = call.clone() else { continue };
            match origin {
                Origin::Kept(_) => {}
                Origin::Moved(_) => all.push(Content::Move(call)),
                Origin::Changed(from) => all.push(Content::Change(*from, call)),
                Origin::Inserted => all.push(Content::Insert(call)),
            }
        }
        all.sort();
        all
    }

    /// A changed step that was readable and could be left out as well.
    fn idle_change(&mut self, plan: &Edited) -> bool {
        (0..plan.steps.len()).any(|place| {
            let Origin::Changed(from) = plan.steps[place].1 else { return false };
            let mut rest = Self::calls(plan);
            rest.remove(place);
            matches!(self.given[from], Step::Read(_)) && self.succeeds(rest)
        })
    }

    fn start(&self) -> Edited {
        Edited {
            steps: self
                .given
                .iter()
                .enumerate()
                .map(|(index, step)| match step {
                    Step::Read(call) => (Some(call.clone()), Origin::Kept(index)),
                    Step::Unread { .. } => (None, Origin::Kept(index)),
                })
                .collect(),
            deleted: Vec::new(),
        }
    }

    /// Tries all repairs of cost 1 and, if one edit leads to no more than `most` plans, squared, those of cost 2.
    pub(crate) fn try_all(&mut self, most: usize) -> Tried {
        let mut layer = vec![self.start()];
        for cost in 0..=2_u32 {
            let mut good: Vec<&Edited> = Vec::new();
            for plan in &layer {
                if self.succeeds(Self::calls(plan)) {
                    good.push(plan);
                }
            }
            if !good.is_empty() {
                let good: Vec<&Edited> = good.into_iter().filter(|plan| !self.idle_change(plan)).collect();
                let (plans, repairs) = self.count(&good);
                return Tried { cost: Some(cost), up_to: cost, plans, repairs };
            }
            let width = self.width();
            if cost == 2 || cost == 1 && width * width > most {
                return Tried { cost: None, up_to: cost, plans: 0, repairs: 0 };
            }
            let mut next: Vec<Edited> = layer.iter().flat_map(|plan| self.edit(plan)).collect();
            next.sort_unstable();
            next.dedup();
            layer = next;
        }
        Tried { cost: None, up_to: 2, plans: 0, repairs: 0 }
    }

    /// The least that a repair of at most two edits costs, with weights for inserting, deleting, moving and changing.
    pub(crate) fn cheapest(&mut self, weights: [u32; 4]) -> Option<u32> {
        let mut layer = vec![self.start()];
        let mut least = None;
        for edits in 0..=2 {
            for plan in &layer {
                if self.succeeds(Self::calls(plan)) {
                    let cost = self.content(plan).iter().map(|edit| weights[usize::from(edit.kind())]).sum();
                    least = Some(least.map_or(cost, |known: u32| known.min(cost)));
                }
            }
            if edits < 2 {
                layer = layer.iter().flat_map(|plan| self.edit(plan)).collect();
                layer.sort_unstable();
                layer.dedup();
            }
        }
        least
    }

    fn count(&self, good: &[&Edited]) -> (u64, u64) {
        let mut contents: BTreeMap<Vec<Content>, usize> = BTreeMap::new();
        let mut groups: BTreeMap<(Plan, Vec<u8>), BTreeSet<usize>> = BTreeMap::new();
        let mut plans: BTreeSet<Plan> = BTreeSet::new();
        for plan in good {
            let content = self.content(plan);
            let kinds: Vec<u8> = content.iter().map(Content::kind).collect();
            let fresh = contents.len();
            let number = *contents.entry(content).or_insert(fresh);
            groups.entry((Self::calls(plan), kinds)).or_default().insert(number);
            plans.insert(Self::calls(plan));
        }
        // Colours spread until nothing changes.
        let mut colour: Vec<usize> = (0..contents.len()).collect();
        loop {
            let mut changed = false;
            for group in groups.values() {
                let least = group.iter().map(|number| colour[*number]).min().unwrap_or(0);
                for number in group {
                    changed |= colour[*number] != least;
                    colour[*number] = least;
                }
            }
            if !changed {
                break;
            }
        }
        let colours: BTreeSet<usize> = colour.into_iter().collect();
        (plans.len() as u64, colours.len() as u64)
    }
}
