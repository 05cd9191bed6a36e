//! How the tasks are solved: plans of poses from the present state, found by trying them on a copy of the bodies; and the
//! ways in which agents without a plan, or with a mistake in it, act.

use crate::bench::{OPEN, TIP};
use crate::bins::{self, DOWN};
use crate::catalogue::{FLOOR, Role};
use crate::goal::{self, Goal};
use crate::layout::TABLE;
use crate::physics::metre;
use crate::sight;
use crate::world::{ManipulationWorld, degrees, in_workspace, notation};
use rapier3d::geometry::Aabb;
use rapier3d::math::Vector;
use stepguard_embodied::chance::Chance;
use stepguard_embodied::world::{Act, Sight, Slip, Tutor, World as _};

/// The height, in bins, at which things are carried: above everything that stands on the table.
const HIGH: i64 = 40;

/// How far below the top of a thing it is gripped, in metres.
const BITE: f32 = 0.02;

/// Ways to take a thing that are tried.
const WAYS: usize = 5;

/// Steps that a planner looks ahead.
const HORIZON: usize = 15;

/// A way to take a thing: where the gripper goes and how it is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grasp {
    at: [i64; 3],
    yaw: i64,
}

impl Grasp {
    const fn pose(self, open: bool) -> [i64; 7] {
        pose(self.at, self.yaw, open)
    }
}

const fn pose(at: [i64; 3], yaw: i64, open: bool) -> [i64; 7] {
    [at[0], at[1], at[2], DOWN[0], DOWN[1], yaw, if open { 1 } else { 0 }]
}

/// A plan in the making, tried out as it grows.
#[derive(Clone)]
struct Draft {
    world: ManipulationWorld,
    plan: Vec<Act>,
}

impl Draft {
    /// Adds a step; whether it ran.
    fn go(&mut self, action: [i64; 7]) -> bool {
        let act = Act::Pose(action);
        self.plan.push(act);
        self.plan.len() <= 2 * HORIZON && self.world.act(act).ran
    }

    /// How many conditions of goals hold.
    fn met(&self, goals: &[Goal]) -> usize {
        goals.iter().flat_map(|goal| goal.met(&self.world.bench)).filter(|met| *met).count()
    }
}

/// How a goal is gone for.
#[derive(Debug, Clone, Copy)]
struct Manner {
    /// Which way of taking the thing.
    way: usize,
    /// Whether moving and gripping share steps.
    brisk: bool,
    /// Whether a sponge is pushed to the spill rather than carried there.
    slide: bool,
}

