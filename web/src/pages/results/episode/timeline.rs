//! The timeline: the strip of an episode. Columns are the lines of the record under the planner's rounds, rows the action and
//! every goal condition, the last one how many are met. A grid with one tab stop, of which only what is in view is drawn.

use std::rc::Rc;

use stepguard_embodied::show::EpisodeShow;
use web_sys::Element;
use yew::prelude::*;

use crate::state::episode::{Cell, Proof, Row, Track, cell_of, column_name, row_name, rows};
use crate::state::shared::Shared;
use crate::state::strip::{Layout, Width};
use crate::ui::grid::{cell_at, keep_scroll, scroll_to, use_focus_on_cell};
use crate::ui::hooks::{pixels, use_properties, use_width};
use crate::ui::icon::icon;
use crate::ui::labels::middle_cut;

/// A row that is not of the episode itself: how a second run or a replay compares.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Extra {
    /// Its name.
    pub(super) name: &'static str,
    /// One a column.
    pub(super) cells: Vec<Cell>,
}

/// What the timeline is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct TimelineProps {
    pub(super) show: Shared<EpisodeShow>,
    pub(super) track: Rc<Track>,
    pub(super) proof: Rc<Proof>,
    /// The chosen column.
    pub(super) column: usize,
    pub(super) on_column: Callback<usize>,
    /// Rows at the end.
    #[prop_or_default]
    pub(super) extra: Rc<Vec<Extra>>,
    /// Whose timeline it is, where there are two.
    #[prop_or_default]
    pub(super) whose: AttrValue,
}

/// The narrowest column in pixels.
const NARROW: f64 = 20.0;

/// The narrowest column where figures with a decimal place stand in it.
const FIGURES: f64 = 30.0;

/// The widest column.
const WIDE: f64 = 64.0;

