//! What each word of a text is, for colours.

use stepguard_pddl::tree::{NodeId, Tree};
use stepguard_text::{Span, order};

use crate::grammar::{Meaning, Mode, Role, Steps, root_mode};
use crate::places::Lines;
use crate::view::{TokenKind, Which};
use crate::world::Source;

/// The stretches of a domain or problem, in order.
pub(crate) fn of_definitions(text: &str) -> Vec<(Span, TokenKind)> {
    let source = Source::new(Which::Domain, text);
    let tree = &source.tree;
    let mut found: Vec<(Span, TokenKind)> =
        tree.comments().iter().map(|comment| (*comment, TokenKind::Comment)).collect();
    for root in tree.roots() {
        if tree.node(root).is_list() {
            list(tree, text, root, root_mode(tree, text, root), &mut found);
        }
    }
    order::sort_by_key(&mut found, |(span, _)| *span);
    found
}

/// Lists nest no deeper than [`stepguard_pddl::tree::MAX_DEPTH`].
fn list(tree: &Tree, text: &str, id: NodeId, mode: Mode, found: &mut Vec<(Span, TokenKind)>) {
    let mut steps = Steps::new(tree, text, id, mode);
    for child in tree.children(id) {
        match steps.step(tree, child) {
            Meaning::Word(role) => {
                if let Some(kind) = kind_of(role) {
                    found.push((tree.node(child).span(), kind));
                }
            }
            Meaning::List(mode) => list(tree, text, child, mode, found),
        }
    }
}

fn kind_of(role: Role) -> Option<TokenKind> {
    Some(match role {
        Role::Keyword => TokenKind::Keyword,
        Role::Section => TokenKind::Section,
        Role::Requirement => TokenKind::Requirement,
        Role::TypeDeclaration | Role::Type => TokenKind::Type,
        Role::PredicateDeclaration | Role::Predicate => TokenKind::Predicate,
        Role::FunctionDeclaration | Role::Function => TokenKind::Function,
        Role::ActionDeclaration => TokenKind::Action,
        Role::VariableDeclaration | Role::Variable => TokenKind::Variable,
        Role::ObjectDeclaration | Role::Object => TokenKind::Object,
        Role::Number => TokenKind::Number,
        Role::DomainName | Role::ProblemName | Role::PreferenceName => TokenKind::Name,
        Role::Unknown => TokenKind::Unknown,
        Role::Sign => return None,
    })
}

/// Four numbers for each stretch: lines from the one before, columns from the one before (from the line's start on another
/// line), length and kind; columns and lengths in UTF-16 units. Stretches over several lines are split.
pub(crate) fn packed(text: &str, stretches: &[(Span, TokenKind)]) -> Vec<u32> {
    let lines = Lines::new(text);
    let mut numbers = Vec::with_capacity(stretches.len() * 4);
    let (mut line, mut column) = (1, 1);
    for (span, kind) in stretches {
        let mut at = span.start;
        for piece in span.slice(text).split_inclusive(['\n', '\r']) {
            let shown = piece.trim_end_matches(['\n', '\r']);
            let place = lines.position(at);
            let length: usize = shown.chars().map(char::len_utf16).sum();
            at += crate::places::offset(piece.len());
            if length == 0 {
                continue;
            }
            let (down, along) = match place.line - line {
                0 => (0, place.column.saturating_sub(column)),
                down => (down, place.column - 1),
            };
            numbers.extend([down, along, crate::places::offset(length), *kind as u32]);
            (line, column) = (place.line, place.column);
        }
    }
    numbers
}
