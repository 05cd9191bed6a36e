//! The table at work: a gripper that moves among the bodies, takes hold of one, lets go, pushes and wipes. Knows metres and
//! no bins, and nothing of what it is all for.
//!
//! The gripper goes straight from pose to pose. Where something fixed is in the way, it goes up, over and down again, as a
//! motion planner would; where that is blocked too, it stays. Loose bodies do not stop it: it pushes them, unless they can
//! give way no further. When it closes, both fingers have to come to touch a body to hold it. What is held moves with the
//! gripper until it opens.

use crate::catalogue::Role;
use crate::layout::Layout;
use crate::physics::{self, GRIPPER, Physics};
use rapier3d::geometry::{Aabb, BoundingVolume as _, SharedShape};
use rapier3d::math::{Pose, Vector};
use std::sync::Arc;

/// How far each finger opens.
pub(crate) const OPEN: f32 = 0.045;

/// How far the fingers reach beyond the point that actions are about.
pub(crate) const TIP: f32 = 0.008;

/// How far above that point the palm begins.
pub(crate) const PALM: f32 = 0.055;

/// Half the size of a finger: across, along the opening, along the approach.
const FINGER: [f32; 3] = [0.010, 0.006, 0.0315];

/// Half the size of the palm.
const HAND: [f32; 3] = [0.020, 0.057, 0.025];

/// Where the arm begins.
const SHOULDER: [f32; 3] = [-0.3, 0.0, 1.05];

/// How far from there it reaches, and how near.
const REACH: (f32, f32) = (0.22, 0.92);

/// The height at which it goes over things.
const OVER: f32 = 1.12;

/// Way of the gripper in one step of the simulation.
const STRIDE: f32 = 0.0025;

/// Turn of the gripper in one step of the simulation, in radians.
const SWING: f32 = 0.03;

/// Way of a finger in one step.
const CREEP: f32 = 0.0015;

/// How deep the gripper may be in a loose body before it stops.
const BLOCKED: f32 = 0.005;

/// How deep a loose body may be pressed into something fixed before the gripper stops.
const PRESSED: f32 = 0.0015;

/// Steps that the gripper gives way when it is stopped.
const BACK: u16 = 2;

/// How deep the gripper, or what it holds, may be in something fixed: what stands on the table touches it.
const GRAZE: (f32, f32) = (0.0005, 0.0025);

/// The way down is taken at once where nothing loose is nearer.
const CLEAR: f32 = 0.02;

/// What is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Held {
    /// Which thing.
    pub(crate) thing: usize,
    /// Where it is in the gripper's frame.
    at: Pose,
}

/// What became of a movement that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moved {
    /// As asked for.
    Done,
    /// A loose body stopped the gripper on its way.
    Stopped(usize),
}

/// What the fingers did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gripped {
    /// They are as they were.
    Same,
    /// They closed on a thing and hold it.
    Took(usize),
    /// They closed on nothing.
    Nothing,
    /// They opened and held nothing before.
    Opened,
    /// They let go of a thing.
    Let(usize),
}

/// Why a movement was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The arm does not reach the pose.
    OutOfWorkspace,
    /// Something fixed is in the way.
    NoPath,
}

/// The table, the gripper and what has happened so far.
#[derive(Clone)]
pub(crate) struct Bench {
    /// What there is.
    pub(crate) layout: Arc<Layout>,
    /// The bodies.
    pub(crate) physics: Physics,
    /// Where the gripper is.
    pub(crate) pose: Pose,
    /// How far each finger is from the middle.
    pub(crate) gap: f32,
    /// Whether it is open.
    pub(crate) open: bool,
    /// What it holds.
    pub(crate) held: Option<Held>,
    /// How high each thing lay when it all began.
    pub(crate) rest: Vec<f32>,
    /// Whether a thing has been lifted by 3 cm at some time.
    pub(crate) lifted: Vec<bool>,
    /// Which spots have been wiped.
    pub(crate) wiped: Vec<bool>,
    wipers: Vec<(usize, Vector)>,
}

/// How far a thing has to be lifted.
pub(crate) const LIFT: f32 = 0.03;

fn solids() -> [SharedShape; GRIPPER] {
    let finger = || SharedShape::cuboid(FINGER[0], FINGER[1], FINGER[2]);
    [SharedShape::cuboid(HAND[0], HAND[1], HAND[2]), finger(), finger()]
}

/// Where the gripper's parts are.
pub(crate) fn parts(pose: &Pose, gap: f32) -> [Pose; GRIPPER] {
    let (high, side) = (TIP - FINGER[2], gap + FINGER[1]);
    [
        *pose * Pose::translation(0.0, 0.0, -PALM - HAND[2]),
        *pose * Pose::translation(0.0, side, high),
        *pose * Pose::translation(0.0, -side, high),
    ]
}

