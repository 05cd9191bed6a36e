//! Run folders as they come: one fixture for each trap, made-up runs written and read back, and any bytes at all.

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use stepguard_report::results::{ImportReport, SummaryAgreement};
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::import::{Importer, import};
use stepguard_results::record::{
    Answer, Attempt, Episode, Import, Kind, Outcome, Planned, Round, Run, Step, SubsetRun, Summary,
};
use stepguard_results::{imported, search, write};

/// All files below a folder, with names relative to it.
fn list(folder: &Path) -> Vec<(String, u64)> {
    let mut out = Vec::new();
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).expect("the folder is there") {
            let entry = entry.expect("it can be listed");
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below").to_string_lossy().into_owned();
                out.push((name, entry.metadata().expect("it has a size").len()));
            }
        }
    }
    out
}

fn folder(folder: &Path) -> Import {
    import(list(folder), |name| std::fs::read(folder.join(name)).map_err(|error| error.to_string()))
}

fn fixture(name: &str) -> Import {
    folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name))
}

fn report(import: &Import) -> ImportReport {
    imported::report(import, "test")
}

fn only(import: &Import) -> &Run {
    assert_eq!(import.runs.len(), 1, "{:?}", import.runs);
    &import.runs[0]
}

fn clean(import: &Import) {
    assert!(import.problems.is_empty(), "{:?}", import.problems);
    assert!(import.notes.is_empty(), "{:?}", import.notes);
    assert!(import.ignored.is_empty(), "{:?}", import.ignored);
}

fn messages(import: &Import) -> Vec<(String, Option<u32>, String)> {
    let file = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    import.problems.iter().map(|p| (file(&p.file), p.line, p.message.clone())).collect()
}

#[test]
fn literal_nan() {
    let import = fixture("nan");
    clean(&import);
    let subset = &only(&import).subsets[0];
    let outcome = subset.episodes[0].outcome.as_ref().expect("a result");
    assert_eq!((outcome.reward, outcome.num_invalid_action_ratio), (None, None));
    assert_eq!(outcome.not_finite, ["num_invalid_action_ratio", "reward"]);
    // NaN in the summary is what a mean with a NaN gives; everything else agrees.
    let report = report(&import);
    let summary = &report.runs[0].subsets[0].summary;
    assert_eq!(summary.len(), 4);
    assert!(summary.iter().all(|check| check.agreement == SummaryAgreement::Agrees), "{summary:?}");
    assert!(summary[1].why.contains("1 of 2 results have NaN"), "{}", summary[1].why);
}

#[test]
fn blank_lines() {
    let import = fixture("blank-lines");
    clean(&import);
    let episode = &only(&import).subsets[0].episodes[0];
    assert_eq!(episode.attempts.len(), 1);
    assert_eq!(episode.attempts[0].rounds.len(), 1, "a blank line parts rounds in navigation only");
    let lines: Vec<Option<u32>> = episode.attempts[0].steps().map(|(_, step)| step.line).collect();
    assert_eq!(lines, [Some(3), Some(6)]);
    assert_eq!(episode.instruction.as_deref(), Some("Water the fern."));
}

#[test]
fn attempts_appended_to_one_file() {
    let import = fixture("attempts");
    assert!(import.problems.is_empty(), "{:?}", import.problems);
    assert_eq!(import.notes.len(), 1);
    assert!(import.notes[0].message.starts_with("2 attempts in one file"), "{}", import.notes[0].message);
    let run = only(&import);
    assert_eq!((run.environment, run.subsets[0].subset), (Environment::Navigation, Some(Subset::Long)));
    let episode = &run.subsets[0].episodes[0];
    let rounds: Vec<usize> = episode.attempts.iter().map(|attempt| attempt.rounds.len()).collect();
    assert_eq!(rounds, [1, 2]);
    let last = &episode.attempts[1].rounds;
    assert_eq!((last[0].answer.is_some(), last[0].raw.as_str()), (false, "no JSON at all, only words"));
    assert_eq!((last[1].steps.len(), last[1].steps[1].distance), (2, Some(0.9)));
    let answer = last[1].answer.as_ref().expect("an object is an answer");
    assert_eq!((answer.sees.as_deref(), answer.actions.len()), (Some("a bell far off"), 2));
    let summary = &report(&import).runs[0].subsets[0].summary;
    assert!(summary.iter().all(|check| check.agreement == SummaryAgreement::Agrees), "{summary:?}");
}

