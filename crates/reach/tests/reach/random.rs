//! Random small tasks against brute force: whatever happens in a reachable state must be called achievable, no later than
//! it happens; and a plain relaxation of fully grounded actions must not be sharper.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use stepguard_naive::generate;
use stepguard_naive::relaxed::Relaxed;
use stepguard_naive::world::{Ground, State, Substitution, Value, World};
use stepguard_reach::{Answer, Budget, Operator, Relaxation, ground};
use stepguard_task::{
    CompareOp, Expr, Formula, FormulaKind, FunctionId, ObjectId, PredicateId, Slot, Task, Term, TypeExprId, Variable,
};
use stepguard_text::{Number, Place, Span, TextId};

/// Most states of a task that are looked at.
const MOST_STATES: usize = 60;

/// States, each with its distance from the first.
type States = Vec<(State, u32)>;
/// Actions with their arguments.
type Calls = BTreeSet<(String, Vec<String>)>;

/// States with the length of a shortest way to them, and what was applied on the way.
fn explore(world: &World<'_>) -> (States, Calls) {
    let initial = world.initial();
    let mut known = BTreeSet::from([(initial.facts.clone(), initial.values.clone())]);
    let mut states = vec![(initial.clone(), 0)];
    let mut applied = BTreeSet::new();
    let mut open = VecDeque::from([(initial, 0)]);
    while let Some((state, depth)) = open.pop_front() {
        for action in &world.domain.actions {
            for binding in world.bindings(&action.parameters, &Substitution::new()) {
                let precondition = action.precondition.as_ref();
                if precondition.is_some_and(|p| world.truth(p, &state, &binding) != Some(true)) {
                    continue;
                }
                let mut change = world.change(action.effect.as_ref(), &state, &binding);
                if !change.faults.is_empty() {
                    continue;
                }
                let arguments =
                    action.parameters.iter().map(|p| binding[&world.word(p.name.symbol)].clone()).collect::<Vec<_>>();
                applied.insert((world.word(action.name.symbol), arguments));
                let after = world.apply(&state, &mut change);
                // Squared again and again, a number soon fills the memory.
                let long = |v: &Value| matches!(v, Value::Number(n) if n.numer().bits() + n.denom().bits() > 120);
                if after.values.values().any(long) {
                    continue;
                }
                if states.len() < MOST_STATES && known.insert((after.facts.clone(), after.values.clone())) {
                    states.push((after.clone(), depth + 1));
                    open.push_back((after, depth + 1));
                }
            }
        }
    }
    (states, applied)
}

fn name(task: &Task, symbol: stepguard_text::Symbol) -> String {
    task.names.folded(symbol).to_owned()
}

/// All tuples of objects, as many as there are parameters.
fn tuples(task: &Task, arity: usize) -> Vec<Vec<ObjectId>> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..arity {
        tuples = tuples
            .into_iter()
            .flat_map(|tuple| {
                (0..task.objects.len()).map(move |o| tuple.iter().copied().chain([ObjectId::new(o)]).collect())
            })
            .collect();
    }
    tuples
}

fn spelled(task: &Task, head: stepguard_text::Symbol, arguments: &[ObjectId]) -> Ground {
    Ground(name(task, head), arguments.iter().map(|o| name(task, task.objects[o.index()].name)).collect())
}

fn formula(kind: FormulaKind) -> Formula {
    Formula { kind, place: Place::new(TextId::Problem, Span::new(0, 0)) }
}

/// "The function has this value."
fn equals(
    function: FunctionId,
    arguments: &[ObjectId],
    value: &Value,
    objects: &BTreeMap<String, ObjectId>,
) -> Formula {
    let terms: Box<[Term]> = arguments.iter().map(|o| Term::Object(*o)).collect();
    formula(match value {
        Value::Number(n) => {
            let part = |n: &dyn ToString| Number::parse(&n.to_string()).expect("a number");
            let value = part(n.numer()).div(&part(n.denom())).expect("a denominator is not zero");
            FormulaKind::Compare(CompareOp::Equal, Expr::Fluent(function, terms), Expr::Number(value))
        }
        Value::Object(name) => FormulaKind::Same(Term::Fluent(function, terms), Term::Object(objects[name])),
    })
}

