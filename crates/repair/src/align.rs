//! A given plan and a plan that succeeds, aligned: the edits between them. Not the fewest there are, but few: as many steps as
//! possible stay where they are, and what is left is matched as moves and changes.

use crate::edit::EditKind;
use crate::given::Given;
use crate::list::{Explained, RawEdit};
use stepguard_search::{GroundTask, OperatorId};

/// Pairs of steps that are compared at the most.
const PAIRS: usize = 4_000_000;

/// The edits that turn the given plan into `plan`; `None` when both are too long.
pub(crate) fn align(task: &GroundTask<'_>, given: &mut Given<'_>, plan: &[OperatorId]) -> Option<Explained> {
    let steps = given.operators.clone();
    let (rows, columns) = (steps.len() + 1, plan.len() + 1);
    if rows.saturating_mul(columns) > PAIRS {
        return None;
    }
    // Most steps that stay, of the given ones from `row` on and those of the plan from `column` on.
    let mut stay = vec![0_u32; rows * columns];
    for row in (0..steps.len()).rev() {
        for column in (0..plan.len()).rev() {
            stay[row * columns + column] = if steps[row] == Some(plan[column]) {
                stay[(row + 1) * columns + column + 1] + 1
            } else {
                stay[(row + 1) * columns + column].max(stay[row * columns + column + 1])
            };
        }
    }
    let mut kept: Vec<Option<u32>> = vec![None; plan.len()];
    let mut open: Vec<u32> = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < steps.len() {
        if column < plan.len() && steps[row] == Some(plan[column]) {
            kept[column] = Some(row as u32);
            (row, column) = (row + 1, column + 1);
        } else if column < plan.len() && stay[row * columns + column + 1] > stay[(row + 1) * columns + column] {
            column += 1;
        } else {
            open.push(row as u32);
            row += 1;
        }
    }
    let mut edits: Vec<RawEdit> = Vec::new();
    for (at, operator) in (0_u32..).zip(plan) {
        if kept[at as usize].is_some() {
            continue;
        }
        // An equal step that stands elsewhere; else one that stood here and can become this one.
        let moved = open.iter().position(|from| steps[*from as usize] == Some(*operator));
        let before = kept[..at as usize].iter().rev().find_map(|kept| *kept);
        let behind = kept[at as usize..].iter().find_map(|kept| *kept);
        let here = |from: u32| before.is_none_or(|before| before < from) && behind.is_none_or(|behind| from < behind);
        let changed = match moved {
            Some(_) => None,
            None => {
                open.iter().position(|from| here(*from) && given.changes(task, *from).binary_search(operator).is_ok())
            }
        };
        let (kind, from) = match (moved, changed) {
            (Some(index), _) => (EditKind::Move, Some(open.remove(index))),
            (None, Some(index)) => (EditKind::Change, Some(open.remove(index))),
            (None, None) => (EditKind::Insert, None),
        };
        if kind == EditKind::Change {
            kept[at as usize] = from;
        }
        edits.push(RawEdit { kind, at, from, operator: Some(*operator) });
    }
    for from in open {
        // Before the first step that was given after it.
        let later = kept.iter().position(|kept| kept.is_some_and(|kept| kept > from)).unwrap_or(plan.len());
        edits.push(RawEdit { kind: EditKind::Delete, at: later as u32, from: Some(from), operator: None });
    }
    edits.sort_unstable_by_key(|edit| (edit.at, edit.kind, edit.from, edit.operator));
    Some(Explained { plan: plan.to_vec(), kept, edits })
}
