//! A state of a floor plan: where the agent is and looks, the way it went, how far it sees, and where names have room.

use std::f64::consts::PI;

use stepguard_embodied::scene::{Area, FloorStage};

use super::episode::one;

/// A pose: where, facing which way, looking how far up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pose {
    /// To the right, in centimetres.
    pub x: i32,
    /// Down the plan, in centimetres.
    pub y: i32,
    /// Degrees clockwise from up the plan.
    pub heading: i32,
    /// Degrees up.
    pub tilt: i32,
}

/// A state read from its cells.
#[derive(Debug, Clone, Copy)]
pub struct Floor<'a> {
    /// What stays.
    pub stage: &'a FloorStage,
    /// The cells.
    pub cells: &'a [i32],
    /// The cells before the step, where there is one.
    pub before: Option<&'a [i32]>,
}

/// How wide the agent sees, in degrees.
pub const SIGHT: f64 = 100.0;

/// The pose that cells say.
pub fn pose(cells: &[i32]) -> Pose {
    let cell = |place: usize| cells.get(place).copied().unwrap_or(0);
    Pose { x: cell(0), y: cell(1), heading: cell(2).rem_euclid(360), tilt: cell(3) }
}

impl Floor<'_> {
    /// Where the agent is.
    pub fn pose(&self) -> Pose {
        pose(self.cells)
    }

    /// Where it was before the step, where that differs.
    pub fn moved(&self) -> Option<Pose> {
        self.before.map(pose).filter(|before| *before != self.pose())
    }

    /// Whether an object has been seen.
    pub fn seen(&self, object: usize) -> bool {
        self.cells.get(4 + object) == Some(&1)
    }

    /// Whether an object is seen since this step.
    pub fn seen_now(&self, object: usize) -> bool {
        self.seen(object) && self.before.is_some_and(|before| before.get(4 + object) != Some(&1))
    }

    /// The room that the agent is in.
    pub fn room(&self) -> Option<&str> {
        let at = self.pose();
        let within =
            |area: &Area| at.x >= area.x && at.x <= area.x + area.w && at.y >= area.y && at.y <= area.y + area.h;
        self.stage.rooms.iter().find(|room| within(&room.area)).map(|room| room.name.as_str())
    }

    /// The smallest area that holds everything, with a margin.
    pub fn bounds(&self) -> Area {
        let areas = || {
            let rooms = self.stage.rooms.iter().map(|room| room.area);
            rooms.chain(self.stage.walls.iter().copied()).chain(self.stage.objects.iter().map(|object| object.area))
        };
        let at = self.pose();
        let (left, top) = areas().fold((at.x, at.y), |(x, y), area| (x.min(area.x), y.min(area.y)));
        let (right, bottom) = areas().fold((at.x, at.y), |(x, y), area| {
            (x.max(area.x.saturating_add(area.w)), y.max(area.y.saturating_add(area.h)))
        });
        let margin = 12;
        Area {
            x: left.saturating_sub(margin),
            y: top.saturating_sub(margin),
            w: right.saturating_sub(left).saturating_add(2 * margin).max(1),
            h: bottom.saturating_sub(top).saturating_add(2 * margin).max(1),
        }
    }

    /// The part of the floor in sight: the corners of a polygon in centimetres, the agent first. Walls end the view, and so
    /// does the reach of the plan.
    pub fn sight(&self) -> Vec<(f64, f64)> {
        let at = self.pose();
        let eye = (f64::from(at.x), f64::from(at.y));
        let bounds = self.bounds();
        let far = f64::from(bounds.w) + f64::from(bounds.h);
        let rays: u32 = 120;
        let mut corners = vec![eye];
        for ray in 0..=rays {
            let degrees = f64::from(at.heading) - SIGHT / 2.0 + SIGHT * f64::from(ray) / f64::from(rays);
            let angle = degrees * PI / 180.0;
            let way = (angle.sin(), -angle.cos());
            let end = self
                .stage
                .walls
                .iter()
                .chain(std::iter::once(&bounds))
                .filter_map(|area| hit(eye, way, *area))
                .fold(far, f64::min);
            corners.push((eye.0 + way.0 * end, eye.1 + way.1 * end));
        }
        corners
    }

    /// The state in a few sentences.
    pub fn spoken(&self, distance: Option<f64>) -> String {
        let at = self.pose();
        let room = self.room().map(|room| format!(" in {room}")).unwrap_or_default();
        let seen = (0..self.stage.objects.len()).filter(|&object| self.seen(object)).count();
        let target = self.stage.objects.get(self.stage.target);
        let target = target.map_or_else(String::new, |target| {
            let seen = if self.seen(self.stage.target) { "has been seen" } else { "has not been seen" };
            let far = distance.map_or_else(String::new, |metres| format!(", {} metres away", one(metres)));
            format!(" The target, {}, {seen}{far}.", target.name)
        });
        format!(
            "The agent stands{room}, facing {}, looking {}. {seen} of {} objects have been seen.{target}",
            way_words(at.heading),
            tilt_words(at.tilt),
            self.stage.objects.len()
        )
    }
}

