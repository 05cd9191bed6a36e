//! The rules of the official evaluator of subgoal decompositions on VirtualHome (Embodied Agent Interface), rebuilt from
//! what it does. Every subgoal is turned into one of a few fixed sequences of actions, these are executed in the scene graph,
//! and the goal is looked for at any moment of the run. Its faults are part of it and are named where they stand.

use super::formula::{Atom, Formula, Moments};
use crate::sequence::Stage;
use crate::sequence::act::Actor;
use crate::sequence::official::{ErrorKind, arity_in_plans, kind};
pub use crate::sequence::python::Chance;
use crate::sequence::python::Json;
use crate::sequence::scene::{Relation, Scene};
use std::collections::VecDeque;
use std::rc::Rc;

/// The seeds over which labels range: of alternatives joined by `or` the evaluator takes one by chance, without a seed.
pub const SEEDS: std::ops::Range<u32> = 0..10;

/// Runs that are followed at most; every subgoal that can be reached in two ways doubles them. The evaluator has a limit of
/// time instead.
const MOST_RUNS: usize = 4_096;

/// Subgoals that are followed at most.
const MOST_SUBGOALS: usize = 1_000;

/// Actions that subgoals may name; they take as many objects as in plans.
const ACTIONS: [&str; 20] = [
    "DRINK",
    "EAT",
    "CUT",
    "TOUCH",
    "LOOKAT",
    "WATCH",
    "READ",
    "TYPE",
    "PUSH",
    "PULL",
    "MOVE",
    "SQUEEZE",
    "SLEEP",
    "WAKEUP",
    "RINSE",
    "SCRUB",
    "WASH",
    "WIPE",
    "GRAB",
    "SWITCHOFF",
];

/// States and relations that subgoals may name, with their number of arguments.
const FACTS: [(&str, usize); 17] = [
    ("CLOSED", 1),
    ("OPEN", 1),
    ("ON", 1),
    ("OFF", 1),
    ("SITTING", 1),
    ("DIRTY", 1),
    ("CLEAN", 1),
    ("LYING", 1),
    ("PLUGGED_IN", 1),
    ("PLUGGED_OUT", 1),
    ("ONTOP", 2),
    ("INSIDE", 2),
    ("BETWEEN", 2),
    ("NEXT_TO", 2),
    ("FACING", 2),
    ("HOLDS_RH", 2),
    ("HOLDS_LH", 2),
];

/// Properties of things, which may be named like states.
const PROPERTIES: [&str; 23] = [
    "GRABBABLE",
    "CUTTABLE",
    "CAN_OPEN",
    "READABLE",
    "HAS_PAPER",
    "MOVABLE",
    "POURABLE",
    "CREAM",
    "HAS_SWITCH",
    "LOOKABLE",
    "HAS_PLUG",
    "DRINKABLE",
    "BODY_PART",
    "RECIPIENT",
    "CONTAINERS",
    "COVER_OBJECT",
    "SURFACES",
    "SITTABLE",
    "LIEABLE",
    "PERSON",
    "HANGABLE",
    "CLOTHES",
    "EATABLE",
];

/// Whether a name is that of an action.
pub(crate) fn is_action(name: &str) -> bool {
    ACTIONS.contains(&name)
}

fn arity(name: &str) -> Option<usize> {
    if ACTIONS.contains(&name) {
        return arity_in_plans(name);
    }
    let known = FACTS.iter().find(|(known, _)| *known == name).map(|(_, arity)| *arity);
    known.or_else(|| PROPERTIES.contains(&name).then_some(1))
}

/// The evaluator's classes of answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// It cannot be read, or the evaluator fails on it.
    #[default]
    NotParseable,
    /// It names what is not there, or with the wrong number of arguments.
    Hallucination,
    /// No sequence of actions could be executed.
    Runtime,
    /// One could, and the goal held at no moment.
    GoalUnreachable,
    /// One could, and the goal held.
    Correct,
}

impl Class {
    /// The evaluator's name for it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::NotParseable => "NotParseable",
            Self::Hallucination => "Hallucination",
            Self::Runtime => "Runtime",
            Self::GoalUnreachable => "GoalUnreachable",
            Self::Correct => "Correct",
        }
    }
}

