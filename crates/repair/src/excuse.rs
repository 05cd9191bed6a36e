//! When no plan succeeds: the smallest changes of the initial facts that would make one possible (after Göbelbecker et al.,
//! "Coming up with good excuses", 2010).
//!
//! A change adds or removes base facts that matter: of predicates that a condition, the goal or a hard rule reads. To state
//! that the goal itself holds is no excuse where a step could bring it about. Most changes are told to be of no use by the
//! delete relaxation, to which supposing a fact, or its absence, is added as a step: a set of suppositions is only tried when
//! the relaxation reaches the goal with it. What is tried is searched, and the plan run by the verifier.

use crate::edit::{Call, Step};
use crate::graph::{ESTIMATE, ESTIMATE_PER_OPERATOR};
use crate::judge::{call, judge};
use crate::repair::{OPERATORS_PER_UNIT, STATE};
use std::collections::{BTreeMap, BTreeSet};
use stepguard_search::{Budget, Found, GroundBudget, GroundTask, LmCut, OperatorId, Relaxed, Watch, greedy};
use stepguard_task::{
    Action, ActionId, AtomList, Change, Effect, Formula, FormulaKind, ObjectId, PredicateId, RuleFormula, Slot, Task,
    Term, Variable,
};

/// A base fact.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its objects.
    pub arguments: Box<[ObjectId]>,
}

/// A change of the initial facts, and a plan that then succeeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excuse {
    /// Facts that would have to hold at the start.
    pub add: Vec<Fact>,
    /// Facts that would have to be absent at the start.
    pub remove: Vec<Fact>,
    /// A plan that then succeeds.
    pub plan: Vec<Call>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excuses {
    /// The smallest ones, all of one size: first those with which the given plan succeeds as it is, then properties that no
    /// step changes, then in the order of the task.
    pub found: Vec<Excuse>,
    /// Every change of this size that could be one was looked at, or as many were found as are listed. False: a budget ran
    /// out, or there were too many facts to look at.
    pub complete: bool,
}

/// How far to look for excuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExcuseSettings {
    /// Excuses that are listed.
    pub listed: usize,
    /// Facts that are changed at the most: 1 or 2.
    pub size: usize,
    /// Facts that are looked at.
    pub facts: usize,
    /// Work, in the unit of [`crate::Settings::work`].
    pub work: u64,
}

impl Default for ExcuseSettings {
    fn default() -> Self {
        Self { listed: 5, size: 2, facts: 3_000, work: 20_000_000 }
    }
}

/// A supposed change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Supposition {
    /// Some step changes facts of this kind.
    fluent: bool,
    /// It is to be absent.
    absent: bool,
    fact: Fact,
}

/// Finds the smallest changes of the initial facts with which a plan succeeds; those come first with which `steps`, the given
/// plan, does.
#[must_use]
pub fn excuses<'t>(task: &'t Task, steps: &'t [Step], settings: &ExcuseSettings, watch: Watch<'_>) -> Excuses {
    let mut none = Excuses { found: Vec::new(), complete: false };
    if !task.unsupported.is_empty() || !task.durative_actions.is_empty() || !task.timed_literals.is_empty() {
        return none;
    }
    let given: Option<Vec<&Call>> = steps.iter().map(call).collect();
    let (suppositions, all) = suppositions(task, settings.facts);
    let mut search = Search { task, given, settings, all, suppositions, work: 0, stopped: false, watch };
    for size in 1..=settings.size.min(2) {
        let found = search.of_size(size);
        if !found.is_empty() || size == settings.size.min(2) || !search.goes_on() {
            let complete = search.all && search.goes_on() || found.len() >= settings.listed;
            return Excuses { found, complete };
        }
    }
    none.complete = true;
    none
}

struct Search<'t, 's, 'w> {
    task: &'t Task,
    /// The given plan, if all of it could be read.
    given: Option<Vec<&'t Call>>,
    settings: &'s ExcuseSettings,
    /// Nothing was left out that might be an excuse.
    all: bool,
    suppositions: Vec<Supposition>,
    work: u64,
    stopped: bool,
    watch: Watch<'w>,
}

