//! The live region: says the verdict when it has changed and typing has paused for a second, and nothing else.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// What the live region is given.
#[derive(Properties, Clone, PartialEq)]
pub struct LiveProps {
    /// What is to be said.
    pub words: AttrValue,
    /// Whether it is settled: the verdict is that of the texts as they are.
    pub settled: bool,
}

/// Milliseconds without a change before anything is said.
const PAUSE: u32 = 1000;

/// The live region.
#[component]
pub fn Live(props: &LiveProps) -> Html {
    let said = use_state_eq(AttrValue::default);
    {
        let said = said.setter();
        use_effect_with((props.words.clone(), props.settled), move |(words, settled)| {
            let words = words.clone();
            let timer = settled.then(|| Timeout::new(PAUSE, move || said.set(words)));
            move || drop(timer)
        });
    }
    html! { <div class="hidden-visually" role="status" aria-live="polite">{ &*said }</div> }
}
