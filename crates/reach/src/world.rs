//! Tests in the relaxed world: can a condition be true in some state, must it be true in every state, and what would
//! have to happen before it can.
//!
//! Reads the engine's facts and numbers; changes nothing.

use crate::cond::{Arg, Cond, Heads, Literal, Num, Var, plain};
use crate::facts::{FALSE, Facts, INITIAL, TRUE};
use crate::join::{Fuel, Objects, UNBOUND, values};
use crate::rules::Program;
use crate::values::Values;
use stepguard_task::{ArithmeticOp, AtomTable, CompareOp, FactId, FunctionId, ObjectId, PredicateId, Task, TypeExprId};
use stepguard_text::{Number, order};

/// More keys than this, and a test is repeated in every layer instead.
const MOST_KEYS: usize = 24;

/// The numeric fluents that have a value in some state.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    table: AtomTable,
    pub(crate) values: Vec<Values>,
    /// Whether it has one in every state.
    always: Vec<bool>,
    /// How often it took new values.
    pub(crate) growths: Vec<u32>,
}

impl Numbers {
    pub(crate) fn intern(&mut self, function: FunctionId, arguments: &[ObjectId]) -> usize {
        let (fluent, new) = self.table.intern(PredicateId(function.0), arguments);
        if new {
            self.values.push(Values::none());
            self.always.push(false);
            self.growths.push(0);
        }
        fluent.index()
    }

    pub(crate) fn start(&mut self, function: FunctionId, arguments: &[ObjectId], value: Number) {
        let fluent = self.intern(function, arguments);
        self.values[fluent] = Values::one(value);
        self.always[fluent] = true;
    }

    pub(crate) fn lookup(&self, function: FunctionId, arguments: &[ObjectId]) -> Option<usize> {
        self.table.lookup(PredicateId(function.0), arguments).map(FactId::index)
    }
}

/// Narrower values of some fluents, in one operator's run.
pub(crate) type Narrowed = Vec<(usize, Values)>;

/// What a test asks.
#[derive(Clone, Copy)]
enum Ask<'a> {
    /// Can it be true in some state?
    Can,
    /// Is it true in every state? With the facts that certainly hold.
    Must(&'a Facts),
}

/// What a test that fails now waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Key {
    /// The fact can be true (or false).
    Fact(crate::cond::Head, Box<[ObjectId]>, bool),
    /// The numeric fluent takes new values.
    Number(FunctionId, Box<[ObjectId]>),
    /// Anything.
    Layer,
}

/// A view of the relaxed world.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    pub(crate) task: &'a Task,
    pub(crate) heads: Heads,
    pub(crate) program: &'a Program,
    pub(crate) facts: &'a Facts,
    pub(crate) numbers: &'a Numbers,
    /// Derived facts that hold in every state; `None`: not known yet, so none is known to be ever false.
    pub(crate) certain: Option<&'a Facts>,
    pub(crate) fuel: &'a Fuel,
}

/// Variables of quantifiers, each with its value.
struct Instances<'a> {
    members: Vec<&'a [ObjectId]>,
    at: Vec<usize>,
}

impl<'a> Instances<'a> {
    fn new(vars: &[Var], types: &[TypeExprId], task: &'a Task) -> Self {
        let members = vars.iter().map(|v| task.members(types[*v as usize])).collect();
        Self { members, at: vec![0; vars.len()] }
    }

    /// Binds the next instance.
    fn bind(&mut self, vars: &[Var], binding: &mut [u32]) -> bool {
        for ((var, members), at) in vars.iter().zip(&self.members).zip(&self.at) {
            let Some(object) = members.get(*at) else { return false };
            binding[*var as usize] = object.0;
        }
        true
    }

    /// Moves to the next; false: there is none.
    fn step(&mut self) -> bool {
        for (at, members) in self.at.iter_mut().zip(&self.members).rev() {
            *at += 1;
            if *at < members.len() {
                return true;
            }
            *at = 0;
        }
        false
    }

    fn unbind(vars: &[Var], binding: &mut [u32]) {
        for var in vars {
            binding[*var as usize] = UNBOUND;
        }
    }

    fn count(&self) -> usize {
        self.members.iter().fold(1, |n, m| n.saturating_mul(m.len()))
    }
}

impl<'a> World<'a> {
    /// Whether `cond` can be true in some state.
    pub(crate) fn can(&self, cond: &Cond, binding: &mut [u32], types: &[TypeExprId]) -> bool {
        self.test(cond, binding, types, Ask::Can)
    }

