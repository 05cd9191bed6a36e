//! Plans with a mistake in them, made on purpose and checked on a copy: a plan that would still solve the task is no mistake.

use crate::bins;
use crate::catalogue::Role;
use crate::goal::Goal;
use crate::tutor::planned;
use crate::world::{ManipulationWorld, in_workspace};
use stepguard_embodied::chance::Chance;
use stepguard_embodied::world::{Act, Slip, World as _};

/// Draws before it is said that there is no such mistake.
const DRAWS: usize = 24;

/// Steps that a task may take.
const LIMIT: usize = 15;

/// The plan with a mistake in it that keeps the task from being solved.
pub(crate) fn spoil(world: &ManipulationWorld, plan: &[Act], slip: Slip, chance: &mut Chance) -> Option<Vec<Act>> {
    let actions: Vec<[i64; 7]> = plan
        .iter()
        .filter_map(|act| match act {
            Act::Pose(action) => Some(*action),
            Act::Id(_) => None,
        })
        .collect();
    if actions.is_empty() {
        return None;
    }
    for _ in 0..DRAWS {
        let spoilt = match slip {
            Slip::MissingStep => without(&actions, chance),
            Slip::InvalidAction => beyond(&actions, chance),
            Slip::WrongObject => wrong(world, chance),
            Slip::WrongPose => beside(&actions, chance),
            Slip::Mislocalised => mirrored(&actions, chance),
        };
        let Some(spoilt) = spoilt else { continue };
        if spoilt == actions || spoilt.is_empty() {
            continue;
        }
        let spoilt: Vec<Act> = spoilt.into_iter().map(Act::Pose).collect();
        let (solved, invalid) = carried_out(world, &spoilt);
        if !solved && (slip != Slip::InvalidAction || invalid) {
            return Some(spoilt);
        }
    }
    None
}

/// Whether a plan solves the task, and whether any step of it is invalid.
fn carried_out(world: &ManipulationWorld, plan: &[Act]) -> (bool, bool) {
    let mut world = world.clone();
    let mut invalid = false;
    for act in plan.iter().take(LIMIT) {
        invalid |= !world.act(*act).ran;
        if world.solved() {
            return (true, invalid);
        }
    }
    (false, invalid)
}

/// The steps that close the gripper.
fn closings(actions: &[[i64; 7]]) -> Vec<usize> {
    (0..actions.len()).filter(|at| actions[*at][6] == 0 && (*at == 0 || actions[*at - 1][6] == 1)).collect()
}

/// A step is left out: one that closes, lowers, lifts or opens.
fn without(actions: &[[i64; 7]], chance: &mut Chance) -> Option<Vec<[i64; 7]>> {
    let turning = |at: &usize| {
        let at = *at;
        let before = at.checked_sub(1).and_then(|before| actions.get(before));
        before.is_none_or(|before| before[6] != actions[at][6] || before[2] != actions[at][2])
    };
    let steps: Vec<usize> = (0..actions.len()).filter(turning).collect();
    let out = *chance.pick(&steps)?;
    let mut left = actions.to_vec();
    left.remove(out);
    Some(left)
}

/// A step is replaced by one that the arm cannot reach or that leads into the table.
fn beyond(actions: &[[i64; 7]], chance: &mut Chance) -> Option<Vec<[i64; 7]>> {
    let at = chance.below(actions.len());
    let mut changed = actions.to_vec();
    let action = changed.get_mut(at)?;
    match chance.below(4) {
        // Farther than the arm reaches.
        0 => action[0] = 96 + i64::try_from(chance.below(4)).ok()?,
        // To a far corner of the bins.
        1 => {
            action[1] = if action[1] < 50 { 2 } else { 97 };
            action[0] = action[0].max(90);
        }
        // Below the table's top.
        2 => action[2] = 10 + i64::try_from(chance.below(4)).ok()?,
        // A number that is no bin.
        _ => {
            let axis = chance.below(3);
            action[axis] = 100 + i64::try_from(chance.below(40)).ok()?;
        }
    }
    Some(changed)
}

