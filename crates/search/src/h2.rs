//! Pairs of literals that can never be true together (Haslum & Geffner's h2, as an invariant): when the goal needs such a
//! pair, no plan exists, and the pairs are the proof.
//!
//! Everything that is not a literal is taken as possible, so what is excluded is so for certain.

use crate::condition::{Condition, Fact};
use crate::evidence::frame;
use crate::ground::{GroundTask, Operator};
use crate::rules::Kind;
use stepguard_proof::{Evidence, Invariant, Literal};

/// Most literals: their pairs take a quarter of the square of it in bytes.
const MOST_LITERALS: usize = 6_000;

/// A literal's number: twice the fact, and one more where it is false.
type Lit = usize;

const fn lit(fact: Fact, positive: bool) -> Lit {
    fact.index() * 2 + !positive as usize
}

/// What one part of an operator does: literals that it needs, and those that hold after it.
struct Part {
    needs: Vec<Lit>,
    gives: Vec<Lit>,
}

/// A step: what it always does, and what it does besides under conditions.
struct Step {
    whole: Part,
    conditional: Vec<Part>,
}

/// Pairs of literals.
struct Pairs {
    literals: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Pairs {
    fn new(literals: usize) -> Self {
        let words = literals.div_ceil(64);
        Self { literals, words, rows: vec![0; words * literals] }
    }

    fn has(&self, a: Lit, b: Lit) -> bool {
        self.rows[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }

    fn insert(&mut self, a: Lit, b: Lit) {
        self.rows[a * self.words + b / 64] |= 1 << (b % 64);
        self.rows[b * self.words + a / 64] |= 1 << (a % 64);
    }

    fn row(&self, a: Lit) -> &[u64] {
        &self.rows[a * self.words..(a + 1) * self.words]
    }

    /// Whether all of these can be true together, pair by pair.
    fn compatible(&self, literals: &[Lit]) -> bool {
        literals.iter().enumerate().all(|(index, a)| literals[index..].iter().all(|b| self.has(*a, *b)))
    }
}

/// The invariant, when it excludes the goal. `work`: about so many words of pairs are looked at; `None` also when that is
/// not enough.
pub(crate) fn prove(task: &GroundTask<'_>, mut work: u64) -> Option<Evidence> {
    let literals = task.base_facts * 2;
    if literals > MOST_LITERALS || task.initial_broken() {
        return None;
    }
    let mut reached = Pairs::new(literals);
    let mut forbidden = Pairs::new(literals);
    for w in task.rules.watched.iter().filter(|w| w.kind == Kind::Always) {
        forbid(&w.condition, literals, &mut forbidden);
    }
    let start: Vec<Lit> =
        (0..task.base_facts).map(|index| Fact(index as u32)).map(|f| lit(f, f.is_in(&task.initial().bits))).collect();
    for (index, a) in start.iter().enumerate() {
        for b in &start[index..] {
            reached.insert(*a, *b);
        }
    }
    let steps: Vec<Step> = task.operators.iter().map(|operator| step(operator, literals)).collect();
    let mut persists = vec![0_u64; reached.words];
    loop {
        let mut grown = false;
        for step in &steps {
            if !reached.compatible(&step.whole.needs) {
                continue;
            }
            grown |= reach(&mut reached, &forbidden, &step.whole, &step.whole, &mut persists);
            for (index, part) in step.conditional.iter().enumerate() {
                if !reached.compatible(&part.needs) {
                    continue;
                }
                grown |= reach(&mut reached, &forbidden, part, &step.whole, &mut persists);
                for other in &step.conditional[..index] {
                    let together: Vec<Lit> = part.needs.iter().chain(&other.needs).copied().collect();
                    if reached.compatible(&together) {
                        for a in &part.gives {
                            for b in &other.gives {
                                grown |= add(&mut reached, &forbidden, *a, *b);
                            }
                        }
                    }
                }
            }
            let words = (step.conditional.len() + 1) * (step.whole.needs.len() + 2) * reached.words;
            work = work.checked_sub(words as u64)?;
        }
        if !grown {
            break;
        }
    }
    excludes(&reached, &task.goal, literals).then(|| invariant(task, &reached, &forbidden))
}

/// Adds a pair that a rule does not forbid; whether it is new.
fn add(reached: &mut Pairs, forbidden: &Pairs, a: Lit, b: Lit) -> bool {
    // A literal that is forbidden by itself stands in the diagonal.
    let barred = a == b ^ 1 || forbidden.has(a, b) || forbidden.has(a, a) || forbidden.has(b, b);
    if barred || reached.has(a, b) {
        return false;
    }
    reached.insert(a, b);
    true
}

/// The pairs that hold after a part of a step: of what it gives, and of that with what was true with all it needs and is not
/// changed by the step for certain.
fn reach(reached: &mut Pairs, forbidden: &Pairs, part: &Part, whole: &Part, persists: &mut Vec<u64>) -> bool {
    let mut grown = false;
    let given: Vec<Lit> = part.gives.iter().chain(&whole.gives).copied().collect();
    for a in &part.gives {
        for b in &given {
            grown |= add(reached, forbidden, *a, *b);
        }
    }
    persists.clear();
    persists.resize(reached.words, u64::MAX);
    for need in &part.needs {
        for (word, row) in persists.iter_mut().zip(reached.row(*need)) {
            *word &= row;
        }
    }
    for b in 0..reached.literals {
        if persists[b / 64] >> (b % 64) & 1 == 0 || !reached.has(b, b) || whole.gives.contains(&(b ^ 1)) {
            continue;
        }
        for a in &part.gives {
            if *a != b ^ 1 {
                grown |= add(reached, forbidden, *a, b);
            }
        }
    }
    grown
}

fn step(operator: &Operator, literals: usize) -> Step {
    let mut needs: Vec<Lit> =
        operator.literals.iter().map(|(fact, positive)| lit(*fact, *positive)).filter(|l| *l < literals).collect();
    if let Some(rest) = operator.rest.as_deref() {
        needs.extend(literals_of(rest, literals));
    }
    needs.sort_unstable();
    needs.dedup();
    let gives = operator
        .adds
        .iter()
        .map(|fact| lit(*fact, true))
        .chain(operator.deletes.iter().map(|fact| lit(*fact, false)))
        .filter(|l| *l < literals)
        .collect();
    let conditional = operator
        .conditional
        .iter()
        .map(|effect| {
            let mut more = needs.clone();
            more.extend(literals_of(&effect.condition, literals));
            more.sort_unstable();
            more.dedup();
            Part { needs: more, gives: vec![lit(effect.fact, effect.add)] }
        })
        .collect();
    Step { whole: Part { needs, gives }, conditional }
}

/// The literals that a condition needs all of.
fn literals_of(condition: &Condition, literals: usize) -> Vec<Lit> {
    match condition {
        Condition::And(parts) => parts.iter().flat_map(|part| literals_of(part, literals)).collect(),
        Condition::Fact(fact, positive) => Some(lit(*fact, *positive)).into_iter().filter(|l| *l < literals).collect(),
        _ => Vec::new(),
    }
}

/// What a rule `always` forbids, as far as it is a literal or a pair.
fn forbid(condition: &Condition, literals: usize, forbidden: &mut Pairs) {
    match condition {
        Condition::And(parts) => parts.iter().for_each(|part| forbid(part, literals, forbidden)),
        Condition::Fact(fact, positive) if lit(*fact, *positive) < literals => {
            let never = lit(*fact, !*positive);
            forbidden.insert(never, never);
        }
        Condition::Or(parts) => {
            if let [Condition::Fact(a, x), Condition::Fact(b, y)] = parts.as_slice()
                && lit(*a, *x).max(lit(*b, *y)) < literals
            {
                forbidden.insert(lit(*a, !*x), lit(*b, !*y));
            }
        }
        _ => {}
    }
}

/// Whether a condition needs a pair that is not reached.
fn excludes(reached: &Pairs, condition: &Condition, literals: usize) -> bool {
    let all = literals_of(condition, literals);
    if !reached.compatible(&all) {
        return true;
    }
    let Condition::And(parts) = condition else { return false };
    parts.iter().any(|part| match part {
        Condition::Or(branches) => branches.iter().all(|branch| {
            let mut more = all.clone();
            more.extend(literals_of(branch, literals));
            !reached.compatible(&more)
        }),
        _ => false,
    })
}

/// Everything that is not reached, as claims; what rules forbid need not be claimed.
fn invariant(task: &GroundTask<'_>, reached: &Pairs, forbidden: &Pairs) -> Evidence {
    let literal = |l: Lit| Literal::from_code(l as u32);
    let mut invariant = Invariant { frame: frame(task).0, ..Invariant::default() };
    let gone = |l: Lit| !reached.has(l, l);
    for a in 0..reached.literals {
        if gone(a) {
            if !forbidden.has(a, a) {
                invariant.never.push(literal(a));
            }
            continue;
        }
        for b in a + 1..reached.literals {
            if a / 2 != b / 2 && !gone(b) && !reached.has(a, b) && !forbidden.has(a, b) {
                invariant.exclusive.push((literal(a), literal(b)));
            }
        }
    }
    Evidence::H2(invariant)
}
