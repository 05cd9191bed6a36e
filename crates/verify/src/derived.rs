//! Derived predicates: the least fixpoint, layer by layer, computed for the atoms that somebody asks for.
//!
//! Asking for an atom evaluates its rules; same-layer atoms met on the way are put on a list and assumed false, and
//! whoever read one is evaluated again when it turns true. So only atoms that matter are computed, without recursion
//! along chains of atoms (recursion goes from layer to layer only).

use crate::eval::Truth;
use crate::world::{Environment, World};
use fixedbitset::FixedBitSet;
use std::ops::Range;
use stepguard_task::{AtomTable, Formula, FormulaKind, ObjectId, PredicateId, Task};

#[derive(Debug, Clone)]
pub(crate) struct DerivedCache {
    /// Layer and rules of every predicate; an empty range for base predicates.
    rules: Vec<(usize, Range<usize>)>,
    /// Predicates that some rule reads.
    pub(crate) reads: FixedBitSet,
    atoms: AtomTable,
    holds: Vec<bool>,
    /// Final: its layer's fixpoint was reached with it.
    settled: Vec<bool>,
    readers: Vec<Vec<usize>>,
    open: Option<Open>,
}

/// A layer's fixpoint that is being computed.
#[derive(Debug, Clone, Default)]
struct Open {
    layer: usize,
    /// The atom whose rules are being evaluated.
    reader: usize,
    pending: Vec<usize>,
    waiting: Vec<bool>,
    touched: Vec<usize>,
}

impl DerivedCache {
    pub(crate) fn new(task: &Task) -> Self {
        let mut rules = vec![(0, 0..0); task.predicates.len()];
        for (layer, range) in task.layers.iter().enumerate() {
            // Rules of one predicate stand together or not: keep the layer's whole range and filter by predicate.
            for rule in &task.derived[range.clone()] {
                rules[rule.predicate.index()] = (layer, range.clone());
            }
        }
        let mut reads = FixedBitSet::with_capacity(task.predicates.len());
        for rule in &task.derived {
            collect_predicates(&rule.body, &mut reads);
        }
        Self {
            rules,
            reads,
            atoms: AtomTable::default(),
            holds: Vec::new(),
            settled: Vec::new(),
            readers: Vec::new(),
            open: None,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.atoms = AtomTable::default();
        self.holds.clear();
        self.settled.clear();
        self.readers.clear();
    }

    fn number(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> (usize, bool) {
        let (id, new) = self.atoms.intern(predicate, arguments);
        if new {
            self.holds.push(false);
            self.settled.push(false);
            self.readers.push(Vec::new());
        }
        (id.index(), new)
    }
}

impl Open {
    fn enqueue(&mut self, atom: usize) {
        if self.waiting.len() <= atom {
            self.waiting.resize(atom + 1, false);
        }
        if !std::mem::replace(&mut self.waiting[atom], true) {
            self.pending.push(atom);
        }
    }
}

/// Adds every predicate that occurs in `formula`.
pub(crate) fn collect_predicates(formula: &Formula, into: &mut FixedBitSet) {
    match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            for part in parts {
                collect_predicates(part, into);
            }
        }
        FormulaKind::Not(inner)
        | FormulaKind::Forall(_, inner)
        | FormulaKind::Exists(_, inner)
        | FormulaKind::Preference(_, inner) => collect_predicates(inner, into),
        FormulaKind::Imply(left, right) => {
            collect_predicates(left, into);
            collect_predicates(right, into);
        }
        FormulaKind::Atom(predicate, _) => into.insert(predicate.index()),
        FormulaKind::Same(..) | FormulaKind::Compare(..) => {}
    }
}

impl<'t> World<'t> {
    /// Whether a derived atom holds now.
    pub fn derived_holds(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> Truth {
        let (atom, new) = self.derived.number(predicate, arguments);
        if self.derived.settled[atom] {
            return self.derived.holds[atom].into();
        }
        let layer = self.derived.rules[predicate.index()].0;
        if let Some(open) = &mut self.derived.open
            && open.layer == layer
        {
            if new {
                open.enqueue(atom);
                open.touched.push(atom);
            }
            let reader = open.reader;
            if !self.derived.holds[atom] && self.derived.readers[atom].last() != Some(&reader) {
                self.derived.readers[atom].push(reader);
            }
            return self.derived.holds[atom].into();
        }
        let outer = self.derived.open.replace(Open { layer, touched: vec![atom], ..Open::default() });
        if let Some(open) = &mut self.derived.open {
            open.enqueue(atom);
        }
        while let Some(next) = self.next_pending() {
            if self.derived.holds[next] {
                continue;
            }
            if !self.spend(1) {
                break;
            }
            if self.rules_hold(next) {
                self.derived.holds[next] = true;
                for reader in std::mem::take(&mut self.derived.readers[next]) {
                    if let Some(open) = &mut self.derived.open {
                        open.enqueue(reader);
                    }
                }
            }
        }
        let exhausted = self.exhausted();
        if let Some(open) = std::mem::replace(&mut self.derived.open, outer) {
            for atom in open.touched {
                self.derived.settled[atom] = true;
            }
        }
        if exhausted { Truth::Undefined } else { self.derived.holds[atom].into() }
    }

    fn next_pending(&mut self) -> Option<usize> {
        let open = self.derived.open.as_mut()?;
        let atom = open.pending.pop()?;
        open.waiting[atom] = false;
        open.reader = atom;
        Some(atom)
    }

    /// Whether the body of one of the atom's rules is true with what is known so far. Undefined is not true.
    fn rules_hold(&mut self, atom: usize) -> bool {
        let task = self.task;
        let (predicate, arguments) = {
            let (predicate, arguments) =
                self.derived.atoms.atom(stepguard_task::FactId(u32::try_from(atom).expect("numbers of atoms are u32")));
            (predicate, crate::world::Arguments::from_slice(arguments))
        };
        let range = self.derived.rules[predicate.index()].1.clone();
        for rule in &task.derived[range] {
            let fits = rule.predicate == predicate
                && rule.parameters.iter().zip(&arguments).all(|(p, object)| task.fits(*object, p.ty));
            if fits && self.eval(&rule.body, &mut Environment::new(&arguments, rule.slots)).is_true() {
                return true;
            }
        }
        false
    }
}
