//! What there is to say about a word: what it is, what it was declared as, what changes it.

use stepguard_pddl::tree::NodeId;

use crate::cursor::{Owner, Scoped, Site, site, word_at};
use crate::grammar::{Meaning, Mode, Role, Steps};
use crate::places::Lines;
use crate::show::{Bindings, comment_about, laid_out, one_line, some_names};
use crate::view::{Hover, Part, Position, Target, Which};
use crate::words;
use crate::world::{Action, Declaration, Source, Typed, World, fold, show_signature, show_types, typed_list};

/// How many names a sentence lists.
const NAMES: usize = 6;

/// Paragraphs and, where the word is not it, the place of the declaration.
pub(crate) struct Said {
    pub(crate) parts: Vec<Part>,
    pub(crate) declared: Option<(Which, stepguard_text::Span)>,
}

pub(crate) fn code(text: impl Into<String>) -> Part {
    Part { code: true, text: text.into() }
}

pub(crate) fn prose(text: impl Into<String>) -> Part {
    Part { code: false, text: text.into() }
}

/// What there is to say at a place of a domain or problem.
pub(crate) fn in_definitions(world: &World<'_>, which: Which, position: Position) -> Option<Hover> {
    let source = world.source(which)?;
    let lines = Lines::new(source.text);
    let Some((word, span)) = word_at(&source.tree, lines.offset(position)) else {
        return crate::rule::hover(source, &lines, position);
    };
    let site = site(source, span.end);
    let said = about(world, source, &site, word).or_else(|| undeclared(world, source, &site, word))?;
    let (start, end) = lines.range(span);
    let declared = said.declared.filter(|place| *place != (which, span)).and_then(|place| target(world, place));
    Some(Hover { start, end, parts: said.parts, declared })
}

/// A place in a text, with a word about it.
pub(crate) fn target(world: &World<'_>, (which, span): (Which, stepguard_text::Span)) -> Option<Target> {
    let source = world.source(which)?;
    let (start, end) = Lines::new(source.text).range(span);
    Some(Target { text: which, message: "declared here".to_owned(), start, end })
}

fn about(world: &World<'_>, source: &Source<'_>, site: &Site<'_>, word: NodeId) -> Option<Said> {
    let (list, steps) = site.list.as_ref()?;
    let name = source.slice(word);
    let Meaning::Word(role) = steps.clone().step(&source.tree, word) else { return None };
    match role {
        Role::Keyword | Role::Section | Role::Sign => {
            // In a typed list the dash needs no words.
            let sentence = (name != "-").then(|| words::about(name, steps.mode() == Mode::Effect)).flatten()?;
            Some(Said { parts: vec![code(name.to_lowercase()), prose(sentence)], declared: None })
        }
        Role::Requirement => {
            let sentence = words::about_requirement(name)?;
            Some(Said { parts: vec![code(name.to_lowercase()), prose(sentence)], declared: None })
        }
        Role::Type | Role::TypeDeclaration => about_type(world, name.strip_prefix('-').unwrap_or(name)),
        Role::Predicate | Role::PredicateDeclaration => world.predicate(name).map(|each| about_predicate(world, each)),
        Role::Function | Role::FunctionDeclaration => about_function(world, name),
        Role::ActionDeclaration => world.action(name).map(|action| about_action(world, action, &[])),
        Role::Variable => about_variable(site, name),
        Role::VariableDeclaration => {
            let own = typed_list(source, *list, 0).into_iter().find(|each| each.name.eq_ignore_ascii_case(name))?;
            let owner = match steps.mode() {
                Mode::PredicateDeclaration | Mode::FunctionDeclaration => format!("parameter of {}", steps.head()),
                _ => return Some(said_of(&own, &owner_of(source, site))),
            };
            Some(said_of(&own, &owner))
        }
        Role::Object | Role::ObjectDeclaration => {
            world.object(name).map(|object| about_object(world, object)).or_else(|| about_function(world, name))
        }
        Role::PreferenceName => {
            let (_, which, span) = world.preferences.iter().find(|(each, _, _)| each.eq_ignore_ascii_case(name))?;
            let sentence = "A preference: wished for, not required.";
            Some(Said { parts: vec![code(name), prose(sentence)], declared: Some((*which, *span)) })
        }
        Role::DomainName => {
            let (_, which, span) = world.domains.iter().find(|(each, _, _)| each.eq_ignore_ascii_case(name))?;
            let (actions, predicates) =
                (world.actions.len(), world.predicates.iter().filter(|each| !each.derived).count());
            let sentence =
                format!("A domain with {} and {}.", count(actions, "action"), count(predicates, "predicate"));
            Some(Said { parts: vec![code(name), prose(sentence)], declared: Some((*which, *span)) })
        }
        Role::ProblemName => {
            let sentence = format!("A problem with {}.", count(world.objects.len(), "object"));
            Some(Said { parts: vec![code(name), prose(sentence)], declared: None })
        }
        Role::Number | Role::Unknown => None,
    }
}