#[test]
fn planner_text_is_values_one_after_the_other() {
    let import = fixture("planner-text");
    assert_eq!(import.problems.len(), 1, "{:?}", import.problems);
    assert_eq!(import.problems[0].line, Some(9));
    let run = only(&import);
    assert_eq!((run.model.as_deref(), run.experiment.as_deref()), (Some("tin-vlm"), Some("trial")));
    let rounds = &run.subsets[0].episodes[0].attempts[0].rounds;
    let read: Vec<(bool, usize)> = rounds.iter().map(|round| (round.answer.is_some(), round.steps.len())).collect();
    assert_eq!(read, [(true, 2), (true, 1), (false, 0), (true, 1)]);
    assert!(
        rounds[2].raw.starts_with("{\"visual_state_description\": \"this one") && rounds[2].raw.ends_with("never ends")
    );
    let first = rounds[0].answer.as_ref().expect("read");
    assert_eq!(first.sees.as_deref(), Some("a green star at [40, 55, 18],\nand a box"));
    assert_eq!(first.actions[1].pose, [40, 55, 18, 0, 60, 0, 0]);
    let step = &rounds[1].steps[0];
    assert_eq!((step.name.as_str(), step.ran, step.reward), ("[60, 20, 30, 0, 60, 0, 0]", Some(false), Some(-1.0)));
    let summary = &report(&import).runs[0].subsets[0].summary;
    let differ = summary.iter().filter(|check| check.agreement == SummaryAgreement::Differs).count();
    assert_eq!(differ, 0, "{summary:?}");
}

#[test]
fn configurations_as_repr_writes_them() {
    let import = fixture("config-repr");
    assert!(import.problems.is_empty(), "{:?}", import.problems);
    let run = only(&import);
    assert_eq!((run.model.as_deref(), run.experiment.as_deref()), (Some("makers/tin-vlm"), Some("trial")));
    let get = |key: &str| run.config.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str());
    assert_eq!(get("note"), Some("it's a trial"));
    assert_eq!(get("eval_sets"), Some("[\"base\", \"long_horizon\"]"));
    assert_eq!(
        (get("seed"), get("language_only"), get("env")),
        (Some("null"), Some("false"), Some("<Env object at 0x1f>"))
    );
    // What another subset's copy says differently.
    assert_eq!(import.notes.len(), 1);
    assert_eq!(import.notes[0].message, "n_shots is 5 here and 10 elsewhere in the run");
}

#[test]
fn subsets_by_any_name() {
    let import = fixture("subset-names");
    assert!(import.problems.is_empty(), "{:?}", import.problems);
    let ids = |run: &Run| run.subsets.iter().map(|subset| subset.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&import.runs[0]), ["base", "common", "complex", "spatial", "visual", "long", "breakfast"]);
    assert_eq!(ids(&import.runs[1]), ["spatial", "spatial-relationship"]);
    assert_eq!(import.notes.len(), 1, "{:?}", import.notes);
    let report = report(&import);
    assert_eq!(report.runs[0].subsets[3].tasks, Some(50));
    assert_eq!(report.runs[0].subsets[6].tasks, None);
    assert_eq!((report.runs[0].means.subsets, report.runs[0].means.over_episodes.k), (7, 6));
}

#[test]
fn a_summary_that_averaged_itself() {
    let import = fixture("self-averaged");
    clean(&import);
    let report = report(&import);
    let subset = &report.runs[0].subsets[0];
    assert_eq!((subset.episodes, subset.success.k), (5, 3), "the summary is no episode");
    assert!(subset.summary.iter().all(|check| check.agreement == SummaryAgreement::AveragedItself), "{subset:?}");
    assert!(subset.summary[1].why.contains("an earlier summary of 3"), "{}", subset.summary[1].why);
}

