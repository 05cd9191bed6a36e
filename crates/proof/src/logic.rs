//! Ground conditions and expressions: what they are in one state, and what they may be when only a part of it is known.
//!
//! Conditions are kept with `not` pushed down to their leaves, which Kleene's logic allows: undefined stays undefined.

use crate::rejection::{Checked, Fuel};
use rustc_hash::FxHashSet;
use stepguard_task::{ArithmeticOp, CompareOp, ObjectId};
use stepguard_text::Number;

/// True, false, or reading something without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Truth {
    True,
    False,
    Undefined,
}

use Truth::{False, True, Undefined};

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { True } else { False }
    }
}

impl std::ops::Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            True => False,
            False => True,
            Undefined => Undefined,
        }
    }
}

/// What a fluent gives.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Nothing: it was never given a value, or lost it.
    Undefined,
    /// A number.
    Number(Number),
    /// An object.
    Object(ObjectId),
}

/// A ground condition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cond {
    Const(Truth),
    /// The fact with this number is as the flag says.
    Fact(u32, bool),
    /// The derived atom with this number is as the flag says.
    Derived(u32, bool),
    And(Vec<Cond>),
    Or(Vec<Cond>),
    /// The comparison comes out as the flag says.
    Compare(CompareOp, Box<(Expr, Expr)>, bool),
    /// What holds for the object that the fluent gives; undefined when it gives none.
    Case(u32, Vec<(ObjectId, Cond)>),
    /// Whether the object fluent has exactly this value (`None`: none) is as the flag says. Never undefined.
    Is(u32, Option<ObjectId>, bool),
}

/// A ground expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expr {
    Number(Number),
    Undefined,
    Fluent(u32),
    Op(ArithmeticOp, Vec<Expr>),
    /// The expression for the object that the fluent gives.
    Case(u32, Vec<(ObjectId, Expr)>),
}

impl Cond {
    pub(crate) const TRUE: Self = Self::Const(True);
    pub(crate) const FALSE: Self = Self::Const(False);
    /// Bytes of a condition without its parts.
    pub(crate) const BYTES: u64 = 48;

    /// Bytes that it takes, roughly.
    pub(crate) fn bytes(&self) -> u64 {
        Self::BYTES
            + match self {
                Self::And(parts) | Self::Or(parts) => parts.iter().map(Self::bytes).sum(),
                Self::Case(_, branches) => branches.iter().map(|(_, inner)| inner.bytes()).sum(),
                Self::Compare(_, sides, _) => sides.0.bytes() + sides.1.bytes(),
                Self::Const(_) | Self::Fact(..) | Self::Derived(..) | Self::Is(..) => 0,
            }
    }

    pub(crate) fn is(&self, truth: Truth) -> bool {
        matches!(self, Self::Const(known) if *known == truth)
    }

    pub(crate) fn negate(self) -> Self {
        match self {
            Self::Const(truth) => Self::Const(!truth),
            Self::Fact(fact, want) => Self::Fact(fact, !want),
            Self::Derived(atom, want) => Self::Derived(atom, !want),
            Self::And(parts) => Self::Or(parts.into_iter().map(Self::negate).collect()),
            Self::Or(parts) => Self::And(parts.into_iter().map(Self::negate).collect()),
            Self::Compare(op, sides, want) => Self::Compare(op, sides, !want),
            Self::Case(fluent, branches) => {
                Self::Case(fluent, branches.into_iter().map(|(object, inner)| (object, inner.negate())).collect())
            }
            Self::Is(fluent, value, want) => Self::Is(fluent, value, !want),
        }
    }

    /// Everything in `parts` holds.
    pub(crate) fn all(parts: Vec<Self>) -> Self {
        Self::join(parts, False)
    }

    /// Something in `parts` holds.
    pub(crate) fn any(parts: Vec<Self>) -> Self {
        Self::join(parts, True)
    }

