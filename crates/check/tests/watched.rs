//! A watcher hears of long runs, and changes nothing about them.

use stepguard_check::{Options, check, check_watched};

#[test]
fn a_watcher_hears_of_long_runs_and_changes_nothing() {
    let domain = b"(define (domain k) (:predicates (p)) (:action go :effect (p)))".as_slice();
    let problem = b"(define (problem x) (:domain k) (:init) (:goal (p)))".as_slice();
    let options = Options::default();
    let watched = |plan: &str| {
        let mut heard = Vec::new();
        let report =
            check_watched(Some(domain), Some(problem), Some(plan.as_bytes()), &options, &mut |done| heard.push(done));
        assert_eq!(report, check(Some(domain), Some(problem), Some(plan.as_bytes()), &options));
        heard
    };
    assert!(watched("(go)").is_empty());
    let heard = watched(&"(go)\n".repeat(1000));
    assert!(heard.len() > 1 && heard.is_sorted() && heard.iter().all(|done| (0.0..1.0).contains(done)), "{heard:?}");
}
