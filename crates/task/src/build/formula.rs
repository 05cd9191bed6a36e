//! Conditions, terms and arithmetic.

use super::types::ANY;
use super::{Owner, Resolver, codes, text};
use crate::ids::{FunctionId, ObjectId, PredicateId, TypeExprId};
use crate::model::{Expr, Formula, FormulaKind, Function, Object, Predicate, Term};
use stepguard_pddl::ast::{self, ArithmeticOp, CompareOp, ConditionKind};
use stepguard_text::{Diagnostic, Edit, Number, Place, Span, Symbol};

/// Longer atoms are not written out in messages.
const LONGEST: usize = 60;

/// What takes arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Head {
    Predicate(PredicateId),
    Function(FunctionId),
}

/// Whether `(preference ...)` may stand here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preferences {
    Allowed,
    /// Under `not`, `or`, `imply`, `exists`, `when`, in another preference, in a rule for a derived predicate.
    Not,
}

/// What a side of `=` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Object,
    Unknown,
}

impl Resolver {
    /// A precondition or goal.
    pub(crate) fn condition(&mut self, condition: &ast::Condition) -> Formula {
        self.formula(condition, Preferences::Allowed)
    }

    /// A formula over one state.
    pub(crate) fn formula(&mut self, condition: &ast::Condition, preferences: Preferences) -> Formula {
        use Preferences::Not as No;
        let place = self.place(condition.span);
        let kind = match &condition.kind {
            ConditionKind::And(parts) => {
                FormulaKind::And(parts.iter().map(|part| self.formula(part, preferences)).collect())
            }
            ConditionKind::Or(parts) => FormulaKind::Or(parts.iter().map(|part| self.formula(part, No)).collect()),
            ConditionKind::Not(part) => FormulaKind::Not(Box::new(self.formula(part, No))),
            ConditionKind::Imply(a, b) => {
                let a = self.formula(a, No);
                FormulaKind::Imply(Box::new(a), Box::new(self.formula(b, No)))
            }
            ConditionKind::Forall(variables, body) => {
                let mark = self.mark();
                let variables = self.quantified(variables);
                let body = self.formula(body, preferences);
                self.unbind(mark);
                FormulaKind::Forall(variables, Box::new(body))
            }
            ConditionKind::Exists(variables, body) => {
                let mark = self.mark();
                let variables = self.quantified(variables);
                let body = self.formula(body, No);
                self.unbind(mark);
                FormulaKind::Exists(variables, Box::new(body))
            }
            ConditionKind::Atom(atom) => match self.atom(atom) {
                Some((predicate, arguments)) => FormulaKind::Atom(predicate, arguments),
                None => hole(),
            },
            ConditionKind::Compare(op, a, b) => self.comparison(*op, a, b, condition.span),
            ConditionKind::Preference(name, body) => {
                if preferences == No {
                    self.misplaced(
                        codes::PREFERENCE_HERE,
                        condition.span,
                        "a preference may not stand here",
                        "Preferences stand in the goal, in preconditions and in :constraints, at most within and and \
                         forall: what is only wished for cannot be negated or be one of several ways.",
                    );
                }
                let id = self.new_preference(name.map(|name| name.symbol), condition.span);
                FormulaKind::Preference(id, Box::new(self.formula(body, No)))
            }
            ConditionKind::Timed(_, body) => {
                // Elsewhere the reader has reported it.
                self.broken |= !self.at.durative;
                return self.formula(body, preferences);
            }
            ConditionKind::Trajectory(trajectory) => {
                // Reported by the reader; what it names is checked all the same.
                self.broken = true;
                for part in super::rules::parts(trajectory) {
                    self.formula(part, No);
                }
                hole()
            }
            ConditionKind::Error => {
                self.broken = true;
                hole()
            }
        };
        Formula { kind, place }
    }

    /// Binds a quantifier's variables.
    pub(crate) fn quantified(&mut self, variables: &[ast::Typed]) -> Vec<crate::model::Variable> {
        self.repeated_names(variables, None, false);
        self.bind_parameters(variables)
    }

    /// An error about where something stands.
    pub(crate) fn misplaced(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: &str) {
        self.broken = true;
        if self.findings.wants(code, None) {
            let diagnostic = self.error(code, span, message.into()).help(help);
            self.findings.add(diagnostic);
        }
    }

