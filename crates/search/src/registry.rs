//! States that were met, each once, packed one behind the other, with the step each was first reached by.

use crate::ground::{GroundTask, OperatorId, State};
use crate::value::ValueTable;
use hashbrown::HashTable;

/// A registered state's number, in the order of registration; 0 is the initial state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u32);

impl StateId {
    /// As an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// No step: the initial state.
const START: OperatorId = OperatorId(u32::MAX);

/// The registered states.
#[derive(Debug)]
pub struct Registry {
    words: usize,
    packed: Vec<u64>,
    table: HashTable<u32>,
    parents: Vec<(StateId, OperatorId)>,
    buffer: Vec<u64>,
}

impl Registry {
    /// Without a state.
    #[must_use]
    pub fn new(task: &GroundTask<'_>) -> Self {
        let words = task.packed_words();
        Self { words, packed: Vec::new(), table: HashTable::new(), parents: Vec::new(), buffer: Vec::new() }
    }

    /// Number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Bytes that a state takes.
    #[must_use]
    pub fn bytes_per_state(&self) -> usize {
        self.words * 8 + 16
    }

    pub(crate) fn packed(&self, id: StateId) -> &[u64] {
        &self.packed[id.index() * self.words..(id.index() + 1) * self.words]
    }

    /// The state's number, known or new; the flag says whether it is new. `from`: the step it is reached by.
    pub fn insert(
        &mut self,
        task: &GroundTask<'_>,
        state: &State,
        from: Option<(StateId, OperatorId)>,
    ) -> (StateId, bool) {
        let Self { words, packed, table, parents, buffer } = self;
        task.pack(state, buffer);
        let key = hash(buffer);
        let same = |id: &u32| packed[*id as usize * *words..(*id as usize + 1) * *words] == buffer[..];
        if let Some(id) = table.find(key, same) {
            return (StateId(*id), false);
        }
        let id = u32::try_from(parents.len()).expect("budgets keep the states below 2^32");
        packed.extend_from_slice(buffer);
        parents.push(from.unwrap_or((StateId(id), START)));
        table.insert_unique(key, id, |id| hash(&packed[*id as usize * *words..(*id as usize + 1) * *words]));
        (StateId(id), true)
    }

    /// The number of a state that was registered.
    pub(crate) fn find(&mut self, task: &GroundTask<'_>, state: &State) -> Option<StateId> {
        task.pack(state, &mut self.buffer);
        let same =
            |id: &u32| self.packed[*id as usize * self.words..(*id as usize + 1) * self.words] == self.buffer[..];
        self.table.find(hash(&self.buffer), same).map(|id| StateId(*id))
    }

    /// Says by which step a state is reached now.
    pub(crate) fn reroute(&mut self, state: StateId, from: (StateId, OperatorId)) {
        self.parents[state.index()] = from;
    }

    /// Makes `state` the state with this number.
    pub fn unpack(&self, task: &GroundTask<'_>, id: StateId, values: &ValueTable, state: &mut State) {
        task.unpack(self.packed(id), values, state);
    }

    /// The steps that lead to a state.
    pub(crate) fn plan(&self, mut state: StateId) -> Vec<OperatorId> {
        let mut plan = Vec::new();
        while let (parent, operator) = self.parents[state.index()]
            && operator != START
        {
            plan.push(operator);
            state = parent;
        }
        plan.reverse();
        plan
    }
}

/// Multiplies and folds each word into the next; the top bits, which the table looks at, depend on all of them.
pub(crate) fn hash(words: &[u64]) -> u64 {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    for word in words {
        let product = u128::from(state ^ word) * u128::from(0xd6e8_feb8_6659_fd93_u64);
        state = (product as u64) ^ (product >> 64) as u64;
    }
    state ^ state >> 32
}
