//! Sections of a domain.

use super::Lower;
use super::condition::At;
use super::definition::Open;
use super::list::ListOf;
use crate::ast::{
    Action, Condition, ConditionKind, Derived, Domain, DurativeAction, Effect, EffectKind, FunctionDecl, Name,
    PredicateDecl, Requirement, TypeRef, Typed,
};
use crate::codes;
use crate::requirements::{self, Feature};
use crate::tree::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use stepguard_text::{Edit, Span, Symbol};

/// A slot of an action-like section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Parameters,
    Precondition,
    Effect,
    Condition,
    Duration,
    Vars,
    Context,
    Implies,
}

/// The slots, and words that are often written for them.
const SLOTS: [(&str, Slot); 8] = [
    (":parameters", Slot::Parameters),
    (":precondition", Slot::Precondition),
    (":effect", Slot::Effect),
    (":condition", Slot::Condition),
    (":duration", Slot::Duration),
    (":vars", Slot::Vars),
    (":context", Slot::Context),
    (":implies", Slot::Implies),
];
const SLOT_SYNONYMS: [(&str, &str); 10] = [
    (":precond", ":precondition"),
    (":pre", ":precondition"),
    (":prec", ":precondition"),
    (":preconds", ":precondition"),
    (":eff", ":effect"),
    (":post", ":effect"),
    (":postcondition", ":effect"),
    (":params", ":parameters"),
    (":args", ":parameters"),
    (":parameter", ":parameters"),
];
/// Slots of other languages.
const OTHER_SLOTS: [(&str, &str); 9] = [
    (":task", "HDDL (hierarchical planning)"),
    (":subtasks", "HDDL (hierarchical planning)"),
    (":ordered-subtasks", "HDDL (hierarchical planning)"),
    (":ordering", "HDDL (hierarchical planning)"),
    (":agent", "MA-PDDL (planning for several agents)"),
    (":observe", "Planning under partial observation"),
    (":expansion", "The :expansion of PDDL 1.2"),
    (":only-in-expansions", "The :expansion of PDDL 1.2"),
    (":maintain", "The :maintain of PDDL 1.2"),
];

/// What an action-like section is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Action,
    Durative,
    Axiom,
    /// A process or an event.
    Autonomous,
}

/// The parts of an action-like section.
struct Parts {
    kind: Kind,
    keyword: &'static str,
    span: Span,
    /// Whether the text ends or breaks off inside it.
    unclosed: bool,
    /// The keyword's place.
    head: Span,
    name: Option<Name>,
    /// The slots with their keywords and values, in order.
    slots: Vec<(Slot, NodeId, Vec<NodeId>)>,
}

impl Parts {
    fn get(&self, slot: Slot) -> Option<(NodeId, &[NodeId])> {
        self.slots.iter().find(|(found, ..)| *found == slot).map(|(_, keyword, values)| (*keyword, values.as_slice()))
    }
}

impl<'a> Lower<'a> {
    pub(super) fn read_domain_section(&mut self, id: NodeId, keyword: &'static str, open: &mut Open) {
        let span = self.span(id);
        match keyword {
            ":types" => {
                self.once(keyword, id, open);
                self.uses(Feature::Typing, span);
                open.domain.types_span.get_or_insert(span);
                let types = self.read_typed_list(self.arguments(id), ListOf::Types);
                open.domain.types.extend(types);
            }
            ":constants" => {
                self.once(keyword, id, open);
                let constants = self.read_typed_list(self.arguments(id), ListOf::Objects);
                open.domain.constants.extend(constants);
            }
            ":predicates" => {
                self.once(keyword, id, open);
                open.domain.predicates_span.get_or_insert(span);
                self.read_predicates(id, &mut open.domain.predicates);
            }
            ":functions" => {
                self.once(keyword, id, open);
                self.read_functions(id, &mut open.domain.functions);
            }
            ":action" => {
                if let Some(action) = self.read_action(id, Kind::Action, keyword) {
                    open.domain.actions.push(action);
                }
            }
            ":durative-action" => {
                self.uses(Feature::DurativeActions, span);
                if let Some(action) = self.read_durative_action(id) {
                    open.domain.durative_actions.push(action);
                }
            }
            ":derived" => {
                self.uses(Feature::DerivedPredicates, span);
                if let Some(derived) = self.read_derived(id) {
                    open.domain.derived.push(derived);
                }
            }
            ":axiom" => {
                self.uses(Feature::DerivedPredicates, span);
                if let Some(derived) = self.read_axiom(id) {
                    open.domain.derived.push(derived);
                }
            }
            ":process" | ":event" => {
                let what = if keyword == ":process" { "processes" } else { "events" };
                let head = self.children(id).next().map_or(span, |first| self.span(first));
                self.push(
                    self.warning(
                        codes::UNSUPPORTED_PDDL_PLUS,
                        head,
                        format!("{what} (PDDL+) are read, but not supported yet"),
                    )
                    .help("Without them a plan cannot be judged, so no verdict is given."),
                );
                // Its form is checked all the same.
                self.read_action(id, Kind::Autonomous, keyword);
                open.domain.unsupported.push((what, span));
            }
            ":timeless" => {
                let head = self.children(id).next().map_or(span, |first| self.span(first));
                self.push(self.warning(codes::UNSUPPORTED_OLD, head, ":timeless is read, but not supported yet").help(
                    "Its facts hold in every problem of the domain (PDDL 1.2). Put them into the :init of the problem.",
                ));
                open.domain.unsupported.push((":timeless", span));
            }
            _ => {}
        }
    }