#[test]
fn lines_without_a_step_and_ratios_above_one() {
    let import = fixture("sentinels");
    clean(&import);
    let episode = &only(&import).subsets[0].episodes[0];
    let kinds: Vec<Kind> = episode.attempts[0].steps().map(|(_, step)| step.kind).collect();
    assert_eq!(kinds, [Kind::UnreadablePlan, Kind::Step, Kind::EmptyPlan]);
    assert_eq!(episode.attempts[0].rounds.len(), 3);
    assert_eq!(episode.outcome.as_ref().and_then(|outcome| outcome.num_invalid_action_ratio), Some(3.0));
    let report = report(&import);
    let error = report.runs[0].episodes[0].error.as_ref().expect("it failed");
    assert_eq!((error.class.as_str(), error.evidence[0].text.as_str()), ("wrong-termination", "The fern is wet."));
    let view = imported::episode(&import, "alfred.tin-vlm-trial/base/1", "test").expect("it is there");
    let places: Vec<Option<u32>> =
        view.attempts[0].rounds.iter().flat_map(|round| &round.steps).map(|step| step.place).collect();
    assert_eq!(places, [None, Some(1), None]);
}

#[test]
fn several_types_for_one_key() {
    let import = fixture("types");
    let run = only(&import);
    let episodes = &run.subsets[0].episodes;
    let outcome = episodes[0].outcome.as_ref().expect("a result");
    assert_eq!(outcome.success(), Some(true));
    assert_eq!((outcome.rewards.as_slice(), outcome.reward), ([0.25].as_slice(), None));
    assert_eq!((outcome.task_progress, outcome.planner_steps), (Some(1.0), Some(2.0)));
    assert_eq!((outcome.episode_elapsed_seconds, outcome.empty_plan), (Some(4.0), Some(0.0)));
    assert_eq!(episodes[1].outcome.as_ref().and_then(|outcome| outcome.reward), Some(0.25));
    let steps: Vec<&Step> = episodes[0].attempts[0].steps().map(|(_, step)| step).collect();
    assert_eq!((steps[0].ran, steps[0].seconds, steps[0].solved), (Some(false), Some(2.5), Some(false)));
    assert_eq!((steps[1].ran, steps[1].seconds, steps[1].solved), (Some(true), Some(4.0), Some(true)));
    assert_eq!(steps[1].action, Some(32));
    assert!(episodes[0].attempts[0].rounds[0].answer.is_some(), "reasoning may be an object");
    let said: Vec<String> = messages(&import).into_iter().map(|(_, _, message)| message).collect();
    assert_eq!(
        said,
        [
            "it does not say whether the task was solved (task_success)",
            "planner_steps should be a number and is {\"n\": 2}",
            "task_success should be a number and is maybe",
        ]
    );
}

#[test]
fn what_cannot_be_read_is_listed() {
    let import = fixture("broken");
    let wanted = [
        ("config.txt", Some(1), "not readable as a dictionary (this word is no value); it is kept as text"),
        ("episode_1_step_3.json", Some(2), "not readable: a colon should be here"),
        ("episode_1_step_3.json", Some(3), "a record should be an object and is another value"),
        ("episode_1_step_3.json", Some(4), "a record without an action"),
        ("episode_1_final_res.json", Some(1), "not readable: the text ends inside of an object"),
        ("episode_2_final_res.json", None, "the file is empty"),
        (
            "episode_3_final_res.json",
            Some(2),
            "a byte here is no UTF-8; such bytes are shown as replacement characters",
        ),
        ("summary.json", None, "the file should hold one object and holds another value"),
    ];
    let found = messages(&import);
    let wanted = wanted.map(|(file, line, message)| (file.to_owned(), line, message.to_owned()));
    assert_eq!(found, wanted);
    let ignored: Vec<&str> = import.ignored.iter().map(|(file, _)| file.rsplit('/').next().unwrap_or(file)).collect();
    assert_eq!(ignored, [".DS_Store", "notes.md"]);
    // What is left counts: two steps of the first episode, one result.
    let report = report(&import);
    let subset = &report.runs[0].subsets[0];
    assert_eq!((subset.episodes, subset.unfinished), (1, 2));
    assert_eq!(only(&import).subsets[0].episodes[0].attempts[0].steps().count(), 2);
    assert_eq!(report.files, 8);
    assert_eq!(only(&import).subsets[0].episodes[2].instruction.as_deref(), Some("caf\u{fffd}"));
}

