//! Action sequencing as a report: figures of both profiles and the reason why an answer's two verdicts differ.

use super::official::{ErrorKind, Label, is_valid_action};
use super::report::{self, Frame, PairView, PlanAnswer, PlansReport, Reason, Row, VerdictView};
use super::{Judged, Suite, Task, TaskScore, World, score};
use crate::transition::Status;
use crate::view::asides;
use crate::{Module, Profile, Run};
use stepguard_report::{Category, RateView};

const LEFT_OUT: Reason = Reason {
    id: "left-out",
    words: "The official evaluator leaves the task out: of several demanded relations it looks at no more than one that \
            holds, so that its own reference fails.",
};
const REFERENCE: Reason = Reason {
    id: "reference",
    words: "The plan is the reference, word for word: the official evaluator counts it as executable without running it, and \
            never as successful.",
};
const STEPS_LOST: Reason = Reason {
    id: "steps-lost",
    words: "The official evaluator reads JSON so that of steps with the same name the last one moves to the place of the \
            first, and all others are lost.",
};
const NOT_READ: Reason = Reason {
    id: "not-read",
    words: "The official evaluator takes only an answer that is exact JSON once quotes are changed; ours reads what is there.",
};
const NOT_LISTED: Reason = Reason {
    id: "not-listed",
    words: "The prompt offers an action that the official evaluator does not have in its list and calls a hallucination.",
};
const SPELLING: Reason = Reason {
    id: "spelling",
    words: "A name is spelled in another way than the official evaluator accepts, and means the same.",
};
const WITHOUT_RUNNING: Reason = Reason {
    id: "without-running",
    words: "The official evaluator looks at the goal although the plan could not be executed, and counts it as successful.",
};
const ADDITIONAL: Reason = Reason {
    id: "additional",
    words: "A step that has nothing left to do: the official evaluator skips it; by our rule a plan succeeds only if every \
            step runs.",
};
const ORDER: Reason = Reason {
    id: "order",
    words: "Demanded actions come in the order of the task here; the official evaluator takes them in the order of a hash.",
};
const STOPS: Reason =
    Reason { id: "stops", words: "The official evaluator itself stops with an error on this answer." };
const DONE_ALREADY: Reason = Reason {
    id: "done-already",
    words: "A step cannot run, and all that it would do is done already: an additional step by our taxonomy, while the official \
            evaluator names what the step misses first and stops.",
};
const EMPTY: Reason = Reason {
    id: "empty",
    words: "The answer has no step: nothing to be executed, but enough where the goal holds from the start.",
};
const EXECUTOR: Reason = Reason {
    id: "executor",
    words: "The official executor has a slip that the domain of scenes has not: see the step.",
};

/// The report of action sequencing. `tool` and `name` go into the report: the tool's version, the suite's name.
#[must_use]
pub fn report(tool: &str, name: &str, suite: &Suite, run: &Run, profile: Profile) -> PlansReport {
    let scores = score(suite, run);
    let frame = Frame { tool, suite: name, module: Module::Sequencing, profile, run };
    let figures = official_figures(suite, &scores);
    let rows = suite.tasks.iter().zip(&scores).map(|(task, score)| row(suite, task, score)).collect();
    frame.report(rows, figures, rules(suite.world), notes(suite.world))
}

fn row(suite: &Suite, task: &Task, score: &TaskScore) -> Row {
    let goal = task.stage.as_ref().map_or(0, |stage| stage.goal.numbers().iter().sum());
    let asked = score.judged.as_ref().map_or(goal, asked_of);
    // Without a scene the goal is that of the problem.
    let of_the_problem = score.judged.as_ref().filter(|_| task.stage.is_none()).map_or(goal, asked_of);
    let official = score.official.as_ref().map(|label| official(label, of_the_problem));
    let unchecked = score.unchecked.clone();
    let corrected = match (&score.judged, &unchecked) {
        (_, Some(_)) => None,
        (Some(judged), None) => Some(corrected(judged)),
        (None, None) => Some(report::nothing(score.status, asked)),
    };
    let reason = reason(suite.world, task, score, official.as_ref(), corrected.as_ref());
    let categories = match &score.judged {
        Some(judged) => {
            let mut categories = judged.judgement.categories.clone();
            categories.extend(judged.primary().filter(|primary| !categories.contains(primary)));
            categories
        }
        None if unchecked.is_none() => vec![Category::Grammar],
        None => Vec::new(),
    };
    Row {
        answer: PlanAnswer {
            id: score.id.clone(),
            family: score.family.clone(),
            status: report::status(score.status),
            steps: score.steps,
            detail: reason.map(|reason| detail(reason, score)).unwrap_or_default(),
            reason: reason.map(|reason| reason.id.to_owned()),
            official,
            corrected,
            plan: score.judged.as_ref().map(|judged| judged.written.text.clone()).unwrap_or_default(),
            asides: asides(&score.asides),
        },
        reason,
        categories,
        in_suite_domain: match (&score.in_suite_domain, &task.stage, score.status) {
            (Some(judged), ..) => Some((judged.succeeds(), judged.judgement.executable)),
            (None, Some(_), Status::Unreadable | Status::Unanswered) if task.problem.is_some() => Some((false, false)),
            _ => None,
        },
        unchecked,
        not_in_suite_domain: score.not_in_suite_domain.clone(),
        mended: score.mended.clone(),
        run_id: score.id.clone(),
    }
}

