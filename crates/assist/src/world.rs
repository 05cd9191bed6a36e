//! What domain and problem declare, read off their trees: names with their types and places. Knows no states and judges
//! nothing; where a name is declared twice the first counts, as everywhere.

use std::collections::BTreeMap;

use stepguard_pddl::tree::{NodeId, Tree};
use stepguard_text::{Span, order};

use crate::grammar::{Meaning, Mode, Role, Steps, is_glued_type, root_mode};
use crate::view::Which;

/// A text with its tree.
pub(crate) struct Source<'t> {
    pub(crate) which: Which,
    pub(crate) text: &'t str,
    pub(crate) tree: Tree,
}

impl<'t> Source<'t> {
    pub(crate) fn new(which: Which, text: &'t str) -> Self {
        Self { which, text, tree: Tree::parse(text) }
    }

    pub(crate) fn slice(&self, id: NodeId) -> &'t str {
        self.tree.node(id).span().slice(self.text)
    }
}

/// A name with its types, out of a typed list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed<'t> {
    pub(crate) name: &'t str,
    /// Several in `(either a b)`; none where none was written.
    pub(crate) types: Vec<&'t str>,
    pub(crate) span: Span,
    pub(crate) which: Which,
}

impl Typed<'_> {
    /// `?d - door`, or the name alone where no type was written.
    pub(crate) fn show(&self) -> String {
        match self.types.as_slice() {
            [] => self.name.to_owned(),
            types => format!("{} - {}", self.name, show_types(types)),
        }
    }
}

/// `door`, or `(either door window)`.
pub(crate) fn show_types(types: &[&str]) -> String {
    match types {
        [] => "object".to_owned(),
        [one] => (*one).to_owned(),
        several => format!("(either {})", several.join(" ")),
    }
}

/// A predicate or function.
#[derive(Debug, Clone)]
pub(crate) struct Declaration<'t> {
    pub(crate) name: &'t str,
    pub(crate) parameters: Vec<Typed<'t>>,
    /// The name's place.
    pub(crate) span: Span,
    /// The whole declaration.
    pub(crate) list: NodeId,
    pub(crate) which: Which,
    /// A derived predicate's rule.
    pub(crate) derived: bool,
}

/// `(open ?d - door)`.
pub(crate) fn show_signature(name: &str, parameters: &[Typed<'_>]) -> String {
    let mut text = format!("({name}");
    for parameter in parameters {
        text.push(' ');
        text.push_str(&parameter.show());
    }
    text.push(')');
    text
}

/// An action.
#[derive(Debug, Clone)]
pub(crate) struct Action<'t> {
    pub(crate) name: &'t str,
    pub(crate) parameters: Vec<Typed<'t>>,
    pub(crate) span: Span,
    pub(crate) which: Which,
    /// The list behind `:precondition` or `:condition`.
    pub(crate) condition: Option<NodeId>,
    /// The list behind `:effect`.
    pub(crate) effect: Option<NodeId>,
    /// The list behind `:duration`.
    pub(crate) duration: Option<NodeId>,
}

