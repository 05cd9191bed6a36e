(define (domain baking)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :disjunctive-preconditions)
  (:types tray - object)
  (:predicates
    (in-oven ?t - tray) (hot ?t - tray) (mitt-on) (carried ?t - tray) (on-rack ?t - tray))
  (:action bake
    :parameters (?t - tray)
    :precondition (in-oven ?t)
    :effect (hot ?t))
  (:action put-on-mitt
    :parameters ()
    :precondition (not (mitt-on))
    :effect (mitt-on))
  (:action take-out
    :parameters (?t - tray)
    :precondition (in-oven ?t)
    :effect (and (carried ?t) (not (in-oven ?t))))
  (:action set-on-rack
    :parameters (?t - tray)
    :precondition (carried ?t)
    :effect (and (on-rack ?t) (not (carried ?t)))))