/// The same is done with another thing, or at another place.
fn wrong(world: &ManipulationWorld, chance: &mut Chance) -> Option<Vec<[i64; 7]>> {
    let goals = &world.fixed.goals;
    let layout = &world.bench.layout;
    let at = chance.below(goals.len());
    let goal = *goals.get(at)?;
    let meant: Vec<usize> = goals.iter().filter_map(|goal| goal.thing(layout)).collect();
    let others = |role: fn(Role) -> bool, not: &[usize]| -> Vec<usize> {
        (0..layout.things.len())
            .filter(|thing| {
                layout.things.get(*thing).is_some_and(|known| role(known.model.role)) && !not.contains(thing)
            })
            .filter(|thing| world.seen.get(*thing).copied().unwrap_or(false))
            .collect()
    };
    let loose: fn(Role) -> bool = |role| matches!(role, Role::Loose);
    let holder: fn(Role) -> bool = |role| matches!(role, Role::Holder { .. });
    let elsewhere = chance.percent(50);
    let changed = match goal {
        Goal::Pick(_) => Goal::Pick(*chance.pick(&others(loose, &meant))?),
        Goal::Put { thing, on } => match chance.pick(&others(holder, &[on])) {
            Some(on) if elsewhere => Goal::Put { thing, on: *on },
            _ => Goal::Put { thing: *chance.pick(&others(loose, &meant))?, on },
        },
        Goal::Stack { thing, on } => match chance.pick(&others(loose, &[thing, on])) {
            Some(other) if elsewhere => Goal::Stack { thing, on: *other },
            Some(other) => Goal::Stack { thing: *other, on },
            None => return None,
        },
        Goal::Sort { sorter, hole, .. } => {
            // Another piece, which goes into its own compartment or onto this one.
            let piece = *chance.pick(&others(loose, &meant))?;
            let kind = layout.things.get(piece).map(|piece| piece.kind.as_str());
            let own = layout.things.get(sorter)?.holes.iter().position(|hole| Some(hole.kind.as_str()) == kind);
            Goal::Sort { thing: piece, sorter, hole: own.unwrap_or(hole) }
        }
        Goal::Wipe => Goal::Pick(*chance.pick(&others(loose, &meant))?),
    };
    let mut goals = goals.clone();
    *goals.get_mut(at)? = changed;
    Some(planned(world, &goals))
}

/// The steps around taking a thing: all those at the place where the gripper closes.
fn taking(actions: &[[i64; 7]], chance: &mut Chance) -> Option<(usize, usize)> {
    let closing = *chance.pick(&closings(actions))?;
    let place = &actions[closing][..2];
    let same = |at: &usize| &actions[*at][..2] == place;
    let first = (0..closing).rev().take_while(same).last().unwrap_or(closing);
    let last = (closing..actions.len()).take_while(same).last().unwrap_or(closing);
    Some((first, last))
}

/// The gripper goes 3 to 6 cm beside the thing.
fn beside(actions: &[[i64; 7]], chance: &mut Chance) -> Option<Vec<[i64; 7]>> {
    let (first, last) = taking(actions, chance)?;
    let by = 3 + i64::try_from(chance.below(4)).ok()?;
    let by = if chance.percent(50) { by } else { -by };
    let axis = chance.below(2);
    moved(actions, first, last, |action| action[axis] += by)
}

/// The thing is taken to be where its mirror image would be.
fn mirrored(actions: &[[i64; 7]], chance: &mut Chance) -> Option<Vec<[i64; 7]>> {
    let (first, last) = taking(actions, chance)?;
    let axis = chance.below(2);
    // Left and right of the middle, or near and far of the middle of the table.
    let sum = if axis == 1 { bins::PLACES - 1 } else { 109 };
    let at = actions[first][axis];
    if (sum - 2 * at).abs() < 7 {
        return None;
    }
    moved(actions, first, last, |action| action[axis] = sum - action[axis])
}

/// The plan with steps changed; `None` where one is out of the workspace then, which would be another mistake.
fn moved(actions: &[[i64; 7]], first: usize, last: usize, change: impl Fn(&mut [i64; 7])) -> Option<Vec<[i64; 7]>> {
    let mut changed = actions.to_vec();
    for action in changed.get_mut(first..=last)? {
        change(action);
        if !in_workspace(*action) {
            return None;
        }
    }
    Some(changed)
}
