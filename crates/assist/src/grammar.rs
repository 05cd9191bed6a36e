//! What each word of a PDDL text is, and what may stand at a place, read off the tree: which list it is in, and what
//! stands before it there. Works on texts in the middle of being typed. Knows the form of PDDL and no names.

use stepguard_pddl::tree::{NodeId, Tree};

/// What a list holds, as its place says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// `(define ...)`, or a list that may become one.
    Define,
    /// `(domain x)`.
    DomainName,
    /// `(problem x)`.
    ProblemName,
    /// `(:domain x)`.
    DomainReference,
    /// `(:requirements ...)`.
    Requirements,
    /// `(:types ...)`.
    Types,
    /// `(:constants ...)`.
    Constants,
    /// `(:objects ...)`.
    Objects,
    /// `(:predicates ...)`.
    Predicates,
    /// A declaration in it.
    PredicateDeclaration,
    /// `(:functions ...)`.
    Functions,
    /// A declaration in it.
    FunctionDeclaration,
    /// `(:action ...)`.
    Action,
    /// `(:durative-action ...)`.
    DurativeAction,
    /// `(:derived ...)`.
    Derived,
    /// Parameters, or the variables of a quantifier.
    Variables,
    /// `(either a b)`.
    Either,
    /// A condition.
    Condition,
    /// A condition in which trajectory operators may stand.
    Constraint,
    /// An effect.
    Effect,
    /// An operand: a fluent or arithmetic.
    Term,
    /// `(:init ...)`.
    Init,
    /// A fact or an assignment in it.
    InitElement,
    /// `(:goal ...)`.
    Goal,
    /// `(:constraints ...)`.
    Constraints,
    /// `(:metric ...)`.
    Metric,
    /// Anything else.
    Other,
}

/// What the words behind the head of a condition, effect or operand are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// There is no head yet.
    Headless,
    /// `and`, `or`, `not`, `imply`: more of the same.
    Connective,
    /// `forall`, `exists`: variables, then more of the same.
    Quantifier,
    /// `when`: a condition, then an effect.
    When,
    /// `=`, `<`, `assign`, `+`, ...: operands.
    Operands,
    /// `preference`: perhaps a name, then a condition.
    Preference,
    /// `at start`, `over all`, `at end`: one word, then more of the same.
    Timed,
    /// `always`, `within`, ...: perhaps numbers, then conditions.
    Trajectory,
    /// `at` with a number, in `:init`.
    TimedInitial,
    /// `is-violated`.
    IsViolated,
    /// A predicate with its arguments.
    Predicate,
    /// A function with its arguments.
    Function,
}

/// Operators of PDDL3 that may stand in `:constraints`.
pub(crate) const TRAJECTORY: [&str; 9] = [
    "always",
    "sometime",
    "at-most-once",
    "sometime-after",
    "sometime-before",
    "within",
    "always-within",
    "hold-during",
    "hold-after",
];

/// Operators between numbers or objects.
pub(crate) const COMPARISONS: [&str; 5] = ["=", "<", "<=", ">=", ">"];

/// Effects on fluents.
pub(crate) const ASSIGNMENTS: [&str; 5] = ["increase", "decrease", "assign", "scale-up", "scale-down"];

const ARITHMETIC: [&str; 4] = ["+", "-", "*", "/"];

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A word of PDDL.
    Keyword,
    /// A section or slot.
    Section,
    /// A requirement key.
    Requirement,
    /// `-` in a typed list, operators.
    Sign,
    /// A type, where it is declared.
    TypeDeclaration,
    /// A type.
    Type,
    /// A predicate, where it is declared.
    PredicateDeclaration,
    /// A predicate.
    Predicate,
    /// A function, where it is declared.
    FunctionDeclaration,
    /// A function.
    Function,
    /// An action, where it is defined.
    ActionDeclaration,
    /// A variable, where it is declared.
    VariableDeclaration,
    /// A variable.
    Variable,
    /// An object or constant, where it is declared.
    ObjectDeclaration,
    /// An object or constant (or, in an operand, a function without arguments).
    Object,
    /// A number.
    Number,
    /// The name of a domain.
    DomainName,
    /// The name of a problem.
    ProblemName,
    /// The name of a preference.
    PreferenceName,
    /// A word that has no meaning where it stands.
    Unknown,
}

