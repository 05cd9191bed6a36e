//! Names that are not declared: what was meant, and where a declaration would go.

use super::types::{ANY, OBJECT};
use super::{Owner, Resolver, codes, text};
use crate::ids::{TypeExprId, TypeId};
use stepguard_pddl::ast;
use stepguard_text::suggest;
use stepguard_text::{Diagnostic, Edit, Fix, Span, Symbol, TextId};

/// Where a declaration could be put in.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    domain: Option<TextId>,
    problem: Option<TextId>,
    types: Target,
    constants: Target,
    predicates: Target,
    functions: Target,
    objects: Target,
}

/// A section that takes a declaration.
#[derive(Debug, Default, Clone, Copy)]
enum Target {
    /// It cannot be said.
    #[default]
    Nowhere,
    /// In front of the first entry. `typed`: entries there bear types, so that an entry without one would get theirs.
    Before { at: u32, typed: bool },
    /// A new section, of this keyword.
    NewSection { at: u32, keyword: &'static str },
}

impl Sections {
    pub(crate) fn of_domain(&mut self, domain: &ast::Domain) {
        self.domain = Some(domain.text);
        let first = domain.requirements_span.map(|span| span.end);
        self.types = Target::names(&domain.types, domain.types_span, first, ":types");
        let below = domain.types_span.map(|span| span.end).or(first);
        self.constants = Target::names(&domain.constants, None, below, ":constants");
        self.predicates = match (domain.predicates.first(), domain.predicates_span) {
            (Some(first), _) => Target::Before { at: first.span.start, typed: false },
            // An empty section: what it looks like inside is not known.
            (None, Some(_)) => Target::Nowhere,
            (None, None) => below.map_or(Target::Nowhere, |at| Target::NewSection { at, keyword: ":predicates" }),
        };
        self.functions = match (domain.functions.first(), domain.predicates_span.map(|span| span.end).or(below)) {
            (Some(first), _) => Target::Before { at: first.span.start, typed: true },
            (None, Some(at)) => Target::NewSection { at, keyword: ":functions" },
            (None, None) => Target::Nowhere,
        };
    }

    pub(crate) fn of_problem(&mut self, problem: &ast::Problem) {
        self.problem = Some(problem.text);
        self.objects = Target::names(&problem.objects, problem.objects_span, None, ":objects");
    }
}

impl Target {
    fn names(list: &[ast::Typed], section: Option<Span>, behind: Option<u32>, keyword: &'static str) -> Self {
        match (list.first(), section, behind) {
            (Some(first), _, _) => Self::Before {
                at: first.name.span.start,
                typed: list.iter().any(|typed| !typed.ty.alternatives.is_empty()),
            },
            (None, None, Some(at)) => Self::NewSection { at, keyword },
            _ => Self::Nowhere,
        }
    }

    /// The edit that declares `entry`, whose type, if it has one, is `ty`.
    fn edit(self, entry: &str, ty: Option<&str>) -> Option<Edit> {
        let entry = match (self, ty) {
            (_, Some(ty)) => format!("{entry} - {ty}"),
            (Self::Before { typed: true, .. }, None) => format!("{entry} - object"),
            (_, None) => entry.to_owned(),
        };
        match self {
            Self::Nowhere => None,
            Self::Before { at, .. } => Some(Edit { span: Span::point(at), new: format!("{entry} ") }),
            Self::NewSection { at, keyword } => {
                Some(Edit { span: Span::point(at), new: format!("\n  ({keyword} {entry})") })
            }
        }
    }
}

impl Resolver {
    /// The name of a set that is most like `wanted`, if one is alike.
    pub(crate) fn nearest(&mut self, wanted: Symbol, candidates: &[Symbol]) -> Option<Symbol> {
        if !self.findings.may_search(candidates.len()) {
            return None;
        }
        let best = suggest(self.name(wanted), candidates.iter().map(|symbol| self.name(*symbol)))?;
        self.names.lookup(best)
    }

    /// Puts in `meant` as the fix.
    pub(crate) fn did_you_mean(&self, diagnostic: Diagnostic, span: Span, meant: &str) -> Diagnostic {
        let mut diagnostic = diagnostic.replace(format!("Change to {meant}"), span, meant);
        diagnostic.help.insert_str(0, &format!("Did you mean {meant}? "));
        diagnostic.help.truncate(diagnostic.help.trim_end().len());
        diagnostic
    }

