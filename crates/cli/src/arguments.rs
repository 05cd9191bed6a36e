//! The command line: what may be asked, and nothing of how it is answered.

use crate::{results, score, suite};
use lexopt::prelude::*;
use stepguard_check::planner::{EditWeights, PlannerOptions};
use stepguard_check::{Options, Profile};

pub(crate) const USAGE: &str = "\
Checks plans of household agents: every step, the first mistake in a six-way taxonomy, every broken safety rule.

Usage:
  stepguard check DOMAIN PROBLEM [PLAN]   check a plan (one file may hold both definitions)
  stepguard check --mixed FILE...         sort the texts by content first
  stepguard parse FILE                    diagnostics of one text
  stepguard explain CODE                  what a code or a category means
  stepguard solve DOMAIN PROBLEM          find a plan that succeeds (--any, the default, or --optimal)
  stepguard count DOMAIN PROBLEM          how many plans there are
  stepguard prove DOMAIN PROBLEM          prove that there is none (--out FILE: the certificate)
  stepguard prove --check FILE DOMAIN PROBLEM   check a certificate
  stepguard repair DOMAIN PROBLEM PLAN    the smallest change that makes a plan succeed
  stepguard suite list                    the scenarios of the household suite
  stepguard suite show ID                 one of them, with its texts and its certificate
  stepguard suite certify [NAME...]       recompute every certificate, or those of families, classes or ids;
                                          --from FOLDER: of a suite of your own, laid out as crates/suite;
                                          --walks N: with N random walks over each for the two rule books;
                                          --write: put them on record there; --proofs DIR: write the proofs
  stepguard suite pack FOLDER             write the suite as the page fetches it (--from FOLDER)
  stepguard suite prompts [NAME...]       what a model is asked, a line of JSON each (--module M, --vocabulary V)
  stepguard score RUN                     score a file of raw answers to the household suite, or to another one
                                          (--suite NAME=FOLDER --module NAME)
  stepguard score compare A B             two runs, compared on the tasks that both answered
  stepguard score reference NAME          a run that needs no model: oracle, always-accept, always-refuse, naive,
                                          primitives-oracle, noisy-SEED
  stepguard results published             figures that the EmbodiedBench paper publishes, with an audit of them (--env E,
                                          --model M, --measure W, --subset S, --family F, --source S, --marked)
  stepguard results compare MODEL MODEL...   published models side by side (--env E --measure W)
  stepguard results import DIR [EPISODE]  run folders of EmbodiedBench: figures, why episodes failed, what could not be
                                          read; or one episode; --search TEXT: where planners said it
  stepguard results precompute            run the shipped agents on the tasks of the simulators and pack their episodes
                                          (--out DIR --env E --subset S --agent A --jobs N; --resume: what is there
                                          and still holds is kept; --check: run a tenth again, drawn by --sample SEED,
                                          and compare it with the pack)
  stepguard results replay RUN/SUBSET/N   run one episode again, such as alfred.oracle/base/7, and compare it with the
                                          pack (--out DIR)

A file named - is standard input.

Options:
  --format text|json     how to answer (default text); score: also html, csv (figures) or csv-answers;
                         results published and import: also csv
  --profile NAME         stepguard (default), eai-behavior or eai-virtualhome: whose labels;
                         score: corrected (default) or official: whose rules
  --suite NAME=FOLDER    score: eai-behavior or eai-virtualhome, and where its data lie
  --module NAME          score: goal, transition, sequencing or subgoal, of a suite that is not the household's
  --answered-only        score: tasks without an answer are left out instead of counting as wrong
  --epsilon NUMBER       smallest distance of two different times (default 0.001)
  --steps N              step budget (default 100000)
  --facts N              fact budget of the delete relaxation (default 200000)
  --nodes N              work budget (default 200000000; of the planner 20000000; of score 20000 an answer, 0: no planner)
  --optimal              solve: a cheapest plan
  --ignore-rules         solve: safety rules do not count
  --extra K              count: plans up to K steps longer than the shortest (default 2)
  --list N               count: print the first N plans, shortest first
  --max-cost N           repair: no more than so many edits
  --weights I,D,M,C      repair: what inserting, deleting, moving and changing a step costs (default 1,1,1,1)
  --timings              add milliseconds
  --help, --version