/// A name that nothing declares, where there is a domain that could.
fn undeclared(world: &World<'_>, source: &Source<'_>, site: &Site<'_>, word: NodeId) -> Option<Said> {
    let (_, steps) = site.list.as_ref()?;
    let (domain, _, _) = world.domains.first()?;
    let Meaning::Word(role) = steps.clone().step(&source.tree, word) else { return None };
    let name = source.slice(word);
    let sentence = match role {
        Role::Type => "No type of this name is declared.".to_owned(),
        Role::Predicate => "No predicate of this name is declared.".to_owned(),
        Role::Function => "No function of this name is declared.".to_owned(),
        Role::Object => "No object of this name is declared.".to_owned(),
        Role::DomainName => format!("The domain at hand is called {domain}."),
        _ => return None,
    };
    Some(Said { parts: vec![code(name), prose(sentence)], declared: None })
}

/// `1 action`, `3 actions`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn about_type(world: &World<'_>, name: &str) -> Option<Said> {
    let built_in = ["object", "number"].iter().any(|each| name.eq_ignore_ascii_case(each));
    if !built_in && !world.is_type(name) {
        return None;
    }
    let declared = world.type_named(name);
    let mut parts = Vec::new();
    let chain: Vec<&str> = world.ancestry(name).into_iter().chain(["object"]).collect();
    if name.eq_ignore_ascii_case("number") {
        parts.push(code("number"));
    } else {
        parts.push(code(chain.join(" - ")));
    }
    if let Some(sentence) = words::about(name, false).filter(|_| built_in) {
        parts.push(prose(sentence));
    }
    if let Some(comment) = declared.and_then(|each| comment_about(world.source(each.which)?, each.span)) {
        parts.push(prose(comment));
    }
    let below: Vec<&str> = world
        .types
        .iter()
        .filter(|each| each.types.iter().any(|parent| parent.eq_ignore_ascii_case(name)))
        .map(|each| each.name)
        .collect();
    if !below.is_empty() {
        parts.push(prose(format!("Kinds of it: {}.", some_names(&below, NAMES))));
    }
    let objects: Vec<&str> = world
        .constants
        .iter()
        .chain(&world.objects)
        .filter(|object| !built_in && world.fits(&object.types, &[name]))
        .map(|object| object.name)
        .collect();
    if !objects.is_empty() {
        parts.push(prose(format!("Objects: {}.", some_names(&objects, NAMES))));
    }
    Some(Said { parts, declared: declared.map(|each| (each.which, each.span)) })
}

/// A declaration without what stands behind it.
pub(crate) fn about_predicate(world: &World<'_>, predicate: &Declaration<'_>) -> Said {
    let mut parts = vec![code(show_signature(predicate.name, &predicate.parameters))];
    if let Some(source) = world.source(predicate.which)
        && let Some(comment) = comment_about(source, source.tree.node(predicate.list).span())
    {
        parts.push(prose(comment));
    }
    for rule in world.predicates.iter().filter(|each| each.derived && fold(each.name) == fold(predicate.name)) {
        let condition = world.source(rule.which).and_then(|source| {
            source.tree.children(rule.list).nth(2).map(|condition| laid_out(source, "follows from", condition, &[]))
        });
        parts.extend(condition.map(code));
    }
    let changes = changes(world, predicate.name);
    let sentences: Vec<String> = [("Made true by", &changes.added), ("Made false by", &changes.deleted)]
        .iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(verb, names)| format!("{verb} {}.", some_names(names, NAMES)))
        .collect();
    if !sentences.is_empty() {
        parts.push(prose(sentences.join(" ")));
    } else if !world.actions.is_empty()
        && !world.predicates.iter().any(|each| each.derived && each.name == predicate.name)
    {
        parts.push(prose("No action changes it."));
    }
    Said { parts, declared: Some((predicate.which, predicate.span)) }
}

