//! The first-person view of a floor plan: what each column of the picture shows, from the stage and the cells alone, so that a
//! page draws it without a simulator. Also the camera: simulators ask the same numbers what is within the picture, so what is
//! drawn and what counts as seen are one.
//!
//! The camera keeps its picture plane upright, as a shift lens does: tilting moves the picture up or down and upright edges stay
//! upright. A point `side` to the right, `up` above the eye and `ahead` in front is in the picture if `|side| <= ahead * SIDE`
//! and `|up - ahead * tilt_slope| <= ahead * UP`, in parts of [`SCALE`].
//!
//! To draw: for each column paint the floor below [`horizon()`] and the ceiling above it, then its [`Column::spans`] in the given
//! order, the later ones over the earlier ones; first the lid, then the front. Rows are fractions of the picture's height from
//! its upper edge, and [`RATIO`] is the picture's height by its width.

use crate::scene::{Area, FloorStage};

/// One, in the units of the slopes of this module.
pub const SCALE: i64 = 100_000;

/// Tangent of half the horizontal field of view of 100 degrees.
pub const SIDE: i64 = 119_175;

/// Tangent of half the vertical field of view of 70 degrees.
pub const UP: i64 = 70_021;

/// Height of the picture by its width.
pub const RATIO: f64 = 70_021.0 / 119_175.0;

/// Nothing nearer than this is drawn, in centimetres.
const NEAR: f64 = 1.0;

/// The slope of the camera's axis for a tilt in degrees, up being positive; a multiple of 30 from -60 to 60, others are taken
/// as the nearest one below.
#[must_use]
pub const fn tilt_slope(tilt: i32) -> i64 {
    match tilt.div_euclid(30) {
        ..=-2 => -173_205,
        -1 => -57_735,
        0 => 0,
        1 => 57_735,
        2.. => 173_205,
    }
}

/// The way that somebody with this heading faces, as steps in x and y: up the plan, right, down, left for 0, 90, 180 and 270.
#[must_use]
pub const fn facing(heading: i32) -> [i32; 2] {
    match heading.rem_euclid(360) / 90 {
        0 => [0, -1],
        1 => [1, 0],
        2 => [0, 1],
        _ => [-1, 0],
    }
}

/// The row of the horizon for a tilt; outside 0 to 1 where it is not in the picture.
#[must_use]
pub fn horizon(tilt: i32) -> f64 {
    row(0.0, part(tilt_slope(tilt)))
}

/// What is hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A wall, by its place in [`FloorStage::walls`].
    Wall(usize),
    /// An object, by its place in [`FloorStage::objects`]; its colour stands there.
    Object(usize),
}

/// What one column shows of one body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The body.
    pub what: What,
    /// Centimetres to its front, along the camera's axis.
    pub distance: f64,
    /// Upper and lower row of its front, cut to the picture; `None` where that is outside.
    pub front: Option<[f64; 2]>,
    /// Upper and lower row of its top as seen from above, or of its lower side as seen from below.
    pub lid: Option<[f64; 2]>,
    /// How squarely the front is looked at, from 0 (along it) to 1 (straight at it), for shading.
    pub light: f64,
}

/// One column of the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Bodies in the order in which they are painted.
    pub spans: Vec<Span>,
}

/// The picture in `n` columns, from left to right. Cells that are missing count as 0; no input is too odd to be drawn.
#[must_use]
pub fn columns(stage: &FloorStage, cells: &[i32], n: usize) -> Vec<Column> {
    let cell = |place: usize| cells.get(place).copied().unwrap_or(0);
    let eye = Eye {
        at: [f64::from(cell(0)), f64::from(cell(1))],
        ahead: facing(cell(2)).map(f64::from),
        tilt: part(tilt_slope(cell(3))),
        height: f64::from(stage.eye),
    };
    let count = u32::try_from(n).map_or(f64::INFINITY, f64::from);
    (0..u32::try_from(n).unwrap_or(u32::MAX))
        .map(|column| {
            let across = (2.0 * f64::from(column) + 1.0) / count - 1.0;
            eye.column(stage, across * part(SIDE))
        })
        .collect()
}

