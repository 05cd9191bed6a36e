//! A button that opens a list of choices. Escape and a click elsewhere close it; arrows, Home and End move in it.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

use super::hooks::focus;
use super::icon::icon;

/// A choice of a menu.
#[derive(Clone, PartialEq)]
pub struct Item {
    /// Its title.
    pub title: AttrValue,
    /// A line below it.
    pub lesson: AttrValue,
    /// Marks beside the title.
    pub labels: Html,
    /// What choosing it emits.
    pub value: AttrValue,
}

/// What a menu is given.
#[derive(Properties, Clone, PartialEq)]
pub struct MenuProps {
    /// Its identifier.
    pub id: &'static str,
    /// The button's word.
    pub title: AttrValue,
    /// Headings with their choices.
    pub groups: Vec<(AttrValue, Vec<Item>)>,
    /// A choice was made.
    pub on_choose: Callback<AttrValue>,
    /// It was opened.
    #[prop_or_default]
    pub on_open: Callback<()>,
    /// More classes of the button.
    #[prop_or_default]
    pub class: Classes,
}

/// A menu.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let open = use_state_eq(|| false);
    let anchor = use_node_ref();
    let button = use_node_ref();
    let list = use_node_ref();
    {
        let (open_now, anchor) = (open.clone(), anchor.clone());
        use_effect_with(*open, move |is_open| {
            let listener = is_open.then(|| {
                EventListener::new(&gloo::utils::document(), "pointerdown", move |event| {
                    let inside = event
                        .target()
                        .and_then(|target| target.dyn_into::<Node>().ok())
                        .zip(anchor.cast::<Node>())
                        .is_some_and(|(target, anchor)| anchor.contains(Some(&target)));
                    if !inside {
                        open_now.set(false);
                    }
                })
            });
            move || drop(listener)
        });
    }
    {
        let list = list.clone();
        let filled = !props.groups.is_empty();
        use_effect_with((*open, filled), move |(is_open, _)| {
            if *is_open {
                step(&list, |_, _| 0);
            }
        });
    }
    let onclick = {
        let (open, on_open) = (open.clone(), props.on_open.clone());
        Callback::from(move |_: MouseEvent| {
            if !*open {
                on_open.emit(());
            }
            open.set(!*open);
        })
    };
    let onkeydown = {
        let (open, list, button) = (open.clone(), list.clone(), button.clone());
        Callback::from(move |event: KeyboardEvent| {
            if !*open {
                return;
            }
            match event.key().as_str() {
                "Escape" => {
                    open.set(false);
                    focus(&button);
                }
                "ArrowDown" => step(&list, |at, count| (at + 1) % count),
                "ArrowUp" => step(&list, |at, count| (at + count - 1) % count),
                "Home" => step(&list, |_, _| 0),
                "End" => step(&list, |_, count| count - 1),
                "Tab" => {
                    open.set(false);
                    return;
                }
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let choose = {
        let (open, button, on_choose) = (open.clone(), button.clone(), props.on_choose.clone());
        Callback::from(move |event: MouseEvent| {
            let item =
                event.target_dyn_into::<Element>().and_then(|element| element.closest("[data-value]").ok().flatten());
            if let Some(value) = item.and_then(|item| item.get_attribute("data-value")) {
                open.set(false);
                focus(&button);
                on_choose.emit(value.into());
            }
        })
    };
    let list_id = format!("{}-list", props.id);
    html! {
        <div class="menu-anchor" ref={anchor} {onkeydown}>
            <button type="button" ref={button} id={props.id} class={classes!("button", props.class.clone())}
                aria-haspopup="menu" aria-expanded={open.to_string()} aria-controls={list_id.clone()} {onclick}>
                { &props.title }{ icon("chevron") }
            </button>
            if *open {
                <div class="menu" ref={list} id={list_id} role="menu" aria-labelledby={props.id} onclick={choose}>
                    { for props.groups.iter().map(|(title, items)| html! {
                        <div class="menu-group" role="group" aria-label={title.clone()}>
                            <h3 role="presentation">{ title }</h3>
                            { for items.iter().map(|item| html! {
                                <button type="button" role="menuitem" tabindex="-1" class="menu-item" data-value={item.value.clone()}>
                                    <span class="labels">{ item.labels.clone() }</span>
                                    <span class="strong">{ &item.title }</span>
                                    <span class="lesson">{ &item.lesson }</span>
                                </button>
                            }) }
                        </div>
                    }) }
                    if props.groups.is_empty() {
                        <p class="mute small">{ "Loading…" }</p>
                    }
                </div>
            }
        </div>
    }
}

/// Moves the focus within the list.
fn step(list: &NodeRef, next: impl FnOnce(usize, usize) -> usize) {
    let Some(list) = list.cast::<Element>() else { return };
    let Ok(items) = list.query_selector_all("[role=menuitem]") else { return };
    let items: Vec<HtmlElement> =
        (0..items.length()).filter_map(|index| items.get(index)?.dyn_into::<HtmlElement>().ok()).collect();
    if items.is_empty() {
        return;
    }
    let active = gloo::utils::document().active_element();
    let at = items.iter().position(|item| active.as_ref() == Some(item.unchecked_ref::<Element>()));
    let target = match at {
        Some(at) => next(at, items.len()),
        None => next(items.len() - 1, items.len()).min(items.len() - 1),
    };
    if let Some(item) = items.get(target) {
        // The focus stays where it is when the item has just gone.
        drop(item.focus());
    }
}
