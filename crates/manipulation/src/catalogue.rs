//! What can lie on the table: the kinds of things with their shapes and sizes, made of the parts that are drawn. Lengths are
//! tenths of a millimetre. Knows nothing of where things are.

use stepguard_embodied::scene::{Part, Shape};

/// Room that a piece has in its compartment of the sorter, all around. Half a bin is 5 mm.
pub(crate) const ROOM: f32 = 53.0;

/// Half the side of a compartment of the sorter.
pub(crate) const CELL: i32 = 550;

/// Thickness of floors.
pub(crate) const FLOOR: i32 = 50;

/// Height of the sorter above its floor.
const RIM: i32 = 150;

/// Colours, words of CSS.
pub(crate) const COLOURS: [&str; 22] = [
    "red",
    "blue",
    "green",
    "yellow",
    "orange",
    "purple",
    "pink",
    "white",
    "black",
    "gray",
    "brown",
    "cyan",
    "gold",
    "navy",
    "lime",
    "maroon",
    "olive",
    "teal",
    "violet",
    "beige",
    "silver",
    "turquoise",
];

/// What something is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It can be picked up.
    Loose,
    /// It can be picked up and wipes the table.
    Eraser,
    /// Things are put on or into it: half of the room inside, and whether that room is round.
    Holder {
        /// Half its width.
        half: i32,
        /// Whether it is round.
        round: bool,
        /// Height of its floor above the table.
        floor: i32,
        /// Height of its rim above the table.
        rim: i32,
        /// Whether things lie in it rather than on it.
        inside: bool,
    },
    /// It only hides what is behind it.
    Screen,
    /// It has a compartment for each of several shapes.
    Sorter,
}

/// A kind of thing in one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Model {
    /// Its convex parts.
    pub(crate) parts: Vec<Part>,
    /// Height of its origin above its lower side.
    pub(crate) base: i32,
    /// What it is good for.
    pub(crate) role: Role,
}

impl Model {
    /// Whether it can be moved.
    pub(crate) const fn moves(&self) -> bool {
        matches!(self.role, Role::Loose | Role::Eraser)
    }
}

/// Sizes: the word, and its factors for width and height in percent.
const SIZES: [(&str, i32, i32); 6] =
    [("small", 68, 68), ("large", 130, 130), ("tall", 100, 160), ("flat", 100, 50), ("thin", 62, 100), ("", 100, 100)];

/// The factors that a word of size stands for; none for other words.
pub(crate) fn size(word: &str) -> Option<(i32, i32)> {
    SIZES.iter().find(|(known, ..)| *known == word).map(|(_, wide, high)| (*wide, *high))
}

