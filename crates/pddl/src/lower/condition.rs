//! Conditions: preconditions, goals, bodies of derived predicates, durations and constraints.

use super::Lower;
use super::list::ListOf;
use super::term::looks_numeric;
use crate::ast::{AssignOp, CompareOp, Condition, ConditionKind, Term, TimeSpec, Trajectory, Typed};
use crate::codes;
use crate::requirements::Feature;
use crate::tree::NodeId;
use stepguard_text::{Edit, Span, order};

/// What the first word of a list says in a condition or an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    And,
    Or,
    Not,
    Imply,
    Forall,
    Exists,
    When,
    Preference,
    At,
    Over,
    Compare(CompareOp),
    Trajectory(Operator),
    Assign(AssignOp),
    /// `probabilistic`, `oneof`, ...: of another language.
    Chance,
    Other,
}

/// A trajectory operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Always,
    Sometime,
    Within,
    AtMostOnce,
    SometimeAfter,
    SometimeBefore,
    AlwaysWithin,
    HoldDuring,
    HoldAfter,
}

impl Head {
    /// Reads the word without regard to case.
    pub(super) fn of(word: &str) -> Self {
        let mut buffer = [0_u8; 16];
        let Some(lower) = buffer.get_mut(..word.len()) else { return Self::Other };
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        match &*lower {
            b"and" => Self::And,
            b"or" => Self::Or,
            b"not" => Self::Not,
            b"imply" => Self::Imply,
            b"forall" => Self::Forall,
            b"exists" => Self::Exists,
            b"when" => Self::When,
            b"preference" => Self::Preference,
            b"at" => Self::At,
            b"over" => Self::Over,
            b"=" => Self::Compare(CompareOp::Equal),
            b"<" => Self::Compare(CompareOp::Less),
            b"<=" => Self::Compare(CompareOp::LessEqual),
            b">" => Self::Compare(CompareOp::Greater),
            b">=" => Self::Compare(CompareOp::GreaterEqual),
            b"always" => Self::Trajectory(Operator::Always),
            b"sometime" => Self::Trajectory(Operator::Sometime),
            b"within" => Self::Trajectory(Operator::Within),
            b"at-most-once" => Self::Trajectory(Operator::AtMostOnce),
            b"sometime-after" => Self::Trajectory(Operator::SometimeAfter),
            b"sometime-before" => Self::Trajectory(Operator::SometimeBefore),
            b"always-within" => Self::Trajectory(Operator::AlwaysWithin),
            b"hold-during" => Self::Trajectory(Operator::HoldDuring),
            b"hold-after" => Self::Trajectory(Operator::HoldAfter),
            b"assign" | b"change" => Self::Assign(AssignOp::Assign),
            b"increase" => Self::Assign(AssignOp::Increase),
            b"decrease" => Self::Assign(AssignOp::Decrease),
            b"scale-up" => Self::Assign(AssignOp::ScaleUp),
            b"scale-down" => Self::Assign(AssignOp::ScaleDown),
            b"probabilistic" | b"oneof" | b"unknown" => Self::Chance,
            _ => Self::Other,
        }
    }
}

/// Where a condition stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// In a precondition, a goal, a derived predicate, or inside an operator that takes one.
    State,
    /// In the `:condition` of a durative action, outside of `at start` and its like.
    Durative,
    /// In `:duration`.
    Duration,
    /// In `:constraints`, outside of the trajectory operators.
    Constraint,
}

