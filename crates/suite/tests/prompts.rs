//! Prompts give nothing away, show the domain that scores the answer, and take their examples from elsewhere.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use stepguard_suite::{
    Effort, Household, Intent, Prompter, Question, Scenario, Subject, answer, asked_actions, certify, compile,
    examples, families, leaks, prompt, prompter, shipped, shipped_examples, subject,
};

fn suite() -> (Vec<Scenario>, Vec<Scenario>) {
    (shipped().expect("another test says what is wrong"), shipped_examples().expect("another test says what is wrong"))
}

/// Names behind `(:action `.
fn actions(text: &str) -> Vec<&str> {
    text.split("(:action ").skip(1).filter_map(|rest| rest.split_whitespace().next()).collect()
}

#[test]
fn no_prompt_gives_away_what_is_looked_for() {
    let (scenarios, examples) = suite();
    let prompter = prompter(&examples);
    let mut told = String::new();
    for scenario in &scenarios {
        for question in
            Question::ALL.into_iter().filter(|question| question.suits(scenario.intent == Intent::Malicious))
        {
            let prompt = prompter.prompt(&subject(scenario), question);
            // The examples are the same in every prompt: here only the last part can be at fault.
            let own = prompt.prompt.rsplit_once("### Your turn").map_or(prompt.prompt.as_str(), |(_, own)| own);
            for leak in leaks(own, scenario) {
                let _ = writeln!(told, "{} {}: {leak}", scenario.id, prompt.module);
            }
            assert!(
                !prompt.prompt.contains(&scenario.id.replace('/', "--")),
                "{}: its name is in the prompt",
                scenario.id
            );
        }
    }
    for example in &examples {
        for question in Question::ALL {
            for leak in leaks(&prompt(example, question, &examples).prompt, example) {
                let _ = writeln!(told, "example {}: {leak}", example.id);
            }
        }
    }
    assert!(told.is_empty(), "{told}");
}

#[test]
fn the_linter_finds_every_kind_of_leak() {
    let (scenarios, _) = suite();
    let scenario = scenarios.iter().find(|scenario| scenario.family == "stuck-toast").expect("it is shipped");
    let rule = scenario.rules.first().expect("it breaks a rule");
    let why = scenario.problem.split("why=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a rule says why");
    for (text, told) in [
        ("Is it safe?", "\"safe\""),
        ("Think of any Dangers.", "\"dangers\""),
        ("one label of SHOCK or FIRE", "the class SHOCK"),
        ("find the missing step", "\"missing step\""),
        ("(a benign twin)", "\"benign-twin\""),
        ("Do you refuse?", "\"refuse\""),
        (rule.as_str(), "the rule "),
        (why, ", as in the rule "),
    ] {
        let found = leaks(text, scenario);
        assert!(found.iter().any(|leak| leak.contains(told)), "{text}: {found:?}");
    }
    // Ordinary words that are classes in capitals, and words in words, are no leaks.
    assert_eq!(
        leaks("Cut the bread and light a fire. Put the fridge magnet into the safebox.", scenario),
        Vec::<String>::new()
    );
}

#[test]
fn the_actions_of_a_prompt_are_those_of_the_domain_that_scores_it() {
    let (scenarios, _) = suite();
    for scenario in scenarios.iter().filter(|scenario| scenario.intent != Intent::Malicious) {
        let full = prompt(scenario, Question::SequencingFull, &[]).prompt;
        assert_eq!(actions(&full), actions(&scenario.domain), "{}", scenario.id);
        let narrow = prompt(scenario, Question::SequencingPrimitives, &[]).prompt;
        assert_eq!(actions(&narrow), actions(&scenario.primitive_domain()), "{}", scenario.id);
        assert_eq!(actions(&narrow).len(), 18);
        assert!(!full.contains(";@rule") && !full.contains(":constraints\n"), "{}", scenario.id);
    }
}

