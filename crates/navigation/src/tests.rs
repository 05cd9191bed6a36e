//! Tests of places and tasks as a whole, and of how the world behaves.

use crate::memory::RANGE;
use crate::place::{GRID, Looks, Place, RADIUS, STATURE, Task, Thing};
use crate::sight::{self, Pose};
use crate::space::STRIDE;
use crate::world::TILTS;
use crate::{NavigationWorld, instruction, places, start};
use proptest::prelude::*;
use std::collections::{BTreeSet, VecDeque};
use stepguard_embodied::agent::{Agent, Question, Settings};
use stepguard_embodied::chance::Chance;
use stepguard_embodied::episode;
use stepguard_embodied::scene::{Area, FloorStage};
use stepguard_embodied::view;
use stepguard_embodied::world::{Act, Sight, Slip, TaskId, Tutor, World as _};
use stepguard_results::environment::{Environment, Subset};

fn tasks() -> impl Iterator<Item = (TaskId, &'static Place, &'static Task)> {
    Environment::Navigation.subsets().iter().flat_map(|&(subset, _)| {
        places::ALL
            .iter()
            .flat_map(|place| place.tasks.iter().map(move |task| (*place, task)))
            .filter(move |(_, task)| task.subset == subset)
            .enumerate()
            .map(move |(number, (place, task))| {
                let number = u32::try_from(number).expect("there are few tasks");
                (TaskId { environment: Environment::Navigation, subset, number }, place, task)
            })
    })
}

fn sheet(thing: &Thing) -> bool {
    thing.height <= 1
}

