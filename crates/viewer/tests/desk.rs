//! The desk as the page uses it: published figures that all have a place, runs that come file by file, lists, comparisons, and
//! simulated episodes from a pack.

use std::collections::BTreeSet;

use stepguard_embodied::pack::{AgentNote, Index, Lines, SCHEMA, write_index};
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::published::Published;
use stepguard_viewer::desk::{Desk, Kind};
use stepguard_viewer::lists::Query;

/// The files of a small run: its episodes by number, solved or not.
fn files(model: &str, solved: &[(u32, bool)]) -> Vec<(String, String)> {
    let folder = format!("running/eb_alfred/{model}_x/base");
    let mut files = vec![
        (format!("{folder}/config.txt"), format!("{{'model_name': '{model}', 'exp_name': 'x'}}")),
        (format!("{folder}/images/episode_1/episode_1_step_0.png"), "never read".to_owned()),
    ];
    for (number, solved) in solved {
        let success = u8::from(*solved);
        let step = format!(
            "{{\"task_success\": {success}.0, \"instruction\": \"Fetch jar {number}.\", \"env_step\": 1, \"env_feedback\": \"ok\", \
             \"action_id\": 3, \"action_description\": \"find a Jar\", \"last_action_success\": 1.0, \"reasoning\": \
             \"{{'reasoning_and_reflection': 'the jar is on shelf {number}'}}\"}}\n"
        );
        files.push((format!("{folder}/episode_{number}_step_1.json"), step));
        let result = format!(
            "{{\"instruction\": \"Fetch jar {number}.\", \"task_success\": {success}, \"num_steps\": {number}, \"planner_steps\": 1}}"
        );
        files.push((format!("{folder}/results/episode_{number}_final_res.json"), result));
    }
    files
}

/// Imports files one by one, as the worker does; how many had to be read.
fn import(desk: &mut Desk, files: &[(String, String)]) -> usize {
    let sizes: Vec<f64> = files.iter().map(|(_, text)| f64::from(u32::try_from(text.len()).expect("short"))).collect();
    let wanted = desk.look(files.iter().map(|(name, _)| name.clone()).collect(), &sizes).expect("as many as names");
    for place in 0..wanted {
        let name = desk.wanted(place).expect("it is one of those");
        match files.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => desk.give(place, text.as_bytes()),
            None => desk.refuse(place, "it is not there"),
        }
    }
    wanted
}

