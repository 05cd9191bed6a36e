//! Bytes to text. Decoding never fails and never drops a byte silently: what cannot be read becomes U+FFFD and is
//! reported.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::{Place, Span, TextId};
use std::fmt;

/// The largest text that is read. The largest benchmark problems have a few megabytes.
pub const MAX_TEXT_BYTES: usize = 32 << 20;

/// How a text was written as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
        })
    }
}

/// A decoded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without byte order mark.
    pub text: String,
    /// What the bytes were.
    pub encoding: Encoding,
    /// Whether a byte order mark stood in front.
    pub byte_order_mark: bool,
    /// Places of replacement characters that stand for bytes which are no text.
    pub invalid: Vec<Span>,
    /// The number of bytes, when they are more than [`MAX_TEXT_BYTES`]: nothing was decoded.
    pub too_large: Option<usize>,
}

/// Most places that are kept of bytes which are no text.
const MAX_INVALID: usize = 1000;

impl Decoded {
    fn new(encoding: Encoding, byte_order_mark: bool) -> Self {
        Self { text: String::new(), encoding, byte_order_mark, invalid: Vec::new(), too_large: None }
    }

    fn push_invalid(&mut self) {
        let start = offset(self.text.len());
        self.text.push(char::REPLACEMENT_CHARACTER);
        if self.invalid.len() < MAX_INVALID {
            self.invalid.push(Span::new(start, offset(self.text.len())));
        }
    }

    /// What there is to say about the bytes.
    #[must_use]
    pub fn diagnostics(&self, id: TextId) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        if let Some(bytes) = self.too_large {
            out.push(too_large(id, bytes));
        }
        if let Some(first) = self.invalid.first() {
            let count = self.invalid.len();
            let message = if count == 1 {
                format!("a byte here is no {} text", self.encoding)
            } else if count >= MAX_INVALID {
                format!("bytes here and at {count} or more places are no {} text", self.encoding)
            } else {
                format!("bytes here and at {} more places are no {} text", count - 1, self.encoding)
            };
            let mut diagnostic = Diagnostic::warning(codes::NO_TEXT, Place::new(id, *first), message)
                .help("They are shown as \u{fffd}. Save the file as UTF-8.");
            for place in self.invalid.iter().skip(1).take(10) {
                diagnostic = diagnostic.related(Place::new(id, *place), "another");
            }
            out.push(diagnostic);
        }
        if let Some(at) = self.text.find('\0') {
            let span = Span::new(offset(at), offset(at + 1));
            out.push(
                Diagnostic::warning(codes::NUL, Place::new(id, span), "a NUL byte stands here, read as a blank")
                    .help("Texts hold no NUL bytes: is this another kind of file?"),
            );
        }
        out
    }
}

/// The report that a text of `bytes` bytes is not read.
#[must_use]
pub fn too_large(id: TextId, bytes: usize) -> Diagnostic {
    let (size, limit) = (bytes >> 20, MAX_TEXT_BYTES >> 20);
    Diagnostic::error(
        codes::TOO_LARGE,
        Place::new(id, Span::point(0)),
        format!("this text has {size} MiB, more than {limit} MiB are not read"),
    )
    .help("Split the file, or check that it is the one you meant.")
}

fn offset(at: usize) -> u32 {
    // The text is at most three times as long as its bytes, which are limited.
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Decodes UTF-8 and UTF-16, with or without a byte order mark. Without one, UTF-16 shows by its zero bytes, which
/// stand on one side only in mostly Latin text.
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded {
    if bytes.len() > MAX_TEXT_BYTES {
        return Decoded { too_large: Some(bytes.len()), ..Decoded::new(Encoding::Utf8, false) };
    }
    if let Some(rest) = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]) {
        return decode_utf8(rest, true);
    }
    if let Some(rest) = bytes.strip_prefix(&[0xff, 0xfe]) {
        return decode_utf16(rest, Encoding::Utf16Le, true);
    }
    if let Some(rest) = bytes.strip_prefix(&[0xfe, 0xff]) {
        return decode_utf16(rest, Encoding::Utf16Be, true);
    }
    match guess_utf16(bytes) {
        Some(encoding) => decode_utf16(bytes, encoding, false),
        None => decode_utf8(bytes, false),
    }
}

