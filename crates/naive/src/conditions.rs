//! Conditions and terms in one state, in Kleene's three-valued logic: `None` is undefined.
//!
//! Also: which literals would have to turn for a condition to hold (the minimal failing set).

use crate::world::{Ground, State, Substitution, Value, World, exact};
use num_rational::BigRational;
use stepguard_pddl::ast::{ArithmeticOp, Atom, CompareOp, Condition, ConditionKind as K, Term};

/// What a term is in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// A number or an object.
    Value(Value),
    /// A fluent without a value was read.
    Undefined,
    /// Something was divided by zero.
    DivisionByZero,
}

/// An atom or a comparison of a condition, with its objects put in, that is to be true (or, with `want` false, false).
#[derive(Debug, Clone)]
pub struct Literal<'a> {
    /// The atom or comparison as written; an `(or)` or `exists` without instances when there is nothing to turn.
    pub condition: &'a Condition,
    /// The objects for its variables.
    pub binding: Substitution,
    /// Whether it is to be true.
    pub want: bool,
    /// It with its objects put in.
    pub text: String,
}

fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

fn not(truth: Option<bool>) -> Option<bool> {
    truth.map(|truth| !truth)
}

impl World<'_> {
    /// Whether a condition holds. Preferences always do: they are counted elsewhere.
    #[must_use]
    pub fn truth(&self, condition: &Condition, state: &State, binding: &Substitution) -> Option<bool> {
        match &condition.kind {
            K::And(parts) => all(parts.iter().map(|part| self.truth(part, state, binding))),
            K::Or(parts) => not(all(parts.iter().map(|part| not(self.truth(part, state, binding))))),
            K::Not(part) => not(self.truth(part, state, binding)),
            K::Imply(left, right) => {
                let sides = [self.truth(left, state, binding), not(self.truth(right, state, binding))];
                not(all(sides.into_iter()))
            }
            K::Forall(variables, part) => {
                all(self.bindings(variables, binding).iter().map(|inner| self.truth(part, state, inner)))
            }
            K::Exists(variables, part) => {
                not(all(self.bindings(variables, binding).iter().map(|inner| not(self.truth(part, state, inner)))))
            }
            K::Atom(atom) => self.ground(atom, state, binding).map(|fact| state.holds(&fact)),
            K::Compare(op, left, right) => {
                match (self.meaning(left, state, binding), self.meaning(right, state, binding)) {
                    (Meaning::Value(left), Meaning::Value(right)) => Some(compare(*op, &left, &right)),
                    _ => None,
                }
            }
            K::Preference(..) => Some(true),
            K::Timed(..) | K::Trajectory(_) | K::Error => None,
        }
    }

    /// An atom with its objects put in; `None` when an argument is an object fluent without a value.
    #[must_use]
    pub fn ground(&self, atom: &Atom, state: &State, binding: &Substitution) -> Option<Ground> {
        let arguments = atom.arguments.iter().map(|term| match self.meaning(term, state, binding) {
            Meaning::Value(Value::Object(object)) => Some(object),
            _ => None,
        });
        Some(Ground(self.word(atom.name.symbol), arguments.collect::<Option<_>>()?))
    }

    /// What a term is in a state.
    #[must_use]
    pub fn meaning(&self, term: &Term, state: &State, binding: &Substitution) -> Meaning {
        match term {
            Term::Number(number, _) => Meaning::Value(Value::Number(exact(number))),
            Term::Variable(name) => match binding.get(&self.word(name.symbol)) {
                Some(object) => Meaning::Value(Value::Object(object.clone())),
                None => Meaning::Undefined,
            },
            Term::Name(name) => {
                let word = self.word(name.symbol);
                if self.is_object(&word) {
                    return Meaning::Value(Value::Object(word));
                }
                state.values.get(&Ground(word, Vec::new())).map_or(Meaning::Undefined, |v| Meaning::Value(v.clone()))
            }
            Term::Fluent(atom) => match self.ground(atom, state, binding).and_then(|key| state.values.get(&key)) {
                Some(value) => Meaning::Value(value.clone()),
                None => Meaning::Undefined,
            },
            Term::Arithmetic(op, operands, _) => {
                let mut numbers = Vec::new();
                for operand in operands {
                    match self.meaning(operand, state, binding) {
                        Meaning::Value(Value::Number(number)) => numbers.push(number),
                        Meaning::DivisionByZero => return Meaning::DivisionByZero,
                        Meaning::Undefined | Meaning::Value(Value::Object(_)) => return Meaning::Undefined,
                    }
                }
                arithmetic(*op, &numbers)
            }
            Term::IsViolated(..) | Term::ElapsedTime(_) | Term::Error(_) => Meaning::Undefined,
        }
    }

    /// Whether a comparison is undefined because it divides by zero.
    #[must_use]
    pub fn divides_by_zero(&self, literal: &Literal<'_>, state: &State) -> bool {
        let K::Compare(_, left, right) = &literal.condition.kind else { return false };
        [left, right].into_iter().any(|term| self.meaning(term, state, &literal.binding) == Meaning::DivisionByZero)
    }

    /// Whether the literal is as it is wanted.
    #[must_use]
    pub fn literal_holds(&self, literal: &Literal<'_>, state: &State) -> bool {
        self.truth(literal.condition, state, &literal.binding) == Some(literal.want)
    }

    /// The smallest set of literals whose turn makes `condition` be `want`: all false parts of a conjunction, the branch
    /// of a disjunction with the fewest among those that can come true at all (`can_hold`), quantifiers likewise.
    #[must_use]
    pub fn failing<'c>(
        &self,
        condition: &'c Condition,
        want: bool,
        state: &State,
        binding: &Substitution,
        can_hold: &dyn Fn(&Literal<'_>) -> bool,
    ) -> Vec<Literal<'c>> {
        let sub = |part: &'c Condition, want, inner: &Substitution| self.failing(part, want, state, inner, can_hold);
        let branches = match (&condition.kind, want) {
            (K::And(parts), true) | (K::Or(parts), false) => {
                return union(parts.iter().flat_map(|part| sub(part, want, binding)));
            }
            (K::Forall(variables, part), true) | (K::Exists(variables, part), false) => {
                let instances = self.bindings(variables, binding);
                return union(instances.iter().flat_map(|inner| sub(part, want, inner)));
            }
            (K::Not(part), _) => return sub(part, !want, binding),
            (K::Imply(left, right), false) => {
                return union(sub(left, true, binding).into_iter().chain(sub(right, false, binding)));
            }
            (K::Or(parts), true) | (K::And(parts), false) => {
                parts.iter().map(|part| sub(part, want, binding)).collect::<Vec<_>>()
            }
            (K::Imply(left, right), true) => vec![sub(left, false, binding), sub(right, true, binding)],
            (K::Exists(variables, part), true) | (K::Forall(variables, part), false) => {
                self.bindings(variables, binding).iter().map(|inner| sub(part, want, inner)).collect()
            }
            (K::Preference(..), true) => return Vec::new(),
            (K::Atom(_) | K::Compare(..) | K::Preference(..) | K::Timed(..) | K::Trajectory(_) | K::Error, _) => {
                let literal = self.literal(condition, want, binding);
                return if self.literal_holds(&literal, state) { Vec::new() } else { vec![literal] };
            }
        };
        let possible = |branch: &Vec<Literal<'_>>| branch.iter().all(can_hold);
        let among: Vec<_> = branches.iter().filter(|branch| possible(branch)).collect();
        let among = if among.is_empty() { branches.iter().collect() } else { among };
        // `min_by_key` gives the first of equals: source order.
        match among.into_iter().min_by_key(|branch| branch.len()) {
            Some(best) => best.clone(),
            None => vec![self.literal(condition, want, binding)],
        }
    }

    fn literal<'c>(&self, condition: &'c Condition, want: bool, binding: &Substitution) -> Literal<'c> {
        let text = self.text(condition, binding);
        Literal { condition, binding: binding.clone(), want, text: if want { text } else { format!("(not {text})") } }
    }

    /// A literal with its objects put in, for people and for telling literals apart.
    #[must_use]
    pub fn text(&self, condition: &Condition, binding: &Substitution) -> String {
        match &condition.kind {
            K::Atom(atom) => self.atom_text(atom, binding),
            K::Compare(op, left, right) => {
                let sign = match op {
                    CompareOp::Less => "<",
                    CompareOp::LessEqual => "<=",
                    CompareOp::Equal => "=",
                    CompareOp::GreaterEqual => ">=",
                    CompareOp::Greater => ">",
                };
                format!("({sign} {} {})", self.term_text(left, binding), self.term_text(right, binding))
            }
            // Only where there is no branch at all.
            K::Or(_) => "(or)".to_owned(),
            K::And(_) => "(and)".to_owned(),
            K::Exists(..) => "(exists)".to_owned(),
            K::Forall(..) => "(forall)".to_owned(),
            _ => "(?)".to_owned(),
        }
    }

    fn atom_text(&self, atom: &Atom, binding: &Substitution) -> String {
        let mut text = format!("({}", self.word(atom.name.symbol));
        for argument in &atom.arguments {
            text.push(' ');
            text.push_str(&self.term_text(argument, binding));
        }
        text.push(')');
        text
    }

    fn term_text(&self, term: &Term, binding: &Substitution) -> String {
        match term {
            Term::Name(name) => {
                let word = self.word(name.symbol);
                if self.is_object(&word) { word } else { format!("({word})") }
            }
            Term::Variable(name) => {
                let word = self.word(name.symbol);
                binding.get(&word).cloned().unwrap_or(format!("?{word}"))
            }
            Term::Number(number, _) => number.to_string(),
            Term::Fluent(atom) => self.atom_text(atom, binding),
            Term::Arithmetic(op, operands, _) => {
                let sign = match op {
                    ArithmeticOp::Add => "+",
                    ArithmeticOp::Subtract => "-",
                    ArithmeticOp::Multiply => "*",
                    ArithmeticOp::Divide => "/",
                };
                let operands: Vec<_> = operands.iter().map(|operand| self.term_text(operand, binding)).collect();
                format!("({sign} {})", operands.join(" "))
            }
            Term::IsViolated(..) | Term::ElapsedTime(_) | Term::Error(_) => "?".to_owned(),
        }
    }
}

