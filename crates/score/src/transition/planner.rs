//! What the planner makes of predicted actions: whether a plan exists with them, whether that plan succeeds with the gold
//! actions, and whether the gold plan succeeds with them.
//!
//! The predicted domain is the gold domain in which the answer's actions stand for those of the same name; actions that
//! the answer adds are added. Names that differ from the domain's in case, or in `-` and `_` only, are the domain's.

use super::normal::Normal;
use crate::answers::{self, PredictedActions, same_name};
use crate::run::{Profile, Run, json_lines, text_field};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use stepguard_check::{Planned, Prepared};
use stepguard_pddl::ast::{Action, Domain, Typed};
use stepguard_pddl::print::{print_condition, print_domain, print_effect};
use stepguard_report::PlannerFigures;
use stepguard_report::suite::Solvable;
use stepguard_text::{Interner, TextId};

/// What becomes of an action that was asked for and is not defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omitted {
    /// The domain does not have it.
    Missing,
    /// The gold action stands in its place, as official evaluators have it.
    Gold,
}

/// Predicted actions that are longer, in bytes, are not executed: a checker's explanation of a condition grows with the
/// square of the number of its variables, and gold actions take a tenth of this.
const LONGEST: usize = 32_000;

/// A gold domain, read.
#[derive(Debug, Clone)]
pub struct GoldDomain {
    domain: Domain,
    names: Interner,
    /// The domain's spelling of its names.
    spelling: BTreeMap<String, String>,
}

impl GoldDomain {
    /// Reads a domain.
    ///
    /// # Errors
    /// When there is none in the text.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut names = Interner::new();
        let parsed = stepguard_pddl::parse(text, TextId::Domain, &mut names);
        let domain = parsed.definitions.domains.into_iter().next().ok_or("the text holds no domain")?;
        let all = domain
            .predicates
            .iter()
            .map(|predicate| predicate.name)
            .chain(domain.types.iter().map(|ty| ty.name))
            .chain(domain.constants.iter().map(|constant| constant.name))
            .chain(domain.functions.iter().map(|function| function.name));
        let spelling =
            all.map(|name| names.spelling(name.symbol)).map(|name| (same_name(name), name.to_owned())).collect();
        Ok(Self { domain, names, spelling })
    }

    /// Names of the domain's actions, in order.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        self.domain.actions.iter().map(|action| self.names.spelling(action.name.symbol))
    }

    /// The texts of some of the domain's actions, in the order of the names.
    #[must_use]
    pub fn texts(&self, names: &[String]) -> Vec<String> {
        let action = |name: &String| {
            self.domain
                .actions
                .iter()
                .find(|action| same_name(self.names.spelling(action.name.symbol)) == same_name(name))
        };
        let text = |action: &Action| {
            let name = self.names.spelling(action.name.symbol);
            action_text(action, name, &self.names, &BTreeMap::new()).trim().to_owned()
        };
        names.iter().filter_map(action).map(text).collect()
    }

    /// Whether an answer says what the domain says, but for names of variables: then its figures need no search.
    #[must_use]
    pub fn is_said_by(&self, asked: &[String], answer: &PredictedActions) -> bool {
        asked.len() == answer.actions.len()
            && asked.iter().all(|name| {
                let gold = self.domain.actions.iter().find(|action| self.is_called(action, name));
                let said = answer.actions.iter().find(|action| same_name(answer.name(action)) == same_name(name));
                gold.zip(said).is_some_and(|(gold, said)| {
                    Normal::of(said, answer).unreadable == [0; 2]
                        && renamed(&action_text(gold, name, &self.names, &self.spelling))
                            == renamed(&action_text(said, name, answer.names(), &self.spelling))
                })
            })
    }

    fn is_called(&self, action: &Action, name: &str) -> bool {
        same_name(self.names.spelling(action.name.symbol)) == same_name(name)
    }

    /// The predicted domain. `objects` are names that may stand in actions beside the domain's own.
    ///
    /// # Errors
    /// When a part of an action cannot be read: which.
    pub fn predicted(
        &self,
        asked: &[String],
        answer: &PredictedActions,
        objects: &[String],
        omitted: Omitted,
    ) -> Result<String, String> {
        let mut spelling: BTreeMap<String, String> =
            objects.iter().map(|name| (same_name(name), name.clone())).collect();
        spelling.extend(self.spelling.clone());
        let mut replaced: BTreeSet<String> = BTreeSet::new();
        if omitted == Omitted::Missing {
            replaced.extend(asked.iter().map(|name| same_name(name)));
        }
        let mut texts = String::new();
        for action in &answer.actions {
            let name = answer.name(action);
            if Normal::of(action, answer).unreadable != [0; 2] {
                return Err(format!("a part of {name} cannot be read"));
            }
            let same = same_name(name);
            let gold = self.actions().find(|gold| same_name(gold) == same).unwrap_or(name);
            texts.push_str(&action_text(action, gold, answer.names(), &spelling));
            if texts.len() > LONGEST {
                return Err(format!("the actions are longer than {LONGEST} signs"));
            }
            replaced.insert(same);
        }
        let mut domain = self.domain.clone();
        domain.actions.retain(|action| !replaced.contains(&same_name(self.names.spelling(action.name.symbol))));
        let mut out = print_domain(&domain, &self.names);
        // The parenthesis that closes the domain.
        if let Some(end) = out.rfind(')') {
            out.truncate(end);
        }
        out.push_str(&texts);
        out.push_str(")\n");
        Ok(out)
    }
}

