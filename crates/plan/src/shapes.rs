//! The shapes in which JSON carries plans: lists of strings, of objects and of lists; objects whose keys are the
//! steps; all of it under keys such as `plan`. Knows JSON values and phrases, nothing of lines around them.

use crate::fragment::{Fragment, Origin, trim};
use crate::json::{Node, Text, Value};
use crate::phrase::{self, Form, Mode};
use crate::plan::{Name, Notation, Unreadable};
use crate::sink::{Parsed, ParsedKind, Sink};
use stepguard_text::{Number, Span, order};

/// A plan inside a JSON value.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    pub(crate) steps: Vec<Parsed>,
    pub(crate) notation: Option<Notation>,
    /// Members that are no part of the plan.
    pub(crate) beside: Vec<Span>,
    /// Repeated keys were read as steps.
    pub(crate) repeated: bool,
    /// The value stands under a key that says that it is the plan.
    pub(crate) announced: bool,
}

/// Keys under which a plan stands, the surest first.
const PLAN_KEYS: [&str; 26] = [
    "executable_plan",
    "plan",
    "final_plan",
    "action_plan",
    "task_plan",
    "action_sequence",
    "actions",
    "steps",
    "plan_steps",
    "action_list",
    "sequence",
    "commands",
    "instructions",
    "output",
    "result",
    "results",
    "solution",
    "answer",
    "final_answer",
    "response",
    "data",
    "plans",
    "task",
    "value",
    "content",
    "message",
];

/// So many of them can hold nothing but a plan; the others may hold anything.
const SURE_KEYS: usize = 13;

/// Keys under which an object names its action.
const ACTION_KEYS: [&str; 15] = [
    "action",
    "action_name",
    "actionname",
    "act",
    "operator",
    "skill",
    "primitive",
    "verb",
    "command",
    "function",
    "function_name",
    "name",
    "op",
    "step",
    "type",
];

/// Keys under which an object names its action's arguments.
const ARGUMENT_KEYS: [&str; 36] = [
    "object",
    "objects",
    "arguments",
    "argument",
    "args",
    "arg",
    "params",
    "param",
    "parameters",
    "parameter",
    "target",
    "targets",
    "obj",
    "objs",
    "object_name",
    "object1",
    "object2",
    "object3",
    "object_1",
    "object_2",
    "object_3",
    "arg1",
    "arg2",
    "arg3",
    "arg_1",
    "arg_2",
    "arg_3",
    "param1",
    "param2",
    "param3",
    "operands",
    "inputs",
    "input",
    "items",
    "entities",
    "object_id",
];

/// Keys that tell about a plan or step and are no action, whatever the domain calls its actions.
const TALK_KEYS: [&str; 26] = [
    "thought",
    "thoughts",
    "reason",
    "reasoning",
    "explanation",
    "comment",
    "comments",
    "note",
    "notes",
    "goal",
    "goals",
    "description",
    "status",
    "length",
    "cost",
    "id",
    "step",
    "index",
    "language_plan",
    "state",
    "title",
    "summary",
    "confidence",
    "analysis",
    "necessity_to_use_action",
    "error",
];

fn is_one_of(key: &str, list: &[&str]) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(key))
}

/// A key in the form of the lists above.
fn key_form(key: &str) -> String {
    // Longer than any of them.
    if key.len() > 40 { String::new() } else { crate::vocabulary::loosen(key) }
}

fn is_ordinal(key: &str) -> bool {
    let bare = key.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_matches(['_', ' ', '#', '-']);
    let word = key[..key.len() - key.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len()].to_ascii_lowercase();
    !bare.is_empty()
        && bare.bytes().all(|b| b.is_ascii_digit())
        && matches!(word.as_str(), "" | "step" | "action" | "s")
}

/// The text of a string or word.
fn with_text<'a>(fragment: &Fragment<'a>, node: &'a Node) -> Option<(Fragment<'a>, (usize, usize))> {
    match &node.value {
        Value::Text(Text { decoded: Some((text, table)), .. }) => match fragment.origin {
            // A string inside a string was decoded twice; its table leads to the outer string only, whose own table is
            // needed for the rest of the way.
            Origin::Table(_) => None,
            Origin::At(_) => Some((Fragment { text, origin: Origin::Table(table) }, (0, text.len()))),
        },
        Value::Text(Text { inner, decoded: None }) => Some((*fragment, *inner)),
        Value::Word | Value::Group => Some((*fragment, node.range)),
        Value::List(_) | Value::Object(_) => None,
    }
}