#[test]
fn pictures_are_indexed_and_never_read() {
    let names = [
        "eb_nav/m_x/base/episode_1_step_0_20250102_030405_front.png",
        "eb_nav/m_x/base/episode_1_step_2_20250102_030406_front_bb.png",
        "eb_nav/m_x/base/episode_1_step_2_20250102_030406_top.png",
        "eb_manipulation/m/x/base/images/episode_1/episode_1_step_0_front_rgb.png",
        "eb_manipulation/m/x/base/images/episode_1/episode_1_step_1_front_rgb_annotated.png",
        "eb_manipulation/m/x/base/images/episode_1/episode_1_step_1_wrist_rgb.png",
        "eb_habitat/m_x/base/images/episode_1/episode_1_step_3_head_rgb.png",
        "eb_habitat/m_x/base/images/episode_1/episode_1_step_3_third_rgb.png",
        "eb_habitat/m_x/base/video/episode_1.mp4",
        "eb_habitat/m_x/base/video/holiday.mp4",
        "eb_habitat/m_x/base/results/episode_1_final_res.json",
        "eb_habitat/m_x/base/results/episode_2_final_res.json",
    ];
    let import = import(names.map(|name| (name.to_owned(), 7)), |name| {
        assert!(name.ends_with(".json"), "{name} was read");
        Ok(b"{\"task_success\": 1.0}".to_vec())
    });
    assert_eq!((import.files, import.pictures, import.runs.len()), (12, 9, 3));
    assert_eq!(import.ignored.len(), 1);
    let pictures: Vec<(Option<u64>, &str, bool)> = import
        .runs
        .iter()
        .flat_map(|run| &run.subsets[0].episodes[0].pictures)
        .map(|picture| (picture.step, picture.view.as_str(), picture.marked))
        .collect();
    assert_eq!(
        pictures,
        [
            (Some(3), "head", false),
            (Some(3), "third", false),
            (None, "", false),
            (Some(0), "front", false),
            (Some(2), "front", true),
            (Some(2), "top", false),
            (Some(0), "front", false),
            (Some(1), "front", true),
            (Some(1), "wrist", false),
        ]
    );
    // Missing pictures are normal.
    assert!(import.runs[0].subsets[0].episodes[1].pictures.is_empty());
    assert!(import.problems.is_empty() && import.notes.is_empty(), "{:?} {:?}", import.problems, import.notes);
}

#[test]
fn the_order_of_files_does_not_matter() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/broken");
    let mut files = list(&root);
    let read = |name: &str| std::fs::read(root.join(name)).map_err(|error| error.to_string());
    files.sort();
    let sorted = import(files.clone(), read);
    files.reverse();
    assert_eq!(import(files.clone(), read), sorted);
    // Nor does the order in which bytes arrive.
    let mut importer = Importer::new(files);
    for index in importer.wanted().to_vec().into_iter().rev() {
        let bytes = read(importer.path(index)).expect("it can be read");
        importer.give(index, &bytes);
    }
    assert_eq!(importer.finish(), sorted);
}

#[test]
fn files_that_cannot_be_had_are_problems() {
    let files =
        [("eb_nav/m_x/base/episode_1.json".to_owned(), 3), ("eb_nav/m_x/base/episode_2.json".to_owned(), u64::MAX)];
    let import = import(files, |_| Err("it is gone".to_owned()));
    let said: Vec<&str> = import.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(said[0], "the file cannot be read: it is gone");
    assert!(said[1].ends_with("bytes are more than is read of one file"), "{}", said[1]);
    assert_eq!(only(&import).subsets[0].episodes.len(), 2, "both are there, without steps");
}

#[test]
fn reasoning_is_searched() {
    let import = fixture("sentinels");
    let found = search::search(&import, "FERN IS", 10);
    assert_eq!(found.hits.len(), 1);
    let hit = &found.hits[0];
    assert_eq!((hit.episode.as_str(), hit.round, hit.part.as_str()), ("alfred.tin-vlm-trial/base/1", 3, "reasoning"));
    assert_eq!((hit.before.as_str(), hit.hit.as_str(), hit.after.as_str()), ("The ", "fern is", " wet."));
    assert!(search::search(&import, "executable_plan", 10).hits.iter().all(|hit| hit.part == "raw"));
    assert!(search::search(&import, " ", 10).hits.is_empty());
    assert!(search::search(&fixture("planner-text"), "e", 1).more);
}

