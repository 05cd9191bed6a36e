//! What a task asks for, and whether the bodies show it. Knows no words of instructions.

use crate::bench::Bench;
use crate::catalogue::{CELL, FLOOR, Role};
use crate::layout::{Layout, TABLE};
use crate::physics::metre;
use rapier3d::geometry::Aabb;
use rapier3d::math::Vector;

/// A goal. Things are indices into the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A thing is to be held in the air.
    Pick(usize),
    /// A thing is to lie in or on a holder.
    Put {
        /// Which.
        thing: usize,
        /// Where.
        on: usize,
    },
    /// A thing is to stand on another loose one.
    Stack {
        /// Which.
        thing: usize,
        /// Where.
        on: usize,
    },
    /// A piece is to be in the compartment of its kind.
    Sort {
        /// Which.
        thing: usize,
        /// The sorter.
        sorter: usize,
        /// The compartment, by its number.
        hole: usize,
    },
    /// All spots are to be wiped.
    Wipe,
}

/// Still enough to rest, in metres a second.
const STILL: f32 = 0.02;

impl Goal {
    /// Reads goals such as `put B2 in D4; stack C1 on B2`; what is wrong with them otherwise.
    pub(crate) fn read(text: &str, layout: &Layout) -> Result<Vec<Self>, String> {
        text.split(';').map(|goal| Self::one(goal.trim(), layout)).collect()
    }

    fn one(text: &str, layout: &Layout) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let thing = |slot: &str| layout.at(slot).ok_or_else(|| format!("nothing at {slot}: {text}"));
        let role = |thing: usize| layout.things.get(thing).map(|thing| thing.model.role);
        let goal = match words.as_slice() {
            ["pick", slot] => Self::Pick(thing(slot)?),
            ["put", slot, "in" | "on", on] => Self::Put { thing: thing(slot)?, on: thing(on)? },
            ["stack", slot, "on", on] => Self::Stack { thing: thing(slot)?, on: thing(on)? },
            ["sort", slot] => {
                let thing = thing(slot)?;
                let kind = layout.things.get(thing).map(|thing| thing.kind.as_str());
                let sorter = layout.things.iter().position(|thing| thing.model.role == Role::Sorter);
                let sorter = sorter.ok_or_else(|| format!("no sorter: {text}"))?;
                let hole = layout
                    .things
                    .get(sorter)
                    .and_then(|sorter| sorter.holes.iter().position(|hole| Some(hole.kind.as_str()) == kind));
                Self::Sort { thing, sorter, hole: hole.ok_or_else(|| format!("no compartment: {text}"))? }
            }
            ["wipe"] if !layout.marks.is_empty() => Self::Wipe,
            _ => return Err(format!("no goal: {text}")),
        };
        let fits = match goal {
            Self::Pick(thing) | Self::Sort { thing, .. } => role(thing).is_some_and(is_loose),
            Self::Put { thing, on } => {
                role(thing).is_some_and(is_loose) && matches!(role(on), Some(Role::Holder { .. }))
            }
            Self::Stack { thing, on } => {
                thing != on && role(thing).is_some_and(is_loose) && role(on).is_some_and(is_loose)
            }
            Self::Wipe => layout.things.iter().any(|thing| thing.model.role == Role::Eraser),
        };
        if fits { Ok(goal) } else { Err(format!("no such thing can be done: {text}")) }
    }

    /// What is to be taken.
    pub(crate) fn thing(self, layout: &Layout) -> Option<usize> {
        match self {
            Self::Pick(thing) | Self::Put { thing, .. } | Self::Stack { thing, .. } | Self::Sort { thing, .. } => {
                Some(thing)
            }
            Self::Wipe => layout.things.iter().position(|thing| thing.model.role == Role::Eraser),
        }
    }

    /// Its conditions in words, with these names of things.
    pub(crate) fn conditions(self, names: &[String], layout: &Layout) -> Vec<String> {
        let name = |thing: usize| names.get(thing).map_or("thing", String::as_str);
        match self {
            Self::Pick(thing) => {
                let name = name(thing);
                vec![format!("the gripper holds the {name}"), format!("the {name} is 3 cm or more above where it lay")]
            }
            Self::Put { thing, on } => {
                let inside =
                    layout.things.get(on).is_some_and(|on| matches!(on.model.role, Role::Holder { inside: true, .. }));
                let word = if inside { "in" } else { "on" };
                vec![format!("the {} rests {word} the {}, let go of", name(thing), name(on))]
            }
            Self::Stack { thing, on } => vec![
                format!("the {} has been lifted by 3 cm", name(thing)),
                format!("the {} stands on the {}, let go of", name(thing), name(on)),
            ],
            Self::Sort { thing, sorter, hole } => {
                let kind =
                    layout.things.get(sorter).and_then(|sorter| sorter.holes.get(hole)).map_or("", |hole| &hole.kind);
                vec![format!("the {} lies in the {kind} compartment, let go of", name(thing))]
            }
            Self::Wipe => {
                vec!["half of the spill is wiped away".to_owned(), "all of the spill is wiped away".to_owned()]
            }
        }
    }

    /// Which of its conditions hold.
    pub(crate) fn met(self, bench: &Bench) -> Vec<bool> {
        match self {
            Self::Pick(thing) => {
                let held = bench.held.is_some_and(|held| held.thing == thing);
                let rest = bench.rest.get(thing).copied().unwrap_or(0.0);
                vec![held, held && bench.physics.pose(thing).translation.z - rest >= crate::bench::LIFT]
            }
            Self::Put { thing, on } => vec![let_go(bench, thing) && lies(bench, thing, on)],
            Self::Stack { thing, on } => {
                let lifted = bench.lifted.get(thing).copied().unwrap_or(false);
                vec![lifted, lifted && let_go(bench, thing) && let_go(bench, on) && stands(bench, thing, on)]
            }
            Self::Sort { thing, sorter, hole } => vec![let_go(bench, thing) && sorted(bench, thing, sorter, hole)],
            Self::Wipe => {
                let wiped = bench.wiped.iter().filter(|wiped| **wiped).count();
                vec![2 * wiped >= bench.wiped.len(), wiped == bench.wiped.len()]
            }
        }
    }
}

