//! The drawing of a table: bodies, marks and the gripper, seen from where the reader turns it. Turned by dragging, with the
//! arrow keys, or with buttons.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::drawing::{NAME, Now, plate};
use crate::state::colours::{colour, lit};
use crate::state::episode_floor::{Wanted, names};
use crate::state::episode_home::text_width;
use crate::state::episode_table::{Face, Point, Table, View, What};
use crate::ui::hooks::{decimal, use_width};
use crate::ui::icon::icon;

/// What the drawing is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct TabletopProps {
    pub(super) now: Now,
}

/// How far a key or a button turns, in degrees.
const STEP: i32 = 15;

/// The drawing.
#[component]
pub(super) fn TabletopView(props: &TabletopProps) -> Html {
    let view = use_state_eq(View::default);
    let frame = use_node_ref();
    let width = use_width(frame.clone());
    let drag = use_mut_ref(|| None::<(i32, i32, View)>);
    let now = &props.now;
    let Some((stage, state)) = now.table() else { return Html::default() };
    let table = Table { stage, cells: &state.cells, before: now.before().map(|state| state.cells.as_slice()) };
    let turn = {
        let view = view.clone();
        Rc::new(move |around: i32, above: i32| view.set(view.turned(around, above)))
    };
    let onpointerdown = {
        let (drag, view) = (drag.clone(), view.clone());
        Callback::from(move |event: PointerEvent| {
            *drag.borrow_mut() = Some((event.client_x(), event.client_y(), *view));
            if let Some(element) = event.current_target().and_then(|target| target.dyn_into::<Element>().ok()) {
                // Without capture the drag ends at the edge, and the buttons are there.
                drop(element.set_pointer_capture(event.pointer_id()));
            }
        })
    };
    let onpointermove = {
        let (drag, view) = (drag.clone(), view.clone());
        Callback::from(move |event: PointerEvent| {
            let from = *drag.borrow();
            if let Some((x, y, before)) = from {
                view.set(before.turned((x - event.client_x()) / 2, (event.client_y() - y) / 2));
            }
        })
    };
    let end = {
        let drag = drag.clone();
        Callback::from(move |_: PointerEvent| *drag.borrow_mut() = None)
    };
    let onkeydown = {
        let (turn, view) = (Rc::clone(&turn), view.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.alt_key() || event.ctrl_key() || event.meta_key() {
                return;
            }
            match event.key().as_str() {
                "ArrowLeft" => turn(-STEP, 0),
                "ArrowRight" => turn(STEP, 0),
                "ArrowUp" => turn(0, 8),
                "ArrowDown" => turn(0, -8),
                "Home" => view.set(View::default()),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let button = |name: &'static str, words: &'static str, around: i32, above: i32| {
        let turn = Rc::clone(&turn);
        let onclick = Callback::from(move |_: MouseEvent| turn(around, above));
        html! { <button type="button" class="button compact" aria-label={words} title={words} {onclick}>{ icon(name) }</button> }
    };
    let reset = {
        let view = view.setter();
        Callback::from(move |_: MouseEvent| view.set(View::default()))
    };
    let from_above = {
        let view = view.clone();
        Callback::from(move |_: MouseEvent| view.set(View { around: 0, above: 90 }))
    };
    html! {
        <div class="tabletop-view" ref={frame}>
            <div class="turn-area" role="slider" tabindex="0" data-arrows="" aria-label="Turn the table" aria-valuemin="-180" aria-valuemax="179"
                aria-valuenow={view.around.to_string()} aria-valuetext={view.words()}
                {onpointerdown} {onpointermove} onpointerup={end.clone()} onpointercancel={end} {onkeydown}>
                if width > 0.0 { { draw(&table, *view, width) } }
            </div>
            <p class="hidden-visually">{ table.spoken() }</p>
            <div class="turn-buttons" role="group" aria-label="Turn the table">
                { button("left", "Turn to the left", -STEP, 0) }
                { button("right", "Turn to the right", STEP, 0) }
                { button("plus", "Look from higher", 0, 8) }
                { button("minus", "Look from lower", 0, -8) }
                <button type="button" class="button compact" onclick={from_above}>{ "From above" }</button>
                <button type="button" class="button compact" onclick={reset}>{ "Reset" }</button>
                <span class="tiny mute">{ "drag, or arrow keys on the drawing" }</span>
            </div>
        </div>
    }
}

fn draw(table: &Table<'_>, view: View, width: f64) -> Html {
    // The picture is as wide as what it holds, whatever it is turned to, so that turning does not change its size.
    let corners = table.room();
    let middle = [0, 1, 2].map(|axis| {
        let values = || corners.iter().map(|point| point[axis]);
        f64::midpoint(values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
    });
    let [across, high] = extent(&corners, middle, view);
    let height = (width * 0.72).min(520.0);
    let scale = ((width - 16.0) / across).min((height - 16.0) / high);
    let [middle_x, middle_y, _] = view.project(middle);
    let to = |[x, y]: [f64; 2]| ((x - middle_x) * scale + width / 2.0, (y - middle_y) * scale + height / 2.0);
    let place = |point: Point| {
        let [x, y, _] = view.project(point);
        to([x, y])
    };
    let faces = table.faces(view);
    let labels = labels(table, &faces, &to, (width, height));
    html! {
        <svg class="drawing tabletop" viewBox={format!("0 0 {} {}", decimal(width), decimal(height))} width={decimal(width)} height={decimal(height)} aria-hidden="true">
            { board(table, &place) }
            { marks(table, &place) }
            { shadows(table, &place) }
            { for faces.iter().map(|face| face_of(table, face, &to)) }
            { for labels }
        </svg>
    }
}

/// How wide and how high the picture is at most while it is turned at this height.
fn extent(corners: &[Point], middle: Point, view: View) -> [f64; 2] {
    let around =
        corners.iter().map(|[x, y, _]| ((x - middle[0]).powi(2) + (y - middle[1]).powi(2)).sqrt()).fold(1.0, f64::max);
    let up = corners.iter().map(|point| (point[2] - middle[2]).abs()).fold(1.0, f64::max);
    let angle = f64::from(view.above) * std::f64::consts::PI / 180.0;
    [2.0 * around, 2.0 * (around * angle.sin() + up * angle.cos())]
}

fn polygon(class: &'static str, corners: impl Iterator<Item = (f64, f64)>, fill: Option<String>) -> Html {
    let points: Vec<String> = corners.map(|(x, y)| format!("{},{}", decimal(x), decimal(y))).collect();
    html! { <polygon {class} points={points.join(" ")} {fill} /> }
}

/// The table's top with a grid of ten centimetres.
fn board(table: &Table<'_>, place: &impl Fn(Point) -> (f64, f64)) -> Html {
    let [x, y, _, w, d, thick] = table.stage.table.map(f64::from);
    let z = table.top();
    let thick = thick.clamp(1.0, 400.0);
    let [a, b, c, e] = table.top_corners();
    let mut lines: Vec<Html> = Vec::new();
    let mut line = |from: Point, to: Point| {
        let ((x1, y1), (x2, y2)) = (place(from), place(to));
        lines.push(
            html! { <line class="d-grid" x1={decimal(x1)} y1={decimal(y1)} x2={decimal(x2)} y2={decimal(y2)} /> },
        );
    };
    let mut at = (x / 1000.0).ceil() * 1000.0;
    // A table of more than four metres has no lines.
    while at < x + w && w < 40_000.0 {
        line([at, y, z], [at, y + d, z]);
        at += 1000.0;
    }
    let mut at = (y / 1000.0).ceil() * 1000.0;
    while at < y + d && d < 40_000.0 {
        line([x, at, z], [x + w, at, z]);
        at += 1000.0;
    }
    let low = |[x, y, z]: Point| [x, y, z - thick];
    html! {
        <>
            { for [[a, b], [b, c], [c, e], [e, a]].into_iter().map(|[from, to]| {
                polygon("d-table-edge", [from, to, low(to), low(from)].into_iter().map(place), None)
            }) }
            { polygon("d-table", [a, b, c, e].into_iter().map(place), None) }
            { for lines }
        </>
    }
}

fn circle(x: f64, y: f64, z: f64, radius: f64) -> impl Iterator<Item = Point> {
    (0..24).map(move |n| {
        let angle = std::f64::consts::TAU * f64::from(n) / 24.0;
        [x + radius * angle.cos(), y + radius * angle.sin(), z]
    })
}

/// What is to be wiped, and what is wiped.
fn marks(table: &Table<'_>, place: &impl Fn(Point) -> (f64, f64)) -> Html {
    let z = table.top();
    table
        .stage
        .marks
        .iter()
        .enumerate()
        .map(|(index, [x, y, radius])| {
            let class = if table.wiped_now(index) {
                "d-mark wiped now"
            } else if table.wiped(index) {
                "d-mark wiped"
            } else {
                "d-mark"
            };
            polygon(class, circle(f64::from(*x), f64::from(*y), z, f64::from(*radius)).map(place), None)
        })
        .collect()
}

/// What shows heights: a line straight down to the table from the gripper and from everything that is lifted, and where it
/// meets the table a ring.
fn shadows(table: &Table<'_>, place: &impl Fn(Point) -> (f64, f64)) -> Html {
    let top = table.top();
    let foot = |[x, y, z]: Point, radius: f64| {
        let ((x1, y1), (x2, y2)) = (place([x, y, z]), place([x, y, top]));
        html! {
            <>
                { polygon("d-foot", circle(x, y, top, radius).map(place), None) }
                <line class="d-plumb" x1={decimal(x1)} y1={decimal(y1)} x2={decimal(x2)} y2={decimal(y2)} />
            </>
        }
    };
    let lifted =
        (0..table.stage.bodies.len()).filter(|&body| table.stage.bodies[body].moves && table.height(body) > 60.0);
    html! { <>{ for lifted.map(|body| foot(table.body(body).at, 160.0)) }{ foot(table.gripper().at, 220.0) }</> }
}

fn face_of(table: &Table<'_>, face: &Face, to: &impl Fn([f64; 2]) -> (f64, f64)) -> Html {
    let (class, base, pieces) = match face.what {
        What::Gripper => ("d-face gripper", [122, 130, 142], 1),
        What::Body(body) => {
            let class = if table.held() == Some(body) {
                "d-face held"
            } else if table.moved(body).is_some() {
                "d-face moved"
            } else {
                "d-face"
            };
            let of = table.stage.bodies.get(body);
            (class, of.map_or([128; 3], |body| colour(&body.colour)), of.map_or(0, |body| body.parts.len()))
        }
    };
    let fill = lit(base, face.light);
    // The edges between the pieces of one body are none of the body: they get the colour of the faces.
    if pieces > 1 {
        let points: Vec<String> = face
            .corners
            .iter()
            .map(|&(x, y)| to([x, y]))
            .map(|(x, y)| format!("{},{}", decimal(x), decimal(y)))
            .collect();
        return html! { <polygon class="d-piece" points={points.join(" ")} stroke={fill.clone()} {fill} /> };
    }
    polygon(class, face.corners.iter().map(|&(x, y)| to([x, y])), Some(fill))
}

/// Names of bodies where there is room for them; what is held or moved has its name in any case.
fn labels(
    table: &Table<'_>,
    faces: &[Face],
    to: &impl Fn([f64; 2]) -> (f64, f64),
    (width, height): (f64, f64),
) -> Vec<Html> {
    let mut texts = Vec::new();
    let mut wanted = Vec::new();
    for (index, body) in table.stage.bodies.iter().enumerate() {
        let corners = || {
            faces
                .iter()
                .filter(|face| face.what == What::Body(index))
                .flat_map(|face| &face.corners)
                .map(|&(x, y)| to([x, y]))
        };
        let (left, top) = corners().fold((f64::INFINITY, f64::INFINITY), |(a, b), (x, y)| (a.min(x), b.min(y)));
        let (right, bottom) =
            corners().fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |(a, b), (x, y)| (a.max(x), b.max(y)));
        if left > right {
            continue;
        }
        let held = table.held() == Some(index);
        let text = if held { format!("{}, held", body.name) } else { body.name.clone() };
        let size = (text_width(&text, NAME) + 6.0, NAME + 5.0);
        // Names stand below or above their bodies, never on them: the drawing is small there.
        let of = (left, top, right.min(left + size.0 - 1.0).max(left), bottom);
        wanted.push(Wanted { of, size, must: held || table.moved(index).is_some() });
        texts.push((text, if held { "held" } else { "" }));
    }
    names(&wanted, width, height, &[])
        .into_iter()
        .zip(texts)
        .zip(wanted)
        .filter_map(|((at, (text, class)), wanted)| {
            let (x, y) = at?;
            Some(plate((x, y), wanted.size, &text, class))
        })
        .collect()
}
