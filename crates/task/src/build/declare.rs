//! Declarations: objects, predicates, functions, the actions' names.

use super::types::ANY;
use super::{Owner, Resolver, codes};
use crate::ids::{FunctionId, ObjectId, PredicateId, TypeExprId};
use crate::model::{Function, Object, Predicate, Variable};
use stepguard_pddl::ast;
use stepguard_text::{Diagnostic, Place, Span, Symbol, order};

impl Resolver {
    pub(crate) fn declare_objects(&mut self, list: &[ast::Typed], constant: bool) {
        self.objects.reserve(list.len());
        // A typed list gives every name its own copy of the type: resolve it once for each run of equal ones.
        let mut last: Option<(&ast::TypeRef, TypeExprId)> = None;
        for typed in list {
            let ty = match last {
                Some((written, ty)) if same_type(written, &typed.ty) => ty,
                _ => self.type_expr(&typed.ty),
            };
            last = Some((&typed.ty, ty));
            if let Some(first) = self.meanings.object(typed.name.symbol) {
                self.object_again(typed.name, ty, first, constant);
                continue;
            }
            let id = ObjectId::new(self.objects.len());
            let place = self.place(typed.name.span);
            self.objects.push(Object { name: typed.name.symbol, ty, constant, place });
            self.meanings.set_object(typed.name.symbol, id);
        }
    }

    fn object_again(&mut self, name: ast::Name, ty: TypeExprId, first: ObjectId, constant: bool) {
        let before = &self.objects[first.index()];
        let (first_ty, first_place, first_constant) = (before.ty, before.place, before.constant);
        let same = ty == first_ty || ty == ANY || first_ty == ANY;
        let code = if !same {
            codes::OBJECT_OTHER_TYPE
        } else if first_constant && !constant {
            codes::CONSTANT_AGAIN
        } else {
            codes::OBJECT_TWICE
        };
        if !self.findings.wants(code, Some(name.symbol)) {
            self.broken |= !same;
            return;
        }
        let shown = self.name(name.symbol).to_owned();
        let diagnostic = if !same {
            let (old, new) = (self.type_text(first_ty), self.type_text(ty));
            let message = format!("{shown} is already declared as {}", super::text::with_article(&old));
            let help = format!(
                "Names ignore case, so this is the same object, and it cannot be {} as well. Rename one of the two.",
                super::text::with_article(&new)
            );
            self.error(code, name.span, message).help(help)
        } else if code == codes::CONSTANT_AGAIN {
            let message = format!("{shown} is already a constant of the domain");
            Diagnostic::warning(code, self.place(name.span), message)
                .help("A constant is an object of every problem of its domain: it needs no second declaration.")
        } else {
            Diagnostic::warning(code, self.place(name.span), format!("{shown} is declared twice"))
                .help("Both declarations say the same (names ignore case), so one of them can go.")
        };
        self.findings.add(diagnostic.related(first_place, "first declared here"));
    }

    pub(crate) fn declare_predicates(&mut self, domain: &ast::Domain) {
        for decl in &domain.predicates {
            let parameters = self.declared_parameters(&decl.parameters, decl.name);
            if let Some(first) = self.meanings.predicate(decl.name.symbol) {
                let first = &self.predicates[first.index()];
                let same = same_parameters(&first.parameters, &parameters);
                let place = first.place;
                self.declared_again(codes::PREDICATE_TWICE, "predicate", decl.name, decl.span, same, place);
                continue;
            }
            let id = PredicateId::new(self.predicates.len());
            self.meanings.set_predicate(decl.name.symbol, id);
            self.predicates.push(Predicate {
                name: decl.name.symbol,
                parameters,
                derived: false,
                is_static: false,
                place: domain.place(decl.span),
            });
        }
    }

    pub(crate) fn declare_functions(&mut self, domain: &ast::Domain) {
        for decl in &domain.functions {
            let parameters = self.declared_parameters(&decl.parameters, decl.name);
            let object = match &decl.ty.alternatives[..] {
                [] => None,
                // A type of this name is the user's own business.
                [one] if one.symbol == self.words.number && self.meanings.ty(one.symbol).is_none() => None,
                _ => Some(self.type_expr(&decl.ty)),
            };
            if let Some(first) = self.meanings.function(decl.name.symbol) {
                let first = &self.functions[first.index()];
                let same = same_parameters(&first.parameters, &parameters) && first.object == object;
                let place = first.place;
                self.declared_again(codes::FUNCTION_TWICE, "function", decl.name, decl.span, same, place);
                continue;
            }
            let id = FunctionId::new(self.functions.len());
            self.meanings.set_function(decl.name.symbol, id);
            self.functions.push(Function {
                name: decl.name.symbol,
                parameters,
                object,
                is_static: false,
                place: domain.place(decl.span),
            });
        }
    }

    fn declared_again(
        &mut self,
        code: &'static str,
        what: &str,
        name: ast::Name,
        span: Span,
        same: bool,
        first: Place,
    ) {
        self.broken |= !same;
        if !self.findings.wants(code, Some(name.symbol)) {
            return;
        }
        let shown = self.name(name.symbol);
        let place = self.place(span);
        let diagnostic = if same {
            Diagnostic::warning(code, place, format!("{what} {shown} is declared twice"))
                .help("Both declarations say the same, so one of them can go.")
        } else {
            Diagnostic::error(code, place, format!("{what} {shown} is already declared with other parameters")).help(
                "Names ignore case, and one name has one list of parameters. Rename one of the two or make them equal.",
            )
        };
        self.findings.add(diagnostic.related(first, "first declared here"));
    }

