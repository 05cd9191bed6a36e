//! Random tasks of a few switches, in which much excludes something else: what is claimed is compared with all states.

mod support;

use std::collections::BTreeSet;
use stepguard_proof::{Atom, Evidence, Literal, Rejection};
use support::{Found, Node, Prover, certificate, h2, read, relaxed, verdict};

/// Random numbers, the same ones every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        // A xorshift: good enough to make texts.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % end as u64).expect("it is below `end`")
    }

    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn literal(&mut self) -> String {
        let fact = if self.chance(3) { self.below(3) } else { 3 + self.below(SWITCHES - 3) };
        if self.chance(3) { format!("(not (p{fact}))") } else { format!("(p{fact})") }
    }

    fn condition(&mut self, derived: bool) -> String {
        match self.below(12) {
            0 => format!("(or {} {})", self.literal(), self.literal()),
            1 => format!("(imply {} {})", self.literal(), self.literal()),
            2 if derived => "(d)".to_owned(),
            3 if derived => "(not (d))".to_owned(),
            4 => format!("(= (o) {})", ["a", "b"][self.below(2)]),
            5 => format!("(>= (n) {})", self.below(3)),
            _ => self.literal(),
        }
    }

    fn conjunction(&mut self, most: usize, derived: bool) -> String {
        let parts: Vec<String> = (0..=self.below(most)).map(|_| self.condition(derived)).collect();
        format!("(and {})", parts.join(" "))
    }

    fn effect(&mut self) -> String {
        match self.below(16) {
            0 => "(assign (o) b)".to_owned(),
            1 => "(assign (n) 0)".to_owned(),
            2 if self.chance(2) => "(when (< (n) 3) (increase (n) 1))".to_owned(),
            3..6 => format!("(when {} {})", self.conjunction(2, true), self.literal()),
            _ => self.literal(),
        }
    }

    fn rule(&mut self) -> String {
        let (one, two) = (self.condition(true), self.condition(true));
        match self.below(14) {
            0 | 1 => format!("(always {})", self.literal()),
            2 => format!("(always (or {} {}))", self.literal(), self.literal()),
            3 => format!("(always (not (and {one} {two})))"),
            4 => format!("(sometime {one})"),
            5 | 6 => format!("(sometime-before {one} {two})"),
            7 => format!("(sometime-after {one} {two})"),
            8 => format!("(at-most-once {one})"),
            9 => format!("(always-within {} {one} {two})", self.below(3)),
            10 => format!("(within {} {one})", self.below(4)),
            11 => format!("(hold-after {} {one})", self.below(4)),
            12 => format!("(hold-during {} {} {one})", self.below(2), 2 + self.below(3)),
            _ => format!("(at end {one})"),
        }
    }

    fn task(&mut self) -> (String, String) {
        let predicates: Vec<String> = (0..SWITCHES).map(|fact| format!("(p{fact})")).collect();
        let mut domain = format!(
            "(define (domain house) (:requirements :adl :fluents :object-fluents :derived-predicates :constraints)
              (:constants a b) (:predicates {} (d)) (:functions (n) - number (o) - object)
              (:derived (d) {})",
            predicates.join(" "),
            self.conjunction(2, false)
        );
        for action in 0..3 + self.below(6) {
            let mut effects: Vec<String> = (0..self.below(3)).map(|_| self.effect()).collect();
            let mut precondition = if self.chance(2) { "(and)".to_owned() } else { self.conjunction(2, true) };
            // Mostly a step from one of the first three switches to another, so that these exclude each other.
            if !self.chance(4) {
                let (from, to) = (self.below(3), self.below(3));
                effects.push(format!("(not (p{from})) (p{to})"));
                precondition = format!("(and (p{from}) {precondition})");
            }
            domain.push_str(&format!(
                "\n (:action a{action} :parameters () :precondition {precondition} :effect (and {}))",
                effects.join(" ")
            ));
        }
        domain.push(')');
        let mut init = vec!["(p0)"];
        init.extend(predicates[3..].iter().filter(|_| self.chance(2)).map(String::as_str));
        let rules: Vec<String> = (0..self.below(3)).map(|_| self.rule()).collect();
        let problem = format!(
            "(define (problem evening) (:domain house) (:init {} (= (n) 0) (= (o) a)) (:goal {})
              (:constraints (and {})))",
            init.join(" "),
            self.conjunction(3, true),
            rules.join(" ")
        );
        (domain, problem)
    }
}

