//! Ways over the grid of strides around a point: fewest steps first, then the most natural of them. Knows bodies, no tasks.

use crate::memory::{Memory, SPOTS, Spot, place_of};
use crate::sight::{Bearing, Pose};
use crate::space::{STRIDE, Space};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The four moves by the numbers of their actions: forward, backward, right, left.
pub(crate) const MOVES: [Bearing; 4] = [
    Bearing { right: 0, ahead: STRIDE },
    Bearing { right: 0, ahead: -STRIDE },
    Bearing { right: STRIDE, ahead: 0 },
    Bearing { right: -STRIDE, ahead: 0 },
];

/// The cost of a step; what makes a way less natural is added in parts of it, and never adds up to a step within an episode.
const STEP: u32 = 1_000;

/// Going on in another direction than before.
const CORNER: u32 = 20;

/// Stepping to the side or backwards, where one does not look.
const BLIND: [u32; 4] = [0, 4, 2, 2];

/// A way: its steps, as numbers of moves, and where it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) steps: Vec<usize>,
    pub(crate) end: Spot,
}

/// The cheapest way from a pose to a spot that is wanted, over spots that may be entered and around bodies that count.
/// Spots are those of the memory's grid.
pub(crate) fn way(
    space: &Space,
    memory: &Memory,
    pose: Pose,
    most: usize,
    counts: impl Fn(usize) -> bool,
    enters: impl Fn(Spot) -> bool,
    mut wanted: impl FnMut(Spot) -> bool,
) -> Option<Way> {
    // A state is a spot and the move that led to it, so that corners can be counted; 4 is the start.
    const KINDS: usize = 5;
    let state = |spot: Spot, last: usize| place_of(spot).map(|index| index * KINDS + last);
    let mut best = vec![u32::MAX; SPOTS * KINDS];
    let mut from: Vec<Option<(Spot, usize)>> = vec![None; SPOTS * KINDS];
    // Whether a move from a spot is free, found out once for all ways that come there.
    let mut free: Vec<Option<bool>> = vec![None; SPOTS * 4];
    let start = memory.spot(pose.at);
    let mut queue = BinaryHeap::new();
    if let Some(first) = state(start, 4) {
        best[first] = 0;
        queue.push(Reverse((0_u32, start, 4_usize)));
    }
    while let Some(Reverse((cost, spot, last))) = queue.pop() {
        let Some(here) = state(spot, last) else { continue };
        if cost > best[here] {
            continue;
        }
        if wanted(spot) {
            return Some(Way { steps: back(&from, state, spot, last), end: spot });
        }
        let far = usize::try_from(cost / STEP).unwrap_or(usize::MAX);
        if far >= most {
            continue;
        }
        for (step, bearing) in MOVES.into_iter().enumerate() {
            let vector = pose.vector(bearing);
            let next = [spot[0] + vector[0] / STRIDE, spot[1] + vector[1] / STRIDE];
            let Some(there) = state(next, step) else { continue };
            let corner = if last == 4 || last == step { 0 } else { CORNER };
            let total = cost + STEP + corner + BLIND[step];
            if total >= best[there] || !enters(next) {
                continue;
            }
            let edge = here / KINDS * 4 + step;
            let open = *free[edge].get_or_insert_with(|| space.sweep(memory.point(spot), vector, &counts).is_none());
            if open {
                best[there] = total;
                from[there] = Some((spot, last));
                queue.push(Reverse((total, next, step)));
            }
        }
    }
    None
}

fn back(
    from: &[Option<(Spot, usize)>],
    state: impl Fn(Spot, usize) -> Option<usize>,
    mut spot: Spot,
    mut last: usize,
) -> Vec<usize> {
    let mut steps = Vec::new();
    while let Some((before, move_before)) = state(spot, last).and_then(|here| from[here]) {
        steps.push(last);
        (spot, last) = (before, move_before);
    }
    steps.reverse();
    steps
}
