//! The texts of a check: decoded, with the lines that turn byte offsets into positions.

use crate::view::text_name;
use std::cell::RefCell;
use stepguard_report as report;
use stepguard_report::{Position, Source};
use stepguard_text::{Diagnostic, LineIndex, Place, Severity, Span, TextId, decode};

/// Places that are remembered, a power of two.
const RECENT: usize = 256;

/// A decoded text.
pub(crate) struct Loaded {
    pub(crate) text: String,
    lines: LineIndex,
}

/// The texts that were given; the four possible ones by [`TextId`].
pub(crate) struct Texts {
    loaded: [Option<Loaded>; 4],
    /// Places asked for lately: every step of a plan asks for those of its action.
    recent: RefCell<Vec<Option<(Place, Source)>>>,
    /// Which text the plan stands in.
    pub(crate) plan_id: TextId,
}

const fn slot(id: TextId) -> usize {
    match id {
        TextId::Domain => 0,
        TextId::Problem => 1,
        TextId::Plan => 2,
        TextId::Pasted => 3,
    }
}

impl Texts {
    pub(crate) fn new() -> Self {
        Self { loaded: [None, None, None, None], recent: RefCell::new(vec![None; RECENT]), plan_id: TextId::Plan }
    }

    /// Decodes `bytes`; what there is to say about the encoding goes to `diagnostics`.
    pub(crate) fn load(&mut self, id: TextId, bytes: &[u8], diagnostics: &mut Vec<Diagnostic>) {
        let decoded = decode(bytes);
        diagnostics.extend(decoded.diagnostics(id));
        let text = decoded.text;
        let lines = LineIndex::new(&text);
        self.loaded[slot(id)] = Some(Loaded { text, lines });
    }

    /// The decoded text, if it was given.
    pub(crate) fn get(&self, id: TextId) -> Option<&str> {
        self.loaded[slot(id)].as_ref().map(|loaded| loaded.text.as_str())
    }

    /// The words of the plan at `span`.
    pub(crate) fn plan_slice(&self, span: Span) -> String {
        self.get(self.plan_id).map(|text| span.slice(text).to_owned()).unwrap_or_default()
    }

    fn positions(&self, place: Place) -> (Position, Position) {
        match &self.loaded[slot(place.text)] {
            Some(loaded) => (position(loaded, place.span.start), position(loaded, place.span.end)),
            None => (Position { line: 1, column: 1 }, Position { line: 1, column: 1 }),
        }
    }

    /// A place as lines and columns.
    pub(crate) fn source(&self, place: Place) -> Source {
        let mut recent = self.recent.borrow_mut();
        let slot = &mut recent[(place.span.start ^ place.span.end << 3) as usize % RECENT];
        match slot {
            Some((known, source)) if *known == place => *source,
            _ => {
                let (start, end) = self.positions(place);
                let source = Source { text: text_name(place.text), start, end };
                *slot = Some((place, source));
                source
            }
        }
    }

    /// A stretch of the plan that is no step.
    pub(crate) fn ignored(&self, span: Span) -> report::Ignored {
        let (start, end) = self.positions(Place::new(self.plan_id, span));
        report::Ignored { start, end, text: self.plan_slice(span) }
    }

    /// A diagnostic as it is reported.
    pub(crate) fn diagnostic(&self, diagnostic: &Diagnostic) -> report::Diagnostic {
        let (start, end) = self.positions(diagnostic.place);
        report::Diagnostic {
            text: text_name(diagnostic.place.text),
            severity: match diagnostic.severity {
                Severity::Error => report::Severity::Error,
                Severity::Warning => report::Severity::Warning,
                Severity::Info => report::Severity::Info,
            },
            code: diagnostic.code.to_owned(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            start,
            end,
            related: diagnostic
                .related
                .iter()
                .map(|related| {
                    let (start, end) = self.positions(related.place);
                    report::Related {
                        text: text_name(related.place.text),
                        message: related.message.clone(),
                        start,
                        end,
                    }
                })
                .collect(),
            fix: diagnostic.fix.as_ref().map(|fix| report::Fix {
                title: fix.title.clone(),
                edits: fix
                    .edits
                    .iter()
                    .map(|edit| {
                        let (start, end) = self.positions(Place::new(diagnostic.place.text, edit.span));
                        report::Edit { start, end, new: edit.new.clone() }
                    })
                    .collect(),
            }),
        }
    }
}

fn position(loaded: &Loaded, offset: u32) -> Position {
    let stepguard_text::Position { line, column } = loaded.lines.position(offset);
    Position { line, column }
}
