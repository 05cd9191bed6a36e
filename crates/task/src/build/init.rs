//! The initial state.

use super::formula::Head;
use super::types::ANY;
use super::{Owner, Resolver, codes};
use crate::ground::{AtomList, AtomTable, FluentKey};
use crate::ids::{FunctionId, ObjectId, PredicateId};
use crate::model::{ArithmeticOp, AssignOp, Change, Expr, Term, TimedLiteral};
use rustc_hash::FxHashMap;
use stepguard_pddl::ast::{self, InitElement};
use stepguard_text::{Diagnostic, Edit, Number, Span, order};

/// What `:init` says.
#[derive(Debug, Default)]
pub(crate) struct Initial {
    pub(crate) facts: AtomList,
    pub(crate) numbers: Vec<(FluentKey, Number)>,
    pub(crate) objects: Vec<(FluentKey, ObjectId)>,
    pub(crate) timed_literals: Vec<TimedLiteral>,
}

/// What has been read of `:init` so far.
#[derive(Default)]
struct Reading {
    facts: AtomTable,
    negated: Vec<(PredicateId, Box<[ObjectId]>, Span)>,
    /// First value of every fluent and its place.
    values: FxHashMap<FluentKey, (Value, Span)>,
    initial: Initial,
    /// Arguments of the atom at hand.
    arguments: Vec<ObjectId>,
}

#[derive(Debug, Clone, PartialEq)]
enum Value {
    Number(Number),
    /// `None`: undefined.
    Object(Option<ObjectId>),
}

impl Resolver {
    pub(crate) fn initial_state(&mut self, problem: &ast::Problem) -> Initial {
        self.begin(Owner::Init);
        let elements = problem.init.as_deref().unwrap_or(&[]);
        let mut reading = Reading { facts: AtomTable::with_capacity(elements.len()), ..Reading::default() };
        for element in elements {
            match element {
                InitElement::Fact { negated, atom, span } => self.initial_fact(&mut reading, *negated, atom, *span),
                InitElement::Assign { fluent, value, span } => self.initial_value(&mut reading, fluent, value, *span),
                InitElement::Timed { time, element, span } => self.timed(&mut reading, time, element, *span),
                InitElement::Error(_) => self.broken = true,
            }
        }
        self.contradictions(&reading, elements);
        self.total_cost_unset(&mut reading, problem, elements);
        self.settle_type_tests(&[]);
        let mut initial = reading.initial;
        initial.facts = reading.facts.into_atoms();
        order::sort_by(&mut initial.timed_literals, |a, b| a.time.cmp(&b.time));
        initial
    }

    fn initial_fact(&mut self, reading: &mut Reading, negated: bool, atom: &ast::Atom, span: Span) {
        let Some(predicate) = self.ground_atom(&mut reading.arguments, atom) else { return };
        if negated {
            reading.negated.push((predicate, reading.arguments.clone().into_boxed_slice(), span));
            return;
        }
        let (_, new) = reading.facts.intern(predicate, &reading.arguments);
        if !new && self.findings.wants(codes::FACT_TWICE, None) {
            let message = format!("{} is said twice", self.atom_source(atom));
            self.findings.add(
                Diagnostic::info(codes::FACT_TWICE, self.place(span), message).help("Once is enough; nothing changes."),
            );
        }
    }

    /// Resolves an atom that must consist of objects; its arguments go to `out`.
    fn ground_atom(&mut self, out: &mut Vec<ObjectId>, atom: &ast::Atom) -> Option<PredicateId> {
        out.clear();
        // The way of nearly all facts: everything is declared and fits.
        if let Some(predicate) = self.meanings.predicate(atom.name.symbol) {
            let declared = &self.predicates[predicate.index()];
            if declared.parameters.len() == atom.arguments.len()
                && !declared.derived
                && atom.arguments.iter().zip(&declared.parameters).all(|(argument, (_, wanted))| {
                    let ast::Term::Name(name) = argument else { return false };
                    let Some(object) = self.meanings.object(name.symbol) else { return false };
                    out.push(object);
                    self.fits(self.objects[object.index()].ty, *wanted)
                })
            {
                return Some(predicate);
            }
            out.clear();
        }
        let (predicate, terms) = self.atom(atom)?;
        if self.predicates[predicate.index()].derived {
            self.broken = true;
            if self.findings.wants(codes::DERIVED_INIT, Some(atom.name.symbol)) {
                let message = format!("{} is derived, so it is not given in :init", self.name(atom.name.symbol));
                let declared = self.predicates[predicate.index()].place;
                let diagnostic = self
                    .error(codes::DERIVED_INIT, atom.span, message)
                    .help("A derived predicate follows from its rules alone, in the initial state too. Give the facts that its rules ask for.")
                    .related(declared, "declared here");
                self.findings.add(diagnostic);
            }
            return None;
        }
        self.all_objects(&terms, atom, out).then_some(predicate)
    }