/// Whether bytes without a mark look like UTF-16.
fn guess_utf16(bytes: &[u8]) -> Option<Encoding> {
    const LOOKED_AT: usize = 4096;
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    if head.len() < 4 || !head.contains(&0) {
        return None;
    }
    let zeros = |parity: usize| head.iter().skip(parity).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let pairs = head.len() / 2;
    if odd * 10 >= pairs * 7 && even * 10 <= pairs {
        Some(Encoding::Utf16Le)
    } else if even * 10 >= pairs * 7 && odd * 10 <= pairs {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

fn decode_utf8(bytes: &[u8], byte_order_mark: bool) -> Decoded {
    let mut out = Decoded::new(Encoding::Utf8, byte_order_mark);
    if let Ok(text) = std::str::from_utf8(bytes) {
        text.clone_into(&mut out.text);
        return out;
    }
    out.text.reserve(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            out.push_invalid();
        }
    }
    out
}

fn decode_utf16(bytes: &[u8], encoding: Encoding, byte_order_mark: bool) -> Decoded {
    let mut out = Decoded::new(encoding, byte_order_mark);
    out.text.reserve(bytes.len() / 2);
    let pairs = bytes.chunks_exact(2);
    let rest = pairs.remainder();
    let units = pairs.map(|pair| match encoding {
        Encoding::Utf16Be => u16::from_be_bytes([pair[0], pair[1]]),
        _ => u16::from_le_bytes([pair[0], pair[1]]),
    });
    for unit in char::decode_utf16(units) {
        match unit {
            Ok(c) => out.text.push(c),
            Err(_) => out.push_invalid(),
        }
    }
    if !rest.is_empty() {
        out.push_invalid();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, little: bool, mark: bool) -> Vec<u8> {
        let mark = mark.then_some(0xfeff);
        mark.into_iter()
            .chain(text.encode_utf16())
            .flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
            .collect()
    }

    #[test]
    fn every_way_of_writing_gives_the_same_text() {
        let text = "(define (domain küche)) ; 🍳\r\n";
        let mut marked = vec![0xef, 0xbb, 0xbf];
        marked.extend_from_slice(text.as_bytes());
        for (bytes, encoding, mark) in [
            (text.as_bytes().to_vec(), Encoding::Utf8, false),
            (marked, Encoding::Utf8, true),
            (utf16(text, true, true), Encoding::Utf16Le, true),
            (utf16(text, true, false), Encoding::Utf16Le, false),
            (utf16(text, false, true), Encoding::Utf16Be, true),
            (utf16(text, false, false), Encoding::Utf16Be, false),
        ] {
            let decoded = decode(&bytes);
            assert_eq!(decoded.text, text, "{encoding} {mark}");
            assert_eq!((decoded.encoding, decoded.byte_order_mark), (encoding, mark));
            assert!(decoded.diagnostics(TextId::Domain).is_empty());
        }
        assert_eq!(decode(b"").text, "");
    }

    #[test]
    fn bytes_that_are_no_text_are_kept_as_marks_and_reported() {
        let decoded = decode(b"(a \xff b \xc3)");
        assert_eq!(decoded.text, "(a \u{fffd} b \u{fffd})");
        let diagnostics = decoded.diagnostics(TextId::Plan);
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].message, "bytes here and at 1 more places are no UTF-8 text");
        assert_eq!(diagnostics[0].place.span.slice(&decoded.text), "\u{fffd}");
        // A lone surrogate and half a unit.
        let decoded = decode(&[0xff, 0xfe, b'a', 0, 0x00, 0xd8, b'b', 0, b'c']);
        assert_eq!(decoded.text, "a\u{fffd}b\u{fffd}");
        assert_eq!(decoded.invalid.len(), 2);
    }

    #[test]
    fn zero_bytes_alone_make_no_utf16() {
        let decoded = decode(b"(a\0b c d e f)");
        assert_eq!(decoded.encoding, Encoding::Utf8);
        assert_eq!(decoded.diagnostics(TextId::Domain)[0].code, codes::NUL);
    }

    #[test]
    fn huge_texts_are_refused_in_words() {
        let decoded = decode(&vec![b' '; MAX_TEXT_BYTES + 1]);
        assert_eq!(decoded.text, "");
        let diagnostics = decoded.diagnostics(TextId::Problem);
        assert!(diagnostics[0].is_error());
        assert_eq!(diagnostics[0].code, codes::TOO_LARGE);
    }
}