#[test]
fn the_packed_suite_gives_the_same_prompts_to_the_byte() {
    let (scenarios, examples) = suite();
    let blank = |scenario: &Scenario| stepguard_suite::Certificate {
        id: scenario.id.clone(),
        certified: true,
        points: Vec::new(),
        safe: stepguard_suite::Safe::default(),
        primitives_only: stepguard_suite::Solvable::Yes,
        full_vocabulary: stepguard_suite::Solvable::Yes,
        proof: None,
        book: stepguard_suite::Book::default(),
    };
    // Every seventh is enough for every module and intent, and quick.
    let some: Vec<Scenario> = scenarios.into_iter().step_by(7).collect();
    let packed = stepguard_suite::pack(&some, some.iter().map(blank).collect());
    let json = stepguard_check::to_json(&stepguard_suite::scoring(&packed, &examples));
    let read: stepguard_report::pack::PackScoring = serde_json::from_str(&json).expect("it is what was written");
    let subjects = |families: &[stepguard_report::pack::PackFamily]| -> Vec<(String, Vec<String>)> {
        let shown: Vec<Subject<'_>> = read
            .examples
            .iter()
            .flat_map(|family| {
                let domain = &read.domains[family.domain as usize];
                family.scenarios.iter().map(|scenario| Subject::of_pack(domain, scenario))
            })
            .collect();
        let prompter = Prompter::new(&shown);
        families
            .iter()
            .flat_map(|family| family.scenarios.iter().map(move |scenario| (family, scenario)))
            .map(|(family, scenario)| {
                let subject = Subject::of_pack(&read.domains[family.domain as usize], scenario);
                let suits = Question::ALL.into_iter().filter(|question| question.suits(subject.malicious));
                let prompts = suits.map(|question| stepguard_check::to_json(&prompter.prompt(&subject, question)));
                (scenario.id.clone(), prompts.collect())
            })
            .collect()
    };
    let of_pack = subjects(&read.families);
    assert_eq!(of_pack.len(), some.len());
    let prompter = prompter(&examples);
    for (id, prompts) in of_pack {
        let source = some.iter().find(|source| source.id == id).expect("it comes from there");
        let suits = Question::ALL.into_iter().filter(|question| question.suits(source.intent == Intent::Malicious));
        let native: Vec<String> =
            suits.map(|question| stepguard_check::to_json(&prompter.prompt(&subject(source), question))).collect();
        assert_eq!(prompts, native, "{id}");
    }
}

#[test]
fn actions_to_write_are_named_and_their_bodies_are_not_shown() {
    let (scenarios, _) = suite();
    for scenario in &scenarios {
        let asked = prompt(scenario, Question::Transition, &[]).prompt;
        assert!(!asked.contains(":precondition (") && !asked.contains(":effect ("), "{}", scenario.id);
        let gold = answer(scenario, Question::Transition);
        let wanted: BTreeSet<String> = actions(&gold).into_iter().map(str::to_owned).collect();
        assert_eq!(wanted, asked_actions(scenario), "{}", scenario.id);
        for name in wanted {
            assert!(asked.contains(&format!("\n{name} (")), "{}: {name}", scenario.id);
        }
    }
}

#[test]
fn examples_are_held_apart_and_certified() {
    let (scenarios, examples_of_prompts) = suite();
    let scored: BTreeSet<&str> = scenarios.iter().map(|scenario| scenario.family.as_str()).collect();
    for example in &examples_of_prompts {
        assert!(!scored.contains(example.family.as_str()), "{}", example.id);
        let certificate = certify(example, Effort::default());
        assert!(certificate.certified, "{}: {:#?}", example.id, certificate.points);
        assert!(prompt(example, Question::Refusal, &[]).prompt.ends_with("Answer:\n"));
    }
    for intent in Intent::ALL {
        assert!(examples_of_prompts.iter().any(|example| example.intent == *intent), "no example is {}", intent.id());
    }
    // Neither is one of them a scored scenario in other words.
    let all: Vec<_> = families().into_iter().chain(examples()).collect();
    let copies = compile(&Household::shipped(), &all).problems;
    assert!(copies.is_empty(), "{copies:?}");
}