    fn all_objects(&mut self, terms: &[Term], atom: &ast::Atom, out: &mut Vec<ObjectId>) -> bool {
        for (term, written) in terms.iter().zip(&atom.arguments) {
            match term {
                Term::Object(object) => out.push(*object),
                Term::Slot(_) | Term::Fluent(..) => {
                    self.misplaced(
                        codes::NOT_GROUND,
                        written.span(),
                        "the initial state speaks of objects only",
                        "A fluent has no value yet while the initial state is read. Write the object itself.",
                    );
                    return false;
                }
            }
        }
        true
    }

    fn initial_value(&mut self, reading: &mut Reading, fluent: &ast::Atom, value: &ast::Term, span: Span) {
        let Some((key, value)) = self.ground_value(&mut reading.arguments, fluent, value) else { return };
        if let Some((first, first_span)) = reading.values.get(&key) {
            let (same, first_span) = (*first == value, *first_span);
            self.value_again(fluent, span, same, first_span);
            return;
        }
        match &value {
            Value::Number(number) => reading.initial.numbers.push((key.clone(), number.clone())),
            Value::Object(Some(object)) => reading.initial.objects.push((key.clone(), *object)),
            Value::Object(None) => {}
        }
        reading.values.insert(key, (value, span));
    }

    fn value_again(&mut self, fluent: &ast::Atom, span: Span, same: bool, first: Span) {
        self.broken |= !same;
        let code = if same { codes::FACT_TWICE } else { codes::VALUE_TWICE };
        if !self.findings.wants(code, Some(fluent.name.symbol)) {
            return;
        }
        let name = self.atom_source(fluent);
        let diagnostic = if same {
            Diagnostic::info(code, self.place(span), format!("{name} is given the same value twice"))
                .help("Once is enough; nothing changes.")
        } else {
            self.error(code, span, format!("{name} is given two different values"))
                .help("A fluent starts with one value. Take one of the two away.")
        };
        self.findings.add(diagnostic.related(self.place(first), "first value"));
    }

    fn ground_value(
        &mut self,
        out: &mut Vec<ObjectId>,
        fluent: &ast::Atom,
        value: &ast::Term,
    ) -> Option<(FluentKey, Value)> {
        out.clear();
        let is_object = matches!(value, ast::Term::Name(_));
        let function = self.function(fluent, is_object)?;
        let terms = self.arguments(fluent, Some(Head::Function(function)));
        let value = self.value(function, fluent, value);
        if !self.all_objects(&terms?, fluent, out) {
            return None;
        }
        Some((FluentKey { function, arguments: out.as_slice().into() }, value?))
    }

    fn value(&mut self, function: FunctionId, fluent: &ast::Atom, value: &ast::Term) -> Option<Value> {
        let Some(wanted) = self.functions[function.index()].object else {
            let expr = self.expr(value)?;
            let number = constant(&expr);
            if number.is_none() {
                self.misplaced(
                    codes::NOT_GROUND,
                    value.span(),
                    "an initial value must be a number",
                    "Fluents have no values yet while the initial state is read. Write the number itself.",
                );
            }
            return number.map(Value::Number);
        };
        if let ast::Term::Name(name) = value
            && name.symbol == self.words.undefined
            && self.meanings.object(name.symbol).is_none()
        {
            return Some(Value::Object(None));
        }
        let (term, ty) = self.term(value, Some(wanted))?;
        match term {
            Term::Object(object) => {
                if ty != ANY && wanted != ANY {
                    let name = self.name(fluent.name.symbol).to_owned();
                    self.check_value(&name, value, ty, wanted);
                }
                Some(Value::Object(Some(object)))
            }
            Term::Slot(_) | Term::Fluent(..) => {
                self.misplaced(
                    codes::NOT_GROUND,
                    value.span(),
                    "the initial state speaks of objects only",
                    "A fluent has no value yet while the initial state is read. Write the object itself.",
                );
                None
            }
        }
    }

