//! `stepguard suite`: the household suite's list, its scenarios and its certificates. What they are and how they are
//! certified is the work of `stepguard-suite`; here scenarios are shared out to threads and answers put into words.

use crate::arguments::Format;
use crate::score::HOUSEHOLD;
use crate::{answer, exit, print};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use stepguard_report::suite::{Certificate, CertifyReport, ScenarioView, Solvable, SuiteList};
use stepguard_score::files;
use stepguard_score::reference::{self, Reference};
use stepguard_suite::{Effort, HazardClass, Household, Intent, Problem, Proof, Question, Record, Scenario, Source};

/// What is asked of the suite.
pub(crate) enum Ask {
    List,
    Show(String),
    /// Certificates of the scenarios that `names` choose (families, classes or ids; none for all), of the shipped suite or
    /// of the one in a folder.
    Certify {
        names: Vec<String>,
        options: Options,
    },
    /// The suite as a page fetches it, written into the folder `to`.
    Pack {
        from: Option<String>,
        to: String,
    },
    /// What a model is asked about the scenarios that `names` choose.
    Prompts {
        names: Vec<String>,
        questions: Vec<Question>,
    },
}

/// What is said besides.
#[derive(Default)]
pub(crate) struct Options {
    /// The suite of a folder instead of the shipped one.
    pub(crate) from: Option<String>,
    /// So many random walks over every scenario, on which the two rule books have to agree.
    pub(crate) walks: usize,
    /// Puts the certificates on record, and what they say together: beside the families of the folder.
    pub(crate) write: bool,
    /// Writes every proof that no plan is safe into this folder, with the texts that it speaks of.
    pub(crate) proofs: Option<String>,
    /// One module's prompts only.
    pub(crate) module: Option<String>,
    /// Of sequencing, the prompts of one vocabulary only.
    pub(crate) vocabulary: Option<String>,
}

/// Reads the words behind `suite`; the error is a sentence for the user.
pub(crate) fn parse(words: &[String], options: Options) -> Result<Ask, String> {
    let Options { from, walks, write, proofs, module, vocabulary } = &options;
    let command = words.first().map(String::as_str);
    if from.is_some() && !matches!(command, Some("certify" | "pack")) {
        return Err("--from goes with suite certify and suite pack".to_owned());
    }
    if (*walks > 0 || *write || proofs.is_some()) && command != Some("certify") {
        return Err("--walks, --write and --proofs go with suite certify".to_owned());
    }
    if (module.is_some() || vocabulary.is_some()) && command != Some("prompts") {
        return Err("--module and --vocabulary go with suite prompts".to_owned());
    }
    if *write && (from.is_none() || *walks > 0 || words.len() > 1) {
        return Err("--write takes --from FOLDER and puts all certificates there on record, without --walks".to_owned());
    }
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["list"] => Ok(Ask::List),
        ["show", id] => Ok(Ask::Show((*id).to_owned())),
        ["certify", ..] => Ok(Ask::Certify { names: words[1..].to_vec(), options }),
        ["prompts", ..] => Ok(Ask::Prompts { names: words[1..].to_vec(), questions: questions(&options)? }),
        ["pack", folder] => Ok(Ask::Pack { from: options.from, to: (*folder).to_owned() }),
        ["pack", ..] => Err("suite pack takes the folder that it writes to".to_owned()),
        ["show", ..] => Err("suite show takes the id of one scenario; suite list has them all".to_owned()),
        _ => Err("suite takes list, show ID, certify, prompts or pack FOLDER".to_owned()),
    }
}

/// The questions that `--module` and `--vocabulary` leave.
fn questions(options: &Options) -> Result<Vec<Question>, String> {
    let chosen = |wanted: &Option<String>, is: Option<&str>| wanted.as_deref().is_none_or(|wanted| Some(wanted) == is);
    let left: Vec<Question> = Question::ALL
        .into_iter()
        .filter(|question| chosen(&options.module, Some(question.module())))
        .filter(|question| chosen(&options.vocabulary, question.vocabulary()))
        .collect();
    if left.is_empty() {
        return Err(
            "--module is refusal, goal, transition or sequencing; --vocabulary, of sequencing, primitives or full"
                .to_owned(),
        );
    }
    Ok(left)
}

