//! Tasks, agents and episodes by their ids, as far as all simulators have them in common.

use stepguard_embodied::agent::Settings;
use stepguard_embodied::baselines::Kind;
use stepguard_embodied::pack::{read_part, read_scenes, write_part, write_scenes};
use stepguard_embodied::world::TaskId;
use stepguard_results::environment::{Environment, Subset};
use stepguard_simulators::{agents, determinism, episode, instruction, sets, start, tasks};

#[test]
fn every_environment_has_tasks_and_agents() {
    assert_eq!(agents().len(), Kind::ALL.len());
    for environment in Environment::ALL {
        let all: Vec<TaskId> =
            sets().filter(|(one, _)| *one == environment).flat_map(|(one, subset)| tasks(one, subset)).collect();
        let first = *all.first().expect("there are tasks");
        let world = start(first).expect("it starts");
        assert_eq!(Some(world.instruction()), instruction(first));
        assert_eq!(world.task(), first);
        for kind in Kind::ALL {
            let ran = episode(first, kind.id(), Settings::default()).is_some();
            assert_eq!(ran, kind.absent(environment).is_none(), "{} in {}", kind.id(), environment.id());
        }
    }
    let none = TaskId { environment: Environment::Navigation, subset: Subset::Spatial, number: 0 };
    assert!(start(none).is_none() && instruction(none).is_none());
    let beyond = TaskId { environment: Environment::Alfred, subset: Subset::Base, number: 50 };
    assert!(start(beyond).is_none() && episode(beyond, "oracle", Settings::default()).is_none());
}

#[test]
fn an_episode_is_the_same_every_time_and_comes_out_of_a_pack_as_it_went_in() {
    for (environment, subset) in [(Environment::Alfred, Subset::Base), (Environment::Navigation, Subset::Visual)] {
        let (scenes, line) = stepguard_simulators::scenes(environment, subset);
        assert_eq!(stepguard_simulators::scenes(environment, subset).1, line, "the version is the same");
        let made = stepguard_simulators::part(Kind::Greedy, environment, subset, &scenes, &line.version);
        let (part, lines) = made.expect("it means something there").expect("all tasks are among the scenes");
        assert_eq!(lines.lines.classes.len(), line.numbers.len());
        let scenes = read_scenes(&write_scenes(&scenes)).expect("sound");
        let part = read_part(&write_part(&part)).expect("sound");
        for number in part.numbers().step_by(9) {
            let task = TaskId { environment, subset, number };
            stepguard_simulators::check(&scenes, &part, Kind::Greedy, task).expect("it is the same episode");
            assert!(stepguard_simulators::check(&scenes, &part, Kind::Random, task).is_err(), "and no other one");
        }
    }
}

#[test]
fn without_feedback_nothing_is_learnt_of_a_refusal() {
    let task = TaskId { environment: Environment::Alfred, subset: Subset::Base, number: 0 };
    let settings = Settings { feedback: false, ..Settings::default() };
    let (told, untold) = (
        episode(task, "invalid-action", Settings::default()).expect("it is run"),
        episode(task, "invalid-action", settings).expect("it is run"),
    );
    let says = |recording: &stepguard_embodied::episode::Recording| {
        recording.episode.attempts[0].rounds.iter().any(|round| round.raw.contains("was refused"))
    };
    assert!(says(&told));
    assert!(!says(&untold));
}

#[test]
fn random_episodes_are_drawn_over_all_tasks() {
    for environment in Environment::ALL {
        let drawn: std::collections::BTreeSet<TaskId> =
            (0..200).filter_map(|number| determinism::drawn(environment, number)).map(|(task, _)| task).collect();
        assert!(drawn.len() > 40, "{} tasks of {} are drawn", drawn.len(), environment.id());
        let subsets: std::collections::BTreeSet<Subset> = drawn.iter().map(|task| task.subset).collect();
        assert!(subsets.len() > 2, "{subsets:?}");
    }
    let hashes = determinism::hashes(Environment::Navigation, 0, 6);
    assert_eq!(hashes.len(), 6);
    assert_eq!(determinism::hashes(Environment::Navigation, 3, 3), hashes[3..]);
    assert_ne!(determinism::digest(&hashes), determinism::digest(&hashes[1..]));
}