impl ManipulationWorld {
    /// Ways to take a thing from above, the best first: those with room for the fingers, then the narrowest.
    fn grasps(&self, thing: usize) -> Vec<Grasp> {
        let Some(being) = self.bench.physics.beings.get(thing) else { return Vec::new() };
        let body = self.bench.physics.pose(thing);
        let corners: Vec<Vector> = being.corners.iter().map(|corner| body.transform_point(*corner)).collect();
        let around = self.bench.physics.around(thing);
        let (low, high) = (around.mins.z, around.maxs.z);
        let height = (high - BITE.min((high - low) / 2.0)).max(low + TIP + 0.001);
        let mut z = bins::nearest(2, height);
        if bins::metres(2, z) < low + TIP + 0.0005 {
            z += 1;
        }
        let mut found: Vec<(bool, i64, i64, Grasp)> = Vec::new();
        for yaw in 0..bins::TURNS / 2 {
            // Yaws of half a turn more are the same for two fingers. 90 is the middle of the order: fingers along x.
            let yaw = (yaw + 60) % bins::TURNS;
            let across = bins::rotation([DOWN[0], DOWN[1], yaw]) * Vector::Y;
            let along = Vector::new(-across.y, across.x, 0.0);
            let span = |axis: Vector| {
                corners
                    .iter()
                    .map(|corner| corner.dot(axis))
                    .fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)))
            };
            let (left, right) = span(across);
            let middle = across * ((left + right) / 2.0) + along * body.translation.dot(along);
            let at = [bins::bin(0, middle.x), bins::bin(1, middle.y), z.clamp(0, bins::PLACES - 1)];
            let place = Vector::new(bins::metres(0, at[0]), bins::metres(1, at[1]), bins::metres(2, at[2]));
            let here = place.dot(across);
            if here - left > OPEN - 0.001 || right - here > OPEN - 0.001 {
                continue;
            }
            let grasp = Grasp { at, yaw };
            let width = bins::whole((right - left) * 1000.0);
            found.push((!self.room(grasp, thing), width, (yaw - 90).abs(), grasp));
        }
        found.sort_by_key(|(tight, width, turn, _)| (*tight, *width, *turn));
        let mut ways: Vec<Grasp> = Vec::new();
        for (.., grasp) in found {
            let apart = |other: &Grasp| {
                let turn = (grasp.yaw - other.yaw).rem_euclid(60);
                turn.min(60 - turn) >= 5
            };
            if ways.len() < WAYS && ways.iter().all(apart) {
                ways.push(grasp);
            }
        }
        ways
    }

    /// Whether the open gripper fits there without touching anything but the thing.
    fn room(&self, grasp: Grasp, thing: usize) -> bool {
        let Some(target) = bins::read(grasp.pose(true)) else { return false };
        self.bench.clear_at(&target.pose, thing)
    }

    /// Tries to reach a goal in a manner; the plan, carried out on a copy.
    fn attempt(&self, goal: Goal, manner: Manner, more: bool) -> Draft {
        let mut draft = Draft { world: self.clone(), plan: Vec::new() };
        let Some(thing) = goal.thing(&self.bench.layout) else { return draft };
        if !draft.world.takes(thing) && !draft.take(thing, manner) {
            return draft;
        }
        match goal {
            Goal::Pick(_) => {
                draft.lift(thing);
            }
            Goal::Put { on, .. } | Goal::Stack { on, .. } => {
                if draft.lift(thing) {
                    draft.bring(thing, on, manner.brisk);
                }
            }
            Goal::Sort { sorter, hole, .. } => {
                if draft.lift(thing) {
                    draft.fit(thing, sorter, hole, manner.brisk);
                }
            }
            Goal::Wipe => draft.sweep(thing, manner.slide),
        }
        if more && draft.world.bench.open {
            draft.up();
        }
        draft
    }

    fn takes(&self, thing: usize) -> bool {
        self.bench.held.is_some_and(|held| held.thing == thing)
    }

    /// The plan for goals, one after the other, as far as it gets.
    fn plan(&self, goals: &[Goal]) -> Draft {
        let open = |draft: &Draft| -> Vec<Goal> {
            goals.iter().copied().filter(|goal| !goal.met(&draft.world.bench).iter().all(|met| *met)).collect()
        };
        let mut draft = Draft { world: self.clone(), plan: Vec::new() };
        let brisk = goals.len() > 1;
        let mut rounds = 0;
        // A goal that another one undid is gone for again.
        while rounds < goals.len() + 1 {
            rounds += 1;
            let left = open(&draft);
            let Some(goal) = left.first().copied() else { break };
            let more = left.len() > 1;
            let mut best: Option<Draft> = None;
            for way in 0..WAYS {
                for slide in [true, false] {
                    if !slide && goal != Goal::Wipe {
                        continue;
                    }
                    let mut tried = draft.world.attempt(goal, Manner { way, brisk, slide }, more);
                    let done = goal.met(&tried.world.bench).iter().all(|met| *met);
                    tried.plan.splice(0..0, draft.plan.iter().copied());
                    let better = |best: &Draft| tried.met(goals) > best.met(goals);
                    if done && tried.plan.len() <= HORIZON {
                        best = Some(tried);
                        break;
                    }
                    if best.as_ref().is_none_or(better) {
                        best = Some(tried);
                    }
                }
                if best.as_ref().is_some_and(|best| goal.met(&best.world.bench).iter().all(|met| *met)) {
                    break;
                }
            }
            match best {
                Some(best) if best.met(goals) > draft.met(goals) => draft = best,
                _ => break,
            }
        }
        draft
    }

    /// Where to look next for something that has not been seen; the pose to look from.
    fn lookout(&self) -> Option<[i64; 7]> {
        let hideouts = sight::hideouts(&self.bench);
        let at = hideouts.iter().zip(&self.looked).find(|(_, looked)| !**looked).map(|(at, _)| *at)?;
        Some(pose([bins::bin(0, at.x), bins::bin(1, at.y), HIGH + 5], 90, true))
    }

    /// Whether everything that a goal is about has been seen.
    fn knows(&self, goal: Goal) -> bool {
        let known = |thing: usize| self.seen.get(thing).copied().unwrap_or(false);
        let on = match goal {
            Goal::Put { on, .. } | Goal::Stack { on, .. } => known(on),
            Goal::Pick(_) | Goal::Sort { .. } | Goal::Wipe => true,
        };
        on && goal.thing(&self.bench.layout).is_none_or(known)
    }
}

