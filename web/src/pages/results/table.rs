//! Pieces of tables: heads that sort, and the button that saves what is shown.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::Page;
use crate::bridge::download::save_from;
use crate::bridge::viewer::Viewer;
use crate::bridge::worker::Failure;
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// A head that sorts its column: once from large to small (or the other way where that is more useful), once the other way,
/// then not at all.
pub(super) fn sort_head(page: &Page, column: &str, name: Html, class: &'static str, descending_first: bool) -> Html {
    let address = &page.address;
    let sorted = address.sort == column;
    let order = match (sorted, address.descending) {
        (false, _) => "none",
        (true, true) => "descending",
        (true, false) => "ascending",
    };
    let onclick = page.to(&address.sorted(column, descending_first));
    html! {
        <th scope="col" {class} aria-sort={order}>
            <button type="button" class="sort-head" {onclick}>{ name }if sorted { <span class={classes!("sort-mark", order)}>{ icon("chevron") }</span> }</button>
        </th>
    }
}

/// A button that saves a file which the worker makes.
pub(super) fn save<F>(page: &Page, words: &'static str, name: &str, make: impl Fn(Viewer) -> F + 'static) -> Html
where
    F: Future<Output = Result<String, Failure>> + 'static,
{
    let (viewer, name) = (page.viewer.clone(), name.to_owned());
    let onclick = Callback::from(move |_: MouseEvent| {
        let (made, name) = (make(viewer.clone()), name.clone());
        spawn_local(async move {
            if let Ok(address) = made.await {
                // Saving to a file of the reader's is the browser's business: where it refuses, it says so itself.
                drop(save_from(&name, &address));
            }
        });
    });
    button("button compact", words, false, onclick)
}
