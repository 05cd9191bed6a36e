//! Symbolic goals: an object with lists of node goals (states), edge goals (relations) and action goals.

use super::loose::{Clean, clean, member};
use super::{Aside, AsideKind, Reading, span};
use stepguard_plan::json::{Node, Value};
use stepguard_text::Span;

/// An object has to be in a state.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateGoal {
    /// The object.
    pub name: String,
    /// The state.
    pub state: String,
}

/// Two objects have to stand in a relation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelationGoal {
    /// The first object.
    pub from: String,
    /// The relation.
    pub relation: String,
    /// The second object.
    pub to: String,
}

/// Goals as written, with their places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoalAnswer {
    /// States of objects.
    pub states: Vec<(StateGoal, Span)>,
    /// Relations between objects.
    pub relations: Vec<(RelationGoal, Span)>,
    /// Actions that have to happen.
    pub actions: Vec<(String, Span)>,
    /// Elements that cannot be read, in the lists of states, relations and actions.
    pub unreadable: [i64; 3],
}

impl GoalAnswer {
    /// Whether nothing was predicted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty() && self.relations.is_empty() && self.actions.is_empty() && self.unreadable == [0; 3]
    }
}

const STATES: [&str; 6] = ["nodegoals", "nodegoal", "nodes", "stategoals", "states", "symbolicnodegoals"];
const RELATIONS: [&str; 6] = ["edgegoals", "edgegoal", "edges", "relationgoals", "relations", "symbolicedgegoals"];
const ACTIONS: [&str; 4] = ["actiongoals", "actiongoal", "actions", "symbolicactiongoals"];

/// Reads goals.
#[must_use]
pub fn goals(raw: &str) -> Reading<GoalAnswer> {
    let mut clean = clean(raw);
    let values = clean.values();
    let mut found: Option<(usize, GoalAnswer, Vec<Aside>)> = None;
    for (index, read) in values.iter().enumerate() {
        let node = member(&clean, &read.node, &["output", "answer", "goals", "symbolicgoals"]).unwrap_or(&read.node);
        let mut asides = Vec::new();
        if let Some(answer) = answer(&clean, node, &mut asides)
            && let Some((earlier, ..)) = found.replace((index, answer, asides))
        {
            let place = span((values[earlier].node.range.0, values[earlier].end));
            clean.asides.push(Aside { span: place, kind: AsideKind::Replaced });
        }
    }
    let mut places = Vec::new();
    let taken = found.map(|(index, answer, asides)| {
        clean.asides.extend(asides);
        clean.list_tolerances(&values[index]);
        places.push(span((values[index].node.range.0, values[index].end)));
        answer
    });
    clean.list_beside(&places);
    Reading::new(taken, places, clean.asides)
}

/// An object with at least one of the three lists; an echo of the prompt, which has words in their place, is none.
fn answer(clean: &Clean, node: &Node, asides: &mut Vec<Aside>) -> Option<GoalAnswer> {
    let Value::Object(members) = &node.value else { return None };
    let mut answer = GoalAnswer::default();
    let mut lists = 0;
    for (key, value) in members {
        let name = clean.key(key);
        let name = name.as_str();
        let elements: &[Node] = match &value.value {
            Value::List(list) => list,
            // One goal without its list.
            Value::Object(_) => std::slice::from_ref(value),
            _ => {
                asides.push(Aside { span: span((key.range.0, value.range.1)), kind: AsideKind::UnknownKey });
                continue;
            }
        };
        if STATES.contains(&name) {
            lists += 1;
            elements.iter().for_each(|element| state(clean, element, &mut answer, asides));
        } else if RELATIONS.contains(&name) {
            lists += 1;
            elements.iter().for_each(|element| relation(clean, element, &mut answer, asides));
        } else if ACTIONS.contains(&name) {
            lists += 1;
            elements.iter().for_each(|element| action(clean, element, &mut answer, asides));
        } else {
            asides.push(Aside { span: span((key.range.0, value.range.1)), kind: AsideKind::UnknownKey });
        }
    }
    (lists > 0).then_some(answer)
}

/// `{}` stands for nothing.
fn is_nothing(node: &Node) -> bool {
    matches!(&node.value, Value::Object(members) if members.is_empty())
}

fn refuse(element: &Node, list: usize, answer: &mut GoalAnswer, asides: &mut Vec<Aside>) {
    answer.unreadable[list] += 1;
    asides.push(Aside { span: span(element.range), kind: AsideKind::Unreadable });
}

