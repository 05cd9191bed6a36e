//! The task of a suite, ready to carry out steps one by one: states, what can run in them, what holds in them. The verdict
//! on a whole plan is the checker's.

use crate::answers::same_name;
use std::collections::{BTreeMap, BTreeSet};
use stepguard_check::Prepared;
use stepguard_search::{GroundBudget, GroundTask, OperatorId, State, ValueTable};
use stepguard_task::{ActionId, ObjectId, PredicateId, Task};

/// Names of the type of the one who acts.
const AGENTS: [&str; 2] = ["agent", "character"];

/// A task with its names and its ground actions.
pub(crate) struct Engine<'p> {
    pub(crate) task: &'p Task,
    pub(crate) ground: GroundTask<'p>,
    pub(crate) values: ValueTable,
    /// The one who acts.
    pub(crate) agent: Option<ObjectId>,
    actions: BTreeMap<String, ActionId>,
    objects: BTreeMap<String, ObjectId>,
    predicates: BTreeMap<String, PredicateId>,
    init: BTreeSet<(u32, Vec<u32>)>,
}

impl<'p> Engine<'p> {
    /// Grounds a task.
    pub(crate) fn new(prepared: &'p Prepared) -> Result<Self, String> {
        let task = prepared.task();
        let ground = GroundTask::new(task, true, &GroundBudget::default())
            .map_err(|obstacle| format!("the problem cannot be grounded: {obstacle:?}"))?;
        let values = ground.initial_values();
        let is_agent = |object: &stepguard_task::Object| {
            let types = &task.type_exprs[object.ty.index()].types;
            types.iter().any(|ty| AGENTS.contains(&same_name(task.name(task.types[ty.index()].name)).as_str()))
        };
        let agent = task.objects.iter().position(is_agent).map(|index| ObjectId(number(index)));
        let names = |names: &mut dyn Iterator<Item = stepguard_text::Symbol>| -> BTreeMap<String, u32> {
            // Of names that are the same but for case the first counts.
            let mut map = BTreeMap::new();
            for (index, name) in names.enumerate() {
                map.entry(same_name(task.name(name))).or_insert_with(|| number(index));
            }
            map
        };
        let actions = names(&mut task.actions.iter().map(|action| action.name));
        let objects = names(&mut task.objects.iter().map(|object| object.name));
        let predicates = names(&mut task.predicates.iter().map(|predicate| predicate.name));
        Ok(Self {
            task,
            ground,
            values,
            agent,
            actions: actions.into_iter().map(|(name, id)| (name, ActionId(id))).collect(),
            objects: objects.into_iter().map(|(name, id)| (name, ObjectId(id))).collect(),
            predicates: predicates.into_iter().map(|(name, id)| (name, PredicateId(id))).collect(),
            init: task.init.iter().map(|(predicate, objects)| (predicate.0, numbers(objects))).collect(),
        })
    }

    /// The action of a name.
    pub(crate) fn action(&self, name: &str) -> Option<ActionId> {
        self.actions.get(&same_name(name)).copied()
    }

    /// The predicate of a name.
    pub(crate) fn predicate(&self, name: &str) -> Option<PredicateId> {
        self.predicates.get(&same_name(name)).copied()
    }

    /// The objects that a name may mean. Suites write one object in several ways: `soap`, `soap.1002`, `soap_1002`,
    /// `bow.n.08_2`. A name without a number means any object of that name: the one with the highest number comes first, which
    /// is the one that the suite's own evaluator takes.
    pub(crate) fn objects(&self, name: &str) -> Vec<ObjectId> {
        let name = same_name(name.trim()).replace('.', "_");
        if let Some(exact) = self.objects.get(&name) {
            return vec![*exact];
        }
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let of_the_name =
            |known: &str| known.strip_prefix(&name).and_then(|rest| rest.strip_prefix('_')).is_some_and(is_number);
        let mut named: Vec<(u64, ObjectId)> = self
            .objects
            .iter()
            .filter(|(known, _)| of_the_name(known))
            .map(|(known, id)| (known.rsplit('_').next().and_then(|n| n.parse().ok()).unwrap_or(0), *id))
            .collect();
        named.sort_unstable_by(|a, b| b.cmp(a));
        if named.is_empty()
            && let Some((stem, id)) = name.rsplit_once('_')
            && is_number(id)
        {
            return self.objects.get(stem).copied().into_iter().collect();
        }
        named.into_iter().map(|(_, id)| id).collect()
    }

    /// The state at first.
    pub(crate) fn initial(&self) -> State {
        self.ground.initial().clone()
    }

    /// The state after a step that can run.
    pub(crate) fn after(&mut self, state: &State, operator: OperatorId) -> Option<State> {
        if !self.ground.is_applicable(operator, state, &self.values) {
            return None;
        }
        let mut next = state.clone();
        self.ground.apply(operator, state, &mut self.values, &mut next).is_ok().then_some(next)
    }

    /// The ground action with these arguments, if it can ever run.
    pub(crate) fn operator(&self, action: ActionId, arguments: &[ObjectId]) -> Option<OperatorId> {
        self.ground.operator(action, arguments)
    }

    /// Whether a fact holds.
    pub(crate) fn holds(&self, state: &State, predicate: PredicateId, arguments: &[ObjectId]) -> bool {
        match self.ground.fact(predicate, arguments) {
            Some(fact) => fact.is_in(self.ground.view(state, &self.values).bits),
            None => self.init.contains(&(predicate.0, numbers(arguments))),
        }
    }

    /// Whether the goal holds.
    pub(crate) fn is_goal(&self, state: &State) -> bool {
        self.ground.is_goal(state, &self.values)
    }

    /// A state in little room, to tell states apart.
    pub(crate) fn packed(&self, state: &State) -> Vec<u64> {
        let mut packed = Vec::new();
        self.ground.pack(state, &mut packed);
        packed
    }

    /// A step as plans are written.
    pub(crate) fn text(&self, action: ActionId, arguments: &[ObjectId]) -> String {
        let mut out = String::new();
        self.task.write_step(&mut out, self.task.actions[action.index()].name, arguments);
        out
    }
}

pub(crate) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn numbers(objects: &[ObjectId]) -> Vec<u32> {
    objects.iter().map(|object| object.0).collect()
}