impl Search<'_, '_, '_> {
    /// How much of what may be done is done.
    fn share(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a share, for a progress bar")]
        let share = self.work as f64 / self.settings.work.max(1) as f64;
        share.min(1.0)
    }

    /// Whether nothing has run out.
    fn goes_on(&self) -> bool {
        !self.stopped && self.work < self.settings.work
    }

    /// Does so much more work, if nothing has run out; tells the watcher.
    fn spend(&mut self, work: u64) -> bool {
        let before = self.work / WATCHED;
        self.work += work;
        if self.work / WATCHED > before {
            let share = self.share();
            self.stopped |= !(self.watch)(share);
        }
        self.goes_on()
    }

    /// The excuses of one size.
    fn of_size(&mut self, size: usize) -> Vec<Excuse> {
        let mut found = Vec::new();
        let mut useful = self.useful(size);
        // With which the given plan succeeds as it is come first.
        if let Some(given) = self.given.take() {
            let mut rest = Vec::new();
            for chosen in useful {
                let (add, remove) = self.facts(&chosen);
                let work = JUDGED * (1 + given.len() as u64);
                let looked_at = found.len() < self.settings.listed && self.spend(work);
                if looked_at
                    && judge(&changed(self.task, &add, &remove), given.iter().map(|call| Some(*call))).succeeds()
                {
                    found.push(Excuse { add, remove, plan: given.iter().map(|call| (*call).clone()).collect() });
                } else {
                    rest.push(chosen);
                }
            }
            self.given = Some(given);
            useful = rest;
        }
        for chosen in useful {
            if found.len() >= self.settings.listed || !self.goes_on() {
                break;
            }
            found.extend(self.try_out(&chosen));
        }
        found
    }

    /// Sets of suppositions with which the relaxation reaches the goal.
    fn useful(&mut self, size: usize) -> Vec<Vec<usize>> {
        // Of what is too large to be supposed together, less is supposed.
        while self.spend(GROUNDED) {
            let (supposed, first) = supposing(self.task, &self.suppositions);
            // Without rules: what they remember of the first state would not follow what is supposed of it.
            if let Ok(ground) = GroundTask::new(&supposed, false, &SUPPOSING) {
                return self.useful_in(&ground, &first, size);
            }
            self.all = false;
            let before = self.suppositions.len();
            self.suppositions.retain(|supposition| !is_type(self.task, supposition.fact.predicate));
            if self.suppositions.len() < before {
                continue;
            }
            // The largest predicates go first.
            let largest = self.suppositions.iter().map(|s| atoms(self.task, s.fact.predicate)).max().unwrap_or(0);
            self.suppositions.retain(|supposition| atoms(self.task, supposition.fact.predicate) < largest);
            if self.suppositions.is_empty() {
                break;
            }
        }
        Vec::new()
    }

    fn useful_in(&mut self, ground: &GroundTask<'_>, first: &Supposers, size: usize) -> Vec<Vec<usize>> {
        let each = ESTIMATE + ESTIMATE_PER_OPERATOR * ground.operators.len() as u64;
        let everything = 0..self.suppositions.len();
        let operators: Vec<Option<OperatorId>> = self
            .suppositions
            .iter()
            .map(|supposition| {
                let action = first.get(&(supposition.fact.predicate, supposition.absent))?;
                ground.operator(*action, &supposition.fact.arguments)
            })
            .collect();
        let relaxed = Relaxed::new(ground);
        let own = self.task.actions.len();
        let costs = ground.operators.iter().map(|operator| u64::from(operator.action.index() >= own)).collect();
        let mut estimate = LmCut::new(&relaxed, costs);
        let values = ground.initial_values();
        let mut left = |chosen: &[usize]| {
            let free: Vec<OperatorId> = chosen.iter().filter_map(|index| operators[*index]).collect();
            estimate.evaluate(ground, ground.initial(), &values, &free)
        };
        let mut useful = Vec::new();
        let mut nearly = Vec::new();
        // So many changes are needed at the least.
        match left(&[]) {
            Some(0) => {
                // The relaxation sees no obstacle, so it tells nothing about what might remove it.
                let pairs =
                    everything.clone().flat_map(|one| (one + 1..everything.end).map(move |other| vec![one, other]));
                self.all &= size == 1 || everything.len() * everything.len().saturating_sub(1) / 2 <= MOST_PAIRS;
                return match size {
                    1 => everything.map(|index| vec![index]).collect(),
                    _ => pairs.take(MOST_PAIRS).collect(),
                };
            }
            Some(least) if least <= size as u64 => {}
            _ => return useful,
        }
        for index in everything {
            if !self.spend(each) {
                return useful;
            }
            match left(&[index]) {
                Some(0) if size == 1 => useful.push(vec![index]),
                // What leaves more than one landmark cannot be half of a pair.
                Some(0 | 1) => nearly.push(index),
                _ => {}
            }
        }
        if size == 1 {
            return useful;
        }
        for (position, one) in nearly.iter().enumerate() {
            for other in &nearly[position + 1..] {
                if !self.spend(each) {
                    return useful;
                }
                if left(&[*one, *other]) == Some(0) {
                    useful.push(vec![*one, *other]);
                }
            }
        }
        useful
    }

    /// The facts that are added and removed.
    fn facts(&self, chosen: &[usize]) -> (Vec<Fact>, Vec<Fact>) {
        let (mut add, mut remove) = (Vec::new(), Vec::new());
        for index in chosen {
            let supposition = &self.suppositions[*index];
            if supposition.absent { &mut remove } else { &mut add }.push(supposition.fact.clone());
        }
        (add, remove)
    }

    /// Searches the task with the change.
    fn try_out(&mut self, chosen: &[usize]) -> Option<Excuse> {
        let (add, remove) = self.facts(chosen);
        let mut excuse = Excuse { add, remove, plan: Vec::new() };
        let task = changed(self.task, &excuse.add, &excuse.remove);
        let Ok(ground) = GroundTask::new(&task, true, &SUPPOSING) else {
            self.all = false;
            self.spend(GROUNDED);
            return None;
        };
        let operators = ground.operators.len() as u64;
        self.spend(GROUNDED / 10 + ESTIMATE * operators);
        let each = STATE + operators / OPERATORS_PER_UNIT;
        let left = self.settings.work.saturating_sub(self.work);
        let nodes = (self.settings.work / TRIED).min(left) / each;
        let share = self.share();
        let (watch, stopped) = (&mut *self.watch, &mut self.stopped);
        let mut watch = |_: f64| {
            *stopped |= !watch(share);
            !*stopped
        };
        let outcome = greedy(&ground, Budget { nodes, ..Budget::default() }, &mut watch);
        self.spend(outcome.expanded * each);
        let steps = match outcome.found {
            Found::Plan { steps, .. } => steps,
            Found::Exhausted(..) => return None,
            Found::Budget { .. } => {
                self.all = false;
                return None;
            }
        };
        excuse.plan = steps
            .iter()
            .map(|step| {
                let operator = &ground.operators[step.index()];
                Call { action: operator.action, arguments: operator.arguments.clone() }
            })
            .collect();
        judge(&task, excuse.plan.iter().map(Some)).succeeds().then_some(excuse)
    }
}

