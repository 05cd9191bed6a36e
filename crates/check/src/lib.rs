//! One check from texts to report: reads, resolves, runs, classifies, and puts the answers into the report's shape.
//!
//! This is the façade behind the command and the WebAssembly module, which add no logic of their own. It holds none of
//! the work either: every stage has its crate.

mod achiever;
mod codes;
mod explain;
mod options;
pub mod planner;
mod prepared;
mod steps;
mod texts;
mod view;

pub use explain::{entries, explain};
pub use options::{Budgets, Options, Profile};
pub use prepared::{Judgement, Planned, Prepared};
pub use stepguard_report::{ParseReport, Report};

use stepguard_pddl::requirements::{Uses, missing_in_problem};
use stepguard_pddl::{Parsed, ast};
use stepguard_plan::sort::{Kind as SegmentKind, Segment, sort, sort_all};
use stepguard_plan::{PlanText, Unknown};
use stepguard_report::{About, Initial, Limits, Outcome, PlanView, SCHEMA, Safety, Text};
use stepguard_task::Task;
use stepguard_text::{Diagnostic, Interner, Place, Span, TextId, order};
use texts::Texts;

/// Name and version of the tool.
pub const TOOL: &str = concat!("stepguard ", env!("CARGO_PKG_VERSION"));

/// Checks a plan. `None` is a text that was not given; an empty plan is the empty plan.
///
/// One text that holds both definitions may be given for domain and problem, or as the domain alone.
#[must_use]
pub fn check(domain: Option<&[u8]>, problem: Option<&[u8]>, plan: Option<&[u8]>, options: &Options) -> Report {
    of_texts(Check::new(options), domain, problem, plan)
}

/// The same; `watch` is told now and then how much of the run is done, from 0 to 1. Short checks say nothing.
#[must_use]
pub fn check_watched(
    domain: Option<&[u8]>,
    problem: Option<&[u8]>,
    plan: Option<&[u8]>,
    options: &Options,
    watch: &mut dyn FnMut(f64),
) -> Report {
    let mut check = Check::new(options);
    check.watch = Some(watch);
    of_texts(check, domain, problem, plan)
}

fn of_texts(mut check: Check<'_>, domain: Option<&[u8]>, problem: Option<&[u8]>, plan: Option<&[u8]>) -> Report {
    let chosen = check.load(domain, problem, plan);
    check.verdict(&chosen)
}

/// The report as JSON, byte for byte what the command prints.
#[must_use]
pub fn check_json(domain: Option<&[u8]>, problem: Option<&[u8]>, plan: Option<&[u8]>, options: &Options) -> String {
    to_json(&check(domain, problem, plan, options))
}

/// Any view as the bytes of JSON.
#[must_use]
pub fn to_json_bytes<T: serde::Serialize>(view: &T) -> Vec<u8> {
    stepguard_report::json::to_vec(view).expect("view types hold strings, numbers and lists only")
}

/// Any view as JSON.
#[must_use]
pub fn to_json<T: serde::Serialize>(view: &T) -> String {
    stepguard_report::json::to_string(view).expect("view types hold strings, numbers and lists only")
}

/// Checks one text in which domain, problem and plan stand mixed with other words: it is sorted by content.
#[must_use]
pub fn check_pasted(text: &[u8], options: &Options) -> Report {
    let mut check = Check::new(options);
    check.texts.load(TextId::Pasted, text, &mut check.diagnostics);
    check.texts.plan_id = TextId::Pasted;
    let decoded = check.texts.get(TextId::Pasted).unwrap_or_default().to_owned();
    let segments = sort(&decoded);
    let definitions = match keep(&decoded, &segments, &[SegmentKind::Domain, SegmentKind::Problem]) {
        Some(text) => check.read_text(TextId::Pasted, &text),
        None => ast::Definitions::default(),
    };
    let chosen = check.choose(definitions, ast::Definitions::default(), true);
    check.plan = keep(&decoded, &segments, &[SegmentKind::Plan]);
    check.verdict(&chosen)
}