#[test]
fn every_published_figure_stands_somewhere() {
    let desk = Desk::default();
    let report = desk.published("");
    let mut placed: BTreeSet<String> = BTreeSet::new();
    placed.extend(
        report
            .tables
            .iter()
            .flat_map(|table| &table.rows)
            .flat_map(|row| row.cells.iter().flatten())
            .map(|cell| cell.figure.clone()),
    );
    placed.extend(
        report
            .ablations
            .iter()
            .flat_map(|one| &one.series)
            .flat_map(|series| &series.points)
            .map(|point| point.figure.clone()),
    );
    for group in report.errors.iter().flat_map(|shares| &shares.groups) {
        placed.insert(group.figure.clone());
        placed.extend(group.parts.iter().map(|part| part.figure.clone()));
    }
    let all: BTreeSet<String> = Published::shipped().figures.iter().map(|figure| figure.id.clone()).collect();
    assert_eq!(all.len(), 1142);
    assert_eq!(all.difference(&placed).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn a_selection_of_figures_is_the_same_in_table_and_csv() {
    let desk = Desk::default();
    let query = "env=alfred&measure=success&family=open-weights";
    let report = desk.published(query);
    let cells = report.tables.iter().flat_map(|table| &table.rows).flat_map(|row| row.cells.iter().flatten()).count();
    assert_eq!(desk.published_csv(query).lines().count(), cells + 1);
    let compared = desk.compare_models("alfred", "success", &["gpt-4o".to_owned(), "claude-3.7-sonnet".to_owned()]);
    let mean =
        compared.expect("both are published").rows.into_iter().find(|row| row.subset == "mean").expect("it has a mean");
    assert_eq!(mean.values, [Some(56.3), Some(67.7)]);
    assert!(desk.compare_models("alfred", "success", &["gpt-4o".to_owned(), "nobody".to_owned()]).is_err());
}

#[test]
fn runs_come_file_by_file_and_keep_ids_of_their_own() {
    let mut desk = Desk::default();
    let first = files("one", &[(1, true), (2, false), (3, true)]);
    // The configuration, and two files of each episode; the picture is not read.
    assert_eq!(import(&mut desk, &first), 7);
    let told = desk.finish().expect("it has begun");
    assert_eq!((told.runs.as_slice(), told.episodes), (["alfred.one-x".to_owned()].as_slice(), 3));
    // The same folder again is another run; what was there stays as it is.
    import(&mut desk, &first);
    assert_eq!(desk.finish().expect("it has begun").runs, ["alfred.one-x-2"]);
    let report = desk.runs(Kind::Imported);
    assert_eq!((report.runs.len(), report.pictures, report.runs[0].episodes.len()), (2, 2, 0));
    assert_eq!(report.runs[0].means.over_subsets, Some(66.6667));
    let query = Query { count: 10, ..Query::default() };
    let shown = desk.episode(Kind::Imported, "alfred.one-x-2/base/2", &query).expect("it is there");
    assert_eq!(shown.show.expect("it was read").view.line.instruction.as_deref(), Some("Fetch jar 2."));
    assert_eq!((shown.place, shown.of), (Some(5), 6));
    assert_eq!(shown.previous.as_deref(), Some("alfred.one-x-2/base/1"));
    assert!(desk.episode(Kind::Imported, "alfred.other/base/2", &query).is_none());
    desk.close("alfred.one-x");
    desk.close("alfred.one-x-2");
    assert!(desk.runs(Kind::Imported).runs.is_empty());
    assert!(desk.finish().is_err(), "nothing is being imported");
}

#[test]
fn what_cannot_be_had_is_a_problem_of_its_file() {
    let mut desk = Desk::default();
    let names = vec!["eb_alfred/m_x/base/results/episode_1_final_res.json".to_owned()];
    assert_eq!(desk.look(names.clone(), &[10.0]), Ok(1));
    desk.refuse(0, "it is damaged");
    // The episode is known by its file's name and stays in the list, unfinished.
    assert_eq!(desk.finish().expect("it has begun").episodes, 1);
    let problems = desk.runs(Kind::Imported).problems;
    assert_eq!(
        (problems[0].file.as_str(), problems[0].message.as_str()),
        (names[0].as_str(), "the file cannot be read: it is damaged")
    );
    assert!(desk.look(names, &[]).is_err());
}

#[test]
fn lists_are_filtered_sorted_searched_and_cut() {
    let mut desk = Desk::default();
    import(&mut desk, &files("one", &[(1, true), (2, false), (3, true), (10, false)]));
    desk.finish().expect("it has begun");
    let query = Query { outcome: vec!["failed".to_owned()], count: 1, ..Query::default() };
    let found = desk.episodes(Kind::Imported, &query);
    assert_eq!((found.total, found.all, found.rows.len(), found.rows[0].number), (2, 4, 1, 2));
    let outcome = found.facets.iter().find(|facet| facet.facet == "outcome").expect("there is one");
    let counts: Vec<(&str, u32)> = outcome.values.iter().map(|value| (value.value.as_str(), value.count)).collect();
    assert_eq!(counts, [("success", 2), ("failed", 2)], "counts ignore the filter's own choice");
    let query = Query { sort: "steps".to_owned(), descending: true, from: 1, count: 2, ..Query::default() };
    let numbers: Vec<u64> = desk.episodes(Kind::Imported, &query).rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, [3, 2]);
    // What the planner said is found as well as the instruction.
    let query = Query { words: " SHELF 3 ".to_owned(), count: 9, ..Query::default() };
    let found = desk.episodes(Kind::Imported, &query);
    assert_eq!((found.total, found.rows[0].number), (1, 3));
    assert_eq!(found.rows[0].hit.as_ref().map(|hit| hit.hit.as_str()), Some("shelf 3"));
    let csv = desk.document(Kind::Imported, &query, "csv").expect("it is a form");
    assert_eq!(csv.lines().count(), 2);
    assert!(desk.document(Kind::Imported, &query, "odt").is_err());
}

#[test]
fn two_runs_are_compared_on_what_both_have() {
    let mut desk = Desk::default();
    let worse: Vec<(u32, bool)> = (1..=20).map(|number| (number, number <= 4)).collect();
    let better: Vec<(u32, bool)> = (3..=22).map(|number| (number, number <= 19)).collect();
    import(&mut desk, &[files("worse", &worse), files("better", &better)].concat());
    desk.finish().expect("it has begun");
    let found =
        desk.compare_runs(Kind::Imported, "alfred.worse-x", "alfred.better-x").expect("they are of one environment");
    let all = &found.rows[0];
    assert_eq!((all.n, all.both, all.first_only, all.second_only, all.neither), (18, 2, 0, 15, 1));
    // Two that only one run has on either side, and the first of the better run, of which there is only a picture.
    assert_eq!((all.words.as_str(), found.left_out, found.second_only.len()), ("the second run is better", 5, 15));
    assert!(all.p.expect("it was tested") < 0.001);
    // 15 of 18 tasks, in points.
    assert_eq!(all.difference, Some(83.3333));
    assert!(desk.compare_runs(Kind::Imported, "alfred.worse-x", "alfred.none").is_err());
}

#[test]
fn without_a_pack_the_simulated_runs_say_why_there_are_none() {
    let mut desk = Desk::default();
    desk.take_index(Err("index.pack could not be loaded"));
    let report = desk.runs(Kind::Simulator);
    assert_eq!((report.runs.len(), report.problems[0].message.as_str()), (0, "index.pack could not be loaded"));
    desk.take_index(Ok(b"no pack".as_slice()));
    assert!(desk.runs(Kind::Simulator).problems[0].message.contains("no pack"));
    assert!(desk.simulated().is_none());
    assert!(desk.missing("alfred.oracle/base/1").is_empty());
    assert!(desk.take("alfred/base.pack", b"").is_err());
}

#[test]
fn simulated_runs_are_listed_from_the_index_alone() {
    let agent = |id: &str, truth: Option<&str>| AgentNote {
        id: id.to_owned(),
        name: format!("The {id}"),
        note: "for a test".to_owned(),
        truth: truth.map(str::to_owned),
    };
    let tasks = vec![(0, "Fetch the jar.".to_owned()), (1, "Open the box.".to_owned())];
    let lines = |classes: &str| Lines {
        classes: classes.to_owned(),
        steps: vec![3, 30],
        rounds: vec![1, 4],
        ..Lines::default()
    };
    let index = Index {
        schema: SCHEMA,
        tool: "test".to_owned(),
        agents: vec![agent("oracle", None), agent("lost", Some("needs-a-person"))],
        sets: vec![Index::set_line(Environment::Alfred, Subset::Base, "1", tasks)],
        parts: vec![
            Index::part_line(Environment::Alfred, Subset::Base, "oracle", lines("00")),
            Index::part_line(Environment::Alfred, Subset::Base, "lost", lines("08")),
        ],
        ..Index::default()
    };
    let mut desk = Desk::default();
    desk.take_index(Ok(&write_index(&index)));
    let report = desk.runs(Kind::Simulator);
    let runs: Vec<(&str, Option<f64>)> =
        report.runs.iter().map(|run| (run.id.as_str(), run.means.over_subsets)).collect();
    assert_eq!(runs, [("alfred.oracle", Some(100.0)), ("alfred.lost", Some(50.0))]);
    let query = Query { class: vec!["needs-a-person".to_owned()], count: 9, ..Query::default() };
    let found = desk.episodes(Kind::Simulator, &query);
    assert_eq!((found.total, found.rows[0].id.as_str()), (1, "alfred.lost/base/1"));
    assert_eq!(desk.missing("alfred.lost/base/1"), ["alfred/base.pack", "alfred/base.lost.pack"]);
    assert!(desk.missing("alfred.nobody/base/1").is_empty());
    // The files are not here: that is said, and it is not the same as an episode that there is not.
    let opened = desk.episode(Kind::Simulator, "alfred.lost/base/1", &query).expect("there is such an episode");
    assert!(opened.show.is_none() && opened.trouble.expect("it says why").contains("alfred/base.pack"));
    assert!(desk.episode(Kind::Simulator, "alfred.lost/base/7", &query).is_none());
    let told = desk.simulated().expect("the index is here");
    assert_eq!((told.tasks, told.confusions.len(), told.confusions[0].rows[0].failed), (2, 2, 1));
}