    /// Whether `cond` is true in every state, given what certainly holds. May say no where yes is right.
    pub(crate) fn must(&self, cond: &Cond, binding: &mut [u32], types: &[TypeExprId], certain: &'a Facts) -> bool {
        self.test(cond, binding, types, Ask::Must(certain))
    }

    fn test(&self, cond: &Cond, binding: &mut [u32], types: &[TypeExprId], ask: Ask<'_>) -> bool {
        if !self.fuel.burn() {
            return false;
        }
        match cond {
            Cond::All(parts) => parts.iter().all(|p| self.test(p, binding, types, ask)),
            Cond::Any(parts) => parts.iter().any(|p| self.test(p, binding, types, ask)),
            Cond::Each(vars, inner) => !self.find(vars, binding, types, |b| !self.test(inner, b, types, ask)),
            Cond::Some(vars, inner) => self.find(vars, binding, types, |b| self.test(inner, b, types, ask)),
            Cond::Literal(literal) => self.literal(literal, binding, ask),
            Cond::Same(a, b, truth) => self.same(a, b, *truth, binding, ask),
            Cond::Compare(op, a, b, truth) => {
                let (left, right) = (self.num(a, binding, &[]), self.num(b, binding, &[]));
                match ask {
                    // Values that were not all looked at say nothing.
                    _ if self.fuel.is_empty() => false,
                    Ask::Can => left.compare(*op, &right, *truth),
                    Ask::Must(_) => {
                        !left.compare(*op, &right, !truth)
                            && self.always_defined(a, binding)
                            && self.always_defined(b, binding)
                    }
                }
            }
            Cond::Defined(function, arguments) => match ask {
                Ask::Can => !self.fluent(*function, arguments, binding, &[]).is_empty(),
                Ask::Must(_) => self.always_defined(&Num::Fluent(*function, arguments.clone()), binding),
            },
        }
    }

    /// Whether `holds` for some instance of `vars`.
    fn find(
        &self,
        vars: &[Var],
        binding: &mut [u32],
        types: &[TypeExprId],
        mut holds: impl FnMut(&mut [u32]) -> bool,
    ) -> bool {
        let mut instances = Instances::new(vars, types, self.task);
        let mut found = false;
        while instances.bind(vars, binding) {
            // Out of fuel a universal must fail as well as an existential: the engine says then that it did not finish.
            found = holds(binding);
            if found || self.fuel.is_empty() || !instances.step() {
                break;
            }
        }
        Instances::unbind(vars, binding);
        found
    }

    fn literal(&self, literal: &Literal, binding: &[u32], ask: Ask<'_>) -> bool {
        let mut objects = Objects::new();
        if values(&literal.arguments, binding, &mut objects) {
            return self.fact(literal, &objects, ask);
        }
        if matches!(ask, Ask::Must(_)) && !self.sure(&literal.arguments, binding) {
            return false;
        }
        self.grounds(&literal.arguments, binding, &mut |objects| self.fact(literal, objects, ask))
    }

    fn fact(&self, literal: &Literal, objects: &[ObjectId], ask: Ask<'_>) -> bool {
        let derived = self.program.derived[literal.head.index()];
        let marks = self.facts.marks_of(literal.head, objects);
        let certainly = |facts: &Facts| facts.marks_of(literal.head, objects) & TRUE != 0;
        match (ask, literal.positive) {
            (Ask::Can, true) => marks & TRUE != 0,
            (Ask::Can, false) if derived => self.certain.is_some_and(|c| !certainly(c)),
            (Ask::Can, false) => marks & INITIAL == 0 || marks & FALSE != 0,
            (Ask::Must(certain), true) if derived => certainly(certain),
            (Ask::Must(_), true) => marks & INITIAL != 0 && marks & FALSE == 0,
            (Ask::Must(_), false) => marks & TRUE == 0,
        }
    }

    /// Whether the object fluents in `arguments` never change.
    fn fixed(&self, arguments: &[Arg]) -> bool {
        arguments.iter().all(|argument| match argument {
            Arg::Fluent(function, inner) => {
                let grows = self.program.grows[self.heads.function(*function).index()];
                grows == [false; 2] && self.fixed(inner)
            }
            Arg::Object(_) | Arg::Var(_) => true,
        })
    }

    /// Whether each of `arguments` is the same object in every state.
    fn sure(&self, arguments: &[Arg], binding: &[u32]) -> bool {
        arguments.iter().all(|argument| match argument {
            Arg::Fluent(function, inner) => {
                self.sure(inner, binding)
                    && self.grounds(inner, binding, &mut |objects| self.value_for_good(*function, objects).is_some())
            }
            Arg::Object(_) | Arg::Var(_) => true,
        })
    }

