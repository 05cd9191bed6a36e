//! The values that a numeric fluent can take: exactly while there are few, then as an interval that may be unbounded.
//!
//! Every operation gives at least the values that the exact operation could give. Knows nothing of fluents.

use std::cmp::Ordering;
use stepguard_task::CompareOp;
use stepguard_text::{Number, order};

/// So many values are kept one by one; past that, their interval.
const MOST_SINGLE_VALUES: usize = 16;

/// Some numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Values {
    /// Exactly these, ascending; none: undefined.
    Set(Vec<Number>),
    /// All of the grid from `low` to `high`; `None` is no bound. Bounds are on the grid.
    Range { low: Option<Number>, high: Option<Number>, grid: Option<Grid> },
}

/// Numbers at equal distances: `offset` and whole multiples of `step` from there. Counts by threes stay counts by threes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grid {
    /// Zero: the offset alone.
    step: Number,
    /// From zero to below the step.
    offset: Number,
}

/// The part of `n` that a multiple of `step` leaves; `n` itself when `step` is zero.
fn rest(n: &Number, step: &Number) -> Number {
    n.div(step).map_or_else(|| n.clone(), |quotient| n.sub(&quotient.floor().mul(step)))
}

/// The greatest step that both are multiples of.
fn common(a: &Number, b: &Number) -> Number {
    let magnitude = |n: &Number| if n.is_negative() { n.neg() } else { n.clone() };
    let (mut a, mut b) = (magnitude(a), magnitude(b));
    while !b.is_zero() {
        let left = rest(&a, &b);
        a = std::mem::replace(&mut b, left);
    }
    a
}

impl Grid {
    fn new(step: Number, offset: &Number) -> Self {
        let offset = rest(offset, &step);
        Self { step, offset }
    }

    /// The coarsest grid of all these numbers.
    fn of(values: &[Number]) -> Option<Self> {
        let first = values.first()?;
        let step = values.iter().fold(Number::zero(), |step, n| common(&step, &n.sub(first)));
        Some(Self::new(step, first))
    }

    fn has(&self, n: &Number) -> bool {
        rest(&n.sub(&self.offset), &self.step).is_zero()
    }

    fn join(&self, other: &Self) -> Self {
        let step = common(&common(&self.step, &other.step), &self.offset.sub(&other.offset));
        Self::new(step, &self.offset)
    }

    fn add(&self, other: &Self) -> Self {
        Self::new(common(&self.step, &other.step), &self.offset.add(&other.offset))
    }

    fn neg(&self) -> Self {
        Self::new(self.step.clone(), &self.offset.neg())
    }

    fn mul(&self, other: &Self) -> Self {
        let mixed = common(&self.step.mul(&other.offset), &other.step.mul(&self.offset));
        Self::new(common(&mixed, &self.step.mul(&other.step)), &self.offset.mul(&other.offset))
    }

    /// The greatest number of the grid that is at most `n`, or below it when `strict`.
    fn floor(&self, n: &Number, strict: bool) -> Number {
        let on_grid = n.sub(&rest(&n.sub(&self.offset), &self.step));
        if strict && on_grid == *n { on_grid.sub(&self.step) } else { on_grid }
    }
}

use Values::{Range, Set};

/// A number or an infinity: the ends of intervals in products.
#[derive(Debug, Clone, PartialEq, Eq)]
enum End {
    Below,
    At(Number),
    Above,
}

impl End {
    fn of(low: Option<&Number>, infinite: Self) -> Self {
        low.map_or(infinite, |n| Self::At(n.clone()))
    }

    fn sign(&self) -> i32 {
        match self {
            Self::Below => -1,
            Self::Above => 1,
            Self::At(n) if n.is_zero() => 0,
            Self::At(n) => 1 - 2 * i32::from(n.is_negative()),
        }
    }

    fn times(&self, other: &Self) -> Self {
        if let (Self::At(a), Self::At(b)) = (self, other) {
            return Self::At(a.mul(b));
        }
        match self.sign() * other.sign() {
            0 => Self::At(Number::zero()),
            1 => Self::Above,
            _ => Self::Below,
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::At(a), Self::At(b)) => a.cmp(b),
            _ if self == other => Ordering::Equal,
            (Self::Below, _) | (_, Self::Above) => Ordering::Less,
            _ => Ordering::Greater,
        }
    }

    fn finite(self) -> Option<Number> {
        match self {
            Self::At(n) => Some(n),
            _ => None,
        }
    }
}

