//! The planner's answers in words: what a proof is, what an excuse asks for, why there is no answer. The sentence that sums
//! an answer up comes with it.

use stepguard_report::planner::{ExcuseView, ProofKind, ProofView, RepairReport};

use super::words::count;
use crate::bridge::worker::Failure;

/// The name of a kind of proof.
pub fn proof_name(kind: ProofKind) -> &'static str {
    match kind {
        ProofKind::Relaxed => "Out of reach even if nothing were ever lost",
        ProofKind::H2 => "Two things that can never be true together",
        ProofKind::Exhausted => "Every reachable state was looked at",
    }
}

/// How a proof works, in a sentence.
pub fn proof_words(kind: ProofKind) -> &'static str {
    match kind {
        ProofKind::Relaxed => {
            "Suppose that no step ever undid anything: every fact that can be reached was collected in this way, and the goal is still not among them."
        }
        ProofKind::H2 => {
            "For every two facts it was worked out whether any plan can make both true at once. Two that the goal needs together can not."
        }
        ProofKind::Exhausted => {
            "All states that steps can lead to, with every safety rule kept, were looked at one by one, and the goal holds in none of them."
        }
    }
}

/// What a proof's evidence lists, such as `12 facts`.
pub fn proof_size(proof: &ProofView) -> String {
    let noun = match proof.kind {
        ProofKind::Relaxed => "fact",
        ProofKind::H2 => "pair of facts",
        ProofKind::Exhausted => "state",
    };
    if proof.kind == ProofKind::H2 && proof.size != 1 {
        return format!("{} pairs of facts", proof.size);
    }
    count(proof.size as usize, noun)
}

/// What would have to be otherwise at the start, with names between backticks.
pub fn excuse(excuse: &ExcuseView) -> String {
    let held = excuse.add.iter().map(|fact| format!("`{fact}` held"));
    let absent = excuse.remove.iter().map(|fact| format!("`{fact}` did not hold"));
    let all: Vec<String> = held.chain(absent).collect();
    format!("{} at the start", all.join(" and "))
}

/// Why there is no answer, and what to do.
pub fn failure(failure: &Failure) -> String {
    match failure {
        Failure::Cancelled => "You stopped this search.".to_owned(),
        Failure::Superseded => "Another question took the place of this one.".to_owned(),
        Failure::Unavailable(why) => format!("The planner could not start: {why}."),
        Failure::Crashed(why) => format!("The planner stopped: {why}. Your texts are safe."),
        Failure::Unreadable(why) => {
            format!("The planner's answer could not be read ({why}); please load the page again.")
        }
    }
}

/// How many other repairs there are, for the panel's heading.
pub fn how_many(report: &RepairReport) -> String {
    match report.minimal_repairs.as_deref() {
        Some("1") => "the only one".to_owned(),
        Some(number) => format!("one of {number} equally small repairs"),
        None if report.repairs.len() > 1 => {
            format!("one of at least {} equally small repairs", report.repairs.len())
        }
        None => "others of that size were not counted".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excuses_name_every_change() {
        let change = ExcuseView {
            add: vec!["(at cup table)".to_owned(), "(clean cup)".to_owned()],
            remove: vec!["(locked door)".to_owned()],
            plan: Vec::new(),
        };
        assert_eq!(
            excuse(&change),
            "`(at cup table)` held and `(clean cup)` held and `(locked door)` did not hold at the start"
        );
    }

    #[test]
    fn sizes_agree_with_their_nouns() {
        let proof = |kind, size| ProofView { kind, size, bytes: 1, checked: true, out_of_reach: Vec::new() };
        assert_eq!(proof_size(&proof(ProofKind::H2, 1)), "1 pair of facts");
        assert_eq!(proof_size(&proof(ProofKind::H2, 2)), "2 pairs of facts");
        assert_eq!(proof_size(&proof(ProofKind::Exhausted, 3)), "3 states");
        assert_eq!(proof_size(&proof(ProofKind::Relaxed, 0)), "0 facts");
    }
}
