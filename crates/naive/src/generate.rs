//! Random small domains, problems and plans.
//!
//! A [`Sketch`] is what proptest makes and shrinks: a tree of raw choices, in which every number is taken modulo what
//! there is to choose from. Written out it is always well-formed (types fit, variables are bound, derived predicates can
//! be put into strata), so shrinking may remove any part of it.

use crate::plan::{Call, Step};
use crate::relaxed::is_short;
use crate::world::{State, Substitution, World};
use num_rational::BigRational;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use stepguard_pddl::ast::{Domain, Problem};
use stepguard_text::{Interner, TextId};

const TYPES: [&str; 4] = ["thing", "vessel", "room", "machine"];
const PREDICATES: [&str; 5] = ["open", "inside", "clean", "held", "warm"];
const DERIVED: [&str; 2] = ["linked", "ready"];
const NUMBERS: [&str; 3] = ["fuel", "dirt", "total-cost"];
const PLACES: [&str; 1] = ["owner"];
const ACTIONS: [&str; 4] = ["push", "wash", "carry", "light"];
const OBJECTS: [&str; 5] = ["mug", "fridge", "kitchen", "lamp", "robot"];
const PARAMETERS: [&str; 3] = ["x", "y", "z"];
const PREFERENCES: [&str; 2] = ["tidy", "calm"];

/// Raw choices for one domain, problem and plan.
#[derive(Debug, Clone)]
pub struct Sketch {
    /// For every type the parents it has among the types before it.
    types: Vec<Vec<u8>>,
    /// For every predicate its parameters' types.
    predicates: Vec<Vec<u8>>,
    /// For every numeric function its parameters' types; the last may be `total-cost`.
    numbers: Vec<Vec<u8>>,
    cost: bool,
    /// The object fluent's parameters' types and its own.
    place: Option<(Vec<u8>, u8)>,
    derived: Vec<(Vec<u8>, Formula)>,
    actions: Vec<ActionSketch>,
    /// Types of the objects, and which of them are constants.
    objects: Vec<(Vec<u8>, bool)>,
    facts: Vec<Picks>,
    values: Vec<(Picks, i8)>,
    places: Vec<(Picks, u8)>,
    goal: Vec<Formula>,
    /// How many facts of the simulated plan's last state are asked for too.
    reached: Vec<u8>,
    goal_preference: Option<Formula>,
    rules: Vec<RuleSketch>,
    metric: Option<(bool, Vec<u8>)>,
    walk: Vec<(bool, u16)>,
    mutations: Vec<(u8, u8, u8)>,
    /// Distances between time stamps; none: an untimed plan.
    gaps: Option<Vec<u8>>,
}

/// A name and its arguments.
type Picks = (u8, [u8; 3]);

#[derive(Debug, Clone)]
struct ActionSketch {
    parameters: Vec<Vec<u8>>,
    precondition: Option<Formula>,
    preference: Option<Formula>,
    effects: Vec<EffectSketch>,
    cost: Option<u8>,
}

#[derive(Debug, Clone)]
enum Formula {
    Atom(Picks),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Imply(Box<Formula>, Box<Formula>),
    Forall(u8, Box<Formula>),
    Exists(u8, Box<Formula>),
    Same(u8, u8),
    Owner(Picks, u8),
    Compare(u8, Number, Number),
}

#[derive(Debug, Clone)]
enum Number {
    Constant(i8),
    Tenths(i8),
    Fluent(Picks),
    Operation(u8, Box<Number>, Box<Number>),
    Minus(Box<Number>),
}

#[derive(Debug, Clone)]
enum EffectSketch {
    Add(Picks),
    Delete(Picks),
    Assign(u8, Picks, Number),
    Owner(Picks, Option<u8>),
    Forall(u8, Vec<EffectSketch>),
    When(Formula, Vec<EffectSketch>),
}

#[derive(Debug, Clone)]
struct RuleSketch {
    in_domain: bool,
    operator: u8,
    limits: (u8, u8),
    trigger: Formula,
    formula: Formula,
    forall: Option<u8>,
    /// Inside or outside of the `forall`.
    preference: Option<(u8, bool)>,
}

/// A generated case as text, with the plan also as steps.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The domain.
    pub domain: String,
    /// The problem.
    pub problem: String,
    /// The plan as text, one step a line.
    pub plan: String,
    /// The plan's steps.
    pub steps: Vec<Step>,
}

