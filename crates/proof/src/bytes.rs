//! Certificates as bytes and back.
//!
//! Reading never trusts a length: every list takes at least a byte of the input for each element, and lists whose elements
//! are larger in memory than on paper have a limit, so that no more is allocated than a small multiple of what is there.

use crate::certificate::{Atom, Certificate, Evidence, Exhausted, Frame, Invariant, Literal, States};
use crate::logic::Value;
use crate::rejection::{Checked, Rejection};
use num_bigint::BigInt;
use stepguard_task::{FluentKey, FunctionId, ObjectId, PredicateId};
use stepguard_text::Number;

/// What every certificate starts with.
pub const MAGIC: [u8; 8] = *b"SGPROOF\0";
/// The version of the format.
pub const VERSION: u8 = 1;
/// The longest certificate.
pub const MAX_BYTES: usize = 64 << 20;

/// Facts and fluents of a frame, and values, that there are at most: far more than anybody could enumerate states of.
const MAX_ELEMENTS: usize = 1 << 20;
/// Pairs of literals that there are at most.
const MAX_PAIRS: usize = 1 << 25;
/// Bytes of a numerator or denominator.
const MAX_DIGITS: usize = 1024;
/// Bytes of numerators and denominators longer than 16 that there are at most, all in all: they take long to read.
const MAX_LONG: usize = 4 << 20;

const RELAXED: u8 = 0;
const H2: u8 = 1;
const EXHAUSTED: u8 = 2;

const UNDEFINED: u8 = 0;
const NUMBER: u8 = 1;
const OBJECT: u8 = 2;

fn malformed(what: &str) -> Rejection {
    Rejection::Malformed(what.to_owned())
}

