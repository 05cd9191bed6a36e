//! Collects diagnostics: bounded in number, in text order at the end, and with a budget for did-you-mean searches, so
//! that a text in which everything is wrong costs no more than one in which a little is.

use rustc_hash::FxHashMap;
use stepguard_text::{Diagnostic, Symbol, order};

/// The same name is reported this often; the rest is counted.
const PER_NAME: u32 = 20;
/// The same kind is reported this often; the rest is counted.
const PER_CODE: u32 = 200;
/// How many candidate names did-you-mean searches may look at in one run.
const CANDIDATES: usize = 100_000;

/// Diagnostics of one run.
#[derive(Debug)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    by_name: FxHashMap<(&'static str, Option<Symbol>), u32>,
    by_code: FxHashMap<&'static str, Count>,
    candidates_left: usize,
}

#[derive(Debug, Default)]
struct Count {
    listed: u32,
    dropped: u32,
    last: usize,
}

impl Findings {
    pub(crate) fn new() -> Self {
        Self {
            list: Vec::new(),
            by_name: FxHashMap::default(),
            by_code: FxHashMap::default(),
            candidates_left: CANDIDATES,
        }
    }

    /// Whether another diagnostic of this code about this name is wanted. A refused one is counted.
    pub(crate) fn wants(&mut self, code: &'static str, about: Option<Symbol>) -> bool {
        let of_code = self.by_code.entry(code).or_default();
        let of_name = self.by_name.entry((code, about)).or_default();
        if of_code.listed >= PER_CODE || (about.is_some() && *of_name >= PER_NAME) {
            of_code.dropped += 1;
            return false;
        }
        *of_name += 1;
        true
    }

    /// Whether nothing of this code has been reported.
    pub(crate) fn first(&self, code: &'static str) -> bool {
        !self.by_code.contains_key(code)
    }

    /// Adds a diagnostic; ask [`Self::wants`] first where there may be many.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) {
        let count = self.by_code.entry(diagnostic.code).or_default();
        count.listed += 1;
        count.last = self.list.len();
        self.list.push(diagnostic);
    }

    /// Takes `candidates` from the budget for did-you-mean searches; `false` when it is used up.
    pub(crate) fn may_search(&mut self, candidates: usize) -> bool {
        match self.candidates_left.checked_sub(candidates) {
            Some(left) => {
                self.candidates_left = left;
                true
            }
            None => false,
        }
    }

    /// Whether there is an error.
    pub(crate) fn any_error(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// All diagnostics: by text, place, severity and code.
    pub(crate) fn into_sorted(mut self) -> Vec<Diagnostic> {
        let mut dropped: Vec<_> =
            self.by_code.values().filter(|count| count.dropped > 0).map(|count| (count.last, count.dropped)).collect();
        order::sort(&mut dropped);
        for (last, dropped) in dropped {
            if let Some(diagnostic) = self.list.get_mut(last) {
                if !diagnostic.help.is_empty() {
                    diagnostic.help.push(' ');
                }
                diagnostic.help.push_str(&format!("{dropped} more of this kind are not listed."));
            }
        }
        order::sort_by_key(&mut self.list, |d| {
            (d.place.text, d.place.span.start, d.severity, d.code, d.place.span.end)
        });
        self.list
    }
}
