//! What plans are compared by: the metric, where every step adds a fixed amount to it, else the number of steps.
//!
//! A fluent that only the metric reads, such as `total-cost`, is taken out of the states: else no two would be the same.

use crate::condition::{Expression, Variable};
use crate::instantiate::{Assignment, Env, GroundEffect, Instantiator, TooMany};
use crate::value::Value;
use fixedbitset::FixedBitSet;
use stepguard_task::{ArithmeticOp, Change, Expr, FactId, Formula, FormulaKind, FunctionId, RuleFormula, Task, Term};
use stepguard_text::Number;

/// What a unit of cost is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unit {
    /// Steps: there is no metric, or it is about nothing else.
    Steps,
    /// The metric.
    Metric,
    /// Steps, because the metric is not one that a search can follow; why.
    StepsInstead(&'static str),
}

/// How plans are compared.
#[derive(Debug, Clone)]
pub struct Costs {
    /// What a unit of cost is.
    pub unit: Unit,
    /// Costs are whole numbers of this part of a unit.
    parts: Number,
    /// What a step adds to the metric by being one.
    step: Number,
    /// What a unit of a variable adds to the metric.
    weights: Vec<(Variable, Number)>,
    /// What the metric is of a plan that costs nothing, with the sign by which less is better.
    base: Number,
    /// More is better.
    maximize: bool,
    /// The metric counts advice that is not followed, which costs do not.
    advice: bool,
    functions_read: FixedBitSet,
}

/// Changes of one kind, which can always be combined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Set,
    Add,
    Scale,
}

impl Class {
    /// The kind of a change that always has a value.
    fn of(assignment: &Assignment) -> Option<Self> {
        match assignment {
            Assignment::Set(Expression::Number(_)) => Some(Self::Set),
            Assignment::Increase(Expression::Number(_)) | Assignment::Decrease(Expression::Number(_)) => {
                Some(Self::Add)
            }
            Assignment::ScaleUp(Expression::Number(_)) => Some(Self::Scale),
            Assignment::ScaleDown(Expression::Number(number)) if !number.is_zero() => Some(Self::Scale),
            _ => None,
        }
    }
}

/// What an operator costs; `None`: that depends on the state.
pub(crate) type Amount = Option<Number>;

impl Costs {
    pub(crate) fn new(task: &Task, instances: &mut Instantiator<'_>) -> Result<Self, TooMany> {
        let mut costs = Self {
            unit: Unit::Steps,
            parts: Number::one(),
            step: Number::zero(),
            weights: Vec::new(),
            base: Number::zero(),
            maximize: false,
            advice: false,
            functions_read: functions_read(task),
        };
        if let Some(metric) = &task.metric {
            costs.maximize = !metric.minimize;
            let sign = if metric.minimize { Number::one() } else { Number::one().neg() };
            if costs.weigh(instances, &metric.expression, &sign)? {
                if !costs.weights.is_empty() {
                    costs.unit = Unit::Metric;
                } else if costs.step.is_negative() {
                    costs.unit = Unit::StepsInstead("it asks for long plans");
                }
            } else {
                costs.unit = Unit::StepsInstead("it is not a weighted sum");
            }
        }
        if costs.unit != Unit::Metric {
            costs.step = Number::one();
            costs.weights.clear();
        }
        Ok(costs)
    }

