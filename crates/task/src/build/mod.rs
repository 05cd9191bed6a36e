//! From definitions as written to a task: every name resolved, every fault of meaning reported in one run.
//!
//! A part that could not be resolved is reported (or was, by the reader) and leaves a hole; going on shows what else is
//! wrong. A task is given only when there is no hole.

mod actions;
mod declare;
mod derived;
mod findings;
mod formula;
mod init;
mod lints;
mod meanings;
mod order;
mod rules;
mod text;
mod types;
mod unknown;

use crate::codes;
use crate::ids::{FunctionId, PreferenceId, Slot, TypeExprId};
use crate::model::{
    Action, Change, DurativeAction, Formula, FormulaKind, Function, Object, Predicate, PreferenceInfo, Task, Type,
    Variable,
};
use findings::Findings;
use fixedbitset::FixedBitSet;
use meanings::Meanings;
use stepguard_pddl::ast;
use stepguard_text::{Diagnostic, Interner, Place, Span, Symbol, TextId, order::sort_by_key};
use types::TypeExprs;

/// What [`build`] gives.
#[derive(Debug)]
pub struct Built {
    /// The task; `None` when there is an error, here or among what the reader reported.
    pub task: Option<Task>,
    /// What is wrong, in text order.
    pub diagnostics: Vec<Diagnostic>,
    /// The names, when there is no task (which else holds them).
    pub names: Interner,
}

/// Resolves a domain with a problem.
#[must_use]
pub fn build(domain: &ast::Domain, problem: &ast::Problem, names: Interner) -> Built {
    let mut resolver = Resolver::new(names, false);
    resolver.problem_text = Some(problem.text);
    resolver.domain_part(domain, Some(problem));
    let finished = resolver.problem_part(Some(domain), problem);
    let task = if resolver.broken || resolver.findings.any_error() {
        None
    } else {
        finished.and_then(|finished| resolver.finish(domain, problem, finished))
    };
    Built { task, names: std::mem::take(&mut resolver.names), diagnostics: resolver.findings.into_sorted() }
}

/// What is wrong with a domain whose problem is not there. Objects that it names may come from the problem, so that
/// they are only remarked on.
#[must_use]
pub fn check_domain(domain: &ast::Domain, names: Interner) -> (Vec<Diagnostic>, Interner) {
    let mut resolver = Resolver::new(names, false);
    resolver.domain_part(domain, None);
    (resolver.findings.into_sorted(), resolver.names)
}

/// What is wrong with a problem whose domain is not there: only what needs no domain is reported.
#[must_use]
pub fn check_problem(problem: &ast::Problem, names: Interner) -> (Vec<Diagnostic>, Interner) {
    let mut resolver = Resolver::new(names, true);
    resolver.problem_text = Some(problem.text);
    resolver.problem_objects(problem);
    resolver.problem_part(None, problem);
    (resolver.findings.into_sorted(), resolver.names)
}

/// Names that mean something of themselves.
#[derive(Debug, Clone, Copy)]
struct Words {
    object: Symbol,
    number: Symbol,
    total_cost: Symbol,
    total_time: Symbol,
    undefined: Symbol,
    duration: Symbol,
}

/// Which definition something stands in, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Action(Symbol),
    Derived(Symbol),
    Goal,
    Constraint,
    Metric,
    Init,
    /// A declaration; nothing is bound there.
    Declaration,
}

/// Where the resolver is.
#[derive(Debug, Clone, Copy)]
struct At {
    text: TextId,
    /// In the domain definition (which may share its text with the problem).
    in_domain: bool,
    owner: Owner,
    /// In a durative action, where `?duration`, `#t` and time specifiers mean something.
    durative: bool,
}

