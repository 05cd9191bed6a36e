//! Rules for derived predicates and their layers.

use super::formula::Preferences;
use super::types::OBJECT;
use super::{Owner, Resolver, codes};
use crate::ids::PredicateId;
use crate::model::{DerivedRule, Formula, FormulaKind};
use rustc_hash::FxHashMap;
use stepguard_pddl::ast;
use stepguard_text::{Diagnostic, Place, order};

/// One rule's use of another derived predicate.
#[derive(Debug, Clone, Copy)]
struct Use {
    predicate: PredicateId,
    negated: bool,
    place: Place,
}

impl Resolver {
    pub(crate) fn derived_rule(&mut self, derived: &ast::Derived) {
        self.begin(Owner::Derived(derived.name.symbol));
        self.repeated_names(&derived.parameters, Some(derived.name), true);
        let mut parameters = self.bind_parameters(&derived.parameters);
        let as_atom = ast::Atom {
            name: derived.name,
            arguments: derived.parameters.iter().map(|typed| ast::Term::Variable(typed.name)).collect(),
            span: derived.name.span,
        };
        let predicate = self.meanings.predicate(derived.name.symbol);
        match predicate {
            None => self.undeclared_predicate(&as_atom),
            Some(predicate) if self.predicates[predicate.index()].parameters.len() != parameters.len() => {
                self.wrong_arity(&as_atom, super::formula::Head::Predicate(predicate));
            }
            Some(predicate) => {
                // What the head leaves open the declaration says.
                for (index, typed) in derived.parameters.iter().enumerate() {
                    let declared = self.predicates[predicate.index()].parameters[index].1;
                    if typed.ty.alternatives.is_empty() && parameters[index].ty == OBJECT {
                        parameters[index].ty = declared;
                        if let Some((bound, _)) = self.bound.get_mut(index) {
                            bound.ty = declared;
                        }
                    }
                }
                let types: Vec<_> = parameters.iter().map(|variable| variable.ty).collect();
                let fits = (0..types.len())
                    .all(|index| self.subtype(types[index], self.predicates[predicate.index()].parameters[index].1));
                if !fits {
                    self.wrong_types(&as_atom, super::formula::Head::Predicate(predicate), &types);
                }
            }
        }
        let body = self.formula(&derived.condition, Preferences::Not);
        self.unbind(0);
        self.settle_type_tests(&derived.parameters);
        if let Some(predicate) = predicate {
            let place = self.place(derived.span);
            self.derived.push(DerivedRule { predicate, parameters, slots: self.next_slot, body, place });
        }
    }

    /// Puts the rules into layers: a layer is a set of predicates that need each other, behind all that it needs.
    pub(crate) fn layer_rules(&mut self) {
        if self.derived.is_empty() {
            return;
        }
        // Nodes: derived predicates in the order of their first rule.
        let mut node_of: FxHashMap<PredicateId, usize> = FxHashMap::default();
        let mut predicates = Vec::new();
        for rule in &self.derived {
            node_of.entry(rule.predicate).or_insert_with(|| {
                predicates.push(rule.predicate);
                predicates.len() - 1
            });
        }
        let mut uses: Vec<Vec<Use>> = vec![Vec::new(); predicates.len()];
        for rule in &self.derived {
            collect(
                &rule.body,
                false,
                &|predicate| node_of.contains_key(&predicate),
                &mut uses[node_of[&rule.predicate]],
            );
        }
        let edges: Vec<Vec<usize>> =
            uses.iter().map(|uses| uses.iter().map(|used| node_of[&used.predicate]).collect()).collect();
        let mut layer_of = vec![0; predicates.len()];
        let layers = super::order::components(predicates.len(), |at| &edges[at]);
        for (layer, members) in layers.iter().enumerate() {
            for &member in members {
                layer_of[member] = layer;
            }
        }
        for (layer, members) in layers.iter().enumerate() {
            let mut members = members.clone();
            order::sort(&mut members);
            // The first use, in the order of the text, that closes a circle through `not`.
            let bad = members
                .iter()
                .flat_map(|&from| uses[from].iter().map(move |used| (from, used)))
                .filter(|(_, used)| used.negated && layer_of[node_of[&used.predicate]] == layer)
                .min_by_key(|(_, used)| used.place);
            if let Some((from, used)) = bad {
                let to = node_of[&used.predicate];
                let circle = path(&edges, &layer_of, to, from);
                let names: Vec<_> = [from]
                    .iter()
                    .chain(&circle)
                    .map(|&node| self.name(self.predicates[predicates[node].index()].name).to_owned())
                    .collect();
                let message = match &names[..] {
                    [only] | [only, _] if from == to => format!("{only} is derived from its own negation"),
                    names => format!("these derived predicates need each other through not: {}", names.join(" -> ")),
                };
                self.broken = true;
                self.findings.add(Diagnostic::error(codes::NOT_STRATIFIED, used.place, message).help(
                    "What such rules say has no single meaning. A predicate that is negated must be settled before: \
                     it may not depend, not even indirectly, on the one that negates it.",
                ));
            }
        }
        // Rules by layer, within a layer in the order of the text.
        let mut rules: Vec<_> = self.derived.drain(..).map(|rule| (layer_of[node_of[&rule.predicate]], rule)).collect();
        order::sort_by_key(&mut rules, |(layer, _)| *layer);
        for layer in 0..layers.len() {
            let start = rules.partition_point(|(of, _)| *of < layer);
            let end = rules.partition_point(|(of, _)| *of <= layer);
            self.layers.push(start..end);
        }
        self.derived = rules.into_iter().map(|(_, rule)| rule).collect();
    }
}

/// The derived predicates that a formula uses, with their sign.
fn collect(formula: &Formula, negated: bool, derived: &impl Fn(PredicateId) -> bool, uses: &mut Vec<Use>) {
    match &formula.kind {
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            for part in parts {
                collect(part, negated, derived, uses);
            }
        }
        FormulaKind::Not(part) => collect(part, !negated, derived, uses),
        FormulaKind::Imply(a, b) => {
            collect(a, !negated, derived, uses);
            collect(b, negated, derived, uses);
        }
        FormulaKind::Forall(_, part) | FormulaKind::Exists(_, part) | FormulaKind::Preference(_, part) => {
            collect(part, negated, derived, uses);
        }
        FormulaKind::Atom(predicate, _) => {
            if derived(*predicate) {
                uses.push(Use { predicate: *predicate, negated, place: formula.place });
            }
        }
        FormulaKind::Same(..) | FormulaKind::Compare(..) => {}
    }
}

/// The nodes of a shortest way from `from` to `to` within their layer, both ends included.
fn path(edges: &[Vec<usize>], layer_of: &[usize], from: usize, to: usize) -> Vec<usize> {
    let mut came_from = vec![usize::MAX; edges.len()];
    came_from[from] = from;
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        if node == to {
            break;
        }
        for &next in &edges[node] {
            if layer_of[next] == layer_of[from] && came_from[next] == usize::MAX {
                came_from[next] = node;
                queue.push_back(next);
            }
        }
    }
    let mut way = vec![to];
    let mut at = to;
    while at != from && came_from[at] != usize::MAX {
        at = came_from[at];
        way.push(at);
    }
    way.reverse();
    way
}
