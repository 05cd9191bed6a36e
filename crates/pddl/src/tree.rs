//! Text to tree: lists, words and comments, never failing and losing no byte. Parentheses that do not match are mended
//! here, where the text's structure shows what was meant, and what was done is kept as [`Repair`]s.
//!
//! Knows where sections and their slots may stand, and nothing of what they say: that is [`crate::lower`].
//!
//! The structure of PDDL helps: `(define` never stands inside a list, `(:section` only right inside a definition, and
//! `:effect` and its like only right inside a section. So a `(` that was never closed shows at the next such mark, not
//! only at the end of the text, and a `)` too many shows at the first part that stands outside of what it belongs to.

use stepguard_text::Span;

/// How deep lists may nest. Real texts stay far below; the stages behind this one may recurse up to it.
pub const MAX_DEPTH: usize = 200;
/// How many missing parentheses a better place is looked for.
const MAX_REFINEMENTS: usize = 40;

/// Position of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// `( ... )`.
    List,
    /// A run of characters between blanks and parentheses.
    Word,
    /// A list below the deepest level that is read; its inside is passed over.
    Skipped,
}

/// A list or a word. Nodes lie in the order in which they start, so the children of a list follow it.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// First byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
    /// The first node behind this one that does not lie in it.
    next: u32,
    /// What it is.
    pub kind: NodeKind,
    flags: u8,
}

/// The word holds characters that no name may hold: quotes, brackets, ...
const ODD: u8 = 1;
/// The word holds characters outside of ASCII.
const FOREIGN: u8 = 2;
/// The list has no closing parenthesis of its own.
const UNCLOSED: u8 = 4;
/// The list has no opening parenthesis.
const UNOPENED: u8 = 8;

impl Node {
    /// Where it stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }

    /// Whether it is a word.
    #[must_use]
    pub const fn is_word(&self) -> bool {
        matches!(self.kind, NodeKind::Word)
    }

    /// Whether it is a list.
    #[must_use]
    pub const fn is_list(&self) -> bool {
        matches!(self.kind, NodeKind::List)
    }

    /// Whether the word holds quotes, brackets or the like.
    #[must_use]
    pub const fn is_odd(&self) -> bool {
        self.flags & ODD != 0
    }

    /// Whether the word holds nothing unusual.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        self.flags & (ODD | FOREIGN) == 0
    }

    /// Whether the word holds characters outside of ASCII.
    #[must_use]
    pub const fn is_foreign(&self) -> bool {
        self.flags & FOREIGN != 0
    }

    /// Whether the list was given its end by the reader.
    #[must_use]
    pub const fn is_unclosed(&self) -> bool {
        self.flags & UNCLOSED != 0
    }
}

/// What made the reader end lists that the text leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A slot such as `:effect` started inside.
    Slot,
    /// A section such as `(:action` started inside.
    Section,
    /// `(define` started inside.
    Define,
    /// The layout shows that the next list stands beside, not inside.
    Layout,
    /// A list started in one that has no room for it: facts hold words only, `not` one condition, ...
    Content,
    /// A fence of Markdown ended the code block.
    Fence,
    /// The text ended.
    End,
}

/// A mended fault in the parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Lists that are never closed.
    Unclosed {
        /// The outermost of them.
        list: NodeId,
        /// The innermost of them.
        inner: NodeId,
        /// How many closing parentheses are missing.
        missing: u32,
        /// Where it showed.
        at: u32,
        /// Behind the last thing inside: where they could go.
        insert: u32,
        /// What showed it.
        mark: Mark,
    },
    /// A list that a parenthesis closes too early.
    ClosedEarly {
        /// The list, reopened.
        list: NodeId,
        /// The parenthesis.
        close: u32,
        /// What shows it: a part that belongs inside.
        at: u32,
    },
    /// A section or definition without its opening parenthesis.
    Unopened {
        /// The list that was made.
        list: NodeId,
    },
    /// Closing parentheses behind the end of a definition.
    Stray {
        /// The first.
        at: u32,
        /// Behind the last.
        end: u32,
        /// How many.
        count: u32,
    },
    /// Lists nested deeper than [`MAX_DEPTH`].
    TooDeep {
        /// The first list that was passed over.
        at: u32,
    },
}

/// A character that is read as another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OddKind {
    /// A no-break space or another unusual blank.
    Blank,
    /// A comma, read as a blank.
    Comma,
    /// A wide parenthesis.
    Parenthesis,
    /// A line end or tab written out as `\n` or `\t`, read as a blank.
    Escape,
    /// A comment of another language, up to the end of its line.
    Comment,
    /// A `?` inside a word: a new word starts there.
    Glued,
}

/// Where a character is read as another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Odd {
    /// Where.
    pub span: Span,
    /// Which.
    pub kind: OddKind,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// An opening parenthesis.
    Open,
    /// A closing parenthesis.
    Close,
    /// A word.
    Word,
    /// `;` up to the end of the line.
    Comment,
    /// Blanks and line ends.
    Blank,
    /// What was passed over.
    Skipped,
}

/// A piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: TokenKind,
}

/// A text as a tree.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    comments: Vec<Span>,
    /// Closing parentheses that close nothing.
    strays: Vec<u32>,
    odd: Vec<Odd>,
    repairs: Vec<Repair>,
    /// Whether a condition was opened again for what stands behind it.
    reopened: bool,
    /// Bytes of the text.
    len: u32,
}