/// Seven bits a byte, the lowest first; the high bit says that more follow.
pub(crate) fn write_number(out: &mut Vec<u8>, mut number: u64) {
    loop {
        let low = u8::try_from(number & 0x7f).expect("seven bits fit into a byte");
        number >>= 7;
        if number == 0 {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}

fn write_length(out: &mut Vec<u8>, length: usize) {
    write_number(out, length as u64);
}

/// A cursor over the bytes of a certificate.
pub(crate) struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(crate) const fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn take(&mut self, length: usize) -> Checked<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or_else(|| malformed("it ends too early"))?;
        self.rest = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Checked<u8> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn number(&mut self) -> Checked<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if shift == 63 && part > 1 {
                break;
            }
            number |= part << shift;
            if byte & 0x80 == 0 {
                // One way to write a number, so that equal certificates are equal bytes.
                if byte == 0 && shift > 0 {
                    break;
                }
                return Ok(number);
            }
        }
        Err(malformed("a number is too long"))
    }

    fn id(&mut self) -> Checked<u32> {
        u32::try_from(self.number()?).map_err(|_| malformed("a number is too large"))
    }

    /// A number of elements, each of which takes at least a byte of what is left.
    fn length(&mut self) -> Checked<usize> {
        let length = usize::try_from(self.number()?).map_err(|_| malformed("a list is too long"))?;
        if length > self.rest.len() {
            return Err(malformed("a list is longer than the rest"));
        }
        Ok(length)
    }

    pub(crate) fn finish(&self) -> Checked<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(malformed("something follows its end")) }
    }

    fn list<T>(&mut self, most: usize, mut item: impl FnMut(&mut Self) -> Checked<T>) -> Checked<Vec<T>> {
        let length = self.length()?;
        if length > most {
            return Err(malformed("a list is too long"));
        }
        // Elements are larger in memory than on paper: grow with what is really there.
        let mut list = Vec::new();
        for _ in 0..length {
            list.push(item(self)?);
        }
        Ok(list)
    }

    fn objects(&mut self) -> Checked<Box<[ObjectId]>> {
        Ok(self.list(MAX_ELEMENTS, |reader| Ok(ObjectId(reader.id()?)))?.into_boxed_slice())
    }

    fn frame(&mut self) -> Checked<Frame> {
        let facts = self.list(MAX_ELEMENTS, |reader| {
            Ok(Atom { predicate: PredicateId(reader.id()?), arguments: reader.objects()? })
        })?;
        let fluents = self.list(MAX_ELEMENTS, |reader| {
            Ok(FluentKey { function: FunctionId(reader.id()?), arguments: reader.objects()? })
        })?;
        Ok(Frame { facts, fluents })
    }

    /// Numbers in strictly ascending order, written as differences.
    fn ascending(&mut self, mut from: u64, mut item: impl FnMut(u64) -> Checked<()>) -> Checked<()> {
        for _ in 0..self.length()? {
            let number = from.checked_add(self.number()?).ok_or_else(|| malformed("a number is too large"))?;
            item(number)?;
            from = number.checked_add(1).ok_or_else(|| malformed("a number is too large"))?;
        }
        Ok(())
    }

    fn invariant(&mut self) -> Checked<Invariant> {
        let literal = |code: u64| match u32::try_from(code) {
            Ok(code) => Ok(Literal::from_code(code)),
            Err(_) => Err(malformed("a literal is too large")),
        };
        let frame = self.frame()?;
        let (mut never, mut exclusive) = (Vec::new(), Vec::new());
        self.ascending(0, |code| {
            never.push(literal(code)?);
            Ok(())
        })?;
        let mut first = 0_u64;
        for _ in 0..self.length()? {
            first = first.checked_add(self.number()?).ok_or_else(|| malformed("a number is too large"))?;
            let left = literal(first)?;
            let after = first + 1;
            self.ascending(after, |code| {
                if exclusive.len() == MAX_PAIRS {
                    return Err(malformed("it has too many pairs"));
                }
                exclusive.push((left, literal(code)?));
                Ok(())
            })?;
            first = after;
        }
        Ok(Invariant { frame, never, exclusive })
    }

    fn integer(&mut self, long: &mut usize) -> Checked<BigInt> {
        let length = self.length()?;
        if length > 16 {
            *long += length;
        }
        if length > MAX_DIGITS || *long > MAX_LONG {
            return Err(malformed("a number has too many digits"));
        }
        Ok(BigInt::from_signed_bytes_le(self.take(length)?))
    }

    /// A value; `long` counts the bytes of long numbers so far.
    fn value(&mut self, long: &mut usize) -> Checked<Value> {
        Ok(match self.byte()? {
            UNDEFINED => Value::Undefined,
            NUMBER => {
                let (numerator, denominator) = (self.integer(long)?, self.integer(long)?);
                let number = number_of(&numerator).div(&number_of(&denominator));
                Value::Number(number.ok_or_else(|| malformed("a denominator is zero"))?)
            }
            OBJECT => Value::Object(ObjectId(self.id()?)),
            _ => return Err(malformed("a value of an unknown kind")),
        })
    }

    fn exhausted(&mut self) -> Checked<Exhausted> {
        let frame = self.frame()?;
        let mut long = 0;
        let values = self.list(MAX_ELEMENTS, |reader| reader.value(&mut long))?;
        let dead_ends = match self.byte()? {
            0 => false,
            1 => true,
            _ => return Err(malformed("an unknown flag")),
        };
        let width = usize::try_from(self.number()?).map_err(|_| malformed("states are too wide"))?;
        let count = self.number()?;
        // The first state is written in full, every other takes at least a byte.
        if count > 0 && width > self.rest.len() || count > self.rest.len() as u64 {
            return Err(malformed("more states than there are bytes"));
        }
        let states = States::decode(width, count, std::mem::take(&mut self.rest))?;
        Ok(Exhausted { frame, values, states, dead_ends })
    }
}

/// A number of the texts from a big integer: digit group by digit group, as texts have it.
fn number_of(integer: &BigInt) -> Number {
    let (sign, digits) = integer.to_u32_digits();
    let base = Number::from(1_i64 << 32);
    let magnitude =
        digits.iter().rev().fold(Number::zero(), |sum, digit| sum.mul(&base).add(&Number::from(i64::from(*digit))));
    if sign == num_bigint::Sign::Minus { magnitude.neg() } else { magnitude }
}

/// Numerator and denominator, in lowest terms.
fn parts_of(number: &Number) -> (BigInt, BigInt) {
    let text = number.to_string();
    let parse = |digits: &str| digits.parse::<BigInt>().unwrap_or_default();
    if let Some((numerator, denominator)) = text.split_once('/') {
        return (parse(numerator), parse(denominator));
    }
    match text.split_once('.') {
        None => (parse(&text), BigInt::from(1)),
        Some((whole, fraction)) => {
            let (mut numerator, mut denominator) = (parse(&format!("{whole}{fraction}")), BigInt::from(1));
            for _ in fraction.chars() {
                denominator *= 10;
            }
            // A decimal that ends has no other common factors.
            for factor in [BigInt::from(2), BigInt::from(5)] {
                while &numerator % &factor == BigInt::ZERO && &denominator % &factor == BigInt::ZERO {
                    numerator /= &factor;
                    denominator /= &factor;
                }
            }
            (numerator, denominator)
        }
    }
}