    /// A conjunction where `stop` is false, a disjunction where it is true.
    fn join(parts: Vec<Self>, stop: Truth) -> Self {
        let mut flat = Vec::with_capacity(parts.len());
        let mut undefined = false;
        for part in parts {
            match part {
                Self::Const(truth) if truth == stop => return Self::Const(stop),
                Self::Const(Undefined) => undefined = true,
                Self::Const(_) => {}
                Self::And(inner) if stop == False => flat.extend(inner),
                Self::Or(inner) if stop == True => flat.extend(inner),
                other => flat.push(other),
            }
        }
        let mut seen = FxHashSet::default();
        let mut opposed = false;
        flat.retain(|part| match part {
            Self::Fact(fact, want) => {
                opposed |= seen.contains(&(*fact, !*want));
                seen.insert((*fact, *want))
            }
            _ => true,
        });
        // A fact and its negation: one of them decides, whatever else there is.
        if opposed {
            return Self::Const(stop);
        }
        if undefined && !flat.iter().any(|part| part.is(Undefined)) {
            flat.push(Self::Const(Undefined));
        }
        match (flat.len(), stop) {
            (0, _) => Self::Const(!stop),
            (1, _) => flat.swap_remove(0),
            (_, False) => Self::And(flat),
            _ => Self::Or(flat),
        }
    }

    /// Calls `visit` with every leaf.
    pub(crate) fn leaves(&self, visit: &mut dyn FnMut(&Self)) {
        match self {
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.leaves(visit);
                }
            }
            Self::Case(_, branches) => {
                visit(self);
                for (_, inner) in branches {
                    inner.leaves(visit);
                }
            }
            _ => visit(self),
        }
    }

    /// The parts of a conjunction; a single condition is one of its own.
    pub(crate) fn into_conjuncts(self) -> Vec<Self> {
        match self {
            Self::And(parts) => parts,
            Self::Const(True) => Vec::new(),
            other => vec![other],
        }
    }
}

impl Expr {
    /// An operator over operands, computed where they are known.
    pub(crate) fn op(op: ArithmeticOp, operands: Vec<Self>) -> Self {
        if operands.iter().any(|operand| matches!(operand, Self::Undefined)) || operands.is_empty() {
            return Self::Undefined;
        }
        let numbers: Option<Vec<Number>> = operands
            .iter()
            .map(|operand| match operand {
                Self::Number(number) => Some(number.clone()),
                _ => None,
            })
            .collect();
        match numbers {
            Some(numbers) => calculate(op, &numbers).map_or(Self::Undefined, Self::Number),
            None => Self::Op(op, operands),
        }
    }

    fn bytes(&self) -> u64 {
        Cond::BYTES
            + match self {
                Self::Op(_, operands) => operands.iter().map(Self::bytes).sum(),
                Self::Case(_, branches) => branches.iter().map(|(_, inner)| inner.bytes()).sum(),
                Self::Number(number) => number.big_bits() / 8,
                Self::Undefined | Self::Fluent(_) => 0,
            }
    }

    /// Calls `visit` with every fluent that is read.
    pub(crate) fn fluents(&self, visit: &mut dyn FnMut(u32)) {
        match self {
            Self::Number(_) | Self::Undefined => {}
            Self::Fluent(fluent) => visit(*fluent),
            Self::Op(_, operands) => {
                for operand in operands {
                    operand.fluents(visit);
                }
            }
            Self::Case(fluent, branches) => {
                visit(*fluent);
                for (_, inner) in branches {
                    inner.fluents(visit);
                }
            }
        }
    }
}

/// An operator over numbers; `None`: a division by zero, or nothing to compute with.
pub(crate) fn calculate(op: ArithmeticOp, numbers: &[Number]) -> Option<Number> {
    let (first, rest) = numbers.split_first()?;
    if rest.is_empty() && op == ArithmeticOp::Subtract {
        return Some(first.neg());
    }
    rest.iter().try_fold(first.clone(), |left, right| match op {
        ArithmeticOp::Add => Some(left.add(right)),
        ArithmeticOp::Subtract => Some(left.sub(right)),
        ArithmeticOp::Multiply => Some(left.mul(right)),
        ArithmeticOp::Divide => left.div(right),
    })
}

pub(crate) fn compare(op: CompareOp, left: &Number, right: &Number) -> bool {
    match op {
        CompareOp::Less => left < right,
        CompareOp::LessEqual => left <= right,
        CompareOp::Equal => left == right,
        CompareOp::GreaterEqual => left >= right,
        CompareOp::Greater => left > right,
    }
}

