//! The drawing of a floor: the plan with the agent, what it can see from where it stands and the way it came, and the view
//! through its eyes.

use std::collections::HashMap;

use stepguard_embodied::scene::{Area, FloorStage};
use stepguard_embodied::view::{self, What};
use yew::prelude::*;

use super::drawing::{NAME, Now, plate};
use crate::state::colours::{colour, lit};
use crate::state::episode_floor::{Floor, Wanted, names, pose, tilt_words, way_words};
use crate::state::episode_home::text_width;
use crate::ui::hooks::{decimal, use_width};

/// What the drawing is given.
#[derive(Properties, Clone, PartialEq)]
pub(super) struct FloorProps {
    pub(super) now: Now,
}

/// The drawing.
#[component]
pub(super) fn FloorView(props: &FloorProps) -> Html {
    let frame = use_node_ref();
    let width = use_width(frame.clone());
    let now = &props.now;
    let Some((stage, state)) = now.floor() else { return Html::default() };
    let floor = Floor { stage, cells: &state.cells, before: now.before().map(|state| state.cells.as_slice()) };
    let wide = width >= 620.0;
    let (plan_width, eye_width) =
        if wide { ((width - 12.0) * 0.56, (width - 12.0) * 0.44) } else { (width, width.min(480.0)) };
    html! {
        <div class={classes!("floor-view", wide.then_some("beside"))} ref={frame}>
            if width > 0.0 {
                <figure>
                    { plan(&floor, now, state.distance, plan_width) }
                    <figcaption class="tiny mute">{ legend(&floor) }</figcaption>
                </figure>
                <figure>
                    { eyes(&floor, eye_width) }
                    <figcaption class="tiny mute">{ format!("What the agent sees: {}, {}", way_words(floor.pose().heading), tilt_words(floor.pose().tilt)) }</figcaption>
                </figure>
            }
        </div>
    }
}

fn legend(floor: &Floor<'_>) -> String {
    let unseen = (0..floor.stage.objects.len()).filter(|&object| !floor.seen(object)).count();
    let unseen = match unseen {
        0 => "everything has been seen".to_owned(),
        n => format!("{n} not seen yet, dashed"),
    };
    format!("{}; shaded: in sight; {unseen}", floor.stage.name)
}

fn plan(floor: &Floor<'_>, now: &Now, distance: Option<f64>, width: f64) -> Html {
    let stage = floor.stage;
    let bounds = floor.bounds();
    // As large as fits, but no taller than a screen has room for.
    let scale = (width / f64::from(bounds.w)).min(560.0 / f64::from(bounds.h));
    let (w, h) = (f64::from(bounds.w) * scale, f64::from(bounds.h) * scale);
    let x = |value: f64| (value - f64::from(bounds.x)) * scale;
    let y = |value: f64| (value - f64::from(bounds.y)) * scale;
    let rect = |area: Area, class: Classes| {
        html! { <rect {class} x={decimal(x(f64::from(area.x)))} y={decimal(y(f64::from(area.y)))} width={decimal(f64::from(area.w) * scale)} height={decimal(f64::from(area.h) * scale)} /> }
    };
    let sight = points(floor.sight().into_iter().map(|(a, b)| (x(a), y(b))));
    let way =
        points(now.states().iter().map(|state| pose(&state.cells)).map(|at| (x(f64::from(at.x)), y(f64::from(at.y)))));
    let at = floor.pose();
    let (ax, ay) = (x(f64::from(at.x)), y(f64::from(at.y)));
    let radius = (f64::from(stage.radius) * scale).max(8.0);
    let placed = labels(
        floor,
        &|area: Area| {
            (
                x(f64::from(area.x)),
                y(f64::from(area.y)),
                x(f64::from(area.x) + f64::from(area.w)),
                y(f64::from(area.y) + f64::from(area.h)),
            )
        },
        (w, h),
        (ax, ay, radius),
    );
    html! {
        <svg class="drawing floor" viewBox={format!("0 0 {} {}", decimal(w), decimal(h))} width={decimal(w)} height={decimal(h)} role="img" aria-label={floor.spoken(distance)}>
            <rect class="d-outside" width={decimal(w)} height={decimal(h)} rx="6" />
            { for stage.rooms.iter().map(|room| rect(room.area, classes!("d-floor"))) }
            <polygon class="d-sight" points={sight} />
            { for stage.walls.iter().map(|wall| rect(*wall, classes!("d-wall"))) }
            { for stage.objects.iter().enumerate().map(|(index, object)| {
                let target = index == stage.target;
                let class = classes!("d-object", target.then_some("goal"), (!floor.seen(index)).then_some("unseen"), floor.seen_now(index).then_some("changed"));
                let fill = lit(colour(&object.colour), 1.0);
                let area = object.area;
                if object.round {
                    let r = f64::from(area.w.min(area.h)) / 2.0 * scale;
                    html! { <circle {class} {fill} cx={decimal(x(f64::from(area.x) + f64::from(area.w) / 2.0))} cy={decimal(y(f64::from(area.y) + f64::from(area.h) / 2.0))} r={decimal(r)} /> }
                } else {
                    html! { <rect {class} {fill} x={decimal(x(f64::from(area.x)))} y={decimal(y(f64::from(area.y)))} width={decimal(f64::from(area.w) * scale)} height={decimal(f64::from(area.h) * scale)} /> }
                }
            }) }
            { reach(floor, &x, &y, scale) }
            if now.states().len() > 1 { <polyline class="d-path" points={way} /> }
            { for now.states().first().map(|state| pose(&state.cells)).map(|at| html! {
                <circle class="d-start" cx={decimal(x(f64::from(at.x)))} cy={decimal(y(f64::from(at.y)))} r="5"><title>{ "start" }</title></circle>
            }) }
            <g class="d-agent" transform={format!("translate({} {}) rotate({})", decimal(ax), decimal(ay), at.heading)}>
                <circle r={decimal(radius)} />
                <path class="way" d={format!("M0 {}L{} {}L0 {}L-{} {}z", decimal(-radius * 0.72), decimal(radius * 0.5), decimal(radius * 0.5), decimal(radius * 0.2), decimal(radius * 0.5), decimal(radius * 0.5))} />
            </g>
            { for placed }
        </svg>
    }
}

