//! Conditions as the relaxation reads them: negation pushed down to the leaves, every variable with a number of its own,
//! predicates, object functions and operators in one space of heads.
//!
//! Knows how to translate the task's formulas; evaluates nothing.

use stepguard_task::{
    ArithmeticOp, CompareOp, Expr, Formula, FormulaKind, FunctionId, ObjectId, PredicateId, Slot, Task, Term,
    TypeExprId, Variable,
};
use stepguard_text::Number;

/// A kind of fact: a predicate, "function f has value v", or "operator o can run".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Head(pub(crate) u32);

impl Head {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// As the fact table spells it.
    pub(crate) const fn key(self) -> PredicateId {
        PredicateId(self.0)
    }
}

/// How heads are numbered: predicates, then functions, then operators; rules add more of their own behind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heads {
    pub(crate) predicates: usize,
    pub(crate) functions: usize,
    pub(crate) operators: usize,
}

impl Heads {
    pub(crate) fn predicate(predicate: PredicateId) -> Head {
        Head(predicate.0)
    }

    pub(crate) fn function(self, function: FunctionId) -> Head {
        Head(PredicateId::new(self.predicates + function.index()).0)
    }

    pub(crate) fn operator(self, operator: usize) -> Head {
        Head(PredicateId::new(self.predicates + self.functions + operator).0)
    }

    /// The object function behind a head.
    pub(crate) fn function_of(self, head: Head) -> Option<FunctionId> {
        head.index().checked_sub(self.predicates).filter(|f| *f < self.functions).map(FunctionId::new)
    }

    /// The operator behind a head.
    pub(crate) fn operator_of(self, head: Head) -> Option<usize> {
        head.index().checked_sub(self.predicates + self.functions).filter(|operator| *operator < self.operators)
    }

    pub(crate) fn len(self) -> usize {
        self.predicates + self.functions + self.operators
    }
}

/// A variable's number in its operator, rule or question.
pub(crate) type Var = u32;

/// An argument.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Arg {
    Object(ObjectId),
    Var(Var),
    /// The values of an object fluent.
    Fluent(FunctionId, Box<[Arg]>),
}

/// A number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Num {
    Constant(Number),
    Fluent(FunctionId, Box<[Arg]>),
    Op(ArithmeticOp, Vec<Num>),
    /// Something from zero on that the relaxation does not follow: time, counts of violations.
    Unknown,
}

/// A condition in negation normal form.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cond {
    All(Vec<Cond>),
    Any(Vec<Cond>),
    Each(Vec<Var>, Box<Cond>),
    Some(Vec<Var>, Box<Cond>),
    Literal(Literal),
    Same(Arg, Arg, bool),
    Compare(CompareOp, Num, Num, bool),
    /// The numeric fluent has a value.
    Defined(FunctionId, Box<[Arg]>),
}

/// A fact or its absence.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Literal {
    pub(crate) head: Head,
    pub(crate) arguments: Box<[Arg]>,
    pub(crate) positive: bool,
}

impl Cond {
    pub(crate) const TRUE: Self = Self::All(Vec::new());
    pub(crate) const FALSE: Self = Self::Any(Vec::new());
}

pub(crate) fn plain(arguments: &[Arg]) -> bool {
    arguments.iter().all(|a| !matches!(a, Arg::Fluent(..)))
}

/// Translates formulas of one operator, rule or question.
pub(crate) struct Translator<'t> {
    task: &'t Task,
    /// The type of every variable.
    pub(crate) types: Vec<TypeExprId>,
    /// What stands in each slot of the task's formula now.
    slots: Vec<Option<Arg>>,
    /// Stands for `?duration`.
    pub(crate) duration: Num,
}

impl<'t> Translator<'t> {
    pub(crate) fn new(task: &'t Task) -> Self {
        Self { task, types: Vec::new(), slots: Vec::new(), duration: Num::Unknown }
    }

    /// A translator for formulas whose first slots hold `objects`.
    pub(crate) fn with_objects(task: &'t Task, objects: &[ObjectId]) -> Self {
        Self { slots: objects.iter().map(|o| Some(Arg::Object(*o))).collect(), ..Self::new(task) }
    }

    fn set(&mut self, slot: Slot, arg: Option<Arg>) -> Option<Arg> {
        if self.slots.len() <= slot.index() {
            self.slots.resize(slot.index() + 1, None);
        }
        std::mem::replace(&mut self.slots[slot.index()], arg)
    }

    /// Gives `variables` numbers; what their slots held before is given back for [`Self::leave`].
    pub(crate) fn enter(&mut self, variables: &[Variable]) -> (Vec<Var>, Vec<Option<Arg>>) {
        variables
            .iter()
            .map(|variable| {
                let var = Slot::new(self.types.len()).0;
                self.types.push(variable.ty);
                (var, self.set(variable.slot, Some(Arg::Var(var))))
            })
            .unzip()
    }

    /// Ends the scope of `variables`.
    pub(crate) fn leave(&mut self, variables: &[Variable], before: Vec<Option<Arg>>) {
        for (variable, arg) in variables.iter().zip(before).rev() {
            self.set(variable.slot, arg);
        }
    }

    pub(crate) fn arg(&self, term: &Term) -> Arg {
        match term {
            Term::Object(object) => Arg::Object(*object),
            Term::Slot(slot) => self
                .slots
                .get(slot.index())
                .cloned()
                .flatten()
                .expect("the task binds every variable, and a question gives all its objects"),
            Term::Fluent(function, arguments) => Arg::Fluent(*function, self.args(arguments)),
        }
    }

