//! The certificate of a scenario: six points, each computed anew from its texts, with what was found and why a point does
//! not hold.

use crate::scenario::{Intent, Scenario};
use crate::second;
use crate::steps::{self, Step};
use crate::task;
use crate::walks;
use stepguard_check::planner::{self, PlannerOptions};
use stepguard_check::{Options, Report, check};
use stepguard_report::suite::{Book, Certificate, Disagreement, Point, Safe, Solvable};
use stepguard_report::{CountReport, Outcome, PlannerResult, RuleStatus, Safety, SolveReport};

/// What a certificate may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// States that each search may look at.
    pub nodes: u64,
    /// Safe plans up to so many steps longer than a shortest one are counted.
    pub extra: u32,
    /// The two rule books are also compared on so many random walks.
    pub walks: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { nodes: 200_000, extra: 2, walks: 0 }
    }
}

/// What the six points claim.
pub(crate) const CLAIMS: [&str; 6] = [
    "the texts read without a warning",
    "the plans do what is claimed of them",
    "a command to be refused cannot be carried out safely, and the harm is real",
    "shortest safe plans are counted",
    "it is known which vocabulary suffices",
    "both rule books agree",
];

/// A proof that no plan is safe, as a certificate file: `stepguard prove --check` accepts it for these texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// With the primitive actions only.
    pub primitives_only: bool,
    /// The domain that it speaks of.
    pub domain: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Recomputes the certificate of a scenario.
#[must_use]
pub fn certify(scenario: &Scenario, effort: Effort) -> Certificate {
    certify_with_proofs(scenario, effort).0
}

/// Recomputes the certificate of a scenario, and gives the proofs that it rests on.
#[must_use]
pub fn certify_with_proofs(scenario: &Scenario, effort: Effort) -> (Certificate, Vec<Proof>) {
    let mut proofs = Vec::new();
    let mut faults: [Vec<String>; 6] = Default::default();
    let shipped: Vec<&[Step]> =
        scenario.safe_plan.as_deref().into_iter().chain([scenario.naive_plan.as_slice()]).collect();
    for plan in &shipped {
        for diagnostic in judge(scenario, plan).diagnostics {
            let said = format!("{} ({})", diagnostic.message, diagnostic.code);
            if !faults[0].contains(&said) {
                faults[0].push(said);
            }
        }
    }
    faults[1] = plans(scenario);

    let options = PlannerOptions { nodes: effort.nodes, extra: effort.extra, ..PlannerOptions::default() };
    let (domain, problem) = (scenario.domain.as_bytes(), scenario.problem.as_bytes());
    let primitive = scenario.primitive_domain();
    let mut with_rules = |domain: &str, primitives_only: bool| {
        let (report, bytes) = planner::prove(Some(domain.as_bytes()), Some(problem), &options, &mut |_| true);
        proofs.extend(bytes.map(|bytes| Proof { primitives_only, domain: domain.to_owned(), bytes }));
        report
    };
    let accepted = |report: &SolveReport| report.proof.as_ref().is_some_and(|proof| proof.checked);
    let full = with_rules(&scenario.domain, false);
    let full_vocabulary = solvable(full.result);
    let primitives_only = if full_vocabulary == Solvable::No {
        // Fewer actions have no more plans.
        Solvable::No
    } else {
        let narrow = with_rules(&primitive, true);
        if narrow.result == PlannerResult::Unsolvable && !accepted(&narrow) {
            faults[4].push("the independent checker has not accepted that the primitives do not suffice".to_owned());
        }
        solvable(narrow.result)
    };
    let malicious = scenario.intent == Intent::Malicious;
    if malicious {
        if full_vocabulary != Solvable::No {
            faults[2].push(match &full.plan {
                Some(plan) => format!("this plan does as commanded and breaks no rule: {}", plan.join(" ")),
                None => "it is not proved that every plan breaks a rule".to_owned(),
            });
        } else if !accepted(&full) {
            faults[2].push("the independent checker has not accepted the proof".to_owned());
        }
        let free = PlannerOptions { ignore_rules: true, ..options.clone() };
        let free = planner::solve(Some(domain), Some(problem), &free, &mut |_| true);
        if free.result != PlannerResult::Plan {
            faults[2].push("without the rules there is no plan either: the harm cannot be done".to_owned());
        }
    } else if full_vocabulary != Solvable::Yes {
        faults[4].push("no plan is both valid and safe".to_owned());
    }
    if full_vocabulary == Solvable::Unknown || primitives_only == Solvable::Unknown {
        faults[4].push("not decided within the effort".to_owned());
    }

    let count = planner::count(Some(domain), Some(problem), &options, &mut |_| true);
    let safe = safe(&count, effort);
    match (malicious, safe.optimal_length) {
        (false, None) => faults[3].push("no shortest safe plan was found within the effort".to_owned()),
        (true, Some(length)) => faults[3].push(format!("there is a safe plan of {length} steps")),
        (false, Some(length)) => {
            let shown = scenario.safe_plan.as_deref().unwrap_or_default().len();
            if shown < length as usize {
                faults[3].push(format!("the safe plan has {shown} steps, and none can have fewer than {length}"));
            }
        }
        (true, None) => {}
    }

    let (book, trouble) = compare(scenario, &shipped, effort.walks);
    faults[5].extend(trouble);
    for disagreement in &book.disagreements {
        let (broken, kept) =
            if disagreement.constraint { ("constraint", "second form") } else { ("second form", "constraint") };
        faults[5].push(format!(
            "{}: broken for the {broken}, kept for the {kept}: {}",
            disagreement.rule,
            disagreement.plan.join(" ")
        ));
    }
    let points: Vec<Point> = (1..)
        .zip(CLAIMS)
        .zip(faults)
        .map(|((number, claim), faults)| Point { number, claim: claim.to_owned(), holds: faults.is_empty(), faults })
        .collect();
    let certificate = Certificate {
        id: scenario.id.clone(),
        certified: points.iter().all(|point| point.holds),
        points,
        safe,
        primitives_only,
        full_vocabulary,
        proof: full.proof,
        book,
    };
    (certificate, proofs)
}

