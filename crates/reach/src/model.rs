//! The task as operators and derivations: instantaneous actions, both ends of durative ones and timed events are one kind.
//!
//! Nothing is decided here about what is relevant or how it is joined.

use crate::cond::{Arg, Cond, Heads, Literal, Num, Translator, Var};
use crate::ground::Operator as Source;
use stepguard_task::{
    AssignOp, Change as TaskChange, CompareOp, Effect as TaskEffect, FunctionId, Task, TimeSpec, TypeExprId,
};

/// What can happen.
#[derive(Debug)]
pub(crate) struct Operator {
    pub(crate) source: Source,
    /// The types of its variables; the parameters come first.
    pub(crate) types: Vec<TypeExprId>,
    pub(crate) parameters: usize,
    pub(crate) condition: Cond,
    pub(crate) effects: Vec<Effect>,
}

/// For every instance of `variables` for which `condition` holds: `change`.
#[derive(Debug)]
pub(crate) struct Effect {
    pub(crate) variables: Vec<Var>,
    pub(crate) condition: Option<Cond>,
    pub(crate) change: Change,
}

/// One change.
#[derive(Debug)]
pub(crate) enum Change {
    /// A fact turns true or false; a new value of an object fluent is a fact too, the value its last argument.
    Literal(Literal),
    /// A numeric fluent changes.
    Number { op: AssignOp, function: FunctionId, arguments: Box<[Arg]>, value: Num },
}

/// A way to derive a fact.
#[derive(Debug)]
pub(crate) struct Derivation {
    pub(crate) head: crate::cond::Head,
    pub(crate) types: Vec<TypeExprId>,
    pub(crate) parameters: usize,
    pub(crate) body: Cond,
}

/// The whole task.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) heads: Heads,
    pub(crate) operators: Vec<Operator>,
    pub(crate) derivations: Vec<Derivation>,
    /// Numeric functions that some effect gives a value to.
    pub(crate) assigned: Vec<bool>,
}

impl Model {
    pub(crate) fn new(task: &Task) -> Self {
        let heads = Heads {
            predicates: task.predicates.len(),
            functions: task.functions.len(),
            operators: task.actions.len() + 2 * task.durative_actions.len() + task.timed_literals.len(),
        };
        let mut operators = Vec::with_capacity(heads.operators);
        for (index, action) in task.actions.iter().enumerate() {
            let mut translator = Translator::new(task);
            let (parameters, _) = translator.enter(&action.parameters);
            let condition = translator.cond(&action.precondition, true);
            let effects = action.effects.iter().filter(|e| has_instances(task, e));
            let effects = effects.map(|e| effect(&mut translator, e, heads)).collect();
            operators.push(operator(
                task,
                Source::Action(stepguard_task::ActionId::new(index)),
                translator,
                parameters.len(),
                condition,
                effects,
            ));
        }
        for (index, action) in task.durative_actions.iter().enumerate() {
            for end in [false, true] {
                let mut translator = Translator::new(task);
                let (parameters, _) = translator.enter(&action.parameters);
                if let Some((_, _, value)) = action.duration.iter().find(|d| d.1 == CompareOp::Equal) {
                    translator.duration = translator.num(value);
                }
                let mut conditions = Vec::new();
                if end {
                    conditions.push(Cond::Literal(Literal {
                        head: heads.operator(operators.len() - 1),
                        arguments: parameters.iter().map(|v| Arg::Var(*v)).collect(),
                        positive: true,
                    }));
                }
                for (when, formula) in &action.conditions {
                    if (*when == TimeSpec::Start) != end {
                        conditions.push(translator.cond(formula, true));
                    }
                }
                // What changes all the while may be read from the start on.
                let effects = action.effects.iter().filter(|(when, _)| (*when == TimeSpec::End) == end);
                let effects = effects.filter(|(_, e)| has_instances(task, e));
                let effects = effects.map(|(_, e)| effect(&mut translator, e, heads)).collect();
                let source = if end { Source::DurativeEnd(index) } else { Source::DurativeStart(index) };
                operators.push(operator(task, source, translator, parameters.len(), Cond::All(conditions), effects));
            }
        }
        for (index, timed) in task.timed_literals.iter().enumerate() {
            let translator = Translator::new(task);
            let effects = vec![Effect {
                variables: Vec::new(),
                condition: None,
                change: change(&translator, &timed.change, heads),
            }];
            operators.push(operator(task, Source::Timed(index), translator, 0, Cond::TRUE, effects));
        }

        let derivations = task.derived.iter().map(|rule| {
            let mut translator = Translator::new(task);
            let (parameters, _) = translator.enter(&rule.parameters);
            let body = translator.cond(&rule.body, true);
            let head = Heads::predicate(rule.predicate);
            Derivation { head, types: translator.types, parameters: parameters.len(), body }
        });
        let derivations = derivations.collect();

        let mut assigned = vec![false; task.functions.len()];
        for effect in operators.iter().flat_map(|o| &o.effects) {
            if let Change::Number { op: AssignOp::Assign, function, .. } = &effect.change {
                assigned[function.index()] = true;
            }
        }
        Self { heads, operators, derivations, assigned }
    }
}

