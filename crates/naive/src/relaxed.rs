//! What could ever become true: brute force under delete relaxation.
//!
//! Every action is grounded in full. Facts once true stay possible, facts once false stay possible too (each atom and
//! its negation apart), numbers become intervals that only grow, object fluents sets of objects. Trajectory rules play
//! no part. [`Reachable`] is the other way to ask: every state there is, where they are few.

use crate::conditions::Literal;
use crate::world::{Ground, State, Substitution, Value, World, exact};
use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use stepguard_pddl::ast::{
    ArithmeticOp, AssignOp, Atom, CompareOp, Condition, ConditionKind as K, Effect, EffectKind, Term,
};

/// After this many changes of one fluent's interval a bound that still moves is pushed to zero or to infinity. Few, for
/// a fluent scaled by itself doubles its digits every time.
const PATIENCE: u32 = 5;
/// The search for all states gives up on numbers longer than this.
const MOST_BITS: u64 = 200;

/// A bound of an interval.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// Below every number.
    Below,
    /// A number, itself included.
    At(BigRational),
    /// Above every number.
    Above,
}

/// A closed interval of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    /// Least.
    pub low: Bound,
    /// Greatest.
    pub high: Bound,
}

/// What a fluent can be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Range {
    /// Numbers; `None`: it never has a number.
    pub numbers: Option<Interval>,
    /// Objects.
    pub objects: BTreeSet<String>,
    /// How often the interval changed.
    changes: u32,
}

/// All that is possible.
#[derive(Debug, Clone, Default)]
pub struct Relaxed {
    initial: State,
    /// Facts that can be true.
    pub can_be_true: BTreeSet<Ground>,
    /// Facts that are deleted by some possible action.
    pub deleted: BTreeSet<Ground>,
    /// Derived facts that can be false.
    pub derived_false: BTreeSet<Ground>,
    /// What fluents can be.
    pub ranges: BTreeMap<Ground, Range>,
    /// Fluents that lose their value by some possible action.
    unset: BTreeSet<Ground>,
}

fn zero() -> BigRational {
    BigRational::from_integer(0.into())
}

impl Bound {
    fn sign(&self) -> i32 {
        match self {
            Self::Below => -1,
            Self::Above => 1,
            Self::At(number) => match number.cmp(&zero()) {
                std::cmp::Ordering::Less => -1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => 1,
            },
        }
    }

    fn of_sign(sign: i32) -> Self {
        match sign {
            0 => Self::At(zero()),
            s if s < 0 => Self::Below,
            _ => Self::Above,
        }
    }

    fn add(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::At(left), Self::At(right)) => Self::At(left + right),
            // Never of opposite infinities: only lows are added to lows and highs to highs.
            (Self::At(_), infinite) | (infinite, _) => infinite.clone(),
        }
    }

    fn neg(&self) -> Self {
        match self {
            Self::Below => Self::Above,
            Self::Above => Self::Below,
            Self::At(number) => Self::At(-number),
        }
    }

    fn mul(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::At(left), Self::At(right)) => Self::At(left * right),
            _ => Self::of_sign(self.sign() * other.sign()),
        }
    }
}

impl Interval {
    fn point(number: BigRational) -> Self {
        Self { low: Bound::At(number.clone()), high: Bound::At(number) }
    }

    fn everything() -> Self {
        Self { low: Bound::Below, high: Bound::Above }
    }

    fn hull(&self, other: &Self) -> Self {
        Self { low: self.low.clone().min(other.low.clone()), high: self.high.clone().max(other.high.clone()) }
    }

    fn add(&self, other: &Self) -> Self {
        Self { low: self.low.add(&other.low), high: self.high.add(&other.high) }
    }

    fn neg(&self) -> Self {
        Self { low: self.high.neg(), high: self.low.neg() }
    }

    fn mul(&self, other: &Self) -> Self {
        let corners = [
            self.low.mul(&other.low),
            self.low.mul(&other.high),
            self.high.mul(&other.low),
            self.high.mul(&other.high),
        ];
        let low = corners.iter().min().cloned().unwrap_or(Bound::Below);
        Self { low, high: corners.into_iter().max().unwrap_or(Bound::Above) }
    }

    /// `None`: it can only divide by zero.
    fn div(&self, other: &Self) -> Option<Self> {
        if other.low.sign() == 0 && other.high.sign() == 0 {
            return None;
        }
        if other.low.sign() <= 0 && other.high.sign() >= 0 {
            return Some(Self::everything());
        }
        let inverse = |bound: &Bound| match bound {
            Bound::At(number) => Bound::At(number.recip()),
            _ => Bound::At(zero()),
        };
        Some(self.mul(&Self { low: inverse(&other.high), high: inverse(&other.low) }))
    }

