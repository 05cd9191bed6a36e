//! The chosen step: the action in words and in PDDL, its precondition as a tree, and beside it the label with its reasons,
//! or what the step changed.

use stepguard_report::view::{Category, FindingView, Report, Source, StepStatus, StepView};
use yew::prelude::*;

use crate::state::facts::{Atom, parameters, plain};
use crate::state::history::{in_states, within};
use crate::state::session::Verdict;
use crate::state::strip::action_name;
use crate::state::words;
use crate::ui::card::Card;
use crate::ui::condition::{Tree, step_link};
use crate::ui::icon::icon;
use crate::ui::labels::{category, full_category, marked, safety};
use crate::ui::problems::place;

/// What the panel is given.
pub(super) struct StepPanel<'a> {
    pub(super) verdict: &'a Verdict,
    pub(super) step: u32,
    pub(super) phone: bool,
    pub(super) on_step: &'a Callback<u32>,
    pub(super) on_place: &'a Callback<Source>,
}

/// The panel: two cards.
pub(super) fn draw(props: &StepPanel<'_>) -> Html {
    let report = &*props.verdict.report;
    let step = (props.step as usize).checked_sub(1).and_then(|index| report.steps.get(index));
    let findings = findings_of(report, props.step);
    let (title, digest) = match step {
        None => ("Start".to_owned(), "state 0, before the first step".to_owned()),
        Some(step) => (format!("Step {}", step.index), digest(step, &findings)),
    };
    let remark = step.map(|step| html! { <code class="small">{ &step.action }</code> }).unwrap_or_default();
    let literals: Vec<_> = findings.iter().flat_map(|finding| finding.literals.iter().cloned()).collect();
    let broken: Vec<_> = {
        let state = step.map_or(0, |step| step.state);
        let scored = step.is_none_or(|step| !step.after_first_failure);
        report.rules.iter().filter(|rule| scored && within(&rule.broken_in, state)).collect()
    };
    let right_title = if findings.is_empty() && broken.is_empty() { "What it changed" } else { "Why" };
    html! {
        <div class="pair">
            <Card id="step" {title} {remark} phone={props.phone} {digest}>
                { match step {
                    None => start(props),
                    Some(step) => body(step, &literals, props),
                } }
            </Card>
            if step.is_some() || !broken.is_empty() {
                <Card id="why" title={right_title} phone={props.phone} digest={why_digest(step, &findings)}>
                    { for findings.iter().map(|finding| label(finding, props)) }
                    { for broken.iter().map(|rule| html! {
                        <div class="label">
                            <p>{ safety(if rule.hard { "Rule broken" } else { "Advice not followed" }) }{ " " }<code>{ &rule.name }</code>
                                <span class="small mute">{ format!(" in {} ", in_states(&rule.broken_in)) }</span>{ place(rule.source, props.on_place) }</p>
                            if !rule.because.is_empty() {
                                <p class="small">{ "because of " }{ for rule.because.iter().map(|fact| html! { <><code>{ fact }</code>{ " " }</> }) }</p>
                            }
                            if let Some(why) = &rule.why { <p class="small"><b>{ "Dangerous: " }</b>{ why }{ class_of(rule) }</p> }
                            if let Some(avoid) = &rule.avoid { <p class="small"><b>{ "Instead: " }</b>{ avoid }</p> }
                        </div>
                    }) }
                    if let Some(step) = step { { effects(step, !findings.is_empty() || !broken.is_empty()) } }
                </Card>
            }
        </div>
    }
}