fn picks() -> impl Strategy<Value = Picks> {
    (any::<u8>(), any::<[u8; 3]>())
}

fn number() -> impl Strategy<Value = Number> {
    let leaf = prop_oneof![
        3 => (-2_i8..6).prop_map(Number::Constant),
        1 => (-5_i8..25).prop_map(Number::Tenths),
        3 => picks().prop_map(Number::Fluent),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            4 => (any::<u8>(), inner.clone(), inner.clone())
                .prop_map(|(op, left, right)| Number::Operation(op, Box::new(left), Box::new(right))),
            1 => inner.prop_map(|inner| Number::Minus(Box::new(inner))),
        ]
    })
}

fn formula() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        8 => picks().prop_map(Formula::Atom),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(left, right)| Formula::Same(left, right)),
        1 => (picks(), any::<u8>()).prop_map(|(place, object)| Formula::Owner(place, object)),
        2 => (any::<u8>(), number(), number()).prop_map(|(op, left, right)| Formula::Compare(op, left, right)),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            3 => boxed().prop_map(Formula::Not),
            1 => vec(inner.clone(), 0..2).prop_map(Formula::And),
            3 => vec(inner.clone(), 2..4).prop_map(Formula::And),
            1 => vec(inner.clone(), 0..2).prop_map(Formula::Or),
            3 => vec(inner.clone(), 2..4).prop_map(Formula::Or),
            1 => (boxed(), boxed()).prop_map(|(left, right)| Formula::Imply(left, right)),
            1 => (parameter(), boxed()).prop_map(|(ty, inner)| Formula::Forall(ty, inner)),
            1 => (parameter(), boxed()).prop_map(|(ty, inner)| Formula::Exists(ty, inner)),
        ]
    })
}

/// Mostly what people write: a conjunction of literals.
fn precondition() -> impl Strategy<Value = Formula> {
    let literal = prop_oneof![
        3 => picks().prop_map(Formula::Atom),
        1 => picks().prop_map(|picks| Formula::Not(Box::new(Formula::Atom(picks)))),
    ];
    prop_oneof![
        3 => vec(literal, 1..4).prop_map(Formula::And),
        2 => formula(),
    ]
}

/// The type of a parameter: most take any object.
fn parameter() -> impl Strategy<Value = u8> {
    prop_oneof![2 => Just(0_u8), 1 => any::<u8>()]
}

/// The parameters of a predicate: mostly one.
fn parameters() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![2 => vec(parameter(), 0), 4 => vec(parameter(), 1), 2 => vec(parameter(), 2)]
}

fn effect() -> impl Strategy<Value = EffectSketch> {
    let leaf = || {
        prop_oneof![
            6 => picks().prop_map(EffectSketch::Add),
            5 => picks().prop_map(EffectSketch::Delete),
            2 => (any::<u8>(), picks(), number())
                .prop_map(|(op, target, value)| EffectSketch::Assign(op, target, value)),
            1 => (picks(), proptest::option::weighted(0.8, any::<u8>()))
                .prop_map(|(place, object)| EffectSketch::Owner(place, object)),
        ]
    };
    let nested = leaf().prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            (parameter(), vec(inner.clone(), 1..3)).prop_map(|(ty, parts)| EffectSketch::Forall(ty, parts)),
            (precondition(), vec(inner, 1..3)).prop_map(|(condition, parts)| EffectSketch::When(condition, parts)),
        ]
    });
    prop_oneof![3 => leaf(), 1 => nested]
}

fn action() -> impl Strategy<Value = ActionSketch> {
    (
        prop_oneof![8 => vec(vec(parameter(), 0..3), 0..=2), 1 => vec(vec(parameter(), 0..3), 3)],
        proptest::option::weighted(0.9, precondition()),
        proptest::option::weighted(0.1, formula()),
        prop_oneof![1 => vec(effect(), 0..1), 20 => vec(effect(), 1..5)],
        proptest::option::weighted(0.5, 0_u8..4),
    )
        .prop_map(|(parameters, precondition, preference, effects, cost)| ActionSketch {
            parameters,
            precondition,
            preference,
            effects,
            cost,
        })
}

fn rule() -> impl Strategy<Value = RuleSketch> {
    (
        any::<bool>(),
        any::<u8>(),
        (0_u8..5, 0_u8..6),
        precondition(),
        precondition(),
        proptest::option::weighted(0.3, any::<u8>()),
        proptest::option::weighted(0.4, (any::<u8>(), any::<bool>())),
    )
        .prop_map(|(in_domain, operator, limits, trigger, formula, forall, preference)| RuleSketch {
            in_domain,
            operator,
            limits,
            trigger,
            formula,
            forall,
            preference,
        })
}

