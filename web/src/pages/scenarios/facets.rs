//! The facets: every value with the number of scenarios that choosing it would give.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::state::evaluate::grouped;
use crate::state::suite::{Facet, Filters, Found, class_icon};
use crate::ui::hooks::decimal;
use crate::ui::icon::icon;

/// Draws the facets.
pub(super) fn draw(filters: &Filters, found: &Found, on_filters: &Callback<Filters>) -> Html {
    html! { <>{ for Facet::ALL.into_iter().map(|facet| group(facet, filters, found, on_filters)) }</> }
}

fn group(facet: Facet, filters: &Filters, found: &Found, on_filters: &Callback<Filters>) -> Html {
    let counts = &found.counts[facet as usize];
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    // One listener for all values: each would weigh as much as its words.
    let onchange = {
        let (filters, on_filters) = (filters.clone(), on_filters.clone());
        Callback::from(move |event: Event| {
            let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(place) = field.and_then(|field| field.value().parse().ok()) {
                on_filters.emit(filters.toggled(facet, place));
            }
        })
    };
    html! {
        <fieldset class="facet" {onchange}>
            <legend>{ facet.name() }</legend>
            { for facet.values().iter().zip(counts).enumerate().map(|(place, ((key, word), count))| {
                let chosen = filters.has(facet, place);
                let share = decimal(f64::from(*count) * 100.0 / f64::from(most));
                html! {
                    <label class={classes!("facet-value", (*count == 0 && !chosen).then_some("none"))}>
                        <input type="checkbox" value={place.to_string()} checked={chosen} />
                        <span class="facet-word">{ if facet == Facet::Class { icon(class_icon(key)) } else { Html::default() } }{ *word }</span>
                        <span class="facet-count">{ grouped((*count).into()) }</span>
                        <svg class="facet-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width={share} height="1" /></svg>
                    </label>
                }
            }) }
        </fieldset>
    }
}
