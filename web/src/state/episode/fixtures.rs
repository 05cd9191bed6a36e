//! Small episodes for tests, one for each kind of stage.

use stepguard_embodied::scene::{
    Area, Body, Fixture, FloorObject, FloorStage, HomeStage, Part, Room, Shape, Stage, TableStage, Thing,
};
use stepguard_embodied::show::{EpisodeShow, SceneShow, StateShow};
use stepguard_report::results::{
    AttemptView, EpisodeLine, EpisodeStep, EpisodeView, ErrorView, EvidenceView, PlannedAction, RecordKind, RoundView,
};

fn area(x: i32, y: i32, w: i32, h: i32) -> Area {
    Area { x, y, w, h }
}

/// A home of two rooms, four fixtures and three things.
pub(crate) fn home_stage() -> HomeStage {
    let fixture = |name: &str, class: &str, room, area, opens| Fixture {
        name: name.to_owned(),
        class: class.to_owned(),
        room,
        area,
        opens,
    };
    let thing = |name: &str, colour: Option<&str>| Thing {
        name: name.to_owned(),
        class: name.split('_').next().unwrap_or_default().to_owned(),
        colour: colour.map(str::to_owned),
    };
    HomeStage {
        name: "Home 1".to_owned(),
        rooms: vec![
            Room { name: "kitchen".to_owned(), area: area(0, 0, 400, 320) },
            Room { name: "dining room".to_owned(), area: area(400, 0, 300, 320) },
        ],
        fixtures: vec![
            fixture("Sink_1", "Sink", 0, area(10, 10, 80, 60), false),
            fixture("Table_1", "Table", 1, area(480, 120, 140, 90), false),
            fixture("Cabinet_2", "Cabinet", 0, area(320, 130, 70, 60), true),
            fixture("Dishwasher_1", "Dishwasher", 0, area(130, 10, 70, 60), true),
        ],
        things: vec![thing("Mug_1", Some("red")), thing("Mug_2", None), thing("Plate_1", Some("white"))],
        states: ["seen", "open", "on", "clean"].map(str::to_owned).to_vec(),
    }
}

/// A floor of two rooms with a door between them and three objects.
pub(crate) fn floor_stage() -> FloorStage {
    let object = |name: &str, colour: &str, area, height, round, blocks| FloorObject {
        name: name.to_owned(),
        colour: colour.to_owned(),
        area,
        base: 0,
        height,
        round,
        blocks,
    };
    FloorStage {
        name: "Flat 1".to_owned(),
        rooms: vec![
            Room { name: "living room".to_owned(), area: area(0, 0, 420, 400) },
            Room { name: "study".to_owned(), area: area(420, 0, 300, 400) },
        ],
        walls: vec![
            area(0, 0, 720, 10),
            area(0, 390, 720, 10),
            area(0, 0, 10, 400),
            area(710, 0, 10, 400),
            area(415, 0, 10, 150),
            area(415, 250, 10, 150),
        ],
        objects: vec![
            object("floor lamp", "gold", area(40, 40, 40, 40), 160, true, true),
            object("sofa", "steelblue", area(60, 250, 200, 90), 80, false, true),
            object("desk", "brown", area(560, 60, 120, 60), 75, false, true),
        ],
        target: 2,
        wall_height: 250,
        eye: 150,
        radius: 17,
    }
}

/// A table with a cube, a cylinder and two marks.
pub(crate) fn table_stage() -> TableStage {
    let body = |name: &str, colour: &str, shape, moves| Body {
        name: name.to_owned(),
        colour: colour.to_owned(),
        parts: vec![Part { shape, at: [0, 0, 0], turn: 0 }],
        moves,
    };
    TableStage {
        table: [-1500, -5000, 7000, 8000, 10_000, 500],
        bodies: vec![
            body("red cube", "red", Shape::Box([250, 250, 250]), true),
            body("blue cylinder", "blue", Shape::Cylinder([250, 250]), true),
            body("green triangle", "green", Shape::Prism(150, vec![[-300, -200], [300, -200], [0, 350]]), true),
        ],
        marks: vec![[2000, -3000, 300], [2600, -3000, 300]],
    }
}

/// The cells of that table: at first, or with the cube lifted and the first mark wiped away.
pub(crate) fn table_cells(lifted: bool) -> Vec<i32> {
    // Turned half about x: the gripper points down.
    let gripper = if lifted { [2000, 1000, 8700, 10_000, 0, 0, 0, 500] } else { [0, 0, 9500, 10_000, 0, 0, 0, 800] };
    let upright = |x, y, z| [x, y, z, 0, 0, 0, 10_000];
    let mut cells = gripper.to_vec();
    cells.push(if lifted { 0 } else { -1 });
    cells.extend(if lifted { upright(2000, 1000, 8600) } else { upright(2000, 1000, 7750) });
    cells.extend(upright(3500, -1500, 7750));
    cells.extend(upright(1200, -2200, 7650));
    cells.push(i32::from(lifted));
    cells
}

