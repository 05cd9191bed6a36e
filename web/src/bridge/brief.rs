//! The checker and the planner, asked for the few things that a comparison with recorded figures needs. Whole reports are read
//! by `worker` and `planner`; here most of an answer is passed over, which keeps the pages without editors small.

use std::rc::Rc;

use js_sys::Array;

use super::worker::{Failure, Lane, SCRIPT, Texts, read, text_value};
use crate::state::scenario::{BriefCount, BriefPlan, BriefReport};

/// What is asked of the planner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// A plan, or a proof that there is none.
    Prove,
    /// A plan.
    Solve,
}

/// A worker for such questions, started with the first of them. Clones share it.
#[derive(Clone)]
pub struct Brief(Rc<Lane>);

impl PartialEq for Brief {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Default for Brief {
    fn default() -> Self {
        Self(Lane::new(SCRIPT))
    }
}

impl std::fmt::Debug for Brief {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Brief").finish_non_exhaustive()
    }
}

impl Brief {
    async fn call(&self, name: &'static str, texts: &Texts, plan: bool, options: &str) -> Result<String, Failure> {
        let args = Array::of2(&text_value(texts.domain.as_deref()), &text_value(texts.problem.as_deref()));
        if plan {
            args.push(&text_value(texts.plan.as_deref()));
        }
        args.push(&options.into());
        Lane::call(&self.0, name, args, false).await
    }

    /// Checks a plan.
    pub async fn check(&self, texts: &Texts) -> Result<BriefReport, Failure> {
        read(&self.call("check", texts, true, "").await?)
    }

    /// Looks for a plan. `options` is a JSON object of the planner's options.
    pub async fn plan(&self, ask: Ask, texts: &Texts, options: &str) -> Result<BriefPlan, Failure> {
        let name = match ask {
            Ask::Prove => "prove",
            Ask::Solve => "solve",
        };
        read(&self.call(name, texts, false, options).await?)
    }

    /// Counts plans.
    pub async fn count(&self, texts: &Texts, options: &str) -> Result<BriefCount, Failure> {
        read(&self.call("count", texts, false, options).await?)
    }

    /// Ends what runs and waits, and gives the memory back.
    pub fn cancel(&self) {
        Lane::cancel(&self.0);
    }
}