/// What the evaluator finds in an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    /// The class.
    pub class: Class,
    /// A hallucination that is a wrong number of arguments.
    pub wrong_arity: bool,
    /// Mistakes of the run that is reported: the one with the fewest.
    pub errors: Vec<ErrorKind>,
    /// Goals that hold at its end: states, relations, actions.
    pub met: [u64; 3],
    /// The actions of that run.
    pub plan: Vec<String>,
    /// Subgoals that are dropped because they do not look like `NAME(...)`.
    pub dropped: u64,
    /// Subgoals that count as reached without any action.
    pub skipped: u64,
    /// Alternatives of which one is taken by chance.
    pub by_chance: u64,
    /// The goal held at some moment, but not in the end.
    pub only_on_the_way: bool,
    /// The goal demands that the character faces something, and at some moment it did.
    pub faced: bool,
    /// The evaluator knows all actions and facts that the goal itself is made of.
    pub goal_is_known: bool,
}

impl Label {
    fn of(class: Class) -> Self {
        Self { class, ..Self::default() }
    }
}

/// Labels an answer; chance is drawn by `seed`.
#[must_use]
pub fn label(stage: &Stage, raw: &str, chance: &mut Chance) -> Label {
    let mut notes = Label::default();
    let found = attempt(stage, raw, chance, &mut notes);
    let label = found.unwrap_or_else(Label::of);
    Label {
        dropped: notes.dropped,
        skipped: notes.skipped,
        by_chance: notes.by_chance,
        goal_is_known: goal_is_known(stage),
        ..label
    }
}

fn attempt(stage: &Stage, raw: &str, chance: &mut Chance, notes: &mut Label) -> Result<Label, Class> {
    let answer = first_object(&raw.trim().replace("}}", "}")).ok_or(Class::NotParseable)?;
    let Some(Json::List(elements)) = answer.get("output") else { return Err(Class::NotParseable) };
    let mut taken = Vec::new();
    for element in elements {
        let Json::Text(text) = element else { return Err(Class::NotParseable) };
        let text = text.trim();
        if matches!(text, "SLEEP" | "WAKEUP" | "STANDUP") {
            taken.push(format!("{text}()"));
        } else if looks_like_a_fact(text) {
            let options: Vec<&str> = text.split(" or ").collect();
            notes.by_chance += u64::from(options.len() > 1);
            let drawn = chance.below(options.len());
            taken.extend(options.get(drawn).map(|option| (*option).to_owned()));
        } else {
            notes.dropped += u64::from(!text.is_empty());
        }
    }
    let formula = Formula::read(&taken.join(" then ")).ok_or(Class::NotParseable)?;
    let wrong_arity = check(stage, &formula)?;
    if wrong_arity {
        return Ok(Label { wrong_arity, ..Label::of(Class::Hallucination) });
    }
    let goal = stage.formula.as_deref().and_then(Formula::read).ok_or(Class::NotParseable)?;
    if !goal_is_known(stage) {
        return Err(Class::NotParseable);
    }
    let mut subgoals = Vec::new();
    flatten(&formula, chance, notes, &mut subgoals)?;
    if subgoals.len() > MOST_SUBGOALS {
        return Err(Class::NotParseable);
    }
    Runs { stage, actor: Actor::new(&stage.home).ok_or(Class::NotParseable)?, goal: &goal }.follow(&subgoals, notes)
}

/// Some goals demand an action that the evaluator does not know, and then it fails on its own goal.
fn goal_is_known(stage: &Stage) -> bool {
    let mut known = true;
    if let Some(goal) = stage.formula.as_deref().and_then(Formula::read) {
        goal.atoms(&mut Vec::new(), &mut |atom, _| known &= arity(&atom.name).is_some());
    }
    known
}

/// The first braces without other braces inside, read.
fn first_object(text: &str) -> Option<Json> {
    let mut from = 0;
    loop {
        let open = from + text[from..].find('{')?;
        let next = open + 1 + text[open + 1..].find(['{', '}'])?;
        if text.as_bytes()[next] == b'}' {
            return Json::read(&text[open..=next]);
        }
        from = next;
    }
}

