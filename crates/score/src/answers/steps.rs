//! Action sequences and subgoal decompositions. The form asked for is an object whose keys are the actions, in order and
//! repeated where a step is repeated; what ordinary JSON readers make of it loses every repeated key but the last.

use super::loose::{Clean, clean, member};
use super::{Aside, AsideKind, Reading, span};
use stepguard_plan::json::{Node, Value};
use stepguard_plan::{RawStepKind, Vocabulary};
use stepguard_text::{Span, TextId};

/// A step as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The action.
    pub action: String,
    /// Its objects.
    pub arguments: Vec<String>,
    /// Where it stands.
    pub span: Span,
    /// Whether all of it could be read; a step that could not is not executed and counts against the answer.
    pub readable: bool,
}

/// A plan as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepsAnswer {
    /// The steps, in the order of the text.
    pub steps: Vec<Step>,
}

/// Names of members that wrap a plan.
const WRAPPERS: [&str; 9] =
    ["output", "plan", "actions", "actionsequence", "steps", "answer", "result", "actionplan", "executableplan"];

/// Reads an action sequence. `vocabulary` knows the actions' names; it is asked only where the answer is no object of
/// actions.
#[must_use]
pub fn steps(raw: &str, vocabulary: &dyn Vocabulary) -> Reading<StepsAnswer> {
    let mut clean = clean(raw);
    let values = clean.values();
    let mut found: Option<(usize, StepsAnswer, Vec<Aside>)> = None;
    for (index, read) in values.iter().enumerate() {
        let mut asides = Vec::new();
        let inner = member(&clean, &read.node, &WRAPPERS).unwrap_or(&read.node);
        if let Some(answer) = plan(&clean, inner, &mut asides)
            && let Some((earlier, ..)) = found.replace((index, answer, asides))
        {
            let place = span((values[earlier].node.range.0, values[earlier].end));
            clean.asides.push(Aside { span: place, kind: AsideKind::Replaced });
        }
    }
    let Some((index, answer, asides)) = found else { return from_text(clean, raw, vocabulary) };
    clean.asides.extend(asides);
    clean.list_tolerances(&values[index]);
    let place = span((values[index].node.range.0, values[index].end));
    clean.list_beside(&[place]);
    Reading::new(Some(answer), vec![place], clean.asides)
}

/// `{"WALK": ["a"], ...}` or `[{"WALK": ["a"]}, ...]`; `None` of any other value.
fn plan(clean: &Clean, node: &Node, asides: &mut Vec<Aside>) -> Option<StepsAnswer> {
    let mut answer = StepsAnswer::default();
    match &node.value {
        Value::Object(members) => {
            if members.iter().any(|(key, value)| clean.word(key).is_none() || matches!(value.value, Value::Object(_))) {
                return None;
            }
            let mut names: Vec<&str> = members.iter().filter_map(|(key, _)| clean.word(key)).collect();
            names.sort_unstable();
            if names.windows(2).any(|pair| pair[0] == pair[1]) {
                asides.push(Aside { span: span(node.range), kind: AsideKind::RepeatedKeys });
            }
            let numbered = is_numbered(clean, members);
            let read = |(key, value): &(Node, Node)| match numbered {
                true => step_text(clean, value, asides),
                false => step(clean, key, value, asides),
            };
            answer.steps = members.iter().map(read).collect();
        }
        Value::List(elements) => {
            let mut objects = 0;
            for element in elements {
                match &element.value {
                    Value::Object(members)
                        if members.iter().all(|(_, value)| matches!(value.value, Value::List(_))) =>
                    {
                        objects += 1;
                        answer.steps.extend(members.iter().map(|(key, value)| step(clean, key, value, asides)));
                    }
                    _ => answer.steps.push(unreadable(clean, element, asides)),
                }
            }
            if objects == 0 {
                return None;
            }
        }
        Value::Text(_) | Value::Word | Value::Group => return None,
    }
    Some(answer)
}

fn step(clean: &Clean, key: &Node, value: &Node, asides: &mut Vec<Aside>) -> Step {
    let place = span((key.range.0, value.range.1.max(key.range.1)));
    let mut readable = true;
    let arguments: Vec<String> = match &value.value {
        Value::List(list) => {
            let words: Vec<String> = list.iter().filter_map(|node| clean.word(node)).map(str::to_owned).collect();
            readable = words.len() == list.len();
            words
        }
        Value::Object(_) => {
            readable = false;
            Vec::new()
        }
        Value::Word if clean.word(value).is_none_or(|word| matches!(word, "null" | "None")) => Vec::new(),
        Value::Text(_) | Value::Word | Value::Group => clean.word(value).map(str::to_owned).into_iter().collect(),
    };
    if !readable {
        asides.push(Aside { span: place, kind: AsideKind::Unreadable });
    }
    Step { action: clean.word(key).unwrap_or_default().to_owned(), arguments, span: place, readable }
}