    fn single(&self) -> bool {
        self.low == self.high
    }
}

/// What a term can be.
enum Can {
    Numbers(Interval),
    Objects(BTreeSet<String>),
    Nothing,
}

impl Relaxed {
    /// Explores everything from the initial state.
    #[must_use]
    pub fn explore(world: &World<'_>) -> Self {
        let initial = world.initial();
        let mut relaxed = Self { can_be_true: initial.facts.clone(), initial, ..Self::default() };
        for (fluent, value) in relaxed.initial.values.clone() {
            let range = relaxed.ranges.entry(fluent).or_default();
            match value {
                Value::Number(number) => range.numbers = Some(Interval::point(number)),
                Value::Object(object) => {
                    range.objects.insert(object);
                }
            }
        }
        loop {
            let all = |r: &Self| (r.can_be_true.clone(), r.deleted.clone(), r.ranges.clone(), r.unset.clone());
            let before = all(&relaxed);
            relaxed.derive(world);
            for action in &world.domain.actions {
                for binding in world.bindings(&action.parameters, &Substitution::new()) {
                    let ready = match &action.precondition {
                        Some(condition) => world.possible(condition, Aim::True, &binding, &relaxed),
                        None => true,
                    };
                    if ready
                        && let Some(effect) = &action.effect
                        && relaxed.can_carry_out(world, effect, &binding)
                    {
                        relaxed.fire(world, effect, &binding);
                    }
                }
            }
            if before == all(&relaxed) {
                return relaxed;
            }
        }
    }

    fn can_be_unset(&self, fluent: &Ground) -> bool {
        !self.initial.values.contains_key(fluent) || self.unset.contains(fluent)
    }

    /// Whether the numbers that the effect reads in any case can have a value: without one the action cannot run.
    fn can_carry_out(&self, world: &World<'_>, effect: &Effect, binding: &Substitution) -> bool {
        match &effect.kind {
            EffectKind::And(parts) => parts.iter().all(|part| self.can_carry_out(world, part, binding)),
            EffectKind::Assign(op, target, value) => {
                let old = world.can_mean(target, binding, self);
                let new = world.can_mean(value, binding, self);
                (*op == AssignOp::Assign || matches!(old, Can::Numbers(_)))
                    && (!matches!(new, Can::Nothing) || world.is_undefined(value))
            }
            _ => true,
        }
    }

    /// Derived facts that can be true (least), then those that can be false (greatest).
    fn derive(&mut self, world: &World<'_>) {
        let heads = |rules: &[&stepguard_pddl::ast::Derived]| -> Vec<(Ground, Substitution, Condition)> {
            let mut heads = Vec::new();
            for rule in rules {
                for binding in world.bindings(&rule.parameters, &Substitution::new()) {
                    let arguments = rule.parameters.iter().map(|p| binding[&world.word(p.name.symbol)].clone());
                    let head = Ground(world.word(rule.name.symbol), arguments.collect());
                    heads.push((head, binding, rule.condition.clone()));
                }
            }
            heads
        };
        self.derived_false.clear();
        for stratum in &world.strata {
            let rules = heads(stratum);
            loop {
                let before = self.can_be_true.len();
                for (head, binding, body) in &rules {
                    if world.possible(body, Aim::True, binding, self) {
                        self.can_be_true.insert(head.clone());
                    }
                }
                if self.can_be_true.len() == before {
                    break;
                }
            }
            // False when every rule's body can be not true; start from all and take away.
            self.derived_false.extend(rules.iter().map(|(head, ..)| head.clone()));
            loop {
                let before = self.derived_false.len();
                for (head, binding, body) in &rules {
                    if !world.possible(body, Aim::NotTrue, binding, self) {
                        self.derived_false.remove(head);
                    }
                }
                if self.derived_false.len() == before {
                    break;
                }
            }
        }
    }

