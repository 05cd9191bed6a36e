//! The planner in workers of its own, as async functions: the same module as the checker's, started only when somebody
//! asks. There are three lanes, so that questions that have nothing to do with each other do not wait: what the page asks by
//! itself about the plan in sight, what the reader asks, and the map of states. Within a lane a newer question supersedes an
//! older one. What the answers are for is the pages' business.

use std::rc::Rc;

use js_sys::Array;
use stepguard_report::planner::{
    CountReport, EditKind, EditView, ExcuseView, PlannerResult, RepairReport, RepairResult, RepairView, SolveReport,
    SpaceState, StatesReport,
};
use wasm_bindgen::JsValue;
use yew::Callback;

use super::worker::{Checked, Failure, Lane, SCRIPT, Texts, checked, read, text_value};
use crate::reading::{read_enum, read_struct};

read_enum!(PlannerResult {
    Plan = "plan",
    Count = "count",
    Unsolvable = "unsolvable",
    Budget = "budget",
    Unsupported = "unsupported",
    Unreadable = "unreadable",
});
read_enum!(RepairResult {
    Repair = "repair",
    None = "none",
    Budget = "budget",
    NothingToDo = "nothing-to-do",
    Unsupported = "unsupported",
    Unreadable = "unreadable",
});
read_enum!(EditKind { Insert = "insert", Delete = "delete", Move = "move", Change = "change" });
read_struct!(SolveReport {
    schema,
    tool,
    result,
    plan,
    cost,
    cost_unit,
    lower_bound,
    optimal,
    safe,
    preferences,
    expanded,
    proof,
    why,
    unsupported,
    diagnostics,
} with { timings: None });
read_struct!(CountReport {
    schema,
    tool,
    result,
    optimal_length,
    lower_bound,
    optimal_plans,
    up_to,
    modulo_order,
    plans,
    expanded,
    proof,
    why,
    unsupported,
    diagnostics,
});
read_struct!(RepairReport {
    schema,
    tool,
    result,
    cost,
    at_least,
    edits,
    plan,
    minimal_repairs,
    minimal_plans,
    repairs,
    primary,
    excuses,
    expanded,
    proof,
    why,
    unsupported,
    diagnostics,
});
read_struct!(RepairView { edits, plan });
read_struct!(EditView { kind, at, from, action, before, label, meaning, mitigates, places });
read_struct!(ExcuseView { add, remove, plan });
read_struct!(StatesReport { schema, tool, complete, limit, states, edges, path, why, unsupported });
read_struct!(SpaceState { depth, added, deleted, goal, broken, to_goal });

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// The page itself, about the plan in sight.
    Page,
    /// The reader.
    Reader,
    /// The map of states.
    Map,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// A plan.
    Solve,
    /// A proof that there is none.
    Prove,
    /// The number of plans.
    Count,
    /// The smallest repair of the plan.
    Repair,
    /// The reachable states.
    States,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What is asked.
    pub call: Call,
    /// About which texts.
    pub texts: Texts,
    /// A JSON object; empty for the planner's defaults.
    pub options: String,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// To [`Call::Solve`] and [`Call::Prove`].
    Solved(SolveReport),
    /// To [`Call::Count`].
    Counted(CountReport),
    /// To [`Call::Repair`].
    Repaired(RepairReport),
    /// To [`Call::States`].
    States(StatesReport),
}

/// The planner, as pages see it. Clones share the same workers.
#[derive(Clone)]
pub struct Planner([Rc<Lane>; 3]);

impl PartialEq for Planner {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0[0], &other.0[0])
    }
}

impl Default for Planner {
    fn default() -> Self {
        Self::with_script(SCRIPT)
    }
}

impl std::fmt::Debug for Planner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Planner").finish_non_exhaustive()
    }
}

impl Planner {
    /// A planner whose workers run the script at that address, which must keep to the messages of the checker's.
    pub fn with_script(address: &str) -> Self {
        Self([Lane::new(address), Lane::new(address), Lane::new(address)])
    }

    fn lane(&self, asker: Asker) -> &Rc<Lane> {
        &self.0[asker as usize]
    }

    /// Puts a question, and gives back the memory that it took unless the page itself asked: the page asks often.
    pub async fn ask(&self, asker: Asker, request: &Request) -> Result<Answer, Failure> {
        let [domain, problem, plan] = of(&request.texts);
        let options = request.options.as_str().into();
        let (name, args) = match request.call {
            Call::Solve => ("solve", Array::of3(&domain, &problem, &options)),
            Call::Prove => ("prove", Array::of3(&domain, &problem, &options)),
            Call::Count => ("count", Array::of3(&domain, &problem, &options)),
            Call::Repair => ("repair", Array::of4(&domain, &problem, &plan, &options)),
            Call::States => ("states", Array::of4(&domain, &problem, &plan, &options)),
        };
        let lane = self.lane(asker);
        let json = Lane::call(lane, name, args, true).await;
        if asker != Asker::Page {
            lane.rest();
        }
        let json = json?;
        Ok(match request.call {
            Call::Solve | Call::Prove => Answer::Solved(read(&json)?),
            Call::Count => Answer::Counted(read(&json)?),
            Call::Repair => Answer::Repaired(read(&json)?),
            Call::States => Answer::States(read(&json)?),
        })
    }

