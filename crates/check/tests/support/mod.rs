//! Third-party data, reached through `STEPGUARD_DATA`.

use std::path::PathBuf;

/// A folder of the data; without the variable `None`, said where the tests' output is read.
pub(crate) fn data(what: &str) -> Option<PathBuf> {
    match std::env::var_os("STEPGUARD_DATA") {
        Some(root) => {
            let path = PathBuf::from(root).join(what);
            assert!(path.exists(), "STEPGUARD_DATA is set and has no {what}");
            Some(path)
        }
        None => {
            println!("SKIPPED: STEPGUARD_DATA is not set, {what} cannot be checked");
            eprintln!("SKIPPED: STEPGUARD_DATA is not set, {what} cannot be checked");
            None
        }
    }
}