    fn fire(&mut self, world: &World<'_>, effect: &Effect, binding: &Substitution) {
        match &effect.kind {
            EffectKind::And(parts) => parts.iter().for_each(|part| self.fire(world, part, binding)),
            EffectKind::Forall(variables, part) => {
                world.bindings(variables, binding).iter().for_each(|inner| self.fire(world, part, inner));
            }
            EffectKind::When(condition, part) => {
                if world.possible(condition, Aim::True, binding, self) {
                    self.fire(world, part, binding);
                }
            }
            EffectKind::Add(atom) => {
                let facts = world.can_be(atom, binding, self);
                self.can_be_true.extend(facts);
            }
            EffectKind::Delete(atom) => {
                let facts = world.can_be(atom, binding, self);
                self.deleted.extend(facts);
            }
            EffectKind::Assign(op, target, value) => {
                let targets = match target {
                    Term::Name(name) => vec![Ground(world.word(name.symbol), Vec::new())],
                    Term::Fluent(atom) => world.can_be(atom, binding, self),
                    _ => Vec::new(),
                };
                if world.is_undefined(value) {
                    self.unset.extend(targets);
                    return;
                }
                let value = world.can_mean(value, binding, self);
                for target in targets {
                    self.assign(target, *op, &value);
                }
            }
            EffectKind::Timed(..) | EffectKind::Error => {}
        }
    }

    fn assign(&mut self, target: Ground, op: AssignOp, value: &Can) {
        let range = self.ranges.entry(target).or_default();
        let by = match value {
            Can::Objects(objects) => {
                if op == AssignOp::Assign {
                    range.objects.extend(objects.iter().cloned());
                }
                return;
            }
            Can::Nothing => return,
            Can::Numbers(by) => by,
        };
        let new = match (&range.numbers, op) {
            (None, AssignOp::Assign) => by.clone(),
            (None, _) => return,
            (Some(old), AssignOp::Assign) => old.hull(by),
            // Again and again, as often as one likes.
            (Some(old), AssignOp::Increase) => drift(old, by),
            (Some(old), AssignOp::Decrease) => drift(old, &by.neg()),
            (Some(old), AssignOp::ScaleUp) => old.hull(&old.mul(by)),
            (Some(old), AssignOp::ScaleDown) => match old.div(by) {
                Some(result) => old.hull(&result),
                None => return,
            },
        };
        match &range.numbers {
            Some(old) if *old == new => {}
            Some(old) => {
                range.changes += 1;
                let new = if range.changes > PATIENCE { widen(old, new) } else { new };
                range.numbers = Some(new);
            }
            None => range.numbers = Some(new),
        }
    }
}

fn drift(old: &Interval, by: &Interval) -> Interval {
    Interval {
        low: if by.low.sign() < 0 { Bound::Below } else { old.low.clone() },
        high: if by.high.sign() > 0 { Bound::Above } else { old.high.clone() },
    }
}

/// Pushes every bound that moved on to the next of zero and infinity.
fn widen(old: &Interval, new: Interval) -> Interval {
    let low = if new.low == old.low {
        new.low
    } else if new.low.sign() >= 0 {
        Bound::At(zero())
    } else {
        Bound::Below
    };
    let high = if new.high == old.high {
        new.high
    } else if new.high.sign() <= 0 {
        Bound::At(zero())
    } else {
        Bound::Above
    };
    Interval { low, high }
}

/// What a condition is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    True,
    False,
    /// False or undefined.
    NotTrue,
    /// True or undefined.
    NotFalse,
}

impl Aim {
    fn opposite(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::NotTrue => Self::NotFalse,
            Self::NotFalse => Self::NotTrue,
        }
    }

    fn takes_undefined(self) -> bool {
        matches!(self, Self::NotTrue | Self::NotFalse)
    }
}

