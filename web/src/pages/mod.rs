//! One folder per page. No page knows another.

pub mod about;
pub mod check;
pub mod evaluate;
pub mod results;
pub mod scenarios;

use yew::prelude::*;

/// The pages that are fetched when they are opened. Each listens to the address and draws nothing when it is another's.
#[component]
pub fn Opened() -> Html {
    html! { <scenarios::Scenarios /> }
}
