//! Sections of a problem.

use super::Lower;
use super::condition::{At, Head};
use super::definition::Open;
use super::list::ListOf;
use super::term::looks_numeric;
use crate::ast::{Atom, CompareOp, Condition, ConditionKind, InitElement, Metric, Term};
use crate::codes;
use crate::requirements::Feature;
use crate::tree::NodeId;
use stepguard_text::{Edit, Number, Span};

impl<'a> Lower<'a> {
    pub(super) fn read_problem_section(&mut self, id: NodeId, keyword: &'static str, open: &mut Open) {
        let span = self.span(id);
        match keyword {
            ":domain" => {
                self.once(keyword, id, open);
                let mut arguments = self.arguments(id);
                match (arguments.next(), arguments.next()) {
                    (Some(name), None) if self.is_word(name) => {
                        let name = self.read_name(name);
                        open.problem.domain.get_or_insert(name);
                    }
                    _ => self.push(
                        self.error(codes::NO_NAME, span, "(:domain ...) takes the name of one domain")
                            .help("Write (:domain name)."),
                    ),
                }
            }
            ":objects" => {
                self.once(keyword, id, open);
                open.problem.objects_span.get_or_insert(span);
                let objects = self.read_typed_list(self.arguments(id), ListOf::Objects);
                open.problem.objects.extend(objects);
            }
            ":init" => {
                self.once(keyword, id, open);
                let mut elements = open.problem.init.take().unwrap_or_default();
                elements.reserve(self.arguments(id).count());
                for item in self.arguments(id) {
                    self.read_init_element(item, &mut elements);
                }
                open.problem.init = Some(elements);
            }
            ":goal" => {
                self.once(keyword, id, open);
                let condition = self.read_single(id, At::State).unwrap_or_else(|| {
                    self.push(
                        self.warning(codes::NO_VALUE, span, "this goal is empty; every plan that runs reaches it")
                            .help("Write what must hold in the end, as in (:goal (on a b)); an empty goal is (:goal (and))."),
                    );
                    Condition { kind: ConditionKind::And(Vec::new()), span }
                });
                open.problem.goal = Some(match open.problem.goal.take() {
                    None => condition,
                    Some(first) => Condition {
                        span: first.span.to(condition.span),
                        kind: ConditionKind::And(vec![first, condition]),
                    },
                });
            }
            ":metric" => {
                self.once(keyword, id, open);
                let metric = self.read_metric(id);
                if open.problem.metric.is_none() {
                    open.problem.metric = metric;
                }
            }
            ":length" => {
                let head = self.children(id).next().map_or(span, |first| self.span(first));
                self.push(
                    self.info(
                        codes::OLD_LENGTH,
                        head,
                        ":length is an old section that says nothing about plans; it is ignored",
                    )
                    .help("PDDL 1.2 gave planners a hint with it."),
                );
                open.problem.length.get_or_insert(span);
            }
            _ => {}
        }
    }

    fn read_init_element(&mut self, id: NodeId, out: &mut Vec<InitElement>) {
        let node = self.node(id);
        let span = node.span();
        let first = self.children(id).next();
        let Some(first) = first.filter(|first| node.is_list() && self.is_word(*first)) else {
            self.read_odd_element(id, out);
            return;
        };
        let word = self.word(first);
        // Only short words are operators here.
        if word.len() <= 3 {
            match Head::of(word) {
                Head::Compare(CompareOp::Equal) => {
                    let element = self.read_init_assignment(id);
                    out.push(element);
                    return;
                }
                Head::Not => {
                    let element = self.read_init_negation(id, first);
                    out.push(element);
                    return;
                }
                Head::At if self.is_timed(id) => {
                    let element = self.read_timed_element(id);
                    out.push(element);
                    return;
                }
                Head::And if self.has_list_argument(id) => {
                    self.read_init_and(id, out);
                    return;
                }
                _ => {}
            }
        }
        let Some(atom) = self.read_fact(id, first) else {
            out.push(InitElement::Error(span));
            return;
        };
        out.push(InitElement::Fact { negated: false, atom, span });
    }

