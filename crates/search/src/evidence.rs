//! Certificates of what a search found out: that no plan succeeds. What a certificate may claim, and how it is checked, is
//! `stepguard-proof`'s, which knows nothing of searches.

use crate::condition::Fact;
use crate::ground::GroundTask;
use crate::h2;
use crate::search::{Budget as SearchBudget, Closed, Found, Watch, exhaust};
use crate::value::{Value, ValueId, ValueTable};
use stepguard_proof::{
    Atom, Budget, Certificate, Evidence, Exhausted, Frame, Rejection, RuleLayout, StateLayout, States, Summary, check,
    task_hash,
};
use stepguard_task::{FactId, FluentKey, FunctionId};

/// A certificate for a task of which a search has seen everything, accepted by the checker, and what the checker says of it.
/// `values`: what the states' variables stand for. `budget`: for looking at everything once more, where the checker's own
/// relaxation is not as sharp as the search's and does not believe that dead ends are dead.
///
/// # Errors
/// When the rules are such as certificates do not speak of, or a budget runs out.
pub fn certify(
    task: &GroundTask<'_>,
    closed: &Closed,
    values: &ValueTable,
    budget: SearchBudget,
    watch: Watch<'_>,
) -> Result<(Certificate, Summary), Rejection> {
    let (frame, variables) = frame(task);
    let limits = limits(budget);
    let accepted = |evidence: Evidence| {
        let certificate = Certificate { task: task_hash(task.task), evidence };
        check(task.task, &certificate, limits).map(|summary| (certificate, summary))
    };
    let rejection;
    if closed.at_once && !task.initial_broken() {
        match accepted(Evidence::Relaxed(frame.clone())) {
            Ok(proof) => return Ok(proof),
            Err(why) => rejection = why,
        }
        // What rules wait for is more than a frame can say: the initial state alone, whose successors are dead ends.
        let mut packed = Vec::new();
        task.pack(task.initial(), &mut packed);
        let start = Closed { packed, dead_ends: true, at_once: false };
        if let Ok(proof) = accepted(exhausted(task, &start, values, frame.clone(), &variables)?) {
            return Ok(proof);
        }
    } else {
        match accepted(exhausted(task, closed, values, frame.clone(), &variables)?) {
            Ok(proof) => return Ok(proof),
            Err(why) if !closed.dead_ends => return Err(why),
            Err(why) => rejection = why,
        }
    }
    match (exhaust(task, budget, watch).found, rejection) {
        (Found::Exhausted(all, values), _) => accepted(exhausted(task, &all, &values, frame, &variables)?),
        (_, why) => Err(why),
    }
}

/// A certificate that the goal needs what can never be true together, accepted by the checker, and what the checker says of
/// it; `None`: there is no such proof within the budget.
#[must_use]
pub fn prove_by_pairs(task: &GroundTask<'_>, budget: SearchBudget) -> Option<(Certificate, Summary)> {
    let evidence = h2::prove(task, budget.nodes.saturating_mul(1000))?;
    let certificate = Certificate { task: task_hash(task.task), evidence };
    let summary = check(task.task, &certificate, limits(budget)).ok()?;
    Some((certificate, summary))
}

/// What the checker may do, by what the search may.
fn limits(budget: SearchBudget) -> Budget {
    Budget { work: budget.nodes.saturating_mul(10_000), memory: budget.bytes as u64 }
}

/// Everything that changes; fluents that nothing reads are left out, and the numbers of the others are given.
pub(crate) fn frame(task: &GroundTask<'_>) -> (Frame, Vec<usize>) {
    let facts = (0..task.base_facts)
        .map(|index| {
            let (predicate, arguments) = task.fluents.atom(FactId(index as u32));
            Atom { predicate, arguments: arguments.into() }
        })
        .collect();
    let mut kept = Vec::new();
    let mut fluents = Vec::new();
    for index in 0..task.variables.len() {
        let (head, arguments) = task.variables.atom(FactId(index as u32));
        let function = FunctionId(head.0);
        let numbered = matches!(task.initial_value(index), Value::Number(_));
        if !(numbered && task.costs.is_unread(function)) {
            kept.push(index);
            fluents.push(FluentKey { function, arguments: arguments.into() });
        }
    }
    (Frame { facts, fluents }, kept)
}

fn exhausted(
    task: &GroundTask<'_>,
    closed: &Closed,
    values: &ValueTable,
    frame: Frame,
    variables: &[usize],
) -> Result<Evidence, Rejection> {
    let layout = RuleLayout::of(task.task)?;
    let states = StateLayout::new(frame.facts.len(), variables.len(), values.len(), layout.bits);
    let memory_from = states.rules() + layout.clock.map_or(0, |clock| clock.width as usize);
    let mut rows: Vec<Vec<u8>> = Vec::new();
    let mut state = task.initial().clone();
    for packed in closed.packed.chunks_exact(task.packed_words()) {
        // Derived facts are not part of a certificate's states, so they need not be computed.
        task.unpack_base(packed, &mut state);
        let mut row = vec![0_u8; states.bytes()];
        let mut set = |bit: usize| row[bit / 8] |= 1 << (bit % 8);
        for index in 0..task.base_facts {
            if Fact(index as u32).is_in(&state.bits) {
                set(index);
            }
        }
        let mut number = |from: usize, width: u32, value: u64| {
            (0..width as usize).filter(|bit| value >> bit & 1 == 1).for_each(|bit| set(from + bit));
        };
        for (position, variable) in variables.iter().enumerate() {
            let value = state.variables[*variable];
            number(states.fluent(position), states.value_bits(), u64::from(value.0));
        }
        if let Some(clock) = layout.clock {
            let steps = u64::from(state.steps).min(layout.clock_limit);
            number(states.rules() + clock.offset as usize, clock.width, steps);
        }
        for bit in 0..task.memory_bits {
            if Fact((task.base_facts + bit) as u32).is_in(&state.bits) {
                number(memory_from + bit, 1, 1);
            }
        }
        rows.push(row);
    }
    let values = (0..values.len()).map(|id| convert(values.get(ValueId(id as u32)))).collect();
    Ok(Evidence::Exhausted(Exhausted {
        frame,
        values,
        states: States::collect(states.bytes(), rows)?,
        dead_ends: closed.dead_ends,
    }))
}

fn convert(value: &Value) -> stepguard_proof::Value {
    match value {
        Value::Undefined => stepguard_proof::Value::Undefined,
        Value::Number(number) => stepguard_proof::Value::Number(number.clone()),
        Value::Object(object) => stepguard_proof::Value::Object(*object),
    }
}
