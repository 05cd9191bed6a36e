//! A planner's answer, from the text or value that a record holds. Answers of models may be broken JSON, lie in a code
//! fence, or name their plan in one of several shapes.

use crate::literal::{self, Value};
use crate::record::{Answer, Planned};

/// Reads an answer; `None` when there is no JSON in it.
pub fn read(raw: &str) -> Option<Answer> {
    let start = raw.find(['{', '['])?;
    let (value, end) = literal::value(&raw[start..]).ok()?;
    // Something may follow a fenced answer, such as the fence; braces that follow mean that this is not all of it.
    let rest = &raw[start + end..];
    (!rest.contains(['{', '}'])).then_some(())?;
    from_value(&value)
}

/// An answer that is a value already.
pub fn from_value(value: &Value) -> Option<Answer> {
    match value {
        Value::Object(_) => {
            let text = |keys: &[&str]| {
                keys.iter().find_map(|key| value.get(key)).filter(|value| **value != Value::Null).map(Value::show)
            };
            Some(Answer {
                sees: text(&["visual_state_description", "visual_description"]),
                reasoning: text(&["reasoning_and_reflection", "reasoning"]),
                plan: text(&["language_plan"]),
                actions: value.get("executable_plan").map(actions).unwrap_or_default(),
            })
        }
        Value::List(_) => Some(Answer { actions: actions(value), ..Answer::default() }),
        _ => None,
    }
}

/// The plan: a list of actions, one action, or either of them as a string.
fn actions(value: &Value) -> Vec<Planned> {
    match value {
        Value::Text(text) => literal::whole(text).map(|value| unquoted(&value)).unwrap_or_default(),
        other => unquoted(other),
    }
}

fn unquoted(value: &Value) -> Vec<Planned> {
    match value {
        Value::List(list) => match pose(value) {
            Some(one) => vec![one],
            None => list.iter().filter_map(action).collect(),
        },
        one => action(one).into_iter().collect(),
    }
}

fn action(value: &Value) -> Option<Planned> {
    match value {
        Value::Object(_) => {
            if let Some(given) = value.get("action") {
                return action(given);
            }
            let id = value.get("action_id").and_then(|id| match id {
                Value::Text(text) => text.trim().parse().ok(),
                other => other.whole(),
            });
            let name = value.get("action_name").map(Value::show).unwrap_or_default();
            (id.is_some() || !name.is_empty()).then_some(Planned { id, name, pose: Vec::new() })
        }
        Value::Text(text) => match literal::whole(text).ok().as_ref().and_then(pose) {
            Some(pose) => Some(pose),
            None if text.trim().is_empty() => None,
            None => Some(Planned { name: text.clone(), ..Planned::default() }),
        },
        Value::Number(_) => value.whole().map(|id| Planned { id: Some(id), ..Planned::default() }),
        other => pose(other),
    }
}

/// Seven whole numbers.
fn pose(value: &Value) -> Option<Planned> {
    let Value::List(list) = value else { return None };
    let pose: Vec<i64> = list
        .iter()
        .map(|number| match number {
            Value::Number(_) => number.whole(),
            _ => None,
        })
        .collect::<Option<_>>()?;
    (pose.len() == 7).then(|| Planned { id: None, name: pose_name(&pose), pose })
}

pub(super) fn pose_name(pose: &[i64]) -> String {
    let numbers: Vec<String> = pose.iter().map(i64::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(raw: &str) -> Vec<String> {
        read(raw).expect("an answer").actions.into_iter().map(|action| action.name).collect()
    }

    #[test]
    fn plans_of_every_shape() {
        let wanted = ["[1, 2, 3, 4, 5, 6, 1]", "[1, 2, 3, 4, 5, 6, 0]"];
        for plan in [
            "[[1,2,3,4,5,6,1],[1,2,3,4,5,6,0]]",
            "\"[[1,2,3,4,5,6,1],[1,2,3,4,5,6,0]]\"",
            "[{\"action\": \"[1,2,3,4,5,6,1]\"}, {\"action\": [1,2,3,4,5,6,0]}]",
            "[\"[1,2,3,4,5,6,1]\", \"[1, 2, 3, 4, 5, 6, 0]\"]",
        ] {
            assert_eq!(names(&format!("{{\"executable_plan\": {plan}}}")), wanted, "{plan}");
        }
        assert_eq!(names("{\"executable_plan\": \"[1,2,3,4,5,6,1]\"}"), wanted[..1]);
        assert_eq!(names("[[1,2,3,4,5,6,1]]"), wanted[..1]);
        assert_eq!(
            names("{\"executable_plan\": [{\"action_id\": \"7\", \"action_name\": \"find a cup\"}]}"),
            ["find a cup"]
        );
        assert!(names("{\"executable_plan\": []}").is_empty());
    }

    #[test]
    fn fences_and_broken_answers() {
        let fenced = read("```json\n{\"language_plan\": \"1. go\", \"executable_plan\": []}\n```").expect("an answer");
        assert_eq!(fenced.plan.as_deref(), Some("1. go"));
        assert_eq!(read("{\"broken json"), None);
        assert_eq!(read("I do not know"), None);
        assert_eq!(read("{\"a\": 1}} more }"), None);
    }
}
