//! The index of a pack: a line for every episode, in columns.

use super::{AgentNote, PackError, part_name, run_id, scenes_name};
use crate::episode::Recording;
use serde::{Deserialize, Serialize};
use stepguard_report::results::{ConfigEntry, EpisodeLine, ErrorView, ImportReport, ImportedRun};
use stepguard_report::score::RateView;
use stepguard_results::classes::Class;
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::imported::{NEEDS_A_PERSON, OPEN, run_of};
use stepguard_results::metrics::rate;
use stepguard_results::record::{Episode, Outcome, Run, SubsetRun};
use stepguard_results::view::{SCHEMA as RESULTS_SCHEMA, rounded};

/// The index of a pack.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Index {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The agents, in the order of tables.
    pub agents: Vec<AgentNote>,
    /// The tasks, by environment and subset.
    pub sets: Vec<TaskSet>,
    /// The episodes, by environment, agent and subset.
    pub parts: Vec<PartLines>,
    /// Agents that are not run in an environment.
    pub absent: Vec<Absent>,
    /// What changes when a switch of the agents is turned.
    pub ablations: Vec<Ablation>,
}

/// The tasks of a subset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskSet {
    /// The environment's id.
    pub environment: String,
    /// The subset's id.
    pub subset: String,
    /// Its file below the pack's folder.
    pub file: String,
    /// What simulator and tasks were when this was recorded.
    pub version: String,
    /// The numbers of its tasks.
    pub numbers: Vec<u32>,
    /// Their instructions.
    pub instructions: Vec<String>,
}

/// The episodes of one agent in a subset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartLines {
    /// The environment's id.
    pub environment: String,
    /// The subset's id.
    pub subset: String,
    /// The agent's id.
    pub agent: String,
    /// Its file below the pack's folder.
    pub file: String,
    /// Its lines.
    pub lines: Lines,
}

/// Episodes in columns, each as long as there are tasks in the set; columns of zeros are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// A digit an episode: 0 it succeeded; 1 to 7 the class of its error, by its place in [`Class::ALL`]; 8 a person is
    /// needed.
    pub classes: String,
    /// Share of conditions met, in percent; empty in navigation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub progress: Vec<f64>,
    /// Steps.
    pub steps: Vec<u32>,
    /// Questions to the planner.
    pub rounds: Vec<u32>,
    /// Invalid actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invalid: Vec<u32>,
    /// Answers that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<u32>,
    /// 1 where the agent ended the episode with an empty plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<u32>,
}

/// An agent that is not run in an environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absent {
    /// The environment's id.
    pub environment: String,
    /// The agent's id.
    pub agent: String,
    /// Why, in words.
    pub why: String,
}

/// A switch of the agents and what it changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ablation {
    /// Its id, such as `feedback`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The environment's id.
    pub environment: String,
    /// The agent's id.
    pub agent: String,
    /// Over which tasks, in words.
    pub tasks: String,
    /// A point for each setting.
    pub points: Vec<AblationPoint>,
}

/// An agent under one setting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AblationPoint {
    /// The setting, in words.
    pub setting: String,
    /// Tasks solved.
    pub success: RateView,
    /// Mean number of steps.
    pub steps: f64,
    /// Mean number of questions to the planner.
    pub rounds: f64,
    /// Mean number of invalid actions.
    pub invalid: f64,
}

/// Classes of errors as computed, against the mistakes that agents make on purpose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Confusion {
    /// The environment's id; `None` for all of them together.
    pub environment: Option<String>,
    /// What the columns count, in order: the classes, then `needs-a-person`.
    pub labels: Vec<String>,
    /// A row for each truth that occurs.
    pub rows: Vec<ConfusionRow>,
}

