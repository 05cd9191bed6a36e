//! What domain and problem say about objects and types, and what a state is.
//!
//! Conditions and effects are evaluated elsewhere ([`crate::conditions`], [`crate::effects`]).

use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use stepguard_pddl::ast::{self, Atom, Condition, Domain, InitElement, Problem, Term, TypeRef, Typed};
use stepguard_text::{Interner, Number, Symbol};

/// A fact or a fluent with its objects: a name and the objects' names, in lower case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ground(pub String, pub Vec<String>);

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.0)?;
        for argument in &self.1 {
            write!(f, " {argument}")?;
        }
        write!(f, ")")
    }
}

/// What variables stand for.
pub type Substitution = BTreeMap<String, String>;

/// What a fluent is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// An exact number.
    Number(BigRational),
    /// An object's name.
    Object(String),
}

/// One state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The facts that actions change.
    pub facts: BTreeSet<Ground>,
    /// The facts that follow from them by the rules for derived predicates.
    pub derived: BTreeSet<Ground>,
    /// Fluents that have a value.
    pub values: BTreeMap<Ground, Value>,
}

impl State {
    /// Whether a fact holds, derived or not.
    #[must_use]
    pub fn holds(&self, fact: &Ground) -> bool {
        self.facts.contains(fact) || self.derived.contains(fact)
    }
}

/// A domain and a problem, with the few tables that evaluation needs.
#[derive(Debug, Clone)]
pub struct World<'a> {
    /// All names.
    pub names: &'a Interner,
    /// The domain.
    pub domain: &'a Domain,
    /// The problem.
    pub problem: &'a Problem,
    /// Constants, then objects, in source order, each with its declared types (none: `object`).
    pub objects: Vec<(String, Vec<String>)>,
    /// Names of derived predicates.
    pub derived: BTreeSet<String>,
    /// Strata of derived predicates: a rule negates predicates of earlier strata only.
    pub strata: Vec<Vec<&'a ast::Derived>>,
    parents: BTreeMap<String, Vec<String>>,
}

impl<'a> World<'a> {
    /// The world of a domain and a problem. `None` when derived predicates cannot be put into strata.
    #[must_use]
    pub fn new(names: &'a Interner, domain: &'a Domain, problem: &'a Problem) -> Option<Self> {
        let mut world = Self {
            names,
            domain,
            problem,
            objects: Vec::new(),
            derived: domain.derived.iter().map(|rule| names.folded(rule.name.symbol).to_owned()).collect(),
            strata: Vec::new(),
            parents: BTreeMap::new(),
        };
        for declared in &domain.types {
            let parents = world.type_names(&declared.ty);
            world.parents.entry(world.word(declared.name.symbol)).or_default().extend(parents);
        }
        for object in domain.constants.iter().chain(&problem.objects) {
            let name = world.word(object.name.symbol);
            if !world.is_object(&name) {
                world.objects.push((name, world.type_names(&object.ty)));
            }
        }
        world.strata = world.stratify()?;
        Some(world)
    }

    /// A name in lower case.
    #[must_use]
    pub fn word(&self, symbol: Symbol) -> String {
        self.names.folded(symbol).to_owned()
    }

    /// The names of a type expression.
    #[must_use]
    pub fn type_names(&self, ty: &TypeRef) -> Vec<String> {
        ty.alternatives.iter().map(|name| self.word(name.symbol)).collect()
    }

    /// Whether there is an object of this name.
    #[must_use]
    pub fn is_object(&self, name: &str) -> bool {
        self.objects.iter().any(|(object, _)| object == name)
    }

    /// Whether `object` is of one of the types of `ty`.
    #[must_use]
    pub fn fits(&self, object: &str, ty: &TypeRef) -> bool {
        let wanted = self.type_names(ty);
        if wanted.is_empty() || wanted.iter().any(|name| name == "object") {
            return true;
        }
        let Some((_, declared)) = self.objects.iter().find(|(name, _)| name == object) else { return false };
        let mut known = BTreeSet::new();
        let mut open = declared.clone();
        while let Some(ty) = open.pop() {
            if wanted.contains(&ty) {
                return true;
            }
            if known.insert(ty.clone()) {
                open.extend(self.parents.get(&ty).cloned().unwrap_or_default());
            }
        }
        false
    }

    /// All objects of a type, in order.
    #[must_use]
    pub fn objects_of(&self, ty: &TypeRef) -> Vec<String> {
        self.objects.iter().map(|(name, _)| name.clone()).filter(|name| self.fits(name, ty)).collect()
    }

    /// All ways to put objects for `variables` on top of `outer`; the first variable changes slowest.
    #[must_use]
    pub fn bindings(&self, variables: &[Typed], outer: &Substitution) -> Vec<Substitution> {
        let mut all = vec![outer.clone()];
        for variable in variables {
            let name = self.word(variable.name.symbol);
            let objects = self.objects_of(&variable.ty);
            all = all
                .iter()
                .flat_map(|binding| {
                    objects.iter().map(|object| {
                        let mut longer = binding.clone();
                        longer.insert(name.clone(), object.clone());
                        longer
                    })
                })
                .collect();
        }
        all
    }

