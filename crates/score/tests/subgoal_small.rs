//! Subgoal decomposition in a kitchen of five things: what each profile makes of the same subgoals.

use proptest::prelude::*;
use std::collections::BTreeMap;
use stepguard_score::sequence::report::PlanAnswer;
use stepguard_score::sequence::{Suite, World};
use stepguard_score::subgoal::view;
use stepguard_score::{Module, Profile, Run};

const SCENE: &str = r#"{"id": "t", "goal": {"nodes": [{"id": 6, "class_name": "lamp", "state": "ON"}],
    "edges": [{"from_id": 5, "relation_type": "ON", "to_id": 3}], "actions": ["WASH|RINSE"]},
    "tl_goal": "(exists x0. ((WASH(x0) or RINSE(x0))) then (ON(lamp.6) and ONTOP(cup.5, sink.3)))",
    "gold_program": ["[WALK] <lamp> (6)"], "official_gold_ok": true, "name_to_id": {"kitchen": 1},
    "init": {"nodes": [
        {"id": 1, "class": "kitchen", "category": "Rooms", "properties": [], "states": []},
        {"id": 65, "class": "character", "category": "Characters", "properties": [], "states": []},
        {"id": 3, "class": "sink", "category": "Furniture", "properties": ["RECIPIENT"], "states": []},
        {"id": 4, "class": "cabinet", "category": "Furniture", "properties": ["CAN_OPEN"], "states": ["CLOSED"]},
        {"id": 5, "class": "cup", "category": "Props", "properties": ["GRABBABLE"], "states": ["DIRTY"]},
        {"id": 6, "class": "lamp", "category": "Lamps", "properties": ["HAS_SWITCH"], "states": ["OFF"]}],
     "edges": [[65, "INSIDE", 1], [3, "INSIDE", 1], [4, "INSIDE", 1], [5, "INSIDE", 4], [5, "INSIDE", 1],
        [6, "INSIDE", 1]]}}"#;

fn scored(subgoals: &[&str]) -> PlanAnswer {
    answered(&serde_json::json!({ "output": subgoals }).to_string())
}