/// A heading in words.
pub fn way_words(heading: i32) -> &'static str {
    match (heading.rem_euclid(360) + 45) / 90 % 4 {
        0 => "up the plan",
        1 => "right",
        2 => "down the plan",
        _ => "left",
    }
}

/// A tilt in words.
pub fn tilt_words(tilt: i32) -> String {
    match tilt {
        0 => "straight ahead".to_owned(),
        up if up > 0 => format!("{up} degrees up"),
        down => format!("{} degrees down", down.unsigned_abs()),
    }
}

/// Where a ray first meets the edge of a box, or leaves it when it begins inside.
fn hit(eye: (f64, f64), way: (f64, f64), area: Area) -> Option<f64> {
    let axis = |from: f64, way: f64, low: f64, size: f64| {
        if way.abs() < 1e-9 {
            return (low..=low + size).contains(&from).then_some((f64::NEG_INFINITY, f64::INFINITY));
        }
        let (a, b) = ((low - from) / way, (low + size - from) / way);
        Some((a.min(b), a.max(b)))
    };
    let (near_x, far_x) = axis(eye.0, way.0, f64::from(area.x), f64::from(area.w))?;
    let (near_y, far_y) = axis(eye.1, way.1, f64::from(area.y), f64::from(area.h))?;
    let (near, far) = (near_x.max(near_y), far_x.min(far_y));
    (near <= far && far > 0.0).then_some(if near > 0.0 { near } else { far })
}

/// A name with its place in the drawing: where it is wanted, and how large it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wanted {
    /// The box that it names: left, upper, right and lower edge.
    pub of: (f64, f64, f64, f64),
    /// Width and height of the text.
    pub size: (f64, f64),
    /// It stands there even where it covers others.
    pub must: bool,
}

