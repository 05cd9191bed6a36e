//! Records go through a pack unchanged, and damaged packs are told from sound ones.

mod support;

use proptest::prelude::*;
use stepguard_embodied::agent::{Agent, Question, Settings};
use stepguard_embodied::answers;
use stepguard_embodied::chance::Chance;
use stepguard_embodied::episode::{Recording, State, run};
use stepguard_embodied::pack::{
    AgentNote, Index, Lines, Part, PartHead, SCHEMA, SceneOf, Scenes, read_index, read_part, read_scenes, show,
    write_index, write_part, write_scenes,
};
use stepguard_embodied::world::{Act, Tutor, World as _};
use stepguard_results::classes::judge;
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::imported;
use stepguard_results::record::{Answer, Planned};
use support::Shed;

/// Answers in every form that there is: good ones, numbers out of range, poses, no JSON, other names, other keys.
struct Babbler(Chance);

impl Agent for Babbler {
    fn id(&self) -> &'static str {
        "babbler"
    }

    fn answer(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> String {
        let mut actions = Vec::new();
        let steps = if self.0.percent(8) { 0 } else { 1 + self.0.below(3) };
        for _ in 0..steps {
            if let Act::Id(id) = tutor.random(&mut self.0) {
                let name = if self.0.percent(20) { "something else".to_owned() } else { tutor.name(Act::Id(id)) };
                let id = if self.0.percent(10) { 999 } else { i64::try_from(id).expect("small") };
                actions.push(Planned { id: Some(id), name, pose: Vec::new() });
            }
        }
        let plan = answers::plan_in_words(&actions);
        let answer = Answer { sees: Some(question.observation.to_owned()), reasoning: None, plan: Some(plan), actions };
        match self.0.below(12) {
            0 => "no JSON at all".to_owned(),
            1 => "[[1,2,3,4,5,6,1]]".to_owned(),
            2 => "{\"executable_plan\": [{\"action_name\": \"open the chest\"}]}".to_owned(),
            3 => answers::write(&answer).replace(", ", ","),
            _ => answers::write(&answer),
        }
    }
}

fn scene(shed: &Shed) -> SceneOf {
    SceneOf {
        number: shed.task().number,
        instruction: shed.instruction().to_owned(),
        conditions: shed.conditions().to_vec(),
        menu: shed.menu().to_vec(),
        stage: shed.stage(),
        first: State { cells: shed.cells(), met: shed.met(), distance: shed.distance(), hash: shed.hash() },
    }
}

fn note() -> AgentNote {
    AgentNote {
        id: "babbler".to_owned(),
        name: "Babbler".to_owned(),
        note: "says anything".to_owned(),
        truth: Some("invalid-action".to_owned()),
    }
}

type Judged = (Recording, Option<stepguard_report::results::ErrorView>);

fn recorded() -> (Scenes, Vec<Judged>) {
    let scenes = (0..40).map(|number| scene(&Shed::new(Environment::Alfred, number))).collect();
    let recordings = (0..40)
        .map(|number| {
            let mut shed = Shed::new(Environment::Alfred, number);
            let mut babbler = Babbler(Chance::of(&["babbler", &number.to_string()]));
            let recording = run(&mut shed, &mut babbler, Settings::default());
            let verdict = judge(&recording.episode, Environment::Alfred, Some(Subset::Base));
            (recording, verdict.map(imported::error))
        })
        .collect();
    (Scenes::new(Environment::Alfred, Subset::Base, scenes), recordings)
}

fn packed() -> (Scenes, Vec<Judged>, Part) {
    let (scenes, recordings) = recorded();
    let agent = note();
    let head = PartHead {
        tool: "tool 1",
        version: "1",
        environment: Environment::Alfred,
        subset: Subset::Base,
        agent: &agent,
    };
    let part = Part::new(head, &scenes, &recordings).expect("all tasks are there");
    (scenes, recordings, part)
}

fn index(recordings: &[Judged]) -> Index {
    let lines = Lines::of(recordings.iter().map(|(recording, error)| (recording, error.as_ref())));
    let tasks = (0..40).map(|number| (number, format!("Task {number}."))).collect();
    Index {
        schema: SCHEMA,
        tool: "tool 1".to_owned(),
        agents: vec![note()],
        sets: vec![Index::set_line(Environment::Alfred, Subset::Base, "1", tasks)],
        parts: vec![Index::part_line(Environment::Alfred, Subset::Base, "babbler", lines)],
        ..Index::default()
    }
}