fn unreadable(clean: &Clean, node: &Node, asides: &mut Vec<Aside>) -> Step {
    let place = span(node.range);
    asides.push(Aside { span: place, kind: AsideKind::Unreadable });
    Step { action: place.slice(&clean.text).to_owned(), arguments: Vec::new(), span: place, readable: false }
}

/// `{"1": "(open box)", "step 2": "grasp(cup)"}`: numbers, or words with numbers, stand in the place of actions.
fn is_numbered(clean: &Clean, members: &[(Node, Node)]) -> bool {
    !members.is_empty()
        && members.iter().all(|(key, value)| {
            let key = clean.key(key);
            let rest = key.trim_end_matches(|c: char| c.is_ascii_digit());
            let text = matches!(value.value, Value::Text(_));
            text && rest.len() < key.len() && matches!(rest, "" | "step" | "action" | "s" | "a")
        })
}

/// A step in a text of its own: `(grasp cup)`, `grasp(cup)`, `grasp cup`.
fn step_text(clean: &Clean, value: &Node, asides: &mut Vec<Aside>) -> Step {
    let text = clean.word(value).unwrap_or_default();
    let mut words =
        text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',')).filter(|word| !word.is_empty());
    match words.next() {
        Some(action) => {
            let arguments = words.map(str::to_owned).collect();
            Step { action: action.to_owned(), arguments, span: span(value.range), readable: true }
        }
        None => unreadable(clean, value, asides),
    }
}

/// Any other notation is read as a plan text.
fn from_text(mut clean: Clean, raw: &str, vocabulary: &dyn Vocabulary) -> Reading<StepsAnswer> {
    // Emphasis around a step is no part of its names.
    clean.blank_all("**", &AsideKind::Emphasis);
    clean.blank_all("`", &AsideKind::Emphasis);
    let plan = stepguard_plan::read(&clean.text, TextId::Plan, vocabulary);
    for diagnostic in &plan.diagnostics {
        let kind = AsideKind::Plan(diagnostic.code, diagnostic.message.clone());
        clean.asides.push(Aside { span: diagnostic.place.span, kind });
    }
    clean.asides.extend(plan.ignored.iter().map(|span| Aside { span: *span, kind: AsideKind::Beside }));
    let steps: Vec<Step> = plan
        .steps
        .iter()
        .map(|step| match step.kind {
            RawStepKind::Action { name, arguments } => Step {
                action: plan.name(&clean.text, name).to_owned(),
                arguments: plan
                    .arguments_of(arguments)
                    .iter()
                    .map(|name| plan.name(&clean.text, *name).to_owned())
                    .collect(),
                span: step.span,
                readable: true,
            },
            RawStepKind::Unreadable(_) => Step {
                action: step.span.slice(raw).to_owned(),
                arguments: Vec::new(),
                span: step.span,
                readable: false,
            },
        })
        .collect();
    let places: Vec<Span> = steps.iter().map(|step| step.span).collect();
    let taken = (!steps.is_empty()).then_some(StepsAnswer { steps });
    Reading::new(taken, places, clean.asides)
}

/// A subgoal decomposition as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubgoalsAnswer {
    /// The expressions, in order, each with its place.
    pub subgoals: Vec<(String, Span)>,
    /// What stands under `actions_to_include`.
    pub actions: Vec<String>,
    /// Elements of the list that are no expressions.
    pub unreadable: u64,
}

