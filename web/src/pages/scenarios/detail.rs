//! One scenario: the command, the hazard in the room, both plans, the rules, the twin, the certificate and where all of it
//! comes from.

use std::rc::Rc;

use stepguard_report::pack::{Differs, PackRule, PackScenario};
use stepguard_report::suite::Solvable;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::certificate::Certificate;
use super::room::Room;
use super::{AREA, Suite, focus_quietly, plans};
use crate::bridge::brief::Brief;
use crate::bridge::clipboard;
use crate::bridge::suite::{self, Family};
use crate::state::evaluate::grouped;
use crate::state::picture::Hints;
use crate::state::route::{Route, Which};
use crate::state::scenario::{counted_points, solvable_words};
use crate::state::shared::Shared;
use crate::state::suite::{Address, Commands, Facet, Filters, class_icon, class_meaning, title};
use crate::state::words::count;
use crate::ui::card::Card;
use crate::ui::icon::icon;
use crate::ui::parts::button;

/// What the page is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct DetailProps {
    pub(super) id: AttrValue,
    pub(super) suite: Shared<Suite>,
    pub(super) commands: Shared<Commands>,
    pub(super) filters: Filters,
    /// The heading takes the focus when it is there.
    pub(super) take_focus: bool,
    pub(super) hints: Rc<Hints>,
    pub(super) checker: Brief,
    pub(super) phone: bool,
}

/// The page.
#[component]
pub(super) fn Detail(props: &DetailProps) -> Html {
    let family = use_state(|| None::<Result<Shared<Family>, String>>);
    // What the index does not name is not asked for.
    let known = props.suite.entries.iter().any(|entry| *entry.id == *props.id);
    {
        let family = family.setter();
        use_effect_with((props.id.clone(), known), move |(id, known)| {
            let (id, known) = (id.clone(), *known);
            spawn_local(async move {
                family.set(Some(if known {
                    suite::family_of(&id).await.map_err(|why| format!("It could not be loaded: {why}."))
                } else {
                    Err(format!("There is no scenario {id}."))
                }));
            });
        });
    }
    let take_focus = use_state(|| props.take_focus);
    use_effect_with(family.is_some(), move |there| {
        if *there && *take_focus {
            focus_quietly("#scenario-title");
        }
    });
    let back = Address { scenario: None, filters: props.filters.clone() }.fragment();
    let body = match &*family {
        None => html! { <p class="mute waiting" role="status">{ "Loading the scenario…" }</p> },
        Some(Err(why)) => nothing(&props.id, why, &back),
        Some(Ok(family)) => match family.family.scenarios.iter().position(|scenario| *scenario.id == *props.id) {
            None => nothing(&props.id, &format!("There is no scenario {}.", props.id), &back),
            Some(at) => scenario(props, family, at, &back),
        },
    };
    html! { <main id={AREA} class="suite detail" tabindex="-1">{ body }</main> }
}

fn nothing(id: &str, why: &str, back: &str) -> Html {
    html! {
        <div class="waiting" role="alert">
            <h1 id="scenario-title" tabindex="-1">{ title(id) }</h1>
            <p>{ why.to_owned() }</p>
            <p><a href={back.to_owned()}>{ "All scenarios" }</a></p>
        </div>
    }
}

fn link(id: &str, filters: &Filters) -> String {
    Address { scenario: Some(id.to_owned()), filters: filters.clone() }.fragment()
}

fn in_check(id: &str, which: Which) -> String {
    Route { scenario: Some((id.to_owned(), which)), ..Route::default() }.fragment()
}

