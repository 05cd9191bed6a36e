//! The rigid bodies: rapier's sets behind the few things that a table and a gripper need. Knows no tasks and no bins.
//!
//! Everything here is the same to the bit on every machine: the engine is built for that, steps have one length, and no
//! number comes from anywhere but the scene.

use crate::layout::{Layout, TABLE_BOX};
use rapier3d::dynamics::{
    CCDSolver, ImpulseJointSet, IntegrationParameters, IslandManager, MultibodyJointSet, RigidBodyBuilder,
    RigidBodyHandle, RigidBodySet, RigidBodyType, SoftBodySet,
};
use rapier3d::geometry::{
    Aabb, BoundingVolume as _, BroadPhaseBvh, ColliderBuilder, ColliderSet, NarrowPhase, SharedShape,
};
use rapier3d::math::{Pose, Rotation, Vector};
use rapier3d::parry::query;
use rapier3d::pipeline::PhysicsPipeline;
use stepguard_embodied::scene::{Part, Shape};

/// Steps of the simulation in a second.
const RATE: f32 = 120.0;

/// Parts of the gripper.
pub(crate) const GRIPPER: usize = 3;

/// A convex shape in a body's frame.
#[derive(Clone)]
pub(crate) struct Solid {
    /// Its shape.
    pub(crate) shape: SharedShape,
    /// Where it is in the body.
    pub(crate) at: Pose,
}

impl Solid {
    pub(crate) fn of(part: &Part) -> Self {
        let at = vector(part.at);
        let turn = crate::bins::turned(part.turn);
        match &part.shape {
            Shape::Box([x, y, z]) => {
                let shape = SharedShape::cuboid(metre(*x), metre(*y), metre(*z));
                Self { shape, at: Pose::from_parts(at, turn) }
            }
            Shape::Cylinder([radius, half]) => {
                // The engine's cylinders stand along y.
                let upright =
                    Rotation::from_xyzw(core::f32::consts::FRAC_1_SQRT_2, 0.0, 0.0, core::f32::consts::FRAC_1_SQRT_2);
                let shape = SharedShape::cylinder(metre(*half), metre(*radius));
                Self { shape, at: Pose::from_parts(at, turn * upright) }
            }
            Shape::Prism(half, corners) => {
                // An outline without an area makes no body; the catalogue has none such.
                let shape = prism(*half, corners).unwrap_or_else(|| SharedShape::ball(metre(*half)));
                Self { shape, at: Pose::from_parts(at, turn) }
            }
        }
    }
}

/// An upright prism over a convex outline that goes round anticlockwise. Given face by face: the engine's own way of
/// wrapping points asks the platform's cosine, which differs from machine to machine.
fn prism(half: i32, corners: &[[i32; 2]]) -> Option<SharedShape> {
    let points = corners.iter().flat_map(|[x, y]| [-half, half].map(|z| vector([*x, *y, z]))).collect();
    let count = u32::try_from(corners.len()).ok()?;
    let mut faces = Vec::new();
    for at in 0..count {
        let (low, next) = (2 * at, 2 * ((at + 1) % count));
        faces.push([low, next, next + 1]);
        faces.push([low, next + 1, low + 1]);
        if at > 0 && at + 1 < count {
            faces.push([0, next, low]);
            faces.push([1, low + 1, next + 1]);
        }
    }
    SharedShape::convex_mesh(points, &faces)
}

/// A thing as the simulation has it.
#[derive(Clone)]
pub(crate) struct Being {
    handle: RigidBodyHandle,
    /// Its parts.
    pub(crate) solids: Vec<Solid>,
    /// Corners of its parts, enough to tell how wide it is from any side.
    pub(crate) corners: Vec<Vector>,
    /// Whether it can be moved.
    pub(crate) moves: bool,
}

/// The bodies and what the engine keeps of them.
pub(crate) struct Physics {
    parameters: IntegrationParameters,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    joints: ImpulseJointSet,
    limbs: MultibodyJointSet,
    soft: SoftBodySet,
    fast: CCDSolver,
    pipeline: PhysicsPipeline,
    /// Things, in the order of the layout.
    pub(crate) beings: Vec<Being>,
    gripper: [RigidBodyHandle; GRIPPER],
    /// The gripper's parts in their own frames: palm, then two fingers.
    pub(crate) gripper_solids: [SharedShape; GRIPPER],
    table: Solid,
    /// Steps that were simulated.
    pub(crate) ticks: u64,
}

