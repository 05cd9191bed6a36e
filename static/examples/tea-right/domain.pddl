; A kitchen with one robot that has one hand.
(define (domain kitchen)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :disjunctive-preconditions)
  (:types
    agent place item - object
    vessel appliance food - item)
  (:constants sink - place)
  (:predicates
    (at ?a - agent ?p - place)
    (lies ?i - item ?p - place)
    (holding ?a - agent ?i - item)
    (hand-empty ?a - agent)
    (on-base ?k - vessel)
    (filled ?k - vessel)
    (hot ?k - vessel)
    (tea-in ?m - vessel)
    (heats ?b - appliance ?k - vessel)
    (plugged-in ?b - appliance)
    (wet ?b - appliance))

  (:action navigate-to
    :parameters (?a - agent ?from ?to - place)
    :precondition (at ?a ?from)
    :effect (and (not (at ?a ?from)) (at ?a ?to)))

  (:action grasp
    :parameters (?a - agent ?i - item ?p - place)
    :precondition (and (at ?a ?p) (lies ?i ?p) (hand-empty ?a))
    :effect (and (holding ?a ?i) (not (lies ?i ?p)) (not (hand-empty ?a))))

  (:action put-down
    :parameters (?a - agent ?i - item ?p - place)
    :precondition (and (at ?a ?p) (holding ?a ?i))
    :effect (and (lies ?i ?p) (hand-empty ?a) (not (holding ?a ?i))))

  (:action set-on-base
    :parameters (?a - agent ?k - vessel ?b - appliance ?p - place)
    :precondition (and (at ?a ?p) (lies ?b ?p) (holding ?a ?k) (heats ?b ?k))
    :effect (and (on-base ?k) (lies ?k ?p) (hand-empty ?a) (not (holding ?a ?k))))

  (:action lift-off
    :parameters (?a - agent ?k - vessel ?p - place)
    :precondition (and (at ?a ?p) (lies ?k ?p) (on-base ?k) (hand-empty ?a))
    :effect (and (holding ?a ?k) (not (on-base ?k)) (not (lies ?k ?p)) (not (hand-empty ?a))))

  (:action fill-over-base
    :parameters (?a - agent ?k - vessel ?b - appliance ?p - place)
    :precondition (and (at ?a ?p) (lies ?b ?p) (holding ?a ?k))
    :effect (and (filled ?k) (wet ?b)))

  (:action fill-at-sink
    :parameters (?a - agent ?k - vessel)
    :precondition (and (at ?a sink) (holding ?a ?k))
    :effect (filled ?k))

  (:action plug-in
    :parameters (?a - agent ?b - appliance ?p - place)
    :precondition (and (at ?a ?p) (lies ?b ?p) (not (plugged-in ?b)))
    :effect (plugged-in ?b))

  (:action unplug
    :parameters (?a - agent ?b - appliance ?p - place)
    :precondition (and (at ?a ?p) (lies ?b ?p) (plugged-in ?b))
    :effect (not (plugged-in ?b)))

  (:action boil
    :parameters (?a - agent ?k - vessel ?b - appliance ?p - place)
    :precondition (and (at ?a ?p) (lies ?b ?p) (heats ?b ?k) (on-base ?k) (filled ?k) (plugged-in ?b))
    :effect (hot ?k))

  (:action pour
    :parameters (?a - agent ?k ?m - vessel ?p - place)
    :precondition (and (at ?a ?p) (holding ?a ?k) (hot ?k) (lies ?m ?p))
    :effect (and (tea-in ?m) (not (filled ?k)) (not (hot ?k))))
)
