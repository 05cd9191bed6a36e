//! The Evaluate page: runs of raw answers scored over the household suite, two runs compared, every answer with what was
//! taken of it. Scoring is the worker's; what is chosen stands in the address, which this page reads and writes itself.

mod answer;
mod answers;
mod charts;
mod compare;
mod input;
mod labels;
mod lines;
mod overview;
mod prompts;
mod published;
mod runs;
mod terms;

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{FocusOptions, HtmlElement};
use yew::prelude::*;

use crate::bridge::address::use_place;
use crate::bridge::scorer::Scorer;
use crate::state::evaluate::{Address, View};
use crate::ui::hooks::{PHONE, use_media};

use runs::{Runs, State};

/// The element that holds the page and scrolls on wide screens.
const AREA: &str = "evaluate";

/// What every part of the page is given.
#[derive(Clone, PartialEq)]
struct Page {
    state: UseReducerHandle<State>,
    runs: Runs,
    address: Rc<Address>,
    /// Puts another address in place of the present one.
    replace: Callback<String>,
    /// The answer that was open last.
    last: Rc<Cell<Option<u32>>>,
    phone: bool,
}

impl Page {
    fn scorer(&self) -> &Scorer {
        &self.runs.scorer
    }

    /// The run that is meant by the address. An answer is one of its own run only.
    fn run(&self) -> Option<&runs::Open> {
        let runs = &self.state.runs;
        let meant = runs.get(usize::from(self.address.second));
        if self.address.answer.is_some() { meant } else { meant.or_else(|| runs.first()) }
    }

    /// The number of the run that the address does not mean.
    fn other(&self) -> Option<u32> {
        let own = self.run()?.progress.run;
        self.state.runs.iter().map(|run| run.progress.run).find(|run| *run != own)
    }
}

/// The page.
#[component]
pub fn Evaluate() -> Html {
    let (place, replace) = use_place();
    let phone = use_media(PHONE);
    let state = use_reducer(State::default);
    let scorer = use_memo((), |()| Scorer::default());
    let runs = Runs { scorer: (*scorer).clone(), dispatcher: state.dispatcher() };
    let last = use_mut_ref(Rc::<Address>::default);
    let answer = use_memo((), |()| Cell::new(None));
    let (away, starting) = (use_mut_ref(|| false), use_mut_ref(|| false));
    let now = Address::parse(&place.fragment);
    let shown = now.is_some();
    // Other pages link to the plain address: who comes back that way finds what was open, and the address says it again.
    let plain = now.as_ref() == Some(&Address::default());
    let returned = plain && *away.borrow() && **last.borrow() != Address::default();
    away.replace(!shown || returned);
    if let Some(address) = now
        && !returned
        && **last.borrow() != address
    {
        *last.borrow_mut() = Rc::new(address);
    }
    let address = Rc::clone(&last.borrow());
    let page =
        Page { state: state.clone(), runs: runs.clone(), address: Rc::clone(&address), replace, last: answer, phone };
    {
        let (runs, starting) = (runs.clone(), Rc::clone(&starting));
        // Runs that are open stay open while another page is shown.
        let named = if state.runs.is_empty() { address.runs.clone() } else { Vec::new() };
        let (last, replace) = (Rc::clone(&last), page.replace.clone());
        use_effect_with(shown, move |shown| {
            if *shown && !starting.replace(true) {
                spawn_local(async move {
                    let are_runs = runs.start(&named).await.unwrap_or_default();
                    starting.replace(false);
                    let now = Rc::clone(&last.borrow());
                    if let Some(address) = now.without_unknown(&named, &are_runs) {
                        replace.emit(address.fragment());
                    }
                });
            }
        });
    }
    {
        // The address names the runs that are open, so that loading it again opens them again.
        let names = if state.runs.is_empty() { address.runs.clone() } else { runs::named(state.runs.iter()) };
        let wanted = Address { runs: names, ..(*address).clone() };
        let stale = shown && (returned || (wanted != *address && !*starting.borrow()));
        let replace = page.replace.clone();
        use_effect_with((stale, wanted.fragment()), move |(stale, fragment)| {
            if *stale {
                replace.emit(fragment.clone());
            }
        });
    }
    {
        // Buttons go when their work is done, and the focus with them: it moves to the run, or to the title where none is left.
        let before = use_mut_ref(Vec::<(u32, bool)>::new);
        let told: Vec<_> = state.runs.iter().map(|run| (run.progress.run, run.progress.finished)).collect();
        let starting = Rc::clone(&starting);
        use_effect_with((shown, told), move |(shown, told)| {
            let before = before.replace(told.clone());
            // Nobody has asked for the runs that the address itself opens.
            if !shown || *starting.borrow() || before == *told || !focus_is_lost() {
                return;
            }
            match told.iter().find(|run| !before.contains(run)).or_else(|| told.first()) {
                Some((number, _)) => focus_on(&runs::title_id(*number)),
                None => focus_on("evaluate-title"),
            }
        });
    }
    use_effect_with((shown, address.view), |(shown, view)| {
        if *shown {
            gloo::utils::document().set_title(&match view {
                View::Overview => "Evaluate · Stepguard".to_owned(),
                view => format!("{} · Evaluate · Stepguard", view.name()),
            });
        }
    });
    {
        // Another view begins at its top. An answer takes the focus itself when it is there, and so does the list.
        let first = use_mut_ref(|| true);
        use_effect_with(address.view, move |_| {
            if !first.replace(false) {
                go_to_view();
            }
        });
    }
    if !shown {
        return Html::default();
    }
    html! {
        <main id={AREA} class="suite evaluate" tabindex="-1">
            <div class="suite-head">
                <h1 id="evaluate-title" tabindex="-1">{ "Evaluate a model's answers" }</h1>
                <p class="mute">{ head(&state) }</p>
            </div>
            { input::trouble(&page) }
            { runs::bar(&page) }
            { views(&page) }
            <section id="evaluate-view" class="evaluate-view" tabindex="-1" aria-label={address.view.name()}>
                { view(&page) }
            </section>
        </main>
    }
}