/// The timeline.
#[component]
pub(super) fn Timeline(props: &TimelineProps) -> Html {
    let TimelineProps { show, track, proof, column: chosen, extra, .. } = props;
    let chosen = *chosen;
    let columns = track.columns.len();
    let listed = use_memo((show.clone(), Rc::clone(track)), |(show, track)| rows(show, track));
    let scroller = use_node_ref();
    let grid = use_node_ref();
    let width = use_width(scroller.clone());
    let scroll = use_state_eq(|| 0_i32);
    let row = use_state_eq(|| 0_usize);
    // Raised by keys, so that the focus follows the choice only when it was made from within the grid.
    let follow = use_state_eq(|| 0_u32);

    // As wide as the longest name, within a third of the width; on phones the columns need the rest. Names are in the font of
    // code, whose letters are all as wide.
    let longest = listed.iter().map(|row| row_name(show, *row).chars().count()).max().unwrap_or(0);
    let head = (longest as f64 * 7.3 + 34.0).min(width * 0.34).max(128.0);
    let room = (width - head - 2.0).max(80.0);
    let least = if listed.contains(&Row::Distance) { FIGURES } else { NARROW };
    let each = (room / columns as f64).floor().max(least).min(WIDE);
    let layout =
        Layout { columns, base: Width::Mid, base_width: each, named: (0, 0), has_named: false, named_width: each };
    let (first, last) =
        if width > 0.0 { layout.window(f64::from(*scroll), f64::from(*scroll) + room) } else { (0, columns.min(40)) };
    use_properties(
        grid.clone(),
        vec![
            ("--head-width", pixels(head)),
            ("--strip-width", pixels(head + layout.total())),
            ("--gap-before", pixels(layout.left(first))),
            ("--gap-after", pixels(layout.total() - layout.left(last))),
            ("--mid", pixels(each)),
        ],
    );
    {
        let (scroller, scroll) = (scroller.clone(), scroll.setter());
        use_effect_with((chosen, layout, width > 0.0), move |(chosen, layout, _)| {
            if let Some(element) = scroller.cast::<Element>() {
                let (left, right) = (layout.left(*chosen), layout.left(chosen + 1));
                let at = f64::from(element.scroll_left());
                let in_view = left >= at && right <= at + room;
                let wanted = if in_view { at } else { f64::midpoint(left, right) - room / 2.0 };
                scroll.set(scroll_to(&element, wanted));
            }
        });
    }
    use_focus_on_cell(grid.clone(), *row, chosen, *follow);
    let onscroll = keep_scroll(scroll.setter());
    let onclick = {
        let (row, on_column) = (row.setter(), props.on_column.clone());
        Callback::from(move |event: MouseEvent| {
            if let Some((at, column)) = cell_at(&event) {
                if let Some(at) = at {
                    row.set(at);
                }
                if let Some(column) = column {
                    on_column.emit(column);
                }
            }
        })
    };
    let total_rows = listed.len() + extra.len();
    let onkeydown = {
        let (row, follow, on_column) = (row.clone(), follow.clone(), props.on_column.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.alt_key() || event.ctrl_key() || event.meta_key() {
                return;
            }
            let mut column = chosen;
            let mut at = (*row).min(total_rows - 1);
            match event.key().as_str() {
                "ArrowLeft" => column = column.saturating_sub(1),
                "ArrowRight" => column = (column + 1).min(columns - 1),
                "ArrowUp" => at = at.saturating_sub(1),
                "ArrowDown" => at = (at + 1).min(total_rows - 1),
                "Home" => column = 0,
                "End" => column = columns - 1,
                "PageUp" => column = column.saturating_sub(10),
                "PageDown" => column = (column + 10).min(columns - 1),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
            row.set(at);
            if column != chosen {
                on_column.emit(column);
            }
            follow.set(follow.wrapping_add(1).max(1));
        })
    };

    let at_row = (*row).min(total_rows - 1);
    let stop = if (first..last).contains(&chosen) { chosen } else { first };
    let begins = |column: usize| track.rounds.iter().any(|round| round.start == column && !round.is_empty());
    let line = |index: usize, name: String, mark: Html, cell: &dyn Fn(usize) -> Cell| {
        html! {
            <div class="strip-row" role="row" aria-rowindex={(index + 3).to_string()} key={index}>
                <div class="row-head" role="rowheader" aria-colindex="1" title={name.clone()}>{ mark }{ middle_cut(&name) }</div>
                if first > 0 { <div class="gap-before" role="presentation"></div> }
                { for (first..last).map(|column| {
                    let cell = cell(column);
                    let proves = index == 0 && proof.has(track, column);
                    let label = format!(
                        "{name}, {}: {}{}",
                        column_name(track, column),
                        cell.spoken,
                        if proves { ", evidence of why it failed" } else { "" }
                    );
                    html! {
                        <div class={classes!("cell", "col-mid", cell.class, begins(column).then_some("begins"), proves.then_some("proves"), (column == chosen).then_some("chosen"))}
                            role="gridcell" tabindex={if column == stop && index == at_row { "0" } else { "-1" }} aria-colindex={(column + 2).to_string()}
                            aria-selected={(column == chosen).then_some("true")} aria-label={label} data-col={column.to_string()} data-row={index.to_string()}>
                            <span aria-hidden="true">{ &cell.text }</span>
                        </div>
                    }
                }) }
                if last < columns { <div class="gap-after" role="presentation"></div> }
            </div>
        }
    };
    let label = if props.whose.is_empty() { String::new() } else { format!(" of {}", props.whose) };
    let current = track.columns.get(chosen).map_or(0, |column| column.round);
    html! {
        <>
            <div class="strip-scroll" ref={scroller} {onscroll}>
                <div class="strip timeline" ref={grid} role="grid" aria-label={format!("Timeline{label}: a column per step, grouped by planner round, a row per condition")}
                    aria-colcount={(columns + 1).to_string()} aria-rowcount={(total_rows + 2).to_string()} {onclick} {onkeydown}>
                    <div class="strip-row groups" role="row" aria-rowindex="1">
                        <div class="row-head prose-head mute" role="columnheader" aria-colindex="1">{ "planner round" }</div>
                        if first > 0 { <div class="gap-before" role="presentation"></div> }
                        { for (first..last).map(|column| round_cell(track, column, current, column == first, each)) }
                        if last < columns { <div class="gap-after" role="presentation"></div> }
                    </div>
                    <div class="strip-row heads" role="row" aria-rowindex="2">
                        <div class="row-head prose-head mute" role="columnheader" aria-colindex="1">{ "step" }</div>
                        if first > 0 { <div class="gap-before" role="presentation"></div> }
                        { for (first..last).map(|column| head_cell(track, column, chosen, each)) }
                        if last < columns { <div class="gap-after" role="presentation"></div> }
                    </div>
                    { for listed.iter().enumerate().map(|(index, row)| {
                        let mark = match row {
                            Row::Action => icon("steps"),
                            Row::Condition(_) => icon("goal"),
                            Row::Distance => icon("pin"),
                            Row::Progress | Row::Met => Html::default(),
                        };
                        line(index, row_name(show, *row), mark, &|column| cell_of(show, track, *row, column))
                    }) }
                    { for extra.iter().enumerate().map(|(index, extra)| {
                        let cell = |column: usize| extra.cells.get(column).cloned().unwrap_or_default();
                        line(listed.len() + index, extra.name.to_owned(), icon("twin"), &cell)
                    }) }
                </div>
            </div>
            { legend(&listed, proof, extra) }
        </>
    }
}

