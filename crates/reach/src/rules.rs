//! Conditions as rules for joins: which facts drive, which tests prune early, and what is left to be tested at the end.
//!
//! Decides the form of rules only; what is true is the engine's matter.

use crate::cond::{Arg, Cond, Head, Heads, Literal, Num, Var, plain, walk};
use crate::model::{Change, Model};
use crate::scope::Scope;
use stepguard_task::{FunctionId, Task, TypeExprId};

/// A condition becomes at most so many rules; past that its disjunctions are tested instead of joined.
const MOST_BODIES: usize = 16;

/// When a rule's consequence shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consequence {
    /// The operator can run: its effects show in the next layer.
    Operator(usize),
    /// A derived fact: it shows at once.
    Derived,
    /// An effect of an operator: it shows in the next layer.
    Effect,
}

/// A test of bound variables whose answer never changes.
#[derive(Debug)]
pub(crate) enum Filter {
    Same(Arg, Arg, bool),
    /// The fact does not hold in the initial state (and nothing ever deletes such facts).
    Absent(Head, Box<[Arg]>),
}

impl Filter {
    fn collect_vars(&self, vars: &mut Vec<Var>) {
        match self {
            Self::Same(a, b, _) => {
                collect_vars(std::slice::from_ref(a), vars);
                collect_vars(std::slice::from_ref(b), vars);
            }
            Self::Absent(_, arguments) => collect_vars(arguments, vars),
        }
    }
}

/// Variables that belong together.
struct Groups(Vec<Var>);

impl Groups {
    fn new(variables: usize) -> Self {
        Self((0..variables).map(var).collect())
    }

    fn root(&self, mut var: Var) -> Var {
        while self.0[var as usize] != var {
            var = self.0[var as usize];
        }
        var
    }

    fn unite(&mut self, vars: &[Var]) {
        if let Some((first, others)) = vars.split_first() {
            let root = self.root(*first);
            for other in others {
                let other = self.root(*other);
                self.0[other as usize] = root;
            }
        }
    }
}

/// A fact pattern.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) head: Head,
    /// Objects and variables only.
    pub(crate) arguments: Box<[Arg]>,
}

/// `output` for every binding of `variables` that fits all patterns, filters and the rest.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) consequence: Consequence,
    /// What follows; its arguments are objects and variables only.
    pub(crate) output: Literal,
    /// The types of all variables, also of those that only quantifiers in `rest` use.
    pub(crate) types: Vec<TypeExprId>,
    /// What a join binds; the first `needed` of them are all that the output reads.
    pub(crate) variables: Vec<Var>,
    pub(crate) needed: usize,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) filters: Vec<Filter>,
    pub(crate) rest: Vec<Cond>,
}

impl Rule {
    /// The length of its bindings.
    pub(crate) fn width(&self) -> usize {
        self.types.len().max(1)
    }
}

/// The rules of a scope.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) rules: Vec<Rule>,
    /// For every head the patterns that a new fact of it may complete.
    pub(crate) triggers: Vec<Vec<(usize, usize)>>,
    /// Rules by which a derived fact certainly holds.
    pub(crate) certain: Vec<Rule>,
    pub(crate) certain_triggers: Vec<Vec<(usize, usize)>>,
    /// Heads that joins look at.
    pub(crate) indexed: Vec<bool>,
    /// Heads whose facts can turn true, and false, after the start; of an object fluent: it gets values, and loses them.
    pub(crate) grows: Vec<[bool; 2]>,
    /// Numeric functions whose values somebody may look at.
    pub(crate) numbers_read: Vec<bool>,
    /// Numeric functions that a relevant effect changes.
    pub(crate) numbers_grow: Vec<bool>,
    pub(crate) derived: Vec<bool>,
    /// For every operator its effects that always happen with it, and those on numbers.
    pub(crate) direct: Vec<Vec<usize>>,
    pub(crate) numeric: Vec<Vec<usize>>,
    /// Whether other rules wait for "the operator can run".
    pub(crate) announced: Vec<bool>,
}