    pub(super) fn read_requirements(&mut self, id: NodeId) -> Vec<Requirement> {
        let mut out: Vec<Requirement> = Vec::new();
        let mut seen: FxHashMap<Symbol, Span> = FxHashMap::default();
        for item in self.arguments(id) {
            let span = self.span(item);
            if !self.is_word(item) {
                let shown = self.quote(span);
                self.push(
                    self.error(codes::UNKNOWN_REQUIREMENT, span, format!("{shown} is no requirement"))
                        .help("Requirements are words with a colon, such as :typing."),
                );
                continue;
            }
            let word = self.word(item);
            let key = word.strip_prefix(':').unwrap_or(word).to_ascii_lowercase();
            let known = requirements::allows(&key).is_some();
            if known && !word.starts_with(':') {
                self.push(
                    self.warning(codes::REQUIREMENT_COLON, span, format!("the colon before {word} is missing"))
                        .help("Requirements start with a colon.")
                        .replace(format!("Write :{key}"), span, format!(":{key}")),
                );
            }
            if !known {
                self.report_unknown_requirement(span, word, &key);
            }
            let name = self.intern(&key, span);
            if let Some(first) = seen.insert(name.symbol, span) {
                let first = self.place(first);
                self.push(
                    self.info(codes::REQUIREMENT_TWICE, span, format!(":{key} is listed twice"))
                        .related(first, "the first"),
                );
                continue;
            }
            out.push(Requirement { name });
        }
        out
    }

    #[cold]
    fn report_unknown_requirement(&mut self, span: Span, word: &str, key: &str) {
        let foreign = match key {
            "hierarchy" | "method-preconditions" | "htn" => Some("HDDL (hierarchical planning)"),
            "probabilistic-effects" | "rewards" | "mdp" => Some("PPDDL (planning under uncertainty)"),
            "multi-agent" | "factored-privacy" | "unfactored-privacy" => Some("MA-PDDL (planning for several agents)"),
            "non-deterministic" | "contingent" => Some("planning under uncertainty"),
            _ => None,
        };
        let diagnostic = if let Some(language) = foreign {
            self.warning(codes::UNKNOWN_REQUIREMENT, span, format!("{word} is not a PDDL requirement"))
                .help(format!("It belongs to {language}, which is not supported."))
        } else if let Some(meant) = self.suggest(key, requirements::keys()) {
            self.warning(
                codes::UNKNOWN_REQUIREMENT,
                span,
                format!("{word} is not a PDDL requirement; did you mean :{meant}?"),
            )
            .help("Unknown requirements change nothing here; planners may refuse the domain.")
            .replace(format!("Write :{meant}"), span, format!(":{meant}"))
        } else {
            self.warning(codes::UNKNOWN_REQUIREMENT, span, format!("{word} is not a PDDL requirement"))
                .help("Unknown requirements change nothing here; planners may refuse the domain.")
        };
        self.push(diagnostic);
    }