    /// The only value the object fluent ever has, if it has it from the start and never loses it.
    pub(crate) fn value_for_good(&self, function: FunctionId, arguments: &[ObjectId]) -> Option<ObjectId> {
        let head = self.heads.function(function);
        let mut values = Vec::new();
        self.fluent_objects(function, arguments, &mut values);
        let (value, []) = values.split_first()? else { return None };
        let mut fact: Objects = arguments.into();
        fact.push(*value);
        (self.facts.marks_of(head, &fact) & (INITIAL | FALSE) == INITIAL).then_some(*value)
    }

    /// Appends the objects that the fluent can be.
    fn fluent_objects(&self, function: FunctionId, arguments: &[ObjectId], found: &mut Vec<ObjectId>) {
        let head = self.heads.function(function);
        let mut look = |fact: FactId| {
            self.fuel.burn();
            let (_, all) = self.facts.atom(fact);
            if let Some((value, known)) = all.split_last()
                && known == arguments
            {
                found.push(*value);
            }
        };
        match arguments.first() {
            Some(object) => {
                let mut next = self.facts.first(head, 0, *object);
                while let Some(fact) = next {
                    look(fact);
                    next = self.facts.next(fact, 0);
                }
            }
            None => self.facts.all(head).iter().for_each(|fact| look(*fact)),
        }
    }

    /// The objects an argument can stand for.
    fn objects(&self, argument: &Arg, binding: &[u32]) -> Vec<ObjectId> {
        match argument {
            Arg::Object(object) => vec![*object],
            Arg::Var(var) => vec![ObjectId(binding[*var as usize])],
            Arg::Fluent(function, arguments) => {
                let mut found = Vec::new();
                self.grounds(arguments, binding, &mut |inner| {
                    self.fluent_objects(*function, inner, &mut found);
                    false
                });
                order::sort(&mut found);
                found.dedup();
                found
            }
        }
    }

    /// Whether `holds` for some choice of the objects that `arguments` can stand for.
    pub(crate) fn grounds(
        &self,
        arguments: &[Arg],
        binding: &[u32],
        holds: &mut dyn FnMut(&[ObjectId]) -> bool,
    ) -> bool {
        let mut objects = Objects::new();
        if values(arguments, binding, &mut objects) {
            return holds(&objects);
        }
        let choices: Vec<Vec<ObjectId>> = arguments.iter().map(|a| self.objects(a, binding)).collect();
        if choices.iter().any(Vec::is_empty) {
            return false;
        }
        let mut at = vec![0; choices.len()];
        loop {
            objects.clear();
            objects.extend(choices.iter().zip(&at).map(|(choice, at)| choice[*at]));
            if holds(&objects) {
                return true;
            }
            if !self.fuel.burn() {
                return false;
            }
            let mut position = choices.len();
            loop {
                if position == 0 {
                    return false;
                }
                position -= 1;
                at[position] += 1;
                if at[position] < choices[position].len() {
                    break;
                }
                at[position] = 0;
            }
        }
    }

    fn same(&self, a: &Arg, b: &Arg, truth: bool, binding: &[u32], ask: Ask<'_>) -> bool {
        let (left, right) = (self.objects(a, binding), self.objects(b, binding));
        if matches!(ask, Ask::Must(_)) {
            let sure = self.sure(std::slice::from_ref(a), binding) && self.sure(std::slice::from_ref(b), binding);
            return sure && (left == right) == truth;
        }
        if truth {
            left.iter().any(|object| right.contains(object))
        } else {
            !(left.is_empty() || right.is_empty() || left.len() == 1 && left == right)
        }
    }

    /// The values an expression can have.
    pub(crate) fn num(&self, num: &Num, binding: &[u32], narrowed: &[(usize, Values)]) -> Values {
        match num {
            Num::Constant(n) => Values::one(n.clone()),
            Num::Unknown => Values::from_zero(),
            Num::Fluent(function, arguments) => self.fluent(*function, arguments, binding, narrowed),
            Num::Op(op, operands) => {
                // Sets of numbers cost more than a look at a fact.
                self.fuel.burn_many(32);
                let mut values = operands.iter().map(|n| self.num(n, binding, narrowed));
                let Some(first) = values.next() else { return Values::none() };
                if operands.len() == 1 && *op == ArithmeticOp::Subtract {
                    return first.neg();
                }
                values.fold(first, |a, b| match op {
                    ArithmeticOp::Add => a.add(&b),
                    ArithmeticOp::Subtract => a.sub(&b),
                    ArithmeticOp::Multiply => a.mul(&b),
                    ArithmeticOp::Divide => a.div(&b),
                })
            }
        }
    }

