//! What is printed reads back as what was printed.

mod common;

use common::{case_files, data, files, parse, read, without_places};
use proptest::prelude::*;
use stepguard_pddl::print::print;

/// Prints what `text` says, reads it back, and compares; `None` when the text has errors.
fn round_trip(text: &str, what: &str) -> Option<String> {
    let (mut parsed, names) = parse(text);
    if parsed.diagnostics.iter().any(stepguard_text::Diagnostic::is_error) {
        return None;
    }
    // These are named in the definitions, but have no text there.
    for problem in &mut parsed.definitions.problems {
        problem.length = None;
        problem.unsupported.clear();
    }
    for domain in &mut parsed.definitions.domains {
        domain.unsupported.clear();
    }
    let printed = print(&parsed.definitions, &names);
    // The same interner, so that symbols can be compared.
    let mut names = names;
    let again = stepguard_pddl::parse(&printed, common::text_id(&printed), &mut names);
    let errors: Vec<_> = again.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}\n{printed}");
    let (before, after) = (without_places(&parsed), without_places(&again));
    let differs = before.lines().zip(after.lines()).position(|(a, b)| a != b);
    assert!(before == after, "{what}: line {differs:?} of the definitions differs\n{text}\n{printed}");
    assert_eq!(print(&again.definitions, &names), printed, "{what}");
    Some(printed)
}

#[test]
fn cases_are_printed_as_they_are_read() {
    let count =
        case_files().iter().filter(|file| round_trip(&read(file), &file.display().to_string()).is_some()).count();
    assert!(count > 140, "only {count} were printed");
}

#[test]
fn benchmarks_are_printed_as_they_are_read() {
    let Some(data) = data() else { return };
    let mut count = 0;
    for folder in ["conformance", "semantics", "llm-outputs"] {
        for file in files(&data.join(folder), &["pddl"]) {
            count += usize::from(round_trip(&read(&file), &file.display().to_string()).is_some());
        }
    }
    assert!(count > 900, "only {count} were printed");
}

#[test]
fn rules_are_printed_above_their_constraints() {
    let text = "(define (problem p) (:domain d) (:init) (:goal (a))\n(:constraints (and\n;; @rule first class=FIRE why=\"it burns\"\n(always (a))\n; note\n(forall (?x - t)\n;@rule inner severity=2\n(sometime (b ?x))))))";
    let printed = round_trip(text, "rules").expect("it has no errors");
    insta::assert_snapshot!(printed);
}

#[test]
fn long_lines_are_broken() {
    let text = "(define (domain d) (:requirements :adl :durative-actions :numeric-fluents) (:types room box - object) (:constants hall - room)
        (:predicates (in ?b - box ?r - room) (open ?r - room)) (:functions (weight ?b - box) (load) - number (owner ?b - box) - room)
        (:derived (open ?r - room) (exists (?b - box) (and (in ?b ?r) (> (weight ?b) 2.50))))
        (:action move :parameters (?b - box ?from ?to - room) :precondition (and (in ?b ?from) (not (in ?b ?to)) (forall (?other - (either box room)) (imply (in ?other ?to) (< (+ (weight ?other) (weight ?b)) 10))))
        :effect (and (in ?b ?to) (not (in ?b ?from)) (when (open ?to) (increase (load) (weight ?b)))))
        (:durative-action wait :parameters () :duration (and (>= ?duration 1) (<= ?duration 5)) :condition (over all (open hall)) :effect (at end (not (open hall)))))";
    let printed = round_trip(text, "domain").expect("it has no errors");
    insta::assert_snapshot!(printed);
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-d][a-z0-9_-]{0,4}[a-z0-9]",
        Just("at".to_owned()),
        Just("over".to_owned()),
        Just("start".to_owned()),
        Just("always".to_owned()),
        Just("Increase".to_owned()),
        Just("ÄHRE".to_owned()),
    ]
}

fn arguments() -> impl Strategy<Value = String> {
    prop::collection::vec(prop_oneof![name(), name().prop_map(|name| format!("?{name}"))], 0..4)
        .prop_map(|arguments| arguments.iter().map(|argument| format!(" {argument}")).collect())
}

fn atom() -> impl Strategy<Value = String> {
    (name(), arguments()).prop_map(|(name, arguments)| format!("({name}{arguments})"))
}

fn typed(variables: bool) -> impl Strategy<Value = String> {
    let mark = if variables { "?" } else { "" };
    let ty = prop_oneof![
        Just(String::new()),
        name().prop_map(|name| format!(" - {name}")),
        (name(), name()).prop_map(|(a, b)| format!(" - (either {a} {b})")),
    ];
    prop::collection::vec((prop::collection::vec(name(), 1..3), ty), 0..3).prop_map(move |groups| {
        let names = |names: &[String]| names.iter().map(|name| format!("{mark}{name}")).collect::<Vec<_>>().join(" ");
        groups.iter().map(|(group, ty)| format!("{}{ty}", names(group))).collect::<Vec<_>>().join(" ")
    })
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0..1000_u32).prop_map(|n| n.to_string()),
        (-99..99_i32, 0..99_u32).prop_map(|(a, b)| format!("{a}.{b}")),
        ("f[a-z]{0,3}", arguments()).prop_map(|(name, arguments)| format!("({name}{arguments})")),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        ("[-+*/]", inner.clone(), inner).prop_map(|(op, a, b)| format!("({op} {a} {b})"))
    })
}