/// Whether the arm reaches a pose: neither too far nor too near, and the gripper not pointing up.
pub(crate) fn reaches(pose: &Pose) -> bool {
    let away = (pose.translation - Vector::from_array(SHOULDER)).length();
    let up = (pose.rotation * Vector::Z).z;
    (REACH.0..=REACH.1).contains(&away) && up <= 0.35
}

impl Bench {
    /// A scene, settled, with the gripper at a pose and open.
    pub(crate) fn new(layout: Arc<Layout>, pose: Pose) -> Self {
        let mut physics = Physics::new(&layout, parts(&pose, OPEN), solids());
        physics.settle(240);
        let count = layout.things.len();
        let rest = (0..count).map(|thing| physics.pose(thing).translation.z).collect();
        let wipers = layout
            .things
            .iter()
            .enumerate()
            .filter(|(_, thing)| thing.model.role == Role::Eraser)
            .map(|(index, _)| (index, physics.pose(index).translation))
            .collect();
        let wiped = vec![false; layout.marks.len()];
        let lifted = vec![false; count];
        Self { layout, physics, pose, gap: OPEN, open: true, held: None, rest, lifted, wiped, wipers }
    }

    /// Moves the gripper to a pose and then opens or closes it.
    pub(crate) fn go(&mut self, pose: Pose, open: bool) -> Result<(Moved, Gripped), Refusal> {
        if !reaches(&pose) {
            return Err(Refusal::OutOfWorkspace);
        }
        let legs = self.path(pose).ok_or(Refusal::NoPath)?;
        let before = self.physics.ticks;
        let mut moved = Moved::Done;
        for leg in legs {
            moved = self.drive(leg);
            if moved != Moved::Done {
                break;
            }
        }
        let gripped = self.grip(open);
        if self.physics.ticks != before {
            self.physics.settle(180);
            self.wipe();
        }
        Ok((moved, gripped))
    }

    /// Whether a way to a pose is free of what is fixed; the poses that it leads by.
    pub(crate) fn path(&self, to: Pose) -> Option<Vec<Pose>> {
        if self.free(self.pose, to) {
            return Some(vec![to]);
        }
        let high = OVER.max(self.pose.translation.z).max(to.translation.z);
        let over = |pose: Pose, from: Pose| {
            let at = pose.translation;
            Pose::from_parts(Vector::new(at.x, at.y, high), from.rotation)
        };
        let legs = [over(self.pose, self.pose), over(to, to), to];
        let mut from = self.pose;
        for leg in legs {
            if !reaches(&leg) || !self.free(from, leg) {
                return None;
            }
            from = leg;
        }
        Some(legs.to_vec())
    }

    /// Whether the straight way to a pose is free of what is fixed.
    pub(crate) fn straight(&self, to: Pose) -> bool {
        reaches(&to) && self.free(self.pose, to)
    }

    /// Whether the open gripper has room at a pose: nothing fixed in the way, and nothing loose but one thing.
    pub(crate) fn clear_at(&self, pose: &Pose, thing: usize) -> bool {
        let parts = parts(pose, OPEN);
        let mut both = self.physics.gripper_solids.iter().zip(&parts);
        both.all(|(solid, at)| {
            self.physics.depth_in_fixed(solid, at) <= GRAZE.0
                && (0..self.physics.beings.len())
                    .filter(|other| *other != thing && self.physics.beings[*other].moves)
                    .all(|other| self.physics.touch(solid, at, other, 0.0).is_none())
        })
    }

    /// Whether the straight way between two poses is free of what is fixed.
    fn free(&self, from: Pose, to: Pose) -> bool {
        let count = strides(&from, &to, 0.006, 0.1);
        (1..=count).all(|step| self.fits(&between(&from, &to, step, count)))
    }

    /// Whether the gripper and what it holds can be at a pose.
    fn fits(&self, pose: &Pose) -> bool {
        let parts = parts(pose, self.gap);
        let gripper = self.physics.gripper_solids.iter().zip(parts);
        let mut free = gripper.into_iter().all(|(solid, at)| self.physics.depth_in_fixed(solid, &at) <= GRAZE.0);
        if let (true, Some(held)) = (free, self.held) {
            let at = *pose * held.at;
            let being = self.physics.beings.get(held.thing);
            free = being.is_none_or(|being| {
                being.solids.iter().all(|solid| self.physics.depth_in_fixed(&solid.shape, &(at * solid.at)) <= GRAZE.1)
            });
        }
        free
    }