impl Draft {
    fn around(&self, thing: usize) -> Aabb {
        self.world.bench.physics.around(thing)
    }

    /// Goes above a thing, down, and takes it.
    fn take(&mut self, thing: usize, manner: Manner) -> bool {
        if self.world.bench.held.is_some() && !self.drop() {
            return false;
        }
        let Some(grasp) = self.world.grasps(thing).get(manner.way).copied() else { return false };
        let above = Grasp { at: [grasp.at[0], grasp.at[1], HIGH], ..grasp };
        if !self.go(above.pose(true)) {
            return false;
        }
        if !manner.brisk && !self.go(grasp.pose(true)) {
            return false;
        }
        self.go(grasp.pose(false)) && self.world.takes(thing)
    }

    /// Puts down what is held at a place on the table that is free.
    fn drop(&mut self) -> bool {
        let Some(held) = self.world.bench.held else { return true };
        let [x, y, _] = bins::place(self.world.bench.pose.translation);
        let here = self.around(held.thing);
        let size = here.maxs - here.mins;
        let half = size.x.max(size.y) / 2.0 + 0.03;
        let others: Vec<Aabb> = (0..self.world.bench.layout.things.len())
            .filter(|thing| *thing != held.thing)
            .map(|thing| self.around(thing))
            .collect();
        let mut spots: Vec<(i64, i64, i64)> = Vec::new();
        for a in (24..80).step_by(4) {
            for b in (14..=86).step_by(4) {
                let (cx, cy) = (bins::metres(0, a), bins::metres(1, b));
                let free = others.iter().all(|other| {
                    cx + half < other.mins.x
                        || cx - half > other.maxs.x
                        || cy + half < other.mins.y
                        || cy - half > other.maxs.y
                });
                if free {
                    spots.push(((a - x).pow(2) + (b - y).pow(2), a, b));
                }
            }
        }
        let Some((_, a, b)) = spots.into_iter().min() else { return false };
        let low = self.lowest(held.thing, metre(TABLE), [a, b]);
        let yaw = self.yaw();
        self.up() && self.go(pose([a, b, HIGH], yaw, false)) && self.go(pose([a, b, low], yaw, true))
    }

    /// The bin in which what is held comes to be just above a height.
    fn lowest(&self, thing: usize, height: f32, _at: [i64; 2]) -> i64 {
        let below = self.world.bench.pose.translation.z - self.around(thing).mins.z;
        // A little pressure is better than a fall: a body stops the gripper by itself.
        bins::nearest(2, height + below + 0.0075).clamp(0, HIGH)
    }

    /// The gripper's turn as a bin.
    fn yaw(&self) -> i64 {
        let across = self.world.bench.pose.rotation * Vector::Y;
        bins::yaw(libm::atan2f(across.y, across.x).to_degrees() + 90.0)
    }

    /// Straight up, gripping as it does.
    fn up(&mut self) -> bool {
        let [x, y, z] = bins::place(self.world.bench.pose.translation);
        if z >= HIGH {
            return true;
        }
        let (yaw, open) = (self.yaw(), self.world.bench.open);
        self.go(pose([x, y, HIGH], yaw, open))
    }

    fn lift(&mut self, thing: usize) -> bool {
        self.up() && self.world.takes(thing)
    }

    /// Carries what is held above a thing and lets it go there.
    fn bring(&mut self, thing: usize, on: usize, brisk: bool) -> bool {
        let Some(other) = self.world.bench.layout.things.get(on) else { return false };
        let role = other.model.role;
        let target = goal::middle(&self.around(on));
        let height = match role {
            Role::Holder { floor, .. } => metre(TABLE + floor),
            _ => self.around(on).maxs.z,
        };
        let yaw = self.yaw();
        let at = self.over(thing, target, 0.0);
        if !self.go(pose([at[0], at[1], HIGH], yaw, false)) {
            return false;
        }
        let low = self.lowest(thing, height, at);
        self.set(at, low, yaw, brisk)
    }

