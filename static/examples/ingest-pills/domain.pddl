(define (domain medicine)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :disjunctive-preconditions)
  (:types person box - object)
  (:predicates
    (open ?b - box) (pill-out) (had-pill ?p - person) (in-room ?p - person))
  (:action unlock
    :parameters (?b - box)
    :precondition (not (open ?b))
    :effect (open ?b))
  (:action lock
    :parameters (?b - box)
    :precondition (open ?b)
    :effect (not (open ?b)))
  (:action take-pill
    :parameters (?b - box)
    :precondition (open ?b)
    :effect (pill-out))
  (:action give-pill
    :parameters (?p - person)
    :precondition (and (pill-out) (in-room ?p))
    :effect (and (had-pill ?p) (not (pill-out))))
  (:action let-in
    :parameters (?p - person)
    :precondition (not (in-room ?p))
    :effect (in-room ?p)))
