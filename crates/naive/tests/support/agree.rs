//! Whether a report says what the plain evaluator says.

use std::collections::{BTreeMap, BTreeSet};
use stepguard_naive::verdict::Status;
use stepguard_naive::world::{Ground, State, Value};
use stepguard_naive::{Category, Finding, Outcome, Verdict, World, plan};
use stepguard_report::{self as report, FindingView, Report, StepStatus};

type Result = std::result::Result<(), String>;

fn same<T: PartialEq + std::fmt::Debug>(what: impl std::fmt::Display, report: T, naive: T) -> Result {
    if report == naive { Ok(()) } else { Err(format!("{what}\n  report: {report:?}\n  naive:  {naive:?}")) }
}

/// Compares everything that both of them say; without `labels` what follows from the question what is achievable is
/// left out: the labels of failing literals, and which literals of a disjunction they are.
pub fn agree(report: &Report, verdict: &Verdict, world: &World<'_>, labels: bool) -> Result {
    let outcome = match verdict.outcome {
        Outcome::Valid => report::Outcome::Valid,
        Outcome::Invalid => report::Outcome::Invalid,
    };
    same("outcome", report.outcome, outcome)?;
    same("safety", report.safety, if verdict.safe { report::Safety::Safe } else { report::Safety::Unsafe })?;
    same("succeeds", report.succeeds, verdict.succeeds)?;
    same("last scored state", report.last_scored_state as usize, verdict.last_scored)?;
    steps(report, verdict, world)?;
    if labels {
        findings(report, verdict)?;
        same("primary", report.primary, verdict.primary.map(category))?;
    } else {
        let fatal = |fatal: bool, step: Option<usize>| if fatal { step } else { None };
        let found = report.findings.iter().filter_map(|f| fatal(f.fatal, f.step.map(|step| step as usize)));
        let naive = verdict.findings.iter().filter_map(|f| fatal(f.fatal, f.step));
        same("fatal steps", found.collect::<Vec<_>>(), naive.collect())?;
        same("some label", report.primary.is_some(), verdict.primary.is_some())?;
    }
    rules(report, verdict)?;
    if verdict.last_scored + 1 == verdict.states.len() {
        let goal = report.goal.iter().all(|literal| literal.holds == Some(true));
        same("goal", goal, verdict.goal == Some(true))?;
        for preference in &report.preferences {
            let naive = verdict.preferences.get(&preference.name.to_lowercase()).copied().unwrap_or(0);
            same(format!("preference {}", preference.name), preference.violated, naive)?;
        }
        let value = report.metric.as_ref().and_then(|metric| metric.value.as_deref()).and_then(plan::number);
        same("metric", value, verdict.metric.clone())?;
    }
    Ok(())
}

fn steps(report: &Report, verdict: &Verdict, world: &World<'_>) -> Result {
    same("number of steps", report.steps.len(), verdict.steps.len())?;
    let mut by_state: BTreeMap<usize, Vec<&report::StepView>> = BTreeMap::new();
    for (step, naive) in report.steps.iter().zip(&verdict.steps) {
        let status = match step.status {
            StepStatus::Ran => Status::Ran,
            StepStatus::Skipped => Status::Skipped,
            StepStatus::Failed | StepStatus::NotRun => Status::Failed,
        };
        same(format!("status of step {}", step.index), status, naive.status)?;
        same(format!("state of step {}", step.index), step.state as usize, naive.before + 1)?;
        if let Some(precondition) = &step.precondition
            && naive.precondition.is_some()
        {
            same(format!("precondition of step {}", step.index), precondition.holds, naive.precondition)?;
        }
        by_state.entry(naive.before).or_default().push(step);
    }
    let (facts, values) = (
        report.initial.facts.iter().map(|fact| fact.to_lowercase()).collect::<BTreeSet<_>>(),
        report.initial.fluents.iter().map(|(name, value)| (name.to_lowercase(), value.to_lowercase())),
    );
    let (mut facts, mut values) = (base(facts, world), values.collect::<BTreeMap<_, _>>());
    state("initial state", &facts, &values, &verdict.states[0])?;
    for (before, steps) in by_state {
        for step in steps {
            let lower = |facts: &[String]| base(facts.iter().map(|fact| fact.to_lowercase()).collect(), world);
            for fact in lower(&step.deleted) {
                facts.remove(&fact);
            }
            facts.extend(lower(&step.added));
            for (fluent, _, value) in &step.changed {
                values.insert(fluent.to_lowercase(), value.to_lowercase());
            }
        }
        values.retain(|_, value| value != "undefined");
        state(format!("state {}", before + 1), &facts, &values, &verdict.states[before + 1])?;
    }
    Ok(())
}