    /// Whether `name` is a function of the domain.
    #[must_use]
    pub fn is_function(&self, name: &str) -> bool {
        self.domain.functions.iter().any(|function| self.names.folded(function.name.symbol) == name)
    }

    /// The state in which every plan starts.
    #[must_use]
    pub fn initial(&self) -> State {
        let mut state = State::default();
        for element in self.problem.init.iter().flatten() {
            match element {
                InitElement::Fact { negated: false, atom, .. } => {
                    state.facts.insert(self.ground_init(atom));
                }
                InitElement::Assign { fluent, value, .. } => {
                    let value = match value {
                        Term::Number(number, _) => Some(Value::Number(exact(number))),
                        Term::Name(name) => Some(Value::Object(self.word(name.symbol))),
                        _ => None,
                    };
                    if let Some(value) = value {
                        state.values.insert(self.ground_init(fluent), value);
                    }
                }
                InitElement::Fact { .. } | InitElement::Timed { .. } | InitElement::Error(_) => {}
            }
        }
        // By the letter it would be undefined; everybody takes it to be 0.
        if self.is_function("total-cost") {
            state.values.entry(total_cost()).or_insert_with(|| Value::Number(BigRational::from_integer(0.into())));
        }
        self.derive(&mut state);
        state
    }

    fn ground_init(&self, atom: &Atom) -> Ground {
        let arguments = atom.arguments.iter().map(|term| match term {
            Term::Name(name) => self.word(name.symbol),
            _ => String::new(),
        });
        Ground(self.word(atom.name.symbol), arguments.collect())
    }

    /// Computes the derived facts anew: stratum by stratum, each until nothing more follows.
    pub fn derive(&self, state: &mut State) {
        state.derived.clear();
        for stratum in &self.strata {
            loop {
                let before = state.derived.len();
                for rule in stratum {
                    for binding in self.bindings(&rule.parameters, &Substitution::new()) {
                        if self.truth(&rule.condition, state, &binding) == Some(true) {
                            let arguments = rule.parameters.iter().map(|p| binding[&self.word(p.name.symbol)].clone());
                            state.derived.insert(Ground(self.word(rule.name.symbol), arguments.collect()));
                        }
                    }
                }
                if state.derived.len() == before {
                    break;
                }
            }
        }
    }

    /// Numbers every derived predicate so that it is not below what it uses and above what it negates.
    fn stratify(&self) -> Option<Vec<Vec<&'a ast::Derived>>> {
        let mut level: BTreeMap<String, usize> = self.derived.iter().map(|name| (name.clone(), 0)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for rule in &self.domain.derived {
                let head = self.word(rule.name.symbol);
                let mut used = Vec::new();
                self.derived_atoms(&rule.condition, true, &mut used);
                for (name, positive) in used {
                    let least = level[&name] + usize::from(!positive);
                    if least > level[&head] {
                        if least >= self.derived.len() {
                            return None;
                        }
                        level.insert(head.clone(), least);
                        changed = true;
                    }
                }
            }
        }
        let top = level.values().max().map_or(0, |top| top + 1);
        let of =
            |number| self.domain.derived.iter().filter(|rule| level[&self.word(rule.name.symbol)] == number).collect();
        Some((0..top).map(of).collect())
    }

    /// The derived predicates in a condition and whether they stand there positively.
    fn derived_atoms(&self, condition: &Condition, positive: bool, out: &mut Vec<(String, bool)>) {
        use ast::ConditionKind as K;
        match &condition.kind {
            K::And(parts) | K::Or(parts) => parts.iter().for_each(|part| self.derived_atoms(part, positive, out)),
            K::Not(part) => self.derived_atoms(part, !positive, out),
            K::Imply(left, right) => {
                self.derived_atoms(left, !positive, out);
                self.derived_atoms(right, positive, out);
            }
            K::Forall(_, part) | K::Exists(_, part) | K::Preference(_, part) | K::Timed(_, part) => {
                self.derived_atoms(part, positive, out);
            }
            K::Atom(atom) => {
                let name = self.word(atom.name.symbol);
                if self.derived.contains(&name) {
                    out.push((name, positive));
                }
            }
            K::Compare(..) | K::Trajectory(_) | K::Error => {}
        }
    }
}

/// The fluent `(total-cost)`.
#[must_use]
pub fn total_cost() -> Ground {
    Ground("total-cost".to_owned(), Vec::new())
}

/// A number of the texts as a plain rational.
#[must_use]
pub fn exact(number: &Number) -> BigRational {
    // By way of its text, so that nothing of its own arithmetic is used.
    let text = number.to_string();
    parse_exact(&text).unwrap_or_else(|| BigRational::from_integer(0.into()))
}

/// Reads `12`, `-0.5` and `1/3`.
#[must_use]
pub fn parse_exact(text: &str) -> Option<BigRational> {
    if let Some((n, d)) = text.split_once('/') {
        return Some(BigRational::new(n.parse().ok()?, d.parse().ok()?));
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let numerator: num_bigint::BigInt = format!("{whole}{fraction}").parse().ok()?;
    let mut denominator = num_bigint::BigInt::from(1);
    for _ in fraction.chars() {
        denominator *= 10;
    }
    Some(BigRational::new(numerator, denominator))
}