    fn fluent(&self, function: FunctionId, arguments: &[Arg], binding: &[u32], narrowed: &[(usize, Values)]) -> Values {
        let mut all = Values::none();
        self.grounds(arguments, binding, &mut |objects| {
            if let Some(fluent) = self.numbers.lookup(function, objects) {
                let narrow = narrowed.iter().find(|n| n.0 == fluent);
                let values = narrow.map_or(&self.numbers.values[fluent], |n| &n.1);
                all = all.join(values);
            }
            false
        });
        all
    }

    fn always_defined(&self, num: &Num, binding: &[u32]) -> bool {
        match num {
            Num::Constant(_) | Num::Unknown => true,
            Num::Fluent(function, arguments) => {
                let mut objects = Objects::new();
                values(arguments, binding, &mut objects)
                    && self.numbers.lookup(*function, &objects).is_some_and(|f| self.numbers.always[f])
            }
            Num::Op(op, operands) => {
                let zero = Number::zero();
                operands.iter().all(|n| self.always_defined(n, binding))
                    && (*op != ArithmeticOp::Divide
                        || operands.iter().skip(1).all(|n| !self.num(n, binding, &[]).contains(&zero)))
            }
        }
    }

    /// Narrows the fluents that comparisons in `cond` speak of to the values for which they hold. False: there are none.
    pub(crate) fn narrow(&self, cond: &Cond, binding: &[u32], narrowed: &mut Narrowed) -> bool {
        match cond {
            Cond::All(parts) => parts.iter().all(|p| self.narrow(p, binding, narrowed)),
            Cond::Compare(op, a, b, truth) => {
                let op = match (op, truth) {
                    (op, true) => *op,
                    (CompareOp::Less, false) => CompareOp::GreaterEqual,
                    (CompareOp::LessEqual, false) => CompareOp::Greater,
                    (CompareOp::GreaterEqual, false) => CompareOp::Less,
                    (CompareOp::Greater, false) => CompareOp::LessEqual,
                    (CompareOp::Equal, false) => return true,
                };
                let right = self.num(b, binding, narrowed);
                let possible = self.confine(a, op, &right, binding, narrowed);
                let left = self.num(a, binding, narrowed);
                possible && self.confine(b, mirrored(op), &left, binding, narrowed)
            }
            _ => true,
        }
    }

    /// Keeps those values for which `num op y` holds for some `y` of `limit`.
    fn confine(&self, num: &Num, op: CompareOp, limit: &Values, binding: &[u32], narrowed: &mut Narrowed) -> bool {
        match num {
            Num::Fluent(function, arguments) if plain(arguments) => {
                let mut objects = Objects::new();
                values(arguments, binding, &mut objects);
                let Some(fluent) = self.numbers.lookup(*function, &objects) else { return false };
                let place = narrowed.iter().position(|n| n.0 == fluent).unwrap_or_else(|| {
                    narrowed.push((fluent, self.numbers.values[fluent].clone()));
                    narrowed.len() - 1
                });
                narrowed[place].1 = narrowed[place].1.keep(op, limit);
                !narrowed[place].1.is_empty()
            }
            Num::Op(ArithmeticOp::Subtract, operands) if operands.len() == 1 => {
                self.confine(&operands[0], mirrored(op), &limit.neg(), binding, narrowed)
            }
            Num::Op(ArithmeticOp::Add | ArithmeticOp::Subtract, operands) => {
                let subtract = matches!(num, Num::Op(ArithmeticOp::Subtract, _));
                (0..operands.len()).all(|index| {
                    let mut limit = limit.clone();
                    let mut own_sign = false;
                    for (other, operand) in operands.iter().enumerate() {
                        let negative = subtract && other > 0;
                        if other == index {
                            own_sign = negative;
                            continue;
                        }
                        let value = self.num(operand, binding, narrowed);
                        limit = if negative { limit.add(&value) } else { limit.sub(&value) };
                    }
                    if own_sign {
                        self.confine(&operands[index], mirrored(op), &limit.neg(), binding, narrowed)
                    } else {
                        self.confine(&operands[index], op, &limit, binding, narrowed)
                    }
                })
            }
            Num::Op(ArithmeticOp::Multiply, operands) if operands.len() == 2 => (0..2).all(|index| {
                let other = self.num(&operands[1 - index], binding, narrowed);
                match other.single() {
                    Some(factor) if !factor.is_zero() => {
                        let op = if factor.is_negative() { mirrored(op) } else { op };
                        let limit = limit.div(&other);
                        self.confine(&operands[index], op, &limit, binding, narrowed)
                    }
                    _ => true,
                }
            }),
            Num::Fluent(..) | Num::Op(..) | Num::Constant(_) | Num::Unknown => true,
        }
    }