impl Clone for Physics {
    fn clone(&self) -> Self {
        Self {
            parameters: self.parameters,
            islands: self.islands.clone(),
            broad: self.broad.clone(),
            narrow: self.narrow.clone(),
            bodies: self.bodies.clone(),
            colliders: self.colliders.clone(),
            joints: self.joints.clone(),
            limbs: self.limbs.clone(),
            soft: SoftBodySet::new(),
            fast: self.fast.clone(),
            // It holds working memory only.
            pipeline: PhysicsPipeline::new(),
            beings: self.beings.clone(),
            gripper: self.gripper,
            gripper_solids: self.gripper_solids.clone(),
            table: self.table.clone(),
            ticks: self.ticks,
        }
    }
}

impl Physics {
    /// The bodies of a scene and the gripper's parts at these poses.
    pub(crate) fn new(layout: &Layout, gripper: [Pose; GRIPPER], solids: [SharedShape; GRIPPER]) -> Self {
        let mut parameters =
            IntegrationParameters { dt: 1.0 / RATE, length_unit: 0.1, ..IntegrationParameters::default() };
        // Contacts are computed anew in each step, so that a copy of the bodies goes on like the original.
        parameters.contact_recycling = false;
        let mut bodies = RigidBodySet::new();
        let mut colliders = ColliderSet::new();
        let table = slab(TABLE_BOX);
        let fixed = bodies.insert(RigidBodyBuilder::fixed());
        // What falls off the table stays on the floor below it.
        let floor = Solid { shape: SharedShape::cuboid(4.0, 4.0, 0.5), at: Pose::translation(0.0, 0.0, -0.5) };
        for solid in [&table, &floor] {
            let collider = ColliderBuilder::new(solid.shape.clone()).position(solid.at).friction(FRICTION);
            colliders.insert_with_parent(collider, fixed, &mut bodies);
        }
        let mut beings = Vec::with_capacity(layout.things.len());
        for thing in &layout.things {
            let moves = thing.model.moves();
            let builder = if moves { RigidBodyBuilder::dynamic() } else { RigidBodyBuilder::fixed() };
            let pose = Pose::from_parts(vector(thing.at), crate::bins::turned(thing.turn));
            let mut builder = builder.pose(pose).linear_damping(0.4).angular_damping(2.0);
            if moves {
                builder = builder.additional_mass_properties(crate::weight::weight(&thing.model.parts));
            }
            let handle = bodies.insert(builder);
            let solids: Vec<Solid> = thing.model.parts.iter().map(Solid::of).collect();
            for solid in &solids {
                let collider =
                    ColliderBuilder::new(solid.shape.clone()).position(solid.at).friction(FRICTION).density(0.0);
                colliders.insert_with_parent(collider, handle, &mut bodies);
            }
            let corners = thing.model.parts.iter().flat_map(corners).collect();
            beings.push(Being { handle, solids, corners, moves });
        }
        let handles = [0, 1, 2].map(|part: usize| {
            let handle = bodies.insert(RigidBodyBuilder::kinematic_position_based().pose(gripper[part]));
            let collider = ColliderBuilder::new(solids[part].clone()).friction(FRICTION);
            colliders.insert_with_parent(collider, handle, &mut bodies);
            handle
        });
        Self {
            parameters,
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            bodies,
            colliders,
            joints: ImpulseJointSet::new(),
            limbs: MultibodyJointSet::new(),
            soft: SoftBodySet::new(),
            fast: CCDSolver::new(),
            pipeline: PhysicsPipeline::new(),
            beings,
            gripper: handles,
            gripper_solids: solids,
            table,
            ticks: 0,
        }
    }

    /// One step.
    pub(crate) fn step(&mut self) {
        self.ticks += 1;
        self.pipeline.step(
            Vector::new(0.0, 0.0, -9.81),
            &self.parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.limbs,
            &mut self.soft,
            &mut self.fast,
            &(),
            &(),
        );
    }

    /// Steps until everything lies still, or until it has had time enough.
    pub(crate) fn settle(&mut self, limit: u32) {
        let mut still = 0;
        for _ in 0..limit {
            self.step();
            still = if self.still() { still + 1 } else { 0 };
            if still >= 6 {
                return;
            }
        }
    }

