//! Subgoal decomposition as a report: figures of both profiles and the reason why an answer's two verdicts differ.

use super::corrected::Failure;
use super::official::{Class, Label, SEEDS};
use super::{Judged, TaskScore, score};
use crate::sequence::official::ErrorKind;
use crate::sequence::report::{self, Frame, PairView, PlanAnswer, PlansReport, Reason, Row, VerdictView};
use crate::sequence::{Suite, World};
use crate::view::asides;
use crate::{Module, Profile, Run};
use stepguard_report::Category;

const NOT_READ: Reason = Reason {
    id: "not-read",
    words: "The official evaluator takes only an answer whose first braces are exact JSON; ours reads what is there.",
};
const WITHOUT_ARGUMENTS: Reason = Reason {
    id: "without-arguments",
    words: "The official evaluator fails on actions without objects, such as SLEEP, although the prompt offers them.",
};
const ACTION_LIST: Reason = Reason {
    id: "action-list",
    words: "The subgoal names an action of the suite that the official list of actions in subgoals lacks; some goals demand \
            such a one.",
};
const NEGATION: Reason =
    Reason { id: "negation", words: "The official evaluator fails on `not`, although its formulas have it." };
const CHANCE: Reason = Reason {
    id: "chance",
    words: "Of alternatives joined by `or` the official evaluator takes one by chance; here any will do.",
};
const SKIPPED: Reason = Reason {
    id: "skipped",
    words: "The official evaluator does nothing for some subgoals (sitting, lying, dirty, next to another thing, properties) \
            and counts them as reached; here they have to hold.",
};
const DROPPED: Reason = Reason {
    id: "dropped",
    words: "The official evaluator drops subgoals that do not look like NAME(...) without a word.",
};
const TOGETHER: Reason = Reason {
    id: "together",
    words: "The parts of a conjunction have to hold together here; the official evaluator reaches them one after the other.",
};
const ON_THE_WAY: Reason = Reason {
    id: "on-the-way",
    words: "The goal held at some moment and was undone: the official evaluator counts that, here it has to hold in the end.",
};
const HOLDS_ALREADY: Reason = Reason {
    id: "holds-already",
    words: "The subgoal holds already, or the steps towards it differ: the official evaluator acts for it all the same, by one \
            fixed sequence.",
};
const ONCE_MORE: Reason = Reason {
    id: "once-more",
    words: "The official evaluator goes to every thing once more before it acts on it, which undoes what the character faced; \
            here a step is taken only where it is needed.",
};
const NOT_ASKED: Reason = Reason {
    id: "not-asked",
    words: "The official evaluator acts for a subgoal and does not ask whether it holds then, such as INSIDE a kitchen counter; \
            here it has to hold.",
};
const ENDS: Reason = Reason {
    id: "ends-elsewhere",
    words: "The steps taken for the subgoals differ, and with them what holds in the end: see the plans.",
};
const EXECUTOR: Reason = Reason {
    id: "executor",
    words: "The official executor has a slip that the domain of scenes has not, or the other way round: see the step.",
};

/// The report of subgoal decomposition.
#[must_use]
pub fn report(tool: &str, name: &str, suite: &Suite, run: &Run, profile: Profile) -> PlansReport {
    let scores = score(suite, run);
    let frame = Frame { tool, suite: name, module: Module::Subgoal, profile, run };
    let asked = |score: &TaskScore| {
        let task = suite.tasks.iter().find(|task| task.id == score.id)?;
        task.stage.as_ref().map(|stage| stage.goal.numbers())
    };
    let figures = official_figures(&scores, &asked);
    let rows = scores.iter().map(|score| row(score, asked(score).map_or(0, |asked| asked.iter().sum()))).collect();
    frame.report(rows, figures, rules(suite.world), notes(suite.world))
}

