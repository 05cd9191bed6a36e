//! The task: a domain and a problem with every name resolved.
//!
//! What is here is well formed: arities fit, variables are bound, types are known. Nothing is grounded. Formulas keep the
//! place they stand at, so that whatever is found later can be shown where it was written.

use crate::ground::{AtomList, FluentKey};
use crate::ids::{FunctionId, ObjectId, PredicateId, PreferenceId, Slot, TypeExprId, TypeId};
use fixedbitset::FixedBitSet;
use stepguard_text::{Interner, Number, Place, Symbol};

/// A domain and a problem, resolved.
#[derive(Debug, Clone)]
pub struct Task {
    /// All names of domain and problem.
    pub names: Interner,
    /// The domain's name.
    pub domain_name: Option<Symbol>,
    /// The problem's name.
    pub problem_name: Option<Symbol>,
    /// Types; 0 is `object`.
    pub types: Vec<Type>,
    /// Type expressions that are used somewhere; 0 is `object`.
    pub type_exprs: Vec<TypeExpr>,
    /// Constants, then objects, in source order.
    pub objects: Vec<Object>,
    /// Predicates in source order.
    pub predicates: Vec<Predicate>,
    /// Functions in source order.
    pub functions: Vec<Function>,
    /// Instantaneous actions in source order.
    pub actions: Vec<Action>,
    /// Durative actions in source order.
    pub durative_actions: Vec<DurativeAction>,
    /// Rules for derived predicates, grouped by layer: a rule of a layer negates only predicates of earlier layers.
    pub derived: Vec<DerivedRule>,
    /// For every layer the range of its rules in `derived`.
    pub layers: Vec<std::ops::Range<usize>>,
    /// True facts of the initial state, in source order, without repetition.
    pub init: AtomList,
    /// Numeric fluents of the initial state, in source order.
    pub init_numbers: Vec<(FluentKey, Number)>,
    /// Object fluents of the initial state, in source order.
    pub init_objects: Vec<(FluentKey, ObjectId)>,
    /// Timed initial literals, by time, then source order.
    pub timed_literals: Vec<TimedLiteral>,
    /// The goal; preferences may stand in it.
    pub goal: Formula,
    /// Number of slots the goal's quantifiers need.
    pub goal_slots: usize,
    /// The trajectory constraints: the domain's, then the problem's; one per conjunct.
    pub rules: Vec<Rule>,
    /// Every `(preference ...)`, in the order domain, problem, then by place.
    pub preferences: Vec<PreferenceInfo>,
    /// The metric.
    pub metric: Option<Metric>,
    /// The function `total-cost`, if there is one.
    pub total_cost: Option<FunctionId>,
    /// Features that are read but not executed: name and first place. Non-empty: no verdict.
    pub unsupported: Vec<(&'static str, Place)>,
}

/// A type.
#[derive(Debug, Clone)]
pub struct Type {
    /// Its name.
    pub name: Symbol,
    /// Direct supertypes (several with `either` or when listed twice); empty for `object`.
    pub parents: Vec<TypeId>,
    /// All supertypes, itself included.
    pub ancestors: FixedBitSet,
    /// Where it is declared.
    pub place: Option<Place>,
}

/// One type or several: what a variable ranges over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeExpr {
    /// The alternatives, at least one.
    pub types: Vec<TypeId>,
    /// Objects of any of them, in order.
    pub members: Vec<ObjectId>,
    /// The same as a set over objects.
    pub set: FixedBitSet,
}

/// An object or constant.
#[derive(Debug, Clone)]
pub struct Object {
    /// Its name.
    pub name: Symbol,
    /// Its declared type (with `either`: an object of each alternative).
    pub ty: TypeExprId,
    /// Declared in the domain.
    pub constant: bool,
    /// Where it is declared.
    pub place: Place,
}

/// A predicate.
#[derive(Debug, Clone)]
pub struct Predicate {
    /// Its name.
    pub name: Symbol,
    /// Its parameters' names and types.
    pub parameters: Vec<(Symbol, TypeExprId)>,
    /// It has rules; it is never in an effect or in the initial state.
    pub derived: bool,
    /// No action and no timed literal changes it and it is not derived.
    pub is_static: bool,
    /// Where it is declared.
    pub place: Place,
}

/// A function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: Symbol,
    /// Its parameters' names and types.
    pub parameters: Vec<(Symbol, TypeExprId)>,
    /// `None`: numeric; else the type of the object it gives.
    pub object: Option<TypeExprId>,
    /// No action changes it.
    pub is_static: bool,
    /// Where it is declared.
    pub place: Place,
}

/// A variable of a parameter list or quantifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// Its name, without `?`.
    pub name: Symbol,
    /// Its slot.
    pub slot: Slot,
    /// What it ranges over.
    pub ty: TypeExprId,
}

