//! The check of relaxed evidence: whatever the frame's facts and fluents are, no step changes anything outside of it,
//! and what success needs cannot be.

use crate::certificate::Frame;
use crate::logic::Cloud;
use crate::rejection::{Budget, Checked, Rejection, Summary};
use crate::setup::Setup;
use stepguard_task::Task;

pub(crate) fn check(task: &Task, frame: &Frame, budget: Budget) -> Checked<Summary> {
    let mut setup = Setup::new(task, frame, budget)?;
    let mut summary = Summary {
        kind: "relaxed",
        facts: setup.grounder.facts as u64,
        fluents: setup.grounder.tracked as u64,
        steps: 0,
        claims: 0,
        successors: 0,
        dead_ends: 0,
        work: 0,
        at_start: setup.start()?.is_none(),
    };
    if !summary.at_start {
        let cloud = setup.open_cloud()?;
        let cloud = learn(&mut setup, cloud)?;
        summary.successors = closed(&mut setup, &cloud)?;
        if !setup.is_hopeless(&cloud, None)? {
            return Err(Rejection::Success(
                "the goal, and what the rules ask for, may come true with the facts that may change".to_owned(),
            ));
        }
    }
    summary.steps = setup.steps.len() as u64;
    summary.work = setup.grounder.fuel.spent();
    Ok(summary)
}

/// Takes conditions of rules that can never hold as a reason to exclude what needs them first.
fn learn(setup: &mut Setup<'_>, cloud: Cloud) -> Checked<Cloud> {
    let mut impossible = Vec::with_capacity(setup.watches.len());
    for watch in &setup.watches {
        impossible.push(!cloud.mask(&watch.condition, &mut setup.grounder.fuel)?.may_be_true());
    }
    if setup.exclude_triggers(&impossible)? { setup.open_cloud() } else { Ok(cloud) }
}

/// Says no when a step may change something outside of the frame. Gives the number of effects that were tried.
fn closed(setup: &mut Setup<'_>, cloud: &Cloud) -> Checked<u64> {
    let mut tried = 0;
    for step in &setup.steps {
        let fuel = &mut setup.grounder.fuel;
        if !cloud.may_all_hold(&step.precondition, fuel)? {
            continue;
        }
        let mut firing: Vec<&crate::ground::GroundEffect> = Vec::new();
        for effect in &step.effects {
            if cloud.mask(&effect.condition, fuel)?.may_be_true() {
                firing.push(effect);
            }
        }
        for effect in firing {
            tried += 1;
            if !setup.stays_in_frame(step, &effect.change) {
                return Err(Rejection::Open {
                    step: setup.grounder.step_text(step),
                    state: "whatever the facts of the frame are".to_owned(),
                    why: setup.change_text(&effect.change),
                });
            }
        }
    }
    Ok(tried)
}
