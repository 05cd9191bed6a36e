//! Definitions as written: what a domain or a problem says, with the place of every part, before names are resolved.
//!
//! Reading never fails, so every part may be missing or an error node (`Error`), which the reader has already reported;
//! later stages pass over error nodes in silence. Names are symbols: equal without regard to case.

use stepguard_text::{Number, Place, Span, Symbol, TextId};

/// A name and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// The name without regard to case, without the `?` of a variable and the `:` of a keyword.
    pub symbol: Symbol,
    /// Where it stands (with `?` or `:`).
    pub span: Span,
}

/// All definitions of one text, in order.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    /// Domains.
    pub domains: Vec<Domain>,
    /// Problems.
    pub problems: Vec<Problem>,
}

/// A type as written behind `-`; empty alternatives: none was written (`object`, or `number` for a function).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeRef {
    /// One name, or several in `(either a b)`.
    pub alternatives: Vec<Name>,
}

/// A name or variable with its type, out of a typed list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// The name or variable.
    pub name: Name,
    /// Its type.
    pub ty: TypeRef,
}

/// A `(:requirements ...)` key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirement {
    /// Without the colon.
    pub name: Name,
}

/// A domain.
#[derive(Debug, Clone)]
pub struct Domain {
    /// Which text it stands in.
    pub text: TextId,
    /// The whole definition.
    pub span: Span,
    /// Its name.
    pub name: Option<Name>,
    /// Place of the `(:requirements ...)` section, else just behind the name: where a missing one would be put.
    pub requirements_span: Option<Span>,
    /// The declared requirements.
    pub requirements: Vec<Requirement>,
    /// `(:types ...)`, in order: each type with its parents.
    pub types: Vec<Typed>,
    /// Place of the `(:types ...)` section.
    pub types_span: Option<Span>,
    /// `(:constants ...)`.
    pub constants: Vec<Typed>,
    /// `(:predicates ...)`.
    pub predicates: Vec<PredicateDecl>,
    /// Place of the `(:predicates ...)` section.
    pub predicates_span: Option<Span>,
    /// `(:functions ...)`.
    pub functions: Vec<FunctionDecl>,
    /// `(:action ...)`.
    pub actions: Vec<Action>,
    /// `(:durative-action ...)`.
    pub durative_actions: Vec<DurativeAction>,
    /// `(:derived ...)`.
    pub derived: Vec<Derived>,
    /// `(:constraints ...)`, each section's condition.
    pub constraints: Vec<Condition>,
    /// Features that are read but have no place in this tree (processes, events, `:task`): name and place. The reader
    /// has reported them as not supported.
    pub unsupported: Vec<(&'static str, Span)>,
    /// Rule metadata: the comment `;@rule ...` right above a constraint.
    pub rule_comments: Vec<RuleComment>,
}

/// A problem.
#[derive(Debug, Clone)]
pub struct Problem {
    /// Which text it stands in.
    pub text: TextId,
    /// The whole definition.
    pub span: Span,
    /// Its name.
    pub name: Option<Name>,
    /// `(:domain ...)`.
    pub domain: Option<Name>,
    /// The declared requirements.
    pub requirements: Vec<Requirement>,
    /// `(:objects ...)`.
    pub objects: Vec<Typed>,
    /// Place of the `(:objects ...)` section.
    pub objects_span: Option<Span>,
    /// `(:init ...)`; `None` when the section is missing.
    pub init: Option<Vec<InitElement>>,
    /// `(:goal ...)`; `None` when the section is missing.
    pub goal: Option<Condition>,
    /// `(:constraints ...)`, each section's condition.
    pub constraints: Vec<Condition>,
    /// `(:metric ...)`.
    pub metric: Option<Metric>,
    /// `(:length ...)`, a legacy section: its place.
    pub length: Option<Span>,
    /// Features that are read but have no place in this tree (`:htn`, ...): name and place.
    pub unsupported: Vec<(&'static str, Span)>,
    /// Rule metadata: the comment `;@rule ...` right above a constraint.
    pub rule_comments: Vec<RuleComment>,
}

/// A `;@rule NAME key=value key="value"` comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleComment {
    /// The whole comment.
    pub span: Span,
    /// Start of the list that follows it: the constraint it is about.
    pub target: u32,
    /// The rule's name; empty when the comment has none, which is reported.
    pub name: String,
    /// Keys with unquoted values and their places, in order.
    pub pairs: Vec<(String, String, Span)>,
}

/// `(at ?x - thing ?p - place)` in `:predicates`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PredicateDecl {
    /// The predicate.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Typed>,
    /// The whole declaration.
    pub span: Span,
}