#[test]
fn the_examples_are_read_completely() {
    let Some(data) = std::env::var_os("STEPGUARD_DATA") else {
        println!("skipped: STEPGUARD_DATA is not set");
        return;
    };
    let import = folder(&Path::new(&data).join("eb-run-example"));
    assert!(import.problems.is_empty(), "{:?}", import.problems);
    assert!(import.ignored.is_empty(), "{:?}", import.ignored);
    assert_eq!(import.files, 12);
    let ids: Vec<&str> = import.runs.iter().map(|run| run.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "alfred.demo-vlm-baseline",
            "habitat.demo-vlm-baseline",
            "navigation.demo-vlm-navigation-baseline",
            "manipulation.demo-vlm-baseline"
        ]
    );
    let report = report(&import);
    for run in &report.runs {
        for check in run.subsets.iter().flat_map(|subset| &subset.summary) {
            assert!(check.agreement == SummaryAgreement::Agrees || check.key == "save_path", "{check:?}");
        }
    }
    let classes: Vec<Option<&str>> = report
        .runs
        .iter()
        .flat_map(|run| &run.episodes)
        .map(|episode| episode.error.as_ref().map(|error| error.class.as_str()))
        .collect();
    assert_eq!(
        classes,
        [Some("wrong-termination"), Some("wrong-termination"), Some("needs-a-person"), None, Some("needs-a-person")],
        "{:?}",
        report.runs.iter().flat_map(|run| &run.episodes).map(|episode| &episode.error).collect::<Vec<_>>()
    );
    let steps: Vec<usize> = import
        .runs
        .iter()
        .flat_map(|run| &run.subsets[0].episodes)
        .map(|episode| episode.attempts.last().map_or(0, |attempt| attempt.steps().count()))
        .collect();
    assert_eq!(steps, [4, 0, 2, 3, 3]);
}

#[test]
fn twelve_hundred_episodes_are_no_matter() {
    let plan = "{\"visual_state_description\": \"a long look at a room\", \"executable_plan\": [{\"action_id\": 5, \"action_name\": \"find a Fern\"}]}";
    let reasoning = plan.replace('"', "\\\"");
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut pictures: Vec<(String, u64)> = Vec::new();
    for subset in Subset::ALL {
        for number in 1..=200 {
            let folder = format!("running/eb_alfred/m_x/{}", write::subset_folder(subset));
            let lines: String = (1..=20)
                .map(|step| format!("{{\"env_step\": {step}, \"action_id\": 5, \"action_description\": \"find a Fern\", \"env_feedback\": \"Done.\", \"last_action_success\": 1.0, \"task_success\": 0.0, \"reasoning\": \"{reasoning}\"}}\n"))
                .collect();
            files.push((format!("{folder}/episode_{number}_step_20.json"), lines.into_bytes()));
            files.push((
                format!("{folder}/results/episode_{number}_final_res.json"),
                b"{\"task_success\": 0.0, \"num_steps\": 20}".to_vec(),
            ));
            pictures.extend(
                (0..=20).map(|step| {
                    (format!("{folder}/images/episode_{number}/episode_{number}_step_{step}.png"), 200_000)
                }),
            );
        }
    }
    let names = files.iter().map(|(name, bytes)| (name.clone(), bytes.len() as u64)).chain(pictures);
    let by_name: std::collections::BTreeMap<&str, &Vec<u8>> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes)).collect();
    let import = import(names, |name| Ok(by_name.get(name).expect("only these are read").to_vec()));
    let report = report(&import);
    assert_eq!((report.runs[0].episodes.len(), import.pictures), (1200, 25_200));
    assert!(report.problems.is_empty());
    assert_eq!(report.runs[0].means.over_episodes.n, 1200);
}

// Runs of our own, written and read back.

