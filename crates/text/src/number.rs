//! Exact numbers: rationals that stay small while they can.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// An exact rational number. Values that fit into two 64-bit integers need no allocation.
#[derive(Debug, Clone)]
pub struct Number(Repr);

#[derive(Debug, Clone)]
enum Repr {
    Small(Ratio<i64>),
    Big(Box<BigRational>),
}

use Repr::{Big, Small};

/// Longest exponent that is read: `1e400` is a typing error, and its digits would fill the page.
const MAX_EXPONENT: u32 = 300;
/// Longest digit string that is read.
const MAX_DIGITS: usize = 1000;

impl Number {
    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self::from(0)
    }

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Self::from(1)
    }

    /// Reads `12`, `-0.50`, `.5`, `3.`, `+2`, `1e-3`. `None` for anything else and for exponents above 300.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match digits.find(['e', 'E']) {
            Some(at) => (&digits[..at], digits[at + 1..].parse::<i32>().ok()?),
            None => (digits, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() && fraction.is_empty()
            || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit())
            || whole.len() + fraction.len() > MAX_DIGITS
            || exponent.unsigned_abs() > MAX_EXPONENT
        {
            return None;
        }
        if fraction.is_empty() && exponent == 0 && whole.len() <= 18 {
            let value: i64 = whole.parse().ok()?;
            return Some(Self(Small(Ratio::from_integer(if negative { -value } else { value }))));
        }
        let numerator: BigInt = format!("{whole}{fraction}").parse().ok()?;
        let scale = exponent - i32::try_from(fraction.len()).ok()?;
        let power = num_traits::pow(BigInt::from(10), usize::try_from(scale.unsigned_abs()).ok()?);
        let value =
            if scale < 0 { BigRational::new(numerator, power) } else { BigRational::from_integer(numerator * power) };
        Some(Self::shrink(if negative { -value } else { value }))
    }

    fn shrink(value: BigRational) -> Self {
        match (value.numer().to_i64(), value.denom().to_i64()) {
            // `new_raw`: a big rational is reduced, so its parts are too. `i64::MIN` stays big: its sign cannot be turned.
            (Some(n), Some(d)) if n != i64::MIN => Self(Small(Ratio::new_raw(n, d))),
            _ => Self(Big(Box::new(value))),
        }
    }

    fn to_big(&self) -> BigRational {
        match &self.0 {
            Small(r) => BigRational::new_raw(BigInt::from(*r.numer()), BigInt::from(*r.denom())),
            Big(b) => (**b).clone(),
        }
    }

    fn combine(
        &self,
        other: &Self,
        small: impl Fn(&Ratio<i64>, &Ratio<i64>) -> Option<Ratio<i64>>,
        big: impl Fn(BigRational, BigRational) -> BigRational,
    ) -> Self {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && let Some(r) = small(a, b)
            && *r.numer() != i64::MIN
        {
            return Self(Small(r));
        }
        Self::shrink(big(self.to_big(), other.to_big()))
    }

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        self.combine(other, CheckedAdd::checked_add, |a, b| a + b)
    }

    /// The difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.combine(other, CheckedSub::checked_sub, |a, b| a - b)
    }

    /// The product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        self.combine(other, CheckedMul::checked_mul, |a, b| a * b)
    }

    /// The quotient; `None` when `other` is zero.
    #[must_use]
    pub fn div(&self, other: &Self) -> Option<Self> {
        (!other.is_zero()).then(|| self.combine(other, CheckedDiv::checked_div, |a, b| a / b))
    }

    /// The number with its sign turned.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self::zero().sub(self)
    }

    /// The same as `to_string`, quicker for whole numbers.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.0 {
            Small(r) if r.is_integer() => r.numer().to_string(),
            _ => self.to_string(),
        }
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Small(r) => r.is_zero(),
            Big(b) => b.is_zero(),
        }
    }

    /// Whether its numerator and denominator fit into 64 bits, so that computing with it takes bounded time.
    #[must_use]
    pub const fn is_small(&self) -> bool {
        matches!(self.0, Small(_))
    }

    /// Bits of its numerator and denominator; 0 where both fit into 64: computing with those takes bounded time.
    #[must_use]
    pub fn big_bits(&self) -> u64 {
        match &self.0 {
            Small(_) => 0,
            Big(b) => b.numer().bits() + b.denom().bits(),
        }
    }

    /// Numerator and denominator, in lowest terms, of a number for which both fit into 64 bits.
    #[must_use]
    pub fn as_ratio(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Small(r) => Some((*r.numer(), *r.denom())),
            Big(_) => None,
        }
    }

    /// Whether it is a whole number.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small(r) => r.is_integer(),
            Big(b) => b.is_integer(),
        }
    }

    /// The largest whole number that is not above it.
    #[must_use]
    pub fn floor(&self) -> Self {
        match &self.0 {
            // `Ratio::floor` overflows near the ends.
            Small(r) => Self::from(r.numer().div_euclid(*r.denom())),
            Big(b) => Self::shrink(b.floor()),
        }
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(r) => r.is_negative(),
            Big(b) => b.is_negative(),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        if value == i64::MIN {
            return Self(Big(Box::new(BigRational::from_integer(BigInt::from(value)))));
        }
        Self(Small(Ratio::from_integer(value)))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.numer() == b.numer() && a.denom() == b.denom(),
            (Big(a), Big(b)) => a == b,
            // What fits is always small.
            _ => false,
        }
    }
}
impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(r) => (r.numer(), r.denom()).hash(state),
            Big(b) => b.hash(state),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            let left = i128::from(*a.numer()) * i128::from(*b.denom());
            let right = i128::from(*b.numer()) * i128::from(*a.denom());
            return left.cmp(&right);
        }
        self.to_big().cmp(&other.to_big())
    }
}