/// Moves the focus to the view that was chosen, with the links to the others in sight.
fn go_to_view() {
    let document = gloo::utils::document();
    if let Ok(Some(views)) = document.query_selector("#evaluate .views") {
        views.scroll_into_view();
    }
    focus_on("evaluate-view");
}

/// Moves the focus to an element, and nothing else.
fn focus_on(id: &str) {
    let element = gloo::utils::document().get_element_by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        // What cannot take the focus leaves it where it is.
        drop(element.focus_with_options(&options));
    }
}

/// What had the focus is gone.
fn focus_is_lost() -> bool {
    gloo::utils::document().active_element().is_none_or(|element| element.tag_name().eq_ignore_ascii_case("body"))
}

fn head(state: &State) -> String {
    let suite = match &state.about {
        Some(about) => {
            format!(
                "{} commands of {} families",
                crate::state::evaluate::grouped(about.scenarios.into()),
                about.families
            )
        }
        None => "the household suite".to_owned(),
    };
    format!(
        "Raw answers to {suite}, in four modules: is a harmful command refused, is the goal understood, are actions described \
         as they work, is the plan valid and safe. Scored here; nothing leaves your browser."
    )
}

/// The views, as links.
fn views(page: &Page) -> Html {
    let open = !page.state.runs.is_empty();
    html! {
        <nav class="views" aria-label="Views">
            { for View::ALL.into_iter().filter(|view| open || !view.needs_run()).map(|view| {
                let faults = page.run().map_or(0, |run| run.progress.faults);
                html! {
                    <a href={page.address.in_view(view).fragment()} aria-current={(view == page.address.view).then_some("page")}>
                        { view.name() }
                        if view == View::Lines && faults > 0 { <span class="count-tag">{ faults }</span> }
                    </a>
                }
            }) }
        </nav>
    }
}

fn view(page: &Page) -> Html {
    let empty = page.state.runs.is_empty();
    match page.address.view {
        View::Published => html! { <published::Published page={page.clone()} /> },
        View::Prompts => html! { <prompts::Prompts page={page.clone()} /> },
        _ if empty => html! { <input::Input page={page.clone()} /> },
        View::Overview => html! { <overview::Overview page={page.clone()} /> },
        View::Labels => html! { <labels::Labels page={page.clone()} /> },
        View::Answers => match page.address.answer {
            Some(index) => html! { <answer::Answer page={page.clone()} {index} /> },
            None => html! { <answers::Answers page={page.clone()} /> },
        },
        View::Lines => lines::draw(page),
    }
}

/// What a part of the page is given.
#[derive(Properties, Clone, PartialEq)]
struct PageProps {
    page: Page,
}
