//! `stepguard`: checks plans on the command line. Arguments, files and exit codes; every answer comes from
//! `stepguard-check`.

mod arguments;
mod episodes;
mod planned;
mod plans;
mod results;
mod score;
mod suite;
mod text;

use arguments::{Command, Format, Inputs, USAGE};
use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;
use stepguard_check::planner;
use stepguard_report::{Outcome, Report, Severity};

/// Exit codes of `check` (the report's specification).
mod exit {
    pub(crate) const SUCCEEDS: u8 = 0;
    pub(crate) const DOES_NOT_SUCCEED: u8 = 1;
    pub(crate) const UNREADABLE: u8 = 2;
    pub(crate) const BUDGET: u8 = 3;
    pub(crate) const UNSUPPORTED: u8 = 4;
    pub(crate) const USAGE: u8 = 64;
}

fn main() -> ExitCode {
    let command = match arguments::parse(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(message) => {
            eprintln!("stepguard: {message}\n\n{USAGE}");
            return ExitCode::from(exit::USAGE);
        }
    };
    match run(command) {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            eprintln!("stepguard: {message}");
            ExitCode::from(exit::UNREADABLE)
        }
    }
}

fn run(command: Command) -> Result<u8, String> {
    match command {
        Command::Help => {
            print(USAGE)?;
            Ok(exit::SUCCEEDS)
        }
        Command::Version => {
            print(stepguard_check::TOOL)?;
            Ok(exit::SUCCEEDS)
        }
        Command::Check { inputs, format, options, timings } => {
            let started = std::time::Instant::now();
            let texts = inputs.read()?;
            let read = started.elapsed();
            let mut report = texts.check(&options);
            if timings {
                let all = started.elapsed();
                report.timings = Some(vec![
                    ("files".to_owned(), milliseconds(read)),
                    ("check".to_owned(), milliseconds(all.saturating_sub(read))),
                ]);
            }
            match format {
                Format::Json => print(stepguard_check::to_json_bytes(&report))?,
                Format::Text => print(text::report(&report, &texts, paint()))?,
            }
            let code = code(&report);
            // The process ends here: taking thousands of strings apart first would be work for nothing.
            std::mem::forget((report, texts));
            Ok(code)
        }
        Command::Parse { file, format } => {
            let bytes = read(&file)?;
            let report = stepguard_check::parse(&bytes);
            match format {
                Format::Json => print(stepguard_check::to_json_bytes(&report))?,
                Format::Text => print(text::diagnostics_only(&report.diagnostics, &file, &bytes, paint()))?,
            }
            let broken = report.diagnostics.iter().any(|d| d.severity == Severity::Error);
            Ok(if broken { exit::UNREADABLE } else { exit::SUCCEEDS })
        }
        Command::Solve { texts, options, format, timings } => {
            let started = std::time::Instant::now();
            let (domain, problem) = texts.read()?;
            let mut searching = None;
            let mut report = planner::solve(Some(&domain), problem.as_deref(), &options, &mut |_| {
                searching.get_or_insert_with(std::time::Instant::now);
                true
            });
            if timings {
                let searching = searching.unwrap_or_else(std::time::Instant::now);
                report.timings = Some(vec![
                    ("ground".to_owned(), milliseconds(searching - started)),
                    ("search".to_owned(), milliseconds(searching.elapsed())),
                ]);
            }
            answer(format, &report, || planned::solve(&report))?;
            Ok(planned::code(report.result, false))
        }
        Command::Count { texts, options, format } => {
            let (domain, problem) = texts.read()?;
            let report = planner::count(Some(&domain), problem.as_deref(), &options, &mut |_| true);
            answer(format, &report, || planned::count(&report, options.list.is_some()))?;
            Ok(planned::code(report.result, false))
        }
        Command::Prove { texts, options, out, format } => {
            let (domain, problem) = texts.read()?;
            let (report, certificate) = planner::prove(Some(&domain), problem.as_deref(), &options, &mut |_| true);
            answer(format, &report, || planned::solve(&report))?;
            if let Some(out) = out {
                match certificate {
                    Some(bytes) => {
                        std::fs::write(&out, bytes).map_err(|error| format!("cannot write {out}: {error}"))?;
                    }
                    None => eprintln!("stepguard: there is no certificate to write to {out}"),
                }
            }
            Ok(planned::code(report.result, true))
        }
        Command::CheckProof { texts, certificate, format } => {
            let (domain, problem) = texts.read()?;
            let bytes = read(&certificate)?;
            match planner::check_certificate(Some(&domain), problem.as_deref(), &bytes) {
                Ok(proof) => {
                    answer(format, &proof, || planned::proof(&proof))?;
                    Ok(exit::SUCCEEDS)
                }
                Err(why) => {
                    eprintln!("stepguard: the certificate proves nothing: {why}");
                    Ok(exit::DOES_NOT_SUCCEED)
                }
            }
        }
        Command::Repair { texts, plan, options, format } => {
            let (domain, problem) = texts.read()?;
            let plan = read(&plan)?;
            let report = planner::repair(Some(&domain), problem.as_deref(), Some(&plan), &options, &mut |_| true);
            answer(format, &report, || planned::repair(&report))?;
            Ok(planned::repair_code(report.result))
        }
        Command::Score { ask, format } => score::run(&ask, format),
        Command::Suite { ask, format } => suite::run(&ask, format),
        Command::Results { ask, format } => results::run(&ask, format),
        Command::Explain { code } => match stepguard_check::explain(&code) {
            Some(explanation) => {
                print(&explanation)?;
                Ok(exit::SUCCEEDS)
            }
            None => {
                eprintln!(
                    "stepguard: there is no code {code}. Codes look like P0101 and stand in every message; categories \
                     such as missing-step can be explained too."
                );
                Ok(exit::USAGE)
            }
        },
    }
}