fn union<'c>(literals: impl Iterator<Item = Literal<'c>>) -> Vec<Literal<'c>> {
    let mut out: Vec<Literal<'c>> = Vec::new();
    for literal in literals {
        if !out.iter().any(|known| known.text == literal.text) {
            out.push(literal);
        }
    }
    out
}

fn compare(op: CompareOp, left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => match op {
            CompareOp::Less => left < right,
            CompareOp::LessEqual => left <= right,
            CompareOp::Equal => left == right,
            CompareOp::GreaterEqual => left >= right,
            CompareOp::Greater => left > right,
        },
        (Value::Object(left), Value::Object(right)) => op == CompareOp::Equal && left == right,
        _ => false,
    }
}

/// Applies an operator to numbers.
#[must_use]
pub fn arithmetic(op: ArithmeticOp, operands: &[BigRational]) -> Meaning {
    let zero = BigRational::from_integer(0.into());
    let Some((first, rest)) = operands.split_first() else { return Meaning::Undefined };
    let mut value = first.clone();
    if rest.is_empty() && op == ArithmeticOp::Subtract {
        value = -value;
    }
    for operand in rest {
        match op {
            ArithmeticOp::Add => value += operand,
            ArithmeticOp::Subtract => value -= operand,
            ArithmeticOp::Multiply => value *= operand,
            ArithmeticOp::Divide if *operand == zero => return Meaning::DivisionByZero,
            ArithmeticOp::Divide => value /= operand,
        }
    }
    Meaning::Value(Value::Number(value))
}
