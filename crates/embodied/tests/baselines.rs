//! The baseline agents in a small world: what they do and what they say fit together, and the mistake of each is the one that
//! the rules find.

mod support;

use stepguard_embodied::agent::Settings;
use stepguard_embodied::baselines::{Baseline, Kind};
use stepguard_embodied::episode::{Recording, run};
use stepguard_embodied::knowledge;
use stepguard_embodied::world::World as _;
use stepguard_results::classes::judge_knowing;
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::imported::NEEDS_A_PERSON;
use support::Shed;

fn episode(kind: Kind, number: u32, settings: Settings) -> Recording {
    let mut shed = Shed::new(Environment::Habitat, number);
    let mut agent = Baseline::new(kind, shed.task());
    run(&mut shed, &mut agent, settings)
}

fn solved(recording: &Recording) -> bool {
    recording.episode.outcome.as_ref().and_then(|outcome| outcome.success()) == Some(true)
}

fn class(recording: &Recording, number: u32) -> Option<&'static str> {
    let mut shed = Shed::new(Environment::Habitat, number);
    let known = knowledge::of(recording, &mut shed);
    let verdict = judge_knowing(&recording.episode, Environment::Habitat, Some(Subset::Base), Some(&known))?;
    Some(verdict.class.map_or(NEEDS_A_PERSON, |class| class.id()))
}

#[test]
fn planners_solve_everything_and_the_others_something() {
    for number in 0..40 {
        assert!(solved(&episode(Kind::Oracle, number, Settings::default())), "oracle, {number}");
        assert!(solved(&episode(Kind::PartialView, number, Settings::default())), "partial view, {number}");
    }
    let random = (0..40).filter(|number| solved(&episode(Kind::Random, *number, Settings::default()))).count();
    assert!(random < 40, "chance does not solve all of them");
}

#[test]
fn mistakes_are_found_for_what_they_are() {
    let kinds = [
        Kind::MissingStep,
        Kind::InvalidAction,
        Kind::WrongObject,
        Kind::IdMismatch,
        Kind::WrongTermination,
        Kind::IgnoresFeedback,
        Kind::Mislocalises,
    ];
    for kind in kinds {
        let failures: Vec<Option<&str>> = (0..40)
            .map(|number| (number, episode(kind, number, Settings::default())))
            .filter(|(_, recording)| !solved(recording))
            .map(|(number, recording)| class(&recording, number))
            .collect();
        let right = failures.iter().filter(|class| **class == kind.truth()).count();
        assert!(!failures.is_empty(), "{} fails", kind.id());
        assert!(right * 10 >= failures.len() * 9, "{}: {failures:?}", kind.id());
    }
}

#[test]
fn what_was_refused_is_heeded_only_by_those_who_are_told() {
    let count = |settings: Settings| {
        let once = |number: u32| {
            let mut shed = Shed::new(Environment::Habitat, number);
            let mut agent = Baseline::new(Kind::MissingStep, shed.task()).once();
            solved(&run(&mut shed, &mut agent, settings))
        };
        (0..40).filter(|number| once(*number)).count()
    };
    assert_eq!(count(Settings::default()), 40, "one slip is mended");
    let single = Settings { multi_step: false, ..Settings::default() };
    let rounds = |settings: Settings| episode(Kind::Oracle, 3, settings).episode.attempts[0].rounds.len();
    assert_eq!(rounds(Settings::default()), 1);
    assert!(rounds(single) > 4, "a question a step");
}

#[test]
fn ids_are_those_of_the_table() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_id(kind.id()), Some(kind));
        assert!(Environment::ALL.iter().any(|environment| kind.absent(*environment).is_none()));
    }
    assert_eq!(Kind::from_id("nobody"), None);
}