fn milliseconds(time: std::time::Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1000.0)
}

/// Prints an answer of the planner.
fn answer<T: serde::Serialize>(format: Format, view: &T, text: impl FnOnce() -> String) -> Result<(), String> {
    match format {
        Format::Json => print(stepguard_check::to_json_bytes(view)),
        Format::Text => print(text()),
    }
}

fn code(report: &Report) -> u8 {
    match report.outcome {
        Outcome::Valid | Outcome::Invalid if report.succeeds => exit::SUCCEEDS,
        Outcome::Valid | Outcome::Invalid => exit::DOES_NOT_SUCCEED,
        Outcome::Unreadable | Outcome::Incomplete => exit::UNREADABLE,
        Outcome::Budget => exit::BUDGET,
        Outcome::Unsupported => exit::UNSUPPORTED,
    }
}

/// Colours are for eyes at a terminal, and only for those that want them.
fn paint() -> text::Paint {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    text::Paint(!refused && std::io::stdout().is_terminal())
}

/// Prints a text that ends with a newline; a closed pipe is no error.
fn print(text: impl AsRef<[u8]>) -> Result<(), String> {
    let result = output().and_then(|mut out| {
        let text = text.as_ref();
        out.write_all(text)?;
        if text.ends_with(b"\n") { Ok(()) } else { out.write_all(b"\n") }
    });
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("cannot write: {error}")),
        _ => Ok(()),
    }
}

/// Standard output without the buffer that looks for line ends in megabytes of JSON.
#[cfg(unix)]
fn output() -> std::io::Result<impl Write> {
    use std::os::fd::AsFd;
    std::io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from)
}

#[cfg(not(unix))]
fn output() -> std::io::Result<impl Write> {
    Ok(std::io::stdout().lock())
}

/// The bytes of a file; `-` is standard input.
fn read(path: &str) -> Result<Vec<u8>, String> {
    if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map_err(|error| format!("cannot read standard input: {error}"))?;
        return Ok(bytes);
    }
    std::fs::read(path).map_err(|error| format!("cannot read {path}: {error}"))
}

/// The bytes of the texts of a check, with the names they were given by.
pub(crate) struct Texts {
    pub(crate) domain: Option<(String, Vec<u8>)>,
    pub(crate) problem: Option<(String, Vec<u8>)>,
    pub(crate) plan: Option<(String, Vec<u8>)>,
    pub(crate) pasted: Option<(String, Vec<u8>)>,
}

impl arguments::Pair {
    /// The bytes of both; one text may hold both definitions.
    fn read(&self) -> Result<(Vec<u8>, Option<Vec<u8>>), String> {
        let problem = self.problem.as_deref().map(read).transpose()?;
        Ok((read(&self.domain)?, problem))
    }
}

impl Inputs {
    fn read(&self) -> Result<Texts, String> {
        let load = |path: &Option<String>| match path {
            Some(path) => Ok(Some((path.clone(), read(path)?))),
            None => Ok::<_, String>(None),
        };
        match self {
            Self::Files { domain, problem, plan } => {
                Ok(Texts { domain: load(domain)?, problem: load(problem)?, plan: load(plan)?, pasted: None })
            }
            Self::Mixed(paths) => {
                let files: Vec<(String, Vec<u8>)> =
                    paths.iter().map(|path| Ok((path.clone(), read(path)?))).collect::<Result<_, String>>()?;
                Ok(Texts::sorted(files))
            }
        }
    }
}

impl Texts {
    /// Each file in its place, if each is a domain, a problem or a plan; else all of them as one mixed text.
    fn sorted(mut files: Vec<(String, Vec<u8>)>) -> Self {
        let bytes: Vec<&[u8]> = files.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        match stepguard_check::arrange(&bytes) {
            stepguard_check::Arrangement::Apart { domain, problem, plan } => {
                let mut file = |index: Option<usize>| index.map(|index| std::mem::take(&mut files[index]));
                Self { domain: file(domain), problem: file(problem), plan: file(plan), pasted: None }
            }
            stepguard_check::Arrangement::Together(text) => {
                let name = if let [(name, _)] = files.as_slice() { name.as_str() } else { "the given texts" };
                Self { domain: None, problem: None, plan: None, pasted: Some((name.to_owned(), text)) }
            }
        }
    }

    fn check(&self, options: &stepguard_check::Options) -> Report {
        fn bytes(text: &Option<(String, Vec<u8>)>) -> Option<&[u8]> {
            text.as_ref().map(|(_, bytes)| bytes.as_slice())
        }
        match &self.pasted {
            Some((_, pasted)) => stepguard_check::check_pasted(pasted, options),
            None => stepguard_check::check(bytes(&self.domain), bytes(&self.problem), bytes(&self.plan), options),
        }
    }
}
