//! The check of invariants of literals and pairs of literals.
//!
//! A literal is a bit, `2 * fact` where it is true and `2 * fact + 1` where it is false. What is known together is a
//! *context*: literals that hold, and all that they exclude. Conditions that are no conjunctions of literals are taken
//! apart branch by branch; what cannot be expressed (numbers, object fluents, recursive derived atoms) is taken as
//! possible, which is always safe.

use crate::certificate::{Invariant, Literal};
use crate::ground::{GroundChange, Step};
use crate::logic::{Cloud, Cond, Truth, bit, set_bit, words_for};
use crate::rejection::{Budget, Checked, Rejection, Summary};
use crate::setup::Setup;
use std::rc::Rc;
use stepguard_task::Task;

/// Branches of one condition that are told apart before the rest of it is taken as possible.
const MAX_BRANCHES: usize = 256;

/// Literals that hold together and what they exclude.
#[derive(Debug, Clone)]
struct Context {
    holds: Vec<u64>,
    excluded: Vec<u64>,
}

/// A context and the choices that are still to be made in it.
#[derive(Debug, Clone)]
struct Branch {
    choices: Vec<Rc<Vec<Cond>>>,
    context: Context,
}

impl Context {
    fn has(&self, literal: u32) -> bool {
        bit(&self.holds, literal)
    }
}

struct Checker<'t> {
    setup: Setup<'t>,
    cloud: Cloud,
    /// Words of a row of literals.
    words: usize,
    /// For every literal those that it excludes, by claim, by rule, or as its opposite.
    rows: Vec<u64>,
    /// The same by claim only.
    claimed: Vec<u64>,
    /// The same by rule only: what a rule forbids need not be shown.
    given: Vec<u64>,
    /// Literals that are claimed never to hold, those that rules forbid, and both.
    never_claimed: Vec<u64>,
    never_given: Vec<u64>,
    never: Vec<u64>,
    /// Derived atoms that can be replaced by what they stand for: their rules go in no circle.
    plain: Vec<bool>,
    /// Derived atoms whose rules are never undefined.
    two_valued: Vec<bool>,
    tried: u64,
}

const fn code(fact: u32, holds: bool) -> u32 {
    fact * 2 + !holds as u32
}

pub(crate) fn check(task: &Task, invariant: &Invariant, budget: Budget) -> Checked<Summary> {
    let mut setup = Setup::new(task, &invariant.frame, budget)?;
    let at_start = setup.start()?.is_none();
    let cloud = setup.open_cloud()?;
    let mut checker = Checker::new(setup, cloud, invariant)?;
    if !at_start {
        checker.run(invariant)?;
    }
    Ok(Summary {
        kind: "h2",
        facts: checker.setup.grounder.facts as u64,
        fluents: checker.setup.grounder.tracked as u64,
        steps: checker.setup.steps.len() as u64,
        claims: (invariant.never.len() + invariant.exclusive.len()) as u64,
        successors: checker.tried,
        dead_ends: 0,
        work: checker.setup.grounder.fuel.spent(),
        at_start,
    })
}

impl<'t> Checker<'t> {
    fn new(mut setup: Setup<'t>, cloud: Cloud, invariant: &Invariant) -> Checked<Self> {
        let facts = setup.grounder.facts;
        let literals = facts * 2;
        let words = words_for(literals);
        let cells = literals.saturating_mul(words);
        setup.grounder.keep((cells as u64).saturating_mul(24))?;
        let mut checker = Self {
            setup,
            cloud,
            words,
            rows: Vec::new(),
            claimed: vec![0; cells],
            given: Vec::new(),
            never_claimed: vec![0; words],
            never_given: Vec::new(),
            never: Vec::new(),
            plain: Vec::new(),
            two_valued: Vec::new(),
            tried: 0,
        };
        let literal = |literal: &Literal| {
            if (literal.fact() as usize) < facts {
                Ok(literal.code())
            } else {
                Err(Rejection::Malformed(format!("a literal of fact {}, which is not in the frame", literal.fact())))
            }
        };
        checker.setup.grounder.fuel.spend((invariant.never.len() + invariant.exclusive.len()) as u64)?;
        for never in &invariant.never {
            set_bit(&mut checker.never_claimed, literal(never)?);
        }
        for (left, right) in &invariant.exclusive {
            let (left, right) = (literal(left)?, literal(right)?);
            if left / 2 == right / 2 {
                return Err(Rejection::Malformed(format!("a pair of fact {} with itself", left / 2)));
            }
            checker.exclude(left, right);
        }
        checker.take_given()?;
        checker.survey_derived();
        Ok(checker)
    }