    pub(crate) fn undeclared_type(&mut self, name: ast::Name) {
        if !self.findings.wants(codes::UNDECLARED_TYPE, Some(name.symbol)) {
            return;
        }
        let shown = self.name(name.symbol).to_owned();
        let candidates: Vec<_> = self.types.iter().map(|ty| ty.name).collect();
        let meant = self.nearest(name.symbol, &candidates);
        let diagnostic = self.error(codes::UNDECLARED_TYPE, name.span, format!("type {shown} is not declared"));
        let diagnostic = match meant {
            Some(meant) => {
                let meant = self.name(meant).to_owned();
                self.did_you_mean(diagnostic, name.span, &meant)
            }
            None => {
                let known = self.some_names(&candidates);
                let diagnostic =
                    diagnostic.help(format!("Types are declared in the domain's :types. There are: {known}."));
                let edit = self.sections.types.edit(&shown, None);
                self.declaring(diagnostic, self.sections.domain, edit, &shown)
            }
        };
        self.findings.add(diagnostic);
    }

    /// `(increase ?x 1)`, where a function must stand: read as a fact, but hardly meant as one.
    pub(crate) fn assigns_nothing(&mut self, atom: &ast::Atom) -> bool {
        if !matches!(
            self.names.folded(atom.name.symbol),
            "increase" | "decrease" | "assign" | "scale-up" | "scale-down"
        ) {
            return false;
        }
        self.broken = true;
        if self.findings.wants(codes::ASSIGN_TARGET, None) {
            let shown = self.name(atom.name.symbol).to_owned();
            let diagnostic = self
                .error(codes::ASSIGN_TARGET, atom.span, format!("{shown} needs a function and its new value"))
                .help(format!(
                    "Only functions, declared in :functions, have values: ({shown} (function argument ...) value)."
                ));
            self.findings.add(diagnostic);
        }
        true
    }

    pub(crate) fn undeclared_predicate(&mut self, atom: &ast::Atom) {
        self.broken = true;
        let name = atom.name;
        if !self.findings.wants(codes::UNDECLARED_PREDICATE, Some(name.symbol)) {
            return;
        }
        let shown = self.name(name.symbol).to_owned();
        if self.meanings.function(name.symbol).is_some() {
            let diagnostic = self
                .error(codes::NOT_A_PREDICATE, name.span, format!("{shown} is a function, not a predicate"))
                .help(format!(
                    "A function has a value, which is neither true nor false. Compare it: (= ({shown} ...) ...)."
                ));
            self.findings.add(diagnostic);
            return;
        }
        let candidates: Vec<_> = self.predicates.iter().map(|predicate| predicate.name).collect();
        let meant = self.nearest(name.symbol, &candidates);
        let diagnostic =
            self.error(codes::UNDECLARED_PREDICATE, name.span, format!("predicate {shown} is not declared"));
        let diagnostic = match meant {
            Some(meant) => {
                let meant = self.name(meant).to_owned();
                self.did_you_mean(diagnostic, name.span, &meant)
            }
            None => {
                let known = self.some_names(&candidates);
                let diagnostic = diagnostic
                    .help(format!("Predicates are declared in the domain's :predicates. There are: {known}."));
                let declaration = self.guessed_declaration(atom);
                let edit = self.sections.predicates.edit(&declaration, None);
                self.declaring(diagnostic, self.sections.domain, edit, &shown)
            }
        };
        self.findings.add(diagnostic);
    }