impl Program {
    pub(crate) fn new(task: &Task, model: &Model, scope: &Scope) -> Self {
        let heads = model.heads;
        let mut grows = vec![[false; 2]; heads.len()];
        let mut derived = vec![false; heads.len()];
        for derivation in &model.derivations {
            grows[derivation.head.index()] = [true; 2];
            derived[derivation.head.index()] = true;
        }
        for operator in 0..model.operators.len() {
            grows[heads.operator(operator).index()][0] = true;
        }
        for operator in &model.operators {
            // Also effects outside the scope: what they change is not constant, whether or not anybody asks.
            for effect in &operator.effects {
                match &effect.change {
                    Change::Literal(l) => {
                        grows[l.head.index()][usize::from(!l.positive)] = true;
                    }
                    Change::Number { .. } => {}
                }
            }
        }

        let mut program = Self {
            rules: Vec::new(),
            triggers: vec![Vec::new(); heads.len()],
            certain: Vec::new(),
            certain_triggers: vec![Vec::new(); heads.len()],
            indexed: vec![false; heads.len()],
            grows,
            numbers_read: (0..heads.functions).map(|f| scope.has_function(FunctionId::new(f))).collect(),
            numbers_grow: vec![false; heads.functions],
            derived,
            direct: vec![Vec::new(); model.operators.len()],
            numeric: vec![Vec::new(); model.operators.len()],
            announced: vec![false; model.operators.len()],
        };
        for function in 0..heads.functions {
            // Tests look up an object fluent's values.
            let head = heads.function(FunctionId::new(function));
            program.indexed[head.index()] = scope.has(head, true);
        }
        let mut certain = Vec::new();
        for derivation in &model.derivations {
            let part = Part {
                consequence: Consequence::Derived,
                head: derivation.head,
                positive: true,
                types: &derivation.types,
                certain: false,
            };
            let parameters = parameters(derivation.parameters);
            if scope.has(derivation.head, true) {
                program.add(task, heads, part, &parameters, &[], &derivation.body);
            }
            if scope.has(derivation.head, false) {
                let start = program.rules.len();
                program.add(task, heads, Part { certain: true, ..part }, &parameters, &[], &derivation.body);
                certain.extend(program.rules.drain(start..));
            }
        }
        for (index, operator) in model.operators.iter().enumerate() {
            if !scope.has_operator(index) {
                continue;
            }
            let parameters = parameters(operator.parameters);
            let part = Part {
                consequence: Consequence::Operator(index),
                head: heads.operator(index),
                positive: true,
                types: &operator.types,
                certain: false,
            };
            program.add(task, heads, part, &parameters, &[], &operator.condition);
            for (number, effect) in operator.effects.iter().enumerate() {
                if !scope.touches(effect) {
                    continue;
                }
                let literal = match &effect.change {
                    Change::Literal(literal) => literal,
                    Change::Number { function, .. } => {
                        program.numeric[index].push(number);
                        program.numbers_grow[function.index()] = true;
                        continue;
                    }
                };
                if effect.variables.is_empty() && effect.condition.is_none() && plain(&literal.arguments) {
                    program.direct[index].push(number);
                    continue;
                }
                program.announced[index] = true;
                let part = Part {
                    consequence: Consequence::Effect,
                    head: literal.head,
                    positive: literal.positive,
                    types: &operator.types,
                    certain: false,
                };
                let run = Literal { head: heads.operator(index), arguments: parameters.clone(), positive: true };
                let mut conditions = vec![Cond::Literal(run)];
                conditions.extend(effect.condition.clone());
                program.add(task, heads, part, &literal.arguments, &effect.variables, &Cond::All(conditions));
            }
            if scope.has(heads.operator(index), true) {
                program.announced[index] = true;
            }
        }
        for cond in program.rules.iter().flat_map(|rule| &rule.rest) {
            walk(cond, &mut |_, _| {}, &mut |function, _| program.numbers_read[function.index()] = true, heads);
        }
        program.certain = certain;
        for (rules, triggers) in
            [(&program.rules, &mut program.triggers), (&program.certain, &mut program.certain_triggers)]
        {
            for (index, rule) in rules.iter().enumerate() {
                for (number, pattern) in rule.patterns.iter().enumerate() {
                    program.indexed[pattern.head.index()] = true;
                    if program.grows[pattern.head.index()][0] {
                        triggers[pattern.head.index()].push((index, number));
                    }
                }
            }
        }
        program
    }

