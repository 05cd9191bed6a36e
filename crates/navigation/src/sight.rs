//! What the camera sees: objects by rays to points of them, openings, how far the way ahead is free, and which parts of the
//! floor have been looked at. Knows the camera of [`stepguard_embodied::view`] and the bodies, no tasks.

use crate::place::{EYE, Opening};
use crate::space::{STRIDE, Space};
use stepguard_embodied::scene::{FloorObject, FloorStage};
use stepguard_embodied::view::{self, SCALE, SIDE, UP};

/// Where the agent stands and looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pose {
    /// Centimetres.
    pub(crate) at: [i32; 2],
    /// 0, 90, 180 or 270.
    pub(crate) heading: i32,
    /// From -60, down, to 30, up.
    pub(crate) tilt: i32,
}

/// A vector as the agent has it: to its right, and ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bearing {
    pub(crate) right: i32,
    pub(crate) ahead: i32,
}

impl Pose {
    /// A vector of the plan as the agent has it.
    pub(crate) const fn bearing(self, way: [i32; 2]) -> Bearing {
        let [x, y] = view::facing(self.heading);
        Bearing { right: way[1] * x - way[0] * y, ahead: way[0] * x + way[1] * y }
    }

    /// A vector of the agent on the plan.
    pub(crate) const fn vector(self, bearing: Bearing) -> [i32; 2] {
        let [x, y] = view::facing(self.heading);
        [x * bearing.ahead - y * bearing.right, y * bearing.ahead + x * bearing.right]
    }

    /// The way to a point of the plan.
    pub(crate) const fn to(self, point: [i32; 2]) -> Bearing {
        self.bearing([point[0] - self.at[0], point[1] - self.at[1]])
    }

    /// Whether a point is within the picture: to the right, ahead and above the eye, in any one unit.
    fn in_picture(self, right: i64, ahead: i64, above: i64) -> bool {
        ahead > 0
            && right.abs() * SCALE <= ahead * SIDE
            && (above * SCALE - ahead * view::tilt_slope(self.tilt)).abs() <= ahead * UP
    }

    /// Whether a direction is within the field of view, whatever the tilt.
    pub(crate) fn in_field(self, point: [i32; 2]) -> bool {
        let Bearing { right, ahead } = self.to(point);
        ahead > 0 && i64::from(right).abs() * SCALE <= i64::from(ahead) * SIDE
    }
}

/// Points of an object are its middle and eight tenths of the way to its sides, in each direction; for a round one less, as
/// its square has corners that it lacks.
const REACH: [i64; 2] = [16, 13];

/// Parts of a centimetre in which these points are whole numbers.
const FINE: i64 = 40;

/// How many of the 27 points must be reached.
const ENOUGH: usize = 3;

/// Whether an object is seen from a pose.
pub(crate) fn sees(space: &Space, pose: Pose, index: usize, object: &FloorObject) -> bool {
    let reach = REACH[usize::from(object.round)];
    let flat = |low: i32, size: i32, step: i64| 20 * i64::from(2 * low + size) + step * reach * i64::from(size);
    let high = |step: i64| 20 * i64::from(2 * object.base + object.height) + step * 16 * i64::from(object.height);
    let [x, y] = pose.at.map(|at| i64::from(at) * FINE);
    let [face_x, face_y] = view::facing(pose.heading).map(i64::from);
    let area = object.area;
    let mut reached = 0;
    let mut left: usize = 27;
    for step in 0..27_i64 {
        left -= 1;
        let (px, py, pz) =
            (flat(area.x, area.w, step % 3 - 1), flat(area.y, area.h, step / 3 % 3 - 1), high(step / 9 - 1));
        let (dx, dy) = (px - x, py - y);
        let within = pose.in_picture(dy * face_x - dx * face_y, dx * face_x + dy * face_y, pz - i64::from(EYE) * FINE);
        if within && space.reaches(pose.at, [fine(px), fine(pz), fine(py)], space.walls() + index) {
            reached += 1;
            if reached == ENOUGH {
                return true;
            }
        }
        if reached + left < ENOUGH {
            return false;
        }
    }
    false
}

/// Metres of fine parts of a centimetre.
fn fine(parts: i64) -> f32 {
    // Places are below a hundred metres: parts stay below 2^24, where the conversion is exact.
    #[expect(clippy::cast_precision_loss, reason = "places are some metres wide")]
    let exact = parts as f32;
    exact / 4_000.0
}

/// Whether an opening is seen: its middle at the height of the eye, near the edge on this side.
pub(crate) fn sees_opening(space: &Space, pose: Pose, opening: Opening) -> bool {
    let middle = opening.middle();
    let Bearing { right, ahead } = pose.to(middle);
    pose.in_picture(i64::from(right), i64::from(ahead), 0) && space.level(pose.at, middle, |_| true).is_none()
}

/// How many steps ahead are free of what is seen, up to a number, and what is in the way then.
pub(crate) fn way_ahead(
    space: &Space,
    stage: &FloorStage,
    pose: Pose,
    seen: &[usize],
    most: i32,
) -> (i32, Option<usize>) {
    let ahead = |n: i32| pose.vector(Bearing { right: 0, ahead: n * STRIDE });
    let wall_seen = |index: usize| {
        let Some(area) = stage.walls.get(index) else { return false };
        // A wall ahead reaches from floor to ceiling: some of it is in the picture unless that shows the floor before it only.
        let nearest = pose.to([pose.at[0].clamp(area.x, area.x + area.w), pose.at[1].clamp(area.y, area.y + area.h)]);
        let foot = i64::from(-EYE) * SCALE;
        let lowest = i64::from(nearest.ahead) * (view::tilt_slope(pose.tilt) + UP);
        nearest.ahead > 0 && foot <= lowest
    };
    let counts = |index: usize| match index.checked_sub(space.walls()) {
        Some(object) => seen.contains(&object),
        None => wall_seen(index),
    };
    for n in 0..most {
        let from = [pose.at[0] + ahead(n)[0], pose.at[1] + ahead(n)[1]];
        if let Some((index, _)) = space.sweep(from, ahead(1), counts) {
            return (n, Some(index));
        }
    }
    (most, None)
}
