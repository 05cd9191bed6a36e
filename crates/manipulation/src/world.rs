//! A task at work, as agents and pages see it: acts in, feedback, words and numbers out.

use crate::bench::{Bench, Gripped, Moved, OPEN, Refusal, reaches};
use crate::bins::{self, DOWN};
use crate::catalogue::Role;
use crate::goal::{self, Goal};
use crate::layout::{Layout, TABLE_BOX};
use crate::physics::{metre, tenths};
use crate::{sight, tasks};
use rapier3d::math::{Pose, Rotation, Vector};
use std::fmt::Write as _;
use std::sync::Arc;
use stepguard_embodied::chance::Hash;
use stepguard_embodied::scene::{Stage, TableStage};
use stepguard_embodied::world::{Act, TaskId, Turn, World};

/// Where the gripper is at first, in bins.
pub(crate) const HOME: [i64; 7] = [25, 50, 55, 0, 60, 90, 1];

/// Bits in a cell.
const BITS: usize = 30;

/// What stays while a task runs.
#[derive(Debug)]
pub(crate) struct Fixed {
    pub(crate) task: TaskId,
    pub(crate) instruction: &'static str,
    pub(crate) goals: Vec<Goal>,
    conditions: Vec<String>,
    stage: Stage,
}

/// A manipulation task at work.
#[derive(Clone)]
pub struct ManipulationWorld {
    pub(crate) fixed: Arc<Fixed>,
    pub(crate) bench: Bench,
    /// Which things have been seen.
    pub(crate) seen: Vec<bool>,
    /// Which hideouts have been looked into.
    pub(crate) looked: Vec<bool>,
    pub(crate) solved: bool,
}

impl ManipulationWorld {
    /// A task of this environment; `None` for others.
    pub(crate) fn start(task: TaskId) -> Option<Self> {
        let written = tasks::task(task)?;
        let (layout, goals) = tasks::read(task, written).ok()?;
        Some(Self::of(task, written.instruction, layout, goals))
    }

    /// A scene with goals.
    pub(crate) fn of(task: TaskId, instruction: &'static str, layout: Layout, goals: Vec<Goal>) -> Self {
        let bodies = layout.bodies();
        let names: Vec<String> = bodies.iter().map(|body| body.name.clone()).collect();
        let conditions = goals.iter().flat_map(|goal| goal.conditions(&names, &layout)).collect();
        let stage = Stage::Table(TableStage { table: TABLE_BOX, bodies, marks: layout.marks.clone() });
        let home = bins::read(HOME).map_or_else(Pose::identity, |target| target.pose);
        let bench = Bench::new(Arc::new(layout), home);
        let hideouts = sight::hideouts(&bench).len();
        let fixed = Arc::new(Fixed { task, instruction, goals, conditions, stage });
        let mut world = Self { fixed, bench, seen: Vec::new(), looked: vec![false; hideouts], solved: false };
        world.seen = vec![false; world.bench.layout.things.len()];
        world.look();
        world
    }

    /// Notes what is seen.
    fn look(&mut self) {
        for (seen, now) in self.seen.iter_mut().zip(sight::seen(&self.bench)) {
            *seen |= now;
        }
        for (looked, at) in self.looked.iter_mut().zip(sight::hideouts(&self.bench)) {
            *looked |= sight::looks_at(&self.bench, at);
        }
    }

    fn refused(feedback: String) -> Turn {
        Turn { ran: false, feedback, reward: 0.0 }
    }

    /// What a thing is called to the agent: by its looks; the numbers that tell things of the same looks apart belong to the
    /// record. What has never been seen is felt at most.
    fn look_of(&self, thing: usize) -> String {
        let seen = self.seen.get(thing).copied().unwrap_or(false);
        let look = self.bench.layout.things.get(thing).map(|thing| thing.look.as_str());
        look.filter(|_| seen).map_or_else(|| "something unseen".to_owned(), |look| format!("the {look}"))
    }

    fn pose_words(&self) -> String {
        let [x, y, z] = bins::place(self.bench.pose.translation);
        format!("[{x}, {y}, {z}]")
    }
}

