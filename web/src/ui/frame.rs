//! The frame of every page: the header with the pages, the page's own tools and the theme.

use wasm_bindgen::JsCast;
use web_sys::Node;
use yew::prelude::*;

use super::icon::icon;
use crate::bridge::theme::Theme;
use crate::state::route::{PAGES, Page};

/// What the frame is given.
#[derive(Properties, Clone, PartialEq)]
pub struct FrameProps {
    /// The page that is shown.
    pub page: Page,
    /// The page's tools in the header.
    #[prop_or_default]
    pub tools: Html,
    /// Another page was chosen.
    pub on_page: Callback<Page>,
}

/// The header.
#[component]
pub fn Header(props: &FrameProps) -> Html {
    let theme = use_state_eq(Theme::load);
    let next = {
        let theme = theme.clone();
        Callback::from(move |_: MouseEvent| {
            let next = theme.next();
            next.apply();
            theme.set(next);
        })
    };
    let theme_icon = match *theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let open = use_state_eq(|| false);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let shut = {
        let open = open.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                open.set(false);
            }
        })
    };
    let leave = {
        let open = open.clone();
        Callback::from(move |event: FocusEvent| {
            let around = event.current_target().and_then(|target| target.dyn_into::<Node>().ok());
            let next = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
            if let (Some(around), Some(next)) = (around, next)
                && !around.contains(Some(&next))
            {
                open.set(false);
            }
        })
    };
    let here = PAGES.into_iter().find(|(page, ..)| *page == props.page).map_or("", |(_, name, _)| name);
    let link = |(page, name, path): (Page, &'static str, &'static str)| {
        let (on_page, open) = (props.on_page.clone(), open.clone());
        let onclick = Callback::from(move |event: MouseEvent| {
            open.set(false);
            // A click that asks for another tab or window is the browser's, and so is the way to a page that listens to the
            // address itself.
            if !(event.ctrl_key() || event.meta_key() || event.shift_key() || page.is_fetched()) {
                event.prevent_default();
                on_page.emit(page);
            }
        });
        html! { <a href={format!("#/{path}")} aria-current={(props.page == page).then_some("page")} {onclick}>{ name }</a> }
    };
    // The page Check keeps its header while another page is shown: each has an identifier of its own.
    let links = format!(
        "page-links-{}",
        PAGES.into_iter().find(|(page, ..)| *page == props.page).map_or("", |(_, _, path)| path)
    );
    let home = {
        let on_page = props.on_page.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            on_page.emit(Page::Check);
        })
    };
    html! {
        <header class="top">
            <a class="logo" href="#/check" onclick={home} aria-label="Stepguard, to the Check page">
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 20h5v-5h5v-5h5V5h3" /><path class="slash" d="M3 14l4-4" /></svg>
                <span>{ "Stepguard" }</span>
            </a>
            <nav aria-label="Pages" onkeydown={shut} onfocusout={leave}>
                <button type="button" class="button phone-only" aria-expanded={open.to_string()} aria-controls={links.clone()} onclick={toggle}>
                    <span class="hidden-visually">{ "Pages, now " }</span>{ here }{ icon("chevron") }
                </button>
                <div id={links} class={classes!("page-links", open.then_some("open"))}>{ for PAGES.into_iter().map(link) }</div>
            </nav>
            <span class="grow"></span>
            <span class="private wide-only">{ icon("lock") }{ "Nothing leaves your browser" }</span>
            { props.tools.clone() }
            <button type="button" class="button" onclick={next} aria-label={theme.label()} title={theme.label()}>{ icon(theme_icon) }</button>
        </header>
    }
}