    /// Carries a piece above its compartment, turned as that is, and lets it go there.
    fn fit(&mut self, thing: usize, sorter: usize, hole: usize, brisk: bool) -> bool {
        let Some(compartment) = self.world.bench.layout.things.get(sorter).and_then(|sorter| sorter.holes.get(hole))
        else {
            return false;
        };
        let every = match compartment.kind.as_str() {
            "cube" => 90.0,
            "triangle" => 120.0,
            "star" => 72.0,
            "moon" => 360.0,
            _ => 3.0,
        };
        let target = self.world.bench.physics.pose(sorter).transform_point(Vector::new(0.0, metre(compartment.y), 0.0));
        let turned = degrees(self.world.bench.physics.pose(thing).rotation);
        // The smallest turn of the gripper, in bins, that brings the piece to look like its compartment.
        let turn = -(turned - every * libm::roundf(turned / every));
        let turn = bins::whole(libm::roundf(turn / 3.0));
        let yaw = (self.yaw() + turn).rem_euclid(bins::TURNS);
        let at = self.over(thing, target, turn as f32 * 3.0);
        if !self.go(pose([at[0], at[1], HIGH], yaw, false)) {
            return false;
        }
        // The exact turn shifts the piece in the gripper's frame.
        let at = self.over(thing, target, 0.0);
        let low = self.lowest(thing, metre(TABLE + FLOOR), at);
        self.set(at, low, yaw, brisk)
    }

    /// Lowers what is held as far as it goes, and opens.
    fn set(&mut self, at: [i64; 2], low: i64, yaw: i64, brisk: bool) -> bool {
        let fits = |z: i64| {
            bins::read(pose([at[0], at[1], z], yaw, false)).is_some_and(|target| self.world.bench.straight(target.pose))
        };
        let Some(z) = (low..=HIGH).find(|z| fits(*z)) else { return false };
        if !brisk && !self.go(pose([at[0], at[1], z], yaw, false)) {
            return false;
        }
        self.go(pose([at[0], at[1], z], yaw, true))
    }

    /// The bins at which the middle of what is held comes to be over a place, once the gripper has turned by degrees.
    fn over(&self, thing: usize, target: Vector, turn: f32) -> [i64; 2] {
        let offset = goal::middle(&self.around(thing)) - self.world.bench.pose.translation;
        let turn = bins::turned(bins::whole(turn * 10.0).try_into().unwrap_or(0));
        let at = target - turn * offset;
        [bins::bin(0, at.x), bins::bin(1, at.y)]
    }

    /// Moves a sponge over the spots.
    fn sweep(&mut self, thing: usize, slide: bool) {
        let yaw = self.yaw();
        let z = bins::place(self.world.bench.pose.translation)[2];
        let mut first = true;
        for _ in 0..HORIZON {
            let here = goal::middle(&self.around(thing));
            let left: Vec<Vector> = self
                .world
                .bench
                .layout
                .marks
                .iter()
                .zip(&self.world.bench.wiped)
                .filter(|(_, wiped)| !**wiped)
                .map(|(mark, _)| Vector::new(metre(mark[0]), metre(mark[1]), here.z))
                .collect();
            // To the nearest end of the spill first, then always across to what is farthest.
            let away = |at: &&Vector| bins::whole((**at - here).length() * 10_000.0);
            let next = if first { left.iter().min_by_key(away) } else { left.iter().max_by_key(away) };
            let Some(next) = next.copied() else { return };
            let at = self.over(thing, next, 0.0);
            if first && !slide && !(self.up() && self.go(pose([at[0], at[1], HIGH], yaw, false))) {
                return;
            }
            first = false;
            if !self.go(pose([at[0], at[1], z], yaw, false)) {
                return;
            }
        }
    }
}

impl Tutor for ManipulationWorld {
    fn solve(&self, sight: Sight) -> Vec<Act> {
        if self.solved {
            return Vec::new();
        }
        let goals = &self.fixed.goals;
        if sight == Sight::Seen && goals.iter().any(|goal| !self.knows(*goal)) {
            // With something in its hand it goes on holding it.
            let mut look = match self.lookout() {
                Some(look) => look,
                None => return Vec::new(),
            };
            look[6] = i64::from(self.bench.open);
            return vec![Act::Pose(look)];
        }
        let before = self.met().iter().filter(|met| **met).count();
        let draft = self.plan(goals);
        if draft.world.solved || draft.met(goals) > before { draft.plan } else { Vec::new() }
    }

    fn greedy(&self) -> Option<Act> {
        if self.solved {
            return None;
        }
        let goals: Vec<Goal> = self
            .fixed
            .goals
            .iter()
            .copied()
            .filter(|goal| !goal.met(&self.bench).iter().all(|met| *met) && self.knows(*goal))
            .collect();
        self.grab(&goals).map(Act::Pose)
    }