/// Everything that the texts declare.
pub(crate) struct World<'t> {
    pub(crate) sources: Vec<Source<'t>>,
    /// Domains' names with their places.
    pub(crate) domains: Vec<(&'t str, Which, Span)>,
    /// Types with their parents.
    pub(crate) types: Vec<Typed<'t>>,
    pub(crate) constants: Vec<Typed<'t>>,
    pub(crate) objects: Vec<Typed<'t>>,
    pub(crate) predicates: Vec<Declaration<'t>>,
    pub(crate) functions: Vec<Declaration<'t>>,
    pub(crate) actions: Vec<Action<'t>>,
    pub(crate) preferences: Vec<(&'t str, Which, Span)>,
    /// Names in lower case to places in the lists.
    index: Index,
}

#[derive(Default)]
struct Index {
    types: BTreeMap<String, usize>,
    constants: BTreeMap<String, usize>,
    objects: BTreeMap<String, usize>,
    predicates: BTreeMap<String, usize>,
    functions: BTreeMap<String, usize>,
    actions: BTreeMap<String, usize>,
}

/// A name as names are compared.
pub(crate) fn fold(name: &str) -> String {
    name.to_lowercase()
}

impl<'t> World<'t> {
    /// From the texts that there are.
    pub(crate) fn new(domain: Option<&'t str>, problem: Option<&'t str>) -> Self {
        let texts = [(Which::Domain, domain), (Which::Problem, problem)];
        let sources = texts.into_iter().filter_map(|(which, text)| Some(Source::new(which, text?))).collect::<Vec<_>>();
        let mut world = World {
            sources: Vec::new(),
            domains: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
            objects: Vec::new(),
            predicates: Vec::new(),
            functions: Vec::new(),
            actions: Vec::new(),
            preferences: Vec::new(),
            index: Index::default(),
        };
        for source in &sources {
            world.read(source);
        }
        world.sources = sources;
        world.index();
        world
    }

    /// The text of that name, if there is one.
    pub(crate) fn source(&self, which: Which) -> Option<&Source<'t>> {
        self.sources.iter().find(|source| source.which == which)
    }

    fn read(&mut self, source: &Source<'t>) {
        let Source { which, text, ref tree } = *source;
        for root in tree.roots() {
            if !tree.node(root).is_list() || root_mode(tree, text, root) != Mode::Define {
                continue;
            }
            let mut steps = Steps::new(tree, text, root, Mode::Define);
            for child in tree.children(root) {
                if let Meaning::List(mode) = steps.step(tree, child) {
                    self.read_part(source, child, mode);
                }
            }
        }
        // Preferences may stand anywhere inside conditions, so they are looked for by their shape.
        let mut roots: Vec<NodeId> = tree.roots().collect();
        while let Some(id) = roots.pop() {
            let mut children = tree.children(id);
            if let (Some(head), Some(name)) = (children.next(), children.next())
                && source.slice(head).eq_ignore_ascii_case("preference")
                && tree.node(name).is_word()
            {
                self.preferences.push((source.slice(name), which, tree.node(name).span()));
            }
            roots.extend(tree.children(id));
        }
        order::sort_by_key(&mut self.preferences, |(_, which, span)| (*which, *span));
    }

    fn read_part(&mut self, source: &Source<'t>, list: NodeId, mode: Mode) {
        let Source { which, text, ref tree } = *source;
        match mode {
            Mode::DomainName => {
                if let Some(name) = tree.children(list).nth(1)
                    && tree.node(name).is_word()
                {
                    self.domains.push((source.slice(name), which, tree.node(name).span()));
                }
            }
            Mode::Types => self.types.extend(typed_list(source, list, 1)),
            Mode::Constants => self.constants.extend(typed_list(source, list, 1)),
            Mode::Objects => self.objects.extend(typed_list(source, list, 1)),
            Mode::Predicates => {
                self.predicates
                    .extend(tree.children(list).skip(1).filter_map(|child| declaration(source, child, child, false)));
            }
            Mode::Functions => {
                self.functions
                    .extend(tree.children(list).skip(1).filter_map(|child| declaration(source, child, child, false)));
            }
            Mode::Derived => {
                let head = tree.children(list).find(|child| tree.node(*child).is_list());
                self.predicates.extend(head.and_then(|head| declaration(source, head, list, true)));
            }
            Mode::Action | Mode::DurativeAction => {
                let Some(name) = tree.children(list).nth(1).filter(|name| tree.node(*name).is_word()) else { return };
                if source.slice(name).starts_with(':') {
                    return;
                }
                let mut action = Action {
                    name: source.slice(name),
                    parameters: Vec::new(),
                    span: tree.node(name).span(),
                    which,
                    condition: None,
                    effect: None,
                    duration: None,
                };
                let mut slot = "";
                let mut steps = Steps::new(tree, text, list, mode);
                for child in tree.children(list) {
                    match steps.step(tree, child) {
                        Meaning::Word(Role::Section) => slot = source.slice(child),
                        Meaning::Word(_) => slot = "",
                        Meaning::List(Mode::Variables) => action.parameters = typed_list(source, child, 0),
                        Meaning::List(Mode::Effect) => action.effect = Some(child),
                        Meaning::List(Mode::Condition) if slot.eq_ignore_ascii_case(":duration") => {
                            action.duration = Some(child);
                        }
                        Meaning::List(Mode::Condition) => action.condition = Some(child),
                        Meaning::List(_) => {}
                    }
                }
                self.actions.push(action);
            }
            _ => {}
        }
    }

    fn index(&mut self) {
        fn add<'a>(into: &mut BTreeMap<String, usize>, names: impl Iterator<Item = &'a str>) {
            for (at, name) in names.enumerate() {
                into.entry(fold(name)).or_insert(at);
            }
        }
        // A predicate's declaration comes before its rule.
        order::sort_by_key(&mut self.predicates, |predicate| predicate.derived);
        add(&mut self.index.types, self.types.iter().map(|each| each.name));
        add(&mut self.index.constants, self.constants.iter().map(|each| each.name));
        add(&mut self.index.objects, self.objects.iter().map(|each| each.name));
        add(&mut self.index.predicates, self.predicates.iter().map(|each| each.name));
        add(&mut self.index.functions, self.functions.iter().map(|each| each.name));
        add(&mut self.index.actions, self.actions.iter().map(|each| each.name));
    }

    pub(crate) fn predicate(&self, name: &str) -> Option<&Declaration<'t>> {
        self.predicates.get(*self.index.predicates.get(&fold(name))?)
    }

    pub(crate) fn function(&self, name: &str) -> Option<&Declaration<'t>> {
        self.functions.get(*self.index.functions.get(&fold(name))?)
    }

    pub(crate) fn action(&self, name: &str) -> Option<&Action<'t>> {
        self.actions.get(*self.index.actions.get(&fold(name))?)
    }

    /// The number of the action of that name.
    pub(crate) fn action_index(&self, name: &str) -> Option<usize> {
        self.index.actions.get(&fold(name)).copied()
    }

    /// The number of the object or constant of that name, constants behind objects.
    pub(crate) fn object_index(&self, name: &str) -> Option<usize> {
        let name = fold(name);
        let constant = || self.index.constants.get(&name).map(|at| at + self.objects.len());
        self.index.objects.get(&name).copied().or_else(constant)
    }

    /// The object or constant of that name.
    pub(crate) fn object(&self, name: &str) -> Option<&Typed<'t>> {
        let name = fold(name);
        match self.index.objects.get(&name) {
            Some(at) => self.objects.get(*at),
            None => self.constants.get(*self.index.constants.get(&name)?),
        }
    }

    /// The declaration of a type; none for `object`, which needs none.
    pub(crate) fn type_named(&self, name: &str) -> Option<&Typed<'t>> {
        self.types.get(*self.index.types.get(&fold(name))?)
    }

    /// The type and everything above it, nearest first, `object` left out. Types in a circle end where they meet.
    pub(crate) fn ancestry<'n>(&'n self, name: &'n str) -> Vec<&'n str> {
        let mut found: Vec<&str> = Vec::new();
        let mut next = vec![name];
        while let Some(name) = next.pop() {
            if name.eq_ignore_ascii_case("object") || found.iter().any(|each| fold(each) == fold(name)) {
                continue;
            }
            if let Some(declared) = self.type_named(name) {
                next.extend(declared.types.iter().rev());
            }
            found.push(name);
        }
        found
    }

    /// Whether a type is declared, if only as the kind of others.
    pub(crate) fn is_type(&self, name: &str) -> bool {
        self.type_named(name).is_some()
            || self.types.iter().flat_map(|each| &each.types).any(|each| fold(each) == fold(name))
    }

    /// Whether something of these types may stand where those are wanted.
    pub(crate) fn fits(&self, types: &[&str], wanted: &[&str]) -> bool {
        if wanted.is_empty() || wanted.iter().any(|each| each.eq_ignore_ascii_case("object")) {
            return true;
        }
        let wanted: Vec<String> = wanted.iter().map(|each| fold(each)).collect();
        types.iter().any(|each| self.ancestry(each).iter().any(|above| wanted.contains(&fold(above))))
    }
}

