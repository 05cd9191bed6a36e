//! The packed household suite: its index, and its scenarios family by family as they are opened.

use std::cell::RefCell;
use stepguard_report::pack::{
    Differs, IndexFamily, IndexLine, IndexTwin, PackBreak, PackCommands, PackDomain, PackFamily, PackIndex, PackMoment,
    PackRule, PackScenario,
};
use stepguard_report::planner::{ProofKind, ProofView};
use stepguard_report::suite::{Book, Certificate, Disagreement, PlanLine, Point, Safe, Solvable};

use super::site::{fetch_if_there, fetch_text};
use crate::reading::{self, Read, read_enum, read_struct};
use crate::state::route::Which;
use crate::state::session::Texts;
use crate::state::shared::Shared;

/// Where the packed suite lies, seen from the page.
const FOLDER: &str = "static/packs/suite/";

read_struct!(PackIndex { schema, tool, scenarios, certified, families });
read_struct!(IndexFamily { id, class, intent, victim, timing, mitigation, scenarios });
read_struct!(IndexLine { id, victim, timing, mitigation, safety, length, plans, proof, failed, twin });
read_struct!(IndexTwin { length, plans, failed });
read_struct!(PackCommands { schema, say });
read_struct!(PackFamily { schema, id, class, domain, provenance, version, scenarios });
read_struct!(PackScenario {
    id,
    twin_of,
    intent,
    victim,
    timing,
    mitigation,
    instruction,
    goal,
    problem,
    safe_plan,
    unsafe_plan,
    broken,
    then,
    differs,
    explanation,
    certificate,
});
read_struct!(PackBreak { rule, step, because });
read_struct!(PackMoment { step, added, deleted });
read_struct!(ProofView { kind, size, bytes, checked, out_of_reach });
read_enum!(ProofKind { Relaxed = "relaxed", H2 = "h2", Exhausted = "exhausted" });
read_struct!(Differs { removed, added, renamed });
read_struct!(PackDomain { schema, modules, primitives, vocabulary, constraints, rules });
read_struct!(PackRule { name, class, severity, victim, why, avoid, constraint, before, at_end });
read_struct!(PlanLine { action, safety });
read_struct!(Certificate { id, certified, points, safe, primitives_only, full_vocabulary, proof, book });
read_struct!(Point { number, claim, holds, faults });
read_struct!(Safe { optimal_length, optimal_plans, up_to, capped_at });
read_struct!(Book { plans, judgements, both_broken, disagreements });
read_struct!(Disagreement { rule, plan, constraint });
read_enum!(Solvable { Yes = "yes", No = "no", Unknown = "unknown" });

/// What could not be had, for people.
fn newer(why: &str) -> String {
    format!("{why}. If this site was renewed meanwhile, loading the page again helps")
}

async fn fetched<T: Read>(file: &str) -> Result<T, String> {
    let address = format!("{FOLDER}{file}");
    let text = fetch_text(&address).await.map_err(|why| newer(&why))?;
    parsed(&address, &text)
}

fn parsed<T: Read>(address: &str, text: &str) -> Result<T, String> {
    reading::read(text).map_err(|error| newer(&format!("{address} could not be read ({error})")))
}

/// The index.
pub async fn index() -> Result<PackIndex, String> {
    fetched("index.json").await
}

/// What is said in the scenarios of a hazard class.
pub async fn commands(class: &str) -> Result<PackCommands, String> {
    fetched(&format!("commands/{class}.json")).await
}

/// A family with its domain and rules.
#[derive(Debug, PartialEq)]
pub struct Family {
    /// The family.
    pub family: PackFamily,
    /// What it is written for.
    pub domain: PackDomain,
}

thread_local! {
    /// The families that were opened last: going back and forth between neighbours fetches and reads nothing twice.
    static RECENT: RefCell<Vec<Shared<Family>>> = const { RefCell::new(Vec::new()) };
}

/// So many families are kept.
const KEPT: usize = 12;

/// The name of a scenario's family. Only what can be one gets into the address of a file.
fn family_name(scenario: &str) -> Result<&str, String> {
    let name = scenario.split('/').next().unwrap_or(scenario);
    let plausible = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plausible { Ok(name) } else { Err(format!("\u{201c}{scenario}\u{201d} names no scenario")) }
}

/// The family of a scenario.
pub async fn family_of(scenario: &str) -> Result<Shared<Family>, String> {
    let name = family_name(scenario)?;
    let known = RECENT.with_borrow(|recent| recent.iter().find(|known| known.family.id == name).cloned());
    if let Some(known) = known {
        return Ok(known);
    }
    let family: PackFamily = fetched(&format!("families/{name}.json")).await?;
    let domain: PackDomain = fetched(&format!("domains/{}.json", family.domain)).await?;
    let family = Shared::new(Family { family, domain });
    RECENT.with_borrow_mut(|recent| {
        recent.truncate(KEPT - 1);
        recent.insert(0, family.clone());
    });
    Ok(family)
}

/// What opening a scenario on the Check page needs of it: certificates are left unread.
struct Wanted {
    id: String,
    problem: String,
    safe_plan: Option<Vec<PlanLine>>,
    unsafe_plan: Vec<String>,
}

struct WantedFamily {
    domain: u32,
    scenarios: Vec<Wanted>,
}

read_struct!(Wanted { id, problem, safe_plan, unsafe_plan });
read_struct!(WantedFamily { domain, scenarios });

/// The texts of a scenario with one of its plans; `None` where the suite has no such scenario.
pub async fn texts(scenario: &str, which: Which) -> Result<Option<Texts>, String> {
    let Ok(name) = family_name(scenario) else { return Ok(None) };
    let address = format!("{FOLDER}families/{name}.json");
    let Some(family) = fetch_if_there(&address).await.map_err(|why| newer(&why))? else { return Ok(None) };
    let family: WantedFamily = parsed(&address, &family)?;
    let Some(wanted) = family.scenarios.iter().find(|wanted| wanted.id == scenario) else { return Ok(None) };
    let domain: PackDomain = fetched(&format!("domains/{}.json", family.domain)).await?;
    let plan: Vec<&str> = match (which, &wanted.safe_plan) {
        (Which::Unsafe, _) | (_, None) => wanted.unsafe_plan.iter().map(String::as_str).collect(),
        (Which::Safe, Some(plan)) => plan.iter().map(|line| line.action.as_str()).collect(),
        (Which::Forgetful, Some(plan)) => {
            plan.iter().filter(|line| !line.safety).map(|line| line.action.as_str()).collect()
        }
    };
    let plan = format!("{}\n", plan.join("\n"));
    Ok(Some(Texts::new(&domain.domain(), &domain.problem(&wanted.problem), Some(&plan))))
}
