//! The command line: what may be asked, and nothing of how it is answered.

use lexopt::prelude::*;
use stepguard_check::{Options, Profile};

pub(crate) const USAGE: &str = "\
Checks plans of household agents: every step, the first mistake in a six-way taxonomy, every broken safety rule.

Usage:
  stepguard check DOMAIN PROBLEM [PLAN]   check a plan (one file may hold both definitions)
  stepguard check --mixed FILE...         sort the texts by content first
  stepguard parse FILE                    diagnostics of one text
  stepguard explain CODE                  what a code or a category means

A file named - is standard input.

Options:
  --format text|json     how to answer (default text)
  --profile NAME         stepguard (default), eai-behavior or eai-virtualhome: whose labels
  --epsilon NUMBER       smallest distance of two different times (default 0.001)
  --steps N              step budget (default 100000)
  --facts N              fact budget of the delete relaxation (default 200000)
  --nodes N              work budget (default 200000000)
  --timings              add milliseconds
  --help, --version

Exit codes of check: 0 valid and safe; 1 not; 2 a text cannot be read or is absent; 3 a budget ran out;
4 a feature is not supported; 64 wrong usage.
";

/// What is asked.
pub(crate) enum Command {
    Help,
    Version,
    Check { inputs: Inputs, format: Format, options: Options, timings: bool },
    Parse { file: String, format: Format },
    Explain { code: String },
}

/// Where the texts come from.
pub(crate) enum Inputs {
    Files { domain: Option<String>, problem: Option<String>, plan: Option<String> },
    Mixed(Vec<String>),
}

/// How to answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Reads the arguments; the error is a sentence for the user.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Command, String> {
    let mut words: Vec<String> = Vec::new();
    let mut format = Format::Text;
    let mut options = Options::default();
    let (mut timings, mut mixed) = (false, false);
    while let Some(argument) = parser.next().map_err(sentence)? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Long("format") => {
                format = match text(&mut parser)?.as_str() {
                    "text" => Format::Text,
                    "json" => Format::Json,
                    other => return Err(format!("there is no format {other}; it is text or json")),
                };
            }
            Long("profile") => {
                options.profile = match text(&mut parser)?.as_str() {
                    "stepguard" => Profile::Stepguard,
                    "eai-behavior" => Profile::EaiBehavior,
                    "eai-virtualhome" => Profile::EaiVirtualhome,
                    other => {
                        return Err(format!(
                            "there is no profile {other}; it is stepguard, eai-behavior or eai-virtualhome"
                        ));
                    }
                };
            }
            Long("epsilon") => options.epsilon = text(&mut parser)?,
            Long("steps") => options.budgets.steps = number(&mut parser, "steps")?,
            Long("facts") => options.budgets.facts = number(&mut parser, "facts")?,
            Long("nodes") => options.budgets.nodes = number(&mut parser, "nodes")?,
            Long("timings") => timings = true,
            Long("mixed") => mixed = true,
            Value(value) => words.push(value.string().map_err(sentence)?),
            other => return Err(sentence(other.unexpected())),
        }
    }
    if options.epsilon_value().is_none() {
        return Err(format!("--epsilon takes a number above zero, not {}", options.epsilon));
    }
    let mut words = words.into_iter();
    let command = words.next().ok_or("nothing to do")?;
    let rest: Vec<String> = words.collect();
    match (command.as_str(), rest.as_slice()) {
        ("help", _) => Ok(Command::Help),
        ("check", []) => Err("check takes a domain, a problem and a plan".to_owned()),
        ("check", files) if mixed => {
            Ok(Command::Check { inputs: Inputs::Mixed(files.to_vec()), format, options, timings })
        }
        ("check", [domain, rest @ ..]) if rest.len() <= 2 => {
            let inputs = Inputs::Files {
                domain: Some(domain.clone()),
                problem: rest.first().cloned(),
                plan: rest.get(1).cloned(),
            };
            let dashes = std::iter::once(domain).chain(rest).filter(|path| *path == "-").count();
            if dashes > 1 {
                return Err("only one of the files can be standard input".to_owned());
            }
            Ok(Command::Check { inputs, format, options, timings })
        }
        ("check", _) => Err("check takes at most three files; --mixed takes any number".to_owned()),
        ("parse", [file]) => Ok(Command::Parse { file: file.clone(), format }),
        ("parse", _) => Err("parse takes one file".to_owned()),
        ("explain", [code]) => Ok(Command::Explain { code: code.clone() }),
        ("explain", _) => Err("explain takes one code".to_owned()),
        (other, _) => Err(format!("there is no command {other}")),
    }
}

fn text(parser: &mut lexopt::Parser) -> Result<String, String> {
    parser.value().and_then(ValueExt::string).map_err(sentence)
}

fn number<N: std::str::FromStr>(parser: &mut lexopt::Parser, name: &str) -> Result<N, String> {
    let value = text(parser)?;
    value.parse().map_err(|_| format!("--{name} takes a whole number, not {value}"))
}

#[expect(clippy::needless_pass_by_value, reason = "used as a function for map_err")]
fn sentence(error: lexopt::Error) -> String {
    error.to_string()
}