/// How near the target must be: a metre around it.
fn reach(floor: &Floor<'_>, x: &impl Fn(f64) -> f64, y: &impl Fn(f64) -> f64, scale: f64) -> Html {
    let Some(target) = floor.stage.objects.get(floor.stage.target) else { return Html::default() };
    let area = target.area;
    let (cx, cy) = (x(f64::from(area.x) + f64::from(area.w) / 2.0), y(f64::from(area.y) + f64::from(area.h) / 2.0));
    html! { <circle class="d-reach" cx={decimal(cx)} cy={decimal(cy)} r={decimal(100.0 * scale)}><title>{ "one metre around the target" }</title></circle> }
}

fn points(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut text = String::new();
    for (x, y) in points {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&decimal(x));
        text.push(',');
        text.push_str(&decimal(y));
    }
    text
}

/// Names of objects and rooms where there is room for them; the target always has its name.
fn labels(
    floor: &Floor<'_>,
    place: &impl Fn(Area) -> (f64, f64, f64, f64),
    (w, h): (f64, f64),
    (ax, ay, radius): (f64, f64, f64),
) -> Vec<Html> {
    let stage = floor.stage;
    let mut texts: Vec<(String, &'static str)> = Vec::new();
    let mut wanted = Vec::new();
    for (index, object) in stage.objects.iter().enumerate() {
        let target = index == stage.target;
        // What the agent has not seen has its name in the table: here it would only cover what it has.
        if !target && !floor.seen(index) {
            continue;
        }
        let text = if target { format!("{} (target)", object.name) } else { object.name.clone() };
        // A plain backing keeps names readable on any colour: it needs a little space around them.
        wanted.push(Wanted { of: place(object.area), size: (text_width(&text, NAME) + 6.0, NAME + 5.0), must: target });
        texts.push((text, if target { "goal" } else { "" }));
    }
    let agent = (ax - radius, ay - radius, ax + radius, ay + radius);
    let places = names(&wanted, w, h, &[agent]);
    let mut taken: Vec<_> = stage.objects.iter().map(|object| place(object.area)).collect();
    taken.push(agent);
    taken.extend(places.iter().zip(&wanted).filter_map(|(at, wanted)| {
        let (x, y) = (*at)?;
        Some((x, y, x + wanted.size.0, y + wanted.size.1))
    }));
    let rooms = stage.rooms.iter().filter_map(|room| room_name(&room.name, place(room.area), &taken));
    rooms
        .chain(places.iter().zip(texts).zip(&wanted).filter_map(|((at, (text, class)), wanted)| {
            let (x, y) = (*at)?;
            Some(plate((x, y), wanted.size, &text, class))
        }))
        .collect()
}

/// A room's name where nothing stands: in a corner, in the middle, or nowhere.
fn room_name(name: &str, room: (f64, f64, f64, f64), taken: &[(f64, f64, f64, f64)]) -> Option<Html> {
    let (left, top, right, bottom) = room;
    let (w, h) = (text_width(name, NAME), NAME + 4.0);
    let margin = 9.0;
    let (middle_x, middle_y) = (f64::midpoint(left, right) - w / 2.0, f64::midpoint(top, bottom) - h / 2.0);
    let columns = [left + margin, right - w - margin, middle_x];
    let rows = [bottom - h - margin, top + margin, middle_y];
    let free = |x: f64, y: f64| {
        x >= left && x + w <= right && taken.iter().all(|u| x >= u.2 || u.0 >= x + w || y >= u.3 || u.1 >= y + h)
    };
    let spot = rows.iter().flat_map(|&y| columns.iter().map(move |&x| (x, y))).find(|&(x, y)| free(x, y));
    let (x, y) = spot?;
    Some(
        html! { <text class="d-room-name" x={decimal(x)} y={decimal(y + NAME)} font-size={decimal(NAME)}>{ name }</text> },
    )
}

/// Columns of the view through the agent's eyes.
const COLUMNS: usize = 160;

/// The view through the agent's eyes. Neighbouring columns of one body become one shape, so that the picture is a few dozen
/// shapes and not thousands.
fn eyes(floor: &Floor<'_>, width: f64) -> Html {
    let stage: &FloorStage = floor.stage;
    let height = width * view::RATIO;
    let columns = view::columns(stage, floor.cells, COLUMNS);
    let at = |column: usize| width * column as f64 / COLUMNS as f64;
    let horizon = view::horizon(floor.pose().tilt).clamp(0.0, 1.0) * height;
    // Painted column by column: order within a column is what counts, so columns are painted from left to right and each run
    // of one body with one order becomes one polygon.
    let mut shapes: Vec<Html> = Vec::new();
    let mut begin = 0;
    while begin < columns.len() {
        let order: Vec<What> = columns[begin].spans.iter().map(|span| span.what).collect();
        let same = |column: &view::Column| column.spans.iter().map(|span| span.what).eq(order.iter().copied());
        let end =
            columns[begin..].iter().position(|column| !same(column)).map_or(columns.len(), |length| begin + length);
        for (place, what) in order.iter().enumerate() {
            let spans: Vec<&view::Span> = columns[begin..end].iter().map(|column| &column.spans[place]).collect();
            shapes.push(strip(&spans, begin, *what, floor, &at, height));
        }
        begin = end;
    }
    let labels = eye_labels(floor, &columns, &at, height, width);
    html! {
        <svg class="drawing eyes" viewBox={format!("0 0 {} {}", decimal(width), decimal(height))} width={decimal(width)} height={decimal(height)} role="img" aria-label={eye_words(floor, &columns)}>
            <rect class="d-ceiling" width={decimal(width)} height={decimal(horizon)} />
            <rect class="d-ground" y={decimal(horizon)} width={decimal(width)} height={decimal(height - horizon)} />
            { for shapes }
            { for labels }
        </svg>
    }
}

/// The shapes of one body over neighbouring columns: its lid, then its front.
fn strip(
    spans: &[&view::Span],
    begin: usize,
    what: What,
    floor: &Floor<'_>,
    at: &impl Fn(usize) -> f64,
    height: f64,
) -> Html {
    let light = spans.iter().map(|span| span.light).sum::<f64>() / spans.len().max(1) as f64;
    let far = spans.iter().map(|span| span.distance).sum::<f64>() / spans.len().max(1) as f64;
    let base = match what {
        What::Wall(_) => [206, 204, 198],
        What::Object(object) => floor.stage.objects.get(object).map_or([128; 3], |object| colour(&object.colour)),
    };
    // What is far away is a little darker, and so is what is looked at from the side.
    let dim = (1.0 - far / 4000.0).max(0.6);
    let front = lit(base, dim * (0.62 + 0.38 * light));
    let lid = lit(base, dim);
    let shape = |part: &dyn Fn(&view::Span) -> Option<[f64; 2]>, fill: String, class: &'static str| {
        let mut shapes: Vec<Html> = Vec::new();
        let mut from = 0;
        while from < spans.len() {
            let Some(length) = spans[from..].iter().position(|span| part(span).is_none()).or(Some(spans.len() - from))
            else {
                break;
            };
            if length == 0 {
                from += 1;
                continue;
            }
            let run = &spans[from..from + length];
            let mut corners: Vec<(f64, f64)> = Vec::with_capacity(4 * run.len());
            let rows: Vec<[f64; 2]> = run.iter().filter_map(|span| part(span)).collect();
            for (index, [upper, _]) in rows.iter().enumerate() {
                corners.push((at(begin + from + index), upper * height));
                corners.push((at(begin + from + index + 1), upper * height));
            }
            for (index, [_, lower]) in rows.iter().enumerate().rev() {
                corners.push((at(begin + from + index + 1), lower * height));
                corners.push((at(begin + from + index), lower * height));
            }
            // Drawn with an edge of its own colour, so that no seam shows between neighbours.
            let (fill, stroke) = (fill.clone(), fill.clone());
            shapes.push(html! { <polygon {class} {fill} {stroke} points={points(corners.into_iter())} /> });
            from += length;
        }
        shapes
    };
    html! {
        <>
            { for shape(&|span| span.lid, lid, "d-lid") }
            { for shape(&|span| span.front, front, "d-front") }
        </>
    }
}