/// `(fuel ?t - truck) - number` in `:functions`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionDecl {
    /// The function.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Typed>,
    /// What it gives: `number` or empty for a numeric fluent, else an object fluent's type.
    pub ty: TypeRef,
    /// The whole declaration.
    pub span: Span,
}

/// An instantaneous action.
#[derive(Debug, Clone)]
pub struct Action {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Typed>,
    /// `:precondition`; `None`: absent or `()`, which is true.
    pub precondition: Option<Condition>,
    /// `:effect`; `None`: absent or `()`, which changes nothing.
    pub effect: Option<Effect>,
    /// The whole definition.
    pub span: Span,
}

/// A durative action.
#[derive(Debug, Clone)]
pub struct DurativeAction {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Typed>,
    /// `:duration`: comparisons with `?duration`.
    pub duration: Option<Condition>,
    /// `:condition`.
    pub condition: Option<Condition>,
    /// `:effect`.
    pub effect: Option<Effect>,
    /// The whole definition.
    pub span: Span,
}

/// `(:derived (p ?x) condition)`.
#[derive(Debug, Clone)]
pub struct Derived {
    /// The predicate.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Typed>,
    /// When it holds.
    pub condition: Condition,
    /// The whole definition.
    pub span: Span,
}

/// An element of `:init`.
#[derive(Debug, Clone)]
pub enum InitElement {
    /// `(p a b)`, or `(not (p a b))` with `negated`.
    Fact {
        /// Whether it stands in a `not`.
        negated: bool,
        /// The fact.
        atom: Atom,
        /// The whole element.
        span: Span,
    },
    /// `(= (f a) 3)` or `(= (f a) b)`.
    Assign {
        /// The fluent.
        fluent: Atom,
        /// A number or an object.
        value: Term,
        /// The whole element.
        span: Span,
    },
    /// `(at 5 (p a))`, `(at 5 (not (p a)))`, `(at 5 (= (f a) 3))`.
    Timed {
        /// When.
        time: Number,
        /// What: never itself `Timed`.
        element: Box<InitElement>,
        /// The whole element.
        span: Span,
    },
    /// What could not be read; reported.
    Error(Span),
}

/// `(name term ...)`: a fact, a fluent, or an atom of a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Atom {
    /// Predicate or function.
    pub name: Name,
    /// Its arguments.
    pub arguments: Vec<Term>,
    /// The whole atom.
    pub span: Span,
}

/// What may stand as an argument, as a side of `=`, or in arithmetic.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A constant, an object, or (bare, in PDDL 1.2 and metrics) a fluent without arguments such as `total-time`.
    Name(Name),
    /// `?x` (also `?duration`).
    Variable(Name),
    /// A number.
    Number(Number, Span),
    /// `(f a b)`: a fluent.
    Fluent(Atom),
    /// `(+ a b c)`, `(- a)`, `(- a b)`, `(* a b)`, `(/ a b)`.
    Arithmetic(ArithmeticOp, Vec<Term>, Span),
    /// `(is-violated p)`.
    IsViolated(Name, Span),
    /// `#t`, the time since the start of a durative action.
    ElapsedTime(Span),
    /// What could not be read; reported.
    Error(Span),
}

/// An arithmetic operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArithmeticOp {
    /// `+`
    Add,
    /// `-`, with one operand the sign.
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

impl ArithmeticOp {
    /// The result for two operands; `None`: a division by zero.
    #[must_use]
    pub fn apply(self, left: &Number, right: &Number) -> Option<Number> {
        match self {
            Self::Add => Some(left.add(right)),
            Self::Subtract => Some(left.sub(right)),
            Self::Multiply => Some(left.mul(right)),
            Self::Divide => left.div(right),
        }
    }
}

/// A comparison of numbers (`Equal` also of objects).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `=`
    Equal,
    /// `>=`
    GreaterEqual,
    /// `>`
    Greater,
}

impl CompareOp {
    /// Whether two numbers compare so.
    #[must_use]
    pub fn holds(self, left: &Number, right: &Number) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Equal => left == right,
            Self::GreaterEqual => left >= right,
            Self::Greater => left > right,
        }
    }
}

/// A condition with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// What it says.
    pub kind: ConditionKind,
    /// Where it stands.
    pub span: Span,
}

