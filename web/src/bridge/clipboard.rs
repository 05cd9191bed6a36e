//! Copying text. Which text and what is said about it is the pages' business.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::reason;

/// Copies a text. Fails with a reason in words where the browser forbids it; pages then show the text to be copied by
/// hand.
pub async fn copy(text: &str) -> Result<(), String> {
    let navigator = gloo::utils::window().navigator();
    // Absent on pages that are not served over a secure connection, whatever the type says.
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into()).map_err(|error| reason(&error))?;
    let Ok(clipboard) = clipboard.dyn_into::<web_sys::Clipboard>() else {
        return Err("this browser lets only pages on a secure connection copy".to_owned());
    };
    JsFuture::from(clipboard.write_text(text)).await.map(drop).map_err(|error| reason(&error))
}