struct Resolver {
    names: Interner,
    words: Words,
    meanings: Meanings,
    findings: Findings,
    types: Vec<Type>,
    exprs: TypeExprs,
    objects: Vec<Object>,
    predicates: Vec<Predicate>,
    functions: Vec<Function>,
    actions: Vec<Action>,
    durative_actions: Vec<DurativeAction>,
    derived: Vec<crate::model::DerivedRule>,
    layers: Vec<std::ops::Range<usize>>,
    preferences: Vec<PreferenceInfo>,
    /// The names of preferences, by symbol.
    preference_names: FixedBitSet,
    /// Rule comments that belong to a constraint.
    claimed: Vec<Span>,
    domain_rules: Vec<crate::model::Rule>,
    unsupported: Vec<(&'static str, Place)>,
    /// Bound variables with what their name meant before.
    bound: Vec<(Variable, Option<usize>)>,
    next_slot: usize,
    /// Slots of variables that a formula or an effect speaks of.
    used: FixedBitSet,
    at: At,
    /// The problem's text, when there is a problem.
    problem_text: Option<TextId>,
    /// The domain is not there: what a name would have to be is taken for granted.
    implied: bool,
    /// There is a hole.
    broken: bool,
    last_unknown_type: Option<(TextId, Span)>,
    /// Objects of the problem that the domain uses and that were remarked on.
    remarked: FixedBitSet,
    /// Types used as predicates: what to report, the variable that is tested, the type.
    type_tests: Vec<(Diagnostic, Option<Variable>, Symbol)>,
    /// Formulas copied into flattened effects.
    copied: usize,
    /// Where a declaration could be put in.
    sections: unknown::Sections,
}

impl Resolver {
    fn new(mut names: Interner, implied: bool) -> Self {
        let words = Words {
            object: names.intern("object"),
            number: names.intern("number"),
            total_cost: names.intern("total-cost"),
            total_time: names.intern("total-time"),
            undefined: names.intern("undefined"),
            duration: names.intern("duration"),
        };
        let mut meanings = Meanings::with_names(names.len());
        meanings.set_ty(words.object, crate::ids::TypeId(0));
        let mut ancestors = FixedBitSet::with_capacity(1);
        ancestors.insert(0);
        Self {
            words,
            meanings,
            names,
            findings: Findings::new(),
            types: vec![Type { name: words.object, parents: Vec::new(), ancestors, place: None }],
            exprs: TypeExprs::new(),
            objects: Vec::new(),
            predicates: Vec::new(),
            functions: Vec::new(),
            actions: Vec::new(),
            durative_actions: Vec::new(),
            derived: Vec::new(),
            layers: Vec::new(),
            preferences: Vec::new(),
            preference_names: FixedBitSet::new(),
            claimed: Vec::new(),
            domain_rules: Vec::new(),
            unsupported: Vec::new(),
            bound: Vec::new(),
            next_slot: 0,
            used: FixedBitSet::new(),
            at: At { text: TextId::Domain, in_domain: true, owner: Owner::Declaration, durative: false },
            problem_text: None,
            implied,
            broken: false,
            last_unknown_type: None,
            remarked: FixedBitSet::new(),
            type_tests: Vec::new(),
            copied: 0,
            sections: unknown::Sections::default(),
        }
    }

