//! The project's own tool: sets the machine up, builds the site, serves it, tests everything, measures.
//! Run as `cargo xtask COMMAND`. It knows how the parts are put together and nothing of what they compute.

mod bench;
mod cases;
mod dist;
mod licences;
mod server;
mod setup;
mod shell;
mod site;
mod stamp;
mod test;

use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;

use crate::shell::{Failure, Outcome, Workspace};
use crate::site::Mode;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  serve [--port N] [--debug]   build the site and serve it on this machine (port 8080, or the next free one)
  serve --dist                 write dist/ and serve that instead, below a sub-path
  dist                         write dist/, a site for any static host, and check its size
  test [PART...]               set up everything and run every check, or only the parts named
  bench [PART...]              measure what the project promises about speed and size
  setup                        install what `test` needs, and stop
  site [--debug]               build the site without serving it
  host FOLDER [--base /SUB/]   serve any folder, below a sub-path

Sites hold the suite of crates/suite, or of the folder that STEPGUARD_SUITE names.
Parts of test:  fmt clippy unit wasm same pack dist browser
Parts of bench: instructions planning page planner-page score import size
";

enum Command {
    Serve { port: Option<u16>, mode: Mode, dist: bool },
    Dist,
    Test { parts: Vec<String> },
    Bench { parts: Vec<String> },
    Setup,
    Site { mode: Mode },
    Host { folder: PathBuf, base: String, port: Option<u16> },
    Help,
}

fn main() -> ExitCode {
    let command = match read_arguments() {
        Ok(command) => command,
        Err(error) => {
            eprintln!("xtask: {error}\n\n{USAGE}");
            return ExitCode::from(64);
        }
    };
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(message)) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Outcome {
    match command {
        Command::Help => {
            print!("{USAGE}");
            Ok(())
        }
        Command::Host { folder, base, port } => server::host(folder, &base, port),
        command => in_workspace(&Workspace::find()?, command),
    }
}

fn in_workspace(workspace: &Workspace, command: Command) -> Outcome {
    match command {
        Command::Serve { port, dist: true, .. } => dist::serve(workspace, port),
        Command::Serve { port, mode, .. } => site::serve(workspace, mode, port),
        Command::Dist => dist::build(workspace).map(|_| ()),
        Command::Test { parts } => test::run(workspace, &parts),
        Command::Bench { parts } => bench::run(workspace, &parts),
        Command::Setup => setup::everything(workspace),
        Command::Site { mode } => site::build(workspace, mode).map(|_| ()),
        Command::Help | Command::Host { .. } => Ok(()),
    }
}

fn read_arguments() -> Result<Command, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let mut name = None;
    let mut words = Vec::new();
    let (mut port, mut mode, mut dist, mut base) = (None, Mode::Release, false, "/".to_owned());
    while let Some(argument) = parser.next()? {
        match argument {
            Value(value) if name.is_none() => name = Some(value.string()?),
            Value(value) => words.push(value.string()?),
            Long("port") => port = Some(parser.value()?.parse()?),
            Long("base") => base = parser.value()?.string()?,
            Long("debug") => mode = Mode::Debug,
            Long("dist") => dist = true,
            Long("help") | Short('h') => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    let command = match name.as_deref() {
        Some("serve") => Command::Serve { port, mode, dist },
        Some("dist") => Command::Dist,
        Some("test") => return Ok(Command::Test { parts: words }),
        Some("bench") => return Ok(Command::Bench { parts: words }),
        Some("setup") => Command::Setup,
        Some("host") => match words.pop() {
            Some(folder) => Command::Host { folder: folder.into(), base, port },
            None => return Err("host needs a folder".into()),
        },
        Some("site") => Command::Site { mode },
        Some("help") | None => Command::Help,
        Some(other) => return Err(format!("there is no command `{other}`").into()),
    };
    match words.first() {
        Some(word) => Err(format!("`{word}` is one word too many").into()),
        None => Ok(command),
    }
}
