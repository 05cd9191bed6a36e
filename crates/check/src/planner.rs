//! The planner's questions from texts to views: is there a plan, the cheapest, how many, is there none, what would mend this
//! one, which states are there. The work is done by `stepguard-search`, `stepguard-repair` and `stepguard-proof`; every plan
//! passes the verifier before it is shown.

use crate::prepared::Planned;
use crate::{Check, Options, TOOL, steps};
use serde::{Deserialize, Serialize};
use stepguard_proof::Certificate;
use stepguard_repair::{Answer, Call, Mended, Settings, Step};
use stepguard_report::planner_words::{self, Need};
use stepguard_report::{
    CountReport, EditKind, EditView, ExcuseView, PlannerResult, PreferenceView, ProofKind, ProofView, RepairReport,
    RepairResult, RepairView, SCHEMA, SolveReport, SpaceState, StatesReport,
};
use stepguard_search::{
    Budget, Closed, Counted, Counting, Found, GroundBudget, GroundTask, Measure, Obstacle, OperatorId, Unit,
    ValueTable, Watch, certify, count as count_plans, greedy, optimal, prove_by_pairs, state_space,
};
use stepguard_task::Task;
use stepguard_verify::{PlanStep, RuleStatus, StepOutcome};

/// Options of the planner's commands; every one may be left out, and each command reads those that concern it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlannerOptions {
    /// `solve`: a cheapest plan instead of any.
    pub optimal: bool,
    /// `solve`: hard safety rules do not count.
    pub ignore_rules: bool,
    /// States whose successors are looked at; for `repair` about so many steps are carried out.
    pub nodes: u64,
    /// `count`: how much longer than a shortest plan those are that are counted too.
    pub extra: u32,
    /// `count`: so many plans are listed, longer ones behind the shortest; else a few of the shortest.
    pub list: Option<u32>,
    /// `repair`: dearer repairs are not looked for.
    pub max_cost: Option<u32>,
    /// `repair`: what edits cost.
    pub weights: EditWeights,
    /// `states`: more states are not listed.
    pub limit: u32,
}

/// What edits of a plan cost, at least 1 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EditWeights {
    /// To put a step in.
    pub insert: u32,
    /// To take a step out.
    pub delete: u32,
    /// To put a step elsewhere.
    #[serde(rename = "move")]
    pub relocate: u32,
    /// To change one argument or the action of a step, or to read an unreadable one.
    pub change: u32,
}

impl Default for EditWeights {
    fn default() -> Self {
        Self { insert: 1, delete: 1, relocate: 1, change: 1 }
    }
}

impl Default for PlannerOptions {
    fn default() -> Self {
        Self {
            optimal: false,
            ignore_rules: false,
            nodes: 20_000_000,
            extra: 2,
            list: None,
            max_cost: None,
            weights: EditWeights::default(),
            limit: 2000,
        }
    }
}

/// Bytes that a search may hold, about.
const BYTES: usize = 768 << 20;

/// States that are looked at before a proof by pairs is tried.
const QUICK: u64 = 20_000;

/// Plans that are listed on request, at most.
const MOST_LISTED: usize = 100_000;

/// Plans and repairs that are listed.
const LISTED: usize = 10;

/// What is said when the verifier refuses what the planner found. No case of this kind is known.
const DISAGREEMENT: &str =
    "a plan on which planner and verifier disagree (a fault of this tool: please report the case)";

/// Why there is no task to search.
struct Stopped {
    unsupported: Vec<String>,
    too_large: bool,
    diagnostics: Vec<stepguard_report::Diagnostic>,
}

/// The task of two texts, the diagnostics when there is none.
fn read(domain: Option<&[u8]>, problem: Option<&[u8]>) -> Result<Task, Stopped> {
    let options = Options::default();
    let mut check = Check::new(&options);
    let chosen = check.load(domain, problem, None);
    match check.task(&chosen) {
        Some(task) => Ok(task),
        None => Err(Stopped { unsupported: Vec::new(), too_large: false, diagnostics: check.listed_diagnostics() }),
    }
}

fn grounded(task: &Task, with_rules: bool) -> Result<GroundTask<'_>, Stopped> {
    GroundTask::new(task, with_rules, &GroundBudget::default()).map_err(|obstacle| match obstacle {
        Obstacle::Unsupported(feature) => {
            Stopped { unsupported: vec![feature], too_large: false, diagnostics: Vec::new() }
        }
        Obstacle::TooLarge => Stopped { unsupported: Vec::new(), too_large: true, diagnostics: Vec::new() },
    })
}