fn operator(
    task: &Task,
    source: Source,
    translator: Translator<'_>,
    parameters: usize,
    condition: Cond,
    effects: Vec<Effect>,
) -> Operator {
    let mut conditions = vec![condition];
    for effect in &effects {
        // A number that has no value yet cannot be read: the step cannot run. A cost that was left out counts as nothing.
        if let Effect { variables, condition: None, change: Change::Number { op, function, arguments, value } } = effect
            && variables.is_empty()
            && task.total_cost != Some(*function)
        {
            if *op != AssignOp::Assign {
                conditions.push(Cond::Defined(*function, arguments.clone()));
            }
            defined(value, task, &mut conditions);
        }
    }
    let condition = if conditions.len() == 1 { conditions.swap_remove(0) } else { Cond::All(conditions) };
    Operator { source, types: translator.types, parameters, condition, effects }
}

fn defined(value: &Num, task: &Task, conditions: &mut Vec<Cond>) {
    match value {
        Num::Fluent(function, arguments) if task.total_cost != Some(*function) => {
            conditions.push(Cond::Defined(*function, arguments.clone()));
        }
        Num::Op(_, operands) => operands.iter().for_each(|n| defined(n, task, conditions)),
        Num::Fluent(..) | Num::Constant(_) | Num::Unknown => {}
    }
}

/// Whether a `forall` effect ranges over anything at all.
fn has_instances(task: &Task, effect: &TaskEffect) -> bool {
    effect.variables.iter().all(|variable| !task.members(variable.ty).is_empty())
}

fn effect(translator: &mut Translator<'_>, effect: &TaskEffect, heads: Heads) -> Effect {
    let (variables, before) = translator.enter(&effect.variables);
    let condition = effect.condition.as_ref().map(|c| translator.cond(c, true));
    let change = change(translator, &effect.change, heads);
    translator.leave(&effect.variables, before);
    Effect { variables, condition, change }
}

fn change(translator: &Translator<'_>, change: &TaskChange, heads: Heads) -> Change {
    match change {
        TaskChange::Add(predicate, arguments) | TaskChange::Delete(predicate, arguments) => Change::Literal(Literal {
            head: Heads::predicate(*predicate),
            arguments: translator.args(arguments),
            positive: matches!(change, TaskChange::Add(..)),
        }),
        TaskChange::Number(op, function, arguments, value) => Change::Number {
            op: *op,
            function: *function,
            arguments: translator.args(arguments),
            value: translator.num(value),
        },
        TaskChange::Object(function, arguments, Some(value)) => {
            let mut arguments = translator.args(arguments).into_vec();
            arguments.push(translator.arg(value));
            Change::Literal(Literal {
                head: heads.function(*function),
                arguments: arguments.into_boxed_slice(),
                positive: true,
            })
        }
        // The value it has, whichever that is, is its value no longer.
        TaskChange::Object(function, arguments, None) => {
            let arguments = translator.args(arguments);
            let value = Arg::Fluent(*function, arguments.clone());
            Change::Literal(Literal {
                head: heads.function(*function),
                arguments: arguments.into_vec().into_iter().chain([value]).collect(),
                positive: false,
            })
        }
    }
}