/// Everything a relaxation is asked about a task, once.
fn check(domain: &str, problem: &str) -> Result<(), TestCaseError> {
    let (names, read_domain, read_problem) = generate::read(domain, problem).expect("both texts define something");
    let world = World::new(&names, &read_domain, &read_problem).expect("there are strata");
    let task = match crate::support::read(domain, problem) {
        Ok(task) => task,
        Err(why) => return Err(TestCaseError::fail(format!("no task: {why}"))),
    };
    let (states, applied) = explore(&world);
    let relaxed = Relaxed::explore(&world);
    let objects: BTreeMap<String, ObjectId> =
        task.objects.iter().enumerate().map(|(index, o)| (name(&task, o.name), ObjectId::new(index))).collect();
    let numeric = task.functions.iter().any(|f| f.object.is_none());
    let mut relaxation = Relaxation::new(&task, Budget::default());

    for (index, predicate) in task.predicates.iter().enumerate() {
        let id = PredicateId::new(index);
        for arguments in tuples(&task, predicate.parameters.len()) {
            let ground = spelled(&task, predicate.name, &arguments);
            for positive in [true, false] {
                let answer = relaxation.atom(id, &arguments, positive);
                let first = states.iter().find(|(state, _)| state.holds(&ground) == positive);
                prop_assert_ne!(answer, Answer::Unknown);
                if let Some((_, depth)) = first {
                    prop_assert_eq!(answer, Answer::Achievable, "{} {}", positive, ground);
                    let layer = relaxation.first_layer(id, &arguments, positive);
                    prop_assert!(layer.is_some_and(|l| l <= *depth), "{positive} {ground}: {layer:?}, seen {depth}");
                }
                // Intervals are widened in different ways, so numbers make the two incomparable.
                let fits = arguments.iter().zip(&predicate.parameters).all(|(o, p)| task.fits(*o, p.1));
                if !numeric && fits {
                    let plain = if predicate.derived {
                        if positive {
                            relaxed.can_be_true.contains(&ground)
                        } else {
                            relaxed.derived_false.contains(&ground)
                        }
                    } else if positive {
                        relaxed.can_be_true.contains(&ground)
                    } else {
                        !states[0].0.holds(&ground) || relaxed.deleted.contains(&ground)
                    };
                    prop_assert!(plain || answer == Answer::Unachievable, "not sharp: {positive} {ground}");
                }
            }
        }
    }
    for (index, function) in task.functions.iter().enumerate() {
        for arguments in tuples(&task, function.parameters.len()) {
            let ground = spelled(&task, function.name, &arguments);
            let values: BTreeSet<&Value> = states.iter().filter_map(|(state, _)| state.values.get(&ground)).collect();
            for value in values {
                let question = equals(FunctionId::new(index), &arguments, value, &objects);
                prop_assert_eq!(relaxation.formula(&question, &[]), Answer::Achievable, "{} {:?}", ground, value);
            }
        }
    }
    if let Some(goal) = &world.problem.goal
        && states.iter().any(|(state, _)| world.truth(goal, state, &Substitution::new()) == Some(true))
    {
        prop_assert_eq!(relaxation.formula(&task.goal, &[]), Answer::Achievable, "the goal");
    }
    let grounding = ground(&task, Budget::default());
    prop_assert!(grounding.complete);
    let runs: Calls = grounding
        .operators()
        .map(|o| {
            let Operator::Action(action) = o.operator else { return Err(format!("{o:?}: nothing timed is generated")) };
            let Ground(name, arguments) = spelled(&task, task.actions[action.index()].name, o.arguments);
            Ok((name, arguments))
        })
        .collect::<Result<_, _>>()
        .map_err(TestCaseError::fail)?;
    prop_assert!(applied.is_subset(&runs), "{applied:?} {runs:?}");
    for (action, model) in task.actions.iter().zip(&world.domain.actions) {
        for binding in world.bindings(&model.parameters, &Substitution::new()) {
            let arguments: Vec<ObjectId> =
                model.parameters.iter().map(|p| objects[&binding[&world.word(p.name.symbol)]]).collect();
            let answer = relaxation.formula(&action.precondition, &arguments);
            let Ground(action, spelled) = spelled(&task, action.name, &arguments);
            let runs = runs.contains(&(action, spelled));
            prop_assert!(!runs || answer == Answer::Achievable, "{model:?} {binding:?}");
        }
    }
    // Facts as the grounding sorts them.
    for (state, _) in &states {
        for (predicate, arguments) in grounding.constants.iter() {
            prop_assert!(state.holds(&spelled(&task, task.predicates[predicate.index()].name, arguments)));
        }
    }
    let listed = |list: &stepguard_task::AtomList| {
        list.iter().map(|(p, a)| spelled(&task, task.predicates[p.index()].name, a)).collect::<BTreeSet<_>>()
    };
    let known: BTreeSet<Ground> =
        [&grounding.constants, &grounding.fluents, &grounding.derived].into_iter().flat_map(listed).collect();
    for (state, _) in &states {
        prop_assert!(state.facts.iter().chain(&state.derived).all(|fact| known.contains(fact)));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_happens_is_achievable(sketch in generate::sketch()) {
        let sample = sketch.sample();
        check(&sample.domain, &sample.problem).map_err(|e| {
            TestCaseError::fail(format!("{e}\n{}\n{}", sample.domain, sample.problem))
        })?;
    }
}

#[test]
fn formulas_with_quantifiers_are_read_in_their_own_scope() {
    // Sibling quantifiers may share a slot; an inner one may hide an outer one.
    let task = crate::support::task(
        "(define (domain d) (:requirements :adl) (:predicates (p ?x) (q ?x)) (:action a :parameters (?x) :precondition (p ?x) :effect (q ?x)))",
        "(define (problem p) (:domain d) (:objects o u) (:init (p o)) (:goal (q o)))",
    );
    let variable =
        |name: &str| Variable { name: task.names.lookup(name).expect("a name"), slot: Slot(0), ty: TypeExprId(0) };
    let atom = |p: u32| formula(FormulaKind::Atom(PredicateId(p), Box::new([Term::Slot(Slot(0))])));
    let exists = |p| formula(FormulaKind::Exists(vec![variable("x")], Box::new(atom(p))));
    let all = |p| formula(FormulaKind::Forall(vec![variable("x")], Box::new(atom(p))));
    let o = crate::support::object(&task, "o");
    let u = crate::support::object(&task, "u");
    let mut relaxation = Relaxation::new(&task, Budget::default());
    let both = formula(FormulaKind::And(vec![exists(0), exists(1), atom(1)]));
    assert_eq!(relaxation.formula(&both, &[o]), Answer::Achievable);
    assert_eq!(relaxation.formula(&both, &[u]), Answer::Unachievable);
    let none = formula(FormulaKind::Or(vec![all(0), all(1), formula(FormulaKind::Not(Box::new(exists(0))))]));
    assert_eq!(relaxation.formula(&none, &[o]), Answer::Unachievable);
}