    /// Checks a text that the page is about to write, behind whatever else it has asked.
    pub async fn check(&self, texts: &Texts) -> Result<Checked, Failure> {
        let [domain, problem, plan] = of(texts);
        let args = Array::of4(&domain, &problem, &plan, &"".into());
        checked(Lane::call(self.lane(Asker::Page), "check", args, false).await?)
    }

    /// Ends the question of an asker. It fails with [`Failure::Cancelled`].
    pub fn cancel(&self, asker: Asker) {
        Lane::cancel(self.lane(asker));
    }

    /// Is told how far the question of an asker is, from 0 to 1.
    pub fn on_progress(&self, asker: Asker, progress: Option<Callback<f64>>) {
        self.lane(asker).on_progress(progress);
    }
}

fn of(texts: &Texts) -> [JsValue; 3] {
    [&texts.domain, &texts.problem, &texts.plan].map(|text| text_value(text.as_deref()))
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use stepguard_report::planner::{ProofKind, ProofView};
    use stepguard_report::view::Category;

    use super::*;
    use crate::reading::{self, Read};

    /// Reads what the general writer writes, as the general reader does.
    fn agrees<T: Read + Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
        let json = serde_json::to_string(value).expect("an answer can be written");
        assert_eq!(serde_json::from_str::<T>(&json).ok().as_ref(), Some(value));
        assert_eq!(reading::read::<T>(&json).as_ref(), Ok(value), "{json}");
    }

    fn words(words: &str) -> Vec<String> {
        words.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn plans_and_counts_read_as_they_are_written() {
        let results = [
            PlannerResult::Plan,
            PlannerResult::Count,
            PlannerResult::Unsolvable,
            PlannerResult::Budget,
            PlannerResult::Unsupported,
            PlannerResult::Unreadable,
        ];
        for (result, kind) in
            results.into_iter().zip([ProofKind::Relaxed, ProofKind::H2, ProofKind::Exhausted].into_iter().cycle())
        {
            let proof = ProofView { kind, size: 1 << 40, bytes: 7, checked: true, out_of_reach: words("(a) (b)") };
            agrees(&SolveReport {
                schema: 1,
                tool: "t".to_owned(),
                result,
                plan: Some(words("(a) (b)")),
                cost: Some("7/2".to_owned()),
                cost_unit: "(total-cost)".to_owned(),
                lower_bound: None,
                optimal: true,
                safe: false,
                preferences: vec![stepguard_report::PreferenceView { name: "tidy".to_owned(), violated: 2 }],
                expanded: u64::MAX,
                proof: Some(proof.clone()),
                why: "It \"is\" so.".to_owned(),
                unsupported: words("x"),
                diagnostics: Vec::new(),
                timings: None,
            });
            agrees(&CountReport {
                schema: 1,
                tool: "t".to_owned(),
                result,
                optimal_length: Some(3),
                lower_bound: Some("3".to_owned()),
                optimal_plans: Some("99999999999999999999".to_owned()),
                up_to: vec![("3".to_owned(), "1".to_owned()), ("4".to_owned(), "2".to_owned())],
                modulo_order: None,
                plans: vec![words("(a)"), words("(b)")],
                expanded: 5,
                proof: Some(proof),
                why: String::new(),
                unsupported: Vec::new(),
                diagnostics: Vec::new(),
            });
        }
    }

    #[test]
    fn repairs_and_states_read_as_they_are_written() {
        let kinds = [EditKind::Insert, EditKind::Delete, EditKind::Move, EditKind::Change];
        let edits: Vec<EditView> = kinds
            .into_iter()
            .map(|kind| EditView {
                kind,
                at: 2,
                from: Some(1),
                action: "(a)".to_owned(),
                before: Some("grab it".to_owned()),
                label: Category::WrongTemporalOrder,
                meaning: "Why.".to_owned(),
                mitigates: words("rule"),
                places: vec![2, 3],
            })
            .collect();
        let results = [
            RepairResult::Repair,
            RepairResult::None,
            RepairResult::Budget,
            RepairResult::NothingToDo,
            RepairResult::Unsupported,
            RepairResult::Unreadable,
        ];
        for result in results {
            agrees(&RepairReport {
                schema: 1,
                tool: "t".to_owned(),
                result,
                cost: Some(4),
                at_least: 4,
                edits: edits.clone(),
                plan: words("(a) (b)"),
                minimal_repairs: Some("1".to_owned()),
                minimal_plans: None,
                repairs: vec![RepairView { edits: edits.clone(), plan: words("(a) (b)") }],
                primary: Some(Category::Grammar),
                excuses: vec![ExcuseView { add: words("(p)"), remove: words("(q)"), plan: words("(a)") }],
                expanded: 1,
                proof: None,
                why: String::new(),
                unsupported: Vec::new(),
                diagnostics: Vec::new(),
            });
        }
        let state = SpaceState {
            depth: 1,
            added: words("(p)"),
            deleted: words("(q)"),
            goal: true,
            broken: true,
            to_goal: Some(0),
        };
        agrees(&StatesReport {
            schema: 1,
            tool: "t".to_owned(),
            complete: true,
            limit: 2000,
            states: vec![state.clone(), SpaceState { to_goal: None, ..state }],
            edges: vec![(0, 1, "(a)".to_owned())],
            path: vec![0, 1],
            why: String::new(),
            unsupported: Vec::new(),
        });
    }
}