/// Small domains, problems and plans with every untimed feature.
pub fn sketch() -> impl Strategy<Value = Sketch> {
    let declarations = (
        vec(vec(any::<u8>(), 0..3), 1..=4),
        vec(parameters(), 2..=4),
        vec(vec(parameter(), 0..2), 0..=2),
        any::<bool>(),
        proptest::option::weighted(0.3, (vec(parameter(), 0..2), parameter())),
        vec((parameters(), formula()), 0..=2),
        vec(action(), 1..=4),
        vec((vec(any::<u8>(), 0..3), any::<bool>()), 2..=5),
    );
    let start = (
        vec(picks(), 0..8),
        vec((picks(), -1_i8..5), 0..6),
        vec((picks(), any::<u8>()), 0..3),
        vec(formula(), 0..2),
        vec(any::<u8>(), 0..3),
        proptest::option::weighted(0.2, formula()),
        vec(rule(), 0..3),
        proptest::option::weighted(0.5, (any::<bool>(), vec(any::<u8>(), 1..3))),
    );
    let plan = (
        vec((proptest::bool::weighted(0.85), any::<u16>()), 0..9),
        vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..3),
        proptest::option::weighted(0.25, vec(0_u8..2, 10)),
    );
    (declarations, start, plan).prop_map(|(declarations, start, (walk, mutations, gaps))| {
        let (types, predicates, numbers, cost, place, derived, actions, objects) = declarations;
        let (facts, values, places, goal, reached, goal_preference, rules, metric) = start;
        Sketch {
            types,
            predicates,
            numbers,
            cost,
            place,
            derived,
            actions,
            objects,
            facts,
            values,
            places,
            goal,
            reached,
            goal_preference,
            rules,
            metric,
            walk,
            mutations,
            gaps,
        }
    })
}

/// Variables in scope, with their types (alternatives).
type Scope = Vec<(String, Vec<usize>)>;

/// Where a formula is written: what it may mention.
#[derive(Clone)]
struct Place {
    scope: Scope,
    /// Constants only.
    domain: bool,
    /// Derived predicates below this number may stand anywhere.
    derived: usize,
    /// This one too, where it is positive.
    own: Option<usize>,
    positive: bool,
}

impl Place {
    fn with(&self, name: &str, ty: usize) -> Self {
        let mut inner = self.clone();
        inner.scope.retain(|(known, _)| known != name);
        inner.scope.push((name.to_owned(), vec![ty]));
        inner
    }

    fn negated(&self) -> Self {
        Self { positive: !self.positive, ..self.clone() }
    }
}

fn pick<T>(choice: u8, from: &[T]) -> Option<&T> {
    from.get(usize::from(choice) % from.len().max(1))
}

impl Sketch {
    /// Number of type `choice`; 0 is `object`.
    fn ty(&self, choice: u8) -> usize {
        usize::from(choice) % (self.types.len() + 1)
    }

    fn tys(&self, choices: &[u8]) -> Vec<usize> {
        let types: BTreeSet<usize> = choices.iter().map(|choice| self.ty(*choice)).collect();
        if types.is_empty() || types.contains(&0) { vec![0] } else { types.into_iter().collect() }
    }

    fn is_below(&self, ty: usize, other: usize) -> bool {
        if other == 0 || ty == other {
            return true;
        }
        ty > 0 && self.parents(ty).iter().any(|parent| self.is_below(*parent, other))
    }

    fn parents(&self, ty: usize) -> Vec<usize> {
        // Only types before it, so there are no circles.
        let parents: BTreeSet<usize> = self.types[ty - 1].iter().map(|choice| usize::from(*choice) % ty).collect();
        if parents.is_empty() || parents.contains(&0) { Vec::new() } else { parents.into_iter().collect() }
    }

    fn type_text(types: &[usize]) -> String {
        let name = |ty: &usize| if *ty == 0 { "object" } else { TYPES[ty - 1] };
        match types {
            [] => "object".to_owned(),
            [one] => name(one).to_owned(),
            several => format!("(either {})", several.iter().map(name).collect::<Vec<_>>().join(" ")),
        }
    }

