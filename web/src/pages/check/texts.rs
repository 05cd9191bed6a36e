//! The column of texts: three editors with their headings and handles, and the list of problems below them.

use std::rc::Rc;

use serde::Serialize;
use stepguard_report::view::{Report, Severity, Source, StepStatus};
use yew::prelude::*;

use crate::bridge::editor::{Document, Editor, EditorRef, Light, LitLines, Pasted, StepMark, Workspace, step_marks};
use crate::bridge::store;
use crate::bridge::worker::Client;
use crate::reading::read_struct;
use crate::state::session::{Action, Kind, Session};
use crate::state::words;
use crate::ui::handle::{Axis, Handle};
use crate::ui::hooks::use_properties;
use crate::ui::icon::icon;

/// Sizes that the reader has chosen, in pixels; what is `None` takes what it needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Sizes {
    pub(super) left: Option<u32>,
    pub(super) problem: Option<u32>,
    pub(super) plan: Option<u32>,
    pub(super) problems: Option<u32>,
    /// Plain text fields instead of code editors.
    pub(super) plain: bool,
}

read_struct!(Sizes { left, problem, plan, problems, plain });

const LAYOUT: &str = "layout";
const VERSION: u32 = 1;

/// The chosen sizes, remembered between visits.
#[hook]
pub(super) fn use_sizes() -> (Rc<Sizes>, Callback<Sizes>) {
    let sizes = use_state_eq(|| Rc::new(store::load::<Sizes>(LAYOUT, VERSION).unwrap_or_default()));
    let set = use_callback(sizes.setter(), |next: Sizes, sizes| {
        // Without storage the sizes last as long as the page.
        drop(store::save(LAYOUT, VERSION, &next));
        sizes.set(Rc::new(next));
    });
    ((*sizes).clone(), set)
}

/// What the column is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct TextsProps {
    pub(super) session: UseReducerHandle<Session>,
    pub(super) client: Client,
    pub(super) phone: bool,
    pub(super) sizes: Rc<Sizes>,
    pub(super) on_sizes: Callback<Sizes>,
    pub(super) problems: Html,
    pub(super) problem_count: usize,
    pub(super) on_paste: Callback<(Kind, Pasted)>,
    pub(super) on_help: Callback<()>,
    pub(super) on_pick: Callback<()>,
    pub(super) on_place: Callback<Source>,
}

/// The height of a line of code in pixels, and what stands around the lines.
const LINE: usize = 20;
const AROUND: usize = 50;

/// The height that a text needs, within bounds.
fn needed(text: &str, least: u32, most: u32) -> u32 {
    let lines = text.split('\n').count().min(1000);
    ((AROUND + LINE * lines) as u32).clamp(least, most)
}