fn answer_text(sees: &str, plan: &str, actions: &[(i32, String)]) -> String {
    let quote = |text: &str| serde_json::to_string(text).expect("text is JSON");
    let actions: Vec<String> =
        actions.iter().map(|(id, name)| format!("{{\"action_id\": {id}, \"action_name\": {}}}", quote(name))).collect();
    format!(
        "{{\"visual_state_description\": {}, \"language_plan\": {}, \"executable_plan\": [{}]}}",
        quote(sees),
        quote(plan),
        actions.join(", ")
    )
}

fn pose_text(sees: &str, poses: &[[i64; 7]]) -> String {
    let quote = |text: &str| serde_json::to_string(text).expect("text is JSON");
    format!("{{\"visual_state_description\": {}, \"executable_plan\": {poses:?}}}", quote(sees))
}

/// Text that a record may hold, also line breaks and quotes.
fn words() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z '\"\\\\\n{}\u{e9}]{1,16}", "[a-z]{1,8} [a-z]{1,8}"]
}

fn share() -> impl Strategy<Value = f64> {
    (0_u32..=8).prop_map(|eighths| f64::from(eighths) / 8.0)
}

/// One attempt: rounds with different answers, steps numbered from 1.
fn attempt(environment: Environment) -> impl Strategy<Value = Attempt> {
    let step = (proptest::option::of(any::<bool>()), proptest::option::of(words()), proptest::option::of(share()));
    let round = (words(), proptest::collection::vec((0_i32..200, "[a-z]{1,6}", step), 1..4), 0_u8..8);
    proptest::collection::vec(round, 1..4).prop_map(move |rounds| {
        let mut number = 0;
        let rounds = rounds.into_iter().enumerate().map(|(index, (sees, steps, sentinel))| {
            // A number in front makes each answer another one.
            let sees = format!("{index} {sees}");
            let actions: Vec<(i32, String)> = steps.iter().map(|(id, name, _)| (*id, name.clone())).collect();
            let planned =
                |(id, name): &(i32, String)| Planned { id: Some(i64::from(*id)), name: name.clone(), pose: Vec::new() };
            match sentinel {
                0 => Round {
                    raw: format!("{{\"broken {index}"),
                    answer: None,
                    steps: vec![Step {
                        kind: Kind::UnreadablePlan,
                        action: Some(-1),
                        name: "invalid action".to_owned(),
                        ran: Some(false),
                        ..Step::default()
                    }],
                },
                1 => {
                    let raw = answer_text(&sees, "", &[]);
                    Round {
                        answer: Some(Answer { sees: Some(sees), plan: Some(String::new()), ..Answer::default() }),
                        raw,
                        steps: vec![Step {
                            kind: Kind::EmptyPlan,
                            action: Some(-2),
                            name: "empty plan".to_owned(),
                            ran: Some(false),
                            ..Step::default()
                        }],
                    }
                }
                _ => {
                    let raw = answer_text(&sees, "go", &actions);
                    let count = steps.len();
                    let steps = steps.into_iter().enumerate().map(|(index, (id, name, (ran, feedback, share)))| {
                        number += 1;
                        Step {
                            kind: Kind::Step,
                            number: Some(number),
                            action: Some(i64::from(id)),
                            name,
                            feedback,
                            // Only the last action of a round can be refused.
                            ran: if index + 1 < count { Some(true) } else { ran },
                            solved: share.map(|share| share >= 1.0),
                            progress: share.filter(|_| environment != Environment::Navigation),
                            distance: share.filter(|_| environment == Environment::Navigation),
                            reward: share,
                            subgoal_reward: share.filter(|_| environment == Environment::Habitat),
                            seconds: share,
                            line: None,
                        }
                    });
                    let steps = steps.collect();
                    Round {
                        answer: Some(Answer {
                            sees: Some(sees),
                            plan: Some("go".to_owned()),
                            actions: actions.iter().map(planned).collect(),
                            reasoning: None,
                        }),
                        raw,
                        steps,
                    }
                }
            }
        });
        Attempt { rounds: rounds.collect() }
    })
}

