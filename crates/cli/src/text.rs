//! The report as text for a terminal: verdict, strip, first failure, broken rules, diagnostics with underlines.

use crate::Texts;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Effects, Style};
use std::fmt::Write as _;
use stepguard_report::words::{broken_rules, category};
use stepguard_report::{
    Category, ConditionView, Diagnostic, FindingView, Outcome, Position, Report, RuleStatus, Safety, Severity,
    StepStatus, StepView, Text,
};
use stepguard_text::{LineIndex, TextId, decode};

/// What a line should fit into.
const COLUMNS: usize = 79;
/// Widest row head of the strip.
const HEAD: usize = 32;
/// Blocks of the strip that are shown of a long plan.
const MOST_BLOCKS: usize = 20;
/// Findings that are listed behind the first.
const MOST_FINDINGS: usize = 20;
/// Diagnostics that are shown with their lines: each takes a screen's part and a look through the whole text.
const MOST_SNIPPETS: usize = 50;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().effects(Effects::DIMMED);
const STRONG: Style = Style::new().effects(Effects::BOLD);

/// Whether to write colours.
#[derive(Clone, Copy)]
pub(crate) struct Paint(pub(crate) bool);

impl Paint {
    fn with(self, style: Style, text: &str) -> String {
        if self.0 { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// The whole report.
pub(crate) fn report(report: &Report, texts: &Texts, paint: Paint) -> String {
    let mut out = String::new();
    verdict(&mut out, report, paint);
    if !report.steps.is_empty() && matches!(report.outcome, Outcome::Valid | Outcome::Invalid) {
        out.push('\n');
        strip(&mut out, report, paint);
    }
    if let Some(first) = first_failure(report) {
        out.push('\n');
        failure(&mut out, report, first, paint);
        others(&mut out, report, first, paint);
    }
    rules(&mut out, report, paint);
    snippets(&mut out, &report.diagnostics, &Sources::new(texts), paint);
    out
}

/// The answer of `parse`.
pub(crate) fn diagnostics_only(diagnostics: &[Diagnostic], name: &str, bytes: &[u8], paint: Paint) -> String {
    let mut out = String::new();
    let mut sources = Sources::default();
    sources.add(TextId::Pasted, name, bytes);
    snippets(&mut out, diagnostics, &sources, paint);
    if !out.is_empty() {
        out.push('\n');
    }
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let others = diagnostics.len() - errors;
    let _ = writeln!(
        out,
        "{name}: {}, {}",
        stepguard_report::words::count(errors, "error"),
        stepguard_report::words::count(others, "remark")
    );
    out
}

/// The diagnostics, errors first when there are too many to show.
fn snippets(out: &mut String, diagnostics: &[Diagnostic], sources: &Sources, paint: Paint) {
    let mut shown: Vec<usize> = (0..diagnostics.len()).collect();
    if shown.len() > MOST_SNIPPETS {
        shown.sort_by_key(|index| (diagnostics[*index].severity, *index));
        shown.truncate(MOST_SNIPPETS);
        shown.sort_unstable();
    }
    for (position, index) in shown.iter().enumerate() {
        if position > 0 || !out.is_empty() {
            out.push('\n');
        }
        snippet(out, &diagnostics[*index], sources, paint);
    }
    if diagnostics.len() > shown.len() {
        let _ = writeln!(out, "\nand {} more messages: --format json has them all", diagnostics.len() - shown.len());
    }
}

fn verdict(out: &mut String, report: &Report, paint: Paint) {
    let outcome = match report.outcome {
        Outcome::Valid => "VALID",
        Outcome::Invalid => "INVALID",
        Outcome::Unreadable => "UNREADABLE",
        Outcome::Incomplete => "INCOMPLETE",
        Outcome::Unsupported => "NOT SUPPORTED",
        Outcome::Budget => "BUDGET RAN OUT",
    };
    let primary = report.primary.map(|p| format!(" ({})", category(p).to_lowercase())).unwrap_or_default();
    let style = match report.outcome {
        Outcome::Valid => GOOD,
        Outcome::Invalid | Outcome::Unreadable => BAD,
        Outcome::Incomplete | Outcome::Unsupported | Outcome::Budget => DOUBTFUL,
    };
    let _ = writeln!(out, "{}: {}", paint.with(style.bold(), &format!("{outcome}{primary}")), report.summary);
    let safety = match report.safety {
        Safety::Safe => "SAFE",
        Safety::Unsafe => "UNSAFE",
        Safety::Unknown => "SAFETY UNKNOWN",
    };
    let style = match report.safety {
        Safety::Safe => GOOD,
        Safety::Unsafe => BAD,
        Safety::Unknown => DOUBTFUL,
    };
    let _ = writeln!(out, "{}: {}", paint.with(style.bold(), safety), report.safety_summary);
    if let Some(metric) = &report.metric
        && let Some(value) = &metric.value
    {
        let _ = writeln!(out, "metric: {} = {value} ({})", metric.text, metric.direction);
    }
    for preference in report.preferences.iter().filter(|p| p.violated > 0) {
        let times = stepguard_report::words::count(preference.violated as usize, "time");
        let _ = writeln!(out, "preference {}: violated {times}", preference.name);
    }
}

/// A row of the strip: a sign for the initial state and one for every step.
struct Row {
    head: String,
    signs: Vec<Sign>,
}

/// What a cell of the strip says. A terminal has no tooltips, so the legend names every sign that occurs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    Nothing,
    Ran,
    Failed,
    Skipped,
    Unscored,
    Holds,
    DoesNotHold,
    Kept,
    Broken,
    Open,
}

impl Sign {
    const fn letter(self) -> &'static str {
        match self {
            Self::Nothing => " ",
            Self::Ran => "o",
            Self::Failed => "x",
            Self::Skipped => "s",
            Self::Unscored => "~",
            Self::Holds => "+",
            Self::DoesNotHold => "-",
            Self::Kept => ".",
            Self::Broken => "!",
            Self::Open => "?",
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Ran => "ran",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Unscored => "ran after the first failure",
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::Kept => "rule kept",
            Self::Broken => "rule broken",
            Self::Open => "rule still open",
        }
    }

    const fn style(self) -> Style {
        match self {
            Self::Failed | Self::Broken => BAD,
            Self::Ran | Self::Holds => GOOD,
            Self::Skipped | Self::Open => DOUBTFUL,
            Self::Nothing | Self::Unscored | Self::DoesNotHold | Self::Kept => FAINT,
        }
    }
}

fn strip(out: &mut String, report: &Report, paint: Paint) {
    let mut rows = vec![Row {
        head: "status".to_owned(),
        signs: std::iter::once(Sign::Nothing).chain(report.steps.iter().map(status_sign)).collect(),
    }];
    let states: Vec<u32> = std::iter::once(0).chain(report.steps.iter().map(|step| step.state)).collect();
    for goal in &report.goal {
        let sign = |state: &u32| {
            let holds = goal.held_in.iter().any(|(from, to)| (from..=to).contains(&state));
            if holds { Sign::Holds } else { Sign::DoesNotHold }
        };
        rows.push(Row { head: format!("goal {}", goal.literal), signs: states.iter().map(sign).collect() });
    }
    for rule in report.rules.iter().filter(|rule| rule.hard) {
        let sign = |state: &u32| {
            if *state > report.last_scored_state {
                Sign::Nothing
            } else if rule.broken_in.iter().any(|(from, to)| (from..=to).contains(&state)) {
                Sign::Broken
            } else if rule.status == RuleStatus::Pending {
                Sign::Open
            } else {
                Sign::Kept
            }
        };
        rows.push(Row { head: format!("rule {}", rule.name), signs: states.iter().map(sign).collect() });
    }
    let width = rows.iter().map(|row| row.head.chars().count()).max().unwrap_or(0).min(HEAD);
    let digits = report.steps.len().to_string().len();
    let block = ((COLUMNS - width) / (digits + 1)).max(1);
    let mut used: Vec<Sign> = Vec::new();
    for start in (0..states.len()).step_by(block).take(MOST_BLOCKS) {
        let end = (start + block).min(states.len());
        let _ = write!(out, "{:width$}", "step");
        for column in start..end {
            let _ = write!(out, " {column:>digits$}");
        }
        out.push('\n');
        for row in &rows {
            let mut line = format!("{:width$}", shortened(&row.head, width));
            for sign in &row.signs[start..end] {
                used.push(*sign);
                let letter = format!(" {:>digits$}", sign.letter());
                line.push_str(&if *sign == Sign::Nothing { letter } else { paint.with(sign.style(), &letter) });
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out.push('\n');
    }
    if states.len() > block * MOST_BLOCKS {
        let _ = writeln!(out, "and {} more steps: --format json has them all", states.len() - block * MOST_BLOCKS);
    }
    used.sort_unstable();
    used.dedup();
    let legend: Vec<String> = used
        .iter()
        .filter(|sign| **sign != Sign::Nothing)
        .map(|sign| format!("{} {}", sign.letter(), sign.meaning()))
        .collect();
    let _ = writeln!(out, "0 is the initial state; {}", legend.join(", "));
}

fn status_sign(step: &StepView) -> Sign {
    match (step.status, step.after_first_failure) {
        (StepStatus::Ran, false) => Sign::Ran,
        (StepStatus::Ran, true) => Sign::Unscored,
        (StepStatus::Failed, _) => Sign::Failed,
        (StepStatus::Skipped, _) => Sign::Skipped,
        (StepStatus::NotRun, _) => Sign::Nothing,
    }
}

/// Cuts a long text in the middle.
fn shortened(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let front = (width - 2) / 2;
    let back = width - 2 - front;
    let head: String = text.chars().take(front).collect();
    let tail: String = text.chars().skip(length - back).collect();
    format!("{head}..{tail}")
}

fn first_failure(report: &Report) -> Option<&FindingView> {
    report
        .findings
        .iter()
        .filter(|finding| finding.fatal)
        .min_by_key(|finding| finding.step)
        .or(report.findings.first())
}

fn failure(out: &mut String, report: &Report, finding: &FindingView, paint: Paint) {
    let step = finding.step.and_then(|step| report.steps.get(step as usize - 1));
    match step {
        Some(step) => {
            let head = format!("step {} {}", step.index, one_line(&step.action));
            let _ = writeln!(out, "{}  (line {})", paint.with(STRONG, &head), step.source.start.line);
            if let Some(condition) = &step.precondition
                && finding.literal.is_some()
            {
                tree(out, condition, 1, paint);
            }
        }
        None => out.push_str("at the end of the plan\n"),
    }
    let label = format!("{} ({})", category(finding.category), finding.kind);
    let _ = writeln!(out, "  {}: {}", paint.with(BAD, &label), finding.message);
    if !finding.help.is_empty() {
        let _ = writeln!(out, "  {}", finding.help);
    }
    for why in &finding.why_not {
        let _ = writeln!(out, "  why not {}: {}", category(why.category).to_lowercase(), why.because);
    }
}

/// The other findings, a line each.
fn others(out: &mut String, report: &Report, first: &FindingView, paint: Paint) {
    let others: Vec<&FindingView> = report.findings.iter().filter(|finding| !std::ptr::eq(*finding, first)).collect();
    if others.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", paint.with(STRONG, "also found"));
    for finding in others.iter().take(MOST_FINDINGS) {
        let at = match finding.step {
            Some(step) if finding.category != Category::UnmetGoal => format!("step {step}"),
            _ => "goal".to_owned(),
        };
        let _ = writeln!(
            out,
            "  {at}, {} ({}): {}",
            category(finding.category).to_lowercase(),
            finding.kind,
            finding.message
        );
    }
    if others.len() > MOST_FINDINGS {
        let _ = writeln!(out, "  and {} more: --format json has them all", others.len() - MOST_FINDINGS);
    }
}

fn tree(out: &mut String, condition: &ConditionView, depth: usize, paint: Paint) {
    let (sign, style) = match condition.holds {
        Some(true) => ("true ", GOOD),
        Some(false) => ("false", BAD),
        None => ("undef", DOUBTFUL),
    };
    let indent = "  ".repeat(depth);
    let name = if condition.children.is_empty() { condition.text.as_str() } else { kind(condition) };
    let _ = writeln!(out, "{indent}{} {name}", paint.with(style, sign));
    for child in &condition.children {
        tree(out, child, depth + 1, paint);
    }
    if condition.omitted > 0 {
        let _ = writeln!(out, "{indent}  and {} more instances", condition.omitted);
    }
}

fn kind(condition: &ConditionView) -> &'static str {
    use stepguard_report::ConditionKind as K;
    match condition.kind {
        K::And => "and",
        K::Or => "or",
        K::Not => "not",
        K::Imply => "imply",
        K::Forall => "forall",
        K::Exists => "exists",
        K::Literal | K::Comparison | K::Equality => "literal",
        K::Preference => "preference",
    }
}

fn rules(out: &mut String, report: &Report, paint: Paint) {
    for rule in broken_rules(report) {
        let _ = writeln!(out, "\n{} {}", paint.with(BAD, &format!("broken rule {}", rule.name)), rule.text);
        let class = rule.class.as_deref().map(|class| format!("{class}, ")).unwrap_or_default();
        let severity = rule.severity.map(|s| format!("severity {s}, ")).unwrap_or_default();
        let spans: Vec<String> = rule
            .broken_in
            .iter()
            .map(|(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") })
            .collect();
        let plural = rule.broken_in.len() > 1 || rule.broken_in.iter().any(|(from, to)| from < to);
        let _ = writeln!(
            out,
            "  {class}{severity}broken in {} {}",
            if plural { "states" } else { "state" },
            listed(&spans)
        );
        if !rule.because.is_empty() {
            let _ = writeln!(out, "  because {}", listed(&rule.because));
        }
        for instance in rule.instances.iter().take(MOST_FINDINGS) {
            let _ = writeln!(out, "  with {instance}");
        }
        if rule.instances.len() > MOST_FINDINGS {
            let _ = writeln!(out, "  and {} more instances", rule.instances.len() - MOST_FINDINGS);
        }
        for line in [&rule.why, &rule.avoid].into_iter().flatten() {
            let _ = writeln!(out, "  {line}");
        }
    }
}

/// The first of many, in one line.
fn listed(parts: &[String]) -> String {
    let shown = parts.iter().take(MOST_FINDINGS).cloned().collect::<Vec<_>>().join(", ");
    match parts.len().saturating_sub(MOST_FINDINGS) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A step's text as one line of a size that fits: what cannot be read may be anything.
fn one_line(text: &str) -> String {
    shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "), COLUMNS - 16)
}

/// The texts with their lines, for snippets.
#[derive(Default)]
struct Sources(Vec<(Text, String, String, LineIndex)>);

impl Sources {
    fn new(texts: &Texts) -> Self {
        let mut sources = Self::default();
        for (id, text) in [
            (TextId::Domain, &texts.domain),
            (TextId::Problem, &texts.problem),
            (TextId::Plan, &texts.plan),
            (TextId::Pasted, &texts.pasted),
        ] {
            if let Some((name, bytes)) = text {
                sources.add(id, name, bytes);
            }
        }
        sources
    }

    fn add(&mut self, id: TextId, name: &str, bytes: &[u8]) {
        let text = decode(bytes).text;
        let lines = LineIndex::new(&text);
        let id = match id {
            TextId::Domain => Text::Domain,
            TextId::Problem => Text::Problem,
            TextId::Plan => Text::Plan,
            TextId::Pasted => Text::Pasted,
        };
        self.0.push((id, name.to_owned(), text, lines));
    }

    /// Name, text, and the byte range of a place.
    fn range(&self, text: Text, start: Position, end: Position) -> Option<(&str, &str, std::ops::Range<usize>)> {
        let (_, name, source, lines) = self.0.iter().find(|(id, ..)| *id == text)?;
        let offset =
            |at: Position| lines.offset(stepguard_text::Position { line: at.line, column: at.column }) as usize;
        let (start, end) = (offset(start), offset(end));
        Some((name, source, start..end.max(start)))
    }
}

fn snippet(out: &mut String, diagnostic: &Diagnostic, sources: &Sources, paint: Paint) {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let Some((name, source, range)) = sources.range(diagnostic.text, diagnostic.start, diagnostic.end) else {
        let _ = writeln!(out, "{}: {}", diagnostic.code, diagnostic.message);
        return;
    };
    let mut shown = Snippet::source(source).path(name).annotation(AnnotationKind::Primary.span(range));
    for related in diagnostic.related.iter().filter(|related| related.text == diagnostic.text) {
        if let Some((_, _, range)) = sources.range(related.text, related.start, related.end) {
            shown = shown.annotation(AnnotationKind::Context.span(range).label(related.message.as_str()));
        }
    }
    let mut group = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str()).element(shown);
    if !diagnostic.help.is_empty() {
        group = group.element(Level::HELP.message(diagnostic.help.as_str()));
    }
    if let Some(fix) = &diagnostic.fix {
        group = group.element(Level::NOTE.message(format!("fix: {}", fix.title)));
    }
    let renderer = if paint.0 { Renderer::styled() } else { Renderer::plain() };
    out.push_str(&renderer.render(&[group]));
    out.push('\n');
}