/// The column.
#[component]
pub(super) fn TextColumn(props: &TextsProps) -> Html {
    let session = &props.session;
    let dispatcher = session.dispatcher();
    let workspace = use_memo((), |()| Workspace::default());
    let handles = use_memo((), |()| [EditorRef::default(), EditorRef::default(), EditorRef::default()]);
    let blank = session.texts.is_blank();
    // On phones the texts begin closed once there is a verdict.
    let open = use_state_eq(|| [false; 3]);
    let problems_open = use_state_eq(|| false);
    let problem_pane = use_node_ref();
    let plan_pane = use_node_ref();
    let problems_pane = use_node_ref();

    let sizes = &props.sizes;
    let height = |chosen: Option<u32>, needed: u32| format!("{}px", chosen.unwrap_or(needed));
    use_properties(
        problem_pane.clone(),
        vec![("--height", height(sizes.problem, needed(&session.texts.problem, 120, 210)))],
    );
    use_properties(
        plan_pane.clone(),
        vec![("--height", height(sizes.plan, needed(&session.texts.get(Kind::Plan), 120, 400)))],
    );
    use_properties(problems_pane.clone(), vec![("--height", height(sizes.problems, 160))]);

    {
        let (handles, open, phone, problems) = (Rc::clone(&handles), open.clone(), props.phone, *problems_open);
        use_effect_with(session.reveal, move |reveal| {
            let Some(reveal) = *reveal else { return };
            let index = Kind::of(reveal.source.text) as usize;
            let _ = problems;
            if phone {
                let mut next = *open;
                next[index] = true;
                open.set(next);
            }
            let handles = Rc::clone(&handles);
            // After the pane has opened, so that there is something to scroll to.
            gloo::timers::callback::Timeout::new(0, move || {
                if let Some(handle) = handles.get(index) {
                    handle.reveal(reveal.source.start, reveal.source.end, true);
                }
            })
            .forget();
        });
    }

    let verdict = session.last().filter(|_| !blank);
    let marks = use_memo(verdict.cloned(), |verdict| {
        Rc::new(verdict.as_ref().map_or_else(Vec::new, |verdict| step_marks(&verdict.report)))
    });
    let lit = use_memo((verdict.cloned(), session.step()), |(verdict, step)| {
        let Some(verdict) = verdict else { return Rc::new(Vec::new()) };
        Rc::new(lit_lines(&verdict.report, *step))
    });
    let no_marks = use_memo((), |()| Rc::new(Vec::<StepMark>::new()));
    let no_lines = use_memo((), |()| Rc::new(Vec::<LitLines>::new()));
    let choose_line = {
        let dispatcher = dispatcher.clone();
        let lines: Option<Vec<(u32, u32, u32)>> = session.is_current().then(|| {
            verdict.map_or_else(Vec::new, |verdict| {
                verdict
                    .report
                    .steps
                    .iter()
                    .map(|step| (step.source.start.line, step.source.end.line, step.index))
                    .collect()
            })
        });
        Callback::from(move |line: u32| {
            let step = lines.as_ref().and_then(|lines| lines.iter().find(|(from, to, _)| *from <= line && line <= *to));
            if let Some((_, _, step)) = step {
                dispatcher.dispatch(Action::Choose(*step, None));
            }
        })
    };

    let pane = |kind: Kind| {
        let index = kind as usize;
        let name = words::text_name(kind.text());
        let is_open = !props.phone || open[index] || blank;
        let document = Document { text: session.texts.get(kind), revision: session.placed };
        let toggle = {
            let open = open.clone();
            Callback::from(move |_: MouseEvent| {
                let mut next = *open;
                next[index] = !next[index];
                open.set(next);
            })
        };
        let on_change = {
            let dispatcher = dispatcher.clone();
            Callback::from(move |text: Rc<str>| dispatcher.dispatch(Action::Type(kind, text)))
        };
        let on_focus = {
            let client = props.client.clone();
            Callback::from(move |came: bool| {
                if came {
                    client.warm_up();
                }
            })
        };
        let on_paste = props.on_paste.reform(move |pasted: Pasted| (kind, pasted));
        let on_jump = props.on_place.reform(|related: stepguard_report::view::Related| Source {
            text: related.text,
            start: related.start,
            end: related.end,
        });
        let on_cursor = if kind == Kind::Plan {
            choose_line.reform(|position: stepguard_report::view::Position| position.line)
        } else {
            Callback::noop()
        };
        let on_gutter = if kind == Kind::Plan { choose_line.clone() } else { Callback::noop() };
        let (label, placeholder) = match kind {
            Kind::Domain => {
                ("Domain (PDDL)", "What actions exist and what they need.\nPaste PDDL here.\n\n(define (domain …)")
            }
            Kind::Problem => (
                "Scenario (PDDL problem)",
                "Objects, start, goal and safety rules:\na PDDL problem.\n\n(define (problem …)",
            ),
            Kind::Plan => (
                "Plan",
                "One step per line, or a model’s whole answer: prose, JSON and code fences are read too.\n\n(grasp robot kettle)\n1. Pick up the kettle\n[\"grasp(kettle)\", …]",
            ),
        };
        let about = verdict.map(|verdict| verdict.texts.get(kind));
        let (pane_id, body_id) = match kind {
            Kind::Domain => ("pane-domain", "text-domain"),
            Kind::Problem => ("pane-problem", "text-problem"),
            Kind::Plan => ("pane-plan", "text-plan"),
        };
        let (node, class) = match kind {
            Kind::Domain => (NodeRef::default(), "takes-rest"),
            Kind::Problem => (
                problem_pane.clone(),
                if blank {
                    "takes-rest"
                } else if sizes.problem.is_some() {
                    "fixed"
                } else {
                    "takes-needed"
                },
            ),
            Kind::Plan => (
                plan_pane.clone(),
                if blank {
                    "takes-rest"
                } else if sizes.plan.is_some() {
                    "fixed"
                } else {
                    "takes-needed"
                },
            ),
        };
        let heading = if props.phone && !blank {
            html! { <button type="button" class="card-toggle" aria-expanded={is_open.to_string()} aria-controls={body_id} onclick={toggle}>{ name }</button> }
        } else {
            html! { { name } }
        };
        let heading_id = format!("{pane_id}-heading");
        html! {
            <section id={pane_id} key={pane_id} ref={node} class={classes!("text-pane", class, is_open.then_some("open"))} aria-labelledby={heading_id.clone()}>
                <div class="text-head">
                    <h2 id={heading_id}>{ heading }</h2>
                    { verdict.map(|verdict| counts(&verdict.report, kind)) }
                    <span class="grow"></span>
                    <span class="tiny mute">{ verdict.map_or_else(|| summary_of_text(&session.texts.get(kind), session.texts.is_absent(kind)), |verdict| summary(&verdict.report, kind, session.texts.is_absent(kind))) }</span>
                </div>
                <div id={body_id} class="text-body" hidden={!is_open}>
                    <Editor which={kind.text()} {label} {placeholder} {document} plain={sizes.plain}
                        diagnostics={verdict.map(|verdict| Rc::clone(&verdict.diagnostics)).unwrap_or_default()}
                        steps={if kind == Kind::Plan { (*marks).clone() } else { (*no_marks).clone() }}
                        lines={if kind == Kind::Plan { (*lit).clone() } else { (*no_lines).clone() }}
                        {about} client={Some(props.client.clone())} workspace={(*workspace).clone()} handle={handles[index].clone()}
                        {on_change} {on_focus} {on_paste} {on_cursor} {on_gutter} {on_jump} />
                </div>
            </section>
        }
    };

    let handle = |controls: &'static str, label: &'static str, set: fn(&mut Sizes, Option<u32>)| {
        let (sizes, on_sizes) = (Rc::clone(sizes), props.on_sizes.clone());
        let on_size = Callback::from(move |size| {
            let mut next = (*sizes).clone();
            set(&mut next, size);
            on_sizes.emit(next);
        });
        html! { <Handle key={format!("handle-{controls}")} axis={Axis::Rows} {label} {controls} grows={false} least={76} most={1400} {on_size} /> }
    };
    let toggle_plain = {
        let (sizes, on_sizes) = (Rc::clone(sizes), props.on_sizes.clone());
        Callback::from(move |_: Event| on_sizes.emit(Sizes { plain: !sizes.plain, ..(*sizes).clone() }))
    };
    let help = props.on_help.reform(|_: MouseEvent| ());
    let foot = html! {
        <div class="left-foot" key="foot">
            <button type="button" class="button compact phone-only" onclick={props.on_pick.reform(|_: MouseEvent| ())}>{ "Open files…" }</button>
            <label class="option"><input type="checkbox" checked={sizes.plain} onchange={toggle_plain} />{ "Plain text fields" }</label>
            <span class="grow"></span>
            <button type="button" class="link-button target" onclick={help}>{ "Keys" }</button>
        </div>
    };
    let problems = (!blank && verdict.is_some()).then(|| {
        let is_open = !props.phone || *problems_open;
        let toggle = {
            let problems_open = problems_open.clone();
            Callback::from(move |_: MouseEvent| problems_open.set(!*problems_open))
        };
        let number = if props.problem_count == 0 { "none".to_owned() } else { format!("{}, click one to go there", props.problem_count) };
        html! {
            <section id="problems" key="problems" ref={problems_pane.clone()} class={classes!("problems", is_open.then_some("open"), sizes.problems.is_some().then_some("fixed"))} aria-labelledby="problems-heading">
                <div class="text-head">
                    <h2 id="problems-heading">
                        if props.phone {
                            <button type="button" class="card-toggle" aria-expanded={is_open.to_string()} aria-controls="problems-body" onclick={toggle}>{ "Problems" }</button>
                        } else { { "Problems" } }
                    </h2>
                    <span class="tiny mute">{ number }</span>
                </div>
                <div id="problems-body" class="problems-body" hidden={!is_open} tabindex={(!props.phone).then_some("0")} role="region" aria-label="List of problems">{ props.problems.clone() }</div>
            </section>
        }
    });
    let mut parts = vec![pane(Kind::Domain)];
    if !props.phone {
        parts.push(handle("pane-problem", "Height of the scenario", |sizes, size| sizes.problem = size));
    }
    parts.push(pane(Kind::Problem));
    if !props.phone {
        parts.push(handle("pane-plan", "Height of the plan", |sizes, size| sizes.plan = size));
    }
    parts.push(pane(Kind::Plan));
    if let Some(problems) = problems {
        if props.phone {
            parts.insert(0, problems);
        } else {
            parts.push(handle("problems", "Height of the problems", |sizes, size| sizes.problems = size));
            parts.push(problems);
        }
    }
    parts.push(foot);
    html! { <div class="left" id="texts" tabindex="-1">{ for parts }</div> }
}