    /// One lint that names every requirement a domain uses and does not declare.
    pub(super) fn report_missing_requirements(&mut self, domain: &Domain) {
        let missing = self.domain_uses.missing(&domain.requirements, self.names);
        let Some((_, first)) = missing.first().copied() else { return };
        let keys: Vec<&str> = missing.iter().map(|(key, _)| *key).collect();
        let shown = keys.iter().map(|key| format!(":{key}")).collect::<Vec<_>>().join(" ");
        let (verb, them) = if keys.len() == 1 { ("is", "it") } else { ("are", "them") };
        let mut diagnostic = self
            .warning(codes::MISSING_REQUIREMENT, first, format!("{shown} {verb} missing from :requirements"))
            .help(format!("The check goes on as if the domain asked for {them}; planners may refuse the domain."));
        for (key, span) in &missing {
            diagnostic = diagnostic.related(self.place(*span), format!("needs :{key}"));
        }
        if let Some((span, new)) = requirements::insertion(domain, self.text, &keys) {
            diagnostic = diagnostic.replace(format!("Add {shown}"), span, new);
        }
        self.push(diagnostic);
    }

    fn read_predicates(&mut self, id: NodeId, out: &mut Vec<PredicateDecl>) {
        for item in self.arguments(id) {
            let node = self.node(item);
            let span = node.span();
            if node.is_word() {
                let word = self.word(item);
                if word.is_empty() || word.starts_with([':', '?']) || word == "-" {
                    self.report_no_declaration(span, "predicate");
                    continue;
                }
                self.report_bare_declaration(span, word, "predicate");
                let name = self.read_name(item);
                out.push(PredicateDecl { name, parameters: Vec::new(), span });
                continue;
            }
            if !node.is_list() {
                continue;
            }
            let Some(name) = self.read_declared_name(item, "predicate") else { continue };
            if self.names.spelling(name.symbol) == "=" {
                self.push(
                    self.info(codes::DECLARED_EQUALITY, span, "= is built in and need not be declared")
                        .help("Ask for it with :equality in :requirements."),
                );
                continue;
            }
            let parameters = self.read_typed_list(self.arguments(item), ListOf::Places);
            out.push(PredicateDecl { name, parameters, span });
        }
    }

    fn read_functions(&mut self, id: NodeId, out: &mut Vec<FunctionDecl>) {
        let mut group = out.len();
        let mut items = self.arguments(id);
        while let Some(item) = items.next() {
            let node = self.node(item);
            let span = node.span();
            if node.is_word() {
                let word = self.word(item);
                if word == "-" {
                    let ty = match items.next() {
                        Some(next) => self.read_type(next),
                        None => {
                            self.report_no_declaration(span, "function");
                            TypeRef::default()
                        }
                    };
                    let number =
                        ty.alternatives.first().is_none_or(|name| matches!(self.names.folded(name.symbol), "number"));
                    if !number {
                        self.uses(Feature::ObjectFluents, span);
                    }
                    for function in &mut out[group..] {
                        function.ty = ty.clone();
                    }
                    group = out.len();
                    continue;
                }
                if word.is_empty() || word.starts_with([':', '?']) {
                    self.report_no_declaration(span, "function");
                    continue;
                }
                self.report_bare_declaration(span, word, "function");
                let name = self.read_name(item);
                out.push(FunctionDecl { name, parameters: Vec::new(), ty: TypeRef::default(), span });
                continue;
            }
            if !node.is_list() {
                continue;
            }
            let Some(name) = self.read_declared_name(item, "function") else { continue };
            let parameters = self.read_typed_list(self.arguments(item), ListOf::Places);
            out.push(FunctionDecl { name, parameters, ty: TypeRef::default(), span });
        }
        for function in out.iter() {
            let cost = self.names.folded(function.name.symbol) == "total-cost" && function.parameters.is_empty();
            let number = function.ty.alternatives.is_empty()
                || function.ty.alternatives.iter().any(|name| self.names.folded(name.symbol) == "number");
            if number && !cost {
                // Action costs may be given by other functions too: then `:action-costs` is enough.
                let actions = out.iter().any(|other| self.names.folded(other.name.symbol) == "total-cost");
                let feature = if actions { Feature::ActionCosts } else { Feature::NumericFluents };
                let span = function.span;
                self.uses(feature, span);
            } else if cost {
                self.uses(Feature::ActionCosts, function.span);
            }
        }
    }

