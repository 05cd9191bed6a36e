//! How a place is written down, and what follows from it: rooms and openings to walls, rows of things to objects with names.
//!
//! A place is a table of Rust constants, so that it is checked when it is compiled and costs nothing to read. Everything is in
//! whole centimetres on a grid of five, x to the right and y down. Knows no agent and no task but their rows.

use stepguard_embodied::scene::{Area, FloorObject, FloorStage, Room};
use stepguard_results::environment::Subset;

/// Everything stands on this grid. It keeps collisions away from their thresholds: a disc of [`RADIUS`] that passes a box
/// has at least a centimetre to spare, or is at least a centimetre too wide.
#[cfg(test)]
pub(crate) const GRID: i32 = 5;

/// Half the width of the agent.
pub(crate) const RADIUS: i32 = 17;

/// Height of the agent: what begins above it does not block.
pub(crate) const STATURE: i32 = 170;

/// Height of the eye.
pub(crate) const EYE: i32 = 150;

/// Height of the walls.
pub(crate) const WALL_HEIGHT: i32 = 260;

/// Thickness of the walls.
pub(crate) const WALL: i32 = 10;

/// A place with its tasks.
#[derive(Debug)]
pub(crate) struct Place {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its rooms; together they are its inside.
    pub(crate) rooms: &'static [RoomRow],
    /// Where one can go or look from room to room.
    pub(crate) openings: &'static [Opening],
    /// What stands, lies and hangs there.
    pub(crate) things: &'static [Thing],
    /// Its tasks.
    pub(crate) tasks: &'static [Task],
}

/// A room: its name and its area between the middles of its walls.
#[derive(Debug)]
pub(crate) struct RoomRow {
    pub(crate) name: &'static str,
    pub(crate) area: Area,
}

pub(crate) const fn room(name: &'static str, x: i32, y: i32, w: i32, h: i32) -> RoomRow {
    RoomRow { name, area: Area { x, y, w, h } }
}

/// An opening in the wall along a line of the plan, from floor to ceiling.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Opening {
    /// In a wall that runs from left to right at this y, from one x to another.
    Across { y: i32, from: i32, to: i32 },
    /// In a wall that runs down the plan at this x, from one y to another.
    Down { x: i32, from: i32, to: i32 },
}

/// An opening in a wall that runs from left to right.
pub(crate) const fn across(y: i32, from: i32, to: i32) -> Opening {
    Opening::Across { y, from, to }
}

/// An opening in a wall that runs down the plan.
pub(crate) const fn down(x: i32, from: i32, to: i32) -> Opening {
    Opening::Down { x, from, to }
}

impl Opening {
    /// Its middle.
    pub(crate) const fn middle(self) -> [i32; 2] {
        match self {
            Self::Across { y, from, to } => [i32::midpoint(from, to), y],
            Self::Down { x, from, to } => [x, i32::midpoint(from, to)],
        }
    }
}

/// Something that stands, lies or hangs in a place.
#[derive(Debug)]
pub(crate) struct Thing {
    /// What it is, in words.
    pub(crate) kind: &'static str,
    /// Its colour, in words; [`css()`] knows it.
    pub(crate) colour: &'static str,
    pub(crate) area: Area,
    pub(crate) base: i32,
    pub(crate) height: i32,
    pub(crate) round: bool,
    pub(crate) blocks: bool,
}

/// Something with corners, on the floor.
pub(crate) const fn block(kind: &'static str, colour: &'static str, at: [i32; 2], size: [i32; 3]) -> Thing {
    let area = Area { x: at[0], y: at[1], w: size[0], h: size[1] };
    Thing { kind, colour, area, base: 0, height: size[2], round: false, blocks: true }
}

/// Something round, on the floor: the corner of its square, its width and its height.
pub(crate) const fn pillar(kind: &'static str, colour: &'static str, at: [i32; 2], size: [i32; 2]) -> Thing {
    let area = Area { x: at[0], y: at[1], w: size[0], h: size[0] };
    Thing { kind, colour, area, base: 0, height: size[1], round: true, blocks: true }
}

/// Something flat that is walked over.
pub(crate) const fn sheet(kind: &'static str, colour: &'static str, at: [i32; 2], size: [i32; 2]) -> Thing {
    let area = Area { x: at[0], y: at[1], w: size[0], h: size[1] };
    Thing { kind, colour, area, base: 0, height: 1, round: false, blocks: false }
}

impl Thing {
    /// The thing on top of something that is as high as this, or hanging at this height. What carries it blocks the way.
    pub(crate) const fn on(mut self, base: i32) -> Self {
        self.base = base;
        self.blocks = false;
        self
    }

    /// The upper edge.
    #[cfg(test)]
    pub(crate) const fn top(&self) -> i32 {
        self.base + self.height
    }
}