    /// Whether whatever has one of the types `from` always fits `to`.
    fn always_fits(&self, from: &[usize], to: usize) -> bool {
        from.iter().all(|ty| self.is_below(*ty, to))
    }

    /// Terms that fit a type: variables first, then constants, then (in the problem) the other objects.
    fn terms(&self, place: &Place, ty: usize) -> Vec<String> {
        let variables = place.scope.iter().rev().filter(|(_, types)| self.always_fits(types, ty));
        let mut terms: Vec<String> = variables.map(|(name, _)| format!("?{name}")).collect();
        for constants in [true, false] {
            if constants || !place.domain {
                terms.extend(self.objects_of(ty, constants));
            }
        }
        terms
    }

    fn objects_of(&self, ty: usize, constants: bool) -> Vec<String> {
        let objects = self.objects.iter().zip(OBJECTS).filter(|((types, constant), _)| {
            // An object with several types is of each of them, so one that fits is enough.
            *constant == constants && self.tys(types).iter().any(|own| self.is_below(*own, ty))
        });
        objects.map(|(_, name)| name.to_owned()).collect()
    }

    /// `(name term ...)`; `None` when some parameter has no fitting term.
    fn call(&self, name: &str, parameters: &[u8], arguments: [u8; 3], place: &Place) -> Option<String> {
        let mut text = format!("({name}");
        for (parameter, choice) in parameters.iter().zip(arguments) {
            let terms = self.terms(place, self.ty(*parameter));
            text.push(' ');
            text.push_str(pick(choice, &terms)?);
        }
        text.push(')');
        Some(text)
    }

    fn base_atom(&self, (choice, arguments): Picks, place: &Place) -> Option<String> {
        let number = usize::from(choice) % self.predicates.len();
        self.call(PREDICATES[number], &self.predicates[number], arguments, place)
    }

    fn atom(&self, (choice, arguments): Picks, place: &Place) -> Option<String> {
        let mut derived: Vec<usize> = (0..place.derived).collect();
        if place.positive {
            derived.extend(place.own);
        }
        let number = usize::from(choice) % (self.predicates.len() + derived.len());
        match number.checked_sub(self.predicates.len()) {
            None => self.call(PREDICATES[number], &self.predicates[number], arguments, place),
            Some(number) => self.call(DERIVED[derived[number]], &self.derived[derived[number]].0, arguments, place),
        }
    }

    fn fluent(&self, (choice, arguments): Picks, place: &Place) -> Option<String> {
        let number = usize::from(choice) % self.numbers.len().max(1);
        self.call(NUMBERS[number], self.numbers.get(number)?, arguments, place)
    }

    fn owner(&self, (_, arguments): Picks, place: &Place) -> Option<String> {
        self.call(PLACES[0], &self.place.as_ref()?.0, arguments, place)
    }

    fn number(&self, number: &Number, place: &Place) -> String {
        match number {
            Number::Constant(value) => value.to_string(),
            Number::Tenths(value) => {
                format!("{}{}.{}", if *value < 0 { "-" } else { "" }, value.abs() / 10, value.abs() % 10)
            }
            Number::Fluent(picks) => self.fluent(*picks, place).unwrap_or_else(|| "1".to_owned()),
            Number::Operation(op, left, right) => {
                let op = pick(*op, &["+", "-", "*", "/"]).copied().unwrap_or("+");
                format!("({op} {} {})", self.number(left, place), self.number(right, place))
            }
            Number::Minus(inner) => format!("(- {})", self.number(inner, place)),
        }
    }

