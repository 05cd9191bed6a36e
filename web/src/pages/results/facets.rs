//! Filters: values with the number of what choosing them would give, active ones as tags that take them away, and the field
//! that is searched with. All of it stands in the address.

use gloo::timers::callback::Timeout;
use stepguard_report::results::FacetView;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{Page, focus_found};
use crate::state::evaluate::grouped;
use crate::state::results::{Address, FILTERS};
use crate::ui::hooks::decimal;
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// How long typing must pause before something is looked for, in milliseconds.
const DEBOUNCE: u32 = 200;

/// A filter.
#[derive(Clone, Copy)]
pub(super) struct Facet {
    /// Its key in addresses and answers.
    pub(super) key: &'static str,
    /// Its name.
    pub(super) name: &'static str,
    /// A value in words.
    pub(super) word: fn(&str) -> String,
}

/// A value in words: by its name where it has one of its own, such as a model or a run.
fn named(facet: &Facet, value: &str, names: &[(String, String)]) -> String {
    let own = names.iter().find(|(id, _)| id == value).map(|(_, name)| name.clone());
    own.unwrap_or_else(|| (facet.word)(value))
}

/// How many filters are active.
pub(super) fn chosen(address: &Address) -> usize {
    let values: usize =
        FILTERS.iter().filter(|filter| !is_of_table(address, filter)).map(|filter| address.values(filter).len()).sum();
    let ranges = [&address.steps, &address.invalid].into_iter().filter(|[from, to]| !from.is_empty() || !to.is_empty());
    values + ranges.count() + usize::from(address.marked)
}

/// Whether a filter says which table is shown, and not what is in it.
fn is_of_table(address: &Address, filter: &str) -> bool {
    address.kind == crate::state::results::Kind::Published && matches!(filter, "env" | "measure")
}

/// What the frame of filters is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct FacetsProps {
    pub(super) page: Page,
    /// How many are active.
    pub(super) count: usize,
    pub(super) children: Html,
}

/// The frame of all filters: open on wide screens, behind a button on phones.
#[component]
pub(super) fn Facets(props: &FacetsProps) -> Html {
    let open = use_state_eq(|| false);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let phone = props.page.phone;
    html! {
        <aside class="facets" aria-label="Filters">
            if phone {
                <button type="button" class="button facets-toggle" aria-expanded={open.to_string()} aria-controls="outcomes-facets" onclick={toggle}>
                    { "Filters" }if props.count > 0 { { format!(": {}", props.count) } }{ icon("chevron") }
                </button>
            }
            <div id="outcomes-facets" hidden={phone && !*open}>if !phone || *open { { props.children.clone() } }</div>
        </aside>
    }
}

/// The values of some filters. Those without any value are left out.
pub(super) fn draw(page: &Page, facets: &[Facet], views: &[FacetView], names: &[(String, String)]) -> Html {
    html! { <>{ for facets.iter().filter_map(|facet| {
        let view = views.iter().find(|view| view.facet == facet.key)?;
        Some(group(page, facet, view, names))
    }) }</> }
}

fn group(page: &Page, facet: &Facet, view: &FacetView, names: &[(String, String)]) -> Html {
    let address = &page.address;
    let most = view.values.iter().map(|value| value.count).max().unwrap_or(0).max(1);
    // One listener for all values: each would weigh as much as its words.
    let onchange = {
        let (replace, address, key) = (page.replace.clone(), address.clone(), facet.key);
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                replace.emit(address.toggled(key, &field.value()).fragment());
            }
        })
    };
    // A value that is chosen stays when nothing has it any more.
    let gone = address.values(facet.key).iter().filter(|value| !view.values.iter().any(|known| known.value == **value));
    let values = view.values.iter().map(|value| (value.value.as_str(), value.count));
    let values: Vec<(&str, u32)> = values.chain(gone.map(|value| (value.as_str(), 0))).collect();
    if values.is_empty() {
        return Html::default();
    }
    html! {
        <fieldset class="facet" {onchange}>
            <legend>{ facet.name }</legend>
            { for values.into_iter().filter(|(value, count)| *count > 0 || address.has(facet.key, value)).map(|(value, count)| {
                let chosen = address.has(facet.key, value);
                let share = decimal(f64::from(count) * 100.0 / f64::from(most));
                html! {
                    <label key={value} class={classes!("facet-value", (count == 0 && !chosen).then_some("none"))}>
                        <input type="checkbox" value={value.to_owned()} checked={chosen} />
                        <span class="facet-word">{ named(facet, value, names) }</span>
                        <span class="facet-count">{ grouped(count.into()) }</span>
                        <svg class="facet-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width={share} height="1" /></svg>
                    </label>
                }
            }) }
        </fieldset>
    }
}