/// One attempt at manipulation: poses, and steps that run through them.
fn manipulation() -> impl Strategy<Value = (Attempt, Outcome)> {
    let round = (words(), proptest::collection::vec((0_i64..100, 0_i64..2, proptest::option::of(any::<bool>())), 1..4));
    (proptest::collection::vec(round, 1..4), any::<bool>()).prop_map(|(rounds, solved)| {
        let mut outcome = Outcome { task_success: Some(f64::from(u8::from(solved))), ..Outcome::default() };
        let count: usize = rounds.iter().map(|(_, steps)| steps.len()).sum();
        let mut number = 0;
        let mut made = Vec::new();
        for (sees, steps) in rounds {
            let poses: Vec<[i64; 7]> = steps.iter().map(|(x, grip, _)| [*x, 50, 20, 0, 60, 0, *grip]).collect();
            let name = |pose: &[i64; 7]| format!("{pose:?}");
            let actions = poses.iter().map(|pose| Planned { id: None, name: name(pose), pose: pose.to_vec() });
            let answer = Answer { sees: Some(sees.clone()), actions: actions.collect(), ..Answer::default() };
            let mut ran = Vec::new();
            for ((_, _, success), pose) in steps.iter().zip(&poses) {
                number += 1;
                let reward = f64::from(u8::from(success.unwrap_or(false)));
                outcome.action_success.push(*success);
                outcome.rewards.push(reward);
                ran.push(Step {
                    number: Some(number),
                    name: name(pose),
                    ran: *success,
                    reward: Some(reward),
                    solved: Some(solved && number as usize == count),
                    ..Step::default()
                });
            }
            made.push(Round { raw: pose_text(&sees, &poses), answer: Some(answer), steps: ran });
        }
        (Attempt { rounds: made }, outcome)
    })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let numbers = proptest::collection::vec(proptest::option::of(share()), 9);
    (numbers, any::<bool>(), any::<bool>()).prop_map(|(numbers, solved, nan)| Outcome {
        task_success: Some(f64::from(u8::from(solved))),
        task_progress: numbers[0],
        subgoal_reward: numbers[1],
        planner_steps: numbers[2],
        planner_output_error: numbers[3],
        num_invalid_actions: numbers[4],
        num_invalid_action_ratio: numbers[5].map(|ratio| ratio * 3.0),
        empty_plan: numbers[6],
        episode_elapsed_seconds: numbers[7],
        reward: numbers[8].filter(|_| !nan),
        not_finite: if nan { vec!["reward".to_owned()] } else { Vec::new() },
        ..Outcome::default()
    })
}

fn episode(environment: Environment) -> BoxedStrategy<Episode> {
    let instruction = proptest::option::of(words());
    if environment == Environment::Manipulation {
        return (manipulation(), instruction)
            .prop_map(|((attempt, outcome), instruction)| Episode {
                outcome: Some(outcome),
                instruction,
                attempts: vec![attempt],
                ..Episode::default()
            })
            .boxed();
    }
    // Several attempts are told apart by their first step, and only navigation appends them.
    let most = if environment == Environment::Navigation { 3 } else { 2 };
    let attempts = proptest::collection::vec(attempt(environment), 1..most).prop_filter(
        "attempts begin with a step",
        |attempts| {
            attempts.iter().skip(1).all(|a| a.steps().next().is_some_and(|(_, step)| step.kind == Kind::Step))
                && attempts.iter().all(|a| a.steps().any(|(_, step)| step.kind == Kind::Step))
        },
    );
    (outcome(), instruction, attempts)
        .prop_map(|(outcome, instruction, attempts)| Episode {
            outcome: Some(outcome),
            instruction,
            attempts,
            ..Episode::default()
        })
        .boxed()
}

