//! What an unreadable step may mean: the steps of the task that are nearest to what is written.
//!
//! A name that is known counts as meant. A name that is not is taken for the names most like it; when none is, for an action
//! everything that takes the same arguments may be meant, for an object everything of a fitting type. Of too many arguments
//! some are dropped, for too few every fitting object is tried in every place.

use crate::edit::Call;
use rustc_hash::FxHashMap;
use stepguard_task::{ActionId, ObjectId, Task};
use stepguard_text::suggest;

/// Names that may be meant by one that is not known.
const NEAR: usize = 3;
/// Steps that are looked at before the nearest are chosen.
const MOST: usize = 4096;
/// Choices of objects that are made for one step.
const TRIES: u32 = 50_000;
/// Arguments that are filled in or dropped at the most.
const GAPS: usize = 2;
/// Parameters of actions that are looked at.
const PARAMETERS: usize = 100;
/// Words of a line that are looked at.
const WORDS: usize = 64;
/// Names that are compared with wrong ones, over a whole plan.
const COMPARISONS: usize = 2_000_000;

const SKIP_UNKNOWN: u32 = 1;
const SKIP_KNOWN: u32 = 2;
const FILL: u32 = 3;
const ANYTHING: u32 = 8;
/// What is so much further than the nearest is not meant.
const FURTHER: u32 = 3;

/// The readings of a step of which a name and arguments can be told apart, the nearest first, at most `most`. For many steps
/// use one [`Reader`].
#[must_use]
pub fn readings(task: &Task, name: &str, arguments: &[&str], most: usize) -> Vec<Call> {
    Reader::new(task).step(name, arguments, most)
}

/// The readings of a step of which only the text is known, the nearest first, at most `most`. For many steps use one
/// [`Reader`].
#[must_use]
pub fn readings_of_line(task: &Task, line: &str, most: usize) -> Vec<Call> {
    Reader::new(task).line(line, most)
}

/// Finds readings for the unreadable steps of one plan. When thousands of lines name thousands of things that nobody
/// declared, the first ones get readings by likeness.
#[derive(Debug)]
pub struct Reader<'t> {
    task: &'t Task,
    actions: FxHashMap<String, usize>,
    objects: FxHashMap<String, usize>,
    comparisons: usize,
}

impl<'t> Reader<'t> {
    /// Reads steps of a task.
    #[must_use]
    pub fn new(task: &'t Task) -> Self {
        let (mut actions, mut objects) = (FxHashMap::default(), FxHashMap::default());
        for (index, action) in task.actions.iter().enumerate() {
            actions.entry(plain(task.name(action.name))).or_insert(index);
        }
        for (index, object) in task.objects.iter().enumerate() {
            objects.entry(plain(task.name(object.name))).or_insert(index);
        }
        Self { task, actions, objects, comparisons: COMPARISONS }
    }

    /// The readings of a step of which a name and arguments can be told apart, the nearest first, at most `most`.
    pub fn step(&mut self, name: &str, arguments: &[&str], most: usize) -> Vec<Call> {
        let mut meant = self.named(name, true);
        // Each parameter is a level of the stack.
        meant.retain(|(_, index)| self.task.actions[*index].parameters.len() <= PARAMETERS);
        if arguments.len() > PARAMETERS {
            return Vec::new();
        }
        let objects: Vec<Vec<(u32, ObjectId)>> = arguments
            .iter()
            .map(|argument| {
                let named = self.named(argument, false);
                named.into_iter().map(|(distance, index)| (distance, ObjectId::new(index))).collect()
            })
            .collect();
        let task = self.task;
        let mut found: Vec<(u32, Call)> = Vec::new();
        let mut tries = TRIES;
        for (distance, index) in &meant {
            let action = ActionId::new(*index);
            Filler { task, action, objects: &objects, gaps: GAPS, tries: &mut tries, found: &mut found }.fill(
                *distance,
                &mut Vec::new(),
                0,
            );
        }
        if found.is_empty() && !matches!(meant.first(), Some((0, _))) {
            let small = |index: &usize| task.actions[*index].parameters.len() <= PARAMETERS;
            for index in (0..task.actions.len()).filter(small) {
                let action = ActionId::new(index);
                // An action with quite another name is only meant when its arguments are right.
                Filler { task, action, objects: &objects, gaps: 0, tries: &mut tries, found: &mut found }.fill(
                    0,
                    &mut Vec::new(),
                    0,
                );
            }
        }
        // What is equally near stays in the order of the task.
        found.sort_by_key(|(distance, _)| *distance);
        let nearest = found.first().map_or(0, |(distance, _)| *distance);
        let mut calls: Vec<Call> = Vec::new();
        for (distance, call) in found {
            if calls.len() >= most || distance > nearest + FURTHER {
                break;
            }
            if !calls.contains(&call) {
                calls.push(call);
            }
        }
        calls
    }

