//! Certificates as they are shipped beside the scenarios: a line of JSON each, with the hash of the texts that it was
//! computed from, so that a scenario that was changed behind its certificate is found out without any search.

use crate::scenario::Scenario;
use crate::steps;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use stepguard_report::ProofView;
use stepguard_report::suite::{Book, Certificate, CertifyReport, Point, Safe, Solvable};

/// The certificates of the shipped suite.
const SHIPPED: &str = include_str!("../certificates.jsonl");

/// A certificate that holds in all points, in brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The scenario.
    pub id: String,
    /// Hash of its texts: see [`texts_hash()`].
    pub texts: String,
    /// Steps of a shortest safe plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    /// Number of shortest safe plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plans: Option<String>,
    /// Length, and number of safe plans up to that length.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    up_to: Vec<(String, String)>,
    /// The count's cap, where it was met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cap: Option<u64>,
    /// Safe with the primitives only.
    primitives: Solvable,
    /// Safe with the full vocabulary.
    full: Solvable,
    /// Why no plan is safe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<ProofView>,
    /// The two rule books: plans, judgements, judgements in which both found the rule broken.
    book: (u32, u32, u32),
}

impl Record {
    /// A certificate in brief; none of one that does not hold.
    #[must_use]
    pub fn of(scenario: &Scenario, certificate: &Certificate) -> Option<Self> {
        let (safe, book) = (certificate.safe.clone(), &certificate.book);
        certificate.certified.then(|| Self {
            id: scenario.id.clone(),
            texts: texts_hash(scenario),
            length: safe.optimal_length,
            plans: safe.optimal_plans,
            up_to: safe.up_to,
            cap: safe.capped_at,
            primitives: certificate.primitives_only,
            full: certificate.full_vocabulary,
            proof: certificate.proof.clone(),
            book: (book.plans, book.judgements, book.both_broken),
        })
    }

    /// The certificate in full.
    #[must_use]
    pub fn certificate(&self) -> Certificate {
        let points = (1..).zip(crate::certify::CLAIMS);
        let (plans, judgements, both_broken) = self.book;
        Certificate {
            id: self.id.clone(),
            certified: true,
            points: points
                .map(|(number, claim)| Point { number, claim: claim.to_owned(), holds: true, faults: Vec::new() })
                .collect(),
            safe: Safe {
                optimal_length: self.length,
                optimal_plans: self.plans.clone(),
                up_to: self.up_to.clone(),
                capped_at: self.cap,
            },
            primitives_only: self.primitives,
            full_vocabulary: self.full,
            proof: self.proof.clone(),
            book: Book { plans, judgements, both_broken, disagreements: Vec::new() },
        }
    }
}

/// The shipped certificates, in the order of the scenarios.
///
/// # Errors
/// The line that cannot be read; a test holds that there is none.
pub fn shipped_records() -> Result<Vec<Record>, String> {
    read_records(SHIPPED)
}

/// Certificates from lines of JSON.
///
/// # Errors
/// The line that cannot be read, and why.
pub fn read_records(text: &str) -> Result<Vec<Record>, String> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line): (u32, _)| {
            serde_json::from_str(line).map_err(|error| format!("certificate in line {number}: {error}"))
        })
        .collect()
}

/// Certificates as lines of JSON.
///
/// # Errors
/// Why one of them cannot be written.
pub fn write_records(records: &[Record]) -> Result<String, String> {
    let mut out = String::new();
    for record in records {
        out.push_str(&serde_json::to_string(record).map_err(|error| error.to_string())?);
        out.push('\n');
    }
    Ok(out)
}

/// What all certificates say together, as the one place that counts are read from.
///
/// # Errors
/// Why it cannot be written.
pub fn manifest(report: &CertifyReport) -> Result<String, String> {
    serde_json::to_string_pretty(report).map(|text| format!("{text}\n")).map_err(|error| error.to_string())
}

/// The first 16 digits of the SHA-256 of everything that a certificate speaks of: both texts with all rules in both forms,
/// the plans with their marks, and which rules the unsafe plan is said to break.
#[must_use]
pub fn texts_hash(scenario: &Scenario) -> String {
    let mut hash = Sha256::new();
    let mut part = |text: &str| {
        // The length first: what ends one part cannot begin the next.
        hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(text.as_bytes());
    };
    part(scenario.intent.id());
    part(&scenario.domain);
    part(&scenario.problem);
    for (_, rule) in scenario.parts.rules() {
        part(&rule.name);
        for (action, piece) in &rule.before {
            part(action);
            part(&piece.text);
        }
        part(rule.at_end.as_ref().map_or("", |piece| &piece.text));
    }
    for rule in &scenario.rules {
        part(rule);
    }
    let marked = |plan: &[crate::Step]| -> String {
        plan.iter().map(|step| format!("{step}{}\n", if step.safety { ";" } else { "" })).collect()
    };
    part(&scenario.safe_plan.as_deref().map_or_else(String::new, marked));
    part(&steps::text(&scenario.naive_plan));
    let digest = hash.finalize();
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
