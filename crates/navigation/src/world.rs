//! A task at work: the agent's pose, what it has seen, and what a step does. Positions are whole centimetres, so states are
//! exact; words are made in [`crate::words`], sight and collisions elsewhere.

use crate::memory::Memory;
use crate::place::{Place, Task};
use crate::search::MOVES;
use crate::sight::{self, Pose};
use crate::space::Space;
use crate::words;
use stepguard_embodied::chance::Hash;
use stepguard_embodied::scene::{FloorStage, Stage};
use stepguard_embodied::world::{Act, TaskId, Turn, World};

/// How near the middle of the target one has to come, in centimetres.
pub const GOAL: i32 = 100;

/// Actions by number: four moves, two turns, two tilts.
pub(crate) const ACTIONS: [&str; 8] = [
    "Move forward by 0.25",
    "Move backward by 0.25",
    "Move right by 0.25",
    "Move left by 0.25",
    "Rotate right by 90",
    "Rotate left by 90",
    "Tilt up by 30",
    "Tilt down by 30",
];

/// How far the camera tilts: down and up.
pub(crate) const TILTS: [i32; 2] = [-60, 30];

/// A navigation task at work.
#[derive(Debug, Clone)]
pub struct NavigationWorld {
    id: TaskId,
    task: &'static Task,
    place: &'static Place,
    stage: FloorStage,
    space: Space,
    menu: Vec<String>,
    conditions: Vec<String>,
    pose: Pose,
    /// Whether each object has been seen.
    seen: Vec<bool>,
    /// What is seen now, by index.
    view: Vec<usize>,
    solved: bool,
    memory: Memory,
}

impl NavigationWorld {
    pub(crate) fn new(id: TaskId, task: &'static Task, place: &'static Place) -> Option<Self> {
        let stage = place.stage(place.find(task.target)?);
        let space = Space::new(&stage);
        let [x, y, heading] = task.start;
        let memory = Memory::new([x, y], place, space.len());
        let mut world = Self {
            id,
            task,
            place,
            conditions: vec![format!("within 1 m of the {}", task.target)],
            menu: ACTIONS.map(str::to_owned).to_vec(),
            pose: Pose { at: [x, y], heading, tilt: 0 },
            seen: vec![false; stage.objects.len()],
            view: Vec::new(),
            solved: false,
            memory,
            stage,
            space,
        };
        world.look();
        Some(world)
    }

    pub(crate) const fn pose(&self) -> Pose {
        self.pose
    }

    pub(crate) const fn floor(&self) -> &FloorStage {
        &self.stage
    }

    pub(crate) const fn space(&self) -> &Space {
        &self.space
    }

