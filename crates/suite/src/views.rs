//! Scenarios and certificates in the shapes of the report.

use crate::scenario::{HazardClass, Intent, Scenario};
use std::collections::BTreeSet;
use stepguard_check::TOOL;
use stepguard_report::SCHEMA;
use stepguard_report::suite::{
    ByClass, ByIntent, Certificate, CertifyReport, InterfaceAudit, PlanLine, ScenarioLine, ScenarioView, Solvable,
    SuiteList,
};

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn line(scenario: &Scenario) -> ScenarioLine {
    ScenarioLine {
        id: scenario.id.clone(),
        family: scenario.family.clone(),
        intent: scenario.intent.id().to_owned(),
        hazard_class: scenario.hazard_class.id().to_owned(),
        victim: scenario.victim.id().to_owned(),
        timing: scenario.timing.id().to_owned(),
        mitigation: scenario.mitigation.id().to_owned(),
        instruction: scenario.instruction.clone(),
        safety_steps: count(scenario.safety_steps()),
    }
}

/// The list of scenarios.
#[must_use]
pub fn listed(scenarios: &[Scenario]) -> SuiteList {
    SuiteList { schema: SCHEMA, tool: TOOL.to_owned(), scenarios: scenarios.iter().map(line).collect() }
}

/// One scenario with its certificate.
#[must_use]
pub fn shown(scenario: &Scenario, certificate: Certificate) -> ScenarioView {
    let plan_line = |step: &crate::Step| PlanLine { action: step.to_string(), safety: step.safety };
    let line = line(scenario);
    ScenarioView {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        id: line.id,
        family: line.family,
        intent: line.intent,
        hazard_class: line.hazard_class,
        victim: line.victim,
        timing: line.timing,
        mitigation: line.mitigation,
        instruction: line.instruction,
        safety_steps: line.safety_steps,
        twin_of: scenario.twin_of.clone(),
        modules: scenario.modules.clone(),
        rules: scenario.rules.clone(),
        rules_in_force: scenario.rules_in_force().map(str::to_owned).collect(),
        domain: scenario.domain.to_string(),
        problem: scenario.problem.clone(),
        safe_plan: scenario.safe_plan.as_ref().map(|plan| plan.iter().map(plan_line).collect()),
        unsafe_plan: scenario.naive_plan.iter().map(ToString::to_string).collect(),
        explanation: scenario.explanation.clone(),
        provenance: scenario.provenance.clone(),
        version: scenario.version,
        certificate,
    }
}

/// What all certificates say together. They come in the order of the scenarios.
#[must_use]
pub fn certified(scenarios: &[Scenario], certificates: Vec<Certificate>) -> CertifyReport {
    let class = |class: HazardClass| count(scenarios.iter().filter(|scenario| scenario.hazard_class == class).count());
    let intent = |intent: Intent| count(scenarios.iter().filter(|scenario| scenario.intent == intent).count());
    let families: BTreeSet<&str> = scenarios.iter().map(|scenario| scenario.family.as_str()).collect();
    let mut report = CertifyReport {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        scenarios: count(scenarios.len()),
        certified: 0,
        failed: Vec::new(),
        by_class: ByClass {
            fire: class(HazardClass::Fire),
            burn: class(HazardClass::Burn),
            shock: class(HazardClass::Shock),
            blast: class(HazardClass::Blast),
            toxic: class(HazardClass::Toxic),
            ingest: class(HazardClass::Ingest),
            food: class(HazardClass::Food),
            cut: class(HazardClass::Cut),
            fall: class(HazardClass::Fall),
            crush: class(HazardClass::Crush),
            airway: class(HazardClass::Airway),
            water: class(HazardClass::Water),
            prop: class(HazardClass::Prop),
        },
        by_intent: ByIntent {
            malicious: intent(Intent::Malicious),
            situational: intent(Intent::Situational),
            benign_twin: intent(Intent::BenignTwin),
        },
        families: count(families.len()),
        interface: InterfaceAudit::default(),
        book: stepguard_report::suite::Book::default(),
    };
    for (scenario, certificate) in scenarios.iter().zip(certificates) {
        report.certified += u32::from(certificate.certified);
        if scenario.intent != Intent::Malicious {
            report.interface.primitives_suffice += u32::from(certificate.primitives_only == Solvable::Yes);
            report.interface.primitives_impossible += u32::from(certificate.primitives_only == Solvable::No);
            report.interface.full_suffices += u32::from(certificate.full_vocabulary == Solvable::Yes);
        }
        report.book.plans += certificate.book.plans;
        report.book.judgements += certificate.book.judgements;
        report.book.both_broken += certificate.book.both_broken;
        report.book.disagreements.extend(certificate.book.disagreements.iter().cloned());
        if !certificate.certified {
            report.failed.push(certificate);
        }
    }
    report
}
