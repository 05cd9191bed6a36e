//! Bins and metres: what the seven whole numbers of an action mean. Knows nothing of tables or grippers.
//!
//! Positions have 100 bins of one centimetre an axis, from (-0.3, -0.5, 0.6) m on; a bin stands for its middle. Turns have
//! 120 bins of three degrees, from -180 on. The turn is made about the fixed axes x, y and z, in this order, so that
//! roll 0, pitch 60 and yaw 90 (-180, 0 and 90 degrees) let the gripper point straight down with its fingers opening along x.

use rapier3d::math::{Pose, Rotation, Vector};

/// Bins an axis.
pub(crate) const PLACES: i64 = 100;

/// Bins of a turn.
pub(crate) const TURNS: i64 = 120;

/// The lower corner of the bins, in millimetres.
const CORNER: [i64; 3] = [-300, -500, 600];

/// Roll and pitch of a gripper that points straight down.
pub(crate) const DOWN: [i64; 2] = [0, 60];

/// What an action asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Target {
    /// The pose of the gripper.
    pub(crate) pose: Pose,
    /// Whether the gripper is to be open afterwards.
    pub(crate) open: bool,
}

/// The middle of a bin, in metres; `axis` is 0, 1 or 2.
pub(crate) fn metres(axis: usize, bin: i64) -> f32 {
    float(CORNER[axis] + 10 * bin + 5) / 1000.0
}

/// The bin that holds a place; the nearest one for places outside.
pub(crate) fn bin(axis: usize, metres: f32) -> i64 {
    let above = (metres - float(CORNER[axis]) / 1000.0) * 100.0;
    whole(libm::floorf(above)).clamp(0, PLACES - 1)
}

/// The bin whose middle is nearest to a place, which may lie outside of the bins.
pub(crate) fn nearest(axis: usize, metres: f32) -> i64 {
    whole(libm::floorf((metres - float(CORNER[axis]) / 1000.0) * 100.0))
}

/// The bins of a place.
pub(crate) fn place(at: Vector) -> [i64; 3] {
    [bin(0, at.x), bin(1, at.y), bin(2, at.z)]
}

/// The turn about z that is nearest to an angle in degrees, as a bin.
pub(crate) fn yaw(degrees: f32) -> i64 {
    whole(libm::roundf(degrees / 3.0) + 60.0).rem_euclid(TURNS)
}

/// The turn that three bins stand for.
pub(crate) fn rotation(bins: [i64; 3]) -> Rotation {
    let [x, y, z] = bins.map(|bin| half(3 * bin - 180));
    Rotation::from_xyzw(0.0, 0.0, z.0, z.1)
        * Rotation::from_xyzw(0.0, y.0, 0.0, y.1)
        * Rotation::from_xyzw(x.0, 0.0, 0.0, x.1)
}

/// A turn about z by an angle in tenths of a degree.
pub(crate) fn turned(tenths: i32) -> Rotation {
    let angle = f64::from(tenths) / 10.0;
    let (sine, cosine) = half_of(angle);
    Rotation::from_xyzw(0.0, 0.0, sine, cosine)
}

/// Reads an action; `None` where a number lies outside of its bins.
pub(crate) fn read(action: [i64; 7]) -> Option<Target> {
    let [x, y, z, roll, pitch, yaw, grip] = action;
    let placed = [x, y, z].iter().all(|bin| (0..PLACES).contains(bin));
    let turned = [roll, pitch, yaw].iter().all(|bin| (0..TURNS).contains(bin));
    let gripped = (0..=1).contains(&grip);
    (placed && turned && gripped).then(|| Target {
        pose: Pose::from_parts(Vector::new(metres(0, x), metres(1, y), metres(2, z)), rotation([roll, pitch, yaw])),
        open: grip == 1,
    })
}

fn half(degrees: i64) -> (f32, f32) {
    half_of(f64::from(i32::try_from(degrees).unwrap_or(0)))
}

/// Sine and cosine of half an angle. Not those of the platform, which differ in their last bits.
fn half_of(degrees: f64) -> (f32, f32) {
    let radians = degrees.to_radians() / 2.0;
    (libm::sin(radians) as f32, libm::cos(radians) as f32)
}

fn float(n: i64) -> f32 {
    i16::try_from(n).map_or(0.0, f32::from)
}

/// A rounded number as a whole one; what lies beyond the numbers of places is cut off.
pub(crate) fn whole(number: f32) -> i64 {
    number.clamp(-1.0e6, 1.0e6) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn bins_are_centimetres_from_the_corner() {
        assert!(close(metres(0, 0), -0.295));
        assert!(close(metres(1, 50), 0.005));
        assert!(close(metres(2, 15), 0.755));
        assert!(close(metres(2, 99), 1.595));
        for axis in 0..3 {
            for n in 0..PLACES {
                assert_eq!(bin(axis, metres(axis, n)), n, "axis {axis}");
            }
        }
        assert_eq!((bin(0, -9.0), bin(0, 9.0)), (0, 99), "places outside have the nearest bin");
    }

    #[test]
    fn turns_are_three_degrees_about_fixed_axes() {
        let down = rotation([DOWN[0], DOWN[1], 90]);
        let (approach, opening) = (down * Vector::Z, down * Vector::Y);
        assert!((approach - Vector::new(0.0, 0.0, -1.0)).length() < 1e-6, "{approach}");
        assert!((opening - Vector::new(1.0, 0.0, 0.0)).length() < 1e-6, "{opening}");
        // Pitch 90 (90 degrees about y) with neither roll nor yaw: z goes to x.
        let forward = rotation([60, 90, 60]) * Vector::Z;
        assert!((forward - Vector::X).length() < 1e-6, "{forward}");
        // The roll comes first, so a yaw of 90 degrees turns what the roll has made of y.
        let both = rotation([90, 60, 90]) * Vector::Y;
        assert!((both - Vector::Z).length() < 1e-6, "{both}");
    }

    #[test]
    fn yaws_go_round() {
        assert_eq!(yaw(-180.0), 0);
        assert_eq!(yaw(90.0), 90);
        assert_eq!(yaw(180.0), 0);
        assert_eq!(yaw(178.0), 119);
        assert_eq!(yaw(1.4), 60);
    }

    #[test]
    fn numbers_outside_their_bins_are_refused() {
        assert!(read([0, 0, 0, 0, 0, 0, 0]).is_some());
        assert!(read([99, 99, 99, 119, 119, 119, 1]).is_some());
        let outside = [
            [100, 0, 0, 0, 0, 0, 0],
            [0, -1, 0, 0, 0, 0, 0],
            [0, 0, 100, 0, 0, 0, 0],
            [0, 0, 0, 120, 0, 0, 0],
            [0, 0, 0, 0, 0, -3, 0],
            [0, 0, 0, 0, 0, 0, 2],
            [i64::MAX, i64::MIN, 0, 0, 0, 0, 0],
        ];
        for action in outside {
            assert_eq!(read(action), None, "{action:?}");
        }
    }
}