/// Words of other languages for operators of PDDL.
const FOREIGN: [(&str, &str); 26] = [
    ("implies", "imply"),
    ("->", "imply"),
    ("=>", "imply"),
    ("if", "imply"),
    ("all", "forall"),
    ("for-all", "forall"),
    ("exist", "exists"),
    ("some", "exists"),
    ("any", "exists"),
    ("==", "="),
    ("&&", "and"),
    ("||", "or"),
    ("!", "not"),
    ("eventually", "sometime"),
    ("→", "imply"),
    ("¬", "not"),
    ("~", "not"),
    ("∧", "and"),
    ("∨", "or"),
    ("∀", "forall"),
    ("∃", "exists"),
    ("≤", "<="),
    ("=<", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("<>", "!="),
];

/// The operators whose misspellings are looked for.
const OPERATORS: [&str; 17] = [
    "and",
    "or",
    "not",
    "imply",
    "forall",
    "exists",
    "when",
    "preference",
    "always",
    "sometime",
    "at-most-once",
    "sometime-after",
    "sometime-before",
    "always-within",
    "hold-during",
    "hold-after",
    "within",
];

impl<'a> Lower<'a> {
    /// A condition.
    pub(super) fn read_condition(&mut self, id: NodeId, at: At) -> Condition {
        let node = self.node(id);
        let span = node.span();
        let kind = if node.is_list() { self.read_condition_list(id, at) } else { self.read_bare_condition(id, at) };
        Condition { kind, span }
    }

    /// Several conditions, all of which must hold.
    pub(super) fn read_conditions(&mut self, items: impl Iterator<Item = NodeId> + Clone, at: At) -> Vec<Condition> {
        let mut out = Vec::with_capacity(items.clone().count());
        for item in items {
            let condition = self.read_condition(item, at);
            out.push(condition);
        }
        out
    }

    fn read_condition_list(&mut self, id: NodeId, at: At) -> ConditionKind {
        let Some(first) = self.children(id).next() else { return ConditionKind::And(Vec::new()) };
        if !self.is_word(first) {
            // PDDL 1.2 and many hand-written texts: `((p) (q))`.
            self.report_missing_and(id);
            return ConditionKind::And(self.read_conditions(self.children(id), at));
        }
        let word = self.word(first);
        match Head::of(word) {
            Head::Other => self.read_condition_atom(id, first, at),
            Head::And => ConditionKind::And(self.read_conditions(self.arguments(id), at)),
            Head::Or => {
                self.uses(Feature::DisjunctivePreconditions, self.span(id));
                self.refuse_in_constraint(id, word, at);
                ConditionKind::Or(self.read_conditions(self.arguments(id), at))
            }
            Head::Not => self.read_not(id, at),
            Head::Imply => {
                self.uses(Feature::DisjunctivePreconditions, self.span(id));
                self.refuse_in_constraint(id, word, at);
                let Some([left, right]) = self.expect_parts(id) else { return ConditionKind::Error };
                let left = self.read_condition(left, at);
                ConditionKind::Imply(Box::new(left), Box::new(self.read_condition(right, at)))
            }
            Head::Forall => {
                self.uses(Feature::UniversalPreconditions, self.span(id));
                let Some((variables, body)) = self.read_quantifier(id) else { return ConditionKind::Error };
                ConditionKind::Forall(variables, Box::new(self.read_condition(body, at)))
            }
            Head::Exists => {
                self.uses(Feature::ExistentialPreconditions, self.span(id));
                self.refuse_in_constraint(id, word, at);
                let Some((variables, body)) = self.read_quantifier(id) else { return ConditionKind::Error };
                ConditionKind::Exists(variables, Box::new(self.read_condition(body, at)))
            }
            Head::Preference if self.last_is_list(id) => self.read_preference(id, at),
            Head::At | Head::Over if self.time_spec(id).is_some() => self.read_timed(id, at),
            Head::Compare(op) => self.read_comparison(id, op, at),
            Head::Trajectory(operator) if self.last_is_list(id) => self.read_trajectory(id, operator, at),
            Head::When | Head::Assign(_) | Head::Chance if self.has_list_argument(id) => {
                self.report_effect_in_condition(id);
                ConditionKind::Error
            }
            _ => self.read_condition_atom(id, first, at),
        }
    }

    fn read_condition_atom(&mut self, id: NodeId, first: NodeId, at: At) -> ConditionKind {
        let word = self.word(first);
        let byte = word.as_bytes().first().copied().unwrap_or(b' ');
        // Names start with a letter or digit.
        let sign = !byte.is_ascii_alphanumeric() || word == "==";
        if sign && matches!(word, "!=" | "/=") {
            return self.read_misspelt(id, first, "!=", at);
        }
        if (sign || self.has_list_argument(id))
            && let Some(operator) = self.meant_operator(id, word)
        {
            return self.read_misspelt(id, first, operator, at);
        }
        if matches!(word, "+" | "-" | "*" | "/") {
            self.report_no_condition(id);
            return ConditionKind::Error;
        }
        if matches!(byte, b'?' | b':') || looks_numeric(word) && self.arguments(id).next().is_none() {
            self.report_no_condition(id);
            return ConditionKind::Error;
        }
        self.refuse_atom(id, at);
        ConditionKind::Atom(self.read_atom(id, first))
    }

    /// A word where a condition should stand.
    #[cold]
    fn read_bare_condition(&mut self, id: NodeId, at: At) -> ConditionKind {
        if !self.is_word(id) {
            return ConditionKind::Error;
        }
        let word = self.word(id);
        let span = self.span(id);
        if word.is_empty() {
            self.report_unusual(id);
            return ConditionKind::Error;
        }
        if at == At::Duration {
            self.report_bare_duration(id);
            return ConditionKind::Error;
        }
        if word.starts_with(['?', ':']) || looks_numeric(word) || word == "-" {
            self.report_no_condition(id);
            return ConditionKind::Error;
        }
        if !matches!(Head::of(word), Head::Other | Head::At | Head::Over) {
            self.push(
                self.error(codes::BARE_OPERATOR, span, format!("{word} stands outside of its parentheses"))
                    .help(format!("The operator is the first word inside: ({word} ...).")),
            );
            return ConditionKind::Error;
        }
        self.refuse_atom(id, at);
        let name = self.read_name(id);
        self.push(
            self.warning(codes::BARE_ATOM, span, format!("{word} stands without parentheses; read as ({word})"))
                .help("A condition without arguments still has its parentheses.")
                .replace(format!("Write ({word})"), span, format!("({word})")),
        );
        ConditionKind::Atom(crate::ast::Atom { name, arguments: Vec::new(), span })
    }

    fn read_not(&mut self, id: NodeId, at: At) -> ConditionKind {
        let span = self.span(id);
        // `(not p ?x)`: the inner parentheses are missing.
        let mut arguments = self.arguments(id);
        if let Some(first) = arguments.next()
            && self.is_word(first)
            && (arguments.next().is_some() || self.word(first).starts_with(|c: char| c.is_alphanumeric()))
            && Head::of(self.word(first)) == Head::Other
            && self.arguments(id).all(|argument| self.is_word(argument))
        {
            return self.read_flat_not(id, first, at);
        }
        let Some([inner]) = self.expect_parts(id) else { return ConditionKind::Error };
        match self.head(inner).map(Head::of) {
            Some(Head::Compare(CompareOp::Equal)) => {}
            Some(Head::Other | Head::Compare(_)) => self.uses(Feature::NegativePreconditions, span),
            Some(Head::At) if self.time_spec(inner).is_none() => self.uses(Feature::NegativePreconditions, span),
            _ => self.uses(Feature::DisjunctivePreconditions, span),
        }
        self.refuse_in_constraint(id, "not", at);
        ConditionKind::Not(Box::new(self.read_condition(inner, at)))
    }

    #[cold]
    fn read_flat_not(&mut self, id: NodeId, first: NodeId, at: At) -> ConditionKind {
        let span = self.span(id);
        self.uses(Feature::NegativePreconditions, span);
        self.refuse_atom(id, at);
        let atom = self.read_flat_negation(id, first);
        let inner = Condition { span: atom.span, kind: ConditionKind::Atom(atom) };
        ConditionKind::Not(Box::new(inner))
    }

    /// The atom in `(not p ?x)`.
    #[cold]
    pub(super) fn read_flat_negation(&mut self, id: NodeId, first: NodeId) -> crate::ast::Atom {
        let mut arguments = Vec::new();
        let mut end = self.span(first).end;
        let name = self.read_name(first);
        for argument in self.arguments(id).skip(1) {
            let word = self.word(argument);
            let term = if word.starts_with('?') {
                Term::Variable(self.read_variable(argument))
            } else {
                Term::Name(self.read_name(argument))
            };
            end = self.span(argument).end;
            arguments.push(term);
        }
        let inner = Span::new(name.span.start, end);
        let shown = self.quote(inner);
        self.push(
            self.warning(
                codes::FLAT_NOT,
                self.span(id),
                format!("the parentheses inside not are missing; read as (not ({shown}))"),
            )
            .help("not takes one condition, and a condition has its own parentheses.")
            .edits(
                "Insert the parentheses",
                vec![
                    Edit { span: Span::point(inner.start), new: "(".into() },
                    Edit { span: Span::point(inner.end), new: ")".into() },
                ],
            ),
        );
        crate::ast::Atom { name, arguments, span: inner }
    }

    /// The variables and the body of `(forall (?x - t) body)`.
    pub(super) fn read_quantifier(&mut self, id: NodeId) -> Option<(Vec<Typed>, NodeId)> {
        let mut arguments = self.arguments(id);
        let (Some(variables), Some(body), None) = (arguments.next(), arguments.next(), arguments.next()) else {
            return self.read_odd_quantifier(id);
        };
        if !self.is_list(variables) {
            return self.read_odd_quantifier(id);
        }
        Some((self.read_typed_list(self.children(variables), ListOf::Variables), body))
    }

    #[cold]
    fn read_odd_quantifier(&mut self, id: NodeId) -> Option<(Vec<Typed>, NodeId)> {
        let word = self.head(id).unwrap_or("forall");
        let arguments: Vec<_> = self.arguments(id).collect();
        let Some(first) = arguments.first().copied() else {
            self.push(
                self.error(codes::PARTS, self.span(id), format!("{word} needs its variables and a body"))
                    .help(format!("Write ({word} (?x - type) (...)).")),
            );
            return None;
        };
        if self.is_word(first) {
            // `(forall ?x - t (p ?x))`: the variables need parentheses.
            let words = arguments.iter().take_while(|argument| self.is_word(**argument)).count();
            let bodies = arguments[words..].iter().filter(|argument| self.is_list(**argument)).count();
            let last = arguments[words - 1];
            let span = self.span(first).to(self.span(last));
            self.push(
                self.error(
                    codes::BARE_VARIABLES,
                    span,
                    format!("the variables of {word} need parentheses of their own"),
                )
                .help(format!("Write ({word} (?x - type) (...))."))
                .edits(
                    "Insert the parentheses",
                    vec![
                        Edit { span: Span::point(span.start), new: "(".into() },
                        Edit { span: Span::point(span.end), new: ")".into() },
                    ],
                ),
            );
            if bodies != 1 {
                return None;
            }
            let variables = self.read_typed_list(arguments[..words].iter().copied(), ListOf::Variables);
            return Some((variables, arguments[words]));
        }
        if !self.is_list(first) {
            return None;
        }
        let variables = self.read_typed_list(self.children(first), ListOf::Variables);
        match arguments.get(1) {
            None => {
                self.push(
                    self.error(codes::PARTS, self.span(id), format!("{word} has no body"))
                        .help(format!("Behind the variables stands what is said of them: ({word} (?x - type) (...)).")),
                );
                None
            }
            Some(body) => {
                let span = arguments.get(2).map_or(self.span(*body), |third| self.span(*third));
                self.push(
                    self.error(codes::PARTS, span, format!("{word} takes one body, {} given", arguments.len() - 1))
                        .help("Join them with (and ...), or look for a parenthesis that closes too early."),
                );
                Some((variables, *body))
            }
        }
    }

    fn read_preference(&mut self, id: NodeId, at: At) -> ConditionKind {
        self.uses(Feature::Preferences, self.span(id));
        let mut arguments = self.arguments(id);
        let (first, second, third) = (arguments.next(), arguments.next(), arguments.next());
        let (name, body) = match (first, second, third) {
            (Some(name), Some(body), None) if self.is_word(name) => (Some(name), body),
            (Some(body), None, None) => (None, body),
            _ => {
                self.push(
                    self.error(codes::PARTS, self.span(id), "preference takes a name and one condition")
                        .help("Write (preference name (...)); the name may be left out."),
                );
                return ConditionKind::Error;
            }
        };
        let name = name.map(|name| self.read_name(name));
        ConditionKind::Preference(name, Box::new(self.read_condition(body, at)))
    }

    /// The part of time in `(at start c)`, `(over all c)`, `(at end c)`: the last part must be a list, or it is an
    /// ordinary atom whose predicate is called `at` or `over`.
    pub(super) fn time_spec(&self, id: NodeId) -> Option<TimeSpec> {
        let mut children = self.children(id);
        let (head, spec, body) = (children.next()?, children.next()?, children.next()?);
        if children.next().is_some() || !self.is_list(body) || !self.is_word(spec) {
            return None;
        }
        let (head, spec) = (self.word(head), self.word(spec));
        if head.eq_ignore_ascii_case("at") {
            if spec.eq_ignore_ascii_case("start") {
                return Some(TimeSpec::Start);
            }
            return spec.eq_ignore_ascii_case("end").then_some(TimeSpec::End);
        }
        (head.eq_ignore_ascii_case("over") && spec.eq_ignore_ascii_case("all")).then_some(TimeSpec::All)
    }

    fn read_timed(&mut self, id: NodeId, at: At) -> ConditionKind {
        let (Some(spec), Some(body)) = (self.time_spec(id), self.arguments(id).nth(1)) else {
            return ConditionKind::Error;
        };
        let allowed = match at {
            At::Durative => true,
            At::Duration => spec != TimeSpec::All,
            At::Constraint => spec == TimeSpec::End,
            At::State => false,
        };
        if !allowed {
            self.report_time_spec(id);
        }
        let inner = if at == At::Duration { At::Duration } else { At::State };
        ConditionKind::Timed(spec, Box::new(self.read_condition(body, inner)))
    }

    fn read_comparison(&mut self, id: NodeId, op: CompareOp, at: At) -> ConditionKind {
        let Some([left, right]) = self.expect_parts(id) else { return ConditionKind::Error };
        if at == At::Constraint {
            self.refuse_atom(id, at);
        } else if at == At::Durative {
            self.refuse_untimed(id);
        }
        let left = self.read_term(left);
        let right = self.read_term(right);
        let span = self.span(id);
        let is_number = |term: &Term| matches!(term, Term::Number(..) | Term::Arithmetic(..));
        let is_object = |term: &Term| matches!(term, Term::Name(_) | Term::Variable(_));
        if at == At::Duration {
            if op != CompareOp::Equal {
                self.uses(Feature::DurationInequalities, span);
            }
        } else if op != CompareOp::Equal || is_number(&left) || is_number(&right) {
            self.uses(Feature::NumericFluents, span);
        } else if is_object(&left) && is_object(&right) {
            self.uses(Feature::Equality, span);
        }
        ConditionKind::Compare(op, left, right)
    }

    fn read_trajectory(&mut self, id: NodeId, operator: Operator, at: At) -> ConditionKind {
        if at != At::Constraint {
            self.report_misplaced_trajectory(id);
        }
        let span = self.span(id);
        self.uses(Feature::Constraints, span);
        let trajectory = match operator {
            Operator::Always | Operator::Sometime | Operator::AtMostOnce => {
                let Some([body]) = self.expect_parts(id) else { return ConditionKind::Error };
                let body = Box::new(self.read_condition(body, At::State));
                match operator {
                    Operator::Always => Trajectory::Always(body),
                    Operator::Sometime => Trajectory::Sometime(body),
                    _ => Trajectory::AtMostOnce(body),
                }
            }
            Operator::SometimeAfter | Operator::SometimeBefore => {
                let Some([trigger, body]) = self.expect_parts(id) else { return ConditionKind::Error };
                let trigger = Box::new(self.read_condition(trigger, At::State));
                let body = Box::new(self.read_condition(body, At::State));
                if operator == Operator::SometimeAfter {
                    Trajectory::SometimeAfter(trigger, body)
                } else {
                    Trajectory::SometimeBefore(trigger, body)
                }
            }
            Operator::Within | Operator::HoldAfter => {
                let Some([time, body]) = self.expect_parts(id) else { return ConditionKind::Error };
                let time = self.expect_number(time, "this operator");
                let body = Box::new(self.read_condition(body, At::State));
                if operator == Operator::Within {
                    Trajectory::Within(time, body)
                } else {
                    Trajectory::HoldAfter(time, body)
                }
            }
            Operator::AlwaysWithin => {
                let Some([time, trigger, body]) = self.expect_parts(id) else { return ConditionKind::Error };
                let time = self.expect_number(time, "always-within");
                let trigger = Box::new(self.read_condition(trigger, At::State));
                Trajectory::AlwaysWithin(time, trigger, Box::new(self.read_condition(body, At::State)))
            }
            Operator::HoldDuring => {
                let Some([from, to, body]) = self.expect_parts(id) else { return ConditionKind::Error };
                let from = self.expect_number(from, "hold-during");
                let to = self.expect_number(to, "hold-during");
                Trajectory::HoldDuring(from, to, Box::new(self.read_condition(body, At::State)))
            }
        };
        ConditionKind::Trajectory(trajectory)
    }

    /// The operator that a list with an unknown first word is likely to mean: all its parts are lists, and the word is
    /// a near miss, or what another language calls it.
    pub(super) fn meant_operator(&mut self, id: NodeId, word: &'a str) -> Option<&'static str> {
        let foreign = FOREIGN.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, name)| *name);
        if foreign.is_some_and(|name| matches!(Head::of(name), Head::Compare(_)) || name == "!=") {
            return foreign;
        }
        if !self.arguments(id).all(|argument| self.is_list(argument)) {
            return None;
        }
        // Predicates of object fluents look like this too, and come again and again.
        if foreign.is_none() && !self.operators.contains_key(word) {
            let near = self.suggest(word, OPERATORS).filter(|near| {
                // Short words have many neighbours (`on` is not `or`): letters in another order, or one more or less.
                let sorted = |word: &str| {
                    let mut letters = word.to_ascii_lowercase().into_bytes();
                    order::sort(&mut letters);
                    letters
                };
                word.len() > 3 || word.len() != near.len() || sorted(word) == sorted(near)
            });
            self.operators.insert(word, near);
        }
        foreign.or_else(|| self.operators.get(word).copied().flatten())
    }

    #[cold]
    fn read_misspelt(&mut self, id: NodeId, first: NodeId, operator: &'static str, at: At) -> ConditionKind {
        let span = self.span(first);
        let word = self.word(first);
        if operator == "!=" {
            let mut arguments = self.arguments(id);
            let inner = arguments.next().map_or(span, |argument| self.span(argument));
            let inner = arguments.last().map_or(inner, |last| inner.to(self.span(last))).slice(self.text);
            self.push(
                self.error(codes::MISSPELT, span, format!("PDDL has no {word}: write (not (= ...))"))
                    .help("Two things are told apart by (not (= a b)).")
                    .replace("Write it with not", self.span(id), format!("(not (= {inner}))")),
            );
            let kind = self.read_comparison(id, CompareOp::Equal, at);
            return ConditionKind::Not(Box::new(Condition { kind, span: self.span(id) }));
        }
        self.push(
            self.error(codes::MISSPELT, span, format!("PDDL has no operator {word}; did you mean {operator}?"))
                .help("Read as if it were, so that the rest can be checked.")
                .replace(format!("Write {operator}"), span, operator),
        );
        match Head::of(operator) {
            Head::And => ConditionKind::And(self.read_conditions(self.arguments(id), at)),
            Head::Or => ConditionKind::Or(self.read_conditions(self.arguments(id), at)),
            Head::Not => match self.expect_parts(id) {
                Some([inner]) => ConditionKind::Not(Box::new(self.read_condition(inner, at))),
                None => ConditionKind::Error,
            },
            Head::Imply => match self.expect_parts(id) {
                Some([left, right]) => {
                    let left = self.read_condition(left, at);
                    ConditionKind::Imply(Box::new(left), Box::new(self.read_condition(right, at)))
                }
                None => ConditionKind::Error,
            },
            Head::Forall => match self.read_quantifier(id) {
                Some((variables, body)) => ConditionKind::Forall(variables, Box::new(self.read_condition(body, at))),
                None => ConditionKind::Error,
            },
            Head::Exists => match self.read_quantifier(id) {
                Some((variables, body)) => ConditionKind::Exists(variables, Box::new(self.read_condition(body, at))),
                None => ConditionKind::Error,
            },
            Head::Compare(op) => self.read_comparison(id, op, at),
            Head::Trajectory(operator) => self.read_trajectory(id, operator, at),
            _ => ConditionKind::Error,
        }
    }

    /// Exactly `N` parts behind the operator.
    pub(super) fn expect_parts<const N: usize>(&mut self, id: NodeId) -> Option<[NodeId; N]> {
        let mut arguments = self.arguments(id);
        let mut parts = [id; N];
        for part in &mut parts {
            match arguments.next() {
                Some(argument) => *part = argument,
                None => {
                    self.report_parts(id, N);
                    return None;
                }
            }
        }
        if arguments.next().is_some() {
            self.report_parts(id, N);
            return None;
        }
        Some(parts)
    }

    #[cold]
    fn report_parts(&mut self, id: NodeId, needs: usize) {
        let word = self.head(id).unwrap_or("this").to_owned();
        let given = self.arguments(id).count();
        let help = match Head::of(&word) {
            Head::Not if given > 1 => "To deny several things write (and (not (...)) (not (...))).",
            Head::Imply => "Write (imply (if this) (then that)).",
            Head::Trajectory(Operator::Within) => "Write (within 10 (...)).",
            Head::Trajectory(Operator::AlwaysWithin) => "Write (always-within 10 (trigger) (...)).",
            Head::Trajectory(Operator::HoldDuring) => "Write (hold-during 5 10 (...)).",
            Head::Trajectory(Operator::HoldAfter) => "Write (hold-after 10 (...)).",
            Head::Trajectory(Operator::SometimeAfter) => "Write (sometime-after (trigger) (what must follow)).",
            Head::Trajectory(Operator::SometimeBefore) => "Write (sometime-before (trigger) (what must come first)).",
            _ => "Look for a parenthesis that closes too early or too late.",
        };
        let plural = if needs == 1 { "" } else { "s" };
        self.push(
            self.error(codes::PARTS, self.span(id), format!("{word} takes {needs} part{plural}, {given} given"))
                .help(help),
        );
    }

    pub(super) fn has_list_argument(&self, id: NodeId) -> bool {
        self.arguments(id).any(|argument| self.is_list(argument))
    }

    fn last_is_list(&self, id: NodeId) -> bool {
        self.arguments(id).last().is_some_and(|argument| self.is_list(argument))
    }

    fn refuse_in_constraint(&mut self, id: NodeId, word: &str, at: At) {
        if at == At::Constraint {
            self.push(
                self.error(codes::CONSTRAINT_FORM, self.span(id), format!("{word} cannot join trajectory constraints"))
                    .help("In :constraints only and, forall and preference may stand around always, sometime and the others; put the condition inside the operator."),
            );
        }
    }

    fn refuse_atom(&mut self, id: NodeId, at: At) {
        match at {
            At::State => {}
            At::Durative => self.refuse_untimed(id),
            At::Constraint => self.report_bare_constraint(id),
            At::Duration => self.report_bare_duration(id),
        }
    }

    #[cold]
    fn report_bare_constraint(&mut self, id: NodeId) {
        let span = self.span(id);
        let shown = self.quote(span);
        self.push(
            self.error(codes::CONSTRAINT_FORM, span, format!("{shown} does not say when it must hold"))
                .help("A constraint needs an operator: always, sometime, at-most-once, sometime-after, sometime-before, within, always-within, hold-during, hold-after or at end."),
        );
    }

    #[cold]
    fn report_bare_duration(&mut self, id: NodeId) {
        let span = self.span(id);
        let shown = self.quote(span);
        let mut diagnostic = self
            .error(codes::DURATION_FORM, span, format!("{shown} does not compare ?duration with anything"))
            .help("Write (= ?duration 5), or (and (>= ?duration 2) (<= ?duration 5)).");
        if self.is_word(id) && looks_numeric(self.word(id)) {
            let new = format!("(= ?duration {})", self.word(id));
            diagnostic = diagnostic.replace(format!("Write {new}"), span, new);
        }
        self.push(diagnostic);
    }

    #[cold]
    fn refuse_untimed(&mut self, id: NodeId) {
        let span = self.span(id);
        let shown = self.quote(span);
        self.push(
            self.error(codes::NO_TIME_SPEC, span, format!("{shown} does not say when it must hold"))
                .help("In a durative action every condition stands in (at start ...), (over all ...) or (at end ...)."),
        );
    }

    #[cold]
    fn report_time_spec(&mut self, id: NodeId) {
        let span = self.span(id);
        let mut arguments = self.arguments(id);
        let spec = arguments.next().map_or("", |spec| self.word(spec));
        let head = self.head(id).unwrap_or("at");
        self.push(
            self.error(codes::STRAY_TIME_SPEC, span, format!("{head} {spec} has no meaning here"))
                .help("at start, over all and at end belong in the condition or the effect of a (:durative-action ...), at end also in :constraints."),
        );
    }

    #[cold]
    fn report_misplaced_trajectory(&mut self, id: NodeId) {
        let word = self.head(id).unwrap_or("always");
        self.push(
            self.error(
                codes::MISPLACED_TRAJECTORY,
                self.span(id),
                format!("{word} speaks about the whole run of a plan, a condition about one state"),
            )
            .help("Put it into (:constraints ...), where it must not stand inside another such operator."),
        );
    }

    #[cold]
    fn report_effect_in_condition(&mut self, id: NodeId) {
        let word = self.head(id).unwrap_or("when");
        if Head::of(word) == Head::Chance {
            self.report_chance(id);
            return;
        }
        self.push(
            self.error(
                codes::EFFECT_IN_CONDITION,
                self.span(id),
                format!("{word} is an effect, a condition is needed here"),
            )
            .help("Effects belong behind :effect. For \"if a then b\" in a condition write (imply a b)."),
        );
    }

    #[cold]
    pub(super) fn report_chance(&mut self, id: NodeId) {
        let word = self.head(id).unwrap_or("probabilistic");
        self.push(
            self.error(
                codes::UNSUPPORTED_LANGUAGE,
                self.span(id),
                format!("{word} is not supported: it belongs to planning under uncertainty"),
            )
            .help("This tool reads PDDL 1.2 to 3.1, where every effect is certain."),
        );
    }

    #[cold]
    pub(super) fn report_no_condition(&mut self, id: NodeId) {
        let span = self.span(id);
        let shown = self.quote(span);
        self.push(
            self.error(codes::NO_CONDITION, span, format!("{shown} is no condition"))
                .help("A condition is a predicate with its arguments, as in (on ?a ?b), or is built with and, or, not, imply, forall, exists and comparisons."),
        );
    }

    #[cold]
    pub(super) fn report_missing_and(&mut self, id: NodeId) {
        let span = self.span(id);
        let first = self.children(id).next().map_or(span.start + 1, |first| self.span(first).start);
        self.push(
            self.warning(codes::MISSING_AND, span, "the word and is missing in this list; read as (and ...)")
                .help("Several conditions or effects are joined with and.")
                .replace("Insert and", Span::point(first), "and "),
        );
    }
}
