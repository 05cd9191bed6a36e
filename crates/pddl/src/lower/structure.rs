//! What the tree mended, in words.

use super::Lower;
use crate::codes;
use crate::tree::{Mark, NodeId, Odd, OddKind, Repair};
use stepguard_text::{Edit, Span};

/// Most edits in one fix.
const MAX_EDITS: usize = 500;

/// The parenthesis of a list.
fn the_opening(opening: &str) -> String {
    if opening.starts_with("( ") { format!("the {opening}") } else { format!("the ( of {opening}") }
}

impl<'a> Lower<'a> {
    pub(super) fn report_repairs(&mut self) {
        for repair in self.tree.repairs() {
            match *repair {
                Repair::Unclosed { list, inner, missing, at, insert, mark } => {
                    self.report_unclosed(list, inner, missing, at, insert, mark);
                }
                Repair::ClosedEarly { list, close, at } => self.report_closed_early(list, close, at),
                Repair::Unopened { list } => {
                    let start = self.span(list).start;
                    let first = self.children(list).next().map_or(Span::point(start), |first| self.span(first));
                    let word = first.slice(self.text);
                    self.push(
                        self.error(codes::UNOPENED, first, format!("the ( before {word} is missing"))
                            .help("Every section and definition stands in parentheses.")
                            .replace("Insert (", Span::point(start), "("),
                    );
                }
                Repair::Stray { at, end, count } => {
                    let span = Span::new(at, end);
                    let message = if count == 1 {
                        "one ) too many at the end".to_owned()
                    } else {
                        format!("{count} ) too many at the end")
                    };
                    self.push(
                        self.warning(codes::STRAY_CLOSE, span, message)
                            .help("The definition was closed before; what stands behind it is ignored.")
                            .replace(if count == 1 { "Remove it" } else { "Remove them" }, span, ""),
                    );
                }
                Repair::TooDeep { at } => self.push(
                    self.error(
                        codes::TOO_DEEP,
                        self.character(at),
                        format!("lists nest deeper than {} here", crate::tree::MAX_DEPTH),
                    )
                    .help("What lies deeper is not read. No planning task needs that: is a parenthesis typed or pasted too often?"),
                ),
            }
        }
    }

    /// `(and`, `(:action fetch`, `( behind :parameters`: a list by its beginning.
    fn opening(&self, list: NodeId) -> String {
        let slot = self.tree.before(list).filter(|before| self.is_word(*before)).map(|before| self.word(before));
        let first = self.children(list).next().filter(|first| self.is_word(*first)).map(|first| self.word(first));
        if let Some(slot) = slot.filter(|slot| slot.starts_with(':'))
            && first.is_none_or(|first| first.starts_with('?'))
        {
            return format!("( behind {slot}");
        }
        let mut out = String::from("(");
        for (count, child) in self.children(list).take(2).enumerate() {
            let node = self.node(child);
            if !node.is_word() {
                break;
            }
            if count > 0 {
                // The name of a section helps to find it; an argument does not.
                if !out.starts_with("(:action") && !out.starts_with("(:durative-action") {
                    break;
                }
                out.push(' ');
            }
            out.push_str(self.word(child));
        }
        out
    }

