//! The strip, drawn: a grid with one tab stop. Only the columns in view are drawn, so a plan of thousands of steps costs
//! what fits the window. Keys: arrows choose step and row, Home and End the first and last step, Delete takes a pinned row
//! away.

use std::rc::Rc;

use stepguard_report::view::Report;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::grid::{cell_at, keep_scroll, scroll_to, use_focus_on_cell};
use super::hooks::{decimal, pixels, use_properties, use_width};
use super::icon::icon;
use super::labels::middle_cut;
use crate::state::session::Verdict;
use crate::state::shared::Shared;
use crate::state::strip::{self, Cell, Jump, Layout, Row, Strip, Width, Zoom};

/// Above this many steps the overview is shown and only some names.
const LONG: usize = 12;

/// What the strip is given.
#[derive(Properties, Clone, PartialEq)]
pub struct StripProps {
    /// The verdict with its states.
    pub verdict: Shared<Verdict>,
    /// The chosen step; 0 is the start.
    pub step: u32,
    /// How much of the columns is shown.
    pub zoom: Zoom,
    /// Facts with a row of their own.
    pub pins: Rc<[Rc<str>]>,
    /// A step was chosen.
    pub on_choose: Callback<u32>,
    /// A pinned row shall go.
    pub on_pin: Callback<Rc<str>>,
}

/// The zoom that suits a number of steps.
pub fn usual_zoom(steps: usize) -> Zoom {
    if steps > LONG { Zoom::Focus } else { Zoom::Fit }
}

/// The switch between the zooms.
pub fn zooms(zoom: Zoom, on_zoom: &Callback<Zoom>) -> Html {
    let button = |each: Zoom, name: &'static str, title: &'static str| {
        let onclick = on_zoom.reform(move |_: MouseEvent| each);
        html! { <button type="button" aria-pressed={(each == zoom).to_string()} {title} {onclick}>{ name }</button> }
    };
    html! {
        <div class="segments" role="group" aria-label="Zoom of the strip">
            { button(Zoom::Fit, "Fit", "All steps in the width there is") }
            { button(Zoom::Focus, "Focus", "Names around the chosen step") }
            { button(Zoom::Names, "Names", "Every step with its name") }
        </div>
    }
}

