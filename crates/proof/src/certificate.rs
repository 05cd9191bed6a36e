//! What a certificate says, in terms of the task's own predicates, functions and objects.

use crate::logic::Value;
use crate::rejection::Rejection;
use stepguard_task::{FluentKey, ObjectId, PredicateId};

/// A certificate that no plan succeeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// What [`crate::task_hash`] gives for its task.
    pub task: [u8; 32],
    /// What it claims.
    pub evidence: Evidence,
}

/// What a certificate claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// Even when deletes and values are relaxed, the goal is out of reach.
    Relaxed(Frame),
    /// An invariant of literals and pairs of literals excludes the goal.
    H2(Invariant),
    /// All states that can be reached, none of them a success.
    Exhausted(Exhausted),
}

impl Evidence {
    /// Its kind's name.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Relaxed(_) => "relaxed",
            Self::H2(_) => "h2",
            Self::Exhausted(_) => "exhausted",
        }
    }

    /// What may change.
    #[must_use]
    pub const fn frame(&self) -> &Frame {
        match self {
            Self::Relaxed(frame) => frame,
            Self::H2(invariant) => &invariant.frame,
            Self::Exhausted(exhausted) => &exhausted.frame,
        }
    }
}

/// What may change on the way of a plan that could still succeed. Everything else keeps its initial value, which the
/// checker verifies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// Base facts that may change; their positions are their numbers.
    pub facts: Vec<Atom>,
    /// Fluents that may change; their positions are their numbers.
    pub fluents: Vec<FluentKey>,
}

/// A ground atom of a predicate that is not derived.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its objects.
    pub arguments: Box<[ObjectId]>,
}

/// A fact of the frame being true or false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// The fact with this number in the frame is as the flag says.
    ///
    /// # Panics
    /// When the number is above 2^31: frames are far smaller.
    #[must_use]
    pub const fn new(fact: u32, holds: bool) -> Self {
        assert!(fact < 1 << 31, "frames are far smaller");
        Self(fact * 2 + !holds as u32)
    }

    /// The fact's number in the frame.
    #[must_use]
    pub const fn fact(self) -> u32 {
        self.0 / 2
    }

    /// Whether it is true.
    #[must_use]
    pub const fn holds(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// The literal as one number: twice the fact's, and one more where it is false.
    #[must_use]
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The literal with this number.
    #[must_use]
    pub const fn from_code(code: u32) -> Self {
        Self(code)
    }
}

/// Literals that are never true, and pairs that are never true together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invariant {
    /// What may change.
    pub frame: Frame,
    /// Literals that never hold.
    pub never: Vec<Literal>,
    /// Pairs that never hold together; of two different facts.
    pub exclusive: Vec<(Literal, Literal)>,
}

/// A closed set of states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exhausted {
    /// What may change.
    pub frame: Frame,
    /// The values that fluents have in the states; a state holds positions in this list.
    pub values: Vec<Value>,
    /// The packed states.
    pub states: States,
    /// Successors outside of the set are dead ends, which the checker finds out by a relaxation of its own.
    pub dead_ends: bool,
}

/// Where the parts of a packed state are.
///
/// A state is a row of bits; bit `k` is bit `k % 8` of byte `k / 8`. First come the facts of the frame, then for every
/// fluent the position of its value, then the memory of the rules. Numbers have their lowest bit first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateLayout {
    facts: usize,
    fluents: usize,
    value_bits: u32,
    rule_bits: u32,
}

impl StateLayout {
    /// The layout for so many facts, fluents and values and so many bits of rule memory.
    #[must_use]
    pub const fn new(facts: usize, fluents: usize, values: usize, rule_bits: u32) -> Self {
        Self { facts, fluents, value_bits: bits_for((values as u64).saturating_sub(1)), rule_bits }
    }

    /// First bit of a fluent's value.
    #[must_use]
    pub const fn fluent(&self, fluent: usize) -> usize {
        self.facts + fluent * self.value_bits as usize
    }

    /// Bits of every fluent's value.
    #[must_use]
    pub const fn value_bits(&self) -> u32 {
        self.value_bits
    }