    /// Declarations first, then everything in the domain that uses them.
    fn domain_part(&mut self, domain: &ast::Domain, problem: Option<&ast::Problem>) {
        self.at = At { text: domain.text, in_domain: true, owner: Owner::Declaration, durative: false };
        self.sections.of_domain(domain);
        self.declare_types(domain);
        self.declare_objects(&domain.constants, true);
        if let Some(problem) = problem {
            self.problem_objects(problem);
            self.at = At { text: domain.text, in_domain: true, owner: Owner::Declaration, durative: false };
        }
        self.declare_predicates(domain);
        self.declare_functions(domain);
        self.declare_actions(domain);
        self.mark_derived(domain);
        // In the order of the text, so that preferences are numbered by place.
        let mut parts: Vec<(u32, Part<'_>)> = Vec::new();
        parts.extend(domain.actions.iter().map(|a| (a.span.start, Part::Action(a))));
        parts.extend(domain.durative_actions.iter().map(|a| (a.span.start, Part::Durative(a))));
        parts.extend(domain.derived.iter().map(|d| (d.span.start, Part::Derived(d))));
        parts.extend(domain.constraints.iter().map(|c| (c.span.start, Part::Constraint(c))));
        sort_by_key(&mut parts, |(start, _)| *start);
        for (_, part) in parts {
            match part {
                Part::Action(action) => self.action(action),
                Part::Durative(action) => self.durative_action(action),
                Part::Derived(derived) => self.derived_rule(derived),
                Part::Constraint(condition) => {
                    let rules = self.constraint(condition, &domain.rule_comments);
                    self.domain_rules.extend(rules);
                }
            }
        }
        self.unclaimed_comments(&domain.rule_comments);
        self.unsupported.extend(domain.unsupported.iter().map(|(name, span)| (*name, domain.place(*span))));
        self.layer_rules();
    }

    fn problem_objects(&mut self, problem: &ast::Problem) {
        self.at = At { text: problem.text, in_domain: false, owner: Owner::Declaration, durative: false };
        self.sections.of_problem(problem);
        self.declare_objects(&problem.objects, false);
    }

    fn problem_part(&mut self, domain: Option<&ast::Domain>, problem: &ast::Problem) -> Option<Finished> {
        self.at = At { text: problem.text, in_domain: false, owner: Owner::Init, durative: false };
        if let Some(domain) = domain {
            self.domain_name(domain, problem);
        }
        let init = self.initial_state(problem);
        let mut goal = None;
        let mut goal_slots = 0;
        let mut rules = std::mem::take(&mut self.domain_rules);
        let mut parts: Vec<(u32, Option<&ast::Condition>)> = Vec::new();
        parts.extend(problem.constraints.iter().map(|c| (c.span.start, Some(c))));
        parts.extend(problem.goal.iter().map(|goal| (goal.span.start, None)));
        sort_by_key(&mut parts, |(start, _)| *start);
        for (_, part) in parts {
            match (part, &problem.goal) {
                (Some(condition), _) => rules.extend(self.constraint(condition, &problem.rule_comments)),
                (None, Some(condition)) => {
                    self.begin(Owner::Goal);
                    goal = Some(self.condition(condition));
                    self.settle_type_tests(&[]);
                    goal_slots = self.next_slot;
                }
                (None, None) => {}
            }
        }
        self.unclaimed_comments(&problem.rule_comments);
        self.at.owner = Owner::Metric;
        let metric = problem.metric.as_ref().map(|metric| self.metric(metric));
        self.unsupported.extend(problem.unsupported.iter().map(|(name, span)| (*name, problem.place(*span))));
        let metric = match metric {
            None => None,
            Some(Some(metric)) => Some(metric),
            // Reported.
            Some(None) => return None,
        };
        let nothing =
            Formula { kind: FormulaKind::And(Vec::new()), place: problem.place(Span::point(problem.span.end)) };
        Some(Finished { init, goal: goal.unwrap_or(nothing), goal_slots, rules, metric })
    }

    fn finish(&mut self, domain: &ast::Domain, problem: &ast::Problem, finished: Finished) -> Option<Task> {
        let type_exprs = self.finish_type_exprs(problem.place(problem.objects_span.unwrap_or(problem.span)))?;
        self.mark_static(&finished.init.timed_literals);
        self.unreachable_goal(&finished.init, &finished.goal);
        let Finished { init, goal, goal_slots, rules, metric } = finished;
        let total_cost = self.numeric_total_cost();
        Some(Task {
            domain_name: domain.name.map(|name| name.symbol),
            problem_name: problem.name.map(|name| name.symbol),
            types: std::mem::take(&mut self.types),
            type_exprs,
            objects: std::mem::take(&mut self.objects),
            predicates: std::mem::take(&mut self.predicates),
            functions: std::mem::take(&mut self.functions),
            actions: std::mem::take(&mut self.actions),
            durative_actions: std::mem::take(&mut self.durative_actions),
            derived: std::mem::take(&mut self.derived),
            layers: std::mem::take(&mut self.layers),
            init: init.facts,
            init_numbers: init.numbers,
            init_objects: init.objects,
            timed_literals: init.timed_literals,
            goal,
            goal_slots,
            rules,
            preferences: std::mem::take(&mut self.preferences),
            metric,
            total_cost,
            unsupported: std::mem::take(&mut self.unsupported),
            names: std::mem::take(&mut self.names),
        })
    }

    fn numeric_total_cost(&self) -> Option<FunctionId> {
        self.meanings.function(self.words.total_cost).filter(|function| {
            let function = &self.functions[function.index()];
            function.object.is_none() && function.parameters.is_empty()
        })
    }

    /// What no action, no timed literal and no rule changes.
    fn mark_static(&mut self, timed: &[crate::model::TimedLiteral]) {
        let mut predicates: FixedBitSet = FixedBitSet::with_capacity(self.predicates.len());
        let mut functions: FixedBitSet = FixedBitSet::with_capacity(self.functions.len());
        let mut change = |change: &Change| match change {
            Change::Add(predicate, _) | Change::Delete(predicate, _) => predicates.insert(predicate.index()),
            Change::Number(_, function, _, _) | Change::Object(function, _, _) => functions.insert(function.index()),
        };
        for effect in self.actions.iter().flat_map(|action| &action.effects) {
            change(&effect.change);
        }
        for (_, effect) in self.durative_actions.iter().flat_map(|action| &action.effects) {
            change(&effect.change);
        }
        for literal in timed {
            change(&literal.change);
        }
        for (index, predicate) in self.predicates.iter_mut().enumerate() {
            predicate.is_static = !predicate.derived && !predicates.contains(index);
        }
        for (index, function) in self.functions.iter_mut().enumerate() {
            function.is_static = !functions.contains(index);
        }
    }

    /// Starts a definition with variables of its own.
    fn begin(&mut self, owner: Owner) {
        self.at.owner = owner;
        self.at.durative = false;
        self.unbind(0);
        self.next_slot = 0;
        self.used.clear();
    }

    /// Binds a list of variables to new slots; pass what [`Self::mark`] gave before to [`Self::unbind`].
    fn bind(&mut self, name: Symbol, ty: TypeExprId) -> Variable {
        let variable = Variable { name, slot: Slot::new(self.next_slot), ty };
        self.next_slot += 1;
        let before = self.meanings.bind(name, Some(self.bound.len()));
        self.bound.push((variable, before));
        variable
    }

    fn mark(&self) -> usize {
        self.bound.len()
    }

    fn unbind(&mut self, mark: usize) {
        while self.bound.len() > mark {
            if let Some((variable, before)) = self.bound.pop() {
                self.meanings.bind(variable.name, before);
            }
        }
    }

    fn variable(&self, name: Symbol) -> Option<Variable> {
        self.meanings.variable(name).map(|at| self.bound[at].0)
    }

    fn new_preference(&mut self, name: Option<Symbol>, span: Span) -> PreferenceId {
        let id = PreferenceId::new(self.preferences.len());
        if let Some(name) = name {
            self.preference_names.grow_and_insert(name.index());
        }
        self.preferences.push(PreferenceInfo { name, place: self.place(span) });
        id
    }

    fn place(&self, span: Span) -> Place {
        Place::new(self.at.text, span)
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.names.spelling(symbol)
    }

    fn error(&mut self, code: &'static str, span: Span, message: String) -> Diagnostic {
        self.broken = true;
        Diagnostic::error(code, self.place(span), message)
    }

    fn too_large(&mut self, place: Place, what: &str) {
        self.broken = true;
        if self.findings.first(codes::TOO_LARGE) {
            self.findings.add(
                Diagnostic::error(codes::TOO_LARGE, place, format!("this is larger than what is checked: {what}"))
                    .help(
                        "A limit of the tool, not a fault of the text. It keeps the page from running out of memory.",
                    ),
            );
        }
    }
}

/// A part of a domain that uses names.
#[derive(Clone, Copy)]
enum Part<'a> {
    Action(&'a ast::Action),
    Durative(&'a ast::DurativeAction),
    Derived(&'a ast::Derived),
    Constraint(&'a ast::Condition),
}

/// What a problem adds.
struct Finished {
    init: init::Initial,
    goal: Formula,
    goal_slots: usize,
    rules: Vec<crate::model::Rule>,
    metric: Option<crate::model::Metric>,
}
