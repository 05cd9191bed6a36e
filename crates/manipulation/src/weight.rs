//! How heavy a body is and how hard to turn, computed from its parts.
//!
//! The engine would do that as well, but by way of eigenvectors for which it asks the platform's own cosine, and those
//! differ in their last bits. The bodies' axes are taken for the principal ones, which they are but for a handle.

use crate::physics::metre;
use rapier3d::dynamics::MassProperties;
use rapier3d::math::Vector;
use stepguard_embodied::scene::{Part, Shape};

/// Kilograms a cubic metre: light wood.
const DENSITY: f32 = 500.0;

/// Sums over the inside of a body: volume, places, squares of places.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    volume: f32,
    place: Vector,
    square: Vector,
}

impl Sums {
    fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Box(half) => {
                let [x, y, z] = half.map(metre);
                let volume = 8.0 * x * y * z;
                Self { volume, place: Vector::ZERO, square: Vector::new(x * x, y * y, z * z) * (volume / 3.0) }
            }
            Shape::Cylinder([radius, half]) => {
                let (r, h) = (metre(*radius), metre(*half));
                let volume = core::f32::consts::PI * r * r * 2.0 * h;
                let square = Vector::new(r * r / 4.0, r * r / 4.0, h * h / 3.0) * volume;
                Self { volume, place: Vector::ZERO, square }
            }
            Shape::Prism(half, corners) => {
                let h = metre(*half);
                let mut flat = Self::default();
                for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                    let ([ax, ay], [bx, by]) = (a.map(metre), b.map(metre));
                    let across = ax * by - bx * ay;
                    flat.volume += across / 2.0;
                    flat.place += Vector::new(ax + bx, ay + by, 0.0) * (across / 6.0);
                    let square = |a: f32, b: f32| a * a + a * b + b * b;
                    flat.square += Vector::new(square(ax, bx), square(ay, by), 0.0) * (across / 12.0);
                }
                let volume = flat.volume * 2.0 * h;
                let square = flat.square * (2.0 * h) + Vector::new(0.0, 0.0, volume * h * h / 3.0);
                Self { volume, place: flat.place * (2.0 * h), square }
            }
        }
    }

    /// The same, somewhere else.
    fn moved(self, by: Vector) -> Self {
        Self {
            volume: self.volume,
            place: self.place + by * self.volume,
            square: self.square + 2.0 * by * self.place + by * by * self.volume,
        }
    }
}

/// Mass, centre of mass and inertia of a body made of parts that are not turned.
pub(crate) fn weight(parts: &[Part]) -> MassProperties {
    let mut whole = Sums::default();
    for part in parts {
        let sums = Sums::of(&part.shape).moved(crate::physics::vector(part.at));
        whole.volume += sums.volume;
        whole.place += sums.place;
        whole.square += sums.square;
    }
    let centre = whole.place / whole.volume;
    let spread = (whole.square - centre * centre * whole.volume) * DENSITY;
    let inertia = Vector::new(spread.y + spread.z, spread.x + spread.z, spread.x + spread.y);
    MassProperties::new(centre, whole.volume * DENSITY, inertia)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(shape: Shape, at: [i32; 3]) -> Part {
        Part { shape, at, turn: 0 }
    }

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() <= 1e-4 * a.abs().max(b.abs())
    }

    #[test]
    fn a_cube_has_the_weight_and_inertia_of_the_book() {
        // 10 cm: half a kilogram, and a sixth of the mass times the side squared.
        let cube = weight(&[part(Shape::Box([500, 500, 500]), [0, 0, 0])]);
        assert!(close(cube.mass(), 0.5), "{}", cube.mass());
        assert!(close(cube.principal_inertia().x, 0.5 * 0.01 / 6.0), "{}", cube.principal_inertia());
        let prism = Shape::Prism(500, vec![[500, -500], [500, 500], [-500, 500], [-500, -500]]);
        let prism = weight(&[part(prism, [0, 0, 0])]);
        assert!(close(prism.mass(), 0.5) && close(prism.principal_inertia().z, cube.principal_inertia().z));
    }

    #[test]
    fn halves_make_a_whole() {
        let whole = weight(&[part(Shape::Box([400, 200, 300]), [100, 0, 0])]);
        let halves = [part(Shape::Box([200, 200, 300]), [-100, 0, 0]), part(Shape::Box([200, 200, 300]), [300, 0, 0])];
        let halves = weight(&halves);
        assert!((whole.local_com - halves.local_com).length() < 1e-6 && close(whole.local_com.x, 0.01));
        let (a, b) = (whole.principal_inertia(), halves.principal_inertia());
        assert!(close(a.x, b.x) && close(a.y, b.y) && close(a.z, b.z), "{a} {b}");
    }

    #[test]
    fn a_star_turns_as_its_ten_triangles_do() {
        // Area 5 R r sin 36, and about the middle area / 6 (R R + R r cos 36 + r r); 5 cm high.
        let (long, short) = (0.042_f32, 0.020_f32);
        let area = 5.0 * long * short * 0.587_785;
        let about = area / 6.0 * (long * long + long * short * 0.809_017 + short * short);
        let mass = area * 0.05 * DENSITY;
        let star = weight(&crate::catalogue::model("star", (100, 100)).expect("a kind").parts);
        let inertia = star.principal_inertia();
        let near = |a: f32, b: f32| (a - b).abs() < 0.005 * b;
        assert!(near(star.mass(), mass), "{} {mass}", star.mass());
        assert!(near(inertia.z, about * 0.05 * DENSITY), "{inertia}");
        let across = about * 0.05 * DENSITY / 2.0 + mass * 0.05 * 0.05 / 12.0;
        assert!(near(inertia.x, across) && near(inertia.y, across), "{inertia} {across}");
    }

    #[test]
    fn the_engine_agrees() {
        for kind in ["cube", "block", "cylinder", "hexagon", "arch", "bottle"] {
            let model = crate::catalogue::model(kind, (100, 100)).expect("a kind");
            let ours = weight(&model.parts);
            let theirs = model.parts.iter().map(|part| {
                let solid = crate::physics::Solid::of(part);
                solid.shape.mass_properties(DENSITY).transform_by(&solid.at)
            });
            let theirs: MassProperties = theirs.sum();
            assert!((ours.mass() - theirs.mass()).abs() < 1e-3 * ours.mass(), "{kind}");
            assert!((ours.local_com - theirs.local_com).length() < 1e-5, "{kind}");
            let sorted = |inertia: Vector| {
                let mut all = inertia.to_array();
                all.sort_by(f32::total_cmp);
                all
            };
            for (a, b) in sorted(ours.principal_inertia()).into_iter().zip(sorted(theirs.principal_inertia())) {
                assert!((a - b).abs() < 0.01 * a.max(b), "{kind}: {a} {b}");
            }
        }
    }
}