/// How several texts of unknown kinds are checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrangement {
    /// Each text is of one kind, and read where it stands, with its own line numbers: their positions in the list.
    Apart {
        /// The domain.
        domain: Option<usize>,
        /// The problem.
        problem: Option<usize>,
        /// The plan.
        plan: Option<usize>,
    },
    /// They are one mixed text: a text holds several kinds or none, or two are of one kind.
    Together(Vec<u8>),
}

/// Sorts texts by content.
#[must_use]
pub fn arrange(texts: &[&[u8]]) -> Arrangement {
    if let [alone] = texts {
        return Arrangement::Together(alone.to_vec());
    }
    let decoded: Vec<String> = texts.iter().map(|bytes| stepguard_text::decode(bytes).text).collect();
    let sorted = sort_all(&decoded.iter().map(String::as_str).collect::<Vec<_>>());
    let mut places = [None; 3];
    let apart = sorted.iter().enumerate().all(|(index, segments)| {
        let kinds = [SegmentKind::Domain, SegmentKind::Problem, SegmentKind::Plan];
        let has = kinds.map(|kind| segments.iter().any(|segment| segment.kind == kind));
        let place = match has {
            [true, false, false] => &mut places[0],
            [false, true, false] => &mut places[1],
            [false, false, true] => &mut places[2],
            _ => return false,
        };
        place.replace(index).is_none()
    });
    if apart {
        let [domain, problem, plan] = places;
        return Arrangement::Apart { domain, problem, plan };
    }
    // Definitions and steps of different texts must not run together.
    Arrangement::Together(decoded.join("\n").into_bytes())
}

/// Checks texts of unknown kinds: sorted by content first.
#[must_use]
pub fn check_mixed(texts: &[&[u8]], options: &Options) -> Report {
    match arrange(texts) {
        Arrangement::Apart { domain, problem, plan } => {
            let text = |index: Option<usize>| index.map(|index| texts[index]);
            check(text(domain), text(problem), text(plan), options)
        }
        Arrangement::Together(text) => check_pasted(&text, options),
    }
}

/// The diagnostics of one text that holds definitions.
#[must_use]
pub fn parse(text: &[u8]) -> ParseReport {
    let options = Options::default();
    let mut check = Check::new(&options);
    let definitions = check.read(TextId::Pasted, text);
    let chosen = check.choose(definitions, ast::Definitions::default(), true);
    let report = check.verdict(&chosen);
    ParseReport { schema: SCHEMA, tool: TOOL.to_owned(), diagnostics: report.diagnostics }
}

/// `text` with everything blanked out but segments of the wanted kinds, so that places stay what they are.
fn keep(text: &str, segments: &[Segment], wanted: &[SegmentKind]) -> Option<String> {
    let mut kept: Vec<u8> = text.bytes().map(|b| if matches!(b, b'\n' | b'\r') { b } else { b' ' }).collect();
    let mut any = false;
    for segment in segments.iter().filter(|segment| wanted.contains(&segment.kind)) {
        let range = segment.span.start as usize..segment.span.end as usize;
        kept[range.clone()].copy_from_slice(&text.as_bytes()[range]);
        any = true;
    }
    any.then(|| String::from_utf8(kept).unwrap_or_default())
}

/// The definitions that a check is about.
struct Chosen {
    domain: Option<ast::Domain>,
    problem: Option<ast::Problem>,
}

/// A check under way.
struct Check<'o> {
    options: &'o Options,
    texts: Texts,
    names: Interner,
    diagnostics: Vec<Diagnostic>,
    /// The features that the problems and the domain of each text use.
    uses: Vec<(TextId, [Uses; 2])>,
    /// The plan's text, of a pasted text the plan's part of it.
    plan: Option<String>,
    /// Is told how much of the run is done.
    watch: Option<&'o mut dyn FnMut(f64)>,
}

impl<'o> Check<'o> {
    fn new(options: &'o Options) -> Self {
        Self {
            options,
            texts: Texts::new(),
            names: Interner::new(),
            diagnostics: Vec::new(),
            uses: Vec::new(),
            plan: None,
            watch: None,
        }
    }

