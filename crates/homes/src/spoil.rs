//! Mistakes that are made on purpose. A spoiled plan that is followed to its end, steps that cannot run passed over, does not
//! solve the task.

use crate::goal::{Condition, Want};
use crate::plan::Planner;
use crate::rules::{apply, check};
use crate::scene::{Command, Entity, State};
use crate::world::HomesWorld;
use stepguard_embodied::chance::Chance;
use stepguard_embodied::world::Slip;

/// Draws after which it is said that there is no such mistake.
const DRAWS: usize = 12;

impl HomesWorld<'_> {
    pub(crate) fn spoiled(&self, plan: &[Command], slip: Slip, chance: &mut Chance) -> Option<Vec<Command>> {
        if plan.is_empty() {
            return None;
        }
        match slip {
            Slip::MissingStep => self.without_a_step(plan, chance),
            Slip::InvalidAction => self.impossible(plan, chance),
            Slip::WrongObject => self.wrong_object(chance),
            Slip::WrongPose => None,
            Slip::Mislocalised => self.mislocalised(plan, chance),
        }
    }

    /// Whether a plan, followed to its end, solves the task.
    fn solves(&self, plan: &[Command]) -> bool {
        let mut state = self.state.clone();
        let reached = |state: &State| self.goal().iter().all(|condition| condition.holds(self.scene(), state));
        plan.iter().any(|command| apply(self.scene(), &mut state, *command) && reached(&state))
    }

    /// The place of the first step that cannot run.
    fn stuck(&self, plan: &[Command]) -> Option<usize> {
        let mut state = self.state.clone();
        plan.iter().position(|command| !apply(self.scene(), &mut state, *command))
    }

    /// Leaves out a step that makes a later one possible.
    fn without_a_step(&self, plan: &[Command], chance: &mut Chance) -> Option<Vec<Command>> {
        let spoiled: Vec<Vec<Command>> = (0..plan.len())
            .filter(|place| {
                matches!(plan[*place], Command::Open(_) | Command::Close(_) | Command::PickUp(_) | Command::TurnOn(_))
            })
            .map(|place| {
                let mut fewer = plan.to_vec();
                fewer.remove(place);
                fewer
            })
            .filter(|fewer| !fewer.is_empty() && !self.solves(fewer))
            .collect();
        let refused: Vec<&Vec<Command>> = spoiled.iter().filter(|fewer| self.stuck(fewer).is_some()).collect();
        chance.pick(&refused).map(|fewer| (*fewer).clone()).or_else(|| chance.pick(&spoiled).cloned())
    }

    /// From an early step on, what cannot be done.
    fn impossible(&self, plan: &[Command], chance: &mut Chance) -> Option<Vec<Command>> {
        let scene = self.scene();
        let keep = chance.below(2).min(plan.len() - 1);
        let mut state = self.state.clone();
        let mut spoiled = plan[..keep].to_vec();
        for command in &spoiled {
            apply(scene, &mut state, *command);
        }
        for _ in keep..plan.len() {
            let invalid: Vec<Command> = scene
                .commands
                .iter()
                .copied()
                .filter(|command| !matches!(command, Command::Find(_)) && check(scene, &state, *command).is_err())
                .collect();
            spoiled.push(*chance.pick(&invalid)?);
        }
        (!self.solves(&spoiled)).then_some(spoiled)
    }

    /// Plans well for a goal in which one thing or place is another one of its kind.
    fn wrong_object(&self, chance: &mut Chance) -> Option<Vec<Command>> {
        let scene = self.scene();
        let unmet: Vec<usize> =
            (0..self.goal().len()).filter(|index| !self.goal()[*index].holds(scene, &self.state)).collect();
        for _ in 0..DRAWS {
            let mut goal = self.goal().to_vec();
            let condition = &mut goal[*chance.pick(&unmet)?];
            if !self.mistaken(condition, chance) {
                continue;
            }
            let planner = Planner { scene, goal: &goal, knows: &|_| true };
            if let Some(plan) = planner.plan(&self.state)
                && !plan.is_empty()
                && !self.solves(&plan)
            {
                return Some(plan);
            }
        }
        None
    }

    /// Another subject or another place in a condition; false when there is none.
    fn mistaken(&self, condition: &mut Condition, chance: &mut Chance) -> bool {
        let scene = self.scene();
        let places = condition.wants.iter().position(|want| matches!(want, Want::In(_)));
        if let (Some(place), true) = (places, chance.percent(30))
            && let Want::In(right) = &condition.wants[place]
            && let Some(first) = right.first().copied()
            && scene.is_fixture(first)
        {
            let similar: Vec<Entity> = (0..scene.fixtures())
                .filter(|other| {
                    !right.contains(other)
                        && scene.fixture(*other).map(|is| is.holds) == scene.fixture(first).map(|is| is.holds)
                })
                .filter(|other| condition.who.iter().all(|thing| scene.takes(*other, *thing)))
                .collect();
            let same: Vec<Entity> =
                similar.iter().copied().filter(|other| scene.class(*other) == scene.class(first)).collect();
            let Some(wrong) = chance.pick(if same.is_empty() { &similar } else { &same }) else { return false };
            condition.wants[place] = Want::In(vec![*wrong]);
            return true;
        }
        let Some(subject) = condition.who.iter().copied().find(|one| !scene.is_fixture(*one)) else {
            return self.other_fixture(condition, chance);
        };
        let can = |other: Entity| {
            condition.wants.iter().all(|want| match want {
                Want::In(places) => places.iter().any(|place| scene.takes(*place, other)),
                Want::Held => true,
                Want::Bit(..) => allows(self, other, want),
            })
        };
        let kind = scene.thing(subject).map(|is| &is.kind);
        let classes: Vec<&str> = condition.who.iter().map(|one| scene.class(*one)).collect();
        let kin: Vec<Entity> = (scene.fixtures()..scene.entities())
            .filter(|other| {
                !condition.who.contains(other) && scene.thing(*other).map(|is| &is.kind) == kind && can(*other)
            })
            .collect();
        let others: Vec<Entity> = kin.iter().copied().filter(|other| !classes.contains(&scene.class(*other))).collect();
        let mut from = if others.is_empty() { kin } else { others };
        if from.is_empty() {
            from = (scene.fixtures()..scene.entities())
                .filter(|other| !condition.who.contains(other) && can(*other))
                .collect();
        }
        let Some(wrong) = chance.pick(&from) else { return false };
        condition.who = vec![*wrong];
        condition.need = Some(1);
        true
    }

    /// A condition about a fixture is taken to be about another one.
    fn other_fixture(&self, condition: &mut Condition, chance: &mut Chance) -> bool {
        let scene = self.scene();
        let others: Vec<Entity> = (0..scene.fixtures())
            .filter(|other| {
                !condition.who.contains(other) && condition.wants.iter().all(|want| allows(self, *other, want))
            })
            .collect();
        let Some(wrong) = chance.pick(&others) else { return false };
        condition.who = vec![*wrong];
        condition.need = Some(1);
        true
    }

    /// Goes for a thing to where it is not, and does there what would be right.
    fn mislocalised(&self, plan: &[Command], chance: &mut Chance) -> Option<Vec<Command>> {
        let scene = self.scene();
        let picks: Vec<usize> = (0..plan.len()).filter(|place| matches!(plan[*place], Command::PickUp(_))).collect();
        for _ in 0..DRAWS {
            let place = *chance.pick(&picks)?;
            let Command::PickUp(thing) = plan[place] else { return None };
            let mut state = self.state.clone();
            for command in &plan[..place] {
                apply(scene, &mut state, *command);
            }
            let right = state.fixture_of(scene, thing);
            let elsewhere: Vec<usize> = (0..scene.fixtures())
                .filter(|fixture| Some(*fixture) != right && scene.takes(*fixture, thing))
                .collect();
            let wrong = *chance.pick(&elsewhere)?;
            // The steps that led to the thing go, those that would lead to the wrong place come.
            let approach =
                plan[..place].iter().rposition(|command| matches!(command, Command::Find(_))).unwrap_or(place);
            let mut spoiled = plan[..approach].to_vec();
            spoiled.push(Command::Find(wrong));
            if state.closed(scene, wrong) {
                spoiled.push(Command::Open(wrong));
            }
            spoiled.extend_from_slice(&plan[place..]);
            if !self.solves(&spoiled) {
                return Some(spoiled);
            }
        }
        None
    }
}

/// Whether a state can be wanted of an entity, and is not there yet.
fn allows(world: &HomesWorld<'_>, entity: Entity, want: &Want) -> bool {
    use crate::scene::bit;
    let scene = world.scene();
    let Want::Bit(bits, set) = want else { return false };
    let thing = scene.thing(entity);
    let can = match *bits {
        bit::OPEN => scene.opens(entity),
        bit::ON => scene.switch(entity),
        bit::SLICED => *set && thing.is_some_and(|is| is.slices),
        bit::DIRTY => !*set && thing.is_some_and(|is| is.soils()),
        bit::FILLED => *set && thing.is_some_and(|is| is.fills),
        _ => *set && thing.is_some_and(|is| is.warms()),
    };
    let same_kind = scene.is_fixture(entity);
    can && (!same_kind || world.state.has(entity, *bits) != *set)
}