/// A task: from where to what, and how it is asked for.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) subset: Subset,
    /// The name of the target as [`Place::names`] gives it.
    pub(crate) target: &'static str,
    /// Where the agent stands: x, y and heading.
    pub(crate) start: [i32; 3],
    pub(crate) instruction: &'static str,
    /// What is said of its looks, in tasks that say nothing else: a test holds that it fits one thing only.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "it is data for a test, kept beside the words that it stands for")
    )]
    pub(crate) looks: &'static [Looks],
}

/// A task that names its target.
pub(crate) const fn base(target: &'static str, start: [i32; 3], instruction: &'static str) -> Task {
    Task { subset: Subset::Base, target, start, instruction, looks: &[] }
}

/// A task that names a use.
pub(crate) const fn common(target: &'static str, start: [i32; 3], instruction: &'static str) -> Task {
    Task { subset: Subset::Common, target, start, instruction, looks: &[] }
}

/// A task in the midst of other words.
pub(crate) const fn complex(target: &'static str, start: [i32; 3], instruction: &'static str) -> Task {
    Task { subset: Subset::Complex, target, start, instruction, looks: &[] }
}

/// A task that says how its target looks. The colour is the target's own.
pub(crate) const fn visual(
    target: &'static str,
    looks: &'static [Looks],
    start: [i32; 3],
    instruction: &'static str,
) -> Task {
    Task { subset: Subset::Visual, target, start, instruction, looks }
}

/// A task with a long way.
pub(crate) const fn long(target: &'static str, start: [i32; 3], instruction: &'static str) -> Task {
    Task { subset: Subset::Long, target, start, instruction, looks: &[] }
}

/// How something looks, besides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    /// Round from above: a cylinder, a disc.
    Round,
    /// With corners: a box, a block, a slab.
    Square,
    /// At least 120 cm high by itself.
    Tall,
    /// On the floor and at most 50 cm high.
    Low,
    /// At most 10 cm high.
    Flat,
    /// No side longer than 40 cm.
    Small,
    /// A side of at least 120 cm on the floor plan.
    Big,
    /// At least twice as long as wide on the floor plan.
    Oblong,
    /// Standing or lying on something else, or hanging.
    Raised,
}

#[cfg(test)]
impl Looks {
    /// Whether it says something true of a thing.
    pub(crate) const fn fits(self, thing: &Thing) -> bool {
        let Area { w, h, .. } = thing.area;
        let (long, short) = if w > h { (w, h) } else { (h, w) };
        match self {
            Self::Round => thing.round,
            Self::Square => !thing.round,
            Self::Tall => thing.height >= 120,
            Self::Low => thing.base == 0 && thing.height <= 50,
            Self::Flat => thing.height <= 10,
            Self::Small => long <= 40 && thing.height <= 40,
            Self::Big => long >= 120,
            Self::Oblong => long >= 2 * short,
            Self::Raised => thing.base > 0,
        }
    }
}

/// The colours in use, each with its word of CSS.
pub(crate) const COLOURS: [(&str, &str); 18] = [
    ("red", "firebrick"),
    ("blue", "royalblue"),
    ("light blue", "lightskyblue"),
    ("green", "seagreen"),
    ("light green", "yellowgreen"),
    ("yellow", "gold"),
    ("orange", "darkorange"),
    ("purple", "rebeccapurple"),
    ("pink", "hotpink"),
    ("brown", "saddlebrown"),
    ("wooden", "burlywood"),
    ("black", "black"),
    ("white", "white"),
    ("grey", "grey"),
    ("dark grey", "dimgrey"),
    ("silver", "silver"),
    ("beige", "wheat"),
    ("turquoise", "turquoise"),
];

/// The word of CSS for a colour in words; the word itself where there is none.
pub(crate) fn css(colour: &str) -> &str {
    COLOURS.iter().find(|(word, _)| *word == colour).map_or(colour, |(_, css)| css)
}

impl Place {
    /// The names of its things, in their order: colour and kind, and a number where several have both in common.
    pub(crate) fn names(&self) -> Vec<String> {
        let same = |a: &Thing, b: &Thing| a.kind == b.kind && a.colour == b.colour;
        self.things
            .iter()
            .enumerate()
            .map(|(index, thing)| {
                let alike = self.things.iter().filter(|other| same(thing, other)).count();
                let before = self.things.iter().take(index).filter(|other| same(thing, other)).count();
                if alike > 1 {
                    format!("{} {} {}", thing.colour, thing.kind, before + 1)
                } else {
                    format!("{} {}", thing.colour, thing.kind)
                }
            })
            .collect()
    }

