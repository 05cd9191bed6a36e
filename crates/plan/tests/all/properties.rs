//! What holds for every text, however strange: no panic, every byte accounted for, spans in the text.

use crate::support;
use proptest::prelude::*;
use stepguard_plan::{NameList, Names, Unknown, diagnose, read, resolve, show, sort};
use stepguard_text::TextId;

fn house() -> NameList {
    NameList::new(
        [("grasp", 2), ("put-on", 2), ("turn_on", 1), ("open", 1), ("walk", 1), ("wait", 0), ("a", 0)],
        ["mug", "sink", "living_room", "lamp", "cat", "mug_2", "b"],
    )
}

/// All that can be asked about a text.
fn ask(text: &str) {
    let house = house();
    for plan in [read(text, TextId::Plan, &house), read(text, TextId::Plan, &Unknown)] {
        support::promises(text, &plan);
    }
    let plan = read(text, TextId::Plan, &house);
    let names = Names::new(&house);
    for step in &plan.steps {
        let mut objects = Vec::new();
        match resolve(text, &plan, step, &names, &mut objects) {
            Ok(action) => {
                assert_eq!(objects.len(), [2, 2, 1, 1, 1, 0, 0][action as usize]);
                assert!(show(text, &plan, step, &names).is_some());
            }
            Err(fault) => {
                assert!(objects.is_empty());
                let diagnostic = diagnose(TextId::Plan, text, &plan, step, &fault, &names, None);
                assert_eq!(diagnostic.is_none(), fault.kind() == "unreadable-line");
            }
        }
    }
    assert_eq!(plan, read(text, TextId::Plan, &house));

    let segments = sort::sort(text);
    let mut at = 0;
    for segment in &segments {
        assert!(segment.span.start >= at && segment.span.start < segment.span.end, "{segments:?} {text:?}");
        let between = text.get(at as usize..segment.span.start as usize).expect("a segment begins on a character");
        assert!(
            between.chars().all(|c| c.is_whitespace() || "\u{feff}\u{200b}\u{200e}\u{200f}\u{2060}".contains(c)),
            "{text:?}"
        );
        at = segment.span.end;
    }
    for kind in [sort::Kind::Domain, sort::Kind::Problem, sort::Kind::Plan, sort::Kind::Prose] {
        let masked = sort::mask(text, &segments, kind);
        assert_eq!(masked.len(), text.len());
        assert_eq!(masked.lines().count(), text.lines().count());
    }
}