/// Reads a subgoal decomposition: an object with the list under `output`, or the list itself.
#[must_use]
pub fn subgoals(raw: &str) -> Reading<SubgoalsAnswer> {
    let mut clean = clean(raw);
    let values = clean.values();
    let list = |node: &Node| match &node.value {
        Value::List(list) if list.is_empty() || list.iter().any(|e| matches!(e.value, Value::Text(_))) => {
            Some(list.clone())
        }
        _ => None,
    };
    let mut found: Option<(usize, Vec<Node>, Vec<String>)> = None;
    for (index, read) in values.iter().enumerate() {
        let inner = member(&clean, &read.node, &["output", "subgoals", "plan"]).unwrap_or(&read.node);
        let Some(elements) = list(inner) else { continue };
        let actions = match member(&clean, &read.node, &["actionstoinclude"]).map(|node| &node.value) {
            Some(Value::List(list)) => list.iter().filter_map(|node| clean.word(node)).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        if let Some((earlier, ..)) = found.replace((index, elements, actions)) {
            let place = span((values[earlier].node.range.0, values[earlier].end));
            clean.asides.push(Aside { span: place, kind: AsideKind::Replaced });
        }
    }
    let mut places = Vec::new();
    let taken = found.map(|(index, elements, actions)| {
        let mut answer = SubgoalsAnswer { actions, ..SubgoalsAnswer::default() };
        for element in &elements {
            match (&element.value, clean.word(element)) {
                (Value::Text(_), Some(text)) => answer.subgoals.push((text.to_owned(), span(element.range))),
                _ => {
                    answer.unreadable += 1;
                    clean.asides.push(Aside { span: span(element.range), kind: AsideKind::Unreadable });
                }
            }
        }
        clean.list_tolerances(&values[index]);
        places.push(span((values[index].node.range.0, values[index].end)));
        answer
    });
    clean.list_beside(&places);
    Reading::new(taken, places, clean.asides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepguard_plan::Unknown;

    fn shown(raw: &str) -> Vec<String> {
        let reading = steps(raw, &Unknown);
        let steps = reading.taken.map(|answer| answer.steps).unwrap_or_default();
        steps
            .iter()
            .map(|step| {
                let mark = if step.readable { "" } else { "!" };
                format!("{mark}{}({})", step.action, step.arguments.join(", "))
            })
            .collect()
    }

    #[test]
    fn repeated_keys_are_steps() {
        let plan =
            r#"{"WALK": ["soap"], "GRAB": ["soap"], "WALK": ["tub"], "PUTIN": ["soap", "tub"], "WALK": ["soap"]}"#;
        let right = ["WALK(soap)", "GRAB(soap)", "WALK(tub)", "PUTIN(soap, tub)", "WALK(soap)"];
        assert_eq!(shown(plan), right);
        assert_eq!(shown(&plan.replace('"', "'")), right);
        assert_eq!(shown(&format!("Here is my plan:\n```json\n{plan}\n```<|eot_id|>\nGood luck!")), right);
        assert_eq!(shown(&format!("{{\"output\": {plan}}}")), right);
        let reading = steps(plan, &Unknown);
        assert!(reading.asides.iter().any(|aside| aside.kind == AsideKind::RepeatedKeys));
    }

    #[test]
    fn other_shapes() {
        assert_eq!(shown(r#"[{"WALK": ["soap"]}, {"TYPE": []}, 5]"#), ["WALK(soap)", "TYPE()", "!5()"]);
        assert_eq!(shown("{}"), Vec::<String>::new());
        assert!(steps("{}", &Unknown).taken.is_some(), "an empty plan is an answer");
        assert_eq!(shown(r#"{"WALK": "soap", "LOOK": null}"#), ["WALK(soap)", "LOOK()"]);
        assert_eq!(shown("(walk soap)\n(grab soap)"), ["walk(soap)", "grab(soap)"]);
        assert_eq!(shown(r#"{"WALK": ["soap"], "GRAB": ["so"#), ["WALK(soap)", "GRAB(so)"]);
        assert!(steps("I cannot do that.", &Unknown).taken.is_none());
        assert!(steps("", &Unknown).taken.is_none());
    }

    #[test]
    fn the_last_plan_counts() {
        let reading = steps("First {\"WALK\": [\"a\"]}, no, rather {\"GRAB\": [\"b\"]}", &Unknown);
        assert_eq!(reading.taken.expect("a plan").steps[0].action, "GRAB");
        assert!(reading.asides.iter().any(|aside| aside.kind == AsideKind::Replaced));
        assert!(reading.asides.iter().any(|aside| aside.kind == AsideKind::Beside));
    }

    #[test]
    fn subgoals_in_order() {
        let raw = "Sure:\n{\"necessity_to_use_action\": \"yes\", \"actions_to_include\": [\"WASH\"], \"output\": \
                   [\"ON(a.1)\", \"NEXT_TO(c.6, a.1) and WASH(a.1)\", 7]} Note that";
        let reading = subgoals(raw);
        let answer = reading.taken.expect("an answer");
        let texts: Vec<_> = answer.subgoals.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["ON(a.1)", "NEXT_TO(c.6, a.1) and WASH(a.1)"]);
        assert_eq!((answer.actions.as_slice(), answer.unreadable), (["WASH".to_owned()].as_slice(), 1));
        assert_eq!(reading.asides.iter().filter(|aside| aside.kind == AsideKind::Beside).count(), 2);
    }
}