pub(crate) fn bit(words: &[u64], index: u32) -> bool {
    words[index as usize / 64] >> (index % 64) & 1 == 1
}

pub(crate) fn set_bit(words: &mut [u64], index: u32) {
    words[index as usize / 64] |= 1 << (index % 64);
}

pub(crate) fn words_for(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// What a number of this size costs to compute with: nothing for most.
pub(crate) fn size_cost(number: &Number) -> u64 {
    match number.big_bits() {
        0 => 0,
        bits => 1 + bits.saturating_mul(bits) / 1024,
    }
}

/// One state: facts (those that never change included, as far as they have numbers), fluents, derived atoms.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct State {
    pub(crate) facts: Vec<u64>,
    pub(crate) fluents: Vec<Value>,
    pub(crate) derived: Vec<u64>,
}

impl State {
    pub(crate) fn eval(&self, cond: &Cond, fuel: &mut Fuel) -> Checked<Truth> {
        fuel.spend(1)?;
        Ok(match cond {
            Cond::Const(truth) => *truth,
            Cond::Fact(fact, want) => (bit(&self.facts, *fact) == *want).into(),
            Cond::Derived(atom, want) => (bit(&self.derived, *atom) == *want).into(),
            Cond::And(parts) => {
                let mut result = True;
                for part in parts {
                    match self.eval(part, fuel)? {
                        False => return Ok(False),
                        Undefined => result = Undefined,
                        True => {}
                    }
                }
                result
            }
            Cond::Or(parts) => {
                let mut result = False;
                for part in parts {
                    match self.eval(part, fuel)? {
                        True => return Ok(True),
                        Undefined => result = Undefined,
                        False => {}
                    }
                }
                result
            }
            Cond::Compare(op, sides, want) => match (self.number(&sides.0, fuel)?, self.number(&sides.1, fuel)?) {
                (Some(left), Some(right)) => (compare(*op, &left, &right) == *want).into(),
                _ => Undefined,
            },
            Cond::Case(fluent, branches) => match &self.fluents[*fluent as usize] {
                Value::Object(object) => match branches.iter().find(|(known, _)| known == object) {
                    Some((_, inner)) => self.eval(inner, fuel)?,
                    None => Undefined,
                },
                _ => Undefined,
            },
            Cond::Is(fluent, value, want) => {
                let is = match &self.fluents[*fluent as usize] {
                    Value::Object(object) => *value == Some(*object),
                    _ => value.is_none(),
                };
                (is == *want).into()
            }
        })
    }

    pub(crate) fn holds(&self, cond: &Cond, fuel: &mut Fuel) -> Checked<bool> {
        Ok(self.eval(cond, fuel)? == True)
    }

    /// The value of an expression; `None`: none.
    pub(crate) fn number(&self, expr: &Expr, fuel: &mut Fuel) -> Checked<Option<Number>> {
        fuel.spend(1)?;
        Ok(match expr {
            Expr::Number(number) => Some(number.clone()),
            Expr::Undefined => None,
            Expr::Fluent(fluent) => match &self.fluents[*fluent as usize] {
                Value::Number(number) => Some(number.clone()),
                _ => None,
            },
            Expr::Op(op, operands) => {
                let mut numbers = Vec::with_capacity(operands.len());
                for operand in operands {
                    match self.number(operand, fuel)? {
                        Some(number) => numbers.push(number),
                        None => return Ok(None),
                    }
                }
                let result = calculate(*op, &numbers);
                if let Some(number) = &result {
                    fuel.spend(size_cost(number))?;
                }
                result
            }
            Expr::Case(fluent, branches) => match &self.fluents[*fluent as usize] {
                Value::Object(object) => match branches.iter().find(|(known, _)| known == object) {
                    Some((_, inner)) => self.number(inner, fuel)?,
                    None => None,
                },
                _ => None,
            },
        })
    }