/// What a child of a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A word.
    Word(Role),
    /// A list.
    List(Mode),
}

/// What may stand at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expect {
    /// Nothing that could be proposed.
    Nothing,
    /// A whole definition.
    Definition,
    /// `define`.
    Define,
    /// `(domain ...)`, `(problem ...)`, a section: as a list.
    Part,
    /// The head of such a list.
    PartHead,
    /// The name of the domain that a problem belongs to.
    DomainName,
    /// A requirement key.
    Requirement,
    /// A type.
    Type,
    /// A slot of an action.
    Slot,
    /// A slot of a durative action.
    DurativeSlot,
    /// A list of this mode.
    List(Mode),
    /// The head of a list of this mode.
    Head(Mode),
    /// The argument of this number of the predicate or function at the head.
    Argument(usize),
    /// An operand.
    Operand,
    /// `start`, `end` or `all`.
    TimeSpecifier,
    /// `minimize` or `maximize`.
    Direction,
    /// The name of a preference.
    PreferenceName,
}

/// Goes through the children of one list and says of each what it is.
#[derive(Debug, Clone)]
pub(crate) struct Steps<'t> {
    text: &'t str,
    mode: Mode,
    shape: Shape,
    head: &'t str,
    second: &'t str,
    /// Number of the next child.
    index: usize,
    after_dash: bool,
    /// The last slot of an action, without a value yet.
    slot: &'t str,
    /// Number of lists passed.
    lists: usize,
}

/// The word, or nothing for a list.
fn word_of<'t>(tree: &Tree, text: &'t str, id: NodeId) -> &'t str {
    let node = tree.node(id);
    if node.is_word() { node.span().slice(text) } else { "" }
}

/// One of these, without regard to case.
pub(crate) fn among(word: &str, list: &[&str]) -> bool {
    list.iter().any(|each| each.eq_ignore_ascii_case(word))
}

fn is(word: &str, other: &str) -> bool {
    word.eq_ignore_ascii_case(other)
}