/// The strip with overview and legend.
#[component]
pub fn StripView(props: &StripProps) -> Html {
    let report = &props.verdict.report;
    let view = Strip::new(report, &props.verdict.history);
    let columns = view.columns();
    let chosen = (props.step as usize).min(columns - 1);
    let rows = view.rows(&props.pins);

    let jumps = use_memo(props.verdict.clone(), |verdict| strip::jumps(&verdict.report));
    let bars = use_memo(props.verdict.clone(), |verdict| bars(&verdict.report));
    let scroller = use_node_ref();
    let grid = use_node_ref();
    let width = use_width(scroller.clone());
    let scroll = use_state_eq(|| 0_i32);
    let row = use_state_eq(|| 0_usize);
    // Raised by keys, so that the focus follows the choice only when it was made from within the grid.
    let follow = use_state_eq(|| 0_u32);

    let head = if width > 560.0 {
        200.0
    } else if width > 420.0 {
        150.0
    } else {
        112.0
    };
    let room = (width - head - 2.0).max(80.0);
    let layout = Layout::new(props.zoom, columns, chosen, room);
    let (first, last) =
        if width > 0.0 { layout.window(f64::from(*scroll), f64::from(*scroll) + room) } else { (0, columns.min(40)) };
    let split = view.first_unscored().unwrap_or(columns);
    let px = pixels;
    use_properties(
        grid.clone(),
        vec![
            ("--head-width", px(head)),
            ("--strip-width", px(head + layout.total())),
            ("--gap-before", px(layout.left(first))),
            ("--gap-after", px(layout.total() - layout.left(last))),
            ("--wide", px(if layout.has_named { layout.named_width } else { layout.base_width })),
            ("--mid", px(layout.base_width)),
            ("--thin", px(layout.base_width)),
            ("--scored-width", px(layout.left(split))),
            ("--unscored-width", px(layout.total() - layout.left(split))),
        ],
    );
    {
        let (scroller, scroll) = (scroller.clone(), scroll.setter());
        use_effect_with((chosen, layout, width > 0.0), move |(chosen, layout, _)| {
            if let Some(element) = scroller.cast::<Element>() {
                let (left, right) = (layout.left(*chosen), layout.left(chosen + 1));
                let at = f64::from(element.scroll_left());
                let margin = (room / 4.0).min(80.0);
                // In view with some room beside it: nothing moves. Else to the middle.
                let in_view = left - margin.min(left) >= at && (right + margin).min(layout.total()) <= at + room;
                let wanted = if in_view { at } else { f64::midpoint(left, right) - room / 2.0 };
                scroll.set(scroll_to(&element, wanted));
            }
        });
    }
    use_focus_on_cell(grid.clone(), *row, chosen, *follow);

    let onscroll = keep_scroll(scroll.setter());
    let onclick = {
        let (row, on_choose) = (row.setter(), props.on_choose.clone());
        Callback::from(move |event: MouseEvent| {
            if let Some((at, column)) = cell_at(&event) {
                if let Some(at) = at {
                    row.set(at);
                }
                if let Some(column) = column {
                    on_choose.emit(column as u32);
                }
            }
        })
    };
    let onkeydown = {
        let (row, follow, on_choose, on_pin) =
            (row.clone(), follow.clone(), props.on_choose.clone(), props.on_pin.clone());
        let rows = rows.clone();
        let page = ((room / layout.base_width) as usize).max(1);
        Callback::from(move |event: KeyboardEvent| {
            if event.alt_key() || event.ctrl_key() || event.meta_key() {
                return;
            }
            let mut column = chosen;
            let mut at = (*row).min(rows.len() - 1);
            match event.key().as_str() {
                "ArrowLeft" => column = column.saturating_sub(1),
                "ArrowRight" => column = (column + 1).min(columns - 1),
                "ArrowUp" => at = at.saturating_sub(1),
                "ArrowDown" => at = (at + 1).min(rows.len() - 1),
                "Home" => column = 0,
                "End" => column = columns - 1,
                "PageUp" => column = column.saturating_sub(page),
                "PageDown" => column = (column + page).min(columns - 1),
                "Delete" => {
                    if let Some(Row::Pinned(fact)) = rows.get(at) {
                        on_pin.emit(Rc::clone(fact));
                        at = at.saturating_sub(1);
                    }
                }
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
            row.set(at);
            if column != chosen {
                on_choose.emit(column as u32);
            }
            follow.set(follow.wrapping_add(1).max(1));
        })
    };

    let at_row = (*row).min(rows.len() - 1);
    let stop = if (first..last).contains(&chosen) { chosen } else { first };
    html! {
        <>
            if columns > LONG + 1 {
                { overview(columns, &bars, &jumps, (layout.at(f64::from(*scroll)), layout.at(f64::from(*scroll) + room)), &props.on_choose) }
            }
            <div class="strip-scroll" ref={scroller} {onscroll}>
                <div class="strip" ref={grid} role="grid" aria-label="Strip: a column per step, a row per status, goal, rule and pinned fact"
                    aria-colcount={(columns + 1).to_string()} aria-rowcount={(rows.len() + 2).to_string()} {onclick} {onkeydown}>
                    <div class="strip-row groups" role="row" aria-rowindex="1">
                        <div class="row-head prose-head" role="columnheader" aria-colindex="1"><span class="hidden-visually">{ "scored or not" }</span></div>
                        <div class="group-scored" role="columnheader" aria-colindex="2" aria-colspan={split.to_string()}><span>{ "scored run" }</span></div>
                        if split < columns {
                            <div class="group-unscored" role="columnheader" aria-colindex={(split + 2).to_string()} aria-colspan={(columns - split).to_string()}>{ "not scored" }</div>
                        }
                    </div>
                    <div class="strip-row heads" role="row" aria-rowindex="2">
                        <div class="row-head prose-head mute" role="columnheader" aria-colindex="1">{ "step" }</div>
                        if first > 0 { <div class="gap-before" role="presentation"></div> }
                        { for (first..last).map(|column| head_cell(&view, &layout, column, chosen)) }
                        if last < columns { <div class="gap-after" role="presentation"></div> }
                    </div>
                    { for rows.iter().enumerate().map(|(index, each)| html! {
                        <div class="strip-row" role="row" aria-rowindex={(index + 3).to_string()} key={index}>
                            { row_head(&view, each, &props.on_pin) }
                            if first > 0 { <div class="gap-before" role="presentation"></div> }
                            { for (first..last).map(|column| {
                                let cell = view.cell(each, column);
                                draw(&view, each, &cell, column, index, layout.width_of(column), column == chosen, column == stop && index == at_row)
                            }) }
                            if last < columns { <div class="gap-after" role="presentation"></div> }
                        </div>
                    }) }
                </div>
            </div>
            { legend(report) }
        </>
    }
}

fn head_cell(view: &Strip<'_>, layout: &Layout, column: usize, chosen: usize) -> Html {
    let width = layout.width_of(column);
    let action = view.action(column);
    let number = if column == 0 { "start".to_owned() } else { column.to_string() };
    let is_chosen = column == chosen;
    let inner = match width {
        Width::Wide => html! { <><b>{ number }</b>{ if column == 0 { "state 0" } else { action } }</> },
        Width::Mid => html! { <b>{ column }</b> },
        Width::Thin if is_chosen || (column > 0 && column.is_multiple_of(layout.number_every())) => {
            html! { <span>{ column }</span> }
        }
        Width::Thin => html! { <span class="hidden-visually">{ column }</span> },
    };
    let title = if column == 0 { "start, state 0".to_owned() } else { format!("step {column} {action}") };
    html! {
        <div class={classes!("head-cell", width.class(), (width == Width::Thin).then_some("thin"), is_chosen.then_some("chosen"))}
            role="columnheader" aria-colindex={(column + 2).to_string()} data-col={column.to_string()} {title}>{ inner }</div>
    }
}

fn row_head(view: &Strip<'_>, row: &Row, on_pin: &Callback<Rc<str>>) -> Html {
    let name = view.name(row);
    let kind = view.row_kind(row);
    let mark = match row {
        Row::Status => Html::default(),
        Row::Goal(_) => icon("goal"),
        Row::Rule(_) => icon("hazard"),
        Row::Pinned(_) => icon("pin"),
    };
    let unpin = match row {
        Row::Pinned(fact) => {
            let fact = Rc::clone(fact);
            let onclick = on_pin.reform(move |event: MouseEvent| {
                event.stop_propagation();
                Rc::clone(&fact)
            });
            html! { <button type="button" class="unpin" tabindex="-1" aria-label="Remove this row" title="Remove this row (Delete)" {onclick}>{ "×" }</button> }
        }
        _ => Html::default(),
    };
    html! {
        <div class={classes!("row-head", matches!(row, Row::Status).then_some("prose-head"))} role="rowheader" aria-colindex="1" title={format!("{kind} {name}").trim().to_owned()}>
            { mark }<span class="hidden-visually">{ kind }{ " " }</span>{ middle_cut(&name) }{ unpin }
        </div>
    }
}

#[expect(clippy::too_many_arguments, reason = "a cell is drawn from exactly these, and called from one place")]
fn draw(
    view: &Strip<'_>,
    row: &Row,
    cell: &Cell,
    column: usize,
    row_index: usize,
    width: Width,
    chosen: bool,
    stop: bool,
) -> Html {
    let label = format!("{}, {}: {}", view.name(row), view.spoken_column(column), cell.spoken);
    html! {
        <div class={classes!("cell", width.class(), cell.kind.class(), cell.unscored.then_some("unscored"), chosen.then_some("chosen"))}
            role="gridcell" tabindex={if stop { "0" } else { "-1" }} aria-colindex={(column + 2).to_string()} aria-selected={chosen.then_some("true")}
            aria-label={label} data-col={column.to_string()} data-row={row_index.to_string()}>
            if width == Width::Wide {
                <span class="full" aria-hidden="true">{ &cell.full }</span>
            } else if width == Width::Mid {
                <span class="symbol" aria-hidden="true">{ cell.symbol }</span>
            }
        </div>
    }
}

fn legend(report: &Report) -> Html {
    let unscored = report.steps.iter().any(|step| step.after_first_failure);
    let entry = |class: &'static str, word: &'static str| html! { <span><i class={class}></i>{ word }</span> };
    html! {
        <div class="strip-legend" aria-hidden="true">
            { entry("legend-holds", "holds, ran, kept") }
            { entry("legend-not", "does not hold") }
            { entry("legend-undone", "undone here") }
            { entry("legend-fails", "step fails") }
            if !report.rules.is_empty() {
                { entry("legend-broken", "rule broken") }
                { entry("legend-pending", "pending") }
            }
            if unscored { { entry("legend-unscored", "not scored") } }
        </div>
    }
}

/// The jump buttons shown; more would hide the strip.
const JUMPS: usize = 8;

/// Where a column begins in the overview, a thousand units wide, and how wide a stretch of columns is.
fn scaled(columns: usize, from: usize, to: usize) -> (String, String) {
    let scale = 1000.0 / columns as f64;
    let gap = if columns <= 120 { 1.5 } else { 0.0 };
    (decimal(from as f64 * scale), decimal(((to + 1 - from) as f64 * scale - gap).max(0.8)))
}

/// The overview's bars, which depend on the verdict alone.
fn bars(report: &Report) -> Html {
    let columns = report.steps.len() + 1;
    let bar = |class: &'static str, from: usize, to: usize, (y, height): (&'static str, &'static str)| {
        let (x, width) = scaled(columns, from, to);
        html! { <rect {class} {x} {y} {width} {height} rx="1.5" /> }
    };
    let mut bars: Vec<Html> = strip::stretches(report, columns <= 120)
        .into_iter()
        .map(|stretch| bar(stretch.class, stretch.from, stretch.to, ("10", "12")))
        .collect();
    for rule in &report.rules {
        let intervals = rule.broken_in.iter().filter_map(|&interval| strip::columns_of(report, interval));
        bars.extend(intervals.map(|(from, to)| bar("broken", from, to, ("25", "4"))));
    }
    let undone = report.goal.iter().filter_map(|goal| goal.undone_by);
    bars.extend(undone.map(|step| bar("undone", step as usize, step as usize, ("32", "4"))));
    bars.into_iter().collect()
}

