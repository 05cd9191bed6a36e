//! Words shared by the categories: names of steps and literals, lists, and the text that explains a category.

use crate::kind::Category;
use stepguard_task::{ActionId, Task};
use stepguard_verify::{Environment, Literal, Trace};

/// A category as it is explained: on the page, and by `stepguard explain`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CategoryText {
    /// Which.
    pub category: Category,
    /// Its name for people.
    pub title: &'static str,
    /// In a few words.
    pub short: &'static str,
    /// In a paragraph: what it means, and how it is told from its neighbours.
    pub long: &'static str,
    /// A small example.
    pub example: &'static str,
}

/// The text of a category.
#[must_use]
pub const fn category_text(category: Category) -> &'static CategoryText {
    match category {
        Category::Grammar => &crate::grammar::TEXT,
        Category::Affordance => &crate::affordance::TEXT,
        Category::WrongTemporalOrder => &crate::wrong_order::TEXT,
        Category::MissingStep => &crate::missing_step::TEXT,
        Category::AdditionalStep => &crate::additional_step::TEXT,
        Category::UnmetGoal => &crate::unmet_goal::TEXT,
    }
}

/// Puts names of the task into sentences.
pub(crate) struct Words<'t> {
    pub(crate) task: &'t Task,
}

impl Words<'_> {
    /// `(open fridge)` or `(not (open fridge))`.
    pub(crate) fn literal(&self, literal: &Literal<'_>) -> String {
        let mut out = String::new();
        if !literal.positive {
            out.push_str("(not ");
        }
        self.task.write_formula(&mut out, literal.formula, literal.env.as_slice());
        if !literal.positive {
            out.push(')');
        }
        out
    }

    /// `(open fridge)`: an action with its arguments.
    pub(crate) fn action(&self, action: ActionId, env: &Environment) -> String {
        let action = &self.task.actions[action.index()];
        let mut out = format!("({}", self.task.name(action.name));
        for parameter in &action.parameters {
            out.push(' ');
            out.push_str(self.task.object_name(env.get(parameter.slot)));
        }
        out.push(')');
        out
    }

    /// The action's name of a step.
    pub(crate) fn verb(&self, trace: &Trace<'_>, step: usize) -> String {
        trace.steps[step].action.as_ref().map_or_else(
            || format!("step {}", step + 1),
            |(action, _)| self.task.name(self.task.actions[action.index()].name).to_owned(),
        )
    }

    /// `step 3 (open fridge)`.
    pub(crate) fn step(&self, trace: &Trace<'_>, step: usize) -> String {
        match &trace.steps[step].action {
            Some((action, env)) => format!("step {} {}", step + 1, self.action(*action, env)),
            None => format!("step {}", step + 1),
        }
    }
}

/// Stretches of states that are told one by one.
const MOST_STRETCHES: usize = 12;

/// `state 2`, `states 0 to 2`, `states 0 to 2 and 5`.
pub(crate) fn states(states: &[u32]) -> String {
    let parts: Vec<String> = stepguard_verify::held_intervals(states.iter().copied())
        .into_iter()
        .map(|(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") })
        .collect();
    if parts.len() > MOST_STRETCHES {
        let shown = parts[..MOST_STRETCHES].join(", ");
        return format!("states {shown} and {} later times", parts.len() - MOST_STRETCHES);
    }
    let noun = if states.len() == 1 { "state" } else { "states" };
    match parts.split_last() {
        None => "no state".to_owned(),
        Some((last, [])) => format!("{noun} {last}"),
        Some((last, front)) => format!("{noun} {} and {last}", front.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_read_as_words() {
        assert_eq!(states(&[]), "no state");
        assert_eq!(states(&[2]), "state 2");
        assert_eq!(states(&[0, 1, 2]), "states 0 to 2");
        assert_eq!(states(&[0, 1, 2, 5]), "states 0 to 2 and 5");
    }

    #[test]
    fn every_category_is_explained() {
        for category in Category::ALL {
            let text = category_text(category);
            assert_eq!(text.category, category);
            assert!(text.long.len() > 100 && !text.example.is_empty(), "{}", text.title);
        }
    }
}