/// An argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// An object.
    Object(ObjectId),
    /// The object in a slot.
    Slot(Slot),
    /// The object that an object fluent gives.
    Fluent(FunctionId, Box<[Term]>),
}

/// An arithmetic expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A number.
    Number(Number),
    /// A numeric fluent.
    Fluent(FunctionId, Box<[Term]>),
    /// An operator with its operands; a `Subtract` of one operand is the sign.
    Op(ArithmeticOp, Vec<Expr>),
    /// Number of violations of the preferences of this name.
    IsViolated(Symbol),
    /// `total-time`: the end of the plan; of an untimed plan its number of steps.
    TotalTime,
    /// `?duration` of a durative action.
    Duration,
    /// `#t`, the time since a durative action's start.
    Elapsed,
}

pub use stepguard_pddl::ast::{ArithmeticOp, AssignOp, CompareOp, TimeSpec};

/// A formula and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// What it says.
    pub kind: FormulaKind,
    /// Where it stands.
    pub place: Place,
}

/// A formula over one state.
#[derive(Debug, Clone, PartialEq)]
pub enum FormulaKind {
    /// All hold; empty: true.
    And(Vec<Formula>),
    /// One holds; empty: false.
    Or(Vec<Formula>),
    /// It does not hold.
    Not(Box<Formula>),
    /// The second holds or the first does not.
    Imply(Box<Formula>, Box<Formula>),
    /// Every instance holds.
    Forall(Vec<Variable>, Box<Formula>),
    /// One instance holds.
    Exists(Vec<Variable>, Box<Formula>),
    /// A fact, also a derived one.
    Atom(PredicateId, Box<[Term]>),
    /// Two objects are the same.
    Same(Term, Term),
    /// Two numbers compare.
    Compare(CompareOp, Expr, Expr),
    /// Advice: true for the plan, counted when its formula is false.
    Preference(PreferenceId, Box<Formula>),
}

/// An instantaneous action.
#[derive(Debug, Clone)]
pub struct Action {
    /// Its name.
    pub name: Symbol,
    /// Its parameters: slots `0..n`.
    pub parameters: Vec<Variable>,
    /// Number of slots that parameters, precondition and effects need together.
    pub slots: usize,
    /// Its precondition.
    pub precondition: Formula,
    /// Its effects, flattened; all read the state before the step.
    pub effects: Vec<Effect>,
    /// Its whole definition.
    pub place: Place,
    /// Where its name stands.
    pub name_place: Place,
}

/// A flattened effect: for every instance of `variables` for which `condition` holds, `change`.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Variables of the enclosing `forall`s.
    pub variables: Vec<Variable>,
    /// Conjunction of the enclosing `when`s.
    pub condition: Option<Formula>,
    /// What changes.
    pub change: Change,
    /// Where it stands.
    pub place: Place,
}

/// One change of a state.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The fact turns true; wins over a delete of the same step.
    Add(PredicateId, Box<[Term]>),
    /// The fact turns false.
    Delete(PredicateId, Box<[Term]>),
    /// The numeric fluent changes.
    Number(AssignOp, FunctionId, Box<[Term]>, Expr),
    /// The object fluent gets this value; `None`: none (`undefined`).
    Object(FunctionId, Box<[Term]>, Option<Term>),
}

/// A durative action: read and resolved; executed in a later version.
#[derive(Debug, Clone)]
pub struct DurativeAction {
    /// Its name.
    pub name: Symbol,
    /// Its parameters: slots `0..n`.
    pub parameters: Vec<Variable>,
    /// Number of slots.
    pub slots: usize,
    /// Its duration constraints: when they are evaluated, comparison, value.
    pub duration: Vec<(TimeSpec, CompareOp, Expr)>,
    /// Its conditions.
    pub conditions: Vec<(TimeSpec, Formula)>,
    /// Its effects.
    pub effects: Vec<(TimeSpec, Effect)>,
    /// Its whole definition.
    pub place: Place,
    /// Where its name stands.
    pub name_place: Place,
}

/// A rule for a derived predicate: the head's parameters are slots `0..n`.
#[derive(Debug, Clone)]
pub struct DerivedRule {
    /// The predicate.
    pub predicate: PredicateId,
    /// The head's variables.
    pub parameters: Vec<Variable>,
    /// Number of slots.
    pub slots: usize,
    /// When it holds.
    pub body: Formula,
    /// The whole definition.
    pub place: Place,
}

/// A timed initial literal or fluent.
#[derive(Debug, Clone)]
pub struct TimedLiteral {
    /// When.
    pub time: Number,
    /// What: without variables.
    pub change: Change,
    /// Where it stands.
    pub place: Place,
}