/// A kind by its word, in a size; `None` for words that are no kind.
pub(crate) fn model(kind: &str, (wide, high): (i32, i32)) -> Option<Model> {
    let w = |length: i32| length * wide / 100;
    let h = |length: i32| length * high / 100;
    let loose = |parts: Vec<Part>, half: i32| Model { parts, base: half, role: Role::Loose };
    let single = |shape: Shape, half: i32| loose(vec![part(shape, [0, 0, 0])], half);
    Some(match kind {
        "cube" => single(Shape::Box([w(250), w(250), h(250)]), h(250)),
        "block" => single(Shape::Box([w(400), w(220), h(200)]), h(200)),
        "bar" => single(Shape::Box([w(560), w(140), h(150)]), h(150)),
        "slab" => single(Shape::Box([w(320), w(320), h(110)]), h(110)),
        "book" => single(Shape::Box([w(500), w(340), h(120)]), h(120)),
        "cylinder" => single(Shape::Cylinder([w(250), h(270)]), h(270)),
        "disc" => single(Shape::Cylinder([w(310), h(120)]), h(120)),
        "can" => single(Shape::Cylinder([w(290), h(420)]), h(420)),
        "triangle" => loose(prisms(&[triangle()], wide, h(250)), h(250)),
        "star" => loose(prisms(&star_parts(), wide, h(250)), h(250)),
        "moon" => loose(prisms(&moon_parts(), wide, h(250)), h(250)),
        "hexagon" => loose(prisms(&[ring(6, 300.0, 0.0)], wide, h(220)), h(220)),
        "cross" => loose(
            vec![
                part(Shape::Box([w(360), w(130), h(220)]), [0, 0, 0]),
                part(Shape::Box([w(130), w(115), h(220)]), [0, w(245), 0]),
                part(Shape::Box([w(130), w(115), h(220)]), [0, -w(245), 0]),
            ],
            h(220),
        ),
        "arch" => loose(
            vec![
                part(Shape::Box([w(400), w(200), h(120)]), [0, 0, h(150)]),
                part(Shape::Box([w(120), w(200), h(150)]), [w(280), 0, -h(120)]),
                part(Shape::Box([w(120), w(200), h(150)]), [-w(280), 0, -h(120)]),
            ],
            h(270),
        ),
        "mug" => loose(
            vec![
                part(Shape::Cylinder([w(290), h(360)]), [0, 0, 0]),
                part(Shape::Box([w(130), w(45), h(60)]), [w(390), 0, h(170)]),
                part(Shape::Box([w(130), w(45), h(60)]), [w(390), 0, -h(170)]),
                part(Shape::Box([w(45), w(45), h(110)]), [w(475), 0, 0]),
            ],
            h(360),
        ),
        "bottle" => loose(
            vec![
                part(Shape::Cylinder([w(260), h(350)]), [0, 0, -h(150)]),
                part(Shape::Cylinder([w(110), h(150)]), [0, 0, h(350)]),
            ],
            h(500),
        ),
        "sponge" => {
            let shape = Shape::Box([w(450), w(260), h(180)]);
            Model { parts: vec![part(shape, [0, 0, 0])], base: h(180), role: Role::Eraser }
        }
        "tray" => walled(580, 30, 200),
        "box" => walled(570, 40, 500),
        "bin" => walled(700, 40, 1200),
        "bowl" => bowl(),
        "plate" => pad(Shape::Cylinder([580, 40]), 580, true),
        "mat" => pad(Shape::Box([540, 540, 15]), 540, false),
        "board" => Model { parts: vec![part(Shape::Box([40, 620, 700]), [0, 0, 700])], base: 0, role: Role::Screen },
        _ => return None,
    })
}

/// A compartment of the sorter: its kind and where its middle is in the sorter's frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hole {
    /// The kind of the pieces that it takes.
    pub(crate) kind: String,
    /// Its middle along y.
    pub(crate) y: i32,
}

/// A shape sorter with a compartment for each of these kinds, from left to right; `None` if one is not among the pieces.
pub(crate) fn sorter(kinds: &[&str]) -> Option<(Model, Vec<Hole>)> {
    let count = i32::try_from(kinds.len()).ok()?;
    let half = CELL * count;
    let mut parts = vec![part(Shape::Box([CELL, half, FLOOR / 2]), [0, 0, FLOOR / 2])];
    let mut holes = Vec::new();
    for (index, kind) in (0_i32..).zip(kinds) {
        let y = half - CELL - 2 * CELL * index;
        let outline = grown(&piece(kind)?, ROOM);
        for wall in walls(&outline) {
            let corners = wall.iter().map(|at| [round(at[0]), round(at[1])]).collect();
            parts.push(part(Shape::Prism(RIM / 2, corners), [0, y, FLOOR + RIM / 2]));
        }
        holes.push(Hole { kind: (*kind).to_owned(), y });
    }
    Some((Model { parts, base: 0, role: Role::Sorter }, holes))
}

/// The size that pieces for the sorter have: the square ones and the round ones are a little larger than elsewhere, because
/// neither may fit into the other's compartment.
pub(crate) fn piece_model(kind: &str) -> Option<Model> {
    let loose = |shape: Shape| Model { parts: vec![part(shape, [0, 0, 0])], base: 250, role: Role::Loose };
    match kind {
        "cube" => Some(loose(Shape::Box([280, 280, 250]))),
        "cylinder" => Some(loose(Shape::Cylinder([336, 250]))),
        "triangle" | "star" | "moon" => model(kind, (100, 100)),
        _ => None,
    }
}

type Outline = Vec<[f32; 2]>;

