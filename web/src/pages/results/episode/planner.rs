//! What the planner said in a round: what it sees, what it thinks, its plan in words and as actions with what ran of them, and
//! the answer as it came.

use stepguard_report::results::RoundView;
use yew::prelude::*;

use crate::state::episode::{marked, planned};
use crate::ui::icon::icon;

/// The panel's body.
pub(super) fn panel(round: &RoundView, phrases: &[&str], search: &str) -> Html {
    let part = |title: &'static str, text: &Option<String>| {
        let text = text.as_deref().filter(|text| !text.trim().is_empty());
        html! {
            if let Some(text) = text {
                <div><h3>{ title }</h3><p class="said">{ words(text, phrases, search) }</p></div>
            }
        }
    };
    let length = round.raw.chars().count();
    // What was searched for and stands in none of the parts is shown in the answer as it came.
    let has = |text: &str| marked(text, &[], search).iter().any(|piece| piece.hit);
    let open =
        has(&round.raw) && ![&round.sees, &round.reasoning, &round.plan].into_iter().flatten().any(|text| has(text));
    html! {
        <div class="planner-says">
            if !round.readable {
                <p class="small">{ icon("warning") }{ " The answer is no JSON of the agreed form: it counts as an invalid action, and the planner is asked again." }</p>
            }
            { part("What it sees", &round.sees) }
            { part("Reasoning and reflection", &round.reasoning) }
            { part("Plan in words", &round.plan) }
            { plan(round) }
            if length > 0 {
                <details class="raw-answer" {open}>
                    <summary>{ format!("Raw answer ({}{length} characters)", if round.readable { "JSON, " } else { "" }) }</summary>
                    <pre class="raw" tabindex="0" aria-label="The raw answer">{ words(&round.raw, phrases, search) }</pre>
                </details>
            }
        </div>
    }
}

/// A text with its marks.
fn words(text: &str, phrases: &[&str], search: &str) -> Html {
    marked(text, phrases, search)
        .into_iter()
        .map(|piece| match (piece.proof, piece.hit) {
            (false, false) => html! { { piece.text } },
            (proof, hit) => html! {
                <mark class={classes!(proof.then_some("proves"), hit.then_some("hit"))}>{ piece.text }</mark>
            },
        })
        .collect()
}

fn plan(round: &RoundView) -> Html {
    let actions = planned(round);
    if actions.is_empty() {
        return html! { <div><h3>{ "Executable plan" }</h3><p class="mute">{ if round.readable { "empty" } else { "none could be read" } }</p></div> };
    }
    let reached = actions.iter().filter(|(_, ran)| ran.is_some()).count();
    let told = format!("{} of {} taken", reached, actions.len());
    html! {
        <div>
            <h3>{ "Executable plan " }<span class="plain">{ told }</span></h3>
            <ol class="executable" tabindex="0" aria-label="Executable plan">
                { for actions.into_iter().map(|(words, ran)| {
                    let (class, name, said) = match ran {
                        Some(true) => ("good", "check", "ran"),
                        Some(false) => ("bad", "cross", "invalid"),
                        None => ("mute", "minus", "not reached"),
                    };
                    html! { <li><code>{ words }</code><span class={class} title={said}>{ icon(name) }<span class="hidden-visually">{ said }</span></span></li> }
                }) }
            </ol>
        </div>
    }
}
