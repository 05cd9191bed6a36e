//! The corrected profile: every subgoal is expanded to steps by the actions of the domain that achieve it, and the steps are
//! judged by the checker.
//!
//! A subgoal is a condition; it is reached when all of it holds at once. An action that makes a part of it true is preceded
//! by the steps of the body that it needs: going to the things it is about, and taking them in hand. Everything else that it
//! needs (an open door, a plugged-in lamp, a soaked rag) is for the subgoals before it to bring about: that is what a
//! decomposition is for. Where several shortest expansions exist, any will do.

use super::formula::{Atom, Formula};
use crate::sequence::engine::{Engine, number};
use crate::sequence::words::{self, Pattern, Slot, World};
use std::collections::{BTreeSet, VecDeque};
use stepguard_search::State;
use stepguard_task::{ActionId, Change, ObjectId, Term};

/// Subgoals that are looked at.
const MOST_SUBGOALS: usize = 1_000;

/// Alternatives of one subgoal that are told apart.
const MOST_ALTERNATIVES: usize = 64;

/// Ground actions that are tried for one part of a subgoal.
const MOST_ACHIEVERS: usize = 120;

/// States that are kept between two subgoals.
const MOST_STATES: usize = 6;

/// Expansions that are looked at for one subgoal.
const MOST_EXPANSIONS: usize = 400;

/// Steps of the body in front of an action.
const MOST_BODY_STEPS: usize = 4;

/// Actions of the body: how one gets to things and takes them.
fn is_of_the_body(name: &str) -> bool {
    matches!(name, "walk" | "enter" | "find" | "grab" | "turnto" | "navigate_to" | "grasp")
}

/// Why a subgoal cannot be expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It cannot be read: why.
    Unreadable(String),
    /// No action of the domain makes this part of it true.
    NoAchiever(String),
    /// The actions that would make it true cannot run: the nearest of them.
    CannotRun(String),
    /// All parts can be made true, but not together.
    NotTogether,
}

/// A subgoal decomposition in the actions of the domain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expanded {
    /// The plan, one step a line.
    pub text: String,
    /// For every line the number of the subgoal that it serves, from 0.
    pub steps: Vec<usize>,
    /// Actions that ran, as the prompt calls them.
    pub done: Vec<String>,
    /// The first subgoal that cannot be expanded, and why.
    pub failure: Option<(usize, Failure)>,
}

/// A part of a subgoal.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// A fact that has to hold, or not to hold.
    Fact { name: String, objects: Vec<ObjectId>, positive: bool },
    /// An action that has to happen.
    Act { name: String, objects: Vec<ObjectId> },
}

/// A condition with alternatives: one of the lists has to hold.
type Alternatives = Vec<Vec<Part>>;

/// A run so far.
#[derive(Debug, Clone)]
struct Sofar {
    state: State,
    lines: Vec<(usize, String)>,
    done: Vec<String>,
}