    /// The thing with this name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.names().iter().position(|known| known == name)
    }

    /// Its walls: along the edges of its rooms, without the openings.
    pub(crate) fn walls(&self) -> Vec<Area> {
        let half = WALL / 2;
        let mut walls = Vec::new();
        let lows = |x: fn(&Area) -> [i32; 2]| {
            let mut lines: Vec<i32> = self.rooms.iter().flat_map(|room| x(&room.area)).collect();
            lines.sort_unstable();
            lines.dedup();
            lines
        };
        for y in lows(|area| [area.y, area.y + area.h]) {
            let edges = self.rooms.iter().map(|room| room.area).filter(|a| a.y == y || a.y + a.h == y);
            let gaps = self.openings.iter().filter_map(|opening| match *opening {
                Opening::Across { y: at, from, to } if at == y => Some([from, to]),
                _ => None,
            });
            for [from, to] in solid(edges.map(|a| [a.x, a.x + a.w]).collect(), gaps.collect()) {
                walls.push(Area { x: from, y: y - half, w: to - from, h: WALL });
            }
        }
        for x in lows(|area| [area.x, area.x + area.w]) {
            let edges = self.rooms.iter().map(|room| room.area).filter(|a| a.x == x || a.x + a.w == x);
            let gaps = self.openings.iter().filter_map(|opening| match *opening {
                Opening::Down { x: at, from, to } if at == x => Some([from, to]),
                _ => None,
            });
            for [from, to] in solid(edges.map(|a| [a.y, a.y + a.h]).collect(), gaps.collect()) {
                walls.push(Area { x: x - half, y: from, w: WALL, h: to - from });
            }
        }
        walls
    }

    /// The stage for a target.
    pub(crate) fn stage(&self, target: usize) -> FloorStage {
        let rooms = self.rooms.iter().map(|room| Room { name: room.name.to_owned(), area: room.area }).collect();
        let objects = self
            .things
            .iter()
            .zip(self.names())
            .map(|(thing, name)| FloorObject {
                name,
                colour: css(thing.colour).to_owned(),
                area: thing.area,
                base: thing.base,
                height: thing.height,
                round: thing.round,
                blocks: thing.blocks,
            })
            .collect();
        FloorStage {
            name: self.name.to_owned(),
            rooms,
            walls: self.walls(),
            objects,
            target,
            wall_height: WALL_HEIGHT,
            eye: EYE,
            radius: RADIUS,
        }
    }

    /// The room at a point; `None` outside.
    pub(crate) fn room_at(&self, [x, y]: [i32; 2]) -> Option<&'static str> {
        self.rooms
            .iter()
            .find(|room| {
                let Area { x: left, y: upper, w, h } = room.area;
                (left..left + w).contains(&x) && (upper..upper + h).contains(&y)
            })
            .map(|room| room.name)
    }
}

/// Edges along one line, joined, half a wall longer at both ends so that corners are closed, and without the gaps.
fn solid(mut edges: Vec<[i32; 2]>, mut gaps: Vec<[i32; 2]>) -> Vec<[i32; 2]> {
    edges.sort_unstable();
    gaps.sort_unstable();
    let mut joined: Vec<[i32; 2]> = Vec::new();
    for [from, to] in edges {
        match joined.last_mut() {
            Some([_, end]) if from <= *end => *end = to.max(*end),
            _ => joined.push([from, to]),
        }
    }
    let mut left = Vec::new();
    for [from, to] in joined {
        let (mut at, to) = (from - WALL / 2, to + WALL / 2);
        for [gap, end] in &gaps {
            if *end <= at || *gap >= to {
                continue;
            }
            if *gap > at {
                left.push([at, *gap]);
            }
            at = *end;
        }
        if at < to {
            left.push([at, to]);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Place = Place {
        name: "two rooms",
        rooms: &[room("left", 0, 0, 200, 300), room("right", 200, 0, 200, 300)],
        openings: &[down(200, 100, 190)],
        things: &[
            block("chair", "red", [20, 20], [40, 40, 90]),
            block("chair", "red", [300, 20], [40, 40, 90]),
            pillar("vase", "blue", [30, 200], [20, 30]).on(75),
        ],
        tasks: &[],
    };

    #[test]
    fn walls_stand_on_the_edges_of_rooms_once_and_leave_openings_free() {
        let walls = TWO.walls();
        let area = |x, y, w, h| Area { x, y, w, h };
        assert_eq!(
            walls,
            [
                area(-5, -5, 410, 10),
                area(-5, 295, 410, 10),
                area(-5, -5, 10, 310),
                area(195, -5, 10, 105),
                area(195, 190, 10, 115),
                area(395, -5, 10, 310),
            ]
        );
    }

    #[test]
    fn things_of_one_look_are_numbered() {
        assert_eq!(TWO.names(), ["red chair 1", "red chair 2", "blue vase"]);
        assert_eq!(TWO.find("red chair 2"), Some(1));
        assert_eq!(TWO.room_at([199, 10]), Some("left"));
        assert_eq!(TWO.room_at([200, 10]), Some("right"));
        assert_eq!(TWO.room_at([200, 300]), None);
    }
}
