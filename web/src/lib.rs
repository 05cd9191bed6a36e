//! The page: draws reports and edits texts. Knows the report's shape and nothing of how a report is computed: that is
//! the worker's.

pub mod app;
pub mod bridge;
pub mod pages;
pub mod reading;
pub mod state;
pub mod ui;

#[cfg(any(feature = "app", feature = "pages", feature = "evaluate", feature = "results"))]
use wasm_bindgen::prelude::wasm_bindgen;

/// Draws the page in place of the words that stood there while it was loading.
#[cfg(feature = "app")]
#[wasm_bindgen(start)]
pub fn start() {
    if let Some(root) = gloo::utils::document().get_element_by_id("app") {
        root.set_inner_html("");
        yew::Renderer::<app::App>::with_root(root).render();
    }
}

/// Draws the pages that are fetched when they are opened into their place on the page.
#[cfg(all(feature = "pages", not(feature = "app")))]
#[wasm_bindgen(start)]
pub fn start() {
    if let Some(root) = gloo::utils::document().get_element_by_id("pages") {
        root.set_inner_html("");
        yew::Renderer::<pages::Opened>::with_root(root).render();
    }
}

/// Draws the page Evaluate into its place.
#[cfg(all(feature = "evaluate", not(any(feature = "app", feature = "pages"))))]
#[wasm_bindgen(start)]
pub fn start() {
    if let Some(root) = gloo::utils::document().get_element_by_id("evaluation") {
        root.set_inner_html("");
        yew::Renderer::<pages::evaluate::Evaluate>::with_root(root).render();
    }
}

/// Draws the page Results into its place.
#[cfg(all(feature = "results", not(any(feature = "app", feature = "pages", feature = "evaluate"))))]
#[wasm_bindgen(start)]
pub fn start() {
    if let Some(root) = gloo::utils::document().get_element_by_id("results-page") {
        root.set_inner_html("");
        yew::Renderer::<pages::results::Results>::with_root(root).render();
    }
}
