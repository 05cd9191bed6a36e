//! Plan texts in any notation, read as steps.
//!
//! People paste plans as planners, papers and language models write them. [`read`] finds the steps, says which notation
//! it found, and keeps every other part of the text under a heading of its own: signs of the notation, comments, ignored
//! text. Nothing is dropped silently. [`resolve()`] then tells which action and objects a step names, or what is wrong with
//! it; [`mod@sort`] tells which part of a mixed text is a domain, a problem or a plan.
//!
//! Knows names only: not what actions do, no types, no states. It is pure, and linear in the length of the text but for
//! small factors; no text makes it panic.

mod clean;
pub mod codes;
mod fragment;
pub mod json;
mod lines;
mod logs;
mod marks;
mod near;
mod notes;
mod phrase;
mod plan;
pub mod resolve;
mod shapes;
mod sink;
pub mod sort;
mod vocabulary;

pub use plan::{Arguments, Name, Notation, Note, NoteKind, PlanText, RawStep, RawStepKind, Unreadable};
pub use resolve::{Fault, diagnose, resolve, show};
pub use vocabulary::{NameList, Names, Unknown, Vocabulary};

use crate::fragment::{Fragment, is_blank, span};
use crate::lines::Remark;
use crate::sink::Sink;
use stepguard_text::{Diagnostic, Place, Span, TextId, order};

/// Reads a plan text. `id` is the text that diagnostics name; `vocabulary` may be empty ([`Unknown`]), then only the
/// notation is read.
#[must_use]
pub fn read(text: &str, id: TextId, vocabulary: &dyn Vocabulary) -> PlanText {
    if let Some(mut plan) = clean::read(text) {
        by_time(&mut plan, id);
        return plan;
    }
    let names = Names::new(vocabulary);
    let mut sink = Sink { text, names: &names, plan: PlanText::new(Notation::Empty) };
    let mut places = Vec::new();
    if let Some(log) = logs::read(&mut sink) {
        of_log(&mut sink, log, id);
    } else {
        sink.plan.notes.clear();
        let outcome = lines::collect(&mut sink, &Fragment::whole(text), (0, text.len()), 0);
        places = of_lines(&mut sink, outcome, id);
    }
    let mut plan = sink.plan;
    account(&mut plan, text, places);
    speak(&mut plan, text, id);
    by_time(&mut plan, id);
    order::sort_by_key(&mut plan.diagnostics, |diagnostic| (diagnostic.place.span, diagnostic.code));
    plan
}

/// The plan of a log.
fn of_log(sink: &mut Sink<'_>, log: logs::Log, id: TextId) {
    let count = log.steps.len();
    let mut message = format!("{} recognised: {}", log.notation.title(), counted(count, "step"));
    if let Some(first) = log.first_number {
        message.push_str(&format!(", numbered from {first}"));
    }
    let mut help = String::from("The log's other lines are no part of the plan.");
    if log.plans > 1 {
        help = format!("The log holds {} plans; the last one is checked. {help}", log.plans);
    }
    let place = Place::new(id, log.heading);
    sink.plan.diagnostics.push(Diagnostic::warning(codes::PLANNER_LOG, place, message).help(help));
    sink.plan.notation = log.notation;
    sink.plan.marks = log.marks;
    sink.plan.comments = log.comments;
    for step in log.steps {
        sink.push(step);
    }
}

fn counted(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}

/// The plan of lines; the places whose remaining bytes are signs of the notation.
fn of_lines(sink: &mut Sink<'_>, outcome: lines::Outcome, id: TextId) -> Vec<Span> {
    let text = sink.text;
    let has_steps = !outcome.steps.is_empty();
    sink.plan.notation = match outcome.notation {
        Some(notation) => notation,
        None if outcome.beside.is_empty() => Notation::Empty,
        None => Notation::Prose,
    };
    sink.plan.marks = outcome.marks;
    sink.plan.comments = outcome.comments;
    sink.plan.ignored = outcome.beside;
    for place in &sink.plan.comments {
        notes::in_comment(text, *place, &mut sink.plan.notes);
    }
    if sink.plan.notation == Notation::Ipc && sink.plan.notes.iter().any(|note| note.kind == NoteKind::Cost) {
        sink.plan.notation = Notation::SasPlan;
    }
    for step in outcome.steps {
        if step.unclosed {
            let end = Span::point(step.span.end);
            let place = Place::new(id, step.span);
            let diagnostic = Diagnostic::warning(codes::PARENTHESES, place, "the closing parenthesis is missing")
                .edits("add the parenthesis", vec![stepguard_text::Edit { span: end, new: ")".to_owned() }]);
            sink.plan.diagnostics.push(diagnostic);
        }
        sink.push(step);
    }
    for remark in outcome.remarks {
        remark_on(&mut sink.plan, text, id, remark, has_steps);
    }
    outcome.structured
}

