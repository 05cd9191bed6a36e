//! [`crate::record`] to the files of a run folder, as the original evaluator lays them out. What is written here reads back
//! the same, so runs can be handed on to other tools. Pictures are not made: their names are all a record has of them.

use crate::environment::{Environment, Subset};
use crate::literal::Value;
use crate::record::{Attempt, Episode, Kind, Outcome, Run, Step, SubsetRun};

/// The files of a run: paths below its folder's parent, and their text.
#[must_use]
pub fn files(run: &Run) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for subset in &run.subsets {
        let folder =
            if subset.folder.is_empty() { run.folder.clone() } else { format!("{}/{}", run.folder, subset.folder) };
        if !run.config.is_empty() {
            out.push((format!("{folder}/config.txt"), config(&run.config)));
        }
        for episode in &subset.episodes {
            out.extend(steps(run.environment, &folder, episode));
            if let Some(outcome) = &episode.outcome {
                let bare = run.environment == Environment::Manipulation;
                let name = if bare { "res" } else { "final_res" };
                let text = result(outcome, episode.instruction.as_deref());
                out.push((format!("{folder}/results/episode_{}_{name}.json", episode.number), text));
            }
        }
        out.extend(summaries(subset));
    }
    out
}

/// The folder that a run has in the original layout.
#[must_use]
pub fn folder(environment: Environment, model: &str, experiment: &str) -> String {
    let between = if environment == Environment::Manipulation { '/' } else { '_' };
    format!("running/{}/{model}{between}{experiment}", environment.folder())
}

/// The folder that a subset has.
#[must_use]
pub const fn subset_folder(subset: Subset) -> &'static str {
    subset.folder()
}

/// A dictionary as `repr` writes it.
fn config(entries: &[(String, String)]) -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n"));
    let entries: Vec<String> =
        entries.iter().map(|(key, value)| format!("{}: {}", quoted(key), quoted(value))).collect();
    format!("{{{}}}", entries.join(", "))
}

fn summaries(subset: &SubsetRun) -> Vec<(String, String)> {
    let file = |summary: &crate::record::Summary| {
        let number = |value: Option<f64>, not_finite: bool| match value {
            Some(value) => Value::Number(value),
            None if not_finite => Value::Number(f64::NAN),
            None => Value::Null,
        };
        let entries = summary.entries.iter().map(|(key, value, bad)| (key.clone(), number(*value, *bad))).collect();
        (summary.file.clone(), json(&Value::Object(entries)))
    };
    subset.summaries.iter().map(file).collect()
}

fn json(value: &Value) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out.push('\n');
    out
}

/// An object, filled key by key with what there is.
#[derive(Default)]
struct Entries(Vec<(String, Value)>);

impl Entries {
    fn put(&mut self, key: &str, value: Option<Value>) {
        self.0.extend(value.map(|value| (key.to_owned(), value)));
    }

    fn number(&mut self, key: &str, value: Option<f64>) {
        self.put(key, value.map(Value::Number));
    }

    fn text(&mut self, key: &str, value: Option<&str>) {
        self.put(key, value.map(|text| Value::Text(text.to_owned())));
    }

    fn truth(&mut self, key: &str, value: Option<bool>) {
        self.put(key, value.map(Value::Bool));
    }
}

