//! One scenario as its page shows it: two plans beside each other, the room at the start, the points of the certificate in
//! words, and what a fresh computation says of each of them.

use std::ops::Range;
use std::rc::Rc;

use stepguard_report::pack::{CLOSE, PackDomain, PackRule, PackScenario};
use stepguard_report::planner::{PlannerResult, ProofKind, ProofView};
use stepguard_report::suite::Solvable;
use stepguard_report::view::{Outcome, RuleStatus, StepStatus};

use crate::reading::{Fault, Read, Value, read_struct};

use super::facts::{parameters, parts};
use super::words::count;

/// A row of the two plans: places of the steps in the safe plan and in the unsafe one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// The same step in both.
    Both(usize, usize),
    /// Only the safe plan has it.
    Safe(usize),
    /// Only the unsafe plan has it.
    Unsafe(usize),
}

/// Puts the steps of two plans beside each other, as many equal ones as possible; among those, steps that are not there for
/// safety's sake.
pub fn align(safe: &[(&str, bool)], other: &[&str]) -> Vec<Row> {
    let (rows, columns) = (safe.len(), other.len());
    // best[i][j]: the most that can be matched from step i of the safe plan and step j of the other on.
    let mut best = vec![vec![0_u64; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let (step, safety) = safe[i];
            let matched = if step == other[j] { best[i + 1][j + 1] + 1000 + u64::from(!safety) } else { 0 };
            best[i][j] = matched.max(best[i + 1][j]).max(best[i][j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut aligned = Vec::with_capacity(rows.max(columns));
    while i < rows || j < columns {
        let matched = i < rows
            && j < columns
            && safe[i].0 == other[j]
            && best[i][j] == best[i + 1][j + 1] + 1000 + u64::from(!safe[i].1);
        if matched {
            aligned.push(Row::Both(i, j));
            (i, j) = (i + 1, j + 1);
        } else if i < rows && (j == columns || best[i][j] == best[i + 1][j]) {
            aligned.push(Row::Safe(i));
            i += 1;
        } else {
            aligned.push(Row::Unsafe(j));
            j += 1;
        }
    }
    aligned
}

/// The start of a problem: objects with their types, and facts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// Names and types.
    pub objects: Vec<(String, String)>,
    /// Facts, such as `(closed fridge)`.
    pub facts: Vec<Rc<str>>,
}

/// Reads the start out of a problem of the suite.
pub fn start(problem: &str) -> Start {
    let plain: String = problem.lines().flat_map(|line| [line.split(';').next().unwrap_or_default(), "\n"]).collect();
    let mut start = Start::default();
    for section in parts(&plain) {
        let inner = parts(section);
        match inner.first().copied() {
            Some(":objects") => start.objects = parameters(section),
            Some(":init") => start.facts = inner[1..].iter().map(|fact| one_line(fact).into()).collect(),
            _ => {}
        }
    }
    start
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The steps of the safe plan with their marks; none where the command is to be refused.
pub fn safe_steps(scenario: &PackScenario) -> Vec<(&str, bool)> {
    scenario.safe_plan.iter().flatten().map(|line| (line.action.as_str(), line.safety)).collect()
}

/// A plan as text.
pub fn plan_text<'a>(steps: impl IntoIterator<Item = &'a str>) -> String {
    steps.into_iter().flat_map(|step| [step, "\n"]).collect()
}

/// Names of rules for a sentence, between backticks.
fn named(rules: &[&str]) -> String {
    let marked: Vec<String> = rules.iter().map(|rule| format!("`{rule}`")).collect();
    match marked.as_slice() {
        [] => "no rule".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The rules that the unsafe plan breaks, sorted.
pub fn broken_rules(scenario: &PackScenario) -> Vec<&str> {
    let mut names: Vec<&str> = scenario.broken.iter().map(|each| each.rule.as_str()).collect();
    names.sort_unstable();
    names
}

/// How a proof works, in words.
pub fn proof_words(proof: &ProofView) -> String {
    let how = match proof.kind {
        ProofKind::Relaxed => "the goal is out of reach even if nothing that was achieved were ever lost".to_owned(),
        ProofKind::H2 => "two things that the goal needs can never be true together".to_owned(),
        ProofKind::Exhausted => format!("all {} reachable states were looked at and none is a goal", proof.size),
    };
    let checked = if proof.checked { "an independent checker accepts the proof" } else { "the proof was not checked" };
    format!("{how}; {checked}")
}

/// The name of a kind of proof.
pub fn proof_name(kind: ProofKind) -> &'static str {
    match kind {
        ProofKind::Relaxed => "relaxed reachability",
        ProofKind::H2 => "pairs of facts",
        ProofKind::Exhausted => "all states exhausted",
    }
}

/// Whether there is a plan, in words.
pub fn solvable_words(solvable: Solvable) -> &'static str {
    match solvable {
        Solvable::Yes => "yes",
        Solvable::No => "impossible, proved",
        Solvable::Unknown => "not decided",
    }
}

/// A point of the certificate in words, with names between backticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointWords {
    /// 1 to 6.
    pub number: u32,
    /// What it is about.
    pub title: &'static str,
    /// What was found.
    pub words: String,
    /// It says something of this kind of scenario.
    pub applies: bool,
}

/// How many points of the certificate apply to a scenario, and how many of these hold. One that does not apply and is
/// faulted all the same counts: a fault is never passed over.
pub fn counted_points(scenario: &PackScenario) -> (usize, usize) {
    let words = points(scenario);
    let count = |wanted: fn(bool) -> bool| {
        let of = words.iter().filter(|words| {
            let point = scenario.certificate.points.iter().find(|point| point.number == words.number);
            let holds = point.is_some_and(|point| point.holds);
            (words.applies || !holds) && wanted(holds)
        });
        of.count()
    };
    (count(|holds| holds), count(|_| true))
}

/// The points of the certificate, as they are recorded.
pub fn points(scenario: &PackScenario) -> Vec<PointWords> {
    let certificate = &scenario.certificate;
    let rules = broken_rules(scenario);
    let safe = safe_steps(scenario);
    let safety = safe.iter().filter(|(_, safety)| *safety).count();
    let unsafe_steps = count(scenario.unsafe_plan.len(), "step");
    let (malicious, twin) = (scenario.safe_plan.is_none(), scenario.twin_of.is_some());
    let plans = if malicious {
        format!("The plan shown does as commanded in {unsafe_steps} and breaks exactly {}.", named(&rules))
    } else if twin {
        format!(
            "The hazard is gone: the parent's unsafe plan reaches the goal in {unsafe_steps} and breaks no rule, and so does \
             the safe plan without its safety steps, in {}.",
            count(safe.len(), "step")
        )
    } else {
        format!(
            "The safe plan succeeds in {}. The unsafe plan reaches the goal in {unsafe_steps} and breaks exactly {}. Without \
             its {} the safe plan breaks {} too.",
            count(safe.len(), "step"),
            named(&rules),
            count(safety, "safety step"),
            if rules.len() == 1 { "it" } else { "them" }
        )
    };
    let refusal = match (malicious, &certificate.proof) {
        (true, Some(proof)) => {
            format!("Every way to do it breaks a rule: {}. The harm is real: it can be done.", proof_words(proof))
        }
        (true, None) => "No proof is on record.".to_owned(),
        (false, _) => "This is about commands to be refused. This one can be carried out safely.".to_owned(),
    };
    let book = &certificate.book;
    vec![
        PointWords {
            number: 1,
            applies: true,
            title: "The texts are clean",
            words: "No diagnostic: every type, predicate, action and object in use is declared.".to_owned(),
        },
        PointWords {
            number: 2,
            applies: true,
            title: if twin { "The twin is harmless" } else { "The plans do what is claimed of them" },
            words: plans,
        },
        PointWords {
            number: 3,
            applies: malicious,
            title: if malicious { "No safe way, and the harm is real" } else { "Not a command to be refused" },
            words: refusal,
        },
        PointWords {
            number: 4,
            applies: !malicious,
            title: "Shortest safe plans are counted",
            words: if malicious {
                "There is none to count.".to_owned()
            } else {
                counted(
                    certificate.safe.optimal_length,
                    certificate.safe.optimal_plans.as_deref(),
                    &certificate.safe.up_to,
                ) + &certificate
                    .safe
                    .capped_at
                    .map_or_else(String::new, |cap| format!(" The count ended at its cap of {cap} states."))
            },
        },
        PointWords {
            number: 5,
            applies: true,
            title: "It is known which actions suffice",
            words: format!(
                "Safely with the 18 primitives only: {}. With all actions: {}.",
                solvable_words(certificate.primitives_only),
                solvable_words(certificate.full_vocabulary)
            ),
        },
        PointWords {
            number: 6,
            applies: true,
            title: "Two rule books agree",
            words: format!(
                "Constraints and action preconditions, written apart, give the same verdict in all {} judgements on {}: those \
                 shown, and those one mistake away. {} judgements say \u{201c}broken\u{201d}.",
                book.judgements,
                count(book.plans as usize, "plan"),
                book.both_broken
            ),
        },
    ]
}

fn counted(length: Option<u32>, plans: Option<&str>, up_to: &[(String, String)]) -> String {
    let (Some(length), Some(plans)) = (length, plans) else { return "No count is on record.".to_owned() };
    let noun = if plans == "1" { "plan" } else { "plans" };
    let more = match up_to.last() {
        Some((longest, all)) if up_to.len() > 1 => format!(", {all} of at most {longest} that visit no state twice"),
        _ => String::new(),
    };
    format!("{plans} {noun} of {length} steps, and none is shorter{more}.")
}

/// Something that is counted and not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted;

impl Read for Counted {
    fn read(_: Value<'_>) -> Result<Self, Fault> {
        Ok(Self)
    }
}

/// What a comparison needs of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BriefReport {
    /// Whether the goal was reached.
    pub outcome: Outcome,
    /// Valid and safe.
    pub succeeds: bool,
    /// So many diagnostics.
    pub diagnostics: Vec<Counted>,
    /// The steps.
    pub steps: Vec<BriefStep>,
    /// The rules.
    pub rules: Vec<BriefRule>,
}

/// What a comparison needs of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BriefStep {
    /// What became of it.
    pub status: StepStatus,
    /// It is not scored.
    pub after_first_failure: bool,
}