/// A small number below `n`, if there is one.
fn below(n: &Number) -> Option<Number> {
    let floor = n.floor();
    if floor.is_small() { Some(floor) } else { (!floor.is_negative()).then(|| Number::from(i64::MAX)) }
}

impl Values {
    /// No value: undefined.
    pub(crate) const fn none() -> Self {
        Set(Vec::new())
    }

    /// Any number.
    pub(crate) const fn all() -> Self {
        Range { low: None, high: None, grid: None }
    }

    /// Any number from zero on.
    pub(crate) fn from_zero() -> Self {
        Range { low: Some(Number::zero()), high: None, grid: None }
    }

    /// One number.
    pub(crate) fn one(n: Number) -> Self {
        Set(vec![n])
    }

    /// An interval; empty and one-valued ones become sets. Ends with long digit strings are let go: squaring again and
    /// again must not take for ever.
    fn range(low: Option<Number>, high: Option<Number>, grid: Option<Grid>) -> Self {
        let exact = |end: &Option<Number>| end.as_ref().is_none_or(Number::is_small);
        let small = |grid: &Grid| grid.step.is_small() && grid.offset.is_small();
        let grid = grid.filter(|g| small(g) && exact(&low) && exact(&high));
        let low = if exact(&low) { low } else { low.and_then(|l| below(&l)) };
        let high = if exact(&high) { high } else { high.and_then(|h| below(&h.neg())).map(|h| h.neg()) };
        if let (Some(l), Some(h)) = (&low, &high) {
            match l.cmp(h) {
                Ordering::Greater => return Self::none(),
                Ordering::Equal => return Self::one(l.clone()),
                Ordering::Less => {}
            }
        }
        Range { low, high, grid }
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Set(values) if values.is_empty())
    }

    /// The least value; `None`: there is no least, or no value.
    pub(crate) fn low(&self) -> Option<&Number> {
        match self {
            Set(values) => values.first(),
            Range { low, .. } => low.as_ref(),
        }
    }

    /// The greatest value; `None`: there is no greatest, or no value.
    pub(crate) fn high(&self) -> Option<&Number> {
        match self {
            Set(values) => values.last(),
            Range { high, .. } => high.as_ref(),
        }
    }

    pub(crate) fn single(&self) -> Option<&Number> {
        match self {
            Set(values) if values.len() == 1 => values.first(),
            _ => None,
        }
    }

    pub(crate) fn is_range(&self) -> bool {
        matches!(self, Range { .. })
    }

    fn grid(&self) -> Option<Grid> {
        match self {
            Set(values) => Grid::of(values),
            Range { grid, .. } => grid.clone(),
        }
    }

    /// The grid of what an operation gives on two of them.
    fn grids(&self, other: &Self, f: impl Fn(&Grid, &Grid) -> Grid) -> Option<Grid> {
        Some(f(&self.grid()?, &other.grid()?))
    }

    fn from_list(mut values: Vec<Number>) -> Self {
        order::sort(&mut values);
        values.dedup();
        let set = Set(values);
        match &set {
            Set(values) if values.len() > MOST_SINGLE_VALUES || !values.iter().all(Number::is_small) => {
                Self::range(set.low().cloned(), set.high().cloned(), set.grid())
            }
            _ => set,
        }
    }

    /// May it be `n`?
    pub(crate) fn contains(&self, n: &Number) -> bool {
        match self {
            Set(values) => values.binary_search(n).is_ok(),
            Range { low, high, grid } => {
                low.as_ref().is_none_or(|l| l <= n)
                    && high.as_ref().is_none_or(|h| n <= h)
                    && grid.as_ref().is_none_or(|g| g.has(n))
            }
        }
    }

    /// The values of both.
    pub(crate) fn join(&self, other: &Self) -> Self {
        match (self, other) {
            _ if other.is_empty() => self.clone(),
            _ if self.is_empty() => other.clone(),
            (Set(a), Set(b)) => Self::from_list(a.iter().chain(b).cloned().collect()),
            _ => {
                let low = self.low().zip(other.low()).map(|(a, b)| a.min(b).clone());
                let high = self.high().zip(other.high()).map(|(a, b)| a.max(b).clone());
                Self::range(low, high, self.grids(other, Grid::join))
            }
        }
    }

    /// Whether every value of `other` is one of these.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        match other {
            Set(values) => values.iter().all(|n| self.contains(n)),
            Range { .. } => self.join(other) == *self,
        }
    }

    fn pairs(&self, other: &Self, f: impl Fn(&Number, &Number) -> Option<Number>) -> Option<Self> {
        match (self, other) {
            (Set(a), Set(b)) => {
                let mut values = Vec::with_capacity(a.len() * b.len());
                for x in a {
                    values.extend(b.iter().filter_map(|y| f(x, y)));
                }
                Some(Self::from_list(values))
            }
            _ if self.is_empty() || other.is_empty() => Some(Self::none()),
            _ => None,
        }
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        self.pairs(other, |x, y| Some(x.add(y))).unwrap_or_else(|| {
            let low = self.low().zip(other.low()).map(|(a, b)| a.add(b));
            let high = self.high().zip(other.high()).map(|(a, b)| a.add(b));
            Self::range(low, high, self.grids(other, Grid::add))
        })
    }

    pub(crate) fn neg(&self) -> Self {
        match self {
            Set(values) => Set(values.iter().rev().map(Number::neg).collect()),
            Range { low, high, grid } => Range {
                low: high.as_ref().map(Number::neg),
                high: low.as_ref().map(Number::neg),
                grid: grid.as_ref().map(Grid::neg),
            },
        }
    }

    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    fn ends(&self) -> [End; 2] {
        [End::of(self.low(), End::Below), End::of(self.high(), End::Above)]
    }

    pub(crate) fn mul(&self, other: &Self) -> Self {
        self.pairs(other, |x, y| Some(x.mul(y))).unwrap_or_else(|| {
            let mut products: Vec<End> = Vec::with_capacity(4);
            for a in &self.ends() {
                products.extend(other.ends().iter().map(|b| a.times(b)));
            }
            order::sort_by(&mut products, End::order);
            let high = products.pop().and_then(End::finite);
            let low = products.into_iter().next().and_then(End::finite);
            Self::range(low, high, self.grids(other, Grid::mul))
        })
    }

    /// Quotients; a divisor of zero gives none.
    pub(crate) fn div(&self, other: &Self) -> Self {
        if other.single().is_some_and(Number::is_zero) {
            return Self::none();
        }
        self.pairs(other, Number::div).unwrap_or_else(|| {
            let away_from_zero = other.low().is_some_and(|l| !l.is_negative() && !l.is_zero())
                || other.high().is_some_and(Number::is_negative);
            if !away_from_zero {
                return Self::all();
            }
            // Away from zero the reciprocals lie between those of the ends; that of an infinite end is zero.
            let reciprocal = |end: Option<&Number>| end.and_then(|n| Number::one().div(n)).unwrap_or_else(Number::zero);
            let reciprocals = Self::range(Some(reciprocal(other.high())), Some(reciprocal(other.low())), None);
            self.mul(&reciprocals)
        })
    }

    /// Whether `x op y` is `truth` for some of these `x` and some `y` of `other`.
    pub(crate) fn compare(&self, op: CompareOp, other: &Self, truth: bool) -> bool {
        if self.is_empty() || other.is_empty() {
            return false;
        }
        let below = |strict: bool, a: &Self, b: &Self| match (a.low(), b.high()) {
            (Some(low), Some(high)) => low < high || !strict && low == high,
            _ => true,
        };
        match (op, truth) {
            (CompareOp::Less, true) | (CompareOp::GreaterEqual, false) => below(true, self, other),
            (CompareOp::LessEqual, true) | (CompareOp::Greater, false) => below(false, self, other),
            (CompareOp::Greater, true) | (CompareOp::LessEqual, false) => below(true, other, self),
            (CompareOp::GreaterEqual, true) | (CompareOp::Less, false) => below(false, other, self),
            (CompareOp::Equal, false) => !matches!((self.single(), other.single()), (Some(a), Some(b)) if a == b),
            (CompareOp::Equal, true) => !self.keep(CompareOp::Equal, other).is_empty(),
        }
    }

    /// Those `x` for which `x op y` holds for some `y` of `other`.
    pub(crate) fn keep(&self, op: CompareOp, other: &Self) -> Self {
        if other.is_empty() {
            return Self::none();
        }
        let (low, high, grid) = match self {
            Set(values) => {
                let holds = |x: &&Number| match op {
                    CompareOp::Equal => other.contains(x),
                    _ => Self::one((*x).clone()).compare(op, other, true),
                };
                return Set(values.iter().filter(holds).cloned().collect());
            }
            Range { low, high, grid } => (low, high, grid),
        };
        let at_most = |bound: Option<&Number>, strict: bool| {
            let bound = bound.map(|b| grid.as_ref().map_or_else(|| b.clone(), |g| g.floor(b, strict)));
            Self::range(low.clone(), least(high.clone(), bound), grid.clone())
        };
        let at_least = |bound: Option<&Number>, strict: bool| {
            let ceil = |g: &Grid, b: &Number| g.neg().floor(&b.neg(), strict).neg();
            let bound = bound.map(|b| grid.as_ref().map_or_else(|| b.clone(), |g| ceil(g, b)));
            Self::range(greatest(low.clone(), bound), high.clone(), grid.clone())
        };
        match op {
            CompareOp::Less => at_most(other.high(), true),
            CompareOp::LessEqual => at_most(other.high(), false),
            CompareOp::Greater => at_least(other.low(), true),
            CompareOp::GreaterEqual => at_least(other.low(), false),
            CompareOp::Equal => match other {
                Set(values) => Set(values.iter().filter(|n| self.contains(n)).cloned().collect()),
                Range { .. } => at_most(other.high(), false).keep(CompareOp::GreaterEqual, other),
            },
        }
    }

    /// The same values, without an upper (or lower) bound.
    pub(crate) fn unbounded(&self, above: bool) -> Self {
        let (low, high) = (self.low().cloned(), self.high().cloned());
        if above { Self::range(low, None, self.grid()) } else { Self::range(None, high, self.grid()) }
    }
}

