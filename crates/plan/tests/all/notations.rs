//! One text per notation and per habit of planners, people and models, and how it is read.

use crate::support;
use stepguard_plan::{NameList, Names, Notation, Unknown, codes, read, resolve, show};
use stepguard_text::TextId;

fn house() -> NameList {
    NameList::new(
        [("grasp", 2), ("put-on", 2), ("turn_on", 1), ("open", 1), ("walk", 1), ("wait", 0), ("pick-up", 1)],
        ["mug", "sink", "rack", "living_room", "lamp", "cat", "fridge", "cup_1", "dish_soap_2"],
    )
}

/// The steps: `?` for an unreadable one, with the fault of one that is wrong.
fn steps(text: &str) -> Vec<String> {
    let house = house();
    let names = Names::new(&house);
    let plan = read(text, TextId::Plan, &house);
    support::promises(text, &plan);
    plan.steps
        .iter()
        .map(|step| {
            let shown = show(text, &plan, step, &names).unwrap_or_else(|| "?".to_owned());
            match resolve(text, &plan, step, &names, &mut Vec::new()) {
                Err(fault) if shown != "?" => format!("{shown} {}", fault.kind()),
                _ => shown,
            }
        })
        .collect()
}

fn notation(text: &str) -> Notation {
    read(text, TextId::Plan, &house()).notation
}

/// The codes of the diagnostics, with lines from 1.
fn said(text: &str) -> Vec<(&'static str, u32)> {
    let index = stepguard_text::LineIndex::new(text);
    read(text, TextId::Plan, &house())
        .diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code, index.position(diagnostic.place.span.start).line))
        .collect()
}

fn ignored(text: &str) -> Vec<&str> {
    read(text, TextId::Plan, &house()).ignored.iter().map(|span| span.slice(text)).collect()
}

const TWO: [&str; 2] = ["(grasp mug sink)", "(put-on mug rack)"];