impl World<'_> {
    /// Whether a literal can become as it is wanted, by some sequence of actions under delete relaxation.
    #[must_use]
    pub fn can_hold(&self, literal: &Literal<'_>, relaxed: &Relaxed) -> bool {
        let aim = if literal.want { Aim::True } else { Aim::False };
        self.possible(literal.condition, aim, &literal.binding, relaxed)
    }

    /// Whether a condition can be what `aim` says.
    fn possible(&self, condition: &Condition, aim: Aim, binding: &Substitution, relaxed: &Relaxed) -> bool {
        let towards_true = matches!(aim, Aim::True | Aim::NotFalse);
        match (&condition.kind, towards_true) {
            (K::And(parts), true) | (K::Or(parts), false) => {
                parts.iter().all(|part| self.possible(part, aim, binding, relaxed))
            }
            (K::Or(parts), true) | (K::And(parts), false) => {
                parts.iter().any(|part| self.possible(part, aim, binding, relaxed))
            }
            (K::Not(part), _) => self.possible(part, aim.opposite(), binding, relaxed),
            (K::Imply(left, right), true) => {
                self.possible(left, aim.opposite(), binding, relaxed) || self.possible(right, aim, binding, relaxed)
            }
            (K::Imply(left, right), false) => {
                self.possible(left, aim.opposite(), binding, relaxed) && self.possible(right, aim, binding, relaxed)
            }
            (K::Forall(variables, part), true) | (K::Exists(variables, part), false) => {
                self.bindings(variables, binding).iter().all(|inner| self.possible(part, aim, inner, relaxed))
            }
            (K::Exists(variables, part), true) | (K::Forall(variables, part), false) => {
                self.bindings(variables, binding).iter().any(|inner| self.possible(part, aim, inner, relaxed))
            }
            (K::Preference(..), _) => towards_true,
            (K::Atom(atom), _) => {
                let undefined = atom.arguments.iter().any(|argument| self.can_lack(argument, binding, relaxed));
                aim.takes_undefined() && undefined
                    || self.can_be(atom, binding, relaxed).iter().any(|fact| match towards_true {
                        true => relaxed.can_be_true.contains(fact),
                        false if self.derived.contains(&fact.0) => relaxed.derived_false.contains(fact),
                        false => !relaxed.initial.facts.contains(fact) || relaxed.deleted.contains(fact),
                    })
            }
            (K::Compare(op, left, right), _) => {
                let sides = (self.can_mean(left, binding, relaxed), self.can_mean(right, binding, relaxed));
                let undefined = self.can_lack(left, binding, relaxed) || self.can_lack(right, binding, relaxed);
                aim.takes_undefined() && undefined || can_compare(*op, towards_true, &sides)
            }
            (K::Timed(..) | K::Trajectory(_) | K::Error, _) => false,
        }
    }

    /// Whether a term can be without a value: a fluent in it starts without one or can lose it, or it can divide by zero.
    fn can_lack(&self, term: &Term, binding: &Substitution, relaxed: &Relaxed) -> bool {
        match term {
            Term::Number(..) | Term::Variable(_) => false,
            Term::Name(name) => {
                let word = self.word(name.symbol);
                !self.is_object(&word) && relaxed.can_be_unset(&Ground(word, Vec::new()))
            }
            Term::Fluent(atom) => {
                atom.arguments.iter().any(|argument| self.can_lack(argument, binding, relaxed))
                    || self.can_be(atom, binding, relaxed).iter().any(|fluent| relaxed.can_be_unset(fluent))
            }
            Term::Arithmetic(op, operands, _) => {
                operands.iter().any(|operand| self.can_lack(operand, binding, relaxed))
                    || *op == ArithmeticOp::Divide
                        && operands.iter().skip(1).any(|operand| match self.can_mean(operand, binding, relaxed) {
                            Can::Numbers(interval) => interval.low.sign() <= 0 && interval.high.sign() >= 0,
                            _ => true,
                        })
            }
            Term::IsViolated(..) | Term::ElapsedTime(_) | Term::Error(_) => true,
        }
    }

    /// All facts (or fluents) that an atom can stand for: more than one where object fluents are its arguments.
    fn can_be(&self, atom: &Atom, binding: &Substitution, relaxed: &Relaxed) -> Vec<Ground> {
        let mut all = vec![Vec::new()];
        for argument in &atom.arguments {
            let Can::Objects(objects) = self.can_mean(argument, binding, relaxed) else { return Vec::new() };
            all = all
                .iter()
                .flat_map(|front: &Vec<String>| {
                    objects.iter().map(|object| front.iter().chain([object]).cloned().collect())
                })
                .collect();
        }
        all.into_iter().map(|arguments| Ground(self.word(atom.name.symbol), arguments)).collect()
    }

    fn can_mean(&self, term: &Term, binding: &Substitution, relaxed: &Relaxed) -> Can {
        let fluents = |fluents: Vec<Ground>| {
            let mut numbers: Option<Interval> = None;
            let mut objects = BTreeSet::new();
            for range in fluents.iter().filter_map(|fluent| relaxed.ranges.get(fluent)) {
                objects.extend(range.objects.iter().cloned());
                numbers = match (numbers, &range.numbers) {
                    (Some(left), Some(right)) => Some(left.hull(right)),
                    (left, right) => left.or(right.clone()),
                };
            }
            match numbers {
                Some(numbers) => Can::Numbers(numbers),
                None if objects.is_empty() => Can::Nothing,
                None => Can::Objects(objects),
            }
        };
        match term {
            Term::Number(number, _) => Can::Numbers(Interval::point(exact(number))),
            Term::Variable(name) => binding
                .get(&self.word(name.symbol))
                .map_or(Can::Nothing, |object| Can::Objects([object.clone()].into())),
            Term::Name(name) => {
                let word = self.word(name.symbol);
                if self.is_object(&word) {
                    Can::Objects([word].into())
                } else {
                    fluents(vec![Ground(word, Vec::new())])
                }
            }
            Term::Fluent(atom) => fluents(self.can_be(atom, binding, relaxed)),
            Term::Arithmetic(op, operands, _) => {
                let mut intervals = Vec::new();
                for operand in operands {
                    let Can::Numbers(interval) = self.can_mean(operand, binding, relaxed) else { return Can::Nothing };
                    intervals.push(interval);
                }
                let Some((first, rest)) = intervals.split_first() else { return Can::Nothing };
                let mut value = first.clone();
                if rest.is_empty() && *op == ArithmeticOp::Subtract {
                    value = value.neg();
                }
                for operand in rest {
                    value = match op {
                        ArithmeticOp::Add => value.add(operand),
                        ArithmeticOp::Subtract => value.add(&operand.neg()),
                        ArithmeticOp::Multiply => value.mul(operand),
                        ArithmeticOp::Divide => match value.div(operand) {
                            Some(value) => value,
                            None => return Can::Nothing,
                        },
                    };
                }
                Can::Numbers(value)
            }
            Term::IsViolated(..) | Term::ElapsedTime(_) | Term::Error(_) => Can::Nothing,
        }
    }
}