    #[cold]
    fn report_unclosed(&mut self, list: NodeId, inner: NodeId, missing: u32, at: u32, insert: u32, mark: Mark) {
        let node = self.node(list);
        let head = self.children(list).next().filter(|head| self.is_word(*head));
        let open = Span::new(node.start, head.map_or(self.character(node.start).end, |head| self.span(head).end));
        let opening = self.opening(list);
        let what = self.next_thing(at);
        let parentheses = ")".repeat(missing.min(200) as usize);
        let several = if missing == 1 { "one ) is missing".to_owned() } else { format!("{missing} ) are missing") };
        let diagnostic = match mark {
            Mark::End => {
                let innermost = self.node(inner);
                let end = Span::new(innermost.start, innermost.end.max(self.character(innermost.start).end));
                // Cut off in the middle, or only the last parentheses forgotten?
                let whole = list == inner;
                let span = if whole { open } else { end };
                let message = if whole {
                    format!("{} is never closed", the_opening(&opening))
                } else {
                    format!("the text ends inside this list: {several}")
                };
                self.error(codes::UNCLOSED, span, message).help(format!(
                    "At the end of the text {several}. Was the text cut off? Then what comes behind is not known; else close the open lists."
                ))
            }
            Mark::Content => self
                .error(
                    codes::UNCLOSED,
                    open,
                    format!("{} is never closed: {what} starts inside it", the_opening(&opening)),
                )
                .help(format!("{opening} has no room for {what}, so {several} before it.")),
            Mark::Fence => self
                .error(
                    codes::UNCLOSED,
                    open,
                    format!("{} is never closed: the code block ends inside it", the_opening(&opening)),
                )
                .help(format!("At the end of the code block {several}.")),
            Mark::Layout => self
                .error(
                    codes::UNCLOSED,
                    open,
                    format!("{} is never closed: {what} starts inside it", the_opening(&opening)),
                )
                .help(format!("By its layout {what} stands beside it; {several} before it.")),
            Mark::Slot | Mark::Section | Mark::Define => self
                .error(
                    codes::UNCLOSED,
                    open,
                    format!("{} is never closed: {what} starts inside it", the_opening(&opening)),
                )
                .help(format!("{what} cannot stand inside another list, so {several} before it.")),
        };
        let diagnostic = diagnostic
            .related(
                self.place(Span::point(at.min(insert.max(at)))),
                if mark == Mark::End { "the text ends here" } else { "it shows here" },
            )
            .replace(format!("Insert {parentheses}"), Span::point(insert), parentheses);
        self.push(diagnostic);
    }

    #[cold]
    fn report_closed_early(&mut self, list: NodeId, close: u32, at: u32) {
        let span = self.thing_span(at);
        let what = self.next_thing(at);
        let opening = self.opening(list);
        let closed = if opening.eq_ignore_ascii_case("(define") { "the definition".to_owned() } else { opening };
        let close = self.character(close);
        self.push(
            self.error(
                codes::CLOSED_EARLY,
                span,
                format!("{closed} was already closed before {what}: one ) too many above"),
            )
            .help(format!("{what} belongs inside, and is read as if it stood there."))
            .related(self.place(close), "closed here")
            .replace("Remove the )", close, ""),
        );
    }

    /// The word or the beginning of the list at `at`.
    fn thing_span(&self, at: u32) -> Span {
        let Some(id) = self.tree.first_from(at) else { return Span::point(at) };
        let node = self.node(id);
        if node.start != at {
            return Span::point(at);
        }
        let first =
            if node.is_list() { self.children(id).next().filter(|first| self.is_word(*first)) } else { Some(id) };
        Span::new(node.start, first.map_or(self.character(node.start).end, |first| self.span(first).end))
    }

    fn next_thing(&self, at: u32) -> String {
        let Some(id) = self.tree.first_from(at) else { return "the end".into() };
        let node = self.node(id);
        if node.start != at {
            return "the end".into();
        }
        // A short list is shown as a whole.
        let span = node.span();
        if node.is_list() && (span.len() > 24 || node.is_unclosed()) { self.opening(id) } else { self.quote(span) }
    }