/// Goal literals and demanded actions.
fn asked_of(judged: &Judged) -> u64 {
    u64::from(judged.judgement.goal_literals) + judged.actions.1
}

fn official(label: &Label, asked: u64) -> VerdictView {
    VerdictView {
        executable: label.executable,
        goal_reached: label.goal_reached,
        succeeds: label.goal_reached,
        label: label.error.map(|kind| kind.id().to_owned()),
        failed: label.error_step.clone(),
        message: match label.error {
            None if label.is_reference => "the plan is the reference".to_owned(),
            None => String::new(),
            Some(kind) => format!("the official label is {}", kind.id()),
        },
        met: label.met.iter().sum(),
        asked,
    }
}

fn corrected(judged: &Judged) -> VerdictView {
    let judgement = &judged.judgement;
    let failed = judgement.failed_step.and_then(|step| judged.written.text.lines().nth(step as usize - 1));
    VerdictView {
        // A plan without steps runs in no sense that would be to its credit, unless nothing was to be done.
        executable: judgement.executable && (judgement.steps > 0 || judged.goal_reached()),
        goal_reached: judged.goal_reached(),
        succeeds: judged.succeeds(),
        label: judged.primary().map(|primary| report::category(primary).to_owned()),
        failed: failed.map(str::to_owned),
        message: if judgement.message.is_empty() && judged.actions.0 < judged.actions.1 {
            "an action that the task demands did not happen, or not in its order".to_owned()
        } else {
            judgement.message.clone()
        },
        met: u64::from(judgement.goal_satisfied) + judged.actions.0,
        asked: asked_of(judged),
    }
}

/// Why two verdicts differ; `None` where they agree on whether the plan runs and whether it succeeds.
fn reason(
    world: World,
    task: &Task,
    score: &TaskScore,
    official: Option<&VerdictView>,
    corrected: Option<&VerdictView>,
) -> Option<Reason> {
    let corrected = corrected?;
    let (Some(label), Some(official)) = (&score.official, official) else {
        return (task.stage.is_some() && score.status != Status::Unanswered && world == World::VirtualHome)
            .then_some(LEFT_OUT);
    };
    if (official.executable, official.succeeds) == (corrected.executable, corrected.succeeds) {
        return None;
    }
    let demanded = task.stage.as_ref().map_or(0, |stage| stage.goal.actions.len());
    let runs_in_any_case = corrected.executable || label.additional > 0;
    Some(match label.error {
        _ if label.is_reference => REFERENCE,
        Some(ErrorKind::EvaluatorFails) => STOPS,
        Some(ErrorKind::Parsing) if label.is_empty => EMPTY,
        Some(ErrorKind::Parsing) => NOT_READ,
        Some(ErrorKind::Hallucination)
            if world != World::Behavior && score.judged.as_ref().is_some_and(offered_only) =>
        {
            NOT_LISTED
        }
        Some(ErrorKind::Hallucination | ErrorKind::Parameter) if label.steps_lost == 0 => SPELLING,
        _ if label.steps_lost > 0 => STEPS_LOST,
        Some(_) if label.goal_reached && !corrected.succeeds => WITHOUT_RUNNING,
        Some(_) if corrected.executable && skips_a_step(score) => DONE_ALREADY,
        _ if demanded > 1 && label.order_matters => ORDER,
        _ if official.succeeds && label.additional > 0 && runs_in_any_case => ADDITIONAL,
        _ if corrected.label.as_deref() == Some("additional-step") || label.additional > 0 => ADDITIONAL,
        _ => EXECUTOR,
    })
}

/// Whether a step is passed over because all that it would do is done.
fn skips_a_step(score: &TaskScore) -> bool {
    score.judged.as_ref().is_some_and(|judged| judged.judgement.categories.contains(&Category::AdditionalStep))
}

/// Whether the plan has an action that the prompt offers and the official list lacks.
fn offered_only(judged: &Judged) -> bool {
    judged.written.done.iter().any(|name| !is_valid_action(name))
}