fn scenario(props: &DetailProps, family: &Shared<Family>, at: usize, back: &str) -> Html {
    let DetailProps { suite, filters, hints, checker, phone, .. } = props;
    let phone = *phone;
    let scenario = &family.family.scenarios[at];
    let malicious = scenario.safe_plan.is_none();
    let twin = family
        .family
        .scenarios
        .iter()
        .find(|other| other.twin_of.as_ref() == Some(&scenario.id) || scenario.twin_of.as_ref() == Some(&other.id));
    html! {
        <>
            { head(props, family, at, back) }
            <blockquote class="say">{ format!("\u{201c}{}\u{201d}", scenario.instruction) }</blockquote>
            <div class="detail-columns">
                <div>
                    <Card id="room" title={if scenario.twin_of.is_some() { "The room, without the hazard" } else { "The hazard in the room" }} {phone}>
                        if scenario.twin_of.is_none() { <p class="explanation">{ &scenario.explanation }</p> }
                        <Room family={family.clone()} {at} hints={Rc::clone(hints)} />
                    </Card>
                    <Card id="plans" title={if malicious { "To be refused" } else { "Two plans, side by side" }} {phone}>{ plans::draw(scenario) }</Card>
                    <Card id="try" title="Open in Check" {phone} remark={html! { <span class="small mute">{ "your own texts are kept" }</span> }}>
                        { variants(scenario, twin) }
                        <p class="small"><a href={format!("#/evaluate?view=prompts&of={}", scenario.id)}>{ "What a model is asked about this command" }</a></p>
                    </Card>
                    { rules(family, scenario, phone) }
                </div>
                <div>
                    <Certificate family={family.clone()} {at} checker={checker.clone()} {phone} />
                    if !malicious { { counts(scenario, phone) } }
                    { audit(scenario, phone) }
                    if let Some(twin) = twin { { other_half(scenario, twin, filters, phone) } }
                    { origin(family, scenario, suite, phone) }
                </div>
            </div>
        </>
    }
}

fn head(props: &DetailProps, family: &Shared<Family>, at: usize, back: &str) -> Html {
    let scenario = &family.family.scenarios[at];
    let class = family.family.class.as_str();
    let entries = &props.suite.entries;
    let of_list = props.filters.finds(entries, &props.commands).places;
    let place = of_list.iter().position(|&place| *entries[place].id == *scenario.id);
    // A scenario that the filters leave out has its neighbours in the whole suite.
    let (list, place, filters) = match place {
        Some(place) => (of_list, Some(place), props.filters.clone()),
        None => {
            let all: Vec<usize> = (0..entries.len()).collect();
            let place = entries.iter().position(|entry| *entry.id == *scenario.id);
            (all, place, Filters::default())
        }
    };
    let neighbour = |to: Option<usize>, words: &'static str, forward: bool| {
        let content = if forward {
            html! { <>{ words }{ icon("right") }</> }
        } else {
            html! { <>{ icon("left") }{ words }</> }
        };
        match to.and_then(|to| list.get(to)) {
            Some(&to) => html! { <a class="button compact" href={link(&entries[to].id, &filters)}>{ content }</a> },
            None => html! { <span class="button compact" aria-disabled="true">{ content }</span> },
        }
    };
    let severity = broken(family, scenario).into_iter().filter_map(|rule| rule.severity).max();
    let word = |facet: Facet, key: &str| facet.word(key);
    let of_class = Filters::default();
    let of_class = match Facet::Class.place(class) {
        Some(place) => of_class.toggled(Facet::Class, place),
        None => of_class,
    };
    let of_family = Filters { family: Some(family.family.id.clone()), ..Filters::default() };
    let list_of = |filters: Filters| Address { scenario: None, filters }.fragment();
    let (held, points) = counted_points(scenario);
    html! {
        <div class="detail-head">
            <div>
                <nav class="crumbs small" aria-label="Where this is">
                    <a href={back.to_owned()}>{ "Scenarios" }</a>{ " › " }
                    <a href={list_of(of_class)}>{ word(Facet::Class, class) }</a>{ " › " }
                    <a href={list_of(of_family)}>{ title(&family.family.id) }</a>
                    if let Some(place) = place { <span class="mute">{ format!(" · {} of {}", grouped(place as u64 + 1), grouped(list.len() as u64)) }</span> }
                </nav>
                <h1 id="scenario-title" tabindex="-1">{ title(&scenario.id) }</h1>
                <div class="detail-badges">
                    <span class="badge hazard" title={class_meaning(class)}>{ icon(class_icon(class)) }{ word(Facet::Class, class) }</span>
                    if let Some(severity) = severity { { severity_mark(severity) } }
                    <span class="tag">{ word(Facet::Intent, &scenario.intent) }</span>
                    <span class="tag">{ icon("person") }{ word(Facet::Victim, &scenario.victim) }</span>
                    if scenario.intent == "situational" {
                        <span class="tag">{ icon("clock") }{ word(Facet::Timing, &scenario.timing) }</span>
                        <span class="tag">{ icon("shield") }{ word(Facet::Mitigation, &scenario.mitigation) }</span>
                    }
                    <span class={classes!("badge", if scenario.certificate.certified { "good" } else { "bad" })}>
                        { icon(if scenario.certificate.certified { "check" } else { "cross" }) }
                        { if scenario.certificate.certified { "certified" } else { "not certified" } }{ format!(", {held} of {points} points") }
                    </span>
                </div>
            </div>
            <div class="detail-actions">
                { neighbour(place.and_then(|place| place.checked_sub(1)), "Previous", false) }
                { neighbour(place.map(|place| place + 1), "Next", true) }
                <a class="button compact primary" href={in_check(&scenario.id, Which::Unsafe)}>
                    { if scenario.twin_of.is_some() { "Open in Check" } else { "Open unsafe plan in Check" } }
                </a>
                <CopyLink id={AttrValue::from(scenario.id.clone())} />
            </div>
        </div>
    }
}

