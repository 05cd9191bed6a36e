//! The pack that is shipped, held to what the simulators do now. Here a small sample of every environment; `stepguard results
//! precompute --check` takes a tenth.

use std::path::PathBuf;
use stepguard_embodied::baselines::Kind;
use stepguard_embodied::chance::Chance;
use stepguard_embodied::pack::{INDEX, Index, Lines, read_index, read_part, read_scenes, show};
use stepguard_embodied::world::TaskId;
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::imported::NEEDS_A_PERSON;
use stepguard_simulators::{check, instruction, sets};

/// All files together, in bytes.
const LARGEST: usize = 12_000_000;

/// The index, which every visitor of the page fetches.
const LARGEST_INDEX: usize = 300_000;

fn file(name: &str) -> Vec<u8> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/packs/episodes")).join(name);
    std::fs::read(&path).expect("the pack is there; stepguard results precompute writes it")
}

fn index() -> Index {
    read_index(&file(INDEX)).expect("the index is sound")
}

#[test]
fn the_pack_is_small_and_has_every_task_and_agent() {
    let index = index();
    let mut size = file(INDEX).len();
    assert!(size <= LARGEST_INDEX, "the index has {size} bytes");
    for (environment, subset) in sets() {
        let set = index.set(environment.id(), subset.id()).expect("every subset is packed");
        assert_eq!(set.numbers.len(), environment.tasks(subset).expect("it has tasks") as usize, "{}", set.file);
        for (number, packed) in set.numbers.iter().zip(&set.instructions) {
            let task = TaskId { environment, subset, number: *number };
            assert_eq!(instruction(task), Some(packed.as_str()));
        }
        size += file(&set.file).len();
        for kind in Kind::ALL {
            let part = index.part(&format!("{}.{}", environment.id(), kind.id()), subset.id());
            assert_eq!(part.is_some(), kind.absent(environment).is_none(), "{} in {}", kind.id(), set.file);
            size += part.map_or(0, |part| file(&part.file).len());
        }
    }
    assert!(size <= LARGEST, "the pack has {size} bytes");
    assert!(index.ablations.len() >= 16, "{} ablations", index.ablations.len());
}

#[test]
fn classes_of_errors_hold_the_bar_over_all_episodes() {
    let confusion = index().confusion(None);
    assert_eq!(confusion.rows.len(), confusion.labels.len(), "every class has failures");
    for row in &confusion.rows {
        let [recall, precision, open] =
            [&row.recall, &row.precision, &row.open].map(|rate| rate.percent.expect("there are failures"));
        assert!(row.failed >= 50, "{}: {} failures", row.truth, row.failed);
        assert!(recall >= 90.0, "{}: recall {recall}", row.truth);
        if row.truth != NEEDS_A_PERSON {
            assert!(precision >= 95.0, "{}: precision {precision}", row.truth);
            assert!(open <= 5.0, "{}: {open} % need a person", row.truth);
        }
    }
}

/// Every part is sound, says what the index says, and each of its episodes can be shown.
#[test]
fn parts_are_what_the_index_says() {
    let index = index();
    for line in index.parts.iter().step_by(7) {
        let set = index.set(&line.environment, &line.subset).expect("it is packed");
        let scenes = read_scenes(&file(&set.file)).expect("sound");
        let part = read_part(&file(&line.file)).expect("sound");
        assert_eq!(part.version, set.version, "{}", line.file);
        let recordings: Vec<_> = part
            .numbers()
            .map(|number| {
                let shown = show(&scenes, &part, number).expect("it can be shown");
                assert_eq!(shown.view.line.number, u64::from(number));
                (part.recording(&scenes, number).expect("sound"), part.error(number).expect("it is there"))
            })
            .collect();
        let lines = Lines::of(recordings.iter().map(|(recording, error)| (recording, error.as_ref())));
        assert_eq!(lines, line.lines, "{}", line.file);
    }
}

/// A sample of an environment's episodes, run again.
fn runs_again(environment: Environment, percent: usize) {
    let index = index();
    let mut n = 0;
    for line in index.parts.iter().filter(|line| line.environment == environment.id()) {
        let mut chance = Chance::of(&["sample of a test", &line.file]);
        let kind = Kind::from_id(&line.agent).expect("a shipped agent");
        let subset = Subset::from_name(&line.subset).expect("a subset");
        let set = index.set(&line.environment, &line.subset).expect("it is packed");
        let chosen: Vec<u32> = set.numbers.iter().copied().filter(|_| chance.percent(percent)).collect();
        if chosen.is_empty() {
            continue;
        }
        let scenes = read_scenes(&file(&set.file)).expect("sound");
        let part = read_part(&file(&line.file)).expect("sound");
        for number in chosen {
            let task = TaskId { environment, subset, number };
            let checked = check(&scenes, &part, kind, task);
            assert_eq!(checked, Ok(()), "{} of {}", number, line.file);
            n += 1;
        }
    }
    assert!(n >= 20, "{n} episodes were run");
}

#[test]
fn household_episodes_run_as_they_are_packed() {
    runs_again(Environment::Alfred, 10);
}

#[test]
fn rearrangement_episodes_run_as_they_are_packed() {
    runs_again(Environment::Habitat, 10);
}

#[test]
fn navigation_episodes_run_as_they_are_packed() {
    runs_again(Environment::Navigation, 10);
}

#[test]
fn manipulation_episodes_run_as_they_are_packed() {
    runs_again(Environment::Manipulation, 2);
}