/// Reads and grounds, and hands the task to `answer`.
fn with_ground(
    domain: Option<&[u8]>,
    problem: Option<&[u8]>,
    with_rules: bool,
    answer: impl FnOnce(&Task, &GroundTask<'_>),
) -> Result<(), Stopped> {
    let task = read(domain, problem)?;
    answer(&task, &grounded(&task, with_rules)?);
    Ok(())
}

impl Stopped {
    fn result(&self) -> PlannerResult {
        if self.too_large {
            PlannerResult::Budget
        } else if self.unsupported.is_empty() {
            PlannerResult::Unreadable
        } else {
            PlannerResult::Unsupported
        }
    }
}

/// What the verifier says of a plan: whether it is valid, whether it keeps every hard rule, and how it treats advice.
fn verified(task: &Task, plan: &[PlanStep]) -> (bool, bool, Vec<PreferenceView>) {
    // The planner's plans can be longer than those that people write: what it found is checked whole.
    let mut budgets = stepguard_verify::Budgets::default();
    budgets.steps = budgets.steps.max(plan.len());
    budgets.nodes = budgets.nodes.max((plan.len() as u64).saturating_mul(10_000));
    let trace = stepguard_verify::run(task, plan, &budgets, &stepguard_verify::default_epsilon());
    let ran = trace.steps.iter().all(|step| matches!(step.outcome, StepOutcome::Ran { .. }));
    let valid = ran && trace.hit.is_none() && trace.goal_holds == Some(true);
    let kept =
        task.rules.iter().zip(&trace.rules).all(|(rule, outcome)| !rule.hard || outcome.status == RuleStatus::Kept);
    (valid, kept, crate::view::preferences(task, &trace.preference_violations))
}

fn as_steps(ground: &GroundTask<'_>, plan: &[OperatorId]) -> Vec<PlanStep> {
    plan.iter()
        .map(|id| {
            let operator = &ground.operators[id.index()];
            PlanStep { action: Some((operator.action, operator.arguments.iter().copied().collect())), time: None }
        })
        .collect()
}

fn unit(task: &Task, ground: &GroundTask<'_>) -> String {
    match (&ground.costs.unit, &task.metric) {
        (Unit::Metric, Some(metric)) => {
            let mut out = String::new();
            if ground.costs.are_maximized() {
                out.push_str(planner_words::MAXIMIZE);
            }
            task.write_expr(&mut out, &metric.expression, stepguard_task::Bindings::NONE);
            if ground.costs.leave_out_advice() {
                out.push_str(" (preferences aside)");
            }
            out
        }
        _ => "steps".to_owned(),
    }
}

/// The view of a proof and its certificate, when the independent checker accepts one.
fn proof(
    ground: &GroundTask<'_>,
    closed: &Closed,
    values: &ValueTable,
    budget: Budget,
    watch: Watch<'_>,
) -> (ProofView, Option<Certificate>) {
    let unchecked = unchecked(ground, closed);
    match certify(ground, closed, values, budget, watch) {
        Ok((certificate, summary)) => {
            (summary_view(&summary, size_of(&certificate), unchecked.out_of_reach), Some(certificate))
        }
        // Certificates do not speak of every rule, and states can be too many for one: pairs may do.
        Err(_) => by_pairs(ground, budget).map_or((unchecked, None), |(view, certificate)| (view, Some(certificate))),
    }
}

/// The view of a proof by pairs and its certificate, when there is one.
fn by_pairs(ground: &GroundTask<'_>, budget: Budget) -> Option<(ProofView, Certificate)> {
    let (certificate, summary) = prove_by_pairs(ground, budget)?;
    Some((summary_view(&summary, size_of(&certificate), Vec::new()), certificate))
}

/// What a search has seen, without a certificate.
fn unchecked(ground: &GroundTask<'_>, closed: &Closed) -> ProofView {
    let relaxed = closed.at_once && !ground.initial_broken();
    ProofView {
        kind: if relaxed { ProofKind::Relaxed } else { ProofKind::Exhausted },
        size: closed.len(ground) as u64,
        bytes: 0,
        checked: false,
        out_of_reach: if relaxed { ground.out_of_reach() } else { Vec::new() },
    }
}

/// Bytes of a certificate; 0 for one that is too long to be written.
fn size_of(certificate: &Certificate) -> u64 {
    certificate.to_bytes().map_or(0, |bytes| bytes.len() as u64)
}

fn summary_view(summary: &stepguard_proof::Summary, bytes: u64, out_of_reach: Vec<String>) -> ProofView {
    let kind = match summary.kind {
        "relaxed" => ProofKind::Relaxed,
        "h2" => ProofKind::H2,
        _ => ProofKind::Exhausted,
    };
    let size = if kind == ProofKind::Relaxed { summary.facts } else { summary.claims };
    ProofView { kind, size, bytes, checked: true, out_of_reach }
}

fn empty_solve() -> SolveReport {
    SolveReport {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        result: PlannerResult::Budget,
        plan: None,
        cost: None,
        cost_unit: "steps".to_owned(),
        lower_bound: None,
        optimal: false,
        safe: true,
        preferences: Vec::new(),
        expanded: 0,
        proof: None,
        why: String::new(),
        unsupported: Vec::new(),
        diagnostics: Vec::new(),
        timings: None,
    }
}

/// Looks for a plan that succeeds. `watch` is told first when the search begins.
#[must_use]
pub fn solve(domain: Option<&[u8]>, problem: Option<&[u8]>, options: &PlannerOptions, watch: Watch<'_>) -> SolveReport {
    searched(domain, problem, options, watch).0
}

/// Looks for a proof that no plan succeeds; finds a plan when there is one. Gives the certificate too.
#[must_use]
pub fn prove(
    domain: Option<&[u8]>,
    problem: Option<&[u8]>,
    options: &PlannerOptions,
    watch: Watch<'_>,
) -> (SolveReport, Option<Vec<u8>>) {
    let options = PlannerOptions { optimal: false, ignore_rules: false, ..options.clone() };
    let (report, certificate) = searched(domain, problem, &options, watch);
    (report, certificate.and_then(|certificate| certificate.to_bytes().ok()))
}

fn searched(
    domain: Option<&[u8]>,
    problem: Option<&[u8]>,
    options: &PlannerOptions,
    watch: Watch<'_>,
) -> (SolveReport, Option<Certificate>) {
    let mut report = empty_solve();
    let mut certificate = None;
    let answer = |task: &Task, ground: &GroundTask<'_>| {
        certificate = search(task, ground, options, watch, &mut report);
    };
    if let Err(stopped) = with_ground(domain, problem, !options.ignore_rules, answer) {
        report.result = stopped.result();
        report.unsupported = stopped.unsupported;
        report.diagnostics = stopped.diagnostics;
    }
    planner_words::solve(&mut report);
    (report, certificate)
}

