//! From a scene, a first state and goal conditions to a problem of PDDL, and from the verifier's state back to the light form.

use crate::goal::Condition;
use crate::scene::{Place, Scene, State, bit};
use crate::vocabulary::{Works, vocabulary};
use std::fmt::Write as _;
use stepguard_task::{ActionId, ObjectId, PredicateId, Task};
use stepguard_text::{Interner, TextId};
use stepguard_verify::World;

/// The domain of household skills.
pub const HOUSEHOLD: &str = include_str!("../pddl/household.pddl");

/// The domain of rearrangement.
pub const REARRANGEMENT: &str = include_str!("../pddl/rearrangement.pddl");

/// The domain that a scene is run in.
pub(crate) fn domain(scene: &Scene) -> &'static str {
    if scene.rearranges() { REARRANGEMENT } else { HOUSEHOLD }
}

/// The problem as text.
pub(crate) fn text(scene: &Scene, state: &State, goal: &[Condition]) -> String {
    let mut out = String::with_capacity(32 * 1024);
    let fixtures: Vec<usize> = (0..scene.fixtures()).filter(|fixture| scene.plays[*fixture]).collect();
    let things = scene.fixtures()..scene.entities();
    let names = |entities: &mut dyn Iterator<Item = usize>| {
        entities.map(|entity| scene.name(entity)).collect::<Vec<_>>().join(" ")
    };
    let kinds = vocabulary().kinds.keys().map(String::as_str).collect::<Vec<_>>().join(" ");
    let domain = if scene.rearranges() { "rearrangement" } else { "household" };
    let _ = writeln!(out, "(define (problem {})\n  (:domain {domain})", scene.home.id);
    let _ = writeln!(
        out,
        "  (:objects\n    {} - fixture\n    {} - thing\n    {kinds} - kind)\n  (:init",
        names(&mut fixtures.iter().copied()),
        names(&mut things.clone())
    );
    let mut fact = |words: &[&str]| {
        let _ = writeln!(out, "    ({})", words.join(" "));
    };
    fact(&["at", scene.name(state.at)]);
    if !scene.rearranges() {
        fact(&["facing", scene.name(state.facing)]);
    }
    fact(&["hand-empty"]);
    for fixture in fixtures {
        let name = scene.name(fixture);
        let Some(is) = scene.fixture(fixture) else { continue };
        if is.opens {
            fact(&["opens", name]);
        }
        if state.closed(scene, fixture) {
            fact(&["closed", name]);
        }
        if is.holds.is_some() {
            fact(&["receptacle", name]);
            for kind in
                vocabulary().kinds.keys().filter(|kind| is.takes.as_ref().is_none_or(|takes| takes.contains(kind)))
            {
                fact(&["takes", name, kind]);
            }
        }
        if scene.rearranges() {
            continue;
        }
        if is.switch {
            fact(&["switch", name]);
        }
        if state.has(fixture, bit::ON) {
            fact(&["running", name]);
        }
        match is.works {
            Some(Works::Heats) => fact(&["heats", name]),
            Some(Works::Cools) => fact(&["cools", name]),
            Some(Works::Brews) => fact(&["brews", name]),
            Some(Works::Washes) => fact(&["washes", name]),
            Some(Works::Rinses) | None => {}
        }
        if let Some(basin) = scene.home.fixtures[fixture].over {
            fact(&["over", name, scene.name(basin)]);
        }
    }
    for thing in things {
        let name = scene.name(thing);
        let Some(is) = scene.thing(thing) else { continue };
        match state.place(scene, thing) {
            Place::Fixture(fixture) => fact(&["on", name, scene.name(fixture)]),
            Place::Vessel(vessel) => fact(&["inside", name, scene.name(vessel)]),
            Place::Hand => {}
        }
        fact(&["kind-of", name, &is.kind]);
        if scene.rearranges() {
            continue;
        }
        let properties = [
            (is.opens, "opens"),
            (state.closed(scene, thing), "closed"),
            (is.switch, "switch"),
            (is.vessel.is_some(), "vessel"),
            (is.slices, "sliceable"),
            (is.cuts, "cuts"),
            (is.fills, "fillable"),
            (is.warms(), "warms"),
            (state.has(thing, bit::ON), "running"),
            (state.has(thing, bit::SLICED), "sliced"),
            (state.has(thing, bit::DIRTY), "dirty"),
            (state.has(thing, bit::HOT), "hot"),
            (state.has(thing, bit::COLD), "cold"),
            (state.has(thing, bit::FILLED), "filled"),
        ];
        for (_, word) in properties.iter().filter(|(has, _)| *has) {
            fact(&[word, name]);
        }
        for kind in is.vessel.iter().flatten() {
            fact(&["takes", name, kind]);
        }
    }
    out.push_str("  )\n  (:goal (and");
    for condition in goal {
        let _ = write!(out, "\n    {}", condition.pddl(scene));
    }
    out.push_str(")))\n");
    out
}

