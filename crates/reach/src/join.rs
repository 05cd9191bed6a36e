//! Joins: all bindings of a rule that fit the facts seen so far, the pattern with the fewest candidates first at every step.
//!
//! Evaluates patterns and filters; what is left of a condition is the engine's matter.

use crate::cond::Arg;
use crate::facts::{Facts, INITIAL, TRUE};
use crate::rules::{Filter, Pattern, Rule};
use smallvec::SmallVec;
use std::cell::Cell;
use stepguard_task::{FactId, ObjectId, Task};

/// The arguments of a fact, in place while there are few.
pub(crate) type Objects = SmallVec<[ObjectId; 6]>;

/// The value of a variable without one.
pub(crate) const UNBOUND: u32 = u32::MAX;

/// Most words of bindings that one join may find: with many variables they fill the memory long before the work is done.
const MOST_FOUND: usize = 1 << 26;

/// How much work is left.
#[derive(Debug)]
pub(crate) struct Fuel(Cell<u64>);

impl Fuel {
    pub(crate) fn new(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// Uses one step; false: there is none left.
    pub(crate) fn burn(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }

    /// Uses several steps.
    pub(crate) fn burn_many(&self, steps: u64) {
        self.0.set(self.0.get().saturating_sub(steps));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.get() == 0
    }
}

/// The object an argument stands for under a binding, if that is known.
pub(crate) fn value(argument: &Arg, binding: &[u32]) -> Option<ObjectId> {
    match argument {
        Arg::Object(object) => Some(*object),
        Arg::Var(var) => Some(binding[*var as usize]).filter(|o| *o != UNBOUND).map(ObjectId),
        Arg::Fluent(..) => None,
    }
}

/// Puts the objects of all arguments into `objects`; false when one is not known.
pub(crate) fn values(arguments: &[Arg], binding: &[u32], objects: &mut Objects) -> bool {
    objects.clear();
    objects.extend(arguments.iter().map_while(|a| value(a, binding)));
    objects.len() == arguments.len()
}

/// Where a choice point's next candidate comes from.
#[derive(Debug, Clone, Copy)]
enum Source {
    /// The facts with a known object at a position.
    Chain { pattern: usize, position: usize, next: Option<FactId> },
    /// All facts of a head.
    All { pattern: usize, next: usize },
    /// The members of a variable's type.
    Type { variable: u32, next: usize },
    /// The only object that an equation leaves.
    Equal { variable: u32, object: Option<ObjectId> },
}

#[derive(Debug)]
struct Choice {
    source: Source,
    trail: usize,
    done: usize,
    /// All that the output reads was bound before: one way to go on is enough.
    enough: bool,
}

/// What a look at the current binding gives.
enum Look {
    Dead,
    Complete,
    Choose(Source),
}

/// Reusable memory of joins.
#[derive(Debug, Default)]
pub(crate) struct Join {
    choices: Vec<Choice>,
    /// Variables in the order they were bound.
    trail: Vec<u32>,
    /// Patterns (then filters) that are settled, and in which order.
    settled: Vec<bool>,
    done: Vec<usize>,
    objects: Objects,
}

/// What joins read.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) task: &'a Task,
    pub(crate) facts: &'a Facts,
    /// Where the marks of initial facts are.
    pub(crate) initial: &'a Facts,
    pub(crate) fuel: &'a Fuel,
}

/// What a join starts from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Start<'a> {
    /// Nothing: all bindings are wanted.
    Empty,
    /// This pattern is matched with this fact.
    Fact(usize, FactId),
    /// The output has these arguments.
    Output(&'a [ObjectId]),
}

