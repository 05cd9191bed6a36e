//! Goals, actions and plans in forms that models write, and what a fair reader makes of them.

use std::collections::BTreeMap;
use stepguard_plan::NameList;
use stepguard_score::answers::{self, AsideKind};

fn goal(raw: &str) -> Option<String> {
    let predicates: BTreeMap<String, usize> =
        [("inside", 2), ("closed", 1), ("warmed", 0)].map(|(name, arity)| (name.to_owned(), arity)).into();
    let answer = answers::literals(raw, &predicates).taken?;
    let mut parts: Vec<String> = answer.literals.iter().map(ToString::to_string).collect();
    parts.sort_unstable();
    parts.extend((answer.unreadable > 0).then(|| format!("{} unreadable", answer.unreadable)));
    Some(parts.join(" "))
}

#[test]
fn negation_in_every_spelling() {
    for raw in [
        "inside(cup, bowl) ∧ ¬closed(box)",
        "inside(cup, bowl)\n!closed(box)",
        "inside(cup, bowl) & ~closed(box)",
        "\\+ closed(box), inside(cup, bowl).",
        "$inside(cup, bowl) \\land \\lnot closed(box)$",
        "inside(cup, bowl)\nnot(closed(box))",
        "and(inside(cup, bowl), not(closed(box)))",
        "inside(cup, bowl) = True\nclosed(box) = False",
        "inside(cup, bowl): true\nclosed(box): false",
        "- (inside cup bowl): true\n- (closed box): false",
        "not closed box\ninside cup bowl",
        "1. cup inside bowl\n2. not closed box",
        r#"{"inside(cup, bowl)": true, "closed(box)": false}"#,
        r#"{"goal": {"(inside cup bowl)": true, "(closed box)": false}}"#,
        r#"[{"inside": ["cup", "bowl"]}, {"not": {"closed": ["box"]}}]"#,
        r#"["and", ["inside", "cup", "bowl"], ["not", ["closed", "box"]]]"#,
        r#"{"positive": ["(inside cup bowl)"], "negative": ["(closed box)"]}"#,
        r#"{"goal_state": ["(inside cup bowl)", "(not (closed box))"]}"#,
        r#"{"goals": [{"name": "inside", "args": ["cup", "bowl"]}, {"name": "closed", "args": ["box"], "positive": false}]}"#,
        "goal = [('inside', 'cup', 'bowl'), ('not', ('closed', 'box'))]",
    ] {
        assert_eq!(goal(raw).as_deref(), Some("(inside cup bowl) (not (closed box))"), "{raw}");
    }
}

#[test]
fn remarks_are_no_goals() {
    let right = Some("(closed box) (inside cup bowl)");
    for raw in [
        "The goal (as I read it) is:\n(and (inside cup bowl) (closed box))\nThis holds then (and not before).",
        "<think>maybe (and (warmed))?</think>(and (inside cup bowl) (closed box))",
        "(and (inside cup bowl) (closed box))\n\n### Example 4\nAnswer:\n(and (warmed))",
        "<answer>(and (inside cup bowl) (closed box))</answer>",
    ] {
        assert_eq!(goal(raw).as_deref(), right, "{raw}");
    }
    assert_eq!(goal("<think>(and (closed box)) or"), None, "it was cut off before it answered");
    let reading = answers::literals("<think>Hm.</think>(and)\n### Your turn\nx", &BTreeMap::new());
    let kinds: Vec<_> = reading.asides.iter().map(|aside| aside.kind.id()).collect();
    assert_eq!(kinds, ["thinking", "goes-on"]);
}

fn actions(raw: &str) -> Vec<String> {
    let Some(found) = answers::actions(raw).taken else { return Vec::new() };
    let said = found.actions.iter().map(|action| {
        let parts = [action.precondition.is_some(), action.effect.is_some()];
        format!("{} {parts:?}", found.name(action).to_lowercase())
    });
    said.collect()
}

#[test]
fn definitions_in_capitals_and_named_again() {
    let open = "(:action open :parameters (?t) :precondition (closed ?t) :effect (not (closed ?t)))";
    let right = ["open [true, true]"];
    assert_eq!(actions(open), right);
    assert_eq!(actions(&open.to_uppercase()), right);
    assert_eq!(actions(&open.replace(":action", ":Action")), right);
    assert_eq!(actions(&format!("{open}\n\nThe (:action open ...) above is simplified.")), right);
    assert_eq!(actions(&format!("<think>(:action dance :parameters ())</think>{open}")), right);
}

fn plan(raw: &str) -> Vec<String> {
    let names = NameList::new([("open", 1), ("put-in", 2)], ["box", "cup"]);
    let Some(found) = answers::steps(raw, &names).taken else { return Vec::new() };
    found.steps.iter().map(|step| format!("{} {}", step.action, step.arguments.join(" ")).to_lowercase()).collect()
}

#[test]
fn steps_in_emphasis_and_under_numbers() {
    for raw in [
        "1. **(open box)** - so that it is open\n2. **(put-in cup box)** - as wanted",
        "1. `(open box)` – first\n2. `(put-in cup box)` – then",
        "1. **OPEN(box)**: first\n2. **PUT-IN(cup, box)**: then",
        "<answer>(open box)\n(put-in cup box)</answer>",
        "<think>(put-in cup box)</think>(open box)\n(put-in cup box)",
        "(open box)\n(put-in cup box)\n\n### Example 4\nAnswer:\n(open cup)",
        r#"{"1": "(open box)", "2": "(put-in cup box)"}"#,
        r#"{"step1": "open(box)", "step2": "put-in(cup, box)"}"#,
    ] {
        assert_eq!(plan(raw), ["open box", "put-in cup box"], "{raw}");
    }
    let reading = answers::steps("**(open box)**", &NameList::new([("open", 1)], ["box"]));
    assert!(reading.asides.iter().any(|aside| aside.kind == AsideKind::Emphasis));
}
