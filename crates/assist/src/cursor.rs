//! Where a cursor stands: the innermost list, what precedes it there, and the variables in scope.

use stepguard_pddl::tree::{Children, NodeId, NodeKind, Tree};
use stepguard_text::Span;

use crate::grammar::{Expect, Meaning, Mode, Steps, root_mode};
use crate::world::{Source, Typed, typed_list};

/// What a variable belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner<'t> {
    /// An action's parameters.
    Action(&'t str),
    /// `forall` or `exists`.
    Quantifier(&'t str),
    /// A derived predicate's parameters.
    Derived(&'t str),
}

/// A variable in scope.
#[derive(Debug, Clone)]
pub(crate) struct Scoped<'t> {
    pub(crate) typed: Typed<'t>,
    pub(crate) owner: Owner<'t>,
}

/// A place in a text.
pub(crate) struct Site<'t> {
    /// The innermost list and what precedes the place in it; none outside of lists.
    pub(crate) list: Option<(NodeId, Steps<'t>)>,
    /// The word that ends at the place or goes on behind it.
    pub(crate) word: Option<NodeId>,
    /// Variables, outermost first.
    pub(crate) scope: Vec<Scoped<'t>>,
    /// The lists around the place, outermost first.
    pub(crate) path: Vec<NodeId>,
}

impl<'t> Site<'t> {
    /// The variable of that name that is in force here.
    pub(crate) fn variable(&self, name: &str) -> Option<&Scoped<'t>> {
        self.scope.iter().rev().find(|each| each.typed.name.eq_ignore_ascii_case(name))
    }

    /// What may stand here.
    pub(crate) fn expect(&self) -> Expect {
        self.list.as_ref().map_or(Expect::Definition, |(_, steps)| steps.expect())
    }
}

/// Whether a place lies in a comment.
pub(crate) fn in_comment(tree: &Tree, offset: u32) -> bool {
    let after = tree.comments().partition_point(|comment| comment.start < offset);
    after > 0 && tree.comments().get(after - 1).is_some_and(|comment| offset <= comment.end)
}

/// Whether a place lies inside a list. A list that is never closed goes on up to what comes next.
fn inside(tree: &Tree, list: NodeId, next: Option<NodeId>, offset: u32) -> bool {
    let node = tree.node(list);
    if !node.is_list() || node.start >= offset {
        return false;
    }
    if node.is_unclosed() { next.is_none_or(|next| tree.node(next).start >= offset) } else { offset < node.end }
}

/// The place behind the character before `offset`.
pub(crate) fn site<'t>(source: &Source<'t>, offset: u32) -> Site<'t> {
    let (tree, text) = (&source.tree, source.text);
    let mut site = Site { list: None, word: None, scope: Vec::new(), path: Vec::new() };
    let mut children = tree.roots();
    loop {
        let mut deeper = None;
        while let Some(child) = children.next() {
            let node = tree.node(child);
            if node.start >= offset {
                break;
            }
            if inside(tree, child, children.peek(), offset) {
                let mode = match &mut site.list {
                    Some((_, steps)) => match steps.step(tree, child) {
                        Meaning::List(mode) => mode,
                        Meaning::Word(_) => Mode::Other,
                    },
                    None => root_mode(tree, text, child),
                };
                deeper = Some((child, mode));
                break;
            }
            if node.is_word() && offset <= node.end {
                site.word = Some(child);
                break;
            }
            if let Some((_, steps)) = &mut site.list {
                let meaning = steps.step(tree, child);
                add_scope(source, steps, meaning, child, &mut site.scope);
            }
        }
        let Some((list, mode)) = deeper else { return site };
        site.path.push(list);
        site.list = Some((list, Steps::new(tree, text, list, mode)));
        children = tree.children(list);
    }
}

/// Adds the variables that a child brings into scope for those behind it.
pub(crate) fn add_scope<'t>(
    source: &Source<'t>,
    steps: &Steps<'t>,
    meaning: Meaning,
    child: NodeId,
    scope: &mut Vec<Scoped<'t>>,
) {
    let (from, owner) = match (meaning, steps.mode()) {
        (Meaning::List(Mode::Variables), Mode::Action | Mode::DurativeAction) => (0, Owner::Action(steps.second())),
        (Meaning::List(Mode::Variables), _) => (0, Owner::Quantifier(steps.head())),
        (Meaning::List(Mode::PredicateDeclaration), Mode::Derived) => {
            (1, Owner::Derived(source.tree.children(child).next().map_or("", |name| source.slice(name))))
        }
        _ => return,
    };
    scope.extend(typed_list(source, child, from).into_iter().map(|typed| Scoped { typed, owner }));
}

/// The word at a place: the one that holds the character behind it, else the one that ends there.
pub(crate) fn word_at(tree: &Tree, offset: u32) -> Option<(NodeId, Span)> {
    word_among(tree, tree.roots(), offset)
}

/// Lists nest no deeper than [`stepguard_pddl::tree::MAX_DEPTH`].
fn word_among(tree: &Tree, children: Children<'_>, offset: u32) -> Option<(NodeId, Span)> {
    let mut touching = None;
    for child in children {
        let node = tree.node(child);
        if node.start > offset {
            break;
        }
        let found = match node.kind {
            NodeKind::Word if offset <= node.end => Some((child, node.span())),
            NodeKind::List if offset <= node.end => word_among(tree, tree.children(child), offset),
            _ => None,
        };
        match found {
            Some((_, span)) if span.contains(offset) => return found,
            Some(_) => touching = found,
            None => {}
        }
    }
    touching
}
