//! Charts that are tables: a value and its interval on a line beside the numbers, stacked shares, and the button that saves
//! the numbers.

use stepguard_report::{Category, Ends};
use yew::prelude::*;

use crate::bridge::download;
use crate::state::evaluate::Table;
use crate::state::words::{key, long};
use crate::ui::hooks::{decimal, use_width};
use crate::ui::icon::{category_icon, icon};
use crate::ui::parts::button;

/// Saves a table.
pub(super) fn csv(table: Table) -> Html {
    let onclick = Callback::from(move |_: MouseEvent| {
        // Saving to a file of the reader's is the browser's business: where it refuses, it says so itself.
        drop(download::save(&format!("{}.csv", table.name), "text/csv", table.csv().as_bytes()));
    });
    button("button compact", "CSV", false, onclick)
}

/// A value and its interval on a line from `low` to `high`. The numbers stand beside it, so it is nothing to listen to.
pub(super) fn whisker(value: Option<f64>, interval: Option<Ends>, low: f64, high: f64, place: usize) -> Html {
    let at = |value: f64| decimal(((value - low) * 1000.0 / (high - low)).clamp(0.0, 1000.0));
    let mid = at(0.0);
    html! {
        <svg class={if place == 0 { "whisker first" } else { "whisker second" }} viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">
            <line class="axis" x1="0" x2="1000" y1="8" y2="8" />
            if low < 0.0 { <line class="zero" x1={mid.clone()} x2={mid} y1="0" y2="16" /> }
            if let Some(ends) = interval { <line class="span" x1={at(ends.low)} x2={at(ends.high)} y1="8" y2="8" /> }
            if let Some(value) = value {
                // A line without length and with round ends is a dot, however wide the chart is drawn.
                <line class="dot" x1={at(value)} x2={at(value)} y1="8" y2="8" />
            }
        </svg>
    }
}

/// The scale above a column of lines.
pub(super) fn scale(ends: [&'static str; 3]) -> Html {
    html! { <span class="scale" aria-hidden="true">{ for ends.into_iter().map(|word| html! { <span>{ word }</span> }) }</span> }
}

/// A part of a stack.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    /// A class for its colour.
    pub(super) class: &'static str,
    /// Its icon.
    pub(super) icon: &'static str,
    /// Its word.
    pub(super) word: &'static str,
    /// How many.
    pub(super) count: u32,
    /// The label by which answers are found.
    pub(super) label: &'static str,
}

/// The part of a category.
pub(super) fn category_part(category: Category, count: u32) -> Part {
    let name = key(category);
    Part { class: name, icon: name, word: long(category), count, label: name }
}

/// What a stack is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct StackProps {
    pub(super) parts: Vec<Part>,
    pub(super) words: AttrValue,
}

/// Parts of a whole beside each other. Wide ones carry their icon; all of them stand in the table below.
#[component]
pub(super) fn Stack(props: &StackProps) -> Html {
    let node = use_node_ref();
    let width = use_width(node.clone());
    let all = f64::from(props.parts.iter().map(|part| part.count).sum::<u32>().max(1));
    let mut from = 0.0;
    let drawn: Vec<Html> = props
        .parts
        .iter()
        .filter(|part| part.count > 0)
        .map(|part| {
            let wide = f64::from(part.count) / all * width;
            let x = from;
            from += wide;
            html! {
                <g class={format!("part part-{}", part.class)}>
                    <rect x={decimal(x)} y="0" width={decimal((wide - 1.0).max(0.5))} height="30" />
                    if wide > 24.0 {
                        // Of an SVG within an SVG browsers take the size from attributes only.
                        <svg x={decimal(x + wide / 2.0 - 8.5)} y="7" width="16" height="16">{ icon(part.icon) }</svg>
                    }
                </g>
            }
        })
        .collect();
    html! {
        <div ref={node} class="stack" role="img" aria-label={props.words.clone()}>
            <svg width={decimal(width)} height="30" aria-hidden="true">{ for drawn }</svg>
        </div>
    }
}

/// A category with its icon and its word.
pub(super) fn category_word(category: Category) -> Html {
    html! { <span class={format!("category cat-{}", key(category))}>{ category_icon(category) }{ long(category) }</span> }
}