    /// A fact: a predicate and names.
    fn read_fact(&mut self, id: NodeId, first: NodeId) -> Option<Atom> {
        let span = self.span(id);
        let word = self.word(first);
        if matches!(word.as_bytes().first(), Some(b'?' | b':' | b'<' | b'>' | b'+' | b'*' | b'/')) || word == "-" {
            self.report_no_fact(id);
            return None;
        }
        let name = self.read_name(first);
        let mut arguments = Vec::with_capacity(self.arguments(id).count());
        for argument in self.arguments(id) {
            let node = self.node(argument);
            if !node.is_word() {
                self.report_no_fact(id);
                return None;
            }
            let word = self.word(argument);
            let term = match word.as_bytes().first() {
                Some(b'?') => Term::Variable(self.read_variable(argument)),
                Some(b':') => {
                    self.report_no_fact(id);
                    return None;
                }
                _ => Term::Name(self.read_name(argument)),
            };
            arguments.push(term);
        }
        Some(Atom { name, arguments, span })
    }

    /// `(at 5 (p a))`, as opposed to `(at a b)`.
    fn is_timed(&self, id: NodeId) -> bool {
        let mut arguments = self.arguments(id);
        let (Some(time), Some(element), None) = (arguments.next(), arguments.next(), arguments.next()) else {
            return false;
        };
        self.is_word(time) && looks_numeric(self.word(time)) && self.is_list(element)
    }

    fn read_timed_element(&mut self, id: NodeId) -> InitElement {
        let span = self.span(id);
        self.uses(Feature::TimedInitialLiterals, span);
        let Some([time, element]) = self.expect_parts(id) else { return InitElement::Error(span) };
        let time = self.expect_number(time, "the time of a timed fact");
        let mut elements = Vec::with_capacity(1);
        let operator = self.head(element).map_or(Head::Other, Head::of);
        if operator == Head::At && self.is_timed(element) || operator == Head::And && self.has_list_argument(element) {
            self.push(
                self.error(codes::NO_FACT, self.span(element), "a timed fact has one time and one fact")
                    .help("Write one (at time (fact)) for each."),
            );
            return InitElement::Error(span);
        }
        self.read_init_element(element, &mut elements);
        if elements.len() > 1 {
            self.report_no_fact(element);
            return InitElement::Error(span);
        }
        match elements.pop() {
            Some(InitElement::Error(_)) | None => InitElement::Error(span),
            Some(element) => InitElement::Timed { time, element: Box::new(element), span },
        }
    }

    fn read_init_negation(&mut self, id: NodeId, not: NodeId) -> InitElement {
        let span = self.span(id);
        let mut arguments = self.arguments(id);
        let (inner, more) = (arguments.next(), arguments.next());
        match (inner, more) {
            (Some(inner), None) if self.is_list(inner) => {
                let first = self.children(inner).next().filter(|first| self.is_word(*first));
                let operator = first.is_none_or(|first| {
                    matches!(Head::of(self.word(first)), Head::Compare(_) | Head::Not | Head::And | Head::Or)
                });
                if operator {
                    self.report_no_fact(id);
                    return InitElement::Error(span);
                }
                let Some(atom) = first.and_then(|first| self.read_fact(inner, first)) else {
                    return InitElement::Error(span);
                };
                InitElement::Fact { negated: true, atom, span }
            }
            (Some(inner), _) if self.is_word(inner) && !self.has_list_argument(id) => {
                let atom = self.read_flat_negation(id, inner);
                InitElement::Fact { negated: true, atom, span }
            }
            _ => {
                let not = self.span(not);
                self.push(
                    self.error(codes::NO_FACT, not.to(span), "not takes one fact")
                        .help("Facts that are not listed in :init are false; (not (fact)) may say so."),
                );
                InitElement::Error(span)
            }
        }
    }