/// The children of a list, in order.
#[derive(Debug, Clone, Copy)]
pub struct Children<'t> {
    nodes: &'t [Node],
    at: u32,
    end: u32,
}

impl Children<'_> {
    /// The next child, left in place.
    #[must_use]
    pub fn peek(&self) -> Option<NodeId> {
        (self.at < self.end).then_some(NodeId(self.at))
    }
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.at >= self.end {
            return None;
        }
        let id = NodeId(self.at);
        self.at = self.nodes[id.index()].next;
        Some(id)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let nodes = self.end.saturating_sub(self.at) as usize;
        (usize::from(nodes > 0), Some(nodes))
    }
}

impl Tree {
    /// Reads `text`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut hints: Vec<Hint> = Vec::new();
        let mut tree = Scanner::new(text, &hints, true).run();
        let mut reopen = true;
        if tree.reopened && tree.repairs.len() > 1 {
            // Two lists where one is expected need not mean that the first was closed too early.
            let plain = Scanner::new(text, &hints, false).run();
            if plain.faults() < tree.faults() {
                reopen = false;
                tree = plain;
            }
        }
        // Only a text with a missing parenthesis is looked at again, and not for ever.
        let mut looks = MAX_REFINEMENTS;
        let mut refused: Vec<u32> = Vec::new();
        while let Some(hint) = tree.refine(text, &hints, &refused, &mut looks) {
            let slot = hints.partition_point(|h| h.at < hint.at);
            hints.insert(slot, hint);
            let again = Scanner::new(text, &hints, reopen).run();
            if again.faults() > tree.faults() {
                // It only moved the fault. Other places are still looked at.
                hints.retain(|h| h.at != hint.at);
                refused.push(hint.at);
            } else {
                tree = again;
            }
        }
        tree
    }

    /// The node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The children of a list; none of a word.
    #[must_use]
    pub fn children(&self, id: NodeId) -> Children<'_> {
        let node = &self.nodes[id.index()];
        Children { nodes: &self.nodes, at: id.0 + 1, end: node.next }
    }

    /// The words and lists that stand in no list.
    #[must_use]
    pub fn roots(&self) -> Children<'_> {
        Children { nodes: &self.nodes, at: 0, end: u32::try_from(self.nodes.len()).unwrap_or(u32::MAX) }
    }

    /// The comments, in order, each from `;` to the end of its line.
    #[must_use]
    pub fn comments(&self) -> &[Span] {
        &self.comments
    }

    /// What was mended.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// The characters that are read as others.
    #[must_use]
    pub fn odd(&self) -> &[Odd] {
        &self.odd
    }

    /// The first node that starts at or behind `offset`.
    #[must_use]
    pub fn first_from(&self, offset: u32) -> Option<NodeId> {
        let index = self.nodes.partition_point(|node| node.start < offset);
        (index < self.nodes.len()).then(|| NodeId(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    /// The node before another one in the order of the text: its list, or the last thing before it.
    #[must_use]
    pub fn before(&self, id: NodeId) -> Option<NodeId> {
        id.0.checked_sub(1).map(NodeId)
    }

    /// Every piece of the text, in order and without gaps.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Vec<Token> {
        let wide = |at: u32| text.get(at as usize..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        let wide = |at: u32| u32::try_from(wide(at)).unwrap_or(1);
        let mut tokens = Vec::with_capacity(self.nodes.len() * 3);
        for node in &self.nodes {
            match node.kind {
                NodeKind::Word => tokens.push(Token { span: node.span(), kind: TokenKind::Word }),
                NodeKind::Skipped => tokens.push(Token { span: node.span(), kind: TokenKind::Skipped }),
                NodeKind::List => {
                    if node.flags & UNOPENED == 0 {
                        let span = Span::new(node.start, node.start + wide(node.start));
                        tokens.push(Token { span, kind: TokenKind::Open });
                    }
                    if node.flags & UNCLOSED == 0 {
                        let last = text.get(..node.end as usize).and_then(|head| head.chars().next_back());
                        let len = u32::try_from(last.map_or(1, char::len_utf8)).unwrap_or(1);
                        tokens.push(Token { span: Span::new(node.end - len, node.end), kind: TokenKind::Close });
                    }
                }
            }
        }
        tokens.extend(self.comments.iter().map(|span| Token { span: *span, kind: TokenKind::Comment }));
        tokens.extend(
            self.strays.iter().map(|at| Token { span: Span::new(*at, at + wide(*at)), kind: TokenKind::Close }),
        );
        tokens.sort_unstable_by_key(|token| token.span);
        let mut all = Vec::with_capacity(tokens.len() * 2);
        let mut at = 0;
        for token in tokens {
            if token.span.start > at {
                all.push(Token { span: Span::new(at, token.span.start), kind: TokenKind::Blank });
            }
            at = token.span.end;
            all.push(token);
        }
        if at < self.len {
            all.push(Token { span: Span::new(at, self.len), kind: TokenKind::Blank });
        }
        all
    }

    /// How many parentheses are missing or too many.
    fn faults(&self) -> u64 {
        let of = |repair: &Repair| match *repair {
            Repair::Unclosed { missing, .. } => u64::from(missing),
            Repair::Stray { count, .. } => u64::from(count),
            Repair::ClosedEarly { .. } | Repair::Unopened { .. } | Repair::TooDeep { .. } => 1,
        };
        self.repairs.iter().map(of).sum()
    }

    /// A better place for the first missing parenthesis that can be explained by one, if there is any: the first list
    /// in an unclosed one that holds a list which, by structure or layout, stands beside it.
    fn refine(&self, text: &str, hints: &[Hint], refused: &[u32], looks: &mut usize) -> Option<Hint> {
        self.repairs.iter().find_map(|repair| match *repair {
            Repair::Unclosed {
                list,
                mark: Mark::Section | Mark::Slot | Mark::Define | Mark::Fence | Mark::End,
                ..
            } => {
                *looks = looks.checked_sub(1)?;
                self.misplaced_child(text, list)
                    .filter(|hint| hints.iter().all(|h| h.at != hint.at) && !refused.contains(&hint.at))
            }
            _ => None,
        })
    }

    fn misplaced_child(&self, text: &str, root: NodeId) -> Option<Hint> {
        let layout = Layout { text };
        // Functions that give objects are rare, and asked for by name.
        let fluents = text.contains("object-fluents");
        let end = self.node(root).next as usize;
        // Ancestors of the node under consideration, with the role of the section around it.
        let mut ancestors: Vec<usize> = self.ancestors(root);
        for index in root.index()..end {
            let node = &self.nodes[index];
            while let Some(top) = ancestors.last() {
                if self.nodes[*top].next as usize > index {
                    break;
                }
                ancestors.pop();
            }
            if !node.is_list() {
                continue;
            }
            if let Some(&parent) = ancestors.last()
                && ancestors.len() >= 3
                && parent >= root.index()
            {
                let depth = ancestors.len() - 1;
                if self.cannot_hold(text, fluents, &ancestors, index) {
                    return Some(Hint { at: node.start, depth, mark: Mark::Content });
                }
                if layout.stands_beside(self.nodes[parent].start, node.start) {
                    return Some(Hint { at: node.start, depth, mark: Mark::Layout });
                }
            }
            ancestors.push(index);
        }
        None
    }

    fn ancestors(&self, id: NodeId) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = 0;
        while at < id.index() {
            if self.nodes[at].next as usize > id.index() {
                path.push(at);
                at += 1;
            } else {
                at = self.nodes[at].next as usize;
            }
        }
        path
    }

    /// Whether the structure says that the last of `ancestors` is no list that may hold the list `child`: a fact or a
    /// declaration holds words only, `not` one list, and so on.
    fn cannot_hold(&self, text: &str, fluents: bool, ancestors: &[usize], child: usize) -> bool {
        let head = |index: usize| {
            let first = self.nodes.get(index + 1)?;
            (first.is_word() && (index + 1) < self.nodes[index].next as usize).then(|| first.span().slice(text))
        };
        let Some(section) = ancestors.get(1).and_then(|section| head(*section)) else { return false };
        let Some(parent) = ancestors.last().copied() else { return false };
        let Some(name) = head(parent) else { return false };
        let either = || head(child).is_some_and(|name| name.eq_ignore_ascii_case("either"));
        let facts = section.eq_ignore_ascii_case(":init");
        match section_role(section) {
            Some(Role::Many) if facts => {}
            // `- (either a b)` is the only list in a declaration.
            Some(Role::Many) => return ancestors.len() == 3 && !either(),
            Some(Role::Slots | Role::Single | Role::Conditions) => {}
            _ => return false,
        }
        if name.starts_with('?') {
            // A list of variables.
            return !either();
        }
        match most_parts(name) {
            Some(most) => {
                let parts = self.children(NodeId(offset(parent))).take_while(|part| part.index() < child).count();
                parts > most
            }
            // The arguments of an atom may be object fluents, but no conditions; facts have names only.
            None => facts || !fluents || head(child).is_none_or(|head| most_parts(head).is_some() && !is_time(head)),
        }
    }
}

/// How many parts an operator takes at most behind its word; `None` for the names of predicates and functions.
fn most_parts(word: &str) -> Option<usize> {
    let parts: [(&str, usize); 31] = [
        ("and", usize::MAX),
        ("or", usize::MAX),
        ("not", 1),
        ("imply", 2),
        ("forall", 2),
        ("exists", 2),
        ("when", 2),
        ("preference", 2),
        ("at", 2),
        ("over", 2),
        ("=", 2),
        ("<", 2),
        ("<=", 2),
        (">", 2),
        (">=", 2),
        ("+", usize::MAX),
        ("*", usize::MAX),
        ("-", 2),
        ("/", 2),
        ("assign", 2),
        ("increase", 2),
        ("decrease", 2),
        ("scale-up", 2),
        ("scale-down", 2),
        ("always", 1),
        ("sometime", 1),
        ("at-most-once", 1),
        ("sometime-after", 2),
        ("sometime-before", 2),
        ("always-within", 3),
        ("hold-during", 3),
    ];
    parts.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, most)| *most)
}