    fn random(&self, chance: &mut Chance) -> Act {
        let mut action = [0; 7];
        for _ in 0..400 {
            for (index, number) in action.iter_mut().enumerate() {
                let end = match index {
                    0..3 => bins::PLACES,
                    3..6 => bins::TURNS,
                    _ => 2,
                };
                *number = i64::try_from(chance.below(usize::try_from(end).unwrap_or(1))).unwrap_or(0);
            }
            let free =
                in_workspace(action) && bins::read(action).is_some_and(|target| self.bench.path(target.pose).is_some());
            if free {
                return Act::Pose(action);
            }
        }
        Act::Pose(crate::world::HOME)
    }

    fn spoil(&self, plan: &[Act], slip: Slip, chance: &mut Chance) -> Option<Vec<Act>> {
        crate::slip::spoil(self, plan, slip, chance)
    }

    fn name(&self, act: Act) -> String {
        match act {
            Act::Pose(action) => notation(action),
            Act::Id(id) => id.to_string(),
        }
    }
}

impl ManipulationWorld {
    /// Whether a thing is of the kind that a goal asks for: who does not look closely takes it for the one that is meant.
    fn alike(&self, goal: Goal, thing: usize) -> bool {
        let kind = |thing: usize| self.bench.layout.things.get(thing).map(|thing| thing.kind.as_str());
        goal.thing(&self.bench.layout).is_some_and(|meant| kind(meant) == kind(thing))
    }

    /// The next step of somebody who reaches straight for the nearest thing of the right kind.
    fn grab(&self, goals: &[Goal]) -> Option<[i64; 7]> {
        let here = self.bench.pose.translation;
        if let Some(held) = self.bench.held {
            let draft = Draft { world: self.clone(), plan: Vec::new() };
            let yaw = draft.yaw();
            let [x, y, z] = bins::place(here);
            let goal = goals.iter().find(|goal| self.alike(**goal, held.thing));
            let Some(goal) = goal else { return Some(pose([x, y, z], yaw, true)) };
            let (target, height) = match *goal {
                Goal::Pick(_) => return Some(pose([x, y, (z + 6).min(bins::PLACES - 1)], yaw, false)),
                Goal::Put { on, .. } | Goal::Stack { on, .. } => {
                    let around = self.bench.physics.around(on);
                    (goal::middle(&around), around.maxs.z)
                }
                Goal::Sort { sorter, hole, .. } => {
                    let hole = self.bench.layout.things.get(sorter)?.holes.get(hole)?;
                    let at = self.bench.physics.pose(sorter).transform_point(Vector::new(0.0, metre(hole.y), 0.0));
                    (at, self.bench.physics.around(sorter).maxs.z)
                }
                Goal::Wipe => {
                    let spots = self.bench.layout.marks.iter().zip(&self.bench.wiped).filter(|(_, wiped)| !**wiped);
                    let spots = spots.map(|(mark, _)| Vector::new(metre(mark[0]), metre(mark[1]), here.z));
                    let next = spots.min_by_key(|at| bins::whole((*at - here).length() * 10_000.0))?;
                    let [a, b] = draft.over(held.thing, next, 0.0);
                    return Some(pose([a, b, z], yaw, false));
                }
            };
            let [a, b] = draft.over(held.thing, target, 0.0);
            let low = draft.lowest(held.thing, height, [a, b]);
            let there = (a - x).abs() <= 1 && (b - y).abs() <= 1 && (low - z).abs() <= 1;
            return Some(if there { pose([x, y, z], yaw, true) } else { pose([a, b, low], yaw, false) });
        }
        let things = (0..self.bench.layout.things.len()).filter(|thing| {
            self.seen.get(*thing).copied().unwrap_or(false) && goals.iter().any(|goal| self.alike(*goal, *thing))
        });
        let near =
            |thing: &usize| bins::whole((self.bench.physics.pose(*thing).translation - here).length() * 10_000.0);
        let thing = things.min_by_key(near)?;
        let place = bins::place(goal::middle(&self.bench.physics.around(thing)));
        let at = [place[0], place[1], place[2].max(16)];
        let now = bins::place(here);
        let there = at.iter().zip(now).all(|(a, b)| (a - b).abs() <= 1);
        // The turn of the thing is not looked at.
        Some(pose(at, 90, !there || !self.bench.open))
    }
}

/// The steps towards goals that are not the task's own.
pub(crate) fn planned(world: &ManipulationWorld, goals: &[Goal]) -> Vec<[i64; 7]> {
    let steps = world.plan(goals).plan.into_iter();
    steps.filter_map(|act| if let Act::Pose(action) = act { Some(action) } else { None }).collect()
}
