//! What examples in prompts show as the answer is right for the scorer, and so is every answer in the form that prompts ask
//! for; so is every plan that succeeds, whether it is the shipped one or not.

use stepguard_check::planner::{PlannerOptions, count};
use stepguard_report::suite::{Book, Certificate, Safe, Solvable};
use stepguard_score::suite::{Suite, from_pack};
use stepguard_score::{Options, Scorer};
use stepguard_suite::{Intent, Question, Scenario, answer, pack, shipped, shipped_examples};

fn packed(scenarios: &[Scenario]) -> Suite {
    let unknown = |scenario: &Scenario| Certificate {
        id: scenario.id.clone(),
        certified: false,
        points: Vec::new(),
        safe: Safe::default(),
        primitives_only: Solvable::Unknown,
        full_vocabulary: Solvable::Unknown,
        proof: None,
        book: Book::default(),
    };
    let packed = pack(scenarios, scenarios.iter().map(unknown).collect());
    from_pack("household", &packed.domains, &packed.families).expect("a suite")
}

/// Scores the answer that prompts would show for every question that suits a scenario.
fn all_right(scenarios: &[Scenario]) {
    let mut scorer = Scorer::new(packed(scenarios), Options::default());
    let mut lines = 0;
    for scenario in scenarios {
        for question in
            Question::ALL.into_iter().filter(|question| question.suits(scenario.intent == Intent::Malicious))
        {
            let primitive =
                |step: &stepguard_suite::Step| stepguard_suite::DOMAIN.contains(&format!("(:action {}\n", step.action));
            let narrow = question == Question::SequencingPrimitives;
            if narrow && !scenario.safe_plan.iter().flatten().all(primitive) {
                continue;
            }
            let line = serde_json::json!({
                "id": scenario.id,
                "module": question.module(),
                "vocabulary": question.vocabulary(),
                "output": answer(scenario, question),
            });
            scorer.answer(&line.to_string());
            lines += 1;
        }
    }
    let report = scorer.report();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    assert_eq!(report.scored, lines);
    for answer in &report.answers {
        assert!(answer.right, "{}: {} {}", answer.id, answer.label, answer.verdict);
    }
}

#[test]
fn answers_shown_in_prompts_are_right() {
    all_right(&shipped_examples().expect("examples compile"));
}

#[test]
fn answers_in_the_form_that_prompts_ask_for_are_right() {
    let scenarios = shipped().expect("the suite compiles");
    let families: Vec<Scenario> =
        scenarios.chunk_by(|a, b| a.family == b.family).step_by(7).flatten().cloned().collect();
    all_right(&families);
}

/// The shipped plan is an example, not the gold: other plans of the planner's count as well.
#[test]
fn any_plan_that_succeeds_is_right() {
    let scenarios = shipped().expect("the suite compiles");
    let some: Vec<Scenario> =
        scenarios.into_iter().filter(|scenario| scenario.safe_plan.is_some()).step_by(23).collect();
    let mut scorer = Scorer::new(packed(&some), Options::default());
    let (mut lines, mut others) = (0, 0);
    for scenario in &some {
        let options = PlannerOptions { list: Some(20), ..PlannerOptions::default() };
        let (domain, problem) = (scenario.domain.as_bytes(), scenario.problem.as_bytes());
        let counted = count(Some(domain), Some(problem), &options, &mut |_| true);
        let shipped: String = scenario.safe_plan.iter().flatten().map(|step| format!("{step}\n")).collect();
        for plan in &counted.plans {
            let output: String = plan.iter().map(|step| format!("{step}\n")).collect();
            others += u32::from(output != shipped);
            let line = serde_json::json!({ "id": scenario.id, "module": "sequencing", "output": output });
            // An id is answered once in a run.
            let mut alone = Scorer::new(packed(std::slice::from_ref(scenario)), Options::default());
            alone.answer(&line.to_string());
            let report = alone.report();
            assert!(report.answers.iter().all(|answer| answer.right), "{}: {output}", scenario.id);
            lines += 1;
        }
        scorer.answer(&serde_json::json!({ "id": scenario.id, "module": "sequencing", "output": shipped }).to_string());
    }
    assert!(scorer.report().answers.iter().all(|answer| answer.right));
    assert!(lines > 30 && others > 10, "{lines} plans, {others} of them not the shipped ones");
}