    pub(crate) fn undeclared_function(&mut self, atom: &ast::Atom) {
        self.broken = true;
        let name = atom.name;
        if !self.findings.wants(codes::UNDECLARED_FUNCTION, Some(name.symbol)) {
            return;
        }
        let shown = self.name(name.symbol).to_owned();
        if self.meanings.predicate(name.symbol).is_some() {
            let diagnostic = self
                .error(codes::NOT_A_FUNCTION, name.span, format!("{shown} is a predicate, not a function"))
                .help("A predicate is true or false and has no other value. Declare a function in :functions where a value is needed.");
            self.findings.add(diagnostic);
            return;
        }
        let candidates: Vec<_> = self.functions.iter().map(|function| function.name).collect();
        let meant = self.nearest(name.symbol, &candidates);
        let diagnostic = self.error(codes::UNDECLARED_FUNCTION, name.span, format!("function {shown} is not declared"));
        let diagnostic = match meant {
            Some(meant) => {
                let meant = self.name(meant).to_owned();
                self.did_you_mean(diagnostic, name.span, &meant)
            }
            None => {
                let known = self.some_names(&candidates);
                let diagnostic =
                    diagnostic.help(format!("Functions are declared in the domain's :functions. There are: {known}."));
                let declaration = self.guessed_declaration(atom);
                let edit = self.sections.functions.edit(&declaration, Some("number"));
                self.declaring(diagnostic, self.sections.domain, edit, &shown)
            }
        };
        self.findings.add(diagnostic);
    }

    /// An argument that is no object; `wanted` is the type that fits its place.
    pub(crate) fn undeclared_object(&mut self, name: ast::Name, wanted: Option<TypeExprId>) {
        if self.at.in_domain && self.problem_text.is_none() && self.variable(name.symbol).is_none() {
            // The problem is not there: it may declare the object.
            if self.findings.wants(codes::SHOULD_BE_CONSTANT, Some(name.symbol)) {
                let message = format!("{} is not among the domain's constants", self.name(name.symbol));
                let help = "An object that actions name should stand in :constants. As long as no problem is given, it cannot be said whether it is declared there.";
                let diagnostic =
                    Diagnostic::warning(codes::SHOULD_BE_CONSTANT, self.place(name.span), message).help(help);
                let diagnostic = self.declare_constant(diagnostic, name, wanted);
                self.findings.add(diagnostic);
            }
            return;
        }
        self.broken = true;
        if !self.findings.wants(codes::UNDECLARED_OBJECT, Some(name.symbol)) {
            return;
        }
        let shown = self.name(name.symbol).to_owned();
        let diagnostic = self.error(codes::UNDECLARED_OBJECT, name.span, format!("object {shown} is not declared"));
        if self.variable(name.symbol).is_some() {
            let diagnostic = self.did_you_mean(diagnostic, name.span, &format!("?{shown}"));
            self.findings.add(with_help(diagnostic, "A variable is written with ? in front, here too."));
            return;
        }
        // What fits the place is likelier than what does not.
        let fitting: Vec<_> = self
            .objects
            .iter()
            .filter(|object| wanted.is_none_or(|wanted| self.fits(object.ty, wanted)))
            .map(|object| object.name)
            .collect();
        let mut meant = self.nearest(name.symbol, &fitting);
        if meant.is_none() && wanted.is_some() {
            let all: Vec<_> = self.objects.iter().map(|object| object.name).collect();
            meant = self.nearest(name.symbol, &all);
        }
        let diagnostic = match meant {
            Some(meant) => {
                let meant = self.name(meant).to_owned();
                self.did_you_mean(diagnostic, name.span, &meant)
            }
            None if self.at.in_domain => {
                let diagnostic = diagnostic
                    .help("Objects that the domain names are declared in its :constants; parameters begin with ?.");
                self.declare_constant(diagnostic, name, wanted)
            }
            None => {
                let diagnostic =
                    diagnostic.help("Objects are declared in :objects of the problem or :constants of the domain.");
                let edit = self.sections.objects.edit(&shown, self.one_type_text(wanted).as_deref());
                self.declaring(diagnostic, self.sections.problem, edit, &shown)
            }
        };
        self.findings.add(diagnostic);
    }

    fn declare_constant(&self, diagnostic: Diagnostic, name: ast::Name, wanted: Option<TypeExprId>) -> Diagnostic {
        let shown = self.name(name.symbol);
        let edit = self.sections.constants.edit(shown, self.one_type_text(wanted).as_deref());
        self.declaring(diagnostic, self.sections.domain, edit, shown)
    }

