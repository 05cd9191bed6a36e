//! The check: the task is the one meant, then the evidence is looked at by its kind.

use crate::certificate::{Certificate, Evidence};
use crate::rejection::{Budget, Rejection, Summary};
use crate::{exhausted, h2, hash, relaxed};
use stepguard_task::Task;

/// Checks that a certificate proves that no plan of the task succeeds.
///
/// # Errors
/// When it does not, or the budget runs out.
pub fn check(task: &Task, certificate: &Certificate, budget: Budget) -> Result<Summary, Rejection> {
    if hash::task_hash(task) != certificate.task {
        return Err(Rejection::OtherTask);
    }
    match &certificate.evidence {
        Evidence::Exhausted(evidence) => exhausted::check(task, evidence, budget),
        Evidence::Relaxed(frame) => relaxed::check(task, frame, budget),
        Evidence::H2(invariant) => h2::check(task, invariant, budget),
    }
}
