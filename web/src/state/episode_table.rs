//! A state of a table with bodies, turned and projected: polygons in the order in which they are painted, with their light.
//! The projection is parallel, so heights and distances can be compared anywhere in the picture.

use std::f64::consts::PI;

use stepguard_embodied::scene::{Shape, TableStage};

/// A point in the simulator's frame, in tenths of a millimetre, z up.
pub type Point = [f64; 3];

/// From where the table is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// How far the viewer walked around it, in degrees.
    pub around: i32,
    /// How high the viewer stands, in degrees above the table.
    pub above: i32,
}

impl Default for View {
    fn default() -> Self {
        Self { around: -30, above: 36 }
    }
}

impl View {
    /// Turned by so many degrees. Nobody looks from below.
    #[must_use]
    pub fn turned(self, around: i32, above: i32) -> Self {
        Self { around: (self.around + around + 180).rem_euclid(360) - 180, above: (self.above + above).clamp(8, 90) }
    }

    /// In words.
    pub fn words(self) -> String {
        let around = match self.around {
            0 => "from the front".to_owned(),
            left if left < 0 => format!("{} degrees from the left", left.unsigned_abs()),
            right => format!("{right} degrees from the right"),
        };
        format!("seen {around}, {} degrees above the table", self.above)
    }

    /// Towards the viewer.
    fn towards(self) -> Point {
        let (around, above) = (f64::from(self.around) * PI / 180.0, f64::from(self.above) * PI / 180.0);
        // The robot stands at small x; the viewer of angle 0 stands opposite of it.
        [above.cos() * around.cos(), above.cos() * around.sin(), above.sin()]
    }

    /// A point in the picture: to the right, down, and how near it is.
    pub fn project(self, point: Point) -> [f64; 3] {
        let (around, above) = (f64::from(self.around) * PI / 180.0, f64::from(self.above) * PI / 180.0);
        let right = -point[0] * around.sin() + point[1] * around.cos();
        let depth = point[0] * around.cos() + point[1] * around.sin();
        let up = point[2] * above.cos() - depth * above.sin();
        let near = depth * above.cos() + point[2] * above.sin();
        [right, -up, near]
    }
}

/// A state read from its cells.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    /// What stays.
    pub stage: &'a TableStage,
    /// The cells.
    pub cells: &'a [i32],
    /// The cells before the step, where there is one.
    pub before: Option<&'a [i32]>,
}

/// Where something is and how it is turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Where its middle is.
    pub at: Point,
    /// Its rotation (x, y, z, w).
    pub turn: [f64; 4],
}

impl Pose {
    fn read(cells: &[i32], from: usize) -> Self {
        let cell = |place: usize| f64::from(cells.get(from + place).copied().unwrap_or(0));
        let turn = [cell(3), cell(4), cell(5), cell(6)];
        let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
        let turn = if length > 0.0 { turn.map(|part| part / length) } else { [0.0, 0.0, 0.0, 1.0] };
        Self { at: [cell(0), cell(1), cell(2)], turn }
    }

    /// A point of its own frame in the simulator's.
    pub fn point(&self, [x, y, z]: Point) -> Point {
        let [a, b, c, w] = self.turn;
        // Twice the cross product of the rotation's axis and the point, once more crossed.
        let t = [2.0 * (b * z - c * y), 2.0 * (c * x - a * z), 2.0 * (a * y - b * x)];
        [
            self.at[0] + x + w * t[0] + b * t[2] - c * t[1],
            self.at[1] + y + w * t[1] + c * t[0] - a * t[2],
            self.at[2] + z + w * t[2] + a * t[1] - b * t[0],
        ]
    }
}

/// Cells of the gripper and of what it holds.
const HEAD: usize = 9;