/// The lower of two upper bounds.
fn least(a: Option<Number>, b: Option<Number>) -> Option<Number> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The higher of two lower bounds.
fn greatest(a: Option<Number>, b: Option<Number>) -> Option<Number> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(values: &[i64]) -> Values {
        Values::from_list(values.iter().map(|n| Number::from(*n)).collect())
    }

    fn range(low: Option<i64>, high: Option<i64>) -> Values {
        grid(1, 0, low, high)
    }

    fn grid(step: i64, offset: i64, low: Option<i64>, high: Option<i64>) -> Values {
        let grid = Grid { step: Number::from(step), offset: Number::from(offset) };
        Values::range(low.map(Number::from), high.map(Number::from), Some(grid))
    }

    /// Small samples of every form, and for each some of its members.
    fn samples() -> Vec<(Values, Vec<Number>)> {
        let mut samples = vec![
            (set(&[]), vec![]),
            (Values::all(), vec![]),
            (Values::from_zero(), vec![]),
            (Values::range(Some(Number::from(-1)), Some(Number::from(2)), None), vec![]),
            (grid(3, 1, Some(-5), Some(7)), vec![]),
            (grid(2, 0, None, Some(4)), vec![]),
            (grid(4, 3, Some(-1), None), vec![]),
        ];
        for values in [&[0][..], &[3], &[-2], &[0, 5], &[-3, -1, 4]] {
            samples.push((set(values), vec![]));
        }
        for low in [None, Some(-3), Some(0), Some(2)] {
            for high in [None, Some(-1), Some(0), Some(1), Some(4)] {
                samples.push((range(low, high), vec![]));
            }
        }
        let half = Number::from(1).div(&Number::from(2)).expect("two is not zero");
        for (values, members) in &mut samples {
            for n in -9..=9 {
                for candidate in [Number::from(n), Number::from(n).add(&half)] {
                    if values.contains(&candidate) {
                        members.push(candidate);
                    }
                }
            }
        }
        samples
    }

    #[test]
    fn operations_cover_all_pairs() {
        const OPS: [CompareOp; 5] =
            [CompareOp::Less, CompareOp::LessEqual, CompareOp::Equal, CompareOp::GreaterEqual, CompareOp::Greater];
        let holds = |op, x: &Number, y: &Number| match op {
            CompareOp::Less => x < y,
            CompareOp::LessEqual => x <= y,
            CompareOp::Equal => x == y,
            CompareOp::GreaterEqual => x >= y,
            CompareOp::Greater => x > y,
        };
        let samples = samples();
        for (a, xs) in &samples {
            for (b, ys) in &samples {
                let (sum, difference, product, quotient) = (a.add(b), a.sub(b), a.mul(b), a.div(b));
                let both = a.join(b);
                assert!(both.covers(a) && both.covers(b), "{a:?} {b:?}");
                for x in xs {
                    for y in ys {
                        assert!(sum.contains(&x.add(y)), "{a:?} + {b:?}");
                        assert!(difference.contains(&x.sub(y)), "{a:?} - {b:?}");
                        assert!(product.contains(&x.mul(y)), "{a:?} * {b:?}");
                        assert!(x.div(y).is_none_or(|q| quotient.contains(&q)), "{a:?} / {b:?} {x} {y}");
                        for op in OPS {
                            assert!(a.compare(op, b, holds(op, x, y)), "{a:?} {op:?} {b:?}");
                            assert!(!holds(op, x, y) || a.keep(op, b).contains(x), "{a:?} {op:?} {b:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn few_values_are_exact() {
        let five_or_none = set(&[0, 5]);
        assert!(!five_or_none.compare(CompareOp::Equal, &set(&[3]), true));
        assert_eq!(five_or_none.add(&set(&[-5, 5])), set(&[-5, 0, 5, 10]));
        assert_eq!(set(&[1, 2, 3]).keep(CompareOp::Greater, &set(&[1, 9])), set(&[2, 3]));
        assert_eq!(set(&[4]).div(&set(&[0])), Values::none());
        assert!(!Values::none().compare(CompareOp::Equal, &set(&[3]), false), "undefined is neither");
    }

    #[test]
    fn whole_numbers_leave_out_strict_bounds() {
        let many = range(Some(0), Some(100));
        assert_eq!(many.keep(CompareOp::Greater, &set(&[0])).low(), Some(&Number::one()));
        let half = Values::one(Number::parse("2.5").expect("a number"));
        assert_eq!(many.keep(CompareOp::Less, &half).high(), Some(&Number::from(2)));
        assert_eq!(many.keep(CompareOp::GreaterEqual, &half).low(), Some(&Number::from(3)));
        assert!(!many.compare(CompareOp::Equal, &half, true));
        assert_eq!(set(&(0..40).collect::<Vec<_>>()), range(Some(0), Some(39)));
        assert_eq!(many.unbounded(true).neg(), range(None, Some(0)));
    }

    #[test]
    fn long_digit_strings_are_let_go() {
        let (mut large, mut tiny) = (set(&[3]), Values::one(Number::parse("0.3").expect("a number")));
        for _ in 0..200 {
            large = large.mul(&large);
            tiny = tiny.mul(&tiny);
        }
        assert_eq!((large.low(), large.high()), (Some(&Number::from(i64::MAX)), None));
        assert_eq!((tiny.low(), tiny.high()), (Some(&Number::zero()), Some(&Number::one())));
    }

    #[test]
    fn equal_distances_are_kept() {
        let by_fives = set(&(0..20).map(|n| n * 5 + 2).collect::<Vec<_>>());
        assert_eq!(by_fives, grid(5, 2, Some(2), Some(97)));
        assert!(!by_fives.contains(&Number::from(9)));
        assert_eq!(by_fives.add(&set(&[5])), grid(5, 2, Some(7), Some(102)));
        assert_eq!(by_fives.join(&set(&[0])), range(Some(0), Some(97)));
        assert_eq!(by_fives.mul(&set(&[2])), grid(10, 4, Some(4), Some(194)));
        assert_eq!(by_fives.keep(CompareOp::Less, &set(&[92])).high(), Some(&Number::from(87)));
        assert_eq!(by_fives.keep(CompareOp::GreaterEqual, &set(&[3])).low(), Some(&Number::from(7)));
        let halves = Values::one(Number::parse("0.5").expect("a number"));
        let shifted = by_fives.add(&halves).join(&halves);
        assert!(shifted.contains(&Number::parse("1.5").expect("a number")) && !shifted.contains(&Number::one()));
    }
}
