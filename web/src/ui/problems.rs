//! The list of problems of all three texts: what the checker found in the plan, broken rules, and what is wrong with the
//! texts themselves. A click leads to the place; certain fixes are one click.

use stepguard_report::view::{
    Category, Diagnostic, FindingView, Fix, Position, Report, RuleStatus, Severity, Source, Text,
};
use stepguard_text::order;
use yew::prelude::*;

use super::icon::icon;
use super::labels::{category, marked, safety, severity};
use crate::state::history::in_states;
use crate::state::words;

/// What the list is given.
pub struct Problems<'a> {
    /// The verdict.
    pub report: &'a Report,
    /// The texts are still the verdict's, so that fixes fit.
    pub current: bool,
    /// Nothing can be changed here.
    pub read_only: bool,
    /// A place was chosen.
    pub on_place: &'a Callback<Source>,
    /// A step was chosen.
    pub on_step: &'a Callback<u32>,
    /// A fix was chosen for that text.
    pub on_fix: &'a Callback<(Text, Fix)>,
}

/// More diagnostics than this are counted, not drawn: a text with thousands of mistakes has one that matters.
const MOST: usize = 100;

/// Number of entries: findings that stand for themselves, broken rules, diagnostics.
pub fn count(report: &Report) -> usize {
    report.findings.iter().filter(|finding| finding.follows_from.is_none()).count()
        + report.rules.iter().filter(|rule| rule.status == RuleStatus::Violated).count()
        + others(report).count()
}

/// The places of the steps that could not be read, in order: a finding says so, and so does a diagnostic.
fn unread(report: &Report) -> Vec<Position> {
    let grammar = report.findings.iter().filter(|finding| finding.category == Category::Grammar);
    let mut places: Vec<_> = grammar.filter_map(|finding| finding.source).map(|source| source.start).collect();
    order::sort(&mut places);
    places
}

/// Whether a diagnostic is of the plan's text.
fn of_plan(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error && matches!(diagnostic.text, Text::Plan | Text::Pasted)
}

/// The diagnostics that no finding says as well.
fn others(report: &Report) -> impl Iterator<Item = &Diagnostic> {
    let unread = unread(report);
    report
        .diagnostics
        .iter()
        .filter(move |diagnostic| !(of_plan(diagnostic) && unread.binary_search(&diagnostic.start).is_ok()))
}

/// The diagnostic that says the same as a finding.
fn twin<'a>(report: &'a Report, finding: &FindingView) -> Option<&'a Diagnostic> {
    let source = finding.source.filter(|_| finding.category == Category::Grammar)?;
    report.diagnostics.iter().find(|diagnostic| of_plan(diagnostic) && diagnostic.start == source.start)
}