/// Pieces of which plan texts are made, so that random texts come near to real ones.
fn piece() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "grasp",
        "mug",
        "sink",
        "put-on",
        "turn",
        "on",
        "Turn on",
        "living room",
        "the",
        "a",
        "walk",
        "cat",
        "wait",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "`",
        "```",
        "```json",
        "~~~",
        ",",
        ":",
        ";",
        ".",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "\t",
        "1.",
        "2)",
        "- ",
        "* ",
        "**",
        "Step 3:",
        "step    0:",
        "0.5:",
        "1:",
        "[2.0]",
        "[D:1; C:2]",
        "start",
        "end",
        "#1",
        "# c",
        "// c",
        "/*",
        "*/",
        "->",
        "→",
        "\"action\"",
        "\"object\"",
        "\"plan\"",
        "executable_plan",
        "null",
        "None",
        "True",
        "\\n",
        "\\\"",
        "\\u00fc",
        "\\",
        "é",
        "\u{a0}",
        "\u{feff}",
        "😀",
        "<|eot_id|>",
        "<think>",
        "</think>",
        "[PLAN]",
        "[WALK] <cat> (1)",
        "grasp(mug, sink)",
        "(grasp mug sink)",
        "{\"WALK\": [\"cat\"]}",
        "['walk', 'cat']",
        "(define (domain d)",
        "(define (problem p)",
        "(:action grasp :parameters (?a ?b))",
        "(:objects mug)",
        "found legal plan as follows",
        "Plan computed:",
        "Solution found!",
        "Found Plan:",
        "; Plan found with metric 3",
        "STEP 0: walk(cat)",
        "walk cat (1)",
        "Plan:",
        "; cost = 3",
        "Repeat",
        "Put",
        "\"open\"",
    ])
    .prop_map(str::to_owned);
    prop_oneof![8 => words, 1 => "\\PC{1,3}", 1 => "[a-z_-]{1,8}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_lost(pieces in prop::collection::vec(piece(), 0..40), blanks in prop::bool::ANY) {
        ask(&pieces.join(if blanks { " " } else { "" }));
    }

    #[test]
    fn no_line_is_lost(lines in prop::collection::vec(prop::collection::vec(piece(), 0..8), 0..12)) {
        ask(&lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn any_characters(text in "\\PC*|[\\x00-\\x7f]*") {
        ask(&text);
    }

    /// A plan says the same in every notation.
    #[test]
    fn notations_agree(steps in prop::collection::vec(prop::sample::select(vec![
        vec!["grasp", "mug", "sink"], vec!["put-on", "mug", "lamp"], vec!["turn_on", "living_room"], vec!["wait"],
        vec!["walk", "cat"], vec!["open", "mug_2"],
    ]), 1..8)) {
        let house = house();
        let names = Names::new(&house);
        let wanted: Vec<String> = steps.iter().map(|step| format!("({})", step.join(" "))).collect();
        let each = |form: &dyn Fn(usize, &Vec<&str>) -> String, between: &str| {
            steps.iter().enumerate().map(|(at, step)| form(at, step)).collect::<Vec<_>>().join(between)
        };
        let list = |step: &[&str]| step.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
        let texts = [
            each(&|_, step| format!("({})", step.join(" ")), "\n"),
            each(&|_, step| format!("({})", step.join(" ").to_uppercase()), " "),
            each(&|at, step| format!("{at}.5: ({}) [1]", step.join(" ")), "\n"),
            each(&|at, step| format!("{}. ({})", at + 1, step.join(" ")), "\n"),
            each(&|at, step| format!("Step {}: {}", at + 1, step.join(" ").replace('_', " ")), "\n\n"),
            each(&|_, step| format!("- `({})`", step.join(" ")), "\n"),
            each(&|_, step| step.join(" ").replace('-', " "), "\n"),
            each(&|_, step| format!("{}({})", step[0], step[1..].join(", ")), "\n"),
            format!("[{}]", each(&|_, step| format!("{:?}", step.join(" ")), ", ")),
            format!("[{}]", each(&|_, step| format!("[{}]", list(step)), ",\n")),
            format!("{{\"plan\": [{}]}}", each(&|_, step| format!("{{\"action\": {:?}, \"args\": [{}]}}", step[0], list(&step[1..])), ",")),
            format!("{{{}}}", each(&|_, step| format!("{:?}: [{}]", step[0], list(&step[1..])), ",")),
            format!("[{}]", each(&|_, step| format!("{{'{}': ({})}}", step[0], list(&step[1..]).replace('"', "'")), ", ")),
            format!("Here it is:\n```\n{}\n```\nBye!", each(&|_, step| format!("({})", step.join(" ")), "\n")),
            format!("ff: found legal plan as follows\n\n{}\n\ntime spent: 0.1\n", each(&|at, step| {
                format!("{} {at}: {}", if at == 0 { "step" } else { "    " }, step.join(" ").to_uppercase())
            }, "\n")),
            format!("Solution found!\n{}\nPlan length: 3 step(s).\n", each(&|_, step| format!("{} (1)", step.join(" ")), "\n")),
            format!("\"plan\" = {:?}", "x").replace("\"x\"", &format!("[{}]", each(&|_, step| format!("({})", step.join(" ")), ", "))),
        ];
        for text in &texts {
            let plan = read(text, TextId::Plan, &house);
            let shown: Vec<String> = plan.steps.iter().filter_map(|step| show(text, &plan, step, &names)).collect();
            prop_assert_eq!(&shown, &wanted, "{} {:?}", text, plan.notation);
            prop_assert!(plan.diagnostics.iter().all(|diagnostic| !diagnostic.is_error()), "{}", text);
        }
    }
}

/// Texts that could cost more than their length: nesting, runs of one sign, long lines.
#[test]
fn long_texts_are_read_in_time() {
    for unit in [
        "(",
        ")",
        "[",
        "{",
        "\"",
        "'",
        "((a) ",
        "[(",
        "{\"a\":",
        "[1,",
        "1. ",
        "(a b) ",
        "walk ",
        "walk cat\n",
        "{\"a\": 1}\n",
        "[\"x\"\n",
        "```\n",
        "(define ",
        "(define (domain d)\n",
        "**",
        "a(",
        "0: start (walk cat)\n",
        "; Plan found with metric 1\n",
        "<think>",
        "[PLAN]",
        "open the mug from a sink. ",
        "\\\"",
        "[WALK] <cat> (1) ",
        "x: [",
        "- [ ] ",
        "1.1.",
        "{'a' 'b' ",
        "\"a\nb",
        "(a))) -> ",
    ] {
        let text = unit.repeat(100_000 / unit.len());
        let house = house();
        let plan = read(&text, TextId::Plan, &house);
        support::promises(&text, &plan);
        let _ = sort::sort(&text);
    }
}
