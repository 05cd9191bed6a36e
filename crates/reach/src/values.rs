//! The values that a numeric fluent can take: exactly while there are few, then as an interval that may be unbounded.
//!
//! Every operation gives at least the values that the exact operation could give. Knows nothing of fluents.

use std::cmp::Ordering;
use stepguard_task::CompareOp;
use stepguard_text::Number;

/// So many values are kept one by one; past that, their interval.
const MOST_SINGLE_VALUES: usize = 16;

/// Some numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Values {
    /// Exactly these, ascending; none: undefined.
    Set(Vec<Number>),
    /// All from `low` to `high`; `None` is no bound.
    Range {
        low: Option<Number>,
        high: Option<Number>,
        /// Only whole numbers; the bounds are whole too.
        whole: bool,
    },
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

fn ceil(n: &Number) -> Number {
    n.neg().floor().neg()
}

impl Values {
    /// No value: undefined.
    pub(crate) const fn none() -> Self {
        Set(Vec::new())
    }

    /// Any number.
    pub(crate) const fn all() -> Self {
        Range { low: None, high: None, whole: false }
    }

    /// Any number from zero on.
    pub(crate) fn from_zero() -> Self {
        Range { low: Some(Number::zero()), high: None, whole: false }
    }

    /// One number.
    pub(crate) fn one(n: Number) -> Self {
        Set(vec![n])
    }

    /// An interval; empty and one-valued ones become sets.
    pub(crate) fn range(low: Option<Number>, high: Option<Number>, whole: bool) -> Self {
        if let (Some(l), Some(h)) = (&low, &high) {
            match l.cmp(h) {
                Ordering::Greater => return Self::none(),
                Ordering::Equal => return Self::one(l.clone()),
                Ordering::Less => {}
            }
        }
        Range { low, high, whole }
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

    fn whole(&self) -> bool {
        match self {
            Set(values) => values.iter().all(Number::is_integer),
            Range { whole, .. } => *whole,
        }
    }

    fn from_list(mut values: Vec<Number>) -> Self {
        values.sort_unstable();
        values.dedup();
        let set = Set(values);
        match &set {
            Set(values) if values.len() > MOST_SINGLE_VALUES => {
                Self::range(set.low().cloned(), set.high().cloned(), set.whole())
            }
            _ => set,
        }
    }

    /// May it be `n`?
    pub(crate) fn contains(&self, n: &Number) -> bool {
        match self {
            Set(values) => values.binary_search(n).is_ok(),
            Range { low, high, whole } => {
                low.as_ref().is_none_or(|l| l <= n)
                    && high.as_ref().is_none_or(|h| n <= h)
                    && (!whole || n.is_integer())
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
                Self::range(low, high, self.whole() && other.whole())
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
            Self::range(low, high, self.whole() && other.whole())
        })
    }

    pub(crate) fn neg(&self) -> Self {
        match self {
            Set(values) => Set(values.iter().rev().map(Number::neg).collect()),
            Range { low, high, whole } => {
                Range { low: high.as_ref().map(Number::neg), high: low.as_ref().map(Number::neg), whole: *whole }
            }
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
            let whole = self.whole() && other.whole();
            let mut products: Vec<End> = Vec::with_capacity(4);
            for a in &self.ends() {
                products.extend(other.ends().iter().map(|b| a.times(b)));
            }
            products.sort_by(End::order);
            let high = products.pop().and_then(End::finite);
            let low = products.into_iter().next().and_then(End::finite);
            Self::range(low, high, whole)
        })
    }

    /// Quotients; a divisor of zero gives none.
    pub(crate) fn div(&self, other: &Self) -> Self {
        self.pairs(other, Number::div).unwrap_or_else(|| {
            let away_from_zero = other.low().is_some_and(|l| !l.is_negative() && !l.is_zero())
                || other.high().is_some_and(Number::is_negative);
            if !away_from_zero {
                return Self::all();
            }
            // Away from zero the reciprocals lie between those of the ends; that of an infinite end is zero.
            let reciprocal = |end: Option<&Number>| end.and_then(|n| Number::one().div(n)).unwrap_or_else(Number::zero);
            let reciprocals = Self::range(Some(reciprocal(other.high())), Some(reciprocal(other.low())), false);
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
        let (low, high, whole) = match self {
            Set(values) => {
                let holds = |x: &&Number| match op {
                    CompareOp::Equal => other.contains(x),
                    _ => Self::one((*x).clone()).compare(op, other, true),
                };
                return Set(values.iter().filter(holds).cloned().collect());
            }
            Range { low, high, whole } => (low.as_ref(), high.as_ref(), *whole),
        };
        let at_most = |bound: Option<&Number>, strict: bool| {
            let bound = match bound {
                Some(b) if whole && strict && b.is_integer() => Some(b.sub(&Number::one())),
                Some(b) if whole => Some(b.floor()),
                b => b.cloned(),
            };
            let high = high.cloned();
            Self::range(low.cloned(), least(high, bound), whole)
        };
        let at_least = |bound: Option<&Number>, strict: bool| {
            let bound = match bound {
                Some(b) if whole && strict && b.is_integer() => Some(b.add(&Number::one())),
                Some(b) if whole => Some(ceil(b)),
                b => b.cloned(),
            };
            let low = low.cloned();
            Self::range(greatest(low, bound), high.cloned(), whole)
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
        if above { Self::range(low, None, self.whole()) } else { Self::range(None, high, self.whole()) }
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
        Values::range(low.map(Number::from), high.map(Number::from), true)
    }

    /// Small samples of every form, and for each some of its members.
    fn samples() -> Vec<(Values, Vec<Number>)> {
        let mut samples = vec![
            (set(&[]), vec![]),
            (Values::all(), vec![]),
            (Values::from_zero(), vec![]),
            (Values::range(Some(Number::from(-1)), Some(Number::from(2)), false), vec![]),
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
}