fn write_objects(out: &mut Vec<u8>, objects: &[ObjectId]) {
    write_length(out, objects.len());
    for object in objects {
        write_number(out, u64::from(object.0));
    }
}

fn write_frame(out: &mut Vec<u8>, frame: &Frame) {
    write_length(out, frame.facts.len());
    for atom in &frame.facts {
        write_number(out, u64::from(atom.predicate.0));
        write_objects(out, &atom.arguments);
    }
    write_length(out, frame.fluents.len());
    for fluent in &frame.fluents {
        write_number(out, u64::from(fluent.function.0));
        write_objects(out, &fluent.arguments);
    }
}

fn write_ascending(out: &mut Vec<u8>, mut from: u64, numbers: &[u64]) {
    write_length(out, numbers.len());
    for number in numbers {
        write_number(out, number - from);
        from = number + 1;
    }
}

fn write_invariant(out: &mut Vec<u8>, invariant: &Invariant) {
    write_frame(out, &invariant.frame);
    let mut never: Vec<u64> = invariant.never.iter().map(|literal| u64::from(literal.code())).collect();
    never.sort_unstable();
    never.dedup();
    write_ascending(out, 0, &never);
    let mut pairs: Vec<(u64, u64)> = invariant
        .exclusive
        .iter()
        .map(|(a, b)| (u64::from(a.code().min(b.code())), u64::from(a.code().max(b.code()))))
        .filter(|(a, b)| a != b)
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let rows: Vec<&[(u64, u64)]> = pairs.chunk_by(|(a, _), (b, _)| a == b).collect();
    write_length(out, rows.len());
    let mut from = 0;
    for row in rows {
        let first = row[0].0;
        write_number(out, first - from);
        from = first + 1;
        let seconds: Vec<u64> = row.iter().map(|(_, second)| *second).collect();
        write_ascending(out, from, &seconds);
    }
}

fn write_exhausted(out: &mut Vec<u8>, exhausted: &Exhausted) {
    write_frame(out, &exhausted.frame);
    write_length(out, exhausted.values.len());
    for value in &exhausted.values {
        match value {
            Value::Undefined => out.push(UNDEFINED),
            Value::Number(number) => {
                out.push(NUMBER);
                let (numerator, denominator) = parts_of(number);
                for part in [numerator, denominator] {
                    let bytes = part.to_signed_bytes_le();
                    write_length(out, bytes.len());
                    out.extend_from_slice(&bytes);
                }
            }
            Value::Object(object) => {
                out.push(OBJECT);
                write_number(out, u64::from(object.0));
            }
        }
    }
    out.push(u8::from(exhausted.dead_ends));
    write_length(out, exhausted.states.width());
    write_number(out, exhausted.states.len());
    out.extend_from_slice(exhausted.states.coded());
}

impl Certificate {
    /// The certificate as bytes.
    ///
    /// # Errors
    /// When they would be more than [`MAX_BYTES`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Rejection> {
        let mut out = MAGIC.to_vec();
        out.push(VERSION);
        out.extend_from_slice(&self.task);
        match &self.evidence {
            Evidence::Relaxed(frame) => {
                out.push(RELAXED);
                write_frame(&mut out, frame);
            }
            Evidence::H2(invariant) => {
                out.push(H2);
                write_invariant(&mut out, invariant);
            }
            Evidence::Exhausted(exhausted) => {
                out.push(EXHAUSTED);
                write_exhausted(&mut out, exhausted);
            }
        }
        if out.len() > MAX_BYTES { Err(malformed("it is longer than 64 MiB")) } else { Ok(out) }
    }

    /// Reads a certificate. What it says of a task is not looked at.
    ///
    /// # Errors
    /// When the bytes are not those of a certificate.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Rejection> {
        if bytes.len() > MAX_BYTES {
            return Err(malformed("it is longer than 64 MiB"));
        }
        let mut reader = Reader::new(bytes);
        if reader.take(MAGIC.len())? != MAGIC {
            return Err(malformed("it does not start as certificates do"));
        }
        if reader.byte()? != VERSION {
            return Err(malformed("it is of another version"));
        }
        let mut task = [0; 32];
        task.copy_from_slice(reader.take(32)?);
        let evidence = match reader.byte()? {
            RELAXED => Evidence::Relaxed(reader.frame()?),
            H2 => Evidence::H2(reader.invariant()?),
            EXHAUSTED => Evidence::Exhausted(reader.exhausted()?),
            _ => return Err(malformed("it is of an unknown kind")),
        };
        reader.finish()?;
        Ok(Self { task, evidence })
    }
}
