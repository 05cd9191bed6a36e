//! Plain provers that write certificates: states by the naive evaluator, rule memories by the documented table, invariants
//! by dropping claim after claim. Nothing of the checker is used but its answers.

#![expect(dead_code, unreachable_pub, reason = "every test has its own copy and uses a part of it")]

pub mod cases;

use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use stepguard_naive::rules::Run;
use stepguard_naive::world::{Ground, State, Substitution, Value as NaiveValue, World};
use stepguard_pddl::ast::{Condition, ConditionKind as K, Domain, Problem, TimeSpec, Trajectory};
use stepguard_proof::{
    Atom, Budget, Certificate, Evidence, Exhausted, Frame, Invariant, Literal, Rejection, RuleLayout, StateLayout,
    States, Summary, Value, check, task_hash,
};
use stepguard_task::{FluentKey, FunctionId, ObjectId, PredicateId, Task, TrajectoryOp};
use stepguard_text::{Interner, Number, TextId};

/// Two texts, read in both ways.
pub struct Texts {
    pub names: Interner,
    pub domain: Domain,
    pub problem: Problem,
    pub task: Task,
}

/// Reads texts that are without errors; `None`: they have some.
pub fn read(domain: &str, problem: &str) -> Option<Texts> {
    let mut names = Interner::new();
    let domain = stepguard_pddl::parse(domain, TextId::Domain, &mut names).definitions.domains.into_iter().next()?;
    let problem =
        stepguard_pddl::parse(problem, TextId::Problem, &mut names).definitions.problems.into_iter().next()?;
    let task = stepguard_task::build(&domain, &problem, names.clone()).task?;
    Some(Texts { names, domain, problem, task })
}

/// Enough for the tasks of the tests.
pub fn budget() -> Budget {
    Budget { work: 200_000_000, memory: 64 << 20 }
}

/// Writes a certificate to bytes, reads it back and checks that.
pub fn verdict(task: &Task, certificate: &Certificate) -> Result<Summary, Rejection> {
    let bytes = certificate.to_bytes().expect("it is short");
    let back = Certificate::from_bytes(&bytes).expect("what is written can be read");
    assert_eq!(back.to_bytes().as_deref(), Ok(&bytes[..]), "written again it is the same");
    check(task, &back, budget())
}

pub fn certificate(task: &Task, evidence: Evidence) -> Certificate {
    Certificate { task: task_hash(task), evidence }
}

/// One state of the exhaustive search.
#[derive(Debug, Clone)]
pub struct Node {
    pub state: State,
    pub memory: Vec<u64>,
    pub clock: u64,
    pub parent: Option<usize>,
}

/// What an exhaustive search found.
pub enum Found {
    /// The first state that is a success.
    Plan(Vec<Node>, usize),
    /// All states, none of them a success, and those that are reached by breaking a rule.
    Nothing(Vec<Node>, Vec<State>),
    /// Too many states.
    Open,
}

impl Found {
    /// All states and those reached by breaking a rule, when there is no plan.
    pub fn nothing(self) -> Option<(Vec<Node>, Vec<State>)> {
        match self {
            Self::Nothing(nodes, broken) => Some((nodes, broken)),
            Self::Plan(..) | Self::Open => None,
        }
    }
}

type Rule<'a> = (RuleKind<'a>, Substitution);

#[derive(Clone, Copy)]
enum RuleKind<'a> {
    Trajectory(&'a Trajectory),
    End(&'a Condition),
}

fn hard<'a>(world: &World<'a>, condition: &'a Condition, binding: &Substitution, out: &mut Vec<Rule<'a>>) {
    match &condition.kind {
        K::And(parts) => parts.iter().for_each(|part| hard(world, part, binding, out)),
        K::Forall(variables, part) => {
            for inner in world.bindings(variables, binding) {
                hard(world, part, &inner, out);
            }
        }
        K::Trajectory(trajectory) => out.push((RuleKind::Trajectory(trajectory), binding.clone())),
        K::Timed(TimeSpec::End, part) => out.push((RuleKind::End(part), binding.clone())),
        _ => {}
    }
}

fn limit(number: &Number) -> u64 {
    number.floor().to_string().parse().expect("bounds of the tests are small")
}

fn rounded_up(number: &Number) -> u64 {
    limit(number) + u64::from(!number.is_integer())
}

pub struct Prover<'a> {
    pub texts: &'a Texts,
    pub world: World<'a>,
    rules: Vec<Rule<'a>>,
    clock_limit: u64,
}