Exit codes of check: 0 valid and safe; 1 not; 2 a text cannot be read or is absent; 3 a budget ran out;
4 a feature is not supported; 64 wrong usage. solve, count: 0 found, 1 no plan succeeds. prove: 0 proved, 1 a plan
exists. repair: 0 a repair or nothing to do, 1 there is none. suite certify: 0 all certified, 1 not.
results import: 0 all read, 1 a run's own summary differs from its episodes, 2 a file cannot be read or there is no run.
results precompute, replay: 0 done, all agrees; 1 an episode differs from the pack, or tasks are missing.
";

/// What is asked.
pub(crate) enum Command {
    Help,
    Version,
    Check { inputs: Inputs, format: Format, options: Options, timings: bool },
    Parse { file: String, format: Format },
    Explain { code: String },
    Solve { texts: Pair, options: PlannerOptions, format: Format, timings: bool },
    Count { texts: Pair, options: PlannerOptions, format: Format },
    Prove { texts: Pair, options: PlannerOptions, out: Option<String>, format: Format },
    CheckProof { texts: Pair, certificate: String, format: Format },
    Repair { texts: Pair, plan: String, options: PlannerOptions, format: Format },
    Suite { ask: suite::Ask, format: Format },
    Score { ask: score::Ask, format: Format },
    Results { ask: results::Ask, format: Format },
}

