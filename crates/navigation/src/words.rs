//! What the agent reads: the guide, observations, feedback. Only what the camera shows is told.

use crate::place::STATURE;
use crate::sight::{self, Bearing};
use crate::space::STRIDE;
use crate::world::NavigationWorld;
use std::fmt::Write as _;
use stepguard_embodied::scene::FloorStage;

/// What is to be known about actions and units.
pub(crate) const GUIDE: &str = "You move through rooms on foot. A move takes you 0.25 m forward, backward, to the right or to \
the left, without turning; a rotation turns you by 90 degrees on the spot. The camera at your eyes, 1.5 m above the floor, \
looks where you face; it shows 100 degrees from left to right and 70 degrees from top to bottom. Level, it does not show \
what lies on the floor within about 2 m; a tilt by 30 degrees, from 60 degrees down to 30 degrees up, moves the picture. You \
cannot walk through walls and furniture: such a move does nothing and is invalid. You succeed as soon as you are within 1 m \
of what you are asked to go to, measured on the floor to its middle. You have 20 steps.";

/// The answer to a pose.
pub(crate) const NO_POSES: &str = "This is no gripper: give the number of an action.";

/// So many steps ahead are looked at.
const AHEAD: i32 = 12;

/// Up to here something is near, in centimetres: what is told as 2 m still is.
const NEAR: i64 = 225;

/// Words of a body: what stands in the way.
fn body(index: usize, stage: &FloorStage) -> String {
    match index.checked_sub(stage.walls.len()).and_then(|index| stage.objects.get(index)) {
        Some(object) => format!("the {}", object.name),
        None => "a wall".to_owned(),
    }
}

/// Feedback to a move that is not possible.
pub(crate) fn blocked(action: usize, index: usize, stage: &FloorStage) -> String {
    let side =
        ["in front of you", "behind you", "to your right", "to your left"].get(action).copied().unwrap_or("there");
    let what = body(index, stage);
    format!("Blocked by {what} {side}. You have not moved.")
}

/// Feedback to a tilt beyond the limit.
pub(crate) const fn tilted_out(action: usize) -> &'static str {
    if action == 6 {
        "The camera is tilted up as far as it goes."
    } else {
        "The camera is tilted down as far as it goes."
    }
}

/// Feedback to a number that no action has.
pub(crate) fn no_such_action(action: usize) -> String {
    format!("There is no action {action}; the last one is 7.")
}

/// Feedback to an action that ran.
pub(crate) fn done(action: usize, arrived: bool) -> String {
    let what = [
        "You moved forward.",
        "You moved backward.",
        "You moved to the right.",
        "You moved to the left.",
        "You turned to the right.",
        "You turned to the left.",
        "You tilted the camera up.",
        "You tilted the camera down.",
    ];
    let mut text = what.get(action).copied().unwrap_or("Done.").to_owned();
    if arrived {
        text.push_str(" You have arrived.");
    }
    text
}

/// Metres, to the half.
fn metres(square_of_doubled: i64) -> String {
    // Half metres are 50 cm, so 100 in doubled centimetres. The root is taken in whole numbers.
    let halves = (square_of_doubled.unsigned_abs().isqrt() + 50) / 100;
    let (whole, half) = (halves / 2, halves % 2);
    match (whole, half) {
        (0, _) => "half a metre".to_owned(),
        (whole, 0) => format!("{whole} m"),
        (whole, _) => format!("{whole}.5 m"),
    }
}

/// The direction of something in front of the agent.
fn direction(bearing: Bearing) -> &'static str {
    let (right, ahead) = (i64::from(bearing.right), i64::from(bearing.ahead));
    // Slopes of about 10 and 30 degrees.
    let (slightly, clearly) = (right.abs() * 100 > ahead * 18, right.abs() * 100 > ahead * 58);
    match (slightly, clearly, right > 0) {
        (false, ..) => "straight ahead",
        (_, false, true) => "ahead to the right",
        (_, false, false) => "ahead to the left",
        (_, true, true) => "to the right",
        (_, true, false) => "to the left",
    }
}

/// A name with its article; several have none. A chest of drawers is one.
fn one(name: &str) -> String {
    let several = name.ends_with('s') && !name.ends_with("ss") && !name.contains(" of ");
    if several {
        name.to_owned()
    } else if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {name}")
    } else {
        format!("a {name}")
    }
}