/// Words that often name predicates too.
fn is_time(word: &str) -> bool {
    word.eq_ignore_ascii_case("at") || word.eq_ignore_ascii_case("over")
}

/// Before the list at `at`, close lists until `depth` are open.
#[derive(Debug, Clone, Copy)]
struct Hint {
    at: u32,
    depth: usize,
    mark: Mark,
}

/// Where things stand on their lines.
struct Layout<'t> {
    text: &'t str,
}

impl Layout<'_> {
    /// Longest start of a line that is looked at: layout is for people, and they do not count further.
    const MAX_COLUMN: usize = 400;

    /// Column of `at`, and the column of the first thing on its line; `None` far to the right.
    fn columns(&self, at: u32) -> Option<(usize, usize)> {
        let before = &self.text.as_bytes()[..at as usize];
        let line = before.iter().rev().take(Self::MAX_COLUMN).position(|b| matches!(b, b'\n' | b'\r'));
        let column = match line {
            Some(column) => column,
            None if before.len() < Self::MAX_COLUMN => before.len(),
            None => return None,
        };
        let start = &before[before.len() - column..];
        Some((column, start.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()))
    }

    /// Whether a list at `child` that is read as part of the list at `parent` stands on a line of its own and no
    /// further to the right than its parent.
    fn stands_beside(&self, parent: u32, child: u32) -> bool {
        let before = &self.text.as_bytes()[..child as usize];
        let column = before.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).take(Self::MAX_COLUMN).count();
        let starts_line = matches!(before.iter().rev().nth(column), Some(b'\n' | b'\r'));
        // A text without any layout says nothing.
        if !starts_line || column == 0 || parent as usize >= before.len() - column {
            return false;
        }
        self.columns(parent).is_some_and(|(parent_column, parent_indent)| {
            column <= parent_indent && parent_indent > 0 || column == parent_column
        })
    }
}