    /// An atom of a condition or an effect.
    pub(crate) fn atom(&mut self, atom: &ast::Atom) -> Option<(PredicateId, Box<[Term]>)> {
        let known = self.meanings.predicate(atom.name.symbol);
        let known = if self.implied { known.or_else(|| Some(self.imply_predicate(atom))) } else { known };
        let Some(predicate) = known else {
            if self.assigns_nothing(atom) {
                return None;
            }
            if self.meanings.ty(atom.name.symbol).is_some() && self.meanings.function(atom.name.symbol).is_none() {
                self.type_as_predicate(atom);
            } else {
                self.undeclared_predicate(atom);
            }
            self.arguments(atom, None);
            return None;
        };
        let arguments = self.arguments(atom, Some(Head::Predicate(predicate)))?;
        Some((predicate, arguments))
    }

    /// Without its domain a problem's predicates are taken as they come.
    pub(crate) fn imply_predicate(&mut self, atom: &ast::Atom) -> PredicateId {
        let place = self.place(atom.span);
        let id = PredicateId::new(self.predicates.len());
        self.meanings.set_predicate(atom.name.symbol, id);
        self.predicates.push(Predicate {
            name: atom.name.symbol,
            parameters: vec![(self.words.object, ANY); atom.arguments.len()],
            derived: false,
            is_static: false,
            place,
        });
        id
    }

    /// The same for functions.
    pub(crate) fn imply_function(&mut self, atom: &ast::Atom, object: bool) -> FunctionId {
        let place = self.place(atom.span);
        let id = FunctionId::new(self.functions.len());
        self.meanings.set_function(atom.name.symbol, id);
        self.functions.push(Function {
            name: atom.name.symbol,
            parameters: vec![(self.words.object, ANY); atom.arguments.len()],
            object: object.then_some(ANY),
            is_static: false,
            place,
        });
        id
    }

    fn imply_object(&mut self, name: ast::Name) -> ObjectId {
        let id = ObjectId::new(self.objects.len());
        self.meanings.set_object(name.symbol, id);
        self.objects.push(Object { name: name.symbol, ty: ANY, constant: true, place: self.place(name.span) });
        id
    }

    /// An atom's arguments, checked against the declaration of its head; without a head only what they name is checked.
    pub(crate) fn arguments(&mut self, atom: &ast::Atom, head: Option<Head>) -> Option<Box<[Term]>> {
        if let Some(head) = head
            && self.parameter_count(head) != atom.arguments.len()
        {
            self.wrong_arity(atom, head);
            // Which argument is one too many is not known, so that an undeclared object may be that one.
            for argument in &atom.arguments {
                if !matches!(argument, ast::Term::Name(_)) {
                    self.term(argument, None);
                }
            }
            return None;
        }
        let mut complete = head.is_some();
        let mut terms = Vec::with_capacity(atom.arguments.len());
        let mut types = Vec::with_capacity(atom.arguments.len());
        let mut misfit = false;
        for (index, argument) in atom.arguments.iter().enumerate() {
            let wanted = head.map(|head| self.parameter(head, index));
            let Some((term, ty)) = self.term(argument, wanted) else {
                complete = false;
                types.push(ANY);
                continue;
            };
            misfit |= wanted.is_some_and(|wanted| !self.term_fits(&term, ty, wanted));
            terms.push(term);
            types.push(ty);
        }
        if misfit && let Some(head) = head {
            self.wrong_types(atom, head, &types);
        }
        complete.then(|| terms.into_boxed_slice())
    }

    fn term_fits(&self, term: &Term, ty: TypeExprId, wanted: TypeExprId) -> bool {
        match term {
            Term::Object(_) => self.fits(ty, wanted),
            Term::Slot(_) | Term::Fluent(..) => self.subtype(ty, wanted),
        }
    }

    pub(crate) fn parameter_count(&self, head: Head) -> usize {
        self.parameters(head).len()
    }

    pub(crate) fn parameter(&self, head: Head, index: usize) -> TypeExprId {
        self.parameters(head)[index].1
    }

    fn parameters(&self, head: Head) -> &[(Symbol, TypeExprId)] {
        match head {
            Head::Predicate(predicate) => &self.predicates[predicate.index()].parameters,
            Head::Function(function) => &self.functions[function.index()].parameters,
        }
    }