#[test]
fn two_steps_in_every_notation() {
    for (wanted, text) in [
        (Notation::Ipc, "(grasp mug sink)\n(put-on mug rack)\n"),
        (Notation::Ipc, "(GRASP MUG SINK),(Put-On mug rack)"),
        (Notation::JsonStrings, "[(grasp mug sink), (put-on mug rack)]"),
        (Notation::SasPlan, "(grasp mug sink)\n(put-on mug rack)\n; cost = 2 (unit cost)\n"),
        (Notation::SasPlan, "(grasp mug sink)\u{a0}\n(put-on mug rack)\n; cost = 2 (unit cost)\n"),
        (Notation::Timed, "0.0: (grasp mug sink) [1]\n1.5: (put-on mug rack)"),
        (Notation::Timed, "0.000: grasp(mug, sink)\n0.001: put-on(mug, rack)"),
        (Notation::Timed, "1.5: (put-on mug rack)\n0.0: (grasp mug sink) [1]\nthat is all"),
        (
            Notation::Happenings,
            "0: start (grasp mug sink)\n1: start (put-on mug rack)\n2: end (grasp mug sink)\n3: end (put-on mug rack)",
        ),
        (
            Notation::FfLog,
            "ff: parsing domain file\n\nff: found legal plan as follows\n\nstep    0: GRASP MUG SINK\n        1: PUT-ON MUG RACK\n     \n\ntime spent:    0.00 seconds instantiating\n",
        ),
        (Notation::FfLog, "step    0: GRASP MUG SINK\n        1: PUT-ON MUG RACK\n"),
        (
            Notation::LpgLog,
            "Number of actions: 3\n\nPlan computed:\n   Time: (ACTION) [action Duration; action Cost]\n 0.0000: (GRASP MUG SINK) [D:1.00; C:1.00]\n 1.0000: (PUT-ON MUG RACK) [D:1.00; C:1.00]\n\nSolution number: 1\nTotal time:      0.00\n",
        ),
        (
            Notation::EnhspLog,
            "Problem Solved\n\nFound Plan:\n0.0: (grasp mug sink)\n1.0: (put-on mug rack)\n\nPlan-Length:2\nMetric (Search):2.0\n",
        ),
        (
            Notation::FastDownwardLog,
            "[t=0.004s, 9784 KB] Solution found!\n[t=0.004s, 9784 KB] Actual search time: 0.001s\ngrasp mug sink (1)\nput-on mug rack (1)\n[t=0.005s, 9784 KB] Plan length: 2 step(s).\n[t=0.005s, 9784 KB] Plan cost: 2\n",
        ),
        (
            Notation::PopfLog,
            "Number of literals: 4\n* All goal deadlines now no later than 3\n; Plan found with metric 2.000\n; States evaluated so far: 4\n0.000: (grasp mug sink)  [1.000]\n1.001: (put-on mug rack)  [1.000]\n",
        ),
        (
            Notation::MadagascarLog,
            "PLAN FOUND: 2 steps\nSTEP 0: grasp(mug,sink)\nSTEP 1: put-on(mug,rack)\n2 actions in the plan.\n",
        ),
        (Notation::NumberedList, "1. (grasp mug sink)\n2. (put-on mug rack)"),
        (Notation::NumberedList, "Step 1: Grasp the mug, sink.\nStep 2: Put on mug, rack"),
        (Notation::NumberedList, "1) `grasp mug sink`\n2) **put-on mug rack**"),
        (Notation::NumberedList, "1. Take it: (grasp mug sink)\n2. Put it down: `(put-on mug rack)`"),
        (Notation::BulletedList, "- grasp(mug, sink)\n- put-on(mug, rack)"),
        (
            Notation::Table,
            "| # | action | why |\n|---|---|---|\n| 1 | (grasp mug sink) | to clean it |\n| 2 | put-on(mug, rack) | to dry it |",
        ),
        (Notation::NumberedList, "1. **Grasp** the mug, the sink.\n2. `put-on` mug rack"),
        (Notation::NumberedList, "1. Grasp the mug, sink (it is dirty)\n2. Put on mug, rack - it dries there"),
        (Notation::BareWords, "grasp mug sink # first\nput-on mug rack // then\n"),
        (Notation::Timed, "0.000: grasp mug sink [1.0]\n1.0: put-on mug rack [2.5] ; slow\n"),
        (Notation::BareWords, "GRASP mug sink\nPUT ON mug rack\n"),
        (Notation::BareWords, "grasp mug sink ; first\nput-on mug rack ; then\n"),
        (Notation::BareWords, "grasp mug sink (1)\nput-on mug rack (1)\n"),
        (Notation::FunctionCalls, "grasp(mug, sink)\nput-on(mug, rack)"),
        (Notation::FunctionCalls, "robot.grasp('mug', \"sink\");\nrobot.put-on(obj='mug', place='rack');"),
        (Notation::FunctionCalls, "grasp(mug, sink) -> put-on(mug, rack)"),
        (Notation::VirtualHomeScript, "[GRASP] <mug> (1) <sink> (2)\n[PUT-ON] <mug> (1) <rack> (3)"),
        (Notation::JsonStrings, r#"["grasp mug sink", "(put-on mug rack)"]"#),
        (Notation::JsonStrings, r#"["1. grasp mug, sink", "2. put-on(mug, rack)"]"#),
        (Notation::JsonStrings, r#"{"status": "ok", "result": {"plan": ["grasp mug sink", "put-on mug rack"]}}"#),
        (Notation::JsonStrings, r#"{"plan": "(grasp mug sink)\n(put-on mug rack)"}"#),
        (Notation::JsonStrings, r#"{"thoughts": "take it", "plan": "1. grasp mug sink\n2. put-on mug rack"}"#),
        (Notation::JsonStrings, "plan = [\"grasp mug sink\", \"put-on mug rack\"]"),
        (Notation::JsonStrings, "[\"grasp mug\nsink\", \"put-on mug rack\"]"),
        (
            Notation::JsonObjects,
            r#"[{"action": "GRASP", "object": "mug, sink"}, {"action": "PUT_ON", "object": ["mug", "rack"]}]"#,
        ),
        (
            Notation::JsonObjects,
            r#"{"steps": [{"step": 1, "action": "grasp", "args": ["mug", "sink"]}, {"step": 2, "action": "put-on", "args": ["mug", "rack"]}]}"#,
        ),
        (
            Notation::JsonObjects,
            r#"[{"step": 1, "action": {"name": "grasp", "parameters": {"?x": "mug", "?y": "sink"}}}, {"step": 2, "action": {"name": "put-on", "parameters": {"?x": "mug", "?y": "rack"}}}]"#,
        ),
        (
            Notation::JsonObjects,
            r#"{"plan": [{"name": "(grasp mug sink)", "action": "(:action grasp :parameters (mug sink))"}, {"name": "(put-on mug rack)", "action": "(:action put-on)"}], "length": 2}"#,
        ),
        (
            Notation::JsonObjects,
            r#"[{"action": "grasp", "item": "mug", "from": "sink", "why": "dirty"}, {"action": "put-on", "item": "mug", "to": "rack"}]"#,
        ),
        (
            Notation::JsonObjects,
            "{\"action\": \"grasp\", \"args\": [\"mug\", \"sink\"]}\n{\"action\": \"put-on\", \"args\": [\"mug\", \"rack\"]}\n",
        ),
        (Notation::JsonObjects, r#"{"1": "grasp mug sink", "2": {"action": "put-on", "objects": ["mug", "rack"]}}"#),
        (Notation::JsonArrays, r#"[["grasp", "mug", "sink"], ["put-on", "mug", "rack"]]"#),
        (Notation::JsonStrings, r#"[["grasp mug sink", "put-on mug rack"]]"#),
        (Notation::JsonActionKeys, r#"{"GRASP": ["mug", "sink"], "PUT_ON": ["mug", "rack"]}"#),
        (Notation::JsonActionKeys, r#"[{"GRASP": ["mug", "sink"]}, {"PUT_ON": "mug, rack"}]"#),
        (
            Notation::JsonExecutablePlan,
            r#"{"language_plan": "1. grasp 2. put", "executable_plan": [{"action_id": 3, "action_name": "grasp the mug, the sink"}, {"action_id": 4, "action_name": "put on mug rack"}]}"#,
        ),
        (Notation::Python, "[{'GRASP': ['mug', 'sink']}, {'PUT-ON': ('mug', 'rack')}]"),
        (Notation::Python, "[('grasp', 'mug', 'sink'), ('put-on', 'mug', 'rack'),]"),
        (Notation::Python, "plan = ['grasp(mug, sink)', 'put-on(mug, rack)']  # done"),
    ] {
        assert_eq!(steps(text), TWO, "{text}");
        assert_eq!(notation(text), wanted, "{text}");
        assert!(!said(text).iter().any(|(code, _)| *code < "L0105"), "{text}: {:?}", said(text));
    }
}

#[test]
fn chats_with_a_plan_in_them() {
    for text in [
        "Here is the plan:\n\n```pddl\n(grasp mug sink)\n(put-on mug rack)\n```\n\nTell me more!",
        "```json\n[\"grasp mug sink\", \"put-on mug rack\"]\n```",
        "```json\n{\"plan\": [\"grasp mug sink\", \"put-on mug rack\"]}\n```<|eot_id|>",
        "Sure!\n\n```\ngrasp mug sink\nput-on mug rack\n```\nDone.",
        "First\n```\n(grasp mug sink)\n```\nand then\n```\n(put-on mug rack)\n```\n",
        "Draft:\n```\n(grasp mug sink)\n(put-on mug rack)\n```\nFinal:\n```\n(grasp mug sink)\n(put-on mug rack)\n```\n",
        "The state:\n```\n(at mug sink)\n(clear rack)\n```\nThe plan:\n```\n(grasp mug sink)\n(put-on mug rack)\n```\n",
        "1. Take the dirty mug out.\n2. Place it somewhere.\n\nIn PDDL this is\n\n(grasp mug sink)\n(put-on mug rack)\n",
        "1. Grasp the mug, sink\n2. Put on the mug, rack\n\nAs actions of the domain:\n```\n(grasp mug sink)\n(put-on mug rack)\n```",
        "1. Take the mug out:\n   (grasp mug sink)\n2. Place it:\n   (put-on mug rack)\n",
        "1. **Take the mug out**\n   ```\n   (grasp mug sink)\n   ```\n2. **Place it**\n   ```\n   (put-on mug rack)\n   ```\n",
        "<think>\n1. (open fridge)\nNo, that is wrong.\n</think>\n(grasp mug sink)\n(put-on mug rack)",
        "(open fridge) would be wrong, I guess\n</think>\n[\"grasp mug sink\", \"put-on mug rack\"]",
        "[PLAN]\ngrasp mug sink\nput-on mug rack\n[PLAN END]",
        "<plan>\n(grasp mug sink)\n(put-on mug rack)\n</plan>",
        "Plan: (grasp mug sink) (put-on mug rack)",
        "(grasp mug sink) - to clean it\n(put-on mug rack) # to dry it",
        "The van (v1) is empty.\n(grasp mug sink)\nState now: clear.\n(put-on mug rack)",
        "Here you are: [\"grasp mug sink\", \"put-on mug rack\"] and that is it.",
        "1\u{fe0f}\u{20e3} (grasp mug sink)\n2\u{fe0f}\u{20e3} (put-on mug rack)",
        "> (grasp mug sink)\n> (put-on mug rack)",
        "(grasp mug sink))\n(put-on mug rack",
        "((grasp mug sink) (put-on mug rack))",
        "  (grasp mug sink)\n\n\u{feff}(put-on mug rack)",
        "(define (domain d) (:action grasp))\n(grasp mug sink)\n(put-on mug rack)",
    ] {
        assert_eq!(steps(text), TWO, "{text}");
        assert!(!said(text).iter().any(|(code, _)| *code < "L0105"), "{text}: {:?}", said(text));
    }
}

#[test]
fn what_cannot_be_read_is_a_step_all_the_same() {
    for (text, wanted) in [
        ("1. (grasp mug sink)\n2. Put the mug down on the counter.", &["(grasp mug sink)", "?"][..]),
        ("1. (grasp mug sink)\n2. Repeat step 1 for rack", &["(grasp mug sink)", "?"]),
        ("1. \"open\" the fridge.", &["?"]),
        ("(grasp mug sink)\n()\n(open (fridge))", &["(grasp mug sink)", "?", "?"]),
        ("(fly mug)\n(grasp mug)", &["(fly mug) unknown-action", "(grasp mug) wrong-arity"]),
        ("open fridge.0\nopen the fridge and then the rack", &["(open fridge.0) unknown-object", "?"]),
        ("(open mugs rack)", &["(open mugs rack) unknown-object"]),
        (
            "[\"open fridge\", 4, null, \"fly mug\", \"jump\", \"do it well\"]",
            &["(open fridge)", "?", "?", "(fly mug) unknown-action", "(jump) unknown-action", "?"],
        ),
        ("[{\"object\": \"mug\"}, {\"action\": \"open\"}]", &["?", "(open) wrong-arity"]),
        (
            "[{\"action\": \"open\", \"object\": \"the fridge\"}, {\"action\": \"close\", \"object\": \"fridge\"}]",
            &["(open fridge)", "(close fridge) unknown-action"],
        ),
        ("[\"open fridge\", \"grasp mug", &["(open fridge)", "(grasp mug) wrong-arity"]),
        ("{\"FIND\": [\"mug\"], \"OPEN\": [\"fridge\"]}", &["(find mug) unknown-action", "(open fridge)"]),
        ("opne fridge\nopen fridge", &["(opne fridge) unknown-action", "(open fridge)"]),
        ("3: end (open fridge)", &["?"]),
        ("(open fridge", &["(open fridge)"]),
        ("(open fridge\n(grasp mug", &["(open fridge)", "?"]),
        ("(open mug, )", &["(open mug)"]),
        ("put-on mug", &["(put-on mug) wrong-arity"]),
        ("turn on the living room\n[\"Turn On Living-Room\"]", &["(turn_on living_room)"]),
        (
            "(turn on living room)\n(put-on mug living room)\nturn_on(living room)",
            &["(turn_on living_room)", "(put-on mug living_room)", "(turn_on living_room)"],
        ),
        (
            "[WALK] <cup> (1)\n[WALK] <dish_soap> (2)\n[WALK] <cat> (9)\n[WAIT]",
            &["(walk cup_1)", "(walk dish_soap_2)", "(walk cat)", "(wait)"],
        ),
        ("pick up cat\npick cat", &["(pick-up cat)"]),
    ] {
        assert_eq!(steps(text), wanted, "{text}");
    }
}

#[test]
fn prose_is_ignored_and_listed() {
    for (text, lines) in [
        ("I would do this:\n(wait)\nThat is all.", &["I would do this:", "That is all."][..]),
        (
            "The answer follows (as actions of the domain):\n1. (wait)",
            &["The answer follows (as actions of the domain):"],
        ),
        ("The best plan is to do nothing.\nNothing at all.", &["The best plan is to do nothing.", "Nothing at all."]),
        ("{\"status\": \"ok\", \"plan\": [\"wait\"]}", &["\"status\": \"ok\""]),
        ("## Plan\n- (wait)", &["## Plan"]),
        ("(wait) because it is late", &["because it is late"]),
        ("1. Drink tea\n\nor rather:\n(wait)", &["1. Drink tea", "or rather:"]),
    ] {
        assert_eq!(ignored(text), lines, "{text}");
    }
}

#[test]
fn what_is_said() {
    for (text, wanted) in [
        ("(wait)\n; nothing\n", &[][..]),
        ("Do this:\n(wait)", &[(codes::IGNORED, 1)]),
        ("Do nothing at all.", &[(codes::NO_STEPS, 1)]),
        ("```\n(wait)\n```", &[(codes::FENCE, 1)]),
        ("(wait)\n2: (wait)", &[(codes::SOME_TIMES, 1)]),
        ("2: (wait)\n1: (wait)", &[(codes::TIMES_OUT_OF_ORDER, 2)]),
        ("['wait']", &[(codes::PYTHON, 1)]),
        ("[\"wait\",\n]", &[(codes::LOOSE_JSON, 1)]),
        ("[\"wait\",\n\"wait\"\n", &[(codes::TRUNCATED, 2)]),
        ("{\"WALK\": [\"cat\"], \"WALK\": [\"cat\"]}", &[(codes::REPEATED_KEYS, 1)]),
        ("(wait))", &[(codes::PARENTHESES, 1)]),
        ("(walk cat", &[(codes::PARENTHESES, 1)]),
        ("0: start (walk cat)", &[(codes::START_WITHOUT_END, 1)]),
        ("(define (domain d))\n(wait)", &[(codes::IGNORED, 1), (codes::DEFINITION_IN_PLAN, 1)]),
        ("```\n(wait)\n```\n```\n(walk cat)\n```", &[(codes::FENCE, 1), (codes::JOINED_FENCES, 2), (codes::FENCE, 4)]),
        ("1. Hold on\n\nor\n(wait)", &[(codes::IGNORED, 1), (codes::TWICE, 1)]),
        ("1. Hold on to it", &[(codes::UNREADABLE_LINE, 1)]),
    ] {
        assert_eq!(said(text), wanted, "{text}");
    }
}

#[test]
fn logs_with_several_plans_give_the_last() {
    let text =
        "; Plan found with metric 9\n0.000: (open fridge) [1.0]\n; Plan found with metric 5\n0.000: (wait) [1.0]\n";
    assert_eq!(steps(text), ["(wait)"]);
    assert_eq!(ignored(text), ["0.000: (open fridge) [1.0]"]);
    let text = "Plan computed:\n 0.0: (OPEN FRIDGE) [D:1.00; C:1.00]\nSolution number: 1\nPlan computed:\n 0.0: (WAIT) [D:1.00; C:1.00]\nSolution number: 2\n";
    assert_eq!(steps(text), ["(wait)"]);
    let plan = read("ff: goal can be simplified to TRUE. The empty plan solves it\n", TextId::Plan, &house());
    assert_eq!((plan.notation, plan.steps.len()), (Notation::FfLog, 0));
    let text = "STEP 0: walk(cat) open(fridge)\nSTEP 1: wait()\n";
    assert_eq!(steps(text), ["(walk cat)", "(open fridge)", "(wait)"]);
}

#[test]
fn happenings_are_joined() {
    let text = "0.001: start (walk cat) #1\n1: start (walk cat) #2\n2: (wait)\n3: end (walk cat) #2\n5.001: end (walk cat) #1\n";
    let plan = read(text, TextId::Plan, &house());
    let shown: Vec<(String, String)> = plan
        .steps
        .iter()
        .map(|step| {
            let number =
                |value: &Option<stepguard_text::Number>| value.as_ref().map(ToString::to_string).unwrap_or_default();
            (number(&step.time), number(&step.duration))
        })
        .collect();
    let pair = |time: &str, duration: &str| (time.to_owned(), duration.to_owned());
    assert_eq!(shown, [pair("0.001", "5"), pair("1", "2"), pair("2", "")]);
    assert_eq!(plan.notation, Notation::Happenings);
}

#[test]
fn times_and_durations_of_objects() {
    let text = r#"[{"action": "walk", "object": "cat", "time": 1.5, "duration": "2"}, {"time": 0, "action": "wait"}]"#;
    assert_eq!(steps(text), ["(wait)", "(walk cat)"]);
    let plan = read(text, TextId::Plan, &house());
    assert_eq!(plan.steps[1].duration, Some(stepguard_text::Number::from(2)));
}

#[test]
fn figures_beside_the_plan_are_noted() {
    let text = "(wait)\n; cost = 3 (unit cost)\n; Makespan: 4.5\n";
    let values: Vec<String> =
        read(text, TextId::Plan, &house()).notes.iter().map(|note| note.value.to_string()).collect();
    assert_eq!(values, ["3", "4.5"]);
}

/// Words that mark steps elsewhere are actions where the domain says so.
#[test]
fn actions_named_like_marks() {
    let list = NameList::new([("move", 2), ("step", 1), ("a", 0)], ["1", "2", "cat"]);
    let names = Names::new(&list);
    let text = "move 1 2\nstep 2\nStep 1\na\n(move 2 1)";
    let plan = read(text, TextId::Plan, &list);
    support::promises(text, &plan);
    let shown: Vec<String> = plan.steps.iter().filter_map(|step| show(text, &plan, step, &names)).collect();
    assert_eq!(shown, ["(move 1 2)", "(step 2)", "(step 1)", "(a)", "(move 2 1)"]);
    let text = "Step 1: move 1 2\nStep 2: step cat";
    let plan = read(text, TextId::Plan, &list);
    let shown: Vec<String> = plan.steps.iter().filter_map(|step| show(text, &plan, step, &names)).collect();
    assert_eq!(shown, ["(move 1 2)", "(step cat)"]);
}

/// Without a vocabulary only the notation is read, and no name is called wrong.
#[test]
fn without_a_vocabulary() {
    for (text, count) in [
        ("(fly away)\n(x)", 2),
        ("1. (fly away)\n2. Put it down.", 2),
        ("NAVIGATE_TO mug.0\nGRASP mug.0", 2),
        ("[\"find mug\", \"grasp mug\"]", 2),
        ("{\"WALK\": [\"cat\"], \"WALK\": [\"cat\"]}", 2),
        ("I think that nothing is to be done", 0),
        ("find(mug)", 1),
    ] {
        let plan = read(text, TextId::Plan, &Unknown);
        support::promises(text, &plan);
        assert_eq!(plan.steps.len(), count, "{text}");
        assert!(!plan.diagnostics.iter().any(stepguard_text::Diagnostic::is_error), "{text}");
    }
}

#[test]
fn notations_have_ids_of_their_own() {
    let ids: std::collections::BTreeSet<&str> = Notation::ALL.iter().map(|notation| notation.id()).collect();
    assert_eq!(ids.len(), Notation::ALL.len());
    let titles: std::collections::BTreeSet<&str> = Notation::ALL.iter().map(|notation| notation.title()).collect();
    assert_eq!(titles.len(), Notation::ALL.len());
}

/// The examples of the codes show what they say, and their mended forms do not.
#[test]
fn examples_of_codes_show_them() {
    let list = NameList::new(
        [("grasp", 2), ("put-on", 2), ("lift", 1), ("set-down", 1), ("stroke", 1)],
        ["mug", "sink", "rack", "red", "cat"],
    );
    let names = Names::new(&list);
    let said = |text: &str| -> Vec<&str> {
        let plan = read(text, TextId::Plan, &list);
        let mut codes: Vec<&str> = plan.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        for step in &plan.steps {
            if let Err(fault) = resolve(text, &plan, step, &names, &mut Vec::new())
                && let Some(diagnostic) =
                    stepguard_plan::diagnose(TextId::Plan, text, &plan, step, &fault, &names, None)
            {
                codes.push(diagnostic.code);
            }
        }
        codes
    };
    for entry in codes::ENTRIES {
        assert!(said(entry.wrong).contains(&entry.code), "{}: {:?}", entry.code, said(entry.wrong));
        assert!(!said(entry.right).contains(&entry.code), "{}: {:?}", entry.code, said(entry.right));
    }
    assert!(codes::ENTRIES.windows(2).all(|pair| pair[0].code < pair[1].code));
}