/// The outline of a piece for the sorter, anticlockwise, seen entirely from the middle.
pub(crate) fn piece(kind: &str) -> Option<Outline> {
    Some(match kind {
        "cube" => vec![[280.0, -280.0], [280.0, 280.0], [-280.0, 280.0], [-280.0, -280.0]],
        // Round, with sides that touch the circle.
        "cylinder" => ring(24, 336.0 / cosine(7.5), 7.5),
        "triangle" => triangle(),
        "star" => star(),
        "moon" => moon(),
        _ => return None,
    })
}

fn triangle() -> Outline {
    // Sides of 7.2 cm.
    ring(3, 415.7, 90.0)
}

fn star() -> Outline {
    (0..10_i16)
        .map(|corner| {
            let radius = if corner % 2 == 0 { 420.0 } else { 200.0 };
            let angle = f32::from(36 * corner + 90);
            [radius * cosine(angle), radius * sine(angle)]
        })
        .collect()
}

fn star_parts() -> Vec<Outline> {
    let star = star();
    let inner: Outline = star.iter().skip(1).step_by(2).copied().collect();
    let mut parts = vec![inner];
    for tip in 0..5 {
        let [before, at, after] = [(2 * tip + 9) % 10, 2 * tip, 2 * tip + 1].map(|corner| star[corner]);
        parts.push(vec![before, at, after]);
    }
    parts
}

/// Angles of the corners of a moon's two arcs, in degrees, and what the arcs are.
const MOON: [f32; 7] = [-84.0, -56.0, -28.0, 0.0, 28.0, 56.0, 84.0];

/// A corner of the outer arc: a half circle of 4.2 cm about a point left of the middle.
fn moon_outer(angle: f32) -> [f32; 2] {
    [420.0 * cosine(angle) - 250.0, 420.0 * sine(angle)]
}

/// The corner of the inner arc over against it: flatter, so that the horns are blunt and the middle sees all corners.
fn moon_inner(angle: f32) -> [f32; 2] {
    [110.0 * cosine(angle) - 250.0, 330.0 * sine(angle)]
}

fn moon() -> Outline {
    MOON.iter().map(|angle| moon_outer(*angle)).chain(MOON.iter().rev().map(|angle| moon_inner(*angle))).collect()
}

fn moon_parts() -> Vec<Outline> {
    MOON.windows(2)
        .map(|pair| vec![moon_outer(pair[0]), moon_outer(pair[1]), moon_inner(pair[1]), moon_inner(pair[0])])
        .collect()
}

/// A regular outline whose first corner lies at an angle.
fn ring(corners: i16, radius: f32, from: f32) -> Outline {
    (0..corners)
        .map(|corner| {
            let angle = from + 360.0 * f32::from(corner) / f32::from(corners);
            [radius * cosine(angle), radius * sine(angle)]
        })
        .collect()
}

/// The outline with all sides moved outwards.
pub(crate) fn grown(outline: &[[f32; 2]], by: f32) -> Outline {
    let count = outline.len();
    (0..count)
        .map(|at| {
            let (before, here, after) = (outline[(at + count - 1) % count], outline[at], outline[(at + 1) % count]);
            let (n, m) = (normal(before, here), normal(here, after));
            let share = by / (1.0 + n[0] * m[0] + n[1] * m[1]);
            [here[0] + share * (n[0] + m[0]), here[1] + share * (n[1] + m[1])]
        })
        .collect()
}

/// The outward normal of a side of an anticlockwise outline.
fn normal(from: [f32; 2], to: [f32; 2]) -> [f32; 2] {
    let (x, y) = (to[0] - from[0], to[1] - from[1]);
    let length = libm::sqrtf(x * x + y * y);
    [y / length, -x / length]
}