impl Table<'_> {
    /// The gripper.
    pub fn gripper(&self) -> Pose {
        Pose::read(self.cells, 0)
    }

    /// How far the gripper is open, in tenths of a millimetre.
    pub fn opening(&self) -> i32 {
        self.cells.get(7).copied().unwrap_or(0)
    }

    /// How far it was open before the step, where that differs.
    pub fn opened_from(&self) -> Option<i32> {
        self.before.map(|before| before.get(7).copied().unwrap_or(0)).filter(|before| *before != self.opening())
    }

    /// The body that is held.
    pub fn held(&self) -> Option<usize> {
        let held = self.cells.get(8).copied().unwrap_or(-1);
        usize::try_from(held).ok().filter(|held| *held < self.stage.bodies.len())
    }

    /// A body.
    pub fn body(&self, body: usize) -> Pose {
        Pose::read(self.cells, HEAD + 7 * body)
    }

    /// How far a body moved in this step, in tenths of a millimetre; `None` where it stayed.
    pub fn moved(&self, body: usize) -> Option<f64> {
        let (before, now) = (Pose::read(self.before?, HEAD + 7 * body), self.body(body));
        let far = (0..3).map(|axis| (before.at[axis] - now.at[axis]).powi(2)).sum::<f64>().sqrt();
        // What settles by less than half a millimetre has not moved.
        (far >= 5.0).then_some(far)
    }

    /// How far the gripper moved.
    pub fn gripper_moved(&self) -> Option<f64> {
        let (before, now) = (Pose::read(self.before?, 0), self.gripper());
        let far = (0..3).map(|axis| (before.at[axis] - now.at[axis]).powi(2)).sum::<f64>().sqrt();
        (far >= 5.0).then_some(far)
    }

    fn wiped_in(&self, cells: &[i32], mark: usize) -> bool {
        let word = cells.get(HEAD + 7 * self.stage.bodies.len() + mark / 30).copied().unwrap_or(0);
        word >> (mark % 30) & 1 == 1
    }

    /// Whether a mark is wiped away.
    pub fn wiped(&self, mark: usize) -> bool {
        self.wiped_in(self.cells, mark)
    }

    /// Whether a mark is wiped away since this step.
    pub fn wiped_now(&self, mark: usize) -> bool {
        self.wiped(mark) && self.before.is_some_and(|before| !self.wiped_in(before, mark))
    }

    /// The height of the table's top.
    pub fn top(&self) -> f64 {
        f64::from(self.stage.table[2]) + f64::from(self.stage.table[5])
    }

    /// How high the lowest point of a body is above the table.
    pub fn height(&self, body: usize) -> f64 {
        let lowest = self
            .solids_of(body)
            .iter()
            .flat_map(|solid| solid.corners())
            .map(|point| point[2])
            .fold(f64::INFINITY, f64::min);
        if lowest.is_finite() { lowest - self.top() } else { 0.0 }
    }

    fn solids_of(&self, body: usize) -> Vec<Solid> {
        let pose = self.body(body);
        let parts = self.stage.bodies.get(body).map(|body| body.parts.as_slice()).unwrap_or_default();
        parts
            .iter()
            .map(|part| Solid::new(What::Body(body), &part.shape, part.at.map(f64::from), part.turn, &pose))
            .collect()
    }

    /// The gripper's solids: two fingers, the palm and the wrist.
    fn gripper_solids(&self) -> Vec<Solid> {
        let pose = self.gripper();
        let half = f64::from(self.opening().max(0)) / 2.0;
        // The gripper's own z points where the fingers point; what actions are about lies between their tips.
        let solid = |shape: &Shape, at: Point| Solid::new(What::Gripper, shape, at, 0, &pose);
        vec![
            solid(&Shape::Box([100, 60, 315]), [0.0, half + 60.0, -235.0]),
            solid(&Shape::Box([100, 60, 315]), [0.0, -half - 60.0, -235.0]),
            solid(&Shape::Box([200, 570, 250]), [0.0, 0.0, -800.0]),
            solid(&Shape::Cylinder([230, 260]), [0.0, 0.0, -1310.0]),
        ]
    }

    /// Everything that is drawn above the table's top, in the order in which it is painted.
    pub fn faces(&self, view: View) -> Vec<Face> {
        let mut solids: Vec<Solid> = (0..self.stage.bodies.len()).flat_map(|body| self.solids_of(body)).collect();
        solids.extend(self.gripper_solids());
        in_order(solids, view).iter().flat_map(|solid| solid.faces(view)).collect()
    }

    /// The corners of the table's top.
    pub fn top_corners(&self) -> [Point; 4] {
        let [x, y, _, w, d, _] = self.stage.table.map(f64::from);
        let z = self.top();
        [[x, y, z], [x + w, y, z], [x + w, y + d, z], [x, y + d, z]]
    }

    /// The points between which everything lies that a view must hold: the table, and room for the gripper above it. The same
    /// for every state, so that nothing changes its size from step to step.
    pub fn room(&self) -> Vec<Point> {
        let top = self.top();
        let corners = self.top_corners();
        corners.into_iter().chain(corners.map(|[x, y, _]| [x, y, top + 3300.0])).collect()
    }

    /// The state in a few sentences.
    pub fn spoken(&self) -> String {
        let gripper = self.gripper();
        let height = gripper.at[2] - self.top();
        let held = match self.held().and_then(|held| self.stage.bodies.get(held)) {
            Some(body) => format!("holds {}", body.name),
            None => "holds nothing".to_owned(),
        };
        let marks = self.stage.marks.len();
        let wiped = (0..marks).filter(|&mark| self.wiped(mark)).count();
        let marks = if marks > 0 { format!(" {wiped} of {marks} marks are wiped away.") } else { String::new() };
        format!(
            "A table with {} bodies. The gripper is {} cm above it, open {} cm, and {held}.{marks} The table of states lists where everything is.",
            self.stage.bodies.len(),
            centimetres(height),
            centimetres(f64::from(self.opening())),
        )
    }
}