impl<'a> Prover<'a> {
    pub fn new(texts: &'a Texts) -> Self {
        let world =
            World::new(&texts.names, &texts.domain, &texts.problem).expect("rules of derived predicates have strata");
        let mut rules = Vec::new();
        for section in texts.domain.constraints.iter().chain(&texts.problem.constraints) {
            hard(&world, section, &Substitution::new(), &mut rules);
        }
        let clock_limit = rules
            .iter()
            .filter_map(|(rule, _)| match rule {
                RuleKind::Trajectory(Trajectory::Within(t, _) | Trajectory::HoldAfter(t, _)) => Some(rounded_up(t) + 1),
                RuleKind::Trajectory(Trajectory::HoldDuring(from, to, _)) => {
                    Some(rounded_up(from).max(rounded_up(to)) + 1)
                }
                _ => None,
            })
            .max()
            .unwrap_or(0);
        Self { texts, world, rules, clock_limit }
    }

    /// The memory of every rule in `state`.
    fn remember(&self, before: Option<&[u64]>, state: &State, number: u64) -> Vec<u64> {
        self.rules
            .iter()
            .enumerate()
            .map(|(index, (rule, binding))| {
                let old = before.map_or(0, |before| before[index]);
                let holds = |condition: &Condition| self.world.truth(condition, state, binding) == Some(true);
                let RuleKind::Trajectory(trajectory) = rule else { return 0 };
                match trajectory {
                    Trajectory::Always(_) | Trajectory::HoldDuring(..) | Trajectory::HoldAfter(..) => 0,
                    Trajectory::Sometime(c) => u64::from(old == 1 || holds(c)),
                    Trajectory::Within(t, c) => u64::from(old == 1 || holds(c) && number <= limit(t)),
                    Trajectory::SometimeBefore(_, c) => u64::from(old == 1 || holds(c)),
                    Trajectory::SometimeAfter(trigger, c) => u64::from(!holds(c) && (old == 1 || holds(trigger))),
                    Trajectory::AtMostOnce(c) => match (holds(c), old) {
                        (true, _) => 3,
                        (false, 0) => 0,
                        (false, _) => 1,
                    },
                    Trajectory::AlwaysWithin(_, trigger, c) => match (holds(c), old) {
                        (true, _) => 0,
                        (false, 0) => u64::from(holds(trigger)),
                        (false, waiting) => waiting + 1,
                    },
                }
            })
            .collect()
    }

    /// The states on the way to a node, and whether a rule is violated on it, once for a run that goes on and once for one
    /// that ends there.
    fn violated(&self, nodes: &[Node], last: usize) -> (bool, bool) {
        let mut way = vec![last];
        while let Some(parent) = nodes[way[way.len() - 1]].parent {
            way.push(parent);
        }
        way.reverse();
        let states: Vec<State> = way.iter().map(|node| nodes[*node].state.clone()).collect();
        let times: Vec<BigRational> = (0..states.len()).map(|time| BigRational::from_integer(time.into())).collect();
        let broken = |complete| {
            let run = Run { states: &states, times: &times, complete };
            self.world.rules(run).iter().any(|rule| rule.violated_at.is_some())
        };
        (broken(false), broken(true))
    }

    /// All states with their memories, breadth first, up to `most`.
    pub fn exhaust(&self, most: usize) -> Found {
        let start = self.world.initial();
        let memory = self.remember(None, &start, 0);
        let mut nodes = vec![Node { state: start, memory, clock: 0, parent: None }];
        if self.violated(&nodes, 0).0 {
            return Found::Nothing(Vec::new(), Vec::new());
        }
        let key =
            |node: &Node| format!("{:?} {:?} {:?} {}", node.state.facts, node.state.values, node.memory, node.clock);
        let mut known: HashMap<String, usize> = HashMap::from([(key(&nodes[0]), 0)]);
        let mut open = VecDeque::from([0]);
        let mut broken = Vec::new();
        while let Some(at) = open.pop_front() {
            let state = nodes[at].state.clone();
            let goal = self.texts.problem.goal.as_ref();
            let goal = goal.is_none_or(|goal| self.world.truth(goal, &state, &Substitution::new()) == Some(true));
            if goal && !self.violated(&nodes, at).1 {
                return Found::Plan(nodes, at);
            }
            for action in &self.texts.domain.actions {
                for binding in self.world.bindings(&action.parameters, &Substitution::new()) {
                    let ready = action.precondition.as_ref();
                    if ready.is_some_and(|p| self.world.truth(p, &state, &binding) != Some(true)) {
                        continue;
                    }
                    let mut change = self.world.change(action.effect.as_ref(), &state, &binding);
                    if !change.faults.is_empty() {
                        continue;
                    }
                    let mut after = self.world.apply(&state, &mut change);
                    if self.costs_are_unread() {
                        // As at the start, so that states that differ in nothing else are the same.
                        let cost = Ground("total-cost".to_owned(), Vec::new());
                        if let Some(value) = nodes[0].state.values.get(&cost) {
                            after.values.insert(cost, value.clone());
                        }
                    }
                    if after
                        .values
                        .values()
                        .any(|value| matches!(value, NaiveValue::Number(n) if n.to_string().len() > 30))
                    {
                        return Found::Open;
                    }
                    let clock = (nodes[at].clock + 1).min(self.clock_limit);
                    let memory = self.remember(Some(&nodes[at].memory), &after, clock);
                    let node = Node { state: after, memory, clock, parent: Some(at) };
                    let name = key(&node);
                    if known.contains_key(&name) {
                        continue;
                    }
                    nodes.push(node);
                    let new = nodes.len() - 1;
                    if self.violated(&nodes, new).0 {
                        broken.extend(nodes.pop().map(|node| node.state));
                        continue;
                    }
                    known.insert(name, new);
                    open.push_back(new);
                    if nodes.len() > most {
                        return Found::Open;
                    }
                }
            }
        }
        Found::Nothing(nodes, broken)
    }

