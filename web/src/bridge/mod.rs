//! Everything of the browser that is not a page: the checker's worker, the code editor, files, links, storage, clipboard,
//! downloads and the theme. Offers them in plain Rust types; knows no page and draws nothing but the editor itself.

pub mod address;
pub mod brief;
pub mod clipboard;
pub mod download;
pub mod editor;
pub mod files;
pub mod folders;
pub mod planner;
pub mod replay;
pub mod scorer;
pub mod share;
pub mod site;
pub mod store;
pub mod suite;
pub mod theme;
pub mod viewer;
pub mod worker;

use wasm_bindgen::JsValue;

/// What a JavaScript error says, for a message to people.
pub(crate) fn reason(error: &JsValue) -> String {
    use wasm_bindgen::JsCast;
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| "unknown reason".to_owned()),
    }
}
