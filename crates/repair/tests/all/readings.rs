//! What unreadable steps may mean.

use crate::support::{show, task};
use stepguard_repair::{Reader, readings, readings_of_line};
use stepguard_task::Task;

fn kitchen() -> Task {
    let domain = "(define (domain kitchen)
      (:requirements :strips :typing)
      (:types item place)
      (:predicates (on ?i - item ?p - place) (held ?i - item))
      (:action pick-up :parameters (?i - item ?p - place) :precondition (on ?i ?p) :effect (and (held ?i) (not (on ?i ?p))))
      (:action put-on :parameters (?i - item ?p - place) :precondition (held ?i) :effect (on ?i ?p))
      (:action wait :parameters () :effect (and)))";
    let problem = "(define (problem p) (:domain kitchen) (:objects mug jug cup2 - item table shelf - place)
      (:init (on mug table)) (:goal (on mug shelf)))";
    task(domain.as_bytes(), problem.as_bytes()).expect("it is right")
}

fn read(name: &str, arguments: &[&str]) -> Vec<String> {
    let task = kitchen();
    readings(&task, name, arguments, 6).iter().map(|call| show(&task, call)).collect()
}

fn line(text: &str) -> Vec<String> {
    let task = kitchen();
    readings_of_line(&task, text, 6).iter().map(|call| show(&task, call)).collect()
}

#[test]
fn the_nearest_names_are_meant() {
    assert_eq!(read("put-no", &["mug", "table"]), ["(put-on mug table)"]);
    assert_eq!(read("PUT_ON", &["Mug", "tabel"]), ["(put-on mug table)"]);
    assert_eq!(read("put-on", &["mugg", "table"]), ["(put-on mug table)"]);
    // Two slips at once.
    assert_eq!(read("put-onn", &["mug", "shelv"]), ["(put-on mug shelf)"]);
    // Nothing is like it: what fits.
    assert_eq!(
        read("put-on", &["spoon", "table"]),
        ["(put-on mug table)", "(put-on jug table)", "(put-on cup2 table)"]
    );
    // Nothing is like the action: what takes the same objects.
    assert_eq!(read("levitate", &["mug", "table"]), ["(pick-up mug table)", "(put-on mug table)"]);
    assert_eq!(read("levitate", &[]), ["(wait)"]);
    assert!(read("levitate", &["mug", "mug"]).is_empty());
}

#[test]
fn arguments_are_filled_in_and_dropped() {
    assert_eq!(read("put-on", &["mug"]), ["(put-on mug table)", "(put-on mug shelf)"]);
    assert_eq!(read("put-on", &["shelf"]), ["(put-on mug shelf)", "(put-on jug shelf)", "(put-on cup2 shelf)"]);
    assert_eq!(read("put-on", &["robot", "mug", "shelf"])[0], "(put-on mug shelf)");
    assert_eq!(read("wait", &["mug"]), ["(wait)"]);
    assert!(read("wait", &["mug", "mug", "mug"]).is_empty());
}

#[test]
fn lines_of_words_are_read() {
    assert_eq!(line("then pick up the mug from the table.")[0], "(pick-up mug table)");
    assert_eq!(line("3) PUT ON: mug, shelf"), ["(put-on mug shelf)"]);
    assert_eq!(line("pik-up the mug (table)"), ["(pick-up mug table)"]);
    assert_eq!(line("(put-on mugg table)"), ["(put-on mug table)"]);
    assert_eq!(line("{\"action\": \"put-on\", \"object\": \"mugg, shelf\"}")[0], "(put-on mug shelf)");
    assert_eq!(line("put on the little mugg so that it stands on the shelf")[0], "(put-on mug shelf)");
    assert_eq!(line("(levitate mug table)"), ["(pick-up mug table)", "(put-on mug table)"]);
    assert_eq!(line("wait!"), ["(wait)"]);
    assert!(line("").is_empty());
    assert!(line("nothing to see here").is_empty());
}

#[test]
fn thousands_of_unknown_names_are_looked_through_within_a_budget() {
    let objects: Vec<String> = (0..3_000).map(|number| format!("item-number-{number}")).collect();
    let domain = "(define (domain store) (:requirements :strips) (:predicates (there ?x) (near ?x ?y))
      (:action take :parameters (?x ?y) :precondition (and (there ?x) (near ?x ?y)) :effect (not (there ?x))))";
    let problem = format!(
        "(define (problem p) (:domain store) (:objects {}) (:init (there item-number-1)) (:goal (and)))",
        objects.join(" ")
    );
    let task = task(domain.as_bytes(), problem.as_bytes()).expect("it is right");
    let mut reader = Reader::new(&task);
    for number in 0..800 {
        let line = format!("(take item-nunber-{number} thing-{number} and whatever stands on the shelf over there)");
        assert!(reader.line(&line, 12).len() <= 12);
    }
    // What is known needs no comparison.
    assert_eq!(reader.line("TAKE item_number_7, item-number-8", 12).len(), 1);
}

#[test]
fn many_doubtful_arguments_are_given_up() {
    let parameters: Vec<String> = (0..24).map(|number| format!("?x{number} - item")).collect();
    let domain = format!(
        "(define (domain d) (:requirements :strips :typing) (:types item place) (:predicates (p))
          (:action a :parameters ({} ?last - place) :effect (p)))",
        parameters.join(" ")
    );
    let problem = "(define (problem p) (:domain d) (:objects mitten kitten bitten - item here - place) (:goal (p)))";
    let task = task(domain.as_bytes(), problem.as_bytes()).expect("it is right");
    // Each of the first is one of three, and the last never fits.
    let arguments: Vec<&str> = std::iter::repeat_n("fitten", 24).chain(["mitten"]).collect();
    assert!(readings(&task, "a", &arguments, 5).is_empty());
}
