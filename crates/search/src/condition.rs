//! Ground conditions over packed states: what a formula comes to once its variables are objects and everything that never
//! changes has been evaluated.
//!
//! Negation stands at the leaves only. A leaf is true or it is not: what is undefined (a number that was never given)
//! satisfies neither a condition nor its negation, which is all that the three-valued logic of the verifier asks of a
//! condition. Knows how to evaluate; making conditions out of formulas is [`crate::instantiate`]'s.

use crate::value::{Value, ValueId, ValueTable};
use stepguard_task::{ArithmeticOp, CompareOp, ObjectId};
use stepguard_text::Number;

/// A fact that changes, counted from 0: base facts, then bits of rule memory, then derived facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact(pub u32);

impl Fact {
    /// As an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether its bit is set.
    #[must_use]
    pub fn is_in(self, bits: &[u64]) -> bool {
        bits[self.index() / 64] >> (self.index() % 64) & 1 == 1
    }

    /// Sets or clears its bit.
    pub fn set(self, bits: &mut [u64], value: bool) {
        let mask = 1 << (self.index() % 64);
        if value {
            bits[self.index() / 64] |= mask;
        } else {
            bits[self.index() / 64] &= !mask;
        }
    }
}

/// A numeric or object fluent that changes, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub u32);

impl Variable {
    /// As an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A ground condition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// All hold; empty: true.
    And(Vec<Condition>),
    /// One holds; empty: false.
    Or(Vec<Condition>),
    /// The fact is true, or false.
    Fact(Fact, bool),
    /// The object fluent has a value, and it is this one, or another.
    Value(Variable, ObjectId, bool),
    /// Both sides have values, and they compare so, or not so.
    Compare(Box<Comparison>, bool),
    /// At least so many steps have been taken; counted only as far as a rule asks.
    Steps(u32),
    /// The condition is not true: false or undefined.
    Unless(Box<Condition>),
}

/// Two numbers that are compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// How.
    pub op: CompareOp,
    /// The left one.
    pub left: Expression,
    /// The right one.
    pub right: Expression,
}

/// A ground arithmetic expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number.
    Number(Number),
    /// A numeric fluent.
    Variable(Variable),
    /// An operator with its operands; a `Subtract` of one operand is the sign.
    Op(ArithmeticOp, Vec<Expression>),
    /// The first whose guards all hold; the guards are values of object fluents. None holds: undefined.
    Choice(Vec<(Vec<(Variable, ObjectId)>, Expression)>),
    /// It never has a value.
    Undefined,
}

/// A state as conditions read it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The facts, derived ones included.
    pub bits: &'a [u64],
    /// The values of the variables.
    pub variables: &'a [ValueId],
    /// What the numbers of values stand for.
    pub values: &'a ValueTable,
    /// Steps taken, as far as they are counted.
    pub steps: u32,
}

impl Condition {
    /// Always.
    pub const TRUE: Self = Self::And(Vec::new());
    /// Never.
    pub const FALSE: Self = Self::Or(Vec::new());

