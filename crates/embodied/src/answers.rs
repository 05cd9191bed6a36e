//! Answers as the baseline agents write them: the JSON that every planner is asked for, with its keys in their order. The
//! reader is `stepguard_results::import::answer`, which takes much more than this.

use stepguard_results::record::{Answer, Planned};

/// An answer in the words of the agent loop. Reading it gives the same answer back.
#[must_use]
pub fn write(answer: &Answer) -> String {
    let mut out = String::from("{");
    let mut key = |key: &str, value: Option<&String>| {
        if let Some(value) = value {
            out.push_str(&format!("\"{key}\": {}, ", quoted(value)));
        }
    };
    key("visual_state_description", answer.sees.as_ref());
    key("reasoning_and_reflection", answer.reasoning.as_ref());
    key("language_plan", answer.plan.as_ref());
    out.push_str("\"executable_plan\": [");
    for (place, action) in answer.actions.iter().enumerate() {
        if place > 0 {
            out.push_str(", ");
        }
        out.push_str(&planned(action));
    }
    out.push_str("]}");
    out
}

fn planned(action: &Planned) -> String {
    if !action.pose.is_empty() {
        return format!("{:?}", action.pose);
    }
    match action.id {
        Some(id) => format!("{{\"action_id\": {id}, \"action_name\": {}}}", quoted(&action.name)),
        None => format!("{{\"action_name\": {}}}", quoted(&action.name)),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A plan in words: a numbered sentence for each action.
#[must_use]
pub fn plan_in_words(actions: &[Planned]) -> String {
    let sentence = |(number, action): (usize, &Planned)| {
        let name = match action.pose.as_slice() {
            [x, y, z, .., grip] => {
                let gripper = if *grip == 0 { "closed" } else { "open" };
                format!("move to [{x}, {y}, {z}], gripper {gripper}")
            }
            _ => action.name.clone(),
        };
        let mut letters = name.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        format!("{number}. {first}{}.", letters.as_str())
    };
    (1..).zip(actions).map(sentence).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepguard_results::import::answer;

    #[test]
    fn what_is_written_is_read() {
        let ids = Answer {
            sees: Some("a \"quoted\" cup\nand a plate".to_owned()),
            reasoning: Some("I go. 1 < 2 {so}".to_owned()),
            plan: Some("1. Find a cup.".to_owned()),
            actions: vec![
                Planned { id: Some(3), name: "find a cup".to_owned(), pose: Vec::new() },
                Planned { id: None, name: "wait".to_owned(), pose: Vec::new() },
            ],
        };
        let pose = vec![1, 2, 3, 0, 60, 0, 1];
        let poses = Answer {
            reasoning: Some("down".to_owned()),
            actions: vec![Planned { id: None, name: format!("{pose:?}"), pose }],
            ..Answer::default()
        };
        for one in [ids, poses, Answer::default()] {
            assert_eq!(answer::read(&write(&one)), Some(one));
        }
    }

    #[test]
    fn plans_are_sentences() {
        let named = |name: &str| Planned { id: Some(1), name: name.to_owned(), pose: Vec::new() };
        assert_eq!(plan_in_words(&[named("go on"), named("stop")]), "1. Go on. 2. Stop.");
        let pose = vec![57, 61, 20, 0, 60, 90, 0];
        let closes = Planned { id: None, name: format!("{pose:?}"), pose };
        assert_eq!(plan_in_words(&[closes]), "1. Move to [57, 61, 20], gripper closed.");
        assert_eq!(plan_in_words(&[]), "");
    }
}
