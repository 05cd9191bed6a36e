//! The module natively: what a worker would ask, and what it is told.

use serde_json::{Value, json};

fn ask(ask: &Value) -> Value {
    let answer = stepguard_replay::replay(&ask.to_string()).expect("it is run");
    serde_json::from_str(&answer).expect("JSON")
}

#[test]
fn an_episode_agrees_with_itself_and_tells_where_another_one_parts() {
    let mut question = json!({ "environment": "navigation", "subset": "base", "number": 0, "agent": "oracle" });
    let first = ask(&question);
    assert_eq!(first["agrees"], Value::Null);
    let states = first["show"]["scene"]["states"].as_array().expect("states");
    let hashes: Vec<&Value> = states.iter().map(|state| &state["hash"]).collect();
    let rounds = first["show"]["view"]["attempts"][0]["rounds"].as_array().expect("rounds");
    let steps = rounds.iter().flat_map(|round| round["steps"].as_array().expect("steps"));
    let feedback: Vec<&Value> = steps.map(|step| &step["feedback"]).collect();
    let answers: Vec<&Value> = rounds.iter().map(|round| &round["raw"]).collect();
    let solved = &first["show"]["view"]["line"]["success"];
    question["given"] = json!({ "hashes": hashes, "feedback": feedback, "answers": answers, "solved": solved });
    let again = ask(&question);
    assert_eq!(again["agrees"], true, "{}", again["words"]);
    assert!(again["same"].as_array().expect("marks").iter().all(|same| same == true));
    question["given"]["hashes"][2] = json!("0000000000000000");
    let other = ask(&question);
    assert_eq!((&other["agrees"], &other["differs"]["step"]), (&json!(false), &json!(2)));
    assert_eq!(other["same"][1], true);
    assert_eq!(other["same"][2], false);
}

#[test]
fn what_is_not_there_is_said() {
    for wrong in [
        json!({ "environment": "moon", "subset": "base", "number": 0, "agent": "oracle" }),
        json!({ "environment": "navigation", "subset": "spatial", "number": 0, "agent": "oracle" }),
        json!({ "environment": "navigation", "subset": "base", "number": 60, "agent": "oracle" }),
        json!({ "environment": "navigation", "subset": "base", "number": 0, "agent": "nobody" }),
        json!({ "environment": "navigation", "subset": "base", "number": 0, "agent": "wrong-pose" }),
        json!([]),
    ] {
        assert!(stepguard_replay::replay(&wrong.to_string()).is_err(), "{wrong}");
    }
    assert!(stepguard_replay::hashes("moon", 0, 1).is_err());
    assert!(stepguard_replay::tasks("navigation", "spoons").is_err());
}

#[test]
fn hashes_come_in_pieces() {
    let all = stepguard_replay::hashes("navigation", 0, 4).expect("there are tasks");
    let all: Vec<String> = serde_json::from_str(&all).expect("a list");
    let late = stepguard_replay::hashes("navigation", 2, 2).expect("there are tasks");
    let late: Vec<String> = serde_json::from_str(&late).expect("a list");
    assert_eq!(all[2..], late);
    assert!(stepguard_replay::about().expect("always").contains("partial-view"));
}
