//! The desk over a few packed scenarios: reference runs, files, lists, details, exports, prompts.

use stepguard_report::{AnswerResult, Interface};
use stepguard_scorer::desk::{Desk, Pasted, Progress};
use stepguard_scorer::lists::Query;
use stepguard_suite::{Book, Certificate, Safe, Scenario, Solvable, pack, scoring, shipped, shipped_examples};

fn blank(scenario: &Scenario) -> Certificate {
    Certificate {
        id: scenario.id.clone(),
        certified: true,
        points: Vec::new(),
        safe: Safe::default(),
        primitives_only: Solvable::Unknown,
        full_vocabulary: Solvable::Yes,
        proof: None,
        book: Book::default(),
    }
}

/// Every fortieth scenario, packed as for the page.
fn desk() -> (Desk, Vec<Scenario>) {
    let some: Vec<Scenario> = shipped().expect("another test says what is wrong").into_iter().step_by(40).collect();
    let examples = shipped_examples().expect("another test says what is wrong");
    let packed = pack(&some, some.iter().map(blank).collect());
    let json = serde_json::to_string(&scoring(&packed, &examples)).expect("it is data");
    (Desk::open(&json).expect("it is a packed suite"), some)
}

fn to_end(desk: &mut Desk, run: usize) -> Progress {
    loop {
        let progress = desk.feed(run, 7).expect("the run is open");
        if progress.finished {
            return progress;
        }
    }
}

#[test]
fn the_oracle_is_right_about_everything_and_naive_plans_are_not() {
    let (mut desk, some) = desk();
    let oracle = desk.add_reference("oracle").runs[0].run;
    let all = to_end(&mut desk, oracle);
    assert_eq!((all.done, all.of, all.faults), (some.len(), some.len(), 0));
    assert_eq!((all.right, all.unreadable), (all.answers as u64, 0));
    assert!(all.about.starts_with("No model:"));
    let report = desk.figures(oracle, false).expect("the run is open").clone();
    assert_eq!(report.modules.len(), 4);
    for module in &report.modules {
        assert_eq!(module.metrics[0].value, Some(100.0), "{}", module.module);
    }
    assert!(report.answers.is_empty(), "answers are asked for by the page");

    let naive = desk.add_reference("naive").runs[0].run;
    to_end(&mut desk, naive);
    let compared = desk.compare(oracle, naive).expect("both are open").clone();
    assert_eq!(compared.modules.len(), 1);
    assert!(compared.modules[0].differences[0].difference.difference.is_some_and(|points| points < 0.0));
    // The same as files, which need nothing else.
    let file = |desk: &mut Desk, kind| desk.comparison_document(oracle, naive, kind);
    assert!(file(&mut desk, "json").is_ok_and(|json| json.contains("\"first\":\"oracle\",\"second\":\"naive\"")));
    let html = file(&mut desk, "html").expect("both are open");
    assert!(html.starts_with("<!doctype html>") && !html.contains("http") && !html.contains("<script"));
    assert!(html.contains(&compared.summary) && compared.summary.contains('\u{2212}'), "{}", compared.summary);
    let csv = file(&mut desk, "csv").expect("both are open");
    assert_eq!(csv.lines().count(), 1 + compared.modules[0].differences.len());
    assert!(csv.contains("oracle,naive,sequencing,full,success,McNemar,"), "{csv}");
    assert!(file(&mut desk, "pdf").is_err());
    let query = Query { state: "differs".to_owned(), other: Some(oracle), count: 5, ..Query::default() };
    let found = desk.answers(naive, &query).expect("the run is open");
    assert!(found.total > 0 && found.rows.len() <= 5);
    assert!(found.rows.iter().all(|row| row.state == "wrong" && row.other.as_deref() == Some("right")));

    let detail = desk.answer(naive, found.rows[0].index).expect("it was listed");
    assert_eq!(detail.other.map(|(right, _)| right), Some(true));
    let AnswerResult::Sequencing(result) = &detail.answer.result else { unreachable!("naive runs hold plans") };
    assert!(!result.safe || !result.goal_reached);
    assert_eq!(result.interface, Interface::Full);
    assert!(detail.domain.contains("(:action") && detail.problem.contains(":constraints"));
    assert_eq!(detail.output.lines().count(), result.steps as usize);
    assert!(detail.safe_plan.as_ref().is_some_and(|plan| !plan.is_empty()));
}