/// The names of a typed list, from the child of this number on.
pub(crate) fn typed_list<'t>(source: &Source<'t>, list: NodeId, from: usize) -> Vec<Typed<'t>> {
    let Source { which, ref tree, .. } = *source;
    let mut found: Vec<Typed<'t>> = Vec::new();
    // Names that wait for their type.
    let mut untyped = 0;
    let mut after_dash = false;
    for child in tree.children(list).skip(from) {
        let node = tree.node(child);
        let word = if node.is_word() { source.slice(child) } else { "" };
        if word == "-" {
            after_dash = true;
        } else if after_dash || is_glued_type(word) {
            let types: Vec<&str> = if node.is_word() {
                vec![if after_dash { word } else { &word[1..] }]
            } else {
                tree.children(child)
                    .skip(1)
                    .filter(|each| tree.node(*each).is_word())
                    .map(|each| source.slice(each))
                    .collect()
            };
            for name in found.iter_mut().skip(untyped) {
                name.types.clone_from(&types);
            }
            untyped = found.len();
            after_dash = false;
        } else if !word.is_empty() && !word.starts_with(':') {
            found.push(Typed { name: word, types: Vec::new(), span: node.span(), which });
        }
    }
    found
}

fn declaration<'t>(source: &Source<'t>, head: NodeId, list: NodeId, derived: bool) -> Option<Declaration<'t>> {
    let name = source.tree.children(head).next().filter(|name| source.tree.node(*name).is_word())?;
    Some(Declaration {
        name: source.slice(name),
        parameters: typed_list(source, head, 1),
        span: source.tree.node(name).span(),
        list,
        which: source.which,
        derived,
    })
}
