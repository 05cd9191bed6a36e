//! The corrected profile: a plan is read with all its steps, written in the actions of the suite's PDDL domain, and judged by
//! the checker.

use super::engine::Engine;
use super::words::{self, Meaning, Pattern, Slot, World};
use crate::answers::{Step, StepsAnswer};
use stepguard_check::{Judgement, Prepared};
use stepguard_report::Category;
use stepguard_search::State;
use stepguard_task::{ActionId, ObjectId};

/// Ways to complete a step that are looked at where none of them can run.
const MOST_COMPARED: usize = 40;

/// Ways to complete a step that are looked at in all.
const MOST_WAYS: usize = 4_000;

/// A plan in the actions of the domain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// The plan, one step a line.
    pub text: String,
    /// For every line the number of the step in the answer, from 0.
    pub steps: Vec<usize>,
    /// Actions of the answer that ran, as the prompt calls them.
    pub done: Vec<String>,
    /// Actions that the prompt offers and the domain does not have.
    pub only_prompted: Vec<String>,
    /// Things that the scene has and the problem leaves out.
    pub left_out: Vec<String>,
}

/// What is known besides the task.
pub(crate) struct Setting<'s> {
    pub(crate) world: World,
    /// Whether a name is that of a room.
    pub(crate) is_room: &'s dyn Fn(&str) -> bool,
    /// Whether a name is that of a thing in the scene.
    pub(crate) in_scene: &'s dyn Fn(&str) -> bool,
}

/// A step, as it may be carried out.
type Ground = (ActionId, Vec<ObjectId>);

/// Writes a plan in the actions of the domain. What an answer leaves open is chosen so that the step can run.
pub(crate) fn write(
    engine: &mut Engine<'_>,
    prepared: &Prepared,
    setting: &Setting<'_>,
    answer: &StepsAnswer,
) -> Written {
    let mut written = Written::default();
    let mut state = engine.initial();
    // As long as every step ran, the kind of a mistake decides between ways to complete a step.
    let mut all_ran = true;
    for (index, step) in answer.steps.iter().enumerate() {
        if words::is_only_prompted(setting.world, &step.action) {
            written.only_prompted.push(words::plain(setting.world, &step.action));
        }
        for name in &step.arguments {
            if engine.objects(name).is_empty() && (setting.in_scene)(name) && !written.left_out.contains(name) {
                written.left_out.push(name.clone());
            }
        }
        let lines = match carry_out(engine, setting, step, &mut state) {
            Carried::Out(lines) => {
                written.done.push(words::plain(setting.world, &step.action));
                lines
            }
            Carried::Not(ways) => {
                let best = if all_ran { mildest(prepared, &written.text, &ways) } else { 0 };
                all_ran = false;
                ways.into_iter().nth(best).into_iter().collect()
            }
        };
        for line in lines {
            written.text.push_str(&line);
            written.text.push('\n');
            written.steps.push(index);
        }
    }
    written
}

enum Carried {
    /// It ran; in several steps of the domain, perhaps.
    Out(Vec<String>),
    /// It cannot run: the ways to read it, at least one.
    Not(Vec<String>),
}

fn carry_out(engine: &mut Engine<'_>, setting: &Setting<'_>, step: &Step, state: &mut State) -> Carried {
    if !step.readable {
        return Carried::Not(vec![raw("unreadable", step)]);
    }
    let objects: Vec<Vec<ObjectId>> = step.arguments.iter().map(|name| engine.objects(name)).collect();
    // What the prompt calls a step comes before an action of the domain with the same name.
    let meaning = match (words::meaning(setting.world, &step.action), direct(engine, step)) {
        (Some((wanted, meaning)), _) if wanted == step.arguments.len() => meaning,
        (_, Some(meaning)) => meaning,
        // With too few or too many objects the action is known all the same.
        (Some((_, meaning)), None) => {
            let action = meaning[0].last().map_or("", |pattern| pattern.action.as_str());
            let agent = engine.agent.map(|agent| engine.task.object_name(agent).to_owned());
            let mut step = step.clone();
            step.arguments.splice(0..0, agent);
            return Carried::Not(vec![raw(action, &step)]);
        }
        (None, None) => return Carried::Not(vec![raw(&step.action, step)]),
    };
    if objects.iter().any(Vec::is_empty) {
        let pattern = meaning[0].last();
        let action = pattern.map_or("", |pattern| pattern.action.as_str());
        return Carried::Not(vec![with_strangers(engine, action, pattern, step)]);
    }
    let is_room = step.arguments.first().is_some_and(|name| (setting.is_room)(name));
    let mut lines = Vec::new();
    let mut tried = Vec::new();
    for list in &meaning {
        let ways: Vec<Ground> = list
            .iter()
            .filter(|pattern| is_room || !pattern.into_a_room)
            .flat_map(|pattern| completions(engine, pattern, &objects))
            .take(MOST_WAYS)
            .collect();
        let ran = ways.iter().find_map(|(action, arguments)| {
            let operator = engine.operator(*action, arguments)?;
            Some((engine.text(*action, arguments), engine.after(state, operator)?))
        });
        match ran {
            Some((line, next)) => {
                *state = next;
                lines.push(line);
            }
            None => tried.extend(ways),
        }
    }
    if !lines.is_empty() {
        return Carried::Out(lines);
    }
    let mut texts: Vec<String> =
        tried.iter().take(MOST_COMPARED).map(|(action, arguments)| engine.text(*action, arguments)).collect();
    if texts.is_empty() {
        // No object has the type that is missing.
        texts.push(raw(&step.action, step));
    }
    Carried::Not(texts)
}

