//! The gallery: its index, its texts, and the menu in the header.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::bridge::site::fetch_text;
use crate::reading;
use crate::state::examples::{Example, Gallery};
use crate::state::session::Texts;
use crate::state::shared::Shared;
use crate::ui::labels::{category, safety};
use crate::ui::menu::{Item, Menu};

/// Where the gallery lies, seen from the page.
const FOLDER: &str = "static/examples/";

/// Fetches the texts of an example.
pub(super) async fn fetch_example(example: &Example) -> Result<Texts, String> {
    let domain = fetch_text(&format!("{FOLDER}{}", example.domain)).await?;
    let problem = fetch_text(&format!("{FOLDER}{}", example.problem)).await?;
    let plan = match &example.plan {
        Some(plan) => Some(fetch_text(&format!("{FOLDER}{plan}")).await?),
        None => None,
    };
    Ok(Texts::new(&domain, &problem, plan.as_deref()))
}

/// The gallery's index, fetched once; `None` until it is there, and for good where it is not to be had.
#[hook]
pub(super) fn use_gallery() -> Option<Shared<Gallery>> {
    let gallery = use_state(|| None::<Shared<Gallery>>);
    {
        let gallery = gallery.setter();
        use_effect_with((), move |()| {
            spawn_local(async move {
                match fetch_text(&format!("{FOLDER}index.json")).await {
                    Ok(text) => match reading::read::<Gallery>(&text) {
                        Ok(read) => gallery.set(Some(Shared::new(read))),
                        Err(error) => gloo::console::warn!("the gallery's index could not be read:", error.to_string()),
                    },
                    Err(why) => gloo::console::warn!(why),
                }
            });
        });
    }
    (*gallery).clone()
}

/// The marks of an example: its category and whether it is about a hazard.
pub(super) fn labels(example: &Example) -> Html {
    html! {
        <>
            if let Some(each) = example.category { { category(each) } }
            if example.category.is_some() && example.hazard.is_some() { { " " } }
            if example.hazard.is_some() { { safety("Hazard") } }
        </>
    }
}

/// The menu of examples.
#[hook]
pub(super) fn use_menu(gallery: &Option<Shared<Gallery>>, on_choose: &Callback<Rc<str>>) -> Html {
    let groups = use_memo(gallery.clone(), |gallery| {
        let Some(gallery) = gallery else { return Vec::new() };
        gallery
            .groups()
            .into_iter()
            .map(|(name, members)| {
                let items = members
                    .into_iter()
                    .map(|example| Item {
                        title: example.title.clone().into(),
                        lesson: example.lesson.clone().into(),
                        labels: labels(example),
                        value: example.id.clone().into(),
                    })
                    .collect();
                (AttrValue::from(name.to_owned()), items)
            })
            .collect()
    });
    let on_choose = on_choose.reform(|id: AttrValue| Rc::from(id.as_str()));
    html! { <Menu id="examples" title="Examples" groups={(*groups).clone()} {on_choose} /> }
}