/// Expands subgoals. `reached` says whether a state with these actions done is the goal: such an end is preferred.
pub(crate) fn expand(
    engine: &mut Engine<'_>,
    world: World,
    subgoals: &[&str],
    reached: &dyn Fn(&Engine<'_>, &State, &[String]) -> bool,
) -> Expanded {
    let mut runs = vec![Sofar { state: engine.initial(), lines: Vec::new(), done: Vec::new() }];
    let mut failure = None;
    for (index, text) in subgoals.iter().enumerate() {
        if index >= MOST_SUBGOALS {
            failure = Some((index, Failure::Unreadable("too many subgoals".to_owned())));
            break;
        }
        let parts = match read(engine, world, text) {
            Ok(parts) => parts,
            Err(why) => {
                failure = Some((index, Failure::Unreadable(why)));
                break;
            }
        };
        match next(engine, world, index, &runs, &parts) {
            Ok(found) => runs = found,
            Err(why) => {
                if let Failure::CannotRun(line) = &why {
                    runs[0].lines.push((index, line.clone()));
                }
                failure = Some((index, why));
                break;
            }
        }
    }
    let best = runs.iter().position(|run| failure.is_none() && reached(engine, &run.state, &run.done)).unwrap_or(0);
    let run = runs.swap_remove(best);
    Expanded {
        text: run.lines.iter().map(|(_, line)| format!("{line}\n")).collect(),
        steps: run.lines.iter().map(|(index, _)| *index).collect(),
        done: run.done,
        failure,
    }
}

/// The runs behind a subgoal.
fn next(
    engine: &mut Engine<'_>,
    world: World,
    index: usize,
    runs: &[Sofar],
    alternatives: &Alternatives,
) -> Result<Vec<Sofar>, Failure> {
    let mut found: Vec<Sofar> = Vec::new();
    let mut ends = BTreeSet::new();
    let mut why = None;
    for run in runs {
        for parts in alternatives {
            let mut search = Search { engine, world, parts, left: MOST_EXPANSIONS, seen: BTreeSet::new(), why: None };
            let mut ways = Vec::new();
            search.reach(&run.state, &vec![false; parts.len()], &mut Vec::new(), &mut ways);
            why = why.or(search.why);
            for (state, steps) in ways {
                if found.len() < MOST_STATES && ends.insert((engine.packed(&state), acts(&steps))) {
                    let mut run = Sofar { state, ..run.clone() };
                    for (line, act) in steps {
                        run.lines.push((index, line));
                        run.done.extend(act);
                    }
                    found.push(run);
                }
            }
        }
    }
    if found.is_empty() { Err(why.unwrap_or(Failure::NotTogether)) } else { Ok(found) }
}

/// Steps as lines, with the action that the prompt would call them by where it was one.
type Steps = Vec<(String, Option<String>)>;

fn acts(steps: &Steps) -> Vec<String> {
    steps.iter().filter_map(|(_, act)| act.clone()).collect()
}

/// The search for ways to make parts true together.
struct Search<'a, 'p> {
    engine: &'a mut Engine<'p>,
    world: World,
    parts: &'a [Part],
    left: usize,
    seen: BTreeSet<(Vec<u64>, Vec<bool>)>,
    why: Option<Failure>,
}

impl Search<'_, '_> {
    /// Looks for ways from a state; `happened` says which actions among the parts were done.
    fn reach(&mut self, state: &State, happened: &[bool], steps: &mut Steps, out: &mut Vec<(State, Steps)>) {
        if out.len() >= MOST_STATES
            || self.left == 0
            || !self.seen.insert((self.engine.packed(state), happened.to_vec()))
        {
            return;
        }
        let open: Vec<usize> = (0..self.parts.len())
            .filter(|index| match &self.parts[*index] {
                Part::Fact { name, objects, positive } => holds(self.engine, state, name, objects) != *positive,
                Part::Act { .. } => !happened[*index],
            })
            .collect();
        if open.is_empty() {
            out.push((state.clone(), steps.clone()));
            return;
        }
        if steps.len() > self.parts.len() * (MOST_BODY_STEPS + 1) * 2 {
            return;
        }
        for index in open {
            let part = self.parts[index].clone();
            let mut happened = happened.to_vec();
            if matches!(part, Part::Act { .. }) {
                happened[index] = true;
            }
            let ways = self.expansions(state, &part);
            for (after, lines) in ways {
                let before = steps.len();
                steps.extend(lines);
                self.reach(&after, &happened, steps, out);
                steps.truncate(before);
            }
        }
    }

    /// The shortest ways to make one part true.
    fn expansions(&mut self, state: &State, part: &Part) -> Vec<(State, Steps)> {
        let achievers = match part {
            Part::Act { name, objects } => self.meant(name, objects),
            Part::Fact { name, objects, positive } => self.achievers(name, objects, *positive),
        };
        let mut ways: Vec<(State, Steps)> = Vec::new();
        let mut nearest: Option<String> = None;
        for (action, arguments) in &achievers {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            if nearest.is_none() {
                nearest = Some(self.engine.text(*action, arguments));
            }
            let act = match part {
                Part::Act { name, .. } => Some(words::plain(self.world, name)),
                Part::Fact { .. } => None,
            };
            let Some((after, steps)) = self.with_body(state, *action, arguments, act) else { continue };
            if let Part::Fact { name, objects, positive } = part
                && holds(self.engine, &after, name, objects) != *positive
            {
                continue;
            }
            ways.push((after, steps));
        }
        if ways.is_empty() && self.why.is_none() {
            self.why = Some(match nearest {
                Some(line) => Failure::CannotRun(line),
                None => Failure::NoAchiever(shown(self.engine, part)),
            });
        }
        // Detours are no expansions: nobody takes a thing in hand to be near it.
        let shortest = ways.iter().map(|(_, steps)| steps.len()).min();
        ways.retain(|(_, steps)| Some(steps.len()) == shortest);
        ways
    }

    /// An action with the shortest chain of steps of the body that lets it run; these are about its own objects only.
    fn with_body(
        &mut self,
        state: &State,
        action: ActionId,
        arguments: &[ObjectId],
        act: Option<String>,
    ) -> Option<(State, Steps)> {
        let operator = self.engine.operator(action, arguments)?;
        let mut queue: VecDeque<(State, Steps)> = VecDeque::from([(state.clone(), Vec::new())]);
        let mut seen = BTreeSet::from([self.engine.packed(state)]);
        let body = self.body_steps(arguments);
        while let Some((state, steps)) = queue.pop_front() {
            if let Some(after) = self.engine.after(&state, operator) {
                let mut steps = steps;
                let line = self.engine.text(action, arguments);
                let name = self.engine.task.name(self.engine.task.actions[action.index()].name);
                let act = act.or_else(|| Some(words::plain(self.world, name)));
                steps.push((line, act));
                return Some((after, steps));
            }
            if steps.len() >= MOST_BODY_STEPS {
                continue;
            }
            for (action, arguments) in &body {
                let Some(operator) = self.engine.operator(*action, arguments) else { continue };
                let Some(after) = self.engine.after(&state, operator) else { continue };
                if seen.insert(self.engine.packed(&after)) {
                    let name = self.engine.task.name(self.engine.task.actions[action.index()].name);
                    let mut steps = steps.clone();
                    steps.push((self.engine.text(*action, arguments), Some(words::plain(self.world, name))));
                    queue.push_back((after, steps));
                }
            }
        }
        None
    }

    /// Steps of the body that are about some of these objects.
    fn body_steps(&self, objects: &[ObjectId]) -> Vec<(ActionId, Vec<ObjectId>)> {
        let task = self.engine.task;
        let mut steps = Vec::new();
        for (index, action) in task.actions.iter().enumerate() {
            if !is_of_the_body(task.name(action.name)) {
                continue;
            }
            for object in objects.iter().filter(|object| Some(**object) != self.engine.agent) {
                let arguments: Option<Vec<ObjectId>> = action
                    .parameters
                    .iter()
                    .map(|parameter| match self.engine.agent {
                        Some(agent) if task.members(parameter.ty) == [agent] => Some(agent),
                        _ => task.fits(*object, parameter.ty).then_some(*object),
                    })
                    .collect();
                steps.extend(arguments.map(|arguments| (ActionId(number(index)), arguments)));
            }
        }
        steps
    }

    /// The ground actions that a named action means.
    fn meant(&self, name: &str, objects: &[ObjectId]) -> Vec<(ActionId, Vec<ObjectId>)> {
        let patterns: Vec<Pattern> = match words::meaning(self.world, name) {
            Some((_, lists)) => lists.into_iter().flatten().collect(),
            None => {
                let given = (0..objects.len()).map(Slot::Given);
                let slots = if self.world == World::Behavior {
                    given.chain([Slot::Agent]).collect()
                } else {
                    std::iter::once(Slot::Agent).chain(given).collect()
                };
                vec![Pattern { action: name.to_lowercase(), slots, into_a_room: false }]
            }
        };
        let given: Vec<Vec<ObjectId>> = objects.iter().map(|object| vec![*object]).collect();
        patterns
            .iter()
            .filter(|pattern| !pattern.into_a_room)
            .flat_map(|pattern| crate::sequence::corrected::completions(self.engine, pattern, &given))
            .take(MOST_ACHIEVERS)
            .collect()
    }

    /// The ground actions with an effect that may make a fact true, or false; those that name more of its objects first.
    fn achievers(&self, name: &str, objects: &[ObjectId], positive: bool) -> Vec<(ActionId, Vec<ObjectId>)> {
        let task = self.engine.task;
        let wanted: BTreeSet<u32> =
            support(name).iter().filter_map(|name| self.engine.predicate(name)).map(|predicate| predicate.0).collect();
        let mut found: Vec<(usize, ActionId, Vec<Option<ObjectId>>)> = Vec::new();
        for (index, action) in task.actions.iter().enumerate() {
            for effect in &action.effects {
                let (predicate, terms, adds) = match &effect.change {
                    Change::Add(predicate, terms) => (predicate, terms, true),
                    Change::Delete(predicate, terms) => (predicate, terms, false),
                    Change::Number(..) | Change::Object(..) => continue,
                };
                if adds != positive || !wanted.contains(&predicate.0) || terms.len() != objects.len() {
                    continue;
                }
                let mut slots: Vec<Option<ObjectId>> = vec![None; action.parameters.len()];
                let mut fits = true;
                for (term, object) in terms.iter().zip(objects) {
                    match term {
                        Term::Object(known) => fits &= known == object,
                        Term::Slot(slot) => {
                            // Variables of a `forall` may stand for anything.
                            if let Some(place) = slots.get_mut(slot.index()) {
                                fits &= place.is_none_or(|known| known == *object)
                                    && task.fits(*object, action.parameters[slot.index()].ty);
                                *place = Some(*object);
                            }
                        }
                        Term::Fluent(..) => fits = false,
                    }
                }
                let id = ActionId(number(index));
                let free = slots.iter().filter(|slot| slot.is_none()).count();
                if fits && !found.iter().any(|(_, known, known_slots)| *known == id && *known_slots == slots) {
                    found.push((free, id, slots));
                }
            }
        }
        found.sort_by_key(|(free, action, _)| (*free, *action));
        let mut ground: Vec<(ActionId, Vec<ObjectId>)> = Vec::new();
        for (_, action, slots) in found {
            let parameters = &task.actions[action.index()].parameters;
            let mut ways: Vec<Vec<ObjectId>> = vec![Vec::new()];
            for (slot, parameter) in slots.iter().zip(parameters) {
                let options: Vec<ObjectId> = match (slot, self.engine.agent) {
                    (Some(object), _) => vec![*object],
                    (None, Some(agent)) if task.members(parameter.ty) == [agent] => vec![agent],
                    (None, agent) => {
                        task.members(parameter.ty).iter().copied().filter(|object| Some(*object) != agent).collect()
                    }
                };
                ways = ways
                    .into_iter()
                    .flat_map(|way| options.iter().map(move |object| way.iter().copied().chain([*object]).collect()))
                    .take(MOST_ACHIEVERS)
                    .collect();
            }
            for way in ways {
                if !ground.contains(&(action, way.clone())) {
                    ground.push((action, way));
                }
            }
        }
        ground.truncate(MOST_ACHIEVERS);
        ground
    }
}

/// The facts that actions change where a name is a derived one.
fn support(name: &str) -> Vec<&str> {
    match name {
        "holds" => vec!["holds-rh", "holds-lh"],
        name => vec![name],
    }
}

/// Whether a fact holds; `holds` is either hand, as the domain of scenes derives it.
fn holds(engine: &Engine<'_>, state: &State, name: &str, objects: &[ObjectId]) -> bool {
    let is = |name: &str, objects: &[ObjectId]| {
        engine.predicate(name).is_some_and(|predicate| engine.holds(state, predicate, objects))
    };
    match (name, objects) {
        ("holds", [who, what]) => is("holds-rh", &[*who, *what]) || is("holds-lh", &[*who, *what]),
        (name, objects) => is(name, objects),
    }
}

fn shown(engine: &Engine<'_>, part: &Part) -> String {
    let (name, objects, positive) = match part {
        Part::Fact { name, objects, positive } => (name, objects, *positive),
        Part::Act { name, objects } => (name, objects, true),
    };
    let objects: Vec<&str> = objects.iter().map(|object| engine.task.object_name(*object)).collect();
    let atom = format!("({name} {})", objects.join(" "));
    if positive { atom } else { format!("(not {atom})") }
}

/// Reads a subgoal as alternatives; the error is a reason.
fn read(engine: &Engine<'_>, world: World, text: &str) -> Result<Alternatives, String> {
    let text = text.trim().trim_end_matches('.');
    let bare = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let formula = if bare { Formula::read(&format!("{text}()")) } else { Formula::read(text) };
    let formula = formula.ok_or_else(|| format!("no condition: {text}"))?;
    alternatives(engine, world, &formula, true, &mut Vec::new())
}

fn alternatives<'f>(
    engine: &Engine<'_>,
    world: World,
    formula: &'f Formula,
    positive: bool,
    bound: &mut Vec<(&'f str, ObjectId)>,
) -> Result<Alternatives, String> {
    let all = |parts: Vec<Alternatives>| -> Result<Alternatives, String> {
        let mut joined: Alternatives = vec![Vec::new()];
        for part in parts {
            joined = joined
                .iter()
                .flat_map(|left| part.iter().map(move |right| left.iter().chain(right).cloned().collect()))
                .take(MOST_ALTERNATIVES + 1)
                .collect();
            if joined.len() > MOST_ALTERNATIVES {
                return Err("too many alternatives".to_owned());
            }
        }
        Ok(joined)
    };
    match formula {
        Formula::Atom(atom) => Ok(vec![vec![part(engine, world, atom, positive, bound)?]]),
        Formula::Not(inner) => alternatives(engine, world, inner, !positive, bound),
        Formula::And(parts) | Formula::Or(parts) => {
            let together = matches!(formula, Formula::And(_)) == positive;
            let mut read = Vec::new();
            let mut why = None;
            for part in parts {
                match alternatives(engine, world, part, positive, bound) {
                    Ok(found) => read.push(found),
                    // Of alternatives those that cannot be read are passed over, as long as one can.
                    Err(reason) if !together => why = why.or(Some(reason)),
                    Err(reason) => return Err(reason),
                }
            }
            match why {
                Some(reason) if read.is_empty() => Err(reason),
                _ if together => all(read),
                _ => Ok(read.into_iter().flatten().take(MOST_ALTERNATIVES).collect()),
            }
        }
        Formula::Exists(variable, inner) | Formula::Forall(variable, inner) => {
            let together = matches!(formula, Formula::Forall(..)) == positive;
            let mut read = Vec::new();
            for index in 0..engine.task.objects.len() {
                bound.push((variable, ObjectId(number(index))));
                let found = alternatives(engine, world, inner, positive, bound);
                bound.pop();
                read.push(found?);
            }
            if together { all(read) } else { Ok(read.into_iter().flatten().take(MOST_ALTERNATIVES).collect()) }
        }
        Formula::Then(_) => Err("an order inside of a subgoal".to_owned()),
        Formula::Exactly(..) => Err("a number of things inside of a subgoal".to_owned()),
    }
}

fn part(
    engine: &Engine<'_>,
    world: World,
    atom: &Atom,
    positive: bool,
    bound: &[(&str, ObjectId)],
) -> Result<Part, String> {
    let mut objects = Vec::new();
    for argument in &atom.arguments {
        let known = bound.iter().rev().find(|(variable, _)| variable == argument).map(|(_, object)| *object);
        let found = known.or_else(|| engine.objects(argument).first().copied());
        objects.push(found.ok_or_else(|| format!("there is no {argument}"))?);
    }
    let plain = words::plain(world, &atom.name);
    let fact = match world {
        World::Behavior => behavior_fact(&plain),
        World::Home | World::VirtualHome => home_fact(engine, &plain, &objects),
    };
    if let Some(name) = fact {
        let predicate = engine.predicate(name).ok_or_else(|| format!("there is no state {}", atom.name))?;
        let wanted = engine.task.predicates[predicate.index()].parameters.len();
        if wanted != objects.len() {
            return Err(format!("{} takes {wanted} objects, not {}", atom.name, objects.len()));
        }
        return Ok(Part::Fact { name: name.to_owned(), objects, positive });
    }
    if let (Some((name, of_the_agent)), [thing]) = (brings_about(&plain), objects.as_slice())
        && let (Some(agent), World::Home, true) = (engine.agent, world, positive)
    {
        let objects = if of_the_agent { vec![agent, *thing] } else { vec![*thing] };
        return Ok(Part::Fact { name: name.to_owned(), objects, positive });
    }
    let known = words::meaning(world, &atom.name).map(|(wanted, _)| wanted);
    let own =
        engine.action(&atom.name).map(|action| engine.task.actions[action.index()].parameters.len().saturating_sub(1));
    let wanted = known.or(own).ok_or_else(|| format!("there is no state or action {}", atom.name))?;
    if !positive {
        return Err(format!("an action that must not happen: {}", atom.name));
    }
    if wanted != objects.len() {
        return Err(format!("{} takes {wanted} objects, not {}", atom.name, objects.len()));
    }
    Ok(Part::Act { name: atom.name.clone(), objects })
}

/// A state or relation of VirtualHome's subgoals in the domain of scenes. Which hand holds a thing is not for a subgoal to
/// say: with one hand full the other takes it.
fn home_fact(engine: &Engine<'_>, plain: &str, objects: &[ObjectId]) -> Option<&'static str> {
    let of_the_agent = objects.first().copied() == engine.agent;
    let is_room = match (engine.predicate("is-room"), objects.get(1)) {
        (Some(predicate), Some(place)) => engine.holds(engine.ground.initial(), predicate, &[*place]),
        _ => false,
    };
    Some(match plain {
        "CLOSED" => "closed",
        "OPEN" if objects.len() == 1 => "open",
        "ON" => "on",
        "OFF" => "off",
        "PLUGGEDIN" => "plugged-in",
        "PLUGGEDOUT" => "plugged-out",
        "CLEAN" => "clean",
        "DIRTY" => "dirty",
        "SITTING" => "sitting",
        "LYING" => "lying",
        "ONTOP" => "ontop",
        "INSIDE" => "inside",
        "BETWEEN" => "between",
        // Who is in a room is as near to it as can be.
        "NEXTTO" if of_the_agent && is_room => "inside",
        "NEXTTO" => "close-to",
        "FACING" => "facing",
        "HOLDSRH" | "HOLDSLH" => "holds",
        "GRABBABLE" => "grabbable",
        "CUTTABLE" => "cuttable",
        "CANOPEN" => "can-open",
        "READABLE" => "readable",
        "MOVABLE" => "movable",
        "POURABLE" => "pourable",
        "HASSWITCH" => "has-switch",
        "LOOKABLE" => "lookable",
        "HASPLUG" => "has-plug",
        "DRINKABLE" => "drinkable",
        "BODYPART" => "body-part",
        "RECIPIENT" => "recipient",
        "SITTABLE" => "sittable",
        "LIEABLE" => "lieable",
        "PERSON" => "person",
        "CLOTHES" => "clothes",
        "EATABLE" => "eatable",
        _ => return None,
    })
}

/// What an action is done for where a subgoal names it: when that is so already, nothing is left to do. The flag: the fact is
/// about the character as well.
fn brings_about(plain: &str) -> Option<(&'static str, bool)> {
    Some(match plain {
        "GRAB" => ("holds", true),
        "SWITCHON" => ("on", false),
        "SWITCHOFF" => ("off", false),
        "CLOSE" => ("closed", false),
        "PLUGIN" => ("plugged-in", false),
        "PLUGOUT" => ("plugged-out", false),
        _ => return None,
    })
}

/// A state or relation of BEHAVIOR's subgoals in the suite's domain.
fn behavior_fact(plain: &str) -> Option<&'static str> {
    Some(match plain {
        "INSIDE" => "inside",
        "NEXTTO" | "TOUCHING" => "nextto",
        "ONTOP" => "ontop",
        "UNDER" => "under",
        "ONFLOOR" => "onfloor",
        "COOKED" => "cooked",
        "DUSTY" => "dusty",
        "FROZEN" => "frozen",
        "OPEN" => "open",
        "STAINED" => "stained",
        "SLICED" => "sliced",
        "SOAKED" => "soaked",
        "TOGGLEDON" => "toggled_on",
        "HOLDSRH" | "HOLDSLH" | "HOLDING" => "holding",
        "INREACHOFAGENT" => "in_reach_of_agent",
        _ => return None,
    })
}