    /// Adds the rules for `output` under `cond`; they bind also `more` variables.
    fn add(&mut self, task: &Task, heads: Heads, part: Part<'_>, output: &[Arg], more: &[Var], cond: &Cond) {
        for body in self.bodies(cond) {
            let mut rule = Rule {
                consequence: part.consequence,
                output: Literal { head: part.head, arguments: Box::default(), positive: part.positive },
                types: part.types.to_vec(),
                variables: Vec::new(),
                needed: 0,
                patterns: Vec::new(),
                filters: Vec::new(),
                rest: Vec::new(),
            };
            rule.output.arguments = flatten(task, heads, &mut rule, output);
            collect_vars(&rule.output.arguments, &mut rule.variables);
            rule.needed = rule.variables.len();
            for cond in body {
                self.place(task, heads, part.certain, &mut rule, cond);
            }
            for pattern in &rule.patterns {
                collect_vars(&pattern.arguments, &mut rule.variables);
            }
            let missing = more.iter().filter(|v| !rule.variables.contains(v)).copied().collect::<Vec<_>>();
            rule.variables.extend(missing);
            self.split(&mut rule);
            self.rules.push(rule);
        }
    }

    /// `cond` as a disjunction of conjunctions, as far as that helps joins.
    fn bodies(&self, cond: &Cond) -> Vec<Vec<Cond>> {
        let mut leaves = Vec::new();
        // Disjunctions, with their own bodies; the flag: they stand for a quantifier whose variables they bind.
        let mut choices: Vec<(&Cond, Vec<Vec<Cond>>, bool)> = Vec::new();
        let mut open = vec![cond];
        while let Some(cond) = open.pop() {
            match cond {
                Cond::All(parts) => open.extend(parts.iter().rev()),
                Cond::Any(parts) => choices.push((cond, parts.iter().flat_map(|p| self.bodies(p)).collect(), false)),
                Cond::Some(vars, inner) => {
                    let mut inner = self.bodies(inner);
                    let binds = |body: &Vec<Cond>| {
                        let bound = bound(body);
                        vars.iter().all(|v| bound.contains(v))
                    };
                    if !inner.iter().all(binds) {
                        leaves.push(cond.clone());
                    } else if inner.len() == 1 {
                        leaves.append(&mut inner[0]);
                    } else {
                        choices.push((cond, inner, true));
                    }
                }
                leaf => leaves.push(leaf.clone()),
            }
        }
        let before = bound(&leaves);
        let mut all = vec![leaves];
        for (cond, choice, quantified) in choices {
            let helps = quantified
                || choice.iter().any(|body| bound(body).iter().any(|v| !before.contains(v)))
                || choice.iter().all(|body| self.is_sharp(body));
            if helps && all.len() * choice.len() <= MOST_BODIES {
                all = all
                    .iter()
                    .flat_map(|body| choice.iter().map(move |more| body.iter().chain(more).cloned().collect()))
                    .collect();
            } else {
                all.iter_mut().for_each(|body| body.push(cond.clone()));
            }
        }
        all
    }

