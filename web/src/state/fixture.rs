//! A report made by hand, for the tests of what is computed from reports.

use stepguard_report::view::Report;

/// Tea for a guest: step 4 comes too early, step 6 follows from it, a rule is broken from state 3.
pub(super) fn tea() -> Report {
    serde_json::from_str(include_str!("fixture_tea.json")).expect("the fixture has the report's shape")
}