/// A condition: precondition, goal, body of a derived predicate, constraint.
#[derive(Debug, Clone, PartialEq)]
pub enum ConditionKind {
    /// `(and ...)`, also `()`, which is true.
    And(Vec<Condition>),
    /// `(or ...)`
    Or(Vec<Condition>),
    /// `(not c)`
    Not(Box<Condition>),
    /// `(imply a b)`
    Imply(Box<Condition>, Box<Condition>),
    /// `(forall (?x - t) c)`
    Forall(Vec<Typed>, Box<Condition>),
    /// `(exists (?x - t) c)`
    Exists(Vec<Typed>, Box<Condition>),
    /// `(p a b)`
    Atom(Atom),
    /// `(< a b)`, `(= a b)`, ...: whether `=` compares objects or numbers is found when names are resolved.
    Compare(CompareOp, Term, Term),
    /// `(preference [name] c)`
    Preference(Option<Name>, Box<Condition>),
    /// `(at start c)`, `(over all c)`, `(at end c)` of a durative action.
    Timed(TimeSpec, Box<Condition>),
    /// A trajectory operator of PDDL3 (not `at end`, which is `Timed(End, ...)` here too).
    Trajectory(Trajectory),
    /// What could not be read; reported.
    Error,
}

/// Which part of a durative action, or of a trajectory (`at end`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeSpec {
    /// `at start`
    Start,
    /// `over all`
    All,
    /// `at end`
    End,
}

/// A trajectory operator of PDDL3 (Gerevini et al. 2009, section 2.2).
#[derive(Debug, Clone, PartialEq)]
pub enum Trajectory {
    /// `(always c)`
    Always(Box<Condition>),
    /// `(sometime c)`
    Sometime(Box<Condition>),
    /// `(within t c)`
    Within(Number, Box<Condition>),
    /// `(at-most-once c)`
    AtMostOnce(Box<Condition>),
    /// `(sometime-after trigger c)`
    SometimeAfter(Box<Condition>, Box<Condition>),
    /// `(sometime-before trigger c)`
    SometimeBefore(Box<Condition>, Box<Condition>),
    /// `(always-within t trigger c)`
    AlwaysWithin(Number, Box<Condition>, Box<Condition>),
    /// `(hold-during from to c)`
    HoldDuring(Number, Number, Box<Condition>),
    /// `(hold-after t c)`
    HoldAfter(Number, Box<Condition>),
}

/// An effect with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// Where it stands.
    pub span: Span,
}

/// An effect.
#[derive(Debug, Clone, PartialEq)]
pub enum EffectKind {
    /// `(and ...)`, also `()`.
    And(Vec<Effect>),
    /// `(forall (?x - t) e)`
    Forall(Vec<Typed>, Box<Effect>),
    /// `(when c e)`
    When(Condition, Box<Effect>),
    /// `(p a)`
    Add(Atom),
    /// `(not (p a))`
    Delete(Atom),
    /// `(assign f v)`, `(increase f v)`, ...; also of an object fluent, where the value may be `undefined`.
    Assign(AssignOp, Term, Term),
    /// `(at start e)`, `(at end e)` of a durative action.
    Timed(TimeSpec, Box<Effect>),
    /// What could not be read; reported.
    Error,
}

/// An assignment operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignOp {
    /// `assign`, and the legacy `change` and `=`.
    Assign,
    /// `increase`
    Increase,
    /// `decrease`
    Decrease,
    /// `scale-up`
    ScaleUp,
    /// `scale-down`
    ScaleDown,
}

/// `(:metric minimize expression)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    /// Smaller is better.
    pub minimize: bool,
    /// What is measured; `total-time` is the bare name of it.
    pub expression: Term,
    /// The whole section.
    pub span: Span,
}

impl Term {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Name(name) | Self::Variable(name) => name.span,
            Self::Fluent(atom) => atom.span,
            Self::Number(_, span)
            | Self::Arithmetic(_, _, span)
            | Self::IsViolated(_, span)
            | Self::ElapsedTime(span)
            | Self::Error(span) => *span,
        }
    }
}

impl Domain {
    /// A place of this domain.
    #[must_use]
    pub const fn place(&self, span: Span) -> Place {
        Place::new(self.text, span)
    }
}

impl Problem {
    /// A place of this problem.
    #[must_use]
    pub const fn place(&self, span: Span) -> Place {
        Place::new(self.text, span)
    }
}
