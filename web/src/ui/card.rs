//! A card: a heading, controls beside it, and a body. On phones it is a section that opens and closes, and its closed line
//! says its result; on wide screens it is always open, unless it may be closed there as well.

use yew::prelude::*;

/// What a card is given.
#[derive(Properties, Clone, PartialEq)]
pub struct CardProps {
    /// Its identifier, for links and for the heading.
    pub id: &'static str,
    /// Its heading.
    pub title: AttrValue,
    /// A remark beside the heading.
    #[prop_or_default]
    pub remark: Html,
    /// Controls at the far end of the heading's line.
    #[prop_or_default]
    pub controls: Html,
    /// The closed card's result.
    #[prop_or_default]
    pub digest: AttrValue,
    /// Laid out for a phone.
    pub phone: bool,
    /// Whether it begins open on a phone.
    #[prop_or(true)]
    pub begins_open: bool,
    /// Whether it may be closed at any width, and begins so.
    #[prop_or_default]
    pub closes: bool,
    /// It was opened or closed.
    #[prop_or_default]
    pub on_toggle: Callback<bool>,
    /// More classes.
    #[prop_or_default]
    pub class: Classes,
    /// Its body.
    #[prop_or_default]
    pub children: Children,
}

/// A card.
#[component]
pub fn Card(props: &CardProps) -> Html {
    let opened = use_state_eq(|| props.begins_open && !props.closes);
    let toggles = props.phone || props.closes;
    let open = !toggles || *opened;
    let toggle = {
        let (opened, on_toggle) = (opened.clone(), props.on_toggle.clone());
        Callback::from(move |_: MouseEvent| {
            let next = !*opened;
            opened.set(next);
            on_toggle.emit(next);
        })
    };
    let heading_id = format!("{}-heading", props.id);
    let body_id = format!("{}-body", props.id);
    let heading = if toggles {
        html! {
            <button type="button" class="card-toggle" aria-expanded={open.to_string()} aria-controls={body_id.clone()} onclick={toggle}>
                { &props.title }
            </button>
        }
    } else {
        html! { { &props.title } }
    };
    html! {
        <section id={props.id} class={classes!("card", open.then_some("open"), props.class.clone())} aria-labelledby={heading_id.clone()} tabindex="-1">
            <div class="card-head">
                <h2 id={heading_id}>{ heading }</h2>
                { props.remark.clone() }
                if open {
                    <span class="grow"></span>
                    { props.controls.clone() }
                } else if !props.digest.is_empty() {
                    <span class="card-digest small mute">{ &props.digest }</span>
                }
            </div>
            <div id={body_id} class="card-body" hidden={!open}>{ props.children.clone() }</div>
        </section>
    }
}