impl Join {
    /// Appends to `found` every binding that fits (`rule.width()` numbers each). `known` tells that nothing new can follow from a binding of all that the output reads.
    pub(crate) fn run(
        &mut self,
        rule: &Rule,
        start: Start<'_>,
        on: Known<'_>,
        known: impl Fn(&[u32]) -> bool,
        found: &mut Vec<u32>,
    ) {
        let mut binding = vec![UNBOUND; rule.width()];
        self.choices.clear();
        self.trail.clear();
        self.done.clear();
        self.settled.clear();
        self.settled.resize(rule.patterns.len() + rule.filters.len(), false);
        let fits = match start {
            Start::Empty => true,
            Start::Fact(pattern, fact) => self.fit(rule, pattern, fact, on, &mut binding),
            Start::Output(objects) => self.equate(rule, &rule.output.arguments, objects, on, &mut binding),
        };
        if !fits {
            return;
        }
        let single = rule.rest.is_empty() && rule.needed < rule.variables.len();
        loop {
            if !on.fuel.burn() {
                return;
            }
            match self.look(rule, on, &mut binding) {
                Look::Dead => {}
                Look::Complete => {
                    found.extend_from_slice(&binding);
                    if found.len() > MOST_FOUND {
                        on.fuel.burn_many(u64::MAX);
                        return;
                    }
                    if single {
                        while self.choices.last().is_some_and(|c| c.enough) {
                            self.choices.pop();
                        }
                    }
                }
                Look::Choose(source) => {
                    let enough = single && complete(rule, &binding);
                    if !(enough && known(&binding)) {
                        self.choices.push(Choice { source, trail: self.trail.len(), done: self.done.len(), enough });
                    }
                }
            }
            if !self.advance(rule, on, &mut binding) {
                return;
            }
        }
    }

    /// Takes the next candidate of the latest choice that has one.
    fn advance(&mut self, rule: &Rule, on: Known<'_>, binding: &mut [u32]) -> bool {
        loop {
            let Some(choice) = self.choices.last() else { return false };
            let (trail, done) = (choice.trail, choice.done);
            for var in self.trail.drain(trail..) {
                binding[var as usize] = UNBOUND;
            }
            for settled in self.done.drain(done..) {
                self.settled[settled] = false;
            }
            let Some(Choice { source, .. }) = self.choices.last_mut() else { return false };
            let fits = match source {
                Source::Chain { pattern, position, next } => {
                    let (pattern, Some(fact)) = (*pattern, *next) else {
                        self.choices.pop();
                        continue;
                    };
                    *next = on.facts.next(fact, *position);
                    self.fit(rule, pattern, fact, on, binding)
                }
                Source::All { pattern, next } => {
                    let pattern = *pattern;
                    let Some(fact) = on.facts.all(rule.patterns[pattern].head).get(*next).copied() else {
                        self.choices.pop();
                        continue;
                    };
                    *next += 1;
                    self.fit(rule, pattern, fact, on, binding)
                }
                Source::Type { variable, next } => {
                    let variable = *variable;
                    let members = on.task.members(rule.types[variable as usize]);
                    let Some(object) = members.get(*next).copied() else {
                        self.choices.pop();
                        continue;
                    };
                    *next += 1;
                    self.bind(rule, variable, object, on, binding)
                }
                Source::Equal { variable, object } => {
                    let (variable, Some(object)) = (*variable, object.take()) else {
                        self.choices.pop();
                        continue;
                    };
                    self.bind(rule, variable, object, on, binding)
                }
            };
            if fits {
                return true;
            }
            if !on.fuel.burn() {
                return false;
            }
        }
    }

    fn bind(&mut self, rule: &Rule, variable: u32, object: ObjectId, on: Known<'_>, binding: &mut [u32]) -> bool {
        if !on.task.fits(object, rule.types[variable as usize]) {
            return false;
        }
        binding[variable as usize] = object.0;
        self.trail.push(variable);
        true
    }

    /// Binds a pattern's variables to a fact's objects.
    fn fit(&mut self, rule: &Rule, pattern: usize, fact: FactId, on: Known<'_>, binding: &mut [u32]) -> bool {
        let (_, objects) = on.facts.atom(fact);
        let fits = self.equate(rule, &rule.patterns[pattern].arguments, objects, on, binding);
        if fits {
            self.settle(pattern);
        }
        fits
    }

