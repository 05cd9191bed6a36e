//! The facts known so far, and for every head and argument position the facts with a given object there.
//!
//! Knows nothing of rules: a fact is a head with objects.

use crate::cond::Head;
use stepguard_task::{AtomTable, FactId, ObjectId};

/// It holds in the initial state.
pub(crate) const INITIAL: u8 = 1;
/// It can be true, and joins see it.
pub(crate) const TRUE: u8 = 2;
/// It can be false although it holds in the initial state.
pub(crate) const FALSE: u8 = 4;
/// It waits to be seen as possibly true.
pub(crate) const TRUE_QUEUED: u8 = 8;
/// It waits to be seen as possibly false.
pub(crate) const FALSE_QUEUED: u8 = 16;

const NONE: u32 = u32::MAX;

/// The facts of one head that can be true, by argument: chains through [`Facts::links`].
#[derive(Debug, Default)]
struct Index {
    /// `position * objects + object`: the newest fact with this object there, and how many there are.
    chains: Vec<(u32, u32)>,
    all: Vec<FactId>,
}

/// Facts with their marks and layers.
#[derive(Debug)]
pub(crate) struct Facts {
    table: AtomTable,
    marks: Vec<u8>,
    /// The layers at which it can be true and false for the first time.
    layers: Vec<[u32; 2]>,
    /// Where a fact's links start.
    starts: Vec<u32>,
    /// For every argument of an indexed fact the next fact with the same object there.
    links: Vec<u32>,
    indexes: Vec<Option<Index>>,
    objects: usize,
}

impl Facts {
    /// No facts; `indexed` says for which heads joins will ask.
    pub(crate) fn new(objects: usize, indexed: &[bool], capacity: usize) -> Self {
        Self {
            table: AtomTable::with_capacity(capacity),
            marks: Vec::with_capacity(capacity),
            layers: Vec::with_capacity(capacity),
            starts: Vec::with_capacity(capacity),
            links: Vec::new(),
            indexes: indexed.iter().map(|i| i.then(Index::default)).collect(),
            objects,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.marks.len()
    }

    /// All facts anybody named, with their marks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (FactId, u8)> {
        (0..).map(FactId).zip(self.marks.iter().copied())
    }

    pub(crate) fn intern(&mut self, head: Head, arguments: &[ObjectId]) -> FactId {
        let (fact, new) = self.table.intern(head.key(), arguments);
        if new {
            self.marks.push(0);
            self.layers.push([u32::MAX; 2]);
            self.starts.push(NONE);
        }
        fact
    }

    pub(crate) fn lookup(&self, head: Head, arguments: &[ObjectId]) -> Option<FactId> {
        self.table.lookup(head.key(), arguments)
    }

    pub(crate) fn atom(&self, fact: FactId) -> (Head, &[ObjectId]) {
        let (key, arguments) = self.table.atom(fact);
        (Head(key.0), arguments)
    }

    pub(crate) fn marks(&self, fact: FactId) -> u8 {
        self.marks[fact.index()]
    }

    /// Sets marks; whether one of them is new.
    pub(crate) fn mark(&mut self, fact: FactId, marks: u8) -> bool {
        let before = self.marks[fact.index()];
        self.marks[fact.index()] |= marks;
        before | marks != before
    }

    pub(crate) fn layer(&self, fact: FactId, positive: bool) -> u32 {
        self.layers[fact.index()][usize::from(!positive)]
    }

    pub(crate) fn set_layer(&mut self, fact: FactId, positive: bool, layer: u32) {
        self.layers[fact.index()][usize::from(!positive)] = layer;
    }

    /// The marks of a fact; 0 for one that nobody named.
    pub(crate) fn marks_of(&self, head: Head, arguments: &[ObjectId]) -> u8 {
        self.lookup(head, arguments).map_or(0, |fact| self.marks(fact))
    }

    /// Lets joins see a fact. Called once a fact.
    pub(crate) fn show(&mut self, fact: FactId) {
        self.marks[fact.index()] |= TRUE;
        let (key, arguments) = self.table.atom(fact);
        let Some(index) = &mut self.indexes[key.index()] else { return };
        if index.chains.is_empty() {
            index.chains.resize(arguments.len() * self.objects, (NONE, 0));
        }
        index.all.push(fact);
        self.starts[fact.index()] = length(self.links.len());
        for (position, object) in arguments.iter().enumerate() {
            let chain = &mut index.chains[position * self.objects + object.index()];
            self.links.push(chain.0);
            *chain = (fact.0, chain.1 + 1);
        }
    }

    /// All facts of a head that can be true, oldest first.
    pub(crate) fn all(&self, head: Head) -> &[FactId] {
        self.indexes[head.index()].as_ref().map_or(&[], |index| &index.all)
    }

    /// How many facts of `head` have `object` at `position`.
    pub(crate) fn count(&self, head: Head, position: usize, object: ObjectId) -> u32 {
        self.chain(head, position, object).1
    }

    /// The newest of them.
    pub(crate) fn first(&self, head: Head, position: usize, object: ObjectId) -> Option<FactId> {
        some(self.chain(head, position, object).0)
    }

    /// The next older one.
    pub(crate) fn next(&self, fact: FactId, position: usize) -> Option<FactId> {
        some(self.links[self.starts[fact.index()] as usize + position])
    }

    fn chain(&self, head: Head, position: usize, object: ObjectId) -> (u32, u32) {
        let index = self.indexes[head.index()].as_ref();
        index.and_then(|i| i.chains.get(position * self.objects + object.index())).copied().unwrap_or((NONE, 0))
    }
}

fn some(fact: u32) -> Option<FactId> {
    (fact != NONE).then_some(FactId(fact))
}

fn length(length: usize) -> u32 {
    u32::try_from(length).expect("the budget keeps tables below 2^32 entries")
}
