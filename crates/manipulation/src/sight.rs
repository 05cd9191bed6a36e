//! What is seen: by the camera that stands over against the robot, and by the one in the gripper's palm, which looks where
//! the gripper points. Things behind a board or in a high bin are seen by the second one only.

use crate::bench::{Bench, PALM};
use crate::catalogue::Role;
use rapier3d::math::Vector;

/// Where the first camera stands.
const CAMERA: [f32; 3] = [1.15, 0.0, 1.35];

/// Cosine of half the angle of what the camera in the palm sees: 20 degrees.
const NARROW: f32 = 0.939_692_6;

/// How far it sees.
const FAR: f32 = 0.7;

/// Which things are seen now. What does not move and hides nothing is always known.
pub(crate) fn seen(bench: &Bench) -> Vec<bool> {
    let eye = bench.pose.transform_point(Vector::new(0.0, 0.0, -PALM));
    let ahead = bench.pose.rotation * Vector::Z;
    let camera = Vector::from_array(CAMERA);
    (0..bench.layout.things.len())
        .map(|thing| {
            let Some(being) = bench.physics.beings.get(thing) else { return false };
            if !being.moves || bench.held.is_some_and(|held| held.thing == thing) {
                return true;
            }
            let pose = bench.physics.pose(thing);
            // A few corners tell as much as all.
            let every = being.corners.len().div_ceil(8).max(1);
            let corners: Vec<Vector> =
                being.corners.iter().step_by(every).map(|at| pose.transform_point(*at)).collect();
            let enough = corners.len().div_ceil(4);
            let far = corners.iter().filter(|at| bench.physics.sees(camera, **at, thing)).count();
            let near = corners.iter().filter(|at| {
                let way = **at - eye;
                let length = way.length();
                length < FAR && way.dot(ahead) >= length * NARROW && bench.physics.sees(eye, **at, thing)
            });
            far >= enough || near.count() >= enough
        })
        .collect()
}

/// Where to look for what is hidden, from above: behind boards, as seen from the first camera, and in high bins.
pub(crate) fn hideouts(bench: &Bench) -> Vec<Vector> {
    bench
        .layout
        .things
        .iter()
        .enumerate()
        .filter_map(|(index, thing)| {
            let at = bench.physics.pose(index).translation;
            match thing.model.role {
                Role::Screen => Some(at - Vector::new(0.12, 0.0, 0.0)),
                Role::Holder { rim, .. } if rim > 1000 => Some(at),
                _ => None,
            }
        })
        .collect()
}

/// Whether the camera in the palm looks at a place.
pub(crate) fn looks_at(bench: &Bench, at: Vector) -> bool {
    let eye = bench.pose.transform_point(Vector::new(0.0, 0.0, -PALM));
    let way = Vector::new(at.x, at.y, crate::physics::metre(crate::layout::TABLE)) - eye;
    let length = way.length();
    length < FAR && way.dot(bench.pose.rotation * Vector::Z) >= length * NARROW
}
