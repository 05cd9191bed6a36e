//! The list: search, order, facets, active filters as tags, and the scenarios found as cards. Of more than a thousand cards
//! only those are drawn that the reader has come to.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::{AREA, Suite, facets, focus_quietly};
use crate::state::evaluate::grouped;
use crate::state::scenario::proof_name;
use crate::state::shared::Shared;
use crate::state::suite::{Address, Commands, Entry, Facet, Filters, Found, Sort, class_icon, title};
use crate::state::words::count;
use crate::ui::hooks::go_to;
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// How many cards are drawn at first, and how many more when the reader comes near the end.
const BATCH: usize = 48;

/// How near, in pixels.
const NEAR: f64 = 1200.0;

/// What the list is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct ListProps {
    pub(super) suite: Shared<Suite>,
    pub(super) commands: Shared<Commands>,
    pub(super) filters: Filters,
    /// The scenario that was opened last.
    pub(super) last: Option<Rc<str>>,
    /// How many cards were drawn when the reader was here before.
    pub(super) drawn: usize,
    pub(super) on_drawn: Callback<usize>,
    pub(super) on_filters: Callback<Filters>,
    /// The commands of these classes are wanted.
    pub(super) on_want: Callback<Vec<&'static str>>,
    pub(super) phone: bool,
}

/// The list.
#[component]
pub(super) fn List(props: &ListProps) -> Html {
    let ListProps { suite, commands, filters, on_filters, phone, .. } = props;
    let found = use_memo((suite.clone(), filters.clone(), commands.clone()), |(suite, filters, commands)| {
        filters.finds(&suite.entries, commands)
    });
    let drawn = use_state_eq(|| props.drawn.max(BATCH));
    let open = use_state_eq(|| false);
    let end = use_node_ref();
    {
        // Other filters begin at the top.
        let (drawn, first) = (drawn.setter(), use_mut_ref(|| true));
        use_effect_with(filters.clone(), move |_| {
            if !first.replace(false) {
                drawn.set(BATCH);
            }
        });
    }
    use_effect_with(*drawn, {
        let on_drawn = props.on_drawn.clone();
        move |drawn| on_drawn.emit(*drawn)
    });
    let all = found.places.len();
    let wanted = if filters.reads_commands() {
        commands.missing(suite.entries.iter())
    } else {
        commands.missing(found.places[..(*drawn).min(all)].iter().map(|&place| &suite.entries[place]))
    };
    use_effect_with(wanted, {
        let on_want = props.on_want.clone();
        move |wanted| on_want.emit(wanted.clone())
    });
    let onfocus = {
        // Whoever goes to the search field is about to need all of them.
        let missing = commands.missing(suite.entries.iter());
        props.on_want.reform(move |_: FocusEvent| missing.clone())
    };
    {
        let (setter, end, now) = (drawn.setter(), end.clone(), *drawn);
        use_effect_with((now, all, filters.clone()), move |_| {
            let grow = move || {
                let bottom = gloo::utils::window().inner_height().ok().and_then(|height| height.as_f64());
                let top = end.cast::<Element>().map(|end| end.get_bounding_client_rect());
                // An element that is not shown has no place.
                if let (Some(bottom), Some(top)) = (bottom, top)
                    && (top.width() > 0.0 && top.top() < bottom + NEAR)
                {
                    setter.set(now + BATCH);
                }
            };
            let listener = (now < all).then(|| {
                grow();
                let options = EventListenerOptions::run_in_capture_phase();
                EventListener::new_with_options(&gloo::utils::window(), "scroll", options, move |_| grow())
            });
            move || drop(listener)
        });
    }
    let oninput = {
        let (filters, on_filters) = (filters.clone(), on_filters.clone());
        Callback::from(move |event: InputEvent| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                on_filters.emit(Filters { words: field.value(), ..filters.clone() });
            }
        })
    };
    let onsort = {
        let (filters, on_filters) = (filters.clone(), on_filters.clone());
        Callback::from(move |event: Event| {
            let chosen = event.target_dyn_into::<HtmlSelectElement>().map(|field| field.value());
            if let Some(sort) = chosen.and_then(|key| Sort::ALL.into_iter().find(|sort| sort.key() == key)) {
                on_filters.emit(Filters { sort, ..filters.clone() });
            }
        })
    };
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let more = {
        let drawn = drawn.clone();
        Callback::from(move |_: MouseEvent| drawn.set(*drawn + BATCH))
    };
    let tags = filters.tags().len() + usize::from(filters.family.is_some());
    let wide = !*phone;
    html! {
        <main id={AREA} class="suite list" tabindex="-1">
            <div class="suite-head">
                <h1 id="scenarios-title" tabindex="-1">{ "Household hazards" }</h1>
                <p class="mute">{ format!(
                    "{} in {}, {}. An ordinary command with a hidden hazard, the same command without it, or a command that should be refused; \
                     every claim about them is computed and can be checked again here.",
                    all_of(suite), families(suite.families),
                    if suite.certified as usize == suite.entries.len() { "all certified".to_owned() } else { format!("{} certified", grouped(suite.certified.into())) }
                ) }</p>
                <a class="skip-link" href="#scenarios-found" onclick={Callback::from(skip)}>{ "Skip to results" }</a>
            </div>
            <div class="suite-columns">
                <aside class="facets" aria-label="Filters">
                    if *phone {
                        <button type="button" class="button facets-toggle" aria-expanded={open.to_string()} aria-controls="facets" onclick={toggle}>
                            { "Filters" }if tags > 0 { { format!(": {tags}") } }{ icon("chevron") }
                        </button>
                    }
                    <div id="facets" hidden={!wide && !*open}>{ if wide || *open { facets::draw(filters, &found, on_filters) } else { Html::default() } }</div>
                </aside>
                <section id="scenarios-found" class="results" tabindex="-1" aria-label="Scenarios found">
                    <div class="results-bar">
                        <label class="filter search">{ icon("search") }<span class="hidden-visually">{ "Search commands, classes and names" }</span>
                            <input type="search" placeholder="Search commands" autocomplete="off" spellcheck="false" value={filters.words.clone()} {oninput} {onfocus} /></label>
                        <label class="sort">{ "Order " }
                            <select class="select" onchange={onsort}>
                                { for Sort::ALL.into_iter().map(|sort| html! { <option value={sort.key()} selected={sort == filters.sort}>{ sort.name() }</option> }) }
                            </select>
                        </label>
                        <span class="results-count" role="status">{ format!("{} of {}", grouped(all as u64), all_of(suite)) }</span>
                    </div>
                    { active(filters, on_filters) }
                    { cards(props, &found, (*drawn).min(all)) }
                    <div ref={end}>
                        if *drawn < all {
                            { button("button", format!("Show more: {} left", grouped((all - *drawn) as u64)), false, more) }
                        }
                    </div>
                    if all == 0 { { none(filters, on_filters) } }
                </section>
            </div>
        </main>
    }
}

