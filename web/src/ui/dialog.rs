//! A modal dialog on the browser's own element, which keeps the focus inside, closes on Escape and gives the focus back.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::icon::icon;

/// What a dialog is given.
#[derive(Properties, Clone, PartialEq)]
pub struct DialogProps {
    /// Its identifier.
    pub id: &'static str,
    /// Its heading.
    pub title: AttrValue,
    /// It was closed.
    pub on_close: Callback<()>,
    /// Its body.
    pub children: Children,
}

/// A dialog that is open as long as it is drawn.
#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            let element = node.cast::<HtmlDialogElement>();
            if let Some(element) = &element {
                // Refused only where it is open already.
                drop(element.show_modal());
            }
            move || {
                if let Some(element) = element {
                    element.close();
                }
            }
        });
    }
    let onclose = props.on_close.reform(|_: Event| ());
    let close = {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(element) = node.cast::<HtmlDialogElement>() {
                element.close();
            }
        })
    };
    // A click on the backdrop is a click on the dialog itself, outside of what is in it.
    let onclick = {
        let node = node.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(element) = node.cast::<HtmlDialogElement>()
                && event.target_dyn_into::<HtmlDialogElement>().is_some()
            {
                element.close();
            }
        })
    };
    let heading = format!("{}-heading", props.id);
    html! {
        <dialog ref={node} id={props.id} aria-labelledby={heading.clone()} {onclose} {onclick}>
            <div class="dialog-head">
                <h2 id={heading}>{ &props.title }</h2>
                <button type="button" class="button quiet" aria-label="Close" onclick={close}>{ icon("close") }</button>
            </div>
            <div class="dialog-body">{ props.children.clone() }</div>
        </dialog>
    }
}