/// The list.
pub fn draw(props: &Problems<'_>) -> Html {
    let report = props.report;
    if count(report) == 0 {
        return html! { <p class="mute small">{ "None in any of the texts." }</p> };
    }
    let findings = report.findings.iter().enumerate().filter(|(_, finding)| finding.follows_from.is_none()).take(MOST).map(|(_, finding)| {
        let followers: Vec<_> = report
            .findings
            .iter()
            .filter(|other| other.follows_from.is_some() && other.follows_from == finding.step)
            .collect();
        let scored = finding.after_first_failure.then(|| html! { <span class="mute">{ " (not scored: after the first failure)" }</span> });
        html! {
            <li class="problem">
                { category(finding.category) }
                <span class="what">{ marked(&words::sentence(&finding.message)) }{ scored }</span>
                { finding.source.map(|source| place(source, props.on_place)) }
                if !finding.help.is_empty() {
                    <span class="more">
                        <span>{ marked(&words::sentence(&finding.help)) }</span>
                        { twin(report, finding).and_then(|diagnostic| mend(diagnostic, props)) }
                    </span>
                }
                if !followers.is_empty() {
                    <details class="folded">
                        <summary>{ format!("{} from it", words::count(followers.len(), "more finding") + if followers.len() == 1 { " follows" } else { " follow" }) }</summary>
                        <ul>{ for followers.iter().map(|follower| html! {
                            <li class="small">
                                { follower.step.map(|step| super::condition::step_link(step, props.on_step)) }{ ": " }{ marked(&words::sentence(&follower.message)) }
                            </li>
                        }) }</ul>
                    </details>
                }
            </li>
        }
    });
    let rules = report.rules.iter().filter(|rule| rule.status == RuleStatus::Violated).map(|rule| {
        let states =
            if rule.broken_in.is_empty() { String::new() } else { format!(" in {}", in_states(&rule.broken_in)) };
        let because =
            if rule.because.is_empty() { String::new() } else { format!(", because of {}", rule.because.join(" ")) };
        html! {
            <li class="problem">
                { safety(if rule.hard { "Safety" } else { "Advice" }) }
                <span class="what"><code>{ &rule.name }</code>{ " is broken" }{ states }{ because }</span>
                { place(rule.source, props.on_place) }
                if rule.why.is_some() || rule.avoid.is_some() {
                    <span class="more">
                        if let Some(why) = &rule.why { <span>{ "Dangerous: " }{ why }</span> }
                        if let Some(avoid) = &rule.avoid { <span>{ "Instead: " }{ avoid }</span> }
                    </span>
                }
            </li>
        }
    });
    let diagnostics = others(report).take(MOST).map(|diagnostic| diagnosed(diagnostic, props));
    let own = report.findings.iter().filter(|finding| finding.follows_from.is_none()).count();
    let rest = others(report).count().saturating_sub(MOST) + own.saturating_sub(MOST);
    html! {
        <ul>
            { for findings }
            { for rules }
            { for diagnostics }
            if rest > 0 {
                <li class="problem"><span></span><span class="mute">{ format!("and {rest} more; mend the first ones, many of the others go with them") }</span></li>
            }
        </ul>
    }
}

/// The button that mends a diagnostic, where the fix is certain.
fn mend(diagnostic: &Diagnostic, props: &Problems<'_>) -> Option<Html> {
    let fix = diagnostic.fix.clone().filter(|_| !props.read_only)?;
    let title = fix.title.clone();
    let text = diagnostic.text;
    let onclick = props.on_fix.reform(move |_: MouseEvent| (text, fix.clone()));
    Some(
        html! { <button type="button" class="button compact" disabled={!props.current} {onclick}>{ icon("wand") }{ title }</button> },
    )
}

fn diagnosed(diagnostic: &Diagnostic, props: &Problems<'_>) -> Html {
    let source = Source { text: diagnostic.text, start: diagnostic.start, end: diagnostic.end };
    let fix = mend(diagnostic, props);
    html! {
        <li class="problem">
            { severity(diagnostic.severity) }
            <span class="what">{ marked(&words::sentence(&diagnostic.message)) }{ " " }<span class="mute tiny nowrap">{ &diagnostic.code }</span></span>
            { place(source, props.on_place) }
            if !diagnostic.help.is_empty() || fix.is_some() || !diagnostic.related.is_empty() {
                <span class="more">
                    if !diagnostic.help.is_empty() { <span>{ marked(&words::sentence(&diagnostic.help)) }</span> }
                    { fix }
                    { for diagnostic.related.iter().map(|related| html! {
                        <span>{ marked(&words::sentence(&related.message)) }{ " " }{ place(Source { text: related.text, start: related.start, end: related.end }, props.on_place) }</span>
                    }) }
                </span>
            }
        </li>
    }
}

/// A link to a place: `Plan 5:1`.
pub fn place(source: Source, on_place: &Callback<Source>) -> Html {
    let Position { line, column } = source.start;
    let onclick = on_place.reform(move |_: MouseEvent| source);
    html! {
        <button type="button" class="link-button tiny nowrap" {onclick}>{ format!("{} {line}:{column}", words::text_name(source.text)) }</button>
    }
}