/// What is seen, in words.
pub(crate) fn observation(world: &NavigationWorld) -> String {
    let (pose, stage) = (world.pose(), world.floor());
    let mut text = match world.place().room_at(pose.at) {
        Some(room) => format!("You stand in the {room}"),
        None => "You stand in a doorway".to_owned(),
    };
    text.push_str(match pose.tilt {
        ..=-60 => " and look steeply down.",
        -59..=-30 => " and look down.",
        -29..=0 => ".",
        _ => " and look up.",
    });

    // Nearest first; of equally near ones the first in the plan.
    let mut things: Vec<(i64, usize)> =
        world.view().iter().map(|&index| (world.square(pose.at, index), index)).collect();
    things.sort_unstable();
    if things.is_empty() {
        text.push_str(" You see nothing but walls and floor.");
    }
    let limit = 4 * NEAR * NEAR;
    for (label, near) in [(" Near you: ", true), (" Further away: ", false)] {
        let told: Vec<String> = things
            .iter()
            .filter(|(square, _)| (*square <= limit) == near)
            .map(|&(square, index)| {
                let object = &stage.objects[index];
                let middle = [object.area.x + object.area.w / 2, object.area.y + object.area.h / 2];
                let up = if object.base >= STATURE { ", high up" } else { "" };
                format!("{} {}, {}{up}", one(&object.name), direction(pose.to(middle)), metres(square))
            })
            .collect();
        if !told.is_empty() {
            text.push_str(label);
            text.push_str(&told.join("; "));
            text.push('.');
        }
    }

    let mut openings: Vec<(i64, &'static str)> = world
        .place()
        .openings
        .iter()
        .filter(|opening| sight::sees_opening(world.space(), pose, **opening))
        .map(|opening| {
            let [x, y] = opening.middle();
            let [dx, dy] = [i64::from(x - pose.at[0]), i64::from(y - pose.at[1])];
            (4 * (dx * dx + dy * dy), direction(pose.to([x, y])))
        })
        .collect();
    openings.sort_unstable();
    let openings: Vec<String> =
        openings.into_iter().map(|(square, where_to)| format!("{where_to}, {}", metres(square))).collect();
    match openings.as_slice() {
        [] => {}
        [one] => {
            let _ = write!(text, " There is a doorway {one}.");
        }
        several => {
            let _ = write!(text, " There are doorways {}.", several.join("; "));
        }
    }

    let (free, then) = sight::way_ahead(world.space(), stage, pose, world.view(), AHEAD);
    let free = match (free, then) {
        (0, Some(index)) => format!(" The way straight ahead is blocked by {}.", body(index, stage)),
        (_, Some(index)) => {
            format!(
                " As far as you can see, the way straight ahead is free for {}, up to {}.",
                way(free),
                body(index, stage)
            )
        }
        (_, None) => format!(" As far as you can see, the way straight ahead is free for at least {}.", way(free)),
    };
    text.push_str(&free);
    text.push_str(if world.view().contains(&stage.target) {
        " What you are to go to is in view."
    } else {
        " What you are to go to is not in view."
    });
    text
}

/// Metres of a number of steps.
fn way(steps: i32) -> String {
    let centimetres = steps * STRIDE;
    let (whole, rest) = (centimetres / 100, centimetres % 100);
    if rest == 0 { format!("{whole} m") } else { format!("{whole}.{rest:02} m").replace(".50 m", ".5 m") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_told_to_half_a_metre() {
        for (centimetres, text) in [
            (20, "half a metre"),
            (70, "half a metre"),
            (80, "1 m"),
            (130, "1.5 m"),
            (174, "1.5 m"),
            (176, "2 m"),
            (410, "4 m"),
        ] {
            assert_eq!(metres(4 * centimetres * centimetres), text, "{centimetres} cm");
        }
        assert_eq!([way(1), way(2), way(4), way(7)], ["0.25 m", "0.5 m", "1 m", "1.75 m"]);
    }

    #[test]
    fn names_have_articles() {
        let told = ["red sofa", "orange easel", "green lockers", "red bench press", "white chest of drawers"].map(one);
        assert_eq!(
            told,
            ["a red sofa", "an orange easel", "green lockers", "a red bench press", "a white chest of drawers"]
        );
    }

    #[test]
    fn directions_are_those_of_the_picture() {
        let direction = |right, ahead| direction(Bearing { right, ahead });
        assert_eq!(direction(0, 100), "straight ahead");
        assert_eq!(direction(17, 100), "straight ahead");
        assert_eq!(direction(-30, 100), "ahead to the left");
        assert_eq!(direction(30, 100), "ahead to the right");
        assert_eq!(direction(-90, 100), "to the left");
        assert_eq!(direction(90, 100), "to the right");
    }
}
