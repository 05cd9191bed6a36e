//! The WebAssembly module behind the page's workers: JSON text in, JSON text out, and no logic. Everything it offers is done
//! by `stepguard-check` and `stepguard-assist`; what a message looks like on its way is said in `static/worker.js`.

use serde::de::DeserializeOwned;
use stepguard_assist::Texts;
use stepguard_assist::view::{Position, Unsorted, Which};
use stepguard_check::planner::{self, PlannerOptions};
use stepguard_check::{Options, to_json};
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen]
extern "C" {
    /// Given by `static/worker.js`. Without it (in tests) nobody is told, which is no failure.
    #[wasm_bindgen(catch, js_name = stepguardProgress)]
    fn progress(done: f64) -> Result<(), wasm_bindgen::JsValue>;
}

/// What a caller did wrong, in words; it comes out as a JavaScript error.
type Answer = Result<String, String>;

/// Panics name their place in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Checks a plan: the report as `stepguard check --format json` prints it. An absent text is `undefined`, an empty plan
/// `""`. `options` is a JSON object; `""` stands for the defaults.
///
/// # Errors
/// `options` is not what it should be.
#[wasm_bindgen]
pub fn check(domain: Option<String>, problem: Option<String>, plan: Option<String>, options: &str) -> Answer {
    Ok(report(domain.as_deref(), problem.as_deref(), plan.as_deref(), &options_of(options)?))
}

/// Sorts texts (`[{"name": "...", "text": "..."}]`) by content:
/// `{"domain": ..., "problem": ..., "plan": ..., "notes": [...]}`.
///
/// # Errors
/// `texts` is not what it should be.
#[wasm_bindgen]
pub fn sort(texts: &str) -> Answer {
    Ok(to_json(&stepguard_assist::sort(&from_json::<Vec<Unsorted>>(texts)?)))
}

/// What each word of a text is, four numbers for each; `kind` is `domain`, `problem` or `plan`. A plan is read better with
/// the domain and problem at hand.
///
/// # Errors
/// `kind` is none of these.
#[wasm_bindgen]
pub fn tokens(text: String, kind: &str, domain: Option<String>, problem: Option<String>) -> Answer {
    let which = which_of(kind)?;
    let mut texts = Texts { domain: domain.as_deref(), problem: problem.as_deref(), plan: None };
    match which {
        Which::Domain => texts.domain = Some(&text),
        Which::Problem => texts.problem = Some(&text),
        Which::Plan => texts.plan = Some(&text),
    }
    Ok(to_json(&stepguard_assist::tokens(texts, which)))
}

/// What there is to say about the word at a place of the text `which`, or `null`.
///
/// # Errors
/// `which` names no text.
#[wasm_bindgen]
pub fn hover(
    domain: Option<String>,
    problem: Option<String>,
    plan: Option<String>,
    which: &str,
    line: u32,
    column: u32,
) -> Answer {
    let texts = texts_of(&domain, &problem, &plan);
    Ok(to_json(&stepguard_assist::hover(texts, which_of(which)?, Position { line, column })))
}

/// What may be put in at a place of the text `which`, or `null`.
///
/// # Errors
/// `which` names no text.
#[wasm_bindgen]
pub fn complete(
    domain: Option<String>,
    problem: Option<String>,
    plan: Option<String>,
    which: &str,
    line: u32,
    column: u32,
) -> Answer {
    let texts = texts_of(&domain, &problem, &plan);
    Ok(to_json(&stepguard_assist::complete(texts, which_of(which)?, Position { line, column })))
}

/// The signature of what is being written at a place of the text `which`, or `null`.
///
/// # Errors
/// `which` names no text.
#[wasm_bindgen]
pub fn signature(
    domain: Option<String>,
    problem: Option<String>,
    plan: Option<String>,
    which: &str,
    line: u32,
    column: u32,
) -> Answer {
    let texts = texts_of(&domain, &problem, &plan);
    Ok(to_json(&stepguard_assist::signature(texts, which_of(which)?, Position { line, column })))
}

/// Looks for a plan that succeeds. `options` is a JSON object of the planner's options; `""` stands for the defaults.
///
/// # Errors
/// `options` is not what it should be.
#[wasm_bindgen]
pub fn solve(domain: Option<String>, problem: Option<String>, options: &str) -> Answer {
    let options = planner_options(options)?;
    Ok(to_json(&planner::solve(bytes(&domain), bytes(&problem), &options, &mut watch)))
}

/// Looks for a proof that no plan succeeds, and finds a plan when there is one.
///
/// # Errors
/// `options` is not what it should be.
#[wasm_bindgen]
pub fn prove(domain: Option<String>, problem: Option<String>, options: &str) -> Answer {
    let options = planner_options(options)?;
    Ok(to_json(&planner::prove(bytes(&domain), bytes(&problem), &options, &mut watch).0))
}

/// Counts the plans that succeed.
///
/// # Errors
/// `options` is not what it should be.
#[wasm_bindgen]
pub fn count(domain: Option<String>, problem: Option<String>, options: &str) -> Answer {
    let options = planner_options(options)?;
    Ok(to_json(&planner::count(bytes(&domain), bytes(&problem), &options, &mut watch)))
}

/// Looks for the smallest repair of a plan.
///
/// # Errors
/// `options` is not what it should be.
#[wasm_bindgen]
pub fn repair(domain: Option<String>, problem: Option<String>, plan: Option<String>, options: &str) -> Answer {
    let options = planner_options(options)?;
    Ok(to_json(&planner::repair(bytes(&domain), bytes(&problem), bytes(&plan), &options, &mut watch)))
}