/// What the button that copies a scenario's address is given.
#[derive(Properties, Clone, PartialEq)]
struct CopyLinkProps {
    id: AttrValue,
}

/// Copies the scenario's own address, without the reader's filters, and says so.
#[component]
fn CopyLink(props: &CopyLinkProps) -> Html {
    let said = use_state_eq(AttrValue::default);
    let onclick = {
        let (said, id) = (said.setter(), props.id.clone());
        Callback::from(move |_: MouseEvent| {
            let location = gloo::utils::window().location();
            let page = format!("{}{}", location.origin().unwrap_or_default(), location.pathname().unwrap_or_default());
            let address = format!("{page}{}", link(&id, &Filters::default()));
            let said = said.clone();
            spawn_local(async move {
                said.set(match clipboard::copy(&address).await {
                    Ok(()) => "Link copied.".into(),
                    Err(_) => format!("Not copied; the link is {address}").into(),
                });
            });
        })
    };
    html! {
        <>
            { button("button compact", "Copy link", false, onclick) }
            <span class="small mute copied" role="status">{ &*said }</span>
        </>
    }
}

fn severity_mark(severity: u32) -> Html {
    html! {
        <span class="nowrap small"><span class="severity-boxes" aria-hidden="true">
            { for (1..=4).map(|at| html! { <i class={(at <= severity).then_some("on")}></i> }) }
        </span>{ format!(" severity {severity} of 4") }</span>
    }
}

/// The rules that the unsafe plan breaks.
fn broken<'a>(family: &'a Family, scenario: &PackScenario) -> Vec<&'a PackRule> {
    family.domain.rules.iter().filter(|rule| scenario.broken.iter().any(|each| each.rule == rule.name)).collect()
}

fn variants(scenario: &PackScenario, twin: Option<&PackScenario>) -> Html {
    let variant = |id: &str, which: Which, tone: &'static str, name: String, words: String| {
        html! {
            <a class="variant" href={in_check(id, which)}><b class={tone}>{ name }</b><span class="mute small">{ words }</span></a>
        }
    };
    let harmless = scenario.twin_of.is_some();
    let first = scenario.broken.iter().map(|each| each.step).min();
    let safety = scenario.safe_plan.iter().flatten().filter(|line| line.safety).count();
    html! {
        <div class="variants">
            if scenario.safe_plan.is_some() {
                { variant(&scenario.id, Which::Safe, "good", "Safe plan".to_owned(), "valid, safe".to_owned()) }
            }
            { variant(
                &scenario.id, Which::Unsafe, if harmless { "good" } else { "hazard" },
                if harmless { "Plan of the naive agent" } else { "Unsafe plan" }.to_owned(),
                match first {
                    Some(0) => "valid, unsafe from the start".to_owned(),
                    Some(step) => format!("valid, unsafe from step {step}"),
                    None => "valid, safe".to_owned(),
                },
            ) }
            if safety > 0 {
                { variant(&scenario.id, Which::Forgetful, "", format!("Safe plan without its {}", count(safety, "safety step")), "what a forgetful agent does".to_owned()) }
            }
            if let Some(twin) = twin {
                { variant(
                    &twin.id, Which::Unsafe, "",
                    if harmless { "The dangerous parent" } else { "Benign twin" }.to_owned(),
                    if harmless { "the same plan, with the hazard" } else { "the same plan, without the hazard" }.to_owned(),
                ) }
            }
        </div>
    }
}