/// Chooses other filters where the button that does so goes away: the results take the focus from it.
fn turned(on_filters: &Callback<Filters>, next: Filters) -> Callback<MouseEvent> {
    on_filters.reform(move |_: MouseEvent| {
        focus_quietly("#scenarios-found");
        next.clone()
    })
}

/// What to try when nothing is found.
fn none(filters: &Filters, on_filters: &Callback<Filters>) -> Html {
    let nearest = filters.nearest_class().map(|place| {
        let next = filters.cleared().toggled(Facet::Class, place);
        let words = format!("Show the hazard class {}", Facet::Class.values()[place].1);
        button("link-button target", words, false, turned(on_filters, next))
    });
    html! {
        <p class="waiting mute">{ "No scenario is like that. Take a filter away, or search for one thing, such as kettle or ladder. " }{ nearest }</p>
    }
}

/// The fragment is the address of the page, so the link moves the focus itself.
fn skip(event: MouseEvent) {
    event.prevent_default();
    go_to("scenarios-found");
}

/// How many scenarios there are.
fn all_of(suite: &Suite) -> String {
    let number = suite.entries.len();
    format!("{} {}", grouped(number as u64), if number == 1 { "scenario" } else { "scenarios" })
}

fn families(number: usize) -> String {
    if number == 1 { "1 family".to_owned() } else { format!("{number} families") }
}