/// Tenths of a millimetre in centimetres, with one decimal place.
pub fn centimetres(value: f64) -> String {
    super::episode::one(value / 100.0)
}

/// Whose a face is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A body, by index.
    Body(usize),
    /// The gripper.
    Gripper,
}

/// A polygon of the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Face {
    /// Whose it is.
    pub what: What,
    /// Its corners: to the right and down.
    pub corners: Vec<(f64, f64)>,
    /// How light it is, from 0 to 1.
    pub light: f64,
}

/// A convex solid in the simulator's frame: a lower and an upper outline.
#[derive(Debug, Clone, PartialEq)]
struct Solid {
    what: What,
    lower: Vec<Point>,
    upper: Vec<Point>,
    /// The smallest and the largest of each coordinate.
    low: Point,
    high: Point,
}

/// Corners of a circle.
const ROUND: u32 = 18;

impl Solid {
    fn new(what: What, shape: &Shape, centre: Point, turn: i32, pose: &Pose) -> Self {
        let (half, outline): (f64, Vec<[f64; 2]>) = match shape {
            Shape::Box([x, y, z]) => {
                let (x, y) = (f64::from(*x), f64::from(*y));
                (f64::from(*z), vec![[-x, -y], [x, -y], [x, y], [-x, y]])
            }
            Shape::Cylinder([radius, half]) => {
                let radius = f64::from(*radius);
                let corner = |n: u32| {
                    let angle = 2.0 * PI * f64::from(n) / f64::from(ROUND);
                    [radius * angle.cos(), radius * angle.sin()]
                };
                (f64::from(*half), (0..ROUND).map(corner).collect())
            }
            Shape::Prism(half, corners) => {
                let mut corners: Vec<[f64; 2]> = corners.iter().map(|corner| corner.map(f64::from)).collect();
                // Outlines run against the clock, so that their faces look outwards.
                if area(&corners) < 0.0 {
                    corners.reverse();
                }
                (f64::from(*half), corners)
            }
        };
        let angle = f64::from(turn) / 10.0 * PI / 180.0;
        let (sin, cos) = angle.sin_cos();
        let at = |z: f64| -> Vec<Point> {
            let place = |[x, y]: &[f64; 2]| {
                pose.point([centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos, centre[2] + z])
            };
            outline.iter().map(place).collect()
        };
        let (lower, upper) = (at(-half), at(half));
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for point in lower.iter().chain(&upper) {
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        Self { what, lower, upper, low, high }
    }

    fn corners(&self) -> impl Iterator<Item = &Point> {
        self.lower.iter().chain(&self.upper)
    }

    fn middle(&self) -> Point {
        [0, 1, 2].map(|axis| f64::midpoint(self.low[axis], self.high[axis]))
    }

    /// The faces that look at the viewer.
    fn faces(&self, view: View) -> Vec<Face> {
        let n = self.lower.len();
        let mut outlines: Vec<Vec<Point>> = vec![self.upper.clone(), self.lower.iter().rev().copied().collect()];
        outlines.extend((0..n).map(|at| {
            let next = (at + 1) % n;
            vec![self.lower[at], self.lower[next], self.upper[next], self.upper[at]]
        }));
        outlines
            .into_iter()
            .filter_map(|points| {
                let normal = normal(&points)?;
                let towards = dot(normal, view.towards());
                if towards <= 1e-6 {
                    return None;
                }
                // Light comes from above, a little from the viewer's left.
                let lamp = [0.35, -0.45, 0.82];
                let light = (0.55 + 0.45 * dot(normal, lamp).max(0.0)).min(1.0);
                let corners = points.iter().map(|point| view.project(*point)).map(|[x, y, _]| (x, y)).collect();
                Some(Face { what: self.what, corners, light })
            })
            .collect()
    }

    /// Whether this one may hide a part of the other: no plane between them has the viewer on the other's side only.
    fn may_hide(&self, other: &Self, towards: Point) -> bool {
        (0..3).all(|axis| {
            let (lies_below, lies_above) =
                (self.high[axis] <= other.low[axis] + EDGE, other.high[axis] <= self.low[axis] + EDGE);
            // Where both lie flat on one plane, that plane says nothing.
            if lies_below == lies_above {
                return true;
            }
            if lies_below { towards[axis] < 0.0 } else { towards[axis] > 0.0 }
        })
    }
}

/// How far bodies that touch may reach into each other.
const EDGE: f64 = 8.0;

fn area(corners: &[[f64; 2]]) -> f64 {
    let n = corners.len();
    (0..n).map(|at| corners[at][0] * corners[(at + 1) % n][1] - corners[(at + 1) % n][0] * corners[at][1]).sum()
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The direction that a face looks, by the whole of its outline.
fn normal(points: &[Point]) -> Option<Point> {
    let mut sum = [0.0; 3];
    for (at, a) in points.iter().enumerate() {
        let b = points[(at + 1) % points.len()];
        sum[0] += (a[1] - b[1]) * (a[2] + b[2]);
        sum[1] += (a[2] - b[2]) * (a[0] + b[0]);
        sum[2] += (a[0] - b[0]) * (a[1] + b[1]);
    }
    let length = dot(sum, sum).sqrt();
    (length > 1e-9).then(|| sum.map(|part| part / length))
}

/// Solids in the order in which they are painted: what may be hidden before what may hide it.
fn in_order(mut solids: Vec<Solid>, view: View) -> Vec<Solid> {
    let towards = view.towards();
    let near = |solid: &Solid| dot(solid.middle(), towards);
    // Where the planes decide nothing, the farther one goes first.
    solids.sort_by(|a, b| near(a).total_cmp(&near(b)));
    let mut ordered = Vec::with_capacity(solids.len());
    while !solids.is_empty() {
        let ready = (0..solids.len()).find(|&one| {
            (0..solids.len()).all(|other| {
                other == one
                    || !solids[one].may_hide(&solids[other], towards)
                    || (other > one && solids[other].may_hide(&solids[one], towards))
            })
        });
        ordered.push(solids.remove(ready.unwrap_or(0)));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::episode::fixtures::{table_cells, table_stage};

    #[test]
    fn cells_say_where_everything_is() {
        let stage = table_stage();
        let (before, cells) = (table_cells(false), table_cells(true));
        let table = Table { stage: &stage, cells: &cells, before: Some(&before) };
        assert_eq!(table.held(), Some(0));
        assert_eq!(table.moved(1), None);
        assert!(table.moved(0).is_some_and(|far| far > 500.0));
        assert!(table.height(0) > 500.0 && table.height(1).abs() < 1.0, "{} {}", table.height(0), table.height(1));
        assert_eq!(table.opened_from(), Some(800));
        assert!(table.wiped(0) && table.wiped_now(0) && !table.wiped(1));
        assert!(table.spoken().contains("holds red cube"), "{}", table.spoken());
        let empty = Table { stage: &stage, cells: &[], before: None };
        assert_eq!((empty.held(), empty.moved(0)), (None, None));
        assert!(!empty.faces(View::default()).is_empty());
    }

    #[test]
    fn a_quarter_turn_about_z_turns_x_into_y() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let pose = Pose { at: [10.0, 0.0, 5.0], turn: [0.0, 0.0, half, half] };
        let [x, y, z] = pose.point([100.0, 0.0, 0.0]);
        assert!((x - 10.0).abs() < 1e-9 && (y - 100.0).abs() < 1e-9 && (z - 5.0).abs() < 1e-9);
    }

    #[test]
    fn the_view_is_from_the_front_and_above() {
        let view = View { around: 0, above: 30 };
        let [right, down, near] = view.project([0.0, 100.0, 0.0]);
        assert!((right - 100.0).abs() < 1e-9 && down.abs() < 1e-9 && near.abs() < 1e-9);
        let [_, down, _] = view.project([0.0, 0.0, 100.0]);
        assert!(down < 0.0, "up is up");
        let [_, down, near] = view.project([100.0, 0.0, 0.0]);
        assert!(down > 0.0 && near > 0.0, "what is nearer is lower in the picture");
        assert_eq!(view.turned(200, 100), View { around: -160, above: 90 });
        assert_eq!(view.turned(0, -300).above, 8);
    }

    #[test]
    fn what_is_nearer_or_higher_is_painted_later() {
        let stage = table_stage();
        let mut cells = table_cells(false);
        // The second body stands on the first one.
        let (first, second) = (HEAD, HEAD + 7);
        for axis in 0..2 {
            cells[second + axis] = cells[first + axis];
        }
        cells[second + 2] = cells[first + 2] + 500;
        let table = Table { stage: &stage, cells: &cells, before: None };
        for around in (-180..180).step_by(15) {
            for above in [8, 35, 60, 90] {
                let faces = table.faces(View { around, above });
                let last = |what: What| faces.iter().rposition(|face| face.what == what);
                let begin = |what: What| faces.iter().position(|face| face.what == what);
                assert!(last(What::Body(0)) < begin(What::Body(1)), "from {around}, {above}");
            }
        }
    }

    #[test]
    fn faces_look_at_the_viewer_and_a_box_shows_at_most_three() {
        let stage = table_stage();
        let cells = table_cells(false);
        let table = Table { stage: &stage, cells: &cells, before: None };
        for around in [-170, -95, -30, 0, 45, 120] {
            let faces = table.faces(View { around, above: 35 });
            let of = faces.iter().filter(|face| face.what == What::Body(0)).count();
            assert!((2..=3).contains(&of), "{of} from {around}");
            assert!(faces.iter().all(|face| (0.0..=1.0).contains(&face.light)));
        }
    }
}