fn search(
    task: &Task,
    ground: &GroundTask<'_>,
    options: &PlannerOptions,
    watch: Watch<'_>,
    report: &mut SolveReport,
) -> Option<Certificate> {
    let budget = Budget { nodes: options.nodes, bytes: BYTES };
    // Certificates speak of plans that keep the rules: that a task has no plan at all is more than they can say.
    let certifiable = !options.ignore_rules || !task.rules.iter().any(|rule| rule.hard);
    report.cost_unit = unit(task, ground);
    watch(0.0);
    let outcome = if options.optimal {
        optimal(ground, Measure::Cost, budget, watch)
    } else {
        let quick = greedy(ground, Budget { nodes: budget.nodes.min(QUICK), ..budget }, watch);
        if matches!(quick.found, Found::Budget { .. }) && budget.nodes > QUICK {
            // Before everything is looked at: a short proof is worth more than a long one.
            if certifiable && let Some((view, certificate)) = by_pairs(ground, budget) {
                report.result = PlannerResult::Unsolvable;
                report.expanded = quick.expanded;
                report.proof = Some(view);
                return Some(certificate);
            }
            greedy(ground, budget, watch)
        } else {
            quick
        }
    };
    report.expanded = outcome.expanded;
    match outcome.found {
        Found::Plan { steps, cost, optimal } => {
            let (valid, safe, preferences) = verified(task, &as_steps(ground, &steps));
            if !valid || !safe && !options.ignore_rules {
                report.result = PlannerResult::Unsupported;
                report.unsupported.push(DISAGREEMENT.to_owned());
                return None;
            }
            report.result = PlannerResult::Plan;
            report.plan = Some(steps.iter().map(|step| ground.step_text(*step)).collect());
            report.cost = Some(ground.costs.text(cost));
            report.optimal = optimal;
            report.safe = safe;
            report.preferences = preferences;
            if optimal {
                report.lower_bound.clone_from(&report.cost);
            }
            None
        }
        Found::Exhausted(closed, values) => {
            report.result = PlannerResult::Unsolvable;
            if !certifiable {
                report.proof = Some(unchecked(ground, &closed));
                return None;
            }
            let (view, certificate) = proof(ground, &closed, &values, budget, watch);
            report.proof = Some(view);
            certificate
        }
        Found::Budget { at_least } => {
            report.result = PlannerResult::Budget;
            // Of a metric that is to be large it would be an upper bound.
            report.lower_bound = (!ground.costs.are_maximized()).then(|| ground.costs.text(at_least));
            None
        }
    }
}

