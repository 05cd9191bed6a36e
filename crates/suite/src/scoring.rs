//! The packed suite in one file, for those who need all of it: whoever scores a run or makes prompts. What only people look
//! at is left out; the scenarios that prompts show with their answers are added.

use crate::pack::{Pack, pack};
use crate::scenario::Scenario;
use stepguard_check::TOOL;
use stepguard_report::SCHEMA;
use stepguard_report::pack::{PackDomain, PackFamily, PackScenario, PackScoring};
use stepguard_report::suite::{Book, Certificate, Safe, Solvable};

/// The file, with these examples for prompts.
#[must_use]
pub fn scoring(suite: &Pack, examples: &[Scenario]) -> PackScoring {
    // Prompts show them in this order, and the pack has its own.
    let place = |family: &PackFamily| examples.iter().position(|example| example.family == family.id);
    let mut shown = pack(examples, examples.iter().map(|example| blank(&example.id, Solvable::Unknown)).collect());
    shown.families.sort_by_key(place);
    let behind = u32::try_from(suite.domains.len()).unwrap_or(u32::MAX);
    PackScoring {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        domains: suite.domains.iter().chain(&shown.domains).map(domain).collect(),
        families: suite.families.iter().map(|each| family(each, 0)).collect(),
        examples: shown.families.iter().map(|each| family(each, behind)).collect(),
    }
}

fn domain(domain: &PackDomain) -> PackDomain {
    PackDomain { rules: Vec::new(), ..domain.clone() }
}

/// The family, with its domain counted on from `behind`.
fn family(family: &PackFamily, behind: u32) -> PackFamily {
    PackFamily {
        domain: behind.saturating_add(family.domain),
        provenance: String::new(),
        scenarios: family.scenarios.iter().map(scenario).collect(),
        ..family.clone()
    }
}

fn scenario(scenario: &PackScenario) -> PackScenario {
    PackScenario {
        goal: String::new(),
        broken: Vec::new(),
        then: None,
        differs: None,
        explanation: String::new(),
        certificate: blank("", scenario.certificate.primitives_only),
        ..scenario.clone()
    }
}

/// A certificate that says one thing only.
fn blank(id: &str, primitives_only: Solvable) -> Certificate {
    Certificate {
        id: id.to_owned(),
        certified: false,
        points: Vec::new(),
        safe: Safe::default(),
        primitives_only,
        full_vocabulary: Solvable::Unknown,
        proof: None,
        book: Book::default(),
    }
}
