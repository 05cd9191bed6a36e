//! The shortest chain of steps that a plan lacks: what to do in the state before its first missing step so that this step
//! can run. A small search beside the verdict, with a budget of its own; the verdict itself never waits for more.

use fixedbitset::FixedBitSet;
use stepguard_search::{Budget, Found, GroundBudget, GroundTask, Measure, optimal};
use stepguard_task::{
    AtomList, FactId, FluentKey, Formula, FormulaKind, ObjectId, Task, TypeExpr, TypeExprId, Variable,
};
use stepguard_taxonomy::{Classified, Finding, Kind};
use stepguard_verify::{Trace, Value};

/// What the search may ground and hold: tasks that are larger keep their plain message.
const GROUND: GroundBudget = GroundBudget { facts: 5_000, steps: 1_000_000, instances: 1_000_000 };
const BYTES: usize = 16 << 20;
/// States times operators: an estimate looks at every operator, a few times.
const WORK: u64 = 1_000_000;

/// The finding that a chain is looked for: the plan's first one, if a step is missing there.
pub(crate) fn wanted(classified: &Classified<'_>) -> Option<usize> {
    let fatal = |finding: &Finding<'_>| finding.kind.is_fatal() && !finding.after_first_failure;
    let (index, first) =
        classified.findings.iter().enumerate().filter(|(_, f)| fatal(f)).min_by_key(|(_, finding)| finding.step)?;
    let untouched = |finding: &Finding<'_>| {
        finding.main_literal().is_some_and(|main| main.held_in.is_empty() && main.established_by.is_none())
    };
    (first.kind == Kind::NeverEstablished && untouched(first)).then_some(index)
}

/// The steps to insert before `step`, from the state that the scored run ended in. None where there is none within the
/// budget, or the task cannot be grounded within it. Safety rules are another matter and not asked.
pub(crate) fn chain(task: &Task, trace: &mut Trace<'_>, step: usize, nodes: u64) -> Option<Vec<String>> {
    if nodes == 0 || trace.hit.is_some() || !task.unsupported.is_empty() {
        return None;
    }
    let (action, arguments) = trace.steps.get(step)?.action.clone()?;
    let action = task.actions.get(action.index())?;
    let mut local = Task {
        rules: Vec::new(),
        preferences: Vec::new(),
        metric: None,
        init: AtomList::default(),
        init_numbers: Vec::new(),
        init_objects: Vec::new(),
        ..task.clone()
    };
    let state = trace.last_scored;
    let world = trace.visit(state);
    for fact in (0..).take(world.fact_count()).map(FactId).filter(|fact| world.fact_holds(*fact)) {
        let (predicate, arguments) = world.fact(fact);
        local.init.push(predicate, arguments);
    }
    for (fluent, value) in world.fluent_values() {
        let (function, arguments) = world.fluent(fluent);
        let key = FluentKey { function, arguments: arguments.into() };
        match value {
            Value::Number(number) => local.init_numbers.push((key, number.clone())),
            Value::Object(object) => local.init_objects.push((key, *object)),
            Value::Undefined => {}
        }
    }
    // The goal is the step's own precondition: each parameter ranges over the one object that the plan names.
    let variables = action
        .parameters
        .iter()
        .zip(arguments.as_slice())
        .map(|(parameter, object)| Variable { ty: only(&mut local, parameter.ty, *object), ..*parameter })
        .collect();
    let kind = FormulaKind::Exists(variables, Box::new(action.precondition.clone()));
    local.goal = Formula { kind, place: action.precondition.place };
    local.goal_slots = action.slots;
    let ground = GroundTask::new(&local, false, &GROUND).ok()?;
    let nodes = nodes.min(WORK / u64::try_from(ground.operators.len().max(1)).unwrap_or(u64::MAX));
    match optimal(&ground, Measure::Steps, Budget { nodes, bytes: BYTES }, &mut |_| true).found {
        Found::Plan { steps, optimal: true, .. } if !steps.is_empty() => {
            Some(steps.into_iter().map(|step| ground.step_text(step)).collect())
        }
        _ => None,
    }
}

/// A type of one object.
fn only(task: &mut Task, ty: TypeExprId, object: ObjectId) -> TypeExprId {
    let mut set = FixedBitSet::with_capacity(task.objects.len());
    set.insert(object.index());
    let types = task.type_exprs.get(ty.index()).map_or_else(Vec::new, |known| known.types.clone());
    task.type_exprs.push(TypeExpr { types, members: vec![object], set });
    TypeExprId::new(task.type_exprs.len() - 1)
}