/// Work between two calls of the watcher.
const WATCHED: u64 = 50_000;
/// Work that judging a plan counts as, for every step.
const JUDGED: u64 = 8;
/// Work that grounding with suppositions counts as.
const GROUNDED: u64 = 100_000;
/// Pairs that are tried when nothing is known about them.
const MOST_PAIRS: usize = 10_000;
/// One change may take so much of all the work.
const TRIED: u64 = 20;

/// What a task with suppositions may be grounded to.
const SUPPOSING: GroundBudget = GroundBudget { facts: 20_000, steps: 2_000_000, instances: 1_000_000 };

/// The task with changed initial facts.
fn changed(task: &Task, add: &[Fact], remove: &[Fact]) -> Task {
    let mut changed = task.clone();
    let mut init = AtomList::default();
    for (predicate, arguments) in task.init.iter() {
        if !remove.iter().any(|fact| fact.predicate == predicate && *fact.arguments == *arguments) {
            init.push(predicate, arguments);
        }
    }
    for fact in add {
        init.push(fact.predicate, &fact.arguments);
    }
    changed.init = init;
    changed
}

/// The actions that suppose facts of a predicate, or their absence.
type Supposers = BTreeMap<(PredicateId, bool), ActionId>;

/// The task with a step for every supposition, behind its own actions.
fn supposing(task: &Task, suppositions: &[Supposition]) -> (Task, Supposers) {
    let mut supposed = task.clone();
    let mut supposers = Supposers::new();
    for supposition in suppositions {
        let (predicate, absent) = (supposition.fact.predicate, supposition.absent);
        if supposers.contains_key(&(predicate, absent)) {
            continue;
        }
        let declared = &task.predicates[predicate.index()];
        let place = declared.place;
        let parameters: Vec<Variable> = declared
            .parameters
            .iter()
            .enumerate()
            .map(|(slot, (name, ty))| Variable { name: *name, slot: Slot::new(slot), ty: *ty })
            .collect();
        let terms: Box<[Term]> = parameters.iter().map(|parameter| Term::Slot(parameter.slot)).collect();
        let change = if absent { Change::Delete(predicate, terms) } else { Change::Add(predicate, terms) };
        supposers.insert((predicate, absent), ActionId::new(supposed.actions.len()));
        supposed.actions.push(Action {
            name: declared.name,
            slots: parameters.len(),
            parameters,
            precondition: Formula { kind: FormulaKind::And(Vec::new()), place },
            effects: vec![Effect { variables: Vec::new(), condition: None, change, place }],
            place,
            name_place: place,
        });
        supposed.predicates[predicate.index()].is_static = false;
    }
    (supposed, supposers)
}