/// A number as PDDL writes it.
pub(crate) fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.chars().any(|c| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// `-truck`: a type whose dash was written without a blank behind it.
pub(crate) fn is_glued_type(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && !is_number(word)
}

/// What the definitions' outermost list holds; `roots` are lists of this mode.
pub(crate) fn root_mode(tree: &Tree, text: &str, list: NodeId) -> Mode {
    match tree.children(list).next() {
        Some(first) if tree.node(first).is_word() => {
            let head = word_of(tree, text, first);
            if is(head, "define") || "define".starts_with(&head.to_ascii_lowercase()) {
                Mode::Define
            } else {
                Mode::Other
            }
        }
        Some(_) => Mode::Other,
        None => Mode::Define,
    }
}

/// The mode of a list right inside a definition, by its head.
fn part(head: &str) -> Mode {
    const PARTS: [(&str, Mode); 19] = [
        ("domain", Mode::DomainName),
        ("problem", Mode::ProblemName),
        (":domain", Mode::DomainReference),
        (":requirements", Mode::Requirements),
        (":types", Mode::Types),
        (":constants", Mode::Constants),
        (":objects", Mode::Objects),
        (":predicates", Mode::Predicates),
        (":functions", Mode::Functions),
        (":action", Mode::Action),
        (":durative-action", Mode::DurativeAction),
        // Written like actions; nobody chooses when they happen.
        (":process", Mode::Action),
        (":event", Mode::Action),
        (":derived", Mode::Derived),
        (":timeless", Mode::Init),
        (":init", Mode::Init),
        (":goal", Mode::Goal),
        (":constraints", Mode::Constraints),
        (":metric", Mode::Metric),
    ];
    PARTS.iter().find(|(name, _)| is(name, head)).map_or(Mode::Other, |(_, mode)| *mode)
}

impl<'t> Steps<'t> {
    /// Before the first child of `list`.
    pub(crate) fn new(tree: &Tree, text: &'t str, list: NodeId, mode: Mode) -> Self {
        let mut children = tree.children(list);
        let head = children.next().map_or("", |first| word_of(tree, text, first));
        let second = children.next().map_or("", |second| word_of(tree, text, second));
        let shape = if head.is_empty() { Shape::Headless } else { shape(mode, head, second) };
        Self { text, mode, shape, head, second, index: 0, after_dash: false, slot: "", lists: 0 }
    }

    /// What the list holds.
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// The list's first word; empty where there is none.
    pub(crate) fn head(&self) -> &'t str {
        self.head
    }

    /// The list's second word, such as an action's name; empty where there is none.
    pub(crate) fn second(&self) -> &'t str {
        self.second
    }

    /// The list is a predicate or function with its arguments.
    pub(crate) fn is_application(&self) -> bool {
        matches!(self.shape, Shape::Predicate | Shape::Function)
    }

    /// The list's head is a function.
    pub(crate) fn is_function(&self) -> bool {
        self.shape == Shape::Function
    }

    /// What the next child is.
    pub(crate) fn step(&mut self, tree: &Tree, child: NodeId) -> Meaning {
        let node = tree.node(child);
        let meaning = if node.is_word() {
            Meaning::Word(self.word(node.span().slice(self.text)))
        } else {
            let head = tree.children(child).next().map_or("", |first| word_of(tree, self.text, first));
            let mode = self.list(head);
            self.lists += 1;
            self.after_dash = false;
            self.slot = "";
            Meaning::List(mode)
        };
        self.index += 1;
        meaning
    }

    /// A word of a list of names with types.
    fn typed(&mut self, word: &str, name: Role) -> Role {
        if word == "-" {
            self.after_dash = true;
            return Role::Sign;
        }
        if std::mem::take(&mut self.after_dash) || is_glued_type(word) {
            return Role::Type;
        }
        if (name == Role::VariableDeclaration) == word.starts_with('?') { name } else { Role::Unknown }
    }

    fn word(&mut self, word: &'t str) -> Role {
        let first = self.index == 0;
        match self.mode {
            Mode::Define if first => Role::Keyword,
            Mode::DomainName | Mode::ProblemName if first => Role::Keyword,
            Mode::DomainName | Mode::DomainReference if self.index == 1 => Role::DomainName,
            Mode::ProblemName if self.index == 1 => Role::ProblemName,
            Mode::DomainReference | Mode::Requirements | Mode::Types | Mode::Constants | Mode::Objects if first => {
                Role::Section
            }
            Mode::Predicates | Mode::Functions | Mode::Action | Mode::DurativeAction | Mode::Derived if first => {
                Role::Section
            }
            Mode::Init | Mode::Goal | Mode::Constraints | Mode::Metric if first => Role::Section,
            Mode::Requirements => Role::Requirement,
            Mode::Types => match self.typed(word, Role::TypeDeclaration) {
                Role::Sign => Role::Sign,
                role => role,
            },
            Mode::Constants | Mode::Objects => self.typed(word, Role::ObjectDeclaration),
            Mode::PredicateDeclaration if first => Role::PredicateDeclaration,
            Mode::FunctionDeclaration if first => Role::FunctionDeclaration,
            Mode::PredicateDeclaration | Mode::FunctionDeclaration | Mode::Variables => {
                self.typed(word, Role::VariableDeclaration)
            }
            Mode::Functions => self.typed(word, Role::Unknown),
            Mode::Action | Mode::DurativeAction if word.starts_with(':') => {
                self.slot = word;
                Role::Section
            }
            Mode::Action | Mode::DurativeAction if self.index == 1 => Role::ActionDeclaration,
            Mode::Either if first => Role::Keyword,
            Mode::Either => Role::Type,
            Mode::Metric if self.index == 1 => Role::Keyword,
            Mode::Metric => operand(word),
            Mode::Condition | Mode::Constraint | Mode::Effect | Mode::Term | Mode::InitElement => {
                self.expression_word(word)
            }
            Mode::Other if first && word.starts_with(':') => Role::Section,
            _ => Role::Unknown,
        }
    }

    fn expression_word(&self, word: &str) -> Role {
        if self.index == 0 {
            return match self.shape {
                Shape::Predicate => Role::Predicate,
                Shape::Function => Role::Function,
                Shape::Operands if !word.starts_with(|c: char| c.is_ascii_alphabetic()) => Role::Sign,
                _ => Role::Keyword,
            };
        }
        match self.shape {
            Shape::Predicate | Shape::Function | Shape::Operands => operand(word),
            Shape::Timed if self.index == 1 => Role::Keyword,
            Shape::Preference if self.index == 1 => Role::PreferenceName,
            Shape::IsViolated => Role::PreferenceName,
            Shape::Trajectory | Shape::TimedInitial if is_number(word) => Role::Number,
            _ => Role::Unknown,
        }
    }

    /// The mode of a child that is a list with this head.
    fn list(&self, head: &str) -> Mode {
        match self.mode {
            Mode::Define => part(head),
            Mode::Types | Mode::Constants | Mode::Objects | Mode::Variables | Mode::PredicateDeclaration
                if self.after_dash || is(head, "either") =>
            {
                Mode::Either
            }
            Mode::FunctionDeclaration if self.after_dash => Mode::Either,
            Mode::Functions if self.after_dash => Mode::Either,
            Mode::Predicates => Mode::PredicateDeclaration,
            Mode::Functions => Mode::FunctionDeclaration,
            Mode::Action | Mode::DurativeAction => self.slot_mode(),
            Mode::Derived if self.lists == 0 => Mode::PredicateDeclaration,
            Mode::Derived | Mode::Goal => Mode::Condition,
            Mode::Init => Mode::InitElement,
            Mode::Constraints => Mode::Constraint,
            Mode::Metric => Mode::Term,
            Mode::Condition | Mode::Constraint | Mode::Effect | Mode::Term | Mode::InitElement => self.inner(),
            _ => Mode::Other,
        }
    }

    /// The mode of the list behind an action's slot.
    fn slot_mode(&self) -> Mode {
        const SLOTS: [(&str, Mode); 9] = [
            (":parameters", Mode::Variables),
            (":vars", Mode::Variables),
            (":precondition", Mode::Condition),
            (":preconditions", Mode::Condition),
            (":condition", Mode::Condition),
            (":context", Mode::Condition),
            (":duration", Mode::Condition),
            (":effect", Mode::Effect),
            (":effects", Mode::Effect),
        ];
        SLOTS.iter().find(|(slot, _)| is(slot, self.slot)).map_or(Mode::Other, |(_, mode)| *mode)
    }

    /// The mode of a list inside a condition, effect or operand.
    fn inner(&self) -> Mode {
        match self.shape {
            Shape::Headless if self.index == 0 => self.mode,
            Shape::Connective | Shape::Timed => self.mode,
            Shape::Quantifier if self.index == 1 => Mode::Variables,
            Shape::Quantifier => self.mode,
            Shape::When if self.index == 1 => Mode::Condition,
            Shape::When => Mode::Effect,
            Shape::Operands | Shape::Predicate | Shape::Function => Mode::Term,
            Shape::Preference => self.mode,
            Shape::Trajectory => Mode::Condition,
            Shape::TimedInitial => Mode::InitElement,
            Shape::Headless | Shape::IsViolated => Mode::Other,
        }
    }

    /// What may stand behind the children passed so far.
    pub(crate) fn expect(&self) -> Expect {
        let first = self.index == 0;
        if self.after_dash {
            return Expect::Type;
        }
        match self.mode {
            Mode::Define if first => Expect::Define,
            Mode::Define => Expect::Part,
            Mode::Other | Mode::DomainName | Mode::ProblemName if first => Expect::PartHead,
            Mode::DomainReference if self.index == 1 => Expect::DomainName,
            Mode::Requirements => Expect::Requirement,
            Mode::Either => Expect::Type,
            Mode::Predicates => Expect::List(Mode::PredicateDeclaration),
            Mode::Functions => Expect::List(Mode::FunctionDeclaration),
            Mode::Action | Mode::DurativeAction => match self.slot_mode() {
                Mode::Other if self.index >= 2 && self.mode == Mode::Action => Expect::Slot,
                Mode::Other if self.index >= 2 => Expect::DurativeSlot,
                Mode::Other => Expect::Nothing,
                mode => Expect::List(mode),
            },
            Mode::Derived if self.lists > 0 => Expect::List(Mode::Condition),
            Mode::Init => Expect::List(Mode::InitElement),
            Mode::Goal => Expect::List(Mode::Condition),
            Mode::Constraints => Expect::List(Mode::Constraint),
            Mode::Metric if self.index == 1 => Expect::Direction,
            Mode::Metric => Expect::Operand,
            Mode::Condition | Mode::Constraint | Mode::Effect | Mode::Term | Mode::InitElement if first => {
                Expect::Head(self.mode)
            }
            Mode::Condition | Mode::Constraint | Mode::Effect | Mode::Term | Mode::InitElement => match self.shape {
                Shape::Predicate | Shape::Function => Expect::Argument(self.index - 1),
                Shape::Operands => Expect::Operand,
                Shape::Timed if self.index == 1 => Expect::TimeSpecifier,
                Shape::IsViolated => Expect::PreferenceName,
                _ => match self.inner() {
                    Mode::Other | Mode::Variables => Expect::Nothing,
                    mode => Expect::List(mode),
                },
            },
            _ => Expect::Nothing,
        }
    }
}

