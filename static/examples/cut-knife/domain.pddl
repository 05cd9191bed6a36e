(define (domain dishes)
  (:requirements :strips :typing :negative-preconditions
                 :conditional-effects :constraints
                 :disjunctive-preconditions
                 :existential-preconditions)
  (:types item - object
          sharp blunt - item)
  (:predicates (dirty ?i - item) (in-sink ?i - item) (clean ?i - item) (foam-in-sink) (hand-in-sink))
  (:action fill-sink
    :parameters ()
    :effect (foam-in-sink))
  (:action drain
    :parameters ()
    :effect (not (foam-in-sink)))
  (:action put-in-sink
    :parameters (?i - item)
    :precondition (dirty ?i)
    :effect (in-sink ?i))
  (:action reach-in
    :parameters ()
    :precondition (not (hand-in-sink))
    :effect (hand-in-sink))
  (:action wash-item
    :parameters (?i - item)
    :precondition (and (in-sink ?i) (hand-in-sink) (foam-in-sink))
    :effect (and (clean ?i) (not (dirty ?i)) (not (in-sink ?i))))
  (:action withdraw
    :parameters ()
    :precondition (hand-in-sink)
    :effect (not (hand-in-sink))))