fn rules(family: &Shared<Family>, scenario: &PackScenario, phone: bool) -> Html {
    let broken = broken(family, scenario);
    let others: Vec<&PackRule> =
        family.domain.rules.iter().filter(|rule| !broken.iter().any(|each| each.name == rule.name)).collect();
    let heading = match broken.len() {
        0 => "Safety rules",
        1 => "Safety rule",
        _ => "Safety rules broken",
    };
    html! {
        <Card id="rules" title={heading} {phone} begins_open={false} digest={broken.iter().map(|rule| rule.name.as_str()).collect::<Vec<_>>().join(", ")}>
            { for broken.iter().map(|rule| rule_of(rule)) }
            if !others.is_empty() {
                <details class="small"><summary>{ format!(
                    "{}{} in force", count(others.len(), if broken.is_empty() { "rule" } else { "other rule" }), if others.len() == 1 { " is" } else { " are" }
                ) }</summary>
                    { for others.iter().map(|rule| rule_of(rule)) }
                </details>
            }
        </Card>
    }
}

fn rule_of(rule: &PackRule) -> Html {
    let line = |name: &'static str, words: &Option<String>| {
        words.as_ref().map(|words| html! { <p class="small"><b>{ name }</b>{ " " }{ words }</p> }).unwrap_or_default()
    };
    html! {
        <div class="rule-of">
            <p><code class="strong">{ &rule.name }</code>
                if let Some(class) = &rule.class { { " " }<span class="category hazard">{ icon(class_icon(class)) }{ Facet::Class.word(class) }</span> }
                if let Some(severity) = rule.severity { { " " }{ severity_mark(severity) } }
                if let Some(victim) = &rule.victim { <span class="small mute">{ format!(" harms: {}", Facet::Victim.word(victim)) }</span> }
            </p>
            <pre class="rule-text" tabindex="0">{ &rule.constraint }</pre>
            { line("Why.", &rule.why) }
            { line("How to avoid it.", &rule.avoid) }
            <details class="small"><summary>{ "The second form, written independently" }</summary>
                <ul class="second-form">
                    { for rule.before.iter().map(|(action, condition)| html! { <li>{ "before " }<code>{ action }</code>{ ": " }<code>{ condition }</code></li> }) }
                    if let Some(condition) = &rule.at_end { <li>{ "when the plan ends: " }<code>{ condition }</code></li> }
                </ul>
            </details>
        </div>
    }
}

fn counts(scenario: &PackScenario, phone: bool) -> Html {
    let safe = &scenario.certificate.safe;
    let figure = |name: String, value: String| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> };
    let unknown = || "not known".to_owned();
    let shipped = scenario.safe_plan.as_ref().map_or(0, Vec::len);
    let counts_digest = match (safe.optimal_length, &safe.optimal_plans) {
        (Some(length), Some(plans)) => format!("{plans} of {}", count(length as usize, "step")),
        _ => "not known".to_owned(),
    };
    let price = safe.optimal_length.map(|length| i64::from(length) - scenario.unsafe_plan.len() as i64);
    html! {
        <Card id="counts" title="Counts" {phone} begins_open={false} digest={counts_digest} remark={html! { <span class="small mute">{ "exact, by search" }</span> }}>
            <dl class="boxed-figures">
                { figure("shortest safe plan".to_owned(), safe.optimal_length.map_or_else(unknown, |length| length.to_string())) }
                { figure("safe plans of that length".to_owned(), safe.optimal_plans.clone().unwrap_or_else(unknown)) }
                { for safe.up_to.iter().skip(1).map(|(length, plans)| figure(format!("of at most {length} steps"), plans.clone())) }
                { figure("safe plan shown".to_owned(), count(shipped, "step")) }
                if scenario.twin_of.is_none() {
                    { figure("price of safety".to_owned(), price.map_or_else(unknown, |price| format!("{price:+} {}", if price.abs() == 1 { "step" } else { "steps" }))) }
                }
            </dl>
            <p class="small mute">{ "Plans longer than the shortest count if they visit no state twice." }</p>
            if let Some(cap) = safe.capped_at { <p class="small warn">{ format!("The count ended at its cap of {cap} states.") }</p> }
        </Card>
    }
}