fn detail(reason: Reason, score: &TaskScore) -> String {
    match (&score.official, &score.judged) {
        (Some(label), _) if reason == STEPS_LOST => format!("{} of {} steps are lost", label.steps_lost, score.steps),
        (Some(label), Some(judged)) if reason == EXECUTOR => {
            let ours = judged.judgement.failed_step.and_then(|step| judged.written.text.lines().nth(step as usize - 1));
            label.error_step.clone().or_else(|| ours.map(str::to_owned)).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// The figures that only the official evaluator has, by its rules: what it cannot parse counts twice, and its kinds of
/// errors count steps, not plans.
fn official_figures(suite: &Suite, scores: &[TaskScore]) -> Vec<PairView> {
    let labels: Vec<(&Label, [u64; 3])> = suite
        .tasks
        .iter()
        .zip(scores)
        .filter_map(|(task, score)| Some((score.official.as_ref()?, task.stage.as_ref()?.goal.numbers())))
        .collect();
    if labels.is_empty() {
        return Vec::new();
    }
    let n = report::signed(labels.len());
    let only = report::official_only;
    let mut figures = report::goals_met(labels.iter().map(|(label, asked)| (label.met, *asked)));
    let with = |kind: ErrorKind| report::signed(labels.iter().filter(|(label, _)| label.error == Some(kind)).count());
    let empty = report::signed(labels.iter().filter(|(label, _)| label.is_empty).count());
    figures.push(only("parsing errors, what is no JSON counted twice", 2 * with(ErrorKind::Parsing) - empty, n));
    for (name, kind) in [
        ("hallucinations", ErrorKind::Hallucination),
        ("wrong numbers of arguments", ErrorKind::Parameter),
        ("wrong order", ErrorKind::WrongOrder),
        ("missing step", ErrorKind::MissingStep),
        ("affordance", ErrorKind::Affordance),
    ] {
        figures.push(only(name, with(kind), n));
    }
    let additional: u64 = labels.iter().map(|(label, _)| label.additional).sum();
    figures.push(only("additional steps", i64::try_from(additional).unwrap_or(i64::MAX), n));
    figures
}

/// The official figure of a name.
#[must_use]
pub fn official_figure<'r>(report: &'r PlansReport, name: &str) -> Option<&'r RateView> {
    report.figures.iter().find(|figure| figure.name == name)?.official.as_ref()
}

fn rules(world: World) -> Vec<String> {
    let mut rules = vec![
        "Corrected: all steps of an answer count, in their order; an answer that cannot be read, and an absent one, is a plan \
         that fails.",
        "Corrected: a plan succeeds when every step runs and the goal holds in the end, the demanded actions included, in \
         their order. These suites have no safety rules.",
        "Corrected: what a step leaves open (which thing of that name, what is wiped with) is taken so that the step can run.",
    ];
    rules.extend(match world {
        World::Behavior => [
            "Corrected: plans are checked in the suite's own domain and problem, which know one hand.",
            "Official: answers are read as the suite's evaluator reads them and labelled by the check's profile eai-behavior in the \
             suite's own problem. Its simulator and labels are no part of the released data: nothing can be held to this.",
        ],
        World::VirtualHome | World::Home => [
            "Corrected: plans are checked in the scene that the prompt described, by a domain of its executor's rules without \
             their slips; the suite's own PDDL is beside it.",
            "Official: the labels of the suite's evaluator, faults included: of steps with equal names the last is kept at the \
             place of the first; success does not ask whether the plan ran; one relation is counted at most.",
        ],
    });
    rules.into_iter().map(str::to_owned).collect()
}

fn notes(world: World) -> Vec<String> {
    let notes: &[&str] = match world {
        World::VirtualHome | World::Home => &[
            "The suite's PDDL asks for more than the scene that models were shown: switch_on needs plugged_in, which many \
             scenes leave open; touch needs something readable in hand. A model cannot know, so that verdict is no headline.",
            "The suite's PDDL calls things by name only: of several things of one name it has one. Eight of its problems have \
             no plan at all, 32 an empty goal, and demanded actions are in none.",
            "Prompts offer PLUGIN, PLUGOUT and RELEASE, which the official list of actions lacks, and PUTOFF, GREET and \
             PUTOBJBACK, which the suite's PDDL lacks.",
            "Prompts show names without numbers. The official evaluator takes the last thing of a name; here any is taken \
             that lets the step run.",
            "Four tasks have no problem in PDDL and no formula for subgoals; their scenes are complete.",
        ],
        World::Behavior => &[
            "The released data have no answers of this module on BEHAVIOR, only tasks; answers name objects of the simulator, \
             which have to be those of the problem here.",
            "The prompt knows two hands, the domain one: a second grasp fails here.",
            "The prompt offers TOGGLE_OFF, BURN, UNFREEZE, DRY and TRANSFER_CONTENTS_INSIDE and _ONTOP, which the domain lacks.",
            "In transition modelling 22 tasks list release where the answers of all six models define place_nextto: the models \
             were asked for something else than the released list says.",
        ],
    };
    notes.iter().map(|note| (*note).to_owned()).collect()
}