/// The failures with one truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConfusionRow {
    /// The class of the mistake.
    pub truth: String,
    /// The agents that make it.
    pub agents: Vec<String>,
    /// Their episodes.
    pub episodes: u32,
    /// Those that failed.
    pub failed: u32,
    /// Failures by label.
    pub counts: Vec<u32>,
    /// Of the failures, how many got the right label.
    pub recall: RateView,
    /// Of everything that got this label, how much has this truth.
    pub precision: RateView,
    /// Of the failures, how many need a person.
    pub open: RateView,
}

impl Lines {
    /// The columns of episodes with the class of each failure; a failure without one counts as one for a person.
    #[must_use]
    pub fn of<'a>(episodes: impl IntoIterator<Item = (&'a Recording, Option<&'a ErrorView>)>) -> Self {
        let mut lines = Self::default();
        for (recording, error) in episodes {
            let outcome = recording.episode.outcome.clone().unwrap_or_default();
            lines.classes.push(digit(outcome.success() == Some(true), error));
            lines.progress.extend(outcome.task_progress.map(|share| rounded(share * 100.0)));
            lines.steps.push(whole(outcome.num_steps));
            lines.rounds.push(whole(outcome.planner_steps));
            lines.invalid.push(whole(outcome.num_invalid_actions));
            lines.unreadable.push(whole(outcome.planner_output_error));
            lines.empty.push(whole(outcome.empty_plan));
        }
        for column in [&mut lines.invalid, &mut lines.unreadable, &mut lines.empty] {
            if column.iter().all(|value| *value == 0) {
                column.clear();
            }
        }
        lines
    }

    /// Whether every column is as long as there are tasks.
    fn fits(&self, tasks: usize) -> bool {
        let optional = [self.invalid.len(), self.unreadable.len(), self.empty.len(), self.progress.len()];
        self.classes.len() == tasks
            && self.classes.bytes().all(|digit| (b'0'..=b'8').contains(&digit))
            && self.steps.len() == tasks
            && self.rounds.len() == tasks
            && optional.iter().all(|length| *length == 0 || *length == tasks)
    }

    fn outcome(&self, place: usize) -> Outcome {
        let of = |column: &[u32]| Some(f64::from(column.get(place).copied().unwrap_or(0)));
        Outcome {
            task_success: Some(if self.class(place) == 0 { 1.0 } else { 0.0 }),
            task_progress: self.progress.get(place).map(|percent| percent / 100.0),
            num_steps: of(&self.steps),
            planner_steps: of(&self.rounds),
            planner_output_error: of(&self.unreadable),
            num_invalid_actions: of(&self.invalid),
            empty_plan: of(&self.empty),
            ..Outcome::default()
        }
    }

    fn class(&self, place: usize) -> usize {
        self.classes.as_bytes().get(place).map_or(0, |digit| usize::from(digit.wrapping_sub(b'0')))
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts of an episode are small")]
fn whole(count: Option<f64>) -> u32 {
    count.unwrap_or(0.0) as u32
}

fn digit(solved: bool, error: Option<&ErrorView>) -> char {
    if solved {
        return '0';
    }
    let known = error.and_then(|error| Class::ALL.iter().position(|class| class.id() == error.class));
    let place = known.unwrap_or(Class::ALL.len());
    u8::try_from(place + 1).map_or('8', |place| char::from(b'0' + place))
}

/// Group and class of a digit; `None` for a success.
fn class_of(digit: usize) -> Option<(&'static str, &'static str)> {
    let place = digit.checked_sub(1)?;
    Some(Class::ALL.get(place).map_or((OPEN, NEEDS_A_PERSON), |class| (class.group(), class.id())))
}

impl Index {
    pub(super) fn check(&self) -> Result<(), PackError> {
        for set in &self.sets {
            let known = Environment::from_name(&set.environment).is_some() && Subset::from_name(&set.subset).is_some();
            if !known || set.numbers.len() != set.instructions.len() {
                return Err(PackError::new(format!("{}/{} is no set of tasks", set.environment, set.subset)));
            }
        }
        for part in &self.parts {
            let set = self.set(&part.environment, &part.subset);
            let fits = set.is_some_and(|set| part.lines.fits(set.numbers.len()));
            if !fits || self.agent(&part.agent).is_none() {
                return Err(PackError::new(format!("{} does not go with its tasks", part.file)));
            }
        }
        Ok(())
    }

    /// An agent.
    #[must_use]
    pub fn agent(&self, id: &str) -> Option<&AgentNote> {
        self.agents.iter().find(|agent| agent.id == id)
    }

    /// The tasks of a subset; `file` names their scenes.
    #[must_use]
    pub fn set(&self, environment: &str, subset: &str) -> Option<&TaskSet> {
        self.sets.iter().find(|set| set.environment == environment && set.subset == subset)
    }

    /// The part of a run (`alfred.oracle`) in a subset; `file` names its episodes.
    #[must_use]
    pub fn part(&self, run: &str, subset: &str) -> Option<&PartLines> {
        self.parts.iter().find(|part| part.subset == subset && run_id(&part.environment, &part.agent) == run)
    }

    /// A line for a set of tasks, with its file.
    #[must_use]
    pub fn set_line(environment: Environment, subset: Subset, version: &str, tasks: Vec<(u32, String)>) -> TaskSet {
        let (numbers, instructions) = tasks.into_iter().unzip();
        TaskSet {
            environment: environment.id().to_owned(),
            subset: subset.id().to_owned(),
            file: scenes_name(environment.id(), subset.id()),
            version: version.to_owned(),
            numbers,
            instructions,
        }
    }

    /// A line for a part, with its file.
    #[must_use]
    pub fn part_line(environment: Environment, subset: Subset, agent: &str, lines: Lines) -> PartLines {
        PartLines {
            environment: environment.id().to_owned(),
            subset: subset.id().to_owned(),
            agent: agent.to_owned(),
            file: part_name(environment.id(), subset.id(), agent),
            lines,
        }
    }

    /// Everything as the view that imported runs have: the same lists, facets and matrices work on it. Errors have their class
    /// here; why and the evidence are in the parts.
    #[must_use]
    pub fn report(&self) -> ImportReport {
        let runs: Vec<ImportedRun> = Environment::ALL
            .into_iter()
            .flat_map(|environment| self.agents.iter().filter_map(move |agent| self.run(environment, agent)))
            .collect();
        let episodes: usize = runs.iter().map(|run| run.episodes.len()).sum();
        ImportReport {
            schema: RESULTS_SCHEMA,
            tool: self.tool.clone(),
            summary: format!("{} runs with {episodes} episodes of the Stepguard simulators.", runs.len()),
            runs,
            problems: Vec::new(),
            notes: Vec::new(),
            ignored: Vec::new(),
            files: u32::try_from(self.parts.len()).unwrap_or(u32::MAX),
            pictures: 0,
        }
    }

    fn run(&self, environment: Environment, agent: &AgentNote) -> Option<ImportedRun> {
        let of = |part: &&PartLines| part.environment == environment.id() && part.agent == agent.id;
        let mut parts: Vec<&PartLines> = self.parts.iter().filter(of).collect();
        parts.sort_by_key(|part| Subset::from_name(&part.subset));
        if parts.is_empty() {
            return None;
        }
        let id = run_id(environment.id(), &agent.id);
        let mut lines = Vec::new();
        let mut subsets = Vec::new();
        for part in parts {
            let set = self.set(environment.id(), &part.subset)?;
            let numbered = || set.numbers.iter().copied().zip(&set.instructions).enumerate();
            subsets.push(SubsetRun {
                id: part.subset.clone(),
                folder: part.subset.clone(),
                subset: Subset::from_name(&part.subset),
                episodes: numbered()
                    .map(|(place, (number, _))| Episode {
                        number: u64::from(number),
                        outcome: Some(part.lines.outcome(place)),
                        ..Episode::default()
                    })
                    .collect(),
                summaries: Vec::new(),
            });
            lines.extend(numbered().map(|(place, (number, instruction))| {
                let outcome = part.lines.outcome(place);
                EpisodeLine {
                    id: format!("{id}/{}/{number}", part.subset),
                    subset: part.subset.clone(),
                    number: u64::from(number),
                    instruction: Some(instruction.clone()),
                    success: outcome.success(),
                    progress: part.lines.progress.get(place).copied(),
                    steps: outcome.num_steps,
                    planner_calls: outcome.planner_steps,
                    invalid_actions: outcome.num_invalid_actions,
                    rounds: part.lines.rounds.get(place).copied().unwrap_or(0),
                    pictures: 0,
                    error: class_of(part.lines.class(place)).map(|(group, class)| ErrorView {
                        group: group.to_owned(),
                        class: class.to_owned(),
                        rule: class.to_owned(),
                        why: String::new(),
                        evidence: Vec::new(),
                        also: Vec::new(),
                    }),
                }
            }));
        }
        let run = Run {
            id,
            folder: String::new(),
            environment,
            model: Some(agent.name.clone()),
            experiment: Some(agent.note.clone()),
            config: Vec::new(),
            subsets,
        };
        let mut made = run_of(&run, lines);
        let entry = |key: &str, value: &str| ConfigEntry { key: key.to_owned(), value: value.to_owned() };
        made.config = vec![entry("agent", &agent.id), entry("note", &agent.note)];
        made.config.extend(agent.truth.as_deref().map(|truth| entry("truth", truth)));
        Some(made)
    }

    /// Computed classes against the known truth: one environment, or all of them together.
    #[must_use]
    pub fn confusion(&self, environment: Option<Environment>) -> Confusion {
        let labels: Vec<&str> = Class::ALL.iter().map(|class| class.id()).chain([NEEDS_A_PERSON]).collect();
        let mut rows: Vec<(&str, Vec<String>, u32, Vec<u32>)> = Vec::new();
        for label in &labels {
            let mut row = (*label, Vec::new(), 0, vec![0; labels.len()]);
            for agent in self.agents.iter().filter(|agent| agent.truth.as_deref() == Some(label)) {
                let here = |part: &&PartLines| {
                    part.agent == agent.id && environment.is_none_or(|environment| part.environment == environment.id())
                };
                let mut any = false;
                for part in self.parts.iter().filter(here) {
                    any = true;
                    for place in 0..part.lines.classes.len() {
                        row.2 += 1;
                        let class = part.lines.class(place).checked_sub(1);
                        if let Some(count) = class.and_then(|class| row.3.get_mut(class)) {
                            *count += 1;
                        }
                    }
                }
                if any {
                    row.1.push(agent.id.clone());
                }
            }
            if row.2 > 0 {
                rows.push(row);
            }
        }
        let column = |place: usize| rows.iter().filter_map(|row| row.3.get(place)).map(|n| u64::from(*n)).sum::<u64>();
        Confusion {
            environment: environment.map(|environment| environment.id().to_owned()),
            rows: rows
                .iter()
                .map(|(truth, agents, episodes, counts)| {
                    let own = labels.iter().position(|label| label == truth).unwrap_or(0);
                    let failed: u32 = counts.iter().sum();
                    let count = |place: usize| counts.get(place).map_or(0, |n| u64::from(*n));
                    ConfusionRow {
                        truth: (*truth).to_owned(),
                        agents: agents.clone(),
                        episodes: *episodes,
                        failed,
                        counts: counts.clone(),
                        recall: rate("recall", count(own), u64::from(failed)),
                        precision: rate("precision", count(own), column(own)),
                        open: rate(NEEDS_A_PERSON, count(labels.len() - 1), u64::from(failed)),
                    }
                })
                .collect(),
            labels: labels.into_iter().map(str::to_owned).collect(),
        }
    }
}