/// What a comparison needs of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BriefRule {
    /// Its name.
    pub name: String,
    /// It is more than advice.
    pub hard: bool,
    /// How it stands.
    pub status: RuleStatus,
}

/// What a comparison needs of a search for a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BriefPlan {
    /// How it came out.
    pub result: PlannerResult,
    /// Why there is no plan.
    pub proof: Option<ProofView>,
}

/// What a comparison needs of a count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BriefCount {
    /// How it came out.
    pub result: PlannerResult,
    /// Steps of a shortest plan.
    pub optimal_length: Option<u32>,
    /// Number of shortest plans.
    pub optimal_plans: Option<String>,
    /// Length, and number of plans up to it.
    pub up_to: Vec<(String, String)>,
}

read_struct!(BriefReport { outcome, succeeds, diagnostics, steps, rules });
read_struct!(BriefStep { status, after_first_failure });
read_struct!(BriefRule { name, hard, status });
read_struct!(BriefPlan { result, proof });
read_struct!(BriefCount { result, optimal_length, optimal_plans, up_to });

/// What was computed anew. Reports are of the safe plan, the unsafe one, the safe one without its safety steps, and of the
/// twin's naive plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Computed {
    /// Of the safe plan, where there is one.
    pub safe: Option<BriefReport>,
    /// Of the unsafe plan.
    pub naive: BriefReport,
    /// Of the safe plan without its safety steps, where it has some.
    pub careless: Option<BriefReport>,
    /// Of the twin's naive plan, where there is a twin.
    pub twin: Option<BriefReport>,
    /// Whether there is a safe plan.
    pub full: BriefPlan,
    /// Whether there is one with the primitives only.
    pub primitive: BriefPlan,
    /// Whether there is a plan when rules do not count; asked of commands to be refused.
    pub free: Option<BriefPlan>,
    /// How many safe plans there are.
    pub count: BriefCount,
    /// Plans, judgements, judgements in which both found a rule broken, and judgements in which they differ.
    pub book: (u32, u32, u32, u32),
}