    /// The readings of a step of which only the text is known: its first words that name an action, or come near to it, with
    /// what stands behind them. Of a longer text only words count that are objects or come near to one.
    pub fn line(&mut self, line: &str, most: usize) -> Vec<Call> {
        let words: Vec<&str> = line
            .split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
            .map(|word| word.trim_matches('.'))
            .filter(|word| !word.is_empty())
            .take(WORDS)
            .collect();
        // Several words may be one name: `pick up`.
        let pieces = |from: usize| (1..=3_usize.min(words.len() - from)).rev().map(move |count| (from, count));
        let joined = |(from, count): (usize, usize)| words[from..from + count].join("-");
        let all: Vec<(usize, usize)> = (0..words.len()).flat_map(pieces).collect();
        let known = all.iter().copied().find(|piece| self.actions.contains_key(&plain(&joined(*piece))));
        let named = known.or_else(|| all.iter().copied().find(|piece| self.is_like(&joined(*piece), true)));
        let (from, count) = named.unwrap_or((0, 1));
        let Some(rest) = words.get(from + count..) else { return Vec::new() };
        let name = joined((from, count));
        if named.is_some() {
            let found = self.step(&name, rest, most);
            if !found.is_empty() {
                return found;
            }
        }
        let mut arguments: Vec<String> = Vec::new();
        let mut at = from + count;
        while at < words.len() {
            if let Some(piece) = pieces(at).find(|piece| self.objects.contains_key(&plain(&joined(*piece)))) {
                arguments.push(joined(piece));
                at += piece.1;
                continue;
            }
            if self.is_like(words[at], false) {
                arguments.push(words[at].to_owned());
            }
            at += 1;
        }
        if named.is_none() && arguments.is_empty() {
            return Vec::new();
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        self.step(&name, &arguments, most)
    }

    fn count(&self, actions: bool) -> usize {
        if actions { self.task.actions.len() } else { self.task.objects.len() }
    }

    fn name(&self, actions: bool, index: usize) -> &'t str {
        let symbol = if actions { self.task.actions[index].name } else { self.task.objects[index].name };
        self.task.name(symbol)
    }

    /// Whether some name may be compared with all that are declared.
    fn may_compare(&mut self, actions: bool) -> bool {
        let left = self.comparisons.checked_sub(self.count(actions));
        self.comparisons = left.unwrap_or(0);
        left.is_some()
    }

    fn is_like(&mut self, written: &str, actions: bool) -> bool {
        self.may_compare(actions)
            && suggest(written, (0..self.count(actions)).map(|index| self.name(actions, index))).is_some()
    }

    /// The actions or objects that a name may mean, with their distance: 0 for the one it is.
    fn named(&mut self, written: &str, actions: bool) -> Vec<(u32, usize)> {
        let known = if actions { &self.actions } else { &self.objects };
        if let Some(index) = known.get(&plain(written)) {
            return vec![(0, *index)];
        }
        let mut near: Vec<(u32, usize)> = Vec::new();
        while near.len() < NEAR && self.may_compare(actions) {
            let free = |index: &usize| near.iter().all(|(_, known)| known != index);
            let all = 0..self.count(actions);
            let names = all.clone().filter(free).map(|index| self.name(actions, index));
            let Some(best) = suggest(written, names) else { break };
            let Some(index) = all.filter(free).find(|index| self.name(actions, *index) == best) else { break };
            near.push((near.len() as u32 + 1, index));
        }
        near
    }
}

/// A name without what is often written in another way.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', ' ', '.'], "-")
}

/// Fits arguments to the parameters of an action.
struct Filler<'a> {
    task: &'a Task,
    action: ActionId,
    objects: &'a [Vec<(u32, ObjectId)>],
    /// Arguments that may be filled in or dropped.
    gaps: usize,
    /// Choices that may still be made.
    tries: &'a mut u32,
    found: &'a mut Vec<(u32, Call)>,
}

impl Filler<'_> {
    /// `chosen`: the objects of the first parameters; `used`: arguments that were passed for them.
    fn fill(&mut self, distance: u32, chosen: &mut Vec<ObjectId>, used: usize) {
        let task = self.task;
        let parameters = &task.actions[self.action.index()].parameters;
        let (open, left) = (parameters.len() - chosen.len(), self.objects.len() - used);
        if *self.tries == 0 || self.found.len() >= MOST || open.abs_diff(left) > self.gaps {
            return;
        }
        *self.tries -= 1;
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