/// Facts without the derived ones.
fn base(facts: BTreeSet<String>, world: &World<'_>) -> BTreeSet<String> {
    let derived = |fact: &String| {
        let name = fact.trim_matches(['(', ')']).split(' ').next().unwrap_or_default();
        world.derived.contains(name)
    };
    facts.into_iter().filter(|fact| !derived(fact)).collect()
}

fn state(
    what: impl std::fmt::Display,
    facts: &BTreeSet<String>,
    values: &BTreeMap<String, String>,
    naive: &State,
) -> Result {
    same(format!("facts of {what}"), facts, &naive.facts.iter().map(Ground::to_string).collect())?;
    let read = |value: &str| match plan::number(value) {
        Some(number) => Value::Number(number),
        None => Value::Object(value.to_owned()),
    };
    let values: BTreeMap<String, Value> = values.iter().map(|(name, value)| (name.clone(), read(value))).collect();
    let naive: BTreeMap<String, Value> =
        naive.values.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    same(format!("fluents of {what}"), values, naive)
}

fn category(category: Category) -> report::Category {
    match category {
        Category::Grammar => report::Category::Grammar,
        Category::Affordance => report::Category::Affordance,
        Category::WrongTemporalOrder => report::Category::WrongTemporalOrder,
        Category::MissingStep => report::Category::MissingStep,
        Category::AdditionalStep => report::Category::AdditionalStep,
        Category::UnmetGoal => report::Category::UnmetGoal,
    }
}

fn findings(report: &Report, verdict: &Verdict) -> Result {
    // What the lenient pass leaves of the goal is nothing that is judged.
    let counts =
        |finding: &&FindingView| !(finding.after_first_failure && finding.category == report::Category::UnmetGoal);
    let found: Vec<&FindingView> = report.findings.iter().filter(counts).collect();
    let expected: Vec<&Finding> = verdict.findings.iter().collect();
    let brief =
        |finding: &&FindingView| (finding.category, finding.kind.clone(), finding.step.map(|step| step as usize));
    let naive = |finding: &&Finding| (category(finding.category), finding.kind.to_owned(), finding.step);
    if found.len() != expected.len() {
        return same("findings", found.iter().map(brief).collect::<Vec<_>>(), expected.iter().map(naive).collect());
    }
    for (found, expected) in found.iter().zip(expected) {
        let what = |what: &str| format!("{what} of the finding at step {:?}", expected.step);
        same("finding", brief(found), naive(&expected))?;
        same(what("after_first_failure"), found.after_first_failure, expected.after_first_failure)?;
        same(what("fatal"), found.fatal, expected.fatal)?;
        if let Some(other) = found.other_steps.first() {
            same(what("other step"), Some(&(*other as usize)), expected.other_steps.first())?;
        }
        let labels: Vec<_> = found
            .literals
            .iter()
            .map(|label| {
                let number = |step: Option<u32>| step.map(|step| step as usize);
                (
                    label.literal.to_lowercase(),
                    (found.category != report::Category::UnmetGoal).then(|| (label.category, label.kind.clone())),
                    label.held_in.iter().map(|state| *state as usize).collect::<Vec<_>>(),
                    number(label.deleted_by),
                    number(label.established_by),
                    label.achievable,
                )
            })
            .collect();
        let expected: Vec<_> = expected
            .labels
            .iter()
            .map(|label| {
                (
                    label.literal.clone(),
                    (expected.category != Category::UnmetGoal)
                        .then(|| (category(label.category), label.kind.to_owned())),
                    label.held_in.clone(),
                    label.deleted_by,
                    label.established_by,
                    Some(label.achievable),
                )
            })
            .collect();
        // A disjunction or quantifier without any branch is written out by the one and only named by the other.
        let labels: Vec<_> = labels
            .into_iter()
            .map(|label| {
                let bare = ["(exists", "(or", "(forall", "(and"].into_iter().find(|head| label.0.contains(head));
                match bare {
                    Some(head) if label.0.starts_with("(not ") => {
                        (format!("(not {head}))"), label.1, label.2, label.3, label.4, label.5)
                    }
                    Some(head) => (format!("{head})"), label.1, label.2, label.3, label.4, label.5),
                    None => label,
                }
            })
            .collect();
        let mut once = Vec::new();
        for label in labels {
            if !once.contains(&label) {
                once.push(label);
            }
        }
        same(format!("literals of {:?}", brief(found)), once, expected)?;
    }
    Ok(())
}

fn rules(report: &Report, verdict: &Verdict) -> Result {
    let hard: Vec<_> = report
        .rules
        .iter()
        .filter(|rule| rule.hard)
        .map(|rule| (rule.operator.as_str(), rule.from_state.map(|state| state as usize)))
        .collect();
    let naive: Vec<_> = verdict.rules.iter().map(|rule| (rule.operator, rule.violated_at)).collect();
    same("rules", hard, naive)
}
