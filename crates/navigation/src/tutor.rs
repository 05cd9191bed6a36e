//! How a task is solved by somebody who knows everything, by somebody who has to look first, by somebody without a plan and by
//! chance, and how plans are spoilt. Knows the world; no agents.

use crate::memory::Spot;
use crate::search::{self, MOVES, Way};
use crate::sight::{Bearing, Pose};
use crate::world::{ACTIONS, NavigationWorld};
use std::cmp::Reverse;
use stepguard_embodied::chance::Chance;
use stepguard_embodied::scene::FloorObject;
use stepguard_embodied::world::{Act, Sight, Slip, Tutor, World as _};

/// Ways are not longer than an episode; those to a wrong place leave a step for a look there.
const MOST: usize = 20;

/// A look round is worth a turn if it may show this many spots.
const WORTH: usize = 8;

/// Somebody who walks into things does so this often.
const STUBBORN: usize = 8;

/// Who takes the target to be elsewhere takes it to be at least this far away from it, in centimetres.
const ASTRAY: i64 = 150;

impl NavigationWorld {
    /// The way to within reach of an object, around the bodies that count, without coming within reach of another one.
    fn way_to(&self, object: usize, without: Option<usize>, counts: impl Fn(usize) -> bool) -> Option<Way> {
        let memory = self.memory();
        search::way(
            self.space(),
            memory,
            self.pose(),
            if without.is_some() { MOST - 1 } else { MOST },
            counts,
            |spot| without.is_none_or(|other| !self.reached(memory.point(spot), other)),
            |spot| self.reached(memory.point(spot), object),
        )
    }

    /// The next steps of somebody who does not know where the target is: turn to where much may be seen, or else go to where
    /// the unknown begins.
    fn explore(&self) -> Vec<Act> {
        let (memory, pose, space) = (self.memory(), self.pose(), self.space());
        let turned = |quarters: i32| Pose { heading: (pose.heading + 90 * quarters).rem_euclid(360), ..pose };
        // What a turn may show, by its steps; of equal ones the first.
        let gains =
            [(1, 1), (3, 1), (2, 2)].map(|(quarters, steps)| (memory.gain(space, turned(quarters)) / steps, quarters));
        if let Some((gain, quarters)) = gains.into_iter().min_by_key(|(gain, _)| Reverse(*gain))
            && gain >= WORTH
        {
            return turn(quarters);
        }
        let known = |body: usize| memory.known[body];
        let beyond = |spot: Spot| {
            MOVES.into_iter().map(|bearing| pose.vector(bearing)).find(|vector| {
                let next = neighbour(spot, *vector);
                memory.unknown(next) && space.sweep(memory.point(spot), *vector, known).is_none()
            })
        };
        let way =
            search::way(space, memory, pose, MOST, known, |spot| !memory.unknown(spot), |spot| beyond(spot).is_some());
        if let Some(way) = way {
            let mut plan = acts(&way.steps);
            if let Some(vector) = beyond(way.end) {
                let Bearing { right, ahead } = pose.bearing(vector);
                plan.extend(turn(if ahead > 0 {
                    0
                } else if right > 0 {
                    1
                } else if right < 0 {
                    3
                } else {
                    2
                }));
            }
            if !plan.is_empty() {
                return plan;
            }
        }
        // Everything has been looked at, but not down: what is low and near is below the picture.
        if pose.tilt > -30 { vec![Act::Id(7)] } else { turn(1) }
    }

    /// Which steps of a plan run, and whether it leads to the target, when steps that are not possible are passed over.
    fn walk(&self, plan: &[Act]) -> (Vec<bool>, bool) {
        let (mut pose, mut there) = (self.pose(), self.solved());
        let target = self.floor().target;
        let ran = plan
            .iter()
            .map(|act| {
                let Act::Id(action) = *act else { return false };
                let Some(next) = self.after(pose, action) else { return false };
                pose = next;
                there |= self.reached(pose.at, target);
                true
            })
            .collect();
        (ran, there)
    }

    fn succeeds(&self, plan: &[Act]) -> bool {
        self.walk(plan).1
    }

    /// Leaves out one step such that the rest runs into something, if there is such a step, or else leads past.
    fn missing_step(&self, plan: &[Act], chance: &mut Chance) -> Option<Vec<Act>> {
        let without = |index: usize| {
            let mut left = plan.to_vec();
            left.remove(index);
            left
        };
        let failing: Vec<usize> = (0..plan.len()).filter(|index| !self.succeeds(&without(*index))).collect();
        let stuck: Vec<usize> =
            failing.iter().copied().filter(|index| self.walk(&without(*index)).0.contains(&false)).collect();
        let index = chance.pick(if stuck.is_empty() { &failing } else { &stuck })?;
        Some(without(*index))
    }