    fn declared_parameters(&mut self, parameters: &[ast::Typed], owner: ast::Name) -> Vec<(Symbol, TypeExprId)> {
        self.repeated_names(parameters, Some(owner), false);
        parameters.iter().map(|typed| (typed.name.symbol, self.type_expr(&typed.ty))).collect()
    }

    /// Reports parameters that bear the same name. Where they can be spoken of, that is an error.
    pub(crate) fn repeated_names(&mut self, parameters: &[ast::Typed], owner: Option<ast::Name>, error: bool) {
        let mut sorted: Vec<_> = parameters.iter().map(|typed| typed.name).collect();
        if sorted.len() < 2 {
            return;
        }
        order::sort_by_key(&mut sorted, |name| (name.symbol, name.span));
        for pair in sorted.windows(2) {
            let [first, again] = pair else { continue };
            if first.symbol != again.symbol || !self.findings.wants(codes::PARAMETER_TWICE, Some(again.symbol)) {
                continue;
            }
            let shown = self.name(again.symbol);
            let message = match owner {
                Some(owner) => format!("parameter ?{shown} of {} is named twice", self.name(owner.symbol)),
                None => format!("variable ?{shown} is named twice"),
            };
            let diagnostic = match owner {
                _ if error => self
                    .error(codes::PARAMETER_TWICE, again.span, message)
                    .help("The two cannot be told apart in what follows. Give one of them another name."),
                Some(owner) => {
                    Diagnostic::warning(codes::PARAMETER_TWICE, self.place(again.span), message).help(format!(
                        "{} still takes {}; other tools may not accept it. Give one of them another name.",
                        self.name(owner.symbol),
                        super::text::counted(parameters.len(), "argument")
                    ))
                }
                None => Diagnostic::warning(codes::PARAMETER_TWICE, self.place(again.span), message)
                    .help("What follows speaks of the last one."),
            };
            self.findings.add(diagnostic.related(self.place(first.span), "first named here"));
        }
    }

    /// Binds the parameters of an action, a rule or a quantifier.
    pub(crate) fn bind_parameters(&mut self, parameters: &[ast::Typed]) -> Vec<Variable> {
        parameters
            .iter()
            .map(|typed| {
                let ty = self.type_expr(&typed.ty);
                self.bind(typed.name.symbol, ty)
            })
            .collect()
    }

    /// Notes the actions' names.
    pub(crate) fn declare_actions(&mut self, domain: &ast::Domain) {
        let mut names: Vec<_> = (domain.actions.iter().map(|action| action.name))
            .chain(domain.durative_actions.iter().map(|action| action.name))
            .collect();
        order::sort_by_key(&mut names, |name| name.span);
        for (index, name) in (0_u32..).zip(&names) {
            match self.meanings.action(name.symbol) {
                None => self.meanings.set_action(name.symbol, index),
                Some(first) => {
                    self.broken = true;
                    if self.findings.wants(codes::ACTION_TWICE, Some(name.symbol)) {
                        let message = format!("action {} is defined twice", self.name(name.symbol));
                        let diagnostic = self
                            .error(codes::ACTION_TWICE, name.span, message)
                            .help("A step of this name would not say which of the two is meant. Rename or remove one; names ignore case.")
                            .related(self.place(names[first as usize].span), "first defined here");
                        self.findings.add(diagnostic);
                    }
                }
            }
        }
    }

    /// Marks the predicates that rules define, before effects and the initial state are read.
    pub(crate) fn mark_derived(&mut self, domain: &ast::Domain) {
        for derived in &domain.derived {
            self.at.owner = Owner::Declaration;
            if let Some(predicate) = self.meanings.predicate(derived.name.symbol) {
                self.predicates[predicate.index()].derived = true;
            }
        }
    }

    /// The problem names the domain it belongs to.
    pub(crate) fn domain_name(&mut self, domain: &ast::Domain, problem: &ast::Problem) {
        let (Some(wanted), Some(given)) = (problem.domain, domain.name) else { return };
        if wanted.symbol == given.symbol {
            return;
        }
        let given_text = self.name(given.symbol).to_owned();
        let message =
            format!("the problem is for domain {}, but the domain is called {given_text}", self.name(wanted.symbol));
        self.findings.add(
            Diagnostic::warning(codes::DOMAIN_NAME, problem.place(wanted.span), message)
                .help("The check goes on with the domain that is given.")
                .related(domain.place(given.span), "the domain's name")
                .replace(format!("Change to {given_text}"), wanted.span, given_text),
        );
    }
}

fn same_type(a: &ast::TypeRef, b: &ast::TypeRef) -> bool {
    a.alternatives.len() == b.alternatives.len()
        && a.alternatives.iter().zip(&b.alternatives).all(|(a, b)| a.symbol == b.symbol)
}

fn same_parameters(a: &[(Symbol, TypeExprId)], b: &[(Symbol, TypeExprId)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.1 == b.1 || a.1 == ANY || b.1 == ANY)
}