fn part(slope: i64) -> f64 {
    // Slopes are far below 2^31.
    i32::try_from(slope).map_or(0.0, f64::from) / 100_000.0
}

/// The row of a slope.
fn row(slope: f64, tilt: f64) -> f64 {
    0.5 - (slope - tilt) / (2.0 * part(UP))
}

fn cut(upper: f64, lower: f64) -> Option<[f64; 2]> {
    let (upper, lower) = (upper.clamp(0.0, 1.0), lower.clamp(0.0, 1.0));
    (upper < lower).then_some([upper, lower])
}

/// Where a ray enters and leaves a body, as multiples of its direction, and how squarely it enters.
#[derive(Debug, Clone, Copy)]
struct Hit {
    near: f64,
    far: f64,
    light: f64,
}

/// A body on a ray.
struct Body {
    what: What,
    hit: Hit,
    base: f64,
    top: f64,
}

struct Eye {
    at: [f64; 2],
    ahead: [f64; 2],
    tilt: f64,
    height: f64,
}

impl Eye {
    fn column(&self, stage: &FloorStage, slope: f64) -> Column {
        // Right of (x, y) is (-y, x), as y goes down.
        let [ahead_x, ahead_y] = self.ahead;
        let way = [ahead_x - slope * ahead_y, ahead_y + slope * ahead_x];
        let wall = stage
            .walls
            .iter()
            .enumerate()
            .filter_map(|(index, area)| Some((index, through_box(self.at, way, *area)?)))
            .min_by(|(_, a), (_, b)| a.near.total_cmp(&b.near));
        let end = wall.map_or(f64::INFINITY, |(_, hit)| hit.near);
        let mut bodies: Vec<Body> = stage
            .objects
            .iter()
            .enumerate()
            .filter_map(|(index, object)| {
                let through = if object.round { through_circle } else { through_box };
                let hit = through(self.at, way, object.area)?;
                let base = f64::from(object.base);
                let top = base + f64::from(object.height);
                (hit.near < end).then_some(Body { what: What::Object(index), hit, base, top })
            })
            .collect();
        bodies.extend(wall.map(|(index, hit)| {
            // Walls end the ray: what is behind them is not drawn, and neither is their other side.
            let hit = Hit { far: f64::INFINITY, ..hit };
            Body { what: What::Wall(index), hit, base: 0.0, top: f64::from(stage.wall_height) }
        }));
        let spans = self.in_order(bodies).iter().map(|body| self.span(body)).collect();
        Column { spans }
    }

    /// Farthest first. There always is an order: on one ray, bodies that do not overlap are rectangles in an upright plane.
    /// Where data overlap all the same, the farthest goes first.
    fn in_order(&self, mut bodies: Vec<Body>) -> Vec<Body> {
        bodies.sort_by(|a, b| b.hit.near.total_cmp(&a.hit.near));
        let mut ordered = Vec::with_capacity(bodies.len());
        while !bodies.is_empty() {
            let first = (0..bodies.len())
                .find(|&one| (0..bodies.len()).all(|other| other == one || !self.hides(&bodies[one], &bodies[other])))
                .unwrap_or(0);
            ordered.push(bodies.remove(first));
        }
        ordered
    }

    /// Whether `one` can hide a part of `other`.
    fn hides(&self, one: &Body, other: &Body) -> bool {
        if other.hit.near >= one.hit.far {
            return true;
        }
        if one.hit.near >= other.hit.far {
            return false;
        }
        // Side by side in depth: one is above the other, and the eye is on one side of the plane between them.
        if other.base >= one.top {
            return self.height < other.base;
        }
        if one.base >= other.top {
            return self.height >= one.base;
        }
        one.hit.near < other.hit.near
    }

