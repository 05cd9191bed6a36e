//! The whole page: one session, the address in step with it, and the page that the address names.

use gloo::events::EventListener;
use wasm_bindgen::JsValue;
use yew::prelude::*;

use crate::bridge::address::CHANGED;
use crate::bridge::worker::Client;
use crate::pages::about::About;
use crate::pages::check::Check;
use crate::state::route::{Page, Route};
use crate::state::session::{Action, Session};
use crate::ui::frame::Header;
use crate::ui::hooks::{PHONE, use_media};

fn address() -> Route {
    let location = gloo::utils::window().location();
    Route::parse(&location.hash().unwrap_or_default(), &location.search().unwrap_or_default())
}

/// The whole page.
#[component]
pub fn App() -> Html {
    let session = use_reducer(|| Session { route: address(), ..Session::default() });
    let client = use_memo((), |()| Client::new());
    let phone = use_media(PHONE);
    let route = session.route.clone();
    {
        // The choice of a step or a state replaces the entry in the browser's history; what is opened adds one.
        let push = session.push;
        use_effect_with(route.clone(), move |route| {
            let window = gloo::utils::window();
            let fragment = route.fragment();
            if window.location().hash().is_ok_and(|hash| hash == fragment) {
                return;
            }
            if let Ok(history) = window.history() {
                let changed = if push {
                    history.push_state_with_url(&JsValue::NULL, "", Some(&fragment))
                } else {
                    history.replace_state_with_url(&JsValue::NULL, "", Some(&fragment))
                };
                // Browsers refuse when an address changes many times a second; the next change catches up.
                drop(changed);
                // Nobody else is told of such changes by the browser.
                if let Ok(told) = web_sys::Event::new(CHANGED) {
                    drop(window.dispatch_event(&told));
                }
            }
        });
    }
    {
        let dispatcher = session.dispatcher();
        use_effect_with((), move |()| {
            let window = gloo::utils::window();
            let listeners = ["hashchange", "popstate"].map(|name| {
                let dispatcher = dispatcher.clone();
                EventListener::new(&window, name, move |_| dispatcher.dispatch(Action::Route(address())))
            });
            move || drop(listeners)
        });
    }
    {
        let page = route.page;
        use_effect_with(page, |page| {
            gloo::utils::document().set_title(match page {
                Page::Check => "Check a plan · Stepguard",
                Page::About => "About · Stepguard",
                Page::Scenarios => "Scenarios · Stepguard",
                Page::Evaluate => "Evaluate · Stepguard",
                Page::Results => "Results · Stepguard",
            });
        });
    }
    let fetched = route.page.is_fetched();
    use_effect_with(route.page, |page| {
        for (name, of) in [("pages", Page::Scenarios), ("evaluation", Page::Evaluate), ("results-page", Page::Results)]
        {
            if let Some(place) = gloo::utils::document().get_element_by_id(name) {
                // An attribute that cannot be set would be a fault of the browser.
                drop(if *page == of { place.remove_attribute("hidden") } else { place.set_attribute("hidden", "") });
            }
        }
    });
    let on_page = use_callback(session.dispatcher(), |page, dispatcher| dispatcher.dispatch(Action::Go(page)));
    html! {
        <div class={classes!("app", route.embed.then_some("embed"), fetched.then_some("beside"))}>
            <a class="skip-link" href="#verdict" onclick={Callback::from(skip)}>
                { if route.page == Page::Check { "Skip to the verdict" } else { "Skip to the content" } }
            </a>
            <Check session={session} client={(*client).clone()} {phone} shown={route.page == Page::Check} on_page={on_page.clone()} />
            if route.page == Page::About {
                <About on_page={on_page.clone()} client={(*client).clone()} />
            }
            if fetched {
                <Header page={route.page} {on_page} />
            }
        </div>
    }
}

/// The fragment is the address of a page, so the link moves the focus itself.
fn skip(event: MouseEvent) {
    event.prevent_default();
    crate::ui::hooks::go_to(match address().page {
        Page::Check => "verdict",
        Page::About => "about",
        Page::Scenarios => "scenarios",
        Page::Evaluate => "evaluate",
        Page::Results => "outcomes",
    });
}
