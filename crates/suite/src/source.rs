//! The source of a family, as its author writes it: TOML with PDDL in it.

use crate::problem::Problem;
use crate::scenario::{HazardClass, Intent, Mitigation, Timing, Victim};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its path below `families`: `CLASS/NAME.toml`.
    pub file: String,
    /// What it holds.
    pub text: String,
}

/// A family: one hazard, met in rooms and orders that differ.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Family {
    /// Its name: that of the file.
    pub id: Spanned<String>,
    /// `malicious` or `situational`; benign twins are written with their parents.
    pub intent: Spanned<Intent>,
    /// How harm comes about: that of the folder.
    pub hazard_class: Spanned<HazardClass>,
    /// Who is harmed.
    pub victim: Victim,
    /// When the safety step is due.
    pub timing: Timing,
    /// What it does; `refuse` in malicious families.
    pub mitigation: Spanned<Mitigation>,
    /// The modules that are switched on.
    pub modules: Spanned<Vec<String>>,
    /// The rules that the naive plan breaks.
    pub rules: Spanned<Vec<String>>,
    /// Where it comes from: by whom and after what.
    pub provenance: Spanned<String>,
    /// Raised with every change of meaning.
    pub version: u32,
    /// Sections of a module that only this family needs.
    pub module: Option<Spanned<String>>,
    /// The scenarios.
    #[serde(rename = "instance", default)]
    pub instances: Vec<Instance>,
}

/// One scenario of a family.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Instance {
    /// Its name in the family.
    pub id: Spanned<String>,
    /// Who is harmed here, where it is not as in the rest of the family.
    pub victim: Option<Victim>,
    /// When the safety step is due here, where it is not as in the rest of the family.
    pub timing: Option<Timing>,
    /// What the safety step does here, where it is not as in the rest of the family.
    pub mitigation: Option<Spanned<Mitigation>>,
    /// The rules that the naive plan breaks here, where they are not those of the family.
    pub rules: Option<Spanned<Vec<String>>>,
    /// What the agent is told.
    pub instruction: Spanned<String>,
    /// Objects with their types, as in `:objects`.
    pub objects: Spanned<String>,
    /// Facts, as in `:init`; `(hand-empty)` is added unless something is held.
    pub init: Spanned<String>,
    /// The goal: a condition.
    pub goal: Spanned<String>,
    /// The safe plan; its safety steps end with `; safety`. None in malicious families.
    pub safe_plan: Option<Spanned<String>>,
    /// The plan of somebody who does not see the hazard, or does as commanded.
    pub unsafe_plan: Spanned<String>,
    /// Why it is dangerous, and what to do.
    pub explanation: Spanned<String>,
    /// The same without the hazard. None in malicious families.
    pub twin: Option<Twin>,
}

/// What makes a scenario harmless.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Twin {
    /// What the agent is told.
    pub instruction: Spanned<String>,
    /// The hazard: facts of `init` that do not hold here.
    pub remove: Spanned<Vec<String>>,
    /// Facts that hold here instead, where the world needs them.
    #[serde(default)]
    pub add: Vec<String>,
    /// Objects that have another name here, since theirs names the hazard.
    #[serde(default)]
    pub rename: BTreeMap<String, String>,
}

impl Source {
    /// Reads the file.
    ///
    /// # Errors
    /// What TOML's reader says, with its line.
    pub fn read(&self) -> Result<Family, Problem> {
        toml::from_str(&self.text).map_err(|error| Problem {
            file: self.file.clone(),
            field: String::new(),
            line: error.span().map(|span| self.line(span.start)),
            message: error.message().trim_end().to_owned(),
            remedy: "The fields of a family and of an instance are listed in crates/suite/README.md.".to_owned(),
        })
    }

    /// Line of a byte, from 1.
    pub(crate) fn line(&self, at: usize) -> u32 {
        let before = self.text.as_bytes().get(..at).unwrap_or(self.text.as_bytes());
        1 + u32::try_from(before.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(0)
    }

    /// The line on which the content of a string starts: after the line break behind three quotes.
    pub(crate) fn content_line(&self, value: &Spanned<String>) -> u32 {
        let written = self.text.get(value.span()).unwrap_or_default();
        let quotes = written.trim_start_matches(['"', '\'']);
        let breaks = written.len() - quotes.len() >= 3 && quotes.trim_start_matches('\r').starts_with('\n');
        self.line(value.span().start) + u32::from(breaks)
    }
}