/// A plan of a task that was read before, or that there is none; nothing is proved in writing.
pub(crate) fn quick(task: &Task, with_rules: bool, nodes: u64) -> Planned {
    let ground = match grounded(task, with_rules) {
        Ok(ground) => ground,
        Err(stopped) => {
            return Planned::Unknown(match stopped.unsupported.first() {
                Some(feature) => format!("not supported: {feature}"),
                None => "too large to be searched".to_owned(),
            });
        }
    };
    let budget = Budget { nodes, bytes: BYTES };
    match greedy(&ground, budget, &mut |_| true).found {
        Found::Plan { steps, .. } => {
            let (valid, safe, _) = verified(task, &as_steps(&ground, &steps));
            if !valid || with_rules && !safe {
                return Planned::Unknown(DISAGREEMENT.to_owned());
            }
            Planned::Plan(steps.iter().map(|step| ground.step_text(*step)).collect())
        }
        Found::Exhausted(..) => Planned::None,
        Found::Budget { .. } => match by_pairs(&ground, budget) {
            Some(_) => Planned::None,
            None => Planned::Unknown(format!("not decided within {nodes} states")),
        },
    }
}

/// Checks a certificate; the sentence says what is proved, or why nothing is.
///
/// # Errors
/// When the texts cannot be read, or the certificate is not accepted: why.
pub fn check_certificate(
    domain: Option<&[u8]>,
    problem: Option<&[u8]>,
    certificate: &[u8],
) -> Result<ProofView, String> {
    let task = read(domain, problem).map_err(|stopped| match stopped.diagnostics.first() {
        Some(first) => format!("the domain or the problem cannot be read: {}", first.message),
        None => "the domain or the problem is missing".to_owned(),
    })?;
    let read = Certificate::from_bytes(certificate).map_err(|why| why.to_string())?;
    let summary =
        stepguard_proof::check(&task, &read, stepguard_proof::Budget::default()).map_err(|why| why.to_string())?;
    Ok(summary_view(&summary, certificate.len() as u64, Vec::new()))
}

/// Counts the plans that succeed.
#[must_use]
pub fn count(domain: Option<&[u8]>, problem: Option<&[u8]>, options: &PlannerOptions, watch: Watch<'_>) -> CountReport {
    let mut report = CountReport {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        result: PlannerResult::Budget,
        optimal_length: None,
        lower_bound: None,
        optimal_plans: None,
        up_to: Vec::new(),
        modulo_order: None,
        plans: Vec::new(),
        expanded: 0,
        proof: None,
        why: String::new(),
        unsupported: Vec::new(),
        diagnostics: Vec::new(),
    };
    let answer = |_: &Task, ground: &GroundTask<'_>| fill_count(ground, options, watch, &mut report);
    if let Err(stopped) = with_ground(domain, problem, true, answer) {
        report.result = stopped.result();
        report.unsupported = stopped.unsupported;
        report.diagnostics = stopped.diagnostics;
    }
    planner_words::counted(&mut report);
    report
}