/// The first line of a place: diagnostics about a long value underline its beginning.
fn first_line(text: &str, place: Span) -> Span {
    let line = place.slice(text).lines().next().unwrap_or("");
    Span::new(place.start, place.start + fragment::offset(line.trim_end_matches(is_blank).len()))
}

fn remark_on(plan: &mut PlanText, text: &str, id: TextId, remark: Remark, has_steps: bool) {
    let at = |span: Span| Place::new(id, first_line(text, span));
    let diagnostics = &mut plan.diagnostics;
    match remark {
        Remark::Fence(span) => diagnostics.push(
            Diagnostic::warning(codes::FENCE, at(span), "a Markdown fence")
                .help("What stands between two such lines is read; the fences themselves are no part of the plan."),
        ),
        Remark::Tolerated(span, found) => {
            let mut what = Vec::new();
            for (is, name) in [
                (found.comments, "comments"),
                (found.trailing_comma, "a trailing comma"),
                (found.missing_comma, "a missing comma"),
                (found.raw_newline, "line breaks inside strings"),
                (found.bare_words, "words without quotes"),
                (found.brackets, "brackets that do not match"),
                (found.too_deep, "values nested too deeply"),
            ] {
                if is {
                    what.push(name);
                }
            }
            if found.single_quotes || found.python {
                let how = if found.single_quotes { " with single quotes" } else { "" };
                diagnostics.push(
                    Diagnostic::warning(codes::PYTHON, at(span), format!("Python notation{how}, read as JSON"))
                        .help("JSON has double quotes, lists in square brackets, and `null`."),
                );
            }
            if !what.is_empty() {
                let verb = if what.len() == 1 && what[0].starts_with("a ") { "is" } else { "are" };
                diagnostics.push(
                    Diagnostic::warning(
                        codes::LOOSE_JSON,
                        at(span),
                        format!("{} {verb} not JSON (tolerated)", what.join(" and ")),
                    )
                    .help("It is clear what is meant, so it was read; other programs will refuse it."),
                );
            }
            if found.truncated {
                let end = Span::new(span.end.max(1) - 1, span.end);
                let end = if end.slice(text).is_empty() { Span::point(span.end) } else { end };
                diagnostics.push(
                    Diagnostic::warning(
                        codes::TRUNCATED,
                        Place::new(id, end),
                        "the text ends inside this value: was it cut off?",
                    )
                    .help("What is there was read; steps may be missing.")
                    .related(at(span), "it begins here"),
                );
            }
        }
        Remark::RepeatedKeys(span) => diagnostics.push(
            Diagnostic::info(
                codes::REPEATED_KEYS,
                at(span),
                "repeated keys are read as steps, in the order of the text",
            )
            .help(
                "By the letter of JSON a repeated key replaces the one before. A list of objects says the same safely.",
            ),
        ),
        Remark::Twice(span) => diagnostics.push(
            Diagnostic::warning(
                codes::TWICE,
                at(span),
                "the plan stands in this text a second time; this part does not count",
            )
            .help("Steps in parentheses count before steps in words, and code blocks before the text around them."),
        ),
        Remark::Joined(span, fences) => diagnostics.push(
            Diagnostic::warning(
                codes::JOINED_FENCES,
                at(span),
                format!("the steps of {fences} code blocks were joined to one plan"),
            )
            .help("If only one of them is the plan, remove the others."),
        ),
        Remark::Definition(span) => diagnostics.push(
            Diagnostic::warning(
                codes::DEFINITION_IN_PLAN,
                at(span),
                "a domain or problem definition inside the plan is left out",
            )
            .help("Paste it into its own field, or everything into the field for mixed texts."),
        ),
        Remark::Stray(span) => {
            if has_steps {
                diagnostics.push(
                    Diagnostic::warning(codes::PARENTHESES, Place::new(id, span), "one parenthesis too many").replace(
                        "remove it",
                        span,
                        "",
                    ),
                );
            }
        }
        Remark::StartWithoutEnd(span) => diagnostics.push(
            Diagnostic::warning(codes::START_WITHOUT_END, at(span), "this action starts and never ends")
                .help("Every `start` needs an `end` of the same action later in the text; its duration is unknown."),
        ),
    }
}