#[test]
fn a_record_comes_back_to_the_last_bit() {
    let (scenes, recordings, part) = packed();
    let scenes_again = read_scenes(&write_scenes(&scenes)).expect("sound");
    let part_again = read_part(&write_part(&part)).expect("sound");
    assert_eq!((&scenes_again, &part_again), (&scenes, &part));
    let lines: usize = recordings.iter().map(|(recording, _)| recording.states.len()).sum();
    assert!(lines > 200, "the agent did something: {lines} states");
    for (recording, error) in &recordings {
        let number = u32::try_from(recording.episode.number).expect("small");
        assert_eq!(part_again.recording(&scenes_again, number).as_ref(), Ok(recording));
        assert_eq!(part_again.error(number).as_ref(), Ok(error));
        let shown = show(&scenes_again, &part_again, number).expect("it is there");
        assert_eq!(shown.view.line.id, format!("alfred.babbler/base/{number}"));
        assert_eq!(shown.scene.expect("simulated").states.len(), recording.states.len());
        assert_eq!(shown.truth.as_deref(), Some("invalid-action"));
        let given = part_again.given(&scenes_again, number).expect("it is there");
        assert_eq!(given.hashes.len(), recording.states.len());
    }
    assert!(part.recording(&scenes, 40).is_err(), "there are 40 tasks");
}

#[test]
fn the_index_tells_what_the_episodes_are() {
    let (_, recordings, part) = packed();
    let again = read_index(&write_index(&index(&recordings))).expect("sound");
    let report = again.report();
    assert_eq!(report.runs.len(), 1);
    let run = &report.runs[0];
    assert_eq!((run.id.as_str(), run.model.as_deref()), ("alfred.babbler", Some("Babbler")));
    for ((recording, error), line) in recordings.iter().zip(&run.episodes) {
        let outcome = recording.episode.outcome.as_ref().expect("it has ended");
        assert_eq!(line.success, outcome.success());
        assert_eq!(line.steps, outcome.num_steps);
        assert_eq!(line.invalid_actions, outcome.num_invalid_actions);
        assert_eq!(line.planner_calls, outcome.planner_steps);
        assert_eq!(line.error.as_ref().map(|error| &error.class), error.as_ref().map(|error| &error.class));
        assert_eq!(line.id, format!("alfred.babbler/base/{}", line.number));
    }
    let solved = run.episodes.iter().filter(|line| line.success == Some(true)).count();
    assert_eq!(run.subsets[0].success.k, i64::try_from(solved).expect("small"));
    let confusion = again.confusion(None);
    assert_eq!(confusion.rows.len(), 1);
    assert_eq!(confusion.rows[0].counts.iter().sum::<u32>(), confusion.rows[0].failed);
    assert_eq!(confusion.rows[0].episodes, 40);
    assert_eq!(again.part("alfred.babbler", "base").map(|found| found.file.as_str()), Some("alfred/base.babbler.pack"));
    assert_eq!(part.numbers().count(), 40);
}

#[test]
fn an_index_that_does_not_fit_its_tasks_is_refused() {
    let (_, recordings, _) = packed();
    let sound = index(&recordings);
    let mut short = sound.clone();
    short.parts[0].lines.steps.pop();
    let mut strange = sound.clone();
    strange.parts[0].lines.classes.replace_range(0..1, "9");
    let mut lost = sound.clone();
    lost.parts[0].agent = "nobody".to_owned();
    let mut newer = sound;
    newer.schema += 1;
    for broken in [short, strange, lost, newer] {
        assert!(read_index(&write_index(&broken)).is_err());
    }
}

/// JSON with one of its numbers or texts made into something else.
fn mangled(json: &str, at: usize, with: &str) -> String {
    let places: Vec<usize> =
        json.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).collect();
    let at = places[at % places.len()];
    [&json[..at], with, &json[at + 1..]].concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever happens to the bytes: an error or a record, never a panic.
    #[test]
    fn damaged_bytes_are_no_danger(at in any::<prop::sample::Index>(), to in any::<u8>(), cut in any::<prop::sample::Index>()) {
        let (scenes, _, part) = packed();
        for bytes in [write_part(&part), write_scenes(&scenes)] {
            let mut changed = bytes.clone();
            changed[at.index(bytes.len())] ^= to;
            let _ = read_part(&changed).map(|part| part.recording(&scenes, 3));
            let _ = read_scenes(&changed).map(|scenes| part.recording(&scenes, 3));
            let _ = read_index(&changed);
            prop_assert!(read_part(&bytes[..cut.index(bytes.len())]).is_err());
        }
    }

    /// JSON that reads as a part but says impossible things gives an error or a record.
    #[test]
    fn impossible_parts_are_no_danger(at in any::<usize>(), with in "-1|0|9|77|4294967295|99999999999") {
        let (scenes, _, part) = packed();
        let json = serde_json::to_string(&part).expect("JSON");
        if let Ok(part) = serde_json::from_str::<Part>(&mangled(&json, at, &with)) {
            for number in 0..40 {
                let _ = part.recording(&scenes, number);
                let _ = show(&scenes, &part, number);
            }
        }
        let json = serde_json::to_string(&scenes).expect("JSON");
        if let Ok(scenes) = serde_json::from_str::<Scenes>(&mangled(&json, at, &with)) {
            for number in 0..40 {
                let _ = part.recording(&scenes, number);
            }
        }
    }
}

#[test]
fn sizes_are_small() {
    let (scenes, recordings, part) = packed();
    let states: usize = recordings.iter().map(|(recording, _)| recording.states.len()).sum();
    let bytes = write_part(&part).len();
    assert!(bytes < states * 40, "{bytes} bytes for {states} states");
    assert!(write_scenes(&scenes).len() < 40 * 120);
}