fn class_of(rule: &stepguard_report::view::RuleView) -> String {
    let mut parts = Vec::new();
    if let Some(class) = &rule.class {
        parts.push(format!("hazard class {class}"));
    }
    if let Some(severity) = rule.severity {
        parts.push(format!("severity {severity} of 4"));
    }
    if let Some(victim) = &rule.victim {
        parts.push(format!("harms: {victim}"));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// The findings of a step; a goal that nothing undid belongs to the last step.
fn findings_of(report: &Report, step: u32) -> Vec<&FindingView> {
    let last = report.steps.len() as u32;
    let own = report.steps.get((step as usize).wrapping_sub(1)).map_or(&[][..], |step| &step.findings);
    report
        .findings
        .iter()
        .enumerate()
        .filter(|(index, finding)| {
            own.contains(&(*index as u32))
                || finding.category == Category::UnmetGoal && finding.step.unwrap_or(last) == step
                || finding.step == Some(step)
        })
        .map(|(_, finding)| finding)
        .collect()
}

fn digest(step: &StepView, findings: &[&FindingView]) -> String {
    match step.status {
        StepStatus::Ran => {
            format!("ran, {}", words::count(changes(step), "change"))
        }
        StepStatus::Failed => match findings.first().and_then(|finding| finding.literal.as_deref()) {
            Some(literal) => format!("fails: {literal}"),
            None => "fails".to_owned(),
        },
        StepStatus::Skipped => "skipped: changes nothing".to_owned(),
        StepStatus::NotRun => "not run".to_owned(),
    }
}

fn why_digest(step: Option<&StepView>, findings: &[&FindingView]) -> String {
    match (findings.first(), step) {
        (Some(finding), _) => words::long(finding.category).to_owned(),
        (None, Some(step)) => words::count(changes(step), "change"),
        (None, None) => String::new(),
    }
}

fn changes(step: &StepView) -> usize {
    step.added.len() + step.deleted.len() + step.changed.len() + step.derived_added.len() + step.derived_deleted.len()
}

fn start(props: &StepPanel<'_>) -> Html {
    let history = &props.verdict.history;
    let facts = words::count(history.facts(0).len(), "fact");
    let objects = words::count(props.verdict.report.objects.len(), "object");
    html! { <p>{ format!("The state before the first step: {facts} about {objects}.") }</p> }
}

fn body(step: &StepView, literals: &[stepguard_report::view::LiteralLabel], props: &StepPanel<'_>) -> Html {
    let state = step.state.saturating_sub(1);
    let arguments = arguments(&props.verdict.report, &step.action);
    let tree = Tree { literals, state, step: step.index, on_step: props.on_step };
    let status = match (step.status, step.after_first_failure) {
        (StepStatus::Ran, false) => html! { <span class="good strong nowrap">{ icon("check") }{ " ran" }</span> },
        (StepStatus::Ran, true) => {
            html! { <span class="mute strong">{ "would run; not scored, because a step before it failed" }</span> }
        }
        (StepStatus::Failed, false) => html! { <span class="bad strong nowrap">{ icon("cross") }{ " failed" }</span> },
        (StepStatus::Failed, true) => {
            html! { <span class="bad strong">{ icon("cross") }{ " cannot run; not scored, because a step before it failed" }</span> }
        }
        (StepStatus::Skipped, _) => {
            html! { <span class="warn strong">{ "skipped: all its effects hold already" }</span> }
        }
        (StepStatus::NotRun, _) => html! { <span class="mute strong">{ "not run" }</span> },
    };
    let time = step.time.as_deref().map(|time| {
        let duration = step.duration.as_deref().map(|duration| format!(", for {duration}")).unwrap_or_default();
        format!(" at time {time}{duration}")
    });
    html! {
        <>
            <p class="step-words"><b>{ plain(action_name(&step.action)) }</b>{ time }{ " · " }{ status }{ " " }{ place(step.source, props.on_place) }</p>
            if !arguments.is_empty() {
                <dl class="arguments">
                    { for arguments.iter().map(|(parameter, type_name, object)| html! {
                        <div><dt class="mute"><code>{ parameter }</code>{ format!(" {type_name}") }</dt><dd><code>{ object }</code></dd></div>
                    }) }
                </dl>
            }
            if let Some(condition) = &step.precondition {
                <h3 class="small mute">{ format!("Precondition, read in state {state}") }</h3>
                { tree.draw(condition) }
            } else if step.status == StepStatus::Failed {
                <p class="mute small">{ "This line could not be read as an action of the domain, so it has no precondition." }</p>
            } else {
                <p class="mute small">{ "No precondition." }</p>
            }
        </>
    }
}

/// The parameters of a step's action with the objects they take; empty where the step is no action of the domain.
fn arguments(report: &Report, action: &str) -> Vec<(String, String, String)> {
    let name = action_name(action);
    let signature = report.about.signatures.iter().find(|signature| action_name(signature).eq_ignore_ascii_case(name));
    let parameters = signature.map_or_else(Vec::new, |signature| parameters(signature));
    let objects = Atom::parse(action).arguments;
    if parameters.len() != objects.len() {
        return Vec::new();
    }
    parameters
        .into_iter()
        .zip(objects)
        .map(|((name, type_name), object)| (name, type_name, object.to_owned()))
        .collect()
}

fn label(finding: &FindingView, props: &StepPanel<'_>) -> Html {
    let follows = finding.follows_from.map(|origin| html! {
        <p class="small"><b>{ "Follows from " }{ step_link(origin, props.on_step) }</b>{ ": had that step run, this would hold. It is not counted as a problem of its own." }</p>
    });
    let others: Vec<_> =
        finding.literals.iter().filter(|label| Some(&label.literal) != finding.literal.as_ref()).collect();
    html! {
        <div class="label">
            <p>{ full_category(finding.category) }{ " " }<span class="small mute">{ words::kind(finding) }</span></p>
            <p>{ marked(&words::sentence(&finding.message)) }</p>
            { follows }
            if !finding.help.is_empty() { <p class="small">{ marked(&words::sentence(&finding.help)) }</p> }
            if let Some(suggestion) = finding.suggestion.as_ref().filter(|name| !finding.help.contains(name.as_str())) { <p class="small">{ "Did you mean " }<code>{ suggestion }</code>{ "?" }</p> }
            { for finding.why_not.iter().map(|why| html! {
                <p class="small mute"><b class="ink">{ format!("Why not {}? ", words::long(why.category).to_ascii_lowercase()) }</b>{ marked(&words::sentence(&why.because)) }</p>
            }) }
            if !others.is_empty() {
                <p class="small mute">{ "Other failing literals: " }{ for others.iter().map(|label| html! { <span class="other"><code>{ &label.literal }</code>{ " " }{ category(label.category) }{ " " }</span> }) }</p>
            }
        </div>
    }
}

fn effects(step: &StepView, with_heading: bool) -> Html {
    let nothing = changes(step) == 0;
    if nothing {
        let words = match step.status {
            StepStatus::Ran => "This step changed nothing.",
            _ => "This step did not run, so it changed nothing.",
        };
        return html! { <p class="small mute">{ words }</p> };
    }
    html! {
        <div class="effects">
            if with_heading { <h3 class="small mute">{ "What it changed" }</h3> }
            <div class="chips">
                { for step.added.iter().map(|fact| html! { <span class="chip added"><span class="hidden-visually">{ "turned true: " }</span>{ fact }</span> }) }
                { for step.deleted.iter().map(|fact| html! { <span class="chip deleted"><span class="hidden-visually">{ "turned false: " }</span>{ fact }</span> }) }
                { for step.derived_added.iter().map(|fact| html! { <span class="chip added"><span class="hidden-visually">{ "follows now: " }</span>{ fact }</span> }) }
                { for step.derived_deleted.iter().map(|fact| html! { <span class="chip deleted"><span class="hidden-visually">{ "follows no more: " }</span>{ fact }</span> }) }
                { for step.changed.iter().map(|(name, old, new)| html! { <span class="chip changed">{ format!("{name}: {old} \u{2192} {new}") }</span> }) }
            </div>
        </div>
    }
}
