(define (domain nursery)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :disjunctive-preconditions
                 :preferences)
  (:types blind child - object)
  (:predicates (down ?b - blind) (cord-loose ?b - blind) (in-cot ?c - child) (awake ?c - child))
  (:action pull-up
    :parameters (?b - blind)
    :precondition (down ?b)
    :effect (and (not (down ?b)) (cord-loose ?b)))
  (:action let-down
    :parameters (?b - blind)
    :precondition (not (down ?b))
    :effect (and (down ?b) (cord-loose ?b)))
  (:action tie-cord
    :parameters (?b - blind)
    :precondition (cord-loose ?b)
    :effect (not (cord-loose ?b)))
  (:action lay-down
    :parameters (?c - child)
    :precondition (awake ?c)
    :effect (and (in-cot ?c) (not (awake ?c)))))