    /// Whether everything lies still.
    pub(crate) fn still(&self) -> bool {
        self.beings.iter().filter_map(|being| self.bodies.get(being.handle)).all(|body| {
            !body.is_dynamic() || body.is_sleeping() || (body.linvel().length() < 0.01 && body.angvel().length() < 0.15)
        })
    }

    /// Where a thing is.
    pub(crate) fn pose(&self, thing: usize) -> Pose {
        let handle = self.beings.get(thing).map(|being| being.handle);
        handle.and_then(|handle| self.bodies.get(handle)).map_or_else(Pose::identity, |body| *body.position())
    }

    /// How fast a thing moves, in metres a second.
    pub(crate) fn speed(&self, thing: usize) -> f32 {
        let handle = self.beings.get(thing).map(|being| being.handle);
        handle.and_then(|handle| self.bodies.get(handle)).map_or(0.0, |body| body.linvel().length())
    }

    /// Moves a thing by hand from now on.
    pub(crate) fn take(&mut self, thing: usize) {
        self.kind(thing, RigidBodyType::KinematicPositionBased);
    }

    /// Leaves a thing to itself again, at rest.
    pub(crate) fn release(&mut self, thing: usize) {
        self.kind(thing, RigidBodyType::Dynamic);
        let handle = self.beings.get(thing).map(|being| being.handle);
        if let Some(body) = handle.and_then(|handle| self.bodies.get_mut(handle)) {
            body.set_linvel(Vector::ZERO, true);
            body.set_angvel(Vector::ZERO, true);
        }
    }

    fn kind(&mut self, thing: usize, kind: RigidBodyType) {
        let handle = self.beings.get(thing).map(|being| being.handle);
        if let Some(body) = handle.and_then(|handle| self.bodies.get_mut(handle)) {
            body.set_body_type(kind, true);
        }
    }

    /// Lets the gripper, and what it holds, be somewhere else after the next step, pushing what is between.
    pub(crate) fn drive(&mut self, gripper: [Pose; GRIPPER], held: Option<(usize, Pose)>) {
        for (handle, pose) in self.driven(gripper, held) {
            if let Some(body) = self.bodies.get_mut(handle) {
                body.set_next_kinematic_position(pose);
            }
        }
    }

    /// Puts the gripper, and what it holds, somewhere else at once.
    pub(crate) fn put(&mut self, gripper: [Pose; GRIPPER], held: Option<(usize, Pose)>) {
        for (handle, pose) in self.driven(gripper, held) {
            if let Some(body) = self.bodies.get_mut(handle) {
                body.set_position(pose, true);
            }
        }
    }

    fn driven(&self, gripper: [Pose; GRIPPER], held: Option<(usize, Pose)>) -> Vec<(RigidBodyHandle, Pose)> {
        let thing = held.and_then(|(thing, pose)| Some((self.beings.get(thing)?.handle, pose)));
        self.gripper.into_iter().zip(gripper).chain(thing).collect()
    }

    /// The box around a thing.
    pub(crate) fn around(&self, thing: usize) -> Aabb {
        let pose = self.pose(thing);
        self.beings.get(thing).map_or_else(Aabb::new_invalid, |being| around(&being.solids, &pose))
    }

    /// How deep a shape is inside of what does not move: table and fixed things; 0 when it is not.
    pub(crate) fn depth_in_fixed(&self, shape: &SharedShape, pose: &Pose) -> f32 {
        let near = shape.compute_aabb(pose);
        let fixed = self.beings.iter().filter(|being| !being.moves);
        let beings = fixed.flat_map(|being| {
            let at = self.bodies.get(being.handle).map_or_else(Pose::identity, |body| *body.position());
            being.solids.iter().map(move |solid| (solid, at))
        });
        beings
            .chain([(&self.table, Pose::identity())])
            .filter_map(|(solid, at)| {
                let at = at * solid.at;
                if !near.intersects(&solid.shape.compute_aabb(&at)) {
                    return None;
                }
                depth(shape, pose, &solid.shape, &at)
            })
            .fold(0.0, f32::max)
    }

