//! Sentences about what the planner found. They are made from the views alone, so that the command and the page say the same.

use crate::planner::{
    CountReport, EditKind, EditView, PlannerResult, ProofKind, ProofView, RepairReport, RepairResult, SolveReport,
};
use crate::view::Category;
use crate::words::count;

/// Stands before a metric in `cost_unit` of which more is better.
pub const MAXIMIZE: &str = "maximize ";

/// Why an edit is needed: what goes wrong when just this one is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// This step of the repaired plan could not run.
    Step(String),
    /// The step itself could not run.
    Itself,
    /// A rule of this name would be broken.
    Rule(String),
    /// The goal would not hold.
    Goal,
}

/// Fills an edit's `meaning`.
pub fn explain(edit: &mut EditView, need: Option<&Need>) {
    let from = edit.from.unwrap_or(0);
    let what = match edit.kind {
        EditKind::Insert => format!("Put in {} as step {}", edit.action, edit.at),
        EditKind::Delete => format!("Take out step {from}, {}", edit.action),
        EditKind::Move => format!("Move {}, step {from} of the plan, so that it becomes step {}", edit.action, edit.at),
        EditKind::Change => match (&edit.before, edit.label) {
            (Some(before), Category::Grammar) => {
                format!("Read step {from}, \u{201c}{}\u{201d}, as {}", before.trim(), edit.action)
            }
            (Some(before), _) => format!("Make step {from}, {before}, into {}", edit.action),
            (None, _) => format!("Make step {from} into {}", edit.action),
        },
    };
    let otherwise = match edit.kind {
        EditKind::Insert => "without it",
        EditKind::Delete => "with it",
        EditKind::Move => "where it was",
        EditKind::Change => "as it was",
    };
    edit.meaning = match need {
        None => format!("{what}."),
        Some(Need::Step(text)) => format!("{what}: {otherwise}, {text} cannot run."),
        Some(Need::Itself) if edit.label == Category::Grammar => format!("{what}: {otherwise}, it cannot be read."),
        Some(Need::Itself) if edit.kind == EditKind::Delete => format!("{what}: it cannot run."),
        Some(Need::Itself) => format!("{what}: {otherwise}, it cannot run."),
        Some(Need::Rule(rule)) => format!("{what}: {otherwise}, the rule {rule} is broken."),
        Some(Need::Goal) => format!("{what}: {otherwise}, the goal does not hold at the end."),
    };
}

/// Fills `why` of a report of `solve` or `prove`.
pub fn solve(report: &mut SolveReport) {
    report.why = match report.result {
        PlannerResult::Plan | PlannerResult::Count => {
            let steps = report.plan.as_ref().map_or(0, Vec::len);
            let length =
                if steps == 0 { "The empty plan".to_owned() } else { format!("A plan of {}", count(steps, "step")) };
            let maximized = report.cost_unit.strip_prefix(MAXIMIZE);
            let cost = match (&report.cost, report.cost_unit.as_str(), maximized) {
                (Some(value), _, Some(metric)) => format!(" with {value} for {metric}"),
                (Some(cost), unit, None) if unit != "steps" => format!(" at cost {cost} by {unit}"),
                _ => String::new(),
            };
            let best = match (report.optimal, report.cost_unit.as_str(), maximized) {
                (true, _, Some(_)) => "; none has more",
                (true, "steps", None) => "; none is shorter",
                (true, _, None) => "; none is cheaper",
                (false, ..) => "",
            };
            let advice: u32 = report.preferences.iter().map(|preference| preference.violated).sum();
            let advice = match advice {
                0 => String::new(),
                1 => "; it goes against 1 piece of advice".to_owned(),
                more => format!("; it goes against {more} pieces of advice"),
            };
            if report.safe {
                format!("{length}{cost} succeeds{best}{advice}.")
            } else {
                format!("{length}{cost} reaches the goal{best}; it breaks a safety rule.")
            }
        }
        PlannerResult::Unsolvable => format!("No plan succeeds: {}.", proof(report.proof.as_ref())),
        PlannerResult::Budget => match &report.lower_bound {
            None if report.expanded == 0 => TOO_LARGE.to_owned(),
            Some(bound) if bound != "0" => {
                format!("The budget ran out after {}. No plan costs less than {bound}.", states(report.expanded))
            }
            _ => format!("The budget ran out after {}. Whether there is a plan is not known.", states(report.expanded)),
        },
        PlannerResult::Unsupported => unsupported(&report.unsupported),
        PlannerResult::Unreadable => UNREADABLE.to_owned(),
    };
}