    fn read_init_assignment(&mut self, id: NodeId) -> InitElement {
        let span = self.span(id);
        let Some([fluent, value]) = self.expect_parts(id) else { return InitElement::Error(span) };
        let numeric = |this: &Self, id: NodeId| this.is_word(id) && looks_numeric(this.word(id));
        let (fluent, value) = if numeric(self, fluent) && !numeric(self, value) {
            let (first, second) = (self.span(fluent), self.span(value));
            let (left, right) = (first.slice(self.text).to_owned(), second.slice(self.text).to_owned());
            self.push(
                self.warning(
                    codes::SWAPPED_VALUE,
                    span,
                    "the value stands before the function; read the other way round",
                )
                .help("Write (= (function) value).")
                .edits("Swap them", vec![Edit { span: first, new: right }, Edit { span: second, new: left }]),
            );
            (value, fluent)
        } else {
            (fluent, value)
        };
        if self.is_word(fluent) && self.is_word(value) && !numeric(self, value) {
            self.push(
                self.error(codes::NO_FACT, span, "two names cannot be made equal")
                    .help("Every object is itself and no other; = gives a function its value: (= (function) value)."),
            );
            return InitElement::Error(span);
        }
        let Term::Fluent(fluent) = self.expect_fluent(fluent) else { return InitElement::Error(span) };
        let value = match self.read_term(value) {
            value @ (Term::Number(..) | Term::Name(_)) => value,
            Term::Error(_) => return InitElement::Error(span),
            other => match constant(&other) {
                Some(number) => Term::Number(number, other.span()),
                None => {
                    let place = other.span();
                    let shown = self.quote(place);
                    self.push(
                        self.error(codes::NO_NUMBER, place, format!("{shown} is no value to start with"))
                            .help("In :init a function gets a number or an object, not an expression."),
                    );
                    return InitElement::Error(span);
                }
            },
        };
        InitElement::Assign { fluent, value, span }
    }

    #[cold]
    fn read_init_and(&mut self, id: NodeId, out: &mut Vec<InitElement>) {
        let span = self.span(id);
        let head = self.children(id).next().map_or(span, |head| self.span(head));
        let last = self.arguments(id).last().map_or(head, |last| self.span(last));
        self.push(
            self.warning(codes::AND_IN_INIT, head, "and is not needed in :init; its facts are read")
                .help("The facts stand in :init one behind the other.")
                .edits(
                    "Take and and its parentheses away",
                    vec![
                        Edit { span: Span::new(span.start, head.end), new: String::new() },
                        Edit { span: Span::new(last.end, span.end), new: String::new() },
                    ],
                ),
        );
        for item in self.arguments(id) {
            self.read_init_element(item, out);
        }
    }

    /// What does not start with a word.
    #[cold]
    fn read_odd_element(&mut self, id: NodeId, out: &mut Vec<InitElement>) {
        let span = self.span(id);
        if self.is_word(id) {
            let word = self.word(id);
            if word.is_empty() {
                self.report_unusual(id);
                out.push(InitElement::Error(span));
                return;
            }
            if word.starts_with(['?', ':']) || word == "-" || looks_numeric(word) || Head::of(word) != Head::Other {
                self.report_no_fact(id);
                out.push(InitElement::Error(span));
                return;
            }
            self.push(
                self.warning(codes::BARE_ATOM, span, format!("{word} stands without parentheses; read as ({word})"))
                    .help("A fact without arguments still has its parentheses.")
                    .replace(format!("Write ({word})"), span, format!("({word})")),
            );
            let name = self.read_name(id);
            out.push(InitElement::Fact { negated: false, atom: Atom { name, arguments: Vec::new(), span }, span });
            return;
        }
        if !self.is_list(id) {
            out.push(InitElement::Error(span));
            return;
        }
        if self.children(id).next().is_some() && self.children(id).all(|child| self.is_list(child)) {
            // `(:init ((p a) (q b)))`.
            self.push(
                self.warning(codes::AND_IN_INIT, span, "the facts stand in parentheses of their own; they are read")
                    .help("The facts stand in :init one behind the other."),
            );
            for item in self.children(id) {
                self.read_init_element(item, out);
            }
            return;
        }
        self.report_no_fact(id);
        out.push(InitElement::Error(span));
    }