fn answered(answer: &str) -> PlanAnswer {
    let line = SCENE.replace('\n', " ");
    let suite = Suite::read(World::VirtualHome, r#"{"id": "t"}"#, "", BTreeMap::new(), Some(&line)).expect("a suite");
    let lines = serde_json::json!({ "id": "scene_1_t", "llm_output": answer }).to_string();
    let run = Run::read(&lines, Module::Subgoal);
    view::report("test", "small", &suite, &run, Profile::Corrected).answers.remove(0)
}

fn ours(subgoals: &[&str]) -> (bool, bool, Option<String>) {
    let verdict = scored(subgoals).corrected.expect("a verdict");
    (verdict.executable, verdict.succeeds, verdict.label)
}

fn theirs(subgoals: &[&str]) -> Option<String> {
    scored(subgoals).official.expect("a label").label
}

const RIGHT: [&str; 5] =
    ["OPEN(cabinet.4)", "HOLDS_RH(character.65, cup.5)", "RINSE(cup.5)", "ONTOP(cup.5, sink.3)", "ON(lamp.6)"];

#[test]
fn achievers_with_the_steps_of_the_body_in_front() {
    let answer = scored(&RIGHT);
    assert!(answer.corrected.is_some_and(|verdict| verdict.succeeds));
    assert_eq!(answer.official.expect("a label").label, None);
    assert_eq!(answer.reason, None);
    let plan: Vec<&str> = answer.plan.lines().collect();
    assert_eq!(
        plan,
        [
            "(walk character_65 cabinet_4)",
            "(open character_65 cabinet_4)",
            "(grab character_65 cup_5)",
            "(rinse character_65 cup_5)",
            "(walk character_65 sink_3)",
            "(putback character_65 cup_5 sink_3)",
            "(walk character_65 lamp_6)",
            "(switchon character_65 lamp_6)",
        ]
    );
}

#[test]
fn the_world_is_for_the_subgoals_to_change() {
    // Nobody opens the cabinet.
    let missing = ours(&RIGHT[1..]);
    assert_eq!(missing, (false, false, Some("missing-step".to_owned())));
    assert_eq!(theirs(&RIGHT[1..]).as_deref(), Some("Runtime"));
    // No action makes anything dirty; by the official rules nothing is done and it counts as reached.
    assert_eq!(ours(&["DIRTY(sink.3)"]), (false, false, Some("affordance".to_owned())));
    assert_eq!(theirs(&["DIRTY(sink.3)"]).as_deref(), Some("GoalUnreachable"));
}

#[test]
fn parts_hold_together_and_alternatives_are_alternatives() {
    assert_eq!(ours(&["OPEN(cabinet.4) and CLOSED(cabinet.4)"]).2.as_deref(), Some("wrong-temporal-order"));
    assert!(ours(&["OPEN(cabinet.4) and HOLDS_RH(character.65, cup.5)", "ON(lamp.6)"]).0);
    assert!(ours(&["ON(sink.3) or OPEN(cabinet.4)"]).0, "the first cannot, the second can");
    assert!(ours(&["FLYING(cup.5) or OPEN(cabinet.4)"]).0);
    assert!(ours(&["OPEN(cabinet.4)", "not OPEN(cabinet.4)", "not OPEN(cabinet.4)"]).0);
    assert_eq!(theirs(&["not OPEN(cabinet.4)"]).as_deref(), Some("NotParseable"));
    assert_eq!(ours(&["not (OPEN(cabinet.4) or CLOSED(cabinet.4))"]).2.as_deref(), Some("wrong-temporal-order"));
}

#[test]
fn what_cannot_be_read_counts() {
    for (subgoal, label) in [
        ("FLYING(cup.5)", "Hallucination"),
        ("OPEN(dragon.7)", "Hallucination"),
        ("OPEN(cabinet.4, cup.5)", "Hallucination"),
        ("OPEN(cabinet.4", "NotParseable"),
        ("OPEN(cabinet.4) then CLOSED(cabinet.4) (", "NotParseable"),
    ] {
        assert_eq!(ours(&[subgoal]), (false, false, Some("grammar".to_owned())), "{subgoal}");
        assert_eq!(theirs(&[subgoal]).as_deref(), Some(label), "{subgoal}");
    }
    let none = answered("I cannot say.");
    assert_eq!(none.corrected.expect("a verdict").label.as_deref(), Some("grammar"));
    let odd = answered("Sure: {\"output\": [\"OPEN(cabinet.4)\", 7]}");
    assert_eq!(odd.corrected.expect("a verdict").label.as_deref(), Some("grammar"));
    assert_eq!(odd.steps, 2);
}

#[test]
fn the_goal_has_to_hold_in_the_end() {
    let undone: Vec<&str> = RIGHT.iter().copied().chain(["OFF(lamp.6)"]).collect();
    let answer = scored(&undone);
    assert_eq!(answer.reason.as_deref(), Some("on-the-way"));
    assert!(answer.official.is_some_and(|label| label.succeeds));
    assert!(answer.corrected.is_some_and(|verdict| verdict.executable && !verdict.succeeds));
    // Without the demanded action.
    let dry: Vec<&str> = RIGHT.iter().copied().filter(|subgoal| !subgoal.starts_with("RINSE")).collect();
    assert_eq!(ours(&dry), (true, false, Some("unmet-goal".to_owned())));
}

#[test]
fn every_answer_has_an_end() {
    // Every CLEAN can be reached in two ways, and far more subgoals than anybody would read.
    let clean = vec!["CLEAN(cup.5)"; 40];
    assert_eq!(ours(&clean), (true, false, Some("unmet-goal".to_owned())));
    let long = vec!["OPEN(cabinet.4) and CLOSED(lamp.6)"; 3_000];
    assert!(!ours(&long).0);
    let endless: Vec<&str> = ["OPEN(cabinet.4)", "CLOSED(cabinet.4)"].into_iter().cycle().take(3_000).collect();
    assert_eq!(ours(&endless).2.as_deref(), Some("grammar"));
    let nested = format!("{}ON(x){}", "exists x. (".repeat(40), ")".repeat(40));
    assert_eq!(ours(&[&nested]).2.as_deref(), Some("grammar"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Pieces of formulas in any order: a verdict in any case, and an end.
    #[test]
    fn any_answer_has_a_verdict(pieces in prop::collection::vec(prop::sample::select(vec![
        "OPEN(cabinet.4)", "ON(lamp.6)", "CLEAN(cup.5)", "ONTOP(cup.5, sink.3)", "RINSE(cup.5)", "SLEEP", " and ", " or ", " then ",
        "not ", "(", ")", "exists x. (", "forall x. (", "HOLDS_LH(character.65, x)", "NEXT_TO(character.65, kitchen.1)", "\u{fc}", ".",
    ]), 0..9), split in 0_usize..9) {
        let split = split.min(pieces.len());
        let answer = scored(&[&pieces[..split].concat(), &pieces[split..].concat()]);
        let ours = answer.corrected.expect("a verdict");
        prop_assert!(!ours.succeeds || ours.met == ours.asked);
        prop_assert!(ours.executable || ours.label.is_some());
        prop_assert!(answer.official.is_some());
    }
}