fn condition() -> impl Strategy<Value = String> {
    let comparison = (prop::sample::select(vec!["<", "<=", "=", ">=", ">"]), expression(), expression())
        .prop_map(|(op, a, b)| format!("({op} {a} {b})"));
    prop_oneof![3 => atom(), 1 => comparison].prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|parts| format!("(and {})", parts.join(" "))),
            prop::collection::vec(inner.clone(), 0..4).prop_map(|parts| format!("(or {})", parts.join(" "))),
            inner.clone().prop_map(|part| format!("(not {part})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(imply {a} {b})")),
            (typed(true), inner.clone()).prop_map(|(variables, part)| format!("(forall ({variables}) {part})")),
            (typed(true), inner.clone()).prop_map(|(variables, part)| format!("(exists ({variables}) {part})")),
            (name(), inner).prop_map(|(name, part)| format!("(preference {name} {part})")),
        ]
    })
}

fn constraint() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (
            prop::sample::select(vec![
                "always",
                "sometime",
                "at-most-once",
                "at end",
                "within 5",
                "hold-after 2.5",
                "hold-during 1 3"
            ]),
            condition()
        )
            .prop_map(|(op, part)| format!("({op} {part})")),
        (prop::sample::select(vec!["sometime-after", "sometime-before", "always-within 3"]), condition(), condition())
            .prop_map(|(op, a, b)| format!("({op} {a} {b})")),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|parts| format!("(and {})", parts.join(" "))),
            (typed(true), inner.clone()).prop_map(|(variables, part)| format!("(forall ({variables}) {part})")),
            inner.prop_map(|part| format!("(preference p {part})")),
        ]
    })
}

fn effect() -> impl Strategy<Value = String> {
    let assignment =
        (prop::sample::select(vec!["assign", "increase", "decrease", "scale-up", "scale-down"]), expression())
            .prop_map(|(op, value)| format!("({op} (fuel ?x) {value})"));
    prop_oneof![2 => atom(), 1 => atom().prop_map(|atom| format!("(not {atom})")), 1 => assignment].prop_recursive(
        3,
        16,
        4,
        |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(|parts| format!("(and {})", parts.join(" "))),
                (typed(true), inner.clone()).prop_map(|(variables, part)| format!("(forall ({variables}) {part})")),
                (atom(), inner).prop_map(|(condition, part)| format!("(when {condition} {part})")),
            ]
        },
    )
}

fn domain() -> impl Strategy<Value = String> {
    (
        typed(false),
        typed(false),
        prop::collection::vec((name(), typed(true), condition(), effect()), 0..3),
        constraint(),
    )
        .prop_map(|(types, constants, actions, constraint)| {
            let actions: String = actions
                .iter()
                .map(|(name, parameters, condition, effect)| {
                    format!("(:action {name} :parameters ({parameters}) :precondition {condition} :effect {effect})\n")
                })
                .collect();
            format!(
                "(define (domain d)\n(:types {types})\n(:constants {constants})\n{actions}(:constraints {constraint}))"
            )
        })
}

fn problem() -> impl Strategy<Value = String> {
    let element = prop_oneof![
        atom(),
        (name(), -50..50_i32).prop_map(|(name, value)| format!("(= ({name} a) {value})")),
        (1..90_u32, atom()).prop_map(|(time, atom)| format!("(at {time} (not {atom}))")),
    ];
    (typed(false), prop::collection::vec(element, 0..5), condition(), expression()).prop_map(
        |(objects, init, goal, metric)| {
            format!(
                "(define (problem p) (:domain d) (:objects {objects})\n(:init {})\n(:goal {goal}) (:metric maximize {metric}))",
                init.join(" ")
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_domains_are_printed_as_they_are_read(text in domain()) {
        // A `forall` may capture a variable of the `when` around it, which cannot be read.
        let (parsed, _) = parse(&text);
        prop_assume!(parsed.diagnostics.iter().all(|diagnostic| diagnostic.code != "P0603" || !diagnostic.is_error()));
        let errors: Vec<_> = parsed.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
        prop_assert!(round_trip(&text, "generated").is_some(), "{errors:#?}\n{text}");
    }

    #[test]
    fn generated_problems_are_printed_as_they_are_read(text in problem()) {
        prop_assert!(round_trip(&text, "generated").is_some(), "{:#?}\n{text}", parse(&text).0.diagnostics);
    }
}