/// Whether a word stands before a parenthesis that is closed later on the same line.
fn looks_like_a_fact(text: &str) -> bool {
    text.match_indices('(').any(|(at, _)| {
        let word = text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        word && text[at..].lines().next().is_some_and(|line| line.contains(')'))
    })
}

/// Whether a name has the wrong number of arguments; errors when a name or an object is unknown.
fn check(stage: &Stage, formula: &Formula) -> Result<bool, Class> {
    let mut class = None;
    let mut wrong_arity = false;
    let mut bare = false;
    let mut strange = false;
    formula.atoms(&mut Vec::new(), &mut |atom, bound| {
        match arity(&atom.name) {
            None => class = Some(Class::Hallucination),
            Some(arity) => wrong_arity |= arity != atom.arguments.len(),
        }
        bare |= atom.arguments.is_empty();
        for argument in atom.arguments.iter().filter(|argument| !bound.contains(&argument.as_str())) {
            let known = match argument.split_once('.') {
                Some((name, id)) => id.parse().is_ok_and(|id: u64| stage.home.class(id) == name),
                None => stage.home.things.values().any(|thing| thing.class == *argument),
            };
            strange |= !known;
        }
    });
    match class {
        Some(class) => Err(class),
        // The evaluator fails on names without arguments, such as `SLEEP()`.
        None if bare => Err(Class::NotParseable),
        None if strange && !wrong_arity => Err(Class::Hallucination),
        None => Ok(wrong_arity),
    }
}

/// The atoms in order. That the parts of a conjunction have to hold together is lost here.
fn flatten<'f>(
    formula: &'f Formula,
    chance: &mut Chance,
    notes: &mut Label,
    out: &mut Vec<&'f Atom>,
) -> Result<(), Class> {
    match formula {
        Formula::Atom(atom) => out.push(atom),
        Formula::And(parts) | Formula::Then(parts) => {
            for part in parts {
                flatten(part, chance, notes, out)?;
            }
        }
        Formula::Or(parts) => {
            notes.by_chance += 1;
            let drawn = chance.below(parts.len());
            if let Some(part) = parts.get(drawn) {
                flatten(part, chance, notes, out)?;
            }
        }
        // The evaluator fails on all others.
        _ => return Err(Class::NotParseable),
    }
    Ok(())
}

type Step = (String, Vec<u64>);

/// A run so far: how the scene was, what was done, what went wrong.
#[derive(Clone)]
struct Sofar {
    history: Vec<Rc<Scene>>,
    done: Vec<Step>,
    errors: Vec<ErrorKind>,
    next: usize,
}

struct Runs<'s> {
    stage: &'s Stage,
    actor: Actor<'s>,
    goal: &'s Formula,
}

