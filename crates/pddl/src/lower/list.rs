//! Names, types and typed lists.

use super::Lower;
use crate::ast::{Name, TypeRef, Typed};
use crate::codes;
use crate::requirements::Feature;
use crate::tree::NodeId;
use stepguard_text::{Edit, Span};

/// Quotes and the like that stand around a word.
pub(super) fn strip(word: &str) -> &str {
    word.trim_matches(|c| {
        matches!(c, '\'' | '"' | '`' | '\\' | '[' | ']' | '{' | '}' | '‘' | '’' | '“' | '”' | '«' | '»')
    })
}

/// Whether a word is the dash between a name and its type.
fn is_dash(word: &str) -> bool {
    matches!(word, "-" | "–" | "—" | "−" | "‐" | "‑")
}

/// What a typed list lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListOf {
    /// Objects, constants.
    Objects,
    /// Types with their parents.
    Types,
    /// Parameters of an action, variables of a quantifier.
    Variables,
    /// Parameters in a declaration, where their names do not matter.
    Places,
}

impl<'a> Lower<'a> {
    /// The name that the word `id` holds: no variable, no keyword.
    pub(super) fn read_name(&mut self, id: NodeId) -> Name {
        let node = self.node(id);
        if !node.is_plain() {
            self.report_unusual(id);
        }
        let word = self.word(id);
        self.intern(word, node.span())
    }

    /// The variable that the word `id` holds, without its `?`.
    pub(super) fn read_variable(&mut self, id: NodeId) -> Name {
        let node = self.node(id);
        if !node.is_plain() {
            self.report_unusual(id);
        }
        let word = self.word(id);
        let word = word.strip_prefix('?').unwrap_or(word);
        self.intern(word, node.span())
    }

    #[cold]
    pub(super) fn report_unusual(&mut self, id: NodeId) {
        if self.node(id).is_odd() {
            self.report_odd(id);
        } else if !self.foreign_names {
            self.foreign_names = true;
            let word = self.word(id);
            self.push(
                self.info(codes::FOREIGN_NAME, self.span(id), format!("{word} has letters outside of a to z"))
                    .help("Such names are read here; other PDDL tools may refuse them."),
            );
        }
    }

