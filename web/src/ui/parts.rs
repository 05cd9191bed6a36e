//! Small pieces that the planner's panels share. Functions, not components: each component weighs as much as a page of
//! words.

use yew::prelude::*;

use super::hooks::decimal;

/// A button.
pub fn button(class: &'static str, words: impl Into<AttrValue>, disabled: bool, onclick: Callback<MouseEvent>) -> Html {
    button_of(class, words.into(), disabled, onclick)
}

fn button_of(class: &'static str, words: AttrValue, disabled: bool, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} {disabled} {onclick}>{ words }</button> }
}

/// A paragraph in small print.
pub fn note(words: String) -> Html {
    html! { <p class="small mute">{ words }</p> }
}

/// Names in code, with words before them; nothing where there are none.
pub fn names(words: &'static str, names: &[String]) -> Html {
    if names.is_empty() {
        return Html::default();
    }
    html! { <p class="small mute">{ words }{ for names.iter().map(|each| html! { <><code>{ each }</code>{ " " }</> }) }</p> }
}

/// The steps of a plan.
pub fn steps(plan: &[String]) -> Html {
    html! {
        <ol class="plan-steps" tabindex="0" aria-label="The plan">{ for plan.iter().map(|step| html! { <li><code>{ step }</code></li> }) }</ol>
    }
}

/// What shows that a search goes on: words, how far it is from 0 to 1, and a way to end it.
pub fn searching(words: &'static str, progress: Option<f64>, on_cancel: &Callback<()>) -> Html {
    let cancel = on_cancel.reform(|_: MouseEvent| ());
    html! {
        <div class="searching">
            if !words.is_empty() { <span class="small">{ words }</span> }
            <progress max="100" value={progress.map(|done| decimal(done * 100.0))} aria-label="How far the search is"></progress>
            { button("button compact", "Cancel", false, cancel) }
        </div>
    }
}
