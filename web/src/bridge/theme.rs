//! The theme: the system's, or the one that the user chose. Sets `data-theme` on the document, as the page's script does
//! before the first paint; what the themes look like is in the style sheets.

use super::store::storage;

/// Where the choice is kept. The script that runs before the first paint reads the same.
const KEY: &str = "stepguard.theme";

/// What the user chose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// The choice of an earlier visit.
    pub fn load() -> Self {
        match storage().and_then(|storage| storage.get_item(KEY).ok().flatten()).as_deref() {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::System,
        }
    }

    /// Shows this theme and keeps the choice, where storage is to be had.
    pub fn apply(self) {
        let root = gloo::utils::document().document_element();
        let name = match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        };
        if let Some(root) = root {
            // An attribute that cannot be set leaves the old theme, which is no reason to stop.
            drop(match name {
                Some(name) => root.set_attribute("data-theme", name),
                None => root.remove_attribute("data-theme"),
            });
        }
        if let Some(storage) = storage() {
            // A choice that cannot be kept holds for this visit.
            drop(match name {
                Some(name) => storage.set_item(KEY, name),
                None => storage.remove_item(KEY),
            });
        }
    }

    /// The next one when a single button goes through all three.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }

    /// Its name on a button.
    pub fn label(self) -> &'static str {
        match self {
            Self::System => "Theme: as the system",
            Self::Light => "Theme: light",
            Self::Dark => "Theme: dark",
        }
    }
}
