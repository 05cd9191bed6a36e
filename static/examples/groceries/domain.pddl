; Carrying groceries from a car into the right cupboards.
(define (domain groceries)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :universal-preconditions
                 :disjunctive-preconditions)
  (:types
    robot place thing - object
    room container - place
    food cutlery cleaner - thing)
  (:predicates
    (robot-in ?r - robot ?p - room)
    (in ?t - thing ?p - place)
    (stands-in ?c - container ?p - room)
    (open ?c - container)
    (held ?t - thing)
    (hand-free)
    (cool ?c - container)
    (sliced ?f - food))

  (:action walk-to
    :parameters (?r - robot ?from ?to - room)
    :precondition (robot-in ?r ?from)
    :effect (and (robot-in ?r ?to) (not (robot-in ?r ?from))))

  (:action pick-up
    :parameters (?r - robot ?t - thing ?p - room)
    :precondition (and (robot-in ?r ?p) (in ?t ?p) (hand-free))
    :effect (and (held ?t) (not (in ?t ?p)) (not (hand-free))))

  (:action take-out
    :parameters (?r - robot ?t - thing ?c - container ?p - room)
    :precondition (and (robot-in ?r ?p) (stands-in ?c ?p) (open ?c) (in ?t ?c) (hand-free))
    :effect (and (held ?t) (not (in ?t ?c)) (not (hand-free))))

  (:action open-door
    :parameters (?r - robot ?c - container ?p - room)
    :precondition (and (robot-in ?r ?p) (stands-in ?c ?p) (not (open ?c)))
    :effect (open ?c))

  (:action close-door
    :parameters (?r - robot ?c - container ?p - room)
    :precondition (and (robot-in ?r ?p) (stands-in ?c ?p) (open ?c))
    :effect (not (open ?c)))

  (:action store-in
    :parameters (?r - robot ?t - thing ?c - container ?p - room)
    :precondition (and (robot-in ?r ?p) (stands-in ?c ?p) (open ?c) (held ?t))
    :effect (and (in ?t ?c) (hand-free) (not (held ?t))))

  (:action slice-with
    :parameters (?r - robot ?f - food ?k - cutlery ?p - room)
    :precondition (and (robot-in ?r ?p) (in ?f ?p) (held ?k))
    :effect (sliced ?f))

  (:action put-down-in
    :parameters (?r - robot ?t - thing ?p - room)
    :precondition (and (robot-in ?r ?p) (held ?t))
    :effect (and (in ?t ?p) (hand-free) (not (held ?t))))
)