    /// Binds variables so that `arguments` are `objects`, if that can be.
    fn equate(
        &mut self,
        rule: &Rule,
        arguments: &[Arg],
        objects: &[ObjectId],
        on: Known<'_>,
        binding: &mut [u32],
    ) -> bool {
        arguments.iter().zip(objects).all(|(argument, object)| match (value(argument, binding), argument) {
            (Some(known), _) => known == *object,
            (None, Arg::Var(variable)) => self.bind(rule, *variable, *object, on, binding),
            (None, _) => false,
        })
    }

    fn settle(&mut self, what: usize) {
        self.settled[what] = true;
        self.done.push(what);
    }

    fn look(&mut self, rule: &Rule, on: Known<'_>, binding: &mut [u32]) -> Look {
        let patterns = rule.patterns.len();
        for (index, filter) in rule.filters.iter().enumerate() {
            if self.settled[patterns + index] {
                continue;
            }
            let holds = match filter {
                Filter::Same(a, b, truth) => match (value(a, binding), value(b, binding)) {
                    (Some(a), Some(b)) => (a == b) == *truth,
                    (Some(object), None) | (None, Some(object)) if *truth => {
                        let open = if value(a, binding).is_none() { a } else { b };
                        let Arg::Var(variable) = open else { continue };
                        return Look::Choose(Source::Equal { variable: *variable, object: Some(object) });
                    }
                    _ => continue,
                },
                Filter::Absent(head, arguments) => {
                    if !values(arguments, binding, &mut self.objects) {
                        continue;
                    }
                    on.initial.marks_of(*head, &self.objects) & INITIAL == 0
                }
            };
            if !holds {
                return Look::Dead;
            }
            self.settle(patterns + index);
        }

        let mut best: Option<(u32, Source)> = None;
        let single = rule.rest.is_empty() && rule.needed < rule.variables.len();
        for (index, pattern) in rule.patterns.iter().enumerate() {
            if self.settled[index] {
                continue;
            }
            if values(&pattern.arguments, binding, &mut self.objects) {
                if on.facts.marks_of(pattern.head, &self.objects) & TRUE == 0 {
                    return Look::Dead;
                }
                self.settle(index);
                continue;
            }
            let (mut count, source) = fewest(index, pattern, on.facts, binding);
            if count == 0 {
                return Look::Dead;
            }
            if single && count > 1 && !rule.binds_output(pattern, binding) {
                // What the output reads comes first, unless it is much more: of the others one witness is enough then.
                count = count.saturating_mul(8);
            }
            if best.as_ref().is_none_or(|b| count < b.0) {
                best = Some((count, source));
            }
        }
        if let Some((_, source)) = best {
            return Look::Choose(source);
        }
        let open = rule.variables.iter().filter(|v| binding[**v as usize] == UNBOUND);
        let size = |v: &&u32| on.task.members(rule.types[**v as usize]).len();
        open.min_by_key(size).map_or(Look::Complete, |v| Look::Choose(Source::Type { variable: *v, next: 0 }))
    }
}

/// The shortest list of facts that a pattern's candidates are in.
fn fewest(index: usize, pattern: &Pattern, facts: &Facts, binding: &[u32]) -> (u32, Source) {
    let all = u32::try_from(facts.all(pattern.head).len()).unwrap_or(u32::MAX);
    let mut best = (all, Source::All { pattern: index, next: 0 });
    for (position, argument) in pattern.arguments.iter().enumerate() {
        if let Some(object) = value(argument, binding) {
            let count = facts.count(pattern.head, position, object);
            if count < best.0 || matches!(best.1, Source::All { .. }) {
                let next = facts.first(pattern.head, position, object);
                best = (count, Source::Chain { pattern: index, position, next });
            }
        }
    }
    best
}

impl Rule {
    /// Whether a pattern has a variable without a value that the output reads.
    fn binds_output(&self, pattern: &Pattern, binding: &[u32]) -> bool {
        pattern.arguments.iter().any(|argument| {
            matches!(argument, Arg::Var(v) if binding[*v as usize] == UNBOUND && self.variables[..self.needed].contains(v))
        })
    }
}

fn complete(rule: &Rule, binding: &[u32]) -> bool {
    rule.variables[..rule.needed].iter().all(|v| binding[*v as usize] != UNBOUND)
}
