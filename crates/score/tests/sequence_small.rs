//! Action sequencing in a kitchen of five things: what each profile makes of the same plan.

use proptest::prelude::*;
use std::collections::BTreeMap;
use stepguard_score::sequence::official::{self, ErrorKind};
use stepguard_score::sequence::report::{PlanAnswer, PlansReport, compare, to_json};
use stepguard_score::sequence::{Suite, World, view};
use stepguard_score::{Module, Profile, Run};

const TASKS: &str = r#"{"id": "t", "task": "tidy"}"#;

const SCENE: &str = r#"{"id": "t", "goal": {"nodes": [{"id": 6, "class_name": "lamp", "state": "ON"}],
    "edges": [{"from_id": 5, "relation_type": "ON", "to_id": 3}], "actions": ["WASH|RINSE"]},
    "tl_goal": "(exists x0. ((WASH(x0) or RINSE(x0))) then (ON(lamp.6) and ONTOP(cup.5, sink.3)))",
    "gold_program": ["[WALK] <lamp> (6)"], "official_gold_ok": true,
    "name_to_id": {"kitchen": 1, "character": 65, "sink": 3, "cabinet": 4, "cup": 5, "lamp": 6},
    "init": {"nodes": [
        {"id": 1, "class": "kitchen", "category": "Rooms", "properties": [], "states": []},
        {"id": 65, "class": "character", "category": "Characters", "properties": [], "states": []},
        {"id": 3, "class": "sink", "category": "Furniture", "properties": ["RECIPIENT"], "states": []},
        {"id": 4, "class": "cabinet", "category": "Furniture", "properties": ["CAN_OPEN"], "states": ["CLOSED"]},
        {"id": 5, "class": "cup", "category": "Props", "properties": ["GRABBABLE"], "states": ["DIRTY"]},
        {"id": 6, "class": "lamp", "category": "Lamps", "properties": ["HAS_SWITCH"], "states": ["OFF"]}],
     "edges": [[65, "INSIDE", 1], [3, "INSIDE", 1], [4, "INSIDE", 1], [5, "INSIDE", 4], [5, "INSIDE", 1],
        [6, "INSIDE", 1]]}}"#;

fn suite() -> Suite {
    let line = SCENE.replace('\n', " ");
    Suite::read(World::VirtualHome, TASKS, "", BTreeMap::new(), Some(&line)).expect("a suite")
}

fn report(answer: Option<&str>) -> PlansReport {
    let mut run = Run::read("", Module::Sequencing);
    run.answers.extend(answer.map(|answer| ("t".to_owned(), answer.to_owned())));
    view::report("test", "small", &suite(), &run, Profile::Corrected)
}

fn scored(answer: &str) -> PlanAnswer {
    report(Some(answer)).answers.remove(0)
}

fn label(answer: &str) -> official::Label {
    official::label(suite().tasks[0].stage.as_ref().expect("a scene"), answer, 0)
}

/// All steps in a list, so that ordinary JSON keeps them.
const RIGHT: &str = r#"[{"WALK": ["cabinet"]}, {"OPEN": ["cabinet"]}, {"GRAB": ["cup"]}, {"WALK": ["sink"]},
    {"RINSE": ["cup"]}, {"PUTBACK": ["cup", "sink"]}, {"WALK": ["lamp"]}, {"SWITCHON": ["lamp"]}]"#;

/// The same as an object with repeated keys, as the prompt asks for it.
fn as_object(list: &str) -> String {
    let inner = list.trim_start_matches('[').trim_end_matches(']');
    format!("{{{}}}", inner.replace(['{', '}'], ""))
}

#[test]
fn every_form_of_the_right_plan_succeeds() {
    for form in [
        RIGHT.to_owned(),
        as_object(RIGHT),
        format!("Here you are:\n```json\n{}\n```<|eot_id|>", as_object(RIGHT)),
        as_object(RIGHT).replace('"', "'"),
        RIGHT.replace("cup", "cup_5").replace("sink", "sink.3"),
    ] {
        let answer = scored(&form);
        let ours = answer.corrected.expect("a verdict");
        assert!(ours.succeeds && ours.label.is_none(), "{form} {ours:?}");
        assert_eq!((answer.steps, ours.met, ours.asked), (8, 3, 3), "{form}");
    }
}

#[test]
fn repeated_keys_are_lost_by_the_official_rules_only() {
    let answer = scored(&as_object(RIGHT));
    let theirs = answer.official.expect("a label");
    assert!(!theirs.executable && !theirs.succeeds);
    assert_eq!(answer.reason.as_deref(), Some("steps-lost"));
    assert_eq!(answer.detail, "2 of 8 steps are lost");
    // The last WALK stands where the first one was.
    assert_eq!(theirs.failed.as_deref(), Some("[OPEN] <cabinet> (4)"));
}

