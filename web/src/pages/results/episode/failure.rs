//! Why the episode failed: the class with its rule, the evidence as links, why it is not another class, and the truth where the
//! agent errs on purpose.

use std::rc::Rc;

use stepguard_embodied::show::EpisodeShow;
use stepguard_report::results::ErrorView;
use yew::prelude::*;

use crate::state::episode::{Place, Proof, Track};
use crate::state::episode_words::{group, name, rule, truth, why_not};
use crate::ui::icon::icon;

/// The card's body.
pub(super) fn body(
    show: &EpisodeShow,
    error: &ErrorView,
    track: &Rc<Track>,
    proof: &Proof,
    on_column: &Callback<usize>,
) -> Html {
    let person = rule(error).is_none();
    let rule_words = rule(error).unwrap_or_else(|| "no rule decides".to_owned());
    html! {
        <div class="failure">
            <p class="failure-class">
                <span class="strong">{ if person { icon("person") } else { icon("search") } }{ " " }{ name(&error.class) }</span>
                { " " }<span class="mute small">{ rule_words }if !group(&error.group).is_empty() { { ", " }{ group(&error.group) } }</span>
            </p>
            <p>{ &error.why }</p>
            if person {
                <p class="small mute">{ "What an agent saw wrongly is not on record. A person who reads the reasoning beside the drawing can tell; the program does not guess." }</p>
            }
            { evidence(track, proof, on_column) }
            { for show.truth.as_deref().map(|known| {
                let (agrees, words) = truth(error, known);
                let (class, mark) = match agrees {
                    Some(true) => ("good", "check"),
                    Some(false) => ("bad", "cross"),
                    None => ("mute", "info"),
                };
                html! { <p class="small truth"><span class={class}>{ icon(mark) }</span>{ words }</p> }
            }) }
            <details class="why-not">
                <summary>{ if person { "What the rules ask for" } else { "Why not another class?" } }</summary>
                <dl>
                    { for why_not(error).into_iter().map(|(class, words)| html! { <><dt>{ class.name }</dt><dd>{ words }</dd></> }) }
                </dl>
            </details>
        </div>
    }
}

fn evidence(track: &Rc<Track>, proof: &Proof, on_column: &Callback<usize>) -> Html {
    let link = |place: Place, words: String| {
        let (track, on_column) = (Rc::clone(track), on_column.clone());
        let onclick = Callback::from(move |_: MouseEvent| on_column.emit(track.column(place, &Proof::default())));
        html! { <button type="button" class="link-button" {onclick}>{ words }</button> }
    };
    let steps = proof.runs().into_iter().map(|run| {
        let words = match run.end - run.start {
            1 => format!("step {}", run.start),
            2 => format!("steps {} and {}", run.start, run.start + 1),
            _ => format!("steps {} to {}", run.start, run.end - 1),
        };
        html! { <li>{ link(Place::Step(run.start), words) }</li> }
    });
    let phrases = proof.phrases.iter().map(|(round, words)| {
        let cut: String = words.chars().take(160).collect();
        let end = if cut.len() < words.len() { "\u{2026}" } else { "" };
        html! { <li>{ link(Place::Round(*round), format!("round {round}")) }{ format!(": \u{201c}{cut}{end}\u{201d}") }</li> }
    });
    if proof.steps.is_empty() && proof.phrases.is_empty() {
        return Html::default();
    }
    html! { <div><h3>{ "Evidence" }</h3><ul class="evidence-list">{ for steps }{ for phrases }</ul></div> }
}