/// A step that names an action of the domain, with all its arguments or without the one who acts.
fn direct(engine: &Engine<'_>, step: &Step) -> Option<Meaning> {
    let action = &engine.task.actions[engine.action(&step.action)?.index()];
    let name = engine.task.name(action.name);
    let given = step.arguments.len();
    let is_agent = |place: usize| {
        engine.agent.is_some_and(|agent| {
            let ty = action.parameters[place].ty;
            engine.task.members(ty) == [agent]
        })
    };
    let slots: Vec<Slot> = if given == action.parameters.len() {
        (0..given).map(Slot::Given).collect()
    } else if given + 1 == action.parameters.len() {
        let place = (0..action.parameters.len()).find(|place| is_agent(*place))?;
        (0..=given)
            .map(|at| match at.cmp(&place) {
                std::cmp::Ordering::Less => Slot::Given(at),
                std::cmp::Ordering::Equal => Slot::Agent,
                std::cmp::Ordering::Greater => Slot::Given(at - 1),
            })
            .collect()
    } else {
        return None;
    };
    Some(vec![vec![Pattern { action: name.to_owned(), slots, into_a_room: false }]])
}

/// The ground actions of a pattern, with every object of the right type where any will do.
pub(crate) fn completions(engine: &Engine<'_>, pattern: &Pattern, given: &[Vec<ObjectId>]) -> Vec<Ground> {
    let Some(action) = engine.action(&pattern.action) else { return Vec::new() };
    let parameters = &engine.task.actions[action.index()].parameters;
    let mut ways: Vec<Vec<ObjectId>> = vec![Vec::new()];
    for (slot, parameter) in pattern.slots.iter().zip(parameters) {
        let options: Vec<ObjectId> = match slot {
            Slot::Agent => engine.agent.into_iter().collect(),
            Slot::Given(place) => given.get(*place).cloned().unwrap_or_default(),
            Slot::Any => {
                let all = engine.task.members(parameter.ty).iter().copied();
                all.filter(|object| Some(*object) != engine.agent).collect()
            }
        };
        ways = ways
            .into_iter()
            .flat_map(|way| options.iter().map(move |object| way.iter().copied().chain([*object]).collect()))
            .take(MOST_WAYS)
            .collect();
    }
    ways.into_iter().filter(|way| way.len() == parameters.len()).map(|way| (action, way)).collect()
}

/// A step with names that the problem does not have, so that the checker finds them.
fn with_strangers(engine: &Engine<'_>, action: &str, pattern: Option<&Pattern>, step: &Step) -> String {
    let mut line = format!("({action}");
    let parameters = engine.action(action).map(|action| &engine.task.actions[action.index()].parameters);
    for (place, slot) in pattern.map(|pattern| pattern.slots.as_slice()).unwrap_or_default().iter().enumerate() {
        let name = match slot {
            Slot::Agent => engine.agent.map(|agent| engine.task.object_name(agent).to_owned()),
            Slot::Given(place) => step.arguments.get(*place).map(|name| match engine.objects(name).first() {
                Some(object) => engine.task.object_name(*object).to_owned(),
                None => words_of(name),
            }),
            Slot::Any => parameters.and_then(|parameters| {
                let first = engine.task.members(parameters.get(place)?.ty).first()?;
                Some(engine.task.object_name(*first).to_owned())
            }),
        };
        line.push(' ');
        line.push_str(name.as_deref().unwrap_or("nothing"));
    }
    line.push(')');
    line
}

/// A step as it was written, without signs that would end it.
fn raw(action: &str, step: &Step) -> String {
    let mut line = format!("({}", words_of(action));
    let arguments: &[String] = if step.readable { &step.arguments } else { &[] };
    for name in arguments {
        line.push(' ');
        line.push_str(&words_of(name));
    }
    line.push(')');
    line
}

/// One word of a plan.
fn words_of(text: &str) -> String {
    let word: String = text
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' })
        .take(100)
        .collect();
    let word = word.trim_matches(|c| matches!(c, '_' | '.' | '-'));
    if word.is_empty() { "nothing".to_owned() } else { word.to_owned() }
}

/// Of ways to complete a step of which none can run, the place of the one with the mildest mistake: what could come true is
/// milder than what never can. The first of equals.
fn mildest(prepared: &Prepared, before: &str, ways: &[String]) -> usize {
    if ways.len() < 2 {
        return 0;
    }
    let severity = |judgement: &Judgement| match judgement.primary {
        Some(Category::Affordance) => 2,
        Some(Category::Grammar) => 3,
        Some(Category::AdditionalStep) => 0,
        _ => 1,
    };
    let judged = ways.iter().map(|way| severity(&prepared.judge(&format!("{before}{way}\n"))));
    judged.enumerate().min_by_key(|(place, severity)| (*severity, *place)).map_or(0, |(place, _)| place)
}
