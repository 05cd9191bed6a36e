//! The truth of a formula in the current state, in Kleene's three-valued logic: a comparison with a number that was
//! never given is undefined, and what is undefined never satisfies a condition, also under `not`.

use crate::quantify::Instances;
use crate::world::{Environment, Value, World};
use stepguard_task::{ArithmeticOp, Expr, Formula, FormulaKind};
use stepguard_text::Number;

/// True, false or undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// It reads a fluent without a value, divides by zero, or the work budget ran out.
    Undefined,
}

use Truth::{False, True, Undefined};

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { True } else { False }
    }
}

impl std::ops::Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            True => False,
            False => True,
            Undefined => Undefined,
        }
    }
}

impl Truth {
    /// Whether it is true.
    #[must_use]
    pub const fn is_true(self) -> bool {
        matches!(self, True)
    }

    /// `Some` of the truth value, `None` when undefined.
    #[must_use]
    pub const fn known(self) -> Option<bool> {
        match self {
            True => Some(true),
            False => Some(false),
            Undefined => None,
        }
    }
}

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoNumber {
    Undefined,
    DivisionByZero,
}

impl<'t> World<'t> {
    /// The truth of `formula` now. The environment's unbound slots are those of quantifiers inside the formula; they are
    /// unbound again afterwards.
    pub fn eval(&mut self, formula: &'t Formula, env: &mut Environment) -> Truth {
        match &formula.kind {
            FormulaKind::And(parts) => {
                let mut result = True;
                for part in parts {
                    match self.eval(part, env) {
                        False => return False,
                        Undefined => result = Undefined,
                        True => {}
                    }
                }
                result
            }
            FormulaKind::Or(parts) => {
                let mut result = False;
                for part in parts {
                    match self.eval(part, env) {
                        True => return True,
                        Undefined => result = Undefined,
                        False => {}
                    }
                }
                result
            }
            FormulaKind::Not(inner) => !self.eval(inner, env),
            FormulaKind::Imply(left, right) => match self.eval(left, env) {
                False => True,
                True => self.eval(right, env),
                Undefined => match self.eval(right, env) {
                    True => True,
                    False | Undefined => Undefined,
                },
            },
            FormulaKind::Forall(variables, body) => {
                let found = self.exists(&Instances::falsifying(variables, body), env);
                env.unbind(variables);
                !found
            }
            FormulaKind::Exists(variables, body) => {
                let found = self.exists(&Instances::satisfying(variables, body), env);
                env.unbind(variables);
                found
            }
            // Whether a preference is violated is counted elsewhere; it never stands in the way.
            FormulaKind::Preference(..) => True,
            FormulaKind::Atom(predicate, terms) => {
                let Some(arguments) = self.arguments(terms, env) else { return Undefined };
                if self.task.predicates[predicate.index()].derived {
                    self.derived_holds(*predicate, &arguments)
                } else {
                    self.holds(*predicate, &arguments).into()
                }
            }
            FormulaKind::Same(left, right) => match (self.object(left, env), self.object(right, env)) {
                (Some(left), Some(right)) => (left == right).into(),
                _ => Undefined,
            },
            FormulaKind::Compare(op, left, right) => match (self.number(left, env), self.number(right, env)) {
                (Ok(left), Ok(right)) => op.holds(&left, &right).into(),
                _ => Undefined,
            },
        }
    }

    /// Whether a comparison has no truth because it divides by zero.
    #[must_use]
    pub fn divides_by_zero(&self, formula: &Formula, env: &Environment) -> bool {
        matches!(&formula.kind, FormulaKind::Compare(_, left, right)
            if [left, right].iter().any(|side| self.number(side, env) == Err(NoNumber::DivisionByZero)))
    }

    /// An expression's value. Violation counts and total time are no part of a state: they have no value here.
    pub(crate) fn number(&self, expr: &Expr, env: &Environment) -> Result<Number, NoNumber> {
        match expr {
            Expr::Number(number) => Ok(number.clone()),
            Expr::Fluent(function, terms) => {
                let arguments = self.arguments(terms, env).ok_or(NoNumber::Undefined)?;
                match self.value(*function, &arguments) {
                    Value::Number(number) => Ok(number.clone()),
                    Value::Undefined | Value::Object(_) => Err(NoNumber::Undefined),
                }
            }
            Expr::Op(op, operands) => {
                calculate(*op, operands, |operand| self.number(operand, env), |number| self.spend_on(number))
            }
            Expr::IsViolated(_) | Expr::TotalTime | Expr::Duration | Expr::Elapsed => Err(NoNumber::Undefined),
        }
    }
}

/// Applies an operator to operands that `value` evaluates, from left to right; `afford` says of every result whether to
/// go on with it.
pub(crate) fn calculate<E>(
    op: ArithmeticOp,
    operands: &[E],
    value: impl Fn(&E) -> Result<Number, NoNumber>,
    afford: impl Fn(&Number) -> bool,
) -> Result<Number, NoNumber> {
    let mut operands = operands.iter();
    let first = match operands.next() {
        Some(first) => value(first)?,
        None => return Err(NoNumber::Undefined),
    };
    if operands.len() == 0 && op == ArithmeticOp::Subtract {
        return Ok(first.neg());
    }
    operands.try_fold(first, |left, right| {
        let right = value(right)?;
        let result = op.apply(&left, &right).ok_or(NoNumber::DivisionByZero)?;
        if afford(&result) { Ok(result) } else { Err(NoNumber::Undefined) }
    })
}