/// The task of domain and problem.
///
/// # Errors
/// What the reader says of the texts; a test shows that this does not happen with the texts of this crate.
pub(crate) fn build(domain: &str, problem: &str) -> Result<Task, String> {
    let mut names = Interner::default();
    let in_domain = stepguard_pddl::parse(domain, TextId::Domain, &mut names);
    let in_problem = stepguard_pddl::parse(problem, TextId::Problem, &mut names);
    let domain = in_domain.definitions.domains.into_iter().next().ok_or("there is no domain")?;
    let problem = in_problem.definitions.problems.into_iter().next().ok_or("there is no problem")?;
    let built = stepguard_task::build(&domain, &problem, names);
    let said: Vec<String> = built.diagnostics.iter().map(|diagnostic| format!("{diagnostic:?}")).collect();
    built.task.ok_or_else(|| said.join("\n"))
}

/// The numbers of a task for the names of a scene.
#[derive(Debug, Clone)]
pub(crate) struct Numbers {
    /// By entity; `None` for fixtures that take no part.
    pub(crate) objects: Vec<Option<ObjectId>>,
    /// The entity of an object.
    entities: Vec<Option<usize>>,
    at: Option<PredicateId>,
    facing: Option<PredicateId>,
    held: Option<PredicateId>,
    on: Option<PredicateId>,
    inside: Option<PredicateId>,
    closed: Option<PredicateId>,
    bits: Vec<(PredicateId, u16)>,
    actions: Vec<(String, ActionId)>,
}

fn index(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Numbers {
    pub(crate) fn new(task: &Task, scene: &Scene) -> Self {
        let predicate = |name: &str| {
            let found =
                task.predicates.iter().position(|predicate| task.name(predicate.name).eq_ignore_ascii_case(name));
            found.map(|found| PredicateId(index(found)))
        };
        let named: Vec<String> =
            task.objects.iter().map(|object| task.name(object.name).to_ascii_lowercase()).collect();
        let objects: Vec<Option<ObjectId>> = (0..scene.entities())
            .map(|entity| {
                let name = scene.name(entity).to_ascii_lowercase();
                named.iter().position(|known| *known == name).map(|found| ObjectId(index(found)))
            })
            .collect();
        let mut entities = vec![None; task.objects.len()];
        for (entity, object) in objects.iter().enumerate() {
            if let Some(slot) = object.and_then(|object| entities.get_mut(object.index())) {
                *slot = Some(entity);
            }
        }
        let bits = [
            ("running", bit::ON),
            ("sliced", bit::SLICED),
            ("dirty", bit::DIRTY),
            ("hot", bit::HOT),
            ("cold", bit::COLD),
            ("filled", bit::FILLED),
        ];
        let actions =
            task.actions.iter().zip(0..).map(|(action, id)| (task.name(action.name).to_owned(), ActionId(id)));
        Self {
            objects,
            entities,
            at: predicate("at"),
            facing: predicate("facing"),
            held: predicate("held"),
            on: predicate("on"),
            inside: predicate("inside"),
            closed: predicate("closed"),
            bits: bits.iter().filter_map(|(name, bits)| Some((predicate(name)?, *bits))).collect(),
            actions: actions.collect(),
        }
    }

    pub(crate) fn action(&self, name: &str) -> Option<ActionId> {
        self.actions.iter().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    /// The light form of the verifier's state.
    pub(crate) fn state(&self, scene: &Scene, world: &World<'_>) -> State {
        let opens = |entity: usize| if scene.opens(entity) { bit::OPEN } else { 0 };
        let mut state = State {
            at: 0,
            facing: 0,
            places: vec![Place::Hand; scene.things.len()],
            bits: (0..scene.entities()).map(opens).collect(),
        };
        let first = scene.fixtures();
        let mut facing = None;
        for fact in (0..index(world.fact_count())).map(stepguard_task::FactId) {
            if !world.fact_holds(fact) {
                continue;
            }
            let (predicate, arguments) = world.fact(fact);
            let entity = |place: usize| {
                let object: &ObjectId = arguments.get(place)?;
                self.entities.get(object.index()).copied().flatten()
            };
            let Some(one) = entity(0) else { continue };
            let is = Some(predicate);
            if is == self.at {
                state.at = one;
            } else if is == self.facing {
                facing = Some(one);
            } else if is == self.on || is == self.inside {
                let (Some(thing), Some(there)) = (one.checked_sub(first), entity(1)) else { continue };
                state.places[thing] = if is == self.on { Place::Fixture(there) } else { Place::Vessel(there) };
            } else if is == self.closed {
                state.bits[one] &= !bit::OPEN;
            } else if is != self.held
                && let Some((_, bits)) = self.bits.iter().find(|(known, _)| Some(*known) == is)
            {
                state.bits[one] |= bits;
            }
        }
        state.facing = facing.unwrap_or(state.at);
        state
    }
}
