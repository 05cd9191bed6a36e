//! Views as JSON, byte for byte as `serde_json` writes them.
//!
//! A report of a long plan is megabytes of small strings, and writing them was a third of a check. `serde_json` looks at
//! every byte of every string and key by itself; here keys go out as they are (field names need no escapes) and strings
//! are searched eight bytes at a time. Only what view types are made of can be written.

use serde::{Serialize, ser};
use std::fmt::{self, Display};

/// `value` as JSON.
///
/// # Errors
/// When the value holds something that view types are not made of: a map, bytes, an enum with fields.
pub fn to_string<T: Serialize>(value: &T) -> Result<String, Error> {
    String::from_utf8(to_vec(value)?).map_err(|_| Error("a string that is no UTF-8".to_owned()))
}

/// `value` as the bytes of JSON.
///
/// # Errors
/// As [`to_string`].
pub fn to_vec<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    let mut writer = Writer { out: Vec::with_capacity(16 * 1024) };
    value.serialize(&mut writer)?;
    Ok(writer.out)
}

/// Something that view types are not made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl ser::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

fn no<T>(what: &str) -> Result<T, Error> {
    Err(Error(format!("view types hold no {what}")))
}

struct Writer {
    out: Vec<u8>,
}

/// Whether one of eight bytes needs an escape: a control character, `"` or `\`. Bytes above 127 do not.
fn needs_escape(block: u64) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // A byte below n, exact for bytes below 128; those above are masked out.
    let below_space = block.wrapping_sub(ONES * 0x20) & !block & HIGH;
    let equal = |byte: u64| {
        let difference = block ^ (ONES * byte);
        difference.wrapping_sub(ONES) & !difference & HIGH
    };
    // A borrow may reach a neighbour: then the slow way looks again, and finds nothing.
    below_space | equal(u64::from(b'"')) | equal(u64::from(b'\\')) != 0
}

/// All numbers below 100 in two digits.
const PAIRS: &[u8; 200] =
    b"00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445\
464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

impl Writer {
    #[inline]
    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn string(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let (blocks, rest) = bytes.as_chunks::<8>();
        let mut plain = !blocks.iter().any(|block| needs_escape(u64::from_le_bytes(*block)));
        plain &= match bytes.last_chunk::<8>() {
            // The last eight bytes once more, instead of the rest one by one.
            Some(last) => !needs_escape(u64::from_le_bytes(*last)),
            None => !rest.iter().any(|byte| *byte < 0x20 || *byte == b'"' || *byte == b'\\'),
        };
        self.out.reserve(bytes.len() + 2);
        self.out.push(b'"');
        if plain {
            self.out.extend_from_slice(bytes);
        } else {
            self.escaped(text);
        }
        self.out.push(b'"');
    }

    fn escaped(&mut self, text: &str) {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        for byte in text.bytes() {
            match byte {
                b'"' => self.raw("\\\""),
                b'\\' => self.raw("\\\\"),
                b'\n' => self.raw("\\n"),
                b'\r' => self.raw("\\r"),
                b'\t' => self.raw("\\t"),
                0x08 => self.raw("\\b"),
                0x0c => self.raw("\\f"),
                0..0x20 => {
                    self.raw("\\u00");
                    self.out.push(HEX[usize::from(byte >> 4)]);
                    self.out.push(HEX[usize::from(byte & 15)]);
                }
                _ => self.out.push(byte),
            }
        }
    }

    #[inline(always)]
    fn unsigned(&mut self, value: u64) {
        if value < 10 {
            self.out.push(b'0' + value.to_le_bytes()[0]);
        } else if value < 100 {
            let at = value as usize * 2;
            self.out.extend_from_slice(&[PAIRS[at], PAIRS[at + 1]]);
        } else {
            self.long(value);
        }
    }

    fn long(&mut self, mut value: u64) {
        let mut digits = [0_u8; 20];
        let mut at = digits.len();
        while value >= 10 {
            let pair = (value % 100) as usize * 2;
            value /= 100;
            at -= 2;
            digits[at] = PAIRS[pair];
            digits[at + 1] = PAIRS[pair + 1];
        }
        if value > 0 {
            at -= 1;
            digits[at] = PAIRS[value as usize * 2 + 1];
        }
        self.out.extend_from_slice(&digits[at..]);
    }
}

