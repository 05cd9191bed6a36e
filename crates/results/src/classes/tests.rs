//! A made-up episode for each class, and ones that no rule decides.

use super::*;
use crate::record::{Answer, Outcome, Planned};

fn step(name: &str, ran: bool, feedback: &str) -> Step {
    Step {
        action: Some(i64::try_from(name.len()).expect("short")),
        name: name.to_owned(),
        ran: Some(ran),
        feedback: Some(feedback.to_owned()),
        ..Step::default()
    }
}

fn ran(name: &str) -> Step {
    step(name, true, "Done.")
}

/// Every step is a round of its own.
fn failed(steps: Vec<Step>) -> Episode {
    let rounds = steps.into_iter().map(|step| Round { steps: vec![step], ..Round::default() }).collect();
    Episode {
        outcome: Some(Outcome { task_success: Some(0.0), ..Outcome::default() }),
        attempts: vec![Attempt { rounds }],
        ..Episode::default()
    }
}

fn verdict(episode: &Episode, environment: Environment) -> Verdict {
    judge(episode, environment, Some(Subset::Base)).expect("it failed")
}

fn class(episode: &Episode) -> Option<Class> {
    verdict(episode, Environment::Alfred).class
}

#[test]
fn successes_and_unfinished_episodes_are_not_judged() {
    let mut episode = failed(Vec::new());
    episode.outcome = Some(Outcome { task_success: Some(1.0), ..Outcome::default() });
    assert_eq!(judge(&episode, Environment::Alfred, None), None);
    episode.outcome = None;
    assert_eq!(judge(&episode, Environment::Alfred, None), None);
}

#[test]
fn numbers_and_names_that_disagree() {
    let mut episode = failed(Vec::new());
    let planned = |id, name: &str| Planned { id: Some(id), name: name.to_owned(), pose: Vec::new() };
    let done = |id, name: &str| Step { action: Some(id), name: name.to_owned(), ran: Some(true), ..Step::default() };
    episode.attempts[0].rounds.push(Round {
        answer: Some(Answer {
            actions: vec![planned(3, "find the lamp"), planned(4, "pick up a cup"), planned(9, "Put-Down")],
            ..Answer::default()
        }),
        steps: vec![done(3, "find a Lamp"), done(4, "pick up the Plate"), done(9, "put down")],
        ..Round::default()
    });
    let found = verdict(&episode, Environment::Alfred);
    assert_eq!(found.class, Some(Class::ActionIdMismatch));
    assert_eq!(found.evidence.len(), 1);
    assert_eq!((found.evidence[0].round, found.evidence[0].step), (Some(0), Some(2)));
    assert!(found.evidence[0].text.contains("pick up a cup"), "{}", found.evidence[0].text);
}

#[test]
fn an_agent_that_stops() {
    let mut episode = failed(vec![ran("find a cup"), Step { kind: Kind::EmptyPlan, ..Step::default() }]);
    episode.attempts[0].rounds[1].answer =
        Some(Answer { reasoning: Some("The cup is where it should be.".to_owned()), ..Answer::default() });
    let found = verdict(&episode, Environment::Alfred);
    assert_eq!(found.class, Some(Class::WrongTermination));
    assert_eq!(found.evidence[0].text, "The cup is where it should be.");
    // Manipulation only states it in the result.
    let mut episode = failed(vec![ran("[1, 2, 3, 4, 5, 6, 1]")]);
    episode.outcome = Some(Outcome { task_success: Some(0.0), planner_output_error: Some(-1.0), ..Outcome::default() });
    assert_eq!(verdict(&episode, Environment::Manipulation).class, Some(Class::WrongTermination));
    // An empty plan after which the agent went on proves nothing.
    let episode = failed(vec![Step { kind: Kind::EmptyPlan, ..Step::default() }, ran("find a cup"), ran("put down")]);
    assert_eq!(class(&episode), None);
}

#[test]
fn refused_and_tried_again() {
    let again = || step("put down the cup", false, "The shelf is full.");
    let episode = failed(vec![ran("find a cup"), again(), again(), again(), ran("find a shelf"), ran("x"), ran("y")]);
    let found = verdict(&episode, Environment::Alfred);
    assert_eq!(found.class, Some(Class::Reflection));
    assert_eq!(found.evidence.iter().map(|proof| proof.step).collect::<Vec<_>>(), [Some(2), Some(3), Some(4)]);
    // Twice is no pattern, and other feedback is other feedback.
    let other = step("put down the cup", false, "The shelf is out of reach.");
    let episode = failed(vec![ran("a"), ran("b"), ran("c"), again(), again(), other, ran("d")]);
    assert_eq!(class(&episode), None);
}

