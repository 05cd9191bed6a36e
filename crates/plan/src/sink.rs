//! Steps on their way into a plan: what the readers of lines, of JSON and of logs have in common.

use crate::fragment::{Fragment, offset};
use crate::phrase::{Form, Found, Said};
use crate::plan::{Arguments, Name, PlanText, RawStep, RawStepKind, Unreadable};
use crate::vocabulary::Names;
use stepguard_text::{Number, Span};

/// A step that was read and is not yet part of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parsed {
    pub(crate) span: Span,
    pub(crate) time: Option<Number>,
    pub(crate) duration: Option<Number>,
    pub(crate) said: ParsedKind,
    pub(crate) form: Form,
    /// Its name is an action's.
    pub(crate) resolved: bool,
    /// The closing parenthesis is missing.
    pub(crate) unclosed: bool,
}

/// What such a step says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ParsedKind {
    Action { name: Name, arguments: Vec<Name> },
    Unreadable(Unreadable),
}

/// What the readers share: the text, the names, and the plan that grows.
pub(crate) struct Sink<'a> {
    pub(crate) text: &'a str,
    pub(crate) names: &'a Names<'a>,
    pub(crate) plan: PlanText,
}

impl Sink<'_> {
    /// A name in a fragment.
    pub(crate) fn name(&mut self, fragment: &Fragment<'_>, (start, end): (usize, usize)) -> Name {
        let span = fragment.span(start, end);
        let shown = &fragment.text[start..end];
        if span.slice(self.text) == shown {
            return Name::at(span);
        }
        self.plan.decoded.push(shown.to_owned());
        Name { span, decoded: offset(self.plan.decoded.len()) }
    }

    /// An argument. The `cup> (1` of `<cup> (1)` is the name `cup 1`.
    fn argument(&mut self, fragment: &Fragment<'_>, range: (usize, usize)) -> Name {
        match fragment.text[range.0..range.1]
            .split_once("> (")
            .or_else(|| fragment.text[range.0..range.1].split_once(">("))
        {
            Some((object, number)) => {
                self.plan.decoded.push(format!("{} {}", object.trim(), number.trim()));
                Name { span: fragment.span(range.0, range.1), decoded: offset(self.plan.decoded.len()) }
            }
            None => self.name(fragment, range),
        }
    }

    /// A step that a phrase said.
    pub(crate) fn step(&mut self, fragment: &Fragment<'_>, found: Found) -> Parsed {
        let (said, resolved) = match found.said {
            Said::Step(parts) => {
                let action = &fragment.text[parts.name.0..parts.name.1];
                let resolved = self.names.is_unknown() || self.names.action(action).is_some();
                let name = self.name(fragment, parts.name);
                let arguments = parts.arguments.into_iter().map(|range| self.argument(fragment, range)).collect();
                (ParsedKind::Action { name, arguments }, resolved)
            }
            Said::Unreadable(reason) => (ParsedKind::Unreadable(reason), false),
        };
        Parsed {
            span: fragment.span(found.range.0, found.range.1),
            time: None,
            duration: found.duration,
            said,
            form: found.form,
            resolved,
            unclosed: found.unclosed,
        }
    }

    /// A step that cannot be read.
    pub(crate) const fn unreadable(span: Span, reason: Unreadable) -> Parsed {
        Parsed {
            span,
            time: None,
            duration: None,
            said: ParsedKind::Unreadable(reason),
            form: Form::Words,
            resolved: false,
            unclosed: false,
        }
    }

    /// Into the plan.
    pub(crate) fn push(&mut self, step: Parsed) {
        let kind = match step.said {
            ParsedKind::Action { name, arguments } => {
                let first = offset(self.plan.arguments.len());
                let count = offset(arguments.len());
                self.plan.arguments.extend(arguments);
                RawStepKind::Action { name, arguments: Arguments { first, count } }
            }
            ParsedKind::Unreadable(reason) => RawStepKind::Unreadable(reason),
        };
        self.plan.steps.push(RawStep { span: step.span, time: step.time, duration: step.duration, kind });
    }
}