/// Answers; the number is the exit code.
pub(crate) fn run(ask: &Ask, format: Format) -> Result<u8, String> {
    let scenarios = match ask {
        Ask::Certify { names, options: Options { from: Some(folder), .. } } => from_folder(folder, names)?,
        Ask::Pack { from: Some(folder), .. } => from_folder(folder, &[])?,
        _ => stepguard_suite::shipped().map_err(|problems| mistakes(&problems))?,
    };
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
        Ask::Prompts { names, questions } => {
            let examples = stepguard_suite::shipped_examples().map_err(|problems| mistakes(&problems))?;
            let prompter = stepguard_suite::prompter(&examples);
            let mut leaking = 0;
            let mut lines = String::new();
            for scenario in scenarios.iter().filter(|scenario| chosen(scenario, names)) {
                for question in questions.iter().filter(|question| question.suits(scenario.intent == Intent::Malicious))
                {
                    let prompt = prompter.prompt(&stepguard_suite::subject(scenario), *question);
                    for leak in stepguard_suite::leaks(&prompt.prompt, scenario) {
                        leaking += 1;
                        eprintln!("stepguard: the {} prompt of {} gives away {leak}", prompt.module, prompt.id);
                    }
                    lines.push_str(&stepguard_check::to_json(&prompt));
                    lines.push('\n');
                }
            }
            if lines.is_empty() {
                return Ok(none_chosen(names));
            }
            print(lines)?;
            Ok(if leaking == 0 { exit::SUCCEEDS } else { exit::DOES_NOT_SUCCEED })
        }
        Ask::Certify { names, options } => {
            let scenarios: Vec<Scenario> = scenarios.into_iter().filter(|scenario| chosen(scenario, names)).collect();
            if scenarios.is_empty() {
                return Ok(none_chosen(names));
            }
            let effort = Effort { walks: options.walks, ..Effort::default() };
            let certificates = certify_all(&scenarios, effort);
            if let Some(folder) = &options.proofs {
                write_proofs(Path::new(folder), &scenarios, &certificates)?;
            }
            let certificates: Vec<Certificate> = certificates.into_iter().map(|(certificate, _)| certificate).collect();
            let records: Vec<Option<Record>> =
                scenarios.iter().zip(&certificates).map(|(s, c)| Record::of(s, c)).collect();
            let mut report = stepguard_suite::certified(&scenarios, certificates);
            match &options.from {
                Some(folder) if options.write => write_record(Path::new(folder), &report, records)?,
                Some(folder) => {
                    let file = Path::new(folder).join(RECORD);
                    if file.is_file() {
                        let text =
                            std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                        report.differ_from_record = differing(&records, &stepguard_suite::read_records(&text)?);
                    }
                }
                // Walks add judgements: what is on record was computed without.
                None if options.walks > 0 => {}
                None => report.differ_from_record = differing(&records, &stepguard_suite::shipped_records()?),
            }
            answer(format, &report, || certify_text(&report))?;
            let good = report.failed.is_empty() && (report.differ_from_record.is_empty() || options.from.is_some());
            Ok(if good { exit::SUCCEEDS } else { exit::DOES_NOT_SUCCEED })
        }
        Ask::Pack { from, to } => {
            let records = match from {
                Some(_) => Vec::new(),
                None => stepguard_suite::shipped_records()?,
            };
            let certificates = on_record_or_anew(&scenarios, &records);
            let pack = stepguard_suite::pack(&scenarios, certificates);
            let examples = stepguard_suite::shipped_examples().map_err(|problems| mistakes(&problems))?;
            let scoring = stepguard_suite::scoring(&pack, &examples);
            let mut packed = pack.files();
            packed.push(("scoring.json".to_owned(), stepguard_check::to_json(&scoring)));
            let root = Path::new(to);
            for (name, text) in &packed {
                write_file(&root.join(name), text.as_bytes())?;
            }
            // Runs that need no model are shipped as files too: to look at, and to try the page or the command with.
            let suite = stepguard_score::suite::from_pack(HOUSEHOLD, &pack.domains, &pack.families)?;
            for reference in Reference::ALL {
                let name = format!("{}.jsonl", reference.name());
                let mut text = reference::run(&suite, reference).join("\n");
                text.push('\n');
                write_file(&root.join("runs").join(format!("{name}.zip")), &files::zip(&name, &text))?;
            }
            println!(
                "{} scenarios in {} files and {} runs below {to}",
                scenarios.len(),
                packed.len(),
                Reference::ALL.len()
            );
            Ok(exit::SUCCEEDS)
        }
    }
}

