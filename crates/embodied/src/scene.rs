//! What is drawn of an episode: a stage that stays and cells that change. Whole numbers only, so that records are compact and
//! the same everywhere. Knows how to read the cells of each environment, and nothing of how they came about.

use serde::{Deserialize, Serialize};

/// What stays while a task runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Stage {
    /// A home: household skills and rearrangement.
    Home(HomeStage),
    /// A floor plan: navigation.
    Floor(FloorStage),
    /// A table: manipulation.
    Table(TableStage),
}

/// A rectangle, in centimetres; x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

impl Area {
    /// Whether they share more than an edge.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }

    /// Whether all of it lies in the other one, edges included.
    #[must_use]
    pub const fn is_within(self, outer: Self) -> bool {
        self.x >= outer.x
            && self.y >= outer.y
            && self.x + self.w <= outer.x + outer.w
            && self.y + self.h <= outer.y + outer.h
    }
}

/// A home with rooms, furniture and things.
///
/// Cells: `[place of the agent, thing held or -1]`, then for each fixture its state bits, then for each thing
/// `[place, state bits]`. A place is the index of a fixture; -1 is in the agent's hand; `fixtures.len() + k` is in thing `k`, a
/// vessel, which is at a fixture or in the hand itself. Bit `k` of state bits is the word
/// `states[k]`; bit 0 is always `seen`: the agent has seen it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HomeStage {
    /// The home's name.
    pub name: String,
    /// Rooms.
    pub rooms: Vec<Room>,
    /// Furniture, receptacles, appliances: everything that does not move.
    pub fixtures: Vec<Fixture>,
    /// Things that can be carried.
    pub things: Vec<Thing>,
    /// The words of the state bits, the first one `seen`.
    pub states: Vec<String>,
}

/// A room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub area: Area,
}

/// Something that does not move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// Its name.
    pub name: String,
    /// Its type.
    pub class: String,
    /// Its room, by index.
    pub room: usize,
    /// Where it is.
    pub area: Area,
    /// Whether it can be opened and closed, so that its contents are hidden at first.
    pub opens: bool,
}

/// Something that can be carried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// Its name.
    pub name: String,
    /// Its type.
    pub class: String,
    /// Its colour, a word of CSS, where it matters.
    pub colour: Option<String>,
}

/// A floor plan. Lengths in centimetres, x to the right, y down (the simulator's z), angles in degrees clockwise from up.
///
/// Cells: `[x, y, heading, tilt]`, then for each object 1 if it has been seen and 0 if not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FloorStage {
    /// The name of the place.
    pub name: String,
    /// Rooms, for names and floors.
    pub rooms: Vec<Room>,
    /// Walls, as boxes.
    pub walls: Vec<Area>,
    /// Objects and obstacles, the target among them.
    pub objects: Vec<FloorObject>,
    /// The target, by index.
    pub target: usize,
    /// Height of the walls.
    pub wall_height: i32,
    /// Height of the eye.
    pub eye: i32,
    /// Half the width of the agent.
    pub radius: i32,
}

/// An object on a floor plan: a box or an upright cylinder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorObject {
    /// Its name.
    pub name: String,
    /// Its colour, a word of CSS.
    pub colour: String,
    /// Where it stands.
    pub area: Area,
    /// Height of its lower side above the floor.
    pub base: i32,
    /// Its height.
    pub height: i32,
    /// Whether it is round.
    pub round: bool,
    /// Whether the agent cannot pass it.
    pub blocks: bool,
}

/// A table with bodies. Lengths in tenths of a millimetre in the simulator's frame (z up); rotations as quaternions
/// (x, y, z, w) times 10,000.
///
/// Cells: the gripper `[x, y, z, qx, qy, qz, qw, opening]`, then the body held or -1, then for each body
/// `[x, y, z, qx, qy, qz, qw]`, then the wiped marks as bits, 30 to a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableStage {
    /// The table's top: corner and size, in tenths of a millimetre.
    pub table: [i32; 6],
    /// What lies and stands on it.
    pub bodies: Vec<Body>,
    /// Places to be wiped, each x, y and radius; empty where nothing is to be wiped.
    pub marks: Vec<[i32; 3]>,
}

/// A body on the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Its colour, a word of CSS.
    pub colour: String,
    /// Its parts: a body can be made of several.
    pub parts: Vec<Part>,
    /// Whether it can be moved.
    pub moves: bool,
}

/// A convex part of a body, in the body's frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its shape.
    pub shape: Shape,
    /// Its centre.
    pub at: [i32; 3],
    /// Its turn about the body's z, in tenths of a degree.
    pub turn: i32,
}

/// A shape. Lengths are half of the whole, in tenths of a millimetre.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Half of each side.
    Box([i32; 3]),
    /// Radius and half the height.
    Cylinder([i32; 2]),
    /// An upright prism over a convex outline: half the height, then x and y of each corner.
    Prism(i32, Vec<[i32; 2]>),
}

/// The difference of two rows of cells, as pairs of place and value: what a record holds of a state.
#[must_use]
pub fn difference(before: &[i32], after: &[i32]) -> Vec<[i32; 2]> {
    let place = |place: usize| i32::try_from(place).unwrap_or(i32::MAX);
    after
        .iter()
        .enumerate()
        .filter(|(index, value)| before.get(*index) != Some(value))
        .map(|(index, value)| [place(index), *value])
        .collect()
}

/// Puts a difference into cells; places beyond the end are left out.
pub fn apply(cells: &mut [i32], difference: &[[i32; 2]]) {
    for [place, value] in difference {
        if let Some(cell) = usize::try_from(*place).ok().and_then(|place| cells.get_mut(place)) {
            *cell = *value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_lead_from_one_state_to_the_other() {
        let (before, after) = ([1, 2, 3, 4], [1, 5, 3, -4]);
        let change = difference(&before, &after);
        assert_eq!(change, [[1, 5], [3, -4]]);
        let mut cells = before;
        apply(&mut cells, &change);
        assert_eq!(cells, after);
        apply(&mut cells, &[[-1, 7], [99, 7]]);
        assert_eq!(cells, after, "places that are not there are left out");
    }
}