/// The plan's lit lines: the failing step, and the chosen one.
fn lit_lines(report: &Report, chosen: u32) -> Vec<LitLines> {
    let line_of = |step: &stepguard_report::view::StepView, tone| LitLines {
        from: step.source.start.line,
        to: step.source.end.line,
        tone,
    };
    let mut lines = Vec::new();
    if let Some(failed) =
        report.steps.iter().find(|step| step.status == StepStatus::Failed && !step.after_first_failure)
    {
        lines.push(line_of(failed, Light::Fail));
    }
    if let Some(step) = report.steps.get((chosen as usize).wrapping_sub(1))
        && lines.iter().all(|lit| lit.from != step.source.start.line)
    {
        lines.push(line_of(step, Light::Current));
    }
    lines
}

/// What is wrong in a text, as marks with numbers.
fn counts(report: &Report, kind: Kind) -> Html {
    let of = |severity: Severity| {
        report.diagnostics.iter().filter(|each| Kind::of(each.text) == kind && each.severity == severity).count()
    };
    let mut errors = of(Severity::Error);
    let mut rules = 0;
    match kind {
        Kind::Plan => {
            errors += report
                .findings
                .iter()
                .filter(|finding| finding.follows_from.is_none() && !finding.after_first_failure)
                .count()
        }
        Kind::Problem => {
            rules = report
                .rules
                .iter()
                .filter(|rule| rule.hard && rule.status == stepguard_report::view::RuleStatus::Violated)
                .count()
        }
        Kind::Domain => {}
    }
    let warnings = of(Severity::Warning);
    html! {
        <>
            if errors > 0 { <span class="count bad">{ icon("cross") }{ words::count(errors, "problem") }</span> }
            if rules > 0 { <span class="count hazard">{ icon("hazard") }{ format!("{} broken", words::count(rules, "rule")) }</span> }
            if warnings > 0 { <span class="count warn">{ icon("warning") }{ words::count(warnings, "warning") }</span> }
        </>
    }
}

fn summary_of_text(text: &str, absent: bool) -> String {
    if absent { "empty".to_owned() } else { words::count(text.split('\n').count(), "line") }
}

/// What a text holds, in a few words.
fn summary(report: &Report, kind: Kind, absent: bool) -> String {
    if absent {
        return "empty".to_owned();
    }
    match kind {
        Kind::Domain => {
            let actions = words::count(report.about.actions as usize, "action");
            report.about.domain.as_ref().map_or(actions.clone(), |name| format!("{name} · {actions}"))
        }
        // Without a verdict nothing is known about goals and rules yet.
        Kind::Problem if report.goal.is_empty() && report.rules.is_empty() => {
            report.about.problem.clone().unwrap_or_else(|| "no goal".to_owned())
        }
        Kind::Problem => {
            let rules = report.rules.iter().filter(|rule| rule.hard).count();
            let goals = words::count(report.goal.len(), "goal");
            if rules > 0 { format!("{goals} · {}", words::count(rules, "safety rule")) } else { goals }
        }
        Kind::Plan => {
            let steps = words::count(report.steps.len(), "step");
            report.plan.notation.as_ref().map_or(steps.clone(), |notation| format!("{notation} · {steps}"))
        }
    }
}
