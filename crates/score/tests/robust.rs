//! No answer makes a reader or a scorer panic or hang.

use proptest::prelude::*;
use stepguard_plan::Unknown;
use stepguard_score::transition::{self, Suite};
use stepguard_score::{Counts, Module, Profile, Run, answers, goal, refusal};

const TASKS: &str = r#"{"id": "t", "actions": ["open", "walk"]}"#;
const GOLD: &str = r#"{"action_name": "open", "action_parameters": "(?o - object)", "action_preconditions": "(not (open ?o))", "action_effects": "(open ?o)"}
{"action_name": "walk", "action_parameters": "(?a ?o)", "action_preconditions": "()", "action_effects": "(and (near ?a ?o) (forall (?x) (when (far ?x) (not (near ?a ?x)))))"}"#;
const GOALS: &str = r#"{"id": "t", "objects": [["a", 1]], "gold": {"node goals": [{"name": "a", "id": 1, "state": "ON"}], "edge goals": [], "action goals": ["A|B"]}}"#;

/// Everything that can be done with one answer.
fn all(raw: &str) {
    let actions = answers::actions(raw);
    let goals = answers::goals(raw);
    let steps = answers::steps(raw, &Unknown);
    let subgoals = answers::subgoals(raw);
    let spans = [
        (actions.places, actions.asides),
        (goals.places, goals.asides),
        (steps.places, steps.asides),
        (subgoals.places, subgoals.asides),
    ];
    for (places, asides) in spans {
        for span in places.iter().chain(asides.iter().map(|aside| &aside.span)) {
            assert!(span.start <= span.end && span.end as usize <= raw.len(), "{span:?} of {}", raw.len());
        }
    }
    let _ = refusal::read(raw);

    let suite = Suite::read(TASKS, GOLD, r#"{"open": "states", "near": "relations"}"#).expect("a suite");
    let mut run = Run::read("", Module::Transition);
    run.answers.insert("t".to_owned(), raw.to_owned());
    for profile in [Profile::Corrected, Profile::Official] {
        let _ = transition::score(&suite, &run, profile);
    }
    let corrected = transition::score(&suite, &run, Profile::Corrected);
    let total: Counts = corrected.iter().map(|score| score.total(None)).sum();
    // Whatever is said, gold has its five literals.
    assert_eq!(total.gold(), 5);
    let suite = goal::Suite::read(GOALS, "{}", "{}", "{}").expect("a suite");
    let scores = goal::score(&suite, &run, Profile::Corrected, 0);
    assert_eq!(scores[0].total().gold(), 2);
    let _ = goal::score(&suite, &run, Profile::Official, 3);
}

const PIECES: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    ":",
    ",",
    "\\",
    "\n",
    "\\n",
    "```",
    "```json",
    "<|eot_id|>",
    "**",
    ";",
    " ",
    "?x",
    "(:action ",
    "open",
    "walk",
    ":parameters ",
    ":precondition ",
    ":effect ",
    "(and ",
    "(not ",
    "(forall (?x) ",
    "(when ",
    "(or ",
    "output",
    "node goals",
    "name",
    "state",
    "ON",
    "action",
    "I can't",
    "unless",
    "ü",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn texts_of_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..60)) {
        all(&pieces.concat());
    }

    #[test]
    fn any_text(raw in "\\PC{0,80}") {
        all(&raw);
    }
}

#[test]
fn a_string_that_is_cut_off_in_a_definition() {
    all("[\"(:action ");
}

#[test]
fn long_and_deep_texts() {
    for piece in [
        "(",
        "[a(",
        "{\"a\":",
        "```",
        "**",
        "(:action a ",
        "(and ",
        "I will. ",
        "\\",
        "{'W': ['a'], ",
        "[",
        "(:action open :effect ",
    ] {
        all(&piece.repeat(6_000));
    }
    let wide =
        format!("(:action open :parameters (?o) :precondition (and {}) :effect (open ?o))", "(open ?o) ".repeat(6_000));
    all(&wide);
}