fn row(score: &TaskScore, goal: u64) -> Row {
    let unchecked = score.unchecked.clone();
    let official = score.official.as_ref().map(|label| official(label, goal));
    let corrected = match (&score.judged, &unchecked) {
        (_, Some(_)) => None,
        (Some(judged), None) => Some(corrected(judged, &score.subgoals)),
        (None, None) => Some(report::nothing(score.status, goal)),
    };
    let reason = match (&official, &corrected) {
        (Some(theirs), Some(ours)) if (theirs.executable, theirs.succeeds) != (ours.executable, ours.succeeds) => {
            score.official.as_ref().map(|label| reason(score, label, ours))
        }
        _ => None,
    };
    let categories = match (&score.judged, &unchecked) {
        (Some(judged), None) => {
            let mut categories = judged.judgement.categories.clone();
            categories.extend(judged.primary().filter(|primary| !categories.contains(primary)));
            categories
        }
        (None, None) => vec![Category::Grammar],
        _ => Vec::new(),
    };
    let detail = match (reason, &corrected, &score.official) {
        (Some(reason), _, _) if reason == CHANCE => score
            .by_chance
            .map_or_else(String::new, |(succeeded, seeds)| format!("{succeeded} of {seeds} seeds count it as correct")),
        (Some(reason), Some(ours), Some(label)) if [EXECUTOR, HOLDS_ALREADY, NOT_ASKED, ENDS].contains(&reason) => {
            ours.failed.clone().or_else(|| label.plan.last().cloned()).unwrap_or_default()
        }
        _ => String::new(),
    };
    Row {
        answer: PlanAnswer {
            id: score.id.clone(),
            family: score.family.clone(),
            status: report::status(score.status),
            steps: score.subgoals.len() as u64 + score.unreadable,
            official,
            corrected,
            plan: score.judged.as_ref().map(|judged| judged.expanded.text.clone()).unwrap_or_default(),
            reason: reason.map(|reason| reason.id.to_owned()),
            detail,
            asides: asides(&score.asides),
        },
        reason,
        categories,
        in_suite_domain: None,
        unchecked,
        not_in_suite_domain: None,
        mended: score.mended.clone(),
        run_id: score.run_id.clone(),
    }
}

fn official(label: &Label, asked: u64) -> VerdictView {
    let correct = label.class == Class::Correct;
    VerdictView {
        executable: correct || label.class == Class::GoalUnreachable,
        goal_reached: correct,
        succeeds: correct,
        label: (!correct).then(|| label.class.id().to_owned()),
        failed: None,
        message: label.errors.iter().map(|kind| kind.id()).collect::<Vec<_>>().join(", "),
        met: label.met.iter().sum(),
        asked,
    }
}

fn corrected(judged: &Judged, subgoals: &[String]) -> VerdictView {
    let judgement = &judged.judgement;
    let (failed, message) = match &judged.expanded.failure {
        Some((index, why)) => {
            let subgoal = subgoals.get(*index).cloned().unwrap_or_default();
            let words = match why {
                Failure::Unreadable(why) => format!("the subgoal cannot be read: {why}"),
                Failure::NoAchiever(part) => format!("no action of the domain brings about {part}"),
                Failure::CannotRun(step) => {
                    format!("{step} would bring it about and cannot run: {}", judgement.message)
                }
                Failure::NotTogether => "its parts cannot be brought about together".to_owned(),
            };
            (Some(subgoal), words)
        }
        None if judgement.message.is_empty() && judged.actions.0 < judged.actions.1 => {
            (None, "an action that the task demands did not happen, or not in its order".to_owned())
        }
        None => (None, judgement.message.clone()),
    };
    let goal = judged.expanded.failure.is_none() && judgement.goal_reached && judged.actions.0 == judged.actions.1;
    VerdictView {
        executable: judged.is_executable(),
        goal_reached: goal,
        succeeds: judged.succeeds(),
        label: judged.primary().map(|primary| report::category(primary).to_owned()),
        failed,
        message,
        met: u64::from(judgement.goal_satisfied) + judged.actions.0,
        asked: u64::from(judgement.goal_literals) + judged.actions.1,
    }
}

/// Why two verdicts differ.
fn reason(score: &TaskScore, label: &Label, ours: &VerdictView) -> Reason {
    let any = |test: &dyn Fn(&str) -> bool| score.subgoals.iter().any(|text| test(text));
    let failure = score.judged.as_ref().and_then(|judged| judged.expanded.failure.as_ref()).map(|(_, why)| why);
    match label.class {
        _ if score.by_chance.is_some() || label.by_chance > 0 => CHANCE,
        Class::NotParseable
            if any(&|text| matches!(text.trim(), "SLEEP" | "WAKEUP" | "STANDUP" | "SLEEP()" | "WAKEUP()")) =>
        {
            WITHOUT_ARGUMENTS
        }
        Class::NotParseable if any(&|text| text.contains("not ")) => NEGATION,
        Class::NotParseable if !label.goal_is_known => ACTION_LIST,
        Class::NotParseable => NOT_READ,
        Class::Hallucination if failure.is_none_or(|why| !matches!(why, Failure::Unreadable(_))) => ACTION_LIST,
        _ if label.only_on_the_way && !ours.succeeds => ON_THE_WAY,
        _ if label.dropped > 0 => DROPPED,
        _ if matches!(failure, Some(Failure::NotTogether)) => TOGETHER,
        Class::Correct | Class::GoalUnreachable if !ours.executable && label.skipped > 0 => SKIPPED,
        Class::Runtime if ours.executable => HOLDS_ALREADY,
        Class::GoalUnreachable if ours.succeeds && label.faced => ONCE_MORE,
        Class::Correct | Class::GoalUnreachable if ours.executable => ENDS,
        Class::Correct | Class::GoalUnreachable if matches!(ours.label.as_deref(), Some("affordance")) => NOT_ASKED,
        _ => EXECUTOR,
    }
}