fn fill_count(ground: &GroundTask<'_>, options: &PlannerOptions, watch: Watch<'_>, report: &mut CountReport) {
    let budget = Budget { nodes: options.nodes, bytes: BYTES };
    let counting = Counting {
        extra: options.extra.min(20),
        listed: options.list.map_or(LISTED, |list| list as usize).min(MOST_LISTED),
        longer: options.list.is_some(),
        ..Counting::default()
    };
    let (counted, expanded) = count_plans(ground, counting, budget, watch);
    report.expanded = expanded;
    match counted {
        Counted::Counts(counts) => {
            report.result = PlannerResult::Count;
            report.optimal_length = Some(counts.length);
            report.lower_bound = Some(counts.length.to_string());
            report.optimal_plans = Some(counts.shortest.to_string());
            report.up_to =
                counts.up_to.iter().map(|(length, number)| (length.to_string(), number.to_string())).collect();
            report.modulo_order = counts.modulo_order.map(|number| number.to_string());
            report.plans =
                counts.first.iter().map(|plan| plan.iter().map(|step| ground.step_text(*step)).collect()).collect();
        }
        Counted::Unsolvable(closed, values) => {
            report.result = PlannerResult::Unsolvable;
            report.proof = Some(proof(ground, &closed, &values, budget, watch).0);
        }
        Counted::Budget { at_least } => {
            report.result = PlannerResult::Budget;
            report.lower_bound = Some(at_least.to_string());
        }
    }
}

/// Lists the reachable states of a small task.
#[must_use]
pub fn states(
    domain: Option<&[u8]>,
    problem: Option<&[u8]>,
    plan: Option<&[u8]>,
    options: &PlannerOptions,
    watch: Watch<'_>,
) -> StatesReport {
    let mut report = StatesReport {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        complete: false,
        limit: options.limit,
        states: Vec::new(),
        edges: Vec::new(),
        path: Vec::new(),
        why: String::new(),
        unsupported: Vec::new(),
    };
    let checked = Options::default();
    let mut check = Check::new(&checked);
    let chosen = check.load(domain, problem, plan);
    let Some(task) = check.task(&chosen) else {
        "The domain or the problem has an error or is missing.".clone_into(&mut report.why);
        return report;
    };
    let steps: Vec<_> = match check.plan.take() {
        Some(plan) => {
            let vocabulary = steps::TaskVocabulary::new(&task);
            let read = stepguard_plan::read(&plan, check.texts.plan_id, &vocabulary);
            let resolved = steps::resolve(&task, &vocabulary, &plan, check.texts.plan_id, &read);
            resolved.steps.into_iter().map_while(|step| step.action.map(|(a, o)| (a, o.to_vec()))).collect()
        }
        None => Vec::new(),
    };
    match state_space(&task, &steps, options.limit, watch) {
        Err(Obstacle::Unsupported(feature)) => {
            report.why = format!("The planner does not support this yet: {feature}.");
            report.unsupported.push(feature);
        }
        Err(Obstacle::TooLarge) => "The task is too large to be drawn.".clone_into(&mut report.why),
        Ok(space) if !space.complete => {
            report.why = format!("The task has more than {} states: too many to be drawn.", options.limit);
        }
        Ok(space) => {
            report.complete = true;
            let goals = space.states.iter().filter(|state| state.goal && !state.broken).count();
            let unsafe_ = space.states.iter().filter(|state| state.broken).count();
            report.why = format!(
                "{} can be reached; {} where a safe plan may end, {} only by breaking a safety rule.",
                stepguard_report::words::count(space.states.len(), "state"),
                goals,
                unsafe_
            );
            report.edges = space.edges.iter().map(|(from, by, to)| (*from, *to, space.ground.step_text(*by))).collect();
            report.path = space.path;
            report.states = space
                .states
                .into_iter()
                .map(|state| SpaceState {
                    depth: state.depth,
                    added: state.added,
                    deleted: state.deleted,
                    goal: state.goal,
                    broken: state.broken,
                    to_goal: state.to_goal,
                })
                .collect();
        }
    }
    report
}