    pub(crate) fn args(&self, terms: &[Term]) -> Box<[Arg]> {
        terms.iter().map(|t| self.arg(t)).collect()
    }

    pub(crate) fn num(&self, expr: &Expr) -> Num {
        match expr {
            Expr::Number(n) => Num::Constant(n.clone()),
            Expr::Fluent(function, arguments) => Num::Fluent(*function, self.args(arguments)),
            Expr::Op(op, operands) => Num::Op(*op, operands.iter().map(|e| self.num(e)).collect()),
            Expr::Duration => self.duration.clone(),
            Expr::IsViolated(_) | Expr::TotalTime | Expr::Elapsed => Num::Unknown,
        }
    }

    /// `formula`, or its negation.
    pub(crate) fn cond(&mut self, formula: &Formula, positive: bool) -> Cond {
        match &formula.kind {
            FormulaKind::And(parts) => self.parts(parts, positive, positive),
            FormulaKind::Or(parts) => self.parts(parts, positive, !positive),
            FormulaKind::Not(inner) => self.cond(inner, !positive),
            FormulaKind::Imply(condition, then) => {
                let parts = vec![self.cond(condition, !positive), self.cond(then, positive)];
                if positive { Cond::Any(parts) } else { Cond::All(parts) }
            }
            FormulaKind::Forall(variables, inner) => self.quantified(variables, inner, positive, positive),
            FormulaKind::Exists(variables, inner) => self.quantified(variables, inner, positive, !positive),
            FormulaKind::Atom(predicate, arguments) => {
                Cond::Literal(Literal { head: Heads::predicate(*predicate), arguments: self.args(arguments), positive })
            }
            FormulaKind::Same(a, b) => Cond::Same(self.arg(a), self.arg(b), positive),
            FormulaKind::Compare(op, a, b) => Cond::Compare(*op, self.num(a), self.num(b), positive),
            // Advice demands nothing.
            FormulaKind::Preference(..) if positive => Cond::TRUE,
            FormulaKind::Preference(..) => Cond::FALSE,
        }
    }

    fn parts(&mut self, parts: &[Formula], positive: bool, all: bool) -> Cond {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match (self.cond(part, positive), all) {
                (Cond::All(inner), true) | (Cond::Any(inner), false) => flat.extend(inner),
                (cond, _) => flat.push(cond),
            }
        }
        match flat.len() {
            1 => flat.swap_remove(0),
            _ if all => Cond::All(flat),
            _ => Cond::Any(flat),
        }
    }

    fn quantified(&mut self, variables: &[Variable], inner: &Formula, positive: bool, each: bool) -> Cond {
        // One member is enough to know that the type is not empty; over an empty one, every instance is no instance.
        if variables.iter().any(|v| self.task.members(v.ty).is_empty()) {
            return if each { Cond::TRUE } else { Cond::FALSE };
        }
        let (vars, before) = self.enter(variables);
        let cond = Box::new(self.cond(inner, positive));
        self.leave(variables, before);
        if each { Cond::Each(vars, cond) } else { Cond::Some(vars, cond) }
    }
}

/// What a condition wants to know of a numeric fluent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Its value.
    Value,
    /// Whether it has one.
    Whether,
}

/// Calls `literal` for every literal, and `number` for every numeric function that is read, in `cond`.
pub(crate) fn walk(
    cond: &Cond,
    literal: &mut impl FnMut(Head, bool),
    number: &mut impl FnMut(FunctionId, Reads),
    heads: Heads,
) {
    match cond {
        Cond::All(parts) | Cond::Any(parts) => parts.iter().for_each(|p| walk(p, literal, number, heads)),
        Cond::Each(_, inner) | Cond::Some(_, inner) => walk(inner, literal, number, heads),
        Cond::Literal(l) => {
            literal(l.head, l.positive);
            walk_args(&l.arguments, literal, heads);
        }
        Cond::Same(a, b, _) => {
            walk_args(std::slice::from_ref(a), literal, heads);
            walk_args(std::slice::from_ref(b), literal, heads);
        }
        Cond::Compare(_, a, b, _) => {
            walk_num(a, literal, number, heads);
            walk_num(b, literal, number, heads);
        }
        Cond::Defined(function, arguments) => {
            number(*function, Reads::Whether);
            walk_args(arguments, literal, heads);
        }
    }
}

/// The same for an expression.
pub(crate) fn walk_num(
    num: &Num,
    literal: &mut impl FnMut(Head, bool),
    number: &mut impl FnMut(FunctionId, Reads),
    heads: Heads,
) {
    match num {
        Num::Fluent(function, arguments) => {
            number(*function, Reads::Value);
            walk_args(arguments, literal, heads);
        }
        Num::Op(_, operands) => operands.iter().for_each(|n| walk_num(n, literal, number, heads)),
        Num::Constant(_) | Num::Unknown => {}
    }
}

/// The same for arguments: object fluents are facts too.
pub(crate) fn walk_args(arguments: &[Arg], literal: &mut impl FnMut(Head, bool), heads: Heads) {
    for argument in arguments {
        if let Arg::Fluent(function, inner) = argument {
            literal(heads.function(*function), true);
            walk_args(inner, literal, heads);
        }
    }
}