    fn declared_at(&self, head: Head) -> Place {
        match head {
            Head::Predicate(predicate) => self.predicates[predicate.index()].place,
            Head::Function(function) => self.functions[function.index()].place,
        }
    }

    /// `takes a tool and a place`.
    fn takes(&self, head: Head) -> String {
        let parameters = self.parameters(head);
        if parameters.is_empty() {
            return "takes no argument".to_owned();
        }
        if self.types.len() <= 1 || parameters.len() > 6 {
            return format!("takes {}", text::counted(parameters.len(), "argument"));
        }
        let types: Vec<_> = parameters.iter().map(|(_, ty)| text::with_article(&self.type_text(*ty))).collect();
        match &types[..] {
            [first, second] => format!("takes {first} and then {second}"),
            types => format!("takes {}", text::listed(types)),
        }
    }

    pub(crate) fn wrong_arity(&mut self, atom: &ast::Atom, head: Head) {
        if self.implied {
            return;
        }
        self.broken = true;
        if !self.findings.wants(codes::ARITY, Some(atom.name.symbol)) {
            return;
        }
        let name = self.name(atom.name.symbol).to_owned();
        let message = format!(
            "{name} takes {}, {} given",
            text::counted(self.parameter_count(head), "argument"),
            atom.arguments.len()
        );
        let takes = self.takes(head);
        let declared = self.declared_at(head);
        let diagnostic = self
            .error(codes::ARITY, atom.span, message)
            .help(format!("{name} {takes}. Add or remove arguments here, or change the declaration."))
            .related(declared, "declared here");
        self.findings.add(diagnostic);
    }

    /// Arguments of types that do not fit; `types` are theirs.
    pub(crate) fn wrong_types(&mut self, atom: &ast::Atom, head: Head, types: &[TypeExprId]) {
        let in_init = self.at.owner == Owner::Init;
        let fits = |resolver: &Self, argument: usize, parameter: usize| {
            let (ty, wanted) = (types[argument], resolver.parameter(head, parameter));
            match atom.arguments[argument] {
                ast::Term::Name(_) => resolver.fits(ty, wanted),
                _ => resolver.subtype(ty, wanted),
            }
        };
        // How bad it is; the worst code is the smallest one.
        let code_of = |resolver: &Self, argument: usize| {
            let variable = !matches!(atom.arguments[argument], ast::Term::Name(_));
            if in_init {
                codes::INIT_TYPE
            } else if variable && resolver.overlap(types[argument], resolver.parameter(head, argument)) {
                codes::WIDER_TYPE
            } else {
                codes::ARGUMENT_TYPE
            }
        };
        let wrong: Vec<_> = (0..types.len()).filter(|&index| !fits(self, index, index)).collect();
        let swap = match wrong[..] {
            // An undeclared object fits everywhere, which says nothing.
            _ if types.len() > 12 || types.contains(&ANY) => None,
            [] => None,
            [one] => (0..types.len())
                .find(|&other| other != one && fits(self, one, other) && fits(self, other, one))
                .map(|other| (one, other)),
            [one, other] => (fits(self, one, other) && fits(self, other, one)).then_some((one, other)),
            _ => None,
        };
        let name = atom.name.symbol;
        if let Some((a, b)) = swap {
            let code = wrong.iter().map(|&index| code_of(self, index)).min().unwrap_or(codes::ARGUMENT_TYPE);
            self.broken |= code == codes::ARGUMENT_TYPE;
            if !self.findings.wants(code, Some(name)) {
                return;
            }
            let (a, b) = (a.min(b), a.max(b));
            let message = format!("arguments swapped? {} {}", self.name(name), self.takes(head));
            let diagnostic = if code == codes::ARGUMENT_TYPE {
                self.error(code, atom.span, message)
            } else {
                Diagnostic::warning(code, self.place(atom.span), message)
            };
            let diagnostic = diagnostic
                .help("The arguments fit the other way round.")
                .related(self.declared_at(head), "declared here");
            let diagnostic = match (self.source(&atom.arguments[a]), self.source(&atom.arguments[b])) {
                (Some(text_a), Some(text_b)) => diagnostic.edits(
                    "Swap the arguments",
                    vec![
                        Edit { span: atom.arguments[a].span(), new: text_b },
                        Edit { span: atom.arguments[b].span(), new: text_a },
                    ],
                ),
                _ => diagnostic,
            };
            self.findings.add(diagnostic);
            return;
        }
        for index in wrong {
            let (ty, wanted) = (types[index], self.parameter(head, index));
            let code = code_of(self, index);
            self.broken |= code == codes::ARGUMENT_TYPE;
            if !self.findings.wants(code, Some(name)) {
                continue;
            }
            let shown = self.source(&atom.arguments[index]).unwrap_or_else(|| "this".to_owned());
            let is = text::with_article(&self.type_text(ty));
            let must = text::with_article(&self.type_text(wanted));
            let message = match types.len() {
                1 => format!("{shown} is {is}, but {} takes {must}", self.name(name)),
                _ => format!("{shown} is {is}, but argument {} of {} is {must}", index + 1, self.name(name)),
            };
            let span = atom.arguments[index].span();
            let diagnostic = match code {
                codes::INIT_TYPE => Diagnostic::warning(code, self.place(span), message)
                    .help("The fact is kept as it is. Check the object, or its type in :objects."),
                codes::WIDER_TYPE => Diagnostic::warning(code, self.place(span), message).help(
                    "Only some of the objects that the variable may stand for are of this type. Give the variable the narrower type, or widen the declaration.",
                ),
                _ => self
                    .error(code, span, message)
                    .help("No object is of both types. Check the argument, or the types where they are declared."),
            };
            let diagnostic = diagnostic.related(self.declared_at(head), "declared here");
            self.findings.add(diagnostic);
        }
    }

