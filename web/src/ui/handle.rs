//! A handle between two panes: dragged with the mouse or a finger, moved with the arrow keys, reset by a double click or
//! Enter.

use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

/// Which way a handle moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Up and down, between stacked panes.
    Rows,
    /// Left and right, between panes side by side.
    Columns,
}

/// What a handle is given.
#[derive(Properties, Clone, PartialEq)]
pub struct HandleProps {
    /// Which way it moves.
    pub axis: Axis,
    /// What it resizes, for screen readers.
    pub label: AttrValue,
    /// The identifier of the pane it resizes.
    pub controls: &'static str,
    /// Whether moving down or right makes the pane larger (it stands before the handle) or smaller (behind it).
    pub grows: bool,
    /// Its smallest size.
    pub least: u32,
    /// Its largest size.
    pub most: u32,
    /// The pane's new size in pixels; `None`: back to the size it takes by itself.
    pub on_size: Callback<Option<u32>>,
}

/// How far an arrow key moves it.
const STEP: i32 = 16;

/// A handle.
#[component]
pub fn Handle(props: &HandleProps) -> Html {
    let drag = use_mut_ref(|| None::<(i32, i32)>);
    let shown = use_state_eq(|| None::<u32>);
    let axis = props.axis;
    let along = move |event: &PointerEvent| if axis == Axis::Rows { event.client_y() } else { event.client_x() };
    let size_now = {
        let controls = props.controls;
        move || {
            let rect = gloo::utils::document().get_element_by_id(controls)?.get_bounding_client_rect();
            #[expect(clippy::cast_possible_truncation, reason = "a size on a page in pixels")]
            Some((if axis == Axis::Rows { rect.height() } else { rect.width() }) as i32)
        }
    };
    let sign = if props.grows { 1 } else { -1 };
    let set = {
        let (on_size, shown, least, most) = (props.on_size.clone(), shown.clone(), props.least, props.most);
        Callback::from(move |size: i32| {
            let size = size.max(0).unsigned_abs().clamp(least, most.max(least));
            shown.set(Some(size));
            on_size.emit(Some(size));
        })
    };
    let reset = {
        let (on_size, shown) = (props.on_size.clone(), shown.clone());
        Callback::from(move |()| {
            shown.set(None);
            on_size.emit(None);
        })
    };
    let onpointerdown = {
        let drag = drag.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(size) = size_now() {
                *drag.borrow_mut() = Some((along(&event), size));
                if let Some(element) = event.current_target().and_then(|target| target.dyn_into::<Element>().ok()) {
                    // Without capture the drag ends at the handle's edge, and the keyboard is there.
                    drop(element.set_pointer_capture(event.pointer_id()));
                }
            }
        })
    };
    let onpointermove = {
        let (drag, set) = (drag.clone(), set.clone());
        Callback::from(move |event: PointerEvent| {
            let from = *drag.borrow();
            if let Some((start, size)) = from {
                set.emit(size + sign * (along(&event) - start));
            }
        })
    };
    let end = {
        let drag = drag.clone();
        Callback::from(move |_: PointerEvent| *drag.borrow_mut() = None)
    };
    let ondblclick = reset.reform(|_: MouseEvent| ());
    let onkeydown = {
        let (set, reset) = (set.clone(), reset.clone());
        Callback::from(move |event: KeyboardEvent| {
            let Some(size) = size_now() else { return };
            let (less, more) = if axis == Axis::Rows { ("ArrowUp", "ArrowDown") } else { ("ArrowLeft", "ArrowRight") };
            match event.key().as_str() {
                key if key == less => set.emit(size - sign * STEP),
                key if key == more => set.emit(size + sign * STEP),
                "Home" => set.emit(0),
                "End" => set.emit(i32::MAX),
                "Enter" => reset.emit(()),
                _ => return,
            }
            event.prevent_default();
        })
    };
    let orientation = if axis == Axis::Rows { "horizontal" } else { "vertical" };
    html! {
        <div class={classes!("handle", if axis == Axis::Rows { "rows" } else { "columns" })} role="separator" tabindex="0"
            aria-orientation={orientation} aria-label={props.label.clone()} aria-controls={props.controls}
            aria-valuemin={props.least.to_string()} aria-valuemax={props.most.to_string()}
            aria-valuenow={shown.unwrap_or(props.least).to_string()}
            aria-valuetext={shown.map_or_else(|| "as needed".to_owned(), |size| format!("{size} pixels"))}
            title="Drag to resize, double-click to reset"
            {onpointerdown} {onpointermove} onpointerup={end.clone()} onpointercancel={end} {ondblclick} {onkeydown} />
    }
}
