//! The planner's answers in words: what a proof is, what an excuse asks for, why there is no answer. The sentence that sums
//! an answer up comes with it.

use stepguard_report::planner::{ExcuseView, PlannerResult, ProofKind, ProofView, RepairReport, SolveReport};
use stepguard_report::view::Report;

use super::words::count;
use crate::bridge::planner::Call;
use crate::bridge::worker::Failure;

/// What a reader can ask the planner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Any plan that succeeds.
    Any,
    /// A cheapest one.
    Shortest,
    /// Any plan that reaches the goal, whatever the safety rules say.
    IgnoringRules,
    /// A proof that there is none.
    Prove,
    /// The number of plans.
    Count,
}

impl Question {
    /// All of them, as the menu lists them.
    pub const ALL: [Self; 5] = [Self::Any, Self::Shortest, Self::IgnoringRules, Self::Prove, Self::Count];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Any => "Any plan",
            Self::Shortest => "A shortest plan",
            Self::IgnoringRules => "Any plan, rules ignored",
            Self::Prove => "Prove that there is none",
            Self::Count => "How many plans?",
        }
    }

    /// What it asks for, in a line.
    pub fn lesson(self) -> &'static str {
        match self {
            Self::Any => "The first one found that reaches the goal and keeps every safety rule.",
            Self::Shortest => "One that succeeds, proved to be the cheapest by the metric or by steps.",
            Self::IgnoringRules => "One that reaches the goal, safe or not.",
            Self::Prove => "A proof that no plan succeeds, checked independently; or a plan after all.",
            Self::Count => "The number of shortest plans, and of those a little longer.",
        }
    }

    /// The planner's function for it.
    pub fn call(self) -> Call {
        match self {
            Self::Any | Self::Shortest | Self::IgnoringRules => Call::Solve,
            Self::Prove => Call::Prove,
            Self::Count => Call::Count,
        }
    }

    /// Its options, with a budget in states unless the planner's own is to hold.
    pub fn options(self, nodes: Option<u64>) -> String {
        let own = match self {
            Self::Any | Self::Prove => "",
            Self::Shortest => "\"optimal\":true",
            Self::IgnoringRules => "\"ignore_rules\":true",
            Self::Count => "\"extra\":2",
        };
        let nodes = nodes.map(|nodes| format!("\"nodes\":{nodes}")).unwrap_or_default();
        let comma = if own.is_empty() || nodes.is_empty() { "" } else { "," };
        format!("{{{own}{comma}{nodes}}}")
    }
}

/// The name of a kind of proof.
pub fn proof_name(kind: ProofKind) -> &'static str {
    match kind {
        ProofKind::Relaxed => "Out of reach even if nothing were ever lost",
        ProofKind::H2 => "Two things that can never be true together",
        ProofKind::Exhausted => "Every reachable state was looked at",
    }
}

/// How a proof works, in a sentence.
pub fn proof_words(kind: ProofKind) -> &'static str {
    match kind {
        ProofKind::Relaxed => {
            "Suppose that no step ever undid anything: every fact that can be reached was collected in this way, and the goal is still not among them."
        }
        ProofKind::H2 => {
            "For every two facts it was worked out whether any plan can make both true at once. Two that the goal needs together can not."
        }
        ProofKind::Exhausted => {
            "All states that steps can lead to, with every safety rule kept, were looked at one by one, and the goal holds in none of them."
        }
    }
}

/// What a proof's evidence lists, as the beginning of a sentence.
pub fn proof_size(proof: &ProofView) -> String {
    let listed = match (proof.kind, proof.size) {
        (_, 0) => return format!("The proof takes {} bytes", proof.bytes),
        (ProofKind::Relaxed, size) => count(size as usize, "fact"),
        (ProofKind::H2, 1) => "1 pair of facts".to_owned(),
        (ProofKind::H2, size) => format!("{size} pairs of facts"),
        (ProofKind::Exhausted, size) => count(size as usize, "state"),
    };
    format!("The proof lists {listed} in {} bytes", proof.bytes)
}

/// What would have to be otherwise at the start, with names between backticks.
pub fn excuse(excuse: &ExcuseView) -> String {
    let held = excuse.add.iter().map(|fact| format!("`{fact}` held"));
    let absent = excuse.remove.iter().map(|fact| format!("`{fact}` did not hold"));
    let all: Vec<String> = held.chain(absent).collect();
    format!("{} at the start", all.join(" and "))
}