    /// First bit of the rule memory.
    #[must_use]
    pub const fn rules(&self) -> usize {
        self.fluent(self.fluents)
    }

    /// Bits of a state.
    #[must_use]
    pub const fn bits(&self) -> usize {
        self.rules() + self.rule_bits as usize
    }

    /// Bytes of a state.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bits().div_ceil(8)
    }
}

/// Bits that numbers from 0 to `largest` need.
#[must_use]
pub const fn bits_for(largest: u64) -> u32 {
    u64::BITS - largest.leading_zeros()
}

/// Packed states in ascending order of their bytes, each written as what it shares with the one before and the rest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States {
    width: usize,
    count: u64,
    coded: Vec<u8>,
    last: Vec<u8>,
}

impl States {
    /// No states yet, each of `width` bytes.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self { width, count: 0, coded: Vec::new(), last: Vec::new() }
    }

    /// Packs states in any order; equal ones count once.
    ///
    /// # Errors
    /// When a state is not of `width` bytes.
    pub fn collect(width: usize, mut states: Vec<Vec<u8>>) -> Result<Self, Rejection> {
        states.sort_unstable();
        states.dedup();
        let mut packed = Self::new(width);
        for state in &states {
            packed.push(state)?;
        }
        Ok(packed)
    }

    /// Appends a state.
    ///
    /// # Errors
    /// When it is of another width or not behind the last one.
    pub fn push(&mut self, state: &[u8]) -> Result<(), Rejection> {
        if state.len() != self.width {
            return Err(Rejection::Malformed(format!(
                "a state of {} bytes among those of {}",
                state.len(),
                self.width
            )));
        }
        if self.count > 0 && self.last.as_slice() >= state {
            return Err(Rejection::Malformed("the states are not in ascending order".to_owned()));
        }
        let shared = self.last.iter().zip(state).take_while(|(a, b)| a == b).count();
        crate::bytes::write_number(&mut self.coded, shared as u64);
        self.coded.extend_from_slice(&state[shared..]);
        self.last.clear();
        self.last.extend_from_slice(state);
        self.count += 1;
        Ok(())
    }

    /// Bytes of a state.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of states.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn coded(&self) -> &[u8] {
        &self.coded
    }

    /// The states as they were written, verified.
    pub(crate) fn decode(width: usize, count: u64, coded: &[u8]) -> Result<Self, Rejection> {
        let mut states = Self { width, count, coded: coded.to_vec(), last: Vec::new() };
        let mut last: Option<Vec<u8>> = None;
        let mut seen = 0;
        {
            let mut reader = crate::bytes::Reader::new(coded);
            while seen < count {
                let state = next_state(&mut reader, width, last.as_deref())?;
                if last.as_ref().is_some_and(|last| *last >= state) {
                    return Err(Rejection::Malformed("the states are not in ascending order".to_owned()));
                }
                last = Some(state);
                seen += 1;
            }
            reader.finish()?;
        }
        states.last = last.unwrap_or_default();
        Ok(states)
    }

    /// Calls `visit` with every state in order.
    ///
    /// # Errors
    /// What `visit` gives.
    pub fn each(&self, mut visit: impl FnMut(&[u8]) -> Result<(), Rejection>) -> Result<(), Rejection> {
        let mut reader = crate::bytes::Reader::new(&self.coded);
        let mut last: Option<Vec<u8>> = None;
        for _ in 0..self.count {
            let state = next_state(&mut reader, self.width, last.as_deref())?;
            visit(&state)?;
            last = Some(state);
        }
        Ok(())
    }
}

fn next_state(reader: &mut crate::bytes::Reader<'_>, width: usize, last: Option<&[u8]>) -> Result<Vec<u8>, Rejection> {
    let shared = reader.number()?;
    let known = last.unwrap_or_default();
    let shared = usize::try_from(shared).ok().filter(|shared| *shared <= known.len());
    let Some(shared) = shared else {
        return Err(Rejection::Malformed("a state shares more than there is".to_owned()));
    };
    let rest = reader.take(width - shared)?;
    let mut state = Vec::with_capacity(width);
    state.extend_from_slice(&known[..shared]);
    state.extend_from_slice(rest);
    Ok(state)
}