/// The changes that may matter, at most so many; the flag says whether that is all of them.
fn suppositions(task: &Task, most: usize) -> (Vec<Supposition>, bool) {
    let mut read = Read::of(task);
    read.add.retain(|predicate| !task.predicates[predicate.index()].derived);
    let present: BTreeSet<Fact> =
        task.init.iter().map(|(predicate, arguments)| Fact { predicate, arguments: arguments.into() }).collect();
    let mut asked = BTreeSet::new();
    goal_facts(&task.goal, &mut asked);
    let fluent = |predicate: PredicateId| !task.predicates[predicate.index()].is_static;
    let mut found: Vec<Supposition> = present
        .iter()
        .filter(|fact| read.remove.contains(&fact.predicate))
        .map(|fact| Supposition { fluent: fluent(fact.predicate), absent: true, fact: fact.clone() })
        .collect();
    let mut all = true;
    // Properties first; of what is too much the largest predicates are left out.
    let mut predicates: Vec<(usize, PredicateId)> = read.add.iter().map(|p| (atoms(task, *p), *p)).collect();
    predicates.sort_unstable();
    let mut room = most.saturating_sub(found.len());
    for (count, predicate) in predicates {
        if count > room {
            all = false;
            continue;
        }
        room -= count;
        for arguments in rows(task, predicate) {
            let fact = Fact { predicate, arguments: arguments.into() };
            let stated = fluent(predicate) && asked.contains(&fact);
            if !present.contains(&fact) && !stated {
                found.push(Supposition { fluent: fluent(predicate), absent: false, fact });
            }
        }
    }
    found.sort_unstable();
    found.truncate(most);
    (found, all)
}

