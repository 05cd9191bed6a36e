//! Annotated texts: `;! error M0101 [opne] Change to open` at the end of a line stands for a diagnostic of this crate
//! that starts in that line, with what it underlines and the title of its fix, if it has one.

use crate::support::{self, line_of};
use std::path::Path;
use stepguard_text::Severity;

fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("fixtures are there").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("").to_owned();
            (name, std::fs::read_to_string(path).expect("fixtures are text"))
        })
        .collect()
}

/// The diagnostics as they are noted in a fixture, with the number of their line.
fn noted(checked: &support::Checked) -> Vec<(usize, String)> {
    let mut noted: Vec<_> = checked
        .own
        .iter()
        .map(|d| {
            let severity = match d.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "info",
            };
            let shown = d.place.span.slice(&checked.domain);
            // Only the line it starts in, and of a comment not the note itself.
            let shown = shown.lines().next().unwrap_or("").split(" ;!").next().unwrap_or("");
            let fix = d.fix.as_ref().map(|fix| format!(" {}", fix.title)).unwrap_or_default();
            (line_of(&checked.domain, d.place.span), format!("{severity} {} [{shown}]{fix}", d.code))
        })
        .collect();
    noted.sort_by_key(|(line, _)| *line);
    noted
}

#[test]
fn fixtures_show_what_is_noted() {
    let mut faults = String::new();
    let mut count = 0;
    for (name, text) in fixtures() {
        let wanted: Vec<_> = (1..)
            .zip(text.lines())
            .flat_map(|(number, line)| line.split(";!").skip(1).map(move |note| (number, note.trim().to_owned())))
            .collect();
        count += wanted.len();
        let checked = support::check_one(&text);
        let found = noted(&checked);
        for (line, note) in wanted.iter().filter(|note| !found.contains(note)) {
            faults += &format!("{name}:{line}: missing {note}\n");
        }
        for (line, note) in found.iter().filter(|note| !wanted.contains(note)) {
            faults += &format!("{name}:{line}: not noted {note}\n");
        }
        if found.len() != wanted.len() {
            faults += &format!("{name}: {} found, {} noted\n", found.len(), wanted.len());
        }
    }
    assert!(faults.is_empty(), "{faults}");
    assert!(count > 100, "{count}");
}

#[test]
fn messages_are_short_and_help_says_what_to_do() {
    for (name, text) in fixtures() {
        for d in support::check_one(&text).own {
            assert!(!d.message.ends_with('.') && d.message.chars().count() <= 120, "{name}: {}", d.message);
            assert!(d.help.ends_with(['.', '?']) && !d.help.contains("  "), "{name}: {}: {}", d.message, d.help);
        }
    }
}

/// A fix removes its diagnostic and brings no new error.
#[test]
fn fixes_mend() {
    let mut tried = 0;
    for (name, text) in fixtures() {
        let checked = support::check_one(&text);
        let count = |checked: &support::Checked| {
            (checked.errors().len(), checked.own.iter().filter(|d| d.severity == Severity::Warning).count())
        };
        for d in &checked.own {
            let Some(fix) = &d.fix else { continue };
            tried += 1;
            let mended = support::mend(&text, fix);
            let after = support::check_one(&mended);
            let fewer = if d.is_error() {
                count(&after).0 < count(&checked).0
            } else {
                count(&after).0 <= count(&checked).0 && count(&after).1 < count(&checked).1
            };
            assert!(fewer, "{name}: {}: {}\n{}", d.message, fix.title, after.listing());
        }
    }
    assert!(tried > 30, "{tried}");
}