    /// Moves the gripper along one straight way.
    fn drive(&mut self, to: Pose) -> Moved {
        let from = self.pose;
        let count = strides(&from, &to, STRIDE, SWING);
        // The way in pieces: those with nothing loose near are taken at once.
        let piece = 16;
        let mut step = 0;
        while step < count {
            let end = (step + piece).min(count);
            if self.alone(&between(&from, &to, step, count), &between(&from, &to, end, count)) {
                for at in step + 1..=end {
                    self.place(between(&from, &to, at, count));
                }
            } else {
                for at in step + 1..=end {
                    if let Some(thing) = self.push(between(&from, &to, at, count)) {
                        for back in 1..=BACK.min(at) {
                            self.push(between(&from, &to, at - back, count));
                        }
                        return Moved::Stopped(thing);
                    }
                }
            }
            step = end;
        }
        Moved::Done
    }

    /// Puts the gripper somewhere without simulating what that does, because nothing is near.
    fn place(&mut self, pose: Pose) {
        self.pose = pose;
        self.physics.put(parts(&pose, self.gap), self.carried());
        self.note();
    }

    /// Moves the gripper a little; the thing that cannot give way, if there is one.
    fn push(&mut self, pose: Pose) -> Option<usize> {
        self.pose = pose;
        self.physics.drive(parts(&pose, self.gap), self.carried());
        self.physics.step();
        self.note();
        self.blocked()
    }

    fn carried(&self) -> Option<(usize, Pose)> {
        self.held.map(|held| (held.thing, self.pose * held.at))
    }

    /// Notes what has been lifted and wiped.
    fn note(&mut self) {
        if let Some((thing, at)) = self.carried()
            && at.translation.z - self.rest.get(thing).copied().unwrap_or(0.0) >= LIFT
            && let Some(lifted) = self.lifted.get_mut(thing)
        {
            *lifted = true;
        }
        self.wipe();
    }

    /// Wipes the spots that a sponge lies on, if it has moved there.
    fn wipe(&mut self) {
        if self.wiped.iter().all(|wiped| *wiped) {
            return;
        }
        for index in 0..self.wipers.len() {
            let (thing, before) = self.wipers[index];
            let pose = self
                .carried()
                .filter(|(held, _)| *held == thing)
                .map_or_else(|| self.physics.pose(thing), |(_, at)| at);
            let way = pose.translation - before;
            if way.x * way.x + way.y * way.y < 1e-8 {
                continue;
            }
            self.wipers[index].1 = pose.translation;
            let Some(being) = self.physics.beings.get(thing) else { continue };
            let half = being.corners.iter().fold(Vector::ZERO, |most, corner| most.max(*corner));
            let flat = (pose.rotation * Vector::Z).z.abs() > 0.985;
            let table = physics::metre(crate::layout::TABLE);
            if !flat || pose.translation.z - half.z > table + 0.006 {
                continue;
            }
            for (spot, wiped) in self.layout.marks.iter().zip(&mut self.wiped) {
                let at = Vector::new(physics::metre(spot[0]), physics::metre(spot[1]), pose.translation.z);
                let local = pose.inverse_transform_point(at);
                *wiped |= local.x.abs() <= half.x && local.y.abs() <= half.y;
            }
        }
    }

    /// Whether nothing loose is near the way between two poses.
    fn alone(&self, from: &Pose, to: &Pose) -> bool {
        let mut swept = self.extent(from);
        swept.merge(&self.extent(to));
        let swept = swept.loosened(CLEAR);
        let held = self.held.map(|held| held.thing);
        (0..self.physics.beings.len())
            .filter(|thing| self.physics.beings[*thing].moves && Some(*thing) != held)
            .all(|thing| !swept.intersects(&self.physics.around(thing)))
    }

    /// The box around the gripper, with what it holds, at a pose.
    fn extent(&self, pose: &Pose) -> Aabb {
        let mut whole = Aabb::new_invalid();
        for (solid, at) in self.physics.gripper_solids.iter().zip(parts(pose, self.gap)) {
            whole.merge(&solid.compute_aabb(&at));
        }
        if let Some(being) = self.held.and_then(|held| self.physics.beings.get(held.thing)) {
            let at = self.held.map_or_else(Pose::identity, |held| *pose * held.at);
            whole.merge(&physics::around(&being.solids, &at));
        }
        whole
    }

