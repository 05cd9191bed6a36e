//! What may be put in at a place of a domain or problem: words of PDDL by their place, names by their kind and type. The
//! likeliest come first.

use crate::cursor::{Site, in_comment, site};
use crate::grammar::{Expect, Mode};
use crate::places::Lines;
use crate::show::{comment_about, one_line};
use crate::view::{Completions, Item, ItemKind, Position, Which};
use crate::words::{self, Entry};
use crate::world::{Source, World, show_types};

/// The most items of an answer: nobody reads further, and typing on narrows the list.
const MOST: usize = 200;

/// A list of items under construction.
#[derive(Default)]
pub(crate) struct Items {
    items: Vec<Item>,
}

impl Items {
    /// Adds an item unless one of that label is there.
    pub(crate) fn push(&mut self, label: &str, kind: ItemKind, detail: Option<String>, info: Option<String>) {
        self.push_insert(label, kind, detail, info, None);
    }

    /// The same; `insert` is put in instead of the label, with the cursor at its `|`.
    pub(crate) fn push_insert(
        &mut self,
        label: &str,
        kind: ItemKind,
        detail: Option<String>,
        info: Option<String>,
        insert: Option<&str>,
    ) {
        if self.items.len() >= MOST || self.items.iter().any(|item| item.label.eq_ignore_ascii_case(label)) {
            return;
        }
        let (insert, cursor) = match insert {
            None => (None, None),
            Some(text) => match text.split_once('|') {
                None => (Some(text.to_owned()), None),
                Some((before, after)) => {
                    (Some(format!("{before}{after}")), Some(crate::places::offset(before.encode_utf16().count())))
                }
            },
        };
        let rank = crate::places::offset(self.items.len());
        self.items.push(Item { label: label.to_owned(), kind, detail, info, insert, cursor, rank });
    }

    /// Adds words of PDDL with their sentences.
    fn words(&mut self, entries: &[Entry], kind: ItemKind) {
        for (word, sentence) in entries {
            self.push(word, kind, None, Some((*sentence).to_owned()));
        }
    }

    /// Adds words as whole lists, where none has been begun.
    fn lists(&mut self, entries: &[Entry], kind: ItemKind) {
        for (word, sentence) in entries {
            let insert = format!("({word} |)");
            self.push_insert(word, kind, None, Some((*sentence).to_owned()), Some(&insert));
        }
    }

    /// The answer, if there is an item.
    pub(crate) fn answer(self, start: Position, typed: bool) -> Option<Completions> {
        (!self.items.is_empty()).then_some(Completions { start, typed, items: self.items })
    }
}

/// What may be put in at a place of a domain or problem.
pub(crate) fn in_definitions(world: &World<'_>, which: Which, position: Position) -> Option<Completions> {
    let source = world.source(which)?;
    let lines = Lines::new(source.text);
    let offset = lines.offset(position);
    if in_comment(&source.tree, offset) {
        return crate::rule::complete(source, &lines, offset);
    }
    let site = site(source, offset);
    let start = site.word.map_or(offset, |word| source.tree.node(word).start);
    let typed = source.text.get(start as usize..offset as usize).unwrap_or("");
    let mut items = Items::default();
    propose(world, source, &site, typed, &mut items);
    items.answer(lines.position(start), !typed.is_empty())
}

fn propose(world: &World<'_>, source: &Source<'_>, site: &Site<'_>, typed: &str, items: &mut Items) {
    let which = source.which;
    match site.expect() {
        Expect::Nothing => {}
        Expect::Definition => definitions(which, items),
        Expect::Define => items.words(&[("define", "Begins a domain or a problem.")], ItemKind::Keyword),
        Expect::Part => parts(source, site, items, true),
        Expect::PartHead => parts(source, site, items, false),
        Expect::DomainName => {
            for (name, _, _) in &world.domains {
                items.push(name, ItemKind::Name, None, None);
            }
        }
        Expect::Requirement => {
            let present = children_of(source, site);
            for (key, sentence) in words::REQUIREMENTS {
                if !present.iter().any(|each| each.eq_ignore_ascii_case(key)) || typed.eq_ignore_ascii_case(key) {
                    items.push(key, ItemKind::Requirement, None, Some(sentence.to_owned()));
                }
            }
        }
        Expect::Type => types(world, items),
        Expect::Slot => slots(source, site, &words::SLOTS, items),
        Expect::DurativeSlot => slots(source, site, &words::DURATIVE_SLOTS, items),
        Expect::List(mode) => heads(world, source, site, mode, true, items),
        Expect::Head(mode) => heads(world, source, site, mode, false, items),
        Expect::Argument(index) => arguments(world, source, site, index, items),
        Expect::Operand => operands(world, which, site, items),
        Expect::TimeSpecifier => items.words(&words::TIMES, ItemKind::Keyword),
        Expect::Direction => items.words(&words::DIRECTIONS, ItemKind::Keyword),
        Expect::PreferenceName => preferences(world, items),
    }
}