    /// Reads the three texts.
    fn load(&mut self, domain: Option<&[u8]>, problem: Option<&[u8]>, plan: Option<&[u8]>) -> Chosen {
        let same = domain.is_some() && domain == problem;
        let in_domain = domain.map(|bytes| self.read(TextId::Domain, bytes)).unwrap_or_default();
        let in_problem = match problem {
            Some(bytes) if !same => self.read(TextId::Problem, bytes),
            _ => ast::Definitions::default(),
        };
        let chosen = self.choose(in_domain, in_problem, same);
        if let Some(plan) = plan {
            self.texts.load(TextId::Plan, plan, &mut self.diagnostics);
            self.plan = self.texts.get(TextId::Plan).map(str::to_owned);
        }
        chosen
    }

    fn read(&mut self, id: TextId, bytes: &[u8]) -> ast::Definitions {
        self.texts.load(id, bytes, &mut self.diagnostics);
        let parsed = stepguard_pddl::parse(self.texts.get(id).unwrap_or_default(), id, &mut self.names);
        self.keep(id, parsed)
    }

    fn read_text(&mut self, id: TextId, text: &str) -> ast::Definitions {
        let parsed = stepguard_pddl::parse(text, id, &mut self.names);
        self.keep(id, parsed)
    }

    fn keep(&mut self, id: TextId, parsed: Parsed) -> ast::Definitions {
        self.diagnostics.extend(parsed.diagnostics);
        self.uses.push((id, [parsed.problem_uses, parsed.domain_uses]));
        parsed.definitions
    }

    /// Requirements that the problem needs and neither definition asks for.
    fn missing_requirements(&self, domain: &ast::Domain, problem: &ast::Problem) -> Option<Diagnostic> {
        let uses = |text: TextId| self.uses.iter().find(|(id, _)| *id == text).map(|(_, uses)| uses);
        let ([of_problem, _], [_, of_domain]) = (uses(problem.text)?, uses(domain.text)?);
        let text = self.texts.get(domain.text)?;
        missing_in_problem(problem, of_problem, domain, of_domain, text, &self.names)
    }

    /// The domain and the problem to check. A definition in the other's text is used where its own text has none;
    /// `together`: both are expected in one text.
    fn choose(&mut self, in_domain: ast::Definitions, in_problem: ast::Definitions, together: bool) -> Chosen {
        let mut domains =
            in_domain.domains.into_iter().map(|d| (d, true)).chain(in_problem.domains.into_iter().map(|d| (d, false)));
        let mut problems = in_problem
            .problems
            .into_iter()
            .map(|p| (p, true))
            .chain(in_domain.problems.into_iter().map(|p| (p, false)));
        let (domain, problem) = (domains.next(), problems.next());
        if !together {
            if let Some((domain, false)) = &domain {
                self.misplaced(domain.place(domain.span), "domain", "problem");
            }
            if let Some((problem, false)) = &problem {
                self.misplaced(problem.place(problem.span), "problem", "domain");
            }
            for (extra, _) in domains.filter(|(_, at_home)| !at_home) {
                self.unused(extra.place(extra.span), "domain");
            }
            for (extra, _) in problems.filter(|(_, at_home)| !at_home) {
                self.unused(extra.place(extra.span), "problem");
            }
        }
        Chosen { domain: domain.map(|(domain, _)| domain), problem: problem.map(|(problem, _)| problem) }
    }

    fn misplaced(&mut self, place: Place, what: &str, text: &str) {
        let start = Span::new(place.span.start, place.span.start + 1);
        self.diagnostics.push(
            Diagnostic::warning(
                codes::MISPLACED,
                Place::new(place.text, start),
                format!("this is the {what}; it belongs in the {what} text"),
            )
            .help(format!("It stands in the {text} text and is read from there, because the {what} text has none.")),
        );
    }

    fn unused(&mut self, place: Place, what: &str) {
        let start = Span::new(place.span.start, place.span.start + 1);
        self.diagnostics.push(
            Diagnostic::warning(
                codes::UNUSED,
                Place::new(place.text, start),
                format!("this {what} is not used: the {what} text has one of its own"),
            )
            .help("Only one definition of a kind takes part in a check."),
        );
    }

