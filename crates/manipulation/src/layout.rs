//! Scenes: what lies where, read from the words of the task files. Knows no physics and no goals.
//!
//! A scene is a list such as `red cube B2, white tray D4, sorter of star cube moon`. Columns A to F go from left to right,
//! rows 1 to 4 away from the robot. What can be moved is put down with a little chance in place and turn; `B2^` lies on or in
//! what is at B2 already.

use crate::catalogue::{self, Hole, Model, Role};
use stepguard_embodied::chance::Chance;
use stepguard_embodied::scene::Body;

/// Height of the table's top in tenths of a millimetre.
pub(crate) const TABLE: i32 = 7500;

/// The table: corner and size, in tenths of a millimetre.
pub(crate) const TABLE_BOX: [i32; 6] = [-1000, -4500, 7100, 6500, 9000, 400];

/// A place on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slot {
    /// From the left, from 0.
    pub(crate) column: u8,
    /// From the robot, from 0.
    pub(crate) row: u8,
    /// Whether it is the place on or in what stands there.
    pub(crate) upper: bool,
}

/// A thing in a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Thing {
    /// Its name: size, colour, kind; the same as another's where both look the same.
    pub(crate) look: String,
    /// Colour, a word of CSS.
    pub(crate) colour: String,
    /// The word for its kind.
    pub(crate) kind: String,
    /// Where it stands; the sorter has no slot.
    pub(crate) slot: Option<Slot>,
    /// Its origin, in tenths of a millimetre.
    pub(crate) at: [i32; 3],
    /// Its turn about z, in tenths of a degree.
    pub(crate) turn: i32,
    /// Its shape.
    pub(crate) model: Model,
    /// Compartments of the sorter.
    pub(crate) holes: Vec<Hole>,
}

/// What lies on the table when a task begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Things.
    pub(crate) things: Vec<Thing>,
    /// Spots to be wiped: x, y and radius.
    pub(crate) marks: Vec<[i32; 3]>,
}

impl Layout {
    /// Reads a scene; what is wrong with it otherwise.
    pub(crate) fn read(text: &str, chance: &mut Chance) -> Result<Self, String> {
        let mut layout = Self { things: Vec::new(), marks: Vec::new() };
        let sorting = text.contains("sorter of");
        for entry in text.split(',') {
            let words: Vec<&str> = entry.split_whitespace().collect();
            match words.as_slice() {
                ["sorter", "of", kinds @ ..] => {
                    let (model, holes) = catalogue::sorter(kinds).ok_or_else(|| format!("no such sorter: {entry}"))?;
                    layout.things.push(Thing {
                        look: "shape sorter".to_owned(),
                        colour: "burlywood".to_owned(),
                        kind: "sorter".to_owned(),
                        slot: None,
                        at: [4250, if kinds.len() % 2 == 0 { 0 } else { 50 }, TABLE],
                        turn: 0,
                        model,
                        holes,
                    });
                }
                [pattern, "spill", slot] => {
                    let spot = slot_of(slot).map(middle).ok_or_else(|| format!("no slot: {entry}"))?;
                    layout.spill(pattern, spot).ok_or_else(|| format!("no such spill: {entry}"))?;
                }
                [looks @ .., slot] => {
                    let thing = layout.thing(looks, slot, sorting, chance)?;
                    layout.things.push(thing);
                }
                [] => return Err("an empty entry".to_owned()),
            }
        }
        Ok(layout)
    }

    /// The bodies for drawings. Things that look the same are told apart by numbers.
    pub(crate) fn bodies(&self) -> Vec<Body> {
        let same = |look: &str| self.things.iter().filter(|thing| thing.look == look).count();
        self.things
            .iter()
            .enumerate()
            .map(|(index, thing)| {
                let before = self.things[..index].iter().filter(|other| other.look == thing.look).count();
                let name = match same(&thing.look) {
                    1 => thing.look.clone(),
                    _ => format!("{} {}", thing.look, before + 1),
                };
                Body {
                    name,
                    colour: thing.colour.clone(),
                    parts: thing.model.parts.clone(),
                    moves: thing.model.moves(),
                }
            })
            .collect()
    }

    /// The thing in a slot.
    pub(crate) fn at(&self, slot: &str) -> Option<usize> {
        let slot = slot_of(slot)?;
        self.things.iter().position(|thing| thing.slot == Some(slot))
    }

