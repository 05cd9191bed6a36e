//! What the browser keeps between visits: versioned, of limited size, and dispensable. Where storage is forbidden or full
//! everything works the same, only nothing is remembered. What is kept is the pages' business.

use std::fmt;

use serde::Serialize;
use web_sys::Storage;

use crate::reading::{self, Read};

/// The longest value kept, in bytes. Browsers give a site about five million characters in all.
pub const LIMIT: usize = 1_000_000;

/// Why something was not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The browser gives this page no storage.
    Unavailable,
    /// It is longer than [`LIMIT`]: so many bytes.
    TooLong(usize),
    /// The browser refused, mostly because the storage is full.
    Refused,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable => write!(f, "this browser keeps nothing for this page"),
            Self::TooLong(bytes) => {
                write!(f, "too long to be remembered ({} kB, at most {} kB)", bytes / 1000, LIMIT / 1000)
            }
            Self::Refused => write!(f, "the browser's storage is full"),
        }
    }
}

impl std::error::Error for StoreError {}

/// The browser's storage, where there is one.
pub(crate) fn storage() -> Option<Storage> {
    gloo::utils::window().local_storage().ok().flatten()
}

fn key(name: &str, version: u32) -> String {
    format!("stepguard.{name}.{version}")
}

/// What was kept under this name and version; `None` also where it cannot be read any more. A value's shape may change
/// only with its version.
pub fn load<T: Read>(name: &str, version: u32) -> Option<T> {
    let text = storage()?.get_item(&key(name, version)).ok().flatten()?;
    reading::read(&text).ok()
}

/// Keeps a value under this name and version. What was there before stays if this fails.
pub fn save<T: Serialize>(name: &str, version: u32, value: &T) -> Result<(), StoreError> {
    let text = serde_json::to_string(value).map_err(|_| StoreError::Refused)?;
    if text.len() > LIMIT {
        return Err(StoreError::TooLong(text.len()));
    }
    let storage = storage().ok_or(StoreError::Unavailable)?;
    storage.set_item(&key(name, version), &text).map_err(|_| StoreError::Refused)
}

/// Forgets what was kept under this name and version.
pub fn forget(name: &str, version: u32) {
    if let Some(storage) = storage() {
        // Removing what cannot be removed changes nothing for anybody.
        drop(storage.remove_item(&key(name, version)));
    }
}
