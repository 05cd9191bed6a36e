//! Ground atoms as numbers: [`AtomList`] for sequences in source order, [`AtomTable`] for looking them up.
//!
//! Nothing is grounded in advance: an atom gets its number when somebody first asks for it.

use crate::ids::{FunctionId, ObjectId, PredicateId};

/// A numeric or object fluent with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FluentKey {
    /// The function.
    pub function: FunctionId,
    /// Its arguments.
    pub arguments: Box<[ObjectId]>,
}

/// A sequence of ground atoms without an allocation for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AtomList {
    heads: Vec<(PredicateId, u32)>,
    arguments: Vec<ObjectId>,
}

impl AtomList {
    /// Appends an atom.
    pub fn push(&mut self, predicate: PredicateId, arguments: &[ObjectId]) {
        self.heads.push((predicate, offset(self.arguments.len())));
        self.arguments.extend_from_slice(arguments);
    }

    /// Number of atoms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Atom number `index`.
    ///
    /// # Panics
    /// When there is no such atom.
    #[must_use]
    pub fn get(&self, index: usize) -> (PredicateId, &[ObjectId]) {
        let (predicate, start) = self.heads[index];
        let end = self.heads.get(index + 1).map_or(self.arguments.len(), |next| next.1 as usize);
        (predicate, &self.arguments[start as usize..end])
    }

    /// Whether atom number `index` is this one. Lists of arguments are short: a loop beats a call.
    fn is(&self, index: usize, predicate: PredicateId, arguments: &[ObjectId]) -> bool {
        let (known, others) = self.get(index);
        known == predicate && others.len() == arguments.len() && others.iter().zip(arguments).all(|(a, b)| a == b)
    }

    /// All atoms in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (PredicateId, &[ObjectId])> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Makes room for `atoms` more.
    pub fn reserve(&mut self, atoms: usize) {
        self.heads.reserve(atoms);
        self.arguments.reserve(atoms * 2);
    }
}

/// A ground atom's number in an [`AtomTable`], counted from 0 without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactId(pub u32);

impl FactId {
    /// As an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Ground atoms, each once, with their numbers. The same table serves fluents: use the function's number as the head.
#[derive(Debug, Clone, Default)]
pub struct AtomTable {
    atoms: AtomList,
    hashes: Vec<u32>,
    /// Open addressing, a power of two long, at most half full; 0 is empty, else number + 1.
    slots: Vec<u32>,
}

impl AtomTable {
    /// A table with room for `atoms`.
    #[must_use]
    pub fn with_capacity(atoms: usize) -> Self {
        let mut table = Self::default();
        table.atoms.reserve(atoms);
        table.hashes.reserve(atoms);
        table.slots = vec![0; (atoms.max(32) * 2).next_power_of_two()];
        table
    }

    /// The atom's number, known or new; the flag says whether it is new.
    pub fn intern(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> (FactId, bool) {
        if self.atoms.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(predicate, arguments);
        let (found, slot) = self.find(hash, predicate, arguments);
        if let Some(found) = found {
            return (found, false);
        }
        let fact = FactId(offset(self.atoms.len()));
        self.atoms.push(predicate, arguments);
        self.hashes.push(hash);
        self.slots[slot] = fact.0 + 1;
        (fact, true)
    }

    /// The atom's number, if somebody asked for it before.
    #[must_use]
    pub fn lookup(&self, predicate: PredicateId, arguments: &[ObjectId]) -> Option<FactId> {
        if self.slots.is_empty() {
            return None;
        }
        self.find(hash(predicate, arguments), predicate, arguments).0
    }

    /// The atom with this number.
    #[must_use]
    pub fn atom(&self, fact: FactId) -> (PredicateId, &[ObjectId]) {
        self.atoms.get(fact.index())
    }

    /// Number of atoms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// The atoms by number, without the means to look them up.
    #[must_use]
    pub fn into_atoms(self) -> AtomList {
        self.atoms
    }

    fn find(&self, hash: u32, predicate: PredicateId, arguments: &[ObjectId]) -> (Option<FactId>, usize) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return (None, slot),
                taken => {
                    let index = taken as usize - 1;
                    if self.hashes[index] == hash && self.atoms.is(index, predicate, arguments) {
                        return (Some(FactId(taken - 1)), slot);
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (number, hash) in (1..).zip(&self.hashes) {
            let mut slot = *hash as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number;
        }
    }
}

fn offset(length: usize) -> u32 {
    u32::try_from(length).expect("budgets keep tables below 2^32 entries")
}

/// Multiply-and-rotate as in FxHash, finished so that the low bits, which choose the slot, depend on all of it.
fn hash(predicate: PredicateId, arguments: &[ObjectId]) -> u32 {
    const K: u64 = 0x517c_c1b7_2722_0a95;
    let mut state = (u64::from(predicate.0) + 1).wrapping_mul(K);
    for argument in arguments {
        state = (state.rotate_left(5) ^ (u64::from(argument.0) + 1)).wrapping_mul(K);
    }
    #[expect(clippy::cast_possible_truncation, reason = "the upper half is taken")]
    {
        ((state ^ (state >> 29)) >> 16) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stable_and_arguments_do_not_run_together() {
        let mut table = AtomTable::default();
        let p = PredicateId(0);
        let mut seen = Vec::new();
        for a in 0..40 {
            for b in 0..40 {
                seen.push((a, b, table.intern(p, &[ObjectId(a), ObjectId(b)])));
            }
        }
        for (number, (a, b, fact)) in (0..).zip(&seen) {
            assert_eq!(*fact, (FactId(number), true));
            assert_eq!(table.lookup(p, &[ObjectId(*a), ObjectId(*b)]), Some(FactId(number)));
            assert_eq!(table.intern(p, &[ObjectId(*a), ObjectId(*b)]), (FactId(number), false));
        }
        assert_eq!(table.lookup(p, &[ObjectId(1)]), None);
        assert_eq!(table.lookup(PredicateId(1), &[ObjectId(1), ObjectId(1)]), None);
        assert_eq!(table.atom(FactId(41)), (p, &[ObjectId(1), ObjectId(1)][..]));
    }
}