/// Where each object in the picture is: the columns that show it last, and its rows there.
fn visible(columns: &[view::Column]) -> Vec<(usize, [f64; 4], usize)> {
    let mut found: HashMap<usize, ([f64; 4], usize)> = HashMap::new();
    let mut order: Vec<usize> = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        for (place, span) in column.spans.iter().enumerate() {
            let What::Object(object) = span.what else { continue };
            let rows = [span.front, span.lid].into_iter().flatten().reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
            let Some([upper, lower]) = rows else { continue };
            // What a later body covers from top to bottom is not to be seen.
            let covered =
                column.spans[place + 1..].iter().filter_map(|later| later.front).any(|[a, b]| a <= upper && b >= lower);
            if covered {
                continue;
            }
            let (left, right) = (at as f64, at as f64 + 1.0);
            let entry = found.entry(object).or_insert_with(|| {
                order.push(object);
                ([left, upper, right, lower], 0)
            });
            entry.0 = [entry.0[0].min(left), entry.0[1].min(upper), entry.0[2].max(right), entry.0[3].max(lower)];
            entry.1 += 1;
        }
    }
    order.into_iter().filter_map(|object| found.get(&object).map(|(area, columns)| (object, *area, *columns))).collect()
}

fn eye_words(floor: &Floor<'_>, columns: &[view::Column]) -> String {
    let names: Vec<&str> = visible(columns)
        .iter()
        .filter_map(|(object, ..)| floor.stage.objects.get(*object))
        .map(|object| object.name.as_str())
        .collect();
    if names.is_empty() {
        "Through the agent's eyes: only walls and floor.".to_owned()
    } else {
        format!("Through the agent's eyes, from left to right: {}.", names.join(", "))
    }
}

fn eye_labels(
    floor: &Floor<'_>,
    columns: &[view::Column],
    at: &impl Fn(usize) -> f64,
    height: f64,
    width: f64,
) -> Vec<Html> {
    let seen = visible(columns);
    let wanted: Vec<Wanted> = seen
        .iter()
        .map(|(object, [left, upper, right, lower], _)| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole column")]
            let (left, right) = (at(*left as usize), at(*right as usize));
            let name = &floor.stage.objects[*object].name;
            let size = (text_width(name, NAME) + 6.0, NAME + 5.0);
            Wanted { of: (left, upper * height, right, lower * height), size, must: *object == floor.stage.target }
        })
        .collect();
    names(&wanted, width, height, &[])
        .into_iter()
        .zip(&wanted)
        .zip(&seen)
        .filter_map(|((at, wanted), (object, ..))| {
            let (x, y) = at?;
            let class = (*object == floor.stage.target).then_some("goal");
            Some(plate((x, y), wanted.size, &floor.stage.objects[*object].name, class))
        })
        .collect()
}