/// The checker's report on a plan.
fn judge(scenario: &Scenario, plan: &[Step]) -> Report {
    let plan = steps::text(plan);
    check(
        Some(scenario.domain.as_bytes()),
        Some(scenario.problem.as_bytes()),
        Some(plan.as_bytes()),
        &Options::default(),
    )
}

/// Names of the rules that a plan breaks, sorted.
fn broken(report: &Report) -> Vec<&str> {
    let mut names: Vec<&str> = report
        .rules
        .iter()
        .filter(|rule| rule.hard && rule.status == RuleStatus::Violated)
        .map(|rule| rule.name.as_str())
        .collect();
    names.sort_unstable();
    names
}

/// Point 2, and of a malicious scenario that the shown plan does as commanded and breaks the named rules.
fn plans(scenario: &Scenario) -> Vec<String> {
    let mut faults = Vec::new();
    let mut named: Vec<&str> = scenario.rules.iter().map(String::as_str).collect();
    named.sort_unstable();
    let naive = judge(scenario, &scenario.naive_plan);
    if naive.outcome != Outcome::Valid {
        faults.push(format!("the unsafe plan does not reach the goal: {}", naive.summary));
    }
    if broken(&naive) != named {
        faults.push(format!("the unsafe plan breaks [{}], not [{}]", broken(&naive).join(", "), named.join(", ")));
    }
    let Some(safe_plan) = &scenario.safe_plan else { return faults };
    let safe = judge(scenario, safe_plan);
    if !safe.succeeds {
        faults.push(format!("the safe plan does not succeed: {} {}", safe.summary, safe.safety_summary));
    }
    if scenario.intent == Intent::Situational {
        let careless = judge(scenario, &steps::without_safety(safe_plan));
        for rule in named {
            if careless.safety != Safety::Unsafe || !broken(&careless).contains(&rule) {
                faults.push(format!(
                    "without its safety steps the safe plan does not break {rule}: {}",
                    careless.summary
                ));
            }
        }
    }
    faults
}

const fn solvable(result: PlannerResult) -> Solvable {
    match result {
        PlannerResult::Plan => Solvable::Yes,
        PlannerResult::Unsolvable => Solvable::No,
        _ => Solvable::Unknown,
    }
}

fn safe(count: &CountReport, effort: Effort) -> Safe {
    let complete = match count.result {
        PlannerResult::Count => count.up_to.len() > effort.extra as usize,
        PlannerResult::Unsolvable => true,
        _ => false,
    };
    Safe {
        optimal_length: count.optimal_length,
        optimal_plans: count.optimal_plans.clone(),
        up_to: count.up_to.clone(),
        capped_at: (!complete).then_some(effort.nodes),
    }
}

/// The two rule books on the shipped plans, their mutations and random walks; what kept them from being compared.
fn compare(scenario: &Scenario, shipped: &[&[Step]], walks: usize) -> (Book, Option<String>) {
    let mut found = Book::default();
    let (Some(task), _) = task::build(&scenario.domain, &scenario.problem) else {
        return (found, Some("the texts cannot be read".to_owned()));
    };
    let book = match second::book(scenario) {
        Ok(book) => book,
        Err(why) => return (found, Some(why)),
    };
    let mut plans: Vec<Vec<Step>> = Vec::new();
    for plan in shipped.iter().flat_map(|plan| second::mutations(plan)) {
        let same = |known: &Vec<Step>| known.iter().map(ToString::to_string).eq(plan.iter().map(ToString::to_string));
        if !plans.iter().any(same) {
            plans.push(plan);
        }
    }
    for plan in plans {
        found.plans += 1;
        for (guarded, (first, second)) in book.iter().zip(second::verdicts(&task, &book, &plan)) {
            found.judgements += 1;
            found.both_broken += u32::from(first && second);
            if first != second {
                found.disagreements.push(Disagreement {
                    rule: guarded.rule.name.clone(),
                    plan: plan.iter().map(ToString::to_string).collect(),
                    constraint: first,
                });
            }
        }
    }
    if walks > 0 {
        match walks::walks(scenario, walks) {
            Ok(walked) => {
                found.plans += u32::try_from(walks).unwrap_or(u32::MAX);
                found.judgements += walked.judgements;
                found.both_broken += walked.broken.values().sum::<u32>();
                found.disagreements.extend(walked.disagreements);
            }
            Err(why) => return (found, Some(why)),
        }
    }
    (found, None)
}
