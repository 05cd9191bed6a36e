//! What the tests share.
#![allow(clippy::panic, reason = "a test may")]
#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::allow_attributes, reason = "whether it is used differs from binary to binary")]

use std::path::{Path, PathBuf};
use stepguard_pddl::Parsed;
use stepguard_pddl::tree::{TokenKind, Tree};
use stepguard_text::{Fix, Interner, TextId};

/// Texts from elsewhere, if the machine has them.
pub(crate) fn data() -> Option<PathBuf> {
    let data = std::env::var_os("STEPGUARD_DATA").map(PathBuf::from);
    if data.is_none() {
        println!("skipped: STEPGUARD_DATA is not set");
    }
    data
}

/// The files below `folder` whose names end in one of `extensions`, in order.
pub(crate) fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect();
    entries.sort();
    let mut out = Vec::new();
    for path in entries {
        if path.is_dir() {
            out.extend(files(&path, extensions));
        } else if path.extension().is_some_and(|found| extensions.iter().any(|extension| found == *extension)) {
            out.push(path);
        }
    }
    out
}

/// The texts of the project's cases that may hold definitions.
pub(crate) fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let mut files = files(&folder, &["pddl", "txt"]);
    files.retain(|file| !file.ends_with("plan.txt"));
    assert!(files.len() > 150);
    files
}

pub(crate) fn read(file: &Path) -> String {
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    stepguard_text::decode(&bytes).text
}

/// A text is a problem when it defines one first.
pub(crate) fn text_id(text: &str) -> TextId {
    let text = text.to_ascii_lowercase();
    match (text.find("(domain "), text.find("(problem ")) {
        (None, Some(_)) => TextId::Problem,
        (Some(domain), Some(problem)) if problem < domain => TextId::Problem,
        _ => TextId::Domain,
    }
}

pub(crate) fn parse(text: &str) -> (Parsed, Interner) {
    let mut names = Interner::new();
    let parsed = stepguard_pddl::parse(text, text_id(text), &mut names);
    (parsed, names)
}

/// The definitions without places, for comparing.
pub(crate) fn without_places(parsed: &Parsed) -> String {
    let shown = format!("{:#?}", parsed.definitions);
    let mut out = String::with_capacity(shown.len());
    let mut lines = shown.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        if trimmed.ends_with("Span {") || trimmed == "span: Span {" {
            // `start`, `end`, `}`
            lines.nth(2);
        } else if !trimmed.starts_with("target: ") {
            out.push_str(trimmed);
            out.push('\n');
        }
    }
    out
}

/// Tokens cover the text without gap and overlap, and only blanks are called blank.
pub(crate) fn check_lossless(text: &str) {
    let tree = Tree::parse(text);
    let mut at = 0;
    for token in tree.tokens(text) {
        assert_eq!(token.span.start, at, "gap or overlap in {text:?}");
        assert!(token.span.end > at, "empty token in {text:?}");
        at = token.span.end;
        let piece = token.span.slice(text);
        assert!(!piece.is_empty(), "token cuts a character in {text:?}");
        if token.kind == TokenKind::Blank {
            let blank = |c: char| {
                c.is_whitespace()
                    || c.is_control()
                    || matches!(
                        c,
                        ',' | '，' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{180e}'
                    )
            };
            // Line ends that are written out are blanks too.
            let plain = piece.replace("\\n", " ").replace("\\t", " ").replace("\\r", " ");
            assert!(plain.chars().all(blank), "{piece:?} is lost in {text:?}");
        }
    }
    assert_eq!(at as usize, text.len(), "the end of {text:?} is lost");
}

/// The text with the edits of a fix.
pub(crate) fn apply(text: &str, fix: &Fix) -> String {
    let mut out = String::new();
    let mut at = 0;
    for edit in &fix.edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        assert!(at <= start && start <= end, "edits overlap or are out of order: {fix:?}");
        out.push_str(&text[at..start]);
        out.push_str(&edit.new);
        at = end;
    }
    out.push_str(&text[at..]);
    out
}