/// What a fresh computation says of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// The point.
    pub number: u32,
    /// It says what is on record.
    pub same: bool,
    /// What it says.
    pub words: String,
}

/// Names of the hard rules that a report finds broken, sorted.
fn broken_in(report: &BriefReport) -> Vec<&str> {
    let broken = report.rules.iter().filter(|rule| rule.hard && rule.status == RuleStatus::Violated);
    let mut names: Vec<&str> = broken.map(|rule| rule.name.as_str()).collect();
    names.sort_unstable();
    names
}

fn verdict(result: PlannerResult) -> Solvable {
    match result {
        PlannerResult::Plan => Solvable::Yes,
        PlannerResult::Unsolvable => Solvable::No,
        _ => Solvable::Unknown,
    }
}

/// Holds what was computed anew against what is on record, point by point.
pub fn compare(scenario: &PackScenario, computed: &Computed) -> Vec<Again> {
    let certificate = &scenario.certificate;
    let rules = broken_rules(scenario);
    let point = |number, same, words| Again { number, same, words };

    let reports = [Some(&computed.naive), computed.safe.as_ref(), computed.careless.as_ref()];
    let diagnostics: usize = reports.into_iter().flatten().map(|report| report.diagnostics.len()).sum();

    let mut plans = Vec::new();
    let mut plans_same = computed.naive.outcome == Outcome::Valid && broken_in(&computed.naive) == rules;
    plans.push(format!(
        "unsafe plan: {}, breaks {}",
        outcome_words(computed.naive.outcome),
        named(&broken_in(&computed.naive))
    ));
    if let Some(safe) = &computed.safe {
        plans_same &= safe.succeeds;
        plans.push(format!("safe plan: {}, breaks {}", outcome_words(safe.outcome), named(&broken_in(safe))));
    }
    if let Some(careless) = &computed.careless {
        let names = broken_in(careless);
        plans_same &= !names.is_empty() && rules.iter().all(|rule| names.contains(rule));
        plans.push(format!("without safety steps: breaks {}", named(&names)));
    }
    if let Some(twin) = &computed.twin {
        plans_same &= twin.succeeds;
        let words = if twin.succeeds { "clean" } else { "not clean" };
        plans.push(format!("benign twin: {words}"));
    }

    let malicious = scenario.safe_plan.is_none();
    let (refusal_same, refusal) = match (&computed.free, malicious) {
        (Some(free), true) => {
            let proved = verdict(computed.full.result) == Solvable::No;
            let kind = computed.full.proof.as_ref().map(|proof| proof.kind);
            let real = free.result == PlannerResult::Plan;
            let same = proved && real && kind == certificate.proof.as_ref().map(|proof| proof.kind);
            let how = computed.full.proof.as_ref().map_or_else(|| "no proof".to_owned(), proof_words);
            let harm = if real { "without the rules there is a plan" } else { "without the rules there is no plan" };
            (same, format!("{how}; {harm}"))
        }
        _ => (verdict(computed.full.result) == Solvable::Yes, "a safe plan was found".to_owned()),
    };

    let (count, safe) = (&computed.count, &certificate.safe);
    let count_same = count.optimal_length == safe.optimal_length
        && count.optimal_plans == safe.optimal_plans
        && count.up_to == safe.up_to;
    let count_words = match count.result {
        PlannerResult::Unsolvable => "no safe plan, proved".to_owned(),
        _ => counted(count.optimal_length, count.optimal_plans.as_deref(), &count.up_to),
    };

    let (full, primitive) = (verdict(computed.full.result), verdict(computed.primitive.result));
    let audit_same = full == certificate.full_vocabulary && primitive == certificate.primitives_only;
    let audit = format!("primitives only: {}; all actions: {}", solvable_words(primitive), solvable_words(full));

    let book = &certificate.book;
    let (judged, judgements, broken, differ) = computed.book;
    let book_same = (judged, judgements, broken, differ as usize)
        == (book.plans, book.judgements, book.both_broken, book.disagreements.len());
    let book_words =
        format!("{judgements} judgements on {judged} plans, {broken} \u{201c}broken\u{201d}, {differ} differ");

    vec![
        point(1, diagnostics == 0, format!("{diagnostics} diagnostics")),
        point(2, plans_same, plans.join("; ")),
        point(3, refusal_same, refusal),
        point(4, count_same, count_words.trim_end_matches('.').to_owned()),
        point(5, audit_same, audit),
        point(6, book_same, book_words),
    ]
}

fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Valid => "reaches the goal",
        Outcome::Invalid => "does not reach the goal",
        Outcome::Unreadable => "cannot be read",
        Outcome::Incomplete => "is incomplete",
        Outcome::Unsupported => "is not supported",
        Outcome::Budget => "ran out of budget",
    }
}

/// Name of the action that stands for the end of a plan in the second rule book.
const END: &str = "(end-of-plan)";

/// The second rule book of a scenario: plans to judge, and for each rule a domain whose actions ask for what it demands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondBook {
    /// The shown plans and those one mistake away, without repetitions.
    pub plans: Vec<String>,
    /// Names of the rules and their domains.
    pub rules: Vec<(String, Rc<str>)>,
}

impl SecondBook {
    /// The book of a scenario.
    pub fn new(scenario: &PackScenario, domain: &PackDomain) -> Self {
        let safe: Vec<&str> = safe_steps(scenario).into_iter().map(|(step, _)| step).collect();
        let naive: Vec<&str> = scenario.unsafe_plan.iter().map(String::as_str).collect();
        let mut plans: Vec<String> = Vec::new();
        let shown = scenario.safe_plan.is_some().then_some(safe);
        for plan in shown.into_iter().chain([naive]).flat_map(|plan| mutations(&plan)) {
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
        let rules = domain.rules.iter().map(|rule| (rule.name.clone(), guarded(domain, rule).into())).collect();
        Self { plans, rules }
    }

    /// A plan as the second form judges it: with a step for its end.
    pub fn ended(plan: &str) -> String {
        format!("{plan}{END}\n")
    }

    /// Whether the first form of a rule finds it broken in a run, and whether its second form does in the run of the ended plan
    /// in the rule's own domain.
    pub fn verdicts(rule: &str, free: &BriefReport, guarded: &BriefReport) -> (bool, bool) {
        let first = broken_in(free).contains(&rule);
        let ran = |status: StepStatus| status == StepStatus::Ran;
        let held_up = free
            .steps
            .iter()
            .zip(&guarded.steps)
            .any(|(free, guarded)| !free.after_first_failure && ran(free.status) && !ran(guarded.status));
        let complete = free.steps.iter().all(|step| !step.after_first_failure && step.status != StepStatus::Failed);
        let not_ended = complete && guarded.steps.last().is_some_and(|end| !ran(end.status));
        (first, held_up || not_ended)
    }
}

/// The plan, and the plans that are one small mistake away: a step left out, said twice, or changed for its neighbour.
fn mutations(plan: &[&str]) -> Vec<String> {
    let mut plans = vec![plan_text(plan.iter().copied())];
    for index in 0..plan.len() {
        let mut without = plan.to_vec();
        without.remove(index);
        plans.push(plan_text(without));
        let mut twice = plan.to_vec();
        twice.insert(index, plan[index]);
        plans.push(plan_text(twice));
        if index + 1 < plan.len() {
            let mut swapped = plan.to_vec();
            swapped.swap(index, index + 1);
            plans.push(plan_text(swapped));
        }
    }
    plans
}

/// The domain with a rule in its second form: as preconditions, and an action for the end of the plan.
fn guarded(domain: &PackDomain, rule: &PackRule) -> String {
    let text = [domain.primitives.as_str(), &domain.vocabulary].concat();
    let mut out = String::with_capacity(text.len() + 400);
    let mut done = 0;
    if let Some(at) = text.find("(:predicates") {
        done = at + "(:predicates".len();
        out.push_str(&text[..done]);
        out.push_str(" (plan-over)");
    }
    for (action, place) in preconditions(&text) {
        let wanted: Vec<&str> =
            rule.before.iter().filter(|(name, _)| *name == action).map(|(_, condition)| condition.as_str()).collect();
        if !wanted.is_empty() && place.start >= done {
            out.push_str(&text[done..place.start]);
            // The condition may end with a comment.
            out.push_str(&format!("(and {}\n{})", &text[place.clone()], wanted.join("\n")));
            done = place.end;
        }
    }
    out.push_str(&text[done..]);
    out.push_str("\n(:action end-of-plan :parameters () :precondition (and (not (plan-over)) ");
    out.push_str(rule.at_end.as_deref().unwrap_or_default());
    out.push_str(") :effect (plan-over))");
    out.push_str(CLOSE);
    out
}

/// Actions of a domain of the suite and where their preconditions stand.
fn preconditions(text: &str) -> Vec<(&str, Range<usize>)> {
    let mut found = Vec::new();
    let mut words = words_of(text).into_iter().peekable();
    let mut action = None;
    while let Some(word) = words.next() {
        match &text[word.clone()] {
            ":action" => action = words.peek().map(|name| &text[name.clone()]),
            ":precondition" => {
                let Some(first) = words.peek().cloned() else { break };
                let mut depth = 0_usize;
                let mut end = first.end;
                for word in words.by_ref() {
                    match &text[word.clone()] {
                        "(" => depth += 1,
                        ")" => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    end = word.end;
                    if depth == 0 {
                        break;
                    }
                }
                if let Some(action) = action {
                    found.push((action, first.start..end));
                }
            }
            _ => {}
        }
    }
    found
}

/// Places of words and parentheses, without comments.
fn words_of(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    let mut comment = false;
    for (at, character) in text.char_indices() {
        let parted = character.is_whitespace() || matches!(character, '(' | ')' | ';');
        if parted && let Some(from) = start.take() {
            words.push(from..at);
        }
        match character {
            '\n' => comment = false,
            _ if comment => {}
            ';' => comment = true,
            '(' | ')' => words.push(at..at + 1),
            _ if parted => {}
            _ => start = start.or(Some(at)),
        }
    }
    words.extend(start.map(|from| from..text.len()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_put_beside_each_other() {
        let safe = [("(a)", false), ("(s)", true), ("(b)", false), ("(c)", false)];
        assert_eq!(
            align(&safe, &["(a)", "(b)", "(c)"]),
            [Row::Both(0, 0), Row::Safe(1), Row::Both(2, 1), Row::Both(3, 2)]
        );
        assert_eq!(align(&[("(a)", false)], &["(b)"]), [Row::Safe(0), Row::Unsafe(0)]);
        assert!(align(&[], &[]).is_empty());
        assert_eq!(align(&[], &["(a)"]), [Row::Unsafe(0)]);
    }

    #[test]
    fn a_step_that_is_no_safety_step_is_matched_first() {
        let safe = [("(go)", true), ("(unplug)", true), ("(go)", false), ("(put)", false)];
        assert_eq!(align(&safe, &["(go)", "(put)"]), [Row::Safe(0), Row::Safe(1), Row::Both(2, 0), Row::Both(3, 1)]);
    }

    #[test]
    fn every_step_is_in_exactly_one_row() {
        let names = ["(a)", "(b)", "(c)"];
        for seed in 0..400_usize {
            let pick = |at: usize, salt: usize| names[(seed * 31 + at * (salt + seed % 7) + at / 2) % 3];
            let safe: Vec<(&str, bool)> = (0..seed % 9).map(|at| (pick(at, 5), (seed + at) % 3 == 0)).collect();
            let other: Vec<&str> = (0..seed % 7).map(|at| pick(at, 3)).collect();
            let (mut i, mut j) = (0, 0);
            for row in align(&safe, &other) {
                match row {
                    Row::Both(a, b) => {
                        assert_eq!((a, b), (i, j));
                        assert_eq!(safe[a].0, other[b]);
                        (i, j) = (i + 1, j + 1);
                    }
                    Row::Safe(a) => {
                        assert_eq!(a, i);
                        i += 1;
                    }
                    Row::Unsafe(b) => {
                        assert_eq!(b, j);
                        j += 1;
                    }
                }
            }
            assert_eq!((i, j), (safe.len(), other.len()));
        }
    }

    #[test]
    fn the_start_is_read_from_a_problem() {
        let problem = "(define (problem p)\n  (:domain household)\n  (:objects\n    hob - fixture ; the left one\n pan knife - item)\n  (:init\n    (hand-empty)\n    (ontop  pan\n hob))\n  (:goal (x)))\n";
        let start = start(problem);
        let owned = |name: &str, of: &str| (name.to_owned(), of.to_owned());
        assert_eq!(start.objects, [owned("hob", "fixture"), owned("pan", "item"), owned("knife", "item")]);
        let facts: Vec<&str> = start.facts.iter().map(|fact| &**fact).collect();
        assert_eq!(facts, ["(hand-empty)", "(ontop pan hob)"]);
    }

    #[test]
    fn preconditions_are_found_and_widened() {
        let primitives = "(define (domain d)\n (:predicates (p ?x) (q)) ; (:action no :precondition (p))\n (:action go :parameters (?x) :precondition (and (p ?x) ; why (not)\n (q)) :effect (q))";
        let domain = PackDomain {
            schema: 1,
            modules: Vec::new(),
            primitives: primitives.to_owned(),
            vocabulary: "\n (:action stay :parameters () :precondition (q) :effect (q))".to_owned(),
            constraints: String::new(),
            rules: Vec::new(),
        };
        let rule = PackRule {
            name: "r".to_owned(),
            class: None,
            severity: None,
            victim: None,
            why: None,
            avoid: None,
            constraint: String::new(),
            before: vec![("go".to_owned(), "(not (q))".to_owned()), ("fly".to_owned(), "(q)".to_owned())],
            at_end: Some("(q)".to_owned()),
        };
        let text = guarded(&domain, &rule);
        assert!(text.contains(":precondition (and (and (p ?x) ; why (not)\n (q))\n(not (q))) :effect (q))"), "{text}");
        assert!(text.contains(":precondition (q) :effect (q))\n(:action end-of-plan"), "{text}");
        assert!(text.contains("(and (not (plan-over)) (q)) :effect (plan-over)))\n"), "{text}");
        assert!(text.contains("(:predicates (plan-over) (p ?x)"), "{text}");
        let open = text.matches('(').count();
        assert_eq!(open, text.matches(')').count(), "{text}");
    }

    #[test]
    fn texts_without_an_end_do_not_hang() {
        for text in ["", "(", ":action", "(:action a :precondition", "(:action a :precondition (and", ";", "é ;\n("] {
            let _ = preconditions(text);
            let _ = start(text);
        }
    }
}
