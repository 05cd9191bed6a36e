//! The plain evaluator against the cases' right answers: every untimed case that has a verdict.
//!
//! How plans are written is not its concern: where the plan is not in the plainest notation, the steps are those that
//! the case says have to be read.

mod support;

use serde_json::Value;
use stepguard_naive::{Call, Category, Outcome, Step, judge, plan};

#[test]
fn cases() {
    let folder = support::tests().join("cases");
    let mut judged = Vec::new();
    for name in support::folders(&folder) {
        let text = |file: &str| std::fs::read(folder.join(&name).join(file)).ok().map(decode);
        let expected: Value = serde_json::from_str(&text("expected.json").expect("every case has its answer"))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let (Some(domain), Some(problem)) = (text("domain.pddl"), text("problem.pddl").or(text("domain.pddl"))) else {
            continue;
        };
        if expected["outcome"].is_null() {
            continue;
        }
        let (names, domain, problem) = support::read(&domain, &problem);
        let timed = problem.init.iter().flatten().any(|e| matches!(e, stepguard_pddl::ast::InitElement::Timed { .. }));
        if timed || !domain.durative_actions.is_empty() {
            continue;
        }
        let steps = steps(&expected, &text("plan.txt").unwrap_or_default())
            .unwrap_or_else(|| panic!("{name}: the case says how its plan is to be read"));
        let verdict = judge(&names, &domain, &problem, &steps).unwrap_or_else(|| panic!("{name}: it has strata"));
        compare(&name, &expected, &verdict);
        judged.push(name);
    }
    assert_eq!(judged.len(), 68, "{judged:#?}");
}

fn compare(name: &str, expected: &Value, verdict: &stepguard_naive::Verdict) {
    let outcome = match verdict.outcome {
        Outcome::Valid => "valid",
        Outcome::Invalid => "invalid",
    };
    assert_eq!(expected["outcome"], outcome, "outcome of {name}");
    assert_eq!(expected["safety"], if verdict.safe { "safe" } else { "unsafe" }, "safety of {name}");
    assert_eq!(expected["primary"].as_str(), verdict.primary.map(category), "primary of {name}");
    let wanted: Vec<_> = expected["findings"]
        .as_array()
        .expect("findings are a list")
        .iter()
        .map(|finding| {
            let after = finding["after_first_failure"].as_bool().unwrap_or(false);
            (finding["category"].as_str(), finding["kind"].as_str(), finding["step"].as_u64(), after)
        })
        .collect();
    let got: Vec<_> = verdict
        .findings
        .iter()
        .map(|finding| {
            let step = finding.step.map(|step| step as u64);
            (Some(category(finding.category)), Some(finding.kind), step, finding.after_first_failure)
        })
        .collect();
    assert_eq!(wanted, got, "findings of {name}");
    let violations: Vec<_> = verdict
        .rules
        .iter()
        .filter_map(|rule| rule.violated_at.map(|state| (Some(rule.operator), Some(state as u64))))
        .collect();
    let wanted: Vec<_> = expected["violations"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|violation| (violation["rule"].as_str(), violation["first_step"].as_u64()))
        .collect();
    assert_eq!(wanted, violations, "violations of {name}");
}

/// The steps as the case says, else the plan in plain notation.
fn steps(expected: &Value, text: &str) -> Option<Vec<Step>> {
    let plain = plan::read(text);
    // Time stamps are in the text only.
    if plain.as_ref().is_some_and(|steps| steps.iter().any(|step| step.time.is_some())) {
        return plain;
    }
    match &expected["plan_steps"] {
        Value::Array(steps) => steps.iter().map(|step| read_step(step.as_str())).collect(),
        _ => plain,
    }
}

fn read_step(step: Option<&str>) -> Option<Step> {
    let Some(text) = step else { return Some(Step { time: None, call: None }) };
    let mut words = text.trim_matches(['(', ')']).split_whitespace().map(str::to_owned);
    Some(Step { time: None, call: Some(Call { action: words.next()?, arguments: words.collect() }) })
}

fn category(category: Category) -> &'static str {
    match category {
        Category::Grammar => "grammar",
        Category::Affordance => "affordance",
        Category::WrongTemporalOrder => "wrong-temporal-order",
        Category::MissingStep => "missing-step",
        Category::AdditionalStep => "additional-step",
        Category::UnmetGoal => "unmet-goal",
    }
}

/// UTF-8 and UTF-16 with their marks.
fn decode(bytes: Vec<u8>) -> String {
    let wide = |read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes.as_slice() {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned(),
    }
}