fn state(clean: &Clean, element: &Node, answer: &mut GoalAnswer, asides: &mut Vec<Aside>) {
    if is_nothing(element) {
        return;
    }
    let name = member(clean, element, &["name", "object", "node", "classname"]).and_then(|node| clean.word(node));
    let states: Vec<&str> = match member(clean, element, &["state", "states"]) {
        Some(Node { value: Value::List(list), .. }) => {
            list.iter().map(|node| clean.word(node)).collect::<Option<_>>().unwrap_or_default()
        }
        Some(node) => clean.word(node).into_iter().collect(),
        None => Vec::new(),
    };
    match name {
        Some(name) if !states.is_empty() => answer.states.extend(
            states
                .into_iter()
                .map(|state| (StateGoal { name: name.to_owned(), state: state.to_owned() }, span(element.range))),
        ),
        _ => refuse(element, 0, answer, asides),
    }
}

fn relation(clean: &Clean, element: &Node, answer: &mut GoalAnswer, asides: &mut Vec<Aside>) {
    if is_nothing(element) {
        return;
    }
    let word = |names: &[&str]| member(clean, element, names).and_then(|node| clean.word(node)).map(str::to_owned);
    match (word(&["fromname", "from"]), word(&["relation", "relationtype"]), word(&["toname", "to"])) {
        (Some(from), Some(relation), Some(to)) => {
            answer.relations.push((RelationGoal { from, relation, to }, span(element.range)));
        }
        _ => refuse(element, 1, answer, asides),
    }
}

fn action(clean: &Clean, element: &Node, answer: &mut GoalAnswer, asides: &mut Vec<Aside>) {
    if is_nothing(element) {
        return;
    }
    let name = match &element.value {
        Value::Object(_) => member(clean, element, &["action", "name", "actionname"]).and_then(|node| clean.word(node)),
        Value::Text(_) => clean.word(element),
        Value::List(_) | Value::Word | Value::Group => None,
    };
    match name {
        Some(name) => answer.actions.push((name.to_owned(), span(element.range))),
        None => refuse(element, 2, answer, asides),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = r#"{"node goals": [{"name": "lamp", "state": "ON"}],
        "edge goals": [{"from_name": "soap", "relation": "ON", "to_name": "tub"}], "action goals": [{"action": "WASH"}]}"#;

    fn shown(raw: &str) -> Option<String> {
        let answer = goals(raw).taken?;
        let mut parts: Vec<String> = answer.states.iter().map(|(g, _)| format!("{}:{}", g.name, g.state)).collect();
        parts.extend(answer.relations.iter().map(|(g, _)| format!("{} {} {}", g.from, g.relation, g.to)));
        parts.extend(answer.actions.iter().map(|(g, _)| g.clone()));
        parts.push(format!("{:?}", answer.unreadable));
        Some(parts.join("; "))
    }

    #[test]
    fn forms_of_the_same_answer() {
        let right = shown(PLAIN).expect("an answer");
        assert_eq!(right, "lamp:ON; soap ON tub; WASH; [0, 0, 0]");
        for form in [
            PLAIN.replace('"', "'"),
            format!("```json\n{PLAIN}\n```<|eot_id|>"),
            format!("The goal is\n{PLAIN}\nas asked."),
            PLAIN.replace("node goals", "Node_Goals"),
            PLAIN.replace("{\"action\": \"WASH\"}", "\"WASH\""),
            format!("{{\"output\": {PLAIN}}}"),
            format!("{{'node goals': SYMBOLIC NODE GOALS, 'edge goals': SYMBOLIC EDGE GOALS}}\n{PLAIN}"),
        ] {
            assert_eq!(shown(&form).as_deref(), Some(right.as_str()), "{form}");
        }
    }

    #[test]
    fn meaning_is_strict() {
        assert_eq!(shown(r#"{"node goals": [{"name": "lamp"}, {}, "lamp ON"]}"#).as_deref(), Some("[2, 0, 0]"));
        assert_eq!(shown(r#"{"edge goals": [{"from_name": "a", "to_name": "b"}]}"#).as_deref(), Some("[0, 1, 0]"));
        assert_eq!(shown(r#"{"node goals": [], "edge goals": []}"#).as_deref(), Some("[0, 0, 0]"));
        assert_eq!(shown("{'node goals': SYMBOLIC NODE GOALS}"), None);
        assert_eq!(shown("I do not know."), None);
        assert_eq!(shown(r#"{"steps": ["walk"]}"#), None);
    }

    #[test]
    fn an_answer_that_was_cut_off() {
        let raw = r#"{"node goals": [{"name": "cup", "state": "CLEAN"}, {"name": "cup", "st<|eot_id|>"#;
        let reading = goals(raw);
        let answer = reading.taken.expect("an answer");
        assert_eq!((answer.states.len(), answer.unreadable), (1, [1, 0, 0]));
        assert!(reading.asides.iter().any(|aside| aside.kind == AsideKind::Truncated));
    }
}
