//! A whole case in a link: texts and chosen step as JSON, compressed by the browser, in letters that an address may hold,
//! after a version number. The fragment of an address is never sent to a server. Reading a link gives texts and nothing
//! else; what is done with them is the pages' business.

use std::fmt;
use std::rc::Rc;

use js_sys::Uint8Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::worker::Texts;
use crate::reading::{self, read_struct};

#[wasm_bindgen(module = "/js/editor.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    async fn pack(bytes: &Uint8Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn unpack(bytes: &Uint8Array, limit: f64) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = toLetters)]
    fn to_letters(bytes: &Uint8Array) -> String;
    #[wasm_bindgen(js_name = fromLetters)]
    fn from_letters(letters: &str) -> Option<Uint8Array>;
}

/// Whether this browser has the streams that pack and unpack.
fn supported() -> bool {
    js_sys::Reflect::has(&js_sys::global(), &"DecompressionStream".into()).unwrap_or(false)
}

/// What unpacking gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unpacked {
    /// The bytes.
    Whole(Vec<u8>),
    /// More bytes than allowed; unpacking stopped there.
    TooLong,
    /// These bytes are not packed this way.
    Damaged,
    /// The browser cannot do it.
    Unsupported,
}

/// Unpacks bytes (DEFLATE without a header), at most `limit` of them.
#[expect(clippy::cast_precision_loss, reason = "limits are far below 2^53")]
pub(crate) async fn inflate(bytes: &[u8], limit: usize) -> Unpacked {
    if !supported() {
        return Unpacked::Unsupported;
    }
    match unpack(&Uint8Array::from(bytes), limit as f64).await {
        Ok(bytes) if bytes.is_null() => Unpacked::TooLong,
        Ok(bytes) => bytes.dyn_into::<Uint8Array>().map_or(Unpacked::Damaged, |bytes| Unpacked::Whole(bytes.to_vec())),
        Err(_) => Unpacked::Damaged,
    }
}

/// The longest link part that is offered, in characters. Longer ones are cut by some chat and mail programs, so a file is
/// offered instead.
pub const LIMIT: usize = 8_000;

/// The longest texts that a link may unpack to, in bytes: a short link can hold a very long text.
const UNPACKED_LIMIT: usize = 4_000_000;

/// The version that links are written in.
const VERSION: char = '1';

/// What a link holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SharedCase {
    /// The texts.
    pub texts: Texts,
    /// The chosen step, from 1.
    pub step: Option<u32>,
}

/// A link part, to be put into the address behind `c=`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The part itself: version and letters, digits, `-` and `_`.
    pub code: String,
    /// Longer than [`LIMIT`]: offer a file instead.
    pub too_long: bool,
}

/// Why a link could not be made or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShareError {
    /// The browser cannot compress.
    Unsupported,
    /// The link is of a version that this page does not know.
    UnknownVersion(char),
    /// The link is cut off or changed.
    Damaged,
    /// It would unpack to more than is sensible.
    TooLong,
}

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => {
                write!(f, "this browser cannot pack or unpack links; use a current Firefox, Chrome, Edge or Safari")
            }
            Self::UnknownVersion(version) => {
                write!(f, "this link was made by another version of the page (format {version}); load the page again")
            }
            Self::Damaged => write!(f, "this link is cut off or damaged; copy it again, or ask for the file instead"),
            Self::TooLong => write!(f, "this link holds more text than the page takes"),
        }
    }
}

impl std::error::Error for ShareError {}

/// The JSON inside. Field names are short because every letter counts.
#[derive(Serialize)]
struct Inside {
    #[serde(rename = "d", skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
    #[serde(rename = "p", skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    #[serde(rename = "l", skip_serializing_if = "Option::is_none")]
    plan: Option<String>,
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    step: Option<u32>,
}

read_struct!(Inside { domain as "d", problem as "p", plan as "l", step as "s" });

/// Makes the link part for a case.
pub async fn encode(case: &SharedCase) -> Result<Link, ShareError> {
    let own = |text: &Option<Rc<str>>| text.as_deref().map(str::to_owned);
    let inside = Inside {
        domain: own(&case.texts.domain),
        problem: own(&case.texts.problem),
        plan: own(&case.texts.plan),
        step: case.step,
    };
    let json = serde_json::to_string(&inside).map_err(|_| ShareError::Damaged)?;
    if !supported() {
        return Err(ShareError::Unsupported);
    }
    let packed = pack(&Uint8Array::from(json.as_bytes())).await.map_err(|_| ShareError::Unsupported)?;
    let packed: Uint8Array = packed.dyn_into().map_err(|_| ShareError::Unsupported)?;
    let code = format!("{VERSION}{}", to_letters(&packed));
    Ok(Link { too_long: code.len() > LIMIT, code })
}

/// Reads a link part.
pub async fn decode(code: &str) -> Result<SharedCase, ShareError> {
    let mut letters = code.chars();
    match letters.next() {
        Some(VERSION) => {}
        Some(other) if other.is_ascii_alphanumeric() => return Err(ShareError::UnknownVersion(other)),
        _ => return Err(ShareError::Damaged),
    }
    let bytes = from_letters(letters.as_str()).ok_or(ShareError::Damaged)?.to_vec();
    let json = match inflate(&bytes, UNPACKED_LIMIT).await {
        Unpacked::Whole(json) => json,
        Unpacked::TooLong => return Err(ShareError::TooLong),
        Unpacked::Damaged => return Err(ShareError::Damaged),
        Unpacked::Unsupported => return Err(ShareError::Unsupported),
    };
    let json = String::from_utf8(json).map_err(|_| ShareError::Damaged)?;
    let inside: Inside = reading::read(&json).map_err(|_| ShareError::Damaged)?;
    Ok(SharedCase {
        texts: Texts {
            domain: inside.domain.map(Rc::from),
            problem: inside.problem.map(Rc::from),
            plan: inside.plan.map(Rc::from),
        },
        step: inside.step,
    })
}