    fn exclude(&mut self, left: u32, right: u32) {
        let words = self.words;
        for (left, right) in [(left, right), (right, left)] {
            let start = left as usize * words;
            set_bit(&mut self.claimed[start..start + words], right);
        }
    }

    /// What `always` rules say of literals and pairs, and all that is excluded together.
    fn take_given(&mut self) -> Checked<()> {
        let words = self.words;
        self.setup.grounder.fuel.spend(self.claimed.len() as u64)?;
        self.given = vec![0; self.claimed.len()];
        self.never_given = vec![0; words];
        for clause in &self.setup.clauses.list {
            // Facts outside of the frame are as they are.
            let frozen = |fact: u32| fact as usize >= self.setup.grounder.facts;
            if clause.iter().any(|(fact, want)| frozen(*fact) && self.setup.grounder.initially[*fact as usize] == *want)
            {
                continue;
            }
            let open: Vec<u32> =
                clause.iter().filter(|(fact, _)| !frozen(*fact)).map(|(fact, want)| code(*fact, !*want)).collect();
            match open[..] {
                [one] => set_bit(&mut self.never_given, one),
                [left, right] => {
                    for (left, right) in [(left, right), (right, left)] {
                        let start = left as usize * words;
                        set_bit(&mut self.given[start..start + words], right);
                    }
                }
                _ => {}
            }
        }
        self.rows = self.claimed.iter().zip(&self.given).map(|(a, b)| a | b).collect();
        for literal in 0..u32::try_from(self.setup.grounder.facts * 2).unwrap_or(u32::MAX) {
            let start = literal as usize * words;
            set_bit(&mut self.rows[start..start + words], literal ^ 1);
        }
        self.never = self.never_claimed.iter().zip(&self.never_given).map(|(a, b)| a | b).collect();
        Ok(())
    }

    fn survey_derived(&mut self) {
        let derivation = &self.setup.derivation;
        let count = derivation.bodies.len();
        (self.plain, self.two_valued) = (vec![false; count], vec![false; count]);
        for layer in &derivation.layers {
            let circle = layer.iter().any(|atom| !derivation.readers[*atom as usize].is_empty());
            for atom in layer {
                self.plain[*atom as usize] = !circle;
                let mut plain = true;
                derivation.bodies[*atom as usize].leaves(&mut |leaf| match leaf {
                    // Only an undefined leaf can make a body undefined.
                    Cond::Compare(..) | Cond::Case(..) | Cond::Const(Truth::Undefined) => plain = false,
                    _ => {}
                });
                self.two_valued[*atom as usize] = plain;
            }
        }
    }

    fn row(&self, literal: u32) -> &[u64] {
        let start = literal as usize * self.words;
        &self.rows[start..start + self.words]
    }

    fn empty(&self) -> Context {
        Context { holds: vec![0; self.words], excluded: self.never.clone() }
    }

