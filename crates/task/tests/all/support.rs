//! Reads texts and resolves them, as the tests need it.

use std::path::{Path, PathBuf};
use stepguard_pddl::ast::Definitions;
use stepguard_task::Task;
use stepguard_text::{Diagnostic, Fix, Interner, Severity, Span, TextId};

/// What reading and resolving gave.
pub(crate) struct Checked {
    /// The domain's text, or the one text that holds everything.
    pub(crate) domain: String,
    /// The problem's text.
    pub(crate) problem: String,
    /// The reader's diagnostics.
    pub(crate) reader: Vec<Diagnostic>,
    /// This crate's diagnostics.
    pub(crate) own: Vec<Diagnostic>,
    pub(crate) task: Option<Task>,
    /// There was a domain and a problem.
    pub(crate) complete: bool,
}

impl Checked {
    pub(crate) fn text(&self, id: TextId) -> &str {
        if id == TextId::Problem { &self.problem } else { &self.domain }
    }

    /// Everything, in one line each, for messages of failing tests.
    pub(crate) fn listing(&self) -> String {
        self.reader.iter().chain(&self.own).map(|d| self.line(d) + "\n").collect()
    }

    /// `error M0101 domain:3 [opne] predicate opne is not declared`.
    pub(crate) fn line(&self, d: &Diagnostic) -> String {
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let text = self.text(d.place.text);
        format!(
            "{severity} {} {:?}:{} [{}] {}",
            d.code,
            d.place.text,
            line_of(text, d.place.span),
            d.place.span.slice(text).split_whitespace().collect::<Vec<_>>().join(" "),
            d.message
        )
    }

    pub(crate) fn has(&self, code: &str) -> bool {
        self.own.iter().any(|d| d.code == code)
    }

    pub(crate) fn errors(&self) -> Vec<String> {
        self.reader.iter().chain(&self.own).filter(|d| d.is_error()).map(|d| self.line(d)).collect()
    }
}

pub(crate) fn line_of(text: &str, span: Span) -> usize {
    text[..(span.start as usize).min(text.len())].matches('\n').count() + 1
}

/// Two texts.
pub(crate) fn check(domain: &str, problem: &str) -> Checked {
    check_with(domain, problem, Interner::new())
}

/// Two texts, with names that are known already.
pub(crate) fn check_with(domain: &str, problem: &str, mut names: Interner) -> Checked {
    let d = stepguard_pddl::parse(domain, TextId::Domain, &mut names);
    let p = stepguard_pddl::parse(problem, TextId::Problem, &mut names);
    let definitions = Definitions {
        domains: d.definitions.domains.into_iter().chain(p.definitions.domains).take(1).collect(),
        problems: d.definitions.problems.into_iter().chain(p.definitions.problems).take(1).collect(),
    };
    let mut reader = d.diagnostics;
    reader.extend(p.diagnostics);
    resolve(definitions, names, domain, problem, reader)
}

/// One text that holds everything.
pub(crate) fn check_one(text: &str) -> Checked {
    let mut names = Interner::new();
    let parsed = stepguard_pddl::parse(text, TextId::Pasted, &mut names);
    resolve(parsed.definitions, names, text, "", parsed.diagnostics)
}

fn resolve(definitions: Definitions, names: Interner, domain: &str, problem: &str, reader: Vec<Diagnostic>) -> Checked {
    let (own, task) = match (definitions.domains.first(), definitions.problems.first()) {
        (Some(d), Some(p)) => {
            let built = stepguard_task::build(d, p, names);
            (built.diagnostics, built.task)
        }
        (Some(d), None) => (stepguard_task::check_domain(d, names).0, None),
        (None, Some(p)) => (stepguard_task::check_problem(p, names).0, None),
        (None, None) => (Vec::new(), None),
    };
    let complete = !definitions.domains.is_empty() && !definitions.problems.is_empty();
    Checked { domain: domain.to_owned(), problem: problem.to_owned(), reader, own, task, complete }
}

/// The text with a fix applied.
pub(crate) fn mend(text: &str, fix: &Fix) -> String {
    let mut out = String::new();
    let mut at = 0;
    for edit in &fix.edits {
        out.push_str(&text[at..edit.span.start as usize]);
        out.push_str(&edit.new);
        at = edit.span.end as usize;
    }
    out + &text[at..]
}

/// The project's folder of bound cases.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(path)
}

/// A text of any of the encodings that are read; empty when there is no such file.
pub(crate) fn read(path: &Path) -> String {
    std::fs::read(path).map(|bytes| stepguard_text::decode(&bytes).text).unwrap_or_default()
}

/// The folder of sets that are not part of the project, if there is one.
pub(crate) fn data(test: &str) -> Option<PathBuf> {
    match std::env::var_os("STEPGUARD_DATA") {
        Some(path) => Some(path.into()),
        None => {
            eprintln!("{test}: skipped, STEPGUARD_DATA is not set");
            None
        }
    }
}

/// The folders in a folder, sorted.
pub(crate) fn folders(path: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(path)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    found
}
