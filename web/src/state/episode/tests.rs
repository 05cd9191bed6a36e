use super::fixtures::{episode, round, step};
use super::*;

fn track(show: &EpisodeShow) -> Track {
    Track::new(show, None)
}

#[test]
fn what_is_chosen_reads_back_from_the_address() {
    for text in ["", "0", "10", "r5", "a1-10", "a2-r3", "a2-"] {
        assert_eq!(Spot::parse(text).text(), text);
    }
    for nonsense in ["x", "r", "-1", "a0-1x", "99999999999999", "a-3"] {
        assert_eq!(Spot::parse(nonsense).place, Place::Nowhere, "{nonsense}");
    }
}

#[test]
fn lines_are_columns_and_only_steps_have_numbers() {
    let show = episode();
    let track = track(&show);
    assert_eq!((track.attempt, track.attempts, track.steps(), track.last()), (1, 2, 3, 4));
    let steps: Vec<_> = track.columns.iter().map(|column| column.step).collect();
    assert_eq!(steps, [Some(0), Some(1), Some(2), Some(3), None]);
    assert_eq!(track.rounds, [1..3, 3..4, 4..5]);
    assert_eq!(track.columns[4].state, 3, "an empty plan changes nothing");
    assert_eq!(track.line(&show, 3).map(|line| line.name.as_str()), Some("put down Mug_1"));
    assert_eq!(track.line(&show, 0), None);
    assert_eq!(track.before(&show, 1), show.scene.as_ref().and_then(|scene| scene.states.first()));
    assert_eq!(track.before(&show, 4), None);
    for column in 0..track.columns.len() {
        assert_eq!(track.column(track.spot(column).place, &Proof::default()), column);
    }
}

#[test]
fn an_earlier_attempt_has_an_address_of_its_own_and_no_states() {
    let show = episode();
    let first = Track::new(&show, Some(0));
    assert_eq!(first.spot(1).text(), "a1-1");
    assert_eq!(first.state(&show, 1), None);
    assert!(first.states(&show, 1).is_empty());
    assert_eq!(track(&show).spot(1).text(), "1");
    assert_eq!(Track::new(&show, Some(17)).attempt, 1);
}

#[test]
fn an_episode_without_a_record_has_only_its_start() {
    let mut show = episode();
    show.view.attempts.clear();
    let track = track(&show);
    assert_eq!((track.last(), track.attempts), (0, 0));
    assert_eq!(track.column(Place::Step(5), &Proof::new(&show)), 0);
    assert_eq!(track.round(&show, 0), None);
    assert_eq!(cell_of(&show, &track, Row::Action, 0).spoken, "before the first step");
    assert_eq!(track.neighbour(0, true), 0);
}

#[test]
fn rounds_are_walked_by_their_first_lines() {
    let track = track(&episode());
    let walk = |from, forward| track.neighbour(from, forward);
    assert_eq!([walk(0, true), walk(1, true), walk(3, true), walk(4, true)], [1, 3, 4, 4]);
    assert_eq!([walk(4, false), walk(3, false), walk(2, false), walk(1, false)], [3, 1, 1, 0]);
}

#[test]
fn the_first_evidence_is_shown_when_nothing_is_chosen() {
    let show = episode();
    let (track, proof) = (track(&show), Proof::new(&show));
    assert_eq!(track.column(Place::Nowhere, &proof), 2);
    assert_eq!(track.column(Place::Round(3), &proof), 4);
    assert_eq!(track.column(Place::Step(99), &proof), 4);
    let marked: Vec<_> = (0..5).filter(|&column| proof.has(&track, column)).collect();
    assert_eq!(marked, [2, 3, 4]);
    assert!(!proof.has(&Track::new(&show, Some(0)), 1), "an earlier attempt proves nothing");
    assert_eq!(proof.runs(), vec![2..4]);
    assert_eq!(proof.of_round(2), ["Everything is done."]);
}