/// Looks for the smallest repair of a plan.
#[must_use]
pub fn repair(
    domain: Option<&[u8]>,
    problem: Option<&[u8]>,
    plan: Option<&[u8]>,
    options: &PlannerOptions,
    watch: Watch<'_>,
) -> RepairReport {
    let mut report = RepairReport {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        result: RepairResult::Unreadable,
        cost: None,
        at_least: 0,
        edits: Vec::new(),
        plan: Vec::new(),
        minimal_repairs: None,
        minimal_plans: None,
        repairs: Vec::new(),
        primary: None,
        excuses: Vec::new(),
        expanded: 0,
        proof: None,
        why: String::new(),
        unsupported: Vec::new(),
        diagnostics: Vec::new(),
    };
    let checked = Options::default();
    let mut check = Check::new(&checked);
    let chosen = check.load(domain, problem, plan);
    let mut fails_by_time = false;
    match (check.task(&chosen), check.plan.take()) {
        (Some(task), Some(text)) => match grounded(&task, true) {
            Ok(ground) => {
                let rules: Vec<String> =
                    task.rules.iter().map(|rule| crate::view::rule_name(&check.texts, rule)).collect();
                let given = given(&task, &text, &check);
                fill_repair(&task, &ground, (&given.steps, &rules), options, watch, &mut report);
                fails_by_time = given.fails_by_time;
            }
            Err(stopped) => {
                report.result = match stopped.result() {
                    PlannerResult::Unsupported => RepairResult::Unsupported,
                    PlannerResult::Budget => RepairResult::Budget,
                    _ => RepairResult::Unreadable,
                };
                report.unsupported = stopped.unsupported;
            }
        },
        _ => report.diagnostics = check.listed_diagnostics(),
    }
    planner_words::repaired(&mut report, fails_by_time);
    report
}

/// Readings that are tried for a step that cannot be read.
const READINGS: usize = 12;

/// A plan as it was given.
struct Given {
    /// The steps in their order, and the words of each as written.
    steps: Vec<(Step, String)>,
    /// It fails because of its time stamps: one after the other, its steps succeed.
    fails_by_time: bool,
}

/// The steps of a plan text.
fn given(task: &Task, text: &str, check: &Check<'_>) -> Given {
    let vocabulary = steps::TaskVocabulary::new(task);
    let read = stepguard_plan::read(text, check.texts.plan_id, &vocabulary);
    let resolved = steps::resolve(task, &vocabulary, text, check.texts.plan_id, &read);
    let mut reader = stepguard_repair::Reader::new(task);
    // Time stamps give the order.
    let mut order: Vec<usize> = (0..resolved.steps.len()).collect();
    order.sort_by(|a, b| resolved.steps[*a].time.cmp(&resolved.steps[*b].time));
    let timed = resolved.steps.iter().any(|step| step.time.is_some());
    let succeeds = |steps: &[PlanStep]| {
        let (valid, safe, _) = verified(task, steps);
        valid && safe
    };
    let in_order: Vec<PlanStep> =
        order.iter().map(|index| PlanStep { time: None, ..resolved.steps[*index].clone() }).collect();
    let as_timed: Vec<PlanStep> = order.iter().map(|index| resolved.steps[*index].clone()).collect();
    let fails_by_time = timed && succeeds(&in_order) && !succeeds(&as_timed);
    let steps = order
        .into_iter()
        .map(|index| {
            let words = read.steps[index].span.slice(text).to_owned();
            let step = match &resolved.steps[index].action {
                Some((action, arguments)) => {
                    Step::Read(Call { action: *action, arguments: arguments.as_slice().into() })
                }
                None => Step::Unread { readings: reader.line(&words, READINGS) },
            };
            (step, words)
        })
        .collect();
    Given { steps, fails_by_time }
}