    fn formula(&self, formula: &Formula, place: &Place) -> String {
        let list = |name: &str, parts: &[Formula]| {
            let parts: Vec<String> = parts.iter().map(|part| format!(" {}", self.formula(part, place))).collect();
            format!("({name}{})", parts.concat())
        };
        let quantified = |name: &str, ty: u8, inner: &Formula| {
            // Every depth its own name, except that now and then one shadows another.
            let variable = if ty > 220 { "x".to_owned() } else { format!("w{}", place.scope.len()) };
            let ty = self.ty(ty);
            let inner = self.formula(inner, &place.with(&variable, ty));
            format!("({name} (?{variable} - {}) {inner})", Self::type_text(&[ty]))
        };
        match formula {
            Formula::Atom(picks) => self.atom(*picks, place).unwrap_or_else(|| "(and)".to_owned()),
            Formula::Not(inner) => format!("(not {})", self.formula(inner, &place.negated())),
            Formula::And(parts) => list("and", parts),
            Formula::Or(parts) => list("or", parts),
            Formula::Imply(left, right) => {
                format!("(imply {} {})", self.formula(left, &place.negated()), self.formula(right, place))
            }
            Formula::Forall(ty, inner) => quantified("forall", *ty, inner),
            Formula::Exists(ty, inner) => quantified("exists", *ty, inner),
            Formula::Same(left, right) => {
                let terms = self.terms(place, 0);
                match (pick(*left, &terms), pick(*right, &terms)) {
                    (Some(left), Some(right)) => format!("(= {left} {right})"),
                    _ => "(and)".to_owned(),
                }
            }
            Formula::Owner(picks, object) => {
                let owner = self.owner(*picks, place);
                let terms = self.place.as_ref().map(|(_, ty)| self.terms(place, self.ty(*ty))).unwrap_or_default();
                match (owner, pick(*object, &terms)) {
                    (Some(owner), Some(term)) => format!("(= {owner} {term})"),
                    _ => "(and)".to_owned(),
                }
            }
            Formula::Compare(op, left, right) => {
                let op = pick(*op, &["<", "<=", "=", ">=", ">"]).copied().unwrap_or("=");
                format!("({op} {} {})", self.number(left, place), self.number(right, place))
            }
        }
    }

    fn effect(&self, effect: &EffectSketch, place: &Place) -> String {
        let nothing = || "(and)".to_owned();
        let list = |parts: &[EffectSketch], place: &Place| {
            let parts: Vec<String> = parts.iter().map(|part| format!(" {}", self.effect(part, place))).collect();
            format!("(and{})", parts.concat())
        };
        match effect {
            EffectSketch::Add(picks) => self.base_atom(*picks, place).unwrap_or_else(nothing),
            EffectSketch::Delete(picks) => {
                self.base_atom(*picks, place).map_or_else(nothing, |atom| format!("(not {atom})"))
            }
            EffectSketch::Assign(op, picks, value) => {
                let ops = ["increase", "decrease", "assign", "increase", "scale-up", "scale-down"];
                match (self.fluent(*picks, place), pick(*op, &ops)) {
                    (Some(fluent), Some(op)) => format!("({op} {fluent} {})", self.number(value, place)),
                    _ => nothing(),
                }
            }
            EffectSketch::Owner(picks, object) => {
                let terms = self.place.as_ref().map(|(_, ty)| self.terms(place, self.ty(*ty))).unwrap_or_default();
                let value = match object {
                    Some(object) => pick(*object, &terms).cloned(),
                    None => Some("undefined".to_owned()),
                };
                match (self.owner(*picks, place), value) {
                    (Some(owner), Some(value)) => format!("(assign {owner} {value})"),
                    _ => nothing(),
                }
            }
            EffectSketch::Forall(ty, parts) => {
                let variable = format!("v{}", place.scope.len());
                let ty = self.ty(*ty);
                let inner = list(parts, &place.with(&variable, ty));
                format!("(forall (?{variable} - {}) {inner})", Self::type_text(&[ty]))
            }
            EffectSketch::When(condition, parts) => {
                format!("(when {} {})", self.formula(condition, place), list(parts, place))
            }
        }
    }

    fn everywhere(&self, domain: bool) -> Place {
        Place { scope: Vec::new(), domain, derived: self.derived.len(), own: None, positive: true }
    }

    fn rule(&self, rule: &RuleSketch) -> String {
        let mut place = self.everywhere(rule.in_domain);
        if let Some(ty) = rule.forall {
            place = place.with("q", self.ty(ty));
        }
        let formula = self.formula(&rule.formula, &place);
        let trigger = self.formula(&rule.trigger, &place);
        let (from, to) = rule.limits;
        let mut text = match rule.operator % 10 {
            0 => format!("(always {formula})"),
            1 => format!("(sometime {formula})"),
            2 => format!("(within {from} {formula})"),
            3 => format!("(at-most-once {formula})"),
            4 => format!("(sometime-after {trigger} {formula})"),
            5 => format!("(sometime-before {trigger} {formula})"),
            6 => format!("(always-within {from} {trigger} {formula})"),
            7 => format!("(hold-during {from} {} {formula})", (from + to).saturating_sub(1)),
            8 => format!("(hold-after {from} {formula})"),
            _ => format!("(at end {formula})"),
        };
        let prefer = |text: String, name: u8| {
            format!("(preference {} {text})", pick(name, &PREFERENCES).copied().unwrap_or("tidy"))
        };
        if let Some((name, true)) = rule.preference {
            text = prefer(text, name);
        }
        if let Some(ty) = rule.forall {
            text = format!("(forall (?q - {}) {text})", Self::type_text(&[self.ty(ty)]));
        }
        if let Some((name, false)) = rule.preference {
            text = prefer(text, name);
        }
        text
    }

