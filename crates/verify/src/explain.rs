//! A condition evaluated node by node, for people: which part of it holds, and what decides a quantifier.

use crate::eval::Truth;
use crate::quantify::Instances;
use crate::world::{Environment, World};
use stepguard_task::{Formula, FormulaKind, ObjectId};

/// Instances of a quantifier that are shown; the others are counted.
const SHOWN: u32 = 5;

/// A node's number in its [`Explanations`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeId(u32);

/// One evaluated node.
#[derive(Debug, Clone, Copy)]
pub struct Node<'t> {
    /// The formula; of a negated leaf the leaf.
    pub formula: &'t Formula,
    /// False: the node is the negation of a leaf.
    pub positive: bool,
    /// Its truth (of the negation, where it is one).
    pub truth: Truth,
    /// Instances of a quantifier that are not among the children.
    pub omitted: u32,
    environment: (u32, u32),
    first_child: u32,
    next: u32,
}

/// Evaluated conditions of a whole run.
#[derive(Debug, Clone, Default)]
pub struct Explanations<'t> {
    nodes: Vec<Node<'t>>,
    objects: Vec<ObjectId>,
}

const NONE: u32 = u32::MAX;

impl<'t> Explanations<'t> {
    /// The node with this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node<'t> {
        &self.nodes[id.0 as usize]
    }

    /// The objects in the node's slots.
    #[must_use]
    pub fn environment(&self, node: &Node<'t>) -> &[ObjectId] {
        &self.objects[node.environment.0 as usize..node.environment.1 as usize]
    }

    /// A node's parts in order.
    pub fn children(&self, node: &Node<'t>) -> impl Iterator<Item = NodeId> {
        let first = (node.first_child != NONE).then_some(NodeId(node.first_child));
        std::iter::successors(first, |id| {
            let next = self.node(*id).next;
            (next != NONE).then_some(NodeId(next))
        })
    }

    fn environment_of(&mut self, env: &Environment) -> (u32, u32) {
        let start = self.objects.len();
        self.objects.extend_from_slice(env.as_slice());
        (number(start), number(self.objects.len()))
    }

    /// Nothing is bound: what is left to say when the budget ran out.
    const NOTHING: (u32, u32) = (0, 0);

    fn push(&mut self, formula: &'t Formula, positive: bool, environment: (u32, u32)) -> NodeId {
        let id = NodeId(number(self.nodes.len()));
        self.nodes.push(Node {
            formula,
            positive,
            truth: Truth::Undefined,
            omitted: 0,
            environment,
            first_child: NONE,
            next: NONE,
        });
        id
    }

    fn append(&mut self, parent: NodeId, last: &mut Option<NodeId>, child: NodeId) {
        match last.replace(child) {
            Some(before) => self.nodes[before.0 as usize].next = child.0,
            None => self.nodes[parent.0 as usize].first_child = child.0,
        }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("budgets keep a run's explanation below 2^32 nodes")
}

/// Work of writing down one slot of an environment: as many are kept as the budget pays for.
const WORK_OF_SLOT: u64 = 4;

impl<'t> World<'t> {
    /// Writes down what the slots hold. A precondition of thousands of quantifiers has as many slots, so each of its
    /// instances is as long as the whole: they are paid for.
    fn write_environment(&mut self, env: &Environment, into: &mut Explanations<'t>) -> (u32, u32) {
        let work = WORK_OF_SLOT * u64::try_from(env.as_slice().len()).unwrap_or(u64::MAX / WORK_OF_SLOT);
        if self.spend(work) { into.environment_of(env) } else { Explanations::NOTHING }
    }

    /// Evaluates `formula` and writes down how each part of it stands.
    pub fn explain(
        &mut self,
        formula: &'t Formula,
        env: &mut Environment,
        into: &mut Explanations<'t>,
    ) -> (NodeId, Truth) {
        let environment = self.write_environment(env, into);
        let id = self.explain_in(formula, env, environment, into);
        (id, into.node(id).truth)
    }