fn fill_repair(
    task: &Task,
    ground: &GroundTask<'_>,
    (given, rules): (&[(Step, String)], &[String]),
    options: &PlannerOptions,
    watch: Watch<'_>,
    report: &mut RepairReport,
) {
    let weights = stepguard_repair::Weights {
        insert: options.weights.insert,
        delete: options.weights.delete,
        relocate: options.weights.relocate,
        change: options.weights.change,
    };
    let settings =
        Settings { weights, max_cost: options.max_cost, work: options.nodes, listed: LISTED, ..Settings::default() };
    let plan: Vec<Step> = given.iter().map(|(step, _)| step.clone()).collect();
    let outcome = stepguard_repair::repair(ground, &plan, &settings, watch);
    report.expanded = outcome.expanded;
    match outcome.answer {
        Answer::NothingToDo => {
            report.result = RepairResult::NothingToDo;
            report.cost = Some(0);
            report.plan = plan.iter().map(|step| call_text(task, step_call(step))).collect();
        }
        Answer::Repaired(repairs) => {
            report.result = RepairResult::Repair;
            report.cost = Some(repairs.cost);
            report.at_least = repairs.cost;
            report.minimal_repairs = repairs.count.map(|number| number.to_string());
            report.minimal_plans = repairs.plans.map(|number| number.to_string());
            list_repairs(report, repairs.repairs.iter().map(|repair| repair_view(task, rules, given, repair)));
        }
        Answer::None(evidence) => {
            report.result = RepairResult::None;
            let budget = Budget { nodes: options.nodes, bytes: BYTES };
            if let Some((closed, values)) = evidence {
                report.proof = Some(proof(ground, &closed, &values, budget, watch).0);
            }
            let found = stepguard_repair::excuses(task, &plan, &stepguard_repair::ExcuseSettings::default(), watch);
            report.excuses = found
                .found
                .iter()
                .map(|excuse| ExcuseView {
                    add: fact_texts(task, &excuse.add),
                    remove: fact_texts(task, &excuse.remove),
                    plan: excuse.plan.iter().map(|call| call_text(task, Some(call))).collect(),
                })
                .collect();
        }
        Answer::Limit { at_least, any, .. } => {
            report.result = RepairResult::Budget;
            report.at_least = at_least;
            if let Some((cost, repair)) = any {
                report.cost = Some(cost);
                list_repairs(report, std::iter::once(repair_view(task, rules, given, &repair)));
            }
        }
        Answer::Disagreement(_) => {
            report.result = RepairResult::Unsupported;
            report.unsupported.push(DISAGREEMENT.to_owned());
        }
    }
}

/// Fills in the repairs; the first is the suggestion.
fn list_repairs(report: &mut RepairReport, repairs: impl Iterator<Item = RepairView>) {
    report.repairs = repairs.collect();
    if let Some(first) = report.repairs.first() {
        report.edits.clone_from(&first.edits);
        report.plan.clone_from(&first.plan);
        report.primary = first.edits.first().map(|edit| edit.label);
    }
}

fn step_call(step: &Step) -> Option<&Call> {
    match step {
        Step::Read(call) => Some(call),
        Step::Unread { .. } => None,
    }
}

fn call_text(task: &Task, call: Option<&Call>) -> String {
    let mut out = String::new();
    if let Some(Call { action, arguments }) = call {
        task.write_step(&mut out, task.actions[action.index()].name, arguments);
    }
    out
}

fn fact_texts(task: &Task, facts: &[stepguard_repair::Fact]) -> Vec<String> {
    facts
        .iter()
        .map(|fact| {
            let mut out = String::new();
            task.write_atom(&mut out, fact.predicate, &fact.arguments);
            out
        })
        .collect()
}

fn repair_view(
    task: &Task,
    rules: &[String],
    given: &[(Step, String)],
    repair: &stepguard_repair::Repair,
) -> RepairView {
    let plan: Vec<String> = repair.plan.iter().map(|call| call_text(task, Some(call))).collect();
    let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
    let edits = repair
        .edits
        .iter()
        .map(|edit| {
            let written = edit.from.map(|from| given[from].1.clone());
            let before = match edit.kind {
                stepguard_repair::EditKind::Change => {
                    edit.before.as_ref().map(|call| call_text(task, Some(call))).or_else(|| written.clone())
                }
                _ => None,
            };
            let mut view = EditView {
                kind: match edit.kind {
                    stepguard_repair::EditKind::Insert => EditKind::Insert,
                    stepguard_repair::EditKind::Delete => EditKind::Delete,
                    stepguard_repair::EditKind::Move => EditKind::Move,
                    stepguard_repair::EditKind::Change => EditKind::Change,
                },
                at: number(edit.at),
                from: edit.from.map(number),
                action: match &edit.call {
                    Some(call) => call_text(task, Some(call)),
                    None => written.unwrap_or_default().trim().to_owned(),
                },
                before,
                label: crate::view::category(edit.label),
                meaning: String::new(),
                mitigates: edit.mitigates.iter().map(|rule| rules[*rule].clone()).collect(),
                places: edit.places.iter().map(|place| number(*place)).collect(),
            };
            let need = edit.mends.as_ref().map(|mended| match mended {
                Mended::Step(step) => Need::Step(plan.get(*step).cloned().unwrap_or_default()),
                Mended::Itself => Need::Itself,
                Mended::Rule(rule) => Need::Rule(rules[*rule].clone()),
                Mended::Goal => Need::Goal,
            });
            planner_words::explain(&mut view, need.as_ref());
            view
        })
        .collect();
    RepairView { edits, plan }
}