/// What is chosen, as tags that take it away.
fn active(filters: &Filters, on_filters: &Callback<Filters>) -> Html {
    if filters.is_empty() {
        return Html::default();
    }
    let tag = |heading: &str, word: &str, next: Filters| {
        let onclick = turned(on_filters, next);
        html! {
            <li><button type="button" class="tag-button" aria-label={format!("Remove the filter {heading}: {word}")} {onclick}>
                { word }{ icon("close") }
            </button></li>
        }
    };
    let clear = turned(on_filters, filters.cleared());
    html! {
        <ul class="tags" aria-label="Active filters">
            { for filters.tags().into_iter().map(|(facet, place)| tag(facet.name(), facet.values()[place].1, filters.toggled(facet, place))) }
            if let Some(family) = &filters.family {
                { tag("Family", family, Filters { family: None, ..filters.clone() }) }
            }
            if !filters.words.trim().is_empty() {
                { tag("Search", &format!("\u{201c}{}\u{201d}", filters.words.trim()), Filters { words: String::new(), ..filters.clone() }) }
            }
            <li>{ button("link-button target", "Clear all", false, clear) }</li>
        </ul>
    }
}

fn cards(props: &ListProps, found: &Found, drawn: usize) -> Html {
    let query = props.filters.query();
    html! {
        <ol class="scenario-cards">
            { for found.places[..drawn].iter().map(|&place| {
                let entry = &props.suite.entries[place];
                let said = props.commands.of(entry).map(|command| Rc::clone(&command.say));
                card(entry, said, &query, props.last.as_deref() == Some(&entry.id))
            }) }
        </ol>
    }
}

fn card(entry: &Entry, said: Option<Rc<str>>, query: &str, last: bool) -> Html {
    let class = entry.key(Facet::Class);
    let word = |facet: Facet| entry.word(facet);
    let address =
        format!("{}{query}", Address { scenario: Some(entry.id.to_string()), ..Address::default() }.fragment());
    html! {
        <li key={&*entry.id} class={classes!("scenario-card", last.then_some("last"))} data-scenario={Rc::clone(&entry.id)}>
            <a href={address} aria-current={last.then_some("true")}>{ said.map_or_else(|| title(&entry.id).into(), AttrValue::from) }</a>
            <p class="scenario-labels">
                <span class="category hazard">{ icon(class_icon(class)) }{ word(Facet::Class) }</span>
                <span>{ word(Facet::Intent) }</span>
                <span>{ word(Facet::Victim) }</span>
                if !entry.is_twin() && !entry.is_malicious() {
                    <span>{ word(Facet::Mitigation) }{ ", " }{ word(Facet::Timing) }</span>
                }
                <span class="mute">{ title(&entry.id) }</span>
            </p>
            { certificate(entry) }
        </li>
    }
}

/// The certificate in brief.
fn certificate(entry: &Entry) -> Html {
    if !entry.failed.is_empty() {
        let points: Vec<String> = entry.failed.iter().map(u32::to_string).collect();
        return html! { <p class="small bad">{ icon("cross") }{ format!(" not certified: point {}", points.join(", ")) }</p> };
    }
    let tick = |words: String| html! { <li>{ icon("check") }{ words }</li> };
    let steps = count(entry.length.unwrap_or(0) as usize, "step");
    let plans = entry.plans.as_deref().unwrap_or("no count of");
    let shortest = format!("{plans} shortest safe {}, {steps}", if plans == "1" { "plan" } else { "plans" });
    html! {
        <ul class="ticks">
            if entry.is_malicious() {
                { tick(format!("no safe plan: {}", entry.proof.map_or("proved", proof_name))) }
                { tick("the harm can be done".to_owned()) }
            } else if entry.is_twin() {
                { tick("harmless: nothing breaks".to_owned()) }
                { tick(shortest) }
            } else {
                { tick("safe plan exists".to_owned()) }
                { tick("unsafe plan reaches the goal".to_owned()) }
                { tick(format!("dangerous without {}", count(entry.safety as usize, "safety step"))) }
                if entry.twin { { tick("twin is clean".to_owned()) } }
                { tick(shortest) }
            }
        </ul>
    }
}