    /// The name at the head of a declaration.
    fn read_declared_name(&mut self, item: NodeId, what: &str) -> Option<Name> {
        let first = self.children(item).next();
        match first {
            Some(first) if self.is_word(first) && !self.word(first).starts_with(['?', ':']) => {
                Some(self.read_name(first))
            }
            _ => {
                self.report_no_declaration(self.span(item), what);
                None
            }
        }
    }

    #[cold]
    fn report_no_declaration(&mut self, span: Span, what: &str) {
        let shown = self.quote(span);
        let example = if what == "predicate" { "(on ?a - block ?b - block)" } else { "(fuel ?t - truck) - number" };
        self.push(
            self.error(codes::NO_DECLARATION, span, format!("{shown} does not declare a {what}"))
                .help(format!("Write its name and its parameters, as in {example}.")),
        );
    }

    #[cold]
    fn report_bare_declaration(&mut self, span: Span, word: &str, what: &str) {
        self.push(
            self.warning(codes::BARE_ATOM, span, format!("{word} stands without parentheses; read as ({word})"))
                .help(format!("Every {what} is declared in parentheses of its own."))
                .replace(format!("Write ({word})"), span, format!("({word})")),
        );
    }

    /// Sorts the parts of an action-like section.
    fn read_parts(&mut self, id: NodeId, kind: Kind, keyword: &'static str) -> Parts {
        let span = self.span(id);
        let mut items = self.children(id);
        let head = items.next().map_or(span, |head| self.span(head));
        let unclosed = self.node(id).is_unclosed();
        let mut parts = Parts { kind, keyword, span, unclosed, head, name: None, slots: Vec::with_capacity(4) };
        let mut first = true;
        while let Some(item) = items.next() {
            let word = if self.is_word(item) { self.word(item) } else { "" };
            if first && kind != Kind::Axiom && !word.is_empty() && !word.starts_with(':') {
                first = false;
                let name = self.read_name(item);
                parts.name = Some(name);
                continue;
            }
            if !word.starts_with(':') {
                if self.is_parameter_list(item, &parts) {
                    self.report_no_keyword(item);
                    parts.slots.push((Slot::Parameters, item, vec![item]));
                } else {
                    self.report_outside_slot(item, &parts);
                }
                continue;
            }
            if first && kind != Kind::Axiom {
                self.report_no_action_name(&parts, item);
            }
            first = false;
            let mut values = Vec::with_capacity(1);
            while let Some(next) = items.peek() {
                if self.is_word(next) && self.word(next).starts_with(':') {
                    break;
                }
                values.push(next);
                items.next();
            }
            let Some(slot) = self.slot_of(item, word, &parts) else { continue };
            if let Some((_, first, _)) = parts.slots.iter().find(|(found, ..)| *found == slot) {
                let first = self.place(self.span(*first));
                self.push(
                    self.error(
                        codes::SLOT_TWICE,
                        self.span(item),
                        format!("a second {word} in this {}", &keyword[1..]),
                    )
                    .help("Join the two, or take one away; the first is used.")
                    .related(first, "the first"),
                );
                continue;
            }
            parts.slots.push((slot, item, values));
        }
        if parts.name.is_none() && kind != Kind::Axiom && parts.slots.is_empty() && first {
            self.push(
                self.error(codes::NO_NAME, head, format!("this {} has no name", &keyword[1..]))
                    .help(format!("Write ({keyword} name ...).")),
            );
        }
        parts
    }

    /// Whether a list right behind the name of an action holds its parameters, with `:parameters` left out.
    fn is_parameter_list(&self, item: NodeId, parts: &Parts) -> bool {
        parts.kind != Kind::Axiom
            && parts.slots.is_empty()
            && parts.name.is_some()
            && self.is_list(item)
            && self.children(item).next().is_none_or(|first| self.is_word(first) && self.word(first).starts_with('?'))
    }

    #[cold]
    fn report_no_keyword(&mut self, item: NodeId) {
        let span = self.span(item);
        let shown = self.quote(span);
        self.push(
            self.error(codes::OUTSIDE_SLOT, span, format!(":parameters is missing before {shown}"))
                .help("Each part of an action starts with its keyword.")
                .replace("Insert :parameters", Span::point(span.start), ":parameters "),
        );
    }

    #[cold]
    fn report_no_action_name(&mut self, parts: &Parts, item: NodeId) {
        let word = self.word(item);
        self.push(
            self.error(codes::NO_NAME, parts.head, format!("this {} has no name", &parts.keyword[1..]))
                .help(format!("The name stands between {} and {word}.", parts.keyword)),
        );
    }

