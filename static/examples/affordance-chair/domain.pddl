(define (domain evening)
  (:requirements :strips :typing)
  (:types robot furniture - object
          lamp radio chair - furniture)
  (:predicates
    (beside ?r - robot ?f - furniture)
    (switchable ?f - furniture)
    (on ?f - furniture))
  (:action roll-to
    :parameters (?r - robot ?from ?to - furniture)
    :precondition (beside ?r ?from)
    :effect (and (beside ?r ?to) (not (beside ?r ?from))))
  (:action toggle-on
    :parameters (?r - robot ?f - furniture)
    :precondition (and (beside ?r ?f) (switchable ?f))
    :effect (on ?f))
  (:action tune
    :parameters (?r - robot ?m - radio)
    :precondition (and (beside ?r ?m) (on ?m))
    :effect (and)))