    /// Characters that were read as others, inside the definitions.
    pub(super) fn report_odd_characters(&mut self) {
        let odd: Vec<Odd> = self.tree.odd().iter().copied().filter(|odd| self.in_definition(odd.span)).collect();
        for kind in [OddKind::Blank, OddKind::Comma, OddKind::Parenthesis, OddKind::Escape, OddKind::Comment] {
            let places: Vec<Span> = odd.iter().filter(|odd| odd.kind == kind).map(|odd| odd.span).collect();
            let Some(first) = places.first().copied() else { continue };
            let several = places.len() > 1;
            let count = places.len();
            let (code, message, help, title) = match kind {
                OddKind::Blank => {
                    let no_break = places.iter().all(|span| span.slice(self.text) == "\u{a0}");
                    let what = match (no_break, several) {
                        (true, true) => format!("{count} no-break spaces, read as blanks"),
                        (true, false) => "a no-break space, read as a blank".into(),
                        (false, true) => format!("{count} unusual blanks, read as spaces"),
                        (false, false) => "an unusual blank, read as a space".into(),
                    };
                    (
                        codes::ODD_BLANK,
                        what,
                        "They come with text copied from web pages and documents; other tools take them for parts of names.",
                        "Write plain spaces",
                    )
                }
                OddKind::Comma => {
                    let what = if several {
                        format!("{count} commas, read as blanks")
                    } else {
                        "a comma, read as a blank".into()
                    };
                    (codes::COMMA, what, "PDDL separates names by blanks only.", "Write blanks instead")
                }
                OddKind::Escape => {
                    let what = if several {
                        format!("{count} line ends written out as \\n, read as blanks")
                    } else {
                        "a line end written out as \\n, read as a blank".into()
                    };
                    (
                        codes::ESCAPE,
                        what,
                        "That happens when a text is copied out of JSON or a program.",
                        "Write line ends",
                    )
                }
                OddKind::Comment => {
                    let what = if several {
                        format!("{count} comments of another language, passed over")
                    } else {
                        "a comment of another language, passed over".into()
                    };
                    (codes::COMMENT, what, "Comments in PDDL start with ; and go to the end of the line.", "Write ;")
                }
                _ => {
                    let what = if several {
                        format!("{count} wide parentheses, read as plain ones")
                    } else {
                        "a wide parenthesis, read as a plain one".into()
                    };
                    (codes::WIDE_PARENTHESIS, what, "PDDL knows ( and ) only.", "Write plain parentheses")
                }
            };
            let edits = places.iter().take(MAX_EDITS).map(|span| {
                if kind == OddKind::Comment {
                    return Edit { span: Span::point(span.start), new: ";".into() };
                }
                let new = match (kind, span.slice(self.text)) {
                    (OddKind::Parenthesis, "（" | "﹙" | "❨") => "(",
                    (OddKind::Parenthesis, _) => ")",
                    (OddKind::Escape, "\\t") => "\t",
                    (OddKind::Escape, _) => "\n",
                    (OddKind::Comma, _) if self.text[span.end as usize..].starts_with(char::is_whitespace) => "",
                    _ => " ",
                };
                Edit { span: *span, new: new.into() }
            });
            let edits = edits.collect();
            self.push(self.warning(code, first, message).help(help).edits(title, edits));
        }
        for odd in odd.iter().filter(|odd| odd.kind == OddKind::Glued) {
            self.report_glued(odd.span.start);
        }
    }

    fn in_definition(&self, span: Span) -> bool {
        let index = self.definition_spans.partition_point(|definition| definition.end <= span.start);
        self.definition_spans.get(index).is_some_and(|definition| definition.contains(span.start))
    }

    #[cold]
    fn report_glued(&mut self, at: u32) {
        let Some(id) = self.tree.first_from(at) else { return };
        let right = self.span(id);
        let left = self.tree.before(id).map_or(Span::point(at), |before| self.span(before));
        if left.end != at {
            return;
        }
        let (start, left) = (left.start, left.slice(self.text));
        let name = right.slice(self.text);
        self.push(
            self.warning(codes::GLUED, Span::new(start, right.end), format!("the space before {name} is missing"))
                .help("A ? starts a new name; read as if a space stood before it.")
                .replace(format!("Write {left} {name}"), Span::point(at), " "),
        );
    }
}
