//! Every code is explained by an example that shows it, and by the same example mended.

use crate::support;

use stepguard_task::codes::ENTRIES;

#[test]
fn examples_show_their_code_and_nothing_worse() {
    let mut wrong = String::new();
    for entry in ENTRIES.iter().filter(|entry| !entry.wrong.is_empty()) {
        let checked = support::check_one(entry.wrong);
        if !checked.has(entry.code) {
            wrong += &format!("{} does not show: {}\n{}\n", entry.code, entry.title, checked.listing());
        }
        if checked.errors().iter().any(|line| !line.contains(entry.code)) {
            wrong += &format!("{} shows another error:\n{}\n", entry.code, checked.listing());
        }
        let mended = support::check_one(entry.right);
        if mended.has(entry.code) || !mended.errors().is_empty() {
            wrong += &format!("{} is not mended:\n{}\n", entry.code, mended.listing());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn codes_are_sorted_and_unique() {
    assert!(ENTRIES.windows(2).all(|pair| pair[0].code < pair[1].code));
    // The one kind that has no short example.
    let without: Vec<_> = ENTRIES.iter().filter(|entry| entry.wrong.is_empty()).map(|entry| entry.code).collect();
    assert_eq!(without, ["M0901"]);
}
