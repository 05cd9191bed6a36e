//! Small tasks without a plan, and some that have one by a hair's breadth.

use super::{Texts, read};

const KITCHEN: &str = "
  (:predicates (free) (held ?o) (locked ?o) (open ?o) (whole ?o) (lit ?o) (pair ?a ?b) (dirty ?o))
  (:action grasp :parameters (?o) :precondition (free) :effect (and (not (free)) (held ?o)))
  (:action release :parameters (?o) :precondition (held ?o) :effect (and (free) (not (held ?o))))
  (:action unlock :parameters (?o) :precondition (and (held key) (locked ?o)) :effect (not (locked ?o)))
  (:action open :parameters (?o) :precondition (not (locked ?o)) :effect (open ?o))
  (:action drop :parameters (?o) :precondition (held ?o) :effect (and (free) (not (held ?o)) (not (whole ?o))))
  (:action switch :parameters (?a ?b) :precondition (pair ?a ?b)
    :effect (forall (?o) (when (or (= ?o ?a) (= ?o ?b))
      (and (when (lit ?o) (not (lit ?o))) (when (not (lit ?o)) (lit ?o))))))";

const WALK: &str = "
  (:predicates (at ?r) (door ?a ?b) (lit) (got) (marked ?r) (sealed ?r))
  (:action go :parameters (?a ?b) :precondition (and (at ?a) (door ?a ?b)) :effect (and (not (at ?a)) (at ?b)))
  (:action wait :parameters () :effect (and))
  (:action get :parameters () :precondition (at b) :effect (got))
  (:action mark :parameters (?r) :precondition (and (at ?r) (not (sealed ?r))) :effect (marked ?r))
  (:action leap :parameters () :precondition (marked b) :effect (and (at z) (marked z)))";

fn walk(goal: &str, rules: &str) -> (String, String) {
    let domain =
        format!("(define (domain house) (:requirements :adl :constraints :preferences) (:constants a b c z) {WALK})");
    let problem = format!(
        "(define (problem evening) (:domain house)
          (:init (at a) (door a b) (door b a) (door b c) (door c b) (sealed b))
          (:goal {goal}) (:constraints (and {rules})))"
    );
    (domain, problem)
}

fn kitchen(init: &str, goal: &str, rules: &str) -> (String, String) {
    let domain = format!("(define (domain house) (:requirements :adl :constraints) (:constants key) {KITCHEN})");
    let problem = format!(
        "(define (problem evening) (:domain house) (:objects cup pan door)
          (:init (locked door) (whole cup) (whole pan) {init}) (:goal {goal}) (:constraints (and {rules})))"
    );
    (domain, problem)
}

fn fluents(body: &str, init: &str, goal: &str) -> (String, String) {
    let domain = format!(
        "(define (domain house)
          (:requirements :adl :fluents :object-fluents :derived-predicates :action-costs :constraints)
          (:types room robot) (:constants attic hall yard - room r2 - robot)
          (:predicates (door ?a ?b - room) (clean ?r - room) (linked ?a ?b - room) (bright) (on ?r - room) (done))
          (:functions (fuel) (price) (total-cost) - number (place ?r - robot) - room)
          {body})"
    );
    let problem = format!("(define (problem evening) (:domain house) (:init {init}) (:goal {goal}))");
    (domain, problem)
}

fn relit(goal: &str, rule: &str) -> (String, String) {
    let domain =
        "(define (domain house) (:requirements :adl :constraints) (:predicates (lit) (other) (got) (done) (swapped))
      (:action get :parameters () :effect (got))
      (:action swap :parameters () :precondition (not (other))
        :effect (and (swapped) (not (lit)) (when (got) (other))))
      (:action flash :parameters () :precondition (not (other))
        :effect (and (done) (not (lit)) (when (got) (lit)) (when (got) (other)))))";
    let problem = format!(
        "(define (problem evening) (:domain house) (:init (lit)) (:goal ({goal})) (:constraints (and {rule})))"
    );
    (domain.to_owned(), problem)
}