/// What a list is for, as far as mending parentheses needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// `(define ...)`.
    Define,
    /// A section of slots and their values.
    Slots,
    /// A section that holds one condition.
    Single,
    /// A section that holds a head and a condition.
    Conditions,
    /// A section that holds many lists.
    Many,
    /// `(:length (:serial 3))`.
    Length,
    /// Anything else.
    Other,
}

/// The sections of a definition, with what they hold.
const SECTIONS: [(&str, Role); 24] = [
    (":action", Role::Slots),
    (":durative-action", Role::Slots),
    (":process", Role::Slots),
    (":event", Role::Slots),
    (":task", Role::Slots),
    (":method", Role::Slots),
    (":axiom", Role::Slots),
    (":derived", Role::Conditions),
    (":goal", Role::Single),
    (":constraints", Role::Single),
    (":init", Role::Many),
    (":predicates", Role::Many),
    (":functions", Role::Many),
    (":timeless", Role::Many),
    (":requirements", Role::Other),
    (":types", Role::Other),
    (":constants", Role::Other),
    (":objects", Role::Other),
    (":domain", Role::Other),
    (":metric", Role::Other),
    (":length", Role::Length),
    (":htn", Role::Other),
    (":extends", Role::Other),
    (":safety", Role::Single),
];

/// The slots of a section.
const SLOTS: [&str; 10] = [
    ":parameters",
    ":precondition",
    ":effect",
    ":condition",
    ":duration",
    ":vars",
    ":context",
    ":implies",
    ":preconditions",
    ":effects",
];

fn section_role(word: &str) -> Option<Role> {
    SECTIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, role)| *role)
}