    fn costs_are_unread(&self) -> bool {
        let texts = self.texts;
        texts.task.total_cost.is_some() && !text_reads_cost(texts)
    }

    pub fn fact(&self, ground: &Ground) -> Atom {
        let task = &self.texts.task;
        let predicate = task
            .predicates
            .iter()
            .position(|predicate| task.names.folded(predicate.name) == ground.0)
            .expect("the naive evaluator knows no other predicates");
        Atom {
            predicate: PredicateId::new(predicate),
            arguments: ground.1.iter().map(|name| self.object(name)).collect(),
        }
    }

    pub fn fluent(&self, ground: &Ground) -> FluentKey {
        let task = &self.texts.task;
        let function = task
            .functions
            .iter()
            .position(|function| task.names.folded(function.name) == ground.0)
            .expect("the naive evaluator knows no other functions");
        FluentKey {
            function: FunctionId::new(function),
            arguments: ground.1.iter().map(|name| self.object(name)).collect(),
        }
    }

    pub fn object(&self, name: &str) -> ObjectId {
        let task = &self.texts.task;
        let at = task.objects.iter().position(|object| task.names.folded(object.name) == name);
        ObjectId::new(at.expect("the naive evaluator knows no other objects"))
    }

    /// The set of these states, with the facts and fluents that differ between them and `broken`.
    pub fn exhausted(&self, nodes: &[Node], broken: &[State]) -> Exhausted {
        let (mut facts, mut fluents) = (BTreeSet::new(), BTreeSet::new());
        if let Some(first) = nodes.first() {
            for state in nodes.iter().map(|node| &node.state).chain(broken) {
                facts.extend(state.facts.symmetric_difference(&first.state.facts).cloned());
                for key in state.values.keys().chain(first.state.values.keys()) {
                    if state.values.get(key) != first.state.values.get(key) {
                        fluents.insert(key.clone());
                    }
                }
            }
        }
        let (facts, fluents): (Vec<Ground>, Vec<Ground>) = (facts.into_iter().collect(), fluents.into_iter().collect());
        self.pack(nodes, &facts, &fluents, false)
    }

