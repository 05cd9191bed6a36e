//! Tree to definitions. What cannot be read is reported once and becomes an error node, and reading goes on behind it,
//! so that every problem of a text is found in one run.
//!
//! Knows the form of every part of PDDL 1.2 to 3.1; what names stand for is left to `stepguard-task`.
//!
//! Naming: `read_x` reads the part x and reports what is wrong with it; `expect_x` also reports when there is no x.
//! Functions recurse as deep as lists nest, which the tree limits to [`crate::tree::MAX_DEPTH`]; building messages is
//! kept out of them so that their frames stay small.

mod condition;
mod definition;
mod effect;
mod list;
mod problem;
mod rule;
mod section;
mod structure;
mod term;

use crate::ast::{Definitions, Name};
use crate::codes;
use crate::requirements::{Feature, Uses};
use crate::tree::{Children, Node, NodeId, Tree};
use rustc_hash::FxHashMap;
use stepguard_text::{Diagnostic, Interner, Place, Span, TextId, order, suggest};

/// Most diagnostics of one text: more help nobody, and a text that is no PDDL at all would give as many as it has words.
const MAX_DIAGNOSTICS: usize = 400;

/// A text that has been read.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// Its lists and words.
    pub tree: Tree,
    /// What it defines.
    pub definitions: Definitions,
    /// What is wrong with it, in text order.
    pub diagnostics: Vec<Diagnostic>,
    /// The features that its problems use, with their places: whether they were asked for is known with the domain.
    pub problem_uses: Uses,
    /// The features that its last domain uses: a requirement that this domain lacks itself is reported already.
    pub domain_uses: Uses,
}

/// Reads `text`: never fails, and reports everything that is wrong with its form.
#[must_use]
pub fn parse(text: &str, id: TextId, names: &mut Interner) -> Parsed {
    if text.len() > stepguard_text::MAX_TEXT_BYTES {
        return Parsed { diagnostics: vec![stepguard_text::encoding::too_large(id, text.len())], ..Parsed::default() };
    }
    let tree = Tree::parse(text);
    let mut lower = Lower {
        text,
        tree: &tree,
        id,
        names,
        diagnostics: Vec::new(),
        dropped: 0,
        domain_uses: Uses::default(),
        last_domain_uses: Uses::default(),
        problem_uses: Uses::default(),
        in_problem: false,
        operators: FxHashMap::default(),
        foreign_names: false,
        flattened: 0,
        definition_spans: Vec::new(),
    };
    let mut definitions = Definitions::default();
    lower.read_text(&mut definitions);
    let Lower { mut diagnostics, dropped, problem_uses, last_domain_uses: domain_uses, .. } = lower;
    order::sort_by_key(&mut diagnostics, |diagnostic| diagnostic.place.span.start);
    if dropped > 0
        && let Some(last) = diagnostics.last()
    {
        let place = Place::new(id, Span::point(last.place.span.end));
        diagnostics.push(
            Diagnostic::info(codes::TOO_MANY, place, format!("{dropped} more problems are not shown"))
                .help("Mend the first ones; most of the others may follow from them."),
        );
    }
    Parsed { tree, definitions, diagnostics, problem_uses, domain_uses }
}

/// The reader of one text.
struct Lower<'a> {
    text: &'a str,
    tree: &'a Tree,
    id: TextId,
    names: &'a mut Interner,
    diagnostics: Vec<Diagnostic>,
    dropped: usize,
    domain_uses: Uses,
    last_domain_uses: Uses,
    problem_uses: Uses,
    in_problem: bool,
    /// The operators that unknown words are likely to mean.
    operators: FxHashMap<&'a str, Option<&'static str>>,
    /// Whether a name outside of ASCII was reported: one remark is enough.
    foreign_names: bool,
    /// Parts of conditions that were copied to join nested `when`s.
    flattened: usize,
    /// The definitions of the text.
    definition_spans: Vec<Span>,
}

impl<'a> Lower<'a> {
    const fn place(&self, span: Span) -> Place {
        Place::new(self.id, span)
    }

    #[cold]
    fn push(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        } else {
            self.dropped += 1;
        }
    }

    fn error(&self, code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.place(span), message)
    }

    fn warning(&self, code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(code, self.place(span), message)
    }

    fn info(&self, code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::info(code, self.place(span), message)
    }

    /// The candidate that `word` is likely to mean. When no more diagnostics are shown, nothing is looked for either.
    fn suggest<'c>(&self, word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
        if self.diagnostics.len() < MAX_DIAGNOSTICS { suggest(word, candidates) } else { None }
    }

    fn uses(&mut self, feature: Feature, span: Span) {
        if self.in_problem { self.problem_uses.note(feature, span) } else { self.domain_uses.note(feature, span) }
    }

    fn node(&self, id: NodeId) -> &'a Node {
        self.tree.node(id)
    }

    fn span(&self, id: NodeId) -> Span {
        self.tree.node(id).span()
    }

    fn children(&self, id: NodeId) -> Children<'a> {
        self.tree.children(id)
    }

    /// The children behind the first.
    fn arguments(&self, id: NodeId) -> Children<'a> {
        let mut children = self.tree.children(id);
        children.next();
        children
    }

    fn is_list(&self, id: NodeId) -> bool {
        self.node(id).is_list()
    }

    fn is_word(&self, id: NodeId) -> bool {
        self.node(id).is_word()
    }

    /// The text of a word without the quotes around it; of a list all of it.
    fn word(&self, id: NodeId) -> &'a str {
        let node = self.tree.node(id);
        let word = node.span().slice(self.text);
        if node.is_odd() { list::strip(word) } else { word }
    }

    /// The first word of a list, if it starts with one.
    fn head(&self, id: NodeId) -> Option<&'a str> {
        let first = self.tree.children(id).next()?;
        (self.is_list(id) && self.is_word(first)).then(|| self.word(first))
    }

    fn intern(&mut self, name: &str, span: Span) -> Name {
        Name { symbol: self.names.intern(name), span }
    }

    /// The character at `at`: a parenthesis may be a wide one.
    fn character(&self, at: u32) -> Span {
        let len = self.text.get(at as usize..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Span::new(at, at + u32::try_from(len).unwrap_or(0))
    }

    /// The text at `span`, shortened for a message.
    fn quote(&self, span: Span) -> String {
        const MOST: usize = 40;
        let piece = span.slice(self.text);
        let mut out = String::new();
        let mut blank = false;
        for (count, c) in piece.chars().enumerate() {
            if count >= MOST {
                out.push_str("...");
                break;
            }
            if c.is_whitespace() {
                blank = true;
                continue;
            }
            if blank && !out.is_empty() {
                out.push(' ');
            }
            blank = false;
            out.push(c);
        }
        out
    }
}