    /// A term as it is written, if it is short enough for a message.
    pub(crate) fn source(&self, term: &ast::Term) -> Option<String> {
        match term {
            ast::Term::Name(name) => Some(self.name(name.symbol).to_owned()),
            ast::Term::Variable(name) => Some(format!("?{}", self.name(name.symbol))),
            ast::Term::Fluent(atom) => Some(self.atom_source(atom)).filter(|text| text.len() <= LONGEST),
            _ => None,
        }
    }

    /// An atom as it is written; a long one without its arguments.
    pub(crate) fn atom_source(&self, atom: &ast::Atom) -> String {
        let name = self.name(atom.name.symbol);
        let mut text = format!("({name}");
        for argument in &atom.arguments {
            let argument = match argument {
                // Long nests are cut off below, so they need not be written out first.
                ast::Term::Fluent(inner) if inner.arguments.len() > 3 => None,
                argument => self.source(argument),
            };
            match argument {
                Some(argument) if text.len() + argument.len() < LONGEST => {
                    text.push(' ');
                    text.push_str(&argument);
                }
                _ => return format!("({name} ...)"),
            }
        }
        text.push(')');
        text
    }

    /// A term that stands for an object, with its type.
    pub(crate) fn term(&mut self, term: &ast::Term, wanted: Option<TypeExprId>) -> Option<(Term, TypeExprId)> {
        match term {
            ast::Term::Name(name) => {
                let object = self.object(*name, wanted)?;
                Some((Term::Object(object), self.objects[object.index()].ty))
            }
            ast::Term::Variable(name) => match self.variable(name.symbol) {
                Some(variable) => {
                    self.used.grow_and_insert(variable.slot.index());
                    Some((Term::Slot(variable.slot), variable.ty))
                }
                None if self.at.durative && name.symbol == self.words.duration => {
                    self.number_for_object(name.span, "?duration is a number, not an object".to_owned())
                }
                None => {
                    self.unbound_variable(*name);
                    None
                }
            },
            ast::Term::Fluent(atom) => {
                let function = self.function(atom, true)?;
                let arguments = self.arguments(atom, Some(Head::Function(function)));
                match self.functions[function.index()].object {
                    Some(ty) => Some((Term::Fluent(function, arguments?), ty)),
                    None if self.implied => None,
                    None => {
                        let name = self.name(atom.name.symbol).to_owned();
                        self.number_for_object(atom.span, format!("{name} gives a number, not an object"))
                    }
                }
            }
            ast::Term::Number(number, span) => {
                self.number_for_object(*span, format!("{number} is a number, not an object"))
            }
            ast::Term::Arithmetic(_, _, span) | ast::Term::ElapsedTime(span) | ast::Term::IsViolated(_, span) => {
                self.number_for_object(*span, "this is a number, not an object".to_owned())
            }
            ast::Term::Error(_) => {
                self.broken = true;
                None
            }
        }
    }