    /// Walks into something on the way, again and again.
    fn invalid_action(&self, plan: &[Act], chance: &mut Chance) -> Option<Vec<Act>> {
        let mut pose = self.pose();
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (index, act) in plan.iter().enumerate() {
            places.extend((0..MOVES.len()).filter(|step| self.after(pose, *step).is_none()).map(|step| (index, step)));
            let Act::Id(action) = *act else { break };
            pose = self.after(pose, action).unwrap_or(pose);
            if self.reached(pose.at, self.floor().target) {
                break;
            }
        }
        if let Some((index, step)) = chance.pick(&places) {
            let mut spoilt = plan.get(..*index)?.to_vec();
            spoilt.extend([Act::Id(*step); STUBBORN]);
            return Some(spoilt);
        }
        // Nothing is near the way: something is at the end of every other one.
        let into = |step: usize| {
            let (ran, there) = self.walk(&[Act::Id(step); MOST]);
            let far = ran.iter().take_while(|ran| **ran).count();
            (!there && far < MOST).then_some((far, step))
        };
        let (far, step) = (0..MOVES.len()).filter_map(into).min()?;
        Some(vec![Act::Id(step); far + STUBBORN])
    }

    /// Goes to another object: one of the same kind, or of the same colour, or whatever else can be reached.
    fn wrong_object(&self, chance: &mut Chance) -> Option<Vec<Act>> {
        let things = self.place().things;
        let target = self.floor().target;
        let wanted = things.get(target)?;
        let ranks: [&dyn Fn(usize) -> bool; 4] = [
            &|index| things[index].kind == wanted.kind,
            &|index| things[index].colour == wanted.colour && things[index].round == wanted.round,
            &|index| things[index].colour == wanted.colour,
            &|_| true,
        ];
        for rank in ranks {
            let mut others: Vec<usize> = (0..things.len()).filter(|index| *index != target && rank(*index)).collect();
            while !others.is_empty() {
                let other = others.remove(chance.below(others.len()));
                // Where the agent already stands at the other one there is nothing to be done wrong.
                if self.reached(self.pose().at, other) {
                    continue;
                }
                if let Some(way) = self.way_to(other, Some(target), |_| true) {
                    let mut plan = acts(&way.steps);
                    plan.push(self.regard(way.end, other));
                    return Some(plan);
                }
            }
        }
        None
    }

    /// Having come to an object, one step to look at it: a turn towards it, or a look down or up where one faces it.
    fn regard(&self, spot: Spot, object: usize) -> Act {
        let pose = Pose { at: self.memory().point(spot), ..self.pose() };
        let to = self.floor().objects.get(object).map_or(pose.at, middle);
        let Bearing { right, ahead } = pose.to(to);
        if right.abs() > ahead.max(0) {
            return Act::Id(if right > 0 { 4 } else { 5 });
        }
        match (ahead > 0, pose.tilt > -30) {
            (false, _) => Act::Id(4),
            (true, true) => Act::Id(7),
            (true, false) => Act::Id(6),
        }
    }

    /// Goes to where the target would be if sides were exchanged: right and left, ahead and behind, or both.
    fn mislocalised(&self, chance: &mut Chance) -> Option<Vec<Act>> {
        let (pose, memory, target) = (self.pose(), self.memory(), self.floor().target);
        let middle = middle(self.floor().objects.get(target)?);
        let Bearing { right, ahead } = pose.to(middle);
        let far = |[x, y]: [i32; 2], [a, b]: [i32; 2]| {
            let [dx, dy] = [i64::from(x - a), i64::from(y - b)];
            dx * dx + dy * dy
        };
        let mut beliefs: Vec<[i32; 2]> = [(-right, ahead), (right, -ahead), (-right, -ahead)]
            .into_iter()
            .map(|(right, ahead)| pose.vector(Bearing { right, ahead }))
            .map(|[x, y]| [pose.at[0] + x, pose.at[1] + y])
            .filter(|point| far(*point, middle) >= ASTRAY * ASTRAY)
            .collect();
        let way = |wanted: &mut dyn FnMut(Spot) -> bool| {
            let enters = |spot: Spot| !self.reached(memory.point(spot), target);
            search::way(self.space(), memory, pose, MOST - 1, |_| true, enters, wanted)
        };
        // All that can be reached without coming to the target by mistake, but for where the agent stands.
        let here = memory.spot(pose.at);
        let mut spots: Vec<Spot> = Vec::new();
        way(&mut |spot| {
            if spot != here {
                spots.push(spot);
            }
            false
        });
        while !beliefs.is_empty() {
            let belief = beliefs.remove(chance.below(beliefs.len()));
            let goal = spots.iter().copied().min_by_key(|spot| (far(memory.point(*spot), belief), *spot))?;
            // It is no mistake that leads nowhere.
            if far(memory.point(goal), belief) < far(pose.at, belief) {
                return way(&mut |spot| spot == goal).map(|way| looking_round(&way.steps));
            }
        }
        // Where all that is behind walls, it goes as far away as it gets.
        let goal = spots.iter().copied().max_by_key(|spot| (far(memory.point(*spot), middle), *spot))?;
        way(&mut |spot| spot == goal).map(|way| looking_round(&way.steps))
    }
}