    /// How deep a shape is inside of a thing, or how far from it (below 0), and the direction from the shape to the thing;
    /// `None` beyond a distance.
    pub(crate) fn touch(&self, shape: &SharedShape, pose: &Pose, thing: usize, within: f32) -> Option<(f32, Vector)> {
        let being = self.beings.get(thing)?;
        let at = self.pose(thing);
        let near = shape.compute_aabb(pose).loosened(within);
        let mut best: Option<(f32, Vector)> = None;
        for solid in &being.solids {
            let at = at * solid.at;
            if !near.intersects(&solid.shape.compute_aabb(&at)) {
                continue;
            }
            if let Ok(Some(contact)) = query::contact(pose, &*shape.0, &at, &*solid.shape.0, within) {
                let deeper = best.is_none_or(|(depth, _)| -contact.dist > depth);
                if deeper {
                    best = Some((-contact.dist, contact.normal1));
                }
            }
        }
        best
    }

    /// Whether a line of sight is free of everything but one thing and, if asked for, of what is held.
    pub(crate) fn sees(&self, from: Vector, to: Vector, thing: usize) -> bool {
        let way = to - from;
        let length = way.length();
        if length < 1e-4 {
            return true;
        }
        let ray = query::Ray::new(from, way / length);
        let reach = length - 0.003;
        self.beings.iter().enumerate().all(|(other, being)| {
            if other == thing {
                return true;
            }
            let at = self.pose(other);
            being.solids.iter().all(|solid| {
                let at = at * solid.at;
                query::RayCast::cast_ray(&*solid.shape.0, &at, &ray, reach, true).is_none()
            })
        })
    }

    /// Whether any number of a thing that moves is no number.
    #[cfg(test)]
    pub(crate) fn broken(&self) -> bool {
        (0..self.beings.len()).any(|thing| !self.pose(thing).is_finite())
    }
}

const FRICTION: f32 = 0.7;

/// The box around solids.
pub(crate) fn around(solids: &[Solid], pose: &Pose) -> Aabb {
    let mut whole = Aabb::new_invalid();
    for solid in solids {
        whole.merge(&solid.shape.compute_aabb(&(*pose * solid.at)));
    }
    whole
}

/// How deep two shapes are inside of each other; `None` when they are not.
fn depth(a: &SharedShape, at: &Pose, b: &SharedShape, bt: &Pose) -> Option<f32> {
    let contact = query::contact(at, &*a.0, bt, &*b.0, 0.0).ok().flatten()?;
    (contact.dist < 0.0).then_some(-contact.dist)
}

/// Corners of a part in the body's frame; cylinders have sixteen above and below.
fn corners(part: &Part) -> Vec<Vector> {
    let turn = crate::bins::turned(part.turn);
    let at = vector(part.at);
    let local: Vec<Vector> = match &part.shape {
        Shape::Box([x, y, z]) => [-1, 1]
            .into_iter()
            .flat_map(|i| [-1, 1].map(|j| (i, j)))
            .flat_map(|(i, j)| [-1, 1].map(|k| vector([i * x, j * y, k * z])))
            .collect(),
        Shape::Cylinder([radius, half]) => (0..16_i32)
            .flat_map(|corner| {
                let rim = crate::bins::turned(225 * corner) * Vector::new(metre(*radius), 0.0, 0.0);
                [-1.0, 1.0].map(|side| rim + Vector::new(0.0, 0.0, side * metre(*half)))
            })
            .collect(),
        Shape::Prism(half, outline) => {
            outline.iter().flat_map(|[x, y]| [-half, *half].map(|z| vector([*x, *y, z]))).collect()
        }
    };
    local.into_iter().map(|corner| at + turn * corner).collect()
}

fn slab([x, y, z, w, d, h]: [i32; 6]) -> Solid {
    let shape = SharedShape::cuboid(metre(w) / 2.0, metre(d) / 2.0, metre(h) / 2.0);
    let at = vector([x, y, z]) + vector([w, d, h]) / 2.0;
    Solid { shape, at: Pose::from_translation(at) }
}

/// Tenths of a millimetre as metres.
pub(crate) fn metre(tenths: i32) -> f32 {
    tenths as f32 / 10_000.0
}

/// Tenths of a millimetre as metres.
pub(crate) fn vector([x, y, z]: [i32; 3]) -> Vector {
    Vector::new(metre(x), metre(y), metre(z))
}

/// Metres as tenths of a millimetre, bounded.
pub(crate) fn tenths(metres: f32) -> i32 {
    if metres.is_finite() { libm::roundf(metres * 10_000.0).clamp(-1.0e6, 1.0e6) as i32 } else { 0 }
}
