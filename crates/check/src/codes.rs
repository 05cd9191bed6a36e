//! Codes of what only a check of several texts can say.

use stepguard_text::codes::Entry;

/// A definition stands in the other's text.
pub(crate) const MISPLACED: &str = "C0101";
/// A definition that takes no part in the check.
pub(crate) const UNUSED: &str = "C0102";

/// The explanations of these codes.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        code: MISPLACED,
        title: "A definition stands in the other text",
        explanation: "Domain and problem are two definitions, each with a text of its own. When a text is empty or absent, \
                      its definition is looked for in the other text. Nothing is lost; the two may be moved apart.",
        wrong: "(define (domain d) (:predicates (p)))\n(define (problem e) (:domain d) (:init (p)) (:goal (p)))",
        right: "(define (domain d) (:predicates (p)))",
    },
    Entry {
        code: UNUSED,
        title: "A definition that takes no part",
        explanation: "A check is about one domain and one problem. Where the other text holds a second one, the one in its \
                      own text is used.",
        wrong: "(define (domain d) (:predicates (p)))\n(define (problem e) (:domain d) (:init (p)) (:goal (p)))",
        right: "(define (domain d) (:predicates (p)))",
    },
];