    /// Adds what `factor` times the expression weighs; false when it is not a weighted sum.
    fn weigh(&mut self, instances: &mut Instantiator<'_>, expr: &Expr, factor: &Number) -> Result<bool, TooMany> {
        Ok(match expr {
            Expr::Number(number) => {
                self.base = self.base.add(&factor.mul(number));
                true
            }
            // Advice is reported and not searched for.
            Expr::IsViolated(_) => {
                self.advice = true;
                true
            }
            Expr::TotalTime => {
                self.step = self.step.add(factor);
                true
            }
            Expr::Fluent(..) => match instances.expression(expr, &Env::new(&[], 0))? {
                Expression::Number(number) => {
                    self.base = self.base.add(&factor.mul(&number));
                    true
                }
                Expression::Variable(variable) => {
                    let (head, arguments) = instances.variables.atom(FactId(variable.0));
                    if let Value::Number(number) = instances.initial_value(FunctionId(head.0), arguments) {
                        self.base = self.base.add(&factor.mul(&number));
                    }
                    match self.weights.iter_mut().find(|(v, _)| *v == variable) {
                        Some((_, weight)) => *weight = weight.add(factor),
                        None => self.weights.push((variable, factor.clone())),
                    }
                    true
                }
                _ => false,
            },
            Expr::Op(ArithmeticOp::Add, operands) => {
                let mut linear = true;
                for operand in operands {
                    linear &= self.weigh(instances, operand, factor)?;
                }
                linear
            }
            Expr::Op(ArithmeticOp::Subtract, operands) => {
                let mut linear = true;
                for (index, operand) in operands.iter().enumerate() {
                    let negative = index > 0 || operands.len() == 1;
                    let factor = if negative { factor.neg() } else { factor.clone() };
                    linear &= self.weigh(instances, operand, &factor)?;
                }
                linear
            }
            Expr::Op(op @ (ArithmeticOp::Multiply | ArithmeticOp::Divide), operands) => {
                let mut factor = Some(factor.clone());
                let mut open = None;
                for (index, operand) in operands.iter().enumerate() {
                    match instances.expression(operand, &Env::new(&[], 0))? {
                        Expression::Number(number) if *op == ArithmeticOp::Multiply || index == 0 => {
                            factor = factor.map(|f| f.mul(&number));
                        }
                        Expression::Number(number) => factor = factor.and_then(|f| f.div(&number)),
                        _ if open.is_none() && (*op == ArithmeticOp::Multiply || index == 0) => open = Some(operand),
                        _ => return Ok(false),
                    }
                }
                match (open, factor) {
                    (Some(operand), Some(factor)) => self.weigh(instances, operand, &factor)?,
                    (None, Some(number)) => {
                        self.base = self.base.add(&number);
                        true
                    }
                    (_, None) => false,
                }
            }
            Expr::Duration | Expr::Elapsed => false,
        })
    }

    /// The amount that the effects add; those on fluents that only the metric reads are taken out.
    pub(crate) fn take(&self, instances: &Instantiator<'_>, effects: &mut Vec<GroundEffect>) -> Amount {
        let mut amount = Some(self.step.clone());
        // Changes of one fluent that could clash, or have no value, decide whether the step can run.
        let mut classes: Vec<(Variable, Option<Class>)> = Vec::new();
        for effect in effects.iter() {
            if let GroundEffect::Assign(_, variable, assignment) = effect {
                let class = Class::of(assignment);
                match classes.iter_mut().find(|(v, _)| v == variable) {
                    Some((_, known)) if *known == class && class != Some(Class::Set) => {}
                    Some((_, known)) => *known = None,
                    None => classes.push((*variable, class)),
                }
            }
        }
        let kept: Vec<Variable> =
            classes.into_iter().filter(|(_, class)| class.is_none()).map(|(variable, _)| variable).collect();
        effects.retain(|effect| {
            let GroundEffect::Assign(condition, variable, assignment) = effect else { return true };
            let weight = self.weights.iter().find(|(v, _)| v == variable).map(|(_, weight)| weight);
            let change = match assignment {
                Assignment::Increase(Expression::Number(number)) => Some(number.clone()),
                Assignment::Decrease(Expression::Number(number)) => Some(number.neg()),
                _ => None,
            };
            if let Some(weight) = weight {
                amount = match (&amount, &change) {
                    (Some(sum), Some(change)) if condition.is_true() => Some(sum.add(&change.mul(weight))),
                    _ => None,
                };
            }
            let (head, arguments) = instances.variables.atom(FactId(variable.0));
            let function = FunctionId(head.0);
            let read = self.functions_read.contains(function.index());
            let numbered = matches!(instances.initial_value(function, arguments), Value::Number(_));
            read || !numbered || kept.contains(variable)
        });
        amount
    }

    /// Whether nothing but the metric reads the function: where it has a number from the start, it is no part of a state.
    pub(crate) fn is_unread(&self, function: FunctionId) -> bool {
        !self.functions_read.contains(function.index())
    }

    /// The costs of all operators as whole numbers.
    pub(crate) fn settle(&mut self, amounts: impl Iterator<Item = Amount>) -> Vec<u64> {
        let amounts: Vec<Amount> = amounts.collect();
        let mut parts: i64 = 1;
        let mut why = None;
        for amount in &amounts {
            match amount.as_ref().map(Number::as_ratio) {
                None => why = Some("what a step adds to it depends on the state"),
                Some(Some((numerator, denominator))) if numerator >= 0 => {
                    let common = num_integer::lcm(i128::from(parts), i128::from(denominator));
                    match i64::try_from(common) {
                        Ok(common) if common <= 1 << 30 => parts = common,
                        _ => why = Some("its amounts have no common fraction"),
                    }
                }
                Some(Some(_)) => {
                    why = Some("a step makes it better by itself, so longer plans could always be cheaper")
                }
                Some(None) => why = Some("its amounts are too large"),
            }
        }
        let whole = |amount: &Amount| -> Option<u64> {
            let (numerator, denominator) = amount.as_ref()?.as_ratio()?;
            let value = i128::from(numerator) * i128::from(parts / denominator);
            u64::try_from(value).ok().filter(|value| *value < 1 << 40)
        };
        let costs: Option<Vec<u64>> = if why.is_none() { amounts.iter().map(whole).collect() } else { None };
        match costs {
            Some(costs) => {
                self.parts = Number::from(parts);
                costs
            }
            None => {
                self.unit = Unit::StepsInstead(why.unwrap_or("its amounts are too large"));
                self.parts = Number::one();
                vec![1; amounts.len()]
            }
        }
    }

