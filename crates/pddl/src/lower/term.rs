//! Terms: arguments, sides of comparisons, arithmetic.

use super::Lower;
use crate::ast::{ArithmeticOp, Atom, Name, Term};
use crate::codes;
use crate::requirements::Feature;
use crate::tree::NodeId;
use stepguard_text::{Number, Span};

/// Whether a word is written like a number.
pub(super) fn looks_numeric(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let digits = digits.strip_prefix('.').unwrap_or(digits);
    digits.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

impl<'a> Lower<'a> {
    /// `(name argument ...)`, given its first word.
    pub(super) fn read_atom(&mut self, id: NodeId, head: NodeId) -> Atom {
        let name = self.read_name(head);
        let arguments = self.read_arguments(id);
        Atom { name, arguments, span: self.span(id) }
    }

    /// The arguments of an atom: names, variables, fluents.
    pub(super) fn read_arguments(&mut self, id: NodeId) -> Vec<Term> {
        let mut arguments = Vec::with_capacity(self.arguments(id).count());
        for argument in self.arguments(id) {
            let term = self.read_argument(argument);
            arguments.push(term);
        }
        arguments
    }

    fn read_argument(&mut self, id: NodeId) -> Term {
        let node = self.node(id);
        if !node.is_word() {
            return self.read_term(id);
        }
        match self.word(id).as_bytes().first() {
            Some(b'?') => Term::Variable(self.read_variable(id)),
            Some(b':') => {
                self.report_keyword_term(id);
                Term::Error(node.span())
            }
            _ => Term::Name(self.read_name(id)),
        }
    }

    /// A term where numbers and arithmetic may stand.
    pub(super) fn read_term(&mut self, id: NodeId) -> Term {
        let node = self.node(id);
        let span = node.span();
        if node.is_word() {
            let word = self.word(id);
            return match word.as_bytes().first() {
                Some(b'?') => Term::Variable(self.read_variable(id)),
                Some(b':') => {
                    self.report_keyword_term(id);
                    Term::Error(span)
                }
                Some(b'#') if word.eq_ignore_ascii_case("#t") => {
                    self.uses(Feature::ContinuousEffects, span);
                    Term::ElapsedTime(span)
                }
                _ if looks_numeric(word) => match Number::parse(word) {
                    Some(number) => Term::Number(number, span),
                    // `3rd-floor` is a name.
                    None => Term::Name(self.read_name(id)),
                },
                _ => Term::Name(self.read_name(id)),
            };
        }
        if !node.is_list() {
            return Term::Error(span);
        }
        let Some(first) = self.children(id).next() else {
            self.report_empty_term(span);
            return Term::Error(span);
        };
        if !self.is_word(first) {
            self.report_no_term(id);
            return Term::Error(span);
        }
        let op = match self.word(first) {
            "+" => ArithmeticOp::Add,
            "-" => ArithmeticOp::Subtract,
            "*" => ArithmeticOp::Multiply,
            "/" => ArithmeticOp::Divide,
            word if word.eq_ignore_ascii_case("is-violated") => return self.read_is_violated(id),
            word if self.is_operator(word, id) => {
                self.report_no_term(id);
                return Term::Error(span);
            }
            _ => return Term::Fluent(self.read_atom(id, first)),
        };
        let mut operands = Vec::with_capacity(self.arguments(id).count());
        for operand in self.arguments(id) {
            let term = self.read_term(operand);
            operands.push(term);
        }
        let right = match op {
            ArithmeticOp::Subtract => matches!(operands.len(), 1 | 2),
            ArithmeticOp::Divide => operands.len() == 2,
            ArithmeticOp::Add | ArithmeticOp::Multiply => operands.len() >= 2,
        };
        if !right {
            self.report_operands(id, op, operands.len());
            return Term::Error(span);
        }
        Term::Arithmetic(op, operands, span)
    }

    /// Whether this is a condition or an effect rather than a fluent.
    fn is_operator(&self, word: &str, id: NodeId) -> bool {
        use super::condition::Head;
        match Head::of(word) {
            Head::Other | Head::At | Head::Over => false,
            // Any of these words may name a fluent, as long as its arguments are words.
            _ => self.arguments(id).any(|argument| self.is_list(argument)),
        }
    }

    fn read_is_violated(&mut self, id: NodeId) -> Term {
        let span = self.span(id);
        let mut arguments = self.arguments(id);
        match (arguments.next(), arguments.next()) {
            (Some(name), None) if self.is_word(name) => Term::IsViolated(self.read_name(name), span),
            _ => {
                self.push(
                    self.error(codes::PARTS, span, "is-violated takes the name of one preference")
                        .help("Write (is-violated name), with the name given in (preference name ...)."),
                );
                Term::Error(span)
            }
        }
    }

    /// A number, in places where nothing else may stand.
    pub(super) fn expect_number(&mut self, id: NodeId, of: &str) -> Number {
        let word = self.word(id);
        if self.is_word(id)
            && let Some(number) = Number::parse(word)
        {
            return number;
        }
        let span = self.span(id);
        let shown = self.quote(span);
        self.push(
            self.error(codes::NO_NUMBER, span, format!("{shown} is no number, as {of} needs"))
                .help("Write a plain number such as 5 or 2.5."),
        );
        Number::zero()
    }

    /// A fluent where something is assigned to it: `(f a)`, or bare `f`.
    pub(super) fn expect_fluent(&mut self, id: NodeId) -> Term {
        match self.read_term(id) {
            term @ (Term::Fluent(_) | Term::Error(_)) => term,
            Term::Name(name) => {
                self.report_bare_fluent(name);
                Term::Fluent(Atom { name, arguments: Vec::new(), span: name.span })
            }
            other => {
                let span = other.span();
                let shown = self.quote(span);
                self.push(
                    self.error(codes::NO_FLUENT, span, format!("{shown} is no fluent, nothing can be assigned to it"))
                        .help("On the left stands a function with its arguments, as in (increase (fuel ?t) 5)."),
                );
                Term::Error(span)
            }
        }
    }

    #[cold]
    pub(super) fn report_bare_fluent(&mut self, name: Name) {
        let word = self.names.spelling(name.symbol).to_owned();
        self.push(
            self.warning(codes::BARE_ATOM, name.span, format!("{word} stands without parentheses; read as ({word})"))
                .help("A function without arguments still has its parentheses.")
                .replace(format!("Write ({word})"), name.span, format!("({word})")),
        );
    }

    #[cold]
    fn report_keyword_term(&mut self, id: NodeId) {
        let word = self.word(id);
        self.push(
            self.error(codes::KEYWORD_AS_NAME, self.span(id), format!("{word} is no object or variable"))
                .help("Words with a colon are keywords of PDDL. Is a closing parenthesis missing before it?"),
        );
    }

    #[cold]
    fn report_empty_term(&mut self, span: Span) {
        self.push(
            self.error(codes::NO_TERM, span, "() is no value")
                .help("Here stands an object, a variable, a number or a function with its arguments."),
        );
    }

    #[cold]
    fn report_no_term(&mut self, id: NodeId) {
        let span = self.span(id);
        let shown = self.quote(span);
        self.push(
            self.error(codes::NO_TERM, span, format!("{shown} is no value"))
                .help("Here stands an object, a variable, a number or a function with its arguments. Is a closing parenthesis missing before it?"),
        );
    }

    #[cold]
    fn report_operands(&mut self, id: NodeId, op: ArithmeticOp, given: usize) {
        let (sign, needs) = match op {
            ArithmeticOp::Add => ("+", "at least 2 operands"),
            ArithmeticOp::Subtract => ("-", "1 or 2 operands"),
            ArithmeticOp::Multiply => ("*", "at least 2 operands"),
            ArithmeticOp::Divide => ("/", "2 operands"),
        };
        self.push(
            self.error(codes::PARTS, self.span(id), format!("{sign} takes {needs}, {given} given"))
                .help("The operator stands first, as in (+ (fuel ?t) 5)."),
        );
    }
}