/// What is left of a square cell around a hole, in convex pieces: one between each side of the hole and the cell's edge.
fn walls(hole: &[[f32; 2]]) -> Vec<Vec<[f32; 2]>> {
    let edge = CELL as f32;
    // The hole's corners as angle and place, and the places where the rays to the cell's corners leave the hole.
    let mut rays: Vec<(f32, [f32; 2])> = hole.iter().map(|at| (angle(*at), *at)).collect();
    for corner in [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
        if let Some(at) = leaves(hole, corner) {
            rays.push((angle(corner), at));
        }
    }
    rays.sort_by(|a, b| a.0.total_cmp(&b.0));
    rays.dedup_by(|a, b| (a.0 - b.0).abs() < 1e-3);
    let count = rays.len();
    (0..count)
        .map(|at| {
            let (inner, next) = (rays[at].1, rays[(at + 1) % count].1);
            let outer = |at: [f32; 2]| {
                let share = edge / at[0].abs().max(at[1].abs());
                [at[0] * share, at[1] * share]
            };
            vec![inner, outer(inner), outer(next), next]
        })
        .collect()
}

/// Where a ray from the middle leaves an outline.
fn leaves(outline: &[[f32; 2]], ray: [f32; 2]) -> Option<[f32; 2]> {
    let count = outline.len();
    (0..count).find_map(|at| {
        let (a, b) = (outline[at], outline[(at + 1) % count]);
        let (x, y) = (b[0] - a[0], b[1] - a[1]);
        let across = ray[0] * y - ray[1] * x;
        if across.abs() < 1e-6 {
            return None;
        }
        let along = (a[0] * y - a[1] * x) / across;
        let on = (a[0] * ray[1] - a[1] * ray[0]) / across;
        (along > 0.0 && (0.0..1.0).contains(&on)).then(|| [ray[0] * along, ray[1] * along])
    })
}

fn angle(at: [f32; 2]) -> f32 {
    libm::atan2f(at[1], at[0])
}

fn walled(half: i32, thick: i32, rim: i32) -> Model {
    let inner = half - 2 * thick;
    let middle = FLOOR + (rim - FLOOR) / 2;
    let high = (rim - FLOOR) / 2;
    let mut parts = vec![part(Shape::Box([half, half, FLOOR / 2]), [0, 0, FLOOR / 2])];
    for side in [-1, 1] {
        let at = side * (half - thick);
        parts.push(part(Shape::Box([thick, half, high]), [at, 0, middle]));
        parts.push(part(Shape::Box([inner, thick, high]), [0, at, middle]));
    }
    Model { parts, base: 0, role: Role::Holder { half: inner, round: false, floor: FLOOR, rim, inside: true } }
}

fn bowl() -> Model {
    let mut parts = vec![part(Shape::Cylinder([560, FLOOR / 2]), [0, 0, FLOOR / 2])];
    for side in 0..8_i32 {
        let degrees = 45.0 * f32::from(i16::try_from(side).unwrap_or(0));
        let at = [round(560.0 * cosine(degrees)), round(560.0 * sine(degrees)), 190];
        let shape = Shape::Box([30, 245, 190]);
        parts.push(Part { shape, at, turn: 450 * side });
    }
    Model { parts, base: 0, role: Role::Holder { half: 520, round: true, floor: FLOOR, rim: 380, inside: true } }
}

fn pad(shape: Shape, half: i32, round: bool) -> Model {
    let high = match shape {
        Shape::Box([_, _, high]) | Shape::Cylinder([_, high]) | Shape::Prism(high, _) => high,
    };
    let role = Role::Holder { half, round, floor: 2 * high, rim: 2 * high, inside: false };
    Model { parts: vec![part(shape, [0, 0, high])], base: 0, role }
}

const fn part(shape: Shape, at: [i32; 3]) -> Part {
    Part { shape, at, turn: 0 }
}

/// Upright prisms over outlines, scaled by percent.
fn prisms(outlines: &[Outline], percent: i32, half: i32) -> Vec<Part> {
    let scale = f32::from(i16::try_from(percent).unwrap_or(100)) / 100.0;
    outlines
        .iter()
        .map(|outline| {
            let corners = outline.iter().map(|at| [round(at[0] * scale), round(at[1] * scale)]).collect();
            part(Shape::Prism(half, corners), [0, 0, 0])
        })
        .collect()
}

fn round(length: f32) -> i32 {
    libm::roundf(length) as i32
}

fn sine(degrees: f32) -> f32 {
    libm::sinf(degrees.to_radians())
}

fn cosine(degrees: f32) -> f32 {
    libm::cosf(degrees.to_radians())
}