/// Why there is no answer, and what to do.
pub fn failure(failure: &Failure) -> String {
    match failure {
        Failure::Cancelled => "You stopped this search.".to_owned(),
        Failure::Superseded => "Another question took the place of this one.".to_owned(),
        Failure::Unavailable(why) => format!("The planner could not start: {why}."),
        Failure::Crashed(why) => format!("The planner stopped: {why}. Your texts are safe."),
        Failure::Unreadable(why) => {
            format!("The planner's answer could not be read ({why}); please load the page again.")
        }
    }
}

/// How many other repairs there are, for the panel's heading.
pub fn how_many(report: &RepairReport) -> String {
    match report.minimal_repairs.as_deref() {
        Some("1") => "the only one".to_owned(),
        Some(number) => format!("one of {number} equally small repairs"),
        None if report.repairs.len() > 1 => {
            format!("one of at least {} equally small repairs", report.repairs.len())
        }
        None => "others of that size were not counted".to_owned(),
    }
}

/// How long or dear a plan is, as far as is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// The cost of a plan that there is.
    cost: Option<String>,
    /// No plan is cheaper than this.
    bound: Option<String>,
    /// `steps`, or the metric's expression.
    unit: String,
    /// The cost is proved to be the least.
    proved: bool,
    /// Why there is neither.
    why: String,
}

impl Measure {
    /// The plan that was checked, in the unit of the planner's answer.
    pub fn of_plan(report: &Report, answer: Option<&SolveReport>) -> Self {
        let unit = answer.map_or("steps", |answer| answer.cost_unit.as_str());
        let by_metric = report.metric.as_ref().and_then(|metric| metric.value.clone()).filter(|_| unit != "steps");
        Self {
            cost: Some(by_metric.unwrap_or_else(|| report.steps.len().to_string())),
            bound: None,
            unit: unit.to_owned(),
            proved: false,
            why: String::new(),
        }
    }

    /// What the planner found.
    pub fn of_answer(answer: &SolveReport) -> Self {
        Self {
            cost: answer.cost.clone().filter(|_| answer.plan.is_some()),
            bound: answer.lower_bound.clone(),
            unit: answer.cost_unit.clone(),
            proved: answer.optimal,
            why: match answer.result {
                PlannerResult::Unsolvable => "there is none".to_owned(),
                PlannerResult::Unsupported => "not supported".to_owned(),
                _ => "not known".to_owned(),
            },
        }
    }

    fn with_unit(&self, cost: &str) -> String {
        match (self.unit.as_str(), cost) {
            ("steps", "1") => "1 step".to_owned(),
            (unit, cost) => format!("{cost} {unit}"),
        }
    }

    /// In words: `7 steps (proved)`, `at least 5 steps`.
    pub fn words(&self) -> String {
        match (&self.cost, &self.bound) {
            (Some(cost), _) if self.proved => format!("{} (proved)", self.with_unit(cost)),
            (Some(cost), _) => self.with_unit(cost),
            (None, Some(bound)) => format!("at least {}", self.with_unit(bound)),
            (None, None) => self.why.clone(),
        }
    }

    fn number(&self) -> Option<i64> {
        self.cost.as_ref()?.parse().ok()
    }
}

/// A plan beside the shortest ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison<'a> {
    own: &'a Measure,
    safe: Option<&'a Measure>,
    careless: Option<&'a Measure>,
}

impl<'a> Comparison<'a> {
    /// The plan, the shortest that succeeds, the shortest that ignores the rules.
    pub fn of(own: &'a Measure, safe: Option<&'a Measure>, careless: Option<&'a Measure>) -> Self {
        Self { own, safe, careless }
    }

    /// By how much the plan that was found is cheaper.
    fn saved(&self) -> Option<i64> {
        Some(self.own.number()? - self.safe?.number()?)
    }

    /// Whether a cheaper plan is known.
    pub fn shorter(&self) -> bool {
        self.saved().is_some_and(|saved| saved > 0)
    }

    /// Whether the plan is a shortest one.
    pub fn sentence(&self, done: bool) -> String {
        let Some(safe) = self.safe else {
            let words =
                if done { "Whether it is a shortest plan is not known." } else { "Looking for a shorter plan…" };
            return words.to_owned();
        };
        let least = safe.bound.as_ref().is_some_and(|bound| Some(bound) == self.own.cost.as_ref());
        match self.saved() {
            Some(saved) if saved > 0 => {
                let cost = safe.with_unit(safe.cost.as_deref().unwrap_or_default());
                format!("It could be shorter by {}: a plan of {cost} succeeds too.", safe.with_unit(&saved.to_string()))
            }
            _ if safe.proved || least => "No: yours is a shortest plan, proved.".to_owned(),
            _ => match &safe.bound {
                Some(bound) => {
                    format!("Not known: no shorter plan was found, and none has less than {}.", safe.with_unit(bound))
                }
                None => "Not known: no shorter plan was found within a small budget.".to_owned(),
            },
        }
    }

