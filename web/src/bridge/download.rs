//! Handing a file to the user. What is in it is the pages' business.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::reason;

/// How long a file's address stays valid, in milliseconds: browsers may begin to read it only after the click.
const KEPT_MS: u32 = 60_000;

/// Offers a file of this name and media type for saving.
pub fn save(name: &str, media_type: &str, bytes: &[u8]) -> Result<(), String> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).map_err(|error| reason(&error))?;
    let address = Url::create_object_url_with_blob(&blob).map_err(|error| reason(&error))?;
    save_from(name, &address)
}

/// Offers what lies at an address that somebody else made, such as a worker, for saving under this name.
pub fn save_from(name: &str, address: &str) -> Result<(), String> {
    let link = gloo::utils::document().create_element("a").map_err(|error| reason(&error))?;
    let link: HtmlAnchorElement = link.dyn_into().map_err(|_| "the browser gave no link".to_owned())?;
    link.set_href(address);
    link.set_download(name);
    link.click();
    let address = address.to_owned();
    gloo::timers::callback::Timeout::new(KEPT_MS, move || drop(Url::revoke_object_url(&address))).forget();
    Ok(())
}