/// Finds room for names, the earlier ones first: inside of what they name, below, above, beside. Gives the left and the
/// upper edge of each; `None` where there is no room.
pub fn names(wanted: &[Wanted], width: f64, height: f64, taken: &[(f64, f64, f64, f64)]) -> Vec<Option<(f64, f64)>> {
    let mut used: Vec<(f64, f64, f64, f64)> = taken.to_vec();
    let mut places = vec![None; wanted.len()];
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&index| !wanted[index].must);
    for index in order {
        let Wanted { of: (left, top, right, bottom), size: (w, h), must } = wanted[index];
        let (middle_x, middle_y) = (f64::midpoint(left, right) - w / 2.0, f64::midpoint(top, bottom) - h / 2.0);
        let fits = w <= right - left && h <= bottom - top;
        let mut spots = Vec::with_capacity(7);
        if fits {
            spots.push((middle_x, middle_y));
        }
        spots.extend([
            (middle_x, bottom + 2.0),
            (middle_x, top - h - 2.0),
            (right + 3.0, middle_y),
            (left - w - 3.0, middle_y),
            (right - w / 4.0, bottom + 2.0),
            (left - 3.0 * w / 4.0, top - h - 2.0),
        ]);
        let inside = |(x, y): &(f64, f64)| *x >= 0.0 && *y >= 0.0 && x + w <= width && y + h <= height;
        let free = |(x, y): &(f64, f64)| used.iter().all(|u| *x >= u.2 || u.0 >= x + w || *y >= u.3 || u.1 >= y + h);
        let spot = spots.iter().copied().find(|spot| inside(spot) && free(spot));
        let spot = spot.or_else(|| {
            let (x, y) = *spots.first()?;
            must.then(|| (x.min(width - w).max(0.0), y.min(height - h).max(0.0)))
        });
        if let Some((x, y)) = spot {
            used.push((x, y, x + w, y + h));
        }
        places[index] = spot;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::episode::fixtures::floor_stage;

    #[test]
    fn cells_say_where_the_agent_is_and_what_it_has_seen() {
        let stage = floor_stage();
        let before = [200, 300, 0, 0, 0, 1, 0];
        let cells = [200, 275, 0, -30, 1, 1, 0];
        let floor = Floor { stage: &stage, cells: &cells, before: Some(&before) };
        assert_eq!(floor.pose(), Pose { x: 200, y: 275, heading: 0, tilt: -30 });
        assert_eq!(floor.moved(), Some(pose(&before)));
        assert!(floor.seen_now(0) && !floor.seen_now(1) && !floor.seen(2));
        let said = floor.spoken(Some(1.25));
        assert!(said.contains("in living room") && said.contains("1.3 metres away"), "{said}");
        assert!(said.contains("30 degrees down"), "{said}");
    }

    #[test]
    fn headings_turn_clockwise_from_up() {
        let words: Vec<_> = [0, 90, 180, 270, -90, 360].into_iter().map(way_words).collect();
        assert_eq!(words, ["up the plan", "right", "down the plan", "left", "left", "up the plan"]);
    }

    #[test]
    fn walls_end_the_view() {
        let stage = floor_stage();
        let cells = [200, 300, 0, 0];
        let floor = Floor { stage: &stage, cells: &cells, before: None };
        let sight = floor.sight();
        let bounds = floor.bounds();
        for (x, y) in &sight[1..] {
            assert!(*x >= f64::from(bounds.x) - 1e-6 && *x <= f64::from(bounds.x + bounds.w) + 1e-6);
            assert!(*y >= f64::from(bounds.y) - 1e-6);
            assert!(*y <= 300.0 + 1e-6, "100 degrees upwards never look down: {y}");
        }
        // Straight ahead is the inner edge of the upper wall, which is ten centimetres thick.
        let (_, ahead) = sight[61];
        assert!((ahead - 10.0).abs() < 1e-6, "{ahead}");
        let nothing = FloorStage { walls: Vec::new(), rooms: Vec::new(), objects: Vec::new(), ..stage };
        assert_eq!(Floor { stage: &nothing, cells: &[], before: None }.sight().len(), 122);
    }

    #[test]
    fn names_stand_beside_each_other_or_not_at_all() {
        let at = |x: f64, y: f64, must| Wanted { of: (x, y, x + 10.0, y + 10.0), size: (60.0, 12.0), must };
        let wanted: Vec<_> = (0..12).map(|n| at(100.0 + 3.0 * f64::from(n), 100.0, n == 11)).collect();
        let places = names(&wanted, 300.0, 200.0, &[]);
        assert!(places[11].is_some(), "what must be named is named");
        let boxes: Vec<_> = places.iter().flatten().collect();
        assert!(boxes.len() >= 4, "{boxes:?}");
        for (index, a) in boxes.iter().enumerate() {
            assert!(
                boxes[index + 1..].iter().all(|b| (a.0 - b.0).abs() >= 59.9 || (a.1 - b.1).abs() >= 11.9),
                "{boxes:?}"
            );
        }
    }
}