/// Whole definitions, for an empty text.
fn definitions(which: Which, items: &mut Items) {
    let domain = "(define (domain |)\n  (:requirements :strips :typing)\n  (:types )\n  (:predicates )\n  (:action \n    :parameters ()\n    :precondition (and)\n    :effect (and)))";
    let problem = "(define (problem |)\n  (:domain )\n  (:objects )\n  (:init )\n  (:goal (and)))";
    let mut both = [
        ("domain", "A domain with its usual sections.", domain),
        ("problem", "A problem with its usual sections.", problem),
    ];
    if which == Which::Problem {
        both.reverse();
    }
    for (label, sentence, insert) in both {
        items.push_insert(
            label,
            ItemKind::Keyword,
            Some("a new one".to_owned()),
            Some(sentence.to_owned()),
            Some(insert),
        );
    }
}

/// The words right inside the innermost list.
fn children_of<'t>(source: &Source<'t>, site: &Site<'_>) -> Vec<&'t str> {
    let Some((list, _)) = &site.list else { return Vec::new() };
    source
        .tree
        .children(*list)
        .filter(|child| source.tree.node(*child).is_word())
        .map(|child| source.slice(child))
        .collect()
}

/// Sections, as lists or as heads of a list that is begun. What may stand only once and is there is left out.
fn parts(source: &Source<'_>, site: &Site<'_>, items: &mut Items, as_lists: bool) {
    let depth = if as_lists { 1 } else { 2 };
    let definition = site.path.len().checked_sub(depth).and_then(|index| site.path.get(index)).copied();
    let heads: Vec<&str> = definition.map_or_else(Vec::new, |definition| {
        source
            .tree
            .children(definition)
            .filter_map(|child| source.tree.children(child).next())
            .map(|head| source.slice(head))
            .collect()
    });
    let has = |name: &str| heads.iter().any(|head| head.eq_ignore_ascii_case(name));
    let mut wanted: Vec<Entry> = Vec::new();
    if !has("domain") && !has("problem") {
        wanted.push(("domain", "Names the domain that is defined here."));
        wanted.push(("problem", "Names the problem that is defined here."));
    }
    let is_problem = has("problem") || source.which == Which::Problem && !has("domain");
    let sections: &[Entry] = if is_problem { &words::PROBLEM_SECTIONS } else { &words::DOMAIN_SECTIONS };
    let many = [":action", ":durative-action", ":derived"];
    wanted.extend(sections.iter().filter(|(name, _)| many.contains(name) || !has(name)));
    if as_lists {
        items.lists(&wanted, ItemKind::Section);
    } else {
        items.words(&wanted, ItemKind::Section);
    }
}

fn slots(source: &Source<'_>, site: &Site<'_>, entries: &[Entry], items: &mut Items) {
    let present = children_of(source, site);
    for (slot, sentence) in entries {
        if !present.iter().any(|each| each.eq_ignore_ascii_case(slot)) {
            let insert = format!("{slot} (|)");
            items.push_insert(slot, ItemKind::Section, None, Some((*sentence).to_owned()), Some(&insert));
        }
    }
}

fn types(world: &World<'_>, items: &mut Items) {
    for declared in &world.types {
        let detail = (!declared.types.is_empty()).then(|| format!("- {}", show_types(&declared.types)));
        items.push(declared.name, ItemKind::Type, detail, None);
    }
    // Types that are only named as the kind of others are declared by that.
    for parent in world.types.iter().flat_map(|declared| &declared.types) {
        items.push(parent, ItemKind::Type, None, None);
    }
    items.push("object", ItemKind::Type, None, words::about("object", false).map(str::to_owned));
    items.push_insert(
        "either",
        ItemKind::Keyword,
        None,
        words::about("either", false).map(str::to_owned),
        Some("(either |)"),
    );
}

