//! Affordance: the object can never be used that way.

use crate::finding::Finding;
use crate::kind::{Category, Kind};
use crate::words::{CategoryText, Words};
use stepguard_task::{FormulaKind, Task};
use stepguard_verify::Trace;

pub(crate) const TEXT: CategoryText = CategoryText {
    category: Category::Affordance,
    title: "Affordance",
    short: "this object can never be used so",
    long: "What the step needs can become true by no sequence of actions: the object is of the wrong type, it lacks a \
           property that nothing can give it, or the step contradicts itself. Whether a fact can ever come true is computed \
           from the start by letting every action add facts and none take them away; what cannot be reached even so can \
           never be reached.",
    example: "(toggle-on spoon): spoon is no appliance, and no action makes it one.",
};

/// An argument that does not fit its parameter's type.
pub(crate) fn wrong_type<'t>(task: &'t Task, trace: &Trace<'t>, step: usize, position: usize) -> Finding<'t> {
    let mut finding = Finding::new(Kind::WrongType, Some(step));
    if let Some((action, env)) = &trace.steps[step].action {
        let action = &task.actions[action.index()];
        let parameter = action.parameters[position];
        let object = env.get(parameter.slot);
        let (name, has) = (task.object_name(object), task.type_text(task.objects[object.index()].ty));
        let wants = task.type_text(parameter.ty);
        let verb = task.name(action.name);
        finding.message = format!(
            "{verb} needs an object of type {wants} as ?{}, and {name} is of type {has}",
            task.name(parameter.name)
        );
        let fitting = task.members(parameter.ty);
        let names: Vec<&str> = fitting.iter().take(4).map(|object| task.object_name(*object)).collect();
        finding.help = match names.as_slice() {
            [] => format!("This scenario has no object of type {wants}: the action cannot be used here."),
            [one] => format!("The only object of type {wants} is {one}."),
            [front @ .., last] => {
                let more = if fitting.len() > names.len() { ", ..." } else { "" };
                format!("Objects of type {wants} are {} and {last}{more}.", front.join(", "))
            }
        };
        finding.why_not =
            vec![(Category::MissingStep, format!("no step can change the type of {name}; types never change"))];
    }
    finding
}

pub(crate) fn word(words: &Words<'_>, trace: &Trace<'_>, finding: &mut Finding<'_>) {
    let Some(step) = finding.step else { return };
    let verb = words.verb(trace, step);
    match finding.kind {
        Kind::ConflictingEffects => {
            finding.message = format!("{verb} would give one fluent two values that do not combine");
            finding.help =
                "Within one step increases and decreases add up; an assignment beside any other change contradicts it."
                    .to_owned();
            finding.why_not = vec![(
                Category::MissingStep,
                "no step before it can keep its own effects from contradicting".to_owned(),
            )];
        }
        Kind::DivisionByZero => {
            finding.message = format!("{verb} divides by zero");
            finding.help = "A value without a quotient is no value, so the step cannot run.".to_owned();
            finding.why_not = vec![(
                Category::MissingStep,
                "a division by zero is told apart from a value that is merely too small".to_owned(),
            )];
        }
        Kind::LacksProperty => {
            let Some(labelled) = finding.main_literal() else { return };
            let (text, literal) = (labelled.text.clone(), labelled.literal.clone());
            let (held, established) = (labelled.held_in.is_empty(), labelled.established_by.is_none());
            finding.message = format!("{verb} needs {text}, which no sequence of actions can make true");
            finding.help = match &literal.formula.kind {
                FormulaKind::Atom(predicate, _) if words.task.predicates[predicate.index()].is_static => {
                    let name = words.task.name(words.task.predicates[predicate.index()].name);
                    if literal.positive {
                        format!(
                            "No action changes {name}, and the scenario does not start with {text}. Use an object that \
                             has it."
                        )
                    } else {
                        format!("No action changes {name}, and the scenario starts with it. Use another object.")
                    }
                }
                _ => "Even if no action ever took anything away, it could not be reached from the start. Use another \
                      object or another action."
                    .to_owned(),
            };
            finding.why_not =
                vec![(Category::MissingStep, format!("there is no step to insert: nothing can make {text} true"))];
            if held && established {
                finding.why_not.push((
                    Category::WrongTemporalOrder,
                    "it held in no earlier state, and no later step that runs makes it true".to_owned(),
                ));
            }
        }
        // Worded where it was found.
        _ => {}
    }
}