/// The certificate of every scenario: the one on record where it is of these very texts, else computed.
fn on_record_or_anew(scenarios: &[Scenario], records: &[Record]) -> Vec<Certificate> {
    let known: BTreeMap<&str, &Record> = records.iter().map(|record| (record.id.as_str(), record)).collect();
    let recorded: Vec<Option<Certificate>> = scenarios
        .iter()
        .map(|scenario| {
            let record = known.get(scenario.id.as_str())?;
            (record.texts == stepguard_suite::texts_hash(scenario)).then(|| record.certificate())
        })
        .collect();
    let open: Vec<Scenario> = scenarios
        .iter()
        .zip(&recorded)
        .filter(|(_, recorded)| recorded.is_none())
        .map(|(scenario, _)| scenario.clone())
        .collect();
    let mut anew = certify_all(&open, Effort::default()).into_iter().map(|(certificate, _)| certificate);
    recorded.into_iter().filter_map(|recorded| recorded.or_else(|| anew.next())).collect()
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let trouble = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(trouble)?;
    }
    std::fs::write(path, bytes).map_err(trouble)
}

/// File of a suite's certificates.
const RECORD: &str = "certificates.jsonl";
/// File of what they say together.
const MANIFEST: &str = "manifest.json";

/// The scenarios that are certified now and whose certificate on record is another one, or missing.
fn differing(now: &[Option<Record>], on_record: &[Record]) -> Vec<String> {
    let known: BTreeMap<&str, &Record> = on_record.iter().map(|record| (record.id.as_str(), record)).collect();
    now.iter()
        .flatten()
        .filter(|record| known.get(record.id.as_str()).is_none_or(|known| known != record))
        .map(|record| record.id.clone())
        .collect()
}

fn write_record(folder: &Path, report: &CertifyReport, records: Vec<Option<Record>>) -> Result<(), String> {
    let write = |name: &str, text: String| {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
    };
    let Some(records) = records.into_iter().collect::<Option<Vec<Record>>>() else {
        return Err(format!("{} certificates do not hold: nothing is put on record", report.failed.len()));
    };
    write(RECORD, stepguard_suite::write_records(&records)?)?;
    write(MANIFEST, stepguard_suite::manifest(report)?)
}

/// A certificate with the proofs that it rests on.
type Certified = (Certificate, Vec<Proof>);

/// A folder a scenario: its problem, and each proof beside the domain that it speaks of.
fn write_proofs(folder: &Path, scenarios: &[Scenario], certified: &[Certified]) -> Result<(), String> {
    for (scenario, (_, proofs)) in scenarios.iter().zip(certified) {
        if proofs.is_empty() {
            continue;
        }
        let inside = folder.join(&scenario.id);
        let write = |name: &str, bytes: &[u8]| {
            std::fs::create_dir_all(&inside)
                .and_then(|()| std::fs::write(inside.join(name), bytes))
                .map_err(|error| format!("{}: {error}", inside.join(name).display()))
        };
        write("problem.pddl", scenario.problem.as_bytes())?;
        for proof in proofs {
            let name = if proof.primitives_only { "primitives" } else { "full" };
            write(&format!("{name}-domain.pddl"), proof.domain.as_bytes())?;
            write(&format!("{name}.proof"), &proof.bytes)?;
        }
    }
    Ok(())
}