    /// Computes the derived atoms anew: layer by layer, each until nothing more follows.
    pub(crate) fn derive(&mut self, rules: &Derivation, fuel: &mut Fuel) -> Checked<()> {
        if rules.bodies.is_empty() {
            return Ok(());
        }
        self.derived.clear();
        self.derived.resize(words_for(rules.bodies.len()), 0);
        let mut open: Vec<u32> = Vec::new();
        let mut waiting = vec![false; rules.bodies.len()];
        for layer in &rules.layers {
            open.extend(layer.iter().rev());
            for atom in layer {
                waiting[*atom as usize] = true;
            }
            while let Some(atom) = open.pop() {
                waiting[atom as usize] = false;
                if bit(&self.derived, atom) || self.eval(&rules.bodies[atom as usize], fuel)? != True {
                    continue;
                }
                set_bit(&mut self.derived, atom);
                for reader in &rules.readers[atom as usize] {
                    if !bit(&self.derived, *reader) && !waiting[*reader as usize] {
                        waiting[*reader as usize] = true;
                        open.push(*reader);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The ground rules of derived atoms.
#[derive(Debug, Default)]
pub(crate) struct Derivation {
    /// For every atom the disjunction of its rules' bodies. It holds when that is true; undefined is not true.
    pub(crate) bodies: Vec<Cond>,
    /// The atoms of every layer.
    pub(crate) layers: Vec<Vec<u32>>,
    /// For every atom those of its own layer whose bodies read it.
    pub(crate) readers: Vec<Vec<u32>>,
}

/// What a condition may be: a set of truth values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mask(u8);

impl Mask {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ANY: Self = Self(7);
    const TRUE: Self = Self(1);
    const FALSE: Self = Self(2);
    const UNDEFINED: Self = Self(4);

    const fn of(truth: Truth) -> Self {
        match truth {
            True => Self::TRUE,
            False => Self::FALSE,
            Undefined => Self::UNDEFINED,
        }
    }

    pub(crate) const fn may_be_true(self) -> bool {
        self.0 & 1 != 0
    }

    pub(crate) const fn is_surely_true(self) -> bool {
        self.0 == 1
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn flip(self) -> Self {
        Self(self.0 & 4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1)
    }
}

/// A part of what is known about a set of states: which values every fact may have, and which fluents have one known
/// value. It describes all combinations, so it never excludes too much.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cloud {
    pub(crate) can_be_true: Vec<u64>,
    pub(crate) can_be_false: Vec<u64>,
    /// `None`: any value, or none.
    pub(crate) fluents: Vec<Option<Value>>,
    /// Derived atoms that may hold, and that must.
    pub(crate) may_follow: Vec<u64>,
    pub(crate) must_follow: Vec<u64>,
}

impl Cloud {
    /// Whether each of the conditions may be true, seen by itself.
    pub(crate) fn may_all_hold(&self, conds: &[Cond], fuel: &mut Fuel) -> Checked<bool> {
        for cond in conds {
            if !self.mask(cond, fuel)?.may_be_true() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(crate) fn mask(&self, cond: &Cond, fuel: &mut Fuel) -> Checked<Mask> {
        fuel.spend(1)?;
        let two = |yes: bool, no: bool, want: bool| {
            let mask = Mask(u8::from(yes) | u8::from(no) << 1);
            if want { mask } else { mask.flip() }
        };
        Ok(match cond {
            Cond::Const(truth) => Mask::of(*truth),
            Cond::Fact(fact, want) => two(bit(&self.can_be_true, *fact), bit(&self.can_be_false, *fact), *want),
            Cond::Derived(atom, want) => two(bit(&self.may_follow, *atom), !bit(&self.must_follow, *atom), *want),
            Cond::And(parts) => self.conjunction(parts, false, fuel)?,
            Cond::Or(parts) => self.conjunction(parts, true, fuel)?.flip(),
            Cond::Compare(op, sides, want) => match (self.known(&sides.0, fuel)?, self.known(&sides.1, fuel)?) {
                (Some(Some(left)), Some(Some(right))) => Mask::of((compare(*op, &left, &right) == *want).into()),
                (Some(None), _) | (_, Some(None)) => Mask::UNDEFINED,
                _ => Mask::ANY,
            },
            Cond::Case(fluent, branches) => match &self.fluents[*fluent as usize] {
                Some(Value::Object(object)) => match branches.iter().find(|(known, _)| known == object) {
                    Some((_, inner)) => self.mask(inner, fuel)?,
                    None => Mask::UNDEFINED,
                },
                Some(_) => Mask::UNDEFINED,
                None => {
                    let mut mask = Mask::UNDEFINED;
                    for (_, inner) in branches {
                        mask = mask.or(self.mask(inner, fuel)?);
                    }
                    mask
                }
            },
            Cond::Is(fluent, value, want) => match &self.fluents[*fluent as usize] {
                Some(Value::Object(object)) => Mask::of(((Some(*object) == *value) == *want).into()),
                Some(_) => Mask::of((value.is_none() == *want).into()),
                None => Mask(3),
            },
        })
    }

    /// The conjunction of `parts`, or of their negations.
    fn conjunction(&self, parts: &[Cond], negated: bool, fuel: &mut Fuel) -> Checked<Mask> {
        let (mut all_true, mut some_false, mut some_undefined, mut none_false) = (true, false, false, true);
        for part in parts {
            let mask = self.mask(part, fuel)?;
            let mask = if negated { mask.flip() } else { mask };
            all_true &= mask.has(Mask::TRUE);
            some_false |= mask.has(Mask::FALSE);
            some_undefined |= mask.has(Mask::UNDEFINED);
            none_false &= mask.has(Mask::TRUE) || mask.has(Mask::UNDEFINED);
            if mask == Mask::FALSE {
                return Ok(Mask::FALSE);
            }
        }
        let mut result = Mask::NONE;
        if all_true {
            result = result.or(Mask::TRUE);
        }
        if some_false {
            result = result.or(Mask::FALSE);
        }
        if some_undefined && none_false {
            result = result.or(Mask::UNDEFINED);
        }
        Ok(result)
    }

    /// `None`: not known; `Some(None)`: surely without a value.
    fn known(&self, expr: &Expr, fuel: &mut Fuel) -> Checked<Option<Option<Number>>> {
        fuel.spend(1)?;
        Ok(match expr {
            Expr::Number(number) => Some(Some(number.clone())),
            Expr::Undefined => Some(None),
            Expr::Fluent(fluent) => self.fluents[*fluent as usize].as_ref().map(|value| match value {
                Value::Number(number) => Some(number.clone()),
                _ => None,
            }),
            Expr::Op(op, operands) => {
                let mut numbers = Vec::with_capacity(operands.len());
                let mut open = false;
                for operand in operands {
                    match self.known(operand, fuel)? {
                        Some(Some(number)) => numbers.push(number),
                        Some(None) => return Ok(Some(None)),
                        None => open = true,
                    }
                }
                if open {
                    return Ok(None);
                }
                let result = calculate(*op, &numbers);
                if let Some(number) = &result {
                    fuel.spend(size_cost(number))?;
                }
                Some(result)
            }
            Expr::Case(fluent, branches) => match &self.fluents[*fluent as usize] {
                Some(Value::Object(object)) => match branches.iter().find(|(known, _)| known == object) {
                    Some((_, inner)) => self.known(inner, fuel)?,
                    None => Some(None),
                },
                Some(_) => Some(None),
                None => None,
            },
        })
    }

    /// What may follow and what must, by the rules of derived atoms.
    pub(crate) fn derive(&mut self, rules: &Derivation, fuel: &mut Fuel) -> Checked<()> {
        let words = words_for(rules.bodies.len());
        for set in [&mut self.may_follow, &mut self.must_follow] {
            set.clear();
            set.resize(words, 0);
        }
        for layer in &rules.layers {
            // What may hold first: bodies are monotone in the atoms of their own layer, so both passes only grow.
            for must in [false, true] {
                let mut changed = true;
                while changed {
                    changed = false;
                    for atom in layer {
                        if bit(if must { &self.must_follow } else { &self.may_follow }, *atom) {
                            continue;
                        }
                        let mask = self.mask(&rules.bodies[*atom as usize], fuel)?;
                        if must && mask.is_surely_true() {
                            set_bit(&mut self.must_follow, *atom);
                            changed = true;
                        } else if !must && mask.may_be_true() {
                            set_bit(&mut self.may_follow, *atom);
                            changed = true;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
