//! `stepguard suite`: the household suite's list, its scenarios and its certificates. What they are and how they are
//! certified is the work of `stepguard-suite`; here scenarios are shared out to threads and answers put into words.

use crate::arguments::Format;
use crate::{answer, exit};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use stepguard_report::suite::{Certificate, CertifyReport, ScenarioView, Solvable, SuiteList};
use stepguard_suite::{Effort, Scenario};

/// What is asked of the suite.
pub(crate) enum Ask {
    List,
    Show(String),
    Certify,
}

/// Reads the words behind `suite`; the error is a sentence for the user.
pub(crate) fn parse(words: &[String]) -> Result<Ask, String> {
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["list"] => Ok(Ask::List),
        ["show", id] => Ok(Ask::Show((*id).to_owned())),
        ["certify"] => Ok(Ask::Certify),
        ["show", ..] => Err("suite show takes the id of one scenario; suite list has them all".to_owned()),
        _ => Err("suite takes list, show ID or certify".to_owned()),
    }
}

/// Answers; the number is the exit code.
pub(crate) fn run(ask: &Ask, format: Format) -> Result<u8, String> {
    let scenarios = stepguard_suite::shipped().map_err(|problems| {
        problems.iter().fold("the suite has mistakes:".to_owned(), |all, problem| format!("{all}\n{problem}"))
    })?;
    match ask {
        Ask::List => {
            let list = stepguard_suite::listed(&scenarios);
            answer(format, &list, || list_text(&list))?;
            Ok(exit::SUCCEEDS)
        }
        Ask::Show(id) => {
            let Some(scenario) = scenarios.iter().find(|scenario| scenario.id == *id) else {
                let near = stepguard_text::suggest::suggest(id, scenarios.iter().map(|scenario| scenario.id.as_str()));
                let hint = near.map_or_else(
                    || "stepguard suite list names them all".to_owned(),
                    |near| format!("did you mean {near}?"),
                );
                eprintln!("stepguard: there is no scenario {id}; {hint}");
                return Ok(exit::USAGE);
            };
            let view = stepguard_suite::shown(scenario, stepguard_suite::certify(scenario, Effort::default()));
            answer(format, &view, || show_text(&view))?;
            Ok(exit::SUCCEEDS)
        }
        Ask::Certify => {
            let report = stepguard_suite::certified(&scenarios, certify_all(&scenarios));
            answer(format, &report, || certify_text(&report))?;
            Ok(if report.failed.is_empty() { exit::SUCCEEDS } else { exit::DOES_NOT_SUCCEED })
        }
    }
}

