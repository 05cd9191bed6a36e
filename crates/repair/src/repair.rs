//! The way of one repair: judge the given plan, ask whether any plan succeeds at all, search, collect, and describe what is
//! listed. Whatever is handed back was run by the verifier.

use crate::align::align;
use crate::edit::{Answer, Call, Edit, EditKind, Limit, Mended, Outcome, Repair, Repairs, Settings, Step};
use crate::given::Given;
use crate::graph::{Allowance, FAR, Graph, Round};
use crate::judge::{Judgement, call, judge};
use crate::list::{Explained, RawEdit, explain, list};
use crate::runner::Runner;
use stepguard_search::{Budget, Found, GroundTask, OperatorId, Relaxed, Watch, greedy};
use stepguard_taxonomy::Category;

/// Most steps of a plan that is repaired: what the verifier runs.
const MOST_STEPS: usize = 100_000;
/// The part of the work that may go into the question whether there is a plan at all.
const SOLVING: u64 = 2;
/// Work that looking at a state counts as there, and one unit more for so many operators.
pub(crate) const STATE: u64 = 16;
pub(crate) const OPERATORS_PER_UNIT: u64 = 4;
/// Where the progress stands when that question is answered.
const FIRST: f64 = 0.25;
/// The part of the rest that is set aside for any repair, should no cheapest one be found.
const HASTE: u64 = 4;
/// Dearer repairs are not looked for when any will do.
const MOST_COST: u32 = 1 << 28;
/// Steps that are carried out to find the places where the steps of a repair may stand.
const PLACING: usize = 400_000;
/// Steps that the verifier runs to find out what the edits of a repair are for.
const DESCRIBING: usize = 300_000;

/// Finds the cheapest repairs of a plan. `task` must have been grounded with its rules, else they do not count. Steps are
/// taken one after the other, without time stamps.
#[must_use]
pub fn repair(task: &GroundTask<'_>, steps: &[Step], settings: &Settings, watch: Watch<'_>) -> Outcome {
    let mut outcome = Outcome { answer: Answer::NothingToDo, expanded: 0, work: 0 };
    if steps.len() > MOST_STEPS {
        outcome.answer = Answer::Limit { at_least: 0, which: Limit::Plan, any: None };
        return outcome;
    }
    let given = judge(task.task, steps.iter().map(call));
    if given.succeeds() {
        return outcome;
    }
    let weights = settings.weights.settled();
    if given.unknown {
        outcome.answer = Answer::Limit { at_least: 0, which: Limit::Plan, any: None };
        return outcome;
    }

    let each = STATE + task.operators.len() as u64 / OPERATORS_PER_UNIT;
    let budget = Budget { nodes: (settings.work / SOLVING / each).max(1), bytes: settings.bytes };
    let mut cancelled = false;
    let solved = greedy(task, budget, &mut |share| {
        cancelled |= !watch(share * FIRST);
        !cancelled
    });
    outcome.expanded += solved.expanded;
    outcome.work += solved.expanded * each;
    let known = match solved.found {
        Found::Exhausted(closed, values) => {
            outcome.answer = Answer::None(Some((closed, values)));
            return outcome;
        }
        Found::Plan { steps, .. } => Some(steps),
        Found::Budget { .. } => None,
    };
    if cancelled {
        outcome.answer = Answer::Limit { at_least: 0, which: Limit::Budget, any: None };
        return outcome;
    }

    let relaxed = Relaxed::new(task);
    let work = settings.work.saturating_sub(outcome.work);
    let allowance = Allowance { work: work - work / HASTE, bytes: settings.bytes / 2, most: work };
    let compiled = Given::new(task, steps, weights, settings.bytes);
    let mut graph = Graph::new(task, &relaxed, compiled, weights, allowance);
    let settings = &Settings { work, ..*settings };
    outcome.answer =
        search(&mut graph, &given, known.as_deref(), settings, &mut |share| watch(FIRST + share * (1.0 - FIRST)));
    outcome.expanded += graph.expanded;
    outcome.work += graph.work;
    outcome
}