    /// The domain uses an object that only the problem declares.
    pub(crate) fn object_in_domain(&mut self, name: ast::Name, index: usize) {
        self.remarked.grow(index + 1);
        if self.remarked.put(index) || !self.findings.wants(codes::SHOULD_BE_CONSTANT, Some(name.symbol)) {
            return;
        }
        let object = &self.objects[index];
        let declared = object.place;
        let shown = self.name(name.symbol);
        let entry = match self.one_type_text(Some(object.ty)) {
            Some(ty) => format!("{shown} - {ty}"),
            None => shown.to_owned(),
        };
        let message = format!("{shown} is used in the domain but is not among its constants");
        let help = format!(
            "It should be a constant: put {entry} into the domain's :constants and take it out of :objects. The problem \
             declares it, so that the check goes on; with another problem the domain would not be well formed."
        );
        self.findings.add(
            Diagnostic::warning(codes::SHOULD_BE_CONSTANT, self.place(name.span), message)
                .help(help)
                .related(declared, "declared here, in the problem"),
        );
    }

    /// A variable that nothing binds.
    pub(crate) fn unbound_variable(&mut self, name: ast::Name) {
        self.broken = true;
        if !self.findings.wants(codes::UNBOUND_VARIABLE, Some(name.symbol)) {
            return;
        }
        let shown = self.name(name.symbol).to_owned();
        let message = match self.at.owner {
            Owner::Action(action) => format!("?{shown} is not a parameter of {}", self.name(action)),
            Owner::Derived(head) => format!("?{shown} is not a parameter of {}", self.name(head)),
            _ => format!("?{shown} is a variable that nothing binds"),
        };
        let mut candidates: Vec<_> = self.bound.iter().map(|(variable, _)| variable.name).collect();
        candidates.dedup();
        let meant = self.nearest(name.symbol, &candidates);
        let diagnostic = self.error(codes::UNBOUND_VARIABLE, name.span, message);
        let diagnostic = if self.meanings.object(name.symbol).is_some() {
            let diagnostic = self.did_you_mean(diagnostic, name.span, &shown);
            with_help(diagnostic, "That is an object, and objects are written without ?.")
        } else if let Some(meant) = meant {
            let meant = format!("?{}", self.name(meant));
            self.did_you_mean(diagnostic, name.span, &meant)
        } else {
            diagnostic.help(match self.at.owner {
                _ if name.symbol == self.words.duration => {
                    "Without a binding of its own, ?duration means something in durative actions only."
                }
                Owner::Action(_) => "Add it to :parameters, or bind it with exists or forall.",
                Owner::Derived(_) => "Name it in the head, or bind it with exists or forall.",
                Owner::Init => "The initial state speaks of objects only.",
                _ => "Put an object there, or bind the variable with exists or forall.",
            })
        };
        self.findings.add(diagnostic);
    }

    /// `(t ?x)` where `t` is a type. Reported by [`Self::settle_type_tests`], which knows the parameters.
    pub(crate) fn type_as_predicate(&mut self, atom: &ast::Atom) {
        self.broken = true;
        if !self.findings.wants(codes::TYPE_AS_PREDICATE, Some(atom.name.symbol)) {
            return;
        }
        let shown = self.name(atom.name.symbol).to_owned();
        let place = self.meanings.ty(atom.name.symbol).and_then(|ty| self.types[ty.index()].place);
        let diagnostic = self
            .error(codes::TYPE_AS_PREDICATE, atom.span, format!("{shown} is a type, not a predicate"))
            .help(format!(
                "What an object is, is said where it is declared: ?x - {shown} in a list of parameters, or in a quantifier."
            ));
        let diagnostic = match place {
            Some(place) => diagnostic.related(place, "the type is declared here"),
            None => diagnostic,
        };
        let variable = match &atom.arguments[..] {
            [ast::Term::Variable(name)] => self.variable(name.symbol),
            _ => None,
        };
        self.type_tests.push((diagnostic, variable, atom.name.symbol));
    }

    /// Reports the types that were used as predicates. Where one stands for the type of a parameter, that is the fix.
    pub(crate) fn settle_type_tests(&mut self, parameters: &[ast::Typed]) {
        for (mut diagnostic, variable, ty) in std::mem::take(&mut self.type_tests) {
            if let Some(variable) = variable
                && let Some(parameter) = parameters.get(variable.slot.index())
                && parameter.name.symbol == variable.name
                && let Some(retyped) = self.retyped(parameters, variable, ty)
            {
                // A condition that always holds, in the place of the test.
                let test = Edit { span: diagnostic.place.span, new: "(and)".to_owned() };
                let edits = if retyped.span.end <= test.span.start { vec![retyped, test] } else { vec![test, retyped] };
                let title = format!("Make ?{} a {}", self.name(variable.name), self.name(ty));
                diagnostic.fix = Some(Fix { title, edits });
            }
            self.findings.add(diagnostic);
        }
    }