    /// A cost in units: the value of the metric, advice aside, where costs follow it.
    #[must_use]
    pub fn text(&self, cost: u64) -> String {
        let units = i64::try_from(cost).ok().and_then(|cost| Number::from(cost).div(&self.parts));
        match units {
            Some(units) if self.unit == Unit::Metric => {
                let value = self.base.add(&units);
                if self.maximize { value.neg().text() } else { value.text() }
            }
            Some(units) => units.text(),
            None => cost.to_string(),
        }
    }

    /// Whether costs follow a metric that is to be as large as possible.
    #[must_use]
    pub fn are_maximized(&self) -> bool {
        self.unit == Unit::Metric && self.maximize
    }

    /// Whether costs follow a metric that counts advice too, which they leave out.
    #[must_use]
    pub fn leave_out_advice(&self) -> bool {
        self.unit == Unit::Metric && self.advice
    }
}

/// The functions that something other than the metric reads.
fn functions_read(task: &Task) -> FixedBitSet {
    let mut read = FixedBitSet::with_capacity(task.functions.len());
    formula(&task.goal, &mut read);
    for rule in &task.derived {
        formula(&rule.body, &mut read);
    }
    for rule in &task.rules {
        rule_formula(&rule.formula, &mut read);
    }
    for action in &task.actions {
        formula(&action.precondition, &mut read);
        for effect in &action.effects {
            if let Some(condition) = &effect.condition {
                formula(condition, &mut read);
            }
            match &effect.change {
                Change::Add(_, arguments) | Change::Delete(_, arguments) => terms(arguments, &mut read),
                Change::Number(_, _, arguments, value) => {
                    terms(arguments, &mut read);
                    expr(value, &mut read);
                }
                Change::Object(_, arguments, value) => {
                    terms(arguments, &mut read);
                    terms(value.as_slice(), &mut read);
                }
            }
        }
    }
    read
}

fn rule_formula(rule: &RuleFormula, read: &mut FixedBitSet) {
    match rule {
        RuleFormula::And(parts) => parts.iter().for_each(|part| rule_formula(part, read)),
        RuleFormula::Forall(_, inner) => rule_formula(inner, read),
        RuleFormula::Preference(..) => {}
        RuleFormula::Operator(op, _) => {
            let (condition, trigger) = op.parts();
            formula(condition, read);
            trigger.into_iter().for_each(|trigger| formula(trigger, read));
        }
    }
}

fn formula(f: &Formula, read: &mut FixedBitSet) {
    match &f.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => parts.iter().for_each(|part| formula(part, read)),
        FormulaKind::Not(inner) | FormulaKind::Forall(_, inner) | FormulaKind::Exists(_, inner) => formula(inner, read),
        FormulaKind::Preference(..) => {}
        FormulaKind::Imply(a, b) => {
            formula(a, read);
            formula(b, read);
        }
        FormulaKind::Atom(_, arguments) => terms(arguments, read),
        FormulaKind::Same(a, b) => terms(&[a.clone(), b.clone()], read),
        FormulaKind::Compare(_, a, b) => {
            expr(a, read);
            expr(b, read);
        }
    }
}

fn terms(arguments: &[Term], read: &mut FixedBitSet) {
    for argument in arguments {
        if let Term::Fluent(function, inner) = argument {
            read.insert(function.index());
            terms(inner, read);
        }
    }
}

fn expr(e: &Expr, read: &mut FixedBitSet) {
    match e {
        Expr::Fluent(function, arguments) => {
            read.insert(function.index());
            terms(arguments, read);
        }
        Expr::Op(_, operands) => operands.iter().for_each(|operand| expr(operand, read)),
        Expr::Number(_) | Expr::IsViolated(_) | Expr::TotalTime | Expr::Duration | Expr::Elapsed => {}
    }
}