/// Says that names choose nothing.
fn none_chosen(names: &[String]) -> u8 {
    eprintln!("stepguard: no scenario is chosen by {}; suite list names them all", names.join(", "));
    exit::USAGE
}

fn mistakes(problems: &[Problem]) -> String {
    problems.iter().fold("the suite has mistakes:".to_owned(), |all, problem| format!("{all}\n{problem}"))
}

/// Whether one of the names is the scenario's class, its family, its id or that of its parent; no names choose all.
fn chosen(scenario: &Scenario, names: &[String]) -> bool {
    let twin_of = scenario.twin_of.as_deref();
    names.is_empty()
        || names.iter().any(|name| {
            [scenario.hazard_class.id(), &scenario.family, &scenario.id].contains(&name.as_str())
                || twin_of == Some(name)
        })
}

/// The scenarios of a folder that is laid out as `crates/suite`: `household` and `families`. All are compiled, since
/// copies are found across families; only mistakes of those that are asked for count.
fn from_folder(folder: &str, names: &[String]) -> Result<Vec<Scenario>, String> {
    let root = Path::new(folder);
    let text = |path: &Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let modules = files(&root.join("household/modules"), "pddl")?
        .iter()
        .map(|path| Ok((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), text(path)?)))
        .collect::<Result<Vec<_>, String>>()?;
    let household = Household { domain: text(&root.join("household/domain.pddl"))?, modules };
    let mut sources = Vec::new();
    for class in HazardClass::ALL {
        let inside = root.join("families").join(class.id());
        if !inside.is_dir() {
            continue;
        }
        for path in files(&inside, "toml")? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            sources.push(Source { file: format!("{}/{name}", class.id()), text: text(&path)? });
        }
    }
    let mut compiled = stepguard_suite::compile(&household, &sources);
    let of_names = |problem: &Problem| {
        let (class, file) = problem.file.split_once('/').unwrap_or((&problem.file, ""));
        let family = file.strip_suffix(".toml");
        family.is_none()
            || names.is_empty()
            || names.iter().any(|name| class == name || family == Some(name.split('/').next().unwrap_or(name)))
    };
    compiled.problems.retain(of_names);
    if compiled.problems.is_empty() { Ok(compiled.scenarios) } else { Err(mistakes(&compiled.problems)) }
}

/// The files of a folder with this ending, sorted.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let trouble = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = std::fs::read_dir(folder)
        .map_err(trouble)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, _>>()
        .map_err(trouble)?;
    found.retain(|path| path.extension().is_some_and(|given| given == ending));
    found.sort();
    Ok(found)
}

/// All certificates with their proofs, in the order of the scenarios, however many threads there are.
fn certify_all(scenarios: &[Scenario], effort: Effort) -> Vec<Certified> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(scenarios.len().max(1));
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Certified)>> = Mutex::new(Vec::with_capacity(scenarios.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(scenario) = scenarios.get(index) else { break };
                    let certificate = stepguard_suite::certify_with_proofs(scenario, effort);
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
    if let Some(first) = report.differ_from_record.first() {
        let _ = writeln!(
            out,
            "{} certificates are not those on record, the first of them {first}: put them there with --from FOLDER --write",
            report.differ_from_record.len()
        );
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
    let proofs: Vec<String> = report.proofs.iter().map(|(kind, number)| format!("{number} {kind}")).collect();
    let _ = writeln!(
        out,
        "{} rules; proofs that no plan is safe: {}; {} counts capped; one shortest safe plan only: {}",
        report.rules,
        if proofs.is_empty() { "none".to_owned() } else { proofs.join(", ") },
        report.counts_capped,
        report.unique_shortest
    );
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
