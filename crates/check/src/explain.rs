//! `explain`: prose for a diagnostic's code, a category, or a kind of finding.

use crate::codes;
use std::fmt::Write as _;
use stepguard_taxonomy::{Category, Kind, category_text};
use stepguard_text::codes::Entry;
use stepguard_text::order;

/// Every code that a report may hold, with its explanation, by code.
#[must_use]
pub fn entries() -> Vec<&'static Entry> {
    let mut all: Vec<&Entry> = [
        stepguard_text::codes::ENTRIES,
        stepguard_pddl::codes::ENTRIES,
        stepguard_task::codes::ENTRIES,
        stepguard_plan::codes::ENTRIES,
        codes::ENTRIES,
    ]
    .into_iter()
    .flatten()
    .collect();
    order::sort_by_key(&mut all, |entry| entry.code);
    all
}

/// What a code (`P0101`), a category (`missing-step`) or a kind (`undone-earlier`) means. `None`: no such thing.
#[must_use]
pub fn explain(code: &str) -> Option<String> {
    let code = code.trim();
    if let Some(entry) = entries().into_iter().find(|entry| entry.code.eq_ignore_ascii_case(code)) {
        return Some(of_entry(entry));
    }
    let category = Category::ALL
        .into_iter()
        .find(|category| category.name().eq_ignore_ascii_case(code))
        .or_else(|| Kind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(code)).map(Kind::category))?;
    Some(of_category(category))
}

fn of_entry(entry: &Entry) -> String {
    let mut out = format!("{}: {}\n\n", entry.code, entry.title);
    wrap(&mut out, entry.explanation);
    for (title, text) in [("Wrong", entry.wrong), ("Right", entry.right)] {
        // Writing to a string does not fail.
        let _ = writeln!(out, "\n{title}:");
        for line in text.trim_matches('\n').lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}

fn of_category(category: Category) -> String {
    let text = category_text(category);
    let mut out = format!("{} ({}): {}\n\n", text.title, category.name(), text.short);
    wrap(&mut out, text.long);
    let _ = write!(out, "\nExample: {}\n\nKinds:", text.example);
    for kind in Kind::ALL.into_iter().filter(|kind| kind.category() == category) {
        let _ = write!(out, " {}", kind.name());
    }
    out.push('\n');
    out
}

/// Appends a paragraph in lines of at most 80 characters.
fn wrap(out: &mut String, text: &str) {
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > 80 {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_explained() {
        let all = entries();
        for pair in all.windows(2) {
            assert_ne!(pair[0].code, pair[1].code);
        }
        for entry in all {
            let text = explain(&entry.code.to_lowercase()).expect("every code is explained");
            assert!(text.contains(entry.title) && !entry.explanation.is_empty(), "{}", entry.code);
        }
        assert_eq!(explain("Z9999"), None);
    }

    #[test]
    fn categories_and_kinds_are_explained() {
        for kind in Kind::ALL {
            let text = explain(kind.name()).expect("every kind is explained");
            assert!(text.contains(kind.category().name()), "{}", kind.name());
        }
    }
}