    #[cold]
    fn report_outside_slot(&mut self, item: NodeId, parts: &Parts) {
        let span = self.span(item);
        let shown = self.quote(span);
        self.push(
            self.error(
                codes::OUTSIDE_SLOT,
                span,
                format!("{shown} belongs to no part of this {}", &parts.keyword[1..]),
            )
            .help("Each part starts with its keyword, such as :parameters, :precondition or :effect."),
        );
    }

    /// The slot that a keyword names in this kind of section; reports all but the plain case.
    fn slot_of(&mut self, id: NodeId, word: &str, parts: &Parts) -> Option<Slot> {
        let slot = SLOTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, slot)| *slot);
        let right = match (parts.kind, slot) {
            (_, None) => false,
            (Kind::Action, Some(slot)) => {
                matches!(slot, Slot::Parameters | Slot::Precondition | Slot::Effect | Slot::Vars)
            }
            (Kind::Durative, Some(slot)) => {
                matches!(slot, Slot::Parameters | Slot::Duration | Slot::Condition | Slot::Effect)
            }
            (Kind::Axiom, Some(slot)) => matches!(slot, Slot::Vars | Slot::Context | Slot::Implies | Slot::Parameters),
            (Kind::Autonomous, Some(slot)) => matches!(slot, Slot::Parameters | Slot::Precondition | Slot::Effect),
        };
        if right { slot } else { self.odd_slot(id, word, slot, parts) }
    }

    #[cold]
    fn odd_slot(&mut self, id: NodeId, word: &str, slot: Option<Slot>, parts: &Parts) -> Option<Slot> {
        let span = self.span(id);
        let what = &parts.keyword[1..];
        let durative = parts.kind == Kind::Durative;
        match slot {
            Some(Slot::Condition | Slot::Context) if parts.kind != Kind::Durative => {
                self.push(
                    self.error(
                        codes::WRONG_SLOT,
                        span,
                        format!("an {what} has no {word}, but :precondition").replace("an process", "a process"),
                    )
                    .help(":condition belongs to a (:durative-action ...).")
                    .replace("Write :precondition", span, ":precondition"),
                );
                return Some(Slot::Precondition);
            }
            Some(Slot::Precondition) if durative => {
                self.push(
                    self.error(codes::WRONG_SLOT, span, format!("a durative action has no {word}, but :condition"))
                        .help("Its conditions say when they hold: (at start ...), (over all ...), (at end ...).")
                        .replace("Write :condition", span, ":condition"),
                );
                return Some(Slot::Condition);
            }
            Some(Slot::Duration) => {
                self.push(
                    self.error(
                        codes::WRONG_SLOT,
                        span,
                        format!("an {what} has no :duration").replace("an process", "a process"),
                    )
                    .help("Actions that take time are written (:durative-action ...)."),
                );
                return None;
            }
            Some(_) => {
                self.push(
                    self.error(
                        codes::WRONG_SLOT,
                        span,
                        format!("{word} has no place in a {what}")
                            .replace("a action", "an action")
                            .replace("a event", "an event"),
                    )
                    .help("It is passed over."),
                );
                return None;
            }
            None => {}
        }
        if let Some((_, language)) = OTHER_SLOTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) {
            self.push(
                self.error(codes::UNSUPPORTED_LANGUAGE, span, format!("{language} is not supported"))
                    .help(format!("{word} is passed over.")),
            );
            return None;
        }
        let own: &[&str] = match parts.kind {
            Kind::Action | Kind::Autonomous => &[":parameters", ":precondition", ":effect"],
            Kind::Durative => &[":parameters", ":duration", ":condition", ":effect"],
            Kind::Axiom => &[":vars", ":context", ":implies"],
        };
        let meant = SLOT_SYNONYMS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(word))
            .map(|(_, meant)| if durative && *meant == ":precondition" { ":condition" } else { *meant })
            .or_else(|| self.suggest(word, own.iter().copied()));
        let diagnostic = self.error(
            codes::UNKNOWN_SLOT,
            span,
            match meant {
                Some(meant) => format!("{word} is unknown; did you mean {meant}?"),
                None => format!("{word} is unknown in this {what}"),
            },
        );
        let diagnostic = match meant {
            Some(meant) => diagnostic.help("Read as if it were, so that the rest can be checked.").replace(
                format!("Write {meant}"),
                span,
                meant,
            ),
            None => diagnostic.help(format!("Its parts are {}. This one is passed over.", own.join(", "))),
        };
        self.push(diagnostic);
        let meant = meant?;
        SLOTS.iter().find(|(name, _)| *name == meant).map(|(_, slot)| *slot)
    }

    fn read_parameters(&mut self, parts: &Parts) -> Vec<Typed> {
        let Some((keyword, values)) = parts.get(Slot::Parameters) else {
            if parts.kind != Kind::Autonomous && !parts.unclosed {
                self.report_no_parameters(parts);
            }
            return Vec::new();
        };
        match values {
            [list] if self.is_list(*list) => self.read_typed_list(self.children(*list), ListOf::Variables),
            [] => {
                self.report_no_value(keyword);
                Vec::new()
            }
            [first, .., last] | [first @ last] => {
                let span = self.span(*first).to(self.span(*last));
                if self.is_word(*first) {
                    self.push(
                        self.error(codes::BARE_VARIABLES, span, "the parameters need parentheses around them")
                            .help("Write :parameters (?x - type ...).")
                            .edits(
                                "Insert the parentheses",
                                vec![
                                    Edit { span: Span::point(span.start), new: "(".into() },
                                    Edit { span: Span::point(span.end), new: ")".into() },
                                ],
                            ),
                    );
                    return self.read_typed_list(values.iter().copied(), ListOf::Variables);
                }
                if let Some(second) = values.get(1) {
                    self.report_outside_slot(*second, parts);
                }
                if self.is_list(*first) {
                    self.read_typed_list(self.children(*first), ListOf::Variables)
                } else {
                    Vec::new()
                }
            }
        }
    }

    #[cold]
    fn report_no_parameters(&mut self, parts: &Parts) {
        let span = parts.name.map_or(parts.head, |name| parts.head.to(name.span));
        let at = Span::point(span.end);
        self.push(
            self.warning(codes::NO_PARAMETERS, span, "no :parameters; read as ()")
                .help("An action without parameters says so with :parameters (); other tools refuse it otherwise.")
                .replace("Insert :parameters ()", at, " :parameters ()"),
        );
    }

    #[cold]
    fn report_no_value(&mut self, keyword: NodeId) {
        let word = self.word(keyword);
        self.push(
            self.warning(codes::NO_VALUE, self.span(keyword), format!("nothing stands behind {word}; read as ()"))
                .help("Write () where nothing is meant."),
        );
    }

    /// The condition in a slot; `None` when it is absent or `()`.
    fn read_slot_condition(&mut self, parts: &Parts, slot: Slot, at: At) -> Option<Condition> {
        let (keyword, values) = parts.get(slot)?;
        match values {
            [] => {
                self.report_no_value(keyword);
                None
            }
            [value] => {
                if self.is_list(*value) && self.children(*value).next().is_none() {
                    return None;
                }
                Some(self.read_condition(*value, at))
            }
            [first, .., last] => {
                let span = self.span(*first).to(self.span(*last));
                if self.report_many_values(keyword, values) {
                    return Some(Condition { kind: ConditionKind::Error, span });
                }
                let kind = ConditionKind::And(self.read_conditions(values.iter().copied(), at));
                Some(Condition { kind, span })
            }
        }
    }

    fn read_slot_effect(&mut self, parts: &Parts, timed: bool) -> Option<Effect> {
        let Some((keyword, values)) = parts.get(Slot::Effect) else {
            // What is not there may have been cut off.
            if !parts.unclosed {
                self.report_no_effect_slot(parts);
            }
            return None;
        };
        match values {
            [] => {
                self.report_no_value(keyword);
                None
            }
            [value] => {
                if self.is_list(*value) && self.children(*value).next().is_none() {
                    return None;
                }
                Some(self.read_effect(*value, timed))
            }
            [first, .., last] => {
                let span = self.span(*first).to(self.span(*last));
                if self.report_many_values(keyword, values) {
                    return Some(Effect { kind: EffectKind::Error, span });
                }
                let kind = EffectKind::And(self.read_effects(values.iter().copied(), timed));
                Some(Effect { kind, span })
            }
        }
    }

    /// Several values of one slot: lists without `and`, or (true is returned) something that is not to be guessed.
    #[cold]
    fn report_many_values(&mut self, keyword: NodeId, values: &[NodeId]) -> bool {
        let word = self.word(keyword);
        let (first, last) = (values[0], values[values.len() - 1]);
        let span = self.span(first).to(self.span(last));
        let operator = self.is_word(first)
            && !matches!(
                super::condition::Head::of(self.word(first)),
                super::condition::Head::Other | super::condition::Head::At | super::condition::Head::Over
            );
        let edits = |open: &str| {
            vec![
                Edit { span: Span::point(span.start), new: open.to_owned() },
                Edit { span: Span::point(span.end), new: ")".into() },
            ]
        };
        if operator {
            let head = self.word(first);
            self.push(
                self.error(codes::BARE_OPERATOR, self.span(first), format!("{head} stands outside of its parentheses"))
                    .help(format!("The operator is the first word inside: ({head} ...)."))
                    .edits("Insert the parentheses", edits("(")),
            );
            return true;
        }
        if values.iter().all(|value| self.is_list(*value)) {
            self.push(
                self.warning(codes::MISSING_AND, span, format!("several parts behind {word}; read as (and ...)"))
                    .help("Several conditions or effects are joined with and.")
                    .edits("Insert and", edits("(and ")),
            );
            return false;
        }
        let shown = self.quote(span);
        self.push(
            self.error(codes::OUTSIDE_SLOT, span, format!("{shown} is more than {word} takes"))
                .help("One list in parentheses is expected here."),
        );
        true
    }

    #[cold]
    fn report_no_effect_slot(&mut self, parts: &Parts) {
        let what = &parts.keyword[1..];
        let span = parts.name.map_or(parts.head, |name| parts.head.to(name.span));
        self.push(
            self.warning(codes::NO_EFFECT_SLOT, span, format!("this {what} has no :effect; it changes nothing"))
                .help("Write :effect () if that is meant."),
        );
    }

    fn read_action(&mut self, id: NodeId, kind: Kind, keyword: &'static str) -> Option<Action> {
        let parts = self.read_parts(id, kind, keyword);
        if parts.name.is_none() && parts.slots.is_empty() {
            return None;
        }
        let parameters = self.read_parameters(&parts);
        if let Some((vars, _)) = parts.get(Slot::Vars) {
            self.push(
                self.error(codes::UNSUPPORTED_OLD, self.span(vars), ":vars is not supported")
                    .help("It belongs to PDDL 1.2. Make its variables parameters, or bind them with exists."),
            );
        }
        let precondition = self.read_slot_condition(&parts, Slot::Precondition, At::State);
        let effect = self.read_slot_effect(&parts, false);
        Some(Action { name: parts.name?, parameters, precondition, effect, span: parts.span })
    }

    fn read_durative_action(&mut self, id: NodeId) -> Option<DurativeAction> {
        let parts = self.read_parts(id, Kind::Durative, ":durative-action");
        let parameters = self.read_parameters(&parts);
        let duration = self.read_slot_condition(&parts, Slot::Duration, At::Duration);
        if parts.get(Slot::Duration).is_none() && !parts.unclosed {
            let span = parts.name.map_or(parts.head, |name| parts.head.to(name.span));
            self.push(
                self.error(codes::NO_DURATION, span, "this durative action has no :duration")
                    .help("Write :duration (= ?duration 5) behind the parameters."),
            );
        }
        let condition = self.read_slot_condition(&parts, Slot::Condition, At::Durative);
        let effect = self.read_slot_effect(&parts, true);
        Some(DurativeAction { name: parts.name?, parameters, duration, condition, effect, span: parts.span })
    }

    fn read_derived(&mut self, id: NodeId) -> Option<Derived> {
        let span = self.span(id);
        let mut items = self.arguments(id);
        let (head, body, third) = (items.next(), items.next(), items.next());
        let head = head.filter(|head| self.is_list(*head));
        let name = head.and_then(|head| self.children(head).next()).filter(|name| self.is_word(*name));
        let (Some(head), Some(name)) = (head, name) else {
            self.push(
                self.error(codes::DERIVED_FORM, span, "a derived predicate needs its head and its condition")
                    .help("Write (:derived (above ?a ?b) (or (on ?a ?b) ...))."),
            );
            return None;
        };
        let name = self.read_name(name);
        let parameters = self.read_typed_list(self.arguments(head), ListOf::Variables);
        let Some(body) = body else {
            self.push(
                self.error(codes::DERIVED_FORM, span, "this derived predicate has no condition")
                    .help("Behind its head stands when it holds: (:derived (above ?a ?b) (or (on ?a ?b) ...))."),
            );
            return None;
        };
        if let Some(third) = third {
            let extra = self.span(third);
            let shown = self.quote(extra);
            self.push(
                self.error(codes::DERIVED_FORM, extra, format!("{shown} is more than a derived predicate takes"))
                    .help("It has one condition: join several with (and ...) or (or ...)."),
            );
        }
        let condition = self.read_condition(body, At::State);
        Some(Derived { name, parameters, condition, span })
    }

    /// The derived predicates of PDDL 1.2: `(:axiom :vars (?x) :context (...) :implies (p ?x))`.
    fn read_axiom(&mut self, id: NodeId) -> Option<Derived> {
        let parts = self.read_parts(id, Kind::Axiom, ":axiom");
        self.push(
            self.warning(codes::OLD_AXIOM, parts.head, ":axiom is the old form of :derived")
                .help("Since PDDL 2.2 it is written (:derived (head ...) (condition))."),
        );
        let variables = match parts.get(Slot::Vars).or_else(|| parts.get(Slot::Parameters)) {
            Some((_, [list])) if self.is_list(*list) => self.read_typed_list(self.children(*list), ListOf::Variables),
            _ => Vec::new(),
        };
        let context = self.read_slot_condition(&parts, Slot::Context, At::State);
        let head = parts.get(Slot::Implies).and_then(|(_, values)| values.first().copied());
        let name = head.and_then(|head| self.children(head).next()).filter(|name| self.is_word(*name));
        let (Some(head), Some(name)) = (head, name) else {
            self.push(
                self.error(codes::DERIVED_FORM, parts.span, "this axiom has no :implies (predicate ...)")
                    .help("Write (:derived (head ...) (condition)) instead."),
            );
            return None;
        };
        let name = self.read_name(name);
        let types: FxHashMap<Symbol, &TypeRef> = variables.iter().map(|typed| (typed.name.symbol, &typed.ty)).collect();
        let mut bound: FxHashSet<Symbol> = FxHashSet::default();
        let mut parameters: Vec<Typed> = Vec::new();
        for argument in self.arguments(head) {
            let variable = self.is_word(argument) && self.word(argument).starts_with('?');
            let name = variable.then(|| self.read_variable(argument));
            match name {
                Some(name) if bound.insert(name.symbol) => {
                    let ty = types.get(&name.symbol).map(|ty| (*ty).clone()).unwrap_or_default();
                    parameters.push(Typed { name, ty });
                }
                _ => {
                    let span = self.span(argument);
                    let shown = self.quote(span);
                    self.push(
                        self.error(
                            codes::DERIVED_FORM,
                            span,
                            format!("{shown} is no variable of its own in this head"),
                        )
                        .help("The head of a derived predicate has one new variable for each place."),
                    );
                }
            }
        }
        let others: Vec<Typed> = variables.into_iter().filter(|typed| !bound.contains(&typed.name.symbol)).collect();
        let span = parts.span;
        let condition = context.unwrap_or(Condition { kind: ConditionKind::And(Vec::new()), span });
        let condition = if others.is_empty() {
            condition
        } else {
            Condition { span: condition.span, kind: ConditionKind::Exists(others, Box::new(condition)) }
        };
        Some(Derived { name, parameters, condition, span })
    }

    /// The condition of a `:constraints` section.
    pub(super) fn read_constraints(&mut self, id: NodeId) -> Option<Condition> {
        self.read_single(id, At::Constraint)
    }

    /// The one condition of a section; several are joined.
    pub(super) fn read_single(&mut self, id: NodeId, at: At) -> Option<Condition> {
        let mut items = self.arguments(id);
        let keyword = self.children(id).next()?;
        let first = items.next()?;
        if items.next().is_none() {
            return Some(self.read_condition(first, at));
        }
        let values: Vec<NodeId> = self.arguments(id).collect();
        let span = self.span(first).to(self.span(values[values.len() - 1]));
        if self.report_many_values(keyword, &values) {
            return Some(Condition { kind: ConditionKind::Error, span });
        }
        let kind = ConditionKind::And(self.read_conditions(values.into_iter(), at));
        Some(Condition { kind, span })
    }
}