    /// Whether a conjunction has a part that never changes, so that joins with it are short.
    fn is_sharp(&self, body: &[Cond]) -> bool {
        body.iter().any(|cond| match cond {
            Cond::Literal(l) => l.positive && !self.grows[l.head.index()][0],
            Cond::Same(a, b, true) => plain(std::slice::from_ref(a)) && plain(std::slice::from_ref(b)),
            _ => false,
        })
    }

    /// Moves the parts of a rule that share no variable with its output, or with each other, into rules of their own: that
    /// they hold at all is enough, and it is found out once instead of for every output.
    fn split(&mut self, rule: &mut Rule) {
        let mut groups = Groups::new(rule.types.len());
        let output = (0..rule.needed).map(|index| rule.variables[index]).collect::<Vec<_>>();
        groups.unite(&output);
        let all = rule.variables.clone();
        let mut vars = Vec::new();
        for pattern in &rule.patterns {
            vars.clear();
            collect_vars(&pattern.arguments, &mut vars);
            groups.unite(&vars);
        }
        for filter in &rule.filters {
            vars.clear();
            filter.collect_vars(&mut vars);
            groups.unite(&vars);
        }
        for cond in &rule.rest {
            vars.clear();
            collect_cond_vars(cond, &mut vars);
            vars.retain(|v| all.contains(v));
            groups.unite(&vars);
        }
        let mut roots: Vec<Var> = Vec::new();
        for var in &all {
            let root = groups.root(*var);
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        // The output's part stays; where there is none, the first.
        for root in roots.into_iter().skip(1) {
            let inside = |vars: &[Var], groups: &Groups| vars.iter().any(|v| groups.root(*v) == root);
            let head = self.own_head();
            let mut part = Rule {
                consequence: Consequence::Derived,
                output: Literal { head, arguments: Box::default(), positive: true },
                types: rule.types.clone(),
                variables: rule.variables.extract_if(.., |v| groups.root(*v) == root).collect(),
                needed: 0,
                patterns: Vec::new(),
                filters: Vec::new(),
                rest: Vec::new(),
            };
            let mut belongs = |collect: &dyn Fn(&mut Vec<Var>)| {
                vars.clear();
                collect(&mut vars);
                inside(&vars, &groups)
            };
            part.patterns =
                rule.patterns.extract_if(.., |p| belongs(&|vars| collect_vars(&p.arguments, vars))).collect();
            part.filters = rule.filters.extract_if(.., |f| belongs(&|vars| f.collect_vars(vars))).collect();
            let free = |c: &Cond, vars: &mut Vec<Var>| {
                collect_cond_vars(c, vars);
                vars.retain(|v| all.contains(v));
            };
            part.rest = rule.rest.extract_if(.., |c| belongs(&|vars| free(c, vars))).collect();
            rule.patterns.push(Pattern { head, arguments: Box::default() });
            self.rules.push(part);
        }
    }

    /// A head that only rules know: "this part of a condition can hold".
    fn own_head(&mut self) -> Head {
        let head = Head(var(self.grows.len()));
        self.grows.push([true; 2]);
        self.derived.push(true);
        self.indexed.push(true);
        self.triggers.push(Vec::new());
        self.certain_triggers.push(Vec::new());
        head
    }

    /// Puts one conjunct where it prunes most.
    fn place(&self, task: &Task, heads: Heads, certain: bool, rule: &mut Rule, cond: Cond) {
        match cond {
            Cond::Literal(Literal { head, arguments, positive: true }) => {
                let arguments = flatten(task, heads, rule, &arguments);
                rule.patterns.push(Pattern { head, arguments });
            }
            Cond::Literal(Literal { head, arguments, positive: false })
                if plain(&arguments) && !self.grows[head.index()][1] && !(certain && self.grows[head.index()][0]) =>
            {
                rule.filters.push(Filter::Absent(head, arguments));
            }
            Cond::Same(Arg::Fluent(function, arguments), other, true)
            | Cond::Same(other, Arg::Fluent(function, arguments), true) => {
                let mut arguments = arguments.into_vec();
                arguments.push(other);
                let arguments = flatten(task, heads, rule, &arguments);
                rule.patterns.push(Pattern { head: heads.function(function), arguments });
            }
            Cond::Same(a, b, truth) if plain(std::slice::from_ref(&a)) && plain(std::slice::from_ref(&b)) => {
                rule.filters.push(Filter::Same(a, b, truth));
            }
            cond => rule.rest.push(cond),
        }
    }
}

/// What the rules of one condition have in common.
#[derive(Clone, Copy)]
struct Part<'a> {
    consequence: Consequence,
    head: Head,
    positive: bool,
    types: &'a [TypeExprId],
    /// The rule is for what holds in every state.
    certain: bool,
}

