(define (domain shelving)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :universal-preconditions
                 :disjunctive-preconditions
                 :existential-preconditions)
  (:types shelf stack - object)
  (:predicates
    (fixed ?s - shelf) (low ?b - stack ?s - shelf) (high ?b - stack ?s - shelf) (boxed ?b - stack) (drill-at-hand))
  (:action fetch-drill
    :parameters ()
    :effect (drill-at-hand))
  (:action fix-to-wall
    :parameters (?s - shelf)
    :precondition (drill-at-hand)
    :effect (fixed ?s))
  (:action box-low
    :parameters (?b - stack ?s - shelf)
    :precondition (low ?b ?s)
    :effect (and (boxed ?b) (not (low ?b ?s))))
  (:action box-high
    :parameters (?b - stack ?s - shelf)
    :precondition (high ?b ?s)
    :effect (and (boxed ?b) (not (high ?b ?s)))))