    /// The task, when both definitions are there and nothing in them is wrong; what there is to say goes to the diagnostics.
    fn task(&mut self, chosen: &Chosen) -> Option<Task> {
        if let Chosen { domain: Some(domain), problem: Some(problem) } = chosen {
            let missing = self.missing_requirements(domain, problem);
            self.diagnostics.extend(missing);
        }
        let names = std::mem::take(&mut self.names);
        let (task, found) = match chosen {
            Chosen { domain: Some(domain), problem: Some(problem) } => {
                let built = stepguard_task::build(domain, problem, names);
                (built.task, built.diagnostics)
            }
            Chosen { domain: Some(domain), problem: None } => (None, stepguard_task::check_domain(domain, names).0),
            Chosen { domain: None, problem: Some(problem) } => (None, stepguard_task::check_problem(problem, names).0),
            Chosen { domain: None, problem: None } => (None, Vec::new()),
        };
        self.diagnostics.extend(found);
        task.filter(|_| !self.diagnostics.iter().any(Diagnostic::is_error))
    }

    fn verdict(mut self, chosen: &Chosen) -> Report {
        let task = self.task(chosen);
        let broken = self.diagnostics.iter().any(Diagnostic::is_error);
        let mut report = self.empty_report();
        if chosen.domain.is_none() {
            report.missing.push(Text::Domain);
        }
        if chosen.problem.is_none() {
            report.missing.push(Text::Problem);
        }
        if self.plan.is_none() {
            report.missing.push(Text::Plan);
        }
        report.about = match &task {
            Some(task) => about_task(task),
            None => about_texts(chosen, self.texts_of(chosen)),
        };
        report.outcome = if broken { Outcome::Unreadable } else { Outcome::Incomplete };
        match (&task, self.plan.take()) {
            (Some(task), Some(plan)) if task.unsupported.is_empty() => self.run(task, &plan, &mut report),
            (task, plan) => {
                if let Some(plan) = plan {
                    let read = stepguard_plan::read(&plan, self.texts.plan_id, &Unknown);
                    self.notation_only(&read, &mut report);
                }
                if let Some(task) = task
                    && report.missing.is_empty()
                {
                    for (feature, _) in &task.unsupported {
                        if !report.unsupported.iter().any(|known| known == feature) {
                            report.unsupported.push((*feature).to_owned());
                        }
                    }
                    report.outcome = Outcome::Unsupported;
                }
            }
        }
        report.diagnostics = self.listed_diagnostics();
        stepguard_report::words::summarize(&mut report);
        report
    }

    /// All diagnostics by text, then by place; what was found first comes first.
    fn listed_diagnostics(&mut self) -> Vec<stepguard_report::Diagnostic> {
        order::sort_by_key(&mut self.diagnostics, |d| (d.place.text, d.place.span));
        self.diagnostics.dedup();
        self.diagnostics.iter().map(|d| self.texts.diagnostic(d)).collect()
    }