#[test]
fn a_file_is_scored_line_by_line_and_faults_are_listed() {
    let (mut desk, some) = desk();
    let id = &some[0].id;
    let text = format!(
        "{{\"run\": \"mine\", \"about\": \"A test.\"}}\n{{\"id\": \"{id}\", \"module\": \"refusal\", \"output\": \"Sure. YES, \u{fc}ber all\"}}\n\
         nonsense\n\n{{\"id\": \"{id}\", \"module\": \"refusal\", \"output\": \"NO\"}}\n"
    );
    let added = desk.add("folder/answers.jsonl", text.as_bytes());
    assert_eq!((added.runs.len(), added.problems.len()), (1, 0));
    let run = added.runs[0].run;
    assert_eq!(added.runs[0].name, "answers");
    let progress = to_end(&mut desk, run);
    assert_eq!((progress.name.as_str(), progress.about.as_str()), ("mine", "A test."));
    assert_eq!((progress.answers, progress.faults), (1, 2));
    let found =
        desk.answers(run, &Query { count: 10, words: "sure".to_owned(), ..Query::default() }).expect("it is open");
    assert_eq!((found.total, found.rows[0].line), (1, 2));
    assert_eq!(found.modules, [("refusal".to_owned(), 1)]);
    let none =
        desk.answers(run, &Query { count: 10, words: "moon".to_owned(), ..Query::default() }).expect("it is open");
    assert_eq!(none.total, 0);
    let detail = desk.answer(run, 0).expect("it is there");
    assert_eq!(detail.output, "Sure. YES, \u{fc}ber all");
    assert_eq!(desk.document(run, "run").as_deref(), Ok(text.as_str()));
    assert!(desk.document(run, "html").is_ok_and(|html| html.starts_with("<!doctype html>") && html.contains("mine")));
    assert!(desk.document(run, "csv").is_ok_and(|csv| csv.starts_with("run,module")));
    assert!(desk.document(run, "csv-answers").is_ok_and(|csv| csv.lines().count() == 2));
    assert!(desk.document(run, "json").is_ok_and(|json| json.contains("\"answers\":[{\"line\":2")));
    assert!(desk.document(run, "pdf").is_err());
    desk.close(run);
    assert!(desk.answer(run, 0).is_err());
    assert!(!desk.has_more(run));
}