#[test]
fn a_search_that_goes_nowhere() {
    let miss = || step("pick up the pear", false, "The robot is not near the pear.");
    let episode =
        failed(vec![ran("navigate to the sofa"), miss(), ran("navigate to the sofa"), miss(), ran("turn on the lamp")]);
    let found = verdict(&episode, Environment::Habitat);
    assert_eq!(found.class, Some(Class::InsufficientExploration));
    assert_eq!(found.evidence.len(), 2);
    // One that goes to look elsewhere is a search.
    let episode = failed(vec![
        ran("navigate to the sofa"),
        miss(),
        ran("navigate to the table"),
        miss(),
        ran("navigate to the sink"),
    ]);
    assert_eq!(verdict(&episode, Environment::Habitat).class, None);
}

#[test]
fn a_robot_that_never_turns() {
    let step = |distance: f64| Step { distance: Some(distance), ..ran("Move forward by 0.25") };
    let episode = failed((0..20).map(|_| step(3.0)).collect());
    assert_eq!(verdict(&episode, Environment::Navigation).class, Some(Class::InsufficientExploration));
    let episode = failed((0..20).map(|n| step(3.0 - f64::from(n) * 0.05)).collect());
    assert_eq!(verdict(&episode, Environment::Navigation).class, None);
}

#[test]
fn a_step_that_is_never_taken() {
    let closed = step("put down the cup", false, "The cabinet is closed.");
    let episode = failed(vec![ran("find a cup"), closed.clone(), ran("find a shelf")]);
    let found = verdict(&episode, Environment::Alfred);
    assert_eq!(found.class, Some(Class::MissingStep));
    assert_eq!(found.evidence[0].step, Some(2));
    let episode = failed(vec![ran("find a cup"), closed, ran("open the Cabinet"), ran("find a shelf")]);
    assert_eq!(class(&episode), None);
}

#[test]
fn too_many_invalid_actions() {
    let bad = |n: usize| step(&format!("use thing {}", "x".repeat(n)), false, "This cannot be done.");
    let mut steps: Vec<Step> = (0..10).map(bad).collect();
    steps.extend((0..15).map(|_| ran("find a cup")));
    assert_eq!(class(&failed(steps)), Some(Class::InvalidAction));
    assert_eq!(class(&failed(vec![bad(1), bad(2), ran("find a cup")])), Some(Class::InvalidAction));
    assert_eq!(class(&failed(vec![bad(1), ran("find a cup"), ran("find a shelf")])), None);
}

#[test]
fn the_wrong_thing_taken() {
    let mut episode = failed(vec![ran("find a Cup"), ran("pick up the Plate"), ran("put down the Plate")]);
    episode.instruction = Some("Put the cup on the shelf.".to_owned());
    let found = verdict(&episode, Environment::Alfred);
    assert_eq!(found.class, Some(Class::InaccurateAction));
    assert_eq!(found.evidence[0].step, Some(2));
    // Common-sense instructions name nothing, so nothing follows there.
    assert_eq!(judge(&episode, Environment::Alfred, Some(Subset::Common)).and_then(|found| found.class), None);
    episode.instruction = Some("Put the plate on the shelf.".to_owned());
    assert_eq!(class(&episode), None);
}

#[test]
fn a_gripper_that_closes_beside_everything() {
    let pose = |x: i64, grip: i64| Planned {
        name: format!("[{x}, 61, 20, 0, 60, 0, {grip}]"),
        pose: vec![x, 61, 20, 0, 60, 0, grip],
        ..Planned::default()
    };
    let episode = |x: i64| {
        let mut episode = failed(Vec::new());
        episode.attempts[0].rounds.push(Round {
            answer: Some(Answer {
                sees: Some("a ring at [57, 61, 20]".to_owned()),
                actions: vec![pose(57, 1), pose(x, 0)],
                ..Answer::default()
            }),
            steps: vec![ran("a"), ran("b")],
            ..Round::default()
        });
        episode
    };
    let found = verdict(&episode(66), Environment::Manipulation);
    assert_eq!(found.class, Some(Class::InaccurateAction));
    assert_eq!(found.evidence[0].step, Some(2));
    assert_eq!(verdict(&episode(58), Environment::Manipulation).class, None);
}

#[test]
fn what_needs_a_person_says_so() {
    let found = verdict(&failed(vec![ran("find a cup"), ran("put down")]), Environment::Alfred);
    assert_eq!((found.class, found.evidence.len()), (None, 0));
    let mut episode = failed(Vec::new());
    episode.attempts.clear();
    assert!(verdict(&episode, Environment::Alfred).why.contains("no record"));
}

#[test]
fn other_rules_that_hold_are_named() {
    let again = || step("put down the cup", false, "The cabinet is closed.");
    let found = verdict(&failed(vec![again(), again(), again()]), Environment::Alfred);
    assert_eq!(found.class, Some(Class::Reflection));
    assert_eq!(found.also, [Class::MissingStep, Class::InvalidAction]);
}
