//! The verdict's banner: one line per badge, in one of its fixed forms, and beside it what is going on.

use yew::prelude::*;

use super::hooks::decimal;
use super::labels::{badge, category, marked};
use crate::state::words::{Banner, Beside, Line};
use stepguard_report::view::Source;

/// What the banner is given.
pub struct Verdict<'a> {
    /// What it says.
    pub banner: &'a Banner,
    /// How long the last check took, in milliseconds.
    pub took: Option<f64>,
    /// The place of a line was chosen.
    pub on_place: &'a Callback<Source>,
    /// The check shall stop.
    pub on_cancel: &'a Callback<()>,
    /// One more line below those of the verdict: a badge and a paragraph.
    pub extra: Html,
    /// Buttons below what is going on.
    pub buttons: Html,
}

/// The banner.
pub fn draw(props: Verdict<'_>) -> Html {
    let banner = props.banner;
    let status = match &banner.beside {
        Beside::Nothing => html! { <span class="verdict-status"></span> },
        Beside::Current => {
            let took = props.took.map(|took| {
                if took < 1.0 {
                    "checked in under 1 ms".to_owned()
                } else {
                    format!("checked in {} ms", took.round() as u32)
                }
            });
            html! { <span class="verdict-status">{ took }</span> }
        }
        Beside::Stale(unreadable) => html! {
            <>
                <span class="verdict-status stale">{ "before your last edit" }</span>
                if let Some((place, words)) = unreadable.clone() {
                    <button type="button" class="link-button tiny unreadable" onclick={props.on_place.reform(move |_: MouseEvent| place)}>{ marked(&words) }</button>
                }
            </>
        },
        Beside::Running(progress) => {
            let cancel = props.on_cancel.reform(|_: MouseEvent| ());
            html! {
                <>
                    <span class="verdict-status">{ "checking the texts as they are now" }</span>
                    <progress max="100" value={progress.map(|done| decimal(done * 100.0))} aria-label="How far the check is"></progress>
                    <button type="button" class="button compact" onclick={cancel}>{ "Cancel" }</button>
                </>
            }
        }
    };
    html! {
        <section id="verdict" class={classes!("verdict", format!("tone-{}", banner.tone.class()))} aria-label="Verdict" tabindex="-1">
            <div class="verdict-lines">
                { for banner.lines.iter().map(|line| line_of(line, props.on_place)) }
                { props.extra }
            </div>
            <div class="verdict-side">
                { status }
                { props.buttons }
            </div>
        </section>
    }
}

fn line_of(line: &Line, on_place: &Callback<Source>) -> Html {
    let more = (line.more > 0).then(|| {
        let words = format!("+{} more", line.more);
        html! { <>{ " " }<span class="mute small nowrap">{ words }</span></> }
    });
    let place = line.place.map(|place| {
        let onclick = on_place.reform(move |_: MouseEvent| place);
        let words = format!("{}, line {}", crate::state::words::text_name(place.text), place.start.line);
        html! { <>{ " " }<button type="button" class="link-button small nowrap" {onclick}>{ words }</button></> }
    });
    html! {
        <>
            { badge(line.tone, line.badge) }
            <p>
                if let Some(each) = line.category {
                    { category(each) }{ " " }
                }
                { marked(&line.sentence) }{ more }{ place }
            </p>
        </>
    }
}