    /// What safety costs, where both are proved.
    pub fn price(&self) -> Option<String> {
        let (safe, careless) = (self.safe?, self.careless?);
        if !(safe.proved && careless.proved) {
            return None;
        }
        let price = safe.number()? - careless.number()?;
        Some(if price == 0 {
            "Safety costs nothing here: a shortest plan that ignores the rules is as long.".to_owned()
        } else {
            format!("The price of safety is {}.", safe.with_unit(&price.to_string()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(cost: Option<&str>, bound: Option<&str>, optimal: bool) -> Measure {
        Measure::of_answer(&SolveReport {
            schema: 1,
            tool: String::new(),
            result: if cost.is_some() { PlannerResult::Plan } else { PlannerResult::Budget },
            plan: cost.map(|_| Vec::new()),
            cost: cost.map(str::to_owned),
            cost_unit: "steps".to_owned(),
            lower_bound: bound.map(str::to_owned),
            optimal,
            safe: true,
            preferences: Vec::new(),
            expanded: 0,
            proof: None,
            why: String::new(),
            unsupported: Vec::new(),
            diagnostics: Vec::new(),
            timings: None,
        })
    }

    #[test]
    fn a_plan_is_compared_with_the_shortest() {
        let own = Measure::of_plan(&crate::state::fixture::tea(), None);
        assert_eq!(own.words(), "6 steps");
        let sentence = |safe: &Measure| Comparison::of(&own, Some(safe), None).sentence(true);
        assert_eq!(sentence(&solved(Some("6"), Some("6"), true)), "No: yours is a shortest plan, proved.");
        assert_eq!(sentence(&solved(None, Some("6"), false)), "No: yours is a shortest plan, proved.");
        assert!(
            sentence(&solved(Some("5"), None, false)).starts_with("It could be shorter by 1 step: a plan of 5 steps")
        );
        assert!(sentence(&solved(None, Some("4"), false)).contains("none has less than 4 steps"));
        assert!(sentence(&solved(Some("6"), None, false)).starts_with("Not known"));
        assert_eq!(Comparison::of(&own, None, None).sentence(false), "Looking for a shorter plan…");
    }

    #[test]
    fn the_price_of_safety_needs_two_proofs() {
        let own = Measure::of_plan(&crate::state::fixture::tea(), None);
        let (six, five, guess) =
            (solved(Some("6"), None, true), solved(Some("5"), None, true), solved(Some("5"), None, false));
        let price = |careless: &Measure| Comparison::of(&own, Some(&six), Some(careless)).price();
        assert_eq!(price(&five).as_deref(), Some("The price of safety is 1 step."));
        assert!(price(&six).is_some_and(|words| words.starts_with("Safety costs nothing")));
        assert_eq!(price(&guess), None);
        assert_eq!(solved(None, None, false).words(), "not known");
        assert_eq!(solved(Some("5"), None, true).words(), "5 steps (proved)");
    }

    #[test]
    fn options_are_json() {
        for question in Question::ALL {
            for nodes in [None, Some(70)] {
                let options = question.options(nodes);
                let read: serde_json::Value = serde_json::from_str(&options).expect("options are JSON");
                assert_eq!(read.get("nodes").and_then(serde_json::Value::as_u64), nodes, "{options}");
            }
        }
    }

    #[test]
    fn excuses_name_every_change() {
        let change = ExcuseView {
            add: vec!["(at cup table)".to_owned(), "(clean cup)".to_owned()],
            remove: vec!["(locked door)".to_owned()],
            plan: Vec::new(),
        };
        assert_eq!(
            excuse(&change),
            "`(at cup table)` held and `(clean cup)` held and `(locked door)` did not hold at the start"
        );
    }

    #[test]
    fn sizes_agree_with_their_nouns() {
        let size =
            |kind, size| proof_size(&ProofView { kind, size, bytes: 9, checked: true, out_of_reach: Vec::new() });
        assert_eq!(size(ProofKind::H2, 1), "The proof lists 1 pair of facts in 9 bytes");
        assert_eq!(size(ProofKind::H2, 2), "The proof lists 2 pairs of facts in 9 bytes");
        assert_eq!(size(ProofKind::Exhausted, 3), "The proof lists 3 states in 9 bytes");
        assert_eq!(size(ProofKind::Relaxed, 0), "The proof takes 9 bytes");
    }
}