/// What the words behind `head` are.
fn shape(mode: Mode, head: &str, second: &str) -> Shape {
    match mode {
        Mode::Condition | Mode::Constraint => {
            if among(head, &["and", "or", "not", "imply"]) {
                Shape::Connective
            } else if among(head, &["forall", "exists"]) {
                Shape::Quantifier
            } else if among(head, &COMPARISONS) {
                Shape::Operands
            } else if is(head, "preference") {
                Shape::Preference
            } else if is_timed(head, second) {
                Shape::Timed
            } else if mode == Mode::Constraint && among(head, &TRAJECTORY) {
                Shape::Trajectory
            } else {
                Shape::Predicate
            }
        }
        Mode::Effect => {
            if among(head, &["and", "not"]) {
                Shape::Connective
            } else if is(head, "forall") {
                Shape::Quantifier
            } else if is(head, "when") {
                Shape::When
            } else if among(head, &ASSIGNMENTS) || among(head, &["=", "change"]) {
                Shape::Operands
            } else if is_timed(head, second) {
                Shape::Timed
            } else {
                Shape::Predicate
            }
        }
        Mode::Term => {
            if among(head, &ARITHMETIC) {
                Shape::Operands
            } else if is(head, "is-violated") {
                Shape::IsViolated
            } else {
                Shape::Function
            }
        }
        Mode::InitElement => {
            if is(head, "=") {
                Shape::Operands
            } else if among(head, &["not", "and"]) {
                Shape::Connective
            } else if is(head, "at") && is_number(second) {
                Shape::TimedInitial
            } else {
                Shape::Predicate
            }
        }
        _ => Shape::Headless,
    }
}

/// `at start`, `at end`, `over all`.
fn is_timed(head: &str, second: &str) -> bool {
    is(head, "at") && among(second, &["start", "end"]) || is(head, "over") && is(second, "all")
}

/// A word as an argument or operand.
fn operand(word: &str) -> Role {
    if word.starts_with('?') {
        Role::Variable
    } else if is_number(word) || word == "#t" {
        Role::Number
    } else {
        Role::Object
    }
}