fn action_text(action: &Action, name: &str, names: &Interner, spelling: &BTreeMap<String, String>) -> String {
    let mut out = format!("\n  (:action {name}\n    :parameters (");
    for (index, parameter) in action.parameters.iter().enumerate() {
        let gap = if index > 0 { " " } else { "" };
        let _ = write!(out, "{gap}?{} - {}", names.spelling(parameter.name.symbol), type_text(parameter, names));
    }
    let condition = action.precondition.as_ref().map_or_else(|| "()".to_owned(), |c| print_condition(c, names));
    let effect = action.effect.as_ref().map_or_else(|| "()".to_owned(), |effect| print_effect(effect, names));
    let _ = write!(out, ")\n    :precondition {condition}\n    :effect {effect})");
    let head = out.find(":parameters").unwrap_or(0);
    let body = respelled(&out[head..], spelling);
    out.truncate(head);
    out.push_str(&body);
    out
}

fn type_text(parameter: &Typed, names: &Interner) -> String {
    let types: Vec<&str> = parameter.ty.alternatives.iter().map(|name| names.spelling(name.symbol)).collect();
    match types.as_slice() {
        [] => "object".to_owned(),
        [one] => (*one).to_owned(),
        several => format!("(either {})", several.join(" ")),
    }
}

/// The text with the domain's spelling of names.
fn respelled(text: &str, spelling: &BTreeMap<String, String>) -> String {
    words_as(text, |word| if word.starts_with(['?', ':']) { None } else { spelling.get(&same_name(word)).cloned() })
}

/// The text on one line with variables numbered as they come.
fn renamed(text: &str) -> String {
    let mut variables: Vec<String> = Vec::new();
    let text = words_as(text, |word| {
        let name = word.strip_prefix('?')?.to_lowercase();
        let known = variables.iter().position(|known| *known == name);
        Some(format!(
            "?{}",
            known.unwrap_or_else(|| {
                variables.push(name);
                variables.len() - 1
            })
        ))
    });
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text with some of its words replaced.
fn words_as(text: &str, mut other: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if !c.is_whitespace() && !matches!(c, '(' | ')') {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            match other(&word) {
                Some(other) => out.push_str(&other),
                None => out.push_str(&word),
            }
            word.clear();
        }
        out.push(c);
    }
    out.pop();
    out
}