    #[cold]
    fn report_no_fact(&mut self, id: NodeId) {
        let span = self.span(id);
        let shown = self.quote(span);
        let head = self.head(id).unwrap_or("");
        if Head::of(head) == Head::Chance && self.has_list_argument(id) {
            self.report_chance(id);
            return;
        }
        let help = match Head::of(head) {
            Head::Or | Head::Imply | Head::Exists => "The start is one certain state: list the facts that hold.",
            Head::Forall | Head::When => {
                "The facts must be listed one by one; a :derived predicate can follow from others."
            }
            Head::Compare(_) => "A number is given with =: (= (function) value).",
            Head::Not => "(not (fact)) takes one fact; facts that are not listed are false.",
            _ => "A fact is a predicate with objects, as in (on a b). Is a closing parenthesis missing before it?",
        };
        self.push(self.error(codes::NO_FACT, span, format!("{shown} is no fact")).help(help));
    }

    fn read_metric(&mut self, id: NodeId) -> Option<Metric> {
        let span = self.span(id);
        let arguments: Vec<NodeId> = self.arguments(id).collect();
        let (direction, expression) = match arguments.as_slice() {
            [direction, expression] => (*direction, *expression),
            // `(:metric (minimize x))`
            [list] if self.is_list(*list) && self.children(*list).count() == 2 => {
                self.push(
                    self.warning(
                        codes::METRIC_FORM,
                        self.span(*list),
                        "minimize and its expression need no parentheses around them",
                    )
                    .help("Write (:metric minimize (total-cost))."),
                );
                let mut children = self.children(*list);
                (children.next()?, children.next()?)
            }
            _ => {
                self.push(
                    self.error(codes::METRIC_FORM, span, "a metric says minimize or maximize, and what")
                        .help("Write (:metric minimize (total-cost))."),
                );
                return None;
            }
        };
        let word = self.word(direction);
        let minimize = if word.eq_ignore_ascii_case("minimize") || word.eq_ignore_ascii_case("minimise") {
            true
        } else if word.eq_ignore_ascii_case("maximize") || word.eq_ignore_ascii_case("maximise") {
            false
        } else {
            let span = self.span(direction);
            let shown = self.quote(span);
            let mut diagnostic = self
                .error(codes::METRIC_FORM, span, format!("{shown} is neither minimize nor maximize"))
                .help("Write (:metric minimize (total-cost)).");
            if let Some(meant) = self.suggest(word, ["minimize", "maximize"]) {
                diagnostic = diagnostic.replace(format!("Write {meant}"), span, meant);
            }
            self.push(diagnostic);
            return None;
        };
        let expression = self.read_term(expression);
        Some(Metric { minimize, expression, span })
    }
}

/// The value of an expression of numbers only, such as `(- 5)` or `(/ 1 3)`.
fn constant(term: &Term) -> Option<Number> {
    use crate::ast::ArithmeticOp;
    match term {
        Term::Number(number, _) => Some(number.clone()),
        Term::Arithmetic(ArithmeticOp::Subtract, operands, _) => match operands.as_slice() {
            [Term::Number(number, _)] => Some(number.neg()),
            _ => None,
        },
        Term::Arithmetic(ArithmeticOp::Divide, operands, _) => match operands.as_slice() {
            [Term::Number(over, _), Term::Number(under, _)] => over.div(under),
            _ => None,
        },
        _ => None,
    }
}