impl fmt::Display for Number {
    /// A decimal where it ends, else a fraction such as `1/3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Small(r) = &self.0
            && r.is_integer()
        {
            return write!(f, "{}", r.numer());
        }
        let value = self.to_big();
        if value.is_integer() {
            return write!(f, "{}", value.numer());
        }
        let (mut twos, mut fives, mut rest) = (0_usize, 0_usize, value.denom().clone());
        let (two, five) = (BigInt::from(2), BigInt::from(5));
        while (&rest % &two).is_zero() {
            rest /= &two;
            twos += 1;
        }
        while (&rest % &five).is_zero() {
            rest /= &five;
            fives += 1;
        }
        if !rest.is_one() {
            return write!(f, "{}/{}", value.numer(), value.denom());
        }
        let places = twos.max(fives);
        let scaled = (&value * BigRational::from_integer(num_traits::pow(BigInt::from(10), places))).to_integer();
        let digits = scaled.abs().to_string();
        let padded = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = padded.split_at(padded.len() - places);
        write!(f, "{}{whole}.{fraction}", if value.is_negative() { "-" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(text: &str) -> Number {
        Number::parse(text).expect("a number")
    }

    #[test]
    fn ten_tenths_are_one() {
        let sum = (0..10).fold(Number::zero(), |sum, _| sum.add(&n("0.1")));
        assert_eq!(sum, Number::one());
    }

    #[test]
    fn prints_what_it_reads() {
        for (text, shown) in [
            ("12", "12"),
            ("-0.50", "-0.5"),
            (".5", "0.5"),
            ("3.", "3"),
            ("+2", "2"),
            ("1e-3", "0.001"),
            ("12.5e1", "125"),
            ("0.000", "0"),
            ("-0", "0"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("-9223372036854775808", "-9223372036854775808"),
        ] {
            assert_eq!(n(text).to_string(), shown, "{text}");
            assert_eq!(n(&n(text).to_string()), n(text), "{text}");
        }
        assert_eq!(Number::one().div(&n("3")).map(|x| x.to_string()), Some("1/3".into()));
        for text in ["", "-", ".", "1.2.3", "1e", "e5", "0x1", "1e999", "--1", "1 ", "١"] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }

    #[test]
    fn floors_go_down() {
        for (text, floor) in [
            ("2.5", "2"),
            ("-2.5", "-3"),
            ("3", "3"),
            ("-0.1", "-1"),
            ("-9223372036854775807.5", "-9223372036854775808"),
            ("-9223372036854775.807", "-9223372036854776"),
        ] {
            assert_eq!(n(text).floor(), n(floor), "{text}");
            assert_eq!(n(text).is_integer(), text == floor, "{text}");
        }
    }

    #[test]
    fn overflow_grows_instead() {
        let big = Number::from(i64::MAX);
        assert_eq!(big.add(&Number::one()).to_string(), "9223372036854775808");
        assert_eq!(big.mul(&big).div(&big), Some(big.clone()));
        assert_eq!(Number::from(i64::MIN).neg().to_string(), "9223372036854775808");
        assert_eq!(Number::from(i64::MIN).add(&Number::one()).sub(&Number::one()), Number::from(i64::MIN));
        assert!(big.add(&Number::one()) > big);
        assert_eq!(big.div(&Number::zero()), None);
        assert!(big.is_small() && !big.add(&Number::one()).is_small());
    }
}