/// The figures of an answer. `domain` is the predicted one, or why there is none; `gold` the task with the gold actions,
/// `problem` its problem, `gold_plan` a plan that succeeds there. The search looks at `nodes` states at most.
#[must_use]
pub fn figures(
    domain: Result<&str, &str>,
    problem: &str,
    gold: &Prepared,
    gold_plan: Option<&str>,
    nodes: u64,
) -> PlannerFigures {
    let unreadable = |why: &str| PlannerFigures {
        solvable: Solvable::No,
        sound: None,
        complete: gold_plan.map(|_| false),
        plan: None,
        why: format!("the predicted domain cannot be read: {why}"),
    };
    let predicted = match domain.map(|domain| Prepared::new(domain, problem)) {
        Ok(Ok(predicted)) => predicted,
        Ok(Err(why)) => return unreadable(&why),
        Err(why) => return unreadable(why),
    };
    let (solvable, plan, why) = match predicted.plan(true, nodes) {
        Planned::Plan(plan) => (Solvable::Yes, Some(plan), String::new()),
        Planned::None => (Solvable::No, None, "no plan succeeds with the predicted actions".to_owned()),
        Planned::Unknown(why) => (Solvable::Unknown, None, why),
    };
    PlannerFigures {
        solvable,
        sound: plan.as_ref().map(|plan| gold.judge(&plan.join("\n")).succeeds()),
        complete: gold_plan.map(|plan| predicted.judge(plan).succeeds()),
        plan,
        why,
    }
}

/// The problems of a suite's tasks, for the planner.
#[derive(Debug, Clone)]
pub struct Problems {
    domain: String,
    gold: GoldDomain,
    /// Problem and gold plan by task.
    tasks: BTreeMap<String, (String, Option<String>)>,
}

impl Problems {
    /// Reads a suite's domain and gold plans (`gold_plans.jsonl`); problems are added one by one.
    ///
    /// # Errors
    /// When the text holds no domain, or a line of the plans is none.
    pub fn read(domain: &str, gold_plans: &str) -> Result<Self, String> {
        const FILE: &str = "gold_plans.jsonl";
        let mut tasks = BTreeMap::new();
        for line in json_lines(gold_plans, FILE)? {
            let steps = line.get("plan").and_then(serde_json::Value::as_array);
            let plan = steps.map(|steps| {
                let steps = steps.iter().filter_map(serde_json::Value::as_str);
                steps.map(|step| format!("({})\n", step.trim().trim_matches(['(', ')']))).collect()
            });
            tasks.insert(text_field(&line, "id", FILE)?, (String::new(), plan));
        }
        Ok(Self { domain: domain.to_owned(), gold: GoldDomain::read(domain)?, tasks })
    }

    /// Adds the problem of a task.
    pub fn add(&mut self, id: &str, problem: String) {
        self.tasks.entry(id.to_owned()).or_default().0 = problem;
    }

