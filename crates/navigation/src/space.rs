//! Bodies of a place as parry knows them: whether a step runs into one, and what a ray reaches. Knows no names and no tasks.
//!
//! Positions are whole centimetres. parry's frame is metres with y up: its x and z are the plan's x and y.

use parry3d::math::{Pose, Vector};
use parry3d::query::{self, Ray, RayCast, ShapeCastOptions};
use parry3d::shape::{Cuboid, Cylinder, Shape};
use stepguard_embodied::scene::{Area, FloorStage};

use crate::place::{EYE, RADIUS, STATURE, WALL_HEIGHT};

/// Length of a step.
pub(crate) const STRIDE: i32 = 25;

/// The agent's lower end is this far above the floor, so that it does not rub on it, and on nothing that is walked over.
const LIFT: i32 = 2;

/// Hits that differ by less than this part of a ray are one: a thing that stands on another one is not hidden by it.
const TOUCH: f32 = 1e-3;

/// A body: a box or an upright cylinder.
#[derive(Debug, Clone)]
struct Body {
    shape: Form,
    at: Vector,
    area: Area,
    /// Whether it hinders the agent.
    blocks: bool,
    /// Whether it reaches over the eye.
    tall: bool,
}

#[derive(Debug, Clone, Copy)]
enum Form {
    Box(Cuboid),
    Round(Cylinder, Cuboid),
}

impl Form {
    fn shape(&self) -> &dyn Shape {
        match self {
            Self::Box(shape) => shape,
            Self::Round(shape, _) => shape,
        }
    }

    fn cast(&self, ray: &Ray, most: f32) -> Option<f32> {
        match self {
            Self::Box(shape) => shape.cast_local_ray(ray, most, true),
            // The box around it is asked first: it is cheap and answers most rays.
            Self::Round(shape, around) => {
                around.cast_local_ray(ray, most, true)?;
                shape.cast_local_ray(ray, most, true)
            }
        }
    }
}

/// The bodies: first the walls, then the objects.
#[derive(Debug, Clone)]
pub(crate) struct Space {
    bodies: Vec<Body>,
    walls: usize,
    agent: Cylinder,
}

/// Metres of centimetres.
fn metres(centimetres: i32) -> f32 {
    // Whole numbers of centimetres are far below 2^24, so the conversion is exact.
    #[expect(clippy::cast_precision_loss, reason = "places are some metres wide")]
    let exact = centimetres as f32;
    exact / 100.0
}

impl Space {
    pub(crate) fn new(stage: &FloorStage) -> Self {
        let body = |area: Area, base: i32, height: i32, round: bool, blocks: bool| {
            let half = [metres(area.w) / 2.0, metres(height) / 2.0, metres(area.h) / 2.0];
            let around = Cuboid::new(Vector::new(half[0], half[1], half[2]));
            let shape = if round {
                Form::Round(Cylinder::new(half[1], half[0].min(half[2])), around)
            } else {
                Form::Box(around)
            };
            let at = Vector::new(metres(area.x) + half[0], metres(base) + half[1], metres(area.y) + half[2]);
            Body { shape, at, area, blocks, tall: base <= EYE && base + height > EYE }
        };
        let walls = stage.walls.iter().map(|area| body(*area, 0, WALL_HEIGHT, false, true));
        let objects = stage
            .objects
            .iter()
            .map(|object| body(object.area, object.base, object.height, object.round, object.blocks));
        let half = metres(STATURE - LIFT) / 2.0;
        Self {
            bodies: walls.chain(objects).collect(),
            walls: stage.walls.len(),
            agent: Cylinder::new(half, metres(RADIUS)),
        }
    }

    /// How many bodies are walls; they come first.
    pub(crate) const fn walls(&self) -> usize {
        self.walls
    }

    /// How many bodies there are.
    pub(crate) const fn len(&self) -> usize {
        self.bodies.len()
    }

    /// The first of these bodies that the agent runs into on its way from a point along a vector, and the part of the way
    /// that is free.
    pub(crate) fn sweep(&self, from: [i32; 2], way: [i32; 2], counts: impl Fn(usize) -> bool) -> Option<(usize, f32)> {
        let start = Pose::from_translation(Vector::new(metres(from[0]), metres(STATURE + LIFT) / 2.0, metres(from[1])));
        let way_metres = Vector::new(metres(way[0]), 0.0, metres(way[1]));
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
        let mut first: Option<(usize, f32)> = None;
        for (index, body) in self.bodies.iter().enumerate() {
            if !body.blocks || !near(body.area, from, way) || !counts(index) {
                continue;
            }
            let there = Pose::from_translation(body.at);
            let hit =
                query::cast_shapes(&start, way_metres, &self.agent, &there, Vector::ZERO, body.shape.shape(), options);
            // parry knows how to cast these shapes; that it could not would count as blocked.
            let free = match hit {
                Ok(None) => continue,
                Ok(Some(hit)) => hit.time_of_impact,
                Err(_) => 0.0,
            };
            if first.is_none_or(|(_, least)| free < least) {
                first = Some((index, free));
            }
        }
        first
    }

    /// Whether a ray from the eye at a point of the plan reaches a point before anything but `own` stops it. The point is in
    /// metres, as parry has them.
    pub(crate) fn reaches(&self, eye: [i32; 2], point: [f32; 3], own: usize) -> bool {
        let origin = Vector::new(metres(eye[0]), metres(EYE), metres(eye[1]));
        let way = Vector::new(point[0], point[1], point[2]) - origin;
        let Some(body) = self.bodies.get(own) else { return false };
        // The point is inside the body, so its surface is met on the way.
        let end = body.shape.cast(&Ray::new(origin - body.at, way), 1.0).unwrap_or(1.0);
        let limit = end - TOUCH;
        !self.bodies.iter().enumerate().any(|(index, body)| {
            index != own && body.shape.cast(&Ray::new(origin - body.at, way), limit).is_some_and(|at| at < limit)
        })
    }

    /// The first of these bodies on a level ray from the eye to a point of the plan; bodies below or above the eye do not
    /// stop it.
    pub(crate) fn level(&self, eye: [i32; 2], to: [i32; 2], counts: impl Fn(usize) -> bool) -> Option<usize> {
        let height = metres(EYE);
        let origin = Vector::new(metres(eye[0]), height, metres(eye[1]));
        let way = Vector::new(metres(to[0]), height, metres(to[1])) - origin;
        let mut first: Option<(usize, f32)> = None;
        for (index, body) in self.bodies.iter().enumerate() {
            if !body.tall || !counts(index) {
                continue;
            }
            if let Some(at) = body.shape.cast(&Ray::new(origin - body.at, way), 1.0)
                && first.is_none_or(|(_, least)| at < least)
            {
                first = Some((index, at));
            }
        }
        first.map(|(index, _)| index)
    }
}

/// Whether the box around a sweep of the agent comes near an area at all.
const fn near(area: Area, from: [i32; 2], way: [i32; 2]) -> bool {
    const fn overlaps(low: i32, size: i32, from: i32, way: i32) -> bool {
        let (left, right) = if way < 0 { (from + way, from) } else { (from, from + way) };
        left - RADIUS - 1 < low + size && low < right + RADIUS + 1
    }
    overlaps(area.x, area.w, from[0], way[0]) && overlaps(area.y, area.h, from[1], way[1])
}