const fn is_loose(role: Role) -> bool {
    matches!(role, Role::Loose | Role::Eraser)
}

/// Whether a thing rests and the gripper is open.
fn let_go(bench: &Bench, thing: usize) -> bool {
    bench.open && bench.held.is_none() && bench.physics.speed(thing) < STILL
}

/// Whether a thing lies in or on a holder.
fn lies(bench: &Bench, thing: usize, on: usize) -> bool {
    let Some(holder) = bench.layout.things.get(on) else { return false };
    let Role::Holder { half, round, floor, rim, inside } = holder.model.role else { return false };
    let around = bench.physics.around(thing);
    let at = bench.physics.pose(on).inverse_transform_point(middle(&around));
    let within = if round {
        at.x * at.x + at.y * at.y <= metre(half) * metre(half)
    } else {
        at.x.abs() <= metre(half) && at.y.abs() <= metre(half)
    };
    let above = around.mins.z - metre(TABLE);
    within && above >= metre(floor) - 0.004 && above <= if inside { metre(rim) } else { metre(floor) + 0.006 }
}

/// Whether a thing stands on another one.
fn stands(bench: &Bench, thing: usize, on: usize) -> bool {
    let (upper, lower) = (bench.physics.around(thing), bench.physics.around(on));
    let at = middle(&upper);
    let over = (lower.mins.x..=lower.maxs.x).contains(&at.x) && (lower.mins.y..=lower.maxs.y).contains(&at.y);
    over && (upper.mins.z - lower.maxs.z).abs() <= 0.004
}

/// Whether a piece lies at the bottom of a compartment.
fn sorted(bench: &Bench, thing: usize, sorter: usize, hole: usize) -> bool {
    let Some(hole) = bench.layout.things.get(sorter).and_then(|sorter| sorter.holes.get(hole)) else { return false };
    let around = bench.physics.around(thing);
    let at = bench.physics.pose(sorter).inverse_transform_point(middle(&around));
    let within = at.x.abs() <= metre(CELL) && (at.y - metre(hole.y)).abs() <= metre(CELL);
    within && around.mins.z - metre(TABLE) <= metre(FLOOR) + 0.004
}

/// The middle of a box.
pub(crate) fn middle(around: &Aabb) -> Vector {
    (around.mins + around.maxs) / 2.0
}