fn run() -> impl Strategy<Value = Run> {
    (0_usize..4, proptest::sample::subsequence(Subset::ALL.to_vec(), 1..3)).prop_flat_map(|(environment, subsets)| {
        let environment = Environment::ALL[environment];
        let count = subsets.len();
        let episodes = proptest::collection::vec(proptest::collection::vec(episode(environment), 1..3), count);
        (Just(subsets), episodes, words(), share()).prop_map(move |(subsets, episodes, note, mean)| {
            let folder = write::folder(environment, "tin-vlm", "trial");
            let subsets = subsets.into_iter().zip(episodes).map(|(subset, episodes)| SubsetRun {
                id: subset.id().to_owned(),
                folder: write::subset_folder(subset).to_owned(),
                subset: Some(subset),
                episodes: (1..).zip(episodes).map(|(number, episode)| Episode { number, ..episode }).collect(),
                summaries: vec![Summary {
                    file: format!("{folder}/{}/results/summary.json", write::subset_folder(subset)),
                    entries: vec![("task_success".to_owned(), Some(mean), false), ("reward".to_owned(), None, true)],
                }],
            });
            Run {
                id: format!("{}.tin-vlm-trial", environment.id()),
                environment,
                model: Some("tin-vlm".to_owned()),
                experiment: Some("trial".to_owned()),
                config: [("model_name", "tin-vlm"), ("exp_name", "trial"), ("note", note.as_str())]
                    .map(|(key, value)| (key.to_owned(), value.to_owned()))
                    .to_vec(),
                subsets: subsets.collect(),
                folder: folder.clone(),
            }
        })
    })
}

/// Without what only reading adds: lines, names of files, entries as text.
fn bare(mut run: Run) -> Run {
    for episode in run.subsets.iter_mut().flat_map(|subset| &mut subset.episodes) {
        episode.files.clear();
        if let Some(outcome) = &mut episode.outcome {
            outcome.entries.clear();
        }
        for step in episode.attempts.iter_mut().flat_map(|a| &mut a.rounds).flat_map(|round| &mut round.steps) {
            step.line = None;
        }
    }
    run
}

fn read_back(files: &[(String, String)]) -> Import {
    import(files.iter().map(|(name, text)| (name.clone(), text.len() as u64)), |name| {
        let found = files.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.clone().into_bytes()).ok_or_else(|| "no such file".to_owned())
    })
}

proptest! {
    #[test]
    fn a_run_reads_back_as_it_was_written(run in run()) {
        let import = read_back(&write::files(&run));
        prop_assert!(import.problems.is_empty(), "{:?}", import.problems);
        prop_assert_eq!(import.runs.len(), 1);
        prop_assert_eq!(bare(import.runs[0].clone()), run);
    }

    #[test]
    fn a_damaged_run_is_read_and_reported(run in run(), at in 0.0..1.0_f64, bytes in proptest::collection::vec(any::<u8>(), 0..6)) {
        let files = write::files(&run);
        let all = files.iter().map(|(name, text)| (name.clone(), text.len() as u64));
        let import = import(all, |name| {
            let mut text = files.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone().into_bytes()).unwrap_or_default();
            let cut = (at * text.len() as f64) as usize;
            text.splice(cut..(cut + 3).min(text.len()), bytes.iter().copied());
            Ok(text)
        });
        let report = report(&import);
        prop_assert_eq!(report.files as usize, files.len());
        for line in report.runs.iter().flat_map(|run| &run.episodes) {
            prop_assert!(imported::episode(&import, &line.id, "test").is_some());
        }
        prop_assert!(serde_json::to_string(&report).is_ok());
    }

    #[test]
    fn any_bytes_under_any_name(
        names in proptest::collection::vec("(running/)?(eb_(alfred|habitat|nav|manipulation)/)?([a-z_]{0,4}/){0,3}(results/|images/)?(config\\.txt|episode_[0-9]{1,20}(_step_[0-9])?(_final)?(_res)?\\.(json|png)|summary(_all)?\\.json|planner_output_episode_[0-9]\\.txt|[a-z.]{0,4})", 0..6),
        bytes in proptest::collection::vec(any::<u8>(), 0..120),
        text in "[\\[\\]{}:,\"'\n a-zA-Z0-9_.-]{0,120}",
    ) {
        let import = import(names.iter().map(|name| (name.clone(), 1)), |name| {
            Ok(if name.len() % 2 == 0 { bytes.clone() } else { text.clone().into_bytes() })
        });
        let report = report(&import);
        prop_assert_eq!(report.files as usize, names.len());
        let _ = imported::episodes_csv(&report);
        let _ = search::search(&import, "a", 5);
        prop_assert!(serde_json::to_string(&report).is_ok());
    }
}