fn search(
    graph: &mut Graph<'_, '_, '_>,
    given: &Judgement,
    known: Option<&[OperatorId]>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Answer {
    if graph.bound == FAR {
        return Answer::None(None);
    }
    loop {
        if settings.max_cost.is_some_and(|most| graph.bound > most) {
            return Answer::Limit { at_least: graph.bound, which: Limit::MaxCost, any: None };
        }
        let round = graph.round(watch);
        if !graph.goals.is_empty() {
            return collect(graph, given, settings, round == Round::Done);
        }
        let at_least = graph.bound;
        if round == Round::Stopped {
            return hasten(graph, given, known, settings, watch);
        }
        if graph.cut_off {
            return Answer::Limit { at_least, which: Limit::Numbers, any: None };
        }
        if !graph.deepen() {
            return Answer::None(None);
        }
    }
}

/// The budget for cheapest repairs is spent: with what was set aside, looks for any, then for cheaper ones. `known`: a plan
/// that succeeds.
fn hasten(
    graph: &mut Graph<'_, '_, '_>,
    given: &Judgement,
    known: Option<&[OperatorId]>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Answer {
    let at_least = graph.bound;
    graph.allowance.work = settings.work;
    graph.allowance.bytes = settings.bytes;
    let most = settings.max_cost.unwrap_or(MOST_COST);
    let cost_of =
        |graph: &Graph<'_, '_, '_>, edits: &[RawEdit]| edits.iter().map(|edit| graph.weight_of(edit.kind)).sum::<u32>();
    let mut best = known.and_then(|plan| align(graph.task, &mut graph.given, plan));
    best = best.filter(|explained| cost_of(graph, &explained.edits) <= most);
    let mut cost = best.as_ref().map_or(0, |explained| cost_of(graph, &explained.edits));
    graph.bound = if best.is_some() { cost - 1 } else { most };
    let mut thrift = false;
    while cost == 0 || cost > at_least {
        let Some(path) = graph.approach(thrift, watch) else { break };
        thrift = true;
        cost = path.iter().map(|arc| graph.weight(*arc)).sum();
        best = Some(explain(&graph.given, &path));
        graph.bound = cost.saturating_sub(1);
    }
    let Some(best) = best else { return Answer::Limit { at_least, which: Limit::Budget, any: None } };
    match describe(graph, given, &best) {
        Err(what) => Answer::Disagreement(what),
        Ok(repair) if cost <= at_least => {
            Answer::Repaired(Repairs { cost, repairs: vec![repair], plans: None, count: None })
        }
        Ok(repair) => Answer::Limit { at_least, which: Limit::Budget, any: Some((cost, repair)) },
    }
}

fn collect(graph: &Graph<'_, '_, '_>, given: &Judgement, settings: &Settings, all: bool) -> Answer {
    let listed = list(graph, settings.plans);
    let complete = all && listed.complete && !graph.cut_off;
    let mut repairs = Vec::new();
    for explained in listed.repairs.iter().take(settings.listed.max(1)) {
        match describe(graph, given, explained) {
            Ok(repair) => repairs.push(repair),
            Err(what) => return Answer::Disagreement(what),
        }
    }
    if repairs.is_empty() {
        return Answer::Disagreement("the search ended a repair that no path leads to".to_owned());
    }
    let count = listed.repairs.len() as u64;
    Answer::Repaired(Repairs {
        cost: graph.bound,
        repairs,
        plans: complete.then_some(listed.plans),
        count: complete.then_some(count),
    })
}

/// The call of an operator.
fn of(task: &GroundTask<'_>, operator: OperatorId) -> Call {
    let operator = &task.operators[operator.index()];
    Call { action: operator.action, arguments: operator.arguments.clone() }
}

fn describe(graph: &Graph<'_, '_, '_>, given: &Judgement, explained: &Explained) -> Result<Repair, String> {
    let task = graph.task;
    let plan: Vec<Call> = explained.plan.iter().map(|operator| of(task, *operator)).collect();
    let judged = judge(task.task, plan.iter().map(Some));
    if !judged.succeeds() {
        let steps: Vec<String> = explained.plan.iter().map(|operator| task.step_text(*operator)).collect();
        return Err(format!("the verifier refuses a repaired plan ({judged:?}): {}", steps.join(" ")));
    }
    // Of a repair of very many edits the first ones are looked into.
    let looked_into = DESCRIBING / (plan.len() + explained.edits.len() + 1);
    let edits = explained
        .edits
        .iter()
        .enumerate()
        .map(|(index, raw)| {
            let from = raw.from.map(|from| from as usize);
            let step = from.map(|from| &graph.given.steps[from]);
            let unread = matches!(step, Some(Step::Unread { .. }));
            let (mends, mitigates, places) = if index < looked_into {
                let (mends, mitigates) = undo(graph, given, explained, &plan, raw);
                (mends, mitigates, places(graph, explained, raw, PLACING / (1 + explained.edits.len())))
            } else {
                (None, Vec::new(), vec![raw.at as usize])
            };
            Edit {
                kind: raw.kind,
                at: raw.at as usize,
                from,
                call: match raw.operator {
                    Some(operator) => Some(of(task, operator)),
                    None => step.and_then(call).cloned(),
                },
                before: if raw.kind == EditKind::Change { step.and_then(call).cloned() } else { None },
                label: match raw.kind {
                    EditKind::Insert => Category::MissingStep,
                    EditKind::Delete => Category::AdditionalStep,
                    EditKind::Move => Category::WrongTemporalOrder,
                    EditKind::Change if unread => Category::Grammar,
                    EditKind::Change => Category::Affordance,
                },
                mends,
                mitigates,
                places,
            }
        })
        .collect();
    Ok(Repair { edits, plan })
}

/// Where a moved step stood, in the repaired plan without it: before the first step that was given after it.
fn old_place(explained: &Explained, raw: &RawEdit) -> usize {
    let at = raw.at as usize;
    let from = raw.from.unwrap_or(0);
    let later = explained.kept.iter().position(|kept| kept.is_some_and(|kept| kept > from));
    let place = later.unwrap_or(explained.kept.len());
    if place > at { place - 1 } else { place }
}

/// Leaves one edit out, and asks the verifier what is wrong then, and which rules of those that the given plan breaks are
/// broken again, also when steps that cannot run are skipped.
fn undo(
    graph: &Graph<'_, '_, '_>,
    given: &Judgement,
    explained: &Explained,
    plan: &[Call],
    raw: &RawEdit,
) -> (Option<Mended>, Vec<usize>) {
    let at = raw.at as usize;
    // The steps with their numbers in the repaired plan; the step concerned, as it was given, has none.
    let mut steps: Vec<(Option<&Call>, Option<usize>)> =
        plan.iter().enumerate().map(|(index, call)| (Some(call), Some(index))).collect();
    let before = raw.from.and_then(|from| call(&graph.given.steps[from as usize]));
    match raw.kind {
        EditKind::Insert => {
            steps.remove(at);
        }
        EditKind::Delete => steps.insert(at, (before, None)),
        EditKind::Change => steps[at] = (before, None),
        EditKind::Move => {
            steps.remove(at);
            steps.insert(old_place(explained, raw).min(steps.len()), (before, None));
        }
    }
    let judged = judge(graph.task.task, steps.iter().map(|(call, _)| *call));
    let mut broken = judged.broken.clone();
    if judged.stopped_at.is_some() {
        // A step that follows from the edit may not run now and hide what the others do.
        broken.extend(judge(graph.task.task, judged.ran.iter().map(|index| steps[*index].0)).broken);
        broken.sort_unstable();
        broken.dedup();
    }
    let mitigates: Vec<usize> = broken.into_iter().filter(|rule| given.broken.contains(rule)).collect();
    let mends = match judged.stopped_at {
        Some(step) => Some(steps[step].1.map_or(Mended::Itself, Mended::Step)),
        None => match mitigates.first().or(judged.broken.first()) {
            Some(rule) => Some(Mended::Rule(*rule)),
            None if !judged.goal => Some(Mended::Goal),
            None => None,
        },
    };
    (mends, mitigates)
}

/// All places where a step of the repaired plan could stand as well. In long plans only those near to where it stands.
fn places(graph: &Graph<'_, '_, '_>, explained: &Explained, raw: &RawEdit, work: usize) -> Vec<usize> {
    let at = raw.at as usize;
    match (raw.kind, raw.operator) {
        (EditKind::Insert | EditKind::Move, Some(operator)) => {
            let mut rest = explained.plan.clone();
            rest.remove(at);
            let reach = work / (rest.len() + 1);
            let range = at.saturating_sub(reach)..=(at + reach).min(rest.len());
            let mut runner = Runner::new(graph.task);
            let mut before = graph.task.initial().clone();
            let mut found = Vec::new();
            for place in 0..=*range.end() {
                if place > 0 && !runner.step(&mut before, rest[place - 1]) {
                    break;
                }
                let steps = std::iter::once(operator).chain(rest[place..].iter().copied());
                if range.contains(&place) && runner.succeed(before.clone(), steps) {
                    found.push(place);
                }
            }
            found
        }
        (EditKind::Delete, _) => {
            let given = &graph.given;
            let Some(from) = raw.from else { return vec![at] };
            let mut found = vec![at];
            let equal = |step: u32| given.class[step as usize] == given.class[from as usize] && step != from;
            let others: Vec<usize> =
                (0..explained.plan.len()).filter(|index| explained.kept[*index].is_some_and(equal)).collect();
            let reach = work / (explained.plan.len() + 1);
            for other in others.into_iter().take(reach) {
                // The step concerned stays, and the equal one goes.
                let mut steps = explained.plan.clone();
                let operator = steps[other];
                let changed = given.operators[from as usize] != Some(operator);
                steps.insert(at, operator);
                steps.remove(if other >= at { other + 1 } else { other });
                if !changed && Runner::new(graph.task).is_plan(steps.into_iter()) {
                    found.push(if other >= at { other + 1 } else { other });
                }
            }
            found.sort_unstable();
            found.dedup();
            found
        }
        (EditKind::Change, _) | (EditKind::Insert | EditKind::Move, None) => vec![at],
    }
}
