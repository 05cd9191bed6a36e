//! What the planner's commands print for people, and their exit codes.

use crate::exit;
use std::fmt::Write;
use stepguard_report::{
    CountReport, EditKind, EditView, PlannerResult, ProofKind, ProofView, RepairReport, RepairResult, SolveReport,
};

/// The exit code of `solve` and `count`; of `prove`, whose success it is that there is no plan.
pub(crate) const fn code(result: PlannerResult, proving: bool) -> u8 {
    match result {
        PlannerResult::Plan | PlannerResult::Count if proving => exit::DOES_NOT_SUCCEED,
        PlannerResult::Plan | PlannerResult::Count => exit::SUCCEEDS,
        PlannerResult::Unsolvable if proving => exit::SUCCEEDS,
        PlannerResult::Unsolvable => exit::DOES_NOT_SUCCEED,
        PlannerResult::Budget => exit::BUDGET,
        PlannerResult::Unsupported => exit::UNSUPPORTED,
        PlannerResult::Unreadable => exit::UNREADABLE,
    }
}

/// The exit code of `repair`.
pub(crate) const fn repair_code(result: RepairResult) -> u8 {
    match result {
        RepairResult::Repair | RepairResult::NothingToDo => exit::SUCCEEDS,
        RepairResult::None => exit::DOES_NOT_SUCCEED,
        RepairResult::Budget => exit::BUDGET,
        RepairResult::Unsupported => exit::UNSUPPORTED,
        RepairResult::Unreadable => exit::UNREADABLE,
    }
}

/// A plan is printed as a plan file: the sentence is a comment.
pub(crate) fn solve(report: &SolveReport) -> String {
    let mut out = String::new();
    match &report.plan {
        Some(plan) => {
            for step in plan {
                line(&mut out, step);
            }
            line(&mut out, &format!("; {}", report.why));
        }
        None => {
            line(&mut out, &report.why);
            diagnostics(&mut out, &report.diagnostics);
        }
    }
    out
}

/// The counts; `list`: and the plans, one after the other.
pub(crate) fn count(report: &CountReport, list: bool) -> String {
    let mut out = String::new();
    line(&mut out, &report.why);
    for (length, plans) in &report.up_to {
        line(&mut out, &format!("up to {length} steps: {plans}"));
    }
    for (number, plan) in report.plans.iter().enumerate().filter(|_| list) {
        line(&mut out, &format!("\n; plan {}, {}", number + 1, stepguard_report::words::count(plan.len(), "step")));
        plan.iter().for_each(|step| line(&mut out, step));
    }
    diagnostics(&mut out, &report.diagnostics);
    out
}

pub(crate) fn proof(proof: &ProofView) -> String {
    let what = match proof.kind {
        ProofKind::Relaxed => "the goal is out of reach even if nothing is ever lost",
        ProofKind::H2 => "what the goal needs can never be true together",
        ProofKind::Exhausted => "every state that matters is listed, and none is the end of a plan",
    };
    format!("Accepted: no plan succeeds; {what} ({} entries, {} bytes).\n", proof.size, proof.bytes)
}

pub(crate) fn repair(report: &RepairReport) -> String {
    let mut out = String::new();
    line(&mut out, &report.why);
    for edit in &report.edits {
        line(&mut out, &format!("{} {}", mark(edit), edit.meaning));
        if !edit.mitigates.is_empty() {
            line(&mut out, &format!("    mitigates {}", edit.mitigates.join(", ")));
        }
    }
    if !report.edits.is_empty() {
        line(&mut out, "");
        for step in &report.plan {
            line(&mut out, step);
        }
    }
    for excuse in &report.excuses {
        let parts: Vec<String> = excuse
            .add
            .iter()
            .map(|fact| format!("{fact} held"))
            .chain(excuse.remove.iter().map(|fact| format!("{fact} did not hold")))
            .collect();
        line(&mut out, &format!("It would be possible if {} at the start.", parts.join(" and ")));
    }
    diagnostics(&mut out, &report.diagnostics);
    out
}

const fn mark(edit: &EditView) -> char {
    match edit.kind {
        EditKind::Insert => '+',
        EditKind::Delete => '-',
        EditKind::Move => '>',
        EditKind::Change => '~',
    }
}

fn diagnostics(out: &mut String, diagnostics: &[stepguard_report::Diagnostic]) {
    for diagnostic in diagnostics {
        let text = stepguard_report::words::text(diagnostic.text);
        let _ = writeln!(out, "{text}:{}: {} {}", diagnostic.start.line, diagnostic.code, diagnostic.message);
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}