/// Fills `why` of a count.
pub fn counted(report: &mut CountReport) {
    report.why = match (report.result, report.optimal_length, &report.optimal_plans) {
        (PlannerResult::Plan | PlannerResult::Count, Some(length), Some(plans)) => {
            let number = if plans == "1" { "is 1 plan".to_owned() } else { format!("are {plans} plans") };
            let order = match &report.modulo_order {
                Some(classes) if classes != plans => {
                    format!("; {classes} when the order of independent steps does not count")
                }
                _ => String::new(),
            };
            format!("There {number} of {}, and none is shorter{order}.", count(length as usize, "step"))
        }
        (PlannerResult::Unsolvable, ..) => format!("No plan succeeds: {}.", proof(report.proof.as_ref())),
        (PlannerResult::Unsupported, ..) => unsupported(&report.unsupported),
        (PlannerResult::Unreadable, ..) => UNREADABLE.to_owned(),
        (_, None, _) if report.expanded == 0 && report.lower_bound.is_none() => TOO_LARGE.to_owned(),
        _ => format!("The budget ran out after {}, before the plans were counted.", states(report.expanded)),
    };
}

/// Fills `why` of a repair. `fails_by_time`: the plan has time stamps, and only because of them it does not succeed.
pub fn repaired(report: &mut RepairReport, fails_by_time: bool) {
    report.why = match report.result {
        RepairResult::Repair => {
            let others = match report.minimal_repairs.as_deref() {
                Some("1") => " No other is as small.".to_owned(),
                Some(number) => format!(" {number} repairs are that small."),
                None => " There are many of that size.".to_owned(),
            };
            format!("{} to the plan, and it succeeds.{others}", changes(report.edits.len()))
        }
        RepairResult::NothingToDo if fails_by_time => {
            "Only the time stamps are wrong: one after the other, in the order of their times, the steps succeed."
                .to_owned()
        }
        RepairResult::NothingToDo => "The plan succeeds as it is: there is nothing to repair.".to_owned(),
        RepairResult::None => format!("No plan succeeds, so none is a repair: {}.", proof(report.proof.as_ref())),
        RepairResult::Budget if !report.edits.is_empty() => format!(
            "{} to the plan, and it succeeds. Whether fewer would do was not found out within the budget; at least {} \
             are needed.",
            changes(report.edits.len()),
            report.at_least
        ),
        // A search, however short, knows that a plan which fails takes a change.
        RepairResult::Budget if report.expanded == 0 && report.at_least == 0 => TOO_LARGE.to_owned(),
        RepairResult::Budget => format!(
            "Not found within the budget. {}",
            if report.at_least > 1 {
                format!("It is proved that every repair takes at least {} changes.", report.at_least)
            } else {
                "Nothing is proved about how many changes a repair takes.".to_owned()
            }
        ),
        RepairResult::Unsupported => unsupported(&report.unsupported),
        RepairResult::Unreadable => UNREADABLE.to_owned(),
    };
}

const TOO_LARGE: &str = "The task is too large for the planner: before a search can begin, all facts, steps and instances \
     of quantifiers are written out, and there are too many. Fewer objects, narrower types or fewer variables in one \
     quantifier help.";

const UNREADABLE: &str = "The domain or the problem has an error or is missing.";

fn unsupported(features: &[String]) -> String {
    format!("The planner does not support this yet: {}.", features.join(", "))
}

fn changes(number: usize) -> String {
    if number == 1 { "One change".to_owned() } else { format!("{number} changes") }
}

fn states(number: u64) -> String {
    if number == 1 { "1 state".to_owned() } else { format!("{number} states") }
}

fn proof(proof: Option<&ProofView>) -> String {
    let Some(proof) = proof else { return "every state that can be reached was looked at".to_owned() };
    let how = match proof.kind {
        ProofKind::Relaxed => match proof.out_of_reach.as_slice() {
            [] => "the goal is out of reach even if nothing that was achieved were ever lost".to_owned(),
            [one] => format!("{one} can never hold, even if nothing that was achieved were ever lost"),
            [one, rest @ ..] => format!(
                "{one} and {} can never hold, even if nothing that was achieved were ever lost",
                count(rest.len(), "other condition")
            ),
        },
        ProofKind::H2 => "things that the goal needs can never be true together".to_owned(),
        ProofKind::Exhausted if proof.size == 0 => "a safety rule is broken before the first step".to_owned(),
        ProofKind::Exhausted => {
            format!("all {} that matter were looked at, and none is the end of one", states(proof.size))
        }
    };
    let checked = if proof.checked { "; an independent checker has accepted the proof" } else { "" };
    format!("{how}{checked}")
}