    fn rules(&self, in_domain: bool) -> String {
        let rules: Vec<String> =
            self.rules.iter().filter(|rule| rule.in_domain == in_domain).map(|rule| self.rule(rule)).collect();
        if rules.is_empty() { String::new() } else { format!("  (:constraints (and {}))\n", rules.join(" ")) }
    }

    /// The domain as text.
    #[must_use]
    pub fn domain(&self) -> String {
        let mut text = "(define (domain house)\n  (:requirements :adl :typing :equality :derived-predicates \
            :numeric-fluents :object-fluents :constraints :preferences :action-costs)\n"
            .to_owned();
        text.push_str("  (:types");
        for ty in 1..=self.types.len() {
            let _ = write!(text, " {} - {}", TYPES[ty - 1], Self::type_text(&self.parents(ty)));
        }
        text.push_str(")\n");
        let typed = |parameters: &[u8]| -> String {
            let each = parameters.iter().zip(PARAMETERS);
            each.map(|(ty, name)| format!(" ?{name} - {}", Self::type_text(&[self.ty(*ty)]))).collect()
        };
        let _ = writeln!(text, "  (:constants{})", self.object_list(true));
        text.push_str("  (:predicates");
        for (parameters, name) in self.predicates.iter().zip(PREDICATES) {
            let _ = write!(text, " ({name}{})", typed(parameters));
        }
        for ((parameters, _), name) in self.derived.iter().zip(DERIVED) {
            let _ = write!(text, " ({name}{})", typed(parameters));
        }
        text.push_str(")\n  (:functions");
        for (parameters, name) in self.numbers.iter().zip(NUMBERS) {
            let _ = write!(text, " ({name}{}) - number", typed(parameters));
        }
        if self.cost {
            text.push_str(" (total-cost) - number");
        }
        if let Some((parameters, ty)) = &self.place {
            let _ = write!(text, " ({}{}) - {}", PLACES[0], typed(parameters), Self::type_text(&[self.ty(*ty)]));
        }
        text.push_str(")\n");
        for (number, ((parameters, body), name)) in self.derived.iter().zip(DERIVED).enumerate() {
            let scope = parameters.iter().zip(PARAMETERS).map(|(ty, name)| (name.to_owned(), vec![self.ty(*ty)]));
            let place =
                Place { scope: scope.collect(), domain: true, derived: number, own: Some(number), positive: true };
            let _ = writeln!(text, "  (:derived ({name}{}) {})", typed(parameters), self.formula(body, &place));
        }
        for (action, name) in self.actions.iter().zip(ACTIONS) {
            let mut place = self.everywhere(true);
            let mut parameters = String::new();
            for (types, name) in action.parameters.iter().zip(PARAMETERS) {
                let types = self.tys(types);
                let _ = write!(parameters, " ?{name} - {}", Self::type_text(&types));
                place.scope.push((name.to_owned(), types));
            }
            let _ = write!(text, "  (:action {name}\n    :parameters ({})", parameters.trim_start());
            let mut conditions: Vec<String> =
                action.precondition.iter().map(|formula| self.formula(formula, &place)).collect();
            if let Some(preference) = &action.preference {
                conditions.push(format!("(preference calm {})", self.formula(preference, &place)));
            }
            match conditions.as_slice() {
                [] => {}
                [one] => {
                    let _ = write!(text, "\n    :precondition {one}");
                }
                several => {
                    let _ = write!(text, "\n    :precondition (and {})", several.join(" "));
                }
            }
            let mut effects: Vec<String> = action.effects.iter().map(|effect| self.effect(effect, &place)).collect();
            if let (true, Some(cost)) = (self.cost, action.cost) {
                effects.push(format!("(increase (total-cost) {cost})"));
            }
            let _ = writeln!(text, "\n    :effect (and {}))", effects.join(" "));
        }
        text.push_str(&self.rules(true));
        text.push_str(")\n");
        text
    }

    fn object_list(&self, constants: bool) -> String {
        let objects = self.objects.iter().zip(OBJECTS).filter(|((_, constant), _)| *constant == constants);
        objects.map(|((types, _), name)| format!(" {name} - {}", Self::type_text(&self.tys(types)))).collect()
    }