fn can_compare(op: CompareOp, want: bool, sides: &(Can, Can)) -> bool {
    match sides {
        (Can::Objects(left), Can::Objects(right)) => {
            if op != CompareOp::Equal {
                return false;
            }
            if want {
                !left.is_disjoint(right)
            } else {
                left.iter().any(|object| right.iter().any(|other| other != object))
            }
        }
        (Can::Numbers(left), Can::Numbers(right)) => {
            let less = left.low < right.high;
            let greater = left.high > right.low;
            let at_most = left.low <= right.high;
            let at_least = left.high >= right.low;
            match (op, want) {
                (CompareOp::Less, true) | (CompareOp::GreaterEqual, false) => less,
                (CompareOp::LessEqual, true) | (CompareOp::Greater, false) => at_most,
                (CompareOp::GreaterEqual, true) | (CompareOp::Less, false) => at_least,
                (CompareOp::Greater, true) | (CompareOp::LessEqual, false) => greater,
                (CompareOp::Equal, true) => at_most && at_least,
                (CompareOp::Equal, false) => !(left.single() && right.single() && left.low == right.low),
            }
        }
        _ => false,
    }
}

/// All states that can be reached, by search.
#[derive(Debug, Clone)]
pub struct Reachable {
    states: Vec<State>,
}

impl Reachable {
    /// Searches from the initial state; `None` when there are more than `most` states or numbers grow without end.
    #[must_use]
    pub fn explore(world: &World<'_>, most: usize) -> Option<Self> {
        let initial = world.initial();
        let mut known = BTreeSet::from([key(&initial)]);
        let mut states = vec![initial.clone()];
        let mut open = VecDeque::from([initial]);
        while let Some(state) = open.pop_front() {
            for action in &world.domain.actions {
                for binding in world.bindings(&action.parameters, &Substitution::new()) {
                    let precondition = action.precondition.as_ref();
                    if precondition.is_some_and(|p| world.truth(p, &state, &binding) != Some(true)) {
                        continue;
                    }
                    let mut change = world.change(action.effect.as_ref(), &state, &binding);
                    if !change.faults.is_empty() {
                        continue;
                    }
                    let after = world.apply(&state, &mut change);
                    if known.insert(key(&after)) {
                        if states.len() == most || !after.values.values().all(is_short) {
                            return None;
                        }
                        states.push(after.clone());
                        open.push_back(after);
                    }
                }
            }
        }
        Some(Self { states })
    }

    /// The states.
    #[must_use]
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Whether the literal is as it is wanted in some state.
    #[must_use]
    pub fn can_hold(&self, world: &World<'_>, literal: &Literal<'_>) -> bool {
        self.states.iter().any(|state| world.literal_holds(literal, state))
    }
}

/// Whether a value can be worked with; numbers multiplied by themselves soon cannot.
#[must_use]
pub fn is_short(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.numer().bits() + number.denom().bits() <= MOST_BITS,
        Value::Object(_) => true,
    }
}

type Key = (BTreeSet<Ground>, BTreeMap<Ground, Value>);

fn key(state: &State) -> Key {
    (state.facts.clone(), state.values.clone())
}