fn about_function(world: &World<'_>, name: &str) -> Option<Said> {
    let Some(function) = world.function(name) else {
        let sentence = words::about(name, false)?;
        return Some(Said { parts: vec![code(name.to_lowercase()), prose(sentence)], declared: None });
    };
    let mut parts = vec![code(show_signature(function.name, &function.parameters))];
    if let Some(source) = world.source(function.which)
        && let Some(comment) = comment_about(source, source.tree.node(function.list).span())
    {
        parts.push(prose(comment));
    }
    let changed = changes(world, function.name).changed;
    if !changed.is_empty() {
        parts.push(prose(format!("Changed by {}.", some_names(&changed, NAMES))));
    }
    Some(Said { parts, declared: Some((function.which, function.span)) })
}

/// An action; with `bindings` a step of a plan.
pub(crate) fn about_action(world: &World<'_>, action: &Action<'_>, bindings: &Bindings<'_>) -> Said {
    let mut parts = vec![code(show_signature(action.name, &action.parameters))];
    if let Some(source) = world.source(action.which) {
        if let Some(list) = enclosing(source, action.span.start)
            && let Some(comment) = comment_about(source, source.tree.node(list).span())
        {
            parts.push(prose(comment));
        }
        let slots = [("duration", action.duration), ("precondition", action.condition), ("effect", action.effect)];
        for (slot, node) in slots {
            match node {
                Some(node) if source.tree.children(node).next().is_some() => {
                    parts.push(code(laid_out(source, slot, node, bindings)));
                }
                _ if slot == "duration" => {}
                _ => parts.push(prose(format!("no {slot}"))),
            }
        }
    }
    Said { parts, declared: Some((action.which, action.span)) }
}

/// The innermost list around a place.
fn enclosing(source: &Source<'_>, offset: u32) -> Option<NodeId> {
    site(source, offset).path.last().copied()
}

fn about_variable(site: &Site<'_>, name: &str) -> Option<Said> {
    if let Some(Scoped { typed, owner }) = site.variable(name) {
        let mut said = said_of(typed, &owner_text(*owner));
        said.declared = Some((typed.which, typed.span));
        return Some(said);
    }
    let sentence = match name.to_ascii_lowercase().as_str() {
        "?duration" => "How long the durative action takes.",
        _ => "No list of parameters or variables around this place declares it.",
    };
    Some(Said { parts: vec![code(name), prose(sentence)], declared: None })
}

fn said_of(typed: &Typed<'_>, owner: &str) -> Said {
    let text = format!("{} - {}", typed.name, show_types(&typed.types));
    let mut parts = vec![code(text)];
    if !owner.is_empty() {
        parts.push(prose(owner));
    }
    Said { parts, declared: Some((typed.which, typed.span)) }
}

fn owner_text(owner: Owner<'_>) -> String {
    match owner {
        Owner::Action(name) => format!("parameter of {name}"),
        Owner::Quantifier(head) => format!("variable of this {}", head.to_lowercase()),
        Owner::Derived(name) => format!("parameter of the derived predicate {name}"),
    }
}

/// What the list of variables at a place belongs to.
fn owner_of(source: &Source<'_>, site: &Site<'_>) -> String {
    let Some(parent) = site.path.len().checked_sub(2).and_then(|index| site.path.get(index)) else {
        return String::new();
    };
    let mut children = source.tree.children(*parent);
    let head = children.next().map_or("", |head| source.slice(head));
    let name = children.next().map_or("", |name| source.slice(name));
    if head.starts_with(':') { owner_text(Owner::Action(name)) } else { owner_text(Owner::Quantifier(head)) }
}