/// The piece of the rounds' line above a column: the number stands where the round begins, or where the view does.
fn round_cell(track: &Track, column: usize, current: usize, at_edge: bool, each: f64) -> Html {
    let round = track.rounds.iter().position(|round| round.contains(&column));
    let Some(round) = round else { return html! { <div class="round-cell before col-mid" role="presentation"></div> } };
    let columns = &track.rounds[round];
    let begins = columns.start == column;
    let here = round == current;
    let class = classes!("round-cell", "col-mid", begins.then_some("begins"), here.then_some("current"));
    if begins || at_edge {
        let left = columns.end - column;
        // A round of one narrow column has no room for a number of three digits.
        let shown = each * left as f64 >= 16.0;
        html! {
            <div {class} role="columnheader" aria-colindex={(column + 2).to_string()} aria-colspan={left.to_string()} title={format!("round {}", round + 1)}>
                <span class="hidden-visually">{ "round " }</span><span class={(!shown).then_some("hidden-visually")}>{ round + 1 }</span>
            </div>
        }
    } else {
        html! { <div {class} role="presentation"></div> }
    }
}

fn head_cell(track: &Track, column: usize, chosen: usize, each: f64) -> Html {
    let is_chosen = column == chosen;
    let step = track.columns[column].step;
    let words = match step {
        Some(0) => "0".to_owned(),
        Some(step) => step.to_string(),
        None => "\u{2013}".to_owned(),
    };
    let shown = is_chosen || each >= 27.0 || step.is_none_or(|step| step > 0 && step % 5 == 0);
    html! {
        <div class={classes!("head-cell", "col-mid", is_chosen.then_some("chosen"))} role="columnheader" aria-colindex={(column + 2).to_string()}
            data-col={column.to_string()} title={column_name(track, column)}>
            <span class={(!shown).then_some("hidden-visually")}>{ words }</span>
        </div>
    }
}

fn legend(rows: &[Row], proof: &Proof, extra: &[Extra]) -> Html {
    let entry = |class: &'static str, word: &'static str| html! { <span><i class={class}></i>{ word }</span> };
    let has_conditions = rows.iter().any(|row| matches!(row, Row::Condition(_)));
    html! {
        <div class="strip-legend" aria-hidden="true">
            { entry("legend-holds", if has_conditions { "holds, or ran" } else { "ran" }) }
            if has_conditions {
                { entry("legend-not", "does not hold") }
                { entry("legend-undone", "undone here") }
            }
            { entry("legend-fails", "invalid action") }
            if !proof.steps.is_empty() || !proof.phrases.is_empty() { { entry("legend-proves", "evidence of why it failed") } }
            if !extra.is_empty() { { entry("legend-differs", "differs") } }
        </div>
    }
}