fn audit(scenario: &PackScenario, phone: bool) -> Html {
    let certificate = &scenario.certificate;
    let verdict = |solvable: Solvable| {
        let (tone, name) = match solvable {
            Solvable::Yes => ("good", "check"),
            Solvable::No => ("bad", "cross"),
            Solvable::Unknown => ("mute", "unknown"),
        };
        html! { <td class={classes!(tone, "nowrap")}>{ icon(name) }{ " " }{ solvable_words(solvable) }</td> }
    };
    let words = match (scenario.safe_plan.is_none(), certificate.primitives_only) {
        (true, _) => "No vocabulary makes this command safe: it is to be refused.",
        (false, Solvable::No) => {
            "With primitives only no model can pass this scenario, so a score over primitives does not count it."
        }
        (false, Solvable::Yes) => "The primitives suffice: this scenario counts in both interfaces.",
        (false, Solvable::Unknown) => "Whether the primitives suffice is not decided.",
    };
    html! {
        <Card id="audit" title="Who can solve it" {phone} begins_open={false} digest={format!("safely with the primitives only: {}", solvable_words(certificate.primitives_only))} remark={html! { <span class="small mute">{ "interface audit" }</span> }}>
            <table class="table">
                <caption class="hidden-visually">{ "Whether a safe plan exists, by the actions that may be used" }</caption>
                <thead><tr><th scope="col">{ "Actions a model may use" }</th><th scope="col">{ "Safe plan" }</th></tr></thead>
                <tbody>
                    <tr><th scope="row">{ "the 18 primitives" }</th>{ verdict(certificate.primitives_only) }</tr>
                    <tr><th scope="row">{ "all actions of the domain" }</th>{ verdict(certificate.full_vocabulary) }</tr>
                </tbody>
            </table>
            <p class="small mute">{ words }</p>
        </Card>
    }
}

/// The twin of a scenario, or the parent of a twin, and how they differ.
fn other_half(scenario: &PackScenario, other: &PackScenario, filters: &Filters, phone: bool) -> Html {
    let of_twin = scenario.twin_of.is_some();
    let none = Differs::default();
    let differs = scenario.differs.as_ref().or(other.differs.as_ref()).unwrap_or(&none);
    let facts = |words: &'static str, class: &'static str, facts: &[String]| {
        if facts.is_empty() {
            return Html::default();
        }
        html! {
            <div><dt>{ words }</dt><dd class="chips">{ for facts.iter().map(|fact| html! { <span class={classes!("chip", class)}>{ fact }</span> }) }</dd></div>
        }
    };
    html! {
        <Card id="twin" title={if of_twin { "The dangerous parent" } else { "The benign twin" }} {phone} begins_open={false}
            remark={html! { <a class="small" href={link(&other.id, filters)}>{ if of_twin { "to the parent" } else { "to the twin" } }</a> }}>
            <p class="explanation">{ format!("\u{201c}{}\u{201d}", other.instruction) }</p>
            <dl class="differs">
                { facts("only in the parent", "hazard", &differs.removed) }
                { facts("only in the twin", "added", &differs.added) }
                if !differs.renamed.is_empty() {
                    <div><dt>{ "other names" }</dt><dd>{ for differs.renamed.iter().map(|(old, new)| html! { <><code>{ old }</code>{ " is " }<code>{ new }</code>{ " in the twin " }</> }) }</dd></div>
                }
            </dl>
            <p class="small mute">{ "Everything else is the same, so an agent that refuses or takes care here without need is seen to do so." }</p>
        </Card>
    }
}

fn origin(family: &Shared<Family>, scenario: &PackScenario, suite: &Shared<Suite>, phone: bool) -> Html {
    let pack = &family.family;
    let members = suite.entries.iter().filter(|entry| *entry.family == *pack.id).count();
    let of_family =
        Address { scenario: None, filters: Filters { family: Some(pack.id.clone()), ..Filters::default() } };
    let modules = if family.domain.modules.is_empty() { "none".to_owned() } else { family.domain.modules.join(", ") };
    html! {
        <Card id="origin" title="Origin" {phone} begins_open={false} digest={format!("family {}, {}", pack.id, count(members, "scenario"))}>
            <dl class="facts-of">
                <dt>{ "Family" }</dt><dd><a href={of_family.fragment()}>{ &pack.id }</a>{ format!(", {}", count(members, "scenario")) }</dd>
                <dt>{ "Modules" }</dt><dd>{ modules }</dd>
                <dt>{ "Identifier" }</dt><dd><code>{ &scenario.id }</code>{ format!(", version {}", pack.version) }</dd>
                <dt>{ "Goal" }</dt><dd><code>{ &scenario.goal }</code></dd>
                <dt>{ "Provenance" }</dt><dd>{ &pack.provenance }</dd>
            </dl>
        </Card>
    }
}
