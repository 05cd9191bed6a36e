(define (domain stove-top)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :universal-preconditions
                 :disjunctive-preconditions)
  (:types thing burner - object
          pan cloth - thing)
  (:predicates
    (on-burner ?t - thing ?b - burner) (lit ?b - burner) (warm ?p - pan) (aside ?t - thing))
  (:action light
    :parameters (?b - burner)
    :precondition (not (lit ?b))
    :effect (lit ?b))
  (:action put-out
    :parameters (?b - burner)
    :precondition (lit ?b)
    :effect (not (lit ?b)))
  (:action take-away
    :parameters (?t - thing ?b - burner)
    :precondition (on-burner ?t ?b)
    :effect (and (aside ?t) (not (on-burner ?t ?b))))
  (:action set-on
    :parameters (?t - thing ?b - burner)
    :precondition (aside ?t)
    :effect (and (on-burner ?t ?b) (not (aside ?t))))
  (:action warm-up
    :parameters (?p - pan ?b - burner)
    :precondition (and (on-burner ?p ?b) (lit ?b))
    :effect (warm ?p)))
