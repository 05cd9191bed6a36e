//! What an unreadable step may mean: the steps of the task that are nearest to what is written.
//!
//! A name that is known counts as meant. A name that is not is taken for the names most like it; when none is, for an action
//! everything that takes the same arguments may be meant, for an object everything of a fitting type. Of too many arguments
//! some are dropped, for too few every fitting object is tried in every place.

use crate::edit::Call;
use stepguard_task::{ActionId, ObjectId, Task};
use stepguard_text::suggest;

/// Names that may be meant by one that is not known.
const NEAR: usize = 3;
/// Steps that are looked at before the nearest are chosen.
const MOST: usize = 4096;
/// Arguments that are filled in or dropped at the most.
const GAPS: usize = 2;
/// Names that are compared with a wrong one.
const COMPARED: usize = 5_000;

const SKIP_UNKNOWN: u32 = 1;
const SKIP_KNOWN: u32 = 2;
const FILL: u32 = 3;
const ANYTHING: u32 = 8;

/// The readings of a step of which a name and arguments can be told apart, the nearest first, at most `most`.
#[must_use]
pub fn readings(task: &Task, name: &str, arguments: &[&str], most: usize) -> Vec<Call> {
    let actions = |index: usize| task.name(task.actions[index].name);
    let meant = named(name, task.actions.len(), actions);
    let objects: Vec<Vec<(u32, ObjectId)>> = arguments
        .iter()
        .map(|argument| {
            named(argument, task.objects.len(), |index| task.object_name(ObjectId::new(index)))
                .into_iter()
                .map(|(distance, index)| (distance, ObjectId::new(index)))
                .collect()
        })
        .collect();
    let mut found: Vec<(u32, Call)> = Vec::new();
    for (distance, index) in &meant {
        let action = ActionId::new(*index);
        Filler { task, action, objects: &objects, gaps: GAPS, found: &mut found }.fill(*distance, &mut Vec::new(), 0);
    }
    if found.is_empty() && !matches!(meant.first(), Some((0, _))) {
        for index in 0..task.actions.len() {
            let action = ActionId::new(index);
            // An action with quite another name is only meant when its arguments are right.
            Filler { task, action, objects: &objects, gaps: 0, found: &mut found }.fill(0, &mut Vec::new(), 0);
        }
    }
    // What is equally near stays in the order of the task.
    found.sort_by_key(|(distance, _)| *distance);
    let mut calls: Vec<Call> = Vec::new();
    for (_, call) in found {
        if calls.len() >= most {
            break;
        }
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    calls
}

/// The readings of a line of words: its first words that name an action, or come near to it, with the objects that stand
/// behind them.
#[must_use]
pub fn readings_of_line(task: &Task, line: &str, most: usize) -> Vec<Call> {
    let words: Vec<&str> = line
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty())
        .take(64)
        .collect();
    // Two words may be one name: `pick up`.
    let pieces = |from: usize| (1..=3_usize.min(words.len() - from)).rev().map(move |count| (from, count));
    let joined = |(from, count): (usize, usize)| words[from..from + count].join("-");
    let is_action = |piece: &(usize, usize)| {
        let name = plain(&joined(*piece));
        task.actions.iter().any(|action| plain(task.name(action.name)) == name)
    };
    let all: Vec<(usize, usize)> = (0..words.len()).flat_map(pieces).collect();
    let like = |piece: &(usize, usize)| suggest(&joined(*piece), names(task)).is_some();
    let Some((from, count)) = all.iter().copied().find(is_action).or_else(|| all.iter().copied().find(like)) else {
        return Vec::new();
    };
    let name = joined((from, count));
    let mut arguments: Vec<String> = Vec::new();
    let mut at = from + count;
    while at < words.len() {
        let object = pieces(at).find(|piece| {
            let name = plain(&joined(*piece));
            (0..task.objects.len()).any(|index| plain(task.object_name(ObjectId::new(index))) == name)
        });
        match object {
            Some(piece) => {
                arguments.push(joined(piece));
                at += piece.1;
            }
            None => at += 1,
        }
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    readings(task, &name, &arguments, most)
}

fn names(task: &Task) -> impl Iterator<Item = &str> {
    task.actions.iter().take(COMPARED).map(|action| task.name(action.name))
}

/// A name without what is often written in another way.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', ' ', '.'], "-")
}

/// The names that `written` may mean, with their distance: 0 for the one it is.
fn named<'a>(written: &str, count: usize, name: impl Fn(usize) -> &'a str) -> Vec<(u32, usize)> {
    let exact = (0..count).find(|index| name(*index).eq_ignore_ascii_case(written));
    let exact = exact.or_else(|| (0..count).find(|index| plain(name(*index)) == plain(written)));
    if let Some(index) = exact {
        return vec![(0, index)];
    }
    let mut near: Vec<(u32, usize)> = Vec::new();
    while near.len() < NEAR {
        let free = |index: &usize| near.iter().all(|(_, known)| known != index);
        let Some(best) = suggest(written, (0..count.min(COMPARED)).filter(free).map(&name)) else { break };
        let Some(index) = (0..count).filter(free).find(|index| name(*index) == best) else { break };
        near.push((near.len() as u32 + 1, index));
    }
    near
}

/// Fits arguments to the parameters of an action.
struct Filler<'a> {
    task: &'a Task,
    action: ActionId,
    objects: &'a [Vec<(u32, ObjectId)>],
    /// Arguments that may be filled in or dropped.
    gaps: usize,
    found: &'a mut Vec<(u32, Call)>,
}

impl Filler<'_> {
    /// `chosen`: the objects of the first parameters; `used`: arguments that were passed for them.
    fn fill(&mut self, distance: u32, chosen: &mut Vec<ObjectId>, used: usize) {
        let task = self.task;
        let parameters = &task.actions[self.action.index()].parameters;
        let (open, left) = (parameters.len() - chosen.len(), self.objects.len() - used);
        let too_many = open.abs_diff(left) > self.gaps;
        if self.found.len() >= MOST || too_many {
            return;
        }
        if open == 0 && left == 0 {
            let call = Call { action: self.action, arguments: chosen.as_slice().into() };
            self.found.push((distance, call));
            return;
        }
        let parameter = parameters.get(chosen.len());
        if let (Some(parameter), Some(options)) = (parameter, self.objects.get(used)) {
            let fitting: Vec<(u32, ObjectId)> =
                options.iter().copied().filter(|(_, object)| task.fits(*object, parameter.ty)).collect();
            let unknown = !matches!(options.first(), Some((0, _)));
            if fitting.is_empty() && unknown {
                for object in task.members(parameter.ty) {
                    chosen.push(*object);
                    self.fill(distance + ANYTHING, chosen, used + 1);
                    chosen.pop();
                }
            }
            for (more, object) in fitting {
                chosen.push(object);
                self.fill(distance + more, chosen, used + 1);
                chosen.pop();
            }
        }
        if left > open {
            let known = self.objects[used].first().is_some_and(|(distance, _)| *distance == 0);
            self.fill(distance + if known { SKIP_KNOWN } else { SKIP_UNKNOWN }, chosen, used + 1);
        }
        if let Some(parameter) = parameter.filter(|_| open > left) {
            for object in task.members(parameter.ty) {
                chosen.push(*object);
                self.fill(distance + FILL, chosen, used);
                chosen.pop();
            }
        }
    }
}
