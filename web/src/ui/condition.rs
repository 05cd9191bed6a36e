//! A condition as a tree: every node says whether it holds, and a failing literal tells its history.

use stepguard_report::view::{ConditionKind, ConditionView, LiteralLabel};
use yew::prelude::*;

use super::icon::icon;
use super::labels::category;
use crate::state::history::states_in_words;

/// Deeper nodes are written as text: nobody reads them, and every level costs stack.
const DEPTH: usize = 40;

/// What a tree is given.
#[derive(Clone, Copy)]
pub struct Tree<'a> {
    /// What is known about the failing literals.
    pub literals: &'a [LiteralLabel],
    /// The state that the condition is read in.
    pub state: u32,
    /// The step whose condition it is.
    pub step: u32,
    /// A step was chosen.
    pub on_step: &'a Callback<u32>,
}

impl Tree<'_> {
    /// Draws a condition.
    pub fn draw(&self, condition: &ConditionView) -> Html {
        html! { <ul class="tree">{ self.node(condition, 0) }</ul> }
    }

    fn node(&self, node: &ConditionView, depth: usize) -> Html {
        let (class, name, word) = match node.holds {
            Some(true) => ("good", "check", "holds"),
            Some(false) => ("bad strong", "cross", "fails"),
            None => ("warn strong", "unknown", "undefined"),
        };
        let group = match node.kind {
            ConditionKind::And if node.children.is_empty() && node.omitted == 0 => Some("nothing is needed"),
            ConditionKind::And => Some("and"),
            ConditionKind::Or => Some("or: one is enough"),
            ConditionKind::Imply => Some("if the first, then the second"),
            ConditionKind::Not
                if !matches!(node.children.as_slice(), [] | [ConditionView { kind: ConditionKind::Literal, .. }]) =>
            {
                Some("not")
            }
            ConditionKind::Preference => Some("preference: advice, never fails"),
            _ => None,
        };
        let mark = html! { <>{ icon(name) }<span class="hidden-visually">{ word }{ ": " }</span></> };
        let inner = || {
            let listed = depth < DEPTH
                && (group.is_some() || matches!(node.kind, ConditionKind::Forall | ConditionKind::Exists));
            let omitted = (node.omitted > 0).then(|| {
                let rest =
                    format!("{} more, not listed", crate::state::words::count(node.omitted as usize, "instance"));
                html! { <li class="mute">{ rest }</li> }
            });
            if listed && (!node.children.is_empty() || omitted.is_some()) {
                html! { <ul>{ for node.children.iter().map(|child| self.node(child, depth + 1)) }{ omitted }</ul> }
            } else {
                Html::default()
            }
        };
        match group {
            Some(group) if depth < DEPTH => html! { <li><span class={class}>{ mark }{ group }</span>{ inner() }</li> },
            _ => html! {
                <li>
                    <span class={class}>{ mark }{ &node.text }</span>
                    if node.holds != Some(true) {
                        { self.evidence(&node.text) }
                    }
                    { inner() }
                </li>
            },
        }
    }

    fn evidence(&self, literal: &str) -> Html {
        let Some(label) = self.literals.iter().find(|label| label.literal == literal) else { return Html::default() };
        html! { <div class="evidence">{ category(label.category) }{ " · " }{ self.history(label) }</div> }
    }

    /// A failing literal's history in words, with links to the steps.
    pub fn history(&self, label: &LiteralLabel) -> Html {
        let held = if label.held_in.is_empty() {
            format!("never held in states 0 to {}", self.state)
        } else if label.held_in.len() == 1 {
            format!("held in state {}", label.held_in[0])
        } else {
            format!("held in states {}", states_in_words(&label.held_in))
        };
        let deleted = label.deleted_by.map(|step| html! { <>{ ", deleted by " }{ step_link(step, self.on_step) }</> });
        let established = label
            .established_by
            .map(|step| html! { <>{ " · made true by " }{ step_link(step, self.on_step) }{ ", too late" }</> });
        let achievable = match label.achievable {
            Some(false) => Some(" · no sequence of actions can make it true"),
            None => Some(" · whether it can become true at all was not decided within the budget"),
            Some(true) if label.established_by.is_none() && label.held_in.is_empty() => {
                Some(" · no step of this plan makes it true")
            }
            Some(true) => None,
        };
        html! { <>{ held }{ deleted }{ established }{ achievable }</> }
    }
}

/// A link to a step.
pub fn step_link(step: u32, on_step: &Callback<u32>) -> Html {
    let onclick = on_step.reform(move |_: MouseEvent| step);
    html! { <button type="button" class="link-button" {onclick}>{ format!("step {step}") }</button> }
}
