//! Times the check of a large set of states: four guests walk about a house of 24 connected rooms and two that nobody
//! gets to; a lamp, which has to be lit before anybody enters the cellar, doubles the states.

use std::fmt::Write as _;
use std::time::Instant;
use stepguard_proof::{
    Atom, Budget, Certificate, Evidence, Exhausted, Frame, RuleLayout, StateLayout, States, check, task_hash,
};
use stepguard_task::{ObjectId, PredicateId, Task};
use stepguard_text::{Interner, TextId};

const GUESTS: usize = 4;
const ROOMS: usize = 26;
/// Rooms with lower numbers can be reached.
const CONNECTED: usize = 24;
/// The cellar.
const CELLAR: usize = 23;

/// Doors: each room has five, in both directions.
fn doors() -> Vec<(usize, usize)> {
    let mut doors = Vec::new();
    for room in 0..CONNECTED {
        for step in [1, 5] {
            doors.push((room, (room + step) % CONNECTED));
            doors.push(((room + step) % CONNECTED, room));
        }
        doors.push((room, (room * 7 + 3) % CONNECTED));
    }
    doors.retain(|(from, to)| from != to);
    doors.sort_unstable();
    doors.dedup();
    doors
}

fn texts() -> (String, String) {
    let domain = "(define (domain house) (:requirements :strips :typing :negative-preconditions :constraints)
      (:types guest room)
      (:predicates (at ?g - guest ?r - room) (door ?a ?b - room) (lit) (cellar ?r - room))
      (:action walk :parameters (?g - guest ?a ?b - room) :precondition (and (at ?g ?a) (door ?a ?b))
        :effect (and (not (at ?g ?a)) (at ?g ?b)))
      (:action light :parameters () :precondition (not (lit)) :effect (lit))
      (:action dim :parameters () :precondition (lit) :effect (not (lit))))";
    let mut problem = "(define (problem evening) (:domain house) (:objects".to_owned();
    for guest in 0..GUESTS {
        let _ = write!(problem, " g{guest}");
    }
    problem.push_str(" - guest");
    for room in 0..ROOMS {
        let _ = write!(problem, " r{room}");
    }
    let _ = write!(problem, " - room) (:init (cellar r{CELLAR})");
    for guest in 0..GUESTS {
        let _ = write!(problem, " (at g{guest} r0)");
    }
    for (from, to) in doors() {
        let _ = write!(problem, " (door r{from} r{to})");
    }
    problem.push_str(
        ") (:goal (at g0 r25)) (:constraints (and
          (forall (?g - guest) (always (not (at ?g r25))))
          (always (forall (?g - guest ?r - room) (imply (and (at ?g ?r) (cellar ?r)) (lit)))))))",
    );
    (domain.to_owned(), problem)
}

fn task() -> Task {
    let (domain, problem) = texts();
    let mut names = Interner::new();
    let domain = stepguard_pddl::parse(&domain, TextId::Domain, &mut names).definitions.domains.remove(0);
    let problem = stepguard_pddl::parse(&problem, TextId::Problem, &mut names).definitions.problems.remove(0);
    stepguard_task::build(&domain, &problem, names).task.expect("the texts are in order")
}

fn main() {
    let task = task();
    let (at, lit) = (PredicateId(0), PredicateId(2));
    let mut facts = Vec::new();
    for guest in 0..GUESTS {
        for room in 0..CONNECTED {
            facts.push(Atom { predicate: at, arguments: [ObjectId::new(guest), ObjectId::new(GUESTS + room)].into() });
        }
    }
    facts.push(Atom { predicate: lit, arguments: [].into() });
    let rules = RuleLayout::of(&task).expect("the rules have no memory");
    let layout = StateLayout::new(facts.len(), 0, 0, rules.bits);
    let mut packed = Vec::new();
    for code in 0..CONNECTED.pow(4) * 2 {
        let rooms: Vec<usize> = (0..4_u32).map(|guest| code / 2 / CONNECTED.pow(guest) % CONNECTED).collect();
        let lamp = code % 2 == 1;
        if rooms.contains(&CELLAR) && !lamp {
            continue;
        }
        let mut state = vec![0_u8; layout.bytes()];
        let on = rooms.iter().enumerate().map(|(guest, room)| guest * CONNECTED + room);
        for bit in on.chain(lamp.then_some(GUESTS * CONNECTED)) {
            state[bit / 8] |= 1 << (bit % 8);
        }
        packed.push(state);
    }
    let states = States::collect(layout.bytes(), packed).expect("all have the layout's width");
    let evidence =
        Exhausted { frame: Frame { facts, fluents: Vec::new() }, values: Vec::new(), states, dead_ends: false };
    let certificate = Certificate { task: task_hash(&task), evidence: Evidence::Exhausted(evidence) };
    let bytes = certificate.to_bytes().expect("it is short enough");
    let start = Instant::now();
    let certificate = Certificate::from_bytes(&bytes).expect("what is written can be read");
    println!("{} bytes read in {:?}", bytes.len(), start.elapsed());
    let start = Instant::now();
    match check(&task, &certificate, Budget::default()) {
        Ok(summary) => println!("{summary:#?}\nchecked in {:?}", start.elapsed()),
        Err(rejection) => println!("rejected in {:?}: {rejection}", start.elapsed()),
    }
}