/// A step.
pub(crate) fn step(name: &str, ran: bool, feedback: &str) -> EpisodeStep {
    EpisodeStep {
        kind: RecordKind::Step,
        place: None,
        number: None,
        action: Some(4),
        name: name.to_owned(),
        feedback: Some(feedback.to_owned()),
        ran: Some(ran),
        solved: Some(false),
        progress: Some(50.0),
        distance: None,
        reward: Some(0.0),
        seconds: None,
        line: None,
    }
}

/// A line that is no step.
pub(crate) fn no_step(kind: RecordKind) -> EpisodeStep {
    EpisodeStep { kind, action: Some(-1), ran: None, ..step("", false, "the plan is empty") }
}

/// A round with these lines.
pub(crate) fn round(reasoning: &str, steps: Vec<EpisodeStep>) -> RoundView {
    let action = |step: &EpisodeStep| PlannedAction { id: step.action, name: step.name.clone() };
    RoundView {
        sees: Some("Cabinet_2 in front.".to_owned()),
        reasoning: Some(reasoning.to_owned()),
        plan: Some("1. Do it.".to_owned()),
        actions: steps.iter().filter(|step| step.kind == RecordKind::Step).map(action).collect(),
        readable: true,
        raw: "{}".to_owned(),
        steps,
    }
}

/// A failed episode of two attempts: the last has three rounds, of which the last is an empty plan.
pub(crate) fn episode() -> EpisodeShow {
    let rounds = vec![
        round(
            "First the mug.",
            vec![step("find Mug_1", true, "ok"), step("put down Mug_1", false, "Cabinet_2 is closed")],
        ),
        round("I will do it again.", vec![step("put down Mug_1", false, "Cabinet_2 is closed")]),
        round("Everything is done.", vec![no_step(RecordKind::EmptyPlan)]),
    ];
    let evidence = |round, step, text: &str| EvidenceView { round, step, text: text.to_owned() };
    let state = |cells: Vec<i32>, met: [bool; 2], hash: &str| StateShow {
        cells,
        met: met.to_vec(),
        distance: None,
        hash: hash.to_owned(),
    };
    EpisodeShow {
        schema: 1,
        view: EpisodeView {
            schema: 1,
            tool: "stepguard".to_owned(),
            run: "reflection".to_owned(),
            environment: "alfred".to_owned(),
            line: EpisodeLine {
                id: "reflection/base/1".to_owned(),
                subset: "base".to_owned(),
                number: 1,
                instruction: Some("Put the mug away.".to_owned()),
                success: Some(false),
                progress: Some(50.0),
                steps: Some(3.0),
                planner_calls: Some(3.0),
                invalid_actions: Some(2.0),
                rounds: 3,
                pictures: 0,
                error: Some(ErrorView {
                    group: "reasoning".to_owned(),
                    class: "wrong-termination".to_owned(),
                    rule: "wrong-termination".to_owned(),
                    why: "The agent ended the episode.".to_owned(),
                    evidence: vec![
                        evidence(Some(1), Some(2), "put down Mug_1: Cabinet_2 is closed"),
                        evidence(Some(2), Some(3), "put down Mug_1: Cabinet_2 is closed"),
                        evidence(Some(3), None, "Everything is done."),
                    ],
                    also: vec!["missing-step".to_owned()],
                }),
            },
            result: Vec::new(),
            attempts: vec![
                AttemptView { rounds: vec![round("Try.", vec![step("find Sink_1", true, "ok")])] },
                AttemptView { rounds },
            ],
            pictures: Vec::new(),
            files: Vec::new(),
        },
        scene: Some(SceneShow {
            stage: Stage::Home(home_stage()),
            conditions: vec!["Mug_1 in Cabinet_2".to_owned(), "hand empty".to_owned()],
            states: vec![
                state(vec![0, -1, 1, 1, 1, 1, 0, 1, 3, 0, 1, 0], [false, true], "a"),
                state(vec![2, 0, 1, 1, 1, 1, -1, 1, 3, 0, 1, 1], [false, false], "b"),
                state(vec![2, 0, 1, 1, 1, 1, -1, 1, 3, 0, 1, 1], [false, false], "b"),
                state(vec![2, 0, 1, 1, 1, 1, -1, 1, 3, 0, 1, 1], [false, false], "b"),
            ],
        }),
        truth: Some("wrong-termination".to_owned()),
    }
}
