(define (domain bathroom-heat)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :universal-preconditions
                 :disjunctive-preconditions)
  (:types can spot - object)
  (:predicates
    (on ?c - can ?s - spot) (next-to-heater ?s - spot) (heater-on) (room-warm) (window-shut))
  (:action shut-window
    :parameters ()
    :precondition (not (window-shut))
    :effect (window-shut))
  (:action heat-up
    :parameters ()
    :precondition (not (heater-on))
    :effect (heater-on))
  (:action wait-until-warm
    :parameters ()
    :precondition (and (heater-on) (window-shut))
    :effect (room-warm))
  (:action move-can
    :parameters (?c - can ?from ?to - spot)
    :precondition (on ?c ?from)
    :effect (and (on ?c ?to) (not (on ?c ?from)))))