    /// What has to happen before `cond`, which cannot be true yet, can be. False: it never can.
    pub(crate) fn waits(&self, cond: &Cond, binding: &mut [u32], types: &[TypeExprId], keys: &mut Vec<Key>) -> bool {
        if keys.len() > MOST_KEYS || self.fuel.is_empty() {
            keys.push(Key::Layer);
            return true;
        }
        match cond {
            Cond::All(parts) => {
                // Any part that fails will do.
                let failing = parts.iter().find(|p| !self.can(p, binding, types));
                failing.is_none_or(|p| self.waits(p, binding, types, keys))
            }
            Cond::Any(parts) => {
                let mut some = false;
                for part in parts {
                    some |= self.waits(part, binding, types, keys);
                }
                some
            }
            Cond::Each(vars, inner) => {
                let mut instances = Instances::new(vars, types, self.task);
                let mut waits = true;
                while instances.bind(vars, binding) {
                    if !self.can(inner, binding, types) {
                        waits = self.waits(inner, binding, types, keys);
                        break;
                    }
                    if !instances.step() {
                        break;
                    }
                }
                Instances::unbind(vars, binding);
                waits
            }
            Cond::Some(vars, inner) => {
                let mut instances = Instances::new(vars, types, self.task);
                if instances.count() > MOST_KEYS {
                    keys.push(Key::Layer);
                    return true;
                }
                let mut some = false;
                while instances.bind(vars, binding) {
                    some |= self.waits(inner, binding, types, keys);
                    if !instances.step() {
                        break;
                    }
                }
                Instances::unbind(vars, binding);
                some
            }
            Cond::Literal(literal) => {
                let mut objects = Objects::new();
                if !values(&literal.arguments, binding, &mut objects) {
                    keys.push(Key::Layer);
                    return true;
                }
                if !self.program.grows[literal.head.index()][usize::from(!literal.positive)] {
                    return false;
                }
                keys.push(if self.program.derived[literal.head.index()] && !literal.positive {
                    Key::Layer
                } else {
                    Key::Fact(literal.head, Box::from(&*objects), literal.positive)
                });
                true
            }
            Cond::Same(a, b, _) => {
                let ever = !self.fixed(std::slice::from_ref(a)) || !self.fixed(std::slice::from_ref(b));
                if ever {
                    keys.push(Key::Layer);
                }
                ever
            }
            Cond::Compare(_, a, b, _) => [a, b].map(|n| self.waits_for_number(n, binding, keys)).contains(&true),
            Cond::Defined(function, arguments) => self.waits_for_fluent(*function, arguments, binding, keys),
        }
    }

    fn waits_for_number(&self, num: &Num, binding: &[u32], keys: &mut Vec<Key>) -> bool {
        match num {
            Num::Fluent(function, arguments) => self.waits_for_fluent(*function, arguments, binding, keys),
            Num::Op(_, operands) => {
                let mut some = false;
                for operand in operands {
                    some |= self.waits_for_number(operand, binding, keys);
                }
                some
            }
            Num::Constant(_) | Num::Unknown => false,
        }
    }

    fn waits_for_fluent(&self, function: FunctionId, arguments: &[Arg], binding: &[u32], keys: &mut Vec<Key>) -> bool {
        let grows = self.program.numbers_grow[function.index()];
        let mut objects = Objects::new();
        if !values(arguments, binding, &mut objects) {
            if !grows && self.fixed(arguments) {
                return false;
            }
            keys.push(Key::Layer);
        } else if grows {
            keys.push(Key::Number(function, Box::from(&*objects)));
        } else {
            return false;
        }
        true
    }

    /// Calls `run` for every instance of `vars` for which `condition` can hold.
    pub(crate) fn each_instance(
        &self,
        vars: &[Var],
        condition: Option<&Cond>,
        binding: &mut [u32],
        types: &[TypeExprId],
        mut run: impl FnMut(&[u32]),
    ) {
        self.find(vars, binding, types, |binding| {
            if condition.is_none_or(|c| self.can(c, binding, types)) {
                run(binding);
            }
            false
        });
    }
}

fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessEqual => CompareOp::GreaterEqual,
        CompareOp::Equal => CompareOp::Equal,
        CompareOp::GreaterEqual => CompareOp::LessEqual,
        CompareOp::Greater => CompareOp::Less,
    }
}