/// An action in the environment's notation.
pub(crate) fn notation(action: [i64; 7]) -> String {
    let numbers: Vec<String> = action.iter().map(i64::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

impl World for ManipulationWorld {
    fn task(&self) -> TaskId {
        self.fixed.task
    }

    fn instruction(&self) -> &str {
        self.fixed.instruction
    }

    fn menu(&self) -> &[String] {
        &[]
    }

    fn guide(&self) -> String {
        format!(
            "An action is seven whole numbers [x, y, z, roll, pitch, yaw, grip]. x, y and z run from 0 to 99: bins of one \
             centimetre from (-0.3, -0.5, 0.6) m on, x away from the robot, y to its left, z up; the table's top lies at the \
             lower edge of z 15. roll, pitch and yaw run from 0 to 119: bins of three degrees from -180 on, turned about the \
             fixed axes x, y and z in this order. grip is 1 for open and 0 for closed. Roll {}, pitch {}, yaw 90 points \
             straight down with the fingers opening along x; yaw 60 opens them along y. The position is the point between \
             the finger tips, which reach {} mm further; the fingers open to {} cm. The gripper moves to the pose first and \
             then opens or closes. It goes straight, or over fixed things that are in its way; loose things are pushed. \
             Left, right, near and far are said from the robot: left is larger y, far is larger x.",
            DOWN[0],
            DOWN[1],
            tenths(crate::bench::TIP) / 10,
            tenths(2.0 * OPEN) / 100,
        )
    }

    fn observe(&self) -> String {
        let mut out = String::new();
        let holding = match self.bench.held {
            Some(held) => format!("holds {}", self.look_of(held.thing)),
            None => "holds nothing".to_owned(),
        };
        let state = if self.bench.open { "open" } else { "closed" };
        let _ = writeln!(out, "The gripper is {state} at {} and {holding}.", self.pose_words());
        out.push_str("On the table, with positions in bins:\n");
        let seen = sight::seen(&self.bench);
        let mut hides = false;
        for (index, thing) in self.bench.layout.things.iter().enumerate() {
            hides |= matches!(thing.model.role, Role::Screen | Role::Holder { rim: 1001.., .. });
            if !seen.get(index).copied().unwrap_or(false) {
                continue;
            }
            let around = self.bench.physics.around(index);
            let [x, y, z] = bins::place(goal::middle(&around));
            let _ = write!(out, "- {} at [{x}, {y}, {z}]", thing.look);
            if thing.model.moves() {
                let _ = write!(out, ", turned to yaw {}", heading(&self.bench.physics.pose(index)));
                let held = self.bench.held.is_some_and(|held| held.thing == index);
                out.push_str(if held { ", held\n" } else { "\n" });
                continue;
            }
            let size = around.maxs - around.mins;
            let (wide, deep, high) = (centimetres(size.y), centimetres(size.x), centimetres(size.z));
            let _ = writeln!(out, ", fixed, {wide} cm wide, {deep} cm deep, {high} cm high");
            for hole in &thing.holes {
                let at = self.bench.physics.pose(index).transform_point(Vector::new(0.0, metre(hole.y), metre(100)));
                let [x, y, z] = bins::place(at);
                let _ = writeln!(out, "  - its {} compartment at [{x}, {y}, {z}]", hole.kind);
            }
        }
        let dirty: Vec<String> = self
            .bench
            .layout
            .marks
            .iter()
            .zip(&self.bench.wiped)
            .filter(|(_, wiped)| !**wiped)
            .map(|(mark, _)| format!("[{}, {}]", bins::bin(0, metre(mark[0])), bins::bin(1, metre(mark[1]))))
            .collect();
        if !dirty.is_empty() {
            let _ = writeln!(out, "Dirty spots of the table, as x and y: {}.", dirty.join(", "));
        }
        if hides {
            out.push_str(
                "What is behind a board or deep in a bin shows only to the camera in the gripper, from above.\n",
            );
        }
        out
    }

    fn act(&mut self, act: Act) -> Turn {
        let Act::Pose(action) = act else {
            return Self::refused("invalid: an action is seven whole numbers".to_owned());
        };
        let Some(target) = bins::read(action) else {
            return Self::refused(format!(
                "invalid: {} is out of range, x, y and z are 0 to 99, turns 0 to 119, grip 0 or 1",
                notation(action)
            ));
        };
        let before = self.solved;
        match self.bench.go(target.pose, target.open) {
            Err(Refusal::OutOfWorkspace) => {
                Self::refused(format!("invalid: {} is out of workspace, the arm does not reach it", notation(action)))
            }
            Err(Refusal::NoPath) => Self::refused(format!(
                "invalid: no path to {}, the table or something fixed is in the way",
                notation(action)
            )),
            Ok((moved, gripped)) => {
                self.look();
                self.solved |= self.met().iter().all(|met| *met);
                let mut feedback = String::from("valid: ");
                match moved {
                    Moved::Done => feedback.push_str("the gripper is at the pose"),
                    Moved::Stopped(thing) => {
                        let _ =
                            write!(feedback, "{} stopped the gripper at {}", self.look_of(thing), self.pose_words());
                    }
                }
                match gripped {
                    Gripped::Same => {}
                    Gripped::Took(thing) => {
                        let _ = write!(feedback, ", it has taken hold of {}", self.look_of(thing));
                    }
                    Gripped::Nothing => feedback.push_str(", it has closed on nothing"),
                    Gripped::Opened => feedback.push_str(", it has opened"),
                    Gripped::Let(thing) => {
                        let _ = write!(feedback, ", it has let go of {}", self.look_of(thing));
                    }
                }
                if let (true, Some(held)) = (gripped == Gripped::Same, self.bench.held) {
                    let _ = write!(feedback, ", it holds {}", self.look_of(held.thing));
                }
                let reward = if self.solved && !before { 1.0 } else { 0.0 };
                Turn { ran: true, feedback, reward }
            }
        }
    }

    fn conditions(&self) -> &[String] {
        &self.fixed.conditions
    }

    fn met(&self) -> Vec<bool> {
        self.fixed.goals.iter().flat_map(|goal| goal.met(&self.bench)).collect()
    }

    fn solved(&self) -> bool {
        self.solved
    }

    fn distance(&self) -> Option<f64> {
        None
    }

    fn stage(&self) -> Stage {
        self.fixed.stage.clone()
    }

    fn cells(&self) -> Vec<i32> {
        let mut cells = Vec::new();
        pose_cells(&self.bench.pose, &mut cells);
        cells.push(tenths(2.0 * self.bench.gap));
        cells.push(self.bench.held.map_or(-1, |held| i32::try_from(held.thing).unwrap_or(-1)));
        for thing in 0..self.bench.layout.things.len() {
            pose_cells(&self.bench.physics.pose(thing), &mut cells);
        }
        for group in self.bench.wiped.chunks(BITS) {
            cells.push(group.iter().enumerate().fold(0, |bits, (bit, wiped)| bits | i32::from(*wiped) << bit));
        }
        cells
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        let pose = |pose: &Pose, hash: &mut Hash| {
            for number in pose.translation.to_array() {
                hash.float(number);
            }
            for number in pose.rotation.to_array() {
                hash.float(number);
            }
        };
        pose(&self.bench.pose, &mut hash);
        hash.float(self.bench.gap);
        let held = self.bench.held.and_then(|held| u64::try_from(held.thing + 1).ok());
        hash.number(held.unwrap_or(0));
        hash.number(u64::from(self.bench.open));
        for thing in 0..self.bench.layout.things.len() {
            pose(&self.bench.physics.pose(thing), &mut hash);
        }
        for flag in self.bench.wiped.iter().chain(&self.bench.lifted).chain(&self.seen).chain(&self.looked) {
            hash.number(u64::from(*flag));
        }
        hash.number(u64::from(self.solved));
        hash.end()
    }
}

/// Seven cells of a pose.
fn pose_cells(pose: &Pose, cells: &mut Vec<i32>) {
    cells.extend(pose.translation.to_array().map(tenths));
    cells.extend(pose.rotation.to_array().map(tenths));
}

/// The turn of a body about z, as a bin: where its x axis points.
fn heading(pose: &Pose) -> i64 {
    bins::yaw(degrees(pose.rotation))
}

/// Where the x axis of a turn points, in degrees about z.
pub(crate) fn degrees(rotation: Rotation) -> f32 {
    let ahead = rotation * Vector::X;
    libm::atan2f(ahead.y, ahead.x).to_degrees()
}

fn centimetres(metres: f32) -> i64 {
    bins::whole(libm::roundf(metres * 100.0))
}

/// Whether the arm reaches a pose in bins.
pub(crate) fn in_workspace(action: [i64; 7]) -> bool {
    bins::read(action).is_some_and(|target| reaches(&target.pose))
}