const SWITCHES: usize = 6;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn claims_are_true_and_proofs_right() {
    let mut random = Random(number("STEPGUARD_SEED").unwrap_or(3).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut checked, mut counts, mut proved) = (0, [0; 3], 0);
    for _ in 0..number("STEPGUARD_SAMPLES").unwrap_or(3000) {
        let (domain, problem) = random.task();
        let shown = format!("{domain}\n{problem}");
        let Some(texts) = read(&domain, &problem) else { continue };
        let prover = Prover::new(&texts);
        let found = prover.exhaust(600);
        let (frame, relaxation) = relaxed(&texts.task);
        let (claims, invariant) = h2(&texts.task, &frame);
        for result in [&relaxation, &invariant] {
            assert!(matches!(result, Ok(_) | Err(Rejection::Success(_))), "{result:?}\n{shown}");
        }
        let has_plan = matches!(found, Found::Plan(..));
        assert!(!has_plan || relaxation.is_err() && invariant.is_err(), "{relaxation:?} {invariant:?}\n{shown}");
        assert!(relaxation.is_err() || invariant.is_ok(), "the weaker one proves more\n{shown}");
        counts[0] += u32::from(relaxation.is_ok());
        counts[1] += u32::from(relaxation.is_err() && invariant.is_ok());
        counts[2] += u32::from(has_plan);
        if let Found::Nothing(nodes, broken) = &found {
            let evidence = Evidence::Exhausted(prover.exhausted(nodes, broken));
            let result = verdict(&texts.task, &certificate(&texts.task, evidence));
            assert!(result.is_ok(), "{result:?}\n{shown}");
            proved += 1;
        }
        // Claims are about the states on the way of a plan that succeeds; without rules, about all.
        let states: Vec<&Node> = match &found {
            Found::Plan(nodes, _) if texts.task.rules.is_empty() => nodes.iter().collect(),
            Found::Nothing(nodes, _) if texts.task.rules.is_empty() => nodes.iter().collect(),
            Found::Plan(nodes, last) => {
                std::iter::successors(Some(&nodes[*last]), |node| node.parent.map(|parent| &nodes[parent])).collect()
            }
            _ => Vec::new(),
        };
        let initial = prover.world.initial();
        for node in states {
            let facts: BTreeSet<Atom> = node.state.facts.iter().map(|fact| prover.fact(fact)).collect();
            let holds = |literal: Literal| facts.contains(&frame.facts[literal.fact() as usize]) == literal.holds();
            for fact in node.state.facts.symmetric_difference(&initial.facts) {
                assert!(frame.facts.contains(&prover.fact(fact)), "{fact} changes\n{shown}");
            }
            for claim in &claims.never {
                assert!(!holds(*claim), "{claim:?} holds in {:?}\n{shown}", node.state.facts);
            }
            for (left, right) in &claims.exclusive {
                assert!(!(holds(*left) && holds(*right)), "{left:?}, {right:?}: {:?}\n{shown}", node.state.facts);
            }
            checked += claims.never.len() + claims.exclusive.len();
        }
    }
    println!("{} by relaxation, {} more by an invariant, {} with a plan", counts[0], counts[1], counts[2]);
    println!("{proved} exhausted, {checked} claims compared with states");
    if number("STEPGUARD_SAMPLES").is_none() {
        assert!(counts.iter().all(|count| *count > 10) && proved > 50 && checked > 5_000, "the sample says something");
    }
}