#[test]
fn what_absent_answers_count_as_can_be_chosen_and_a_run_can_be_stopped() {
    let (mut desk, some) = desk();
    let answer =
        Pasted { id: some[0].id.clone(), module: "refusal".to_owned(), vocabulary: None, output: "YES".to_owned() };
    // Of one answer by itself nothing but this answer counts, and one that does not count is no run.
    let run = desk.add_answer(&answer).runs[0].run;
    assert_eq!(to_end(&mut desk, run).answers, 1);
    assert_eq!(desk.figures(run, false).expect("it is open").modules[0].tasks, 1);
    desk.close(run);
    let nowhere = desk.add_answer(&Pasted { id: "no/such-task".to_owned(), ..answer.clone() });
    assert!(nowhere.runs.is_empty() && nowhere.problems[0].contains("no/such-task"), "{nowhere:?}");
    let line = serde_json::to_string(&answer).expect("it is data");
    let run = desk.add("one.jsonl", line.as_bytes()).runs[0].run;
    to_end(&mut desk, run);
    assert_eq!(desk.figures(run, false).expect("it is open").modules[0].tasks, some.len() as u64);
    assert_eq!(desk.figures(run, true).expect("it is open").modules[0].tasks, 1);
    let long = desk.add_reference("always-accept").runs[0].run;
    desk.feed(long, 5).expect("it is open");
    let stopped = desk.stop(long).expect("it is open");
    assert!(stopped.finished && stopped.answers < some.len(), "{stopped:?}");
    let words = format!("Stopped: {} of {} tasks scored, up to answer {}", stopped.done, some.len(), stopped.answers);
    assert_eq!((stopped.of, stopped.stopped.as_ref()), (some.len(), Some(&words)));
    // What it did not get to is no wrong answer, whatever is chosen; and every file says that it was stopped.
    let report = desk.figures(long, false).expect("it is open").clone();
    assert_eq!((report.modules[0].tasks, report.scored), (stopped.answers as u64, stopped.answers as u64));
    assert!(report.about.starts_with("No model:") && report.about.contains(&words), "{}", report.about);
    assert!(report.summary.starts_with(&words), "{}", report.summary);
    for kind in ["html", "json", "run"] {
        assert!(desk.document(long, kind).is_ok_and(|text| text.contains(&words)), "{kind}");
    }
    let at = format!(",{}", stopped.answers);
    for kind in ["csv", "csv-answers"] {
        let table = desk.document(long, kind).expect("it is open");
        let mut lines = table.lines();
        assert!(lines.next().is_some_and(|head| head.ends_with(",stopped_at_answer")), "{kind}");
        assert!(table.lines().count() > 1 && lines.all(|line| line.ends_with(&at)), "{kind}");
    }
    let again = desk.stop(long).expect("it is open");
    assert_eq!((again.done, again.about), (stopped.done, stopped.about), "stopping twice changes nothing");
    // The lines that were scored can be opened again.
    let saved = desk.document(long, "run").expect("it is open");
    let opened = desk.add("again.jsonl", saved.as_bytes()).runs[0].run;
    let opened = to_end(&mut desk, opened);
    assert_eq!((opened.answers, opened.faults, opened.about.contains(&words)), (stopped.answers, 0, true));
    assert_eq!((opened.stopped.as_ref(), opened.leaves_out), (Some(&words), true));
    // Compared with a whole run, the comparison says so too.
    let whole = desk.add_reference("always-accept").runs[0].run;
    to_end(&mut desk, whole);
    let compared = desk.compare(long, whole).expect("both are open");
    assert_eq!(compared.modules[0].n, stopped.answers as u64);
    assert!(compared.rules[0].contains(&words), "{:?}", compared.rules);
}

#[test]
fn prompts_are_those_of_the_command() {
    let (desk, some) = desk();
    let prompter = stepguard_suite::prompter(&shipped_examples().expect("another test says what is wrong"));
    let mut lines = String::new();
    for scenario in &some {
        let subject = stepguard_suite::subject(scenario);
        let suits = |question: &stepguard_suite::Question| question.suits(subject.malicious);
        let native: Vec<stepguard_suite::Prompt> = stepguard_suite::Question::ALL
            .into_iter()
            .filter(suits)
            .map(|question| prompter.prompt(&subject, question))
            .collect();
        assert_eq!(desk.prompts(&scenario.id).as_ref(), Ok(&native), "{}", scenario.id);
        for prompt in &native {
            lines.push_str(&serde_json::to_string(prompt).expect("it is data"));
            lines.push('\n');
        }
    }
    let of_page: String = (0..some.len()).step_by(3).map(|from| desk.prompt_lines(from, 3, "")).collect();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&of_page), sorted(&lines));
    assert!(desk.prompt_lines(0, 5, "sequencing-primitives").lines().all(|line| line.contains("\"primitives\"")));
    assert!(desk.prompts("no/such").is_err());
    // How large the file will be is told beforehand: exactly here, where every scenario is measured.
    for only in ["", "goal", "sequencing-full"] {
        assert_eq!(desk.prompt_bytes(only), desk.prompt_lines(0, some.len(), only).len() as u64, "{only}");
    }
    assert!(!desk.find(some[0].id.split('/').next().expect("ids have families")).is_empty());
}

#[test]
fn a_run_that_there_is_not_is_said_to_be_none_with_those_that_there_are() {
    let (mut desk, _) = desk();
    let added = desk.add_reference("foo");
    assert!(added.runs.is_empty());
    for name in ["\u{201c}foo\u{201d}", "oracle", "always-accept", "always-refuse", "naive"] {
        assert!(added.problems[0].contains(name), "{}", added.problems[0]);
    }
}