/// The active filters; each is taken away by a click. The focus then moves to what was found, since the button goes.
pub(super) fn tags(page: &Page, facets: &[Facet], names: &[(String, String)]) -> Html {
    let address = &page.address;
    if !address.is_filtered() {
        return Html::default();
    }
    let mut tags: Vec<(String, Address)> = Vec::new();
    for facet in facets.iter().filter(|facet| !is_of_table(address, facet.key)) {
        for value in address.values(facet.key) {
            tags.push((named(facet, value, names), address.toggled(facet.key, value)));
        }
    }
    for (name, ends, without) in [
        ("steps", &address.steps, Address { steps: Default::default(), ..(**address).clone() }),
        ("invalid actions", &address.invalid, Address { invalid: Default::default(), ..(**address).clone() }),
    ] {
        if let [from, to] = ends
            && !(from.is_empty() && to.is_empty())
        {
            let words = match (from.as_str(), to.as_str()) {
                ("", to) => format!("{name}: at most {to}"),
                (from, "") => format!("{name}: at least {from}"),
                (from, to) => format!("{name}: {from} to {to}"),
            };
            tags.push((words, Address { page: 0, ..without }));
        }
    }
    if !address.words.is_empty() {
        tags.push((
            format!("\u{201c}{}\u{201d}", address.words),
            Address { words: String::new(), page: 0, ..(**address).clone() },
        ));
    }
    if address.marked {
        tags.push(("Marked by the audit".to_owned(), Address { marked: false, ..(**address).clone() }));
    }
    if tags.is_empty() {
        return Html::default();
    }
    let kept = if address.kind == crate::state::results::Kind::Published {
        let mut cleared = address.cleared();
        for filter in ["env", "measure"] {
            let values: Vec<&str> = address.values(filter).iter().map(String::as_str).collect();
            cleared = cleared.with_only(filter, &values);
        }
        cleared
    } else {
        address.cleared()
    };
    let to = |next: &Address| {
        let (replace, fragment) = (page.replace.clone(), next.fragment());
        Callback::from(move |_: MouseEvent| {
            replace.emit(fragment.clone());
            focus_found();
        })
    };
    html! {
        <ul class="tags" aria-label="Active filters">
            { for tags.iter().map(|(words, next)| html! {
                <li key={words.clone()}><button type="button" class="tag-button" aria-label={format!("Remove the filter {words}")} onclick={to(next)}>{ words }{ icon("close") }</button></li>
            }) }
            <li key="all">{ button("link-button target", "Clear all", false, to(&kept)) }</li>
        </ul>
    }
}

/// What the search field is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct SearchProps {
    pub(super) page: Page,
    pub(super) label: &'static str,
}

/// The search field. What is typed goes into the address when typing pauses.
#[component]
pub(super) fn Search(props: &SearchProps) -> Html {
    let page = &props.page;
    let typed = use_state_eq(|| page.address.words.clone());
    let waiting = use_mut_ref(|| None::<Timeout>);
    {
        let typed = typed.setter();
        use_effect_with(page.address.words.clone(), move |words| typed.set(words.clone()));
    }
    let oninput = {
        let (typed, replace, address) = (typed.clone(), page.replace.clone(), page.address.clone());
        Callback::from(move |event: InputEvent| {
            let Some(field) = event.target_dyn_into::<HtmlInputElement>() else { return };
            let words = field.value();
            typed.set(words.clone());
            let (replace, address) = (replace.clone(), address.clone());
            *waiting.borrow_mut() = Some(Timeout::new(DEBOUNCE, move || {
                replace.emit(Address { words, page: 0, ..(*address).clone() }.fragment());
            }));
        })
    };
    html! {
        <label class="filter search">{ icon("search") }<span class="hidden-visually">{ props.label }</span>
            <input type="search" placeholder={props.label} autocomplete="off" spellcheck="false" value={(*typed).clone()} {oninput} /></label>
    }
}