pub(crate) fn about_object(world: &World<'_>, object: &Typed<'_>) -> Said {
    let constant = world.constants.iter().any(|each| each.span == object.span && each.which == object.which);
    let mut parts = vec![code(format!("{} - {}", object.name, show_types(&object.types)))];
    let above: Vec<&str> = object.types.iter().flat_map(|each| world.ancestry(each)).collect();
    let mut sentence =
        if constant { "A constant of the domain".to_owned() } else { "An object of the problem".to_owned() };
    if above.len() > 1 {
        sentence.push_str(&format!(", of the types {}", some_names(&above, NAMES)));
    }
    sentence.push('.');
    parts.push(prose(sentence));
    if let Some(comment) = world.source(object.which).and_then(|source| comment_about(source, object.span)) {
        parts.push(prose(comment));
    }
    let facts = facts_about(world, object.name);
    if !facts.is_empty() {
        let more = facts.len().saturating_sub(NAMES);
        let mut text = facts.get(..facts.len().min(NAMES)).unwrap_or_default().join("\n");
        if more > 0 {
            text.push_str(&format!("\n\u{2026} {more} more"));
        }
        parts.push(prose("At the start:"));
        parts.push(code(text));
    }
    Said { parts, declared: Some((object.which, object.span)) }
}

/// The initial facts in which an object stands.
fn facts_about(world: &World<'_>, object: &str) -> Vec<String> {
    let mut found = Vec::new();
    for source in &world.sources {
        for root in source.tree.roots() {
            for part in source.tree.children(root) {
                let is_init = source
                    .tree
                    .children(part)
                    .next()
                    .is_some_and(|head| source.slice(head).eq_ignore_ascii_case(":init"));
                if !is_init {
                    continue;
                }
                for fact in source.tree.children(part).skip(1) {
                    let named = source.tree.children(fact).skip(1).any(|each| {
                        source.tree.node(each).is_word() && source.slice(each).eq_ignore_ascii_case(object)
                    });
                    if named {
                        found.push(one_line(source, fact, &[]));
                    }
                }
            }
        }
    }
    found
}

/// The actions that add, delete and assign something of a name, each once, in the order of the text.
struct Changes<'t> {
    added: Vec<&'t str>,
    deleted: Vec<&'t str>,
    changed: Vec<&'t str>,
}

fn changes<'t>(world: &World<'t>, name: &str) -> Changes<'t> {
    let mut found = Changes { added: Vec::new(), deleted: Vec::new(), changed: Vec::new() };
    for action in &world.actions {
        if let (Some(effect), Some(source)) = (action.effect, world.source(action.which)) {
            effects(source, effect, Mode::Effect, false, &mut |head, deletes, of_fluent| {
                if head.eq_ignore_ascii_case(name) {
                    let into = match (of_fluent, deletes) {
                        (true, _) => &mut found.changed,
                        (false, true) => &mut found.deleted,
                        (false, false) => &mut found.added,
                    };
                    if into.last() != Some(&action.name) {
                        into.push(action.name);
                    }
                }
            });
        }
    }
    found
}

/// Calls `found(head, deletes, of a fluent)` for every change in an effect. Lists nest no deeper than
/// [`stepguard_pddl::tree::MAX_DEPTH`].
fn effects<'t>(
    source: &Source<'t>,
    list: NodeId,
    mode: Mode,
    deletes: bool,
    found: &mut impl FnMut(&'t str, bool, bool),
) {
    let mut steps = Steps::new(&source.tree, source.text, list, mode);
    if steps.is_application() {
        found(steps.head(), deletes, false);
        return;
    }
    let deletes = deletes != steps.head().eq_ignore_ascii_case("not");
    let assigns = crate::grammar::among(steps.head(), &crate::grammar::ASSIGNMENTS);
    for (index, child) in source.tree.children(list).enumerate() {
        match steps.step(&source.tree, child) {
            Meaning::List(Mode::Effect) => effects(source, child, Mode::Effect, deletes, found),
            // The first operand is what changes; the others are only read.
            Meaning::List(Mode::Term) if assigns && index == 1 => {
                let head = source.tree.children(child).next().map_or("", |head| source.slice(head));
                found(head, false, true);
            }
            _ => {}
        }
    }
}