    /// The set of these states with these facts and fluents.
    pub fn pack(&self, nodes: &[Node], facts: &[Ground], fluents: &[Ground], dead_ends: bool) -> Exhausted {
        let value = |node: &Node, fluent: &Ground| match node.state.values.get(fluent) {
            None => Value::Undefined,
            Some(NaiveValue::Object(name)) => Value::Object(self.object(name)),
            Some(NaiveValue::Number(number)) => Value::Number(exact(number)),
        };
        let mut values: Vec<Value> = Vec::new();
        for node in nodes {
            for fluent in fluents {
                let value = value(node, fluent);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        let rules = RuleLayout::of(&self.texts.task).expect("rules of the tests are small");
        self.same_rules(&rules);
        let layout = StateLayout::new(facts.len(), fluents.len(), values.len(), rules.bits);
        let packed = nodes
            .iter()
            .map(|node| {
                let mut state = vec![0_u8; layout.bytes()];
                let mut put = |offset: usize, width: u32, value: u64| {
                    for bit in 0..width as usize {
                        state[(offset + bit) / 8] |= u8::from(value >> bit & 1 == 1) << ((offset + bit) % 8);
                    }
                    assert!(width == 64 || value >> width == 0, "{value} fits into {width} bits");
                };
                for (at, fact) in facts.iter().enumerate() {
                    put(at, 1, u64::from(node.state.facts.contains(fact)));
                }
                for (at, fluent) in fluents.iter().enumerate() {
                    let value = value(node, fluent);
                    let position = values.iter().position(|known| *known == value).expect("all values were taken");
                    put(layout.fluent(at), layout.value_bits(), position as u64);
                }
                if let Some(clock) = rules.clock {
                    put(layout.rules() + clock.offset as usize, clock.width, node.clock);
                }
                for (instance, memory) in rules.instances.iter().zip(&node.memory) {
                    if let Some(field) = instance.memory {
                        put(layout.rules() + field.offset as usize, field.width, *memory);
                    }
                }
                state
            })
            .collect();
        Exhausted {
            frame: Frame {
                facts: facts.iter().map(|fact| self.fact(fact)).collect(),
                fluents: fluents.iter().map(|fluent| self.fluent(fluent)).collect(),
            },
            values,
            states: States::collect(layout.bytes(), packed).expect("all have the layout's width"),
            dead_ends,
        }
    }

    /// The checker's instances are the naive ones, in the same order.
    fn same_rules(&self, layout: &RuleLayout<'_>) {
        assert_eq!(layout.instances.len(), self.rules.len());
        for (instance, (rule, _)) in layout.instances.iter().zip(&self.rules) {
            let same = match (rule, instance.operator) {
                (RuleKind::End(_), TrajectoryOp::AtEnd(_)) => true,
                (RuleKind::Trajectory(trajectory), operator) => matches!(
                    (trajectory, operator),
                    (Trajectory::Always(_), TrajectoryOp::Always(_))
                        | (Trajectory::Sometime(_), TrajectoryOp::Sometime(_))
                        | (Trajectory::Within(..), TrajectoryOp::Within(..))
                        | (Trajectory::AtMostOnce(_), TrajectoryOp::AtMostOnce(_))
                        | (Trajectory::SometimeAfter(..), TrajectoryOp::SometimeAfter(..))
                        | (Trajectory::SometimeBefore(..), TrajectoryOp::SometimeBefore(..))
                        | (Trajectory::AlwaysWithin(..), TrajectoryOp::AlwaysWithin(..))
                        | (Trajectory::HoldDuring(..), TrajectoryOp::HoldDuring(..))
                        | (Trajectory::HoldAfter(..), TrajectoryOp::HoldAfter(..))
                ),
                _ => false,
            };
            assert!(same, "rules stand in another order");
        }
        assert_eq!(layout.clock_limit, self.clock_limit);
    }
}

fn exact(number: &BigRational) -> Number {
    let parse = |digits: String| Number::parse(&digits).expect("a whole number");
    parse(number.numer().to_string()).div(&parse(number.denom().to_string())).expect("denominators are not zero")
}

fn text_reads_cost(texts: &Texts) -> bool {
    let mut read = false;
    let mut text = String::new();
    for action in &texts.task.actions {
        text.clear();
        texts.task.write_formula(&mut text, &action.precondition, &[]);
        for effect in &action.effects {
            let mut one = String::new();
            texts.task.write_effect(&mut one, effect, &[]);
            text.push_str(&one.replacen("(increase (total-cost)", "", 1));
        }
        read |= text.contains("total-cost");
    }
    text.clear();
    for rule in &texts.task.derived {
        texts.task.write_formula(&mut text, &rule.body, &[]);
    }
    texts.task.write_formula(&mut text, &texts.task.goal, &[]);
    for rule in &texts.task.rules {
        text.push_str(&format!("{:?}", rule.formula));
    }
    let cost = texts.task.total_cost.map(|cost| format!("Fluent({cost:?}")).unwrap_or_default();
    read || text.contains("total-cost") || text.contains(&cost)
}

/// Atoms by their text, as rejections write them.
pub struct Words {
    facts: BTreeMap<String, Atom>,
    fluents: BTreeMap<String, FluentKey>,
}

impl Words {
    pub fn new(task: &Task) -> Self {
        let (mut facts, mut fluents) = (BTreeMap::new(), BTreeMap::new());
        let all: Vec<ObjectId> = (0..task.objects.len()).map(ObjectId::new).collect();
        let tuples = |arity: usize| {
            let mut tuples: Vec<Vec<ObjectId>> = vec![Vec::new()];
            for _ in 0..arity {
                let longer = |tuple: &Vec<ObjectId>| {
                    let tuple = tuple.clone();
                    all.iter().map(move |object| [tuple.clone(), vec![*object]].concat())
                };
                tuples = tuples.iter().flat_map(longer).collect();
            }
            tuples
        };
        for (index, predicate) in task.predicates.iter().enumerate().filter(|(_, predicate)| !predicate.derived) {
            for arguments in tuples(predicate.parameters.len()) {
                let mut text = String::new();
                task.write_atom(&mut text, PredicateId::new(index), &arguments);
                facts.insert(text, Atom { predicate: PredicateId::new(index), arguments: arguments.into() });
            }
        }
        for (index, function) in task.functions.iter().enumerate() {
            for arguments in tuples(function.parameters.len()) {
                let mut text = String::new();
                task.write_fluent(&mut text, FunctionId::new(index), &arguments);
                fluents.insert(text, FluentKey { function: FunctionId::new(index), arguments: arguments.into() });
            }
        }
        Self { facts, fluents }
    }

    /// A frame of everything.
    pub fn all(&self) -> Frame {
        Frame { facts: self.facts.values().cloned().collect(), fluents: self.fluents.values().cloned().collect() }
    }

    /// The fact or its negation at the start of a text, and what follows.
    fn literal<'t>(&self, text: &'t str) -> (Atom, bool, &'t str) {
        let (text, holds) = match text.strip_prefix("(not ") {
            Some(rest) => (rest, false),
            None => (text, true),
        };
        let end = text.find(')').expect("an atom ends") + 1;
        let rest = &text[end..];
        (self.facts[&text[..end]].clone(), holds, if holds { rest } else { &rest[1..] })
    }
}

/// Finds the smallest closed frame by adding what the checker says may change; gives its last word.
pub fn relaxed(task: &Task) -> (Frame, Result<Summary, Rejection>) {
    let words = Words::new(task);
    let mut frame = Frame::default();
    loop {
        let result = verdict(task, &certificate(task, Evidence::Relaxed(frame.clone())));
        let Err(Rejection::Open { why, .. }) = &result else { return (frame, result) };
        let name = &why[..why.find(" may ").expect("it says what may change")];
        match words.facts.get(name) {
            Some(fact) => frame.facts.push(fact.clone()),
            None => frame.fluents.push(words.fluents[name].clone()),
        }
    }
}

/// Finds the largest invariant over a closed frame by dropping what the checker says is broken; gives its last word.
pub fn h2(task: &Task, frame: &Frame) -> (Invariant, Result<Summary, Rejection>) {
    let words = Words::new(task);
    let init: BTreeSet<Atom> =
        task.init.iter().map(|(predicate, arguments)| Atom { predicate, arguments: arguments.into() }).collect();
    let holds = |literal: &Literal| init.contains(&frame.facts[literal.fact() as usize]) == literal.holds();
    let facts = u32::try_from(frame.facts.len()).expect("frames are small");
    let literals: Vec<Literal> =
        (0..facts).flat_map(|fact| [true, false].map(|holds| Literal::new(fact, holds))).collect();
    let never: Vec<Literal> = literals.iter().copied().filter(|literal| !holds(literal)).collect();
    let mut exclusive = Vec::new();
    for (at, left) in literals.iter().enumerate() {
        for right in literals[at + 1..].iter().filter(|right| right.fact() != left.fact()) {
            if !holds(left) || !holds(right) {
                exclusive.push((*left, *right));
            }
        }
    }
    let mut invariant = Invariant { frame: frame.clone(), never, exclusive };
    loop {
        let result = check(task, &certificate(task, Evidence::H2(invariant.clone())), budget());
        let Err(Rejection::Open { why, .. }) = &result else { return (invariant, result) };
        let literal = |text| {
            let (atom, holds, rest) = words.literal(text);
            let fact = frame.facts.iter().position(|fact| *fact == atom).expect("claims are about the frame");
            (Literal::new(u32::try_from(fact).expect("frames are small"), holds), rest)
        };
        let (left, rest) = literal(why);
        let before = (invariant.never.len(), invariant.exclusive.len());
        let rest = rest.strip_prefix(" comes true while ").or_else(|| rest.strip_prefix(" and "));
        match rest {
            None => invariant.never.retain(|claim| *claim != left),
            Some(rest) => {
                let (right, _) = literal(rest);
                invariant.exclusive.retain(|claim| *claim != (left, right) && *claim != (right, left));
            }
        }
        assert_ne!(before, (invariant.never.len(), invariant.exclusive.len()), "what is broken was claimed: {why}");
    }
}