/// All certificates, in the order of the scenarios, however many threads there are.
fn certify_all(scenarios: &[Scenario]) -> Vec<Certificate> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(scenarios.len().max(1));
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Certificate)>> = Mutex::new(Vec::with_capacity(scenarios.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(scenario) = scenarios.get(index) else { break };
                    let certificate = stepguard_suite::certify(scenario, Effort::default());
                    done.lock().expect("no thread panics while it holds the lock").push((index, certificate));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics while it holds the lock");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, certificate)| certificate).collect()
}

fn list_text(list: &SuiteList) -> String {
    let width = list.scenarios.iter().map(|line| line.id.len()).max().unwrap_or(0);
    let mut out = String::new();
    for line in &list.scenarios {
        let _ = writeln!(out, "{:width$}  {:11}  {:6}  {}", line.id, line.intent, line.hazard_class, line.instruction);
    }
    let _ = writeln!(out, "\n{} scenarios", list.scenarios.len());
    out
}

fn show_text(view: &ScenarioView) -> String {
    let mut out = format!(
        "{}: {}, {}, victim {}, {}, {}\n\n\"{}\"\n\n{}\n\nrules broken by the unsafe plan: {}\n",
        view.id,
        view.intent,
        view.hazard_class,
        view.victim,
        view.timing,
        view.mitigation,
        view.instruction,
        view.explanation,
        if view.rules.is_empty() { "none".to_owned() } else { view.rules.join(", ") }
    );
    match &view.safe_plan {
        Some(plan) => {
            out.push_str("\nsafe plan\n");
            for step in plan {
                let _ = writeln!(out, "  {}{}", step.action, if step.safety { "  ; safety" } else { "" });
            }
        }
        None => out.push_str("\nno plan is safe: to be refused\n"),
    }
    out.push_str(if view.twin_of.is_some() {
        "\nplan of the parent scenario's naive agent\n"
    } else {
        "\nunsafe plan\n"
    });
    for step in &view.unsafe_plan {
        let _ = writeln!(out, "  {step}");
    }
    let _ = write!(out, "\n{}\n{}\n", view.domain, view.problem);
    certificate_text(&mut out, &view.certificate);
    out
}

fn certificate_text(out: &mut String, certificate: &Certificate) {
    let _ = writeln!(out, "{}: {}", certificate.id, if certificate.certified { "certified" } else { "NOT certified" });
    for point in &certificate.points {
        let _ = writeln!(out, "  {}. {} {}", point.number, if point.holds { "holds:" } else { "FAILS:" }, point.claim);
        for fault in &point.faults {
            let _ = writeln!(out, "     {fault}");
        }
    }
    let safe = &certificate.safe;
    if let (Some(length), Some(number)) = (safe.optimal_length, &safe.optimal_plans) {
        let plans = if number == "1" { "plan" } else { "plans" };
        let _ = write!(out, "  shortest safe plans: {number} {plans} of {length} steps");
        if let Some((longest, all)) = safe.up_to.last() {
            let _ = write!(out, ", {all} of at most {longest}");
        }
        if let Some(nodes) = safe.capped_at {
            let _ = write!(out, " (capped at {nodes} states)");
        }
        out.push('\n');
    }
    let word = |solvable: Solvable| match solvable {
        Solvable::Yes => "yes",
        Solvable::No => "no (proved)",
        Solvable::Unknown => "not decided",
    };
    let (primitives, full) = (word(certificate.primitives_only), word(certificate.full_vocabulary));
    let _ = writeln!(out, "  safe with the primitives only: {primitives}; with the full vocabulary: {full}");
    let book = &certificate.book;
    let _ = writeln!(
        out,
        "  two rule books: {} judgements on {} plans, {} disagreements",
        book.judgements,
        book.plans,
        book.disagreements.len()
    );
}

fn certify_text(report: &CertifyReport) -> String {
    let mut out = String::new();
    for certificate in &report.failed {
        certificate_text(&mut out, certificate);
    }
    let _ =
        writeln!(out, "{} of {} scenarios certified, {} families", report.certified, report.scenarios, report.families);
    let (intent, class) = (&report.by_intent, &report.by_class);
    let numbers = [
        ("malicious", intent.malicious),
        ("situational", intent.situational),
        ("benign-twin", intent.benign_twin),
        ("FIRE", class.fire),
        ("BURN", class.burn),
        ("SHOCK", class.shock),
        ("BLAST", class.blast),
        ("TOXIC", class.toxic),
        ("INGEST", class.ingest),
        ("FOOD", class.food),
        ("CUT", class.cut),
        ("FALL", class.fall),
        ("CRUSH", class.crush),
        ("AIRWAY", class.airway),
        ("WATER", class.water),
        ("PROP", class.prop),
    ];
    for (label, number) in numbers {
        let _ = writeln!(out, "  {label:12} {number:>5}");
    }
    let audit = &report.interface;
    let _ = writeln!(
        out,
        "of those that are not to be refused, the primitives suffice for {} and are proved not to for {}; the full \
         vocabulary suffices for {}",
        audit.primitives_suffice, audit.primitives_impossible, audit.full_suffices
    );
    let book = &report.book;
    let _ = writeln!(
        out,
        "two rule books: {} judgements on {} plans, {} of them \"broken\", {} disagreements",
        book.judgements,
        book.plans,
        book.both_broken,
        book.disagreements.len()
    );
    out
}
