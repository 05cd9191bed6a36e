//! What baseline agents ask: plans with full and with partial sight, steps without a plan, and any valid step.

use crate::goal::Want;
use crate::plan::{Planner, distance};
use crate::rules::{apply, check};
use crate::scene::{Command, Entity, State};
use crate::world::HomesWorld;
use stepguard_embodied::chance::Chance;
use stepguard_embodied::world::{Act, Sight, Slip, Tutor};

impl HomesWorld<'_> {
    pub(crate) fn acts(&self, commands: &[Command]) -> Vec<Act> {
        commands.iter().filter_map(|command| self.scene().id(*command)).map(Act::Id).collect()
    }

    /// Steps from a state to the goal with full sight.
    pub(crate) fn planned(&self) -> Vec<Command> {
        let planner = Planner { scene: self.scene(), goal: self.goal(), knows: &|_| true };
        planner.plan(&self.state).unwrap_or_default()
    }

    fn searched(&self) -> Vec<Command> {
        let seen = |entity: Entity| self.known.seen[entity];
        let planner = Planner { scene: self.scene(), goal: self.goal(), knows: &seen };
        if planner.reached(&self.state) {
            return Vec::new();
        }
        let bound = planner.bind(&self.state);
        if bound.missing.is_empty() {
            return planner.plan(&self.state).unwrap_or_default();
        }
        let mut steps = planner.deliver(&self.state, &bound).unwrap_or_default();
        let mut state = self.state.clone();
        for step in &steps {
            apply(self.scene(), &mut state, *step);
        }
        let look = |wanted: &Vec<Entity>| planner.look(&state, wanted, &self.known.looked, &self.known.missed);
        steps.extend(bound.missing.iter().find_map(look).unwrap_or_default());
        steps
    }

    /// The next step of somebody without a plan.
    fn nearest(&self) -> Option<Command> {
        let (scene, state) = (self.scene(), &self.state);
        let open: Vec<_> = self.goal().iter().filter(|condition| !condition.holds(scene, state)).collect();
        let valid = |command: &Command| check(scene, state, *command).is_ok();
        let gained = |after: &State| open.iter().filter(|condition| condition.holds(scene, after)).count();
        let lost = |after: &State| {
            self.goal()
                .iter()
                .filter(|condition| condition.holds(scene, state) && !condition.holds(scene, after))
                .count()
        };
        // What makes a condition true at once.
        let useful = scene.commands.iter().copied().filter(valid).find(|command| {
            let mut after = state.clone();
            apply(scene, &mut after, *command) && gained(&after) > 0 && lost(&after) == 0
        });
        if useful.is_some() {
            return useful;
        }
        let places = |thing: Entity| -> Vec<Entity> {
            let wants =
                open.iter().filter(|condition| condition.who.contains(&thing)).flat_map(|condition| &condition.wants);
            let places = wants.filter(|want| !want.holds(scene, state, thing)).filter_map(|want| match want {
                Want::In(places) => Some(places.clone()),
                _ => None,
            });
            places.flatten().collect()
        };
        let far = |entity: Entity| {
            let fixture = if scene.is_fixture(entity) { Some(entity) } else { state.fixture_of(scene, entity) };
            fixture.map_or(i32::MAX, |fixture| distance(scene, state.at, fixture))
        };
        let go = |entity: Entity| {
            let fixture = if scene.is_fixture(entity) { Some(entity) } else { state.fixture_of(scene, entity) }?;
            if state.closed(scene, fixture) {
                return Some(if state.at == fixture { Command::Open(fixture) } else { Command::Find(fixture) });
            }
            Some(Command::Find(if scene.rearranges() { fixture } else { entity }))
        };
        let wanted = |thing: &Entity| open.iter().any(|condition| condition.who.contains(thing));
        if let Some(held) = state.held(scene) {
            let known = |place: &Entity| scene.is_fixture(*place) || self.known.seen[*place];
            let target = places(held).into_iter().filter(known).min_by_key(|place| (far(*place), *place));
            return match target {
                Some(target) if state.facing == target && !state.closed(scene, target) => Some(Command::PutDown),
                Some(target) => go(target),
                // It has nowhere to go: away with it.
                None if valid(&Command::PutDown) => Some(Command::PutDown),
                None => Planner { scene, goal: self.goal(), knows: &|_| true }.surface(state, held).map(Command::Find),
            };
        }
        let things = scene.fixtures()..scene.entities();
        let nearest = things
            .filter(|thing| wanted(thing) && self.known.seen[*thing] && !places(*thing).is_empty())
            .min_by_key(|thing| (far(*thing), *thing));
        if let Some(thing) = nearest {
            let pick = Command::PickUp(thing);
            return if valid(&pick) { Some(pick) } else { go(thing) };
        }
        let fixture = open
            .iter()
            .flat_map(|condition| &condition.who)
            .copied()
            .filter(|entity| scene.is_fixture(*entity) && *entity != state.at)
            .min_by_key(|entity| (far(*entity), *entity));
        if let Some(fixture) = fixture {
            return Some(Command::Find(fixture));
        }
        // Nothing useful in sight: the nearest place where it has not looked.
        let look = (0..scene.fixtures())
            .filter(|fixture| {
                !self.known.looked[*fixture]
                    && scene.plays[*fixture]
                    && scene.fixture(*fixture).is_some_and(|is| is.holds.is_some())
            })
            .min_by_key(|fixture| (far(*fixture), *fixture))?;
        go(look)
    }
}

impl Tutor for HomesWorld<'_> {
    fn solve(&self, sight: Sight) -> Vec<Act> {
        let commands = match sight {
            Sight::All => self.planned(),
            Sight::Seen => self.searched(),
        };
        self.acts(&commands)
    }

    fn greedy(&self) -> Option<Act> {
        self.scene().id(self.nearest()?).map(Act::Id)
    }

    /// Drawn from the actions that are valid in the present state.
    fn random(&self, chance: &mut Chance) -> Act {
        let scene = self.scene();
        let valid: Vec<usize> =
            (0..scene.commands.len()).filter(|id| check(scene, &self.state, scene.commands[*id]).is_ok()).collect();
        Act::Id(chance.pick(&valid).copied().unwrap_or(0))
    }

    fn spoil(&self, plan: &[Act], slip: Slip, chance: &mut Chance) -> Option<Vec<Act>> {
        let commands: Vec<Command> = plan.iter().filter_map(|act| self.command(*act)).collect();
        self.spoiled(&commands, slip, chance).map(|spoiled| self.acts(&spoiled))
    }

    fn name(&self, act: Act) -> String {
        match act {
            Act::Id(id) => self.scene().menu.get(id).cloned().unwrap_or_else(|| format!("action {id}")),
            Act::Pose(pose) => format!("{pose:?}"),
        }
    }
}
