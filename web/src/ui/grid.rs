//! What grids with one tab stop share, whatever they show: the cell that an event is in, the focus that follows a choice made
//! by keys, and how far a grid is scrolled.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Row and column of the cell that was clicked, by its `data-row` and `data-col`; `None` outside of cells.
pub fn cell_at(event: &MouseEvent) -> Option<(Option<usize>, Option<usize>)> {
    let cell = event.target_dyn_into::<Element>()?.closest("[data-col]").ok().flatten()?;
    let number = |name: &str| cell.get_attribute(name).and_then(|value| value.parse::<usize>().ok());
    Some((number("data-row"), number("data-col")))
}

/// Moves the focus to a cell each time `follow` is raised; 0 moves nothing.
#[hook]
pub fn use_focus_on_cell(grid: NodeRef, row: usize, column: usize, follow: u32) {
    use_effect_with(follow, move |follow| {
        if *follow > 0
            && let Some(grid) = grid.cast::<Element>()
            && let Ok(Some(cell)) = grid.query_selector(&format!("[data-row='{row}'][data-col='{column}']"))
            && let Ok(cell) = cell.dyn_into::<HtmlElement>()
        {
            // The cell is drawn; if it cannot take the focus, the focus stays.
            drop(cell.focus());
        }
    });
}

/// Keeps how far something is scrolled.
pub fn keep_scroll(scroll: UseStateSetter<i32>) -> Callback<Event> {
    Callback::from(move |event: Event| {
        if let Some(element) = event.target_dyn_into::<Element>() {
            scroll.set(quantized(element.scroll_left()));
        }
    })
}

/// Scrolls something to a place, if that is another one than where it is, and gives how far it is scrolled then.
pub fn scroll_to(element: &Element, wanted: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a width of a page in pixels")]
    let wanted = wanted.max(0.0) as i32;
    if wanted != element.scroll_left() {
        element.set_scroll_left(wanted);
    }
    quantized(element.scroll_left())
}

/// Scrolling draws anew only every so many pixels.
fn quantized(scroll: i32) -> i32 {
    scroll - scroll.rem_euclid(40)
}