    /// A word with characters that no name may hold.
    #[cold]
    fn report_odd(&mut self, id: NodeId) {
        let span = self.span(id);
        let raw = span.slice(self.text);
        let clean = strip(raw);
        let is_mark =
            |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '?' | ':' | '.' | '#' | '@' | '/' | '+' | '*');
        let odd = raw.chars().find(|c| is_mark(*c)).unwrap_or('\'');
        let what = match odd {
            '\'' | '"' | '`' | '‘' | '’' | '“' | '”' | '«' | '»' => "quote",
            '[' | ']' | '{' | '}' => "bracket",
            _ => "character",
        };
        let message = if what == "character" {
            format!("the character {odd} in {raw} is not allowed in a name")
        } else {
            format!("the {what} in {raw} is not allowed")
        };
        let mut diagnostic = self.error(codes::ODD_CHARACTER, span, message).help(
            "Names in PDDL are made of letters, digits, - and _; variables start with ?. There are no quotes and only round parentheses.",
        );
        if !clean.is_empty() && strip(clean).len() == clean.len() && !clean.chars().any(is_mark) {
            diagnostic = diagnostic.replace(format!("Write {clean}"), span, clean);
        }
        self.push(diagnostic);
    }

    /// Reads a typed list: names or variables, each group with its type behind a dash.
    pub(super) fn read_typed_list(&mut self, items: impl Iterator<Item = NodeId>, of: ListOf) -> Vec<Typed> {
        let mut items = items.peekable();
        let mut out: Vec<Typed> = Vec::with_capacity(items.size_hint().1.unwrap_or(0));
        // The names from here on have no type yet.
        let mut group = 0;
        while let Some(id) = items.next() {
            let node = self.node(id);
            if !node.is_word() {
                self.report_list_in_list(id, of);
                continue;
            }
            let word = self.word(id);
            let Some(first) = word.as_bytes().first().copied() else {
                // Quotes or brackets and nothing else.
                self.report_unusual(id);
                continue;
            };
            if !first.is_ascii_alphanumeric() && first != b'?' {
                if is_dash(word) {
                    if word != "-" {
                        self.report_dash(node.span());
                    }
                    let ty = match items.peek() {
                        Some(next) if self.is_list(*next) || !self.is_variable_or_keyword(*next) => {
                            let next = *next;
                            items.next();
                            self.read_type(next)
                        }
                        _ => {
                            self.report_missing_type(node.span());
                            TypeRef::default()
                        }
                    };
                    if group == out.len() {
                        self.report_type_of_nothing(node.span());
                    }
                    if of != ListOf::Types && group < out.len() {
                        self.uses(Feature::Typing, node.span());
                    }
                    Self::give_type(&mut out[group..], ty);
                    group = out.len();
                    continue;
                }
                if first == b'-' && word.len() > 1 && group < out.len() && self.splits_type(word) {
                    let ty = self.read_glued_type(node.span(), word);
                    Self::give_type(&mut out[group..], ty);
                    group = out.len();
                    continue;
                }
                if first == b':' {
                    self.report_keyword(id, of);
                    continue;
                }
            }
            let mut name = match of {
                ListOf::Variables | ListOf::Places => {
                    if first != b'?' {
                        self.report_no_variable(id, of);
                    }
                    self.read_variable(id)
                }
                ListOf::Objects | ListOf::Types => {
                    if first == b'?' {
                        self.report_variable(id, of);
                    }
                    self.read_name(id)
                }
            };
            // `?x- block`: the dash belongs to the type. Names of objects may end with one, but not with a long one.
            let glued = word.ends_with('-') && first == b'?' && matches!(of, ListOf::Variables | ListOf::Places);
            if (glued || word.ends_with(['–', '—', '−']))
                && items.peek().is_some_and(|next| self.is_word(*next) && !self.is_variable_or_keyword(*next))
                && !items.peek().is_some_and(|next| is_dash(self.word(*next)))
            {
                name = self.unglue_dash(node.span(), word);
                out.push(Typed { name, ty: TypeRef::default() });
                if let Some(next) = items.next() {
                    let ty = self.read_type(next);
                    Self::give_type(&mut out[group..], ty);
                }
                group = out.len();
                continue;
            }
            out.push(Typed { name, ty: TypeRef::default() });
        }
        out
    }

    fn give_type(group: &mut [Typed], ty: TypeRef) {
        let Some((last, rest)) = group.split_last_mut() else { return };
        for typed in rest {
            typed.ty = ty.clone();
        }
        last.ty = ty;
    }

    fn is_variable_or_keyword(&self, id: NodeId) -> bool {
        self.is_word(id) && self.word(id).starts_with(['?', ':'])
    }

    /// Whether `-block` is a dash and a type: numbers start with a dash too.
    fn splits_type(&self, word: &str) -> bool {
        word.as_bytes().get(1).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
    }

    #[cold]
    fn read_glued_type(&mut self, span: Span, word: &str) -> TypeRef {
        let name = &word[1..];
        self.push(
            self.warning(codes::GLUED_DASH, span, format!("the space behind the dash in {word} is missing"))
                .help("A dash between a name and its type stands alone; read as if it did.")
                .replace("Insert the space", span, format!("- {name}")),
        );
        TypeRef { alternatives: vec![self.intern(name, Span::new(span.start + 1, span.end))] }
    }

    #[cold]
    fn unglue_dash(&mut self, span: Span, word: &str) -> Name {
        let bare = word.trim_end_matches(['-', '–', '—', '−']);
        self.push(
            self.warning(codes::GLUED_DASH, span, format!("the space before the dash in {word} is missing"))
                .help("A dash between a name and its type stands alone; read as if it did.")
                .replace("Insert the space", span, format!("{bare} -")),
        );
        let end = span.end - u32::try_from(word.len() - bare.len()).unwrap_or(0);
        self.intern(bare.strip_prefix('?').unwrap_or(bare), Span::new(span.start, end))
    }

    /// The type behind a dash: a name or `(either a b)`.
    pub(super) fn read_type(&mut self, id: NodeId) -> TypeRef {
        let node = self.node(id);
        if node.is_word() {
            return TypeRef { alternatives: vec![self.read_name(id)] };
        }
        let mut children = self.children(id);
        let either = self.head(id).is_some_and(|head| head.eq_ignore_ascii_case("either"));
        if either {
            children.next();
        }
        let mut alternatives = Vec::new();
        let mut odd = !either || !node.is_list();
        for child in children {
            if self.is_word(child) && !self.is_variable_or_keyword(child) {
                let name = self.read_name(child);
                alternatives.push(name);
            } else {
                odd = true;
            }
        }
        if odd || alternatives.is_empty() {
            self.report_either(id, &alternatives);
        }
        TypeRef { alternatives }
    }

    #[cold]
    fn report_either(&mut self, id: NodeId, alternatives: &[Name]) {
        let span = self.span(id);
        let shown = self.quote(span);
        let mut diagnostic = self
            .error(codes::NO_TYPE, span, format!("{shown} is no type"))
            .help("Behind a dash stands one type, or several as (either a b).");
        if !alternatives.is_empty() {
            let names: Vec<_> = alternatives.iter().map(|name| name.span.slice(self.text)).collect();
            let new = format!("(either {})", names.join(" "));
            diagnostic = diagnostic.replace(format!("Write {new}"), span, new);
        }
        self.push(diagnostic);
    }

    #[cold]
    fn report_dash(&mut self, span: Span) {
        let dash = span.slice(self.text);
        self.push(
            self.warning(codes::ODD_DASH, span, format!("the dash {dash} is not the minus sign; read as -"))
                .help("Word processors turn - into a longer dash; other PDDL tools take it for a name.")
                .replace("Write -", span, "-"),
        );
    }

    #[cold]
    fn report_missing_type(&mut self, span: Span) {
        self.push(
            self.error(codes::NO_TYPE, span, "the type behind this dash is missing")
                .help("Write the type's name behind it, or take the dash away for names without a type."),
        );
    }

    #[cold]
    fn report_type_of_nothing(&mut self, span: Span) {
        self.push(
            self.error(codes::TYPE_OF_NOTHING, span, "there is no name before this dash")
                .help("A typed list reads name - type; several names may share one type, as in a b - type."),
        );
    }

    #[cold]
    fn report_list_in_list(&mut self, id: NodeId, of: ListOf) {
        let node = self.node(id);
        if !node.is_list() {
            // Too deep: reported where the depth ran out.
            return;
        }
        let span = node.span();
        let shown = self.quote(span);
        let what = match of {
            ListOf::Objects => "objects",
            ListOf::Types => "types",
            ListOf::Variables | ListOf::Places => "parameters",
        };
        let mut diagnostic = self
            .error(codes::LIST_IN_LIST, span, format!("{shown} cannot stand in a list of {what}"))
            .help("Only names, dashes and types stand here, as in a b - type; a list is only read behind a dash, as (either a b).");
        if self.head(id).is_some_and(|head| head.eq_ignore_ascii_case("either")) {
            diagnostic = diagnostic.replace("Put a dash before it", Span::point(span.start), "- ");
        } else if let Some(last) = self.children(id).last() {
            // `((?x - t))`: the inner parentheses are too many.
            let open = self.character(span.start);
            let close = Span::new(self.span(last).end, span.end);
            diagnostic = diagnostic.edits(
                "Take its parentheses away",
                vec![Edit { span: open, new: String::new() }, Edit { span: close, new: String::new() }],
            );
        }
        self.push(diagnostic);
    }

    #[cold]
    fn report_keyword(&mut self, id: NodeId, of: ListOf) {
        let word = self.word(id);
        let what = if of == ListOf::Types { "type" } else { "name" };
        self.push(
            self.error(codes::KEYWORD_AS_NAME, self.span(id), format!("{word} is no {what}"))
                .help("Words with a colon are keywords of PDDL. Is a closing parenthesis missing before it?"),
        );
    }

    #[cold]
    fn report_no_variable(&mut self, id: NodeId, of: ListOf) {
        let span = self.span(id);
        let word = self.word(id);
        let help = "Parameters start with a question mark; without it the word names an object.";
        let diagnostic = if of == ListOf::Places {
            self.warning(codes::NO_VARIABLE, span, format!("the parameter {word} has no ?; read as ?{word}"))
        } else {
            self.error(codes::NO_VARIABLE, span, format!("the parameter {word} has no ?"))
        };
        self.push(diagnostic.help(help).replace(format!("Write ?{word}"), span, format!("?{word}")));
    }

    #[cold]
    fn report_variable(&mut self, id: NodeId, of: ListOf) {
        let span = self.span(id);
        let word = self.word(id);
        let bare = word.trim_start_matches('?');
        let what = if of == ListOf::Types { "type" } else { "object" };
        let mut diagnostic = self
            .error(
                codes::VARIABLE_AS_NAME,
                span,
                format!("{word} is a variable, not the name of a{} {what}", if what == "object" { "n" } else { "" }),
            )
            .help("Names of objects and types have no question mark.");
        if !bare.is_empty() {
            diagnostic = diagnostic.replace(format!("Write {bare}"), span, bare);
        }
        self.push(diagnostic);
    }
}