#[test]
fn places_are_built_soundly() {
    let mut faults = Vec::new();
    for place in places::ALL {
        let names = place.names();
        let walls = place.walls();
        for (index, thing) in place.things.iter().enumerate() {
            let name = format!("{}: {}", place.name, names[index]);
            let Area { x, y, w, h } = thing.area;
            if [x, y, w, h].iter().any(|n| n % GRID != 0) || w <= 0 || h <= 0 || thing.height <= 0 {
                faults.push(format!("{name} is off the grid"));
            }
            if crate::place::css(thing.colour) == thing.colour
                && !["black", "white", "grey", "silver", "turquoise"].contains(&thing.colour)
            {
                faults.push(format!("{name} has an unknown colour"));
            }
            if walls.iter().any(|wall| wall.overlaps(thing.area)) {
                faults.push(format!("{name} stands in a wall"));
            }
            let room = place.rooms.iter().find(|room| thing.area.is_within(room.area));
            if room.is_none() {
                faults.push(format!("{name} is not within one room"));
            }
            for (other, name_of_other) in place.things.iter().zip(&names).skip(index + 1) {
                let apart = thing.top() <= other.base || other.top() <= thing.base;
                if thing.area.overlaps(other.area) && !apart && !sheet(thing) && !sheet(other) {
                    faults.push(format!("{name} stands in the {name_of_other}"));
                }
            }
            if thing.base > 0 && thing.base < STATURE {
                let carried = place.things.iter().any(|other| {
                    other.base == 0 && other.blocks && thing.area.is_within(other.area) && other.top() == thing.base
                });
                if !carried {
                    faults.push(format!("{name} floats"));
                }
            }
        }
        if names.len() != names.iter().collect::<std::collections::BTreeSet<_>>().len() {
            faults.push(format!("{}: two things have one name", place.name));
        }
        for (area, room) in place.rooms.iter().map(|room| (room.area, room.name)) {
            for other in place.rooms.iter().filter(|other| other.name != room) {
                if area.overlaps(other.area) {
                    faults.push(format!("{}: {room} overlaps {}", place.name, other.name));
                }
            }
        }
        for task in place.tasks {
            if place.find(task.target).is_none() {
                faults.push(format!("{}: no {}", place.name, task.target));
            }
        }
        let count = |subset| place.tasks.iter().filter(|task| task.subset == subset).count();
        for &(subset, _) in Environment::Navigation.subsets() {
            if count(subset) != 5 {
                faults.push(format!("{}: {} tasks of {subset:?}", place.name, count(subset)));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn looks_are_unique() {
    let mut faults = Vec::new();
    for (_, place, task) in tasks().filter(|(_, _, task)| task.subset == Subset::Visual) {
        let target = place.find(task.target).expect("targets are there");
        let colour = place.things[target].colour;
        let fit: Vec<&Thing> = place
            .things
            .iter()
            .filter(|thing| thing.colour == colour && task.looks.iter().all(|looks: &Looks| looks.fits(thing)))
            .collect();
        if fit.len() != 1 || !std::ptr::eq(fit[0], &raw const place.things[target]) {
            let fit: Vec<&str> = fit.iter().map(|thing| thing.kind).collect();
            faults.push(format!("{}: {} fits {fit:?}", place.name, task.target));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn looks_are_said() {
    let words = |looks: Looks| -> &[&str] {
        match looks {
            Looks::Round => &[
                "round",
                "cylinder",
                "column",
                "pole",
                "rod",
                "no corners",
                "without corners",
                "roll away",
                "drum shape",
                "line",
            ],
            Looks::Square => {
                &["box", "boxes", "block", "cube", "slab", "square", "corners", "upright", "shape", "narrow"]
            }
            Looks::Tall => &[
                "tall",
                "taller",
                "high",
                "higher",
                "tower",
                "up to the ceiling",
                "to the ceiling",
                "upright",
                "as high as",
            ],
            Looks::Low => &["low", "flat", "cube", "knee", "knee-high"],
            Looks::Flat => &["flat"],
            Looks::Small => &["small", "little", "tiny"],
            Looks::Big => &["big", "huge", "long", "massive"],
            Looks::Oblong => &["long", "wider than deep", "thin", "panel", "slab", "rises"],
            Looks::Raised => &["raised", "hangs", "stands on"],
        }
    };
    let mut faults = Vec::new();
    for (_, place, task) in tasks() {
        let unsaid = task.looks.iter().filter(|looks| !words(**looks).iter().any(|word| says(task.instruction, word)));
        faults.extend(unsaid.map(|looks| format!("{}: {looks:?}: {}", place.name, task.instruction)));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn there_are_sixty_tasks_of_each_subset_and_no_more() {
    assert!(places::ALL.len() >= 12);
    for &(subset, n) in Environment::Navigation.subsets() {
        assert_eq!(n, 60);
        let id = |number| TaskId { environment: Environment::Navigation, subset, number };
        for number in 0..n {
            assert!(start(id(number)).is_some() && instruction(id(number)).is_some(), "{subset:?} {number}");
        }
        assert!(start(id(n)).is_none() && instruction(id(n)).is_none());
    }
    assert_eq!(tasks().count(), 300);
    let none = |environment, subset| TaskId { environment, subset, number: 0 };
    assert!(start(none(Environment::Navigation, Subset::Spatial)).is_none());
    assert!(start(none(Environment::Alfred, Subset::Base)).is_none());
}

/// Where steps lead from the start, without a limit.
fn spots(world: &NavigationWorld) -> BTreeSet<[i32; 2]> {
    let mut todo = VecDeque::from([world.pose().at]);
    let mut spots = BTreeSet::from([world.pose().at]);
    while let Some([x, y]) = todo.pop_front() {
        for way in [[STRIDE, 0], [-STRIDE, 0], [0, STRIDE], [0, -STRIDE]] {
            let next = [x + way[0], y + way[1]];
            if !spots.contains(&next) && world.space().sweep([x, y], way, |_| true).is_none() {
                spots.insert(next);
                todo.push_back(next);
            }
        }
    }
    spots
}

#[test]
fn everything_can_be_reached() {
    let mut faults = Vec::new();
    for place in places::ALL {
        // What is in a corner is reached from some spots that steps from a start lead to, and not from others.
        let mut left: BTreeSet<String> = place.names().into_iter().collect();
        left.extend(place.rooms.iter().map(|room| room.name.to_owned()));
        for task in place.tasks {
            let id = TaskId { environment: Environment::Navigation, subset: task.subset, number: 0 };
            let world = NavigationWorld::new(id, task, place).expect("the target is there");
            for spot in spots(&world) {
                let room = place.room_at(spot);
                assert!(room.is_some(), "{} has a hole", place.name);
                left.retain(|name| {
                    Some(name.as_str()) != room && place.find(name).is_none_or(|index| !world.reached(spot, index))
                });
            }
        }
        if !left.is_empty() {
            faults.push(format!("{}: {left:?}", place.name));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn instructions_are_distinct() {
    let mut seen = BTreeSet::new();
    for (_, place, task) in tasks() {
        let plain: String = task.instruction.chars().filter(|c| c.is_alphanumeric()).collect();
        assert!(seen.insert(plain.to_lowercase()), "{}: {}", place.name, task.instruction);
    }
}

/// Whether a text holds words one after the other.
fn says(text: &str, words: &str) -> bool {
    let plain = |text: &str| {
        let letters = text.to_lowercase();
        let words: Vec<&str> =
            letters.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
        format!(" {} ", words.join(" "))
    };
    plain(text).contains(&plain(words))
}

#[test]
fn instructions_fit_their_subsets() {
    let mut faults = Vec::new();
    for (id, place, task) in tasks() {
        let target = place.find(task.target).expect("targets are there");
        let thing = &place.things[target];
        let text = task.instruction;
        let mut fault = |what: &str| faults.push(format!("{}: {}: {what}: {text}", place.name, task.target));
        let named = says(text, thing.kind);
        let room =
            |thing: &Thing| place.rooms.iter().find(|room| thing.area.is_within(room.area)).map(|room| room.name);
        // Others of the same kind are told apart by colour or room.
        let alike =
            place.things.iter().enumerate().filter(|(index, other)| *index != target && other.kind == thing.kind);
        let apart = |other: &Thing| {
            (says(text, thing.colour) && other.colour != thing.colour)
                || (room(thing).is_some_and(|room| says(text, room)) && room(other) != room(thing))
        };
        match id.subset {
            Subset::Base | Subset::Long | Subset::Complex => {
                if !named {
                    fault("does not name its target");
                }
                if alike.map(|(_, other)| other).any(|other| !apart(other)) {
                    fault("could mean another one");
                }
                if id.subset == Subset::Complex && text.split_whitespace().count() < 30 {
                    fault("has little context");
                }
                if id.subset != Subset::Complex && text.split_whitespace().count() > 30 {
                    fault("says too much");
                }
            }
            _ => {
                if named {
                    fault("names its target");
                }
                let colour = if thing.colour == "wooden" { "wood" } else { thing.colour };
                if id.subset == Subset::Visual && !says(text, colour) {
                    fault("does not say the colour");
                }
                if id.subset == Subset::Common && alike.count() > 0 {
                    fault("could mean another one");
                }
            }
        }
        if !text.ends_with(['.', '!', '?']) || text.contains("  ") || !text.starts_with(char::is_uppercase) {
            fault("is no sentence");
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_task_is_solved_by_its_oracle_within_the_limit() {
    let limit = usize::try_from(Environment::Navigation.step_limit()).expect("it is small");
    for (id, place, task) in tasks() {
        let name = format!("{}: {} ({:?})", place.name, task.target, task.subset);
        let mut world = start(id).expect("the task is there");
        assert!(!world.solved(), "{name} is solved from the start");
        assert!(free(world.floor(), world.pose().at), "{name} starts inside of something");
        let plan = world.solve(Sight::All);
        assert!(!plan.is_empty() && plan.len() <= limit, "{name} takes {}", plan.len());
        for (index, act) in plan.iter().enumerate() {
            assert!(!world.solved(), "{name} takes fewer steps");
            let turn = world.act(*act);
            assert!(turn.ran, "{name}: step {index}: {}", turn.feedback);
        }
        assert!(world.solved() && world.distance().is_some_and(|metres| metres <= 1.0), "{name}");
        if id.subset == Subset::Long {
            assert!(plan.len() > 15, "{name} takes only {}", plan.len());
        }
        // It ends before its target, not behind a wall.
        let (at, target) = (world.pose().at, world.floor().target);
        let looks =
            [0, 90, 180, 270].into_iter().flat_map(|heading| [0, -30, -60, 30].map(|tilt| Pose { at, heading, tilt }));
        let seen = |pose| sight::sees(world.space(), pose, target, &world.floor().objects[target]);
        assert!(looks.into_iter().any(seen), "{name} ends where the target cannot be seen");
    }
}

/// The oracle, as an agent that answers in JSON.
struct Oracle;

impl Agent for Oracle {
    fn id(&self) -> &'static str {
        "oracle"
    }

    fn answer(&mut self, _: &Question<'_>, tutor: &dyn Tutor) -> String {
        let step = |act: Act| match act {
            Act::Id(id) => format!("{{\"action_id\": {id}, \"action_name\": \"{}\"}}", tutor.name(act)),
            Act::Pose(_) => String::new(),
        };
        let steps: Vec<String> = tutor.solve(Sight::All).into_iter().map(step).collect();
        format!("{{\"reasoning_and_reflection\": \"\", \"executable_plan\": [{}]}}", steps.join(", "))
    }
}

#[test]
fn every_task_has_a_solving_episode() {
    for (id, place, task) in tasks() {
        let mut world = start(id).expect("the task is there");
        let recording = episode::run(&mut world, &mut Oracle, Settings::default());
        let outcome = recording.episode.outcome.expect("it ended");
        assert_eq!(outcome.task_success, Some(1.0), "{}: {}", place.name, task.target);
        assert_eq!(outcome.num_invalid_actions, Some(0.0));
        assert!(outcome.num_steps.is_some_and(|steps| steps <= 20.0));
        assert_eq!(outcome.planner_steps, Some(1.0));
        assert_eq!(recording.states.last().map(|state| state.met.clone()), Some(vec![true]));
    }
}

/// The gap between two stretches of a line, 0 where they meet.
fn gap(a: [i64; 2], b: [i64; 2]) -> i64 {
    (b[0] - a[1]).max(a[0] - b[1]).max(0)
}

/// What a sweep of the agent hits, in whole numbers: a second opinion on what parry says. Lengths are doubled, so that the
/// middles of circles are whole.
fn hits(stage: &FloorStage, from: [i32; 2], way: [i32; 2]) -> bool {
    let line = |axis: usize| {
        let (a, b) = (2 * i64::from(from[axis]), 2 * i64::from(from[axis] + way[axis]));
        [a.min(b), a.max(b)]
    };
    let clear = |area: Area, round: bool| {
        let (low, size) = ([area.x, area.y].map(i64::from), [area.w, area.h].map(i64::from));
        let (radius, stretch): (i64, [[i64; 2]; 2]) = if round {
            let middle = [2 * low[0] + size[0], 2 * low[1] + size[1]];
            (size[0], [[middle[0]; 2], [middle[1]; 2]])
        } else {
            (0, [0, 1].map(|axis| [2 * low[axis], 2 * (low[axis] + size[axis])]))
        };
        let [dx, dy] = [0, 1].map(|axis| gap(line(axis), stretch[axis]));
        let reach = 2 * i64::from(RADIUS) + radius;
        dx * dx + dy * dy > reach * reach
    };
    stage.walls.iter().any(|wall| !clear(*wall, false))
        || stage.objects.iter().filter(|object| object.blocks).any(|object| !clear(object.area, object.round))
}

/// Whether the agent can stand somewhere.
fn free(stage: &FloorStage, at: [i32; 2]) -> bool {
    !hits(stage, at, [0, 0])
}

#[test]
fn collisions_are_those_of_exact_arithmetic() {
    let mut compared = 0;
    for (id, place, _) in tasks().filter(|(id, ..)| id.subset == Subset::Visual) {
        let world = start(id).expect("the task is there");
        let [x, y] = world.pose().at;
        for (i, j) in (-RANGE..=RANGE).flat_map(|i| (-RANGE..=RANGE).map(move |j| (i, j))) {
            let from = [x + i * STRIDE, y + j * STRIDE];
            if place.room_at(from).is_none() || !free(world.floor(), from) {
                continue;
            }
            for way in [[STRIDE, 0], [-STRIDE, 0], [0, STRIDE], [0, -STRIDE]] {
                let parry = world.space().sweep(from, way, |_| true).is_some();
                assert_eq!(parry, hits(world.floor(), from, way), "{}: from {from:?} by {way:?}", place.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 50_000, "{compared}");
}

fn some_task() -> impl Strategy<Value = TaskId> {
    (0..5_usize, 0..60_u32).prop_map(|(subset, number)| {
        let subset = Environment::Navigation.subsets()[subset].0;
        TaskId { environment: Environment::Navigation, subset, number }
    })
}

/// Acts as agents choose them: mostly moves, sometimes something that is not there.
fn some_acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![12 => 0..4_usize, 6 => 4..8_usize, 1 => 8..20_usize].prop_map(Act::Id);
    let odd = Just(Act::Pose([0; 7]));
    prop::collection::vec(prop_oneof![30 => act, 1 => odd], 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_acts_lead_into_anything_and_all_are_repeatable(id in some_task(), acts in some_acts()) {
        let mut world = start(id).expect("the task is there");
        let mut again = start(id).expect("the task is there");
        let cells = world.cells().len();
        let names: Vec<String> = world.floor().objects.iter().map(|object| object.name.clone()).collect();
        prop_assert_eq!(cells, 4 + names.len());
        let mut solved = false;
        for act in acts {
            let before = (world.hash(), world.cells());
            let turn = world.act(act);
            prop_assert_eq!(&turn, &again.act(act));
            prop_assert_eq!(world.hash(), again.hash());
            prop_assert!(turn.ran || before == (world.hash(), world.cells()), "what did not run changed something");
            prop_assert!(free(world.floor(), world.pose().at), "the agent is in something at {:?}", world.pose());
            prop_assert_eq!(world.cells().len(), cells);
            let metres = world.distance().expect("there is a target");
            prop_assert_eq!(world.met(), vec![metres <= 1.0]);
            solved |= metres <= 1.0;
            prop_assert_eq!(world.solved(), solved);
            let [tilt_low, tilt_high] = TILTS;
            prop_assert!((tilt_low..=tilt_high).contains(&world.pose().tilt));
            prop_assert!([0, 90, 180, 270].contains(&world.pose().heading));
            // Nothing is told that is not seen.
            let told = world.observe();
            for (index, name) in names.iter().enumerate().filter(|(index, _)| !world.view().contains(index)) {
                for word in ["a", "an", "the", "you:", "away:", "m;"] {
                    for end in [" ", ".", ","] {
                        let told_of = told.contains(&format!(" {word} {name}{end}"));
                        prop_assert!(!told_of, "{index} {name} is told of and not seen: {told}");
                    }
                }
            }
            for &index in world.view() {
                prop_assert!(told.contains(&names[index]));
                prop_assert_eq!(world.cells()[4 + index], 1);
            }
        }
    }

    #[test]
    fn whoever_has_to_look_does_not_know_what_it_has_not_seen(id in some_task(), acts in some_acts()) {
        let mut world = start(id).expect("the task is there");
        // The same place with another target that has not been seen either.
        let mut other = world.clone();
        for act in acts {
            if world.solved() || world.has_seen(world.floor().target) {
                break;
            }
            let at = world.pose().at;
            let unseen = (0..world.floor().objects.len())
                .find(|index| *index != world.floor().target && !world.has_seen(*index) && !world.reached(at, *index));
            if let Some(unseen) = unseen {
                other.aim(unseen);
                prop_assert_eq!(world.solve(Sight::Seen), other.solve(Sight::Seen));
                prop_assert!(!world.solve(Sight::Seen).is_empty());
            }
            world.act(act);
            other.act(act);
        }
    }
}

#[test]
fn spoilt_plans_do_not_solve_the_task() {
    for (id, place, task) in tasks() {
        let name = format!("{}: {} ({:?})", place.name, task.target, task.subset);
        let world = start(id).expect("the task is there");
        let plan = world.solve(Sight::All);
        let mut chance = Chance::of(&["spoil", task.target]);
        assert!(world.spoil(&plan, Slip::WrongPose, &mut chance).is_none(), "{name}");
        assert!(world.spoil(&[], Slip::MissingStep, &mut chance).is_none(), "{name}");
        for slip in [Slip::MissingStep, Slip::InvalidAction, Slip::WrongObject, Slip::Mislocalised] {
            let mut draw = chance.clone();
            let spoilt = world.spoil(&plan, slip, &mut chance);
            if id.number % 5 == 0 {
                let same = world.spoil(&plan, slip, &mut draw);
                assert_eq!(same, spoilt, "{name}: {slip:?}: the same draw gives the same mistake");
            }
            let spoilt = spoilt.unwrap_or_default();
            assert!(!spoilt.is_empty(), "{name}: there is no {slip:?}");
            let mut after = world.clone();
            let ran: Vec<bool> = spoilt.iter().map(|act| after.act(*act).ran).collect();
            assert!(!after.solved(), "{name}: {slip:?} solves it");
            match slip {
                Slip::MissingStep => assert_eq!(spoilt.len() + 1, plan.len()),
                Slip::InvalidAction => assert!(ran.iter().filter(|ran| !**ran).count() >= 3, "{name}: {slip:?}"),
                Slip::WrongObject => {
                    assert!(ran.iter().all(|ran| *ran), "{name}: {slip:?}");
                    let at = after.pose().at;
                    let arrived = (0..place.things.len())
                        .filter(|index| after.reached(at, *index) && !world.reached(world.pose().at, *index));
                    assert!(arrived.count() > 0, "{name}: {slip:?} ends nowhere");
                }
                Slip::Mislocalised | Slip::WrongPose => assert!(ran.iter().all(|ran| *ran), "{name}: {slip:?}"),
            }
        }
    }
}

#[test]
fn the_lesser_agents_are_lesser() {
    let mut solved = [0_u32; 3];
    for (id, ..) in tasks().filter(|(id, ..)| id.number % 3 == 0) {
        let mut chance = Chance::of(&["random", id.subset.id(), &id.number.to_string()]);
        let mut worlds = [0, 1, 2].map(|_| start(id).expect("the task is there"));
        for _ in 0..Environment::Navigation.step_limit() {
            let acts = [
                worlds[0].solve(Sight::Seen).first().copied(),
                worlds[1].greedy(),
                Some(worlds[2].random(&mut chance)),
            ];
            for (world, act) in worlds.iter_mut().zip(acts) {
                assert!(act.is_some() || world.solved(), "whoever is not there goes on");
                if let Some(act) = act.filter(|_| !world.solved()) {
                    world.act(act);
                }
            }
        }
        for (count, world) in solved.iter_mut().zip(&worlds) {
            *count += u32::from(world.solved());
        }
    }
    let [seen, greedy, random] = solved;
    assert!(seen > greedy && greedy > random && seen < 100 && random < 10, "{solved:?}");
}

mod yard {
    //! A place made for these tests: two rooms with a wall between them.

    use super::*;
    use crate::place::{base, block, down, pillar, room, sheet};

    /// The target is at (300, 300); the agent stands at (300, 425) and faces it.
    static YARD: Place = Place {
        name: "yard",
        rooms: &[room("yard", 0, 0, 600, 600), room("shed", 600, 0, 300, 600)],
        openings: &[down(600, 400, 500)],
        things: &[
            pillar("post", "red", [290, 290], [20, 140]),
            block("wall of bricks", "grey", [200, 100], [200, 10, 200]),
            block("hidden box", "blue", [280, 20], [40, 40, 100]),
            block("low fence", "green", [20, 300], [160, 10, 60]),
            block("chest", "brown", [80, 240], [40, 40, 80]),
            block("shed box", "yellow", [700, 200], [50, 50, 100]),
            block("stone", "white", [400, 400], [20, 20, 20]),
            sheet("puddle", "turquoise", [430, 330], [60, 60]),
            block("lamp", "orange", [500, 500], [40, 40, 20]).on(200),
            block("table", "wooden", [20, 500], [80, 60, 70]),
            pillar("cup", "pink", [50, 520], [10, 10]).on(70),
        ],
        tasks: &[],
    };

    fn at(x: i32, y: i32, heading: i32) -> NavigationWorld {
        let task: &'static Task = Box::leak(Box::new(base("red post", [x, y, heading], "Go to the post.")));
        let id = TaskId { environment: Environment::Navigation, subset: Subset::Base, number: 0 };
        NavigationWorld::new(id, task, &YARD).expect("the post is there")
    }

    fn sees(x: i32, y: i32, heading: i32, tilt: i32, name: &str) -> bool {
        let world = at(x, y, heading);
        let index = YARD.find(name).expect("the thing is there");
        sight::sees(world.space(), Pose { at: [x, y], heading, tilt }, index, &world.floor().objects[index])
    }

    #[test]
    fn success_begins_at_exactly_one_metre() {
        let mut world = at(300, 425, 0);
        assert!((world.distance().expect("there is a target") - 1.25).abs() < 1e-12);
        assert!(!world.solved());
        let turn = world.act(Act::Id(0));
        assert!(turn.ran && turn.feedback == "You moved forward. You have arrived.", "{}", turn.feedback);
        assert_eq!(world.distance(), Some(1.0));
        assert!(world.solved() && world.met() == [true]);
        assert!((turn.reward - 1.0).abs() < 1e-12);
        // It stays solved, though the condition holds no longer.
        let turn = world.act(Act::Id(1));
        assert!(turn.ran && world.solved() && world.met() == [false]);
        assert!(turn.reward.abs() < 1e-12);
        // A finger's breadth more is too far: 5 cm to the side at one metre.
        let mut beside = at(305, 425, 0);
        beside.act(Act::Id(0));
        assert!(!beside.solved() && beside.distance().is_some_and(|metres| metres > 1.0 && metres < 1.002));
    }

    #[test]
    fn moves_are_relative_to_where_one_faces() {
        for (heading, ends) in [
            (0, [[300, 400], [300, 450], [325, 425], [275, 425]]),
            (90, [[325, 425], [275, 425], [300, 450], [300, 400]]),
            (180, [[300, 450], [300, 400], [275, 425], [325, 425]]),
            (270, [[275, 425], [325, 425], [300, 400], [300, 450]]),
        ] {
            for (action, end) in ends.into_iter().enumerate() {
                let mut world = at(300, 425, heading);
                assert!(world.act(Act::Id(action)).ran);
                assert_eq!(world.pose().at, end, "{heading} {action}");
                assert_eq!(world.pose().heading, heading);
            }
        }
        let mut world = at(300, 425, 270);
        world.act(Act::Id(4));
        assert_eq!(world.pose().heading, 0);
        world.act(Act::Id(5));
        assert_eq!(world.pose().heading, 270);
    }

    #[test]
    fn what_is_in_the_way_is_named() {
        let mut world = at(300, 350, 0);
        let turn = world.act(Act::Id(0));
        assert!(!turn.ran);
        assert_eq!(turn.feedback, "Blocked by the red post in front of you. You have not moved.");
        assert_eq!(world.pose().at, [300, 350]);
        let mut world = at(30, 200, 270);
        assert_eq!(world.act(Act::Id(0)).feedback, "Blocked by a wall in front of you. You have not moved.");
        assert!(world.act(Act::Id(2)).ran);
        let mut world = at(400, 375, 180);
        assert_eq!(world.act(Act::Id(0)).feedback, "Blocked by the white stone in front of you. You have not moved.");
        assert_eq!(world.act(Act::Id(17)).feedback, "There is no action 17; the last one is 7.");
        assert!(!world.act(Act::Pose([1; 7])).ran);
    }

    #[test]
    fn puddles_and_lamps_do_not_block() {
        let mut world = at(460, 410, 0);
        assert!((0..4).all(|_| world.act(Act::Id(0)).ran), "over the puddle");
        let mut world = at(520, 570, 0);
        assert!((0..4).all(|_| world.act(Act::Id(0)).ran), "under the lamp");
    }

    #[test]
    fn corners_are_passed_as_closely_as_the_disc_allows() {
        // The stone's corner is at (420, 420). 15 cm beside it and past its edge there is no room, 20 cm beside it there is.
        let mut close = at(435, 450, 0);
        assert!(!close.act(Act::Id(0)).ran);
        let mut clear = at(440, 450, 0);
        assert!(clear.act(Act::Id(0)).ran);
    }

    #[test]
    fn the_camera_tilts_within_its_limits() {
        let mut world = at(300, 425, 0);
        assert!(world.act(Act::Id(6)).ran);
        let turn = world.act(Act::Id(6));
        assert!(!turn.ran && turn.feedback == "The camera is tilted up as far as it goes.");
        assert!((0..3).all(|_| world.act(Act::Id(7)).ran));
        assert_eq!(world.pose().tilt, -60);
        let turn = world.act(Act::Id(7));
        assert!(!turn.ran && turn.feedback == "The camera is tilted down as far as it goes.");
    }

    #[test]
    fn walls_hide_and_backs_are_blind() {
        assert!(sees(300, 450, 0, 0, "red post"));
        for heading in [90, 180, 270] {
            assert!(!sees(300, 450, heading, 0, "red post"), "{heading}");
        }
        assert!(!sees(300, 450, 0, 0, "blue hidden box"), "the wall of bricks is higher than the eye");
        assert!(sees(150, 50, 90, 0, "blue hidden box"), "beside the bricks it is seen");
        assert!(!sees(500, 220, 90, 0, "yellow shed box"), "the shed's wall is before it");
        assert!(sees(500, 450, 90, 0, "yellow shed box") == sees(500, 450, 90, -30, "yellow shed box"));
        assert!(sees(650, 450, 0, 0, "yellow shed box"));
    }

    #[test]
    fn the_field_ends_at_fifty_degrees() {
        // 100 cm ahead the field ends 119.175 cm to the side. The nearest of the post's points is 6.5 cm from its middle.
        assert!(sees(300 - 115, 400, 0, 0, "red post"));
        assert!(!sees(300 - 130, 400, 0, 0, "red post"));
        assert!(sees(300 + 115, 400, 0, 0, "red post"));
        assert!(!sees(300 + 130, 400, 0, 0, "red post"));
    }

    #[test]
    fn one_looks_over_what_is_low_and_has_to_look_down_for_what_is_near() {
        assert!(sees(100, 400, 0, 0, "brown chest"), "over the low fence");
        // 60 cm behind it the fence's top is 90 cm below the eye and hides all of a chest below 150 - 90 * 120 / 60.
        assert!(!sees(410, 475, 0, 0, "white stone"), "it lies below the picture");
        assert!(sees(410, 475, 0, -60, "white stone"));
        assert!(!sees(410, 475, 0, 30, "white stone"));
        assert!(sees(520, 300, 180, 0, "orange lamp"), "200 cm away, 60 cm above the eye");
        assert!(!sees(520, 480, 180, 0, "orange lamp"), "it is above the picture");
        assert!(sees(520, 480, 180, 30, "orange lamp"));
        assert!(sees(300, 530, 270, 0, "pink cup"), "it stands on the table");
    }

    #[test]
    fn the_picture_and_what_counts_as_seen_agree() {
        // Whatever is seen has a column that shows it; the picture has finer columns than the rays.
        for (x, y, heading) in
            [(300, 450, 0), (150, 50, 90), (100, 400, 0), (520, 300, 180), (650, 450, 0), (300, 530, 270)]
        {
            let world = at(x, y, heading);
            let columns = view::columns(world.floor(), &world.cells(), 400);
            for &index in world.view() {
                let shown = columns
                    .iter()
                    .flat_map(|column| &column.spans)
                    .any(|span| span.what == view::What::Object(index) && (span.front.is_some() || span.lid.is_some()));
                assert!(shown, "{} from {x} {y}", world.floor().objects[index].name);
            }
        }
    }

    #[test]
    fn observations_read_as_a_person_would_say_it() {
        let world = at(300, 450, 0);
        assert_eq!(
            world.observe(),
            "You stand in the yard. Near you: a red post straight ahead, 1.5 m. Further away: a green low fence to the \
             left, 2.5 m; a brown chest to the left, 3 m; a grey wall of bricks straight ahead, 3.5 m. As far as you can see, the way straight ahead is free for \
             1 m, up to the red post. What you are to go to is in view."
        );
        let mut world = at(30, 30, 0);
        world.act(Act::Id(7));
        assert_eq!(
            world.observe(),
            "You stand in the yard and look down. You see nothing but walls and floor. The way straight ahead is blocked by a \
             wall. What you are to go to is not in view."
        );
        let world = at(500, 450, 90);
        assert_eq!(
            world.observe(),
            "You stand in the yard. You see nothing but walls and floor. There is a doorway straight ahead, 1 m. As far as \
             you can see, the way straight ahead is free for at least 3 m. What you are to go to is not in view."
        );
    }

    #[test]
    fn the_conditions_and_the_menu_are_told() {
        let world = at(300, 450, 0);
        assert_eq!(world.conditions(), ["within 1 m of the red post"]);
        assert_eq!(world.menu().len(), 8);
        assert_eq!(world.name(Act::Id(4)), "Rotate right by 90");
        assert!(world.guide().contains("1 m") && world.guide().contains("20 steps"));
    }

    #[test]
    fn ways_are_shortest_and_go_forward_where_that_is_as_short() {
        let steps = |world: &NavigationWorld| world.solve(Sight::All);
        assert_eq!(steps(&at(300, 450, 0)), [Act::Id(0), Act::Id(0)]);
        assert_eq!(steps(&at(300, 450, 90)), [Act::Id(3), Act::Id(3)]);
        // From behind the bricks: five steps to the side past their edge, seven down, two back; or six down and three back,
        // which has as many steps and more of them to the side.
        let plan = steps(&at(300, 80, 180));
        let count = |action: usize| plan.iter().filter(|act| **act == Act::Id(action)).count();
        assert_eq!(plan.len(), 14, "{plan:?}");
        assert_eq!(count(0), 7, "{plan:?}");
        // Each leg in one go.
        let corners = plan.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(corners, 2, "{plan:?}");
    }

    #[test]
    fn greedy_gets_stuck_where_the_way_is_not_straight() {
        let mut world = at(300, 80, 180);
        for _ in 0..20 {
            if let Some(act) = world.greedy() {
                world.act(act);
            }
        }
        assert!(!world.solved());
    }
}