    /// Adds a literal; false when it cannot be.
    fn assume(&mut self, context: &mut Context, literal: u32) -> Checked<bool> {
        if bit(&context.excluded, literal) {
            return Ok(false);
        }
        if !context.has(literal) {
            self.setup.grounder.fuel.spend(self.words as u64)?;
            set_bit(&mut context.holds, literal);
            for (excluded, more) in context.excluded.iter_mut().zip(self.row(literal)) {
                *excluded |= more;
            }
            // It may exclude what holds already.
            if context.holds.iter().zip(&context.excluded).any(|(holds, excluded)| holds & excluded != 0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The ways in which all conditions may hold in `context`: their union covers all. At most `limit` branches are told
    /// apart. Without a limit: the first way only, with all branches told apart for as long as the work budget lasts.
    fn ways(&mut self, conds: &[&Cond], context: &Context, limit: Option<usize>) -> Checked<Vec<Context>> {
        let mut found = Vec::new();
        let first = Branch { choices: Vec::new(), context: context.clone() };
        let conds = conds.iter().map(|cond| (*cond).clone()).collect();
        // Choices that are made one after another: what is to be tried next, and where.
        let mut open: Vec<(Rc<Vec<Cond>>, usize, Branch)> = Vec::new();
        self.follow(first, conds, limit, &mut open, &mut found)?;
        while let Some((parts, next, branch)) = open.pop() {
            if limit.is_none() && !found.is_empty() {
                break;
            }
            let Some(part) = parts.get(next) else { continue };
            let part = part.clone();
            self.setup.grounder.fuel.spend((self.words * 2 + branch.choices.len()) as u64 + part.bytes() / 32)?;
            open.push((parts, next + 1, branch.clone()));
            self.follow(branch, vec![part], limit, &mut open, &mut found)?;
        }
        Ok(found)
    }

    /// Puts conditions into a branch; then it is complete, or the next choice is opened.
    fn follow(
        &mut self,
        mut branch: Branch,
        mut todo: Vec<Cond>,
        limit: Option<usize>,
        open: &mut Vec<(Rc<Vec<Cond>>, usize, Branch)>,
        found: &mut Vec<Context>,
    ) -> Checked<()> {
        while let Some(cond) = todo.pop() {
            if !self.take(cond, &mut todo, &mut branch)? {
                return Ok(());
            }
        }
        // A choice that is made already is none.
        let context = &branch.context;
        branch.choices.retain(|choice| !choice.iter().any(|part| holds_surely(part, context)));
        let tried: usize = open.iter().map(|(parts, next, _)| parts.len() - next).sum();
        let smallest = (0..branch.choices.len()).min_by_key(|at| branch.choices[*at].len());
        let room = |parts: usize| limit.is_none_or(|limit| found.len() + tried + parts <= limit);
        match smallest.filter(|at| room(branch.choices[*at].len())) {
            Some(at) => {
                let parts = branch.choices.swap_remove(at);
                open.push((parts, 0, branch));
            }
            // What is left, if anything, is taken as possible.
            None => found.push(branch.context),
        }
        Ok(())
    }

    /// Puts one condition into the branch; false when it cannot hold there.
    fn take(&mut self, cond: Cond, todo: &mut Vec<Cond>, branch: &mut Branch) -> Checked<bool> {
        self.setup.grounder.fuel.spend(1)?;
        match cond {
            Cond::Fact(fact, want) => return self.assume(&mut branch.context, code(fact, want)),
            Cond::And(parts) => todo.extend(parts),
            Cond::Or(parts) => branch.choices.push(Rc::new(parts)),
            Cond::Derived(atom, want) => {
                let leaf = Cond::Derived(atom, want);
                if !self.cloud.mask(&leaf, &mut self.setup.grounder.fuel)?.may_be_true() {
                    return Ok(false);
                }
                let body = &self.setup.derivation.bodies[atom as usize];
                self.setup.grounder.fuel.spend(body.bytes() / 32)?;
                if self.plain[atom as usize] && want {
                    todo.push(body.clone());
                } else if self.plain[atom as usize] && self.two_valued[atom as usize] {
                    todo.push(body.clone().negate());
                }
            }
            other => return Ok(self.cloud.mask(&other, &mut self.setup.grounder.fuel)?.may_be_true()),
        }
        Ok(true)
    }

    fn run(&mut self, invariant: &Invariant) -> Checked<()> {
        self.starts(invariant)?;
        self.exclude_triggers()?;
        let steps = std::mem::take(&mut self.setup.steps);
        let mut result = Ok(());
        for step in &steps {
            result = self.step(step);
            if result.is_err() {
                break;
            }
        }
        self.setup.steps = steps;
        result?;
        self.no_success()
    }

    fn starts(&mut self, invariant: &Invariant) -> Checked<()> {
        let holds = |literal: &Literal| self.setup.grounder.initially[literal.fact() as usize] == literal.holds();
        if let Some(never) = invariant.never.iter().find(|literal| holds(literal)) {
            return Err(Rejection::Start(format!("{} holds", self.text(never.code()))));
        }
        if let Some((left, right)) = invariant.exclusive.iter().find(|(left, right)| holds(left) && holds(right)) {
            let (left, right) = (left.code(), right.code());
            return Err(Rejection::Start(format!("{} and {} hold together", self.text(left), self.text(right))));
        }
        Ok(())
    }

    /// Where the condition of a rule can never hold, its trigger may not either.
    fn exclude_triggers(&mut self) -> Checked<()> {
        let mut impossible = Vec::with_capacity(self.setup.watches.len());
        for index in 0..self.setup.watches.len() {
            let condition = self.setup.watches[index].condition.clone();
            impossible.push(self.ways(&[&condition], &self.empty(), Some(MAX_BRANCHES))?.is_empty());
        }
        if self.setup.exclude_triggers(&impossible)? {
            self.cloud = self.setup.open_cloud()?;
            self.take_given()?;
            self.survey_derived();
        }
        Ok(())
    }

    fn text(&self, literal: u32) -> String {
        let fact = self.setup.grounder.fact_text(literal / 2);
        if literal.is_multiple_of(2) { fact } else { format!("(not {fact})") }
    }

    fn open(&self, step: &Step, context: &Context, why: String) -> Rejection {
        let holds =
            (0..u32::try_from(self.setup.grounder.facts * 2).unwrap_or(0)).filter(|literal| context.has(*literal));
        let state: Vec<String> = holds.map(|literal| self.text(literal)).collect();
        let state = if state.is_empty() { "whatever holds".to_owned() } else { state.join(", ") };
        Rejection::Open { step: self.setup.grounder.step_text(step), state, why }
    }

    /// What an effect makes true, as a literal; `None` when it changes no fact.
    fn made(change: &GroundChange) -> Option<(u32, bool)> {
        match change {
            GroundChange::Add(fact) => Some((*fact, true)),
            GroundChange::Delete(fact) => Some((*fact, false)),
            _ => None,
        }
    }

    /// Whether an effect that makes the fact so surely fires in the context.
    fn surely_makes(step: &Step, fact: u32, value: bool, context: &Context) -> bool {
        step.effects
            .iter()
            .any(|effect| Self::made(&effect.change) == Some((fact, value)) && holds_surely(&effect.condition, context))
    }

    fn step(&mut self, step: &Step) -> Checked<()> {
        let precondition: Vec<&Cond> = step.precondition.iter().collect();
        for before in self.ways(&precondition, &self.empty(), Some(MAX_BRANCHES))? {
            for effect in &step.effects {
                let ways = if effect.condition.is(Truth::True) {
                    vec![before.clone()]
                } else {
                    self.ways(&[&effect.condition], &before, Some(MAX_BRANCHES))?
                };
                for context in ways {
                    self.tried += 1;
                    if !self.setup.stays_in_frame(step, &effect.change) {
                        return Err(self.open(step, &context, self.setup.change_text(&effect.change)));
                    }
                    if let Some((fact, value)) = Self::made(&effect.change)
                        && (fact as usize) < self.setup.grounder.facts
                    {
                        self.made_literal(step, &context, fact, value)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The step makes a fact so in `context`: is a claim broken in the state after it?
    fn made_literal(&mut self, step: &Step, context: &Context, fact: u32, value: bool) -> Checked<()> {
        let made = code(fact, value);
        // An add wins over a delete.
        if !value && Self::surely_makes(step, fact, true, context) {
            return Ok(());
        }
        // No successful plan goes on from there.
        if bit(&self.never_given, made) {
            return Ok(());
        }
        if bit(&self.never_claimed, made) && !self.is_forbidden(step, context, made, made) {
            return Err(self.open(step, context, format!("{} comes true", self.text(made))));
        }
        self.setup.grounder.fuel.spend(self.words as u64 + step.effects.len() as u64)?;
        let start = made as usize * self.words;
        // Partners that were there before and stay.
        for word in 0..self.words {
            let mut partners = self.claimed[start + word] & !self.given[start + word] & !context.excluded[word];
            while partners != 0 {
                let partner = u32::try_from(word * 64).unwrap_or(0) + partners.trailing_zeros();
                partners &= partners - 1;
                let (other, holds) = (partner / 2, partner.is_multiple_of(2));
                let mut with = context.clone();
                if !self.assume(&mut with, partner)? || Self::surely_makes(step, other, !holds, &with) {
                    continue;
                }
                if !self.is_forbidden(step, &with, made, partner) {
                    let why = format!("{} comes true while {} stays", self.text(made), self.text(partner));
                    return Err(self.open(step, &with, why));
                }
            }
        }
        // Partners that come true by the same step.
        for effect in &step.effects {
            let Some((other, holds)) = Self::made(&effect.change) else { continue };
            if other as usize >= self.setup.grounder.facts {
                continue;
            }
            let partner = code(other, holds);
            let row = start..start + self.words;
            if !bit(&self.claimed[row.clone()], partner) || bit(&self.given[row], partner) {
                continue;
            }
            for with in self.ways(&[&effect.condition], context, Some(MAX_BRANCHES))? {
                let loses = !holds && Self::surely_makes(step, other, true, &with)
                    || !value && Self::surely_makes(step, fact, true, &with);
                if !loses && !self.is_forbidden(step, &with, made, partner) {
                    let why = format!("{} and {} come true together", self.text(made), self.text(partner));
                    return Err(self.open(step, &with, why));
                }
            }
        }
        Ok(())
    }

    /// Whether a rule forbids the state after the step, in which `left` and `right` hold, together with what surely comes
    /// true.
    fn is_forbidden(&self, step: &Step, context: &Context, left: u32, right: u32) -> bool {
        let sure = step.effects.iter().filter_map(|effect| {
            let (fact, value) = Self::made(&effect.change)?;
            let holds = (fact as usize) < self.setup.grounder.facts
                && holds_surely(&effect.condition, context)
                && (value || !step.effects.iter().any(|e| Self::made(&e.change) == Some((fact, true))));
            holds.then_some(code(fact, value))
        });
        let after: Vec<u32> = [left, right].into_iter().chain(sure).collect();
        after.iter().any(|literal| {
            let start = *literal as usize * self.words;
            let row = &self.given[start..start + self.words];
            bit(&self.never_given, *literal) || after.iter().any(|other| bit(row, *other))
        })
    }

    fn no_success(&mut self) -> Checked<()> {
        use stepguard_task::TrajectoryOp as Op;
        let mut at_end = vec![self.setup.goal.clone()];
        let mut once = Vec::new();
        for (instance, watch) in self.setup.layout.instances.iter().zip(&self.setup.watches) {
            match instance.operator {
                Op::AtEnd(_) | Op::HoldAfter(..) | Op::Always(_) => at_end.push(watch.condition.clone()),
                Op::Sometime(_) | Op::Within(..) => once.push(watch.condition.clone()),
                _ => {}
            }
        }
        for cond in once {
            if self.ways(&[&cond], &self.empty(), Some(MAX_BRANCHES))?.is_empty() {
                return Ok(());
            }
        }
        let conds: Vec<&Cond> = at_end.iter().collect();
        match self.ways(&conds, &self.empty(), None)?.first() {
            None => Ok(()),
            Some(context) => {
                let literals = u32::try_from(self.setup.grounder.facts * 2).unwrap_or(0);
                let with: Vec<String> =
                    (0..literals).filter(|literal| context.has(*literal)).map(|literal| self.text(literal)).collect();
                Err(Rejection::Success(format!("the claims allow the goal with {}", with.join(", "))))
            }
        }
    }
}

/// Whether a condition surely holds where the literals of the context do.
fn holds_surely(cond: &Cond, context: &Context) -> bool {
    match cond {
        Cond::Const(truth) => *truth == Truth::True,
        Cond::Fact(fact, want) => context.has(code(*fact, *want)),
        Cond::And(parts) => parts.iter().all(|part| holds_surely(part, context)),
        Cond::Or(parts) => parts.iter().any(|part| holds_surely(part, context)),
        _ => false,
    }
}