fn is_slot(word: &str) -> bool {
    SLOTS.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// Classes of bytes.
const WORD: u8 = 0;
const BLANK: u8 = 1;
const OPEN: u8 = 2;
const CLOSE: u8 = 3;
const SEMICOLON: u8 = 4;
const QUESTION: u8 = 5;
const ODD_CHARACTER: u8 = 6;
const COMMA: u8 = 7;
const HIGH: u8 = 8;
/// Control characters.
const CONTROL: u8 = 9;

const CLASS: [u8; 256] = {
    let mut class = [WORD; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let b = byte as u8;
        class[byte] = match b {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => BLANK,
            b'(' => OPEN,
            b')' => CLOSE,
            b';' => SEMICOLON,
            b'?' => QUESTION,
            b',' => COMMA,
            b'\'' | b'"' | b'`' | b'\\' | b'[' | b']' | b'{' | b'}' => ODD_CHARACTER,
            0x80.. => HIGH,
            0..0x20 | 0x7f => CONTROL,
            _ => WORD,
        };
        byte += 1;
    }
    class
};

/// What a character outside of ASCII is read as.
fn high_class(c: char) -> u8 {
    match c {
        '（' | '﹙' | '❨' => OPEN,
        '）' | '﹚' | '❩' => CLOSE,
        '，' => COMMA,
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{00ad}' | '\u{180e}' => BLANK,
        '‘' | '’' | '“' | '”' | '«' | '»' => ODD_CHARACTER,
        c if c.is_whitespace() => BLANK,
        c if c.is_control() => CONTROL,
        _ => WORD,
    }
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    node: u32,
    role: Role,
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    stack: Vec<Frame>,
    tree: Tree,
    /// Behind the last word or closing parenthesis.
    last_end: usize,
    /// The last definition that was closed.
    last_define: Option<u32>,
    /// The last part of the current (or last) definition, if it is a closed section.
    last_section: Option<Frame>,
    /// The last value in the current section, a closed list.
    last_value: Option<u32>,
    /// Whether the current slot has its value.
    has_value: bool,
    /// Whether only blanks, comments and strays came since a definition was closed.
    behind_define: bool,
    hints: &'t [Hint],
    /// Whether a condition may be opened again for what stands behind it.
    reopen: bool,
    /// How many more unknown words are compared with the names of sections.
    comparisons: usize,
}

fn offset(at: usize) -> u32 {
    // Texts of 4 GiB do not get here: see `stepguard_text::MAX_TEXT_BYTES`.
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, hints: &'t [Hint], reopen: bool) -> Self {
        let tree = Tree { nodes: Vec::with_capacity(text.len() / 8 + 8), len: offset(text.len()), ..Tree::default() };
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            stack: Vec::with_capacity(32),
            tree,
            last_end: 0,
            last_define: None,
            last_section: None,
            last_value: None,
            has_value: false,
            behind_define: false,
            hints,
            reopen,
            comparisons: 1000,
        }
    }

    fn run(mut self) -> Tree {
        while let Some(&byte) = self.bytes.get(self.at) {
            match CLASS[byte as usize] {
                BLANK => {
                    // Indentation is long.
                    self.at += 1;
                    while self.bytes.get(self.at) == Some(&b' ') {
                        self.at += 1;
                    }
                }
                OPEN => self.open(1),
                CLOSE => self.close(1),
                SEMICOLON => self.comment(),
                COMMA => self.odd(1, OddKind::Comma),
                CONTROL => self.odd(1, OddKind::Blank),
                HIGH => self.high(),
                _ => self.word(),
            }
        }
        self.finish()
    }

    /// Whether a line end or tab is written out as `\n` or `\t` at `at`, as in texts copied out of JSON.
    fn is_escape(&self, at: usize) -> bool {
        self.bytes[at] == b'\\' && matches!(self.bytes.get(at + 1), Some(b'n' | b't' | b'r'))
    }

    /// What starts with a character that names do not start with; whether it was read.
    #[cold]
    fn oddity(&mut self) -> bool {
        let rest = &self.bytes[self.at..];
        if self.is_escape(self.at) {
            self.odd(2, OddKind::Escape);
            return true;
        }
        let in_define = self.stack.first().is_some_and(|frame| frame.role == Role::Define);
        if !in_define {
            return false;
        }
        if rest.starts_with(b"```") {
            self.close_to(0, self.at, Mark::Fence);
            return false;
        }
        if rest.starts_with(b"//") || rest.starts_with(b"# ") || rest.starts_with(b"##") {
            let start = self.at;
            self.comment();
            let span = Span::new(offset(start), offset(self.at));
            self.tree.odd.push(Odd { span, kind: OddKind::Comment });
            return true;
        }
        false
    }

    fn comment(&mut self) {
        let rest = &self.bytes[self.at..];
        let len = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        self.tree.comments.push(Span::new(offset(self.at), offset(self.at + len)));
        self.at += len;
    }

    fn odd(&mut self, len: usize, kind: OddKind) {
        self.tree.odd.push(Odd { span: Span::new(offset(self.at), offset(self.at + len)), kind });
        self.at += len;
    }

    #[cold]
    fn high(&mut self) {
        let Some(c) = self.text[self.at..].chars().next() else { return };
        let len = c.len_utf8();
        match high_class(c) {
            BLANK | CONTROL => self.odd(len, OddKind::Blank),
            COMMA => self.odd(len, OddKind::Comma),
            class @ (OPEN | CLOSE) => {
                let span = Span::new(offset(self.at), offset(self.at + len));
                self.tree.odd.push(Odd { span, kind: OddKind::Parenthesis });
                if class == OPEN { self.open(len) } else { self.close(len) }
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) {
        let start = self.at;
        if matches!(self.bytes[start], b'\\' | b'`' | b'/' | b'#') && self.oddity() {
            return;
        }
        let mut flags = 0;
        let mut end = start;
        loop {
            let rest = &self.bytes[end..];
            end += rest.iter().position(|b| CLASS[*b as usize] != WORD).unwrap_or(rest.len());
            let Some(&byte) = self.bytes.get(end) else { break };
            match CLASS[byte as usize] {
                QUESTION => {
                    if end > start && self.splits(start, end) {
                        let span = Span::new(offset(end), offset(end + 1));
                        self.tree.odd.push(Odd { span, kind: OddKind::Glued });
                        break;
                    }
                    end += 1;
                }
                ODD_CHARACTER => {
                    if self.is_escape(end) {
                        break;
                    }
                    flags |= ODD;
                    end += 1;
                }
                HIGH => {
                    let Some(c) = self.text[end..].chars().next() else { break };
                    match high_class(c) {
                        WORD => flags |= FOREIGN,
                        ODD_CHARACTER => flags |= ODD,
                        _ => break,
                    }
                    end += c.len_utf8();
                }
                _ => break,
            }
        }
        let first = self.bytes[start];
        if first == b':' {
            self.keyword(start, end);
        } else if self.stack.len() <= 1 {
            self.outer_word(start, end);
        }
        let index = offset(self.tree.nodes.len());
        self.tree.nodes.push(Node {
            start: offset(start),
            end: offset(end),
            next: index + 1,
            kind: NodeKind::Word,
            flags,
        });
        self.at = end;
        self.last_end = end;
    }

    /// Whether the `?` at `at` starts a new word: something other than quotes stands before it, a name behind it.
    #[cold]
    fn splits(&self, start: usize, at: usize) -> bool {
        let before = &self.text[start..at];
        self.bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
            && !before.chars().all(|c| matches!(c, '?' | '\'' | '"' | '`' | '\\' | '‘' | '’' | '“' | '”'))
    }

    /// A word that stands in no list or right inside a definition.
    fn outer_word(&mut self, start: usize, end: usize) {
        if self.stack.is_empty() {
            self.behind_define = false;
            // `define (domain x) ...` without its parenthesis.
            if self.text[start..end].eq_ignore_ascii_case("define") {
                let rest = self.text[end..].trim_start();
                let named = rest.strip_prefix('(').is_some_and(|inner| {
                    let word = inner.trim_start().split(|c: char| c.is_whitespace() || c == ')').next().unwrap_or("");
                    word.eq_ignore_ascii_case("domain") || word.eq_ignore_ascii_case("problem")
                });
                if named {
                    self.at = start;
                    self.push_list(Role::Define, UNOPENED);
                    self.last_section = None;
                    let list = NodeId(offset(self.tree.nodes.len() - 1));
                    self.tree.repairs.push(Repair::Unopened { list });
                }
            }
        } else {
            self.last_section = None;
        }
    }

    /// A word with a colon: may show that lists are missing a parenthesis, or have one too many.
    fn keyword(&mut self, start: usize, end: usize) {
        let in_define = self.stack.first().is_some_and(|frame| frame.role == Role::Define);
        let word = &self.text[start..end];
        match self.stack.len() {
            0 => {
                self.behind_define = false;
                if is_slot(word)
                    && let Some(section) = self.last_section.filter(|section| section.role == Role::Slots)
                    && let Some(define) = self.last_define
                {
                    self.open_again(Frame { node: define, role: Role::Define }, start);
                    self.open_again(section, start);
                    self.has_value = false;
                }
            }
            1 if in_define => {
                if is_slot(word)
                    && let Some(section) = self.last_section.filter(|section| section.role == Role::Slots)
                {
                    self.open_again(section, start);
                    self.has_value = false;
                } else if let Some(role) = section_role(word) {
                    self.at = start;
                    self.push_list(role, UNOPENED);
                    let list = NodeId(offset(self.tree.nodes.len() - 1));
                    self.tree.repairs.push(Repair::Unopened { list });
                    self.enter_section();
                } else {
                    self.last_section = None;
                }
            }
            2 => self.has_value = false,
            _ => {
                if in_define && self.stack[1].role == Role::Slots && is_slot(word) {
                    self.close_to(2, start, Mark::Slot);
                    self.has_value = false;
                }
            }
        }
    }

    fn enter_section(&mut self) {
        self.last_value = None;
        self.has_value = false;
    }

    fn push_list(&mut self, role: Role, flags: u8) {
        let index = offset(self.tree.nodes.len());
        let start = offset(self.at);
        self.tree.nodes.push(Node { start, end: start, next: index + 1, kind: NodeKind::List, flags });
        self.stack.push(Frame { node: index, role });
    }

    fn open(&mut self, len: usize) {
        let next = self.bytes.get(self.at + len).copied().unwrap_or(b' ');
        let mut role = Role::Other;
        // Most lists are facts and atoms: nothing but a name stands behind their parenthesis.
        let plain = next.is_ascii_alphabetic() && next | 0x20 != b'd';
        let deep = self.stack.len() > 2 || self.stack.len() == 2 && self.stack[1].role == Role::Many;
        if !plain || !deep {
            role = self.place_list(len);
        }
        if let Some(hint) = self.hints.first()
            && hint.at as usize <= self.at
        {
            self.follow_hint();
        }
        if self.stack.len() >= MAX_DEPTH {
            self.skip();
            return;
        }
        self.push_list(role, 0);
        self.at += len;
        self.last_end = self.at;
        match self.stack.len() {
            1 => {
                self.behind_define = false;
                if role == Role::Define {
                    self.last_section = None;
                }
            }
            2 => self.enter_section(),
            _ => {}
        }
    }

    #[cold]
    fn follow_hint(&mut self) {
        while let [hint, rest @ ..] = self.hints {
            if hint.at as usize > self.at {
                break;
            }
            self.hints = rest;
            if hint.at as usize == self.at && hint.depth < self.stack.len() {
                self.close_to(hint.depth, self.at, hint.mark);
            }
        }
    }

    /// The word behind the parenthesis at the current place.
    fn head(&self, len: usize) -> &'t str {
        let rest = self.text[self.at + len..].trim_start_matches([' ', '\t', '\r', '\n']);
        let end = rest.bytes().position(|b| !matches!(CLASS[b as usize], WORD)).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Mends what shows at the list that starts here; its role.
    fn place_list(&mut self, len: usize) -> Role {
        let head = self.head(len);
        let at = self.at;
        if head.eq_ignore_ascii_case("define") {
            if !self.stack.is_empty() {
                self.close_to(0, at, Mark::Define);
            }
            return Role::Define;
        }
        let Some(base) = self.stack.first() else {
            // A section behind the end of its definition.
            if let Some(role) = section_role(head)
                && let Some(define) = self.last_define
            {
                self.open_again(Frame { node: define, role: Role::Define }, at);
                return role;
            }
            return Role::Other;
        };
        if base.role != Role::Define {
            return Role::Other;
        }
        if head.starts_with(':') {
            let role = section_role(head);
            if self.stack.len() >= 2
                && self.stack[1].role != Role::Length
                && (role.is_some() || self.starts_line() && self.is_near_section(head))
                && !(head.eq_ignore_ascii_case(":constraints") && self.stack.len() > 2)
            {
                self.close_to(1, at, Mark::Section);
            }
            return role.unwrap_or(Role::Other);
        }
        match self.stack.len() {
            1 => {
                // `(p a)` right inside a definition: the section before it was closed too early.
                if let Some(last) = self.last_section
                    && matches!(last.role, Role::Many | Role::Single)
                    && !head.is_empty()
                    && section_role(&format!(":{head}")).is_none()
                {
                    self.open_again(last, at);
                    self.close_value(last.role);
                }
            }
            2 if matches!(self.stack[1].role, Role::Slots | Role::Single) => self.close_value(self.stack[1].role),
            _ => {}
        }
        Role::Other
    }

    /// Whether a word is likely to be meant for a section's keyword.
    #[cold]
    fn is_near_section(&mut self, word: &str) -> bool {
        self.comparisons = self.comparisons.saturating_sub(1);
        self.comparisons > 0 && stepguard_text::suggest(word, SECTIONS.iter().map(|(name, _)| *name)).is_some()
    }

    /// A list right inside a section with slots, or with room for one condition: when the slot has its value already
    /// and this is an `and` or `or`, that was closed too early.
    fn close_value(&mut self, role: Role) {
        if !matches!(role, Role::Slots | Role::Single) {
            return;
        }
        if self.has_value
            && self.reopen
            && let Some(value) = self.last_value
            && let Some(word) = self.tree.nodes.get(value as usize + 1)
            && (value + 1) < self.tree.nodes[value as usize].next
            && ["and", "or"].iter().any(|head| word.span().slice(self.text).eq_ignore_ascii_case(head))
        {
            self.open_again(Frame { node: value, role: Role::Other }, self.at);
            self.tree.reopened = true;
        }
        self.has_value = true;
    }

    fn starts_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    /// Passes over the list that starts here.
    #[cold]
    fn skip(&mut self) {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                b';' => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
                }
                _ => {}
            }
            if depth == 0 {
                // A wide parenthesis: one character is passed over.
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                break;
            }
        }
        let index = offset(self.tree.nodes.len());
        let (start, end) = (offset(start), offset(self.at));
        self.tree.nodes.push(Node { start, end, next: index + 1, kind: NodeKind::Skipped, flags: 0 });
        self.last_end = self.at;
        if !self.tree.repairs.iter().any(|repair| matches!(repair, Repair::TooDeep { .. })) {
            self.tree.repairs.push(Repair::TooDeep { at: start });
        }
    }

    fn close(&mut self, len: usize) {
        let at = self.at;
        self.at += len;
        let Some(frame) = self.stack.pop() else {
            self.stray(at, len);
            return;
        };
        let next = offset(self.tree.nodes.len());
        let node = &mut self.tree.nodes[frame.node as usize];
        node.end = offset(self.at);
        node.next = next;
        self.last_end = self.at;
        match self.stack.len() {
            0 if frame.role == Role::Define => {
                self.last_define = Some(frame.node);
                self.behind_define = true;
            }
            1 => self.last_section = Some(frame),
            2 => self.last_value = Some(frame.node),
            _ => {}
        }
    }

    #[cold]
    fn stray(&mut self, at: usize, len: usize) {
        self.tree.strays.push(offset(at));
        // In prose a parenthesis may stand alone.
        if !self.behind_define {
            return;
        }
        match self.tree.repairs.last_mut() {
            Some(Repair::Stray { end, count, .. }) if (*end as usize) <= at && self.last_end == *end as usize => {
                *end = offset(at + len);
                *count += 1;
            }
            _ => self.tree.repairs.push(Repair::Stray { at: offset(at), end: offset(at + len), count: 1 }),
        }
        self.last_end = at + len;
    }

    /// Ends lists until `depth` are open.
    #[cold]
    fn close_to(&mut self, depth: usize, at: usize, mark: Mark) {
        let missing = self.stack.len() - depth;
        let (Some(outer), Some(inner)) = (self.stack.get(depth).copied(), self.stack.last().copied()) else { return };
        let next = offset(self.tree.nodes.len());
        let end = offset(self.last_end);
        let prose = self.stack[0].role != Role::Define;
        while self.stack.len() > depth {
            let Some(frame) = self.stack.pop() else { break };
            let node = &mut self.tree.nodes[frame.node as usize];
            node.end = end.max(node.start);
            node.next = next;
            node.flags |= UNCLOSED;
            match self.stack.len() {
                0 if frame.role == Role::Define => self.last_define = Some(frame.node),
                1 => self.last_section = Some(frame),
                2 => self.last_value = Some(frame.node),
                _ => {}
            }
        }
        // What stands outside of definitions is not for us to judge.
        if !prose {
            self.tree.repairs.push(Repair::Unclosed {
                list: NodeId(outer.node),
                inner: NodeId(inner.node),
                missing: offset(missing),
                at: offset(at),
                insert: end,
                mark,
            });
        }
    }

    /// Opens a closed list again: it is the last one at the current depth.
    #[cold]
    fn open_again(&mut self, frame: Frame, at: usize) {
        let node = &mut self.tree.nodes[frame.node as usize];
        let closed = node.flags & UNCLOSED == 0;
        // One byte, or three when it is a wide one: the character before the end.
        let close = (0..node.end as usize).rev().find(|i| self.text.is_char_boundary(*i)).unwrap_or(0);
        node.flags &= !UNCLOSED;
        self.stack.push(frame);
        if closed {
            self.tree.strays.push(offset(close));
            self.tree.repairs.push(Repair::ClosedEarly {
                list: NodeId(frame.node),
                close: offset(close),
                at: offset(at),
            });
        }
    }

    fn finish(mut self) -> Tree {
        if !self.stack.is_empty() {
            self.close_to(0, self.bytes.len(), Mark::End);
        }
        self.tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        fn show(tree: &Tree, text: &str, id: NodeId, out: &mut String) {
            let node = tree.node(id);
            match node.kind {
                NodeKind::Word => out.push_str(node.span().slice(text)),
                NodeKind::Skipped => out.push('#'),
                NodeKind::List => {
                    out.push('(');
                    for (i, child) in tree.children(id).enumerate() {
                        if i > 0 {
                            out.push(' ');
                        }
                        show(tree, text, child, out);
                    }
                    out.push(')');
                }
            }
        }
        let tree = Tree::parse(text);
        check_lossless(text, &tree);
        let mut out = String::new();
        for (i, id) in tree.roots().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            show(&tree, text, id, &mut out);
        }
        out
    }

    /// Tokens cover the text without gap and overlap, and only blanks are called blank.
    fn check_lossless(text: &str, tree: &Tree) {
        let mut at = 0;
        for token in tree.tokens(text) {
            assert_eq!(token.span.start, at, "gap or overlap in {text:?}");
            assert!(token.span.end > at, "empty token in {text:?}");
            at = token.span.end;
            let piece = token.span.slice(text);
            assert!(!piece.is_empty(), "token cuts a character in {text:?}");
            if token.kind == TokenKind::Blank {
                assert!(
                    piece.chars().all(|c| matches!(
                        if c.is_ascii() { CLASS[c as usize] } else { high_class(c) },
                        BLANK | COMMA | CONTROL
                    )),
                    "{piece:?} is lost in {text:?}"
                );
            }
        }
        assert_eq!(at as usize, text.len(), "end of {text:?} is lost");
    }

    #[test]
    fn well_formed_texts_are_read_as_they_stand() {
        assert_eq!(shape("(a (b c) ; d\n e)"), "(a (b c) e)");
        assert_eq!(shape(""), "");
        assert_eq!(
            shape("(define (domain d) (:requirements :strips)\n(:types a - b))"),
            "(define (domain d) (:requirements :strips) (:types a - b))"
        );
        assert_eq!(shape("( define\n( domain d ) )"), "(define (domain d))");
    }

    #[test]
    fn glued_variables_and_odd_blanks_are_split() {
        assert_eq!(shape("(p?x?y '?z q?)"), "(p ?x ?y '?z q?)");
        assert_eq!(shape("(a\u{a0}b,\u{200b}c）"), "(a b c)");
    }

    #[test]
    fn a_missing_parenthesis_shows_at_the_next_slot() {
        assert_eq!(
            shape("(define (domain d) (:action a :precondition (and (p) :effect (q)) (:action b :effect (p)))"),
            "(define (domain d) (:action a :precondition (and (p)) :effect (q)) (:action b :effect (p)))"
        );
    }

    #[test]
    fn a_missing_parenthesis_shows_at_the_next_section() {
        assert_eq!(
            shape("(define (problem d) (:init (p) (q)\n (:goal (p)))"),
            "(define (problem d) (:init (p) (q)) (:goal (p)))"
        );
        assert_eq!(
            shape("(define (problem d) (:init (p a (q) (r))\n (:goal (p)))"),
            "(define (problem d) (:init (p a) (q) (r)) (:goal (p)))"
        );
    }

    #[test]
    fn layout_tells_which_list_is_open() {
        assert_eq!(
            shape(
                "(define (domain d)\n  (:action a\n    :precondition (and\n      (p)\n      (not (q)\n      (r))\n    :effect (q)))"
            ),
            "(define (domain d) (:action a :precondition (and (p) (not (q)) (r)) :effect (q)))"
        );
    }

    #[test]
    fn a_parenthesis_too_many_is_passed_over() {
        assert_eq!(
            shape("(define (domain d) (:action a :effect (p))))\n(:action b :effect (q)))"),
            "(define (domain d) (:action a :effect (p)) (:action b :effect (q)))"
        );
        assert_eq!(
            shape("(define (domain d) (:action a :parameters ()) :effect (and (p)) (q))))"),
            "(define (domain d) (:action a :parameters () :effect (and (p) (q))))"
        );
        assert_eq!(
            shape("(define (problem d) (:init (p)) (q)) (:goal (p)))"),
            "(define (problem d) (:init (p) (q)) (:goal (p)))"
        );
        assert_eq!(shape("(define (problem d) (:goal (and (p)) (q))))"), "(define (problem d) (:goal (and (p) (q))))");
    }

    #[test]
    fn a_section_without_its_parenthesis_is_read() {
        assert_eq!(
            shape("(define (domain d) :predicates (p)) (:action a))"),
            "(define (domain d) (:predicates (p)) (:action a))"
        );
        assert_eq!(shape("define (domain d) (:predicates (p)))"), "(define (domain d) (:predicates (p)))");
    }

    #[test]
    fn deep_nesting_is_cut() {
        for n in [MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, 100_000] {
            let text = format!("{}{}", "(".repeat(n), ")".repeat(n));
            let tree = Tree::parse(&text);
            check_lossless(&text, &tree);
            assert_eq!(tree.repairs().len(), usize::from(n > MAX_DEPTH), "{n}");
            check_lossless(&text[..n], &Tree::parse(&text[..n]));
        }
    }
}