/// Lists the reachable states of a small task, and those that the plan visits.
///
/// # Errors
/// `options` is not what it should be.
#[wasm_bindgen]
pub fn states(domain: Option<String>, problem: Option<String>, plan: Option<String>, options: &str) -> Answer {
    let options = planner_options(options)?;
    Ok(to_json(&planner::states(bytes(&domain), bytes(&problem), bytes(&plan), &options, &mut watch)))
}

/// Name and version of the tool.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    stepguard_check::TOOL.to_owned()
}

fn report(domain: Option<&str>, problem: Option<&str>, plan: Option<&str>, options: &Options) -> String {
    let [domain, problem, plan] = [domain, problem, plan].map(|text| text.map(str::as_bytes));
    to_json(&stepguard_check::check_watched(domain, problem, plan, options, &mut tell))
}

/// Passes on how much of a check is done.
fn tell(done: f64) {
    #[cfg(target_arch = "wasm32")]
    drop(progress(done));
    // Elsewhere the module is only tested, and nobody listens.
    #[cfg(not(target_arch = "wasm32"))]
    let _ = done;
}

/// Passes on how much of a search is done. It is never told to stop: the page ends the worker.
fn watch(done: f64) -> bool {
    tell(done);
    true
}

fn planner_options(json: &str) -> Result<PlannerOptions, String> {
    if json.trim().is_empty() { Ok(PlannerOptions::default()) } else { from_json(json) }
}

fn bytes(text: &Option<String>) -> Option<&[u8]> {
    text.as_deref().map(str::as_bytes)
}

fn options_of(json: &str) -> Result<Options, String> {
    if json.trim().is_empty() { Ok(Options::default()) } else { from_json(json) }
}

fn which_of(name: &str) -> Result<Which, String> {
    Which::from_name(name).ok_or_else(|| format!("there is no text called {name:?}"))
}

fn texts_of<'t>(domain: &'t Option<String>, problem: &'t Option<String>, plan: &'t Option<String>) -> Texts<'t> {
    Texts { domain: domain.as_deref(), problem: problem.as_deref(), plan: plan.as_deref() }
}

fn from_json<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOMAIN: &str = "(define (domain k) (:predicates (p)) (:action go :effect (p)))";
    const PROBLEM: &str = "(define (problem x) (:domain k) (:init) (:goal (p)))";

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn the_report_is_the_one_of_the_check_byte_for_byte() {
        let expected = stepguard_check::check_json(
            Some(DOMAIN.as_bytes()),
            Some(PROBLEM.as_bytes()),
            Some(b"(go)"),
            &Options::default(),
        );
        assert_eq!(check(some(DOMAIN), some(PROBLEM), some("(go)"), ""), Ok(expected.clone()));
        assert_eq!(check(some(DOMAIN), some(PROBLEM), some("(go)"), " {} "), Ok(expected));
        assert!(check(None, None, None, "").is_ok_and(|report| report.contains("\"outcome\":\"incomplete\"")));
        assert!(check(None, None, None, "{\"no-such-option\": 1}").is_err());
    }

    #[test]
    fn the_planner_answers() {
        let has = |answer: Answer, part: &str| answer.is_ok_and(|json| json.contains(part));
        assert!(has(solve(some(DOMAIN), some(PROBLEM), ""), "\"plan\":[\"(go)\"]"));
        assert!(has(prove(some(DOMAIN), some(PROBLEM), "{}"), "\"result\":\"plan\""));
        assert!(has(count(some(DOMAIN), some(PROBLEM), "{\"extra\": 0}"), "\"optimal_plans\":\"1\""));
        assert!(has(repair(some(DOMAIN), some(PROBLEM), some(""), ""), "\"kind\":\"insert\""));
        assert!(has(states(some(DOMAIN), some(PROBLEM), some("(go)"), ""), "\"path\":[0,1]"));
        assert!(solve(some(DOMAIN), some(PROBLEM), "{\"depth\": 1}").is_err());
    }

    #[test]
    fn questions_are_passed_on() {
        assert_eq!(tokens("(define".to_owned(), "domain", None, None).as_deref(), Ok("[0,1,6,1]"));
        assert!(tokens(String::new(), "recipe", None, None).is_err());
        let said = hover(some(DOMAIN), some(PROBLEM), some("(go)"), "plan", 1, 2);
        assert!(said.is_ok_and(|json| json.contains("effect (p)")));
        assert_eq!(hover(None, None, None, "plan", 1, 1).as_deref(), Ok("null"));
        assert!(complete(some(DOMAIN), None, some("("), "plan", 1, 2).is_ok_and(|json| json.contains("\"go\"")));
        let begun = "(define (domain d) (:predicates (p ?x)) (:action a :effect (p ";
        let column = u32::try_from(begun.len() + 1).expect("a short text");
        let shown = signature(some(begun), None, None, "domain", 1, column);
        assert!(shown.is_ok_and(|json| json.contains("\"?x\"")));
        assert!(
            sort("[{\"text\": \"(define (domain d))\"}]").is_ok_and(|json| json.starts_with("{\"domain\":\"(define"))
        );
        assert!(sort("no list").is_err());
        assert!(version().starts_with("stepguard "));
    }
}