/// Which kinds prove that there is no plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum By {
    Relaxation,
    Invariant,
    Exhaustion,
}

/// Name, texts, and the weakest kind that proves it.
pub fn impossible() -> Vec<(&'static str, (String, String), By)> {
    use By::{Exhaustion, Invariant, Relaxation};
    let drive = "(:action drive :parameters (?a ?b - room)
        :precondition (and (= (place r2) ?a) (door ?a ?b) (>= (fuel) 1))
        :effect (and (assign (place r2) ?b) (decrease (fuel) 1) (increase (total-cost) 2)))
      (:action wipe :parameters () :precondition (not (clean (place r2))) :effect (clean (place r2)))
      (:action lose :parameters () :precondition (= (place r2) yard) :effect (assign (place r2) undefined))";
    let lamps = "(:derived (bright) (and (on attic) (on hall)))
      (:derived (linked ?a ?b - room) (or (and (door ?a ?b) (on ?a)) (exists (?c - room) (and (linked ?a ?c) (linked ?c ?b)))))
      (:action only :parameters (?r - room) :effect (and (on ?r) (forall (?o - room) (when (not (= ?o ?r)) (not (on ?o))))))";
    vec![
        ("a key that nobody can take", kitchen("", "(open door)", ""), Relaxation),
        ("a lock that no rule allows to touch", kitchen("(free)", "(open door)", "(always (locked door))"), Relaxation),
        ("two things in one hand", kitchen("(free)", "(and (held cup) (held pan))", ""), Invariant),
        ("held and free", kitchen("(free)", "(exists (?o) (and (held ?o) (free)))", ""), Invariant),
        ("broken and not again whole", kitchen("(free)", "(whole cup)", "(sometime (not (whole cup)))"), Exhaustion),
        (
            "one lamp of pairs",
            kitchen("(pair cup pan) (pair pan door)", "(and (lit cup) (not (lit pan)) (not (lit door)))", ""),
            Exhaustion,
        ),
        ("no way to z", walk("(at z)", ""), Relaxation),
        ("never in b", walk("(at c)", "(always (not (at b)))"), Relaxation),
        (
            "never anywhere but in a",
            walk("(at c)", "(always (forall (?r) (imply (not (= ?r a)) (not (at ?r)))))"),
            Relaxation,
        ),
        ("no mark before getting", walk("(got)", "(sometime-before (got) (marked b))"), Relaxation),
        ("sometime in z", walk("(at c)", "(sometime (at z))"), Relaxation),
        ("two places at the end", walk("(at c)", "(at end (at a))"), Invariant),
        ("not at the end", walk("(at c)", "(at end (not (at c)))"), Invariant),
        ("back in a for ever", walk("(at c)", "(hold-after 1.5 (at a))"), Invariant),
        ("three steps are too many", walk("(and (at a) (got))", "(within 2 (and (at a) (got)))"), Exhaustion),
        ("within less than two", walk("(at c)", "(within 1.9 (at c))"), Exhaustion),
        ("once in a", walk("(and (at a) (got))", "(at-most-once (at a))"), Exhaustion),
        ("after b to z", walk("(got)", "(sometime-after (at b) (at z))"), Exhaustion),
        ("c before b", walk("(at c)", "(sometime-before (at b) (at c))"), Relaxation),
        ("from b at once to a", walk("(at c)", "(always-within 1 (at b) (at a))"), Exhaustion),
        ("staying and going", walk("(at c)", "(within 4 (at c)) (hold-during 1 4 (at a))"), Exhaustion),
        ("at half past one", walk("(got)", "(within 2 (got)) (hold-during 1.5 1.7 (at a))"), Exhaustion),
        ("broken at once", walk("(at a)", "(always (lit))"), Relaxation),
        ("each room at most once", walk("(and (at b) (marked c))", "(forall (?r) (at-most-once (at ?r)))"), Exhaustion),
        (
            "never filled",
            fluents("(:action drive :parameters () :effect (and (done) (increase (fuel) 1)))", "", "(done)"),
            Exhaustion,
        ),
        (
            "too dear",
            fluents(
                "(:action buy :parameters () :precondition (<= (price) 3) :effect (done))",
                "(= (price) 3.5)",
                "(done)",
            ),
            Relaxation,
        ),
        (
            "no price",
            fluents("(:action buy :parameters () :precondition (not (<= (price) 3)) :effect (done))", "", "(done)"),
            Relaxation,
        ),
        (
            "too little fuel",
            fluents(drive, "(= (place r2) yard) (= (fuel) 1) (door yard hall) (door hall attic)", "(clean attic)"),
            Exhaustion,
        ),
        (
            "nowhere is clean",
            fluents(
                drive,
                "(= (place r2) yard) (= (fuel) 9) (door yard hall) (door hall yard)",
                "(and (clean yard) (clean attic))",
            ),
            Exhaustion,
        ),
        ("two lamps", fluents(lamps, "(on yard)", "(bright)"), Invariant),
        (
            "two lamps on the way",
            fluents(lamps, "(door yard hall) (door hall attic)", "(linked yard attic)"),
            Exhaustion,
        ),
        ("all lamps or none", fluents(lamps, "(on yard)", "(not (exists (?r - room) (on ?r)))"), Exhaustion),
    ]
}