    fn explain_in(
        &mut self,
        formula: &'t Formula,
        env: &mut Environment,
        environment: (u32, u32),
        into: &mut Explanations<'t>,
    ) -> NodeId {
        if let FormulaKind::Not(inner) = &formula.kind
            && let FormulaKind::Atom(..) | FormulaKind::Same(..) | FormulaKind::Compare(..) = inner.kind
        {
            let id = into.push(inner, false, environment);
            into.nodes[id.0 as usize].truth = !self.eval(inner, env);
            return id;
        }
        let id = into.push(formula, true, environment);
        let mut last = None;
        let truth = match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                let conjunction = matches!(formula.kind, FormulaKind::And(_));
                // Decides the whole when a part has it.
                let decisive = Truth::from(!conjunction);
                let mut truth = Truth::from(conjunction);
                for part in parts {
                    let child = self.explain_in(part, env, environment, into);
                    into.append(id, &mut last, child);
                    let part = into.node(child).truth;
                    if part == decisive || part == Truth::Undefined && truth != decisive {
                        truth = part;
                    }
                }
                truth
            }
            FormulaKind::Not(inner) => {
                let child = self.explain_in(inner, env, environment, into);
                into.append(id, &mut last, child);
                !into.node(child).truth
            }
            FormulaKind::Imply(left, right) => {
                for part in [left, right] {
                    let child = self.explain_in(part, env, environment, into);
                    into.append(id, &mut last, child);
                }
                self.eval(formula, env)
            }
            FormulaKind::Preference(_, inner) => {
                let child = self.explain_in(inner, env, environment, into);
                into.append(id, &mut last, child);
                Truth::True
            }
            FormulaKind::Forall(variables, body) => {
                let truth = self.eval(formula, env);
                if truth != Truth::True {
                    // The falsifying instances, undefined ones included.
                    let instances = Instances::falsifying(variables, body);
                    let (mut shown, mut omitted) = (0, 0);
                    self.each_instance(&instances, true, env, &mut |world, env| {
                        if shown == SHOWN {
                            omitted += 1;
                        } else {
                            shown += 1;
                            let environment = world.write_environment(env, into);
                            let child = world.explain_in(body, env, environment, into);
                            into.append(id, &mut last, child);
                        }
                        true
                    });
                    into.nodes[id.0 as usize].omitted = omitted;
                }
                truth
            }
            FormulaKind::Exists(variables, body) => {
                let truth = self.exists(&Instances::satisfying(variables, body), env);
                if truth == Truth::True {
                    let environment = self.write_environment(env, into);
                    let child = self.explain_in(body, env, environment, into);
                    into.append(id, &mut last, child);
                }
                env.unbind(variables);
                truth
            }
            FormulaKind::Atom(..) | FormulaKind::Same(..) | FormulaKind::Compare(..) => self.eval(formula, env),
        };
        into.nodes[id.0 as usize].truth = truth;
        id
    }

    /// The leaves that make `formula` have its present truth: what to show as "because". At most `limit`.
    pub fn reasons(
        &mut self,
        formula: &'t Formula,
        env: &mut Environment,
        limit: usize,
    ) -> Vec<(&'t Formula, Environment, Truth)> {
        let mut found = Vec::new();
        let truth = self.eval(formula, env);
        self.collect_reasons(formula, truth, env, limit, &mut found);
        found
    }

    fn collect_reasons(
        &mut self,
        formula: &'t Formula,
        truth: Truth,
        env: &mut Environment,
        limit: usize,
        found: &mut Vec<(&'t Formula, Environment, Truth)>,
    ) {
        if found.len() >= limit {
            return;
        }
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                let all_needed = matches!(formula.kind, FormulaKind::And(_)) == (truth == Truth::True);
                for part in parts {
                    let part_truth = self.eval(part, env);
                    if all_needed || part_truth == truth {
                        self.collect_reasons(part, part_truth, env, limit, found);
                        if truth == Truth::True && !all_needed {
                            break;
                        }
                    }
                }
            }
            FormulaKind::Not(inner) => self.collect_reasons(inner, !truth, env, limit, found),
            FormulaKind::Imply(left, right) => {
                let (if_part, then_part) = (self.eval(left, env), self.eval(right, env));
                if truth == Truth::True && if_part == Truth::False {
                    self.collect_reasons(left, if_part, env, limit, found);
                } else {
                    if truth != Truth::True {
                        self.collect_reasons(left, if_part, env, limit, found);
                    }
                    self.collect_reasons(right, then_part, env, limit, found);
                }
            }
            FormulaKind::Forall(variables, body) | FormulaKind::Exists(variables, body) => {
                let forall = matches!(formula.kind, FormulaKind::Forall(..));
                if forall == (truth == Truth::True) {
                    // True for all or false for all: no single instance decides; the formula itself is the reason.
                    found.push((formula, env.clone(), truth));
                    return;
                }
                let instances = if forall {
                    Instances::falsifying(variables, body)
                } else {
                    Instances::satisfying(variables, body)
                };
                self.each_instance(&instances, truth == Truth::Undefined, env, &mut |world, env| {
                    let body_truth = world.eval(body, &mut env.clone());
                    world.collect_reasons(body, body_truth, &mut env.clone(), limit, found);
                    forall && found.len() < limit
                });
            }
            FormulaKind::Preference(_, inner) => {
                let inner_truth = self.eval(inner, env);
                self.collect_reasons(inner, inner_truth, env, limit, found);
            }
            FormulaKind::Atom(..) | FormulaKind::Same(..) | FormulaKind::Compare(..) => {
                if !found.iter().any(|(f, e, _)| f.kind == formula.kind && e == env) {
                    found.push((formula, env.clone(), truth));
                }
            }
        }
    }
}
