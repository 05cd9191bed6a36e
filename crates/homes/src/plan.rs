//! Plans for goals: what has to be done with each thing and fixture becomes a job, the jobs are done one after the other in the
//! best order found, and steps that turn out to be needless are taken out again. Works on the light form of a state.

use crate::goal::{Condition, Want};
use crate::rules::apply;
use crate::scene::{Command, Entity, Place, Scene, State, bit};
use crate::vocabulary::{Holds, Works, vocabulary};

/// Jobs up to this number are tried in every order.
const ALL_ORDERS: usize = 4;

/// Rounds of mending after all jobs: one can undo what another did.
const ROUNDS: usize = 3;

/// Something to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Job {
    /// A thing has to be brought somewhere or into some state.
    Thing(Entity, Vec<Want>),
    /// These have to be sliced.
    Slice(Vec<Entity>),
    /// A fixture has to be in these states.
    Fixture(Entity, Vec<(u16, bool)>),
}

/// What is to be done, and what has to be found first: of each list one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bound {
    jobs: Vec<Job>,
    /// Things of which the planner does not know where they are.
    pub(crate) missing: Vec<Vec<Entity>>,
}

/// A planner with what it knows.
pub(crate) struct Planner<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) goal: &'a [Condition],
    /// Whether it knows where this entity is.
    pub(crate) knows: &'a dyn Fn(Entity) -> bool,
}

/// A state on the way, with the steps that led there.
#[derive(Clone)]
struct Way {
    state: State,
    steps: Vec<Command>,
}

impl Way {
    fn go(&mut self, scene: &Scene, command: Command) -> bool {
        let ran = apply(scene, &mut self.state, command);
        self.steps.push(command);
        ran
    }
}