/// Name, texts.
pub fn possible() -> Vec<(&'static str, (String, String))> {
    let both = "(:action both :parameters () :effect (and (done) (bright2)))";
    vec![
        ("a key in reach", kitchen("(free)", "(open door)", "")),
        ("one thing", kitchen("(free)", "(and (held cup) (not (held pan)))", "")),
        (
            "two lamps of pairs",
            kitchen("(pair cup pan) (pair pan door)", "(and (lit cup) (not (lit pan)) (lit door))", ""),
        ),
        ("three steps", walk("(and (at a) (got))", "(within 3 (and (at a) (got)))")),
        ("within two", walk("(at c)", "(within 2 (at c))")),
        (
            "only advice",
            walk("(at c)", "(preference p (always (not (at b)))) (forall (?r) (preference q (at-most-once (at ?r))))"),
        ),
        ("c before a again", walk("(and (at a) (marked c))", "(sometime-before (marked a) (at c))")),
        ("b, then c within two", walk("(at c)", "(always-within 1 (at b) (at c))")),
        ("holding first", walk("(at c)", "(hold-during 0 3 (at a)) (within 5 (at c))")),
        ("holding last", walk("(at c)", "(hold-after 1.5 (or (at b) (at c)))")),
        (
            "undefined is not true",
            fluents("(:derived (bright) (> (fuel) 0)) (:action rest :effect (done))", "", "(not (bright))"),
        ),
        (
            "filled first",
            fluents(
                "(:action drive :parameters () :effect (and (done) (increase (fuel) 1)))
                 (:action fill :parameters () :effect (assign (fuel) 0))",
                "",
                "(done)",
            ),
        ),
        // What is deleted comes back by the same step where its condition holds.
        ("back at once", relit("done", "(always (lit))")),
        ("one of two", relit("done", "(always (or (lit) (other)))")),
        ("one for another", relit("swapped", "(always (or (lit) (other)))")),
        ("outside of the frame", relit("done", "(always (or (other) (lit) (got)))")),
        // One step brings both what asks and what answers.
        (
            "at once",
            (
                "(define (domain house) (:requirements :adl :constraints) (:predicates (done) (bright2)) ".to_owned()
                    + both
                    + ")",
                "(define (problem evening) (:domain house) (:init) (:goal (done))
              (:constraints (sometime-after (done) (bright2))))"
                    .to_owned(),
            ),
        ),
        (
            "at once and timed",
            (
                "(define (domain house) (:requirements :adl :constraints) (:predicates (done) (bright2)) ".to_owned()
                    + both
                    + ")",
                "(define (problem evening) (:domain house) (:init) (:goal (done))
              (:constraints (always-within 0 (done) (bright2))))"
                    .to_owned(),
            ),
        ),
    ]
}

/// Reads one of them.
pub fn texts((domain, problem): &(String, String)) -> Texts {
    read(domain, problem).expect("the texts are in order")
}
