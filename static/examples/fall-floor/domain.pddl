(define (domain mopping)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :disjunctive-preconditions)
  (:types floor person - object)
  (:predicates (dirty ?f - floor) (wet ?f - floor) (sign-at ?f - floor) (inside ?p - person))
  (:action mop
    :parameters (?f - floor)
    :precondition (dirty ?f)
    :effect (and (wet ?f) (not (dirty ?f))))
  (:action put-up-sign
    :parameters (?f - floor)
    :effect (sign-at ?f))
  (:action let-dry
    :parameters (?f - floor)
    :precondition (wet ?f)
    :effect (not (wet ?f)))
  (:action answer-door
    :parameters (?p - person)
    :precondition (not (inside ?p))
    :effect (inside ?p)))