fn acts(steps: &[usize]) -> Vec<Act> {
    steps.iter().map(|step| Act::Id(*step)).collect()
}

/// A way to where nothing is, and a turn to look for it there.
fn looking_round(steps: &[usize]) -> Vec<Act> {
    let mut plan = acts(steps);
    plan.push(Act::Id(4));
    plan
}

/// Quarters of a turn to the right, the short way.
fn turn(quarters: i32) -> Vec<Act> {
    match quarters.rem_euclid(4) {
        0 => Vec::new(),
        1 => vec![Act::Id(4)],
        2 => vec![Act::Id(4), Act::Id(4)],
        _ => vec![Act::Id(5)],
    }
}

const fn neighbour(spot: Spot, vector: [i32; 2]) -> Spot {
    [spot[0] + vector[0].signum(), spot[1] + vector[1].signum()]
}

const fn middle(object: &FloorObject) -> [i32; 2] {
    [object.area.x + object.area.w / 2, object.area.y + object.area.h / 2]
}

impl Tutor for NavigationWorld {
    fn solve(&self, sight: Sight) -> Vec<Act> {
        if self.solved() {
            return Vec::new();
        }
        let target = self.floor().target;
        let known = |body: usize| self.memory().known[body];
        match sight {
            Sight::All => self.way_to(target, None, |_| true).map(|way| acts(&way.steps)).unwrap_or_default(),
            Sight::Seen if self.has_seen(target) => {
                // What is not known counts as free: a step that is refused makes it known.
                let way = self.way_to(target, None, known).map(|way| acts(&way.steps));
                way.unwrap_or_else(|| self.explore())
            }
            Sight::Seen => self.explore(),
        }
    }

    fn greedy(&self) -> Option<Act> {
        if self.solved() {
            return None;
        }
        let (pose, target) = (self.pose(), self.floor().target);
        let spot = self.memory().spot(pose.at);
        let mut nearer: Vec<(i64, usize)> = MOVES
            .into_iter()
            .enumerate()
            .map(|(step, bearing)| (step, pose.vector(bearing)))
            .map(|(step, [x, y])| (self.square([pose.at[0] + x, pose.at[1] + y], target), step))
            .filter(|(square, _)| *square < self.square(pose.at, target))
            .collect();
        nearer.sort_unstable();
        // After a refusal it tries the other way that leads nearer, once; then it goes on running into what is there.
        let refused = |step: usize| self.memory().refused.contains(&(spot, pose.vector(MOVES[step])));
        let best = nearer.iter().find(|(_, step)| !refused(*step)).or_else(|| nearer.first());
        best.map(|(_, step)| Act::Id(*step))
    }

    fn random(&self, chance: &mut Chance) -> Act {
        let possible: Vec<usize> =
            (0..ACTIONS.len()).filter(|action| self.after(self.pose(), *action).is_some()).collect();
        // Turning is always possible.
        Act::Id(chance.pick(&possible).copied().unwrap_or(4))
    }

    fn spoil(&self, plan: &[Act], slip: Slip, chance: &mut Chance) -> Option<Vec<Act>> {
        if plan.is_empty() || self.solved() {
            return None;
        }
        let spoilt = match slip {
            Slip::MissingStep => self.missing_step(plan, chance),
            Slip::InvalidAction => self.invalid_action(plan, chance),
            Slip::WrongObject => self.wrong_object(chance),
            Slip::WrongPose => None,
            Slip::Mislocalised => self.mislocalised(chance),
        }?;
        (!spoilt.is_empty() && !self.succeeds(&spoilt)).then_some(spoilt)
    }

    fn name(&self, act: Act) -> String {
        match act {
            Act::Id(action) => {
                ACTIONS.get(action).map_or_else(|| format!("action {action}"), |name| (*name).to_owned())
            }
            Act::Pose(pose) => format!("{pose:?}"),
        }
    }
}