/// The whole plan in one bar, with the window in view and buttons to the places worth seeing.
fn overview(
    columns: usize,
    bars: &Html,
    jumps: &[Jump],
    (first, last): (usize, usize),
    on_choose: &Callback<u32>,
) -> Html {
    let onclick = {
        let on_choose = on_choose.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(element) = event.current_target().and_then(|target| target.dyn_into::<Element>().ok()) {
                let rect = element.get_bounding_client_rect();
                let share = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0);
                // What lies outside becomes the nearest number; fractions have no `clamp` here, see `decimal`.
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
                let column = (share * columns as f64) as u32;
                on_choose.emit(column.min(u32::try_from(columns.saturating_sub(1)).unwrap_or(u32::MAX)));
            }
        })
    };
    let jump = |jump: &Jump| {
        let column = jump.column as u32;
        let (class, name) = match jump.kind {
            "failed" => ("bad", "cross"),
            "broken" => ("hazard", "hazard"),
            _ => ("cat-unmet-goal", "unmet-goal"),
        };
        let onclick = on_choose.reform(move |_: MouseEvent| column);
        html! { <button type="button" class={classes!("button", "compact", class)} {onclick}>{ icon(name) }<span>{ &jump.text }</span></button> }
    };
    let (x, width) = scaled(columns, first, last);
    let label = format!(
        "Overview of {} steps. {}",
        columns - 1,
        jumps.iter().map(|jump| jump.text.as_str()).collect::<Vec<_>>().join(", ")
    );
    html! {
        <>
            if !jumps.is_empty() {
                <div class="jumps">
                    <span class="small mute">{ "Go to" }</span>
                    { for jumps.iter().take(JUMPS).map(jump) }
                    if jumps.len() > JUMPS { <span class="small mute">{ format!("and {} more", jumps.len() - JUMPS) }</span> }
                </div>
            }
            <svg class="overview" viewBox="0 0 1000 40" preserveAspectRatio="none" role="img" aria-label={label} {onclick}>
                { bars.clone() }
                <rect class="window" {x} y="5" {width} height="32" rx="2" />
            </svg>
        </>
    }
}
