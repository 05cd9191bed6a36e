//! What is wrong with a source: where, what, and what to do about it.

/// One problem of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file, such as `SHOCK/toaster.toml`.
    pub file: String,
    /// The field, such as `instance 2 (bagel): safe-plan`; empty for the whole file.
    pub field: String,
    /// Line in the file, from 1, where it is known.
    pub line: Option<u32>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.field.is_empty() {
            write!(f, ": {}", self.field)?;
        }
        write!(f, ": {}", self.message)?;
        if !self.remedy.is_empty() {
            write!(f, "\n  {}", self.remedy)?;
        }
        Ok(())
    }
}