    /// A list of parameters, written anew with another type for one of them, if that type is a narrower one.
    fn retyped(&mut self, parameters: &[ast::Typed], variable: crate::model::Variable, ty: Symbol) -> Option<Edit> {
        let narrower = self.meanings.ty(ty).map(|ty| self.exprs.one(ty))?;
        let end = parameters
            .iter()
            .flat_map(|typed| typed.ty.alternatives.iter().chain([&typed.name]))
            .map(|name| name.span.end)
            .max()?;
        let written = |typed: &ast::Typed| match &typed.ty.alternatives[..] {
            [] => Some(self.words.object),
            [one] => Some(one.symbol),
            _ => None,
        };
        let types = parameters.iter().map(written).collect::<Option<Vec<_>>>()?;
        if !self.subtype(narrower, variable.ty) {
            return None;
        }
        let mut new = String::new();
        for (typed, written) in parameters.iter().zip(types) {
            let written = if typed.name.symbol == variable.name { ty } else { written };
            if !new.is_empty() {
                new.push(' ');
            }
            new.push_str(&format!("?{} - {}", self.name(typed.name.symbol), self.name(written)));
        }
        Some(Edit { span: Span::new(parameters.first()?.name.span.start, end), new })
    }

    /// With the edit, when it is one of the diagnostic's own text.
    fn declaring(&self, diagnostic: Diagnostic, text: Option<TextId>, edit: Option<Edit>, shown: &str) -> Diagnostic {
        match edit {
            Some(edit) if text == Some(diagnostic.place.text) => {
                Diagnostic { fix: Some(Fix { title: format!("Declare {shown}"), edits: vec![edit] }), ..diagnostic }
            }
            _ => diagnostic,
        }
    }

    /// `(p ?x - t ?y)` as an atom suggests it.
    fn guessed_declaration(&self, atom: &ast::Atom) -> String {
        let mut declaration = format!("({}", self.name(atom.name.symbol));
        let mut used: Vec<String> = Vec::new();
        for argument in &atom.arguments {
            let (name, ty) = match argument {
                ast::Term::Variable(name) => {
                    (Some(self.name(name.symbol).to_owned()), self.variable(name.symbol).map(|v| v.ty))
                }
                ast::Term::Name(name) => {
                    (None, self.meanings.object(name.symbol).map(|object| self.objects[object.index()].ty))
                }
                _ => (None, None),
            };
            let name = match name {
                Some(name) if !used.contains(&name) => name,
                _ => (1..).map(|number| format!("x{number}")).find(|name| !used.contains(name)).unwrap_or_default(),
            };
            declaration.push_str(&format!(" ?{name}"));
            if self.types.len() > 1 {
                let ty = self.one_type_text(ty).unwrap_or_else(|| "object".to_owned());
                declaration.push_str(&format!(" - {ty}"));
            }
            used.push(name);
        }
        declaration.push(')');
        declaration
    }

    /// The name of the type, if it is one and not `object`.
    fn one_type_text(&self, ty: Option<TypeExprId>) -> Option<String> {
        match ty {
            None | Some(ANY | OBJECT) => None,
            Some(ty) => match self.exprs.list[ty.index()][..] {
                [TypeId(0)] => None,
                [one] => Some(self.name(self.types[one.index()].name).to_owned()),
                _ => None,
            },
        }
    }

    /// Up to eight names.
    pub(crate) fn some_names(&self, names: &[Symbol]) -> String {
        let mut shown: Vec<_> = names.iter().take(8).map(|name| self.name(*name).to_owned()).collect();
        match names.len() {
            0 => "none".to_owned(),
            1..=8 => text::listed(&shown),
            many => {
                shown.push(format!("{} more", many - 8));
                text::listed(&shown)
            }
        }
    }
}

/// With a sentence added to the help.
fn with_help(mut diagnostic: Diagnostic, sentence: &str) -> Diagnostic {
    if !diagnostic.help.is_empty() {
        diagnostic.help.push(' ');
    }
    diagnostic.help.push_str(sentence);
    diagnostic
}