/// Accounts for every byte: what no reader has claimed is a sign of the notation inside `structured`, else ignored.
fn account(plan: &mut PlanText, text: &str, mut structured: Vec<Span>) {
    let mut claimed: Vec<Span> = plan.steps.iter().map(|step| step.span).collect();
    claimed.extend(plan.marks.iter().chain(&plan.comments).chain(&plan.ignored));
    order::sort(&mut claimed);
    order::sort(&mut structured);
    let mut at = 0_u32;
    let mut next_structured = 0;
    let end = fragment::offset(text.len());
    for claim in claimed.into_iter().chain([Span::point(end)]) {
        if claim.start > at {
            let mut start = at as usize;
            for line in Span::new(at, claim.start).slice(text).split_inclusive('\n') {
                let (from, to) = fragment::trim(text, start, start + line.len());
                start += line.len();
                if from >= to {
                    continue;
                }
                let place = span(from, to);
                while structured.get(next_structured).is_some_and(|known| known.end <= place.start) {
                    next_structured += 1;
                }
                if structured.get(next_structured).is_some_and(|known| known.start <= place.start) {
                    plan.marks.push(place);
                } else {
                    plan.ignored.push(place);
                }
            }
        }
        at = at.max(claim.end);
    }
    for list in [&mut plan.marks, &mut plan.comments, &mut plan.ignored] {
        list.retain(|span| !span.is_empty());
        order::sort(list);
        list.dedup();
    }
}

/// What there is to say about steps that cannot be read and about ignored text.
fn speak(plan: &mut PlanText, text: &str, id: TextId) {
    for step in &plan.steps {
        if let RawStepKind::Unreadable(reason) = step.kind {
            let place = Place::new(id, first_line(text, step.span));
            plan.diagnostics
                .push(Diagnostic::error(codes::UNREADABLE_LINE, place, reason.message()).help(reason.help()));
        }
    }
    let Some(first) = plan.ignored.first().copied() else { return };
    let place = Place::new(id, first_line(text, first));
    if plan.steps.is_empty() {
        if plan.notation == Notation::Prose || !plan.notation.is_log() {
            plan.diagnostics.push(
                Diagnostic::warning(codes::NO_STEPS, place, "no steps found in this text; it is checked as the empty plan")
                    .help("A step stands in parentheses, such as `(open fridge)`, has a list mark, or starts with an action's name."),
            );
        }
        return;
    }
    // The message about a log says it already.
    if plan.notation.is_log() {
        return;
    }
    let json = matches!(
        plan.notation,
        Notation::JsonStrings
            | Notation::JsonObjects
            | Notation::JsonArrays
            | Notation::JsonActionKeys
            | Notation::JsonExecutablePlan
            | Notation::Python
    );
    let fenced = plan.marks.iter().any(|mark| mark.slice(text).starts_with("```"));
    let message = match plan.ignored.len() {
        _ if json => "the parts of this text that are not the plan were ignored".to_owned(),
        _ if fenced => "the text outside the plan was ignored".to_owned(),
        1 => "this text is no step and was ignored".to_owned(),
        count => format!("this and {} are no steps and were ignored", counted(count - 1, "other line")),
    };
    let severity = if json { stepguard_text::Severity::Info } else { stepguard_text::Severity::Warning };
    plan.diagnostics.push(
        Diagnostic::new(severity, codes::IGNORED, place, message)
            .help("Ignored text is listed with the plan. A step stands in parentheses, has a list mark, or starts with an action's name."),
    );
}

/// Time stamps give the order, where every step has one.
fn by_time(plan: &mut PlanText, id: TextId) {
    let timed = plan.steps.iter().filter(|step| step.time.is_some()).count();
    if timed == 0 {
        return;
    }
    if timed < plan.steps.len() {
        if let Some(step) = plan.steps.iter().find(|step| step.time.is_none()) {
            let place = Place::new(id, step.span);
            plan.diagnostics.push(
                Diagnostic::warning(codes::SOME_TIMES, place, "this step has no time, others have one")
                    .help("Give every step a time or none; until then they stay in the order of the text."),
            );
        }
        return;
    }
    if let Some(pair) = plan.steps.windows(2).find(|pair| pair[0].time > pair[1].time) {
        let place = Place::new(id, pair[1].span);
        plan.diagnostics.push(
            Diagnostic::info(
                codes::TIMES_OUT_OF_ORDER,
                place,
                "this step comes before the one above it: the times give the order",
            )
            .help("Steps are numbered in the order of their times."),
        );
        order::sort_by(&mut plan.steps, |a, b| a.time.cmp(&b.time));
    }
}