    fn timed(&mut self, reading: &mut Reading, time: &Number, element: &InitElement, span: Span) {
        self.not_executed(
            codes::TIMED_LITERAL,
            "timed-initial-literals",
            span,
            "timed initial literals are read and checked, but not executed yet",
        );
        let change = match element {
            InitElement::Fact { negated, atom, .. } => {
                let Some(predicate) = self.ground_atom(&mut reading.arguments, atom) else { return };
                let terms = reading.arguments.iter().map(|object| Term::Object(*object)).collect();
                if *negated { Change::Delete(predicate, terms) } else { Change::Add(predicate, terms) }
            }
            InitElement::Assign { fluent, value, .. } => {
                let Some((key, value)) = self.ground_value(&mut reading.arguments, fluent, value) else { return };
                let terms = key.arguments.iter().map(|object| Term::Object(*object)).collect();
                match value {
                    Value::Number(number) => {
                        Change::Number(AssignOp::Assign, key.function, terms, Expr::Number(number))
                    }
                    Value::Object(object) => Change::Object(key.function, terms, object.map(Term::Object)),
                }
            }
            InitElement::Timed { .. } | InitElement::Error(_) => {
                self.broken = true;
                return;
            }
        };
        let place = self.place(span);
        reading.initial.timed_literals.push(TimedLiteral { time: time.clone(), change, place });
    }

    fn contradictions(&mut self, reading: &Reading, elements: &[InitElement]) {
        for (predicate, arguments, span) in &reading.negated {
            if reading.facts.lookup(*predicate, arguments).is_none() {
                continue;
            }
            self.broken = true;
            let symbol = self.predicates[predicate.index()].name;
            if !self.findings.wants(codes::CONTRADICTION, Some(symbol)) {
                continue;
            }
            let objects: Vec<_> = arguments.iter().map(|object| self.objects[object.index()].name).collect();
            let said =
                elements.iter().find_map(|element| match element {
                    InitElement::Fact { negated: false, atom, span }
                        if atom.name.symbol == symbol
                            && atom.arguments.len() == objects.len()
                            && atom.arguments.iter().zip(&objects).all(
                                |(term, object)| matches!(term, ast::Term::Name(name) if name.symbol == *object),
                            ) =>
                    {
                        Some(*span)
                    }
                    _ => None,
                });
            let mut atom = format!("({}", self.name(symbol));
            for object in objects {
                atom.push(' ');
                atom.push_str(self.name(object));
            }
            let message = format!("{atom}) is said to be true and false");
            let diagnostic = self
                .error(codes::CONTRADICTION, *span, message)
                .help("Take one of the two away. A fact that :init does not mention is false.");
            let diagnostic = match said {
                Some(said) => diagnostic.related(self.place(said), "true here"),
                None => diagnostic,
            };
            self.findings.add(diagnostic);
        }
    }

    /// `total-cost` starts at 0 when nothing is said.
    fn total_cost_unset(&mut self, reading: &mut Reading, problem: &ast::Problem, elements: &[InitElement]) {
        let Some(function) = self.numeric_total_cost() else { return };
        let key = FluentKey { function, arguments: Box::default() };
        if self.implied || reading.values.contains_key(&key) {
            return;
        }
        reading.initial.numbers.push((key, Number::zero()));
        let span = problem
            .metric
            .as_ref()
            .map(|metric| metric.span)
            .or(problem.name.map(|name| name.span))
            .unwrap_or(Span::point(problem.span.start));
        let diagnostic = Diagnostic::warning(
            codes::TOTAL_COST,
            self.place(span),
            "total-cost has no initial value; it is taken as 0",
        )
        .help("By the letter its value is undefined. Write (= (total-cost) 0) into :init.");
        let first = elements.first().map(|element| match element {
            InitElement::Fact { span, .. }
            | InitElement::Assign { span, .. }
            | InitElement::Timed { span, .. }
            | InitElement::Error(span) => span.start,
        });
        let diagnostic = match first {
            Some(first) => diagnostic.edits(
                "Add (= (total-cost) 0)",
                vec![Edit { span: Span::point(first), new: "(= (total-cost) 0) ".to_owned() }],
            ),
            None => diagnostic,
        };
        self.findings.add(diagnostic);
    }
}

/// The value of an expression without fluents.
fn constant(expr: &Expr) -> Option<Number> {
    match expr {
        Expr::Number(number) => Some(number.clone()),
        Expr::Op(op, operands) => {
            let values = operands.iter().map(constant).collect::<Option<Vec<_>>>()?;
            let (first, rest) = values.split_first()?;
            if *op == ArithmeticOp::Subtract && rest.is_empty() {
                return Some(first.neg());
            }
            rest.iter().try_fold(first.clone(), |sum, value| match op {
                ArithmeticOp::Add => Some(sum.add(value)),
                ArithmeticOp::Subtract => Some(sum.sub(value)),
                ArithmeticOp::Multiply => Some(sum.mul(value)),
                ArithmeticOp::Divide => sum.div(value),
            })
        }
        _ => None,
    }
}