    /// The problem as text, with `extra` goal literals.
    #[must_use]
    pub fn problem(&self, extra: &[String]) -> String {
        let place = self.everywhere(false);
        let mut text = "(define (problem evening)\n  (:domain house)\n".to_owned();
        let _ = writeln!(text, "  (:objects{})", self.object_list(false));
        let mut init: Vec<String> = Vec::new();
        for (predicate, arguments) in &self.facts {
            // Every second one holds for all objects in its first place: a world in which something is possible.
            let firsts = if arguments[2] >= 128 { 0..5 } else { arguments[0]..arguments[0] };
            let one = (*predicate, *arguments);
            let all = firsts.map(|first| (*predicate, [first, arguments[1], 0]));
            init.extend(std::iter::once(one).chain(all).filter_map(|picks| self.base_atom(picks, &place)));
        }
        let mut seen = BTreeSet::new();
        for (picks, value) in &self.values {
            if let Some(fluent) = self.fluent(*picks, &place)
                && seen.insert(fluent.clone())
            {
                init.push(format!("(= {fluent} {value})"));
            }
        }
        if let Some((_, ty)) = &self.place {
            let terms = self.terms(&place, self.ty(*ty));
            for (picks, object) in &self.places {
                if let (Some(owner), Some(object)) = (self.owner(*picks, &place), pick(*object, &terms))
                    && seen.insert(owner.clone())
                {
                    init.push(format!("(= {owner} {object})"));
                }
            }
        }
        let mut known = BTreeSet::new();
        init.retain(|element| known.insert(element.clone()));
        let _ = writeln!(text, "  (:init {})", init.join(" "));
        let mut goal: Vec<String> = extra.to_vec();
        goal.extend(self.goal.iter().map(|formula| self.formula(formula, &place)));
        if let Some(preference) = &self.goal_preference {
            goal.push(format!("(preference tidy {})", self.formula(preference, &place)));
        }
        let _ = writeln!(text, "  (:goal (and {}))", goal.join(" "));
        text.push_str(&self.rules(false));
        if let Some((minimize, terms)) = &self.metric {
            let mut parts: Vec<String> = Vec::new();
            for choice in terms {
                let part = match choice % 4 {
                    0 if self.cost => "(total-cost)".to_owned(),
                    1 => "total-time".to_owned(),
                    2 if self.used_preferences().contains("tidy") => "(* 3 (is-violated tidy))".to_owned(),
                    3 if self.used_preferences().contains("calm") => "(is-violated calm)".to_owned(),
                    _ => self.fluent((*choice, [*choice; 3]), &place).unwrap_or_else(|| "2".to_owned()),
                };
                parts.push(part);
            }
            let direction = if *minimize { "minimize" } else { "maximize" };
            let expression = match parts.as_slice() {
                [one] => one.clone(),
                several => format!("(+ {})", several.join(" ")),
            };
            let _ = writeln!(text, "  (:metric {direction} {expression})");
        }
        text.push_str(")\n");
        text
    }

