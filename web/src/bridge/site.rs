//! Files of this site: texts, and what is read from them for more than one page.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::reading;
use crate::state::picture::Hints;

/// Fetches a text of this site.
pub async fn fetch_text(address: &str) -> Result<String, String> {
    fetch_if_there(address).await?.ok_or_else(|| format!("{address} could not be loaded (status {NOT_THERE})"))
}

/// The status of a file that there is not.
const NOT_THERE: u16 = 404;

/// Fetches a text of this site; `None` where the site has no such file.
pub async fn fetch_if_there(address: &str) -> Result<Option<String>, String> {
    let unreachable = |_| format!("{address} could not be loaded");
    let response = JsFuture::from(gloo::utils::window().fetch_with_str(address)).await.map_err(unreachable)?;
    let response: web_sys::Response = response.dyn_into().map_err(unreachable)?;
    if response.status() == NOT_THERE {
        return Ok(None);
    }
    if !response.ok() {
        return Err(format!("{address} could not be loaded (status {})", response.status()));
    }
    let text = JsFuture::from(response.text().map_err(unreachable)?).await.map_err(unreachable)?;
    text.as_string().map(Some).ok_or_else(|| format!("{address} is no text"))
}

/// A hint file for the picture of a domain, if this site has one.
pub async fn fetch_hints(domain: &str) -> Option<Hints> {
    let index: Vec<String> = reading::read(&fetch_text("static/hints/index.json").await.ok()?).ok()?;
    let name = index.iter().find(|name| name.eq_ignore_ascii_case(domain))?;
    reading::read(&fetch_text(&format!("static/hints/{name}.json")).await.ok()?).ok()
}