    fn number_for_object<T>(&mut self, span: Span, message: String) -> Option<T> {
        self.misplaced(
            codes::NUMBER_FOR_OBJECT,
            span,
            message,
            "Arguments are objects. Numbers stand in comparisons and in increase, decrease and assign.",
        );
        None
    }

    /// The object of this name.
    pub(crate) fn object(&mut self, name: ast::Name, wanted: Option<TypeExprId>) -> Option<ObjectId> {
        match self.meanings.object(name.symbol) {
            Some(object) => {
                if self.at.in_domain && !self.objects[object.index()].constant {
                    self.object_in_domain(name, object.index());
                }
                Some(object)
            }
            None if self.implied => Some(self.imply_object(name)),
            None if Number::parse(self.name(name.symbol)).is_some() => {
                let shown = self.name(name.symbol).to_owned();
                self.number_for_object(name.span, format!("{shown} is a number, not an object"))
            }
            None => {
                self.undeclared_object(name, wanted);
                None
            }
        }
    }

    /// The function at the head of a fluent.
    pub(crate) fn function(&mut self, atom: &ast::Atom, object: bool) -> Option<FunctionId> {
        match self.meanings.function(atom.name.symbol) {
            Some(function) => Some(function),
            None if self.implied => Some(self.imply_function(atom, object)),
            None => {
                self.undeclared_function(atom);
                self.arguments(atom, None);
                None
            }
        }
    }

    /// A numeric expression.
    pub(crate) fn expr(&mut self, term: &ast::Term) -> Option<Expr> {
        match term {
            ast::Term::Number(number, _) => Some(Expr::Number(number.clone())),
            ast::Term::Fluent(atom) => self.numeric_fluent(atom),
            ast::Term::Name(name) => {
                if self.meanings.function(name.symbol).is_none()
                    && let Some(object) = self.meanings.object(name.symbol)
                {
                    let shown = self.name(self.objects[object.index()].name).to_owned();
                    return self.object_for_number(name.span, format!("{shown} is an object, not a number"));
                }
                self.numeric_fluent(&ast::Atom { name: *name, arguments: Vec::new(), span: name.span })
            }
            ast::Term::Variable(name) => {
                if self.variable(name.symbol).is_some() {
                    let shown = self.name(name.symbol).to_owned();
                    return self.object_for_number(name.span, format!("?{shown} stands for an object, not a number"));
                }
                if self.at.durative && name.symbol == self.words.duration {
                    return Some(Expr::Duration);
                }
                self.unbound_variable(*name);
                None
            }
            ast::Term::Arithmetic(op, operands, _) => {
                let fits = match op {
                    ArithmeticOp::Add | ArithmeticOp::Multiply => !operands.is_empty(),
                    ArithmeticOp::Subtract => (1..=2).contains(&operands.len()),
                    ArithmeticOp::Divide => operands.len() == 2,
                };
                // Reported by the reader.
                self.broken |= !fits;
                let resolved: Vec<_> = operands.iter().map(|operand| self.expr(operand)).collect();
                let resolved = resolved.into_iter().collect::<Option<Vec<_>>>()?;
                fits.then_some(Expr::Op(*op, resolved))
            }
            ast::Term::IsViolated(name, span) => {
                if self.at.owner != Owner::Metric {
                    self.misplaced(
                        codes::METRIC_ONLY,
                        *span,
                        "is-violated may stand in the metric only",
                        "How often a preference was violated is known only when the plan is over.",
                    );
                    return None;
                }
                self.known_preference(*name);
                Some(Expr::IsViolated(name.symbol))
            }
            ast::Term::ElapsedTime(span) => {
                if !self.at.durative {
                    self.misplaced(
                        codes::DURATIVE_ONLY,
                        *span,
                        "#t may stand in the effects of a durative action only",
                        "It is the time since the action's start, which an instantaneous action does not have.",
                    );
                    return None;
                }
                Some(Expr::Elapsed)
            }
            ast::Term::Error(_) => {
                self.broken = true;
                None
            }
        }
    }

