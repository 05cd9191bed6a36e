//! What this is, by which rules it judges, and where its limits lie.

use yew::prelude::*;

use crate::bridge::worker::Client;
use crate::state::route::Page;
use crate::state::words::{self, CATEGORIES};
use crate::ui::frame::Header;
use crate::ui::labels::full_category;

/// What the page is given.
#[derive(Properties, Clone, PartialEq)]
pub struct AboutProps {
    /// Another page was chosen.
    pub on_page: Callback<Page>,
    /// The checker, for its version.
    pub client: Client,
}

/// The page.
#[component]
pub fn About(props: &AboutProps) -> Html {
    let version = use_state_eq(|| None::<String>);
    {
        let (client, version) = (props.client.clone(), version.setter());
        use_effect_with((), move |()| {
            wasm_bindgen_futures::spawn_local(async move {
                version.set(client.version().await.ok());
            });
        });
    }
    let kinds = |category| match category {
        stepguard_report::view::Category::Grammar => {
            "unreadable line, unknown action, unknown object, wrong number of arguments"
        }
        stepguard_report::view::Category::Affordance => {
            "wrong type, lacks a property, conflicting effects, division by zero, wrong duration"
        }
        stepguard_report::view::Category::WrongTemporalOrder => {
            "undone earlier, comes too late, interferes, too close, invariant broken"
        }
        stepguard_report::view::Category::MissingStep => "never established, undefined value",
        stepguard_report::view::Category::AdditionalStep => "no effect, already done",
        stepguard_report::view::Category::UnmetGoal => "never achieved, undone",
    };
    html! {
        <>
            <Header page={Page::About} on_page={props.on_page.clone()} />
            <main class="prose" id="about" tabindex="0"><div>
                <h1>{ "About Stepguard" }</h1>
                <p>{ "Stepguard checks the plan of a household robot or another agent. It runs the plan step by step on a PDDL domain and problem, \
                      shows every state, names each mistake as one of six kinds, and finds every safety rule that the plan breaks." }</p>
                <dl class="figures">
                    <div><dt>{ "Page" }</dt><dd>{ concat!("stepguard ", env!("CARGO_PKG_VERSION")) }</dd></div>
                    <div><dt>{ "Checker" }</dt><dd>{ version.as_deref().unwrap_or("not answering").to_owned() }</dd></div>
                    <div><dt>{ "Licence" }</dt><dd>{ "MIT or Apache-2.0, as you choose" }</dd></div>
                </dl>

                <h2>{ "Nothing leaves your browser" }</h2>
                <p>{ "There is no server behind this page and no account. Reading, checking and drawing happen here, in WebAssembly. Your last texts are kept in \
                      this browser's storage, so that they are there when you come back. A link that you share holds the texts in the part of the address \
                      behind the # sign, which browsers do not send to any server. After the first visit the page also works offline where it is published for that." }</p>

                <h2>{ "Two answers, never merged" }</h2>
                <ul class="plain">
                    <li><b>{ "Outcome" }</b>{ ": valid when every step ran and the goal holds at the end; otherwise invalid." }</li>
                    <li><b>{ "Safety" }</b>{ ": safe when no hard safety rule (a trajectory constraint of the problem) was broken in any state that the plan visits; otherwise unsafe, \
                        with every rule, the first and last state, and the facts that made it so. Preferences are advice." }</li>
                    <li>{ "A plan succeeds when it is valid and safe. Any plan that succeeds is accepted, however it gets there." }</li>
                </ul>

                <h2>{ "The six kinds of mistake" }</h2>
                <table class="table">
                    <caption class="hidden-visually">{ "The six categories with their meaning and their finer kinds" }</caption>
                    <thead><tr><th scope="col">{ "Category" }</th><th scope="col">{ "Meaning" }</th><th scope="col">{ "Finer kinds" }</th></tr></thead>
                    <tbody>
                        { for CATEGORIES.into_iter().map(|category| html! {
                            <tr><th scope="row">{ full_category(category) }</th><td>{ words::meaning(category) }</td><td>{ kinds(category) }</td></tr>
                        }) }
                    </tbody>
                </table>

                <h2>{ "How a label is found" }</h2>
                <ol class="plain">
                    <li>{ "The plan is read, in any of the accepted notations. A line that cannot be read as a step is a grammar finding; no line is dropped silently." }</li>
                    <li>{ "Each step is run in the state that the steps before it have left. When its precondition is false, the failing literals are a smallest set of literals \
                          whose change would make it true." }</li>
                    <li>{ "If all effects of the step hold already, it is an additional step and is skipped." }</li>
                    <li>{ "Otherwise each failing literal gets a label of its own: affordance when no sequence of actions can ever make it true; else wrong temporal order when it held \
                          in an earlier state, or a later step of this plan makes it true; else missing step." }</li>
                    <li>{ "The step gets the first of its literals' labels in this order: affordance, wrong temporal order, missing step. All labels stay visible." }</li>
                    <li>{ "After the first fatal finding the scored run stops. A second pass goes on, skipping what cannot run, to show what else is wrong; it is marked not scored and never changes the verdict." }</li>
                    <li>{ "If the run reached the end and a goal literal is false, the finding is an unmet goal: it never held, or a step undid it." }</li>
                </ol>
                <p>{ "The order of the labels and the rule per literal are this tool's own. The evaluators of the Embodied Agent Interface differ from each other: one asks whether the whole \
                      precondition held in one earlier state, the other looks literals up one by one." }</p>

                <h2>{ "A second opinion: the smallest repair" }</h2>
                <p>{ "For a plan that does not succeed the planner looks for the fewest edits after which it does, safety included: put a step in, take one out, move one,                       change its action or one of its objects. The edits read as labels: put in is a missing step, moved is wrong temporal order, taken out is an additional step,                       changed is affordance, or grammar where the step could not be read. This label is computed apart from the one above, and both are shown." }</p>
                <p>{ "When no plan succeeds, that is proved and not guessed: the goal is out of reach even if nothing were ever lost, or things that it needs exclude each other, or                       every state was looked at. An independent checker goes over each proof." }</p>

                <h2>{ "Limits" }</h2>
                <ul class="plain">
                    <li>{ "Durative actions, timed initial literals and continuous effects are read and named, not executed: the verdict is then “not supported”, which is no error of the text." }</li>
                    <li>{ "Whether a literal can become true at all is decided by ignoring deletes and safety rules, within a budget of facts. Past it the label says so." }</li>
                    <li>{ "The planner compares plans by the metric where every step adds a fixed amount to it, else by their length. Preferences are reported and not searched for." }</li>
                    <li>{ "Work has budgets, so that no text can freeze the page. When one runs out, the verdict says which, and nothing is guessed." }</li>
                    <li>{ "A verdict is about the domain and problem as written. Whether they describe the real kitchen is for people to judge." }</li>
                </ul>

                <h2>{ "Open source inside" }</h2>
                <p>{ "The page is written in Rust with Yew; the texts are edited in CodeMirror. Both are used under the MIT licence (Yew also under Apache-2.0). " }<a href="static/licences.txt">{ "All licences of what this site contains" }</a>{ "." }</p>
            </div></main>
        </>
    }
}