    fn run(&mut self, task: &Task, plan: &str, report: &mut Report) {
        let vocabulary = steps::TaskVocabulary::new(task);
        let read = stepguard_plan::read(plan, self.texts.plan_id, &vocabulary);
        let resolved = steps::resolve(task, &vocabulary, plan, self.texts.plan_id, &read);
        report.plan = self.plan_view(&read);
        let budgets = &self.options.budgets;
        let run_budgets = stepguard_verify::Budgets { steps: budgets.steps as usize, nodes: budgets.nodes };
        let epsilon = self.options.epsilon_value().unwrap_or_else(stepguard_verify::default_epsilon);
        #[expect(clippy::cast_precision_loss, reason = "a share of steps, for a progress bar")]
        let mut watch = |passed: usize| {
            if let Some(watch) = &mut self.watch {
                watch(passed as f64 / resolved.steps.len() as f64);
            }
        };
        let mut trace = stepguard_verify::run_watched(task, &resolved.steps, &run_budgets, &epsilon, &mut watch);
        let settings = stepguard_taxonomy::Settings {
            facts: budgets.facts as usize,
            profile: match self.options.profile {
                Profile::Stepguard => stepguard_taxonomy::Profile::Stepguard,
                Profile::EaiBehavior => stepguard_taxonomy::Profile::EaiBehavior,
                Profile::EaiVirtualhome => stepguard_taxonomy::Profile::EaiVirtualhome,
            },
        };
        let classified = stepguard_taxonomy::classify(task, &mut trace, &resolved.faults, &settings);
        let achievers = achiever::wanted(&classified).and_then(|index| {
            let step = classified.findings.get(index)?.step?;
            Some((index, achiever::chain(task, &mut trace, step, budgets.achiever)?))
        });
        view::Run::new(task, &self.texts, &read, &mut trace, &classified).fill(report, achievers);
        self.diagnostics.extend(read.diagnostics);
        self.diagnostics.extend(resolved.diagnostics);
    }

    /// The plan is listed, and nothing is said of its names.
    fn notation_only(&mut self, read: &PlanText, report: &mut Report) {
        report.plan = self.plan_view(read);
        report.steps = view::unread_steps(&self.texts, read);
        // Without the names of the domain only the warnings about the notation are certain.
        self.diagnostics.extend(read.diagnostics.iter().filter(|d| !d.is_error()).cloned());
    }

    fn plan_view(&self, read: &PlanText) -> PlanView {
        PlanView {
            notation: Some(read.notation.id().to_owned()),
            ignored: read.ignored.iter().map(|span| self.texts.ignored(*span)).collect(),
        }
    }

    fn empty_report(&self) -> Report {
        Report {
            schema: SCHEMA,
            tool: TOOL.to_owned(),
            outcome: Outcome::Incomplete,
            safety: Safety::Unknown,
            succeeds: false,
            primary: None,
            summary: String::new(),
            safety_summary: String::new(),
            missing: Vec::new(),
            unsupported: Vec::new(),
            about: About::default(),
            plan: PlanView::default(),
            diagnostics: Vec::new(),
            objects: Vec::new(),
            initial: Initial::default(),
            happenings: Vec::new(),
            steps: Vec::new(),
            last_scored_state: 0,
            findings: Vec::new(),
            goal: Vec::new(),
            rules: Vec::new(),
            preferences: Vec::new(),
            metric: None,
            limits: Limits { steps: self.options.budgets.steps, ms: None, hit: None },
            timings: None,
        }
    }

    /// The texts that the chosen definitions stand in.
    fn texts_of(&self, chosen: &Chosen) -> (&str, &str) {
        let text = |id: Option<TextId>| id.and_then(|id| self.texts.get(id)).unwrap_or_default();
        (text(chosen.domain.as_ref().map(|d| d.text)), text(chosen.problem.as_ref().map(|p| p.text)))
    }
}

fn about_task(task: &Task) -> About {
    About {
        domain: task.domain_name.map(|name| task.name(name).to_owned()),
        problem: task.problem_name.map(|name| task.name(name).to_owned()),
        actions: u32::try_from(task.actions.len() + task.durative_actions.len()).unwrap_or(u32::MAX),
        signatures: task
            .actions
            .iter()
            .map(|action| {
                let mut out = String::new();
                task.write_signature(&mut out, action);
                out
            })
            .collect(),
    }
}

/// What can be said without a task: the names as written.
fn about_texts(chosen: &Chosen, (domain, problem): (&str, &str)) -> About {
    let name = |name: Option<ast::Name>, text: &str| name.map(|name| name.span.slice(text).to_owned());
    About {
        domain: chosen.domain.as_ref().and_then(|d| name(d.name, domain)),
        problem: chosen.problem.as_ref().and_then(|p| name(p.name, problem)),
        actions: chosen
            .domain
            .as_ref()
            .map_or(0, |d| u32::try_from(d.actions.len() + d.durative_actions.len()).unwrap_or(u32::MAX)),
        signatures: Vec::new(),
    }
}