/// One conjunct of `:constraints`.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its metadata's name; else the preference's; else `None` (shown as operator and line).
    pub name: Option<String>,
    /// What it demands.
    pub formula: RuleFormula,
    /// Number of slots its quantifiers need.
    pub slots: usize,
    /// The outermost operator's name, such as `always`.
    pub operator: &'static str,
    /// False: it is, or holds, a preference and only advice.
    pub hard: bool,
    /// Metadata of the comment above it.
    pub metadata: RuleMetadata,
    /// Where it stands.
    pub place: Place,
}

/// Metadata of a `;@rule` comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleMetadata {
    /// Hazard class.
    pub class: Option<String>,
    /// 1 to 4.
    pub severity: Option<u32>,
    /// Who is harmed.
    pub victim: Option<String>,
    /// Why it is dangerous.
    pub why: Option<String>,
    /// How to avoid it.
    pub avoid: Option<String>,
}

/// What a rule demands of the sequence of states.
#[derive(Debug, Clone, PartialEq)]
pub enum RuleFormula {
    /// All.
    And(Vec<RuleFormula>),
    /// Every instance.
    Forall(Vec<Variable>, Box<RuleFormula>),
    /// Advice; below it there is no other.
    Preference(PreferenceId, Box<RuleFormula>),
    /// A trajectory operator.
    Operator(TrajectoryOp, Place),
}

/// A trajectory operator (Gerevini et al. 2009, section 2.2).
#[derive(Debug, Clone, PartialEq)]
pub enum TrajectoryOp {
    /// `(at end c)`
    AtEnd(Formula),
    /// `(always c)`
    Always(Formula),
    /// `(sometime c)`
    Sometime(Formula),
    /// `(within t c)`
    Within(Number, Formula),
    /// `(at-most-once c)`
    AtMostOnce(Formula),
    /// `(sometime-after trigger c)`
    SometimeAfter(Formula, Formula),
    /// `(sometime-before trigger c)`
    SometimeBefore(Formula, Formula),
    /// `(always-within t trigger c)`
    AlwaysWithin(Number, Formula, Formula),
    /// `(hold-during from to c)`
    HoldDuring(Number, Number, Formula),
    /// `(hold-after t c)`
    HoldAfter(Number, Formula),
}

impl TrajectoryOp {
    /// The condition and, where the operator has one, the trigger.
    #[must_use]
    pub const fn parts(&self) -> (&Formula, Option<&Formula>) {
        match self {
            Self::AtEnd(c)
            | Self::Always(c)
            | Self::Sometime(c)
            | Self::Within(_, c)
            | Self::AtMostOnce(c)
            | Self::HoldDuring(_, _, c)
            | Self::HoldAfter(_, c) => (c, None),
            Self::SometimeAfter(trigger, c) | Self::SometimeBefore(trigger, c) | Self::AlwaysWithin(_, trigger, c) => {
                (c, Some(trigger))
            }
        }
    }

    /// The operator's name as it is written; `at-end` for `at end`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AtEnd(_) => "at-end",
            Self::Always(_) => "always",
            Self::Sometime(_) => "sometime",
            Self::Within(..) => "within",
            Self::AtMostOnce(_) => "at-most-once",
            Self::SometimeAfter(..) => "sometime-after",
            Self::SometimeBefore(..) => "sometime-before",
            Self::AlwaysWithin(..) => "always-within",
            Self::HoldDuring(..) => "hold-during",
            Self::HoldAfter(..) => "hold-after",
        }
    }
}

/// One occurrence of `(preference ...)`.
#[derive(Debug, Clone)]
pub struct PreferenceInfo {
    /// Its name; `None`: anonymous, which no metric can read.
    pub name: Option<Symbol>,
    /// Where it stands.
    pub place: Place,
}

/// The metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    /// Smaller is better.
    pub minimize: bool,
    /// What is measured.
    pub expression: Expr,
    /// Where it stands.
    pub place: Place,
}

impl TypeExpr {
    /// Whether `object` is of one of the types.
    #[must_use]
    pub fn contains(&self, object: ObjectId) -> bool {
        self.set.contains(object.index())
    }
}

impl Task {
    /// The spelling of a name.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.spelling(symbol)
    }

    /// The spelling of an object's name.
    #[must_use]
    pub fn object_name(&self, object: ObjectId) -> &str {
        self.names.spelling(self.objects[object.index()].name)
    }

    /// The objects that a variable of this type ranges over, in order.
    #[must_use]
    pub fn members(&self, ty: TypeExprId) -> &[ObjectId] {
        &self.type_exprs[ty.index()].members
    }

    /// Whether `object` fits `ty`.
    #[must_use]
    pub fn fits(&self, object: ObjectId, ty: TypeExprId) -> bool {
        self.type_exprs[ty.index()].contains(object)
    }
}