/// What a string or word says.
fn text_of<'a>(fragment: &Fragment<'a>, node: &'a Node) -> Option<&'a str> {
    with_text(fragment, node).map(|(fragment, (start, end))| &fragment.text[start..end])
}

fn is_scalar_list(node: &Node) -> bool {
    match &node.value {
        Value::List(list) => list.iter().all(|n| !matches!(n.value, Value::List(_) | Value::Object(_))),
        _ => false,
    }
}

/// Whether a member's value can be the arguments of the action that its key names.
fn is_arguments(fragment: &Fragment<'_>, node: &Node) -> bool {
    match &node.value {
        Value::Text(_) => text_of(fragment, node).is_some_and(|text| text.split_whitespace().count() <= 6),
        Value::Word => true,
        Value::Group | Value::Object(_) => false,
        Value::List(_) => is_scalar_list(node),
    }
}

impl Sink<'_> {
    fn is_action(&self, name: &str) -> bool {
        self.names.action(name).is_some()
    }

    /// The plan in a value. `None`: the value is none.
    pub(crate) fn shape(
        &mut self,
        fragment: &Fragment<'_>,
        node: &Node,
        announced: bool,
        depth: usize,
    ) -> Option<Shape> {
        if depth > 12 {
            return None;
        }
        match &node.value {
            Value::List(list) => self.shape_of_list(fragment, list, announced, depth),
            Value::Object(members) => self.shape_of_object(fragment, node, members, announced, depth),
            Value::Text(_) if announced => {
                let (inner, range) = with_text(fragment, node)?;
                let outcome = crate::lines::collect(self, &inner, range, depth + 1);
                if outcome.steps.is_empty() && !outcome.beside.is_empty() {
                    return None;
                }
                let mut beside = outcome.beside;
                beside.extend(outcome.comments);
                Some(Shape {
                    steps: outcome.steps,
                    notation: Some(Notation::JsonStrings),
                    beside,
                    announced,
                    ..Shape::default()
                })
            }
            Value::Text(_) | Value::Word | Value::Group => None,
        }
    }

    fn shape_of_list(
        &mut self,
        fragment: &Fragment<'_>,
        list: &[Node],
        announced: bool,
        depth: usize,
    ) -> Option<Shape> {
        let mut shape = Shape { announced, ..Shape::default() };
        if list.is_empty() {
            shape.notation = Some(Notation::JsonStrings);
            return Some(shape);
        }
        // One wrapper in a list: `[{"plan": [...]}]`.
        if let [Node { value: Value::Object(members), .. }] = list
            && members.iter().any(|(key, value)| {
                !matches!(value.value, Value::Word)
                    && text_of(fragment, key)
                        .is_some_and(|key| is_one_of(&key_form(key), &PLAN_KEYS) && !self.is_action(key))
            })
            && let Some(inner) = self.shape(fragment, &list[0], false, depth + 1)
        {
            return Some(inner);
        }
        // A list of plans, not of steps: its first list holds whole steps.
        if let Node { value: Value::List(inner), .. } = &list[0]
            && list.len() == 1
            && !self.is_step_list(fragment, inner)
        {
            return self.shape(fragment, &list[0], announced, depth + 1);
        }
        let (mut strings, mut objects, mut lists, mut keyed) = (0, 0, 0, 0);
        for element in list {
            match &element.value {
                Value::Object(members) => {
                    if self.action_member(fragment, members).is_some() {
                        objects += 1;
                    } else {
                        keyed += 1;
                    }
                }
                Value::List(_) => lists += 1,
                _ => strings += 1,
            }
            self.element(fragment, element, &mut shape, depth);
        }
        let most = strings.max(objects).max(lists).max(keyed);
        shape.notation = Some(match most {
            _ if most == strings => Notation::JsonStrings,
            _ if most == objects => Notation::JsonObjects,
            _ if most == lists => Notation::JsonArrays,
            _ => Notation::JsonActionKeys,
        });
        // Every element of a list is step-like; a list deeper inside may be anything.
        let names_objects = || {
            list.iter().all(|node| text_of(fragment, node).is_some_and(|text| self.names.object(text.trim()).is_some()))
        };
        let fits = announced
            || self.names.is_unknown()
            || shape.steps.iter().any(|step| step.resolved)
            || (depth == 0 && !names_objects());
        fits.then_some(shape)
    }

    /// Whether a list inside a list is one step (`["walk", "kitchen"]`) and not several (`["walk kitchen", "open door"]`).
    fn is_step_list(&self, fragment: &Fragment<'_>, list: &[Node]) -> bool {
        let Some(first) = list.first().and_then(|node| text_of(fragment, node)) else { return false };
        if self.is_action(first) {
            return true;
        }
        let whole = |node: &Node| {
            with_text(fragment, node).is_some_and(|(inner, range)| {
                phrase::read(inner.text, range, self.names, Mode::Plain).is_some_and(|piece| !piece.steps.is_empty())
            })
        };
        !first.trim().contains(char::is_whitespace) && !first.contains('(') && !list.iter().any(whole)
    }

    /// One element of a list of steps: almost always one step.
    fn element(&mut self, fragment: &Fragment<'_>, node: &Node, shape: &mut Shape, depth: usize) {
        let span = fragment.span(node.range.0, node.range.1);
        match &node.value {
            Value::Text(_) | Value::Group => {
                let Some((inner, range)) = with_text(fragment, node) else {
                    shape.steps.push(Self::unreadable(span, Unreadable::TooDeep));
                    return;
                };
                let range = if node.value == Value::Group { node.range } else { without_number(inner.text, range) };
                self.phrase(&inner, range, span, shape);
            }
            Value::Word => {
                let word = &fragment.text[node.range.0..node.range.1];
                let constant = matches!(word, "null" | "None" | "true" | "false" | "True" | "False" | "");
                if constant || word.parse::<f64>().is_ok() {
                    shape.steps.push(Self::unreadable(span, Unreadable::NotAStep));
                } else {
                    self.phrase(fragment, node.range, span, shape);
                }
            }
            Value::List(list) => {
                if list.is_empty() {
                    shape.steps.push(Self::unreadable(span, Unreadable::Empty));
                } else if !self.is_step_list(fragment, list) && depth < 12 {
                    for inner in list {
                        self.element(fragment, inner, shape, depth + 1);
                    }
                } else {
                    let mut arguments = Vec::new();
                    for inner in &list[1..] {
                        self.arguments(fragment, inner, &mut arguments, 0);
                    }
                    let step = self.named(fragment, &list[0], arguments, span);
                    shape.steps.push(step);
                }
            }
            Value::Object(members) => self.object(fragment, node, members, shape, depth),
        }
    }

    /// A string as steps. They take the place of the whole string.
    fn phrase(&mut self, fragment: &Fragment<'_>, range: (usize, usize), span: Span, shape: &mut Shape) {
        let names = self.names;
        let Some(piece) = phrase::read(fragment.text, range, names, Mode::Element) else {
            shape.steps.push(Self::unreadable(span, Unreadable::NoAction));
            return;
        };
        let single = piece.steps.len() == 1;
        for found in piece.steps {
            let mut step = self.step(fragment, found);
            if single {
                step.span = span;
            }
            shape.steps.push(step);
        }
        // Inside a step's own span nothing is beside it.
        if !single {
            shape
                .beside
                .extend(piece.beside.iter().chain(&piece.comments).map(|range| fragment.span(range.0, range.1)));
        }
    }

    /// The member that names an object's action: its position.
    fn action_member(&self, fragment: &Fragment<'_>, members: &[(Node, Node)]) -> Option<usize> {
        let usable = |value: &Node| match &value.value {
            // The definition that a planning service adds to every step.
            Value::Text(_) => text_of(fragment, value).is_some_and(|text| !text.trim_start().starts_with("(:")),
            Value::Word => text_of(fragment, value).is_some_and(|text| {
                text.parse::<f64>().is_err() && !text.is_empty() && text != "null" && text != "None"
            }),
            Value::Object(_) | Value::List(_) => true,
            Value::Group => true,
        };
        let ranked = members.iter().enumerate().filter_map(|(at, (key, value))| {
            let key = text_of(fragment, key)?;
            let form = key_form(key);
            let rank = ACTION_KEYS.iter().position(|known| *known == form)?;
            (usable(value) && !self.is_action_with(key, fragment, value)).then_some((rank, at))
        });
        ranked.min().map(|(_, at)| at)
    }

    /// Whether the key is an action's name and the value its arguments: a domain may have an action `step` or `type`.
    fn is_action_with(&self, key: &str, fragment: &Fragment<'_>, value: &Node) -> bool {
        self.is_action(key)
            && is_arguments(fragment, value)
            && !text_of(fragment, value).is_some_and(|text| self.is_action(text))
    }

    /// An object as one step, or as several when its keys are actions.
    fn object(
        &mut self,
        fragment: &Fragment<'_>,
        node: &Node,
        members: &[(Node, Node)],
        shape: &mut Shape,
        depth: usize,
    ) {
        let span = fragment.span(node.range.0, node.range.1);
        let Some(at) = self.action_member(fragment, members) else {
            let before = shape.steps.len();
            self.keyed(fragment, members, shape, true);
            if shape.steps.len() == before {
                shape.steps.push(Self::unreadable(span, Unreadable::NoActionKey));
            } else if shape.steps.len() == before + 1
                && let Some(step) = shape.steps.last_mut()
            {
                step.span = span;
            }
            return;
        };
        // `{"step": 1, "action": {"name": "walk", "args": ["kitchen"]}}`
        if let Value::Object(inner) = &members[at].1.value {
            if depth < 12 {
                let before = shape.steps.len();
                self.object(fragment, &members[at].1, inner, shape, depth + 1);
                if shape.steps.len() == before + 1
                    && let Some(step) = shape.steps.last_mut()
                {
                    step.span = span;
                }
            } else {
                shape.steps.push(Self::unreadable(span, Unreadable::TooDeep));
            }
            return;
        }
        let mut arguments = Vec::new();
        let mut others: Vec<&Node> = Vec::new();
        let (mut time, mut duration) = (None, None);
        let mut has_arguments = false;
        for (index, (key, value)) in members.iter().enumerate() {
            if index == at {
                continue;
            }
            let key = text_of(fragment, key).map(key_form).unwrap_or_default();
            let number = || text_of(fragment, value).and_then(|text| Number::parse(text.trim()));
            match key.as_str() {
                "time" | "start" | "start_time" | "at" if number().is_some() => time = number(),
                "duration" if number().is_some() => duration = number(),
                _ if is_one_of(&key, &ARGUMENT_KEYS) => {
                    has_arguments = true;
                    self.arguments(fragment, value, &mut arguments, 0);
                }
                _ => others.push(value),
            }
        }
        let alone = match &members[at].1.value {
            Value::List(list) => {
                // `{"action": ["walk", "kitchen"]}`
                let mut inner = Vec::new();
                for node in list.iter().skip(1) {
                    self.arguments(fragment, node, &mut inner, 0);
                }
                inner.append(&mut arguments);
                list.first().map(|first| self.named(fragment, first, inner, span))
            }
            _ if !has_arguments => {
                // Members with names of their own (`"item": "mug"`) are arguments where they name objects and the
                // action does not stand there with its arguments.
                let named: Vec<&Node> = others
                    .iter()
                    .copied()
                    .filter(|node| {
                        text_of(fragment, node)
                            .is_some_and(|text| self.names.vocabulary().find_object(text.trim()).is_some())
                    })
                    .collect();
                let is_name = text_of(fragment, &members[at].1).is_some_and(|text| self.is_action(text.trim()));
                if is_name && !named.is_empty() {
                    for node in named {
                        self.arguments(fragment, node, &mut arguments, 0);
                    }
                }
                None
            }
            _ => None,
        };
        let mut step = match alone {
            Some(step) => step,
            None => self.named(fragment, &members[at].1, arguments, span),
        };
        step.time = time;
        step.duration = duration.or(step.duration);
        shape.steps.push(step);
    }

    /// A step from the node that names its action (and may hold arguments too) and arguments that stand elsewhere.
    fn named(&mut self, fragment: &Fragment<'_>, node: &Node, arguments: Vec<Name>, span: Span) -> Parsed {
        let Some((inner, range)) = with_text(fragment, node) else {
            return Self::unreadable(span, Unreadable::NotAStep);
        };
        let (start, end) = trim(inner.text, range.0, range.1);
        let text = &inner.text[start..end];
        let names = self.names;
        if start == end {
            return Self::unreadable(span, Unreadable::Empty);
        }
        let whole = names.action(text).is_some();
        let one_word = !text.contains(char::is_whitespace) && !text.contains(['(', ')']);
        if whole || (one_word && (!arguments.is_empty() || names.is_unknown())) {
            let name = self.name(&inner, (start, end));
            return Parsed {
                span,
                time: None,
                duration: None,
                said: ParsedKind::Action { name, arguments },
                form: Form::Words,
                resolved: names.is_unknown() || whole,
                unclosed: false,
            };
        }
        let Some(piece) = phrase::read(inner.text, (start, end), names, Mode::Element) else {
            return Self::unreadable(span, Unreadable::NoAction);
        };
        let mut found = piece.steps.into_iter();
        let (Some(found), None) = (found.next(), found.next()) else {
            return Self::unreadable(span, Unreadable::NotAStep);
        };
        let mut step = self.step(&inner, found);
        step.span = span;
        match &mut step.said {
            ParsedKind::Action { name, arguments: own } => {
                // `{"action": "find a pen", "object": "pen"}` says the same twice.
                let arity =
                    names.action(self.plan.name(self.text, *name)).map(|action| names.vocabulary().arity(action));
                if Some(own.len()) != arity {
                    own.extend(arguments);
                }
            }
            // Several words and arguments elsewhere: an action's name that the domain does not have.
            ParsedKind::Unreadable(Unreadable::NoAction) if !arguments.is_empty() => {
                let name = self.name(&inner, (start, end));
                step.said = ParsedKind::Action { name, arguments };
            }
            ParsedKind::Unreadable(_) => {}
        }
        step
    }

    /// The arguments that a value holds: one string may hold several, separated by commas.
    fn arguments(&mut self, fragment: &Fragment<'_>, node: &Node, into: &mut Vec<Name>, depth: usize) {
        match &node.value {
            Value::Text(_) | Value::Word | Value::Group => {
                let Some((inner, (start, end))) = with_text(fragment, node) else { return };
                let text = &inner.text[start..end];
                if node.value == Value::Word && matches!(text.trim(), "" | "null" | "None") {
                    return;
                }
                let names = self.names;
                let (bare_start, bare_end) = trim(inner.text, start, end);
                let (start, end) = match inner.text[bare_start..bare_end].strip_prefix('(') {
                    Some(rest) if rest.ends_with(')') => (bare_start + 1, bare_end - 1),
                    _ => (start, end),
                };
                let mut from = start;
                for piece in inner.text[start..end].split(',') {
                    let range = phrase::argument(inner.text, (from, from + piece.len()), names);
                    from += piece.len() + 1;
                    if range.0 < range.1 {
                        let name = self.name(&inner, range);
                        into.push(name);
                    }
                }
            }
            Value::List(list) => {
                if depth < 8 {
                    for inner in list {
                        self.arguments(fragment, inner, into, depth + 1);
                    }
                }
            }
            Value::Object(members) => {
                if depth >= 8 {
                    return;
                }
                // An object that describes an object, or parameters with their names.
                let name = members.iter().find(|(key, _)| {
                    text_of(fragment, key)
                        .is_some_and(|key| matches!(key_form(key).as_str(), "name" | "object" | "object_name"))
                });
                match name {
                    Some((_, value)) => self.arguments(fragment, value, into, depth + 1),
                    None => {
                        for (_, value) in members {
                            self.arguments(fragment, value, into, depth + 1);
                        }
                    }
                }
            }
        }
    }

    /// Members whose keys are the actions, repeated ones included. `element`: the object is an element of a list.
    fn keyed(&mut self, fragment: &Fragment<'_>, members: &[(Node, Node)], shape: &mut Shape, element: bool) {
        let mut seen: Vec<&str> = Vec::new();
        let known = members.iter().any(|(key, _)| text_of(fragment, key).is_some_and(|key| self.is_action(key)));
        for (key, value) in members {
            let span = fragment.span(key.range.0, value.range.1.max(key.range.1));
            let Some(name) = text_of(fragment, key) else {
                shape.beside.push(span);
                continue;
            };
            let word = !name.trim().is_empty() && !name.trim().contains(char::is_whitespace);
            let is_step = self.is_action(name)
                || (word
                    && (known || self.names.is_unknown() || element)
                    && !is_one_of(&key_form(name), &TALK_KEYS)
                    && (is_scalar_list(value)
                        || (known && is_arguments(fragment, value) && !matches!(value.value, Value::Word))));
            if !is_step {
                shape.beside.push(span);
                continue;
            }
            if seen.len() < 512 {
                shape.repeated |= seen.contains(&name);
                seen.push(name);
            }
            let mut arguments = Vec::new();
            if !matches!(text_of(fragment, value), Some("true" | "True")) {
                self.arguments(fragment, value, &mut arguments, 0);
            }
            let step = self.named(fragment, key, arguments, span);
            shape.steps.push(step);
        }
    }

    fn shape_of_object(
        &mut self,
        fragment: &Fragment<'_>,
        node: &Node,
        members: &[(Node, Node)],
        announced: bool,
        depth: usize,
    ) -> Option<Shape> {
        // Keys that are actions come before everything: a domain may have an action `plan` or `task`.
        let actions = members
            .iter()
            .filter(|(key, value)| text_of(fragment, key).is_some_and(|key| self.is_action_with(key, fragment, value)))
            .count();
        if actions == 0 {
            let mut ranked: Vec<(usize, usize)> = members
                .iter()
                .enumerate()
                .filter_map(|(at, (key, _))| {
                    let form = key_form(text_of(fragment, key)?);
                    PLAN_KEYS.iter().position(|known| *known == form).map(|rank| (rank, at))
                })
                .collect();
            order::sort(&mut ranked);
            for (rank, index) in ranked {
                let value = &members[index].1;
                let holds_nothing =
                    matches!(value.value, Value::Word) && matches!(text_of(fragment, value), Some("null" | "None"));
                let sure = rank < SURE_KEYS;
                let inner = if holds_nothing && sure {
                    Some(Shape { notation: Some(Notation::JsonStrings), announced: true, ..Shape::default() })
                } else {
                    let announced = sure || announced || matches!(value.value, Value::Text(_));
                    self.shape(fragment, value, announced, depth + 1)
                };
                if let Some(mut shape) = inner {
                    if PLAN_KEYS[rank] == "executable_plan" {
                        shape.notation = Some(Notation::JsonExecutablePlan);
                    }
                    self.others(fragment, members, index, &mut shape);
                    return Some(shape);
                }
            }
        }
        let mut shape = Shape { announced, ..Shape::default() };
        // One step alone.
        if actions == 0 && self.action_member(fragment, members).is_some() {
            self.object(fragment, node, members, &mut shape, depth);
            if self.names.is_unknown() || announced || shape.steps.iter().any(|step| step.resolved) {
                shape.notation = Some(Notation::JsonObjects);
                return Some(shape);
            }
            return None;
        }
        // Numbered members: `{"1": "walk kitchen", "step 2": {...}}`
        if actions == 0
            && !members.is_empty()
            && members.iter().all(|(key, _)| text_of(fragment, key).is_some_and(|key| is_ordinal(key.trim())))
        {
            for (key, value) in members {
                let before = shape.steps.len();
                self.element(fragment, value, &mut shape, depth + 1);
                if shape.steps.len() == before + 1
                    && let Some(step) = shape.steps.last_mut()
                {
                    step.span = fragment.span(key.range.0, value.range.1.max(key.range.1));
                }
            }
            if announced || self.names.is_unknown() || shape.steps.iter().any(|step| step.resolved) {
                shape.notation = Some(Notation::JsonObjects);
                return Some(shape);
            }
            return None;
        }
        let all_lists = !members.is_empty() && members.iter().all(|(_, value)| is_scalar_list(value));
        let one_word = || {
            members.iter().all(|(key, _)| {
                text_of(fragment, key).is_some_and(|key| {
                    !key.trim().contains(char::is_whitespace) && !is_one_of(&key_form(key), &TALK_KEYS)
                })
            })
        };
        if actions > 0 || (all_lists && (announced || self.names.is_unknown() || (depth == 0 && one_word()))) {
            self.keyed(fragment, members, &mut shape, announced || actions == 0);
            shape.notation = Some(Notation::JsonActionKeys);
            return Some(shape);
        }
        if members.is_empty() {
            return announced.then_some(Shape { notation: Some(Notation::JsonActionKeys), ..shape });
        }
        // Somewhere deeper.
        for (index, (_, value)) in members.iter().enumerate() {
            if matches!(value.value, Value::List(_) | Value::Object(_))
                && let Some(mut inner) = self.shape(fragment, value, false, depth + 1)
                && inner.steps.iter().any(|step| step.resolved)
            {
                self.others(fragment, members, index, &mut inner);
                return Some(inner);
            }
        }
        None
    }

    /// The members that are not the plan.
    fn others(&self, fragment: &Fragment<'_>, members: &[(Node, Node)], plan: usize, shape: &mut Shape) {
        for (index, (key, value)) in members.iter().enumerate() {
            if index != plan {
                shape.beside.push(fragment.span(key.range.0, value.range.1.max(key.range.1)));
            }
        }
    }
}

/// Without `1.` or `Step 2:` at its beginning: lists of strings repeat what their order says already.
fn without_number(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    match crate::marks::read(text, start, end) {
        Some(mark) if mark.content < end && matches!(mark.kind, crate::marks::Kind::Number(_)) => (mark.content, end),
        _ => (start, end),
    }
}