    /// Whether it is always true, as far as its form tells.
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self, Self::And(parts) if parts.is_empty())
    }

    /// Whether it is never true, as far as its form tells.
    #[must_use]
    pub fn is_false(&self) -> bool {
        matches!(self, Self::Or(parts) if parts.is_empty())
    }

    /// All of `parts`, flattened, each once.
    #[must_use]
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut flat: Vec<Self> = Vec::new();
        for part in parts {
            match part {
                Self::And(inner) => inner.into_iter().for_each(|c| push(&mut flat, c)),
                part if part.is_false() => return Self::FALSE,
                part => push(&mut flat, part),
            }
        }
        if flat.len() == 1 { flat.swap_remove(0) } else { Self::And(flat) }
    }

    /// One of `parts`, flattened, each once.
    #[must_use]
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut flat: Vec<Self> = Vec::new();
        for part in parts {
            match part {
                Self::Or(inner) => inner.into_iter().for_each(|c| push(&mut flat, c)),
                part if part.is_true() => return Self::TRUE,
                part => push(&mut flat, part),
            }
        }
        if flat.len() == 1 { flat.swap_remove(0) } else { Self::Or(flat) }
    }

    /// The condition is not true.
    #[must_use]
    pub fn unless(condition: Self) -> Self {
        match condition {
            Self::And(parts) => Self::any(parts.into_iter().map(Self::unless)),
            Self::Or(parts) => Self::all(parts.into_iter().map(Self::unless)),
            Self::Fact(fact, positive) => Self::Fact(fact, !positive),
            Self::Unless(inner) => *inner,
            leaf => Self::Unless(Box::new(leaf)),
        }
    }

    /// Whether it holds in a state.
    #[must_use]
    pub fn holds(&self, state: View<'_>) -> bool {
        match self {
            Self::And(parts) => parts.iter().all(|c| c.holds(state)),
            Self::Or(parts) => parts.iter().any(|c| c.holds(state)),
            Self::Fact(fact, positive) => fact.is_in(state.bits) == *positive,
            Self::Value(variable, object, positive) => match state.object(*variable) {
                Some(value) => (value == *object) == *positive,
                None => false,
            },
            Self::Compare(comparison, positive) => {
                match (comparison.left.value(state), comparison.right.value(state)) {
                    (Some(left), Some(right)) => comparison.op.holds(&left, &right) == *positive,
                    _ => false,
                }
            }
            Self::Steps(least) => state.steps >= *least,
            Self::Unless(inner) => !inner.holds(state),
        }
    }

    /// Calls `fact` for every fact, and `variable` for every variable, that is read.
    pub fn reads(&self, fact: &mut dyn FnMut(Fact, bool), variable: &mut dyn FnMut(Variable)) {
        match self {
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|c| c.reads(fact, variable)),
            Self::Fact(f, positive) => fact(*f, *positive),
            Self::Value(v, ..) => variable(*v),
            Self::Compare(comparison, _) => {
                comparison.left.reads(variable);
                comparison.right.reads(variable);
            }
            Self::Steps(_) => {}
            Self::Unless(inner) => inner.reads(&mut |f, positive| fact(f, !positive), variable),
        }
    }

    /// Whether it asks how many steps have been taken.
    #[must_use]
    pub fn reads_clock(&self) -> bool {
        match self {
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::reads_clock),
            Self::Steps(_) => true,
            Self::Unless(inner) => inner.reads_clock(),
            Self::Fact(..) | Self::Value(..) | Self::Compare(..) => false,
        }
    }
}

fn push(parts: &mut Vec<Condition>, part: Condition) {
    // Long lists come from quantifiers, whose instances differ.
    if parts.len() > 16 || !parts.contains(&part) {
        parts.push(part);
    }
}

impl View<'_> {
    fn object(&self, variable: Variable) -> Option<ObjectId> {
        match self.values.get(self.variables[variable.index()]) {
            Value::Object(object) => Some(*object),
            Value::Undefined | Value::Number(_) => None,
        }
    }
}

impl Expression {
    /// Its value in a state; `None`: undefined, also by a division by zero.
    #[must_use]
    pub fn value(&self, state: View<'_>) -> Option<Number> {
        match self {
            Self::Number(number) => Some(number.clone()),
            Self::Variable(variable) => match state.values.get(state.variables[variable.index()]) {
                Value::Number(number) => Some(number.clone()),
                Value::Undefined | Value::Object(_) => None,
            },
            Self::Op(op, operands) => {
                let mut operands = operands.iter();
                let first = operands.next()?.value(state)?;
                if operands.len() == 0 && *op == ArithmeticOp::Subtract {
                    return Some(first.neg());
                }
                operands.try_fold(first, |left, right| op.apply(&left, &right.value(state)?))
            }
            Self::Choice(branches) => branches
                .iter()
                .find(|(guards, _)| guards.iter().all(|(v, object)| state.object(*v) == Some(*object)))
                .and_then(|(_, expression)| expression.value(state)),
            Self::Undefined => None,
        }
    }

    /// Calls `variable` for every variable that is read.
    pub fn reads(&self, variable: &mut dyn FnMut(Variable)) {
        match self {
            Self::Number(_) | Self::Undefined => {}
            Self::Variable(v) => variable(*v),
            Self::Op(_, operands) => operands.iter().for_each(|e| e.reads(variable)),
            Self::Choice(branches) => {
                for (guards, expression) in branches {
                    guards.iter().for_each(|(v, _)| variable(*v));
                    expression.reads(variable);
                }
            }
        }
    }

    /// The number it always is, if it is one.
    #[must_use]
    pub fn constant(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            Self::Variable(_) | Self::Op(..) | Self::Choice(_) | Self::Undefined => None,
        }
    }
}