    fn used_preferences(&self) -> BTreeSet<&'static str> {
        let mut used = BTreeSet::new();
        if self.goal_preference.is_some() {
            used.insert("tidy");
        }
        if self.actions.iter().any(|action| action.preference.is_some()) {
            used.insert("calm");
        }
        used.extend(self.rules.iter().filter_map(|rule| pick(rule.preference?.0, &PREFERENCES).copied()));
        used
    }

    /// Steps found by walking from the initial state, mostly along what can be done.
    #[must_use]
    pub fn walk(&self, world: &World<'_>) -> (Vec<Call>, State) {
        let mut state = world.initial();
        let mut calls = Vec::new();
        for (sensible, choice) in &self.walk {
            let mut able = Vec::new();
            let mut all = Vec::new();
            for action in &world.domain.actions {
                for binding in world.bindings(&action.parameters, &Substitution::new()) {
                    let mut change = world.change(action.effect.as_ref(), &state, &binding);
                    let precondition = action.precondition.as_ref();
                    let ready = precondition.is_none_or(|p| world.truth(p, &state, &binding) == Some(true));
                    let arguments = action.parameters.iter().map(|p| binding[&world.word(p.name.symbol)].clone());
                    let call = Call { action: world.word(action.name.symbol), arguments: arguments.collect() };
                    if ready && change.faults.is_empty() {
                        let after = world.apply(&state, &mut change);
                        if !after.values.values().all(is_short) {
                            return (calls, state);
                        }
                        // Steps that do something come twice: they are the more interesting ones.
                        if after != state {
                            able.push((call.clone(), after.clone()));
                        }
                        able.push((call.clone(), after));
                    }
                    all.push(call);
                }
            }
            if *sensible && !able.is_empty() {
                let (call, after) = able[usize::from(*choice) % able.len()].clone();
                calls.push(call);
                state = after;
            } else if !all.is_empty() {
                calls.push(all[usize::from(*choice) % all.len()].clone());
            }
        }
        (calls, state)
    }

    /// Facts of the walk's last state that the goal asks for.
    #[must_use]
    pub fn reached(&self, state: &State) -> Vec<String> {
        let facts: Vec<String> = state.facts.iter().chain(&state.derived).map(ToString::to_string).collect();
        let goals: BTreeSet<String> = self.reached.iter().filter_map(|choice| pick(*choice, &facts).cloned()).collect();
        goals.into_iter().collect()
    }

    /// The walk with a few things wrong with it, and with time stamps where the sketch has them.
    #[must_use]
    pub fn plan(&self, mut calls: Vec<Call>) -> Vec<Step> {
        for (kind, at, choice) in &self.mutations {
            let Some(at) = (!calls.is_empty()).then(|| usize::from(*at) % calls.len()) else { break };
            let other = usize::from(*choice) % calls.len();
            match kind % 8 {
                0 | 1 => {
                    calls.remove(at);
                }
                2 | 3 => calls.swap(at, other),
                4 => {
                    // Another object; the type may not fit.
                    let objects: Vec<&str> = OBJECTS[..self.objects.len()].to_vec();
                    if let (Some(argument), Some(object)) = (calls[at].arguments.last_mut(), pick(*choice, &objects)) {
                        (*object).clone_into(argument);
                    }
                }
                5 => {
                    let call = calls[at].clone();
                    calls.insert(other, call);
                }
                6 if choice % 2 == 0 => calls[at].action.push_str("xq"),
                6 => match calls[at].arguments.first_mut() {
                    Some(argument) => argument.push_str("xq"),
                    None => calls[at].arguments.push(OBJECTS[0].to_owned()),
                },
                _ => {
                    calls[at].arguments.pop();
                }
            }
        }
        let mut time = 0;
        let gaps = self.gaps.as_deref();
        let steps = calls.into_iter().enumerate().map(|(number, call)| {
            let stamp = gaps.map(|gaps| {
                time += i64::from(if number == 0 { 1 } else { gaps.get(number).copied().unwrap_or(1) });
                BigRational::from_integer(time.into())
            });
            Step { time: stamp, call: Some(call) }
        });
        steps.collect()
    }
}

impl Sketch {
    /// The sketch written out: its walk's last state is asked for in the goal, then things go wrong in the plan.
    ///
    /// # Panics
    /// When what was written cannot be read again or has no strata: a fault of this module.
    #[must_use]
    pub fn sample(&self) -> Sample {
        let domain = self.domain();
        let (calls, last) = {
            let (names, domain, problem) =
                read(&domain, &self.problem(&[])).expect("a sketch is written as a domain and a problem");
            let world = World::new(&names, &domain, &problem).expect("rules negate only earlier derived predicates");
            self.walk(&world)
        };
        let problem = self.problem(&self.reached(&last));
        let steps = self.plan(calls);
        Sample { domain, problem, plan: plan_text(&steps), steps }
    }
}

/// The definitions in two texts; `None` when one of them has none.
#[must_use]
pub fn read(domain: &str, problem: &str) -> Option<(Interner, Domain, Problem)> {
    let mut names = Interner::new();
    let domains = stepguard_pddl::parse(domain, TextId::Domain, &mut names).definitions.domains;
    let problems = stepguard_pddl::parse(problem, TextId::Problem, &mut names).definitions.problems;
    Some((names, domains.into_iter().next()?, problems.into_iter().next()?))
}

/// A plan as text.
#[must_use]
pub fn plan_text(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        if let Some(time) = &step.time {
            let _ = write!(text, "{time}: ");
        }
        if let Some(Call { action, arguments }) = &step.call {
            let _ = write!(text, "({action}");
            for argument in arguments {
                let _ = write!(text, " {argument}");
            }
            text.push_str(")\n");
        }
    }
    text
}