#[test]
fn cells_say_what_they_show() {
    let show = episode();
    let track = track(&show);
    let rows = rows(&show, &track);
    assert_eq!(rows, [Row::Action, Row::Condition(0), Row::Condition(1), Row::Met]);
    let say = |row, column| cell_of(&show, &track, row, column).spoken;
    assert_eq!(say(Row::Action, 1), "find Mug_1, ran");
    assert_eq!(say(Row::Action, 2), "put down Mug_1, invalid");
    assert_eq!(say(Row::Action, 4), "no step: the plan was empty");
    assert_eq!(say(Row::Condition(1), 0), "holds");
    assert_eq!(say(Row::Condition(1), 1), "undone here, no longer holds");
    assert_eq!(say(Row::Condition(1), 2), "does not hold");
    assert_eq!(say(Row::Met, 0), "1 of 2 met");
    assert_eq!(row_name(&show, Row::Condition(0)), "Mug_1 in Cabinet_2");
    let imported = EpisodeShow { scene: None, ..show };
    assert_eq!(super::rows(&imported, &track), [Row::Action, Row::Progress]);
    assert_eq!(cell_of(&imported, &track, Row::Progress, 1).spoken, "50 percent of the conditions met");
}

#[test]
fn rounds_end_as_the_record_says() {
    let show = episode();
    let rounds = rounds_of(&show, 1);
    let end = |at: usize| round_end(&rounds[at], at + 1 == rounds.len(), &show);
    assert_eq!(end(2), "empty plan");
    assert_eq!([end(0), end(1)], ["1 of 2 ran", "invalid"], "a plan of manipulation goes on behind an invalid step");
    let mut cut = rounds[0].clone();
    cut.actions.push(cut.actions[0].clone());
    assert_eq!(round_end(&cut, false, &show), "stopped: invalid");
    let mut solved = rounds[0].clone();
    solved.steps[1].solved = Some(true);
    assert_eq!(round_end(&solved, true, &show), "solved");
    assert_eq!(planned(&cut).iter().map(|(_, ran)| *ran).collect::<Vec<_>>(), [Some(true), Some(false), None]);
}

#[test]
fn the_effect_of_a_step_is_what_it_changed() {
    let show = episode();
    let track = track(&show);
    let first = effect(&show, &track, 1).expect("the first step has states");
    assert_eq!((first.gained, first.lost, first.moved), (vec![], vec![1], true));
    assert_eq!(effect(&show, &track, 2), Some(Effect::default()));
    assert_eq!(effect(&show, &track, 4), None);
}

#[test]
fn two_runs_are_compared_step_by_step() {
    let first = episode();
    let mut second = episode();
    let rounds = &mut second.view.attempts[1].rounds;
    rounds[0].steps[1].name = "open Cabinet_2".to_owned();
    rounds[1].steps[0].feedback = Some("something else".to_owned());
    rounds.push(round("More.", vec![step("find Plate_1", true, "ok")]));
    let (a, b) = (track(&first), track(&second));
    let against = compare((&first, &a), (&second, &b));
    assert_eq!(against, [Against::Same, Against::Same, Against::Action, Against::Outcome, Against::Alone]);
    let mut third = episode();
    if let Some(scene) = &mut third.scene {
        scene.states[1].hash = "other".to_owned();
    }
    assert_eq!(compare((&first, &a), (&third, &track(&third)))[1], Against::State);
}

#[test]
fn phrases_and_hits_are_marked_whatever_their_case() {
    let pieces = marked("I put it DOWN. I will do it again.", &["i will do it again."], "It");
    let text: String = pieces.iter().map(|piece| piece.text).collect();
    assert_eq!(text, "I put it DOWN. I will do it again.", "nothing is lost");
    let hits: Vec<_> = pieces.iter().filter(|piece| piece.hit).map(|piece| (piece.text, piece.proof)).collect();
    assert_eq!(hits, [("it", false), ("it", true)]);
    let proof: String = pieces.iter().filter(|piece| piece.proof).map(|piece| piece.text).collect();
    assert_eq!(proof, "I will do it again.");
    assert_eq!(marked("", &["x"], "y").len(), 0);
    // Letters whose small form is longer or shorter than they are.
    let odd = marked("\u{130}stanbul \u{df}", &[], "stanbul");
    assert_eq!(odd.iter().find(|piece| piece.hit).map(|piece| piece.text), Some("stanbul"));
}

#[test]
fn figures_are_written_with_their_places() {
    assert_eq!([one(1.25), one(-0.04), two(-1.016), two(12.0)], ["1.3", "0.0", "\u{2212}1.02", "12.00"]);
}
