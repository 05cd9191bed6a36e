//! Counts against plain enumeration of all plans, on generated tasks.

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::collections::{BTreeSet, VecDeque};
use stepguard_naive::generate::{Sample, sketch};
use stepguard_search::{
    Budget, Counted, Counting, GroundBudget, GroundTask, Independence, OperatorId, State, ValueTable, count,
};
use stepguard_task::Task;
use stepguard_text::{Interner, TextId};

fn task(domain: &str, problem: &str) -> Task {
    let mut names = Interner::new();
    let domain = stepguard_pddl::parse(domain, TextId::Domain, &mut names).definitions.domains.remove(0);
    let problem = stepguard_pddl::parse(problem, TextId::Problem, &mut names).definitions.problems.remove(0);
    stepguard_task::build(&domain, &problem, names).task.expect("it is well formed")
}

/// All plans of at most `limit` steps that visit no state twice.
struct Enumeration<'g, 't> {
    ground: &'g GroundTask<'t>,
    values: ValueTable,
    plans: Vec<Vec<OperatorId>>,
    steps: Vec<OperatorId>,
    seen: Vec<Vec<u64>>,
    work: u32,
}

impl Enumeration<'_, '_> {
    fn walk(&mut self, state: &State, limit: usize) -> bool {
        self.work += 1;
        if self.work > 20_000 {
            return false;
        }
        if self.ground.is_goal(state, &self.values) {
            self.plans.push(self.steps.clone());
        }
        if self.steps.len() == limit {
            return true;
        }
        let mut applicable = Vec::new();
        self.ground.applicable(state, &self.values, &mut applicable);
        let mut next = state.clone();
        for operator in applicable {
            if self.ground.apply(operator, state, &mut self.values, &mut next).is_err() {
                continue;
            }
            let mut packed = Vec::new();
            self.ground.pack(&next, &mut packed);
            if self.seen.contains(&packed) {
                continue;
            }
            self.seen.push(packed);
            self.steps.push(operator);
            let below = next.clone();
            let finished = self.walk(&below, limit);
            self.steps.pop();
            self.seen.pop();
            if !finished {
                return false;
            }
        }
        true
    }
}

/// Number of classes of plans under swaps of neighbours that are independent.
fn classes(plans: &[Vec<OperatorId>], independence: &mut Independence<'_, '_>) -> usize {
    let mut left: BTreeSet<Vec<OperatorId>> = plans.iter().cloned().collect();
    let mut classes = 0;
    while let Some(first) = left.pop_first() {
        classes += 1;
        let mut open = VecDeque::from([first]);
        while let Some(plan) = open.pop_front() {
            for at in 1..plan.len() {
                if independence.of(plan[at - 1], plan[at]) {
                    let mut swapped = plan.clone();
                    swapped.swap(at - 1, at);
                    if let Some(other) = left.take(&swapped) {
                        open.push_back(other);
                    }
                }
            }
        }
    }
    classes
}

fn compare(sample: &Sample, counted: &mut usize) -> Result<(), TestCaseError> {
    let task = task(&sample.domain, &sample.problem);
    let text = || format!("{}\n{}", sample.domain, sample.problem);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is small");
    let budget = Budget { nodes: 500, ..Budget::default() };
    let counting = Counting { extra: 2, listed: 40, longer: true, whole: 500 };
    let (found, _) = count(&ground, counting, budget, &mut |_| true);
    // The other way gives the same.
    let (estimated, _) = count(&ground, Counting { whole: 0, ..counting }, budget, &mut |_| true);
    if let (Counted::Counts(a), Counted::Counts(b)) = (&found, &estimated) {
        prop_assert_eq!(a, b, "{}", text());
    }
    let Counted::Counts(counts) = found else { return Ok(()) };
    let mut packed = Vec::new();
    ground.pack(ground.initial(), &mut packed);
    let mut all = Enumeration {
        ground: &ground,
        values: ground.initial_values(),
        plans: Vec::new(),
        steps: Vec::new(),
        seen: vec![packed],
        work: 0,
    };
    if !all.walk(ground.initial(), counts.length as usize + 2) {
        return Ok(());
    }
    for (length, number) in &counts.up_to {
        let plain = all.plans.iter().filter(|plan| plan.len() <= *length as usize).count();
        prop_assert_eq!(number, &BigUint::from(plain), "plans up to {} steps\n{}", length, text());
    }
    let mut shortest: Vec<Vec<OperatorId>> =
        all.plans.iter().filter(|plan| plan.len() == counts.length as usize).cloned().collect();
    shortest.sort();
    prop_assert_eq!(&counts.shortest, &BigUint::from(shortest.len()), "{}", text());
    let mut listed: Vec<Vec<OperatorId>> =
        all.plans.iter().filter(|plan| plan.len() < counts.length as usize + counts.up_to.len()).cloned().collect();
    listed.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    listed.truncate(40);
    prop_assert_eq!(&counts.first, &listed, "{}", text());
    prop_assert!(all.plans.iter().all(|plan| plan.len() >= counts.length as usize), "{}", text());
    if let Some(modulo) = &counts.modulo_order {
        let plain = classes(&shortest, &mut Independence::new(&ground));
        prop_assert_eq!(modulo, &BigUint::from(plain), "order aside\n{}", text());
    }
    *counted += usize::from(counts.length > 0);
    Ok(())
}

#[test]
fn counts_are_those_of_enumeration() {
    let mut counted = 0;
    let mut runner = TestRunner::new(Config { cases: 400, ..Config::default() });
    let tried = std::cell::RefCell::new(&mut counted);
    runner
        .run(&sketch(), |sketch| compare(&sketch.sample(), &mut tried.borrow_mut()))
        .unwrap_or_else(|error| unreachable!("{error}"));
    assert!(counted >= 15, "only {counted} tasks with plans of a step or more");
}

/// Three things to bring, in any order, with one hand: what there is to count is known by hand.
#[test]
fn independent_errands() {
    let domain = "(define (domain lamps) (:predicates (on ?x) (lamp ?x))
        (:action switch :parameters (?x) :precondition (and (lamp ?x) (not (on ?x))) :effect (on ?x)))";
    let problem = "(define (problem all) (:domain lamps) (:objects a b c d)
        (:init (lamp a) (lamp b) (lamp c) (lamp d)) (:goal (and (on a) (on b) (on c) (on d))))";
    let task = task(domain, problem);
    let ground = GroundTask::new(&task, true, &GroundBudget::default()).expect("it is small");
    let (Counted::Counts(counts), _) =
        count(&ground, Counting { extra: 3, listed: 3, ..Counting::default() }, Budget::default(), &mut |_| true)
    else {
        unreachable!("it has plans")
    };
    assert_eq!((counts.length, &counts.shortest), (4, &BigUint::from(24_u32)));
    assert_eq!(counts.modulo_order, Some(BigUint::from(1_u32)));
    assert!(counts.up_to.iter().all(|(_, number)| *number == BigUint::from(24_u32)));
    assert_eq!(counts.first.len(), 3);
}