fn result(outcome: &Outcome, instruction: Option<&str>) -> String {
    let mut entries = Entries::default();
    if outcome.rewards.is_empty() {
        entries.number("reward", outcome.reward);
    } else {
        entries.put("reward", Some(Value::List(outcome.rewards.iter().map(|reward| Value::Number(*reward)).collect())));
    }
    if !outcome.action_success.is_empty() {
        let ran = |ran: &Option<bool>| ran.map_or(Value::Null, |ran| Value::Number(f64::from(u8::from(ran))));
        entries.put("action_success", Some(Value::List(outcome.action_success.iter().map(ran).collect())));
    }
    entries.text("instruction", instruction);
    entries.number("task_success", outcome.task_success);
    entries.number("task_progress", outcome.task_progress);
    entries.number("subgoal_reward", outcome.subgoal_reward);
    entries.number("num_steps", outcome.num_steps);
    entries.number("planner_steps", outcome.planner_steps);
    entries.number("planner_output_error", outcome.planner_output_error);
    entries.number("num_invalid_actions", outcome.num_invalid_actions);
    entries.number("num_invalid_action_ratio", outcome.num_invalid_action_ratio);
    entries.number("empty_plan", outcome.empty_plan);
    entries.number("episode_elapsed_seconds", outcome.episode_elapsed_seconds);
    entries.number("avg_reward", outcome.avg_reward);
    for key in &outcome.not_finite {
        entries.number(key, Some(f64::NAN));
    }
    json(&Value::Object(entries.0))
}

/// The files that hold the steps of an episode.
fn steps(environment: Environment, folder: &str, episode: &Episode) -> Vec<(String, String)> {
    let number = episode.number;
    match environment {
        Environment::Manipulation => {
            let file = |attempt: &Attempt| {
                let text = attempt
                    .rounds
                    .iter()
                    .filter(|round| !round.raw.is_empty())
                    .fold(String::new(), |all, round| all + &round.raw + "\n");
                (format!("{folder}/results/planner_output_episode_{number}.txt"), text)
            };
            episode.attempts.iter().map(file).collect()
        }
        Environment::Navigation => {
            if episode.attempts.is_empty() {
                return Vec::new();
            }
            let text = episode.attempts.iter().map(|attempt| lines(environment, attempt, episode)).collect();
            vec![(format!("{folder}/episode_{number}.json"), text)]
        }
        Environment::Alfred | Environment::Habitat => {
            let file = |attempt: &Attempt| {
                let count = attempt.steps().filter(|(_, step)| step.kind == Kind::Step).count();
                (format!("{folder}/episode_{number}_step_{count}.json"), lines(environment, attempt, episode))
            };
            episode.attempts.iter().map(file).collect()
        }
    }
}

fn lines(environment: Environment, attempt: &Attempt, episode: &Episode) -> String {
    let mut out = String::new();
    for round in &attempt.rounds {
        if environment == Environment::Navigation {
            out.push_str("\n\n");
        }
        for step in &round.steps {
            out.push_str(&line(environment, step, &round.raw, episode.instruction.as_deref()));
        }
    }
    out
}

fn line(environment: Environment, step: &Step, raw: &str, instruction: Option<&str>) -> String {
    let mut entries = Entries::default();
    let ran = step.ran.map(|ran| f64::from(u8::from(ran)));
    match step.kind {
        Kind::Step => {
            let whole = |number: Option<u64>| number.and_then(|n| u32::try_from(n).ok()).map(f64::from);
            entries.truth("task_success", step.solved);
            entries.number("task_progress", step.progress);
            entries.number("distance", step.distance);
            entries.number("reward", step.reward);
            entries.number("subgoal_reward", step.subgoal_reward);
            entries.text(if environment == Environment::Habitat { "lang_goal" } else { "instruction" }, instruction);
            entries.number("env_step", whole(step.number));
            entries.text("env_feedback", step.feedback.as_deref());
            entries.number("episode_elapsed_seconds", step.seconds);
        }
        Kind::UnreadablePlan | Kind::EmptyPlan => {}
    }
    entries.number("last_action_success", ran);
    let id = match step.kind {
        Kind::Step => step.action,
        Kind::UnreadablePlan => Some(-1),
        Kind::EmptyPlan => Some(-2),
    };
    entries.number("action_id", id.and_then(|id| i32::try_from(id).ok()).map(f64::from));
    entries.text("action_description", Some(&step.name));
    entries.text("reasoning", Some(raw));
    json(&Value::Object(entries.0))
}