    /// The figures of a run, by task, and the tasks that have no problem or one with an error. In the official profile gold stands in the place of what is omitted or cannot be read, and tasks without an answer are left out.
    #[must_use]
    pub fn figures(
        &self,
        suite: &super::Suite,
        run: &Run,
        profile: Profile,
        nodes: u64,
    ) -> (Vec<(String, PlannerFigures)>, Vec<String>) {
        let (mut all, mut left_out) = (Vec::new(), Vec::new());
        for task in &suite.tasks {
            let known = self.tasks.get(&task.id).filter(|(problem, _)| !problem.is_empty());
            let gold = known.and_then(|(problem, _)| Prepared::new(&self.domain, problem).ok());
            let (Some((problem, plan)), Some(gold)) = (known, gold) else {
                left_out.push(task.id.clone());
                continue;
            };
            let answer = run.answers.get(&task.id);
            if answer.is_none() && profile == Profile::Official {
                continue;
            }
            let read = answer.and_then(|raw| answers::actions(raw).taken);
            let omitted = if profile == Profile::Official { Omitted::Gold } else { Omitted::Missing };
            let domain = match (&read, profile) {
                (Some(answer), _) => self.gold.predicted(&task.actions, answer, &[], omitted),
                (None, Profile::Official) => Ok(self.domain.clone()),
                (None, Profile::Corrected) => Err("nothing in the answer is an action".to_owned()),
            };
            let domain = domain.as_deref().map_err(String::as_str);
            all.push((task.id.clone(), figures(domain, problem, &gold, plan.as_deref(), nodes)));
        }
        (all, left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::actions;

    const DOMAIN: &str = "(define (domain house) (:requirements :adl :constraints) (:types thing)
        (:predicates (in-reach ?t - thing) (shut ?t - thing) (broken ?t - thing))
        (:action walk-to :parameters (?t - thing) :precondition () :effect (in-reach ?t))
        (:action open :parameters (?t - thing) :precondition (and (in-reach ?t) (shut ?t)) :effect (not (shut ?t)))
        (:action smash :parameters (?t - thing) :precondition () :effect (and (not (shut ?t)) (broken ?t))))";
    const PROBLEM: &str = "(define (problem p) (:domain house) (:objects box - thing) (:init (shut box))
        (:goal (not (shut box))) (:constraints (always (not (broken box)))))";
    const WALK: &str = "(:action walk_to :parameters (?x - thing) :precondition () :effect (in_reach ?x))";
    const OPEN: &str =
        "(:action open :parameters (?x - thing) :precondition (and (in-reach ?x) (shut ?x)) :effect (not (shut ?x)))";

    #[test]
    fn a_condition_without_end_is_not_executed() {
        let many = "(forall (?x - thing) (in-reach ?x)) ".repeat(50_000);
        let raw = format!("(:action open :parameters (?x - thing) :precondition (and {many}) :effect (not (shut ?x)))");
        let answer = actions(&raw).taken.expect("an action");
        let gold = GoldDomain::read(DOMAIN).expect("a domain");
        let predicted = gold.predicted(&asked(), &answer, &[], Omitted::Missing);
        assert!(predicted.is_err_and(|why| why.contains("longer")));
    }

    fn asked() -> Vec<String> {
        ["walk-to", "open"].map(str::to_owned).to_vec()
    }

    fn figures_of(answer: &str) -> PlannerFigures {
        let gold = GoldDomain::read(DOMAIN).expect("a domain");
        let answer = actions(answer).taken.expect("actions");
        let domain = gold.predicted(&asked(), &answer, &[], Omitted::Missing);
        let task = Prepared::new(DOMAIN, PROBLEM).expect("the texts have no error");
        let domain = domain.as_deref().map_err(String::as_str);
        figures(domain, PROBLEM, &task, Some("(walk-to box)\n(open box)"), 1000)
    }

    fn seen(answer: &str) -> (Solvable, Option<bool>, Option<bool>) {
        let figures = figures_of(answer);
        (figures.solvable, figures.sound, figures.complete)
    }

    #[test]
    fn figures_of_answers() {
        assert_eq!(seen(&format!("{WALK}\n{OPEN}")), (Solvable::Yes, Some(true), Some(true)));
        // Nothing need be in reach: a shorter plan, which does not run with the gold action.
        let careless = OPEN.replace("(in-reach ?x)", "");
        assert_eq!(seen(&format!("{WALK}\n{careless}")), (Solvable::Yes, Some(false), Some(true)));
        let hopeless = OPEN.replace("(in-reach ?x)", "(broken ?x)");
        assert_eq!(seen(&format!("{WALK}\n{hopeless}")), (Solvable::No, None, Some(false)), "safety counts");
        assert_eq!(seen(OPEN), (Solvable::No, None, Some(false)), "an omitted action is not there");
        let unknown = OPEN.replace("(shut ?x))", "(ajar ?x))");
        let figures = figures_of(&format!("{WALK}\n{unknown}"));
        assert_eq!((figures.solvable, figures.complete), (Solvable::No, Some(false)));
        assert!(figures.why.contains("ajar"), "{}", figures.why);
    }

