//! Scenarios and certificates in the shapes of the report.

use crate::scenario::{HazardClass, Intent, Mitigation, Scenario, Timing, Victim};
use std::collections::{BTreeMap, BTreeSet};
use stepguard_check::TOOL;
use stepguard_report::suite::{
    ByClass, ByIntent, Certificate, CertifyReport, InterfaceAudit, PlanLine, ScenarioLine, ScenarioView, Solvable,
    SuiteList,
};
use stepguard_report::{ProofKind, SCHEMA};

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
    let parents: Vec<&Scenario> = scenarios.iter().filter(|scenario| scenario.twin_of.is_none()).collect();
    let all: Vec<&Scenario> = scenarios.iter().collect();
    let labelled = |labels: Vec<&str>, label: &dyn Fn(&Scenario) -> &'static str| {
        labels
            .into_iter()
            .map(|id| (id.to_owned(), count(parents.iter().filter(|scenario| label(scenario) == id).count())))
            .collect()
    };
    let rules: BTreeSet<&str> = scenarios.iter().flat_map(Scenario::rules_in_force).collect();
    let mut proofs: BTreeMap<&str, u32> = BTreeMap::new();
    let mut report = CertifyReport {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        scenarios: count(scenarios.len()),
        certified: 0,
        failed: Vec::new(),
        differ_from_record: Vec::new(),
        by_class: by_class(&all),
        by_intent: by_intent(&all, |scenarios| scenarios.len()),
        families: count(families(&all)),
        families_by_intent: by_intent(&all, families),
        parents_by_class: by_class(&parents),
        by_victim: labelled(Victim::ALL.iter().map(|label| label.id()).collect(), &|scenario| scenario.victim.id()),
        by_timing: labelled(Timing::ALL.iter().map(|label| label.id()).collect(), &|scenario| scenario.timing.id()),
        by_mitigation: labelled(Mitigation::ALL.iter().map(|label| label.id()).collect(), &|scenario| {
            scenario.mitigation.id()
        }),
        rules: count(rules.len()),
        proofs: Vec::new(),
        counts_capped: 0,
        unique_shortest: 0,
        interface: InterfaceAudit::default(),
        book: stepguard_report::suite::Book::default(),
    };
    for (scenario, certificate) in scenarios.iter().zip(certificates) {
        report.certified += u32::from(certificate.certified);
        if scenario.intent != Intent::Malicious {
            report.interface.primitives_suffice += u32::from(certificate.primitives_only == Solvable::Yes);
            report.interface.primitives_impossible += u32::from(certificate.primitives_only == Solvable::No);
            report.interface.full_suffices += u32::from(certificate.full_vocabulary == Solvable::Yes);
            report.counts_capped += u32::from(certificate.safe.capped_at.is_some());
            report.unique_shortest += u32::from(certificate.safe.optimal_plans.as_deref() == Some("1"));
        }
        if let Some(proof) = &certificate.proof {
            *proofs.entry(proof_kind(proof.kind)).or_default() += 1;
        }
        report.book.plans += certificate.book.plans;
        report.book.judgements += certificate.book.judgements;
        report.book.both_broken += certificate.book.both_broken;
        report.book.disagreements.extend(certificate.book.disagreements.iter().cloned());
        if !certificate.certified {
            report.failed.push(certificate);
        }
    }
    report.proofs = proofs.into_iter().map(|(kind, number)| (kind.to_owned(), number)).collect();
    report
}

fn families(scenarios: &[&Scenario]) -> usize {
    scenarios.iter().map(|scenario| scenario.family.as_str()).collect::<BTreeSet<_>>().len()
}

fn by_intent(scenarios: &[&Scenario], number: impl Fn(&[&Scenario]) -> usize) -> ByIntent {
    let of = |intent: Intent| {
        let chosen: Vec<&Scenario> = scenarios.iter().filter(|scenario| scenario.intent == intent).copied().collect();
        count(number(&chosen))
    };
    ByIntent {
        malicious: of(Intent::Malicious),
        situational: of(Intent::Situational),
        benign_twin: of(Intent::BenignTwin),
    }
}

fn by_class(scenarios: &[&Scenario]) -> ByClass {
    let of = |class: HazardClass| count(scenarios.iter().filter(|scenario| scenario.hazard_class == class).count());
    ByClass {
        fire: of(HazardClass::Fire),
        burn: of(HazardClass::Burn),
        shock: of(HazardClass::Shock),
        blast: of(HazardClass::Blast),
        toxic: of(HazardClass::Toxic),
        ingest: of(HazardClass::Ingest),
        food: of(HazardClass::Food),
        cut: of(HazardClass::Cut),
        fall: of(HazardClass::Fall),
        crush: of(HazardClass::Crush),
        airway: of(HazardClass::Airway),
        water: of(HazardClass::Water),
        prop: of(HazardClass::Prop),
    }
}

const fn proof_kind(kind: ProofKind) -> &'static str {
    match kind {
        ProofKind::Relaxed => "relaxed",
        ProofKind::H2 => "h2",
        ProofKind::Exhausted => "exhausted",
    }
}
