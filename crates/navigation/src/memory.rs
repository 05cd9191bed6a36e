//! What an agent with partial sight has learnt of a place: which spots it has looked at, which bodies it knows. The world keeps
//! it for the tutor; it is no part of the state.
//!
//! Spots are where steps from the start lead: a grid of strides around it.

use crate::place::Place;
use crate::sight::Pose;
use crate::space::{STRIDE, Space};

/// As many steps as an episode has, and one more: spots beyond cannot be reached.
pub(crate) const RANGE: i32 = 21;

/// Spots in a row of the grid.
const ROW: i32 = 2 * RANGE + 1;

/// How far the floor is looked at, in centimetres.
const FAR: i64 = 600;

/// Spots this near are felt, in centimetres.
const FELT: i64 = 40;

/// A spot: steps from the start to the right and down the plan.
pub(crate) type Spot = [i32; 2];

/// What has been learnt.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    start: [i32; 2],
    /// Whether a spot is inside the place.
    inside: Vec<bool>,
    /// Whether a spot has been looked at.
    looked: Vec<bool>,
    /// Whether a body is known.
    pub(crate) known: Vec<bool>,
    /// Where steps were refused, each with its direction on the plan.
    pub(crate) refused: Vec<(Spot, [i32; 2])>,
}

/// The place of a spot in a list of spots; `None` out of range.
pub(crate) const fn place_of(spot: Spot) -> Option<usize> {
    let [x, y] = spot;
    if x < -RANGE || x > RANGE || y < -RANGE || y > RANGE {
        return None;
    }
    Some(((y + RANGE) * ROW + x + RANGE).unsigned_abs() as usize)
}

/// How many spots there are.
pub(crate) const SPOTS: usize = (ROW * ROW).unsigned_abs() as usize;

impl Memory {
    pub(crate) fn new(start: [i32; 2], place: &Place, bodies: usize) -> Self {
        let mut memory = Self {
            start,
            inside: vec![false; SPOTS],
            looked: vec![false; SPOTS],
            known: vec![false; bodies],
            refused: Vec::new(),
        };
        for spot in Self::spots() {
            if let Some(index) = place_of(spot) {
                memory.inside[index] = place.room_at(memory.point(spot)).is_some();
            }
        }
        memory
    }

    /// All spots that can be reached in an episode, by rows.
    pub(crate) fn spots() -> impl Iterator<Item = Spot> {
        (-RANGE..=RANGE)
            .flat_map(|y| (-RANGE..=RANGE).map(move |x| [x, y]))
            .filter(|[x, y]: &Spot| x.abs() + y.abs() <= RANGE)
    }

    /// The point of a spot.
    pub(crate) const fn point(&self, [x, y]: Spot) -> [i32; 2] {
        [self.start[0] + x * STRIDE, self.start[1] + y * STRIDE]
    }

    /// The spot of a point that steps lead to.
    pub(crate) const fn spot(&self, [x, y]: [i32; 2]) -> Spot {
        [(x - self.start[0]) / STRIDE, (y - self.start[1]) / STRIDE]
    }

    /// Whether a spot is still to be looked at.
    pub(crate) fn unknown(&self, spot: Spot) -> bool {
        place_of(spot).is_some_and(|index| self.inside[index] && !self.looked[index])
    }

    /// Takes in what is seen of floor and walls from a pose, and which objects are.
    pub(crate) fn look(&mut self, space: &Space, pose: Pose, seen: &[usize]) {
        for object in seen {
            if let Some(known) = self.known.get_mut(space.walls() + object) {
                *known = true;
            }
        }
        for spot in Self::spots().filter(|spot| self.unknown(*spot)).collect::<Vec<_>>() {
            let point = self.point(spot);
            let [dx, dy] = [point[0] - pose.at[0], point[1] - pose.at[1]].map(i64::from);
            let square = dx * dx + dy * dy;
            let felt = square <= FELT * FELT;
            if !felt && (square > FAR * FAR || !pose.in_field(point)) {
                continue;
            }
            match space.level(pose.at, point, |_| true) {
                None => {
                    if let Some(index) = place_of(spot) {
                        self.looked[index] = true;
                    }
                }
                Some(body) => self.known[body] = true,
            }
        }
    }

    /// How many spots a look from a pose may add, as far as the known bodies let see.
    pub(crate) fn gain(&self, space: &Space, pose: Pose) -> usize {
        Self::spots()
            .filter(|spot| self.unknown(*spot))
            .map(|spot| self.point(spot))
            .filter(|point| {
                let [dx, dy] = [point[0] - pose.at[0], point[1] - pose.at[1]].map(i64::from);
                dx * dx + dy * dy <= FAR * FAR
                    && pose.in_field(*point)
                    && space.level(pose.at, *point, |body| self.known[body]).is_none()
            })
            .count()
    }
}