    pub(crate) const fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(crate) const fn place(&self) -> &'static Place {
        self.place
    }

    /// The same world with another target, for tests of what a tutor knows.
    #[cfg(test)]
    pub(crate) const fn aim(&mut self, target: usize) {
        self.stage.target = target;
        self.solved = false;
    }

    /// What is seen now.
    pub(crate) fn view(&self) -> &[usize] {
        &self.view
    }

    /// Whether an object has been seen.
    pub(crate) fn has_seen(&self, object: usize) -> bool {
        self.seen.get(object).copied().unwrap_or(false)
    }

    /// The square of twice the distance from a point to the middle of an object, in centimetres: whole numbers decide.
    pub(crate) fn square(&self, [x, y]: [i32; 2], object: usize) -> i64 {
        let Some(object) = self.stage.objects.get(object) else { return i64::MAX };
        let middle = [2 * object.area.x + object.area.w, 2 * object.area.y + object.area.h];
        let [dx, dy] = [i64::from(middle[0] - 2 * x), i64::from(middle[1] - 2 * y)];
        dx * dx + dy * dy
    }

    /// Whether a point is near enough to an object to have reached it.
    pub(crate) fn reached(&self, point: [i32; 2], object: usize) -> bool {
        let most = i64::from(2 * GOAL);
        self.square(point, object) <= most * most
    }

    /// Where an action leads from a pose; `None` where it cannot run.
    pub(crate) fn after(&self, pose: Pose, action: usize) -> Option<Pose> {
        if let Some(bearing) = MOVES.get(action) {
            let vector = pose.vector(*bearing);
            let free = self.space.sweep(pose.at, vector, |_| true).is_none();
            return free.then_some(Pose { at: [pose.at[0] + vector[0], pose.at[1] + vector[1]], ..pose });
        }
        let turned = |degrees: i32| Pose { heading: (pose.heading + degrees).rem_euclid(360), ..pose };
        let tilted = |degrees: i32| Pose { tilt: pose.tilt + degrees, ..pose };
        match action {
            4 => Some(turned(90)),
            5 => Some(turned(-90)),
            6 => Some(tilted(30)).filter(|pose| pose.tilt <= TILTS[1]),
            7 => Some(tilted(-30)).filter(|pose| pose.tilt >= TILTS[0]),
            _ => None,
        }
    }

    /// Takes in what is seen from here.
    fn look(&mut self) {
        self.view = (0..self.stage.objects.len())
            .filter(|&index| sight::sees(&self.space, self.pose, index, &self.stage.objects[index]))
            .collect();
        for &index in &self.view {
            self.seen[index] = true;
        }
        self.memory.look(&self.space, self.pose, &self.view);
        self.solved |= self.reached(self.pose.at, self.stage.target);
    }

    /// Takes an action by number; whether it ran, and the feedback.
    fn take(&mut self, action: usize) -> (bool, String) {
        let Some(next) = self.after(self.pose, action) else {
            return (false, self.refuse(action));
        };
        self.pose = next;
        let before = self.solved;
        self.look();
        (true, words::done(action, self.solved && !before))
    }

    /// Why an action cannot run. Whoever runs into something knows it from then on.
    fn refuse(&mut self, action: usize) -> String {
        let Some(bearing) = MOVES.get(action) else {
            return if action < ACTIONS.len() {
                words::tilted_out(action).to_owned()
            } else {
                words::no_such_action(action)
            };
        };
        let vector = self.pose.vector(*bearing);
        let body = self.space.sweep(self.pose.at, vector, |_| true).map_or(0, |(body, _)| body);
        if let Some(known) = self.memory.known.get_mut(body) {
            *known = true;
        }
        self.memory.refused.push((self.memory.spot(self.pose.at), vector));
        words::blocked(action, body, &self.stage)
    }
}

impl World for NavigationWorld {
    fn task(&self) -> TaskId {
        self.id
    }

    fn instruction(&self) -> &str {
        self.task.instruction
    }

    fn menu(&self) -> &[String] {
        &self.menu
    }

    fn guide(&self) -> String {
        words::GUIDE.to_owned()
    }

    fn observe(&self) -> String {
        words::observation(self)
    }

    fn act(&mut self, act: Act) -> Turn {
        let solved = self.solved;
        let (ran, feedback) = match act {
            Act::Id(action) => self.take(action),
            Act::Pose(_) => (false, words::NO_POSES.to_owned()),
        };
        let reward = if self.solved && !solved { 1.0 } else { 0.0 };
        Turn { ran, feedback, reward }
    }

    fn conditions(&self) -> &[String] {
        &self.conditions
    }

    fn met(&self) -> Vec<bool> {
        vec![self.reached(self.pose.at, self.stage.target)]
    }

    fn solved(&self) -> bool {
        self.solved
    }

    fn distance(&self) -> Option<f64> {
        // Squares of some metres in half centimetres fit 32 bits; the root of a whole number is rounded the same everywhere.
        let square = u32::try_from(self.square(self.pose.at, self.stage.target)).map_or(f64::INFINITY, f64::from);
        Some(square.sqrt() / 200.0)
    }

    fn stage(&self) -> Stage {
        Stage::Floor(self.stage.clone())
    }

    fn cells(&self) -> Vec<i32> {
        let Pose { at: [x, y], heading, tilt } = self.pose;
        let mut cells = vec![x, y, heading, tilt];
        cells.extend(self.seen.iter().map(|seen| i32::from(*seen)));
        cells
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        for cell in self.cells() {
            hash.bytes(&cell.to_le_bytes());
        }
        hash.number(u64::from(self.solved));
        hash.end()
    }
}