/// The figures that only the official evaluator has, by its rules.
fn official_figures(scores: &[TaskScore], asked: &dyn Fn(&TaskScore) -> Option<[u64; 3]>) -> Vec<PairView> {
    let labels: Vec<(&Label, [u64; 3])> =
        scores.iter().filter_map(|score| Some((score.official.as_ref()?, asked(score)?))).collect();
    if labels.is_empty() {
        return Vec::new();
    }
    let n = report::signed(labels.len());
    let only = report::official_only;
    let mut figures = report::goals_met(labels.iter().map(|(label, asked)| (label.met, *asked)));
    let count = |test: &dyn Fn(&Label) -> bool| report::signed(labels.iter().filter(|(label, _)| test(label)).count());
    figures.push(only("parsing errors", count(&|label| label.class == Class::NotParseable), n));
    let hallucination = |label: &Label| label.class == Class::Hallucination;
    figures.push(only("hallucinations", count(&|label| hallucination(label) && !label.wrong_arity), n));
    figures.push(only("wrong numbers of arguments", count(&|label| hallucination(label) && label.wrong_arity), n));
    // Mistakes of answers whose goal is not reached are not counted there.
    let counted = |label: &&(&Label, [u64; 3])| matches!(label.0.class, Class::Runtime | Class::Correct);
    for (name, kind) in [
        ("wrong order", ErrorKind::WrongOrder),
        ("missing step", ErrorKind::MissingStep),
        ("affordance", ErrorKind::Affordance),
    ] {
        let all: usize =
            labels.iter().filter(counted).map(|(label, _)| label.errors.iter().filter(|of| **of == kind).count()).sum();
        figures.push(only(name, report::signed(all), n));
    }
    let additional =
        labels.iter().filter(counted).filter(|(label, _)| label.errors.contains(&ErrorKind::AdditionalStep));
    figures.push(only("additional steps", report::signed(additional.count()), n));
    let decided = scores.iter().filter(|score| score.by_chance.is_some()).count();
    figures.push(only(
        &format!("successes that chance decides over {} seeds", SEEDS.end - SEEDS.start),
        report::signed(decided),
        n,
    ));
    figures
}

fn rules(world: World) -> Vec<String> {
    let mut rules = vec![
        "Corrected: every subgoal is expanded by the domain's actions that achieve it, with the steps of the body in front \
         (going there, taking in hand); what else they need is for earlier subgoals to bring about.",
        "Corrected: the parts of a subgoal hold together when it is reached; where several shortest expansions exist, any will do; a \
         subgoal that holds already needs no step.",
        "Corrected: an answer that cannot be read, and an absent one, fails, and so does a subgoal that cannot be read.",
        "Corrected: the goal holds in the end, the demanded actions happened in their order.",
    ];
    rules.push(match world {
        World::Behavior => "Official: BEHAVIOR's simulator is no part of the released data; there are no official labels.",
        World::VirtualHome | World::Home => {
            "Official: the labels of the suite's evaluator, faults included: fixed sequences for every state, the goal at any \
             moment of the run, one alternative by chance, no action without objects."
        }
    });
    rules.into_iter().map(str::to_owned).collect()
}

fn notes(world: World) -> Vec<String> {
    let notes: &[&str] = match world {
        World::VirtualHome | World::Home => &[
            "Which hand holds a thing is not for a subgoal to say: either will do, as for the official evaluator.",
            "Some goals demand POUR or another action that the official list of actions in subgoals lacks: no answer to them \
             can be correct by the official rules.",
            "Official chance is that of the evaluator's language with seed 0, one stream over the answers of a run, in the \
             order of the file.",
            "Four tasks have no formula of their goal; of these no subgoals were asked.",
        ],
        World::Behavior => &[
            "The released data have no answers of this module on BEHAVIOR, only tasks; answers name objects of the simulator, \
             which have to be those of the problem here.",
            "holds_rh and holds_lh are both `holding`: the domain knows one hand. burnt is not in the domain.",
        ],
    };
    notes.iter().map(|note| (*note).to_owned()).collect()
}