#[test]
fn kinds_of_mistakes() {
    for (plan, theirs, ours) in [
        (r#"{"GRAB": ["cup"]}"#, ErrorKind::MissingStep, "missing-step"),
        (r#"{"WALK": ["sink"], "GRAB": ["sink"]}"#, ErrorKind::Affordance, "affordance"),
        (r#"{"WALK": ["dragon"]}"#, ErrorKind::Hallucination, "grammar"),
        (r#"{"FLY": ["sink"]}"#, ErrorKind::Hallucination, "grammar"),
        (r#"{"PUTIN": ["cup"]}"#, ErrorKind::Parameter, "grammar"),
        ("no plan at all", ErrorKind::Parsing, "grammar"),
    ] {
        assert_eq!(label(plan).error, Some(theirs), "{plan}");
        let answer = scored(plan);
        assert_eq!(answer.corrected.expect("a verdict").label.as_deref(), Some(ours), "{plan}");
    }
    // Close to the cup at first, and not when it is wanted.
    let late = r#"{"WALK": ["cabinet"], "OPEN": ["cabinet"], "RUN": ["lamp"], "GRAB": ["cup"]}"#;
    assert_eq!(label(late).error, Some(ErrorKind::WrongOrder));
    assert_eq!(scored(late).corrected.expect("a verdict").label.as_deref(), Some("wrong-temporal-order"));
}

#[test]
fn what_the_official_rules_get_wrong_is_told() {
    // The plan that is the reference is never successful there, and one more step makes no difference to ours.
    let reference = label(r#"{"WALK": ["lamp"]}"#);
    assert!(reference.is_reference && reference.executable && !reference.goal_reached);
    // A step that is not needed is skipped.
    let twice = label(r#"{"WALK": ["lamp"], "SWITCHON": ["lamp"], "SWITCHOFF": ["lamp"], "OPEN": ["lamp"]}"#);
    assert_eq!(twice.error, Some(ErrorKind::Affordance));
    let additional = label(r#"{"WALK": ["cabinet"], "CLOSE": ["cabinet"]}"#);
    assert_eq!((additional.executable, additional.additional), (true, 1));
    // JSON that is a list stops the evaluator.
    assert_eq!(label(RIGHT).error, Some(ErrorKind::EvaluatorFails));
    assert_eq!(scored(RIGHT).reason.as_deref(), Some("stops"));
    assert_eq!(
        scored(r#"{"WALK": ["lamp"], "PLUGIN": ["lamp"]}"#).official.expect("a label").label.as_deref(),
        Some("hallucination error")
    );
}

#[test]
fn nothing_is_passed_over() {
    let absent = report(None);
    assert_eq!(
        (absent.unanswered.k, absent.figures[0].corrected.as_ref().map(|rate| (rate.k, rate.n))),
        (1, Some((0, 1)))
    );
    assert_eq!(absent.figures[0].official, None);
    let unreadable = report(Some("I would rather not."));
    assert_eq!((unreadable.unreadable.k, unreadable.primary[0].k), (1, 1));
    let empty = scored("{}");
    assert!(empty.corrected.is_some_and(|ours| !ours.executable && ours.label.as_deref() == Some("unmet-goal")));
    let json = to_json(&report(Some(RIGHT)));
    assert_eq!(json, to_json(&report(Some(RIGHT))));
    assert_eq!(serde_json::from_str::<PlansReport>(&json).expect("JSON"), report(Some(RIGHT)));
}

#[test]
fn two_runs_are_compared_on_what_both_have() {
    let (right, wrong) = (report(Some(RIGHT)), report(Some("{}")));
    let found = compare(&wrong, &right).expect("comparable");
    assert_eq!((found.n, found.success.first, found.success.second), (1, Some(0.0), Some(100.0)));
    assert_eq!(found.success.words, "no difference shown");
    assert_eq!(found.success.p, Some(1.0));
    let other = PlansReport { profile: "official".to_owned(), ..wrong.clone() };
    assert!(compare(&other, &right).is_err());
    let mut without = right.clone();
    without.answers[0].corrected = None;
    assert_eq!(compare(&wrong, &without).map(|found| (found.n, found.left_out)), Ok((0, vec!["t".to_owned()])));
}

#[test]
fn broken_suites_are_refused() {
    let read = |tasks: &str, scene: &str| Suite::read(World::VirtualHome, tasks, "", BTreeMap::new(), Some(scene));
    let line = SCENE.replace('\n', " ");
    assert!(read("{", &line).is_err());
    assert!(read(TASKS, "[]").is_err());
    assert!(read(TASKS, &line.replace("\"INSIDE\"", "\"BENEATH\"")).is_err());
    let nothing = Suite::read(World::Behavior, TASKS, "", BTreeMap::new(), None).expect("tasks");
    let mut run = Run::read("", Module::Sequencing);
    run.answers.insert("t".to_owned(), RIGHT.to_owned());
    let report = view::report("test", "small", &nothing, &run, Profile::Corrected);
    assert_eq!(report.unchecked.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Pieces of answers in any order: a verdict in any case, and no plan that succeeds without its goal.
    #[test]
    fn any_answer_has_a_verdict(pieces in prop::collection::vec(prop::sample::select(vec![
        "{", "}", "[", "]", ",", "\"WALK\": [\"cabinet\"]", "\"OPEN\": [\"cabinet\"]", "'GRAB': ['cup']", "\"PUTIN\": [\"cup\"]",
        "\"RINSE\": \"cup\"", "\"SIT\": [\"lamp\"]", "\"\": [\"\"]", "\"PUTOBJBACK\": [\"cup\"]", "(walk sink)", "\"FIND\": [\"cup\", 7]",
        "\"DROP\": [\"ü ()\"]", "<|eot_id|>", "```json", "null", "\"SLEEP\": []",
    ]), 0..14)) {
        let answer = scored(&pieces.concat());
        let ours = answer.corrected.expect("a verdict");
        prop_assert!(!ours.succeeds || ours.met == ours.asked);
        prop_assert_eq!(ours.succeeds, ours.label.is_none());
        prop_assert!(answer.official.is_some());
    }
}