impl Runs<'_> {
    /// Follows every way to reach the subgoals, in breadth.
    fn follow(&self, subgoals: &[&Atom], notes: &mut Label) -> Result<Label, Class> {
        let start =
            Sofar { history: vec![Rc::new(self.stage.scene.clone())], done: Vec::new(), errors: Vec::new(), next: 0 };
        let mut queue = VecDeque::from([start]);
        let mut succeeded: Vec<Sofar> = Vec::new();
        // The flag: it ran to its end.
        let mut failed: Vec<(bool, Sofar)> = Vec::new();
        let mut followed = 0;
        while let Some(mut run) = queue.pop_front() {
            followed += 1;
            if followed > MOST_RUNS {
                return Err(Class::NotParseable);
            }
            let Some(subgoal) = subgoals.get(run.next) else {
                if self.goal.holds(&Told::new(self.stage, &run)) {
                    succeeded.push(run);
                } else {
                    failed.push((true, run));
                }
                continue;
            };
            let now = run.history.last().map_or(&self.stage.scene, Rc::as_ref);
            let ways = self.ways(subgoal, now)?;
            run.next += 1;
            if ways.is_empty() {
                notes.skipped += u64::from(followed == run.next);
                queue.push_back(run);
                continue;
            }
            for way in ways {
                let mut run = run.clone();
                if self.take(&way, &mut run)? {
                    queue.push_back(run);
                } else {
                    failed.push((false, run));
                }
            }
        }
        let ran = !succeeded.is_empty() || failed.iter().any(|(ended, _)| *ended);
        let class = match (succeeded.is_empty(), ran) {
            (false, _) => Class::Correct,
            (true, true) => Class::GoalUnreachable,
            (true, false) => Class::Runtime,
        };
        // Of runs that came to their end, only those are compared; the longer of equally bad ones.
        failed.retain(|(ended, _)| *ended == ran);
        let mut told = succeeded.into_iter().next();
        if told.is_none() {
            let worse = |run: &Sofar| (run.errors.len(), std::cmp::Reverse(run.done.len()));
            told = failed.into_iter().map(|(_, run)| run).min_by_key(worse);
        }
        let Some(told) = told else { return Err(Class::NotParseable) };
        let end = Told::new(self.stage, &told);
        Ok(Label {
            class,
            met: met(self.stage, &told),
            faced: faced(self.stage, &told),
            only_on_the_way: class == Class::Correct && !held_in_the_end(self.goal, &end),
            plan: told.done.iter().map(|step| text(self.stage, step)).collect(),
            errors: told.errors,
            ..Label::default()
        })
    }

    /// Executes a sequence; false when a step could not run. Steps that are not needed are skipped.
    fn take(&self, way: &[Step], run: &mut Sofar) -> Result<bool, Class> {
        for (action, objects) in way {
            let now = run.history.last().map_or(&self.stage.scene, Rc::as_ref);
            match self.actor.act(now, action, objects) {
                Ok(next) => {
                    run.history.push(Rc::new(next));
                    run.done.push((action.clone(), objects.clone()));
                }
                Err(trouble) => {
                    let missing_nothing = trouble == crate::sequence::act::Trouble::Missing(Vec::new());
                    let kind = kind(&trouble, &run.history);
                    if kind == ErrorKind::EvaluatorFails || missing_nothing {
                        return Err(Class::NotParseable);
                    }
                    run.errors.push(kind);
                    if kind != ErrorKind::AdditionalStep {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// The sequences of actions for a subgoal; none: nothing is done for it.
    fn ways(&self, subgoal: &Atom, now: &Scene) -> Result<Vec<Vec<Step>>, Class> {
        let number = |argument: &String| -> Result<u64, Class> {
            argument.split_once('.').and_then(|(_, id)| id.parse().ok()).ok_or(Class::NotParseable)
        };
        let ids: Vec<u64> = subgoal.arguments.iter().map(number).collect::<Result<_, _>>()?;
        let who = self.stage.home.character().unwrap_or(0);
        let one = |action: &str, id: u64| -> Step { (action.to_owned(), vec![id]) };
        let two = |action: &str, from: u64, to: u64| -> Step { (action.to_owned(), vec![from, to]) };
        let fetched = |id: u64| -> Vec<Step> {
            let held = now.held(who).any(|held| held == id);
            if held { Vec::new() } else { vec![one("FIND", id), one("GRAB", id)] }
        };
        let name = subgoal.name.as_str();
        let ways = match (name, ids.as_slice()) {
            ("DRINK" | "EAT" | "READ", [thing]) => {
                let mut way = fetched(*thing);
                // What is in hand already is gone to once more.
                if way.is_empty() {
                    way.push(one("FIND", *thing));
                }
                way.push(one(name, *thing));
                vec![way]
            }
            ("LOOKAT" | "WATCH", [thing]) => vec![vec![one("FIND", *thing), one("TURNTO", *thing), one(name, *thing)]],
            (_, [thing]) if is_action(name) => vec![vec![one("FIND", *thing), one(name, *thing)]],
            (_, [thing]) => {
                let actions: &[&str] = match name {
                    "CLOSED" => &["CLOSE"],
                    "OPEN" => &["OPEN"],
                    "ON" => &["SWITCHON"],
                    "OFF" => &["SWITCHOFF"],
                    "CLEAN" => &["WIPE", "WASH"],
                    "PLUGGED_IN" => &["PLUGIN"],
                    "PLUGGED_OUT" => &["PLUGOUT"],
                    // Sitting, lying, dirty and all properties are taken as given.
                    _ => &[],
                };
                actions.iter().map(|action| vec![one("FIND", *thing), one(action, *thing)]).collect()
            }
            ("ONTOP", [from, to]) if *from == who => {
                ["SIT", "LIE"].iter().map(|action| vec![one("FIND", *to), one(action, *to)]).collect()
            }
            ("ONTOP", [from, to]) if *to == who => vec![vec![one("PUTON", *from)]],
            ("INSIDE", [from, to]) if *from == who => vec![vec![one("WALK", *to)]],
            ("ONTOP" | "INSIDE", [from, to]) => {
                let mut way = fetched(*from);
                way.push(one("FIND", *to));
                let last: &[&str] = if name == "ONTOP" { &["PUTBACK"] } else { &["PUTIN", "POUR"] };
                last.iter().map(|action| way.iter().cloned().chain([two(action, *from, *to)]).collect()).collect()
            }
            ("NEXT_TO", [from, to]) if *from == who => vec![vec![one("FIND", *to)]],
            ("FACING", [_, to]) => vec![vec![one("FIND", *to), one("TURNTO", *to)]],
            ("HOLDS_RH" | "HOLDS_LH", [_, to]) => vec![vec![one("FIND", *to), one("GRAB", *to)]],
            _ => Vec::new(),
        };
        Ok(ways)
    }
}

fn text(stage: &Stage, (action, objects): &Step) -> String {
    let objects: Vec<String> = objects.iter().map(|id| format!(" <{}> ({id})", stage.home.class(*id))).collect();
    format!("[{action}]{}", objects.concat())
}

/// Goals that hold when the run is over: here all relations are looked at, and actions in any order up to the first that
/// did not happen.
fn met(stage: &Stage, run: &Sofar) -> [u64; 3] {
    let end = run.history.last().map_or(&stage.scene, Rc::as_ref);
    let goal = &stage.goal;
    let happened =
        |options: &&String| options.split('|').any(|name| run.done.iter().any(|step| text(stage, step).contains(name)));
    [
        goal.states.iter().filter(|(id, state)| end.is(*id, state)).count() as u64,
        goal.relations.iter().filter(|edge| end.edges.contains(edge)).count() as u64,
        goal.actions.iter().take_while(happened).count() as u64,
    ]
}

fn faced(stage: &Stage, run: &Sofar) -> bool {
    let mut demanded = stage.goal.relations.iter().filter(|(_, relation, _)| *relation == Relation::Facing);
    demanded.any(|edge| run.history.iter().any(|scene| scene.edges.contains(edge)))
}

/// A run as formulas see it.
struct Told<'s> {
    stage: &'s Stage,
    run: &'s Sofar,
    things: Vec<String>,
}

impl<'s> Told<'s> {
    fn new(stage: &'s Stage, run: &'s Sofar) -> Self {
        let things = stage.home.order.iter().map(|id| format!("{}.{id}", stage.home.class(*id))).collect();
        Self { stage, run, things }
    }
}

impl Moments for Told<'_> {
    fn count(&self) -> usize {
        self.run.history.len()
    }

    fn things(&self) -> &[String] {
        &self.things
    }

    fn holds(&self, moment: usize, name: &str, arguments: &[&str]) -> bool {
        let number = |argument: &&str| {
            let (class, id) = argument.split_once('.')?;
            let id = id.parse().ok()?;
            (self.stage.home.class(id) == class).then_some(id)
        };
        let Some(ids) = arguments.iter().map(number).collect::<Option<Vec<u64>>>() else { return false };
        if is_action(name) {
            return self.run.done.get(moment).is_some_and(|(done, objects)| done == name && *objects == ids);
        }
        let Some(scene) = self.run.history.get(moment) else { return false };
        match ids.as_slice() {
            [id] => scene.is(*id, name),
            [from, to] => Relation::ALL
                .iter()
                .any(|relation| relation.formula_name() == name && scene.holds(*from, *relation, *to)),
            _ => false,
        }
    }
}

/// Whether what the goal says last holds at the end of the run.
fn held_in_the_end(goal: &Formula, run: &Told<'_>) -> bool {
    let last = match goal {
        Formula::Then(parts) => parts.last().unwrap_or(goal),
        goal => goal,
    };
    let mut actions = false;
    last.atoms(&mut Vec::new(), &mut |atom, _| actions |= is_action(&atom.name));
    actions || last.holds_at(run, run.count().saturating_sub(1))
}