    fn numeric_fluent(&mut self, atom: &ast::Atom) -> Option<Expr> {
        if atom.name.symbol == self.words.total_time
            && atom.arguments.is_empty()
            && self.meanings.function(atom.name.symbol).is_none()
            && self.at.owner == Owner::Metric
        {
            return Some(Expr::TotalTime);
        }
        let function = self.function(atom, false)?;
        let arguments = self.arguments(atom, Some(Head::Function(function)));
        if self.functions[function.index()].object.is_some() {
            if self.implied {
                return None;
            }
            let shown = self.name(atom.name.symbol).to_owned();
            return self.object_for_number(atom.span, format!("{shown} gives an object, not a number"));
        }
        Some(Expr::Fluent(function, arguments?))
    }

    fn object_for_number<T>(&mut self, span: Span, message: String) -> Option<T> {
        self.misplaced(
            codes::OBJECT_FOR_NUMBER,
            span,
            message,
            "Comparisons other than = and arithmetic need numbers: numerals, or functions declared as - number.",
        );
        None
    }

    fn comparison(&mut self, op: CompareOp, a: &ast::Term, b: &ast::Term, span: Span) -> FormulaKind {
        if op == CompareOp::Equal {
            match (self.sort(a), self.sort(b)) {
                (Sort::Object, Sort::Number) | (Sort::Number, Sort::Object) => {
                    self.misplaced(
                        codes::OBJECT_WITH_NUMBER,
                        span,
                        "an object is compared with a number",
                        "= compares two objects or two numbers. Did you mean a function of the object?",
                    );
                    return hole();
                }
                (Sort::Object, _) | (_, Sort::Object) => return self.same(a, b, span),
                (Sort::Unknown, Sort::Unknown) if self.implied => return self.same(a, b, span),
                _ => {}
            }
        }
        let a = self.expr(a);
        let b = self.expr(b);
        match (a, b) {
            (Some(a), Some(b)) => FormulaKind::Compare(op, a, b),
            _ => hole(),
        }
    }

    fn same(&mut self, a: &ast::Term, b: &ast::Term, span: Span) -> FormulaKind {
        let left = self.term(a, None);
        let right = self.term(b, None);
        let (Some((left, left_ty)), Some((right, right_ty))) = (left, right) else { return hole() };
        if !self.overlap(left_ty, right_ty) && self.findings.wants(codes::NEVER_EQUAL, None) {
            let shown = |term| self.source(term).unwrap_or_else(|| "...".to_owned());
            let message = format!("{} and {} are never the same", shown(a), shown(b));
            let help = format!(
                "One is {}, the other {}, and no object is of both types: this comparison is always false.",
                text::with_article(&self.type_text(left_ty)),
                text::with_article(&self.type_text(right_ty))
            );
            self.findings.add(Diagnostic::warning(codes::NEVER_EQUAL, self.place(span), message).help(help));
        }
        FormulaKind::Same(left, right)
    }

    fn sort(&self, term: &ast::Term) -> Sort {
        match term {
            ast::Term::Name(name) => {
                if self.meanings.object(name.symbol).is_some() {
                    Sort::Object
                } else if name.symbol == self.words.total_time {
                    Sort::Number
                } else {
                    self.meanings.function(name.symbol).map_or(Sort::Object, |function| self.sort_of(function))
                }
            }
            ast::Term::Variable(name) => {
                let duration =
                    self.at.durative && name.symbol == self.words.duration && self.variable(name.symbol).is_none();
                if duration { Sort::Number } else { Sort::Object }
            }
            ast::Term::Fluent(atom) => {
                self.meanings.function(atom.name.symbol).map_or(Sort::Unknown, |function| self.sort_of(function))
            }
            ast::Term::Number(..)
            | ast::Term::Arithmetic(..)
            | ast::Term::IsViolated(..)
            | ast::Term::ElapsedTime(_) => Sort::Number,
            ast::Term::Error(_) => Sort::Unknown,
        }
    }

    fn sort_of(&self, function: FunctionId) -> Sort {
        if self.functions[function.index()].object.is_some() { Sort::Object } else { Sort::Number }
    }
}

/// Stands where something could not be resolved; a task with holes is never given.
pub(crate) const fn hole() -> FormulaKind {
    FormulaKind::And(Vec::new())
}