    /// Reads a thing; what it lies on or in has been read before.
    fn thing(&self, looks: &[&str], at: &str, sorting: bool, chance: &mut Chance) -> Result<Thing, String> {
        let (size, colour, kind) = match looks {
            [colour, kind] => ("", *colour, *kind),
            [size, colour, kind] => (*size, *colour, *kind),
            _ => return Err(format!("no thing: {looks:?}")),
        };
        if !catalogue::COLOURS.contains(&colour) {
            return Err(format!("no colour: {colour}"));
        }
        let factors = catalogue::size(size).ok_or_else(|| format!("no size: {size}"))?;
        let piece = (sorting && size.is_empty()).then(|| catalogue::piece_model(kind)).flatten();
        let model = piece.or_else(|| catalogue::model(kind, factors)).ok_or_else(|| format!("no kind: {kind}"))?;
        let slot = slot_of(at).ok_or_else(|| format!("no slot: {at}"))?;
        let [mut x, mut y] = middle(slot);
        let mut z = TABLE + model.base;
        let mut turn = 0;
        if slot.upper {
            let lower = self.things.iter().find(|thing| thing.slot == Some(Slot { upper: false, ..slot }));
            let lower = lower.ok_or_else(|| format!("nothing to lie on: {at}"))?;
            [x, y, _] = lower.at;
            turn = lower.turn;
            z += match lower.model.role {
                Role::Holder { floor, .. } => floor,
                _ => 2 * lower.model.base,
            };
        } else if model.moves() {
            // 8 mm each way, and any turn in whole degrees; a sponge lies straight, as somebody would put it down.
            x += jitter(chance);
            y += jitter(chance);
            let degrees = i32::try_from(chance.below(360)).unwrap_or(0) * 10;
            turn = if model.role == Role::Eraser { 0 } else { degrees };
        }
        Ok(Thing {
            look: looks.join(" "),
            colour: colour.to_owned(),
            kind: kind.to_owned(),
            slot: Some(slot),
            at: [x, y, z],
            turn,
            model,
            holes: Vec::new(),
        })
    }

    /// Spots in a pattern around a slot.
    fn spill(&mut self, pattern: &str, [x, y]: [i32; 2]) -> Option<()> {
        // Rows of spots, each as x and y from the slot's middle in millimetres.
        let spots: &[[i32; 2]] = match pattern {
            "round" => &[[0, 0], [35, 0], [-35, 0], [0, 35], [0, -35], [24, 24], [-24, 24], [24, -24], [-24, -24]],
            "long" => &[[0, -80], [0, -60], [0, -40], [0, -20], [0, 0], [0, 20], [0, 40], [0, 60], [0, 80]],
            "deep" => &[[-80, 0], [-60, 0], [-40, 0], [-20, 0], [0, 0], [20, 0], [40, 0], [60, 0], [80, 0]],
            "angled" => {
                &[[-60, -20], [-40, -20], [-20, -20], [0, -20], [20, -20], [20, 0], [20, 20], [20, 40], [20, 60]]
            }
            "slanted" => {
                &[[-56, -56], [-42, -42], [-28, -28], [-14, -14], [0, 0], [14, 14], [28, 28], [42, 42], [56, 56]]
            }
            _ => return None,
        };
        self.marks.extend(spots.iter().map(|[dx, dy]| [x + 10 * dx, y + 10 * dy, 70]));
        Some(())
    }
}

fn jitter(chance: &mut Chance) -> i32 {
    i32::try_from(chance.below(161)).unwrap_or(80) - 80
}

/// A slot by its name.
fn slot_of(name: &str) -> Option<Slot> {
    let (name, upper) = name.strip_suffix('^').map_or((name, false), |name| (name, true));
    match name.as_bytes() {
        [column @ b'A'..=b'F', row @ b'1'..=b'4'] => Some(Slot { column: column - b'A', row: row - b'1', upper }),
        _ => None,
    }
}

/// The middle of a slot, which is the middle of a bin, in tenths of a millimetre.
fn middle(slot: Slot) -> [i32; 2] {
    [650 + 1200 * i32::from(slot.row), 3250 - 1300 * i32::from(slot.column)]
}