/// The heads of conditions, effects and operands: names first, since a text has more of them.
fn heads(world: &World<'_>, source: &Source<'_>, site: &Site<'_>, mode: Mode, as_lists: bool, items: &mut Items) {
    let words = |items: &mut Items, entries: &[Entry], kind| {
        if as_lists { items.lists(entries, kind) } else { items.words(entries, kind) }
    };
    match mode {
        Mode::Condition | Mode::Constraint => {
            // What a rule begins with is an operator; facts stand inside.
            if mode == Mode::Constraint {
                words(items, &words::TRAJECTORY, ItemKind::Keyword);
            }
            words(items, &words::CONDITIONS, ItemKind::Keyword);
            if mode == Mode::Condition {
                predicates(world, as_lists, items, |_| true);
            }
            words(items, &words::COMPARISONS, ItemKind::Keyword);
            let others = [("preference", "Wished for, not required.")];
            words(items, &others, ItemKind::Keyword);
            if in_durative(source, site) {
                durative_times(as_lists, items);
            }
        }
        Mode::Effect => {
            words(items, &words::EFFECTS, ItemKind::Keyword);
            predicates(world, as_lists, items, |predicate| !predicate.derived);
            if !world.functions.is_empty() {
                words(items, &words::ASSIGNMENTS, ItemKind::Keyword);
            }
            if in_durative(source, site) {
                durative_times(as_lists, items);
            }
        }
        Mode::InitElement => {
            predicates(world, as_lists, items, |predicate| !predicate.derived);
            if !world.functions.is_empty() {
                words(items, &[("=", "Gives a function its value at the start.")], ItemKind::Keyword);
            }
        }
        Mode::Term => {
            functions(world, as_lists, items);
            if !world.preferences.is_empty() {
                let entry = ("is-violated", "How often a preference is broken in the run.");
                words(items, &[entry], ItemKind::Keyword);
            }
        }
        Mode::Variables if as_lists => {
            items.push_insert(
                "(?x - type)",
                ItemKind::Keyword,
                None,
                Some("Variables with their types.".to_owned()),
                Some("(?|)"),
            );
        }
        _ => {}
    }
}

/// The place lies in a durative action.
fn in_durative(source: &Source<'_>, site: &Site<'_>) -> bool {
    site.path.iter().any(|list| {
        let head = source.tree.children(*list).next();
        head.is_some_and(|head| source.slice(head).eq_ignore_ascii_case(":durative-action"))
    })
}

fn durative_times(as_lists: bool, items: &mut Items) {
    let times = [
        ("at start", "At the moment in which the action begins."),
        ("over all", "From the action's start to its end."),
        ("at end", "At the moment in which the action ends."),
    ];
    for (words, sentence) in times {
        let insert = if as_lists { format!("({words} (|))") } else { format!("{words} (|)") };
        items.push_insert(words, ItemKind::Keyword, None, Some(sentence.to_owned()), Some(&insert));
    }
}