    /// A loose thing that the gripper, or what it holds, is too deep in, or presses into something fixed.
    fn blocked(&self) -> Option<usize> {
        let held = self.carried();
        let near = self.extent(&self.pose).loosened(0.002);
        let parts = parts(&self.pose, self.gap);
        (0..self.physics.beings.len()).find(|thing| {
            if !self.physics.beings[*thing].moves || held.is_some_and(|(held, _)| held == *thing) {
                return false;
            }
            if !near.intersects(&self.physics.around(*thing)) {
                return false;
            }
            let deep = |shape: &SharedShape, at: &Pose| {
                self.physics.touch(shape, at, *thing, 0.0).is_some_and(|(depth, _)| depth > BLOCKED)
            };
            let gripper = self.physics.gripper_solids.iter().zip(&parts).any(|(solid, at)| deep(solid, at));
            let pressed = || {
                let at = self.physics.pose(*thing);
                let solids = &self.physics.beings[*thing].solids;
                solids.iter().any(|solid| self.physics.depth_in_fixed(&solid.shape, &(at * solid.at)) > PRESSED)
            };
            gripper
                || pressed()
                || held.is_some_and(|(held, at)| {
                    self.physics.beings[held].solids.iter().any(|solid| deep(&solid.shape, &(at * solid.at)))
                })
        })
    }

    /// Opens or closes the fingers.
    fn grip(&mut self, open: bool) -> Gripped {
        if open {
            let held = self.held.take();
            if let Some(held) = held {
                self.physics.release(held.thing);
            }
            let was = self.open;
            self.open = true;
            self.spread();
            return match (held, was) {
                (Some(held), _) => Gripped::Let(held.thing),
                (None, true) => Gripped::Same,
                (None, false) => Gripped::Opened,
            };
        }
        if !self.open {
            return Gripped::Same;
        }
        self.open = false;
        self.close()
    }

    /// Spreads the fingers as far as what is fixed lets them.
    fn spread(&mut self) {
        while self.gap < OPEN {
            let (before, next) = (self.gap, (self.gap + CREEP).min(OPEN));
            self.gap = next;
            if !self.fits(&self.pose) || self.push(self.pose).is_some() {
                self.gap = before;
                self.push(self.pose);
                return;
            }
        }
    }

    /// Closes the fingers until both touch a thing, or each other.
    fn close(&mut self) -> Gripped {
        while self.gap > 0.0 {
            let touched = self.fingers();
            if let Some(thing) = touched {
                let at = self.pose.inverse() * self.physics.pose(thing);
                self.held = Some(Held { thing, at });
                self.physics.take(thing);
                return Gripped::Took(thing);
            }
            let before = self.gap;
            self.gap = (self.gap - CREEP).max(0.0);
            if !self.fits(&self.pose) || self.push(self.pose).is_some() {
                self.gap = before;
                self.push(self.pose);
                break;
            }
        }
        Gripped::Nothing
    }

    /// The thing that both fingers touch from either side.
    fn fingers(&self) -> Option<usize> {
        let parts = parts(&self.pose, self.gap);
        let across = self.pose.rotation * Vector::Y;
        let touches = |finger: usize, side: f32, thing: usize| {
            let touch = self.physics.touch(&self.physics.gripper_solids[finger], &parts[finger], thing, 0.0012);
            touch.is_some_and(|(_, normal)| normal.dot(across) * side > 0.5)
        };
        (0..self.physics.beings.len())
            .filter(|thing| self.physics.beings[*thing].moves)
            .find(|thing| touches(1, -1.0, *thing) && touches(2, 1.0, *thing))
    }
}

/// How many steps a way takes.
fn strides(from: &Pose, to: &Pose, stride: f32, swing: f32) -> u16 {
    let way = (to.translation - from.translation).length();
    // The angle between two turns, by the arc tangent of the difference of their quaternions.
    let dot = from.rotation.dot(to.rotation).abs().min(1.0);
    let angle = 2.0 * libm::acosf(dot);
    let count = libm::ceilf((way / stride).max(angle / swing)).max(1.0);
    if count < 4000.0 { count as u16 } else { 4000 }
}

/// A pose on the way: places evenly, turns by the shorter way.
fn between(from: &Pose, to: &Pose, step: u16, count: u16) -> Pose {
    if step >= count {
        return *to;
    }
    let share = f32::from(step) / f32::from(count);
    let place = from.translation + (to.translation - from.translation) * share;
    let near = if from.rotation.dot(to.rotation) < 0.0 { -to.rotation } else { to.rotation };
    let mixed = from.rotation * (1.0 - share) + near * share;
    let turn = if mixed.length_squared() > 1e-9 { mixed.normalize() } else { from.rotation };
    Pose::from_parts(place, turn)
}