impl<'a> ser::Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = ser::Impossible<(), Error>;
    type SerializeTupleVariant = ser::Impossible<(), Error>;
    type SerializeMap = ser::Impossible<(), Error>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = ser::Impossible<(), Error>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.raw(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        if value < 0 {
            self.out.push(b'-');
        }
        self.unsigned(value.unsigned_abs());
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    #[inline(always)]
    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.unsigned(value.into());
        Ok(())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        self.unsigned(value);
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<(), Error> {
        no("floating-point number")
    }

    fn serialize_f64(self, _: f64) -> Result<(), Error> {
        no("floating-point number")
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.string(value);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        no("bytes")
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.raw("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    #[inline(always)]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        // Names of variants need no escapes.
        self.out.push(b'"');
        self.raw(variant);
        self.out.push(b'"');
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        no("enum with fields")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a>, Error> {
        self.out.push(b'[');
        Ok(List { writer: self, first: true })
    }

    fn serialize_tuple(self, length: usize) -> Result<List<'a>, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Error> {
        no("tuple struct")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        no("enum with fields")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        no("map")
    }

    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'a>, Error> {
        self.out.push(b'{');
        Ok(Fields { writer: self, first: true })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        no("enum with fields")
    }
}

struct List<'a> {
    writer: &'a mut Writer,
    first: bool,
}

impl List<'_> {
    #[inline(always)]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        if !std::mem::take(&mut self.first) {
            self.writer.out.push(b',');
        }
        value.serialize(&mut *self.writer)
    }
}

impl ser::SerializeSeq for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.element(value)
    }

    fn end(self) -> Result<(), Error> {
        self.writer.out.push(b']');
        Ok(())
    }
}

impl ser::SerializeTuple for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.element(value)
    }

    fn end(self) -> Result<(), Error> {
        ser::SerializeSeq::end(self)
    }
}

struct Fields<'a> {
    writer: &'a mut Writer,
    first: bool,
}

impl ser::SerializeStruct for Fields<'_> {
    type Ok = ();
    type Error = Error;

    // Inlined, the key's length is known and copying it takes an instruction or two.
    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.writer.raw(if std::mem::take(&mut self.first) { "\"" } else { ",\"" });
        self.writer.raw(key);
        self.writer.raw("\":");
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.writer.out.push(b'}');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Serialize)]
    struct Sample {
        text: String,
        maybe: Option<u32>,
        pairs: Vec<(String, i64)>,
        kind: crate::Category,
        #[serde(rename = "type")]
        deep: Option<Box<Sample>>,
        flag: bool,
    }

    fn sample(texts: &[String], numbers: &[i64], depth: usize) -> Sample {
        Sample {
            text: texts.first().cloned().unwrap_or_default(),
            maybe: numbers.first().and_then(|n| u32::try_from(*n).ok()),
            pairs: texts.iter().cloned().zip(numbers.iter().copied()).collect(),
            kind: crate::Category::WrongTemporalOrder,
            deep: (depth > 0).then(|| Box::new(sample(texts, numbers, depth - 1))),
            flag: numbers.len().is_multiple_of(2),
        }
    }

    proptest! {
        #[test]
        fn writes_as_serde_json_does(
            texts in prop::collection::vec(any::<String>(), 0..6),
            ascii in prop::collection::vec("[ -~\t\n\r\u{0}-\u{1f}\"\\\\]{0,40}", 0..6),
            numbers in prop::collection::vec(any::<i64>(), 0..6),
        ) {
            for texts in [texts, ascii] {
                let value = sample(&texts, &numbers, 2);
                prop_assert_eq!(to_string(&value).expect("a view"), serde_json::to_string(&value).expect("JSON"));
            }
        }
    }

    #[test]
    fn what_views_do_not_hold_is_refused() {
        assert!(to_string(&1.5).is_err());
        assert!(to_string(&std::collections::BTreeMap::from([(1, 2)])).is_err());
    }
}