/// Whether a predicate stands for a type in a domain that declares none: a property that no step changes and some objects
/// have.
fn is_type(task: &Task, predicate: PredicateId) -> bool {
    let declared = &task.predicates[predicate.index()];
    let untyped = task.types.len() <= 1;
    let some = || task.init.iter().any(|(other, _)| other == predicate);
    untyped && declared.is_static && declared.parameters.len() == 1 && some()
}

/// How many facts a predicate can have.
fn atoms(task: &Task, predicate: PredicateId) -> usize {
    let parameters = &task.predicates[predicate.index()].parameters;
    parameters.iter().fold(1, |product: usize, (_, ty)| product.saturating_mul(task.members(*ty).len()))
}

/// The arguments that fit a predicate.
fn rows(task: &Task, predicate: PredicateId) -> Vec<Vec<ObjectId>> {
    let mut rows: Vec<Vec<ObjectId>> = vec![Vec::new()];
    for (_, ty) in &task.predicates[predicate.index()].parameters {
        let extend = |row: &Vec<ObjectId>| {
            let row = row.clone();
            task.members(*ty).iter().map(move |object| [row.as_slice(), &[*object]].concat())
        };
        rows = rows.iter().flat_map(extend).collect();
    }
    rows
}

/// Facts that the goal asks for by name.
fn goal_facts(formula: &Formula, out: &mut BTreeSet<Fact>) {
    match &formula.kind {
        FormulaKind::And(parts) => parts.iter().for_each(|part| goal_facts(part, out)),
        FormulaKind::Atom(predicate, terms) => {
            let objects: Option<Vec<ObjectId>> = terms
                .iter()
                .map(|term| match term {
                    Term::Object(object) => Some(*object),
                    Term::Slot(_) | Term::Fluent(..) => None,
                })
                .collect();
            out.extend(objects.map(|objects| Fact { predicate: *predicate, arguments: objects.into() }));
        }
        _ => {}
    }
}

/// Predicates whose facts may help when they are added, or removed.
#[derive(Default)]
struct Read {
    add: BTreeSet<PredicateId>,
    remove: BTreeSet<PredicateId>,
}

impl Read {
    fn of(task: &Task) -> Self {
        let mut read = Self::default();
        read.formula(&task.goal, true);
        for action in &task.actions {
            read.formula(&action.precondition, true);
            for condition in action.effects.iter().filter_map(|effect| effect.condition.as_ref()) {
                read.both(condition);
            }
        }
        // A derived fact may be wanted or not; its rules are read either way.
        for rule in &task.derived {
            read.both(&rule.body);
        }
        for rule in task.rules.iter().filter(|rule| rule.hard) {
            read.rule(&rule.formula);
        }
        read
    }

    fn both(&mut self, formula: &Formula) {
        self.formula(formula, true);
        self.formula(formula, false);
    }

    fn formula(&mut self, formula: &Formula, positive: bool) {
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part, positive));
            }
            FormulaKind::Not(inner) => self.formula(inner, !positive),
            FormulaKind::Forall(_, inner) | FormulaKind::Exists(_, inner) => self.formula(inner, positive),
            FormulaKind::Imply(left, right) => {
                self.formula(left, !positive);
                self.formula(right, positive);
            }
            FormulaKind::Atom(predicate, _) => {
                let list = if positive { &mut self.add } else { &mut self.remove };
                list.insert(*predicate);
            }
            FormulaKind::Same(..) | FormulaKind::Compare(..) | FormulaKind::Preference(..) => {}
        }
    }

    fn rule(&mut self, rule: &RuleFormula) {
        match rule {
            RuleFormula::And(parts) => parts.iter().for_each(|part| self.rule(part)),
            RuleFormula::Forall(_, inner) => self.rule(inner),
            RuleFormula::Preference(..) => {}
            RuleFormula::Operator(op, _) => {
                let (condition, trigger) = op.parts();
                self.both(condition);
                trigger.into_iter().for_each(|trigger| self.both(trigger));
            }
        }
    }
}