/// The first variables as arguments.
fn parameters(count: usize) -> Box<[Arg]> {
    (0..count).map(|index| Arg::Var(var(index))).collect()
}

fn var(index: usize) -> Var {
    Var::try_from(index).expect("the size limit on texts keeps variables below 2^32")
}

/// Arguments without object fluents: each becomes a variable and a pattern "the fluent has this value".
fn flatten(task: &Task, heads: Heads, rule: &mut Rule, arguments: &[Arg]) -> Box<[Arg]> {
    arguments
        .iter()
        .map(|argument| {
            let Arg::Fluent(function, inner) = argument else { return argument.clone() };
            let value = var(rule.types.len());
            let ty = task.functions[function.index()].object.unwrap_or(TypeExprId(0));
            rule.types.push(ty);
            let mut arguments = flatten(task, heads, rule, inner).into_vec();
            arguments.push(Arg::Var(value));
            rule.patterns.push(Pattern { head: heads.function(*function), arguments: arguments.into_boxed_slice() });
            Arg::Var(value)
        })
        .collect()
}

/// The variables in `arguments`, also inside object fluents, that are not in `vars` yet.
fn collect_vars(arguments: &[Arg], vars: &mut Vec<Var>) {
    for argument in arguments {
        match argument {
            Arg::Var(var) if !vars.contains(var) => vars.push(*var),
            Arg::Fluent(_, inner) => collect_vars(inner, vars),
            Arg::Var(_) | Arg::Object(_) => {}
        }
    }
}

/// All variables in a condition, bound ones included.
fn collect_cond_vars(cond: &Cond, vars: &mut Vec<Var>) {
    let mut numbers = |num: &Num| {
        let mut open = vec![num];
        while let Some(num) = open.pop() {
            match num {
                Num::Fluent(_, arguments) => collect_vars(arguments, vars),
                Num::Op(_, operands) => open.extend(operands),
                Num::Constant(_) | Num::Unknown => {}
            }
        }
    };
    match cond {
        Cond::All(parts) | Cond::Any(parts) => parts.iter().for_each(|p| collect_cond_vars(p, vars)),
        Cond::Each(_, inner) | Cond::Some(_, inner) => collect_cond_vars(inner, vars),
        Cond::Literal(literal) => collect_vars(&literal.arguments, vars),
        Cond::Same(a, b, _) => {
            collect_vars(std::slice::from_ref(a), vars);
            collect_vars(std::slice::from_ref(b), vars);
        }
        Cond::Compare(_, a, b, _) => {
            numbers(a);
            numbers(b);
        }
        Cond::Defined(_, arguments) => collect_vars(arguments, vars),
    }
}

/// The variables that the positive facts of a conjunction bind.
fn bound(body: &[Cond]) -> Vec<Var> {
    let mut vars = Vec::new();
    for cond in body {
        match cond {
            Cond::Literal(l) if l.positive => collect_vars(&l.arguments, &mut vars),
            Cond::Same(a @ Arg::Fluent(..), b, true) | Cond::Same(b, a @ Arg::Fluent(..), true) => {
                collect_vars(&[a.clone(), b.clone()], &mut vars);
            }
            _ => {}
        }
    }
    vars
}
