//! *Check again here*: computes the points of a certificate anew, in this browser, with the same checker and planner that the
//! command uses.

use std::rc::Rc;

use stepguard_report::pack::PackScenario;

use crate::bridge::brief::{Ask, Brief};
use crate::bridge::suite::Family;
use crate::bridge::worker::{Failure, Texts};
use crate::state::scenario::{Again, BriefReport, Computed, SecondBook, compare, plan_text, safe_steps};

/// What the recorded figures were computed with: see `Effort` in stepguard-suite.
const OPTIONS: &str = "{\"nodes\":200000,\"extra\":2}";
const FREE: &str = "{\"nodes\":200000,\"extra\":2,\"ignore_rules\":true}";

/// Computes and compares. `progress` is told how much is done, from 0 to 1, and answers whether somebody still waits.
pub(super) async fn again(
    checker: &Brief,
    family: &Family,
    at: usize,
    progress: &dyn Fn(f64) -> bool,
) -> Result<Vec<Again>, Failure> {
    let scenario = &family.family.scenarios[at];
    let tell = |done: f64| if progress(done) { Ok(()) } else { Err(Failure::Cancelled) };
    let run =
        async |plan: &str| -> Result<BriefReport, Failure> { checker.check(&texts(family, scenario, plan)).await };
    let safe = safe_steps(scenario);
    let naive_text = plan_text(scenario.unsafe_plan.iter().map(String::as_str));
    let naive = run(&naive_text).await?;
    let safe_report = match &scenario.safe_plan {
        Some(_) => Some(run(&plan_text(safe.iter().map(|(step, _)| *step))).await?),
        None => None,
    };
    let without = plan_text(safe.iter().filter(|(_, safety)| !safety).map(|(step, _)| *step));
    let careless = match safe.iter().any(|(_, safety)| *safety) {
        true => Some(run(&without).await?),
        false => None,
    };
    let twin = match family.family.scenarios.iter().find(|other| other.twin_of.as_ref() == Some(&scenario.id)) {
        Some(twin) => {
            let plan = plan_text(twin.unsafe_plan.iter().map(String::as_str));
            Some(checker.check(&texts(family, twin, &plan)).await?)
        }
        None => None,
    };
    tell(0.1)?;

    let whole = texts(family, scenario, "");
    let primitives = Texts { domain: Some(family.domain.primitive_domain().into()), ..whole.clone() };
    let full = checker.plan(Ask::Prove, &whole, OPTIONS).await?;
    tell(0.2)?;
    let primitive = checker.plan(Ask::Prove, &primitives, OPTIONS).await?;
    tell(0.3)?;
    let free = match scenario.safe_plan {
        None => Some(checker.plan(Ask::Solve, &whole, FREE).await?),
        Some(_) => None,
    };
    let count = checker.count(&whole, OPTIONS).await?;
    tell(0.4)?;

    let book = SecondBook::new(scenario, &family.domain);
    let bare: Rc<str> = scenario.problem.as_str().into();
    let (mut judgements, mut broken, mut differ) = (0, 0, 0);
    for (number, plan) in book.plans.iter().enumerate() {
        let free = run(plan).await?;
        let ended = SecondBook::ended(plan);
        for (rule, domain) in &book.rules {
            let guarded = Texts {
                domain: Some(Rc::clone(domain)),
                problem: Some(Rc::clone(&bare)),
                plan: Some(ended.as_str().into()),
            };
            let guarded = checker.check(&guarded).await?;
            let (first, second) = SecondBook::verdicts(rule, &free, &guarded);
            judgements += 1;
            broken += u32::from(first && second);
            differ += u32::from(first != second);
        }
        #[expect(clippy::cast_precision_loss, reason = "some dozens of plans")]
        tell(0.4 + 0.6 * (number + 1) as f64 / book.plans.len() as f64)?;
    }
    let plans = u32::try_from(book.plans.len()).unwrap_or(u32::MAX);
    let computed = Computed {
        safe: safe_report,
        naive,
        careless,
        twin,
        full,
        primitive,
        free,
        count,
        book: (plans, judgements, broken, differ),
    };
    Ok(compare(scenario, &computed))
}

/// The texts of a scenario with a plan, as the checker takes them.
fn texts(family: &Family, scenario: &PackScenario, plan: &str) -> Texts {
    Texts {
        domain: Some(family.domain.domain().into()),
        problem: Some(family.domain.problem(&scenario.problem).into()),
        plan: Some(plan.into()),
    }
}
