(define (domain balcony)
  (:requirements :strips :typing :negative-preconditions)
  (:types person-helper plant can - object)
  (:predicates
    (door-open) (on-balcony ?h - person-helper)
    (carries ?h - person-helper ?c - can) (full ?c - can)
    (watered ?p - plant))
  (:action open-balcony-door
    :parameters (?h - person-helper)
    :precondition (and (not (door-open)) (not (on-balcony ?h)))
    :effect (door-open))
  (:action step-out
    :parameters (?h - person-helper)
    :precondition (door-open)
    :effect (on-balcony ?h))
  (:action fill-can
    :parameters (?h - person-helper ?c - can)
    :precondition (and (carries ?h ?c) (not (on-balcony ?h)))
    :effect (full ?c))
  (:action water
    :parameters (?h - person-helper ?p - plant ?c - can)
    :precondition (and (on-balcony ?h) (carries ?h ?c) (full ?c))
    :effect (and (watered ?p) (not (full ?c)))))