    #[test]
    fn gold_that_stands_in_place() {
        let gold = GoldDomain::read(DOMAIN).expect("a domain");
        let answer = actions(OPEN).taken.expect("actions");
        let with = gold.predicted(&asked(), &answer, &[], Omitted::Gold).expect("it can be read");
        let without = gold.predicted(&asked(), &answer, &[], Omitted::Missing).expect("it can be read");
        assert!(with.contains("(:action walk-to") && !without.contains("(:action walk-to"));
        assert!(with.contains("(:action smash") && without.contains("(:action smash"), "it was not asked for");
        assert_eq!(with.matches("(:action open").count(), 1);
    }

    #[test]
    fn figures_of_a_run() {
        let tasks = "{\"id\": \"t\", \"actions\": [\"walk-to\", \"open\"]}\n{\"id\": \"u\", \"actions\": [\"open\"]}\n\
            {\"id\": \"v\", \"actions\": [\"open\"]}\n{\"id\": \"w\", \"actions\": [\"open\"]}";
        let gold = "{\"action_name\": \"open\", \"action_parameters\": \"(?t)\", \"action_preconditions\": \"()\", \
            \"action_effects\": \"()\"}\n{\"action_name\": \"walk-to\", \"action_parameters\": \"(?t)\", \
            \"action_preconditions\": \"()\", \"action_effects\": \"()\"}";
        let suite = crate::transition::Suite::read(tasks, gold, "{}").expect("a suite");
        let plans = "{\"id\": \"t\", \"plan\": [\"walk-to box\", \"open box\"]}";
        let mut problems = Problems::read(DOMAIN, plans).expect("a domain");
        for id in ["t", "u", "v"] {
            problems.add(id, PROBLEM.to_owned());
        }
        problems.add("w", PROBLEM.replace("(shut box))", "(shut bag))"));
        let mut run = Run::default();
        run.answers.insert("t".to_owned(), OPEN.to_owned());
        run.answers.insert("u".to_owned(), "no action".to_owned());
        let seen = |profile| {
            let (figures, left_out) = problems.figures(&suite, &run, profile, 1000);
            assert_eq!(left_out, ["w"], "its problem has an error");
            let figures: Vec<_> = figures.iter().map(|(id, f)| (id.clone(), f.solvable, f.sound, f.complete)).collect();
            figures
        };
        let of = |id: &str, solvable, sound, complete| (id.to_owned(), solvable, sound, complete);
        let corrected = [
            of("t", Solvable::No, None, Some(false)),
            of("u", Solvable::No, None, None),
            of("v", Solvable::No, None, None),
        ];
        assert_eq!(seen(Profile::Corrected), corrected);
        // Gold stands in the place of what is not there.
        let official = [of("t", Solvable::Yes, Some(true), Some(true)), of("u", Solvable::Yes, Some(true), None)];
        assert_eq!(seen(Profile::Official), official);
    }

    #[test]
    fn what_the_domain_says() {
        let gold = GoldDomain::read(DOMAIN).expect("a domain");
        let said = |answer: &str| gold.is_said_by(&asked(), &actions(answer).taken.expect("actions"));
        assert!(said(&gold.texts(&asked()).join("\n")));
        assert!(said(&format!("{OPEN}\n{WALK}")), "names of variables and spelling do not matter");
        assert!(!said(OPEN));
        assert!(!said(&format!("{WALK}\n{}", OPEN.replace("(not (shut ?x))", "(shut ?x)"))));
        assert!(!said(&format!("{WALK}\n{OPEN}\n(:action fly :parameters () :precondition () :effect ())")));
    }
}