/// A domain and a problem; one file may hold both.
pub(crate) struct Pair {
    pub(crate) domain: String,
    pub(crate) problem: Option<String>,
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
    let mut planner = PlannerOptions::default();
    let mut scored = score::Options::default();
    let (mut timings, mut mixed) = (false, false);
    let (mut out, mut certificate) = (None, None);
    let mut certified = suite::Options::default();
    let mut shown = results::Options::default();
    while let Some(argument) = parser.next().map_err(sentence)? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Long("format") => {
                format = match text(&mut parser)?.as_str() {
                    "text" => Format::Text,
                    "json" => Format::Json,
                    other => match score::Document::from_name(other) {
                        Some(document) => {
                            scored.document = Some(document);
                            Format::Text
                        }
                        None => {
                            return Err(format!(
                                "there is no format {other}; it is text or json, of results also csv, and of score also \
                                 html, csv or csv-answers"
                            ));
                        }
                    },
                };
            }
            Long("profile") => match text(&mut parser)?.as_str() {
                "stepguard" => options.profile = Profile::Stepguard,
                "eai-behavior" => options.profile = Profile::EaiBehavior,
                "eai-virtualhome" => options.profile = Profile::EaiVirtualhome,
                "corrected" => scored.profile = stepguard_score::Profile::Corrected,
                "official" => scored.profile = stepguard_score::Profile::Official,
                other => {
                    return Err(format!(
                        "there is no profile {other}; it is stepguard, eai-behavior or eai-virtualhome, and of score \
                         corrected or official"
                    ));
                }
            },
            Long("suite") => scored.suite = Some(text(&mut parser)?),
            Long("module") => scored.module = Some(text(&mut parser)?),
            Long("answered-only") => scored.answered_only = true,
            Long("epsilon") => options.epsilon = text(&mut parser)?,
            Long("steps") => options.budgets.steps = number(&mut parser, "steps")?,
            Long("facts") => options.budgets.facts = number(&mut parser, "facts")?,
            Long("nodes") => {
                options.budgets.nodes = number(&mut parser, "nodes")?;
                planner.nodes = options.budgets.nodes;
                scored.nodes = Some(options.budgets.nodes);
            }
            Long("any") => planner.optimal = false,
            Long("optimal") => planner.optimal = true,
            Long("ignore-rules") => planner.ignore_rules = true,
            Long("extra") => planner.extra = number(&mut parser, "extra")?,
            Long("list") => planner.list = Some(number(&mut parser, "list")?),
            Long("max-cost") => planner.max_cost = Some(number(&mut parser, "max-cost")?),
            Long("weights") => planner.weights = weights(&text(&mut parser)?)?,
            Long("from") => certified.from = Some(text(&mut parser)?),
            Long("walks") => certified.walks = number(&mut parser, "walks")?,
            Long("vocabulary") => certified.vocabulary = Some(text(&mut parser)?),
            Long("write") => certified.write = true,
            Long("proofs") => certified.proofs = Some(text(&mut parser)?),
            Long(name @ ("env" | "model" | "measure" | "subset" | "family" | "source")) => {
                let facet = results::facet(name);
                shown.chosen.push((facet, text(&mut parser)?));
            }
            Long("marked") => shown.marked = true,
            Long("search") => shown.search = Some(text(&mut parser)?),
            Long("out") => out = Some(text(&mut parser)?),
            Long("check") if words.first().is_some_and(|command| command == "results") => shown.check = true,
            Long("check") => certificate = Some(text(&mut parser)?),
            Long("agent") => shown.agent = Some(text(&mut parser)?),
            Long("jobs") => shown.jobs = Some(number(&mut parser, "jobs")?),
            Long("sample") => shown.sample = Some(text(&mut parser)?),
            Long("resume") => shown.resume = true,
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
    if scored.document.is_some() && !matches!(command.as_str(), "score" | "results") {
        return Err(format!("{command} answers as text or json; html and csv go with score, csv with results too"));
    }
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
        ("solve", files) => Ok(Command::Solve { texts: pair("solve", files)?, options: planner, format, timings }),
        ("count", files) => Ok(Command::Count { texts: pair("count", files)?, options: planner, format }),
        ("prove", files) => {
            let texts = pair("prove", files)?;
            Ok(match certificate {
                Some(certificate) => Command::CheckProof { texts, certificate, format },
                None => Command::Prove { texts, options: planner, out, format },
            })
        }
        ("repair", [files @ .., plan]) if matches!(files.len(), 1 | 2) => {
            Ok(Command::Repair { texts: pair("repair", files)?, plan: plan.clone(), options: planner, format })
        }
        ("score", words) => Ok(Command::Score { ask: score::parse(scored, words)?, format }),
        ("suite", words) => {
            let options = suite::Options { module: scored.module, ..certified };
            Ok(Command::Suite { ask: suite::parse(words, options)?, format })
        }
        ("results", words) => {
            let options = results::Options { document: scored.document, out, ..shown };
            Ok(Command::Results { ask: results::parse(options, words)?, format })
        }
        ("repair", _) => Err("repair takes a domain, a problem and a plan".to_owned()),
        (other, _) => Err(format!("there is no command {other}")),
    }
}

fn pair(command: &str, files: &[String]) -> Result<Pair, String> {
    match files {
        [domain] => Ok(Pair { domain: domain.clone(), problem: None }),
        [domain, problem] if domain == "-" && problem == "-" => {
            Err("only one of the files can be standard input".to_owned())
        }
        [domain, problem] => Ok(Pair { domain: domain.clone(), problem: Some(problem.clone()) }),
        _ => Err(format!("{command} takes a domain and a problem")),
    }
}

fn weights(given: &str) -> Result<EditWeights, String> {
    let numbers: Vec<u32> = given.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    match numbers.as_slice() {
        [insert, delete, relocate, change] if given.split(',').count() == 4 && numbers.iter().all(|n| *n > 0) => {
            Ok(EditWeights { insert: *insert, delete: *delete, relocate: *relocate, change: *change })
        }
        _ => Err(format!("--weights takes four whole numbers above zero, such as 1,1,1,1, not {given}")),
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
