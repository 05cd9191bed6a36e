//! The simulator is the verifier: what ran, as a plan for the problem of PDDL, leads the checker to the same facts. Random acts
//! keep every promise of the contract.

use proptest::prelude::*;
use std::collections::BTreeSet;
use stepguard_check::{Options, check};
use stepguard_embodied::chance::Chance;
use stepguard_embodied::world::{Act, Sight, Slip, TaskId, Tutor, World};
use stepguard_homes::{HOUSEHOLD, HomesWorld, REARRANGEMENT, instruction, start};
use stepguard_report::{Outcome, StepStatus};
use stepguard_results::environment::{Environment, Subset};

/// The task that a draw stands for.
fn task(environment: Environment, draw: usize) -> HomesWorld<'static> {
    let all: Vec<TaskId> = Subset::ALL
        .into_iter()
        .flat_map(|subset| (0..50).map(move |number| TaskId { environment, subset, number }))
        .filter(|id| instruction(*id).is_some())
        .collect();
    start(all[draw % all.len()]).expect("every task can be started")
}

/// Half of the time a valid act, half of the time any number, now and then one that is not there.
fn draw(world: &HomesWorld<'_>, chance: &mut Chance) -> Act {
    match chance.below(40) {
        0 => Act::Pose([0; 7]),
        1 => Act::Id(world.menu().len() + chance.below(3)),
        2..=20 => Act::Id(chance.below(world.menu().len())),
        _ => world.random(chance),
    }
}

fn environment() -> impl Strategy<Value = Environment> {
    prop_oneof![Just(Environment::Alfred), Just(Environment::Habitat)]
}

fn lower(facts: &[String]) -> BTreeSet<String> {
    facts.iter().map(|fact| fact.to_lowercase()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_checker_gets_to_the_same_facts(environment in environment(), number in 0_usize..1000, seed in 0_u32..10_000) {
        let mut world = task(environment, number);
        let mut chance = Chance::of(&["replay", &seed.to_string()]);
        for _ in 0..40 {
            let act = draw(&world, &mut chance);
            world.act(act);
        }
        let domain = if environment == Environment::Alfred { HOUSEHOLD } else { REARRANGEMENT };
        let report = check(Some(domain.as_bytes()), Some(world.problem().as_bytes()), Some(world.plan().as_bytes()), &Options::default());
        let expected = if world.solved() { Outcome::Valid } else { Outcome::Invalid };
        prop_assert_eq!(report.outcome, expected);
        let mut facts = lower(&report.initial.facts);
        for step in &report.steps {
            prop_assert!(step.status == StepStatus::Ran, "{:?} {}", step.status, step.action);
            for fact in lower(&step.deleted) {
                facts.remove(&fact);
            }
            facts.extend(lower(&step.added));
        }
        prop_assert_eq!(facts, lower(&world.facts()));
    }

    #[test]
    fn acts_keep_the_contract(environment in environment(), number in 0_usize..1000, seed in 0_u32..10_000) {
        let mut world = task(environment, number);
        let mut chance = Chance::of(&["contract", &seed.to_string()]);
        let mut acts = Vec::new();
        let length = world.cells().len();
        for _ in 0..40 {
            let before = (world.cells(), world.met(), world.facts());
            let act = draw(&world, &mut chance);
            let random = world.random(&mut chance);
            let mut tried = world.clone();
            prop_assert!(tried.act(random).ran, "a random act runs: {}", world.name(random));
            let turn = world.act(act);
            acts.push(act);
            prop_assert!(!turn.feedback.is_empty());
            if !turn.ran {
                prop_assert_eq!(turn.reward, 0.0);
                prop_assert_eq!(&before, &(world.cells(), world.met(), world.facts()), "{} changed something", turn.feedback);
            }
            prop_assert_eq!(world.cells().len(), length);
            prop_assert_eq!(world.solved(), world.met().iter().all(|met| *met));
            prop_assert_eq!(world.met().len(), world.conditions().len());
        }
        let mut again = task(environment, number);
        for act in acts {
            again.act(act);
        }
        prop_assert_eq!(again.hash(), world.hash());
        prop_assert_eq!(again.observe(), world.observe());
    }

    /// From any state the oracle's plan either solves the task or there is none (what was sliced stays sliced).
    #[test]
    fn plans_hold_from_anywhere(environment in environment(), number in 0_usize..1000, seed in 0_u32..10_000) {
        let mut world = task(environment, number);
        let mut chance = Chance::of(&["anywhere", &seed.to_string()]);
        for _ in 0..chance.below(25) {
            let act = world.random(&mut chance);
            world.act(act);
        }
        let plan = world.solve(Sight::All);
        for slip in [Slip::MissingStep, Slip::InvalidAction, Slip::WrongObject, Slip::Mislocalised, Slip::WrongPose] {
            let mut same = chance.clone();
            let spoiled = world.spoil(&plan, slip, &mut chance);
            prop_assert_eq!(&spoiled, &world.spoil(&plan, slip, &mut same), "one draw, one mistake");
            let Some(spoiled) = spoiled else { continue };
            let mut unnoticed = world.clone();
            for act in &spoiled {
                prop_assert!(!unnoticed.solved() || world.solved(), "{slip:?} solves the task");
                unnoticed.act(*act);
            }
            prop_assert!(!unnoticed.solved() || world.solved(), "{slip:?} solves the task");
        }
        if plan.is_empty() {
            return Ok(());
        }
        for act in plan {
            let name = world.name(act);
            let turn = world.act(act);
            prop_assert!(turn.ran, "{}: {}", name, turn.feedback);
        }
        prop_assert!(world.solved());
    }

    /// The planner with partial sight goes on until it has solved the task or looked everywhere; it does not run in circles.
    #[test]
    fn partial_sight_ends(environment in environment(), number in 0_usize..1000) {
        let mut world = task(environment, number);
        let mut looks = 0;
        while !world.solved() && looks < 120 {
            let plan = world.solve(Sight::Seen);
            prop_assert!(!plan.is_empty(), "it gave up: {}", world.observe());
            looks += 1;
            for act in plan {
                if !world.act(act).ran {
                    break;
                }
            }
        }
        prop_assert!(world.solved(), "{looks} plans and no end");
    }

    #[test]
    fn greedy_steps_can_be_taken(environment in environment(), number in 0_usize..1000) {
        let mut world = task(environment, number);
        for _ in 0..30 {
            let Some(act) = world.greedy() else { break };
            let turn = world.act(act);
            prop_assert!(turn.ran, "{}: {}", world.name(act), turn.feedback);
        }
    }
}