impl Planner<'_> {
    /// Steps that reach the goal from a state, as far as the planner knows; `None` when it finds none.
    pub(crate) fn plan(&self, state: &State) -> Option<Vec<Command>> {
        let start = Way { state: state.clone(), steps: Vec::new() };
        let end = self.finish(start, 0)?;
        Some(self.shortened(state, end.steps))
    }

    /// The job of the thing in the hand, if it has one.
    pub(crate) fn deliver(&self, state: &State, bound: &Bound) -> Option<Vec<Command>> {
        let held = state.held(self.scene)?;
        let job = bound.jobs.iter().find(|job| matches!(job, Job::Thing(thing, _) if *thing == held))?;
        let mut way = Way { state: state.clone(), steps: Vec::new() };
        self.work(&mut way, job).then_some(way.steps)
    }

    pub(crate) fn reached(&self, state: &State) -> bool {
        self.goal.iter().all(|condition| condition.holds(self.scene, state))
    }

    /// Does jobs until nothing is left to do.
    fn finish(&self, way: Way, round: usize) -> Option<Way> {
        if self.reached(&way.state) {
            return Some(way);
        }
        if round == ROUNDS {
            return None;
        }
        let bound = self.bind(&way.state);
        if !bound.missing.is_empty() {
            return None;
        }
        let mut best: Option<Way> = None;
        let mut attempt = |order: &[usize]| {
            let mut next = way.clone();
            for job in order {
                if !self.work(&mut next, &bound.jobs[*job]) {
                    return None;
                }
            }
            let next = self.finish(next, round + 1)?;
            let length = next.steps.len();
            if best.as_ref().is_none_or(|best| length < best.steps.len()) {
                best = Some(next);
            }
            Some(length)
        };
        let mut order: Vec<usize> = (0..bound.jobs.len()).collect();
        if order.len() <= ALL_ORDERS {
            permutations(&mut order, 0, &mut |order| {
                attempt(order);
            });
        } else {
            improve(order, &mut attempt);
        }
        best
    }

    /// What has to be done for the goal.
    pub(crate) fn bind(&self, state: &State) -> Bound {
        let scene = self.scene;
        let mut wants: Vec<(Entity, Vec<Want>)> = Vec::new();
        let mut bound = Bound::default();
        // Things that make a condition true already are left to it.
        let mut serving: Vec<Entity> = Vec::new();
        for condition in self.goal.iter().filter(|condition| condition.holds(scene, state)) {
            let having = |entity: &&Entity| condition.wants.iter().all(|want| want.holds(scene, state, **entity));
            serving.extend(condition.who.iter().filter(having).take(condition.need.unwrap_or(usize::MAX)));
        }
        for condition in self.goal.iter().filter(|condition| !condition.holds(scene, state)) {
            let lacking = |entity: Entity| condition.wants.iter().any(|want| !want.holds(scene, state, entity));
            let need = condition.need.unwrap_or(condition.who.len());
            let mut still = need.saturating_sub(condition.having(scene, state));
            let mut known: Vec<Entity> =
                condition.who.iter().copied().filter(|entity| lacking(*entity) && self.knows(*entity)).collect();
            if known.len() > still {
                let taken = |entity: Entity| {
                    let moved = |wants: &[Want]| wants.iter().any(|want| matches!(want, Want::In(_) | Want::Held));
                    let other = wants.iter().any(|(one, wants)| *one == entity && moved(wants));
                    usize::from(other && moved(&condition.wants)) + usize::from(serving.contains(&entity))
                };
                let key = |entity: &Entity| (taken(*entity), self.price(state, *entity, &condition.wants));
                known.sort_by_cached_key(key);
            }
            for entity in known.iter().take(still) {
                let own = condition.wants.clone();
                match wants.iter_mut().find(|(one, _)| one == entity) {
                    Some((_, all)) => all.extend(own),
                    None => wants.push((*entity, own)),
                }
            }
            still = still.saturating_sub(known.len());
            if still > 0 {
                bound.missing.push(condition.who.iter().copied().filter(|entity| !self.knows(*entity)).collect());
            }
        }
        self.jobs(state, wants, &mut bound);
        bound
    }

    fn knows(&self, entity: Entity) -> bool {
        self.scene.is_fixture(entity) || (self.knows)(entity)
    }

    /// How many steps one thing alone would take.
    fn price(&self, state: &State, entity: Entity, wants: &[Want]) -> usize {
        let mut bound = Bound::default();
        self.jobs(state, vec![(entity, wants.to_vec())], &mut bound);
        let mut way = Way { state: state.clone(), steps: Vec::new() };
        let done = bound.jobs.iter().all(|job| self.work(&mut way, job));
        if done { way.steps.len() } else { usize::MAX }
    }

    fn jobs(&self, state: &State, wants: Vec<(Entity, Vec<Want>)>, bound: &mut Bound) {
        let scene = self.scene;
        let mut slices = Vec::new();
        for (entity, wants) in wants {
            if scene.is_fixture(entity) {
                let bits = wants.iter().filter_map(|want| match want {
                    Want::Bit(bits, set) => Some((*bits, *set)),
                    _ => None,
                });
                bound.jobs.push(Job::Fixture(entity, bits.collect()));
                continue;
            }
            let slice = Want::Bit(bit::SLICED, true);
            if wants.contains(&slice) && !slice.holds(scene, state, entity) {
                slices.push(entity);
            }
            let rest: Vec<Want> = wants.into_iter().filter(|want| *want != slice).collect();
            for want in &rest {
                // A vessel to put it into has to be known as well.
                if let Want::In(places) = want
                    && !want.holds(scene, state, entity)
                    && !places.iter().any(|place| self.knows(*place))
                {
                    bound.missing.push(places.clone());
                }
            }
            if !rest.is_empty() {
                bound.jobs.push(Job::Thing(entity, rest));
            }
        }
        if !slices.is_empty() {
            let knives: Vec<Entity> = self.knives().collect();
            if !knives.iter().any(|knife| self.knows(*knife)) {
                bound.missing.push(knives);
            }
            bound.jobs.insert(0, Job::Slice(slices));
        }
    }

    fn knives(&self) -> impl Iterator<Item = Entity> {
        let scene = self.scene;
        (scene.fixtures()..scene.entities()).filter(|thing| scene.thing(*thing).is_some_and(|is| is.cuts))
    }

    fn work(&self, way: &mut Way, job: &Job) -> bool {
        match job {
            Job::Slice(things) => self.slice(way, things),
            Job::Fixture(fixture, bits) => bits.iter().all(|(bits, set)| self.fixture(way, *fixture, *bits, *set)),
            Job::Thing(thing, wants) => {
                let stages = stages(wants);
                match self.treat(way, *thing, &stages) {
                    Some(done) => {
                        *way = done;
                        true
                    }
                    None => false,
                }
            }
        }
    }

    /// Goes through the stages of a thing; where there are several ways, the shortest to the end is taken.
    fn treat(&self, way: &Way, thing: Entity, stages: &[&Want]) -> Option<Way> {
        let scene = self.scene;
        let Some((want, rest)) = stages.split_first() else { return Some(way.clone()) };
        if want.holds(scene, &way.state, thing) {
            return self.treat(way, thing, rest);
        }
        let mut best: Option<Way> = None;
        let mut consider = |next: Way| {
            if let Some(end) = self.treat(&next, thing, rest)
                && best.as_ref().is_none_or(|best| end.steps.len() < best.steps.len())
            {
                best = Some(end);
            }
        };
        match want {
            Want::Held => {
                let mut next = way.clone();
                if self.take(&mut next, thing) {
                    consider(next);
                }
            }
            Want::In(places) => {
                for place in places.iter().filter(|place| self.knows(**place) && scene.takes(**place, thing)) {
                    let mut next = way.clone();
                    if self.take(&mut next, thing) && self.put(&mut next, thing, *place) {
                        consider(next);
                    }
                }
            }
            Want::Bit(bits, set) => match (*bits, *set) {
                (bit::OPEN | bit::ON, _) => {
                    let mut next = way.clone();
                    if self.toggle(&mut next, thing, *bits, *set) {
                        consider(next);
                    }
                }
                (bit::DIRTY, false) => {
                    self.appliances(way, thing, &[Works::Rinses, Works::Washes], rest, &mut consider);
                }
                (bit::FILLED, true) => {
                    self.appliances(way, thing, &[Works::Rinses, Works::Brews], rest, &mut consider);
                }
                (bit::HOT, true) => self.appliances(way, thing, &[Works::Heats], rest, &mut consider),
                (bit::COLD, true) => self.appliances(way, thing, &[Works::Cools], rest, &mut consider),
                _ => {}
            },
        }
        best
    }

    /// Brings a thing to each of the appliances that do this: by itself, in the vessel in which it is to be in the end, or, where
    /// it has to be, in any vessel.
    fn appliances(&self, way: &Way, thing: Entity, works: &[Works], later: &[&Want], consider: &mut dyn FnMut(Way)) {
        let scene = self.scene;
        let ends_in: Vec<Entity> = later
            .iter()
            .filter_map(|want| if let Want::In(places) = want { Some(places) } else { None })
            .flatten()
            .copied()
            .filter(|place| scene.vessel(*place) && self.knows(*place) && scene.takes(*place, thing))
            .collect();
        for appliance in 0..scene.fixtures() {
            let Some(does) = scene.fixture(appliance).and_then(|is| is.works).filter(|does| works.contains(does))
            else {
                continue;
            };
            let place = if does == Works::Rinses { scene.home.fixtures[appliance].over } else { Some(appliance) };
            let Some(place) = place else { continue };
            let mut goers: Vec<Entity> = if scene.takes(place, thing) { vec![thing] } else { Vec::new() };
            goers.extend(ends_in.iter().copied().filter(|vessel| scene.takes(place, *vessel)));
            if goers.is_empty() {
                // An egg on the stove is in a pan.
                let vessels = (scene.fixtures()..scene.entities())
                    .filter(|vessel| self.knows(*vessel) && scene.takes(*vessel, thing) && scene.takes(place, *vessel));
                goers = vessels.collect();
            }
            for goer in goers {
                let mut next = way.clone();
                let inside = goer == thing
                    || next.state.place(scene, thing) == Place::Vessel(goer)
                    || (self.take(&mut next, thing) && self.put(&mut next, thing, goer));
                if !inside {
                    continue;
                }
                let there = next.state.fixture_of(scene, goer) == Some(place);
                if !there && does == Works::Rinses && !next.state.has(appliance, bit::ON) {
                    // Into running water: so one stands at the basin afterwards and can take it at once.
                    let mut running = next.clone();
                    if self.take(&mut running, goer)
                        && self.fixture(&mut running, appliance, bit::ON, true)
                        && self.put(&mut running, goer, place)
                    {
                        consider(running);
                    }
                }
                if (there || self.take(&mut next, goer) && self.put(&mut next, goer, place))
                    && self.use_it(&mut next, appliance, does)
                {
                    consider(next);
                }
            }
        }
    }

    /// Has an appliance do its work on what is in it.
    fn use_it(&self, way: &mut Way, appliance: usize, does: Works) -> bool {
        let scene = self.scene;
        if does == Works::Cools {
            return self.fixture(way, appliance, bit::OPEN, true) && self.fixture(way, appliance, bit::OPEN, false);
        }
        if way.state.has(appliance, bit::ON) {
            // What was put there while it runs is treated at once; else it is started anew.
            let basin = scene.home.fixtures[appliance].over.unwrap_or(appliance);
            let arrived = matches!(way.steps.last(), Some(Command::PutDown)) && way.state.at == basin;
            return arrived
                || self.fixture(way, appliance, bit::ON, false) && self.fixture(way, appliance, bit::ON, true);
        }
        self.fixture(way, appliance, bit::ON, true)
    }

    /// Goes to a fixture, so that it is faced.
    fn face(&self, way: &mut Way, entity: Entity) -> bool {
        way.state.facing == entity || way.go(self.scene, Command::Find(entity))
    }

    fn stand(&self, way: &mut Way, fixture: usize) -> bool {
        way.state.at == fixture || way.go(self.scene, Command::Find(fixture))
    }

    fn fixture(&self, way: &mut Way, fixture: usize, bits: u16, set: bool) -> bool {
        let scene = self.scene;
        if way.state.has(fixture, bits) == set {
            return true;
        }
        if !self.stand(way, fixture) {
            return false;
        }
        match (bits, set) {
            (bit::OPEN, true) => {
                if way.state.has(fixture, bit::ON) && !way.go(scene, Command::TurnOff(fixture)) {
                    return false;
                }
                way.go(scene, Command::Open(fixture))
            }
            (bit::OPEN, false) => way.go(scene, Command::Close(fixture)),
            (_, true) => {
                if way.state.has(fixture, bit::OPEN) && !way.go(scene, Command::Close(fixture)) {
                    return false;
                }
                way.go(scene, Command::TurnOn(fixture))
            }
            (_, false) => way.go(scene, Command::TurnOff(fixture)),
        }
    }

    /// Makes a thing reachable and goes there.
    fn approach(&self, way: &mut Way, thing: Entity) -> bool {
        let scene = self.scene;
        let Some(fixture) = way.state.fixture_of(scene, thing) else { return false };
        if way.state.closed(scene, fixture) && !self.fixture(way, fixture, bit::OPEN, true) {
            return false;
        }
        if let Place::Vessel(vessel) = way.state.place(scene, thing)
            && way.state.closed(scene, vessel)
            && !(self.stand(way, fixture) && way.go(scene, Command::Open(vessel)))
        {
            return false;
        }
        if way.state.at == fixture {
            return true;
        }
        way.go(scene, Command::Find(if scene.rearranges() { fixture } else { thing }))
    }

    /// Takes a thing into the hand.
    fn take(&self, way: &mut Way, thing: Entity) -> bool {
        match way.state.held(self.scene) {
            Some(held) if held == thing => true,
            Some(_) => self.drop(way) && self.take(way, thing),
            None => self.approach(way, thing) && way.go(self.scene, Command::PickUp(thing)),
        }
    }

    /// Puts what is held to a fixture or into a vessel.
    fn put(&self, way: &mut Way, thing: Entity, place: Entity) -> bool {
        let scene = self.scene;
        if scene.is_fixture(place) {
            let open = !way.state.closed(scene, place) || self.fixture(way, place, bit::OPEN, true);
            return open && self.face(way, place) && way.go(scene, Command::PutDown);
        }
        if way.state.held(scene) != Some(thing) || way.state.fixture_of(scene, place).is_none() {
            return false;
        }
        let Some(fixture) = way.state.fixture_of(scene, place) else { return false };
        if way.state.closed(scene, fixture) && !self.fixture(way, fixture, bit::OPEN, true) {
            return false;
        }
        self.face(way, place)
            && (!way.state.closed(scene, place) || way.go(scene, Command::Open(place)))
            && way.go(scene, Command::PutDown)
    }

    /// Frees the hand: here if that is possible, else on the nearest surface.
    fn drop(&self, way: &mut Way) -> bool {
        let scene = self.scene;
        let Some(held) = way.state.held(scene) else { return true };
        let at = way.state.at;
        if scene.takes(at, held) && !way.state.closed(scene, at) {
            return self.face(way, at) && way.go(scene, Command::PutDown);
        }
        self.surface(&way.state, held).is_some_and(|place| self.put(way, held, place))
    }

    /// The nearest place with nothing to open that takes a thing.
    pub(crate) fn surface(&self, state: &State, thing: Entity) -> Option<usize> {
        let scene = self.scene;
        let fits = |fixture: &usize| {
            let idle = scene.fixture(*fixture).is_some_and(|is| is.holds == Some(Holds::On) && !is.switch && !is.opens);
            idle && scene.takes(*fixture, thing)
        };
        (0..scene.fixtures()).filter(fits).min_by_key(|fixture| distance(scene, state.at, *fixture))
    }

    fn slice(&self, way: &mut Way, things: &[Entity]) -> bool {
        let scene = self.scene;
        let mut best: Option<Way> = None;
        for knife in self.knives().filter(|knife| self.knows(*knife)) {
            let mut next = way.clone();
            let mut left: Vec<Entity> = things.to_vec();
            let mut done = true;
            // What is in the hand or in a vessel is put down before the knife is taken.
            for thing in things {
                let direct = matches!(next.state.place(scene, *thing), Place::Fixture(_));
                done &= direct || self.take(&mut next, *thing) && self.drop(&mut next);
            }
            done &= self.take(&mut next, knife);
            while done && !left.is_empty() {
                let here = left.iter().position(|thing| next.state.fixture_of(scene, *thing) == Some(next.state.at));
                let thing = left.remove(here.unwrap_or(0));
                done = self.approach(&mut next, thing) && next.go(scene, Command::Slice(thing));
            }
            if done && best.as_ref().is_none_or(|best| next.steps.len() < best.steps.len()) {
                best = Some(next);
            }
        }
        match best {
            Some(done) => {
                *way = done;
                true
            }
            None => false,
        }
    }

    /// Opens, closes, turns on or off a thing.
    fn toggle(&self, way: &mut Way, thing: Entity, bits: u16, set: bool) -> bool {
        let scene = self.scene;
        let direct = matches!(way.state.place(scene, thing), Place::Fixture(_));
        let down = direct || self.take(way, thing) && self.drop(way);
        if !down {
            return false;
        }
        if !self.approach(way, thing) {
            return false;
        }
        let command = match (bits, set) {
            (bit::OPEN, true) => Command::Open(thing),
            (bit::OPEN, false) => Command::Close(thing),
            (_, true) => {
                if way.state.closed(scene, thing) && !way.go(scene, Command::Open(thing)) {
                    return false;
                }
                Command::TurnOn(thing)
            }
            (_, false) => Command::TurnOff(thing),
        };
        way.go(scene, command)
    }

    /// Takes out steps without which the plan works as well.
    fn shortened(&self, start: &State, mut steps: Vec<Command>) -> Vec<Command> {
        'again: loop {
            for gap in 0..6 {
                for from in 0..steps.len().saturating_sub(gap) {
                    let mut fewer = steps.clone();
                    fewer.remove(from + gap);
                    if gap > 0 {
                        fewer.remove(from);
                    }
                    if self.works(start, &fewer) {
                        steps = fewer;
                        continue 'again;
                    }
                }
            }
            return steps;
        }
    }

    /// Whether these steps all run and reach the goal.
    pub(crate) fn works(&self, start: &State, steps: &[Command]) -> bool {
        let mut state = start.clone();
        steps.iter().all(|step| apply(self.scene, &mut state, *step)) && self.reached(&state)
    }

    /// Where one goes to look for one of these, and what to do there; `None` when everything was looked at.
    pub(crate) fn look(
        &self,
        state: &State,
        wanted: &[Entity],
        looked: &[bool],
        missed: &[bool],
    ) -> Option<Vec<Command>> {
        let scene = self.scene;
        let unseen = |entity: Entity| !self.knows(entity);
        let open_left = (0..scene.fixtures()).any(|fixture| !looked[fixture] && !state.closed(scene, fixture));
        // Household skills have a skill for what lies open.
        if !scene.rearranges() && open_left && !wanted.iter().any(|thing| missed[*thing]) {
            let thing = wanted.iter().copied().find(|thing| unseen(*thing))?;
            return Some(vec![Command::Find(thing)]);
        }
        let likely: &[String] = wanted
            .first()
            .and_then(|thing| scene.thing(*thing))
            .and_then(|is| vocabulary().kinds.get(&is.kind))
            .map_or(&[], Vec::as_slice);
        let room = scene.room(state.at);
        let rank = |fixture: usize| {
            let class = scene.class(fixture);
            let known = likely.iter().position(|likely| likely == class).unwrap_or(likely.len());
            (known + if scene.room(fixture) == room { 0 } else { 2 }, fixture)
        };
        let place = (0..scene.fixtures())
            .filter(|fixture| !looked[*fixture] && wanted.iter().any(|thing| scene.takes(*fixture, *thing)))
            .min_by_key(|fixture| rank(*fixture));
        if let Some(place) = place {
            let mut way = Way { state: state.clone(), steps: Vec::new() };
            let opened = if state.closed(scene, place) {
                self.fixture(&mut way, place, bit::OPEN, true)
            } else {
                self.stand(&mut way, place)
            };
            return opened.then_some(way.steps);
        }
        // Last of all the boxes.
        let boxes = (scene.fixtures()..scene.entities()).find(|thing| {
            self.knows(*thing)
                && scene.vessel(*thing)
                && state.closed(scene, *thing)
                && state.held(scene) != Some(*thing)
        })?;
        let mut way = Way { state: state.clone(), steps: Vec::new() };
        self.toggle(&mut way, boxes, bit::OPEN, true).then_some(way.steps)
    }
}