    fn span(&self, body: &Body) -> Span {
        let at = |height: f64, distance: f64| row((height - self.height) / distance, self.tilt);
        let Hit { near, far, light } = body.hit;
        let front = cut(at(body.top, near), at(body.base, near));
        let lid = if self.height > body.top {
            cut(at(body.top, far), at(body.top, near))
        } else if self.height < body.base {
            cut(at(body.base, near), at(body.base, far))
        } else {
            None
        };
        Span { what: body.what, distance: near, front, lid, light }
    }
}

/// Where a ray goes through a box.
fn through_box(at: [f64; 2], way: [f64; 2], area: Area) -> Option<Hit> {
    let low = [f64::from(area.x), f64::from(area.y)];
    let size = [f64::from(area.w), f64::from(area.h)];
    let (mut near, mut far, mut side) = (f64::NEG_INFINITY, f64::INFINITY, 0);
    for axis in 0..2 {
        let (from, to) = (low[axis] - at[axis], low[axis] + size[axis] - at[axis]);
        if way[axis] == 0.0 {
            if from > 0.0 || to < 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (from / way[axis], to / way[axis]);
        if a.min(b) > near {
            near = a.min(b);
            side = axis;
        }
        far = far.min(a.max(b));
    }
    let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
    let light = if near < NEAR { 1.0 } else { (way[side] / length).abs() };
    (near <= far && far > NEAR).then_some(Hit { near: near.max(NEAR), far, light })
}

/// Where a ray goes through the circle in an area.
fn through_circle(at: [f64; 2], way: [f64; 2], area: Area) -> Option<Hit> {
    let radius = f64::from(area.w.min(area.h)) / 2.0;
    let to = [f64::from(area.x) + f64::from(area.w) / 2.0 - at[0], f64::from(area.y) + f64::from(area.h) / 2.0 - at[1]];
    let square = way[0] * way[0] + way[1] * way[1];
    let along = (to[0] * way[0] + to[1] * way[1]) / square;
    let beside = to[0] * way[1] - to[1] * way[0];
    let under = radius * radius - beside * beside / square;
    if under < 0.0 {
        return None;
    }
    let half = (under / square).sqrt();
    let (near, far) = (along - half, along + half);
    let light = if near < NEAR || radius <= 0.0 { 1.0 } else { (under.sqrt() / radius).min(1.0) };
    (far > NEAR).then_some(Hit { near: near.max(NEAR), far, light })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::FloorObject;

    fn area(x: i32, y: i32, w: i32, h: i32) -> Area {
        Area { x, y, w, h }
    }

    fn object(area: Area, base: i32, height: i32, round: bool) -> FloorObject {
        FloorObject { name: String::new(), colour: "red".to_owned(), area, base, height, round, blocks: true }
    }

    /// A room of four metres square with a door in its upper wall, and a wall behind the door.
    fn stage(objects: Vec<FloorObject>) -> FloorStage {
        FloorStage {
            name: "room".to_owned(),
            rooms: Vec::new(),
            walls: vec![
                area(-5, -5, 160, 10),
                area(245, -5, 160, 10),
                area(-5, 395, 410, 10),
                area(-5, -5, 10, 410),
                area(395, -5, 10, 410),
                area(-5, -205, 410, 10),
            ],
            objects,
            target: 0,
            wall_height: 250,
            eye: 150,
            radius: 17,
        }
    }

    fn middle(stage: &FloorStage, cells: &[i32]) -> Vec<Span> {
        columns(stage, cells, 3)[1].spans.clone()
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn the_middle_column_looks_straight_ahead_in_every_heading() {
        let stage = stage(Vec::new());
        for (heading, wall, distance) in
            [(0, 5, 395.0), (90, 4, 195.0), (180, 2, 195.0), (270, 3, 195.0), (-90, 3, 195.0)]
        {
            let spans = middle(&stage, &[200, 200, heading, 0]);
            assert_eq!(spans.len(), 1, "{heading}");
            assert_eq!(spans[0].what, What::Wall(wall), "{heading}");
            assert!(close(spans[0].distance, distance), "{heading}: {}", spans[0].distance);
            assert!(close(spans[0].light, 1.0));
        }
    }

    #[test]
    fn rows_follow_the_slopes() {
        let spans = middle(&stage(Vec::new()), &[200, 200, 90, 0]);
        let [upper, lower] = spans[0].front.expect("the wall is in the picture");
        // The wall is 100 cm above and 150 cm below the eye, 195 cm away.
        assert!(close(upper, 0.5 - 100.0 / 195.0 / (2.0 * 0.70021)));
        assert!(close(lower, 1.0), "its foot is below the picture");
        let [_, lower] = middle(&stage(Vec::new()), &[200, 200, 90, -30])[0].front.expect("the wall is in the picture");
        assert!(close(lower, 0.5 + (150.0 / 195.0 - 0.57735) / (2.0 * 0.70021)), "tilted down, its foot is seen");
        assert!(close(horizon(0), 0.5));
        assert!(horizon(-30) < 0.5 && horizon(30) > 0.5);
    }

    #[test]
    fn the_outer_columns_look_along_the_edges_of_the_field() {
        let all = columns(&stage(Vec::new()), &[100, 300, 90, 0], 10_000);
        // 50 degrees to the left of right: the ray rises 1.19175 for each centimetre to the right, and the upper wall is 295 cm
        // away.
        let first = all[0].spans[0];
        assert_eq!(
            first.what,
            What::Wall(1),
            "it reaches the right part of the upper wall or the wall at the right first"
        );
        assert!(first.distance < 300.0 / 1.19 && first.distance > 290.0 / 1.1918, "{}", first.distance);
    }

    #[test]
    fn what_stands_on_a_table_is_painted_after_it_and_what_stands_behind_before() {
        let table = object(area(300, 150, 60, 100), 0, 75, false);
        let mug = object(area(325, 195, 10, 10), 75, 10, true);
        let lamp = object(area(370, 195, 10, 10), 0, 140, true);
        let spans = middle(&stage(vec![mug, table, lamp]), &[200, 200, 90, 0]);
        let order: Vec<What> = spans.iter().map(|span| span.what).collect();
        assert_eq!(order, [What::Wall(4), What::Object(2), What::Object(1), What::Object(0)]);
        let [upper, lower] = spans[2].lid.expect("the eye is above the table");
        assert!(close(upper, 0.5 + 75.0 / 160.0 / (2.0 * 0.70021)), "{upper}");
        assert!(close(lower, 1.0), "its near edge is below the picture: {lower}");
    }

    #[test]
    fn on_a_board_above_the_eye_the_board_is_painted_last() {
        let board = object(area(300, 150, 60, 100), 160, 5, false);
        let vase = object(area(325, 195, 10, 10), 165, 20, true);
        let spans = middle(&stage(vec![board, vase]), &[200, 200, 90, 0]);
        let order: Vec<What> = spans.iter().map(|span| span.what).collect();
        assert_eq!(order, [What::Wall(4), What::Object(1), What::Object(0)]);
        assert!(spans[2].lid.is_some(), "its lower side is seen");
    }

    #[test]
    fn a_wall_hides_what_is_behind_it() {
        let stage = stage(vec![object(area(500, 150, 60, 100), 0, 240, false)]);
        assert!(middle(&stage, &[200, 200, 90, 0]).iter().all(|span| matches!(span.what, What::Wall(_))));
    }

    #[test]
    fn odd_cells_draw_something() {
        let stage = stage(vec![object(area(190, 190, 20, 20), 0, 1, true), object(area(0, 0, 0, 0), 0, 0, true)]);
        for cells in [&[][..], &[200, 200], &[200, 200, 45, 17], &[i32::MAX, i32::MIN, i32::MIN, i32::MIN]] {
            assert_eq!(columns(&stage, cells, 5).len(), 5);
        }
        assert!(columns(&stage, &[200, 200, 0, 0], 0).is_empty());
    }
}