fn predicates(
    world: &World<'_>,
    as_lists: bool,
    items: &mut Items,
    keep: impl Fn(&crate::world::Declaration<'_>) -> bool,
) {
    for predicate in world.predicates.iter().filter(|each| keep(each)) {
        declared(world, predicate, ItemKind::Predicate, as_lists, items);
    }
}

fn functions(world: &World<'_>, as_lists: bool, items: &mut Items) {
    for function in &world.functions {
        declared(world, function, ItemKind::Function, as_lists, items);
    }
}

fn declared(
    world: &World<'_>,
    declaration: &crate::world::Declaration<'_>,
    kind: ItemKind,
    as_list: bool,
    items: &mut Items,
) {
    let parameters: Vec<String> = declaration.parameters.iter().map(crate::world::Typed::show).collect();
    let detail = (!parameters.is_empty()).then(|| parameters.join(" "));
    let info = world
        .source(declaration.which)
        .and_then(|source| comment_about(source, source.tree.node(declaration.list).span()));
    let insert = match (as_list, parameters.is_empty()) {
        (true, true) => Some(format!("({})", declaration.name)),
        (true, false) => Some(format!("({} |)", declaration.name)),
        (false, _) => None,
    };
    items.push_insert(declaration.name, kind, detail, info, insert.as_deref());
}

/// Variables in scope and objects, those of a fitting type first.
fn arguments(world: &World<'_>, source: &Source<'_>, site: &Site<'_>, index: usize, items: &mut Items) {
    let Some((_, steps)) = &site.list else { return };
    let declaration = if steps.is_function() { world.function(steps.head()) } else { world.predicate(steps.head()) };
    let parameter = declaration.and_then(|declaration| declaration.parameters.get(index));
    if declaration.is_some() && parameter.is_none() {
        // One argument too many: whatever was proposed would be wrong.
        return;
    }
    let wanted: &[&str] = parameter.map_or(&[], |parameter| &parameter.types);
    names(world, source.which, site, wanted, items);
}

/// Variables in scope and objects that may stand where these types are wanted; nothing wanted: all.
fn names(world: &World<'_>, which: Which, site: &Site<'_>, wanted: &[&str], items: &mut Items) {
    // Inner variables hide outer ones of the same name, and the nearest come first.
    for scoped in site.scope.iter().rev() {
        if world.fits(&scoped.typed.types, wanted) {
            items.push(scoped.typed.name, ItemKind::Variable, Some(show_types(&scoped.typed.types)), None);
        }
    }
    objects(world, which, wanted, items);
}

/// Constants, and in a problem its objects, of fitting types.
pub(crate) fn objects(world: &World<'_>, which: Which, wanted: &[&str], items: &mut Items) {
    let own: &[_] = if which == Which::Domain { &[] } else { &world.objects };
    for object in own.iter().chain(&world.constants) {
        if world.fits(&object.types, wanted) {
            items.push(object.name, ItemKind::Object, Some(show_types(&object.types)), None);
        }
    }
}

fn operands(world: &World<'_>, which: Which, site: &Site<'_>, items: &mut Items) {
    names(world, which, site, &[], items);
    functions(world, true, items);
    let in_metric = site.list.as_ref().is_some_and(|(_, steps)| steps.mode() == Mode::Metric);
    if in_metric {
        items.push("total-time", ItemKind::Function, None, words::about("total-time", false).map(str::to_owned));
    }
    if !world.preferences.is_empty() {
        for (name, _, _) in &world.preferences {
            let label = format!("(is-violated {name})");
            items.push(&label, ItemKind::Function, None, words::about("is-violated", false).map(str::to_owned));
        }
    }
}

fn preferences(world: &World<'_>, items: &mut Items) {
    for (name, which, span) in &world.preferences {
        // What it asks for, to tell it from the others.
        let detail = world.source(*which).and_then(|source| {
            let list = site(source, span.start).path.last().copied()?;
            source.tree.children(list).nth(2).map(|condition| one_line(source, condition, &[]))
        });
        items.push(name, ItemKind::Name, detail, None);
    }
}

/// The signature of the action, predicate or function at whose arguments a place stands.
pub(crate) fn signature(world: &World<'_>, which: Which, position: Position) -> Option<crate::view::Signature> {
    let source = world.source(which)?;
    let lines = Lines::new(source.text);
    let offset = lines.offset(position);
    if in_comment(&source.tree, offset) {
        return None;
    }
    let site = site(source, offset);
    let Expect::Argument(index) = site.expect() else { return None };
    let (list, steps) = site.list.as_ref()?;
    let declaration = if steps.is_function() { world.function(steps.head()) } else { world.predicate(steps.head()) }?;
    Some(signature_of(lines.position(source.tree.node(*list).start), declaration.name, &declaration.parameters, index))
}

pub(crate) fn signature_of(
    start: Position,
    name: &str,
    parameters: &[crate::world::Typed<'_>],
    index: usize,
) -> crate::view::Signature {
    crate::view::Signature {
        start,
        name: name.to_owned(),
        parameters: parameters.iter().map(crate::world::Typed::show).collect(),
        active: crate::places::offset(index.min(parameters.len())),
    }
}

/// Actions, for the place of a step's name.
pub(crate) fn actions(world: &World<'_>, as_lists: bool, items: &mut Items) {
    for action in &world.actions {
        let parameters: Vec<String> = action.parameters.iter().map(crate::world::Typed::show).collect();
        let detail = (!parameters.is_empty()).then(|| parameters.join(" "));
        let insert = match (as_lists, parameters.is_empty()) {
            (true, true) => Some(format!("({})", action.name)),
            (true, false) => Some(format!("({} |)", action.name)),
            (false, _) => None,
        };
        items.push_insert(action.name, ItemKind::Action, detail, None, insert.as_deref());
    }
}