/// Wants in the order in which they are brought about: washing before filling, heat last before it is carried away.
fn stages(wants: &[Want]) -> Vec<&Want> {
    let rank = |want: &&Want| match want {
        Want::Bit(bit::DIRTY, _) => 1,
        Want::Bit(bit::FILLED, _) => 2,
        Want::Bit(bit::HOT | bit::COLD, _) => 3,
        Want::Bit(..) => 0,
        Want::In(_) => 4,
        Want::Held => 5,
    };
    let mut stages: Vec<&Want> = wants.iter().collect();
    stages.sort_by_key(rank);
    stages
}

/// How far it is from one fixture to another, by their middles; another room is farther than anything in this one.
pub(crate) fn distance(scene: &Scene, from: usize, to: usize) -> i32 {
    let middle = |fixture: usize| {
        let area = scene.home.fixtures[fixture].area;
        (area.x + area.w / 2, area.y + area.h / 2)
    };
    let ((x, y), (u, v)) = (middle(from), middle(to));
    (x - u).abs() + (y - v).abs() + if scene.room(from) == scene.room(to) { 0 } else { 10_000 }
}

fn permutations(order: &mut [usize], from: usize, visit: &mut dyn FnMut(&[usize])) {
    if from + 1 >= order.len() {
        visit(order);
        return;
    }
    for next in from..order.len() {
        order[from..=next].rotate_right(1);
        permutations(order, from + 1, visit);
        order[from..=next].rotate_left(1);
    }
}

/// Moves one job after the other to where the whole gets shortest.
fn improve(mut order: Vec<usize>, attempt: &mut dyn FnMut(&[usize]) -> Option<usize>) {
    let mut length = attempt(&order).unwrap_or(usize::MAX);
    for _ in 0..2 {
        let before = length;
        for from in 0..order.len() {
            for to in 0..order.len() {
                if from == to {
                    continue;
                }
                let mut moved = order.clone();
                let job = moved.remove(from);
                moved.insert(to, job);
                if let Some(found) = attempt(&moved)
                    && found < length
                {
                    (length, order) = (found, moved);
                }
            }
        }
        if length == before {
            return;
        }
    }
}
